# SPDX-License-Identifier: MIT
"""``solve_many``: the reports of ``solve`` on many puzzles, in order and one at a time.

Puzzles are read in chunks of up to ``MOST_AHEAD``; the core runs the deducing stages on a whole
chunk in one call (``bulk``). With several jobs, threads take a chunk each; the main thread reads
puzzles and gives the reports out in order, at most ``2 * jobs`` chunks ahead. If it ends early
(closed, Ctrl-C, an error), the threads are asked to stop and waited for.

Rejected: worker processes. Pickling a puzzle for them costs more than solving an easy one. Threads
share everything, and the core holds no lock while it works.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from os import PathLike
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias, Unpack, overload

from nonosat.errors import OptionError, PuzzleError, PuzzleSyntaxError, shown
from nonosat.formats import load, loads
from nonosat.limits import CancelledIf
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report
from nonosat.solving.bulk import Bulk
from nonosat.solving.options import Options, SolveOptions, checked, checked_jobs

if TYPE_CHECKING:
    from concurrent.futures import Future

MOST_AHEAD = 64
"""The most puzzles that one job reads ahead."""

_ERRORS = ("raise", "return")

Source: TypeAlias = Puzzle | str | bytes | os.PathLike[str]
"""An item for ``solve_many``: a puzzle, its text or bytes, or the path of its file."""

ReportOrError: TypeAlias = Report | PuzzleError | PuzzleSyntaxError
"""The result of ``solve_many`` for one item."""

_MOST_SECONDS = 0.02
"""Reading ends after this time, so that a slow source of puzzles does not hold back reports."""


@overload
def solve_many(
    puzzles: Iterable[Source],
    *,
    format: str | None = None,
    jobs: int = 1,
    errors: Literal["raise"] = "raise",
    **options: Unpack[SolveOptions],
) -> Iterator[Report]: ...


@overload
def solve_many(
    puzzles: Iterable[Source],
    *,
    format: str | None = None,
    jobs: int = 1,
    errors: Literal["return"],
    **options: Unpack[SolveOptions],
) -> Iterator[ReportOrError]: ...


def solve_many(
    puzzles: Iterable[Source],
    *,
    format: str | None = None,  # noqa: A002
    jobs: int = 1,
    errors: str = "raise",
    **options: Unpack[SolveOptions],
) -> Iterator[ReportOrError]:
    """Solve many puzzles: the reports that ``solve`` gives, in order.

    >>> texts = [".#.\\n###", '{"rows": [[1], [1]], "columns": [[1], [1]]}']
    >>> [report.verdict.value for report in solve_many(texts)]
    ['unique', 'multiple']

    Args:
        puzzles: puzzles, texts or bytes with one puzzle each, as ``loads`` reads them, and paths
            (``pathlib.Path``) of files, as ``load`` reads them. They may be endless: they are read
            as the reports are asked for, at most 64 of them ahead, with several jobs at most 128
            for each.
        format: the name of the format of all texts and files; by default it is recognised.
        jobs: threads that work side by side, at most one per core, and one if there is
            ``progress``. The reports are the same with any number of them.
        errors: what happens at a text that cannot be read. ``raise``: its error is raised when its
            turn comes, after the reports of all before it. ``return``: the error takes the place of
            the report, and the work goes on.
        **options: those of ``solve``. Limits hold for each puzzle by itself; the events of
            ``progress`` come from one puzzle after the other.

    Returns:
        An iterator. Closing it ends the work.

    Raises:
        OptionError: an option that makes no sense; this is raised at once.
        PuzzleSyntaxError, PuzzleError: a text cannot be read (if errors are raised).
        GridError, BackendError, InternalError: as ``solve`` raises them.
        TypeError: an item is neither a puzzle nor a text; or an option does not exist.
    """
    if not isinstance(errors, str) or errors not in _ERRORS:
        raise OptionError(f"errors {shown(errors)}: choose {', '.join(_ERRORS)}")
    chosen, jobs = checked(**options), checked_jobs(jobs)
    if jobs > 1 and chosen.values["cluster"] is not None:
        raise OptionError("a cluster excludes jobs: it has its own workers")
    if isinstance(puzzles, str | bytes | PathLike | Puzzle):
        raise TypeError(
            f"puzzles: a {type(puzzles).__name__}: give a list (an iterable) of puzzles; "
            "nonosat.load reads a file"
        )
    if format is not None:
        from nonosat.formats import format_named

        format_named(format)
    chunks = _chunks(iter(puzzles), format, errors == "return")
    if jobs == 1 or chosen.values["progress"] is not None:
        return _one_by_one(chunks, chosen)
    return side_by_side(chunks, chosen, jobs)


def _one_by_one(chunks: Iterator[Chunk], options: Options) -> Iterator[ReportOrError]:
    bulk = Bulk(options)
    for chunk in chunks:
        yield from chunk.results(bulk)


def _chunks(puzzles: Iterator[Source], form: str | None, returned: bool) -> Iterator[Chunk]:
    """The items in pieces, small ones first: the first report does not wait for many items."""
    first, size, more = 0, 1, True
    while more:
        chunk = Chunk(first)
        more = chunk.read(puzzles, size, form, returned)
        yield chunk
        first += len(chunk)
        size = min(2 * size, MOST_AHEAD)


class Chunk:
    """Some of the items of ``solve_many``. ``first``: the index of its first among all items."""

    def __init__(self, first: int) -> None:
        self.first = first
        self._items: list[Puzzle | PuzzleError | PuzzleSyntaxError] = []
        self._done: list[ReportOrError] = []
        self._error: Exception | None = None

    def __len__(self) -> int:
        return len(self._items)

    def read(self, source: Iterator[Source], most: int, form: str | None, returned: bool) -> bool:
        """Read at most ``most`` items; False if nothing follows them.

        ``form``: the format of texts; None if it is recognised. ``returned``: errors of texts are
        results; else the first one is raised after the results, like an error of the source.
        """
        items, end = self._items, perf_counter() + _MOST_SECONDS
        try:
            for item in source:
                if isinstance(item, Puzzle):
                    items.append(item)
                elif isinstance(item, str | bytes | os.PathLike):
                    try:
                        if isinstance(item, str | bytes):
                            items.append(loads(item, format=form))
                        else:
                            items.append(load(item, format=form))
                    except (PuzzleError, PuzzleSyntaxError) as error:
                        if not returned:
                            raise
                        items.append(error)
                else:
                    raise TypeError(f"{shown(item)} is not a Puzzle, a text, bytes or a Path")
                if len(items) == most or perf_counter() > end:
                    return True
        except Exception as error:
            self._error = error
        return False

    def results(self, bulk: Bulk) -> Iterator[ReportOrError]:
        """The reports, one after the other, with the errors of texts at their places."""
        puzzles = [item for item in self._items if isinstance(item, Puzzle)]
        reports = bulk.reports(puzzles, self.first)
        if len(puzzles) == len(self._items):
            yield from reports
        else:
            for item in self._items:
                yield next(reports) if isinstance(item, Puzzle) else item
        if self._error is not None:
            raise self._error

    def work(self, bulk: Bulk) -> None:
        """Make all results, for another thread, which gets them from ``done``."""
        try:
            for result in self.results(bulk):
                self._done.append(result)
        except Exception as error:
            self._error = error

    def done(self) -> Iterator[ReportOrError]:
        """The results of ``work``, up to the error that ended it."""
        yield from self._done
        if self._error is not None:
            raise self._error


def side_by_side(chunks: Iterator[Chunk], options: Options, jobs: int) -> Iterator[ReportOrError]:
    """The results of all chunks, in order, by ``jobs`` threads."""
    from concurrent.futures import ThreadPoolExecutor  # one job, the usual case, does not load it

    outer = options.values["cancel"]  # it ends the threads, as does the end of this iterator
    stop = CancelledIf(lambda: outer is not None and outer.cancelled)
    bulk = Bulk(options.but(cancel=stop))
    waiting: deque[tuple[Chunk, Future[None]]] = deque()
    threads = ThreadPoolExecutor(jobs, thread_name_prefix="solve_many")
    try:
        while True:
            for chunk in islice(chunks, 2 * jobs - len(waiting)):
                waiting.append((chunk, threads.submit(chunk.work, bulk)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            future.result()
            yield from chunk.done()
    finally:
        stop.cancel()
        threads.shutdown(cancel_futures=True)
