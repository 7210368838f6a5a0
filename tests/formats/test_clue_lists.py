"""Lists of clues as people write them: each dialect of the table is read as the puzzle it is."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from nonosat import Puzzle
from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.reading import read_numbered

Clues = list[list[int]]


def _nested(clues: Clues, brackets: str = "[]", empty: str = "") -> str:
    begin, end = brackets
    inner = (begin + (", ".join(map(str, clue)) or empty) + end for clue in clues)
    return begin + ", ".join(inner) + end


def _keys(rows: str, columns: str) -> Callable[[Clues, Clues], str]:
    return lambda r, c: json.dumps({rows: r, columns: c})


def _padded(clues: Clues) -> Clues:
    longest = max(map(len, clues))
    return [[0] * (longest - len(clue)) + clue for clue in clues]


def _words(clues: Clues) -> list[str]:
    return [" ".join(map(str, clue)) for clue in clues]


def _bare(clues: Clues) -> list[object]:
    return [clue[0] if len(clue) == 1 else clue for clue in clues]


def _zero(clues: Clues) -> list[str]:
    return [word or "0" for word in _words(clues)]


def _lines(
    mark: Callable[[str, int, str], str], rows: str = "", columns: str = ""
) -> Callable[[Clues, Clues], str]:
    def write(r: Clues, c: Clues) -> str:
        sides = []
        for head, letter, clues in ((rows, "R", r), (columns, "C", c)):
            lines = [mark(letter, i, clue) for i, clue in enumerate(_zero(clues), start=1)]
            sides.append("\n".join([*([head] if head else []), *lines]))
        return "\n\n".join(sides) + "\n"

    return write


def _letters(r: Clues, c: Clues) -> str:
    if not all([*r, *c]) or max(map(max, [*r, *c])) > 26:
        return ""
    return "\n".join(
        " ".join("".join(chr(64 + x) for x in clue) for clue in side) for side in (r, c)
    )


DIALECTS: dict[str, Callable[[Clues, Clues], str]] = {
    "rowsDef": _keys("rowsDef", "colsDef"),
    "row-rules": _keys("row-rules", "column-rules"),
    "rowInputs": _keys("rowInputs", "columnInputs"),
    "hints": lambda r, c: json.dumps({"hints": {"rows": r, "cols": c}, "name": "x"}),
    "ver-hor": lambda r, c: json.dumps({"ver": c, "hor": r}),
    "rowClues": _keys("rowClues", "colClues"),
    "top-left": lambda r, c: json.dumps({"top_clues": c, "left_clues": r}),
    "padded": lambda r, c: json.dumps({"rowClues": _padded(r), "colClues": _padded(c)}),
    "texts": lambda r, c: json.dumps({"rowClues": _words(r), "colClues": _words(c)}),
    "bare": lambda r, c: json.dumps({"rowClues": _bare(r), "colClues": _bare(c)}),
    "floats": lambda r, c: json.dumps(
        {"rowClues": [list(map(float, x)) for x in r], "colClues": [list(map(float, x)) for x in c]}
    ),
    "javascript": lambda r, c: f"const row = {_nested(r)};\nconst column = {_nested(c)}; // done\n",
    "python": lambda r, c: f"# my puzzle\nROWS = {r}\nCOLS = {tuple(map(tuple, c))}\n",
    "call": lambda r, c: f"solve(Nonogram(rows={r}, cols={c}))",
    "c": lambda r, c: f"int rows[][9] = {_nested(r, '{}')};\nint cols[][9] = {_nested(c, '{}')};\n",
    "matlab": lambda r, c: (
        "rows = {"
        + ",".join("[" + " ".join(map(str, x)) + "]" for x in r)
        + "};\ncols = {"
        + ",".join("[" + " ".join(map(str, x)) + "]" for x in c)
        + "};"
    ),
    "prolog": lambda r, c: f"% a puzzle\nrows({_nested(r)}).\ncolumns({_nested(c)}).\n",
    "haskell": lambda r, c: f"-- a puzzle\nrows = {_nested(r)}\ncols = {_nested(c)}\n",
    "mathematica": lambda r, c: f"(* a *) rows = {_nested(r, '{}')}; cols = {_nested(c, '{}')};",
    "rules": lambda r, c: f"<|rows -> {_nested(r, '{}')}, columns -> {_nested(c, '{}')}|>",
    "pair": lambda r, c: f"[{_nested(r)}, {_nested(c)}]",
    "two": lambda r, c: f"{_nested(r)}\n{_nested(c)}\n",
    "g": lambda r, c: "\n".join(
        [f"g {len(r)} {len(c)}"]
        + [f"r {' '.join(map(str, [*x, 0]))}" for x in r]
        + [f"c {' '.join(map(str, [*x, 0]))}" for x in c]
    ),
    "size": lambda r, c: f"{len(r)} {len(c)}\n{'; '.join(_zero(r))};\n{'; '.join(_zero(c))};\n",
    "letters": _letters,
    "headings": _lines(lambda side, i, clue: clue, "Rows:", "Columns:"),
    "singular": _lines(lambda side, i, clue: clue, "row", "col"),
    "labels": _lines(lambda side, i, clue: f"{side}{i}: {clue}"),
    "numbered": _lines(lambda side, i, clue: f"{i}) {clue}", "## Row clues", "## Column clues"),
    "bullets": _lines(lambda side, i, clue: f"- {clue}", "Rows:", "Columns:"),
    "words": _lines(lambda side, i, clue: f"{'Row' if side == 'R' else 'Column'} {i} - {clue}"),
    "one line": lambda r, c: f"Rows: {'; '.join(_zero(r))}\nColumns: {'; '.join(_zero(c))}",
    "full width": lambda r, c: _lines(lambda side, i, clue: clue, "Rows:", "Columns:")(
        r, c
    ).translate({ord(x): ord(x) + 0xFEE0 for x in "0123456789:"}),
}
UNNAMED = ("pair", "two", "size", "letters")


def puzzles(number: int, seed: str) -> list[Puzzle]:
    """Random puzzles: not square, some with empty lines, some with equal sums on both sides."""
    chance = random.Random(seed)
    found = []
    while len(found) < number:
        height, width = chance.randint(1, 9), chance.randint(1, 9)
        dense = chance.choice((0.3, 0.6, 0.9))
        cells = [chance.choice("#.") if chance.random() < dense else "." for _ in range(81)]
        rows = ["".join(cells[9 * y : 9 * y + width]) for y in range(height)]
        if "#" in "".join(rows):
            found.append(Puzzle.from_grid("\n".join(rows)))
    return found


def _read(text: str) -> Puzzle | Exception:
    try:
        (_, named), *more = read_numbered(text)
    except PuzzleSyntaxError as error:
        return error
    if more:
        return PuzzleSyntaxError("several items")
    if isinstance(named.item, Puzzle) and named.format == "clues":
        assert named.item.remarks, text  # nothing is guessed silently
    return named.item


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_dialect_is_read_as_itself_or_refused(dialect: str) -> None:
    read, refused = 0, []
    for puzzle in puzzles(300, dialect):
        rows, columns = (
            [[b.length for b in clue or ()] for clue in side]
            for side in (puzzle.rows, puzzle.columns)
        )
        text = DIALECTS[dialect](rows, columns)
        if not text:
            continue
        found = _read(text)
        if isinstance(found, Puzzle):
            read += 1
            assert (found.rows, found.columns) == (puzzle.rows, puzzle.columns), text
        else:
            refused.append((text, str(found)))
    assert read > 9 * len(refused), (read, len(refused), refused[:3])
