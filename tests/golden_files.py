# SPDX-License-Identifier: MIT
"""Comparing a text with the one in ``tests/golden``.

A text that differs is written beside the golden file, with ``.new`` behind its name, so that both
can be looked at. Is the new one right? Then move it over the old one, or accept all at once with
``NONOSAT_ACCEPT=1 pytest tests/test_draw_text.py``; the change then shows in the commit.
"""

from __future__ import annotations

import os
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def compare(name: str, text: str) -> None:
    """Fail if ``text`` is not that of ``tests/golden/NAME``."""
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
