# SPDX-License-Identifier: MIT
"""``doubt_of``: why a reading is not relied upon although its numbers fit together, or none do.

That numbers fit together proves little where the picture was not understood. A number that is not
seen at the edge makes the sums differ, and a number of another line that is left out makes them
equal again, often with one solution. A grid that is taken for larger than it is has lines without
numbers at its edge, which stay empty. Elsewhere a line without numbers may be empty, as many
programs print it: the sums say so, unless a row and a column have none, since the cell that they
share counts for both. Puzzles of other kinds have numbers beside a grid too: their boards are
small, or their numbers on opposite sides differ, and much has to be corrected before they fit. All
this holds for a reading with several solutions, or none, as for one with a single solution: each
would be a claim about the printed puzzle.

Rejected: to refuse all readings with lines without numbers, which some right ones have.
"""

from __future__ import annotations

from itertools import chain

from nonosat.making.corrections.readings import ClueReadings, ReadingStatus
from nonosat.making.photo.found import ReadLine, Structure
from nonosat.making.photo.picture_reading import changed_count
from nonosat.words import listed

_VERDICTS = (ReadingStatus.UNIQUE, ReadingStatus.SEVERAL, ReadingStatus.NONE)
"""What says something about the printed puzzle."""
LEAST_SIDE = 5
"""A board with a side of this length is large enough: smaller ones fit together by chance."""
MOST_CORRECTED = 0.25
"""The share of the lines that may be corrected."""
_LIKELY = 0.05
"""A reading of a line with more or fewer numbers needs this probability, or it is doubtful."""


def doubt_of(correction: ClueReadings, structure: Structure) -> str | None:
    """Why what a reading says is doubtful; None if it is not, or says nothing."""
    if correction.status not in _VERDICTS:
        return None
    rows, columns = structure.rows, structure.columns
    height, width = len(rows), len(columns)
    if max(height, width) < LEAST_SIDE:
        return f"a grid of {width}x{height} is too small: other puzzles than nonograms fit it too"
    if all(map(_is_blank, (*rows, *columns))):
        return "no numbers were found beside the grid"
    if structure.opposed:
        return "the numbers on opposite sides differ, so it may be another kind of puzzle"
    if any(map(_is_blank, (rows[0], rows[-1], columns[0], columns[-1]))):
        return "a line at the edge has no numbers, so the grid may be smaller"
    if not correction.candidates:
        return None
    first = correction.candidates[0]
    missing = [line for line, clue in first.puzzle.lines() if clue is None]
    other = {change.line for change in first.changes}.union(missing)
    if len(other) > MOST_CORRECTED * (height + width):
        return f"{len(other)} of {height + width} lines were corrected or not read"
    if any(
        change.probability < _LIKELY and changed_count(change.read, change.corrected)
        for change in first.changes
    ):
        return "it fits together only with more or fewer numbers than were read"
    if missing and len(first.solutions) > 1:
        return f"no clue could be read in {listed(map(str, missing))}, which may exclude solutions"
    reads = zip(first.puzzle.lines(), chain(rows, columns), strict=True)
    unseen = [line for (line, clue), read in reads if clue is None or _is_blank(read)]
    if len({line.axis for line in unseen}) == 2:
        return f"no clue was found in {listed(map(str, unseen))}, whose common cells may be filled"
    return None


def _is_blank(line: ReadLine) -> bool:
    return all(number.value is None for number in line.numbers)
