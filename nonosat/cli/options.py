# SPDX-License-Identifier: MIT
"""Arguments and options that several subcommands share, each declared once."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

from nonosat import formats
from nonosat.sat.backends import BACKENDS, ENCODINGS
from nonosat.solving.presets import PRESETS, STAGES, Preset, choose

__all__ = [
    "Seconds",
    "ascii_option",
    "chosen",
    "format_option",
    "given_option",
    "input_options",
    "json_option",
    "quiet_option",
    "seed_option",
    "solve_arguments",
    "solver_options",
    "time_limit_option",
    "want_option",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """A duration that is not negative; ``nan`` is none."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(min=0)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


class _FileArgument(click.ParamType[str]):
    """A file name, ``-`` or a puzzle's text; shells complete file names."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


files_argument = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=_FileArgument()
)
ascii_option = click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII alone.")
json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object per puzzle and line."
)
quiet_option = click.option(
    "-q",
    "--quiet",
    is_flag=True,
    help="No progress and no words: print pictures, tables and JSON where they are asked for, else "
    "leave the answer to the exit code. Errors are still printed.",
)
format_option = click.option(
    "--format",
    "format_name",
    type=click.Choice(sorted(formats.FORMATS)),
    help="The format of the files, instead of recognising it.",
)
time_limit_option = click.option(
    "--time-limit", type=Seconds(), metavar="SECONDS", help="Per puzzle."
)
seed_option = click.option(
    "--seed", type=int, default=0, metavar="N", help="For everything that depends on chance."
)
want_option = click.option(
    "--want",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    metavar="N",
    help="Stop after N solutions: 2 decide whether the solution is unique, 1 is any solution.",
)


def given_option(text: str) -> Callable[[_Function], _Function]:
    """``--given``: a grid that is added to the question."""
    return click.option(
        "--given",
        metavar="GRIDFILE",
        help=f"{text} GRIDFILE is text, a line per row: # or the letter of a colour, . for empty, "
        "? for unknown; - is standard input.",
    )


def _decorated(*options: Callable[[Any], Any]) -> Callable[[_Function], _Function]:
    """Several decorators as one; their options appear in the help in the given order."""

    def decorate(function: _Function) -> _Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


input_options = _decorated(files_argument, format_option, json_option, quiet_option, ascii_option)
"""The arguments and options of every subcommand: files, format, json, quiet, ascii."""

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

solver_options = _decorated(
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
    chosen(arguments)
    return arguments


def chosen(arguments: dict[str, Any]) -> Preset:
    """The preset that these arguments of ``nonosat.solve`` stand for.

    Raises:
        OptionError: options that do not exist, or cannot be combined.
    """
    return choose(
        arguments["preset"], arguments["stages"], arguments["backend"], arguments["encoding"]
    )
