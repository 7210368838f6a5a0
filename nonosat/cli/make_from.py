# SPDX-License-Identifier: MIT
"""``nonosat make --from PHOTO``: puzzles that look like a picture, drawn side by side."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from nonosat import formats
from nonosat.cli import exits
from nonosat.cli.destination import Destination, Folder, OneFile, Output, Refused, writing
from nonosat.cli.make_random import output_of
from nonosat.cli.output import PAGE, Panel, Screen, complain, emit, emit_json, side_by_side
from nonosat.cli.progress import Bar
from nonosat.model.grid import Grid
from nonosat.model.metadata import printable
from nonosat.model.palette import Palette

if TYPE_CHECKING:
    from nonosat.making.pictures.like_image import SimilarPuzzle, SimilarPuzzles


def make_from(
    picture: str,
    *,
    size: int | tuple[int, int] | None = None,
    colors: int = 2,
    max_technique: str | None = None,
    count: int = 3,
    max_changes: int | None = None,
    crop: bool = False,
    invert: bool = False,
    title: str | None = None,
    out: Destination,
    time_limit: float | None = None,
    as_json: bool = False,
    quiet: bool = False,
    ascii_only: bool = False,
) -> int:
    """Make offers from a picture, print them, write them, and return the exit code.

    ``out``: a folder gets a file for each offer; a file or an archive gets all of them, a file
    of a format that holds one puzzle the best.
    """
    from nonosat.making.pictures.like_image import puzzles_like_image

    stem = os.path.splitext(os.path.basename(picture))[0] or "picture"
    kept = None if out.output is None else output_of(out)
    places = [] if kept is None else _places(kept, stem, count)
    if isinstance(kept, Folder):
        for place in places:
            out.inside(place).check_free()
    with Bar(count, quiet) as bar:
        found = puzzles_like_image(
            picture,
            size=size,
            colors=colors,
            max_technique=max_technique,
            count=count,
            max_changes=max_changes,
            crop=crop,
            invert=invert,
            title=stem if title is None else title,
            time_limit=time_limit,
            progress=lambda fitted, offers: bar.show(offers, f"offers; {fitted} grids tried"),
        )
    written = [] if kept is None else _write(found, kept, places)
    if as_json:
        for line in _lines(picture, found, written):
            emit_json(line)
    else:
        if found.offers or found.miss is not None:
            emit(_drawn(found, Screen(ascii_only)))
        if not quiet:
            for sentence in found.lines():
                emit(sentence)
            for name in dict.fromkeys(written):
                complain(f"{printable(name)}: written")
    if found.offers:
        return exits.DONE
    return exits.UNKNOWN if found.reason is not None else exits.MULTIPLE


def _write(found: SimilarPuzzles, output: Output, places: list[str]) -> list[str]:
    """Write the offers; the name of the file for each that was written.

    Raises:
        click.UsageError: a file exists.
    """
    single = isinstance(output, OneFile) and not output.form.many
    written = []
    try:
        with writing(output.path):
            for place, offer in zip(places, found.offers[: 1 if single else None], strict=False):
                written.append(output.add(place, offer.puzzle) or output.path)
            if written:
                output.finish()
    except Refused as refused:
        raise refused.as_error() from None
    return written


def _places(output: Output, stem: str, count: int) -> list[str]:
    """The names of the files in a folder, one for each offer."""
    return [
        output.names.make("", stem=stem, index=number, title="", suffix=output.suffix)
        for number in range(1, count + 1)
    ]


def _lines(picture: str, found: SimilarPuzzles, written: list[str]) -> Iterator[dict[str, Any]]:
    """A line of JSON for each offer; one line for the nearest miss, if there is no offer."""
    data = found.as_dict()
    offers: Any = data.pop("offers")
    for number, offer in enumerate(offers):
        output = written[number] if number < len(written) else None
        about = {"file": picture, "offer": number + 1, **offer, "reason": data["reason"]}
        if written:
            about["output"] = output
        else:
            about["puzzle"] = json.loads(formats.dumps(found.offers[number].puzzle, format="json"))
        yield about
    if not offers:
        yield {"file": picture, "offer": None, **data}


def _drawn(found: SimilarPuzzles, screen: Screen) -> str:
    """The offers, those with changes twice: as they were, and with the changed cells marked."""
    groups = [
        list(_panels(number, offer, screen)) for number, offer in enumerate(found.offers, start=1)
    ]
    if not groups and found.miss is not None:
        miss = found.miss
        heading = "the nearest miss, open cells marked"
        groups.append([_panel(heading, miss.grid, miss.palette, miss.open, screen)])
    return side_by_side(groups, screen.width or PAGE, screen.color)


def _panels(number: int, offer: SimilarPuzzle, screen: Screen) -> Iterator[Panel]:
    palette = offer.puzzle.palette
    if offer.changes:
        yield _panel(f"{number}. before", offer.before, palette, (), screen)
    marked = ", changes marked" if offer.changes else ""
    heading = f"{number}. similarity {offer.similarity:.0%}{marked}"
    yield _panel(heading, offer.grid, palette, offer.changes, screen)


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
