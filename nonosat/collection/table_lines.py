# SPDX-License-Identifier: MIT
"""The lines of a table, made by SQLite itself: comma-separated values and JSON.

One SQL expression makes the line and Python only passes it on: that takes a third of the processor
time of Python's ``csv`` and ``json`` (docs/experiments.md, "Collections").

Spreadsheets run what looks like a formula, so a title could be a program (CWE-1236). Every text
stands in double quotes, and a text whose first character, after apostrophes and spaces, is one of
``= + - @``, TAB, CR, LF or the wide forms of the four signs gets an apostrophe before it. Taking
the apostrophe away from cells in which such a text follows it gives every text back: ``unguarded``.
Numbers never begin with a sign.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.collection.columns import COLUMNS

JUDGE_HEADS = ("Game", "Width", "Height", "Difficulty", "Tedium", "Steps")
"""The columns of davidje13's ``judge``; they come first."""

JUDGE_KEYS = ("difficulty", "tedium", "steps")

_SIGNS = "=+@\t\r\n\uff1d\uff0b\uff0d\uff20"
"""With the minus sign, which stands last in a pattern."""
_BEFORE = "' "
_BEFORE_SQL = _BEFORE.replace("'", "''")

_OTHERS = [name for name in COLUMNS if name not in ("width", "height")]
_USER_TEXTS = ("file", "member", "title", "author", "licence")
"""The columns whose texts come from files."""
_WHOLE = ("id", "cells", "colors", "partial", "printed", "places")
"""The columns of whole numbers that every row has."""
_FRACTIONS = ("density", "seconds", "cpu")
"""The columns of numbers that get six digits after the point."""

_GAME = (
    "CASE WHEN title <> '' THEN title WHEN file <> '' THEN file || CASE WHEN member <> '' "
    "THEN ':' || member WHEN number THEN '#' || number ELSE '' END ELSE 'puzzle ' || id END"
)
"""What people call it, as ``Entry.name``."""


def guarded(text: str) -> str:
    """The text as no spreadsheet runs it.

    >>> guarded("=1+1"), guarded("' -1"), guarded("it's -1")
    ("'=1+1", "'' -1", "it's -1")
    """
    return f"'{text}" if _looks_run(text) else text


def unguarded(cell: str) -> str:
    """The text of which ``guarded`` made the cell.

    >>> [unguarded(guarded(text)) for text in ("=1+1", "' -1", "'=1", "'tis", "")]
    ['=1+1', "' -1", "'=1", "'tis", '']
    """
    return cell[1:] if cell.startswith("'") and _looks_run(cell[1:]) else cell


def _looks_run(text: str) -> bool:
    return text.lstrip(_BEFORE)[:1] in {*_SIGNS, "-"}


def csv_cell(text: str | None) -> str:
    """A text as a cell: nothing for None, else in quotes.

    >>> print(csv_cell("=1"), csv_cell('say "a", b'), csv_cell(None), sep=";")
    "'=1";"say ""a"", b";
    """
    return "" if text is None else '"' + guarded(text).replace('"', '""') + '"'


def csv_heads(more: Sequence[str] = ()) -> str:
    """The first line, without its end."""
    return ",".join([*JUDGE_HEADS, *_OTHERS, *more])


def csv_line() -> str:
    """A row of the view as a line without its end, in SQL.

    ``printf`` makes the line of nearly every row in one call. A row takes a longer way if a text
    may need an apostrophe, which its first character says, or if a number is not known.
    """
    rare = [f"{name} IS NULL" for name in _FRACTIONS]
    rare += [f"{text} GLOB '[{_BEFORE_SQL}{_SIGNS}-]*'" for text in _USER_TEXTS]
    return f"CASE WHEN {' OR '.join(rare)} THEN {_careful()} ELSE {_quick()} END"


def _quick() -> str:
    forms = dict.fromkeys(_OTHERS, "%s")
    forms |= dict.fromkeys(_USER_TEXTS, '"%w"')  # %w doubles quotes
    forms |= dict.fromkeys(_WHOLE, "%d")
    forms |= dict.fromkeys(_FRACTIONS, "%.6f")
    form = ",".join(['"%w"', "%d", "%d", "%s", *forms.values()])
    values = [f"ifnull({name}, '')" if name in _USER_TEXTS else name for name in _OTHERS]
    return f"printf('{form}', {_GAME}, width, height, {_judge()}, {', '.join(values)})"


def _careful() -> str:
    values = [_text(_GAME), "width", "height", _judge()]
    for name in _OTHERS:
        if name in _USER_TEXTS:
            values.append(_text(f"ifnull({name}, '')"))
        elif name in _FRACTIONS:
            values.append(f"CASE WHEN {name} IS NOT NULL THEN printf('%.6f', {name}) END")
        else:
            values.append(name)
    return f"printf('{','.join(['%s'] * len(values))}', {', '.join(values)})"


def _text(text: str) -> str:
    apostrophe = f"iif(ltrim({text}, '{_BEFORE_SQL}') GLOB '[{_SIGNS}-]*', '''', '')"
    return f"""'"' || {apostrophe} || replace({text}, '"', '""') || '"'"""


def _judge() -> str:
    """Three values with commas between them; they are empty for a puzzle that was not rated."""
    values = ", ".join(f"json_extract(rating, '$.judge.{key}')" for key in JUDGE_KEYS)
    found = _of_detail(f"printf('%s,%s,%s', {values})")
    return f"coalesce({found}, ',,')"


def _of_detail(value: str) -> str:
    """A value of the latest result; it is looked up only where there is a rating."""
    return (
        f"CASE WHEN effort IS NOT NULL OR technique IS NOT NULL THEN (SELECT {value} FROM puzzle "
        "JOIN detail ON detail.result = puzzle.latest WHERE puzzle.id = puzzles.id) END"
    )


def json_line() -> str:
    """A row of the view as a JSON object, in SQL; the rating is a part of it."""
    members = []
    for name, column in COLUMNS.items():
        value = f"json(iif({name}, 'true', 'false'))" if column.kind is bool else name
        members.append(f"'{name}', {value}")
    rating = _of_detail("rating")
    return f"json_object({', '.join(members)}, 'rating', json({rating}))"
