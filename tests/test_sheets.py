# SPDX-License-Identifier: MIT
"""Sheets of paper: what stands on which page of the PDF, how large, and where."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any, NamedTuple

import pypdf

from nonosat import Grid, Puzzle
from nonosat.draw import sheets
from nonosat.draw.book.boards import LEAST_FONT
from nonosat.palette import Palette

HEART = Grid(".##.##.\n#######\n#######\n.#####.\n..###..\n...#...")
PUZZLE = Puzzle.from_grid(HEART).with_meta(title="Heart", author="Ada", copyright="2026 Ada")
COLORS = Puzzle.from_grid(
    Grid("aabb\nbbaa\n.aa.", "ab"), palette=Palette.of([("red", "f00", "a"), ("sky", "8cf", "b")])
)


class Piece(NamedTuple):
    """A text on a page: its size and where it begins, in points."""

    text: str
    size: float
    x: float
    y: float


def pages_of(book: bytes) -> list[list[Piece]]:
    """The texts of each page, with the size that they have on paper."""
    pages = []
    for page in pypdf.PdfReader(BytesIO(book)).pages:
        found: list[Piece] = []

        def visit(
            text: str, cm: list[float], tm: list[float], font: Any, size: float, into: Any = found
        ) -> None:
            if text.strip():
                scale = abs(cm[0] * cm[3] - cm[1] * cm[2]) ** 0.5
                x = cm[0] * tm[4] + cm[2] * tm[5] + cm[4]
                y = cm[1] * tm[4] + cm[3] * tm[5] + cm[5]
                into.append(Piece(text.strip(), size * scale, x, y))

        page.extract_text(visitor_text=visit)
        pages.append(found)
    return pages


def words_of(page: Iterable[Piece]) -> list[str]:
    return [piece.text for piece in page]


def clue_numbers(puzzle: Puzzle) -> list[str]:
    return sorted(str(block.length) for _, clue in puzzle.lines() for block in clue or ())


def test_a_page_has_all_clues_and_names() -> None:
    book = sheets([PUZZLE], difficulty=["hard"], answers="none")
    (page,) = pages_of(book)
    assert book.pages == 1
    words = words_of(page)
    assert words[:3] == ["1. Heart", "by Ada - 7 x 6 - hard", "2026 Ada"]
    assert words[-1] == "1 / 1"
    assert sorted(words[3:-1]) == clue_numbers(PUZZLE)
    assert min(piece.size for piece in page[3:-1]) >= LEAST_FONT
