# SPDX-License-Identifier: MIT
"""Links to the pages that show a puzzle, and the fields in them.

davidje13's page has ``#rules=CODE&name=TITLE`` for a puzzle and ``#editor=CODE`` for a picture,
dsmiller95's ``?width=..&height=..&raw=..``, Simon Tatham's ``#GAMEID``. Our own code is in
``#code=CODE``. A link is recognised by these names, not by its address, because everybody can put
such a page anywhere; the part from ``#`` or ``?`` is enough. What else a link holds is passed over.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, quote

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.codes.recognise import GAME_ID, LINK

_MOST_FIELDS = 100


def is_link(text: str) -> bool:
    """True for a whole link, and for the part of one from ``#`` or ``?``.

    >>> is_link("https://example.org/#rules=RlKq"), is_link("?width=1&height=1&raw=B")
    (True, True)
    >>> is_link("RlKq")
    False
    """
    return LINK.match(text) is not None


def fields_of(text: str) -> dict[str, str]:
    """The fields of a link, percent-decoded; a game id after ``#`` is the field ``game``.

    >>> fields_of("https://example.org/p.html#rules=RlKq&name=two%20dots")
    {'rules': 'RlKq', 'name': 'two dots'}

    Raises:
        PuzzleSyntaxError: a field occurs twice, or there are too many.
    """
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*://|[#?]", text):
        text = f"?{text}"
    address, _, fragment = text.partition("#")
    query = address.partition("?")[2]
    if GAME_ID.match(fragment):
        return {"game": fragment}
    try:
        pairs = [
            pair
            for part in (query, fragment)
            for pair in parse_qsl(part, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
        ]
    except ValueError:
        raise PuzzleSyntaxError(f"the link has more than {_MOST_FIELDS} fields") from None
    fields = dict(pairs)
    for name in ("code", "rules", "editor", "width", "height", "raw"):
        if sum(name == other for other, _ in pairs) > 1:
            raise PuzzleSyntaxError(f"the link has '{name}=' twice")
    return fields


def link(base: str, mark: str, field: str, code: str, title: str) -> str:
    """A link to a page: ``mark`` is ``#`` or ``?``; ``field`` names the code, or is empty.

    >>> link("https://example.org/", "#", "rules", "RlKq", "two dots")
    'https://example.org/#rules=RlKq&name=two%20dots'
    """
    name = f"&name={quote(title, safe='', errors='replace')}" if title else ""
    return f"{base.partition('#')[0]}{mark}{f'{field}=' if field else ''}{code}{name}"
