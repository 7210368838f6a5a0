# SPDX-License-Identifier: MIT
"""Chains and trials done again by plain line solving over lists of placements.

It shares nothing with the code that finds them: it only reads the values of ``Step``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache

from nonosat import Line, Puzzle
from nonosat.core._core import Status
from nonosat.explain.position import Position
from nonosat.explain.step import Step
from nonosat.logic.implications import Literal
from nonosat.model.puzzle import line_at
from tests.support.brute import placements, random_puzzle

Cell = tuple[int, int]
Domains = dict[Cell, frozenset[int]]
"""The values that cells can have; a missing cell can have every value."""

_restrict = cache(placements)


def cells_of(line: Line, puzzle: Puzzle) -> list[Cell]:
    if line.axis == "row":
        return [(line.index, column) for column in range(puzzle.width)]
    return [(row, line.index) for row in range(puzzle.height)]


def values_of(literal: Literal, puzzle: Puzzle) -> frozenset[int]:
    every = range(len(puzzle.palette) + 1)
    return frozenset(v for v in every if (v == literal.value) == literal.holds)


def domains_of(literals: Iterable[Literal], puzzle: Puzzle) -> Domains:
    found: Domains = {}
    every = frozenset(range(len(puzzle.palette) + 1))
    for literal in literals:
        cell = literal[:2]
        found[cell] = found.get(cell, every) & values_of(literal, puzzle)
    return found


def solve(line: Line, domains: Domains, puzzle: Puzzle) -> Domains | None:
    """The values of the cells of a line in its placements; None without a placement."""
    cells, colors = cells_of(line, puzzle), len(puzzle.palette)
    every = frozenset(range(colors + 1))
    clue = puzzle.clue(line)
    fitting = [
        values
        for values in _restrict(clue, len(cells), colors)
        if all(v in domains.get(c, every) for v, c in zip(values, cells, strict=True))
    ]
    if not fitting:
        return None
    return {
        cell: frozenset(column)
        for cell, column in zip(cells, zip(*fitting, strict=True), strict=True)
    }


def gives(line: Line, domains: Domains, literal: Literal, puzzle: Puzzle) -> bool:
    """True if solving the line gives the literal; a line without placement gives everything."""
    if literal[:2] not in cells_of(line, puzzle):
        return False
    found = solve(line, domains, puzzle)
    return found is None or found[literal[:2]] <= values_of(literal, puzzle)


def together(domains: Domains, literal: Literal, puzzle: Puzzle) -> Domains:
    """The domains with a literal added."""
    every = frozenset(range(len(puzzle.palette) + 1))
    cell = literal[:2]
    return {**domains, cell: domains.get(cell, every) & values_of(literal, puzzle)}


def shortest_chain(
    puzzle: Puzzle,
    lines: Iterable[Line],
    because: Iterable[Literal],
    start: Literal,
    end: Literal,
    most: int,
) -> int | None:
    """The links of a shortest chain in the graph of only these lines and known literals."""
    domains, lines = domains_of(because, puzzle), list(lines)
    colors = len(puzzle.palette)
    literals = [
        Literal(row, column, value, holds)
        for row in range(puzzle.height)
        for column in range(puzzle.width)
        for value in ((1,) if colors == 1 else range(colors + 1))
        for holds in (True, False)
    ]
    seen, newest = {start}, {start}
    for length in range(1, most + 1):
        following = set()
        for literal in newest:
            for line in lines:
                cells = cells_of(line, puzzle)
                if literal[:2] not in cells:
                    continue
                found = solve(line, together(domains, literal, puzzle), puzzle)
                if found is None:
                    following.add(~literal)
                    continue
                following |= {
                    x for x in literals if x[:2] in found and found[x[:2]] <= values_of(x, puzzle)
                }
        newest = following - seen
        seen |= newest
        if end in seen:
            return length
    return None


def trial_result(puzzle: Puzzle, lines: Iterable[Line], domains: Domains) -> Domains | None:
    """The domains after line solving of only these lines; None if a line has no placement."""
    lines = list(lines)
    while True:
        before = domains
        for line in lines:
            found = solve(line, domains, puzzle)
            if found is None:
                return None
            domains = {**domains, **found}
        if domains == before:
            return domains


def follows_by_trial(
    puzzle: Puzzle, cell: Cell, lines: Iterable[Line], because: Iterable[Literal], end: Literal
) -> bool:
    """True if each possible value of the cell leads to a contradiction, or to the literal."""
    domains, lines = domains_of(because, puzzle), list(lines)
    every = frozenset(range(len(puzzle.palette) + 1))
    for value in domains.get(cell, every):
        found = trial_result(puzzle, lines, {**domains, cell: frozenset({value})})
        if found is not None and not found.get(end[:2], every) <= values_of(end, puzzle):
            return False
    return True


def stuck_positions(seed: int, count: int, side: int, colors: int) -> Iterator[Position]:
    """Positions at the fixpoint of line solving that are not solved, with that many colours."""
    rng = random.Random(seed)
    while count > 0:
        puzzle = random_puzzle(rng, side)
        if len(puzzle.palette) != colors:
            continue
        position = Position.of(puzzle)
        if position.board.propagate() == Status.FIXPOINT and not position.solved:
            count -= 1
            yield position


def conclude(position: Position, step: Step) -> bool:
    """Add the conclusions of a step, and propagate; False if that fails."""
    position.apply(step)
    return position.board.propagate() == Status.FIXPOINT


def knowledge(position: Position) -> set[Literal]:
    """Everything that a position knows of its cells."""
    puzzle = position.puzzle
    return {
        literal
        for row in range(puzzle.height)
        for column in range(puzzle.width)
        for literal in position.knowledge(row, column)
    }


def all_lines(puzzle: Puzzle) -> list[Line]:
    return [line_at(puzzle, number) for number in range(puzzle.height + puzzle.width)]
