# SPDX-License-Identifier: MIT
"""The differences between operating systems, behind one interface.

Linux, macOS and Windows differ in how a process is ended with all its descendants, in file locks,
priorities and signals, and in what they report about processor time and memory. A browser
(Emscripten) has no child processes at all. All other modules of nonosat use the functions here, so
that only this module checks what the system offers. It checks for a function itself, not for the
name of the system. If a function is missing, the next best replaces it; if there is no replacement,
``check_processes`` and ``check_memory`` raise an error that says so.

The signal handlers of the command line are in ``cli.signals``, which must not import this much.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, Self

from nonosat.errors import BackendError, installed

if TYPE_CHECKING:
    import asyncio


def _found(name: str) -> Any:
    """A module of Python; None if it does not exist on this system."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


resource = _found("resource")
"""``resource`` and ``fcntl`` exist on Linux and macOS."""
fcntl = _found("fcntl")
msvcrt = _found("msvcrt")
"""Exists on Windows."""

ENDING = tuple(
    signal.Signals(found)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if (found := getattr(signal, name, None)) is not None
)
"""The signals that ask a program to end; Windows has SIGBREAK in place of SIGHUP."""

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_KEPT = struct.Struct("dd")
_LOCKED_AT = 1 << 30
"""The byte that is locked on Windows, where others cannot read locked bytes."""
LOW = 2
"""The niceness of work that can wait: beside other work it gets two thirds of the time that it
would have. A higher niceness would starve it on a machine that is busy with something else."""
LOWEST = 10

_counted = 0.0
"""Processor seconds of children that have ended, if the system does not count them."""


def cores() -> int:
    """The number of processors that this process may use, at least 1.

    >>> cores() >= 1
    True
    """
    if not has_processes():
        return 1  # there are no threads either
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_processes() -> bool:
    """False in a browser, where a program cannot start another.

    >>> has_processes()
    True
    """
    return sys.platform not in ("emscripten", "wasi")


def check_processes(what: str = "no process can be started") -> None:
    """Raise if there are no child processes; ``what`` says what is then impossible.

    Raises:
        BackendError: the system has no child processes.
    """
    if not has_processes():
        raise BackendError(f"{what}: this system ({sys.platform}) has no child processes")


def check_memory() -> None:
    """Raise if the memory of child processes cannot be measured, so that no limit can be kept.

    Raises:
        BackendError: the system has no child processes, or does not report their memory.
        OptionError: psutil is not installed.
    """
    check_processes("no memory limit can be kept")
    with installed():
        import psutil
    try:
        psutil.Process().memory_info()
    except (psutil.Error, OSError):
        raise BackendError(
            "no memory limit can be kept: this system does not say how much memory a process takes"
            " (on Linux, /proc must be mounted)"
        ) from None


def processor_time() -> float:
    """Processor seconds of this process and of the children that have ended (Kissat is one).

    >>> processor_time() > 0
    True
    """
    return time.process_time() + children_time()


def thread_time() -> float:
    """Processor seconds of this thread and of the children that have ended.

    >>> thread_time() >= 0
    True
    """
    return _THREAD() + children_time()


try:
    time.thread_time()
    _THREAD = time.thread_time
except (AttributeError, OSError):  # a system without times of threads
    _THREAD = time.process_time


def children_time() -> float:
    """Processor seconds of the children that have ended."""
    if not counts_children():
        return _counted
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds: float = children.ru_utime + children.ru_stime
    return seconds


def counts_children() -> bool:
    """True if the system counts the processor time of children that have ended.

    If not, ``count_child`` adds the times that ``process`` measured last.
    """
    return resource is not None and has_processes()  # a browser has the module


def count_child(seconds: float) -> None:
    """Note the processor time of a child that ends now, if the system does not count it."""
    global _counted
    _counted += seconds


