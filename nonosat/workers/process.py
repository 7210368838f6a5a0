# SPDX-License-Identifier: MIT
"""A fresh interpreter that runs one of our modules, for work that must be possible to kill.

How it is started, heard, watched (its memory, with that of its own children) and ended.

(The ``multiprocessing`` module would import the caller's main program again, which goes wrong in
scripts without a guard; forking a program that has threads goes wrong in other ways.)
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from nonosat.errors import BackendError, OptionError

__all__ = ["cores", "end", "listen", "resident", "start"]


def cores() -> int:
    """The number of processors that this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def start(module: str, function: str = "main", **options: Any) -> subprocess.Popen[bytes]:
    """Run a function of a module in a new process, with pipes for stdin and stdout.

    It finds the same packages as this one. ``options`` are those of ``subprocess.Popen``.

    Raises:
        BackendError: there is no interpreter to run (a program that embeds Python), or the system
            refuses another process.
    """
    if not sys.executable:
        raise BackendError("no child process can be started: the Python interpreter is not known")
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-c", f"from {module} import {function}; {function}()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            **options,
        )
    except OSError as error:
        raise BackendError(f"no child process can be started: {error.strerror}") from error


def listen(pipe: IO[bytes], messages: queue.SimpleQueue[Any]) -> None:
    """Pass on the pickles that a process of ours writes; None at its end. For a thread."""
    with pipe:
        while True:
            try:
                messages.put(pickle.load(pipe))
            except (EOFError, pickle.UnpicklingError):
                messages.put(None)
                return


def end(child: subprocess.Popen[bytes]) -> None:
    """End a process that leads a group, and all its descendants, whatever they do."""
    for pid in list(_family(child.pid)):  # a descendant may lead a group of its own
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
    child.wait()


def resident(pid: int) -> int:
    """The resident memory in bytes of a process and its descendants; 0 if it has ended.

    Raises:
        OptionError: the system does not tell.
    """
    if os.path.exists("/proc/self/statm"):
        return sum(_resident_of(member) for member in _family(pid)) * os.sysconf("SC_PAGE_SIZE")
    return _resident_by_ps(pid)


def _family(pid: int) -> Iterator[int]:
    """A process, its children, and theirs; on systems without /proc the process alone."""
    yield pid
    for told in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # it may end while we look
            for child in told.read_text("ascii").split():
                yield from _family(int(child))


def _resident_of(pid: int) -> int:
    """The resident memory of one process in pages; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


def _resident_by_ps(pid: int) -> int:
    """The same as ``resident``, on systems without /proc."""
    command = ["ps", "-A", "-o", "pid=", "-o", "ppid=", "-o", "rss="]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise OptionError("a memory limit needs a system with /proc or the program ps") from None
    sizes: dict[int, int] = {}
    children: dict[int, list[int]] = {}
    for line in told.stdout.splitlines():
        member, parent, kilobytes = map(int, line.split())
        sizes[member] = kilobytes * 1024
        children.setdefault(parent, []).append(member)
    family = [pid]
    for member in family:  # it grows as we go
        family += children.get(member, ())
    return sum(sizes.get(member, 0) for member in family)
