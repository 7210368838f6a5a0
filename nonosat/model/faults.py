# SPDX-License-Identifier: MIT
"""Reads clues as people write them, and finds everything that is wrong with a puzzle.

``read_clues`` turns lengths, pairs, numpy integers and Blocks into Blocks of plain integers, so
that equal puzzles have equal texts and hashes. ``faults_of`` lists all faults at once, because
somebody who copies a puzzle from paper wants to know every mistake and not only the first.

Most puzzles are valid; validating them dominated reading time. So ``sound_clues`` comes first: it
reads lists of lengths or of Blocks with a few sums per clue, in a fifth of the time, and gives up
at anything else. It never says what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, chain, islice
from operator import add, index, itemgetter
from types import NoneType
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from nonosat.errors import Fault, shown
from nonosat.model.clue import FILLED, Axis, Block, Clue, Line, cells_needed, cells_needed_by, gaps
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette

if TYPE_CHECKING:
    from numpy import integer
    from numpy.typing import NDArray


MAX_SIDE = 1023
"""The longest line supported, in cells (the core keeps a line and its end in 16 machine words)."""

ClueLike: TypeAlias = (
    "Iterable[SupportsIndex | tuple[SupportsIndex, SupportsIndex]] | NDArray[integer] | None"
)
"""A clue as people write it: lengths, (length, colour) pairs or Blocks; None: a missing clue."""

_CLUE_TYPES = {list, tuple, NoneType}
_PLAIN = tuple(map(Block, range(MAX_SIDE + 1)))
"""The blocks of the first colour by their length: one object for all clues that have it."""


def sound_clues(
    rows: Any, columns: Any, colors: int
) -> tuple[tuple[Clue | None, ...], tuple[Clue | None, ...]] | None:
    """The clues of rows and columns, if they are clearly sound; None if a closer look is needed.

    Only lists and tuples of whole numbers or of Blocks are examined, so the clues may be sound even
    if the result is None. If it is not None, clues and sums have no fault: ``read_clues`` gives the
    same clues, and ``faults_of`` finds no fault in them.

    >>> sound_clues([[2], [1]], [[2], [1]], 1) == (((Block(2),), (Block(1),)),) * 2
    True
    >>> sound_clues([[3]], [[2], [1]], 1), sound_clues(["2"], [[1], [1]], 1)
    (None, None)
    """
    if type(rows) not in (list, tuple) or type(columns) not in (list, tuple):
        return None
    if not (1 <= len(rows) <= MAX_SIDE and 1 <= len(columns) <= MAX_SIDE):
        return None
    in_rows, in_columns = [0] * (colors + 1), [0] * (colors + 1)
    try:
        row_clues = _sound(rows, len(columns), in_rows)
        column_clues = _sound(columns, len(rows), in_columns)
    except (TypeError, IndexError):  # a block of another kind, or an unknown colour
        return None
    if row_clues is None or column_clues is None:
        return None
    if in_rows != in_columns and None not in row_clues and None not in column_clues:
        return None
    return row_clues, column_clues


def _sound(clues: Sequence[Any], side: int, cells: list[int]) -> tuple[Clue | None, ...] | None:
    """Clues that fit their lines, or None; the cells that they fill are added, by colour.

    All loops over blocks are in C: lines are joined, looked at, and cut again.
    """
    kinds = set(map(type, clues))
    if not kinds <= _CLUE_TYPES:
        return None
    given = [clue or () for clue in clues] if NoneType in kinds else clues
    lengths = list(chain.from_iterable(given))
    types = set(map(type, lengths))
    if types == {Block}:
        return _sound_blocks(clues, side, cells)
    if not types <= {int} or min(lengths, default=1) < 1:
        return None
    sizes = list(map(len, given))
    if max(map(cells_needed_by, map(sum, given), sizes)) > side:
        return None
    cells[FILLED] += sum(lengths)
    blocks = map(_PLAIN.__getitem__, lengths)
    read = [tuple(islice(blocks, size)) for size in sizes]
    if NoneType not in kinds:
        return tuple(read)
    return tuple([None if clue is None else new for clue, new in zip(clues, read, strict=True)])


def _sound_blocks(
    clues: Sequence[Any], side: int, cells: list[int]
) -> tuple[Clue | None, ...] | None:
    """``_sound`` for Blocks, of any colours."""
    for clue in clues:
        before = needed = 0
        for block in clue or ():
            length, color = block
            if type(length) is not int or type(color) is not int or length < 1 or color < 1:
                return None
            needed += length + (color == before)
            cells[color] += length
            before = color
        if needed > side:
            return None
    return tuple([None if clue is None else tuple(clue) for clue in clues])


def read_clues(
    axis: Axis, clues: Iterable[ClueLike]
) -> tuple[tuple[Clue | None, ...], list[Fault]]:
    """The clues of all rows or columns, and the faults of those that cannot be read.

    A clue with a fault is None in the result.

    Raises:
        TypeError: the clues are no list.

    >>> read_clues("row", [[2, (1, 1)], None])
    (((Block(length=2, color=1), Block(length=1, color=1)), None), [])
    """
    if not isinstance(clues, Iterable):
        raise TypeError(f"{axis}s {shown(clues)}: give a list with a clue for each {axis}")
    faults: list[Fault] = []
    read = tuple(
        None if clue is None else _clue(Line(axis, number), clue, faults)
        for number, clue in enumerate(clues)
    )
    return read, faults


def _clue(line: Line, clue: object, faults: list[Fault]) -> Clue | None:
    items = None
    if isinstance(clue, Iterable) and not isinstance(clue, str):
        with suppress(TypeError):  # an array without dimensions
            items = list(clue)
    if items is None:
        message = (
            f"{shown(clue)} is not a clue: a clue is a list of lengths, or None if it is missing"
        )
        faults.append(Fault(message, line))
        return None
    blocks: list[Block] = []
    sound = True
    for number, item in enumerate(items):
        if type(item) is int:
            blocks.append(Block(item))
            continue
        if type(item) is Block and type(item.length) is int and type(item.color) is int:
            blocks.append(item)
            continue
        try:
            blocks.append(_block(item))
        except ValueError as error:
            sound = False
            faults.append(Fault(str(error), line, number))
    return tuple(blocks) if sound else None


def _block(item: object) -> Block:
    """A block from a length, or from a length and a colour; ValueError with the reason if not."""
    if isinstance(item, (tuple, list)) or (hasattr(item, "tolist") and hasattr(item, "__iter__")):
        parts = list(item)
        if len(parts) != 2:
            raise ValueError(
                f"{shown(item)} is not a block: a block is a length, or (length, colour)"
            )
        length, color = parts
        return Block(_whole(length, "length"), _whole(color, "colour"))
    return Block(_whole(item, "length"))


def _whole(value: object, what: str) -> int:
    """A plain integer from anything that is a whole number (True counts as 1)."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    if what == "length":
        raise ValueError(_length_fault(value))
    raise ValueError(f"colour {shown(value)}: the colours are numbered from 1")


