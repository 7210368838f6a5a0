# SPDX-License-Identifier: MIT
"""``puzzles_like_image``: unique puzzles that look like a picture, or the nearest miss."""

from __future__ import annotations

import math
import random
import re
import time
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

import nonosat
from nonosat import Cancellation, Reason, Verdict, rate, solve
from nonosat.errors import OptionError, PuzzleSyntaxError
from nonosat.make import SimilarPuzzles, puzzle_from_image, puzzles_like_image
from nonosat.make.pictures.sketches import FINE, Areas
from tests.support.clock import cancelled


def template(width: int = 320, height: int = 320) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("L", (width, height), 255)
    return image, ImageDraw.Draw(image)


def rings() -> Image.Image:
    """Outlines of circles: few of its grids are unique without changes."""
    image, draw = template()
    for radius in (140, 95, 45):
        box = (160 - radius, 160 - radius, 160 + radius, 160 + radius)
        draw.ellipse(box, outline=0, width=14)
    return image


def star() -> Image.Image:
    """Thin strokes from the middle."""
    image, draw = template()
    for number in range(8):
        angle = number * math.pi / 4 + 0.3
        end = 160 + 150 * math.cos(angle), 160 + 150 * math.sin(angle)
        draw.line((160, 160, *end), fill=0, width=13)
    return image


def cross() -> Image.Image:
    """Diagonal lines in a frame."""
    image, draw = template()
    draw.line((40, 40, 280, 280), fill=0, width=10)
    draw.line((40, 280, 280, 40), fill=0, width=10)
    draw.rectangle((20, 20, 300, 300), outline=0, width=10)
    return image


def letter() -> Image.Image:
    image, draw = template(240, 320)
    draw.text((20, -40), "R", fill=0, font=ImageFont.load_default(340))
    return image


def balloons() -> Image.Image:
    """Three colours on white."""
    image = Image.new("RGB", (300, 300), "white")
    draw = ImageDraw.Draw(image)
    for box, color in (
        ((20, 30, 150, 190), "#d02020"),
        ((130, 60, 270, 230), "#2040c0"),
        ((90, 200, 200, 290), "#20a040"),
    ):
        draw.ellipse(box, fill=color)
    return image


def checked(found: SimilarPuzzles, count: int = 3) -> None:
    """Check the properties of all puzzles."""
    assert found.puzzles
    assert found.nearest is None
    assert len(found.puzzles) <= count
    assert found.reason is None
    for made in found.puzzles:
        assert 0 <= made.similarity <= 1
        assert made.changed == made.grid.differences(made.before)
        for preset in ("default", "sat"):
            report = solve(made.puzzle, preset=preset)
            assert report.verdict is Verdict.UNIQUE
            assert report.solutions == (made.grid,)
        assert any("changed" in action for action in made.actions) == bool(made.changed)
    for number, made in enumerate(found.puzzles):
        for other in found.puzzles[:number]:
            assert len(made.grid.differences(other.grid)) * 25 >= len(made.grid.cells)


@pytest.mark.parametrize(
    ("image", "size", "least"),
    [
        (rings(), 15, 0.4),
        (star(), 14, 0.3),
        (letter(), 16, 0.7),
        (Image.radial_gradient("L"), 16, 0.6),
        (Image.linear_gradient("L"), (10, 12), 0.7),
    ],
    ids=["rings", "star", "letter", "round gradient", "gradient"],
)
def test_drawings(image: Image.Image, size: int | tuple[int, int], least: float) -> None:
    found = puzzles_like_image(image, size=size)
    checked(found)
    assert found.puzzles[0].similarity > least


def test_outlines_are_repaired() -> None:
    """A few changed cells give more similarity than another level."""
    found = puzzles_like_image(cross(), size=12, count=1)
    none = puzzles_like_image(cross(), size=12, count=1, max_changes=0)
    assert found.puzzles[0].changed
    assert none.puzzles[0].changed == ()
    assert found.puzzles[0].similarity > none.puzzles[0].similarity + 0.05


def test_contours_in_place_of_areas() -> None:
    image, draw = template()
    draw.ellipse((40, 60, 275, 255), fill=0)
    for method, filled in (("threshold", True), ("edges", False)):
        found = puzzles_like_image(image, size=10, method=method, count=1)
        checked(found)
        best = found.puzzles[0].grid
        assert (best[5, 5] == 1) == filled
        assert 1 in best.row(2)
    levels = puzzles_like_image(image, size=10, method="edges", threshold=200, count=1).puzzles
    level = re.search(r"darker than (\d+) of 255", "; ".join(levels[0].actions))
    assert level is not None
    assert abs(int(level[1]) - 200) <= 12
    with pytest.raises(OptionError, match="no method 'dither' here: use threshold or edges"):
        puzzles_like_image(image, method="dither")
    with pytest.raises(OptionError, match="a method is for one colour"):
        puzzles_like_image(image, colors=2, method="edges")


