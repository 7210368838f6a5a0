# SPDX-License-Identifier: MIT
"""How a subcommand of click ends: errors become messages and exit codes.

``Context`` is that of a subcommand: what is wrong with an option is said with the usage of the
subcommand that was given it.
"""

from __future__ import annotations

from contextlib import suppress
from types import TracebackType
from typing import Any

import click

from nonosat.cli.exits import USAGE, ended
from nonosat.cli.signals import working
from nonosat.errors import OptionError
from nonosat.model.texts import printable


class Context(click.Context):
    """The context of a subcommand, in which an OptionError is a usage error."""

    def invoke(self, *args: Any, **extra: Any) -> Any:
        try:
            return super().invoke(*args, **extra)
        except OptionError as error:
            raise click.UsageError(str(error), self) from error


class Ends:
    """Context manager: exceptions leave it as exit codes and messages.

    A class with ``__exit__``, because it has to see every exception, and to let those of click
    pass.
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
        if isinstance(error, click.UsageError):
            with suppress(OSError):  # stderr cannot be written
                click.UsageError(_escaped(error.format_message()), error.ctx).show()
            raise click.exceptions.Exit(USAGE) from None
        raise click.exceptions.Exit(ended(error)) from None


def _escaped(message: str) -> str:
    """The message without control characters: it quotes arguments, and goes to a terminal."""
    return "\n".join(map(printable, message.split("\n")))
