# SPDX-License-Identifier: MIT
"""Child processes in tests: which ones there are, and whether they have ended."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

HANGUP = getattr(signal, "SIGHUP", signal.SIGTERM)
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Where Windows has neither, SIGTERM ends a process as SIGKILL does."""

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


def peak_memory() -> int:
    """The most bytes that this process has occupied at a time."""
    known = psutil.Process().memory_info()
    if hasattr(known, "peak_wset"):  # Windows
        return int(known.peak_wset)
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if psutil.MACOS else 1024)


def children() -> set[int]:
    """The child processes of this one."""
    return {child.pid for child in psutil.Process().children()}


def family(pid: int) -> list[int]:
    """The descendants of a process."""
    return [child.pid for child in psutil.Process(pid).children(recursive=True)]


def alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE  # it waits to be reaped
    except psutil.NoSuchProcess:
        return False


def all_gone(pids: list[int], seconds: float) -> bool:
    """True if all have ended within the seconds."""
    deadline = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(alive, pids))


def end_at_work(sent: signal.Signals, options: str, wanted: int) -> None:
    """A signal ends a program in the middle of ``solve``; none of its processes must stay.

    ``options`` are those of ``solve``, ``wanted`` is the number of processes below it. After Ctrl-C
    they are gone at once; if the program is killed, as soon as they notice. None of them writes to
    the terminal.
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", _WAITING.format(options=options)],
        cwd=Path(__file__).parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    assert parent.stderr is not None
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
    with parent.stderr as complaints:
        assert complaints.read() == ""
    assert all_gone(descendants, 0 if sent == signal.SIGINT else 60)
