# SPDX-License-Identifier: MIT
"""``nonosat encode`` and ``nonosat decode``: codes and links of puzzles, and back."""

from __future__ import annotations

import click

from nonosat import formats
from nonosat.cli import answers, exits
from nonosat.cli.destination import Destination
from nonosat.cli.help_text import command
from nonosat.cli.input import Broken, Inputs, Source, correct_words, standard_input
from nonosat.cli.options import (
    base_option,
    file_options,
    json_option,
    output_options,
    time_limit_option,
    to_option,
)
from nonosat.cli.output import complain, emit, emit_json, lines, poll_of
from nonosat.errors import GridError, LimitError, PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes.face import KINDS, code_of, decode_grid
from nonosat.formats.codes.face import decode as puzzle_of
from nonosat.formats.codes.links import page_address
from nonosat.limits import Limits
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict

_COMPARED = ("rules", "image", "nonosat")
"""The kinds that ``--stats`` compares."""


@command(
    status={
        1: "--solution or --stats: several solutions",
        3: "--solution or --stats: no solution",
        4: "bad input, or a code cannot hold the puzzle",
        5: "unknown, or no code within the limit",
    },
)
@file_options
@click.option(
    "--code",
    "kind",
    type=click.Choice(list(KINDS)),
    default="nonosat",
    show_default=True,
    help="; ".join(f"{kind.name}: {kind.sentence}" for kind in KINDS.values()) + ".",
)
@click.option(
    "--solution",
    "solved",
    is_flag=True,
    help="Take the only solution as the picture, for codes of pictures.  [default: the goal "
    "picture of the file]",
)
@click.option(
    "--link",
    is_flag=True,
    help="Print a link; if no address of the page is known, its end, from # or ?.",
)
@base_option("With --link: the address of the page.  [default: NONOSAT_SITE]")
@click.option(
    "--stats",
    is_flag=True,
    help="Compare three kinds of codes, rules, image (of the only solution) and nonosat: print the "
    "codes of each puzzle, and then their total and average length.",
)
@time_limit_option
@json_option
def encode(
    inputs: Inputs,
    kind: str,
    solved: bool,
    link: bool,
    base: str | None,
    stats: bool,
    time_limit: float | None,
) -> int:
    """Print a code for each puzzle: a short text that stands for it.

    Each code is a line. Only the kind nonosat holds every puzzle; the others refuse puzzles
    that they cannot hold. Codes hold no title; links have it beside the code.
    """
    if base is not None and not link:
        raise click.UsageError("--base needs --link")
    if stats and (link or solved):
        raise click.UsageError("--stats excludes --link and --solution")
    page = (base or page_address()) if link else None
    lengths: dict[str, list[int]] = {name: [] for name in _COMPARED}
    count = 0

    def one(source: Source, puzzle: Puzzle) -> int | Broken:
        nonlocal count
        count += 1
        if stats:
            return _compared(source, puzzle, lengths, time_limit, inputs.as_json)
        poll = poll_of(Limits(time_limit=time_limit), "the code") or bool
        try:
            whole: Puzzle | Grid = puzzle
            if solved and KINDS[kind].of_grid is not None:
                whole = _solution(puzzle, time_limit)
            text = code_of(whole, kind, page, poll)
        except LimitError as error:
            return Broken(source, error, exits.UNKNOWN, named=True)
        except (PuzzleError, GridError) as error:
            code = error.code if isinstance(error, _NoPictureError) else exits.BAD_INPUT
            return Broken(source, error, code, named=True)
        if inputs.as_json:
            emit_json({**source.origin(), "kind": kind, "link" if link else "code": text})
        else:
            emit(text)
        return exits.DONE

    worst = inputs.each(one)
    if stats:
        _totals(count, lengths, inputs.as_json)
    return worst


