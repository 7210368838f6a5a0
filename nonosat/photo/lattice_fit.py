# SPDX-License-Identifier: MIT
"""``fitted``: the lattice through cells of known column and row: where any place of it lies.

A robust fit gives a homography, and a polynomial of low degree the bend of the page. Where cells
still lie beside their places, as at the spine of a book, each column and row gets a shift of its
own: the usual one of its cells. Beyond the known lines their trend goes on.

Source: RANSAC (M. Fischler and R. Bolles, 1981) for the homography; own study of curled pages.
Cost: 1 to 5 ms a lattice. Rejected: a bend of degree 6, which leaves out as many cells as one of
degree 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.photo import thresholds as t

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Bend:
    """A smooth shift of a plane in both directions: polynomials in a box, their tangents outside.

    The shift across depends mainly on the row, the shift down on the column: shifts along their own
    direction belong to the homography, or to single lines.
    """

    middle: Floats
    half: Floats
    weights: tuple[Floats, Floats]

    def __call__(self, uv: Floats) -> Floats:
        """The shift at each of the points (n, 2)."""
        where = (uv - self.middle) / self.half
        return np.stack([self.one(where, axis) for axis in (0, 1)], axis=1)

    def one(self, where: Floats, axis: int) -> Floats:
        """The shift in one direction."""
        weights = self.weights[axis]
        if not weights.any():
            return np.zeros(len(where))
        inside = np.clip(where, -1.0, 1.0)
        beyond = where - inside
        value = bend_terms(inside, axis, len(weights)) @ weights
        step = 1e-3
        total = value
        for side in (0, 1):
            if beyond[:, side].any():
                moved = inside.copy()
                moved[:, side] -= step * np.sign(beyond[:, side])
                slope = (value - bend_terms(moved, axis, len(weights)) @ weights) / step
                total = total + slope * np.abs(beyond[:, side])
        return total


NO_BEND = Bend(np.zeros(2), np.ones(2), (np.zeros(2), np.zeros(2)))


def bend_terms(where: Floats, axis: int, count: int) -> Floats:
    """Powers of the other coordinate, each also times the coordinate of this axis."""
    own, other = where[:, axis], where[:, 1 - axis]
    powers = [other]
    while len(powers) < count // 2:  # ``**`` is ten times as slow
        powers.append(powers[-1] * other)
    return np.stack([*powers, *(own * power for power in powers)], axis=1)


def fitted_bend(where: Floats, shift: Floats, axis: int, degree: int, far: float) -> Floats:
    """The weights that explain the shifts (n,) at points (n, 2) best; outliers count little.

    The middle shift is not part of the bend.
    """
    terms = bend_terms(where, axis, 2 * degree)
    terms = np.concatenate([terms, np.ones((len(terms), 1))], axis=1)
    trust = np.ones(len(where))
    weights: Floats = np.zeros(terms.shape[1])
    ridge = t.BEND_RIDGE * np.eye(terms.shape[1])
    for _ in range(4):
        weighted = terms * trust[:, None]
        weights = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ shift)
        trust = 1.0 / (1.0 + ((shift - terms @ weights) / far) ** 2)
    return np.asarray(weights[:-1], np.float64)


@dataclass(frozen=True, slots=True)
class Lines:
    """Shifts of the lines ``first``, ``first + 1``, ... of one direction."""

    first: float
    shifts: Floats
    slopes: tuple[float, float]  # before the first line and beyond the last

    def __call__(self, where: Floats) -> Floats:
        """The shift anywhere, between lines in proportion."""
        places = self.first + np.arange(len(self.shifts))
        shift: Floats = (
            np.interp(where, places, self.shifts)
            + self.slopes[0] * np.minimum(where - self.first, 0)
            + self.slopes[1] * np.maximum(where - places[-1], 0)
        )
        return shift


NO_SHIFTS = Lines(0, np.zeros(1), (0.0, 0.0))


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells (n, 2: column and row) found at centres (n, 2: pixels), and the fit through them."""

    cells: Ints
    centres: Floats
    homography: Floats
    bend: Bend
    pitch: float  # pixels of a cell, by median
    across: Lines = NO_SHIFTS
    down: Lines = NO_SHIFTS

    def pixels(self, uv: Floats) -> Floats:
        """The pixel of each point of the lattice (n, 2); cell 0, 0 goes from 0, 0 to 1, 1."""
        moved = uv + self.shifted(uv)
        return projected(self.homography, moved + self.bend(moved))

    def shifted(self, uv: Floats) -> Floats:
        """The shifts of columns and rows at points (n, 2)."""
        return np.stack([self.across(uv[:, 0]), self.down(uv[:, 1])], axis=1)

    def places(self, pixels: Floats) -> Floats:
        """The point of the lattice at each pixel (n, 2), nearly."""
        uv = projected(np.linalg.inv(self.homography), pixels)
        uv = moved = uv - self.bend(uv)
        if self.across is not NO_SHIFTS:
            for _ in range(6):  # a shift changes by less than half a cell from line to line
                uv = moved - self.shifted(uv)
        return uv


def projected(homography: Floats, points: Floats) -> Floats:
    """The points (n, 2) after a homography."""
    homogeneous = points @ homography[:, :2].T + homography[:, 2]
    scale = homogeneous[:, 2:]
    result: Floats = homogeneous[:, :2] / np.where(np.abs(scale) < 1e-9, 1e-9, scale)
    return result


def of_blocks(lattice: Lattice) -> Lattice:
    """A lattice of blocks of cells: its columns and rows have places as exact as those of cells."""
    return fitted(lattice.cells, lattice.centres, blocks=True) or lattice


