# SPDX-License-Identifier: MIT
"""Time in tests, on machines that are busy with other work.

A test that something ends soon has several tries: a busy machine delays one of them, a mistake
delays all. A process that a test interrupts first uses some processor time: then it has finished
its imports and works, on machines of any speed.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from typing import Self

import psutil

from nonosat.limits import Cancellation, CancelledIf


class Poll:
    """A poll that counts its calls in ``asked``, and returns ``stop`` of that number."""

    def __init__(self, stop: Callable[[int], bool] = lambda asked: False) -> None:
        self.asked = 0
        self._stop = stop

    def __call__(self) -> bool:
        self.asked += 1
        return self._stop(self.asked)


def cancelled(after: int = 0) -> Cancellation:
    """A cancellation that ends work at once, or after that number of calls."""
    return CancelledIf(Poll(lambda asked: asked > after))


def ends_within(seconds: float, act: Callable[[], object], tries: int = 4) -> bool:
    """True if one of several tries of ``act`` takes at most ``seconds``."""
    for _ in range(tries):
        begun = time.perf_counter()
        act()
        if time.perf_counter() - begun <= seconds:
            return True
    return False


def seconds_of_children() -> float:
    """Processor time of all child processes of this process that have ended."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
        used = psutil.Process(child.pid).cpu_times()
        if used.user + used.system >= seconds:
            return
        time.sleep(0.02)
    raise AssertionError("the process got no processor time within a minute")


class Heartbeat:
    """A thread that takes the GIL every millisecond and measures how long the main thread holds it.

    ``longest``: the most processor time, in seconds, that the main thread used between two beats.
    Processor time, because wall time depends on the load of the machine. The thread asks for
    priority over all other threads; without it a busy machine delays beats.
    """

    longest = 0.0

    def __enter__(self) -> Self:
        gc.freeze()  # garbage collection must not visit the objects of the tests
        self._over = False
        self._thread = threading.Thread(target=self._beat)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over = True
        self._thread.join()
        gc.unfreeze()

    def _beat(self) -> None:
        with contextlib.suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        main = threading.main_thread().ident
        assert main is not None
        clock = time.pthread_getcpuclockid(main)
        last = time.clock_gettime(clock)
        while not self._over:
            time.sleep(0.001)
            now = time.clock_gettime(clock)
            self.longest = max(self.longest, now - last)
            last = now
