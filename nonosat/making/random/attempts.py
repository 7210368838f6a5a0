# SPDX-License-Identifier: MIT
"""One attempt at a puzzle: a random picture, moved towards the wish, and confirmed.

The picture is drawn from the name of the attempt. Every group of cells (one cell, without a
symmetry) gets a number by chance, and the groups with the largest numbers are filled, until as many
cells are filled as the density says. So the density is exact, and all pictures with that number of
filled cells are equally likely. For a smooth picture the number is an average over the
neighbourhood: chance blurred twice over squares of three cells, mirrored at the edges. Colours are
given out in the same way, in equal shares. ``random.Random(name).random()`` is the only source of
chance: Python promises that it stays the same. (Filling each cell with the probability of the
density is simpler, and gives a density that varies by five hundredths at 10x10. Perlin noise and
cellular automata make smoother pictures with more parameters, and people who draw for puzzles draw
blobs.)

If its clues are as wished, the picture stays as it is. Else the core exchanges cells of it
(``core/local_search.hpp``), which keeps its density, symmetry and smoothness. An attempt ends
after an amount of work, so that the next one begins with another picture, and so that it gives the
same on every machine. Puzzles that need more than the core deduces are rare. For them the solver is
asked each time that a picture has come nearer. Difficulty is reached by exchanges after which the
picture still fits. What is handed out has passed the deduction that the wish names, and the two
solvers of ``confirm``.

How the puzzles are distributed: a drawn picture that fits is any fitting picture with equal chance.
Of those that were moved, pictures surrounded by failing neighbours come more often. Where deduction
may be of any kind, a picture that only SAT can decide is handed out if it was drawn like that,
never made by moving; so techniques beyond trial are rarer than among random puzzles with one
solution.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain

from nonosat.core._core import LocalSearch, Reach, Status
from nonosat.explain.counting_steps import counting_decides
from nonosat.explain.difficulty import look
from nonosat.explain.position import Position
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import finish, open_board
from nonosat.making.confirm import confirm
from nonosat.making.random.wishes import REACHES, Wish, groups_of
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
"""Exchanges in succession that do not help; few of them where another picture is drawn at once."""
_CONFLICTS = 20_000
"""What a SAT solver may use for a verdict; puzzles of these sizes need some hundred at most."""
_VARIATIONS = 400
"""How many pictures that fit are looked at on the way to a difficulty."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A picture that is not what was wished for, and why.

    ``unknown``: how many cells the allowed techniques leave. ``boring``: how many lines are empty
    or full. ``too_easy``: an easier technique than the wished one solves it. ``difficulty``: set if
    nothing but the difficulty is wrong. ``unproven``: a solver did not decide it within its bound.
    ``twin``: it was handed out before, perhaps turned, mirrored or in other colours.
    """

    puzzle: Puzzle
    unknown: int = 0
    boring: int = 0
    too_easy: bool = False
    difficulty: float | None = None
    unproven: bool = False
    twin: bool = False

    def rank(self, wish: Wish) -> tuple[int, bool, int, float]:
        """Smaller is nearer to the wish."""
        apart = 0.0
        if self.difficulty is not None and wish.difficulty is not None:
            low, high = wish.difficulty
            apart = max(low - self.difficulty, self.difficulty - high)
        return self.boring, self.too_easy, self.unknown, apart

    def __str__(self) -> str:
        if self.boring:
            return f"{self.boring} of its lines are empty or full"
        if self.too_easy:
            return "an easier technique solves it"
        if self.difficulty is not None:
            return f"its difficulty is {self.difficulty:g}"
        if self.twin:
            return "it is a twin of one before"
        if self.unproven:
            return "no solver decided it within its bound"
        return f"{self.unknown} of its cells stay unknown"


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle as wished, proven, and what it needs."""

    puzzle: Puzzle
    technique: str
    difficulty: float


def attempt(wish: Wish, seed: int, number: int, limits: Limits) -> tuple[Found | Miss, int]:
    """What attempt ``number`` gives, and how many pictures were looked at.

    Raises:
        Stopped: a limit was reached.
    """
    limits.check()
    return _Attempt(wish, seed, number, limits).run()


