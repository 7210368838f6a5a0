# SPDX-License-Identifier: MIT
"""Colours, clues and pictures of ``.non``: what its dialects mean by ``3``, ``3a``, ``red 3``.

Which colour a number without a letter has depends on all clues of a puzzle. Therefore ``Colors``
looks at all of them (``decide``) before it reads the first one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from nonosat.errors import Fault
from nonosat.formats.common import RGB, excerpt, is_not, make_palette
from nonosat.model.clue import EMPTY, UNKNOWN, Block, Clue
from nonosat.model.palette import BLACK, MAX_COLORS, Palette, anonymous_palette

MAX_CLUE = 20_000
"""The most characters of one clue. The longest possible clue has 512 blocks."""

_PLAIN = re.compile(r"[0-9]{1,9}(?:(?:[ \t]*+,[ \t]*+|[ \t]++)[0-9]{1,9})*+")
_ITEM = re.compile(r"([0-9]{1,9})(?![0-9])([^\s,]?)")
_GAP = re.compile(r"\s*,\s*|\s+")

_CELLS = "01? \t"
"""The characters of a picture besides letters."""
_BLACK = "black"
_WHITE = "white"
"""The colours that nonny's clues may name without a declaration; white is the background."""

DECLARING = ("color", "colour", "colorname", "background")
"""The words that begin lines about colours."""

_UNFIT = frozenset("23456789,?")
"""Digits would be read as numbers, except 1, the usual letter of the first colour in goals."""

NumberedLine: TypeAlias = tuple[int, str]
"""A line of the file: its number from 1, and its text without blanks at the ends."""


