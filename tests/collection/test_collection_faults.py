# SPDX-License-Identifier: MIT
"""Accidents of the file of a collection: full disks, locks, kills, other files, clocks.

After each, the file is sound, no stored row is lost, and the same work completes it.
"""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from nonosat import collection
from nonosat.collection import schema
from nonosat.errors import CollectionError
from tests.support.collection_files import ask, content_of, is_sound, made, result_of, small_puzzles
from tests.support.command_line import MULTIPLE, NONOSAT, UNIQUE, run_here
from tests.support.places import FULL
from tests.support.processes import begun, interpreted

NEWER = schema.VERSION + 1


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return made(tmp_path / "my.db")


def many(path: Path, count: int = 1000) -> Path:
    """A list of different puzzles."""
    chance = random.Random(1)
    grids = [["".join(chance.choices("#.", k=9)) for _ in range(9)] for _ in range(count)]
    path.write_text(json.dumps([{"cells": grid} for grid in grids]))
    return path


@pytest.mark.unix  # a limit of the size of files simulates the disk
def test_a_full_disk(tmp_path: Path) -> None:
    import resource

    file, db = many(tmp_path / "many.json"), tmp_path / "my.db"
    command = [*NONOSAT, "collection", str(db), "add", str(file)]

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    full = subprocess.run(command, preexec_fn=little, capture_output=True, text=True, check=False)
    assert full.returncode == 74, full.stderr
    assert full.stderr.startswith(f"nonosat: {db}: the collection cannot be written")
    assert "Traceback" not in full.stderr
    assert is_sound(db)
    for path in (db, tmp_path / "other.db"):
        assert run_here("collection", str(path), "add", str(file)).code == 0
    assert content_of(db, times=False) == content_of(tmp_path / "other.db", times=False)


def test_no_space_is_said_so(db: Path) -> None:
    """SQLite refuses more pages, as it does when a disk is full."""
    with collection.open(db) as store:
        pages = store.store.connection.execute("PRAGMA page_count").fetchone()[0]
        store.store.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(CollectionError, match="No space left") as raised:
            store.add(small_puzzles(), name="x" * 9999)
        assert raised.value.writing
    assert is_sound(db)


_AS_NOBODY = """
import os, sys
import nonosat.cli.command_collection, nonosat.cli.collection_fill
import nonosat.collection, nonosat.formats.non, nonosat.words, rich.table
from nonosat.formats import loads
loads("#")
from nonosat.cli.commands import program
if os.geteuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
program.main(sys.argv[1:], prog_name="nonosat")
"""


def test_a_read_only_store() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        db = made(folder / "my.db", 3)
        (folder / "a.non").write_text(UNIQUE)
        before = content_of(db)
        for path, mode in ((folder / "a.non", 0o444), (db, 0o444), (folder, 0o555)):
            path.chmod(mode)

        run = partial(interpreted, _AS_NOBODY, "collection", str(db))
        try:
            status, added = run("status", "--json"), run("add", str(folder / "a.non"))
        finally:
            folder.chmod(0o755)
        assert (status.returncode, status.stderr) == (0, "")
        assert json.loads(status.stdout)["puzzles"] == 3
        assert added.returncode == 74
        assert added.stderr == f"nonosat: {db}: the collection is read-only\n"
        assert content_of(db) == before


def test_a_store_that_is_opened_to_be_read_is_not_written(db: Path) -> None:
    with collection.open(db, write=False) as store:
        for action in (
            lambda: store.add(small_puzzles()),
            lambda: store.merge("other.db"),
            lambda: store.store.record(1, [result_of(1)]),
            lambda: ask(store),
        ):
            with pytest.raises(CollectionError, match="open for reading only"):
                action()


def change(db: Path, pragma: str) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.execute(f"PRAGMA {pragma}")


def test_a_store_of_a_newer_version(db: Path) -> None:
    change(db, f"user_version = {NEWER}")
    before = content_of(db)
    for args in (("status",), ("add", "x"), ("duplicates",), ("show", "1")):
        done = run_here("collection", str(db), *args)
        assert done.code == 4
        assert "a newer nonosat made this collection" in done.err
        assert "update nonosat" in done.err
    other = run_here("collection", str(db.parent / "other.db"), "merge", str(db))
    assert (other.code, "newer nonosat" in other.err) == (4, True)
    assert content_of(db) == before


