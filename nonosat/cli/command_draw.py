# SPDX-License-Identifier: MIT
"""``nonosat draw`` and ``nonosat show``: a puzzle as a picture in a file, or on the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from nonosat import formats, words
from nonosat.cli import answers, exits
from nonosat.cli.destination import Destination
from nonosat.cli.help_text import command
from nonosat.cli.input import Broken, Inputs, Source
from nonosat.cli.options import (
    choice_option,
    file_options,
    input_options,
    number_option,
    output_options,
    quiet_option,
    time_limit_option,
)
from nonosat.cli.output import before_drawing, complain, emit, emit_json, poll_of
from nonosat.errors import GridError, LimitError, NonosatError, OptionError
from nonosat.limits import Limits
from nonosat.model.grid import Grid
from nonosat.model.plain import plain
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict

_KINDS = ("svg", "png", "pdf", "txt")


@command(
    status={
        1: "--solution or --ambiguous: several solutions",
        3: "no solution",
        5: "unknown",
    },
)
@file_options
@output_options(
    "A file that ends with .svg, .png, .pdf or .txt; or, with --to, a folder that gets a file for "
    "each puzzle.",
    to=choice_option("--to", _KINDS, "The kind of the files in a folder."),
    required=True,
)
@click.option("--goal", is_flag=True, help="Fill in the goal picture of the file.")
@click.option("--solution", "solved", is_flag=True, help="Fill in the solution.")
@click.option("--given", metavar="GRIDFILE", help="Fill in this grid.")
@click.option("--compare", metavar="GRIDFILE", help="Mark the cells that differ from this grid.")
@click.option(
    "--ambiguous", is_flag=True, help="Fill in the cells that all solutions share, mark the others."
)
@choice_option(
    "--theme",
    ["light", "dark", "print", "contrast", "patterns"],
    "The colours of the drawing. contrast: high contrast, with letters in coloured cells; "
    "patterns: patterns instead of colours.",
    default="light",
)
@number_option(
    "--cell-size", "The side of a cell in pixels, 4 to 400.  [default: 20]", least=4, most=400
)
@choice_option(
    "--row-clues",
    ["left", "right", "both"],
    "The side of the board with the clues of the rows.",
    default="left",
)
@choice_option(
    "--column-clues",
    ["top", "bottom", "both"],
    "The side of the board with the clues of the columns.",
    default="top",
)
@click.option("--numbers", is_flag=True, help="Number the rows and columns.")
@click.option("--finished", is_flag=True, help="Strike out the blocks whose place the cells fix.")
@time_limit_option
@quiet_option
def draw(
    inputs: Inputs,
    out: Destination,
    given: str | None,
    compare: str | None,
    time_limit: float | None,
    goal: bool,
    solved: bool,
    ambiguous: bool,
    **options: Any,
) -> int:
    """Draw puzzles into files: blank, or filled in.

    The board is blank without --goal, --solution, --given or --ambiguous. PNG needs the extra
    image, PDF the extra pdf; 'nonosat print' makes sheets of paper. --time-limit includes drawing:
    for a large board up to half of it is kept for that. A picture that is not drawn in time is not
    written.
    """
    if sum((goal, solved, given is not None, ambiguous)) > 1:
        raise click.UsageError("--goal, --solution, --given, --ambiguous: use one of them")
    kind = out.to or out.suffix.removeprefix(".")
    if kind not in _KINDS:
        raise click.UsageError(
            f"{out.output}: end its name with .{', .'.join(_KINDS)}, or add --to"
        )
    given_file = inputs.given(given)
    compared_file = inputs.given(compare)
    several = f"{out.output} is one file, and FILE has several puzzles: name a folder and add --to"

    def one(source: Source, puzzle: Puzzle) -> int | Broken:
        code = exits.DONE
        place = out if out.to is None else out.inside(f"{source.stem}.{kind}")
        limits = Limits(time_limit=time_limit)
        try:
            if kind == "png":
                from nonosat.draw.pictures import check_png

                check_png(puzzle, **options)
            place.check_free()
            grid: Grid | None = None
            marks: tuple[tuple[int, int], ...] = ()
            if goal:
                grid = _goal(puzzle)
            elif given_file is not None:
                grid = given_file.grid(puzzle)
            elif solved or ambiguous:
                name = "" if inputs.quiet else source.name
                grid, marks, code = _answer(puzzle, name, ambiguous, limits)
            if compared_file is not None:
                other = compared_file.grid(puzzle)
                marks = (puzzle.unknown_grid() if grid is None else grid).differences(other)
                grid = other if grid is None else grid
            data = _picture(kind, puzzle, grid, marks, {**options, "poll": poll_of(limits)})
            place.write(data)
            for warning in getattr(data, "warnings", ()):
                complain(f"{source.name}: {warning}")
        except OptionError:
            raise
        except LimitError as error:
            complain(f"{source.name}: {place.output} is not written: {error}")
            return exits.worst((code, exits.UNKNOWN))
        except NonosatError as error:
            return Broken(source, error, named=True)
        if not inputs.quiet:
            emit(str(place.output))
        return code

    return inputs.each(one, "" if out.to else several)


def _goal(puzzle: Puzzle) -> Grid:
    if puzzle.goal is None:
        raise GridError("the file has no goal picture: leave out --goal, or use --solution")
    return puzzle.goal


def _answer(
    puzzle: Puzzle, name: str, ambiguous: bool, limits: Limits
) -> tuple[Grid | None, tuple[tuple[int, int], ...], int]:
    """The cells to draw, the cells to mark, and the exit code; no messages if ``name`` is empty."""
    from nonosat.exact import backbone
    from nonosat.solving import solve

    time_limit = before_drawing(limits, puzzle.height * puzzle.width)
    if ambiguous:
        report = backbone(puzzle, time_limit=time_limit)
        grid, marks = report.certain, report.ambiguous or ()
    else:
        report = solve(puzzle, time_limit=time_limit)
        grid, marks = report.solutions[0] if report.solutions else None, ()
    if name and report.verdict is not Verdict.UNIQUE:
        complain(f"{name}: {words.verdict_words(report.verdict, report.reason)}")
    return grid or report.known, marks, answers.VERDICT_CODES[report.verdict]


def _picture(
    kind: str,
    puzzle: Puzzle,
    grid: Grid | None,
    marks: tuple[tuple[int, int], ...],
    options: dict[str, Any],
) -> bytes | Iterator[bytes]:
    from nonosat.draw import pictures, svg_writer, text

    if kind == "txt":
        return (text.draw(puzzle, grid, marks=marks, poll=options["poll"]) + "\n").encode()
    if kind == "svg":  # written while it is drawn
        lines = svg_writer.pieces(puzzle, grid, marks=marks, **options)
        return (line.encode() for line in lines)
    draw_bytes = pictures.png if kind == "png" else pictures.pdf
    return draw_bytes(puzzle, grid, marks=marks, **options)


@command()
@input_options
@click.option("--goal", is_flag=True, help="Fill in the goal picture, if the file has one.")
def show(inputs: Inputs, goal: bool) -> int:
    """Draw each puzzle unsolved on the terminal, or list all its faults.

    Above the picture are its name, size, title and the like, and the letters of its colours.
    The output of --json for a puzzle is a puzzle in JSON, which every command reads.
    """
    screen = inputs.screen()
    first = True

    def one(source: Source, puzzle: Puzzle) -> int:
        nonlocal first
        if inputs.as_json:
            emit_json(_as_dict(source, puzzle))
            return exits.DONE
        if not first:
            emit("")
        first = False
        if not inputs.quiet:
            first_line, *lines = words.puzzle_words(puzzle)
            emit(f"{source.name}: {first_line}")
            for line in lines:
                emit(line)
        emit(screen.picture(puzzle, puzzle.goal if goal else None))
        return exits.DONE

    return inputs.each(one)


def _as_dict(source: Source, puzzle: Puzzle) -> dict[str, Any]:
    """The object that ``--json`` prints: the JSON of the puzzle, and more data about it."""
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
