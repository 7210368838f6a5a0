# SPDX-License-Identifier: MIT
"""The writing half: solve, refute, trim, check, write.

First the ordinary pipeline finds the verdict. Then CaDiCaL refutes the whole formula of
``checker/formula.py``, "these clues, and not this solution", from its first clause on: the proof
uses neither the native logic nor its final state. Deletions are dropped (the checker ignores them),
a native trimmer drops the steps that the contradiction does not need, and the checker, with another
solver's propagation, must accept the bytes before they are written to the file.

The solver is CaDiCaL 1.5.3: after trimming, its proofs are the smallest, and it shares no code with
MiniSat, which checks them; Glucose does (``docs/experiments.md``, "Certificates"). Our own lemmas,
or the automaton encoding, could save little: on this encoding propagation alone does most of
a line solver's work, so puzzles that lines solve need few steps, often none.

If the refutation has more lines than the puzzle, ``core/weights`` looks for weights on the board
(``checker/weights.py``). They are written if they are smaller, or if there is no refutation: for
n-Dom puzzles, whose refutations double with each n.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, NamedTuple, Unpack

from nonosat._version import __version__
from nonosat.core._core import Status, Trimmer
from nonosat.errors import InternalError, OptionError, installed
from nonosat.formats.files import whole_file
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import finish, open_board
from nonosat.model.plain import plain, plain_fields
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Reason, Report, Verdict
from nonosat.proof.checker.check import verify_stream
from nonosat.proof.checker.container import MAX_HEADER, FormulaClaim, Header, pack
from nonosat.proof.checker.formula import ENCODING, MAX_SIZE, Formula, size, version_of
from nonosat.sat.backends.pysat import conflicts_per_slice
from nonosat.sat.backends.pysat_private import conflicts_of, free, solve_slice
from nonosat.solving import SearchOptions, solve
from nonosat.solving.stages.weights import most_work
from nonosat.words import uncertified_words, verdict_words

with installed():
    from pysat.solvers import Cadical153


SUFFIX = ".nonocert"

_FIRST_CONFLICTS = 2000
"""Conflicts of a refutation before weights are tried."""


@dataclass(frozen=True, slots=True)
class WrittenCertificate:
    """The answer of ``write_certificate``.

    ``report``: of the solver. ``path``: the certificate, or None if none was written; ``reason``
    then says why. ``steps``: lines of the proof. ``bytes``: the size of the file. ``seconds``: wall
    time of everything but solving.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     done = write_certificate(Puzzle([[1]], [[1]]), f"{folder}/dot.nonocert")
    >>> done.report.verdict.value, done.reason
    ('unique', None)
    """

    report: Report
    path: str | None
    reason: Reason | None
    steps: int
    bytes: int
    seconds: float

    def lines(self) -> list[str]:
        """The verdict and the file, or why there is no file."""
        if self.path is None:
            return [uncertified_words(self.reason)]
        return [f"{verdict_words(self.report.verdict)}: {self.path}"]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def as_dict(self) -> dict[str, Any]:
        """Plain data, the way ``--json`` prints it: the verdict in place of the report."""
        data = plain_fields(self)
        del data["report"]
        return {"verdict": plain(self.report.verdict)} | data


def write_certificate(
    puzzle: Puzzle,
    path: str | os.PathLike[str],
    *,
    report: Report | None = None,
    **options: Unpack[SearchOptions],
) -> WrittenCertificate:
    """Solve a puzzle and write a certificate of the verdict.

    The certificate is checked before it is written, and written completely or not at all.

    Args:
        puzzle: the puzzle.
        path: the file to write; an existing file is replaced, pipes and devices are written to.
        report: the report of ``solve`` on this puzzle without ``given`` cells, to save solving.
        **options: the search options of ``solve``. ``time_limit`` holds for solving and the proof
            together, ``conflict_limit`` for the solver, and once more for the refutation.

    Returns:
        The result. There is no file if the verdict is UNKNOWN, or a limit is reached while the
        proof is made (MEMORY: the formula is too large to be certified).

    Raises:
        OptionError: a limit makes no sense, or ``report`` is about another puzzle or given cells.
        OSError: the file cannot be written.
        InternalError: the proof does not show the verdict; a bug of nonosat or of a solver.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from nonosat.proof import verify_certificate
    >>> with TemporaryDirectory() as folder:
    ...     done = write_certificate(Puzzle([[1]], [[1]]), Path(folder, "dot.nonocert"))
    ...     verify_certificate(done.path).accepted
    True
    """
    puzzle, _ = asked(puzzle)
    path = os.fspath(path)
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

    def failed(reason: Reason | None) -> WrittenCertificate:
        return WrittenCertificate(report, None, reason, 0, 0, limits.clock() - begun)

    if report.verdict is Verdict.UNKNOWN:
        return failed(report.reason)
    try:
        made = certificate(puzzle, report, limits)
    except Stopped as stopped:
        return failed(stopped.reason)
    with whole_file(path) as stream:
        stream.write(made.data)
    seconds = limits.clock() - begun
    return WrittenCertificate(report, os.fspath(path), None, made.steps, len(made.data), seconds)


class Certificate(NamedTuple):
    """The bytes of a certificate, and the number of lines of its proof."""

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
    if report.verdict is Verdict.MULTIPLE:
        made = Certificate(_packed(puzzle, report.verdict, solutions), 0)
    else:
        made = _proof(puzzle, report.verdict, solutions, limits)
    _accept(made.data, puzzle, limits)
    return made


def _proof(
    puzzle: Puzzle, verdict: Verdict, solutions: tuple[bytes, ...], limits: Limits
) -> Certificate:
    """The smaller of refutation and weights; if only one exists, that one."""
    solution = solutions[0] if solutions else None
    refutation: Refutation | None = None
    refuted: Certificate | None = None
    if max(size(puzzle, blocking=solution is not None)) <= MAX_SIZE:
        formula = Formula(puzzle, solution)
        if len(_header(puzzle, verdict, solutions, formula).to_json()) <= MAX_HEADER:
            refutation = Refutation(formula, limits)
    try:
        if refutation is not None and refutation.work(_FIRST_CONFLICTS):
            refuted = _refuted(puzzle, verdict, solutions, refutation)
        if refuted is None or refuted.steps > puzzle.height:
            weights = _weights(puzzle, solution, limits)
            if weights is not None:
                data = _packed(puzzle, verdict, solutions, weights=weights)
                if refuted is None or len(data) < len(refuted.data):
                    return Certificate(data, puzzle.height)
        if refuted is None and refutation is not None:
            while not refutation.work(None):
                pass
            refuted = _refuted(puzzle, verdict, solutions, refutation)
    finally:
        if refutation is not None:
            refutation.close()
    if refuted is None:
        raise limits.out_of_memory()
    return refuted


def _refuted(
    puzzle: Puzzle, verdict: Verdict, solutions: tuple[bytes, ...], refutation: Refutation
) -> Certificate:
    steps = refutation.steps()
    return Certificate(_packed(puzzle, verdict, solutions, refutation.formula, steps), len(steps))


class Weights(NamedTuple):
    """Weights of each row: for each cell its weight in each colour; and their scale."""

    rows: list[list[int]]
    scale: int


def _weights(puzzle: Puzzle, solution: bytes | None, limits: Limits) -> Weights | None:
    """Weights on the whole puzzle that prove the verdict; None if none are found."""
    board = open_board(puzzle)
    most = most_work(board)
    if solution is None:
        status, _, weights, scale, _ = board.find_by_weights(most, limits.stop)
    else:
        status, weights, scale, _ = board.prove_by_weights(solution, most, limits.stop)
    if status is Status.INTERRUPTED:
        finish(status, limits)
    if weights is None:
        return None
    width = puzzle.width * len(puzzle.palette)
    return Weights([weights[i : i + width] for i in range(0, len(weights), width)], scale)


def _require_report_on(puzzle: Puzzle, report: Report) -> None:
    """Raise OptionError if the report answers another question."""
    if not isinstance(report, Report):
        raise OptionError(f"report: a {type(report).__name__} is not a Report")
    if report.given is not None:
        raise OptionError(
            "the report is about given cells: a certificate needs a report on the puzzle alone"
        )
    same_size = (report.known.height, report.known.width) == (puzzle.height, puzzle.width)
    if (
        not same_size
        or (report.puzzle is not None and report.puzzle.sha256() != puzzle.sha256())
        or any(puzzle.faults(grid) for grid in report.solutions)
    ):
        raise OptionError("the report is about another puzzle than the certificate")


class Refutation:
    """CaDiCaL's work on a proof that a formula has no model. To be closed."""

    def __init__(self, formula: Formula, limits: Limits) -> None:
        self.formula = formula
        self._limits = limits
        self._trimmer = Trimmer(formula.variables)
        self._solver = Cadical153(with_proof=True)
        clauses = 0
        try:
            for batch in formula.batches():
                limits.check()
                self._trimmer.add(batch)
                self._solver.append_formula(batch)
                clauses += len(batch)
        except BaseException:
            self.close()
            raise
        self._slice = conflicts_per_slice(clauses)

    def work(self, conflicts: int | None) -> bool:
        """Work for about that number of conflicts, or one slice; True if the proof is complete."""
        if self._trimmer.refuted:
            return True
        left = self._slice if conflicts is None else conflicts
        while left > 0:
            before = conflicts_of(self._solver)
            answer = solve_slice(self._solver, self._limits.slice(min(left, self._slice)))
            spent = conflicts_of(self._solver) - before
            self._limits.spend(spent)
            if answer:
                raise InternalError(
                    "the formula of the certificate has a solution that the verdict denies: "
                    "please report this with the puzzle"
                )
            if answer is False:
                return True
            left -= max(spent, 1)
        return False

    def steps(self) -> list[Sequence[int]]:
        """The complete proof: trimmed, without deletions, the last step empty. Frees the solver."""
        if self._trimmer.refuted:
            return [()]
        steps = _steps(self._solver.get_proof())
        self.close()
        needed = self._trimmer.trim(steps, self._limits.stop)
        if needed is None:
            self._limits.check()
            raise InternalError("the trimmer stopped, although no limit was reached")
        return [*(steps[number] for number in needed if steps[number]), ()]

    def close(self) -> None:
        """Free the solver."""
        free(self._solver)


