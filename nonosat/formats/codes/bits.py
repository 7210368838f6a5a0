# SPDX-License-Identifier: MIT
"""Bits of codes: six of them a character, in the alphabet of base64url, highest first.

``Reader`` gives the bits of a code and refuses faults that an earlier program ignored: characters
outside the alphabet, bits or characters after the end. Every message has the position of the
character, from 1, in the text that the caller was given. A whole code is held as one integer
(Python shifts it in C), so that reading a bit needs no loop; a piece of the integer is cut out
first, because a shift of all of it for every bit would be quadratic.

The short codes hold two kinds of numbers. Numbers without an upper bound are exponential Golomb
codes: a part has its length in unary, so that small numbers are short, and ``low`` bits are written
as they are. Numbers up to a bound L are fixed Huffman codes in which i has the weight 1/(i + 2). If
weights are equal, the order of davidje13's page decides (``test_codes_vectors.py`` holds its
results). Weights are multiplied by a common multiple of all denominators, so that they are whole
numbers. Larger numbers never have shorter codes, so that a code is described by the first number of
each length: a table for every L up to 1000 needs little memory.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import pairwise
from math import lcm

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import excerpt

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
ALPHABET = f"{_LETTERS}-_"
"""The characters for 0 to 63, as in base64url."""
STANDARD_ALPHABET = f"{_LETTERS}+/"
"""The characters of plain base64, which the links with ``raw`` use."""
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
        """``start`` is the position of the first character in the text of the caller."""
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
        """Refuse a code that has fewer bits than ``count``, before they are used."""
        if (len(self._values) - self._next) * 6 + self._count < count:
            end = self._start + len(self._values)
            raise refuse("the code ends here, but is not complete: it is cut off", end)

    def zeros(self, most: int) -> int:
        """How many zeros come before the next 1, which is read too.

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
    """Collects bits, and makes a code of them."""

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


_MOST_BITS = 24
"""No code has longer numbers."""


def write_golomb(writer: Writer, number: int, low: int) -> None:
    """Write a number; 0 has ``low + 1`` bits."""
    high = (number >> low) + 1
    writer.bits(high, 2 * high.bit_length() - 1)
    writer.bits(number & ((1 << low) - 1), low)


def read_golomb(reader: Reader, low: int) -> int:
    """Read a number."""
    length = reader.zeros(_MOST_BITS)
    high = (1 << length | reader.bits(length)) - 1
    return high << low | reader.bits(low)


def code_lengths(largest: int) -> list[int]:
    """The number of bits of each number from 0 to ``largest``.

    >>> code_lengths(0), code_lengths(5)
    ([0], [2, 2, 3, 3, 3, 3])
    """
    common = lcm(*range(2, largest + 3))
    weights = [-(common // (number + 2)) for number in range(largest + 1)]  # negated: ascending
    nodes = list(range(largest + 1))
    parents = [0] * (2 * largest + 1)
    for parent in range(largest + 1, 2 * largest + 1):
        weight = weights.pop() + weights.pop()
        parents[nodes.pop()] = parents[nodes.pop()] = parent
        place = bisect_left(weights, weight)
        weights.insert(place, weight)
        nodes.insert(place, parent)
    depths = [0] * (2 * largest + 1)
    for node in range(2 * largest - 1, -1, -1):
        depths[node] = depths[parents[node]] + 1
    return depths[: largest + 1]


@lru_cache(maxsize=1024)
def _steps(largest: int) -> tuple[tuple[int, int, int, int], ...]:
    """For each length that occurs: its bits, the first code and number, and their count."""
    lengths = code_lengths(largest)
    firsts = [i for i, length in enumerate(lengths) if i == 0 or length != lengths[i - 1]]
    steps = []
    code = before = 0
    for first, after in pairwise([*firsts, len(lengths)]):
        code <<= lengths[first] - before
        before = lengths[first]
        steps.append((before, code, first, after - first))
        code += after - first
    return tuple(steps)


def write_number(writer: Writer, number: int, largest: int) -> None:
    """Write a number from 0 to ``largest``."""
    for length, code, first, count in _steps(largest):
        if number < first + count:
            writer.bits(code + number - first, length)
            return
    raise ValueError(f"{number} is larger than {largest}")


def read_number(reader: Reader, largest: int) -> int:
    """Read a number from 0 to ``largest``."""
    found = bits = 0
    for length, code, first, count in _steps(largest):
        if length > bits:
            found = found << (length - bits) | reader.bits(length - bits)
            bits = length
        if found < code + count:
            return first + found - code
    raise AssertionError("a Huffman code has a number for every sequence of bits")
