# SPDX-License-Identifier: MIT
"""What ``check`` prints: a verdict per puzzle, and what is asked for besides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from nonosat import words
from nonosat.cli import answers
from nonosat.cli.output import Screen, emit, emit_json
from nonosat.model.report import Verdict

if TYPE_CHECKING:
    from nonosat.cli.certificates import Certificates
    from nonosat.exact import Conflict


def print_all(
    files: tuple[str, ...],
    format_name: str | None,
    arguments: dict[str, Any],
    screen: Screen,
    *,
    as_json: bool,
    quiet: bool,
    verbose: bool = False,
    show: bool = False,
    why: bool = False,
    certificates: Certificates | None = None,
    grids: bool = True,
) -> list[int]:
    """Solve the puzzles one after the other and print the verdicts; the exit code of each.

    ``arguments`` are those of ``nonosat.solve``; their ``backbone`` asks for the cells that differ.
    """
    codes: list[int] = []
    ambiguous: bool = arguments["backbone"]
    for answer in answers.answers(
        files, format_name, arguments, as_json=as_json, quiet=quiet, codes=codes
    ):
        codes.append(answers.VERDICT_CODES[answer.report.verdict])
        extra: dict[str, Any] = {}
        conflict = None
        if certificates is not None:
            extra["certificate"] = certificates.write(answer, codes)
        if why:
            conflict = _conflict(answer)
            extra["why"] = conflict.as_dict() if conflict else None
        if as_json:
            emit_json(_as_dict(answer, ambiguous, grids) | extra)
            continue
        if not quiet:
            emit(answers.verdict_line(answer))
        if verbose:
            emit(answers.stage_table(answer, screen))
        if show:
            for text in answers.draw_solutions(answer, screen, quiet=quiet):
                emit(text)
        if ambiguous:
            for text in _draw_backbone(answer, screen, quiet=quiet, show=show):
                emit(text)
        if why and answer.report.verdict is Verdict.NONE:
            for text in _draw_conflict(answer, conflict, screen, quiet=quiet):
                emit(text)
    return codes


def _as_dict(answer: answers.Answer, ambiguous: bool, grids: bool) -> dict[str, Any]:
    data = answers.report_json(answer, grids=grids)
    if ambiguous and grids:
        data.setdefault("ambiguous", None)
        data.setdefault("certain", None)
    return data


def _draw_backbone(
    answer: answers.Answer, screen: Screen, *, quiet: bool, show: bool
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


def _conflict(answer: answers.Answer) -> Conflict | None:
    """A smallest set of conflicting lines, found in the time that solving has left."""
    if answer.report.verdict is not Verdict.NONE:
        return None
    from nonosat.exact import why

    return why(answer.puzzle, time_limit=answer.deadline.remaining())


def _draw_conflict(
    answer: answers.Answer, conflict: Conflict | None, screen: Screen, *, quiet: bool
) -> Iterator[str]:
    """Which lines contradict each other: in words, and their clues drawn."""
    from nonosat.explain.conflicts import conflict_board, conflict_words

    if not quiet:
        yield conflict_words(conflict)
    if conflict is not None:
        board, marks = conflict_board(answer.puzzle, conflict)
        yield screen.picture(board, board.unknown_grid(), marks, answer.deadline)
    if not quiet:
        yield "if a number is mistyped, 'nonosat mend' looks for it"
