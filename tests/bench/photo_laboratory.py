# SPDX-License-Identifier: MIT
"""The laboratory of the reader of pictures: it makes pictures, trains the classifier, and measures.

    python -m tests.bench.photo_laboratory make FOLDER [--kind KIND ...] [--count N] [--seed SEED]
    python -m tests.bench.photo_laboratory train WORK --fonts FOLDER ... [--further|--only-report]
    python -m tests.bench.photo_laboratory measure FOLDER --table own|drawn|real [--log FILE]

``make`` draws printed puzzles in the looks that people meet. A picture depends on its kind, its
seed and the fonts only; ``truth.json`` holds its contents. ``train`` draws numbers, and what is no
number, with the faces in folders and with segment digits, and trains the weights in the package
(with keras and jax, Apache). Relatives stay together: five of seven groups of families train, one
decides how answers are softened, one is for the report. ``measure`` has three tables: *own*,
pictures that nonosat draws and prints, made anew; *drawn*, a folder that ``make`` filled; *real*,
others with a ``truth.json``. A picture is *right* if it is accepted (one solution or several) with
the clues, colours and cells of the truth, *wrong* if it is accepted otherwise, else *refused*.
Pictures in the log are not read again; ``--before`` is the log of another reader.

Rejected: libraries that wear pictures. albumentations (MIT) ended in 2025, and its successor is
AGPL; augraphy (MIT) needs numba and scikit-learn.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import string
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw, ImageFont

import nonosat
from nonosat import EMPTY, UNKNOWN, Grid, Puzzle, make
from nonosat.errors import NonosatError
from nonosat.photo import classifier, outside
from nonosat.photo.classifier import NO_NUMBER, canvases

Rng = np.random.Generator
Rgb = tuple[int, int, int]
Box = tuple[float, float, float, float]
Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Row = dict[str, Any]

_DATA = Path(__file__).resolve().parents[2] / "data"

# ---- faces, and the ink of texts

FAMILIES = {kind: tuple(names.split("|")) for kind, names in {
    "usual": "DejaVu Sans|DejaVu Serif|Liberation Sans|Liberation Serif|Noto Sans|Noto Serif|Lato|"
    "FreeMono|FreeSerif|Comfortaa",
    "console": "Tiny5|Jersey 10|Iceland",
    "refused": "DejaVu|Bitstream Vera|Verana|Hack|Liberation|Arimo|Tinos|Cousine|Nimbus|Free|Noto|"
    "TeX Gyre Heros|TeX Gyre Termes|TeX Gyre Cursor|Droid|Open Sans|Carlito|Courier|STIX|Switzera|"
    "Caliban|Abyssinica|Doulos|Standard Symbols|Arundina|IBM Plex|Lato|Comfortaa|Tiny5|Iceland|"
    "Fira|Jersey|Linux Libertine Initials|Linux Biolinum Keyboard|Ecolier|It wasn't me|Penguin|"
    "femkeklaver|Solide Mirage|Monoisome|Wargames|DSEG14|DSEGWeather",
    "odd": "Atari|Breip|Cupola|El Abogado|Ferrite|Kristi|Lobster|Millimetre|OCR|OpenDyslexicMono|"
    "Rufscript|Steve|TeX Gyre Chorus|Tomson|Z003|unifur",
    "pixels": "Press Start|VT323|Silkscreen|Pixelify|Tiny5|Micro 5|Jersey|DotGothic|creep|Spleen|"
    "Atari|Terminus|Proggy|Unifont|Glass TTY",
}.items()}  # fmt: skip
"""Beginnings of names: fonts that ``make`` draws with; those, their relatives and odd forms, which
do not train; rare in training; of small screens, mostly drawn without grey."""
_RARE_STYLES = ("italic", "oblique", "slant", "thin", "extralight", "extra light")


@dataclass(frozen=True, slots=True)
class Face:
    """A font (without a path: segment digits), with its share among the faces of its family."""

    name: str
    path: str = ""
    weight: float = 1.0

    @property
    def of_pixels(self) -> bool:
        return not self.path or self.name.startswith(FAMILIES["pixels"])


@lru_cache(maxsize=8)
def faces(folder: Path) -> dict[str, list[Face]]:
    """The faces of each family in a folder that have ten digits of one height."""
    found: dict[str, dict[str, Face]] = defaultdict(dict)
    for path in sorted(folder.rglob("*.[otw][tof][fbf]*")):
        try:
            font = ImageFont.truetype(str(path), 40)
            boxes = [font.getbbox(digit) for digit in string.digits]
            forms = {bytes(font.getmask(digit)) for digit in string.digits}
        except (OSError, ValueError):
            continue
        name, style = (font.getname()[0] or path.stem), (font.getname()[1] or "").lower()
        heights = [box[3] - box[1] for box in boxes]
        usual = not any(odd in style for odd in ("outline", "inverted", "stencil"))
        if usual and len(forms) == 10 and min(heights) >= 0.85 * max(heights) > 0:
            weight = 0.3 if any(one in style for one in _RARE_STYLES) else 1.0
            found[name].setdefault(style, Face(name, str(path), weight))
    return {name: list(found[name].values()) for name in sorted(found)}


@lru_cache(maxsize=400)
def _font(path: str, size: int) -> Any:
    built_in = path == "built in"
    return ImageFont.load_default(size) if built_in else ImageFont.truetype(path, size)


@lru_cache(maxsize=64)
def _digit_size(path: str) -> tuple[float, float]:
    """Height of digits, and distance to the next digit, in a font of 100 pixels."""
    box = _font(path, 100).getbbox("0")
    return max(20.0, float(box[3] - box[1])), _font(path, 100).getlength("0")


SEGMENTS = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abcf", "abcdefg",
            "abcdfg")  # fmt: skip
"""Of each digit, as on a pocket calculator: a above, then clockwise, g in the middle."""


def _segment_digit(digit: str, form: int, height: float) -> Floats:
    """A digit of segments; the form, a number, decides about width, strokes and ends."""
    rng = np.random.default_rng(form)
    wide, pen = int(64 * rng.uniform(0.5, 1.0)), int(64 * rng.uniform(0.12, 0.26))
    gap = int(64 * rng.choice((0.0, 0.02, 0.05), p=(0.6, 0.25, 0.15)))
    plain_7, flag, short_6, short_9 = (rng.random(4) < (0.5, 0.5, 0.2, 0.2)).tolist()
    away = {"7": "f" * plain_7, "6": "a" * short_6, "9": "d" * short_9}.get(digit, "")
    image, low, high = np.zeros((64, wide), np.float32), 32 - pen // 2, wide - pen
    for one in set(SEGMENTS[int(digit)]) - set(away):
        if one in "adg":
            top = {"a": 0, "d": 64 - pen, "g": low}[one]
            image[top : top + pen] = 1
        else:
            top, left = 32 * (one in "ec") + gap, high * (one in "bc")
            image[top : top + 32 - 2 * gap, left : left + pen] = 1
    if digit == "1":
        image = image[:, wide - 2 * pen if flag else high :]
        image[:pen] = 1
    size = max(1, round(image.shape[1] * height / 64)), max(2, round(height))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32)


def text_ink(
    face: Face, height: float, text: str, apart: float = 0.0, crisp: bool = False, form: int = 0
) -> Floats:
    """The ink of a text with digits of that height; ``apart``: more room between them."""
    room = round(height / 4) + 2
    if text == "box":  # which some programs show for 0
        whole, pen = max(5, round(0.8 * height)), max(1, round(height / 9))
        inner = np.zeros((whole - 2 * pen,) * 2, np.float32)
        return np.pad(np.pad(inner, pen, constant_values=1), room)
    if not face.path:
        digits = [_segment_digit(digit, form, height) for digit in text if digit.isdecimal()]
        step = np.zeros((len(digits[0]), max(1, round(height * (0.14 + apart)))), np.float32)
        ink = np.concatenate([part for one in digits for part in (one, step)][:-1], axis=1)
        return np.pad((ink > 0.4).astype(np.float32) if crisp else ink, room)
    font = _font(face.path, max(4, round(height * 100 / _digit_size(face.path)[0])))
    places = np.cumsum([room, *(font.getlength(letter) + apart * height for letter in text)])
    _, top, _, bottom = (round(side) for side in font.getbbox("Qj(" + string.digits))
    image = Image.new("L", (int(places[-1]) + 2 * room, bottom - top + 2 * room), 0)
    draw = ImageDraw.Draw(image)
    for letter, left in zip(text, places.tolist(), strict=False):
        draw.text((round(left) if crisp else left, room - top), letter, font=font, fill=255)
    ink = np.asarray(image, dtype=np.float32) / 255
    return (ink > 0.4).astype(np.float32) if crisp else ink


def _box(ink: Floats, least: float) -> tuple[int, int, int, int] | None:
    """Where the ink is: top, bottom, left, right."""
    rows, columns = (np.flatnonzero(ink.max(axis=axis) > least) for axis in (1, 0))
    if not len(rows) or not len(columns):
        return None
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


# ---- make: puzzles and looks

KINDS = ("screen", "color", "partial", "console", "page", "scan", "photo", "small")
_PAPER = ("scan", "photo", "small")
_THEMES = ("ffffff000000325ac8", "fffcf450321eaa3c28", "fafbff183882eb781e", "fcfffc14462ad2503c",
           "1e1f22e8eaee5aa0ff", "222942d6e0ffffb850", "000000f5f5f550dc8c")  # fmt: skip
"""The shades of the board, of ink and of what is highlighted; the last three are dark."""


def _mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    """The first shade with a share of the other."""
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def look(kind: str, longest: int, here: list[Face], rng: Rng) -> SimpleNamespace:
    """A look at random for a kind of picture; ``longest``: the largest number of the puzzle."""
    paper, console, chance, one_of = kind in _PAPER, kind == "console", rng.random, rng.choice
    dark = not paper and kind != "color" and chance() < 0.3
    theme = tuple(bytes.fromhex(_THEMES[int(rng.integers(4, 7) if dark else rng.integers(4))]))
    face, form = here[int(rng.integers(len(here)))], int(rng.integers(1 << 30))
    box = _box(text_ink(face, 40, "8" * len(str(longest)), form=form), 0.5) or (0, 40, 0, 40)
    areas = ["none", "separators", "cells", "tinted", "alternating", "bubbles", "boxes", "strip"]
    area = str(one_of(areas[:1] + areas[3:5] if console else areas[: 5 if paper else 8]))
    width, cells, plates = (box[3] - box[2]) / 40, area == "cells", area in ("bubbles", "boxes")
    size = min(0.6 if console else rng.uniform(0.36, 0.42 if plates else 0.52), 0.86 / width)
    pitch = 0.0 if console else max(float(one_of((1.0, 0.85, 0.0))), 0.9 * plates)
    lead = 0.72 if console else max(size * rng.uniform(1.4, 1.8), 0.85 if plates else 0.55)
    return SimpleNamespace(
        face=face, form=form, crisp=console or (face.of_pixels and chance() < 0.7), area=area,
        plain=theme[:3], black=theme[3:6], accent=theme[6:],
        # In cells: height of digits, steps (0: running text), lines at fives, gap between cells.
        size=size, pitch=1.0 if cells else max(pitch, width * size + 0.18) if pitch else 0.0,
        lead=1.0 if cells else lead, thick=rng.uniform(0.04, 0.12),
        gap=0 if paper or console or chance() < 0.8 else rng.uniform(0.05, 0.12),
        zero=str(one_of(("", "0", "box"), p=(0.2, 0.2, 0.6) if console else (0.45, 0.5, 0.05))),
        finished=str(one_of(("", "pale", "struck", "ticked"))), mark=str(one_of(("x", "·", ""))),
        highlight=not paper and chance() < 0.25, words=chance() < 0.4,
    )  # fmt: skip


def puzzle_of(colored: bool, largest: int, rng: Rng) -> Puzzle:
    """A puzzle: in colours from ``data/``, in black half of them at random."""
    paths = sorted(_DATA.glob("[a-z]*.*")) if colored or rng.random() < 0.5 else []
    for one in (nonosat.load(paths[i]) for i in rng.permutation(len(paths))):
        plain = not one.missing_clues and not one.printed and max(one.width, one.height) <= largest
        if plain and one.goal is not None and (len(one.palette.colors) > 1) == colored:
            return one
    width, height = rng.integers(5, min(largest, 35) + 1, 2).tolist()
    wanted = make.Requirements(width, height, density=0.6, style="smooth", allow_boring=True)
    return next(make.random_puzzles(wanted, count=1, seed=int(rng.integers(1 << 30)))).puzzle


class _Sheet:
    """A puzzle that is being drawn, with ``cell`` pixels to a cell; ``down``: of columns."""

    def __init__(
        self, puzzle: Puzzle, given: Grid, one: SimpleNamespace, cell: int, rng: Rng
    ) -> None:
        self.puzzle, self.given, self.look, self.cell, self.rng = puzzle, given, one, cell, rng
        self.shades = [one.black, *(ImageColor.getrgb(x.rgb) for x in puzzle.palette.colors)]
        self.grey, self.tint = (_mixed(one.plain, one.black, share) for share in (0.4, 0.15))
        self.height = max(5.0 if one.crisp else 6.0, one.size * cell)
        self.edge = round(cell * {"cells": 0, "strip": 0.55}.get(one.area, 0.25))
        self.room = across, down = [
            max(round(max(sum(self.steps(clue, down)) for clue in clues)) + 2 * self.edge, cell)
            for down, clues in ((False, puzzle.rows), (True, puzzle.columns))
        ]
        left, top, right, bottom = rng.integers(cell // 3, 3 * cell, 4).tolist()
        below = 2 * cell * one.words
        self.start = left + across, top + below + down
        self.end = self.start[0] + puzzle.width * cell, self.start[1] + puzzle.height * cell
        whole = self.end[0] + right, self.end[1] + bottom + below
        page = _mixed(one.plain, one.black, float(rng.choice((0, 0.03))))
        self.image = Image.new("RGB", whole, page)
        self.pen = ImageDraw.Draw(self.image)

    def texts(self, clue: Any) -> list[tuple[str, int]]:
        """The numbers of a clue, with their colours."""
        blank = [(self.look.zero, 0)] if self.look.zero else []
        return [(str(block.length), block.color) for block in clue] if clue else blank

    def ink(self, text: str) -> Floats:
        """A number, cropped to its ink."""
        one = self.look
        ink = text_ink(one.face, self.height, text, crisp=one.crisp, form=one.form)
        top, bottom, left, right = _box(ink, 0.2) or (0, 1, 0, 1)
        return ink[top:bottom, left:right]

    def steps(self, clue: Any, down: bool) -> list[float]:
        """The room of each number of a line."""
        one, texts = self.look, [text for text, _ in self.texts(clue)]
        space = max(2.0, (0.34 if one.crisp else 0.75) * self.height) if not one.pitch else 0.0
        rooms = [max(one.pitch * self.cell, self.ink(text).shape[1] + space) for text in texts]
        return [one.lead * self.cell] * len(texts) if down else rooms

    def bar(self, box: Box, shade: Rgb, radius: float = 0) -> None:
        left, top, right, bottom = (round(side) for side in box)
        if right > left and bottom > top:
            self.pen.rounded_rectangle((left, top, right - 1, bottom - 1), radius, shade)

    def line(self, at: float, ends: list[float], down: bool, share: float, shade: Rgb) -> None:
        """A line; its width is a share of a cell."""
        pen = max(1, round(share * self.cell))
        low = at - pen // 2
        box = (low, ends[0], low + pen, ends[1]) if down else (ends[0], low, ends[1], low + pen)
        self.bar(box, shade)

    def area(self, index: int, down: bool, marked: bool) -> None:
        """The background of a clue."""
        one, at, near = self.look, self.start[1 - down] + index * self.cell, self.start[down]
        far, beside = near - self.room[down], [at, at + self.cell]
        if one.area in ("tinted", "cells") or (one.area == "alternating" and index % 2) or marked:
            shade = _mixed(one.plain, one.accent, 0.3) if marked else self.tint
            self.bar((at, far, beside[1], near) if down else (far, at, near, beside[1]), shade)
        if one.area == "strip":
            self.line(near - self.edge // 4, beside, not down, 0.3, one.accent)
        for side in beside if one.area in ("separators", "cells") else ():
            self.line(side, [far, near], down, 0.03, self.grey)
        for step in range(self.room[down] // self.cell + 1 if one.area == "cells" else 0):
            self.line(near - step * self.cell, beside, not down, 0.03, self.grey)

    def clue(self, index: int, down: bool, done: bool) -> None:
        """The numbers of one line."""
        one, half, clues = self.look, 0.38 * self.cell, (self.puzzle.rows, self.puzzle.columns)
        steps, middle = self.steps(clues[down][index], down), (index + 0.5) * self.cell
        at, middle = self.start[down] - self.edge - sum(steps), self.start[1 - down] + middle
        for (text, color), long in zip(self.texts(clues[down][index]), steps, strict=True):
            x, y = (middle, at + long / 2) if down else (at + long / 2, middle)
            at += long
            if one.area in ("bubbles", "boxes"):
                fill, radius = (self.tint, 0.8 * half) if one.area == "bubbles" else (None, 0)
                plate = (x - half, y - half, x + half, y + half)
                self.pen.rounded_rectangle(plate, radius, fill, None if fill else self.grey)
            shade = self.shades[color] if color and len(self.shades) > 2 else one.black
            shade = self.grey if done and one.finished == "pale" else shade
            mask = Image.fromarray(np.rint(255 * self.ink(text)).astype(np.uint8))
            place = round(x - mask.width / 2), round(y - mask.height / 2)
            self.image.paste(shade, place, mask)
            if done and one.finished == "struck":
                self.pen.line((x - half, y + half / 3, x + half, y - half / 3), self.grey, 2)
        if done and one.finished == "ticked":
            x, y = (middle, self.start[1]) if down else (self.start[0], middle)
            self.pen.line([(x - 9, y - 6), (x - 6, y - 3), (x - 1, y - 10)], (40, 160, 60), 2)

    def place(self, row: int, column: int, marked: bool) -> None:
        """A cell, and its mark."""
        one, cell, inset = self.look, self.cell, self.look.gap * self.cell / 2
        x, y = self.start[0] + column * cell, self.start[1] + row * cell
        box = (x + inset, y + inset, x + cell - inset, y + cell - inset)
        if one.gap or marked:
            shade = _mixed(one.plain, one.accent, 0.2) if marked else self.tint
            self.bar(box, shade, 2 * inset)
        value = self.given[row, column]
        if value not in (UNKNOWN, EMPTY):
            self.bar(box, one.black if len(self.shades) == 2 else self.shades[value], 2 * inset)
        elif value == EMPTY:
            middle, font = (x + cell / 2, y + cell / 2), _font("built in", round(0.8 * cell))
            self.pen.text(middle, one.mark, self.grey, font, "mm")

    def drawn(self) -> Pixels:
        """The whole page."""
        one, puzzle, goal, rng = self.look, self.puzzle, self.puzzle.goal, self.rng
        sides = ((puzzle.height, False), (puzzle.width, True))
        chosen = [int(rng.integers(count)) if one.highlight else -1 for count, _ in sides]
        lines = [(index, down) for count, down in sides for index in range(count)]
        for index, down in lines:
            self.area(index, down, index == chosen[down])
        if not one.gap:
            self.bar((*self.start, *self.end), one.plain)
        for row, column in np.ndindex(puzzle.height, puzzle.width):
            self.place(row, column, row == chosen[0] or column == chosen[1])
        for thick in (False, True) if not one.gap else ():
            for index, down in [*lines, *sides]:
                if thick == (index % 5 == 0 or (index, down) in sides):
                    at, ends = self.start[1 - down] + index * self.cell, (self.start, self.end)
                    shade, width = (one.black, one.thick) if thick else (self.grey, 0.03)
                    self.line(at, [end[down] for end in ends], down, width, shade)
        for index, down in lines:
            have, want = (x and (x.column if down else x.row)(index) for x in (self.given, goal))
            done = want and all(b in (a, EMPTY) for a, b in zip(have, want, strict=True))
            self.clue(index, down, bool(done))
        if one.words:  # a title, a counter and buttons
            font, title = _font("built in", self.cell), f"Level {rng.integers(1, 400)}    12:45"
            for text, y in ((title, self.cell), ("Undo  Hint (3)", self.image.height - self.cell)):
                self.pen.text((self.cell, y), text, one.black, font, "lm")
        return np.array(self.image, dtype=np.uint8)


def jpeg(image: Pixels, quality: int, kind: int = cv2.IMREAD_COLOR) -> Pixels:
    """A picture as it comes back from a JPEG file."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(np.asarray(data), kind), dtype=np.uint8)


