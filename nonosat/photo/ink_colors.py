# SPDX-License-Identifier: MIT
"""The colours of the blocks: of the numbers, or of the cells behind them.

Every piece of ink has a colour and a background. If backgrounds differ in hue, they are the colours
of the blocks, compared in Lab, where equal distances look equally different. Else the ink is,
compared by its direction from the background: thin strokes are mixtures of both, all in one
direction. If neither differs the puzzle has one colour, however noisy the picture is: greys of pale
numbers and of shaded strips are not colours. Groups are found around the densest places (mean
shift, K. Fukunaga and L. Hostetler, 1975), and each piece gets the near ones with probabilities.

Cost: 10 ms. Rejected: k-means, which needs the number of colours; Lab for the ink, where thin
strokes of one colour are far from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonosat.photo import thresholds as t
from nonosat.photo.color_cells import lab_of
from nonosat.photo.found import Rgb
from nonosat.photo.pieces import InkArea, Piece

_AROUND = 2
"""Pixels around a piece that show its background."""

Floats = NDArray[np.float32]


@dataclass(slots=True)
class Coloring:
    """The colours of a puzzle, and which one each piece has.

    ``ink`` and ``behind``: the usual colour of the numbers and behind them, as the picture has it;
    ``by_ink``: numbers are coloured, not their background; ``exact``: their ink is not a mixture;
    ``centers``: of the shades that were found; ``shades``: the colour of each shade, from 1.
    """

    colors: tuple[Rgb, ...] = ((0, 0, 0),)
    background: Rgb = (255, 255, 255)
    ink: Rgb = (0, 0, 0)
    behind: Rgb = (255, 255, 255)
    by_ink: bool = True
    exact: bool = False
    centers: Floats = field(default_factory=lambda: np.zeros((1, 3), dtype=np.float32))
    shades: tuple[int, ...] = (1,)

    def of(self, area: InkArea, pieces: Sequence[Piece]) -> list[tuple[int, float]]:
        """The colours that a number may have, with probabilities, most probable first."""
        if len(self.colors) == 1:
            return [(1, 1.0)]
        ink, behind = _shade_of(area, max(pieces, key=lambda piece: piece.area))
        point = _points(ink[None], behind[None], self.by_ink, self.exact)[0]
        away = np.linalg.norm(self.centers - point, axis=1)
        weights = np.exp(-0.5 * (away**2 - away.min() ** 2) / t.COLOR_ERROR**2) + t.COLOR_ELSE
        weights = np.bincount(np.array(self.shades) - 1, weights, minlength=len(self.colors))
        weights = weights / weights.sum()
        order = [int(number) for number in np.argsort(-weights)[:3]]
        return [
            (number + 1, float(weights[number]))
            for number in order
            if number == order[0] or weights[number] > t.COLOR_SHOWN
        ]

    @property
    def of_one_color(self) -> Coloring:
        """The same numbers, if their colours are no colours of blocks."""
        return Coloring(ink=self.ink, behind=self.behind)

    def merged(self, surplus: Sequence[int]) -> Coloring:
        """The colours after shades are joined that the sums show to be one colour.

        Of two shades of one colour, the rows have as much more of the first as the columns have of
        the second. ``surplus``: for each colour, how much more rows have than columns.
        """
        labs = lab_of(np.array(self.colors, dtype=np.float32))
        pairs = sorted(
            (float(np.linalg.norm(labs[one] - labs[two])), one, two)
            for one, two in combinations(range(len(labs)), 2)
        )
        names = list(range(len(labs)))
        left = list(surplus)
        for away, one, two in pairs:
            gap = max(abs(left[one]), abs(left[two]))
            if away < t.SHADES_ALIKE and gap and abs(left[one] + left[two]) < gap / 2:
                names[two], left[one], left[two] = one, left[one] + left[two], 0
        kept = sorted(set(names))
        return replace(
            self,
            colors=tuple(self.colors[number] for number in kept),
            shades=tuple(kept.index(names[shade - 1]) + 1 for shade in self.shades),
        )


def _shade_of(area: InkArea, piece: Piece) -> tuple[Floats, Floats]:
    """The colour of a piece, and of its background."""
    inside = (
        slice(int(piece.top), int(piece.bottom)),
        slice(int(piece.left), int(piece.right)),
    )
    strength = np.where(area.labels[inside] == piece.labels[0], area.strength[inside], 0).ravel()
    count = max(3, int(t.STRONGEST * np.count_nonzero(strength)))
    strong = np.argpartition(strength, -min(count, len(strength)))[-count:]
    ink = _middle(area.colors[inside].reshape(-1, 3)[strong])
    around = (
        slice(max(0, int(piece.top) - _AROUND), int(piece.bottom) + _AROUND),
        slice(max(0, int(piece.left) - _AROUND), int(piece.right) + _AROUND),
    )
    free = (area.labels[around] == 0) & (area.strength[around] < t.FREE_OF_INK)
    shades = area.colors[around][free] if free.sum() >= 8 else area.behind[inside].reshape(-1, 3)
    return ink, _middle(shades)


def _middle(values: NDArray[Any]) -> Floats:
    """The median of each column; for the few pixels of a piece, faster than numpy's median."""
    half = len(values) // 2
    middle: Floats = np.partition(values, half, axis=0)[half].astype(np.float32)
    return middle


