# SPDX-License-Identifier: MIT
"""The command line and its streams: terminals, pipes, closed streams, progress, imports."""

from __future__ import annotations

import os
import random
import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from nonosat.cli import commands
from nonosat.cli.commands import program
from nonosat.cli.output import knows_codes
from nonosat.cli.progress import StatusLine
from nonosat.formats import dumps
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import SolutionFound, StageProgress, StageStarted
from tests.support import forks
from tests.support.command_line import NONOSAT, Run, Terminal, on_terminal
from tests.support.processes import interpreted


def test_closed_streams(folder: Path) -> None:
    nonosat = " ".join(NONOSAT)  # Python must start with it closed
    for redirected, code in (("check -v unique.non >&-", 0), ("solve multiple.non >&- 2>&-", 1),
                             ("check missing.non 2>&-", 4), ("check - <&-", 4)):  # fmt: skip
        done = subprocess.run(
            ["bash", "-c", f"{nonosat} {redirected}"], cwd=folder, capture_output=True, text=True,
            check=False, timeout=300,
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        assert done.returncode == code


def test_version_names_the_backends(run: Run) -> None:
    result = run("--version")
    assert result.code == 0
    assert re.match(r"nonosat \d+\.\d+\.\d+\nbackend duo: python-sat \S+\n", result.out)


def test_help_lists_commands_exit_codes_and_completion(run: Run) -> None:
    result = run("--help")
    assert all(
        word in result.out for word in ("check", "solve", "show", "130", "_NONOSAT_COMPLETE")
    )
    assert run("check", "-h").code == 0


def test_shell_completion(run: Run) -> None:
    words = {"_NONOSAT_COMPLETE": "bash_complete", "COMP_CWORD": "1"}
    assert run(COMP_WORDS="nonosat s", **words).out == "plain,solve\nplain,show\nplain,serve\n"
    words["COMP_CWORD"] = "2"
    assert run(COMP_WORDS="nonosat check un", **words).out.startswith("file,")
    words["COMP_CWORD"] = "3"
    assert "plain,logic" in run(COMP_WORDS="nonosat check --preset lo", **words).out
    assert "_nonosat_completion" in run(_NONOSAT_COMPLETE="zsh_source").out


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("nonosat", None), (None, "1"), ("nonosat", ""), ("nonosat", "x"), ("nonosat", "-5"),
        ("nonosat", "99999999999999999999"), ("", "0"), ("nonosat 'che", "1"), ("nonosat a b", "2"),
        ("nonosat nothing --x", "2"), ("nonosat check --preset", "3"), ("nonosat \x1b[31m", "1"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "none"])
def test_odd_completion_is_silent(words: str | None, number: str | None, shell: str) -> None:
    given = {"_NONOSAT_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": number}
    done = CliRunner().invoke(program, [], prog_name="nonosat", env=given)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert (done.stderr, done.exit_code) in (("", 0), ("", 1))


def test_only_terminals_with_colours_get_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("xterm", "xterm-256color", "screen.xterm", "tmux-256color", "linux", "vte-direct"):
        monkeypatch.setenv("TERM", name)
        assert knows_codes(), name
    for name in ("", "dumb", "unknown", "vt52", "vt100", "nothing", "adm3a"):
        monkeypatch.setenv("TERM", name)
        assert not knows_codes(), name
    monkeypatch.delenv("TERM")
    assert not knows_codes()


def test_a_closed_pipe_ends_quietly_and_says_nothing_about_puzzles(folder: Path) -> None:
    long = f"{'./' * 500}unique.non"  # more output than a pipe holds
    nonosat = shlex.join(forks.program(dict(os.environ)))
    command = f"{nonosat} check {f'{long} ' * 100} | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout == f"{long}: unique\n74\n"
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["--help", "--version", "check unique.non"])
def test_a_pipe_that_is_closed_from_the_start(folder: Path, command: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*NONOSAT, *command.split()], cwd=folder, stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.stderr, done.returncode) == (b"", 74)


@pytest.fixture(scope="module")
def long_work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A puzzle that keeps the prober busy for more than ten seconds."""
    return write_random(tmp_path_factory.mktemp("long") / "long.non", 500)


@pytest.fixture(scope="module")
def long_search(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A puzzle that keeps a SAT solver busy for more than ten seconds, nearly from the start."""
    return write_random(tmp_path_factory.mktemp("search") / "long.non", 80)


def write_random(path: Path, side: int) -> Path:
    cells = bytes(random.Random(1).choices([0, 1], k=side * side))
    puzzle = Puzzle.from_grid(Grid.from_cells(side, side, cells)).with_goal(None)
    path.write_text(dumps(puzzle))
    return path


