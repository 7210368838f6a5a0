# SPDX-License-Identifier: MIT
"""A lattice whose cells are blocks of five by five, because the lines between cells are faint.

Idea: every fifth line is thick in many puzzles, and in a dim or small photo the others are hardly
stronger than noise. So nearly no piece of them is seen, and the regions that are found are the
blocks. But where the blocks are known, so is where the faint lines run: along the whole puzzle
their noise averages out. If there is something at four places of five in both directions, and
nothing between, the lattice is divided.

Source: own study. Cost: 10 ms, for lattices of large cells only. Rejected: lower thresholds for
regions, which join them or find noise.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from nonosat.photo import thresholds as t
from nonosat.photo.lattice import Bend, Bytes, Floats, Lattice
from nonosat.photo.surface import Area, sampled, sheet_of

_FINE = 12
"""Pixels of a cell where its lines are looked for."""


def divided(gray: Bytes, lattice: Lattice, blocks: Area) -> Lattice | None:
    """The lattice of the cells, if those of ``lattice`` are blocks of five by five.

    ``blocks``: the part of the lattice in which most are found.
    """
    if lattice.pitch < t.LEAST_BLOCK:
        return None
    view = sampled(gray, sheet_of(lattice), blocks, 5 * _FINE).astype(np.float32)
    if not all(_has_lines(view.mean(axis=axis)) for axis in (0, 1)):
        return None
    shrunk = lattice.homography @ np.diag([0.2, 0.2, 1.0])
    one = lattice.bend
    bend = Bend(5 * one.middle, 5 * one.half, (5 * one.weights[0], 5 * one.weights[1]))
    across = range(5 * blocks.left, 5 * blocks.right)
    down = range(5 * blocks.top, 5 * blocks.bottom)
    cells = np.array(list(product(across, down)), np.int64)
    fine = Lattice(cells, np.zeros((0, 2)), shrunk, bend, lattice.pitch / 5)
    return replace(fine, centres=fine.pixels(cells + 0.5))


def _has_lines(profile: Floats) -> bool:
    """True if a profile has something at each cell's end, also where no block ends."""
    wide = 2 * _FINE + 1
    padded = np.pad(profile, wide // 2, mode="edge")
    usual = np.median(np.lib.stride_tricks.sliding_window_view(padded, wide), axis=1)
    away = np.abs(profile - usual)
    ends = np.arange(len(profile) // _FINE)
    ends = ends[ends % 5 > 0] * _FINE
    around = np.arange(-2, 2)
    at = np.median(away[ends[:, None] + around].max(axis=1))
    between = np.median(away[ends[:, None] + _FINE // 2 + around].max(axis=1))
    return bool(at > t.FIVES_TIMES * between + t.FIVES_MORE)
