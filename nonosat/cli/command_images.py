# SPDX-License-Identifier: MIT
"""``nonosat from-image`` and ``nonosat like-image``: puzzles from a photo or a drawing.

``from-image`` makes the puzzle whose picture is the image in cells, even if its solution is not
unique; ``like-image`` looks for puzzles with one solution whose pictures look like the image.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

import click

from nonosat import formats, words
from nonosat.cli import answers, exits
from nonosat.cli.destination import (
    Destination,
    Folder,
    OneFile,
    Output,
    Refused,
    output_of,
    writing,
)
from nonosat.cli.help_text import command
from nonosat.cli.options import (
    Size,
    ascii_option,
    choice_option,
    decorated,
    json_option,
    number_option,
    output_options,
    quiet_option,
    required_technique_option,
    time_limit_option,
    to_option,
)
from nonosat.cli.output import PAGE, Panel, Screen, complain, emit, emit_json, side_by_side
from nonosat.cli.progress import Bar, status
from nonosat.model.grid import Grid
from nonosat.model.metadata import printable
from nonosat.model.palette import Palette

if TYPE_CHECKING:
    from nonosat.make.pictures.like_image import SimilarPuzzle, SimilarPuzzles

_METHODS = ("threshold", "dither", "edges")
_LIKE_METHODS = ("threshold", "edges")
"""As in nonosat.make, which is not imported when the command starts; a test compares them."""

_image_argument = click.argument("image", type=click.Path())
_size_option = click.option(
    "--size",
    type=Size(),
    metavar="WxH",
    help="The size of the board in cells; one number is the longer side.  [default: 30]",
)
_picture_options = decorated(
    click.option("--crop", is_flag=True, help="Cut margins of one colour off the image first."),
    click.option("--invert", is_flag=True, help="Fill the light cells instead of the dark ones."),
    click.option(
        "--title", metavar="TEXT", help="The title of the puzzle.  [default: the name of the file]"
    ),
)


@command("from-image", status={0: "unique", 1: "multiple", 5: "unknown"})
@_image_argument
@output_options("Write the puzzle to a file.", to=to_option)
@_size_option
@number_option(
    "--colors",
    "How many colours, 1 to 7; the background does not count.  [default: 1, for pixel art its own]",
    most=7,
)
@choice_option(
    "--method",
    _METHODS,
    "threshold: fill the dark cells; dither: show greys by patterns of cells; edges: fill the "
    "contours.  [default: threshold]",
)
@number_option(
    "--threshold", "Fill cells darker than N of 255.  [default: chosen by Otsu's method]", most=255
)
@_picture_options
@time_limit_option
@json_option
@quiet_option
@ascii_option
def from_image(
    image: str,
    out: Destination,
    time_limit: float | None,
    title: str | None,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    **options: Any,
) -> int:
    """Make a puzzle from a photo or a drawing, and say whether it is unique.

    IMAGE is a PNG, GIF, BMP, JPEG, WEBP, PPM or TIFF file. Pixel art is recognised at any zoom,
    with or without grid lines, and read exactly, unless --method or --threshold is used; shades
    near each other, as in a JPEG, are one colour. The puzzle and its picture go to stdout, the
    steps taken to stderr. 'nonosat read'
    is for an image that shows a printed puzzle with its numbers. 'nonosat repair' makes a puzzle
    with several solutions unique; 'nonosat like-image' looks for unique ones at once. Opening the
    image may take 60 seconds, or --time-limit, and 2 GiB of memory. Needs the extra image.
    """
    from nonosat.limits import Limits
    from nonosat.photo.outside import begin

    begin()  # the child starts while this process imports
    from nonosat.make.pictures import puzzle_from_image
    from nonosat.photo import looks_printed
    from nonosat.solving import solve

    form = out.form_if_named()
    if title is None:
        title = os.path.splitext(os.path.basename(image))[0]
    limits = Limits(time_limit=time_limit)
    result = puzzle_from_image(image, title=title, time_limit=time_limit, **options)
    if not quiet and not as_json:
        for action in result.actions:
            complain(f"{printable(image)}: {action}")
        if not result.exact and looks_printed(image, time_limit=limits.left):
            complain(f"{printable(image)}: looks like a printed puzzle: 'nonosat read' reads it")
    with status(image, quiet or as_json) as line:
        report = solve(result.puzzle, time_limit=limits.left, progress=line)
    if form is not None:
        out.write(form.dumps(result.puzzle))
    if as_json:
        emit_json(
            {
                "file": image,
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


@command(
    "like-image",
    status={
        1: "no puzzle looks like the image; the nearest miss is shown",
        5: "a limit is reached before a puzzle is found",
    },
)
@_image_argument
@number_option("--count", "Make at most N puzzles.", default=3)
@output_options(
    "A folder, which gets a file for each puzzle; or a file or zip archive for all of them. A "
    "file of a format that holds one puzzle gets the first.",
    to=to_option,
)
@_size_option
@number_option(
    "--colors", "How many colours, 1 to 7; the background does not count.", most=7, default=1
)
@number_option(
    "--max-changes",
    "Change at most N cells of a picture to make it unique.  [default: 2 % of the board]",
    least=0,
)
@choice_option(
    "--method",
    _LIKE_METHODS,
    "Fill dark cells or contours.  [default: threshold]",
)
@number_option(
    "--threshold",
    "Fill cells darker than about N of 255.  [default: Otsu's]",
    most=255,
)
@required_technique_option
@_picture_options
@time_limit_option
@json_option
@quiet_option
@ascii_option
def like_image(
    image: str,
    *,
    colors: int,
    count: int,
    title: str | None,
    out: Destination,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    **options: Any,
) -> int:
    """Make puzzles with one solution that look like a photo or a drawing.

    IMAGE is a PNG, GIF, BMP, JPEG, WEBP, PPM or TIFF file. Several puzzles are made: they show
    different parts of the image, or fill it below another brightness. Each is drawn with its
    similarity, the share of the image's contrast that it shows; changed cells are marked. Without
    --time-limit the search takes some ten seconds. Opening the image may take 60 s and 2 GiB of
    memory. Needs the extra image.
    """
    from nonosat.photo.outside import begin

    begin()  # the child starts while this process imports
    from nonosat.make.pictures.like_image import puzzles_like_image

    stem = os.path.splitext(os.path.basename(image))[0] or "picture"
    kept = None if out.output is None else output_of(out)
    numbers = range(1, count + 1)
    places = [] if kept is None else [kept.numbered(stem, number) for number in numbers]
    if isinstance(kept, Folder):
        for place in places:
            out.inside(place).check_free()
    with Bar(count, quiet) as bar:
        found = puzzles_like_image(
            image,
            colors=colors,
            count=count,
            title=stem if title is None else title,
            progress=lambda fitted, found: bar.show(found, f"found; {fitted} grids tried"),
            **options,
        )
    written = [] if kept is None else _write(found, kept, places)
    if as_json:
        for line in _lines(image, found, written):
            emit_json(line)
    else:
        if found.puzzles or found.nearest is not None:
            emit(_drawn(found, Screen(ascii_only)))
        if not quiet:
            for sentence in found.lines():
                emit(sentence)
            for name in dict.fromkeys(written):
                complain(f"{printable(name)}: written")
    if found.puzzles:
        return exits.DONE
    return exits.UNKNOWN if found.reason is not None else exits.MULTIPLE


def _write(found: SimilarPuzzles, output: Output, places: list[str]) -> list[str]:
    """Write the puzzles; returns the name of the file for each puzzle written.

    Raises:
        click.UsageError: a file exists.
    """
    single = isinstance(output, OneFile) and not output.form.many
    written = []
    try:
        with writing(output.path):
            for place, made in zip(places, found.puzzles[: 1 if single else None], strict=False):
                written.append(output.add(place, made.puzzle) or output.path)
            if written:
                output.finish()
    except Refused as refused:
        raise refused.as_error() from None
    return written


def _lines(image: str, found: SimilarPuzzles, written: list[str]) -> Iterator[dict[str, Any]]:
    """A line of JSON for each puzzle; one line for the nearest miss, if there is no puzzle."""
    data = found.as_dict()
    puzzles: Any = data.pop("puzzles")
    for number, made in enumerate(puzzles):
        output = written[number] if number < len(written) else None
        about = {"file": image, "number": number + 1, **made, "reason": data["reason"]}
        if written:
            about["output"] = output
        else:
            about["puzzle"] = json.loads(formats.dumps(found.puzzles[number].puzzle, format="json"))
        yield about
    if not puzzles:
        yield {"file": image, "number": None, **data}


def _drawn(found: SimilarPuzzles, screen: Screen) -> str:
    """The puzzles, those with changes twice: as they were, and with the changed cells marked."""
    groups = [
        list(_panels(number, made, screen)) for number, made in enumerate(found.puzzles, start=1)
    ]
    if not groups and found.nearest is not None:
        miss = found.nearest
        heading = "the nearest miss, unsolved cells marked"
        groups.append([_panel(heading, miss.grid, miss.palette, miss.unsolved, screen)])
    return side_by_side(groups, screen.width or PAGE, screen.color)


def _panels(number: int, made: SimilarPuzzle, screen: Screen) -> Iterator[Panel]:
    palette = made.puzzle.palette
    if made.changed:
        yield _panel(f"{number}. before", made.before, palette, (), screen)
    marked = ", changes marked" if made.changed else ""
    heading = f"{number}. similarity {made.similarity:.0%}{marked}"
    yield _panel(heading, made.grid, palette, made.changed, screen)


def _panel(
    heading: str,
    grid: Grid,
    palette: Palette,
    marks: Collection[tuple[int, int]],
    screen: Screen,
) -> Panel:
    from nonosat.draw import text

    def draw(color: bool) -> str:
        return text.draw_grid(
            grid,
            palette=palette,
            marks=marks,
            unicode=screen.unicode,
            color=color,
            width=screen.width,
        )

    return Panel(heading, draw)
