# SPDX-License-Identifier: MIT
"""Collections in tests: puzzles and results to store, the content of a collection without row
numbers, and a check of its file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from nonosat import Puzzle, collection
from nonosat.collection import Attempt, Collection, Result

TABLES = {
    "puzzle": "SELECT puzzle.sha256, isomorphism_class, width, height, colors, missing_clues, "
    "printed, density, places, content, s.file, f.number, f.title, q.key FROM puzzle "
    "LEFT JOIN place f ON f.id = first LEFT JOIN source s ON s.id = f.source "
    "LEFT JOIN result r ON r.id = latest "
    "LEFT JOIN question q ON q.id = r.question",
    "source": "SELECT file, sha256, bytes, is_file, done, current, version, added FROM source",
    "place": "SELECT p.sha256, file, source.sha256, number, member, format, title, author, license,"
    " meta, faults, goal FROM place JOIN source ON source.id = place.source "
    "LEFT JOIN puzzle p ON p.id = puzzle",
    "question": "SELECT key, text, preset, version, round FROM question",
    "result": "SELECT p.sha256, key, result.round, verdict, reason, goal, stage, seconds, cpu, "
    "known, difficulty, technique, stages, rating, solutions, certificate FROM result "
    "JOIN puzzle p ON p.id = puzzle JOIN question ON question.id = question "
    "JOIN detail ON detail.result = result.id",
    "attempt": "SELECT p.sha256, key, begun, seconds, end, attempt.text FROM attempt "
    "JOIN puzzle p ON p.id = puzzle JOIN question ON question.id = question",
}
"""Everything in a collection, without the numbers of rows."""


def content_of(path: Path, *, times: bool = True) -> dict[str, list[tuple[object, ...]]]:
    """The content of a collection, table by table and sorted; ``times``: also when it was added."""
    found = {}
    with closing(sqlite3.connect(path)) as connection:
        for table, query in TABLES.items():
            rows = connection.execute(query).fetchall()
            if table == "source" and not times:
                rows = [row[:-1] for row in rows]
            found[table] = sorted(rows, key=repr)
    return found


def is_sound(path: Path) -> bool:
    """True if SQLite finds no fault, all references exist, and repeated data agree."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        wrong = connection.execute(
            "SELECT count(*) FROM puzzle WHERE places <> (SELECT count(*) FROM place "
            "WHERE place.puzzle = puzzle.id) OR (places > 0) <> (first IS NOT NULL) "
            "OR (latest IS NOT NULL) <> "
            "EXISTS(SELECT 1 FROM result WHERE result.puzzle = puzzle.id)"
        ).fetchone()
        lost = connection.execute(
            "SELECT (SELECT count(*) FROM result) - (SELECT count(*) FROM detail)"
        ).fetchone()
    return wrong == lost == (0,)


def small_puzzles(count: int = 12) -> list[Puzzle]:
    """Different puzzles, some of them isomorphic."""
    cells = [f"{number:04b}".replace("0", ".").replace("1", "#") for number in range(16)]
    grids = [f"{text[:2]}\n{text[2:]}" for text in cells]
    puzzles = {puzzle.sha256(): puzzle for puzzle in map(Puzzle.from_grid, grids)}
    titled = [puzzle.with_meta(title=f"No. {n}") for n, puzzle in enumerate(puzzles.values())]
    return titled[:count]


def ask(store: Collection, key: str = "1") -> int:
    return store.store.question(key * 64, "{}", preset=f"preset {key}", version="1.0")


def result_of(puzzle: int, verdict: str = "unique", seconds: float = 0.5) -> Result:
    stages = [{"name": "lines", "cells": 4, "seconds": seconds, "counts": {"line_solves": 4}}]
    reason = "time" if verdict == "unknown" else None
    return Result(puzzle, verdict, reason, None, "lines", seconds, stages, [b"\1\0\0\1"])


def attempt_at(puzzle: int, end: str = "done") -> Attempt:
    return Attempt(puzzle, "2026-11-22T10:00:00.000000+00:00", 0.5, end)


def made(path: Path, count: int = 12) -> Path:
    """A collection with small puzzles."""
    with collection.open(path) as store:
        store.add(small_puzzles(count))
    return path
