# SPDX-License-Identifier: MIT
"""The ``.non`` form: files of several puzzles, and writing.

A puzzle is read natively; ``native/read_non.cpp`` has the grammar and describes the dialects.
Lines of four or more ``=`` separate the puzzles of a file.

The writer uses Simpson's form for black on white, and for everything else the dialect that is asked
for, mikix or nonny. The lines ``background``, ``colorname`` and ``description`` are our additions;
other readers skip them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError, newlines, polled
from nonosat.formats.native import NON_KEYWORDS, read_non
from nonosat.model.clue import EMPTY, UNKNOWN, Clue
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle

_DIVIDER = re.compile(r"^[ \t]*+={4,}+[ \t]*+$", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,30}")
_BARE = re.compile(r"[A-Za-z0-9.+-]+")


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as its error.

    >>> next(loads("rows\\n2\\ncolumns\\n1\\n1"))
    Puzzle(rows=[[2]], columns=[[1], [1]])
    """
    empty = True
    for first_line, piece in _pieces(newlines(text)):
        if piece and not piece.isspace():
            empty = False
            yield read_non(piece, first_line)
    if empty:
        yield PuzzleSyntaxError(
            Fault.of(
                "fault.empty.non",
                "the text is empty: a .non puzzle has at least rows and columns",
            )
        )


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The parts between the dividing lines, each with the number of its first line."""
    start, line = 0, 1
    if "====" not in text:
        yield line, text
        return
    for divider in polled(_DIVIDER.finditer(text)):
        yield line, text[start : divider.start()]
        line += text.count("\n", start, divider.end())
        start = divider.end()
    yield line, text[start:] if start else text


_QUOTED = str.maketrans({"&": "&amp;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;"})


def _quoted(text: str) -> str:
    return f'"{text.translate(_QUOTED)}"'


def dumps(puzzle: Puzzle, dialect: str = "mikix") -> str:
    """The puzzle as text; ``loads`` rebuilds the same puzzle.

    >>> print(dumps(Puzzle(rows=[[2], []], columns=[[1], [1]])), end="")
    width 2
    height 2
    <BLANKLINE>
    rows
    2
    0
    <BLANKLINE>
    columns
    1
    1

    Raises:
        PuzzleError: a text has a character that no text file can have.
    """
    return "\n".join(_lines(puzzle, dialect == "nonny")) + "\n"


def dumps_all(puzzles: Sequence[Puzzle], dialect: str = "mikix") -> str:
    """The puzzles one after the other, with a line of ``=`` between them."""
    return "\n====\n\n".join(dumps(puzzle, dialect) for puzzle in puzzles)


def _lines(puzzle: Puzzle, nonny: bool) -> Iterator[str]:
    meta, palette = puzzle.meta, puzzle.palette
    for key in ("catalogue", "title", "by", "copyright", "license", "description"):
        text = meta.author if key == "by" else getattr(meta, key)
        if key == "license" and _BARE.fullmatch(text):
            yield f"license {text}"
        elif text:
            yield f"{key} {_quoted(text)}"
    yield f"width {puzzle.width}"
    yield f"height {puzzle.height}"
    colored = palette != BLACK
    words = _nonny_names(palette) if nonny else [f"color {x}" for x in palette.letters]
    if colored:
        if nonny:
            yield f"color {_free('white', words)} {palette.background[1:].upper()} ."
        elif palette.background != BLACK.background:
            yield f"background {palette.background}"
        for color, word in zip(palette.colors, words, strict=True):
            if nonny:
                yield f"color {word} {color.rgb[1:].upper()} {color.letter}"
            else:
                yield f"color {color.letter} {color.rgb}"
            if color.name != word:
                yield f"colorname {color.letter} {_quoted(color.name)}"
    letters = ["", *palette.letters] if colored else ["", ""]
    for heading, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield ""
        yield heading
        for clue in clues:
            if nonny and colored:
                yield _nonny_clue(clue or (), words)
            else:
                yield ",".join(f"{length}{letters[color]}" for length, color in clue or ()) or "0"
    if puzzle.goal is not None:
        table = {EMPTY: "0", UNKNOWN: "?", 1: "1"}
        if colored:
            table.update(enumerate(palette.letters, start=1))
        cells = puzzle.goal.cells.decode("latin-1").translate(table)
        rows = [cells[i : i + puzzle.width] for i in range(0, len(cells), puzzle.width)]
        apart = "" if any(map(_DIVIDER.match, rows)) else "\n"  # a row may look like a divider
        yield ""
        yield f'goal "{apart.join(rows)}"'


def _nonny_names(palette: Palette) -> list[str]:
    """A word for each colour: its name, or another word if that is not a word or used twice."""
    words: list[str] = []
    taken = {*NON_KEYWORDS, "white"}
    for number, color in enumerate(palette.colors, start=1):
        fit = _WORD.fullmatch(color.name) and color.name.lower() not in {*taken, *words}
        words.append(color.name if fit else _free(f"color-{number}", words))
    return words


def _free(word: str, used: Sequence[str]) -> str:
    """The word, with dashes at its end if it is used."""
    while word in used:
        word += "-"
    return word


def _nonny_clue(clue: Clue, words: Sequence[str]) -> str:
    parts: list[str] = []
    before = 0
    for length, color in clue:
        if color != before:
            parts.append(words[color - 1])
        parts.append(str(length))
        before = color
    return " ".join(parts) or "0"
