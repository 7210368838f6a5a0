# SPDX-License-Identifier: MIT
"""Write ``docs/terminal.svg``, the picture of a terminal in README.md, from the output of commands.

    python -m docs.tools.terminal_picture

Every line of output has its width in the picture (``textLength``), so that columns stay in line
with any font.
"""

from __future__ import annotations

import os
import subprocess
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "terminal.svg"
COMMANDS = (
    "check data/fox.non data/two-ways-steam.non data/no-solution-lost-penguin.non",
    "solve data/heart.non",
    "hint data/heart.non --level why",
)
_WIDTH, _HEIGHT, _MARGIN = 8.4, 18, 16
"""A character and the margin of the picture, in pixels."""


def lines() -> list[str]:
    """Each command after its prompt, and its output."""
    found = []
    for command in COMMANDS:
        done = subprocess.run(
            [sys.executable, "-m", "nonosat", *command.split()],
            cwd=ROOT,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
        )
        found += [f"$ nonosat {command}", *done.stdout.splitlines(), ""]
    return found[:-1]


def picture() -> str:
    """The SVG."""
    shown = lines()
    width = max(map(len, shown)) * _WIDTH + 2 * _MARGIN
    height = len(shown) * _HEIGHT + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}">',
        "<style>text { font: 14px monospace; white-space: pre; fill: #d8dee4 }"
        " .prompt { fill: #7ee787 }</style>",
        f'<rect width="{width:.0f}" height="{height}" rx="8" fill="#161b22"/>',
    ]
    for number, line in enumerate(shown):
        if line:
            prompt = ' class="prompt"' if line.startswith("$ ") else ""
            parts.append(
                f'<text x="{_MARGIN}" y="{_MARGIN + _HEIGHT * (number + 0.75):g}"'
                f' textLength="{len(line) * _WIDTH:.1f}" xml:space="preserve"{prompt}>'
                f"{escape(line, quote=False)}</text>"
            )
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
