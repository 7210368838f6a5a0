# SPDX-License-Identifier: MIT
"""Twins: pictures that are the same when they are turned, mirrored, or have other colours.

Nobody wants to solve a puzzle again because it was turned. ``twin_key`` is equal for twins, and for
nothing else as far as SHA-256 goes.
"""

from __future__ import annotations

from hashlib import sha256

from nonosat.model.grid import Grid


def twin_key(grid: Grid) -> bytes:
    """A key that a complete grid shares with its twins: 16 bytes.

    >>> twin_key(Grid("##.")) == twin_key(Grid([".", "#", "#"]))
    True
    >>> twin_key(Grid("ab", "ab")) == twin_key(Grid("ba", "ab"))
    True
    >>> twin_key(Grid("#.#")) == twin_key(Grid("##."))
    False
    """
    faces = []
    for start in (grid, grid.transpose()):
        cells = start.cells
        backwards = cells[::-1]
        rows = range(0, len(cells), start.width)
        mirrored = b"".join(cells[i : i + start.width][::-1] for i in rows)
        faces += [
            (start.height, start.width, _renamed(face))
            for face in (cells, backwards, mirrored, mirrored[::-1])
        ]
    height, width, least = min(faces)
    return sha256(b"%d %d " % (height, width) + least).digest()[:16]


def _renamed(cells: bytes) -> bytes:
    """The cells, with the colours numbered in the order in which they occur."""
    names = bytearray(256)
    number = 0
    for value in dict.fromkeys(cells):
        if value:
            number += 1
            names[value] = number
    return cells.translate(bytes(names))
