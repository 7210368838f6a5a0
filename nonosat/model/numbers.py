# SPDX-License-Identifier: MIT
"""Checks the numbers, functions and names that a caller gives, in one place and with one wording.

Every type of integer is accepted, also those of numpy (``operator.index``), but no float.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from functools import reduce
from operator import index
from typing import TYPE_CHECKING, SupportsFloat, SupportsIndex

from nonosat.errors import OptionError, shown

if TYPE_CHECKING:
    from decimal import Context, Decimal


_DECIMAL_BITS = 2000
"""Python prints numbers of this size in decimal, however low the limit on digits is set."""
_LEADING_BITS = 200
"""The upper bits of a large number that decide its first digits; also the precision, in digits."""
_SEED_BITS = 31
"""The size of a seed that every backend accepts; beliefs append 20 bits of their own."""


def _exact() -> Context:
    """Decimal numbers of any length, without rounding; their multiplication is fast."""
    import decimal  # here, so that commands start sooner

    return decimal.Context(
        prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[decimal.Inexact]
    )


def decimal_text(value: int) -> str:
    """All decimal digits of a number that is not negative.

    ``str`` refuses more than some thousand digits, and its time is quadratic: minutes for the two
    million digits that a count of solutions can have. This converts halves of the number, which
    ``decimal`` puts together: a second.

    >>> decimal_text(10**5000) == "1" + 5000 * "0"
    True
    """
    if value.bit_length() <= _DECIMAL_BITS:
        return str(value)
    return f"{_decimal(value, _exact()):f}"


def _decimal(value: int, exact: Context) -> Decimal:
    from decimal import Decimal

    powers: dict[int, Decimal] = {}

    def power(bits: int) -> Decimal:
        if bits not in powers:
            half = bits // 2
            small = bits <= _DECIMAL_BITS
            powers[bits] = (
                Decimal(1 << bits) if small else exact.multiply(power(half), power(bits - half))
            )
        return powers[bits]

    def convert(part: int, bits: int) -> Decimal:
        if bits <= _DECIMAL_BITS:
            return Decimal(part)
        half = bits // 2
        high = part >> half
        low = convert(part - (high << half), half)
        return exact.add(low, exact.multiply(convert(high, bits - half), power(half)))

    return convert(value, value.bit_length())


def product_text(powers: Iterable[tuple[int, int]]) -> str:
    """All decimal digits of a product of powers, as (base, exponent).

    It takes a tenth of the time of ``decimal_text`` of the product.

    >>> product_text([(2, 10), (61, 2)]) == str(2**10 * 61**2)
    True
    """
    exact = _exact()
    factors = (exact.power(_decimal(base, exact), exponent) for base, exponent in powers)
    return f"{reduce(exact.multiply, factors):f}"


def leading_digits(value: int) -> tuple[str, int]:
    """The first four digits of a number above 1000, and how many digits follow the first.

    For a large number its upper bits are enough, unless the others can change the digits.

    >>> leading_digits(61**1000), leading_digits(10**5000 - 1)
    (('2137', 1785), ('9999', 4999))
    """
    import decimal  # here, so that commands start sooner

    lower = max(0, value.bit_length() - _LEADING_BITS)
    context = decimal.Context(prec=_LEADING_BITS, Emax=decimal.MAX_EMAX)
    power, upper = context.power(2, lower), value >> lower
    near = [context.multiply(decimal.Decimal(bound), power) for bound in (upper - 1, upper + 2)]
    first, last = ((number.as_tuple().digits[:4], number.adjusted()) for number in near)
    if first == last:
        return "".join(map(str, first[0])), first[1]
    digits = decimal_text(value)
    return digits[:4], len(digits) - 1


def as_source(value: int) -> str:
    """The number for a ``repr``; hexadecimal if Python refuses to print its many digits.

    >>> as_source(12), as_source(10**5000)[:6]
    ('12', '0x31e2')
    """
    return str(value) if value.bit_length() <= _DECIMAL_BITS else hex(value)


def whole_number(name: str, value: SupportsIndex, least: int | None = 0) -> int:
    """The value as an int.

    Raises:
        OptionError: the value is not a whole number, or is below ``least``.

    >>> whole_number("limit", 5)
    5
    >>> whole_number("limit", 0, least=1)
    Traceback (most recent call last):
    nonosat.errors.OptionError: limit 0: give a whole number, at least 1
    """
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or (least is not None and number < least):
        bound = "" if least is None else f", at least {least}"
        raise OptionError(f"{name} {shown(value)}: give a whole number{bound}")
    return number


def seconds(name: str, value: SupportsFloat) -> float:
    """The value as a float; infinity is accepted.

    Raises:
        OptionError: the value is not a number, or is NaN or negative.

    >>> seconds("time limit", float("nan"))
    Traceback (most recent call last):
    nonosat.errors.OptionError: time limit nan: give a number of seconds, not negative
    """
    number = as_float(value)
    if not number >= 0:
        raise OptionError(f"{name} {shown(value)}: give a number of seconds, not negative")
    return number


def share(name: str, value: SupportsFloat) -> float:
    """The value as a float from 0 to 1.

    Raises:
        OptionError: the value is not a number from 0 to 1.

    >>> share("damping", 2)
    Traceback (most recent call last):
    nonosat.errors.OptionError: damping 2: give a number from 0 to 1
    """
    number = as_float(value)
    if not 0 <= number <= 1:
        raise OptionError(f"{name} {shown(value)}: give a number from 0 to 1")
    return number


def as_float(value: SupportsFloat) -> float:
    """The value as a float: infinite if it is beyond all floats, NaN if it is not a number."""
    try:
        return math.nan if isinstance(value, str) else float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf  # type: ignore[operator]
    except (TypeError, ValueError):
        return math.nan


def check_choice(name: str, value: object, choices: Collection[str]) -> None:
    """Raise OptionError if the value is not one of these names.

    >>> check_choice("encoding", "morse", ["order", "automaton"])
    Traceback (most recent call last):
    nonosat.errors.OptionError: unknown encoding 'morse'; choose order, automaton
    """
    if not isinstance(value, str) or value not in choices:
        raise OptionError(f"unknown {name} {shown(value)}; choose {', '.join(choices)}")


def check_function(name: str, value: object) -> None:
    """Raise OptionError if the value is neither None nor a function."""
    if value is not None and not callable(value):
        raise OptionError(f"{name} {shown(value)}: give a function")


def reduced_seed(seed: SupportsIndex) -> int:
    """A seed that every backend accepts, from a seed of any size; small seeds are not changed.

    Large and negative seeds are hashed, so that seeds that differ in their high bits alone still
    give different runs.

    Raises:
        OptionError: the seed is not a whole number.

    >>> reduced_seed(7), reduced_seed(-1), reduced_seed(2**64)
    (7, 51167121, 816733623)
    """
    number = whole_number("seed", seed, least=None)
    if number >> _SEED_BITS == 0:
        return number
    from hashlib import blake2b  # here, so that commands start sooner

    text = number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)
    mixed = int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
    return mixed & (1 << _SEED_BITS) - 1
