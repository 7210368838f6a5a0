# SPDX-License-Identifier: MIT
"""``build``: the folder of a benchmark, the same bytes on every machine.

Each instance is a task of its own, which depends on the description alone. Its files are written as
soon as it is done, and the table when all are done, in the order of the description. So the number
of processes changes nothing. The folder gets its name when it is complete; until then it is a
hidden folder beside this name, which an interruption removes.

Isomorphic instances are refused: they would count one puzzle twice, and a program that learns from
one would know the other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from nonosat.benchmark.exports import (
    SOURCE,
    check_kinds,
    croissant,
    csv_table,
    files_of,
    parquet_table,
)
from nonosat.benchmark.families import SIZES, Description, load_description
from nonosat.benchmark.instances import COLUMNS, LICENSE, Answer, Instance, LeftOut, answer
from nonosat.errors import GridError, OptionError, PuzzleError, PuzzleSyntaxError
from nonosat.formats import dumps
from nonosat.formats.files import StrPath, read_text, scratch_folder, write_bytes
from nonosat.formats.registry import format_named
from nonosat.model.numbers import check_choice, whole_number
from nonosat.model.puzzle import Puzzle
from nonosat.study.outside_program import Known
from nonosat.study.programs import model_text

JOB = "nonosat.benchmark.building:work"

ANSWERS, DESCRIPTION, README, SUMS = "answers.tsv", "families.toml", "README.md", "SHA256SUMS"
CITATION = "CITATION.cff"
PUZZLES, CERTIFICATES = "puzzles", "certificates"
"""The files about a whole benchmark, and the folders with a file for each instance."""

_FORMS = ("non", "json")
"""An instance is written in the first of these formats that can hold it."""

_FILES = {
    "cnf": "cnf/ID-order.cnf, cnf/ID-automaton.cnf | the clues as clauses (DIMACS), in two "
    "encodings; comments explain the variables",
    "minizinc": "minizinc/ID.dzn, minizinc/model.mzn | data of the MiniZinc challenge, and a "
    "model; black and white",
    "xcsp3": "xcsp3/ID.xml | an instance of XCSP3, with an automaton for each line",
    "steps": "steps/SPLIT/TECHNIQUE/SIDE/ID.jsonl | the steps of a puzzle with one solution: "
    "position, technique, the lines and cells that are used, the cells that follow",
    "table": "answers.csv, answers.parquet, croissant.json | answers and puzzles in one table; its "
    "data card",
}
"""The files of each kind and their content, for the table of the README."""

_README = """# {name}, version {version}, size {size}

{count} nonograms with verdicts and certificates, built by nonosat from {description}.
Licence: {license}. No two instances are equal when turned, mirrored or given other colours.

| file | what it is |
|---|---|
| {description} | the families: generators, parameters and seeds |
| {answers} | a row for each instance: verdict, number of solutions, deduction, difficulty, hash |
| puzzles/ID.non | the instance in Steve Simpson's text form |
| puzzles/ID.json | the same in JSON, if clues are missing or cells are printed |
| certificates/ID.nonocert | the proof of the verdict |
{more}| CITATION.cff | how to cite it |
| {sums} | the SHA-256 of every file; `sha256sum -c {sums}` checks them |

`nonosat verify-certificate certificates` checks all proofs with code that shares nothing with the
solver; with `--export drat` it writes formulas and proofs as DIMACS and DRAT for other checkers.

Columns of {answers}: **solutions** is exact, or a lower bound such as `>=12`; **trivial** to
**trial** are the cells that are known when that technique and all easier ones give nothing more;
**technique** is the hardest one that a puzzle with one solution needs, or the easiest one that
shows that there is no solution; **difficulty** grows by one when a person has to look at twice as
much; **sha256** is the hash of the canonical text. `-`: does not apply.

| family | instances | what it is |
|---|--:|---|
{families}
"""


@dataclass(frozen=True, slots=True)
class Built:
    """A benchmark that was built: how many instances it has, and which were left out and why."""

    instances: int
    left_out: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Task:
    instance: Instance
    folder: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The answer to a task. ``files``: for the kinds that were asked for."""

    answer: Answer | LeftOut
    files: dict[str, bytes]


