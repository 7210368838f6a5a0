"""Lists of clues as people write them: each dialect of the table is read as the puzzle it is."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from nonosat import Grid, Palette, Puzzle
from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.colored_clues import USUAL_LETTERS, rgb_of
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


_HEADS = ("Rows:\n", "\nColumns:\n")
LETTERED: dict[str, Callable[[str, int, list[str]], str]] = {
    "behind": lambda side, i, clue: " ".join(clue) or "0",
    "large, commas": lambda side, i, clue: ",".join(clue).upper() or "0",
    "in front": lambda side, i, clue: " ".join(x[-1] + x[:-1] for x in clue) or "0",
    "numbers, in front": lambda side, i, clue: (
        f"{i}) {' '.join(x[-1] + x[:-1] for x in clue) or '0'}"
    ),
    "labels": lambda side, i, clue: f"{side}{i}: {' '.join(clue) or '0'}",
    "labels, in front": lambda side, i, clue: (
        f"{side}{i}: {' '.join(x[-1] + x[:-1] for x in clue) or '0'}"
    ),
}


@pytest.mark.parametrize("dialect", LETTERED)
@pytest.mark.parametrize("letters", ["ry", "kbg", "pvmcno"])
def test_letters_behind_or_before_lengths_are_colours(dialect: str, letters: str) -> None:
    """Each clue keeps its lengths and colours, or the text is refused."""
    rng = random.Random(f"{dialect} {letters}")
    read = refused = 0
    for _ in range(60):
        height, width = rng.randint(1, 5), rng.randint(2, 5)
        shades = [(USUAL_LETTERS[x], rgb_of(USUAL_LETTERS[x]) or "", x) for x in letters]
        cells = "\n".join(
            "".join(rng.choice(f".{letters}") for _ in range(width)) for _ in range(height)
        )
        puzzle = Puzzle.from_grid(Grid(cells, letters), palette=Palette.of(shades))
        sides = [
            [[f"{b.length}{letters[b.color - 1]}" for b in clue or ()] for clue in side]
            for side in (puzzle.rows, puzzle.columns)
        ]
        if not any(clue for side in sides for clue in side):
            continue
        text = ""
        for head, side, clues in zip(_HEADS, "RC", sides, strict=True):
            text += "\n" if dialect.startswith("labels") else head
            for number, clue in enumerate(clues, start=1):
                text += LETTERED[dialect](side, number, clue) + "\n"
        found = _read(text)
        if not isinstance(found, Puzzle):
            refused += 1
            assert "a colour, or a row or column?" in str(found), (text, str(found))
            continue
        read += 1
        names = [found.palette.colors[n].letter for n in range(len(found.palette))]
        again = [
            [[f"{b.length}{names[b.color - 1]}" for b in clue or ()] for clue in side]
            for side in (found.rows, found.columns)
        ]
        # a single colour has the letter '#'
        assert again == sides or len(set("".join(map(str, sides))) & set(letters)) == 1, text
        assert "colours by their letters: " in str(found.remarks[0])
    assert read > 5
    assert not refused or dialect == "in front"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Rows:\n1r 1\n2y\nColumns:\n1r 1y\n2y", "'1r 1' is not a list of lengths with letters"),
        ("Rows:\n1r 1R\n2y\nColumns:\n1r 1y\n2y", "'r' and 'R': both letters are there"),
        ("Rows:\n1w\n1w\nColumns:\n2w", "the letter 'w' has no known colour: say it in a line"),
        ("Rows:\nr1 y1\nColumns:\n1r\n1y", "'r1 y1': a colour, or a row or column?"),
        ("Rows:\n1 ?\n2\nColumns:\n1\n2", "'1 ?' is a blotted clue"),
        ("R1: 1 ?\nR2: 2\nC1: 1\nC2: 2", "'1 ?' is a blotted clue"),
        ("Rows:\n1 l4\n2\nColumns:\n1\n2", "'1 l4' is not a list of lengths"),
        ("Rows:\n1r2y\n2\nColumns:\n1\n2", "'1r2y' is not a clue"),
    ],
)
def test_what_could_mean_two_things_is_refused(text: str, why: str) -> None:
    found = _read(text)
    assert not isinstance(found, Puzzle)
    assert why in str(found)


def test_a_text_says_the_colours_of_its_letters() -> None:
    found = _read("w: gray\nX: #123456\nRows:\n1w 1x\n2x\n0\nColumns:\n1w 1x\n2x\n")
    assert isinstance(found, Puzzle)
    assert [color.rgb for color in found.palette.colors] == ["#808080", "#123456"]
    assert found.rows[2] == ()
