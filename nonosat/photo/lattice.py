# SPDX-License-Identifier: MIT
"""``lattices``: the lattice of cells in a picture: where the cell in column ``u``, row ``v`` lies.

Idea: a morphological closing removes thin structures (lines, letters), however the paper is lit and
whatever colour a cell has. Between the lines lie the cells: connected regions of about
equal size. From each region a step of its own width leads into its right neighbour; following
these steps gives the regions their column and row, and the lattice is fitted through them
(``lattice_fit``). Lines darker and lighter than their surroundings are tried, at several
thresholds; the map with most cells wins.

Source: own study; hole-to-hole walks are common for chessboards. Cost: about 25 ms for each of the
thresholds at 1.5 million pixels. Rejected: the Hough transform (curled pages have no straight
lines, and text has many), and profiles of the rows and columns of pixels (they need an upright
picture, and see the lines of a title as well).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.limits import Limits
from nonosat.photo import thresholds as t
from nonosat.photo.lattice_fit import NO_SHIFTS, Floats, Ints, Lattice, fitted

MOST_GRIDS = 12
"""Of one page."""
_MOST_FOUND = 4 * MOST_GRIDS
"""Lattices in all maps of lines; a page of text or of small tables has them in every map."""

Bytes = NDArray[np.uint8]


def lattices(gray: Bytes, limits: Limits) -> list[Lattice]:
    """The lattices found in a grey picture, those with most cells first."""
    found: list[Lattice] = []
    for lines in _line_maps(gray):
        limits.check()
        new = _lattices_between(lines, limits)
        sure = any(_agree(one, other) for one in new for other in found)
        found.extend(new)
        if sure or len(found) >= _MOST_FOUND:
            break
    return sorted(found, key=lambda lattice: -len(lattice.cells))


def apart(found: list[Lattice]) -> list[list[Lattice]]:
    """The lattices by the grid that they show: those of one grid overlap."""
    grids: list[list[Lattice]] = []
    for lattice in found:
        for grid in grids:
            if overlap(box_of(lattice.centres), box_of(grid[0].centres)):
                grid.append(lattice)
                break
        else:
            grids.append([lattice])
    return grids


def box_of(points: Floats) -> Floats:
    """Left, top, right and bottom of points (n, 2)."""
    return np.concatenate([points.min(axis=0), points.max(axis=0)])


def overlap(one: Floats, other: Floats) -> bool:
    """Whether two boxes share more than half of the smaller one."""
    shared = np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2])
    sizes = [np.prod(box[2:] - box[:2]) for box in (one, other)]
    return bool((shared > 0).all() and np.prod(shared) > min(sizes) / 2)


def _agree(one: Lattice, other: Lattice) -> bool:
    """Whether two maps show the same lattice, nearly without gaps."""
    sizes = [np.prod(np.ptp(lattice.cells, axis=0) + 1) for lattice in (one, other)]
    counts = [len(lattice.cells) for lattice in (one, other)]
    return (
        min(counts) >= t.AGREE_CELLS
        and min(counts) > t.AGREE_COUNTS * max(counts)
        and all(count > t.AGREE_FULL * size for count, size in zip(counts, sizes, strict=True))
        and abs(one.pitch / other.pitch - 1) < t.AGREE_PITCH
    )


def _line_maps(gray: Bytes) -> Iterator[Bytes]:
    """Maps of possible lines (255)."""
    # The edges of filled cells bound cells, too.
    steps = cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    darker, lighter = (_along_lines(gray, dark=dark, along=t.ALONG) for dark in (True, False))
    low, middle, high = t.STEP_LEVELS
    levels = t.LINE_LEVELS
    tried: list[tuple[NDArray[Any] | tuple[Bytes, Bytes], int]] = [
        (steps, low), (darker, levels[0]), (darker, levels[1]), (steps, middle),
        (darker, levels[2]), (steps, high), (darker, levels[3]),
        *((lighter, level) for level in levels),
    ]  # fmt: skip
    for maps, level in tried:
        shown = maps if isinstance(maps, np.ndarray) else maps[level > t.AVERAGED_UP_TO]
        noise = float(np.median(shown[::3, ::3]))
        if level > (t.STEP_NOISE if maps is steps else t.LINE_NOISE) * noise:
            least = level if maps is steps else level + noise
            lines = cv2.threshold(shown, least, 255, cv2.THRESH_BINARY)[1].astype(np.uint8)
            if cv2.countNonZero(lines) > t.LEAST_LINES * lines.size:
                yield lines
    # Lines hardly stronger than noise.
    soft = cv2.GaussianBlur(gray, (0, 0), t.FAINT_BLUR).astype(np.uint8)
    faint = _along_lines(soft, dark=True, along=t.FAINT_ALONG)[0]
    parts = [part for rows in np.array_split(faint, 6) for part in np.array_split(rows, 6, axis=1)]
    noise = float(np.percentile([np.median(part) for part in parts if part.size], t.FAINT_QUIET))
    for level in t.FAINT_LEVELS:
        yield cv2.threshold(faint, level + noise, 255, cv2.THRESH_BINARY)[1].astype(np.uint8)


def _along_lines(gray: Bytes, *, dark: bool, along: int) -> tuple[Bytes, Bytes]:
    """How much darker or lighter thin structures are: averaged along lines, and plain."""
    reach = max(t.LEAST_REACH, max(gray.shape) // t.REACH_PART | 1)
    shown = gray if dark else cv2.bitwise_not(gray)
    box = cv2.getStructuringElement(cv2.MORPH_RECT, (reach, reach))
    closed = cv2.morphologyEx(shown, cv2.MORPH_CLOSE, box)
    depth = cv2.subtract(closed, shown)
    if dark:  # a shadow makes the paper darker and the lines weaker
        depth = cv2.divide(depth, cv2.max(closed, np.full(1, t.DARK_PAPER, np.uint8)), scale=255)
    mean = cv2.max(cv2.blur(depth, (along, 1)), cv2.blur(depth, (1, along)))
    return mean.astype(np.uint8), depth.astype(np.uint8)


def _lattices_between(lines: Bytes, limits: Limits) -> list[Lattice]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        cv2.bitwise_not(lines), connectivity=4, ltype=cv2.CV_32S
    )
    if not t.LEAST_CELLS < count < t.MOST_REGIONS:
        return []
    left, top, wide, high, area = stats.astype(np.int64).T
    fits = (
        (np.minimum(wide, high) >= t.LEAST_REGION)
        & (wide <= t.REGION_ASPECT * high)
        & (high <= t.REGION_ASPECT * wide)
        & (area >= t.REGION_FULL * wide * high)
    )
    fits[0] = False
    if not t.LEAST_CELLS <= np.count_nonzero(fits) <= t.MOST_CELLS:
        return []
    centres = np.stack([left + wide / 2, top + high / 2], axis=1)
    sizes = np.stack([wide, high], axis=1).astype(np.float64)
    limits.check()
    regions = np.asarray(labels, np.int32)
    right = _neighbours(regions, fits, centres, sizes, 0)
    below = _neighbours(regions, fits, centres, sizes, 1)
    result = []
    for members, cells in _walked(np.flatnonzero(fits), right, below):
        limits.check()
        lattice = fitted(cells, centres[members])
        if lattice is not None:
            lattice = _grown(lattice, centres[fits], sizes[fits].mean(axis=1))
        if lattice is not None:
            result.append(lattice)
    return result


def _neighbours(labels: NDArray[np.int32], fits: NDArray[np.bool_], centres: Floats, sizes: Floats,
                axis: int) -> Ints:  # fmt: skip
    """The region right of each region (axis 0) or below it (axis 1); 0 where no region is found."""
    members = np.flatnonzero(fits)
    result = np.zeros(len(fits), np.int64)
    own = sizes[members]
    limit = t.ALIKE_SIZE * own + t.ALIKE_PIXELS
    for along, across in ((1.1, 0.0), (1.1, 0.28), (1.1, -0.28), (1.35, 0.15), (1.35, -0.15),
                          (0.85, 0.2), (0.85, -0.2)):  # fmt: skip
        step = (along, across) if axis == 0 else (across, along)
        x, y = np.rint(centres[members] + own * step).astype(np.int64).T
        inside = (x >= 0) & (y >= 0) & (x < labels.shape[1]) & (y < labels.shape[0])
        other = np.where(inside, labels[np.where(inside, y, 0), np.where(inside, x, 0)], 0).astype(
            np.int64
        )
        alike = fits[other] & (other != members)
        alike &= (np.abs(sizes[other] - own) <= limit).all(axis=1)
        gap = centres[other] - centres[members]
        alike &= gap[:, axis] > t.STEP_LEAST * own[:, axis]
        alike &= gap[:, axis] < t.STEP_MOST * own[:, axis] + t.STEP_PIXELS
        alike &= np.abs(gap[:, 1 - axis]) < t.STEP_ASIDE * own[:, 1 - axis]
        new = alike & (result[members] == 0)
        result[members[new]] = other[new]
    return result


def _walked(members: Ints, right: Ints, below: Ints) -> list[tuple[Ints, Ints]]:
    """The largest connected groups of regions, with column and row of each region.

    Three at least, and more on a page with many grids.
    """
    links: dict[int, list[tuple[int, int, int]]] = {}
    for u, v, neighbour in ((1, 0, right), (0, 1, below)):
        starts = members[neighbour[members] > 0]
        for a, b in zip(starts.tolist(), neighbour[starts].tolist(), strict=True):
            links.setdefault(a, []).append((b, u, v))
            links.setdefault(b, []).append((a, -u, -v))
    place: dict[int, tuple[int, int]] = {}
    groups: list[list[int]] = []
    for start in links:
        if start in place:
            continue
        place[start] = (0, 0)
        group = [start]
        for region in group:
            column, row = place[region]
            for other, u, v in links[region]:
                if other not in place:
                    place[other] = (column + u, row + v)
                    group.append(other)
        if len(group) >= t.LEAST_CELLS:
            groups.append(group)
    groups.sort(key=lambda group: -len(group))
    least = [0] * 3 + [max(t.AGREE_CELLS, len(groups[0]) // 8)] * (MOST_GRIDS - 3) if groups else []
    return [
        (np.array(group), np.array([place[region] for region in group]))
        for group, cells in zip(groups, least, strict=False)
        if len(group) >= cells
    ]


def _grown(lattice: Lattice, centres: Floats, sizes: Floats) -> Lattice:
    """The lattice with all regions that fit into it, also without a step to them."""
    for _ in range(4):
        low, high = lattice.cells.min(axis=0), lattice.cells.max(axis=0)
        try:
            uv = lattice.places(centres)
        except np.linalg.LinAlgError:
            return lattice
        cells = np.floor(uv).astype(np.int64)
        ends = np.stack([lattice.pixels(uv + step) for step in ((-0.5, 0.0), (0.5, 0.0))])
        share = sizes / np.maximum(np.hypot(*(ends[1] - ends[0]).T), 1e-6)
        inner = (np.abs(uv - cells - 0.5) < t.GROWN_SURE).all(axis=1)
        inner &= ((cells >= low) & (cells <= high)).all(axis=1)
        typical = float(np.median(share[inner])) if inner.any() else t.GROWN_USUAL
        good = (np.abs(uv - cells - 0.5) < t.GROWN_NEAR).all(axis=1)
        good &= np.abs(share / typical - 1) < t.GROWN_SIZE
        good &= (cells >= low - t.GROWN_BEYOND).all(axis=1)
        good &= (cells <= high + t.GROWN_BEYOND).all(axis=1)
        for axis in (0, 1) if lattice.across is not NO_SHIFTS else ():
            start, last = _reached(cells[good, axis], int(low[axis]), int(high[axis]))
            good &= (cells[:, axis] >= start) & (cells[:, axis] <= last)
        if good.sum() <= len(lattice.cells):
            return lattice
        _, first = np.unique(cells[good], axis=0, return_index=True)
        larger = fitted(cells[good][first], centres[good][first])
        if larger is None or len(larger.cells) <= len(lattice.cells):
            return lattice
        lattice = larger
    return lattice


def _reached(numbers: Ints, low: int, high: int) -> tuple[int, int]:
    """The lines from ``low`` to ``high`` and those beyond that have cells without a gap.

    Beyond a gap a page that curls has cells again where others are expected.
    """
    known = set(numbers.tolist())
    first, last = low, high
    while first - 1 in known:
        first -= 1
    while last + 1 in known:
        last += 1
    return first, last
