# SPDX-License-Identifier: MIT
"""``Metadata``: what is known about a puzzle besides its clues."""

from __future__ import annotations

from dataclasses import dataclass, fields

from nonosat.model.texts import holdable


@dataclass(frozen=True, slots=True)
class Metadata:
    """Title, author and so on; unknown ones are the empty string. No solver reads them.

    A NUL or half of a surrogate pair becomes U+FFFD, as no text file holds it.
    """

    title: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    catalogue: str = ""
    """Where it is published, such as a collection and a number."""
    description: str = ""

    def __post_init__(self) -> None:
        for name in _NAMES:
            text = getattr(self, name)
            if text and (clean := holdable(text)) is not text:
                object.__setattr__(self, name, clean)

    def __repr__(self) -> str:
        given = [
            f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if getattr(self, f.name)
        ]
        return f"Metadata({', '.join(given)})"


_NAMES = tuple(field.name for field in fields(Metadata))
