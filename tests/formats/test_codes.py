# SPDX-License-Identifier: MIT
"""Codes: round trips, damage, recognition, links, limits."""

from __future__ import annotations

import importlib.metadata
import random
from contextlib import suppress
from dataclasses import replace
from email.message import Message

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from nonosat import Grid, Palette, Puzzle, decode, decode_grid, encode
from nonosat.errors import GridError, OptionError, PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes import compact, looks_like_code
from nonosat.formats.codes.arithmetic import Decoder, Encoder, chance
from nonosat.formats.codes.bits import ALPHABET
from nonosat.formats.codes.face import KINDS
from nonosat.formats.codes.links import page_address
from nonosat.model.clue import UNKNOWN
from nonosat.model.palette import anonymous_palette
from nonosat.types import Color, Metadata
from tests.support.places import FULL
from tests.support.strategies import grids, puzzles

PLUS = Puzzle.from_grid(".#.\n###\n.#.")
MANY = Palette.of([(f"c{n}", f"{n * 4099:06x}", None) for n in range(60)], "#123456")
EVERYTHING = Puzzle(
    [[(2, 1), (1, 2)], None],
    [[(1, 1)], [(1, 1)], None],
    palette=Palette.of([("red", "#ff0000", "r"), ("ünï", "#12ab9f", "é")], "#ffffee"),
    printed=Grid(["??é", ".??"], "ré"),
)


def bare(puzzle: Puzzle) -> Puzzle:
    """The parts that a code keeps: clues, palette, printed cells."""
    return Puzzle(puzzle.rows, puzzle.columns, palette=puzzle.palette, printed=puzzle.printed)


def random_puzzle(seed: int, width: int, height: int, colors: int, density: float) -> Puzzle:
    rng = random.Random(seed)
    palette = Palette() if colors == 1 else Palette(MANY.colors[:colors], MANY.background)
    cells = bytes(
        rng.randint(1, colors) if rng.random() < density else 0 for _ in range(width * height)
    )
    grid = Grid.from_cells(height, width, cells, palette.letters)
    return bare(Puzzle.from_grid(grid, palette=palette))


@settings(max_examples=300 if FULL else 80)
@example(EVERYTHING)
@example(Puzzle([[1]], [None]))
@example(Puzzle([None], [None]))
@example(Puzzle([[]], [[]]))
@given(puzzles(max_colors=6, missing_clues=True, printed=True, max_side=9))
def test_our_code_keeps_every_puzzle(puzzle: Puzzle) -> None:
    code = encode(puzzle)
    assert decode(code) == bare(puzzle)
    assert code[0] == "N"
    assert set(code) <= set(ALPHABET)
    assert looks_like_code(code)


@pytest.mark.parametrize(
    ("width", "height", "colors", "density"),
    [(60, 3, 60, 0.9), (7, 9, 60, 1.0), (1023, 2, 3, 0.5), (1, 1023, 1, 0.5), (200, 150, 1, 0.02)],
)
def test_our_code_keeps_large_puzzles(width: int, height: int, colors: int, density: float) -> None:
    puzzle = random_puzzle(1, width, height, colors, density)
    assert decode(encode(puzzle)) == puzzle


@pytest.mark.parametrize("cell", [0, 1])
def test_one_kind_of_cells_at_the_largest_size(cell: int) -> None:
    grid = Grid.from_cells(1023, 1023, bytes([cell]) * 1023**2)
    puzzle = bare(Puzzle.from_grid(grid))
    code = encode(puzzle)
    assert decode(code) == puzzle
    assert len(code) < 4000


def test_our_code_keeps_printed_cells_of_sixty_colours() -> None:
    puzzle = random_puzzle(2, 1023, 4, 60, 0.7)
    puzzle = Puzzle([None] * 4, puzzle.columns, palette=puzzle.palette)
    first = bytes(column[0].color if column else 0 for column in puzzle.columns)
    grid = Grid.from_cells(4, 1023, first + bytes([255]) * 3069, MANY.letters)
    puzzle = puzzle.with_printed(grid)
    assert decode(encode(puzzle)) == puzzle


