# SPDX-License-Identifier: MIT
"""``nonosat check --given``: is a grid still right? And contradictions, as words and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from nonosat.cli.common import (
    BAD_INPUT,
    DONE,
    MULTIPLE,
    NONE,
    UNKNOWN,
    Item,
    Screen,
    complain,
    emit,
    emit_json,
    read_items,
    tell_faults,
)
from nonosat.cli.progress import Status
from nonosat.cli.solving import reason_words
from nonosat.errors import GridError, PuzzleSyntaxError
from nonosat.grid import Grid
from nonosat.puzzle import Puzzle
from nonosat.report import Verdict

if TYPE_CHECKING:
    from nonosat.exact import Conflict, GivenReport

__all__ = ["blame_picture", "blame_words", "check_all"]


def check_all(
    files: tuple[str, ...],
    format_name: str | None,
    grid_file: str,
    arguments: dict[str, Any],
    *,
    as_json: bool,
    quiet: bool,
    screen: Screen,
) -> Iterator[int]:
    """Check the grid against each puzzle and tell the answers; yields the exit codes."""
    from nonosat import formats

    try:
        text = formats.read_text(grid_file)
    except PuzzleSyntaxError as error:
        _refuse(Item(grid_file, None, error), grid_file, error, as_json)
        yield BAD_INPUT
        return
    for item in read_items(files, format_name):
        if not isinstance(item.puzzle, Puzzle):
            tell_faults(item, as_json)
            yield BAD_INPUT
            continue
        from nonosat.exact import check_given

        try:
            grid = Grid(text, item.puzzle.palette.letters)
            with Status(item.name) if not quiet and Status.wanted() else nullcontext() as status:
                found = check_given(item.puzzle, grid, progress=status, **arguments)
        except GridError as error:
            _refuse(item, grid_file, error, as_json)
            yield BAD_INPUT
            continue
        if as_json:
            emit_json({**item.origin(), "title": item.puzzle.title, **found.as_dict()})
        else:
            _tell(item.name, item.puzzle, grid, found, quiet, screen.picture)
        yield _code(found)


def _refuse(item: Item, grid_file: str, error: Exception, as_json: bool) -> None:
    if as_json:
        emit_json({**item.origin(), "error": [f"{grid_file}: {error}"]})
    else:
        complain(f"{grid_file}: {error}")


def _code(found: GivenReport) -> int:
    if found.right is None:
        return UNKNOWN
    if found.right:
        return DONE
    if found.verdict is Verdict.NONE:
        return NONE
    # That the grid is wrong is certain only where the clues have a solution at all.
    return UNKNOWN if found.verdict is Verdict.UNKNOWN else MULTIPLE


def _tell(
    name: str,
    puzzle: Puzzle,
    grid: Grid,
    found: GivenReport,
    quiet: bool,
    picture: Callable[..., str],
) -> None:
    marks = found.wrong
    if found.right:
        words = "right so far"
    elif found.right is None:
        words = f"unknown ({reason_words(found.reason)})" if found.reason else "unknown"
    elif found.verdict is Verdict.NONE:
        words = "no solution: the clues contradict each other, whatever the grid"
    elif found.wrong:
        words = f"wrong: {_counted(len(found.wrong), 'cell differs', 'cells differ')} from the "
        words += "only solution, marked"
    elif found.contradiction is not None:
        marks = found.contradiction.cells
        words = f"wrong: {blame_words(found.contradiction)}; the cells are marked"
    elif found.verdict is Verdict.UNKNOWN:
        words = "no solution extends the grid; whether the clues have one is unknown"
    else:
        words = "wrong: no solution extends the grid"
    if not quiet:
        emit(f"{name}: {words}")
    if marks and not quiet:
        emit(picture(puzzle, grid, marks))


def blame_words(found: Conflict) -> str:
    """What contradicts each other, and how small the set is.

    >>> from nonosat.clue import Line
    >>> from nonosat.exact import Conflict
    >>> blame_words(Conflict((Line("R", 0), Line("C", 2)), (), True, True))
    'R1, C3 cannot stand together (a smallest set)'
    """
    names = [str(line) for line in found.lines]
    if found.cells:
        names.append(_counted(len(found.cells), "given cell", "given cells"))
    size = (
        "a smallest set"
        if found.smallest
        else "no line of it can be left out, but there may be a smaller set"
        if found.minimal
        else "there may be a smaller set: time was over"
    )
    return f"{', '.join(names)} cannot stand together ({size})"


def blame_picture(puzzle: Puzzle, found: Conflict, picture: Callable[..., str]) -> str:
    """The board with the clues of the lines to blame, their cells marked."""
    rows = {line.index for line in found.lines if line.axis == "R"}
    columns = {line.index for line in found.lines if line.axis == "C"}
    blamed = Puzzle(
        [clue if row in rows else None for row, clue in enumerate(puzzle.rows)],
        [clue if column in columns else None for column, clue in enumerate(puzzle.columns)],
        palette=puzzle.palette,
    )
    marks = [
        (row, column)
        for row in range(puzzle.height)
        for column in range(puzzle.width)
        if row in rows or column in columns
    ]
    return picture(blamed, puzzle.unknown_grid(), marks)


def _counted(number: int, one: str, many: str) -> str:
    return f"1 {one}" if number == 1 else f"{number} {many}"
