# SPDX-License-Identifier: MIT
"""The writing half: solve, refute, trim, have it checked, write.

First the ordinary pipeline finds the verdict. Then CaDiCaL refutes the whole formula of
``checker/formula.py``, "these clues, and not this solution", from its first clause on: the proof
uses neither the native logic nor the state that it reached. Deletions are dropped (the checker
ignores them), a native trimmer drops the steps that the contradiction does not need, and the
checker, with another solver's propagation, must accept the bytes before they are written to the
file.

The solver is CaDiCaL 1.5.3: trimmed, its proofs are the smallest, and it shares no code with
MiniSat, which checks them; Glucose does (``docs/experiments.md``, "Certificates"). Lemmas of our
own, or the automaton encoding, could save little: on this encoding propagation alone does most of
what a line solver does, so puzzles that lines solve need few steps, often none.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import NamedTuple, Unpack

from pysat.solvers import Cadical153

from nonosat._version import __version__
from nonosat.core._core import Trimmer
from nonosat.errors import InternalError, OptionError
from nonosat.formats.files import whole_file
from nonosat.limits import Limits, Stopped
from nonosat.proof.checker.check import verify_stream
from nonosat.proof.checker.container import MAX_HEADER, FormulaClaim, Header, pack
from nonosat.proof.checker.formula import ENCODING, MAX_SIZE, Formula, size, version_of
from nonosat.puzzle import Puzzle
from nonosat.report import Reason, Report, Verdict
from nonosat.sat.backends.pysat import conflicts_per_slice
from nonosat.sat.backends.pysat_private import conflicts_of, solve_slice
from nonosat.solving import SearchOptions, solve

__all__ = ["SUFFIX", "Certification", "certify"]

SUFFIX = ".nonocert"


@dataclass(frozen=True, slots=True)
class Certification:
    """The result of ``certify``.

    ``report``: of the solver. ``path``: the certificate, or None if none was written; ``reason``
    then says why. ``steps``: of the proof. ``bytes``: the size of the file. ``seconds``: wall time
    of everything but solving.
    """

    report: Report
    path: str | None
    reason: Reason | None
    steps: int
    bytes: int
    seconds: float


def certify(
    puzzle: Puzzle,
    path: str | os.PathLike[str],
    *,
    report: Report | None = None,
    **options: Unpack[SearchOptions],
) -> Certification:
    """Solve a puzzle and write a certificate of the verdict.

    The certificate is checked before it is written, and written as a whole or not at all.

    Args:
        puzzle: the puzzle.
        path: the file to write; an existing file is replaced, pipes and devices are written to.
        report: the report of ``solve`` on this puzzle without ``given`` cells, to save solving.
        options: as for ``solve``. ``time_limit`` holds for solving and certifying together,
            ``conflict_limit`` for the solver, and once more for the refutation.

    Returns:
        The result. There is no file if the verdict is UNKNOWN, or a limit is reached while the
        proof is made (MEMORY: the formula is too large to be certified).

    Raises:
        OptionError: a limit makes no sense, or ``report`` is about another puzzle or given cells.
        OSError: the file cannot be written.
        InternalError: the proof does not show the verdict; a bug of nonosat or of a solver.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from nonosat.proof import verify
    >>> with TemporaryDirectory() as folder:
    ...     done = certify(Puzzle([[1]], [[1]]), Path(folder, "dot.nonocert"))
    ...     verify(done.path).accepted
    True
    """
    limits = Limits(
        time_limit=options.get("time_limit"),
        conflict_limit=options.get("conflict_limit"),
        cancel=options.get("cancel"),
    )
    if report is None:
        report = solve(puzzle, **options)
    else:
        _require_report_on(puzzle, report)
    begun = limits.clock()

    def failed(reason: Reason | None) -> Certification:
        return Certification(report, None, reason, 0, 0, limits.clock() - begun)

    if report.verdict is Verdict.UNKNOWN:
        return failed(report.reason)
    try:
        made = certificate(puzzle, report, limits)
    except Stopped as stopped:
        return failed(stopped.reason)
    with whole_file(path) as stream:
        stream.write(made.data)
    seconds = limits.clock() - begun
    return Certification(report, os.fspath(path), None, made.steps, len(made.data), seconds)


class Certificate(NamedTuple):
    """The bytes of a certificate, and the number of steps of its proof."""

    data: bytes
    steps: int


def certificate(puzzle: Puzzle, report: Report, limits: Limits) -> Certificate:
    """A certificate of a verdict other than UNKNOWN, which the checker has accepted.

    Raises:
        Stopped: a limit was reached (MEMORY: the formula is too large to be certified).
        InternalError: the proof does not show the verdict; a bug of nonosat or of a solver.
    """
    needed = {Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2, Verdict.NONE: 0}[report.verdict]
    solutions = tuple(grid.cells for grid in report.solutions[:needed])
    formula: Formula | None = None
    steps: list[Sequence[int]] = []
    if report.verdict is not Verdict.MULTIPLE:
        if max(size(puzzle, blocking=bool(solutions))) > MAX_SIZE:
            raise limits.out_of_memory()
        formula = Formula(puzzle, solutions[0] if solutions else None)
        if len(_header(puzzle, report.verdict, solutions, formula, 0).to_json()) > MAX_HEADER:
            raise limits.out_of_memory()
        steps = _refute(formula, limits)
    data = _packed(puzzle, report.verdict, solutions, formula, steps)
    _accept(data, puzzle, limits)
    return Certificate(data, len(steps))


def _require_report_on(puzzle: Puzzle, report: Report) -> None:
    """Raise OptionError if the report answers another question."""
    if report.given is not None:
        raise OptionError("the report is about given cells: certify needs one on the puzzle alone")
    same_size = (report.known.height, report.known.width) == (puzzle.height, puzzle.width)
    if (
        not same_size
        or (report.puzzle is not None and report.puzzle.sha256() != puzzle.sha256())
        or any(puzzle.check(grid) for grid in report.solutions)
    ):
        raise OptionError("the report is about another puzzle than the one to certify")


def _refute(formula: Formula, limits: Limits) -> list[Sequence[int]]:
    """A proof that the formula has no model: trimmed, without deletions, the last step empty."""
    trimmer = Trimmer(formula.variables)
    clauses = 0
    solver = Cadical153(with_proof=True)
    try:
        for batch in formula.batches():
            limits.check()
            trimmer.add(batch)
            solver.append_formula(batch)
            clauses += len(batch)
        conflicts = conflicts_per_slice(clauses)
        if trimmer.refuted:
            return [()]
        while True:
            before = conflicts_of(solver)
            answer = solve_slice(solver, limits.slice(conflicts))
            limits.spend(conflicts_of(solver) - before)
            if answer:
                raise InternalError(
                    "the formula of the certificate has a solution that the verdict denies: "
                    "please report this with the puzzle"
                )
            if answer is False:
                break
        steps = _steps(solver.get_proof())
    finally:
        solver.delete()
    needed = trimmer.trim(steps, limits.stop)
    if needed is None:
        limits.check()
        raise InternalError("the trimmer stopped, although no limit was reached")
    return [*(steps[number] for number in needed if steps[number]), ()]


def _steps(lines: Sequence[str]) -> list[Sequence[int]]:
    """The steps of a proof in DRAT's text form, without its deletions."""
    return [tuple(map(int, line.split()[:-1])) for line in lines if not line.startswith("d")]


