# SPDX-License-Identifier: MIT
"""docs/collections.md describes the tables as they are, and its examples run."""

from __future__ import annotations

import re
import sqlite3
import zlib
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from nonosat import collection
from nonosat.collection import COLUMNS, Entry
from nonosat.collection.schema import APPLICATION_ID, VERSION
from tests.support.collection_files import ask, made, result_of

TEXT = (Path(__file__).parents[2] / "docs" / "collections.md").read_text()


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return made(tmp_path / "my.db")


def documented() -> dict[str, list[tuple[str, str]]]:
    """The columns of each table in the document: name and type."""
    parts = re.split(r"^### `(\w+)`$", TEXT, flags=re.MULTILINE)
    tables = dict(zip(parts[1::2], parts[2::2], strict=True))
    return {
        name: re.findall(r"^\| `(\w+)` \|(?: (\w+))? \|", text.split("\n## ")[0], re.MULTILINE)
        for name, text in tables.items()
    }


def test_the_tables_are_documented(db: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        actual = {
            name: [
                (column, kind)
                for _, column, kind, *_ in connection.execute(f"PRAGMA table_info({name})")
            ]
            for (name,) in names.fetchall()
        }
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert documented() == actual
    assert f"0x{APPLICATION_ID:X}" in TEXT
    assert f"the version of these tables, {VERSION}." in TEXT


def test_an_entry_has_the_columns_of_the_view() -> None:
    assert [name for name, _ in documented()["puzzles"]] == list(COLUMNS)
    assert [column.name for column in fields(Entry)][:-1] == list(COLUMNS)


def test_lists_are_read_without_the_large_tables(db: Path) -> None:
    """The view finds all rows by number, without sorting, grouping or searching."""
    with collection.open(db) as store:
        plan = store.store.connection.execute("EXPLAIN QUERY PLAN SELECT * FROM puzzles").fetchall()
    steps = [step[-1] for step in plan]
    assert len(steps) == 5
    assert all("INTEGER PRIMARY KEY" in step for step in steps[1:]), steps
    assert not any("detail" in step or "TEMP B-TREE" in step for step in steps)


def test_what_every_chunk_asks_uses_indexes(db: Path) -> None:
    queries = (
        "SELECT id FROM puzzle WHERE id > 5 AND NOT EXISTS (SELECT 1 FROM result "
        "WHERE result.puzzle = puzzle.id AND result.question = 1) ORDER BY id LIMIT 5",
        "SELECT count(*) FROM attempt WHERE puzzle = 1 AND question = 1 AND end <> 'done'",
        "SELECT id FROM puzzle WHERE isomorphism_class = 'x'",
        "SELECT id FROM place WHERE puzzle = 1",
        "SELECT id FROM source WHERE file = 'x' AND sha256 = 'y'",
    )
    with collection.open(db) as store:
        for query in queries:
            plan = store.store.connection.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()
            assert not any(step[-1].startswith("SCAN") for step in plan), (query, plan)


def test_the_examples_for_other_programs(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with collection.open(db) as store:
        store.store.record(ask(store), [result_of(1), result_of(2, "multiple")])
        text = store.entry(1).puzzle.canonical_text()
    monkeypatch.chdir(db.parent)
    shell = re.findall(r'^sqlite3 -readonly my.db "(.+)"$', TEXT, re.MULTILINE)
    assert len(shell) == 2
    with closing(sqlite3.connect("file:my.db?mode=ro", uri=True)) as connection:
        rows = [connection.execute(query).fetchall() for query in shell]
        assert rows == [[(None, 10), ("multiple", 1), ("unique", 1)], [("", 0, "No. 1")]]
        examples = re.findall(r"```python\n(.+?)```", TEXT, re.DOTALL)
        names: dict[str, object] = {}
        exec(examples[0], names)
        assert names["frame"].verdict.value_counts().to_dict() == {"unique": 1, "multiple": 1}  # type: ignore[attr-defined]
        content = eval(examples[1], {"connection": connection})
    plain = zlib.decompress(content) if content[:1] == b"x" else content
    assert plain.decode() == text
