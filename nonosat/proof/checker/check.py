# SPDX-License-Identifier: MIT
"""The checking half: does a certificate prove what it claims?

It shares nothing with the solver: it reads the puzzle from the certificate, checks solutions by
reading their run lengths, makes the formula from the clues with the plain encoder of
``encoding.py``, and follows every step of the proof by unit propagation in an engine that the proof
was not made with. A test proves that none of nonosat's core, logic, sat and solver is loaded.

Why forward checking that ignores deletions, not drat-trim's backward checking: each step is judged
when it is read, so a refusal names the first step that does not follow, memory holds no second copy
of the proof, and there is little to get wrong. Proofs come trimmed, so there is little to skip.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import IO, Any

from nonosat.clue import clue_of
from nonosat.errors import CertificateError, OptionError
from nonosat.proof.checker import encoding
from nonosat.proof.checker.container import VERDICTS, Header, Reader
from nonosat.proof.checker.engine import ENGINES, open_engine
from nonosat.proof.checker.formula import MAX_SIZE, Dimacs, size
from nonosat.puzzle import Puzzle

__all__ = ["MAX_STORE", "Verification", "verify"]

MAX_STORE = 100_000_000
"""Largest proof: its literals, and ten for each step. In an engine that is below a gigabyte."""

_STEP = re.compile(rb"(?:d )?(?:-?[1-9][0-9]{0,8} )*0")
_BATCH = 64
"""Steps between two looks at the clock."""

MEANING = {
    "unique": "the puzzle has exactly one solution",
    "multiple": "the puzzle has more than one solution",
    "none": "the puzzle has no solution",
}


@dataclass(frozen=True, slots=True)
class Verification:
    """What became of a certificate.

    ``outcome`` is ``accepted``, ``refused``, or ``limit``: not decided, a limit was reached first.
    ``verdict`` is what the certificate claims (``unique``, ``multiple``, ``none``); only if it is
    accepted has that been shown. ``checked`` says in words what was found right, in order.
    ``problem`` says why it was not accepted, ``place`` where (such as ``step 17`` or ``solution
    1``), ``step`` is the number of that step. ``steps`` were followed, on a formula of so many
    ``variables`` and ``clauses``, by ``engine``. ``solutions`` are the cells of each, row by row.
    """

    outcome: str
    verdict: str
    puzzle: Puzzle
    solutions: tuple[bytes, ...]
    checked: tuple[str, ...]
    problem: str | None
    place: str | None
    step: int | None
    variables: int
    clauses: int
    steps: int
    engine: str | None
    made_by: dict[str, str] = field(hash=False)
    seconds: float

    @property
    def accepted(self) -> bool:
        """True if the claim has been shown."""
        return self.outcome == "accepted"

    def __str__(self) -> str:
        claim = f"{self.verdict}: {MEANING[self.verdict]}"
        if self.accepted:
            return f"accepted: {claim}"
        words = {"refused": "refused", "limit": "not decided"}[self.outcome]
        return f"{words}: {self.place}: {self.problem} (the claim was {claim})"

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data, the way ``--json`` prints it."""
        return {
            "outcome": self.outcome,
            "verdict": self.verdict,
            "sha256": self.puzzle.sha256(),
            "width": self.puzzle.width,
            "height": self.puzzle.height,
            "colors": len(self.puzzle.palette),
            "checked": list(self.checked),
            "problem": self.problem,
            "place": self.place,
            "step": self.step,
            "variables": self.variables,
            "clauses": self.clauses,
            "steps": self.steps,
            "engine": self.engine,
            "made_by": self.made_by,
            "seconds": self.seconds,
        }


