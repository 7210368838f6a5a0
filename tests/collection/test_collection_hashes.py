# SPDX-License-Identifier: MIT
"""The two hashes of a puzzle: its canonical text, read and written, and its isomorphism class.

The class is compared with brute force: two puzzles are equivalent if, with some numbering of the
colours, one of the eight copies that ``Puzzle.rotate`` and ``Puzzle.mirror`` make of the first has
the clues and printed cells of the second.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonosat import Block, Grid, Palette, Puzzle
from nonosat.collection.hashes import POSITIONS, isomorphism_class, position_of
from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.model.canonical import read_canonical
from nonosat.model.clue import UNKNOWN, Clue
from tests.support.places import FULL

LETTERS = "abcd"
RGB = ("#d55e00", "#0072b2", "#009e73", "#e69f00")


def palette_of(colors: int) -> Palette:
    if colors == 1:
        return Palette()
    return Palette.of(
        [(f"color {x}", rgb, x) for x, rgb in zip(LETTERS[:colors], RGB, strict=False)]
    )


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Puzzles up to 5x5 with up to three colours, some with missing clues and printed cells."""
    colors = draw(st.integers(1, 3))
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    palette = palette_of(colors)
    cells = bytes(draw(st.integers(0, colors)) for _ in range(height * width))
    grid = Grid.from_cells(height, width, cells, palette.letters)
    rows, columns = grid.clues()
    missing = draw(st.booleans())
    kept = [
        [None if missing and draw(st.booleans()) else clue for clue in clues]
        for clues in (rows, columns)
    ]
    printed = None
    if draw(st.booleans()):
        shown = bytes(cell if draw(st.booleans()) else UNKNOWN for cell in cells)
        printed = Grid.from_cells(height, width, shown, palette.letters)
    return Puzzle(*kept, palette=palette, printed=printed)


def eight(puzzle: Puzzle) -> list[Puzzle]:
    return [copy.rotate(quarters) for copy in (puzzle, puzzle.mirror()) for quarters in range(4)]


def recolored(puzzle: Puzzle, order: Iterable[int]) -> Puzzle:
    """The puzzle in which colour n is called ``order[n - 1]``, with the same palette."""
    names = dict(enumerate(order, start=1)) | {0: 0, UNKNOWN: UNKNOWN}
    rows, columns = (
        [
            None if clue is None else [Block(b.length, names[b.color]) for b in clue]
            for clue in clues
        ]
        for clues in (puzzle.rows, puzzle.columns)
    )
    printed = None
    if puzzle.printed is not None:
        cells = bytes(names[cell] for cell in puzzle.printed.cells)
        printed = puzzle.grid(cells)
    return Puzzle(rows, columns, palette=puzzle.palette, printed=printed)


def skeleton(puzzle: Puzzle, order: tuple[int, ...] | None = None) -> object:
    """Everything that the class depends on, with colours renumbered by ``order``."""
    names = {0: 0, UNKNOWN: UNKNOWN}
    names |= dict(enumerate(order or range(1, len(puzzle.palette) + 1), start=1))

    def clues(given: Iterable[Clue | None]) -> tuple[object, ...]:
        return tuple(
            None if c is None else tuple((b.length, names[b.color]) for b in c) for c in given
        )

    cells = None if puzzle.printed is None else tuple(names[x] for x in puzzle.printed.cells)
    free = len(puzzle.palette) if puzzle.unconstrained() else None
    return puzzle.height, puzzle.width, clues(puzzle.rows), clues(puzzle.columns), cells, free


def brute_class(puzzle: Puzzle) -> str:
    """The smallest of all skeletons: equal if and only if puzzles are equivalent."""
    orders = itertools.permutations(range(1, len(puzzle.palette) + 1))
    copies = eight(puzzle)
    return min(repr(skeleton(copy, order)) for order in orders for copy in copies)


@settings(max_examples=2000 if FULL else 40)
@given(puzzles(), st.randoms())
def test_isomorphic_puzzles_have_one_class(puzzle: Puzzle, chance) -> None:  # type: ignore[no-untyped-def]
    order = list(range(1, len(puzzle.palette) + 1))
    chance.shuffle(order)
    hashes = {isomorphism_class(copy) for copy in eight(recolored(puzzle, order))}
    assert hashes == {isomorphism_class(puzzle)}


@settings(max_examples=2000 if FULL else 40)
@given(puzzles(), puzzles())
def test_puzzles_have_the_same_class_only_if_they_are_equivalent(a: Puzzle, b: Puzzle) -> None:
    assert (isomorphism_class(a) == isomorphism_class(b)) == (brute_class(a) == brute_class(b))


