"""
The native readers of formats: from text to the parts of a puzzle, with all faults.
"""

from collections.abc import Callable
from typing import Any


MAX_SIDE: int = 1023

MAX_COLORS: int = 60

def non_keywords() -> list[str]:
    """The words that begin lines of the format non."""

def plain_format(text: str) -> str:
    """
    `non` or `json` for a short text that has this format, no other, and one puzzle; `webpbn`
    for one that has no other format if `WebpbnPuzzles` reads all of it; or ``.
    """

def read_plain(text: str, blocks: Callable[[int], object], palette_of: Callable[[tuple[Any, ...], str], object]) -> tuple[tuple[Any, ...], str] | None:
    """
    The parts, as of `read_non`, of the puzzle of a text that `plain_format` knows, and its
    format; None for other texts.
    """

def read_non(text: str, first_line: int, blocks: Callable[[int], object], palette_of: Callable[[tuple[Any, ...], str], object]) -> tuple[Any, ...]:
    """
    The parts of one puzzle in the format non, whose first line has a number in its file.

    They are the clues of rows and of columns, the texts in the order of Metadata (None: all
    are empty), the palette (None: black on white), and of goal and printed cells height,
    width, cells and letters, or None; then None if the
    puzzle is sound, else: whether it can be built; faults and notes as (message, axis,
    index, line of the file); the lines of the file that hold the clues of rows, of columns;
    then the parts that were not read, None without any, each as (name, value, known names,
    line of the file, why it was not read).
    `blocks` gives, for a number of colours, a tuple for each colour of its Blocks by
    length, from 0 to MAX_SIDE; `palette_of` gives, for colours as (name, RGB, letter or
    None) and the RGB of the background, the palette and its letters.
    """

def read_taai(text: str, head_line: int, blocks: Callable[[int], object]) -> tuple[Any, ...]:
    """
    The parts, as of `read_non`, of the lines of one puzzle of the format taai, without its
    head, which stands at a line of the file.
    """

def read_canonical(text: str, height: int, width: int, colors: int, blocks: Callable[[int], object]) -> tuple[Any, ...] | None:
    """
    The parts, as of `read_non`, of what follows the line `rows` of a canonical text,
    without a palette; None if `model.canonical` has to read it.
    """

class JsonPuzzles:
    """The puzzles of a text in the format json."""

    def __init__(self, text: str) -> None: ...

    def __len__(self) -> int: ...

    def read(self, index: int, blocks: Callable[[int], object], palette_of: Callable[[tuple[Any, ...], str], object]) -> tuple[Any, ...]:
        """The parts of a puzzle, as of `read_non`."""

class WebpbnPuzzles:
    """The puzzles of a text in the format webpbn."""

    def __init__(self, text: str) -> None: ...

    @property
    def ended(self) -> bool:
        """True if the whole text was read."""

    def read(self, blocks: Callable[[int], object], palette_of: Callable[[tuple[Any, ...], str], object]) -> tuple[Any, ...] | None:
        """
        The parts, as of `read_non`, of the next puzzle, which is sound; None at the end of
        the text, and where Python has to read it.
        """
