# SPDX-License-Identifier: MIT
"""``limits_table.py`` asks everything that has a limit of time."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click
from limits_table import COMMANDS, QUESTIONS

import nonosat
from nonosat.cli.commands import program


def commands(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{above}{name} ")
        else:
            yield f"{above}{name}", command


def test_every_command_with_a_limit_is_measured() -> None:
    limited = {
        name
        for name, command in commands(program)
        if any(option.name == "time_limit" for option in command.params)
    }
    assert limited == set(COMMANDS)


def test_every_function_with_a_limit_is_asked() -> None:
    stub = Path(nonosat.__file__).with_suffix(".pyi").read_text()
    limited = set()
    for name in re.findall(r"import \w+ as (\w+)", stub):
        function = getattr(nonosat, name)
        if inspect.isfunction(function):
            text = str(inspect.signature(function))
            if "time_limit" in text or re.search(r"Options\b", text):
                limited.add(name)
    asked = {name.split()[0] for name in QUESTIONS}
    assert limited == asked - {"line_statistics", "implication_graph"}
