# SPDX-License-Identifier: MIT
"""Clues in our own code: block by block, predicted from the clue of the line before.

Before each block a decision says whether a block follows; then come its colour and its length.
Lines of a picture resemble their neighbours, so the probabilities depend on how many more blocks
the line before has, on the remaining room, and on the length of the block with the same number in
the line before. No decision is coded if only one is possible: no block fits any more, or the cells
that the rows fill are used up. Cost: two or three decisions for each block. Rejected: numbering all
clues of a line (all compositions of a sum) and writing the number, which ignores the neighbours.

The probabilities begin as real puzzles have them (docs/experiments.md, "Formats and drawing"). The
nth character of a table, with the value v in the alphabet, is the probability (2v + 1) / 128 of a
1. The tables are part of version N of the code and never change.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.codes.arithmetic import EVEN, Chance, Coder, chance
from nonosat.formats.codes.bits import VALUES
from nonosat.model.clue import Block, Clue


def _odds(table: str) -> list[int]:
    return [(2 * VALUES[letter] + 1) * 512 for letter in table]


MORE = [
    _odds(row)
    for row in (
        "JLNfTakv9__0",
        "EGLPRXcly__0",
        "EKMPTchjY-_4",
        "JTbYmx358___",
        "NVehs5999-__",
        "Pfgnv9__-___",
    )
]
"""Whether one more block follows: by how many more blocks the line before has (-2, -1, 0, 1, 2, 3;
smaller and larger numbers count as the ends), and by the class of the room from 1 to 12."""

LENGTHS = [
    _odds(row)
    for row in (
        "fvtyy2z6",
        "bjotvw12",
        "tbkqtuxx",
        "1ycux0r4",
        "yytippuy",
        "12x0urov",
        "45277632",
        "4839998-",
        "192-9-7_",
        "x_6_9_9_",
        "2_1__-7_",
        "--7__-9_",
        "________",
    )
]
"""Whether a block is longer than 1, 2, .. 8: by the class of the block of the line before."""

LONG = _odds("3wsqqookvv")
"""Whether the length over 8 has more than 1, 2, .. 10 binary digits."""


_UNARY = len(LENGTHS[0])
"""Lengths up to this number are coded step by step."""


def _size(number: int) -> int:
    """The class of a length: up to 4 itself, then by its binary digits; at most 12."""
    return number if number < 5 else 2 + number.bit_length()


class ClueModel:
    """Codes the clues of the rows, then those of the columns, with one coder."""

    def __init__(self, coder: Coder, colors: int, missing: bool) -> None:
        self._coder = coder
        self._colors = colors
        self._missing = missing
        self._given = chance(EVEN)
        self._more = [[chance(odds) for odds in row] for row in MORE]
        self._lengths = [[chance(odds) for odds in row] for row in LENGTHS]
        self._long = [chance(odds) for odds in LONG]
        self._tree: dict[tuple[int, int], Chance] = {}
        self._rest: list[int] | None = None  # by colour: cells that the next columns fill
        self._palette = list(range(1, colors + 1))

    def begin(self, lines: int, cells: int) -> None:
        """The next clues belong to ``lines`` lines of ``cells`` cells."""
        self._lines = lines
        self._cells = cells
        self._before: Clue = ()

    def fill(self, clues: Iterable[Clue | None]) -> None:
        """The next clues fill as many cells of each colour as these do."""
        self._rest = [0] * (self._colors + 1)
        for clue in clues:
            for length, color in clue or ():
                self._rest[color] += length

    def write(self, clue: Clue | None) -> None:
        """Code a clue."""
        if self._missing and not self._coder.bit(int(clue is not None), self._given):
            self._lines -= 1
        else:
            assert clue is not None
            self._clue(clue)

    def read(self) -> Clue | None:
        """Decode a clue.

        Raises:
            PuzzleSyntaxError: a block does not fit.
        """
        if self._missing and not self._coder.bit(None, self._given):
            self._lines -= 1
            return None
        return self._clue(None)

    def _clue(self, clue: Clue | None) -> Clue:
        before, rest = self._before, self._rest
        blocks: list[Block] = []
        free = self._cells
        last = 0
        last_line = rest is not None and self._lines == 1
        while candidates := self._candidates(free, last):
            number = len(blocks)
            if not last_line:
                room = free - 1 if blocks and self._colors == 1 else free
                ahead = min(max(len(before) - number, -2), 3) + 2
                more = None if clue is None else int(number < len(clue))
                if not self._coder.bit(more, self._more[ahead][_size(room) - 1]):
                    break
            block = None if clue is None else clue[number]
            color = candidates[0]
            if len(candidates) > 1:
                wanted = None if block is None else block.color
                color = color_of(self._coder, wanted, candidates, self._colors, self._tree, last)
            most = free - (color == last)
            if rest is not None:
                most = min(most, rest[color])
            guide = _size(before[number].length) if number < len(before) else 0
            length = self._length(None if block is None else block.length, most, guide)
            if rest is not None:
                rest[color] -= length
            free -= length + (color == last)
            last = color
            blocks.append(Block(length, color))
        self._lines -= 1
        self._before = tuple(blocks)
        return self._before

    def _candidates(self, free: int, last: int) -> list[int]:
        """The colours that the next block can have."""
        if free > 1 and self._rest is None:
            return self._palette
        rest = self._rest
        return [
            color
            for color in self._palette
            if free > (color == last) and (rest is None or rest[color])
        ]

    def _length(self, length: int | None, most: int, guide: int) -> int:
        """The length of a block, from 1 to ``most``."""
        odds = self._lengths[guide]
        for step in range(min(_UNARY, most - 1)):
            if not self._coder.bit(None if length is None else int(length > step + 1), odds[step]):
                return step + 1
        if most <= _UNARY + 1:
            return most
        over = None if length is None else length - _UNARY  # from 1
        bits = 1
        longest = (most - _UNARY).bit_length()
        while bits < longest and self._coder.bit(
            None if over is None else int(over >> bits > 0), self._long[bits - 1]
        ):
            bits += 1
        low = self._coder.number(None if over is None else over & ((1 << (bits - 1)) - 1), bits - 1)
        found = (1 << (bits - 1) | low) + _UNARY
        if found > most:
            raise PuzzleSyntaxError(
                f"the code is damaged: a block of {found} cells where {most} fit"
            )
        return found


def color_of(
    coder: Coder,
    color: int | None,
    candidates: list[int],
    colors: int,
    tree: dict[tuple[int, int], Chance],
    context: int,
) -> int:
    """Code one of several colours: the bits of its number, without those that no candidate has."""
    node = 1
    for place in range((colors - 1).bit_length() - 1, -1, -1):
        ones = [other for other in candidates if other - 1 >> place & 1]
        if not ones:
            bit = 0
        elif len(ones) == len(candidates):
            bit = 1
        else:
            odds = tree.setdefault((context, node), chance(EVEN))
            bit = coder.bit(None if color is None else color - 1 >> place & 1, odds)
            if bit:
                candidates = ones
            else:
                candidates = [other for other in candidates if not other - 1 >> place & 1]
        node = node << 1 | bit
    return candidates[0]