def _steps(lines: Sequence[str]) -> list[Sequence[int]]:
    """The steps of a proof in DRAT's text form, without its deletions."""
    return [tuple(map(int, line.split()[:-1])) for line in lines if not line.startswith("d")]


def _packed(
    puzzle: Puzzle,
    verdict: Verdict,
    solutions: tuple[bytes, ...],
    formula: Formula | None = None,
    steps: Sequence[Sequence[int]] = (),
    weights: Weights | None = None,
) -> bytes:
    """The file of a proof by a formula, by weights, or (without both) by two solutions."""
    lines: Iterable[str] = (" ".join(map(str, [*step, 0])) for step in steps)
    scale, number = None, len(steps)
    if weights is not None:
        scale, number = weights.scale, len(weights.rows)
        lines = (" ".join(map(str, row)) for row in weights.rows)
    return pack(_header(puzzle, verdict, solutions, formula, number, scale), lines)


def _header(
    puzzle: Puzzle,
    verdict: Verdict,
    solutions: tuple[bytes, ...],
    formula: Formula | None,
    lines: int = 0,
    scale: int | None = None,
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
        steps=None if formula is None and scale is None else lines,
        made_by=programs,
        scale=scale,
    )


def _accept(data: bytes, puzzle: Puzzle, limits: Limits) -> None:
    """Let the checker check the bytes before they are written.

    Raises:
        InternalError: the checker refuses them.
        Stopped: a limit was reached.
    """
    verification = verify_stream(io.BytesIO(data), puzzle, look=limits.check)
    if not verification.accepted:
        raise InternalError(f"the checker does not accept the new certificate: {verification}")