def scaled(image: Any, factor: float, how: int = cv2.INTER_AREA) -> Any:
    """A picture made larger or smaller."""
    return cv2.resize(image, None, fx=factor, fy=factor, interpolation=how)


def photographed(page: Pixels, scale: float, rng: Rng, *, scan: bool = False) -> Pixels:
    """A page on a table before a camera, or in a scanner; ``scale`` at the middle.

    Each pixel looks up its place on the page, through the homography of a tilted sheet and waves of
    curled paper, which make cells wider here and narrower there.
    """
    height, width = page.shape[:2]
    turn, far = np.eye(3), rng.uniform(1.3, 2.2) * max(width, height)
    for axis, most in enumerate((0, 0, 3) if scan else (15, 15, 4)):
        turn = turn @ cv2.Rodrigues(np.eye(3)[axis] * np.radians(rng.uniform(-most, most)))[0]
    plane = np.column_stack([turn[:, 0], turn[:, 1], [0, 0, far]])
    center = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    to_image = np.diag([far * scale, far * scale, 1.0]) @ plane @ center
    outline = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], dtype=np.float64)
    corners = cv2.perspectiveTransform(outline, to_image)[0]
    room = rng.uniform(0.0, 0.03 if scan else 0.12, 4) * max(width, height) * scale
    low, high = corners.min(axis=0) - room[:2], corners.max(axis=0) + room[2:]
    size = (int(high[1] - low[1]), int(high[0] - low[0]))
    back = np.linalg.inv(np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ to_image)
    ys, xs = np.indices(size, dtype=np.float32)
    u, v, under = (back[i, 0] * xs + back[i, 1] * ys + back[i, 2] for i in range(3))
    u, v = (u / under).astype(np.float32), (v / under).astype(np.float32)
    if not scan and rng.random() < 0.75:
        curl, squeeze = rng.uniform(0.002, 0.02) * height, rng.uniform(0.0, 0.18) / (2 * np.pi)
        waves, phase = rng.uniform(0.8, 2.0) * width, rng.uniform(0, 2 * np.pi, 2)
        v += curl * np.sin(2 * np.pi * u / waves + phase[0])
        u += squeeze * width * np.sin(2 * np.pi * u / width + phase[1])
    page = np.asarray(cv2.GaussianBlur(page, (0, 0), max(0.3, 0.42 / scale)), dtype=np.uint8)
    seen = cv2.remap(page, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    image = np.asarray(seen, dtype=np.float32)
    table = np.full(3, 205.0) if scan else rng.uniform(30, 80, 3)
    beside = (u < 0) | (v < 0) | (u > width) | (v > height)
    grain, light = (cv2.resize(rng.random((n, n)), size[::-1]) for n in (13, 3))
    image[beside] = ((0.7 + 0.5 * grain[:, :, None]) * table)[beside]
    image *= 1 - rng.uniform(0.05, 0.3 if scan else 0.5) * light[:, :, None].astype(np.float32)
    image *= rng.uniform(0.94, 1.06, 3).astype(np.float32)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 1.2)), np.float32)
    image += rng.standard_normal((*size, 1), dtype=np.float32) * np.float32(rng.uniform(2, 8))
    return jpeg(np.clip(np.rint(image), 0, 255).astype(np.uint8), int(rng.integers(60, 94)))


