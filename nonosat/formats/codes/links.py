# SPDX-License-Identifier: MIT
"""Links to the pages that show a puzzle, and the fields in them.

davidje13's page has ``#rules=CODE&name=TITLE`` for a puzzle and ``#editor=CODE`` for a picture,
dsmiller95's ``?width=..&height=..&raw=..``, Simon Tatham's ``#GAMEID``. Our own code is in
``#code=CODE``. A link is recognised by these names, not by its address, because such a page can
have any address; the part from ``#`` or ``?`` is enough. Other fields of a link are ignored.

dsmiller95's query is a code by itself, of a complete picture: a bit per cell, column by column from
the left, six to a character; unlike in all other codes the first of the six is the least
significant. The characters are those of plain base64, so that ``+`` and ``/`` are percent-encoded
in a link. That page ignores superfluous bits and shows a blank picture for a faulty query; this
reader refuses both.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, urlsplit

from nonosat.errors import Fault, OptionError, PuzzleSyntaxError
from nonosat.formats.codes import GAME_ID, LINK
from nonosat.formats.codes.bits import STANDARD_ALPHABET, refuse, values_of
from nonosat.formats.codes.checks import decimal_size, refuse_grid
from nonosat.model.grid import Grid
from nonosat.model.metadata import printable

_MOST_FIELDS = 100


def is_link(text: str) -> bool:
    """True for a whole link, and for the part of a link from ``#`` or ``?``.

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


def page_address() -> str:
    """The address of a page that everybody can open; empty if none is known.

    The environment variable ``NONOSAT_SITE`` names it, or else the key ``Page`` of the project's
    addresses (``project.urls`` in pyproject.toml).

    >>> import os
    >>> os.environ["NONOSAT_SITE"] = "https://nono.example/play/"
    >>> page_address()
    'https://nono.example/play/'
    >>> del os.environ["NONOSAT_SITE"]

    Raises:
        OptionError: ``NONOSAT_SITE`` is not the address of a page.
    """
    named = os.environ.get("NONOSAT_SITE", "").strip()
    if named:
        return checked_address("NONOSAT_SITE", named)
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        urls = metadata("nonosat").get_all("Project-URL") or []
    except PackageNotFoundError:  # the code is used without being installed
        return ""
    pages = [url.partition(",")[2].strip() for url in urls if url.startswith("Page,")]
    return pages[0] if pages else ""


def checked_address(name: str, address: str) -> str:
    """An address of a page, as it was given under a name.

    >>> checked_address("--base", "https://nono.example/")
    'https://nono.example/'

    Raises:
        OptionError: it has no host, or another scheme than http and https.
    """
    try:
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and not re.search(r"\s", address):
            return address
    except ValueError:  # brackets without an address
        pass
    raise OptionError(
        f"{name} {printable(address)}: not the address of a page: write https://HOST/PATH/"
    )


def link(base: str, mark: str, field: str, code: str, title: str) -> str:
    """A link to a page: ``mark`` is ``#`` or ``?``; ``field`` names the code, or is empty.

    >>> link("https://example.org/", "#", "rules", "RlKq", "two dots")
    'https://example.org/#rules=RlKq&name=two%20dots'
    """
    name = f"&name={quote(title, safe='', errors='replace')}" if title else ""
    return f"{base.partition('#')[0]}{mark}{f'{field}=' if field else ''}{code}{name}"


QUERY_FIELDS = ("width", "height", "raw")


def write_query(grid: Grid) -> str:
    """The query of a picture, percent-encoded.

    Raises:
        GridError: the picture has unknown cells or several colours.
    """
    refuse_grid(grid)
    cells = grid.transpose().cells
    raw = "".join(
        STANDARD_ALPHABET[sum(cell << bit for bit, cell in enumerate(cells[i : i + 6]))]
        for i in range(0, len(cells), 6)
    )
    return f"width={grid.width}&height={grid.height}&raw={quote(raw, safe='')}"


def read_query(fields: Mapping[str, str]) -> Grid:
    """The picture of a query: its fields, percent-decoded.

    Raises:
        PuzzleSyntaxError: the query is faulty; positions count from the beginning of the field.
    """
    missing = [name for name in QUERY_FIELDS if name not in fields]
    if missing:
        raise PuzzleSyntaxError(
            Fault(f"the link has no {name}: it needs width, height and raw") for name in missing
        )
    width, height = (decimal_size(fields[name], name) for name in ("width", "height"))
    try:
        cells = _cells(fields["raw"].replace(" ", "+"), width * height)  # "+" means " " in a query
    except PuzzleSyntaxError as error:
        raise PuzzleSyntaxError(f"raw, {error}") from None
    return Grid.from_cells(width, height, cells).transpose()


def _cells(raw: str, count: int) -> bytes:
    values = values_of(raw, 0, STANDARD_ALPHABET)
    needed = -(-count // 6)
    if len(values) != needed:
        raise refuse(
            f"{len(values)} characters are given, {count} cells need {needed}",
            min(len(values), needed),
        )
    if count % 6 and values[-1] >> count % 6:
        raise refuse("the bits after the last cell are not zero: it is damaged", needed - 1)
    return bytes(value >> bit & 1 for value in values for bit in range(6))[:count]