@pytest.mark.parametrize(("stage", "unit"), [("probe", "probes"), ("sat", "conflicts")])
def test_progress_is_shown_on_a_terminal_and_erased_at_ctrl_c(
    long_work: Path, long_search: Path, stage: str, unit: str
) -> None:
    path = {"probe": long_work, "sat": long_search}[stage]
    command = ["solve", "--stages", stage, path.name]
    interrupt = rf"long\.non: {stage}, [0-9,]+ {unit}, \d+ s"
    shown, code = on_terminal(*command, cwd=path.parent, interrupt=interrupt)
    assert code == 130
    assert shown.split("\x1b[2K")[-1] == "nonosat: interrupted\r\n"


def test_the_bar_of_bench_is_shown_on_a_terminal_and_erased(folder: Path) -> None:
    shown, code = on_terminal("bench", "unique.non", "--presets", "fast", cwd=folder, NO_COLOR="1")
    assert code == 0
    *states, table = shown.split("\x1b[2K")
    assert any("1/1 unique.non" in state for state in states)
    assert "1/1" not in table
    shown, _ = on_terminal("bench", "-q", "unique.non", "--presets", "fast", cwd=folder)
    assert "1/1" not in shown


@pytest.mark.slow
def test_progress_can_be_silenced(long_work: Path, run: Run) -> None:
    limits = ["--preset", "fast", "--time-limit", "1.5"]
    shown, _ = on_terminal("check", "-q", *limits, str(long_work))
    assert shown == ""
    shown, _ = on_terminal("check", *limits, "long.non", cwd=long_work.parent, TERM="dumb")
    assert shown == "long.non: unknown (time limit)\r\n"
    assert run("check", *limits, str(long_work)).err == ""


@pytest.mark.timing
def test_quick_runs_show_no_progress(folder: Path) -> None:
    assert on_terminal("check", "unique.non", cwd=folder) == ("unique.non: unique\r\n", 0)


def test_colours_on_a_terminal_unless_no_color(folder: Path, run: Run) -> None:
    assert "\x1b[38;5;" in on_terminal("solve", "unique.non", cwd=folder)[0]
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        shown, _ = on_terminal("solve", "-q", "unique.non", cwd=folder, **variables)
        assert "█" in shown
        assert "\x1b" not in shown
    assert "\x1b" not in run("solve", "-v", "unique.non").out


def test_a_picture_fits_the_terminal_or_says_so(folder: Path) -> None:
    wide = Puzzle.from_grid(Grid("#.#" * 21))
    (folder / "wide.non").write_text(dumps(wide))
    shown, code = on_terminal("solve", "-q", "wide.non", cwd=folder, NO_COLOR="1")
    assert shown.startswith("the picture needs 77 columns, the terminal has 60: widen it")
    assert code == 0
    shown, _ = on_terminal("solve", "-q", "wide.non", cwd=folder, NO_COLOR="1", COLUMNS="80")
    assert "(without clues: with them the picture needs" in shown


IMPORTED = """
import sys
from nonosat.cli.commands import program
try:
    program.main(sys.argv[1:], prog_name="nonosat")
except SystemExit as end:
    print(end.code, *sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize(
    ("args", "absent", "present"),
    [
        (["check", "unique.non"], {"networkx", "ortools", "pysat", "xml", "rich", "json"}, set()),
        (["solve", "unique.non"], {"networkx", "ortools", "pysat", "xml", "rich"}, set()),
        (
            ["check", "--preset", "sat", "multiple.non"],
            {"networkx", "ortools", "xml", "rich"},
            {"pysat"},
        ),
        (["check", "-v", "unique.non"], {"networkx", "ortools", "pysat", "rich"}, set()),
        (["show", "unique.non"], {"networkx", "ortools", "pysat", "rich", "xml"}, set()),
    ],
)
def test_imports_only_what_is_needed(
    folder: Path, args: list[str], absent: set[str], present: set[str]
) -> None:
    done = interpreted(IMPORTED, *args, cwd=folder)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "click" in loaded
    assert not absent & loaded
    assert present <= loaded


def test_the_status_line_waits_and_is_cut_to_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    now = 0.0
    stream = Terminal()
    with StatusLine("some/long/path.non", stream=stream, clock=lambda: now) as status:
        status(StageStarted("probe", 100))
        now = 0.29
        status(StageProgress("probe", 5, "probes"))
        assert stream.getvalue() == ""
        now = 0.31
        status(StageProgress("probe", 6, "probes"))
        shown = stream.getvalue()
        assert "some/long/path.non: probe, 6 \N{HORIZONTAL ELLIPSIS}" in shown
        now = 0.42  # the next stage builds its model
        status(StageProgress("sat", 0, ""))
        assert "some/long/path.non: sat, at w\N{HORIZONTAL ELLIPSIS}" in stream.getvalue()
        shown = stream.getvalue()
        now = 0.45
        status(SolutionFound(1, Grid("#")))
        assert stream.getvalue() == shown
    assert stream.getvalue().endswith("\x1b[2K")


def test_the_list_of_commands_says_what_their_own_help_says() -> None:
    for name, words in commands._COMMANDS.items():
        command = commands.program.get_command(click.Context(commands.program), name)
        assert command is not None
        assert command.get_short_help_str(1000) == words, name
