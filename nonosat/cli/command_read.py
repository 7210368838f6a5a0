# SPDX-License-Identifier: MIT
"""``nonosat read``: the puzzles that are printed in screenshots, scans, photos and PDFs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonosat.cli import exits
from nonosat.cli.destination import Destination, Output, Refused, output_of, writing
from nonosat.cli.help_text import command
from nonosat.cli.input import Source, report_error, report_faults
from nonosat.cli.options import (
    ascii_option,
    json_option,
    number_option,
    output_options,
    quiet_option,
    time_limit_option,
    to_option,
)
from nonosat.cli.output import Screen, complain, emit, emit_json
from nonosat.cli.progress import status
from nonosat.errors import BackendError, PuzzleSyntaxError
from nonosat.formats.files import is_folder
from nonosat.limits import Limits
from nonosat.words import line_names

if TYPE_CHECKING:
    from nonosat.photo.answer import PictureReading


@command(
    status={
        0: "the numbers fit together and have one solution",
        1: "they have several",
        4: "no picture, or no grid of cells is found",
        5: "no reading fits, two fit nearly equally well, or the reading is doubtful: check it",
    },
)
@click.argument("pictures", metavar="PICTURE...", nargs=-1, required=True, type=click.Path())
@output_options(
    "Write the puzzle; for several pictures OUT is a folder, an archive or a file of many puzzles.",
    to=to_option,
)
@click.option(
    "--show",
    metavar="OUT.svg",
    type=click.Path(),
    help="Write a picture of the reading: the photo beside the puzzle, with uncertain, corrected "
    "and wrong parts marked and explained; for several pictures, a folder.",
)
@click.option(
    "--cells",
    metavar="OUT.txt",
    type=click.Path(),
    help="Write the cells that are filled or crossed in the picture, for --given of other "
    "commands; for several pictures, a folder.",
)
@number_option("--page", "Read page N of a PDF.  [default: all]")
@number_option(
    "--puzzle",
    "Read puzzle N of a page, in reading order.  [default: the largest, doubtful if another is as "
    "large]",
)
@time_limit_option
@json_option
@quiet_option
@ascii_option
def read(
    pictures: tuple[str, ...],
    out: Destination,
    show: str | None,
    cells: str | None,
    page: int | None,
    puzzle: int | None,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
) -> int:
    """Read printed puzzles from screenshots, scans, photos and PDFs.

    PICTURE is a PNG, GIF, BMP, JPEG, WEBP, PPM, TIFF, AVIF, HEIC or PDF file with a grid of cells
    and its numbers; it may be turned, but not mirrored. The solver checks the reading: where
    numbers do not fit together, the most probable numbers that do are taken, and each correction is
    listed. A sheet that nonosat has printed is read from its QR code, a PDF with text from that
    text. If the picture is the solution itself, use 'nonosat from-image'. A picture may take 60
    seconds and 2 GiB of memory. A page of a PDF may take 10 seconds to open, and the time of a PDF
    is longer by 10 seconds for each page. --time-limit replaces these times. Needs the extra photo.
    """
    from nonosat.photo.outside import begin, sorry

    begin()  # the child starts while this process imports
    from nonosat.photo import readings

    kept = None if out.output is None else output_of(out)
    extra = [None if path is None else Destination(path, force=out.force) for path in (show, cells)]
    if show is not None and show != "-" and not (is_folder(show) or show.endswith(".svg")):
        raise click.UsageError(f"--show {show}: the picture is an SVG: end the name in .svg")
    for one in extra:
        if one is not None and not is_folder(one.output or ""):
            one.check_free()
    screen, codes = Screen(ascii_only), list[int]()
    for name in pictures:
        limits = Limits(time_limit=time_limit)
        try:
            with status(name, quiet) as line:
                if line is not None:
                    line.say("reading")
                found = list(readings(name, page=page, puzzle=puzzle, time_limit=time_limit))
        except PuzzleSyntaxError as error:
            codes.append(exits.BAD_INPUT)
            report_faults(Source(name, None, error), as_json)
            if "no grid" in str(error) and not as_json:
                complain("if the picture is the solution itself, use 'nonosat from-image'")
            continue
        except BackendError as error:  # of this picture; others may be readable
            codes.append(exits.UNKNOWN)
            report_error(Source(name, None, PuzzleSyntaxError("")), error, as_json, named=True)
            continue
        for number, reading in enumerate(found, start=1):
            source = Source(name, number if len(found) > 1 else None, PuzzleSyntaxError(""))
            codes.append(_code(reading))
            if reading.reason is not None and not reading.rows and not as_json:
                complain(f"{source.name}: {sorry(reading.reason, time_limit)}")
            written = None
            if kept is not None:
                try:
                    written = _keep(kept, source, reading)
                except Refused as refused:
                    complain(f"{source.name}: {refused}")
                    codes.append(refused.code)
            _write_more(source, reading, *extra, alone=len(pictures) == len(found) == 1)
            if as_json:
                emit_json({**source.origin(), **reading.as_dict(), "output": written})
            elif not quiet and not (kept is not None and out.stdout):
                for n, text in enumerate(str(reading).splitlines()):
                    emit(text if n else f"{source.name}: {text}")
                if reading.puzzle is not None:
                    emit(screen.picture(reading.puzzle, reading.given, (), limits))
    if kept is not None:
        with writing(out.output or "-"):
            kept.finish()
    return exits.worst(codes)


def _keep(kept: Output, source: Source, reading: PictureReading) -> str | None:
    """Write the puzzle, or keep it for the end; returns its file. Says how to fill missing clues.

    Raises:
        Refused: the format cannot hold it, or the file exists.
    """
    puzzle = reading.puzzle
    if puzzle is None:
        complain(f"{source.name}: {reading.status.value}: not written")
        return None
    path = kept.add(kept.place("", source, puzzle.meta.title or ""), puzzle) or kept.path
    missing = [line for line, clue in puzzle.lines() if clue is None]
    if missing:
        where = "standard output" if path == "-" else path
        clues = "the clue" if len(missing) == 1 else "the clues"
        are = "is" if len(missing) == 1 else "are"
        complain(
            f"{where}: {clues} of {line_names(missing)} {are} missing: {kept.form.missing_clues}"
        )
    return path


def _code(reading: PictureReading) -> int:
    from nonosat.photo.readings.answer import ReadingStatus

    if reading.status is ReadingStatus.UNIQUE:
        return exits.DONE
    return exits.MULTIPLE if reading.status is ReadingStatus.SEVERAL else exits.UNKNOWN


def _write_more(
    source: Source,
    reading: PictureReading,
    show: Destination | None,
    cells: Destination | None,
    *,
    alone: bool,
) -> None:
    """Write the picture of a reading, and the cells that are filled or crossed."""
    from nonosat.draw.readings import draw_reading

    if show is not None:
        _file(show, source, ".svg", alone=alone).write(str(draw_reading(reading)))
    if cells is not None and reading.given is None:
        complain(f"{source.name}: no cell is filled or crossed")
    elif cells is not None and reading.given is not None:
        rows = "".join(f"{row}\n" for row in reading.given.text_rows())
        _file(cells, source, ".txt", alone=alone).write(rows)


def _file(out: Destination, source: Source, suffix: str, *, alone: bool) -> Destination:
    """The file of one reading: the named file, or a file in the named folder."""
    if is_folder(out.output or ""):
        return out.inside(source.stem + suffix)
    if not alone:
        raise click.UsageError(f"{out.output} is one file for several readings: name a folder")
    return out
