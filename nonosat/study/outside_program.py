# SPDX-License-Identifier: MIT
"""Another solver's program in the same table: it is run once per puzzle, timed, and checked.

The time is that of the whole process, with its start and the reading of the file, so it says more
about long runs than about short ones. No answer is trusted: every grid is checked against the
clues, and the verdict against a known one: the caller's, which a certificate must prove if the two
differ, or our own. An answer that is wrong or missing does not count as finished.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from nonosat.errors import BackendError, CertificateError, GridError, PuzzleError, check_type
from nonosat.formats import dumps
from nonosat.formats.files import scratch_folder, write_bytes
from nonosat.limits import Stopped
from nonosat.model.grid import Grid
from nonosat.model.metadata import printable
from nonosat.model.numbers import whole_number
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle
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
)
from nonosat.study.rows import Row, empty_row
from nonosat.workers.process import MOST_OUTPUT, Ended, run_to_end

WRONG = ("wrong solution", "wrong verdict")
"""Reasons of rows whose answer is wrong."""

UNASKED = "input"
"""The reason in a row if the input of the program cannot hold the puzzle."""

_VERSION_SECONDS = 10.0
_DECIDED = ("unique", "multiple", "none")


@dataclass(frozen=True, slots=True)
class Known:
    """The known verdict of a puzzle, and the file of a certificate that proves it.

    >>> Known("unique").certificate is None
    True
    """

    verdict: str
    certificate: str | None = None


def run_program(
    program: str | Program,
    name: str,
    puzzle: Puzzle,
    *,
    limit: int = 2,
    time_limit: float | None = 60.0,
    memory_limit: int | None = None,
    known: Known | None = None,
    configuration: str | None = None,
) -> Row:
    """Run a program on a puzzle and check its answer: the row of the run.

    Args:
        program: a description, such as those of ``ready_programs``; or a command, split as in a
            shell, with ``{file}`` for a temporary ``.non`` file. A command is only timed, since the
            form of its answer is unknown.
        name: the name of the puzzle in the row.
        puzzle: the puzzle.
        limit: 2 asks for a verdict, 1 for a first solution.
        time_limit: seconds of wall time; the program is then killed.
        memory_limit: MiB of resident memory of all its processes together; it is then killed.
        known: the verdict, if it is known. Otherwise nonosat finds it, within the time limit.
        configuration: the name in the row; by default the name of the program.

    Returns:
        A row whose ``finished_by`` is the configuration if the answer is right. ``verdict`` is the
        verdict of the program. ``reason`` says why it did not finish: ``time``, ``memory``,
        ``output`` (too much), ``pattern`` (searching the output for a pattern takes more than ten
        seconds), ``exit code 1``, ``no answer``, ``wrong solution``, ``wrong verdict``, ``input``
        (its input cannot hold the puzzle), or ``unchecked`` (it has a verdict, but the right one is
        not known).

    Raises:
        OptionError: the command does not name ``{file}``, or cannot be split, or a limit makes no
            sense.
        CertificateError: the certificate does not prove the known verdict.
        BackendError: the program cannot be started, or the system has no child processes.

    >>> puzzle = Puzzle(rows=[[1]], columns=[[1]])
    >>> run_program("false {file}", "dot", puzzle)["reason"]
    'exit code 1'
    """
    if isinstance(program, str):
        program = Program("program", program)
    limit = whole_number("limit", limit, least=1)
    seconds = checked(time_limit=time_limit).values["time_limit"]
    memory = checked(memory_limit=memory_limit).values["memory_limit"]
    own = configuration or program.name
    row = empty_row(name, puzzle, own)
    row["limit"] = limit
    row["time_limit"] = None if seconds in (None, math.inf) else seconds
    run = _Run(program, puzzle, min(limit, 2), row["time_limit"], memory)
    if run.refused:
        reading, reason = Reading(), UNASKED
    else:
        with scratch_folder() as place:
            reading, reason = run.answer(place)
    row["seconds"], row["cpu"] = run.seconds, run.processor
    row["solutions"] = len(set(reading.grids))
    row["verdict"] = "unknown" if reason == "time" else reading.verdict
    if not reason and program.answer:
        reason = judged(reading, puzzle, limit, lambda: known or known_by_us(puzzle, seconds))
    row["reason"] = reason
    row["finished_by"] = "" if reason else own
    return row


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
    ) -> None:
        self._program = program
        self._puzzle = puzzle
        self._limit = limit
        self._time = time_limit
        self._memory = memory_limit
        self._cnf: Cnf | None = None
        self._text = ""
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
        write_bytes(paths["file"], self._input(without))
        for name in ("mzn", "mod"):
            if f"{{{name}}}" in program.command:
                write_bytes(paths[name], model_text(f"nonogram.{name}"))
        write_bytes(paths["output"], "")
        words = program.words(limit=str(self._limit), **paths)
        rest = None if self._time is None else max(self._time - self.seconds, 0.0)
        with open(os.path.join(place, "said"), "w+b") as said:
            ended = run_to_end(words, rest, memory_limit=self._memory, output=said)
            self.seconds += ended.seconds
            self.processor += ended.processor
            if ended.stopped or not program.answer or (ended.code or 0) < 0:
                return Reading(), ended.stopped or _code(ended)
            said.seek(0)
            output = said.read(MOST_OUTPUT)
        if os.path.isfile(paths["output"]):
            with suppress(OSError), open(paths["output"], "rb") as written:
                output += b"\n" + written.read(MOST_OUTPUT + 1)
        if len(output) > MOST_OUTPUT:
            return Reading(), "output"
        text = output.decode(errors="replace")
        try:
            reading = read_answer(program, text, self._puzzle, self._cnf)
        except Stopped:
            return Reading(), "pattern"
        # An exit code may be an answer: SAT solvers end with 10 or 20.
        return reading, "" if reading.verdict or reading.grids else _code(ended)

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


def _code(ended: Ended) -> str:
    return f"exit code {ended.code}" if ended.code else ""


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
    if limit == 1 and reading.verdict not in _DECIDED and reading.grids:
        return ""
    if reading.verdict not in _DECIDED:
        return "no answer"
    right = known()
    if right.verdict not in _DECIDED:
        return "unchecked"
    if reading.verdict != right.verdict:
        _check(right, puzzle)
        return WRONG[1]
    return "no answer" if limit == 1 and right.verdict != "none" and not reading.grids else ""


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
