# SPDX-License-Identifier: MIT
"""The checker's encoder: compared with brute force, and with an encoder made from the document."""

from __future__ import annotations

import hashlib
from itertools import groupby, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Minisat22

from nonosat import Palette, Puzzle
from nonosat.proof.checker.engine import Plain
from nonosat.proof.checker.formula import (
    Formula,
    blocking_clause,
    clauses,
    count_clauses,
    count_variables,
    version_of,
)
from tests.support.second_checker import blocking, encode, read_board

TWO = Palette.of([("red", "f00", None), ("blue", "00f", None)])

Clue = tuple[tuple[int, int], ...]


def lines_by_clue(length: int, colors: int) -> dict[Clue, set[tuple[int, ...]]]:
    """All lines, by their clues: the definition of a clue, from a list of every line."""
    found: dict[Clue, set[tuple[int, ...]]] = {}
    for line in product(range(colors + 1), repeat=length):
        clue = tuple((len(list(run)), color) for color, run in groupby(line) if color)
        found.setdefault(clue, set()).add(line)
    return found


def line_puzzle(clue: Clue, length: int, colors: int, as_column: bool) -> Puzzle:
    palette = Palette() if colors == 1 else TWO
    if as_column:
        return Puzzle([None] * length, [clue], palette=palette)
    return Puzzle([clue], [None] * length, palette=palette)


def decode(model: list[int], length: int, colors: int) -> tuple[int, ...]:
    true = {literal for literal in model if literal > 0}
    line = []
    for place in range(length):
        values = [k for k in range(1, colors + 1) if place * colors + k in true]
        assert len(values) <= 1
        line.append(values[0] if values else 0)
    return tuple(line)


@pytest.mark.parametrize("as_column", [False, True], ids=["row", "column"])
@pytest.mark.parametrize(
    ("colors", "length"), [*((1, n) for n in range(1, 9)), *((2, n) for n in range(1, 6))]
)
def test_the_models_of_every_clue_are_its_placements_each_once(
    colors: int, length: int, as_column: bool
) -> None:
    for clue, placements in lines_by_clue(length, colors).items():
        puzzle = line_puzzle(clue, length, colors, as_column)
        variables = count_variables(puzzle)
        with Minisat22() as solver:
            for variable in range(1, variables + 1):
                solver.add_clause([variable, -variable])  # so that models name every variable
            for clause in clauses(puzzle):
                assert clause
                assert all(1 <= abs(literal) <= variables for literal in clause)
                solver.add_clause(clause)
            found = [decode(model, length, colors) for model in solver.enum_models()]
        assert len(found) == len(set(found)), f"{clue}: a placement has two models"
        assert set(found) == placements, clue


@pytest.mark.parametrize("length", range(1, 7))
def test_propagation_sees_exactly_when_a_line_has_no_placement(length: int) -> None:
    """The statement of the module text about one colour: the reason why proofs are short."""
    for clue, placements in lines_by_clue(length, 1).items():
        engine = Plain()
        for clause in clauses(line_puzzle(clue, length, 1, as_column=False)):
            engine.add(clause)
        for known in product((0, 1, None), repeat=length):
            literals = [
                place if value else -place
                for place, value in enumerate(known, start=1)
                if value is not None
            ]
            possible = any(
                all(k in (None, v) for k, v in zip(known, line, strict=True)) for line in placements
            )
            assert engine.conflict(literals) == (not possible), (clue, known)


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    colors = draw(st.integers(1, 3))
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cell = st.integers(0, colors)
    rows = draw(
        st.lists(st.lists(cell, min_size=width, max_size=width), min_size=height, max_size=height)
    )
    palette = Palette.of([("x", "f00", None)] * colors)

    def clue(line: list[int]) -> list[tuple[int, int]] | None:
        if draw(st.integers(0, 5)) == 0:
            return None
        return [(len(list(run)), color) for color, run in groupby(line) if color]

    columns = [list(column) for column in zip(*rows, strict=True)]
    puzzle = Puzzle(map(clue, rows), map(clue, columns), palette=palette)
    if draw(st.booleans()):
        return puzzle
    shown = [
        (r, c, rows[r][c])
        for r, c in product(range(height), range(width))
        if draw(st.integers(0, 3)) == 0
    ]
    return puzzle.with_printed(puzzle.unknown_grid().with_cells(shown))


@settings(max_examples=150)
@given(puzzles())
def test_the_text_alone_leads_to_the_same_formula(puzzle: Puzzle) -> None:
    """``second_checker.encode`` is the same encoding, from docs/reference/certificate.md."""
    variables, expected = encode(read_board(puzzle.canonical_text()))
    assert list(clauses(puzzle)) == expected
    assert count_clauses(puzzle) == len(expected)
    assert count_variables(puzzle) == variables


def test_the_blocking_clause_excludes_the_solution_and_nothing_else() -> None:
    puzzle = Puzzle([None, None], [None], palette=TWO)
    grids = list(product(range(3), repeat=2))
    for solution in grids:
        literals = blocking_clause(puzzle, bytes(solution))
        assert literals == blocking(read_board(puzzle.canonical_text()), [[x] for x in solution])
        clause = set(literals)
        for grid in grids:
            true = {
                place * 2 + k if grid[place] == k else -(place * 2 + k)
                for place in range(2)
                for k in (1, 2)
            }
            assert bool(clause & true) == (grid != solution)


def test_the_formula_as_text_is_dimacs_with_the_hash_of_its_bytes() -> None:
    puzzle = Puzzle([[2], [1]], [[2], [1]])
    formula = Formula(puzzle, bytes([1, 1, 1, 0]))
    text = b"".join(formula.text())
    assert formula.sha256 == hashlib.sha256(text).hexdigest()
    first, *lines = text.decode().splitlines()
    assert first == f"p cnf {formula.variables} {len(lines)}"
    assert lines[-1] == "-1 -2 -3 4 0"
    assert [list(map(int, line.split()[:-1])) for line in lines[:-1]] == list(clauses(puzzle))


@pytest.mark.parametrize(
    ("version", "puzzle", "start"),
    [
        (1, Puzzle([[2, 1], [1], None, []], [[1], [1, 1], [1], [1]]), "da25ad63"),
        (
            1,
            Puzzle([[(1, 1), (2, 2)], None], [[1], None, [(1, 2)]], palette=TWO),
            "cafb77ca",
        ),
        (2, Puzzle([[2, 1], None], [None] * 4, printed=["?#?.", "#???"]), "70f440e4"),
    ],
)
def test_the_formula_of_a_version_never_changes(version: int, puzzle: Puzzle, start: str) -> None:
    """After a change, raise VERSION, and add the hashes of the new version here."""
    assert version_of(puzzle) == version
    assert hashlib.sha256(b"".join(Formula(puzzle, None).text())).hexdigest().startswith(start)
