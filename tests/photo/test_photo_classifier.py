# SPDX-License-Identifier: MIT
"""The classifier of numbers: its answers for numbers in the font that Pillow has in itself."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from nonosat.photo import classifier
from nonosat.photo.classifier import CLASSES, NO_NUMBER, number_probabilities


def drawn(text: str, size: int, blur: int = 1) -> NDArray[np.float32]:
    """The ink of a text, cropped to it with a margin of a pixel; ``blur``: times smaller."""
    font = ImageFont.load_default(size * blur)
    image = Image.new("L", (2 * size * blur * max(1, len(text)), 2 * size * blur), 0)
    ImageDraw.Draw(image).text((size * blur // 2, size * blur // 4), text, font=font, fill=255)
    image = image.reduce(blur)
    left, top, right, bottom = image.point(lambda value: 255 * (value > 90)).getbbox() or (1,) * 4
    cropped = image.crop((left - 1, top - 1, right + 1, bottom + 1))
    return np.asarray(cropped, dtype=np.float32) / 255


def cross(size: int) -> NDArray[np.float32]:
    image = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(image)
    draw.line((2, 2, size - 3, size - 3), fill=255, width=2)
    draw.line((2, size - 3, size - 3, 2), fill=255, width=2)
    return np.asarray(image, dtype=np.float32) / 255


@pytest.mark.parametrize(("size", "right"), [(14, 0.97), (24, 0.99), (48, 0.99)])
def test_numbers_from_0_to_99(size: int, right: float) -> None:
    found = number_probabilities([drawn(str(number), size) for number in range(100)])
    assert (found.argmax(axis=1) == np.arange(100)).mean() >= right
    truth = found[np.arange(100), np.arange(100)]
    assert np.median(truth) > 0.95
    assert truth.min() > 0.001, "the truth stays possible"


def test_small_print_is_less_certain() -> None:
    """At five pixels of height the answer is often wrong, and says so."""
    large = number_probabilities([drawn(str(number), 20) for number in range(1, 31)])
    small = number_probabilities([drawn(str(number), 7, blur=2) for number in range(1, 31)])
    assert small.max(axis=1).mean() < large.max(axis=1).mean()


def test_probabilities_have_the_sum_1() -> None:
    found = number_probabilities([drawn("12", 20), cross(20), drawn("7", 9)])
    assert found.shape == (3, CLASSES)
    assert found.dtype == np.float32
    assert (found >= 0).all()
    assert np.allclose(found.sum(axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("size", [9, 14, 20, 40])
def test_a_cross_is_no_number(size: int) -> None:
    assert number_probabilities([cross(size)])[0].argmax() == NO_NUMBER


def test_a_disc_and_numbers_far_apart_are_no_number() -> None:
    rows, columns = np.indices((22, 22)) - 10.5
    disc = (rows**2 + columns**2 < 100).astype(np.float32)
    two = drawn("2", 24)
    apart = np.concatenate((two, np.zeros((len(two), 30), dtype=np.float32), two), axis=1)
    found = number_probabilities([disc, apart])
    assert found.argmax(axis=1).tolist() == [NO_NUMBER, NO_NUMBER]


def test_noise_is_no_number() -> None:
    """The table beside the paper, where all ink is made as dark as numbers."""
    rng = np.random.default_rng(5)
    noise = [(rng.random((24, 20)) < 0.3).astype(np.float32) for _ in range(20)]
    assert number_probabilities(noise)[:, NO_NUMBER].mean() > 0.9


def test_no_patches() -> None:
    assert number_probabilities([]).shape == (0, CLASSES)


def test_odd_patches() -> None:
    """An empty patch is not a number; the order of answers is that of the patches."""
    patches = [
        np.zeros((8, 8), dtype=np.float32),
        np.zeros((0, 0), dtype=np.float32),
        np.ones((1, 1), dtype=np.float32),
        np.full((3, 200), np.nan, dtype=np.float32),
        drawn("8", 60),
        np.full((12, 5), 7, dtype=np.float32),
        drawn("31", 16),
    ]
    found = number_probabilities(patches)
    assert np.allclose(found.sum(axis=1), 1, atol=1e-5)
    assert found[[0, 1, 3]].argmax(axis=1).tolist() == [NO_NUMBER] * 3
    assert found[[4, 6]].argmax(axis=1).tolist() == [8, 31]
    with pytest.raises(ValueError, match="rows and columns"):
        number_probabilities([np.zeros(5, dtype=np.float32)])


def test_a_patch_is_judged_alone() -> None:
    """Other patches in the same call change nothing but roundings."""
    patches = [drawn(str(number), 12 + number) for number in range(90)]
    together = number_probabilities(patches)
    assert np.allclose(together[40], number_probabilities([patches[40]])[0], atol=1e-4)


def test_the_weights_are_those_of_the_network() -> None:
    with np.load(classifier.WEIGHTS) as stored:
        shapes = {name: stored[name].shape for name in stored.files}
        kinds = {stored[name].dtype for name in stored.files}
        assert all(np.isfinite(stored[name]).all() for name in stored.files)
    assert shapes == classifier.SHAPES
    assert kinds == {np.dtype("float16")}
    assert classifier.WEIGHTS.stat().st_size < 400_000


SEGMENTS = (
    "abcdef",
    "bc",
    "abdeg",
    "abcdg",
    "bcfg",
    "acdfg",
    "acdefg",
    "abcf",
    "abcdefg",
    "abcdfg",
)
"""Of each digit: a above, then clockwise, g in the middle."""
LINES = {
    "a": (0, 0, 8, 1), "b": (7, 0, 8, 5), "c": (7, 5, 8, 11), "d": (0, 10, 8, 11),
    "e": (0, 5, 1, 11), "f": (0, 0, 1, 5), "g": (0, 5, 8, 6),
}  # fmt: skip
"""Of each segment: left, top, right, bottom."""


def segments(number: int, times: int) -> NDArray[np.float32]:
    """A number as on a pocket calculator, 11 times ``times`` pixels high."""
    digits = [np.zeros((13, 2 + 8), dtype=np.float32) for _ in str(number)]
    for image, digit in zip(digits, str(number), strict=True):
        for left, top, right, bottom in (LINES[one] for one in SEGMENTS[int(digit)]):
            image[top + 1 : bottom + 1, left + 1 : right + 1] = 1
    return np.kron(np.concatenate(digits, axis=1), np.ones((times, times), dtype=np.float32))


@pytest.mark.parametrize("times", [1, 2, 3])
def test_digits_of_segments(times: int) -> None:
    numbers = [2, 3, 4, 5, 6, 8, 9, 10, 12, 13, 15]
    found = number_probabilities([segments(number, times) for number in numbers])
    assert (found.argmax(axis=1) == numbers).mean() >= 0.8


@pytest.mark.parametrize("side", [8, 14, 24])
def test_an_empty_box_is_a_zero(side: int) -> None:
    """Consoles show a box for a line without blocks."""
    box = np.pad(np.zeros((side - 2, side - 2), dtype=np.float32), 1, constant_values=1)
    found = number_probabilities([np.pad(box, 1)])[0]
    assert found.argmax() == 0