def _letters_above(page: Pixels, one: SimpleNamespace, cell: int, rng: Rng) -> Pixels:
    """The page with a table of letters above the puzzle, another grid."""
    rows, columns = int(rng.integers(2, 7)), min(int(rng.integers(5, 16)), len(page[0]) // cell - 1)
    table = Image.new("RGB", (len(page[0]), (rows + 2) * cell), one.plain)
    pen, font = ImageDraw.Draw(table), _font("built in", cell // 2)
    for row, column in np.ndindex(rows, columns):
        x, y = cell // 2 + column * cell, cell // 2 + row * cell
        pen.rectangle((x, y, x + cell, y + cell), outline=_mixed(one.plain, one.black, 0.4))
        letter = str(rng.choice(list("ABCDEFGHIKLMNOPRSTUVW 123")))
        pen.text((x + cell / 2, y + cell / 2), letter, one.black, font, "mm")
    return np.concatenate([np.array(table, dtype=np.uint8), page])


def picture(kind: str, seed: int, fonts: Iterable[Path] = ()) -> tuple[Pixels, Puzzle, Grid]:
    """A picture, its puzzle and its cells; without fonts with the one that Pillow has in itself."""
    rng = np.random.default_rng([KINDS.index(kind), seed])
    console, paper = kind == "console", kind in _PAPER
    known = {name: some for folder in fonts for name, some in faces(folder).items()}
    names = FAMILIES["console" if console else "usual"]
    here = [face for name in names for face in known.get(name, ()) if face.weight == 1]
    here = [*here, Face("segments")] if console else here or [Face("built in", "built in")]
    puzzle = puzzle_of(kind == "color", {"console": 20, "page": 25}.get(kind, 60), rng)
    longest = max(x.length for clue in (*puzzle.rows, *puzzle.columns) for x in clue or ())
    one, wear = look(kind, longest, here, rng), rng.random()
    given = puzzle.unknown_grid()
    if kind == "partial" and puzzle.goal is not None:  # some rows, and a part of the other cells
        keep = rng.random((puzzle.height, puzzle.width)) < rng.uniform(0.02, 0.3)
        keep[rng.random(puzzle.height) < rng.uniform(0, 0.4)] = True
        cells = np.where(keep, np.array(puzzle.goal, np.uint8), np.uint8(UNKNOWN)).tobytes()
        given = Grid.from_cells(puzzle.height, puzzle.width, cells, puzzle.goal.letters)
    cell = 48 if paper else int(rng.integers(9, 17)) if console else int(rng.integers(20, 37))
    image = _Sheet(puzzle, given, one, cell, rng).drawn()
    if kind == "page":
        image = _letters_above(image, one, cell, rng)
    elif paper:
        digits = rng.uniform(9.5, 20) if kind == "scan" else rng.uniform(10.5, 18)
        image = photographed(image, digits / (one.size * cell), rng, scan=kind == "scan")
        image = jpeg(scaled(image, 0.62), 60) if kind == "small" else image
    elif console and wear < 0.35:
        image = photographed(scaled(image, 6, cv2.INTER_NEAREST), rng.uniform(0.3, 0.6), rng)
    elif console:
        times, whole = rng.uniform(1.2, 2.6), int(rng.integers(1, 4))
        exact = scaled(image, whole, cv2.INTER_NEAREST)
        image = scaled(image, times, cv2.INTER_CUBIC) if wear < 0.6 else exact
    if wear > 0.8 and not paper:
        image = jpeg(image, int(rng.integers(60, 95)))
    return image, puzzle, given


def _rows_of(grid: Grid) -> list[str]:
    """The cells of a grid: ``?`` unknown, ``.`` empty, else the number of the colour."""
    name = {UNKNOWN: "?", EMPTY: "."}
    return ["".join(name.get(x, str(x)) for x in grid.row(y)) for y in range(grid.height)]


def truth_of(file: str, kind: str, puzzle: Puzzle) -> Row:
    """The clues, and the colour of each number."""
    found: Row = {"file": file, "kind": kind}
    for name in ("rows", "columns"):
        clues = [clue or () for clue in getattr(puzzle, name)]
        found[name] = [[block.length for block in clue] for clue in clues]
        found[f"{name}_colors"] = [[block.color for block in clue] for clue in clues]
    return found


def make_pictures(wanted: argparse.Namespace) -> None:
    """Pictures as files, and their truth."""
    wanted.folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for seed, kind in product(range(wanted.seed, wanted.seed + wanted.count), wanted.kind):
        image, puzzle, given = picture(kind, seed, tuple(wanted.fonts))
        rows.append(truth_of(f"{kind}-{seed}.png", kind, puzzle) | {"given": _rows_of(given)})
        cv2.imwrite(str(wanted.folder / rows[-1]["file"]), image[:, :, ::-1])
    (wanted.folder / "truth.json").write_text(json.dumps(rows), encoding="utf-8")


# ---- train: pictures of numbers, and of what is no number

SEED = 20261125
PARTS = {"train": 1.0, "soften": 0.12, "report": 0.12}
NO_NUMBER_SHARE, SEGMENTS_SHARE = 0.19, 0.05
_RELATIVES = {"latin": "cmu", "mplus": "m", "tex": "urw", "c059": "urw", "p052": "urw",
              "z003": "urw"}  # fmt: skip
"""Families whose first words differ, with digits that look the same."""


def divided(folder: Path) -> dict[str, list[Face]]:
    """The faces of each part; groups of relatives stay together."""
    groups: dict[str, list[list[Face]]] = defaultdict(list)
    for name, family in faces(folder).items():
        if not name.startswith(FAMILIES["refused"]):
            word = name.lower().replace("-", " ").split()[0]
            groups[_RELATIVES.get(word, word[:4])].append(family)
    order = sorted(groups)
    random.Random(SEED).shuffle(order)
    parts: dict[str, list[Face]] = {part: [] for part in PARTS}
    for index, group in enumerate(order):
        for family in groups[group]:
            odd = family[0].name.startswith(FAMILIES["odd"])
            part = "train" if odd else {0: "soften", 1: "report"}.get(index % 7, "train")
            share = len(groups[group]) ** -0.5 * (0.3 if odd else 1)
            share /= sum(face.weight for face in family)
            parts[part] += [replace(face, weight=face.weight * share) for face in family]
    return parts


def _number(rng: Rng, face: Face, height: float, crisp: bool) -> tuple[Floats, int]:
    chances = np.repeat((3.0, 2.0, 1.3, 0.7), (10, 6, 15, 69))
    value, form = int(rng.choice(100, p=chances / chances.sum())), int(rng.integers(1 << 30))
    if value == 0 and rng.random() < 0.25:
        return text_ink(face, height * rng.uniform(0.8, 1.2), "box"), 0
    tall, step = _digit_size(face.path) if face.path else (1.0, 1.0)
    loose = 0.22 * float(np.clip(5 * (0.9 - step / tall), 0, 1))
    some = rng.normal(0, 0.02), rng.uniform(-0.12, 0), rng.uniform(0, loose)
    apart = 0.0 if crisp else float(rng.choice(some, p=(0.65, 0.2, 0.15)))
    ink = text_ink(face, height, str(value), apart, crisp, form)
    if rng.random() < 0.03:  # a struck number
        struck, middle, reach = ink.copy(), len(ink) / 2, rng.uniform(0, 0.5) * height
        ends = (1, int(middle + reach)), (ink.shape[1] - 2, int(middle - reach))
        cv2.line(struck, *ends, rng.uniform(0.3, 0.8), max(1, round(height * 0.08)), cv2.LINE_AA)
        ink = np.maximum(ink, struck)
    return ink, value


def _no_number(rng: Rng, face: Face, height: float) -> Floats:
    """A cross, a disc, lines, dust, letters, three digits, a part of a digit, two numbers."""
    image, which = np.zeros((int(2 * height) + 4, int(3 * height) + 4), np.float32), rng.random()
    (y, x), half = (side / 2 for side in image.shape), height / 2 * rng.uniform(0.7, 1.2, 2)
    thick, form = round(height * rng.uniform(0.05, 0.3)) or 1, int(rng.integers(1 << 30))
    if which < 0.14:
        for way in (1, -1):
            ends = [(round(x + a * half[0]), round(y + a * way * half[1])) for a in (-1, 1)]
            cv2.line(image, *ends, 1.0, thick, cv2.LINE_AA)
    elif which < 0.2:
        cv2.ellipse(image, ((x, y), (2 * half[0], 2 * half[1]), rng.uniform(0, 180)), 1.0, -1)
    elif which < 0.32:  # a line, or two that meet; a thick one is a bar
        image[int(y) : int(y) + thick, 2 : int(height * rng.uniform(0.5, 2.5)) + 3] = 1
        if rng.random() < 0.4:
            image[int(y) :, 2 : 2 + thick] = 1
        image = np.rot90(image, int(rng.integers(4))).copy()
    elif which < 0.66:  # dust, the grain of wood; all ink is made as dark as numbers
        noise = rng.normal(size=(int(height) + 4, int(height * rng.uniform(0.3, 2)) + 4))
        along, across = rng.uniform(0.3, 1.2, 2) * rng.choice((0.5, 1, height / 6))
        along *= rng.uniform(2, 8) if rng.random() < 0.3 else 1
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), across, sigmaY=along))
        low, high = np.quantile(noise, sorted(rng.uniform(0.4, 1.0, 2)))
        image = np.clip((noise - low) / max(1e-6, high - low), 0, 1).astype(np.float32)
    elif which < 0.8 and face.path:
        letters = [x for x in string.printable[10:83] if x not in "OoDQIlSsZzBbGgqCiJj"]
        text = "".join(rng.choice(letters, 1 + int(rng.exponential(0.8))))
        image = text_ink(face, height, text)
    elif which < 0.83:
        image = text_ink(face, height, str(rng.integers(100, 999)), form=form)
    elif which < 0.91:  # a part of a digit, or one and a half
        text, more = str(rng.choice(list("02345689"))), rng.random() < 0.4
        image = text_ink(face, height, str(rng.integers(1, 10)) * more + text, form=form)
        _, _, left, right = _box(image, 0.3) or (0, 0, 0, 9)
        cut = int(left + (right - left) * rng.uniform(0.35, 0.65) * (1 + 0.3 * more))
        image = image[:, :cut] if more or rng.random() < 0.5 else image[:, cut:]
    else:  # side by side they are farther apart than the digits of a number
        gap, column = int(height * (0.6 + rng.exponential(0.5))), rng.random() < 0.4
        both = [text_ink(face, height, str(x), form=form) for x in rng.integers(1, 20, 2)]
        wide = max(x.shape[1] for x in both)
        if column:
            both = [np.pad(x, ((0, 0), (0, wide - x.shape[1]))) for x in both]
        room = np.zeros((0, wide) if column else (len(both[0]), gap), np.float32)
        image = np.concatenate((both[0], room, both[1]), axis=0 if column else 1)
    return image


