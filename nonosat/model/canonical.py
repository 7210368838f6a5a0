# SPDX-License-Identifier: MIT
"""The canonical text of a puzzle: its version, its letters, its writer and its reader.

There is one text for each puzzle, and its SHA-256 identifies the puzzle. So ``read_canonical``
accepts exactly what is written: no other order, no blanks, no leading zeros. Clues and palette are
then checked like those of any puzzle, because a text may come from a damaged file or from a
stranger. The text leaves out metadata, the goal, and the names and letters of colours; a colour
that is read is named by its number.

The cost is that of a ``Puzzle``: 0.1 ms for 15x15. Rejected: a lenient reader in ``formats``; two
texts would then mean one puzzle, and the text would no longer be canonical.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.errors import Fault, NonosatError, PuzzleSyntaxError
from nonosat.model.clue import EMPTY, UNKNOWN, Block, Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.palette import BLACK, MAX_COLORS, Color, Palette, first
from nonosat.model.puzzle import Puzzle

_NUMBER = re.compile("[1-9][0-9]{0,3}")
_BLOCK = re.compile("([1-9][0-9]{0,3}):([1-9][0-9]?)")
_RGB = re.compile("#[0-9a-f]{6}")

CANONICAL_VERSION = 2
"""The version of the canonical text. A change of the text, however small, raises it.

Version 2 added printed cells; the text of a puzzle without them is still that of version 1.
"""

CANONICAL_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""The letters of cells in canonical text, for two colours and more."""


def canonical_text(puzzle: Puzzle) -> str:
    """The canonical text of a puzzle: ``Puzzle.canonical_text`` describes it."""
    printed = puzzle.printed
    lines = [
        f"nonosat-puzzle {1 if printed is None else CANONICAL_VERSION}",
        f"width {puzzle.width}",
        f"height {puzzle.height}",
        f"background {puzzle.palette.background}",
        *(f"color {color.rgb}" for color in puzzle.palette.colors),
        "rows",
        *map(_canonical_clue, puzzle.rows),
        "columns",
        *map(_canonical_clue, puzzle.columns),
        *(() if printed is None else ("printed", *_canonical_cells(printed))),
    ]
    return "\n".join(lines) + "\n"


def read_canonical(text: str) -> Puzzle:
    """The puzzle whose ``canonical_text`` this is, without metadata and goal.

    >>> puzzle = Puzzle([[2], [1]], [[2], [1]])
    >>> read_canonical(puzzle.canonical_text()) == puzzle
    True

    Raises:
        PuzzleSyntaxError: it is not the canonical text of a puzzle.
        PuzzleError: the puzzle is impossible by itself.
    """
    if not text.endswith("\n"):
        raise PuzzleSyntaxError("a canonical text ends with a newline: this one is cut off")
    lines = _Lines(text)
    version = lines.number("nonosat-puzzle ")
    if version > CANONICAL_VERSION:
        raise PuzzleSyntaxError(
            f"canonical text of version {version}, which this nonosat does not know: update it"
        )
    width, height = lines.number("width "), lines.number("height ")
    background = lines.rgb(lines.next(), "background ")
    colors = []
    while (line := lines.next()) != "rows":
        colors.append(lines.rgb(line, "color "))
    rows = [lines.clue() for _ in range(height)]
    lines.exactly("columns")
    columns = [lines.clue() for _ in range(width)]
    palette = _palette(colors, background)
    printed = None
    if version == CANONICAL_VERSION:
        lines.exactly("printed")
        letters = "#" if len(colors) == 1 else CANONICAL_LETTERS[: len(colors)]
        printed = lines.cells(width, height, letters, palette)
    lines.end()
    puzzle = Puzzle(rows, columns, palette=palette, printed=printed)
    if (version == CANONICAL_VERSION) != (puzzle.printed is not None):
        raise PuzzleSyntaxError("version 2 of the text without a printed cell: use version 1")
    return puzzle


