# SPDX-License-Identifier: MIT
"""The writing half: solve, refute, trim, have it checked, write.

First the ordinary pipeline finds the verdict. Then CaDiCaL refutes the whole formula of
``encoding.py``, "these clues, and not this solution", from nothing: neither the native logic nor
the state that it reached is in the proof. Its deletions are dropped (the checker ignores them), a
native trimmer drops the steps that the contradiction does not need, and the checker, with another
solver's propagation, judges the bytes before they get a file name.

Measured on 300 puzzles of the corpus that are unique (survey, hard, part of sample, color, data),
untrimmed: Glucose 3 took 7.4 s, 134,000 steps, 0.8 MB compressed, 6.6 s to check; CaDiCaL 1.5.3
11.8 s, 1,095,000 steps, 3.4 MB, 10.8 s, as its inprocessing writes many steps that nobody needs;
Glucose 4 and CaDiCaL 1.9.5 were worse than their elders. Trimmed, CaDiCaL's proofs are the smaller
ones (12 of the hardest: 62 kB against 72 kB, the same time to check; Hot: 21,963 steps become 229),
and it shares no code with MiniSat, which checks them, as Glucose does. So: CaDiCaL 1.5.3, trimmed.
The solution as phases changed nothing.

Puzzles that lines solve need few steps, often none, as on this encoding propagation alone does most
of what a line solver does. So lemmas of our own (from line-solving and probing), or a second
encoding (the automaton, on which propagation is a whole line solver, with several times as many
clauses), could save next to nothing: of 325 puzzles (survey, hard, 100 of sample, color, data) the
median certificate has 1.5 kB and one step, the largest 37 kB; the median takes 0.06 s to verify,
9-Dom 0.16, Hot 0.3, a 616x14 puzzle 6 s, nearly all of it for making the formula.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from nonosat._version import __version__
from nonosat.core._core import Trimmer
from nonosat.errors import InternalError
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.proof.checker import encoding
from nonosat.proof.checker.check import verify_stream
from nonosat.proof.checker.container import Formula, Header, pack
from nonosat.proof.checker.formula import MAX_SIZE, Dimacs, size
from nonosat.proof.checker.outside import whole_file
from nonosat.puzzle import Puzzle
from nonosat.report import Event, Reason, Report, Verdict
from nonosat.sat.backends.pysat import Cadical153
from nonosat.solving import solve

__all__ = ["SUFFIX", "Certification", "certify"]

SUFFIX = ".nonocert"


@dataclass(frozen=True, slots=True)
class Certification:
    """What became of ``certify``.

    ``path`` is the certificate that was written, None if there is none: then ``reason`` says why.
    ``report`` is the solver's. ``steps`` are those of the proof, ``bytes`` is the file's size,
    ``seconds`` wall time of all but solving.
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
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Event], None] | None = None,
    cancel: Cancellation | None = None,
) -> Certification:
    """Solve a puzzle and write a certificate of the verdict.

    The file is checked before it gets its name; it is there as a whole or not at all.

    Args:
        puzzle: the puzzle.
        path: the file to write; one that is there is replaced.
        report: what ``solve`` said about the whole puzzle (nothing ``given``), to save solving.
        time_limit: seconds of wall time for solving and certifying together.
        conflict_limit: for the solver, and once more for the refutation.
        seed, progress, cancel: as in ``solve``.

    Returns:
        The outcome. There is no file if the verdict is UNKNOWN, or a limit is reached while the
        proof is made (MEMORY: the formula is too large to be certified).

    Raises:
        OptionError: a limit makes no sense.
        OSError: the file cannot be written.
        InternalError: the proof does not show the verdict; a bug of nonosat or of a solver.
    """
    limits = Limits(time_limit=time_limit, conflict_limit=conflict_limit, cancel=cancel)
    if report is None:
        report = solve(
            puzzle,
            time_limit=time_limit,
            conflict_limit=conflict_limit,
            seed=seed,
            progress=progress,
            cancel=cancel,
        )
    begun = limits.clock()

    def failed(reason: Reason | None) -> Certification:
        return Certification(report, None, reason, 0, 0, limits.clock() - begun)

    if report.verdict is Verdict.UNKNOWN:
        return failed(report.reason)
    needed = {Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2, Verdict.NONE: 0}[report.verdict]
    solutions = tuple(grid.cells for grid in report.solutions[:needed])
    formula: Dimacs | None = None
    steps: list[Sequence[int]] = []
    try:
        if report.verdict is not Verdict.MULTIPLE:
            if max(size(puzzle, blocking=bool(solutions))) > MAX_SIZE:
                raise Stopped(Reason.MEMORY)
            formula = Dimacs(puzzle, solutions[0] if solutions else None)
            steps = _refute(formula, limits)
        data = _packed(puzzle, report.verdict, solutions, formula, steps)
        _accept(data, puzzle, limits)
    except Stopped as stopped:
        return failed(stopped.reason)
    with whole_file(path) as stream:
        stream.write(data)
    seconds = limits.clock() - begun
    return Certification(report, os.fspath(path), None, len(steps), len(data), seconds)


