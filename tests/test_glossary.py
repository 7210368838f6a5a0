# SPDX-License-Identifier: MIT
"""docs/words.md, the glossary: a term has one row, and each is in use."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.support.places import ROOT

GLOSSARY = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in GLOSSARY.splitlines()
    if line.startswith("| ") and not line.startswith("| term |")
]
TERMS = [row[0] for row in ROWS]


def test_each_term_has_one_row_of_three_cells() -> None:
    assert len(TERMS) > 90
    assert len(set(TERMS)) == len(TERMS)
    for row in ROWS:
        assert len(row) in (2, 3), row
        assert "," not in row[0], "one term per row"
        assert row[1], row


RETIRED = {
    r"arrangements?": "placement",
    r"packings?": "leftmost or rightmost placement",
    r"line-solv\w+": "line solving",
    r"line logic": "line solving",
    r"likeness\w*": "similarity",
    r"kernels?": "nogood",
    r"spots?": "component",
    r"rivals?": "alternative",
    r"twins?": "isomorphic puzzles",
    r"shap(?:ing|ers?)": "local search",
    r"wish(?:es|ed)?": "requirement",
    r"mend(?:s|ed|ing)?": "correct",
    r"g(?:ive|iving|ives|ave|iven)[\s_-]?away": "reveal",
    r"literal text": "puzzle text",
    r"clues? (?:that (?:is|are) )?not given": "missing clue",
    r"linestats": "line-statistics",
    r"yardsticks?": "baseline",
}
"""Words that docs/words.md has replaced, as patterns, and the word to use."""


def test_users_read_no_retired_words() -> None:
    """In the package, in documents and in notebooks; CHANGELOG.md has the old names in a table."""
    sources = [*(ROOT / "docs").rglob("*.md")]
    sources += [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "notebooks").glob("*.ipynb")]
    suffixes = (".py", ".pyi", ".hpp", ".cpp", ".js", ".css", ".html")
    sources += [path for path in (ROOT / "nonosat").rglob("*") if path.suffix in suffixes]
    retired = re.compile(rf"(?<![A-Za-z0-9#])(?:{'|'.join(RETIRED)})(?![a-z])", re.IGNORECASE)
    found = {
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in sources
        for match in retired.finditer(_text(path))
    }
    assert found == set()


def _text(path: Path) -> str:
    """The text of a file, with camel case split into words."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
