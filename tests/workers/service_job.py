# SPDX-License-Identifier: MIT
"""What the workers of test_service.py do, in a module that imports little: many are started."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from nonosat.workers.channel import Begun
from nonosat.workers.child import cancellation

_kept: list[bytes] = []


def work(task: str, emit: Callable[[object], None]) -> object:
    """The task says what to do."""
    what, _, how = task.partition(" ")
    if what == "lost":  # its process ends that number of times before it begins
        times, _, path = how.partition(" ")
        with open(path, "a+") as file:
            file.write("x")
            file.flush()
            if file.tell() <= int(times):
                os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        how = ""
    emit(Begun())
    if what == "begins":  # notes that it begins, and its process ends
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
    if what == "own":  # says itself how long it may take
        emit(Begun(float(how)))
        time.sleep(1000)
    if what == "deaf":  # works on, whatever is said
        emit("at work")
        time.sleep(1000)
    if what == "grow":  # keeps that many MiB
        _kept.append(bytes(int(how) << 20).replace(b"\0", b"x"))
        return len(_kept)
    if what == "exit":
        os._exit(int(how))
    for number in range(int(how or 0)):
        emit(number)
    return task
