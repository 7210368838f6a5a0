# SPDX-License-Identifier: MIT
"""In every language the texts of the page fit: nothing is cut, or wider than the window."""

from __future__ import annotations

import re
from typing import Any

import pytest
from accessible import cut, widest
from playwright.sync_api import Page, expect

from nonosat import Grid, Puzzle, encode
from nonosat.languages import codes

pytestmark = pytest.mark.browser
WIDTHS = (360, 1280)
CODE = encode(Puzzle.from_grid(Grid(".#.#.\n#####\n#####\n.###.\n..#..")))
PLACES = ("", "learn", "play", "edit", "solve", "print", "about")


def opened(open_page: Any, place: str, code: str) -> Page:
    """A page of the heart in a language, at work: with a hint, a verdict, a step."""
    address = f"#page={place}&code={CODE}" if place not in ("", "learn") else f"#page={place}"
    page: Page = open_page(address if place else "", own=True, locale=code)
    expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{code}"))
    expect(page.locator("main .spinner")).to_have_count(0)
    if place == "play":
        for _ in range(3):  # where, what, why
            page.locator("[aria-keyshortcuts=H]").last.click()
            expect(page.locator(".panel .lines").first).to_be_visible()
    if place == "solve":
        page.keyboard.press("ArrowRight")
    return page


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_cut(open_page: Any, place: str, code: str) -> None:
    page = opened(open_page, place, code)
    assert widest(page, *WIDTHS) == {}
    assert {width: found for width in WIDTHS if (found := cut(page, width))} == {}


@pytest.mark.parametrize("code", codes())
def test_nothing_is_cut_in_the_settings(open_page: Any, code: str) -> None:
    page = opened(open_page, "", code)
    page.locator("header button").last.click()
    expect(page.locator("dialog")).to_be_visible()
    assert {width: found for width in WIDTHS if (found := cut(page, width))} == {}