def _refute(formula: Dimacs, limits: Limits) -> list[Sequence[int]]:
    """A proof that the formula has no model: trimmed, without deletions, the last step empty."""
    trimmer = Trimmer(formula.variables)
    clauses = 0
    solver = Cadical153.solver_class(with_proof=True)
    try:
        for batch in formula.batches():
            limits.check()
            trimmer.add(batch)
            solver.append_formula(batch)
            clauses += len(batch)
        conflicts = Cadical153.slice_for(clauses)
        if trimmer.refuted:
            return [()]
        while True:
            before = solver.accum_stats()["conflicts"]
            solver.conf_budget(limits.slice(conflicts))
            # As the backend does: without python-sat's handler of Ctrl-C, which CaDiCaL does not
            # survive. Ctrl-C is seen to after this slice.
            answer = Cadical153.solve_limited(solver.cadical, [], 0)
            limits.spend(solver.accum_stats()["conflicts"] - before)
            if answer > 0:
                raise InternalError(
                    "the formula of the certificate has a solution that the verdict denies: "
                    "please report this with the puzzle"
                )
            if answer < 0:
                break
        steps = _steps(solver.get_proof())
    finally:
        solver.delete()
    needed = trimmer.trim(steps, limits.stop)
    if needed is None:
        limits.check()
        raise InternalError("the trimmer stopped without being asked to")
    return [*(steps[number] for number in needed if steps[number]), ()]


def _steps(lines: Sequence[str]) -> list[Sequence[int]]:
    """The steps of a proof in DRAT's text form, without its deletions."""
    return [tuple(map(int, line.split()[:-1])) for line in lines if not line.startswith("d")]


def _packed(
    puzzle: Puzzle,
    verdict: Verdict,
    solutions: tuple[bytes, ...],
    formula: Dimacs | None,
    steps: Sequence[Sequence[int]],
) -> bytes:
    programs = {"nonosat": __version__}
    if formula is not None:
        programs |= {"solver": "CaDiCaL 1.5.3", "python-sat": version("python-sat")}
    header = Header(
        puzzle=puzzle,
        sha256=puzzle.sha256(),
        verdict=verdict.value,
        solutions=solutions,
        formula=None
        if formula is None
        else Formula(
            encoding.ENCODING,
            encoding.VERSION,
            formula.variables,
            formula.clauses,
            formula.sha256,
        ),
        blocking=None if formula is None or formula.blocking is None else tuple(formula.blocking),
        steps=None if formula is None else len(steps),
        made_by=programs,
    )
    return pack(header, (" ".join(map(str, [*step, 0])) for step in steps))


def _accept(data: bytes, puzzle: Puzzle, limits: Limits) -> None:
    """Let the checker judge what is to be written.

    Raises:
        InternalError: it refuses.
        Stopped: a limit was reached.
    """
    verification = verify_stream(io.BytesIO(data), puzzle, look=limits.check)
    if not verification.accepted:
        raise InternalError(f"a certificate that was made is not accepted: {verification}")
