# SPDX-License-Identifier: MIT
"""If no correction of one number helps: ``most_probable_slips`` and ``missing_lines``.

``most_probable_slips``: corrections if at least two clues are mistyped. Idea: the typed clues are a
reading of the paper. Each line was meant as it is typed, or with one change (``candidates``): a
slip of a finger is improbable, another change is more improbable. These are readings with
probabilities, and ``nonosat.photo.readings`` finds the most probable readings that fit together:
the fewest changes, slips first, and whether other changes are as probable. If two clues are wrong,
the search mostly finds both, often among a few equally probable changes.

The probabilities order the answers and decide when to stop; mainly their ratio matters. No figures
about slips in clues are known, so they are a choice. Cost: some hundred readings for each line, a
second. Rejected: solving all pairs of changes, which are a hundred million for a 30x30.

``missing_lines``: a line whose clue was left out. If every colour fills as many cells in the rows
as in the columns or fewer, and some colour fewer, a row may be missing; a row without a clue is put
in at each place and the puzzle solved. Cost: one solve for each place.
"""

from __future__ import annotations

from nonosat.errors import PuzzleError
from nonosat.limits import Limits, Stopped
from nonosat.make.corrections.answer import MissingLine
from nonosat.make.corrections.candidates import (
    ANY_ROOM,
    CorrectionKind,
    Edit,
    edits,
    missing_axis,
)
from nonosat.model.clue import Clue, Line, clue_of
from nonosat.model.loose_clues import LooseClues, line_length
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.photo.readings import Reading
from nonosat.photo.readings.answer import ClueReadings
from nonosat.photo.readings.search import LIMIT, Search
from nonosat.solving import ask

_SLIP, _OTHER = 0.005, 0.0002
"""The weights of one slip of a finger and of another change; the clue as it is typed has 1."""
_WORK = 20_000
"""The most work of the whole search, in units of ``Limits``: some seconds at most."""
_PLACES, _PLACE = 10_000, 1_000
"""The most work for all places of a missing line, and for one of them, in units of ``Limits``."""
_EACH, _UNIT = 8, 64
"""The work of a change is (the first number + its blocks) / the second number. This also bounds
memory."""


def most_probable_slips(clues: LooseClues, limits: Limits) -> ClueReadings:
    """The most probable changes of several clues, of one number each, that give a solution.

    >>> from nonosat.make.corrections.slips import most_probable_slips
    >>> typed = LooseClues([[4], [1, 1], [1, 1]], [[3], [1], [2]])  # 3 and 3 were meant
    >>> [str(change.line) for change in most_probable_slips(typed, Limits()).candidates[0].changes]
    ['R1']
    """
    part = limits.part(work=_WORK)
    try:
        lines = [_readings(clues, line, clue, part) for line, clue in clues.lines()]
    except Stopped:
        lines = [[Reading(clue, 1.0)] for _, clue in clues.lines()]  # ends at once with the reason
    return Search(clues, lines, clues.printed, part, LIMIT).run()


def missing_lines(clues: LooseClues, limits: Limits) -> tuple[MissingLine, ...]:
    """Each place where a line without a clue gives the clues a solution; or where it may.

    Of places beside lines with the same clue, which all make the same puzzle, only the first.

    >>> [str(one.line) for one in missing_lines(LooseClues([[1], [3]], [[3], [2], [1]]), Limits())]
    ['R2', 'R3']
    """
    axis = missing_axis(clues)
    if axis is None:
        return ()
    part = limits.part(work=_PLACES)
    given = clues.rows if axis == "row" else clues.columns
    found: list[MissingLine] = []
    for index in range(len(given) + 1):
        line = Line(axis, index)
        if part.stop():
            found.append(MissingLine(line, Verdict.UNKNOWN, part.reason, None))
            continue
        longer = (*given[:index], None, *given[index:])
        rows, columns = (longer, clues.columns) if axis == "row" else (clues.rows, longer)
        try:
            puzzle = Puzzle(rows, columns, palette=clues.palette)
        except PuzzleError:  # a clue does not fit, or the board is too large: so at every place
            return ()
        report = ask(puzzle, None, 2, "fast", limits=part.part(work=_PLACE))
        clue = reason = None
        if report.verdict is Verdict.UNKNOWN:
            reason = report.reason
        elif report.verdict is Verdict.UNIQUE:
            grid = report.solutions[0]
            clue = clue_of(grid.row(index) if axis == "row" else grid.column(index))
            if found and {found[-1].clue, *given[found[-1].line.index : index]} == {clue}:
                continue  # the same puzzle as with this line at the place before
        if report.verdict is not Verdict.NONE:
            found.append(MissingLine(line, report.verdict, reason, clue))
    return tuple(found)


def _readings(clues: LooseClues, line: Line, clue: Clue | None, limits: Limits) -> list[Reading]:
    """The clue of a line as it is typed, then with one change, slips first.

    Raises:
        Stopped: a limit was reached.
    """
    found = [Reading(clue, 1.0)]
    if clue is not None:
        room = [ANY_ROOM] * len(clues.palette)
        counted = 0
        for edit in edits(clue, line_length(clues, line), room, limits, units=0):
            counted += _EACH + len(edit.after)
            if counted >= _UNIT:
                limits.check(counted // _UNIT)
                counted %= _UNIT
            found.append(Reading(edit.after, _probability(edit)))
    return sorted(found, key=lambda reading: reading.cost)


def _probability(edit: Edit) -> float:
    """The weight of a change. A number that was left out may be any, so it is less probable."""
    return _SLIP if edit.slip and edit.kind is not CorrectionKind.ADDED else _OTHER
