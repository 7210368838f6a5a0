# SPDX-License-Identifier: MIT
"""Fresh interpreters that run our modules, for work that must be possible to kill.

How a process is started, how much memory it and its descendants occupy, and how they are ended.
``system`` handles the differences between systems.

Rejected: ``multiprocessing`` imports the caller's main program again, which fails in scripts
without a ``__main__`` guard; forking a program that has threads fails in other ways.
"""

from __future__ import annotations

import contextlib
import math
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from nonosat.errors import BackendError, OptionError, check_library, installed
from nonosat.workers import system

if TYPE_CHECKING:
    import psutil

MOST_OUTPUT = 16 * 2**20
"""Bytes that a program may print."""

_REFRESH_SECONDS = 0.2
"""How long a list of descendants is used; making it means visiting every process of the system."""
_STEP_SECONDS = 0.05
"""The longest time between two measurements of a running program."""
_KEEPER_SECONDS = 2.0
"""How long we wait for a keeper to end all processes; a program may have stopped the keeper."""


def can_start() -> bool:
    """False where no interpreter can be started: in a browser, or in a program that embeds Python.

    >>> can_start()
    True
    """
    return system.has_processes() and bool(sys.executable) and not getattr(sys, "frozen", False)


def start(code: str, *arguments: str, quiet: bool = False) -> subprocess.Popen[bytes]:
    """Run Python code in a new process, with pipes for stdin and stdout.

    The process finds the same packages as this one. It leads a process group, so that Ctrl-C on a
    terminal reaches its parent only. ``quiet``: its stderr is discarded.

    Raises:
        BackendError: there is no interpreter to run (a program that embeds Python), or the system
            refuses another process, or has no child processes.
        OptionError: psutil, which is needed to end the process, is not installed.
    """
    system.check_processes()
    check_library("psutil")
    if not sys.executable:
        raise BackendError("no child process can be started: the Python interpreter is not known")
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-c", code, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            **system.group_options(),
        )
    except OSError as error:
        raise BackendError(f"no child process can be started: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended.

    ``code``: its exit code, below 0 for a signal. ``seconds``: how long it ran. ``processor``: the
    processor seconds of all its processes. ``stopped``: the limit that ended it, ``time``,
    ``memory`` or ``output``; empty if it ended by itself.
    """

    code: int | None
    seconds: float
    processor: float
    stopped: str


def run_to_end(
    words: list[str],
    time_limit: float | None,
    *,
    memory_limit: int | None = None,
    output: IO[bytes] | None = None,
    errors: IO[bytes] | None = None,
) -> Ended:
    """Run a program. At a limit, and when it ends, end it and all processes that it started.

    On Linux this includes daemons: processes that left the process group and their parent. Their
    memory and processor time count, too (``system.Keeper``). On other systems a daemon is ended at
    a limit only if its parents still run. Processes that a program leaves running when it ends by
    itself are ended if they are still in its process group; Windows has no process groups.

    On a system that does not count the processor time of processes that ended (Windows), it is
    measured while the program runs: for each process the last tenth, or the last 0.05 s, may be
    missing.

    Args:
        words: the program and its arguments.
        time_limit: seconds of wall time.
        memory_limit: MiB of resident memory of all its processes; checked repeatedly.
        output, errors: the files that get its stdout and stderr, each up to ``MOST_OUTPUT``; None
            discards it.

    Raises:
        BackendError: the program cannot be started.
        OptionError: psutil is needed and not installed.
    """
    system.check_processes()
    looks = not system.counts_children()
    if looks or memory_limit is not None:
        with installed():
            import psutil  # noqa: F401
    with system.Keeper() as keeper:
        before = system.children_time()
        begun = time.monotonic()
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL if output is None else output,
                stderr=subprocess.DEVNULL if errors is None else errors,
                **system.group_options(),
                **keeper.options,
            )
        except OSError as error:
            raise BackendError(f"{words[0]} cannot be started: {error.strerror}") from None
        except subprocess.SubprocessError:  # the fork of the keeper
            raise BackendError(f"{words[0]} cannot be started: too many processes run") from None
        end = math.inf if time_limit is None else begun + time_limit
        family = Family(process, kept=bool(keeper.options))
        running = 0.0
        try:
            stopped = _wait(process, family, begun, end, memory_limit, (output, errors))
        finally:
            code = process.poll()
            if code is None:  # also after Ctrl-C
                with contextlib.suppress(OptionError), installed():
                    running = family.processor_time()  # orphans are not counted later
                    family.kill()  # also processes that left the group
            system.end_group(process)  # also processes that are still running
            process.wait()
        said = keeper.said()
    if said is not None:
        return Ended(code, said.seconds, said.processor, stopped)
    seconds = time.monotonic() - begun
    if looks:
        return Ended(code, seconds, family.processor_time(), stopped)
    return Ended(code, seconds, max(running, system.children_time() - before), stopped)


def _wait(
    process: subprocess.Popen[bytes],
    family: Family,
    begun: float,
    end: float,
    memory_limit: int | None,
    files: tuple[IO[bytes] | None, ...],
) -> str:
    """Wait until a program ends, or reaches a limit; return the limit."""
    looks = not system.counts_children()
    while process.poll() is None:
        now = time.monotonic()
        if looks:
            family.processor_time()
        if now >= end:
            return "time"
        if memory_limit is not None and family.resident() > memory_limit * 2**20:
            return "memory"
        if any(file and os.fstat(file.fileno()).st_size > MOST_OUTPUT for file in files):
            return "output"
        step = min(_STEP_SECONDS, 0.001 + (now - begun) / 10, end - now)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(step)
    return ""


class Family:
    """A process that ``start`` started, and all its descendants.

    ``kept``: the process is a keeper (``system.Keeper``), which does not count.
    """

    def __init__(self, leader: subprocess.Popen[bytes], *, kept: bool = False) -> None:
        self._leader = leader
        self._kept = kept
        self._members: list[psutil.Process] = []
        self._listed = -_REFRESH_SECONDS
        self._seconds: dict[psutil.Process, float] = {}

    def resident(self) -> int:
        """The resident memory in bytes of all members; 0 if they have ended."""
        if self._leader.poll() is not None:
            return 0
        known = system.descendants(self._leader.pid)
        if known is not None and (own := system.resident(self._leader.pid)) is not None:
            own = 0 if self._kept else own
            return own + sum(system.resident(number) or 0 for number in known)
        import psutil

        now = time.monotonic()
        if now - self._listed >= _REFRESH_SECONDS:
            self._listed = now
            self._members = self._list()[int(self._kept) :]
        size = 0
        for member in self._members:
            with contextlib.suppress(psutil.Error):
                size += member.memory_info().rss
        return size

    def processor_time(self) -> float:
        """The processor seconds of all members, including those that were seen and have ended."""
        import psutil

        for member in self._list():
            with contextlib.suppress(psutil.Error):
                times = member.cpu_times()
                self._seconds[member] = times.user + times.system
        return sum(self._seconds.values())

    def kill(self) -> None:
        """End all members, also in the middle of work."""
        if self._kept:
            self._leader.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._leader.wait(_KEEPER_SECONDS)
                return
        if system.counts_children() and system.descendants(self._leader.pid) == []:
            self._leader.kill()  # without psutil, which takes long to import
            self._leader.wait()
            return
        import psutil

        if not system.counts_children():
            system.count_child(self.processor_time())
        members = self._list()
        for member in members:
            with contextlib.suppress(psutil.Error):
                member.kill()
        self._leader.kill()  # also if processes cannot be listed: /proc is not mounted
        self._leader.wait()
        psutil.wait_procs(members[1:], timeout=1)

    def _list(self) -> list[psutil.Process]:
        """The members, the leader first."""
        import psutil

        if self._leader.poll() is not None:
            return []  # it was reaped: its number may belong to another process
        try:
            leader = psutil.Process(self._leader.pid)
            known = system.descendants(self._leader.pid)
            if known is None:
                return [leader, *leader.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []
        found = [leader]
        for number in known:
            with contextlib.suppress(psutil.NoSuchProcess):
                found.append(psutil.Process(number))
        return found
