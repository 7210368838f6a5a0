# SPDX-License-Identifier: MIT
"""The technique ``trial``: sound, complete, minimal; checked line solve by line solve."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from nonosat import Line, Reason
from nonosat.core._core import Status
from nonosat.explain.native_steps import find_trial
from nonosat.explain.position import Position
from nonosat.explain.step import Branch, Step
from nonosat.limits import CancelledIf, Limits, Stopped
from nonosat.logic.implications import Literal
from tests.support.brute import all_solutions, hard_puzzle
from tests.support.clock import Poll
from tests.support.reason_oracle import (
    Domains,
    conclude,
    domains_of,
    follows_by_trial,
    gives,
    knowledge,
    solve,
    stuck_positions,
    together,
    values_of,
)


def solves_of(branch: Branch) -> int:
    links = sum(1 for _ in groupby(branch.links, key=lambda link: link.line))
    return links + (branch.failed_line is not None)


def replayed(step: Step, branch: Branch, left_out: int | None = None) -> Domains | None:
    """The end of a branch without one line solve; None after a line without placement."""
    domains = together(domains_of(step.because, step.puzzle), branch.assumption, step.puzzle)
    lines = [line for line, _ in groupby(branch.links, key=lambda link: link.line)]
    if branch.failed_line is not None:
        lines.append(branch.failed_line)
    for number, line in enumerate(lines):
        if number == left_out:
            continue
        assert line is not None
        found = solve(line, domains, step.puzzle)
        if found is None:
            return None
        domains = {**domains, **found}
    return domains


def check_branch(step: Step, branch: Branch) -> set[Line]:
    puzzle = step.puzzle
    domains = together(domains_of(step.because, puzzle), branch.assumption, puzzle)
    used = set()
    for line, links in groupby(branch.links, key=lambda link: link.line):
        assert line is not None
        assert solve(line, domains, puzzle) is not None
        used.add(line)
        before = domains
        for literal, _ in links:
            assert not domains.get(literal[:2], frozenset({-1})) <= values_of(literal, puzzle)
            assert gives(line, before, literal, puzzle)
            domains = together(domains, literal, puzzle)
    (conclusion,) = step.cells
    if branch.failed_line is not None:
        used.add(branch.failed_line)
        assert solve(branch.failed_line, domains, puzzle) is None
    else:
        assert branch.links[-1].literal == conclusion
    for number in range(solves_of(branch)):
        ended = replayed(step, branch, number)
        assert ended is not None
        end = ended.get(conclusion[:2])
        assert (
            branch.failed_line is not None
            or end is None
            or not end <= values_of(conclusion, puzzle)
        )
    return used


def check_trial(step: Step, position: Position) -> None:
    """Each line solve by a plain one, the shape of the branches, and the need for each premise."""
    puzzle = position.puzzle
    (conclusion,) = step.cells
    cell = step.chain[0].assumption[:2]
    domains = domains_of(step.because, puzzle)
    every = frozenset(range(len(puzzle.palette) + 1))
    tried = [values_of(branch.assumption, puzzle) for branch in step.chain]
    assert all(
        branch.assumption[:2] == cell and len(v) == 1
        for branch, v in zip(step.chain, tried, strict=True)
    )
    open_values = domains.get(cell, every) - frozenset().union(*tried)
    assert cell == conclusion[:2] or not open_values
    assert open_values <= values_of(conclusion, puzzle)
    used = set().union(*(check_branch(step, branch) for branch in step.chain))
    assert used == set(step.lines)
    assert set(step.because) <= knowledge(position)

    def follows(lines: tuple[Line, ...], because: tuple[Literal, ...]) -> bool:
        return follows_by_trial(puzzle, cell, lines, because, conclusion)

    assert follows(step.lines, step.because)
    for line in step.lines:
        assert not follows(tuple(x for x in step.lines if x != line), step.because)
    for literal in step.because:
        assert not follows(step.lines, tuple(x for x in step.because if x != literal))


@pytest.mark.parametrize("colors", [1, 2])
def test_each_trial_is_checked_by_a_plain_program(colors: int) -> None:
    kinds: Counter[str] = Counter()
    for position in stuck_positions(20 + colors, (150, 250)[colors - 1], 7 - colors, colors):
        solutions = all_solutions(position.puzzle)
        while True:
            step = find_trial(position)
            if step is None:
                cells = position.board.cells()
                position.board.probe()
                assert position.board.cells() == cells
                break
            check_trial(step, position)
            (literal,) = step.cells
            row, column, value, holds = literal
            place = row * position.puzzle.width + column
            assert all((cells[place] == value) == holds for cells in solutions)
            possible = [position.board.can_be(row, column, v) for v in range(colors + 1)].count(
                True
            )
            assert colors == 1 or holds or possible == 3
            failed = [branch.failed_line is not None for branch in step.chain]
            kinds["contradiction" if all(failed) else "common"] += 1
            kinds["known" if holds or colors == 1 else "lost"] += 1
            kinds["because"] += len(step.because)
            if not conclude(position, step):
                assert not solutions
                break
    assert kinds["contradiction"] >= 10
    assert kinds["common"] >= 3
    assert kinds["because"] >= 10
    assert colors == 1 or kinds["lost"] >= 3


def test_the_same_step_fresh_and_on_a_walk() -> None:
    """The data that a finder keeps from earlier steps does not change its results."""
    compared = 0
    for position in stuck_positions(8, 60, 8, 1):
        while (step := find_trial(position)) is not None:
            fresh = Position.of(position.puzzle, position.grid)
            assert fresh.board.propagate() == Status.FIXPOINT
            assert find_trial(fresh) == step
            compared += 1
            if not conclude(position, step):
                break
    assert compared > 30


def test_limits_reach_the_search() -> None:
    position = Position.of(hard_puzzle(30))
    assert position.board.propagate() == Status.FIXPOINT
    position.board.poll_work = 1
    poll = Poll(lambda asked: asked == 30)
    position.limits = Limits(cancel=CancelledIf(poll))
    with pytest.raises(Stopped) as stopped:
        find_trial(position)
    assert stopped.value.reason is Reason.CANCELLED
    assert poll.asked == 30
    position.limits = Limits()
    step = find_trial(position)
    assert step is not None
    fresh = Position.of(position.puzzle)
    assert fresh.board.propagate() == Status.FIXPOINT
    assert find_trial(fresh) == step
    assert position.grid == fresh.grid
