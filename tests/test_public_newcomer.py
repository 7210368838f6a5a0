# SPDX-License-Identifier: MIT
"""The first calls of a newcomer give an answer, or an error that says what to do instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat import Puzzle

DOT: Any = Puzzle([[1]], [[1]])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: nonosat.loads("m1.non"), "'m1.non' is the name of a file: nonosat.load reads"),
        (lambda: list(nonosat.solve_many(["m1.non"])), "is the name of a file: nonosat.load"),
        (lambda: nonosat.solve_many("m1.non"), r"give a list \(an iterable\) of puzzles"),
        (lambda: nonosat.solve_many(DOT), r"give a list \(an iterable\) of puzzles"),
        (lambda: list(nonosat.solve_many([Path("a.non")])), "a.non: the file cannot be read"),
        (lambda: nonosat.check_grid(DOT, DOT), "^a Puzzle is not a grid: give"),
        (lambda: nonosat.Grid(DOT), "^a Puzzle is not a grid: give"),
        (lambda: nonosat.Grid("grid.txt"), r"read it with Path\(...\).read_text\(\)"),
        (lambda: nonosat.Grid([["#", "."]]), "row 1, column 1 .* for text give one string per row"),  # type: ignore[list-item]
        (lambda: nonosat.Grid([[0, 7]]), "row 1, column 2 of the grid: 7 is not a cell"),
        (lambda: nonosat.check_grid(DOT, "##"), "has 2 columns and 1 row, the puzzle 1 column and"),
        (lambda: nonosat.solve(DOT, timeout=3), "did you mean time_limit"),  # type: ignore[call-arg]
    ],
)
def test_an_error_names_the_way_out(call: Callable[[], object], words: str) -> None:
    with pytest.raises((nonosat.NonosatError, TypeError), match=words):
        call()


def test_load_of_an_open_file_names_loads(tmp_path: Path) -> None:
    file = tmp_path / "dot.grid"
    file.write_text("#\n")
    with file.open() as opened, pytest.raises(TypeError, match="loads reads"):
        nonosat.load(opened)  # type: ignore[arg-type]


def test_dir_and_help_show_the_public_names() -> None:
    assert {name for name in dir(nonosat) if not name.startswith("__")} <= set(nonosat.__all__)
    words = set(re.findall(r"\w+", nonosat.__doc__ or ""))
    assert {name for name in nonosat.__all__ if name[0].islower()} <= words


def test_a_random_puzzle_prints_its_puzzle() -> None:
    made = next(nonosat.make.random_puzzles(nonosat.make.Requirements(5), seed=1))
    assert str(made).endswith(str(made.puzzle))


def test_a_query_with_a_wrong_column_fails_at_the_call(tmp_path: Path) -> None:
    with nonosat.collection.open(tmp_path / "my.db", create=True) as store:
        store.add(DOT)
        for wrong in ({"where": "nothing = 1"}, {"sort": "nothing"}):
            with pytest.raises(nonosat.errors.OptionError, match="nothing"):
                store.query(**wrong)  # type: ignore[arg-type]
        assert len(list(store.query("width = 1"))) == 1


def test_a_text_file_is_no_collection_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text("# A text\nof two lines\n")
    for create in (True, False):
        with pytest.raises(nonosat.errors.CollectionError, match="not a collection"):
            nonosat.collection.open(file, create=create)
    assert file.read_text() == "# A text\nof two lines\n"


def test_solve_many_reads_files(tmp_path: Path) -> None:
    nonosat.dump(DOT, tmp_path / "dot.non")
    (tmp_path / "broken.non").write_text("rows\n9\ncolumns\n1\n")
    paths = [tmp_path / "dot.non", tmp_path / "broken.non", tmp_path / "missing.non"]
    found = [*nonosat.solve_many(paths, errors="return")]
    assert isinstance(found[0], nonosat.Report)
    assert "broken.non" in str(found[1])
    assert "No such file" in str(found[2])
    with pytest.raises(nonosat.errors.PuzzleError):
        [*nonosat.solve_many(paths)]
