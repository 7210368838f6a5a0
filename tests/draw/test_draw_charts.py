# SPDX-License-Identifier: MIT
"""Charts: every number of the data can be read from the picture or from its description."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat.draw import charts

SVG = "{http://www.w3.org/2000/svg}"
NAMES = st.text(min_size=1, max_size=30)


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def texts_of(svg: str) -> list[str | None]:
    return [text.text for text in parsed(svg).iter(f"{SVG}text")]


def sizes(svg: str, tag: str, name: str) -> list[float]:
    return [float(found.attrib[name]) for found in parsed(svg).iter(SVG + tag)]


@given(st.lists(st.tuples(NAMES, st.integers(0, 10**9)), max_size=6))
def test_bars_are_as_long_as_their_numbers(entries: list[tuple[str, int]]) -> None:
    chart = charts.bars(entries, heading="<&>")
    texts = texts_of(chart)
    assert texts[1::2] == [f"{value:,}" for _, value in entries]
    widths = sizes(chart, "rect", "width")
    longest, most = max(widths, default=0), max([value for _, value in entries], default=0)
    for width, (_, value) in zip(widths, entries, strict=True):
        assert width == pytest.approx(longest * value / most if most else 0, abs=1.1)


def test_each_row_of_a_histogram_has_a_scale_of_its_own() -> None:
    rows = [("many", [10**6, 5 * 10**5, 0]), ("few", [0, 1, 2])]
    chart = charts.histograms(rows, ["5", "10", "15"], heading="h", axis="a")
    assert sizes(chart, "rect", "height") == [40, 20, 20, 40]
    texts = texts_of(chart)
    assert {"1,000,000", "2", "1,500,000", "3"} <= set(texts)  # the largest, and the sums
    description = parsed(chart).findtext("{*}desc")
    assert description == "many: 5: 1,000,000, 10: 500,000; few: 10: 1, 15: 2"


def test_the_area_of_a_bubble_is_its_number() -> None:
    counts = {(0, 0): 400, (1, 0): 100, (1, 1): 25}
    chart = charts.bubbles(
        counts, ["1", "2"], ["low", "high"], heading="h", across="cells", up="time"
    )
    radii = sizes(chart, "circle", "r")
    assert radii[0] / radii[1] == pytest.approx(2, rel=0.02)
    assert radii[0] / radii[2] == pytest.approx(4, rel=0.02)
    low, low_too, high = sizes(chart, "circle", "cy")
    assert low == low_too > high
    assert parsed(chart).findtext("{*}desc") == "1 / low: 400, 2 / low: 100, 2 / high: 25"


def test_empty_charts_are_pictures_too() -> None:
    parsed(charts.bars([], heading="h"))
    parsed(charts.histograms([], [], heading="h", axis="a"))
    parsed(charts.bubbles({}, [], [], heading="h", across="a", up="u"))


@pytest.mark.parametrize(
    ("number", "short"),
    [(7, "7"), (9999, "9999"), (10_000, "10k"), (999_999, "999k"), (2_500_000, "2M")],
)
def test_numbers_in_bubbles_are_short(number: int, short: str) -> None:
    chart = charts.bubbles({(0, 0): number}, ["1"], ["a"], heading="h", across="a", up="u")
    assert short in texts_of(chart)
