# SPDX-License-Identifier: MIT
"""Other parts of files than the puzzle: cells that count, remarks, and ignored parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonosat
from nonosat import Grid, Puzzle
from nonosat.errors import PuzzleError, PuzzleSyntaxError, PuzzleWarning
from nonosat.formats import FORMATS, dumps, read_all
from tests.support import format_parts

DOTS = {"rows": [[1], [1]], "columns": [[1], [1]]}
MISSPELT = json.dumps({**DOTS, "printd": ["#?", "??"]})
REMARK = "unknown key 'printd', which is not read: is 'printed' meant?"


def only(text: str, form: str | None = None) -> Puzzle:
    (item,) = read_all(text, format=form)
    assert isinstance(item, Puzzle), item
    return item


def faults(text: str, form: str | None = None) -> str:
    (item,) = read_all(text, format=form)
    assert isinstance(item, PuzzleError | PuzzleSyntaxError)
    return str(item)


def remarks(text: str, form: str | None = None) -> list[str]:
    return list(map(str, only(text, form).remarks))


def test_each_format_has_a_sample() -> None:
    assert format_parts.SAMPLES.keys() == FORMATS.keys()


@pytest.mark.parametrize("name", format_parts.SAMPLES)
def test_nothing_that_carries_cells_is_read_over(name: str) -> None:
    """The whole table is in docs/formats.md."""
    over = [part for part, fate in format_parts.fates(name).items() if fate == "read over"]
    assert not [part for part in over if any(word in part for word in format_parts.CELLS)]


@pytest.mark.parametrize("form", ["json", "thomasr"])
def test_content_is_printed_cells(form: str) -> None:
    """1 is filled, -1 empty, 0 unknown, as its program documents."""
    puzzle = only(json.dumps({**DOTS, "content": [1, -1, 0, 0]}), form)
    assert puzzle.printed == Grid("#.\n??")
    assert puzzle.solve().verdict.value == "unique"
    assert only(json.dumps({**DOTS, "content": [0, 0, 0, 0]}), form).printed is None
    assert only(json.dumps({**DOTS, "content": None}), form).printed is None


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ([1, 0, 0], "content: .*2x2 = 4"),
        ([1, 0, 2, 0], r"content\[2\]: 1 \(filled\), -1 \(empty\) or 0 \(unknown\).*this is 2"),
        ([1, 0, True, 0], r"content\[2\]: .*this is true"),
        ([1, 0, 1.5, 0], r"content\[2\]: .*this is 1.5"),
        ("#???", "content: a list"),
        ({}, "content: a list"),
        ([1, 1, 0, 0], "R1: the printed cells of this line contradict its clue"),
        ([-1, 0, -1, 0], "C1: the printed cells of this line contradict its clue"),
    ],
)
@pytest.mark.parametrize("form", ["json", "thomasr"])
def test_content_that_is_wrong(form: str, content: object, fault: str) -> None:
    with pytest.raises((PuzzleError, PuzzleSyntaxError), match=fault):
        nonosat.loads(json.dumps({**DOTS, "content": content}), format=form)


def test_content_has_one_colour() -> None:
    colors = [{"name": x, "rgb": "#ff0000", "letter": x} for x in "rg"]
    data = {**DOTS, "palette": {"colors": colors}, "content": [1, 0, 0, 0]}
    assert "several colours" in faults(json.dumps(data))


def test_thomasr_writes_printed_cells() -> None:
    puzzle = Puzzle([[1], [1]], [[1], [1]], printed="#?\n.?")
    text = dumps(puzzle, format="thomasr")
    assert json.loads(text)["content"] == [1, 0, -1, 0]
    assert only(text, "thomasr") == only(text, "json") == puzzle


def test_given_goal_and_solution_in_json() -> None:
    assert only(json.dumps({**DOTS, "given": ["#?", "??"]})).printed == Grid("#?\n??")
    for key in ("goal", "solution"):
        for value in (["#.", ".#"], "#.\n.#", [[1, 0], [0, 1]], [[True, False], [False, True]]):
            assert only(json.dumps({**DOTS, key: value})).goal == Grid("#.\n.#")
            alone = only(json.dumps({key: value, "title": "x"}), "json")
            assert alone.rows == Puzzle.from_grid("#.\n.#").rows
        for value in (None, True, 7):  # as the objects that our commands print
            assert only(json.dumps({**DOTS, key: value})).remarks == ()


def test_one_list_of_printed_cells() -> None:
    data = {**DOTS, "printed": ["#?", "??"], "content": [1, 0, 0, 0]}
    assert faults(json.dumps(data)) == "content: the object has printed, too: give one of the two"


@pytest.mark.parametrize(
    ("solution", "remark"),
    [
        ("a long way", "solution is not read: a blank is not a cell"),
        ("away", "solution is not read: row 1, column 1 of the grid"),
        ([[1, 2], [0, 1]], "solution is not read: rows of the same number of 0, empty, and 1"),
        ([[1], [0, 1]], "solution is not read: rows of the same number of 0, empty, and 1"),
        ({"x": 1}, "solution is not read: a list is needed"),
    ],
)
def test_a_solution_that_is_none_keeps_no_puzzle_from_being_read(
    solution: object, remark: str
) -> None:
    text = json.dumps({**DOTS, "solution": solution})
    (found,) = remarks(text)
    assert found.startswith(remark)
    with pytest.raises(PuzzleSyntaxError):  # alone it would be the puzzle
        nonosat.loads(json.dumps({"solution": solution}), format="json")


def test_a_solution_of_another_board() -> None:
    (found,) = remarks(json.dumps({**DOTS, "solution": ["##"]}))
    assert found == "solution is not read: it is 2x1, the board 2x2"


def test_goals_beside_the_goal_are_remarks() -> None:
    goals = {"cells": ["#.", ".#"], "goal": [".#", "#."], "image": ["x ", " x"]}
    assert remarks(json.dumps({**DOTS, **goals, "goal": goals["cells"], "image": None})) == []
    puzzle = only(json.dumps({**DOTS, **goals}))
    assert puzzle.goal == Grid("#.\n.#")
    assert list(map(str, puzzle.remarks)) == [
        "goal is not read: cells is the goal picture",
        "image is not read: cells is the goal picture",
    ]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('{"rows": [[], [1]], "columns": [[1]], "printed": ["#", "?"]}', "json"),
        ('{"columns": [[1]], "rows": [[], [1]], "content": [1, 0]}', "thomasr"),
        ("1x2:1//1,Ab", "sgt"),
        ("1x2:1//1,Ab", "code"),
    ],
)
def test_printed_cells_that_contradict_a_clue(text: str, form: str) -> None:
    assert "R1: the printed cells of this line contradict its clue" in faults(text, form)


def test_printed_cells_that_contradict_only_together_are_no_solution() -> None:
    puzzle = only('{"rows": [[1], [1]], "columns": [[1], [1]], "printed": ["#?", "?."]}')
    assert puzzle.solve().verdict.value == "none"


def test_remarks_in_python(tmp_path: Path) -> None:
    file = tmp_path / "dots.json"
    file.write_text(MISSPELT)
    with pytest.warns(PuzzleWarning) as caught:
        puzzle = nonosat.loads(MISSPELT)
    assert [str(one.message) for one in caught] == [REMARK]
    assert caught[0].filename == __file__
    assert list(map(str, puzzle.remarks)) == [REMARK]
    with pytest.warns(PuzzleWarning) as caught:
        assert nonosat.load(file) == puzzle
    with pytest.warns(PuzzleWarning) as more:
        assert list(nonosat.load_all(file)) == [puzzle]
    found = [(str(one.message), one.filename) for one in (*caught, *more)]
    assert found == [(f"{file}: {REMARK}", __file__), (f"{file}#1: {REMARK}", __file__)]
    assert puzzle == Puzzle(**DOTS)
    assert puzzle.with_meta(title="x").remarks == ()


def test_strict(tmp_path: Path) -> None:
    file = tmp_path / "dots.json"
    file.write_text(MISSPELT)
    with pytest.raises(PuzzleSyntaxError, match="'printd'"):
        nonosat.loads(MISSPELT, strict=True)
    with pytest.raises(PuzzleSyntaxError, match=r"dots\.json: unknown key 'printd'"):
        nonosat.load(file, strict=True)
    with pytest.raises(PuzzleSyntaxError, match=r"dots\.json: unknown key 'printd'"):
        list(nonosat.load_all(file, strict=True))
    file.write_text(json.dumps(DOTS))
    assert nonosat.load(file, strict=True) == next(nonosat.load_all(file, strict=True))
    file.write_text(f"[{json.dumps(DOTS)}, {MISSPELT}]")
    found = nonosat.load_all(file, strict=True)
    assert next(found) == Puzzle(**DOTS)
    with pytest.raises(PuzzleSyntaxError, match=r"dots\.json#2: "):
        next(found)


def test_remarks_explain_faults() -> None:
    assert faults('{"rwos": [[1]], "columns": [[1]]}').endswith(
        "unknown key 'rwos', which is not read: is 'rows' meant?"
    )
    assert "is 'count' meant?" in faults(
        '<puzzle><clues type="rows"><line><cuont>1</cuont></line></clues>'
        '<clues type="columns"><line><count>1</count></line></clues></puzzle>'
    )


def test_what_does_not_matter_has_no_remark() -> None:
    text = json.dumps(
        {
            **DOTS,
            "id": 7,
            "tags": ["cat", "hat"],
            "size": [2, 2],
            "date": "2021-03-04",
            "nothing": None,
            "empty": [],
            "no": {},
            "difficulty": 3.5,
            "note": "a b c d",
        }
    )
    assert remarks(text) == []
    non = 'id 2021\nlink "x"\ndate "1/2/21"\npoints 37\nrows\n1\n1\ncolumns\n1\n1\n'
    assert remarks(non, "non") == []


def test_lines_of_a_remark() -> None:
    text = 'rows\n1\n1\n\ncolumns\n1\n1\n\ntitel "Dots"\nsaved "1???"\nboard "1001"\nx y\n3\n'
    assert remarks(text) == [
        "line 9: unknown key 'titel', which is not read: is 'title' meant?",
        "line 10: the saved game of a player is not read",
        "line 11: unknown key 'board', which is not read: it may hold cells or clues",
        "line 13: a clue outside a section is not read",
    ]


def test_remarks_are_bounded() -> None:
    keys = {f"x{number}": [[1]] for number in range(1000)}
    found = remarks(json.dumps({**DOTS, **keys}))
    assert len(found) == 21
    assert found[-1] == "and 980 more remarks"
    long = "y" * 100_000
    assert len(remarks(json.dumps({**DOTS, long: [[1]]}))[0]) < 200


def test_deep_values_are_read() -> None:
    deep = "[" * 40 + "1" + "]" * 40
    assert len(remarks(f'{{"rows": [[1]], "columns": [[1]], "x": {deep}}}')) <= 1
