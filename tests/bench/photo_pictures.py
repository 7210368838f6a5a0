# SPDX-License-Identifier: MIT
"""Pictures of printed puzzles with known truth, to measure the reader of pictures.

    python -m tests.bench.photo_pictures --kind screen --count 20 --seed 7 OUT

Each picture depends on its kind and seed only. Half of the puzzles come from ``data/``, half are
random; almost all have one solution. ``photo_looks`` chooses a look, ``photo_sheets`` draws it and
``photo_wear`` wears it. Other code, with other fonts, makes the pictures that train the classifier
(``photo_training``).

    screen   cell of 18 to 34 pixels (small puzzles to 60), crisp
    scan     3 degrees, blur, noise, uneven light, JPEG 60
    photo    tilted by 15 degrees in both axes, 4 degrees, curl, shade, blur, noise, dark table
    small    the photo at .62 of its size, digits of 6 to 11 pixels, JPEG 60 again
    color    screenshots of colour puzzles
    partial  screenshots of partly filled puzzles
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

import nonosat
from nonosat import EMPTY, UNKNOWN, Grid, Palette, Puzzle, Verdict, make
from tests.bench.photo_looks import Look, digit_height, look
from tests.bench.photo_sheets import contrast, shades, sheet
from tests.bench.photo_wear import jpeg, photographed, scanned, shrunk

KINDS = ("screen", "scan", "photo", "small", "color", "partial")
_ROOT = Path(__file__).resolve().parents[2]
_SEVERAL = ("many-ways-starry-night.non", "two-ways-steam.non")
_LARGEST = 60
_SHADES = (
    "#d02828", "#2058c8", "#209038", "#8030a8", "#805028", "#e0481c", "#d02890", "#1888a0",
    "#f0b818", "#e87818", "#30a8c0", "#e870a8", "#808890", "#70c050",
)  # fmt: skip
_STRONG = 8
"""The number of shades, the first ones, that can be read as numbers on white."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture and its contents."""

    kind: str
    seed: int
    image: NDArray[np.uint8]
    """RGB, (height, width, 3)."""
    puzzle: Puzzle
    """The truth."""
    unique: bool
    """The puzzle has one solution."""
    given: Grid | None
    """The cells that are marked in the picture."""
    quad: NDArray[np.float64]
    """Corners of the cells in pixels of the picture, clockwise from the upper left: edges of pixels
    are whole numbers."""
    about: dict[str, Any]
    """The drawn look: font, theme, sizes."""


@lru_cache(maxsize=2)
def _collected(colored: bool) -> tuple[tuple[str, Puzzle], ...]:
    """Puzzles of ``data/`` that fit a page, without the small ones for beginners: the pictures of
    earlier measurements stay the same."""
    found = []
    for path in sorted((_ROOT / "data").glob("*.*")):
        if path.name.startswith(("no-solution", "partial")) or path.name[0].isdecimal():
            continue
        puzzle = nonosat.load(path)
        if max(puzzle.width, puzzle.height) > _LARGEST or puzzle.missing_clues:
            continue
        if puzzle.printed is None and (len(puzzle.palette.colors) > 1) == colored:
            found.append((path.name, puzzle))
    return tuple(found)


def _apart(one: str, other: str) -> bool:
    """A person who sees numbers in two shades can say which is which."""
    pairs = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return sum(abs(a - b) for a, b in pairs) > 110


def _random_puzzle(colored: bool, rng: np.random.Generator) -> tuple[str, Puzzle]:
    """A random puzzle with one solution."""
    largest = (30 if colored else 60) if rng.random() < 0.12 else (22 if colored else 30)
    low = 5 if rng.random() < 0.4 else 10
    while True:
        width = int(rng.integers(low, largest + 1))
        height = int(np.clip(round(width * rng.uniform(0.6, 1.5)), 5, _LARGEST))
        style = "smooth" if max(width, height) > 24 or rng.random() < 0.5 else "random"
        colors: int | Palette = 1
        if colored:
            shades_here = _SHADES[:_STRONG] if rng.random() < 0.6 else _SHADES
            chosen = ["#000000"] if rng.random() < 0.6 else []
            most = len(chosen) + int(rng.integers(1, 6))
            for code in map(str, rng.permutation(shades_here)):
                if len(chosen) < max(2, most) and all(_apart(code, other) for other in chosen):
                    chosen.append(code)
            colors = Palette.of([(f"color {i}", code, None) for i, code in enumerate(chosen, 1)])
        made = next(
            make.random_puzzles(
                make.Requirements(
                    width,
                    height,
                    density=float(rng.uniform(0.45, 0.7)),
                    colors=colors,
                    style=style,
                    allow_boring=True,
                ),
                count=1,
                seed=int(rng.integers(1 << 30)),
                attempt_limit=12,
            ),
            None,
        )
        if made is not None:
            return f"random {width}x{height} {style}", made.puzzle


