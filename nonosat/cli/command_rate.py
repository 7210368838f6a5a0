# SPDX-License-Identifier: MIT
"""``nonosat rate``: how hard is a puzzle for a person?"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nonosat.cli import exits
from nonosat.cli.input import Source, read_sources, report_faults
from nonosat.cli.options import (
    input_options,
    max_links_option,
    max_technique_option,
    time_limit_option,
)
from nonosat.cli.output import Screen, emit, emit_json, printable
from nonosat.cli.progress import Bar
from nonosat.puzzle import Puzzle
from nonosat.words import counted, reason_words

if TYPE_CHECKING:
    from nonosat.explain.rating import Rating

_HEADS = ("puzzle", "size", "effort", "word", "technique", "steps", "single", "note")
_EARLIER_HEADS = ("difficulty", "tedium", "hints", "guess rating")


@click.command()
@input_options
@click.option(
    "--csv",
    "as_csv",
    is_flag=True,
    help="Comma-separated values: Game, Width, Height, Difficulty, Tedium, Steps as davidje13's "
    "Nonogram computes them, then everything else.",
)
@click.option(
    "--earlier",
    is_flag=True,
    help="Add the numbers of two earlier programs to the table and to --json; --csv has them "
    "always. For a hard puzzle that can take ten seconds.",
)
@click.option(
    "--no-steps",
    is_flag=True,
    help="Leave out the steps: only the effort, which takes a small part of the time.",
)
@max_technique_option
@max_links_option
@time_limit_option
@click.pass_context
def rate(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    format_name: str | None,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    as_csv: bool,
    earlier: bool,
    no_steps: bool,
    max_technique: str | None,
    max_links: int | None,
    time_limit: float | None,
) -> None:
    """Say for each puzzle how hard it is for a person.

    Prints a table. Effort: how much a person looks at; one more means twice as much. Word: the
    fifth of the puzzles that people rated to which that belongs. Technique: the hardest that is
    needed. Steps: how many there are. Single: at how many of them only one cell could be found.

    Exit codes: 0 rated; 1 rated as far as deduction goes, for there are several solutions; 2 usage
    error, 3 no solution, 4 bad input, 5 not rated to the end: a limit was reached, or the
    techniques that are allowed do not suffice.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv excludes --json")
    codes: list[int] = []
    rows: list[tuple[str, ...]] = []
    sources = list(read_sources(files, format_name))
    if as_csv:
        emit(_csv_line(_csv_heads()))
    with Bar(len(sources), quiet) as bar:
        for number, source in enumerate(sources):
            bar.show(number, source.name)
            puzzle = source.item
            if not isinstance(puzzle, Puzzle):
                codes.append(exits.BAD_INPUT)
                report_faults(source, as_json)
                continue
            from nonosat.explain.rating import rate as rate_puzzle

            rating = rate_puzzle(
                puzzle,
                steps=not no_steps,
                earlier=earlier or as_csv,
                max_technique=max_technique,
                max_links=max_links,
                time_limit=time_limit,
            )
            codes.append(_code(rating))
            if as_json:
                emit_json({**_head(source, puzzle), **rating.as_dict()})
            elif as_csv:
                emit(_csv_line(_csv_row(source, puzzle, rating)))
            else:
                rows.append(_row(source, puzzle, rating))
    if rows:
        heads = _HEADS + _EARLIER_HEADS * earlier
        left = ("puzzle", "word", "technique", "note")
        emit(Screen(ascii_only).table(heads, rows, left=left))
    ctx.exit(exits.worst(codes))


def _code(rating: Rating) -> int:
    from nonosat.explain.walkthroughs import WalkEnd

    if rating.end in (WalkEnd.LIMIT, WalkEnd.STUCK) or rating.reason is not None:
        return exits.UNKNOWN
    if rating.end is WalkEnd.CONTRADICTION:
        return exits.NONE
    return exits.MULTIPLE if rating.end is WalkEnd.AMBIGUOUS else exits.DONE


def _head(source: Source, puzzle: Puzzle) -> dict[str, object]:
    return {
        **source.origin(),
        "title": puzzle.title,
        "width": puzzle.width,
        "height": puzzle.height,
        "colors": len(puzzle.palette),
    }


def _note(rating: Rating) -> str:
    """What keeps the rating from being whole."""
    from nonosat.explain.walkthroughs import WalkEnd

    notes = []
    if rating.end is WalkEnd.CONTRADICTION:
        notes.append("no solution")
    elif rating.end is WalkEnd.AMBIGUOUS:
        notes.append(f"several solutions: {counted(rating.unknown or 0, 'cell')} not deduced")
    elif rating.end is WalkEnd.STUCK:
        notes.append(f"stuck: {counted(rating.unknown or 0, 'cell')} not deduced")
    if rating.reason is not None:
        notes.append(reason_words(rating.reason))
    if rating.looking is not None and rating.looking.cut:
        notes.append("the effort is at least that")
    return "; ".join(notes)


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _row(source: Source, puzzle: Puzzle, rating: Rating) -> tuple[str, ...]:
    row: tuple[object, ...] = (
        printable(source.name),
        f"{puzzle.width}x{puzzle.height}",
        None if rating.effort is None else f"{rating.effort:.2f}",
        rating.word,
        rating.technique,
        None if rating.steps is None else sum(rating.steps.values()),
        rating.single_openings,
        _note(rating),
    )
    if rating.judge is not None and rating.guesses is not None:
        judge = rating.judge
        row += (judge.difficulty, judge.tedium, judge.steps, rating.guesses.rating)
    return tuple(map(_text, row))


def _csv_heads() -> tuple[str, ...]:
    from nonosat.explain.techniques import TECHNIQUES

    return (
        *("Game", "Width", "Height", "Difficulty", "Tedium", "Steps"),
        *("Technique", "Effort", "Word"),
        *(f"{name.capitalize()} steps" for name in TECHNIQUES),
        *("Single openings", "End", "Unknown", "Note"),
        *("Solutions", "Worst guesses", "Best guesses", "Guess rating"),
        *("No difficulty because", "No guess rating because"),
    )


def _csv_row(source: Source, puzzle: Puzzle, rating: Rating) -> tuple[str, ...]:
    from nonosat.explain.techniques import TECHNIQUES

    judge, guesses = rating.judge, rating.guesses
    assert judge is not None
    assert guesses is not None
    steps = rating.steps or dict.fromkeys(TECHNIQUES)
    values: tuple[object, ...] = (
        *(puzzle.title or source.name, puzzle.width, puzzle.height),
        *(judge.difficulty, judge.tedium, judge.steps),
        *(rating.technique, rating.effort, rating.word),
        *steps.values(),
        rating.single_openings,
        None if rating.end is None else rating.end.value,
        *(rating.unknown, _note(rating)),
        *(guesses.solutions, guesses.worst_guesses, guesses.best_guesses, guesses.rating),
        *(judge.reason, guesses.reason),
    )
    return tuple(map(_text, values))


def _csv_line(values: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([printable(value) for value in values])
    return text.getvalue()
