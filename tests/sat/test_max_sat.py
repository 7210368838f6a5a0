# SPDX-License-Identifier: MIT
"""``MaxSat`` against brute force: costs, bounds, clauses added between questions, limits."""

from __future__ import annotations

import random
from itertools import product

import pytest

from nonosat import Reason
from nonosat.limits import Limits, Stopped
from nonosat.sat.max_sat import MaxSat


def cheapest(
    variables: int, clauses: list[list[int]], soft: list[tuple[int, int]]
) -> tuple[int, list[list[int]]] | None:
    """The least cost of all assignments, and the assignments that have it."""
    found: dict[int, list[list[int]]] = {}
    for signs in product((-1, 1), repeat=variables):
        model = [sign * (number + 1) for number, sign in enumerate(signs)]
        held = set(model)
        if all(held & set(clause) for clause in clauses):
            cost = sum(weight for literal, weight in soft if literal not in held)
            found.setdefault(cost, []).append(model)
    return (min(found), found[min(found)]) if found else None


def random_clause(rng: random.Random, variables: int) -> list[int]:
    chosen = rng.sample(range(1, variables + 1), rng.randint(1, min(4, variables)))
    return [variable * rng.choice((-1, 1, 1, 1)) for variable in chosen]


@pytest.mark.parametrize("most_weight", [1, 6])
def test_the_optimum_and_the_bound_are_those_of_brute_force(most_weight: int) -> None:
    paid = impossible = 0
    for seed in range(150):
        rng = random.Random(seed)
        variables = rng.randint(1, 9)
        soft = [
            (variable * rng.choice((1, -1, -1)), rng.randint(1, most_weight))
            for variable in range(1, variables + 1)
            if rng.random() < 0.9
        ]
        clauses: list[list[int]] = []
        with MaxSat(variables, Limits()) as solver:
            for literal, weight in soft:
                solver.add_soft(literal, weight)
            for _ in range(6):  # the clauses come in several portions
                for _ in range(rng.randint(1, 4)):
                    clauses.append(random_clause(rng, variables))
                    solver.add(clauses[-1])
                expected = cheapest(variables, clauses, soft)
                model = solver.optimum()
                if expected is None:
                    assert model is None
                    impossible += 1
                    break
                assert solver.lower == expected[0]
                assert model in expected[1]
                paid += expected[0]
    assert paid > 500
    assert impossible > 5


def test_settled_optima_are_ordered_by_new_soft_literals() -> None:
    several = 0
    for seed in range(100):
        rng = random.Random(seed)
        variables = rng.randint(3, 8)
        clauses = [random_clause(rng, variables) for _ in range(rng.randint(2, 8))]
        first = [(-variable, 1) for variable in range(1, variables + 1)]
        second = [(-variable, rng.randint(1, 9)) for variable in range(1, variables + 1)]
        expected = cheapest(variables, clauses, first)
        if expected is None:
            continue
        left = expected[1]
        several += len(left) > 1
        with MaxSat(variables, Limits()) as solver:
            for clause in clauses:
                solver.add(clause)
            for literal, weight in first:
                solver.add_soft(literal, weight)
            assert solver.optimum() in left
            solver.settle()
            for literal, weight in second:
                solver.add_soft(literal, weight)
            costs = []
            while (model := solver.optimum()) is not None:
                left.remove(model)
                costs.append(solver.lower)
                assert costs[-1] == sum(w for literal, w in second if literal not in model)
                solver.add([-literal for literal in model])
            assert not left
            assert costs == sorted(costs)
    assert several > 20


def holes(solver: MaxSat, pigeons: int) -> int:
    """Pigeons and one hole fewer; each pigeon may be left out. Refuting this takes long."""
    count = pigeons - 1
    for pigeon in range(pigeons):
        solver.add([pigeon * count + hole + 1 for hole in range(count)])
    for hole in range(count):
        for one in range(pigeons):
            for other in range(one):
                solver.add([-(one * count + hole + 1), -(other * count + hole + 1)])
    return pigeons * count


def test_limits_end_the_search_with_a_proven_bound() -> None:
    for limits, reason in (
        (Limits(work_limit=300), Reason.WORK),
        (Limits(conflict_limit=3000), Reason.CONFLICTS),
    ):
        with MaxSat(12 * 11 + 4, limits) as solver:
            last = holes(solver, 12)
            solver.add([last + 1, last + 2])
            solver.add([last + 3, last + 4])
            for extra in range(1, 5):
                solver.add_soft(-(last + extra), 5 - extra)
            with pytest.raises(Stopped) as stopped:
                solver.optimum()
            assert stopped.value.reason is reason
            assert 0 <= solver.lower <= 4


def test_a_search_that_was_stopped_anywhere_continues_to_the_optimum() -> None:
    stops = 0
    for seed in range(100):
        rng = random.Random(seed)
        limits = Limits(work_limit=seed % 16)
        clauses = [[abs(literal) for literal in random_clause(rng, 9)] for _ in range(14)]
        soft = [(-variable, rng.randint(1, 2)) for variable in range(1, 10)]
        with MaxSat(9, limits) as solver:
            for clause in clauses:
                solver.add(clause)
            for literal, weight in soft:
                solver.add_soft(literal, weight)
            expected = cheapest(9, clauses, soft)
            assert expected is not None
            try:
                solver.optimum()
            except Stopped:
                stops += 1
                assert solver.lower <= expected[0]
                limits.spend(-(10**9))  # give it more work
                limits.reason = None
                assert solver.optimum() in expected[1]
                assert solver.lower == expected[0]
    assert stops > 20


def test_the_same_questions_have_the_same_answers() -> None:
    def run() -> list[object]:
        rng = random.Random(5)
        with MaxSat(40, Limits()) as solver:
            for variable in range(1, 41):
                solver.add_soft(-variable, rng.randint(1, 3))
            seen: list[object] = []
            for _ in range(30):
                solver.add([abs(literal) for literal in random_clause(rng, 40)])
                seen += [solver.optimum(), solver.lower]
            return seen

    assert run() == run()
