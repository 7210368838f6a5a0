# SPDX-License-Identifier: MIT
"""``correct_clues``: clues without a solution, and all changes of one number that give them one.

Idea. The changes of one number that the sums allow are the candidates (``candidates``). If only one
clue is wrong, every set of lines that contradict each other contains it (``deciding``). So each
line is left out in turn: if a contradiction remains, all lines that are not part of it are cleared.
A few lines stay; if propagation clears few, the cores of a SAT solver clear more (``line_cores``).
The candidates of the remaining lines are line solved, then the pipeline (preset ``fast``) decides
each. Every candidate is refuted or listed, so the answer is complete. Each question gets little
work in the first round, more in the second and the whole rest in the last: so a hard candidate does
not prevent finding the others. A limit may end the search anywhere; the answer then names the
undecided lines.

If no change of one number helps, ``slips`` looks for slips with whole lines, and gives the clues to
the search of readings, which finds the most probable changes of several clues. That search ranks
the answers and shows near alternatives; this search proves that its list is complete. So there are
two, which share cuts and decisions.

The search and the order of corrections ignore the goal picture, though it often shows which number
is wrong: clues with the picture of another puzzle would be corrected towards that picture. The
sentences say with which corrections the picture is a solution, and the first of these is written
(``ClueCorrections.proposed``).

Cost: milliseconds for most puzzles. Rejected: solving the puzzle with each candidate from the
start, which is a solve for each number, times the lengths if clues are missing
(docs/experiments.md, "Making and repairing").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nonosat.core import _core
from nonosat.errors import PuzzleError
from nonosat.exact import Contradiction
from nonosat.exact.contradictions import contradiction_of
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.make.corrections.answer import (
    ClueCorrections,
    Correction,
    CorrectionsEnd,
    LineCorrection,
    Suspect,
)
from nonosat.make.corrections.candidates import (
    CorrectionKind,
    Edit,
    edits,
    plausible,
    rooms,
    too_long,
)
from nonosat.make.corrections.line_cores import LineCores
from nonosat.make.corrections.slips import line_corrections, most_probable_slips
from nonosat.model.clue import Clue, Line, clue_of
from nonosat.model.faults import ClueLike
from nonosat.model.grid import Grid, GridLike
from nonosat.model.loose_clues import LooseClues, line_length, surplus
from nonosat.model.numbers import check_function, whole_number
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Event, Reason, Report, StageProgress, Verdict
from nonosat.photo.readings.deciding import Decider
from nonosat.solving.presets import Preset, choose
from nonosat.solving.question import Question

_FEW = 6
"""Up to this number of doubtful lines go to the pipeline; for more it pays to make clauses of all
lines."""
_DIRECT = choose("fast", stages=["lines", "probe", "sat"])
"""Most candidates that propagation leaves have no solution, and a SAT solver shows that sooner than
stages that look for a solution."""
_FAST = choose("fast")
_ROUNDS = ((_DIRECT, 100, 300), (_FAST, 3_000, 10_000), (_FAST, None, None))
"""The resources for each question in each round: the stages of the pipeline and their work, in
units of ``Limits``; or conflicts."""

_CONTRADICTION_WORK = 4_000_000
"""Bounds the search for a smallest contradiction: about a second."""

LIMIT = 1_000
"""The default of ``limit``: if clues are missing, there can be any number of corrections."""

_KINDS = tuple(CorrectionKind)

_ORDER = {Verdict.UNIQUE: 0, Verdict.MULTIPLE: 1, Verdict.UNKNOWN: 2}


def correct_clues(
    clues: LooseClues | Puzzle | None = None,
    *,
    rows: Iterable[ClueLike] | None = None,
    columns: Iterable[ClueLike] | None = None,
    palette: Palette = BLACK,
    printed: GridLike | None = None,
    limit: int = LIMIT,
    time_limit: float | None = None,
    work_limit: int | None = None,
    cancel: Cancellation | None = None,
    progress: Callable[[Event], None] | None = None,
) -> ClueCorrections:
    """Find the mistake in clues that have no solution, and correct one number.

    The corrections: a length changed, a block dropped, added or given another colour, two blocks of
    a clue swapped, a block split between its digits, two blocks joined. A file whose sums differ
    cannot be a ``Puzzle``; its error has the clues::

        try:
            puzzle = nonosat.load(path)
        except nonosat.errors.PuzzleError as error:
            if error.clues is not None:
                print(nonosat.make.correct_clues(error.clues))

    Args:
        clues: a Puzzle or LooseClues, perhaps with printed cells.
        rows, columns, palette, printed: instead of ``clues``, as for ``Puzzle``.
        limit: stop after this number of corrections (reason COUNT).
        time_limit: seconds of wall time.
        work_limit: units of work, for an end that is the same on every machine.
        cancel: an object whose ``cancel()`` any thread may call to end the work.
        progress: called with ``StageProgress`` (stage ``correct``) while the work goes on.

    Returns:
        All corrections after which there is a solution, unless ``complete`` is False; and the lines
        that are too long or may hold the mistake.

    Raises:
        PuzzleError: something else is wrong with the clues, such as a length of 0.
        OptionError: a limit makes no sense.
        TypeError: neither clues nor rows and columns are given, or both.

    >>> print(correct_clues(rows=[[3], [1], [1]], columns=[[3], [2], [1]]))
    the rows fill 5 cells, the columns 6: a clue is wrong
    2 corrections of one number give a solution, each exactly one
      1. R2: 1 becomes 2: [1] -> [2]; unique
      2. C2: 2 becomes 1: [2] -> [1]; unique
    the typo is in R2, C1 or C2, if only one clue is wrong: without it the others have a solution
    """
    loose = _loose(clues, rows, columns, palette, printed)
    check_function("progress", progress)
    limits = Limits(time_limit=time_limit, work_limit=work_limit, cancel=cancel)
    return _Search(loose, limits, whole_number("limit", limit, 1), progress).run()


def _loose(
    clues: LooseClues | Puzzle | None,
    rows: Iterable[ClueLike] | None,
    columns: Iterable[ClueLike] | None,
    palette: Palette,
    printed: GridLike | None,
) -> LooseClues:
    if clues is None:
        if rows is None or columns is None:
            raise TypeError("correct_clues() needs clues, or rows and columns")
        return LooseClues(rows, columns, palette=palette, printed=printed)
    if rows is not None or columns is not None:
        raise TypeError("correct_clues() got clues, and rows or columns as well: give one of them")
    if isinstance(clues, LooseClues):
        return clues
    if not isinstance(clues, Puzzle):
        raise TypeError(f"correct_clues() needs LooseClues or a Puzzle, not {type(clues).__name__}")
    return LooseClues(
        clues.rows,
        clues.columns,
        palette=clues.palette,
        goal=clues.goal,
        meta=clues.meta,
        printed=clues.printed,
    )


@dataclass(slots=True)
class _Task:
    """Two questions on a line: do the others have a solution, and which candidates give one?"""

    number: int
    """The number of the line on a board."""
    line: Line
    edits: list[Edit] = field(default_factory=list)
    """The candidates that were tried and are not decided."""
    listed: bool = False
    """All candidates were tried."""
    suspect: Suspect | None = None
    cleared: bool = False

    @property
    def decided(self) -> bool:
        """True if both questions about the line are answered."""
        return self.cleared or (self.listed and not self.edits and self.suspect is not None)

    def take_edits(self) -> Iterator[Edit]:
        """Take the undecided candidates one by one; the caller adds those back that stay undecided.

        If the caller stops early, the remaining ones are kept.
        """
        for _ in range(len(self.edits)):
            yield self.edits[0]
            del self.edits[0]


class _Search:
    """One call of ``correct_clues``."""

    def __init__(
        self,
        clues: LooseClues,
        limits: Limits,
        limit: int,
        progress: Callable[[Event], None] | None,
    ) -> None:
        self._clues = clues
        self._limits = limits
        self._limit = limit
        self._too_long = too_long(clues)
        self._rooms = rooms(clues)
        self._surplus = surplus(clues)
        self._on_board = [None if line in self._too_long else clue for line, clue in clues.lines()]
        """The clues that fit their lines."""
        palette = clues.palette
        self._decider = Decider(clues.height, clues.width, len(palette), clues.printed, limits)
        self._found: list[Correction] = []
        self._half_found: dict[tuple[Line, Clue], Correction] = {}
        """Corrections with one known solution; whether there are more is undecided."""
        self._tasks: list[_Task] = []
        self._tries = 0
        if progress is not None:
            limits.watch = lambda: progress(StageProgress("correct", self._tries, "puzzles tried"))

    def run(self) -> ClueCorrections:
        """The answer, as complete as the limits allow."""
        verdict, reason, solvable = self._verdict()
        if verdict is not Verdict.NONE:
            return self._answer(
                verdict,
                CorrectionsEnd.NOTHING_WRONG if solvable else CorrectionsEnd.UNKNOWN,
                reason,
            )
        try:
            self._search()
        except Stopped as stopped:
            reason = stopped.reason
        if self._found or self._half_found:
            end = CorrectionsEnd.CORRECTED
        else:
            end = CorrectionsEnd.NONE if reason is None else CorrectionsEnd.UNKNOWN
        return self._answer(verdict, end, reason)

    def _verdict(self) -> tuple[Verdict, Reason | None, bool]:
        """Verdict on the uncorrected clues, limit if unknown, and whether a solution is known."""
        if self._too_long or any(self._surplus or ()) or self._clues.size is not None:
            return Verdict.NONE, None, False
        report = self._solve(self._puzzle(), 2, _FAST)
        reason = report.reason if report.verdict is Verdict.UNKNOWN else None
        return report.verdict, reason, bool(report.solutions)

    def _search(self) -> None:
        """Find the corrections and the suspects.

        Raises:
            Stopped: a limit was reached.
        """
        if len(self._too_long) > 1 or self._clues.size is not None:
            return  # a correction changes only one line, and no size
        self._tasks = [
            _Task(number, line)
            for number, (line, clue) in enumerate(self._clues.lines())
            if (line in self._too_long if self._too_long else clue is not None)
        ]
        self._clear(self._on_board)
        for task in self._open():
            if not task.cleared:
                self._clear(self._without(task))
        many = len(self._open()) > _FEW
        for preset, work, conflicts in _ROUNDS:
            if many:
                self._ask_together(conflicts)
            else:
                for task in self._open():
                    if task.suspect is None:
                        self._leave_out(task, preset, work)
            for task in self._open():
                for edit in task.take_edits() if task.listed else self._candidates(task):
                    self._try(task, edit, preset, work)
                task.listed = True

    def _open(self) -> list[_Task]:
        return [task for task in self._tasks if not task.decided]

    def _without(self, task: _Task) -> list[Clue | None]:
        """The clues on the board, without the clue of a line."""
        return [*self._on_board[: task.number], None, *self._on_board[task.number + 1 :]]

    def _clear(self, clues: Sequence[Clue | None]) -> None:
        """If propagation finds that clues contradict each other, clear all lines not involved.

        Raises:
            Stopped: a limit was reached.
        """
        self._keep(self._decider.cut(clues, [task.number for task in self._open()]))

    def _keep(self, cut: frozenset[int] | None) -> None:
        """Clear the lines outside a cut: changing them would not remove its contradiction."""
        if cut is not None:
            for task in self._tasks:
                task.cleared |= task.number not in cut

    def _candidates(self, task: _Task) -> Iterator[Edit]:
        """The changes of a clue that the sums and propagation allow.

        Raises:
            Stopped: a limit was reached.
        """
        line = task.line
        board = self._decider.propagated(self._without(task))
        length = line_length(self._clues, line)
        candidates = edits(self._clue(line), length, self._rooms[line.axis], self._limits)
        return plausible(board, line, candidates, self._limits)

    def _ask_together(self, conflicts: int | None) -> None:
        """Decide by one SAT solver, for every open line, whether the others have a solution.

        Raises:
            Stopped: a limit was reached.
        """
        doubtful = [task.number for task in self._tasks if not task.cleared]
        if all(task.suspect is not None for task in self._open()):
            return
        with LineCores(self._decider.board(self._on_board), doubtful, self._limits) as cores:
            for task in self._open():
                if task.suspect is None and not task.cleared:
                    self._tries += 1
                    answer = cores.without(task.number, conflicts)
                    if isinstance(answer, bytes):
                        self._suspect(task, self._puzzle(task.line, None), answer)
                    else:
                        self._keep(answer)

    def _clue(self, line: Line) -> Clue:
        clue = self._clues.clue(line)
        assert clue is not None
        return clue

    def _leave_out(self, task: _Task, preset: Preset, work: int | None) -> None:
        """Decide whether the other lines have a solution.

        Raises:
            Stopped: a limit was reached.
        """
        puzzle = self._puzzle(task.line, None)
        report = self._solve(puzzle, 1, preset, work)
        if report.solutions:
            self._suspect(task, puzzle, report.solutions[0].cells)
        elif report.verdict is Verdict.NONE:
            task.cleared = True
        self._stop_here()

    def _suspect(self, task: _Task, puzzle: Puzzle, cells: bytes) -> None:
        solution = Question(puzzle, None, 1).accept(cells)
        index = task.line.index
        line = solution.row(index) if task.line.axis == "row" else solution.column(index)
        task.suspect = Suspect(task.line, self._clue(task.line), clue_of(line))

    def _try(self, task: _Task, edit: Edit, preset: Preset, work: int | None) -> None:
        """Solve the puzzle with a candidate; keep a correction, or the candidate if undecided.

        Raises:
            Stopped: a limit was reached, or there are enough corrections.
        """
        puzzle = self._puzzle(task.line, edit.after)
        report = self._solve(puzzle, 2, preset, work)
        self._note(task, edit, puzzle, report)
        self._stop_here()

    def _note(self, task: _Task, edit: Edit, puzzle: Puzzle, report: Report) -> None:
        verdict, solutions = report.verdict, report.solutions
        key = (task.line, edit.after)
        if verdict is Verdict.UNKNOWN:
            task.edits.append(edit)
        if not solutions:
            return
        if task.suspect is None:
            self._suspect(task, puzzle, solutions[0].cells)
        self._half_found.pop(key, None)
        correction = Correction(
            line=task.line,
            kind=edit.kind,
            blocks=edit.blocks,
            before=self._clue(task.line),
            after=edit.after,
            verdict=verdict,
            reason=None,
            typing_slip=edit.slip,
            puzzle=puzzle,
            solutions=solutions,
        )
        if verdict is Verdict.UNKNOWN:
            self._half_found[key] = correction
            return
        self._found.append(correction)
        if len(self._found) >= self._limit:
            raise Stopped(Reason.COUNT)

    def _puzzle(self, line: Line | None = None, clue: Clue | None = None) -> Puzzle:
        """The puzzle, with another clue in one line."""
        clues = self._clues
        rows, columns = list(clues.rows), list(clues.columns)
        if line is not None:
            (rows if line.axis == "row" else columns)[line.index] = clue
        return Puzzle(
            rows,
            columns,
            palette=clues.palette,
            goal=clues.goal,
            meta=clues.meta,
            printed=clues.printed,
        )

    def _solve(self, puzzle: Puzzle, limit: int, preset: Preset, work: int | None = None) -> Report:
        """The report on a puzzle, within the limits of the search and at most ``work``."""
        self._tries += 1
        return self._decider.report(puzzle, limit, work, preset)

    def _stop_here(self) -> None:
        """Raise Stopped if the limit of the search was reached while the solver was at work."""
        if self._limits.reason is not None:
            raise Stopped(self._limits.reason)

    def _answer(
        self, verdict: Verdict, end: CorrectionsEnd, reason: Reason | None
    ) -> ClueCorrections:
        half_found = [replace(found, reason=reason) for found in self._half_found.values()]
        found = sorted([*self._found, *half_found], key=_rank)
        suspects = [task.suspect for task in self._tasks if task.suspect is not None]
        undecided = [task.line for task in self._open()]
        contradiction = several = None
        lines: tuple[LineCorrection, ...] = ()
        if end is CorrectionsEnd.CORRECTED and reason is None:
            lines = line_corrections(self._clues, self._limits, only_twice=True)
        if end is CorrectionsEnd.NONE:
            lines = line_corrections(self._clues, self._limits)
            if any(one.solutions for one in lines):
                end = CorrectionsEnd.CORRECTED
            elif not suspects and len(self._too_long) < 2 and self._clues.size is None:
                contradiction = self._contradiction()
            if self._clues.size is None:
                several = most_probable_slips(self._clues, self._limits)
        return ClueCorrections(
            clues=self._clues,
            verdict=verdict,
            end=end,
            corrections=tuple(found),
            too_long=self._too_long,
            surplus=self._surplus,
            suspects=tuple(sorted(suspects, key=lambda suspect: suspect.line)),
            complete=reason is None,
            reason=reason,
            undecided=() if reason is None else tuple(undecided),
            contradiction=contradiction,
            several=several,
            line_corrections=lines,
            tries=self._tries,
            seconds=self._limits.passed,
        )

    def _contradiction(self) -> Contradiction | None:
        """Lines that contradict each other; None if the search takes too long."""
        from nonosat.sat.mus import smallest_contradiction

        clues, given = self._clues, self._on_board
        board = _core.Board(clues.height, clues.width, len(clues.palette), given)
        start = clues.printed or Grid.unknown(clues.height, clues.width, clues.palette.letters)
        try:
            found = smallest_contradiction(board, start.cells, self._limits, _CONTRADICTION_WORK)
        except Stopped:
            found = None
        if found is None:
            return None
        numbers = frozenset(found.lines)
        among = [clue if n in numbers else None for n, clue in enumerate(given)]
        rows, columns = among[: clues.height], among[clues.height :]
        try:
            puzzle = Puzzle(rows, columns, palette=clues.palette, printed=clues.printed)
        except PuzzleError:  # all lines contradict each other by their sums alone
            return None
        return contradiction_of(found, puzzle)


def _rank(correction: Correction) -> tuple[Any, ...]:
    """The sort key: one solution, typing slips, few cells changed, rows from the top, columns."""
    sums = [sum(block.length for block in clue) for clue in (correction.before, correction.after)]
    return (
        _ORDER[correction.verdict],
        not correction.typing_slip,
        _KINDS.index(correction.kind),
        abs(sums[0] - sums[1]),
        correction.line,
        correction.blocks,
        correction.after,
    )
