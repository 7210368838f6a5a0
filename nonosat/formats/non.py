# SPDX-License-Identifier: MIT
"""The ``.non`` form, in all its dialects.

The form is by Steve Simpson, with the extensions of pbnsolve, of the nonogram-db collection
("mikix") and of the program nonny. A line is a keyword and its value; ``rows`` and ``columns``
stand alone, and one clue per line follows::

    title "Steps"
    width 3
    height 2
    rows
    1,1
    2
    columns
    1
    1
    2
    goal "101011"

How the reader decides where the dialects differ:

* Blank lines among the clues are empty clues only if there are too few other lines. Without
  ``width`` or ``height`` the clues decide the sizes, and blank lines between two clues are empty
  clues. ``0`` is always an empty clue.
* Colours of mikix: ``color a #rrggbb``, clues ``3a,1b``. If there is no ``color`` line, letters
  get colours that we choose. A number without a letter is black: the declared black, or else one
  more colour; if no number has a letter, it is the first declared colour.
* Colours of nonny: ``color NAME RRGGBB CHAR``; in a clue a name holds for the numbers after it,
  and the first declared colour until then. ``black`` needs no declaration. The colour with the
  character ``.`` is the background; so is that with ``0``, unless clues name it.
* Colours of a public collection of 80,000 files: ``color LETTER RRGGBB``, clues ``b 4 c 1``. The
  first colour that no clue names is the background, which is white if there is none.
* ``goal`` is quoted or not, on one line or several: ``0`` is empty, ``1`` filled, ``?`` unknown,
  letters are colours, other characters are ignored. ``saved`` and unknown keys are skipped.
* Lines of four or more ``=`` separate the puzzles of a file.

The writer uses Simpson's form for black on white, and for everything else the dialect that is asked
for, mikix or nonny. The lines ``background``, ``colorname`` and ``description`` are our additions;
other readers skip them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats import native
from nonosat.formats.common import (
    MAX_DIGITS,
    PuzzleOrError,
    build,
    counted,
    excerpt,
    in_order,
    newlines,
)
from nonosat.formats.non_clues import (
    DECLARING,
    Colors,
    GoalText,
    NumberedLine,
    OnlyThese,
    plain_clue,
    unquoted,
)
from nonosat.model.clue import EMPTY, UNKNOWN, Clue, Line
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle

MAX_LINES = 20_000
"""The most lines of one puzzle. The largest has 2,046 clues and a goal with a line per row."""

_TEXTS = {
    "catalogue": "catalogue",
    "title": "title",
    "name": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "license",
    "description": "description",
}
_SECTIONS = ("rows", "columns")
_SIZES = ("width", "height")
_KNOWN = frozenset((*_TEXTS, *_SECTIONS, *_SIZES, *DECLARING, "goal", "saved", "maxrule"))

_DIVIDER = re.compile(r"^[ \t]*+={4,}+[ \t]*+$", re.MULTILINE)
_KEY = re.compile(r"[^\W\d][\w-]*(?=\s|$)")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,30}")
_BARE = re.compile(r"[A-Za-z0-9.+-]+")


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as the error that says what is wrong with it.

    >>> next(loads("rows\\n2\\ncolumns\\n1\\n1"))
    Puzzle(rows=[[2]], columns=[[1], [1]])
    """
    empty = True
    for first_line, piece in _pieces(newlines(text)):
        if piece and not piece.isspace():
            empty = False
            yield _read(piece, first_line)
    if empty:
        yield PuzzleSyntaxError("the text is empty: a .non puzzle has at least rows and columns")


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The parts between the dividing lines, each with the number of its first line."""
    start, line = 0, 1
    for divider in _DIVIDER.finditer(text):
        yield line, text[start : divider.start()]
        line += text.count("\n", start, divider.end())
        start = divider.end()
    yield line, text[start:] if start else text


def _read(text: str, first_line: int) -> PuzzleOrError:
    puzzle = native.read_non(text)
    if puzzle is not None:
        return puzzle
    try:
        count = text.count("\n")
        if count > MAX_LINES:
            raise PuzzleSyntaxError(
                f"{count} lines for one puzzle: at most {MAX_LINES}; "
                "a line of ==== divides one puzzle from the next"
            )
        return _Reader(text, first_line).puzzle()
    except (PuzzleError, PuzzleSyntaxError) as error:
        return error


class _Reader:
    """Reads one puzzle: first sorts the lines, then decides colours, sizes, clues and goal."""

    def __init__(self, text: str, first_line: int) -> None:
        self.lines = [
            (number, line.strip()) for number, line in enumerate(text.split("\n"), first_line)
        ]
        self.faults: list[Fault] = []
        self.notes: list[Fault] = []
        """Remarks that may explain the faults of the puzzle."""
        self.texts: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.wrong: set[str] = set()
        """The sizes that are unreadable or absurd; no clue is compared with them."""
        self.sections: dict[str, tuple[int, list[NumberedLine]]] = {}
        self.clue_lines: dict[str, list[NumberedLine]] = {}
        """By axis: the lines that hold the clues."""
        self.goal: tuple[int, list[str]] | None = None
        self.colors = Colors(self.faults)
        if "colo" in text or "background" in text:
            self.colors.declare(self.lines)

    def puzzle(self) -> Puzzle:
        """The puzzle; raises one error with all faults."""
        self._sort_lines()
        for name in _SECTIONS:
            if name not in self.sections:
                self._fault(
                    None,
                    f"there is no '{name}' section: a line '{name}', then a line for each clue",
                )
        self.colors.decide([clue for _, lines in self.sections.values() for _, clue in lines])
        rows = self._clues("rows", "R", self.sizes.get("height"))
        columns = self._clues("columns", "C", self.sizes.get("width"))
        try:
            palette = self.colors.palette()
        except PuzzleError as error:
            self.faults += error.faults
            palette = BLACK
        if self.wrong or not rows or not columns:
            raise PuzzleSyntaxError(in_order(self.faults))
        goal = self._goal_grid(len(columns), len(rows), palette)
        meta = Metadata(**self.texts) if self.texts else Metadata()
        try:
            return build(
                rows,
                columns,
                palette=palette,
                goal=goal,
                meta=meta,
                place=self._place,
                faults=self.faults,
            )
        except PuzzleError as error:
            raise error.worded(in_order([*error.faults, *self.notes])) from None

    def _fault(self, file_line: int | None, message: str, line: Line | None = None) -> None:
        self.faults.append(Fault(message, line, file_line=file_line))

    def _sort_lines(self) -> None:
        """Assign every line to a text, a size, a section, or the goal picture."""
        section: list[NumberedLine] | None = None
        goal: GoalText | None = None
        for number, line in self.lines:
            if section is not None and (not line or line[0] in "0123456789"):
                section.append((number, line))
                continue
            word = line.split(None, 1)[0].lower() if line else ""
            known = word in _KNOWN and (word not in _SECTIONS or word == line.lower())
            if goal is not None:
                cells = goal.quoted and goal.has_cells(line, self.colors.letters)
                if (cells or not known) and goal.add_line(line, self.colors.letters):
                    continue
                goal = None
            if known:
                section = None
                if word in _SECTIONS:
                    section = self._open_section(word, number)
                elif word in ("goal", "saved"):
                    goal = GoalText(line[len(word) :])
                    if word == "goal":
                        self.goal = number, goal.parts
                else:
                    self._key(word, line[len(word) :].strip(), number)
            elif section is not None and not line.startswith("#"):
                if self.colors.names_color(line) or not _KEY.match(line):
                    section.append((number, line))
                else:  # an unknown key
                    section = None

    def _open_section(self, word: str, number: int) -> list[NumberedLine]:
        if word in self.sections:
            self._fault(
                number,
                f"a second '{word}' section: a line of ==== divides one puzzle from the next",
            )
            return []
        self.sections[word] = number, []
        return self.sections[word][1]

    def _key(self, word: str, value: str, number: int) -> None:
        if word in _SIZES:
            digits = value.strip('"')
            if not (digits.isascii() and digits.isdigit()):
                self.wrong.add(word)
                self._fault(number, f"{word} {excerpt(value)}: a whole number is needed")
            elif len(digits) > MAX_DIGITS or not 1 <= int(digits) <= MAX_SIDE:
                self.wrong.add(word)
                self._fault(
                    number, f"{word} {digits[:40]}: a puzzle has 1 to {MAX_SIDE} cells a side"
                )
            elif self.sizes.setdefault(word, int(digits)) != int(digits):
                self._fault(number, f"a second {word}, {digits}: it was {self.sizes[word]} before")
        elif word in _TEXTS and not (word == "name" and "title" in self.texts):
            self.texts[_TEXTS[word]] = unquoted(value)

    def _place(self, line: Line) -> int | None:
        """The line of the file that holds a clue."""
        lines = self.clue_lines[line.axis]
        return lines[line.index][0] if line.index < len(lines) else None

    def _clues(self, name: str, axis: str, expected: int | None) -> list[list[int] | Clue | None]:
        """The clues of a section; unreadable and missing ones are None, and a fault is noted."""
        header, found = self.sections.get(name, (None, []))
        lines = self.clue_lines[axis] = self._clue_lines(name, header, found, expected)
        read = plain_clue if self.colors.plain_only else self.colors.clue
        clues: list[list[int] | Clue | None] = []
        for index, (number, text) in enumerate(lines):
            try:
                clues.append(read(text))
            except ValueError as error:
                clues.append(None)
                self._fault(number, str(error), Line(axis, index))
        if expected is not None:  # so that the lines across are compared with the right length
            clues[expected:] = []
            clues += [None] * (expected - len(clues))
        return clues

    def _clue_lines(
        self, name: str, header: int | None, found: list[NumberedLine], expected: int | None
    ) -> list[NumberedLine]:
        """The lines of a section that are clues, by the rule about blank lines."""
        filled = [index for index, (_, text) in enumerate(found) if text]
        size = {"rows": "height", "columns": "width"}[name]
        if expected is None:
            lines = found[filled[0] : filled[-1] + 1] if filled else []
            if header is not None and size not in self.wrong and not 1 <= len(lines) <= MAX_SIDE:
                self._fault(
                    header,
                    f"{len(lines)} clues in the '{name}' section and no {size}: "
                    f"1 to {MAX_SIDE} clues are needed",
                )
                self.wrong.add(size)
            return lines
        lines = [found[index] for index in filled]
        if header is None or len(filled) == expected:
            return lines
        message = f"the '{name}' section has {counted(len(filled), 'clue')}, {size} says {expected}"
        first = max(0, filled[-1] + 1 - expected) if filled else 0
        if len(found) - first >= expected and (not filled or filled[0] >= first):
            note = f"{message}: blank lines were read as empty clues"
            self.notes.append(Fault(note, file_line=header))
            return found[first : first + expected]
        blank = "" if len(filled) == len(found) else ", counting blank lines as empty clues or not"
        self._fault(header, message + blank)
        return lines[: MAX_SIDE + 1]

    def _goal_grid(self, width: int, height: int, palette: Palette) -> Grid | None:
        if self.goal is None:
            return None
        number, parts = self.goal
        text = "".join(parts)
        values = self.colors.goal_values(len(palette))
        cells = text.translate(OnlyThese((ord(x), value) for x, value in values.items()))
        if len(cells) != width * height:
            other = sorted({x for x in text if x not in values and not x.isspace()})
            skipped = f"; characters that are not cells: {excerpt(''.join(other))}" if other else ""
            self._fault(
                number,
                f"the goal picture has {counted(len(cells), 'cell')}, "
                f"{width} x {height} = {width * height} are needed{skipped}",
            )
            return None
        return Grid.from_cells(height, width, cells.encode("latin-1"), palette.letters)


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
        text = getattr(meta, _TEXTS[key])
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
    """A word for each colour: its name, or another one if that is no word or used twice."""
    words: list[str] = []
    for number, color in enumerate(palette.colors, start=1):
        fit = _WORD.fullmatch(color.name) and color.name.lower() not in {*_KNOWN, "white", *words}
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
