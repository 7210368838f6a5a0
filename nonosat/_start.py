# SPDX-License-Identifier: MIT
"""The entry point of the command ``nonosat``: Ctrl-C ends it quietly from the first moment.

Importing the command line takes a tenth of a second, and Ctrl-C during that time would end in a
traceback. So the first thing that happens is a signal handler that ends the process at once.
While a subcommand works, ``working`` makes Ctrl-C an ordinary KeyboardInterrupt, so that the
subcommand can put things in order. This module imports as little as possible.
"""

import os
import signal
import sys
from types import FrameType

__all__ = ["main", "working"]

_INTERRUPTED = 130
_working = False


def main() -> None:
    """Run the command with the arguments of the process, and exit."""
    # Where Ctrl-C is ignored, as in the background of a shell, it stays ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)
    _open_missing_streams()
    from nonosat.cli import main as run

    try:
        run()
    except SystemExit as end:
        if end.code != _INTERRUPTED:
            raise
        # Everything that has to be put in order is: what remains is to free a large graph or
        # board object by object, which can take longer than anybody waits after Ctrl-C.
        try:
            sys.stdout.flush()
        finally:
            os._exit(_INTERRUPTED)


def working(now: bool) -> None:
    """Say whether a subcommand is at work, which wants to see a KeyboardInterrupt."""
    global _working
    _working = now


def _interrupted(number: int, frame: FrameType | None) -> None:
    if _working:
        raise KeyboardInterrupt
    os.write(2, b"nonosat: interrupted\n")
    os._exit(_INTERRUPTED)


def _open_missing_streams() -> None:
    """Send the output to nowhere if a standard stream is closed.

    Without this the next file that is opened would be the stream, and what is printed would go
    into that file.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the whole run
            setattr(sys, name, stream)
