# SPDX-License-Identifier: MIT
"""Codes as files: one in each line."""

from __future__ import annotations

from nonosat.formats.codes.recognise import GAME_ID, looks_like_code
from nonosat.formats.form import ALL_COLORS, Format
from nonosat.formats.sample import Sample


def _is_codes(sample: Sample) -> bool:
    """Game ids are left to the format of Simon Tatham's program."""
    lines = sample.filled[:100]
    return bool(lines) and all(looks_like_code(x) and not GAME_ID.match(x) for x in lines)


FORMATS = (
    Format(
        name="code",
        sentence="codes and links, one in each line; of all kinds, written in our own",
        suffixes=(".code", ".codes"),
        module="code_lists",
        sniff=_is_codes,
        many=True,
        colors=True,
        palette=ALL_COLORS,
        partial=True,
        printed=True,
        limits=("names of colours over 1,023 bytes",),
    ),
)
