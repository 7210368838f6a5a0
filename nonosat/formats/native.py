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

import re
import sys
from functools import lru_cache
from types import ModuleType
from typing import Any, TypeAlias

from nonosat.errors import NonosatError
from nonosat.formats.common import make_palette
from nonosat.model import canonical
from nonosat.model.clue import Block
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle, sound_puzzle

MOST = 1 << 18
"""Longer files cannot hold a text of the length up to which the core recognises formats."""

_CANONICAL_HEAD = re.compile("nonosat-puzzle 1\nwidth ([0-9]{1,4})\nheight ([0-9]{1,4})\n")

_Parts: TypeAlias = tuple[Any, ...]


def core() -> ModuleType | None:
    """The native core; None if this process has not loaded it."""
    return sys.modules.get("nonosat.core._core")


def read_text(text: str) -> tuple[Puzzle, str] | None:
    """The only puzzle of a text of any format, and its format; None if others have to read it."""
    native = core()
    parts = None if native is None else native.read_text(text, _blocks)
    if parts is None:
        return None
    return _puzzle(parts), "json" if text.lstrip()[:1] == "{" else "non"


def read_non(text: str) -> Puzzle | None:
    """The puzzle of a text in the format ``non``, without lines of ``====``; or None."""
    native = core()
    parts = None if native is None else native.read_non(text, _blocks)
    return None if parts is None else _puzzle(parts)


def read_json(text: str) -> Puzzle | None:
    """The puzzle of a text in the format ``json`` that holds one; or None."""
    native = core()
    parts = None if native is None else native.read_json(text, _blocks)
    return None if parts is None else _puzzle(parts)


def read_taai(text: str, title: str) -> Puzzle | None:
    """The puzzle of the lines below a head of the format ``taai``; or None."""
    native = core()
    parts = None if native is None else native.read_taai(text, _blocks)
    return None if parts is None else _puzzle(parts, title)


def read_canonical(text: str) -> Puzzle:
    """``canonical.read_canonical``, and what it raises; natively where that is possible."""
    native = core()
    head, rows, clues = text.partition("\nrows\n")
    known = _canonical_head(head) if native is not None and rows else None
    if native is not None and known is not None:
        height, width, palette = known
        parts = native.read_canonical(clues, _blocks, height, width, len(palette))
        if parts is not None:
            return sound_puzzle(parts[0], parts[1], palette, None, _NO_META, None)
    return canonical.read_canonical(text)


@lru_cache(maxsize=100)
def _canonical_head(head: str) -> tuple[int, int, Palette] | None:
    """Height, width and palette of canonical texts that begin like this; None if none does."""
    sizes = _CANONICAL_HEAD.match(head)
    if sizes is None:
        return None
    width, height = int(sizes[1]), int(sizes[2])
    clues = "?\n" * height + "columns\n" + "?\n" * width
    try:
        puzzle = canonical.read_canonical(f"{head}\nrows\n{clues}")
    except NonosatError:
        return None
    return puzzle.height, puzzle.width, puzzle.palette


@lru_cache(maxsize=8)
def _blocks(colors: int) -> tuple[tuple[Block, ...], ...]:
    """For each colour its Blocks by length."""
    return tuple(map(_blocks_of, range(1, colors + 1)))


@lru_cache(maxsize=8)
def _blocks_of(color: int) -> tuple[Block, ...]:
    return tuple([Block(length, color) for length in range(MAX_SIDE + 1)])


def _puzzle(parts: _Parts, title: str = "") -> Puzzle:
    rows, columns, texts, colors, background, goal, printed = parts
    palette = make_palette(colors, background) if colors else BLACK
    letters, height, width = palette.letters, len(rows), len(columns)
    meta = Metadata(*texts) if any(texts) else Metadata(title) if title else _NO_META
    return sound_puzzle(
        rows,
        columns,
        palette,
        None if goal is None else Grid.from_cells(height, width, goal, letters),
        meta,
        None if printed is None else Grid.from_cells(height, width, printed, letters),
    )


_NO_META = Metadata()
