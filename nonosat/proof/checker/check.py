# SPDX-License-Identifier: MIT
"""The checking half: does a certificate prove its claim?

It shares nothing with the solver: it reads the puzzle from the certificate, checks solutions by
reading their run lengths, makes the formula from the clues with the plain encoder of
``formula.py``, and follows every step of the proof by unit propagation, with the engine of another
solver than the one that made the proof; or it adds up weights (``weights.py``). A test shows that
nonosat's core, logic, sat and solving are not loaded.

Checking runs forward and ignores deletions; drat-trim's backward checking is the alternative.
Forward, each step is checked when it is read, so a refusal names the first step that does not
follow, no second copy of the proof is in memory, and the code is simple. Proofs are trimmed, so a
backward check could skip little.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import IO

from nonosat.errors import CertificateError
from nonosat.languages import Language, language
from nonosat.model.clue import UNKNOWN, clue_of
from nonosat.model.numbers import check_choice, seconds
from nonosat.model.puzzle import Puzzle, asked
from nonosat.proof.checker.container import MAX_DIGITS, VERDICTS, Header, Reader
from nonosat.proof.checker.engine import ENGINES, open_engine
from nonosat.proof.checker.formula import ENCODING, MAX_SIZE, Formula, size, version_of
from nonosat.proof.checker.verification import CertificateCheck
from nonosat.proof.checker.weights import least_difference, weighed

MAX_STORE = 100_000_000
"""Largest proof: its literals, plus ten for each step. An engine needs less than a gigabyte."""

_STEP = re.compile(rb"(?:d )?(?:-?[1-9][0-9]{0,8} )*0")
_WEIGHT = rb"(?:0|-?[1-9][0-9]{0,%d})" % (MAX_DIGITS - 1)
_WEIGHTS = re.compile(rb"%s(?: %s)*" % (_WEIGHT, _WEIGHT))


def verify_certificate(
    path: str | os.PathLike[str],
    puzzle: Puzzle | None = None,
    *,
    time_limit: float | None = None,
    engine: str = ENGINES[0],
    drat_trim: str | os.PathLike[str] | None = None,
    export: str | os.PathLike[str] | None = None,
    lang: str = "en",
) -> CertificateCheck:
    """Check a certificate, trusting neither it nor the solver that made it.

    Args:
        path: the certificate.
        puzzle: the puzzle that the certificate must be about; by default the puzzle in the
            certificate. Clues and the number of colours are compared; names, letters and shades
            are not.
        time_limit: seconds of wall time.
        engine: for unit propagation: ``minisat``, or ``plain`` (slow Python that needs no solver).
        drat_trim: path of the program drat-trim (or one with the same arguments), which then checks
            the proof in place of the engine.
        export: a folder into which the formula and the proof are written (DIMACS and DRAT).
        lang: the language of the sentences: ``checked``, ``problem``, ``lines()``.

    Returns:
        Whether the certificate is accepted, its claim, and the checks that passed. If the time
        limit is reached, it is undecided.

    Raises:
        CertificateError: the file is not a certificate.
        OptionError: the engine or the language is unknown, or the program cannot be run.
        OSError: a file cannot be read or written.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from nonosat import Puzzle
    >>> from nonosat.proof import write_certificate
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "dot.nonocert")
    ...     _ = write_certificate(Puzzle([[1]], [[1]]), file)
    ...     found = verify_certificate(file), verify_certificate(file, Puzzle([[]], [[]]))
    >>> [one.outcome for one in found]
    ['accepted', 'refused']
    """
    if puzzle is not None:
        puzzle, _ = asked(puzzle)
    from nonosat.formats.files import file_name

    with open(file_name(path), "rb") as stream:
        return verify_stream(
            stream,
            puzzle,
            time_limit=time_limit,
            engine=engine,
            drat_trim=drat_trim,
            export=export,
            lang=lang,
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
    lang: str = "en",
    name: str = "certificate",
    look: Callable[[], object] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> CertificateCheck:
    """``verify_certificate`` for an open file.

    ``name``: of exported files. ``look`` is called often, and may raise.
    """
    check_choice("engine", engine, ENGINES)
    say = language(lang)
    if time_limit is not None:
        time_limit = seconds("time limit", time_limit)
    begun = clock()
    deadline = None if time_limit is None else begun + time_limit
    check = _Check(Reader(stream), engine, deadline, clock, look, say)
    outcome, problem = "accepted", None
    try:
        check.claim(puzzle)
        if check.by_weights:
            check.weights(export is not None or drat_trim is not None)
        elif drat_trim is None and export is None:
            check.proof()
        else:
            check.proof_in_files(drat_trim, export, name)
        check.place = None
    except _Refused as refused:
        outcome, problem = "refused", str(refused)
    except _Limit as limit:
        outcome, problem = "limit", str(limit)
    except _Unsupported as unsupported:
        outcome, problem = "unsupported", str(unsupported)
    return check.result(outcome, problem, clock() - begun)


def _content(puzzle: Puzzle) -> tuple[object, ...]:
    """The parts of a puzzle that decide its solutions."""
    printed = None if puzzle.printed is None else puzzle.printed.cells
    return puzzle.rows, puzzle.columns, len(puzzle.palette), printed


def _has_printed(puzzle: Puzzle, cells: bytes) -> bool:
    """True if a solution has all printed cells."""
    if puzzle.printed is None:
        return True
    pairs = zip(cells, puzzle.printed.cells, strict=True)
    return all(fixed in (cell, UNKNOWN) for cell, fixed in pairs)


class _Refused(Exception):  # noqa: N818 - an answer, not an error
    """The certificate does not prove its claim; ``_Check.place`` says where it fails."""


class _Limit(Exception):  # noqa: N818 - an answer, not an error
    """A limit was reached before the certificate was decided."""


class _Unsupported(Exception):  # noqa: N818 - an answer, not an error
    """The certificate uses something that this program does not support."""


class _Check:
    """One verification: its current place, and the checks that passed so far."""

    def __init__(
        self,
        reader: Reader,
        engine: str,
        deadline: float | None,
        clock: Callable[[], float],
        look: Callable[[], object] | None,
        say: Language,
    ) -> None:
        self._lines = reader.steps()
        self._header: Header = reader.header
        self._engine_name = engine
        self._deadline = deadline
        self._clock = clock
        self._look = look
        self._say = say
        self._formula: Formula | None = None
        self._used: str | None = None
        self._checked: list[str] = []
        self._steps = 0
        self.place: str | None = "puzzle"

    def result(self, outcome: str, problem: str | None, seconds: float) -> CertificateCheck:
        header, formula = self._header, self._formula
        in_proof = self.place is not None and self.place.startswith("step ")
        return CertificateCheck(
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
            lang=self._say.code,
        )

    def look(self) -> None:
        """Raise _Limit if the time limit is reached."""
        if self._look is not None:
            self._look()
        if self._deadline is not None and self._clock() >= self._deadline:
            raise _Limit(self._say("proof.problem.time"))

    @property
    def by_weights(self) -> bool:
        """True if the proof is by weights, which needs no engine."""
        return self._header.scale is not None

    def claim(self, puzzle: Puzzle | None) -> None:
        """Check everything but the proof: puzzle, solutions, and the size of the formula."""
        header = self._header
        mine = header.puzzle
        if header.sha256 != mine.sha256():
            raise _Refused(self._say("proof.problem.sha256.puzzle"))
        self._checked.append(self._say("proof.checked.puzzle", size=f"{mine.width}x{mine.height}"))
        if puzzle is not None:
            if _content(mine) != _content(puzzle):
                raise _Refused(self._say("proof.problem.another"))
            self._checked.append(self._say("proof.checked.given"))
        self._solutions()
        if self.by_weights:
            return
        if header.formula is None:
            self.place = "end"
            if next(self._lines, None) is not None:
                raise _Refused(self._say("proof.problem.lines"))
            return
        self._compare_formula()

    def _solutions(self) -> None:
        header = self._header
        self.place = "solutions"
        if len(header.solutions) != VERDICTS[header.verdict]:
            raise _Refused(
                self._say(
                    "proof.problem.solutions",
                    verdict=header.verdict,
                    needs=VERDICTS[header.verdict],
                    has=len(header.solutions),
                )
            )
        for number, cells in enumerate(header.solutions, start=1):
            self.place = f"solution {number}"
            grid = header.puzzle.grid(cells)
            for line, clue in header.puzzle.lines():
                if clue is not None and clue_of(grid.line(line)) != clue:
                    raise _Refused(self._say("proof.problem.clue", line=str(line)))
            if not _has_printed(header.puzzle, cells):
                raise _Refused(self._say("proof.problem.printed"))
        self.place = "solutions"
        if len(set(header.solutions)) != len(header.solutions):
            raise _Refused(self._say("proof.problem.same"))
        if header.solutions:
            self._checked.append(self._say(f"proof.checked.{header.verdict}"))

    def _compare_formula(self) -> None:
        """Compare encoding, size and blocking clause of the formula. (The hash comes later.)"""
        header, claimed = self._header, self._header.formula
        assert claimed is not None
        self.place = "formula"
        version = version_of(header.puzzle)
        if (claimed.encoding, claimed.version) != (ENCODING, version):
            raise _Unsupported(
                self._say(
                    "proof.problem.encoding",
                    encoding=ascii(claimed.encoding)[:40],
                    version=str(claimed.version)[:20],
                    own=ENCODING,
                    needed=version,
                )
            )
        solution = header.solutions[0] if header.solutions else None
        variables, clauses = size(header.puzzle, blocking=solution is not None)
        if max(variables, clauses) > MAX_SIZE:
            raise _Limit(
                self._say(
                    "proof.problem.large",
                    variables=str(variables),
                    clauses=str(clauses),
                    most=str(MAX_SIZE),
                )
            )
        if (claimed.variables, claimed.clauses) != (variables, clauses):
            raise _Refused(
                self._say(
                    "proof.problem.size",
                    variables=str(variables),
                    clauses=str(clauses),
                    variables_named=str(claimed.variables)[:20],
                    clauses_named=str(claimed.clauses)[:20],
                )
            )
        self._formula = Formula(header.puzzle, solution)
        self.place = "blocking clause"
        if header.blocking != (
            None if self._formula.blocking is None else tuple(self._formula.blocking)
        ):
            raise _Refused(self._say("proof.problem.blocking"))

    def _accept_formula(self) -> None:
        formula, claimed = self._formula, self._header.formula
        assert formula is not None
        assert claimed is not None
        self.place = "formula"
        if formula.sha256 != claimed.sha256:
            raise _Refused(self._say("proof.problem.sha256.formula"))
        self._checked.append(
            self._say(
                "proof.checked.formula" + ".blocking" * bool(formula.blocking),
                encoding=f"{ENCODING} {claimed.version}",
                variables=str(formula.variables),
                clauses=str(formula.clauses),
            )
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
                if refuted or step is None:  # after the end, steps need only be well-formed
                    continue
                if not engine.conflict([-literal for literal in step], self.look):
                    raise _Refused(self._say("proof.problem.step"))
                engine.add(step)
                refuted = not step
            self.place = "end of the proof"
            if not refuted and not engine.conflict((), self.look):
                raise _Refused(self._say("proof.problem.open"))
        finally:
            engine.close()
        self._note_refuted(self._say("proof.how.engine", engine=str(self._used)))

    def weights(self, for_others: bool) -> None:
        """Add up the weights, and compare the bound with the count of another solution.

        ``for_others``: the caller asked for a formula for other programs.
        """
        if for_others:
            self._checked.append(self._say("proof.checked.no_formula"))
        header = self._header
        scale, mine = header.scale, header.puzzle
        assert scale is not None
        rows = list(self._read_weights())
        self.place = "weights"
        solution = header.solutions[0] if header.solutions else None
        bound = weighed(mine, solution, rows, scale, self.look)
        least = least_difference(mine)
        if solution is None:
            if bound >= 0:
                raise _Refused(self._say("proof.problem.weights"))
            self._checked.append(self._say("proof.checked.none"))
            return
        if bound >= scale * least:
            raise _Refused(
                self._say(
                    "proof.problem.bound",
                    bound=self._short(bound),
                    least=self._short(scale * least),
                )
            )
        self._checked.append(
            self._say(
                "proof.checked.weights",
                n=least,
                least=self._short(scale * least),
                bound=self._short(bound),
            )
        )

    def _short(self, number: int) -> str:
        """A number for a sentence; a very long one only by its length."""
        text, digits = str(number), len(str(abs(number)))
        return text if len(text) <= 20 else self._say("proof.number.long", n=digits)

    def _read_weights(self) -> Iterator[list[int]]:
        """The weights of each row, checked for form."""
        puzzle = self._header.puzzle
        numbers = puzzle.width * len(puzzle.palette)
        count = 0
        for line in self._lines:
            count += 1
            self.place = f"weights of row {count}"
            self.look()
            if not _WEIGHTS.fullmatch(line):
                raise CertificateError(
                    f"the weights of row {count} must be integers of at most {MAX_DIGITS} digits, "
                    f"separated by single blanks: {line[:40].decode('latin-1')!a}"
                )
            weights = list(map(int, line.split()))
            if len(weights) != numbers or count > puzzle.height:
                raise _Refused(
                    self._say("proof.problem.form", rows=str(puzzle.height), numbers=str(numbers))
                )
            yield weights
        self.place = "weights"
        if count != puzzle.height or self._header.steps != count:
            raise _Refused(
                self._say("proof.problem.rows", count=str(count), rows=str(puzzle.height))
            )

    def _note_refuted(self, how: str) -> None:
        blocking = self._formula is not None and self._formula.blocking
        key = "proof.checked.refuted" + ".blocking" * bool(blocking)
        self._checked.append(self._say(key, n=self._steps, how=how))

    def proof_in_files(
        self,
        drat_trim: str | os.PathLike[str] | None,
        export: str | os.PathLike[str] | None,
        name: str,
    ) -> None:
        """Write formula and proof to files, then check the proof (engine or drat-trim)."""
        from nonosat.formats.files import file_name, scratch_folder, whole_file
        from nonosat.proof.checker.verification import judge

        formula = self._formula
        if formula is None:
            if export is not None:
                self._checked.append(self._say("proof.checked.no_proof"))
            return
        with ExitStack() as stack:
            if export is None:
                folder = stack.enter_context(scratch_folder())
            else:
                folder = file_name(export)
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
                raise _Limit(self._say("proof.problem.time"))
            if not verified:
                raise _Refused(self._say("proof.problem.program", words=words))
            self._note_refuted(self._say("proof.how.program", engine=self._used))

    def _read_steps(self) -> Iterator[tuple[bytes, list[int] | None]]:
        """The lines of the proof and their literals, checked for form; None for a deletion."""
        formula = self._formula
        assert formula is not None
        highest = formula.variables
        store = self._steps = 0
        for line in self._lines:
            self._steps += 1
            self.place = f"step {self._steps}"
            self.look()  # each time: a step may be expensive
            if not _STEP.fullmatch(line):
                raise CertificateError(
                    f"step {self._steps} is not a step (literals and 0, single blanks): "
                    f"{line[:40].decode('latin-1')!a}"
                )
            deletes = line.startswith(b"d")
            step = list(map(int, line[2:].split() if deletes else line.split()))
            step.pop()
            if step and max(*step, -min(step)) > highest:
                raise _Refused(self._say("proof.problem.literal", variable=str(highest)))
            store += 10 + (0 if deletes else len(step))
            if store > MAX_STORE:
                raise _Limit(self._say("proof.problem.memory"))
            yield line, None if deletes else step
        self.place = "end of the proof"
        if self._steps != self._header.steps:
            raise _Refused(
                self._say(
                    "proof.problem.steps",
                    steps=str(self._steps),
                    header=str(self._header.steps)[:20],
                )
            )
