# SPDX-License-Identifier: MIT
"""Windows, macOS or a browser (Emscripten), simulated on Linux for the modules of nonosat.

The variable NONOSAT_SIMULATE names the system, and this folder is in PYTHONPATH, so that every
interpreter begins with ``sitecustomize``. Only the modules of nonosat then import stand-ins for
``os``, ``sys``, ``signal`` and ``subprocess`` that lack the features that the system lacks, and get
a ModuleNotFoundError for modules that it lacks. Tests, pytest and libraries see the real Python.

Windows: files that this process has open cannot be removed, renamed or replaced; the loop of
asyncio takes no signal handlers; ``msvcrt.locking`` excludes others, and locked bytes cannot be
read. macOS: no /proc. Emscripten: no child processes, no threads, and neither psutil nor ortools.

Not simulated: file names, refusals of the file system, line ends, and whether psutil and SQLite
work there as documented.
"""

from __future__ import annotations

import asyncio
import builtins
import errno
import fcntl
import importlib
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

VARIABLE = "NONOSAT_SIMULATE"
SYSTEMS = ("windows", "macos", "emscripten")

_UNIX_OS = (
    "fork", "forkpty", "pread", "pwrite", "preadv", "pwritev", "nice", "getpriority",
    "setpriority", "PRIO_PROCESS", "PRIO_PGRP", "PRIO_USER", "killpg", "setpgid", "getpgid",
    "setpgrp", "getpgrp", "setsid", "getsid", "sysconf", "confstr", "getuid", "geteuid", "getgid",
    "getegid", "fchmod", "fchown", "chown", "lchown", "chroot", "mkfifo", "mknod", "openpty",
    "posix_spawn", "sched_getaffinity", "sched_setaffinity", "sched_yield", "statvfs", "fstatvfs",
    "ttyname", "uname", "wait", "wait3", "wait4", "waitid", "WNOHANG", "O_CLOEXEC", "O_NONBLOCK",
    "O_NOFOLLOW", "O_DIRECTORY", "O_SYNC", "sync", "sendfile", "getloadavg", "register_at_fork",
    "tcgetpgrp", "ctermid", "memfd_create", "pidfd_open", "copy_file_range", "fdatasync", "fchdir",
)  # fmt: skip
_UNIX_SIGNALS = (
    "SIGHUP", "SIGKILL", "SIGALRM", "SIGPIPE", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGCHLD",
    "SIGSTOP", "SIGTSTP", "SIGCONT", "SIGTTIN", "SIGTTOU", "SIGWINCH", "setitimer", "getitimer",
    "alarm", "ITIMER_REAL", "pause", "pthread_kill", "pthread_sigmask", "sigwait", "siginterrupt",
    "sigpending", "sigtimedwait",
)  # fmt: skip
_UNIX_MODULES = {"resource", "fcntl", "termios", "tty", "pty", "pwd", "grp", "syslog", "posix"}

_seen: dict[str, ModuleType] = {}
"""The modules that nonosat imports instead, by name."""
_absent: set[str] = set()
"""The modules that nonosat cannot import."""


class Seen(ModuleType):
    """A module as on another system; attributes set in it are set in the real module."""

    def __init__(self, real: ModuleType, lacks: tuple[str, ...] = (), **instead: object) -> None:
        super().__init__(real.__name__)
        vars(self).update(_real=real, _lacks=frozenset(lacks), _instead=instead)

    def __getattr__(self, name: str) -> Any:
        if name in self._lacks:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return self._instead[name] if name in self._instead else getattr(self._real, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._real, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._real, name)


def begin(name: str) -> None:
    """Let nonosat see the system of that name from now on; an empty name does nothing."""
    if not name:
        return
    if name not in SYSTEMS:
        raise SystemExit(f"{VARIABLE}={name}: choose one of {', '.join(SYSTEMS)}")
    if _seen:
        return
    {"windows": _windows, "macos": _macos, "emscripten": _emscripten}[name]()
    real_import, real_module = builtins.__import__, importlib.import_module

    def imported(wanted: str, *rest: Any, **named: Any) -> ModuleType:
        importer = rest[0] if rest else named.get("globals")
        level = rest[3] if len(rest) > 3 else named.get("level", 0)
        ours = level == 0 and _is_ours(importer or {})
        if ours and wanted in _absent:
            raise ModuleNotFoundError(f"No module named {wanted!r}", name=wanted)
        found = real_import(wanted, *rest, **named)
        return _seen.get(found.__name__, found) if ours else found

    def module(wanted: str, package: str | None = None) -> ModuleType:
        if _is_ours(sys._getframe(1).f_globals):
            if wanted in _absent:
                raise ModuleNotFoundError(f"No module named {wanted!r}", name=wanted)
            if wanted in _seen:
                return _seen[wanted]
        return real_module(wanted, package)

    builtins.__import__ = imported
    importlib.import_module = module