class Colors:
    """The colours of one puzzle, in any of the dialects."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        self.given: list[tuple[str, str, str | None]] = []
        self.background = "#ffffff"
        self.letters: dict[str, int] = {}
        self.zero: int | None = None
        """The colour whose character in the goal is ``0``; None: that is an empty cell."""
        self.empty = "0"
        """The characters of empty cells in the goal."""
        self.names: dict[str, int] = {}
        """In nonny's dialect: the names that may occur in clues."""
        self.plain = 1
        """The colour of a number without a letter."""
        self.plain_only = True
        """True if no colour and no letter occurs: all clues are lists of numbers."""

    def declare(self, lines: Iterable[NumberedLine]) -> None:
        """Read the lines that declare colours; they hold for the whole puzzle."""
        lines = list(lines)
        names: dict[str, str] = {}
        for number, line in lines:
            word, _, value = line.partition(" ")
            if word in ("color", "colour"):
                self._declare(value.split(), number, lines)
            elif word == "colorname":
                letter, _, name = value.partition(" ")
                names[letter] = unquoted(name.strip())
            elif word == "background":
                if RGB.fullmatch(value.strip()):
                    self.background = value.strip()
                else:
                    message = f"{excerpt(value)} is not a colour: write background #rrggbb"
                    self.faults.append(Fault(message, file_line=number))
        for index, (own, rgb, char) in enumerate(self.given):
            self.given[index] = names.get(char or "", own), rgb, char

    def _declare(self, values: list[str], number: int, lines: Sequence[NumberedLine]) -> None:
        if len(values) not in (2, 3) or not RGB.fullmatch(values[1]):
            message = "not a colour: write color LETTER #rrggbb, or color NAME RRGGBB CHAR"
            self.faults.append(Fault(message, file_line=number))
            return
        named = len(values) == 3 or len(values[0]) > 1
        name, rgb, letter = values[0], values[1], values[2] if len(values) == 3 else None
        if not named:
            name, letter = f"color {values[0]}", values[0]
        if letter == "0" and named and _in_clues(name, lines):
            letter, self.zero = None, len(self.given) + 1
        if letter in ("0", "."):
            self.background = rgb
            self.empty += letter
            return
        if letter is not None and (len(letter) > 1 or letter in _UNFIT):
            message = f"{excerpt(letter)} cannot stand for a colour: use a letter"
            self.faults.append(Fault(message, file_line=number))
            return
        if _UNFIT & set(name[:1]) or "," in name:
            message = f"{excerpt(name)} cannot be the name of a colour: it looks like a number"
            self.faults.append(Fault(message, file_line=number))
            return
        if letter in self.letters or name in self.names:
            message = f"colour {letter or name} is declared twice"
            self.faults.append(Fault(message, file_line=number))
            return
        self.given.append((name, rgb, letter))
        if letter is not None:
            self.letters[letter] = len(self.given)
        if named:
            self.names[name] = len(self.given)

    def names_color(self, line: str) -> bool:
        """True if a line begins with a colour that may stand in a clue.

        Those are the declared ones, ``black`` and ``white``, and letters before a number.
        """
        word, *numbers = line.split(None, 2)[:2]
        return word in self.names or (
            (word in (_BLACK, _WHITE) or word in self.letters)
            and bool(numbers)
            and _PLAIN.match(numbers[0]) is not None
        )

    def decide(self, clues: Sequence[str]) -> None:
        """Decide, from all clues, which colours there are and what a bare number means."""
        clues = [clue for clue in clues if clue and len(clue) <= MAX_CLUE]
        tokens = {token for clue in clues for token in _GAP.split(clue)}
        if not self.names and tokens & set(self.letters):
            self._letters_before_numbers(tokens)
        if _BLACK not in self.names and any(_BLACK in _GAP.split(clue) for clue in clues):
            self.given.append((_BLACK, "#000000", None))
            self.names[_BLACK] = len(self.given)
        if not self.given and all(_PLAIN.fullmatch(clue) for clue in clues):
            return
        self.plain_only = False
        items = {x for clue in clues if clue != "0" for _, x in _ITEM.findall(clue)}
        bare = "" in items
        if not self.given:
            used = dict.fromkeys(x for clue in clues for _, x in _ITEM.findall(clue))
            self._invent([letter for letter in used if letter.isalpha()], bare)
        elif not self.names:
            blacks = [n for n, (_, rgb, _) in enumerate(self.given, 1) if set(rgb) <= set("#0")]
            if blacks:
                self.plain = blacks[0]
            elif bare and items & set(self.letters):
                self.given.append(("black", "#000000", None))
                self.plain = len(self.given)

    def _letters_before_numbers(self, tokens: set[str]) -> None:
        """The dialect ``b 4 c 1``. The background is the first colour that no clue names."""
        unused = [letter for letter in self.letters if letter not in tokens]
        if unused:
            number = self.letters.pop(unused[0])
            self.background = self.given.pop(number - 1)[1]
            self.empty += unused[0]
            self.letters = {x: n - (n > number) for x, n in self.letters.items()}
        self.names = dict(self.letters)

    def _invent(self, letters: Sequence[str], bare: bool) -> None:
        """Add colours for undeclared letters, and black if there are numbers without a letter."""
        if not letters:
            return
        for color in anonymous_palette("#" * bare + "".join(letters[:MAX_COLORS])).colors:
            if color.letter == "#":
                self.given.append(("black", color.rgb, None))
            else:
                self.given.append((color.name, color.rgb, color.letter))
                self.letters[color.letter] = len(self.given)

    def palette(self) -> Palette:
        """The palette; raises PuzzleError if there are too many colours."""
        if self.given:
            return make_palette(self.given, self.background)
        if self.background == BLACK.background:
            return BLACK
        return make_palette([("black", "#000000", None)], self.background)

    def clue(self, text: str) -> Clue:
        """The blocks of a clue; raises ValueError with the reason if it cannot be read."""
        if len(text) > MAX_CLUE:
            raise ValueError(_why_unreadable(text))
        blocks: list[Block] = []
        color = 1 if self.names else self.plain
        for token in _GAP.split(text) if text else ():
            if token in self.names:
                color = self.names[token]
                continue
            item = _ITEM.fullmatch(token)
            if token == _WHITE:
                raise ValueError(f"{excerpt(text)}: a block in the background colour, white")
            if item is None:
                raise ValueError(_why_unreadable(text))
            if item[2] and item[2] not in self.letters:
                known = ", ".join(self.letters) or "none"
                raise ValueError(f"{excerpt(token)}: unknown colour; declared are: {known}")
            blocks.append(Block(int(item[1]), self.letters[item[2]] if item[2] else color))
        return () if [block.length for block in blocks] == [0] else tuple(blocks)

    def goal_values(self, colors: int) -> dict[str, int]:
        """The cell value of each character of a goal picture."""
        values = dict.fromkeys(self.empty, EMPTY) | {"1": min(self.plain, colors), "?": UNKNOWN}
        values.update((x, color) for x, color in self.letters.items() if color <= colors)
        if self.zero is not None:
            values["0"] = min(self.zero, colors)
            values["."] = EMPTY
        return values


