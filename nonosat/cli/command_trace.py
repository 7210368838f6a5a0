# SPDX-License-Identifier: MIT
"""``nonosat trace``: a puzzle from a picture in pixels."""

from __future__ import annotations

import os
from typing import Any

import click

from nonosat import words
from nonosat.cli import answers
from nonosat.cli.destination import Destination
from nonosat.cli.help_text import command
from nonosat.cli.options import (
    Size,
    ascii_option,
    json_option,
    output_options,
    quiet_option,
    time_limit_option,
)
from nonosat.cli.output import Screen, complain, emit, emit_json
from nonosat.model.metadata import printable


@command(
    status={
        0: "unique",
        1: "multiple",
        5: "unknown",
    },
)
@click.argument("picture", type=click.Path())
@click.option(
    "--size",
    type=Size(),
    metavar="WxH",
    help="Cells; one number is the longer side. [default: 30]",
)
@click.option(
    "--colors",
    type=click.IntRange(2, 8),
    metavar="N",
    help="Colours, with the background: 2 to 8. [default: 2]",
)
@click.option(
    "--threshold", "method", flag_value="threshold", help="Fill the dark cells. [default]"
)
@click.option("--dither", "method", flag_value="dither", help="Show greys by patterns of cells.")
@click.option("--edges", "method", flag_value="edges", help="Fill the contours.")
@click.option(
    "--level",
    type=click.IntRange(1, 255),
    metavar="N",
    help="Cells darker than N of 255 are filled. [default: chosen by Otsu's method]",
)
@click.option("--crop", is_flag=True, help="Cut margins of one colour first.")
@click.option("--invert", is_flag=True, help="Fill the light cells instead of the dark ones.")
@click.option("--title", metavar="TEXT", help="Of the puzzle. [default: the name of the file]")
@output_options(
    "Write the puzzle; the suffix chooses the format.",
    force="Replace FILE if it is there.",
    metavar="FILE",
)
@time_limit_option
@json_option
@quiet_option
@ascii_option
def trace(
    picture: str,
    out: Destination,
    time_limit: float | None,
    title: str | None,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    **options: Any,
) -> int:
    """Make a puzzle from a photo or a drawing, and say whether its solution is unique.

    Pixel art is recognised at any zoom, with or without grid lines, and read exactly, unless a
    method or a level is asked for. PICTURE is a PNG, GIF, BMP, JPEG, WEBP, PPM or TIFF file. What
    was done goes to stderr, the puzzle and its picture to stdout. Needs the extra image.
    """
    from nonosat.making.pictures import puzzle_from_image as traced
    from nonosat.solving import solve

    form = None if out.output is None else out.form()
    if title is None:
        title = os.path.splitext(os.path.basename(picture))[0]
    result = traced(picture, title=title, **options)
    if not quiet and not as_json:
        for action in result.actions:
            complain(f"{printable(picture)}: {action}")
    report = solve(result.puzzle, time_limit=time_limit)
    if form is not None:
        out.write(form.dumps(result.puzzle))
    if as_json:
        emit_json(
            {
                "file": picture,
                "exact": result.exact,
                "actions": list(result.actions),
                "width": result.puzzle.width,
                "height": result.puzzle.height,
                "colors": len(result.puzzle.palette),
                "verdict": report.verdict.value,
                "reason": report.reason.value if report.reason else None,
                "sha256": result.puzzle.sha256(),
                "goal": result.grid.text_rows(),
                "output": out.output,
            }
        )
    else:
        screen = Screen(ascii_only)
        emit(screen.picture(result.puzzle, result.grid))
        if not quiet:
            emit(f"{title}: {words.verdict_words(report.verdict, report.reason)}")
    return answers.VERDICT_CODES[report.verdict]
