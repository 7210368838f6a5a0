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

With a cluster, a refutation that takes long is made in cubes (``solving/cubes``), beginning with
those that were refuted when the puzzle was solved. Each worker refutes the formula under the
assumptions of a cube (``refute``). What CaDiCaL learns under assumptions follows from the formula
alone, so the trimmed proofs of all cubes, each ending with the clause "not this cube", can be
joined one after the other. A clause "not this cube" follows for each cube that was divided, the
deepest first; the last is the empty clause (``joined``). The checker sees one proof like any other.

If the refutation has more lines than the puzzle, ``core/weights`` looks for weights on the board
(``checker/weights.py``). They are written if they are smaller, or if there is no refutation: for
n-Dom puzzles, whose refutations double with each n.
"""

from __future__ import annotations

import io
import os
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, NamedTuple, Unpack

from nonosat._version import __version__
from nonosat.core._core import Status, Trimmer
from nonosat.errors import InternalError, OptionError, installed
from nonosat.formats.files import whole_file
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import NoSolution, finish, open_board
from nonosat.model.plain import plain, plain_fields
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Reason, Report, Verdict
from nonosat.proof.checker.check import verify_stream
from nonosat.proof.checker.container import MAX_HEADER, FormulaClaim, Header, pack
from nonosat.proof.checker.formula import ENCODING, MAX_SIZE, Formula, size, version_of
from nonosat.sat.backends.pysat import conflicts_per_slice
from nonosat.sat.backends.pysat_private import conflicts_of, core_of, free, solve_slice
from nonosat.solving import SearchOptions, solve_checked
from nonosat.solving.cluster import entered
from nonosat.solving.cubes import (
    SECONDS,
    Cube,
    CubeAnswer,
    CubeTask,
    Refuted,
    Tree,
    cube_board,
    dividing,
    in_worker,
)
from nonosat.solving.executors import Executor, Parcel
from nonosat.solving.options import checked
from nonosat.solving.question import Question
from nonosat.solving.stages.weights import most_work
from nonosat.words import uncertified_words, verdict_words

with installed():
    from pysat.solvers import Cadical153


SUFFIX = ".nonocert"

JOB = "nonosat.proof.writer:refute"
"""The function that a worker process runs to refute a cube."""

_FIRST_CONFLICTS = 2000
"""Conflicts of a refutation before weights are tried."""
_CUBE_SECONDS = 6 * SECONDS
"""Processor time for the refutation of a cube before it is divided: nothing learned is kept."""


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
    cluster: str | Executor | None = None,
    **options: Unpack[SearchOptions],
) -> WrittenCertificate:
    """Solve a puzzle and write a certificate of the verdict.

    The certificate is checked before it is written, and written completely or not at all.

    Args:
        puzzle: the puzzle.
        path: the file to write; an existing file is replaced, pipes and devices are written to.
        report: the report of ``solve`` on this puzzle without ``given`` cells, to save solving.
        cluster: as in ``solve``; if the proof takes long, the workers make it together.
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
    chosen, refuted = checked(**options, cluster=cluster), Refuted()
    with ExitStack() as opened:
        joining: Joining | None = None
        if cluster is not None:
            executor = opened.enter_context(entered(cluster, options.get("time_limit")))
            chosen = chosen.but(cluster=executor)
            joining = Joining(puzzle, executor, refuted, options.get("memory_limit"))
        if report is None:
            report = solve_checked(puzzle, chosen, refuted)
        else:
            _require_report_on(puzzle, report)
        begun = limits.clock()

        def failed(reason: Reason | None) -> WrittenCertificate:
            assert report is not None
            return WrittenCertificate(report, None, reason, 0, 0, limits.clock() - begun)

        if report.verdict is Verdict.UNKNOWN:
            return failed(report.reason)
        try:
            made = certificate(puzzle, report, limits, joining)
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


