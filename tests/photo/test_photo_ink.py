# SPDX-License-Identifier: MIT
"""Ink around the cells: pieces, their background, and their colours."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from nonosat.photo.classifier import NO_NUMBER
from nonosat.photo.color_cells import Lines
from nonosat.photo.extent import _insides
from nonosat.photo.ink import plates
from nonosat.photo.ink_colors import Coloring
from nonosat.photo.lattice_fit import NO_BEND, Lattice
from nonosat.photo.numbers import SideLine, _doubt
from nonosat.photo.pieces import Piece, pieces_of, text_height
from nonosat.photo.sides import Side
from nonosat.photo.surface import upright_sheet

CELL = 32


def two_digits(joint: float, strokes: float) -> np.ndarray:
    """The ink of two digits, 16 pixels high, which touch at their feet."""
    ink = np.zeros((40, 60), np.float32)
    for left in (10, 20):
        ink[10:26, left : left + 2] = strokes
        ink[10:12, left : left + 8] = strokes
        ink[24:26, left : left + 8] = joint
    ink[24:26, 18:20] = joint
    return ink


def sizes(ink: np.ndarray) -> list[tuple[float, float]]:
    labels, pieces = pieces_of(ink, CELL, widest=1.05 * 16, height=16)
    assert int(labels.max()) == len(pieces)
    return sorted((piece.width, piece.height) for piece in pieces)


def test_digits_that_touch_by_their_strong_strokes_stay_together() -> None:
    assert sizes(two_digits(joint=1.0, strokes=0.55)) == [(18, 16)]


def test_digits_that_touch_by_weak_ink_part() -> None:
    ink = two_digits(joint=1.0, strokes=1.0)
    ink[24:26, 18:20] = 0.3
    assert sizes(ink) == [(8, 16), (8, 16)]


def test_a_shade_that_all_cells_have_is_no_number() -> None:
    cells = np.tile(np.linspace(200, 90, 20, dtype=np.uint8)[:, None], (8, 8 * 20))
    cells[45:55, 69:72] = 20
    _, numbers, _ = _insides(cells, 20, 8, 8, 10.0, (slice(0, 8), slice(0, 8)))
    assert list(zip(*np.nonzero(numbers), strict=True)) == [(2, 3)]


def test_numbers_of_a_column_may_be_close_below_far_ink() -> None:
    """What is no number says nothing about the usual step from one number to the next."""
    area = SimpleNamespace(strength=np.zeros((600, 160)), lines=SimpleNamespace(inside=0))
    side = Side("top", area, [], 0)  # type: ignore[arg-type]
    lines = []
    for index in range(5):
        left = 32 * index + 10
        tops = (10, 120, 260, 510, 532, 554, 576)
        boxes = [(left, top, left + 12, top + 20) for top in tops]
        pieces = [Piece(*box, 1.0, 99.0, (1,), box) for box in boxes]
        line = SideLine(side, pieces, [9.0] * 6)
        for number, top in enumerate(tops):
            chances = np.full(101, 1e-4)
            chances[3 if top > 500 else NO_NUMBER] = 0.9
            line.spans[number, number + 1] = chances
        lines.append(line)
    _doubt(lines, 32)
    doubts = [float(line.spans[6, 7][NO_NUMBER]) for line in lines]
    assert max(doubts) < 1e-4


@pytest.mark.parametrize("thick", [1, 2, 4])
def test_lines_are_behind_nothing(thick: int) -> None:
    page = np.full((6 * CELL, 8 * CELL), 230, np.uint8)
    for line in range(6):
        page[(line * CELL + CELL // 2 - thick // 2) :][:thick] = 20
    behind = plates(page, Lines(CELL // 2, 5, CELL, across=True, inside=CELL // 2, last=True))
    assert behind.min() == 230


def test_coloured_cells_are_behind_numbers() -> None:
    page = np.full((5 * CELL, 8 * CELL), 230, np.uint8)
    page[2 * CELL : 3 * CELL, 3 * CELL : 4 * CELL] = 60
    behind = plates(page, Lines(0, 5, CELL, across=True, inside=CELL // 2, last=True))
    assert behind[2 * CELL + CELL // 2, 3 * CELL + CELL // 2] == 60
    assert behind[CELL + CELL // 2, 3 * CELL + CELL // 2] == 230


@pytest.mark.parametrize("across", [True, False])
def test_the_shade_behind_a_number_is_that_of_its_line(across: bool) -> None:
    page = np.full((5 * CELL, 8 * CELL), 230, np.uint8)
    page[1::2, 4 * CELL :] = 190  # nothing is even there
    page[2 * CELL : 3 * CELL] = 60
    lines = Lines(0, 5, CELL, across=across, inside=CELL // 2, last=True)
    behind = plates(page if across else np.ascontiguousarray(page.T), lines)
    behind = behind if across else behind.T
    assert behind[2 * CELL - 3, 7 * CELL] == 230  # the next line is nearer
    assert behind[2 * CELL + 3, 7 * CELL] == 60


PURPLE, LIGHT_PURPLE, BLUE = (114, 44, 145), (116, 43, 176), (16, 124, 143)


@pytest.mark.parametrize(
    ("surplus", "shades"),
    [
        ((4, 0, -4), (1, 2, 1)),
        ((4, 0, -5), (1, 2, 1)),  # another number is misread
        ((0, 0, 0), (1, 2, 3)),
        ((4, 0, 4), (1, 2, 3)),
        ((4, -4, 0), (1, 2, 3)),  # not shades of one colour
        ((4, 0, -1), (1, 2, 3)),
    ],
)
def test_shades_are_one_colour_if_the_sums_say_so(
    surplus: tuple[int, ...], shades: tuple[int, ...]
) -> None:
    found = Coloring(
        colors=(PURPLE, BLUE, LIGHT_PURPLE), centers=np.eye(3, dtype=np.float32), shades=(1, 2, 3)
    ).merged(surplus)
    assert found.shades == shades
    assert found.colors == (PURPLE, BLUE, LIGHT_PURPLE)[: len(set(shades))]


def lattice(turn: float) -> Lattice:
    """Cells of 20 pixels, turned by some degrees."""
    cells = np.array([(u, v) for v in range(12) for u in range(15)])
    angle = np.radians(turn)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    centres = 20 * (cells + 0.5) @ turned.T + [70, 50]
    homography = np.eye(3)
    homography[:2, :2], homography[:2, 2] = 20 * turned, [70, 50]
    return Lattice(cells, centres, homography, NO_BEND, 20.0)


def test_a_screen_is_neither_turned_nor_bent() -> None:
    straight = lattice(0)
    # Rounded cells that are filled seem to lie a little beside their places.
    straight.centres[straight.cells[:, 1] > 8] += [0.5, -1.0]
    sheet = upright_sheet(straight)
    assert sheet is not None
    assert sheet.flat
    far = np.array([[-8.0, 0.0], [-8.0, 12.0]])
    assert np.ptp(sheet.pixels(far)[:, 0]) == 0  # exactly upright, also beyond the cells
    assert abs(sheet.pixels(far)[0, 0] - (70 - 160)) < 1
    assert upright_sheet(lattice(3)) is None


def test_digits_have_the_height_that_most_lines_have() -> None:
    """Two pairs of digits that touch, or a box below three columns, are no digits."""
    left = [(7 + line % 2, 500.0, line) for line in range(8)]
    above = [(8, 500.0, 0), (17, 5000.0, 3), (18, 5000.0, 4)]
    below = [(30, 2500.0, line) for line in (2, 3, 4)]
    sides = [np.array(side, np.float64).T for side in (left, above, below)]
    assert 7 <= text_height(sides, 30.0) <= 8
    assert text_height([sides[2]], 30.0) == 30