@settings(max_examples=60)
@given(grids(max_side=12, letters="#", complete=False))
def test_images_keep_every_picture(grid: Grid) -> None:
    assert decode_grid(encode(grid)) == decode_grid(encode(grid, "image")) == grid
    if grid.complete:
        assert decode_grid(encode(grid, "raw")) == decode_grid(encode(grid, "raw", base="")) == grid
        assert decode_grid(encode(grid, "image-2020"), "image-2020") == grid


@settings(max_examples=60)
@given(puzzles(max_colors=1, missing_clues=True, printed=True, max_side=12))
def test_the_codes_of_others_keep_what_they_hold(puzzle: Puzzle) -> None:
    for kind in ("rules", "rules-2020", "game-id"):
        try:
            code = encode(puzzle, kind)
        except PuzzleError:
            assert puzzle.missing_clues or puzzle.printed
            continue
        assert decode(code, kind) == bare(puzzle)
        if kind != "rules-2020":
            assert decode(code) == bare(puzzle)


@pytest.mark.parametrize(
    "puzzle", [PLUS, EVERYTHING, random_puzzle(3, 15, 15, 1, 0.5), random_puzzle(4, 9, 5, 7, 0.6)]
)
def test_every_changed_character_is_refused(puzzle: Puzzle) -> None:
    """The check finds every change of a character; the first character is the kind of the code."""
    code = encode(puzzle)
    for place in range(len(code)):
        for other in ALPHABET:
            if other != code[place]:
                with pytest.raises((PuzzleSyntaxError, PuzzleError)):
                    decode(code[:place] + other + code[place + 1 :])


@settings(max_examples=300 if FULL else 80)
@given(puzzles(max_colors=3, missing_clues=True, printed=True), st.data())
def test_changed_neighbours_are_refused(puzzle: Puzzle, data: st.DataObject) -> None:
    code = bare_code = encode(puzzle)
    place = data.draw(st.integers(1, len(code) - 3))
    other = data.draw(st.text(ALPHABET, min_size=3, max_size=3))
    code = code[:place] + other + code[place + 3 :]
    assume(code != bare_code)
    with pytest.raises(PuzzleSyntaxError, match="check in characters 2 to 4 does not agree"):
        decode(code)


@pytest.mark.parametrize("change", [lambda x: x[:-1], lambda x: f"{x}A", lambda x: x.lower()])
def test_cut_and_longer_codes_are_refused(change: object) -> None:
    assert callable(change)
    with pytest.raises(PuzzleSyntaxError):
        decode(change(encode(PLUS)))


def with_check(body: str) -> str:
    return "N" + compact._check([13, *map(ALPHABET.index, body)]) + body


def test_a_code_has_one_form() -> None:
    """Zeros at the end, or another number of the same interval, are refused with their place."""
    body = encode(PLUS)[4:]
    assert with_check(body) == encode(PLUS)
    refused = 0
    for more in ["A", "AA", *ALPHABET]:
        with pytest.raises(PuzzleSyntaxError, match=r"does not end like the code of|to \d+: "):
            decode(with_check(body + more))
        refused += 1
    assert refused == 66
    with pytest.raises(PuzzleSyntaxError, match=f"character {len(body) + 5}: the code does not"):
        decode(with_check(body + "A"))


