# SPDX-License-Identifier: MIT
"""Merging collections: adds everything in other collections to one.

The result does not depend on the order (row numbers apart), and merging again changes nothing.
Puzzles, files, questions, results and attempts are identified by their content, not by their
numbers. If two files disagree, a rule that looks only at the two rows decides:

- a file with several contents: the content that was added last is the current one;
- broken places: those of the later version of nonosat;
- metadata of a place: the greater row;
- two results of one question: one with a verdict before one without; then the later round of
  judging, then the quicker one;
- the latest result of a puzzle: as above, then the greater key of its question.

SQL does it, with the other file attached, in steps of some thousand rows, each in a transaction of
its own: an interruption costs one step, and merging again completes the work.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from nonosat.collection.schema import (
    SHOWN,
    check_texts,
    file_uri,
    large_values,
    plain_errors,
    transaction,
)
from nonosat.collection.store import Store
from nonosat.errors import OptionError
from nonosat.limits import Limits, Stopped
from nonosat.model.report import Reason

STEP = 20_000
"""The rows of one transaction."""
_LEAST = -(2**63)


@dataclass(slots=True)
class Merged:
    """The result of merging: how many puzzles, results and attempts are new, and how many results
    were ``replaced``. ``reason``: the limit that ended it early."""

    puzzles: int = 0
    results: int = 0
    replaced: int = 0
    attempts: int = 0
    reason: Reason | None = None


def merge(
    store: Store,
    path: str | os.PathLike[str],
    merged: Merged,
    limits: Limits,
    progress: Callable[[Merged, str], None] | None = None,
) -> None:
    """Merge one other collection; see ``Collection.merge``.

    Raises:
        CollectionError: the other file is not a collection, or this collection cannot be written.
        OptionError: the other file is this collection itself.
    """
    name = os.fspath(path)
    if os.path.exists(name) and os.path.samefile(name, store.path):
        raise OptionError(f"{name}: a collection cannot be merged with itself")
    with plain_errors(name, writing=False):
        check_texts(name)  # reports other errors of the file, too
    with _attached(store, name):
        steps = (
            *(("puzzle", _PUZZLES, "puzzles"), ("source", _SOURCES, "")),
            *(("place", _PLACES, ""), ("question", _QUESTIONS, "")),
            *(("result", _RESULTS, ""), ("attempt", _ATTEMPTS, "attempts")),
            ("source", _FILES, ""),
        )
        try:
            for table, statements, count in steps:
                _table(store, table, statements, count, merged, limits)
                if progress is not None:
                    progress(merged, name)
        except Stopped as stop:
            merged.reason = stop.reason


@contextmanager
def _attached(store: Store, name: str) -> Iterator[None]:
    with plain_errors(name, writing=False):
        store.connection.execute("ATTACH ? AS other", (file_uri(name, "ro"),))
    try:
        yield
    finally:
        with plain_errors(name, writing=False):
            store.connection.execute("DETACH other")


def _table(
    store: Store,
    table: str,
    statements: tuple[str, ...],
    count: str,
    merged: Merged,
    limits: Limits,
) -> None:
    """Run statements for all rows of a table of the other file, a step at a time."""
    execute = store.connection.execute
    with plain_errors(store.path, writing=True):
        low = _LEAST
        while True:
            limits.check()
            high = execute(
                f"SELECT max(id) FROM (SELECT id FROM other.{table} WHERE id > ? "
                f"ORDER BY id LIMIT {STEP})",
                (low,),
            ).fetchone()[0]
            if high is None:
                return
            step = {"low": low, "high": high}
            low = high
            # A result may come with a certificate.
            large = large_values(store.connection) if table == "result" else nullcontext()
            with large, transaction(store.connection):
                changes = [execute(statement, step).rowcount for statement in statements]
            if count:
                setattr(merged, count, getattr(merged, count) + max(changes[0], 0))
            elif table == "result":
                merged.replaced += max(changes[1], 0)
                merged.results += max(changes[3], 0)


_RANGE = "o.id > :low AND o.id <= :high"

_PUZZLES = (
    f"""INSERT OR IGNORE INTO puzzle(
      sha256, isomorphism_class, width, height, colors, missing_clues, printed, density, content)
    SELECT sha256, isomorphism_class, width, height, colors, missing_clues, printed, density,
      content FROM other.puzzle o WHERE {_RANGE} ORDER BY o.id""",
)

_SOURCES = (
    # Faults that an older version of nonosat found.
    f"""DELETE FROM place WHERE puzzle IS NULL AND source IN (
      SELECT s.id FROM other.source o JOIN source s ON s.file = o.file AND s.sha256 = o.sha256
      WHERE {_RANGE} AND o.version > s.version)""",
    f"""INSERT INTO source(file, sha256, bytes, is_file, done, current, version, added)
    SELECT file, sha256, bytes, is_file, sha256 = '', 0, version, added
    FROM other.source o WHERE {_RANGE}
    ON CONFLICT(file, sha256) DO UPDATE SET
      version = max(version, excluded.version), added = max(added, excluded.added)""",
)

_SAME_SOURCE = "JOIN source s ON s.file = os.file AND s.sha256 = os.sha256"
_META = ("format", "title", "author", "license", "meta", "faults", "fits", "goal")

_PLACES = (
    f"""INSERT INTO place(puzzle, source, number, member, {", ".join(_META)})
    SELECT p.id, s.id, o.number, o.member, {", ".join(f"o.{name}" for name in _META)}
    FROM other.place o JOIN other.source os ON os.id = o.source {_SAME_SOURCE}
    LEFT JOIN other.puzzle op ON op.id = o.puzzle LEFT JOIN puzzle p ON p.sha256 = op.sha256
    WHERE {_RANGE} AND (o.puzzle IS NOT NULL OR os.version = s.version)
    ON CONFLICT(source, number, member, ifnull(puzzle, 0)) DO UPDATE SET
      ({", ".join(_META)}) = ({", ".join(f"excluded.{name}" for name in _META)})
    WHERE ({", ".join(f"ifnull(excluded.{name}, '')" for name in _META)})
      > ({", ".join(f"ifnull({name}, '')" for name in _META)})""",
    f"""UPDATE puzzle SET first = (
      SELECT f.id FROM place f JOIN source s ON s.id = f.source WHERE f.puzzle = puzzle.id
      ORDER BY s.is_file DESC, s.file, f.number, f.member, s.sha256 LIMIT 1)
    WHERE places > 1 AND sha256 IN (
      SELECT op.sha256 FROM other.place o JOIN other.puzzle op ON op.id = o.puzzle
      WHERE {_RANGE})""",
)

_QUESTIONS = (
    f"""INSERT INTO question(key, text, preset, version, round)
    SELECT key, text, preset, version, round FROM other.question o WHERE {_RANGE}
    ON CONFLICT(key) DO UPDATE SET round = max(round, excluded.round)""",
)

_RESULT = (
    *("round", "verdict", "reason", "goal", "stage"),
    *("seconds", "cpu", "known", "difficulty", "technique"),
)
_DETAIL = ("stages", "rating", "solutions", "certificate")
_BETTER = ", ".join(
    (
        *("{0}.verdict <> 'unknown'", "{0}.round", "-{0}.seconds", "{0}.verdict"),
        *(f"ifnull({{0}}.{name}, '')" for name in (*_RESULT[2:5], *_RESULT[6:])),
    )
)
_PAIRS = """other.result o JOIN other.puzzle op ON op.id = o.puzzle
    JOIN other.question oq ON oq.id = o.question
    JOIN puzzle p ON p.sha256 = op.sha256 JOIN question q ON q.key = oq.key"""
_OWN_RESULT = "JOIN result r ON r.puzzle = p.id AND r.question = q.id"

_RESULTS = (
    f"""CREATE TEMP TABLE better AS SELECT r.id AS own, o.id AS theirs
    FROM {_PAIRS} {_OWN_RESULT}
    WHERE {_RANGE} AND ({_BETTER.format("o")}) > ({_BETTER.format("r")})""",
    f"""UPDATE result SET ({", ".join(_RESULT)}) = (
      SELECT {", ".join(_RESULT)} FROM other.result o JOIN temp.better b ON b.theirs = o.id
      WHERE b.own = result.id)
    WHERE id IN (SELECT own FROM temp.better)""",
    f"""UPDATE detail SET ({", ".join(_DETAIL)}) = (
      SELECT {", ".join(_DETAIL)} FROM other.detail o JOIN temp.better b ON b.theirs = o.result
      WHERE b.own = detail.result)
    WHERE result IN (SELECT own FROM temp.better)""",
    f"""INSERT OR IGNORE INTO result(puzzle, question, {", ".join(_RESULT)})
    SELECT p.id, q.id, {", ".join(f"o.{name}" for name in _RESULT)}
    FROM {_PAIRS} WHERE {_RANGE} ORDER BY o.id""",
    f"""INSERT OR IGNORE INTO detail(result, {", ".join(_DETAIL)})
    SELECT r.id, {", ".join(f"od.{name}" for name in _DETAIL)}
    FROM {_PAIRS} {_OWN_RESULT} JOIN other.detail od ON od.result = o.id
    WHERE {_RANGE}""",
    f"""UPDATE puzzle SET latest = (
      SELECT r.id FROM result r JOIN question q ON q.id = r.question WHERE r.puzzle = puzzle.id
      ORDER BY {", ".join(f"r.{part} DESC" for part in SHOWN)}, q.key DESC LIMIT 1)
    WHERE sha256 IN (
      SELECT op.sha256 FROM other.result o JOIN other.puzzle op ON op.id = o.puzzle
      WHERE {_RANGE})""",
    "DROP TABLE temp.better",
)

_ATTEMPTS = (
    f"""INSERT OR IGNORE INTO attempt(puzzle, question, begun, seconds, end, text)
    SELECT p.id, q.id, o.begun, o.seconds, o.end, o.text
    FROM other.attempt o JOIN other.puzzle op ON op.id = o.puzzle
    JOIN other.question oq ON oq.id = o.question
    JOIN puzzle p ON p.sha256 = op.sha256 JOIN question q ON q.key = oq.key
    WHERE {_RANGE} ORDER BY o.id""",
)

_FILES = (
    f"""UPDATE source SET done = 1 WHERE NOT done AND EXISTS (
      SELECT 1 FROM other.source o WHERE o.file = source.file AND o.sha256 = source.sha256
      AND o.done AND {_RANGE})""",
    f"""UPDATE source SET current = done AND (NOT is_file OR NOT EXISTS (
      SELECT 1 FROM source t WHERE t.file = source.file AND t.done
      AND (t.added, t.sha256) > (source.added, source.sha256)))
    WHERE file IN (SELECT o.file FROM other.source o WHERE {_RANGE})""",
)
"""``source`` once more, when all places are merged."""
