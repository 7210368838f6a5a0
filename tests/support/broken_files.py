# SPDX-License-Identifier: MIT
"""Broken files: their contents, a piece of the message, and the line of the file it names.

The tests of readers and of the command line share one table, ``broken/*.yaml``: a file for each
family of formats. (Missing files and directories have no content; they are in the tests of the
command line.) A file is a list of groups:

* ``format``: the format that is asked for; without it, the format is recognised.
* ``packed``: a format of archives; each file of the group is also tested inside an archive.
* ``good``: a good file. After the name, a row has a piece of it, which is replaced once, and the
  replacement; an empty piece replaces the whole file. Without ``good`` a row has the content.
* ``clue``: a piece of the good file that ends with its first clue, a 2; the line of that clue; and
  the separator of numbers, if it is not a blank. All mistakes of ``IN_A_CLUE`` are made there.
* ``files``: the rows. The message and the line follow the content; without a line the message
  must not name one.

A text is a string of characters that are each a byte; ``{TEXT: NUMBER}``, a repeated text;
``{zip: {NAME: TEXT}}``, an archive; ``{xlsx: [[CELL]]}``, a sheet; ``!!binary``, bytes; or a list
of such pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from nonosat.formats import archives
from tests.support.sheet_files import xlsx


class Broken(NamedTuple):
    """A file name, its bytes, a piece of the message, and the line of the file that it names."""

    name: str
    data: bytes
    message: str
    line: int | None = None
    format: str | None = None
    """The format that is asked for; None: it is recognised."""


_NO_CLUE = "is not a clue"
IN_A_CLUE = {
    "word": ("two", _NO_CLUE),
    "negative": ("-2", _NO_CLUE),
    "fraction": ("2.5", _NO_CLUE),
    "letter": ("2a", _NO_CLUE),
    "digits": ("9" * 30, _NO_CLUE),
    "commas": ("1,,1", _NO_CLUE),
    "hidden": ("?", "is a blotted clue (it hides a length)"),
    "long": ("3", "needs 3 cells, the line has 2"),
    "gap": ("1 1", "needs 3 cells, the line has 2"),
    "zero": ("1 0 1", "length 0"),
    "endless": ("1 " * 19_999 + "1", "characters for one clue"),
}
"""Replacements for a clue of 2 in a line of 2, and the message."""
IN_THE_FILE = {"bytes": ("2\0", "binary data"), "sums": ("1", "one of the clues is wrong")}
"""The same if the message names no line."""


def _bytes(text: Any) -> bytes:
    if isinstance(text, list):
        return b"".join(map(_bytes, text))
    if isinstance(text, dict) and "zip" in text:
        return archives.pack([(name, _bytes(inside)) for name, inside in text["zip"].items()])
    if isinstance(text, dict) and "xlsx" in text:
        return xlsx(text["xlsx"])
    if isinstance(text, dict):
        return b"".join(_bytes(piece) * number for piece, number in text.items())
    return text if isinstance(text, bytes) else text.encode("latin-1")


def _in_clue(group: dict[str, Any]) -> Iterator[list[Any]]:
    """Rows with a mistake in the first clue."""
    piece, line, separator = (*group["clue"], " ")[:3]
    suffix = Path(group["files"][0][0]).suffix
    for mistakes, place in ((IN_A_CLUE, [line]), (IN_THE_FILE, [])):
        for case, (clue, message) in mistakes.items():
            new = piece[:-1] + clue.replace(" ", separator)
            yield [f"{group['format']}-{case}{suffix}", piece, new, message, *place]


def _rows(group: dict[str, Any]) -> Iterator[Broken]:
    for name, *content in (*(_in_clue(group) if "clue" in group else ()), *group["files"]):
        data = _bytes(content.pop(0))
        if "good" in group:
            good = _bytes(group["good"])
            assert data in good, name
            data = good.replace(data or good, _bytes(content.pop(0)), 1)
        message, line = (*content, None)[:2]
        yield Broken(name, data, message, line, group.get("format"))
        if packed := group.get("packed"):
            path = Path(name)
            archive = archives.pack([(f"cup{path.suffix}", data)])
            case = path.stem.partition("-")[2]
            yield Broken(f"{packed}-{case}.{packed}", archive, message, line, packed)


def _all() -> Iterator[Broken]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # in C, if PyYAML has it
    for file in sorted(Path(__file__).with_name("broken").glob("*.yaml")):
        for group in yaml.load(file.read_text(encoding="utf-8"), loader):
            yield from _rows(group)


BROKEN = tuple(_all())