@settings(max_examples=200, deadline=None)
@given(st.text(ALPHABET, max_size=30))
def test_any_body_is_a_puzzle_or_refused(body: str) -> None:
    """With a right check any body is decoded. The head keeps the sides small."""
    head = encode(PLUS)[4:6]
    try:
        puzzle = decode(with_check(head + body))
    except (PuzzleError, PuzzleSyntaxError):
        return
    assert encode(puzzle) == with_check(head + body)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(max_size=40),
        st.text(ALPHABET, max_size=60),
        st.builds("".join, st.tuples(st.sampled_from("NRLB"), st.text(ALPHABET, max_size=60))),
        st.builds(
            "{}x{}:{}".format,
            st.integers(0, 30),
            st.integers(0, 2000),
            st.text("0123456789./,aAzZ", max_size=60),
        ),
        st.builds("#{}={}".format, st.sampled_from(["rules", "editor", "code"]), st.text()),
        st.builds("?width={}&height={}&raw={}".format, st.text(), st.integers(), st.text()),
    ),
    st.sampled_from([None, *KINDS]),
)
def test_any_text_is_a_puzzle_or_refused(text: str, kind: str | None) -> None:
    for read in (decode, decode_grid):
        with suppress(PuzzleError, PuzzleSyntaxError):
            assert isinstance(read(text, kind), Puzzle if read is decode else Grid)


def test_a_code_does_not_grow_beyond_its_size() -> None:
    """The longest numbers of each kind: the size is refused before it is used."""
    for code in (
        "R" + "A" * 50,
        "L" + "A" * 50,
        "B" + "A" * 50,
        "_" * 50,
        "f" + "_" * 50,
        "R_____",
    ):
        with pytest.raises(PuzzleSyntaxError):
            decode(code)
    with pytest.raises(PuzzleSyntaxError, match="no code has more than"):
        decode("R" * (5 * 2**20))
    with pytest.raises(PuzzleSyntaxError, match="cut off"):
        decode_grid(encode(Grid.unknown(999, 999), "image").replace("L", "B")[:6])


def test_positions_count_in_the_code_without_blanks() -> None:
    with pytest.raises(PuzzleSyntaxError, match=r"^character 3: 'é' is not a character of a code"):
        decode("  Rlé\n")


def test_sizes_that_the_page_cannot_read_are_refused() -> None:
    long = Puzzle([[]], [[]] * 1001)
    with pytest.raises(PuzzleError, match="1001x1: this kind of code holds at most 1000"):
        encode(long, "rules")
    with pytest.raises(PuzzleError, match="1001x1: this kind of code holds at most 1000"):
        encode(Grid.unknown(1, 1001), "image")
    for kind in ("nonosat", "rules-2020", "game-id"):
        assert decode(encode(long, kind), kind) == long


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("rules", "2 colours, which this kind of code cannot hold"),
        ("rules-2020", "2 colours, which this kind of code cannot hold"),
        ("game-id", "2 colours, which this kind of code cannot hold"),
        ("image", "2 colours, which this kind of code cannot hold"),
        ("image-2020", "2 colours, which this kind of code cannot hold"),
        ("raw", "2 colours, which this kind of code cannot hold"),
    ],
)
def test_colours_are_refused_where_a_code_has_none(kind: str, message: str) -> None:
    puzzle = Puzzle.from_grid(Grid("ab", "ab"))
    with pytest.raises((PuzzleError, GridError), match=message):
        encode(puzzle, kind)


def test_what_cannot_be_encoded() -> None:
    with pytest.raises(OptionError, match="unknown kind of code 'qr'; choose nonosat, rules"):
        encode(PLUS, "qr")
    with pytest.raises(OptionError, match="unknown kind of code 'qr'"):
        decode("RlKq", "qr")
    with pytest.raises(OptionError, match="no page has links with codes of the kind 'rules-2020'"):
        encode(PLUS, "rules-2020", base="")
    with pytest.raises(PuzzleError, match="no goal picture, which a code of the kind 'image'"):
        encode(Puzzle([[1]], [[1]]), "image")
    with pytest.raises(GridError, match="1 cell is unknown"):
        encode(Grid("?"), "raw")
    with pytest.raises(GridError):
        encode(Grid("?"), "rules")
    long = replace(MANY.colors[0], name="x" * 1024, letter="#")
    with pytest.raises(PuzzleError, match="1024 bytes: a code holds at most 1023"):
        encode(Puzzle([[1]], [[1]], palette=Palette((long,))))


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("https://example.org/Nonogram/#rules=RlKq&name=a+b%26c", "a b&c"),
        ("https://example.org/#name=x&rules=RlKq&editor=BlJI", "x"),
        ("#rules=RlKq", ""),
        ("rules=RlKq", ""),
        ("https://example.org/#editor=BlJI", ""),
        ("http://localhost:8000/?other=1&width=2&height=2&raw=J", ""),
        ("width=2&height=2&raw=J", ""),
        ("https://example.org/pattern.html#2x2:1/1/1/1", ""),
        ("https://example.org/#code=iJA", ""),
        ("https://example.org/#code=2x2:1/1/1/1&name=t", "t"),
        ("iJA", ""),
    ],
)
def test_links(link: str, expected: str) -> None:
    found = decode(link)
    assert found.rows == found.columns == Puzzle([[1], [1]], [[1], [1]]).rows
    assert found.title == expected


