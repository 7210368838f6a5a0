# SPDX-License-Identifier: MIT
"""Draws a puzzle in a given look on a page, for the test pictures.

The page is drawn at the requested pixels per cell: a screenshot at the pixels of the screen, so its
lines and digits are as crisp as there; a page for a scanner or camera much larger. Words around the
puzzle contain numbers too. Rejected: ``nonosat.draw``, whose sheets all look alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from nonosat import EMPTY, UNKNOWN, Grid, Puzzle
from nonosat.types import Clue
from tests.bench.photo_looks import Look, Rgb, font

_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)
_TITLES = (
    "Nonogram {n}", "Puzzle #{n}", "No. {n}", "Japanese crossword {w}x{h}", "{w} x {h}",
    "Level {n}", "Daily picture, {n} May 2026", "Griddler {n} - easy", "Page {n}",
)  # fmt: skip
_WORDS = ("Check", "Undo", "Restart", "Hint (3)", "00:12:45", "Menu", "Level 27", "Score 1250")
_TEXT = (
    "Fill cells so that the numbers of each row and column are the lengths of its blocks.",
    "Solutions are on page 64. Send yours until 30 June and win one of 15 books.",
    "Rated 4.5 of 5 by 1,208 players. Size and author below.",
    "Drag with the left button to fill, with the right button to mark a cell as empty.",
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawn page, and the corners of its cells, clockwise from the upper left."""

    pixels: NDArray[np.uint8]
    quad: NDArray[np.float64]


def luminance(shade: Rgb) -> float:
    """How bright a colour is, from 0 to 1."""
    red, green, blue = (float((value / 255) ** 2.2) for value in shade)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Between two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def shades(puzzle: Puzzle) -> list[Rgb]:
    """The colours of a puzzle; the background is the first."""
    codes = [puzzle.palette.background, *(color.rgb for color in puzzle.palette.colors)]
    return [(int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)) for code in codes]


