# SPDX-License-Identifier: MIT
"""Rivals: other solutions of a picture's clues.

One rival shows that a picture has to change. Several that differ in different cells show more at
once, so after each rival the cells in which it differs are held as they are in the picture, and the
search goes on. First lines are solved, then a switch is looked for, which finds most rivals in less
than a millisecond; then probing and SAT, which together decide. (``solve`` would do the same, but
looks for a first solution too, which is known here.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from nonosat.core import _core
from nonosat.core._core import Board
from nonosat.errors import InternalError
from nonosat.limits import Limits
from nonosat.logic.board import Contradiction, assume, finish
from nonosat.making.repair.canvas import Canvas
from nonosat.sat.cnf import encode
from nonosat.sat.incremental import Incremental

_SWITCH_WORK = 20_000
"""As in the stage ``sat``: less than a millisecond."""


def rivals(canvas: Canvas, cells: bytes, most: int, limits: Limits) -> Iterator[bytes]:
    """Up to ``most`` solutions other than the picture, of which no two differ in the same cell.

    If there is none, the picture is the only solution of its clues.

    Raises:
        Stopped: a limit was reached.
    """
    search = _Search(canvas, cells, limits)
    with search:
        for _ in range(most):
            other = search.next()
            if other is None:
                return
            yield other
            search.hold([place for place, value in enumerate(other) if value != cells[place]])


class _Search:
    """Looks for solutions beside one picture, on one board."""

    def __init__(self, canvas: Canvas, cells: bytes, limits: Limits) -> None:
        self._canvas, self._cells, self._limits = canvas, cells, limits
        self._board: Board = canvas.board(cells)
        self._unconstrained = len(canvas.free)
        self._probed = False
        self._solver: Incremental | None = None

    def __enter__(self) -> _Search:
        return self

    def __exit__(self, *_: object) -> None:
        if self._solver is not None:
            self._solver.__exit__()

    def hold(self, places: Collection[int]) -> None:
        """From now on these cells are as in the picture."""
        for place in places:
            assume(self._board, *divmod(place, self._board.width), self._cells[place])
        if self._solver is not None:
            for literal in self._literals(self._cells, places):
                self._solver.add([literal])

    def next(self) -> bytes | None:
        """Another solution, or None: there is none."""
        found = self._find()
        if found is not None and (
            found == self._cells or self._canvas.clues(found) != self._canvas.clues(self._cells)
        ):
            raise InternalError(
                "a second solution that was found is none: please report this with the picture "
                f"{self._canvas.grid(self._cells)!r}"
            )
        return found

    def _find(self) -> bytes | None:
        board, limits = self._board, self._limits
        limits.check()
        try:
            if self._solver is None:
                finish(board.propagate(limits.stop), limits)
                if board.unknown == 0:
                    return None
                other = _core.find_switch(board, self._cells, _SWITCH_WORK)
                if other is not None:
                    return other
                finish(board.probe(limits.stop), limits)
                if board.unknown == 0:
                    return None
                self._open_solver()
        except Contradiction:
            raise InternalError(
                "deduction excludes a picture from the solutions of its own clues: please report "
                f"this with the picture {self._canvas.grid(self._cells)!r}"
            ) from None
        assert self._solver is not None
        if not self._solver.solve():
            return None
        return self._cnf.decode(self._solver.model())

    def _open_solver(self) -> None:
        """The state of the board as clauses, without the picture itself."""
        self._cnf = cnf = encode(self._board, "order", self._limits)
        self._solver = Incremental(cnf.clauses, cnf.variables, self._limits)
        self._solver.add(cnf.blocking(self._cells))
        values = zip(cnf.cells, range(1, len(cnf.cells) + 1), strict=True)
        self._of_cell: dict[int, list[tuple[int, int]]] = {}
        for (cell, value), variable in values:
            self._of_cell.setdefault(cell, []).append((value, variable))
        self._solver.prefer(self._literals(self._cells, self._of_cell))

    def _literals(self, cells: bytes, places: Collection[int]) -> list[int]:
        return [
            variable if value == cells[place] else -variable
            for place in places
            for value, variable in self._of_cell.get(place, ())
        ]
