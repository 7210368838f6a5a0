# SPDX-License-Identifier: MIT
"""The sheet in a picture: from a place among the cells to a pixel, and straight views of it.

Idea: the lattice gives a homography and a bend; each line then gets a shift of its own, since
every fifth line is often thicker and takes room. Lines are measured in a straight view, one short
piece for each cell, as the middle of the thin structure there; a robust fit separates the shift of
a line from the bend of the page. If lines were far from their places, they are measured again.
Beyond the lines their trend goes on, that of the end where a page curls. Source: own study. Cost:
30 ms for a puzzle of 30x30, each time. Rejected: lines fitted one by one, which are lost where
cells beside them are filled; degree 7 on pages that curl, which gains no columns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.photo import thresholds as t
from nonosat.photo.lattice import Bytes
from nonosat.photo.lattice_fit import (
    NO_BEND,
    NO_SHIFTS,
    Bend,
    Floats,
    Lattice,
    Lines,
    bend_terms,
    fitted_bend,
    projected,
    trends,
)

_TIMES = 4
"""Lines are measured at most."""
BAND = 400
"""Rows of pixels that are sampled at a time, for little memory."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Maps places among the cells to pixels of a picture; ``flat``: it has no bend."""

    homography: Floats
    bend: Bend
    across: Lines
    down: Lines
    flat: bool = False

    def pixels(self, uv: Floats) -> Floats:
        """The pixel of each place (n, 2)."""
        moved = uv + np.stack([self.across(uv[:, 0]), self.down(uv[:, 1])], axis=1)
        return projected(self.homography, moved + self.bend(moved))

    @property
    def curls(self) -> bool:
        """Whether cells become narrower or wider towards an end."""
        return any(line.slopes[0] != line.slopes[1] for line in (self.across, self.down))

    def scaled(self, factor: float) -> Sheet:
        """The same sheet in a picture that is larger by a factor."""
        return replace(self, homography=np.diag([factor, factor, 1.0]) @ self.homography)

    def pitch(self, uv: Floats) -> float:
        """Pixels of a cell at a place (2,)."""
        ends = self.pixels(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]) + uv)
        return float(np.hypot(*(ends[1:] - ends[0]).T).mean())


def sheet_of(lattice: Lattice) -> Sheet:
    """The sheet of a lattice, its lines without shifts."""
    return Sheet(lattice.homography, lattice.bend, lattice.across, lattice.down)


def upright_sheet(lattice: Lattice) -> Sheet | None:
    """The sheet of a lattice that is neither turned nor bent, as on a screen; else None."""
    fits = [
        np.polyfit(lattice.cells[:, axis] + 0.5, lattice.centres[:, axis], 1) for axis in (0, 1)
    ]
    (wide, left), (high, top) = fits
    off = lattice.centres - (lattice.cells + 0.5) * [wide, high] - [left, top]
    if np.abs(off).max() > t.SCREEN_OFF * lattice.pitch:
        return None
    homography = np.array([[wide, 0, left], [0, high, top], [0, 0, 1]])
    return Sheet(homography, NO_BEND, NO_SHIFTS, NO_SHIFTS, flat=True)


def fitting_sheet(lattice: Lattice, picture: Bytes, factor: float) -> Sheet:
    """The sheet of a lattice that was found in a copy of a picture, ``factor`` times as large."""
    box = np.concatenate([lattice.centres.min(axis=0), lattice.centres.max(axis=0)]) / factor
    left, top, right, bottom = np.rint(box).astype(int).tolist()
    part = picture[top:bottom:3, left:right]
    equal = (part[:, 1:] == part[:, :-1]).all(axis=2).mean()  # of neighbours; in no scan or photo
    upright = upright_sheet(lattice) if equal > t.EQUAL_PIXELS else None
    return upright or sheet_of(lattice)


