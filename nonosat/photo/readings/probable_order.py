# SPDX-License-Identifier: MIT
"""``ProbableOrder``: choices of one reading for each line, the most probable first, equal in sums.

Each line has readings of its clue, each with a cost: minus the logarithm of its probability, less
that of the line's most probable one, so the first reading of a line costs 0. A choice is right only
if rows and columns fill equally many cells of each colour. A line with a missing clue fills any
number, so sums are intervals: a choice is kept if 0 lies in the interval of rows less columns.

**Best first.** A* (Hart, Nilsson, Raphael 1968) over the lines in a fixed order. A node has chosen
the readings of the first lines. Its rest cost is the least cost of the other lines that makes the
sums equal. For one colour dynamic programming over lines and differences gives it exactly, so no
node is expanded in vain; for several, the cost of a reading is shared among the colours that it
changes, and the sum over the colours is a lower bound.

**Cuts.** A cut is a set of lines and readings that contradict each other. No choice that has all of
them comes out. Cuts that are found meanwhile are looked up when a line is chosen (``add``). Cuts of
first readings that share no line, known from the start (``groups``), are part of the rest cost: one
line of each group must change, and its lines are neighbours in the order, so one bit beside the
difference is enough.

Cost: a table of lines x differences, then about a millisecond for each choice. Rejected: a search
for the cheapest set of changed lines that hits all cuts (implicit hitting sets): each step of it
has the sums as a knapsack, which the table answers at once.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import inf
from typing import NamedTuple, TypeAlias

from nonosat.limits import Limits
from nonosat.model.clue import Axis, Clue

Interval: TypeAlias = tuple[int, int]

MOST_GAP = 60
"""Differences of sums that are larger than at the start by this cost nothing, which is a lower
bound. Few misread numbers make more, and tables stay small."""


_POLLED = 32
"""The nodes that make a unit of work."""


class Choosable(NamedTuple):
    """A reading of a line: its cost, and for each colour the cells, as rows less columns."""

    cost: float
    cells: tuple[Interval, ...]


class Choice(NamedTuple):
    """The readings of all lines: by line the number of the reading, where it is not the first."""

    cost: float
    changed: Mapping[int, int]


class _Step(NamedTuple):
    """A reading of the next line and its consequences, whatever was chosen before."""

    rest: float
    """The cost of this reading and, at least, of all later lines."""
    number: int
    cost: float
    gaps: tuple[Interval, ...]
    changed: bool
    """As in ``_Rest.cost``."""


class _Node(NamedTuple):
    cost: float
    changed: tuple[tuple[int, int], ...]
    """Place and number of each reading that is not the first one."""
    places: int
    """The bits of these places."""
    steps: Sequence[_Step]
    """The readings of the next line, by rest cost."""


class _Cut(NamedTuple):
    changed: frozenset[tuple[int, int]]
    kept: int
    """The bits of the places with the first reading."""


class _Rest:
    """The table of one colour: for each line the least cost from it on, by the difference."""

    def __init__(
        self,
        lines: Sequence[Mapping[Interval, float]],
        last: Sequence[bool | None],
        start: Interval,
        limits: Limits,
    ) -> None:
        """``lines``: costs of the changes of each line by the difference that they add; ``last``:
        whether a line is the last of its group, None if it has no group; ``start``: the difference
        before."""
        ups = sum(max([0, *(max(added) for added in line)]) for line in lines)
        downs = sum(min([0, *(min(added) for added in line)]) for line in lines)
        low = max(-ups, min(0, start[0]) - MOST_GAP)
        high = min(-downs, max(0, start[1]) + MOST_GAP)
        self._outside = inf if (low, high) == (-ups, -downs) else 0.0
        self._low, self._size = low, high - low + 1
        none = [inf] * self._size
        goal = none.copy()
        goal[-low] = 0.0
        tables = [(goal, goal)]  # by whether a line of the group has changed already
        for changes, ends in zip(reversed(lines), reversed(last), strict=True):
            limits.check(1 + len(changes) * self._size // 2000)
            kept, done = tables[-1]
            if ends is None:
                done = kept
            elif ends:
                kept, done = none, kept
            fresh = kept
            for added, cost in changes.items():
                for one in range(min(added), max(added) + 1):
                    fresh = list(map(min, fresh, self._moved(done, one, cost)))
            after = fresh
            if ends is not None:
                after = done
                for added, cost in changes.items():
                    for one in range(min(added), max(added) + 1):
                        after = list(map(min, after, self._moved(done, one, cost)))
            tables.append((fresh, after))
        self._tables = tables[::-1]

    def _moved(self, table: list[float], by: int, cost: float) -> list[float]:
        """The table as seen from differences that are smaller by ``by``, at a cost."""
        beyond = [self._outside] * min(abs(by), self._size)
        moved = table[by:] + beyond if by >= 0 else beyond + table[:by]
        return [rest + cost for rest in moved]

    def cost(self, line: int, gap: Interval, changed: bool) -> float:
        """The least cost from a line on."""
        table = self._tables[line][changed]
        low, high = gap[0] - self._low, gap[1] - self._low
        if low == high:
            return table[low] if 0 <= low < self._size else self._outside
        least = min(table[max(low, 0) : max(high + 1, 0)], default=inf)
        return least if low >= 0 and high < self._size else min(least, self._outside)


class ProbableOrder:
    """The choices of readings in order of cost; of those with equal cost, any order."""

    def __init__(
        self,
        lines: Sequence[Sequence[Choosable]],
        groups: Sequence[Iterable[int]],
        cuts: Iterable[Mapping[int, int]],
        limits: Limits,
    ) -> None:
        """``lines``: the readings of each, sorted by cost, the first at 0; ``groups``: lines that
        cannot all have their first reading, without common lines; ``cuts``: readings that cannot
        all be right, by line.

        Raises:
            Stopped: a limit was reached.
        """
        self._limits = limits
        colors = len(lines[0][0].cells)
        cuts = list(cuts)
        order, last = _order(lines, groups, cuts)
        self._place = {line: place for place, line in enumerate(order)}
        self._order = order
        self._last = last
        self._lines = [lines[line] for line in order]
        self._start = tuple(
            (
                sum(line[0].cells[color][0] for line in lines),
                sum(line[0].cells[color][1] for line in lines),
            )
            for color in range(colors)
        )
        self._added = [
            [
                tuple(
                    (new[0] - old[0], new[1] - old[1])
                    for new, old in zip(one.cells, line[0].cells, strict=True)
                )
                for one in line
            ]
            for line in self._lines
        ]
        shares = [
            [_shares(one.cost, added) for one, added in zip(line, adds, strict=True)]
            for line, adds in zip(self._lines, self._added, strict=True)
        ]
        self._rests = []
        for color in range(colors):
            by_line = []
            for adds, costs in zip(self._added, shares, strict=True):
                changes: dict[Interval, float] = {}
                for added, cost in list(zip(adds, costs, strict=True))[1:]:
                    least = changes.get(added[color], inf)
                    changes[added[color]] = min(least, cost[color])
                by_line.append(changes)
            self._rests.append(_Rest(by_line, last, self._start[color], limits))
        self._cuts: list[list[_Cut]] = [[] for _ in self._lines]
        self._steps: dict[tuple[int, tuple[Interval, ...], bool], list[_Step]] = {}
        self.most = inf
        """The highest cost of a choice: the order ends where all others cost more."""
        self.impossible = False
        """True if a cut has shown that no choice is right."""
        for cut in cuts:
            self.add(cut)

    def add(self, cut: Mapping[int, int]) -> None:
        """From now on no choice comes out that has the readings ``cut``, by line."""
        places = {self._place[line]: number for line, number in cut.items() if line in self._place}
        if not places:
            self.impossible = True
            return
        changed = frozenset((place, number) for place, number in places.items() if number)
        kept = sum(1 << place for place, number in places.items() if not number)
        self._cuts[max(places)].append(_Cut(changed, kept))

    def __iter__(self) -> Iterator[Choice]:
        """The choices.

        Raises:
            Stopped: a limit was reached.
        """
        start = _Node(0.0, (), 0, self._following(0, self._start, False))
        # (bound, lines to choose, serial number, node, which of its steps is next)
        heap: list[tuple[float, int, int, _Node, int]] = []
        if start.steps:
            heap.append((start.steps[0].rest, len(self._lines), 0, start, 0))
        serial = 0
        while heap and not self.impossible:
            if serial % _POLLED == 0:
                self._limits.check()
            serial += 1
            least, open_lines, number, node, index = heap[0]
            if least > self.most:
                return
            if not open_lines:
                heapq.heappop(heap)
                if not any(self._is_cut(node, place) for place in range(len(self._lines))):
                    changed = {self._order[place]: one for place, one in node.changed}
                    yield Choice(node.cost, changed)
                continue
            if index + 1 < len(node.steps):
                later = node.cost + node.steps[index + 1].rest
                heapq.heapreplace(heap, (later, open_lines, number, node, index + 1))
            else:
                heapq.heappop(heap)
            step, place = node.steps[index], len(self._lines) - open_lines
            changed_now, places = node.changed, node.places
            if step.number:
                changed_now = (*changed_now, (place, step.number))
                places |= 1 << place
            steps = self._following(place + 1, step.gaps, step.changed)
            child = _Node(node.cost + step.cost, changed_now, places, steps)
            if steps and not (self._cuts[place] and self._is_cut(child, place)):
                bound = child.cost + steps[0].rest
                heapq.heappush(heap, (bound, open_lines - 1, serial, child, 0))

    def _following(self, place: int, gaps: tuple[Interval, ...], changed: bool) -> list[_Step]:
        """The readings of the line at this place, by rest cost; a single step after the last."""
        key = place, gaps, changed
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = sorted(self._all_steps(*key), key=lambda step: step.rest)
        return found

    def _all_steps(self, place: int, gaps: tuple[Interval, ...], changed: bool) -> Iterator[_Step]:
        if place == len(self._lines):
            if all(low <= 0 <= high for low, high in gaps):
                yield _Step(0.0, 0, 0.0, gaps, False)
            return
        ends = self._last[place]
        for number, (one, added) in enumerate(
            zip(self._lines[place], self._added[place], strict=True)
        ):
            now_changed = changed or number > 0
            if ends and not now_changed:
                continue
            after = gaps
            if number:
                after = tuple([(a + c, b + d) for (a, b), (c, d) in zip(gaps, added, strict=True)])
            now_changed = now_changed and ends is False
            rest = one.cost
            for table, gap in zip(self._rests, after, strict=True):
                rest += table.cost(place + 1, gap, now_changed)
            if rest < inf:
                yield _Step(rest, number, one.cost, after, now_changed)

    def _is_cut(self, node: _Node, place: int) -> bool:
        """True if a cut whose last line is at this place holds for the readings of a node."""
        for cut in self._cuts[place]:
            if not cut.kept & node.places and cut.changed.issubset(node.changed):
                return True
        return False


def _order(
    lines: Sequence[Sequence[Choosable]],
    groups: Sequence[Iterable[int]],
    cuts: Iterable[Mapping[int, int]],
) -> tuple[list[int], list[bool | None]]:
    """The lines with several readings, those of groups first, then those of many cuts, which so
    take effect early; and whether each line is the last of its group."""
    order: list[int] = []
    last: list[bool | None] = []
    for group in groups:
        members = sorted(line for line in group if len(lines[line]) > 1)
        order += members
        last += [False] * (len(members) - 1) + [True] * bool(members)
    chosen = set(order)
    others = [line for line in range(len(lines)) if line not in chosen and len(lines[line]) > 1]
    uses = Counter(chain.from_iterable(cuts))
    others.sort(key=lambda line: -uses[line])
    return order + others, last + [None] * len(others)


def _shares(cost: float, added: Sequence[Interval]) -> list[float]:
    """The cost of a change, shared among the colours whose cells it changes; if none, all."""
    changes = [one != (0, 0) for one in added]
    number = sum(changes)
    if not number:
        return [cost / len(changes)] * len(changes)
    return [cost / number if one else 0.0 for one in changes]


def disjoint(
    cuts: Iterable[Mapping[int, int]], lines: Sequence[Sequence[Choosable]]
) -> list[list[int]]:
    """Cuts of first readings without common lines that have other readings, the most costly first.

    The cost of a cut is the cost of the cheapest change of one of its lines.
    """
    costs = [line[1].cost if len(line) > 1 else inf for line in lines]
    firsts = [
        [line for line in cut if costs[line] < inf]
        for cut in cuts
        if not any(cut.values()) and len(cut) < len(lines)
    ]
    firsts.sort(key=lambda cut: -min(map(costs.__getitem__, cut), default=0))
    used: set[int] = set()
    found = []
    for cut in firsts:
        if used.isdisjoint(cut):
            found.append(cut)
            used.update(cut)
    return found


def cells_of(clue: Clue | None, axis: Axis, length: int, colors: int) -> tuple[Interval, ...]:
    """How many cells of each colour a line has, as rows less columns."""
    sign = 1 if axis == "row" else -1
    if clue is None:
        return ((min(0, sign * length), max(0, sign * length)),) * colors
    sums = [0] * colors
    for block in clue:
        sums[block.color - 1] += sign * block.length
    return tuple((cells, cells) for cells in sums)
