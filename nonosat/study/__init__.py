# SPDX-License-Identifier: MIT
"""Studies: run puzzles with several configurations, save the rows, and sum them up.

A study is repeatable: random puzzles are made again from their names, and each row holds the hash
of its puzzle, the configuration, the limits, the seed and the version. Only times differ from run
to run; ``environment`` says on which machine they were measured.

>>> from nonosat import study
>>> rows = study.run(study.random_picture_puzzles(8, 8, 0.7, 3, seed=1), ["fast", "sat"])
>>> len(rows), sorted({row["configuration"] for row in rows})
(6, ['fast', 'sat'])

``run`` and ``iterate`` solve, ``random_picture_puzzles``, ``domino`` and ``folder`` give puzzles,
``save_rows`` and ``load_rows`` keep rows in files, ``run_program`` times another program.
``shares_of_cells``, ``speed_up``, ``par2``, ``cactus`` and ``wilson_interval`` sum rows up.
``proven_by`` tries each method of proof by itself. ``orientations`` turns and mirrors a puzzle, and
``steadiness`` says how much its time depends on that and on seeds. The module ``growth`` measures
how time grows with the side.

Inside a solve: ``line_statistics`` says what each line contributes, ``implication_graph`` is the
graph of implications for networkx, and ``beliefs`` yields belief propagation iteration by
iteration.
"""

from __future__ import annotations

from nonosat.logic.belief_search import BeliefIteration, beliefs
from nonosat.logic.implications import Literal, implication_graph
from nonosat.study.folders import Folder, Skipped, folder
from nonosat.study.line_table import LineStatistics, LineWork, line_statistics
from nonosat.study.measures import cactus, par2, shares_of_cells, speed_up, wilson_interval
from nonosat.study.oriented import Steadiness, orientations, steadiness
from nonosat.study.outside_program import run_program, split_command
from nonosat.study.proven import ProvenBy, proven_by
from nonosat.study.puzzles import domino, random_picture_puzzles
from nonosat.study.rows import COLUMNS, Row, cells_of, environment, seconds_of
from nonosat.study.runs import Configuration, iterate, run
from nonosat.study.store import load_rows, save_rows

__all__ = [
    "COLUMNS",
    "BeliefIteration",
    "Configuration",
    "Folder",
    "LineStatistics",
    "LineWork",
    "Literal",
    "ProvenBy",
    "Row",
    "Skipped",
    "Steadiness",
    "beliefs",
    "cactus",
    "cells_of",
    "domino",
    "environment",
    "folder",
    "implication_graph",
    "iterate",
    "line_statistics",
    "load_rows",
    "orientations",
    "par2",
    "proven_by",
    "random_picture_puzzles",
    "run",
    "run_program",
    "save_rows",
    "seconds_of",
    "shares_of_cells",
    "speed_up",
    "split_command",
    "steadiness",
    "wilson_interval",
]
