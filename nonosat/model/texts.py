# SPDX-License-Identifier: MIT
"""Texts that come from files: what of them a puzzle holds, and how a terminal shows them.

Two rules, each in one place. ``holdable`` is at the border of the model: what no UTF-8 file can
hold does not get into a puzzle, so no writer, drawing or store ever meets it. ``printable`` is at
the border of the terminal, which obeys control characters.
"""

from __future__ import annotations


def holdable(text: str) -> str:
    """The text with U+FFFD for each NUL and each half of a surrogate pair.

    UTF-8 holds no half pairs, and most programs end a text at a NUL. U+FFFD is the character that
    Unicode has for what cannot be shown. Rejected: to refuse the puzzle, which may be good; to keep
    them and have each of some forty writers refuse them.

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
