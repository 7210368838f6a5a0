# SPDX-License-Identifier: MIT
"""Arguments of a command that may be a code or the name of a file: a file that is there wins."""

from __future__ import annotations

import os

from nonosat.errors import NonosatError
from nonosat.formats.codes.recognise import PLAIN, looks_like_code

__all__ = ["stands_for_code"]


def stands_for_code(argument: str) -> bool:
    """True if an argument of a command is a code or a link, and no file has this name.

    What could be a code of 2020 counts only if it is one.
    """
    argument = argument.strip()
    shaped = looks_like_code(argument)
    if not shaped and not PLAIN.fullmatch(argument):
        return False
    try:
        if os.path.lexists(argument):
            return False
    except ValueError:  # a NUL
        return False
    return shaped or _is_of_2020(argument)


def _is_of_2020(text: str) -> bool:
    from nonosat.formats.codes.face import decode  # few arguments come so far

    try:
        decode(text)
    except NonosatError:
        return False
    return True
