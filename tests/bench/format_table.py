# SPDX-License-Identifier: MIT
"""The tables in docs/formats.md: of formats, from the registry, and of the parts of their files.

    python tests/bench/format_table.py

writes them anew; tests compare.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from nonosat.formats import table

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import format_parts  # noqa: E402

DOCUMENT = ROOT / "docs" / "formats.md"
TABLES = {"formats": table.markdown, "parts": format_parts.markdown}


def with_tables(text: str) -> str:
    """The document with the tables of now, each between its two marks."""
    for name, made in TABLES.items():
        between = f"<!-- {name} -->\n\n{made()}\n<!-- end of {name} -->"
        pattern = rf"<!-- {name} -->.*<!-- end of {name} -->"
        assert len(re.findall(pattern, text, re.DOTALL)) == 1
        text = re.sub(pattern, lambda _, own=between: own, text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
