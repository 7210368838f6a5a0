# SPDX-License-Identifier: MIT
"""``-o OUT`` of the commands that write one puzzle: its format, the file, what it does not keep."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import click

from nonosat import formats
from nonosat.cli.input import Source
from nonosat.cli.out_files import check_free, write_file
from nonosat.cli.output import complain, emit_bytes
from nonosat.errors import PuzzleError
from nonosat.formats.form import Format
from nonosat.model.puzzle import Puzzle


def format_of(output: str, to: str | None, force: bool) -> Format:
    """The format of OUT; refused now if a file is there.

    Raises:
        click.UsageError: standard output needs ``--to``, or OUT is there.
        OptionError: the format is unknown, or not written.
    """
    if to is None and output == "-":
        raise click.UsageError("-o -: say with --to which format to write")
    form = formats.format_for(output) if to is None else formats.format_named(to)
    form.require_written()
    if output != "-":
        check_free(output, force=force)
    return form


def only_one(sources: Iterator[Source], option: str) -> Iterator[Source]:
    """The only puzzle there is, for an option that writes one.

    Raises:
        click.UsageError: there are more.
    """
    first = list(islice(sources, 2))
    if len(first) > 1:
        raise click.UsageError(f"{option} is for one puzzle, and FILE has more")
    return iter(first)


def write_puzzle(form: Format, output: str, force: bool, source: Source, puzzle: Puzzle) -> None:
    """Write the puzzle, and say what the format does not keep of it.

    Raises:
        click.UsageError: the format cannot hold it, or the file is there or cannot be written.
    """
    try:
        content = form.dumps(puzzle)
    except PuzzleError as error:
        raise click.UsageError(f"{output} cannot be written: {error}") from None
    for loss in formats.losses(puzzle, form.name):
        complain(f"{source.name}: the format {form.name!r} does not keep {loss.what}")
    data = content.encode() if isinstance(content, str) else content
    if output != "-":
        write_file(output, data, force=force)
        return
    emit_bytes(data)
