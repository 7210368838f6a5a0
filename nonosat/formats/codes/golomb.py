# SPDX-License-Identifier: MIT
"""Whole numbers without an upper bound, as the short codes write them (exponential Golomb codes).

A number has a part whose length is written in unary, so that small ones are short. ``low`` bits are
always written as they are.
"""

from __future__ import annotations

from nonosat.formats.codes.alphabet import Reader, Writer
from nonosat.formats.codes.sizes import MOST_IN_SHORT_CODES, check_size

_MOST_BITS = 24
"""Longer numbers are in no code."""


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


def write_size(writer: Writer, width: int, height: int) -> None:
    """The size of a board, at the beginning of a short code."""
    write_golomb(writer, width, 4)
    write_golomb(writer, height, 4)


def read_size(reader: Reader) -> tuple[int, int]:
    """Width and height."""
    at = reader.position
    width, height = read_golomb(reader, 4), read_golomb(reader, 4)
    check_size(width, height, at, MOST_IN_SHORT_CODES)
    return width, height
