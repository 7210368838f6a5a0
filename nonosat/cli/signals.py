# SPDX-License-Identifier: MIT
"""How SIGINT (Ctrl-C), SIGTERM and SIGHUP (SIGBREAK on Windows) end the command ``nonosat``.

While a subcommand works (``working``), the first signal raises KeyboardInterrupt, so that results
so far are written. The exit code is 128 plus the number of the signal. The process ends at once,
with nothing left behind (``leave``), if no subcommand works; if the exception was raised where
Python cannot pass it on; if Ctrl-C is pressed again or another signal comes a while after the
first; and if it hangs after the first (``_watch``). Within that while, signals count as one: a
shell sends SIGTERM and SIGHUP together, and a program that starts nonosat may pass on a signal that
the terminal has sent to both. A signal that is ignored when the process begins (``nohup``) stays
ignored.

``start`` takes the signals before it imports the command line, which takes a tenth of a second. So
this module imports little: ``_signal`` is the C module that ``signal`` wraps in ``enum``.
"""

from __future__ import annotations

import _thread
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from collections.abc import Callable
    from types import FrameType
    from typing import NoReturn
else:
    import _signal

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
_ENDING = {number: name for name in _NAMES if (number := getattr(_signal, name, None)) is not None}
_PRESS_SECONDS = 0.2  # two presses of Ctrl-C are farther apart
_TOGETHER_SECONDS = 1.0  # the same for other signals
_AGAIN_SECONDS = 0.1
_STUCK_SECONDS = 10.0
_working = False
_ended_by = 0  # the first signal that came
_raised_at = 0.0
_heard = 0  # the read end of a pipe into which Python writes each signal


def working(now: bool) -> None:
    """Set whether a subcommand is at work; signals then raise KeyboardInterrupt in it."""
    global _working
    _working = now


def end_code() -> int:
    """The exit code of a command that a KeyboardInterrupt ends."""
    return 128 + (_ended_by or _signal.SIGINT)


def signalled() -> bool:
    """True if a signal has asked the command to end."""
    return _ended_by != 0


def end_words() -> str:
    """How the command was ended, in words.

    >>> end_words()
    'interrupted'
    """
    name = _ENDING.get(_ended_by, "SIGINT")
    return "interrupted" if name == "SIGINT" else f"ended by {name}"


def take_signals() -> None:
    """Let ``_come`` handle the signals that are not ignored."""
    for number in _ENDING:
        if _signal.getsignal(number) in (_signal.SIG_DFL, _signal.default_int_handler):
            _signal.signal(number, _come)
    sys.unraisablehook = _lost


def hear_signals() -> None:
    """Begin the thread that sends signals again; only after the standard streams are open."""
    global _heard
    send = getattr(_signal, "pthread_kill", None)
    if send is not None:
        _heard, sent = os.pipe()
        os.set_blocking(_heard, False)
        os.set_blocking(sent, False)
        _signal.set_wakeup_fd(sent, warn_on_full_buffer=False)
        _thread.start_new_thread(_send_again, (send, _thread.get_ident()))


def _come(number: int, frame: FrameType | None) -> None:
    global _ended_by, _raised_at
    _unheard()
    now = time.monotonic()
    if not _ended_by:
        _ended_by, _raised_at = number, now
        if not _working:
            say_and_leave()
        _thread.start_new_thread(_watch, ())
        raise KeyboardInterrupt
    if now - _raised_at >= (_PRESS_SECONDS if number == _signal.SIGINT else _TOGETHER_SECONDS):
        say_and_leave()


def _send_again(send: Callable[[int, int], None], main: int) -> None:
    """Send a signal again, in case it came just before a system call and did not interrupt it.

    Python writes each signal into the pipe, and ``_come`` empties it.
    """
    from select import select

    while True:
        select([_heard], [], [])
        time.sleep(_AGAIN_SECONDS)
        for number in _unheard()[-1:]:
            if number in _ENDING:
                send(main, number)


def _unheard() -> bytes:
    """Read all signals from the pipe, which empties it."""
    try:
        return os.read(_heard, 4096) if _heard else b""
    except BlockingIOError:
        return b""


def _watch() -> None:
    """End the process when it has done nothing for a while: an exception between two lines of a
    library can leave a lock locked."""
    while True:
        used = time.process_time()
        time.sleep(_STUCK_SECONDS)
        if time.process_time() - used < 0.05:
            say_and_leave()


def _lost(lost: sys.UnraisableHookArgs) -> None:
    if lost.exc_type is KeyboardInterrupt and _working:
        say_and_leave()
    sys.__unraisablehook__(lost)


def say_and_leave() -> NoReturn:
    """End the process at once, and say why."""
    try:
        if "rich.live" in sys.modules and os.isatty(2):
            os.write(2, b"\x1b[?25h\r\n")  # the cursor, which progress has hidden
        os.write(2, f"nonosat: {end_words()}\n".encode())
    finally:  # stderr may be gone
        leave()


def leave() -> NoReturn:
    """End the process at once, with nothing left on disk."""
    files = sys.modules.get("nonosat.formats.files")
    remove = getattr(files, "remove_temporary", None)  # it may be half imported
    if remove is not None:
        remove()
    os._exit(end_code())