@pytest.mark.parametrize("write", [True, False])
def test_an_older_store_is_brought_up_to_date(
    db: Path, monkeypatch: pytest.MonkeyPatch, write: bool
) -> None:
    """A future version adds a column and an index, in two steps."""
    with collection.open(db) as store:
        store.store.record(ask(store), [result_of(1)])
    before = content_of(db)
    now, after = schema.VERSION, schema.VERSION + 2
    steps = {
        now: lambda c: c.execute("ALTER TABLE puzzle ADD COLUMN stars INTEGER NOT NULL DEFAULT 3"),
        now + 1: lambda c: c.execute("CREATE INDEX puzzle_stars ON puzzle(stars)"),
    }
    tables = schema.TABLES.replace(
        "content BLOB NOT NULL);",
        "content BLOB NOT NULL, stars INTEGER NOT NULL DEFAULT 3);\n"
        "CREATE INDEX puzzle_stars ON puzzle(stars);",
    )
    with closing(sqlite3.connect(db)) as connection:
        digest = schema._digest(schema._tables(connection))
    monkeypatch.setattr(schema, "TABLES", tables)
    monkeypatch.setattr(schema, "VERSION", after)
    monkeypatch.setattr(schema, "MIGRATIONS", steps)
    monkeypatch.setattr(schema, "EARLIER", {now: digest})
    with collection.open(db, write=write) as store:
        assert store.store.connection.execute("SELECT sum(stars) FROM puzzle").fetchone() == (36,)
        assert store.store.connection.execute("PRAGMA user_version").fetchone() == (after,)
    assert is_sound(db)
    assert content_of(db) == before


