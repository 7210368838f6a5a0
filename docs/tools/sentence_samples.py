# SPDX-License-Identifier: MIT
"""Sentences of steps, hints and answers, to read them in a language: patterns with real values.

    python -m docs.tools.catalogues samples de

Random puzzles, in one colour and in several, are solved step by step and each sentence
that uses a pattern for the first time is given, after its English form.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from nonosat import Grid, Puzzle, hint, study, walkthrough
from nonosat.exact import check_grid
from nonosat.explain.cell_reasons import explain_cell
from nonosat.explain.sentences import sentence
from nonosat.explain.step import Step
from nonosat.languages import Language, language
from nonosat.model.palette import Color, Palette

_COLORS = (Color("red", "#ff0000", "a"), Color("dark blue", "#0000aa", "b"))


class Noted(Language):
    """A language that notes which texts it says, and in which form."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.said: set[tuple[str, str]] = set()

    def pattern(self, key: str, n: int = 1) -> str:
        text = super().pattern(key, n)
        self.said.add((key, text))
        return text


def random_puzzle(rng: random.Random, side: int = 12) -> Puzzle:
    """A puzzle in one or two colours, some of its clues missing."""
    colors = rng.choice((1, 1, 2))
    width, height, density = rng.randint(3, side), rng.randint(3, side), rng.uniform(0.35, 0.75)
    rows = [
        [rng.randint(1, colors) if rng.random() < density else 0 for _ in range(width)]
        for _ in range(height)
    ]
    if colors == 1:
        return Puzzle.from_grid(Grid.from_rows(rows))
    palette = Palette(_COLORS[:colors])
    puzzle = Puzzle.from_grid(Grid.from_rows(rows, letters=palette.letters), palette=palette)
    clues = [None if rng.random() < 0.15 else clue for clue in puzzle.rows]
    return Puzzle(clues, puzzle.columns, palette=palette)


def steps(seed: int, puzzles: int) -> Iterator[Step]:
    """The steps of random puzzles, and some by weights."""
    rng = random.Random(seed)
    yield from walkthrough(study.domino(5))
    for _ in range(puzzles):
        yield from walkthrough(random_puzzle(rng))


def _answers(rng: random.Random, code: str) -> Iterator[str]:
    """Hints, mistakes, ends and explanations of cells of a random puzzle."""
    puzzle = random_puzzle(rng, 8)
    picture = puzzle.goal or puzzle.unknown_grid()
    shown = [
        [
            255 if rng.random() < 0.6 else value if rng.random() < 0.9 else int(not value)
            for value in row
        ]
        for row in picture
    ]
    given = Grid.from_rows(shown, letters=puzzle.palette.letters)
    for technique in (None, "overlap"):
        found = hint(puzzle, given=given, max_technique=technique)
        yield from (found.text(level, code) for level in ("where", "what"))
        yield walkthrough(puzzle, max_technique=technique).end_text(code)
    yield check_grid(puzzle, given).text(code)
    cell = rng.randrange(puzzle.height), rng.randrange(puzzle.width)
    yield explain_cell(puzzle, cell).end_text(code)


def samples(code: str, seed: int = 1, puzzles: int = 250) -> Iterator[tuple[str, str]]:
    """Sentences in English and in a language, each with a pattern that no earlier one had."""
    say, english = Noted(code), language("en")
    for step in steps(seed, puzzles):
        before = len(say.said)
        text = sentence(step, say)
        if len(say.said) > before:
            yield sentence(step, english), text
    known: set[str] = set()
    for number in range(40):
        both = zip(*(_answers(random.Random(number), lang) for lang in ("en", code)), strict=True)
        for first, second in both:
            shape = "".join(letter for letter in first if not letter.isdigit())[:24]
            if shape not in known:
                known.add(shape)
                yield first, second
