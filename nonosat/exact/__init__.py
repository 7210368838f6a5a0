# SPDX-License-Identifier: MIT
"""Exact answers about puzzles that are not unique, or impossible.

``backbone`` (which cells are ambiguous), ``count`` (how many solutions), ``solutions`` (each of
them), ``why`` (which lines contradict each other), ``check_given`` (is this partly filled grid
still consistent with a solution?).

They start from what the pipeline of ``solve`` found and ask the tools of ``sat``. Their results are
checked as far as plain code can: every solution by ``Puzzle.check``, every backbone against them.
"""

from nonosat.exact.contradictions import Conflict, why
from nonosat.exact.counting import Count, backbone, count
from nonosat.exact.enumeration import solutions
from nonosat.exact.given import GivenReport, check_given
from nonosat.sat.model_count import Factor

__all__ = [
    "Conflict",
    "Count",
    "Factor",
    "GivenReport",
    "backbone",
    "check_given",
    "count",
    "solutions",
    "why",
]
