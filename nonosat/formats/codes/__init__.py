# SPDX-License-Identifier: MIT
"""Codes: puzzles and pictures as short texts, for links and for paper (docs/codes.md).

``face`` has the public functions and the table of kinds. The kinds of earlier programs are in
``short``, ``codes_2020``, ``links`` and ``game_id``; our own is ``compact``, with ``compact_clues``
and the coder ``arithmetic``. This module only recognises the shape of a code where a file name may
stand too: it is imported at every start of the command, so it imports almost nothing.
"""

from __future__ import annotations

import re

LINK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+://|[#?][a-z0-9]|(?:code|rules|editor|width)=")
"""The beginning of a link, or of the part of a link from ``#`` or ``?``."""
GAME_ID = re.compile(r"[0-9][a-z0-9]*+[:#]")
"""The beginning of a game id."""

_LETTERED = re.compile(r"[NRLB][A-Za-z0-9_-]{3,}")
PLAIN = re.compile(r"[U-Za-z0-9_-][A-Za-z0-9_-]+")
"""The shape of a code of 2020, which may also be a word."""


def looks_like_code(text: str) -> bool:
    """True if a text has the shape of a code or of a link with one; the text is not decoded.

    It is False for codes of 2020, which have no letter of their own and may also be a word.

    >>> looks_like_code("RlKq"), looks_like_code("https://example.org/#rules=RlKq")
    (True, True)
    >>> looks_like_code("cup.non"), looks_like_code("iJA")
    (False, False)
    """
    return bool(LINK.match(text) or GAME_ID.match(text) or _LETTERED.fullmatch(text))
