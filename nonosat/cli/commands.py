# SPDX-License-Identifier: MIT
"""The group of all commands, and how they end.

Each command is in a module that is imported when the command runs, so that the program starts
quickly. Errors that leave a command become messages and exit codes in ``Ends``. An error about an
option is shown with the usage of the command that got it (``Context``).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import TracebackType
from typing import Any

import click

from nonosat._version import __version__
from nonosat.cli.exits import STATUS, USAGE, ended
from nonosat.cli.output import emit, survive_odd_characters
from nonosat.cli.signals import working
from nonosat.errors import OptionError
from nonosat.model.metadata import printable

_GROUPS = {
    "Check": {
        "check": "Check whether puzzles have exactly one solution, for people who make or "
        "collect them.",
        "solve": "Solve puzzles and draw the solutions.",
        "count": "Count the solutions of puzzles, or list them.",
        "check-grid": "Check a half-filled grid for mistakes, for people who solve a puzzle.",
        "write-certificate": "Write proofs of verdicts, for people who want to check them.",
        "verify-certificate": "Verify a certificate, without trusting it or its writer.",
    },
    "Learn": {
        "hint": "Give the next step of a half-filled puzzle: where to look, what follows, or why.",
        "explain": "Explain how a person solves a puzzle: every step in a sentence.",
        "rate": "Rate how hard puzzles are for people.",
        "graph": "Show which values force which others, for people who study deduction.",
        "line-statistics": "Show what each line contributes to a solve, for people who study the "
        "solver.",
        "bench": "Time presets and other programs on the same puzzles, for people who study "
        "solvers.",
        "build-benchmark": "Build a benchmark of puzzles with answers and certificates, for "
        "people who study solvers.",
    },
    "Make": {
        "make": "Make random puzzles with one solution, of the size and difficulty you choose.",
        "from-image": "Make a puzzle from a photo or a drawing, and say whether it is unique.",
        "read": "Read printed puzzles from screenshots, scans, photos and PDFs.",
        "like-image": "Make puzzles with one solution that look like a photo or a drawing.",
        "repair": "Change the fewest cells of a picture so that its clues have one solution.",
        "reveal": "Reveal the fewest cells of the picture so that one solution remains.",
        "correct": "Find the mistyped number in clues that have no solution, and correct it.",
    },
    "Files": {
        "convert": "Write puzzles in another format.",
        "formats": "List the formats of puzzle files, and what each one holds and keeps.",
        "encode": "Print a code for each puzzle: a short text that stands for it.",
        "decode": "Write the puzzles of codes and links to a file.",
        "show": "Draw each puzzle unsolved on the terminal, or list all its faults.",
        "draw": "Draw puzzles into files: blank, or filled in.",
        "print": "Print puzzles on paper: a PDF with boards, solutions and contents.",
    },
    "Many": {
        "collection": "Keep puzzles, and everything found out about them, in a file.",
        "serve": "Draw, play, solve and print puzzles in a browser; with a JSON API.",
    },
}
"""What each command does, in the groups of ``nonosat --help``, which imports none of them. A test
compares them with the first sentences of the commands' own help."""
_COMMANDS = {name: words for group in _GROUPS.values() for name, words in group.items()}
_SHARED = {
    "build-benchmark": "bench",
    "decode": "code",
    "encode": "code",
    "formats": "convert",
    "from-image": "images",
    "hint": "explain",
    "like-image": "images",
    "show": "draw",
}
"""The modules with several commands, after ``command_``; others are named like their command."""


