# SPDX-License-Identifier: MIT
"""Reading and writing puzzles: the registry of formats, and the functions of the public face.

>>> puzzle = loads('{"rows": [[2]], "cols": [[1], [1]]}')
>>> print(dumps(puzzle), end="")
width 2
height 1
<BLANKLINE>
rows
2
<BLANKLINE>
columns
1
1

A format is a ``Format``: a name, a sentence, the suffixes of its files, how it is recognised, and a
module that reads and writes it. That is imported when it is first used, so that reading a ``.non``
does not pay for XML; ``sniff`` looks at the text without any of them. What a format cannot hold its
module tells.

Reading never fails with anything but PuzzleError and PuzzleSyntaxError, whatever the bytes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice

from nonosat.errors import OptionError, PuzzleError, PuzzleSyntaxError
from nonosat.formats.common import Item, excerpt
from nonosat.formats.files import decode, read_text, write_text
from nonosat.puzzle import Puzzle

__all__ = [
    "FORMATS",
    "Format",
    "Item",
    "decode",
    "dump",
    "dumps",
    "load",
    "load_all",
    "loads",
    "looks_literal",
    "read_all",
    "read_text",
    "sniff",
]

StrPath = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Format:
    """One form of puzzle file.

    ``sniff`` tells from the beginning of a text whether it is in this form. ``module`` has the
    functions ``loads`` and, if it ``writes``, ``dumps``; it is imported when one is first called.
    """

    name: str
    sentence: str
    suffixes: tuple[str, ...]
    sniff: Callable[[str], bool]
    module: str
    writes: bool = True

    def loads(self, text: str) -> Iterator[Item]:
        """One item per puzzle of a text: the puzzle or its error."""
        items: Iterator[Item] = import_module(self.module).loads(text)
        return items

    def dumps(self, puzzle: Puzzle) -> str:
        """The puzzle as text; PuzzleError if the format cannot hold it."""
        text: str = import_module(self.module).dumps(puzzle)
        return text


_HEAD = 65_536
"""So many characters tell the format: the keywords of a .non come behind its texts."""

_NON = re.compile(
    r"^[ \t]*(?:(?:rows|columns)[ \t]*\r?$|(?:width|height|maxrule)[ \t]+[0-9\"-])",
    re.MULTILINE | re.IGNORECASE,
)
_TAAI = re.compile(r"\s*\$[ \t]*[0-9]*[ \t]*(?:[\r\n]|$)")

_ALL = (
    Format(
        "json",
        "JSON: rows and cols, image, or cells; also partial puzzles",
        (".json",),
        lambda text: text.lstrip()[:1] in ("{", "["),
        "nonosat.formats.json_form",
    ),
    Format(
        "webpbn",
        "XML of webpbn.com, with colours; one or many puzzles",
        (".xml", ".pbn"),
        lambda text: text.lstrip()[:1] == "<",
        "nonosat.formats.webpbn",
    ),
    Format(
        "taai",
        "text of the TAAI tournaments: black and white squares, many in a file",
        (".taai",),
        lambda text: _TAAI.match(text) is not None,
        "nonosat.formats.taai",
    ),
    Format(
        "non",
        "Steve Simpson's text form and its dialects, with colours; one or many puzzles",
        (".non", ".nonpack"),
        lambda text: _NON.search(text) is not None,
        "nonosat.formats.non",
    ),
)
FORMATS: dict[str, Format] = {form.name: form for form in _ALL}
"""All formats by name, in the order in which ``sniff`` asks them."""


def _named(name: str) -> Format:
    if name not in FORMATS:
        raise OptionError(f"unknown format {name!r}: use one of {', '.join(FORMATS)}")
    return FORMATS[name]


def _suffix(path: StrPath) -> str:
    return os.path.splitext(os.fspath(path))[1].lower()


def sniff(text: str, name: StrPath = "") -> Format:
    """The format of a text: by its beginning, or else by the suffix of its file's name.

    >>> sniff('{"rows": [[1]], "cols": [[1]]}').name
    'json'

    Raises:
        PuzzleSyntaxError: it looks like none of them.
    """
    head = text[:_HEAD].removeprefix("\ufeff")
    by_suffix = [form for form in _ALL if _suffix(name) in form.suffixes]
    for form in (*_ALL, *by_suffix):
        if form.sniff(head):
            return form
    if by_suffix:
        return by_suffix[0]
    what = f"{excerpt(head.strip())} looks like no" if head.strip() else "the text is empty: no"
    known = "; ".join(f"{form.name} ({form.sentence})" for form in _ALL)
    raise PuzzleSyntaxError(f"{what} format that is known: {known}")


def read_all(text: str, *, format: str | None = None, name: str = "") -> Iterator[Item]:  # noqa: A002
    """One item per puzzle of a text: the puzzle, or the error that tells what is wrong with it.

    A broken puzzle does not keep the others from being read, where the format allows. ``name`` is
    the name of the file, whose suffix helps to tell the format.

    Raises:
        OptionError: the format does not exist.
    """
    form = None if format is None else _named(format)
    return _items(text.removeprefix("\ufeff"), form, name)


def _items(text: str, form: Format | None, name: str) -> Iterator[Item]:
    try:
        form = form or sniff(text, name)
    except PuzzleSyntaxError as error:
        yield error
        return
    yield from form.loads(text)


def _only(text: str, form: str | None, name: str) -> Puzzle:
    """The only puzzle of a text; two are an error."""
    items = list(islice(read_all(text, format=form, name=name), 2))
    if len(items) > 1:
        raise PuzzleSyntaxError("there are several puzzles in it: read them with load_all")
    if isinstance(items[0], Puzzle):
        return items[0]
    raise items[0]


def loads(text: str, *, format: str | None = None) -> Puzzle:  # noqa: A002
    """The puzzle in a text.

    Args:
        text: in any of ``FORMATS``.
        format: the name of the format; by default it is told from the text.

    Raises:
        PuzzleSyntaxError: it cannot be read, or holds several puzzles.
        PuzzleError: the puzzle is impossible by itself.
        OptionError: the format does not exist.
    """
    return _only(text, format, "")


def load(path: StrPath, *, format: str | None = None) -> Puzzle:  # noqa: A002
    """The puzzle in a file.

    Args:
        path: the file; ``load_all`` reads files that hold several puzzles.
        format: the name of the format; by default it is told from the text and the suffix.

    Raises:
        PuzzleSyntaxError: the file cannot be read, or holds several puzzles.
        PuzzleError: the puzzle is impossible by itself.
        OptionError: the format does not exist.
    """
    name = os.fspath(path)
    text = read_text(name)
    try:
        return _only(text, format, name)
    except (PuzzleError, PuzzleSyntaxError) as error:
        raise error.named(name) from None


def load_all(path: StrPath, *, format: str | None = None) -> Iterator[Puzzle]:  # noqa: A002
    """The puzzles in a file, one after the other; also works for a file with one.

    Raises:
        PuzzleSyntaxError: the file or a puzzle in it cannot be read; ``FILE#3`` names the third.
        PuzzleError: a puzzle is impossible by itself.
        OptionError: the format does not exist.
    """
    name = os.fspath(path)
    if format is not None:
        _named(format)
    return _load_all(name, format)


def _load_all(name: str, form: str | None) -> Iterator[Puzzle]:
    items = read_all(read_text(name), format=form, name=name)
    for index, item in enumerate(items, start=1):
        if isinstance(item, Puzzle):
            yield item
        else:
            several = index > 1 or next(items, None) is not None
            raise item.named(f"{name}#{index}" if several else name)


def dumps(puzzle: Puzzle, *, format: str = "non") -> str:  # noqa: A002
    """The puzzle as text.

    Raises:
        OptionError: the format does not exist, or is only read.
        PuzzleError: the format cannot hold the puzzle.
    """
    form = _named(format)
    if not form.writes:
        raise OptionError(f"the format {format!r} is only read, not written: use 'non' or 'json'")
    return form.dumps(puzzle)


def dump(puzzle: Puzzle, path: StrPath, *, format: str | None = None) -> None:  # noqa: A002
    """Write the puzzle to a file, which is replaced in one step or left as it was.

    Args:
        puzzle: what to write.
        path: the file; its suffix tells the format.
        format: the name of the format, where the suffix does not tell it.

    Raises:
        OptionError: the format does not exist, or the suffix tells none.
        PuzzleError: the format cannot hold the puzzle.
        OSError: the file cannot be written.
    """
    if format is None:
        by_suffix = [form.name for form in _ALL if _suffix(path) in form.suffixes]
        if not by_suffix:
            known = ", ".join(suffix for form in _ALL for suffix in form.suffixes)
            raise OptionError(
                f"the suffix of {os.fspath(path)!r} tells no format: "
                f"use one of {known}, or name the format"
            )
        format = by_suffix[0]  # noqa: A001
    write_text(path, dumps(puzzle, format=format))


def looks_literal(argument: str) -> bool:
    """True if an argument of the command line is a puzzle itself and not the name of a file.

    >>> looks_literal('{"rows": [[1]], "cols": [[1]]}'), looks_literal("cup.non")
    (True, False)
    """
    return argument.lstrip()[:1] in ("{", "<") or "\n" in argument
