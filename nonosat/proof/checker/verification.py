# SPDX-License-Identifier: MIT
"""``CertificateCheck``: the checker's answer about a certificate; and the program drat-trim,
which checks the same formula and proof in files (DIMACS and DRAT).
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from typing import Any

from nonosat.errors import OptionError
from nonosat.languages import language
from nonosat.model.plain import HIDDEN, no_truth, plain_fields
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class CertificateCheck:
    """The answer of ``verify_certificate``.

    ``outcome``: ``accepted``, ``refused``, or not decided: ``limit`` (a limit was reached) or
    ``unsupported`` (the certificate uses an encoding that this program does not support).
    ``verdict``: the claim of the certificate (``unique``, ``multiple``, ``none``); it is proven
    only if the certificate is accepted.
    ``checked``: a sentence for each check that passed, in order.
    ``problem``: why it was not accepted; ``place``: where (such as ``step 17`` or ``solution 1``);
    ``step``: the number of that step.
    ``steps``: how many steps ``engine`` followed, on a formula of ``variables`` and ``clauses``.
    ``solutions``: the cells of each, row by row. ``lang``: the language of the sentences.

    >>> from tempfile import TemporaryDirectory
    >>> from nonosat.proof import verify_certificate, write_certificate
    >>> with TemporaryDirectory() as folder:
    ...     done = write_certificate(Puzzle([[1]], [[1]]), f"{folder}/dot.nonocert")
    ...     found = verify_certificate(done.path)
    >>> found.accepted, found.outcome, found.verdict
    (True, 'accepted', 'unique')
    """

    outcome: str
    verdict: str
    puzzle: Puzzle = field(metadata=HIDDEN)
    solutions: tuple[bytes, ...] = field(metadata=HIDDEN)
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
    lang: str = field(default="en", compare=False, repr=False, metadata=HIDDEN)

    __bool__ = no_truth("accepted")

    @property
    def accepted(self) -> bool:
        """True if the claim is proven."""
        return self.outcome == "accepted"

    def lines(self) -> list[str]:
        """The answer on the claim, then all checks that passed."""
        return [self._answer(), *(f"  {sentence}" for sentence in self.checked)]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _answer(self) -> str:
        say = language(self.lang)
        claim = say(f"proof.claim.{self.verdict}")
        if self.accepted:
            return say("proof.accepted", claim=claim)
        name, _, number = str(self.place).replace(" ", "_").rpartition("_")
        if number.isdecimal():
            place = say(f"proof.place.{name}.number", number=number)
        else:
            place = say("proof.place." + str(self.place).replace(" ", "_"))
        key = "proof.refused" if self.outcome == "refused" else "proof.undecided"
        return say(key, place=place, problem=str(self.problem), claim=claim)

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data, the way ``--json`` prints it."""
        puzzle = self.puzzle
        size = {"width": puzzle.width, "height": puzzle.height, "colors": len(puzzle.palette)}
        first = {"outcome": self.outcome, "verdict": self.verdict, "sha256": puzzle.sha256()}
        return first | size | plain_fields(self)


def judge(
    program: str | os.PathLike[str], cnf: str, drat: str, time_limit: float | None
) -> tuple[bool | None, str]:
    """Run drat-trim: True, False, or None for no answer in time; and the last line it prints.

    Raises:
        OptionError: the program cannot be run.
    """
    from nonosat.formats.files import file_name

    seconds = [] if time_limit is None else ["-t", str(max(1, round(time_limit)))]
    try:
        ran = subprocess.run(
            [file_name(program), cnf, drat, *seconds],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=time_limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, ""
    except OSError as error:
        raise OptionError(f"drat-trim {os.fspath(program)}: {error.strerror}") from None
    lines = [line.strip() for line in ran.stdout.decode("ascii", "replace").split("\n")]
    words = [line for line in lines if line.startswith("s ")]
    if "s TIMEOUT" in words:
        return None, ""
    return "s VERIFIED" in words, words[-1] if words else f"exit code {ran.returncode}, no answer"
