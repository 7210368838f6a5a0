# SPDX-License-Identifier: MIT
"""Puzzles as rows of the tables ``puzzle`` and ``place``, and back.

The cost for a 15x15 is 0.1 ms: canonical text, two hashes, compression.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from typing import Any

from nonosat.collection.content import pack, unpack
from nonosat.collection.hashes import shape
from nonosat.collection.sources import storable
from nonosat.errors import CollectionError, NonosatError
from nonosat.model.canonical import read_canonical
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle

INSERT_PUZZLE = (
    "INSERT OR IGNORE INTO puzzle(sha256, shape, width, height, colors, partial, printed, density, "
    "content) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def puzzle_row(puzzle: Puzzle) -> tuple[object, ...]:
    """The values of ``INSERT_PUZZLE``; the first is the SHA-256."""
    canonical = puzzle.canonical_text()
    text = canonical.encode()
    return (
        hashlib.sha256(text).hexdigest(),
        shape(puzzle, canonical),
        puzzle.width,
        puzzle.height,
        len(puzzle.palette),
        int(puzzle.partial),
        int(puzzle.printed is not None),
        _density(puzzle),
        pack(text),
    )


def _density(puzzle: Puzzle) -> float | None:
    """The share of filled cells, by the clues of all rows or of all columns; None if not known."""
    for clues in (puzzle.rows, puzzle.columns):
        if None not in clues:
            filled = sum([length for clue in clues if clue for length, _ in clue])
            return filled / (puzzle.width * puzzle.height)
    return None


def place_values(puzzle: Puzzle) -> tuple[object, ...]:
    """Title, author, licence, the other metadata, and the goal, as they are stored."""
    meta = puzzle.meta
    goal = None if puzzle.goal is None else pack(puzzle.goal.cells)
    texts = (meta.title, meta.author, meta.license, _rest(puzzle))
    return (*(storable(text) if text else None for text in texts), goal)


def goal_fits(puzzle: Puzzle) -> int | None:
    """1 if the goal picture fits the clues, 0 if not; None if there is none."""
    return None if puzzle.goal is None else int(not puzzle.check(puzzle.goal))


_OTHERS = [
    field.name for field in fields(Metadata) if field.name not in ("title", "author", "license")
]


def _rest(puzzle: Puzzle) -> str | None:
    """The rest of the metadata, and names and letters of the colours, as JSON."""
    meta, palette = puzzle.meta, puzzle.palette
    rest: dict[str, object] = {name: value for name in _OTHERS if (value := getattr(meta, name))}
    if palette is not BLACK and palette != BLACK:
        rest["colors"] = [[color.name, color.letter] for color in palette.colors]
    return json.dumps(rest, ensure_ascii=False, separators=(",", ":")) if rest else None


def stored_puzzle(
    content: bytes,
    title: str | None = None,
    author: str | None = None,
    licence: str | None = None,
    rest: str | None = None,
    goal: bytes | None = None,
) -> Puzzle:
    """The puzzle of a row of ``puzzle`` and, where it was found, of a row of ``place``.

    Raises:
        CollectionError: the row is damaged.
    """
    try:
        puzzle = read_canonical(unpack(content).decode())
        others: dict[str, Any] = {} if rest is None else json.loads(rest)
        colors = others.pop("colors", None)
        if colors is not None:
            given = zip(colors, puzzle.palette.colors, strict=True)
            named = [(name, color.rgb, letter) for (name, letter), color in given]
            palette = Palette.of(named, puzzle.palette.background)
            printed = puzzle.printed
            puzzle = Puzzle(puzzle.rows, puzzle.columns, palette=palette)
            if printed is not None:
                puzzle = puzzle.with_printed(puzzle.grid(printed.cells))
        texts = {"title": title, "author": author, "license": licence} | others
        texts = {name: text for name, text in texts.items() if text}
        if texts:
            puzzle = puzzle.with_meta(**texts)
        return puzzle if goal is None else puzzle.with_goal(puzzle.grid(unpack(goal)))
    except CollectionError:
        raise
    except (NonosatError, ValueError, TypeError, AttributeError) as error:
        raise CollectionError(f"a puzzle of the collection is damaged: {error}") from None
