# SPDX-License-Identifier: MIT
"""``nonosat collection DB export``: a collection as files for other programs."""

from __future__ import annotations

import errno
import sys
from typing import IO

import click

from nonosat import collection
from nonosat.cli import exits
from nonosat.cli.collection_options import query_options
from nonosat.cli.options import quiet_option
from nonosat.cli.output import complain, emit_json
from nonosat.cli.progress import status
from nonosat.collection.exported import Exported
from nonosat.model.texts import printable
from nonosat.words import counted

REFUSED = 1
_SAID = 20
"""The refused puzzles that are named one by one."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


@click.command()
@click.option("-o", "--output", "out", metavar="OUT", required=True, help="The file or folder.")
@click.option(
    "--to",
    metavar="KIND",
    help="What to write: table (comma-separated values), jsonl (JSON lines), parquet, or a format "
    "of 'nonosat formats'; by default the suffix of OUT says it. csv and code are lists of codes.",
)
@query_options
@click.option(
    "--grids",
    is_flag=True,
    help="Add the puzzles and their solutions to a table; in files of puzzles, the only solution "
    "becomes the goal picture of a puzzle that has none.",
)
@click.option(
    "--certificates", metavar="FOLDER", help="Write the certificates that are stored there, too."
)
@click.option(
    "--name",
    metavar="TEMPLATE",
    help="The names of files in a folder: text with {title}, {index} and {stem}. By default the "
    "name of the file where a puzzle was found, with its number.",
)
@click.option("--force", is_flag=True, help="Replace files that exist.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as a JSON object.")
@quiet_option
@click.pass_context
def export(
    ctx: click.Context,
    /,
    out: str,
    to: str | None,
    where: str | None,
    sort: str | None,
    limit: int | None,
    time_limit: float,
    grids: bool,
    certificates: str | None,
    name: str | None,
    force: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Write the collection, or what a condition chooses of it, for other programs.

    OUT is a table (.csv, .jsonl, .parquet), a file of puzzles with a suffix of 'nonosat formats',
    a folder (with --to), which gets a file for each puzzle, or - for standard output (with --to).
    A file is written as a whole, or not at all.

    A CSV table begins with the columns of davidje13's judge: Game, Width, Height, Difficulty,
    Tedium, Steps. A text that a spreadsheet would run as a formula gets an apostrophe before it.
    Parquet needs the extra 'collection'.

    Exit codes: 0 done, 1 a format cannot hold some of the puzzles, 2 usage error, 4 no collection,
    5 the condition takes too long, 74 the disk is full.
    """
    stream: IO[bytes] | None = sys.stdout.buffer if out == "-" else None
    if stream is not None and as_json:
        raise click.UsageError("--json and OUT are both for standard output: name a file")
    with collection.open(ctx.obj, write=False) as store, status(out, quiet) as line:

        def progress(done: Exported) -> None:
            if line is not None:
                line.say(counted(done.puzzles, "puzzle"))

        try:
            done = store.export(
                out if stream is None else stream,
                to=to,
                where=where,
                sort=sort,
                limit=limit,
                time_limit=time_limit,
                grids=grids,
                certificates=certificates,
                name=name,
                force=force,
                progress=progress,
            )
            if stream is not None:
                stream.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            if stream is not None or error.errno in _FULL:
                raise OSError(error.errno, f"{out}: {error.strerror}") from None
            raise click.UsageError(f"{error.filename or out}: {error.strerror}") from None
    _say(done, out, as_json, quiet)
    ctx.exit(REFUSED if done.refused else exits.DONE)


def _say(done: Exported, out: str, as_json: bool, quiet: bool) -> None:
    for number, why in done.refused[:_SAID]:
        complain(f"puzzle {number} is not written: {why}")
    if len(done.refused) > _SAID:
        complain(f"{counted(len(done.refused) - _SAID, 'more puzzle')} not written")
    if as_json:
        emit_json(
            {
                "output": out,
                "puzzles": done.puzzles,
                "files": done.files,
                "certificates": done.certificates,
                "refused": [{"id": number, "error": why} for number, why in done.refused],
                "lost": {what: times for what, (_, times) in done.lost.items()},
            }
        )
        return
    if quiet:
        return
    for what, (first, times) in done.lost.items():
        more = "" if times == 1 else f", and of {counted(times - 1, 'more puzzle')}"
        complain(f"puzzle {first}: the format does not keep {what} (of this puzzle{more})")
    files = f", {counted(done.files, 'file')}" if done.files > 1 else ""
    proofs = f", {counted(done.certificates, 'certificate')}" if done.certificates else ""
    complain(f"{printable(out)}: {counted(done.puzzles, 'puzzle')}{files}{proofs}")
