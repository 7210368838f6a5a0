# SPDX-License-Identifier: MIT
"""Which methods prove that a known solution is the only one.

``solve`` stops at the first stage that decides. A comparison has to try each method by itself:
line solving, probing, and weights (``core/weights.hpp``) from the clues alone, from the state
that line solving leaves, and from the state that probing leaves. The work of every method is
bounded by a number that depends on the board alone, so the answers are the same on all machines. A
SAT solver is not compared: given time, it proves everything.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from nonosat.core._core import Board
from nonosat.errors import OptionError, check_type
from nonosat.logic.board import open_board
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.solving.stages.weights import most_work


class ProvenBy(NamedTuple):
    """Which methods prove that there is no other solution.

    ``lines``: line solving; ``probing``: line solving and probing; ``weights``: weights from the
    clues alone; ``after_lines``, ``after_probing``: weights from the state that these methods leave
    (also True if they solve all cells). ``seconds``: processor seconds of the three searches for
    weights.

    >>> dot = Puzzle(rows=[[1]], columns=[[1]])
    >>> proven_by(dot, Grid("#")).lines
    True
    """

    lines: bool
    probing: bool
    weights: bool
    after_lines: bool
    after_probing: bool
    seconds: float


def proven_by(puzzle: Puzzle, solution: Grid) -> ProvenBy:
    """Which methods prove that a solution is the only one.

    Args:
        puzzle: the puzzle.
        solution: a grid that satisfies all clues.

    Returns:
        True or False for each method, and the time that the weights took.

    Raises:
        OptionError: ``solution`` is not a solution.

    >>> from nonosat.study import domino
    >>> puzzle = domino(5)
    >>> found = proven_by(puzzle, puzzle.solve().solutions[0])
    >>> found.lines, found.probing, found.weights
    (False, False, True)
    """
    check_type("puzzle", puzzle, Puzzle)
    check_type("solution", solution, Grid)
    if not solution.complete or puzzle.faults(solution):
        raise OptionError("the grid does not satisfy the clues: give a solution of the puzzle")
    board = open_board(puzzle)
    begun = time.process_time()
    weights = _weights_prove(board, solution)
    seconds = time.process_time() - begun
    answers = []
    for deduce in (board.propagate, board.probe):
        deduce()
        solved = board.unknown == 0
        begun = time.process_time()
        answers += [solved, solved or _weights_prove(board, solution)]
        seconds += time.process_time() - begun
    lines, after_lines, probing, after_probing = answers
    return ProvenBy(lines, probing, weights, after_lines, after_probing, seconds)


def _weights_prove(board: Board, solution: Grid) -> bool:
    _, weights, *_ = board.prove_by_weights(solution.cells, most_work(board))
    return weights is not None
