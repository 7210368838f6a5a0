# SPDX-License-Identifier: MIT
"""Time in tests, on machines that are busy with other work.

A test that something ends soon has several tries: a busy machine delays one of them, a mistake
delays all. A process that a test interrupts first uses some processor time: however slow the
machine, it has then finished its imports and is at work.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable

TICKS = os.sysconf("SC_CLK_TCK")


def ends_within(seconds: float, act: Callable[[], object], tries: int = 4) -> bool:
    """True if one of several tries of ``act`` takes at most ``seconds``."""
    for _ in range(tries):
        begun = time.perf_counter()
        act()
        if time.perf_counter() - begun <= seconds:
            return True
    return False


def interrupted(command: list[str], seconds: float) -> tuple[bytes, bytes, int]:
    """Run a command, press Ctrl-C after ``seconds`` of processor time: its output and exit code."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    let_work(child, seconds)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    return out, err, child.returncode


def let_work(child: subprocess.Popen[bytes] | subprocess.Popen[str], seconds: float) -> None:
    """Wait until the process has used ``seconds`` of processor time; fail if it ends before."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert child.poll() is None, "it finished before the test could interrupt it"
        with open(f"/proc/{child.pid}/stat", encoding="utf-8") as stat:
            fields = stat.read().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / TICKS >= seconds:
            return
        time.sleep(0.02)
    raise AssertionError("the process got no processor time within a minute")
