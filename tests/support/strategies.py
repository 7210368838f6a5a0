# SPDX-License-Identifier: MIT
"""Hypothesis strategies that several test files share: grids, palettes, metadata, puzzles."""

from __future__ import annotations

from dataclasses import fields

from hypothesis import strategies as st

from nonosat import UNKNOWN, Grid, Palette, Puzzle
from nonosat.model.palette import BLACK
from nonosat.types import Color, Metadata

LETTERS = "#abcxyzABCXYZ&%*+$!=~@é"
"""Letters of colours; some of them have a special meaning in a file format."""

_RGB = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
_TEXT = st.one_of(
    st.text(max_size=20),
    st.sampled_from(('3 & 2 "so"', "a\nb\r\nc\td", "&amp;copy; &#10;", "====", "  x ", "ünï", "")),
)


def palettes(max_colors: int = 3) -> st.SearchStrategy[Palette]:
    """Palettes of 1 to ``max_colors`` colours; two of three are black on white."""

    def build(letters: list[str], rgbs: list[str], names: list[str], background: str) -> Palette:
        parts = zip(letters, rgbs, names, strict=False)
        return Palette(tuple(Color(name, rgb, x) for x, rgb, name in parts), background)

    colorful = st.integers(1, max_colors).flatmap(
        lambda count: st.builds(
            build,
            st.lists(st.sampled_from(LETTERS), min_size=count, max_size=count, unique=True),
            st.lists(_RGB, min_size=count, max_size=count),
            st.lists(_TEXT, min_size=count, max_size=count),
            st.one_of(st.just("#ffffff"), _RGB),
        )
    )
    return st.one_of(st.just(BLACK), st.just(BLACK), colorful)


@st.composite
def grids(
    draw: st.DrawFn,
    *,
    max_side: int = 8,
    letters: str | None = None,
    complete: bool = True,
    square: bool = False,
) -> Grid:
    """Grids of up to ``max_side`` cells a side, with ``letters`` or with 1 to 3 colours."""
    if letters is None:
        letters = draw(st.sampled_from(("#", "#", "ab", "abc")))
    height = draw(st.integers(1, max_side))
    width = height if square else draw(st.integers(1, max_side))
    values = list(range(len(letters) + 1)) + ([] if complete else [UNKNOWN])
    cells = draw(
        st.lists(st.sampled_from(values), min_size=height * width, max_size=height * width)
    )
    return Grid.from_cells(height, width, bytes(cells), letters)


def metadata() -> st.SearchStrategy[Metadata]:
    """Titles, authors and other texts, with all kinds of characters; half of them absent."""
    texts = {field.name: st.one_of(st.just(""), _TEXT) for field in fields(Metadata)}
    return st.one_of(st.just(Metadata()), st.builds(Metadata, **texts))


@st.composite
def puzzles(
    draw: st.DrawFn,
    *,
    max_side: int = 8,
    max_colors: int = 3,
    missing_clues: bool = False,
    square: bool = False,
    meta: bool = True,
    printed: bool = False,
    whole: bool = False,
) -> Puzzle:
    """Puzzles that have a solution: the clues of a grid; with ``missing_clues``, some are missing.

    The goal is that grid, a part of it, or absent; with ``whole``, always that grid. With
    ``printed``, some of its cells may be printed.
    """
    palette = draw(palettes(max_colors)) if max_colors > 1 else BLACK
    grid = draw(grids(max_side=max_side, letters=palette.letters, square=square))
    rows, columns = (list(clues) for clues in grid.clues())
    given = [
        [None if missing_clues and draw(st.integers(0, 4)) == 0 else clue for clue in clues]
        for clues in (rows, columns)
    ]
    goal: Grid | None = grid
    kind = 3 if whole else draw(st.integers(0, 3))
    if kind == 0:
        goal = None
    elif kind == 1:
        goal = grid.with_cells([(draw(st.integers(0, grid.height - 1)), 0, UNKNOWN)])
    about = draw(metadata()) if meta else Metadata()
    fixed: Grid | None = None
    if printed and draw(st.booleans()):
        places = draw(st.sets(st.integers(0, len(grid.cells) - 1)))
        cells = (x if n in places else UNKNOWN for n, x in enumerate(grid.cells))
        fixed = Grid.from_cells(grid.height, grid.width, bytes(cells), grid.letters)
    return Puzzle(given[0], given[1], palette=palette, goal=goal, meta=about, printed=fixed)
