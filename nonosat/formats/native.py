# SPDX-License-Identifier: MIT
"""Reading by the native core: for plain texts of the usual formats, a tenth of the time.

The native readers give a puzzle only for texts that they fully understand, and then it is the one
that the Python reader of the format gives (``core/puzzle_text.hpp``). For all other texts, and for
everything with a fault, they give nothing, and the Python readers go on.

The core is used if this process has loaded it, as every process that solves has, and is not loaded
here: formats lie below the core, and the checker of certificates, which shares nothing with the
solver, reads puzzles too.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from types import ModuleType
from typing import Any, TypeAlias

from nonosat.clue import Block
from nonosat.formats.common import make_palette
from nonosat.grid import Grid
from nonosat.metadata import Metadata
from nonosat.palette import BLACK
from nonosat.puzzle import MAX_SIDE, Puzzle, sound_puzzle

__all__ = ["core", "read_non", "read_text"]

_Parts: TypeAlias = tuple[Any, ...]


def core() -> ModuleType | None:
    """The native core; None if this process has not loaded it."""
    return sys.modules.get("nonosat.core._core")


def read_text(text: str) -> Puzzle | None:
    """The only puzzle of a text of any format; None if others have to read it."""
    native = core()
    return None if native is None else _puzzle(native.read_text(text, _blocks))


def read_non(text: str) -> Puzzle | None:
    """The puzzle of a text in the format ``non``, without lines of ``====``; or None."""
    native = core()
    return None if native is None else _puzzle(native.read_non(text, _blocks))


@lru_cache(maxsize=8)
def _blocks(colors: int) -> tuple[tuple[Block, ...], ...]:
    """For each colour its Blocks by length."""
    return tuple(
        tuple([Block(length, color) for length in range(MAX_SIDE + 1)])
        for color in range(1, colors + 1)
    )


def _puzzle(parts: _Parts | None) -> Puzzle | None:
    if parts is None:
        return None
    rows, columns, texts, colors, background, goal, printed = parts
    palette = make_palette(colors, background) if colors else BLACK
    letters, height, width = palette.letters, len(rows), len(columns)
    meta = Metadata(*texts) if any(texts) else _NO_META
    return sound_puzzle(
        rows,
        columns,
        palette,
        None if goal is None else Grid.from_cells(height, width, goal, letters),
        meta,
        None if printed is None else Grid.from_cells(height, width, printed, letters),
    )


_NO_META = Metadata()
