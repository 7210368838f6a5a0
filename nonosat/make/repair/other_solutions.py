# SPDX-License-Identifier: MIT
"""``Ambiguities``: why the clues of a picture have several solutions, as small nogoods.

A ``Requirement`` decides whether a picture is acceptable; if not, it gives nogoods. ``Ambiguities``
requires one solution; the other requirement is in ``unsolved_cells``.

**Other solutions.** One other solution shows that a picture has to change. Several solutions that
differ in different cells show more at once, so after each solution its differing cells are fixed as
in the picture, and the search goes on. Lines are solved first. Then a switching component is looked
for, which finds most solutions in less than a millisecond; then probing and SAT, which together
decide. (``solve`` would also look for a first solution, which is known here.)

**Nogoods.** Take a picture P and another solution Q of its clues. If a change touches no cell of
their nogood, Q's cells can still replace P's, so two solutions remain; docs/repair.md has the
proof. In a line, P and Q are cut at cells that are empty in both, if both have the same blocks
before that cell; a segment in which P and Q are equal does not matter. Segments that share a
differing cell belong together, and each such component of Q is another solution by itself, with a
nogood of its own. In a segment, a common cell may take another value if the two clues stay equal
for all values that the common cells may take. A dynamic program over the pairs of unfinished blocks
decides that, cell by cell.

Cost: some hundred microseconds for a nogood of ten cells. Rejected: whole lines instead of
segments, and other solutions with fewer differing cells (docs/experiments.md, "Repairs: the fewest
changes").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeAlias

from nonosat.core import _core
from nonosat.core._core import Board
from nonosat.errors import InternalError
from nonosat.limits import Limits
from nonosat.logic.board import NoSolution, assume, finish
from nonosat.make.repair.template import Template, differing
from nonosat.sat.cnf import encode
from nonosat.sat.incremental import Incremental


class Requirement(Protocol):
    """A requirement for the clues of a picture."""

    def nogoods_of(self, cells: bytes, most: int, limits: Limits) -> Iterator[dict[int, int]]:
        """Nogoods of a picture, by at most ``most`` searches; no nogood if it is acceptable.

        A nogood has, for some places, the values (a bit set) that do not help. A picture with such
        values in all places of the nogood is not acceptable.

        Raises:
            Stopped: a limit was reached, perhaps after some nogoods.
        """


class Ambiguities:
    """The requirement that the clues of the picture have one solution."""

    def __init__(self, template: Template) -> None:
        self._template = template

    def nogoods_of(self, cells: bytes, most: int, limits: Limits) -> Iterator[dict[int, int]]:
        """Nogoods of other solutions; see ``Requirement``."""
        for other in other_solutions(self._template, cells, most, limits):
            for nogood in nogoods(self._template, cells, other):
                yield {place: 1 << cells[place] for place in nogood.differing} | nogood.allowed


_COMPONENT_WORK = 20_000
"""As in the stage ``sat``: less than a millisecond."""


def other_solutions(template: Template, cells: bytes, most: int, limits: Limits) -> Iterator[bytes]:
    """Up to ``most`` other solutions; no two of them differ from the picture in the same cell.

    If there is no other solution, the picture is the only solution of its clues.

    Raises:
        Stopped: a limit was reached.
    """
    search = _Search(template, cells, limits)
    with search:
        for _ in range(most):
            other = search.next()
            if other is None:
                return
            yield other
            search.hold(differing(other, cells))


class _Search:
    """Looks for solutions other than one picture, on one board."""

    def __init__(self, template: Template, cells: bytes, limits: Limits) -> None:
        self._template, self._cells, self._limits = template, cells, limits
        self._board: Board = template.board(cells)
        self._solver: Incremental | None = None

    def __enter__(self) -> _Search:
        return self

    def __exit__(self, *_: object) -> None:
        if self._solver is not None:
            self._solver.__exit__()

    def hold(self, places: Collection[int]) -> None:
        """From now on, these cells are as in the picture."""
        for place in places:
            assume(self._board, *divmod(place, self._board.width), self._cells[place])
        if self._solver is not None:
            for literal in self._literals(self._cells, places):
                self._solver.add([literal])

    def next(self) -> bytes | None:
        """Another solution, or None if there is no other solution."""
        found = self._find()
        if found is not None and (
            found == self._cells or self._template.clues(found) != self._template.clues(self._cells)
        ):
            raise InternalError(
                "a second solution does not fit the clues: please report this with the picture "
                f"{self._template.grid(self._cells)!r}"
            )
        return found

    def _find(self) -> bytes | None:
        board, limits = self._board, self._limits
        limits.check()
        try:
            if self._solver is None:
                finish(board.propagate(limits.stop), limits)
                if board.unknown == 0:
                    return None
                other = _core.find_switching_component(board, self._cells, _COMPONENT_WORK)
                if other is not None:
                    return other
                finish(board.probe(limits.stop), limits)
                if board.unknown == 0:
                    return None
                self._open_solver()
        except NoSolution:
            raise InternalError(
                "deduction excludes a picture from the solutions of its own clues: please report "
                f"this with the picture {self._template.grid(self._cells)!r}"
            ) from None
        assert self._solver is not None
        if not self._solver.solve():
            return None
        return self._cnf.decode(self._solver.model())

    def _open_solver(self) -> None:
        """The state of the board as clauses, without the picture itself."""
        self._cnf = cnf = encode(self._board, "order", self._limits)
        self._solver = Incremental(cnf.clauses, cnf.variables, self._limits)
        self._solver.add(cnf.blocking(self._cells))
        values = zip(cnf.cells, range(1, len(cnf.cells) + 1), strict=True)
        self._of_cell: dict[int, list[tuple[int, int]]] = {}
        for (cell, value), variable in values:
            self._of_cell.setdefault(cell, []).append((value, variable))
        self._solver.prefer(self._literals(self._cells, self._of_cell))

    def _literals(self, cells: bytes, places: Collection[int]) -> list[int]:
        return [
            variable if value == cells[place] else -variable
            for place in places
            for value, variable in self._of_cell.get(place, ())
        ]


_MOST_STATES = 64
"""A value that leads to more states of the dynamic program than this is not tried."""

_State: TypeAlias = tuple[tuple[tuple[int, int], ...], int, int, int, int, int]
"""Finished blocks of one side that the other side has not finished yet; which side this is (1: P,
-1: Q, 0: neither); colour and length of the unfinished run of P, then those of Q."""

_START: _State = ((), 0, 0, 0, 0, 0)


class Nogood(NamedTuple):
    """A condition for every repair: it changes a cell of ``differing``, or gives a cell of
    ``allowed`` another value.

    ``differing``: the places in which the other solution differs. ``allowed``: for each common
    place of the nogood the values, as a bit set, that do not help.
    """

    differing: tuple[int, ...]
    allowed: dict[int, int]


def nogoods(template: Template, cells: bytes, other: bytes) -> Iterator[Nogood]:
    """A nogood for each component of another solution of a picture's clues."""
    for places, cuts in _components(template, cells, other):
        differing = sorted({p for segment in places for p in segment if cells[p] != other[p]})
        parts = [(segment, bytes(map(other.__getitem__, segment))) for segment in places]
        yield Nogood(tuple(differing), narrowed(template, cells, parts, dict.fromkeys(cuts, 1)))


