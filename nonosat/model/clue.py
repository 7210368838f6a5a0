# SPDX-License-Identifier: MIT
"""Blocks, clues, and the rule of the game in plain code.

The meaning of a clue is defined here, as plainly as possible: ``clue_of`` reads the clue off a
complete line, ``fits`` says whether a partial line can still be completed. Everything that nonosat
returns is checked with these two functions; they share no code with the native core.

>>> clue_of(bytes([1, 1, 0, 1]))
(Block(length=2, color=1), Block(length=1, color=1))
>>> fits((Block(2),), bytes([UNKNOWN, UNKNOWN, FILLED]))
True
>>> fits((Block(2),), bytes([FILLED, UNKNOWN, FILLED]))
False
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import total_ordering
from itertools import chain, groupby, pairwise
from operator import index
from typing import Literal, NamedTuple, TypeAlias

from nonosat.errors import shown

EMPTY = 0
"""The background."""
FILLED = 1
"""The first colour; the only one of a black-and-white puzzle."""
UNKNOWN = 255
"""Not known yet."""


Axis: TypeAlias = Literal["row", "column"]
"""The direction of a line."""
AXES: tuple[Axis, Axis] = ("row", "column")


@total_ordering
@dataclass(frozen=True, slots=True)
class Line:
    """A row or column. Lines are sorted: rows before columns, each from the first.

    ``str`` counts from 1, as people do.

    Args:
        axis: ``row`` or ``column``.
        index: its number, from 0.

    Raises:
        ValueError: ``axis`` has another value, or ``index`` is negative.

    >>> str(Line("row", 0)), str(Line("column", 6))
    ('R1', 'C7')
    >>> sorted([Line("column", 0), Line("row", 1)])
    [Line(axis='row', index=1), Line(axis='column', index=0)]
    """

    axis: Axis
    index: int

    def __post_init__(self) -> None:
        if type(self.index) is not int:
            object.__setattr__(self, "index", index(self.index))  # such as a numpy integer
        if self.axis not in AXES or self.index < 0:
            raise ValueError(
                f"Line({shown(self.axis)}, {self.index}): the axis is 'row' or 'column', the index "
                "from 0"
            )

    def __str__(self) -> str:
        return f"{'R' if self.axis == 'row' else 'C'}{self.index + 1}"

    def __lt__(self, other: Line) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return (self.axis == "column", self.index) < (other.axis == "column", other.index)


class Block(NamedTuple):
    """A run of cells of one colour in a line; two of one colour have a gap between them.

    >>> from nonosat import Block, Puzzle
    >>> Puzzle([[Block(2)], [Block(length=1, color=1)]], [[2], [1]]).rows[0]
    (Block(length=2, color=1),)

    Args:
        length: the number of cells, at least 1.
        color: the number of the colour in the palette, from 1.
    """

    length: int
    color: int = FILLED


Clue: TypeAlias = tuple[Block, ...]
"""The blocks of one line, in order."""


def clue_of(cells: bytes) -> Clue:
    """The clue of a complete line: one byte per cell, EMPTY (0) or a colour (1..)."""
    if cells.count(EMPTY) + cells.count(FILLED) == len(cells):  # five times as fast
        return tuple([Block(len(run)) for run in cells.split(b"\0") if run])
    return tuple([Block(len(list(run)), color) for color, run in groupby(cells) if color])


def clues_repr(clues: Iterable[Clue | None]) -> str:
    """The clues of lines as Python lists: a block of the first colour is its length alone.

    >>> clues_repr([(Block(2), Block(1, 2)), (), None])
    '[[2, (1, 2)], [], None]'
    """
    return repr([None if clue is None else list(map(_item_repr, clue)) for clue in clues])


def _item_repr(block: Block) -> int | tuple[int, int]:
    return block.length if block.color == FILLED else (block.length, block.color)


def have_clues(lines: Collection[tuple[bytes, Clue]]) -> bool:
    """True if each of these complete lines of one colour has exactly its clue.

    All lines at once: their numbers of blocks are compared, and then the lengths of all blocks one
    after the other.

    >>> have_clues([(bytes([1, 0, 1]), (Block(1), Block(1))), (bytes(3), ())])
    True
    >>> have_clues([(bytes([1, 0, 1]), (Block(1),)), (bytes([1]), (Block(1), Block(1)))])
    False
    """
    begun = [b"\0" + cells for cells, _ in lines]  # each block follows an empty cell
    clues = [clue for _, clue in lines]
    if [cells.count(b"\0\1") for cells in begun] != list(map(len, clues)):
        return False
    runs = filter(None, b"".join(begun).split(b"\0"))
    return list(map(len, runs)) == [length for length, _ in chain.from_iterable(clues)]


def has_clue(cells: bytes, clue: Clue) -> bool:
    """True if a complete line has exactly that clue: ``clue_of(cells) == clue``, but quicker."""
    # With one colour, bytes.split gives the runs.
    blocks = [b"\1" * length if color == FILLED else None for length, color in clue]
    if None in blocks:
        return clue_of(cells) == clue
    return [run for run in cells.split(b"\0") if run] == blocks


def gaps(clue: Clue) -> tuple[int, ...]:
    """The empty cells needed between neighbouring blocks: 1 if their colours are equal, else 0."""
    return tuple(int(left.color == right.color) for left, right in pairwise(clue))


def cells_needed(clue: Clue) -> int:
    """The length of the shortest line that the clue fits into."""
    return sum(block.length for block in clue) + sum(gaps(clue))


def cells_needed_by(cells: int, blocks: int) -> int:
    """``cells_needed`` of a clue of one colour, by the sum of its lengths and their number.

    >>> cells_needed_by(3, 2) == cells_needed((Block(2), Block(1))) == 4
    True
    """
    return cells + max(blocks - 1, 0)


def fits(clue: Clue, cells: bytes) -> bool:
    """True if some placement of ``clue`` agrees with the known ``cells``.

    The cost is O(cells x blocks x length); the solver never calls it.
    """
    return len(cells) in _starts(clue, cells)[-1]


def finished_blocks(clue: Clue, cells: bytes) -> tuple[int, ...]:
    """The numbers of the blocks, from 0, whose place is fixed and whose cells are all known.

    A block counts only if every placement that agrees with the known cells has it there: of two
    blocks of 1 and one filled cell between unknown ones, neither is finished. A line without a
    placement has no finished blocks.

    >>> finished_blocks((Block(1), Block(1)), bytes([UNKNOWN, UNKNOWN, 1, UNKNOWN, UNKNOWN]))
    ()
    >>> finished_blocks((Block(1), Block(1)), bytes([1, UNKNOWN, UNKNOWN, UNKNOWN]))
    (0,)
    """
    if not fits(clue, cells):
        return ()
    forward = _starts(clue, cells)
    backward = _starts(clue[::-1], cells[::-1])
    finished = []
    for number, (length, color) in enumerate(clue):
        mirrored = backward[len(clue) - 1 - number]
        starts = {s for s in forward[number] if len(cells) - s - length in mirrored}
        first = min(starts)
        if len(starts) == 1 and cells[first : first + length] == bytes([color]) * length:
            finished.append(number)
    return tuple(finished)


def _starts(clue: Clue, cells: bytes) -> list[set[int]]:
    """For each block, the starts that the blocks before it allow; last, the ends of all blocks."""
    found = []
    reached = _drift({0}, cells)
    for number, (length, color) in enumerate(clue):
        starts = {
            start
            for start in reached
            if start + length <= len(cells)
            and all(cell in (color, UNKNOWN) for cell in cells[start : start + length])
        }
        found.append(starts)
        placed = {start + length for start in starts}
        if number + 1 < len(clue) and clue[number + 1].color == color:  # one empty cell between
            placed = {
                end + 1 for end in placed if end < len(cells) and cells[end] in (EMPTY, UNKNOWN)
            }
        reached = _drift(placed, cells)
    return [*found, reached]


def _drift(positions: set[int], cells: bytes) -> set[int]:
    """The positions, and those to their right with only cells between that can be empty."""
    reached = set(positions)
    for position, cell in enumerate(cells):
        if position in reached and cell in (EMPTY, UNKNOWN):
            reached.add(position + 1)
    return reached
