# SPDX-License-Identifier: MIT
"""The technique ``chain``: sound, complete, shortest, minimal; checked link by link."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from nonosat import Line, Puzzle, Reason, load
from nonosat.core._core import Status
from nonosat.explain.native_steps import chain_steps, find_chain
from nonosat.explain.position import Position
from nonosat.explain.step import Step
from nonosat.limits import Limits, Stopped
from nonosat.logic.implications import Literal, implications_of
from tests.support.brute import all_solutions, hard_puzzle
from tests.support.clock import cancelled
from tests.support.reason_oracle import (
    conclude,
    domains_of,
    gives,
    knowledge,
    shortest_chain,
    stuck_positions,
    together,
)


def links_of(step: Step) -> int:
    return sum(len(branch.links) for branch in step.chain)


def check_chain(step: Step, position: Position) -> None:
    """Each link by plain line solving, the shape of the chain, and the need for each premise."""
    puzzle = position.puzzle
    (conclusion,) = step.cells
    domains = domains_of(step.because, puzzle)
    used = set()
    for branch in step.chain:
        assert branch.failed_line is None
        before = branch.assumption
        for literal, line in branch.links:
            assert line is not None
            assert line in step.lines
            assert gives(line, together(domains, before, puzzle), literal, puzzle)
            used.add(line)
            before = literal
        assert before == conclusion
    assert used == set(step.lines)
    if len(step.chain) == 1:
        assert step.chain[0].assumption == ~conclusion
        assert links_of(step) <= 5
    else:
        one, other = step.chain
        assert one.assumption == ~other.assumption
        assert abs(len(one.links) - len(other.links)) <= 1
        assert links_of(step) > 5
    assert set(step.because) <= knowledge(position)
    assert list(step.lines) == sorted(
        step.lines, key=lambda line: (line.axis == "column", line.index)
    )
    assert list(step.because) == sorted(step.because, key=lambda x: (x[:2], x.value))
    assert follows(step, step.lines, step.because) == links_of(step)
    for line in step.lines:
        others = tuple(other for other in step.lines if other != line)
        assert follows(step, others, step.because) is None
    for literal in step.because:
        others = tuple(other for other in step.because if other != literal)
        assert follows(step, step.lines, others) is None


def follows(step: Step, lines: tuple[Line, ...], because: tuple[Literal, ...]) -> int | None:
    """The links of a chain from these premises, if it is not longer than the step's chain."""
    (conclusion,) = step.cells
    most = links_of(step)
    return shortest_chain(step.puzzle, lines, because, ~conclusion, conclusion, most)


@pytest.mark.parametrize("colors", [1, 2])
def test_each_chain_is_checked_by_a_plain_program(colors: int) -> None:
    lengths: Counter[int] = Counter()
    because = 0
    for position in stuck_positions(colors, (120, 90)[colors - 1], 7 - colors, colors):
        solutions = all_solutions(position.puzzle)
        while True:
            found = implications_of(position.board, position.puzzle, Limits())
            step = find_chain(position)
            if step is None:
                assert not found.forced
                break
            check_chain(step, position)
            (conclusion,) = step.cells
            row, column, value, holds = conclusion
            place = row * position.puzzle.width + column
            assert all((cells[place] == value) == holds for cells in solutions)
            shortest = min(nx.shortest_path_length(found.graph, ~x, x) for x in found.forced)
            assert links_of(step) == shortest
            lengths[shortest] += 1
            because += len(step.because)
            if not conclude(position, step):
                assert not solutions
                break
    assert sum(lengths.values()) >= 20
    assert because >= 10
    assert set(lengths) >= {4, 5}


def test_a_cell_that_becomes_known_gets_its_value() -> None:
    """With several colours only cells that keep several values get "is not red"."""
    kinds: Counter[tuple[bool, bool]] = Counter()
    for position in stuck_positions(5, 200, 5, 2):
        step = find_chain(position)
        if step is None:
            continue
        (literal,) = step.cells
        possible = [position.board.can_be(*literal[:2], v) for v in range(3)].count(True)
        assert literal.holds or possible == 3
        position.apply(step)
        assert position.knowledge(*literal[:2])
        kinds[literal.holds, possible == 2] += 1
    assert set(kinds) >= {(True, True), (False, False)}


@pytest.mark.corpus
def test_long_chains_are_split_and_can_be_forbidden(corpus: Path) -> None:
    position = Position.of(load(corpus / "hard" / "webpbn-20506-old-country-song.non"))
    assert position.board.propagate() == Status.FIXPOINT
    lengths: list[int] = []
    while (step := find_chain(position)) is not None:
        most = links_of(step)
        if most > 5:
            check_chain(step, position)
        position.max_links = most - 1
        assert find_chain(position) is None
        position.max_links = most
        assert find_chain(position) == step
        position.max_links = None
        lengths.append(most)
        assert conclude(position, step)
    assert position.solved
    assert (len(lengths), max(lengths)) == (23, 11)


def test_the_penguin_in_full(data: Path) -> None:
    position = Position.of(load(data / "penguin.non"))
    assert position.board.propagate() == Status.FIXPOINT
    step = find_chain(position)
    assert step is not None
    assert step.technique == "chain"
    assert [str(line) for line in step.lines] == ["R1", "R3", "C1", "C3"]
    assert step.because == ()
    assert step == find_chain(position)


def test_a_position_where_lines_give_more_is_refused() -> None:
    puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    position = Position.of(puzzle)
    with pytest.raises(ValueError, match="line solving finds more"):
        find_chain(position)
    assert position.board.unknown == 4


def test_every_forced_literal_has_its_easiest_chain(data: Path) -> None:
    position = Position.of(load(data / "penguin.non"))
    assert position.board.propagate() == Status.FIXPOINT
    found = implications_of(position.board, position.puzzle, Limits())
    steps = list(chain_steps(position, found.forced))
    assert tuple(step.cells[0] for step in steps) == found.forced
    for step in steps:
        end = step.cells[0]
        assert links_of(step) == nx.shortest_path_length(found.graph, ~end, end)
    easiest = min(steps, key=lambda step: (links_of(step), len(step.because) + len(step.lines)))
    assert find_chain(position) == easiest


def test_limits_reach_the_search() -> None:
    position = Position.of(hard_puzzle(40))
    assert position.board.propagate() == Status.FIXPOINT
    position.board.poll_work = 1
    position.limits = Limits(cancel=cancelled())
    with pytest.raises(Stopped) as stopped:
        find_chain(position)
    assert stopped.value.reason is Reason.CANCELLED
    position.limits = Limits()
    assert find_chain(position) is None or position.board.at_fixpoint