class _NoPictureError(PuzzleError):
    """The puzzle does not have one solution, or it was not found; ``code``: the exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def _solution(puzzle: Puzzle, time_limit: float | None) -> Grid:
    """The only solution.

    Raises:
        _NoPictureError: there is not exactly one, or it was not found.
    """
    from nonosat.solving import solve
    from nonosat.words import verdict_words

    report = solve(puzzle, time_limit=time_limit)
    if report.verdict is Verdict.UNIQUE:
        return report.solutions[0]
    words = verdict_words(report.verdict, report.reason)
    if report.verdict is Verdict.MULTIPLE:
        words = "several solutions"
    code = answers.VERDICT_CODES[report.verdict]
    raise _NoPictureError(f"no picture of the only solution: {words}", code)


def _compared(
    source: Source,
    puzzle: Puzzle,
    lengths: dict[str, list[int]],
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Print the codes of a puzzle, or the errors; returns the exit code."""
    code = exits.DONE
    found: dict[str, str] = {}
    errors: dict[str, str] = {}
    poll = poll_of(Limits(time_limit=time_limit), "the code") or bool
    for name in _COMPARED:
        try:
            whole = _solution(puzzle, time_limit) if name == "image" else puzzle
            found[name] = code_of(whole, name, None, poll)
            lengths[name].append(len(found[name]))
        except _NoPictureError as error:
            code = error.code
            errors[name] = str(error)
        except LimitError as error:
            code = exits.UNKNOWN
            errors[name] = str(error)
        except (PuzzleError, GridError) as error:
            errors[name] = str(error)
    if as_json:
        emit_json({**source.origin(), "codes": found, "errors": errors})
    else:
        emit(f"{source.name}:")
        for name in _COMPARED:
            emit(f"  {name}: {found.get(name) or errors[name]}")
    return code


def _totals(count: int, lengths: dict[str, list[int]], as_json: bool) -> None:
    """Print the total and the average length of the codes."""
    from nonosat.words import counted

    if as_json:
        totals = {name: {"codes": len(x), "characters": sum(x)} for name, x in lengths.items()}
        emit_json({"puzzles": count, "totals": totals})
        return
    emit("Totals:")
    emit(f"  puzzles: {count:,}")
    for name, each in lengths.items():
        average = f"{sum(each) / len(each):.1f}" if each else "-"
        of = "" if len(each) == count else f", of {counted(len(each), 'code')}"
        emit(f"  {name}: {sum(each):,} characters, average {average}{of}")


@command(
    status={
        4: "bad input, or the format cannot hold the puzzle",
    },
)
@click.argument("texts", metavar="CODE...", nargs=-1, required=True)
@output_options(
    "The file to write.  [default: standard output]",
    to=to_option,
)
@click.option(
    "--code",
    "kind",
    type=click.Choice(list(KINDS)),
    help="The kind of the codes.  [default: recognised]",
)
@click.option(
    "--grid", "as_grid", is_flag=True,
    help="Print the pictures as text, # . and ?, also those with unknown cells.",
)  # fmt: skip
def decode(texts: tuple[str, ...], out: Destination, kind: str | None, as_grid: bool) -> int:
    """Write the puzzles of codes and links to a file.

    CODE is a code of any kind, a whole link, or - for codes on standard input, one per line.
    The format is json, unless --to or the suffix of OUT says otherwise. A damaged code is refused
    with the place of its first wrong character; OUT is not written then.
    """
    if as_grid and (out.to or out.output):
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
            for fault in [*error.faults, *filter(None, [correct_words(error)])]:
                complain(f"{shown}: {fault}")
    if puzzles and not (out.output and exits.worst(codes)):
        form = out.form() if out.to or out.output else formats.format_named("json")
        out.write(form.dumps_some(puzzles))
    return exits.worst(codes)


def _codes(texts: tuple[str, ...]) -> list[str]:
    """The arguments, with the lines of standard input for ``-``."""
    if "-" not in texts:
        return list(texts)
    lines = [line for line in formats.decode(standard_input()).splitlines() if line.strip()]
    return [code for text in texts for code in (lines if text == "-" else [text])]
