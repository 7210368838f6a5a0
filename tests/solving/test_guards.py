# SPDX-License-Identifier: MIT
"""Wrong answers from within, injected: each ends in InternalError, never in a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

import nonosat
from nonosat import Grid, Puzzle, Verdict
from nonosat.core import _core
from nonosat.core._core import Status
from nonosat.errors import InternalError
from nonosat.limits import Limits
from nonosat.logic import neighbours
from nonosat.logic.belief_search import BeliefSearch
from nonosat.logic.board import NoSolution
from nonosat.model.report import Event, SolutionFound
from nonosat.sat.cnf import Cnf
from nonosat.solving import bulk, question, stages, state
from nonosat.solving.stages import guided_search, turns
from nonosat.solving.stages import sat as sat_stage
from nonosat.solving.state import State
from tests.support.brute import hard_puzzle

SWAP = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
"""Two solutions."""
ONE = Puzzle(rows=[[2], [1]], columns=[[2], [1]])
FIRST = bytes((1, 0, 0, 1))
"""One of them."""
GUIDED = ("lines", "probe", "beliefs", "weights", "sat")
"""Without the stage ``search``, which would decide these puzzles first."""
"""One solution."""


class Liar:
    """A backend that returns the ``answers``: a model for each tuple, else False."""

    answers: Sequence[Sequence[int] | bool] = ()
    phases: list[Sequence[int]]

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        self.cnf = cnf
        self.calls = iter(self.answers)
        self.now: Sequence[int] = ()
        Liar.phases = []

    def add_clause(self, clause: Sequence[int]) -> None:
        pass

    def solve(self, limits: Limits, pause_after: int | None = None) -> bool:
        answer = next(self.calls)
        if isinstance(answer, bool):
            return answer
        self.now = answer
        return True

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        Liar.phases.append(literals)

    def model(self) -> Sequence[int]:
        return self.now

    def counts(self) -> dict[str, int]:
        return {}

    def close(self) -> None:
        pass


@pytest.fixture
def liar(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let every backend give these answers."""

    def install(*answers: Sequence[int] | bool) -> None:
        monkeypatch.setattr(Liar, "answers", answers)
        monkeypatch.setattr(sat_stage, "backend_class", lambda name: Liar)

    return install


def refused(puzzle: Puzzle, message: str, **options: Any) -> list[Event]:
    """The events before the InternalError."""
    events: list[Event] = []
    with pytest.raises(InternalError, match=message):
        nonosat.solve(puzzle, progress=events.append, **options)
    return events


def test_a_model_that_is_no_solution(liar: Callable[..., None]) -> None:
    liar((1, 2, -3, -4), False)
    events = refused(SWAP, "breaks R1, R2", preset="sat")
    assert not any(isinstance(event, SolutionFound) for event in events)


def test_a_model_that_contradicts_the_given_cells(
    monkeypatch: pytest.MonkeyPatch, liar: Callable[..., None]
) -> None:
    liar((1,), False)
    monkeypatch.setattr(Cnf, "decode", lambda cnf, model: bytes((0, 1, 1, 0)))
    refused(SWAP, "does not agree with the given cells", preset="sat", given=Grid("#?\n??"))


def test_the_same_model_twice(liar: Callable[..., None]) -> None:
    liar((1, -2, -3, 4), (1, -2, -3, 4))
    refused(SWAP, "the same solution was found twice", preset="sat")


