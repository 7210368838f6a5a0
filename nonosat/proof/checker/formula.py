# SPDX-License-Identifier: MIT
"""The refuted formula as a stream: made once, hashed, and handed to an engine or written to a file.

The clauses are never all in memory as Python lists; a formula of a million clauses would take
hundreds of megabytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence

from nonosat.proof.checker import encoding
from nonosat.puzzle import Puzzle

__all__ = ["MAX_SIZE", "Dimacs", "size"]

MAX_SIZE = 4_000_000
"""Formulas with more clauses or variables are neither made nor checked: they would take gigabytes.

The largest that was seen for a puzzle people solve has 0.6 million clauses (616x14)."""

_BATCH = 2000
"""Clauses between two looks at the clock."""


def size(puzzle: Puzzle, *, blocking: bool) -> tuple[int, int]:
    """The numbers of variables and of clauses."""
    return encoding.count_variables(puzzle), encoding.count_clauses(puzzle) + blocking


class Dimacs:
    """The formula of a puzzle; ``solution`` is the one that it excludes, if any.

    >>> formula = Dimacs(Puzzle(rows=[[1]], columns=[[1]]), b"\\1")
    >>> print(b"".join(formula.text()).decode(), end="")
    p cnf 1 3
    1 0
    1 0
    -1 0
    """

    def __init__(self, puzzle: Puzzle, solution: bytes | None) -> None:
        self._puzzle = puzzle
        self.variables, self.clauses = size(puzzle, blocking=solution is not None)
        self.blocking = None if solution is None else encoding.blocking_clause(puzzle, solution)
        self.sha256 = ""
        """The hash of the text, known once it has been run through."""

    def batches(self) -> Iterator[list[list[int]]]:
        """All clauses, some thousand at a time; sets ``sha256`` at the end."""
        digest = hashlib.sha256(f"p cnf {self.variables} {self.clauses}\n".encode())
        batch: list[list[int]] = []
        for clause in self._all():
            batch.append(clause)
            if len(batch) == _BATCH:
                digest.update(_text(batch))
                yield batch
                batch = []
        digest.update(_text(batch))
        self.sha256 = digest.hexdigest()
        yield batch

    def load(self, add: Callable[[Sequence[int]], object], look: Callable[[], object]) -> None:
        """Give each clause to ``add``; call ``look`` now and then, which may raise."""
        for batch in self.batches():
            look()
            for clause in batch:
                add(clause)

    def text(self) -> Iterator[bytes]:
        """The DIMACS file, in pieces."""
        yield f"p cnf {self.variables} {self.clauses}\n".encode()
        for batch in self.batches():
            yield _text(batch)

    def _all(self) -> Iterator[list[int]]:
        yield from encoding.clauses(self._puzzle)
        if self.blocking is not None:
            yield self.blocking


def _text(clauses: list[list[int]]) -> bytes:
    return "".join([f"{' '.join(map(str, clause))} 0\n" for clause in clauses]).encode()
