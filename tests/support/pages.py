# SPDX-License-Identifier: MIT
"""Runs the examples of a page of the documents, from the first to the last, in one folder.

=========  =========================================================================================
fence      what happens
=========  =========================================================================================
`console`  each command after `$ ` runs, and its output must be as shown; `...` in it stands for
           anything, and lines that begin with `> ` belong to the command before them
`python`   with `>>> `: runs as a doctest, after the earlier ones of the page; else it must compile
`sh`       does not run: it opens a browser, waits, or needs another program or machine. Its
           commands and options must exist (tests/test_numbers.py)
others     are not run
=========  =========================================================================================

A block of any kind after a sentence such as "Save this as `my.non`:" becomes that file. The folder
also has a copy of `data`, the puzzles of the project.

    python -m tests.support.pages PAGE...    # after an intended change: writes the output

Then read the difference: a `...` is lost if the rest of the output has changed. The command also
runs the lines of `sh` that begin with `python `, and copies the pictures of the page into
``docs/pictures``, if its examples have made them.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support import forks
from tests.support.places import ROOT

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SAVED = re.compile(r"\b[Ss]ave\b[^`]*?\bas\s+`([^`]+)`:\n\n\Z")


class Block(NamedTuple):
    language: str
    text: str
    file: str
    """The name of the file that the block becomes, or empty."""


def blocks(page: Path) -> list[Block]:
    return [_block(match) for match in _FENCE.finditer(page.read_text(encoding="utf-8"))]


def _block(match: re.Match[str]) -> Block:
    saved = _SAVED.search(match.string[: match.start()])
    return Block(match[1], match[2], saved[1] if saved else "")


def run(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many examples ran: commands and doctests."""
    here = _prepare(folder, monkeypatch)
    count = 0
    names: dict[str, object] = {}
    try:
        for block in blocks(page):
            if block.file:
                (here / block.file).write_text(block.text, encoding="utf-8")
            elif block.language == "console":
                for command, expected in commands(block.text):
                    shown = output(command)
                    assert matches(expected, shown), f"{command}\n\n{shown}"
                    count += 1
            elif block.language == "python":
                count += _python(block.text, names, page)
    finally:
        for value in names.values():
            if isinstance(value, subprocess.Popen) and value.poll() is None:
                value.kill()  # a server whose page has failed
    return count


def _prepare(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a page's examples run."""
    programs = folder / "programs"
    programs.mkdir()
    home = folder / "home"
    here = folder / "here"
    for made in (home, here):
        made.mkdir()
    shutil.copytree(ROOT / "data", here / "data")
    monkeypatch.chdir(here)
    monkeypatch.syspath_prepend(here)  # a page may import the files that it saves
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")  # messages in the order of a terminal
    for name in ("COLUMNS", "LINES", "TERM", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    forked = shlex.join(forks.program(dict(os.environ)))
    for name, words in {
        "python": f'exec {sys.executable} "$@"',
        "nonosat": f'test "$1" = serve && exec {sys.executable} -m nonosat "$@"\n'  # until a signal
        f'exec {forked} "$@"',
    }.items():
        program = programs / name
        program.write_text(f"#!/bin/sh\n{words}\n", encoding="utf-8")
        program.chmod(0o755)
    return here


def commands(session: str) -> Iterator[tuple[str, str]]:
    """Each command of a console, and its output."""
    assert session.startswith("$ ")
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        found = re.match(r"(.*\n(?:> .*\n)*)", part)
        assert found
        yield found[1].replace("\n> ", "\n").rstrip("\n"), part[found.end() :]


def output(command: str) -> str:
    """The output of a command, including messages."""
    done = subprocess.run(
        ["bash", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=dict(os.environ),
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return done.stdout


def matches(expected: str, shown: str) -> bool:
    pattern = ".*?".join(map(re.escape, expected.rstrip("\n").split("...")))
    return re.fullmatch(pattern, shown.rstrip("\n"), re.DOTALL) is not None


def _python(text: str, names: dict[str, object], page: Path) -> int:
    if ">>> " not in text:
        compile(text, str(page), "exec")
        return 0
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, None, 0)
    test.globs = names  # the names of earlier blocks
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test, clear_globs=False).failed == 0
    return len(test.examples)


def write(page: Path) -> None:
    """Runs the consoles of a page, and writes their output into it."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        here = _prepare(Path(folder), monkeypatch)

        def fresh(match: re.Match[str]) -> str:
            block = _block(match)
            if block.file:
                (here / block.file).write_text(block.text, encoding="utf-8")
            if block.file or block.language != "console":
                return match[0]
            session = ""
            for command, expected in commands(block.text):
                shown = output(command)
                if matches(expected, shown):
                    shown = expected
                session += "$ " + command.replace("\n", "\n> ") + "\n" + shown
            return f"```console\n{session}```"

        text = page.read_text(encoding="utf-8")
        page.write_text(_FENCE.sub(fresh, text), encoding="utf-8")
        for picture in draw(page, here):
            shutil.copy(picture, ROOT / "docs" / "pictures")


def draw(page: Path, here: Path) -> list[Path]:
    """Runs the Python scripts of `sh`; returns the pictures of the page found in the folder."""
    for block in blocks(page):
        if block.language == "sh":
            for command in block.text.splitlines():
                if command.startswith("python ") and command.endswith(".py"):
                    output(command)
    names = re.findall(r"pictures/([\w.-]+)", page.read_text(encoding="utf-8"))
    return [here / name for name in names if (here / name).exists()]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write(Path(name).resolve())
