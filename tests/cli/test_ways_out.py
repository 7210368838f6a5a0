# SPDX-License-Identifier: MIT
"""Every way out that a message proposes exists and works."""

from __future__ import annotations

import ast
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonosat import errors
from tests.support.command_line import Run, commands
from tests.support.places import ROOT

OTHERS_OPTIONS = {"--upgrade", "--help", "--version"}
"""Options of pip, and those that click adds."""


COMMANDS = list(commands())
OPTIONS = {
    word
    for _, command in COMMANDS
    for option in command.params
    for word in (*option.opts, *option.secondary_opts)
} | OTHERS_OPTIONS


def texts() -> Iterator[tuple[Path, str]]:
    """All strings except docstrings, in the modules that mention commands or options."""
    for path in sorted((ROOT / "nonosat").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not re.search(r"'nonosat [a-z]|--[a-z]", source):
            continue
        nodes = list(ast.walk(ast.parse(source)))
        statements = {id(x.value) for x in nodes if isinstance(x, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.JoinedStr):
                parts = (x.value if isinstance(x, ast.Constant) else "X" for x in node.values)
                yield path, "".join(map(str, parts))
            elif isinstance(node, ast.Constant) and id(node) not in statements:
                yield path, str(node.value)


def test_messages_name_commands_and_options_that_exist() -> None:
    names = {names[-1] for names, _ in COMMANDS}
    found = 0
    for path, text in texts():
        for name in re.findall(r"'nonosat ([a-z][a-z-]+)", text):
            found += 1
            assert name in names, (path, text)
        if " " in text:  # a sentence
            for option in re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*(?![\w-])", text):
                found += 1
                assert option in OPTIONS, (path, text)
    assert found > 50


def test_the_extras_that_messages_name_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for proposal in errors._INSTALLED_BY.values():
        match = re.fullmatch(r"\[(\w+)\]", proposal)
        if match is not None:
            assert match[1] in extras["optional-dependencies"]
        else:
            needed = [*extras["dependencies"], "numpy"]  # which ortools needs
            assert any(line.startswith(proposal) for line in needed), proposal


OTHERS = {
    "sums.json": json.dumps({"rows": [[2], [1]], "columns": [[1], [1]]}),
    "typed.non": "rows\n2\n1\ncolumns\n1\n2\n1\n",
    "list.txt": "1 2\n3",
    "lines.txt": "rows\n1\n1\ncolumns\n1\n1\n",
    "text.txt": "what is this?\n",
    **dict.fromkeys(("old.svg", "old.csv", "old.nonocert", "old.json"), "old"),
    **dict.fromkeys(("old/unique.non", "old/goal.json", "old/right.json"), "old"),
}
"""More files than in the folder: clues with a slip, texts, and existing outputs."""


WAYS = [
    # arguments that fail; a part of the message; arguments that work; their exit code
    ("solv unique.non", "did you mean 'solve'", "solve unique.non", 0),
    ("unique.non", "'nonosat solve unique.non'", "solve unique.non", 0),
    ("zzz", "'nonosat --help' lists all", "--help", 0),
    ("check --format jso free.json", "did you mean 'json'", "check --format json free.json", 1),
    ("check --preset quick unique.non", "'fast'", "check --preset fast unique.non", 0),
    ("check --ambiguous --preset logic multiple.non", "add --preset default",
     "check --ambiguous --preset default multiple.non", 1),
    ("check sums.json", "'nonosat correct'", "correct sums.json", 0),
    ("check --why none.non", "'nonosat correct'", "correct none.non", 3),
    ("show goal.non", "--goal draws it", "show --goal goal.non", 0),
    ("check list.txt", "write 'rows' in a line above the clues of the rows", "check lines.txt", 1),
    ("check text.txt", "'nonosat formats' lists them", "formats", 0),
    ("explain --cell C1 unique.non", "write row and column from 1, such as R3C5",
     "explain --cell R1C1 unique.non", 0),
    ("explain --cell R3C5 unique.non", "the board is 3x2 (R1C1 to R2C3)",
     "explain --cell R2C3 unique.non", 0),
    ("graph -o right.non unique.non", "must end in .svg", "graph -o g.svg unique.non", 0),
    ("graph -o old.svg unique.non", "add --force", "graph --force -o old.svg unique.non", 0),
    ("bench -o old.csv unique.non", "--force", "bench --force -o old.csv unique.non", 0),
    ("write-certificate -o old.nonocert unique.non", "add --force",
     "write-certificate --force -o old.nonocert unique.non", 0),
    ("convert unique.non -o x", "with --to", "convert unique.non -o x --to json", 0),
    ("convert unique.non -o old --to non", "add --force to replace it or --resume to keep it",
     "convert unique.non -o old --to non --force", 0),
    ("convert unique.non -o old --to non", "or --resume to keep it",
     "convert unique.non -o old --to non --resume", 0),
    ("convert unique.non -o old.svg --to json", "old.svg exists: add --force to replace it\n",
     "convert unique.non -o old.svg --to json --force", 0),
    ("bench", "name files or folders, or use --random", "bench --random 3x3:0.5:2", 0),
    ("bench --random 3x3 unique.non", "such as 25x25:0.5:200:1",
     "bench --presets fast --random 25x25:0.5:2:1", 0),
    ("solve --watch --log unique.non", "--watch excludes --log", "solve --log unique.non", 0),
    ("solve --jobs 2 --log unique.non", "--jobs excludes", "solve --log unique.non", 0),
    ("solve --preset fast --stages sat unique.non", "name one of them",
     "solve --stages sat unique.non", 0),
    ("convert goal.non -o old.json", "add --force to replace it",
     "convert goal.non -o old.json --force", 0),
    ("convert goal.non right.non -o old/ --to json", "or --resume to keep it",
     "convert goal.non right.non -o old/ --to json --resume", 0),
    ("convert goal.non new.json", "add -o OUT to write a file, or --to FORMAT to print",
     "convert goal.non -o new.json", 0),
    ("convert goal.non", "or --to FORMAT to print", "convert goal.non --to json", 0),
    ("convert goal.non -o new", "say with --to which format to write",
     "convert goal.non -o new --to json", 0),
    ("convert goal.non -o new.xyz", "name a format (--to NAME",
     "convert goal.non -o new.xyz --to non", 0),
    ("convert goal.non -o x.json --time-limit 9", "--time-limit is for --solution: add it",
     "convert unique.non -o x.json --time-limit 9 --solution", 0),
    ("convert free.json -o x.taai", "the format 'json' holds every puzzle",
     "convert free.json -o x.json", 0),
    ("make 8 -o new.xyz", "name a format (--to NAME", "make 8 -o new.xyz --to non", 0),
    ("make 9 --density .01", "add --allow-boring",
     "make 9 --density .01 --allow-boring -o one.non", 0),
    ("repair multiple.non", "add --solution to take the first solution",
     "repair multiple.non --solution", 0),
    ("repair wrong.non", "add --solution to take the first solution",
     "repair wrong.non --solution", 0),
    ("repair free.json --solution", "'nonosat reveal' prints them", "reveal free.json", 0),
    ("check typed.non", "'nonosat correct' looks for the mistyped number", "correct typed.non", 0),
    ("draw goal.non right.non -o x.svg", "name a folder and add --to",
     "draw goal.non right.non -o x --to svg", 0),
    ("draw unique.non --goal -o x.svg", "leave out --goal, or use --solution",
     "draw unique.non --solution -o x.svg", 0),
    ("draw goal.non -o x.gif", "end its name with .svg", "draw goal.non -o x.svg", 0),
    ("print goal.non -o x.txt", "the name must end in .pdf", "print right.non -o x.pdf", 0),
    ("encode unique.non --code image", "encode a solution",
     "encode unique.non --code image --solution", 0),
    ("encode --base https://x.org/ unique.non", "--base needs --link",
     "encode --base https://x.org/ --link unique.non", 0),
    ("encode free.json --code rules", "use the kind 'nonosat'",
     "encode free.json --code nonosat", 0),
    ("decode RlKqA", "remove what follows", "decode RlKq", 0),
    ("decode RlKq -o old.json", "add --force to replace it", "decode RlKq -o old.json --force", 0),
    ("formats nope", "'nonosat formats' lists all", "formats", 0),
    ("formats jsn", "did you mean 'json'?", "formats json", 0),
]  # fmt: skip


@pytest.mark.parametrize(("fails", "words", "works", "code"), WAYS, ids=[way[0] for way in WAYS])
def test_the_way_out_works(
    quick_run: Run, folder: Path, fails: str, words: str, works: str, code: int
) -> None:
    for name, text in OTHERS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    first = quick_run(*shlex.split(fails))
    assert words in first.out + first.err
    message = [line for line in first.err.splitlines() if not line.startswith(("Usage", "Try"))]
    assert len(list(filter(None, message))) <= 4
    done = quick_run(*shlex.split(works))
    assert done.code == code, done.err
