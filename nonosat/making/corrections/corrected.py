# SPDX-License-Identifier: MIT
"""What ``correct_clues`` finds, and how it says so: ``ClueCorrections``, its ``Correction``s and
``Suspect``s.

The first line of ``Mended.lines`` is the headline; ``str``, the command and notebooks show the same
lines.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from nonosat.exact import Contradiction
from nonosat.making.corrections.candidates import CorrectionKind, line_length
from nonosat.model.clue import Block, Clue, Line, cells_needed
from nonosat.model.grid import Grid
from nonosat.model.loose_clues import LooseClues
from nonosat.model.palette import Palette
from nonosat.model.plain import HIDDEN, plain_fields
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Verdict
from nonosat.words import counted, listed, reason_words, value_words, verdict_words

_MOST_NAMES = 20
_MOST_LISTED = 10


class CorrectionsEnd(enum.Enum):
    """What ``correct_clues`` has found out."""

    SOUND = "nothing to mend"
    """The clues have a solution as they are."""
    MENDED = "mended"
    """There are corrections of one number that give a solution."""
    NONE = "no correction"
    """It is proven that no correction of one number gives a solution."""
    UNKNOWN = "unknown"
    """A limit was reached before any correction was found."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One number of one clue, corrected so that the puzzle has a solution.

    ``line``: where. ``kind``: what is done. ``blocks``: to which blocks, from 0; they count in
    ``before``, an added one in ``after``. ``before``, ``after``: the clue.
    ``verdict``: UNIQUE or MULTIPLE; UNKNOWN if a limit was reached after the first solution, and
    ``reason`` is then that limit.
    ``natural``: lower is more natural; 0 undoes a slip of a finger.
    ``puzzle``: the whole puzzle with this correction. ``solutions``: one or two of it.
    """

    line: Line
    kind: CorrectionKind
    blocks: tuple[int, ...]
    before: Clue
    after: Clue
    verdict: Verdict
    reason: Reason | None
    natural: int
    puzzle: Puzzle = field(repr=False, metadata=HIDDEN)
    solutions: tuple[Grid, ...] = field(repr=False)

    def __str__(self) -> str:
        return _correction_words(self)

    as_dict = plain_fields


@dataclass(frozen=True, slots=True)
class Suspect:
    """A line without which the others have a solution: if one clue is wrong, it is one of these.

    ``clue``: as it was given. ``possible``: the clue that this line has in a solution of the
    others; there may be more.
    """

    line: Line
    clue: Clue
    possible: Clue

    as_dict = plain_fields


@dataclass(frozen=True, slots=True, repr=False)
class ClueCorrections:
    """What is wrong with clues, and the corrections of one number that give them a solution.

    ``clues``: the question. ``verdict``: of the clues as they are; NONE also where the sums differ.
    ``end``: what was found out. ``corrections``: those with exactly one solution first, then the
    most natural, then in the order of the lines.
    ``too_long``: lines whose clue does not fit: they are wrong in any case.
    ``gaps``: for each colour the cells that the rows fill less those that the columns fill; None
    if a clue is not given.
    ``suspects``: the lines that, each left out alone, leave clues with a solution. If there are
    none, and the search was complete, two clues are wrong or more.
    ``complete``: all was tried: every correction is listed, and every suspect. Else ``reason`` is
    the limit, and ``open`` are the lines of which some question is not decided.
    ``conflict``: if there are neither corrections nor suspects, lines that contradict each other,
    where some were found.
    """

    clues: LooseClues = field(metadata=HIDDEN)
    verdict: Verdict
    end: CorrectionsEnd
    corrections: tuple[Correction, ...]
    too_long: tuple[Line, ...]
    gaps: tuple[int, ...] | None
    suspects: tuple[Suspect, ...]
    complete: bool
    reason: Reason | None
    open: tuple[Line, ...]
    conflict: Contradiction | None
    tried: int
    """How many puzzles the solver had to decide."""
    seconds: float = field(compare=False)

    @property
    def sound(self) -> bool:
        """True if the clues have a solution as they are: there is nothing to mend."""
        return self.end is CorrectionsEnd.SOUND

    def __repr__(self) -> str:
        end = f"{self.end.value!r}, {len(self.corrections)} corrections"
        suspects = ", ".join(str(suspect.line) for suspect in self.suspects)
        return f"Mended({end}, suspects=[{suspects}], complete={self.complete})"

    def lines(self, most: int | None = _MOST_LISTED) -> list[str]:
        """The answer for people, with at most ``most`` corrections; None: all of them."""
        return list(_lines(self, most))

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        from nonosat.draw.cards import card
        from nonosat.draw.svg_writer import draw

        heading, *lines = self.lines()
        pictures = [
            (f"correction {number}", str(draw(one.puzzle, one.solutions[0])))
            for number, one in enumerate(self.corrections[:1], start=1)
        ]
        return card(heading, lines, pictures)

    as_dict = plain_fields


def _marked_clue(clue: Clue, marks: Collection[int], palette: Palette) -> str:
    """A clue with some of its blocks in brackets; colours are named if there are several.

    >>> from nonosat.model.palette import BLACK
    >>> _marked_clue((Block(2), Block(4)), [1], BLACK)
    '2 [4]'
    """
    words = [_block_words(block, palette) for block in clue]
    marked = [f"[{word}]" if n in marks else word for n, word in enumerate(words)]
    return (" " if len(palette) == 1 else ", ").join(marked) or "0"


def _block_words(block: Block, palette: Palette) -> str:
    length = str(block.length)
    return length if len(palette) == 1 else f"{length} {value_words(block.color, palette)}"


def _done_words(correction: Correction) -> str:
    """What a correction does: ``4 becomes 5``."""
    palette = correction.puzzle.palette
    first, last = correction.blocks[0], correction.blocks[-1]
    if correction.kind is CorrectionKind.ADDED:
        return f"{_block_words(correction.after[first], palette)} is added"
    before = [_block_words(correction.before[number], palette) for number in (first, last)]
    if correction.kind is CorrectionKind.DROPPED:
        return f"{before[0]} is dropped"
    if correction.kind is CorrectionKind.SWAPPED:
        return f"{before[0]} and {before[1]} change places"
    return f"{before[0]} becomes {_block_words(correction.after[first], palette)}"


def _correction_words(correction: Correction) -> str:
    """A correction in a line: where, what, the clue before and after, the verdict.

    >>> from nonosat import mend
    >>> print(mend(rows=[[2], [2]], columns=[[2], [1]]).corrections[0])
    R1: 2 becomes 1: [2] -> [1]; unique
    """
    palette, kind = correction.puzzle.palette, correction.kind
    before = () if kind is CorrectionKind.ADDED else correction.blocks
    after = () if kind is CorrectionKind.DROPPED else correction.blocks
    clues = (
        f"{_marked_clue(correction.before, before, palette)} -> "
        f"{_marked_clue(correction.after, after, palette)}"
    )
    verdict = verdict_words(correction.verdict, correction.reason)
    if correction.verdict is Verdict.UNKNOWN:
        verdict = f"a solution; whether it is the only one is {verdict}"
    return f"{correction.line}: {_done_words(correction)}: {clues}; {verdict}"


def _wrong_lines(mended: ClueCorrections) -> Iterator[str]:
    """What is wrong with the clues, or that nothing is; the first line is the headline."""
    clues = mended.clues
    if mended.verdict is not Verdict.NONE:
        if mended.verdict is Verdict.UNKNOWN:
            unknown = verdict_words(Verdict.UNKNOWN, mended.reason)
            if mended.sound:
                yield (
                    "nothing to mend: the clues have a solution; whether it is the only one is "
                    f"{unknown}"
                )
            else:
                yield f"whether the clues have a solution is {unknown}"
            return
        solutions = "one solution" if mended.verdict is Verdict.UNIQUE else "several solutions"
        yield f"nothing to mend: the clues have {solutions}"
        return
    sound = True
    for line in mended.too_long[:_MOST_LISTED]:
        clue = clues.clue(line)
        assert clue is not None
        sound = False
        yield (
            f"{line} alone is wrong: the clue needs {counted(cells_needed(clue), 'cell')}, "
            f"the line has {line_length(clues, line)}"
        )
    if len(mended.too_long) > _MOST_LISTED:
        more = counted(len(mended.too_long) - _MOST_LISTED, "more line is", "more lines are")
        yield f"{more} wrong alone"
    for number, gap in enumerate(mended.gaps or (), start=1):
        if gap:
            sound = False
            rows, columns = (
                sum(b.length for clue in lines for b in clue or () if b.color == number)
                for lines in (clues.rows, clues.columns)
            )
            which = ""
            if len(clues.palette) > 1:
                which = f" of colour {clues.palette.colors[number - 1].name!r}"
            yield f"the rows fill {rows:,} cells{which}, the columns {columns:,}: a clue is wrong"
    if sound:
        sums = ", though their sums agree" if mended.gaps is not None else ""
        yield f"no solution: the clues contradict each other{sums}"


def _found_words(mended: ClueCorrections) -> str:
    """How many corrections there are, and whether they are all."""
    number = len(mended.corrections)
    unique = sum(correction.verdict is Verdict.UNIQUE for correction in mended.corrections)
    if not number:
        if mended.complete:
            return "no correction of one number gives a solution: all were tried"
        return "no correction of one number was found"
    gives = "gives" if number == 1 else "give"
    text = f"{counted(number, 'correction')} of one number {gives} a solution"
    if number > 1:
        text += ", each exactly one" if unique == number else f", {unique} of them exactly one"
    return text


def _goal_words(mended: ClueCorrections) -> str | None:
    """With which corrections the goal picture is a solution; None if there is no such picture."""
    goal = mended.clues.goal
    if goal is None or not goal.complete or not mended.corrections:
        return None
    numbers = [
        str(number)
        for number, correction in enumerate(mended.corrections, start=1)
        if not correction.puzzle.check(goal)
    ]
    if not numbers:
        return "the goal picture is a solution with none of them"
    which = "correction" if len(numbers) == 1 else "corrections"
    return f"the goal picture is a solution with {which} {listed(numbers[:_MOST_NAMES])}"


def _remaining_lines(mended: ClueCorrections) -> Iterator[str]:
    """The suspects, what is known where no correction works, and what was not tried."""
    if mended.verdict is not Verdict.NONE:
        return
    suspects = [str(suspect.line) for suspect in mended.suspects]
    if suspects and mended.complete:
        only = suspects[0] if len(suspects) == 1 else f"one of {_names(suspects)}"
        yield f"if one clue alone is wrong, it is {only}: without it the others have a solution"
    if not mended.corrections:
        for suspect in mended.suspects[:_MOST_LISTED]:
            possible = _marked_clue(suspect.possible, (), mended.clues.palette)
            given = _marked_clue(suspect.clue, (), mended.clues.palette)
            yield f"{suspect.line}: {given} would have to be {possible}, or another clue"
        if mended.complete and not suspects:
            yield "two clues or more are wrong"
            if mended.conflict is not None:
                yield str(mended.conflict)
    if not mended.complete and mended.reason is not None:
        why = "the limit" if mended.reason is Reason.COUNT else reason_words(mended.reason)
        lines = f": corrections of {_names(list(map(str, mended.open)))}" if mended.open else ""
        yield f"not all was tried ({why}){lines}"


def _names(names: list[str]) -> str:
    if len(names) > _MOST_NAMES:
        more = counted(len(names) - _MOST_NAMES + 1, "more line")
        return f"{', '.join(names[: _MOST_NAMES - 1])} and {more}"
    return listed(names)


def _lines(mended: ClueCorrections, most: int | None) -> Iterator[str]:
    """What is wrong, the corrections, and what else is known."""
    yield from _wrong_lines(mended)
    if mended.verdict is Verdict.NONE:
        yield _found_words(mended)
        for number, correction in enumerate(mended.corrections[:most], start=1):
            yield f"  {number}. {_correction_words(correction)}"
        if most is not None and len(mended.corrections) > most:
            yield f"  and {len(mended.corrections) - most} more"
        if (agreed := _goal_words(mended)) is not None:
            yield agreed
    yield from _remaining_lines(mended)
