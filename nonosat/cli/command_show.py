# SPDX-License-Identifier: MIT
"""``nonosat show``: draw a puzzle without solving it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import click

from nonosat.cli import common
from nonosat.cli.common import Item, Screen, emit, emit_json, input_options, printable, worst
from nonosat.clue import Clue
from nonosat.puzzle import Puzzle


@click.command()
@input_options
@click.option("--goal", is_flag=True, help="Draw the goal picture in it, if the file has one.")
@click.pass_context
def show(
    ctx: click.Context,
    files: tuple[str, ...],
    format_name: str | None,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    goal: bool,
) -> None:
    """Draw each puzzle unsolved, or tell all its faults.

    Beside the picture stand name, size, title and the like, and the letters of the colours.

    Exit codes: 0, or 4 if a file is broken.
    """
    codes: list[int] = []
    screen = Screen(ascii_only)
    first = True
    for item in common.read_items(files, format_name):
        if not isinstance(item.puzzle, Puzzle):
            codes.append(common.BAD_INPUT)
            common.tell_faults(item, as_json)
            continue
        codes.append(common.DONE)
        if as_json:
            emit_json(_as_dict(item, item.puzzle))
            continue
        if not first:
            emit("")
        first = False
        if not quiet:
            for line in _description(item, item.puzzle):
                emit(line)
        emit(screen.picture(item.puzzle, item.puzzle.goal if goal else None))
    ctx.exit(worst(codes))


def _description(item: Item, puzzle: Puzzle) -> Iterator[str]:
    """Name, size, what is told about it, and the palette: a line each."""
    colors = len(puzzle.palette)
    yield (
        f"{item.name}: {puzzle.width}x{puzzle.height} (columns x rows), "
        f"{colors} colour{'s' if colors > 1 else ''}"
    )
    for field in fields(puzzle.meta):
        value = getattr(puzzle.meta, field.name)
        if value:
            yield f"{field.name}: {printable(value)}"
    for color in puzzle.palette.colors:
        yield f"colour {color.letter} {printable(color.name)} {color.rgb}"
    yield f"background . {puzzle.palette.background}"
    missing = sum(clue is None for _, clue in puzzle.lines())
    if missing:
        free = len(puzzle.unconstrained())
        yield f"clues not given: {missing}; cells in no clued line: {free}"
    if puzzle.goal is not None:
        yield "goal picture: given (--goal draws it)"


def _as_dict(item: Item, puzzle: Puzzle) -> dict[str, Any]:
    """The object that ``--json`` prints; a block is [length, colour], colours count from 1."""
    palette = puzzle.palette
    return {
        **item.origin(),
        "title": puzzle.title,
        "width": puzzle.width,
        "height": puzzle.height,
        "colors": len(palette),
        "palette": [{"name": c.name, "rgb": c.rgb, "letter": c.letter} for c in palette.colors],
        "background": palette.background,
        "meta": {field.name: getattr(puzzle.meta, field.name) for field in fields(puzzle.meta)},
        "rows": [_plain(clue) for clue in puzzle.rows],
        "cols": [_plain(clue) for clue in puzzle.columns],
        "goal": puzzle.goal.text_rows() if puzzle.goal else None,
        "sha256": puzzle.sha256(),
    }


def _plain(clue: Clue | None) -> list[list[int]] | None:
    return None if clue is None else [[length, color] for length, color in clue]