@settings(max_examples=2000 if FULL else 40)
@given(puzzles())
def test_a_change_of_what_is_printed_or_missing_changes_the_class(puzzle: Puzzle) -> None:
    """Near misses: puzzles with a small change that must change the class."""
    near = [Puzzle([None, *puzzle.rows[1:]], puzzle.columns, palette=puzzle.palette)]
    if puzzle.printed is not None:
        near.append(puzzle.with_printed(None))
    for other in near:
        assert (isomorphism_class(puzzle) == isomorphism_class(other)) == (
            brute_class(puzzle) == brute_class(other)
        )


def small_puzzles() -> Iterator[Puzzle]:
    """Every puzzle of a picture up to 2x2 in two colours or 2x3 in one colour, each with no, one,
    and all rows missing, and with its first cell printed. In a full run up to 2x3 and 3x3."""
    sizes = [(h, w, 1) for h in (1, 2) for w in (1, 2, 3)] + [(1, 3, 2), (2, 2, 2)]
    if FULL:
        sizes += [(3, 3, 1), (2, 3, 2)]
    for height, width, colors in sizes:
        palette = palette_of(colors)
        for cells in itertools.product(range(colors + 1), repeat=height * width):
            grid = Grid.from_cells(height, width, bytes(cells), palette.letters)
            rows, columns = grid.clues()
            yield Puzzle(rows, columns, palette=palette)
            yield Puzzle([None, *rows[1:]], columns, palette=palette)
            first = grid.cells[:1] + bytes([UNKNOWN]) * (height * width - 1)
            printed = Grid.from_cells(height, width, first, palette.letters)
            yield Puzzle([None] * height, [None, *columns[1:]], palette=palette, printed=printed)


def test_on_all_small_boards_equal_classes_are_equivalent_puzzles() -> None:
    groups: dict[str, set[str]] = defaultdict(set)
    brute: dict[str, str] = {}
    seen = set()
    for puzzle in small_puzzles():
        name = puzzle.sha256()
        if name not in seen:
            seen.add(name)
            found = brute_class(puzzle)
            groups[isomorphism_class(puzzle)].add(found)
            brute[found] = isomorphism_class(puzzle)
    assert len(seen) > 400
    assert all(len(found) == 1 for found in groups.values())
    assert len(groups) == len(brute)


def test_a_colour_that_cannot_occur_does_not_count() -> None:
    two, three = palette_of(2), palette_of(3)
    assert isomorphism_class(Puzzle([[1]], [[1]], palette=two)) == isomorphism_class(
        Puzzle([[1]], [[1]])
    )
    assert isomorphism_class(Puzzle([None], [None], palette=two)) != isomorphism_class(
        Puzzle([None], [None])
    )
    colored = [Puzzle([[(1, 3)]], [[(1, 3)]], palette=three), Puzzle([[1]], [[1]], palette=three)]
    assert isomorphism_class(colored[0]) == isomorphism_class(colored[1])


def test_the_background_and_the_colours_do_not_count() -> None:
    pink = Palette.of([("pink", "#ff00aa", None)], "#000000")
    assert isomorphism_class(Puzzle([[1]], [[1]], palette=pink)) == isomorphism_class(
        Puzzle([[1]], [[1]])
    )


def test_many_colours_are_renamed() -> None:
    """Colour 12 begins with the digit of colour 1."""
    letters = "abcdefghijklmnopqrst"
    many = Palette.of([(x, f"#0000{n:02x}", x) for n, x in enumerate(letters)])
    one = Puzzle([[(1, 12), (1, 1)]], [[(1, 12)], [(1, 1)]], palette=many)
    other = Puzzle([[(1, 2), (1, 20)]], [[(1, 2)], [(1, 20)]], palette=many)
    alike = Puzzle([[(1, 12), (1, 12)]], [[(1, 12)], [], [(1, 12)]], palette=many)
    assert isomorphism_class(one) == isomorphism_class(other) != isomorphism_class(alike)


def test_the_names_of_the_positions() -> None:
    """A picture of which all eight copies differ."""
    puzzle = Puzzle.from_grid("##.\n#..")
    assert len({copy.sha256() for copy in eight(puzzle)}) == 8
    made = {
        "other colours": puzzle,
        "mirrored left to right": puzzle.mirror(),
        "turned by a quarter to the right": puzzle.rotate(1),
        "turned upside down": puzzle.rotate(2),
        "turned by a quarter to the left": puzzle.rotate(3),
        "mirrored upside down": puzzle.mirror().rotate(2),
        "mirrored at the diagonal from the upper left": puzzle.transpose(),
        "mirrored at the diagonal from the upper right": puzzle.transpose().rotate(2),
    }
    assert set(made) == set(POSITIONS)
    for words, copy in made.items():
        assert position_of(puzzle, copy) == words


