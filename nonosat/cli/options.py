# SPDX-License-Identifier: MIT
"""Arguments and options that several subcommands share, each declared once."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar

import click

from nonosat import formats
from nonosat.cli.input import Inputs
from nonosat.cli.output import complain
from nonosat.formats.arguments import Argument, argument
from nonosat.formats.codes.links import checked_address

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """A duration that is not negative; ``nan`` is refused."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(min=0)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return seconds


class PuzzleFile(click.ParamType[Argument]):
    """A file name, ``-`` or a puzzle's text; its kind is decided here, once.

    Shells complete file names.
    """

    name = "file"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Argument:
        return value if isinstance(value, Argument) else argument(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


class FormatName(click.ParamType[str]):
    """The name of a format of puzzle files."""

    name = "format"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        formats.format_named(value)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in formats.FORMATS if name.startswith(incomplete)]


def number_option(
    name: str, text: str, *, least: int = 1, most: int | None = None, **settings: Any
) -> Callable[[_Function], _Function]:
    """An option whose value is a whole number, with the help ``text``."""
    shown = {"metavar": "N", "show_default": "default" in settings}
    numbers = click.IntRange(least, most)
    return click.option(name, type=numbers, help=text, **{**shown, **settings})


def choice_option(
    name: str, choices: Iterable[str], text: str, **settings: Any
) -> Callable[[_Function], _Function]:
    """An option whose value is one of ``choices``, with the help ``text``."""
    words = click.Choice(list(choices))
    shown = "default" in settings
    return click.option(name, type=words, help=text, show_default=shown, **settings)


files_argument = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=PuzzleFile()
)
ascii_option = click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII alone.")
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per puzzle, each on a line."
)
quiet_option = click.option(
    "-q",
    "--quiet",
    is_flag=True,
    help="Print errors and the data that is asked for, nothing else: the exit status has the "
    "answer.",
)


def format_option(function: _Function) -> Callable[..., Any]:
    """``--format``, and what readers of formats without names of their own have to be asked."""

    @wraps(function)
    def chosen(
        *arguments: Any, format_name: str | None, columns_first: bool, filled: str, **values: Any
    ) -> Any:
        form = _with_choice(format_name, columns_first, filled)
        return function(*arguments, format_name=form, **values)

    return decorated(
        click.option(
            "--format",
            "format_name",
            metavar="FORMAT",
            type=FormatName(),
            help="The format; see 'nonosat formats'.  [default: recognised]",
        ),
        # Hidden, since most commands have them: the message or remark that needs one names it.
        click.option(
            "--columns-first",
            is_flag=True,
            hidden=True,
            help="Of two lists of clues without names, the first has the columns.",
        ),
        click.option(
            "--filled",
            metavar="CHAR",
            default="",
            hidden=True,
            help="The filled cells of a picture in two characters.",
        ),
    )(chosen)


def _with_choice(format_name: str | None, columns_first: bool, filled: str) -> str | None:
    """The format with the choice of its reader (``FORMAT:CHOICE``)."""
    chosen = {"clues": "columns-first" if columns_first else "", "signs": filled}
    given = [name for name, choice in chosen.items() if choice]
    if not given:
        return format_name
    if len(given) > 1:
        raise click.UsageError("--columns-first is for lists of clues, --filled for pictures")
    name = given[0]
    option = "--columns-first" if columns_first else "--filled"
    if format_name not in (None, name):
        raise click.UsageError(f"{option} goes with the format {name}")
    return f"{name}:filled={filled}" if filled else f"{name}:columns-first"


strict_option = click.option(
    "--strict",
    is_flag=True,
    help="Refuse files with unknown cells or misspelt keys.",
)
time_limit_option = click.option(
    "--time-limit", type=Seconds(), metavar="SECONDS", help="Give up after SECONDS per puzzle."
)
"""Also for commands that do not load the solver; ``solver_options`` has those of ``solve``."""


jobs_option = number_option(
    "--jobs", "Work on N puzzles side by side, at most one per core.", default=1
)
processes_option = number_option("--jobs", "Work in N processes, at most one per core.", default=1)
"""For jobs that share one task: each makes a part of the answer."""
verbose_option = click.option(
    "-v", "--verbose", is_flag=True, help="Show how many cells each stage solves, and its time."
)


def max_technique_option(function: _Function, *, required: bool = False) -> _Function:
    """``--max-technique``; with ``required``, only techniques for which puzzles can be made."""
    from nonosat.explain.techniques import FOR_PEOPLE, TECHNIQUES  # most commands need no technique

    names = list(FOR_PEOPLE if required else TECHNIQUES)
    meanings = "; ".join(f"{name}: {TECHNIQUES[name].meaning}" for name in names)
    return choice_option(
        "--max-technique",
        names,
        f"The hardest technique to use. From easy to hard: {meanings}.",
        metavar="TECHNIQUE",
    )(function)


def required_technique_option(function: _Function) -> _Function:
    """``--max-technique`` for making puzzles for people."""
    return max_technique_option(function, required=True)


max_links_option = number_option("--max-links", "The longest chain to use, in links.")


