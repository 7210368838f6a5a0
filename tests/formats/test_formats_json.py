# SPDX-License-Identifier: MIT
"""JSON: davidje13's forms, our own form, and faults with their paths."""

from __future__ import annotations

import json

import pytest

from nonosat import Grid, Palette, Puzzle, dumps, loads
from nonosat.errors import PuzzleSyntaxError, PuzzleWarning
from nonosat.formats import read_all, sniff
from nonosat.types import Color, Metadata


def read(**keys: object) -> Puzzle:
    """The puzzle of an object with these keys."""
    return loads(json.dumps(keys))


def test_rows_and_columns() -> None:
    puzzle = read(
        rows=[[2], [], None], columns=[[1], None], source="paper", extra={"x": [1.5, None]}
    )
    assert puzzle == Puzzle([[2], [], None], [[1], None], meta=Metadata(catalogue="paper"))
    assert puzzle.missing_clues


def test_other_spellings_are_read() -> None:
    """Files of earlier versions and of davidje13's program have cols, others [0] for empty."""
    wanted = Puzzle([[1], []], [[1]])
    for columns in ("columns", "cols"):
        for empty in ([], [0]):
            assert loads(json.dumps({"rows": [[1], empty], columns: [[1]]})) == wanted
            assert loads(json.dumps({columns: [[1]], "rows": [[1], empty]})) == wanted
    for key in ("license", "licence"):
        assert read(rows=[[1]], columns=[[1]], **{key: "CC0"}).meta.license == "CC0"
    assert read(rows=[[1]], columns=[[1]], license="", licence="MIT").meta.license == ""


def test_the_dialect_of_davidje13() -> None:
    puzzle = Puzzle([[1], None], [[1]], meta=Metadata(title="Dot", license="MIT", description="x"))
    data = json.loads(dumps(puzzle, format="json", dialect="davidje13"))
    assert data == {
        "name": "Dot",
        "license": "MIT",
        "description": "x",
        "rows": [[1], None],
        "cols": [[1]],
    }
    assert loads(json.dumps(data)) == puzzle
    untitled = puzzle.with_meta(title="")
    assert loads(dumps(untitled, format="json", dialect="davidje13")) == untitled


def test_columns_first_is_the_form_of_thomasr_only_without_other_keys() -> None:
    """That format would drop the other keys."""
    text = '{"columns": [[1], [0]], "rows": [[1]]}'
    assert sniff(text).name == "thomasr"
    more = text[:-1] + ', "printed": ["??"], "title": "Dot"}'
    assert sniff(more).name == "json"
    assert loads(more).title == "Dot"
    assert sniff('{"rows": [[1]], "columns": [[1], [0]]}').name == "json"


@pytest.mark.parametrize(
    ("keys", "title", "description"),
    [
        ({"title": "A", "name": "B", "description": "C"}, "A", "C"),
        ({"name": "B", "description": "C"}, "B", "C"),
        ({"description": "C"}, "C", ""),
        ({"title": "", "description": "C"}, "", "C"),
        ({"title": None}, "", ""),
    ],
)
def test_title(keys: dict[str, object], title: str, description: str) -> None:
    meta = read(rows=[[1]], columns=[[1]], **keys).meta
    assert (meta.title, meta.description) == (title, description)


@pytest.mark.parametrize("image", [["x x", "x x"], "0 0\n0 0", "- -\r\n- -\n"])
def test_image_is_filled_except_for_spaces(image: object) -> None:
    assert read(image=image) == Puzzle.from_grid(Grid("#.#\n#.#"))


@pytest.mark.parametrize(("image", "kinds"), [(".#.\n###", "#."), (["010", "111"], "01")])
def test_image_with_two_kinds_of_characters_is_refused(image: object, kinds: str) -> None:
    """All cells would be filled, although the text looks different."""
    with pytest.raises(PuzzleSyntaxError, match=f"image: different characters, '{kinds}'.*cells"):
        read(image=image)
    with pytest.warns(PuzzleWarning, match=r"image is not read: (different characters|it is 2x1)"):
        assert read(rows=[[1]], columns=[[1]], image=image) == Puzzle([[1]], [[1]])


