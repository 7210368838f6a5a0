# SPDX-License-Identifier: MIT
"""Remarks on the parts of a file that its reader does not know.

A reader passes every key, element, attribute, section or column that it does not know to
``common.build`` as an ``Unread``, with the names that it does know. The part gets a remark if it
may matter: its name resembles a known name (``printd``), or it holds cells or clues. Other data of
programs in their files (ids, dates, settings) get no remark. A part that a format documents and
nonosat leaves out on purpose, such as the game of a player, comes with the reason (``why``) and
always gets a remark.

JSON, XML, sections and columns have the same rule, so that unread parts are noticed in each of
them. Cost: nothing for a file without unknown parts; names are compared by ``difflib``, once for
each name. Rejected: refusing unknown keys, since most files of other programs have some; and
remarks on all of them, since nobody would read the remarks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from nonosat.errors import Fault

_LONGEST_NAME = 40
"""Longer names resemble no known name."""
_MOST = 20
"""The maximum number of remarks on a puzzle."""
MAX_UNREAD = 1_000
"""At most this many unknown parts of a puzzle are examined: each takes some microseconds."""
_CELLS = frozenset(".?#01-_xXoO*+█■□▓▒░⬛⬜")
"""The characters for cells in texts of other programs."""
_DIGITS = frozenset("23456789")


class Unread(NamedTuple):
    """A part of a file that its reader does not know.

    ``name``: as it stands in the file. ``value``: a text, or a value of Python's ``json``.
    ``what``: a word for such a part: "key", "element". ``known``: the names that the reader knows
    at this place. ``why``: the remark itself, if the reader knows what the part is.
    """

    name: str
    value: object = ""
    what: str = "key"
    known: frozenset[str] = frozenset()
    file_line: int | None = None
    why: Fault | None = None


def members(
    data: Mapping[str, object], known: frozenset[str], path: str = "", what: str = "key"
) -> Iterator[Unread]:
    """The members of an object whose keys are not known; ``path`` is that of the object."""
    for key, value in data.items():
        if key not in known:
            yield Unread(f"{path}{key}", value, what, known)


Elements: TypeAlias = dict[str, frozenset[str]]
"""The elements of a form in XML, each with its attributes."""


def element(known: Elements, name: str, text: str, file_line: int) -> Unread:
    """An element that is not known; ``text``: its content."""
    return Unread(name, text, "element", frozenset(known), file_line)


def attributes(
    known: Elements, name: str, given: Mapping[str, str], file_line: int
) -> Iterator[Unread]:
    """The attributes of an element that are not known."""
    for part in members(given, known.get(name, frozenset()), what="attribute"):
        yield part._replace(file_line=file_line)


def outside(name: str, file_line: int) -> Unread:
    """A known element at a place where it has no meaning."""
    why = Fault.of("fault.remark.outside", "a <{name}> outside a puzzle is not read", name=name)
    return Unread(name, file_line=file_line, why=why)


def remarks(
    unread: Iterable[Unread], height: int, width: int, letters: str = ""
) -> tuple[Fault, ...]:
    """The remarks on the unread parts of a puzzle of this size, with these letters of colours.

    >>> known = frozenset(("rows", "columns", "printed"))
    >>> parts = [Unread("printd", ["#?"], known=known), Unread("id", 7, known=known)]
    >>> print(*remarks(parts, 1, 2))
    unknown key 'printd', which is not read: is 'printed' meant?
    >>> print(*remarks([Unread("board", [0, 1])], 1, 2))
    unknown key 'board', which is not read: it may hold cells or clues
    """
    parts = list(islice(unread, MAX_UNREAD + 1))
    worded = ((part, _words(part, height, width, letters)) for part in parts[:MAX_UNREAD])
    found = [words.at(part.file_line) for part, words in worded if words]
    if len(found) > _MOST:
        found[_MOST:] = [
            Fault.of(
                "fault.remark.more",
                ("and {n} more remark", "and {n} more remarks"),
                n=len(found) - _MOST,
            )
        ]
    if len(parts) > MAX_UNREAD:
        found.append(
            Fault.of(
                "fault.remark.most",
                "more than {most} unknown parts: the others were not examined",
                most=MAX_UNREAD,
            )
        )
    return tuple(found)


def _words(part: Unread, height: int, width: int, letters: str) -> Fault | None:
    """The remark on a part; None if it does not matter."""
    if part.why:
        return part.why
    close = _resembled(part.name.rpartition(".")[2].casefold(), part.known)
    if close:
        return Fault.of(
            "fault.remark.meant",
            "{part}, which is not read: is {close} meant?",
            part=_unknown(part),
            close=repr(close),
        )
    if holds_cells(part.value, height, width, letters):
        return Fault.of(
            "fault.remark.unknown",
            "{part}, which is not read: it may hold cells or clues",
            part=_unknown(part),
        )
    return None


def _unknown(part: Unread) -> Fault:
    name = repr(part.name[:_LONGEST_NAME])
    match part.what:
        case "element":
            return Fault.of("fault.remark.element", "unknown element {name}", name=name)
        case "attribute":
            return Fault.of("fault.remark.attribute", "unknown attribute {name}", name=name)
        case "section":
            return Fault.of("fault.remark.section", "unknown section {name}", name=name)
        case "column":
            return Fault.of("fault.remark.column", "unknown column {name}", name=name)
        case _:
            return Fault.of("fault.remark.key", "unknown key {name}", name=name)


@lru_cache(maxsize=1000)
def _resembled(name: str, known: frozenset[str]) -> str:
    """The known name that a name resembles; empty if it resembles no known name."""
    if not name or len(name) > _LONGEST_NAME:
        return ""
    from difflib import get_close_matches  # most files have no unknown part

    small = {own.casefold(): own for own in known if abs(len(own) - len(name)) <= 1}
    close = get_close_matches(name, small, n=1, cutoff=0.75)
    return small[close[0]] if close else ""


def holds_cells(value: object, height: int, width: int, letters: str = "", depth: int = 3) -> bool:
    """True if a value may be cells or clues of a board of this size, with these letters.

    That is a list of lists of numbers or of texts of one character (rows of cells, clues,
    coordinates), a value with as many numbers or characters as the board has cells, or an object
    with such a value.

    >>> holds_cells([[0, 1]], 5, 5), holds_cells([1, 0], 1, 2), holds_cells("01\\n10", 2, 2)
    (True, True, True)
    >>> holds_cells(["cat", "dog"], 5, 5), holds_cells([5, 5], 5, 5), holds_cells("my 1st", 5, 5)
    (False, False, False)
    """
    if isinstance(value, str):
        return _shown(value, height, width, letters) > 1
    if isinstance(value, dict):
        items = list(value.values())
        return depth > 0 and any(holds_cells(x, height, width, letters, depth - 1) for x in items)
    if not isinstance(value, list) or not value:
        return False
    if all(isinstance(item, str) for item in value):
        return _shown("\n".join(value), height, width, letters) > 0
    leaves = list(_leaves(value, depth))
    if not all(map(_is_cell, leaves)):
        return False
    nested = any(isinstance(item, list | dict) for item in value)
    return bool(leaves) if nested else len(leaves) == height * width


def _leaves(value: object, depth: int) -> Iterator[object]:
    """The values in lists in lists, and in objects in them."""
    items = value.values() if isinstance(value, dict) else value
    if depth > 0 and isinstance(value, list | dict):
        for item in items:  # type: ignore[attr-defined]
            yield from _leaves(item, depth - 1)
    else:
        yield value


def _shown(text: str, height: int, width: int, letters: str) -> int:
    """The number of cells that a text shows, if it shows a whole board; else 0.

    Digits are cells in a text with a line for each row: by themselves they are dates and the like.
    """
    lines = ["".join(line.split()).strip("|\"'") for line in text.split("\n")]
    lines = [line for line in lines if line]
    shown = "".join(lines)
    rows = height > 1 and [len(line) for line in lines] == [width] * height
    kinds = _CELLS.union(letters, _DIGITS if rows else ())
    return len(shown) if len(shown) == height * width and kinds.issuperset(shown) else 0


def _is_cell(value: object) -> bool:
    """A number, true, false, null, or a text of one character."""
    return len(value) <= 1 if isinstance(value, str) else not isinstance(value, list | dict)
