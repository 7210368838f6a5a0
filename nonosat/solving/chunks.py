# SPDX-License-Identifier: MIT
"""``Chunk``: some of the items of ``solve_many``, read and solved together."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TypeAlias

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats import loads
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report
from nonosat.solving.bulk import Bulk

ReportOrError: TypeAlias = Report | PuzzleError | PuzzleSyntaxError
"""What stands for each puzzle or text of ``solve_many``."""

_MOST_SECONDS = 0.02
"""Reading ends after this time, so that a slow source of puzzles does not hold back reports."""


class Chunk:
    """Some of the items of ``solve_many``. ``first``: the number of the first in the whole work."""

    def __init__(self, first: int) -> None:
        self.first = first
        self._items: list[Puzzle | PuzzleError | PuzzleSyntaxError] = []
        self._done: list[ReportOrError] = []
        self._error: Exception | None = None

    def __len__(self) -> int:
        return len(self._items)

    def read(
        self, source: Iterator[Puzzle | str], most: int, form: str | None, returned: bool
    ) -> bool:
        """Read at most ``most`` items; False if nothing follows them.

        ``form``: the format of texts; None if it is recognised. ``returned``: errors of texts are
        results; else the first of them, like an error of the source, is raised behind the results.
        """
        items, end = self._items, perf_counter() + _MOST_SECONDS
        try:
            for item in source:
                if isinstance(item, Puzzle):
                    items.append(item)
                elif isinstance(item, str):
                    try:
                        items.append(loads(item, format=form))
                    except (PuzzleError, PuzzleSyntaxError) as error:
                        if not returned:
                            raise
                        items.append(error)
                else:
                    raise TypeError(f"{item!r} is neither a Puzzle nor a text")
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
        """What ``work`` has made, up to the error that ended it."""
        yield from self._done
        if self._error is not None:
            raise self._error
