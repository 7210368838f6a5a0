# SPDX-License-Identifier: MIT
"""Beliefs and a SAT solver in turns: new phases for each run, and runs after a known solution."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from nonosat import Puzzle, Reason, Verdict, load, solve, study
from nonosat.core import _core
from nonosat.limits import Limits
from nonosat.logic.belief_search import BeliefSearch
from nonosat.logic.board import open_board
from nonosat.sat.backends import backend_class
from nonosat.sat.backends.pysat import Duo
from nonosat.sat.cnf import Cnf, encode
from nonosat.solving.stages import guided_search
from nonosat.solving.stages import sat as sat_stage
from nonosat.solving.stages import turns as order
from nonosat.solving.stages.turns import NEAR_CONFLICTS, Worker
from nonosat.solving.state import Left
from tests.support.brute import all_solutions, hard_puzzle, random_given, random_puzzle
from tests.support.places import FULL


class Recorder(Duo):
    """A real solver that pauses a number of times before it works, and records its calls."""

    pauses = 0
    phases: list[Sequence[int]]
    turns: list[int | None]

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        super().__init__(cnf, seed=seed, limits=limits)
        Recorder.phases, Recorder.turns = [], []

    def solve(self, limits: Limits, pause_after: int | None = None) -> bool | None:
        Recorder.turns.append(pause_after)
        if len(Recorder.turns) <= Recorder.pauses:
            return None
        return super().solve(limits)

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        Recorder.phases.append(list(literals))


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> type[Recorder]:
    """No cheap search finds anything, and the backend is a ``Recorder``."""
    monkeypatch.setattr(guided_search, "_NODES", 0)
    monkeypatch.setattr(order, "_SECOND_CELLS", 0)
    monkeypatch.setattr(_core, "find_switching_component", lambda *arguments: None)
    monkeypatch.setattr(sat_stage, "backend_class", lambda name: Recorder)
    monkeypatch.setattr(Recorder, "pauses", 6)
    return Recorder


@dataclass
class Work:
    """The parts of the state that ``turns`` reads."""

    solutions: list[bytes] = field(default_factory=list)
    done: bool = False
    left: Left = field(default_factory=Left)

    def conflicts(self) -> int:
        """Of a turn between two runs of beliefs."""
        return 2000


def test_who_works_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "has_second_solver", lambda state: True)
    work: Any = Work()
    following = order.turns(work, work)
    assert next(following) == (Worker.SOLVER, 500)  # short: a second solver follows
    assert next(following) == (Worker.SECOND_SOLVER, None)
    assert next(following) == (Worker.COMPONENT, None)
    assert next(following) == (Worker.SOLVER, 2000)
    assert next(following) == (Worker.BELIEFS, None)
    assert next(following) == (Worker.COMPONENT, None)
    assert next(following) == (Worker.SOLVER, 2000)
    work.solutions.append(b"1")
    assert next(following) == (Worker.COMPONENT, None)  # at once, after the solver's solution
    work.left.weights = True
    assert next(following) == (Worker.SOLVER, 2000)
    assert next(following) == (Worker.WEIGHTS, None)
    work.left.weights = False
    assert next(following) == (Worker.COMPONENT, None)
    assert next(following) == (Worker.SOLVER, 2000)
    work.done = True
    assert list(following) == []


def test_who_works_next_without_beliefs() -> None:
    work: Any = Work(solutions=[b"1"], left=Left(weights=True))
    following = order.turns(work, None)
    assert next(following) == (Worker.SOLVER, NEAR_CONFLICTS)
    assert next(following) == (Worker.WEIGHTS, None)
    work.left.weights = False
    assert next(following) == (Worker.SOLVER, None)  # to its end
    work.done = True
    assert list(following) == []


def test_every_run_gives_new_phases_and_a_longer_turn(
    recorder: type[Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    dive = BeliefSearch._try

    def fruitless(self: BeliefSearch, *arguments: object) -> None:
        dive(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(BeliefSearch, "_try", fruitless)
    report = solve(hard_puzzle(14), stages=["lines", "probe", "beliefs", "sat"], limit=1)
    assert report.solutions
    assert report.stages[-1].counts["more_runs"] == 6
    assert len(recorder.phases) == 7
    assert all(len(phases) == len(recorder.phases[0]) for phases in recorder.phases)
    assert len({tuple(phases) for phases in recorder.phases}) > 3
    lengths = [turn for turn in recorder.turns if turn is not None]
    assert len(lengths) == 7
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]


def test_a_run_that_finds_the_known_solution_again(
    recorder: type[Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = study.domino(4)
    (solution,) = solve(puzzle).solutions
    monkeypatch.setattr(BeliefSearch, "find", lambda *arguments: solution.cells)
    monkeypatch.setattr(BeliefSearch, "find_another", lambda *arguments: solution.cells)
    report = solve(puzzle, stages=["lines", "beliefs", "sat"])
    assert report.verdict is Verdict.UNIQUE
    assert report.stages[-1].counts["more_runs"] == 6


def test_a_run_finds_the_second_solution(
    recorder: type[Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle([[1]] * 4, [[1]] * 4)
    first, second = solve(puzzle, preset="sat").solutions
    monkeypatch.setattr(BeliefSearch, "find", lambda *arguments: first.cells)
    monkeypatch.setattr(BeliefSearch, "find_another", lambda *arguments: second.cells)
    report = solve(puzzle, stages=["lines", "beliefs", "sat"])
    assert report.verdict is Verdict.MULTIPLE
    assert report.solutions == (first, second)
    assert len(recorder.turns) == 1


def test_a_solution_that_took_turns_is_followed_by_turns_for_another(
    recorder: type[Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Recorder, "pauses", 12)
    puzzle = hard_puzzle(14)
    (solution,) = solve(puzzle, preset="sat", limit=1).solutions
    runs = []

    def longer(*arguments: object) -> bytes | None:
        runs.append("longer")
        return solution.cells if len(runs) == 2 else None

    def another(*arguments: object) -> None:
        runs.append("another")

    monkeypatch.setattr(BeliefSearch, "find", lambda *arguments: None)
    monkeypatch.setattr(BeliefSearch, "find_longer", longer)
    monkeypatch.setattr(BeliefSearch, "find_another", another)
    assert solve(puzzle, stages=["lines", "beliefs", "sat"]).verdict is Verdict.MULTIPLE
    # Two runs for the first solution; as many plus three for another; then runs beside a proof.
    assert runs == ["longer"] * (2 + 2 + 3) + ["another"] * 5
    assert len(recorder.phases) == 1 + 1 + 1 + (2 + 3)


def test_the_solver_works_nearly_alone_after_some_turns(
    recorder: type[Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Recorder, "pauses", 20)
    puzzle = hard_puzzle(14)
    (solution,) = solve(puzzle, preset="sat", limit=1).solutions
    monkeypatch.setattr(BeliefSearch, "find", lambda *arguments: solution.cells)
    monkeypatch.setattr(BeliefSearch, "find_another", lambda *arguments: None)
    solve(puzzle, stages=["lines", "beliefs", "sat"])
    turns = [turn for turn in recorder.turns if turn is not None]
    assert turns[0] == min(turns)
    assert turns[-1] == max(turns) == 16 * turns[0]


def test_the_second_solver_agrees_with_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other solver always pauses, and beliefs find nothing."""
    monkeypatch.setattr(sat_stage, "backend_class", lambda name: Recorder)
    monkeypatch.setattr(Recorder, "pauses", 1_000)
    monkeypatch.setattr(guided_search, "_search_by_probing", lambda *arguments: False)
    monkeypatch.setattr(BeliefSearch, "_try", lambda *arguments: None)
    rng = random.Random(7)
    none = Puzzle([[1, 1]] * 3 + [[], [], [3]], [[1, 1], [1], [2, 1], [1], [1, 1]])
    decided = {True: 0, False: 0}
    for puzzle in [none, *(random_puzzle(rng, 5) for _ in range(300))]:
        given = random_given(rng, puzzle) if puzzle is not none and rng.random() < 0.3 else None
        report = solve(puzzle, stages=["beliefs", "sat"], limit=1, given=given)
        expected = all_solutions(puzzle, given)
        assert bool(report.solutions) is bool(expected)
        assert report.reason is None or expected
        assert all(grid.cells in expected for grid in report.solutions)
        if report.stages[-1].name == "sat":
            decided[bool(expected)] += 1
            assert "second_conflicts" in report.stages[-1].counts
            assert "more_runs" not in report.stages[-1].counts
    assert decided[True] > 10
    assert decided[False] > 0


