# SPDX-License-Identifier: MIT
"""``nonosat show``: draw a puzzle without solving it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import click

from nonosat import words
from nonosat.cli import exits
from nonosat.cli.input import Source, read_sources, report_faults
from nonosat.cli.options import input_options
from nonosat.cli.output import Screen, emit, emit_json
from nonosat.model.clue import Clue
from nonosat.model.puzzle import Puzzle


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
    """Draw each puzzle unsolved, or list all its faults.

    Above the picture stand its name, size, title and the like, and the letters of the colours.

    Exit codes: 0 done, 2 usage error, 4 bad input.
    """
    codes: list[int] = []
    screen = Screen(ascii_only)
    first = True
    for source in read_sources(files, format_name):
        if not isinstance(source.item, Puzzle):
            codes.append(exits.BAD_INPUT)
            report_faults(source, as_json)
            continue
        codes.append(exits.DONE)
        if as_json:
            emit_json(_as_dict(source, source.item))
            continue
        if not first:
            emit("")
        first = False
        if not quiet:
            first_line, *lines = words.puzzle_words(source.item)
            emit(f"{source.name}: {first_line}")
            for line in lines:
                emit(line)
        emit(screen.picture(source.item, source.item.goal if goal else None))
    ctx.exit(exits.worst(codes))


def _as_dict(source: Source, puzzle: Puzzle) -> dict[str, Any]:
    """The object that ``--json`` prints; a block is [length, colour], colours count from 1."""
    palette = puzzle.palette
    return {
        **source.origin(),
        "format": source.format,
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
        "printed": puzzle.printed.text_rows() if puzzle.printed else None,
        "sha256": puzzle.sha256(),
    }


def _plain(clue: Clue | None) -> list[list[int]] | None:
    return None if clue is None else [[length, color] for length, color in clue]
