# SPDX-License-Identifier: MIT
"""Systems that lack a function of Linux: its replacement, or the error if there is none.

Each system is simulated in a child process (tests/support/simulated/other_system.py).
"""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import time
from pathlib import Path

import psutil
import pytest

import nonosat
from nonosat.errors import BackendError
from nonosat.workers.pool import Pool
from nonosat.workers.system import processor_time, thread_time
from tests.support.brute import hard_puzzle
from tests.support.places import ROOT
from tests.support.processes import all_gone, family, interpreted
from tests.support.web_server import serving

PLACE = str(ROOT / "tests" / "support" / "simulated")
DATA = ROOT / "data"


def elsewhere(name: str) -> dict[str, str]:
    """The environment of a process in which that system is simulated."""
    folders = [PLACE, str(ROOT), str(ROOT / "tests" / "support")]
    return {**os.environ, "NONOSAT_SIMULATE": name, "PYTHONPATH": os.pathsep.join(folders)}


def said_there(name: str, program: str, folder: Path) -> list[str]:
    """The lines that a program prints there."""
    done = interpreted(program, cwd=folder, env=elsewhere(name))
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


COMMANDS = """
import contextlib, io, json, shlex, sys
from nonosat.__main__ import main
for text in json.loads({commands!r}):
    sys.argv = ["nonosat", *shlex.split(text)]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.redirect_stdout(out):
        try:
            main()
            code = None
        except SystemExit as end:
            code = end.code
    print(json.dumps([code, out.getvalue() + err.getvalue()]), flush=True)
"""


def commands_there(name: str, commands: list[str], folder: Path) -> list[tuple[int, str]]:
    """The exit codes and the output of commands."""
    lines = said_there(name, COMMANDS.format(commands=json.dumps(commands)), folder)
    return [tuple(json.loads(line)) for line in lines]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection, and a link to the puzzles."""
    made = tmp_path_factory.mktemp("system")
    with nonosat.collection.open(made / "c.db", create=True) as store:
        store.add(DATA / "fox.non")
    (made / "data").symlink_to(DATA)
    return made


IN_A_BROWSER = {
    "check data/fox.non data/two-ways-steam.non --jobs 4": 1,
    "check --portfolio 3 data/noise-20x20-2744.non": 0,
    "count data/two-ways-steam.non": 0,
    "explain data/fox.non": 0,
    "graph data/noise-20x20-2744.non --cell R1C1": 0,
    "rate data/fox.non": 0,
    "make 8 --count 2 --seed 1 -o new": 0,
    "repair data/two-ways-steam.non --solution": 0,
    "print data/fox.non -o fox.pdf": 0,
    "write-certificate data/fox.non -o fox.nonocert": 0,
    "verify-certificate fox.nonocert": 0,
    "collection new.db add data/fox.non": 0,
    "collection c.db list": 0,
}
"""Commands that need no process, with their exit codes."""
LACKING = {
    "solve --memory-limit 500 data/fox.non": "no memory limit can be kept: this system (emscripten)"
    " has no child processes",
    "serve --port 0": "no memory limit can be kept: this system (emscripten)",
    "bench data/fox.non": "no process can be started: this system (emscripten)",
    "collection c.db judge": "no process can be started: this system (emscripten)",
    "make 5 --count 2 --jobs 2": "no process can be started: this system (emscripten)",
    "solve --preset sat --backend kissat data/noise-20x20-2744.non": "no process can be started",
    "solve --preset cpsat data/fox.non": "backend 'cpsat-automaton' needs ortools, which does not"
    " exist for this system (emscripten)",
}
"""Commands that cannot work there, and their messages, which do not blame a puzzle."""


def test_a_browser_solves_explains_and_makes(folder: Path) -> None:
    ends = commands_there("emscripten", list(IN_A_BROWSER), folder)
    for (command, code), (ended, said) in zip(IN_A_BROWSER.items(), ends, strict=True):
        assert (ended or 0) == code, (command, said)


def test_a_browser_says_what_it_lacks(folder: Path) -> None:
    ends = commands_there("emscripten", list(LACKING), folder)
    for (command, words), (ended, said) in zip(LACKING.items(), ends, strict=True):
        assert ended == 5, (command, said)
        assert words in said
        assert "Traceback" not in said
        assert "pip install" not in said


def test_a_library_that_does_not_exist_there(folder: Path) -> None:
    said = said_there(
        "emscripten",
        "from nonosat.errors import NonosatError, library\n"
        "try: library('psutil')\nexcept NonosatError as error: print(error)",
        folder,
    )
    assert said == ["this needs psutil, which does not exist for this system (emscripten)"]


def test_no_limit_is_promised_where_memory_cannot_be_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For example on Linux without /proc, where psutil finds no process."""

    def gone(*_: object) -> None:
        raise psutil.NoSuchProcess(1)

    monkeypatch.setattr(psutil.Process, "memory_info", gone)
    with pytest.raises(BackendError, match="does not say how much memory a process takes"):
        nonosat.solve(hard_puzzle(5), memory_limit=500)
    with pytest.raises(BackendError, match="no memory limit can be kept"):
        Pool("service_job:work", 1, memory_limit=500)
    assert nonosat.solve(hard_puzzle(5)).verdict is nonosat.Verdict.MULTIPLE


