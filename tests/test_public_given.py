# SPDX-License-Identifier: MIT
"""``given=`` and ``puzzle`` mean the same in every public function: by keyword, in any form."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nonosat
from nonosat import Grid, Palette, Puzzle
from nonosat.errors import GridError, OptionError
from nonosat.types import SolveOptions
from tests.support import public_calls

TWO = Palette.of([("red", "#f00", "r"), ("green", "#0f0", "g")])
COLOURED = Puzzle([[(1, 1)], [(1, 2)]], [None, None], palette=TWO)
"""Red anywhere in the first row, green anywhere in the second."""
GREEN = Puzzle([[(1, 2)], [(1, 2)]], [None, None], palette=TWO)

FORMS: dict[str, Any] = {
    "text": "r?\n??",
    "rows of text": ["r?", "??"],
    "rows of numbers": [[1, 255], [255, 255]],
    "array": np.array([[1, 255], [255, 255]]),
    "Grid in its letters": Grid("r?\n??", "rg"),
    "Grid in other letters": Grid("r?\n??", "gr"),
}
"""One grid in all forms that ``Grid`` accepts, and with its own letters."""


WITH_GIVEN: dict[str, Callable[..., Any]] = {
    "backbone": lambda given: nonosat.backbone(COLOURED, given=given).solutions,
    "beliefs": lambda given: list(nonosat.study.beliefs(COLOURED, given=given, iterations=2)),
    "check_grid": lambda given: nonosat.check_grid(COLOURED, given).grid,
    "count_solutions": lambda given: nonosat.count_solutions(COLOURED, given=given).number,
    "explain_cell": lambda given: nonosat.explain_cell(COLOURED, (0, 1), given=given).as_dict(),
    "find_contradiction": lambda given: nonosat.find_contradiction(GREEN, given=given),
    "hint": lambda given: nonosat.hint(COLOURED, given=given).as_dict(),
    "implication_graph": lambda given: sorted(
        nonosat.study.implication_graph(COLOURED, given=given)
    ),
    "iter_solutions": lambda given: list(nonosat.iter_solutions(COLOURED, given=given)),
    "line_statistics": lambda given: nonosat.study.line_statistics(COLOURED, given=given).cells,
    "most_probable_clues": lambda given: [
        one.solutions
        for one in nonosat.photo.most_probable_clues(
            *([[(clue, 1.0)] for clue in clues] for clues in (COLOURED.rows, COLOURED.columns)),
            palette=TWO,
            given=given,
        ).candidates
    ],
    "solve": lambda given: nonosat.solve(COLOURED, given=given).solutions,
    "solve_many": lambda given: next(nonosat.solve_many([COLOURED], given=given)).solutions,
    "walkthrough": lambda given: nonosat.walkthrough(COLOURED, given=given).as_dict(),
}
"""For each function that takes given cells, an answer that depends only on them."""


def functions() -> dict[str, Callable[..., Any]]:
    """The public functions, those of the module study that ask about one puzzle included."""
    research = ("beliefs", "implication_graph", "line_statistics")
    return public_calls.functions() | {name: getattr(nonosat.study, name) for name in research}


def takes_given(function: Callable[..., Any]) -> bool:
    options = str(inspect.signature(function))
    return "given" in inspect.signature(function).parameters or "SolveOptions" in options


def test_every_function_with_given_cells_is_tested() -> None:
    found = {name for name, function in functions().items() if takes_given(function)}
    assert found | {"check_grid"} == set(WITH_GIVEN)
    assert "given" in SolveOptions.__annotations__


def test_given_is_passed_by_keyword_alone() -> None:
    for name, function in functions().items():
        given = inspect.signature(function).parameters.get("given")
        assert given is None or given.kind is given.KEYWORD_ONLY, name


@pytest.mark.parametrize("name", WITH_GIVEN)
def test_given_accepts_what_grid_accepts(name: str) -> None:
    ask = WITH_GIVEN[name]
    answers = {form: ask(given) for form, given in FORMS.items()}
    first = answers["text"]
    assert {form for form, answer in answers.items() if answer != first} == set()
    assert ask("??\n??") != first


@pytest.mark.parametrize("name", WITH_GIVEN)
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("???\n???", "the given grid has 3 columns and 2 rows, the puzzle 2 columns and 2 rows"),
        (Grid("b?\n??", "b"), "the given grid uses the letters 'b', the puzzle 'rg'"),
        ("x?\n??", "'x' is not a cell; use r, g for filled"),
    ],
)
def test_a_grid_of_another_puzzle_is_refused(name: str, given: Any, words: str) -> None:
    with pytest.raises(GridError, match=words):
        WITH_GIVEN[name](given)


NO_PUZZLES = {"solve_many", "repair_picture", "correct_clues"}
"""They take texts of puzzles, pictures and clues as well."""


def test_a_text_in_the_place_of_a_puzzle_has_one_error(tmp_path: Path) -> None:
    more: dict[str, list[Any]] = {
        "check_grid": ["??"],
        "dump": [tmp_path / "x.non"],
        "explain_cell": [(0, 0)],
        "write_certificate": [tmp_path / "x.nonocert"],
    }
    asked = set()
    for name, function in functions().items():
        first = next(iter(inspect.signature(function).parameters), "")
        if first == "puzzle" and name not in NO_PUZZLES:
            asked.add(name)
            with pytest.raises(OptionError, match=r"nonosat\.loads reads a text"):
                function("1\n\n1\n", *more.get(name, []))
    assert len(asked) >= 15
