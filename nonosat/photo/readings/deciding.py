# SPDX-License-Identifier: MIT
"""``Decider``: how many solutions clues have; and which few of them contradict each other.

Propagation refutes nearly all wrong clues, in a tenth of a millisecond. The lines that it used are
found from the end: the line without a placement, then each line that settled a cell in one of
those. Fewer deduce less, so groups of them are left out, large ones first, while a
contradiction remains; each time only the lines that it used stay. The remaining lines are a *cut*:
no clues that have these readings need to be looked at, whatever the others are.

Source: deletion, as for minimal unsatisfiable subsets, with cores of cores. Cost: some dozens of
propagations. Rejected: a smallest contradiction by SAT (``sat.mus``), which takes a hundred times
as long and helps no more than one that is nearly smallest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from nonosat.core import _core
from nonosat.core._core import Board
from nonosat.limits import Limits
from nonosat.logic.board import NoSolution, fill_in, finish
from nonosat.model.clue import Clue
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report
from nonosat.solving import ask
from nonosat.solving.presets import Preset


class Decider:
    """Asks about clues of one size and palette, with the cells that are known from the start.

    Lines are numbered as on a board: rows, then columns.
    """

    def __init__(
        self, height: int, width: int, colors: int, start: Grid | None, limits: Limits
    ) -> None:
        self._size = height, width
        self._colors = colors
        self._start = start
        self._limits = limits

    def propagated(self, clues: Sequence[Clue | None]) -> Board:
        """The board with these clues, propagated.

        Raises:
            NoSolution: they have no solution.
            Stopped: a limit was reached.
        """
        board = self.board(clues)
        finish(board.propagate(self._limits.stop), self._limits)
        return board

    def report(
        self, puzzle: Puzzle, limit: int = 2, work: int | None = None, preset: Preset | None = None
    ) -> Report:
        """The report of the pipeline on a puzzle, with the cells that are known from the start.

        ``work``: a bound of its own, in units of ``Limits``. ``preset``: None for ``fast``.
        """
        part = self._limits.part(work=work)
        return ask(puzzle, self._start, limit, preset or "fast", limits=part)

    def cut(
        self, clues: Sequence[Clue | None], out: Iterable[int] | None = None
    ) -> frozenset[int] | None:
        """Few lines that contradict each other by propagation; None if none do.

        Args:
            clues: of all lines.
            out: the lines that are left out if possible, in this order; None: all.

        Raises:
            Stopped: a limit was reached.
        """
        given = [line for line, clue in enumerate(clues) if clue is not None]
        order = given if out is None else list(out)
        found = self._used(clues, frozenset(given))
        if found is None:
            return None
        size = max(1, len(found.intersection(order)) // 2)
        while True:
            waiting = [line for line in order if line in found]
            for begin in range(0, len(waiting), size):
                group = found.intersection(waiting[begin : begin + size])
                if group and len(group) < len(found):
                    found = self._used(clues, found - group) or found
            if size == 1:
                return found
            size = max(1, min(size, len(found)) // 2)

    def _used(self, clues: Sequence[Clue | None], among: Collection[int]) -> frozenset[int] | None:
        """Of these lines, some that contradict each other; None if they do not."""
        self._limits.check()
        board = self.board([clue if n in among else None for n, clue in enumerate(clues)])
        board.count_lines()
        try:
            finish(board.propagate(self._limits.stop), self._limits)
        except NoSolution:
            return self._traced(board) if self._colors == 1 else frozenset(among)
        return None

    def _traced(self, board: Board) -> frozenset[int]:
        """The lines that led to the contradiction. (With several colours lines also remove values
        of cells that stay unknown, which is not recorded.)"""
        height, width = self._size
        used = {board.conflict_line}
        for line, place in reversed(board.settled()):
            row, column = divmod(place, width)
            if (height + column if line < height else row) in used:
                used.add(line)
        return frozenset(used)

    def board(self, clues: Sequence[Clue | None]) -> Board:
        """The board with these clues, on which nothing is deduced."""
        board = _core.Board(*self._size, self._colors, clues)
        if self._start is not None:
            fill_in(board, self._start)
        return board
