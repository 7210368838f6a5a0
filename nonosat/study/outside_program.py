# SPDX-License-Identifier: MIT
"""Another solver's program in the same table: it is run once per puzzle, timed, and checked.

The time is that of the whole process, with its start and the reading of the file, so it says more
about long runs than about short ones. No answer is trusted: every grid is checked against the
clues, and the verdict against a known one: the caller's, which a certificate must prove if the two
differ, or our own. An answer that is wrong or missing does not count as finished. A program that
says nothing at all and ends well is only timed (``TIMED``).
"""

from __future__ import annotations

import math
import os
import re
import shlex
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, TypedDict, Unpack

from nonosat.errors import BackendError, CertificateError, GridError, PuzzleError, check_type
from nonosat.formats import dumps
from nonosat.formats.files import scratch_folder, write_bytes
from nonosat.limits import Stopped
from nonosat.model.grid import Grid
from nonosat.model.metadata import printable
from nonosat.model.numbers import whole_number
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason
from nonosat.proof import verify_certificate
from nonosat.sat.cnf import Cnf, clauses_of, dimacs
from nonosat.solving import solve
from nonosat.solving.options import checked
from nonosat.study.programs import (
    CLAUSES,
    Program,
    Reading,
    model_text,
    read_answer,
    read_json,
    split_command,
)
from nonosat.study.rows import DECIDED, GAVE_UP, NOTHING, TIMED, Row, empty_row
from nonosat.words import counted, reason_words
from nonosat.workers.process import MOST_OUTPUT, run_to_end

WRONG = ("wrong solution", "wrong verdict")
"""Reasons of rows whose answer is wrong."""

OTHER_SIZE = "other size"
"""The reason in a row if a program shows no grid but one of another size, which is not checked."""

UNASKED = "input"
"""The reason in a row if the input of the program cannot hold the puzzle."""

_SHELL = re.compile(r"\d?[<>]|\|\|?$|&&?$|;$")
"""Words that are signs of a shell: redirections, pipes, several commands."""
_VERSION_SECONDS = 10.0
_LONGEST = 200
"""Letters of a line of stderr in a row."""
_SHOWN_LINES = 40
"""Lines of a text that a ``Trial`` shows."""
_WHY = {
    **{reason.value: reason_words(reason) for reason in Reason},
    "output": "too much output",
    "pattern": "a pattern takes too long",
    OTHER_SIZE: "a grid of another size",
}
"""Reasons in words: those of the solver, and those of a program beside it."""


@dataclass(frozen=True, slots=True)
class Known:
    """The known verdict of a puzzle, and the file of a certificate that proves it.

    >>> Known("unique").certificate is None
    True
    """

    verdict: str
    certificate: str | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """One run of an outside program, as text: what it got, and what came back.

    ``command``: its words. ``sent``: the content of its file; its stdin is empty. ``written``: the
    content of the file ``{output}``. ``code``: its exit code, below 0 for a signal. ``stopped``:
    the limit that ended it, ``time``, ``memory`` or ``output``; otherwise empty. ``seconds``: wall
    time.

    >>> Exchange(("true", "a.non"), "width 1", "", "", "", 0, 0.1, "").code
    0
    """

    command: tuple[str, ...]
    sent: str
    stdout: str
    stderr: str
    written: str
    code: int | None
    seconds: float
    stopped: str


