# SPDX-License-Identifier: MIT
"""The options of ``nonosat.solve`` on the command line, for ``check`` and ``solve``."""

from __future__ import annotations

from typing import Any

import click

from nonosat.cli.options import decorated, seed_option, time_limit_option, want_option
from nonosat.sat.backends import BACKENDS, ENCODINGS
from nonosat.solving.options import checked
from nonosat.solving.presets import GRAPH_SEARCHES, PRESETS, STAGES

_PRESET_USES = {
    "default": "all techniques; the choice if in doubt",
    "fast": "without the implication graph, for many puzzles",
    "logic": "deduction without search; says whether a puzzle can be solved without guessing",
    "networkx": "like default, but networkx searches the implication graph",
    "sat": "a SAT solver alone, to compare with",
    "cpsat": "CP-SAT alone, to compare with",
}
_PRESET_HELP = "; ".join(
    f"{name}: {_PRESET_USES.get(name, preset.description)} ({','.join(preset.stages)})"
    for name, preset in PRESETS.items()
)

solver_options = decorated(
    click.option("--preset", type=click.Choice(list(PRESETS)), help=f"{_PRESET_HELP}."),
    click.option(
        "--stages", metavar="NAMES", help=f"Instead of a preset: from {','.join(STAGES)}."
    ),
    click.option(
        "--backend", type=click.Choice(BACKENDS), help="The solver, instead of the preset's."
    ),
    click.option(
        "--encoding",
        type=click.Choice(ENCODINGS),
        help="How lines become clauses, instead of the preset's way.",
    ),
    click.option(
        "--graph-search",
        type=click.Choice(GRAPH_SEARCHES),
        help="Which program searches the implication graph, instead of the preset's.",
    ),
    time_limit_option,
    click.option(
        "--conflict-limit",
        type=click.IntRange(min=0),
        metavar="N",
        help="Per puzzle: conflicts of the SAT solver.",
    ),
    click.option("--memory-limit", type=click.IntRange(min=1), metavar="MIB", help="Per puzzle."),
    want_option,
    seed_option,
    click.option(
        "--jobs",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        metavar="N",
        help="Processes: a puzzle that takes long is solved with N strategies side by side, and "
        "the first that decides wins. At most as many as there are idle cores.",
    ),
    click.option(
        "-v", "--verbose", is_flag=True, help="Show how many cells each stage solved, and its time."
    ),
)
"""The options that ``solve`` gets: they arrive as ``**options``."""


def solve_arguments(options: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of ``nonosat.solve``; checked before anything is read.

    Raises:
        click.UsageError: --preset and --stages together.
        OptionError: options that do not exist, or cannot be combined.
    """
    arguments = dict(options)
    preset, stages = arguments.pop("preset"), arguments.pop("stages")
    if preset is not None and stages is not None:
        raise click.UsageError("--preset and --stages exclude each other: name one of them")
    names = None if stages is None else [name.strip() for name in stages.split(",")]
    arguments = {"preset": preset or "default", "stages": names, **arguments}
    checked(**arguments)
    return arguments
