# SPDX-License-Identifier: MIT
"""Makes pictures of every page for people: ``python -m tests.web.screenshots FOLDER [SITE]``.

At 360, 768, 1280 and 2560 pixels, light and dark, from a server that it starts itself; or of the
page without a server in the folder SITE, and then also the start of that page every 250 ms.

``python -m tests.web.screenshots FOLDER --in de``: those of a language, at 360 and 1280 pixels,
light, with a hint, a step and the settings opened.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.support.plain_server import plain_server
from tests.support.web_server import serving, until

ROOT = Path(__file__).resolve().parent.parent.parent

SIZES = ((360, 740), (768, 1024), (1280, 800), (2560, 1400))
PAGES = {
    "list": "",
    "learn": "#page=learn",
    "lesson": "#code=Njk1chul_85&lesson=1",
    "play": "#id={id}",
    "edit": "#page=edit&width=5&height=5&raw=RFRFB",
    "clues": "#page=edit&draft=%7B%22r%22%3A%22%22%2C%22c%22%3A%22%22%7D",
    "solve": "#page=solve&id={id}",
    "about": "#page=about&id={id}",
    "print": "#page=print&id={id}",
}
FRAMES, FRAME_SECONDS = 28, 0.25


@contextmanager
def served() -> Iterator[tuple[str, str]]:
    """The address of a server with the project's own puzzles, and the name of one of them."""
    with serving(str(ROOT / "data")) as server:
        until(lambda: server.status()["library"]["read"])
        (tile,) = json.loads(server.get("/api/v1/puzzles?search=fruit")[1])["tiles"]
        yield server.address, tile["id"]


@contextmanager
def plain(site: Path) -> Iterator[tuple[str, str]]:
    """The same for the page without a server."""
    puzzles = json.loads((site / "python" / "puzzles.json").read_text())
    with plain_server(site) as address:
        yield address, next(one["id"] for one in puzzles if "fruit" in one["title"].lower())


def main(folder: Path, site: Path | None = None) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with served() if site is None else plain(site) as (address, puzzle), sync_playwright() as all_:
        program = shutil.which("chromium")
        browser = all_.chromium.launch(executable_path=program, args=["--no-sandbox"])
        if site is not None:
            film(browser, address, folder)
        for width, height in SIZES:
            for theme in ("light", "dark"):
                view = {"width": width, "height": height}
                context = browser.new_context(viewport=view, color_scheme=theme)
                for name, hash_ in PAGES.items():
                    page = context.new_page()
                    page.goto(address + hash_.replace("{id}", puzzle))
                    page.wait_for_load_state("networkidle")
                    for busy in (".loading", ".spinner"):
                        page.locator(busy).first.wait_for(state="detached", timeout=60_000)
                    page.wait_for_timeout(500)
                    page.screenshot(path=folder / f"{name}-{width}-{theme}.png")
                    page.close()
                context.close()
        browser.close()


def in_language(folder: Path, code: str) -> None:
    """Take the pictures of a language."""
    folder.mkdir(parents=True, exist_ok=True)
    with served() as (address, puzzle), sync_playwright() as all_:
        program = shutil.which("chromium")
        browser = all_.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for width, height in ((360, 740), (1280, 800)):
            view = {"width": width, "height": height}
            context = browser.new_context(viewport=view, locale=code)
            for name, hash_ in PAGES.items():
                page = context.new_page()
                page.goto(address + hash_.replace("{id}", puzzle))
                page.wait_for_load_state("networkidle")
                page.locator(".spinner").first.wait_for(state="detached", timeout=60_000)
                page.screenshot(path=folder / f"{name}-{width}.png")
                if name in ("play", "solve"):
                    for _ in range(3):
                        hint = page.locator("[aria-keyshortcuts=H]").last
                        hint.click() if name == "play" else page.keyboard.press("ArrowRight")
                        page.wait_for_timeout(700)
                    page.screenshot(path=folder / f"{name}-more-{width}.png")
                if name == "list":
                    page.locator("header button").last.click()
                    page.screenshot(path=folder / f"settings-{width}.png")
                page.close()
            context.close()
        browser.close()


def film(browser: Browser, address: str, folder: Path) -> None:
    """The first seconds of a first visit and of a second one."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    for visit in ("first", "second"):
        page = context.new_page()
        begun = time.monotonic()
        page.goto(address, wait_until="commit")
        for frame in range(FRAMES):
            time.sleep(max(0.0, begun + frame * FRAME_SECONDS - time.monotonic()))
            page.screenshot(path=folder / f"{visit}-{round(frame * FRAME_SECONDS * 1000):05}.png")
        page.evaluate("navigator.serviceWorker.ready")
        page.close()
    context.close()


if __name__ == "__main__":
    if "--in" in sys.argv:
        in_language(Path(sys.argv[1]), sys.argv[3])
    else:
        main(Path(sys.argv[1]), *map(Path, sys.argv[2:]))
