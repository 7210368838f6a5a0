# SPDX-License-Identifier: MIT
"""The job of the workers of test_workers.py, in a module with few imports: many are started."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

from nonosat.errors import OptionError
from nonosat.workers.channel import Begun
from nonosat.workers.child import cancellation


def work(task: str, emit: Callable[[object], None]) -> object:
    """Do what the task says."""
    emit(Begun())
    what, _, how = task.partition(" ")
    if what == "print":
        print(how)
        os.write(1, how.encode())
    elif what == "count":
        for number in range(int(how)):
            emit(number)
    elif what == "fail":
        raise OptionError(how)
    elif what == "crash":
        raise ZeroDivisionError(how)
    elif what == "exit":
        os._exit(int(how))
    elif what == "sleep":
        time.sleep(float(how))
    elif what == "grow":
        taken = bytearray(int(how) << 20)
        time.sleep(600)
        return len(taken)
    elif what == "read":
        return repr(sys.stdin.read()), os.read(0, 10)
    elif what == "whoami":
        return os.getpid()
    elif what == "wait":
        while not cancellation().cancelled:
            time.sleep(0.001)
    elif what == "breed":
        child = subprocess.Popen([sys.executable, "-c", how])
        return child.pid
    return task