def test_an_image_beside_clues_is_the_goal_if_it_is_a_picture_of_the_board() -> None:
    assert read(rows=[[1]], columns=[[1]], image=["x"]).goal == Grid("#")
    with pytest.warns(PuzzleWarning, match="image is not read: it is 2x1, the board 1x1"):
        assert read(rows=[[1]], columns=[[1]], image=["xx"]).goal is None


def test_cells() -> None:
    assert read(cells=["#.", ".#"]) == Puzzle.from_grid(Grid("#.\n.#"))
    assert read(cells="#.\n.#\n") == Puzzle.from_grid(Grid("#.\n.#"))
    with_goal = read(rows=[[1]], columns=[[1], []], cells=["#?"])
    assert with_goal.goal == Grid("#?")


def test_colors() -> None:
    palette = {
        "background": "#eee",
        "colors": [
            {"name": "red", "rgb": "#FF0000", "letter": "r"},
            {"rgb": "#00f", "letter": "s"},
        ],
    }
    wanted = Palette(
        (Color("red", "#ff0000", "r"), Color("color s", "#0000ff", "s")), background="#eeeeee"
    )
    puzzle = read(
        palette=palette, rows=[[[1, "r"], [1, "s"]]], columns=[[1], [[1, "s"]]], cells=["rs"]
    )
    assert puzzle.palette == wanted
    assert puzzle.rows == (((1, 1), (1, 2)),)
    assert puzzle.goal == Grid("rs", "rs")
    assert read(palette=palette, cells=["rs"]) == puzzle


def test_only_color_may_be_written_as_hash() -> None:
    palette = {"colors": [{"name": "red", "rgb": "#ff0000", "letter": "r"}]}
    assert read(palette=palette, cells=["#."]) == read(palette=palette, cells=["r."])


@pytest.mark.parametrize("form", ["{}", '{{"puzzles": {}}}'])
def test_many(form: str) -> None:
    text = form.format('[{"image": ["x"]}, {"rows": 3}, {"image": ["xx"]}]')
    items = list(read_all(text))
    assert [type(item) for item in items] == [Puzzle, PuzzleSyntaxError, Puzzle]
    assert "[1].rows: a list is needed, this is 3" in str(items[1])
    with pytest.raises(PuzzleSyntaxError, match="load_all"):
        loads(text)


def test_all_faults_at_once() -> None:
    with pytest.raises(PuzzleSyntaxError) as caught:
        read(title=3, rows=[[1], [-1], ["x"]], columns=[5, [9]])
    assert [str(fault).split(": ")[-2] for fault in caught.value.faults] == [
        "title",
        "length -1",
        "rows[2][0]",
        "columns[0]",
        "does not fit",
    ]


def test_writes_what_people_can_edit() -> None:
    palette = Palette.of([("red", "f00", "r"), ("sky", "8cf", "s")])
    puzzle = Puzzle(
        [[1, (1, 2)], None],
        [[1], [(1, 2)]],
        palette=palette,
        goal=Grid("rs\n..", "rs"),
        meta=Metadata(title="Käse", description="x"),
    )
    text = dumps(puzzle, format="json")
    assert text == (
        '{\n  "title": "Käse",\n  "description": "x",\n'
        '  "palette": {"background": "#ffffff", "colors": [\n'
        '    {"name": "red", "rgb": "#ff0000", "letter": "r"},\n'
        '    {"name": "sky", "rgb": "#88ccff", "letter": "s"}\n  ]},\n'
        '  "rows": [\n    [[1, "r"], [1, "s"]],\n    null\n  ],\n'
        '  "columns": [\n    [[1, "r"]],\n    [[1, "s"]]\n  ],\n'
        '  "cells": [\n    "rs",\n    ".."\n  ]\n}\n'
    )
    assert loads(text) == puzzle


def test_half_a_surrogate_pair_is_replaced() -> None:
    puzzle = loads('{"title": "a\\ud800\\u0000b", "rows": [[1]], "columns": [[1]]}')
    assert puzzle.title == "a\ufffd\ufffdb"
    assert loads(dumps(puzzle, format="json")) == puzzle
