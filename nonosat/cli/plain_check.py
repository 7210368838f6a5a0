# SPDX-License-Identifier: MIT
"""``nonosat check`` with plain arguments, without click.

Files, and of the options ``-q``, ``--quiet``, ``--json`` and ``--preset NAME``: that is how scripts
call it, puzzle by puzzle, and then most of the time was the import of click and of what it needs.
Anything else, and everything that could be a mistake, is left to click; so are help and messages
about usage. Both ways print by the same code (``verdicts``) and end by the same (``exits``).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from nonosat._start import working

__all__ = ["plain_check"]


def plain_check(arguments: Sequence[str]) -> int | None:
    """Check files and print the verdicts; the exit code. None: click has to look at the arguments.

    Nothing is printed if the result is None.

    Raises:
        SystemExit: an error ended it, with its exit code; it is reported.
    """
    plain = _plain(arguments)
    if plain is None:
        return None
    files, preset, as_json, quiet = plain
    working(True)
    try:
        from nonosat.cli import exits, verdicts
        from nonosat.cli.output import Screen, survive_odd_characters
        from nonosat.solving.presets import PRESETS

        if preset not in PRESETS:
            return None
        options: dict[str, Any] = {"stages": None, "time_limit": None, "backbone": False}
        survive_odd_characters()
        codes = verdicts.print_all(
            files, None, options | {"preset": preset}, Screen(), as_json=as_json, quiet=quiet
        )
        return exits.worst(codes)
    except BaseException as error:
        working(False)
        from nonosat.cli import exits

        raise SystemExit(exits.ended(error)) from None
    finally:
        working(False)


def _plain(arguments: Sequence[str]) -> tuple[tuple[str, ...], str, bool, bool] | None:
    """Files, preset, ``--json`` and ``-q``; None if there is anything else, or no file."""
    if list(arguments[:1]) != ["check"] or os.name == "nt" or "_NONOSAT_COMPLETE" in os.environ:
        return None  # on Windows click expands names with *
    files: list[str] = []
    preset, as_json, quiet = "default", False, False
    rest = iter(arguments[1:])
    for argument in rest:
        if argument == "--json":
            as_json = True
        elif argument in ("-q", "--quiet"):
            quiet = True
        elif argument == "--preset":
            preset = next(rest, "")
        elif argument == "-" or not argument.startswith("-"):
            files.append(argument)
        else:
            return None
    return (tuple(files), preset, as_json, quiet) if files else None
