# SPDX-License-Identifier: MIT
"""What an export did, and the files that it writes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO

from nonosat.errors import OptionError
from nonosat.formats.files import whole_file


@dataclass(slots=True)
class Exported:
    """What an export did.

    How many ``puzzles``, ``files`` of them and ``certificates`` were written. ``refused``: the
    numbers of the puzzles that the format cannot hold, and why. ``lost``: what the format does not
    keep, in words, with the number of the first such puzzle and how many there are.
    """

    puzzles: int = 0
    files: int = 0
    certificates: int = 0
    refused: list[tuple[int, str]] = field(default_factory=list)
    lost: dict[str, tuple[int, int]] = field(default_factory=dict)


@contextmanager
def target(path: str | os.PathLike[str], force: bool) -> Iterator[IO[bytes]]:
    """A file that is written as a whole, or not at all.

    Raises:
        OptionError: it is there, and ``force`` is False.
        OSError: it cannot be written.
    """
    if not force and os.path.lexists(path) and not _is_device(path):
        raise OptionError(f"{os.fspath(path)} is there already: force replaces it")
    with whole_file(path) as file:
        yield file


def _is_device(path: str | os.PathLike[str]) -> bool:
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
