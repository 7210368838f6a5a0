# SPDX-License-Identifier: MIT
"""The letters that stand for colours in text: which characters may be one, and how many there are.

Letters must survive every text form that nonosat reads and writes. So the characters that mean
something else there are refused (``.`` empty, ``?`` unknown, digits, quotes, brackets, separators),
and so are marks, which merge with the character before them.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from nonosat.errors import GridError

__all__ = ["ALPHABET", "MAX_COLORS", "check_letters", "first", "is_letter"]

MAX_COLORS = 60
"""The most colours supported besides the background."""

ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#%&*+@$!=~"
"""The letters of colours without one of their own, in this order. Part of the compact codes: they
never change. There are two more than colours, so that one too many is a fault like others."""

_FORBIDDEN_LETTERS = set(".?|[](),:;\"'<>\\/-_ 0123456789")


def first(count: int) -> str:
    """The letters of this number of colours, none of which has one of its own.

    >>> first(1), first(3), len(first(MAX_COLORS))
    ('#', 'abc', 60)
    """
    return "#" if count == 1 else ALPHABET[:count]


def is_letter(letter: str) -> bool:
    """True for a character that can stand for a colour in text.

    >>> is_letter("r"), is_letter("."), is_letter("\u0301")
    (True, False, False)
    """
    if len(letter) != 1 or not letter.isprintable() or letter in _FORBIDDEN_LETTERS:
        return False
    if letter.isascii():
        return True
    from unicodedata import category  # here, because few puzzles need it

    return not category(letter).startswith("M")


@lru_cache(maxsize=256)
def _letters_fault(letters: str) -> str | None:
    """Why a text cannot be the letters of a grid; None if it can."""
    if len(letters) > MAX_COLORS:
        return f"{len(letters)} letters: a grid has at most {MAX_COLORS} colours"
    for letter, count in Counter(letters).items():
        if not is_letter(letter):
            return f"{letter!r} cannot be the letter of a colour"
        if count > 1:
            return f"{count} colours share the letter {letter!r}"
    return None


def check_letters(letters: str) -> None:
    """Raise GridError if a text cannot be the letters of a grid."""
    if not isinstance(letters, str):
        raise GridError(f"letters {letters!r}: give a text with one letter for each colour")
    if letters == "#":
        return
    fault = _letters_fault(letters)
    if fault is not None:
        raise GridError(fault)
