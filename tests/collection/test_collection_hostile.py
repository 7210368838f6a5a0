# SPDX-License-Identifier: MIT
"""Collections from an attacker: other tables, odd versions, values that make no sense.

Every command fails with a CollectionError, no query runs for ever, and Ctrl-C ends every query.
"""

from __future__ import annotations

import _thread
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from nonosat import Puzzle, collection
from nonosat.cli.command_collection import collection as group
from nonosat.collection import Collection, schema
from nonosat.collection.schema import plain_errors
from nonosat.errors import CollectionError
from tests.support.collection_files import ask, attempt_at, made, result_of
from tests.support.command_line import MULTIPLE, UNIQUE, run_here
from tests.support.places import FULL

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x"
"""Rows without end; columns follow."""

READING = (
    ("duplicates",),
    ("export", "-o", "-", "--to", "csv", "--grids"),
    ("export", "-o", "-", "--to", "jsonl"),
    ("export", "-o", "out.codes", "--force"),
    ("list", "--where", "width > 0", "--sort", "title", "--columns", "all"),
    ("list", "--json"),
    ("list", "--faults"),
    ("report", "-o", "-"),
    ("show", "1"),
    ("show", "1", "--json"),
    ("status",),
)
WRITING = (("add", "a.non"), ("judge", "--quiet"), ("merge", "good.db"))


def full(path: Path) -> Path:
    """A collection in which every table has rows."""
    made(path, 3)
    with collection.open(path) as store:
        store.add([Puzzle([[2], [1]], [[2], [1]]).with_meta(title="t", catalogue="c")], name="x")
        store.add("width 1\nheight 1\nrows\n2\ncolumns\n1\n")
        question = ask(store)
        store.store.record(
            question, [result_of(1), result_of(2, "unknown")], [attempt_at(3, "killed")]
        )
    return path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return full(tmp_path_factory.mktemp("whole") / "good.db")


