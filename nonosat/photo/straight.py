# SPDX-License-Identifier: MIT
"""A straight picture of the puzzle that a picture shows, with the place of its cells.

Idea: the lattice is found in a small copy, its lines are measured in a finer one, and the straight
view comes from the picture itself. Where numbers stand in cells of the same kind, several sizes are
possible; the others are kept, so that the reader can try them.

Blocks. Every fifth line is thick in many puzzles, and in a dim or small photo the other lines are
hardly stronger than noise, so the lattice has blocks of five by five cells. Where the blocks are
known, the faint lines are, too: along the whole puzzle their noise averages out. If there is
something at four places of five in both directions, and nothing between, the lattice is divided.

Source: own study. Cost: .3 s for 12 million pixels, of which blocks take 10 ms. Rejected: reading
the clues where they stand, bent as they are; lower thresholds for blocks, which join cells or find
noise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.limits import Limits
from nonosat.photo import thresholds as t
from nonosat.photo.extent import edges_of, puzzle_areas
from nonosat.photo.found import PictureBox, PicturePoint, StraightBox, StraightPoint
from nonosat.photo.lattice import MOST_GRIDS, apart, box_of, lattices, overlap
from nonosat.photo.lattice_fit import Bend, Floats, Lattice, Lines, of_blocks, projected
from nonosat.photo.surface import (
    Area,
    Sheet,
    fitting_cell,
    fitting_sheet,
    marks_of,
    measured,
    reach_of,
    sampled,
    sheet_of,
)

CELL = 32
"""Pixels of a cell in the straight picture."""
MOST_PIXELS = 12_000_000
"""Of the straight picture."""
_FINER = 2
"""Times the pixels of a cell, for small numbers."""
SEARCH_CELL = 20
"""Pixels of a cell where its lines are measured."""
SEARCH_PIXELS = 6_000_000
"""Of the view in which lines are looked for."""
_FINE = 12
"""Pixels of a cell where the lines between blocks are looked for."""
_ROUNDS = 6
"""Of measuring lines, by which others are found: those of a page that curls, else half."""
SEARCH_SIDES = (1200, 2400, 600)
"""The longer side of the copies in which the lattice is searched for, in turn."""


class NoGridError(Exception):
    """The picture shows no grid of cells."""


@dataclass(frozen=True, slots=True)
class Straight:
    """The picture of a puzzle, upright, its cells squares.

    All lengths are in its own pixels. ``left`` and ``top`` are the pixel where the first cell
    begins. ``to_picture`` maps pixels to those of the picture, without the bend of the page (pixels
    begin at whole numbers). ``margins`` are the pixels at the left, above, at the right and below
    the cells that the picture shows and that may hold clues. ``others`` are less plausible choices
    of the puzzle's cells. ``gaps`` are the pixels at the same sides up to the next grid. ``finer``
    makes the same with more pixels, if the picture has more; it is for numbers that are small
    beside their cells.
    """

    image: NDArray[np.uint8]
    cell: int
    left: int
    top: int
    width: int
    height: int
    to_picture: NDArray[np.float64]
    margins: tuple[int, int, int, int]
    others: tuple[Straight, ...] = field(default=())
    gaps: tuple[float, float, float, float] = (math.inf,) * 4
    finer: Callable[[], Straight] | None = field(default=None, repr=False, compare=False)

    def point_in_picture(self, at: StraightPoint) -> PicturePoint:
        """Where a point is in the picture."""
        x, y = at
        across, down, depth = (
            float(row[0] * x + row[1] * y + row[2]) for row in self.to_picture.tolist()
        )
        return PicturePoint((across / depth, down / depth))

    def in_picture(self, box: StraightBox) -> PictureBox:
        """The box in the picture that holds a box of the straight picture."""
        left, top, right, bottom = box
        points = [
            self.point_in_picture(StraightPoint((x, y)))
            for x in (left, right)
            for y in (top, bottom)
        ]
        across, down = zip(*points, strict=True)
        return PictureBox((min(across), min(down), max(across), max(down)))

    @property
    def size(self) -> float:
        """Pixels of the picture along the shorter side of the cells."""
        corners: Floats = np.array(self.corners)
        sides = np.hypot(*(corners - np.roll(corners, -1, axis=0)).T)
        return float(min(sides[0] + sides[2], sides[1] + sides[3]) / 2)

    @property
    def top_left(self) -> tuple[float, float]:
        """The upper left corner of the box around the cells in the picture."""
        across, down = zip(*self.corners, strict=True)
        return min(across), min(down)

    def beside(self, grids: Sequence[Straight]) -> Straight:
        """The same with the gaps to other grids of the page."""
        gaps = [math.inf] * 4
        back = np.linalg.inv(self.to_picture)
        low = np.array([self.left, self.top])
        high = low + self.cell * np.array([self.width, self.height])
        for grid in grids:
            box = box_of(projected(back, np.array(grid.corners)))
            for axis in (0, 1):
                beside = slice(1 - axis, None, 2)
                first, last = box[beside]
                if first >= high[1 - axis] or last <= low[1 - axis]:
                    continue
                before, after = low[axis] - box[axis + 2], box[axis] - high[axis]
                side, gap = (axis, before) if before > after else (axis + 2, after)
                gaps[side] = min(gaps[side], max(0.0, float(gap)))
        left, top, right, bottom = gaps
        return replace(self, gaps=(left, top, right, bottom))

    def confined(self) -> Straight:
        """The margins end before the next grid, whose own clues stand at its left and above."""
        left, top = (int(min(pair)) for pair in zip(self.margins[:2], self.gaps[:2], strict=True))
        right, bottom = (
            margin if gap > margin else 0
            for margin, gap in zip(self.margins[2:], self.gaps[2:], strict=True)
        )
        return replace(self, margins=(left, top, right, bottom))

    def in_more_pixels(self) -> Straight | None:
        """The same with more pixels, if the picture has more."""
        if self.finer is None:
            return None
        finer = self.finer()
        left, top, right, bottom = (gap * finer.cell / self.cell for gap in self.gaps)
        return replace(finer, gaps=(left, top, right, bottom))

    @property
    def with_one_more(self) -> list[Straight]:
        """The same with a further column, and with a further row, where the picture shows them."""
        _, _, right, below = self.margins
        more = ((1, 0, right), (0, 1, below))
        return [
            replace(
                self,
                width=self.width + wide,
                height=self.height + high,
                margins=(*self.margins[:2], right - wide * self.cell, below - high * self.cell),
                others=(),
                finer=None,
            )
            for wide, high, margin in more
            if margin >= self.cell
        ]

    def turned(self, quarters: int) -> Straight:
        """The picture after quarter turns counterclockwise, without its ``others``."""
        straight = self
        for _ in range(quarters % 4):
            straight = straight._moved(
                np.ascontiguousarray(np.rot90(straight.image)),
                np.array([[0, -1, straight.image.shape[1]], [1, 0, 0], [0, 0, 1]], np.float64),
                (*straight.margins[1:], straight.margins[0]),
                (*straight.gaps[1:], straight.gaps[0]),
                (straight.height, straight.width),
            )
        more = self.finer
        return replace(straight, finer=None if more is None else lambda: more().turned(quarters))

    def mirrored(self) -> Straight:
        """The picture with left and right exchanged, without its ``others``."""
        left, top, right, bottom = self.margins
        gaps = self.gaps
        return self._moved(
            np.ascontiguousarray(self.image[:, ::-1]),
            np.array([[-1, 0, self.image.shape[1]], [0, 1, 0], [0, 0, 1]], np.float64),
            (right, top, left, bottom),
            (gaps[2], gaps[1], gaps[0], gaps[3]),
            (self.width, self.height),
        )

    def _moved(
        self,
        image: NDArray[np.uint8],
        back: Floats,
        margins: tuple[int, int, int, int],
        gaps: tuple[float, float, float, float],
        size: tuple[int, int],
    ) -> Straight:
        """The same puzzle in another position; ``back`` maps its pixels to those of this one."""
        return replace(
            self, image=image, left=margins[0], top=margins[1], width=size[0], height=size[1],
            to_picture=self.to_picture @ back, margins=margins, gaps=gaps, others=(),
            finer=None,
        )  # fmt: skip

    @property
    def corners(self) -> tuple[PicturePoint, ...]:
        """The corners of the puzzle's cells in the picture, clockwise from the upper left."""
        left, top = self.left, self.top
        right, below = left + self.width * self.cell, top + self.height * self.cell
        corners = ((left, top), (right, top), (right, below), (left, below))
        return tuple(self.point_in_picture(StraightPoint(corner)) for corner in corners)