def _is_ours(names: Mapping[str, object]) -> bool:
    """True for the names of a module of nonosat."""
    return str(names.get("__name__", "")).partition(".")[0] == "nonosat"


def _windows() -> None:
    import _signal

    import psutil

    psutil.BELOW_NORMAL_PRIORITY_CLASS = 2  # the niceness that stands for it
    psutil.IDLE_PRIORITY_CLASS = 10
    _absent.update(_UNIX_MODULES)
    in_place = {
        call: _refused_if_open(call) for call in ("unlink", "remove", "rename", "replace", "rmdir")
    }
    _seen.update(
        os=Seen(os, _UNIX_OS, name="nt", **in_place),
        sys=Seen(sys, platform="win32"),
        signal=Seen(signal, _UNIX_SIGNALS, SIGBREAK=signal.SIGVTALRM),
        _signal=Seen(_signal, _UNIX_SIGNALS, SIGBREAK=_signal.SIGVTALRM),
        subprocess=Seen(subprocess, CREATE_NEW_PROCESS_GROUP=512, Popen=_WindowsPopen),
        socket=Seen(socket, SO_EXCLUSIVEADDRUSE=socket.SO_REUSEADDR),
        msvcrt=_msvcrt(),
    )

    def refuse(loop: object, *arguments: object) -> None:
        raise NotImplementedError

    asyncio.SelectorEventLoop.add_signal_handler = refuse
    asyncio.SelectorEventLoop.remove_signal_handler = refuse


def _refused_if_open(name: str) -> Callable[..., None]:
    """A function of ``os`` that changes names, as on Windows."""

    def changed(*paths: Any, **options: Any) -> None:
        for path in paths:
            if _is_open(path):
                raise PermissionError(errno.EACCES, "it is used by another process", path)
        getattr(os, name)(*paths, **options)

    return changed


def _is_open(path: Any) -> bool:
    try:
        wanted = os.lstat(path)
    except OSError:
        return False
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.path.samestat(os.fstat(int(number)), wanted):
                return True
        except OSError:  # it is closed by now
            continue
    return False


class _WindowsPopen(subprocess.Popen[Any]):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        if options.get("preexec_fn") is not None:
            raise ValueError("preexec_fn is not supported on Windows platforms")
        options.pop("process_group", None)
        if options.pop("creationflags", 0) & 512:
            options["process_group"] = 0
        super().__init__(*arguments, **options)


def _msvcrt() -> ModuleType:
    """``msvcrt`` with ``locking``: as on Windows, a lock belongs to one open file handle."""
    made = ModuleType("msvcrt")
    vars(made).update(LK_UNLCK=0, LK_LOCK=1, LK_NBLCK=2)

    def locking(file: int, mode: int, size: int) -> None:
        kind = fcntl.F_UNLCK if mode == 0 else fcntl.F_WRLCK
        at = os.lseek(file, 0, os.SEEK_CUR)
        wanted = struct.pack("hhqqi4x", kind, os.SEEK_SET, at, size, 0)
        try:
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, wanted)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    vars(made).update(locking=locking)
    return made


def _macos() -> None:
    def hidden(name: str) -> Callable[..., Any]:
        def call(path: Any = ".") -> Any:
            if str(path).startswith("/proc"):
                raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
            return getattr(os, name)(path)

        return call

    path = Seen(os.path, isdir=lambda path: not str(path).startswith("/proc") and _isdir(path))
    _seen.update(
        os=Seen(os, ("sched_getaffinity", "sendfile"), path=path, listdir=hidden("listdir")),
        sys=Seen(sys, platform="darwin"),
    )


_isdir = os.path.isdir


def _emscripten() -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise OSError(errno.ENOTSUP, "emscripten does not support processes.")

    def no_thread(*arguments: object) -> None:
        raise RuntimeError("can't start new thread")

    _absent.update(_UNIX_MODULES | {"psutil", "ortools"})
    sys.modules.update(dict.fromkeys(("psutil", "ortools")))  # for all modules
    lacks = tuple(name for name in _UNIX_OS if name not in ("uname", "getuid", "O_CLOEXEC"))
    _seen.update(
        os=Seen(os, lacks),
        sys=Seen(sys, platform="emscripten"),
        signal=Seen(signal, ("setitimer",)),
        subprocess=Seen(subprocess, Popen=refuse, run=refuse),
        threading=Seen(threading, Thread=type("Thread", (threading.Thread,), {"start": no_thread})),
    )
