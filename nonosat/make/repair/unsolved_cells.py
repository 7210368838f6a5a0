# SPDX-License-Identifier: MIT
"""``UnsolvedCells``: why people cannot solve the clues of a picture, as small nogoods.

The *closure* of a picture is everything that the techniques up to a given one deduce in the end. If
it leaves cells unknown, every repair changes a cell in the lines of these cells: otherwise these
lines have the same clues as before, and knowing all other cells does not help. (Closures are
monotone: from more known cells at least as much follows.) So the nogood consists of the lines of
the unknown cells; unknown cells that no line connects give separate nogoods. docs/repair.md has the
proof, also for smaller nogoods:

* ``overlap``, ``chain``, ``trial``: the lines are cut at known empty cells before which every
  placement has the same blocks; only segments with unknown cells count.
* ``line``: each value that an unknown cell can have occurs in some placement of each of its lines;
  one such placement is its *witness*. The nogoods of the witnesses together are enough. Each
  witness differs from the picture in as few cells as possible: the clue is a chain of states, one
  per cell of a block and one per gap, and a dynamic program from both ends gives the least number
  of differing cells through each state at each cell. Cost: cells times states, some hundred
  microseconds for 30 cells; lines are cached.

``clue-set`` finds every cell that is the same in all solutions, so it only requires one solution.
The stages of ``solve`` compute the closures; for ``trivial`` and ``overlap`` a walk does, step by
step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from nonosat.core._core import Board, ImplicationSearch, block_starts
from nonosat.explain.position import Position
from nonosat.explain.walking import walk
from nonosat.limits import Limits
from nonosat.logic.board import assume, finish
from nonosat.make.repair.other_solutions import Ambiguities, Requirement, narrowed, segments
from nonosat.make.repair.template import Template
from nonosat.model.clue import EMPTY, UNKNOWN, clue_of

_CLOSURES = ("trivial", "overlap", "line", "chain", "trial")
_WALKED = _CLOSURES[:2]
_MOST_HELD = 20
"""At most about this many cells of a group are held, one by one, to find a smaller group in it."""


class UnsolvedCells:
    """The requirement that people can solve the clues with techniques up to ``technique``.

    ``technique``: trivial, overlap, line, chain or trial.
    """

    def __init__(self, template: Template, technique: str) -> None:
        self._template, self._technique = template, technique
        self._lines_of: dict[int, list[int]] = {}
        for number, line in enumerate(template.lines):
            for place in line:
                self._lines_of.setdefault(place, []).append(number)

    def nogoods_of(self, cells: bytes, most: int, limits: Limits) -> Iterator[dict[int, int]]:
        """Nogoods of unknown cells; see ``Requirement``."""
        if self._technique in _WALKED:
            position = Position.of(self._template.puzzle(cells), None, limits)
            for _ in walk(position, self._technique):
                pass
            for group in self._groups(_unknown(position.board)):
                limits.check()
                yield self._nogood(cells, position.board, group)
            return
        board = self._template.board(cells)
        for _ in range(most):
            self._close(board, limits)
            groups = self._groups(_unknown(board))
            if not groups:
                return
            mark = board.mark()
            group = self._shrunk(cells, board, groups, limits)
            yield self._nogood(cells, board, group)
            board.back_to(mark)
            for place in group:
                _hold(board, cells, place)

    def _close(self, board: Board, limits: Limits) -> None:
        """Add to the board everything that the technique finds in the end."""
        finish(board.propagate(limits.stop), limits)
        if self._technique == "trial":
            finish(board.probe(limits.stop), limits)
        elif self._technique == "chain" and board.unknown:
            search = ImplicationSearch(board)
            finish(search.run(limits.stop), limits)
            if search.too_large:
                raise limits.out_of_memory()

    def _shrunk(
        self, cells: bytes, board: Board, groups: list[set[int]], limits: Limits
    ) -> set[int]:
        """A small group that stays unknown if all other cells are known; on the board, too."""
        group = min(groups, key=len)
        while True:
            tried = sorted(group)
            for place in tried[:: len(tried) // _MOST_HELD + 1]:
                mark = board.mark()
                _hold(board, cells, place)
                self._close(board, limits)
                smaller = self._groups(_unknown(board, group)) if board.unknown else []
                if smaller:
                    group = min(smaller, key=len)
                    break
                board.back_to(mark)
            else:
                return group

    def _groups(self, left: set[int]) -> list[set[int]]:
        """Groups of the unknown cells; lines connect the cells of a group."""
        left = set(left)
        groups = []
        while left:
            group: set[int] = set()
            reached = {min(left)}
            while reached:
                left -= reached
                group |= reached
                numbers = {number for place in reached for number in self._lines_of[place]}
                lines = (self._template.lines[number] for number in numbers)
                reached = left.intersection(chain.from_iterable(lines))
            groups.append(group)
        return groups

    def _nogood(self, cells: bytes, board: Board, group: set[int]) -> dict[int, int]:
        """The nogood of a group: its cells, and cells that keep its lines from solving it."""
        nogood = {place: 1 << cells[place] for place in sorted(group)}
        parts: list[tuple[range, bytes]] = []
        for line in self._template.lines:
            if group.isdisjoint(line):
                continue
            if self._technique == "trivial":
                nogood |= {place: 1 << cells[place] for place in line}
                continue
            mine = cells[line.start : line.stop : line.step]
            domains = tuple(self._domain(cells, board, group, place) for place in line)
            if self._technique == "line":
                for begin, end, its in _witness_segments(mine, domains):
                    parts.append((line[begin:end], its))
                    nogood |= {line[at]: 1 for at in (begin - 1, end) if 0 <= at < len(line)}
                continue
            for begin, end in self._pieces(mine, domains):
                if not group.isdisjoint(line[begin:end]):
                    nogood |= {place: 1 << cells[place] for place in line[begin:end]}
                    nogood |= {line[at]: 1 for at in (begin - 1, end) if 0 <= at < len(line)}
        return narrowed(self._template, cells, parts, nogood)

    def _domain(self, cells: bytes, board: Board, group: set[int], place: int) -> int:
        """The values, as a bit set, that a cell can have if only the group is unknown."""
        if place not in group:
            return 1 << cells[place]
        row, column = divmod(place, self._template.model.width)
        values = range(self._template.colors + 1)
        return sum(board.can_be(row, column, value) << value for value in values)

    def _pieces(self, mine: bytes, domains: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The parts, cut at known empty cells, that have the same blocks in all placements."""
        starts = block_starts(self._template.colors, clue_of(mine), domains)
        assert starts is not None
        spans = [(found[0], found[-1]) for found in starts]
        begin = 0
        for at, domain in enumerate(domains):
            if domain == 1 and not any(first < at < last for first, last in spans):
                yield begin, at
                begin = at + 1
        yield begin, len(mine)