def build(
    path: StrPath,
    folder: StrPath,
    *,
    size: str = "all",
    kinds: Sequence[str] = (),
    jobs: int = 1,
    force: bool = False,
    progress: Callable[[int, int, str], None] | None = None,
) -> Built:
    """Build a benchmark.

    Args:
        path: the file of its description.
        folder: the folder to write; it must not exist, or be empty.
        size: ``small``, ``medium`` or ``all``.
        kinds: kinds of files to write for other tools, of ``exports.KINDS``.
        jobs: worker processes, at most one per core.
        force: replace a benchmark that is in the folder; a folder with other files is refused.
        progress: called after each instance, with the number of done and of all instances, and the
            id.

    Returns:
        The numbers of instances.

    Raises:
        PuzzleSyntaxError: the file is not a description, an instance cannot be made, or two are
            isomorphic.
        OptionError: the size or a kind is unknown, or the folder has other files.
        OSError: the folder cannot be written.
    """
    check_choice("size", size, SIZES)
    check_kinds(kinds)
    whole_number("jobs", jobs, least=1)
    target = os.path.realpath(folder)
    check_target(target, force=force)
    description = load_description(path)
    instances = description.of_size(size)
    if not instances:
        raise PuzzleSyntaxError(f"the size {size} has no instances", os.fspath(path))
    beside = os.path.dirname(target)
    os.makedirs(beside, exist_ok=True)
    with scratch_folder(beside) as scratch:
        made = os.path.join(scratch, "benchmark")
        writer = _Writer(Path(made), description, kinds)
        where = str(Path(path).resolve().parent)
        tasks = [_Task(instance, where, tuple(kinds)) for instance in instances]
        with closing(_outcomes(tasks, jobs)) as outcomes:
            for done, (instance, outcome) in enumerate(outcomes, start=1):
                writer.add(instance, outcome)
                if progress is not None:
                    progress(done, len(tasks), instance.id)
        built = writer.finish(size)
        if os.path.lexists(target):
            os.rename(target, os.path.join(scratch, "replaced"))
        os.rename(made, target)
    return built


def check_target(folder: str, *, force: bool) -> None:
    """Refuse a folder that is not empty; with ``force``, only if it has files of no benchmark.

    Raises:
        OptionError: the folder is refused.
        OSError: it cannot be read.
    """
    if not os.path.lexists(folder):
        return
    if not os.path.isdir(folder):
        raise OptionError(f"{folder} exists and is not a folder")
    found = {
        os.path.relpath(os.path.join(where, name), folder).replace(os.sep, "/")
        for where, _, names in os.walk(folder)
        for name in names
    }
    if found and not force:
        raise OptionError(f"{folder} exists: add --force to replace it")
    strange = sorted(found - _listed(Path(folder)))
    if strange:
        raise OptionError(
            f"{folder} is not replaced: its file {strange[0]} is not part of a benchmark"
        )


def _listed(folder: Path) -> set[str]:
    """The files that a benchmark in a folder lists, and the list itself."""
    try:
        text = (folder / SUMS).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return set()
    return {line.partition("  ")[2] for line in text.splitlines()} | {SUMS}


def _outcomes(tasks: list[_Task], jobs: int) -> Generator[tuple[Instance, _Outcome], None, None]:
    """The answers, as they come."""
    if jobs == 1:
        for task in tasks:
            yield task.instance, _answered(task)
        return
    from nonosat.workers.pool import Pool
    from nonosat.workers.system import cores

    with Pool[_Task](JOB, min(jobs, cores())) as pool:
        for done in pool.run(tasks):
            if done.error is not None:
                raise done.error
            yield done.task.instance, done.answer


def work(task: _Task, emit: Callable[[object], None]) -> _Outcome:
    """Answer an instance in a worker process."""
    from nonosat.workers.channel import Begun

    emit(Begun())
    return _answered(task)


def _answered(task: _Task) -> _Outcome:
    try:
        found = answer(task.instance, Path(task.folder))
    except (PuzzleError, PuzzleSyntaxError, OptionError, GridError) as error:
        raise PuzzleSyntaxError(f"instance {task.instance.id}: {error}") from None
    if isinstance(found, LeftOut):
        return _Outcome(found, {})
    return _Outcome(found, files_of(task.instance.id, found, task.kinds))