@pytest.fixture
def unused_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Goals are compared with the verdict, but no stage takes them as a solution."""
    monkeypatch.setattr(state, "uses_goal", lambda question, preset: False)


@pytest.mark.usefixtures("unused_goals")
def test_no_model_where_the_goal_is_one(liar: Callable[..., None]) -> None:
    liar(False)
    refused(ONE.with_goal(Grid("##\n#.")), "no solution, but the goal picture is one", preset="sat")


@pytest.mark.usefixtures("unused_goals")
def test_no_second_model_where_the_goal_is_one(liar: Callable[..., None]) -> None:
    goal = SWAP.with_goal(Grid(".#\n#."))
    liar((1, -2, -3, 4), False)
    refused(goal, "unique, but the goal picture is another", preset="sat")


@pytest.mark.usefixtures("unused_goals")
def test_a_goal_that_is_the_solution_is_no_lie(liar: Callable[..., None]) -> None:
    liar((1, -2, -3, 4), False)  # the same lie; the goal gives no reason to doubt it
    report = nonosat.solve(SWAP.with_goal(Grid("#.\n.#")), preset="sat")
    assert report.verdict is Verdict.UNIQUE


def test_a_goal_does_not_hide_a_lie(
    monkeypatch: pytest.MonkeyPatch, liar: Callable[..., None]
) -> None:
    """The goal is taken as a solution only if the independent check accepts it, too."""
    monkeypatch.setattr(question, "goal_holds", lambda puzzle: True)
    refused(SWAP.with_goal(Grid("##\n..")), "breaks R1, R2", preset="sat")
    liar(False)
    assert nonosat.solve(ONE.with_goal(Grid("##\n#.")), preset="sat").verdict is Verdict.UNIQUE


@pytest.mark.parametrize("name", ["lines", "implications", "probe", "search", "beliefs", "sat"])
def test_a_contradiction_after_a_solution(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """In any stage."""

    def found(state: State) -> None:
        state.found(bytes((1, 0, 0, 1)))
        raise NoSolution

    monkeypatch.setitem(stages.RUN, name, found)  # type: ignore[arg-type]
    events = refused(SWAP, f"the stage {name} says that there is no solution", stages=[name])
    assert any(isinstance(event, SolutionFound) for event in events)


def test_a_contradiction_of_a_later_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    def contradict(state: State) -> None:
        raise NoSolution

    monkeypatch.setattr(_core, "find_switching_component", lambda *arguments: None)
    monkeypatch.setitem(stages.RUN, "sat", contradict)  # type: ignore[arg-type]
    refused(SWAP, "the stage sat says that there is no solution", stages=GUIDED)


def test_a_board_that_is_filled_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deduction that claims to have solved the puzzle."""
    monkeypatch.setattr(State, "solved", property(lambda state: True))
    refused(SWAP, "a solution that was found is not complete", preset="logic")


def wrong(*arguments: object) -> bytes:
    return bytes((1, 1, 0, 0))


def test_beliefs_that_find_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BeliefSearch, "find", wrong)
    refused(SWAP, "breaks R1, R2", stages=GUIDED)


def test_beliefs_that_find_none_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_SECOND_CELLS", 0)
    puzzle = hard_puzzle(10)
    monkeypatch.setattr(BeliefSearch, "find", lambda *arguments: None)
    monkeypatch.setattr(guided_search, "_NODES", 0)
    monkeypatch.setattr(BeliefSearch, "find_longer", lambda *arguments: bytes(100))
    monkeypatch.setattr(sat_stage, "backend_class", lambda name: Tired)
    refused(puzzle, "breaks", stages=GUIDED)


class Tired(Liar):
    """A backend that pauses at once."""

    def solve(self, limits: Limits, pause_after: int | None = None) -> Any:
        return False if pause_after is None else None


def test_a_switching_component_that_is_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_core, "find_switching_component", wrong)
    refused(SWAP, "breaks R1, R2", stages=GUIDED)


def test_a_switching_component_that_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_core, "find_switching_component", lambda board, cells, work: cells)
    refused(SWAP, "the same solution was found twice", stages=GUIDED)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((Status.FIXPOINT, [bytes((1, 1, 0, 0))], False), "breaks R1, R2"),
        ((Status.FIXPOINT, [bytes((1, 0, 0, 1))] * 2, False), "the same solution was found twice"),
        ((Status.FIXPOINT, [], True), "no solution, but the goal picture is one"),
        ((Status.CONTRADICTION, [], False), "no solution, but the goal picture is one"),
        ((Status.FIXPOINT, [bytes((1, 0, 0, 1))], True), "unique, but the goal picture is another"),
    ],
)
def test_a_short_search_that_lies(
    monkeypatch: pytest.MonkeyPatch, answer: tuple[Any, ...], message: str
) -> None:
    monkeypatch.setattr(_core, "search_shortly", lambda *arguments: (*answer, {}))
    refused(SWAP.with_goal(Grid(".#\n#.")), message)


