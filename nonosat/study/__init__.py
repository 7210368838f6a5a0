# SPDX-License-Identifier: MIT
"""Studies: run puzzles with several configurations, save the rows, and sum them up.

A study is repeatable: random puzzles are made again from their names, and each row holds the hash
of its puzzle, the configuration, the limits, the seed and the version. Only times differ from run
to run; ``environment`` describes the machine on which they were measured.

>>> from nonosat import study
>>> rows = study.run(study.random_picture_puzzles(8, 8, 0.7, 3, seed=1), ["fast", "sat"])
>>> len(rows), sorted({row["configuration"] for row in rows})
(6, ['fast', 'sat'])

``run`` and ``iterate`` solve, ``random_picture_puzzles``, ``domino`` and ``folder`` give puzzles,
``save_rows`` and ``load_rows`` keep rows in files, ``run_program`` times another program
and checks its answers, and ``try_program`` shows how it is asked and understood;
``ready_programs`` lists the programs that are described. ``contest_table``, ``wrong_answers`` and
``unknown_answers`` are what ``bench`` prints.
``shares_of_cells``, ``speed_up``, ``par2``, ``cactus`` and ``wilson_interval`` sum rows up.
``proven_by`` tries each method of proof by itself. ``orientations`` turns and mirrors a puzzle, and
``steadiness`` measures how much its time depends on that and on seeds. The module ``growth``
measures how time grows with the side.

Inside a solve: ``solve_line`` solves one line, ``line_statistics`` measures the contribution of
each line, ``implication_graph`` is the graph of implications for networkx, and ``beliefs`` yields
belief propagation iteration by iteration.
"""

from __future__ import annotations

from nonosat.logic.belief_search import BeliefIteration, beliefs
from nonosat.logic.board import solve_line
from nonosat.logic.implications import Literal, implication_graph
from nonosat.study.line_table import LineStatistics, LineWork, line_statistics
from nonosat.study.measures import cactus, par2, shares_of_cells, speed_up, wilson_interval
from nonosat.study.oriented import Steadiness, orientations, steadiness
from nonosat.study.outside_program import (
    UNASKED,
    WRONG,
    Exchange,
    Known,
    Trial,
    program_version,
    run_program,
    try_program,
)
from nonosat.study.programs import Program, described, ready_programs, split_command
from nonosat.study.proven import ProvenBy, proven_by
from nonosat.study.puzzles import (
    Folder,
    Skipped,
    domino,
    folder,
    random_picture_puzzles,
)
from nonosat.study.report_page import (
    contest_table,
    report_page,
    unknown_answers,
    wrong_answers,
)
from nonosat.study.rows import (
    COLUMNS,
    GAVE_UP,
    NOTHING,
    TIMED,
    Row,
    cells_of,
    environment,
    seconds_of,
)
from nonosat.study.runs import Configuration, iterate, run
from nonosat.study.store import load_rows, save_rows

__all__ = [
    "COLUMNS",
    "GAVE_UP",
    "NOTHING",
    "TIMED",
    "UNASKED",
    "WRONG",
    "BeliefIteration",
    "Configuration",
    "Exchange",
    "Folder",
    "Known",
    "LineStatistics",
    "LineWork",
    "Literal",
    "Program",
    "ProvenBy",
    "Row",
    "Skipped",
    "Steadiness",
    "Trial",
    "beliefs",
    "cactus",
    "cells_of",
    "contest_table",
    "described",
    "domino",
    "environment",
    "folder",
    "implication_graph",
    "iterate",
    "line_statistics",
    "load_rows",
    "orientations",
    "par2",
    "program_version",
    "proven_by",
    "random_picture_puzzles",
    "ready_programs",
    "report_page",
    "run",
    "run_program",
    "save_rows",
    "seconds_of",
    "shares_of_cells",
    "solve_line",
    "speed_up",
    "split_command",
    "steadiness",
    "try_program",
    "unknown_answers",
    "wilson_interval",
    "wrong_answers",
]