def _remains(rng: Rng, ink: Floats, height: float, cut: bool) -> None:
    """Adds a piece of a line to the ink, or cuts one side of the number off."""
    ink = np.rot90(ink, int(rng.integers(4)))  # a random side becomes the left one
    top, _, left, _ = _box(ink, 0.3) or (0, 1, 0, 1)
    if rng.random() < 0.09:
        low, long = max(0, top + int(rng.uniform(-0.3, 0.6) * height)), rng.uniform(0.3, 1.6)
        thick, gap = (round(height * x) for x in rng.uniform(0.03, (0.12, 0.25)))
        at = max(0, left - gap - 1 - thick)
        area = ink[low : low + int(long * height), at : at + max(1, thick)]
        np.maximum(area, rng.uniform(0.3, 1), out=area)
    if cut and rng.random() < 0.06:
        ink[:, : int(left + rng.uniform(0.02, 0.1) * height)] = 0


def _seen(rng: Rng, ink: Floats, drawn: float, height: float) -> Floats:
    """Ink that is ``drawn`` pixels high as a camera or scanner sees it, at ``height`` pixels."""
    if rng.random() < 0.3:
        size = 1 + max(1, round(drawn * rng.uniform(0.02, 0.08)))
        block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        ink = np.asarray((cv2.dilate if rng.random() < 0.6 else cv2.erode)(ink, block))
    scale, wide = height / drawn, height / drawn * np.exp(rng.normal(0, 0.07))
    turn, lean = rng.normal(0, 0.03), rng.normal(0, 0.05)
    across = np.array([[wide, (lean - turn) * scale], [turn * scale, scale]])
    size_to = np.ceil(np.abs(across) @ ink.shape[::-1]).astype(int) + 4
    shift = size_to / 2 + rng.uniform(-0.5, 0.5, 2) - across @ (np.array(ink.shape[::-1]) / 2)
    sigma = 0.45 * max(0.0, 1 / scale - 1)
    ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), sigma)) if sigma > 0.2 else ink
    matrix = np.column_stack((across, shift))
    ink = np.asarray(cv2.warpAffine(ink, matrix, size_to.tolist(), flags=cv2.INTER_LINEAR))
    blur = height * (rng.uniform(0.05, 0.13) if rng.random() < 0.15 else abs(rng.normal(0, 0.045)))
    ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), blur)) if blur > 0.15 else ink
    return ink.astype(np.float32)


