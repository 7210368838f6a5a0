# SPDX-License-Identifier: MIT
"""``Sample``: the beginning of a file, as those who recognise formats look at it.

A recogniser is a cheap function of a Sample. Forty of them look at the same text, so what several
need (the lines, their numbers) is made once. None of them may be slow on any input: patterns have
no nested repetition, and nothing longer than ``HEAD`` is looked at.
"""

from __future__ import annotations

import re
from functools import cached_property

HEAD = 65_536
"""The number of characters, or bytes, that are looked at: the keywords of .non follow its texts."""

_NUMBERS = re.compile(r"[0-9]{1,4}(?:[ \t,]+[0-9]{1,4})*[ \t,]*")


class Sample:
    """The head of a file: its text, and its bytes for formats that are no text.

    ``text`` is empty if the bytes cannot be text. ``whole`` is True if it is all of the text; only
    then may a recogniser count lines.
    """

    def __init__(self, text: str, data: bytes | None = None) -> None:
        self.text = text[:HEAD].removeprefix("\ufeff")
        self.whole = len(text) <= HEAD
        self.data = text[:HEAD].encode("utf-8", "replace") if data is None else data[:HEAD]

    @cached_property
    def stripped(self) -> str:
        """The text without blanks around it."""
        return self.text.strip()

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without blanks at their ends; the last may be cut."""
        return [line.strip() for line in self.text.splitlines()]

    @cached_property
    def filled(self) -> list[str]:
        """The lines that are not blank."""
        return [line for line in self.lines if line]

    def numbers(self, line: str) -> list[int] | None:
        """The numbers of a line that has nothing else; None if it has.

        >>> Sample("").numbers("3, 1 4"), Sample("").numbers("3a")
        ([3, 1, 4], None)
        """
        if not _NUMBERS.fullmatch(line):
            return None
        return [int(number) for number in line.replace(",", " ").split()]

    @cached_property
    def bare_sections(self) -> bool:
        """True for lines of numbers without commas below ``rows`` and ``columns``, and no more."""
        words = [line.lower() for line in self.filled]
        return (
            self.whole
            and words[:1] in (["rows"], ["columns"])
            and words.count("rows") == words.count("columns") == 1
            and "," not in self.text
            and all(w in ("rows", "columns") or self.numbers(w) is not None for w in words)
        )
