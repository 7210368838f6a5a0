# SPDX-License-Identifier: MIT
"""The picture of the page in README.md: ``python tests/bench/page_picture.py [docs/page.png]``.

The editor with a drawing whose clues have several solutions: the ambiguous cells are marked, and
the smallest repairs are listed. Chromium draws it, from a server that this script starts.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

import nonosat

ROOT = Path(__file__).resolve().parents[2]
CHANGED = ((15, 4), (15, 15))
"""Cells of the fox that are emptied: row and column."""
MOST_BYTES = 200_000


def address() -> str:
    """What names the drawing in the URL of the page."""
    goal = nonosat.load(ROOT / "data" / "fox.non").goal
    assert goal is not None
    drawing = goal.with_cells([(row, column, nonosat.EMPTY) for row, column in CHANGED])
    fields = {"page": "edit", "editor": nonosat.encode(drawing, "image"), "name": "Fox"}
    return "#" + urlencode(fields)


def main(target: Path) -> None:
    command = [sys.executable, "-m", "nonosat", "serve", str(ROOT / "data"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            site = server.stdout.readline().strip()
            with sync_playwright() as playwright:
                program = shutil.which("chromium")
                browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1200, "height": 800})
                page.goto(site + address())
                page.get_by_role("button", name="Repair").click()
                page.get_by_text("The smallest repair changes").wait_for()
                page.locator(".live[data-state=done]").wait_for()
                page.mouse.move(600, 790)
                page.wait_for_timeout(500)
                page.screenshot(path=target)
                browser.close()
        finally:
            server.send_signal(signal.SIGTERM)
    size = target.stat().st_size
    print(f"{target}: {size} bytes")
    assert size < MOST_BYTES


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "page.png")