def _recorded(rng: Rng, ink: Floats, camera: bool) -> Floats:
    """The ink after light, noise, JPEG, and the division by the background."""
    dark, paper = rng.uniform(0.35, 1) if rng.random() < 0.5 else 1.0, rng.uniform(90, 255)
    light = paper * (1 - dark * ink)
    if camera or rng.random() < 0.1:
        ys, xs = np.indices(ink.shape) / max(ink.shape) - 0.5
        light = light * (1 + rng.normal(0, 0.05) * ys + rng.normal(0, 0.05) * xs)
        light = light + paper * dark * abs(rng.normal(0, 0.045)) * rng.normal(size=ink.shape)
    seen = np.clip(light, 0, 255).astype(np.uint8)
    if rng.random() < (0.6 if camera else 0.15):
        y, x = rng.integers(0, 8, 2)
        padded = np.pad(seen, ((y, 0), (x, 0)), mode="edge")
        seen = jpeg(padded, int(rng.integers(35, 95)), cv2.IMREAD_GRAYSCALE)[y:, x:]
    found = (1 - seen.astype(np.float32) / paper) / dark
    found = np.clip(found * rng.uniform(0.75, 1.5) - rng.uniform(0, 0.08), 0, 1)
    return found if rng.random() < 0.7 else found ** rng.uniform(0.7, 1.5)


