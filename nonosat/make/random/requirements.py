# SPDX-License-Identifier: MIT
"""``Requirements``: what ``random_puzzles`` makes, checked in one place, and the symmetries.

Options that contradict each other are refused here, before any work: a technique that is needed but
not allowed, more colours than filled cells, a symmetry that needs a square, a density at which some
line must be empty or full. Whether any picture meets the requirements is known only after a search;
a bound in ``random_puzzles`` ends hopeless searches.

A symmetry is a set of moves of the plane. The cells to which its moves, repeated in any order, take
one cell are a group, and all cells of a group have the same value. Groups have 1, 2, 4 or 8 cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from nonosat.core._core import Reach
from nonosat.errors import OptionError, shown
from nonosat.explain.difficulty import Bound, difficulty_range
from nonosat.explain.techniques import TECHNIQUES, checked_technique
from nonosat.model.faults import MAX_SIDE
from nonosat.model.numbers import check_choice, share, whole_number
from nonosat.model.palette import MAX_COLORS, Palette, anonymous_palette, first
from nonosat.words import counted

STYLES = ("random", "smooth")
"""``random``: each cell independently; ``smooth``: blobs, as in puzzle collections."""

REACHES = {
    "trivial": Reach.TRIVIAL,
    "overlap": Reach.OVERLAP,
    "line": Reach.LINE,
    "chain": Reach.CHAIN,
    "trial": Reach.TRIAL,
}
"""The techniques whose closure the core computes, in their order. Harder ones need SAT."""


@dataclass(frozen=True, slots=True, init=False)
class Requirements:
    """The requirements for a random puzzle.

    Args:
        width, height: the size in cells; without ``height`` a square.
        density: the share of filled cells, exactly (to the next cell; with a symmetry up to seven
            cells less).
        colors: how many colours, in equal shares, without the background; or a Palette.
        style: ``random``, each cell by itself, or ``smooth``, connected areas.
        symmetry: None, ``left-right``, ``top-bottom``, ``both``, ``half-turn``, ``quarter-turn``,
            ``diagonal`` or ``all``.
        max_technique: the hardest technique that a puzzle may need: trivial, overlap, line, chain,
            trial or clue-set. None: any.
        needs: the hardest technique that a puzzle needs must be exactly this one.
        difficulty: the least and the most difficulty, as ``rate`` measures it, each a number, a
            word or None for no bound; or one text: ``medium`` or ``easy:hard``
            (docs/explanation/difficulty.md has the words).
        allow_boring: True allows lines that are empty or full.

    Raises:
        OptionError: an option makes no sense, or two contradict each other.

    >>> wanted = Requirements(10, density=0.6, max_technique="line")
    >>> wanted.height, wanted.filled, len(wanted.palette)
    (10, 60, 1)
    >>> Requirements(10, difficulty="medium").difficulty
    (8.04, 9.669)
    """

    width: int
    height: int
    density: float
    palette: Palette
    style: str
    symmetry: str | None
    max_technique: str | None
    needs: str | None
    difficulty: tuple[float, float] | None
    allow_boring: bool

    def __init__(
        self,
        width: SupportsIndex,
        height: SupportsIndex | None = None,
        *,
        density: float = 0.55,
        colors: int | Palette = 1,
        style: str = "random",
        symmetry: str | None = None,
        max_technique: str | None = None,
        needs: str | None = None,
        difficulty: str | tuple[Bound, Bound] | None = None,
        allow_boring: bool = False,
    ) -> None:
        columns = _side("width", width)
        check_choice("style", style, STYLES)
        checked = {
            "width": columns,
            "height": columns if height is None else _side("height", height),
            "density": share("density", density),
            "palette": _palette(colors),
            "style": style,
            "symmetry": symmetry,
            "max_technique": max_technique,
            "needs": needs,
            "difficulty": None if difficulty is None else difficulty_range(difficulty),
            "allow_boring": bool(allow_boring),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        _check_symmetry(symmetry, self.width, self.height)
        _check_techniques(max_technique, needs)
        if self.colors > max(1, self.filled):
            raise OptionError(
                f"{self.colors} colours: density {self.density:g} fills {self.filled} cells of "
                f"{self.width}x{self.height}"
            )
        if not allow_boring:
            _check_lines(self.width, self.height, self.filled, self.density)

    @property
    def filled(self) -> int:
        """How many cells to fill; a symmetry may make it fewer, by less than a group of cells."""
        return round(self.density * self.width * self.height)

    @property
    def colors(self) -> int:
        """The number of colours."""
        return len(self.palette)

    @property
    def beyond(self) -> bool:
        """True if a puzzle must need a technique beyond those of the core: one that uses SAT."""
        return self.needs is not None and self.needs not in REACHES

    @property
    def any_technique(self) -> bool:
        """True if every puzzle with one solution is accepted, whatever technique it needs."""
        return self.needs is None and (self.max_technique or "clue-set") not in REACHES

    @property
    def name(self) -> str:
        """Every option that affects the pictures, as text; hashed into the random seed."""
        values = (self.filled, self.colors, self.style, self.symmetry, self.max_technique)
        more = (self.needs, self.difficulty, self.allow_boring)
        return f"{self.width}x{self.height}:" + ":".join(map(str, values + more))


def of_difficulty(requirements: Requirements, bounds: tuple[float, float]) -> Requirements:
    """The same requirements with these bounds of the difficulty.

    >>> of_difficulty(Requirements(10, density=0.6), (3, 4)).difficulty
    (3.0, 4.0)
    """
    others = {name: getattr(requirements, name) for name in requirements.__slots__}
    others |= {"difficulty": bounds, "colors": others.pop("palette")}
    return Requirements(**others)


def reach_of(requirements: Requirements) -> Reach:
    """The techniques with which the core must solve a picture."""
    name = requirements.needs or requirements.max_technique or "trial"
    return REACHES.get(name, Reach.TRIAL)


def below_of(requirements: Requirements) -> Reach:
    """The techniques with which the core must not solve a picture."""
    names = list(REACHES)
    if requirements.needs not in names[1:]:
        return Reach.NOTHING
    return REACHES[names[names.index(requirements.needs) - 1]]


def _side(name: str, value: SupportsIndex) -> int:
    side = whole_number(name, value, least=1)
    if side > MAX_SIDE:
        raise OptionError(f"{name} {side}: give at most {MAX_SIDE}")
    return side


def _check_symmetry(symmetry: str | None, width: int, height: int) -> None:
    if symmetry is not None:
        check_choice("symmetry", symmetry, SYMMETRIES)
        if SYMMETRIES[symmetry].square and width != height:
            raise OptionError(f"symmetry {symmetry!r} needs a square, not {width}x{height}")


def _palette(colors: int | Palette) -> Palette:
    if isinstance(colors, Palette):
        return colors
    try:
        number = index(colors)
    except TypeError:
        number = 0
    if not 1 <= number <= MAX_COLORS:
        raise OptionError(
            f"colors {shown(colors)}: give a Palette, or a number from 1 to {MAX_COLORS}"
        )
    return anonymous_palette(first(number))


def _check_techniques(max_technique: str | None, needs: str | None) -> None:
    checked_technique("max technique", max_technique)
    checked_technique("needs", needs)
    order = list(TECHNIQUES)
    if (
        needs is not None
        and max_technique is not None
        and order.index(needs) > order.index(max_technique)
    ):
        raise OptionError(
            f"needs {needs!r}: that is harder than the hardest technique allowed, {max_technique!r}"
        )


def _check_lines(width: int, height: int, filled: int, density: float) -> None:
    """Refuse a number of filled cells with which some line must be empty or full."""
    if min(width, height) == 1:
        raise OptionError(
            f"{width}x{height}: lines of one cell are empty or full; add --allow-boring "
            "(allow_boring=True)"
        )
    longest = max(width, height)
    for number, what in ((filled, "empty"), (width * height - filled, "full")):
        if number < longest:
            raise OptionError(
                f"density {density:g}: with {counted(filled, 'filled cell')} some line of "
                f"{width}x{height} must be {what}; change the density, or add --allow-boring "
                "(allow_boring=True)"
            )


_Move = Callable[[int, int, int, int], tuple[int, int]]
"""Maps (row, column, height, width) to the row and column that have the same value."""


def _left_right(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return row, width - 1 - column


def _top_bottom(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return height - 1 - row, column


def _half_turn(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return height - 1 - row, width - 1 - column


def _quarter_turn(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return column, height - 1 - row


def _diagonal(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return column, row


@dataclass(frozen=True, slots=True)
class Symmetry:
    """The moves that leave a picture unchanged; ``square``: only squares can have the symmetry."""

    moves: tuple[_Move, ...]
    square: bool = False


SYMMETRIES = {
    "left-right": Symmetry((_left_right,)),
    "top-bottom": Symmetry((_top_bottom,)),
    "both": Symmetry((_left_right, _top_bottom)),
    "half-turn": Symmetry((_half_turn,)),
    "quarter-turn": Symmetry((_quarter_turn,), square=True),
    "diagonal": Symmetry((_diagonal,), square=True),
    "all": Symmetry((_left_right, _diagonal), square=True),
}
"""All symmetries by name. ``both``: left-right and top-bottom; ``all``: every one."""


def groups_of(height: int, width: int, symmetry: str | None) -> list[int]:
    """For each cell, row by row, the number of its group; groups are numbered by first cells.

    >>> groups_of(2, 3, "left-right")
    [0, 1, 0, 2, 3, 2]
    >>> groups_of(1, 3, None)
    [0, 1, 2]
    """
    if symmetry is None:
        return list(range(height * width))
    moves = SYMMETRIES[symmetry].moves
    group = [-1] * (height * width)
    number = 0
    for start in range(height * width):
        if group[start] >= 0:
            continue
        reached = [start]
        group[start] = number
        for cell in reached:  # grows
            for move in moves:
                row, column = move(*divmod(cell, width), height, width)
                other = row * width + column
                if group[other] < 0:
                    group[other] = number
                    reached.append(other)
        number += 1
    return group