def test_the_second_solver_has_one_turn_and_spends_the_conflicts_of_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order, "_SECOND_CELLS", 3600)
    monkeypatch.setattr(BeliefSearch, "_try", lambda *arguments: None)
    stages = ["lines", "beliefs", "sat"]
    for limit, second in ((1_000, 500), (4_400, 2_000)):
        report = solve(hard_puzzle(60), stages=stages, limit=1, conflict_limit=limit)
        assert report.reason is Reason.CONFLICTS
        assert second <= report.stages[-1].counts["second_conflicts"] <= second + 10
    monkeypatch.setattr(order, "_SECOND_CELLS", 1000)
    report = solve(hard_puzzle(60), stages=stages, limit=1, conflict_limit=1_000)
    assert "second_conflicts" not in report.stages[-1].counts


def test_solvers_pause() -> None:
    board = open_board(hard_puzzle(60), None)
    board.propagate()
    for name, least, most in (("minisat", 100, 200), ("cadical", 500, 6000)):
        cnf = encode(board, "order", Limits())
        solver = backend_class(name)(cnf, seed=0, limits=Limits())
        assert solver.solve(Limits(), 100) is None
        assert least <= solver.counts()["conflicts"] <= most
        solver.close()


def test_literals_of_a_solution_are_those_of_its_model() -> None:
    for seed in range(20):
        cnf = encode(open_board(random_puzzle(random.Random(seed), 5), None), "order", Limits())
        solver = backend_class("minisat")(cnf, seed=0, limits=Limits())
        if solver.solve(Limits()):
            model = list(solver.model())
            assert cnf.literals(cnf.decode(model)) == model[: len(cnf.cells)]
        solver.close()


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize("name", ["survey-meow", *(["survey-faase"] if FULL else [])])
def test_hard_pictures_in_every_orientation(corpus: Path, name: str) -> None:
    """With the phases of the first runs kept, most of these end without an answer."""
    for puzzle in study.orientations(name, load(corpus / "survey" / f"{name}.non")).values():
        report = solve(puzzle, preset="fast", conflict_limit=100_000)
        assert report.verdict is Verdict.MULTIPLE
