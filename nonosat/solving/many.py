# SPDX-License-Identifier: MIT
"""``solve_many``: the reports of ``solve`` on many puzzles, in order and one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, Unpack, overload

from nonosat.errors import OptionError, PuzzleError, PuzzleSyntaxError
from nonosat.numbers import whole_number
from nonosat.puzzle import Puzzle
from nonosat.report import Report
from nonosat.solving import solve
from nonosat.solving.options import ManyOptions, checked

__all__ = ["ReportOrError", "solve_many"]

ReportOrError: TypeAlias = Report | PuzzleError | PuzzleSyntaxError
"""What ``solve_many`` gives for a text with ``errors="return"``."""

_ERRORS = ("raise", "return")


@overload
def solve_many(
    puzzles: Iterable[Puzzle | str],
    *,
    jobs: int = 1,
    format: str | None = None,
    errors: Literal["raise"] = "raise",
    **options: Unpack[ManyOptions],
) -> Iterator[Report]: ...


@overload
def solve_many(
    puzzles: Iterable[Puzzle | str],
    *,
    jobs: int = 1,
    format: str | None = None,
    errors: Literal["return"],
    **options: Unpack[ManyOptions],
) -> Iterator[ReportOrError]: ...


def solve_many(
    puzzles: Iterable[Puzzle | str],
    *,
    jobs: int = 1,
    format: str | None = None,  # noqa: A002
    errors: str = "raise",
    **options: Unpack[ManyOptions],
) -> Iterator[ReportOrError]:
    """Solve many puzzles: the reports that ``solve`` gives, in order.

    >>> texts = [".#.\\n###", '{"rows": [[1], [1]], "cols": [[1], [1]]}']
    >>> [report.verdict.value for report in solve_many(texts)]
    ['unique', 'multiple']

    Args:
        puzzles: puzzles, and texts with one puzzle each, as ``loads`` reads them. They may be
            endless: they are read as the reports are asked for, some of them ahead.
        jobs: threads, at most one per core. The reports are the same with any number of them.
        format: the name of the format of all texts; by default it is recognised from each.
        errors: what happens at a text that cannot be read. ``raise``: its error is raised when its
            turn comes, after the reports of all before it. ``return``: the error stands in the
            place of the report, and the work goes on.
        **options: those of ``solve`` but ``jobs``. Limits hold for each puzzle by itself; events of
            ``progress`` are those of one puzzle after the other.

    Returns:
        An iterator. Closing it ends the work.

    Raises:
        OptionError: an option that does not exist or makes no sense; this is raised at once.
        PuzzleSyntaxError, PuzzleError: a text that cannot be read, unless they are returned.
        GridError, BackendError, InternalError: as ``solve`` raises them.
        TypeError: neither a puzzle nor a text.
    """
    from nonosat.formats import format_named

    if errors not in _ERRORS:
        raise OptionError(f"errors {errors!r}: there is {', '.join(_ERRORS)}")
    whole_number("jobs", jobs, 1)
    checked(**options)
    if format is not None:
        format_named(format)
    return _reports(iter(puzzles), format, errors == "return", options)


def _reports(
    puzzles: Iterator[Puzzle | str], form: str | None, returned: bool, options: ManyOptions
) -> Iterator[ReportOrError]:
    for item in puzzles:
        read = _read(item, form)
        if isinstance(read, Puzzle):
            yield solve(read, **options)
        elif returned:
            yield read
        else:
            raise read


def _read(item: Puzzle | str, form: str | None) -> Puzzle | PuzzleError | PuzzleSyntaxError:
    from nonosat.formats import loads

    if isinstance(item, Puzzle):
        return item
    if not isinstance(item, str):
        raise TypeError(f"{item!r} is neither a Puzzle nor a text")
    try:
        return loads(item, format=form)
    except (PuzzleError, PuzzleSyntaxError) as error:
        return error
