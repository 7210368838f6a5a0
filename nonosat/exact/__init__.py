# SPDX-License-Identifier: MIT
"""Exact answers about puzzles that are not unique, or impossible.

``backbone`` (which cells are ambiguous), ``count_solutions`` (how many solutions),
``iter_solutions`` (each of them), ``find_contradiction`` (which lines contradict each other),
``check_grid`` (is this partly filled grid still consistent with a solution?).

They start from the results of the pipeline of ``solve`` and use the tools of ``sat``. Their results
are checked as far as plain code can: every solution by ``Puzzle.faults``, every backbone against
the solutions.
"""

from nonosat.exact.contradictions import Contradiction, find_contradiction
from nonosat.exact.counting import SolutionCount, backbone, count_solutions
from nonosat.exact.enumeration import Solutions, iter_solutions
from nonosat.exact.given import GridCheck, check_grid
from nonosat.sat.model_count import Factor

__all__ = [
    "Contradiction",
    "Factor",
    "GridCheck",
    "SolutionCount",
    "Solutions",
    "backbone",
    "check_grid",
    "count_solutions",
    "find_contradiction",
    "iter_solutions",
]