def certificate(
    puzzle: Puzzle, report: Report, limits: Limits, joining: Joining | None = None
) -> Certificate:
    """A certificate of a verdict other than UNKNOWN, which the checker has accepted.

    ``joining``: how to make a proof that takes long.

    Raises:
        Stopped: a limit was reached (MEMORY: the formula is too large to be certified).
        InternalError: the proof does not show the verdict; a bug of nonosat or of a solver.
    """
    needed = {Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2, Verdict.NONE: 0}[report.verdict]
    solutions = tuple(grid.cells for grid in report.solutions[:needed])
    if report.verdict is Verdict.MULTIPLE:
        made = Certificate(_packed(puzzle, report.verdict, solutions), 0)
    else:
        made = _proof(puzzle, report.verdict, solutions, limits, joining)
    _accept(made.data, puzzle, limits)
    return made


def _proof(
    puzzle: Puzzle,
    verdict: Verdict,
    solutions: tuple[bytes, ...],
    limits: Limits,
    joining: Joining | None,
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
        if refuted is None and refutation is not None and joining is not None:
            refutation.close()
            steps = joining.steps(solution, limits)
            data = _packed(puzzle, verdict, solutions, refutation.formula, steps)
            refuted = Certificate(data, len(steps))
        elif refuted is None and refutation is not None:
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
    """CaDiCaL's work on a proof that a formula has no model. To be closed.

    ``cube``: literals; the proof is then that they cannot hold together.
    """

    def __init__(self, formula: Formula, limits: Limits, cube: Sequence[int] = ()) -> None:
        self.formula = formula
        self.limits = limits
        self.core: Sequence[int] = ()
        """When the proof is complete: the literals of the cube that cannot hold together."""
        self._cube = cube
        self._trimmer = Trimmer(formula.variables + 2)
        self._solver = Cadical153(with_proof=True)
        clauses = 0
        try:
            for batch in formula.batches():
                self.limits.check()
                self._trimmer.add(batch)
                self._solver.append_formula(batch)
                clauses += len(batch)
        except BaseException:
            self.close()
            raise
        self._slice = conflicts_per_slice(clauses)
        self.conflicts = 0

    def work(self, conflicts: int | None) -> bool:
        """Work for about that number of conflicts, or one slice; True if the proof is complete."""
        if self._trimmer.refuted:
            return True
        left = self._slice if conflicts is None else conflicts
        while left > 0:
            before = conflicts_of(self._solver)
            answer = solve_slice(
                self._solver, self.limits.slice(min(left, self._slice)), self._cube
            )
            spent = conflicts_of(self._solver) - before
            self.limits.spend(spent)
            self.conflicts += spent
            if answer:
                raise InternalError(
                    "the formula of the certificate has a solution that the verdict denies: "
                    "please report this with the puzzle"
                )
            if answer is False:
                self.core = core_of(self._solver, self._cube) if self._cube else ()
                return True
            left -= max(spent, 1)
        return False

    def steps(self) -> list[Sequence[int]]:
        """The complete proof: trimmed, without deletions; the last step is that the cube cannot
        hold, or empty. Frees the solver."""
        if self._trimmer.refuted:
            return [()]
        steps = _steps(self._solver.get_proof())
        self.close()
        last = tuple(-literal for literal in self.core)
        ends = []
        if last:  # the end of a proof is a contradiction: here of two variables beyond the formula
            cube, other = self.formula.variables + 1, self.formula.variables + 2
            self._trimmer.add([[-cube, literal] for literal in self.core])
            self._trimmer.add([[cube, other], [cube, -other]])
            ends = [last, (-cube,)]
        needed = self._trimmer.trim([*steps, *ends], self.limits.stop)
        if needed is None:
            self.limits.check()
            raise InternalError("the trimmer stopped, although no limit was reached")
        return [
            *(steps[number] for number in needed if number < len(steps) and steps[number]),
            last,
        ]

    def close(self) -> None:
        """Free the solver."""
        free(self._solver)


@dataclass(frozen=True, slots=True)
class RefuteOrder:
    """What ``refute`` needs besides a cube; ``solution``: excluded by the formula."""

    puzzle: Puzzle
    solution: bytes | None
    memory_limit: int | None
    time_limit: None = None


class Joining:
    """Makes one proof of the proofs of cubes, by an executor.

    ``refuted``: the cubes that were refuted when the puzzle was solved; they are refuted again,
    now with a proof.
    """

    def __init__(
        self, puzzle: Puzzle, executor: Executor, refuted: Refuted, memory_limit: int | None
    ) -> None:
        self._puzzle = puzzle
        self._executor = executor
        self.refuted = refuted
        self._memory_limit = memory_limit
        self.proven = Refuted()
        """The cubes with their proofs, once ``steps`` has ended."""

    def steps(self, solution: bytes | None, limits: Limits) -> list[Sequence[int]]:
        """The proof that the formula has no model.

        Raises:
            Stopped: a limit was reached.
        """
        order = RefuteOrder(self._puzzle, solution, self._memory_limit)
        found = [set(cube) for cube in self.refuted.cubes]
        cubes = [
            cube
            for cube in self.refuted.cubes
            if not any(other < set(cube) for other in found)  # its proof is enough
        ]
        tree = Tree(lambda: order, JOB, self._executor, cubes=cubes or [()], refuted=self.proven)
        tree.seconds = _CUBE_SECONDS
        for answer in tree.run(limits):
            limits.spend(answer.conflicts)
            limits.slice(1)  # Stopped if no conflicts are left
        divided = [*self.refuted.divided, *self.proven.divided]
        return joined(self.proven.cubes, divided, len(self._puzzle.palette))


def joined(cubes: dict[Cube, bytes], divided: Iterable[Cube], colors: int) -> list[Sequence[int]]:
    """One proof from the proofs of all cubes, and the cubes that were divided to get them."""
    steps: list[Sequence[int]] = []
    if () in cubes:  # the whole puzzle was refuted without the other cubes
        cubes = {(): cubes[()]}
    for proof in cubes.values():
        lines = zlib.decompress(proof).decode().splitlines()
        steps += _steps(lines)
    for cube in sorted(divided, key=len, reverse=True):
        steps.append([-literal for literal in _literals(cube, colors)])
    end = next((number for number, step in enumerate(steps, start=1) if not step), None)
    return steps[:end]


def _literals(cube: Cube, colors: int) -> list[int]:
    """The assumptions of a cube as literals of the formula."""
    return [(cell * colors + value) * (1 if holds else -1) for cell, value, holds in cube]


def refute(parcel: Parcel, emit: Callable[[object], None]) -> list[CubeAnswer]:
    """Refute the cube of a chunk with a proof, or divide it, in a worker process."""
    return in_worker(refuted_cube, parcel, emit)


def refuted_cube(order: RefuteOrder, task: CubeTask) -> CubeAnswer:
    """The proof that a cube has no solution; or what divides the cube, if that takes too long."""
    number, cube, seconds, _ = task
    question = Question(order.puzzle, None, 1)
    try:
        board = cube_board(question, cube)
        open_cells = board.unknown > len(question.free_cells)
    except NoSolution:
        open_cells = False
    if open_cells and not seconds:
        return CubeAnswer(number, divided_by=dividing(board, question))
    limit = seconds if open_cells else None
    literals = _literals(cube, len(order.puzzle.palette))
    limits = Limits(time_limit=limit, clock=time.process_time)
    formula = Formula(order.puzzle, order.solution)
    refutation = Refutation(formula, limits, literals)
    try:
        while not refutation.work(None):
            pass
    except Stopped:
        return CubeAnswer(
            number, divided_by=dividing(board, question), conflicts=refutation.conflicts
        )
    else:
        refutation.limits = Limits()
        lines = [" ".join(map(str, [*step, 0])) for step in refutation.steps()]
        core = set(refutation.core)
        refuted = tuple(one for one, literal in zip(cube, literals, strict=True) if literal in core)
        proof = zlib.compress("\n".join(lines).encode())
        return CubeAnswer(number, refuted, conflicts=refutation.conflicts, proof=proof)
    finally:
        refutation.close()


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
