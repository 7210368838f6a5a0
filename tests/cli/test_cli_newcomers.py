# SPDX-License-Identifier: MIT
"""The places where first-time users were stuck, and the messages that help them now."""

from __future__ import annotations

from pathlib import Path

from tests.support.command_line import Run


def test_a_list_says_that_puzzles_are_not_judged(quick_run: Run) -> None:
    quick_run("collection", "my.db", "add", "unique.non", "multiple.non")
    query = ("collection", "my.db", "list", "--where", "verdict = 'multiple'", "--columns", "id")
    before = quick_run(*query)
    assert before.out == "id\n"
    assert before.err.splitlines() == [
        "nonosat: no puzzle fulfils the condition",
        "nonosat: 2 of 2 puzzles are not judged: 'nonosat collection my.db judge' judges them",
    ]
    assert quick_run("collection", "my.db", "judge").code == 0
    after = quick_run(*query)
    assert (after.out, after.err) == ("id\n2\n", "")


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
    assert (
        "cells: R2C1"
        in quick_run("check-grid", "--level", "cell", "--given", "grid.txt", "unique.non").out
    )


def test_reveal_answers_before_its_file_is_refused(quick_run: Run, folder: Path) -> None:
    done = quick_run("reveal", "multiple.non", "-o", "new.non")
    assert done.code == 4
    assert "reveal 1 cell" in done.out
    assert "which the format 'non' cannot hold (the format 'json' holds every puzzle)" in done.err
    assert not (folder / "new.non").exists()
