# SPDX-License-Identifier: MIT
"""The columns of the view ``puzzles``: what lists, conditions and exports call them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from nonosat.errors import CollectionError, OptionError


class Column(NamedTuple):
    """``kind`` is the Python type of the values that are not None, ``meaning`` a noun phrase."""

    kind: type[int] | type[float] | type[str] | type[bool]
    meaning: str


COLUMNS: Mapping[str, Column] = {
    "id": Column(int, "number of the puzzle in the collection"),
    "sha256": Column(str, "SHA-256 of the canonical text"),
    "shape": Column(str, "the same for turned and mirrored copies and for other colours"),
    "width": Column(int, "columns"),
    "height": Column(int, "rows"),
    "cells": Column(int, "width times height"),
    "colors": Column(int, "colours besides the background"),
    "partial": Column(bool, "1 if clues are missing"),
    "printed": Column(bool, "1 if cells are printed"),
    "density": Column(float, "share of filled cells; empty if clues are missing"),
    "file": Column(str, "file where the puzzle was first found"),
    "number": Column(int, "number in this file"),
    "member": Column(str, "file in this archive"),
    "title": Column(str, "title"),
    "author": Column(str, "author"),
    "licence": Column(str, "licence"),
    "places": Column(int, "how often the puzzle was found"),
    "verdict": Column(str, "unique, multiple, none, unknown; empty before it is judged"),
    "reason": Column(str, "why the verdict is unknown"),
    "goal": Column(str, "what the solution says about the goal picture"),
    "stage": Column(str, "stage that decided"),
    "seconds": Column(float, "time of the solver"),
    "cpu": Column(float, "processor time of the solver"),
    "known": Column(int, "cells that are the same in all solutions, as far as is known"),
    "effort": Column(float, "effort of a person, if it was rated"),
    "technique": Column(str, "hardest technique that is needed, if it was rated"),
    "preset": Column(str, "preset of the solver"),
}
"""In the order of the view. A test compares them with it."""


ENTRY = "itt" + "i" * 6 + "FTITTTTiTTTTFFIFTT"
"""The kinds of these columns, as ``check_kinds`` takes them: with which of them may be NULL."""

_KINDS = {"i": (int,), "f": (float, int), "t": (str,), "b": (bytes,)}


def check_kinds(path: str, row: tuple[object, ...], kinds: str) -> None:
    """Raise CollectionError unless the values of a row of the collection ``path`` are of these
    kinds, a letter each: ``i`` whole number, ``f`` number, ``t`` text, ``b`` bytes; a capital
    letter if the value may be NULL. SQLite keeps anything in any column.

    >>> check_kinds("my.db", (1, "a", None), "itF")
    """
    if not _fit(tuple(map(type, row)), kinds):
        raise CollectionError(
            f"{path}: the collection is damaged: a row has a value of the wrong kind: {row!r:.200}"
        )


@lru_cache(maxsize=1000)
def _fit(types: tuple[type, ...], kinds: str) -> bool:
    return len(types) == len(kinds) and all(
        found in _KINDS[kind.lower()] or (found is type(None) and kind.isupper())
        for found, kind in zip(types, kinds, strict=True)
    )


def unknown_column(name: str, among: Iterable[str]) -> OptionError:
    """The error about a column that does not exist, with the closest one.

    >>> print(unknown_column("widht", ["id", "width"]))
    there is no column 'widht': did you mean 'width'? The columns are id, width
    """
    names = list(among)
    close = get_close_matches(name.lower(), names, 1)
    meant = f": did you mean {close[0]!r}? The" if close else ": the"
    return OptionError(f"there is no column {name!r}{meant} columns are {', '.join(names)}")
