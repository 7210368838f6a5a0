# SPDX-License-Identifier: MIT
"""``nonosat make --random SIZE``: random puzzles with one solution, written as they are made.

A folder gets a file for each puzzle, as soon as it is made; a file, an archive or stdout gets all
of them at the end. Whatever ends the work (Ctrl-C, a limit, a wish that nothing fulfils), what was
made until then is written, and every file is whole.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nonosat import formats
from nonosat.cli import exits
from nonosat.cli.destination import Destination, Folder, Output, Refused, output_to, writing
from nonosat.cli.output import Screen, complain, emit, emit_json
from nonosat.cli.progress import Bar
from nonosat.errors import LimitError
from nonosat.formats.names import FileNames
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.making.random.generating import RandomPuzzle


_FORMAT = "non"
"""What folders and stdout get, unless --to says otherwise: text that holds everything."""


def make_random(
    size: int | tuple[int, int],
    *,
    count: int,
    out: Destination,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    **wish: Any,
) -> int:
    """Make puzzles and write them; the exit code. ``wish``: the other options of
    ``nonosat.random_puzzles``.

    ``out``: without a name for stdout; with ``as_json`` each line then holds its puzzle.
    """
    from nonosat.making.random.generating import random_puzzles

    width, height = size if isinstance(size, tuple) else (size, size)
    stem = f"{width}x{height}-{wish['seed']}"
    kept = None if out.output is None and as_json else output_of(out)
    writer = _Writer(kept, stem, as_json)
    code = exits.DONE
    ended: LimitError | None = None
    try:
        with Bar(count, quiet) as bar:
            tries = 0

            def show(looked: int) -> None:
                nonlocal tries
                tries = looked
                bar.show(writer.made, f"made; {tries:,} pictures tried")

            for made in random_puzzles(width, height, count=count, progress=show, **wish):
                writer.add(made)
    except LimitError as error:
        ended, code = error, exits.UNKNOWN
    except KeyboardInterrupt:
        writer.finish()
        complain(f"{counted(writer.made, 'puzzle')} made before the interruption")
        raise
    writer.finish()
    if ended is not None:
        _report_end(ended, writer.made, as_json, Screen(ascii_only), drawn=out.output is not None)
    elif not quiet and out.output is not None and not as_json:
        emit(f"{out.output}: {counted(writer.made, 'puzzle')}, {tries:,} pictures tried")
    return code


def output_of(out: Destination) -> Output:
    """Where the puzzles go.

    Raises:
        click.UsageError: a file is there already.
    """
    path = out.output or "-"
    if out.to is None and not (path.lower().endswith(".zip") or formats.formats_by_suffix(path)):
        out = replace(out, to=_FORMAT)
    kept = output_to(out, FileNames(None))
    if not isinstance(kept, Folder):
        out.check_free()
    return kept


class _Writer:
    """Writes puzzles as they come, and says so as JSON if that is asked for."""

    def __init__(self, output: Output | None, stem: str, as_json: bool) -> None:
        self.made = 0
        self._output = output
        self._stem = stem
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
        place = output.names.make(
            "", stem=self._stem, index=made.number, title="", suffix=output.suffix
        )
        try:
            with writing(output.path):
                return output.add(place, made.puzzle)
        except Refused as refused:
            raise refused.as_error() from None

    def finish(self) -> None:
        """Write what goes to one file."""
        if self._output is None:
            return
        with writing(self._output.path):
            self._output.finish()


def _as_data(puzzle: Puzzle) -> Any:
    return json.loads(formats.dumps(puzzle, format="json"))


def _report_end(
    error: LimitError, made: int, as_json: bool, screen: Screen, *, drawn: bool
) -> None:
    """Say why it ended early, and show the nearest miss where that does not mix with puzzles."""
    from nonosat.making.random.generating import NothingMadeError

    complain(str(error))
    if not isinstance(error, NothingMadeError):
        return
    if made and error.reason is Reason.WORK:
        complain(f"{counted(made, 'puzzle')} made before")
    if as_json:
        emit_json(
            {
                "error": str(error),
                "attempts": error.attempts,
                "tries": error.tries,
                "why": error.why,
                "nearest": _as_data(error.nearest),
            }
        )
    elif drawn or sys.stdout.isatty():
        emit(screen.picture(error.nearest, error.nearest.goal))