def _palette(colors: list[str], background: str) -> Palette:
    if colors == [BLACK.colors[0].rgb] and background == BLACK.background:
        return BLACK
    named = zip(range(1, len(colors) + 1), colors, first(len(colors)), strict=False)
    return Palette(tuple(Color(f"color {n}", rgb, x) for n, rgb, x in named), background)


class _Blocks(dict[str, Block]):
    """The blocks of texts such as ``3:1``, each read once: puzzles in bulk have few different ones.

    Raises KeyError for text that is not a block.
    """

    def __missing__(self, text: str) -> Block:
        match = _BLOCK.fullmatch(text)
        if match is None:
            raise KeyError(text)
        block = Block(int(match[1]), int(match[2]))
        if block.length <= MAX_SIDE and block.color <= MAX_COLORS:  # bounds the memory
            self[text] = block
        return block


_BLOCKS = _Blocks()


class _Lines:
    """The lines of a text, one after the other; errors have the number of their line."""

    def __init__(self, text: str) -> None:
        self._lines: Iterator[str] = iter(text[:-1].split("\n"))
        self._number = 0

    def next(self) -> str:
        self._number += 1
        line = next(self._lines, None)
        if line is None:
            raise self._fault("the text ends here: it is cut off")
        return line

    def end(self) -> None:
        if (line := next(self._lines, None)) is not None:
            self._number += 1
            raise self._fault(f"{line[:40]!r} after the end of the puzzle")

    def exactly(self, word: str) -> None:
        if (line := self.next()) != word:
            raise self._fault(f"{line[:40]!r} instead of {word!r}")

    def number(self, word: str) -> int:
        line = self.next()
        if line.startswith(word) and _NUMBER.fullmatch(line, len(word)):
            return int(line[len(word) :])
        raise self._fault(f"{line[:40]!r} instead of '{word}NUMBER'")

    def rgb(self, line: str, word: str) -> str:
        if line.startswith(word) and _RGB.fullmatch(line, len(word)):
            return line[len(word) :]
        raise self._fault(f"{line[:40]!r} instead of '{word}#rrggbb'")

    def clue(self) -> Clue | None:
        line = self.next()
        if line == "?":
            return None
        if line == "-":
            return ()
        try:
            return tuple(map(_BLOCKS.__getitem__, line.split(" ")))
        except KeyError:
            raise self._fault(
                f"{line[:40]!r} is not a clue, such as '3:1 2:1', '-' or '?'"
            ) from None

    def cells(self, width: int, height: int, letters: str, palette: Palette) -> Grid:
        first = self._number + 1
        rows = [self.next() for _ in range(height)]
        try:
            if any(len(row) != width for row in rows):
                raise PuzzleSyntaxError(f"a row of printed cells does not have {width} cells")
            values = {letter: number for number, letter in enumerate(letters, start=1)}
            values |= {".": 0, "?": 255}
            cells = bytes(values[letter] for row in rows for letter in row)
            return Grid.from_cells(height, width, cells, palette.letters)
        except KeyError as error:
            self._number = first
            raise self._fault(f"{error.args[0]!r} is not a printed cell") from None
        except NonosatError as error:
            self._number = first
            raise self._fault(str(error)) from None

    def _fault(self, message: str) -> PuzzleSyntaxError:
        return PuzzleSyntaxError(Fault(message, file_line=self._number))


class _BlockTexts(dict[tuple[int, int], str]):
    """The texts of blocks, each made once: puzzles in bulk have few different ones."""

    def __missing__(self, block: tuple[int, int]) -> str:
        length, color = block
        text = self[block] = f"{length}:{color}"
        return text


_BLOCK_TEXTS = _BlockTexts()


def _canonical_clue(clue: Clue | None) -> str:
    if clue is None:
        return "?"
    return " ".join(map(_BLOCK_TEXTS.__getitem__, clue)) or "-"


def _canonical_cells(grid: Grid) -> list[str]:
    letters = "#" if len(grid.letters) == 1 else CANONICAL_LETTERS  # a Grid refuses digits
    table = {EMPTY: ".", UNKNOWN: "?"} | dict(enumerate(letters, start=1))
    return [row.decode("latin-1").translate(table) for row in grid]