def test_a_neighbour_that_is_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    def neighbour(*arguments: object) -> Iterator[bytes]:
        yield bytes(len(puzzle.rows) * len(puzzle.columns))

    puzzle = Puzzle(rows=[[1]] * 3, columns=[[1]] * 3)
    monkeypatch.setattr(neighbours, "differing_solutions", neighbour)
    monkeypatch.setattr("nonosat.sat.backbone_search._PATIENCE", 0)
    refused(puzzle, "breaks R1", backbone=True, stages=GUIDED)


def test_free_cells_that_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Filled unconstrained cells are checked again."""
    puzzle = Puzzle(rows=[[1], None], columns=[[1], None])
    real = Puzzle.grid

    def grid(self: Puzzle, cells: bytes) -> Grid:
        return real(self, bytes((1, 1, 0, 0)) if cells == bytes((1, 0, 0, 1)) else cells)

    given = Grid("#?\n??")
    assert nonosat.solve(puzzle, given=given).verdict is Verdict.MULTIPLE
    monkeypatch.setattr(Puzzle, "grid", grid)
    refused(puzzle, "breaks R1", given=given)


def test_beliefs_guide_the_backend(monkeypatch: pytest.MonkeyPatch, liar: Any) -> None:
    """Not a wrong answer, but as hard to notice: without phases all verdicts stay, only later."""
    puzzle = hard_puzzle(10)
    monkeypatch.setattr(BeliefSearch, "find", lambda *arguments: None)
    monkeypatch.setattr(guided_search, "_NODES", 0)
    liar(False)
    assert nonosat.solve(puzzle, stages=GUIDED).verdict is Verdict.NONE
    (phases,) = Liar.phases
    assert 0 < sum(literal > 0 for literal in phases) < len(phases)


@pytest.mark.parametrize(
    ("puzzle", "number", "wrong", "message"),
    [
        *((ONE, number, {3: bytes((1, 1, 0, 1))}, "breaks C1, C2") for number in (0, 64, 128)),
        # The same for the two solutions that the stage ``search`` finds.
        *((SWAP, number, {5: [FIRST, bytes((1, 1, 0, 0))]}, "R1, R2") for number in (0, 64)),
    ],
)
def test_every_64th_solution_of_the_core_is_checked(
    monkeypatch: pytest.MonkeyPatch,
    puzzle: Puzzle,
    number: int,
    wrong: dict[int, Any],
    message: str,
) -> None:
    """In bulk the core checks its own solutions; here it accepts a wrong one."""
    done = 0

    def settle(*arguments: Any) -> list[Any]:
        nonlocal done
        results = _core.settle(*arguments)
        place = number - done
        if 0 <= place < len(results):
            results[place] = tuple(wrong.get(n, part) for n, part in enumerate(results[place]))
        done += len(results)
        return results

    verdict = nonosat.solve(puzzle).verdict
    monkeypatch.setattr(bulk, "settle", settle)
    reports = nonosat.solve_many([puzzle] * 129)
    assert all(next(reports).verdict is verdict for _ in range(number))
    with pytest.raises(InternalError, match=message):
        next(reports)


def test_a_solution_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of a large picture in colours takes longer than half of its line solving."""
    checked: list[bytes] = []
    accept = question.Question.accept

    def counted(self: question.Question, cells: bytes) -> Grid:
        checked.append(cells)
        return accept(self, cells)

    monkeypatch.setattr(question.Question, "accept", counted)
    report = nonosat.solve(SWAP, stages=GUIDED)
    assert report.verdict is Verdict.MULTIPLE
    assert sorted(checked) == sorted(grid.cells for grid in report.solutions)
