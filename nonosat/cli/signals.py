# SPDX-License-Identifier: MIT
"""How signals end the command ``nonosat``.

SIGINT (Ctrl-C), SIGTERM (``kill``, the end of a session, of a container) and SIGHUP (the terminal
is gone) all mean: end soon, leave nothing behind. While a subcommand works (``working``), the first
of them is a KeyboardInterrupt, so that every ``finally`` puts things in order; at any other time
there is nothing to put in order, and the process ends at once. The exit code is 128 and the number
of the signal: 130, 143 or 129 (``end_code``).

A second signal does not disturb the cleaning that the first one has begun: a shell sends SIGTERM
and SIGHUP together. So it is ignored while a KeyboardInterrupt is under way, which the exceptions
that are being handled say, and within a second of the last one. Ctrl-C is another matter: who
presses it again does not want to wait, so that the process ends at once; only temporary files are
removed before, and child processes end by themselves. (Two within a fifth of a second are one: a
program that starts nonosat may pass on what the terminal has sent to both.) If
an exception gets lost, because it was raised where Python cannot pass it on (in ``__del__``, in a
callback of a library), it is raised again a moment later; and while an extension module is loaded,
which ends the process if its own first steps fail, it waits for the end of that. A timer of the
system sees to that. Windows has none: a thread does it there, and a call that waits may end first.
Windows has SIGBREAK (Ctrl-Break, the window is closed) in place of SIGHUP.

A signal that is ignored when the process begins (``nohup``; Ctrl-C in the background of a shell)
stays ignored. Child processes inherit nothing of this: handlers end with ``exec``.

Importing the command line takes a tenth of a second, and Ctrl-C during that time would end in a
traceback. So ``start`` takes the signals first, and this module imports little: ``_signal`` is what
``signal`` wraps in ``enum``, whose import takes as long as all else here. What happens before this
module begins is Python's own (docs/experiments.md, "Signals").
"""

from __future__ import annotations

import _thread
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from types import FrameType
    from typing import NoReturn
else:
    import _signal


_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
_ENDING = {number: name for name in _NAMES if (number := getattr(_signal, name, None)) is not None}
_TOGETHER_SECONDS = 1.0
"""Signals within this time of the first are taken as one."""
_PRESS_SECONDS = 0.2
"""Nobody presses Ctrl-C twice within this time."""
_AGAIN_SECONDS = 0.01
"""After which a KeyboardInterrupt that got lost is raised again."""

_working = False
_ended_by = 0
"""The first signal that came; 0 for none."""
_raised_at = 0.0
_reminded = False
"""A thread has asked the main thread to raise it again."""


def working(now: bool) -> None:
    """Say whether a subcommand is at work, which wants to see a KeyboardInterrupt."""
    global _working
    _working = now
    if not now and hasattr(_signal, "setitimer"):
        # A KeyboardInterrupt that got lost comes too late: at the end of the process Python takes
        # its handlers away, and the timer would end it with a signal of its own.
        _signal.setitimer(_signal.ITIMER_REAL, 0)


def end_code() -> int:
    """The exit code of a command that a KeyboardInterrupt ends."""
    return 128 + (_ended_by or _signal.SIGINT)


def signalled() -> bool:
    """True if a signal has asked the command to end."""
    return _ended_by != 0


def end_words() -> str:
    """What ended the command, for people.

    >>> end_words()
    'interrupted'
    """
    name = _ENDING.get(_ended_by, "SIGINT")
    return "interrupted" if name == "SIGINT" else f"ended by {name}"


class Interruptible:
    """Context manager: what a library makes of a KeyboardInterrupt leaves it as one.

    ``pickle`` makes a PicklingError of it, if it comes while a module is imported for an object.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, Exception) and signalled():
            raise KeyboardInterrupt from error


def take_signals() -> None:
    """Let ``_come`` handle the signals that are not ignored."""
    for number in _ENDING:
        if _signal.getsignal(number) in (_signal.SIG_DFL, _signal.default_int_handler):
            _signal.signal(number, _come)
    sys.unraisablehook = _lost


def _come(number: int, frame: FrameType | None) -> None:
    global _ended_by, _raised_at, _reminded
    if _reminded:
        _reminded = False
        _raise_again(number, frame)
        return
    first = not _ended_by
    _ended_by = _ended_by or number
    if not _working:
        if first:
            say_and_leave()
        leave()
    now = time.monotonic()
    if not first and number == _signal.SIGINT and now - _raised_at >= _PRESS_SECONDS:
        _show_cursor()
        say_and_leave()
    if first or (now - _raised_at >= _TOGETHER_SECONDS and not is_interrupt(sys.exc_info()[1])):
        _raised_at = now
        _raise(frame)


def say_and_leave() -> NoReturn:
    try:
        os.write(2, f"nonosat: {end_words()}\n".encode())
    finally:  # stderr may be gone
        leave()


def _show_cursor() -> None:
    """What rich has hidden, as it does while it draws progress."""
    if "rich.live" in sys.modules and os.isatty(2):
        os.write(2, b"\x1b[?25h\r\n")


def leave() -> NoReturn:
    """End the process at once, with nothing left on disk."""
    files = sys.modules.get("nonosat.formats.files")
    remove = getattr(files, "remove_temporary", None)  # it may be half imported
    if remove is not None:
        remove()
    os._exit(end_code())


def is_interrupt(error: BaseException | None) -> bool:
    """True if the error came of a KeyboardInterrupt, or is one."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _lost(lost: sys.UnraisableHookArgs) -> None:
    """An exception was raised where Python cannot pass it on."""
    if not (lost.exc_type is KeyboardInterrupt and _working):
        sys.__unraisablehook__(lost)
        return
    _raise_soon()


def _raise(frame: FrameType | None) -> None:
    """Raise the KeyboardInterrupt: now, or when the library that is being loaded is loaded."""
    if not _loads_library(frame):
        raise KeyboardInterrupt
    _raise_soon()


def _raise_soon() -> None:
    if not _working:
        return
    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, _raise_again)
        _signal.setitimer(_signal.ITIMER_REAL, _AGAIN_SECONDS)
    else:
        _thread.start_new_thread(_remind, ())


def _remind() -> None:
    global _reminded
    time.sleep(_AGAIN_SECONDS)
    _reminded = True
    _signal.raise_signal(_ended_by)


def _raise_again(number: int, frame: FrameType | None) -> None:
    if _working:
        _raise(frame)


def _loads_library(frame: FrameType | None) -> bool:
    """True within the first steps of an extension module, which an exception can crash."""
    while frame is not None:
        loader = frame.f_locals.get("self")
        if type(loader).__name__ == "ExtensionFileLoader":
            return True
        frame = frame.f_back
    return False
