# SPDX-License-Identifier: MIT
"""``LineCores``: one SAT solver leaves out one line at a time: do the others have a solution?

If propagation deduces little, every line may hold the mistake. The clauses of each doubtful line
have a selector; the clauses of all other lines always hold. A question leaves one selector out. A
refutation names the selectors that it used: a cut. A line that is not in the cut is cleared,
because the same contradiction remains without it. Clauses that the solver learns for one question
help with the others.

Source: incremental SAT with selectors and cores. Cost: milliseconds per question. Rejected: the
pipeline for each line, which takes three times as long on noise of 20x20; candidates for clues as
clauses in this solver, which is no faster than the pipeline for the few lines that remain
(docs/experiments.md, "Making and repairing").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from nonosat.core._core import Board, Encoding
from nonosat.limits import CONFLICTS_PER_UNIT, Limits
from nonosat.sat.cnf import Cnf, cells_of, native_cnf
from nonosat.sat.incremental import solver_of_lines


class LineCores:
    """The clauses of a board on which some lines may be wrong; for use in a ``with`` statement."""

    def __init__(self, board: Board, doubtful: Sequence[int], limits: Limits) -> None:
        """``doubtful``: the lines that may be wrong, by number: rows, then columns.

        Raises:
            Stopped: a limit was reached, or the model is too large.
        """
        self._limits = limits
        native = native_cnf(board, Encoding.ORDER, limits)
        self._cnf = Cnf([], native.variables, cells_of(native), board.cells())
        lines = range(board.height + board.width)
        certain = frozenset(lines).difference(doubtful)
        self._solver, self._selectors = solver_of_lines(native, lines, limits, certain)

    def __enter__(self) -> Self:
        self._solver.__enter__()
        return self

    def __exit__(self, *about: object) -> None:
        self._solver.__exit__(None, None, None)

    def without(self, line: int, conflicts: int | None) -> bytes | frozenset[int] | None:
        """The cells of a solution of the other lines, or lines that contradict each other.

        None: more conflicts are needed.

        Raises:
            Stopped: a limit was reached, or leaves less than ``conflicts``.
        """
        allowed = conflicts if conflicts is None else self._limits.slice(conflicts)
        if allowed != conflicts:  # Glucose checks a budget only at restarts, and would exceed it
            self._limits.check((allowed or 0) // CONFLICTS_PER_UNIT)
        asked = [selector for other, selector in self._selectors.items() if other != line]
        answer = self._solver.solve(asked, conflicts)
        if answer is None:
            return None
        if answer:
            return self._cnf.decode(self._solver.model())
        core = set(self._solver.core())
        return frozenset(other for other, selector in self._selectors.items() if selector in core)
