# SPDX-License-Identifier: MIT
"""``nonosat check``: is the solution unique?

It prints a verdict per puzzle (``_verdicts``) and what is asked for besides, and writes
certificates; with ``--given`` the question is whether a grid is still right (``_grids``).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from nonosat import words
from nonosat.cli import answers, exits
from nonosat.cli.answers import Answer, Deadline, chosen
from nonosat.cli.exits import UNKNOWN
from nonosat.cli.help_text import command
from nonosat.cli.input import GivenFile, Inputs, Source
from nonosat.cli.options import given_option, grouped, input_options
from nonosat.cli.output import Screen, complain, emit, emit_json
from nonosat.cli.progress import status
from nonosat.cli.solver_options import solve_arguments, solver_options
from nonosat.formats.arguments import Argument, Kind
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.words import uncertified_words

if TYPE_CHECKING:
    from nonosat.exact import Contradiction, GridCheck


@dataclass(frozen=True, slots=True)
class _Wishes:
    """What is asked for besides the verdict: the options of these names."""

    verbose: bool
    show: bool
    ambiguous: bool
    why: bool
    certificate: str | None
    no_grids: bool

    @property
    def more(self) -> bool:
        """True if anything but the verdict is to be found out."""
        return self.show or self.ambiguous or self.why or self.certificate is not None


@command(
    status={
        0: "unique",
        1: "multiple",
        3: "no solution",
        5: "unknown",
    },
)
@input_options
@solver_options
@grouped(_Wishes, "wishes")
@click.option(
    "--show", is_flag=True, help="Draw the solution; or two, the cells marked that differ."
)
@click.option(
    "--ambiguous",
    is_flag=True,
    help="Find out exactly which cells differ between solutions, and draw what all have in common. "
    "This can take much longer than the verdict.",
)
@click.option(
    "--why", is_flag=True, help="If there is no solution: a smallest set of conflicting lines."
)
@given_option(
    "Is this grid still right? Exit code 0 yes, 1 no, 3 the clues themselves have no solution."
)
@click.option(
    "--certificate",
    metavar="OUT",
    type=click.Path(),
    help="Write a proof of the verdict that verify-certificate checks; for several puzzles OUT is "
    "a folder. Files that are there are replaced.",
)
@click.option(
    "--linestats",
    is_flag=True,
    help="A table of the lines: clue, placements at the start, how often the line was solved, "
    "the cells that it settled, the milliseconds of that. With --given the solve starts from that "
    "grid.",
)
@click.option(
    "--sort",
    "order",
    metavar="COLUMN",
    help="With --linestats: by line, placements, line solves, cells or time; -COLUMN is "
    "descending, PRESET:COLUMN the column of one of several presets.",
)
@click.option(
    "--presets",
    metavar="NAMES",
    help="With --linestats: several presets side by side, such as fast,logic.",
)
@click.option("--no-grids", is_flag=True, help="Leave the grids out of the JSON objects.")
def check(
    inputs: Inputs,
    wishes: _Wishes,
    given: str | None,
    linestats: bool,
    order: str | None,
    presets: str | None,
    **options: Any,
) -> int:
    """Say for each puzzle whether its solution is unique.

    Prints a line per puzzle: FILE: unique, multiple, no solution, or unknown (and why); behind a
    semicolon, if the goal picture in the file is not a solution or not the only one. The third
    puzzle of a file with many is FILE#3. With --preset logic the line also says whether the puzzle
    can be solved without guessing.

    With --ambiguous --json has "ambiguous" and "certain", with --why it has "why".
    With --linestats --json has "runs", "placements" and "lines". With several presets the exit
    code is that of the preset that decides.
    With --given the question is whether some solution extends a grid that is filled in so far.
    """
    arguments = solve_arguments(options)
    grid = inputs.given(given)
    if linestats:
        if wishes.more or options["limit"] != 2:
            raise click.UsageError(
                "--linestats excludes --show, --ambiguous, --why, --certificate and --limit"
            )
        if presets is not None and (options["preset"] or options["stages"]):
            raise click.UsageError("--presets excludes --preset and --stages")
        from nonosat.cli.line_tables import Order, print_all

        by = Order.of(order)
        return print_all(inputs, arguments, presets, by, given=grid, verbose=wishes.verbose)
    if order is not None or presets is not None:
        raise click.UsageError("--sort and --presets need --linestats")
    if grid is not None:
        if wishes.more:
            raise click.UsageError("--given excludes --show, --ambiguous, --why and --certificate")
        arguments.pop("limit", None)  # whether there is a solution is the question
        return _grids(inputs, grid, arguments)
    if wishes.ambiguous and "sat" not in chosen(arguments).stages:
        raise click.UsageError("--ambiguous needs the stage sat: choose a preset or stages with it")
    return _verdicts(inputs, wishes, arguments)


def _verdicts(inputs: Inputs, wishes: _Wishes, arguments: dict[str, Any]) -> int:
    """Solve the puzzles one after the other and print the verdicts; the exit code of all."""
    codes: list[int] = []
    screen = inputs.screen()
    certificates = None
    if wishes.certificate is not None:
        certificates = _Certificates(wishes.certificate, inputs.files, arguments)
    arguments = {**arguments, "backbone": wishes.ambiguous}
    for answer in answers.answers(inputs, arguments, codes):
        codes.append(answers.VERDICT_CODES[answer.report.verdict])
        extra: dict[str, Any] = {}
        conflict = None
        if certificates is not None:
            extra["certificate"] = certificates.write(answer, codes)
        if wishes.why:
            conflict = _conflict(answer)
            extra["why"] = conflict.as_dict() if conflict else None
        if inputs.as_json:
            emit_json(_as_dict(answer, wishes) | extra)
            continue
        if not inputs.quiet:
            emit(answers.verdict_line(answer))
        if wishes.verbose:
            emit(answers.stage_table(answer, screen))
        texts: Iterator[str] = iter(())
        if wishes.show:
            texts = answers.draw_solutions(answer, screen, quiet=inputs.quiet)
        if wishes.ambiguous:
            texts = chain(texts, _draw_backbone(answer, screen, inputs.quiet, wishes.show))
        if conflict is not None:
            texts = chain(texts, _draw_conflict(answer, conflict, screen, inputs.quiet))
        for text in texts:
            emit(text)
    return exits.worst(codes)


def _as_dict(answer: answers.Answer, wishes: _Wishes) -> dict[str, Any]:
    data = answers.report_json(answer, grids=not wishes.no_grids)
    if wishes.ambiguous and not wishes.no_grids:
        data.setdefault("ambiguous", None)
        data.setdefault("certain", None)
    return data


def _draw_backbone(
    answer: answers.Answer, screen: Screen, quiet: bool, show: bool
) -> Iterator[str]:
    """What all solutions have in common; the cells in which they differ are marked."""
    report = answer.report
    text = words.ambiguous_words(report)
    if text is None or (report.verdict is Verdict.UNIQUE and show):  # drawn already
        return
    if not quiet:
        yield text
    if report.ambiguous is not None and report.certain is not None:
        yield screen.picture(answer.puzzle, report.certain, report.ambiguous, answer.deadline)


def _conflict(answer: answers.Answer) -> Contradiction | None:
    """A smallest set of conflicting lines, found in the time that solving has left."""
    if answer.report.verdict is not Verdict.NONE:
        return None
    from nonosat.exact import find_contradiction

    return find_contradiction(answer.puzzle, time_limit=answer.deadline.remaining())


def _draw_conflict(
    answer: answers.Answer, conflict: Contradiction, screen: Screen, quiet: bool
) -> Iterator[str]:
    """Which lines contradict each other: in words, and their clues drawn."""
    from nonosat.exact.contradictions import conflict_board

    if not quiet:
        yield str(conflict)
    if conflict.found:
        board, marks = conflict_board(answer.puzzle, conflict)
        yield screen.picture(board, board.unknown_grid(), marks, answer.deadline)
    if not quiet:
        yield "'nonosat correct' looks for a mistyped number"


class _Certificates:
    """Writes the certificates of one run, to the file ``path`` or into the folder ``path``.

    It is a folder if it ends like one or is one already, if several files or a folder of puzzles
    were named, or if a file holds several puzzles. ``options`` are those of the command.
    """

    def __init__(self, path: str, files: Sequence[Argument], options: dict[str, Any]) -> None:
        self._path = path
        self._folder = (
            len(files) > 1
            or any(file.kind is Kind.FOLDER for file in files)
            or os.path.isdir(path)
            or path.endswith(os.sep)
        )
        self._options = options
        self._names: set[str] = set()

    def write(self, answer: Answer, codes: list[int]) -> str | None:
        """The path of the certificate, or None if there is none.

        The reason is then printed on stderr, and UNKNOWN is added to ``codes``.

        Raises:
            click.UsageError: it cannot be written there.
        """
        report = answer.report
        if report.verdict is Verdict.UNKNOWN:
            return None
        from nonosat.proof.writer import write_certificate

        limit = self._options["time_limit"]
        try:
            made = write_certificate(
                answer.puzzle,
                self._target(answer.source),
                report=report,
                time_limit=None if limit is None else max(0.0, limit - report.seconds),
                conflict_limit=self._options["conflict_limit"],
            )
        except OSError as error:
            raise click.UsageError(f"--certificate {self._path}: {error.strerror}") from error
        if made.path is None:
            codes.append(UNKNOWN)
            complain(f"{answer.source.name}: {uncertified_words(made.reason)}")
        return made.path

    def _target(self, source: Source) -> str:
        from nonosat.proof.writer import SUFFIX

        if not self._folder and source.index is None:
            return self._path
        os.makedirs(self._path, exist_ok=True)
        stem = source.stem
        name, number = stem, 1
        while name in self._names:  # files of the same name in different folders
            number += 1
            name = f"{stem}_{number}"
        self._names.add(name)
        return os.path.join(self._path, name + SUFFIX)


def _grids(inputs: Inputs, given: GivenFile, arguments: dict[str, Any]) -> int:
    """Check the grid against each puzzle and print the answers; the exit code of all."""
    from nonosat.exact import check_grid

    screen = inputs.screen()

    def one(source: Source, puzzle: Puzzle) -> int:
        deadline = Deadline(arguments.get("time_limit"))
        grid = given.grid(puzzle)
        with status(source.name, inputs.quiet) as progress:
            found = check_grid(puzzle, grid, progress=progress, **arguments)
        if inputs.as_json:
            emit_json({**source.origin(), "title": puzzle.title, **found.as_dict()})
        elif not inputs.quiet:
            emit(f"{source.name}: {found.lines()[0]}{', marked:' if found.marks else ''}")
            if found.marks:
                emit(screen.picture(puzzle, grid, found.marks, deadline))
        return _grid_code(found)

    return inputs.each(one)


def _grid_code(found: GridCheck) -> int:
    if found.right is None:
        return exits.UNKNOWN
    if found.right:
        return exits.DONE
    if found.verdict is Verdict.NONE:
        return exits.NONE
    # The grid is certainly wrong only if the clues have a solution at all.
    return exits.UNKNOWN if found.verdict is Verdict.UNKNOWN else exits.MULTIPLE
