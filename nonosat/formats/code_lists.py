# SPDX-License-Identifier: MIT
"""Lists of codes: a code in each line, or the lists (CSV) of davidje13's program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import repeat

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes import compact
from nonosat.formats.codes.face import decode, encode
from nonosat.formats.common import PuzzleOrError, attempt, excerpt, newlines, polled
from nonosat.formats.tokens import fault
from nonosat.formats.unread import members, remarks
from nonosat.model.puzzle import Puzzle, remarked


def loads_code(text: str) -> Iterator[PuzzleOrError]:
    """A puzzle or an error for each line."""
    found = False
    for number, line in enumerate(polled(newlines(text).split("\n")), start=1):
        if not line.strip():
            continue
        found = True
        try:
            yield decode(line)
        except (PuzzleError, PuzzleSyntaxError) as error:
            yield error.worded(fault.at(number) for fault in error.faults)
    if not found:
        raise PuzzleSyntaxError("the text is empty: give codes, one in each line")


def dumps_all_code(puzzles: Sequence[Puzzle]) -> str:
    """The codes of puzzles, a line each."""
    return "".join(f"{compact.write(puzzle)}\n" for puzzle in puzzles)


_KEYS = {"name": "title", "author": "author", "license": "license", "source": "catalogue"}
_ESCAPES = {"n": "\n", "r": "\r"}
_HEADS = ("name", "rules", "source", "author", "license")
_MAX_FIELDS = 100
_BLANK = re.compile(r"\s*\n")
_PLAIN = re.compile(r'[^,"\\\n]*')
_OPENING = re.compile(r' *"')
_QUOTED = re.compile(r'[^"\\]*')

_Row = tuple[int, list[str]]
"""The number of the first line of a row, and its fields."""


def loads_csv(text: str) -> Iterator[PuzzleOrError]:
    """The lists of davidje13's program: comma-separated values, a line per puzzle, rules as a code.

    ::

        # puzzles of ours
        name,rules,source,author,license
        Football,RSJH58Z7Dnyl9...,https://example.org/,"Simlovic, Juraj",CC-BY-SA-3.0

    * The first line that is not a comment names the columns, in any order. ``rules``, a code of any
      kind (``formats/codes``), is required; ``name`` is the title and ``source`` the catalogue
      entry. Other columns are not read.
    * Lines that begin with ``#`` are comments; blank lines are ignored.
    * A field may stand in double quotes: inside, ``""`` is one quote and line breaks are kept. A
      backslash makes the next character literal; ``\\n`` and ``\\r`` are line breaks.
    * A row that cannot be read is an error of that row: the others are read.

    >>> next(loads_csv("name,rules\\nDots,RlKq\\n")).title
    'Dots'
    """
    heads: list[str] | None = None
    found = False
    for number, fields in _rows(newlines(text)):
        if heads is None:
            heads = [field.strip().lower() for field in fields]
            if message := _heads_fault(heads):
                raise fault(message, number)
        else:
            found = True
            surplus = len(fields) - len(heads)
            yield attempt(_puzzle, number, dict(zip(heads, fields, strict=False)), surplus)
    if not found:
        what = "there is no line with the names of the columns" if heads is None else "no puzzle"
        raise PuzzleSyntaxError(f"the list is empty: {what} in it")


def _heads_fault(heads: Sequence[str]) -> str | None:
    if len(heads) > _MAX_FIELDS:
        return f"{len(heads)} columns: at most {_MAX_FIELDS}"
    if heads.count("rules") != 1:
        if "rules" in heads:
            return "more than one column is called 'rules', where the codes of the puzzles stand"
        return (
            "no column is called 'rules', so this is not a list of puzzles and their codes; "
            "tables of clues have the format 'table'"
        )
    double = next((head for head in heads if head and heads.count(head) > 1), None)
    return None if double is None else f"two columns are called {excerpt(double)}"


def _puzzle(number: int, row: dict[str, str], surplus: int) -> Puzzle:
    faults = []
    if surplus > 0:
        faults.append(Fault(f"{surplus} more fields than columns: is a comma not in quotes?"))
    code = row.get("rules", "").strip()
    if not code:
        faults.append(Fault("there are no rules in this row"))
    texts = {_KEYS[key]: row[key] for key in _KEYS if row.get(key)}
    clues = None
    others = list(members(row, frozenset(_HEADS), what="column"))
    try:
        puzzle = decode(code) if code else None
        if puzzle is not None and not faults:
            found = remarks(others, puzzle.height, puzzle.width, puzzle.palette.letters)
            return remarked(puzzle.with_meta(**texts), tuple(one.at(number) for one in found))
    except (PuzzleError, PuzzleSyntaxError) as error:
        clues = None if faults or error.clues is None else error.clues.with_meta(**texts)
        faults += error.faults
    faults += remarks(others, 0, 0)
    raise PuzzleSyntaxError([one.at(number) for one in faults], None, clues)


def _rows(text: str) -> Iterator[_Row]:
    """The rows that are neither blank nor comments.

    Raises:
        PuzzleSyntaxError: a quote is not closed, or follows other text.
    """
    place, number = 0, 1
    for _ in polled(repeat(None)):
        if (blank := _BLANK.match(text, place)) is not None:
            number += text.count("\n", place, blank.end())
            place = blank.end()
        if place >= len(text):
            return
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        line = text[place:end].strip()
        if not line or line.startswith("#"):
            place, number = end + 1, number + 1
            continue
        first = number
        fields = []
        while True:
            start = place
            field, place = _field(text, place, number)
            number += text.count("\n", start, place)
            fields.append(field)
            if len(fields) > _MAX_FIELDS or place >= len(text) or text[place] == "\n":
                break
            place += 1
        if len(fields) > _MAX_FIELDS:
            place = len(text) if (end := text.find("\n", place)) < 0 else end
        place, number = place + 1, number + 1
        yield first, fields


def _field(text: str, place: int, number: int) -> tuple[str, int]:
    """A field that begins at a place, and the place of the comma or line break after it."""
    parts: list[str] = []
    opening = _OPENING.match(text, place)
    quoted = opening is not None
    if opening is not None:
        place = opening.end()
    pattern = _QUOTED if quoted else _PLAIN
    while True:
        match = pattern.match(text, place)
        assert match is not None
        parts.append(match[0])
        place = match.end()
        if place >= len(text):
            if quoted:
                raise fault("a quote is not closed before the end of the list", number)
            return "".join(parts), place
        character = text[place]
        if character == "\\":
            following = text[place + 1 : place + 2]
            parts.append(_ESCAPES.get(following, following))
            place += 2
        elif quoted and text.startswith('""', place):
            parts.append('"')
            place += 2
        elif quoted:
            return "".join(parts), _after_quote(text, place + 1, number)
        elif character == '"':
            parts.append('"')
            place += 1
        else:
            return "".join(parts), place


def _after_quote(text: str, place: int, number: int) -> int:
    """The place of the comma or line break after a closing quote; blanks may stand before it."""
    while text[place : place + 1] == " ":
        place += 1
    if place < len(text) and text[place] not in ",\n":
        rest = text[place : place + 40].split("\n")[0]
        raise fault(f"{excerpt(rest)} follows a closing quote: a comma is needed", number)
    return place


def dumps_all_csv(puzzles: Sequence[Puzzle]) -> str:
    """A list of puzzles.

    >>> print(dumps_all_csv([Puzzle.from_grid("#.\\n.#").with_meta(title="Dots, 2")]), end="")
    name,rules,source,author,license
    "Dots, 2",RlKq,,,

    Raises:
        PuzzleError: the code of the rules cannot hold the puzzle.
    """
    lines = [",".join(_HEADS)]
    for puzzle in puzzles:
        texts = {key: getattr(puzzle.meta, attribute) for key, attribute in _KEYS.items()}
        texts["rules"] = encode(puzzle, "rules")
        lines.append(",".join(_written(texts[head]) for head in _HEADS))
    return "\n".join(lines) + "\n"


def _written(text: str) -> str:
    if not set(text) & set(',"\\\n\r#') and text == text.strip():
        return text
    inside = text.replace("\\", "\\\\").replace('"', '""')
    inside = inside.replace("\n", "\\n").replace("\r", "\\r")
    return f'"{inside}"'