def _length_fault(length: object) -> str:
    return (
        f"length {shown(length)}: a block has a whole number of cells, at least 1 "
        "(an empty line has no blocks)"
    )


def faults_of(
    rows: Sequence[Clue | None],
    columns: Sequence[Clue | None],
    palette: Palette,
    goal: Grid | None,
    printed: Grid | None,
    unread: Sequence[Fault],
    *,
    loose: bool = False,
    sound: bool = False,
) -> list[Fault]:
    """Everything that makes a puzzle impossible by itself, in the order of its lines.

    Args:
        rows: the clues; None for those that are missing or could not be read.
        columns: likewise.
        palette: the colours.
        goal: the goal picture, whose size and letters are checked (its clues are not).
        printed: the printed cells, checked likewise.
        unread: the faults that ``read_clues`` found.
        loose: leave out the faults that other numbers in the clues can correct: clues that are
            longer than their line, and sums that differ.
        sound: look at the grids only, because the clues come from ``sound_clues``.
    """
    if sound:
        return faults_of_grids(goal, printed, len(rows), len(columns), palette)
    colors = len(palette)
    sizes = []
    if not 1 <= (n := len(rows)) <= MAX_SIDE:
        sizes.append(
            Fault.of(
                "fault.rows",
                (
                    "{n} row: a puzzle has 1 to {most} of them",
                    "{n} rows: a puzzle has 1 to {most} of them",
                ),
                n=n,
                most=MAX_SIDE,
            )
        )
    if not 1 <= (n := len(columns)) <= MAX_SIDE:
        sizes.append(
            Fault.of(
                "fault.columns",
                (
                    "{n} column: a puzzle has 1 to {most} of them",
                    "{n} columns: a puzzle has 1 to {most} of them",
                ),
                n=n,
                most=MAX_SIDE,
            )
        )
    in_lines = [
        *(fault for fault in unread if fault.line is not None and fault.line.axis == "row"),
        *_line_faults("row", rows, None if loose else len(columns), colors),
        *(fault for fault in unread if fault.line is not None and fault.line.axis == "column"),
        *_line_faults("column", columns, None if loose else len(rows), colors),
    ]
    in_lines.sort(key=_line)
    faults = [*sizes, *in_lines]
    if not loose and None not in rows and None not in columns:
        faults += _sum_faults(rows, columns, palette)
    if not (sizes or in_lines):
        faults += faults_of_grids(goal, printed, len(rows), len(columns), palette)
    return faults


