# SPDX-License-Identifier: MIT
"""Our own code: every puzzle, with colours, missing clues and printed cells (docs/codes.md).

``N``, three characters that check the others, and the puzzle itself, coded arithmetically with
probabilities that begin as they are in real puzzles: the sizes, the palette, the clues of the rows,
the clues of the columns, the printed cells. Names, colours and letters of a palette are kept,
common ones in a few bits. ``N`` is the version: another version gets another letter, and the tables
of version ``N`` never change (``test_codes_vectors.py`` holds codes of every version).

The check is a cyclic redundancy check of 18 bits over the characters. It finds every change within
three neighbouring characters, and every change of two bits; of all other changes it misses one in
262,144. Its polynomial is (x + 1)(x^17 + x^3 + 1). The picture itself would be a shorter code for
many puzzles, but it would need the solution, and reveal it.
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes.arithmetic import EVEN, Chance, Coder, Decoder, Encoder, chance
from nonosat.formats.codes.bits import ALPHABET, refuse, values_of
from nonosat.formats.codes.checks import check_size
from nonosat.formats.codes.compact_clues import ClueModel, color_of
from nonosat.formats.common import agreeing
from nonosat.model.clue import EMPTY, UNKNOWN, Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.palette import ALPHABET as LETTERS
from nonosat.model.palette import BLACK, MAX_COLORS, Color, Palette
from nonosat.model.puzzle import Puzzle

LETTER = "N"
_CHECKS = 3
_POLYNOMIAL = 1 << 18 | 1 << 17 | 1 << 4 | 1 << 3 | 1 << 1 | 1
_FIRST = (1 << 18) - 1


def _remainder(value: int) -> int:
    value <<= 12
    for _ in range(6):
        value <<= 1
        if value >> 18:
            value ^= _POLYNOMIAL
    return value


_OF_SIX = tuple(_remainder(value) for value in range(64))


def _check(values: list[int]) -> str:
    """The characters that check others."""
    rest = _FIRST
    for value in values:
        rest = (rest & 0xFFF) << 6 ^ _OF_SIX[rest >> 12 ^ value]
    return "".join(ALPHABET[rest >> place & 63] for place in (12, 6, 0))


def write(puzzle: Puzzle, poll: Callable[[], object] = bool) -> str:
    """The code of a puzzle; ``poll`` is called now and then; an exception from it ends the work.

    Raises:
        PuzzleError: the name of a colour is too long for a code.
    """
    coder = Encoder(poll)
    _code(coder, puzzle)
    body = coder.text()
    return LETTER + _check(values_of(LETTER + body, 0)) + body


def read(code: str) -> Puzzle:
    """The puzzle of a code.

    Raises:
        PuzzleSyntaxError: the text is not a code of this kind, or is damaged.
    """
    values = values_of(code, 0)
    if len(values) <= _CHECKS:
        raise refuse("the code ends here, but is not complete: it is cut off", len(values))
    body = values[1 + _CHECKS :]
    if _check([values[0], *body]) != code[1 : 1 + _CHECKS]:
        raise PuzzleSyntaxError(
            Fault.of(
                "fault.code.check",
                "characters 1 to {last}: the check in characters 2 to 4 does not agree with the "
                "others: a character is wrong, missing or superfluous",
                last=len(code),
            )
        )
    coder = Decoder(body)
    try:
        puzzle = _code(coder, None)
    except (PuzzleError, PuzzleSyntaxError) as error:
        faults = [Fault(f"characters 1 to {len(code)}: {fault}") for fault in error.faults]
        raise PuzzleSyntaxError(faults, clues=error.clues) from None
    wrong = coder.wrong_end()
    if wrong is not None:
        raise refuse("the code does not end like the code of this puzzle", 1 + _CHECKS + wrong)
    return puzzle


def _code(coder: Coder, puzzle: Puzzle | None) -> Puzzle:
    """Write a puzzle, or read it: the same decisions in the same order."""
    width = _side(coder, None if puzzle is None else puzzle.width)
    square = coder.bit(None if puzzle is None else int(puzzle.width == puzzle.height), chance(EVEN))
    height = width if square else _side(coder, None if puzzle is None else puzzle.height)
    check_size(width, height, None)
    palette = code_palette(coder, None if puzzle is None else puzzle.palette)
    missing = coder.bit(None if puzzle is None else int(puzzle.missing_clues), chance(4096))
    printed = coder.bit(None if puzzle is None else int(puzzle.printed is not None), chance(4096))
    model = ClueModel(coder, len(palette), bool(missing))
    rows = _lines(model, None if puzzle is None else puzzle.rows, height, width)
    if not missing:
        model.fill(rows)
    columns = _lines(model, None if puzzle is None else puzzle.columns, width, height)
    if puzzle is not None:
        if puzzle.printed is not None:
            _cells(coder, puzzle.printed.cells, width, height, len(palette))
        return puzzle
    grid = None
    if printed:
        cells = _cells(coder, None, width, height, len(palette))
        grid = Grid.from_cells(height, width, cells, palette.letters)
    return agreeing(Puzzle(rows, columns, palette=palette, printed=grid))


def _side(coder: Coder, value: int | None) -> int:
    """A width or height: whether 5 divides it, and then its bits, their number first."""
    fives = coder.bit(None if value is None else int(value % 5 == 0), chance(49152))
    rest = None if value is None else value // 5 if fives else value
    most = MAX_SIDE.bit_length()
    bits = 1
    while bits < most and coder.bit(None if rest is None else int(rest >> bits > 0), chance(EVEN)):
        bits += 1
    low = coder.number(None if rest is None else rest & ((1 << (bits - 1)) - 1), bits - 1)
    found = 1 << (bits - 1) | low
    return 5 * found if fives else found


def _lines(
    model: ClueModel, clues: tuple[Clue | None, ...] | None, count: int, cells: int
) -> tuple[Clue | None, ...]:
    """Write the clues of all rows or of all columns, or read them."""
    model.begin(count, cells)
    if clues is None:
        return tuple(model.read() for _ in range(count))
    for clue in clues:
        model.write(clue)
    return clues


def _cells(coder: Coder, cells: bytes | None, width: int, height: int, colors: int) -> bytes:
    """Printed cells, row by row; the cells before it in row and column decide the odds."""
    is_known: dict[tuple[bool, bool], list[int]] = {}
    is_filled: dict[tuple[int, int], list[int]] = {}
    tree: dict[tuple[int, int], list[int]] = {}
    palette = list(range(1, colors + 1))
    found = bytearray()
    for place in range(width * height):
        cell = None if cells is None else cells[place]
        left = found[place - 1] if place % width else UNKNOWN
        above = found[place - width] if place >= width else UNKNOWN
        around = left != UNKNOWN, above != UNKNOWN
        odds = is_known.setdefault(around, chance(8192))
        if not coder.bit(None if cell is None else int(cell != UNKNOWN), odds):
            found.append(UNKNOWN)
            continue
        odds = is_filled.setdefault((left, above), chance(EVEN))
        if not coder.bit(None if cell is None else int(cell != EMPTY), odds):
            found.append(EMPTY)
            continue
        found.append(color_of(coder, cell, palette, colors, tree, left))
    return bytes(found)


_COMMON = (
    ("black", "000000"), ("red", "ff0000"), ("green", "008000"), ("blue", "0000ff"),
    ("yellow", "ffff00"), ("orange", "ffa500"), ("brown", "a52a2a"), ("gray", "808080"),
    ("white", "ffffff"), ("pink", "ffc0cb"), ("purple", "800080"), ("cyan", "00ffff"),
    ("magenta", "ff00ff"), ("lime", "00ff00"), ("navy", "000080"), ("teal", "008080"),
    ("maroon", "800000"), ("olive", "808000"), ("silver", "c0c0c0"), ("gold", "ffd700"),
    ("tan", "d2b48c"), ("skyblue", "87ceeb"), ("violet", "ee82ee"), ("darkgreen", "006400"),
    ("lightgray", "d3d3d3"), ("darkgray", "404040"), ("color", "d55e00"), ("color", "0072b2"),
    ("color", "009e73"), ("color", "e69f00"), ("color", "cc79a7"), ("color", "56b4e9"),
)  # fmt: skip
"""Name and colour by number. Part of the code: they never change."""
_BITS = 5
_NAMES = {rgb: name for name, rgb in _COMMON}
_NUMBERS = {rgb: number for number, (_, rgb) in enumerate(_COMMON)}
_NAME_BITS = 10
"""A name may have up to 1023 bytes."""
_LETTER_BITS = 21
_SELDOM = 16384
_OFTEN = 49152


def code_palette(coder: Coder, palette: Palette | None) -> Palette:
    """Write a palette, or read it.

    Raises:
        PuzzleError: a name is too long, or the code read has an impossible palette.
        PuzzleSyntaxError: the code read has no valid palette.
    """
    if not coder.bit(None if palette is None else int(palette != BLACK), chance(8192)):
        return BLACK
    count = coder.number(None if palette is None else len(palette) - 1, 6) + 1
    if count > MAX_COLORS:
        raise PuzzleSyntaxError(f"{count} colours: a palette holds 1 to {MAX_COLORS} of them")
    background = "ffffff"
    wanted = None if palette is None else palette.background[1:]
    if coder.bit(None if wanted is None else int(wanted != background), chance(_SELDOM)):
        background = f"{coder.number(None if wanted is None else int(wanted, 16), 24):06x}"
    bytes_tree: dict[int, Chance] = {}
    is_common, is_usual, is_text = chance(_OFTEN), chance(_OFTEN), chance(_SELDOM)
    is_lettered = chance(EVEN)
    used: set[str] = set()
    colors = []
    for number in range(count):
        color = None if palette is None else palette.colors[number]
        rgb = _rgb(coder, None if color is None else color.rgb[1:], is_common)
        letter = _usual_letter(rgb, used, count)
        if not coder.bit(None if color is None else int(color.letter == letter), is_usual):
            point = coder.number(None if color is None else ord(color.letter), _LETTER_BITS)
            if point > 0x10FFFF:
                raise PuzzleSyntaxError("the code is damaged: a letter that does not exist")
            letter = chr(point)
        used.add(letter)
        name = _usual_names(rgb, letter)
        own = None if color is None else int(color.name not in name)
        if coder.bit(own, is_text):
            text = _text(coder, None if color is None else color.name, bytes_tree)
        else:
            lettered = len(name) > 1 and coder.bit(
                None if color is None else int(color.name == name[1]), is_lettered
            )
            text = name[int(lettered)]
        colors.append(Color(text, f"#{rgb}", letter))
    return Palette(tuple(colors), f"#{background}")


def _rgb(coder: Coder, rgb: str | None, is_common: Chance) -> str:
    """Six hexadecimal digits: the number of a common colour, or the colour itself."""
    if coder.bit(None if rgb is None else int(rgb in _NUMBERS), is_common):
        return _COMMON[coder.number(None if rgb is None else _NUMBERS[rgb], _BITS)][1]
    return f"{coder.number(None if rgb is None else int(rgb, 16), 24):06x}"


def _usual_letter(rgb: str, used: set[str], count: int) -> str:
    if count == 1:
        return "#"
    first = _NAMES.get(rgb, "")[:1]
    if first and first not in used:
        return first
    return next(letter for letter in LETTERS if letter not in used)


def _usual_names(rgb: str, letter: str) -> list[str]:
    """The names that are coded without their text."""
    name = _NAMES.get(rgb, "color")
    return [f"color {letter}"] if name == "color" else [name, f"color {letter}"]


def _text(coder: Coder, text: str | None, tree: dict[int, Chance]) -> str:
    """A name in UTF-8: the number of its bytes, then each of them bit by bit."""
    data = None if text is None else text.encode("utf-8", "surrogatepass")
    if data is not None and len(data) >> _NAME_BITS:
        raise PuzzleError(
            f"the name of a colour has {len(data)} bytes: a code holds at most "
            f"{(1 << _NAME_BITS) - 1}"
        )
    count = coder.number(None if data is None else len(data), _NAME_BITS)
    found = bytearray()
    for place in range(count):
        node = 1
        for bit in range(7, -1, -1):
            value = None if data is None else data[place] >> bit & 1
            node = node << 1 | coder.bit(value, tree.setdefault(node, chance(EVEN)))
        found.append(node & 255)
    try:
        return found.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise PuzzleSyntaxError("the code is damaged: a name that is not UTF-8") from None
