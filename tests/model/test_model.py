# SPDX-License-Identifier: MIT
"""Blocks, clues, grids, palettes, puzzles: contents, refused input, printing and rebuilding."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat import UNKNOWN, Block, Grid, Line, Palette, Puzzle
from nonosat.errors import (
    ContradictionError,
    Fault,
    GridError,
    LimitError,
    OptionError,
    PuzzleError,
)
from nonosat.model import faults
from nonosat.model.clue import clue_of, fits, gaps, has_clue
from nonosat.model.report import Reason
from nonosat.study import solve_line
from nonosat.types import Color, Metadata
from nonosat.web.requests import RequestError
from tests.support.brute import placements, random_puzzle, read_clue
from tests.support.strategies import puzzles


def faults_of(*args: object, **named: object) -> list[str]:
    with pytest.raises(PuzzleError) as caught:
        Puzzle(*args, **named)
    return [str(fault) for fault in caught.value.faults]


def test_the_plain_rule_agrees_with_all_placements() -> None:
    """clue_of, has_clue and fits on every partial line up to 6 cells (two colours: 4)."""
    for colors, longest in ((1, 6), (2, 4)):
        for length in range(1, longest + 1):
            clues = {read_clue(line) for line in product(range(colors + 1), repeat=length)}
            for line in product([*range(colors + 1), UNKNOWN], repeat=length):
                cells = bytes(line)
                for clue in clues:
                    possible = any(
                        all(
                            cell in (UNKNOWN, value) for cell, value in zip(line, full, strict=True)
                        )
                        for full in placements(clue, length, colors)
                    )
                    assert fits(clue, cells) is possible, (clue, line)
                    if UNKNOWN not in line:
                        assert has_clue(cells, clue) is possible
                        assert (clue_of(cells) == clue) is possible


def test_has_clue_is_not_fooled_by_other_colours() -> None:
    assert not has_clue(bytes([1, 2]), (Block(2),))
    assert not has_clue(bytes([2, 2]), (Block(2),))
    assert not has_clue(bytes([1, UNKNOWN]), (Block(2),))
    assert gaps((Block(1, 1), Block(1, 1), Block(1, 2))) == (1, 0)


def test_check_of_every_small_picture() -> None:
    """Every complete 3x2 grid with the clues of every other grid, all of them or only some."""
    grids = [Grid.from_cells(2, 3, bytes(cells)) for cells in product([0, 1], repeat=6)]
    for picture in grids:
        rows, columns = picture.clues()
        for puzzle in (Puzzle(rows, columns), Puzzle([None, rows[1]], [columns[0], None, None])):
            for grid in grids:
                broken = tuple(
                    line
                    for line, clue in puzzle.lines()
                    if clue is not None and clue_of(grid.line(line)) != clue
                )
                assert puzzle.faults(grid) == broken


def test_check_names_every_broken_line() -> None:
    puzzle = Puzzle.from_grid(Grid("##.\n.#.\n..#"))
    assert puzzle.faults(Grid("##.\n.#.\n..#")) == ()
    assert puzzle.faults(Grid("##.\n.#.\n.#.")) == (Line("column", 1), Line("column", 2))
    assert puzzle.faults(Grid("??.\n???\n???")) == ()
    assert puzzle.faults(Grid("?.?\n???\n???")) == (Line("row", 0),)
    with pytest.raises(GridError, match="the grid has 2 columns and 1 row"):
        puzzle.faults(Grid("##"))


def test_all_faults_are_reported_at_once() -> None:
    faults = faults_of(rows=[[3, 1], [0], [1, -2]], columns=[[1], [1, 9], ["x"], [(1, 2)]])
    assert faults == [
        "R1, block 2: does not fit: the clue needs 5 cells, the line has 4",
        "R2, block 1: length 0: a block has a whole number of cells, at least 1 "
        "(an empty line has no blocks)",
        "R3, block 2: length -2: a block has a whole number of cells, at least 1 "
        "(an empty line has no blocks)",
        "C2, block 2: does not fit: the clue needs 11 cells, the line has 3",
        "C3, block 1: length 'x': a block has a whole number of cells, at least 1 "
        "(an empty line has no blocks)",
        "C4, block 1: unknown colour 2: the palette has 1",
    ]
    assert faults_of([], []) == [
        "0 rows: a puzzle has 1 to 1023 of them",
        "0 columns: a puzzle has 1 to 1023 of them",
    ]
    assert faults_of([[1]] * 1024, [None]) == ["1024 rows: a puzzle has 1 to 1023 of them"]


def test_what_is_too_long_is_found_in_linear_time() -> None:
    """Each block is read a few times, however many blocks there are."""
    looked = 0

    class Counted(tuple):  # of the blocks that are cut out of a clue again and again
        def __getitem__(self, key: object) -> object:
            nonlocal looked
            found = super().__getitem__(key)
            looked += len(found) if isinstance(key, slice) else 1
            return found

    clue = Counted([Block(1)] * 1000)
    found = list(faults._clue_faults(Line("row", 0), clue, 600, 1))
    assert [str(one) for one in found] == [
        "R1, block 301: does not fit: the clue needs 1999 cells, the line has 600"
    ]
    assert looked < 5000


def test_sums_must_agree_for_each_colour() -> None:
    assert faults_of([[2]], [[1], []]) == [
        "the rows fill 2 cells, the columns 1: one of the clues is wrong"
    ]
    palette = Palette.of([("red", "f00", "r"), ("blue", "00f", "b")])
    assert faults_of([[(1, 1), (1, 1)]], [[(1, 1)], [], [(1, 2)]], palette=palette) == [
        "the rows fill 2 cells of colour 'red', the columns 1: one of the clues is wrong",
        "the rows fill 0 cells of colour 'blue', the columns 1: one of the clues is wrong",
    ]
    # A missing clue could hold anything.
    assert Puzzle([[2]], [[1], None]).missing_clues


def test_an_earlier_programs_mistake_is_refused() -> None:
    assert faults_of(rows=[[3], [], [3]], columns=[[3], [3], [3]]) == [
        "the rows fill 6 cells, the columns 9: one of the clues is wrong"
    ]


def test_a_goal_must_belong_to_the_puzzle() -> None:
    assert faults_of([[1]], [[1]], goal=Grid("##")) == ["the goal picture is 2x1, the puzzle 1x1"]
    assert faults_of([[1]], [[1]], goal=Grid("a", "a")) == [
        "the goal picture uses the letters 'a', the palette '#'"
    ]


def test_palettes_refuse_faulty_colours_and_letters() -> None:
    with pytest.raises(PuzzleError) as caught:
        Palette((Color("a", "#00000g", "x"), Color("b", "#000000", "x"), Color("c", "red", ".")))
    assert [str(fault) for fault in caught.value.faults] == [
        "colour 'a': '#00000g' is not #rrggbb",
        "colour 'c': 'red' is not #rrggbb",
        "colour 'c': '.' cannot be its letter in text",
        "2 colours share the letter 'x'",
    ]
    with pytest.raises(PuzzleError, match="61 colours"):
        Palette.of([("x", "#000", None)] * 61)
    assert len(Palette.of([("x", "#000", None)] * 60)) == 60
    assert Palette.of([("x", "#000", "q")]).letters == "#"
    assert Palette.of([("x", "#000", "?"), ("y", "F00", "a")]).letters == "ba"


def test_repr_rebuilds_and_text_reads_back() -> None:
    rng = random.Random(2)
    names = {"Block": Block, "Color": Color, "Grid": Grid, "Metadata": Metadata}
    names |= {"Palette": Palette, "Puzzle": Puzzle}
    for number in range(300):
        puzzle = random_puzzle(rng, 6).with_meta(title=f"'{number}\"\n\\", author="é")
        assert eval(repr(puzzle), names) == puzzle
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle
        assert hash(eval(repr(puzzle), names)) == hash(puzzle)
        values = [*range(len(puzzle.palette) + 1), UNKNOWN]
        size = puzzle.height * puzzle.width
        grid = puzzle.grid(bytes(rng.choice(values) for _ in range(size)))
        assert eval(repr(grid), names) == grid
        assert Grid(str(grid), grid.letters) == grid
        assert pickle.loads(pickle.dumps(grid)) == grid


def test_a_puzzle_is_pickled_without_an_object_for_each_block() -> None:
    """The blocks of 1023x1023 cells would take a second, during which no limit is checked."""
    puzzle = Puzzle([[1, 1], [2], None], [[2], None, [1]])
    assert b"Block" not in pickle.dumps(puzzle)
    for again in (pickle.loads(pickle.dumps(puzzle)), copy.deepcopy(puzzle), copy.copy(puzzle)):
        assert again == puzzle
        assert all(type(block) is Block for clue in again.rows if clue for block in clue)


def test_from_grid_and_clues_are_inverse() -> None:
    grid = Grid("rr.\n.bb", "rb")
    puzzle = Puzzle.from_grid(grid)
    assert (puzzle.rows, puzzle.columns) == grid.clues()
    assert puzzle.goal == grid
    assert puzzle.faults(grid) == ()
    with pytest.raises(GridError, match="1 cells of the grid are unknown"):
        Puzzle.from_grid(Grid("#?"))


def test_values_cannot_be_changed() -> None:
    puzzle = Puzzle([[1]], [[1]])
    with pytest.raises(AttributeError):
        puzzle.rows = ()
    with pytest.raises(AttributeError):
        Grid("#").cells = b""


def test_a_palette_refuses_marks_that_merge_with_the_character_before() -> None:
    with pytest.raises(PuzzleError, match="cannot be its letter"):
        Palette((Color("a", "#000000", "\u0301"), Color("b", "#ff0000", "b")))
    assert Palette.of([("a", "#000", "\u0301"), ("b", "#f00", "b")]).letters == "ab"


def test_any_whole_numbers_make_the_same_puzzle() -> None:
    wanted = Puzzle(rows=[[2, 1], []], columns=[[1], [1], [], [1]])
    one, two = np.int64(1), np.uint8(2)
    for puzzle in (
        Puzzle([[two, one], []], [[one], [True], [], [np.int8(1)]]),
        Puzzle([np.array([2, 1]), np.array([], dtype=int)], [[1], [1], [], [1]]),
        Puzzle([[(two, one), [1, True]], ()], columns=((Block(one),), [1], [], [1])),
        Puzzle([[2, 1], []], [*np.array([[1], [1], [1]])[[0, 1]].tolist(), [], [1]]),
    ):
        assert puzzle == wanted
        assert puzzle.sha256() == wanted.sha256()
        assert repr(puzzle) == repr(wanted)
        assert all(type(x) is int for _, clue in puzzle.lines() for b in clue or () for x in b)
    assert Puzzle(np.array([[1], [1]]), np.array([[2]])).height == 2


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([[(1, 2, 3)]], "R1, block 1: (1, 2, 3) is not a block: a block is a length, or"),
        ([[()]], "R1, block 1: () is not a block"),
        ([[1.5]], "R1, block 1: length 1.5: a block has a whole number of cells"),
        ([["1"]], "R1, block 1: length '1': a block has a whole number of cells"),
        ([[(1, "r")]], "R1, block 1: colour 'r': the colours are numbered from 1"),
        ([[None]], "R1, block 1: length None"),
        ([3], "R1: 3 is not a clue: a clue is a list of lengths"),
        (["3"], "R1: '3' is not a clue: a clue is a list of lengths"),
        ("1", "R1: '1' is not a clue"),
    ],
)
def test_what_is_no_clue_is_a_fault(rows: object, fault: str) -> None:
    faults = faults_of(rows, [[9]])
    assert faults[0].startswith(fault)
    assert faults[1].startswith("C1, block 1: does not fit")


@given(puzzles(missing_clues=True, max_side=5))
def test_transpose_and_mirror(puzzle: Puzzle) -> None:
    turned, mirrored = puzzle.transpose(), puzzle.mirror()
    assert turned.transpose() == puzzle
    assert mirrored.mirror() == puzzle
    assert (turned.rows, turned.columns) == (puzzle.columns, puzzle.rows)
    assert (turned.meta, turned.palette) == (puzzle.meta, puzzle.palette)
    goal = puzzle.goal
    if goal is not None:
        for row in range(goal.height):
            for column in range(goal.width):
                assert goal[row, column] == goal.transpose()[column, row]
                assert goal[row, column] == goal.mirror()[row, goal.width - 1 - column]
        assert turned.faults(goal.transpose()) == ()
        assert mirrored.faults(goal.mirror()) == ()


@given(puzzles(missing_clues=True, max_side=4), st.data())
def test_the_hash_depends_on_clues_and_colours_alone(puzzle: Puzzle, data: st.DataObject) -> None:
    """Equal puzzles have equal hashes; another clue or colour gives another hash."""
    again = eval(repr(puzzle))
    assert again == puzzle
    assert again.sha256() == puzzle.sha256()
    assert puzzle.with_goal(None).with_meta(title="x", author="y").sha256() == puzzle.sha256()
    palette = puzzle.palette
    number = data.draw(st.integers(0, len(palette) - 1))
    other = "#123456" if palette.colors[number].rgb != "#123456" else "#654321"
    colors = list(palette.colors)
    colors[number] = replace(colors[number], rgb=other)
    background = "#fedcba" if palette.background != "#fedcba" else "#abcdef"
    changed = [replace(palette, colors=tuple(colors)), replace(palette, background=background)]
    hashes = {puzzle.sha256()}
    for new in changed:
        hashes.add(Puzzle(puzzle.rows, puzzle.columns, palette=new).sha256())
    assert len(hashes) == 3
    rows = list(puzzle.rows)
    line = data.draw(st.integers(0, len(rows) - 1))
    rows[line] = None if rows[line] is not None else ()
    try:
        hashes.add(Puzzle(rows, puzzle.columns, palette=palette).sha256())
    except PuzzleError:  # the sums do not agree any more
        return
    assert len(hashes) == 4


def test_canonical_text_names_the_puzzle_and_nothing_else() -> None:
    plain = Puzzle([[2], []], [[1], [1]])
    described = Puzzle([[2], []], [[1], [1]], goal=Grid("##\n.."), meta=Metadata(title="Two"))
    assert plain.canonical_text() == (
        "nonosat-puzzle 1\nwidth 2\nheight 2\nbackground #ffffff\ncolor #000000\n"
        "rows\n2:1\n-\ncolumns\n1:1\n1:1\n"
    )
    assert plain.sha256() == described.sha256()
    assert plain != described
    assert Puzzle([None, []], [[1], [1]]).canonical_text().splitlines()[6] == "?"


def test_solve_line_in_both_forms() -> None:
    assert solve_line([1, 1], "???") == "#.#"
    assert solve_line(None, "?#?") == "?#?"
    assert solve_line([], "??") == ".."
    assert solve_line([2], bytes([UNKNOWN, 1, UNKNOWN, UNKNOWN])) == bytes([UNKNOWN, 1, UNKNOWN, 0])
    assert solve_line([(2, 1), (1, 2)], "???", letters="ab") == "aab"
    with pytest.raises(ContradictionError, match=r"no placement of the clue 1 agrees with #\?#"):
        solve_line([1], "#?#")
    with pytest.raises(PuzzleError, match="does not fit: the clue needs 4 cells"):
        solve_line([4], "???")
    with pytest.raises(GridError, match="'x' is not a cell"):
        solve_line([1], "x")


def test_faults_say_where() -> None:
    fault = Fault("bad", Line("row", 2), 1, file_line=7)
    assert str(fault) == "line 7, R3, block 2: bad"
    error = PuzzleError([fault, Fault("worse")]).named("cup.non")
    assert str(error) == "cup.non: line 7, R3, block 2: bad\ncup.non: worse"
    assert pickle.loads(pickle.dumps(error)).faults == error.faults


def test_a_fault_with_a_key_is_like_one_without_and_travels_with_its_error() -> None:
    fault = Fault.of("fault.x", ("{n} cell of {color}", "{n} cells of {color}"), n=2, color="red")
    plain = Fault("2 cells of red")
    assert (fault, repr(fault), hash(fault)) == (plain, repr(plain), hash(plain))
    assert fault.on(Line("row", 2), 1).at(7).values == {"n": 2, "color": "red"}
    for error in (
        OptionError(fault),
        LimitError(fault, Reason.TIME),
        RequestError(fault, 404),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.fault.key) == ("2 cells of red", "fault.x")
    (again,) = pickle.loads(pickle.dumps(PuzzleError(fault))).faults
    assert (again.key, again.values) == (fault.key, fault.values)
