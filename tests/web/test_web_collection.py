# SPDX-License-Identifier: MIT
"""The page's server reads a collection, and never writes to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from nonosat import Puzzle, collection, dump
from nonosat.cli.commands import program
from nonosat.web import indexing
from nonosat.web.indexing import Reader
from nonosat.web.library import Found, opened, page
from nonosat.web.settings import Settings
from tests.support.collection_sample import PUZZLES, make
from tests.support.web_server import app_here, until

SOLVABLE = PUZZLES[2]
"""It has a solution, but the collection says "none"; so the answer shows where it comes from."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    more = folder / "more"
    more.mkdir()
    (more / "broken.non").write_text("width 2\nheight x\n")
    dump(PUZZLES[1], more / "squares.json")
    dump(Puzzle([[1]], [[1]]), more / "dot.non")
    with make(folder / "my.db") as store:
        store.add([more])
    return folder


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    settings = Settings(paths=(str(folder / "my.db"),), workers=2)
    with app_here(settings) as opened:
        until(lambda: opened.get("/api/v1/status").json()["library"]["done"])
        yield opened


@pytest.fixture
def index_of(tmp_path: Path) -> Callable[[Path], Found]:
    """The library that the reading process makes from a file or folder, made in this process."""

    def found(path: Path) -> Found:
        library = str(tmp_path / "library.db")
        with opened(library) as store:
            Reader(library, [str(path)], lambda _: None).look(store)
        return page(library, {})

    return found


def tiles(client: TestClient, **fields: Any) -> list[dict[str, Any]]:
    found = client.get("/api/v1/puzzles", params=fields).json()["tiles"]
    assert isinstance(found, list)
    return found


def test_the_list_has_what_the_collection_knows(client: TestClient) -> None:
    reply = client.get("/api/v1/puzzles").json()
    assert reply["total"] == 7
    assert reply["faults"][0]["file"] == "my.db: more/broken.non"
    stored = [
        (tile["verdict"], tile["difficulty"], tile["difficulty_word"])
        for tile in reply["tiles"][:5]
    ]
    assert [verdict for verdict, _, _ in stored] == [
        *("unique", "multiple", "none", "unknown", "unique")
    ]
    assert [difficulty for _, difficulty, _ in stored] == [1.5, None, None, None, 4.25]
    assert stored[0][2] == "very easy"
    assert [tile["file"] for tile in reply["tiles"]][:2] == ["my.db: sample.json"] * 2
    assert reply["tiles"][1]["copies"] == 2
    assert [tile["title"] for tile in tiles(client, verdict="none")] == [SOLVABLE.title]
    assert [tile["title"] for tile in tiles(client, min_difficulty=4)] == [PUZZLES[4].title]


def test_what_is_not_judged_is_judged(client: TestClient) -> None:
    verdicts = [tile["verdict"] for tile in tiles(client)]
    assert verdicts[5:] == ["multiple", "unique"]


def test_a_puzzle_is_opened(client: TestClient) -> None:
    (tile,) = tiles(client, verdict="none")
    one = client.get(f"/api/v1/puzzles/{tile['id']}").json()
    assert (one["title"], one["verdict"]) == (SOLVABLE.title, "none")
    check = client.post("/api/v1/check", json={"puzzle": {"id": tile["id"]}}).json()
    assert check["verdict"] == "unique"
    (twice,) = tiles(client, search="two lines")
    files = client.get(f"/api/v1/puzzles/{twice['id']}").json()["files"]
    assert files == ["my.db: sample.json", "my.db: more/squares.json"]


def test_nothing_is_written(folder: Path, client: TestClient) -> None:
    with collection.open(folder / "my.db", write=False) as store:
        assert [entry.verdict for entry in store][5:] == [None, None]
    reply = client.post(
        "/api/v1/puzzles", json={"puzzle": {"json": {"rows": [[1]], "cols": [[1]]}}}
    )
    assert reply.status_code == 403


def test_a_collection_in_a_folder(folder: Path, index_of: Callable[[Path], Found]) -> None:
    """It is read like the files beside it, and its journal is not read as a puzzle file."""
    with collection.open(folder / "my.db") as store:
        store.store.connection.execute("BEGIN IMMEDIATE")
        assert (folder / "my.db-wal").exists()
        found = index_of(folder)
        store.store.connection.execute("ROLLBACK")
    assert found.total == 7
    assert {fault["file"].rpartition("/")[2] for fault in found.faults} == {"broken.non"}


def test_the_most_puzzles(
    folder: Path, index_of: Callable[[Path], Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing, "MAX_PUZZLES", 3)
    found = index_of(folder / "my.db")
    assert found.total == 3
    assert "more than 3 puzzles: the rest is not read" in [f["message"] for f in found.faults]


def test_a_damaged_collection(tmp_path: Path, index_of: Callable[[Path], Found]) -> None:
    with make(tmp_path / "my.db") as store:
        store.store.connection.execute("UPDATE puzzle SET content = x'78' WHERE id = 3")
    found = index_of(tmp_path / "my.db")
    assert found.total == 5
    assert [fault["file"] for fault in found.faults] == ["my.db: puzzle 3"]


def test_files_elsewhere_keep_their_folders_to_themselves(
    tmp_path: Path, index_of: Callable[[Path], Found]
) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "here").mkdir()
    dump(Puzzle([[1]], [[1]]), tmp_path / "secret" / "dot.non")
    (tmp_path / "secret" / "bad.non").write_text("width 2\nheight x\n")
    with collection.open(tmp_path / "here" / "my.db") as store:
        store.add([tmp_path / "secret"])
    found = index_of(tmp_path / "here" / "my.db")
    assert [tile["file"] for tile in found.tiles] == ["my.db: dot.non"]
    assert [fault["file"] for fault in found.faults] == ["my.db: bad.non"]


def test_what_is_no_collection_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t(x)")
    connection.close()
    (tmp_path / "text.db").write_text("hello")
    for path, words in ((other, "another program"), (tmp_path / "text.db", "not a collection")):
        done = CliRunner().invoke(program, ["serve", str(path)])
        assert (done.exit_code, done.stdout) == (2, "")
        assert words in done.stderr
