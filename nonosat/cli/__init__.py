# SPDX-License-Identifier: MIT
"""The command ``nonosat``: one module per subcommand, loaded when it is called for.

Data goes to stdout, talk to stderr. Ctrl-C and a closed pipe are told apart from errors here, once
for all subcommands; an unexpected error is a bug and keeps its traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from nonosat._version import __version__
from nonosat.cli.common import INTERRUPTED, complain, emit

__all__ = ["main", "program"]

_COMMANDS = ("bench", "check", "count", "graph", "show", "solve", "verify-certificate")


class _Interrupted(click.ClickException):
    """Ctrl-C: one line, and the exit code that shells expect."""

    exit_code = INTERRUPTED

    def __init__(self) -> None:
        super().__init__("interrupted")

    def show(self, file: Any = None) -> None:
        complain("interrupted")


class _Program(click.Group):
    """The group of all subcommands; importing one costs nothing until it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command = getattr(import_module(f"nonosat.cli.command_{name}"), name)
        assert isinstance(command, click.Command)
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _quiet_ends():  # --help and --version are answered in here
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _quiet_ends():
            return super().invoke(ctx)


@contextmanager
def _quiet_ends() -> Iterator[None]:
    """Ctrl-C and a closed pipe end the program without a traceback."""
    try:
        yield
    except KeyboardInterrupt:
        raise _Interrupted from None
    except BrokenPipeError:
        # What is still buffered would fail again when the interpreter flushes it at its end.
        devnull = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                os.dup2(devnull, stream.fileno())
        raise click.exceptions.Exit(0) from None


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
    epilog="Exit codes: 0 unique or done, 1 several solutions, 2 usage error, 3 no solution, "
    "4 bad input, 5 unknown (a limit was reached), 130 interrupted. With several puzzles the "
    "worst of them counts, in the order 4, 5, 3, 1, 0. "
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

    FILE is a puzzle file in any known format, - for standard input, or the text of a puzzle itself.
    """
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:  # titles and names may hold what the terminal cannot show
        reconfigure(errors="backslashreplace")


def main() -> None:
    """Run the command with the arguments of the process, and exit."""
    program.main(prog_name="nonosat")
