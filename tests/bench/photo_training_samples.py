# SPDX-License-Identifier: MIT
"""Pictures of numbers, and of other marks, to train ``nonosat.photo.classifier``.

``samples`` draws numbers in one face, sharp or as a camera sees them, and takes them to the canvas
of the network. Other marks are crosses, discs, dust, lines, letters, parts of digits, numbers that
do not belong together. The test pictures of the reading have a separate generator, which shares
nothing with this module.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from nonosat.photo.classifier import NO_NUMBER, canvases

Floats = NDArray[np.float32]
Rng = np.random.Generator


@lru_cache(maxsize=200)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4)
def _digit_height(path: Path) -> float:
    """The height of digits in a font of 100 pixels."""
    box = _font(path, 100).getbbox("0")
    return max(20.0, box[3] - box[1])


@lru_cache(maxsize=4)
def _digit_width(path: Path) -> float:
    """The distance to the next digit, as a share of the height of digits."""
    return _advance(_font(path, 100), "0") / _digit_height(path)


@lru_cache(maxsize=1000)
def _advance(font: ImageFont.FreeTypeFont, letter: str) -> float:
    return font.getlength(letter)


@lru_cache(maxsize=200)
def _rows(font: ImageFont.FreeTypeFont) -> tuple[int, int]:
    box = font.getbbox("Qj(" + string.digits)
    return int(box[1]), int(box[3])


def _text(path: Path, height: float, text: str, apart: float) -> Floats:
    """The ink of a text with digits of that height; ``apart``: more room between them."""
    font = _font(path, max(4, round(height * 100 / _digit_height(path))))
    room = round(height / 4) + 2
    places, x = [], float(room)
    for letter in text:
        places.append(x)
        x += _advance(font, letter) + apart * height
    top, bottom = _rows(font)
    image = Image.new("L", (int(x) + 2 * room, bottom - top + 2 * room), 0)
    draw = ImageDraw.Draw(image)
    for letter, left in zip(text, places, strict=True):
        draw.text((left, room - top), letter, font=font, fill=255)
    return np.asarray(image, dtype=np.float32) / 255


def _number(rng: Rng, path: Path, height: float) -> tuple[Floats, int]:
    weights = np.concatenate(
        (np.full(10, 3.0), np.full(6, 2.0), np.full(15, 1.3), np.full(69, 0.7))
    )
    weights[0] = 2
    value = int(rng.choice(100, p=weights / weights.sum()))
    loose = 0.22 * np.clip(5 * (0.9 - _digit_width(path)), 0, 1)
    choices = rng.normal(0, 0.02), rng.uniform(-0.12, 0), rng.uniform(0, loose)
    apart = rng.choice(choices, p=(0.65, 0.2, 0.15))
    return _text(path, height, str(value), float(apart)), value


def _blank(height: float, width: float) -> Floats:
    return np.zeros((int(2 * height) + 4, int(width + height) + 4), dtype=np.float32)


def _cross(rng: Rng, path: Path, height: float) -> Floats:
    if rng.random() < 0.25:
        return _text(path, height, str(rng.choice(list("xX+*"))), 0)
    image = _blank(height, height)
    y, x = (side / 2 for side in image.shape)
    half = height / 2 * rng.uniform(0.8, 1.1, 2)
    thick = max(1, round(height * rng.uniform(0.05, 0.25)))
    ends = ((-1, -1), (1, 1)), ((-1, 1), (1, -1))
    for (a, b), (c, d) in ends:
        start = (int((x + a * half[0]) * 16), int((y + b * half[1]) * 16))
        end = (int((x + c * half[0]) * 16), int((y + d * half[1]) * 16))
        cv2.line(image, start, end, 1.0, thick, cv2.LINE_AA, 4)
    return image


def _dot(rng: Rng, path: Path, height: float) -> Floats:
    image = _blank(height, height)
    y, x = (side / 2 for side in image.shape)
    half = height / 2 * rng.uniform(0.7, 1.3, 2)
    if rng.random() < 0.6:
        cv2.ellipse(image, ((x, y), (2 * half[0], 2 * half[1]), rng.uniform(0, 180)), 1.0, -1)
    else:
        image[int(y - half[1]) : int(y + half[1]) + 1, int(x - half[0]) : int(x + half[0]) + 1] = 1
    return image


def _dust(rng: Rng, path: Path, height: float) -> Floats:
    noise = rng.normal(size=(int(height) + 4, int(height * rng.uniform(0.5, 1.5)) + 4))
    noise = cv2.GaussianBlur(noise, (0, 0), height * rng.uniform(0.08, 0.3))
    share = np.quantile(noise, rng.uniform(0.5, 0.9))
    return np.pad((noise > share).astype(np.float32), 3 + int(height / 3))


def _lines(rng: Rng, path: Path, height: float) -> Floats:
    """A piece of a line, or pieces of two lines that meet."""
    image = _blank(height, 3 * height)
    thick = max(1, round(height * rng.uniform(0.05, 0.3)))
    left, top = int(height / 2), int(height / 2)
    which = rng.random()
    if which < 0.75:
        far = left + int(height * rng.uniform(0.5, 3))
        image[top : top + thick, left:far] = 1
    if which > 0.5:
        side = int(rng.integers(left, left + int(height)))
        image[top : top + int(height * rng.uniform(0.4, 1)), side : side + thick] = 1
    return image if rng.random() < 0.7 else np.rot90(image, int(rng.integers(4))).copy()


def _letters(rng: Rng, path: Path, height: float) -> Floats:
    unlike = [x for x in string.ascii_letters + "&?#%=-:;()<>" if x not in "OoDQIlSsZzBbGgqCiJj"]
    count = int(rng.choice((1, 2, 3, 4), p=(0.55, 0.2, 0.15, 0.1)))
    return _text(path, height, "".join(rng.choice(unlike, count)), 0)


def _half(rng: Rng, path: Path, height: float) -> Floats:
    """A part of a digit, or one and a half digits."""
    digit = str(rng.choice(list("02345678969")))
    image = _text(path, height, digit, 0)
    filled = np.flatnonzero(image.max(axis=0) > 0.5)
    if len(filled) < 4:
        return _dot(rng, path, height)
    share = rng.uniform(0.35, 0.65)
    cut = int(filled[0] + share * (filled[-1] - filled[0]))
    if rng.random() < 0.2:
        rows = np.flatnonzero(image.max(axis=1) > 0.5)
        cut = int(rows[0] + share * (rows[-1] - rows[0]))
        return image[:cut] if rng.random() < 0.5 else image[cut:]
    if rng.random() < 0.4:
        other = _text(path, height, str(rng.choice(list("123456789"))) + digit, 0)
        return other[:, : other.shape[1] - (image.shape[1] - cut)]
    return image[:, :cut] if rng.random() < 0.5 else image[:, cut:]


def _several(rng: Rng, path: Path, height: float) -> Floats:
    """Numbers that do not belong together, or one with three digits."""
    first, second = (int(x) for x in rng.integers(1, 20, 2))
    which = rng.random()
    if which < 0.2:
        return _text(path, height, str(rng.integers(100, 999)), 0)
    one, two = _text(path, height, str(first), 0), _text(path, height, str(second), 0)
    upright = which >= 0.4
    one, two = (x if upright else x.T for x in (one, two))
    ends = [np.flatnonzero(x.max(axis=0) > 0.2) for x in (one, two)]
    if not all(len(x) for x in ends):
        return _dot(rng, path, height)
    # Side by side, farther apart than the digits of a number; or one above the other.
    gap = int(height * (0.6 + rng.exponential(0.5) if upright else rng.uniform(0.15, 0.8))) + 1
    higher = max(one.shape[0], two.shape[0])
    parts = one[:, : ends[0][-1] + 1], np.zeros((higher, gap)), two[:, ends[1][0] :]
    padded = [np.pad(x, ((0, higher - len(x)), (0, 0))) for x in parts]
    both = np.concatenate(padded, axis=1).astype(np.float32)
    return both if upright else both.T.copy()


NO_NUMBERS: tuple[tuple[Callable[[Rng, Path, float], Floats], float], ...] = (
    (_cross, 0.16),
    (_dot, 0.1),
    (_dust, 0.08),
    (_lines, 0.16),
    (_letters, 0.2),
    (_half, 0.12),
    (_several, 0.18),
)
NO_NUMBER_SHARE = 0.14


def _remains(rng: Rng, ink: Floats, height: float, cut: bool) -> Floats:
    """The ink with a piece of a line or dust added, or with one side of the number cut off."""
    rows = np.flatnonzero(ink.max(axis=1) > 0.3)
    columns = np.flatnonzero(ink.max(axis=0) > 0.3)
    if not len(rows) or not len(columns):
        return ink
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    if rng.random() < 0.09:
        dark, thick = rng.uniform(0.3, 1), max(1, round(height * rng.uniform(0.03, 0.12)))
        gap = round(height * rng.uniform(0.02, 0.25))
        start = int(rng.uniform(-0.3, 0.6) * height)
        long = int(rng.uniform(0.3, 1.6) * height)
        side = rng.integers(4)
        if side < 2:
            x = left - gap - thick if side == 0 else right + gap
            area = ink[max(0, top + start) : max(0, top + start + long), max(0, x) : x + thick]
        else:
            y = top - gap - thick if side == 2 else bottom + gap
            area = ink[max(0, y) : y + thick, max(0, left + start) : max(0, left + start + long)]
        np.maximum(area, dark, out=area)
    if rng.random() < 0.05:
        for _ in range(int(rng.integers(1, 4))):
            y, x = rng.integers(0, ink.shape[0]), rng.integers(0, ink.shape[1])
            size = max(1, round(height * rng.uniform(0.03, 0.12)))
            ink[y : y + size, x : x + size] = rng.uniform(0.3, 1)
    if cut and rng.random() < 0.06:
        part = rng.uniform(0.02, 0.1) * height
        side = rng.integers(4)
        if side == 0:
            ink[:, : int(left + part)] = 0
        elif side == 1:
            ink[:, int(right - part) :] = 0
        elif side == 2:
            ink[: int(top + part)] = 0
        else:
            ink[int(bottom - part) :] = 0
    return ink


def _seen(rng: Rng, ink: Floats, drawn: float, height: float) -> Floats:
    """Ink drawn ``drawn`` pixels high as a camera or scanner sees it, at ``height`` pixels."""
    if rng.random() < 0.3:
        size = max(1, round(drawn * rng.uniform(0.02, 0.08)))
        block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size + 1, size + 1))
        ink = cv2.dilate(ink, block) if rng.random() < 0.6 else cv2.erode(ink, block)
    scale = height / drawn
    turn, lean = rng.normal(0, 0.03), rng.normal(0, 0.05)
    wide = scale * np.exp(rng.normal(0, 0.07))
    across = np.array([[wide, lean * scale], [turn * scale, scale]])
    across[0, 1] -= turn * scale
    size_to = np.ceil(np.abs(across) @ ink.shape[::-1]).astype(int) + 4
    middle = np.array(ink.shape[::-1]) / 2
    shift = size_to / 2 + rng.uniform(-0.5, 0.5, 2) - across @ middle
    sigma = 0.45 * max(0.0, 1 / scale - 1)
    if sigma > 0.2:  # so that no pixel is skipped
        ink = cv2.GaussianBlur(ink, (0, 0), sigma)
    matrix = np.column_stack((across, shift))
    ink = cv2.warpAffine(ink, matrix, (int(size_to[0]), int(size_to[1])), flags=cv2.INTER_LINEAR)
    strong = rng.random() < 0.15
    blur = height * (rng.uniform(0.05, 0.13) if strong else abs(rng.normal(0, 0.045)))
    if blur > 0.15:
        other = blur * rng.uniform(0.4, 1.6) if rng.random() < 0.3 else blur
        ink = cv2.GaussianBlur(ink, (0, 0), blur, sigmaY=max(0.1, other))
    if rng.random() < 0.25:
        less = rng.uniform(0.5, 0.85)
        small = cv2.resize(ink, None, fx=less, fy=less, interpolation=cv2.INTER_AREA)
        ink = cv2.resize(small, ink.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return ink


def _recorded(rng: Rng, ink: Floats, camera: bool, crop: tuple[slice, slice]) -> Floats:
    """A part of the ink after light, noise, JPEG, and the division by the background."""
    above, before = min(8, crop[0].start), min(8, crop[1].start)
    ink = ink[crop[0].start - above : crop[0].stop + 8, crop[1].start - before : crop[1].stop + 8]
    dark = rng.uniform(0.35, 1) if rng.random() < 0.5 else 1.0
    paper = rng.uniform(90, 255)
    light = paper * (1 - dark * ink)
    if camera or rng.random() < 0.1:
        slope = rng.normal(0, 0.05, 2) / max(ink.shape)
        ys, xs = np.indices(ink.shape, dtype=np.float32)
        light = light * (
            1 + slope[0] * (ys - ink.shape[0] / 2) + slope[1] * (xs - ink.shape[1] / 2)
        )
        light = light + paper * dark * abs(rng.normal(0, 0.045)) * rng.normal(size=ink.shape)
    bytes_of = np.clip(light, 0, 255).astype(np.uint8)
    if rng.random() < (0.6 if camera else 0.15):
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))]
        y, x = rng.integers(0, 8, 2)
        padded = np.pad(bytes_of, ((y, 0), (x, 0)), mode="edge")
        done, stored = cv2.imencode(".jpg", padded, quality)
        assert done
        bytes_of = cv2.imdecode(stored, cv2.IMREAD_GRAYSCALE)[y:, x:]
    found = (1 - bytes_of.astype(np.float32) / paper) / dark
    found = found[
        above : above + crop[0].stop - crop[0].start,
        before : before + crop[1].stop - crop[1].start,
    ]
    found = np.clip(found * rng.uniform(0.75, 1.5) - rng.uniform(0, 0.08), 0, 1)
    return found if rng.random() < 0.7 else found ** rng.uniform(0.7, 1.5)


def _crop(rng: Rng, ink: Floats) -> tuple[slice, slice] | None:
    """Where the ink is, with a margin of about a pixel; ``ink`` is without noise."""
    seen = ink > max(0.1, 0.4 * ink.max())
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if not len(rows):
        return None
    margins = rng.choice(4, 4, p=(0.2, 0.5, 0.2, 0.1))
    top, left = max(0, rows[0] - margins[0]), max(0, columns[0] - margins[1])
    return (
        slice(top, rows[-1] + 1 + margins[2]),
        slice(left, columns[-1] + 1 + margins[3]),
    )


DRAWN = (24.0, 40.0, 64.0)
"""Heights at which digits are drawn before the simulated camera makes them smaller."""


def sample(rng: Rng, path: Path) -> tuple[Floats, int, float]:
    """A patch, its class, and the height of its digits in pixels."""
    while True:
        height = float(np.exp(rng.uniform(np.log(6), np.log(40))))
        camera = rng.random() < 0.6
        drawn = next(x for x in DRAWN if x >= 1.5 * height) if camera else height
        if rng.random() < NO_NUMBER_SHARE:
            kinds, shares = zip(*NO_NUMBERS, strict=True)
            kind = kinds[rng.choice(len(kinds), p=shares)]
            ink, label = kind(rng, path, drawn), NO_NUMBER
        else:
            ink, label = _number(rng, path, drawn)
        ink = np.pad(ink, 2 + int(drawn / 4))
        ink = _remains(rng, ink, drawn, label != NO_NUMBER)
        ink = _seen(rng, ink, drawn, height) if camera else ink
        crop = _crop(rng, ink)
        if crop is not None:
            return _recorded(rng, ink, camera, crop), label, height


Drawn = tuple[NDArray[np.uint8], NDArray[np.int64], Floats]


def samples(rng: Rng, path: Path, count: int) -> Drawn:
    """Canvases in 256 steps, classes, heights of the digits."""
    drawn = [sample(rng, path) for _ in range(count)]
    seen = np.rint(255 * canvases([patch for patch, _, _ in drawn])).astype(np.uint8)
    labels = np.array([label for _, label, _ in drawn])
    return seen, labels, np.array([height for _, _, height in drawn], dtype=np.float32)


def texture(rng: Rng) -> Floats:
    """A table, paper or noise, where all ink is made as dark as numbers."""
    height = float(np.exp(rng.uniform(np.log(5), np.log(40))))
    size = int(height) + 1, int(height * np.exp(rng.uniform(np.log(0.25), np.log(2.2)))) + 2
    noise = rng.normal(size=size)
    if rng.random() < 0.6:
        along, across = rng.uniform(0.3, 1.2, 2)
        if rng.random() < 0.4:  # the grain of wood
            along *= rng.uniform(2, 8)
        noise = cv2.GaussianBlur(noise, (0, 0), across, sigmaY=along)
        noise = noise.T if rng.random() < 0.5 else noise
    noise = (noise - noise.mean()) / max(1e-6, noise.std())
    ink = np.maximum(0, noise - rng.uniform(-0.3, 1.8))
    full = np.quantile(ink[ink > 0], rng.uniform(0.5, 0.95)) if (ink > 0).any() else 1
    ink = np.clip(ink / full, 0, 1).astype(np.float32)
    if rng.random() < 0.3:
        ink = cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.3, 0.8))
    return np.pad(ink, 1) if rng.random() < 0.5 else ink


def textures(rng: Rng, count: int) -> Drawn:
    """As ``samples``, but without numbers; the height is that of the patch."""
    drawn = [texture(rng) for _ in range(count)]
    seen = np.rint(255 * canvases(drawn)).astype(np.uint8)
    heights = np.array([len(patch) for patch in drawn], dtype=np.float32)
    return seen, np.full(count, NO_NUMBER), heights
