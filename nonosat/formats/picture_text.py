# SPDX-License-Identifier: MIT
"""A picture as text: the puzzle is the clues of the picture, and the picture is its goal.

One line per row, one character per cell, in one of these alphabets::

    ..#..     00100     rr.b     #   #
    .###.     01110     r..b      ###

* ``.`` is empty, ``#`` filled; or ``0`` empty, ``1`` filled; or ``.`` empty and each other letter
  a colour (the first letter that occurs is colour 1; a letter that is alone becomes ``#``).
* Blanks between cells do not count where ``.`` or ``0`` stands for empty.
* Without any ``.``, ``0`` or ``1``, a blank is an empty cell, if ``#`` is the only letter. Pictures
  that could be read in two ways are refused: a margin of blanks, or a blank after every cell.
* Blank lines at the beginning and the end do not count.
* ``?`` is refused: a picture must be complete. A file holds one picture.

Cannot be represented: puzzles without a complete goal picture, missing clues, metadata, and
everything about the colours but their letters (names, RGB values, background, unused colours).

The format ``signs`` is the same picture in two other signs, such as emoji of chats, blocks or
``X_X``. Which one is filled stands in a table of pairs that leave no doubt (the dark one; the one
with ink); any other pair needs ``--filled CHAR``. Rejected: to take the rarer sign, or the one at
the edge, for the filled one: half of real pictures break such a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import build, counted, excerpt, in_order, newlines
from nonosat.formats.tokens import fault
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.palette import BLACK, MAX_COLORS, anonymous_palette, is_letter
from nonosat.model.puzzle import Puzzle, remarked

MAX_LINES = 20_000
"""The maximum number of lines of a text; the largest picture has 1,023 rows."""

_Row = tuple[int, str]
"""A line of the file (from 1), and its cells."""


def read(text: str) -> Puzzle:
    """The puzzle of a picture.

    >>> read(".#\\n##")
    Puzzle(rows=[[1], [2]], columns=[[1], [2]], goal=Grid('.#\\n##'))
    """
    text = newlines(text)
    if text.count("\n") > MAX_LINES:
        raise PuzzleSyntaxError(f"more than {MAX_LINES} lines: a picture has at most {MAX_SIDE}")
    lines = list(enumerate(text.split("\n"), start=1))
    while lines and not lines[-1][1].strip():
        del lines[-1]
    while lines and not lines[0][1].strip():
        del lines[0]
    if not lines:
        raise PuzzleSyntaxError("the text is empty: a picture has at least one row")
    characters = set(text) - {" ", "\t", "\n"}
    if characters == {"#"} and any(set(" \t") & set(line.rstrip()) for _, line in lines):
        rows = _blank_form(lines)
    else:
        rows = [(number, re.sub("[ \t]+", "", line)) for number, line in lines]
    _refuse_faults(rows)
    return _puzzle([cells for _, cells in rows])


def _blank_form(lines: Sequence[_Row]) -> list[_Row]:
    """The rows of a picture in which a blank is an empty cell, with ``.`` for the blanks.

    Raises:
        PuzzleSyntaxError: the picture could be read in more than one way.
    """
    way_out = "write '.' for the empty cells"
    for number, line in lines:
        if "\t" in line:
            raise fault(f"a TAB is not a fixed number of empty cells: {way_out}", number)
    texts = [line.rstrip() for _, line in lines]
    if all(line.startswith(" ") or not line for line in texts):
        what = "all rows begin with blanks, which may be empty cells or an indentation"
        raise fault(f"{what}: {way_out}", lines[0][0])
    if all(set(line[1::2]) <= {" "} for line in texts):
        what = "every second character is a blank, which may be an empty cell or not"
        raise fault(f"{what}: {way_out}", lines[0][0])
    width = max(map(len, texts))
    rows = [line.ljust(width).replace(" ", ".") for line in texts]
    return [(number, row) for (number, _), row in zip(lines, rows, strict=True)]


def _refuse_faults(rows: Sequence[_Row]) -> None:
    """Raise one error with all faults of the rows of a picture."""
    first_line, first = rows[0]
    faults = []
    if len(rows) > MAX_SIDE or len(first) > MAX_SIDE:
        raise PuzzleSyntaxError(
            f"a picture of {len(first)}x{len(rows)} cells: a puzzle has 1 to {MAX_SIDE} a side"
        )
    bits = {x for _, row in rows for x in row} <= set("01?")
    for number, row in rows:
        if not row:
            faults.append(Fault("a blank line within the picture", file_line=number))
        elif len(row) != len(first):
            cells = counted(len(row), "cell")
            message = f"{cells}, the first row (line {first_line}) has {len(first)}"
            faults.append(Fault(message, file_line=number))
        faults += [Fault(message, file_line=number) for message in _bad_cells(row, bits)]
    unknown = [(number, row) for number, row in rows if "?" in row]
    if unknown:
        number, row = unknown[0]
        message = (
            f"column {row.index('?') + 1} is unknown ('?'): a picture must be complete; a "
            "half-filled grid goes with its puzzle: --given GRIDFILE"
        )
        faults.append(Fault(message, file_line=number))
    if faults:
        raise PuzzleSyntaxError(in_order(faults))


def _bad_cells(row: str, bits: bool) -> Iterator[str]:
    """The faults of the characters of a row: one message per kind of character."""
    for letter in sorted(set(row)):
        place = f"column {row.index(letter) + 1}"
        if letter != "?" and not bits and letter != "." and not is_letter(letter):
            yield (
                f"{place}: {excerpt(letter)} is not a cell; "
                "use . and #, or 0 and 1, or . and a letter for each colour"
            )


def _puzzle(rows: Sequence[str]) -> Puzzle:
    text = "\n".join(rows)
    letters = "".join(dict.fromkeys(text.replace("\n", "").replace(".", "")))
    if set(letters) <= set("01"):
        text, letters = text.replace("0", ".").replace("1", "#"), "#"
    elif len(letters) == 1:
        text, letters = text.replace(letters, "#"), "#"
    if len(letters) > MAX_COLORS:
        raise PuzzleSyntaxError(
            f"{len(letters)} different letters: a puzzle has at most {MAX_COLORS} colours"
        )
    goal = Grid(text, letters)
    row_clues, column_clues = goal.clues()
    palette = anonymous_palette(letters) if letters else BLACK
    return build(row_clues, column_clues, palette=palette, goal=goal)


def dumps(puzzle: Puzzle) -> str:
    """The goal picture as text.

    >>> dumps(Puzzle(rows=[[1]], columns=[[], [1]], goal=Grid(".#")))
    '.#\\n'
    """
    text = str(puzzle.goal)
    if len(puzzle.palette) == 1:
        text = text.replace(puzzle.palette.letters, "#")
    return text + "\n"


_INK = "#XxOo*+@█"
_FILLED_OF = {
    "⬜": "⬛🟥🟧🟨🟩🟦🟪🟫",
    "□": "■",
    "◻": "◼",
    "◽": "◾",
    "▫": "▪",
    "○": "●",
    "⚪": "⚫",
    "🤍": "🖤",
    "░": "█▓",
    "·": "█#Xx*",
    " ": "█⬛■#Xx*@",
    ".": "█■@*+",
    "-": _INK,
    "_": _INK,
    "0": "1",
}
"""For each sign that stands for an empty cell, those that stand for a filled one beside it."""
_VARIANTS = re.compile("[\ufe0e\ufe0f\u200b\u200d]")


def _signs_of(text: str) -> tuple[list[str], str, str]:
    """The rows of a picture, and its two signs: the filled one first if the table knows it.

    Raises:
        PuzzleSyntaxError: it has other signs, or lines of several widths.
    """
    rows = [row.rstrip() for row in newlines(_VARIANTS.sub("", text)).strip("\n").split("\n")]
    if not 2 <= len(rows) <= MAX_SIDE:
        raise PuzzleSyntaxError(f"{counted(len(rows), 'line')}: a picture has 2 to {MAX_SIDE}")
    if (longest := max(map(len, rows))) > 2 * MAX_SIDE:
        raise PuzzleSyntaxError(f"a line of {longest} characters: a picture has 2 to {MAX_SIDE}")
    signs = sorted(set("".join(rows)))
    if len(signs) == 3 and " " in signs and all(set(row[1::2]) <= {" "} for row in rows):
        signs.remove(" ")
        rows = [row[::2] for row in rows]
    if len(signs) != 2 or "\t" in signs or re.fullmatch("[ ,][0-9]|[0-9][;:]", "".join(signs)):
        raise PuzzleSyntaxError(f"{counted(len(signs), 'character')}: a picture has two")
    widths = [len(row) for row in rows]
    odd = next((y for y, width in enumerate(widths) if width != widths[0]), 0)
    if odd and " " not in signs:
        message = f"{counted(widths[odd], 'character')}, the first line has {widths[0]}"
        raise fault(message, odd + 1)
    if max(widths) < 2:
        raise PuzzleSyntaxError("one column: a picture has at least two")
    first, second = signs if signs[0] in _FILLED_OF.get(signs[1], "") else signs[::-1]
    if first not in _FILLED_OF.get(second, ""):
        first, second = signs
    return [row.ljust(max(widths)) for row in rows], first, second


def holds_signs(text: str) -> bool:
    """True for lines of one width with two signs."""
    try:
        return bool(_signs_of(text))
    except PuzzleSyntaxError:
        return False


def read_signs(text: str, filled: str = "") -> Puzzle:
    """The puzzle of a picture; ``filled`` is the sign of the filled cells.

    >>> puzzle = read_signs("⬜⬛\\n⬛⬛")
    >>> puzzle.goal, print(*puzzle.remarks)
    read as a picture: '⬛' is filled, '⬜' is empty
    (Grid('.#\\n##'), None)

    Raises:
        PuzzleSyntaxError: it is not such a picture; the signs do not say which one is filled.
    """
    rows, first, second = _signs_of(text)
    if filled:
        if filled not in (first, second):
            raise PuzzleSyntaxError(
                f"no cell is {filled!r}: the characters are {first!r} and {second!r}"
            )
        first, second = filled, (second if filled == first else first)
    elif first not in _FILLED_OF.get(second, ""):
        raise PuzzleSyntaxError(
            f"a picture of {first!r} and {second!r}: say which one is filled (--filled {first!r})"
        )
    runs = [len(match[0]) for row in rows for match in re.finditer(r"(.)\1*", row)]
    if not filled and len(rows[0]) > 2 and all(run % 2 == 0 for run in runs):
        raise PuzzleSyntaxError(
            "every run has an even length: is a cell two characters wide? Write one for each, or "
            f"say with --filled {first!r} that each character is a cell"
        )
    picture = "\n".join(rows).translate({ord(first): "#", ord(second): "."})
    why = Fault.of(
        "fault.remark.signs",
        "read as a picture: {filled} is filled, {empty} is empty",
        filled=repr(first),
        empty=repr(second),
    )
    return remarked(read(picture), (why,))


_FULL = "#\u2588\u25a0"
_BLANK = ".-x\xb7\u25a1"


def as_marked(text: str, letters: str, width: int) -> str:
    """A grid that somebody has marked on a board of this width, with ``#``, ``.`` and ``?``.

    Empty are ``.``, ``-``, ``x`` and the small signs of our drawings, filled ``#`` and their large
    ones; ``X`` is empty, or filled if nothing else is and there is another sign for empty. ``1``
    and ``0`` are filled and empty where there is no other sign. A blank is a cell that is not
    marked yet, unless all cells have blanks between them. ``letters`` are those of the colours.

    >>> as_marked("#x?\\n- #", "#", 3), as_marked("X-\\n X", "#", 2), as_marked("1 0\\n0 1", "#", 2)
    ('#.?\\n.?#', '#.\\n?#', '#.\\n.#')

    Raises:
        PuzzleSyntaxError: ``X`` could be either.
    """
    lines = newlines(text).strip("\n").split("\n")
    if all(len(line.rstrip()) == 2 * width - 1 and not line[1::2].strip() for line in lines):
        lines = [line[::2] for line in lines]
    elif " " in text and max(map(len, lines)) == width:
        lines = [line.ljust(width) for line in lines]
    signs = set("".join(lines)) - set(" ?") - set(letters.replace("#", ""))
    table: dict[str, str] = dict.fromkeys(_BLANK, ".") | {" ": "?", "X": "."}
    if "#" in letters:
        table |= dict.fromkeys(_FULL, "#")
    if letters == "#" and signs <= {"0", "1"}:
        table |= {"0": ".", "1": "#"}
    if letters == "#" and "X" in signs and not signs & set(_FULL):
        if not signs & set(_BLANK):
            raise PuzzleSyntaxError("X could be filled or empty: write '#' for filled cells")
        table["X"] = "#"
    for letter in letters:
        table.pop(letter, None)
    return "\n".join(lines).translate({ord(sign): cell for sign, cell in table.items()})
