# SPDX-License-Identifier: MIT
"""If no correction of one number helps: ``most_probable_slips`` and ``line_corrections``.

``most_probable_slips``: corrections if at least two clues are mistyped. Idea: the typed clues are a
reading of the paper. Each line was meant as it is typed, or with one change (``candidates``): a
slip of a finger is improbable, another change is more improbable. These are readings with
probabilities, and ``nonosat.photo.readings`` finds the most probable readings that fit together:
the fewest changes, slips first, and whether other changes are as probable. If two clues are wrong,
the search mostly finds both, often among a few equally probable changes.

The probabilities order the answers and decide when to stop; mainly their ratio matters. No figures
about slips in clues are known, so they are a choice. Cost: some hundred readings for each line, a
second. Rejected: solving all pairs of changes, which are a hundred million for a 30x30.

``line_corrections``: slips with whole lines. If every colour fills as many cells in the rows as in
the columns or fewer, and some colour fewer, a row may be missing: a row without a clue is put in at
each place. Or there is a column too many, mostly one typed twice: each with as many cells as the
difference is taken out. If the sums agree, two neighbouring lines may be in the wrong order, or
typed as one: each two are exchanged; and if a clue is too long, or one line more makes the board
square, each line is split at each place: else lines of noise seem joined. Each such puzzle is
solved; those with one solution are answers, and a missing line also with several, for its clue is
not known then. Cost: one solve for each. A puzzle that is right by chance is rare
(docs/experiments.md, "Mistyped clues"), and the order puts the likely slips first.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from itertools import pairwise

from nonosat.errors import PuzzleError
from nonosat.limits import Limits, Stopped
from nonosat.make.corrections.answer import LineCorrection, LineCorrectionKind
from nonosat.make.corrections.candidates import (
    ANY_ROOM,
    CorrectionKind,
    Edit,
    edits,
    missing_axis,
    other_axis,
    too_long,
)
from nonosat.model.clue import AXES, Axis, Clue, Line, cells_needed, clue_of
from nonosat.model.loose_clues import LooseClues, line_length, surplus
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
"""The most work for all corrections of lines, and for one of them, in units of ``Limits``."""
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


_MISSING, _EXTRA, _SWAPPED, _JOINED = LineCorrectionKind


def line_corrections(
    clues: LooseClues, limits: Limits, *, only_twice: bool = False
) -> tuple[LineCorrection, ...]:
    """The changes of whole lines that give the clues a solution; or that may, if undecided.

    Of places beside lines with the same clue, which all make the same puzzle, only one.
    ``only_twice``: only a line less that is the same as its neighbour.

    >>> typed = LooseClues([[1], [3]], [[3], [2], [1]])
    >>> [(str(one.line), one.kind.value) for one in line_corrections(typed, Limits())]
    [('R2', 'missing'), ('R3', 'missing')]
    """
    part = limits.part(work=_PLACES)
    work = 1 + (clues.height + clues.width) // 256
    longest = {axis: _longest(_lines(clues, axis)) for axis in AXES}
    found: list[LineCorrection] = []
    for kind, line, after in _line_changes(clues):
        axis, index = line.axis, line.index
        if clues.size is not None and (kind is not _MISSING or not _lacks(clues, axis)):
            continue
        before = _lines(clues, axis)[index : index + _REPLACED[kind]]
        if only_twice and (kind is not _EXTRA or _lines(clues, axis)[index - 1 : index] != before):
            continue
        if _leaves_too_long(clues, longest, line, _REPLACED[kind], len(after)):
            continue
        stopped = part.stop(work)
        try:
            puzzle = _with_lines(clues, kind, line, after)
        except PuzzleError:  # a clue does not fit, or the board is too large
            if stopped:
                break
            continue
        if stopped:
            found.append(
                LineCorrection(kind, line, before, after, Verdict.UNKNOWN, part.reason, puzzle, ())
            )
            break
        report = ask(puzzle, None, 2, "fast", limits=part.part(work=_PLACE))
        verdict = report.verdict
        if verdict is Verdict.NONE or (verdict is Verdict.MULTIPLE and kind is not _MISSING):
            continue
        reason = report.reason if verdict is Verdict.UNKNOWN else None
        solutions = () if reason is not None else report.solutions
        new = after
        goal = puzzle.goal
        if kind is _MISSING and verdict is Verdict.MULTIPLE and goal and not puzzle.faults(goal):
            new = (clue_of(goal.row(index) if axis == "row" else goal.column(index)),)
            puzzle = _with_lines(clues, kind, line, new)
            report = ask(puzzle, None, 2, "fast", limits=part.part(work=_PLACE))
            verdict, solutions = report.verdict, report.solutions
            reason = report.reason if verdict is Verdict.UNKNOWN else None
        elif kind is _MISSING and verdict is Verdict.UNIQUE:
            (grid,) = solutions
            new = (clue_of(grid.row(index) if axis == "row" else grid.column(index)),)
            last = found[-1] if found else None
            if last and {*last.after, *_lines(clues, axis)[last.line.index : index]} == {*new}:
                continue  # the same puzzle as with this line at the place before
            puzzle = _with_lines(clues, kind, line, new)
        found.append(LineCorrection(kind, line, before, new, verdict, reason, puzzle, solutions))
    return tuple(sorted(found, key=_rank))


def _longest(given: tuple[Clue | None, ...]) -> list[tuple[int, int]]:
    """The longest clues of an axis, with their places: one more than a correction replaces."""
    needs = [(cells_needed(clue or ()), index) for index, clue in enumerate(given)]
    return nlargest(max(_REPLACED.values()) + 1, needs)


def _leaves_too_long(
    clues: LooseClues,
    longest: dict[Axis, list[tuple[int, int]]],
    line: Line,
    replaced: int,
    new: int,
) -> bool:
    """True if a clue is too long that the change of ``replaced`` lines to ``new`` ones leaves."""
    across = other_axis(line.axis)
    left = [need for need, at in longest[line.axis] if not line.index <= at < line.index + replaced]
    room = len(_lines(clues, line.axis)) - replaced + new
    return max(left, default=0) > len(_lines(clues, across)) or longest[across][0][0] > room


def _lacks(clues: LooseClues, axis: Axis) -> bool:
    """True if a file says one line more of an axis than it has clues."""
    height, width = clues.size or (clues.height, clues.width)
    return (height - clues.height, width - clues.width) == ((1, 0) if axis == "row" else (0, 1))


_REPLACED = {_MISSING: 0, _EXTRA: 1, _SWAPPED: 2, _JOINED: 1}
"""How many lines a correction replaces."""


def _lines(clues: LooseClues | Puzzle, axis: Axis) -> tuple[Clue | None, ...]:
    return clues.rows if axis == "row" else clues.columns


def _line_changes(
    clues: LooseClues,
) -> Iterator[tuple[LineCorrectionKind, Line, tuple[Clue | None, ...]]]:
    """The changes of whole lines that the sums allow: the first line, and the clues for it."""
    differences = surplus(clues)
    axis = missing_axis(clues)
    if axis is not None:
        for index in range(len(_lines(clues, axis)) + 1):
            yield _MISSING, Line(axis, index), (None,)
        axis = other_axis(axis)
        given = _lines(clues, axis)
        cells = [abs(gap) for gap in differences or ()]
        for index, clue in enumerate(given):
            sums = [0] * len(cells)
            for length, color in clue or ():
                sums[color - 1] += length
            again = given[index - 1 : index] == (clue,)  # of equal neighbours only the second
            beside = given[index - 2 : index - 1] if again else given[index + 1 : index + 2]
            if sums == cells and beside != (clue,):
                yield _EXTRA, Line(axis, index), ()
    elif not any(differences or ()):
        wrong = too_long(clues)
        for axis in AXES:
            given = _lines(clues, axis)
            split = wrong or len(given) + 1 == len(_lines(clues, other_axis(axis)))
            for index, (one, two) in enumerate(pairwise(given)):
                if one != two and not wrong:
                    yield _SWAPPED, Line(axis, index), (two, one)
            long = [line.index for line in wrong if line.axis == axis]
            for index in long or range(len(given)):
                clue = given[index] or ()
                if split and len(long) < 2 and clues.printed is None:
                    for place in range(1, len(clue)):
                        yield _JOINED, Line(axis, index), (clue[:place], clue[place:])


def _with_lines(
    clues: LooseClues, kind: LineCorrectionKind, line: Line, after: tuple[Clue | None, ...]
) -> Puzzle:
    """The puzzle after a change of whole lines, with the goal picture if it has that size.

    Raises:
        PuzzleError: a clue does not fit, or the board is too large.
    """
    lines = {axis: list(_lines(clues, axis)) for axis in AXES}
    lines[line.axis][line.index : line.index + _REPLACED[kind]] = after
    goal, size = clues.goal, (len(lines["row"]), len(lines["column"]))
    return Puzzle(
        lines["row"],
        lines["column"],
        palette=clues.palette,
        goal=goal if goal is not None and (goal.height, goal.width) == size else None,
        meta=clues.meta,
        printed=clues.printed,
    )


def _rank(one: LineCorrection) -> tuple[bool, int, bool, bool, int]:
    """The sort key: the goal picture, one solution, equal neighbours, square boards, the kinds."""
    index, lines = one.line.index, _lines(one.puzzle, one.line.axis)
    twice = one.kind is _EXTRA and lines[index - 1 : index] == one.before
    verdicts = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.UNKNOWN)
    square = one.puzzle.height == one.puzzle.width
    kinds = tuple(LineCorrectionKind)
    goal = one.puzzle.goal
    agrees = goal is not None and one.kind is not _SWAPPED and not one.puzzle.faults(goal)
    return not agrees, verdicts.index(one.verdict), not twice, not square, kinds.index(one.kind)


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
