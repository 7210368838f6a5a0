# SPDX-License-Identifier: MIT
"""``puzzle_areas``: the cells of a lattice that are the puzzle's own, without those of clues.

Idea: at each edge of each possible cell a line is looked for. The rectangle in which nearly all
edges exist is the puzzle, perhaps with clue cells at some sides. The number of clue cells at each
side is the one that explains the cells best: numbers stand in clue cells, dense near the puzzle;
the corner between two clue areas has no numbers and often no lines; the puzzle has no numbers, and
every fifth line may be thick. Crosses and dots look the same after a quarter turn, numbers do not.

Source: maximum likelihood; own study. Cost: 30 ms. Rejected: the frame of the drawing (shades are
not everywhere), and the rule "the block at the lower right is empty" (partly filled puzzles).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.photo import thresholds as t
from nonosat.photo.lattice import Bytes
from nonosat.photo.lattice_fit import Floats
from nonosat.photo.surface import Area, Marks

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Edges:
    """Lines at each edge of an area, and the insides of its cells."""

    area: Area
    upright: Flags  # (rows, columns + 1)
    level: Flags  # (rows + 1, columns)
    upright_weight: NDArray[np.float32]  # depth times thickness
    level_weight: NDArray[np.float32]
    numbers: Flags  # (rows, columns): ink that is not a cross or a dot

    def scores(self) -> Floats:
        """How much each place looks like a cell, by the number of its edges."""
        there = (
            self.upright[:, :-1].astype(np.int64)
            + self.upright[:, 1:]
            + self.level[:-1]
            + self.level[1:]
        )
        return np.array(t.EDGE_SCORES)[there]


def edges_of(marks: Sequence[Marks], view: Bytes, cell: int, area: Area, known: Area) -> Edges:
    """The edges in a straight view of an area; the part ``known`` surely has cells."""
    rows, columns = area.rows, area.columns
    inner = (
        slice(known.top - area.top, known.bottom - area.top),
        slice(known.left - area.left, known.right - area.left),
    )
    depths, steps = [one.depth for one in marks], [one.step for one in marks]
    betweens, weights = [one.between for one in marks], [one.weight for one in marks]
    # Most pieces of a line are seen; some lines are thick, and some hidden between filled cells.
    by_line = [
        np.percentile(depth[inner], t.LINE_USUAL, axis=axis) for axis, depth in enumerate(depths)
    ]
    strength = max(t.EDGE_LEAST, float(np.percentile(np.concatenate(by_line), t.LINES_USUAL)))
    # Between the lines is noise, and in some pictures marks.
    quiet = np.concatenate([between[inner].ravel() for between in betweens])
    noise = float(np.percentile(quiet, t.EDGE_QUIET))
    middle, numbers, plain = _insides(
        view, cell, rows, columns, max(t.MARK_LEAST, t.MARK_SHARE * strength), inner
    )
    # Lines between light cells are faint beside those between filled ones.
    least = min(
        max(t.EDGE_NOISE * noise + t.EDGE_MORE, t.EDGE_SHARE * strength), t.EDGE_MOST * strength
    )
    exists = [
        (depth > least) | (step > max(t.STEP_EDGE * least, t.STEP_SHARE * strength))
        for depth, step in zip(depths, steps, strict=True)
    ]
    groups = _groups(middle, plain, inner, max(t.SHADES_LEAST, t.SHADES_SHARE * strength))
    filled = _filled(groups, exists, inner)
    contrast = [np.maximum(depth, step) for depth, step in zip(depths, steps, strict=True)]
    alike: list[Flags] = []
    if groups:
        dark = middle < sum(float(np.median(middle[inner][group[inner]])) for group in groups) / 2
        alike = [dark, ~dark]
    _without_weak_lines(exists, contrast, groups, filled, alike, inner)
    for axis in (0, 1):
        exists[axis] |= _between_cells(filled, axis)
    return Edges(area, exists[0], exists[1], weights[0], weights[1], numbers)


def _insides(
    view: Bytes, cell: int, rows: int, columns: int, least: float, inner: tuple[slice, slice]
) -> tuple[NDArray[np.float32], Flags, Flags]:
    """By cell: its brightness, whether it holds a number, and whether it is plain."""
    low, high = round(t.INSIDE * cell), cell - round(t.INSIDE * cell)
    side = high - low
    cells = view[: rows * cell, : columns * cell].reshape(rows, cell, columns, cell)
    insides = cells[:, low:high, :, low:high].transpose(0, 2, 1, 3).reshape(-1, side, side)
    middle = np.median(insides[:, ::2].reshape(len(insides), -1), axis=1).astype(np.float32)
    unlike = insides.astype(np.float32) - middle[:, None, None]
    # What nearly all cells show, as a shade from light to dark, is their background.
    known = unlike.reshape(rows, columns, side, side)[inner].reshape(-1, side, side)
    shade = np.median(known, axis=0)
    shade[(np.abs(known - shade) > least).mean(axis=0) > t.SHADE_ELSE] = 0
    unlike = np.abs(unlike - shade)
    share = (unlike > least).mean(axis=(1, 2)).reshape(rows, columns)
    # Round corners are not numbers.
    edge = round(t.HEART * cell)
    heart = unlike[:, edge : side - edge, edge : side - edge]
    something = (heart > least).mean(axis=(1, 2)).reshape(rows, columns) > t.SOMETHING
    numbers = something.copy()
    if something.any():
        marks = unlike[something.ravel()]
        ink = np.where(marks > least, marks, 0)
        numbers[something] = ~(_symmetric(ink) | _crossed(ink))
    return middle.reshape(rows, columns), numbers, share < t.PLAIN


def _symmetric(ink: NDArray[np.float32]) -> Flags:
    """By square: True if it looks alike in a mirror and after a quarter turn."""
    count, side, _ = ink.shape
    soft = cv2.blur(ink.reshape(count * side, side), (3, 3)).reshape(ink.shape).astype(np.float32)
    widths = [np.sqrt(np.maximum(variance, 1e-6)) for _, variance in _spreads(soft)]
    result: Flags = np.abs(np.log(widths[0] / widths[1])) < t.MARK_ASPECT
    soft -= (soft.sum(axis=(1, 2)) + 1e-6)[:, None, None] / side**2
    energy = np.maximum((soft**2).sum(axis=(1, 2)), 1e-6)
    for other in (np.rot90(soft, axes=(1, 2)), soft[:, :, ::-1]):
        best = np.zeros(count, np.float32)
        for shift in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)):  # for marks beside the middle
            best = np.maximum(best, (soft * np.roll(other, shift, axis=(1, 2))).sum(axis=(1, 2)))
        result &= best > t.MARK_ALIKE * energy
    return result


def _crossed(ink: NDArray[np.float32]) -> Flags:
    """By square: True if its ink is two diagonals, however wide: the letter X is a cross, too."""
    both = np.eye(ink.shape[1], dtype=np.float32)[None]
    shapes = _spread_alike(np.concatenate([np.maximum(both, both[:, :, ::-1]), ink]))
    ideal, shown = shapes[0], shapes[1:]
    alike = (shown * ideal).sum(axis=(1, 2)) / np.sqrt((shown**2).sum(axis=(1, 2)) + 1e-6)
    result: Flags = alike > t.CROSS_ALIKE * float(np.sqrt((ideal**2).sum()))
    return result


def _spreads(ink: NDArray[np.float32]) -> list[tuple[Floats, Floats]]:
    """The middle of the ink of each square, and its variance: across, then down."""
    places = np.arange(ink.shape[1], dtype=np.float32)
    total = ink.sum(axis=(1, 2)) + 1e-6
    shares = [ink.sum(axis=axis) / total[:, None] for axis in (1, 2)]
    return [(share @ places, share @ places**2 - (share @ places) ** 2) for share in shares]


def _spread_alike(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """The squares, each moved and stretched so that its ink has the same middle and spread."""
    steps = np.linspace(-t.SPREAD_SHOWN, t.SPREAD_SHOWN, t.SPREAD_PIXELS, dtype=np.float32)
    at = [
        (middle[:, None] + np.sqrt(np.maximum(variance, 0.1))[:, None] * steps).astype(np.float32)
        for middle, variance in _spreads(ink)
    ]
    shapes = []
    for square, across, down in zip(ink, *at, strict=True):
        x, y = np.meshgrid(across, down)
        moved = cv2.blur(cv2.remap(square, x, y, cv2.INTER_LINEAR), (3, 3))
        shapes.append(moved - moved.mean())
    return np.array(shapes, np.float32)


def _without_weak_lines(
    exists: list[Flags], contrast: list[NDArray[np.float32]], groups: list[Flags], filled: Flags,
    alike: list[Flags], inner: tuple[slice, slice],
) -> None:  # fmt: skip
    """Remove outer lines that are much weaker than most: noise, or numbers above each other.

    ``filled``: cells that hide the lines between them; ``alike``: the dark and the light
    cells, also those of clues.
    """

    def without(hiding: Flags) -> list[Floats]:
        return _typical(contrast, [~_between_cells(hiding, axis) for axis in (0, 1)], inner)

    seen = [without(filled)]
    # Filled cells and dark clues have no contrast, other cells and clues have.
    for typical in map(without, alike):
        for axis in (0, 1):
            better = np.isfinite(typical[axis]) & (typical[axis] > seen[0][axis])
            seen[0][axis][better] = typical[axis][better]
    # The lines between light cells may be weaker than those between filled ones.
    seen += [
        _typical(contrast, [_between_cells(g, axis) for axis in (0, 1)], inner) for g in groups
    ]
    leasts = []
    for across, down in seen:
        known = np.concatenate([across[inner[1]], down[inner[0]]])
        known = known[np.isfinite(known)]
        if len(known) >= 4:
            leasts.append(t.WEAK_LINE * float(np.percentile(known, t.WEAK_USUAL)))
    for axis in (0, 1):
        weak = seen[0][axis] < min(leasts, default=0.0)
        strong = np.flatnonzero(~weak[inner[1 - axis]]) + inner[1 - axis].start
        if len(strong):  # the puzzle has no weak lines inside
            weak[strong[0] : strong[-1]] = False
        if axis == 0:
            exists[0][:, weak] = False
        else:
            exists[1][weak] = False


def _between_cells(group: Flags, axis: int) -> Flags:
    """The edges with cells of a group at both sides."""
    result = np.zeros((group.shape[0] + axis, group.shape[1] + 1 - axis), np.bool_)
    if axis == 0:
        result[:, 1:-1] = group[:, 1:] & group[:, :-1]
    else:
        result[1:-1] = group[1:] & group[:-1]
    return result


def _typical(
    contrast: list[NDArray[np.float32]], used: list[Flags], inner: tuple[slice, slice]
) -> list[Floats]:
    """The contrast of each line beside known cells; infinite where little is seen of it."""
    result = []
    for axis in (0, 1):
        values = contrast[axis][inner[0]] if axis == 0 else contrast[axis][:, inner[1]].T
        counts = used[axis][inner[0]] if axis == 0 else used[axis][:, inner[1]].T
        ordered = np.sort(np.where(counts, values, np.inf), axis=0)
        number = counts.sum(axis=0)
        at = np.round(t.TYPICAL_EDGE * np.maximum(number - 1, 0)).astype(np.int64)
        typical = np.take_along_axis(ordered, at[None], axis=0)[0]
        result.append(np.where(number < 2, np.inf, typical))
    return result


def _groups(
    middle: NDArray[np.float32], plain: Flags, inner: tuple[slice, slice], least: float
) -> list[Flags]:
    """The dark and the light cells, if there are both."""
    known = middle[inner][plain[inner]]
    if len(known) < 4 or np.ptp(known) < least:
        return []
    level, _ = cv2.threshold(known.astype(np.uint8).reshape(1, -1), 0, 255, cv2.THRESH_OTSU)
    return [plain & (middle <= level), plain & (middle > level)]


def _filled(groups: list[Flags], exists: list[Flags], inner: tuple[slice, slice]) -> Flags:
    """The filled cells, if the lines between them are hidden."""
    best, result = t.HIDDEN_LINES, np.zeros((len(exists[0]), exists[1].shape[1]), np.bool_)
    for group in groups:
        within = np.zeros_like(group)
        within[inner] = group[inner]
        seen = np.concatenate([exists[axis][_between_cells(within, axis)] for axis in (0, 1)])
        if len(seen) >= 2 and seen.mean() < best:
            best, result = float(seen.mean()), group
    return _without_surroundings(result, inner)


def _without_surroundings(filled: Flags, inner: tuple[slice, slice]) -> Flags:
    """The filled cells without regions that reach the border: a table below the page."""
    count, labels = cv2.connectedComponents(filled.astype(np.uint8), connectivity=4)
    outer = labels.copy()
    outer[1:-1, 1:-1] = 0
    outer[inner] = 0
    table = np.zeros(count, np.bool_)
    table[np.unique(outer)] = True
    kept: Flags = filled & ~table[labels]
    return kept


def best_rectangle(scores: Floats) -> tuple[int, int, int, int]:
    """The rectangle with the largest sum: left, top, right, bottom (the last two excluded)."""
    rows, columns = scores.shape
    sums = np.zeros((rows + 1, columns))
    np.cumsum(scores, axis=0, out=sums[1:])
    best, result = -np.inf, (0, 0, 0, 0)
    for top in range(rows):
        strips = sums[top + 1 :] - sums[top]  # of every bottom
        run = np.zeros((len(strips), columns + 1))
        np.cumsum(strips, axis=1, out=run[:, 1:])
        lowest = np.minimum.accumulate(run, axis=1)
        gain = run - lowest
        at = int(gain.argmax())
        if gain.flat[at] > best:
            best = float(gain.flat[at])
            bottom, right = divmod(at, columns + 1)
            left = int(np.flatnonzero(run[bottom, : right + 1] == lowest[bottom, right])[-1])
            result = (left, top, right, top + 1 + bottom)
    return result


def puzzle_areas(edges: Edges) -> list[Area]:
    """The areas that the puzzle's cells may be, most plausible first."""
    scores = edges.scores()
    # The outermost cells are outside of the picture.
    scores[[0, -1]] = scores[:, [0, -1]] = t.EDGE_SCORES[0]
    left, top, right, bottom = best_rectangle(scores)
    if min(right - left, bottom - top) < t.LEAST_LINES_OF_CELLS:
        return []
    left, top, right, bottom = _connected(scores > 0, (left, top, right, bottom))
    if min(right - left, bottom - top) < t.LEAST_LINES_OF_CELLS:
        return []
    box = (slice(top, bottom), slice(left, right))
    numbers, missing = edges.numbers[box], scores[box] < 0
    # Clue cells have lines around each number, or hardly any; with lines, a number in the cells of
    # the puzzle shows that they are clue cells, or those of a sudoku.
    free, lined = (_log_likelihoods(numbers, missing, *shares) for shares in t.MISSING_BESIDE)
    total = np.where(_shares_inside(numbers, free.shape) < t.LINED_NUMBERS, lined, free)
    total = np.maximum(total, free)
    upright = edges.upright_weight[top:bottom, left : right + 1]
    level = edges.level_weight[top : bottom + 1, left:right]
    total += _fives(np.median(upright, axis=0), total.shape[0], total.shape[2])[:, None, :, None]
    total += _fives(np.median(level, axis=1), total.shape[1], total.shape[3])[None, :, None, :]
    areas: list[Area] = []
    order = np.argsort(total, axis=None)[::-1][:4]
    for at in order:
        a, b, c, d = (int(part) for part in np.unravel_index(int(at), total.shape))
        if areas and total.flat[at] < total.flat[order[0]] - t.AREA_WITHIN:
            break
        areas.append(
            Area(
                edges.area.left + left + a, edges.area.top + top + b,
                edges.area.left + right - c, edges.area.top + bottom - d,
            )
        )  # fmt: skip
    return areas


