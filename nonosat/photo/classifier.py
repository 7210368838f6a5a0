# SPDX-License-Identifier: MIT
"""The probability of each number from 0 to 99, and of "no number", for patches of ink.

A patch holds a whole number: "12" is one picture with its own class, so digits that touch need no
cutting. The ink of a patch is scaled to the same height on a small canvas, and a convolutional
network of three layers looks at it: numpy alone runs it, a layer at a time, as one product of
matrices for a group of patches. Its weights are trained by ``tests/bench/photo_laboratory.py`` from
pictures of fonts, and lie beside this module. The output of the last layer is softened so that
probabilities are honest for fonts that the training does not see: the search that corrects a
reading needs the truth to keep a share of the probability where the first choice is wrong.

Cost: 0.12 milliseconds a number. Rejected without a comparison: gradients in bins with a plain
network, as a first study had, for numbers to 40; a head for each digit, which has to know where
the digits are; a library for networks, which is larger than everything else that a reading needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nonosat.photo import thresholds as t

CLASSES = 101
"""The numbers 0 to 99, then "no number"."""
NO_NUMBER = 100
CANVAS_HEIGHT, CANVAS_WIDTH = 20, 32
_INK_HEIGHT, _INK_WIDTH = 16, 28
_LARGEST = 128
"""Rows or columns of a patch; larger patches are made smaller first."""
_GROUP = 64
"""Patches at a time; the layers of a group fit into the cache of a processor."""
WEIGHTS = Path(__file__).with_name("number_weights.npz")

SHAPES: dict[str, tuple[int, ...]] = {
    "w1": (5, 5, 1, 12),
    "b1": (12,),
    "w2": (3, 3, 12, 24),
    "b2": (24,),
    "w3": (3, 3, 24, 40),
    "b3": (40,),
    "w4": (1600, 96),
    "b4": (96,),
    "w5": (96, CLASSES),
    "b5": (CLASSES,),
    "softening": (3,),
}
"""The arrays in the file of weights: of three layers that look at neighbours, (rows, columns,
features below, features), of two that see the whole canvas, and the softening."""

Floats = NDArray[np.float32]


def _span(profiles: Floats, darkest: Floats) -> tuple[Floats, Floats]:
    """Where each profile has enough ink: middle and length, in fractions of pixels."""
    inside = profiles >= t.INK_EDGE * darkest[:, None]
    first = inside.argmax(axis=1)
    last = profiles.shape[1] - 1 - inside[:, ::-1].argmax(axis=1)
    around = np.pad(profiles, ((0, 0), (1, 1)))
    each = np.arange(len(profiles))
    # A neighbour with half the ink of the edge is half covered; half of that counts.
    before = around[each, first] / np.maximum(around[each, first + 1], 1e-6)
    after = around[each, last + 2] / np.maximum(around[each, last + 1], 1e-6)
    start, end = first - before / 2, last + 1 + after / 2
    return (start + end) / 2, end - start


def _resampling(size: int, middle: Floats, scale: Floats, cells: int) -> Floats:
    """Matrices that take ``size`` pixels to ``cells``, with a triangle filter; around is paper."""
    small = np.minimum(1, scale)[:, None, None]
    centers = (np.arange(cells, dtype=np.float32) + 0.5 - cells / 2) / scale[:, None]
    centers += middle[:, None]
    pixels = np.arange(size, dtype=np.float32) + np.float32(0.5)
    weights = np.maximum(0, 1 - np.abs(centers[:, :, None] - pixels) * small)
    # The sum of a triangle within the pixels; without it, fine prints get a pattern.
    start = np.floor(centers - 1 / small[:, :, 0] - 0.5) + 0.5
    reach = np.arange(int(2 / small.min()) + 3, dtype=np.float32)
    whole = np.abs(centers[:, :, None] - (start[:, :, None] + reach)) * small
    sums = np.maximum(0, 1 - whole).sum(axis=2)
    matrices: Floats = (weights / sums[:, :, None]).astype(np.float32)
    return matrices


def _bounded(patch: NDArray[np.float32]) -> Floats:
    """The ink of a patch, made smaller if it is larger than is useful."""
    ink = np.asarray(patch, dtype=np.float32)
    if ink.ndim != 2:
        raise ValueError("a patch has rows and columns")
    for _ in range(2):
        step = -(-ink.shape[0] // _LARGEST)
        if step > 1:
            ink = ink[: ink.shape[0] // step * step].reshape(-1, step, ink.shape[1]).mean(axis=1)
        ink = ink.T
    return ink


def canvases(patches: Sequence[NDArray[np.float32]]) -> Floats:
    """The ink of patches on the canvas of the network, with values from 0 to 1."""
    rows = max(1, *(patch.shape[0] for patch in patches), 1)
    columns = max(1, *(patch.shape[1] for patch in patches), 1)
    ink = np.zeros((len(patches), rows, columns), dtype=np.float32)
    for place, patch in zip(ink, patches, strict=True):
        place[: patch.shape[0], : patch.shape[1]] = patch
    ink = np.clip(np.nan_to_num(ink, copy=False), 0, 1, out=ink)
    down, across = ink.max(axis=2), ink.max(axis=1)
    darkest = np.maximum(down.max(axis=1), 1e-6)
    (y, height), (x, width) = _span(down, darkest), _span(across, darkest)
    scale = np.minimum(_INK_HEIGHT / height, _INK_WIDTH / width).astype(np.float32)
    upright = _resampling(rows, y, scale, CANVAS_HEIGHT) / darkest[:, None, None]
    level = _resampling(columns, x, scale, CANVAS_WIDTH)
    seen: Floats = np.clip(upright @ ink @ level.transpose(0, 2, 1), 0, 1)
    return seen


@lru_cache(maxsize=1)
def _weights() -> dict[str, Floats]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def _convolved(maps: Floats, weights: Floats, bias: Floats, stride: int) -> Floats:
    """A layer: maps are (patches, rows, columns, features), weights (side, side, features, new)."""
    side, _, features, new = weights.shape
    around = side // 2
    padded = np.pad(maps, ((0, 0), (around, around), (around, around), (0, 0)))
    flat = padded.reshape(*padded.shape[:2], -1)
    # A row of a window lies in one place of memory, with all its features.
    windows = np.lib.stride_tricks.sliding_window_view(flat, (side, side * features), axis=(1, 2))
    windows = windows[:, ::stride, :: stride * features]
    count, rows, columns = windows.shape[:3]
    flat = windows.reshape(count * rows * columns, -1)
    found = flat @ weights.reshape(-1, new)
    found += bias
    np.maximum(found, 0, out=found)
    return found.reshape(count, rows, columns, new)


def network(canvases: Floats) -> Floats:
    """The output of the last layer (patches, classes) for canvases (patches, rows, columns)."""
    w = _weights()
    maps = _convolved(canvases[..., None], w["w1"], w["b1"], 2)
    maps = _convolved(maps, w["w2"], w["b2"], 1)
    count, rows, columns, features = maps.shape
    maps = maps.reshape(count, rows // 2, 2, columns // 2, 2, features).max(axis=(2, 4))
    maps = _convolved(maps, w["w3"], w["b3"], 1)
    hidden = np.maximum(maps.reshape(count, -1) @ w["w4"] + w["b4"], 0)
    said: Floats = hidden @ w["w5"] + w["b5"]
    return said


def _shares(said: Floats, temperature: float) -> Floats:
    powers = np.exp((said - said.max(axis=1, keepdims=True)) / temperature)
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def softened(said: Floats, softening: Floats) -> Floats:
    """Probabilities from the output of the last layer.

    ``softening`` has two temperatures and the share of the second, which is the higher one.
    """
    low, high, share = (float(value) for value in softening)
    mixed: Floats = (1 - share) * _shares(said, low) + share * _shares(said, high)
    return mixed


def number_probabilities(patches: Sequence[NDArray[np.float32]]) -> Floats:
    """The probability of each class for each patch: (patches, 101), each row with the sum 1.

    A patch is the ink of one whole number, ink near 1 and paper near 0, cropped to its ink with a
    margin of about one pixel, of any size.
    """
    found = np.zeros((len(patches), CLASSES), dtype=np.float32)
    softening = _weights()["softening"]
    inks = [_bounded(patch) for patch in patches]
    order = sorted(range(len(inks)), key=lambda index: inks[index].size)
    for start in range(0, len(order), _GROUP):
        group = order[start : start + _GROUP]
        said = network(canvases([inks[index] for index in group]))
        found[group] = softened(said, softening)
    return found
