# SPDX-License-Identifier: MIT
"""``--jobs``: several puzzles side by side, and the same answers in the same order."""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path

import pytest

from nonosat import Grid, Puzzle, dump, dumps
from tests.support.command_line import Run, begin, interrupt, on_terminal
from tests.support.processes import family

FILES = ["unique.non", "broken.non", "multiple.non", "none.non", "many.json", "missing.non"]


def timeless(text: str) -> str:
    return re.sub(r'"(\w*seconds|cpu)": [^,}]+', "", text)


@pytest.mark.parametrize(
    "command",
    [
        ["check"],
        ["check", "--ambiguous", "--show", "--why", "--ascii"],
        ["check", "--json", "--show", "--ambiguous", "--preset", "fast"],
        ["check", "--time-limit", "0"],
        ["solve", "--ascii"],
        ["solve", "--json", "--limit", "1"],
        ["rate"],
        ["rate", "--json", "--max-technique", "line"],
        ["rate", "--csv", "--no-steps"],
    ],
    ids=" ".join,
)
def test_the_answers_are_those_of_one_job(run: Run, command: list[str]) -> None:
    one, two = (run(*command, "--jobs", jobs, *FILES, "unique.non") for jobs in ("1", "2"))
    assert (two.code, two.err) == (one.code, one.err)
    assert timeless(two.out) == timeless(one.out)
    assert one.code == 4
    assert "does not fit" in two.out + two.err
    assert two.out.count("unique.non") == 2


def test_answers_come_in_order_as_they_are_ready(run: Run, folder: Path) -> None:
    """The first puzzle takes longest; the others wait for it."""
    slow = Puzzle.from_grid(Grid("\n".join("#.." * 20 for _ in range(60)))).with_goal(None)
    dump(slow, folder / "slow.non")
    done = run("check", "--json", "--jobs", "2", "slow.non", *["unique.non"] * 200)
    names = [json.loads(line)["file"] for line in done.out.splitlines()]
    assert names == ["slow.non", *["unique.non"] * 200]


@pytest.fixture(scope="module")
def long() -> str:
    """A puzzle that takes long."""
    cells = bytes(random.Random(1).choices([0, 1], k=500 * 500))
    return dumps(Puzzle.from_grid(Grid.from_cells(500, 500, cells)).with_goal(None))


@pytest.mark.parametrize("command", ["check", "rate"])
def test_ctrl_c_ends_all_jobs(folder: Path, long: str, command: str) -> None:
    (folder / "long.non").write_text(long)
    options = ["--preset", "fast"] if command == "check" else []
    files = ["unique.non", *["long.non"] * 3]
    child = begin(command, "--jobs", "2", *options, *files, cwd=folder)
    assert child.stdout is not None
    assert child.stdout.readline()  # the first puzzle is done, or the table has its heads
    while command == "rate" and child.poll() is None and len(family(child.pid)) < 2:
        time.sleep(0.01)
    assert interrupt(child)[1:] == ("nonosat: interrupted\n", 130)


def test_the_number_of_puzzles_is_shown_on_a_terminal(folder: Path, long: str) -> None:
    (folder / "long.non").write_text(long)
    command = ["check", "--jobs", "2", "--preset", "fast", "unique.non", "long.non"]
    interrupt = r"2 at a time: 1 puzzle done, \d+ s"
    shown, code = on_terminal(*command, cwd=folder, interrupt=interrupt)
    assert code == 130
    assert shown.split("\x1b[2K")[-1] == "nonosat: interrupted\r\n"
