# SPDX-License-Identifier: MIT
"""``nonosat check --given``: is a grid still right?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from nonosat.cli import exits
from nonosat.cli.deadline import Deadline
from nonosat.cli.input import GivenFile, read_sources, report_error, report_faults
from nonosat.cli.output import Screen, emit, emit_json
from nonosat.cli.progress import status
from nonosat.errors import GridError
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict

if TYPE_CHECKING:
    from nonosat.exact import GivenReport


def check_all(
    files: tuple[str, ...],
    format_name: str | None,
    given: GivenFile,
    arguments: dict[str, Any],
    *,
    as_json: bool,
    quiet: bool,
    screen: Screen,
) -> Iterator[int]:
    """Check the grid against each puzzle and print the answers; yields the exit codes."""
    from nonosat.exact import check_given
    from nonosat.explain.conflicts import given_marks, given_words

    for source in read_sources(files, format_name):
        if not isinstance(source.item, Puzzle):
            report_faults(source, as_json)
            yield exits.BAD_INPUT
            continue
        deadline = Deadline(arguments.get("time_limit"))
        try:
            grid = given.grid(source.item)
            with status(source.name, quiet) as progress:
                found = check_given(source.item, grid, progress=progress, **arguments)
        except GridError as error:
            report_error(source, error, as_json)
            yield exits.BAD_INPUT
            continue
        if as_json:
            emit_json({**source.origin(), "title": source.item.title, **found.as_dict()})
        elif not quiet:
            marks = given_marks(found)
            emit(f"{source.name}: {given_words(found)}{', marked:' if marks else ''}")
            if marks:
                emit(screen.picture(source.item, grid, marks, deadline))
        yield _code(found)


def _code(found: GivenReport) -> int:
    if found.right is None:
        return exits.UNKNOWN
    if found.right:
        return exits.DONE
    if found.verdict is Verdict.NONE:
        return exits.NONE
    # The grid is certainly wrong only if the clues have a solution at all.
    return exits.UNKNOWN if found.verdict is Verdict.UNKNOWN else exits.MULTIPLE
