# SPDX-License-Identifier: MIT
"""``nonosat formats``: the table of all formats of puzzle files."""

from __future__ import annotations

import click

from nonosat.cli.output import Screen, emit, emit_json
from nonosat.errors import OptionError


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per format.")
def formats(names: tuple[str, ...], as_json: bool) -> None:
    """List the formats of puzzle files, and what each one holds and keeps.

    With NAMEs, only these formats, with what else they refuse or lose. The columns say: the endings
    of file names; whether the format is read and written; whether a file holds one puzzle or many;
    one colour, several, or what is kept of them; whether clues may be missing; whether there may be
    printed cells; the texts that are kept; and whether the goal picture is kept, or needed because
    the file is that picture.

    Exit codes: 0 done, 2 usage error.
    """
    from nonosat.formats import FORMATS, table

    unknown = [name for name in names if name not in FORMATS]
    if unknown:
        raise OptionError(f"unknown format {unknown[0]!r}: use one of {', '.join(FORMATS)}")
    chosen = [FORMATS[name] for name in names] or list(FORMATS.values())
    if as_json:
        for form in chosen:
            emit_json(table.as_dict(form))
        return
    rows = [table.row(form) for form in chosen]
    emit(Screen().table(table.HEADS, rows, left=table.HEADS))
    if names:
        for form in chosen:
            emit(f"{form.name}: {table.notes(form)}")
    else:
        emit("'nonosat formats NAME' says more about a format")
