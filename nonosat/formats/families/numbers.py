# SPDX-License-Identifier: MIT
"""Sizes and rows of numbers, with little around them: .nin, .mk and their like."""

from __future__ import annotations

from nonosat.formats.form import Format

__all__ = ["FORMATS"]

FORMATS: tuple[Format, ...] = ()
