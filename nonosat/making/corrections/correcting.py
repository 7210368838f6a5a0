# SPDX-License-Identifier: MIT
"""``correct_clues``: clues without a solution, and every correction of one number that gives them
one.

``candidates`` lists what the sums allow, clears lines and drops candidates by propagation; of the
others probing decides most. What deduction leaves open goes to
the pipeline (preset ``fast``) if it is little, else to one SAT solver for all (``line_clauses``).
The answer is complete: every candidate is refuted, or is in the list. Each question gets few
conflicts in the first round, more in the second, all there are in the last, so that one hard
candidate does not keep the others from being found. A limit ends the search at any place, and the
answer then names the lines that are open.

No goal picture is read in the search or for the order, though it often would say which number is
wrong: clues with the picture of another puzzle would be mended towards that. The words say with
which corrections the picture is a solution.

The alternative, to solve the puzzle with each candidate from the start, takes as many solves as the
puzzle has numbers, times the lengths where clues are missing; here a few remain
(docs/experiments.md, "Making and repairing").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from nonosat.core import _core
from nonosat.errors import PuzzleError
from nonosat.exact import Contradiction
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.making.corrections.candidates import (
    CorrectionKind,
    Edit,
    edits,
    line_length,
    plausible,
    rooms,
    too_long,
    uncleared,
)
from nonosat.making.corrections.corrected import (
    ClueCorrections,
    Correction,
    CorrectionsEnd,
    Suspect,
)
from nonosat.making.corrections.line_clauses import LineClauses
from nonosat.model.clue import Clue, Line, clue_of
from nonosat.model.faults import ClueLike
from nonosat.model.grid import Grid, GridLike
from nonosat.model.loose_clues import LooseClues
from nonosat.model.numbers import check_function, whole_number
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle, line_at
from nonosat.model.report import Event, Reason, Report, StageProgress, Verdict
from nonosat.solving import ask
from nonosat.solving.presets import Preset, choose
from nonosat.solving.question import Question

_DEDUCTION = Preset("deduction", ("lines", "probe"), "what people can do")
_FAST = choose("fast")
_FEW = 6
"""Open questions up to this number go to the pipeline, with this work for each, in units of
``Limits``; for more it pays to make clauses for all of them together."""
_FAST_WORK = 100
_MOST_OPEN = 200
"""Candidates of a line that wait for the solver; more of them are solved at once."""
_ROUNDS = (300, 10_000, None)
"""The conflicts that each question gets in each round."""

_CONFLICT_WORK = 4_000_000
"""Bounds the search for a smallest contradiction: about a second."""

MOST = 1_000
"""The most corrections, if the caller does not say: with clues missing there can be any number."""

_KINDS = tuple(CorrectionKind)

_VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)
"""By the number of solutions, where two are enough."""

_ORDER = {Verdict.UNIQUE: 0, Verdict.MULTIPLE: 1, Verdict.UNKNOWN: 2}


def correct_clues(
    clues: LooseClues | Puzzle | None = None,
    *,
    rows: Iterable[ClueLike] | None = None,
    columns: Iterable[ClueLike] | None = None,
    palette: Palette = BLACK,
    printed: GridLike | None = None,
    most: int = MOST,
    time_limit: float | None = None,
    work_limit: int | None = None,
    cancel: Cancellation | None = None,
    progress: Callable[[Event], None] | None = None,
) -> ClueCorrections:
    """What is wrong with clues that have no solution, and all corrections of one number.

    A file whose sums differ is no ``Puzzle``; its error has the clues that were read::

        try:
            puzzle = nonosat.load(path)
        except nonosat.PuzzleError as error:
            if error.clues is not None:
                print(nonosat.correct_clues(error.clues))

    Args:
        clues: the clues, with printed cells if there are some; a Puzzle or LooseClues.
        rows, columns, palette, printed: these instead, as for ``Puzzle``.
        most: stop after this number of corrections (reason COUNT).
        time_limit: seconds.
        work_limit: units of work, for an end that is the same on every machine.
        cancel: as for ``solve``.
        progress: called with ``StageProgress`` while the work goes on.

    Returns:
        Lines that cannot be right, and the corrections: a length changed, a block dropped, added or
        given another colour, two blocks of a clue swapped. All of them, unless ``complete`` is
        False.

    Raises:
        PuzzleError: something else is wrong with the clues, such as a length of 0.
        OptionError: a limit that makes no sense.
        TypeError: neither clues nor rows and columns are given, or both.

    >>> print(correct_clues(rows=[[3], [1], [1]], columns=[[3], [2], [1]]))
    the rows fill 5 cells, the columns 6: a clue is wrong
    2 corrections of one number give a solution, each exactly one
      1. R2: 1 becomes 2: [1] -> [2]; unique
      2. C2: 2 becomes 1: [2] -> [1]; unique
    if one clue alone is wrong, it is one of R2, C1 and C2: without it the others have a solution
    """
    loose = _loose(clues, rows, columns, palette, printed)
    check_function("progress", progress)
    limits = Limits(time_limit=time_limit, work_limit=work_limit, cancel=cancel)
    return _Search(loose, limits, whole_number("most", most, 1), progress).run()


def _loose(
    clues: LooseClues | Puzzle | None,
    rows: Iterable[ClueLike] | None,
    columns: Iterable[ClueLike] | None,
    palette: Palette,
    printed: GridLike | None,
) -> LooseClues:
    if clues is None:
        if rows is None or columns is None:
            raise TypeError("mend() needs clues, or rows and columns")
        return LooseClues(rows, columns, palette=palette, printed=printed)
    if rows is not None or columns is not None:
        raise TypeError("mend() got clues, and rows or columns as well: give one of them")
    if isinstance(clues, LooseClues):
        return clues
    if not isinstance(clues, Puzzle):
        raise TypeError(f"mend() needs LooseClues or a Puzzle, not {type(clues).__name__}")
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
    """The questions about one line: do the others have a solution, which candidates give one?"""

    line: Line
    edits: list[Edit] = field(default_factory=list)
    """Those that are not decided."""
    suspect: Suspect | None = None
    cleared: bool = False

    @property
    def questions(self) -> int:
        """How much is not decided."""
        return 0 if self.cleared else len(self.edits) + (self.suspect is None)

    def take_edits(self) -> Iterator[Edit]:
        """Those that are not decided, to be decided now; one that is not comes back.

        If the caller stops, the others stay.
        """
        if self.cleared:
            self.edits = []
        for _ in range(len(self.edits)):
            yield self.edits[0]
            del self.edits[0]


class _Search:
    """One ``correct_clues``."""

    def __init__(
        self,
        clues: LooseClues,
        limits: Limits,
        most: int,
        progress: Callable[[Event], None] | None,
    ) -> None:
        self._clues = clues
        self._limits = limits
        self._most = most
        self._too_long = too_long(clues)
        self._given = [line for line, clue in clues.lines() if clue is not None]
        self._rooms = rooms(clues)
        self._found: list[Correction] = []
        self._half_found: dict[tuple[Line, Clue], Correction] = {}
        """Those of which the solver has seen a solution, but not whether there are more."""
        self._tasks: list[_Task] = []
        self._untouched: list[Line] = []
        self._tried = 0
        if progress is not None:
            limits.watch = lambda: progress(StageProgress("mend", self._tried, "puzzles tried"))

    def run(self) -> ClueCorrections:
        """The answer, as far as the budget goes."""
        verdict, reason, sound = self._verdict()
        if verdict is not Verdict.NONE:
            return self._mended(
                verdict, CorrectionsEnd.SOUND if sound else CorrectionsEnd.UNKNOWN, reason
            )
        try:
            self._search()
        except Stopped as stopped:
            reason = stopped.reason
        if self._found or self._half_found:
            end = CorrectionsEnd.MENDED
        else:
            end = CorrectionsEnd.NONE if reason is None else CorrectionsEnd.UNKNOWN
        return self._mended(verdict, end, reason)

    def _verdict(self) -> tuple[Verdict, Reason | None, bool]:
        """Of the clues as they are; what limit kept it from being known; is there a solution."""
        gaps = self._gaps()
        if self._too_long or (gaps is not None and any(gaps)):
            return Verdict.NONE, None, False
        report = self._solve(self._puzzle(), 2, _FAST)
        reason = report.reason if report.verdict is Verdict.UNKNOWN else None
        return report.verdict, reason, bool(report.solutions)

    def _gaps(self) -> tuple[int, ...] | None:
        if len(self._given) < self._clues.height + self._clues.width:
            return None
        return tuple(room.low for room in self._rooms["C"])

    def _search(self) -> None:
        """Find the corrections and the suspects.

        Raises:
            Stopped: a limit was reached.
        """
        if len(self._too_long) > 1:
            return  # a correction mends only one of them
        lines = list(self._too_long) or self._given
        self._untouched = list(lines)
        for line, board in uncleared(self._clues, lines, self._limits):
            self._untouched = self._untouched[self._untouched.index(line) :]
            task = _Task(line)
            self._tasks.append(task)
            self._leave_out(task, _DEDUCTION)
            length = line_length(self._clues, line)
            candidates = edits(self._clue(line), length, self._rooms[line.axis], self._limits)
            if not task.cleared:
                for edit in plausible(board, line, candidates, self._limits):
                    self._try(task, edit, _DEDUCTION)
                    if len(task.edits) > _MOST_OPEN:
                        self._try(task, task.edits.pop(), _FAST, _FAST_WORK)
            self._untouched.remove(line)
        self._untouched = []
        if sum(task.questions for task in self._tasks) <= _FEW:
            for task in self._tasks:
                if task.suspect is None and not task.cleared:
                    self._leave_out(task, _FAST, _FAST_WORK)
                for edit in task.take_edits():
                    self._try(task, edit, _FAST, _FAST_WORK)
        if any(task.questions for task in self._tasks):
            self._solve_together()

    def _solve_together(self) -> None:
        """Decide what is open with one solver.

        Raises:
            Stopped: a limit was reached.
        """
        doubtful = [task.line for task in self._tasks if not task.cleared]
        with LineClauses(self._clues, doubtful, self._limits) as clauses:
            for conflicts in _ROUNDS:
                for task in self._tasks:
                    if task.suspect is None and not task.cleared:
                        self._tried += 1
                        answer = clauses.without(task.line, conflicts)
                        if isinstance(answer, bytes):
                            self._suspect(task, self._puzzle(task.line, None), answer)
                        elif answer is not None:
                            for other in self._tasks:
                                other.cleared |= other is task or other.line not in answer
                for task in self._tasks:
                    for edit in task.take_edits():
                        self._tried += 1
                        found, all_found = clauses.corrected(task.line, edit.after, conflicts)
                        verdict = Verdict.UNKNOWN
                        if len(found) == 2 or all_found:
                            verdict = _VERDICTS[len(found)]
                        question = Question(self._puzzle(task.line, edit.after), None, 2)
                        grids = tuple(map(question.accept, found))
                        self._note(task, edit, question, verdict, grids)

    def _clue(self, line: Line) -> Clue:
        clue = self._clues.clue(line)
        assert clue is not None
        return clue

    def _leave_out(self, task: _Task, preset: Preset, work: int | None = None) -> None:
        """Do the others have a solution?

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
        line = solution.row(index) if task.line.axis == "R" else solution.column(index)
        task.suspect = Suspect(task.line, self._clue(task.line), clue_of(line))

    def _try(self, task: _Task, edit: Edit, preset: Preset, work: int | None = None) -> None:
        """Solve the puzzle with a candidate, and note what came out.

        Raises:
            Stopped: a limit was reached.
        """
        question = Question(self._puzzle(task.line, edit.after), None, 2)
        report = self._solve(question.puzzle, 2, preset, work)
        self._note(task, edit, question, report.verdict, report.solutions)
        self._stop_here()

    def _note(
        self,
        task: _Task,
        edit: Edit,
        question: Question,
        verdict: Verdict,
        solutions: tuple[Grid, ...],
    ) -> None:
        """Keep a correction, or the candidate if it is not decided.

        Raises:
            Stopped: there are enough corrections.
        """
        key = (task.line, edit.after)
        if verdict is Verdict.UNKNOWN:
            task.edits.append(edit)
        if not solutions:
            return
        if task.suspect is None:
            self._suspect(task, question.puzzle, solutions[0].cells)
        self._half_found.pop(key, None)
        correction = Correction(
            line=task.line,
            kind=edit.kind,
            blocks=edit.blocks,
            before=self._clue(task.line),
            after=edit.after,
            verdict=verdict,
            reason=None,
            natural=edit.natural,
            puzzle=question.puzzle,
            solutions=solutions,
        )
        if verdict is Verdict.UNKNOWN:
            self._half_found[key] = correction
            return
        self._found.append(correction)
        if len(self._found) >= self._most:
            raise Stopped(Reason.COUNT)

    def _puzzle(self, line: Line | None = None, clue: Clue | None = None) -> Puzzle:
        """The puzzle, with another clue in one line."""
        clues = self._clues
        rows, columns = list(clues.rows), list(clues.columns)
        if line is not None:
            (rows if line.axis == "R" else columns)[line.index] = clue
        return Puzzle(
            rows,
            columns,
            palette=clues.palette,
            goal=clues.goal,
            meta=clues.meta,
            printed=clues.printed,
        )

    def _solve(self, puzzle: Puzzle, limit: int, preset: Preset, work: int | None = None) -> Report:
        """The report of a puzzle, within the budget of all and ``work`` of its own."""
        outer = self._limits
        self._tried += 1
        return ask(puzzle, None, limit, preset, limits=outer.part(work=work))

    def _stop_here(self) -> None:
        """Raise Stopped if the limit of all was reached while the solver was at work."""
        if self._limits.reason is not None:
            raise Stopped(self._limits.reason)

    def _mended(
        self, verdict: Verdict, end: CorrectionsEnd, reason: Reason | None
    ) -> ClueCorrections:
        half_found = [replace(found, reason=reason) for found in self._half_found.values()]
        found = sorted([*self._found, *half_found], key=_rank)
        suspects = [task.suspect for task in self._tasks if task.suspect is not None]
        still_open = {task.line for task in self._tasks if task.questions}.union(self._untouched)
        conflict = None
        if end is CorrectionsEnd.NONE and not suspects and len(self._too_long) < 2:
            conflict = self._conflict()
        return ClueCorrections(
            clues=self._clues,
            verdict=verdict,
            end=end,
            corrections=tuple(found),
            too_long=self._too_long,
            gaps=self._gaps(),
            suspects=tuple(sorted(suspects, key=lambda suspect: suspect.line)),
            complete=reason is None,
            reason=reason,
            open=() if reason is None else tuple(sorted(still_open)),
            conflict=conflict,
            tried=self._tried,
            seconds=self._limits.passed,
        )

    def _conflict(self) -> Contradiction | None:
        """Lines that contradict each other; None if none are found soon."""
        from nonosat.sat.mus import smallest_contradiction

        clues, wrong = self._clues, frozenset(self._too_long)
        given = [None if line in wrong else clue for line, clue in clues.lines()]
        board = _core.Board(clues.height, clues.width, len(clues.palette), given)
        start = clues.printed or Grid.unknown(clues.height, clues.width, clues.palette.letters)
        try:
            found = smallest_contradiction(board, start.cells, self._limits, _CONFLICT_WORK)
        except Stopped:
            found = None
        if found is None:
            return None
        numbers = frozenset(found.lines)
        of_conflict = [clue if n in numbers else None for n, clue in enumerate(given)]
        rows, columns = of_conflict[: clues.height], of_conflict[clues.height :]
        try:
            puzzle = Puzzle(rows, columns, palette=clues.palette, printed=clues.printed)
        except PuzzleError:  # all lines contradict each other by their sums alone
            return None
        return Contradiction(
            lines=tuple(line_at(puzzle, number) for number in found.lines),
            cells=tuple(divmod(place, puzzle.width) for place in found.cells),
            minimal=found.minimal,
            smallest=found.smallest,
            puzzle=puzzle,
        )


def _rank(correction: Correction) -> tuple[Any, ...]:
    """What comes first: one solution, natural, few cells changed, rows from the top, columns."""
    sums = [sum(block.length for block in clue) for clue in (correction.before, correction.after)]
    return (
        _ORDER[correction.verdict],
        correction.natural,
        _KINDS.index(correction.kind),
        abs(sums[0] - sums[1]),
        correction.line,
        correction.blocks,
        correction.after,
    )
