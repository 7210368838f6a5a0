# SPDX-License-Identifier: MIT
"""How the command line ends: mistakes of users, full disks, closed streams, Ctrl-C."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from pathlib import Path

import pytest

import nonosat.solving
from nonosat.cli import signals
from nonosat.cli.exits import ended
from nonosat.errors import (
    BackendError,
    CertificateError,
    GridError,
    InternalError,
    LimitError,
    OptionError,
)
from nonosat.model.report import Reason, Report
from tests.support import command_line, forks
from tests.support.processes import begun, interpreted

NONOSAT = shlex.join(command_line.NONOSAT)
UNIQUE = "width 2\nheight 1\nrows\n2\ncolumns\n1\n1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "unique.non").write_text(UNIQUE)
    (tmp_path / "grid.txt").write_text("#?\n")
    return tmp_path


def shell(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of bash; ``nonosat`` in it is this checkout."""
    closed = ">&-" in command  # Python must start with it closed
    return subprocess.run(
        ["bash", "-c", script(command, NONOSAT if closed else forked())],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def script(command: str, nonosat: str) -> str:
    return f'nonosat() {{ {nonosat} "$@"; }}\n{command}'


def forked() -> str:
    return shlex.join(forks.program(dict(os.environ)))


@pytest.mark.parametrize(
    "options",
    [
        "--seed -1",
        "--seed 99999999999999999999999 --preset sat",
        f"--seed {2**63} --stages sat --backend cadical195",
        "--limit 1000000000000000000000000000000",
        "--portfolio 1000000000",
        "--time-limit 1e300",
    ],
)
def test_odd_numbers_are_no_mistakes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    monkeypatch.chdir(folder)
    done = command_line.run_here("solve", "--json", *options.split(), "unique.non")
    assert (done.code, json.loads(done.out)["verdict"], done.err) == (0, "unique", "")


@pytest.mark.parametrize(
    "command",
    [
        "graph -o $'\\e[31mfoo' unique.non",
        "graph --cell $'\\e[31mfoo' unique.non",
        "graph -o unique.non/$'\\e[31m'/x.svg unique.non",
        "write-certificate -o /nonex$'\\e[31m'/x unique.non",
        "check --preset $'\\e[31mfoo' unique.non",
        "check --time-limit $'\\e[31mfoo' unique.non",
        "$'\\e[31mfoo'",
        "check $'--\\e[31mfoo'",
    ],
)
def test_usage_errors_do_not_reach_the_terminal_raw(folder: Path, command: str) -> None:
    pexpect = pytest.importorskip("pexpect")
    program = script(f"nonosat {command}", forked())
    shown = pexpect.spawn("bash", ["-c", program], cwd=str(folder), timeout=120).read()
    assert b"Error" in shown or b"nonosat: " in shown
    assert b"\x1b[31m" not in shown
    assert b"\\x1b[31m" in shown


@pytest.mark.parametrize(
    "command",
    [
        "check unique.non",
        "check --json unique.non",
        "solve unique.non",
        "count --list unique.non",
        "--help",
        "check --help",
        "--version",
    ],
)
def test_a_full_disk(folder: Path, command: str) -> None:
    done = shell(folder, f"nonosat {command} > /dev/full")
    message = "nonosat: the output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (74, message)


@pytest.mark.parametrize(
    ("command", "code"), [("check missing.non", 4), ("check --nonsense", 2), ("frobnicate", 2)]
)
@pytest.mark.parametrize("stderr", ["2>/dev/full", "2>&-"])
def test_messages_never_go_among_the_data(
    folder: Path, command: str, code: int, stderr: str
) -> None:
    done = shell(folder, f"nonosat {command} {stderr}")
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


def test_a_closed_stream_is_not_taken_for_the_next_file(folder: Path) -> None:
    """With stderr closed, the certificate could be opened as file 2 and get the messages."""
    done = shell(folder, "nonosat write-certificate -o out unique.non missing.non 2>&-")
    assert done.returncode == 4
    assert done.stdout == "unique.non: unique: out/unique.nonocert\n"
    assert shell(folder, "nonosat verify-certificate -q out/unique.nonocert").returncode == 0


SLOW_IMPORT = """
import sys, time
from importlib.abc import MetaPathFinder
class Slow(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            print("importing", flush=True)
            time.sleep(60)
sys.meta_path.insert(0, Slow())
sys.argv = ["nonosat", "check", "--preset", "sat", "multiple.non"]
from nonosat.__main__ import main
main()
"""


@pytest.mark.parametrize("name", ["click", "nonosat.cli.command_check", "nonosat.sat.cnf"])
def test_ctrl_c_during_imports(folder: Path, name: str) -> None:
    (folder / "multiple.non").write_text(command_line.MULTIPLE)
    child = begun(SLOW_IMPORT.format(name=name), cwd=folder)
    assert command_line.interrupt(child) == ("", "nonosat: interrupted\n", 130)


def test_the_start_imports_nothing_else() -> None:
    program = "import sys, nonosat.__main__; print(*(m for m in sys.modules if m[:7] == 'nonosat'))"
    found = interpreted(program).stdout.split()
    assert found == ["nonosat", "nonosat.cli", "nonosat.cli.signals", "nonosat.__main__"]


def wrapped(cause: BaseException) -> RuntimeError:
    """An exception from ``__set_name__``, as Python 3.11 wraps it."""
    error = RuntimeError("Error calling __set_name__ on 'Field' instance 'name'")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (InternalError("a solution breaks R1"), 70, "internal error: a solution breaks R1"),
        (BackendError("backend 'x' needs the package 'y'"), 5, "needs the package 'y'"),
        (OptionError("unknown stage '\x1b[1m'"), 2, "unknown stage '\\x1b[1m'"),
        (GridError("the given grid is 2x2"), 4, "nonosat: the given grid is 2x2"),
        (CertificateError("no header"), 4, "nonosat: no header"),
        (LimitError("the search ended early", Reason.MEMORY), 5, "nonosat: "),
        (MemoryError(), 5, "nonosat: the memory is exhausted"),
        (KeyboardInterrupt(), 130, "nonosat: interrupted"),
        (wrapped(KeyboardInterrupt()), 130, "nonosat: interrupted"),
        (ZeroDivisionError("division"), 70, "nonosat: ZeroDivisionError: division"),
    ],
)
def test_errors_have_their_exit_codes(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, message: str
) -> None:
    def fail(*_: object, **__: object) -> Report:
        raise error

    monkeypatch.setattr(nonosat.solving, "solve", fail)
    result = command_line.run_here("check", UNIQUE)
    assert (result.code, result.out) == (code, "")
    assert message in result.err
    assert ("Traceback" in result.err) is isinstance(error, ZeroDivisionError)


