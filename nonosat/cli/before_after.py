# SPDX-License-Identifier: MIT
"""Shared by ``repair`` and ``reveal``: the picture that is to be the solution, and the output.

Each command makes an ``Answer`` about a puzzle; ``each_puzzle`` prints it, with the boards before
and after side by side, and writes the new puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import click

from nonosat.cli.answers import VERDICT_CODES
from nonosat.cli.destination import Destination, only_one
from nonosat.cli.exits import NONE
from nonosat.cli.input import Broken, Inputs, Source
from nonosat.cli.many import Outcome
from nonosat.cli.output import (
    PAGE,
    Panel,
    Screen,
    complain,
    emit,
    emit_json,
    poll_of,
    side_by_side,
)
from nonosat.cli.progress import StatusLine, status
from nonosat.errors import GridError, LimitError, PuzzleError
from nonosat.limits import Limits
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.words import verdict_words


@dataclass(frozen=True, slots=True)
class Answer:
    """The output about one puzzle."""

    data: dict[str, Any]
    lines: list[str]
    panels: list[Panel]
    puzzle: Puzzle | None
    """The puzzle with one solution; None if none was found."""
    code: int
    ways: int = 0
    """The number of repairs to choose from."""

    def as_outcome(self) -> Outcome:
        """The same for one of many puzzles, of an answer without a new puzzle."""
        done = "no solution" if self.code == NONE else "no picture"
        return Outcome(done, self.code, data=self.data, error="; ".join(self.lines))


def each_puzzle(
    inputs: Inputs,
    out: Destination,
    time_limit: float | None,
    pictured: Callable[[Puzzle, Limits], Puzzle | Answer],
    answer: Callable[[Puzzle, Screen, Limits, StatusLine | None], Answer],
    *,
    choose: int = 1,
) -> int:
    """Print an answer for each puzzle, and write the new puzzle; returns the exit code.

    ``pictured`` returns the puzzle with its picture, or an answer without a picture.
    """
    output = out.output
    form = out.form_if_named()
    screen = inputs.screen()

    def code(source: Source, puzzle: Puzzle) -> int | Broken:
        try:
            with status(source.name, inputs.quiet) as line:
                limits = Limits(time_limit=time_limit)
                asked = pictured(puzzle, limits)
                found = asked
                if isinstance(asked, Puzzle):
                    found = answer(asked, screen, limits, line)
        except (PuzzleError, GridError) as error:
            return Broken(source, error, named=True)
        assert isinstance(found, Answer)
        if found.ways and choose > found.ways:
            raise click.UsageError(f"--choose {choose}: {source.name} has {found.ways} repairs")
        written = None
        refused: PuzzleError | None = None  # raised after the answer is printed
        if found.puzzle is not None and form is not None:
            try:
                out.write_puzzle(form, source, found.puzzle)
                written = output
            except PuzzleError as error:
                refused = error
        if inputs.as_json and output != "-":
            about = {**source.origin(), "title": puzzle.title, **found.data}
            emit_json({**about, "output": written})
        elif not (inputs.quiet or output == "-"):
            for number, text in enumerate(found.lines):
                emit(text if number else f"{source.name}: {text}")
            if found.panels:
                emit(side_by_side([found.panels], screen.width or PAGE, screen.color))
                if len(found.panels) <= found.ways:
                    emit(f"--choose N draws another of these {found.ways} repairs")
            if written is not None:
                emit(f"{source.name}: written to {written}")
        if refused is not None:
            raise refused
        if output is not None and found.puzzle is None:
            complain(f"{source.name}: {output} is not written: there is no new puzzle")
        return found.code

    return inputs.each(code, "" if output is None else only_one("-o"))


def with_picture(
    puzzle: Puzzle, limits: Limits, *, solution: bool, required: bool
) -> Puzzle | Answer:
    """The puzzle with a goal picture that is a solution; or an answer without a puzzle.

    Without ``required``, a puzzle may have no goal. Without ``solution``, a short search finds out
    whether the clues have no solution at all.

    Raises:
        PuzzleError: the puzzle has no such picture, and ``solution`` is False.
    """
    goal = puzzle.goal
    sound = goal is not None and goal.complete and not puzzle.faults(goal)
    if sound or (goal is None and not required and not solution):
        return puzzle
    from nonosat.solving import solve

    short = None if solution else _SHORT
    report = solve(puzzle, limit=1, time_limit=limits.left, conflict_limit=short)
    if report.verdict is Verdict.NONE:
        why = (
            "no solution: the clues contradict each other: 'nonosat correct' looks for the mistake"
        )
        return Answer({"verdict": "none", "reason": None}, [why], [], None, NONE)
    if not solution:
        what = "the goal picture is not a solution of the clues"
        if goal is None:
            what = "there is no goal picture to repair"
        raise PuzzleError(f"{what}: add --solution to take the first solution as the picture")
    if report.solutions:
        return puzzle.with_goal(report.solutions[0])
    verdict = verdict_words(report.verdict, report.reason)
    code = VERDICT_CODES[report.verdict]
    data = {"verdict": report.verdict.value, "reason": report.reason and report.reason.value}
    return Answer(data, [f"no picture: {verdict}"], [], None, code)


_SHORT = 1_000
"""The conflicts of a short search."""


def board(
    heading: str,
    puzzle: Puzzle,
    grid: Grid | None,
    marks: Collection[tuple[int, int]],
    screen: Screen,
    limits: Limits,
) -> Panel:
    """A board under its heading, drawn when it is shown."""
    from nonosat.draw import text

    texts: dict[bool, str] = {}

    def draw(color: bool) -> str:
        if not texts:  # draw both now: a limit reached in between would make them differ
            try:
                for colored in {False, screen.color}:
                    texts[colored] = text.draw(
                        puzzle,
                        grid,
                        marks=marks,
                        unicode=screen.unicode,
                        color=colored,
                        width=screen.width,
                        poll=poll_of(limits),
                    )
            except LimitError as error:
                texts[False] = texts[True] = f"(no picture: {error})"
        return texts[color]

    return Panel(heading, draw)
