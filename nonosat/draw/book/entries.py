# SPDX-License-Identifier: MIT
"""``Entry``: what is printed of a puzzle besides its board."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a book; texts that are empty are not printed."""

    number: int
    """From 1."""
    puzzle: Puzzle
    difficulty: str = ""
    code: str = ""
    solution: Grid | None = None
    remark: str = ""
    """What there is to say about the solution, such as that there are several."""

    @property
    def size(self) -> str:
        return f"{self.puzzle.width} x {self.puzzle.height}"

    @property
    def name(self) -> str:
        """Its title, or its size."""
        return self.puzzle.title or f"Nonogram {self.size}"

    @property
    def heading(self) -> str:
        return f"{self.number}. {self.name}"

    def details(self) -> list[str]:
        """The lines below the heading: author, size and difficulty; colours; copyright."""
        meta = self.puzzle.meta
        first = [f"by {meta.author}"] if meta.author else []
        first.append(self.size)
        if self.difficulty:
            first.append(self.difficulty)
        lines = [" - ".join(first)]
        palette = self.puzzle.palette
        if len(palette) > 1:
            names = [f"{x.letter} {x.name}" for x in palette.colors]
            lines.append(f"colours: {', '.join(names)}")
        rights = [text for text in (meta.copyright, meta.license) if text]
        if rights:
            lines.append(", ".join(rights))
        return lines

    def texts(self) -> list[str]:
        """All texts that may have letters of any script."""
        return [self.heading, *self.details(), self.remark]

    @property
    def has_answer(self) -> bool:
        """True if there is something to print as its solution."""
        return self.solution is not None or bool(self.remark)
