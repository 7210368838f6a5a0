# SPDX-License-Identifier: MIT
"""Puzzles that a collection has more than once: at several places, or turned, mirrored, recoloured.

The first are one row with several places; the others share their shape hash, which has an index. So
finding all of them reads two columns, whatever the puzzles are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonosat.collection.entries import Entry, entries
from nonosat.collection.hashes import position_of
from nonosat.collection.schema import plain_errors
from nonosat.collection.store import Store


class Twins(NamedTuple):
    """Puzzles of one shape, in the order of their numbers, and how each differs from the first.

    A single puzzle is here because it was found at several places.
    """

    entries: list[Entry]
    positions: list[str]


def twins(store: Store) -> Iterator[Twins]:
    """All puzzles that are there more than once; see ``Collection.duplicates``."""
    with plain_errors(store.path, writing=False):
        groups = store.connection.execute(
            "SELECT shape, min(low) AS lowest FROM (SELECT shape, min(id) AS low FROM puzzle "
            "GROUP BY shape HAVING count(*) > 1 UNION ALL "
            "SELECT shape, id FROM puzzle WHERE places > 1) GROUP BY shape ORDER BY lowest"
        )
        for shape, _ in groups:
            found = list(entries(store, "WHERE shape = ? ORDER BY id", (shape,)))
            yield Twins(found, [_position(found[0], entry) for entry in found])


def _position(first: Entry, entry: Entry) -> str:
    if entry.id == first.id:
        return "the same"
    return position_of(first.puzzle, entry.puzzle)