def test_the_class_is_the_documented_text() -> None:
    """The form must never change: stores are merged by the hash, and lists show it."""
    import hashlib

    text = "shape 1\n1Ā 1Ā\n/\n1Ā\n-\n1Ā\n"
    turned = "shape 1\n1Ā\n-\n1Ā\n/\n1Ā 1Ā\n"
    expected = hashlib.sha256(min(text, turned).replace("Ā", "\u0101").encode()).hexdigest()[:32]
    assert isomorphism_class(Puzzle([[1, 1]], [[1], [], [1]])) == expected


@given(puzzles())
def test_canonical_texts_are_read_back(puzzle: Puzzle) -> None:
    text = puzzle.canonical_text()
    read = read_canonical(text)
    assert read.canonical_text() == text
    assert (read.rows, read.columns) == (puzzle.rows, puzzle.columns)
    if puzzle.printed is not None and read.printed is not None:
        assert read.printed.cells == puzzle.printed.cells


def test_sixty_colours_are_read_back() -> None:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#%&*+@$!"
    palette = Palette.of([(x, f"#00{n:02x}00", x) for n, x in enumerate(letters)])
    row = [(1, color) for color in range(1, 61)]
    puzzle = Puzzle([row], [[block] for block in row], palette=palette)
    puzzle = puzzle.with_printed(letters)
    assert read_canonical(puzzle.canonical_text()).canonical_text() == puzzle.canonical_text()


TEXT = (
    "nonosat-puzzle 1\nwidth 2\nheight 1\nbackground #ffffff\ncolor #000000\nrows\n2:1\ncolumns\n"
    "1:1\n1:1\n"
)
PRINTED = TEXT.replace("puzzle 1", "puzzle 2") + "printed\n#?\n"


def test_the_texts_that_are_broken_below_are_sound() -> None:
    assert read_canonical(TEXT).canonical_text() == TEXT
    assert read_canonical(PRINTED).canonical_text() == PRINTED


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "cut off"),
        (TEXT[:-1], "cut off"),
        (TEXT[:30], "cut off"),
        (TEXT.replace("columns\n1:1\n", "columns\n"), "line 10: the text ends here"),
        (TEXT + "1:1\n", "line 11: '1:1' after the end"),
        (TEXT + "\n", "line 11: '' after the end"),
        (TEXT.replace("puzzle 1", "puzzle 3"), "version 3, which this nonosat does not know"),
        (TEXT.replace("puzzle 1", "puzzle 2"), "line 11: the text ends here"),
        (TEXT.replace("width 2", "width 02"), "line 2: 'width 02' instead of 'width NUMBER'"),
        (TEXT.replace("width 2", "width 2 "), "line 2"),
        (TEXT.replace("height", "hight"), "line 3"),
        (TEXT.replace("#ffffff", "#FFFFFF"), "line 4: .* instead of 'background #rrggbb'"),
        (TEXT.replace("color #000000", "color black"), "line 5"),
        (TEXT.replace("2:1", "2"), "line 7: '2' is not a clue"),
        (TEXT.replace("2:1", "02:1"), "line 7"),
        (TEXT.replace("2:1", "2:1 "), "line 7"),
        (TEXT.replace("2:1", " 2:1"), "line 7"),
        (TEXT.replace("2:1", ""), "line 7"),
        (TEXT.replace("2:1", "2:1  1:1"), "line 7"),
        (TEXT.replace("2:1", "\u0662:1"), "line 7"),
        (TEXT.replace("columns", "colums"), "line 8: 'colums' instead of 'columns'"),
        (PRINTED.replace("#?", "x?"), "line 12: 'x' is not a printed cell"),
        (PRINTED.replace("#?", "#??"), "line 12: a row of printed cells does not have 2"),
        (PRINTED.replace("#?", "??"), "without a printed cell"),
    ],
)
def test_other_texts_are_refused(text: str, wrong: str) -> None:
    with pytest.raises(PuzzleSyntaxError, match=wrong):
        read_canonical(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (TEXT.replace("2:1", "3:1"), "does not fit"),
        (TEXT.replace("2:1", "1:1"), "the rows fill 1 cell, the columns 2"),
        (TEXT.replace("2:1", "2:2"), "unknown colour 2"),
        (TEXT.replace("color #000000\n", ""), "0 colours"),
    ],
)
def test_impossible_puzzles_are_refused(text: str, wrong: str) -> None:
    with pytest.raises(PuzzleError, match=wrong):
        read_canonical(text)


@given(puzzles(), st.data())
def test_a_changed_text_is_refused_or_canonical(puzzle: Puzzle, data: st.DataObject) -> None:
    """A text that is accepted is written again unchanged."""
    text = puzzle.canonical_text()
    at = data.draw(st.integers(0, len(text) - 1))
    mutated = text[:at] + data.draw(st.text("0123456789:#?-. \nabcxz", max_size=2)) + text[at + 1 :]
    try:
        read = read_canonical(mutated)
    except (PuzzleSyntaxError, PuzzleError):
        return
    assert read.canonical_text() == mutated
