# SPDX-License-Identifier: MIT
"""Child processes in tests: which exist, and whether they have ended."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil

from tests.support import costs
from tests.support.places import ROOT


def interpreted(
    program: str,
    *arguments: str,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """The result of a program in a new interpreter; it must end within five minutes."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def begun(
    program: str,
    *arguments: str,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.Popen[str]:
    """A program in a new interpreter, after it has printed its first line."""
    child = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline()
    return child


HANGUP = getattr(signal, "SIGHUP", signal.SIGTERM)
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Windows lacks both; there SIGTERM ends a process as SIGKILL does."""

_WORK_SECONDS = 0.3

_WAITING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import nonosat
from tests.support.brute import hard_puzzle
from nonosat.solving import options
options._cores = lambda: 8  # however many there are
print("begun", flush=True)
try:
    nonosat.solve(hard_puzzle(), preset="sat", {options})
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@contextlib.contextmanager
def usual_hangup() -> Iterator[None]:
    """Processes started in the block end at SIGHUP, even if these tests ignore it (``nohup``)."""
    if not hasattr(signal, "SIGHUP"):
        yield
        return
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def peak_memory() -> int:
    """The peak memory of this process, in bytes."""
    known = psutil.Process().memory_info()
    if hasattr(known, "peak_wset"):  # Windows
        return int(known.peak_wset)
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if psutil.MACOS else 1024)


def children() -> set[int]:
    """The child processes of this process, except those that fork runs of nonosat (``forks``)."""
    return {child.pid for child in psutil.Process().children()} - {*costs.HELPERS}


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


def wait_for_family(parent: subprocess.Popen[str], wanted: int) -> list[int]:
    """The descendants of a process, when there are ``wanted`` and the last works.

    It has then used more processor time than its imports take.
    """
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        assert parent.poll() is None, "it finished before the test could end it"
        with contextlib.suppress(psutil.NoSuchProcess):
            found = psutil.Process(parent.pid).children(recursive=True)
            if len(found) == wanted and sum(found[-1].cpu_times()[:2]) >= _WORK_SECONDS:
                return [one.pid for one in found]
        time.sleep(0.02)
    raise AssertionError("its descendants got no processor time within five minutes")


def end_at_work(sent: signal.Signals, options: str, wanted: int) -> None:
    """A signal ends a program in the middle of ``solve``; all its processes must end.

    ``options``: of ``solve``; ``wanted``: the number of child processes. After Ctrl-C they end at
    once; if the program is killed, as soon as they notice. None of them writes to the terminal.
    """
    with usual_hangup():
        parent = begun(_WAITING.format(options=options), cwd=ROOT)
    assert parent.stdout is not None
    assert parent.stderr is not None
    with parent.stdout as output:
        descendants = wait_for_family(parent, wanted)
        parent.send_signal(sent)
        assert parent.wait(timeout=300) == (0 if sent == signal.SIGINT else -sent)
        assert output.read() == ("interrupted\n" if sent == signal.SIGINT else "")
    with parent.stderr as complaints:
        assert complaints.read() == ""
    assert all_gone(descendants, 0 if sent == signal.SIGINT else 300)
