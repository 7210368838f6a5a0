# SPDX-License-Identifier: MIT
"""Clue sets: sound, minimal, smallest if ``smallest`` is True, and complete.

Everything is checked by brute force over small puzzles, without a SAT solver.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from itertools import combinations
from pathlib import Path

import pytest

import nonosat
from nonosat import (
    UNKNOWN,
    Grid,
    Line,
    Palette,
    Puzzle,
    Reason,
    Verdict,
)
from nonosat.explain.clue_set_steps import find_clue_set
from nonosat.explain.position import Position
from nonosat.explain.step import Step
from nonosat.explain.techniques import techniques_up_to
from nonosat.explain.walking import next_step
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import NoSolution
from nonosat.logic.implications import Literal
from tests.support.brute import random_given, random_puzzle
from tests.support.clock import cancelled
from tests.support.oracle import only, permutations, summary
from tests.support.reason_oracle import knowledge


def follows(
    puzzle: Puzzle, lines: Collection[Line], because: Collection[Literal], result: Literal
) -> bool:
    """Whether every grid that satisfies the lines and the literals satisfies the result."""
    width = puzzle.width
    allowed = [set(range(len(puzzle.palette) + 1)) for _ in range(width * puzzle.height)]
    for row, column, value, holds in [*because, ~result]:
        kept = allowed[row * width + column]
        allowed[row * width + column] = kept & {value} if holds else kept - {value}
    return summary(only(puzzle, lines), allowed=allowed)[0] == 0


def check_step(position: Position, step: Step) -> None:
    """A step is sound, its premises are known and needed, and ``smallest`` is true."""
    puzzle = position.puzzle
    known = knowledge(position)
    (result,) = step.cells
    assert step.technique == "clue-set"
    assert step.grid == position.grid
    assert result not in known
    assert set(step.because) <= set(known)
    assert follows(puzzle, step.lines, step.because, result)
    for premise in step.because:
        rest = [other for other in step.because if other != premise]
        assert not follows(puzzle, step.lines, rest, result), (puzzle, step, premise)
    for line in step.lines:
        others = [other for other in step.lines if other != line]
        assert not follows(puzzle, others, known, result), (puzzle, step, line)
    if step.smallest:
        lines = [line for line, clue in puzzle.lines() if clue is not None]
        for fewer in combinations(lines, len(step.lines) - 1):
            assert not follows(puzzle, fewer, known, result), (puzzle, step, fewer)


def explained(puzzle: Puzzle, given: Grid | None, rng: random.Random) -> list[Step]:
    """Clue sets from the start to the end; now and then the board is propagated in between."""
    position = Position.of(puzzle, given)
    steps = []
    while (step := find_clue_set(position)) is not None:
        check_step(position, step)
        position.apply(step)
        steps.append(step)
        if rng.random() < 0.5:
            position.board.propagate()
    values = summary(puzzle, given)[1]
    single = [min(seen) if len(seen) == 1 else UNKNOWN for seen in values]
    assert position.grid.cells == bytes(single)
    return steps


def test_every_forced_cell_is_explained() -> None:
    """Random puzzles with one colour and two, with missing clues and given cells."""
    rng = random.Random(12)
    seen: set[object] = set()
    for _ in range(100):
        puzzle = random_puzzle(rng, 5)
        given = random_given(rng, puzzle) if rng.random() < 0.3 else None
        solutions = summary(puzzle, given)[0]
        if not solutions:
            with pytest.raises(NoSolution):
                find_clue_set(Position.of(puzzle, given))
            seen.add("none")
            continue
        steps = explained(puzzle, given, rng)
        seen.update(("lines", len(step.lines)) for step in steps)
        seen.update(("because", bool(step.because)) for step in steps)
        seen.update(("colours", len(puzzle.palette)) for step in steps)
        seen.update(("partial", puzzle.missing_clues) for step in steps)
        seen.add(("unique", solutions == 1))
    wanted = {"none", *(("lines", number) for number in (1, 2, 4))}
    both = ("because", "partial", "unique")
    wanted |= {(name, value) for name in both for value in (True, False)}
    assert wanted | {("colours", 1), ("colours", 2)} <= seen


def test_lost_values_are_premises() -> None:
    """With several colours a step may need the fact that a cell does not have a colour."""
    puzzle = Puzzle(
        [[1], [1, (1, 2)], [1], [1], [1]],
        [[2], [1, 1], [(1, 2), 1]],
        palette=Palette.of([("red", "#ff0000", "a"), ("blue", "#0000ff", "b")]),
    )
    position = Position.of(puzzle)
    position.board.propagate()
    steps = []
    while (step := find_clue_set(position)) is not None:
        check_step(position, step)
        position.apply(step)
        steps.append(step)
    assert any(not premise.holds for step in steps for premise in step.because)


def test_an_ambiguous_puzzle_has_no_clue_set() -> None:
    assert find_clue_set(Position.of(permutations(5))) is None


def test_one_line_is_enough_where_a_line_forces_a_cell() -> None:
    step = find_clue_set(Position.of(Puzzle([[3], [1], []], [[1], [2], [1]])))
    assert step is not None
    assert len(step.lines) == 1
    assert step.smallest is True


def test_equal_positions_give_equal_steps() -> None:
    rng = random.Random(4)
    puzzle = Puzzle.from_grid(
        Grid([[int(rng.random() < 0.5) for _ in range(12)] for _ in range(12)])
    )
    position = Position.of(puzzle)
    first = find_clue_set(position)
    assert first is not None
    before = position.grid
    assert find_clue_set(position) == first
    assert position.grid == before


@pytest.mark.corpus
def test_a_real_puzzle_that_probing_leaves_open(corpus: Path) -> None:
    """Without weights, which end it in a step; each clue set is needed in full."""
    puzzle = nonosat.load(corpus / "sample" / "picross-solver-7-dom.non")
    sets = [step for step in without_weights(puzzle) if step.technique == "clue-set"]
    assert len(sets) > 10

    def forced(lines: Collection[Line], given: Grid, literal: Literal) -> bool:
        other = given.with_cells([(literal.row, literal.column, int(not literal.holds))])
        return nonosat.solve(only(puzzle, lines), given=other, limit=1).verdict is Verdict.NONE

    for step in sets[::12]:
        because = [(row, column, int(holds)) for row, column, _, holds in step.because]
        needed = puzzle.unknown_grid().with_cells(because)
        (result,) = step.cells
        assert forced(step.lines, needed, result)
        for line in step.lines:
            rest = [other for other in step.lines if other != line]
            assert not forced(rest, step.grid, result)
        for cell in because:
            rest_cells = [other for other in because if other != cell]
            given = puzzle.unknown_grid().with_cells(rest_cells)
            assert not forced(step.lines, given, result)


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "sample/picross-solver-8-dom.non",
        "survey/webpbn-08098-9-dom.non",
        "survey/webpbn-06574-forever.non",
    ],
)
def test_every_unique_puzzle_is_explained_to_the_end(corpus: Path, name: str) -> None:
    """Of sample, survey and taai2014, with 7-dom: all unique puzzles that probing leaves open."""
    steps = without_weights(nonosat.load(corpus / name))
    assert any(step.technique == "clue-set" for step in steps)


def without_weights(puzzle: Puzzle) -> list[Step]:
    """All steps of a walk that uses clue sets although it could count; it ends solved."""
    techniques = [x for x in techniques_up_to(None) if x.name != "weights"]
    position, steps = Position.of(puzzle), []
    while not position.solved:
        step = next_step(position, techniques)
        assert step is not None
        position.apply(step)
        steps.append(step)
    assert not puzzle.faults(position.grid)
    return steps


def test_a_limit_ends_the_search_with_its_reason() -> None:
    """At any moment: never a wrong step, never a wrong None."""
    rng = random.Random(8)
    puzzle = Puzzle.from_grid(Grid([[int(rng.random() < 0.5) for _ in range(9)] for _ in range(9)]))
    whole = find_clue_set(Position.of(puzzle))
    assert whole is not None
    reasons = []
    for asked in [*range(40), *range(40, 400, 9)]:
        try:
            step = find_clue_set(Position.of(puzzle, limits=Limits(cancel=cancelled(asked))))
        except Stopped as stopped:
            reasons.append(stopped.reason)
        else:
            assert step == whole
    assert len(reasons) > 30
    assert set(reasons) == {Reason.CANCELLED}
