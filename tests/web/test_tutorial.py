# SPDX-License-Identifier: MIT
"""The steps of docs/tutorials/draw.md work, and the script makes its pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import nonosat
from docs.tools import page_picture
from tests.support.chromium import fresh
from tests.support.places import ROOT
from tests.support.web_server import serving

pytestmark = pytest.mark.browser


def test_the_tutorial_for_drawing_works_to_its_end(browser: Browser, tmp_path: Path) -> None:
    pictures: list[str] = []
    with serving(str(tmp_path)) as server:
        page = fresh(browser, viewport={"width": 1200, "height": 800}).new_page()
        page_picture.draw_tutorial(page, server.address, pictures.append)
        page.context.close()
    text = (ROOT / "docs" / "tutorials" / "draw.md").read_text(encoding="utf-8")
    assert re.findall(r"pictures/([\w-]+)\.png", text) == pictures
    cup = nonosat.load(tmp_path / "Cup.json")
    assert (cup.meta.title, cup.width, cup.height) == ("Cup", 10, 10)
    assert cup.goal is not None
    assert str(cup.goal).splitlines()[1] == "....##....", "the first repair"
    assert nonosat.solve(cup).verdict is nonosat.Verdict.UNIQUE
    assert nonosat.rate(cup).difficulty_word == "very easy"
