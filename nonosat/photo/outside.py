# SPDX-License-Identifier: MIT
"""``asked``: questions about a picture or PDF from outside, answered where they can be ended.

The libraries that decode such files (Pillow, pdfium, OpenCV) are written in C and check neither
clocks nor signals. A file of some hundred bytes can keep them busy for hours and fill the memory.
So they run in a child process. It ends by itself at its limits if it can; otherwise this process
ends it a moment later, and at Ctrl-C at once. Safe work (a search, a drawing) stays in this
process. Only the child imports the libraries, so no import is paid for twice.

An idle child waits a moment for the next picture, since its start takes longer than most answers.
Where no child can be started (in a browser, whose worker can be ended; in a program that has Python
built in) the question is answered here: the limit of time is then kept between steps only, and the
limit of memory is not kept. The same holds for functions that a process of the server calls: it is
ended at its own limits.

Rejected: a fork of this process, which may have threads; limits of the system (``RLIMIT_AS``,
``RLIMIT_CPU``), which Windows lacks, and which pdfium answers with a crash.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

from nonosat.errors import (
    BackendError,
    LimitError,
    NonosatError,
    PuzzleSyntaxError,
    check_library,
)
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.model.report import Reason
from nonosat.photo.image_files import (
    ImageLike,
    check_bytes,
    is_pdf,
    open_image,
    read_image_file,
)
from nonosat.workers.channel import Begun, Worker, WorkerEndedError
from nonosat.workers.process import can_start

SECONDS = 60.0
"""The time limit of a file, where the caller names none."""
PAGE_SECONDS = 10.0
"""By default, a page of a PDF may take this long to become pixels, and the file as much longer."""
MEMORY_LIMIT = 2048
"""MiB."""
_LATE_SECONDS = 0.3
"""How long a child may be late before it is ended."""
_IDLE_SECONDS = 2.0
"""How long an idle child waits."""
_MOST_KEPT = 512 * 2**20
"""A child that occupies more bytes after a picture is ended."""
_KILLED = -9
"""The exit code of a process that SIGKILL has ended."""
_JOB = "nonosat.photo.outside:work"


@dataclass(frozen=True, slots=True)
class Opening:
    """A page of a PDF is being opened; without a number, it is open.

    ``seconds``: how long that may take, and how much longer the whole file may take for it.
    """

    page: int | None
    seconds: float | None


Open: TypeAlias = Callable[[int | None], None]
"""Gets the number of a page before it is opened, and None when it is open."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A question for a child. ``end``: by the monotonic clock, which all processes share."""

    function: str
    source: Any
    options: Mapping[str, Any]
    end: float
    page_seconds: float | None
    paged: bool
    first: bool


@dataclass(frozen=True, slots=True)
class _Over:
    """All answers were given."""


def asked(
    function: str,
    source: ImageLike,
    *,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
    paged: bool = False,
    first: bool = False,
    **options: Any,
) -> Iterator[Any]:
    """The answers of a function about a picture, one by one.

    Args:
        function: as ``module:function``; it gets the picture, ``limits`` and the options. If it
            returns an iterator, each item is an answer; anything else is the only answer.
        source: a file name, the bytes of a file, or an image of Pillow, which is decoded here,
            since its owner has opened it.
        time_limit: seconds from now; None: ``SECONDS``, and ``PAGE_SECONDS`` for each page.
        cancel: ends the work from another thread.
        paged: the function also takes ``opening``, an ``Open``, and each ``Opening`` is an answer.
        first: only the first answer is wanted. Exhaust the iterator in any case; else its child is
            ended.

    Raises:
        Stopped: a limit was reached.
        PuzzleSyntaxError: the file cannot be read, or makes a library crash.
        NonosatError: the function raised it.
        BackendError: no process can be started, or another program has ended it.
    """
    seconds = SECONDS if time_limit is None else time_limit
    limits = Limits(time_limit=seconds, cancel=cancel)
    end = time.monotonic() + seconds
    name = None
    if isinstance(source, str | os.PathLike):
        name, source = os.fspath(source), read_image_file(source)
    try:
        source = check_bytes(source) if isinstance(source, bytes) else open_image(source)
        if paged and isinstance(source, bytes) and is_pdf(source):
            check_library("pypdfium2")
        limits.check()
        page_seconds = PAGE_SECONDS if time_limit is None else None
        question = _Question(function, source, options, end, page_seconds, paged, first)
        if can_start():
            yield from _answers(question, Limits(time_limit=seconds + _LATE_SECONDS), cancel)
        else:
            yield from _answered(question, limits, lambda opening: None)
    except PuzzleSyntaxError as error:
        raise error if name is None else error.named(name) from None
    except LimitError as error:
        raise Stopped(error.reason) from None


def begin() -> None:
    """Let a child start now, for a question that comes soon: its start then costs no time.

    Raises:
        BackendError, OptionError: as for ``asked``.
    """
    if can_start():
        _put_back(_take())


