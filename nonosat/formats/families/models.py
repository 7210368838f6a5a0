# SPDX-License-Identifier: MIT
"""Input of solvers and modelling languages: GLPK, MiniZinc, Gecode, Picat and their like."""

from __future__ import annotations

from nonosat.formats.form import Format

__all__ = ["FORMATS"]

FORMATS: tuple[Format, ...] = ()