def straightened(picture: NDArray[np.uint8], limits: Limits) -> Straight:
    """The straight picture of the grid with most cells in a picture (height, width, 3), RGB.

    Raises:
        NoGridError: no grid of cells was found.
    """
    return next(grids_of(picture, limits))


def grids_of(picture: NDArray[np.uint8], limits: Limits) -> Iterator[Straight]:
    """The straight pictures of all grids in a picture, those with most cells first.

    All are found in one copy of the picture: the smallest that shows a grid.

    Raises:
        NoGridError: no grid of cells was found.
    """
    if picture.ndim != 3 or picture.shape[2] != 3 or min(picture.shape[:2]) < 24:
        raise NoGridError("no grid of cells was found")
    limits.check()
    longer = max(picture.shape[:2])
    gray = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.uint8)
    tried: set[float] = set()
    boxes: list[Floats] = []
    copies: dict[float, NDArray[np.uint8]] = {}
    for side in SEARCH_SIDES:
        factor = side / longer if side < longer else 1.0 if longer > t.SMALL_PICTURE else 2.0
        if factor in tried:
            continue
        tried.add(factor)
        copy = _resized(gray, factor)
        found = lattices(copy, limits)
        if found and factor < 1 and found[0].pitch < t.LEAST_PITCH and side < max(SEARCH_SIDES):
            continue  # a larger copy shows more
        for grid in apart(found)[:MOST_GRIDS]:
            straight = _of_grid(picture, copy, grid, factor, copies, limits)
            if straight is None:
                continue
            box = box_of(np.array(straight.corners))
            if not any(overlap(box, other) for other in boxes):
                boxes.append(box)
                yield straight
        if boxes:
            return
    raise NoGridError("no grid of cells was found")


