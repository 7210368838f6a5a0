# SPDX-License-Identifier: MIT
"""The puzzles of a folder, and a list of the files that could not be used.

A study of a folder whose broken files disappear without a word is a study of a biased sample. So
``folder`` returns both: the puzzles, and every file that it skipped with the reason.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from nonosat.errors import OptionError
from nonosat.model.numbers import whole_number
from nonosat.model.puzzle import Puzzle


class Skipped(NamedTuple):
    """A file, or one puzzle of a file, that a study cannot use.

    ``path``: below the folder. ``reason``: what is wrong, in words.

    >>> Skipped("list.txt", "not recognised").path
    'list.txt'
    """

    path: str
    reason: str


class Folder(Mapping[str, Puzzle]):
    """Puzzles by name, in the order of their folder. ``folder`` makes it.

    ``skipped``: the files without a puzzle, each a ``Skipped``.

    >>> found = Folder({"dot": Puzzle([[1]], [[1]])}, (Skipped("list.txt", "not recognised"),))
    >>> found, list(found)
    (<Folder: 1 puzzles, 1 skipped>, ['dot'])
    """

    def __init__(self, puzzles: Mapping[str, Puzzle], skipped: tuple[Skipped, ...] = ()) -> None:
        self._puzzles = dict(puzzles)
        self.skipped = skipped

    def __getitem__(self, name: str) -> Puzzle:
        return self._puzzles[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._puzzles)

    def __len__(self) -> int:
        return len(self._puzzles)

    def __repr__(self) -> str:
        return f"<Folder: {len(self)} puzzles, {len(self.skipped)} skipped>"


def folder(path: str | os.PathLike[str], count: int | None = None, seed: int = 0) -> Folder:
    """The puzzles of a folder and of the folders in it, by the path of their file below it.

    The puzzles of a file that holds several are called ``FILE#1``, ``FILE#2`` and so on.

    Args:
        path: the folder.
        count: choose this number of puzzles at random and keep the order of the folder; None
            chooses all.
        seed: for that choice.

    Returns:
        A mapping of names to puzzles. Its ``skipped`` lists every file, puzzle of a file, or folder
        that cannot be read, with the reason. Hidden files and folders are left out, as everywhere.

    Raises:
        OptionError: there is no such folder, or ``count`` is negative.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from nonosat import dump
    >>> with TemporaryDirectory() as place:
    ...     dump(Puzzle(rows=[[1]], columns=[[1]]), f"{place}/dot.non")
    ...     _ = Path(place, "list.txt").write_text("eggs, milk")
    ...     found = folder(place)
    >>> sorted(found), [skipped.path for skipped in found.skipped]
    (['dot.non'], ['list.txt'])
    """
    from nonosat.formats.folders import read_folder

    top = os.fspath(path)
    if not os.path.isdir(top):
        raise OptionError(f"no such folder: {top}")
    if count is not None:
        count = whole_number("count", count)
    puzzles: dict[str, Puzzle] = {}
    skipped: list[Skipped] = []
    for place, number, item, _, _ in read_folder(top):
        name = os.path.relpath(place, top)
        own = name if number is None else f"{name}#{number}"
        if isinstance(item, Puzzle):
            puzzles[own] = item
        else:
            skipped.append(Skipped(own, str(item.faults[0])))
    if count is not None and count < len(puzzles):
        chosen = set(random.Random(seed).sample(sorted(puzzles), count))
        puzzles = {name: puzzle for name, puzzle in puzzles.items() if name in chosen}
    return Folder(puzzles, tuple(skipped))
