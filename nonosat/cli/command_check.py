# SPDX-License-Identifier: MIT
"""``nonosat check``: is the solution unique?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from nonosat import words
from nonosat.cli import answers
from nonosat.cli.answers import chosen
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs
from nonosat.cli.options import grouped, input_options
from nonosat.cli.output import Screen, complain, emit, emit_json
from nonosat.cli.solver_options import solve_arguments, verdict_options
from nonosat.model.report import Verdict
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.exact import Contradiction


@dataclass(frozen=True, slots=True)
class _Extras:
    """The output besides the verdict: the options of these names."""

    verbose: bool
    show: bool
    ambiguous: bool
    why: bool


@command(
    status={
        0: "unique",
        1: "multiple",
        3: "none (no solution)",
        5: "unknown",
    },
)
@input_options
@verdict_options
@grouped(_Extras, "extras")
@click.option(
    "--show",
    is_flag=True,
    help="Draw the solution; if there are several, two with the differences marked.",
)
@click.option(
    "--ambiguous",
    is_flag=True,
    help="Find all cells that differ between solutions, and draw the others. This can take much "
    "longer than the verdict.",
)
@click.option(
    "--why", is_flag=True, help="If there is no solution: a smallest set of contradicting lines."
)
def check(inputs: Inputs, extras: _Extras, jobs: int, **options: Any) -> int:
    """Check whether puzzles have exactly one solution, for people who make or collect them.

    Prints a line per puzzle: FILE: unique, multiple, none (no solution) or unknown (the reason).
    After a semicolon come remarks, such as that the goal picture is not a solution. The
    third puzzle of a file with many is FILE#3. With --preset logic the line says whether the puzzle
    can be solved without guessing. The exit status is the worst of all puzzles, in the order 4, 5,
    3, 1, 0.

    --json has the solutions only with --show.
    """
    arguments = solve_arguments(options)
    if extras.ambiguous and "sat" not in chosen(arguments).stages:
        raise click.UsageError("--ambiguous needs the stage sat: add --preset default")
    verdicts: Counter[str] = Counter()
    screen = inputs.screen()
    arguments = {**arguments, "backbone": extras.ambiguous}

    def code(answer: answers.Answer) -> int:
        verdicts[answer.report.verdict.value] += 1
        _print(answer, inputs, extras, screen)
        return answers.VERDICT_CODES[answer.report.verdict]

    with closing(answers.answers(inputs, arguments, jobs=jobs)) as found:
        worst = inputs.end(found, code)
    if verdicts.total() >= _MANY and not (inputs.quiet or inputs.as_json):
        numbers = ", ".join(f"{number:,} {verdict}" for verdict, number in verdicts.most_common())
        complain(f"{counted(verdicts.total(), 'puzzle')}: {numbers}")
    if verdicts[Verdict.NONE.value] and not (inputs.quiet or inputs.as_json or extras.why):
        complain("'nonosat correct' looks for a mistyped number in clues without a solution")
    return worst


_MANY = 10
"""From this number of puzzles on, a last line on stderr counts the verdicts."""


def _print(answer: answers.Answer, inputs: Inputs, extras: _Extras, screen: Screen) -> None:
    """Print the verdict and the other output."""
    conflict = _conflict(answer) if extras.why else None
    if inputs.as_json:
        emit_json(_as_dict(answer, extras, conflict))
        return
    if not inputs.quiet:
        emit(answers.verdict_line(answer))
    if extras.verbose:
        emit(answers.stage_table(answer, screen))
    texts: Iterator[str] = iter(())
    if extras.show:
        texts = answers.draw_solutions(answer, screen, quiet=inputs.quiet)
    if extras.ambiguous:
        texts = chain(texts, _draw_backbone(answer, screen, inputs.quiet, extras.show))
    if conflict is not None:
        texts = chain(texts, _draw_conflict(answer, conflict, screen, inputs.quiet))
    for text in texts:
        emit(text)


def _as_dict(
    answer: answers.Answer, extras: _Extras, conflict: Contradiction | None
) -> dict[str, Any]:
    without = set(answers.GRIDS)
    if extras.show:
        without -= {"solutions", "known"}
    if extras.ambiguous:
        without -= {"ambiguous", "certain"}
    data = answers.report_json(answer, without)
    if extras.ambiguous:
        data.setdefault("ambiguous", None)
        data.setdefault("certain", None)
    if extras.why:
        data["why"] = conflict.as_dict() if conflict is not None else None
    return data


def _draw_backbone(
    answer: answers.Answer, screen: Screen, quiet: bool, show: bool
) -> Iterator[str]:
    """The cells that all solutions share; the cells in which they differ are marked."""
    report = answer.report
    text = words.ambiguous_words(report)
    if text is None or (report.verdict is Verdict.UNIQUE and show):  # drawn already
        return
    if not quiet:
        yield text
    if report.ambiguous is not None and report.certain is not None:
        yield screen.picture(answer.puzzle, report.certain, report.ambiguous, answer.limits)


def _conflict(answer: answers.Answer) -> Contradiction | None:
    """A smallest set of conflicting lines, found in the remaining time."""
    if answer.report.verdict is not Verdict.NONE:
        return None
    from nonosat.exact import find_contradiction

    return find_contradiction(answer.puzzle, time_limit=answer.limits.left)


def _draw_conflict(
    answer: answers.Answer, conflict: Contradiction, screen: Screen, quiet: bool
) -> Iterator[str]:
    """The contradicting lines: in words, and drawn with their clues."""
    from nonosat.exact.contradictions import conflict_board

    if not quiet:
        yield str(conflict)
    if conflict.found:
        board, marks = conflict_board(answer.puzzle, conflict)
        yield screen.picture(board, board.unknown_grid(), marks, answer.limits)
    if not quiet:
        yield "'nonosat correct' looks for a mistyped number"
