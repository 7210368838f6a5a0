# SPDX-License-Identifier: MIT
"""Leaves with puzzles: as large as fits, several on a page, or one over several pages.

The clues have at least 6 points. A page has fewer puzzles than asked for if the clues would be
smaller.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.draw.book.blocks import GAP, Plan, Slot, paint_foot, paint_heading, slot_of
from nonosat.draw.book.leaves import UNIT, Entry, Leaf, Press, Style, paint_in
from nonosat.draw.book.tiles import tile_leaves
from nonosat.draw.scene import part_picture


def board_leaves(entries: Sequence[Entry], style: Style, warnings: list[str]) -> Iterator[Leaf]:
    """The pages of all puzzles, in order."""
    plans = [Plan.of(entry, style, warnings) for entry in entries]
    place = 0
    while place < len(plans):
        for count in range(min(style.per_page, len(plans) - place), 0, -1):
            some = plans[place : place + count]
            slots = _slots(some, style.per_page if count == style.per_page else count, style)
            if place + count == len(plans) and count < style.per_page:
                whole = _slots(some, style.per_page, style)  # the last page is like the others
                slots = whole or slots
            if slots is not None:
                yield _shared_leaf(some, slots, style)
                break
        else:
            count = 1
            yield from tile_leaves(plans[place], style)
        place += count


def _slots(plans: Sequence[Plan], count: int, style: Style) -> list[Slot] | None:
    """The places of puzzles on a page for ``count`` of them, as large as they can all be.

    None if the clues of one would be too small.
    """
    best: list[Slot] | None = None
    largest = 0.0
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        if (columns - 1) * rows >= count:
            continue  # an empty column
        areas = style.area.split(rows, columns, GAP)
        slots = [slot_of(plan, area, style) for plan, area in zip(plans, areas, strict=False)]
        shares = [x.scale * UNIT / plan.least for plan, x in zip(plans, slots, strict=True)]
        if min(shares) >= 1 and min(x.scale for x in slots) > largest:
            best, largest = slots, min(x.scale for x in slots)
    return best


def _shared_leaf(plans: Sequence[Plan], slots: Sequence[Slot], style: Style) -> Leaf:
    def draw(press: Press) -> None:
        for plan, slot in zip(plans, slots, strict=True):
            paint_heading(press, plan.entry, slot.area)
            picture = part_picture(plan.whole, plan.at, theme=style.theme, poll=style.poll)
            paint_in(press.canvas, picture, slot.board, slot.scale)
            paint_foot(press, plan, slot, style)

    return Leaf(draw, tuple(plan.entry.number for plan in plans))