def test_a_step_that_fails_changes_nothing(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE puzzle ADD COLUMN stars INTEGER")
        raise ZeroDivisionError

    with closing(sqlite3.connect(db)) as connection:
        digest = schema._digest(schema._tables(connection))
    now = schema.VERSION
    monkeypatch.setattr(schema, "VERSION", now + 1)
    monkeypatch.setattr(schema, "MIGRATIONS", {now: half})
    monkeypatch.setattr(schema, "EARLIER", {now: digest})
    with pytest.raises(ZeroDivisionError):
        collection.open(db)
    monkeypatch.undo()
    with collection.open(db) as store:
        assert (
            "stars"
            not in store.store.connection.execute(
                "SELECT sql FROM sqlite_master WHERE name = 'puzzle'"
            ).fetchone()[0]
        )


def test_every_version_has_its_step() -> None:
    versions = list(range(1, schema.VERSION))
    assert sorted(schema.MIGRATIONS) == sorted(schema.EARLIER) == versions


def test_files_that_are_no_collection(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE t(x)")
        connection.commit()
    text = tmp_path / "a.non"
    text.write_text(UNIQUE)
    (tmp_path / "short").write_bytes(b"SQLite format 3\0" + b"x" * 50)
    (tmp_path / "empty").touch()
    cases = (
        ("missing", "no such collection: 'nonosat collection {} add FILE' makes one"),
        ("other.db", "a SQLite database of another program, not a collection"),
        ("a.non", "not a collection, nor any other SQLite database"),
        ("empty", "not a collection, nor any other SQLite database"),
        ("short", "the collection is damaged: file is not a database"),
        ("", "the file cannot be read: Is a directory"),
    )
    for name, words in cases:
        path = tmp_path / name
        done = run_here("collection", str(path), "status")
        assert done.code == 4
        assert done.err == f"nonosat: {path}: {words.format(path)}\n"
    for name in ("other.db", "a.non", "short", ""):  # nor can puzzles be added to it
        path = tmp_path / name
        before = path.read_bytes() if name else b""
        assert run_here("collection", str(path), "add", str(text)).code == 4
        assert not name or path.read_bytes() == before
    assert run_here("collection", str(tmp_path / "empty"), "add", str(text)).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("a.non", "empty", "other.db", "short")
    ]


def test_a_damaged_store(db: Path) -> None:
    data = bytearray(db.read_bytes())
    for at in range(4096, len(data), 512):
        data[at : at + 64] = b"\xff" * 64
    db.write_bytes(data)
    done = run_here("collection", str(db), "status")
    assert done.code == 4
    assert "is damaged" in done.err


@contextmanager
def locked(db: Path, seconds: float = 300.0) -> Iterator[None]:
    """Another connection that writes for some time, or until the block ends."""
    begun, over = threading.Event(), threading.Event()

    def hold() -> None:
        with closing(sqlite3.connect(db, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            begun.set()
            over.wait(seconds)
            connection.execute("ROLLBACK")

    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_a_second_writer_waits(db: Path) -> None:
    with collection.open(db) as store, locked(db, 0.3):
        assert store.store.record(ask(store), [result_of(1)]) == 1
    assert is_sound(db)


def test_a_second_writer_says_so_when_it_takes_too_long(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "BUSY_SECONDS", 0.05)
    (db.parent / "a.non").write_text(UNIQUE)
    with locked(db):
        done = run_here("collection", str(db), "add", str(db.parent / "a.non"))
        assert run_here("collection", str(db), "status").code == 0  # readers need not wait
    assert done.code == 74
    assert "another process is writing to this collection" in done.err
    assert is_sound(db)


def test_two_processes_add_at_once(tmp_path: Path) -> None:
    """They also make the file at once."""
    db = tmp_path / "my.db"
    files = [many(tmp_path / f"{name}.json", 400) for name in "ab"]
    command = [*NONOSAT, "collection", str(db), "add"]
    both = [subprocess.Popen([*command, str(file)], stderr=subprocess.PIPE) for file in files]
    assert [(process.communicate()[1], process.returncode) for process in both] == [(b"", 0)] * 2
    assert is_sound(db)
    with collection.open(db) as store:
        assert {entry.places for entry in store} == {2}
        assert len(store) == 400


def added(db: Path) -> int:
    """How many puzzles are stored so far."""
    with closing(sqlite3.connect(db)) as connection:
        try:
            number: int = connection.execute("SELECT count(*) FROM place").fetchone()[0]
        except sqlite3.OperationalError:  # there are no tables yet
            return 0
    return number


def test_kill_at_random_moments(tmp_path: Path) -> None:
    """A process that was killed while adding is continued by the next one."""
    db, file = tmp_path / "my.db", many(tmp_path / "many.json", 500)
    code = (
        "import sys; from nonosat.collection import adding; adding.COMMIT_ROWS = 50;"
        "from nonosat import collection; print(flush=True);"
        "collection.open(sys.argv[1]).add(sys.argv[2])"
    )
    chance = random.Random(18)
    for moment in sorted(chance.randrange(500) for _ in range(20 if FULL else 2)):
        process = begun(code, str(db), str(file))
        while added(db) < moment and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with collection.open(db):
            pass  # it may have been killed before the tables were made
        assert is_sound(db)
    for path in (db, tmp_path / "other.db"):
        with collection.open(path) as store:
            store.add(file)
            assert store.status().files == 1
    assert content_of(db, times=False) == content_of(tmp_path / "other.db", times=False)


def test_a_clock_that_jumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The year is 2030, then 2020: the later content and the later result stay the later ones."""
    file, db = tmp_path / "a.non", tmp_path / "my.db"

    def year(number: int) -> None:
        class Clock(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
                return datetime(number, 1, 1, tzinfo=UTC)

        monkeypatch.setattr("nonosat.collection.rows.datetime", Clock)

    for number, text, verdict in ((2030, UNIQUE, "unique"), (2020, MULTIPLE, "multiple")):
        year(number)
        file.write_text(text)
        with collection.open(db) as store:
            store.add(file)
            store.store.record(ask(store, str(number)[2]), [result_of(1, verdict)])
    with collection.open(tmp_path / "all.db") as store:
        store.merge(db)
        current = [[place.current for place in entry.found()] for entry in store]
        assert current == [[False], [True]]
        assert store.entry(1).verdict == "multiple"
    assert content_of(tmp_path / "all.db") == content_of(db)
