# SPDX-License-Identifier: MIT
"""``nonosat make --from PHOTO``: puzzles that look like a picture, drawn side by side."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

import click

from nonosat import formats
from nonosat.cli import exits
from nonosat.cli.out_files import check_free
from nonosat.cli.output import Screen, complain, emit, emit_json, printable
from nonosat.cli.panels import Panel, side_by_side
from nonosat.cli.progress import Bar
from nonosat.grid import Grid
from nonosat.palette import Palette

if TYPE_CHECKING:
    from nonosat.making.offers import Offer, PictureOffers

__all__ = ["make_from"]

_PAGE = 160
"""Columns where the output is no terminal."""


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
    output: str | None = None,
    force: bool = False,
    time_limit: float | None = None,
    as_json: bool = False,
    quiet: bool = False,
    ascii_only: bool = False,
) -> int:
    """Make offers from a picture, print them, write them, and return the exit code.

    ``output``: a folder (it exists, ends with /, or has no suffix) gets a file for each offer; a
    file gets the best one, or all of them where its format holds many.
    """
    from nonosat.making.offers import from_picture

    stem = os.path.splitext(os.path.basename(picture))[0] or "picture"
    names = [] if output is None else _names(output, stem, count)
    for name in names:
        check_free(name, force=force)
    with Bar(count, quiet) as bar:
        found = from_picture(
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
    written = [] if output is None else _write(found, names)
    if as_json:
        for line in _lines(picture, found, written):
            emit_json(line)
    else:
        if found.offers or found.miss is not None:
            emit(_drawn(found, Screen(ascii_only)))
        if not quiet:
            for sentence in str(found).splitlines():
                emit(sentence)
            for name in dict.fromkeys(written):
                complain(f"{printable(name)}: written")
    if found.offers:
        return exits.DONE
    return exits.UNKNOWN if found.reason is not None else exits.MULTIPLE


def _names(output: str, stem: str, count: int) -> list[str]:
    """The files that may be written, one for each offer; the same name for all in one file.

    Raises:
        OptionError: no format is written under that name.
    """
    folder = os.path.isdir(output) or output.endswith(("/", os.sep))
    if folder or not os.path.splitext(output)[1]:
        if os.path.lexists(output) and not os.path.isdir(output):
            raise click.UsageError(f"{output} is there already, and is no folder")
        return [os.path.join(output, f"{stem}-{number}.json") for number in range(1, count + 1)]
    formats.format_for(output)
    return [output] * count


def _write(found: PictureOffers, names: list[str]) -> list[str]:
    """Write the offers; the name of the file for each that was written."""
    puzzles = [offer.puzzle for offer in found.offers]
    if not puzzles:
        return []
    try:
        if len(set(names)) == 1:
            if formats.format_for(names[0]).many:
                formats.dump_all(puzzles, names[0])
                return names[: len(puzzles)]
            formats.dump(puzzles[0], names[0])
            return names[:1]
        for puzzle, name in zip(puzzles, names, strict=False):
            os.makedirs(os.path.dirname(name), exist_ok=True)
            formats.dump(puzzle, name)
    except OSError as error:
        raise click.UsageError(f"{names[0]} cannot be written: {error.strerror}") from None
    return names[: len(puzzles)]


def _lines(picture: str, found: PictureOffers, written: list[str]) -> Iterator[dict[str, Any]]:
    """A line of JSON for each offer; one line for the nearest miss, if there is no offer."""
    data = found.as_dict()
    offers: Any = data.pop("offers")
    for number, offer in enumerate(offers):
        output = written[number] if number < len(written) else None
        about = {"file": picture, "offer": number + 1, **offer, "output": output}
        yield {**about, "reason": data["reason"]}
    if not offers:
        yield {"file": picture, "offer": None, **data}


def _drawn(found: PictureOffers, screen: Screen) -> str:
    """The offers, those with changes twice: as they were, and with the changed cells marked."""
    groups = [
        list(_panels(number, offer, screen)) for number, offer in enumerate(found.offers, start=1)
    ]
    if not groups and found.miss is not None:
        miss = found.miss
        heading = "the nearest miss, open cells marked"
        groups.append([_panel(heading, miss.grid, miss.palette, miss.open, screen)])
    return side_by_side(groups, screen.width or _PAGE, screen.color)


def _panels(number: int, offer: Offer, screen: Screen) -> Iterator[Panel]:
    palette = offer.puzzle.palette
    if offer.changes:
        yield _panel(f"{number}. before", offer.before, palette, (), screen)
    marked = ", changes marked" if offer.changes else ""
    heading = f"{number}. likeness {offer.likeness:.0%}{marked}"
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