def _packed(
    puzzle: Puzzle,
    verdict: Verdict,
    solutions: tuple[bytes, ...],
    formula: Formula | None,
    steps: Sequence[Sequence[int]],
) -> bytes:
    header = _header(puzzle, verdict, solutions, formula, len(steps))
    return pack(header, (" ".join(map(str, [*step, 0])) for step in steps))


def _header(
    puzzle: Puzzle,
    verdict: Verdict,
    solutions: tuple[bytes, ...],
    formula: Formula | None,
    steps: int,
) -> Header:
    programs = {"nonosat": __version__}
    if formula is not None:
        programs |= {"solver": "CaDiCaL 1.5.3", "python-sat": version("python-sat")}
    return Header(
        puzzle=puzzle,
        sha256=puzzle.sha256(),
        verdict=verdict.value,
        solutions=solutions,
        formula=None
        if formula is None
        else FormulaClaim(
            ENCODING,
            version_of(puzzle),
            formula.variables,
            formula.clauses,
            formula.sha256,
        ),
        blocking=None if formula is None or formula.blocking is None else tuple(formula.blocking),
        steps=None if formula is None else steps,
        made_by=programs,
    )


def _accept(data: bytes, puzzle: Puzzle, limits: Limits) -> None:
    """Let the checker check the bytes before they are written.

    Raises:
        InternalError: it refuses.
        Stopped: a limit was reached.
    """
    verification = verify_stream(io.BytesIO(data), puzzle, look=limits.check)
    if not verification.accepted:
        raise InternalError(f"the checker does not accept the new certificate: {verification}")