@dataclass(frozen=True, slots=True)
class Area:
    """Columns ``left`` to ``right`` and rows ``top`` to ``bottom`` of cells, without the last."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        """How many columns."""
        return self.right - self.left

    @property
    def rows(self) -> int:
        """How many rows."""
        return self.bottom - self.top

    def joined(self, other: Area) -> Area:
        """The smallest area around both."""
        return Area(
            min(self.left, other.left), min(self.top, other.top),
            max(self.right, other.right), max(self.bottom, other.bottom),
        )  # fmt: skip

    def is_within(self, other: Area) -> bool:
        """True if no part of it is outside of the other area."""
        return self.joined(other) == other

    def with_clues(self) -> Area:
        """With room for clues on every side."""
        return self.grown(max(self.columns, self.rows) * 3 // 5 + 6)

    def grown(self, cells: int) -> Area:
        """With more cells on every side."""
        return Area(self.left - cells, self.top - cells, self.right + cells, self.bottom + cells)


def sampled(
    picture: Bytes, sheet: Sheet, area: Area, cell: int, *, mirrored: bool = False
) -> Bytes:
    """A straight view of an area with ``cell`` pixels, an even number, for each cell.

    Beyond the picture its last pixels are repeated, or ``mirrored``, so that a line at its edge
    stays a line.
    """
    beyond = cv2.BORDER_REFLECT_101 if mirrored else cv2.BORDER_REPLICATE
    result = np.empty((area.rows * cell, area.columns * cell, *picture.shape[2:]), np.uint8)
    # Places are computed at the middles of half cells, one more on each side, and enlarged.
    columns = area.left + (np.arange(-1, 2 * area.columns + 1) + 0.5) / 2
    step = max(1, BAND // cell)
    wide = area.columns * cell
    for top in range(area.top, area.bottom, step):
        bottom = min(top + step, area.bottom)
        rows = top + (np.arange(-1, 2 * (bottom - top) + 1) + 0.5) / 2
        u, v = np.meshgrid(columns, rows)
        where = sheet.pixels(np.stack([u.ravel(), v.ravel()], axis=1)) - 0.5
        where = np.clip(where, -30_000, 30_000)
        high = (bottom - top) * cell
        nodes = where.reshape(*u.shape, 2).astype(np.float32)
        large = cv2.resize(nodes, (wide + cell, high + cell), interpolation=cv2.INTER_LINEAR)
        pad = cell // 2
        large = large[pad : pad + high, pad : pad + wide]
        x, y = cv2.split(large)
        maps = cv2.convertMaps(x, y, cv2.CV_16SC2)
        start = (top - area.top) * cell
        result[start : start + high] = cv2.remap(
            picture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=beyond
        )
    return result


def line_depths(view: Bytes, cell: int, upright: bool) -> NDArray[np.float32]:
    """How much each pixel along the other direction is part of a thin line, by pieces of a cell.

    Upright lines: an array (rows of cells, width in pixels); else (columns of cells, height). Lines
    may be darker or lighter than the pixels beside them, and go on from one piece to the next;
    numbers do not.
    """
    shown = view if upright else np.ascontiguousarray(view.T)
    wide, pieces = shown.shape[1], shown.shape[0] // cell
    shown = shown[: pieces * cell].astype(np.float32)
    parts = cv2.resize(shown, (wide, 16 * pieces), interpolation=cv2.INTER_AREA)
    parts = parts.reshape(pieces, 16, wide)
    # Thick lines may hide the ends of pieces; the pixels beside the ends have no numbers either.
    free = (parts[:, :2].mean(axis=1), parts[:, 2], parts[:, 13], parts[:, 14:].mean(axis=1))
    reach = np.ones((1, max(3, round(t.LINE_THIN * cell))), np.uint8)
    middles = parts[:, 4:12].mean(axis=1)
    found = np.zeros((pieces, wide), np.float32)
    for how, sign in ((cv2.MORPH_CLOSE, 1), (cv2.MORPH_OPEN, -1)):
        middle, *ends = (
            sign * (cv2.morphologyEx(part, how, reach) - part) for part in (middles, *free)
        )
        most = np.max(ends, axis=0)
        line = np.minimum(middle, t.DEPTH_OF_ENDS * most)
        line[middle > t.NUMBER_TIMES * most + t.NUMBER_MORE] = 0  # a number
        found = np.maximum(found, line)
    return found


@dataclass(frozen=True, slots=True)
class Marks:
    """The lines of one direction in a straight view, as arrays of (rows, columns).

    ``depth``: of each piece of a line; ``step``: between the shades at its sides; ``between``: the
    depth in the middle between two lines; ``weight``: depth times thickness.
    """

    depth: NDArray[np.float32]
    step: NDArray[np.float32]
    between: NDArray[np.float32]
    weight: NDArray[np.float32]


def marks_of(view: Bytes, cell: int) -> tuple[Marks, Marks]:
    """The upright and the level lines of a straight view."""
    upright, level = _marks(view, cell, True), _marks(view, cell, False)
    turned = Marks(level.depth.T, level.step.T, level.between.T, level.weight.T)
    return upright, turned


def _marks(view: Bytes, cell: int, upright: bool) -> Marks:
    depths = line_depths(view, cell, upright)
    shown = view if upright else view.T
    pieces, wide = depths.shape
    lines = np.arange(wide // cell + 1) * cell
    reach = max(1, round(t.EDGE_REACH * cell))
    padded = np.pad(depths, ((0, 0), (reach, reach)))
    windows = padded[:, lines[:, None] + np.arange(2 * reach)]
    between = padded[:, (lines[:-1] + cell // 2)[:, None] + np.arange(2 * reach)].max(axis=2)
    near, far = round(t.BESIDE_NEAR * cell), round(t.BESIDE_FAR * cell)
    rows = shown[: pieces * cell].reshape(pieces, cell, wide)
    # Numbers are in the middle of a piece; near its ends only a change of shade is seen.
    begin, end = round(t.ENDS_NEAR * cell), round(t.ENDS_FAR * cell)
    ends = (rows[:, begin:end].mean(axis=1) + rows[:, -end:-begin].mean(axis=1)) / 2
    means = np.pad(ends.astype(np.float32), ((0, 0), (far, far)), mode="edge")
    before = means[:, lines[:, None] + np.arange(far - near)].mean(axis=2)
    after = means[:, lines[:, None] + far + near + np.arange(far - near)].mean(axis=2)
    return Marks(windows.max(axis=2), np.abs(after - before), between, windows.sum(axis=2))


def measured(gray: Bytes, sheet: Sheet, area: Area, cell: int) -> Sheet:
    """The sheet with the lines of an area where the picture shows them.

    ``cell`` is about the pixels of a cell there. Lines far from their place are seen in part only,
    so they are measured again from where they seem to be.
    """
    inner = area.grown(-1)  # the lines around it may be none
    ends = [(x, y) for x in (inner.left, inner.right) for y in (inner.top, inner.bottom)]
    corners = np.array(ends, np.float64)
    for _ in range(_TIMES):
        before, sheet = sheet, _measured(gray, sheet, area, cell)
        moved = np.hypot(*(sheet.pixels(corners) - before.pixels(corners)).T).max()
        if moved < t.LINE_SETTLED * cell:
            break
    return sheet


def _measured(gray: Bytes, sheet: Sheet, area: Area, cell: int) -> Sheet:
    """The sheet after its lines were measured once."""
    around = area.grown(1)
    view = sampled(gray, sheet, around, cell, mirrored=True)
    low, high = np.array([[area.left, area.top], [area.right, area.bottom]], np.float64)
    middle, half = (low + high) / 2, (high - low) / 2
    shifts, bends = [], []
    for axis in (0, 1):
        first, count, pieces = (
            (area.left, area.columns + 1, area.rows)
            if axis == 0
            else (area.top, area.rows + 1, area.columns)
        )
        depths = line_depths(view, cell, axis == 0)[1:-1]
        offset, strong = _offsets(depths, cell, count)
        along = first + np.arange(count, dtype=np.float64)
        across = (area.top if axis == 0 else area.left) + np.arange(pieces) + 0.5
        k, j = np.meshgrid(along, across)
        uv = np.stack([k, j] if axis == 0 else [j, k], axis=2).reshape(-1, 2)
        moved = uv + np.stack([sheet.across(uv[:, 0]), sheet.down(uv[:, 1])], axis=1)
        total = (moved - uv)[:, axis] + sheet.bend(moved)[:, axis] + offset.ravel()
        shift, slopes, weights = _separated(
            (uv - middle) / half, total.reshape(pieces, count), strong, axis, sheet.flat
        )
        shifts.append(Lines(first, shift, slopes))
        bends.append(weights)
    bend = Bend(middle, half, (bends[0], bends[1]))
    return replace(sheet, bend=bend, across=shifts[0], down=shifts[1])


def _offsets(
    depths: NDArray[np.float32], cell: int, count: int
) -> tuple[Floats, NDArray[np.bool_]]:
    """How far each piece of each line is from its place, in cells; and whether it is seen."""
    reach = round(t.LINE_SEARCH * cell)
    places = np.arange(-reach, reach)
    around = depths[:, ((np.arange(count) + 1) * cell)[:, None] + places]
    peaks = around.max(axis=2)
    # Numbers near the outer lines are darker than thin lines.
    usual = float(np.percentile(np.median(peaks, axis=0), t.USUAL_DEPTH))
    around = np.minimum(around, max(t.DEPTH_MOST * usual, t.DEPTH_LEAST))
    weight = np.maximum(around - around.min(axis=2, keepdims=True), 0) ** 2
    offset = (weight * (places + 0.5)).sum(axis=2) / np.maximum(weight.sum(axis=2), 1e-6) / cell
    return offset.astype(np.float64), peaks > max(
        t.DEPTH_LEAST, t.DEPTH_SEEN * float(np.median(peaks))
    )


def _separated(
    where: Floats, total: Floats, strong: NDArray[np.bool_], axis: int, flat: bool
) -> tuple[Floats, tuple[float, float], Floats]:
    """The shift of each line, the trend beyond them, and the bend of the shifts (pieces, lines)."""
    if flat:
        shifts, slopes, _ = _line_shifts(total, strong)
        return shifts, slopes, np.zeros(2)
    pieces, count = total.shape
    degree = int(np.clip(pieces // 3, 1, 4))
    shifts = np.zeros(count)
    weights: Floats = np.zeros(2 * degree)
    slopes = (0.0, 0.0)
    used = strong
    terms = bend_terms(where, axis, 2 * degree)
    for _ in range(3):
        if used.sum() < 8:
            break
        pieces_used = used.ravel()
        weights = fitted_bend(
            where[pieces_used], (total - shifts)[used], axis, degree, t.LINE_OUTLIER
        )
        lack = total - (terms @ weights).reshape(total.shape)
        shifts, slopes, seen = _line_shifts(lack, strong)
        used = strong & seen
    return shifts, slopes, weights


def _line_shifts(
    lack: Floats, strong: NDArray[np.bool_]
) -> tuple[Floats, tuple[float, float], NDArray[np.bool_]]:
    """The shift of each line, the trends before and beyond them, and which lines are seen.

    Lines that are not seen lie as their neighbours do. A line is seen in many pieces, nearly
    straight; numbers at its place are not.
    """
    count = lack.shape[1]
    values = np.full(count, np.nan)
    for k in range(count):
        mine = lack[strong[:, k], k]
        if len(mine) >= max(3, t.LINE_SEEN * len(lack)):
            middle = float(np.median(mine))
            if np.median(np.abs(mine - middle)) < t.LINE_WAVE:
                values[k] = middle
    seen = ~np.isnan(values)
    known = np.flatnonzero(seen)
    if len(known) < 2:
        return np.zeros(count), (0.0, 0.0), np.ones(count, np.bool_)
    shifts = np.interp(np.arange(known[0], known[-1] + 1), known, values[known])
    lines = Lines(float(known[0]), shifts, trends(shifts))
    return lines(np.arange(count, dtype=np.float64)), lines.slopes, seen


def reach_of(picture: Bytes, sheet: Sheet, area: Area, most: Area, share: float = 0.5) -> Area:
    """The part of ``most`` of whose cells the picture shows at least this share around an area."""
    height, width = picture.shape[:2]
    corners = [area.left, area.top, area.right, area.bottom]
    middle = ((area.left + area.right) / 2, (area.top + area.bottom) / 2)
    for side, (axis, sign, end) in enumerate(
        ((0, -1, most.left), (1, -1, most.top), (0, 1, most.right), (1, 1, most.bottom))
    ):
        place = corners[side]
        while place != end:
            uv = np.array([middle, middle, middle], np.float64)
            uv[:, axis] = place + sign * share
            low, high = ((area.top, area.bottom), (area.left, area.right))[axis]
            uv[:, 1 - axis] = [low, middle[1 - axis], high]
            x, y = sheet.pixels(uv).T
            if not ((x >= 0) & (x < width) & (y >= 0) & (y < height)).any():
                break
            place += sign
        corners[side] = place
    return Area(*corners)


def fitting_cell(columns: int, rows: int, most_pixels: int, best: int) -> int:
    """The largest even number of pixels for a cell, up to ``best``, within a number of pixels."""
    cell = int(math.sqrt(most_pixels / max(1, columns * rows)))
    return max(8, min(best, cell) // 2 * 2)
