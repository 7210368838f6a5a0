# SPDX-License-Identifier: MIT
"""Comparing a text with the one in ``tests/support/golden``.

A text that differs is written beside the golden file, with the suffix ``.new``. If the new text is
right, move it over the old one, or accept all new texts with ``NONOSAT_ACCEPT=1 pytest
tests/draw/test_draw_text.py``. The commit then shows the change.
"""

from __future__ import annotations

import os
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def compare(name: str, text: str) -> None:
    """Fail if ``text`` differs from the file ``tests/support/golden/NAME``."""
    path = GOLDEN / name
    new = path.with_name(path.name + ".new")
    if os.environ.get("NONOSAT_ACCEPT") == "1":
        path.write_bytes(text.encode())
    old = path.read_bytes().decode() if path.exists() else None
    if text == old:
        new.unlink(missing_ok=True)
        return
    new.write_bytes(text.encode())
    raise AssertionError(
        f"{path} {'does not exist' if old is None else 'differs'}: see {new.name} beside it, "
        "and the docstring of golden_files.py for how to accept it"
    )
