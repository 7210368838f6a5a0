# SPDX-License-Identifier: MIT
"""``nonosat make``: random puzzles with one solution, written as they are made.

A folder gets a file for each puzzle, as soon as it is made; a file, an archive or stdout gets all
of them at the end. After an interruption, a limit or a search without success, the puzzles made so
far are written, and every file is whole.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from nonosat import formats
from nonosat.cli import exits
from nonosat.cli.destination import Destination, Output, Refused, output_of, writing
from nonosat.cli.help_text import command
from nonosat.cli.options import (
    Seconds,
    Size,
    ascii_option,
    choice_option,
    json_option,
    number_option,
    output_options,
    processes_option,
    quiet_option,
    required_technique_option,
    to_option,
)
from nonosat.cli.output import Screen, complain, emit, emit_json
from nonosat.cli.progress import Bar
from nonosat.cli.solver_options import solver_option
from nonosat.explain.techniques import FOR_PEOPLE
from nonosat.model.puzzle import Puzzle
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.make.random.answer import RandomPuzzle, RandomPuzzles

_STYLES = ("random", "smooth")
_SYMMETRIES = (
    "left-right",
    "top-bottom",
    "both",
    "half-turn",
    "quarter-turn",
    "diagonal",
    "all",
)
"""As in nonosat.make, which is not imported when the command starts; a test compares them."""

_LADDER_SIDE = 10
"""The side of the puzzles of a ladder without a SIZE: at 10x10, difficulties from 2 to 10 are soon
found."""


@command(
    status={
        4: "the format cannot hold the puzzle",
        5: "fewer puzzles than asked for: a limit is reached, or no such puzzle seems to exist",
    },
    groups={
        "Picture": ("--density", "--colors", "--style", "--symmetry", "--allow-boring"),
        "Difficulty": ("--max-technique", "--needs", "--difficulty", "--ladder"),
    },
)
@click.argument("size", type=Size(), metavar="[SIZE]", required=False)
@number_option("--count", "How many puzzles to make.", default=1)
@output_options(
    "A folder, which gets a file for each puzzle; or a file or zip archive for all of them.  "
    "[default: standard output]",
    to=to_option,
)
@click.option(
    "--density",
    type=click.FloatRange(0, 1),
    default=0.55,
    show_default=True,
    metavar="SHARE",
    help="The share of filled cells.",
)
@number_option("--colors", "How many colours, without the background.", default=1)
@choice_option(
    "--style",
    _STYLES,
    "random: each cell independently; smooth: connected areas, as in drawn pictures.",
    default="random",
)
@choice_option(
    "--symmetry",
    _SYMMETRIES,
    "Make pictures that look the same when mirrored or turned this way.  [default: none]",
)
@required_technique_option
@choice_option("--needs", FOR_PEOPLE, "Need exactly this technique as the hardest.")
@click.option(
    "--difficulty",
    metavar="RANGE",
    help="The difficulty, spread over a range: medium, easy:hard, 8:9, 12: or :5. The words: very "
    "easy from 0, easy from 6.17, medium from 8.04, hard from 9.67, very hard from 11.18.",
)
@click.option(
    "--ladder",
    metavar="LEAST:MOST",
    help="Make --count puzzles titled 1, 2, ... whose difficulty climbs in equal steps: 3:8, or "
    "easy:hard, from middle to middle. 5x5 cells reach 1:6, 10x10 1:10, 15x15 3:14, 20x20 6:15.",
)
@click.option("--allow-boring", is_flag=True, help="Allow lines that are empty or full.")
@solver_option("seed", help="Another seed makes other puzzles.", show_default=True)
@number_option(
    "--attempt-limit", "Give up after N random pictures in a row without a puzzle.", default=500
)
@processes_option
@click.option(
    "--time-limit",
    type=Seconds(),
    metavar="SECONDS",
    help="Give up after SECONDS, for all puzzles together.  [default: none]",
)
@json_option
@quiet_option
@ascii_option
def make(
    size: int | tuple[int, int] | None,
    *,
    count: int,
    out: Destination,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    seed: int,
    attempt_limit: int,
    jobs: int,
    time_limit: float | None,
    ladder: str | None,
    **options: Any,
) -> int:
    """Make random puzzles with one solution, of the size and difficulty you choose.

    SIZE is WIDTHxHEIGHT in cells, such as 20x15; one number makes squares; with --ladder, 10x10
    if left out. Two solvers confirm that each puzzle has one solution. The same options and
    --seed make the same puzzles on every machine, with any --jobs. All are different, also when
    turned, mirrored or recoloured. Ctrl-C keeps those made so far. 'nonosat print' makes a book
    of the folder, 'nonosat like-image' makes puzzles that look like a photo.
    """
    from nonosat.make import Requirements, puzzle_ladder, random_puzzles

    if size is None:
        if ladder is None:
            raise click.MissingParameter(param_type="argument", param_hint="'SIZE'")
        size = _LADDER_SIDE
    width, height = size if isinstance(size, tuple) else (size, size)
    stem = f"{width}x{height}-{seed}"
    made_by = random_puzzles
    if ladder is not None:
        least, _, most = ladder.partition(":")
        made_by = partial(puzzle_ladder, least=least, most=most)
    kept = None if out.output is None and as_json else output_of(out)
    writer = _Writer(kept, stem, count, as_json)
    try:
        with Bar(count, quiet) as bar:
            puzzles = made_by(
                Requirements(width, height, **options),
                count=count,
                seed=seed,
                attempt_limit=attempt_limit,
                jobs=jobs,
                time_limit=time_limit,
                progress=lambda tries: bar.show(writer.made, f"made; {tries:,} pictures tried"),
            )
            for made in puzzles:
                writer.add(made)
    except KeyboardInterrupt:
        writer.finish()
        complain(f"{counted(writer.made, 'puzzle')} made before the interruption")
        raise
    writer.finish()
    if puzzles.reason is not None:
        _report_end(puzzles, as_json, Screen(ascii_only), drawn=out.output is not None)
        return exits.UNKNOWN
    if not quiet and out.output is not None and not as_json:
        emit(f"{out.output}: {puzzles}")
    return exits.DONE


class _Writer:
    """Writes puzzles as they come, and prints a line of JSON for each if asked for."""

    def __init__(self, output: Output | None, stem: str, count: int, as_json: bool) -> None:
        self.made = 0
        self._output = output
        self._stem = stem
        self._count = count
        self._as_json = as_json

    def add(self, made: RandomPuzzle) -> None:
        """Write a puzzle.

        Raises:
            click.UsageError: its file exists.
            PuzzleError: the format cannot hold it.
        """
        written = self._write(made)
        self.made += 1
        if not self._as_json:
            return
        puzzle = made.puzzle
        line: dict[str, Any] = {
            "seed": made.seed,
            "number": made.number,
            "rung": made.rung,
            "width": puzzle.width,
            "height": puzzle.height,
            "technique": made.technique,
            "difficulty": made.difficulty,
            "tries": made.tries,
        }
        if self._output is None:
            line["puzzle"] = _as_data(puzzle)
        else:
            line["output"] = written or self._output.path
        if self._output is None or self._output.path != "-":
            emit_json(line)

    def _write(self, made: RandomPuzzle) -> str | None:
        if self._output is None:
            return None
        output = self._output
        if made.rung is None:
            place = output.numbered(self._stem, made.number)
        else:
            place = output.numbered(self._stem, made.rung, most=self._count)
        try:
            with writing(output.path):
                return output.add(place, made.puzzle)
        except Refused as refused:
            raise refused.as_error() from None

    def finish(self) -> None:
        """Write the file that holds all puzzles."""
        if self._output is None:
            return
        with writing(self._output.path):
            self._output.finish()


def _as_data(puzzle: Puzzle) -> Any:
    return json.loads(formats.dumps(puzzle, format="json"))


def _report_end(puzzles: RandomPuzzles, as_json: bool, screen: Screen, *, drawn: bool) -> None:
    """Print why the search ended early, and the nearest miss if no puzzles go to stdout."""
    for line in puzzles.lines():
        complain(line)
    if as_json:
        emit_json(puzzles.as_dict())
    elif puzzles.nearest is not None and (drawn or sys.stdout.isatty()):
        emit(screen.picture(puzzles.nearest, puzzles.nearest.goal))
