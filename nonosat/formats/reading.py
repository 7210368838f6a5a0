# SPDX-License-Identifier: MIT
"""Reading puzzles: one from a text or a file, or all of a file.

``read_all`` is the base of all others: it yields one item per puzzle, the puzzle or its error, so
that one broken puzzle does not hide the rest of a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from nonosat.errors import (
    OptionError,
    PuzzleError,
    PuzzleSyntaxError,
    PuzzleWarning,
    shown,
)
from nonosat.formats.common import PuzzleOrError
from nonosat.formats.files import StrPath, decode, read_bytes
from nonosat.formats.native import read_plain
from nonosat.model.grid import is_file_name
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.formats.form import Format


_MOST = 1 << 18
"""Longer files cannot hold a text that is short enough to be recognised as plain."""


def read_all(
    source: str | bytes,
    *,
    format: str | None = None,  # noqa: A002
    name: str = "",
) -> Iterator[PuzzleOrError]:
    """One item per puzzle of a text, or of the bytes of a file: the puzzle, or its error.

    A broken puzzle does not keep the others from being read, if the format allows it. ``name`` is
    the name of the file; its suffix decides if the text does not show its format. The ``remarks``
    of a puzzle name its parts that were not read and may matter.

    Raises:
        OptionError: the format does not exist.
    """
    form = None if format is None else _named(format)
    return _items(source, form, name)


def _items(source: str | bytes, form: Format | None, name: str) -> Iterator[PuzzleOrError]:
    plain = _plain(source) if form is None else None
    if plain is not None:
        yield plain[0]
        return
    try:
        items = (form or _sniffed(source, name)).loads(source)
    except PuzzleSyntaxError as error:
        yield error
        return
    yield from items


def _named(name: str) -> Format:
    from nonosat.formats.registry import format_named  # with the table of all formats

    return format_named(name)


def _sniffed(source: str | bytes, name: str) -> Format:
    from nonosat.formats.registry import sniff  # not needed for native readers

    return sniff(source, name)


def _plain(source: str | bytes) -> tuple[PuzzleOrError, str] | None:
    """The only item of a plain text, and its format; None if the table has to recognise it."""
    if len(source) > _MOST:
        return None
    if isinstance(source, bytes):
        try:
            source = decode(source)
        except PuzzleSyntaxError:
            return None
    found = read_plain(source)
    if found is not None and found[1] == "json" and type(found[0]) is PuzzleSyntaxError:
        return None  # perhaps the table finds lists of clues under other keys
    return found


class Named(NamedTuple):
    """An item, its format, and its file in an archive (empty without an archive)."""

    item: PuzzleOrError
    format: str
    member: str = ""


def read_named(
    source: str | bytes,
    *,
    format: str | None = None,  # noqa: A002
    name: str = "",
) -> Iterator[Named]:
    """``read_all``, with the format of each puzzle and its file in an archive.

    Raises:
        OptionError: the format does not exist.
        PuzzleSyntaxError: the format is not recognised, or the bytes are not text.
    """
    plain = _plain(source) if format is None else None
    if plain is not None:
        return iter((Named(*plain),))
    form = _sniffed(source, name) if format is None else _named(format)
    if form.name == "zip" and isinstance(source, bytes):
        from nonosat.formats.archives import read

        return (Named(entry.item, entry.format, entry.member) for entry in read(source))
    items = form.loads(source)
    return (Named(item, form.name) for item in items)


def read_numbered(
    source: str | bytes,
    *,
    format: str | None = None,  # noqa: A002
    name: str = "",
) -> Iterator[tuple[int | None, Named]]:
    """``read_named``, with the number of each puzzle in a file of several; None if it is alone.

    A file without a puzzle gives one item, its error: a ``NoPuzzleError`` if it is not a puzzle
    file.

    Raises:
        OptionError: the format does not exist.
        PuzzleSyntaxError: the format is not recognised, or the bytes are not text.
    """
    items = read_named(source, format=format, name=name)
    if format is None or _named(format).weak:
        items = _weighed(items, source, name)
    first = list(islice(items, 2))  # two items show whether there are many
    if not first:
        first = [Named(PuzzleSyntaxError("no puzzle in it"), "")]
    if len(first) == 1:
        return iter([(None, first[0])])
    return enumerate(chain(first, items), start=1)


def _weighed(items: Iterator[Named], source: str | bytes, name: str) -> Iterator[Named]:
    """The items, with their errors as ``registry.weighed`` makes them.

    An archive weighs its files itself; a damaged archive may hold puzzles.
    """
    weigh = None
    for named in items:
        if type(named.item) is PuzzleSyntaxError and named.format != "zip" and not named.member:
            if weigh is None:
                from nonosat.formats.registry import weigher  # for errors only

                weigh = weigher(source, name)
            yield named._replace(item=weigh(named.item))
        else:
            yield named


def _check_name(name: object) -> None:
    if not isinstance(name, str):
        raise OptionError(f"name {shown(name)}: give a text")


def _refused(item: PuzzleOrError) -> PuzzleOrError:
    """The item of a strict reader: an error instead of a puzzle with remarks."""
    return PuzzleSyntaxError(item.remarks) if isinstance(item, Puzzle) and item.remarks else item


def _warned(puzzle: Puzzle, name: str) -> Puzzle:
    """The puzzle, after a warning for each remark, at the line that calls the public function."""
    if puzzle.remarks:
        import warnings

        prefix = f"{name}: " if name else ""
        for remark in puzzle.remarks:
            warnings.warn(f"{prefix}{remark}", PuzzleWarning, stacklevel=3)
    return puzzle


def only(
    source: str | bytes, form: str | None = None, name: str = "", *, strict: bool = False
) -> Puzzle:
    """The only puzzle of a text; several are an error. Remarks are not turned into warnings."""
    plain = _plain(source) if form is None else None
    if plain is None:
        items = list(islice(read_all(source, format=form, name=name), 2))
        if len(items) > 1:
            raise PuzzleSyntaxError("there are several puzzles in it: read them with load_all")
        item = items[0]
    else:
        item = plain[0]
    if strict:
        item = _refused(item)
    if isinstance(item, Puzzle):
        return item
    raise item


def _no_text(value: object) -> str:
    """The message that a value is neither text nor bytes."""
    how = "use bytes(...)" if isinstance(value, bytearray | memoryview) else "load reads files"
    return f"a {type(value).__name__} is not text or bytes; {how}"


def loads(
    text: str | bytes,
    *,
    format: str | None = None,  # noqa: A002
    name: str = "",
    strict: bool = False,
) -> Puzzle:
    """Read the puzzle in a text, or in the bytes of a file.

    >>> loads(".#.\\n###").rows[1]
    (Block(length=3, color=1),)
    >>> loads(b".#.\\n###").width
    3

    Args:
        text: the text or the bytes of a file, in any format that ``nonosat formats`` lists; also a
            picture, as lines of ``.`` and ``#``. The encoding of bytes is recognised.
        format: the name of the format; by default it is recognised from the text and the name.
        name: the name of the file that the text or the bytes come from, such as an upload; messages
            begin with it.
        strict: refuse a text with a part that is not read and may matter, such as a misspelt key.
            Otherwise it is named in ``remarks`` of the puzzle, and in a ``PuzzleWarning``.

    Returns:
        The puzzle, with its title, goal picture and so on.

    Raises:
        PuzzleSyntaxError: the text cannot be read, holds several puzzles, or is refused by
            ``strict``.
        PuzzleError: the puzzle is impossible by itself.
        OptionError: the format does not exist, or the name is no text.
    """
    _check_name(name)
    if not isinstance(text, str | bytes):
        raise PuzzleSyntaxError(_no_text(text))
    try:
        return _warned(only(text, format, name, strict=strict), name)
    except (PuzzleError, PuzzleSyntaxError) as error:
        if name:
            raise error.named(name) from None
        if isinstance(text, str) and is_file_name(text):
            message = f"{text!r} is the name of a file: nonosat.load reads files"
            raise PuzzleSyntaxError(message) from None
        raise


def load(path: StrPath, *, format: str | None = None, strict: bool = False) -> Puzzle:  # noqa: A002
    """Read the puzzle in a file.

    Args:
        path: the file; ``load_all`` reads files that hold several puzzles.
        format: the name of the format; by default it is recognised, from the content and the name.
        strict: refuse a file with a part that is not read and may matter, as ``loads`` does.

    Returns:
        The puzzle, with its title, goal picture and so on.

    Raises:
        PuzzleSyntaxError: the file is missing, cannot be read, holds several puzzles, or is refused
            by ``strict``.
        PuzzleError: the puzzle is impossible by itself.
        OptionError: the format does not exist.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "dot.grid")
    ...     _ = file.write_text("#.\\n")
    ...     load(file)
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'))
    """
    if hasattr(path, "read"):
        raise TypeError(
            "load takes the name of a file; nonosat.loads reads the text of file.read()"
        )
    name = os.fspath(path)
    data = read_bytes(name)
    try:
        return _warned(only(data, format, name, strict=strict), name)
    except (PuzzleError, PuzzleSyntaxError) as error:
        raise error.named(name) from None


def load_all(
    path: StrPath | bytes,
    *,
    format: str | None = None,  # noqa: A002
    name: str = "",
    strict: bool = False,
) -> Iterator[Puzzle]:
    """Read the puzzles in a file with one puzzle or more.

    Args:
        path: the file; or its bytes, from a network or an archive.
        format: the name of the format; by default it is recognised, from the content and the name.
        name: the name of the file in messages, in place of the path; of bytes it also helps to
            recognise the format.
        strict: refuse puzzles with a part that is not read and may matter, as ``loads`` does.

    Yields:
        The puzzles, in the order of the file, up to the first broken puzzle, whose error is raised.

    Raises:
        PuzzleSyntaxError: the file or a puzzle in it cannot be read; ``FILE#3`` names the third, of
            bytes without a name ``#3``.
        PuzzleError: a puzzle is impossible by itself.
        OptionError: the format does not exist, or the name is no text.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "two.json")
    ...     _ = file.write_text('[{"cells": ["#"]}, {"cells": ["##"]}]')
    ...     [puzzle.width for puzzle in load_all(file)]
    [1, 2]
    >>> [puzzle.width for puzzle in load_all(b'[{"cells": ["#"]}, {"cells": ["##"]}]')]
    [1, 2]
    """
    _check_name(name)
    file = path if isinstance(path, bytes) else os.fspath(path)
    if format is not None:
        _named(format)
    if isinstance(file, str):
        name = name or file
    return _load_all(file, format, name, strict)


def _load_all(file: str | bytes, form: str | None, name: str, strict: bool) -> Iterator[Puzzle]:
    data = read_bytes(file) if isinstance(file, str) else file
    items = read_all(data, format=form, name=name)
    for index, item in enumerate(map(_refused, items) if strict else items, start=1):
        if isinstance(item, Puzzle):
            yield _warned(item, f"{name}#{index}")
        else:
            several = index > 1 or next(items, None) is not None
            place = f"{name}#{index}" if several else name
            raise item.named(place) if place else item