ON_WINDOWS = """
import os, sys, time
import psutil
import nonosat
from tests.support.brute import hard_puzzle
from nonosat import Puzzle, study
from nonosat.workers import system
assert (system.resource, system.fcntl, system.sys.platform) == (None, None, "win32")
assert not hasattr(system.os, "setpriority")

report = nonosat.solve(hard_puzzle(90), preset="fast", memory_limit=60)
print(report.verdict.value, report.reason.value)

before = system.processor_time() - time.process_time()
nonosat.solve(hard_puzzle(20), preset="sat", backend="kissat")
print(system.processor_time() - time.process_time() - before > 0.05)

below = f"import time; time.sleep(600 + {os.getpid()})"
idle = f"import subprocess, sys; subprocess.run([sys.executable, '-c', '{below}'])"
row = study.run_program(f'{sys.executable} -c "{idle}" {{file}}', "dot", Puzzle([[1]], [[1]]),
                        time_limit=1)
print(row["reason"])
print([x.pid for x in psutil.process_iter(["cmdline"]) if below in (x.info["cmdline"] or ())])
"""


def test_windows_keeps_limits_and_counts_the_time_of_processes(folder: Path) -> None:
    assert said_there("windows", ON_WINDOWS, folder) == ["unknown memory", "True", "time", "[]"]


PROGRAMS_ON_WINDOWS = """
import sys
from nonosat import Puzzle, study
from nonosat.workers import system
assert system.resource is None
busy = "import time; [0 for _ in iter(lambda: time.process_time() < {}, False)]"
row = study.run_program(f'{sys.executable} -c "{busy.format(0.2)}" {{file}}', "dot",
                        Puzzle([[1]], [[1]]))
print(0.1 < row["cpu"] < 0.4)
below = "import subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:3]])"
row = study.run_program(f'{sys.executable} -c "{below}" -c "{busy.format(60)}" {{file}}', "dot",
                        Puzzle([[1]], [[1]]), time_limit=2)
print(row["reason"], row["cpu"] > 0.3)
"""


@pytest.mark.timing
def test_windows_counts_the_time_of_other_programs(folder: Path) -> None:
    assert said_there("windows", PROGRAMS_ON_WINDOWS, folder) == ["True", "time True"]


LOCKING = """
import os, sys
from nonosat.collection.judging import SUFFIX, one_judge
from nonosat.errors import CollectionError
assert hasattr(__import__("nonosat.workers.system").workers.system.msvcrt, "locking")
for _ in range(2):  # the file of the first judge is gone
    with one_judge("a.db"):
        print(open("a.db" + SUFFIX).read().strip() == str(os.getpid()))
        try:
            with one_judge("a.db"):
                print("two judges")
        except CollectionError as error:
            print(error)
    print(os.path.exists("a.db" + SUFFIX))
"""


def test_a_lock_of_windows_is_for_one(tmp_path: Path) -> None:
    said = said_there("windows", LOCKING, tmp_path)
    assert len(said) == 6
    for own, refused, left in (said[:3], said[3:]):
        assert (own, left) == ("True", "False")
        assert re.match(r"a\.db: process \d+ is judging this collection", refused)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, 130),
        (signal.SIGTERM, 0),
        pytest.param(signal.SIGVTALRM, 154, marks=pytest.mark.slow),
    ],
)
def test_signals_end_the_server_where_the_loop_takes_none(number: int, code: int) -> None:
    """SIGVTALRM replaces SIGBREAK here."""
    with serving(environment=elsewhere("windows")) as server:
        assert server.get("/healthz")[1] == b"ok\n"
        below = family(server.process.pid)
        assert len(below) >= 2
        assert server.end(number)[0] == code
        assert all_gone(below, 300)


ON_MACOS = """
from nonosat.workers import system
from nonosat.workers.process import Family, start
print(system.descendants(1), system.sys.platform, system.cores() >= 1)
program = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'input()'])"
leader = start(program + "; print('begun', flush=True); time.sleep(600)")
assert leader.stdout.readline() == b"begun\\n"
family = Family(leader)
print(len(family._list()))
family.kill()
print(family.resident())
leader.stdin.close(), leader.stdout.close()
"""


def test_macos_finds_descendants_without_proc(folder: Path) -> None:
    """A past bug: without /proc no descendants were found, and they were not ended."""
    assert said_there("macos", ON_MACOS, folder) == ["None darwin True", "2", "0"]


@pytest.mark.parametrize("name", ["windows", "macos", "emscripten"])
def test_a_picture_is_opened_on_every_system(name: str, tmp_path: Path) -> None:
    """In a browser, without a child process."""
    drawn = nonosat.draw.png(nonosat.Puzzle([[1]], [[1]]), cell_size=10)
    (tmp_path / "one.png").write_bytes(drawn)
    command = "from-image -q one.png --size 2x2 --title t"
    assert commands_there(name, [command], tmp_path)[0][0] in (0, 1)


def test_the_time_of_a_thread_leaves_out_waiting_and_other_threads() -> None:
    def work() -> None:
        begun = time.thread_time()
        while time.thread_time() - begun < 0.2:
            pass

    own, process = thread_time(), processor_time()
    other = threading.Thread(target=work)
    other.start()
    other.join()
    assert processor_time() - process >= 0.19
    assert thread_time() - own < 0.15
    work()
    assert thread_time() - own >= 0.19
