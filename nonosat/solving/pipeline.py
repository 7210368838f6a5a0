# SPDX-License-Identifier: MIT
"""The pipeline: stages in order, limits, cancellation, and the report.

``lines`` propagates, ``implications`` searches the graph of what follows from what, ``probe`` tries
every value of every unknown cell, ``beliefs`` tries to find a solution, ``sat`` encodes what is
left and asks for a solution, then for another. Each stage starts from what the last one left and
the pipeline ends as soon as nothing is left to do. What deduction alone solves is unique; else
uniqueness is that no second solution exists on the encoding of the state that sound deduction left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from nonosat.clue import EMPTY, UNKNOWN
from nonosat.core import _core
from nonosat.grid import Grid
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import (
    Board,
    Contradiction,
    Status,
    assume,
    finish,
    known,
    open_board,
)
from nonosat.report import (
    Event,
    Reason,
    Report,
    SolutionFound,
    StageFinished,
    StageProgress,
    StageReport,
    StageStarted,
)
from nonosat.solving.outcome import Outcome, Question
from nonosat.solving.presets import Preset

if TYPE_CHECKING:
    from nonosat.logic.belief_search import BeliefSearch

__all__ = ["Pipeline"]

_PROGRESS_SECONDS = 0.1
"""Progress is told at most so often."""
_NEAR_CONFLICTS = 100
"""So long a SAT solver looks for another solution close to the last one; then it works on a proof.
Where there is one, one conflict was mostly enough."""
_SWITCH_WORK = 20_000
"""Steps of the search for a second solution near the first, below a millisecond in all."""


class Pipeline:
    """One solve: the board, what was found so far, and the stages that work on both."""

    def __init__(
        self,
        question: Question,
        preset: Preset,
        limits: Limits,
        seed: int = 0,
        progress: Callable[[Event], None] | None = None,
    ) -> None:
        self._question = question
        self._preset = preset
        self._limits = limits
        self._seed = seed
        self._progress = progress
        self._board: Board = open_board(question.puzzle, question.given)
        self._free = frozenset(question.free_cells())
        self._findings = Outcome(known=question.start())
        self._counts: dict[str, int] = {}
        self._build_seconds: float | None = None
        self._measure: Callable[[], tuple[int, str]] = lambda: (0, "")
        self._told = 0.0
        self._stage = ""
        self._search: BeliefSearch | None = None

    def run(self) -> Report:
        """Run the stages until nothing is left to do or a limit is reached."""
        begun = self._limits.clock()
        return self.work().report(self._question, self._limits.clock() - begun)

    def work(self) -> Outcome:
        """The same; what was found, for those who put it together with other findings."""
        if self._progress is not None:
            self._limits.watch = self._watch
        for name in self._preset.stages:
            if self._done:
                break
            self._run_stage(name)
            if self._findings.reason is not None:
                break
        if self._findings.reason is None and not self._findings.exhausted:
            if self._question.backbone and self._findings.solutions:
                self._run_stage("backbone")
            elif not self._done:
                self._findings.reason = Reason.STAGES
        return self._findings

    @property
    def _done(self) -> bool:
        return self._findings.exhausted or len(self._findings.solutions) >= self._question.want

    def _run_stage(self, name: str) -> None:
        clock, findings = self._limits.clock, self._findings
        begun, before = clock(), findings.known.unknown_count
        self._told = begun
        self._stage = name
        self._counts = {}
        self._build_seconds = None
        self._tell(StageStarted(name, before))
        try:
            self._limits.check()
            _RUN[name](self)
        except Contradiction:
            findings.solutions.clear()
            findings.exhausted = True
        except Stopped as stopped:
            findings.reason = stopped.reason
        settled = before - findings.known.unknown_count
        report = StageReport(name, settled, clock() - begun, self._counts, self._build_seconds)
        findings.stages.append(report)
        self._tell(StageFinished(report, findings.known))

    def _lines(self) -> None:
        self._deduce(self._board.propagate, ("line_solves",), "line_solves")

    def _implications(self) -> None:
        """Build the graph, force what it forces, propagate; again until it forces nothing."""
        from nonosat.logic.implications import implications_of

        board, findings, puzzle = self._board, self._findings, self._question.puzzle
        counts = self._counts = {"rounds": 0, "literals": 0, "edges": 0, "forced": 0}
        self._measure = lambda: (counts["rounds"], "rounds")
        while True:
            finish(board.propagate(self._limits.stop), self._limits)
            findings.known = known(board, puzzle)
            if board.unknown == len(self._free):
                break
            found = implications_of(board, puzzle, self._limits)
            counts["rounds"] += 1
            counts["literals"] += found.graph.number_of_nodes()
            counts["edges"] += found.graph.number_of_edges()
            counts["forced"] += len(found.forced)
            if found.contradictory:
                raise Contradiction
            if not found.forced:
                break
            for literal in found.forced:
                assume(board, *literal)
        self._settle()

    def _probe(self) -> None:
        names = ("line_solves", "probes", "skipped", "contradictions", "agreements", "rounds")
        self._deduce(self._board.probe, names, "probes")

    def _deduce(
        self, work: Callable[[Callable[[], bool]], Status], names: Sequence[str], unit: str
    ) -> None:
        """Run a stage of the core; what it settles is known whatever ends it."""
        board, findings = self._board, self._findings
        before = board.counts()
        self._measure = lambda: (board.counts()[unit] - before[unit], unit)
        try:
            status = work(self._limits.stop)
        finally:
            after = board.counts()
            self._counts = {name: after[name] - before[name] for name in names}
        if board.conflict_line < 0:
            findings.known = known(board, self._question.puzzle)
        finish(status, self._limits)
        self._settle()

    def _settle(self) -> None:
        """If deduction has settled everything, it is the solution, and the only one."""
        if self._board.unknown == len(self._free):
            self._found(self._board.cells())
            self._findings.exhausted = True

    def _beliefs(self) -> None:
        from nonosat.logic.belief_search import BeliefSearch

        if not self._board.at_fixpoint:
            self._lines()
            if self._findings.exhausted:
                return
        self._search = search = BeliefSearch(self._board)
        self._measure = lambda: (search.counts()["rounds"], "rounds")
        try:
            cells = search.find(self._limits, self._seed)
        finally:
            self._counts.update(search.counts())
        if cells is not None:
            self._found(cells)

    def _look_again(self) -> None:
        """Between two slices of a SAT solver: beliefs try once more to find a first solution."""
        assert self._search is not None
        self._counts["more_runs"] = self._counts.get("more_runs", 0) + 1
        cells = self._search.find_longer(self._limits, self._seed)
        if cells is not None:
            self._found(cells)

    def _sat(self) -> None:
        from nonosat.sat.backends import backend_class, models_lines
        from nonosat.sat.cnf import encode, encode_cells

        if self._findings.solutions and self._switch():
            return
        findings, limits, backend = self._findings, self._limits, self._preset.backend
        solver_class = backend_class(backend)
        begun = limits.clock()
        if models_lines(backend):
            cnf = encode_cells(self._board, self._question.puzzle, limits)
        else:
            assert self._preset.encoding is not None
            beliefs = None if self._search is None else self._search.beliefs
            cnf = encode(self._board, self._preset.encoding, limits, beliefs)
        self._counts.update(variables=cnf.variables, clauses=len(cnf.clauses))
        solver = solver_class(cnf, seed=self._seed, limits=limits)
        self._build_seconds = limits.clock() - begun
        self._measure = lambda: (solver.counts().get("conflicts", 0), "conflicts")
        try:
            blocked = 0
            phases: Sequence[int] = cnf.phases
            while True:
                for grid in findings.solutions[blocked:]:
                    solver.add_clause(cnf.blocking(grid.cells, self._free))
                blocked = len(findings.solutions)
                if self._search is not None:
                    solver.set_phases(phases, _NEAR_CONFLICTS if blocked else None)
                answer = solver.solve(limits, in_turn=self._search is not None and not blocked)
                if answer is None:
                    self._look_again()
                elif answer:
                    phases = solver.model()
                    self._found(cnf.decode(phases))
                else:
                    findings.exhausted = True
                    break
                if self._done or (self._search is not None and self._switch()):
                    break
        finally:
            self._counts.update(solver.counts())
            solver.close()
        if findings.exhausted and findings.solutions:
            agreed = findings.solutions[0].agreement(findings.solutions[1:])
            unknown = ((*divmod(p, agreed.width), UNKNOWN) for p in self._free)
            findings.known = agreed.with_cells(unknown)

    def _backbone(self) -> None:
        """Which cells differ between solutions? Asked when two were found that are not all."""
        from nonosat.sat.backbone_search import find_backbone
        from nonosat.sat.cnf import encode

        findings, puzzle = self._findings, self._question.puzzle
        self._measure = lambda: (0, "questions")
        self._counts = {"questions": 0, "solutions": 0}
        solutions = [grid.cells for grid in findings.solutions]
        found = find_backbone(
            encode(self._board, "order", self._limits),
            solutions,
            puzzle.width,
            self._limits,
            ignore=self._free,
            explore=None if self._search is None else self._explore,
        )
        findings.ambiguous = found.ambiguous
        self._counts = {"questions": found.calls, "solutions": found.models}
        unsure = ((*divmod(p, puzzle.width), UNKNOWN) for p in found.ambiguous | self._free)
        findings.known = findings.solutions[0].with_cells(unsure)

    def _explore(self, base: bytes, cells: list[int]) -> Iterator[bytes]:
        """Solutions that differ from a known one, by beliefs."""
        from nonosat.logic.neighbours import differing_solutions

        for found in differing_solutions(self._board, base, cells, self._limits, self._seed):
            yield self._checked(found).cells

    def _switch(self) -> bool:
        """Look for a second solution close to the only one so far; True if that is all wanted."""
        findings = self._findings
        if len(findings.solutions) == 1 and self._question.want > 1:
            cells = _core.find_switch(self._board, findings.solutions[0].cells, _SWITCH_WORK)
            self._counts["switches"] = int(cells is not None)
            if cells is not None:
                self._found(cells)
        return self._done

    def _found(self, cells: bytes) -> None:
        """Check a solution and keep it."""
        grid = self._checked(cells)
        self._findings.solutions.append(grid)
        self._tell(SolutionFound(len(self._findings.solutions), grid))

    def _checked(self, cells: bytes) -> Grid:
        """A solution that has passed its check, with EMPTY in the free cells."""
        complete = bytearray(cells)
        for place in self._free:
            complete[place] = EMPTY
        return self._question.accept(bytes(complete))

    def _tell(self, event: Event) -> None:
        if self._progress is not None:
            self._progress(event)

    def _watch(self) -> None:
        now = self._limits.clock()
        if now - self._told >= _PROGRESS_SECONDS:
            self._told = now
            done, unit = self._measure()
            self._tell(StageProgress(self._stage, done, unit))


_RUN: dict[str, Callable[[Pipeline], None]] = {
    "lines": Pipeline._lines,
    "implications": Pipeline._implications,
    "probe": Pipeline._probe,
    "beliefs": Pipeline._beliefs,
    "sat": Pipeline._sat,
    "backbone": Pipeline._backbone,
}