class _Drawing:
    """One page that is being drawn."""

    def __init__(
        self, puzzle: Puzzle, given: Grid | None, look: Look, cell: int, rng: np.random.Generator
    ) -> None:
        self.puzzle, self.given, self.look, self.cell, self.rng = puzzle, given, look, cell, rng
        self.size = max(5, round(look.size * cell))
        self.font = font(look.font, self.size)
        box = self.font.getbbox("0123456789")
        self.digits = (box[1], box[3])
        self.space = self.font.getlength("0") * float(rng.uniform(0.75, 1.1))
        self.leading = (box[3] - box[1]) * float(rng.uniform(1.45, 1.75))
        self.pitch = max(1.0, look.pitch * cell)
        self.shades = shades(puzzle)
        self.pad = round(cell * float(rng.uniform(0.1, 0.35)))
        if look.layout == "pitch" and (look.area == "cells" or look.colors != "none"):
            self.pad = 0
        elif look.layout == "text":  # numbers are never printed below the border
            self.pad = max(self.pad, self.thickness(look.border) // 2 + 2)
        across = max(self.extent(clue, horizontal=True) for clue in puzzle.rows)
        down = max(self.extent(clue, horizontal=False) for clue in puzzle.columns)
        ends = 0 if look.area == "cells" else self.pad
        self.across = max(int(np.ceil(across)) + self.pad + ends, cell)
        self.down = max(int(np.ceil(down)) + self.pad + ends, cell)
        self.layout()

    def numbers(self, clue: Clue | None) -> list[tuple[int, int]]:
        """The printed numbers of a clue, with their colours."""
        assert clue is not None
        if not clue:
            return [(0, 0)] if self.look.zeros else []
        return [(block.length, block.color) for block in clue]

    def extent(self, clue: Clue | None, *, horizontal: bool) -> float:
        """The length of a printed clue."""
        numbers = self.numbers(clue)
        if self.look.layout == "pitch":
            return len(numbers) * self.pitch
        if not horizontal:
            return len(numbers) * self.leading
        widths = [self.font.getlength(str(number)) for number, _ in numbers]
        return sum(widths) + self.space * max(0, len(widths) - 1)

    def layout(self) -> None:
        """The size of the page, and the place of the cells."""
        look, cell = self.look, self.cell
        width, height = self.puzzle.width * cell, self.puzzle.height * cell
        left, top, right, bottom = (round(share * cell) for share in look.margin)
        if look.ruler != "none":
            free = {"l": 0, "t": 0, "r": 0, "b": 0}
            for side in "lr":
                free[side] = cell * (side not in look.sides)
            for side in "tb":
                free[side] = cell * (side not in look.sides)
            left, top = left + free["l"], top + free["t"]
            right, bottom = right + free["r"], bottom + free["b"]
        self.title_height = round(cell * 1.8) if look.title else 0
        self.words_height = round(cell * 2.6) if look.words else 0
        edge = max(2, round(look.border * cell))
        self.left = left + edge + (self.across if "l" in look.sides else 0)
        self.top = top + edge + self.title_height + (self.down if "t" in look.sides else 0)
        self.right = self.left + width
        self.bottom = self.top + height
        whole = (
            self.right + edge + right + (self.across if "r" in look.sides else 0),
            self.bottom + edge + bottom + self.words_height
            + (self.down if "b" in look.sides else 0),
        )  # fmt: skip
        self.image = Image.new("RGB", whole, look.theme.page)
        self.draw = ImageDraw.Draw(self.image)

    # Lengths in pixels.

    def thickness(self, share: float) -> int:
        return max(1, round(share * self.cell))

    def bar(self, box: tuple[float, float, float, float], shade: Rgb, radius: float = 0) -> None:
        """A filled rectangle; the right and lower edge do not belong to it."""
        left, top, right, bottom = (round(value) for value in box)
        if right <= left or bottom <= top:
            return
        if radius >= 1:
            self.draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius, shade)
        else:
            self.draw.rectangle((left, top, right - 1, bottom - 1), shade)

    def stroke(self, at: int, begin: int, end: int, width: int, shade: Rgb, *, down: bool) -> None:
        """A line at a coordinate, ``down`` or across."""
        low = at - width // 2
        box = (low, begin, low + width, end) if down else (begin, low, end, low + width)
        self.bar(box, shade)

    # The parts of the page.

    def areas(self) -> list[tuple[str, tuple[int, int, int, int]]]:
        """The clue areas: side and box."""
        found = {
            "l": (self.left - self.across, self.top, self.left, self.bottom),
            "r": (self.right, self.top, self.right + self.across, self.bottom),
            "t": (self.left, self.top - self.down, self.right, self.top),
            "b": (self.left, self.bottom, self.right, self.bottom + self.down),
        }
        return [(side, box) for side, box in found.items() if side in self.look.sides]

    def strips(self, side: str, box: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
        """The boxes of the clues of a side."""
        cell = self.cell
        if side in "lr":
            return [
                (box[0], self.top + index * cell, box[2], self.top + (index + 1) * cell)
                for index in range(self.puzzle.height)
            ]
        return [
            (self.left + index * cell, box[1], self.left + (index + 1) * cell, box[3])
            for index in range(self.puzzle.width)
        ]

    def clue_area(self, side: str, box: tuple[int, int, int, int]) -> None:
        """The background of the numbers of a side."""
        look, theme, cell = self.look, self.look.theme, self.cell
        first, second = theme.tints
        if look.area == "black":
            first = (34, 36, 40) if theme.board[0] > 128 else (206, 208, 214)
            self.bar(box, first)
        elif look.area == "grey":
            self.bar(box, first)
        gap = max(1, round((look.gap or 0.06) * cell))
        for index, strip in enumerate(self.strips(side, box)):
            if look.area == "alternating":
                self.bar(strip, (first, second)[index % 2])
            elif look.area == "chips":
                inner = (strip[0] + gap / 2, strip[1] + gap / 2, strip[2] - gap / 2,
                         strip[3] - gap / 2)  # fmt: skip
                self.bar(inner, first, 0.2 * cell)
            elif look.area in ("black", "grey") and look.gap:
                at = strip[1] if side in "lr" else strip[0]
                shade = theme.page
                self.stroke(at, box[0] if side in "lr" else box[1],
                            box[2] if side in "lr" else box[3], gap, shade,
                            down=side in "tb")  # fmt: skip
        if look.area in ("separators", "cells") or (
            look.area in ("grey", "black") and not look.gap and self.lines_in_areas
        ):
            self.clue_lines(side, box)

    def clue_lines(self, side: str, box: tuple[int, int, int, int]) -> None:
        """Separators between clues; of clue cells also the lines between numbers."""
        look, theme = self.look, self.look.theme
        down = side in "tb"
        count = self.puzzle.width if down else self.puzzle.height
        low, high = (box[1], box[3]) if down else (box[0], box[2])
        shade = theme.line if look.area != "black" else (96, 98, 104)
        for index in range(count + 1):
            at = (self.left if down else self.top) + index * self.cell
            thick = look.fives and (index % 5 == 0 or index == count)
            width = self.thickness(look.thick if thick else look.line)
            self.stroke(at, low, high, width, theme.thick if thick else shade, down=down)
        if look.area != "cells":
            return
        steps = (high - low) // self.cell
        begin = high if side in "lt" else low
        ends = (box[0], box[2]) if down else (box[1], box[3])
        for index in range(steps + 1):
            at = begin - index * self.cell if side in "lt" else begin + index * self.cell
            self.stroke(at, *ends, self.thickness(look.line), shade, down=not down)

    def board(self) -> None:
        """The cells, their lines and their marks."""
        look, theme, cell = self.look, self.look.theme, self.cell
        if look.gap:
            gap = max(1, round(look.gap * cell))
            for row in range(self.puzzle.height):
                for column in range(self.puzzle.width):
                    extra_x = gap if column % 5 == 0 and column and look.thick > look.line else 0
                    extra_y = gap if row % 5 == 0 and row and look.thick > look.line else 0
                    x, y = self.left + column * cell, self.top + row * cell
                    box = (x + gap // 2 + extra_x // 2, y + gap // 2 + extra_y // 2,
                           x + cell - (gap - gap // 2), y + cell - (gap - gap // 2))  # fmt: skip
                    shade = theme.board
                    if contrast(shade, theme.page) < 1.25:
                        shade = theme.tints[1]
                    self.bar(box, shade, look.radius * cell)
        else:
            self.bar((self.left, self.top, self.right, self.bottom), theme.board)
        if self.given is not None:
            for row in range(self.puzzle.height):
                for column in range(self.puzzle.width):
                    self.mark(row, column, self.given[row, column])
        if not look.gap:
            self.board_lines()

    def board_lines(self) -> None:
        """Lines between cells, thicker at fives, and the border."""
        look, theme = self.look, self.look.theme
        for down, count in ((True, self.puzzle.width), (False, self.puzzle.height)):
            ends = (self.top, self.bottom) if down else (self.left, self.right)
            start = self.left if down else self.top
            for thick in (False, True):
                for index in range(count + 1):
                    edge = index in (0, count)
                    if thick != (edge or (look.fives and index % 5 == 0)):
                        continue
                    share = look.border if edge else look.thick if thick else look.line
                    shade = theme.thick if thick else theme.line
                    width = self.thickness(share)
                    extra = self.thickness(look.border) // 2
                    self.stroke(start + index * self.cell, ends[0] - extra, ends[1] + extra,
                                width, shade, down=down)  # fmt: skip

    def mark(self, row: int, column: int, value: int) -> None:
        """A player's mark in a cell."""
        look, theme, cell = self.look, self.look.theme, self.cell
        x, y = self.left + column * cell, self.top + row * cell
        if value == UNKNOWN or (value == EMPTY and look.mark == "none"):
            return
        if value != EMPTY:
            shade = theme.fill if len(self.shades) == 2 else self.shades[value]
            inset = {"full": 0.0, "inset": 0.1, "rounded": 0.08}[look.filled]
            inset = max(inset, 0.5 * look.gap) * cell
            radius = 0.18 * cell if look.filled == "rounded" else look.radius * cell
            self.bar((x + inset, y + inset, x + cell - inset + 1, y + cell - inset + 1), shade,
                     radius)  # fmt: skip
        elif look.mark == "cross":
            inset = 0.26 * cell
            width = max(1, round(0.075 * cell))
            box = (x + inset, y + inset, x + cell - inset, y + cell - inset)
            self.smooth_cross(box, width)
        else:
            radius = max(1.2, 0.11 * cell)
            center = (x + cell / 2, y + cell / 2)
            self.draw.ellipse(
                (center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius),
                theme.cross,
            )

    def smooth_cross(self, box: tuple[float, float, float, float], width: int) -> None:
        """A cross with soft edges, as browsers draw it."""
        side = round(box[2] - box[0]) + 2
        large = Image.new("L", (side * 4, side * 4), 0)
        pen = ImageDraw.Draw(large)
        low, high = 4.0, side * 4 - 4.0
        pen.line((low, low, high, high), 255, width * 4)
        pen.line((low, high, high, low), 255, width * 4)
        mask = large.resize((side, side), Image.Resampling.BOX)
        self.image.paste(self.look.theme.cross, (round(box[0]) - 1, round(box[1]) - 1), mask)

    def done(self, side: str, index: int) -> bool:
        """Whether a line's blocks are all drawn."""
        goal = self.puzzle.goal
        if self.given is None or goal is None or not self.look.paling:
            return False
        mine, all_of_it = (
            (self.given.row(index), goal.row(index))
            if side in "lr"
            else (self.given.column(index), goal.column(index))
        )
        return all(value in (have, EMPTY) for have, value in zip(mine, all_of_it, strict=True))

    def clues(self) -> None:
        """The numbers of all sides."""
        for side, box in self.areas():
            self.clue_area(side, box)
        for side, box in self.areas():
            clues = self.puzzle.rows if side in "lr" else self.puzzle.columns
            for index, strip in enumerate(self.strips(side, box)):
                self.clue(side, index, self.numbers(clues[index]), strip)

    def clue(
        self, side: str, index: int, numbers: list[tuple[int, int]],
        strip: tuple[int, int, int, int],
    ) -> None:  # fmt: skip
        """The numbers of one line: ending at the board, or beginning there."""
        look, theme = self.look, self.look.theme
        horizontal = side in "lr"
        inner = self.pad
        length = len(numbers) * self.pitch
        if look.layout == "text":
            widths = [self.font.getlength(str(number)) for number, _ in numbers]
            steps = [w + self.space for w in widths] if horizontal else [self.leading] * len(widths)
            length = sum(steps) - (self.space if horizontal and steps else 0)
        else:
            steps = [self.pitch] * len(numbers)
            widths = steps
        low, high = (strip[0], strip[2]) if horizontal else (strip[1], strip[3])
        at = high - inner - length if side in "lt" else low + inner
        middle = (strip[1] + strip[3]) / 2 if horizontal else (strip[0] + strip[2]) / 2
        plain = theme.ink
        if look.area == "black":
            plain = (242, 242, 244) if theme.board[0] > 128 else (24, 24, 28)
        if self.done(side, index):
            plain = theme.pale
        for (number, color), step, width in zip(numbers, steps, widths, strict=True):
            place = width if horizontal and look.layout == "text" else step
            ink = plain
            if look.colors == "numbers" and color:
                ink = self.shades[color]
            elif look.colors in ("cells", "chips") and color:
                ink = self.behind(side, at, place, strip, color)
            center = (at + place / 2, middle) if horizontal else (middle, at + place / 2)
            self.number(number, *center, ink, horizontal=horizontal)
            at += step

    def behind(
        self, side: str, at: float, place: float, strip: tuple[int, int, int, int], color: int
    ) -> Rgb:
        """The coloured cell behind a number; returns the shade of the number."""
        inset = 0 if self.look.colors == "cells" else max(1, round(0.07 * self.cell))
        lines = self.thickness(self.look.line)
        inset = max(inset, lines // 2)
        shade = self.shades[color]
        box: tuple[float, float, float, float]
        if side in "lr":
            box = (at + inset, strip[1] + inset, at + place - inset, strip[3] - inset)
        else:
            box = (strip[0] + inset, at + inset, strip[2] - inset, at + place - inset)
        self.bar(box, shade, 0.2 * self.cell if self.look.colors == "chips" else 0)
        return _BLACK if contrast(shade, _BLACK) > 1.3 * contrast(shade, _WHITE) else _WHITE

    def number(self, number: int, x: float, y: float, ink: Rgb, *, horizontal: bool) -> None:
        """A number around a point."""
        text = str(number)
        x -= self.font.getlength(text) / 2
        y -= (self.digits[0] + self.digits[1]) / 2
        if horizontal:
            y = round(y)
        self.draw.text((x, y), text, ink, self.font)

    def around(self) -> None:
        """Title, rulers, buttons and text."""
        look, theme, cell, rng = self.look, self.look.theme, self.cell, self.rng
        whole = self.image.width
        number = int(rng.integers(1, 400))
        if look.title:
            title = str(rng.choice(_TITLES))
            text = title.format(n=number, w=self.puzzle.width, h=self.puzzle.height)
            large = font(look.font, max(8, round(cell * float(rng.uniform(0.6, 1.0)))))
            room = max(2.0, whole - large.getlength(text))
            place = float(rng.choice([0.05, 0.5])) * room
            shade = theme.accent if rng.random() < 0.3 else theme.ink
            self.draw.text((place, 0.3 * cell), text, shade, large)
        if look.ruler != "none":
            self.rulers()
        if look.words:
            self.words()

    def rulers(self) -> None:
        """Row and column numbers at the sides without clues."""
        look, cell = self.look, self.cell
        small = font(look.font, max(6, round(self.size * 0.75)))
        for side in "rb":
            if side in look.sides:
                continue
            count = self.puzzle.height if side == "r" else self.puzzle.width
            for index in range(count):
                if look.ruler == "fives" and (index + 1) % 5:
                    continue
                text = str(index + 1)
                middle = (index + 0.5) * cell
                x = self.right + 0.3 * cell if side == "r" else self.left + middle
                y = self.top + middle if side == "r" else self.bottom + 0.55 * cell
                anchor = "lm" if side == "r" else "mm"
                self.draw.text((x, y), text, look.theme.pale, small, anchor)

    def words(self) -> None:
        """Buttons, or sentences, below the puzzle."""
        theme, cell, rng = self.look.theme, self.cell, self.rng
        top = self.image.height - self.words_height + 0.5 * cell
        plain = font("DejaVu Sans", max(9, round(0.5 * cell)))
        if rng.random() < 0.5:
            lines = rng.choice(_TEXT, 2, replace=False)
            for index, text in enumerate(lines):
                place = (0.6 * cell, top + index * 0.8 * cell)
                self.draw.text(place, str(text), theme.ink, plain)
            return
        x = 0.6 * cell
        for word in rng.choice(_WORDS, 4, replace=False):
            width = plain.getlength(str(word)) + 0.8 * cell
            self.bar((x, top, x + width, top + 1.2 * cell), theme.accent, 0.25 * cell)
            ink = _WHITE if luminance(theme.accent) < 0.35 else _BLACK
            self.draw.text((x + width / 2, top + 0.6 * cell), str(word), ink, plain, "mm")
            x += width + 0.4 * cell

    def sheet(self) -> Sheet:
        """The whole page."""
        self.lines_in_areas = bool(self.rng.random() < 0.5)
        self.around()
        self.clues()
        self.board()
        quad = np.array(
            [(self.left, self.top), (self.right, self.top), (self.right, self.bottom),
             (self.left, self.bottom)], dtype=np.float64,
        )  # fmt: skip
        return Sheet(np.array(self.image, dtype=np.uint8), quad)


def sheet(
    puzzle: Puzzle, given: Grid | None, look: Look, cell: int, rng: np.random.Generator
) -> Sheet:
    """A puzzle on a page, with ``cell`` pixels to a cell."""
    return _Drawing(puzzle, given, look, cell, rng).sheet()
