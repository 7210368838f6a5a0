# SPDX-License-Identifier: MIT
"""``Metadata``: title, author and so on; and two rules for texts of files.

``holdable`` replaces characters that no UTF-8 file can hold, before they get into a puzzle; so no
writer, drawing or collection ever meets them. ``printable`` writes out control characters, which a
terminal would obey.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from nonosat.errors import shown


@dataclass(frozen=True, slots=True)
class Metadata:
    """Title, author and so on, as plain text; unknown ones are empty. No solver reads them.

    >>> from nonosat import Puzzle
    >>> from nonosat.types import Metadata
    >>> Puzzle([[1]], [[1]], meta=Metadata(title="Dot", author="Ann")).meta
    Metadata(title='Dot', author='Ann')

    A NUL or half of a surrogate pair becomes U+FFFD, since no text file can hold it.

    Args:
        title: the name of the puzzle.
        author: who made it.
        copyright: the copyright notice.
        license: the licence, such as ``CC-BY-4.0``.
        catalogue: where it is published, such as a collection and a number.
        description: anything else about it.

    Raises:
        TypeError: a value is not text.
    """

    title: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    catalogue: str = ""
    description: str = ""

    def __post_init__(self) -> None:
        for name in _NAMES:
            text = getattr(self, name)
            if not isinstance(text, str):
                raise TypeError(f"{name} {shown(text)}: give a text")
            if text and (clean := holdable(text)) is not text:
                object.__setattr__(self, name, clean)

    def __repr__(self) -> str:
        given = [
            f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if getattr(self, f.name)
        ]
        return f"Metadata({', '.join(given)})"


_NAMES = tuple(field.name for field in fields(Metadata))


def holdable(text: str) -> str:
    """The text with U+FFFD for each NUL and each half of a surrogate pair.

    UTF-8 holds no half pairs, and most programs end a text at a NUL. U+FFFD is the replacement
    character of Unicode. Rejected: refusing the puzzle, which may be good; keeping these characters
    and having each of some forty writers refuse them.

    >>> holdable("a\\0\\ud800b")
    'a��b'
    """
    if text.isascii() and "\0" not in text:
        return text
    clean = text.replace("\0", "\ufffd")
    try:
        clean.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in clean)
    return clean


def printable(text: str) -> str:
    """The text with control characters and the like written out: one line, nothing hidden.

    >>> printable("a\\nb\\x1b[0m")
    'a\\\\nb\\\\x1b[0m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
