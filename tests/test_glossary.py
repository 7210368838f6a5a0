# SPDX-License-Identifier: MIT
"""docs/words.md, the glossary: a term has one row, and each is in use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from places import ROOT

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
    r"efforts?": "difficulty",
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

RETIRED_HERE = {
    "nonosat/exact/": r"switch(?:es)?|swaps?",
    "nonosat/explain/": r"switch(?:es)?|swaps?",
    "nonosat/making/": r"switch(?:es)?|offers?",
    "nonosat/draw/book/": r"guides?",
    "nonosat/web/static/": r"offers?|guides?|pieces?",
    "docs/": r"switch(?:es)?|offers?|guides?",
}
"""By folder: ordinary words that are retired only in the sense that they had there."""

ALLOWED = {
    "CHANGELOG.md": ".*",  # the table of old and new names
    "tests/test_glossary.py": ".*",
    "tests/web/test_page_texts.py": ".*",  # a list like this one
    "tests/test_notebooks.py": "kernel",  # of Jupyter
    "tests/tab/test_lite.py": "kernel",
    "nonosat/collection/schema.py": "effort",  # collections of earlier versions
    "tests/collection/test_collection_versions.py": "effort",
    "nonosat/web/static/wanted.js": "effort",  # links of earlier pages
    "tests/web/js/wanted.test.js": "effort",
    "tests/web/test_earlier_pages.py": "effort",
}
"""By file: retired words that it may have."""

SUFFIXES = (".py", ".pyi", ".hpp", ".cpp", ".js", ".css", ".html", ".md", ".ipynb", ".txt", ".yml")


def _sources() -> Iterator[Path]:
    for folder in ("nonosat", "tests", "docs", "notebooks", ".ci", ".github"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and "broken" not in path.parts:
                yield path
    yield from sorted(ROOT.glob("*.md"))


def _text(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    return text


def test_retired_words_are_used_nowhere() -> None:
    found = []
    for path in _sources():
        name = str(path.relative_to(ROOT))
        text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", _text(path))  # names in camel case
        allowed = re.compile(ALLOWED.get(name, "(?!)"), re.IGNORECASE)
        here = [words for folder, words in RETIRED_HERE.items() if name.startswith(folder)]
        words = "|".join([*RETIRED, *here])
        for match in re.finditer(rf"(?<![A-Za-z0-9#])(?:{words})(?![a-z])", text, re.IGNORECASE):
            if not allowed.fullmatch(match[0]):
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{name}:{line}: {match[0]}")
    assert not found, "\n".join(found)
