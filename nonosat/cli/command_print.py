# SPDX-License-Identifier: MIT
"""``nonosat print``: puzzles on sheets of paper, as a PDF."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from nonosat import words
from nonosat.cli import answers, exits
from nonosat.cli.destination import Destination
from nonosat.cli.help_text import command
from nonosat.cli.input import Broken, Inputs, Source, each_of
from nonosat.cli.many import Job, Many, Outcome, by_workers, in_order, work_on
from nonosat.cli.options import (
    Seconds,
    base_option,
    choice_option,
    file_options,
    many_options,
    number_option,
    output_options,
    paper_option,
    quiet_option,
)
from nonosat.cli.output import DRAWING, before_drawing, complain, emit, poll_of
from nonosat.cli.progress import Bar, status
from nonosat.errors import GridError, LimitError, PuzzleError
from nonosat.formats.codes.face import KINDS, code_of
from nonosat.formats.codes.links import page_address
from nonosat.languages import language_of_environment
from nonosat.limits import Limits
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict

if TYPE_CHECKING:
    from nonosat.explain.rating import Printed

_SOLVING = 10.0
"""Seconds for a solution without ``--time-limit``."""
_CODE = 0.2
"""The share of ``--time-limit`` for a code; a code that takes longer is too long to print."""
_CODES = [kind.name for kind in KINDS.values() if kind.of_puzzle is not None]


@command(
    "print",
    status={
        1: "a puzzle has several solutions",
        3: "a puzzle has no solution",
        5: "unknown",
    },
)
@file_options
@output_options(
    "The file to write; or a folder, which gets a file for each puzzle.",
    metavar="BOOK.pdf",
    required=True,
)
@paper_option
@click.option("--landscape", is_flag=True, help="The long side of the paper is the width.")
@number_option(
    "--per-page",
    "At most N puzzles on a page, fewer if their clues would be smaller than 6 points.",
    most=40,
    default=1,
)
@choice_option(
    "--theme",
    ["print", "light", "dark", "contrast", "patterns"],
    "The colours. patterns: for black-and-white printers.",
    default="print",
)
@click.option("--title", default="", help="The title of the book, on its first page.")
@click.option(
    "--name-line",
    is_flag=True,
    help="A line for a name on each page with puzzles.",
)
@click.option(
    "--solutions",
    "place",
    type=click.Choice(["none", "end", "page", "only"]),
    default="end",
    show_default=True,
    help="end: on the last pages; page: upside down on the page of the puzzle; none: not "
    "printed; only: no puzzles.",
)
@click.option(
    "--contents/--no-contents",
    default=None,
    help="Whether there is a table of contents.  [default: from 13 puzzles on]",
)
@click.option("--no-difficulty", is_flag=True, help="Do not rate the puzzles.")
@click.option("--easy-first", is_flag=True, help="The easiest puzzle first.  [default: as given]")
@click.option("--hide-titles", is_flag=True, help="Titles of puzzles only beside the solutions.")
@choice_option(
    "--code",
    ["none", *_CODES],
    "The code under each puzzle, as text and as a QR code: "
    f"{words.listed([*_CODES, 'none'], 'or')}.",
    metavar="KIND",
    default="nonosat",
)
@base_option("Print links to this page, not codes.  [default: NONOSAT_SITE]")
@click.option(
    "--clue-strips",
    is_flag=True,
    help="Print the clues as strips with squares of 19 mm, to lay around a board.",
)
@click.option("--font", metavar="FILE.ttf", help="A TrueType font for the titles.")
@click.option(
    "--time-limit",
    type=Seconds(),
    metavar="SECONDS",
    help="Per puzzle, for its solution and its pages; unused time goes to the pages of all "
    "puzzles.  [default: 10 for the solution, no limit for the pages]",
)
@quiet_option
@many_options
def print_(
    inputs: Inputs,
    out: Destination,
    many: Many,
    place: str,
    no_difficulty: bool,
    code: str,
    base: str | None,
    time_limit: float | None,
    easy_first: bool,
    **options: Any,
) -> int:
    """Print puzzles on paper: a PDF with boards, solutions and contents.

    Each board is as large as fits, with clues of at least 6 points; a larger board is split over
    several pages. Of several puzzles each has its place in the order of their difficulty: 1 is the
    easiest. The words on the paper are in the language of NONOSAT_LANGUAGE, else of the system.
    Needs the extra pdf. A book that is not made within --time-limit is not written: up to
    half of it is kept for the pages of large boards.
    """
    from nonosat.draw.book.binding import sheets
    from nonosat.explain.rating import sheets_arguments

    linked = code != "none" and KINDS[code].field is not None
    if base is not None and not linked:
        raise click.UsageError(f"--base: --code {code} has no links")
    page = (base or page_address() or None) if linked else None
    strips = options["clue_strips"]
    given: dict[str, Any] = {"code": "none" if place == "only" and not strips else code}
    given |= {"page": page, "solved": place != "none" and not strips, "time_limit": time_limit}
    given["rated"] = not (no_difficulty or strips)
    say = language_of_environment()
    given["lang"], options["answers"] = say.code, place
    if many.asked(out, jobs=True):
        job = Job(f"{__name__}:one_of_many", ("pages",), {**given, "sheets": options}, ".pdf")
        return work_on(inputs, out, many, job)
    if not out.stdout:
        out.check_suffix([".pdf"])
    out.check_free()
    found: list[Printed] = []
    left = 0.0  # seconds that remain for the pages

    def one(about: tuple[Source, Puzzle, _Made]) -> int:
        nonlocal left
        source, _, (made, said, ended, unused) = about
        for text in said if not inputs.quiet or ended == exits.BAD_INPUT else ():
            complain(f"{source.name}: {text}")
        found.append(made)
        left += unused
        return ended

    with closing(_all_printed(inputs, given, many.jobs)) as about:
        worst = inputs.end(about, one)
    if not found:
        return worst
    pages_end = Limits(time_limit=None if time_limit is None else max(0.0, left - DRAWING))
    try:
        with Bar(0, inputs.quiet) as bar:
            book = sheets(
                **sheets_arguments(found, easy_first=easy_first, lang=say.code),
                progress=lambda done, total: bar.show(done, "pages", total),
                poll=poll_of(pages_end),
                **options,
            )
    except LimitError as error:
        complain(f"{out.output} is not written: {error}")
        return exits.worst((worst, exits.UNKNOWN))
    for warning in book.warnings:
        complain(warning)
    out.write(book)
    if not inputs.quiet:
        puzzles, pages = say("count.puzzles", n=len(found)), say("count.pages", n=book.pages)
        emit(say("sheet.printed", file=str(out.output), puzzles=puzzles, pages=pages))
    return worst


_Made: TypeAlias = "tuple[Printed, list[str], int, float]"


def _all_printed(
    inputs: Inputs, given: dict[str, Any], jobs: int
) -> Generator[tuple[Source, Puzzle, _Made] | Broken, None, None]:
    """Each puzzle with what is printed, in order."""
    if jobs > 1:
        yield from in_order(inputs, partial(by_workers, _JOB, given, jobs), jobs)
        return

    def made(asked: tuple[Source, Puzzle]) -> tuple[Source, Puzzle, _Made]:
        source, puzzle = asked
        with status(source.name, inputs.quiet) as progress:
            return source, puzzle, print_in_worker(puzzle, given, progress)

    yield from each_of(inputs.puzzles(), made)


_JOB = f"{__name__}:print_in_worker"


def print_in_worker(puzzle: Puzzle, given: dict[str, Any], progress: Any = None) -> _Made:
    """A puzzle to print, what is said about it, the exit code, and the seconds that remain."""
    from nonosat.explain.rating import printed

    time_limit, code = given["time_limit"], given["code"]
    said: list[str] = []
    codes = [exits.DONE]
    limits = Limits(time_limit=_SOLVING if time_limit is None else time_limit)
    text = ""
    if code != "none":
        try:
            share = Limits(time_limit=None if time_limit is None else _CODE * time_limit)
            text = code_of(puzzle, code, given["page"], poll_of(share, "it") or bool)
        except LimitError as error:
            said.append(f"no code: {error}")
        except (PuzzleError, GridError) as error:
            codes.append(exits.BAD_INPUT)
            said += str(error).splitlines()
    cells = puzzle.height * puzzle.width
    about = {name: given[name] for name in ("solved", "rated")}
    made = printed(puzzle, text, lambda: before_drawing(limits, cells), progress=progress, **about)
    if made.report is not None:
        verdict = made.report.verdict
        codes.append(answers.VERDICT_CODES[verdict])
        if verdict is not Verdict.UNIQUE:
            said.append(words.verdict_words(verdict, made.report.reason))
    return made, said, exits.worst(codes), (limits.left or 0) + DRAWING


def one_of_many(source: Source, options: dict[str, Any]) -> Outcome:
    """What is done with each of many puzzles."""
    from nonosat.draw.book.binding import sheets
    from nonosat.explain.rating import sheets_arguments

    assert isinstance(source.item, Puzzle)
    made, said, code, left = print_in_worker(source.item, options)
    end = Limits(time_limit=None if options["time_limit"] is None else max(0.0, left - DRAWING))
    arguments = sheets_arguments([made], easy_first=False, lang=options["lang"])
    book = sheets(**arguments, poll=poll_of(end), **options["sheets"])
    said += book.warnings
    pages = words.counted(book.pages, "page")
    return Outcome(
        "printed", code, {"pages": book.pages}, made=bytes(book), words="; ".join([pages, *said])
    )
