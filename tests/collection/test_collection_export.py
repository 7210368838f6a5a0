# SPDX-License-Identifier: MIT
"""Exports, read back by other programs than their writers."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import stat
from collections.abc import Iterator
from contextlib import closing
from itertools import chain, islice
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nonosat import Puzzle, collection, formats
from nonosat.collection import Collection, Result, tables
from nonosat.collection.exporting import GRIDS, kind_of
from nonosat.collection.rows import COLUMNS
from nonosat.collection.tables import (
    DAVIDJE13_HEADS,
    FIRST_HEADS,
    csv_cell,
    csv_line,
    guarded,
    unguarded,
)
from nonosat.collection.where import batches
from nonosat.errors import OptionError
from nonosat.explain.rating import rate
from nonosat.formats import FORMATS
from nonosat.formats.codes.face import decode
from nonosat.proof import verify_certificate
from tests.support.collection_sample import PUZZLES, make, reader

OTHERS = [name for name in COLUMNS if name not in FIRST_HEADS]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    with make(tmp_path_factory.mktemp("export") / "my.db") as store:
        yield store


def rows_of(store: Collection, **query: Any) -> list[dict[str, Any]]:
    """The rows of the view."""
    with closing(reader(Path(store.path))) as connection:
        rows = chain.from_iterable(batches(connection, **query))
        return [dict(zip(COLUMNS, row, strict=True)) for row in rows]


def as_text(value: object, name: str = "") -> str:
    """A value as a cell of CSV, read back. SQLite writes 15 digits of a float."""
    if value is None:
        return ""
    if name in ("density", "seconds", "cpu"):
        return f"{value:.6f}"
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def is_same(found: object, expected: object) -> bool:
    """Equal, up to the 15 digits of a float."""
    if isinstance(expected, float):
        return isinstance(found, float) and as_text(found) == as_text(expected)
    return found == expected


def read_csv(path: Path) -> list[dict[str, str]]:
    with open(path, newline="", encoding="utf-8") as file:
        return [
            {head: unguarded(cell) for head, cell in row.items()} for row in csv.DictReader(file)
        ]


def test_csv(store: Collection, tmp_path: Path) -> None:
    out = tmp_path / "all.csv"
    done = store.export(out)
    assert (done.puzzles, done.files, done.refused, done.lost) == (6, 1, [], {})
    found = read_csv(out)
    assert list(found[0]) == [*FIRST_HEADS, *OTHERS, *DAVIDJE13_HEADS]
    for row, expected in zip(found, rows_of(store), strict=True):
        assert {name: row[name] for name in COLUMNS} == {
            name: as_text(expected[name], name) for name in COLUMNS
        }
        assert row["game"] == (expected["title"] or expected["file"])
    judged = [[row[head] for head in DAVIDJE13_HEADS] for row in found]
    assert judged == [["30", "7", "5"], *[["", "", ""]] * 5]


def test_game_is_the_name_of_the_entry(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    dots = [Puzzle([[1]], [[1]]), Puzzle([[2]], [[1], [1]])]
    formats.dump_all(dots, folder / "many.non", format="non")
    formats.dump(Puzzle([[1], [1]], [[2]]), folder / "one.non")
    with collection.open(tmp_path / "my.db", create=True) as store:
        store.add([folder])
        store.add(Puzzle([[3]], [[1], [1], [1]]))
        store.export(tmp_path / "all.csv")
        names = [entry.name for entry in store]
        assert [row["game"] for row in read_csv(tmp_path / "all.csv")] == names
        assert len(names) == 4


def test_a_spreadsheet_runs_nothing(store: Collection, tmp_path: Path) -> None:
    """The beginning of the cells in the file, before ``unguarded``."""
    out = tmp_path / "all.csv"
    store.export(out, grids=True)
    with open(out, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert [row[0] for row in rows[1:4]] == ["'=SUM(A1)", 'two\nlines; "quoted"', "'' -1"]
    assert "'@home" in rows[5]
    for cell in (cell for row in rows for cell in row):
        assert not cell.lstrip().startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("name", ["duckdb", "pandas"])
def test_csv_in_other_programs(store: Collection, tmp_path: Path, name: str) -> None:
    out = tmp_path / "all.csv"
    store.export(out)
    expected = [row["title"] or "" for row in rows_of(store)]
    if name == "duckdb":
        query = "SELECT coalesce(title, '') FROM read_csv(?, header = true, all_varchar = true)"
        with duckdb.connect(":memory:") as connection:
            titles = [row[0] for row in connection.execute(query, [str(out)]).fetchall()]
    else:
        titles = list(pd.read_csv(out, dtype=str, keep_default_na=False)["title"])
    assert [unguarded(title).replace("\r\n", "\n") for title in titles] == expected


ROW = {
    name: {int: 7, float: 0.25, str: None, bool: 1}[column.kind] for name, column in COLUMNS.items()
} | {"number": None, "difficulty": None, "preset": "fast", "seconds": 1.5e-7}
TEXTS = st.text(
    st.sampled_from("=+-@' \t\r\n\",;#aé漢\uff1d\uff20\U0001f600") | st.characters(codec="utf-8"),
    max_size=8,
)


@given(TEXTS)
@example("'=1")
@example(" ' '-")
def test_guarding(text: str) -> None:
    cell = guarded(text)
    assert unguarded(cell) == text
    assert cell.lstrip("' ")[:1] == text.lstrip("' ")[:1]
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d"))
    assert next(csv.reader(io.StringIO(csv_cell(text), newline=""))) == [cell]


@given(st.tuples(TEXTS, TEXTS, TEXTS))
@example(("", "'=1", " "))
def test_lines_of_sql_are_those_of_python(texts: tuple[str, str, str]) -> None:
    """The careful and the quick way in SQL give what ``csv_cell`` gives."""
    import sqlite3

    texts = tuple(text.replace("\0", "") for text in texts)  # type: ignore[assignment]
    with closing(sqlite3.connect(":memory:")) as connection:
        values = ", ".join(f"{value!r} AS {name}" for name, value in ROW.items())
        connection.execute(f"CREATE TABLE puzzles AS SELECT {values}".replace("None", "NULL"))
        connection.execute("CREATE TABLE puzzle(id, latest)")
        connection.execute("CREATE TABLE detail(result, rating)")
        change = "UPDATE puzzles SET title = ?, author = ?, file = ?"
        connection.execute(change, texts)
        query = f"SELECT {csv_line()} FROM puzzles"
        judged = connection.execute(query).fetchone()[0]
        connection.execute("UPDATE puzzles SET seconds = NULL, cpu = NULL, density = NULL")
        not_judged = connection.execute(query).fetchone()[0]
    title, author, file = texts
    cells = {name: as_text(value, name) for name, value in ROW.items()}
    game = csv_cell(title or file or "puzzle 7")
    cells |= {"title": csv_cell(title), "author": csv_cell(author), "file": csv_cell(file)}
    cells |= {"member": '""', "license": '""'}
    first = [game, *(cells.pop(name) for name in FIRST_HEADS[1:])]
    assert judged == ",".join([*first, *cells.values(), "", "", ""])
    cells |= dict.fromkeys(("seconds", "cpu", "density"), "")
    assert not_judged == ",".join([*first, *cells.values(), "", "", ""])


def test_csv_with_grids(store: Collection, tmp_path: Path) -> None:
    out = tmp_path / "all.csv"
    store.export(out, grids=True, sort="-id")
    found = read_csv(out)
    assert list(found[0])[-len(GRIDS) :] == list(GRIDS)
    for row, puzzle in zip(found, reversed(PUZZLES), strict=True):
        assert decode(row["code"]).canonical_text() == puzzle.canonical_text()
    assert [row["solution"] for row in found] == ["", "#r./r.#", "", "", "#./.#", "###/#.."]
    assert [row["other_solution"] for row in found] == ["", "", "", "", ".#/#.", ""]


def test_json_lines(store: Collection, tmp_path: Path) -> None:
    out = tmp_path / "all.jsonl"
    store.export(out, grids=True)
    found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    for row, expected, puzzle in zip(found, rows_of(store), PUZZLES, strict=True):
        for name, column in COLUMNS.items():
            assert is_same(row[name], expected[name])
            assert row[name] is None or isinstance(row[name], column.kind)
        assert formats.loads(json.dumps(row["puzzle"])) == puzzle
    assert found[0]["rating"]["other_programs"]["davidje13"]["tedium"] == 7
    assert found[1]["solutions"] == [["#.", ".#"], [".#", "#."]]
    store.export(tmp_path / "plain.ndjson", where="id = 2")
    (line,) = (tmp_path / "plain.ndjson").read_text("utf-8").splitlines()
    assert list(json.loads(line)) == [*COLUMNS, "rating"]


@pytest.mark.parametrize("grids", [False, True])
def test_parquet(store: Collection, tmp_path: Path, grids: bool) -> None:
    out = tmp_path / "it's all.parquet"
    done = store.export(out, grids=grids)
    assert (done.puzzles, done.files) == (6, 1)
    with duckdb.connect(":memory:") as connection:
        table = connection.read_parquet(str(out))
        types = dict(zip(table.columns, map(str, table.types), strict=True))
        rows = [dict(zip(table.columns, row, strict=True)) for row in table.fetchall()]
        frame = table.df()
    names = {int: "BIGINT", float: "DOUBLE", str: "VARCHAR", bool: "BOOLEAN"}
    assert {name: types[name] for name in COLUMNS} == {
        name: names[column.kind] for name, column in COLUMNS.items()
    }
    for row, expected, puzzle in zip(rows, rows_of(store), PUZZLES, strict=True):
        for name in COLUMNS:
            assert is_same(row[name], expected[name])
        if grids:
            assert formats.loads(row["puzzle"]) == puzzle
    assert [row["davidje13_difficulty"] for row in rows] == [30, *[None] * 5]
    assert list(frame["title"])[:2] == ["=SUM(A1)", 'two\nlines; "quoted"']
    if grids:
        assert [row["solutions"] for row in rows][1] == [["#.", ".#"], [".#", "#."]]
    else:
        assert "puzzle" not in types
    assert sorted(os.listdir(tmp_path)) == [out.name]


def test_parquet_without_duckdb(
    store: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(module: str) -> Any:
        raise OptionError(f"{module} is not installed, which this needs")

    monkeypatch.setattr(tables, "library", missing)
    with pytest.raises(OptionError, match="duckdb is not installed"):
        store.export(tmp_path / "all.parquet")
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("to", sorted(name for name, form in FORMATS.items() if form.writes))
def test_folder_of_every_format(store: Collection, tmp_path: Path, to: str) -> None:
    """Every file is read back as its original puzzle; puzzles that do not fit are refused."""
    out = tmp_path / "out"
    done = store.export(out, to="davidje13-list" if to == "csv" else to, grids=True, sort="id")
    names = os.listdir(out) if out.exists() else []
    assert done.puzzles == done.files == len(names) == 6 - len(done.refused)
    assert {number for number, _ in done.refused} <= set(range(1, 7))
    refused = {number for number, _ in done.refused}
    wanted = [p for number, p in enumerate(PUZZLES, start=1) if number not in refused]
    paths = sorted(out.iterdir(), key=lambda path: (len(path.name), path.name)) if names else []
    for path, puzzle in zip(paths, wanted, strict=True):
        (found,) = formats.load_all(path, format=to)
        assert (found.rows, found.columns) == (puzzle.rows, puzzle.columns)
        if to == "json":
            assert (found.meta, found.palette) == (puzzle.meta, puzzle.palette)


def test_the_only_solution_becomes_the_goal(store: Collection, tmp_path: Path) -> None:
    store.export(tmp_path / "out", to="json", grids=True, name="{title}")
    goals = {
        path.stem: puzzle.goal and puzzle.goal.text_rows()
        for path in (tmp_path / "out").iterdir()
        for puzzle in formats.load_all(path)
    }
    assert goals == {
        "=SUM(A1)": ["###", "#.."],
        "two_lines_ _quoted_": None,
        "' -1": None,
        "untitled": None,
        "漢字 é": ["#r.", "r.#"],
        "untitled-2": None,
    }


def test_lists_with_codes(store: Collection, tmp_path: Path) -> None:
    done = store.export(tmp_path / "all.codes")
    found = list(formats.load_all(tmp_path / "all.codes"))
    assert [p.canonical_text() for p in found] == [p.canonical_text() for p in PUZZLES]
    assert done.lost == {"the title": (1, 4), "the author": (1, 2), "the licence": (2, 1)}
    done = store.export(tmp_path / "list.csv", to="davidje13-list")
    found = list(formats.load_all(tmp_path / "list.csv", format="csv"))
    assert [(p.rows, p.meta) for p in found] == [(p.rows, p.meta) for p in PUZZLES[:4]]
    assert [number for number, _ in done.refused] == [5, 6]
    store.export(tmp_path / "all.nonpack", where="id < 4")
    assert list(formats.load_all(tmp_path / "all.nonpack")) == PUZZLES[:3]


def test_one_file_of_a_format_that_holds_one(store: Collection, tmp_path: Path) -> None:
    store.export(tmp_path / "one.cwd", where="id = 1")
    assert len(list(formats.load_all(tmp_path / "one.cwd"))) == 1
    with pytest.raises(OptionError, match="holds one puzzle: name a folder"):
        store.export(tmp_path / "all.cwd")
    assert os.listdir(tmp_path) == ["one.cwd"]


def test_certificates(store: Collection, tmp_path: Path) -> None:
    done = store.export(tmp_path / "proofs", to="certificates")
    assert (done.puzzles, done.files) == (1, 1)
    assert (tmp_path / "proofs" / "sample.nonocert").read_bytes() == b"proof\n"
    store.export(tmp_path / "by title", to="certificates", name="{title}")
    assert [path.name for path in (tmp_path / "by title").iterdir()] == ["' -1.nonocert"]


def test_what_judging_finds_out_is_exported(tmp_path: Path) -> None:
    """The numbers of the earlier program, the solution, and a certificate that is accepted."""
    with collection.open(tmp_path / "my.db", create=True) as store:
        store.add(PUZZLES[2])
        store.judge(preset="fast", rate=True, certificates=True)
        store.export(tmp_path / "a.csv", grids=True)
        store.export(tmp_path / "proofs", to="certificates")
    (row,) = read_csv(tmp_path / "a.csv")
    expected = rate(PUZZLES[2], other_programs=True)
    assert expected.other_programs is not None
    theirs = expected.other_programs.davidje13
    numbers = (theirs.difficulty, theirs.tedium, theirs.steps)
    assert tuple(row[head] for head in DAVIDJE13_HEADS) == tuple(map(str, numbers))
    assert (row["verdict"], row["solution"]) == ("unique", "##/.#/##")
    assert float(row["difficulty"]) == pytest.approx(expected.difficulty)
    (proof,) = (tmp_path / "proofs").iterdir()
    assert verify_certificate(proof, PUZZLES[2]).outcome == "accepted"


def test_nothing_is_replaced_or_left_half(
    store: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "all.csv"
    out.write_text("mine")
    for path, to in ((out, None), (tmp_path, "json")):
        if to:
            (tmp_path / "sample.json").write_text("mine")
        with pytest.raises(FileExistsError, match="force=True replaces it"):
            store.export(path, to=to)
    assert (tmp_path / "sample.json").read_text() == out.read_text() == "mine"
    with pytest.raises(OptionError, match="unknown column"):
        store.export(out, force=True, where="sice = 1")
    assert out.read_text() == "mine"

    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    import nonosat.formats.files as files

    class Opened:
        def __enter__(self) -> Full:
            return Full()

        def __exit__(self, *_: object) -> None: ...

    with monkeypatch.context() as patch:
        patch.setattr(files, "open", lambda *_: Opened(), raising=False)
        with pytest.raises(OSError, match="No space"):
            store.export(out, force=True)
    assert out.read_text() == "mine"
    assert sorted(os.listdir(tmp_path)) == ["all.csv", "sample.json"]
    out.chmod(0o640)
    store.export(out, force=True, limit=0)
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert out.read_text().startswith("game,width,height,difficulty,id,")


def test_nothing_goes_through_a_link(store: Collection, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "sample.json").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OptionError, match="is a link"):
        store.export(tmp_path / "out", to="json", force=True)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("out", ["a.csv", "a.jsonl", "a.parquet", "a.codes", "folder"])
def test_empty_collection(tmp_path: Path, out: str) -> None:
    with collection.open(tmp_path / "my.db", create=True) as store:
        done = store.export(tmp_path / out, to="json" if out == "folder" else None)
        assert list(store.query("1")) == []
    assert done.puzzles == 0
    if out == "a.csv":
        assert read_csv(tmp_path / out) == []
    if out == "a.parquet":
        with duckdb.connect(":memory:") as connection:
            assert connection.read_parquet(str(tmp_path / out)).fetchall() == []


def test_broken_files_are_no_puzzles(tmp_path: Path) -> None:
    (tmp_path / "bad.non").write_text("width 2\nheight 1\nrows\n3\ncolumns\n1\n1\n")
    with collection.open(tmp_path / "my.db", create=True) as store:
        store.add([tmp_path / "bad.non"])
        store.add(PUZZLES[0])
        assert store.export(tmp_path / "all.jsonl").puzzles == 1
        assert [entry.title for entry in store.query()] == ["=SUM(A1)"]


def test_what_is_written(tmp_path: Path) -> None:
    for out, to, kind in [
        ("a.CSV", None, "csv"),
        ("a.txt", "csv", "csv"),
        ("a.csv", "davidje13-list", "davidje13-list"),
        ("folder", "certificates", "certificates"),
        ("a.ndjson", None, "jsonl"),
        ("a.parquet", None, "parquet"),
        ("a.non", None, "non"),
        ("folder", "webpbn", "webpbn"),
    ]:
        assert kind_of(out, to) == kind
    for wrong, to, words in [
        ("folder", None, "say what to write"),
        (io.BytesIO(), None, "say what to write"),
        ("a.jap", None, "read"),
        ("a.csv", "xls", "unknown format"),
        ("a.xyz", None, "say what to write: csv"),
    ]:
        with pytest.raises(OptionError, match=words):
            kind_of(wrong, to)


def test_to_an_open_file(store: Collection) -> None:
    file = io.BytesIO()
    store.export(file, to="jsonl", limit=2)
    assert [json.loads(line)["id"] for line in file.getvalue().splitlines()] == [1, 2]
    with pytest.raises(OptionError, match="name a file"):
        store.export(io.BytesIO(), to="parquet")


def test_query(store: Collection) -> None:
    found = list(store.query("verdict = 'unique'", sort="-difficulty"))
    assert [(entry.id, entry.puzzle.title) for entry in found] == [(5, "漢字 é"), (1, "=SUM(A1)")]
    assert [entry.id for entry in islice(store.query(limit=3), 2)] == [1, 2]
    with pytest.raises(OptionError, match="unknown column"):
        next(store.query("size = 1"))


def test_results_that_come_meanwhile(tmp_path: Path) -> None:
    """A query sees the collection as it was when it began, and does not block writers."""
    with make(tmp_path / "my.db") as store:
        found = store.query("verdict IS NULL")
        question = store.store.question("k", "{}", preset="fast", version="1")
        assert next(found).id == 6
        store.store.record(question, [Result(6, "none", None, None, None, 0.0, [])])
        assert list(found) == []
        assert list(store.query("verdict IS NULL")) == []


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("repair of in/fox.non", "fox.non"),
        ("repair of in/list.txt#3", "list-3.non"),
        ("reveal of pack.zip:sub/fox.non", "fox.non"),
        ("reveal of repair of in/list.txt#3:0123456789abcdef", "list-3.non"),
    ],
)
def test_a_puzzle_made_of_another_is_named_after_it(place: str, name: str, tmp_path: Path) -> None:
    puzzle = Puzzle([[1]], [[1]])
    with collection.open(tmp_path / "my.db") as store:
        store.add(collection.Content(place, "x", puzzles=[(0, "fedcba9876543210", puzzle)]))
        store.export(tmp_path / "out", to="non")
    assert os.listdir(tmp_path / "out") == [name]
