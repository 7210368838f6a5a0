# SPDX-License-Identifier: MIT
"""Fingers on a page in the browser, with gestures that do not depend on the machine's speed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.support.places import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

_POINTERS = (ROOT / "nonosat/web/static/board_pointers.js").read_text(encoding="utf-8")
_LONG_PRESS = re.findall(r"^const LONG_PRESS = (\d+);$", _POINTERS, re.M)[0]
_STAYING = f"""(counts) => {{
    const wait = (window.wait ??= window.setTimeout);
    const shorter = (what, time, ...rest) => time === {_LONG_PRESS} ? 0 : wait(what, time, ...rest);
    window.setTimeout = counts ? wait : shorter;
}}"""


class Fingers:
    """The fingers of a hand. A resting finger is a long press only after ``stay(True)``."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self.stay(False)

    def stay(self, counts: bool) -> None:
        """Set whether a resting finger is a long press."""
        self._page.evaluate(_STAYING, counts)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """``touchStart``, ``touchMove`` with all fingers that are down, or ``touchEnd``."""
        places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})
