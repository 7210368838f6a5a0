# SPDX-License-Identifier: MIT
"""The files of programs for people: FreeNono, gnonograms, Simon Tatham's and their like."""

from __future__ import annotations

from nonosat.formats.form import Format

__all__ = ["FORMATS"]

FORMATS: tuple[Format, ...] = ()
