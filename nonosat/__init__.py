# SPDX-License-Identifier: MIT
"""nonosat: solve nonograms, and say honestly whether the solution is unique.

>>> import nonosat
>>> puzzle = nonosat.Puzzle(rows=[[2], [1]], columns=[[2], [1]])
>>> report = nonosat.solve(puzzle)
>>> report.verdict
<Verdict.UNIQUE: 'unique'>
>>> print(report.solutions[0])
##
#.

Names are looked up when they are first used (PEP 562), so that ``import nonosat`` costs little.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonosat._version import __version__

if TYPE_CHECKING:
    from nonosat.clue import EMPTY, FILLED, UNKNOWN, Block, Clue, Line
    from nonosat.errors import (
        BackendError,
        CertificateError,
        ContradictionError,
        Fault,
        GridError,
        InternalError,
        NonosatError,
        OptionError,
        PuzzleError,
        PuzzleSyntaxError,
    )
    from nonosat.exact import (
        Conflict,
        Count,
        GivenReport,
        backbone,
        check_given,
        count,
        solutions,
        why,
    )
    from nonosat.formats import dump, dumps, load, load_all, loads
    from nonosat.grid import Grid
    from nonosat.limits import Cancellation
    from nonosat.logic.belief_search import BeliefRound, beliefs
    from nonosat.logic.implications import implication_graph
    from nonosat.logic.line import solve_line
    from nonosat.palette import Color, Palette
    from nonosat.proof import certify, verify
    from nonosat.puzzle import Metadata, Puzzle
    from nonosat.report import GoalStatus, Reason, Report, StageReport, Verdict
    from nonosat.solving import solve

_HOME = {
    "nonosat.clue": ("EMPTY", "FILLED", "UNKNOWN", "Block", "Clue", "Line"),
    "nonosat.errors": (
        "BackendError",
        "CertificateError",
        "ContradictionError",
        "Fault",
        "GridError",
        "InternalError",
        "NonosatError",
        "OptionError",
        "PuzzleError",
        "PuzzleSyntaxError",
    ),
    "nonosat.exact": (
        "Conflict",
        "Count",
        "GivenReport",
        "backbone",
        "check_given",
        "count",
        "solutions",
        "why",
    ),
    "nonosat.formats": ("dump", "dumps", "load", "load_all", "loads"),
    "nonosat.grid": ("Grid",),
    "nonosat.limits": ("Cancellation",),
    "nonosat.logic.belief_search": ("BeliefRound", "beliefs"),
    "nonosat.logic.implications": ("implication_graph",),
    "nonosat.logic.line": ("solve_line",),
    "nonosat.proof": ("certify", "verify"),
    "nonosat.palette": ("Color", "Palette"),
    "nonosat.puzzle": ("Metadata", "Puzzle"),
    "nonosat.report": ("GoalStatus", "Reason", "Report", "StageReport", "Verdict"),
    "nonosat.solving": ("solve",),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "EMPTY",
    "FILLED",
    "UNKNOWN",
    "BackendError",
    "BeliefRound",
    "Block",
    "Cancellation",
    "CertificateError",
    "Clue",
    "Color",
    "Conflict",
    "ContradictionError",
    "Count",
    "Fault",
    "GivenReport",
    "GoalStatus",
    "Grid",
    "GridError",
    "InternalError",
    "Line",
    "Metadata",
    "NonosatError",
    "OptionError",
    "Palette",
    "Puzzle",
    "PuzzleError",
    "PuzzleSyntaxError",
    "Reason",
    "Report",
    "StageReport",
    "Verdict",
    "__version__",
    "backbone",
    "beliefs",
    "certify",
    "check_given",
    "count",
    "dump",
    "dumps",
    "implication_graph",
    "load",
    "load_all",
    "loads",
    "solutions",
    "solve",
    "solve_line",
    "verify",
    "why",
]


def __getattr__(name: str) -> Any:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'nonosat' has no attribute {name!r}")
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
