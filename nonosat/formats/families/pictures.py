# SPDX-License-Identifier: MIT
"""Formats of pictures: a puzzle is the clues of its picture."""

from __future__ import annotations

from nonosat.formats.form import Format

__all__ = ["FORMATS"]

FORMATS: tuple[Format, ...] = ()
