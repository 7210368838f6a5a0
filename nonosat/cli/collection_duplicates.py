# SPDX-License-Identifier: MIT
"""``nonosat collection DB duplicates``: puzzles that are there more than once."""

from __future__ import annotations

import click

from nonosat import collection
from nonosat.cli.output import emit, emit_json
from nonosat.collection import Entry, Twins
from nonosat.words import counted


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per group.")
@click.pass_context
def duplicates(ctx: click.Context, /, as_json: bool) -> None:
    """List the puzzles that are in the collection more than once.

    The same puzzle at several places; and turned, mirrored or recoloured copies, which are puzzles
    of their own. Titles and goal pictures play no part.

    Exit codes: 0 done, 2 usage error, 4 no collection.
    """
    groups = copies = repeated = 0
    with collection.open(ctx.obj, write=False) as store:
        for twins in store.duplicates():
            groups += 1
            copies += len(twins.entries) - 1
            repeated += sum(entry.places - 1 for entry in twins.entries if entry.places)
            if as_json:
                emit_json(_as_dict(twins))
            else:
                _print(twins)
    if not as_json:
        turned = counted(
            copies, "turned, mirrored or recoloured copy", "turned, mirrored or recoloured copies"
        )
        places = counted(repeated, "further place", "further places")
        emit(f"{counted(groups, 'group')}: {turned}, {places} of the same puzzle")


def _as_dict(twins: Twins) -> dict[str, object]:
    return {
        "shape": twins.entries[0].shape,
        "puzzles": [
            {
                "id": entry.id,
                "sha256": entry.sha256,
                "title": entry.title,
                "position": position,
                "places": [place.name for place in entry.found()],
            }
            for entry, position in zip(twins.entries, twins.positions, strict=True)
        ],
    }


def _print(twins: Twins) -> None:
    for number, (entry, position) in enumerate(zip(twins.entries, twins.positions, strict=True)):
        words = "" if number == 0 else f" ({position})"
        emit(f"{'  ' if number else ''}{entry.id}: {_name(entry)}{words}")


def _name(entry: Entry) -> str:
    places = [place.name or "added by a program" for place in entry.found()]
    title = f"{entry.title}, " if entry.title else ""
    return f"{title}{'; '.join(places)}"