def test_the_printed_cells_of_a_drawing_in_a_link() -> None:
    link = f"https://example.org/#page=edit&editor={encode(PLUS, 'image')}&printed="
    found = decode(f"{link}0,4&name=Plus")
    assert found.printed is not None
    shown = {place: value for place, value in enumerate(found.printed.cells) if value != UNKNOWN}
    assert found.goal is not None
    assert shown == {place: found.goal.cells[place] for place in (0, 4)}
    assert (found.title, found.rows) == ("Plus", PLUS.rows)
    assert decode_grid(f"{link}0,4") == found.goal
    assert decode(link).printed is None
    for bad in ("25", "-1", "x", "0,,1", "9" * 5000):
        with pytest.raises(PuzzleSyntaxError, match=r"printed, .* is not a cell: they are 0 to 8"):
            decode(link + bad)


def test_written_links_are_read() -> None:
    puzzle = PLUS.with_meta(title="a & b = ü/+?")
    for kind in ("nonosat", "rules", "image", "raw", "game-id"):
        link = encode(puzzle, kind, base="https://example.org/x#old")
        assert link.startswith(("https://example.org/x#", "https://example.org/x?"))
        found = decode(link)
        assert found.rows == puzzle.rows
        assert found.title == (puzzle.title if kind in ("nonosat", "rules") else "")


def test_a_plus_that_is_not_escaped() -> None:
    grid = decode_grid("width=3&height=2&raw=+", None)
    assert grid == decode_grid("width=3&height=2&raw=%2B")


def test_too_many_fields() -> None:
    with pytest.raises(PuzzleSyntaxError, match="more than 100 fields"):
        decode("?" + "a=1&" * 200)


def test_no_code_of_2020_begins_like_a_code_with_a_letter() -> None:
    """The first bits are the width, then the height if the width is 1."""
    sides = [1, 2, 3, 5, 6, 13, 14, 29, 30, 61, 62, 125, 126, 253, 254, 509, 510, 1021, 1023]
    boards = [Puzzle([[]] * height, [[]]) for height in sides]
    boards += [Puzzle([[]], [[]] * width) for width in sides]
    for board in boards:
        code = encode(board, "rules-2020")
        assert code[0] not in "ABCDEFGHIJKLMNOPQRST"
        assert decode(code, "rules-2020") == board


def test_the_goal_and_the_title_are_not_part_of_a_code() -> None:
    puzzle = PLUS.with_meta(title="Plus", author="me")
    assert encode(puzzle) == encode(bare(PLUS))
    assert decode(encode(puzzle)).meta == Metadata()
    assert decode(encode(puzzle, "image")).goal == PLUS.goal


