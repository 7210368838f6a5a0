# SPDX-License-Identifier: MIT
"""Collections: files of puzzles and of everything found out about them.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from nonosat import Puzzle, collection
>>> with TemporaryDirectory() as folder:
...     with collection.open(Path(folder, "my.db"), create=True) as store:
...         added = store.add([Puzzle([[2], [1]], [[2], [1]])])
...         added.new, len(store)
(1, 1)

docs/collections.md describes the file, which is a SQLite database: any program can read it.
"""

from __future__ import annotations

import os

from nonosat.collection.adding import Addable, Added, Content
from nonosat.collection.collection import Collection
from nonosat.collection.entries import COLUMNS, Answer, Duplicates, Entry, Place, Try
from nonosat.collection.figures import Asked, Status
from nonosat.collection.merging import Merged
from nonosat.collection.rows import Attempt, OpenPuzzle, Result

__all__ = [
    "COLUMNS",
    "Addable",
    "Added",
    "Answer",
    "Asked",
    "Attempt",
    "Collection",
    "Content",
    "Duplicates",
    "Entry",
    "Merged",
    "OpenPuzzle",
    "Place",
    "Result",
    "Status",
    "Try",
    "open",
]


def open(  # noqa: A001 - as in gzip.open
    path: str | os.PathLike[str], *, write: bool = True, create: bool | None = None
) -> Collection:
    """Open a collection, as a context manager.

    Args:
        path: the file.
        write: False to open it for reading only, which also works on a read-only disk. (A file of
            an older version is brought up to date first, and has to be writable.)
        create: whether to make a missing file; by default if it is opened for writing.

    Returns:
        The collection. Leaving its ``with`` block closes the file.

    Raises:
        CollectionError: the file is missing, is not a collection, is of a newer version, or cannot
            be opened.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from nonosat import collection
    >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
    ...     len(store)
    0
    """
    return Collection(path, write=write, create=write if create is None else create)
