# SPDX-License-Identifier: MIT
"""The help of every command: short, in groups, and an option means the same in all commands."""

from __future__ import annotations

from collections import defaultdict

import click
import pytest
from click.testing import CliRunner

from nonosat.cli import exits
from nonosat.cli.commands import program
from nonosat.cli.help_text import Command
from nonosat.errors import OptionError
from tests.support.command_line import commands, run_here

MOST_LINES = 60
MORE = {
    "make": 84, "collection": 80, "print": 74, "like-image": 63,
    "explain": 74, "rate": 71, "repair": 69, "solve": 72,
}  # fmt: skip
MEANINGS = {
    "--all": "list everything, not only the first",
    "--ambiguous": "find the cells that differ between solutions",
    "--base": "the address of the page in links",
    "--cell": "one cell, such as R3C5",
    "--choose": "one of the proposals, by its number",
    "--cluster": "a Dask cluster does the work",
    "--code": "a kind of code",
    "--colors": "how many colours, without the background",
    "--count": "how many to make or show",
    "--crop": "leave the empty margins out",
    "--given": "a grid that is added to the question",
    "--goal": "fill in the goal picture",
    "--hide-titles": "titles stand only beside the solutions",
    "--invert": "exchange filled and empty, or light and dark",
    "--jobs": "how many puzzles or questions are worked on side by side",
    "--json": "JSON, an object per line",
    "--level": "how much is shown",
    "--limit": "stop after N",
    "--max-changes": "change at most N cells",
    "--max-technique": "the hardest technique; puzzles that are made need no weights",
    "--memory-limit": "give up at MIB of memory",
    "--method": "which cells are filled",
    "--name": "names of files, from a template",
    "--output": "the file or folder to write",
    "--preset": "which stages run",
    "--presets": "several presets, with commas between them",
    "--quiet": "errors and data, nothing else",
    "--seed": "another number gives other puzzles or another search",
    "--show": "a picture of what was found, or the difficulty",
    "--solution": "take the solution as the picture",
    "--sort": "the order of rows, by columns",
    "--theme": "the look of drawings",
    "--threshold": "the brightness below which cells are filled",
    "--time-limit": "give up after SECONDS",
    "--title": "a title",
    "--to": "what to write",
}
"""Options that several commands describe in different words, with their common meaning."""


COMMANDS = {
    (*names[:1], *["my.db"] * (len(names) > 1), *names[1:]): command
    for names, command in commands()
}


@pytest.mark.parametrize("names", [(), *COMMANDS], ids=" ".join)
def test_the_help_fits(names: tuple[str, ...]) -> None:
    shown = CliRunner().invoke(program, [*names, "--help"], terminal_width=78)
    lines = shown.stdout.splitlines()
    most = MORE.get(names[0], MOST_LINES) if names else MOST_LINES
    assert len(lines) <= most
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_every_option_has_help_and_a_group(names: tuple[str, ...]) -> None:
    command = COMMANDS[names]
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.opts
    if not isinstance(command, click.Group):
        assert isinstance(command, Command)
        shown = run_here(*names, "--help").out
        assert "\nExit status:\n" in shown
        assert command.status.keys() <= exits.STATUS.keys()
        assert "Exit code" not in shown


def test_an_option_means_the_same_in_all_commands() -> None:
    meanings: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for names, command in COMMANDS.items():
        for option in command.params:
            if isinstance(option, click.Option):
                for name in option.opts:
                    if name.startswith("--"):
                        meanings[name][option.help or ""].append(" ".join(names))
    several = {name for name, found in meanings.items() if len(found) > 1}
    assert several <= MEANINGS.keys()


def test_check_has_few_options() -> None:
    options = [x for x in COMMANDS["check",].params if isinstance(x, click.Option)]
    options = [x for x in options if not x.hidden]
    assert len(options) + 1 <= 16  # and --help


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_errors_show_the_usage_of_their_command(names: tuple[str, ...]) -> None:
    done = run_here(*names, "--no-such-option")
    assert done.code == 2
    assert done.err.startswith(f"Usage: nonosat {names[0]}")


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_errors_of_the_library_show_the_usage_of_their_command(names: tuple[str, ...]) -> None:
    def fail() -> None:
        raise OptionError("the library says no")

    command = COMMANDS[names]
    if isinstance(command, click.Group):
        return
    context = command.context_class(command, info_name=names[-1])
    with pytest.raises(click.UsageError, match="the library says no") as raised:
        context.invoke(fail)
    assert raised.value.ctx is context