def fitted(cells: Ints, centres: Floats, *, blocks: bool = False) -> Lattice | None:
    """The lattice through these cells, without those that do not fit.

    Its columns and rows have shifts of their own only where cells would not fit otherwise, or if
    the cells are ``blocks``.
    """
    cells = cells - cells.min(axis=0)
    if (cells.max(axis=0) < 2).any():
        return None
    uv = cells + 0.5
    spread = centres.max(axis=0) - centres.min(axis=0)
    pitch = float(np.mean(spread / np.maximum(cells.max(axis=0), 1)))
    homography, inliers = cv2.findHomography(
        uv, centres, cv2.RANSAC, t.FIT_PLANE * pitch, maxIters=1000
    )
    if homography is None or int(inliers.sum()) < t.LEAST_CELLS:
        return None
    first: Floats = np.asarray(homography, np.float64)
    plane, shift = _residual(first, uv, centres, inliers[:, 0] > 0)
    bend, near = _bent(uv, shift)
    across = down = NO_SHIFTS
    if len(cells) > t.FIT_BENT_CELLS and (blocks or _off_lines(cells, shift - bend(uv), near)):
        lines = [_shifts(cells[:, axis], shift[:, axis]) for axis in (0, 1)]
        moved = np.stack([line(uv[:, axis]) for axis, line in enumerate(lines)], axis=1)
        other, more = _bent(uv + moved, shift - moved)
        if more.sum() >= near.sum():
            bend, near, (across, down) = other, more, lines
    if near.sum() < max(t.LEAST_CELLS, t.FIT_SHARE * len(cells)):
        return None
    corners = projected(plane, np.array([[0.0, 0], [1, 0], [0, 1]]) + np.median(uv, axis=0))
    pitch = float(np.mean(np.hypot(*(corners[1:] - corners[0]).T)))
    return Lattice(cells[near], centres[near], plane, bend, pitch, across, down)


def _off_lines(cells: Ints, lack: Floats, near: NDArray[np.bool_]) -> bool:
    """Whether the bend leaves out cells, or has most cells of some line beside their place."""
    return bool(near.sum() < t.FIT_ALL * len(cells)) or any(
        np.abs(_shifts(cells[:, axis], lack[:, axis]).shifts).max() > t.FIT_LINE_OFF
        for axis in (0, 1)
    )


def _shifts(numbers: Ints, shift: Floats) -> Lines:
    """The usual shift of each line of cells, as where a page curls and its cells are narrower."""
    count = int(numbers.max()) + 1
    ordered, ends = np.argsort(numbers, kind="stable"), np.bincount(numbers).cumsum()
    parts = np.split(shift[ordered], ends[:-1])
    known = [k for k, part in enumerate(parts) if len(part) >= 3]
    if not known:
        return NO_SHIFTS
    values = [float(np.median(parts[k])) for k in known]
    shifts = np.interp(np.arange(count), known, values)
    return Lines(0.5, shifts, trends(shifts))


def trends(shifts: Floats) -> tuple[float, float]:
    """How the shifts go on before the first line and beyond the last: as all of them do.

    But where a page curls, they go on as at that end, where cells become narrower or wider.
    """
    whole = float(np.polyfit(np.arange(len(shifts)), shifts, 1)[0]) if len(shifts) > 3 else 0.0
    if len(shifts) < 12:
        return whole, whole
    return _end_trend(shifts, whole), -_end_trend(shifts[::-1], -whole)


def _end_trend(shifts: Floats, whole: float) -> float:
    """The trend at the first line, if both this line and the second show that it is another one.

    Lines that are five apart are compared, since every fifth may be thick. The first line may be
    none, but an edge beside the cells.
    """
    fives = (shifts[5:12] - shifts[:7]) / 5
    first, second = (1.5 * fives[:2] - 0.5 * fives[5:7]).tolist()
    least = min(first, second, key=lambda trend: abs(trend - whole))
    curls = abs(least - whole) > t.TREND_CURLS and (first > whole) == (second > whole)
    return float(first) if curls else whole


def _bent(uv: Floats, shift: Floats) -> tuple[Bend, NDArray[np.bool_]]:
    """The bend through points of the plane that are shifted, and which of them are near to it."""
    bend = NO_BEND
    near = np.hypot(*shift.T) < t.FIT_ROUGH
    for _ in range(2):
        if near.sum() < t.LEAST_CELLS:
            break
        low, high = uv[near].min(axis=0), uv[near].max(axis=0)
        degree = int(min(4, (high - low).min() // 3))
        if degree >= 2 and near.sum() > t.FIT_BENT_CELLS:
            middle, half = (low + high) / 2, (high - low) / 2
            where = (uv[near] - middle) / half
            across, down = (
                fitted_bend(where, shift[near, axis], axis, degree, t.FIT_OUTLIER)
                for axis in (0, 1)
            )
            bend = Bend(middle, half, (across, down))
        near = np.hypot(*(shift - bend(uv)).T) < t.FIT_NEAR
    return bend, near


def _residual(
    homography: Floats, uv: Floats, centres: Floats, good: NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    """The homography by least squares over the good points, and the remaining shifts."""
    better, _ = cv2.findHomography(uv[good], centres[good], 0)
    if better is not None:
        homography = np.asarray(better, np.float64)
    try:
        back = np.linalg.inv(homography)
    except np.linalg.LinAlgError:
        return homography, np.full_like(uv, np.inf)
    return homography, projected(back, centres) - uv