def requirement_of(template: Template, technique: str | None) -> Requirement:
    """The requirement of one solution, which people can find with techniques up to this one."""
    if technique is None or technique not in _CLOSURES:
        return Ambiguities(template)
    return UnsolvedCells(template, technique)


def _unknown(board: Board, among: set[int] | None = None) -> set[int]:
    cells = board.cells()
    places = range(len(cells)) if among is None else among
    return {place for place in places if cells[place] == UNKNOWN}


def _hold(board: Board, cells: bytes, place: int) -> None:
    assume(board, *divmod(place, board.width), cells[place])


@lru_cache(maxsize=20_000)
def _witness_segments(mine: bytes, domains: tuple[int, ...]) -> tuple[tuple[int, int, bytes], ...]:
    """The segments (begin, end, cells) in which the witnesses of a line differ from it."""
    found = {
        (begin, end, its[begin:end])
        for its in witnesses(mine, domains)
        for begin, end in segments(mine, its)
    }
    return tuple(sorted(found))


_FAR = 1 << 30


@lru_cache(maxsize=20_000)
def witnesses(mine: bytes, domains: Sequence[int]) -> tuple[bytes, ...]:
    """Placements of the clue of a line that have, together with it, all possible values of cells.

    ``domains``: for each cell the values, as a bit set, that it can have; each value occurs in some
    placement within the domains, and ``mine`` is such a placement.
    """
    symbols, after = _chain(mine)
    forward = _costs(mine, domains, symbols, after)
    before = [[s for s in range(len(symbols)) if t in after[s]] for t in range(len(symbols))]
    ends = _ends(symbols)
    backward = _costs(mine[::-1], domains[::-1], symbols, before, ends)[::-1]
    found: list[bytes] = []
    for at, value in enumerate(mine):
        for other in range(domains[at].bit_length()):
            if other == value or not domains[at] >> other & 1:
                continue
            if any(line[at] == other for line in found):
                continue
            state = min(
                (s for s, symbol in enumerate(symbols) if symbol == other),
                key=lambda s: forward[at][s] + backward[at][s],
            )
            assert forward[at][state] + backward[at][state] < _FAR, "no placement has the value"
            left = _path(forward, before, symbols, mine, at, state, -1)
            right = _path(backward, after, symbols, mine, at, state, 1)
            found.append(bytes([*left[::-1], other, *right]))
    return tuple(found)


def _chain(mine: bytes) -> tuple[list[int], list[list[int]]]:
    """The values of the states, including gaps between blocks, and the successors of each."""
    clue = clue_of(mine)
    symbols = [EMPTY]
    for block in clue:
        symbols += [block.color] * block.length + [EMPTY]
    after: list[list[int]] = [[s] if symbol == EMPTY else [] for s, symbol in enumerate(symbols)]
    for state in range(len(symbols) - 1):
        after[state].append(state + 1)
    gap = 0
    for block, following in pairwise(clue):
        gap += block.length + 1
        if block.color != following.color:  # no gap needed
            after[gap - 1].append(gap + 1)
    return symbols, after


def _ends(symbols: list[int]) -> tuple[int, ...]:
    """The states in which a line may end; it may begin in the mirrored states."""
    last = len(symbols) - 1
    return (last,) if last == 0 else (last - 1, last)


def _costs(
    mine: bytes,
    domains: Sequence[int],
    symbols: list[int],
    after: list[list[int]],
    first: tuple[int, ...] = (0, 1),
) -> list[list[int]]:
    """For each cell and state the fewest differing cells before that cell."""
    costs = [[_FAR] * len(symbols) for _ in mine]
    for state in first:
        if state < len(symbols) and domains[0] >> symbols[state] & 1:
            costs[0][state] = 0
    for at in range(1, len(mine)):
        now, then = costs[at - 1], costs[at]
        for state, before in enumerate(now):
            if before < _FAR:
                cost = before + (symbols[state] != mine[at - 1])
                for new in after[state]:
                    if cost < then[new] and domains[at] >> symbols[new] & 1:
                        then[new] = cost
    return costs


def _path(
    costs: list[list[int]],
    neighbours: list[list[int]],
    symbols: list[int],
    mine: bytes,
    at: int,
    state: int,
    step: int,
) -> list[int]:
    """The values from a cell, without it, to the end of the line in the direction of ``step``."""
    path = []
    while 0 <= at + step < len(costs):
        at += step
        state = min(
            neighbours[state],
            key=lambda s: costs[at][s] + (symbols[s] != mine[at]),
        )
        path.append(symbols[state])
    return path