class Cell(click.ParamType[tuple[int, int]]):
    """A cell such as ``R3C5``, counted from 1; its value is (row, column) from 0."""

    name = "cell"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        match = re.fullmatch(r"[Rr]([1-9][0-9]{0,3})[Cc]([1-9][0-9]{0,3})", value)
        if match is None:
            self.fail(f"{value!r}: write row and column from 1, such as R3C5.", param, ctx)
        return int(match[1]) - 1, int(match[2]) - 1


class Size(click.ParamType[Any]):
    """``30x20``: width and height; ``30``: the longer side."""

    name = "size"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | tuple[int, int]:
        numbers = str(value).lower().split("x")
        if not 1 <= len(numbers) <= 2 or not all(x.isascii() and x.isdecimal() for x in numbers):
            self.fail(
                f"{value!r} is not a size: write 30x20, or 30 for the longer side.", param, ctx
            )
        sides = [int(x[:6]) for x in numbers]
        return sides[0] if len(sides) == 1 else (sides[0], sides[1])


_EARLIER = {
    "nonosat_difficulty": "'nonosat_difficulty' is called 'difficulty' now, also in CSV",
    "Difficulty": "'Difficulty' is taken as 'difficulty', which is ours; that of davidje13's "
    "program is called 'davidje13_difficulty' in CSV now",
}
"""Names of columns in the CSV tables of version 0.1, understood until version 0.3."""


def present_names(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    """Names of columns, or a condition, with the present names; texts in quotes stay."""
    parts = re.split(r"('(?:[^']|'')*')", text or "")
    for name, remark in _EARLIER.items():
        new = [re.sub(rf"\b{name}\b", "difficulty", part) for part in parts[::2]]
        if new != parts[::2]:
            complain(remark)
            parts[::2] = new
    return text and "".join(parts)


where_option = click.option(
    "--where",
    callback=present_names,
    metavar="CONDITION",
    help="Only puzzles of the collection that fulfil a condition in SQL, such as "
    "\"verdict = 'multiple' and width <= 20\" or \"difficulty >= 'hard'\".",
)


def many_options(function: _Function) -> Callable[..., Any]:
    """``--where``, ``--table`` and ``--jobs``, for commands that make something of each puzzle."""
    from nonosat.cli.many import Many

    table = click.option(
        "--table",
        metavar="FILE.csv",
        help="The table of what was done; a second start goes on after it.  [default: beside OUT]",
    )
    return decorated(where_option, grouped(Many, "many", table, jobs_option))(function)


def given_option(text: str, **settings: Any) -> Callable[[_Function], _Function]:
    """``--given``: a grid that is added to the question."""
    return click.option(
        "--given",
        metavar="GRIDFILE",
        **settings,
        help=f"{text} GRIDFILE is text, a line per row: # or the letter of a colour, . for empty, "
        "? for unknown; - is standard input.",
    )


def base_option(text: str) -> Callable[[_Function], _Function]:
    """``--base``: the address of a page that others can open, with the help ``text``."""

    def checked(_: click.Context, option: click.Parameter, value: str | None) -> str | None:
        return value if value is None else checked_address("--base", value)

    return click.option("--base", metavar="URL", callback=checked, help=text)


def grouped(
    kind: type, name: str, *options: Callable[[Any], Any]
) -> Callable[[_Function], Callable[..., Any]]:
    """Options that a command gets as one argument ``name``, a dataclass ``kind``.

    The dataclass gets every option named like one of its fields, also if declared elsewhere.
    """
    names = {field.name for field in fields(kind)}

    def decorate(function: _Function) -> Callable[..., Any]:
        @wraps(function)
        def collected(*arguments: Any, **values: Any) -> Any:
            mine = {field: values.pop(field) for field in names & values.keys()}
            return function(*arguments, **{name: kind(**mine)}, **values)

        return decorated(*options)(collected)

    return decorate


def decorated(*options: Callable[[Any], Any]) -> Callable[[_Function], _Function]:
    """Several decorators as one; their options appear in the help in the given order."""

    def decorate(function: _Function) -> _Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


file_options = grouped(Inputs, "inputs", files_argument, format_option, strict_option)
"""The puzzles of a subcommand, as an ``Inputs``; with ``--quiet`` and the like if it has them."""
input_options = decorated(file_options, json_option, quiet_option, ascii_option)
"""The arguments and options of nearly every subcommand: files, format, strict, json, quiet,
ascii."""


to_option = click.option(
    "--to",
    metavar="FORMAT",
    type=FormatName(),
    help="The format of OUT.  [default: by its suffix]",
)


paper_option = click.option(
    "--paper",
    default="a4",
    show_default=True,
    metavar="SIZE",
    help="a3, a4, a5, letter, or millimetres: 210x297.",
)


def output_options(
    text: str, *, to: Any = None, **settings: Any
) -> Callable[[_Function], Callable[..., Any]]:
    """``-o``, ``--to`` if ``to`` is its decorator, and ``--force``, as a ``Destination``.

    ``text``: the help of ``-o``; ``settings``: its other settings.
    """
    from nonosat.cli.destination import Destination

    output = click.option("-o", "--output", **{"metavar": "OUT", "help": text, **settings})
    forced = click.option("--force", is_flag=True, help="Replace files that exist.")
    return grouped(Destination, "out", *filter(None, (output, to, forced)))