@dataclass(frozen=True, slots=True)
class Trial:
    """How a program was asked about one puzzle, and how its answer was understood.

    ``row``: as from ``run_program``. ``exchanges``: a run for each question. ``reading``: what was
    understood. ``known``: the verdict with which it was compared; empty if it was not. ``hints``:
    why no verdict, or no grid, was read. The text of a trial (``str``) is for people.

    >>> trial = try_program("echo unique {file}", Puzzle([[1]], [[1]]))
    >>> trial.exchanges[0].code, trial.reading.verdict, trial.known, trial.row["finished_by"]
    (0, 'unique', 'unique', 'program')
    """

    row: Row
    exchanges: tuple[Exchange, ...]
    reading: Reading
    known: str
    hints: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The row with ``exchanges``, ``known`` and ``hints``, as plain data."""
        exchanges = list(map(asdict, self.exchanges))
        return {**self.row, "exchanges": exchanges, "known": self.known, "hints": [*self.hints]}

    def __str__(self) -> str:
        row, several = self.row, len(set(self.reading.grids))
        lines = [f"{row['configuration']} on {row['puzzle']}"]
        for one in self.exchanges:
            lines += [f"command: {printable(shlex.join(one.command))}"]
            for name in ("sent", "stdout", "stderr", "written"):
                if one.written or name != "written":
                    lines += _quoted(name, getattr(one, name))
            ended = _WHY.get(one.stopped, one.stopped) or _code(one.code) or "exit code 0"
            lines.append(f"ended: {ended}, after {one.seconds:.3f} s")
        said = self.reading.verdict or "no verdict"
        lines.append(f"understood: {said}; {counted(several, 'solution')}")
        lines += self.hints
        if self.known:
            lines.append(f"known verdict: {self.known}")
        if row["reason"] in WRONG:
            counts = f"wrong: {row['reason']}"
        elif row["reason"] == UNASKED:
            counts = "unasked: its input cannot hold the puzzle"
        elif row["reason"] == TIMED:
            counts = (
                "timed: it ended by itself, and says no verdict that can be read; unknown, if it "
                "answers another puzzle"
            )
        else:
            counts = f"unknown: {why(row)}" if row["reason"] else "solved"
        return "\n".join([*lines, f"counts as {counts}"])


def _quoted(name: str, text: str) -> Iterator[str]:
    """The lines of a text below its name, without control characters."""
    lines = text.splitlines()
    yield f"{name}: {counted(len(lines), 'line') if text else 'empty'}"
    yield from (f"  | {printable(line)}".rstrip() for line in lines[:_SHOWN_LINES])
    if len(lines) > _SHOWN_LINES:
        yield f"  ... {counted(len(lines) - _SHOWN_LINES, 'more line')}"


class ProgramOptions(TypedDict, total=False):
    """The options of ``run_program`` and ``try_program``, which explain them."""

    limit: int
    time_limit: float | None
    memory_limit: int | None
    known: Known | None
    configuration: str | None


def run_program(
    program: str | Program, name: str, puzzle: Puzzle, **options: Unpack[ProgramOptions]
) -> Row:
    """Run a program on a puzzle and check its answer: the row of the run.

    Args:
        program: a description, such as those of ``ready_programs``; or a command, split as in a
            shell, with ``{file}`` for a temporary ``.non`` file. A command says its verdict by a
            line that is only ``unique``, ``multiple`` or ``none``, and that it gives up by
            ``unknown``, and shows solutions as rows of ``#`` and ``.``; otherwise it is only timed.
        name: the name of the puzzle in the row.
        puzzle: the puzzle.
        **options: ``limit``: 2 (the default) asks for a verdict, 1 for a first solution.
            ``time_limit``: seconds of wall time, by default 60; the program is then killed.
            ``memory_limit``: MiB of resident memory of all its processes together; it is then
            killed. ``known``: the verdict, if it is known; otherwise nonosat finds it, within the
            time limit. ``configuration``: the name in the row; by default the name of the program.

    Returns:
        A row whose ``finished_by`` is the configuration if the answer is right. ``verdict`` is the
        verdict of the program. ``reason`` says why it did not finish: ``time``, ``memory``,
        ``output`` (too much), ``pattern`` (searching the output for a pattern takes more than ten
        seconds), ``exit code 1``, ``signal SIGSEGV``, ``nothing understood``, ``gave up`` (it says
        ``unknown``), ``no verdict``, ``no solution`` (it should show one), ``other size`` (it shows
        a grid of another size, and no other), ``wrong solution``, ``wrong verdict``, ``input`` (its
        input cannot hold the puzzle), ``unchecked`` (it has a verdict, but the right one is not
        known), or ``timed`` (``TIMED``: it ended by itself, and says no verdict; ``contest_table``
        counts that as ``nothing understood`` if the program has answered another puzzle).
        ``stderr`` is the first line that it wrote there; after a crash without one, the last line
        of its stdout.

    Raises:
        OptionError: the command does not name ``{file}``, or cannot be split, or a limit makes no
            sense.
        CertificateError: the certificate does not prove the known verdict.
        BackendError: the program cannot be started, or the system has no child processes.

    >>> puzzle = Puzzle(rows=[[1]], columns=[[1]])
    >>> run_program("false {file}", "dot", puzzle)["reason"]
    'exit code 1'
    """
    return _tried(program, name, puzzle, keep=False, **options).row


def try_program(
    program: str | Program, puzzle: Puzzle, name: str = "puzzle", **options: Unpack[ProgramOptions]
) -> Trial:
    """Run a program on one puzzle, and keep what it got, what it answered, and how that was read.

    Args:
        program: a description or a command, as in ``run_program``.
        puzzle: the puzzle.
        name: its name in the row.
        **options: as in ``run_program``.

    Returns:
        The trial; print it to see everything.

    Raises:
        NonosatError: as ``run_program``.

    >>> trial = try_program("sh -c 'echo no such puzzle >&2; exit 3' {file}", Puzzle([[1]], [[1]]))
    >>> trial.row["reason"], trial.row["stderr"]
    ('exit code 3', 'no such puzzle')
    """
    return _tried(program, name, puzzle, keep=True, **options)


def _tried(
    program: str | Program,
    name: str,
    puzzle: Puzzle,
    *,
    keep: bool,
    limit: int = 2,
    time_limit: float | None = 60.0,
    memory_limit: int | None = None,
    known: Known | None = None,
    configuration: str | None = None,
) -> Trial:
    """``run_program``; with ``keep``, the trial has the exchanges."""
    if isinstance(program, str):
        program = Program("program", program)
    limit = whole_number("limit", limit, least=1)
    seconds = checked(time_limit=time_limit).values["time_limit"]
    memory = checked(memory_limit=memory_limit).values["memory_limit"]
    own = configuration or program.name
    row = empty_row(name, puzzle, own)
    row["limit"], row["command"] = limit, program.command
    row["time_limit"] = None if seconds in (None, math.inf) else seconds
    run = _Run(program, puzzle, min(limit, 2), row["time_limit"], memory, keep=keep)
    compared: list[Known] = []

    def right() -> Known:
        compared.append(known or known_by_us(puzzle, seconds))
        return compared[0]

    if run.refused:
        reading, reason = Reading(), UNASKED
    else:
        with scratch_folder() as place:
            reading, reason = run.answer(place)
    row["seconds"], row["cpu"] = run.seconds, run.processor
    row["solutions"] = len(set(reading.grids))
    row["verdict"] = "unknown" if reason == "time" else reading.verdict
    if not reason:
        reason = judged(reading, puzzle, limit, right)
        if reason == "no solution" and not program.answer:  # it may have no way to show one
            reason = TIMED
    row["reason"] = reason
    row["stderr"] = _first_line(run.stderr) if reason else ""
    row["finished_by"] = "" if reason else own
    verdict = compared[0].verdict if compared else ""
    hints = tuple(_hints(program, run.exchanges, puzzle, reading))
    return Trial(row, tuple(run.exchanges), reading, verdict, hints)


def _hints(
    program: Program, exchanges: list[Exchange], puzzle: Puzzle, reading: Reading
) -> Iterator[str]:
    """Why no verdict, or no grid, was read from the output of a program."""
    if reading.other_size and not reading.grids:
        board = f"{counted(puzzle.height, 'row')} of {puzzle.width}"
        yield f"what looks like a grid has {reading.other_size}, and is not read: write {board}"
    if shell := [word for word in split_command(program.command) if _SHELL.match(word)]:
        yield (
            f"{shell[0]} means nothing here, as no shell reads the command: write it inside "
            "sh -c '...', as in sh -c 'mysolver < {file}'"
        )
    if reading.verdict or not exchanges or program.answer not in ("", "text"):
        return
    if read_json(exchanges[-1].stdout, puzzle).verdict:
        yield 'stdout has JSON with a verdict: describe the program in a .toml with answer = "json"'
    if program.patterns:
        yield f"no verdict: none of its patterns ({', '.join(program.patterns)}) says one in stdout"
    with suppress(Stopped):
        if said := read_answer(program, exchanges[-1].stderr, puzzle, None).verdict:
            yield f"stderr says {said}, but is not read: print the verdict to stdout"


def _first_line(text: str) -> str:
    """The first line of an error's text; of a traceback of Python the last, which has the error."""
    lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    line = lines[-1 if lines[0].startswith("Traceback (most recent call last)") else 0]
    return printable(line)[:_LONGEST]