class _Program(click.Group):
    """The group of all subcommands; one is imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        return imported(f"command_{_SHARED.get(cmd_name, cmd_name)}", cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        longest = max(map(len, _COMMANDS))
        for head, group in _GROUPS.items():
            rows = [
                (name.ljust(longest), _short(words, formatter.width - 6 - longest))
                for name, words in group.items()
            ]
            with formatter.section(head):
                formatter.write_dl(rows)
        with formatter.section("Exit status"):
            known = "; ".join(f"{code} {words}" for code, words in STATUS.items())
            order = "70, 74, 2, 4, 5, 3, 1, 0"
            formatter.write_text(f"{known}. With several puzzles, the worst of them: {order}.")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(_no_command(args[0]), ctx)
        return super().resolve_command(ctx, args)

    def _main_shell_completion(self, *args: Any, **extra: Any) -> None:
        try:
            super()._main_shell_completion(*args, **extra)
        except Exception:  # no command, or odd variables: nothing to complete
            raise SystemExit(1) from None

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with Ends():  # --help and --version are answered in here
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with Ends():
            return super().invoke(ctx)


def imported(module: str, name: str) -> click.Command:
    """The command of this name, from a module of ``nonosat.cli``."""
    module, name = module.replace("-", "_"), name.replace("-", "_")
    found = import_module(f"nonosat.cli.{module}")
    command = getattr(found, name, None) or getattr(found, f"{name}_")  # print_, list_
    assert isinstance(command, click.Command)
    command.context_class = Context
    return command


def _short(words: str, room: int) -> str:
    """The words; if they do not fit, without "for ..." at the end, or cut."""
    if len(words) > room:
        words = f"{words.partition(', for ')[0].rstrip('.')}."
    return click.Command(None, help=words).get_short_help_str(room)


def _no_command(name: str) -> str:
    """The message about an unknown command, with the closest commands."""
    from difflib import get_close_matches

    from nonosat.formats import argument

    given = argument(name)
    if not given.named or os.path.exists(name):
        what = name if given.named else "..."
        return f"{name[:40]!r} is a puzzle, not a command: did you mean 'nonosat solve {what}'?"
    begun = [command for command in _COMMANDS if command.startswith(name)]
    close: Sequence[str] = begun or get_close_matches(name, _COMMANDS)
    if close:
        return f"unknown command {name!r}: did you mean {' or '.join(map(repr, close))}?"
    if "/" in name or os.sep in name or os.path.splitext(name)[1]:
        return f"no such command or file {name!r}: write nonosat COMMAND FILE"
    return f"unknown command {name!r}: 'nonosat --help' lists all"


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
    epilog='Shell completion: eval "$(_NONOSAT_COMPLETE=bash_source nonosat)" in ~/.bashrc; '
    "zsh_source in ~/.zshrc; fish_source, piped into source, in fish.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and the solver backends, and exit.",
)
def program() -> None:
    """Check, solve, explain, make and print nonograms.

    FILE is a puzzle file in any known format, an archive or a folder of them, a code or a link, -
    for standard input, or the text of a puzzle.
    """
    survive_odd_characters()


class Context(click.Context):
    """The context of a subcommand: exits with its code; an OptionError becomes a usage error."""

    def invoke(self, *args: Any, **extra: Any) -> Any:
        try:
            code = super().invoke(*args, **extra)
        except OptionError as error:
            raise click.UsageError(str(error), self) from error
        if isinstance(code, int):
            self.exit(code)
        return code


class Ends:
    """Context manager: exceptions leave it as exit codes and messages.

    A class with ``__exit__``, because it must see every exception and let those of click pass.
    """

    def __enter__(self) -> None:
        working(True)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        working(False)
        if error is None or isinstance(error, SystemExit | click.exceptions.Exit):
            return
        if isinstance(error, OptionError):  # raised while the options of a subcommand are read
            error = click.UsageError(str(error), click.get_current_context(silent=True))
        if isinstance(error, click.exceptions.NoArgsIsHelpError):
            with suppress(OSError):  # stderr cannot be written
                error.show()
            raise click.exceptions.Exit(USAGE) from None
        if isinstance(error, click.UsageError):
            with suppress(OSError):  # stderr cannot be written
                click.UsageError(_escaped(error.format_message()), error.ctx).show()
            raise click.exceptions.Exit(USAGE) from None
        raise click.exceptions.Exit(ended(error)) from None


def _escaped(message: str) -> str:
    """The message without control characters: it quotes arguments, and goes to a terminal."""
    return "\n".join(map(printable, message.split("\n")))
