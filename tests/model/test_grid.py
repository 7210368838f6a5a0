# SPDX-License-Identifier: MIT
"""Grids: valid and invalid input, and arrays."""

from __future__ import annotations

import numpy as np
import pytest

from nonosat import Grid, Line, Palette, Puzzle
from nonosat.errors import GridError


def test_grids_refuse_what_is_no_grid() -> None:
    for text, message in (
        ("", "the grid is empty"),
        ("##\n#", "row 2 of the grid has 1 cells, row 1 has 2"),
        ("#x", "row 1, column 2 of the grid: 'x' is not a cell; use # for filled"),
    ):
        with pytest.raises(GridError, match=message):
            Grid(text)
    with pytest.raises(GridError, match="row 2 of the grid has 2 cells, row 1 has 1"):
        Grid.from_rows([[1], [1, 0]])
    for rows in ([[-1]], [[2]], [[256]], [[1.0]], [[None]], [["#"]]):
        for make in (Grid, Grid.from_rows):
            with pytest.raises(GridError, match=r"is not a cell: a cell is EMPTY \(0\), FILLED"):
                make(rows)
    with pytest.raises(GridError, match=r"2 is not a cell"):
        Grid.from_cells(1, 1, bytes([2]))
    with pytest.raises(GridError, match=r"3 is not a cell: .* a colour \(1 to 2\)"):
        Grid([[3]], letters="ab")
    for nothing in ([], [[]], [[], []]):
        with pytest.raises(GridError, match="the grid is empty"):
            Grid(nothing)
    with pytest.raises(GridError, match="5 is not a grid"):
        Grid(5)
    with pytest.raises(GridError, match="5 is not a row of the grid"):
        Grid([5])
    with pytest.raises(GridError, match="3 cells do not make a grid of 2x2"):
        Grid.from_cells(2, 2, bytes(3))
    with pytest.raises(IndexError, match="outside the 1x1 grid"):
        Grid("#")[0, 1]
    with pytest.raises(GridError, match="different sizes"):
        Grid("#").extends(Grid("##"))


def test_rows_and_columns_that_do_not_exist() -> None:
    grid = Grid("##\n#.\n..")
    assert (grid.row(2), grid.column(1)) == (bytes([0, 0]), bytes([1, 0, 0]))
    for call in (grid.row, grid.column):
        for number in (-1, 3):
            with pytest.raises(IndexError, match=f"{number} lies outside the 2x3 grid"):
                call(number)
    for axis, number in (("X", 0), ("R", 0), ("row", -1)):
        with pytest.raises(ValueError, match="the axis is 'row' or 'column'"):
            Line(axis, number)


@pytest.mark.parametrize(
    ("letters", "message"),
    [
        ("??", "'\\?' cannot be the letter of a colour"),
        (".", "'.' cannot be the letter of a colour"),
        ("aa", "2 colours share the letter 'a'"),
        ("a1", "'1' cannot be the letter"),
        ("a\u0301", "cannot be the letter"),
        ("\u0301", "cannot be the letter"),
        ("a" * 300, "300 letters: a grid has at most 60 colours"),
    ],
)
def test_letters_that_cannot_be_read_back(letters: str, message: str) -> None:
    for make in (
        lambda: Grid("..", letters=letters),
        lambda: Grid([[0]], letters=letters),
        lambda: Grid.from_cells(1, 1, b"\0", letters),
        lambda: Grid.from_rows([[0]], letters),
        lambda: Grid.unknown(1, 1, letters),
    ):
        with pytest.raises(GridError, match=message):
            make()


def test_with_cells_refuses_what_is_no_cell() -> None:
    for value in (-1, 300, 2):
        with pytest.raises(GridError, match=f"{value} is not a cell"):
            Grid("#").with_cells([(0, 0, value)])
    with pytest.raises(IndexError):
        Grid("#").with_cells([(0, 1, 1)])


def test_a_grid_keeps_no_buffer_of_its_caller() -> None:
    cells = bytearray([1, 0])
    grid = Grid.from_cells(1, 2, cells)
    cells[0] = 0
    assert grid == Grid("#.")
    assert hash(grid) == hash(Grid("#."))


def test_nested_lists_and_arrays_are_grids() -> None:
    grid = Grid("#.\n?#")
    assert grid.tolist() == [[1, 0], [255, 1]]
    array = np.array(grid)
    assert array.dtype == np.uint8
    assert array.tolist() == grid.tolist()
    array[0, 0] = 0  # the array is the caller's own
    assert grid[0, 0] == 1
    rows = (grid.tolist(), np.array(grid), np.array(grid, dtype=np.int64), ["#.", "?#"])
    for cells in (*rows, grid, iter(grid.tolist()), [np.array([1, 0]), (255, True)]):
        assert Grid(cells) == grid
    assert Grid(np.array([[True, False]])) == Grid("#.")
    sized = Grid.unknown(np.int64(1), np.int64(2)).with_cells(
        [(np.int8(0), np.int8(1), np.int8(1))]
    )
    assert (sized, type(sized.height), sized[np.int64(0), 1]) == (Grid("?#"), int, 1)
    assert sized.row(np.uint8(0)) == bytes([255, 1])
    assert Grid([[2, 1]], letters="ab") == Grid("ba", letters="ab")
    view = grid.__array__(copy=False)
    with pytest.raises(ValueError, match="read-only"):
        view[0, 0] = 0
    assert np.asarray(grid, dtype=float).tolist() == [[1.0, 0.0], [255.0, 1.0]]
    with pytest.raises(ValueError, match="need a copy"):
        grid.__array__(np.float64, copy=False)
    assert Puzzle.from_grid([[0, 1], [1, 1]]) == Puzzle.from_grid(Grid(".#\n##"))
    assert Puzzle.from_grid(np.array([[0, 1]])).goal == Grid(".#")
    palette = Palette.of([("red", "f00", "r"), ("blue", "00f", "b")])
    assert Puzzle.from_grid([[1, 2]], palette=palette).goal == Grid("rb", letters="rb")
    assert Puzzle([[1]], [[1]], goal=[[1]]).goal == Grid("#")
    with pytest.raises(GridError):
        Puzzle([[1]], [[1]], goal=5)
    assert Puzzle([[1]], [[1]]).with_goal(np.array([[1]])).goal == Grid("#")
    assert Puzzle([[2], [1]], [[2], [1]]).faults(np.array([[1, 1], [0, 1]])) == (
        Line("column", 0),
        Line("column", 1),
    )
