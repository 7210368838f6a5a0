# SPDX-License-Identifier: MIT
"""Writing puzzles to a text or to a file, in a format chosen by its name or by the suffix."""

from __future__ import annotations

import os
from collections.abc import Iterable

from nonosat.errors import OptionError
from nonosat.formats.files import StrPath, write_bytes
from nonosat.formats.form import Format
from nonosat.formats.registry import format_named, formats_by_suffix
from nonosat.model.puzzle import Puzzle


def dumps(puzzle: Puzzle, *, format: str = "non", dialect: str | None = None) -> str:  # noqa: A002
    """Write a puzzle as text.

    Args:
        puzzle: the puzzle.
        format: the name of a format; ``json`` holds every puzzle completely.
        dialect: one of the format's dialects, if it has several (``nonosat formats`` lists them).

    Returns:
        The text of a file of this format.

    Raises:
        OptionError: the format does not exist or can only be read, the dialect is unknown, or the
            files of the format are not text (use ``dump``).
        PuzzleError: the format cannot hold the puzzle.

    >>> print(dumps(Puzzle.from_grid(".#\\n##"), format="picture"), end="")
    .#
    ##
    """
    form = format_named(format)
    if form.binary:
        raise OptionError(f"files of the format {format!r} are not text: use dump")
    text = form.dumps(puzzle, dialect)
    assert isinstance(text, str)
    return text


def dump(
    puzzle: Puzzle,
    path: StrPath,
    *,
    format: str | None = None,  # noqa: A002
    dialect: str | None = None,
) -> None:
    """Write a puzzle to a file. The file is replaced in one step, or keeps its old content.

    Args:
        puzzle: the puzzle.
        path: the file.
        format: the name of the format; by default the suffix of the file decides. If several
            formats have the suffix, as with ``.json``, the format of that name is taken, or the
            format whose first suffix it is (``nonosat formats`` lists them).
        dialect: one of the format's dialects, if it has several.

    Raises:
        OptionError: the format does not exist or can only be read, the dialect is unknown, or the
            suffix belongs to no format, or to several.
        PuzzleError: the format cannot hold the puzzle.
        OSError: the file cannot be written.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "dot.grid")
    ...     dump(Puzzle.from_grid("#"), file)
    ...     file.read_text()
    '#\\n'
    """
    form = format_for(path) if format is None else format_named(format)
    write_bytes(path, form.dumps(puzzle, dialect))


def dump_all(
    puzzles: Iterable[Puzzle],
    path: StrPath,
    *,
    format: str | None = None,  # noqa: A002
    dialect: str | None = None,
) -> None:
    """Write several puzzles to one file. The file is replaced in one step, or keeps its content.

    Args:
        puzzles: one puzzle or more, in this order.
        path: the file.
        format: the name of the format; by default the suffix decides, as for ``dump``.
        dialect: one of the format's dialects, if it has several.

    Raises:
        OptionError: as for ``dump``; or there are no puzzles, or a file of the format holds only
            one puzzle.
        PuzzleError: the format cannot hold one of the puzzles.
        OSError: the file cannot be written.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from nonosat.formats import load_all
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "two.nonpack")
    ...     dump_all([Puzzle([[1]], [[1]]), Puzzle([[]], [[]])], file)
    ...     len(list(load_all(file)))
    2
    """
    form = format_for(path) if format is None else format_named(format)
    try:
        listed = list(puzzles)
    except TypeError:
        what = type(puzzles).__name__
        raise OptionError(f"a {what} is not a list of puzzles; dump writes one puzzle") from None
    if not listed:
        raise OptionError("there are no puzzles to write")
    write_bytes(path, form.dumps_all(listed, dialect))


def format_for(path: StrPath) -> Format:
    """The format of a suffix: the format of that name, or whose usual suffix it is.

    Raises:
        OptionError: no format has the suffix, or several have it.
    """
    suffix = os.path.splitext(path)[1].lower()
    forms = formats_by_suffix(path)
    usual = [form for form in forms if form.suffixes[0] == suffix]
    named = [form for form in forms if form.name == suffix[1:]]
    for choice in (named, usual, forms):
        if len(choice) == 1:
            return choice[0]
    if forms:
        names = " and ".join(repr(form.name) for form in forms)
        raise OptionError(
            f"the suffix of {os.fspath(path)!r} belongs to the formats {names}: say which one "
            "(--to NAME, in Python format=NAME)"
        )
    raise OptionError(
        f"the suffix of {os.fspath(path)!r} belongs to no format: use another, such as .non or "
        ".json, or name a format (--to NAME, in Python format=NAME); 'nonosat formats' lists both"
    )
