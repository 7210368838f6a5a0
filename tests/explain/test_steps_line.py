# SPDX-License-Identifier: MIT
"""Steps within one line: sound, complete and with minimal premises, against all placements.

For the oracle a technique is a function from the possible values of the cells of a line to the
possible values afterwards. It works on lists of placements and shares nothing with the core.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given

import nonosat
from nonosat import Block, Line, Puzzle
from nonosat.core import _core
from nonosat.core._core import LineReasons, LineTechnique, Status
from nonosat.explain.position import Position
from nonosat.explain.step import Step
from nonosat.explain.techniques import TECHNIQUES
from nonosat.explain.walking import next_step, walk
from nonosat.logic.board import NoSolution, open_board
from nonosat.logic.implications import Literal
from nonosat.model.palette import anonymous_palette
from nonosat.types import Clue
from tests.support.brute import placements, random_given, random_puzzle
from tests.support.clock import Poll
from tests.support.strategies import puzzles

NAMES = ("trivial", "overlap", "line")
State = tuple[frozenset[int], ...]
"""The possible values of each cell of a line."""


@cache
def starts(line: tuple[int, ...]) -> tuple[int, ...]:
    """Where the blocks of a complete line start."""
    return tuple(
        at for at, value in enumerate(line) if value and (at == 0 or line[at - 1] != value)
    )


def agreeing(clue: Clue, state: State, colors: int) -> list[tuple[int, ...]]:
    return [
        line
        for line in placements(clue, len(state), colors)
        if all(value in can_be for value, can_be in zip(line, state, strict=True))
    ]


def owner(at: int, begins: tuple[int, ...], clue: Clue) -> tuple[str, int]:
    """The block or the gap that a cell belongs to, in a placement."""
    for number, begin in enumerate(begins):
        if at < begin:
            return "gap", number
        if at < begin + clue[number].length:
            return "block", number
    return "gap", len(clue)


def after(name: str, clue: Clue, state: State, colors: int) -> State:
    """The possible values of the cells after a technique."""
    lines = agreeing(clue, state, colors)
    assert lines
    if name == "line":
        return tuple(frozenset(line[at] for line in lines) for at in range(len(state)))
    found = list(state)
    if name == "trivial":
        filled = sum(0 not in can_be for can_be in state)
        all_lines = placements(clue, len(state), colors)
        if len(all_lines) == 1:  # empty, or exactly full
            found = [frozenset((value,)) for value in all_lines[0]]
        elif filled == sum(block.length for block in clue):
            found = [can_be if 0 not in can_be else frozenset((0,)) for can_be in state]
        return tuple(found)
    places = list(zip(*map(starts, lines), strict=True))
    leftmost, rightmost = tuple(map(min, places)), tuple(map(max, places))
    for at in range(len(state)):
        left, right = owner(at, leftmost, clue), owner(at, rightmost, clue)
        if left == right:
            kind, number = left
            found[at] = frozenset((clue[number].color if kind == "block" else 0,))
    return tuple(found)


def literals(state: State, line: Line, colors: int) -> list[Literal]:
    """The known literals of a line, in the form of premises."""
    found = []
    for at, can_be in enumerate(state):
        row, column = (line.index, at) if line.axis == "row" else (at, line.index)
        if len(can_be) == 1:
            (value,) = can_be
            found.append(
                Literal(row, column, 1, value == 1)
                if colors == 1
                else Literal(row, column, value, True)
            )
        else:
            lost = (value for value in range(colors + 1) if value not in can_be)
            found += [Literal(row, column, value, False) for value in lost]
    return found


def state_of(premises: tuple[Literal, ...], line: Line, length: int, colors: int) -> State:
    """The possible values of the cells of a line, by these literals alone."""
    can_be = [set(range(colors + 1)) for _ in range(length)]
    for row, column, value, holds in premises:
        at = column if line.axis == "row" else row
        assert line.index == (row if line.axis == "row" else column)
        can_be[at] = {other for other in can_be[at] if (other == value) == holds}
    return tuple(map(frozenset, can_be))


def check(step: Step, state: State) -> None:
    """The step gives everything that its technique gives, and needs each premise."""
    (line,) = step.lines
    clue, colors = step.puzzle.clue(line), len(step.puzzle.palette)
    assert clue is not None
    old = literals(state, line, colors)
    result = after(step.technique, clue, state, colors)
    new = literals(result, line, colors)
    assert list(step.cells) == [literal for literal in new if literal not in old]
    assert set(step.because) <= set(old), "a premise is not known"

    def follows(premises: tuple[Literal, ...]) -> bool:
        state = state_of(premises, line, len(result), colors)
        return set(step.cells) <= set(
            literals(after(step.technique, clue, state, colors), line, colors)
        )

    assert follows(step.because)
    for left_out in step.because:
        assert not follows(tuple(one for one in step.because if one != left_out)), left_out


def line_board(clue: Clue, state: State, colors: int, line: Line) -> Position:
    """A board whose only clue is that of one line, with that line in this state."""
    palette = anonymous_palette("#" if colors == 1 else "ab")
    nothing = [None] * len(state)
    puzzle = (
        Puzzle([clue], nothing, palette=palette)
        if line.axis == "row"
        else Puzzle(nothing, [clue], palette=palette)
    )
    position = Position.of(puzzle)
    for at, can_be in enumerate(state):
        for value in set(range(colors + 1)) - can_be:
            position.board.remove(*((0, at) if line.axis == "row" else (at, 0)), value)
    return position


def check_line(clue: Clue, state: State, colors: int, line: Line) -> int:
    """Check the steps of all techniques; their number."""
    position = line_board(clue, state, colors, line)
    if not agreeing(clue, state, colors):
        for name in NAMES:
            with pytest.raises(NoSolution):
                TECHNIQUES[name].find(position)
        assert position.failed_line == line
        return 0
    found = 0
    for name in NAMES:
        step = TECHNIQUES[name].find(position)
        if step is None:
            old = literals(state, line, colors)
            assert set(literals(after(name, clue, state, colors), line, colors)) <= set(old)
        else:
            check(step, state)
            found += 1
    return found


def states(length: int, colors: int) -> Iterator[State]:
    values = range(colors + 1)
    domains = [
        frozenset(value for value in values if number >> value & 1)
        for number in range(1, 1 << (colors + 1))
    ]
    yield from product(domains, repeat=length)


@pytest.mark.parametrize(("longest", "colors"), [(5, 1), (3, 2)])
def test_all_short_lines(longest: int, colors: int) -> None:
    found = 0
    for length in range(1, longest + 1):
        clues = {
            tuple(clue)
            for line in product(range(colors + 1), repeat=length)
            for clue in [nonosat.model.clue.clue_of(bytes(line))]
        }
        for clue in sorted(clues):
            for state in states(length, colors):
                found += check_line(clue, state, colors, Line("row", 0))
    assert found > 1000


@pytest.mark.parametrize("colors", [1, 2])
def test_longer_lines(colors: int) -> None:
    rng = random.Random(colors)
    longest = 12 if colors == 1 else 7
    found = 0
    for _ in range(250):
        length = rng.randint(4, longest)
        cells = bytes(
            rng.choices(range(colors + 1), [1, 2] if colors == 1 else [2, 1, 1], k=length)
        )
        hidden = rng.random()
        state = tuple(
            frozenset(
                value for value in range(colors + 1) if value == cell or rng.random() < hidden
            )
            for cell in cells
        )
        clue = nonosat.model.clue.clue_of(cells)
        found += check_line(clue, state, colors, rng.choice((Line("row", 0), Line("column", 0))))
    assert found > 150


def test_the_premises_that_are_dropped_are_the_farthest() -> None:
    """With the fifth empty cell, one of the first four is enough; the nearest stays."""
    position = Position.of(Puzzle([[4]], [None] * 11), nonosat.Grid(".....??????"))
    step = TECHNIQUES["overlap"].find(position)
    assert step is not None
    assert step.values == {(0, 7): 1, (0, 8): 1}
    assert step.because == (Literal(0, 3, 1, False), Literal(0, 4, 1, False))


def test_the_line_with_most_new_cells_per_block() -> None:
    """Three new cells for one block, then three for two; among equal lines the first wins."""
    puzzle = Puzzle([[2, 3], [3], [5], [5]], [None] * 7)
    steps = [str(step.lines[0]) for step in walk(Position.of(puzzle), "overlap")]
    assert steps == ["R3", "R4", "R1"]


def test_steps_on_boards() -> None:
    """Every step of a walk by lines, on all kinds of boards, given cells and missing clues too."""
    rng = random.Random(12)
    kinds: set[str] = set()
    for _ in range(60):
        puzzle = random_puzzle(rng, 6)
        given = random_given(rng, puzzle) if rng.random() < 0.4 else None
        position = Position.of(puzzle, given)
        before = Position.of(puzzle, given)
        try:
            for step in walk(position, "line"):
                colors, (line,) = len(puzzle.palette), step.lines
                length = puzzle.width if line.axis == "row" else puzzle.height
                cells = [
                    (line.index, at) if line.axis == "row" else (at, line.index)
                    for at in range(length)
                ]
                state = tuple(
                    frozenset(v for v in range(colors + 1) if before.board.can_be(*cell, v))
                    for cell in cells
                )
                check(step, state)
                assert step.grid == before.grid
                earlier = NAMES[: NAMES.index(step.technique)]
                assert all(TECHNIQUES[name].find(before) is None for name in earlier)
                before.apply(step)
                kinds.add(step.technique)
        except NoSolution:
            assert before.board.propagate() == Status.CONTRADICTION
    assert kinds == set(NAMES)


@given(puzzles(max_side=8, missing_clues=True, meta=False))
def test_the_walk_by_lines_ends_where_propagation_ends(puzzle: Puzzle) -> None:
    assert_same_closure(puzzle)


def assert_same_closure(puzzle: Puzzle) -> None:
    position, board = Position.of(puzzle), open_board(puzzle)
    status = board.propagate()
    try:
        for _ in walk(position, "line"):
            pass
    except NoSolution:
        assert status == Status.CONTRADICTION
        return
    assert status == Status.FIXPOINT
    assert position.board.cells() == board.cells()
    if board.colors > 1:
        places = product(range(puzzle.height), range(puzzle.width), range(board.colors + 1))
        assert all(position.board.can_be(*place) == board.can_be(*place) for place in places)


def test_a_contradiction_names_its_line_and_stays() -> None:
    puzzle = Puzzle([[2], [1, 1], [1]], [[2], [1], [2]])
    position = Position.of(puzzle, nonosat.Grid("???\n?#?\n???"))
    for _ in range(2):
        with pytest.raises(NoSolution):
            next_step(position)
        assert position.failed_line == Line("row", 1)


def test_the_search_looks_only_at_lines_that_changed() -> None:
    """The poll is asked before each line solve; a second search does no line solve."""
    puzzle = Puzzle([[1]] * 30, [[1]] * 30)
    board = open_board(puzzle)
    board.poll_work = 1
    reasons, poll = LineReasons(board), Poll()
    assert reasons.find(LineTechnique.TRIVIAL, poll)[1] == -1
    assert poll.asked == 60
    assert reasons.find(LineTechnique.LINE, poll)[1] == -1
    assert poll.asked == 60
    board.remove(3, 4, 1)
    assert reasons.find(LineTechnique.LINE, poll)[1] == -1
    assert poll.asked == 62


def test_the_search_stops_when_the_poll_says_so() -> None:
    board = open_board(Puzzle([[3, 3]] * 2, [None] * 9))
    board.poll_work = 1
    reasons = LineReasons(board)
    for left in range(2, 100):
        poll = Poll(lambda asked, left=left: asked > left)
        status, line, *_ = reasons.find(LineTechnique.LINE, poll)
        if status == Status.FIXPOINT:
            assert line == 0
            return
        assert (status, line) == (Status.INTERRUPTED, -1)
    raise AssertionError("it never ended")


def test_block_starts() -> None:
    anything = [3] * 5
    assert _core.block_starts(1, [(2, 1), (1, 1)], anything) == [[0, 1], [3, 4]]
    assert _core.block_starts(1, [(2, 1), (1, 1)], [3, 3, 1, 3, 3]) == [[0], [3, 4]]
    assert _core.block_starts(1, [(2, 1)], [1, 3, 1, 3, 1]) is None
    assert _core.block_starts(2, [Block(1, 1), Block(1, 2)], [7, 7]) == [[0], [1]]


def test_the_closure_of_our_own_puzzles(data: Path) -> None:
    files = sorted(data.rglob("*.non"))
    assert len(files) > 20
    for file in files:
        assert_same_closure(nonosat.load(file))