INTERRUPTED_GRAPH = """
import os, signal, sys
from nonosat.__main__ import main
from nonosat.logic import implications
class Part:
    def __init__(self):
        self.itself = self
    def __del__(self):
        print("freed", flush=True)
make = implications.implication_graph
def interrupted(*given, **named):
    graph = make(*given, **named)
    graph.graph["part"] = Part()
    os.kill(os.getpid(), signal.SIGINT)
    return graph
implications.implication_graph = interrupted
sys.argv = ["nonosat", "graph", "multiple.non"]
main()
"""


def test_ctrl_c_does_not_wait_for_a_large_graph_to_be_freed(folder: Path) -> None:
    """networkx makes objects with cycles, which Python frees one by one when it ends."""
    (folder / "multiple.non").write_text(command_line.MULTIPLE)
    done = interpreted(INTERRUPTED_GRAPH, cwd=folder)
    assert (done.stdout, done.stderr, done.returncode) == ("", "nonosat: interrupted\n", 130)


def test_an_error_that_a_library_makes_of_a_signal_is_no_internal_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(SystemError("returned a result with an exception set")) == 70
    assert "please report it" in capsys.readouterr().err
    monkeypatch.setattr(signals, "_ended_by", signal.SIGTERM)
    assert ended(SystemError("returned a result with an exception set")) == 143
    assert capsys.readouterr().err == "nonosat: ended by SIGTERM\n"