def _in_clues(name: str, lines: Iterable[NumberedLine]) -> bool:
    """True if some line looks like a clue that names this colour: names and numbers alone."""
    for _, line in lines:
        tokens = _GAP.split(line)
        if name in tokens[:-1] and tokens[-1].isdigit() and tokens[0] not in DECLARING:
            return True
    return False


def plain_clue(text: str) -> list[int]:
    """The numbers of a clue, if all clues are plain (``Colors.plain_only``)."""
    if text in ("", "0"):
        return []
    if len(text) > MAX_CLUE:  # ``decide`` did not look at these
        raise ValueError(_why_unreadable(text))
    return [int(number) for number in text.replace(",", " ").split()]


def _why_unreadable(text: str) -> str:
    shown = excerpt(text)
    if len(text) > MAX_CLUE:
        return f"{shown}: {len(text)} characters for one clue, at most {MAX_CLUE} are read"
    if text == "?":
        return f"{is_not(text, '')}; a whole clue can be omitted in the JSON form, with null"
    if re.search(r"-\s*[0-9]", text):
        return f"{shown}: a block cannot be of negative length"
    if re.search(r"[0-9]{10}", text):
        return f"{shown}: a number that no line can hold"
    return is_not(
        text,
        "a clue: write lengths separated by commas, such as 3,1; write 0 for an empty line",
    )


def unquoted(value: str) -> str:
    """A text without its quotes and with its HTML entities resolved."""
    if value.startswith('"'):
        end = value.rfind('"')
        value = value[1:end] if end else value[1:]
    if "&" in value:
        from html import unescape  # here, because it loads 2,000 names

        value = unescape(value)
    return value


class OnlyThese(dict[int, int]):
    """A table for ``str.translate`` that drops all characters outside it."""

    def __missing__(self, key: int) -> None:
        return None


class GoalText:
    """The text of a ``goal`` or ``saved`` key, which may continue on the next lines."""

    def __init__(self, value: str) -> None:
        self.parts: list[str] = []
        self.quoted = False
        self.open = True
        self._add(value)

    def add_line(self, line: str, letters: Iterable[str]) -> bool:
        """True if the line continues the picture; the line is then added to it."""
        if not self.open:
            return False
        if not (self.quoted or line.startswith('"') or self.has_cells(line, letters)):
            return False
        self._add(line)
        return True

    def has_cells(self, line: str, letters: Iterable[str]) -> bool:
        """True if a line has cells alone, and perhaps the quote at the end."""
        return set(line.removesuffix('"')) <= {*_CELLS, *letters}

    def _add(self, text: str) -> None:
        if not self.quoted and text.lstrip().startswith('"'):
            self.quoted = True
            text = text.lstrip()[1:]
        if self.quoted:
            text, end, _ = text.partition('"')
            self.open = not end
        self.parts.append(text)
