# SPDX-License-Identifier: MIT
"""``nonosat count``: how many solutions?"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli.common import (
    BAD_INPUT,
    DONE,
    NONE,
    UNKNOWN,
    emit,
    emit_json,
    input_options,
    read_items,
    tell_faults,
    worst,
)
from nonosat.cli.progress import Status
from nonosat.cli.solving import reason_words
from nonosat.puzzle import Puzzle
from nonosat.report import Reason

if TYPE_CHECKING:
    from nonosat.exact import Count, Factor

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve")  # fmt: skip
_MOST_DIGITS = 60
"""Longer numbers are told by their factors and their size; ``--json`` has all digits."""


@click.command()
@input_options
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Count no further than N: more solutions are 'at least N'.",
)
@click.option("--time-limit", type=click.FloatRange(min=0), metavar="SECONDS", help="Per puzzle.")
@click.pass_context
def count(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    format_name: str | None,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    limit: int | None,
    time_limit: float | None,
) -> None:
    """Say for each puzzle how many solutions it has.

    Prints a line per puzzle: FILE: the number, and its factors where the puzzle falls into
    independent parts; or "at least N" and why it is not exact.

    Exit codes: 0 the number is exact, 2 usage error, 3 no solution, 4 bad input, 5 only a bound;
    with several puzzles the worst, in the order 4, 5, 3, 0.
    """
    sys.set_int_max_str_digits(0)  # a count may have more digits than Python cares to print
    codes: list[int] = []
    for item in read_items(files, format_name):
        if not isinstance(item.puzzle, Puzzle):
            codes.append(BAD_INPUT)
            tell_faults(item, as_json)
            continue
        from nonosat.exact import count as count_solutions

        with Status(item.name) if not quiet and Status.wanted() else nullcontext() as status:
            found = count_solutions(
                item.puzzle, limit=limit, time_limit=time_limit, progress=status
            )
        codes.append(UNKNOWN if not found.exact else DONE if found.count else NONE)
        if as_json:
            emit_json({**item.origin(), "title": item.puzzle.title, **_as_dict(found)})
        elif not quiet:
            emit(f"{item.name}: {count_words(found, ascii_only=ascii_only)}")
    ctx.exit(worst(codes))


def _as_dict(found: Count) -> dict[str, Any]:
    """The object that ``--json`` prints: the product of FACTOR to the power TIMES is the count."""
    return {
        "count": found.count,
        "exact": found.exact,
        "factors": [[factor.ways, factor.times] for factor in found.factors],
        "reason": found.reason.value if found.reason else None,
        "seconds": found.seconds,
    }


def count_words(found: Count, *, ascii_only: bool = False) -> str:
    """The count as people read it.

    >>> from nonosat.exact import Count, Factor
    >>> count_words(Count(1024, True, (Factor(2, 10, "swap"),), None, 0.0))
    '1,024 = 2^10: ten independent swaps'
    """
    words = _number(found.count)
    if not found.exact:
        words = f"at least {words}"
        if found.reason is None:
            return words
        over = found.reason is Reason.COUNT
        return f"{words} ({'as many as asked for' if over else reason_words(found.reason)})"
    parts = sum(factor.times for factor in found.factors)
    if parts < 2:
        return words
    times = " x " if ascii_only else " \N{MULTIPLICATION SIGN} "
    powers = (
        f"{factor.ways:,}" if factor.times == 1 else f"{factor.ways:,}^{factor.times}"
        for factor in _joined(found.factors)
    )
    return f"{words} = {times.join(powers)}: {', '.join(_kinds(found.factors))}"


def _joined(factors: tuple[Factor, ...]) -> list[Factor]:
    """Equal numbers of ways together, whatever they are ways of."""
    from nonosat.exact import Factor

    ways = sorted({factor.ways for factor in factors})
    return [Factor(w, sum(f.times for f in factors if f.ways == w), "component") for w in ways]


def _kinds(factors: tuple[Factor, ...]) -> list[str]:
    kinds = []
    for what, name in (
        ("swap", "independent swap"),
        ("component", "independent component"),
        ("cell", "cell in no clued line"),
    ):
        times = sum(factor.times for factor in factors if factor.what == what)
        if times:
            number = _NUMBERS[times] if times < len(_NUMBERS) else f"{times:,}"
            plural = name if times == 1 else name.replace("cell", "cells", 1)
            if times > 1 and what != "cell":
                plural = f"{name}s"
            kinds.append(f"{number} {plural}")
    return kinds


def _number(value: int) -> str:
    digits = str(value)
    if len(digits) <= _MOST_DIGITS:
        return f"{value:,}"
    return f"{digits[0]}.{digits[1:4]}e{len(digits) - 1}"
