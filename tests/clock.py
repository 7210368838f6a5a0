# SPDX-License-Identifier: MIT
"""Time in tests, on machines that are busy with other work.

What must end soon is given several tries (a busy machine delays one, a mistake delays all), and a
process that is to be interrupted is first given processor time, not time on the clock: however
slow the machine, it is then past its imports and at work.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable

TICKS = os.sysconf("SC_CLK_TCK")


def ends_within(seconds: float, act: Callable[[], object], tries: int = 4) -> bool:
    """Whether ``act`` takes at most ``seconds``, at the best of several tries."""
    for _ in range(tries):
        begun = time.perf_counter()
        act()
        if time.perf_counter() - begun <= seconds:
            return True
    return False


def interrupted(command: list[str], seconds: float) -> tuple[bytes, bytes, int]:
    """What a command prints on stdout and stderr when Ctrl-C ends its work, and its exit code."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    let_work(child, seconds)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    return out, err, child.returncode


def let_work(child: subprocess.Popen[bytes] | subprocess.Popen[str], seconds: float) -> None:
    """Waits until the process has used that much processor time; fails where it ends before."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert child.poll() is None, "it finished before the test could interrupt it"
        with open(f"/proc/{child.pid}/stat", encoding="utf-8") as stat:
            fields = stat.read().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / TICKS >= seconds:
            return
        time.sleep(0.02)
    raise AssertionError("the machine gives it no processor time")