def _last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "")


def why(row: Row) -> str:
    """Why the run of a row did not finish, in a few words.

    >>> from nonosat.study.rows import empty_row
    >>> row = empty_row("dot", Puzzle([[1]], [[1]]), "mine")
    >>> why({**row, "reason": "time"})
    'time limit'
    """
    return _WHY.get(row["reason"], row["reason"])


def known_by_us(puzzle: Puzzle, time_limit: float | None) -> Known:
    """The verdict of nonosat on a puzzle; it may be ``unknown``."""
    return Known(solve(puzzle, time_limit=time_limit).verdict.value)


class _Run:
    """One puzzle and one program: the file it gets, its runs, and their cost."""

    def __init__(
        self,
        program: Program,
        puzzle: Puzzle,
        limit: int,
        time_limit: float | None,
        memory_limit: int | None,
        *,
        keep: bool,
    ) -> None:
        self._program = program
        self._puzzle = puzzle
        self._limit = limit
        self._time = time_limit
        self._memory = memory_limit
        self._cnf: Cnf | None = None
        self._text = ""
        self._keep = keep
        self.exchanges: list[Exchange] = []
        self.stderr = ""
        self.seconds = self.processor = 0.0
        self.refused = len(puzzle.palette) > 1 and not program.colors
        if self.refused:
            return
        # Without title, goal picture and names of colours, which some formats would hold.
        palette = puzzle.palette if program.colors else Palette()
        plain = Puzzle(puzzle.rows, puzzle.columns, palette=palette, printed=puzzle.printed)
        try:
            if program.input in CLAUSES:
                self._cnf = clauses_of(plain, CLAUSES[program.input])
            else:
                self._text = dumps(plain, format=program.input)
        except (PuzzleError, Stopped):  # the format cannot hold it, or the clauses are too large
            self.refused = True

    def answer(self, place: str) -> tuple[Reading, str]:
        """The answer of the program, and why it has not finished."""
        reading, reason = self._once(place, None)
        if reason or self._program.finds == "all" or self._limit == 1 or not reading.grids:
            return _concluded(reading), reason
        first = reading.grids[0]
        if self._puzzle.faults(first):  # wrong: no second run
            return reading, ""
        second, reason = self._once(place, first)
        if reason:
            return reading, reason
        grids = (first, *second.grids)
        return _concluded(Reading(grids=grids, finished=second.verdict == "none")), ""

    def _once(self, place: str, without: Grid | None) -> tuple[Reading, str]:
        """Run the program once; ``without``: a grid from which its answer must differ, or None."""
        program = self._program
        paths = {name: os.path.join(place, name) for name in ("file", "output", "mzn", "mod")}
        # Some programs look at the suffix.
        paths["file"] += {"minizinc": ".dzn"}.get(program.input, "." + program.input[:3])
        paths["mzn"] += ".mzn"
        sent = self._input(without)
        write_bytes(paths["file"], sent)
        for name in ("mzn", "mod"):
            if f"{{{name}}}" in program.command:
                write_bytes(paths[name], model_text(f"nonogram.{name}"))
        write_bytes(paths["output"], "")
        words = program.words(limit=str(self._limit), **paths)
        rest = None if self._time is None else max(self._time - self.seconds, 0.0)
        said, errors = (os.path.join(place, name) for name in ("said", "errors"))
        with open(said, "wb") as output, open(errors, "wb") as complaints:
            ended = run_to_end(
                words, rest, memory_limit=self._memory, output=output, errors=complaints
            )
        self.seconds += ended.seconds
        self.processor += ended.processor
        stdout, stderr, written = (_text(path) for path in (said, errors, paths["output"]))
        # A crash may say its reason on stdout, at the end.
        self.stderr = stderr if stderr.strip() or not ended.code else _last_line(stdout)
        for name, path in paths.items():
            self.stderr = self.stderr.replace(path, f"{{{name}}}")
        if self._keep:
            self.exchanges.append(
                Exchange(
                    tuple(words),
                    sent,
                    *(stdout, stderr, written),
                    *(ended.code, ended.seconds, ended.stopped),
                )
            )
        if ended.stopped or (ended.code or 0) < 0:
            return Reading(), ended.stopped or _code(ended.code)
        text = f"{stdout}\n{written}"
        if len(text) > MOST_OUTPUT:
            return Reading(), "output"
        if not program.answer:
            text = text.replace(paths["file"], "")
        try:
            reading = read_answer(program, text, self._puzzle, self._cnf)
        except Stopped:
            return Reading(), "pattern"
        # An exit code may be an answer: SAT solvers end with 10 or 20.
        if reading.verdict or reading.grids:
            return reading, ""
        return reading, _code(ended.code) or (TIMED if program.silent else NOTHING)

    def _input(self, without: Grid | None) -> str:
        if self._cnf is not None:
            extra = [] if without is None else [self._cnf.blocking(without.cells)]
            return "".join(dimacs(self._cnf, self._puzzle.width, "a nonogram", extra))
        if without is None:
            return self._text
        rows = (
            " ".join(map(str, [number, *cells]))
            for number, cells in enumerate(without.tolist(), start=1)
        )
        head = " ".join(map(str, range(1, without.width + 1)))
        avoid = f"param avoiding := 1;\nparam avoid : {head} :=\n" + "\n".join(rows) + "\n;\nend;\n"
        return self._text.removesuffix("end;\n") + avoid