def group_options() -> dict[str, Any]:
    """Keywords of ``subprocess.Popen`` for a process that Ctrl-C on a terminal does not reach.

    The process leads a process group.
    """
    if hasattr(os, "setpgid"):
        return {"process_group": 0}
    return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


def end_group(process: subprocess.Popen[bytes]) -> bool:
    """End a process with its group; False if the system cannot; then nothing is done."""
    if not hasattr(os, "killpg"):
        return False
    with contextlib.suppress(ProcessLookupError, PermissionError):  # all ended, or all but it
        os.killpg(process.pid, signal.SIGKILL)
    return True


def _prctl() -> Callable[[int, int], object] | None:
    """The Linux call ``prctl``, which changes how the system treats this process."""
    if sys.platform != "linux":
        return None
    import ctypes

    try:
        call: Callable[[int, int], object] = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):  # the C library lacks it
        return None
    return call


def parent_death_signal() -> Callable[[], object] | None:
    """A function that makes the system kill a process as soon as its parent ends; only on Linux.

    Call it in that process. More exactly, the process ends with the *thread* that started it, so
    only a process that serves a single call of its parent may use this.
    """
    if (prctl := _prctl()) is None:
        return None
    return lambda: prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))


@dataclass(frozen=True, slots=True)
class Kept:
    """The report of a keeper: the wall seconds of its program, and the processor seconds including
    all processes that the program started."""

    seconds: float
    processor: float


class Keeper:
    """A process between this one and a program, on Linux only; ``options`` are for ``Popen``.

    Linux gives an orphan (a process whose parent has ended) to the nearest ancestor that has asked
    for orphans. So the new process forks before it becomes the program. The parent of this fork is
    the keeper: a copy of this process, which asks for orphans and waits. Its child becomes the
    program. All processes that the program starts stay descendants of the keeper, also a daemon
    (fork, setsid, fork). When the program ends, the keeper gets one of ``ENDING``, or the thread
    that started the keeper ends, the keeper ends all descendants and then itself, with the exit
    status of the program. The keeper measures the times, so that its own do not count.

    Rejected: a cgroup, which few systems let a user make; to ask in this process, which would then
    get the orphans of all its threads. A keeper costs four milliseconds.
    """

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}
        """Empty if the system has no keepers."""
        self._pipe: list[IO[bytes]] = []
        prctl = _prctl()
        if prctl is None:
            return
        parent = os.getpid()
        ends = os.pipe()
        self._pipe = [os.fdopen(ends[0], "rb"), os.fdopen(ends[1], "wb")]

        def split() -> None:
            prctl(_PR_SET_CHILD_SUBREAPER, 1)
            prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM))
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD, *ENDING})
            program = os.fork()
            if not program:
                prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
                return
            try:
                _keep(program, parent, ends[1])
            finally:
                os._exit(1)

        self.options["preexec_fn"] = split

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for end in self._pipe:
            end.close()

    def said(self) -> Kept | None:
        """The report of the keeper after its end; None if it was killed, or there is no keeper."""
        if not self._pipe:
            return None
        own, its = self._pipe
        its.close()
        text = own.read()
        return Kept(*_KEPT.unpack(text)) if len(text) == _KEPT.size else None


def _keep(program: int, parent: int, says: int) -> None:
    """Wait for the program or a signal, end all descendants, and end as the program ended."""
    begun = time.monotonic()
    gc.disable()  # the copied objects must not be finalized here
    os.closerange(3, says)  # Popen waits until one of them is closed
    os.closerange(says + 1, os.sysconf("SC_OPEN_MAX"))
    status = None
    while status is None and os.getppid() == parent:
        if signal.sigwait({signal.SIGCHLD, *ENDING}) != signal.SIGCHLD:
            break
        status = _reap().get(program)
    seconds = time.monotonic() - begun
    while left := descendants(os.getpid()):  # they may start further processes meanwhile
        for number in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
        time.sleep(0.001)
        _reap()
    os.write(says, _KEPT.pack(seconds, children_time()))
    code = 0 if status is None else os.waitstatus_to_exitcode(status)
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the program dumps core, not this copy
        if code != -signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {-code})
        os.kill(os.getpid(), -code)
    os._exit(code)


