# SPDX-License-Identifier: MIT
"""Conflicts: why a picture is not yet what it should be, as kernels that every repair breaks.

Two wishes: the clues have one solution (``Ambiguities``), or people can solve them with techniques
up to one (``stuck.Stuck``). Each gives kernels for a picture that fails, and none for one that is
right. The loop of ``least_changes`` knows no more about a wish than that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from nonosat.limits import Limits
from nonosat.making.repair.canvas import Canvas
from nonosat.making.repair.kernels import kernels
from nonosat.making.repair.rivals import rivals


class Conflicts(Protocol):
    """A wish about pictures."""

    def of(self, cells: bytes, most: int, limits: Limits) -> Iterator[dict[int, int]]:
        """Kernels of a picture, none if it is right; at most ``most`` searches for them.

        A kernel has, for each place, the values (a bit set) that do not help. A picture that has
        none but such values in the places of the kernel is not right.

        Raises:
            Stopped: a limit was reached, perhaps after some kernels.
        """


class Ambiguities:
    """The wish that the clues of the picture have one solution."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def of(self, cells: bytes, most: int, limits: Limits) -> Iterator[dict[int, int]]:
        """Kernels of other solutions; see ``Conflicts``."""
        for other in rivals(self._canvas, cells, most, limits):
            for kernel in kernels(self._canvas, cells, other):
                yield {place: 1 << cells[place] for place in kernel.differing} | kernel.allowed
