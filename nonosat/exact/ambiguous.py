# SPDX-License-Identifier: MIT
"""Ambiguous cells: which cells differ between the solutions of a puzzle?

The work is the stage ``backbone`` of the pipeline (``nonosat/sat/backbone_search.py``); this is its
public name.
"""

from __future__ import annotations

from typing import Any

from nonosat.puzzle import Puzzle
from nonosat.report import Report
from nonosat.solving import solve

__all__ = ["backbone"]


def backbone(puzzle: Puzzle, **options: Any) -> Report:
    """``solve(puzzle, backbone=True, ...)``: which cells differ between solutions?

    >>> report = backbone(Puzzle(rows=[[1], [1], [1]], columns=[[1], [2], []]))
    >>> report.ambiguous
    ((0, 0), (0, 1), (2, 0), (2, 1))
    >>> print(report.certain)
    ??.
    .#.
    ??.
    """
    return solve(puzzle, backbone=True, **options)
