# SPDX-License-Identifier: MIT
"""Pictures in pixels, a pixel a cell: netpbm (PBM, PGM, PPM) and XPM; they give the clues.

Both find the background and the colours in the same way (``from_pixels``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.colored_clues import rgb_of
from nonosat.formats.common import build, excerpt, make_palette, newlines, refuse_long
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Unread
from nonosat.model.clue import EMPTY
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, MAX_COLORS, Palette, Rgb, rgb_text, rgb_values
from nonosat.model.puzzle import Puzzle

_WHITE: Rgb = (255, 255, 255)
_FURTHER = Fault.of(
    "fault.remark.behind", "the data behind the picture are not read: they may be a further picture"
)


def from_pixels(
    pixels: Sequence[Rgb],
    width: int,
    background: Rgb | None = None,
    *,
    meta: Metadata = Metadata(),  # noqa: B008 - immutable
    further: bool = False,
) -> Puzzle:
    """The puzzle of a picture, a pixel a cell; without a background it is found (``ground``).

    ``further``: the file holds more data, which are not read.

    Raises:
        PuzzleError: there are too many colours.
    """
    if background is None:
        background = ground(set(pixels))
    inks = [rgb for rgb in dict.fromkeys(pixels) if rgb != background]
    if len(inks) > MAX_COLORS:
        raise PuzzleError(
            f"{len(inks) + 1} colours: a puzzle has up to {MAX_COLORS} and the background; "
            "'nonosat from-image' makes puzzles of photos"
        )
    if (not inks or inks == [(0, 0, 0)]) and background == _WHITE:
        palette = BLACK
    else:
        names = [rgb_text(rgb) for rgb in inks] or ["#000000"]
        palette = make_palette([(name, name, None) for name in names], rgb_text(background))
    number = {background: EMPTY, **{rgb: i for i, rgb in enumerate(inks, start=1)}}
    cells = bytes(number[rgb] for rgb in pixels)
    goal = Grid.from_cells(len(pixels) // width, width, cells, palette.letters)
    unread = [Unread("", why=_FURTHER)] if further else []
    return build(*goal.clues(), palette=palette, goal=goal, meta=meta, unread=unread)


def ground(kinds: set[Rgb]) -> Rgb:
    """White, or else the lightest colour; a picture that is all black is filled."""
    if _WHITE in kinds or kinds == {(0, 0, 0)}:
        return _WHITE
    return max(kinds, key=lambda rgb: (sum(rgb), rgb))


def shades_of(puzzle: Puzzle) -> list[str]:
    """The shade of each value of a cell, the background first.

    Raises:
        PuzzleError: two colours of the goal have the same shade, or one has that of the background.
    """
    palette: Palette = puzzle.palette
    shades = [palette.background, *(color.rgb for color in palette.colors)]
    used = {EMPTY, *(b"" if puzzle.goal is None else puzzle.goal.cells)}
    if len({shades[value] for value in used}) < len(used):
        raise PuzzleError("two colours have the same shade, which a picture cannot tell apart")
    return shades


_WORD = re.compile(rb"[ \t\r\n\v\f]*((?:#[^\n]*\n[ \t\r\n\v\f]*)*)([^ \t\r\n\v\f#]{1,20})")
_BACKGROUND = re.compile("background (#[0-9a-f]{6})")
_NUMBERS = re.compile(rb"[0-9]{1,9}")


class _Head:
    """The words of the head, one by one."""

    def __init__(self, data: bytes) -> None:
        self.data, self.place = data, 0
        self.comments: list[str] = []
        self.rest = b""
        """The data behind the picture."""

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


def read_netpbm(data: bytes) -> Puzzle:
    """Pictures in the formats PBM, PGM and PPM of Netpbm, plain (P1, P2, P3) and raw (P4, P5, P6).

    The clues follow from the picture. In PBM 1 is filled. In PGM and PPM the colours of the pixels
    are those of the puzzle; the background is white if there is any, else the lightest colour. A
    file has up to 60 colours besides the background, and one pixel a cell: photos are for
    ``puzzle_from_image``. ``#`` begins a comment in the head; the first comment is the title, and
    ``# background #rrggbb`` names the background if the colours do not show it.

    Puzzles in black and white are written as PBM, all others as PPM, both plain.

    >>> read_netpbm(b"P1 2 1 10")
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
    meta = Metadata(title=head.comments[0] if head.comments else "")
    return from_pixels(pixels, width, background, meta=meta, further=bool(head.rest.strip()))


