# SPDX-License-Identifier: MIT
"""Sentences about repairs: the spots, what changes, and what is proven."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonosat.words import cell_name, counted, listed, number_words, reason_words, value_words

if TYPE_CHECKING:
    from nonosat.making.repair.ambiguous_spots import Spot
    from nonosat.making.repair.repairing import Repair


_LISTED = 10
"""Spots, cells of a spot and changes that are listed; more are counted."""


def repair_lines(found: Repair, *, kept: bool, max_changes: int | None) -> Iterator[str]:
    """The spots, then the answer, then the changes of each picture.

    ``kept``: cells were to stay. ``max_changes``: the limit that was set.

    >>> from nonosat import repair
    >>> print(*repair_lines(repair("#..\\n.#.\\n..."), kept=False, max_changes=None), sep="\\n")
    the clues of the picture have several solutions, in 1 independent spot
      spot 1: R1C1, R1C2, R2C1 and R2C2, 2 solutions
    1 changed cell gives a puzzle with one solution: fewer do not do; 3 ways shown
      1. R1C2 becomes filled
      2. R2C1 becomes filled
      3. R3C1 becomes filled
    """
    yield from spot_lines(found.spots)
    wish = _wish(found, kept, max_changes)
    if found.changes is None:
        yield _none_words(found, wish)
        return
    if found.changes == 0:
        solved = f": techniques up to {found.max_technique} solve the puzzle"
        yield f"nothing to change{solved if found.max_technique else ''}"
        return
    yield _answer_words(found)
    for number in range(len(found.pictures)):
        yield f"  {number + 1}. {_change_words(found, number)}"


def spot_lines(spots: tuple[Spot, ...] | None) -> Iterator[str]:
    """How many independent spots there are, then a line for each: its cells, its solutions."""
    if spots is None:
        yield "the independent spots are not known: a limit was reached"
        return
    if not spots:
        yield "the clues of the picture have one solution"
        return
    number = counted(len(spots), "independent spot")
    have = "have" if any(spot.solutions > 1 for spot in spots) else "may have"
    yield f"the clues of the picture {have} several solutions, in {number}"
    for index, spot in enumerate(spots[:_LISTED], start=1):
        solutions = number_words(spot.solutions)
        ways = f"{solutions} solution{'' if spot.solutions == 1 else 's'}"
        cells = _cells(spot.cells) + ("" if spot.certain else ", some of them perhaps certain")
        yield f"  spot {index}: {cells}, {'' if spot.exact else 'at least '}{ways}"
    if len(spots) > _LISTED:
        yield f"  and {len(spots) - _LISTED} more"


def _cells(cells: tuple[tuple[int, int], ...]) -> str:
    if len(cells) > _LISTED:
        return f"{counted(len(cells), 'cell')} from {cell_name(*cells[0])} on"
    return listed(cell_name(*cell) for cell in cells)


def _answer_words(found: Repair) -> str:
    assert found.changes is not None
    solved = ""
    if found.max_technique is not None:
        solved = f" that techniques up to {found.max_technique} solve"
    cells = counted(found.changes, "changed cell gives", "changed cells give")
    proof = "fewer do not do" if found.least else f"at least {found.bound} are needed"
    words = f"{cells} a puzzle with one solution{solved}: {proof}"
    if found.reason is not None:
        words += f" ({reason_words(found.reason)})"
    number = counted(len(found.pictures), "way")
    if not found.complete:
        return f"{words}; {number} shown"
    return f"{words}; {number} in all"


def _change_words(found: Repair, number: int) -> str:
    picture, palette = found.pictures[number], found.puzzle.palette
    changed = found.changed(number)
    words = [
        f"{cell_name(*cell)} becomes {value_words(picture[cell], palette)}"
        for cell in changed[:_LISTED]
    ]
    if len(changed) > _LISTED:
        words.append(f"{len(changed) - _LISTED} more cells change")
    return ", ".join(words)


def _wish(found: Repair, kept: bool, max_changes: int | None) -> str:
    wishes = []
    if max_changes is not None:
        wishes.append(f"at most {counted(max_changes, 'change')}")
    if kept:
        wishes.append("the kept cells")
    if found.max_technique is not None:
        wishes.append(f"techniques up to {found.max_technique}")
    return f" with {listed(wishes)}" if wishes else ""


def _none_words(found: Repair, wish: str) -> str:
    least = counted(found.bound, "cell")
    if not found.impossible:
        assert found.reason is not None
        bound = f"; each changes at least {least}" if found.bound else ""
        return f"no repair{wish} was found ({reason_words(found.reason)}){bound}"
    free = len(found.puzzle.unconstrained())
    if free:
        lie = counted(free, "cell lies", "cells lie")
        return f"no repair exists: {lie} in no clued line; 'nonosat repair --give-away' prints them"
    return f"no repair{wish} exists: proven"
