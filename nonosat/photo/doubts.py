# SPDX-License-Identifier: MIT
"""``doubt_of``: why a reading whose numbers fit together is doubtful all the same.

That numbers fit together proves little where the picture was not understood. A number that is not
seen at the edge makes the sums differ, and a number of another line that is left out makes them
equal again, often with one solution. A grid that is taken for larger than it is has lines without
numbers at its edge, which stay empty; beside one that is taken for smaller, the crosses of a
finished line may stand, and filled cells may hide clues. Elsewhere a line without numbers may be
empty, as many programs print it: the sums confirm it, unless a row and a column lack numbers, since
the cell that they share counts for both. Puzzles of other kinds have numbers beside a grid, too:
their boards are small, or their numbers on opposite sides differ, and many lines have to be
corrected before they fit. All this holds for a reading with several solutions, or none, as for one
with a single solution: each would be a claim about the printed puzzle.

Source and figures: docs/experiments.md, "Doubts about readings". Cost: none. Rejected: to refuse
all readings with lines without numbers, which some right ones have.
"""

from __future__ import annotations

from itertools import chain

from nonosat.languages import ENGLISH, Language
from nonosat.model.clue import Clue
from nonosat.photo import thresholds as t
from nonosat.photo.answer import some
from nonosat.photo.found import ReadLine, Structure
from nonosat.photo.readings.answer import ClueReadings, ReadingStatus

_VERDICTS = (ReadingStatus.UNIQUE, ReadingStatus.SEVERAL, ReadingStatus.NONE)
"""The statuses that make a claim about the printed puzzle."""


def doubt_of(correction: ClueReadings, structure: Structure, say: Language = ENGLISH) -> str | None:
    """Why a reading is doubtful; None if it is not, or if it makes no claim."""
    if correction.status not in _VERDICTS:
        return None
    rows, columns = structure.rows, structure.columns
    height, width = len(rows), len(columns)
    if max(height, width) < t.LEAST_BOARD:
        return say("photo.doubt.small", size=f"{width}x{height}")
    if all(map(_is_blank, (*rows, *columns))):
        return say("photo.doubt.empty")
    if structure.opposed:
        return say("photo.doubt.opposed")
    if structure.goes_on:
        return say("photo.doubt.larger")
    if any(map(_is_blank, (rows[0], rows[-1], columns[0], columns[-1]))):
        return say("photo.doubt.smaller")
    if not correction.candidates:
        return None
    first = correction.candidates[0]
    missing = [line for line, clue in first.puzzle.lines() if clue is None]
    for axis, count in (("row", height), ("column", width)):
        lost = [str(line) for line in missing if line.axis == axis]
        if len(lost) > max(1, t.MOST_MISSING * count):
            return say("photo.doubt.lost", lines=some(lost, say))
    other = {change.line for change in first.changes}.union(missing)
    if len(other) > t.MOST_CORRECTED * (height + width):
        return say("photo.doubt.lines", n=len(other), total=height + width)
    for axis, count in (("row", height), ("column", width)):
        number = sum(line.axis == axis for line in other)
        if number > max(2, 2 * t.MOST_CORRECTED * count):
            return say(f"photo.doubt.{axis}", n=number, total=count)
    if any(
        change.probability < t.LIKELY_COUNT and _changed_count(change.read, change.corrected)
        for change in first.changes
    ):
        return say("photo.doubt.numbers")
    if missing and len(first.solutions) > 1:
        names = some([str(line) for line in missing], say)
        return say("photo.doubt.missing", lines=names)
    reads = zip(first.puzzle.lines(), chain(rows, columns), strict=True)
    unseen = [line for (line, clue), read in reads if clue is None or _is_blank(read)]
    if len({line.axis for line in unseen}) == 2:
        names = some([str(line) for line in unseen], say)
        return say("photo.doubt.unseen", lines=names)
    return None


def _is_blank(line: ReadLine) -> bool:
    return all(number.value is None for number in line.numbers)


def _changed_count(read: Clue | None, corrected: Clue | None) -> bool:
    """True if a correction leaves out a number or adds one; numbers may be parted or joined.

    >>> from nonosat.model.clue import Block
    >>> _changed_count((Block(1), Block(2)), (Block(12),)), _changed_count((Block(1),), ())
    (False, True)
    """
    if read is None or corrected is None or len(read) == len(corrected):
        return False
    digits = ["".join(str(block.length) for block in clue) for clue in (read, corrected)]
    return digits[0] != digits[1]