def _connected(full: Flags, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The box, cut at the first row or column from the middle with hardly any cells."""
    left, top, right, bottom = box
    ends = []
    for shares in (
        full[top:bottom, left:right].mean(axis=0),
        full[top:bottom, left:right].mean(axis=1),
    ):
        gaps = np.flatnonzero(shares < t.ROW_OF_CELLS)
        middle = len(shares) // 2
        before, after = gaps[gaps < middle], gaps[gaps >= middle]
        ends.append((int(before[-1]) + 1 if len(before) else 0,
                     int(after[0]) if len(after) else len(shares)))  # fmt: skip
    (x1, x2), (y1, y2) = ends
    return left + x1, top + y1, left + x2, top + y2


def _log_likelihoods(numbers: Flags, missing: Flags, in_strip: float, in_corner: float) -> Floats:
    """The log likelihood of each count of strips at the left, above, at the right and below.

    ``in_strip``, ``in_corner``: the probability that a cell there lacks edges.
    """
    rows, columns = numbers.shape
    across, down = (min(t.MOST_STRIPS, n - t.LEAST_LINES_OF_CELLS) + 1 for n in (columns, rows))
    inside = _cell_logs(numbers, missing, t.NUMBER_INSIDE, t.MISSING_INSIDE)
    corner = _cell_logs(numbers, missing, t.NUMBER_IN_CORNER, in_corner)
    sums_inside, sums_corner = _integral(inside), _integral(corner)
    # Arrays (strips, rows + 1): sums over the rows before.
    left = _strips(numbers, missing, across, in_strip)
    right = _strips(numbers[:, ::-1], missing[:, ::-1], across, in_strip)
    top = _strips(numbers.T, missing.T, down, in_strip)
    bottom = _strips(numbers.T[:, ::-1], missing.T[:, ::-1], down, in_strip)
    x1, y1, x2, y2 = np.ix_(range(across), range(down), range(across), range(down))
    r, b = columns - x2, rows - y2
    total = _between(sums_inside, x1, y1, np.maximum(r, x1), np.maximum(b, y1))
    total = total + left[x1, b] - left[x1, y1] + right[x2, b] - right[x2, y1]
    total = total + top[y1, r] - top[y1, x1] + bottom[y2, r] - bottom[y2, x1]
    for x_low, x_high in ((0, x1), (r, columns)):
        for y_low, y_high in ((0, y1), (b, rows)):
            total = total + _between(sums_corner, x_low, y_low, x_high, y_high)
    total = total + np.where(np.minimum(r - x1, b - y1) < t.LEAST_LINES_OF_CELLS, -1e9, 0.0)
    total = total + t.STRIP * ((x1 > 0) * 1.0 + (y1 > 0) + (x2 > 0) + (y2 > 0))
    result: Floats = total
    return result


def _shares_inside(cells: Flags, strips: tuple[int, ...]) -> Floats:
    """The share of these cells within the puzzle, by the strips at its sides."""
    rows, columns = cells.shape
    x1, y1, x2, y2 = np.ix_(*map(range, strips))
    right, bottom = np.maximum(columns - x2, x1 + 1), np.maximum(rows - y2, y1 + 1)
    counts = _between(_integral(cells.astype(np.float64)), x1, y1, right, bottom)
    return np.asarray(counts / ((right - x1) * (bottom - y1)), np.float64)


def _cell_logs(numbers: Flags, missing: Flags, number: float, miss: float) -> Floats:
    """The log probability of the sight of each cell."""
    logs: Floats = np.log(np.where(numbers, number, 1 - number))
    return logs + np.log(np.where(missing, miss, 1 - miss))


def _integral(values: Floats) -> Floats:
    return np.pad(values.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def _between(sums: Floats, left: object, top: object, right: object, bottom: object) -> Floats:
    """Sums over boxes, of any number at once."""
    x1, y1, x2, y2 = (np.asarray(value) for value in (left, top, right, bottom))
    result: Floats = sums[y2, x2] - sums[y1, x2] - sums[y2, x1] + sums[y1, x1]
    return result


def _strips(numbers: Flags, missing: Flags, most: int, lacks: float) -> Floats:
    """Logarithms for 0, 1, ... clue columns at the left, summed over the rows before each row."""
    rows = len(numbers)
    result = np.zeros((most, rows + 1))
    for strips in range(1, most):
        # Near to the puzzle, more lines have a number.
        chance = np.maximum(
            t.STRIP_NUMBER - t.STRIP_FALL * np.arange(strips)[::-1], t.STRIP_NUMBER_LEAST
        )
        logs = _cell_logs(numbers[:, :strips], missing[:, :strips], chance, lacks)
        result[strips, 1:] = logs.sum(axis=1).cumsum()
    return result


def _fives(weights: NDArray[np.float32], before: int, after: int) -> Floats:
    """The log likelihood of the thick lines, by the strips before and after the puzzle.

    Every fifth line of the puzzle may be thick.
    """
    result = np.zeros((before, after))
    count = len(weights)
    order = np.sort(weights)
    gaps = [
        order[i:].mean() - order[:i].mean() - t.THICK_SPREAD * (order[i:].std() + order[:i].std())
        for i in range(1, count)
    ]
    split = int(np.argmax(gaps)) + 1
    if gaps[split - 1] < t.THICK_MORE * order[:split].mean() or split < t.THIN_SHARE * count:
        return result
    thick = weights >= order[split]
    other = np.cumsum(np.where(thick, np.log(t.THICK_OUTSIDE), np.log(1 - t.THICK_OUTSIDE)))
    places = np.arange(count)
    for first in range(before):
        for last in range(after):
            inner = slice(first + 1, count - 1 - last)
            agrees = thick[inner] == ((places[inner] - first) % 5 == 0)
            thin = (~thick[inner]).sum()
            fits = max(int(agrees.sum()), int(thin))
            length = len(agrees)
            result[first, last] = fits * np.log(1 - t.THICK_WRONG) + (length - fits) * np.log(
                t.THICK_WRONG
            )
            result[first, last] += other[first] + other[-1] - other[count - 1 - last - 1]
            result[first, last] += sum(
                np.log(t.THICK_BORDER if thick[end] else 1 - t.THICK_BORDER)
                - np.log(t.THICK_OUTSIDE if thick[end] else 1 - t.THICK_OUTSIDE)
                for end in (first, count - 1 - last)
            )
    return result
