# SPDX-License-Identifier: MIT
"""The characters of codes, and the bits in them: base64url, six bits each, highest first.

``Reader`` gives the bits of a code and refuses what an earlier program would have passed over in
silence: characters outside the alphabet, bits or characters after the end. Every message has the
position of the character, from 1, in the text that the caller was given. A whole code is held as
one integer (Python shifts it in C), so that reading a bit needs no loop; a piece of the integer is
cut out first, because a shift of all of it for every bit would be quadratic.
"""

from __future__ import annotations

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import excerpt

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
ALPHABET = f"{_LETTERS}-_"
"""The characters for 0 to 63, as in base64url."""
STANDARD_ALPHABET = f"{_LETTERS}+/"
"""The same of plain base64, which the links with ``raw`` use."""
VALUES = {letter: value for value, letter in enumerate(ALPHABET)}

_CHUNK = 64
"""Characters that ``Reader`` holds as one integer."""


def refuse(message: str, position: int) -> PuzzleSyntaxError:
    """The error for a fault at a character, counted from 0; the message counts from 1."""
    return PuzzleSyntaxError(Fault(f"character {position + 1}: {message}"))


def values_of(text: str, start: int, alphabet: str = ALPHABET) -> list[int]:
    """The values of the characters of a code; ``start`` is the position of the first.

    Raises:
        PuzzleSyntaxError: a character is not in the alphabet.
    """
    table = VALUES if alphabet is ALPHABET else {c: v for v, c in enumerate(alphabet)}
    values = [table.get(letter, -1) for letter in text]
    if -1 in values:
        wrong = values.index(-1)
        what = "A-Z, a-z, 0-9, " + " and ".join(alphabet[62:])
        raise refuse(f"{excerpt(text[wrong])} is not a character of a code ({what})", start + wrong)
    return values


class Reader:
    """The bits of a code, from the first to the last.

    Raises:
        PuzzleSyntaxError: a character is not in the alphabet, or a bit is read after the last.
    """

    def __init__(self, text: str, start: int = 0) -> None:
        """``start`` is the position of the first character in what the caller was given."""
        self._values = values_of(text, start)
        self._start = start
        self._next = 0  # the first value that is not in _held
        self._held = 0
        self._count = 0  # bits in _held

    @property
    def position(self) -> int:
        """The position of the character that holds the next bit."""
        return self._start + (self._next * 6 - self._count) // 6

    def bits(self, count: int) -> int:
        """The next bits as a number."""
        while self._count < count:
            chunk = self._values[self._next : self._next + _CHUNK]
            if not chunk:
                end = self._start + len(self._values)
                raise refuse("the code ends here, but is not complete: it is cut off", end)
            for value in chunk:
                self._held = self._held << 6 | value
            self._next += len(chunk)
            self._count += 6 * len(chunk)
        self._count -= count
        result = self._held >> self._count
        self._held &= (1 << self._count) - 1
        return result

    def need(self, count: int) -> None:
        """Refuse a code that has fewer bits than ``count``, before anything is made of them."""
        if (len(self._values) - self._next) * 6 + self._count < count:
            end = self._start + len(self._values)
            raise refuse("the code ends here, but is not complete: it is cut off", end)

    def zeros(self, most: int) -> int:
        """How many zeros come before the next one, which is read too.

        Raises:
            PuzzleSyntaxError: there are more than ``most``.
        """
        at = self.position
        for count in range(most + 1):
            if self.bits(1):
                return count
        raise refuse("a number that is too large for a code", at)

    def end(self, unit: int = 6) -> None:
        """Refuse bits that are not zero and characters that no bit needs; bits fill ``unit``s."""
        used = self._next * 6 - self._count
        whole = -(-used // unit) * unit
        characters = -(-whole // 6)
        if characters < len(self._values):
            raise refuse(
                f"the code is complete before {excerpt(ALPHABET[self._values[characters]])}: "
                "remove what follows",
                self._start + characters,
            )
        if characters > len(self._values):
            end = self._start + len(self._values)
            raise refuse("the code ends here, but is not complete: it is cut off", end)
        at = self.position
        if self.bits(characters * 6 - used):
            raise refuse("the bits after the end of the code are not zero: it is damaged", at)


class Writer:
    """Bits, and the code that they make."""

    def __init__(self) -> None:
        self._characters: list[str] = []
        self._held = 0
        self._count = 0

    def bits(self, value: int, count: int) -> None:
        """Add the ``count`` lowest bits of a number."""
        self._held = self._held << count | value
        self._count += count
        while self._count >= 6:
            self._count -= 6
            self._characters.append(ALPHABET[self._held >> self._count])
            self._held &= (1 << self._count) - 1

    def text(self, unit: int = 6) -> str:
        """The code; the last ``unit`` and the last character are filled with zeros."""
        used = len(self._characters) * 6 + self._count
        self.bits(0, -used % unit)
        if self._count:
            self.bits(0, 6 - self._count)
        return "".join(self._characters)
