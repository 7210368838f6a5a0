# SPDX-License-Identifier: MIT
"""Sentences about mistyped clues and their corrections."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from nonosat.explain.conflicts import conflict_words
from nonosat.making.corrections.correction import CorrectionKind, line_length
from nonosat.model.clue import Block, Clue, cells_needed
from nonosat.model.palette import Palette
from nonosat.model.report import Reason, Verdict
from nonosat.words import counted, listed, reason_words, value_words, verdict_words

if TYPE_CHECKING:
    from nonosat.making.corrections.mended import Correction, Mended


_MOST_NAMES = 20
_MOST_LISTED = 10


def marked_clue(clue: Clue, marks: Collection[int], palette: Palette) -> str:
    """A clue with some of its blocks in brackets; colours are named if there are several.

    >>> from nonosat.model.palette import BLACK
    >>> marked_clue((Block(2), Block(4)), [1], BLACK)
    '2 [4]'
    """
    words = [_block_words(block, palette) for block in clue]
    marked = [f"[{word}]" if n in marks else word for n, word in enumerate(words)]
    return (" " if len(palette) == 1 else ", ").join(marked) or "0"


def _block_words(block: Block, palette: Palette) -> str:
    length = str(block.length)
    return length if len(palette) == 1 else f"{length} {value_words(block.color, palette)}"


def done_words(correction: Correction) -> str:
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


def correction_words(correction: Correction) -> str:
    """A correction in a line: where, what, the clue before and after, the verdict.

    >>> from nonosat import mend
    >>> print(mend(rows=[[2], [2]], columns=[[2], [1]]).corrections[0])
    R1: 2 becomes 1: [2] -> [1]; unique
    """
    palette, kind = correction.puzzle.palette, correction.kind
    before = () if kind is CorrectionKind.ADDED else correction.blocks
    after = () if kind is CorrectionKind.DROPPED else correction.blocks
    clues = (
        f"{marked_clue(correction.before, before, palette)} -> "
        f"{marked_clue(correction.after, after, palette)}"
    )
    verdict = verdict_words(correction.verdict, correction.reason)
    if correction.verdict is Verdict.UNKNOWN:
        verdict = f"a solution; whether it is the only one is {verdict}"
    return f"{correction.line}: {done_words(correction)}: {clues}; {verdict}"


def wrong_lines(mended: Mended) -> Iterator[str]:
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


def found_words(mended: Mended) -> str:
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


def goal_words(mended: Mended) -> str | None:
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


def remaining_lines(mended: Mended) -> Iterator[str]:
    """The suspects, what is known where no correction works, and what was not tried."""
    if mended.verdict is not Verdict.NONE:
        return
    suspects = [str(suspect.line) for suspect in mended.suspects]
    if suspects and mended.complete:
        only = suspects[0] if len(suspects) == 1 else f"one of {_names(suspects)}"
        yield f"if one clue alone is wrong, it is {only}: without it the others have a solution"
    if not mended.corrections:
        for suspect in mended.suspects[:_MOST_LISTED]:
            possible = marked_clue(suspect.possible, (), mended.clues.palette)
            given = marked_clue(suspect.clue, (), mended.clues.palette)
            yield f"{suspect.line}: {given} would have to be {possible}, or another clue"
        if mended.complete and not suspects:
            yield "two clues or more are wrong"
            if mended.conflict is not None:
                yield conflict_words(mended.conflict)
    if not mended.complete and mended.reason is not None:
        why = "the limit" if mended.reason is Reason.COUNT else reason_words(mended.reason)
        lines = f": corrections of {_names(list(map(str, mended.open)))}" if mended.open else ""
        yield f"not all was tried ({why}){lines}"


def _names(names: list[str]) -> str:
    if len(names) > _MOST_NAMES:
        more = counted(len(names) - _MOST_NAMES + 1, "more line")
        return f"{', '.join(names[: _MOST_NAMES - 1])} and {more}"
    return listed(names)


def mended_lines(mended: Mended, most: int | None = _MOST_LISTED) -> Iterator[str]:
    """An answer of ``mend`` as text, with at most ``most`` corrections; None: all of them."""
    yield from wrong_lines(mended)
    if mended.verdict is Verdict.NONE:
        yield found_words(mended)
        for number, correction in enumerate(mended.corrections[:most], start=1):
            yield f"  {number}. {correction_words(correction)}"
        if most is not None and len(mended.corrections) > most:
            yield f"  and {len(mended.corrections) - most} more"
        if (agreed := goal_words(mended)) is not None:
            yield agreed
    yield from remaining_lines(mended)
