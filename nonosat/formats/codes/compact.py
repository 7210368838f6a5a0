# SPDX-License-Identifier: MIT
"""Our own code: every puzzle, with colours, missing clues and printed cells (docs/codes.md).

``N``, three characters that check the others, and the puzzle itself, coded arithmetically with
probabilities that begin as they are in real puzzles: the sizes, the palette, the clues of the rows,
those of the columns, the printed cells. ``N`` is the version: another version gets another letter,
and the tables of this one never change (``test_codes_vectors.py`` holds codes of every version).

The check is a cyclic redundancy check of 18 bits over the characters. It finds every change within
three neighbouring characters, and every change of two bits; of all other changes it misses one in
262,144. Its polynomial is (x + 1)(x^17 + x^3 + 1). The picture itself would be a shorter code for
many puzzles, but it would need the solution, and give it away.
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes.alphabet import ALPHABET, refuse, values_of
from nonosat.formats.codes.arithmetic import EVEN, Coder, Decoder, Encoder, chance
from nonosat.formats.codes.compact_clues import ClueModel, color_of
from nonosat.formats.codes.compact_palette import code_palette
from nonosat.formats.codes.sizes import check_size
from nonosat.model.clue import EMPTY, UNKNOWN, Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
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
    """The code of a puzzle; ``poll`` is called now and then, and what it raises ends the work.

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
        PuzzleSyntaxError: it is not such a code, or is damaged.
    """
    values = values_of(code, 0)
    if len(values) <= _CHECKS:
        raise refuse("the code ends here, but is not complete: it is cut off", len(values))
    body = values[1 + _CHECKS :]
    if _check([values[0], *body]) != code[1 : 1 + _CHECKS]:
        raise PuzzleSyntaxError(
            f"characters 1 to {len(code)}: the check in characters 2 to 4 does not agree with the "
            "others: a character is wrong, missing or superfluous"
        )
    coder = Decoder(body)
    try:
        puzzle = _code(coder, None)
    except (PuzzleError, PuzzleSyntaxError) as error:
        faults = [Fault(f"characters 1 to {len(code)}: {fault}") for fault in error.faults]
        raise PuzzleSyntaxError(faults, clues=error.clues) from None
    wrong = coder.wrong_end()
    if wrong is not None:
        raise refuse("the code does not end as this puzzle's does", 1 + _CHECKS + wrong)
    return puzzle


def _code(coder: Coder, puzzle: Puzzle | None) -> Puzzle:
    """Write a puzzle, or read it: the same decisions in the same order."""
    width = _side(coder, None if puzzle is None else puzzle.width)
    square = coder.bit(None if puzzle is None else int(puzzle.width == puzzle.height), chance(EVEN))
    height = width if square else _side(coder, None if puzzle is None else puzzle.height)
    check_size(width, height, None)
    palette = code_palette(coder, None if puzzle is None else puzzle.palette)
    partial = coder.bit(None if puzzle is None else int(puzzle.partial), chance(4096))
    printed = coder.bit(None if puzzle is None else int(puzzle.printed is not None), chance(4096))
    model = ClueModel(coder, len(palette), bool(partial))
    rows = _lines(model, None if puzzle is None else puzzle.rows, height, width)
    if not partial:
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
    return Puzzle(rows, columns, palette=palette, printed=grid)


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
    """The clues of all rows or of all columns."""
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
