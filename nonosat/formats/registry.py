# SPDX-License-Identifier: MIT
"""The registry of formats: their names and suffixes, and how a text is recognised.

A ``Format`` names the module that reads and writes it. That module is imported when it is first
used, so that reading a ``.non`` file does not pay for XML. ``sniff`` recognises a format by the
beginning of the text and imports none of the modules. (A table of plain data was preferred to
entry points: plug-ins would make the time to start a command depend on what is installed.)
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

from nonosat.errors import OptionError, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError, excerpt
from nonosat.letters import is_letter
from nonosat.puzzle import Puzzle

__all__ = ["FORMATS", "Format", "StrPath", "format_named", "formats_by_suffix", "sniff"]

StrPath = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Format:
    """One form of puzzle file.

    ``sniff`` says from the beginning of a text whether it has this form. ``module`` has the
    functions ``loads`` and, if ``writes``, ``dumps``; it is imported at the first call of either.
    """

    name: str
    sentence: str
    suffixes: tuple[str, ...]
    sniff: Callable[[str], bool]
    module: str
    writes: bool = True

    def loads(self, text: str) -> Iterator[PuzzleOrError]:
        """One item for each puzzle of a text: the puzzle or its error."""
        items: Iterator[PuzzleOrError] = import_module(self.module).loads(text)
        return items

    def dumps(self, puzzle: Puzzle) -> str:
        """The puzzle as text; PuzzleError if the format cannot represent it."""
        text: str = import_module(self.module).dumps(puzzle)
        return text


_HEAD = 65_536
"""The number of characters that ``sniff`` reads: the keywords of a .non file follow its texts."""

_NON = re.compile(
    r"^[ \t]*(?:(?:rows|columns)[ \t]*\r?$|(?:width|height|maxrule)[ \t]+[0-9\"-])",
    re.MULTILINE | re.IGNORECASE,
)
_TAAI = re.compile(r"\s*\$[ \t]*[0-9]*[ \t]*(?:[\r\n]|$)")


def _is_picture(text: str) -> bool:
    """True for a picture as text that cannot be mistaken for prose or for a list of clues.

    Bits with blanks between them must be one digit each and need a 0, because ``1 1`` is also a
    clue. Letters need an empty cell ``.`` and lines of equal length; if there are less than four
    lines or some differ in length, every eighth cell must be empty.
    """
    rows = [row.strip() for row in text.strip().splitlines()]
    cells = "".join(row.replace(" ", "").replace("\t", "") for row in rows)
    kinds = set(cells)
    spaced = any(" " in row or "\t" in row for row in rows)
    if kinds <= set(".#?"):
        return bool(kinds)
    if kinds <= set("01?"):
        digits = [digit for row in rows for digit in row.split()]
        return not spaced or ("0" in kinds and all(len(digit) == 1 for digit in digits))
    if spaced or len(rows) < 2 or not all(x in ".?" or is_letter(x) for x in kinds):
        return False
    empty = cells.count(".")
    (length, usual), *_ = Counter(map(len, rows)).most_common(1)
    if len(rows) >= 4 and usual >= len(rows) - 1 and len(rows[-1]) <= length:  # the head cuts rows
        return empty > 0
    return 8 * empty >= len(cells) and 2 * usual >= len(rows)


_ALL = (
    Format(
        "json",
        "JSON: rows and cols, image, or cells; also partial puzzles",
        (".json",),
        lambda text: text.lstrip()[:1] in ("{", "["),
        "nonosat.formats.json_form",
    ),
    Format(
        "webpbn",
        "XML of webpbn.com, with colours; one or many puzzles",
        (".xml", ".pbn"),
        lambda text: text.lstrip()[:1] == "<",
        "nonosat.formats.webpbn",
    ),
    Format(
        "taai",
        "text of the TAAI tournaments: black and white squares, many in a file",
        (".taai",),
        lambda text: _TAAI.match(text) is not None,
        "nonosat.formats.taai",
    ),
    Format(
        "non",
        "Steve Simpson's text form and its dialects, with colours; one or many puzzles",
        (".non", ".nonpack"),
        lambda text: _NON.search(text) is not None,
        "nonosat.formats.non",
    ),
    Format(
        "picture",
        "a picture as text: lines of . and #, of 0 and 1, or of . and a letter per colour",
        (".grid",),
        _is_picture,
        "nonosat.formats.picture_text",
    ),
)
FORMATS: dict[str, Format] = {form.name: form for form in _ALL}
"""All formats by name, in the order in which ``sniff`` tries them."""


def format_named(name: str) -> Format:
    """The format with a name.

    Raises:
        OptionError: there is none.
    """
    if name not in FORMATS:
        raise OptionError(f"unknown format {name!r}: use one of {', '.join(FORMATS)}")
    return FORMATS[name]


def formats_by_suffix(name: StrPath) -> list[Format]:
    """The formats whose files end like ``name``."""
    suffix = os.path.splitext(os.fspath(name))[1].lower()
    return [form for form in _ALL if suffix in form.suffixes]


def sniff(text: str, name: StrPath = "") -> Format:
    """The format of a text: by its beginning, or else by the suffix of the file name.

    >>> sniff('{"rows": [[1]], "cols": [[1]]}').name
    'json'
    >>> sniff(".#.\\n###").name
    'picture'

    Raises:
        PuzzleSyntaxError: the text has no known format.
    """
    head = text[:_HEAD].removeprefix("\ufeff")
    by_suffix = formats_by_suffix(name)
    for form in (*_ALL, *by_suffix):
        if form.sniff(head):
            return form
    if by_suffix:
        return by_suffix[0]
    what = f"{excerpt(head.strip())} has" if head.strip() else "the text is empty: it has"
    known = "; ".join(f"{form.name} ({form.sentence})" for form in _ALL)
    raise PuzzleSyntaxError(f"{what} no format that is known: {known}")
