# SPDX-License-Identifier: MIT
"""``nonosat bench``: time presets and other programs on the same puzzles; and ``nonosat
build-benchmark``: puzzles with answers and certificates for such measurements."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from itertools import chain
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import click

from nonosat.cli import exits
from nonosat.cli.destination import Destination, writing
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs, Source
from nonosat.cli.options import (
    PuzzleFile,
    Seconds,
    ascii_option,
    choice_option,
    number_option,
    output_options,
    processes_option,
    quiet_option,
    strict_option,
)
from nonosat.cli.output import Screen, complain, emit, emit_json, lines
from nonosat.cli.progress import Bar
from nonosat.cli.signals import end_code, end_words
from nonosat.cli.solver_options import solver_option
from nonosat.errors import NonosatError, library
from nonosat.formats.arguments import Argument, Kind, argument
from nonosat.formats.files import read_text, write_bytes
from nonosat.model.metadata import printable
from nonosat.model.puzzle import Puzzle
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.study import Known, Program, Row
    from nonosat.study.outside_program import ProgramOptions

_RANDOM = re.compile(r"(\d{1,4})x(\d{1,4}):(0?\.\d+|0|1):(\d{1,6})(?::(-?\d+))?")


@command(status={1: "an outside program gave a wrong answer"})
@click.argument("files", metavar="[FILE|FOLDER]...", nargs=-1, type=PuzzleFile())
@click.option(
    "--presets",
    default="fast,sat",
    show_default=True,
    metavar="NAMES",
    help="The presets to compare; '' for none.",
)
@click.option(
    "--baseline",
    metavar="NAME",
    help="Speed-ups are relative to it.  [default: the last preset, else the last program]",
)
@click.option(
    "--random",
    "random_",
    multiple=True,
    metavar="WxH:DENSITY:COUNT[:SEED]",
    help="Random pictures, such as 25x25:0.5:200:1.",
)
@solver_option("limit")
@click.option(
    "--time-limit",
    type=Seconds(),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="Give up after SECONDS per puzzle and preset.",
)
@solver_option("seed")
@click.option(
    "--orientations",
    is_flag=True,
    help="All eight orientations: median, worst.",
)
@click.option(
    "--with-goals",
    is_flag=True,
    help="Presets get goal pictures, too.",
)
@number_option(
    "--seeds",
    "Run everything with this number of seeds, from --seed on.",
    most=1000,
    metavar="COUNT",
    default=1,
)
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="PROGRAM",
    help="Run and check an outside program, too: a name that nonosat knows, such as "
    "cadical; a .toml file that describes programs; or a command with '{file}' for the puzzle "
    "(.non), only timed unless it prints the line unique, multiple, none, or unknown (it gave up). "
    "Commands are called program, command 2, ...; a .toml gives names. Can be repeated.",
)
@click.option(
    "--try",
    "trying",
    is_flag=True,
    help="Show how each --program is asked, and read.",
)
@number_option(
    "--memory-limit", "End an outside program at MIB of memory.", most=10**7, metavar="MIB"
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per row, each on a line."
)
@output_options("Save the rows (.csv, .sqlite) or a page (.html).")
@strict_option
@quiet_option
@ascii_option
def bench(
    files: tuple[Argument, ...],
    presets: str,
    baseline: str | None,
    random_: tuple[str, ...],
    limit: int,
    time_limit: float,
    seed: int,
    orientations: bool,
    with_goals: bool,
    seeds: int,
    programs: tuple[str, ...],
    trying: bool,
    memory_limit: int | None,
    as_json: bool,
    out: Destination,
    strict: bool,
    quiet: bool,
    ascii_only: bool,
) -> int:
    """Time presets and other programs on the same puzzles, for people who study solvers.

    Times are solving times in a warmed-up process, without reading files or starting Python; for
    --program, times of the whole process. Its answers are checked against the clues and against
    known verdicts: of FOLDER, if build-benchmark made it, of a preset, or our own. With
    --orientations, the table shows how much each time depends on chance. Ctrl-C keeps the finished
    rows.
    """
    from nonosat import study
    from nonosat.study.rows import settled
    from nonosat.study.runs import contest

    names = [name.strip() for name in presets.split(",") if name.strip()]
    outside = _programs(programs)
    contestants = [*names, *outside]
    if not contestants:
        raise click.UsageError("nothing to compare: name --presets or a --program")
    if trying and not outside:
        raise click.UsageError("--try shows how a program is asked: name a --program")
    if trying and out.output is not None:
        raise click.UsageError("--try saves nothing: leave out -o")
    baseline = baseline or (names or contestants)[-1]
    if baseline not in contestants:
        raise click.UsageError(f"--baseline {baseline}: choose one of {', '.join(contestants)}")
    if same := set(names) & set(outside):
        raise click.UsageError(f"a preset and a --program are both called {min(same)}")
    _check_output(out, seeds)
    files, known = _with_answers(files)
    inputs = Inputs(files, quiet=quiet, strict=strict)
    given: list[tuple[str, Puzzle]] = []

    def read(source: Source, puzzle: Puzzle) -> int:
        given.append((source.name, puzzle))
        return exits.DONE

    code = inputs.each(read)
    puzzles = _unique(chain(given, *(_random(text).items() for text in random_)))
    if not puzzles and code == exits.DONE:
        raise click.UsageError("nothing to do: name files or folders, or use --random")
    if orientations:
        puzzles = _oriented(puzzles)
    options: ProgramOptions = {
        "limit": limit,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
    }
    if trying:
        return exits.worst((code, _try(puzzles, outside, known, options, as_json)))
    versions = {
        name: study.program_version(program) if program.answer else printable(program.command)
        for name, program in outside.items()
    }
    rows: list[Row] = []
    ended: NonosatError | None = None
    interrupted = False
    try:
        with (
            Bar(len(puzzles) * len(contestants) * seeds, quiet) as bar,
            closing(
                contest(
                    *(puzzles, names, outside),
                    seeds=range(seed, seed + seeds),
                    answers=known,
                    control=not orientations,
                    with_goals=with_goals,
                    **options,
                )
            ) as found,
        ):
            for row in found:
                rows.append(row)
                bar.show(len(rows), row["puzzle"])
                if as_json:
                    emit_json(dict(row))
    except KeyboardInterrupt:
        interrupted = True
    except NonosatError as error:
        ended = error
    rows = settled(rows)
    meaning = _meaning(limit, baseline, bool(outside), rows)
    if not as_json and rows:
        _show(rows, baseline, meaning, versions, orientations, Screen(ascii_only))
    wrong = study.wrong_answers(rows)
    for line in wrong:
        complain(line)
    if interrupted or ended:
        complain(f"{end_words() if interrupted else 'stopped'}: {len(rows)} rows are finished")
    if out.output is not None:
        if rows:
            out.check_free()  # another process may have created it
        memory = "" if memory_limit is None else f", or at {memory_limit:,} MiB"
        about = f"{'; '.join(meaning)}. A run ends after {time_limit:g} s of wall time{memory}."
        with writing(out.output):
            _save(rows, out.output, baseline, about, versions)
    if ended is not None:
        raise ended
    if interrupted:
        return end_code()
    return exits.worst((code, exits.MULTIPLE)) if wrong else code


def _show(
    rows: Sequence[Row],
    baseline: str,
    meaning: Sequence[str],
    versions: Mapping[str, str],
    orientations: bool,
    screen: Screen,
) -> None:
    """Print the table, and why answers are unknown."""
    from nonosat import study

    if orientations:
        drawn, meaning = steadiness_table(rows, screen), ()
    else:
        heads, table = study.contest_table(rows, baseline)
        drawn = screen.table(heads, table, left=(heads[0], "finished by", "why unknown"))
    emit(lines([drawn, *meaning, *(f"{name}: {said}" for name, said in versions.items())]))
    unknown = study.unknown_answers(rows)
    if unknown:
        more = len(unknown) - _MOST_REASONS
        rest = [f"... and {counted(more, 'other reason')}: -o OUT.csv has all"] if more > 0 else []
        emit(lines(["why unknown:", *(f"  {one}" for one in unknown[:_MOST_REASONS]), *rest]))


def _save(
    rows: Sequence[Row], path: str, baseline: str, about: str, versions: Mapping[str, str]
) -> None:
    """Write the rows, or the page about them."""
    from nonosat import study

    if not path.endswith(".html"):
        study.save_rows(rows, path)
    elif rows:
        machine = study.environment()
        for row in rows:
            name, asked = row["configuration"], printable(row["command"])
            if name in versions:
                both = dict.fromkeys((versions[name], asked))
                machine[f"program {name}"] = "; command: ".join(both)
        write_bytes(path, study.report_page(rows, baseline=baseline, about=about, machine=machine))


def _check_output(out: Destination, seeds: int) -> None:
    """Refuse at once an output that could not be written at the end."""
    out.check_suffix((".csv", ".sqlite", ".html"))
    out.check_free()
    if out.output is None:
        return
    with writing(out.output):
        if os.path.exists(out.output):
            open(out.output, "ab").close()
        TemporaryFile(dir=os.path.dirname(os.path.realpath(out.output))).close()
    if out.suffix == ".html":
        library("matplotlib")
        if seeds > 1:
            raise click.UsageError("-o .html shows one run of each puzzle: leave out --seeds")


def _meaning(limit: int, baseline: str, outside: bool, rows: Iterable[Row]) -> list[str]:
    """The meaning of the table, in lines."""
    from nonosat.study import TIMED

    found = [
        f"{'first solution' if limit == 1 else 'verdict'}; processor time",
        f"x {baseline}: total time of {baseline} / total time, over the puzzles that both solved",
    ]
    if outside:
        found += [
            "PAR-2: mean time over the puzzles that every program can be asked; an unsolved one "
            "counts as twice the limit",
            "times: of runs that solved, are timed, or reached a limit (then wall time, if longer)",
        ]
    if any(row["reason"] == TIMED for row in rows):
        lacks = "shows none that can be read" if limit == 1 else "says no verdict on any puzzle"
        found.append(f"timed: the program {lacks}, so it has solved nothing")
    return found


@command(
    "build-benchmark",
    status={
        2: "usage error, or OUT exists and --force is missing",
        4: "the description is broken, or two of its puzzles are isomorphic",
        5: "some puzzles are left out: undecided within the bounds of work",
    },
)
@click.argument("description", metavar="FILE", type=click.Path())
@output_options(
    "The folder to write; it must be missing or empty. --force replaces an existing benchmark, and "
    "nothing else.",
    required=True,
)
@choice_option(
    "--part",
    ("small", "medium", "all"),
    "How much to build; each part contains the smaller ones.",
    default="all",
)
@processes_option
@click.option(
    "--add",
    "kinds",
    multiple=True,
    type=click.Choice(("cnf", "minizinc", "xcsp3", "steps", "table")),
    help="Add files for other tools: clauses (DIMACS), MiniZinc data and model, XCSP3, the steps "
    "of each puzzle with one solution (JSON lines), or a table (CSV and Parquet, with duckdb). "
    "Can be repeated.",
)
@quiet_option
def build_benchmark(
    description: str,
    out: Destination,
    part: str,
    jobs: int,
    kinds: tuple[str, ...],
    quiet: bool,
) -> int:
    """Build a benchmark of puzzles with answers and certificates, for people who study solvers.

    FILE describes families of puzzles by generator, parameters and seeds; nonosat's own benchmark
    has data/benchmark/families.toml in its repository. OUT gets the puzzles, a table of answers
    (verdict, number of solutions, what each technique gives, difficulty, hash), a certificate for
    each verdict, and check sums. The same FILE gives the same bytes on every machine, with any
    number of --jobs. OUT appears when it is complete.
    """
    from nonosat.benchmark.building import build

    if out.stdout:
        raise click.UsageError("-o -: name a folder")
    target = str(out.output)
    with writing(target), Bar(0, quiet) as bar:
        built = build(
            description,
            target,
            size=part,
            kinds=kinds,
            jobs=jobs,
            force=out.force,
            progress=lambda done, total, name: bar.show(done, name, total),
        )
    for name, why in built.left_out.items():
        complain(f"{name}: left out: {why}")
    if not quiet:
        emit(f"{target}: {counted(built.instances, 'instance')}")
    return exits.UNKNOWN if built.left_out else exits.DONE


def _unique(puzzles: Iterable[tuple[str, Puzzle]]) -> dict[str, Puzzle]:
    """Puzzles by name; the second one with a name gets " (2)" behind it."""
    result: dict[str, Puzzle] = {}
    for name, puzzle in puzzles:
        key, number = name, 1
        while key in result:
            number += 1
            key = f"{name} ({number})"
        result[key] = puzzle
    return result


def _random(given: str) -> dict[str, Puzzle]:
    from nonosat.study import random_picture_puzzles

    match = _RANDOM.fullmatch(given)
    if match is None:
        raise click.UsageError(
            f"--random {given}: write WxH:DENSITY:COUNT[:SEED], such as 25x25:0.5:200:1"
        )
    width, height, density, count, seed = match.groups()
    try:
        return random_picture_puzzles(
            int(width), int(height), float(density), int(count), int(seed or 0)
        )
    except NonosatError as error:
        raise click.UsageError(f"--random {given}: {error}") from error


def _oriented(puzzles: dict[str, Puzzle]) -> dict[str, Puzzle]:
    from nonosat.study import orientations

    return {
        turned: puzzle
        for name, given in puzzles.items()
        for turned, puzzle in orientations(name, given).items()
    }


def _programs(given: Sequence[str]) -> dict[str, Program]:
    """The outside programs by name."""
    from nonosat import study

    found: dict[str, Program] = {}
    ready = study.ready_programs() if given else {}
    for one in given:
        if one in ready:
            some = {one: ready[one]}
        elif one.endswith(".toml"):
            some = study.described(read_text(one), one)
        elif re.fullmatch(r"[\w-]+", one):
            raise click.UsageError(
                f"--program {one}: nonosat knows {', '.join(ready)}; in a command, write {{file}} "
                "where the puzzle's file goes"
            )
        else:
            number = sum(program.answer == "" for program in found.values())
            name = f"command {number + 1}" if number else "program"
            some = {name: study.Program(name, one)}
        for name, program in some.items():
            if name in found:
                raise click.UsageError(f"--program {one}: {name} is named twice")
            if shutil.which(program.executable) is None:
                raise click.UsageError(
                    f"--program {one}: {program.executable}: No such file, or it cannot be executed"
                )
            found[name] = program
    return found


def _with_answers(
    files: Iterable[Argument],
) -> tuple[tuple[Argument, ...], dict[str, Known]]:
    """The files, with the folder of its puzzles instead of a benchmark; and its answers."""
    known: dict[str, Known] = {}
    inputs = []
    for file in files:
        given = file
        if given.kind is Kind.FOLDER:
            from nonosat.benchmark.building import PUZZLES, known_answers

            answers = known_answers(given.text)
            if answers is not None:
                known |= answers
                given = argument(os.path.join(given.text, PUZZLES))
        inputs.append(given)
    return tuple(inputs), known


def _try(
    puzzles: Mapping[str, Puzzle],
    outside: Mapping[str, Program],
    known: Mapping[str, Known],
    options: ProgramOptions,
    as_json: bool,
) -> int:
    """Show how each program is asked about the first puzzle, and how its answer is understood."""
    from nonosat import study

    wrong = False
    for name, puzzle in list(puzzles.items())[:1]:
        options["known"] = known.get(puzzle.sha256())
        for number, program in enumerate(outside.values()):
            trial = study.try_program(program, puzzle, name, **options)
            wrong |= trial.row["reason"] in study.WRONG
            if as_json:
                emit_json(trial.as_dict())
            else:
                emit(lines([*[""] * bool(number), *str(trial).split("\n")]))
    return exits.MULTIPLE if wrong else exits.DONE


_MOST_REASONS = 12
"""The terminal shows this number of reasons; a page has all of them."""
_STEADY = 5
"""A puzzle whose worst time is at most this multiple of the median counts as steady."""


def steadiness_table(rows: Sequence[Row], screen: Screen) -> str:
    """Per puzzle and contestant: the median and the worst time over orientations and seeds."""
    from nonosat.study import steadiness

    steady = steadiness(rows)
    heads = (
        "puzzle",
        "preset",
        "runs",
        "unknown",
        "timed",
        "median s",
        "worst s",
        "ratio",
        "worst at",
    )
    table = [
        (
            one.puzzle,
            one.configuration,
            str(one.runs),
            str(one.runs - one.finished - one.timed),
            str(one.timed),
            f"{one.median:.3f}",
            f"{one.worst:.3f}",
            f"{one.ratio:.1f}",
            one.worst_at[0] + ("" if one.worst_at[1] is None else f", seed {one.worst_at[1]}"),
        )
        for one in sorted(steady, key=lambda one: (one.puzzle, one.configuration))
    ]
    drawn = screen.table(heads, table, left=("puzzle", "preset", "worst at"))
    within = sum(one.ratio <= _STEADY and one.finished == one.runs for one in steady)
    words = (
        "processor seconds; ratio: worst / median, where a median below 1 ms counts as 1 ms",
        f"all runs solved, with a ratio of at most {_STEADY}: {within} of {len(steady)}",
    )
    return lines([drawn, *words])
