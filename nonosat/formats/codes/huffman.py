# SPDX-License-Identifier: MIT
"""The fixed Huffman codes of the short codes: small numbers are short.

``H(L)`` is a Huffman code for 0 to L in which i has the weight 1/(i + 2). Where weights are equal,
the order of davidje13's page decides (``test_codes_vectors.py`` holds its results). Weights are
multiplied by a common multiple of all denominators, so that everything is whole numbers. Larger
numbers never have shorter codes, so that a code is described by the first number of each length: a
table for every L up to 1000 needs little memory.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import pairwise
from math import lcm

from nonosat.formats.codes.alphabet import Reader, Writer


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
    """For each length that occurs: its bits, the first code, the first number, and how many."""
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
