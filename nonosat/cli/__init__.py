# SPDX-License-Identifier: MIT
"""The command ``nonosat``: one module per subcommand, imported when it is called for.

Data goes to stdout, messages to stderr. ``commands`` is the group of all subcommands, for click;
``plain_check`` answers a plain ``nonosat check FILE`` without click, whose import takes as long as
the answer. ``options`` declares what several subcommands share, ``input`` reads puzzles, ``output``
prints, ``progress`` shows long work, ``exits`` turns errors into messages and exit codes.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from nonosat.errors import OptionError
from nonosat.extras import installed

if TYPE_CHECKING:
    from nonosat.cli.commands import program

__all__ = ["main", "program"]


def main() -> None:
    """Run the command with the arguments of the process, and exit."""
    from nonosat.cli.plain_check import plain_check

    code = plain_check(sys.argv[1:])
    if code is not None:
        sys.exit(code)
    try:
        with installed():
            from nonosat.cli.commands import program
    except OptionError as error:
        from nonosat.cli import exits

        sys.exit(exits.ended(error))
    program.main(prog_name="nonosat")


def __getattr__(name: str) -> object:
    if name != "program":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from nonosat.cli.commands import program

    return program
