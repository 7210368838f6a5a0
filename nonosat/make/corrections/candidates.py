# SPDX-License-Identifier: MIT
"""``edits``: all corrections of one number of a clue that sums and propagation allow.

A **correction** changes one thing in one clue: a length (*changed*), a superfluous block
(*dropped*), a missing block (*added*), two blocks in each other's place (*swapped*, with their
colours), the colour of a block (*recolored*), a space between digits: a number that is two or three
numbers (*split*: 155 is 1 5 5), two neighbours that are one number (*joined*). Each is listed once:
of equal neighbours only one is dropped or doubled. Rejected: trying all clues of a line; there are
billions.

**Sums.** For a colour, let s be the number of cells that the rows fill, less the number that the
columns fill. After a correction both are equal. A correction in a row changes the first number
alone, so it adds -s cells of this colour; a correction in a column adds s. This fixes the length of
every candidate and excludes most of them; if s is 0 for every colour, only swaps remain. If clues
are missing, a sum is a lower bound, and the rule becomes a range (``Room``).

**Typing slips.** Some mistakes are slips of a finger on the keyboard: a digit instead of its
neighbour on the row of keys, a missing or an extra digit, two digits or two neighbouring numbers
exchanged, a number left out, a number typed twice, a space left out or typed within a number.
Corrections that undo such a slip come first, among them those of a space, for they keep every digit
and are few.
(No figures about slips in clues are known, so this order is a choice, not a measurement.)

**Lines.** Cells that propagation deduces without a line hold for any clue of that line. Each
candidate for the clue is line solved with these cells, in microseconds; then the new cells are
propagated until nothing changes. The remaining candidates go to the solver (``search``).
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.core import _core
from nonosat.core._core import Board
from nonosat.limits import Limits
from nonosat.logic.board import NoSolution, finish
from nonosat.model.clue import Axis, Block, Clue, Line, cells_needed
from nonosat.model.loose_clues import LooseClues, gaps, line_length, surplus

_ANY = 1 << 40
"""Stands for no bound: more cells than any sum of clues."""

_KEYS = "1234567890"
"""The digits in the order of their keys."""


class CorrectionKind(enum.Enum):
    """What a correction does to a clue.

    >>> from nonosat.make import correct_clues
    >>> correct_clues(rows=[[2], [2]], columns=[[2], [1]]).corrections[0].kind.value
    'changed'
    """

    SPLIT = "split"
    """A block is two or three blocks: a space between its digits was forgotten."""
    JOINED = "joined"
    """Two neighbouring blocks are one: a space was typed between its digits."""
    CHANGED = "changed"
    """A block gets another length."""
    DROPPED = "dropped"
    """A block is taken out."""
    ADDED = "added"
    """A block is put in."""
    SWAPPED = "swapped"
    """Two blocks change places, with their colours."""
    RECOLORED = "recolored"
    """A block gets another colour."""


class Room(NamedTuple):
    """How many cells of a colour a correction may add to the clues of an axis: from low to high."""

    low: int
    high: int

    def __contains__(self, cells: object) -> bool:
        return isinstance(cells, int) and self.low <= cells <= self.high


ANY_ROOM = Room(-_ANY, _ANY)
"""The room if other clues may be wrong as well."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A candidate: the kind of change, the blocks (from 0), and the clue after the change.

    ``blocks`` are numbered as in the clue before; for an added block, its place in the clue after.
    ``slip``: it undoes a slip of a finger on the keyboard.
    """

    kind: CorrectionKind
    blocks: tuple[int, ...]
    after: Clue
    slip: bool


def rooms(clues: LooseClues) -> dict[str, tuple[Room, ...]]:
    """For rows and for columns, the room of each colour.

    >>> rooms(LooseClues([[2], [1]], [[1], [1]]))
    {'row': (Room(low=-1, high=-1),), 'column': (Room(low=1, high=1),)}
    """
    found = {}
    for axis, own, other, sign in (
        ("row", clues.rows, clues.columns, -1),
        ("column", clues.columns, clues.rows, 1),
    ):
        found[axis] = tuple(
            Room(
                sign * gap if None not in own else -_ANY,  # not below the other sum
                sign * gap if None not in other else _ANY,  # not above the other sum
            )
            for gap in gaps(clues)
        )
    return found


def edits(
    clue: Clue, length: int, room: Sequence[Room], limits: Limits, units: int = 1
) -> Iterator[Edit]:
    """The candidates of a clue that fit a line of ``length`` cells and have room.

    ``units``: units of work for 64 candidates, whether they fit or not.

    Raises:
        Stopped: a limit was reached.

    >>> [edit.after for edit in edits((Block(2), Block(1)), 6, [Room(1, 1)], Limits())]
    ... # doctest: +NORMALIZE_WHITESPACE
    [(Block(length=3, color=1), Block(length=1, color=1)),
     (Block(length=2, color=1), Block(length=2, color=1)),
     (Block(length=1, color=1), Block(length=2, color=1), Block(length=1, color=1)),
     (Block(length=2, color=1), Block(length=1, color=1), Block(length=1, color=1))]
    """
    kept = [0 in cells for cells in room]
    # For each colour: may all other colours keep their sums?
    alone = [all(k for c, k in enumerate(kept) if c != color) for color in range(len(room))]
    for edit in limits.each(_candidates(clue, length, room, kept, alone), 64, units):
        if cells_needed(edit.after) <= length:
            yield edit


def _candidates(
    clue: Clue, length: int, room: Sequence[Room], kept: Sequence[bool], alone: Sequence[bool]
) -> Iterator[Edit]:
    """All candidates, except those that have too many filled cells for the line."""
    spare = length - cells_needed(clue)
    filled = sum(block.length for block in clue)
    yield from _spaced(clue, length, room, alone)
    for number, block in enumerate(clue):
        if alone[block.color - 1]:
            low, high = room[block.color - 1]
            for cells in range(max(1 - block.length, low), min(spare, high) + 1):
                if cells:
                    new = Block(block.length + cells, block.color)
                    undoes = is_slip(new.length, block.length)
                    after = (*clue[:number], new, *clue[number + 1 :])
                    yield Edit(CorrectionKind.CHANGED, (number,), after, undoes)
    for number, block in enumerate(clue):
        again = number > 0 and clue[number - 1] == block
        if filled - block.length > length:
            continue
        if alone[block.color - 1] and -block.length in room[block.color - 1] and not again:
            doubled = clue[number + 1 : number + 2] == (block,)
            after = clue[:number] + clue[number + 1 :]
            yield Edit(CorrectionKind.DROPPED, (number,), after, doubled)
    for color, space in enumerate(room, start=1):
        if alone[color - 1]:
            # Between two blocks of one colour, the new block also takes up the gap between them.
            for size in range(max(1, space.low), min(spare + 1, space.high) + 1):
                new = Block(size, color)
                for number in range(len(clue) + 1):
                    if number == 0 or clue[number - 1] != new:
                        after = (*clue[:number], new, *clue[number:])
                        yield Edit(CorrectionKind.ADDED, (number,), after, True)
    if filled > length:
        return
    if all(kept) and (spare >= 0 or len(room) > 1):  # in one colour no swap makes a clue fit
        for number, block in enumerate(clue):
            for other in range(number + 1, len(clue)):
                if clue[other] != block:
                    swapped = list(clue)
                    swapped[number], swapped[other] = clue[other], block
                    beside = other == number + 1
                    yield Edit(CorrectionKind.SWAPPED, (number, other), tuple(swapped), beside)
    if len(room) > 1:
        for number, block in enumerate(clue):
            for color in range(1, len(room) + 1):
                if color != block.color and _exchanges(block, color, room, kept):
                    after = (*clue[:number], Block(block.length, color), *clue[number + 1 :])
                    yield Edit(CorrectionKind.RECOLORED, (number,), after, False)


_MOST_PARTS = 3
"""The most numbers that are typed as one: 155 for 1 5 5."""


def _spaced(clue: Clue, length: int, room: Sequence[Room], alone: Sequence[bool]) -> Iterator[Edit]:
    """The candidates that put spaces between the digits of a number, or take one out."""
    longest = 10 ** (_MOST_PARTS * len(str(length)))  # other numbers have a part that does not fit
    filled = sum(block.length for block in clue)
    for number, (size, color) in enumerate(clue):
        if not alone[color - 1] or size >= longest or filled - size > length:
            continue
        for parts in _splits(str(size), _MOST_PARTS):
            if sum(parts) - size in room[color - 1]:
                blocks = (Block(part, color) for part in parts)
                after = (*clue[:number], *blocks, *clue[number + 1 :])
                yield Edit(CorrectionKind.SPLIT, (number,), after, True)
        for following, other in clue[number + 1 : number + 2]:
            if other != color or filled > length:  # a joined number is larger than both
                continue
            joined = int(f"{size}{following}")
            if joined - size - following in room[color - 1]:
                after = (*clue[:number], Block(joined, color), *clue[number + 2 :])
                yield Edit(CorrectionKind.JOINED, (number, number + 1), after, True)


def _splits(digits: str, most: int) -> Iterator[tuple[int, ...]]:
    """The digits as two to ``most`` numbers, none of which begins with 0.

    >>> list(_splits("155", 3)), list(_splits("201", 3))
    ([(1, 55), (1, 5, 5), (15, 5)], [(20, 1)])
    """
    for place in range(1, len(digits)):
        if digits[place] != "0":
            yield int(digits[:place]), int(digits[place:])
            if most > 2:
                for rest in _splits(digits[place:], most - 1):
                    yield int(digits[:place]), *rest


def _exchanges(block: Block, color: int, room: Sequence[Room], kept: Sequence[bool]) -> bool:
    """True if there is room for the block in another colour."""
    return (
        -block.length in room[block.color - 1]
        and block.length in room[color - 1]
        and all(k for c, k in enumerate(kept, start=1) if c not in (block.color, color))
    )


def is_slip(meant: int, typed: int) -> bool:
    """True if a slip of a finger turns the number ``meant`` into ``typed``.

    >>> is_slip(5, 4), is_slip(12, 2), is_slip(1, 11), is_slip(12, 21), is_slip(2, 8)
    (True, True, True, True, False)
    """
    right, wrong = str(meant), str(typed)
    if len(right) == len(wrong):
        places = [n for n, (a, b) in enumerate(zip(right, wrong, strict=True)) if a != b]
        if len(places) == 1:
            keys = [_KEYS.index(text[places[0]]) for text in (right, wrong)]
            return abs(keys[0] - keys[1]) == 1
        pair = slice(places[0], places[0] + 2)
        return places == [places[0], places[0] + 1] and right[pair] == wrong[pair][::-1]
    short, long = sorted((right, wrong), key=len)
    return len(long) == len(short) + 1 and any(
        long[:n] + long[n + 1 :] == short for n in range(len(long))
    )


def too_long(clues: LooseClues) -> tuple[Line, ...]:
    """The lines whose clue is too long for the line: they are wrong in any case."""
    return tuple(
        line
        for line, clue in clues.lines()
        if clue is not None and cells_needed(clue) > line_length(clues, line)
    )


def other_axis(axis: Axis) -> Axis:
    """Columns for rows, rows for columns."""
    return "column" if axis == "row" else "row"


def missing_axis(clues: LooseClues) -> Axis | None:
    """The axis of which a whole clue may be missing, by the sums; None if they exclude that.

    >>> missing_axis(LooseClues([[2]], [[1], [2]]))
    'row'
    """
    differences = surplus(clues)
    if clues.printed is not None or differences is None or not any(differences):
        return None
    return "row" if max(differences) <= 0 else "column" if min(differences) >= 0 else None


def plausible(board: Board, line: Line, edits: Iterable[Edit], limits: Limits) -> Iterator[Edit]:
    """The candidates for the clue of a line that do not contradict the board without that clue.

    Raises:
        Stopped: a limit was reached.
    """
    domains = _domains(board, line)
    for edit in limits.each(edits, 16):
        if _core.solve_line(board.colors, edit.after, domains) is None:
            continue
        mark = board.mark()
        try:
            agrees = _agrees(board, line, edit.after, limits)
        finally:
            board.back_to(mark)
        if agrees:
            yield edit


def _agrees(board: Board, line: Line, clue: Clue, limits: Limits) -> bool:
    """False if propagation with this clue leads to a contradiction."""
    while True:
        domains = _domains(board, line)
        solved = _core.solve_line(board.colors, clue, domains)
        if solved is None:
            return False
        if solved == domains:
            return True
        for (row, column), before, after in zip(
            _cells_of(board, line), domains, solved, strict=True
        ):
            for value in range(board.colors + 1):
                if (before & ~after) >> value & 1:
                    board.remove(row, column, value)
        try:
            finish(board.propagate(limits.stop), limits)
        except NoSolution:
            return False


def _cells_of(board: Board, line: Line) -> list[tuple[int, int]]:
    """The cells of a line, as (row, column)."""
    if line.axis == "row":
        return [(line.index, column) for column in range(board.width)]
    return [(row, line.index) for row in range(board.height)]


def _domains(board: Board, line: Line) -> list[int]:
    """The values that the cells of a line can have, each as a bit set."""
    return [
        sum(board.can_be(*cell, value) << value for value in range(board.colors + 1))
        for cell in _cells_of(board, line)
    ]
