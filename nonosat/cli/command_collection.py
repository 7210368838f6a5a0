# SPDX-License-Identifier: MIT
"""``nonosat collection DB ...``: a group whose first argument is the file of the collection.

The subcommands here describe the collection: ``show`` a puzzle and everything found out about it,
``status`` the numbers, ``duplicates`` the puzzles that occur more than once. The others are
imported when they run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

import click

from nonosat.cli.commands import imported
from nonosat.cli.help_text import command
from nonosat.cli.options import ascii_option
from nonosat.cli.output import Screen, emit, emit_json
from nonosat.collection import COLUMNS, Answer, Asked, Duplicates, Entry, Status, Try
from nonosat.collection import open as open_file
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import GoalStatus, Reason, Verdict
from nonosat.words import counted, goal_words, reason_words, seconds_words, verdict_words

_SUBCOMMANDS = {
    "add": "collection_fill",
    "duplicates": "command_collection",
    "export": "collection_query",
    "judge": "collection_fill",
    "list": "collection_query",
    "merge": "collection_fill",
    "report": "collection_query",
    "show": "command_collection",
    "status": "command_collection",
}
"""The module of each subcommand."""


class _Subcommands(click.Group):
    """The subcommands; one is imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _SUBCOMMANDS:
            return None
        return imported(_SUBCOMMANDS[cmd_name], cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _SUBCOMMANDS and not args[0].startswith("-"):
            raise _usage(f"unknown subcommand {args[0]!r}", ctx)
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] in _SUBCOMMANDS and not os.path.exists(args[0]):
            raise _usage(f"{args[0]!r} stands in the place of DB", ctx)
        if len(args) == 1 and not args[0].startswith("-"):
            raise _usage("the subcommand is missing", ctx)
        if not args:
            raise _usage("DB is missing", ctx)
        return super().parse_args(ctx, args)


def _usage(what: str, ctx: click.Context) -> click.UsageError:
    names = ", ".join(sorted(_SUBCOMMANDS))
    return click.UsageError(
        f"{what}: write nonosat collection DB SUBCOMMAND, with one of {names}", ctx
    )


@click.command(cls=_Subcommands, subcommand_metavar="SUBCOMMAND [ARGS]...")
@click.argument("db", metavar="DB", type=click.Path())
@click.pass_context
def collection(ctx: click.Context, db: str) -> None:
    """Keep puzzles, and everything found out about them, in a file.

    DB is the file of the collection: a SQLite database that any program can read
    (docs/collections.md). 'add' and 'merge' create it if it is missing.

    An interruption costs at most the last second of work: run the same command again.
    """
    ctx.obj = db


@command(
    status={
        2: "usage error, or no such puzzle",
        4: "DB is not a collection",
    },
)
@click.argument("names", metavar="N...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle.")
@ascii_option
@click.pass_context
def show(ctx: click.Context, /, names: tuple[str, ...], as_json: bool, ascii_only: bool) -> None:
    """Show puzzles of the collection, with their places, results, attempts and first solution.

    N is the number of a puzzle, or the first digits of its SHA-256 (at least 8).
    """
    with open_file(ctx.obj, write=False) as store:
        for name in names:
            entry = store.entry(name)
            isomorphic = [other.id for other in store.isomorphic_to(entry)]
            made = list(store.query(f"member = '{entry.sha256[:16]}' and file like '% of %'"))
            if as_json:
                emit_json(_as_dict(entry, isomorphic) | {"made": [one.id for one in made]})
            else:
                _print(entry, isomorphic, made, Screen(ascii_only))


def _as_dict(entry: Entry, isomorphic: list[int]) -> dict[str, Any]:
    puzzle = entry.puzzle
    return {
        **{name: getattr(entry, name) for name in COLUMNS},
        "found": [place._asdict() for place in entry.found()],
        "isomorphic": isomorphic,
        "text": puzzle.canonical_text(),
        "goal_picture": None if puzzle.goal is None else puzzle.goal.text_rows(),
        "results": [_answer_dict(answer, puzzle) for answer in entry.answers()],
        "attempts": [_try_dict(tried) for tried in entry.tries()],
    }


_OF_RESULT = (
    "verdict", "reason", "goal", "stage", "seconds", "cpu", "known", "difficulty", "technique",
)  # fmt: skip


def _answer_dict(answer: Answer, puzzle: Puzzle) -> dict[str, Any]:
    result = answer.result
    return {
        "preset": answer.preset,
        "version": answer.version,
        "question": answer.key,
        **{name: getattr(result, name) for name in _OF_RESULT},
        "stages": list(result.stages),
        "solutions": [grid.text_rows() for grid in result.grids(puzzle)],
        "rating": result.rating,
        "certificate": None if result.certificate is None else len(result.certificate),
    }


def _try_dict(tried: Try) -> dict[str, Any]:
    attempt = tried.attempt
    return {
        "preset": tried.preset,
        "version": tried.version,
        "question": tried.key,
        "begun": attempt.begun,
        "seconds": attempt.seconds,
        "end": attempt.end,
        "text": attempt.text,
    }


def _print(entry: Entry, isomorphic: list[int], made: list[Entry], screen: Screen) -> None:
    puzzle = entry.puzzle
    for line in _head(entry, puzzle, isomorphic):
        emit(line)
    if made:  # by 'nonosat repair' and the like
        emit(f"made of it: {', '.join(f'{one.id} ({_maker(one)})' for one in made)}")
    answers = entry.answers()
    for answer in answers:
        for line in _result_lines(answer):
            emit(line)
    for tried in entry.tries():
        attempt = tried.attempt
        if attempt.end != "done":
            text = f": {attempt.text}" if attempt.text else ""
            ended = f"attempt of {attempt.begun}, preset {tried.preset}: {attempt.end}{text}"
            emit(ended)
    grids = answers[0].result.grids(puzzle) if answers else []
    emit(screen.picture(puzzle, grids[0] if grids else puzzle.start_grid()))