def sorry(reason: Reason, time_limit: float | None) -> str:
    """The sentence for a limit: what happened, and what to do about it.

    >>> sorry(Reason.TIME, None)
    'it takes more than 60 s (a page of a PDF 10 s): give a longer time limit'
    """
    match reason:
        case Reason.TIME if time_limit is None:
            page = f"a page of a PDF {PAGE_SECONDS:.0f} s"
            return f"it takes more than {SECONDS:.0f} s ({page}): give a longer time limit"
        case Reason.TIME:
            return f"it takes more than {time_limit:g} s: give a longer time limit"
        case Reason.MEMORY:
            return f"it takes more than {MEMORY_LIMIT >> 10} GiB of memory"
        case _:
            return "it was cancelled"


# ---- the parent


def _answers(question: _Question, limits: Limits, cancel: Cancellation | None) -> Iterator[Any]:
    """The answers of a child; of a second child, if the first ended while it was idle."""
    watch = _Watch(_take(), limits, cancel)
    try:
        try:
            yield from watch.answers(question)
        except WorkerEndedError:
            if watch.begun:
                raise
            watch.worker.end()
            watch.worker = Worker(_JOB)
            yield from watch.answers(question)
    except WorkerEndedError as error:
        raise _crashed(error) from None
    finally:
        if watch.over and watch.worker.resident() <= _MOST_KEPT:
            _put_back(watch.worker)
        else:
            watch.worker.end()


def _crashed(error: WorkerEndedError) -> NonosatError:
    """The error for a child that has ended by itself."""
    if error.code == 1:  # an error of this package, which it printed
        return error
    if error.code == _KILLED:
        return BackendError("somebody, or the system, has ended the process that opened the file")
    return PuzzleSyntaxError(
        "the file makes the library that opens it crash: it is damaged, or made to do so"
        f" (exit code {error.code})"
    )


class _Watch:
    """Receives the messages of a child that works on a question, and keeps the limits."""

    def __init__(self, worker: Worker, limits: Limits, cancel: Cancellation | None) -> None:
        self.worker = worker
        self.begun = False
        self.over = False
        """The child waits for the next question."""
        self._limits = limits
        self._page_end: float | None = None
        self._cancel = cancel
        self._cancelled: float | None = None

    def answers(self, question: _Question) -> Iterator[Any]:
        self.worker.send(question)
        messages = self.worker.heard(self._stop, MEMORY_LIMIT)
        while not self.over:
            try:
                message = next(messages)
            except NonosatError as error:
                self.over = not isinstance(error, WorkerEndedError)
                raise
            if isinstance(message, Begun):
                self.begun = True
            elif isinstance(message, _Over):
                self.over = True
            else:
                if isinstance(message, Opening):
                    self._opens(message)
                yield message

    def _opens(self, opening: Opening) -> None:
        self._page_end = None
        if opening.seconds is not None:
            self._limits.extend(opening.seconds)
            self._page_end = time.monotonic() + opening.seconds

    def _stop(self) -> Reason | None:
        """The limit for which the child must be ended now, as it did not end by itself."""
        now = time.monotonic()
        if self._cancelled is not None:
            return Reason.CANCELLED if now >= self._cancelled + _LATE_SECONDS else None
        if self._cancel is not None and self._cancel.cancelled:
            self._cancelled = now
            self.worker.cancel()
        if self._page_end is not None and now >= self._page_end:
            return Reason.TIME
        return self._limits.ended()


_idle: list[tuple[int, Worker, threading.Timer]] = []
"""The children that wait, each with the process that started it, and the timer of its wait."""


def _take() -> Worker:
    with suppress(IndexError):
        while True:
            process, worker, timer = _idle.pop()
            if process == os.getpid():  # not a child of the process that this one was forked from
                timer.cancel()
                return worker
    return Worker(_JOB)


def _put_back(worker: Worker) -> None:
    timer = threading.Timer(_IDLE_SECONDS, lambda: _end_idle(kept))
    timer.daemon = True
    kept = (os.getpid(), worker, timer)
    _idle.append(kept)
    timer.start()


def _end_idle(kept: tuple[int, Worker, threading.Timer]) -> None:
    with suppress(ValueError):  # it was taken for a question
        _idle.remove(kept)
        kept[1].end()


@atexit.register
def _end() -> None:
    """End all children that wait."""
    while _idle:
        _take().end()


# ---- the child


def work(question: _Question, emit: Callable[[object], None]) -> _Over:
    """Answer a question."""
    from nonosat.workers.child import cancellation

    emit(Begun())
    seconds = max(0.0, question.end - time.monotonic())
    limits = Limits(time_limit=seconds, cancel=cancellation())
    for answer in _answered(question, limits, emit):
        emit(answer)
    return _Over()


def _answered(
    question: _Question, limits: Limits, emit: Callable[[Opening], None]
) -> Iterator[Any]:
    """Answer a question in this process.

    Raises:
        LimitError: a limit was reached.
    """

    def opening(page: int | None) -> None:
        seconds = None if page is None else question.page_seconds
        if seconds is not None:
            limits.extend(seconds)
        emit(Opening(page, seconds))

    module, _, name = question.function.partition(":")
    options = {**question.options, "opening": opening} if question.paged else question.options
    try:
        found = getattr(import_module(module), name)(question.source, limits=limits, **options)
        if not isinstance(found, Iterator):
            found = iter((found,))
        for answer in found:
            yield answer
            if question.first:
                break
    except Stopped as stopped:
        raise LimitError("a limit was reached", stopped.reason) from None
    except MemoryError:
        raise LimitError("the memory is exhausted", Reason.MEMORY) from None
