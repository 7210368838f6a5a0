# SPDX-License-Identifier: MIT
"""Exit codes, and the one place that turns errors into exit codes and messages.

An exception that leaves a command becomes a message on stderr and an exit code (``ended``). An
unexpected exception keeps its traceback and has its own code, which no verdict has. click is not
imported here: ``commands.Ends`` handles its exceptions, and calls ``ended`` for all others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import IO

from nonosat.cli.output import complain
from nonosat.cli.signals import end_code, end_words, signalled
from nonosat.errors import (
    BackendError,
    CertificateError,
    CollectionError,
    GridError,
    InternalError,
    LimitError,
    OptionError,
    PuzzleError,
    PuzzleSyntaxError,
)

DONE = 0
MULTIPLE = 1
USAGE = 2
NONE = 3
BAD_INPUT = 4
UNKNOWN = 5
INTERNAL = 70
OUTPUT_FAILED = 74
INTERRUPTED = 130

STATUS = {
    DONE: "unique, done, or accepted",
    MULTIPLE: "not unique, refused, or wrong so far",
    USAGE: "usage error, or OUT exists and --force is missing",
    NONE: "no solution",
    BAD_INPUT: "bad input, or the format cannot hold the puzzle",
    UNKNOWN: "unknown, or only a bound",
    INTERNAL: "internal error",
    OUTPUT_FAILED: "an output cannot be written, or its reader has closed the pipe",
    INTERRUPTED: "interrupted by Ctrl-C (129 by SIGHUP, 143 by SIGTERM)",
}
"""The meaning of each exit code; the help of a command is more exact."""

_WORST_FIRST = (INTERNAL, OUTPUT_FAILED, USAGE, BAD_INPUT, UNKNOWN, NONE, MULTIPLE, DONE)


class OutputError(Exception):
    """An output cannot be written; the text says which one, and why."""


def worst(codes: Iterable[int]) -> int:
    """The exit code for several puzzles.

    >>> worst([0, 1, 3]), worst([5, 4]), worst([])
    (3, 4, 0)
    """
    return min(codes, key=_WORST_FIRST.index, default=DONE)


def ended(error: BaseException) -> int:
    """Print the message of an exception that leaves a subcommand; returns the exit code."""
    message, code = _end_of(error)
    for line in message.splitlines():
        complain(line)
    return code


def _end_of(error: BaseException) -> tuple[str, int]:
    """The message and the exit code of an exception."""
    match error:
        # Python 3.11 wraps an exception raised while a class is created in a RuntimeError.
        case KeyboardInterrupt() | RuntimeError(__cause__=KeyboardInterrupt()):
            return end_words(), end_code()
        case BrokenPipeError():  # the reader has closed the pipe; the result is unknown
            silence(sys.stdout, sys.stderr)
            return "", OUTPUT_FAILED
        case OutputError():
            return str(error), OUTPUT_FAILED
        case BackendError() | LimitError():  # nothing is known about the puzzle
            return str(error), UNKNOWN
        case PuzzleError() | PuzzleSyntaxError() | GridError() | CertificateError():
            return str(error), BAD_INPUT
        case OptionError():  # not seen by click: a library is not installed
            return str(error), USAGE
        case CollectionError():
            return str(error), OUTPUT_FAILED if error.writing else BAD_INPUT
        case MemoryError():
            return "the memory is exhausted", UNKNOWN
        case OSError() if error.filename is None:  # errors with a file name are handled elsewhere
            silence(sys.stdout, sys.stderr)
            return f"the output cannot be written: {error.strerror}", OUTPUT_FAILED
        case InternalError():
            return f"internal error: {error}", INTERNAL
    if signalled():  # a library turned the KeyboardInterrupt into its own error
        return end_words(), end_code()
    import traceback

    lines = "".join(traceback.format_exception(error))
    return f"{lines}internal error: please report it with the lines above", INTERNAL


def silence(*streams: IO[str] | None) -> None:
    """Redirect streams that cannot be written to the null device.

    Otherwise their buffers would fail again when the interpreter flushes them at exit.
    """
    for stream in filter(None, streams):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
