# SPDX-License-Identifier: MIT
"""Beliefs: how likely each value of each cell is, by belief propagation; and solutions out of it.

The core does the work (``nonosat/core/beliefs.hpp`` tells the method). Here are the schedule of the
``beliefs`` stage, and ``beliefs()``, which shows the marginals round by round.

The schedule is a list of restarts, quick ones first. Every restart begins with other noise: a
puzzle with several solutions is often symmetric, and without noise the beliefs never choose. What
was measured, on 249 puzzles of a tournament (each fourth one): without noise 147 solved in the
first run, with noise 196; eight runs with gamma from .98 to .995 solved 232, eight equal ones with
.99 218 to 224. Damping solves fewer of these, but one run with much of it is worth its time:
pictures such as webpbn 22336 are solved with it at once and without it hardly ever.

Where a run fails, a dive (``nonosat/core/dive.hpp``) follows the beliefs that it ended with: 241
of the 249 are then solved, in four fifths of the time, and of 41 random puzzles (25x25, 30x30) that
eight runs had left all but seven. Dives of 50 and of 800 conflicts took longer in all than those of
200; a short first run before the dive, a smaller limit of work and four runs in place of eight
made no difference or lost some.

When the schedule is through, a SAT solver takes over, and between its slices there is one longer
run with its dive (``find_longer``). The hardest pictures known that have a solution are found so:
survey-meow, which no SAT solver here found in two minutes, after some seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nonosat.clue import EMPTY
from nonosat.core import _core
from nonosat.core._core import Board, Status
from nonosat.errors import ContradictionError, OptionError
from nonosat.grid import Grid
from nonosat.limits import Limits
from nonosat.logic.board import finish, open_board
from nonosat.puzzle import Puzzle

__all__ = ["MEDIUM_RUN", "QUICK_RUN", "BeliefRound", "BeliefSearch", "beliefs"]

_Run: TypeAlias = tuple[float, float, int, int]
"""gamma, damping, rounds at most, rounds of patience with an unchanged number of broken clues"""
QUICK_RUN = (0.98, 0.0, 60, 20)
MEDIUM_RUN = (0.99, 0.0, 100, 25)
_SLOW = (0.995, 0.0, 200, 40)
_DAMPED = (0.995, 0.3, 200, 40)
_SCHEDULE = (QUICK_RUN, QUICK_RUN, MEDIUM_RUN, _DAMPED, MEDIUM_RUN, MEDIUM_RUN, _SLOW, _SLOW)
_MOST_WORK = 12_000_000
"""Table entries (about 10 ns each) after which no new run begins: a SAT solver is then as quick."""
_LONGER: tuple[_Run, ...] = (
    (0.995, 0.0, 300, 60),
    (0.999, 0.3, 1200, 150),
    (0.999, 0.0, 1200, 150),
)
_MANY_RUNS = 1 << 20
"""More than there will ever be: the noise of different seeds is different."""
_DIVE_CONFLICTS = 200


class BeliefSearch:
    """The search for a solution by reinforced belief propagation, in several runs."""

    def __init__(self, board: Board) -> None:
        """``board`` must be propagated. It is left as it is."""
        self.beliefs = _core.Beliefs(board)
        self._board = board
        self._runs = self._rounds = self._dives = 0

    def find(
        self, limits: Limits, seed: int = 0, schedule: Sequence[_Run] = _SCHEDULE
    ) -> bytes | None:
        """The cells of a solution, to be checked; None if the schedule found none.

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

    def find_longer(self, limits: Limits, seed: int = 0) -> bytes | None:
        """One more run, a longer one, with other noise each time it is called.

        Raises:
            Stopped: a limit was reached.
        """
        run = _LONGER[self._runs % len(_LONGER)]
        return self._try(run, limits, seed)

    def _try(self, run: _Run, limits: Limits, seed: int) -> bytes | None:
        """A run, and where it fails a dive."""
        gamma, damping, rounds, patience = run
        self._runs += 1
        status = self.beliefs.run(
            rounds,
            gamma,
            damping,
            seed=seed * _MANY_RUNS + self._runs,
            patience=patience,
            poll=limits.stop,
        )
        self._rounds += self.beliefs.rounds
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
        """Work done so far: runs, rounds, line updates, dives."""
        updates = self.beliefs.line_updates
        return {
            "runs": self._runs,
            "rounds": self._rounds,
            "line_updates": updates,
            "dives": self._dives,
        }


