# SPDX-License-Identifier: MIT
"""``Verification``: what the checker answers about a certificate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from nonosat.model.puzzle import Puzzle

_MEANING = {
    "unique": "the puzzle has exactly one solution",
    "multiple": "the puzzle has more than one solution",
    "none": "the puzzle has no solution",
}


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of checking a certificate.

    ``outcome``: ``accepted``, ``refused``, or not decided: ``limit`` (a limit was reached) or
    ``unsupported`` (the certificate uses an encoding that this program does not know).
    ``verdict``: the claim of the certificate (``unique``, ``multiple``, ``none``); it is proven
    only if the certificate is accepted.
    ``checked``: sentences about what was checked and is right, in order.
    ``problem``: why it was not accepted; ``place``: where (such as ``step 17`` or ``solution 1``);
    ``step``: the number of that step.
    ``steps``: how many steps ``engine`` followed, on a formula of ``variables`` and ``clauses``.
    ``solutions``: the cells of each, row by row.
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
        """True if the claim is proven."""
        return self.outcome == "accepted"

    def __str__(self) -> str:
        claim = f"{self.verdict}: {_MEANING[self.verdict]}"
        if self.accepted:
            return f"accepted: {claim}"
        words = "refused" if self.outcome == "refused" else "not decided"
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
