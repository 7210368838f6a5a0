# SPDX-License-Identifier: MIT
"""``plain``: any public value as data for JSON; ``plain_fields``: an object as a JSON object.

There is one way from values to JSON, for ``--json``, the API and files. The fields of a dataclass
or of a named tuple are the keys, in their order; an enumeration is its value, a grid its rows as
text, a line ``R1`` or ``C7``, a block [length, colour], every other collection a list. A class
overrides this with field metadata: ``field(metadata=HIDDEN)`` leaves a field out, ``IF_KNOWN``
leaves it out while it has no value; ``plain_more`` names properties that follow the fields. A class
with another form has an ``as_dict`` of its own, which begins with ``plain_fields`` where that
helps. ``plain_keys`` gives the keys of a class; the schemas of the API are made from it.

``Answer`` is the base of answers: lines for people, as text and in notebooks, and data.

Rejected: ``dataclasses.asdict``, which copies values of types that it does not know, such as grids.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from nonosat.model.clue import Block, Line
from nonosat.model.grid import Grid

HIDDEN: Mapping[str, str] = MappingProxyType({"plain": "never"})
"""Metadata of a field that is not part of the data."""
IF_KNOWN: Mapping[str, str] = MappingProxyType({"plain": "unless None"})
"""Metadata of a field that is part of the data if it has a value."""


def plain(value: object) -> Any:
    """A value as data for JSON.

    >>> plain({"line": Line("row", 0), "grid": Grid("#?"), "clue": (Block(2), Block(1, 2))})
    {'line': 'R1', 'grid': ['#?'], 'clue': [[2, 1], [1, 2]]}
    """
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Grid):
        return value.text_rows()
    if isinstance(value, Line):
        return str(value)
    if isinstance(value, Block):
        return list(value)
    if hasattr(value, "as_dict"):
        return value.as_dict()
    if is_dataclass(value) or hasattr(value, "_fields"):
        return plain_fields(value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, Iterable):
        return [plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def plain_fields(self: object) -> dict[str, Any]:
    """Plain data, the way ``--json`` prints it: grids as rows of text, cells as [row, column] from
    0, lines as ``R1``, ``C7``, names instead of enumerations, None where something is not known."""
    data = {}
    kind: type = type(self)
    for name, always in plain_keys(kind).items():
        value = getattr(self, name)
        if always or value is not None:
            data[name] = plain(value)
    return data


@cache
def plain_keys(kind: type) -> Mapping[str, bool]:
    """The keys of the data of a class, in order; False: a key is there only if it has a value."""
    if is_dataclass(kind):
        marks = {field.name: field.metadata.get("plain") for field in fields(kind)}
    else:
        marks = dict.fromkeys(getattr(kind, "_fields", ()))
    keys = {name: mark is None for name, mark in marks.items() if mark != HIDDEN["plain"]}
    return keys | dict.fromkeys(getattr(kind, "plain_more", ()), True)


class Answer:
    """Base of the answers that are ``lines`` for people, with ``_pictures`` in notebooks."""

    __slots__ = ()

    def lines(self) -> list[str]:
        """The answer for people; the first line is the heading."""
        raise NotImplementedError

    def _pictures(self) -> Iterable[tuple[str, object]]:
        """Captions and drawings for notebooks."""
        return ()

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        from nonosat.draw.cards import card

        heading, *lines = self.lines()
        return card(heading, lines, [(name, str(drawing)) for name, drawing in self._pictures()])

    as_dict = plain_fields


def no_truth(use: str) -> Callable[[object], bool]:
    """``__bool__`` of an answer that is neither true nor false: ``use`` is the attribute to ask.

    >>> class Answer:
    ...     __bool__ = no_truth("right")
    >>> bool(Answer())
    Traceback (most recent call last):
    TypeError: Answer is neither true nor false: use .right
    """

    def truth(self: object) -> bool:
        raise TypeError(f"{type(self).__name__} is neither true nor false: use .{use}")

    return truth