@dataclass(frozen=True, slots=True)
class BeliefRound:
    """The beliefs after one round.

    ``probabilities[row][column]`` is the probability that the cell is filled (of any colour);
    ``values[row][column][v]`` that it has value v (0 = EMPTY). ``broken`` counts the clues that the
    grid of the likelier values breaks; 0 means that ``grid`` is a solution.
    """

    number: int
    probabilities: list[list[float]]
    values: list[list[list[float]]]
    broken: int
    grid: Grid


def beliefs(
    puzzle: Puzzle,
    *,
    given: Grid | None = None,
    rounds: int = 100,
    gamma: float = 0.99,
    damping: float = 0.0,
    seed: int = 0,
) -> Iterator[BeliefRound]:
    """Belief propagation on a puzzle, round by round, from what line-solving leaves open.

    Args:
        puzzle: the puzzle.
        given: a partial grid; cells known in it are certain.
        rounds: how many at most. The last round is the first whose likelier values satisfy all
            clues.
        gamma: of the reinforcement, 0 to 1: in round t each cell is pulled by 1 - gamma ** t of its
            log-odds. 1 is plain belief propagation, .98 to .999 finds solutions.
        damping: 0 to 1, the share of an old message that stays in the new one.
        seed: 0 starts from nothing known, any other from that noise, which breaks symmetries.

    Yields:
        A ``BeliefRound`` for each round. A puzzle that line-solving finishes has one, all certain.

    Raises:
        OptionError: an option out of its range.
        GridError: ``given`` does not belong to the puzzle.
        ContradictionError: line-solving alone shows that there is no solution.

    >>> from nonosat import Puzzle
    >>> puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    >>> first = next(beliefs(puzzle))
    >>> first.probabilities
    [[0.5, 0.5], [0.5, 0.5]]
    >>> *_, last = beliefs(puzzle, seed=1)
    >>> last.broken, puzzle.check(last.grid)
    (0, ())
    """
    if rounds < 1 or seed < 0:
        raise OptionError(f"rounds {rounds}, seed {seed}: at least 1 round, and no negative seed")
    if not (0 < gamma <= 1 and 0 <= damping < 1):
        raise OptionError(
            f"gamma {gamma}, damping {damping}: choose 0 < gamma <= 1, 0 <= damping < 1"
        )
    board = open_board(puzzle, given)
    if board.propagate() != Status.FIXPOINT:
        raise ContradictionError(
            "the puzzle has no solution: line-solving comes to a contradiction"
        )
    return _rounds(puzzle, _core.Beliefs(board), rounds, gamma, damping, seed)


def _rounds(
    puzzle: Puzzle,
    native: _core.Beliefs,
    rounds: int,
    gamma: float,
    damping: float,
    seed: int,
) -> Iterator[BeliefRound]:
    native.restart(seed)
    count = len(puzzle.palette) + 1
    for number in range(1, rounds + 1):
        broken = native.round(gamma, damping)
        flat = native.marginals()
        cells = [flat[i : i + count] for i in range(0, len(flat), count)]
        values = [cells[i : i + puzzle.width] for i in range(0, len(cells), puzzle.width)]
        filled = [[1.0 - cell[EMPTY] for cell in row] for row in values]
        yield BeliefRound(number, filled, values, broken, puzzle.grid(native.cells()))
        if broken == 0:
            return