def sample(rng: Rng, face: Face) -> tuple[Floats, int, float]:
    """A patch, its class, and the height of its digits in pixels."""
    while True:
        height = float(np.exp(rng.uniform(np.log(5), np.log(40))))
        camera, crisp = rng.random() < 0.6, rng.random() < (0.7 if face.of_pixels else 0.04)
        drawn = next(x for x in (24.0, 40.0, 64.0) if x >= 1.5 * height) if camera else height
        if crisp:  # a small screen, shown larger
            drawn = float(rng.integers(5, 13))
            height = max(height, drawn)
        if rng.random() < NO_NUMBER_SHARE:
            ink, label = _no_number(rng, face, drawn), NO_NUMBER
        else:
            ink, label = _number(rng, face, drawn, crisp)
        ink = np.pad(ink, 2 + int(drawn / 4))
        _remains(rng, ink, drawn, label != NO_NUMBER)
        if crisp:
            times = 5 if camera else max(1, round(height / drawn))
            how = cv2.INTER_CUBIC if rng.random() < 0.25 else cv2.INTER_NEAREST
            ink, drawn = np.clip(scaled(ink, times, how), 0, 1), drawn * times
        ink = _seen(rng, ink, drawn, height) if camera else ink
        box = _box(ink, max(0.1, 0.4 * float(ink.max())))
        if box is not None:  # with a margin of about a pixel
            margin = rng.choice(4, 4, p=(0.2, 0.5, 0.2, 0.1))
            top, bottom, left, right = np.maximum(0, np.array(box) + margin * (-1, 1, -1, 1))
            y, x = max(0, top - 8), max(0, left - 8)
            seen = _recorded(rng, ink[y : bottom + 8, x : right + 8], camera)
            return seen[top - y : bottom - y, left - x : right - x], label, height


