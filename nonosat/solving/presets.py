# SPDX-License-Identifier: MIT
"""Presets: named lists of stages, with a backend and an encoding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nonosat.errors import OptionError, shown
from nonosat.model.numbers import check_choice
from nonosat.sat.backends import BACKENDS, ENCODINGS, models_lines

STAGES = ("lines", "implications", "probe", "search", "beliefs", "weights", "sat")
"""All stages, in the order in which they run."""
_WITHOUT_GRAPH = tuple(name for name in STAGES if name != "implications")
GRAPH_SEARCHES = ("native", "networkx")
"""How the stage ``implications`` searches its graph: two programs that share no code."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A list of stages, the backend and encoding of the stage ``sat``, and the purpose.

    ``encoding``: None for a backend that models lines by itself, without clauses.

    >>> PRESETS["default"].stages
    ('lines', 'probe', 'search', 'beliefs', 'weights', 'sat')
    """

    name: str
    stages: tuple[str, ...]
    description: str
    backend: str = BACKENDS[0]
    encoding: str | None = ENCODINGS[0]
    graph_search: str = GRAPH_SEARCHES[0]


PRESETS = {
    preset.name: preset
    for preset in (
        # Probing finds all that the graph finds, in less time (docs/experiments.md, "The graph
        # beside probing").
        Preset("default", _WITHOUT_GRAPH, "the choice if in doubt"),
        Preset("fast", _WITHOUT_GRAPH, "the same as default"),
        Preset("graph", STAGES, "all techniques, with the implication graph"),
        Preset(
            "logic",
            ("lines", "implications", "probe"),
            "deduction without search; says whether a puzzle can be solved without guessing",
        ),
        Preset(
            "networkx",
            STAGES,
            "like graph, but networkx searches the implication graph",
            graph_search="networkx",
        ),
        Preset(
            "sat",
            ("sat",),
            "a SAT solver alone, to compare with",
            backend="cadical",
        ),
        Preset(
            "cpsat",
            ("sat",),
            "CP-SAT alone, to compare with",
            backend="cpsat-automaton",
            encoding=None,
        ),
    )
}


def choose(
    preset: str,
    stages: Sequence[str] | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    graph_search: str | None = None,
) -> Preset:
    """The preset of that name, with the given stages, backend or encoding in place of its own.

    >>> choose("default", stages=["lines"]).stages
    ('lines',)
    >>> choose("cpsat", backend="glucose").encoding
    'order'

    Raises:
        OptionError: an unknown name, a stage named twice, stages out of order, or an encoding for
            a backend that accepts none.
    """
    check_choice("preset", preset, PRESETS)
    chosen = PRESETS[preset]
    if stages is not None:
        chosen = replace(chosen, stages=_checked(stages))
    if backend is not None:
        default = None if models_lines(backend) else chosen.encoding or ENCODINGS[0]
        chosen = replace(chosen, backend=backend, encoding=default)
    if encoding is not None:
        check_choice("encoding", encoding, ENCODINGS)
        if models_lines(chosen.backend):
            raise OptionError(
                f"backend {chosen.backend!r} models lines by itself: omit the encoding"
            )
        chosen = replace(chosen, encoding=encoding)
    if graph_search is not None:
        check_choice("graph search", graph_search, GRAPH_SEARCHES)
        chosen = replace(chosen, graph_search=graph_search)
    return chosen


def _checked(stages: Sequence[str]) -> tuple[str, ...]:
    if isinstance(stages, str):
        raise OptionError(
            f"stages {shown(stages)}: give a list of names, such as [{shown(stages)}]"
        )
    try:
        stages = list(stages)
    except TypeError:
        raise OptionError(f"stages {shown(stages)}: give a list of names") from None
    for name in stages:
        check_choice("stage", name, STAGES)
    order = [STAGES.index(name) for name in stages]
    if not order:
        raise OptionError(f"no stage is named: choose from {', '.join(STAGES)}")
    if order != sorted(set(order)):
        raise OptionError(
            f"stages {','.join(stages)}: name each once, in the order {', '.join(STAGES)}"
        )
    return tuple(stages)
