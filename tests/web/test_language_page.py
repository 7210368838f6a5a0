# SPDX-License-Identifier: MIT
"""The page in other languages: which one it takes, what it loads, and that it works offline."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from nonosat import Puzzle
from tests.support.chromium import until
from tests.support.playing import link, stroke

pytestmark = pytest.mark.browser
TEXTS = {"home": "Startseite", "settings": "Optionen", "language": "Sprache", "page.list": "Liste"}
LANGUAGE = "document.documentElement.lang"


def _german(page: Any) -> list[str]:
    """Answer with these German texts; return the addresses of texts that the page asks for."""
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url.rpartition("/")[2])
        route.fulfill(json={"name": "Deutsch", "texts": TEXTS})

    page.context.route("**/lang/*.json", answer)
    return asked


def test_the_page_takes_the_language_of_the_browser(open_page: Any, pages: Any) -> None:
    context = pages.empty(own=True, locale="de-AT").context
    asked = _german(context.pages[0])
    page = open_page(context=context)
    expect(page.get_by_role("heading", name="Liste")).to_be_visible()
    assert (page.evaluate(LANGUAGE), asked) == ("de", ["de.json"])
    page = open_page()
    assert page.evaluate(LANGUAGE) == "en"
    assert not page.evaluate(
        "performance.getEntriesByType('resource').some(one => /lang\\//.test(one.name))"
    )


def test_another_language_keeps_board_and_drawing(open_page: Any, server: str) -> None:
    page = open_page(link("", Puzzle([[2], [1]], [[2], [1]])), own=True)
    _german(page)
    stroke(page, (0, 0))
    page.get_by_role("button", name="Settings").click()
    with page.expect_navigation():
        page.get_by_label("Language").select_option("Deutsch")
    until(page, f"() => {LANGUAGE} === 'de'")
    expect(page.get_by_role("button", name="Optionen")).to_be_visible()
    expect(page.locator(".board [role=gridcell]").first).to_have_attribute(
        "aria-label", re.compile("^Row 1, column 1: filled")
    )
    page.goto(server + "#page=edit")
    page.wait_for_selector(".editor .board [role=gridcell]")
    stroke(page, (1, 1))
    page.get_by_role("button", name="Optionen").click()
    with page.expect_navigation():
        page.get_by_label("Sprache").select_option("English")
    until(page, f"() => {LANGUAGE} === 'en'")
    expect(page.locator(".board [aria-label^='Row 2, column 2: filled']")).to_have_count(1)
    kept = page.evaluate("localStorage['nonosat.look']")
    assert json.loads(kept)["language"] == "en"


@pytest.mark.both
def test_the_language_is_there_offline(open_page: Any) -> None:
    page = open_page(own=True, locale="pl", service_workers="allow", ignore=("ERR_INTERNET",))
    assert page.evaluate(LANGUAGE) == "pl"
    until(page, "() => caches.match('lang/pl.json').then(Boolean)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("main > :not(.waiting)")
    assert page.evaluate(LANGUAGE) == "pl"
    assert not page.evaluate("caches.match('lang/de.json').then(Boolean)")
