# SPDX-License-Identifier: MIT
"""A small collection with a puzzle of every kind, for the tests of lists and exports."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from nonosat import Palette, Puzzle, collection
from nonosat.collection import Collection, Result

SQUARES = Puzzle([[1], [1]], [[1], [1]])
RED = Palette.of([("black", "#000000", "#"), ("red", "#ff0000", "r")])
PUZZLES = [
    Puzzle([[3], [1]], [[2], [1], [1]]).with_meta(title="=SUM(A1)", author='Zoë, "me"'),
    SQUARES.with_meta(title='two\nlines; "quoted"', license="CC0"),
    Puzzle([[2], [1], [2]], [[1, 1], [3]]).with_meta(title="' -1"),
    Puzzle([[1], [2], []], [[1], [1], [1]]),
    Puzzle(
        [[(1, 1), (1, 2)], [(1, 2), (1, 1)]],
        [[(1, 1), (1, 2)], [(1, 2)], [(1, 1)]],
        palette=RED,
    ).with_meta(title="漢字 é", author="@home"),
    Puzzle([None, [1]], [[1], None]),
]
"""Their numbers in the collection are 1 to 6; the last is not judged."""


def make(path: Path) -> Collection:
    """The collection, open to be written."""
    store = collection.open(path, create=True)
    store.add(PUZZLES, name="sample.json")
    question = store.store.question("k", "{}", preset="fast", version="1")
    davidje13 = {"difficulty": 30, "tedium": 7, "steps": 5, "reason": None}
    rating = {"other_programs": {"davidje13": davidje13}}
    rows: list[tuple[str, dict[str, object]]] = [
        ("unique", {"solutions": [bytes([1, 1, 1, 1, 0, 0])], "difficulty": 1.5, "rating": rating}),
        ("multiple", {"solutions": [bytes([1, 0, 0, 1]), bytes([0, 1, 1, 0])]}),
        ("none", {"certificate": b"proof\n", "technique": None}),
        ("unknown", {"reason": "time"}),
        (
            "unique",
            {"solutions": [bytes([1, 2, 0, 2, 0, 1])], "difficulty": 4.25, "technique": "line"},
        ),
    ]
    results = []
    for number, (verdict, more) in enumerate(rows, start=1):
        values: dict[str, object] = {"reason": None, "goal": None, "stage": "lines"} | more
        values |= {"seconds": number / 8, "stages": []}
        results.append(Result(number, verdict, **values))  # type: ignore[arg-type]
    store.store.record(question, results)
    return store


def reader(path: Path) -> sqlite3.Connection:
    """A separate connection for a query."""
    from nonosat.collection.schema import connect

    return connect(path, write=False)