def _points(inks: Floats, behinds: Floats, by_ink: bool, exact: bool) -> Floats:
    """The points to group: backgrounds in Lab, exact ink in Lab, or rays and strengths of ink."""
    if exact or not by_ink:
        return lab_of(inks if by_ink else behinds)
    strengths = np.maximum(np.linalg.norm(inks - behinds, axis=1, keepdims=True), 1)
    points = np.concatenate([_rays(inks, behinds), t.STRENGTH_DISTANCE * np.log(strengths)], axis=1)
    return np.asarray(points, dtype=np.float32)


def _rays(inks: Floats, behinds: Floats) -> Floats:
    """The directions from the background to the ink."""
    away = inks - behinds
    lengths = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1)
    return np.asarray(t.RAY_LENGTH * away / lengths, dtype=np.float32)


def _groups(points: Floats) -> Floats:
    """Centres of groups, commonest first."""
    for near, apart, usual in t.COLOR_SCALES:
        centers = _groups_at(points, near, apart)
        away = np.linalg.norm(points[:, None] - centers[None], axis=2)
        if len(centers) and float(np.quantile(away.min(axis=1), t.MOST_PIECES_NEAR)) < usual:
            break
    return centers


def _is_exact(points: Floats) -> bool:
    """True if nearly all points are equal to others."""
    near, apart, usual = t.COLOR_SCALES[0]
    centers = _groups_at(points, near, apart)
    away = np.linalg.norm(points[:, None] - centers[None], axis=2)
    return bool(len(centers)) and float(np.quantile(away.min(axis=1), t.MOST_PIECES_NEAR)) < usual