def draw_numbers(fonts: list[Path], work: Path, count: int) -> None:
    """The pictures of each part, as files in ``work``."""
    seeds = iter(range(1, 100_000))
    for part, share in PARTS.items():
        chosen = [face for folder in fonts for face in divided(folder)[part]]
        weight = sum(face.weight for face in chosen)
        drawn: list[tuple[Floats, int, float]] = []
        for face in (*chosen, Face("segments", weight=SEGMENTS_SHARE * weight)):
            rng = np.random.default_rng([SEED, next(seeds)])
            some = 1 + round(count * share * face.weight / weight)
            drawn += [sample(rng, face) for _ in range(some)]
        inks = [[patch for patch, _, _ in drawn[i : i + 64]] for i in range(0, len(drawn), 64)]
        seen = np.rint(255 * np.concatenate([canvases(some) for some in inks])).astype(np.uint8)
        labels, heights = np.array([x for _, x, _ in drawn]), np.array([x for _, _, x in drawn])
        np.savez(work / f"{part}.npz", canvases=seen, labels=labels, heights=heights)
        print(f"{part}: {len(labels)} pictures, {len(chosen)} faces", flush=True)


def train(seen: Pixels, labels: NDArray[Any], rounds: int, further: bool) -> dict[str, Floats]:
    """The weights."""
    import keras
    from keras import layers as of

    keras.utils.set_random_seed(SEED)
    relu: dict[str, Any] = {"activation": "relu"}
    sizes = [classifier.SHAPES[f"b{number}"][0] for number in range(1, 6)]
    model = keras.Sequential([
        keras.Input((*seen.shape[1:], 1)), of.Rescaling(1 / 255), of.ZeroPadding2D(2),
        of.Conv2D(sizes[0], 5, 2, **relu), of.Conv2D(sizes[1], 3, padding="same", **relu),
        of.MaxPooling2D(), of.Conv2D(sizes[2], 3, padding="same", **relu), of.Flatten(),
        of.Dropout(0.15), of.Dense(sizes[3], **relu), of.Dense(sizes[4]),
    ])  # fmt: skip
    names = [name for name in classifier.SHAPES if name != "softening"]
    if further:
        with np.load(classifier.WEIGHTS) as stored:
            model.set_weights([stored[name].astype(np.float32) for name in names])
    steps, highest = rounds * len(labels) // 256, 1e-3 if further else 3e-3
    rate = keras.optimizers.schedules.CosineDecay(
        0.0, steps, alpha=0.003, warmup_target=highest, warmup_steps=steps // 20
    )
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(keras.optimizers.AdamW(rate, 1e-4), loss)
    model.fit(seen[..., None], labels, 256, rounds, verbose=2)
    return dict(zip(names, model.get_weights(), strict=True))


def soften(said: Floats, labels: NDArray[Any]) -> Floats:
    """The two temperatures, and the share of the second, that make the truth most probable."""
    each = np.arange(len(labels))
    shares = (0.0, 0.003, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3)
    tries = product(np.arange(0.8, 2.6, 0.1), (2.6, 3.0, 4.0, 6.0, 9.0), shares)
    return min(
        (np.array(one, np.float32) for one in tries),
        key=lambda x: -np.log(classifier.softened(said, x)[each, labels] + 1e-12).mean(),
    )


def train_classifier(wanted: argparse.Namespace) -> None:
    """Draws what is not drawn yet, trains, and reports."""
    wanted.folder.mkdir(parents=True, exist_ok=True)
    if not (wanted.folder / "report.npz").exists():
        draw_numbers(wanted.fonts, wanted.folder, max(1000, wanted.count))
    parts = {part: dict(np.load(wanted.folder / f"{part}.npz")) for part in PARTS}

    def said(part: str) -> Floats:
        seen = np.array_split(np.float32(parts[part]["canvases"]) / 255, 100)
        return np.concatenate([classifier.network(group) for group in seen])

    if not wanted.only_report:
        some, soft = parts["train"], parts["soften"]["labels"]
        found = train(some["canvases"], some["labels"], wanted.rounds, wanted.further)
        stored: Any = {name: value.astype(np.float16) for name, value in found.items()}
        np.savez_compressed(classifier.WEIGHTS, **stored)
        stored["softening"] = soften(said("soften"), soft).astype(np.float16)
        np.savez_compressed(classifier.WEIGHTS, **stored)
    softening = np.load(classifier.WEIGHTS)["softening"].astype(np.float32)
    labels, heights = parts["report"]["labels"], parts["report"]["heights"]
    shares = classifier.softened(said("report"), softening)
    right, sure = shares.argmax(axis=1) == labels, shares.max(axis=1)
    named = {"all": labels >= 0, "no number": labels == NO_NUMBER, "0": labels == 0}
    for low, high in pairwise((5, 6, 8, 10, 13, 18, 26, 41)):
        named[f"{low} to {high} pixels"] = (heights >= low) & (heights < high)
    for name, some in named.items():
        print(f"| {name} | {some.sum()} | {right[some].mean():.2%} | {sure[some].mean():.2%} |")


# ---- measure