@pytest.fixture
def folder(tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("bad.db", "good.db"):
        shutil.copyfile(whole, tmp_path / name)
    (tmp_path / "a.non").write_text(UNIQUE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_subcommands_are_here() -> None:
    assert {args[0] for args in (*READING, *WRITING)} == set(group.list_commands(None))  # type: ignore[arg-type]


def _replaced(table: str, by: str) -> Callable[[sqlite3.Connection], None]:
    def change(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA foreign_keys = OFF")
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        connection.execute(f"DROP TABLE {table}")
        columns = ", ".join([names[0], *(f"1 AS {name}" for name in names[1:])])
        if by == "view":
            selected = f"{ENDLESS} AS {columns.partition(',')[0]}, {columns.partition(', ')[2]}"
            connection.execute(f"CREATE VIEW {table} AS {selected} FROM n")
        elif by == "virtual":
            connection.execute(f"CREATE VIRTUAL TABLE {table} USING fts5({', '.join(names)})")
        elif by == "generated":
            made = [f"{name} AS (abs(-9223372036854775807 - 1))" for name in names[1:]]
            connection.execute(f"CREATE TABLE {table}({names[0]}, {', '.join(made)})")

    return change


def _says(*statements: str) -> Callable[[sqlite3.Connection], None]:
    def change(connection: sqlite3.Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    return change


SCHEMAS: dict[str, Callable[[sqlite3.Connection], None]] = {
    **{
        f"{table} {by}": _replaced(table, by)
        for table in ("puzzle", "place", "result")
        for by in ("view", "virtual", "generated", "gone")
    },
    "a trigger": _says(
        "CREATE TRIGGER t AFTER INSERT ON source BEGIN DELETE FROM puzzle WHERE id > 0; END"
    ),
    "the view is endless": _says(
        "DROP VIEW puzzles", f"CREATE VIEW puzzles AS {ENDLESS} AS id FROM n"
    ),
    "a view that shadows a pragma": _says(
        f"CREATE VIEW pragma_user_version AS {ENDLESS} AS user_version FROM n",
        f"CREATE VIEW pragma_application_id AS {ENDLESS} AS application_id FROM n",
    ),
    "a table of somebody else": _says("CREATE TABLE notes(x)"),
    "an index on an expression": _says("CREATE INDEX i ON puzzle(abs(width))"),
    "no index": _says("DROP INDEX puzzle_class"),
    "version 0": _says("PRAGMA user_version = 0"),
    "version -1": _says("PRAGMA user_version = -1"),
    "version -2147483648": _says("PRAGMA user_version = -2147483648"),
    "version 2147483647": _says("PRAGMA user_version = 2147483647"),
}


@pytest.mark.parametrize("write", [False, True])
def test_views_call_no_function_of_the_program(folder: Path, write: bool) -> None:
    """This also holds for a view that is made after the tables were checked."""
    called: list[int] = []
    with (
        closing(schema.connect("bad.db", write=write)) as connection,
        closing(sqlite3.connect("bad.db")) as other,
    ):
        connection.create_function("program", 0, lambda: called.append(1))
        other.execute("CREATE VIEW bad AS SELECT program()")
        with pytest.raises(sqlite3.OperationalError, match="unsafe use of program"):
            connection.execute("SELECT * FROM bad").fetchall()
    assert called == []


@pytest.mark.parametrize("what", SCHEMAS)
def test_other_tables_are_refused(folder: Path, what: str) -> None:
    with closing(sqlite3.connect("bad.db", isolation_level=None)) as connection:
        SCHEMAS[what](connection)
    before = (folder / "bad.db").read_bytes()
    runs = [("bad.db", *args) for args in (*READING, *WRITING)]
    for args in (*runs, ("good.db", "merge", "bad.db")):
        done = run_here("collection", *args)
        assert (done.code, done.out) == (4, ""), (args, done)
        assert re.match(r"nonosat: bad\.db: [^\n]*\n$", done.err), (args, done.err)
    for write in (False, True):
        with pytest.raises(CollectionError):
            collection.open("bad.db", write=write)
    assert (folder / "bad.db").read_bytes() == before


def test_what_analyze_leaves_is_welcome(folder: Path) -> None:
    with closing(sqlite3.connect("bad.db")) as connection:
        connection.execute("ANALYZE")
    assert run_here("collection", "bad.db", "status").code == 0


ODD = {
    "text": "'x'",
    "fraction": "1.5",
    "bytes": "x'ff00'",
    "huge": "9223372036854775807",
    "small": "-9223372036854775808",
    "infinite": "9e999",
    "not UTF-8": "CAST(x'ffc328' AS TEXT)",
    "a NUL": "char(97, 0, 98)",
    "a list": "'[[{\"a\": [null]}]]'",
}


def _columns() -> Iterator[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema.TABLES)
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in tables.fetchall():
            for row in connection.execute(f"PRAGMA table_info({table})").fetchall():
                if not row[5]:  # the primary key is always a whole number
                    yield table, row[1]


COLUMNS = list(_columns())


def odd_pairs() -> list[tuple[str, str, str]]:
    """Columns with odd values: each column once, or in the full run with all of them."""
    if FULL:
        return [(*column, value) for column in COLUMNS for value in ODD]
    return [(*column, list(ODD)[n % len(ODD)]) for n, column in enumerate(COLUMNS)]


@pytest.mark.parametrize(("table", "column", "value"), odd_pairs())
def test_values_that_make_no_sense(folder: Path, table: str, column: str, value: str) -> None:
    """With any value in a column, a command ends as documented, and prints no traceback."""
    with closing(sqlite3.connect("bad.db")) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        change = f"UPDATE OR REPLACE {table} SET {column} = {ODD[value]} WHERE rowid = ?"
        rowid = connection.execute(f"SELECT min(rowid) FROM {table}").fetchone()
        connection.execute(change, rowid)
        connection.commit()
    for args in READING:
        done = run_here("collection", "bad.db", *args)
        assert done.code in (0, 1, 2, 4), (args, done)
        assert "Traceback" not in done.err, (args, done.err)


TOO_LARGE = "a text or another value is too large"


def test_the_words_about_values_that_make_no_sense(
    folder: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MOST_BYTES", 1_000_000)
    for change, args, said in (
        ("UPDATE place SET title = 5.5", ["show", "1"], None),  # a column of texts: it is "5.5"
        ("UPDATE place SET title = x'ff'", ["show", "1"], "a row has a value of the wrong kind: "),
        ("UPDATE question SET text = '5'", ["status"], "a question is not a JSON object"),
        ("UPDATE puzzle SET content = 'x'", ["report", "-o", "-"], "a text or a number in place"),
        ("UPDATE place SET title = hex(zeroblob(6e5))", ["show", "1"], TOO_LARGE),
        ("UPDATE place SET title = hex(zeroblob(3e6))", ["list"], TOO_LARGE),
    ):
        with closing(sqlite3.connect("bad.db")) as connection:
            connection.execute(change)
            connection.commit()
        done = run_here("collection", "bad.db", *args)
        if said is None:
            assert done.code == 0, (change, done)
        else:
            assert done.code == 4, (change, done)
            assert re.fullmatch(rf"nonosat: .*damaged: {said}.*\n", done.err), (change, done.err)
        shutil.copyfile(whole, folder / "bad.db")


@pytest.mark.parametrize(
    ("table", "column"),
    [("place", "title"), ("result", "stage")],
)
def test_a_text_that_is_not_utf_8_is_named(folder: Path, table: str, column: str) -> None:
    """Every command that reads it names it; SQLite would name an expression as long as a page."""
    with closing(sqlite3.connect("bad.db")) as connection:
        (row,) = connection.execute(f"SELECT min(rowid) FROM {table}").fetchone()
        change = f"UPDATE {table} SET {column} = CAST(x'1b63616666e92e' AS TEXT) WHERE rowid = ?"
        connection.execute(change, (row,))
        connection.commit()
    said = (
        f"nonosat: bad.db: the collection is damaged: the {column} of row {row} of the table "
        f"{table} is not UTF-8: \\x1bcaff\\xe9.: write another text there, with sqlite3\n"
    )
    before = Path("good.db").read_bytes()
    done = run_here("collection", "good.db", "merge", "bad.db")
    assert (done.code, done.err) == (4, said)
    assert Path("good.db").read_bytes() == before
    files = [("export", "-o", f"out.{kind}") for kind in ("csv", "jsonl", "parquet")]
    ends = [run_here("collection", "bad.db", *args) for args in (*READING, *files)]
    assert [done.err for done in ends if done.code] == [said] * sum(done.code == 4 for done in ends)
    assert said in [done.err for done in ends]
    assert not (column == "title" and list(folder.glob("out.*")))


def test_numbers_of_rows_play_no_part_in_merging(folder: Path) -> None:
    """A row has the largest possible number; merging does not count up to it."""
    with closing(sqlite3.connect("bad.db")) as connection:
        connection.execute("UPDATE source SET id = 9223372036854775807 WHERE id = 1")
        connection.execute("UPDATE place SET source = 9223372036854775807 WHERE source = 1")
        connection.execute("UPDATE attempt SET id = -5")
        connection.commit()
    assert run_here("collection", "new.db", "merge", "bad.db").code == 0
    with collection.open("new.db", write=False) as store:
        assert len(store) == 4
        assert store.status().failures == {"killed": 1}


def test_every_query_can_be_interrupted(folder: Path) -> None:
    """Ctrl-C during an endless statement, on each kind of connection."""
    endless = f"{ENDLESS} FROM n WHERE x < 0"
    for write in (False, True):
        with collection.open("good.db", write=write) as store:

            def ask_for_ever(store: Collection = store, write: bool = write) -> None:
                threading.Timer(0.1, _thread.interrupt_main).start()
                with plain_errors(store.path, writing=write):
                    store.store.connection.execute(endless).fetchall()

            with pytest.raises(KeyboardInterrupt):
                ask_for_ever()
            assert len(store) == 4  # it can be asked on


def test_a_file_whose_name_is_not_utf_8(folder: Path) -> None:
    odd = os.fsdecode(b"caf\xe9.non")
    os.mkdir("some")
    (folder / "some" / odd).write_text(UNIQUE)
    (folder / "some" / "z.non").write_text(MULTIPLE)
    (folder / "some" / f"broken {odd}").write_text("width 1\nheight 1\nrows\n2\ncolumns\n1\n")
    for new in (2, 0):
        done = run_here("collection", "my.db", "add", "some")
        assert f"{new} new" in done.out, done
        assert done.code in (0, 4), done  # one file is broken
    listed = run_here("collection", "my.db", "list", "--columns", "file")
    assert listed.out.splitlines()[1:] == ["some/caf\\udce9.non", "some/z.non"]
    faults = run_here("collection", "my.db", "list", "--faults")
    assert "some/broken caf\\udce9.non" in faults.out
    for args in READING:
        done = run_here("collection", "my.db", *args)
        assert done.code == 0, (args, done)
