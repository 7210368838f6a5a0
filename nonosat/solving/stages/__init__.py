# SPDX-License-Identifier: MIT
"""The stages by name, each a function of a ``State``.

``lines``, ``implications`` and ``probe`` deduce; ``search`` tries a few assumptions; ``beliefs``
looks for a solution; ``weights`` looks for one and proves that there is no other; ``sat`` encodes
what deduction leaves open and asks for solutions. Two are not stages of presets: ``goal`` takes the
goal picture as the first solution, and ``backbone`` follows if the question asks for the cells that
differ between solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nonosat.solving.stages.deduction import run_implications, run_lines, run_probe
from nonosat.solving.stages.guided_search import run_beliefs, run_goal, run_search
from nonosat.solving.stages.sat import run_backbone, run_sat
from nonosat.solving.stages.weights import run_weights
from nonosat.solving.state import State

__all__ = ["RUN"]

RUN: Mapping[str, Callable[[State], None]] = {
    "lines": run_lines,
    "implications": run_implications,
    "probe": run_probe,
    "search": run_search,
    "goal": run_goal,
    "beliefs": run_beliefs,
    "weights": run_weights,
    "sat": run_sat,
    "backbone": run_backbone,
}
