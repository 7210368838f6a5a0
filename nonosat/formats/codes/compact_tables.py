# SPDX-License-Identifier: MIT
"""The probabilities with which our own code begins, as real puzzles have them.

The nth character of a table, with the value v in the alphabet, is the probability (2v + 1) / 128
of a 1. The tables are part of version N of the code and never change. They come from the corpus
(docs/experiments.md, "Formats and drawing").
"""

from __future__ import annotations

from nonosat.formats.codes.alphabet import VALUES


def _odds(table: str) -> list[int]:
    return [(2 * VALUES[letter] + 1) * 512 for letter in table]


MORE = [
    _odds(row)
    for row in (
        "JLNfTakv9__0",
        "EGLPRXcly__0",
        "EKMPTchjY-_4",
        "JTbYmx358___",
        "NVehs5999-__",
        "Pfgnv9__-___",
    )
]
"""Whether one more block follows: by the blocks that the line before has more (-2, -1, 0, 1, 2, 3,
less and more count as the ends), and by the class of the room from 1 to 12."""

LENGTHS = [
    _odds(row)
    for row in (
        "fvtyy2z6",
        "bjotvw12",
        "tbkqtuxx",
        "1ycux0r4",
        "yytippuy",
        "12x0urov",
        "45277632",
        "4839998-",
        "192-9-7_",
        "x_6_9_9_",
        "2_1__-7_",
        "--7__-9_",
        "________",
    )
]
"""Whether a block is longer than 1, 2, .. 8: by the class of the block of the line before."""

LONG = _odds("3wsqqookvv")
"""Whether the length over 8 has more than 1, 2, .. 10 binary digits."""