def verify(
    path: str | os.PathLike[str],
    puzzle: Puzzle | None = None,
    *,
    time_limit: float | None = None,
    engine: str = ENGINES[0],
    drat_trim: str | os.PathLike[str] | None = None,
    export: str | os.PathLike[str] | None = None,
) -> Verification:
    """Check a certificate, trusting neither it nor the solver that made it.

    Args:
        path: the certificate.
        puzzle: the puzzle that it should be about; without it, the one that is in the certificate.
            Names, letters and shades of colours do not matter, clues do.
        time_limit: seconds of wall time.
        engine: what propagates: ``minisat``, or ``plain`` (slow Python that needs no solver).
        drat_trim: path of the program drat-trim (or one that is called in the same way), which
            then checks the proof in place of the engine.
        export: a folder for the formula and the proof as DIMACS and DRAT files.

    Raises:
        CertificateError: the file is no certificate.
        OptionError: there is no such engine or program.
        OSError: a file cannot be read or written.
    """
    with open(path, "rb") as stream:
        return verify_stream(
            stream,
            puzzle,
            time_limit=time_limit,
            engine=engine,
            drat_trim=drat_trim,
            export=export,
            name=os.path.splitext(os.path.basename(os.fspath(path)))[0],
        )


def verify_stream(
    stream: IO[bytes],
    puzzle: Puzzle | None = None,
    *,
    time_limit: float | None = None,
    engine: str = ENGINES[0],
    drat_trim: str | os.PathLike[str] | None = None,
    export: str | os.PathLike[str] | None = None,
    name: str = "certificate",
    look: Callable[[], object] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Verification:
    """``verify`` for an open file.

    ``name`` is what exported files are called; ``look`` is called now and then, and may raise.
    """
    if engine not in ENGINES:
        raise OptionError(f"no engine {engine!r}: there is {', '.join(ENGINES)}")
    if time_limit is not None and not time_limit >= 0:
        raise OptionError(f"time limit {time_limit}: give a number that is not negative")
    begun = clock()
    deadline = None if time_limit is None else begun + time_limit
    check = _Check(Reader(stream), engine, deadline, clock, look)
    outcome, problem = "accepted", None
    try:
        check.claim(puzzle)
        if drat_trim is None and export is None:
            check.proof()
        else:
            check.proof_in_files(drat_trim, export, name)
        check.place = None
    except _Refused as refused:
        outcome, problem = "refused", str(refused)
    except _Limit as limit:
        outcome, problem = "limit", str(limit)
    return check.result(outcome, problem, clock() - begun)


class _Refused(Exception):  # noqa: N818 - an answer, not an error
    """The certificate does not prove its claim; the place is known to the check."""


class _Limit(Exception):  # noqa: N818 - an answer, not an error
    """A limit was reached before the certificate was decided."""


class _Check:
    """One verification: where it is, and what was found right so far."""

    def __init__(
        self,
        reader: Reader,
        engine: str,
        deadline: float | None,
        clock: Callable[[], float],
        look: Callable[[], object] | None,
    ) -> None:
        self._lines = reader.steps()
        self._header: Header = reader.header
        self._engine_name = engine
        self._deadline = deadline
        self._clock = clock
        self._look = look
        self._formula: Dimacs | None = None
        self._used: str | None = None
        self._checked: list[str] = []
        self._steps = 0
        self.place: str | None = "puzzle"

    def result(self, outcome: str, problem: str | None, seconds: float) -> Verification:
        header, formula = self._header, self._formula
        in_proof = self.place is not None and self.place.startswith("step ")
        return Verification(
            outcome=outcome,
            verdict=header.verdict,
            puzzle=header.puzzle,
            solutions=header.solutions,
            checked=tuple(self._checked),
            problem=problem,
            place=self.place,
            step=self._steps if in_proof else None,
            variables=formula.variables if formula else 0,
            clauses=formula.clauses if formula else 0,
            steps=self._steps,
            engine=self._used,
            made_by=header.made_by,
            seconds=seconds,
        )

    def look(self) -> None:
        """Has the time run out?"""
        if self._look is not None:
            self._look()
        if self._deadline is not None and self._clock() >= self._deadline:
            raise _Limit("the time limit was reached")

    def claim(self, puzzle: Puzzle | None) -> None:
        """Everything but the proof: puzzle, solutions, and that the formula is the right one."""
        header = self._header
        mine = header.puzzle
        if header.sha256 != mine.sha256():
            raise _Refused("the SHA-256 does not belong to the puzzle in the certificate")
        self._checked.append(f"the puzzle ({mine.width}x{mine.height}) has the SHA-256 it should")
        if puzzle is not None:
            if (mine.rows, mine.columns, len(mine.palette)) != (
                puzzle.rows,
                puzzle.columns,
                len(puzzle.palette),
            ):
                raise _Refused("the certificate is about another puzzle than the one given")
            self._checked.append("its clues are those of the puzzle given")
        self._solutions()
        if header.formula is None:
            self.place = "end"
            if next(self._lines, None) is not None:
                raise _Refused("there are lines behind the header of a certificate without proof")
            return
        self._compare_formula()

    def _solutions(self) -> None:
        header = self._header
        self.place = "solutions"
        if len(header.solutions) != VERDICTS[header.verdict]:
            raise _Refused(
                f"verdict {header.verdict} goes with {VERDICTS[header.verdict]} solutions, "
                f"the certificate has {len(header.solutions)}"
            )
        for number, cells in enumerate(header.solutions, start=1):
            self.place = f"solution {number}"
            grid = header.puzzle.grid(cells)
            for line, clue in header.puzzle.lines():
                if clue is not None and clue_of(grid.line(line)) != clue:
                    raise _Refused(f"{line} has not the runs of its clue")
        self.place = "solutions"
        if len(set(header.solutions)) != len(header.solutions):
            raise _Refused("the two solutions are the same")
        words = {
            "unique": "the solution has the runs of every clue",
            "multiple": "both solutions have the runs of every clue, and they differ",
        }
        if header.verdict in words:
            self._checked.append(words[header.verdict])

    def _compare_formula(self) -> None:
        """Is the formula the one of this puzzle and this solution? (The hash comes later.)"""
        header, claimed = self._header, self._header.formula
        assert claimed is not None
        self.place = "formula"
        if (claimed.encoding, claimed.version) != (encoding.ENCODING, encoding.VERSION):
            raise _Limit(
                f"encoding {ascii(claimed.encoding)[:40]}, version {str(claimed.version)[:20]}: "
                f"this program knows {encoding.ENCODING}, version {encoding.VERSION}"
            )
        solution = header.solutions[0] if header.solutions else None
        variables, clauses = size(header.puzzle, blocking=solution is not None)
        if max(variables, clauses) > MAX_SIZE:
            raise _Limit(
                f"the formula has {variables} variables and {clauses} clauses; "
                f"this program takes {MAX_SIZE} of each"
            )
        if (claimed.variables, claimed.clauses) != (variables, clauses):
            raise _Refused(
                f"the formula of this puzzle has {variables} variables and {clauses} clauses, "
                f"not {str(claimed.variables)[:20]} and {str(claimed.clauses)[:20]}"
            )
        self._formula = Dimacs(header.puzzle, solution)
        self.place = "blocking clause"
        if header.blocking != (
            None if self._formula.blocking is None else tuple(self._formula.blocking)
        ):
            raise _Refused("it is not the one that excludes the solution, and nothing else")

    def _accept_formula(self) -> None:
        formula, claimed = self._formula, self._header.formula
        assert formula is not None
        assert claimed is not None
        self.place = "formula"
        if formula.sha256 != claimed.sha256:
            raise _Refused("the SHA-256 does not belong to the formula of this puzzle")
        also = ", with the clause that excludes the solution," if formula.blocking else ""
        self._checked.append(
            f"the formula ({encoding.ENCODING} {encoding.VERSION}: {formula.variables} variables, "
            f"{formula.clauses} clauses{also} made anew from the clues) has the SHA-256 it should"
        )

    def proof(self) -> None:
        """Follow the proof in the engine."""
        formula = self._formula
        if formula is None:
            return
        engine = open_engine(self._engine_name)
        try:
            self._used = engine.name
            self.place = "formula"
            formula.load(engine.add, self.look)
            self._accept_formula()
            refuted = False
            for _, step in self._read_steps():
                if refuted or step is None:  # what comes behind need only be well-formed
                    continue
                if not engine.conflict([-literal for literal in step]):
                    raise _Refused(
                        "it does not follow by unit propagation from the formula and the steps "
                        "before it"
                    )
                engine.add(step)
                refuted = not step
            self.place = "end of the proof"
            if not refuted and not engine.conflict(()):
                raise _Refused("no contradiction was reached: the proof is not complete")
        finally:
            engine.close()
        self._tell_refuted(f"every step checked by unit propagation with {self._used}")

    def _tell_refuted(self, how: str) -> None:
        blocking = self._formula is not None and self._formula.blocking
        what = "the clues together with 'not this solution'" if blocking else "the clues"
        self._checked.append(f"{what} contradict each other ({self._steps} steps, {how})")

    def proof_in_files(
        self,
        drat_trim: str | os.PathLike[str] | None,
        export: str | os.PathLike[str] | None,
        name: str,
    ) -> None:
        """Write formula and proof as files, then follow the proof in the engine or drat-trim."""
        from nonosat.proof.checker.outside import judge, whole_file

        formula = self._formula
        if formula is None:
            if export is not None:
                self._checked.append("(there is no proof to export: two solutions are enough)")
            return
        with ExitStack() as stack:
            if export is None:
                folder = stack.enter_context(TemporaryDirectory(prefix="nonosat-"))
            else:
                folder = os.fspath(export)
                os.makedirs(folder, exist_ok=True)
            cnf, drat = (os.path.join(folder, name + end) for end in (".cnf", ".drat"))
            self.place = "formula"
            with whole_file(cnf) as stream:
                for piece in formula.text():
                    self.look()
                    stream.write(piece)
            with whole_file(drat) as stream:
                for line, _ in self._read_steps():
                    stream.write(line + b"\n")
            if drat_trim is None:
                self._lines = (line[:-1] for line in stack.enter_context(open(drat, "rb")))
                self.proof()
                return
            self._accept_formula()
            self.place = "proof"
            self._used = f"drat-trim ({os.fspath(drat_trim)})"
            left = None if self._deadline is None else self._deadline - self._clock()
            verified, words = judge(drat_trim, cnf, drat, left)
            if verified is None:
                raise _Limit("the time limit was reached")
            if not verified:
                raise _Refused(f"drat-trim does not accept it: {words}")
            self._tell_refuted(f"accepted by {self._used}")

    def _read_steps(self) -> Iterator[tuple[bytes, list[int] | None]]:
        """The lines of the proof and their literals, checked for form; None for a deletion."""
        formula = self._formula
        assert formula is not None
        highest = formula.variables
        store = self._steps = 0
        for line in self._lines:
            self._steps += 1
            self.place = f"step {self._steps}"
            if self._steps % _BATCH == 0:
                self.look()
            if not _STEP.fullmatch(line):
                raise CertificateError(
                    f"step {self._steps} is no step (literals and 0, single blanks): "
                    f"{line[:40].decode('latin-1')!a}"
                )
            deletes = line.startswith(b"d")
            step = list(map(int, line[2:].split() if deletes else line.split()))
            step.pop()
            if step and max(max(step), -min(step)) > highest:
                raise _Refused(f"it has a literal beyond the last variable, {highest}")
            store += 10 + (0 if deletes else len(step))
            if store > MAX_STORE:
                raise _Limit("the proof is larger than this program takes")
            yield line, None if deletes else step
        self.place = "end of the proof"
        if self._steps != self._header.steps:
            raise _Refused(
                f"the proof has {self._steps} steps, its header says "
                f"{str(self._header.steps)[:20]}: steps are missing, or too many"
            )