def _maker(entry: Entry) -> str:
    """The command that made a puzzle of another: the first word of its place."""
    return (entry.file or "").partition(" ")[0]


def _head(entry: Entry, puzzle: Puzzle, isomorphic: list[int]) -> Iterator[str]:
    yield f"puzzle {entry.id}: {entry.title or 'without title'}"
    size = f"{entry.width}x{entry.height}, {counted(entry.colors, 'colour')}"
    if entry.density is not None:
        size += f", {entry.density:.0%} filled"
    size += ", clues missing" * entry.missing_clues + ", printed cells" * entry.printed
    yield size
    yield f"SHA-256 {entry.sha256}"
    for place in entry.found():
        by = f", by {place.author}" if place.author else ""
        earlier = "" if place.current else ", not in the file any more"
        yield f"found: {place.name or 'added by a program'}{by}{earlier}"
    if isomorphic:
        yield f"isomorphic (turned, mirrored or recoloured): {', '.join(map(str, isomorphic))}"


def _result_lines(answer: Answer) -> Iterator[str]:
    result = answer.result
    reason = None if result.reason is None else Reason(result.reason)
    verdict = verdict_words(Verdict(result.verdict), reason)
    by = f" by {result.stage}" if result.stage else ""
    asked = question_words(answer.preset, answer.version, answer.question)
    yield f"{asked}: {verdict}{by}, {seconds_words(result.seconds)}"
    if result.goal is not None and (goal := goal_words(GoalStatus(result.goal))):
        yield f"  {goal}"
    if result.difficulty is not None:
        yield f"  difficulty {result.difficulty:.2f}, technique {result.technique or 'not found'}"
    if result.certificate is not None:
        yield f"  certificate: {len(result.certificate):,} bytes"


@command(
    status={
        4: "DB is not a collection",
    },
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def status(ctx: click.Context, /, as_json: bool) -> None:
    """Say what is in the collection: puzzles, verdicts, questions, failures."""
    with open_file(ctx.obj, write=False) as store:
        found = store.status()
    if as_json:
        emit_json(found.as_dict())
        return
    for line in _lines(found):
        emit(line)


def _lines(found: Status) -> Iterator[str]:
    yield f"puzzles: {found.puzzles:,}, found at {counted(found.places, 'place')}"
    if found.earlier:
        where = "only in files that have changed or are gone (list --earlier)"
        yield f"{counted(found.earlier, 'more puzzle')} {where}"
    files = f"files: {found.files:,}"
    files += f", {found.skipped:,} skipped" if found.skipped else ""
    yield f"{files}; {found.broken:,} broken" if found.broken else files
    yield f"verdicts: {_numbers(found.verdicts)}"
    if found.reasons:
        words = {reason_words(Reason(name)): number for name, number in found.reasons.items()}
        yield f"reasons for unknown verdicts: {_numbers(words)}"
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


@command(
    status={
        4: "DB is not a collection",
    },
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per group.")
@click.pass_context
def duplicates(ctx: click.Context, /, as_json: bool) -> None:
    """List the puzzles that are in the collection more than once.

    These are puzzles that were found at several places, and isomorphic puzzles: the same puzzle
    turned, mirrored or recoloured. Titles and goal pictures do not count.
    """
    groups = isomorphic = repeated = 0
    with open_file(ctx.obj, write=False) as store:
        for group in store.duplicates():
            groups += 1
            isomorphic += len(group.entries) - 1
            repeated += sum(len(places) - 1 for places in group.places if places)
            if as_json:
                emit_json(_group_dict(group))
            else:
                _print_group(group)
    if not as_json:
        turned = counted(isomorphic, "isomorphic puzzle")
        places = counted(repeated, "further place", "further places")
        emit(f"{counted(groups, 'group')}: {turned}, {places} of the same puzzle")


def _group_dict(group: Duplicates) -> dict[str, object]:
    return {
        "isomorphism_class": group.entries[0].isomorphism_class,
        "puzzles": [
            {
                "id": entry.id,
                "sha256": entry.sha256,
                "title": entry.title,
                "position": position,
                "places": places,
            }
            for entry, position, places in zip(*group, strict=True)
        ],
    }


def _print_group(group: Duplicates) -> None:
    for number, (entry, position, places) in enumerate(zip(*group, strict=True)):
        words = "" if number == 0 else f" ({position})"
        title = f"{entry.title}, " if entry.title else ""
        names = "; ".join(name or "added by a program" for name in places)
        emit(f"{'  ' if number else ''}{entry.id}: {title}{names}{words}")


def question_words(preset: str, version: str, text: str) -> str:
    """A stored question in words: the preset, the options in use, the version.

    >>> question_words("fast", "1.0", '{"rate": true, "time_limit": 5.0, "memory_limit": null}')
    'preset fast, rating, 5 s, nonosat 1.0'
    """
    asked = json.loads(text)
    words = [f"preset {preset}"]
    words += ["rating"] * bool(asked.get("rate"))
    words += ["certificate"] * bool(asked.get("certificates"))
    for name, unit in (
        ("time_limit", "s"),
        ("conflict_limit", "conflicts"),
        ("memory_limit", "MiB"),
    ):
        if asked.get(name) is not None:
            words.append(f"{asked[name]:g} {unit}")
    if asked.get("seed"):
        words.append(f"seed {asked['seed']}")
    return ", ".join((*words, f"nonosat {version}"))
