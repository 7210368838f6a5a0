# SPDX-License-Identifier: MIT
"""``nonosat solve``: draw the solution.

With ``--log`` the steps of deduction are printed first (``_StepLog``). They come from
``nonosat.walkthrough``: the solver itself deduces thousands of cells at once and keeps no reasons.
The chosen stages decide which techniques the log may use, so it ends where their deduction ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from typing import TYPE_CHECKING, Any

import click

from nonosat import words
from nonosat.cli import answers, exits
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs
from nonosat.cli.options import Seconds, given_option, input_options
from nonosat.cli.output import Screen, emit, emit_json
from nonosat.cli.progress import status
from nonosat.cli.solver_options import Connect, cluster_options, solve_arguments, solver_options
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict

if TYPE_CHECKING:
    from nonosat.cli.progress import StatusLine
    from nonosat.cli.watching import Watching
    from nonosat.explain.walkthroughs import Walkthrough


@command(
    status={
        0: "unique; with --limit 1: a solution is found",
        1: "multiple",
        3: "no solution",
        5: "unknown",
    },
)
@input_options
@solver_options
@cluster_options()
@given_option("Only solutions that extend this grid.")
@click.option(
    "--log",
    is_flag=True,
    help="First print each step of deduction in a sentence.",
)
@click.option(
    "--watch",
    is_flag=True,
    help="Draw the board on the terminal while it is solved.",
)
@click.option(
    "--watch-delay",
    type=Seconds(),
    metavar="SECONDS",
    help="The time between two boards.  [default: at most 0.1]",
)
def solve(
    inputs: Inputs,
    jobs: int,
    verbose: bool,
    cluster: Connect | None,
    given: str | None,
    log: bool,
    watch: bool,
    watch_delay: float | None,
    **options: Any,
) -> int:
    """Solve puzzles and draw the solutions.

    Of several solutions, two are drawn with their differences marked, and then the cells that
    deduction solves. With --limit 1 the search stops at the first solution.
    'nonosat explain' says more about the steps of --log. With --cluster, puzzles that the stages
    before sat do not decide are split between the workers of a Dask cluster.
    """
    screen = inputs.screen()
    first = True
    arguments = solve_arguments(options)
    if watch and log:
        raise click.UsageError("--watch excludes --log")
    if watch and (inputs.as_json or inputs.quiet):
        raise click.UsageError("--watch excludes --json and --quiet")
    if watch_delay is not None and not watch:
        raise click.UsageError("--watch-delay needs --watch")
    if jobs > 1 and (given is not None or log or watch):
        raise click.UsageError("--jobs excludes --given, --log and --watch")
    if cluster is not None and (jobs > 1 or options["portfolio"] > 1):
        raise click.UsageError("--cluster excludes --jobs and --portfolio: it has its own workers")
    watched = _watching(arguments, screen, watch_delay) if watch else None
    logged = _logging(arguments, as_json=inputs.as_json) if log else None
    grid_file = inputs.given(given)

    def code(answer: answers.Answer) -> int:
        nonlocal first
        found = options["limit"] == 1 and answer.report.solutions
        worst = exits.DONE if found else answers.VERDICT_CODES[answer.report.verdict]
        if inputs.as_json:
            emit_json(answers.report_json(answer) | ({} if logged is None else logged.as_dict()))
            return worst
        if not first and watched is None and logged is None:
            emit("")
        first = False
        if not inputs.quiet:
            emit(answers.verdict_line(answer))
        if verbose:
            emit(answers.stage_table(answer, screen))
        if watched is None or (watched.shown,) != answer.report.solutions:
            for text in answers.draw_solutions(answer, screen, quiet=inputs.quiet):
                emit(text)
        if not found:
            for text in _known(answer, screen, quiet=inputs.quiet):
                emit(text)
        return worst

    shown = watched or logged
    with ExitStack() as opened:
        if cluster is not None:
            arguments["cluster"] = opened.enter_context(cluster())
        found = answers.answers(inputs, arguments, given=grid_file, shown=shown, jobs=jobs)
        return inputs.end(opened.enter_context(closing(found)), code)


def _watching(arguments: dict[str, Any], screen: Screen, delay: float | None) -> Watching:
    from nonosat.cli.watching import Watching

    lines = answers.chosen(arguments).stages[0] == "lines"
    return Watching(screen, delay=delay, lines=lines, time_limit=arguments["time_limit"])


def _logging(arguments: dict[str, Any], *, as_json: bool) -> _StepLog:
    return _StepLog(answers.chosen(arguments).stages, arguments["time_limit"], printed=not as_json)


def _known(answer: answers.Answer, screen: Screen, *, quiet: bool) -> Iterator[str]:
    """The cells that are solved, unless a picture of the only solution shows them all."""
    report = answer.report
    if report.verdict in (Verdict.UNIQUE, Verdict.NONE):
        return
    if not quiet:
        yield words.known_words(report.known)
    if report.known.unknown_count < len(report.known.cells):
        yield screen.picture(answer.puzzle, report.known, limits=answer.limits)


_TECHNIQUES = {
    "lines": "line",
    "implications": "chain",
    "probe": "trial",
    "weights": "weights",
    "sat": "clue-set",
}
"""The technique that deduces the same as a stage; ``sat`` decides everything."""


class _StepLog:
    """Prints the steps of a puzzle before it is solved; ``as_dict`` has the last ones."""

    def __init__(
        self, stages: Iterable[str], time_limit: float | None, *, printed: bool = True
    ) -> None:
        reached = [_TECHNIQUES[name] for name in stages if name in _TECHNIQUES]
        self._technique = reached[-1] if reached else "line"
        self._time_limit = time_limit
        self._printed = printed
        self._walk: Walkthrough | None = None

    def __call__(
        self, name: str, puzzle: Puzzle, given: Grid | None
    ) -> AbstractContextManager[StatusLine | None]:
        """Print the steps; returns the status line of the solve that follows.

        Raises:
            GridError: ``given`` does not belong to the puzzle.
        """
        from nonosat.explain.walkthroughs import numbered, walkthrough

        if self._walk is not None and self._printed:
            emit("")
        self._walk = walk = walkthrough(
            puzzle, given=given, max_technique=self._technique, time_limit=self._time_limit
        )
        if self._printed:
            for line in numbered(walk):
                emit(line)
        return status(name, quiet=not self._printed)

    def as_dict(self) -> dict[str, Any]:
        """The steps as plain data."""
        assert self._walk is not None
        return {"steps": [step.as_dict() for step in self._walk]}
