# SPDX-License-Identifier: MIT
"""``nonosat collection DB merge``: everything of other collections into this one."""

from __future__ import annotations

import os

import click

from nonosat import collection
from nonosat.cli.output import emit, emit_json
from nonosat.cli.progress import status
from nonosat.collection import Merged
from nonosat.errors import CollectionError
from nonosat.model.texts import printable
from nonosat.words import counted


@click.command()
@click.argument("others", metavar="OTHER...", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print what is new as a JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary.")
@click.pass_context
def merge(ctx: click.Context, /, others: tuple[str, ...], as_json: bool, quiet: bool) -> None:
    """Add everything that other collections have: puzzles, places, results, attempts.

    The others stay as they are. Merging in another order gives the same, and merging again changes
    nothing. Of two results for the same question, one with a verdict stays, then the later one.

    Exit codes: 0 done, 2 usage error, 4 no collection, 74 DB cannot be written, 130 interrupted.
    """
    for other in others:
        if not os.path.exists(other):  # before DB is made
            raise CollectionError(f"{other}: there is no such collection")
    with collection.open(ctx.obj) as store, status(ctx.obj, quiet) as line:

        def progress(merged: Merged, name: str) -> None:
            if line is not None:
                line.say(f"{printable(name)}: {merged.puzzles:,} new puzzles")

        merged = store.merge(others, progress=progress)
    if as_json:
        names = ("puzzles", "results", "replaced", "attempts")
        emit_json({name: getattr(merged, name) for name in names})
    elif not quiet:
        replaced = f", {merged.replaced:,} results replaced" if merged.replaced else ""
        emit(
            f"new: {counted(merged.puzzles, 'puzzle')}, {counted(merged.results, 'result')}, "
            f"{counted(merged.attempts, 'attempt')}{replaced}"
        )
