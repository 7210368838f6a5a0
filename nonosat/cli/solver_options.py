# SPDX-License-Identifier: MIT
"""The options of ``nonosat.solve`` on the command line, made from ``OPTIONS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from nonosat.cli.options import Seconds, decorated, jobs_option, verbose_option
from nonosat.model.numbers import seconds
from nonosat.solving.options import OPTIONS, checked
from nonosat.words import listed

_METAVARS = {"stages": "NAMES", "time_limit": "SECONDS", "memory_limit": "MIB"}


def solver_option(name: str, **changes: Any) -> Callable[[Any], Any]:
    """The option of a command for an option of ``solve``; ``changes``: keywords of
    ``click.option``."""
    option = OPTIONS[name]
    settings: dict[str, Any] = {"help": option.help}
    if name == "stages":
        settings["metavar"] = _METAVARS[name]
    elif option.choices:
        settings["type"] = click.Choice(option.choices)
        settings["metavar"] = "NAME"
        if name != "preset":
            settings["help"] = f"{option.help.rstrip('.')}: {listed(option.choices, 'or')}."
    else:
        settings["default"] = option.default
        settings["metavar"] = _METAVARS.get(name, "N")
        if option.check is seconds:
            settings["type"] = Seconds()
        elif option.least is None:
            settings["type"] = int
        else:
            settings["type"] = click.IntRange(min=option.least)
            settings["show_default"] = option.default is not None
    return click.option(f"--{name.replace('_', '-')}", **settings | changes)


_limits = [solver_option(x) for x in ("time_limit", "conflict_limit", "memory_limit")]
basic_options = decorated(*map(solver_option, ("preset", "portfolio")), *_limits)
"""The options of a command that needs a verdict: they arrive as ``**options``."""

verdict_options = decorated(basic_options, jobs_option, verbose_option)
"""The options of a command that gives verdicts on many puzzles."""

solver_options = decorated(
    *map(solver_option, ("preset", "stages", "backend", "encoding", "graph_search")),
    *map(solver_option, ("limit", "seed", "portfolio")),
    *_limits,
    jobs_option,
    verbose_option,
)
"""All options of ``solve``."""


def solve_arguments(options: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of ``nonosat.solve``; checked before anything is read.

    Raises:
        click.UsageError: --preset and --stages together.
        OptionError: options that do not exist, or cannot be combined.
    """
    arguments = dict(options)
    preset, stages = arguments.pop("preset"), arguments.pop("stages", None)
    if preset is not None and stages is not None:
        raise click.UsageError("--preset and --stages exclude each other: name one of them")
    names = None if stages is None else [name.strip() for name in stages.split(",")]
    arguments = {"preset": preset or "default", "stages": names, **arguments}
    checked(**arguments)
    return arguments
