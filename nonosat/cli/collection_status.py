# SPDX-License-Identifier: MIT
"""``nonosat collection DB status``: what is in a collection, in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

from nonosat import collection
from nonosat.cli.collection_options import question_words
from nonosat.cli.output import emit, emit_json
from nonosat.collection import Asked, Status
from nonosat.model.report import Reason, Verdict
from nonosat.words import counted, reason_words


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def status(ctx: click.Context, /, as_json: bool) -> None:
    """Say what is in the collection: puzzles, verdicts, questions, what failed.

    Exit codes: 0 done, 2 usage error, 4 no collection.
    """
    with collection.open(ctx.obj, write=False) as store:
        found = store.status()
    if as_json:
        emit_json(found.as_dict())
        return
    for line in _lines(found):
        emit(line)


def _lines(found: Status) -> Iterator[str]:
    yield f"puzzles: {found.puzzles:,}, found at {counted(found.places, 'place')}"
    files = f"files: {found.files:,}"
    if found.broken:
        files += f"; {counted(found.broken, 'puzzle or file', 'puzzles or files')} broken"
    yield files
    yield f"verdicts: {_numbers(found.verdicts)}"
    if found.reasons:
        words = {reason_words(Reason(name)): number for name, number in found.reasons.items()}
        yield f"why not everything is answered: {_numbers(words)}"
    if found.goals:
        yield f"goal pictures: {_numbers(found.goals)}"
    for asked in found.questions:
        yield _question(asked)
    if found.failures:
        yield f"attempts that failed: {_numbers(found.failures)}"
    yield f"size: {found.bytes / 2**20:,.1f} MiB"


def _numbers(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number:,} {name}" for name, number in counts.items())


def _question(asked: Asked) -> str:
    number = sum(asked.results.values())
    unknown = asked.results.get(Verdict.UNKNOWN.value, 0)
    more = f", {unknown:,} of them unknown" if unknown else ""
    return (
        f"question {asked.question}: {question_words(asked.preset, asked.version, asked.text)}: "
        f"{counted(number, 'result')}{more}"
    )