def _reap() -> dict[int, int]:
    """The children that have ended, with their exit status."""
    ended: dict[int, int] = {}
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended[found[0]] = found[1]
    return ended


def descendants(number: int) -> list[int] | None:
    """The descendants of a process, from the lists that Linux keeps per thread; None without them.

    The alternative, to visit every process of the system, takes a thousand times as long.
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
            says = os.path.isdir("/proc/self/task")
            if process == number and (os.path.isdir(f"/proc/{number}") or not says):
                return None
        except OSError:
            return None
        if process != number:
            found.append(process)
    return found


def resident(number: int) -> int | None:
    """The resident memory of a process in bytes, from Linux's /proc; None if it is not there."""
    if resource is None:
        return None
    try:
        with open(f"/proc/{number}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * int(resource.getpagesize())
    except (OSError, IndexError, ValueError):
        return None


def processor_name() -> str:
    """The name of the processor: from /proc/cpuinfo if possible, otherwise from Python."""
    with (
        contextlib.suppress(OSError),
        open("/proc/cpuinfo", encoding="utf-8", errors="replace") as table,
    ):
        for line in table:
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    import platform

    return platform.processor() or "unknown processor"


def lower_own(niceness: int) -> None:
    """Lower the priority of this process, and of the processes that it starts.

    ``niceness``: ``LOW`` or ``LOWEST``, relative to the present priority. The change is permanent:
    a process may lower its priority, not raise it. On Linux the priority belongs to the calling
    thread and the threads that it starts, so the first thread of a process calls this before other
    threads exist.
    """
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(niceness)
        return
    with contextlib.suppress(ModuleNotFoundError):
        import psutil

        name = "BELOW_NORMAL" if niceness < LOWEST else "IDLE"
        with contextlib.suppress(psutil.Error, OSError):
            psutil.Process().nice(getattr(psutil, f"{name}_PRIORITY_CLASS", niceness))


def lock(file: int) -> None:
    """Lock an open file until it is closed; a browser has one process, and needs no lock.

    Raises:
        BlockingIOError: the file is already locked.
        OSError: it cannot be locked.
    """
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif msvcrt is not None:
        os.lseek(file, _LOCKED_AT, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:  # the same error for every reason
            raise BlockingIOError(error.errno, error.strerror) from None
        os.lseek(file, 0, os.SEEK_SET)


def remove_locked(name: str, file: int) -> None:
    """Remove a file that this process has locked, then close it.

    In this order, so that the next process to lock creates a new file. Windows cannot remove an
    open file: there it is closed first, and stays if another process has opened it since.
    """
    try:
        os.unlink(name)
    except PermissionError:
        os.close(file)
        with contextlib.suppress(OSError):
            os.unlink(name)
    except BaseException:
        os.close(file)
        raise
    else:
        os.close(file)


def allow_files(number: int) -> None:
    """Raise the limit of open files to this number, if the system has one, as far as it allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@contextlib.contextmanager
def signals_in(loop: asyncio.AbstractEventLoop, come: Callable[[int], None]) -> Iterator[None]:
    """In the block, one of the signals ``ENDING`` calls ``come`` in the loop, with its number.

    Ignored signals stay ignored. The main thread must run the loop.
    """
    before = {number: signal.getsignal(number) for number in ENDING}
    taken = [number for number, handler in before.items() if handler is not signal.SIG_IGN]

    def pass_on(number: int, _: object) -> None:
        loop.call_soon_threadsafe(come, number)

    for number in taken:
        try:
            loop.add_signal_handler(number, come, number)
        except NotImplementedError:  # Windows
            signal.signal(number, pass_on)
    try:
        yield
    finally:
        for number in taken:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, before[number])
