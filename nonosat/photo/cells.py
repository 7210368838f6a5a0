# SPDX-License-Identifier: MIT
"""``given_cells``: the filled and crossed cells of partly filled puzzles.

Only the middle of a cell counts: its usual shade, and pixels that differ from it. The shades of all
cells are grouped. The background, the commonest shade that is far from the ink, makes cells
*unknown*; cells far from the background are filled, compared with the colours of the numbers. A
small mark in the middle of a cell, a cross or a dot, makes it empty. Shades near the background
(blocks of five cells, marked lines) mean nothing, unless white cells lie in a grey board. If the
puzzle has one solution, it decides between several possible meanings of the shades.

Source: own study. Cost: a few milliseconds for each 1,000 cells. Rejected: a trained classifier,
since marks are few and the shades are enough.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid
from nonosat.photo import thresholds as t
from nonosat.photo.color_cells import lab_of
from nonosat.photo.found import Cells, Ink, Rgb
from nonosat.photo.readings.answer import ClueReadings, ReadingStatus
from nonosat.photo.straight import Straight

Floats = NDArray[np.float32]


def _middles(straight: Straight) -> Floats:
    """The middle of each cell in Lab: (rows, columns, side, side, 3)."""
    cell, inset = straight.cell, max(1, round(t.CELL_INSET * straight.cell))
    inside = straight.image[
        straight.top : straight.top + straight.height * cell,
        straight.left : straight.left + straight.width * cell,
    ]
    lab = cv2.cvtColor(inside.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    cells = np.asarray(lab, dtype=np.float32).reshape(
        straight.height, cell, straight.width, cell, 3
    )
    middles: Floats = cells.transpose(0, 2, 1, 3, 4)[
        :, :, inset : cell - inset, inset : cell - inset
    ]
    return middles


def _page(straight: Straight) -> Floats:
    """The colour of the page, in Lab: beside the most even side of the cells, without numbers."""
    size = max(2, straight.cell // 2)
    right = straight.left + straight.width * straight.cell
    bottom = straight.top + straight.height * straight.cell
    gap = max(2, straight.cell // 6)
    image = straight.image
    rows, columns = slice(straight.top, bottom), slice(straight.left, right)
    sides = [
        image[rows, max(0, straight.left - gap - size) : max(0, straight.left - gap)],
        image[rows, right + gap : right + gap + size],
        image[max(0, straight.top - gap - size) : max(0, straight.top - gap), columns],
        image[bottom + gap : bottom + gap + size, columns],
    ]
    medians = [np.median(side.reshape(-1, 3), axis=0) for side in sides if side.size]
    if not medians:
        return np.array([100, 0, 0], dtype=np.float32)
    labs = lab_of(np.array(medians, dtype=np.float32))
    page: Floats = labs[int(np.argmin([_unevenness(s) for s in sides if s.size]))]
    return page


def _unevenness(side: NDArray[np.uint8]) -> float:
    """How much the pixels of a side differ: numbers make it uneven."""
    gray = cv2.cvtColor(np.ascontiguousarray(side), cv2.COLOR_RGB2GRAY)
    return float(np.percentile(gray, 98) - np.percentile(gray, 2))


def _background(shades: Floats, ink: Floats) -> Floats:
    """The shade of unknown cells: the commonest shade that is far from the ink."""
    flat = shades.reshape(-1, 3)
    far = np.linalg.norm(flat - ink, axis=1)
    candidates = flat[far > t.BOARD_FAR * np.quantile(far, 0.98)]
    if not len(candidates):
        return np.median(flat, axis=0).astype(np.float32)
    sample = candidates[:: max(1, len(candidates) // 300)]
    near = (np.linalg.norm(candidates[:, None] - sample[None], axis=2) < t.BOARD_NEAR).sum(axis=0)
    center = sample[int(np.argmax(near))]
    members = candidates[np.linalg.norm(candidates - center, axis=1) < t.BOARD_WITHIN]
    board: Floats = np.median(members, axis=0).astype(np.float32)
    return board


def _threshold(away: Floats) -> float:
    """The distance from the background, as a share of the ink, from which cells are filled."""
    low, high = t.FILLED_FROM, t.FILLED_TO
    ordered = np.sort(away.ravel())
    ends = np.concatenate([[low], ordered[(ordered > low) & (ordered < high)], [high]])
    widest = int(np.argmax(np.diff(ends)))
    if ends[widest + 1] - ends[widest] < t.FILLED_GAP:
        return math.inf
    return float(ends[widest : widest + 2].mean())


def given_cells(
    straight: Straight, ink: Ink, correction: ClueReadings
) -> tuple[Grid | None, tuple[tuple[int, int], ...]]:
    """The cells that are filled or crossed, and which of them contradict the only solution.

    People make few mistakes: if many cells are wrong, they were misunderstood. Of the possible
    states the one is taken that shows the most cells with hardly a mistake; if the solution is not
    known, the most plausible one.
    """
    best: Grid | None = None
    mistakes: tuple[tuple[int, int], ...] = ()
    unique = correction.status is ReadingStatus.UNIQUE
    solution = correction.candidates[0].solutions[0] if unique else None
    empty = Grid.unknown(straight.height, straight.width, ink.palette.letters)
    size = empty.height * empty.width
    for number, cells in enumerate(printed_cells(straight, ink)):
        if number and solution is None:
            break
        grid = empty.with_cells(
            (row, column, value)
            for row, values in enumerate(cells)
            for column, value in enumerate(values)
            if value is not None
        )
        wrong, seen = _wrong(grid, solution), size - grid.unknown_count
        most = (t.GIVEN_HARDLY_WRONG if number else t.GIVEN_WRONG) * seen
        more = best is None or seen > size - best.unknown_count
        if len(wrong) <= most and more and (number == 0 or seen >= t.GIVEN_MANY * size):
            best, mistakes = grid, wrong
    return best, mistakes


def _wrong(given: Grid, solution: Grid | None) -> tuple[tuple[int, int], ...]:
    """The given cells that contradict a solution."""
    if solution is None:
        return ()
    return tuple(
        (row, column)
        for row, column in given.differences(solution)
        if given[row, column] != UNKNOWN
    )


def printed_cells(straight: Straight, ink: Ink) -> tuple[Cells, ...]:
    """The possible states of the cells, the most plausible first; none if all are unknown.

    Light numbers on black stand beside a light board, whose filled cells have the colour behind the
    numbers, or beside a dark one; and empty cells may have a shade of their own. The solution
    decides which of the states is right.
    """
    pixels = _middles(straight)
    height, width, side = pixels.shape[:3]
    shades = np.median(pixels.reshape(height, width, side * side, 3), axis=2).astype(np.float32)
    pair = lab_of(np.array([ink.ink, ink.behind], dtype=np.float32))
    order = np.argsort(-np.linalg.norm(pair - _page(straight), axis=1))
    first, second = (_shown(pixels, shades, ink.colors, one, ink.noisy) for one in pair[order])
    if first is None:
        return ()
    three = _three(shades[:, :, 0]) if len(ink.colors) == 1 else []
    return tuple(dict.fromkeys(cells for cells in (first, second, *three) if cells is not None))


def _three(light: Floats) -> list[Cells]:
    """The possible meanings of three even shades: filled, empty and unknown, in any order."""
    values = np.unique(light)
    gaps = np.diff(values)
    if len(gaps) < 2:
        return []
    parts = np.split(values, np.sort(np.argsort(-gaps)[:2]) + 1)
    smallest = float(np.sort(gaps)[-2])
    if smallest < t.LEAST_SHADE or any(np.ptp(part) > t.SHADE_SPREAD * smallest for part in parts):
        return []
    group = np.searchsorted([part[-1] for part in parts], light)
    states = [(1, 0, None), (1, None, 0), (0, None, 1), (None, 0, 1)]  # from dark to light
    return [
        tuple(tuple(state[number] for number in row) for row in group.tolist()) for state in states
    ]


def _shown(
    pixels: Floats, shades: Floats, colors: tuple[Rgb, ...], shown: Floats, noisy: bool
) -> Cells | None:
    """The state of each cell if filled cells look like ``shown``; None if all are unknown."""
    height, width, side = pixels.shape[:3]
    board = _background(shades, shown)
    contrast = max(t.LEAST_FILLED, float(np.linalg.norm(shown - board)))
    away = np.linalg.norm(shades - board, axis=2)
    numbers = np.zeros((height, width), dtype=np.int64)
    if len(colors) == 1:
        filled = away > contrast * _threshold(away / contrast)
        numbers[filled] = 1
    else:
        palette = lab_of(np.array(colors, dtype=np.float32))
        distances = np.linalg.norm(shades[:, :, None] - palette, axis=3)
        filled = (away > t.FILLED_COLOR) & (distances.min(axis=2) < away)
        numbers[filled] = np.argmin(distances, axis=2)[filled] + 1
    # Marks: pixels around the middle of a cell that differ from its shade.
    differs = (
        np.linalg.norm(pixels - shades[:, :, None, None], axis=4)
        > (t.MARK_NOISY if noisy else t.MARK_CLEAN) * contrast
    )
    share = differs.mean(axis=(2, 3))
    inner = slice(side // 4, side - side // 4)
    core = differs[:, :, inner, inner].mean(axis=(2, 3))
    marked = ~filled & (share > t.MARK_SMALL) & (share < t.MARK_LARGE) & (core > t.MARK_CORE)
    if not filled.any() and not marked.any():
        return None
    return tuple(
        tuple(
            int(numbers[row, column]) if filled[row, column] else 0 if marked[row, column] else None
            for column in range(width)
        )
        for row in range(height)
    )