def _groups_at(points: Floats, close: float, apart: float) -> Floats:
    sample = points[:: len(points) // 500 + 1]
    least = max(2.0, t.RARE_COLOR * len(sample))
    away = np.linalg.norm(sample[:, None] - sample[None], axis=2)
    support = (away < close).sum(axis=1)
    centers: list[Floats] = []
    for start in np.argsort(-support, kind="stable"):
        if support[start] < least:
            break
        center = sample[start]
        for _ in range(4):
            members = sample[np.linalg.norm(sample - center, axis=1) < close]
            if not len(members):
                break
            center = np.median(members, axis=0).astype(np.float32)
        if all(np.linalg.norm(center - other) >= apart for other in centers):
            centers.append(center)
    return np.array(centers, dtype=np.float32).reshape(-1, points.shape[1])


def _nearest(points: Floats, centers: Floats) -> NDArray[np.intp]:
    away = np.linalg.norm(points[:, None] - centers[None], axis=2)
    return np.asarray(np.argmin(away, axis=1), dtype=np.intp)


def _is_between(color: Floats, one: Floats, other: Floats) -> bool:
    """True if a colour is a mixture of two others."""
    whole = other - one
    share = float((color - one) @ whole / max(1.0, float(whole @ whole)))
    off = float(np.linalg.norm(color - one - share * whole))
    return t.MIXTURE_SHARE < share <= 1.0 and off < t.MIXTURE_OFF


def _without_mixtures(
    centers: Floats, points: Floats, table: Floats, by_ink: bool, page: Floats
) -> Floats:
    """Groups without mixtures.

    JPEG makes rarer ones of the same hue and lightness as another; the edges of cells behind
    numbers are mixed with the page.
    """
    if len(centers) < 2:
        return centers
    away = np.linalg.norm(points[:, None] - centers[None], axis=2)
    clean = float(np.quantile(away.min(axis=1), 0.9)) < t.CLEAN_COLORS
    groups = np.argmin(away, axis=1)
    counts = np.bincount(groups, minlength=len(centers))
    shown = [
        np.median(table[groups == group], axis=0).astype(np.float32)
        if counts[group]
        else np.zeros(3, dtype=np.float32)
        for group in range(len(centers))
    ]
    labs = lab_of(np.array(shown, dtype=np.float32))
    hues = np.arctan2(labs[:, 2], labs[:, 1])
    kept: list[int] = []
    for number in np.argsort(-counts, kind="stable").tolist():
        turn = np.abs(np.angle(np.exp(1j * (hues[kept] - hues[number]))))
        lighter = np.abs(labs[kept, 0] - labs[number, 0])
        alike = (turn < t.SAME_HUE) & (lighter < t.SAME_LIGHTNESS)
        alike &= counts[kept] > t.RARER_SHADE * counts[number]
        if not counts[number] or (alike.any() and not clean):
            continue
        if not by_ink and any(
            counts[other] > t.RARER_MIXTURE * counts[number]
            and _is_between(shown[number], shown[other], page)
            for other in kept
        ):
            continue
        kept.append(number)
    return centers[kept]


def _in_both(
    centers: Floats, points: Floats, lines: Sequence[tuple[InkArea, list[Piece]]]
) -> Floats:
    """The colours that both rows and columns have; others are of titles."""
    across = np.array([area.lines.across for area, pieces in lines for _ in pieces])
    if not len(centers) or across.all() or not across.any():
        return centers
    groups = _nearest(points, centers)
    kept = [
        number
        for number in range(len(centers))
        if (groups[across] == number).any() and (groups[~across] == number).any()
    ]
    return centers[kept]


def _page_of(lines: Sequence[tuple[InkArea, list[Piece]]]) -> Floats:
    """The commonest background."""
    area = max((area for area, _ in lines), key=lambda area: area.behind.size)
    codes = (area.behind[::4, ::4].reshape(-1, 3) >> 3).astype(np.int64)
    counts = np.bincount((codes[:, 0] << 10) + (codes[:, 1] << 5) + codes[:, 2])
    code = int(np.argmax(counts))
    return np.array(
        [(code >> 10) * 8 + 4, (code >> 5 & 31) * 8 + 4, (code & 31) * 8 + 4], np.float32
    )


def _spread(points: Floats) -> float:
    """The distance from the usual point that 4 % of the points exceed."""
    return float(np.quantile(np.linalg.norm(points - _usual(points), axis=1), t.SPREAD_PART))


def _usual(points: Floats) -> Floats:
    """The point with most others around it; the median of two colours would be between both."""
    sample = points[:: len(points) // 300 + 1]
    near = np.linalg.norm(sample[:, None] - sample[None], axis=2) < t.COLOR_SCALES[-1][0]
    usual: Floats = sample[int(np.argmax(near.sum(axis=1)))]
    return usual


def _are_several(hues: Floats, factor: float) -> bool:
    """True if hues belong to several colours: far from each other, or in two places."""
    spread = _spread(hues)
    away = np.linalg.norm(hues - _usual(hues), axis=1)
    between = float(
        ((away > t.BETWEEN_PART * spread) & (away < (1 - t.BETWEEN_PART) * spread)).mean()
    )
    return spread >= t.HUE * factor or (spread >= t.HUE and between < t.BETWEEN)


def _rgb(colors: Floats) -> Rgb:
    red, green, blue = np.median(colors, axis=0)
    return round(float(red)), round(float(green)), round(float(blue))


def _full(colors: Floats, inks: Floats, groups: NDArray[np.intp], behind: Floats) -> Floats:
    """The colours of thin strokes, whose pixels are mixed with the background, as if full.

    Mixtures differ from piece to piece. All strokes are equally thin: the factor for all colours is
    the largest one that keeps them between black and white.
    """
    lengths = np.linalg.norm(inks - behind, axis=1)
    usual = np.array([np.median(lengths[groups == number]) for number in range(len(colors))])
    if float(np.median(np.abs(lengths / usual[groups] - 1))) < t.MIXED:
        return colors
    away = colors - behind
    room = np.where(away > 0, 255 - behind, behind) / np.maximum(np.abs(away), 1)
    return np.asarray(behind + away * max(1.0, float(room.min())), dtype=np.float32)


def coloring(lines: Sequence[tuple[InkArea, list[Piece]]], colored: bool, noisy: bool) -> Coloring:
    """The colours of the numbers of these lines; noise needs clearer differences."""
    shades = [_shade_of(area, piece) for area, pieces in lines for piece in pieces]
    if not shades:
        return Coloring()
    inks, behinds = (np.array(table) for table in zip(*shades, strict=True))
    strengths = np.linalg.norm(inks - behinds, axis=1)
    strong = strengths >= np.quantile(strengths, t.USUAL_STRONG)
    found = Coloring(ink=_rgb(inks[strong]), behind=_rgb(behinds[strong]))
    if not colored or len(shades) < 4:
        return found
    factor = t.NOISY_COLORS if noisy else 1.0
    by_ink = not _are_several(lab_of(behinds)[:, 1:], factor)
    rays = _rays(inks, behinds)
    hues = _spread(lab_of(inks)[:, 1:])
    if by_ink and (_spread(rays) < t.RAYS_APART * factor or hues < t.HUE * factor / 2):
        return found
    found.by_ink = by_ink
    found.exact = by_ink and _is_exact(lab_of(inks))
    points = _points(inks, behinds, by_ink, found.exact)
    table = inks if by_ink else behinds
    page = _page_of(lines)
    centers = _without_mixtures(_groups(points), points, table, by_ink, page)
    centers = _in_both(centers, points, lines)
    if not len(centers):
        return found
    groups = _nearest(points, centers)
    count = int(groups.max()) + 1
    if count < 2:
        return found
    members = [groups == number for number in range(count)]
    found.centers = np.array([np.median(points[mine], axis=0) for mine in members], np.float32)
    # Of mixtures with the background, the strongest are nearest to the colour.
    least = [np.quantile(strengths[mine], t.STRONG_OF_COLOR if by_ink else 0) for mine in members]
    colors = np.array(
        [
            np.median(table[mine & (strengths >= low)], axis=0)
            for mine, low in zip(members, least, strict=True)
        ],
        np.float32,
    )
    if by_ink and not found.exact:
        colors = _full(colors, inks, groups, np.median(behinds, axis=0))
    if by_ink:
        found.background = _rgb(behinds)
    found.colors = tuple(_rgb(color[None]) for color in colors)
    found.shades = tuple(range(1, count + 1))
    return found
