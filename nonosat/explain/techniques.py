# SPDX-License-Identifier: MIT
"""The table of techniques: the ways in which people deduce, from easy to hard.

Each technique is complete: a walk shows a step of a technique only if no earlier technique gives
anything. A technique finds only sound steps, so the order decides how a puzzle is explained and
rated, not the conclusions. Files, options and JSON use the names, never the positions in the table.

A technique is a function that takes a ``Position`` and returns a ``Step``, or None if it gives
nothing. It is imported when a walk first needs it, so that a hint by a line does not import SAT.
(The alternative, one pass that finds steps of all techniques and sorts them by how hard they look,
needs a measure before there is a rating, and gives different steps for each measure.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, TypedDict

from nonosat.errors import OptionError, shown

if TYPE_CHECKING:
    from nonosat.explain.position import Position
    from nonosat.explain.step import Step
    from nonosat.limits import Cancellation


class WalkOptions(TypedDict, total=False):
    """How ``hint``, ``walkthrough`` and ``rate`` look for steps."""

    max_technique: str | None
    max_links: int | None
    time_limit: float | None
    cancel: Cancellation | None


@dataclass(frozen=True, slots=True)
class Technique:
    """One way to deduce. ``meaning``: one line for people, with the usual name in brackets."""

    name: str
    meaning: str
    home: str  # module:function

    def find(self, position: Position) -> Step | None:
        """The best step that this technique gives here, or None.

        Raises:
            NoSolution: there is no solution.
            Stopped: a limit was reached.
        """
        module, function = self.home.split(":")
        find: Callable[[Position], Step | None] = getattr(import_module(module), function)
        return find(position)


_TABLE = (
    Technique(
        "trivial",
        "the clue is 0, fills its line exactly, or has all its blocks found",
        "nonosat.explain.native_steps:find_trivial",
    ),
    Technique(
        "overlap",
        "the leftmost and the rightmost placement agree on a cell (simple boxes)",
        "nonosat.explain.native_steps:find_overlap",
    ),
    Technique(
        "line",
        "all placements of a line agree on a cell (line solving)",
        "nonosat.explain.native_steps:find_line",
    ),
    Technique(
        "chain",
        "a value leads line by line to its denial, or both to one result (implication chain)",
        "nonosat.explain.native_steps:find_chain",
    ),
    Technique(
        "trial",
        "a value leaves a line no placement, or all lead to one result (contradiction test)",
        "nonosat.explain.native_steps:find_trial",
    ),
    Technique(
        "weights",
        "weights prove that the solution is the only one (computer proof)",
        "nonosat.explain.weights_steps:find_weights",
    ),
    Technique(
        "clue-set",
        "a smallest set of lines leaves a cell one value (minimal unsatisfiable set)",
        "nonosat.explain.clue_set_steps:find_clue_set",
    ),
)
TECHNIQUES: dict[str, Technique] = {technique.name: technique for technique in _TABLE}
"""All techniques by name, in their order."""

FOR_PEOPLE = tuple(name for name in TECHNIQUES if name != "weights")
"""Techniques that puzzles may be made for: all but ``weights``, which people cannot do."""


def checked_technique(option: str, name: str | None) -> None:
    """Refuse a technique that puzzles for people cannot be made for; None allows all.

    Raises:
        OptionError: the technique is unknown, or people do not use it.
    """
    techniques_up_to(name)
    if name is not None and name not in FOR_PEOPLE:
        raise OptionError(
            f"{option} {name!r}: people do not find weights; puzzles are made for people with "
            f"{', '.join(FOR_PEOPLE)}"
        )


def techniques_up_to(name: str | None) -> tuple[Technique, ...]:
    """The techniques up to ``name``, in order; all for None.

    Raises:
        OptionError: no technique has that name.

    >>> [technique.name for technique in techniques_up_to("line")]
    ['trivial', 'overlap', 'line']
    """
    if name is None:
        return _TABLE
    if not isinstance(name, str) or name not in TECHNIQUES:
        raise OptionError(f"unknown technique {shown(name)}: use one of {', '.join(TECHNIQUES)}")
    return _TABLE[: list(TECHNIQUES).index(name) + 1]
