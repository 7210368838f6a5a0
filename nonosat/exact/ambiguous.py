# SPDX-License-Identifier: MIT
"""Ambiguous cells: which cells differ between the solutions of a puzzle?

The work is the stage ``backbone`` of the pipeline (``nonosat/sat/backbone_search.py``); this is its
public name.
"""

from __future__ import annotations

from typing import Unpack

from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report
from nonosat.solving import SolveOptions, solve


def backbone(puzzle: Puzzle, **options: Unpack[SolveOptions]) -> Report:
    """``solve(puzzle, backbone=True, ...)``: which cells differ between solutions?

    They are ``report.ambiguous``; ``report.certain`` has the values of all other cells. ``options``
    and errors are those of ``solve``.

    >>> report = backbone(Puzzle(rows=[[1], [1], [1]], columns=[[1], [2], []]))
    >>> report.ambiguous
    ((0, 0), (0, 1), (2, 0), (2, 1))
    >>> print(report.certain)
    ??.
    .#.
    ??.
    """
    options["backbone"] = True
    return solve(puzzle, **options)
