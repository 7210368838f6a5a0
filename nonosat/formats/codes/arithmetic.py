# SPDX-License-Identifier: MIT
"""An arithmetic coder for single decisions, with probabilities that learn.

A code is a number between 0 and 1, six bits a character. ``Coder`` holds the interval of numbers
that begin with the decisions so far. Each decision keeps one part of the interval; a likelier
decision keeps a larger part (Rissanen and Langdon, "Arithmetic coding", IBM J. Res. Dev. 23, 1979;
with two symbols and without carries as in the coders of M. Mahoney). All numbers are whole and
below 2^47, so every machine and language gets the same result. Cost: a few operations for each
decision. Rejected: a coder for symbols out of many, with tables of sums that change with every
symbol.

The encoder and the decoder make the same decisions in the same order, so one function describes
both: it calls ``bit`` with the value, or with None to learn it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from nonosat.formats.codes.bits import ALPHABET

Chance: TypeAlias = list[int]
"""The probability of a 1, in parts of 65,536, and how much has been learned about it."""

_ONE = 1 << 16
_LEAST = 256
_LEARNED = 10
_MOST_LEARNED = 60
EVEN = _ONE // 2
"""The probability of a decision about which nothing is known."""

_TOP = (1 << 30) - 1
_SHIFT = 24
_REST = (1 << _SHIFT) - 1


def chance(probability: int) -> Chance:
    """A probability that learns from the decisions coded with it."""
    return [probability, _LEARNED]


class Coder:
    """The interval from ``low`` to ``high``, both included, and the decisions that narrow it."""

    def __init__(self) -> None:
        self.low = 0
        self.high = _TOP

    def bit(self, value: int | None, odds: Chance) -> int:
        """Code a decision, 0 or 1, and learn from it; None in a decoder."""
        probability, learned = odds
        value = self._narrow(value, probability)
        if value:
            probability += (_ONE - probability) // (learned + 2)
        else:
            probability -= probability // (learned + 2)
        odds[0] = min(max(probability, _LEAST), _ONE - _LEAST)
        if learned < _MOST_LEARNED:
            odds[1] = learned + 1
        return value

    def number(self, value: int | None, bits: int) -> int:
        """Code a number of ``bits`` bits, all equally likely."""
        result = 0
        for place in range(bits - 1, -1, -1):
            one = None if value is None else value >> place & 1
            result = result << 1 | self._narrow(one, EVEN)
        return result

    def _narrow(self, value: int | None, probability: int) -> int:
        middle = self.low + ((self.high - self.low) * probability >> 16)
        value = self._choose(value, middle)
        if value:
            self.high = middle
        else:
            self.low = middle + 1
        while self.low >> _SHIFT == self.high >> _SHIFT:
            self._shift()
            self.low = (self.low & _REST) << 6
            self.high = (self.high & _REST) << 6 | 63
        return value

    def _choose(self, value: int | None, middle: int) -> int:
        raise NotImplementedError

    def _shift(self) -> None:
        raise NotImplementedError

    def ending(self) -> str:
        """The fewest characters that, followed by zeros, name a number in the interval."""
        for count in range(6):
            unit = 1 << (30 - 6 * count)
            number = -(-self.low // unit) * unit
            if number <= self.high:
                break
        return "".join(ALPHABET[number >> (24 - 6 * i) & 63] for i in range(count))


class Encoder(Coder):
    """Turns decisions into a code."""

    def __init__(self, poll: Callable[[], object] = bool) -> None:
        """``poll`` is called after each character; an exception from it ends the work."""
        super().__init__()
        self._characters: list[str] = []
        self._poll = poll

    def _choose(self, value: int | None, middle: int) -> int:
        assert value is not None
        return value

    def _shift(self) -> None:
        self._characters.append(ALPHABET[self.low >> _SHIFT])
        self._poll()

    def text(self) -> str:
        """The code, without the zeros (``A``) at its end."""
        return ("".join(self._characters) + self.ending()).rstrip("A")


class Decoder(Coder):
    """Turns a code, as the values of its characters, into decisions; zeros follow its end."""

    def __init__(self, values: list[int]) -> None:
        super().__init__()
        self._values = values
        self._next = 5
        self._code = 0
        for value in (*values[:5], *[0] * (5 - len(values))):
            self._code = self._code << 6 | value

    def _choose(self, value: int | None, middle: int) -> int:
        return int(self._code <= middle)

    def _shift(self) -> None:
        following = self._values[self._next] if self._next < len(self._values) else 0
        self._next += 1
        self._code = (self._code & _REST) << 6 | following

    def wrong_end(self) -> int | None:
        """The place of the first character that an encoder would not have written, or None."""
        sent = max(self._next - 5, 0)
        zeros = [0] * (sent - len(self._values))
        wanted = [*self._values[:sent], *zeros, *map(ALPHABET.index, self.ending())]
        while wanted and not wanted[-1]:
            wanted.pop()
        if wanted == self._values:
            return None
        pairs = zip(wanted, self._values, strict=False)
        same = (place for place, (a, b) in enumerate(pairs) if a != b)
        return next(same, min(len(wanted), len(self._values)))