def _of_grid(
    picture: NDArray[np.uint8],
    copy: NDArray[np.uint8],
    grid: list[Lattice],
    factor: float,
    copies: dict[float, NDArray[np.uint8]],
    limits: Limits,
) -> Straight | None:
    """The straight picture for the lattices of one grid in a copy of the picture, or None.

    ``copies``: of the picture, by their factors, for all grids of a page.
    """
    fine = _divided(copy, grid[0], _dense_part(grid[0]))
    for lattice in (fine, *grid[:2]):
        straight = (
            None if lattice is None else _from_lattice(picture, lattice, factor, copies, limits)
        )
        if straight is not None:
            return straight
    return None


def _resized(picture: NDArray[np.uint8], factor: float) -> NDArray[np.uint8]:
    """A picture of any number of channels at a factor of its size."""
    if factor == 1.0:
        return picture
    height, width = picture.shape[:2]
    halves = 1 << max(0, int(math.log2(1 / factor)))
    if halves > 1:  # whole factors are much faster
        height, width = height // halves * halves, width // halves * halves
        smaller = (width // halves, height // halves)
        picture = cv2.resize(
            picture[:height, :width], smaller, interpolation=cv2.INTER_AREA
        ).astype(np.uint8)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    # Cubic curves would draw lines beside lines.
    how = cv2.INTER_AREA if size[0] < picture.shape[1] else cv2.INTER_LINEAR
    return cv2.resize(picture, size, interpolation=how).astype(np.uint8)


def _alike(factor: float, copies: dict[float, NDArray[np.uint8]]) -> float:
    """The factor of a copy that is hardly larger or smaller, or this one.

    So a page with many grids is not resized for each of them, which took half of its time.
    """
    return next((one for one in copies if abs(one / factor - 1) < t.COPY_ALIKE), factor)


def _from_lattice(
    picture: NDArray[np.uint8],
    lattice: Lattice,
    factor: float,
    copies: dict[float, NDArray[np.uint8]],
    limits: Limits,
) -> Straight | None:
    """The straight picture for a lattice found in a copy of the picture, or None."""
    known = _dense_part(lattice)
    if max(known.columns, known.rows) > t.LARGEST:
        return None
    # Copies are about as fine as the views, so sampling needs no blur.
    whole = lattice.pitch / factor
    finer = _alike(min(1.0, 1.2 * CELL / whole), copies)
    if finer not in copies:
        copies[finer] = _resized(picture, finer)
    copy = copies[finer]
    sheet = fitting_sheet(lattice, picture, factor).scaled(finer / factor)
    seen = reach_of(copy, sheet, known, known.with_clues())
    cell = fitting_cell(seen.columns, seen.rows, SEARCH_PIXELS, SEARCH_CELL)
    coarser = min(1.0, 1.1 * cell / (whole * finer))
    gray = _resized(cv2.cvtColor(copy, cv2.COLOR_RGB2GRAY).astype(np.uint8), coarser)
    sheet = sheet.scaled(coarser)
    areas: list[Area] = []
    part = known
    for number in range(_ROUNDS):  # the lines seen so far show where others are
        limits.check()
        sheet = measured(gray, sheet, part.grown(1), cell)
        limits.check()
        seen = reach_of(gray, sheet, part, part.with_clues()).grown(1)
        view = sampled(gray, sheet, seen, cell, mirrored=True)
        limits.check()
        areas = puzzle_areas(edges_of(marks_of(view, cell), view, cell, seen, part))
        if not areas:
            return None
        near = part.grown(0 if sheet.curls else 1)
        if areas[0].is_within(near) or (number >= 2 and not sheet.curls):
            break
        part = areas[0].joined(part)
    limits.check()
    # Some grids have no lines at their right and below; the numbers say whether cells are missing.
    best = areas[0]
    larger = Area(best.left, best.top, best.right + 1, best.bottom + 1)
    areas = list(dict.fromkeys([*areas, larger]))
    sheet = sheet.scaled(1 / coarser)
    found = _pictured(copy, sheet, finer, areas, CELL)
    if finer > t.FINER_FROM:
        return found
    more = min(1.0, _FINER * finer)
    return replace(found, finer=partial(_finer, picture, sheet.scaled(more / finer), more, areas))


def _finer(picture: NDArray[np.uint8], sheet: Sheet, more: float, areas: list[Area]) -> Straight:
    """The straight picture with more pixels; ``sheet``: of a copy ``more`` times as large."""
    return _pictured(_resized(picture, more), sheet, more, areas[:1], _FINER * CELL)


def _divided(gray: NDArray[np.uint8], lattice: Lattice, blocks: Area) -> Lattice | None:
    """The lattice of the cells, if those of ``lattice`` are blocks of five by five.

    ``blocks``: the part of the lattice in which most are found.
    """
    if lattice.pitch < t.LEAST_BLOCK:
        return None
    view = sampled(gray, sheet_of(lattice), blocks, 5 * _FINE).astype(np.float32)
    if not all(_has_lines(view.mean(axis=axis)) for axis in (0, 1)):
        return None
    left, top = lattice.cells.min(axis=0).tolist()
    lattice = of_blocks(lattice)
    blocks = Area(blocks.left - left, blocks.top - top, blocks.right - left, blocks.bottom - top)
    shrunk = lattice.homography @ np.diag([0.2, 0.2, 1.0])
    one = lattice.bend
    bend = Bend(5 * one.middle, 5 * one.half, (5 * one.weights[0], 5 * one.weights[1]))
    across = range(5 * blocks.left, 5 * blocks.right)
    down = range(5 * blocks.top, 5 * blocks.bottom)
    cells = np.array(list(product(across, down)), np.int64)
    lines = [_of_fives(line) for line in (lattice.across, lattice.down)]
    fine = Lattice(cells, np.zeros((0, 2)), shrunk, bend, lattice.pitch / 5, *lines)
    return replace(fine, centres=fine.pixels(cells + 0.5))


def _of_fives(lines: Lines) -> Lines:
    """The shifts of the lines between cells, from those of blocks of five."""
    places = np.arange(5 * len(lines.shifts) - 4) / 5 + lines.first
    return Lines(5 * lines.first, 5 * lines(places), lines.slopes)


def _has_lines(profile: Floats) -> bool:
    """True if a profile has lines at the ends of cells inside of blocks."""
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


def _dense_part(lattice: Lattice) -> Area:
    """The columns and rows in which many cells were found."""
    ends = []
    for axis in (0, 1):
        counts = np.bincount(lattice.cells[:, axis])
        many = np.flatnonzero(
            counts >= t.DENSE_SHARE * np.percentile(counts[counts > 0], t.DENSE_USUAL)
        )
        ends.append((int(many[0]), int(many[-1]) + 1))
    (left, right), (top, bottom) = ends
    return Area(left, top, right, bottom)


def _pictured(
    copy: NDArray[np.uint8], sheet: Sheet, finer: float, areas: list[Area], best_cell: int
) -> Straight:
    """The straight picture; ``copy`` is the picture, ``finer`` times as large.

    ``best_cell``: pixels of a cell, if all fit.
    """
    best = areas[0]
    most = Area(
        best.left - _room(best.columns), best.top - _room(best.rows),
        best.right + _room(best.columns), best.bottom + _room(best.rows),
    )  # fmt: skip
    shown = reach_of(copy, sheet, best, most, t.CUT_CELL)
    cell = fitting_cell(shown.columns, shown.rows, MOST_PIXELS, best_cell)
    image = sampled(copy, sheet, shown, cell)
    corners = np.array(
        [[best.left, best.top], [best.right, best.top], [best.right, best.bottom],
         [best.left, best.bottom]], np.float64,
    )  # fmt: skip
    places = (corners - [shown.left, shown.top]) * cell
    to_picture, _ = cv2.findHomography(places, sheet.pixels(corners) / finer, 0)
    results = []
    for area in areas:
        left, top = (area.left - shown.left) * cell, (area.top - shown.top) * cell
        if left < 0 or top < 0 or area.right > shown.right or area.bottom > shown.bottom:
            continue
        margins = (
            left,
            top,
            (shown.right - area.right) * cell,
            (shown.bottom - area.bottom) * cell,
        )
        results.append(
            Straight(
                image, cell, left, top, area.columns, area.rows,
                np.asarray(to_picture, np.float64), margins,
            )
        )  # fmt: skip
    return replace(results[0], others=tuple(results[1:]))


def _room(cells: int) -> int:
    """The cells that the clues of lines of this length may need; in colours they need many."""
    return max(4, cells * 4 // 5 + 2)
