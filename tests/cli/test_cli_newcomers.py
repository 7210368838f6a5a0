# SPDX-License-Identifier: MIT
"""What people who met the program for the first time stopped at, and what it says to them now."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run


def test_a_list_says_that_puzzles_are_not_judged(quick_run: Run) -> None:
    quick_run("collection", "my.db", "add", "unique.non", "multiple.non")
    query = ("collection", "my.db", "list", "--where", "verdict = 'multiple'", "--columns", "id")
    before = quick_run(*query)
    assert before.out == "id\n"
    assert before.err.splitlines() == [
        "nonosat: no puzzle fulfils the condition",
        "nonosat: 2 of 2 puzzles are not judged: 'nonosat collection my.db judge' does that",
    ]
    assert quick_run("collection", "my.db", "judge").code == 0
    after = quick_run(*query)
    assert (after.out, after.err) == ("id\n2\n", "")


def test_nothing_is_judged_with_a_limit_of_zero(quick_run: Run) -> None:
    quick_run("collection", "my.db", "add", "unique.non")
    assert quick_run("collection", "my.db", "judge", "--limit", "0").code == 2


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ((), "no DB"),
        (("my.db",), "no subcommand"),
        (("judge",), "'judge' stands in the place of DB"),
        (("judge", "--help"), "'judge' stands in the place of DB"),
    ],
)
def test_a_forgotten_part_of_collection_is_named(
    quick_run: Run, arguments: tuple[str, ...], what: str
) -> None:
    done = quick_run("collection", *arguments)
    assert done.code == 2
    assert f"{what}: write nonosat collection DB SUBCOMMAND, with one of add, " in done.err


def test_nonosat_alone_prints_its_help(quick_run: Run) -> None:
    done = quick_run()
    assert done.code == 2
    assert "Error" not in done.err
    assert "check-grid" in done.err


def test_many_verdicts_are_counted(quick_run: Run) -> None:
    done = quick_run("check", *["unique.non"] * 9, "multiple.non")
    assert done.err == "nonosat: 10 puzzles: 9 unique, 1 multiple\n"
    assert quick_run("check", *["unique.non"] * 9).err == ""
    assert quick_run("check", "--quiet", *["unique.non"] * 10).err == ""


def test_a_hint_says_that_there_is_more(quick_run: Run) -> None:
    assert "--level what and --level why say more" in quick_run("hint", "unique.non").err
    assert "--level why says more" in quick_run("hint", "--level", "what", "unique.non").err
    assert quick_run("hint", "--level", "why", "unique.non").err == ""


def test_a_half_filled_grid_is_no_puzzle(quick_run: Run, folder: Path) -> None:
    (folder / "grid.txt").write_text("?#?\n???\n")
    done = quick_run("check", "grid.txt")
    assert done.code == 4
    assert done.err.splitlines() == [
        "nonosat: grid.txt: line 1: column 1 is unknown ('?'): a picture must be complete; a "
        "half-filled grid goes with its puzzle: --given GRIDFILE"
    ]


def test_wrong_cells_are_named(quick_run: Run, folder: Path) -> None:
    (folder / "grid.txt").write_text("?#?\n##.\n")
    assert "cells: R2C1" in quick_run("check-grid", "--given", "grid.txt", "unique.non").out


def test_reveal_answers_before_its_file_is_refused(quick_run: Run, folder: Path) -> None:
    done = quick_run("reveal", "multiple.non", "-o", "new.non")
    assert done.code == 4
    assert "reveal 1 cell" in done.out
    assert "which the format 'non' cannot hold (the format 'json' holds every puzzle)" in done.err
    assert not (folder / "new.non").exists()


@pytest.mark.parametrize("command", ["repair", "reveal", "correct"])
def test_a_format_without_a_file_is_refused(quick_run: Run, command: str) -> None:
    done = quick_run(command, "goal.non", "--to", "non")
    assert done.code == 2
    assert "--to is the format of OUT: add -o OUT (-o - prints it)" in done.err
    assert quick_run("repair", "goal.non", "--to", "non", "-o", "-").code == 0


def test_a_certificate_has_the_name_of_one(quick_run: Run) -> None:
    done = quick_run("write-certificate", "unique.non", "-o", "new.non")
    assert done.code == 2
    assert "-o new.non: the name must end in .nonocert" in done.err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("list", "--where", "width > 20 and"), "the condition: it ends too early"),
        (("list", "--where", "width > 3 order by width"), "the order is --sort"),
        (("export", "-o", "all.xlsx"), "csv, jsonl, parquet (spreadsheets open csv)"),
        (("export", "-o", "out/", "--to", "xml"), "files that end with .xml are of the format"),
    ],
)
def test_a_collection_says_what_to_write(
    quick_run: Run, arguments: tuple[str, ...], what: str
) -> None:
    quick_run("collection", "my.db", "add", "unique.non")
    done = quick_run("collection", "my.db", *arguments)
    assert done.code == 2
    assert what in done.err
