# SPDX-License-Identifier: MIT
"""The names of the encodings: apart from the core, so that checking options does not load it."""

from __future__ import annotations

ENCODINGS = ("order", "automaton")
"""For backends that read clauses; the first is the default."""
