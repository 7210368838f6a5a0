# SPDX-License-Identifier: MIT
"""What adds to a collection: ``add`` and ``merge``.

``add`` reads puzzles of files, folders, archives, texts and codes; ``merge`` takes everything of
other collections.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict

import click

from nonosat import collection
from nonosat.cli import exits
from nonosat.cli.input import Inputs, standard_input
from nonosat.cli.options import file_options
from nonosat.cli.output import complain, emit, emit_json
from nonosat.cli.progress import status
from nonosat.collection import Added, Content, Merged
from nonosat.errors import CollectionError
from nonosat.model.metadata import printable
from nonosat.words import counted

_STDIN = "-"


@click.command()
@file_options
@click.option("--json", "as_json", is_flag=True, help="Print what was added as a JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary.")
@click.pass_context
def add(ctx: click.Context, /, inputs: Inputs) -> int:
    """Add the puzzles of files, folders, lists, archives, codes and texts.

    Only what is new is added: a file that is in the collection and has not changed is not read
    again. A file that has changed is read again, and the puzzles that it had before stay. A file
    that is broken is stored as well, with its faults, which are said when it is read. A file of a
    folder that is no puzzle file is skipped, and does not change the exit code.

    Exit codes: 0 done, 2 usage error, 4 bad input (the rest is added), 74 the collection cannot be
    written, 130 interrupted.
    """
    codes = []

    def faulty(name: str, faults: list[str], skipped: bool) -> None:
        if not skipped:
            codes.append(exits.BAD_INPUT)
        for fault in faults:
            complain(f"{printable(name)}: {'skipped: ' if skipped else ''}{fault}")

    with (
        collection.open(ctx.obj) as store,
        status(ctx.obj, inputs.quiet) as line,
    ):

        def progress(added: Added, name: str) -> None:
            if line is not None:
                line.say(f"{printable(name)}: {added.new:,} new, {added.known:,} known")

        added = store.add(
            _with_stdin(inputs.files), format=inputs.format_name, progress=progress, faulty=faulty
        )
    if inputs.as_json:
        emit_json(_as_dict(added))
    elif not inputs.quiet:
        emit(_words(added))
    return exits.worst(codes)


def _with_stdin(files: Iterable[str]) -> Iterator[str | Content]:
    for file in files:
        yield Content(_STDIN, standard_input(), path=_STDIN) if file == _STDIN else file


def _as_dict(added: Added) -> dict[str, object]:
    return {name: value for name, value in asdict(added).items() if name != "reason"}


def _words(added: Added) -> str:
    parts = [f"{added.new:,} new", f"{added.known:,} known already"]
    if added.broken:
        parts.append(f"{added.broken:,} broken")
    puzzles = f"puzzles: {', '.join(parts)}"
    if not added.files:
        return puzzles
    parts = [counted(added.files, "file")]
    if added.unchanged:
        parts.append(f"{added.unchanged:,} unchanged")
    if added.changed:
        parts.append(f"{added.changed:,} changed since they were added")
    if added.skipped:
        parts.append(f"{added.skipped:,} skipped")
    return f"{puzzles}; {', '.join(parts)}"


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