def _text(path: str) -> str:
    """The text of a file; empty if the program has removed it."""
    with suppress(OSError), open(path, "rb") as file:
        return file.read(MOST_OUTPUT + 1).decode(errors="replace")
    return ""


def _code(code: int | None) -> str:
    """An exit code or a signal in words; empty for success."""
    if code is None or code >= 0:
        return f"exit code {code}" if code else ""
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _concluded(reading: Reading) -> Reading:
    """A reading with the verdict that follows from its grids, if it has no verdict."""
    different = len(set(reading.grids))
    if reading.verdict or not different:
        return reading
    verdict = "multiple" if different > 1 else "unique" if reading.finished else ""
    return Reading(verdict, reading.grids, reading.finished)


def judged(reading: Reading, puzzle: Puzzle, limit: int, known: Callable[[], Known]) -> str:
    """Why an answer does not count; empty if it is right.

    ``known`` is called only if it matters.

    Raises:
        CertificateError: the certificate does not prove the known verdict.
    """
    for grid in reading.grids:
        try:
            broken = bool(puzzle.faults(grid)) or not grid.complete
        except GridError:
            broken = True
        if broken:
            return WRONG[0]
    if limit == 1 and reading.verdict not in DECIDED and reading.grids:
        return ""
    if reading.verdict not in DECIDED:
        return GAVE_UP if reading.verdict == "unknown" else "no verdict"
    right = known()
    if right.verdict not in DECIDED:
        return "unchecked"
    if reading.verdict != right.verdict:
        _check(right, puzzle)
        return WRONG[1]
    if reading.other_size and not reading.grids:
        return OTHER_SIZE
    return "no solution" if limit == 1 and right.verdict != "none" and not reading.grids else ""


def _check(known: Known, puzzle: Puzzle) -> None:
    """Check the certificate: another verdict is wrong only if the certificate is right."""
    if known.certificate is None:
        return
    try:
        found = verify_certificate(known.certificate, puzzle)
    except OSError as error:
        raise CertificateError(f"{known.certificate}: {error.strerror}") from None
    if not found.accepted or found.verdict != known.verdict:
        says = str(found).partition("\n")[0]
        raise CertificateError(f"{known.certificate}: it does not prove {known.verdict!r}: {says}")


def program_version(program: Program) -> str:
    """The first line that a program prints as its version.

    Args:
        program: a description.

    Returns:
        The line, without control characters; or a note that it prints no version.

    Raises:
        OSError: the file for its answer cannot be written.

    >>> program_version(Program("true", "true {file}"))
    'it does not say its version'
    """
    check_type("program", program, Program)
    words = program.version_words()
    if words:
        with scratch_folder() as place, open(os.path.join(place, "said"), "w+b") as said:
            with suppress(BackendError):
                run_to_end(words, _VERSION_SECONDS, output=said)
            said.seek(0)
            for line in said.read(MOST_OUTPUT).decode(errors="replace").splitlines():
                if line.strip():
                    return printable(line.strip())
    return "it does not say its version"
