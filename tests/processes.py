# SPDX-License-Identifier: MIT
"""Child processes in tests: which there are, and whether they have ended."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

_WAITING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import nonosat
from brute import hard_puzzle
from nonosat.solving import options
options._cores = lambda: 8  # however many there are
print("begun", flush=True)
try:
    nonosat.solve(hard_puzzle(), preset="sat", {options})
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def children() -> set[str]:
    """The child processes of this process."""
    files = Path("/proc/self/task").glob("*/children")
    return {member for file in files for member in file.read_text().split()}


def family(pid: int) -> list[int]:
    """The descendants of a process."""
    found: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        for member in map(int, file.read_text().split()):
            found += [member, *family(member)]
    return found


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"  # a zombie has ended; its parent has not asked for its exit code yet


def all_gone(pids: list[int], seconds: float) -> bool:
    """True if all of these processes end within ``seconds``."""
    deadline = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(alive, pids))


def end_at_work(sent: signal.Signals, options: str, wanted: int) -> None:
    """A signal ends a program in the middle of ``solve``; all its child processes must end too.

    ``options`` are those of ``solve``; ``wanted`` is the number of child processes. After Ctrl-C
    the program ends them before it ends; if it is killed, they notice that and end by themselves.
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", _WAITING.format(options=options)],
        cwd=Path(__file__).parent,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    with parent.stdout as output:
        assert output.readline() == "begun\n"
        deadline = time.monotonic() + 60
        while len(descendants := family(parent.pid)) < wanted and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(descendants) == wanted
        time.sleep(0.5)
        parent.send_signal(sent)
        assert parent.wait(timeout=60) == (0 if sent == signal.SIGINT else -sent)
        assert output.read() == ("interrupted\n" if sent == signal.SIGINT else "")
    assert all_gone(descendants, 0 if sent == signal.SIGINT else 60)
