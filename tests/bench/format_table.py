# SPDX-License-Identifier: MIT
"""The table of formats in docs/formats.md, made from the registry.

    python tests/bench/format_table.py

writes it anew; a test compares.
"""

from __future__ import annotations

import re
from pathlib import Path

from nonosat.formats import table

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "formats.md"


def with_table(text: str) -> str:
    """The document with the table of now between the two marks."""
    between = f"<!-- formats -->\n\n{table.markdown()}\n<!-- end of formats -->"
    pattern = r"<!-- formats -->.*<!-- end of formats -->"
    assert len(re.findall(pattern, text, re.DOTALL)) == 1
    return re.sub(pattern, lambda _: between, text, flags=re.DOTALL)


if __name__ == "__main__":
    DOCUMENT.write_text(with_table(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
