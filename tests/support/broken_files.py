# SPDX-License-Identifier: MIT
"""Broken files: their contents, a piece of the message, and the line of the file it names.

The readers' tests and the command line's use the same table, which is ``broken/*.yaml``: a file for
each family of formats. (Missing files and directories are no contents; the command line's tests
have them.) A file is a list of groups:

* ``format``: the format that is asked for; without it, the format is recognised.
* ``packed``: a format of archives, in which each file of the group is tested as well.
* ``good``: a good file. A row has behind the name what is replaced in it (once) and by what; an
  empty text stands for all of it. Without ``good`` a row has the content of the file instead.
* ``files``: the rows. The message and the line follow the content; without a line the message
  names none.

A text is a string, each of whose characters is a byte; ``{TEXT: NUMBER}``, which is repeated;
``{zip: {NAME: TEXT}}``, an archive; ``!!binary``, bytes; or a list of such pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from nonosat.formats import archives


class Broken(NamedTuple):
    """A file name, its bytes, a piece of the message, and the line of the file that it names."""

    name: str
    data: bytes
    message: str
    line: int | None = None
    format: str | None = None
    """The format that is asked for; None: it is recognised."""


def _bytes(text: Any) -> bytes:
    if isinstance(text, list):
        return b"".join(map(_bytes, text))
    if isinstance(text, dict) and "zip" in text:
        return archives.pack([(name, _bytes(inside)) for name, inside in text["zip"].items()])
    if isinstance(text, dict):
        return b"".join(_bytes(piece) * number for piece, number in text.items())
    return text if isinstance(text, bytes) else text.encode("latin-1")


def _rows(group: dict[str, Any]) -> Iterator[Broken]:
    for name, *content in group["files"]:
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
