# SPDX-License-Identifier: MIT
"""The group of all subcommands; each is a module, which is imported when it is called for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from nonosat._version import __version__
from nonosat.cli.ends import Context, Ends
from nonosat.cli.exits import EXIT_CODES
from nonosat.cli.output import emit, survive_odd_characters

_COMMANDS = (
    "bench",
    "check",
    "collection",
    "convert",
    "count",
    "decode",
    "draw",
    "encode",
    "explain",
    "formats",
    "graph",
    "hint",
    "make",
    "mend",
    "print",
    "rate",
    "repair",
    "serve",
    "show",
    "solve",
    "trace",
    "verify-certificate",
)


class _Program(click.Group):
    """The group of all subcommands; one is imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"nonosat.cli.command_{name}")
        command = getattr(module, name, None) or getattr(module, f"{name}_")  # print_
        assert isinstance(command, click.Command)
        command.context_class = Context
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(_no_command(args[0]), ctx)
        return super().resolve_command(ctx, args)

    def _main_shell_completion(self, *args: Any, **extra: Any) -> None:
        try:
            super()._main_shell_completion(*args, **extra)
        except Exception:  # no command, odd variables: there is nothing to complete
            raise SystemExit(1) from None

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with Ends():  # --help and --version are answered in here
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with Ends():
            return super().invoke(ctx)


def _no_command(name: str) -> str:
    """The message about a command that does not exist, with the closest ones."""
    from difflib import get_close_matches

    from nonosat.formats import argument

    given = argument(name)
    if not given.named or os.path.exists(name):
        what = name if given.named else "..."
        return f"{name[:40]!r} is a puzzle, not a command: did you mean 'nonosat solve {what}'?"
    begun = [command for command in _COMMANDS if command.startswith(name)]
    close: Sequence[str] = begun or get_close_matches(name, _COMMANDS)
    if close:
        return f"no command {name!r}: did you mean {' or '.join(map(repr, close))}?"
    return f"no command {name!r}: there are {', '.join(_COMMANDS)}"


def _print_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from nonosat.sat.backends import available

    emit(f"nonosat {__version__}")
    for name, version in available().items():
        emit(f"backend {name}: {version}")
    ctx.exit()


@click.command(
    cls=_Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"{EXIT_CODES} "
    "Shell completion: eval \"$(_NONOSAT_COMPLETE=bash_source nonosat)\" in ~/.bashrc, the same "
    "with zsh_source in ~/.zshrc, or _NONOSAT_COMPLETE=fish_source nonosat | source for fish.",
)  # fmt: skip
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and the solver backends, and exit.",
)
def program() -> None:
    """Solve nonograms, and say honestly whether the solution is unique.

    FILE is a puzzle file in any known format, a folder, - for standard input, or the text of a
    puzzle itself. A folder stands for all files in it and in its subfolders, sorted by name; hidden
    ones are left out, and links to folders are not followed. A file that is no puzzle file is
    skipped, with a line on stderr, and does not change the exit code. A broken puzzle does, and so
    does a file or folder that cannot be read.
    """
    survive_odd_characters()
