# SPDX-License-Identifier: MIT
"""The job of the workers of test_service.py, in a module with few imports: many are started."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from nonosat.workers.channel import Begun
from nonosat.workers.child import cancellation

_kept: list[bytes] = []


def work(task: str, emit: Callable[[object], None]) -> object:
    """Do what the task says."""
    what, _, how = task.partition(" ")
    if what == "lost":  # its process ends this number of times before it begins
        times, _, path = how.partition(" ")
        with open(path, "a+") as file:
            file.write("x")
            file.flush()
            if file.tell() <= int(times):
                os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        how = ""
    emit(Begun())
    if what == "begins":  # reports that it begins, and its process ends
        with open(how, "a") as file:
            file.write("x")
        os._exit(7)
    if what == "priority":
        return os.getpriority(os.PRIO_PROCESS, 0)
    if what == "polite":  # works until it is cancelled
        cancel = cancellation()
        emit("at work")
        while not cancel.cancelled:
            time.sleep(0.005)
        return "ended"
    if what == "own":  # sets its own time limit
        emit(Begun(float(how)))
        time.sleep(1000)
    if what == "deaf":  # works on, even if cancelled
        emit("at work")
        time.sleep(1000)
    if what == "grow":  # keeps this number of MiB
        _kept.append(bytes(int(how) << 20).replace(b"\0", b"x"))
        return len(_kept)
    if what == "exit":
        os._exit(int(how))
    for number in range(int(how or 0)):
        emit(number)
    return task
