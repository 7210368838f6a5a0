# SPDX-License-Identifier: MIT
"""The packs of FreeNono: a zip archive with a ``.nonogram`` file for each picture.

They are read like any archive; this module writes them, and reads those that hold nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats import archives, freenono
from nonosat.formats.common import PuzzleOrError
from nonosat.formats.files import decode
from nonosat.model.puzzle import Puzzle


def loads(data: bytes) -> Iterator[PuzzleOrError]:
    """The puzzles of a pack; an error says the name of its file.

    >>> [puzzle.title for puzzle in loads(dumps(Puzzle.from_grid("#")))]
    ['']
    """
    found = False
    for name, content in archives.members(data):
        try:
            if isinstance(content, PuzzleSyntaxError):
                raise content
            items = list(freenono.loads(decode(content).removeprefix("\ufeff")))
        except PuzzleSyntaxError as error:
            items = [error]
        for item in items:
            found = True
            yield item if isinstance(item, Puzzle) else item.named(name)
    if not found:
        raise PuzzleSyntaxError("there is no puzzle in the pack")


def dumps(puzzle: Puzzle) -> bytes:
    """The pack of one puzzle."""
    return dumps_all([puzzle])


def dumps_all(puzzles: Sequence[Puzzle]) -> bytes:
    """A pack; its files are numbered, so that they keep their order."""
    digits = len(str(len(puzzles)))
    return archives.pack(
        (f"{number:0{digits}}.nonogram", freenono.dumps(puzzle))
        for number, puzzle in enumerate(puzzles, start=1)
    )
