# SPDX-License-Identifier: MIT
"""``nonosat decode``: what a code or a link stands for, as a file of any format."""

from __future__ import annotations

import click

from nonosat import formats
from nonosat.cli import exits
from nonosat.cli.input import mend_words
from nonosat.cli.output import complain, emit, emit_bytes, lines
from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes.face import KINDS, decode_grid
from nonosat.formats.codes.face import decode as puzzle_of
from nonosat.formats.files import write_bytes
from nonosat.formats.registry import format_named
from nonosat.formats.writing import format_for
from nonosat.model.puzzle import Puzzle

_WRITTEN = sorted(name for name, form in formats.FORMATS.items() if form.writes)


@click.command()
@click.argument("texts", metavar="CODE...", nargs=-1, required=True)
@click.option(
    "--to", "target", type=click.Choice(_WRITTEN), metavar="FORMAT",
    help="The format to write; by default that of the suffix of -o, else json. 'nonosat formats' "
    "lists them.",
)  # fmt: skip
@click.option("-o", "--output", metavar="FILE", help="Write to FILE instead of stdout.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@click.option("--kind", type=click.Choice(list(KINDS)), help="Of the codes; else recognised.")
@click.option(
    "--grid", "as_grid", is_flag=True,
    help="Print the pictures as text, # . and ?, also those with unknown cells.",
)  # fmt: skip
@click.pass_context
def decode(
    ctx: click.Context,
    texts: tuple[str, ...],
    target: str | None,
    output: str | None,
    force: bool,
    kind: str | None,
    as_grid: bool,
) -> None:
    """Write the puzzles of codes and of links as a file.

    CODE is a code of any kind, a whole link, or - for codes on standard input, one in each line. A
    code that is damaged is refused with the place of the first wrong character; nothing is written
    to FILE then.

    Exit codes: 0 done, 2 usage error, 4 bad input, or a puzzle that the format cannot hold.
    """
    if as_grid and (target or output):
        raise click.UsageError("--grid excludes --to and -o")
    codes: list[int] = []
    puzzles: list[Puzzle] = []
    for text in _codes(texts):
        try:
            if as_grid:
                emit(lines(str(decode_grid(text, kind)).splitlines()))
            else:
                puzzles.append(puzzle_of(text, kind))
            codes.append(exits.DONE)
        except (PuzzleSyntaxError, PuzzleError) as error:
            codes.append(exits.BAD_INPUT)
            shown = text if len(text) <= 40 else f"{text[:40]}..."
            for fault in [*error.faults, *filter(None, [mend_words(error)])]:
                complain(f"{shown}: {fault}")
    if puzzles and not (output and exits.worst(codes)):
        _write(puzzles, target, output, force)
    ctx.exit(exits.worst(codes))


def _codes(texts: tuple[str, ...]) -> list[str]:
    """The arguments, with the lines of standard input for ``-``."""
    if "-" not in texts:
        return list(texts)
    from nonosat.cli.input import standard_input

    lines = [line for line in formats.decode(standard_input()).splitlines() if line.strip()]
    return [code for text in texts for code in (lines if text == "-" else [text])]


def _write(puzzles: list[Puzzle], target: str | None, output: str | None, force: bool) -> None:
    if target is None and output is not None:
        form = format_for(output)
    else:
        form = format_named(target or "json")
    data = form.dumps(puzzles[0]) if len(puzzles) == 1 else form.dumps_all(puzzles)
    if isinstance(data, str):
        data = data.encode()
    if output is None:
        emit_bytes(data)
        return
    import os

    if not force and os.path.lexists(output):
        raise click.UsageError(f"{output!r} is there already: --force replaces it")
    try:
        write_bytes(output, data)
    except OSError as error:
        raise click.UsageError(f"-o {output}: {error.strerror}") from error
