# SPDX-License-Identifier: MIT
"""``LineClauses``: one SAT solver for all questions about lines left out or corrected.

Deduction leaves a few lines that may hold the mistake; if only one clue is wrong, the others are
right. The clauses of the right lines always hold, those of a doubtful line only while its selector
is assumed. So "do the others have a solution?" leaves one selector out, and a candidate for a clue
is a few more clauses with a selector of its own, over the same cells. What the solver learns in one
question serves the others. A refutation names the selectors that it used; a line that it did not
use is cleared, because the same contradiction remains without it.

Source: incremental SAT with selectors and cores. Cost: milliseconds per question. Rejected: a new
solver for each question, which took seconds for an 18x18 puzzle that deduction does not decide
(docs/experiments.md, "Making and repairing").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Self

from nonosat.core import _core
from nonosat.core._core import Board, Encoding
from nonosat.limits import Limits
from nonosat.logic.board import NoSolution
from nonosat.making.corrections.candidates import board_without, line_cells, too_long
from nonosat.model.clue import Clue, Line
from nonosat.model.loose_clues import LooseClues
from nonosat.sat.cnf import Cnf, cells_of, native_cnf
from nonosat.sat.incremental import Incremental


class LineClauses:
    """The clauses of clues of which one may be wrong; for use in a ``with`` statement."""

    def __init__(self, clues: LooseClues, doubtful: Sequence[Line], limits: Limits) -> None:
        """``doubtful``: the lines that may be wrong; the clues of all others fit together.

        Raises:
            Stopped: a limit was reached, or the model is too large.
        """
        self._limits = limits
        self._colors = len(clues.palette)
        self._size = clues.height, clues.width
        try:
            self._board = board_without(clues, doubtful, limits)
        except NoSolution:
            raise AssertionError("lines that contradict each other are cleared before") from None
        wrong = frozenset(too_long(clues))
        clues_of = [None if line in wrong else clue for line, clue in clues.lines()]
        native = native_cnf(self._restricted(clues_of, clues), Encoding.ORDER, limits)
        ends = [*native.line_begins, native.clause_count]
        self._solver = Incremental(native.clauses(0, ends[0]), native.variables, limits)
        self._cnf = Cnf([], native.variables, cells_of(native), self._board.cells())
        self._variables = {cell: n for n, cell in enumerate(self._cnf.cells, start=1)}
        self._selectors: dict[Line, int] = {}
        self._candidates: dict[tuple[Line, Clue], int] = {}
        in_doubt = frozenset(doubtful)
        try:
            for (line, _), (begin, end) in zip(clues.lines(), pairwise(ends), strict=True):
                limits.check()
                held = []
                if line in in_doubt:
                    self._selectors[line] = self._solver.new_variable()
                    held = [-self._selectors[line]]
                for clause in native.clauses(begin, end):
                    self._solver.add([*held, *clause])
        except BaseException:  # also Ctrl-C
            self._solver.__exit__()
            raise

    def __enter__(self) -> Self:
        self._solver.__enter__()
        return self

    def __exit__(self, *about: object) -> None:
        self._solver.__exit__(None, None, None)

    def _restricted(self, clues: Sequence[Clue | None], loose: LooseClues) -> Board:
        """A board with these clues, without the values that the right lines exclude."""
        height, width = self._size
        board = _core.Board(height, width, self._colors, clues)
        for row in self._limits.each(range(height), 16):
            for column in range(width):
                for value in range(self._colors + 1):
                    if not self._board.can_be(row, column, value):
                        board.remove(row, column, value)
        return board

    def without(self, line: Line, conflicts: int | None) -> bytes | frozenset[Line] | None:
        """Do the others have a solution? Its cells; or the lines that still can be wrong.

        None: more conflicts are needed.

        Raises:
            Stopped: a limit was reached.
        """
        asked = [selector for other, selector in self._selectors.items() if other != line]
        answer = self._solver.solve(asked, conflicts)
        if answer is None:
            return None
        if answer:
            return self._cnf.decode(self._solver.model())
        core = set(self._solver.core())
        return frozenset(other for other, selector in self._selectors.items() if selector in core)

    def corrected(self, line: Line, clue: Clue, conflicts: int | None) -> tuple[list[bytes], bool]:
        """Up to two solutions with this clue in a line, and whether there are no others.

        Raises:
            Stopped: a limit was reached.
        """
        key = (line, clue)
        if key not in self._candidates:
            self._candidates[key] = self._add(line, clue)
        asked = [selector for other, selector in self._selectors.items() if other != line]
        found: list[bytes] = []
        selected = [self._candidates[key]]
        answer: bool | None = True
        while answer and len(found) < 2:
            answer = self._solver.solve([*asked, *selected], conflicts)
            if answer:
                found.append(self._cnf.decode(self._solver.model()))
                selected.append(self._solver.new_variable())
                self._solver.add([-selected[-1], *self._cnf.blocking(found[-1])])
        for one in selected[1:]:
            self._solver.add([-one])
        return found, answer is False

    def _add(self, line: Line, clue: Clue) -> int:
        """Add the clauses of a clue for a line; the selector under which they hold."""
        cells = line_cells(self._board, line)
        strip = _core.Board(1, len(cells), self._colors, [clue, *[None] * len(cells)])
        for place, (row, column) in enumerate(cells):
            for value in range(self._colors + 1):
                if not self._board.can_be(row, column, value):
                    strip.remove(0, place, value)
        native = native_cnf(strip, Encoding.ORDER, self._limits)
        width = self._size[1]
        variables = [0]
        for place, value in cells_of(native):
            row, column = cells[place]
            variables.append(self._variables[row * width + column, value])
        while len(variables) <= native.variables:
            variables.append(self._solver.new_variable())
        selector = self._solver.new_variable()
        ends = [*native.line_begins, native.clause_count]
        for clause in native.clauses(ends[0], ends[1]):
            self._solver.add([-selector, *_renamed(clause, variables)])
        return selector


def _renamed(clause: Iterable[int], variables: Sequence[int]) -> list[int]:
    return [variables[literal] if literal > 0 else -variables[-literal] for literal in clause]