def test_kind_of_a_picture_or_of_a_puzzle() -> None:
    assert PLUS.goal is not None
    assert encode(PLUS.goal) == encode(PLUS, "image")
    assert encode(Grid(".#.\n###\n.#."), "rules") == encode(PLUS, "rules")
    with pytest.raises(PuzzleSyntaxError, match="code of a puzzle, not of a picture"):
        decode_grid(encode(PLUS))
    with pytest.raises(PuzzleSyntaxError, match="1 unknown cell, which has no clues"):
        decode("LjGQ")
    with pytest.raises(PuzzleSyntaxError, match="kind 'image' begins with L or B"):
        decode("RlKq", "image")


def test_usual_palettes_are_short() -> None:
    """Common colours cost less than a character; colours with own names cost more."""
    grid = Grid(["rb", "br"], "rb")
    usual = Palette.of([("red", "f00", "r"), ("blue", "00f", "b")])
    anonymous = anonymous_palette("rb")
    own = Palette.of([("crimson", "f01", "r"), ("azure", "01f", "b")])
    sizes = []
    for palette in (usual, anonymous, own):
        puzzle = bare(Puzzle.from_grid(grid, palette=palette))
        assert decode(encode(puzzle)) == puzzle
        sizes.append(len(encode(puzzle)))
    assert sizes[0] <= 12
    assert sizes == sorted(sizes)
    assert sizes[2] > sizes[0] + 15
    named = Palette((Color("my own red", "#fe0102", "x"), Color("b", "#0000ff", "b")))
    puzzle = bare(Puzzle.from_grid(Grid("xb", "xb"), palette=named))
    assert decode(encode(puzzle)) == puzzle


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=300))
def test_the_arithmetic_coder_keeps_decisions(decisions: list[tuple[int, bool]]) -> None:
    odds = [chance(p) for p in (256, 20_000, 32_768, 65_280)]
    encoder = Encoder()
    for number, value in decisions:
        encoder.bit(int(value), odds[number])
    values = [ALPHABET.index(character) for character in encoder.text()]
    decoder = Decoder(values)
    odds = [chance(p) for p in (256, 20_000, 32_768, 65_280)]
    assert [decoder.bit(None, odds[n]) for n, _ in decisions] == [int(v) for _, v in decisions]
    assert decoder.wrong_end() is None


def test_likely_decisions_cost_little() -> None:
    encoder, odds = Encoder(), chance(32_768)
    for _ in range(6000):
        encoder.bit(0, odds)
    encoder.bit(1, odds)
    assert 3 <= len(encoder.text()) <= 12


def test_a_code_of_2020_is_read_as_what_it_is_or_asks_for_its_kind() -> None:
    rng = random.Random(2020)
    asked = 0
    for _ in range(1500):
        width, height = rng.randint(1, 5), rng.randint(1, 3)
        grid = Grid([[rng.randrange(2) for _ in range(width)] for _ in range(height)])
        lines = [[None if rng.random() < 0.2 else x for x in clues] for clues in grid.clues()]
        puzzle = Puzzle(*lines)
        code = encode(puzzle, "rules-2020")
        assert decode(code, "rules-2020") == puzzle
        try:
            found = decode(code)
        except PuzzleSyntaxError as error:
            asked += "name its kind" in str(error)
        else:
            assert (found.rows, found.columns) == (puzzle.rows, puzzle.columns)
    assert asked


def test_the_address_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """``NONOSAT_SITE``, else the key ``Page`` of project.urls, else nothing."""
    monkeypatch.delenv("NONOSAT_SITE", raising=False)
    monkeypatch.setattr(importlib.metadata, "metadata", lambda _: Message())
    assert page_address() == ""
    described = Message()
    described["Project-URL"] = "Source, https://e.org/source"
    described["Project-URL"] = "Page, https://e.org/page/"
    monkeypatch.setattr(importlib.metadata, "metadata", lambda _: described)
    assert page_address() == "https://e.org/page/"
    monkeypatch.setenv("NONOSAT_SITE", " https://f.org/ ")
    assert page_address() == "https://f.org/"
    monkeypatch.setenv("NONOSAT_SITE", "f.org")
    with pytest.raises(OptionError, match="NONOSAT_SITE"):
        page_address()
