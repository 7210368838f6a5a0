# SPDX-License-Identifier: MIT
"""Where people get stuck: pictures that techniques up to one do not finish, and why.

A closure is what the techniques up to one know in the end. If it leaves cells unknown, every repair
changes a cell of the lines of these cells: otherwise these lines have the same clues as now, and
even somebody who knows all other cells gets no further (all closures are monotone: who knows more,
deduces more). So the kernel has the lines of the unknown cells; unknown cells that no line
connects give kernels of their own. docs/repair.md has the proof, and what a smaller kernel needs:

* ``overlap``, ``chain``, ``trial``: the lines are cut at known empty cells where every arrangement
  has the same blocks before the cut; only segments with unknown cells count.
* ``line``: in each line, for each unknown cell and value, one arrangement shows that it is
  possible. The kernels of these arrangements (``kernels``) together are enough.

``clue-set`` finds every cell that has one value in all solutions: that is the wish for one
solution. The closures are those of the stages of ``solve``, except for ``trivial`` and ``overlap``,
which are walked.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.clue import UNKNOWN
from nonosat.core._core import Board, ImplicationSearch
from nonosat.explain.position import Position
from nonosat.explain.walking import walk
from nonosat.limits import Limits
from nonosat.logic.board import finish
from nonosat.making.canvas import Canvas

__all__ = ["Stuck"]


class Stuck:
    """The wish that people can finish the clues of the picture with techniques up to one.

    ``technique``: trivial, overlap, line, chain or trial.
    """

    def __init__(self, canvas: Canvas, technique: str) -> None:
        self._canvas, self._technique = canvas, technique

    def of(self, cells: bytes, most: int, limits: Limits) -> Iterator[dict[int, int]]:
        """Kernels of the unknown cells; see ``Conflicts``. ``most`` does not matter."""
        board = self._closure(cells, limits)
        left = {place for place, value in enumerate(board.cells()) if value == UNKNOWN}
        for group in self._groups(left):
            limits.check()
            yield self._kernel(cells, board, group)

    def _closure(self, cells: bytes, limits: Limits) -> Board:
        """The board of the picture's clues with all that the techniques know in the end."""
        if self._technique in ("trivial", "overlap"):
            position = Position.of(self._canvas.puzzle(cells), None, limits)
            for _ in walk(position, self._technique):
                pass
            return position.board
        board = self._canvas.board(cells)
        finish(board.propagate(limits.stop), limits)
        if self._technique == "trial":
            finish(board.probe(limits.stop), limits)
        elif self._technique == "chain" and board.unknown:
            search = ImplicationSearch(board)
            finish(search.run(limits.stop), limits)
            if search.too_large:
                raise limits.out_of_memory()
        return board

    def _groups(self, left: set[int]) -> Iterator[set[int]]:
        """The unknown cells, those that lines connect together."""
        lines = [line for line in self._canvas.lines if not left.isdisjoint(line)]
        of_cell: dict[int, list[range]] = {}
        for line in lines:
            for place in line:
                if place in left:
                    of_cell.setdefault(place, []).append(line)
        while left:
            group, reached = set(), [min(left)]
            while reached:
                place = reached.pop()
                if place in left:
                    left.remove(place)
                    group.add(place)
                    for line in of_cell.get(place, ()):
                        reached += [other for other in line if other in left]
            yield group

    def _kernel(self, cells: bytes, board: Board, group: set[int]) -> dict[int, int]:
        kernel: dict[int, int] = {}
        for line in self._canvas.lines:
            if not group.isdisjoint(line):
                for place, values in self._of_line(cells, board, group, line).items():
                    kernel[place] = kernel.get(place, values) & values
        return kernel

    def _of_line(self, cells: bytes, board: Board, group: set[int], line: range) -> dict[int, int]:
        return {place: 1 << cells[place] for place in line}
