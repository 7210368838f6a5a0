# SPDX-License-Identifier: MIT
"""``nonosat convert``: puzzles from any format to another, one file, many or a list.

``nonosat formats`` prints the table of all formats.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import click

from nonosat.cli import exits
from nonosat.cli.destination import Destination, Folder, Output, Refused, output_to, writing
from nonosat.cli.help_text import command
from nonosat.cli.input import Broken, Inputs, Source, puzzles_in, puzzles_of
from nonosat.cli.options import (
    choice_option,
    file_options,
    json_option,
    output_options,
    quiet_option,
    time_limit_option,
    to_option,
)
from nonosat.cli.output import Screen, complain, emit, emit_json
from nonosat.cli.progress import Bar
from nonosat.errors import PuzzleError
from nonosat.formats import losses
from nonosat.formats.arguments import Argument, Kind
from nonosat.formats.folders import Entry, walk
from nonosat.formats.names import FileNames
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.words import counted, verdict_words


@command(
    status={
        1: "--strict: a puzzle would lose something; --solution: several solutions",
        3: "--solution: no solution",
        4: "bad input, or the format cannot hold the puzzle",
        5: "--solution: unknown",
    },
    groups={"Changes": ("--rotate", "--mirror", "--transpose", "--invert", "--crop")},
)
@file_options
@output_options(
    "A folder (it exists, ends with /, or has no suffix), which gets a file for each puzzle; a "
    "file for all puzzles; or a zip archive, if it ends with .zip.  "
    "[default: standard output]",
    to=to_option,
)
@click.option(
    "--dialect",
    metavar="NAME",
    help="The dialect of the format that is written; 'nonosat formats NAME' lists its dialects.",
)
@click.option(
    "--name",
    metavar="TEMPLATE",
    help="The names of files in a folder OUT: text with {title}, {index} and {stem}.  [default: "
    "{stem}, and {stem}-{index} where FILE has many puzzles]",
)
@click.option("--resume", is_flag=True, help="Keep the files that an earlier run has written.")
@click.option(
    "--solution",
    "with_solution",
    is_flag=True,
    help="Take the solution as the goal picture, if there is exactly one.",
)
@choice_option(
    "--rotate", ["90", "180", "270"], "Turn puzzles clockwise by 90, 180 or 270 degrees."
)
@click.option("--mirror", is_flag=True, help="Exchange left and right.")
@click.option("--transpose", is_flag=True, help="Exchange rows and columns.")
@click.option("--invert", is_flag=True, help="Exchange filled and empty cells of the goal picture.")
@click.option("--crop", is_flag=True, help="Cut empty rows and columns off the goal picture.")
@time_limit_option
@json_option
@quiet_option
def convert(
    inputs: Inputs,
    out: Destination,
    dialect: str | None,
    name: str | None,
    resume: bool,
    **changes: Any,
) -> int:
    """Write puzzles in another format.

    Conversion never changes the solutions: a puzzle that the format cannot hold is refused. Other
    losses (a title, a goal picture, shades of colours) are named once for each kind; with --strict,
    a puzzle that would lose anything is not written. An interrupted run leaves only whole files,
    and --resume continues after them. The subfolders of a folder FILE are created in OUT as well.
    Titles in names are made safe: nothing is written outside OUT.

    --invert and --crop work on the goal picture, which the file has or --solution adds.
    """
    if out.output is None and out.to is None:
        raise click.UsageError("add -o OUT to write a file, or --to FORMAT to print")
    output = output_to(out, FileNames(name), dialect=dialect, resume=resume)
    if changes["time_limit"] is not None and not changes["with_solution"]:
        raise click.UsageError("--time-limit is for --solution: add it, or leave --time-limit out")
    run = _Run(output, inputs.strict, inputs.as_json, changes)
    found = _inputs(inputs.files)

    def sources() -> Iterator[tuple[_Input, Source]]:
        for item in found:
            for source in inputs.noticed(item.sources(inputs.format_name, run.begin)):
                yield item, source

    def one(asked: tuple[_Input, Source]) -> int | Broken:
        item, source = asked
        bar.show(run.begun - 1, source.name)
        return run.convert(source, item.below(source))

    try:
        with Bar(sum(map(len, found)), inputs.quiet) as bar:
            worst = inputs.end(sources(), one)
        run.finish()
    except KeyboardInterrupt:
        how = "; --resume goes on" if isinstance(output, Folder) else ""
        complain(f"{counted(run.written, 'file')} written before the interruption{how}")
        raise
    finally:
        if not inputs.quiet:
            run.warn()
    return worst


class _Input(NamedTuple):
    """An argument, with its files if it is a folder."""

    given: Argument
    entries: tuple[Entry, ...] = ()

    def __len__(self) -> int:
        """The number of files."""
        return len(self.entries) if self.given.kind is Kind.FOLDER else 1

    def sources(self, format_name: str | None, begin: Callable[[], None]) -> Iterator[Source]:
        """Its puzzles; ``begin`` is called at the start of each file."""
        if self.given.kind is Kind.FOLDER:
            yield from puzzles_in(self.given.text, self._begun(begin), format_name)
        else:
            begin()
            yield from puzzles_of(self.given, format_name)

    def _begun(self, begin: Callable[[], None]) -> Iterator[Entry]:
        for entry in self.entries:
            begin()
            yield entry

    def below(self, source: Source) -> str:
        """The path from here to the folder of a file, with slashes; empty if it is this folder."""
        if source.file == self.given.text:
            return ""
        below = os.path.relpath(os.path.dirname(source.file), self.given.text)
        return "" if below == "." else below.replace(os.sep, "/")


def _inputs(files: tuple[Argument, ...]) -> list[_Input]:
    """The arguments; a folder comes with all files in it and in its subfolders."""
    return [
        _Input(given, tuple(walk(given.text)) if given.kind is Kind.FOLDER else ())
        for given in files
    ]


def _steps(options: dict[str, Any]) -> list[Callable[[Puzzle], Puzzle]]:
    """The changes to make to each puzzle, after its solution is added if asked for."""
    steps: list[Callable[[Puzzle], Puzzle]] = []
    if options["invert"]:
        steps.append(Puzzle.invert)
    if options["crop"]:
        steps.append(Puzzle.crop)
    if options["rotate"]:
        quarters = int(options["rotate"]) // 90
        steps.append(lambda puzzle: puzzle.rotate(quarters))
    if options["mirror"]:
        steps.append(Puzzle.mirror)
    if options["transpose"]:
        steps.append(Puzzle.transpose)
    return steps


def _solved(puzzle: Puzzle, time_limit: float | None) -> tuple[Puzzle, str, int]:
    """The puzzle with its only solution as goal, or the reason why not; and the exit code."""
    goal = puzzle.goal
    if goal is not None and goal.complete and not puzzle.faults(goal):
        return puzzle, "", exits.DONE
    from nonosat.solving import solve

    report = solve(puzzle, preset="fast", time_limit=time_limit)
    if report.verdict is Verdict.UNIQUE:
        return puzzle.with_goal(report.solutions[0]), "", exits.DONE
    code = {Verdict.MULTIPLE: exits.MULTIPLE, Verdict.NONE: exits.NONE}
    why = f"no solution is added: {verdict_words(report.verdict, report.reason)}"
    return puzzle, why, code.get(report.verdict, exits.UNKNOWN)


class _Run:
    """The conversion: what was written, refused and lost so far."""

    def __init__(
        self, output: Output, strict: bool, as_json: bool, changes: dict[str, Any]
    ) -> None:
        self.output = output
        self.strict = strict
        self.as_json = as_json
        self.changes = changes
        self.steps = _steps(changes)
        self.begun = 0
        """The number of files begun."""
        self.written = 0
        self.lost: Counter[str] = Counter()
        """The number of puzzles with each loss, by its words."""
        self.first: dict[str, str] = {}

    def begin(self) -> None:
        """Count a file when its conversion begins."""
        self.begun += 1

    def convert(self, source: Source, below: str) -> int | Broken:
        """Write a puzzle, or print why it is not written; returns the exit code."""
        if not isinstance(source.item, Puzzle):
            return Broken(source, source.item)
        solved = exits.DONE
        try:
            place = self.output.place(below, source, source.item.title)
            if self.output.is_done(place):
                self._note(source, kept=place)
                return exits.DONE
            puzzle = source.item
            if self.changes["with_solution"]:
                puzzle, solved = self._with_solution(source, puzzle)
            for step in self.steps:
                puzzle = step(puzzle)
            lost = losses(puzzle, self.output.form.name)
            if lost and self.strict:
                what = ", ".join(loss.what for loss in lost)
                name = self.output.form.name
                raise Refused(f"the format {name!r} does not keep {what}")
            with writing(self.output.path):
                path = self.output.add(place, puzzle)
        except (Refused, PuzzleError) as refused:
            code = refused.code if isinstance(refused, Refused) else exits.BAD_INPUT
            faults = str(refused).splitlines()
            if self.as_json:
                emit_json({**source.origin(), "error": faults})
            else:
                for fault in faults:
                    complain(f"{source.name}: {fault}")
            return exits.worst((solved, code))
        for loss in lost:
            self.lost[loss.what] += 1
            self.first.setdefault(loss.what, source.name)
        self.written += path is not None
        self._note(source, output=path or self.output.path, lost=[loss.kind for loss in lost])
        return solved

    def _with_solution(self, source: Source, puzzle: Puzzle) -> tuple[Puzzle, int]:
        """The puzzle with its solution as goal, and the exit code; prints why it is not added."""
        puzzle, why, code = _solved(puzzle, self.changes["time_limit"])
        if not why:
            return puzzle, exits.DONE
        complain(f"{source.name}: {why}")
        return puzzle, code

    def _note(self, source: Source, **more: object) -> None:
        if self.as_json and self.output.path != "-":
            emit_json({**source.origin(), **more})

    def finish(self) -> None:
        """Write the puzzles that the output has kept."""
        with writing(self.output.path):
            self.written += self.output.finish() is not None

    def warn(self) -> None:
        """Print each kind of loss once."""
        for what, number in self.lost.items():
            puzzles = "" if number == 1 else f", and of {counted(number - 1, 'more puzzle')}"
            complain(
                f"{self.first[what]}: the format {self.output.form.name!r} does not keep {what} "
                f"(of this puzzle{puzzles})"
            )


@command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per format.")
def formats(names: tuple[str, ...], as_json: bool) -> None:
    """List the formats of puzzle files, and what each one holds and keeps.

    With NAMEs, only these formats, and everything that they refuse or lose. The columns: the
    endings of file names; whether the format is read and written; whether a file holds one puzzle
    or many; one colour, several, or what is kept of them; whether clues may be missing; whether
    cells may be printed; the texts that are kept; and whether the goal picture is kept, or needed
    because the file is that picture.
    """
    from nonosat.formats import FORMATS, format_named, table

    unknown = [name for name in names if name not in FORMATS]
    if unknown:
        format_named(unknown[0])  # raises
    chosen = [FORMATS[name] for name in names] or list(FORMATS.values())
    if as_json:
        for form in chosen:
            emit_json(dict(table.as_dict(form)))
        return
    rows = [table.row(form) for form in chosen]
    emit(Screen().table(table.HEADS, rows, left=table.HEADS))
    if names:
        for form in chosen:
            emit(f"{form.name}: {table.notes(form)}")
    else:
        emit("'nonosat formats NAME' says more about a format")
