# SPDX-License-Identifier: MIT
"""Writing puzzles: to a text or to a file."""

from __future__ import annotations

import os

from nonosat.errors import OptionError
from nonosat.formats.files import write_text
from nonosat.formats.registry import FORMATS, StrPath, format_named, formats_by_suffix
from nonosat.puzzle import Puzzle

__all__ = ["dump", "dumps"]


def dumps(puzzle: Puzzle, *, format: str = "non") -> str:  # noqa: A002
    """The puzzle as text.

    Args:
        puzzle: what to write.
        format: the name of a format; ``json`` represents every puzzle completely.

    Raises:
        OptionError: the format does not exist, or can only be read.
        PuzzleError: the format cannot represent the puzzle.

    >>> print(dumps(Puzzle.from_grid(".#\\n##"), format="picture"), end="")
    .#
    ##
    """
    form = format_named(format)
    if not form.writes:
        raise OptionError(f"the format {format!r} can only be read: write 'non' or 'json'")
    return form.dumps(puzzle)


def dump(puzzle: Puzzle, path: StrPath, *, format: str | None = None) -> None:  # noqa: A002
    """Write the puzzle to a file. The file is replaced in one step, or keeps its old content.

    Args:
        puzzle: what to write.
        path: the file; its suffix chooses the format.
        format: the name of the format, if the suffix does not choose one.

    Raises:
        OptionError: the format does not exist, or the suffix belongs to no format.
        PuzzleError: the format cannot represent the puzzle.
        OSError: the file cannot be written.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "dot.grid")
    ...     dump(Puzzle.from_grid("#"), file)
    ...     file.read_text()
    '#\\n'
    """
    if format is None:
        by_suffix = formats_by_suffix(path)
        if not by_suffix:
            known = ", ".join(suffix for form in FORMATS.values() for suffix in form.suffixes)
            raise OptionError(
                f"the suffix of {os.fspath(path)!r} belongs to no format: "
                f"use one of {known}, or name the format"
            )
        format = by_suffix[0].name  # noqa: A001
    write_text(path, dumps(puzzle, format=format))