def test_the_picture_as_it_is_comes_before_better_parts_of_it() -> None:
    image = rings().resize((192, 192))
    (made,) = puzzles_like_image(image, size=12, count=1).puzzles
    assert made.actions[0] == "all that fits is shown"
    assert made.before == puzzle_from_image(image, size=12, method="threshold").grid


def test_a_threshold_that_is_asked_for() -> None:
    """Two greys on white: the threshold decides whether the lighter one is filled."""
    image, draw = template()
    draw.rectangle((80, 80, 239, 239), fill=180)
    draw.rectangle((120, 120, 199, 199), fill=30)
    for threshold, filled in ((100, 4), (220, 16)):
        best = puzzles_like_image(image, size=8, threshold=threshold).puzzles[0]
        assert best.grid.cells.count(1) == filled
        level = re.search(r"darker than (\d+) of 255", "; ".join(best.actions))
        assert level is not None
        assert abs(int(level[1]) - threshold) <= 12


def test_colors() -> None:
    found = puzzles_like_image(balloons(), size=15, colors=3)
    checked(found)
    best = found.puzzles[0]
    assert len(best.puzzle.palette) == 3
    assert best.puzzle.palette.background == "#ffffff"
    assert best.similarity > 0.7


@pytest.mark.parametrize("technique", ["overlap", "line"])
def test_a_technique(technique: str) -> None:
    found = puzzles_like_image(rings(), size=14, max_technique=technique, count=2)
    checked(found, 2)
    allowed = {"trivial", "overlap", technique}
    for made in found.puzzles:
        assert rate(made.puzzle).technique in allowed


def test_the_same_again() -> None:
    first, again = (puzzles_like_image(star(), size=12) for _ in range(2))
    assert first == again
    assert [made.similarity for made in first.puzzles] == [one.similarity for one in again.puzzles]


@pytest.mark.parametrize("image", [Image.new("L", (1, 1), 0), Image.new("RGB", (300, 200), "navy")])
def test_one_color(image: Image.Image) -> None:
    found = puzzles_like_image(image, size=(10, 10))
    assert (found.puzzles, found.nearest, found.screened, found.contrast) == ((), None, 0, 0)
    assert str(found).startswith("no puzzle: the image has almost one colour")
    assert puzzles_like_image(image, size=(10, 10), colors=3).puzzles == ()


def test_noise_of_a_camera_is_no_picture() -> None:
    rng = random.Random(1)
    image = Image.new("L", (200, 200))
    image.putdata([120 + rng.randint(-4, 4) for _ in range(200 * 200)])
    found = puzzles_like_image(image, size=20)
    assert found.puzzles == ()
    assert 0 < found.contrast < 12


def test_the_nearest_miss() -> None:
    """Two cells in opposite corners, in all views."""
    image = Image.new("L", (2, 2), 255)
    image.putpixel((0, 0), 0)
    image.putpixel((1, 1), 0)
    found = puzzles_like_image(image, size=(2, 2), max_changes=0)
    assert found.puzzles == ()
    assert found.nearest is not None
    assert found.nearest.unsolved == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert "the nearest miss: 4 cells stay unsolved" in str(found)
    assert found.nearest.as_dict()["picture"] == found.nearest.grid.text_rows()
    changed = puzzles_like_image(image, size=(2, 2), max_changes=1)
    assert len(changed.puzzles[0].changed) == 1


def test_transparent_and_animated_pictures() -> None:
    image = Image.new("RGBA", (80, 80), (0, 0, 0, 0))
    ImageDraw.Draw(image).rectangle((20, 20, 59, 59), fill=(0, 0, 0, 255))
    found = puzzles_like_image(image, size=8)
    assert found.puzzles[0].similarity == 1
    assert found.puzzles[0].grid.row(0) == bytes(8)  # transparent parts are empty
    file = BytesIO()
    frames = [Image.new("L", (80, 80), 255) for _ in range(3)]
    for number, frame in enumerate(frames):
        ImageDraw.Draw(frame).rectangle((10 * number, 20, 10 * number + 39, 59), fill=0)
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    first = puzzles_like_image(file.getvalue(), size=8)
    assert first.puzzles[0].grid == puzzles_like_image(frames[0], size=8).puzzles[0].grid


def test_a_large_picture() -> None:
    """Most of the work is done on a smaller copy."""
    found = puzzles_like_image(rings().resize((5000, 4000)), size=15, count=1)
    assert len(found.puzzles) == 1
    with pytest.raises(PuzzleSyntaxError, match="more than 100,000,000 pixels"):
        puzzles_like_image(Image.new("1", (10_001, 10_000)))


def test_a_small_picture_is_enlarged() -> None:
    image = Image.new("L", (3, 3), 255)
    image.putpixel((1, 1), 0)
    found = puzzles_like_image(image, size=9)
    assert found.puzzles[0].similarity > 0.9


