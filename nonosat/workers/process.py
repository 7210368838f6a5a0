# SPDX-License-Identifier: MIT
"""Fresh interpreters that run our modules, for work that must be possible to kill.

How a process is started, how much memory it and its descendants occupy, and how they are ended.
Linux and macOS are supported; elsewhere nothing in this package has been tried.

Rejected: ``multiprocessing`` imports the caller's main program again, which goes wrong in scripts
without a guard; forking a program that has threads goes wrong in other ways.
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from nonosat.errors import BackendError, installed

if TYPE_CHECKING:
    import psutil


_REFRESH_SECONDS = 0.2
"""How long a list of descendants is used; making it means a look at every process of the system."""

_LOW = 2
"""The niceness of work that can wait: beside other work it gets two thirds of the time that it
would have. More would starve it on a machine that is busy with something else."""


def cores() -> int:
    """The number of processors that this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processor_time() -> float:
    """Processor seconds of this process and of the children that have ended (Kissat is one)."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def start(code: str, *arguments: str, quiet: bool = False) -> subprocess.Popen[bytes]:
    """Run Python code in a new process, with pipes for stdin and stdout.

    The process finds the same packages as this one. It leads a process group, so that Ctrl-C on a
    terminal reaches its parent only. ``quiet``: its stderr is discarded.

    Raises:
        BackendError: there is no interpreter to run (a program that embeds Python), or the system
            refuses another process.
        OptionError: psutil is not installed, which is needed to end the process.
    """
    with installed():
        import psutil  # noqa: F401
    if not sys.executable:
        raise BackendError("no child process can be started: the Python interpreter is not known")
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-c", code, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            process_group=0,
        )
    except OSError as error:
        raise BackendError(f"no child process can be started: {error.strerror}") from error


class Family:
    """A process that ``start`` has started, and all its descendants."""

    def __init__(self, leader: subprocess.Popen[bytes]) -> None:
        self._leader = leader
        self._members: list[psutil.Process] = []
        self._listed = -_REFRESH_SECONDS

    def resident(self) -> int:
        """The resident memory in bytes of all members; 0 if they have ended."""
        import psutil

        now = time.monotonic()
        if now - self._listed >= _REFRESH_SECONDS:
            self._listed = now
            self._members = self._list()
        size = 0
        for member in self._members:
            with contextlib.suppress(psutil.NoSuchProcess):
                size += member.memory_info().rss
        return size

    def lower(self) -> None:
        """Let all members, and those to come, have the processor only when others do not want it.

        The leader leads a process group; on Linux, the priority of a process alone would be that of
        its first thread.
        """
        with contextlib.suppress(OSError):  # it has ended, or the system forbids it
            os.setpriority(os.PRIO_PGRP, self._leader.pid, _LOW)

    def kill(self) -> None:
        """End all members, also in the middle of work."""
        import psutil

        members = self._list()
        for member in members:
            with contextlib.suppress(psutil.NoSuchProcess):
                member.kill()
        self._leader.kill()  # also where processes cannot be listed: /proc is not mounted
        self._leader.wait()
        psutil.wait_procs(members[1:], timeout=1)

    def _list(self) -> list[psutil.Process]:
        """The leader first."""
        import psutil

        if self._leader.poll() is not None:
            return []  # it is reaped: its number may belong to another process
        try:
            leader = psutil.Process(self._leader.pid)
            known = _descendants(self._leader.pid)
            if known is None:
                return [leader, *leader.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []
        found = [leader]
        for number in known:
            with contextlib.suppress(psutil.NoSuchProcess):
                found.append(psutil.Process(number))
        return found


def _descendants(number: int) -> list[int] | None:
    """The descendants of a process, from what Linux says of each thread; None if it does not.

    The other way, a look at every process of the system, takes a thousand times as long.
    """
    found: list[int] = []
    waiting = [number]
    while waiting:
        process = waiting.pop()
        try:
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
                    waiting += [int(child) for child in file.read().split()]
        except FileNotFoundError:
            if process == number and os.path.isdir(f"/proc/{number}"):
                return None  # this system does not say
        except OSError:
            return None
        if process != number:
            found.append(process)
    return found