def _line(fault: Fault) -> Line:
    assert fault.line is not None
    return fault.line


def _line_faults(
    axis: Axis, clues: Sequence[Clue | None], length: int | None, colors: int
) -> Iterator[Fault]:
    for number, clue in enumerate(clues):
        if clue:
            yield from _clue_faults(Line(axis, number), clue, length, colors)


def _clue_faults(line: Line, clue: Clue, length: int | None, colors: int) -> Iterator[Fault]:
    sound = True
    for number, block in enumerate(clue):
        if block.length < 1:
            sound = False
            yield Fault(_length_fault(block.length), line, number)
        if not 1 <= block.color <= colors:
            sound = False
            yield Fault(f"unknown colour {block.color}: the palette has {colors}", line, number)
    if sound and length is not None and cells_needed(clue) > length:
        ends = accumulate(map(add, map(itemgetter(0), clue), (0, *gaps(clue))))
        first = next(number for number, end in enumerate(ends) if end > length)
        fault = Fault.of(
            "fault.fit",
            (
                "does not fit: the clue needs {n} cell, the line has {length}",
                "does not fit: the clue needs {n} cells, the line has {length}",
            ),
            n=cells_needed(clue),
            length=length,
        )
        yield fault.on(line, first)


def _sum_faults(
    rows: Sequence[Clue | None], columns: Sequence[Clue | None], palette: Palette
) -> Iterator[Fault]:
    """Rows and columns must fill the same number of cells, of each colour."""
    in_rows, in_columns = _cells_by_color(rows), _cells_by_color(columns)
    for number, color in enumerate(palette.colors, start=1):
        if in_rows[number] != in_columns[number]:
            sums = {"n": in_rows[number], "columns": in_columns[number]}
            if len(palette) == 1:
                yield Fault.of(
                    "fault.sums",
                    (
                        "the rows fill {n} cell, the columns {columns}: one of the clues is wrong",
                        "the rows fill {n} cells, the columns {columns}: one of the clues is wrong",
                    ),
                    **sums,
                )
                continue
            yield Fault.of(
                "fault.sums.color",
                (
                    "the rows fill {n} cell of colour {color}, the columns {columns}: one of the "
                    "clues is wrong",
                    "the rows fill {n} cells of colour {color}, the columns {columns}: one of the "
                    "clues is wrong",
                ),
                color=repr(color.name),
                **sums,
            )


def _cells_by_color(clues: Sequence[Clue | None]) -> Counter[int]:
    cells: Counter[int] = Counter()
    for clue in clues:
        for block in clue or ():
            cells[block.color] += block.length
    return cells


def faults_of_grids(
    goal: Grid | None, printed: Grid | None, height: int, width: int, palette: Palette
) -> list[Fault]:
    """The faults of the goal picture and of the printed cells: their size and their letters."""
    faults: list[Fault] = []
    for what, grid in (("the goal picture", goal), ("the grid of printed cells", printed)):
        if grid is not None:
            faults += _grid_faults(what, grid, height, width, palette)
    return faults


def _grid_faults(
    what: str, grid: Grid, height: int, width: int, palette: Palette
) -> Iterator[Fault]:
    if (grid.height, grid.width) != (height, width):
        yield Fault(f"{what} is {grid.width}x{grid.height}, the puzzle {width}x{height}")
    elif grid.letters != palette.letters:
        yield Fault(f"{what} uses the letters {grid.letters!r}, the palette {palette.letters!r}")