class _Writer:
    """Writes the files of instances as they come, then the rest."""

    def __init__(self, folder: Path, description: Description, kinds: Sequence[str]) -> None:
        self._folder = folder
        self._description = description
        self._kinds = kinds
        self._answers: dict[str, Answer] = {}
        self._left_out: dict[str, str] = {}
        self._classes: dict[str, str] = {}
        self._sums: dict[str, str] = {}
        for name in (PUZZLES, CERTIFICATES):
            (folder / name).mkdir(parents=True)

    def add(self, instance: Instance, outcome: _Outcome) -> None:
        """Write the files of an instance.

        Raises:
            PuzzleSyntaxError: it is isomorphic to an earlier instance.
        """
        answer = outcome.answer
        if isinstance(answer, LeftOut):
            self._left_out[instance.id] = answer.why
            return
        other = self._classes.setdefault(answer.isomorphism, instance.id)
        if other != instance.id:
            first, second = sorted((other, instance.id))
            raise PuzzleSyntaxError(f"the instances {first} and {second} are isomorphic")
        self._answers[instance.id] = replace(answer, certificate=b"")  # which is on disk
        suffix, text = puzzle_file(answer.puzzle)
        self._write(f"{PUZZLES}/{instance.id}{suffix}", text.encode())
        self._write(f"{CERTIFICATES}/{instance.id}.nonocert", answer.certificate)
        for name, data in outcome.files.items():
            self._write(name, data)

    def finish(self, size: str) -> Built:
        """Write the files about all instances."""
        order = [one.id for one in self._description.of_size(size)]
        answers = [self._answers[name] for name in order if name in self._answers]
        rows = [answer.row for answer in answers]
        if "minizinc" in self._kinds:
            self._write("minizinc/model.mzn", model_text("nonogram.mzn").encode())
        if "table" in self._kinds:
            table = csv_table(answers)
            self._write("answers.csv", table)
            self._write("answers.parquet", parquet_table(table))
            about = self._description
            card = croissant(about.name, about.version, size, len(answers), table)
            self._write("croissant.json", card)
        self._write(ANSWERS, answers_table(rows).encode())
        self._write(DESCRIPTION, self._description.text.encode())
        self._write(README, self._readme(size, rows).encode())
        self._write(CITATION, self._citation().encode())
        lines = "".join(f"{self._sums[name]}  {name}\n" for name in sorted(self._sums))
        write_bytes(self._folder / SUMS, lines)
        left_out = {name: self._left_out[name] for name in order if name in self._left_out}
        return Built(len(rows), left_out)

    def _readme(self, size: str, rows: list[tuple[str, ...]]) -> str:
        counts = dict.fromkeys(self._description.families, 0)
        for row in rows:
            counts[row[COLUMNS.index("family")]] += 1
        families = "\n".join(
            f"| {name} | {count} | {self._description.families[name]} |"
            for name, count in counts.items()
        )
        return _README.format(
            name=self._description.name,
            version=self._description.version,
            size=size,
            count=len(rows),
            description=DESCRIPTION,
            answers=ANSWERS,
            sums=SUMS,
            more="".join(f"| {_FILES[kind]} |\n" for kind in self._kinds),
            license=LICENSE,
            families=families,
        )

    def _citation(self) -> str:
        """The text of CITATION.cff (Citation File Format 1.2)."""
        title, version = (
            json.dumps(text) for text in (self._description.name, self._description.version)
        )
        return (
            "cff-version: 1.2.0\n"
            "message: If the benchmark helps your work, please cite it.\n"
            f"type: dataset\ntitle: {title}\nversion: {version}\nlicense: {LICENSE}\n"
            f"authors:\n  - name: The nonosat developers\nrepository-code: {SOURCE}\n"
        )

    def _write(self, name: str, data: bytes) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, data)
        self._sums[name] = sha256(data).hexdigest()


def puzzle_file(puzzle: Puzzle) -> tuple[str, str]:
    """The suffix and the text of the file of an instance."""
    for name in _FORMS:
        try:
            return format_named(name).suffix, dumps(puzzle, format=name)
        except PuzzleError:
            continue
    raise AssertionError("JSON holds every puzzle")


def answers_table(rows: Iterable[tuple[str, ...]]) -> str:
    """The table of answers as text: a head, then a line for each row, with tabs between."""
    return "".join("\t".join(row) + "\n" for row in (COLUMNS, *rows))


def known_answers(folder: StrPath) -> dict[str, Known] | None:
    """The verdicts of a built benchmark, and the places of their certificates.

    Returns:
        The answers by the hash of the puzzle; None if the folder is not a benchmark.

    Raises:
        PuzzleSyntaxError: its table of answers is broken.
        OSError: it cannot be read.
    """
    place = Path(folder)
    table = place / ANSWERS
    if not (table.is_file() and (place / PUZZLES).is_dir()):
        return None
    first, *rows = (line.split("\t") for line in read_text(table).splitlines() or [""])
    if tuple(first) != COLUMNS or any(len(row) != len(COLUMNS) for row in rows):
        raise PuzzleSyntaxError("this is not a table of answers", os.fspath(table))
    found = {}
    for row in rows:
        values = dict(zip(COLUMNS, row, strict=True))
        certificate = str(place / CERTIFICATES / f"{values['id']}.nonocert")
        found[values["sha256"]] = Known(values["verdict"], certificate)
    return found
