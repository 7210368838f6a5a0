# SPDX-License-Identifier: MIT
"""Broken files of the formats that are lines of numbers; the same damages to each of them.

A good file has the rows 2 / 1 and the columns 2 / 1. ``_FORMS`` says for each format how rows and
columns become a text, and in which line the first row and the first column stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

Row = tuple[str, bytes, str, int | None, str]


class _Form(NamedTuple):
    text: Callable[[list[str], list[str], object, object], str]
    row: int
    column: int
    sized: bool = True
    ended: str = ""


def _joined(*lines: object) -> str:
    return "\n".join(map(str, lines)) + "\n"


_FORMS = {
    "mk": _Form(lambda rows, columns, w, h: _joined(f"{h} {w}", *rows, "#", *columns), 2, 5),
    "nin": _Form(lambda rows, columns, w, h: _joined(f"{w} {h}", *rows, *columns), 2, 4),
    "cwd": _Form(lambda rows, columns, w, h: _joined(h, w, *rows, "", *columns), 3, 6),
    "keen": _Form(lambda rows, columns, w, h: _joined(*rows, "", *columns), 1, 4, sized=False),
    "ish": _Form(
        lambda rows, columns, w, h: _joined("# x", *rows, "", *columns), 2, 5, sized=False
    ),
    "faase": _Form(
        lambda rows, columns, w, h: _joined("rows", *rows, "columns", *columns), 2, 5, sized=False
    ),
    "syro": _Form(
        lambda rows, columns, w, h: _joined(*rows, "", *columns), 1, 4, sized=False, ended=" 0"
    ),
    "spoj": _Form(
        lambda rows, columns, w, h: _joined(1, f"{h} {w}", *rows, *columns), 3, 5, ended=" 0"
    ),
}


def _rows(name: str, form: _Form) -> Iterator[tuple[str, str, str, int | None]]:
    """The name of a case, the text, a piece of the message, and the line of the file."""
    end = form.ended
    spoj = name == "spoj"
    good = [f"2{end}", f"1{end}"]

    def text(rows: list[str], columns: list[str] = good, w: object = 2, h: object = 2) -> str:
        return form.text(rows, columns, w, h)

    clue = "is not a length" if spoj else "is not a clue"
    for case, bad in (
        ("negative", "-1"),
        ("fraction", "1.5"),
        ("word", "one"),
        ("digits", "9" * 30),
        ("letter", "1a"),
    ):
        yield case, text([f"2{end}", f"{bad}{end}"]), clue, form.row + 1
    hidden = text([f"2{end}", f"?{end}"])
    yield "hidden", hidden, "is a blotted clue (it hides a length)", form.row + 1
    yield "bytes", text([f"2{end}", f"1\0{end}"]), "binary data", None
    yield "column", text(good, [f"2{end}", f"x{end}"]), clue, form.column + 1
    yield "long", text([f"3{end}", f"1{end}"]), "needs 3 cells, the line has 2", form.row
    separator = "," if name == "ish" else " "
    gap = text([f"1{separator}1{end}", f"1{end}"])
    yield "gap", gap, "needs 3 cells, the line has 2", form.row
    yield "sums", text([f"2{end}", f"2{end}"]), "the rows fill 4 cells, the columns 3", None
    if not spoj:
        yield "zero", text([f"1{separator}0{separator}1{end}", f"1{end}"]), "length 0", form.row
        endless = text([separator.join(["1"] * 20_000) + end, f"1{end}"])
        yield "endless", endless, "characters for one clue", form.row
        many = text([f"1{end}"] * 30_000)
        yield "lines", many, "a puzzle has fewer", None
    yield "empty", "", "ends before" if spoj else "the text is empty", 1 if spoj else None
    if form.sized:
        row = {"mk": 1, "nin": 1, "cwd": 2, "spoj": 2}[name]
        yield "huge", text(good, w=10**8), "board has 1 to" if spoj else "needed", row
        yield "size", text(good, w="x"), "is not the number" if spoj else "is needed", row
        yield "zero-size", text(good, w=0), "a board has 1 to", row
    if spoj:
        yield "cut", text([f"2{end}", f"1{end}"], [f"2{end}"]), "the text ends before", 6
        yield "no-end", "1\n1 1\n" + "1 " * 5000, "no final 0", 3
        yield "more", text(good) + "7\n", "behind the last puzzle", 7
    elif name == "nin":
        yield "few", text(["2"], []), "needs 2 + 2", 1
        yield "many", text(["2", "1", "0", "0"]), "needs 2 + 2", 1
    elif name == "cwd":
        yield "no-blank", text(["2", "1", "0"]), "no blank line behind", 5
        yield "few", text(good, ["2", "1", "0"]), "3 clues of columns, the size says 2", 5
    elif name == "mk":
        yield "few", text(["2"]), "1 clue of rows, the size says 2", 1
        yield "no-mark", "2 2\n2\n1\n2\n1\n", "no line #", 1
    elif name == "faase":
        yield "no-columns", "rows\n2\n1\n", "'columns' is needed, once", None
        yield "twice", text(good) + "rows\n1\n", "'rows' is needed, once", None
        yield "first", "x\n" + text(good), "the first line is not", None
    elif name == "syro":
        yield "one", "1 0\n1 0\n", "1 group of lines", None
        yield "three", text(good) + "\n1 0\n", "3 groups of lines", None
        yield "no-end", text(["2", "1 0"]), "does not end with 0", 1
    else:
        yield "one", "1\n1\n", "1 group of lines", None
        yield "three", text(good) + "\n1\n", "3 groups of lines", None


TABLE: tuple[Row, ...] = tuple(
    (f"{case}.{name}", text.encode(), message, line, name)
    for name, form in _FORMS.items()
    for case, text, message, line in _rows(name, form)
)
COUNTS = {name: sum(row[4] == name for row in TABLE) for name in _FORMS}
