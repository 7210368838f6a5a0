# SPDX-License-Identifier: MIT
"""Pictures as text: the alphabets, which texts are recognised, faults, and writing."""

from __future__ import annotations

import pytest

from nonosat import Grid, Palette, Puzzle, dumps, loads
from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats import sniff

ARCH = Puzzle.from_grid(Grid(".#.\n###\n#.#"))


@pytest.mark.parametrize(
    "text",
    [
        ".#.\n###\n#.#",
        "\n.#.\r\n###\r\n#.#\r\n\r\n",
        "  .#.\n  ###\n  #.#\n",
        ". # .\n# # #\n# . #",
        "010\n111\n101",
        "0 1 0\n1 1 1\n1 0 1\n",
        ".x.\nxxx\nx.x",
        " #\n###\n# #\n",
        " # \n###\n# #",
    ],
)
def test_alphabets(text: str) -> None:
    assert sniff(text).name == "picture"
    assert loads(text) == ARCH


def test_colours_are_letters_in_order_of_appearance() -> None:
    puzzle = loads("b..\nbbr\n.rr")
    assert puzzle.goal == Grid("b..\nbbr\n.rr", letters="br")
    assert puzzle.rows == (((1, 1),), ((2, 1), (1, 2)), ((2, 2),))
    with_black = loads("#r.\n##.")
    assert with_black.palette.letters == "#r"


@pytest.mark.parametrize("text", ["#", ".", "0", "1", "....", "##\n##", "11\n11"])
def test_pictures_of_one_kind_of_cell(text: str) -> None:
    goal = loads(text).goal
    assert goal is not None
    assert goal == Grid(text.replace("0", ".").replace("1", "#"))


def test_blank_rows_within_a_picture_of_blanks() -> None:
    assert loads("# #\n\n##").goal == Grid("#.#\n...\n##.")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"image": ["x"]}', "json"),
        ("[]", "json"),
        ("$1\n1\n1\n", "taai"),
        ("width 1\nheight 1\nrows\n1\ncolumns\n1\n", "non"),
        ("rows\n0\ncolumns\n0\n", "faase"),
    ],
)
def test_other_formats_are_not_taken_for_pictures(text: str, name: str) -> None:
    assert sniff(text).name == name


@pytest.mark.parametrize(
    "text",
    ["1 1\n1 1", "3 1\n2\n", "10 1\n1 1", "Dear all,\nsee below.\n", "e.g.", "hello\nworld"],
)
def test_clue_lists_and_prose_are_no_pictures(text: str) -> None:
    with pytest.raises(PuzzleSyntaxError, match="no known format"):
        sniff(text)


def test_a_large_picture_is_recognised_by_its_head() -> None:
    text = "\n".join(["#." * 500] * 500)
    assert sniff(text).name == "picture"
    assert sniff(text.replace("#", "r")).name == "picture"


def test_a_picture_with_few_empty_cells_is_recognised() -> None:
    text = "\n".join(["rrrrggggbbbb"] * 5 + ["rrrrgg.gbbbb"])
    assert sniff(text).name == "picture"
    assert sniff(f"{text}\nrr..").name == "picture"  # ragged, and reported as such
    with pytest.raises(PuzzleSyntaxError, match="line 7: 4 cells, the first row"):
        loads(f"{text}\nrr..")


def test_all_faults_at_once() -> None:
    with pytest.raises(PuzzleSyntaxError) as caught:
        loads("#.#\n#.\n?.#\n")
    assert [str(fault) for fault in caught.value.faults] == [
        "line 2: 2 cells, the first row (line 1) has 3",
        "line 3: column 1 is unknown ('?'): a picture must be complete; a half-filled grid goes "
        "with its puzzle: --given GRIDFILE",
    ]


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle([[1]], [[1]]), "the puzzle has none"),
        (Puzzle([[1]], [[1]], goal=Grid("?")), "only a part of it"),
        (Puzzle([[1], []], [[1]], goal=Grid(".\n#")), "does not have the clues of the puzzle"),
        (Puzzle([None], [[1]], goal=Grid("#")), "the clue of R1 is missing"),
    ],
)
def test_what_a_picture_cannot_represent(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        dumps(puzzle, format="picture")


def test_an_only_colour_is_written_as_hash() -> None:
    palette = Palette.of([("red", "f00", None)])
    puzzle = Puzzle.from_grid(Grid("#."), palette=palette)
    assert dumps(puzzle, format="picture") == "#.\n"
