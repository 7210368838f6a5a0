# SPDX-License-Identifier: MIT
"""``nonosat count``: how many solutions? With ``--list``: which ones?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from nonosat.cli import exits
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs, Source
from nonosat.cli.options import given_option, input_options, number_option, time_limit_option
from nonosat.cli.output import emit, emit_json, lines
from nonosat.cli.progress import status
from nonosat.model.grid import Grid
from nonosat.model.numbers import decimal_text
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.exact import SolutionCount


@command(
    status={
        0: "the number is exact; with --list all solutions are listed",
        3: "no solution",
        5: "only a bound",
    },
)
@input_options
@click.option(
    "--list",
    "list_all",
    is_flag=True,
    help="Print the solutions, each when it is found: a line of text per row, and a blank line "
    "between them. With --json an object per solution.",
)
@number_option("--limit", "Stop after N solutions; the answer is then 'at least N'.")
@time_limit_option
@given_option("Only solutions that extend this grid.")
def count(
    inputs: Inputs,
    list_all: bool,
    limit: int | None,
    time_limit: float | None,
    given: str | None,
) -> int:
    """Count the solutions of puzzles, or list them.

    Prints a line per puzzle: FILE: the number, and its factors if the puzzle falls into independent
    components; or "at least N" and why it is not exact. With --list this line follows the
    solutions. --quiet prints the number alone, which is a bound if the exit status is 5.
    """
    grid_file = inputs.given(given)
    lister = _Lister(limit, time_limit, inputs)

    def one(source: Source, puzzle: Puzzle) -> int:
        grid = None if grid_file is None else grid_file.grid(puzzle)
        if list_all:
            return lister.list_all(source, puzzle, grid)
        from nonosat.exact import count_solutions

        with status(source.name, inputs.quiet) as progress:
            found = count_solutions(
                puzzle, given=grid, limit=limit, time_limit=time_limit, progress=progress
            )
        if inputs.as_json:
            data = {**source.origin(), "title": puzzle.title, **_as_dict(found)}
            emit_json(data, _numbers(found))
        elif inputs.quiet:
            emit(found.digits)
        else:
            emit(f"{source.name}: {found.words(ascii_only=inputs.ascii_only)}")
        return _code(found.number, found.exact)

    return inputs.each(one)


def _code(number: int, exact: bool) -> int:
    if not exact:
        return exits.UNKNOWN
    return exits.DONE if number else exits.NONE


class _Lister:
    """Prints the solutions of puzzles as they are found, with blank lines between them."""

    def __init__(self, limit: int | None, time_limit: float | None, inputs: Inputs) -> None:
        self._limit = limit
        self._time_limit = time_limit
        self._inputs = inputs
        self._printed = False

    def list_all(self, source: Source, puzzle: Puzzle, given: Grid | None) -> int:
        """Print all solutions of a puzzle, up to the limit; returns the exit code."""
        from nonosat.exact import iter_solutions

        solutions = iter_solutions(
            puzzle, given=given, limit=self._limit, time_limit=self._time_limit
        )
        for grid in solutions:
            if self._inputs.as_json:
                found = {"number": solutions.number, "solution": grid.text_rows()}
                emit_json({**source.origin(), **found})
            else:
                self._emit(lines(grid.text_rows()))
        if not self._inputs.as_json and not self._inputs.quiet:
            self._emit(f"{source.name}: {solutions}")
        return _code(solutions.number, solutions.complete)

    def _emit(self, text: str) -> None:
        emit(lines(["", text]) if self._printed else text)
        self._printed = True


def _as_dict(found: SolutionCount) -> dict[str, Any]:
    """The object that ``--json`` prints; ``_numbers`` fills in its exact numbers."""
    return {
        "number": None,
        "exact": found.exact,
        "factors": None,
        "reason": found.reason.value if found.reason else None,
        "seconds": found.seconds,
    }


def _numbers(found: SolutionCount) -> dict[str, str]:
    """The exact numbers, as JSON. The number is the product of the factors WAYS ** TIMES.

    They can have a million digits; ``json`` would take minutes.
    """
    factors = (
        f'{{"ways": {decimal_text(factor.ways)}, "times": {factor.times}, '
        f'"what": "{factor.what}", "exact": {str(factor.exact).lower()}}}'
        for factor in found.factors
    )
    return {"number": found.digits, "factors": f"[{', '.join(factors)}]"}