def narrowed(
    template: Template,
    cells: bytes,
    parts: Iterable[tuple[range, bytes]],
    held: Mapping[int, int],
) -> dict[int, int]:
    """The values that common cells of segments may take, for cells that may not take all.

    Each part is a segment and another placement of its clue. ``held``: for some places the only
    values, as bit sets, that they may take. Kept cells are left out, since their values are fixed.
    """
    every = (1 << template.colors + 1) - 1
    allowed = dict(held)
    for segment, its in parts:
        mine = bytes(map(cells.__getitem__, segment))
        may = tuple(
            1 << cells[place] if place in template.kept else allowed.get(place, every)
            for place in segment
        )
        values = _free_values(mine, its, may)
        for at, place in enumerate(segment):
            if mine[at] == its[at]:
                allowed[place] = allowed.get(place, every) & values[at]
    return {
        place: values
        for place, values in allowed.items()
        if values != every and place not in template.kept
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
    template: Template, cells: bytes, other: bytes
) -> Iterator[tuple[list[range], list[int]]]:
    """The segments of each component, and the cells at their ends."""
    found: list[range] = []
    ends: list[list[int]] = []
    owner: dict[int, int] = {}
    leader: list[int] = []

    def lead(number: int) -> int:
        while leader[number] != number:
            leader[number] = number = leader[leader[number]]
        return number

    for line in template.lines:
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

    Differing cells have only their two values.
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
    """True if the clues agree for all chosen values of the common cells, from these states on."""
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
