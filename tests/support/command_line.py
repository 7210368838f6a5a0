# SPDX-License-Identifier: MIT
"""Runs the command line as people do: in a process of its own, in a folder of small puzzles."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from nonosat.cli.commands import program

NONOSAT = [sys.executable, "-m", "nonosat"]

UNIQUE = "width 3\nheight 2\nrows\n3\n1\ncolumns\n1\n2\n1\n"
MULTIPLE = "width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n"
NO_SOLUTION = "width 3\nheight 3\nrows\n1,1\n0\n0\ncolumns\n2\n0\n0\n"
BROKEN = "width 3\nheight 2\nrows\n4\n1\ncolumns\n1\n2\n1\n"
MANY = json.dumps([{"rows": [[1]], "cols": [[1]]}, {"rows": [[2]], "cols": [[1]]}])
FREE = json.dumps({"rows": [[2], None], "cols": [[1], None]})
FILES = {
    "unique.non": UNIQUE,
    "multiple.non": MULTIPLE,
    "none.non": NO_SOLUTION,
    "broken.non": BROKEN,
    "many.json": MANY,
    "free.json": FREE,
    "goal.non": MULTIPLE + 'goal "1001"\n',
    "wrong.non": UNIQUE + 'goal "111100"\n',
    "right.non": UNIQUE + 'goal "111010"\n',
}
SOLVED = """\
 | 1 2 1|
-+------+
3|######|
1| .## .|
-+------+
"""


class Result(NamedTuple):
    out: str
    err: str
    code: int


Run = Callable[..., Result]


def run_here(*args: str, stdin: str | bytes = b"") -> Result:
    """Runs the command line in this process and folder, which starts no Python: for tests of words
    and exit codes, not of streams and interrupts."""
    done = CliRunner().invoke(program, args, input=stdin, prog_name="nonosat")
    return Result(done.stdout, done.stderr, done.exit_code)


def environment(**extra: str) -> dict[str, str]:
    kept = {
        k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES", "TERM")
    }
    return {**kept, "PYTHONIOENCODING": "utf-8", **extra}


def on_terminal(
    *args: str,
    cwd: Path | None = None,
    rows: int = 24,
    columns: int = 60,
    interrupt: str = "",
    **extra: str,
) -> tuple[str, int]:
    """What a terminal shows, and the exit code; Ctrl-C comes once ``interrupt`` is on it."""
    pexpect = pytest.importorskip("pexpect")
    # The terminal has its size before the program starts, however busy the machine is.
    sized = f'stty rows {rows} cols {columns} && exec "$0" "$@"'
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", sized, *NONOSAT, *args],
        env=environment(**{"TERM": "xterm-256color", **extra}),
        dimensions=(rows, columns),
        encoding="utf-8",
        timeout=30,
        cwd=cwd,
    )
    shown = ""
    if interrupt:
        child.expect_exact(interrupt)
        shown = child.before
        child.sendintr()
    shown += child.read()
    child.close()
    return shown, child.exitstatus


def write_files(folder: Path) -> Path:
    """Writes ``FILES`` into a folder; the same folder."""
    for name, content in FILES.items():
        (folder / name).write_text(content)
    return folder


def runner(folder: Path) -> Run:
    """A function that runs nonosat in a folder."""

    def run_(*args: str, stdin: str | bytes = b"", **extra: str) -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [*NONOSAT, *args],
            cwd=folder,
            input=data,
            capture_output=True,
            env=environment(**extra),
            timeout=60,
            check=False,
        )
        return Result(done.stdout.decode(), done.stderr.decode(), done.returncode)

    return run_
