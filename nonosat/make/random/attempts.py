# SPDX-License-Identifier: MIT
"""One attempt at a random puzzle: draw a picture, change it until it meets the requirements,
confirm it.

**Drawing.** The name of the attempt (requirements, seed, number) seeds ``random.Random``, whose
``random()`` Python keeps the same for ever. Every group of cells (one cell, or the cells that a
symmetry makes equal) gets a random number, and the groups with the largest numbers are filled until
the density is reached. So the density is exact, and all pictures with that number of filled cells
are equally likely. For a smooth picture the numbers are first averaged twice over squares of three
by three cells, mirrored at the edges. Colours are given out in the same way, in equal shares.

**Local search.** A picture that meets the requirements is not changed. Otherwise the core exchanges
cells (``core/local_search.hpp``), which keeps density, symmetry and smoothness. A bound on work
ends the attempt, so that its result is the same on every machine and the next attempt begins with
another picture. Puzzles beyond the core's deduction are rare; for them the solver is asked whenever
the picture has improved. Exchanges that keep the other requirements come to a required difficulty:
each attempt aims at a part of the range, and gives the nearest picture inside the range. Rejected:
to end in the range at once, which makes almost all puzzles as easy as the range allows.

**Distribution.** A drawn picture that meets the requirements is uniform among all such pictures.
Changed pictures are not: pictures with many failing neighbours are over-represented. If any
technique is allowed, a picture that only SAT decides is accepted as drawn, but never made by
exchanges, so techniques beyond trial are rarer than among all random puzzles with one solution.

Cost: some ten milliseconds for 20x20 cells. Rejected: filling each cell with the density as its
probability, since densities then vary by .05 at 10x10; Perlin noise and cellular automata, which
need more parameters for smooth pictures.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from math import inf

from nonosat.core._core import LocalSearch, Reach, Status
from nonosat.explain.difficulty import look
from nonosat.explain.position import Position
from nonosat.explain.weights_steps import weights_decide
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import finish, open_board
from nonosat.make.confirm import confirm
from nonosat.make.random.requirements import REACHES, Requirements, below_of, groups_of, reach_of
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.solving import ask

_WORK_PER_CELL = 400
_LEAST_WORK = 40_000
"""The work of an attempt, in line solves: about ten milliseconds for 20x20."""
_PATIENCE = 256
_SHORT_PATIENCE = 16
"""The most exchanges in succession that do not help; the small number is for cases in which it is
better to draw another picture at once."""
_CONFLICTS = 20_000
"""The most conflicts for a verdict; puzzles of these sizes need some hundred at most."""
_VARIATIONS = 400
"""How many fitting pictures are tried on the way to a difficulty."""
TOLERANCE = 0.25
"""How far the difficulty of a puzzle may be from its rung: at most this, and at most this share of
a step of the ladder, so that the difficulties of two rungs differ by half a step or more."""
_PARTS = 8
"""The goal of an attempt is this part of the range of difficulties."""
_OPEN = 1.0
"""The part of a range without an upper bound in which the goals are."""
_GOLDEN = 0.6180339887498949
"""The fractions of its multiples are spread evenly from 0 to 1, however many they are."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A picture that does not meet the requirements, and why.

    ``unknown``: how many cells the allowed techniques leave unknown. ``boring``: how many lines are
    empty or full. ``too_easy``: an easier technique than the required one solves it.
    ``difficulty``: set if only the difficulty is wrong. ``unproven``: a solver reached its bound.
    ``isomorphic``: an earlier puzzle is the same, perhaps turned, mirrored or in other colours.
    """

    puzzle: Puzzle
    unknown: int = 0
    boring: int = 0
    too_easy: bool = False
    difficulty: float | None = None
    unproven: bool = False
    isomorphic: bool = False

    def rank(self, requirements: Requirements) -> tuple[int, bool, int, float]:
        """Smaller is nearer to the requirements."""
        apart = 0.0
        if self.difficulty is not None and requirements.difficulty is not None:
            low, high = requirements.difficulty
            apart = max(low - self.difficulty, self.difficulty - high)
        return self.boring, self.too_easy, self.unknown, apart

    def __str__(self) -> str:
        if self.boring:
            return f"{self.boring} of its lines are empty or full"
        if self.too_easy:
            return "an easier technique solves it"
        if self.difficulty is not None:
            return f"its difficulty is {self.difficulty:g}"
        if self.isomorphic:
            return "it is isomorphic to an earlier one (turned, mirrored or recoloured)"
        if self.unproven:
            return "no solver decided it within its bound"
        return f"{self.unknown} of its cells stay unknown"


@dataclass(frozen=True, slots=True)
class Found:
    """A confirmed puzzle that meets the requirements, its hardest technique and its difficulty."""

    puzzle: Puzzle
    technique: str
    difficulty: float


def attempt(
    requirements: Requirements, seed: int, number: int, limits: Limits
) -> tuple[Found | Miss, int]:
    """The result of attempt ``number``, and how many pictures were tried.

    Raises:
        Stopped: a limit was reached.
    """
    limits.check()
    return _Attempt(requirements, seed, number, limits).run()


class _Attempt:
    def __init__(self, requirements: Requirements, seed: int, number: int, limits: Limits) -> None:
        self.requirements = requirements
        self.limits = limits
        name = f"{requirements.name}:{seed}:{number}"
        self.title = f"{requirements.width}x{requirements.height}, seed {seed}, number {number}"
        groups = groups_of(requirements.height, requirements.width, requirements.symmetry)
        cells = draw(requirements, groups, name, limits)
        limits.check()
        self.search = LocalSearch(
            requirements.height,
            requirements.width,
            requirements.colors,
            cells,
            groups,
            reach=reach_of(requirements),
            below=below_of(requirements),
            boring=requirements.allow_boring,
            smooth=requirements.style == "smooth",
            seed=_native_seed(name),
        )
        self.most_work = max(_LEAST_WORK, _WORK_PER_CELL * requirements.width * requirements.height)
        self.goal = goal(requirements, seed, number)
        self.patience = _PATIENCE if below_of(requirements) == Reach.NOTHING else _SHORT_PATIENCE

    def run(self) -> tuple[Found | Miss, int]:
        result = self._searched()
        if isinstance(result, Found) and not self._is_proven(result.puzzle):
            result = Miss(result.puzzle, unproven=True)
        return result, self.search.tries

    def puzzle(self) -> Puzzle:
        """The puzzle of the picture as it is now."""
        requirements = self.requirements
        grid = Grid.from_cells(
            requirements.height, requirements.width, self.search.cells, requirements.palette.letters
        )
        return Puzzle.from_grid(grid, palette=requirements.palette, meta=Metadata(title=self.title))

    def _searched(self) -> Found | Miss:
        search = self.search
        finish(search.look(self.limits.stop), self.limits)
        if self.requirements.beyond:
            return self._searched_beyond()
        if not search.fits and self.requirements.any_technique and search.boring == 0:
            puzzle = self.puzzle()
            if self._is_unique(puzzle):
                found = self._rated(puzzle)
                if isinstance(found, Found):
                    return found
        for _ in self._nearer():
            pass
        if not search.fits:
            return self._miss()
        return (
            self._rated(self.puzzle()) if self.requirements.difficulty is None else self._varied()
        )

    def _nearer(self) -> Iterator[None]:
        """Come nearer to the requirements; yields after each improvement."""
        search = self.search
        while not search.fits and search.work < self.most_work:
            before = (search.unknown, search.boring, search.easy)
            finish(search.climb(self.most_work, self.patience, self.limits.stop), self.limits)
            if before == (search.unknown, search.boring, search.easy):
                return  # no improvement
            yield

    def _searched_beyond(self) -> Found | Miss:
        """A picture that trials do not solve, and for which the solver finds one solution."""
        for _ in chain((None,), self._nearer()):
            puzzle = self.puzzle()
            if self.search.fits:
                return Miss(puzzle, too_easy=True)
            if self.search.boring == 0 and self._is_unique(puzzle):
                return self._rated(puzzle)
        return self._miss()

    def _varied(self) -> Found | Miss:
        """Exchange cells to come to the goal of the attempt; the picture always fits."""
        search = self.search
        best = self._rated(self.puzzle())
        for _ in range(_VARIATIONS):
            if self._apart(best) == (False, 0) or search.work >= self.most_work:
                break
            status, varied = search.vary(self.most_work, self.patience, self.limits.stop)
            finish(status, self.limits)
            if not varied:
                break
            other = self._rated(self.puzzle())
            if self._apart(other) <= self._apart(best):
                best = other
            else:
                search.take_back()
        return best

    def _apart(self, result: Found | Miss) -> tuple[bool, float]:
        """Whether the difficulty is outside the range, and how far it is from the goal."""
        assert result.difficulty is not None
        low, high = self.goal
        far = max(0.0, low - result.difficulty, result.difficulty - high)
        return isinstance(result, Miss), far

    def _rated(self, puzzle: Puzzle) -> Found | Miss:
        """Found for a fitting puzzle whose difficulty fits, too; else Miss."""
        looking = look(open_board(puzzle), self.limits)
        bounds = self.requirements.difficulty
        if bounds is not None and (looking.cut or not bounds[0] <= looking.difficulty <= bounds[1]):
            return Miss(puzzle, difficulty=looking.difficulty)
        technique = technique_of(puzzle, self.limits)
        if self.requirements.beyond and technique != self.requirements.needs:
            return Miss(puzzle, too_easy=True)
        return Found(puzzle, technique, looking.difficulty)

    def _miss(self) -> Miss:
        search = self.search
        return Miss(self.puzzle(), search.unknown, search.boring, search.easy)

    def _is_proven(self, puzzle: Puzzle) -> bool:
        try:
            confirm(puzzle, self.limits, _CONFLICTS)
        except Stopped:
            self.limits.check()
            return False
        return True

    def _is_unique(self, puzzle: Puzzle) -> bool:
        report = ask(puzzle, limits=self.limits.part(conflicts=_CONFLICTS))
        self.limits.check()
        return report.verdict is Verdict.UNIQUE


def goal(requirements: Requirements, seed: int, number: int) -> tuple[float, float]:
    """The part of the range of difficulties at which an attempt aims.

    The goals of successive attempts are spread evenly over the range. A narrow range, such as that
    of a rung of a ladder, is a goal as a whole.
    """
    low, high = requirements.difficulty or (0.0, inf)
    high = low + _OPEN if high == inf else high
    if high - low <= 2 * TOLERANCE:
        return low, high
    start = _native_seed(f"{requirements.name}:{seed}:goals") / 2**64
    share = (start + number * _GOLDEN) % 1
    size = (high - low) / _PARTS
    least = low + share * (high - low - size)
    return least, least + size


def technique_of(puzzle: Puzzle, limits: Limits) -> str:
    """The hardest technique that a puzzle with one solution needs.

    Each technique deduces up to its fixpoint, where a walkthrough up to this technique ends.

    Raises:
        Stopped: a limit was reached.
    """
    board = open_board(puzzle)
    for name, reach in REACHES.items():
        status, _ = board.deduce(reach, limits.stop)
        assert status != Status.CONTRADICTION
        finish(status, limits)
        if board.unknown == 0:
            return name
    return "weights" if weights_decide(Position(puzzle, board, limits)) else "clue-set"


def _native_seed(name: str) -> int:
    """A seed of 64 bits for the core, from a hash of the name."""
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big")


_STEPS = 1 << 30
_LARGEST_GROUP = 8
_BATCH = 1 << 16
"""The cells drawn between two checks of the limits."""


def draw(
    requirements: Requirements, groups: Sequence[int], name: str, limits: Limits | None = None
) -> bytes:
    """The cells of the picture of a name; ``groups``: the groups of the required symmetry.

    With a symmetry, fewer cells may be filled; the difference is less than a group.

    Raises:
        Stopped: a limit was reached.
    """
    limits = limits or Limits()
    chance = random.Random(name)
    members: list[list[int]] = [[] for _ in range(max(groups) + 1)]
    for cell, group in enumerate(limits.each(groups, _BATCH)):
        members[group].append(cell)
    order = _order(requirements, members, chance, limits)
    filled: list[int] = []
    room = requirements.filled
    for group in limits.each(order, _BATCH):
        if len(members[group]) <= room:
            filled.append(group)
            room -= len(members[group])
    cells = bytearray(len(groups))
    if requirements.colors > 1:
        wanted = set(filled)
        filled = [
            group for group in _order(requirements, members, chance, limits) if group in wanted
        ]
    done, all_filled = 0, requirements.filled - room
    for group in limits.each(filled, _BATCH):
        color = 1 + done * requirements.colors // all_filled
        for cell in members[group]:
            cells[cell] = color
        done += len(members[group])
    return bytes(cells)


def _order(
    requirements: Requirements,
    members: Sequence[Sequence[int]],
    chance: random.Random,
    limits: Limits,
) -> list[int]:
    """All groups, by their random numbers, the largest first."""
    places = range(requirements.width * requirements.height)
    noise = [int(chance.random() * _STEPS) for _ in limits.each(places, _BATCH)]
    if requirements.style == "smooth":
        for _ in range(2):
            limits.check()
            noise = _blurred(noise, requirements.height, requirements.width)
    weights = [
        sum(noise[c] for c in cells) * (_LARGEST_GROUP // len(cells))
        for cells in limits.each(members, _BATCH)
    ]
    limits.check()
    return sorted(range(len(members)), key=lambda group: (-weights[group], group))


def _blurred(noise: Sequence[int], height: int, width: int) -> list[int]:
    """The sums over squares of three by three cells."""
    rows = [noise[row * width : (row + 1) * width] for row in range(height)]
    rows = [_sums(row) for row in rows]
    columns = [_sums([row[column] for row in rows]) for column in range(width)]
    return [columns[column][row] for row in range(height) for column in range(width)]


def _sums(line: Sequence[int]) -> list[int]:
    """The sum of each number and its two neighbours; the line is mirrored at its ends."""
    last = len(line) - 1
    return [line[max(i - 1, 0)] + line[i] + line[min(i + 1, last)] for i in range(len(line))]