class _Attempt:
    def __init__(self, wish: Wish, seed: int, number: int, limits: Limits) -> None:
        self.wish = wish
        self.limits = limits
        name = f"{wish.name}:{seed}:{number}"
        self.title = f"{wish.width}x{wish.height}, seed {seed}, number {number}"
        groups = groups_of(wish.height, wish.width, wish.symmetry)
        cells = draw(wish, groups, name, limits)
        limits.check()
        self.shaper = LocalSearch(
            wish.height,
            wish.width,
            wish.colors,
            cells,
            groups,
            reach=wish.reach,
            below=wish.below,
            boring=wish.boring,
            smooth=wish.style == "smooth",
            seed=_native_seed(name),
        )
        self.most_work = max(_LEAST_WORK, _WORK_PER_CELL * wish.width * wish.height)
        self.patience = _PATIENCE if wish.below == Reach.NOTHING else _SHORT_PATIENCE

    def run(self) -> tuple[Found | Miss, int]:
        result = self._shaped()
        if isinstance(result, Found) and not self._is_proven(result.puzzle):
            result = Miss(result.puzzle, unproven=True)
        return result, self.shaper.tries

    def puzzle(self) -> Puzzle:
        """The puzzle of the picture as it is now."""
        wish = self.wish
        grid = Grid.from_cells(wish.height, wish.width, self.shaper.cells, wish.palette.letters)
        return Puzzle.from_grid(grid, palette=wish.palette, meta=Metadata(title=self.title))

    def _shaped(self) -> Found | Miss:
        shaper = self.shaper
        finish(shaper.look(self.limits.stop), self.limits)
        if self.wish.beyond:
            return self._shaped_beyond()
        if not shaper.fits and self.wish.any_technique and shaper.boring == 0:
            puzzle = self.puzzle()
            if self._is_unique(puzzle):
                found = self._rated(puzzle)
                if isinstance(found, Found):
                    return found
        for _ in self._nearer():
            pass
        if not shaper.fits:
            return self._miss()
        return self._rated(self.puzzle()) if self.wish.difficulty is None else self._varied()

    def _nearer(self) -> Iterator[None]:
        """Come nearer to the wish; after each step forwards the caller may look."""
        shaper = self.shaper
        while not shaper.fits and shaper.work < self.most_work:
            before = (shaper.unknown, shaper.boring, shaper.easy)
            finish(shaper.climb(self.most_work, self.patience, self.limits.stop), self.limits)
            if before == (shaper.unknown, shaper.boring, shaper.easy):
                return  # patience is at its end
            yield

    def _shaped_beyond(self) -> Found | Miss:
        """A picture with one solution that trials do not solve; the solver says which that is."""
        for _ in chain((None,), self._nearer()):
            puzzle = self.puzzle()
            if self.shaper.fits:
                return Miss(puzzle, too_easy=True)
            if self.shaper.boring == 0 and self._is_unique(puzzle):
                return self._rated(puzzle)
        return self._miss()

    def _varied(self) -> Found | Miss:
        """Exchange cells so that the picture fits as before, towards the wished difficulty."""
        shaper = self.shaper
        best = self._rated(self.puzzle())
        for _ in range(_VARIATIONS):
            if isinstance(best, Found) or shaper.work >= self.most_work:
                break
            status, varied = shaper.vary(self.most_work, self.patience, self.limits.stop)
            finish(status, self.limits)
            if not varied:
                break
            other = self._rated(self.puzzle())
            if isinstance(other, Found) or other.rank(self.wish) <= best.rank(self.wish):
                best = other
            else:
                shaper.take_back()
        return best

    def _rated(self, puzzle: Puzzle) -> Found | Miss:
        """A puzzle that fits, if its difficulty does, too."""
        looking = look(open_board(puzzle), self.limits)
        bounds = self.wish.difficulty
        if bounds is not None and (looking.cut or not bounds[0] <= looking.difficulty <= bounds[1]):
            return Miss(puzzle, difficulty=looking.difficulty)
        technique = technique_of(puzzle, self.limits)
        if self.wish.beyond and technique != self.wish.exactly:
            return Miss(puzzle, too_easy=True)
        return Found(puzzle, technique, looking.difficulty)

    def _miss(self) -> Miss:
        shaper = self.shaper
        return Miss(self.puzzle(), shaper.unknown, shaper.boring, shaper.easy)

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


def technique_of(puzzle: Puzzle, limits: Limits) -> str:
    """The hardest technique that a puzzle with one solution needs.

    Each is asked for the fixpoint of its deductions, which is where a walkthrough up to it ends.

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
    return "counting" if counting_decides(Position(puzzle, board, limits)) else "clue-set"


def _native_seed(name: str) -> int:
    """A seed of 64 bits for the core, from a hash of the name."""
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big")


_STEPS = 1 << 30
_LARGEST_GROUP = 8
_BATCH = 1 << 16
"""Cells between two questions whether the work must end."""


def draw(wish: Wish, groups: Sequence[int], name: str, limits: Limits | None = None) -> bytes:
    """The cells of the picture of a name; ``groups`` are those of the wish's symmetry.

    With a symmetry some cells fewer may be filled than wished for, fewer than a group has.

    Raises:
        Stopped: a limit was reached.
    """
    limits = limits or Limits()
    chance = random.Random(name)
    members: list[list[int]] = [[] for _ in range(max(groups) + 1)]
    for cell, group in enumerate(limits.each(groups, _BATCH)):
        members[group].append(cell)
    order = _order(wish, members, chance, limits)
    filled: list[int] = []
    room = wish.filled
    for group in limits.each(order, _BATCH):
        if len(members[group]) <= room:
            filled.append(group)
            room -= len(members[group])
    cells = bytearray(len(groups))
    if wish.colors > 1:
        wanted = set(filled)
        filled = [group for group in _order(wish, members, chance, limits) if group in wanted]
    done, all_filled = 0, wish.filled - room
    for group in limits.each(filled, _BATCH):
        color = 1 + done * wish.colors // all_filled
        for cell in members[group]:
            cells[cell] = color
        done += len(members[group])
    return bytes(cells)


def _order(
    wish: Wish, members: Sequence[Sequence[int]], chance: random.Random, limits: Limits
) -> list[int]:
    """All groups, those with the largest numbers first."""
    places = range(wish.width * wish.height)
    noise = [int(chance.random() * _STEPS) for _ in limits.each(places, _BATCH)]
    if wish.style == "smooth":
        for _ in range(2):
            limits.check()
            noise = _blurred(noise, wish.height, wish.width)
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
