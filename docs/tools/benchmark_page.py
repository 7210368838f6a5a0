# SPDX-License-Identifier: MIT
"""Makes the pictures of docs/benchmark.md, two plots of notebook 10 and a cactus plot, and prints
the table of its programs.

    python -m docs.tools.benchmark_page ROWS

ROWS are those of ``nonosat bench DIR ... -o ROWS`` (.csv or .sqlite); the page says how they were
measured. They are not part of the repository, so no test makes this picture again. The table has
the columns of ``nonosat bench``, so a program that says no verdict is *timed* there, too.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

from nonosat import study
from nonosat.study.report_page import cactus_plot

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "docs/pictures"
NOTEBOOK = ROOT / "notebooks/10_phase_transition.ipynb"
PLOTS = {"benchmark-crossing.png": "phase-19", "benchmark-rectangles.png": "phase-21"}
"""The pictures that are outputs of cells of the notebook, by the id of the cell."""


def plots() -> dict[str, bytes]:
    """The pictures that the notebook has."""
    cells = {cell["id"]: cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]}
    found = {}
    for name, cell in PLOTS.items():
        [data] = (
            output["data"]["image/png"]
            for output in cells[cell]["outputs"]
            if "image/png" in output.get("data", {})
        )
        found[name] = base64.b64decode(data)
    return found


if __name__ == "__main__":
    for name, data in plots().items():
        (FOLDER / name).write_bytes(data)
    rows = study.load_rows(sys.argv[1])
    heads, lines = study.contest_table(rows)
    words = ("program", "finished by", "why unknown")
    for line in (heads, ["--" if head in words else "--:" for head in heads], *lines):
        print(f"| {' | '.join(line)} |")
    figure, _ = cactus_plot(rows)
    figure.set_dpi(80)
    figure.savefig(FOLDER / "benchmark-cactus.png")
