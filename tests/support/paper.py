# SPDX-License-Identifier: MIT
"""The texts on the pages of a PDF, with their sizes and places."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any, NamedTuple

import pypdf


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
