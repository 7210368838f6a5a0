# SPDX-License-Identifier: MIT
"""``data_index.json``: the puzzles of the project, and the cells that each stage solves.

    python -m tests.support.data_index          writes the file
    python -m tests.support.data_index --check  exits with 1 if the file is not up to date

Per file: title, size, number of colours, verdict, whether its goal is a solution, and per preset
the number of cells that each stage solves without the goal (key ``settles``).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from nonosat import load, solve

DATA = Path(__file__).resolve().parents[2] / "data"
INDEX = Path(__file__).with_suffix(".json")
PRESETS = ("default", "graph", "logic", "sat")
SUFFIXES = (".non", ".xml", ".json")


def entry(file: Path) -> dict[str, Any]:
    """The entry of one puzzle, from the program."""
    puzzle = load(file)
    reports = {preset: solve(puzzle.with_goal(None), preset=preset) for preset in PRESETS}
    best = solve(puzzle)
    return {
        "title": puzzle.title,
        "width": puzzle.width,
        "height": puzzle.height,
        "colors": len(puzzle.palette),
        "sha256": puzzle.sha256(),
        "verdict": best.verdict.value,
        "goal": best.goal.value if best.goal else None,
        "settles": {
            preset: {stage.name: stage.cells for stage in report.stages}
            for preset, report in reports.items()
        },
    }


def build() -> dict[str, dict[str, Any]]:
    """The index: an entry per puzzle file, by name."""
    files = sorted(file for file in DATA.iterdir() if file.suffix in SUFFIXES and file != INDEX)
    return {file.name: entry(file) for file in files}


def text(index: dict[str, dict[str, Any]]) -> str:
    """The text of the index: a line per puzzle, so that differences are easy to read."""
    lines = [f"{json.dumps(name)}: {json.dumps(about)}" for name, about in index.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write or check the index."""
    index = text(build())
    if "--check" in sys.argv[1:]:
        sys.exit(INDEX.read_text(encoding="utf-8") != index)
    INDEX.write_text(index, encoding="utf-8")


if __name__ == "__main__":
    main()