def own_pictures(folder: Path) -> None:
    """Pictures that nonosat draws and prints, and their truth, in a folder."""
    from nonosat.draw import png, sheets

    folder.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    for name in ("heart", "cat", "fox", "anchor", "parrot", "telescope", "steam-train", "swan"):
        puzzle = nonosat.load(next(_DATA.glob(f"{name}.*")))
        files = {f"{name}.pdf": bytes(sheets([puzzle]))}
        for theme, cell in (("light", 18), ("dark", 24), ("print", 32), ("contrast", 28)):
            files[f"{name}-{theme}.png"] = bytes(png(puzzle, cell_size=cell, theme=theme))
        for file, data in files.items():
            (folder / file).write_bytes(data)
            rows.append(truth_of(file, "sheet" if file.endswith("pdf") else "drawing", puzzle))
    (folder / "truth.json").write_text(json.dumps(rows), encoding="utf-8")


def read(path: Path) -> Row:
    """What the reader says of a picture, in this process, with the processor time."""
    begun, found = time.process_time(), dict[str, Any](file=path.name, status="refused")
    try:
        with mock.patch.object(outside, "can_start", return_value=False):
            reading = nonosat.photo.read_picture(path, time_limit=600)
        found |= {"status": reading.status.value, "reason": reading.doubt}
        for side in ("rows", "columns") if reading.puzzle is not None else ():
            colors = reading.palette.colors
            found[side] = [
                None if clue is None else [[x.length, colors[x.color - 1].rgb] for x in clue]
                for clue in getattr(reading.puzzle, side)
            ]
            found[f"read_{side}"] = [[x.read for x in y.numbers] for y in getattr(reading, side)]
        found["given"] = None if reading.given is None else _rows_of(reading.given)
    except NonosatError as exc:
        found["reason"] = str(exc)
    return found | {"seconds": round(time.process_time() - begun, 3)}


def _same(found: Row, truth: Row) -> bool:
    """The clues are those of the truth, and colours match one to one."""
    pairs: set[tuple[str, int]] = set()
    for side in ("rows", "columns"):
        if [x and [n for n, _ in x] for x in found.get(side, ())] != truth.get(side):
            return False
        colors = truth.get(f"{side}_colors") or [[1] * len(clue) for clue in truth[side]]
        for clue, other in zip(found[side], colors, strict=True):
            pairs |= {(shade, color) for (_, shade), color in zip(clue, other, strict=True)}
    return len({shade for shade, _ in pairs}) == len({color for _, color in pairs}) == len(pairs)


def judged(found: Row, truth: Row) -> Row:
    """A record with the verdict, and the single numbers that were misread."""
    same = _same(found, truth)
    same = same and (found["status"], truth.get("solutions")) != ("unique", "several")
    if same and found.get("given") and "given" in truth:
        cells = zip("".join(found["given"]), "".join(truth["given"]), strict=True)
        same = all(a == "?" or (b != "?" and (a == ".") == (b == ".")) for a, b in cells)
    count = [0, 0]  # numbers, and those that were read
    for side in ("rows", "columns"):
        clues, lines = truth.get(side) or [], found.get(f"read_{side}", [])
        for clue, line in zip(clues, lines, strict=False) if len(lines) == len(clues) else ():
            blocks = SequenceMatcher(None, clue, line, False).get_matching_blocks()
            count = [count[0] + len(clue), count[1] + sum(block.size for block in blocks)]
    accepted = found["status"] in ("unique", "several")
    verdict = ("right" if same else "wrong") if accepted else "refused"
    return {**found, "kind": truth["kind"], "verdict": verdict, "near": same and not accepted,
            "numbers": count[0], "read": count[1]}  # fmt: skip


def table(records: list[Row]) -> Iterator[str]:
    """The table of the kinds."""
    yield "| kind | pictures | right | refused (first right) | wrong | numbers right | s | most |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for kind in (*dict.fromkeys(one["kind"] for one in records), "all"):
        some = [one for one in records if kind in (one["kind"], "all")]
        count, seconds = Counter(one["verdict"] for one in some), [one["seconds"] for one in some]
        numbers, well, near = (sum(x[y] for x in some) for y in ("numbers", "read", "near"))
        share = f"{well / numbers:.2%} of {numbers:,}" if numbers else "-"
        verdicts = f"{count['right']} | {count['refused']} ({near}) | {count['wrong']}"
        median, most = statistics.median(seconds), max(seconds)
        yield f"| {kind} | {len(some)} | {verdicts} | {share} | {median:.2f} | {most:.2f} |"


def measure(wanted: argparse.Namespace) -> None:
    """Reads what is not in the log, and prints the table and what differs from another reader."""
    cv2.setNumThreads(1)
    if wanted.table == "own":
        own_pictures(wanted.folder)
    rows = json.loads((wanted.folder / "truth.json").read_text())[:: wanted.every]
    truth = {one["file"]: one for one in rows}

    def logged(path: Path | None) -> dict[str, Row]:
        lines = path.read_text().splitlines() if path is not None and path.exists() else []
        return {one["file"]: one for one in map(json.loads, lines) if one["file"] in truth}

    found, before = logged(wanted.log), logged(wanted.before)
    for name in (name for name in truth if name not in found):
        found[name] = read(wanted.folder / name)
        if wanted.log is not None:
            with wanted.log.open("a") as log:
                log.write(json.dumps(found[name]) + "\n")
    records = [judged(one, truth[name]) for name, one in found.items()]
    print(*table(records), "", sep="\n")
    for one in records:
        name, verdict = one["file"], one["verdict"]
        old = judged(before[name], truth[name])["verdict"] if name in before else verdict
        if (old, verdict) != ("right", "right"):
            print(f"{old} -> {verdict}: {name}: {one['status']}, {one.get('reason')}")
    times = [one["seconds"] / before[x]["seconds"] for x, one in found.items() if x in before]
    print("processor time, times that of before:", statistics.median(times) if times else "-")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="makes pictures, trains the classifier, measures")
    commands = {"make": make_pictures, "train": train_classifier, "measure": measure}
    parser.add_argument("command", choices=commands)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kind", nargs="*", choices=KINDS, default=KINDS)
    parser.add_argument("--fonts", type=Path, nargs="*", default=[Path("/usr/share/fonts")])
    for name, usual in (("seed", 0), ("count", 10), ("rounds", 8), ("every", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--further", action="store_true", help="train from the weights as they are")
    parser.add_argument("--only-report", action="store_true", help="do not train")
    parser.add_argument("--log", type=Path)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--table", choices=("own", "drawn", "real"), default="drawn")
    wanted = parser.parse_args()
    commands[wanted.command](wanted)


if __name__ == "__main__":
    main()
