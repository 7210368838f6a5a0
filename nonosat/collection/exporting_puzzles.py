# SPDX-License-Identifier: MIT
"""Puzzles of a collection as files of a format: a folder with a file each, or one file with all.

The lists whose lines stand alone (``code``, ``csv``) are written while the puzzles come; files of
other formats are made at the end, of all their puzzles.
"""

from __future__ import annotations

import os
from typing import IO

from nonosat import formats
from nonosat.collection.exported import Exported, target
from nonosat.errors import OptionError, PuzzleError
from nonosat.formats.files import write_bytes
from nonosat.formats.form import Format
from nonosat.model.puzzle import Puzzle

_BY_LINE = ("code", "csv")


class PuzzleWriter:
    """Writes puzzles to a folder or a file, and notes what is refused and lost.

    Raises:
        OptionError: a file of the format holds one puzzle, and ``out`` is one file.
        OSError: something cannot be written.
    """

    def __init__(
        self, out: str | os.PathLike[str] | IO[bytes], form: Format, force: bool, done: Exported
    ) -> None:
        self._out = out
        self._form = form
        self._force = force
        self._done = done
        self._kept: list[Puzzle] = []
        self._lines: list[str] = []
        self.folder = isinstance(out, str | os.PathLike) and _is_folder(os.fspath(out))
        """True if each puzzle gets a file."""

    @property
    def suffix(self) -> str:
        """The suffix of the files."""
        return self._form.suffixes[0] if self._form.suffixes else ".txt"

    def add(self, number: int, name: str, puzzle: Puzzle) -> None:
        """Write a puzzle; in a folder to the file ``name``."""
        try:
            content = self._form.dumps(puzzle)
        except PuzzleError as error:
            self._done.refused.append((number, "; ".join(map(str, error.faults))))
            return
        if self.folder:
            self._write(name, content)
        else:
            if self._done.puzzles and not self._form.many:
                raise OptionError(
                    f"a file of the format {self._form.name!r} holds one puzzle: name a folder"
                )
            if self._form.name in _BY_LINE:
                assert isinstance(content, str)
                first = not self._lines or self._form.name == "code"
                self._lines.append(content if first else content.partition("\n")[2])
            else:
                self._kept.append(puzzle)
        self._done.puzzles += 1
        for loss in formats.losses(puzzle, self._form.name):
            first_one, times = self._done.lost.get(loss.what, (number, 0))
            self._done.lost[loss.what] = (first_one, times + 1)

    def _write(self, name: str, content: str | bytes) -> None:
        assert isinstance(self._out, str | os.PathLike)
        os.makedirs(self._out, exist_ok=True)
        path = os.path.join(self._out, name)
        if os.path.islink(path):
            raise OptionError(f"{path} is a link: nothing is written through it")
        if not self._force and os.path.lexists(path):
            raise OptionError(f"{path} is there already: force replaces it")
        write_bytes(path, content)
        self._done.files += 1

    def finish(self) -> None:
        """Write the one file, if it is one and there is anything to write."""
        if self.folder or not (self._lines or self._kept):
            return
        if self._lines:
            content: str | bytes = "".join(self._lines)
        elif len(self._kept) == 1:
            content = self._form.dumps(self._kept[0])
        else:
            content = self._form.dumps_all(self._kept)
        data = content.encode() if isinstance(content, str) else content
        if not isinstance(self._out, str | os.PathLike):
            self._out.write(data)
            return
        with target(self._out, self._force) as file:
            file.write(data)
        self._done.files += 1


def _is_folder(out: str) -> bool:
    """True if OUT is or will be a folder: it exists, ends with a slash, or has no suffix."""
    if os.path.lexists(out):
        return os.path.isdir(out)
    return out.endswith(("/", os.sep)) or not os.path.splitext(out)[1]
