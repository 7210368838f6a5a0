# SPDX-License-Identifier: MIT
"""The subcommands that add to a collection: ``add``, ``merge`` and ``judge``.

``add`` reads puzzles of files, folders, archives, texts and codes; ``merge`` takes everything from
other collections; ``judge`` finds a verdict for every puzzle without one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from nonosat import collection
from nonosat.cli import exits
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs, Pictures, Repeated, standard_input
from nonosat.cli.options import Seconds, decorated, file_options, number_option, where_option
from nonosat.cli.output import complain, emit, emit_json
from nonosat.cli.progress import Bar, status
from nonosat.cli.solver_options import Connect, cluster_options, solver_option
from nonosat.collection import Added, Content, Merged
from nonosat.errors import CollectionError
from nonosat.formats.arguments import Argument, Kind
from nonosat.model.metadata import printable
from nonosat.solving.question import RATE_SECONDS
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.collection.judging import Judged, JudgeProgress

_STDIN = "-"


@command(
    status={
        4: "bad input; everything else is added",
    },
)
@file_options
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as a JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary.")
@click.pass_context
def add(ctx: click.Context, /, inputs: Inputs) -> int:
    """Add the puzzles of files, folders, lists, archives, codes and texts.

    Only new puzzles are added. An unchanged file is not read again; a changed file is, and its
    earlier puzzles stay. So do those of files that are no longer in an added folder. Lists leave
    such puzzles out ('list --earlier' has them). A broken file is reported, and stored with its
    faults. Files in a folder that are not puzzle files are skipped.
    """
    codes = []
    pictures = Pictures()
    repeated = Repeated()

    def faulty(name: str, faults: list[str], skipped: bool) -> None:
        if not skipped:
            codes.append(exits.BAD_INPUT)
        elif not pictures.shows(faults[0]):
            return
        if not repeated.shows(printable(name), faults):
            return
        for fault in faults[:1] if skipped else faults:
            complain(f"{printable(name)}: {'skipped: ' if skipped else ''}{fault}")

    def remarked(name: str, remarks: list[str]) -> None:
        if not inputs.quiet:
            for remark in remarks:
                complain(f"{printable(name)}: {remark}")

    with (
        collection.open(ctx.obj) as store,
        status(ctx.obj, inputs.quiet) as line,
    ):

        def progress(added: Added, name: str) -> None:
            if line is not None:
                line.say(f"{printable(name)}: {added.new:,} new, {added.known:,} known")

        added = store.add(
            _with_stdin(inputs.files),
            format=inputs.format_name,
            strict=inputs.strict,
            progress=progress,
            faulty=faulty,
            remarked=remarked,
        )
    pictures.end()
    repeated.end()
    if inputs.as_json:
        emit_json(_as_dict(added))
    elif not inputs.quiet:
        emit(_words(added))
    return exits.worst(codes)


def _with_stdin(files: Iterable[Argument]) -> Iterator[str | Content]:
    for file, kind in files:
        stream = kind is Kind.STREAM
        yield Content(_STDIN, standard_input(), path=_STDIN) if stream else file


def _as_dict(added: Added) -> dict[str, object]:
    return {name: value for name, value in asdict(added).items() if name != "reason"}


def _words(added: Added) -> str:
    parts = [f"{added.new:,} new", f"{added.known:,} known already"]
    if added.broken:
        parts.append(f"{added.broken:,} broken")
    puzzles = f"puzzles: {', '.join(parts)}"
    if not added.files:
        return puzzles
    parts = [counted(added.files, "file")]
    if added.unchanged:
        parts.append(f"{added.unchanged:,} unchanged")
    if added.changed:
        parts.append(f"{added.changed:,} changed since they were added")
    if added.gone:
        parts.append(f"{added.gone:,} no longer there")
    if added.skipped:
        parts.append(f"{added.skipped:,} skipped")
    return f"{puzzles}; {', '.join(parts)}"


@command(
    status={
        4: "OTHER or DB is not a collection",
    },
)
@click.argument("others", metavar="OTHER...", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as a JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary.")
@click.pass_context
def merge(ctx: click.Context, /, others: tuple[str, ...], as_json: bool, quiet: bool) -> None:
    """Add everything that other collections have: puzzles, places, results, attempts.

    The other files lose nothing. The order does not matter, and merging again changes nothing. Of
    two results with the same options, one with a verdict is kept, then the later one.
    """
    for other in others:
        if not os.path.exists(other):  # before DB is created
            raise CollectionError(f"{other}: no such collection")
    with collection.open(ctx.obj) as store, status(ctx.obj, quiet) as line:

        def progress(merged: Merged, name: str) -> None:
            if line is not None:
                line.say(f"{printable(name)}: {merged.puzzles:,} new puzzles")

        merged = store.merge(others, progress=progress)
    if as_json:
        names = ("puzzles", "results", "replaced", "attempts")
        emit_json({name: getattr(merged, name) for name in names})
    elif not quiet:
        replaced = f", {merged.replaced:,} results replaced" if merged.replaced else ""
        emit(
            f"new: {counted(merged.puzzles, 'puzzle')}, {counted(merged.results, 'result')}, "
            f"{counted(merged.attempts, 'attempt')}{replaced}"
        )


class Shard(click.ParamType[tuple[int, int]]):
    """``3/16``: the third of sixteen equal parts."""

    name = "shard"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", value)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            self.fail(f"{value!r}: write a part and the number of parts, such as 3/16.", param, ctx)
        return int(match[1]), int(match[2])


_question_options = decorated(
    solver_option(
        "preset",
        default="fast",
        show_default=True,
        help="How to solve ('nonosat solve --help' describes them).",
    ),
    click.option("--rate", is_flag=True, help="Also rate how hard the puzzles are."),
    click.option(
        "--rate-limit",
        type=Seconds(),
        metavar="SECONDS",
        default=RATE_SECONDS,
        show_default=True,
        help="With --rate: end the rating of a puzzle after SECONDS, and name the puzzle.",
    ),
    click.option("--certificates", is_flag=True, help="Also store a certificate of each verdict."),
    solver_option(
        "time_limit",
        help="Give up a puzzle after SECONDS, rating and certificate included.",
    ),
    solver_option("conflict_limit"),
    solver_option(
        "memory_limit",
        help="Give up a puzzle that needs more memory.",
    ),
    solver_option("seed"),
)


_worker_options = decorated(
    number_option(
        "--jobs", "Judge N puzzles at once, each in a process, at most one per core.  [default: 1]"
    ),
    cluster_options(
        "Let a Dask cluster do the work: the address of its scheduler, such as "
        "tcp://10.0.0.1:8786, or its scheduler file."
    ),
)


@command(
    status={
        4: "DB is not a collection",
        5: "a puzzle of this run stays unknown",
        74: "DB cannot be written, or another process judges it",
    },
)
@_worker_options
@_question_options
@number_option("--retries", "Try a puzzle N more times if its process failed.", least=0, default=1)
@where_option
@click.option(
    "--shard",
    type=Shard(),
    metavar="K/N",
    help="Judge only the K-th of N equal parts, for several machines that each have a copy of the "
    "collection; 'merge' puts their results together.",
)
@number_option("--limit", "Stop after N puzzles.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as a JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary.")
@click.pass_context
def judge(
    ctx: click.Context,
    /,
    jobs: int | None,
    cluster: Connect | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Judge every puzzle that has no result with these options: is its solution unique?

    Results are stored about once a second, with everything that decides them: preset, limits, seed,
    version of nonosat. After an interruption, run the same command again: puzzles that have a
    result with the same options are skipped.

    A puzzle that makes its process fail is marked, and the others are judged. With --cluster, the
    workers need the same version of nonosat; only this machine needs the collection.
    """
    if cluster is not None and jobs is not None:
        raise click.UsageError("--cluster excludes --jobs: the cluster has its own workers")
    with ExitStack() as opened:
        store = opened.enter_context(collection.open(ctx.obj, create=False))
        if cluster is not None:
            options["executor"] = opened.enter_context(cluster())
        try:
            with Bar(0, quiet) as bar:
                done = store.judge(
                    jobs=jobs or 1,
                    **options,
                    progress=lambda state: bar.show(state.done, _state(state), state.total),
                )
        except KeyboardInterrupt:
            complain("the results so far are stored: run the same command again to go on")
            raise
    if as_json:
        emit_json(done.as_dict())
    elif not quiet:
        emit(_judged_words(done))
    if done.failed:
        failed = ", ".join(f"{number:,} {end}" for end, number in sorted(done.failed.items()))
        complain(f"{printable(ctx.obj)}: without a result: {failed}; 'show' has the details")
    if done.unrated and not as_json:
        _say_unrated(ctx.obj, done.unrated, options["rate_limit"])
    ctx.exit(exits.UNKNOWN if done.failed or done.verdicts.get("unknown") else exits.DONE)


