# SPDX-License-Identifier: MIT
"""Ink on coloured cells, in clean pictures: numbers of any colour on cells of any colour.

Every pixel gets one of the common colours of the picture. The colour behind a number is the
commonest in the cell's width around it, counted inside its own row or column only, since the next
line may have another colour; a number covers less than half of its cell. Ink is the distance from
that colour. Near the border between two numbers the nearer of both colours counts.

Source: own study. Cost: 40 ms for each million pixels. Rejected: filters for thin strokes, as in
``ink``, since around numbers there is less room than strokes are wide, and next to a light cell a
light number on a dark one looks like a gap between both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.photo import thresholds as t

Pixels = NDArray[np.uint8]
Values = NDArray[np.float32]

_MOST_COMMON = 24
"""The number of common colours, at most."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The places of the lines of a side in its rectangle, in pixels of the straight picture.

    ``first``: the pixel where they begin; ``cell``: pixels of each; ``across``: they are rows;
    ``inside``: how many pixels belong to the puzzle's cells, which are ``last`` or first.
    """

    first: int
    count: int
    cell: int
    across: bool
    inside: int
    last: bool

    def strips(self, values: NDArray[Any], reach: int | None = None) -> NDArray[Any]:
        """The part of the lines that is outside of the puzzle's cells.

        ``reach``: at most at this distance from the cells, in pixels.
        """
        turned = values if self.across else values.swapaxes(0, 1)
        turned = turned[self.first : self.first + self.count * self.cell]
        if self.last:
            turned = turned[:, : turned.shape[1] - self.inside]
            turned = turned if reach is None else turned[:, -reach:]
        else:
            turned = turned[:, self.inside :]
            turned = turned if reach is None else turned[:, :reach]
        return turned if self.across else turned.swapaxes(0, 1)


def lab_of(colors: Values) -> Values:
    """Colours (n, 3) of 0 to 255 in Lab: lightness 0 to 100, hues about 0."""
    pixels = (np.asarray(colors, dtype=np.float32) / 255)[None]
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB)[0], dtype=np.float32)


def _palette(image: Pixels) -> tuple[Values, NDArray[np.uint8]]:
    """The common colours, and for each pixel which of them is the nearest."""
    codes = (image >> 4).astype(np.int32)
    flat = (codes[:, :, 0] << 8) + (codes[:, :, 1] << 4) + codes[:, :, 2]
    counts = np.bincount(flat.ravel(), minlength=4096)
    cube = np.stack(np.unravel_index(np.arange(4096), (16, 16, 16)), axis=1) * 16 + 8
    lab = lab_of(cube.astype(np.float32))
    chosen: list[int] = []
    for code in np.argsort(-counts, kind="stable")[:400].tolist():
        if len(chosen) == _MOST_COMMON or (
            chosen and counts[code] < t.COMMON_COLOR * flat.size / 4
        ):
            break
        if all(np.linalg.norm(lab[code] - lab[other]) > t.SAME_COLOR for other in chosen):
            chosen.append(code)
    nearest = np.argmin(np.linalg.norm(lab[:, None] - lab[chosen][None], axis=2), axis=1)
    labels = nearest.astype(np.uint8)[flat]
    colors = np.zeros((len(chosen), 3), dtype=np.float32)
    total = np.maximum(1, np.bincount(labels.ravel(), minlength=len(chosen)))
    for channel in range(3):
        sums = np.bincount(
            labels.ravel(), weights=image[:, :, channel].ravel(), minlength=len(chosen)
        )
        colors[:, channel] = sums / total
    return colors, labels


def _shares(strips: NDArray[np.uint8], count: int, window: float) -> Values:
    """The share of each colour around each place along each strip: (colours, strips, places)."""
    size = 2 * round((window - 1) / 2) + 1
    return np.stack(
        [
            cv2.blur((strips == number).mean(axis=1, dtype=np.float32), (size, 1))
            for number in range(count)
        ]
    ).astype(np.float32)


def _between(ink: Values, lines: Lines) -> NDArray[np.bool_]:
    """The ink between colour cells, in strips (strips, their pixels, places along them).

    Between cells, ink reaches from side to side of a strip. Other ink that is connected with a side
    is the corner of a cell, not a number.
    """
    edge = max(1, round(t.CELL_EDGE * lines.cell))
    inner = ink[:, 2 * edge : lines.cell - 2 * edge] > t.GAP_INK
    found = np.repeat((inner.mean(axis=1) > t.GAP_FULL)[:, None], lines.cell, axis=1)
    mask = (ink > t.GAP_INK) & ~found
    at = mask.shape[2] - lines.inside if lines.last else lines.inside
    mask[:, :, max(0, at - edge) : at + edge] = False  # the outline of the puzzle's cells
    flat = mask.reshape(-1, mask.shape[2]).astype(np.uint8)
    _, labels = cv2.connectedComponents(flat, connectivity=8)
    rows = labels.reshape(mask.shape)
    reaching = np.unique(np.concatenate([rows[:, :2].ravel(), rows[:, -2:].ravel()]))
    found |= np.isin(rows, reaching[reaching > 0])
    wider = cv2.dilate(found.reshape(flat.shape).astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.asarray(wider.reshape(mask.shape) > 0)


def ink_on_colors(image: Pixels, lines: Lines) -> tuple[Values, Pixels]:
    """The distance of each pixel from the colour behind it, 0 to 255, and that colour."""
    picture = image if lines.across else image.transpose(1, 0, 2)
    begin, end = lines.first, lines.first + lines.count * lines.cell
    inside = np.ascontiguousarray(picture[begin:end])
    ink = np.zeros(picture.shape[:2], dtype=np.float32)
    behind = np.ascontiguousarray(picture).copy()
    colors, labels = _palette(inside)
    edge = max(1, round(t.CELL_EDGE * lines.cell))
    strips = labels.reshape(lines.count, lines.cell, -1)[:, edge:-edge]
    # The colour behind numbers goes on up to the puzzle's cells, which do not count.
    length = strips.shape[2] - lines.inside
    outside = slice(0, length) if lines.last else slice(lines.inside, None)
    room = (0, lines.inside) if lines.last else (lines.inside, 0)
    # Above and below numbers there is no ink, so these pixels count more than others.
    band = max(1, round(t.CELL_BAND * lines.cell))
    edges = np.concatenate([strips[:, :band], strips[:, -band:]], axis=1)
    shares = np.pad(
        _shares(strips[:, :, outside], len(colors), t.COLOR_WINDOW * lines.cell)
        + t.BAND_WEIGHT * _shares(edges[:, :, outside], len(colors), t.COLOR_WINDOW * lines.cell),
        ((0, 0), (0, 0), room),
        mode="edge",
    )
    chosen = colors[np.argmax(shares, axis=0)]
    # Beside numbers the border between two cells is sharp.
    beside = _shares(edges, len(colors), 3)
    sharp = np.where(
        beside.max(axis=0)[:, :, None] > t.SHARP_BORDER, colors[np.argmax(beside, axis=0)], chosen
    )
    cells = inside.reshape(lines.count, lines.cell, -1, 3).astype(np.float32)
    shift = max(1, round(t.COLOR_SHIFT * lines.cell))
    least = np.abs(cells - sharp[:, None]).max(axis=3)
    for step in (-shift, 0, shift):
        moved = np.roll(chosen, step, axis=1)
        np.minimum(least, np.abs(cells - moved[:, None]).max(axis=3), out=least)
    common = np.bincount(np.argmax(shares, axis=0)[:, outside].ravel(), minlength=len(colors))
    if np.count_nonzero(common > t.COLORS_BEHIND * common.sum()) >= 3:
        least[_between(least, lines)] = 0
    ink[begin:end] = least.reshape(-1, least.shape[2])
    behind[begin:end] = np.repeat(np.rint(chosen), lines.cell, axis=0).astype(np.uint8)
    if not lines.across:
        ink, behind = ink.T, behind.transpose(1, 0, 2)
    return np.ascontiguousarray(ink), np.ascontiguousarray(behind)
