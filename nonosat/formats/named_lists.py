# SPDX-License-Identifier: MIT
"""The named lists of numbers in a text, whatever language it is written in.

``bracketed`` reads lists in brackets: JSON, JavaScript, Python, C, Matlab, Prolog, Haskell,
Mathematica. They share one grammar, if one looks for lists alone: a list stands in ``[]``, ``{}``
or ``()``, its items are numbers, texts or lists, and a name may stand before it, followed by a sign
(``rows = [..]``, ``"rows": [..]``, ``rows -> {..}``) or as a call (``rows([..])``). All other words
and signs are skipped. ``lined`` reads lists in lines, as people type them: headings, labels,
bullets. Both return the same tree (``Named``), so what is made of it does not depend on the syntax.

Cost: linear in the text. Rejected: a parser for each language (twelve of them, and most texts are
fragments that no parser of the whole language reads); evaluating anything.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.common import MAX_DIGITS, excerpt, is_not, newlines, polled
from nonosat.formats.tokens import fault

MAX_TEXT = 1 << 20
"""The most characters of a text: lists of clues that people type or paste are shorter."""
_DEEPEST = 12
_LONGEST_NAME = 60

Item: TypeAlias = "int | str | Named"
"""A number, a text, or a list; the text of a number that is not a length, such as ``-1``."""


@dataclass(slots=True)
class Named:
    """A list, and the name before it (empty if it has none).

    ``size``: the characters that it takes of the text; ``breaks``: the number of items before each
    ``;``.
    """

    name: str = ""
    file_line: int = 1
    items: list[Item] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    size: int = 0
    missing: tuple[int, int] | None = None
    """The first clue that its numbers leave out, and the line of the file where this is seen."""
    skipped: int = 0
    """How many clues its numbers leave out."""
    values: dict[str, int | str] = field(default_factory=dict)
    """The numbers and texts in it that have a name."""

    def take_number(self, number: int, file_line: int) -> bool:
        """Note the number of the clue that was added last; False if it fits nowhere.

        A number that was left out belongs to a missing clue.
        """
        due = len(self.items) + self.skipped
        if number > due:
            self.missing = self.missing or (due, file_line)
            self.skipped += number - due
        return number >= due

    @property
    def lists(self) -> Iterator[Named]:
        """The lists in it."""
        return (item for item in self.items if isinstance(item, Named))


_SIGN = r"(?:[ \t]*\n?[ \t]*(?::=|=>|->|:(?!:)|=(?!=)))"
_TOKENS = re.compile(
    rf"""
    (?P<skip>//[^\n]*|/\*.*?\*/|\(\*.*?\*\)|(?:^|(?<=\s))(?:\#|--|%)[^\n]*)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`)(?P<key>(?={_SIGN}))?
    |(?P<number>[+-]?(?<![\w.])[0-9]+(?:\.[0-9]+)?(?![\w.]))
    |(?P<name>[^\W\d][\w$]*(?:[-.][^\W\d]\w*)*)
     (?:(?:[ \t]*\[[ \t]*\w*[ \t]*\])*(?P<named>(?={_SIGN}))|(?P<call>(?=\())|(?:\[\])*)
    |(?P<open>[\[({{])|(?P<close>[\])}}])
    |(?P<line>\n)|(?P<stop>[,;])
    |[^\w\s]|\w+
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def plain_digits(text: str) -> str:
    """The text with full-width letters, digits and signs as ordinary ones.

    >>> plain_digits("\\uff13\\uff1a\\uff11")
    '3:1'
    """
    return newlines(text if text.isascii() else unicodedata.normalize("NFKC", text))


def bracketed(text: str) -> Named:
    """The lists of a text in brackets, in a list that stands for the text.

    >>> [(found.name, found.items) for found in bracketed("r = [1, 3]; print(c)").lists]
    [('r', [1, 3]), ('print', [])]

    Raises:
        PuzzleSyntaxError: the text is too long, or the lists are nested too deeply.
    """
    _refuse_long(text)
    stack, name, file_line = [Named(size=len(text.strip()))], "", 1
    for match in polled(_TOKENS.finditer(text)):
        top, token, kind = stack[-1], match[0], match.lastgroup
        if match["text"] is not None:
            if match["key"] is not None:
                name = token[1:-1]
            else:
                _add(top, name, token[1:-1])
                name = ""
        elif match["name"] is not None:
            if match["named"] is not None or (match["call"] is not None and not name):
                name = match["name"]
        elif kind == "number":
            _add(top, name, _number(token))
            name = ""
        elif kind == "open":
            if len(stack) > _DEEPEST:
                raise fault(f"lists are nested more than {_DEEPEST} times", file_line)
            below = Named(name, file_line, size=-match.start())
            top.items.append(below)
            stack.append(below)
            name = ""
        elif kind == "close":
            if len(stack) > 1:
                stack.pop().size += match.end()
            name = ""
        elif kind == "stop":
            if token == ";":
                top.breaks.append(len(top.items))
            name = ""
        file_line += token.count("\n")
    return stack[0]


def _add(top: Named, name: str, value: int | str) -> None:
    if name:
        top.values[name] = value
    else:
        top.items.append(value)


def _number(token: str) -> int | str:
    digits, _, rest = token.partition(".")
    if digits.isdecimal() and len(digits) <= MAX_DIGITS and not rest.strip("0"):
        return int(digits)
    return token


def _refuse_long(text: str) -> None:
    if len(text) > MAX_TEXT:
        raise PuzzleSyntaxError(f"{len(text)} characters: a list of clues has at most {MAX_TEXT}")


_HEADING = re.compile(
    r"[#*=\s-]*(?P<name>[^\W\d_][^\d:;,|(]{0,40}?)"
    r"(?:[ \t]*\([^()]{1,40}\)|,[^\d:;,|(]{1,40})?[*\s]*[:=]?[*=\s-]*"
)
"""A line with a name, and what stands in brackets or behind a comma."""
_LABEL = re.compile(
    r"(?P<name>[^\W\d_]+(?:[ _-][^\W\d_]+)*)[ #]*(?P<index>[0-9]{1,4})?"
    r"[ \t]*(?:[:=.)]|->|-(?=[ \t]))[ \t]*(?P<rest>.*)"
)
_SHORT_LABEL = re.compile(
    r"(?P<name>[^\W\d_]+)(?:(?P<index>[0-9]{1,4})|(?<=\b\w))[ \t]+(?P<rest>.*)"
)
"""``R1 3 1``, and ``r 3 1``: without a sign a number behind a blank belongs to the clue."""
_BULLET = re.compile(r"(?:[-*+•·\u2013\u2014][ \t]+|(?P<index>[0-9]{1,4})[.):](?:[ \t]+|$))")
_NUMBERS = re.compile(
    rf"[0-9]{{1,{MAX_DIGITS}}}(?:(?:[ \t]*,[ \t]*|[ \t]+)[0-9]{{1,{MAX_DIGITS}}})*"
)
_JOINED = re.compile(r"[0-9]{1,3}(?:[.+\u2013-][0-9]{1,3})+")
"""A clue with a sign instead of the blanks."""
COLORED = re.compile(r"(?:[0-9]{1,4}[A-Za-z]|[A-Za-z][0-9]{1,4})")
"""A block with the letter of its colour."""
_COLORED_CLUE = re.compile(
    rf"(?=.*[A-Za-z])(?:{COLORED.pattern}|[0-9]{{1,4}})"
    rf"(?:(?:[ \t]*,[ \t]*|[ \t]+)(?:{COLORED.pattern}|[0-9]{{1,4}}))*"
)
_LETTERS = re.compile(r"[A-Z]+(?:[ \t]+[A-Z]+)*")
_SIZES = re.compile(
    r"(?:g[ \t]+)?([0-9]{1,4})[ \t]*(?:[x\xd7*,]|[ \t])[ \t]*([0-9]{1,4})", re.IGNORECASE
)


def lined(text: str, side_of: Callable[[str], str | None]) -> Named:
    """The lists of a text in lines; ``side_of`` says which names stand for rows or columns.

    A list begins with a heading (``Rows:``), below which each line is a clue, with or without a
    bullet or its number; or each clue has a label (``R1: 3 1``, ``r 3 1``); or all clues stand in
    one line, with ``;`` between them. Letters are numbers where there is nothing else: C is 3.

    >>> text = "Rows:\\n1) 1 1\\n2) 3\\nC1: 2\\nC2: 1\\nC3: 2"
    >>> found = lined(text, {"Rows": "row", "C": "column"}.get)
    >>> [[clue.items for clue in side.lists] for side in found.lists]
    [[[1, 1], [3]], [[2], [1], [2]]]

    Raises:
        PuzzleSyntaxError: the text is too long; lines do not fit together.
    """
    _refuse_long(text)
    lines = [
        (number, line.strip().lstrip("> \t"))
        for number, line in enumerate(text.split("\n"), start=1)
    ]
    filled = [(number, line) for number, line in lines if line]
    if filled and all(_LETTERS.fullmatch(line) for _, line in filled):
        items = [_lettered("", line, number) for number, line in filled]
        return Named(items=[*items], size=sum(item.size for item in items))
    reading = _Lines(side_of, commas=re.search("[;|]", text) is None)
    reading.root.size = sum(len(line) for _, line in filled)
    for number, line in polled(lines):
        reading.take(number, line)
    if reading.skipped:
        reading.root.items = [named for named in reading.root.lists if named.name]
    return reading.root


class _Lines:
    """The lists of the lines that were taken, and the one to which the next line may belong."""

    def __init__(self, side_of: Callable[[str], str | None], commas: bool) -> None:
        self.root = Named()
        self._side_of = side_of
        self._commas = commas
        self._current: Named | None = None
        self._gap = False
        self.skipped = False
        """True if a line is neither a list nor anything known: then lists need names."""

    def take(self, number: int, line: str) -> None:
        """Take a line in."""
        if not line:
            self._gap = True
            return
        if len(line) > _LONGEST_NAME and not re.search("[0-9]|[A-Z]+[ ,;][A-Z]", line):
            self._current = None  # a sentence
        elif not (self._label(number, line) or self._heading(number, line)):
            self._clue(number, line)
        self._gap = False

    def _heading(self, number: int, line: str) -> bool:
        match = _HEADING.fullmatch(line)
        if match is None or self._side_of(match["name"]) is None:
            return False
        self._current = Named(match["name"], number)
        self.root.items.append(self._current)
        return True

    def _label(self, number: int, line: str) -> bool:
        match = _LABEL.fullmatch(line) or _SHORT_LABEL.fullmatch(line)
        if match is None or not match["rest"]:
            return False
        name, index, rest = match["name"], match["index"], match["rest"]
        side = self._side_of(name)
        if len(name) == 1 and index and _COLORED_CLUE.fullmatch(line):
            return False  # perhaps a clue in colours: _clue decides
        if side is None:
            if self._current is not None and len(name) == 1 and _numbers(rest, number) is not None:
                raise fault(f"{excerpt(line)} is not a clue: write digits alone", number)
            if index is None and len(self.root.values) < 20:
                self.root.values[name] = int(rest) if rest.isdecimal() and len(rest) < 9 else rest
                return not rest.isdecimal() or name.casefold() in ("width", "height")
            return False
        several = _several(name, rest, number, commas=self._commas)
        if several is not None and index is None:
            self.root.items.append(several)
            self._current = None
            return True
        clue = _numbers(rest, number)
        if clue is None and index is not None:
            raise fault(is_not(rest, "a clue"), number)
        if clue is None:
            return False
        own = next((x for x in self.root.lists if x.name == name), None)
        if own is None:
            own = Named(name, number)
            self.root.items.append(own)
        own.items.append(clue)
        if index is not None and not own.take_number(int(index), number):
            raise fault(f"the clue of {name} {index} is number {len(own.items)}", number)
        self._current = None
        return True

    def _clue(self, number: int, line: str) -> None:
        """A clue below a heading, a list in one line, or something else."""
        if self._current is None:
            if (size := _SIZES.fullmatch(line)) and not self.root.items:
                self.root.values["size"] = f"{size[1]} {size[2]}"
            elif re.search("[;|]", line) and (
                found := [_several("", x, number) for x in line.split("/")]
            ):
                self.root.items += [named for named in found if named is not None]
                self.skipped |= None in found
            elif _NUMBERS.fullmatch(line) and self.root.items:
                raise fault("a clue that belongs neither to the rows nor to the columns", number)
            else:
                self.skipped = True
            return
        bullet = _BULLET.match(line)
        rest = line[bullet.end() :] if bullet else line
        if bullet is None and re.match("[RrCc][0-9]", line) and _COLORED_CLUE.fullmatch(line):
            why = "a colour, or a row or column? write lengths before letters, such as 4r"
            raise fault(f"{excerpt(line)}: {why}", number)
        clue = _numbers(rest, number)
        if clue is None and (several := _several(self._current.name, rest, number)):
            self._current.items += several.items
        elif clue is None and rest == "?":
            raise fault("'?': such a list holds no missing clue; JSON does, as null", number)
        elif clue is None and _is_nearly(rest):
            raise fault(is_not(rest, "a clue: write digits with blanks between"), number)
        elif clue is None:
            self._current = None  # other text: the clues end here
        elif self._gap and self._current.items:
            raise fault("a blank line between clues: write 0 for a line without blocks", number)
        else:
            self._current.items.append(clue)
            if (
                bullet
                and bullet["index"]
                and not self._current.take_number(int(bullet["index"]), number)
            ):
                count = len(self._current.items)
                raise fault(f"{bullet[0].strip()} stands before clue {count} of its list", number)


def _is_nearly(text: str) -> bool:
    """True for a line in a list of clues that is a clue but for one or two characters.

    >>> [_is_nearly(x) for x in ("1 l4", "1-l-4", "3 2 3 2l", "15 rows", "by J. 5")]
    [True, True, True, False, False]
    """
    words = re.split(r"[ \t,.;+\u2013-]+", text)
    numbers = [word for word in words if re.search("[0-9]", word)]
    others = re.sub(r"[0-9 \t,.;+\u2013-]", "", text)
    return 2 * len(numbers) >= len(words) and 0 < len(others) <= 2 and len(text) < 200


def _numbers(text: str, number: int) -> Named | None:
    """A clue, in colours one of texts such as ``4r``; None if the text is not one."""
    if text in ("", "-", "\u2013", "\u2014"):
        return Named(file_line=number)
    if _JOINED.fullmatch(text):
        text = re.sub("[^0-9]", " ", text)
    if _COLORED_CLUE.fullmatch(text):
        return Named("", number, [*text.replace(",", " ").split()])
    if not _NUMBERS.fullmatch(text):
        return None
    return Named("", number, [int(x) for x in text.replace(",", " ").split()])


def _several(name: str, text: str, number: int, commas: bool = False) -> Named | None:
    """The clues of a line: between ``;`` or ``|``; letters.

    Commas stand between clues if there are blanks in these, or with ``commas``.
    """
    text = text.strip().replace("|", ";")
    if _LETTERS.fullmatch(text):
        return _lettered(name, text, number)
    parts = re.split(";" if ";" in text else r"[ \t]*,[ \t]*", text.removesuffix(";"))
    if text.startswith(";"):
        return None  # cells of a table
    spaced = commas or any(" " in part for part in parts)
    if ";" not in text and (len(parts) < 2 or not spaced):
        return None
    clues = [_numbers(part.strip(), number) for part in parts]
    found = [clue for clue in clues if clue is not None]
    return Named(name, number, [*found], size=len(text)) if len(found) == len(clues) else None


def _lettered(name: str, line: str, number: int) -> Named:
    words = line.split()
    clues = [Named("", number, [ord(x) - 64 for x in word]) for word in words]
    return Named(name, number, [*clues], size=len(line))