def _say_unrated(path: str, numbers: tuple[int, ...], seconds: float) -> None:
    """Name the puzzles that were not fully rated within the limit."""
    with collection.open(path, write=False) as store:
        some = ", ".join(map(str, numbers[:_NAMED]))
        names = [printable(entry.name) for entry in store.query(f"id IN ({some})")]
    more = len(numbers) - len(names)
    complain(
        f"{counted(len(numbers), 'puzzle')} not fully rated within {seconds:g} s (--rate-limit): "
        + ", ".join(names)
        + (f" and {more:,} more; --json has the numbers of all" if more > 0 else "")
    )


_NAMED = 50
"""The most puzzles that are named."""


def _state(state: JudgeProgress) -> str:
    """The speed, the remaining time, and the failures."""
    parts = []
    if state.rate is not None and state.remaining is not None:
        rate = f"{state.rate:,.0f}" if state.rate >= 10 else f"{state.rate:.2g}"
        parts.append(f"{rate} a second, {_duration(state.remaining)} remaining")
    if state.failed:
        parts.append(f"{state.failed:,} without a result")
    return "; ".join(parts)


def _duration(seconds: float) -> str:
    """A duration for people.

    >>> _duration(42), _duration(300), _duration(7300), _duration(400_000)
    ('42 s', '5 min', '2 h 2 min', '4 d 15 h')
    """
    whole = round(seconds)
    if whole < 100:
        return f"{whole} s"
    minutes = round(whole / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min"
    return f"{hours // 24} d {hours % 24} h"


def _judged_words(done: Judged) -> str:
    if not done.open:
        return "nothing to judge: every puzzle has a result with these options, or failed too often"
    verdicts = ", ".join(f"{number:,} {name}" for name, number in sorted(done.verdicts.items()))
    text = f"judged: {counted(done.judged, 'puzzle')} in {done.seconds:.1f} s"
    return f"{text}: {verdicts}" if verdicts else text
