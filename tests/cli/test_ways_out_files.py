# SPDX-License-Identifier: MIT
"""The ways out that commands about files and making propose: what is proposed works."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run

WAYS = [
    # what fails; what the message says; what works
    ("convert goal.non -o old.json", "add --force to replace it",
     "convert goal.non -o old.json --force"),
    ("convert goal.non right.non -o old/ --to json", "or --resume to keep it",
     "convert goal.non right.non -o old/ --to json --resume"),
    ("convert goal.non new.json", "say with -o where to write, or with --to what to print",
     "convert goal.non -o new.json"),
    ("convert goal.non", "or with --to what to print", "convert goal.non --to json"),
    ("convert goal.non -o new", "say with --to which format to write",
     "convert goal.non -o new --to json"),
    ("convert goal.non -o new.xyz", "name a format (--to NAME",
     "convert goal.non -o new.xyz --to non"),
    ("convert goal.non -o x.json --time-limit 9", "--time-limit is for --solution: add it",
     "convert unique.non -o x.json --time-limit 9 --solution"),
    ("convert free.json -o x.taai", "the format 'json' holds every puzzle",
     "convert free.json -o x.json"),
    ("make 8 -o new.xyz", "name a format (--to NAME", "make 8 -o new.xyz --to non"),
    ("make 9 --density .01", "add --allow-boring",
     "make 9 --density .01 --allow-boring -o one.non"),
    ("repair multiple.non", "add --solution to take the first solution",
     "repair multiple.non --solution"),
    ("repair wrong.non", "add --solution to take the first solution",
     "repair wrong.non --solution"),
    ("repair free.json --solution", "'nonosat reveal' prints them", "reveal free.json"),
    ("check typed.non", "'nonosat correct' looks for the mistyped number", "correct typed.non"),
    ("draw goal.non right.non -o x.svg", "name a folder and add --to",
     "draw goal.non right.non -o x --to svg"),
    ("draw unique.non --goal -o x.svg", "leave out --goal, or use --solution",
     "draw unique.non --solution -o x.svg"),
    ("draw goal.non -o x.gif", "end its name with .svg", "draw goal.non -o x.svg"),
    ("print goal.non -o x.txt", "the name must end in .pdf", "print right.non -o x.pdf"),
    ("encode unique.non --code image", "encode a solution",
     "encode unique.non --code image --solution"),
    ("encode --base https://x.org/ unique.non", "--base needs --link",
     "encode --base https://x.org/ --link unique.non"),
    ("encode free.json --code rules", "use the kind 'nonosat'", "encode free.json --code nonosat"),
    ("decode RlKqA", "remove what follows", "decode RlKq"),
    ("decode RlKq -o old.json", "add --force to replace it", "decode RlKq -o old.json --force"),
    ("formats nope", "'nonosat formats' lists all", "formats"),
    ("formats jsn", "did you mean 'json'?", "formats json"),
]  # fmt: skip


@pytest.fixture
def run(quick_run: Run, folder: Path) -> Run:
    (folder / "typed.non").write_text("rows\n2\n1\ncolumns\n1\n2\n1\n")
    assert quick_run("convert", "goal.non", "-o", "old.json").code == 0
    assert quick_run("convert", "goal.non", "-o", "old/", "--to", "json").code == 0
    return quick_run


@pytest.mark.parametrize(("fails", "words", "works"), WAYS, ids=[fails for fails, *_ in WAYS])
def test_the_way_out_works(run: Run, fails: str, words: str, works: str) -> None:
    before = run(*fails.split())
    assert before.code in (2, 3, 4)
    assert words in before.out + before.err
    message = [line for line in before.err.splitlines() if not line.startswith(("Usage", "Try"))]
    assert len([line for line in message if line]) <= 2
    assert run(*works.split()).code in (0, 1)
