# SPDX-License-Identifier: MIT
"""The answer of ``correct_clues``: ``ClueCorrections``, with ``Correction`` and ``Suspect``.

``str``, the command and notebooks show the same sentences; the first one is the headline.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from nonosat.exact import Contradiction
from nonosat.make.corrections.candidates import CorrectionKind, missing_axis, other_axis
from nonosat.model.clue import AXES, Block, Clue, Line, cells_needed
from nonosat.model.grid import Grid
from nonosat.model.loose_clues import LooseClues, line_length
from nonosat.model.palette import Palette
from nonosat.model.plain import HIDDEN, Answer, plain_fields
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Verdict
from nonosat.photo.readings.answer import ClueReadings
from nonosat.words import (
    clue_words,
    counted,
    listed,
    reason_words,
    value_words,
    verdict_words,
)

_MOST_NAMES = 20
_MOST_LISTED = 10


class CorrectionsEnd(enum.Enum):
    """The outcomes of ``correct_clues``.

    >>> from nonosat.make import correct_clues
    >>> correct_clues(rows=[[1]], columns=[[1]]).end.value
    'nothing to correct'
    """

    NOTHING_WRONG = "nothing to correct"
    """The clues have a solution as they are."""
    CORRECTED = "corrected"
    """There are corrections of one number, or else of whole lines, that give a solution."""
    NONE = "no correction"
    """It is proven that no change of one number gives a solution; none of lines was found."""
    UNKNOWN = "unknown"
    """A limit was reached before any correction was found."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A change of one number of one clue after which the puzzle has a solution.

    ``line``: the line of the clue.
    ``kind``: split, joined, changed, dropped, added, swapped or recolored.
    ``blocks``: the affected blocks of ``before``, from 0; for an added block its place in
    ``after``.
    ``before``: the clue as it is.
    ``after``: the corrected clue.
    ``verdict``: UNIQUE or MULTIPLE; UNKNOWN if a limit was reached after the first solution, and
    ``reason`` is then that limit.
    ``typing_slip``: it undoes a slip of a finger on the keyboard, such as 4 for 5.
    ``puzzle``: the whole puzzle with this correction.
    ``solutions``: one or two solutions of ``puzzle``.

    >>> from nonosat.make import correct_clues
    >>> found = correct_clues(rows=[[2], [2]], columns=[[2], [1]]).corrections[0]
    >>> str(found.line), found.before, found.after
    ('R1', (Block(length=2, color=1),), (Block(length=1, color=1),))
    """

    line: Line
    kind: CorrectionKind
    blocks: tuple[int, ...]
    before: Clue
    after: Clue
    verdict: Verdict
    reason: Reason | None
    typing_slip: bool
    puzzle: Puzzle = field(repr=False, metadata=HIDDEN)
    solutions: tuple[Grid, ...] = field(repr=False)

    @property
    def lines_after(self) -> tuple[Line, ...]:
        """The line, as ``LineCorrection.lines_after``."""
        return (self.line,)

    def __str__(self) -> str:
        return _correction_words(self)

    as_dict = plain_fields


@dataclass(frozen=True, slots=True)
class Suspect:
    """A line that may hold the mistake: without it the other lines have a solution.

    ``clue``: the clue of the line.
    ``possible``: the clue that the line has in one solution of the others; there may be more.

    >>> from nonosat.make import correct_clues
    >>> found = correct_clues(rows=[[1, 1, 1], [1]], columns=[[1], [1], [1], [1]])
    >>> [(str(suspect.line), suspect.possible) for suspect in found.suspects]
    [('R1', (Block(length=3, color=1),))]
    """

    line: Line
    clue: Clue
    possible: Clue

    as_dict = plain_fields


class LineCorrectionKind(enum.Enum):
    """What a correction does to whole lines.

    >>> from nonosat.make import correct_clues
    >>> found = correct_clues(rows=[[2], [4]], columns=[[3], [3], [2], [2]])
    >>> found.line_corrections[0].kind.value
    'missing'
    """

    MISSING = "missing"
    """A line was left out: it is put in."""
    EXTRA = "extra"
    """A line was typed twice, or does not belong there: it is taken out."""
    SWAPPED = "swapped"
    """Two neighbouring lines change places."""
    JOINED = "joined"
    """Two neighbouring lines were typed as one: it is split in two."""


@dataclass(frozen=True, slots=True)
class LineCorrection:
    """A change of whole lines after which the puzzle has a solution; or, if undecided, may have.

    ``kind``: missing, extra, swapped or joined.
    ``line``: the first line that changes; a missing line gets its number.
    ``before``: the clues that are replaced, from ``line`` on: none if a line is missing.
    ``after``: the clues in their place: none if there is a line too many. The clue of a missing
    line is None if the puzzle with it has several solutions.
    ``verdict``: UNIQUE; of a missing line also MULTIPLE. UNKNOWN if a limit was reached, and
    ``reason`` is then that limit.
    ``puzzle``: the whole puzzle with this correction.
    ``solutions``: one or two solutions of ``puzzle``; none if it is undecided.

    >>> from nonosat.make import correct_clues
    >>> print(correct_clues(rows=[[2], [4]], columns=[[3], [3], [2], [2]]).line_corrections[0])
    one row more, between row 1 and row 2: 4; unique
    """

    kind: LineCorrectionKind
    line: Line
    before: tuple[Clue | None, ...]
    after: tuple[Clue | None, ...]
    verdict: Verdict
    reason: Reason | None
    puzzle: Puzzle = field(repr=False, metadata=HIDDEN)
    solutions: tuple[Grid, ...] = field(repr=False)

    @property
    def lines_after(self) -> tuple[Line, ...]:
        """The lines of ``puzzle`` that are new or have another place."""
        return tuple(Line(self.line.axis, self.line.index + n) for n in range(len(self.after)))

    def __str__(self) -> str:
        return f"{_line_words(self)}; {verdict_words(self.verdict, self.reason)}"

    as_dict = plain_fields


@dataclass(frozen=True, slots=True, repr=False)
class ClueCorrections(Answer):
    """The answer of ``correct_clues``: the mistakes, and the changes that help.

    ``clues``: the clues that were asked about.
    ``verdict``: the verdict about the clues as they are; NONE also if the sums differ.
    ``end``: nothing to correct, corrected, no correction, or unknown.
    ``corrections``: all that were found, first those with exactly one solution, then those that
    undo a typing slip, then in the order of the lines.
    ``too_long``: the lines whose clue does not fit: they are wrong in any case.
    ``surplus``: for each colour, how many cells more the rows fill than the columns; None if a clue
    is missing.
    ``suspects``: the lines that may hold the mistake, if one clue alone is wrong. If there are no
    suspects and the search was complete, at least two clues are wrong, or whole lines.
    ``complete``: True if everything was tried: all corrections are listed, and all suspects. If
    not, ``reason`` is the limit, and ``undecided`` are the lines with undecided candidates.
    ``contradiction``: if there are neither corrections (also of lines) nor suspects, lines that
    contradict each other; None if the search did not find any.
    ``several``: if no correction of one number gives a solution, the most probable changes of
    several clues, of one number each, with slips of a finger as probabilities; else None.
    ``line_corrections``: if no correction of one number gives a solution, those of whole lines that
    do: one line more or less where the sums differ, else two neighbouring lines swapped, or a line
    split in two. First those with exactly one solution, then equal neighbours and square boards.
    Of places that give the same puzzle, the first. Beside corrections of one number: only a line
    less that is the same as its neighbour.
    ``tries``: how many puzzles the solver had to decide.
    ``seconds``: wall time.

    >>> from nonosat.make import correct_clues
    >>> found = correct_clues(rows=[[2], [2]], columns=[[2], [1]])
    >>> len(found.corrections), found.complete
    (3, True)
    """

    clues: LooseClues = field(metadata=HIDDEN)
    verdict: Verdict
    end: CorrectionsEnd
    corrections: tuple[Correction, ...]
    too_long: tuple[Line, ...]
    surplus: tuple[int, ...] | None
    suspects: tuple[Suspect, ...]
    complete: bool
    reason: Reason | None
    undecided: tuple[Line, ...]
    contradiction: Contradiction | None
    several: ClueReadings | None
    line_corrections: tuple[LineCorrection, ...]
    tries: int
    seconds: float = field(compare=False)

    @property
    def nothing_wrong(self) -> bool:
        """True if the clues have a solution as they are: there is nothing to correct."""
        return self.end is CorrectionsEnd.NOTHING_WRONG

    @property
    def choices(self) -> tuple[Correction | LineCorrection, ...]:
        """The corrections as they are numbered, from 1: of one number, then of whole lines."""
        return (*self.corrections, *(one for one in self.line_corrections if one.solutions))

    @property
    def with_goal(self) -> tuple[int, ...]:
        """The numbers, from 1, of the corrections with which the goal picture is a solution."""
        goal = self.clues.goal
        if goal is None or not goal.complete:
            return ()
        size = goal.height, goal.width
        return tuple(
            number
            for number, one in enumerate(self.choices, start=1)
            if (one.puzzle.height, one.puzzle.width) == size and not one.puzzle.faults(goal)
        )

    @property
    def proposed(self) -> int | None:
        """The number, from 1, of the correction to take: the first ``with_goal``, else 1.

        None without corrections.
        """
        return next(iter(self.with_goal), 1) if self.choices else None

    def __repr__(self) -> str:
        end = f"{self.end.value!r}, {len(self.choices)} corrections"
        suspects = ", ".join(str(suspect.line) for suspect in self.suspects)
        return f"ClueCorrections({end}, suspects=[{suspects}], complete={self.complete})"

    def lines(self, limit: int | None = _MOST_LISTED) -> list[str]:
        """The answer for people, with at most ``limit`` corrections; None lists all."""
        return list(_lines(self, limit))

    def _pictures(self) -> Iterator[tuple[str, object]]:
        from nonosat.draw.svg_writer import draw

        if (number := self.proposed) is not None:
            one = self.choices[number - 1]
            yield f"correction {number}", draw(one.puzzle, one.solutions[0])


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


def _after(correction: Correction) -> Sequence[int]:
    """The affected blocks of the clue after a correction."""
    if correction.kind is CorrectionKind.DROPPED:
        return ()
    if correction.kind in (CorrectionKind.SPLIT, CorrectionKind.JOINED):
        first, last = correction.blocks[0], correction.blocks[-1]
        return range(first, last + 1 + len(correction.after) - len(correction.before))
    return correction.blocks


def _done_words(correction: Correction) -> str:
    """The change of a correction: ``4 becomes 5``."""
    palette = correction.puzzle.palette
    first, last = correction.blocks[0], correction.blocks[-1]
    if correction.kind is CorrectionKind.ADDED:
        return f"{_block_words(correction.after[first], palette)} is added"
    before = [_block_words(correction.before[number], palette) for number in (first, last)]
    if correction.kind is CorrectionKind.SPLIT:
        parts = [_block_words(correction.after[place], palette) for place in _after(correction)]
        return f"{before[0]} is split into {listed(parts)}"
    if correction.kind is CorrectionKind.JOINED:
        joined = _block_words(correction.after[first], palette)
        return f"{before[0]} and {before[1]} are joined to {joined}"
    if correction.kind is CorrectionKind.DROPPED:
        return f"{before[0]} is dropped"
    if correction.kind is CorrectionKind.SWAPPED:
        return f"{before[0]} and {before[1]} change places"
    return f"{before[0]} becomes {_block_words(correction.after[first], palette)}"


def _correction_words(correction: Correction) -> str:
    """A correction in a line: the place, the change, the clue before and after, the verdict.

    >>> from nonosat.make import correct_clues
    >>> print(correct_clues(rows=[[2], [2]], columns=[[2], [1]]).corrections[0])
    R1: 2 becomes 1: [2] -> [1]; unique
    """
    palette = correction.puzzle.palette
    before = () if correction.kind is CorrectionKind.ADDED else correction.blocks
    after = _after(correction)
    clues = (
        f"{_marked_clue(correction.before, before, palette)} -> "
        f"{_marked_clue(correction.after, after, palette)}"
    )
    verdict = verdict_words(correction.verdict, correction.reason)
    if correction.verdict is Verdict.UNKNOWN:
        verdict = f"at least one solution; whether there are more is {verdict}"
    return f"{correction.line}: {_done_words(correction)}: {clues}; {verdict}"


def _wrong_lines(found: ClueCorrections) -> Iterator[str]:
    """The mistakes in the clues, or that they have a solution; the first line is the headline."""
    clues = found.clues
    if found.verdict is not Verdict.NONE:
        if found.verdict is Verdict.UNKNOWN:
            unknown = verdict_words(Verdict.UNKNOWN, found.reason)
            if found.nothing_wrong:
                yield (
                    "nothing to correct: the clues have a solution; whether there are more is "
                    f"{unknown}"
                )
            else:
                yield f"whether the clues have a solution is {unknown}"
            return
        solutions = "one solution" if found.verdict is Verdict.UNIQUE else "several solutions"
        yield f"nothing to correct: the clues have {solutions}"
        return
    agree = True
    if clues.size is not None:
        for axis, said, given in zip(AXES, clues.size, (clues.height, clues.width), strict=True):
            if said != given:
                agree = False
                has = counted(given, "clue")
                yield f"the file says {counted(said, axis)}, and has {has} of them"
    for line in found.too_long[:_MOST_LISTED]:
        clue = clues.clue(line)
        assert clue is not None
        agree = False
        yield (
            f"{line} is too long: the clue needs {counted(cells_needed(clue), 'cell')}, "
            f"the line has {line_length(clues, line)}"
        )
    if len(found.too_long) > _MOST_LISTED:
        more = counted(len(found.too_long) - _MOST_LISTED, "more line is", "more lines are")
        yield f"{more} too long"
    for number, gap in enumerate(found.surplus or (), start=1):
        if gap:
            agree = False
            rows, columns = (
                sum(b.length for clue in lines for b in clue or () if b.color == number)
                for lines in (clues.rows, clues.columns)
            )
            which = ""
            if len(clues.palette) > 1:
                which = f" of colour {clues.palette.colors[number - 1].name!r}"
            kinds = [one.kind for one in found.line_corrections]
            what = "wrong"
            for kind, word in _KIND_WORDS.items():
                what += f" or {word}" if kind in kinds else ""
            yield f"the rows fill {rows:,} cells{which}, the columns {columns:,}: a clue is {what}"
    if agree:
        sums = ", though their sums agree" if found.surplus is not None else ""
        yield f"no solution: the clues contradict each other{sums}"


def _found_words(found: ClueCorrections) -> str:
    """How many corrections there are; without a correction, whether all were tried."""
    number = len(found.corrections)
    unique = sum(correction.verdict is Verdict.UNIQUE for correction in found.corrections)
    if not number:
        if found.complete:
            return "no correction of one number gives a solution: all were tried"
        return "no correction of one number was found"
    text = counted(number, "correction") + " of one number "
    text += "gives a solution" if number == 1 else "give a solution"
    if number > 1:
        text += ", each exactly one" if unique == number else f", {unique} of them exactly one"
    return text


def _goal_words(found: ClueCorrections) -> Iterator[str]:
    """The corrections with which the goal picture is a solution; nothing if there is no picture."""
    goal = found.clues.goal
    if goal is None or not goal.complete or not found.choices:
        return
    numbers = list(map(str, found.with_goal))
    if not numbers:
        yield "the goal picture is a solution with none of the corrections"
        return
    which = "correction" if len(numbers) == 1 else "corrections"
    yield f"the goal picture is a solution with {which} {listed(numbers[:_MOST_NAMES])}"


def _remaining_lines(found: ClueCorrections) -> Iterator[str]:
    """The suspects, the facts known if no correction works, and the undecided lines."""
    if found.verdict is not Verdict.NONE:
        return
    suspects = [str(suspect.line) for suspect in found.suspects]
    if suspects and found.complete:
        where = _names(suspects, "or")
        yield (
            f"the typo is in {where}, if only one clue is wrong: without it the others have a "
            "solution"
        )
    yield from _line_correction_words(found)
    if not found.corrections:
        yield from _goal_words(found)
        for suspect in found.suspects[:_MOST_LISTED]:
            possible = _marked_clue(suspect.possible, (), found.clues.palette)
            given = _marked_clue(suspect.clue, (), found.clues.palette)
            yield f"{suspect.line}: instead of {given}, the clue {possible} gives a solution"
        if found.complete and not suspects and not found.choices:
            yield (
                "at least two clues are wrong, or lines are missing, typed twice or in the wrong "
                "order"
            )
            if found.contradiction is not None:
                yield str(found.contradiction)
        if found.several is not None:
            yield from _several_lines(found.several, found.clues.palette, not found.choices)
    if not found.complete and found.reason is not None:
        why = "the limit" if found.reason is Reason.COUNT else reason_words(found.reason)
        lines = (
            f": undecided are {_names(list(map(str, found.undecided)))}" if found.undecided else ""
        )
        yield f"not everything was tried ({why}){lines}"


_KIND_WORDS = {
    LineCorrectionKind.MISSING: "missing",
    LineCorrectionKind.EXTRA: "typed twice",
}
"""What else may be wrong with a clue if the sums differ."""


def _line_correction_words(found: ClueCorrections) -> Iterator[str]:
    """The corrections of whole lines; if the sums allow a missing line, also that there is none."""
    axis = missing_axis(found.clues)
    more = ""
    if axis is not None:
        cells = counted(sum(map(abs, found.surplus or ())), "cell")
        more = f": the {other_axis(axis)}s fill {cells} more than the {axis}s"
    kinds = {one.kind for one in found.line_corrections}
    decided = [one for one in found.line_corrections if one.solutions]
    if decided:
        causes = {
            LineCorrectionKind.MISSING: f"a {axis} is missing",
            LineCorrectionKind.EXTRA: f"a {other_axis(axis or 'row')} is typed twice",
            LineCorrectionKind.SWAPPED: "two lines are in the wrong order",
            LineCorrectionKind.JOINED: "two lines are typed as one",
        }
        why = listed([text for kind, text in causes.items() if kind in kinds], "or")
        yield f"perhaps {why}{more}"
    elif axis is not None and found.end is CorrectionsEnd.NONE and not found.line_corrections:
        yield f"{more[2:]}, but one {axis} more in any place gives no solution"
    for number, one in enumerate(decided[:_MOST_LISTED], start=1 + len(found.corrections)):
        yield f"  {number}. {one}"
    if len(decided) > _MOST_LISTED:
        yield f"  and {len(decided) - _MOST_LISTED} more"
    if len(decided) < len(found.line_corrections):
        reason = next(one.reason for one in found.line_corrections if not one.solutions)
        why = "a limit" if reason is None else reason_words(reason)
        yield f"not all corrections of whole lines were tried ({why})"


def _line_words(one: LineCorrection) -> str:
    """The change of a correction of whole lines."""
    axis, index = one.line.axis, one.line.index
    palette = one.puzzle.palette
    lines = one.puzzle.rows if axis == "row" else one.puzzle.columns
    this = f"{axis} {index + 1}"
    after = [clue_words(clue, palette) for clue in one.after]
    if one.kind is LineCorrectionKind.SWAPPED:
        return f"{this} and {axis} {index + 2} change places"
    if one.kind is LineCorrectionKind.JOINED:
        return f"{this} is two {axis}s: {clue_words(one.before[0], palette)} -> {listed(after)}"
    if one.kind is LineCorrectionKind.EXTRA:
        same = f", the same as {axis} {index}" if lines[index - 1 : index] == one.before else ""
        return f"one {axis} less, without {this}: {clue_words(one.before[0], palette)}{same}"
    clue = "" if one.after == (None,) else f": {after[0]}"
    return f"one {axis} more, {_place_words(one.line, len(lines) - 1)}{clue}"


def _place_words(line: Line, number: int) -> str:
    """Where a line is put in: before which, behind which, or between which of ``number`` lines."""
    axis, after = line.axis, line.index
    before, behind = ("above", "below") if axis == "row" else ("left of", "right of")
    if not after:
        return f"{before} {axis} 1"
    if after == number:
        return f"{behind} {axis} {after}"
    return f"between {axis} {after} and {axis} {after + 1}"


def _several_lines(found: ClueReadings, palette: Palette, alone: bool) -> Iterator[str]:
    """The most probable changes of several clues, with numbers if there are no others."""
    if not (alone or found.candidates):
        return
    if not found.candidates:
        why = ", with one change for each clue"
        if found.reason is Reason.WORK:
            why = (
                ": the search ends after a fixed amount of work; if you correct one mistake by "
                "your paper, it may find the others"
            )
        elif found.reason is not None:
            why = f" ({reason_words(found.reason)})"
        yield f"no correction of several clues was found{why}"
        return
    number = len(found.candidates)
    text = "the most probable correction" if number == 1 else "the most probable corrections"
    limit = "" if found.complete else ", as far as the limit went"
    what = f"{text} of several clues" if alone else f"if several clues are wrong instead, {text}"
    yield f"{what}{limit}:"
    for place, one in enumerate(found.candidates[:_MOST_LISTED], start=1):
        changes = "; ".join(
            f"{change.line}: {_marked_clue(change.read or (), (), palette)} -> "
            f"{_marked_clue(change.corrected or (), (), palette)}"
            for change in one.changes
        )
        mark = f"{place}." if alone else "-"
        yield f"  {mark} {changes}; {verdict_words(one.verdict, one.reason)}"
    if number > _MOST_LISTED:
        yield f"  and {number - _MOST_LISTED} more"


def _names(names: list[str], final: str = "and") -> str:
    if len(names) > _MOST_NAMES:
        more = counted(len(names) - _MOST_NAMES + 1, "more line")
        return f"{', '.join(names[: _MOST_NAMES - 1])} {final} {more}"
    return listed(names, final)


def _lines(found: ClueCorrections, limit: int | None) -> Iterator[str]:
    """The mistakes, the corrections, and further facts."""
    yield from _wrong_lines(found)
    if found.verdict is Verdict.NONE:
        if found.clues.size is None:
            yield _found_words(found)
        for number, correction in enumerate(found.corrections[:limit], start=1):
            yield f"  {number}. {_correction_words(correction)}"
        if limit is not None and len(found.corrections) > limit:
            yield f"  and {len(found.corrections) - limit} more"
        if found.corrections:
            yield from _goal_words(found)
    yield from _remaining_lines(found)
