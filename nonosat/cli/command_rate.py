# SPDX-License-Identifier: MIT
"""``nonosat rate``: how hard is a puzzle for a person?"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from nonosat.cli import exits
from nonosat.cli.destination import Destination
from nonosat.cli.help_text import command
from nonosat.cli.input import Broken, Inputs, Source, each_of
from nonosat.cli.many import Job, Many, Outcome, by_workers, in_order, work_on
from nonosat.cli.options import (
    input_options,
    many_options,
    max_links_option,
    max_technique_option,
    output_options,
    time_limit_option,
)
from nonosat.cli.output import Screen, emit, emit_json
from nonosat.cli.progress import status
from nonosat.formats.arguments import Argument
from nonosat.model.metadata import printable
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.explain.rating import Rating

_PUZZLE = "puzzle"
_COLUMNS = [
    *(("size", 9), ("difficulty", 10), ("word", 9)),
    *(("technique", 9), ("steps", 5), ("single", 6)),
]
_OTHER_COLUMNS = [
    *(("davidje13", 9), ("davidje13 tedium", 16)),
    *(("davidje13 steps", 15), ("dsmiller95", 10)),
]
"""The heads of the columns, and their widths."""
_NAME = (24, 60)
"""The least and the largest width of the first column."""
_LEFT = (_PUZZLE, "word", "technique")


@command(
    status={
        0: "rated",
        1: "rated as far as deduction goes: there are several solutions",
        3: "no solution",
        5: "not fully rated: a limit is reached, or the techniques do not suffice",
    },
)
@input_options
@output_options("A folder, which gets a rating for each puzzle, in JSON.", metavar="FOLDER")
@click.option(
    "--csv",
    "as_csv",
    is_flag=True,
    help="Print comma-separated values: game, width, height, difficulty, word, technique, the "
    "steps of each technique, and the numbers of the other programs under their names.",
)
@click.option(
    "--other-programs",
    is_flag=True,
    help="Add the ratings of davidje13's Nonogram and of dsmiller95's nonogram-printer to the "
    "table and to --json; --csv always has them. A hard puzzle can take ten seconds.",
)
@click.option(
    "--no-steps",
    is_flag=True,
    help="Find only the difficulty, not the steps: much faster.",
)
@max_technique_option
@max_links_option
@time_limit_option
@many_options
def rate(
    inputs: Inputs,
    out: Destination,
    many: Many,
    as_csv: bool,
    other_programs: bool,
    no_steps: bool,
    **options: Any,
) -> int:
    """Rate how hard puzzles are for people.

    Prints a table. Difficulty: how much a person looks at; one more means twice as much. Word: very
    easy, easy from 6.17, medium from 8.04, hard from 9.67, very hard from 11.18: the fifths of the
    puzzles that people have rated (docs/explanation/difficulty.md has examples). Technique: the
    hardest that is needed. Steps: their number. Single: the number of steps at which only one cell
    can be deduced. Without --time-limit a bound of work ends the steps of a very hard puzzle after
    a second or two.
    """
    if as_csv and inputs.as_json:
        raise click.UsageError("--csv excludes --json")
    into_folder = many.asked(out, jobs=True)
    if into_folder:
        given = {**options, "steps": not no_steps, "other_programs": other_programs}
        columns = ("difficulty", "word", "technique", "steps")
        return work_on(inputs, out, many, Job(f"{__name__}:one_of_many", columns, given, ".json"))
    if out.output is not None:
        raise click.UsageError(f"-o {out.output}: name a folder; --csv prints a table")
    table = _Table(inputs.files, other_programs, inputs.screen())
    if as_csv:
        emit(_csv_line(_csv_heads()))

    options = {**options, "steps": not no_steps, "other_programs": other_programs or as_csv}

    def code(rated: _Rated) -> int:
        if inputs.as_json:
            emit_json({**_head(rated[0], rated[1]), **rated[2].as_dict()})
        elif as_csv:
            emit(_csv_line(_csv_row(*rated)))
        else:
            table.add(_row(*rated))
        return _code(rated[2])

    with closing(_ratings(inputs, options, many.jobs)) as found:
        return inputs.end(found, code)


def one_of_many(source: Source, options: dict[str, Any]) -> Outcome:
    """What is done with each of many puzzles."""
    from nonosat.explain.rating import rate as rate_puzzle

    assert isinstance(source.item, Puzzle)
    rating = rate_puzzle(source.item, **options)
    data, code = {**_head(source, source.item), **rating.as_dict()}, _code(rating)
    names = {exits.MULTIPLE: "several solutions", exits.NONE: "no solution"}
    done = "rated" if code == exits.DONE else names.get(code, "not fully rated")
    steps = None if rating.steps is None else sum(rating.steps.values())
    numbers: dict[str, object] = {"difficulty": rating.difficulty, "word": rating.difficulty_word}
    numbers |= {"technique": rating.technique, "steps": steps}
    said = (done, *list(numbers.values())[:3])
    words = ", ".join(str(value) for value in said if value not in (None, ""))
    made = json.dumps(data, indent=1) + "\n"
    return Outcome(done, code, numbers, data, made, words=words)


_Rated: TypeAlias = "tuple[Source, Puzzle, Rating]"


def _ratings(
    inputs: Inputs, options: dict[str, Any], jobs: int
) -> Generator[_Rated | Broken, None, None]:
    """Each puzzle with its rating, in order."""
    if jobs > 1:
        yield from in_order(inputs, partial(by_workers, _JOB, options, jobs), jobs)
        return
    from nonosat.explain.rating import rate as rate_puzzle

    def rated(asked: tuple[Source, Puzzle]) -> _Rated:
        source, puzzle = asked
        with status(source.name, inputs.quiet):
            return source, puzzle, rate_puzzle(puzzle, **options)

    yield from each_of(inputs.puzzles(), rated)


_JOB = f"{__name__}:rate_in_worker"


def rate_in_worker(puzzle: Puzzle, options: dict[str, Any]) -> Rating:
    """The rating of a puzzle, in a worker process."""
    from nonosat.explain.rating import rate as rate_puzzle

    return rate_puzzle(puzzle, **options)


class _Table:
    """A table whose rows are printed as soon as they are known, so its widths are fixed.

    A value that is wider than its column shifts the rest of its row.
    """

    def __init__(self, files: Sequence[Argument], other_programs: bool, screen: Screen) -> None:
        self._columns = [
            (_PUZZLE, max(_NAME[0], *(min(_NAME[1], len(file.text)) for file in files))),
            *_COLUMNS,
        ]
        self._columns += _OTHER_COLUMNS * other_programs
        self._gap, self._rule = (" │ ", "─") if screen.unicode else (" | ", "-")
        self._begun = False

    def add(self, row: Sequence[str]) -> None:
        """Print a row, and the heads before the first row. The note comes last."""
        if not self._begun:
            self._begun = True
            self._print([head for head, _ in self._columns] + ["note"])
            emit(self._rule * (sum(width + 3 for _, width in self._columns) + 4))
        self._print(row)

    def _print(self, row: Sequence[str]) -> None:
        cells = [
            value.ljust(width) if head in _LEFT else value.rjust(width)
            for (head, width), value in zip(self._columns, row[:-1], strict=True)
        ]
        emit(self._gap.join([*cells, *filter(None, row[-1:])]).rstrip())


def _code(rating: Rating) -> int:
    from nonosat.explain.walkthroughs import WalkthroughEnd

    if rating.end in (WalkthroughEnd.LIMIT, WalkthroughEnd.STUCK) or rating.reason is not None:
        return exits.UNKNOWN
    if rating.end is WalkthroughEnd.CONTRADICTION:
        return exits.NONE
    return exits.MULTIPLE if rating.end is WalkthroughEnd.AMBIGUOUS else exits.DONE


def _head(source: Source, puzzle: Puzzle) -> dict[str, object]:
    return {
        **source.origin(),
        "title": puzzle.title,
        "width": puzzle.width,
        "height": puzzle.height,
        "colors": len(puzzle.palette),
    }


def _row(source: Source, puzzle: Puzzle, rating: Rating) -> tuple[str, ...]:
    size = f"{puzzle.width}x{puzzle.height}"
    return (printable(source.name), size, *rating.columns().values())


def _csv_heads() -> tuple[str, ...]:
    from nonosat.explain.techniques import TECHNIQUES

    return (
        *("game", "width", "height", "difficulty", "word", "technique"),
        *(f"{name.replace('-', '_')}_steps" for name in TECHNIQUES),
        *("single_openings", "end", "unknown", "note"),
        *("davidje13_difficulty", "davidje13_tedium", "davidje13_steps", "davidje13_reason"),
        *("dsmiller95_rating", "dsmiller95_solutions", "dsmiller95_worst_guesses"),
        *("dsmiller95_best_guesses", "dsmiller95_reason"),
    )


def _csv_row(source: Source, puzzle: Puzzle, rating: Rating) -> tuple[str, ...]:
    from nonosat.explain.techniques import TECHNIQUES

    assert rating.other_programs is not None
    davidje13, dsmiller95 = rating.other_programs.davidje13, rating.other_programs.dsmiller95
    steps = rating.steps or dict.fromkeys(TECHNIQUES)
    values: tuple[object, ...] = (
        *(puzzle.title or source.name, puzzle.width, puzzle.height),
        *(rating.difficulty, rating.difficulty_word, rating.technique),
        *steps.values(),
        rating.single_openings,
        None if rating.end is None else rating.end.value,
        *(rating.unknown, rating.note()),
        *(davidje13.difficulty, davidje13.tedium, davidje13.steps, davidje13.reason),
        *(dsmiller95.rating, dsmiller95.solutions, dsmiller95.worst_guesses),
        *(dsmiller95.best_guesses, dsmiller95.reason),
    )
    return tuple("" if value is None else str(value) for value in values)


def _csv_line(values: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([printable(value) for value in values])
    return text.getvalue()
