# SPDX-License-Identifier: MIT
"""docs/json.md has the keys that the commands print, and says what each means."""

from __future__ import annotations

import importlib.util

from places import ROOT

_SCRIPT = ROOT / "tests" / "bench" / "json_reference.py"


def test_the_reference_has_the_keys_of_now() -> None:
    spec = importlib.util.spec_from_file_location("json_reference", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    text = reference.DOCUMENT.read_text(encoding="utf-8")
    assert text == reference.with_tables(text), "python tests/bench/json_reference.py"
