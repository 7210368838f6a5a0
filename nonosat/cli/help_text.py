# SPDX-License-Identifier: MIT
"""``command``: a click command whose help has its options in groups and its exit codes as a block.

An option belongs to the same group in all commands (``_GROUPS``), since it means the same; options
of one command come first. The exit codes that a command describes itself (``status``) come before
those that are the same for all (``exits.STATUS``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from nonosat.cli import exits
from nonosat.errors import OptionError

OWN = "Options"
"""The group of options that only some commands have."""

_GROUPS = {
    "Input": (
        "--format",
        "--columns-first",
        "--filled",
        "--strict",
        "--given",
        "--solution",
        "--goal",
        "--where",
    ),
    "Output": (
        *("--output", "--to", "--force", "--json", "--csv", "--quiet", "--ascii", "--verbose"),
        "--table",
        "--help",
    ),
    "Solver": (
        *("--preset", "--stages", "--backend", "--encoding", "--graph-search", "--seed"),
        "--portfolio",
    ),
    "Cluster": ("--cluster", "--tls-ca-file", "--tls-cert", "--tls-key"),
    "Techniques": ("--max-technique", "--max-links"),
    "Work": (
        *("--limit", "--time-limit", "--conflict-limit", "--memory-limit", "--attempt-limit"),
        "--jobs",
    ),
}
_GROUP_OF = {name: group for group, names in _GROUPS.items() for name in names}

_SAME = (exits.USAGE, exits.BAD_INPUT, exits.INTERNAL, exits.OUTPUT_FAILED, exits.INTERRUPTED)
"""The exit codes that mean the same for all commands."""


_FIRST_WORDS = re.compile(r"[^;,(]*[^;,( ]")
_AT_LEAST = re.compile(r"; x>=\d+(?=\])|  \[x>=\d+\]")
"""The ranges that click adds to the help of numbers; they are obvious."""


class Command(click.Command):
    """A command; ``status`` has the exit codes that mean something special.

    ``groups``: options of this command (such as ``--size``) in groups of their own, by their heads.
    """

    def __init__(
        self,
        *arguments: Any,
        status: Mapping[int, str] | None = None,
        groups: Mapping[str, Sequence[str]] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(*arguments, **settings)
        self.status = {exits.DONE: "done", **(status or {})}
        groups = groups or {}
        self._heads = [OWN, *groups, *_GROUPS]
        self._group_of = _GROUP_OF | {
            name: head for head, names in groups.items() for name in names
        }

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except OptionError as error:  # shown with the usage of this command
            raise click.UsageError(str(error), ctx) from error

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {head: [] for head in self._heads}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                name, words = record
                groups[self.group(parameter)].append((name, _AT_LEAST.sub("", words)))
        for head, records in groups.items():
            if records:
                with formatter.section(head):
                    formatter.write_dl(records)
        with formatter.section("Exit status"):
            formatter.write_dl(self._status_rows())

    def group(self, option: click.Option) -> str:
        """The head of the group that an option belongs to."""
        heads = (self._group_of.get(name) for name in option.opts)
        return next(filter(None, heads), OWN)

    def _status_rows(self) -> list[tuple[str, str]]:
        rows = [(str(code), words) for code, words in sorted(self.status.items())]
        others = [code for code in _SAME if code not in self.status]
        words = [f"{code} {_FIRST_WORDS.findall(exits.STATUS[code])[0]}" for code in others]
        return [*rows, ("also", "; ".join(words))]


def command(
    name: str | None = None,
    *,
    status: Mapping[int, str] | None = None,
    groups: Mapping[str, Sequence[str]] | None = None,
    **settings: Any,
) -> Callable[[Callable[..., Any]], Command]:
    """A decorator that makes a function a command (see ``Command``)."""
    return click.command(name, cls=Command, status=status, groups=groups, **settings)