def test_proportions() -> None:
    """A board of other proportions shows the middle; its cells stay square."""
    image, draw = template(600, 200)
    draw.ellipse((210, 10, 389, 189), fill=0)
    grid = puzzles_like_image(image, size=(10, 10)).puzzles[0].grid
    assert 0.6 < sum(grid.cells) / 100 < 0.9  # a disc fills .785 of its square
    sizes = [puzzles_like_image(image, size=size, count=1).puzzles[0].grid for size in (30, None)]
    assert [(one.width, one.height) for one in sizes] == [(30, 10), (30, 10)]


def test_invert_and_crop() -> None:
    image, draw = template(200, 200)
    draw.rectangle((80, 80, 119, 139), fill=0)
    light = puzzles_like_image(image, size=10, invert=True).puzzles[0].grid
    dark = puzzles_like_image(image, size=10).puzzles[0].grid
    assert sum(light.cells) == 100 - sum(dark.cells)
    cut = puzzles_like_image(image.convert("RGB"), size=6, crop=True)
    assert (cut.contrast, cut.puzzles) == (0, ())  # only the rectangle is left


@pytest.mark.parametrize("work", [0, 1, 3, 10, 40, 200])
def test_limits_of_work(work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonosat.make.pictures.like_image._WORK", work)
    found = puzzles_like_image(rings(), size=16)
    assert found.reason is Reason.WORK
    for made in found.puzzles:
        assert solve(made.puzzle).verdict is Verdict.UNIQUE


@pytest.mark.timing
def test_a_limit_of_time_ends_it_soon() -> None:
    begun = time.process_time()
    puzzles_like_image(star(), size=(100, 100), time_limit=0.5)
    assert time.process_time() - begun < 3


def test_a_limit_of_time_and_a_cancellation() -> None:
    found = puzzles_like_image(star(), size=(100, 100), time_limit=0.05)
    assert found.reason is Reason.TIME
    found = puzzles_like_image(star(), size=20, cancel=cancelled())
    assert (found.reason, found.puzzles) == (Reason.CANCELLED, ())
    cancel = Cancellation()
    seen = []

    def progress(fitted: int, found: int) -> None:
        seen.append((fitted, found))
        cancel.cancel()

    found = puzzles_like_image(star(), size=20, cancel=cancel, progress=progress)
    assert found.reason is Reason.CANCELLED
    assert seen[0][0] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colors": 0}, "0 colours: use 1 to 7"),
        ({"colors": 8}, "8 colours: use 1 to 7"),
        ({"colors": 2, "invert": True}, "cannot be inverted"),
        ({"colors": 2, "threshold": 99}, "a threshold is for one colour"),
        ({"threshold": 0}, "threshold 0"),
        ({"count": 0}, "count 0"),
        ({"max_changes": -1}, "max changes -1"),
        ({"max_technique": "magic"}, "unknown technique 'magic'"),
        ({"size": (0, 3)}, "size 0"),
        ({"time_limit": -1}, "time limit -1"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        puzzles_like_image(rings(), **options)  # type: ignore[arg-type]


def test_what_it_shows() -> None:
    found = puzzles_like_image(star(), size=12, count=2)
    data = found.as_dict()
    assert len(data["puzzles"]) == len(found.puzzles)  # type: ignore[arg-type]
    assert str(found).splitlines()[0].startswith(f"{len(found.puzzles)} puzzles from")
    assert found._repr_html_().count("<svg") == len(found.puzzles)
    assert nonosat.make.puzzles_like_image is puzzles_like_image


@given(st.data())
def test_similarity_by_its_definition(data: st.DataObject) -> None:
    """The share of the variance that the means of the kinds explain, sample by sample."""
    width, height = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    channels = data.draw(st.sampled_from([1, 3]))
    number = width * height
    bytes_of = st.binary(min_size=number * channels, max_size=number * channels)
    colors, kinds = data.draw(bytes_of), data.draw(st.integers(1, 3))
    cells = bytes(data.draw(st.lists(st.integers(0, kinds), min_size=number, max_size=number)))
    small = Image.frombytes("L" if channels == 1 else "RGB", (width, height), colors)
    image = small.resize((width * FINE, height * FINE), Image.Resampling.NEAREST)
    samples = [
        (cells[place], channel, colors[place * channels + channel])
        for place in range(number)
        for channel in range(channels)
    ]

    def spread(keys: list[tuple[int, ...]]) -> float:
        values: dict[tuple[int, ...], list[int]] = {}
        for key, (_, _, value) in zip(keys, samples, strict=True):
            values.setdefault(key, []).append(value)
        means = {key: sum(group) / len(group) for key, group in values.items()}
        return sum((v - means[k]) ** 2 for k, (_, _, v) in zip(keys, samples, strict=True))

    whole = spread([(channel,) for _, channel, _ in samples])
    within = spread([(cell, channel) for cell, channel, _ in samples])
    wanted = 1.0 if whole < 1e-9 else 1 - within / whole
    assert Areas(image, width, height).similarity(cells) == pytest.approx(wanted, abs=1e-9)
