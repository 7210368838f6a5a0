# SPDX-License-Identifier: MIT
"""Runs the command line as people do: in its own process, in a folder of small puzzles."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner

from nonosat.cli.commands import program
from tests.support import forks

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
    """Runs the command line in this process and folder, without starting Python: for tests of words
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
    """The output on a terminal, and the exit code; Ctrl-C once the output matches ``interrupt``."""
    pexpect = pytest.importorskip("pexpect")
    env = environment(**{"TERM": "xterm-256color", **extra})
    program = NONOSAT if interrupt else forks.program(env)
    # The terminal has its size before the program starts, even on a busy machine.
    sized = f'stty rows {rows} cols {columns} && exec "$0" "$@"'
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", sized, *program, *args],
        env=env,
        dimensions=(rows, columns),
        encoding="utf-8",
        timeout=120,
        cwd=cwd,
    )
    shown = ""
    if interrupt:
        child.expect(interrupt)
        shown = child.before + child.after
        child.sendintr()
    shown += child.read()
    child.close()
    return shown, child.exitstatus


def commands(
    group: click.Group = program, above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands with their names; a group comes before its commands."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*above, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*above, name))


class Terminal(io.StringIO):
    """Standard output that claims to be a terminal; do not use ``buffer``."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def write_files(folder: Path) -> Path:
    """Writes ``FILES`` into a folder; the same folder."""
    for name, content in FILES.items():
        (folder / name).write_text(content)
    return folder


def runner(folder: Path) -> Run:
    """A function that runs nonosat in a folder, in a separate process (``forks.py``)."""

    def run_(*args: str, stdin: str | bytes = b"", **extra: str) -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        if forks.possible():
            return forked(args, folder, data, environment(**extra))
        return started(args, folder, data, environment(**extra))

    return run_


def begin(*args: str, cwd: Path | None = None) -> subprocess.Popen[str]:
    """Nonosat in a separate process, which continues."""
    return subprocess.Popen(
        [*NONOSAT, *args],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )


def interrupt(child: subprocess.Popen[str]) -> Result:
    """Press Ctrl-C; the rest of the output, and the exit code."""
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=300)
    return Result(out, err, child.returncode)


def started(args: Sequence[str], folder: Path, stdin: bytes, env: dict[str, str]) -> Result:
    """Run nonosat as a user does: Python starts."""
    done = subprocess.run(
        [*NONOSAT, *args],
        cwd=folder,
        input=stdin,
        capture_output=True,
        env=env,
        timeout=300,
        check=False,
    )
    return Result(done.stdout.decode(), done.stderr.decode(), done.returncode)


def forked(args: Sequence[str], folder: Path, stdin: bytes, env: dict[str, str]) -> Result:
    """The same in a forked process."""
    (given, to), (out, its_out), (err, its_err) = (os.pipe() for _ in range(3))
    with ThreadPoolExecutor() as pool:
        pool.submit(_write, to, stdin)
        shown = [pool.submit(_read, end) for end in (out, err)]
        try:
            code = forks.run(forks.nest(env), args, str(folder), env, (given, its_out, its_err))
        finally:
            for end in (given, its_out, its_err):
                os.close(end)
    return Result(*(part.result().decode() for part in shown), code)


def _write(end: int, content: bytes) -> None:
    with contextlib.suppress(BrokenPipeError), open(end, "wb") as stream:
        stream.write(content)


def _read(end: int) -> bytes:
    with open(end, "rb") as stream:
        return stream.read()
