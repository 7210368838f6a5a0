# SPDX-License-Identifier: MIT
"""``nonosat show``: draw a puzzle without solving it."""

from __future__ import annotations

import json
from typing import Any

import click

from nonosat import formats, words
from nonosat.cli import exits
from nonosat.cli.input import Inputs, Source
from nonosat.cli.options import input_options
from nonosat.cli.output import emit, emit_json
from nonosat.model.plain import plain
from nonosat.model.puzzle import Puzzle


@click.command()
@input_options
@click.option("--goal", is_flag=True, help="Draw the goal picture in it, if the file has one.")
def show(inputs: Inputs, goal: bool) -> int:
    """Draw each puzzle unsolved, or list all its faults.

    Above the picture stand its name, size, title and the like, and the letters of the colours.
    What --json prints of a puzzle is a puzzle in JSON, which every command reads.

    Exit codes: 0 done, 2 usage error, 4 bad input.
    """
    codes: list[int] = []
    screen = inputs.screen()
    first = True
    for source, puzzle in inputs.puzzles(codes):
        if inputs.as_json:
            emit_json(_as_dict(source, puzzle))
            continue
        if not first:
            emit("")
        first = False
        if not inputs.quiet:
            first_line, *lines = words.puzzle_words(puzzle)
            emit(f"{source.name}: {first_line}")
            for line in lines:
                emit(line)
        emit(screen.picture(puzzle, puzzle.goal if goal else None))
    return exits.worst(codes)


def _as_dict(source: Source, puzzle: Puzzle) -> dict[str, Any]:
    """The object that ``--json`` prints: the JSON of the puzzle, and what else is known of it."""
    palette = puzzle.palette
    return {
        **source.origin(),
        "format": source.format,
        "title": puzzle.title,
        "width": puzzle.width,
        "height": puzzle.height,
        "colors": len(palette),
        "palette": {"background": palette.background, "colors": plain(palette.colors)},
        "background": palette.background,
        "meta": plain(puzzle.meta),
        **json.loads(formats.dumps(puzzle, format="json")),
        "goal": plain(puzzle.goal),
        "sha256": puzzle.sha256(),
    }
