# SPDX-License-Identifier: MIT
"""The places of files and programs for the tests, and whether the full run is asked for."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("NONOSAT_CORPUS") or ROOT.parent / "shared" / "corpus")
"""The folder of real puzzles; it may be absent."""
FULL = os.environ.get("NONOSAT_FULL") == "1"
SIMULATED = os.environ.get("NONOSAT_SIMULATE", "")
"""The simulated system: see support/simulated/other_system.py."""
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
"""The program that checks accessibility; ``npm ci`` gets it."""
