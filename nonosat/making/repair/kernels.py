# SPDX-License-Identifier: MIT
"""Kernels: the few cells because of which a picture shares its clues with another one.

A picture P and another solution Q of its clues. Whoever changes no cell of the kernel of P and Q
leaves a puzzle with several solutions: put Q's cells where P and Q differ, and all clues stay
equal. So every repair differs from P somewhere in the kernel. docs/repair.md has the proof.

In a line, P and Q are cut at cells that are empty in both and up to which both have the same
blocks; a segment between two cuts in which P and Q are equal does not matter. Segments that share a
differing cell belong together; each such component of Q is another solution by itself, with a
kernel of its own. In a segment, a common cell may take a value if for all values that the common
cells may take the two clues stay equal. A dynamic program over the pairs of unfinished runs decides
that; it goes through the common cells once, and each value that fits is kept.

Cost: some hundred microseconds for a kernel of ten cells. Rejected: whole lines instead of
segments, and other solutions with fewer differing cells (docs/experiments.md, "Repair").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from nonosat.making.repair.canvas import Canvas

_MOST_STATES = 64
"""A value that leads to more states of the dynamic program is not tried."""

_State: TypeAlias = tuple[tuple[tuple[int, int], ...], int, int, int, int, int]
"""Finished blocks of one side that the other has not finished yet; that side (1: P, -1: Q, 0:
none); colour and length of the unfinished run of P, then those of Q."""

_START: _State = ((), 0, 0, 0, 0, 0)


class Kernel(NamedTuple):
    """What a change must do: give one of these cells another value than it has, or one of others.

    ``differing``: the places in which the other solution differs. ``allowed``: for each common
    place of the kernel the values, as a bit set, that do not help.
    """

    differing: tuple[int, ...]
    allowed: dict[int, int]


def kernels(canvas: Canvas, cells: bytes, other: bytes) -> Iterator[Kernel]:
    """A kernel for each component of another solution of a picture's clues."""
    for places, cuts in _components(canvas, cells, other):
        differing = sorted({p for segment in places for p in segment if cells[p] != other[p]})
        parts = [(segment, bytes(map(other.__getitem__, segment))) for segment in places]
        yield Kernel(tuple(differing), narrowed(canvas, cells, parts, dict.fromkeys(cuts, 1)))


def narrowed(
    canvas: Canvas,
    cells: bytes,
    parts: Iterable[tuple[range, bytes]],
    held: Mapping[int, int],
) -> dict[int, int]:
    """The values that the common cells of segments may take, where they may not take all.

    Each part is a segment and another arrangement of its clue. ``held``: for places the values, as
    bit sets, that they may take whatever the parts say. Kept cells are left out: they take no other
    value.
    """
    every = (1 << canvas.colors + 1) - 1
    allowed = dict(held)
    for segment, its in parts:
        mine = bytes(map(cells.__getitem__, segment))
        may = tuple(
            1 << cells[place] if place in canvas.kept else allowed.get(place, every)
            for place in segment
        )
        values = _free_values(mine, its, may)
        for at, place in enumerate(segment):
            if mine[at] == its[at]:
                allowed[place] = allowed.get(place, every) & values[at]
    return {
        place: values
        for place, values in allowed.items()
        if values != every and place not in canvas.kept
    }


def segments(mine: bytes, its: bytes) -> Iterator[tuple[int, int]]:
    """The segments, as begin and end, in which two lines with the same clue differ."""
    state: _State | None = _START
    begin, differ = 0, False
    for place, pair in enumerate(zip(mine, its, strict=True)):
        assert state is not None
        state = _step(state, *pair)
        differ |= pair[0] != pair[1]
        if state == _START:  # both empty, and the same blocks up to here
            if differ:
                yield begin, place
            begin, differ = place + 1, False
    if differ:
        yield begin, len(mine)


def _components(
    canvas: Canvas, cells: bytes, other: bytes
) -> Iterator[tuple[list[range], list[int]]]:
    """For each component its segments, and the cells at their ends."""
    found: list[range] = []
    ends: list[list[int]] = []
    owner: dict[int, int] = {}
    leader: list[int] = []

    def lead(number: int) -> int:
        while leader[number] != number:
            leader[number] = number = leader[leader[number]]
        return number

    for line in canvas.lines:
        mine = cells[line.start : line.stop : line.step]
        its = other[line.start : line.stop : line.step]
        if mine == its:
            continue
        for begin, end in segments(mine, its):
            number = len(found)
            found.append(line[begin:end])
            ends.append([line[at] for at in (begin - 1, end) if 0 <= at < len(line)])
            leader.append(number)
            for place in found[-1]:
                if cells[place] != other[place]:
                    leader[lead(owner.setdefault(place, number))] = lead(number)
    groups: dict[int, list[int]] = {}
    for number in range(len(found)):
        groups.setdefault(lead(number), []).append(number)
    for group in groups.values():
        yield [found[n] for n in group], sorted({cut for n in group for cut in ends[n]})


@lru_cache(maxsize=50_000)
def _free_values(mine: bytes, its: bytes, may: Sequence[int]) -> tuple[int, ...]:
    """For each cell the values that it may take, of those in ``may``, as bit sets.

    Differing cells have their two values only.
    """
    chosen = [1 << value if mine[i] == its[i] else 0 for i, value in enumerate(mine)]
    reached = {_START}
    for at, value in enumerate(mine):
        if value == its[at]:
            for candidate in range(may[at].bit_length()):
                bit = 1 << candidate
                if may[at] & bit and not chosen[at] & bit:
                    chosen[at] |= bit
                    if not _always_equal(reached, mine, its, chosen, at):
                        chosen[at] ^= bit
        after = _after(reached, mine[at], its[at], chosen[at])
        assert after is not None
        reached = after
    return tuple(chosen)


def _always_equal(
    states: set[_State], mine: bytes, its: bytes, chosen: Sequence[int], begin: int
) -> bool:
    """Do the clues agree for all chosen values of the common cells, from these states on?"""
    for at in range(begin, len(mine)):
        after = _after(states, mine[at], its[at], chosen[at])
        if after is None or len(after) > _MOST_STATES:
            return False
        states = after
    return all(_step(state, 0, 0) == _START for state in states)


def _after(states: set[_State], mine: int, its: int, chosen: int) -> set[_State] | None:
    """The states after one more cell; None if the clues differ in some of them."""
    found = set()
    pairs = [(mine, its)]
    if chosen:
        pairs = [(value, value) for value in range(chosen.bit_length()) if chosen >> value & 1]
    for state in states:
        for pair in pairs:
            new = _step(state, *pair)
            if new is None:
                return None
            found.add(new)
    return found


@lru_cache(maxsize=200_000)
def _step(state: _State, mine: int, its: int) -> _State | None:
    """The state after one more cell of each side; None if a finished block differs."""
    ahead, side, color, length, its_color, its_length = state
    if mine == color:
        length += mine != 0
    else:
        if color:
            if side >= 0:
                ahead, side = (*ahead, (color, length)), 1
            elif ahead[0] != (color, length):
                return None
            else:
                ahead = ahead[1:]
                side = -1 if ahead else 0
        color, length = mine, int(mine != 0)
    if its == its_color:
        its_length += its != 0
    else:
        if its_color:
            if side <= 0:
                ahead, side = (*ahead, (its_color, its_length)), -1
            elif ahead[0] != (its_color, its_length):
                return None
            else:
                ahead = ahead[1:]
                side = 1 if ahead else 0
        its_color, its_length = its, int(its != 0)
    return ahead, side, color, length, its_color, its_length
