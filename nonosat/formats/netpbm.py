# SPDX-License-Identifier: MIT
"""Pictures in the formats PBM, PGM and PPM of Netpbm, plain (P1, P2, P3) and raw (P4, P5, P6).

The picture makes the puzzle. In PBM 1 is filled. In PGM and PPM the colours of the pixels are those
of the puzzle; the background is white if there is any, else the lightest colour. A file has up to
60 colours besides the background, and one pixel a cell: photos are for ``trace``. ``#`` begins a
comment in the head; the first one is the title, and ``# background #rrggbb`` names the background
where the colours do not tell it.

Written is PBM in black and white, else PPM, both plain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.common import excerpt
from nonosat.formats.picture_cells import Rgb, from_pixels, ground, rgb_values, shades_of
from nonosat.formats.tokens import fault
from nonosat.model.clue import EMPTY
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle

_WORD = re.compile(rb"[ \t\r\n\v\f]*((?:#[^\n]*\n[ \t\r\n\v\f]*)*)([^ \t\r\n\v\f#]{1,20})")
_BACKGROUND = re.compile("background (#[0-9a-f]{6})")
_NUMBERS = re.compile(rb"[0-9]{1,9}")


class _Head:
    """The words of the head, one by one."""

    def __init__(self, data: bytes) -> None:
        self.data, self.place = data, 0
        self.comments: list[str] = []

    def word(self, what: str) -> bytes:
        match = _WORD.match(self.data, self.place)
        if match is None:
            raise fault(f"the file ends before {what}", self.file_line)
        self.comments += [
            line.lstrip(b"#").strip().decode("utf-8", "replace")
            for line in match[1].split(b"\n")
            if line.strip().startswith(b"#")
        ]
        self.place = match.end()
        return match[2]

    def number(self, what: str, most: int) -> int:
        word = self.word(what)
        if not _NUMBERS.fullmatch(word) or not 1 <= int(word) <= most:
            text = excerpt(word.decode("latin-1"))
            raise fault(f"{text} is not {what} from 1 to {most}", self.file_line)
        return int(word)

    @property
    def file_line(self) -> int:
        return self.data.count(b"\n", 0, self.place) + 1


def read(data: bytes) -> Puzzle:
    """The puzzle of a picture.

    >>> read(b"P1 2 1 10")
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'))
    """
    head = _Head(data)
    kind = head.word("P1 to P6")
    if kind not in (b"P1", b"P2", b"P3", b"P4", b"P5", b"P6"):
        raise fault(f"{excerpt(kind.decode('latin-1'))} is not P1 to P6", 1)
    number = int(kind[1:])
    width = head.number("the width", MAX_SIDE)
    height = head.number("the height", MAX_SIDE)
    most = 1 if number in (1, 4) else head.number("the largest value", 65_535)
    channels = 3 if number in (3, 6) else 1
    count = width * height * channels
    if number == 1:
        values = _bits(head, count)
    elif number in (2, 3):
        values = _plain(head, count, most)
    elif number == 4:
        values = _raw_bits(head, width, height)
    else:
        values = _raw(head, count, most)
    if number in (1, 4):
        pixels: list[Rgb] = [(0, 0, 0) if value else (255, 255, 255) for value in values]
    else:
        scaled = [value * 255 // most for value in values]
        if channels == 1:
            pixels = [(value, value, value) for value in scaled]
        else:
            pixels = [(scaled[i], scaled[i + 1], scaled[i + 2]) for i in range(0, len(scaled), 3)]
    background = None
    for comment in list(head.comments):
        match = _BACKGROUND.fullmatch(comment)
        if match is not None:
            background = rgb_values(match[1])
            head.comments.remove(comment)
    puzzle = from_pixels(pixels, width, background)
    return puzzle.with_meta(title=head.comments[0]) if head.comments else puzzle


def _cut(head: _Head, have: int, count: int) -> PuzzleSyntaxError:
    return fault(f"the file ends after {have} of {count} values", head.file_line)


def _bits(head: _Head, count: int) -> list[int]:
    rest = re.sub(rb"#[^\n]*|\s", b"", head.data[head.place :])
    if rest[:count].translate(None, b"01"):
        raise fault("a pixel is neither 0 nor 1", head.file_line)
    if len(rest) < count:
        raise _cut(head, len(rest), count)
    return [byte - 48 for byte in rest[:count]]


def _plain(head: _Head, count: int, most: int) -> list[int]:
    words = re.sub(rb"#[^\n]*", b"", head.data[head.place :]).split(maxsplit=count)[:count]
    if len(words) < count:
        raise _cut(head, len(words), count)
    for word in words:
        if not _NUMBERS.fullmatch(word) or int(word) > most:
            text = excerpt(word[:20].decode("latin-1"))
            raise fault(f"{text} is not a value from 0 to {most}", head.file_line)
    return [int(word) for word in words]


def _raw_bits(head: _Head, width: int, height: int) -> list[int]:
    stride = (width + 7) // 8
    rows = head.data[head.place + 1 : head.place + 1 + stride * height]
    if len(rows) < stride * height:
        raise _cut(head, len(rows), stride * height)
    return [
        rows[y * stride + x // 8] >> (7 - x % 8) & 1 for y in range(height) for x in range(width)
    ]


def _raw(head: _Head, count: int, most: int) -> list[int]:
    size = 1 if most < 256 else 2
    data = head.data[head.place + 1 : head.place + 1 + size * count]
    if len(data) < size * count:
        raise _cut(head, len(data) // size, count)
    values: Sequence[int] = data
    if size == 2:
        values = [data[i] * 256 + data[i + 1] for i in range(0, len(data), 2)]
    if max(values) > most:
        raise fault(f"a value is larger than {most}", head.file_line)
    return list(values)


def dumps(puzzle: Puzzle) -> bytes:
    """The goal picture as a plain file.

    >>> dumps(Puzzle.from_grid("#."))
    b'P1\\n2 1\\n10\\n'

    Raises:
        PuzzleError: two of its colours have the same shade.
    """
    goal = puzzle.goal
    assert goal is not None
    palette = puzzle.palette
    plain = [color.rgb for color in palette.colors] == ["#000000"] and (
        palette.background == "#ffffff"
    )
    title = " ".join(puzzle.title.split())
    lines = ["P1" if plain else "P3", *([f"# {title}"] if title else [])]
    shades = shades_of(puzzle)
    if not plain and ground({rgb_values(shades[cell]) for cell in goal.cells}) != (
        rgb_values(shades[EMPTY])
    ):
        lines.append(f"# background {shades[EMPTY]}")
    lines.append(f"{goal.width} {goal.height}")
    if not plain:
        lines.append("255")
    for row in range(goal.height):
        if plain:
            lines.append("".join("0" if cell == EMPTY else "1" for cell in goal.row(row)))
        else:
            lines += [
                " ".join(str(int(shades[cell][i : i + 2], 16)) for i in (1, 3, 5))
                for cell in goal.row(row)
            ]
    return ("\n".join(lines) + "\n").encode()