def _cut(head: _Head, have: int, count: int) -> PuzzleSyntaxError:
    return fault(f"the file ends after {have} of {count} values", head.file_line)


def _without_comments(head: _Head) -> bytes:
    return re.sub(rb"#[^\n]*", b"", head.data[head.place :])


def _bits(head: _Head, count: int) -> list[int]:
    rest = _without_comments(head).translate(None, b" \t\n\r\v\f")
    if rest[:count].translate(None, b"01"):
        raise fault("a pixel is neither 0 nor 1", head.file_line)
    if len(rest) < count:
        raise _cut(head, len(rest), count)
    head.rest = rest[count:]
    return [byte - 48 for byte in rest[:count]]


def _plain(head: _Head, count: int, most: int) -> list[int]:
    words = _without_comments(head).split(maxsplit=count)
    head.rest = b"".join(words[count:])
    del words[count:]
    if len(words) < count:
        raise _cut(head, len(words), count)
    for word in words:
        if not _NUMBERS.fullmatch(word) or int(word) > most:
            text = excerpt(word[:20].decode("latin-1"))
            raise fault(f"{text} is not a value from 0 to {most}", head.file_line)
    return [int(word) for word in words]


def _raw_bits(head: _Head, width: int, height: int) -> list[int]:
    stride = (width + 7) // 8
    end = head.place + 1 + stride * height
    rows, head.rest = head.data[head.place + 1 : end], head.data[end:]
    if len(rows) < stride * height:
        raise _cut(head, len(rows), stride * height)
    return [
        rows[y * stride + x // 8] >> (7 - x % 8) & 1 for y in range(height) for x in range(width)
    ]


def _raw(head: _Head, count: int, most: int) -> list[int]:
    size = 1 if most < 256 else 2
    end = head.place + 1 + size * count
    data, head.rest = head.data[head.place + 1 : end], head.data[end:]
    if len(data) < size * count:
        raise _cut(head, len(data) // size, count)
    values: Sequence[int] = data
    if size == 2:
        values = [data[i] * 256 + data[i + 1] for i in range(0, len(data), 2)]
    if max(values) > most:
        raise fault(f"a value is larger than {most}", head.file_line)
    return list(values)


def dumps_netpbm(puzzle: Puzzle) -> bytes:
    """The goal picture as a plain file.

    >>> dumps_netpbm(Puzzle.from_grid("#."))
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


_STRING = re.compile(r'"([^"\n]*)"')
_NAME = re.compile(r"char[ \t]*\*[ \t]*(?:const[ \t]+)?([A-Za-z_][A-Za-z_0-9]*)[ \t]*\[")
_PIXELS = ".#abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def read_xpm(text: str) -> Puzzle:
    """Pictures in the format XPM of X11, as KDE's picmi uses them; the clues follow from them.

    A C array of strings: ``WIDTH HEIGHT COLOURS CHARACTERS``, a string ``CC c COLOUR`` for each
    colour (a name, ``#RRGGBB``, or ``None``, which is transparent: the background), then the rows
    with CHARACTERS characters a pixel. Without ``None`` the background is white if it is declared,
    or the lightest colour. The name of the array is the title.

    >>> read_xpm('/* XPM */ static char *a[] = {"2 1 2 1", "  c None", ". c black", ". "};')
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'), meta=Metadata(title='a'))
    """
    text = newlines(text)
    refuse_long(text, "XPM")
    pixels, width, background, further = pixels_of(text)
    name = _NAME.search(text)
    title = "" if name is None else name[1].removesuffix("_xpm")
    meta = Metadata(title="" if title == "nonogram" else title)
    return from_pixels(pixels, width, background, meta=meta, further=further)


def pixels_of(text: str) -> tuple[list[Rgb], int, Rgb, bool]:
    """The colours of the pixels row by row, the width, the background, and whether more follows.

    Raises:
        PuzzleSyntaxError: the text is not a picture of this format.
    """
    strings = list(_STRING.finditer(text))

    def line(number: int) -> int:
        place = strings[number].start() if number < len(strings) else len(text)
        return text.count("\n", 0, place) + 1

    if not strings:
        raise PuzzleSyntaxError("there are no strings in quotes")
    head = [int(x) for x in strings[0][1].split() if x.isascii() and x.isdecimal() and len(x) < 6]
    if len(head) < 4:
        raise fault(f"{excerpt(strings[0][1])}: WIDTH HEIGHT COLOURS CHARACTERS", line(0))
    width, height, count, size = head[:4]
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise fault(f"{width}x{height}: a picture has sides from 1 to {MAX_SIDE}", line(0))
    if not (1 <= count <= 10_000 and 1 <= size <= 4):
        raise fault(f"{count} colours of {size} characters: use 1 to 4 characters", line(0))
    colors: dict[str, Rgb | None] = {}
    for number in range(1, 1 + count):
        if number >= len(strings):
            raise fault(f"{number - 1} of {count} colours", line(number))
        key, rest = strings[number][1][:size], strings[number][1][size:]
        word = _color_word(rest)
        rgb = rgb_of(word)
        if rgb is None and word.lower() != "none":
            raise fault(f"{excerpt(rest.strip())} is not a colour such as c #ff0000", line(number))
        colors[key] = None if rgb is None else rgb_values(rgb)
    empty = _free(set(colors.values()))
    pixels: list[Rgb] = []
    for number in range(1 + count, 1 + count + height):
        row = strings[number][1] if number < len(strings) else ""
        if len(row) != width * size:
            raise fault(
                f"a row of {len(row)} characters, the size says {width * size}", line(number)
            )
        for i in range(0, len(row), size):
            key = row[i : i + size]
            if key not in colors:
                raise fault(f"{excerpt(key)} is not a colour of the picture", line(number))
            pixels.append(colors[key] or empty)
    return pixels, width, empty, len(strings) > 1 + count + height


def _color_word(text: str) -> str:
    """The colour for colour screens: the words behind the key c and before the next key."""
    words = iter(text.split())
    behind = takewhile(lambda word: word not in ("m", "s", "g4", "g"), words)
    return " ".join(behind) if "c" in words else ""


def _free(declared: set[Rgb | None]) -> Rgb:
    """The background: white for transparent cells, else the lightest of the declared colours."""
    if None in declared and (255, 255, 255) in declared:
        raise PuzzleSyntaxError("white and transparent pixels: both would be the background")
    return (255, 255, 255) if None in declared else ground({x for x in declared if x is not None})


def dumps_xpm(puzzle: Puzzle) -> str:
    """The goal picture as XPM.

    >>> print(dumps_xpm(Puzzle.from_grid("#.")), end="")
    /* XPM */
    static char * nonogram_xpm[] = {
    "2 1 2 1",
    ". c #ffffff",
    "# c #000000",
    "#."};

    Raises:
        PuzzleError: two of its colours have the same shade, or one is lighter than the background.
    """
    goal = puzzle.goal
    assert goal is not None
    shades = shades_of(puzzle)
    if ground({rgb_values(x) for x in shades}) != rgb_values(shades[EMPTY]):
        raise PuzzleError("the background is not the lightest colour, as the reader expects")
    name = puzzle.title if re.fullmatch("[A-Za-z_][A-Za-z_0-9]*", puzzle.title) else "nonogram"
    lines = [f'"{goal.width} {goal.height} {len(shades)} 1"']
    lines += [f'"{_PIXELS[value]} c {rgb}"' for value, rgb in enumerate(shades)]
    lines += [f'"{"".join(_PIXELS[cell] for cell in goal.row(r))}"' for r in range(goal.height)]
    body = ",\n".join(lines)
    return f"/* XPM */\nstatic char * {name}_xpm[] = {{\n{body}}};\n"