def _ambiguous(colored: bool, rng: np.random.Generator) -> tuple[str, Puzzle]:
    """A puzzle with several solutions."""
    while True:
        width, height = rng.integers(8, 16, 2)
        top = int(rng.integers(3, 5)) if colored else 2
        cells = rng.integers(0, top, (height, width))
        codes = ["#000000", *(str(code) for code in rng.choice(_SHADES, top - 2, False))]
        palette = Palette.of([(f"color {i}", code, None) for i, code in enumerate(codes, 1)])
        puzzle = Puzzle.from_grid(
            Grid.from_rows(cells.tolist(), palette.letters if colored else "#"),
            palette=palette if colored else None,
        )
        if puzzle.solve().verdict is Verdict.MULTIPLE:
            return f"several solutions {width}x{height}", puzzle


def _puzzle(colored: bool, rng: np.random.Generator) -> tuple[str, Puzzle, bool]:
    """A puzzle at random, its origin, and whether it has one solution."""
    if rng.random() < 0.025:
        return *_ambiguous(colored, rng), False
    if rng.random() < 0.5:
        collected = _collected(colored)
        name, puzzle = collected[int(rng.integers(len(collected)))]
        return name, puzzle, name not in _SEVERAL
    return *_random_puzzle(colored, rng), True


def _partly_filled(puzzle: Puzzle, drawn: Look, rng: np.random.Generator) -> Grid:
    """A part of the solution, as a player leaves it."""
    goal = puzzle.goal
    if goal is None:
        goal = puzzle.solve().solutions[0]
    share = rng.uniform(0.05, 0.9)
    cells = np.array(goal, dtype=np.uint8)
    height, width = cells.shape
    if rng.random() < 0.5:  # whole lines and a few cells
        keep = rng.random((height, width)) < share / 3
        keep[rng.random(height) < share / 2] = True
        keep[:, rng.random(width) < share / 2] = True
    else:  # an area
        center = rng.uniform(0, 1, 2) * (height, width)
        rows, columns = np.mgrid[:height, :width]
        far = np.hypot((rows - center[0]) / height, (columns - center[1]) / width)
        keep = far <= np.quantile(far, share)
        keep &= rng.random((height, width)) < 0.9
    if drawn.mark == "none":
        keep &= cells != EMPTY
    else:
        keep &= (cells != EMPTY) | (rng.random((height, width)) < rng.uniform(0.4, 1))
    if not keep.any():
        keep.flat[int(np.flatnonzero(cells.ravel() != EMPTY)[0])] = True
    cells[~keep] = UNKNOWN
    return Grid.from_cells(height, width, cells.tobytes(), goal.letters)


