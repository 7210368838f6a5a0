# SPDX-License-Identifier: MIT
"""Collections for tests of judging: easy puzzles, and their results."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from nonosat import Puzzle, collection, solve, study


def easy(count: int) -> list[Puzzle]:
    """Small random puzzles; all are decided at once."""
    return list(study.random_picture_puzzles(6, 5, 0.6, count, 1).values())


def made(path: Path, puzzles: Iterable[Puzzle]) -> Path:
    """A collection with these puzzles."""
    with collection.open(path) as store:
        store.add(puzzles)
    return path


def results(path: Path) -> dict[str, tuple[object, ...]]:
    """The results of a sound collection, by puzzle: everything except times."""
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = file.execute(
            """SELECT sha256, verdict, reason, goal, stage, known, solutions, latest = result.id
            FROM result JOIN puzzle ON puzzle.id = result.puzzle
            JOIN detail ON detail.result = result.id"""
        ).fetchall()
        unfinished = file.execute(
            """SELECT count(*) FROM result WHERE NOT EXISTS(SELECT 1 FROM attempt WHERE
            attempt.puzzle = result.puzzle AND attempt.question = result.question)"""
        ).fetchone()[0]
    found = {row[0]: row[1:] for row in rows}
    assert len(found) == len(rows)
    assert unfinished == 0
    return found


def attempts(path: Path, width: int | None = None) -> list[str]:
    """How the attempts ended; with ``width``, only at puzzles of that width."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute(
            "SELECT end FROM attempt JOIN puzzle ON puzzle.id = attempt.puzzle "
            "WHERE ? IS NULL OR width = ? ORDER BY attempt.id",
            (width, width),
        )
        return [row[0] for row in rows]


def verdicts(puzzles: Iterable[Puzzle]) -> dict[str, str]:
    """The verdicts of ``solve`` on puzzles, by hash."""
    return {puzzle.sha256(): solve(puzzle, preset="fast").verdict.value for puzzle in puzzles}
