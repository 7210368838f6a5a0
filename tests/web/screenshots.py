# SPDX-License-Identifier: MIT
"""Pictures of every page, to be looked at: ``python tests/web/screenshots.py FOLDER``.

At 360, 1280 and 2560 pixels, light and dark, from a server that it starts itself.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
SIZES = ((360, 740), (1280, 800), (2560, 1400))
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


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "nonosat", "serve", str(ROOT / "data"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        tiles: list[dict[str, str]] = []
        while not tiles:
            time.sleep(0.2)
            with urlopen(f"{address}api/v1/puzzles?search=fruit") as reply:
                tiles = json.load(reply)["tiles"]
        with sync_playwright() as playwright:
            program = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            for width, height in SIZES:
                for theme in ("light", "dark"):
                    for name, hash_ in PAGES.items():
                        page = browser.new_page(
                            viewport={"width": width, "height": height}, color_scheme=theme
                        )
                        page.goto(address + hash_.replace("{id}", tiles[0]["id"]))
                        page.wait_for_load_state("networkidle")
                        page.wait_for_timeout(500)
                        page.screenshot(path=folder / f"{name}-{width}-{theme}.png")
                        page.close()
            browser.close()
        server.send_signal(signal.SIGTERM)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
