# SPDX-License-Identifier: MIT
"""Beliefs: the probability of each value of each cell, by belief propagation, and the search.

``core/beliefs.hpp`` describes the method and does the work. ``BeliefSearch`` is the schedule of the
stage ``beliefs``; ``beliefs()`` yields the marginals iteration by iteration.

The schedule is a list of runs, quick ones first. Each run starts from different noise: a puzzle
with several solutions is often symmetric, and without noise its beliefs never prefer one of them.
Damping matters for few puzzles, but some of them need it, so one run is damped. After a run that
fails, a dive (``core/dive.hpp``) searches along the beliefs at the end of the run; it finds as much
after a run that has waited half as long for progress. Later a SAT solver takes turns with
``find_longer``: one more, longer run with its dive, whose beliefs are the next phases of the
solver. The slowest runs matter most on random pictures from 40x40 on, the quickest of the three on
webpbn's hard pictures. A schedule of equal runs, no dives, and dives of other lengths solved fewer
puzzles in the same time (docs/experiments.md, "Beliefs and dives").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nonosat.core import _core
from nonosat.core._core import Board, Status
from nonosat.errors import ContradictionError, OptionError
from nonosat.limits import Limits
from nonosat.logic.board import finish, open_board
from nonosat.model.clue import EMPTY
from nonosat.model.grid import Grid, GridLike
from nonosat.model.numbers import reduced_seed, share, whole_number
from nonosat.model.puzzle import Puzzle, asked

_Run: TypeAlias = tuple[float, float, int, int]
"""gamma, damping, the most iterations, and the iterations without progress that end the run"""
QUICK_RUN = (0.98, 0.0, 60, 20)
MEDIUM_RUN = (0.99, 0.0, 100, 25)
_SHORT = (0.99, 0.0, 60, 15)
_SLOW = (0.995, 0.0, 200, 40)
_DAMPED = (0.995, 0.3, 200, 40)
SCHEDULE = (QUICK_RUN, _SHORT, _SHORT, _DAMPED, _SHORT, _SHORT, _SLOW, _SLOW)
_MOST_WORK = 12_000_000
"""No new run starts after this work, in table entries of about 10 ns: SAT is then as fast."""
_LONGER: tuple[_Run, ...] = (
    (0.995, 0.0, 300, 30),
    (0.999, 0.3, 1200, 75),
    (0.999, 0.0, 1200, 75),
)
_MANY_RUNS = 1 << 20
"""More runs than a search does, so that no two seeds share the noise of a run."""
_DIVE_CONFLICTS = 200
"""Conflicts after which a dive ends."""


class BeliefSearch:
    """The search for a solution by reinforced belief propagation, in several runs."""

    def __init__(self, board: Board) -> None:
        """``board`` must be propagated. The search restores it."""
        self.beliefs = _core.Beliefs(board)
        self._board = board
        self._runs = self._iterations = self._dives = 0

    def find(
        self, limits: Limits, seed: int = 0, schedule: Sequence[_Run] = SCHEDULE
    ) -> bytes | None:
        """The cells of a solution, which the caller checks; None if the schedule finds none.

        ``seed`` is any whole number.

        Raises:
            Stopped: a limit was reached.
        """
        for run in schedule:
            if self.beliefs.work > _MOST_WORK:
                break
            cells = self._try(run, limits, seed)
            if cells is not None:
                return cells
        return None

    @property
    def runs(self) -> int:
        """The number of runs so far."""
        return self._runs

    def find_longer(self, limits: Limits, seed: int = 0) -> bytes | None:
        """One more run, longer than the others, with new noise at each call.

        Raises:
            Stopped: a limit was reached.
        """
        return self._try(_LONGER[self._runs % len(_LONGER)], limits, seed)

    def find_another(self, limits: Limits, seed: int = 0) -> bytes | None:
        """A run for one more solution after beliefs have found one; it may find the same again.

        Raises:
            Stopped: a limit was reached.
        """
        return self._try(_LONGER[0], limits, seed)

    def _try(self, run: _Run, limits: Limits, seed: int) -> bytes | None:
        """One run, and a dive if the run fails."""
        gamma, damping, iterations, patience = run
        self._runs += 1
        status = self.beliefs.run(
            iterations,
            gamma,
            damping,
            seed=reduced_seed(seed) * _MANY_RUNS + self._runs,
            patience=patience,
            poll=limits.stop,
        )
        self._iterations += self.beliefs.iterations
        if status == Status.FIXPOINT:
            return self.beliefs.cells()
        if status == Status.CONTRADICTION:
            self._dives += 1
            status, cells = self.beliefs.dive(self._board, _DIVE_CONFLICTS, limits.stop)
            if cells is not None:
                return cells
        if status == Status.INTERRUPTED:
            finish(status, limits)
        return None

    def counts(self) -> dict[str, int]:
        """Work so far: runs, iterations, line updates, dives."""
        updates = self.beliefs.line_updates
        return {
            "runs": self._runs,
            "iterations": self._iterations,
            "line_updates": updates,
            "dives": self._dives,
        }


@dataclass(frozen=True, slots=True)
class BeliefIteration:
    """The beliefs after one iteration.

    ``number``: the iteration, from 1. ``probabilities[row][column]``: the probability that the cell
    is filled, with any colour. ``values[row][column][v]``: the probability that it has value v (0 =
    EMPTY). ``grid``: the most probable value of each cell. ``broken``: the number of clues that
    ``grid`` violates; 0 means that it is a solution.

    >>> from nonosat import Puzzle
    >>> last = list(beliefs(Puzzle(rows=[[2], [1]], columns=[[2], [1]])))[-1]
    >>> last.number, last.broken, last.probabilities
    (1, 0, ((1.0, 1.0), (1.0, 0.0)))
    """

    number: int
    probabilities: tuple[tuple[float, ...], ...]
    values: tuple[tuple[tuple[float, ...], ...], ...]
    broken: int
    grid: Grid


def beliefs(
    puzzle: Puzzle,
    *,
    given: GridLike | None = None,
    iterations: int = 100,
    gamma: float = 0.99,
    damping: float = 0.0,
    seed: int = 0,
) -> Iterator[BeliefIteration]:
    """Belief propagation on a puzzle, iteration by iteration, after line solving.

    Source: Braunstein and Zecchina, "Learning by message passing in networks of discrete synapses",
    2006, for the reinforcement. ``core/beliefs.hpp`` has the messages.

    Args:
        puzzle: the puzzle; any number of colours, and clues may be missing.
        given: cells that are known already; they are certain.
        iterations: end after this number, or after the first iteration whose grid satisfies all
            clues.
        gamma: reinforcement, above 0 and at most 1: in iteration t, 1 - gamma ** t of its log-odds
            is added to each cell. 1 is plain belief propagation; .98 to .999 finds solutions.
        damping: from 0 to below 1, the share of the old message in the new one.
        seed: any whole number. 0 starts without noise; other seeds start with noise, which breaks
            symmetries.

    Yields:
        A ``BeliefIteration`` for each iteration. If line solving solves the puzzle, there is one
        iteration, in which everything is certain.

    Raises:
        OptionError: an option is out of its range.
        GridError: ``given`` does not have the puzzle's size and colours.
        ContradictionError: line solving alone shows that there is no solution.

    >>> from nonosat import Puzzle
    >>> puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    >>> first = next(beliefs(puzzle))
    >>> first.probabilities
    ((0.5, 0.5), (0.5, 0.5))
    >>> *_, last = beliefs(puzzle, seed=1)
    >>> last.broken, puzzle.faults(last.grid)
    (0, ())
    """
    puzzle, given = asked(puzzle, given)
    iterations, seed = whole_number("iterations", iterations, 1), reduced_seed(seed)
    gamma, damping = share("gamma", gamma), share("damping", damping)
    if not (0 < gamma <= 1 and 0 <= damping < 1):
        raise OptionError(
            f"gamma {gamma}, damping {damping}: choose 0 < gamma <= 1, 0 <= damping < 1"
        )
    board = open_board(puzzle, given)
    if board.propagate() != Status.FIXPOINT:
        raise ContradictionError("the puzzle has no solution: line solving finds a contradiction")
    return _iterations(puzzle, _core.Beliefs(board), iterations, gamma, damping, seed)


def _iterations(
    puzzle: Puzzle,
    native: _core.Beliefs,
    iterations: int,
    gamma: float,
    damping: float,
    seed: int,
) -> Iterator[BeliefIteration]:
    native.restart(seed)
    count = len(puzzle.palette) + 1
    for number in range(1, iterations + 1):
        broken = native.iterate(gamma, damping)
        flat = native.marginals()
        cells = [tuple(flat[i : i + count]) for i in range(0, len(flat), count)]
        values = tuple(
            tuple(cells[i : i + puzzle.width]) for i in range(0, len(cells), puzzle.width)
        )
        filled = tuple(tuple(1.0 - cell[EMPTY] for cell in row) for row in values)
        yield BeliefIteration(number, filled, values, broken, puzzle.grid(native.cells()))
        if broken == 0:
            return
