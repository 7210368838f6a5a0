# SPDX-License-Identifier: MIT
"""``solve_many``: the reports of ``solve`` on many puzzles, in order and one at a time.

Puzzles are read in chunks of up to ``MOST_AHEAD``; the core runs the deducing stages on a whole
chunk in one call (``bulk``). With several jobs, threads take a chunk each (``many_threads``).
Worker processes would need each puzzle pickled, which costs more than solving an easy one; threads
share everything, and the core holds no lock while it works.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, Unpack, overload

from nonosat.errors import OptionError
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report
from nonosat.solving.bulk import Bulk
from nonosat.solving.chunks import Chunk, ReportOrError
from nonosat.solving.options import Options, SolveOptions, checked

MOST_AHEAD = 64
"""The most puzzles that one job reads ahead."""

_ERRORS = ("raise", "return")


@overload
def solve_many(
    puzzles: Iterable[Puzzle | str],
    *,
    format: str | None = None,
    errors: Literal["raise"] = "raise",
    **options: Unpack[SolveOptions],
) -> Iterator[Report]: ...


@overload
def solve_many(
    puzzles: Iterable[Puzzle | str],
    *,
    format: str | None = None,
    errors: Literal["return"],
    **options: Unpack[SolveOptions],
) -> Iterator[ReportOrError]: ...


def solve_many(
    puzzles: Iterable[Puzzle | str],
    *,
    format: str | None = None,  # noqa: A002
    errors: str = "raise",
    **options: Unpack[SolveOptions],
) -> Iterator[ReportOrError]:
    """Solve many puzzles: the reports that ``solve`` gives, in order.

    >>> texts = [".#.\\n###", '{"rows": [[1], [1]], "cols": [[1], [1]]}']
    >>> [report.verdict.value for report in solve_many(texts)]
    ['unique', 'multiple']

    Args:
        puzzles: puzzles, and texts with one puzzle each, as ``loads`` reads them. They may be
            endless: they are read as the reports are asked for, at most 64 of them ahead, with
            several jobs at most 128 for each.
        format: the name of the format of all texts; by default it is recognised from each.
        errors: what happens at a text that cannot be read. ``raise``: its error is raised when its
            turn comes, after the reports of all before it. ``return``: the error stands in the
            place of the report, and the work goes on.
        **options: those of ``solve``. Limits hold for each puzzle by itself; events of ``progress``
            are those of one puzzle after the other. ``jobs`` are threads here, at most one per core
            and one if there is ``progress``; the reports are the same with any number of them.

    Returns:
        An iterator. Closing it ends the work.

    Raises:
        OptionError: an option that makes no sense; this is raised at once.
        PuzzleSyntaxError, PuzzleError: a text that cannot be read, unless they are returned.
        GridError, BackendError, InternalError: as ``solve`` raises them.
        TypeError: neither a puzzle nor a text; or an option that does not exist.
    """
    if not isinstance(errors, str) or errors not in _ERRORS:
        raise OptionError(f"errors {errors!r}: there is {', '.join(_ERRORS)}")
    chosen = checked(**options)
    if format is not None:
        from nonosat.formats import format_named

        format_named(format)
    chunks = _chunks(iter(puzzles), format, errors == "return")
    if chosen.values["jobs"] == 1 or chosen.values["progress"] is not None:
        return _one_by_one(chunks, chosen)
    from nonosat.solving.many_threads import side_by_side

    return side_by_side(chunks, chosen)


def _one_by_one(chunks: Iterator[Chunk], options: Options) -> Iterator[ReportOrError]:
    bulk = Bulk(options.but(jobs=1))
    for chunk in chunks:
        yield from chunk.results(bulk)


def _chunks(puzzles: Iterator[Puzzle | str], form: str | None, returned: bool) -> Iterator[Chunk]:
    """The items in pieces, small ones first: the first report does not wait for many items."""
    first, size, more = 0, 1, True
    while more:
        chunk = Chunk(first)
        more = chunk.read(puzzles, size, form, returned)
        yield chunk
        first += len(chunk)
        size = min(2 * size, MOST_AHEAD)