def _darkened(puzzle: Puzzle) -> Puzzle:
    """With shades that can be read as numbers on white."""
    colors = []
    for color, given in zip(puzzle.palette.colors, shades(puzzle)[1:], strict=True):
        shade = given
        while contrast(shade, (240, 240, 240)) < 2.8:
            shade = (shade[0] * 9 // 10, shade[1] * 9 // 10, shade[2] * 9 // 10)
        red, green, blue = shade
        colors.append(replace(color, rgb=f"#{red:02x}{green:02x}{blue:02x}"))
    palette = Palette(tuple(colors), puzzle.palette.background)
    return Puzzle(puzzle.rows, puzzle.columns, palette=palette, goal=puzzle.goal, meta=puzzle.meta)


def _crisp_cell(puzzle: Puzzle, least: int, rng: np.random.Generator) -> int:
    """Pixels of a cell on a screen."""
    side = max(puzzle.width, puzzle.height)
    most = 60 if side <= 12 else 44 if side <= 20 else 34
    return int(rng.integers(least, (most if rng.random() < 0.4 else 34) + 1))


def puzzle_of(kind: str, seed: int) -> Puzzle:
    """The puzzle in the picture of a kind with a seed."""
    return _puzzle(kind == "color", np.random.default_rng([KINDS.index(kind), seed]))[1]


def picture(kind: str, seed: int) -> Sample:
    """The picture of a kind with a seed."""
    rng = np.random.default_rng([KINDS.index(kind), seed])
    colored = kind == "color"
    name, puzzle, unique = _puzzle(colored, rng)
    clues = (*puzzle.rows, *puzzle.columns)
    longest = max((block.length for clue in clues for block in clue or ()), default=1)
    drawn = look(kind, longest, colored, rng)
    if drawn.colors == "numbers":
        puzzle = _darkened(puzzle)
    tall = drawn.size * digit_height(drawn.font)
    given = _partly_filled(puzzle, drawn, rng) if kind == "partial" else None
    about = {"puzzle": name, "width": puzzle.width, "height": puzzle.height, **asdict(drawn)}
    about["theme"] = drawn.theme.name
    if kind in ("screen", "color", "partial"):
        # Digits of 7 pixels and more, as on a screen.
        cell = max(_crisp_cell(puzzle, 18, rng), int(np.ceil(7 / tall)))
        page = sheet(puzzle, given, drawn, cell, rng)
        image, quad = page.pixels, page.quad
        wear = rng.random()
        if wear < 0.12:  # a screenshot that was scaled
            factor = float(rng.uniform(0.75, 1.5))
            factor = max(factor, 7.5 / (tall * cell))
            size = (round(image.shape[1] * factor), round(image.shape[0] * factor))
            how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
            quad = quad * (np.array(size) / image.shape[1::-1])
            image = np.asarray(cv2.resize(image, size, interpolation=how), dtype=np.uint8)
            about["scaled"] = factor
        elif wear < 0.22:
            image = jpeg(image, int(rng.integers(75, 95)))
            about["jpeg"] = True
    else:
        image, quad = _worn(kind, puzzle, drawn, tall, rng)
        cell = 0
    sides = [float(np.hypot(*(quad[i - 1] - quad[i]))) for i in range(4)]
    about["cell"] = round((sides[1] + sides[3]) / 2 / puzzle.width, 1)
    about["digit"] = round(tall * about["cell"], 1)
    return Sample(kind, seed, image, puzzle, unique, given, quad, about)


def _worn(
    kind: str, puzzle: Puzzle, drawn: Look, tall: float, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A page that was scanned or photographed; digits are ``tall`` cells high."""
    side = max(puzzle.width, puzzle.height)
    cell = 60 if side <= 30 else 44
    page = sheet(puzzle, None, drawn, cell, rng)
    if kind == "scan":
        digits = rng.uniform(9.5, 20)
        return scanned(page.pixels, page.quad, digits / (tall * cell), rng)
    # The far side of a tilted page is smaller: a tenth more at its middle.
    digits = rng.uniform(10.5, 17) * 1.1
    most = 12_000_000
    if kind == "photo" and rng.random() < 0.12:
        area = page.pixels.shape[0] * page.pixels.shape[1] * 1.4
        digits = max(digits, tall * cell * float(np.sqrt(most / area)))
    image, quad = photographed(page.pixels, page.quad, digits / (tall * cell), most, rng)
    if kind == "small":
        return shrunk(image, quad, 0.62)
    return image, quad


def main() -> None:
    """Write pictures and their truth into a folder."""
    parser = argparse.ArgumentParser(description="Pictures of printed puzzles, with their truth.")
    parser.add_argument("--kind", choices=KINDS, default="screen")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="of the first picture")
    parser.add_argument("folder", type=Path)
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(wanted.seed, wanted.seed + wanted.count):
        made = picture(wanted.kind, seed)
        name = f"{made.kind}-{seed}"
        suffix = ".png" if made.kind in ("screen", "color", "partial") else ".jpg"
        quality = [] if suffix == ".png" else [cv2.IMWRITE_JPEG_QUALITY, 95]
        cv2.imwrite(
            str(wanted.folder / (name + suffix)), made.image[:, :, ::-1].astype(np.uint8), quality
        )
        nonosat.dump(made.puzzle, wanted.folder / f"{name}.json")
        truth = {
            "unique": made.unique,
            "quad": made.quad.round(2).tolist(),
            "given": None if made.given is None else made.given.text_rows(),
            **made.about,
        }
        (wanted.folder / f"{name}.truth.json").write_text(json.dumps(truth, indent=1) + "\n")
        print(name, made.image.shape, about_words(made))


def about_words(made: Sample) -> str:
    """The contents of a sample, in a line."""
    about = made.about
    return (
        f"{about['puzzle']} {about['width']}x{about['height']}, {about['font']}, "
        f"{about['theme']}, area {about['area']}, {about['layout']}, sides {about['sides']}, "
        f"cell {about['cell']}, digit {about['digit']}"
    )


if __name__ == "__main__":
    main()
