# SPDX-License-Identifier: MIT
"""The faults that axe-core finds on a page, in the looks that users can choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.places import AXE

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
LOOKS = ({"theme": "light"}, {"theme": "dark"}, {"theme": "light", "contrast": True})
LOOK = """async (look) => (await import("./settings.js")).setLook({ contrast: false, ...look })"""


def faults(page: Page) -> list[str]:
    """The faults that axe-core finds now; the page must be opened with ``bypass_csp``."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("(rules) => axe.run(document, rules)", RULES)
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for fault in found["violations"]
        for node in fault["nodes"][:3]
    ]


def faults_in_all_looks(page: Page) -> list[str]:
    """The same in each look, light also on a phone."""
    all_faults = []
    for width, look in zip((1280, 390, 1280), LOOKS, strict=True):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(LOOK, look)
        all_faults += [f"{look}, {width}: {fault}" for fault in faults(page)]
    return all_faults


def widest(page: Page, *widths: int) -> dict[int, int]:
    """The widths of the content in windows of these widths, if it is wider than the window."""
    found = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": width * 5 // 8 + 300})
        found[width] = page.evaluate("document.documentElement.scrollWidth")
    return {width: content for width, content in found.items() if content > width}


CUT = """() => {
    const found = new Set();
    for (const one of document.querySelectorAll("body *")) {
        if (!one.textContent.trim() || one.closest(".unseen, .board, svg, .skip, .home")) continue;
        const style = getComputedStyle(one);
        const wide = one.scrollWidth > one.clientWidth + 1 && style.overflowX !== "visible";
        const high = one.scrollHeight > one.clientHeight + 2 && style.overflowY === "hidden";
        const scrolls = ["auto", "scroll"].includes(style.overflowX) && !one.matches("select");
        if (one.clientWidth > 1 && ((wide && !scrolls) || high))
            found.add(`${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.trim()}`);
    }
    return [...found];
}"""


def cut(page: Page, width: int) -> list[str]:
    """The elements in a window of this width whose text does not fit, with the text."""
    page.set_viewport_size({"width": width, "height": width * 5 // 8 + 500})
    found: list[str] = []
    for _ in range(100):  # the page takes some frames to fit the window
        found = page.evaluate(CUT)
        if not found:
            break
        page.wait_for_timeout(100)
    return found
