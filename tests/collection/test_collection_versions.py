# SPDX-License-Identifier: MIT
"""Files of earlier versions, made before columns, keys and stages got other names."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from contextlib import closing
from operator import attrgetter
from pathlib import Path

import pytest

import nonosat
from nonosat import collection
from nonosat.collection import schema
from nonosat.errors import CollectionError
from tests.support.collection_files import content_of, is_sound
from tests.support.command_line import run_here as run

_SUPPORT = Path(__file__).parents[1] / "support"
TABLES = (_SUPPORT / "collection_1_tables.sql").read_text()
SCRIPT = TABLES + (_SUPPORT / "collection_1.sql").read_text()
MADE = TABLES + (_SUPPORT / "collection_0.1.0.sql").read_text()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(SCRIPT)
    return path


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("write", [True, False])
def test_everything_in_it_is_kept(old: Path, write: bool) -> None:
    columns = "id, shape, partial, licence, verdict, effort, technique, preset"
    names = ("id", "isomorphism_class", "missing_clues", "license")
    names += ("verdict", "difficulty", "technique", "preset")
    before = rows(old, f"SELECT {columns} FROM puzzles")
    counts = [rows(old, f"SELECT count(*) FROM {table}") for table in COUNTED]
    kept = rows(old, KEPT)
    with collection.open(old, write=write) as store:
        assert list(map(attrgetter(*names), store)) == before
        assert {entry.version for entry in store if entry.verdict} == {"0.1.0"}
        assert [answer.version for answer in store.entry(1).answers()] == ["0.1.0", "0.1.0"]
        assert [[x.id for x in group.entries] for group in store.duplicates()] == [[1, 2], [3]]
        assert [place.name for place in store.entry(1).found()] == ["heart.non"] * 2
        assert [tried.attempt.end for tried in store.entry(6).tries()] == ["time", "error"]
    assert [rows(old, f"SELECT count(*) FROM {table}") for table in COUNTED] == counts
    assert rows(old, KEPT) == kept
    assert rows(old, "PRAGMA user_version") == [(schema.VERSION,)]
    assert is_sound(old)


COUNTED = ("puzzle", "source", "place", "question", "result", "detail", "attempt", "faults")
KEPT = (
    "SELECT sha256, content, density, solutions, certificate, seconds, cpu, known, "
    "question.version FROM detail JOIN result ON result.id = detail.result "
    "JOIN puzzle ON puzzle.id = puzzle JOIN question ON question.id = question ORDER BY result.id"
)
"""A query of columns that have the same names in all versions."""


def test_ratings_get_the_keys_of_today(old: Path) -> None:
    (before,) = rows(old, "SELECT rating FROM detail WHERE rating IS NOT NULL LIMIT 1")
    earlier = json.loads(str(before[0]))
    with collection.open(old) as store:
        rating = store.entry(1).answers()[0].result.rating
    assert rating is not None
    assert rating.pop("difficulty") == earlier.pop("effort")
    assert rating.pop("difficulty_word") == earlier.pop("word")
    assert rating.pop("other_programs") == {
        "davidje13": earlier.pop("judge"),
        "dsmiller95": earlier.pop("guesses"),
    }
    earlier["steps"] = {TODAY.get(name, name): n for name, n in earlier["steps"].items()}
    assert rating == earlier


def test_stages_get_the_counts_of_today(old: Path) -> None:
    query = "SELECT stages FROM detail ORDER BY result"
    before = [json.loads(str(text)) for (text,) in rows(old, query)]
    assert {name for stages in before for x in stages for name in x["counts"]} >= {
        "rounds",
        "switches",
    }
    with collection.open(old) as store:
        found = [answer.result.stages for x in store for answer in store.entry(x.id).answers()]
    after = [json.loads(str(text)) for (text,) in rows(old, query)]
    assert sorted(map(str, found)) == sorted(map(str, after))
    present = {"probe": "passes", "beliefs": "iterations", "implications": "graphs"}
    for stage in (x for stages in before for x in stages):
        stage["name"] = TODAY.get(stage["name"], stage["name"])
        counts = stage["counts"]
        for earlier, name in (
            ("rounds", present.get(stage["name"], "")),
            ("switches", "switching_components"),
        ):
            if earlier in counts:
                counts[name] = counts.pop(earlier)
    assert before == after


@pytest.mark.parametrize("text", ["[1", "[1]", "3", '[{"name":["probe"]}]', '[{"name":"probe"}]'])
def test_what_is_no_list_of_stages_stays_as_it_is(old: Path, text: str) -> None:
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE detail SET stages = ?", (text,))
    schema.connect(old, write=True).close()
    assert rows(old, "SELECT DISTINCT stages FROM detail") == [(text,)]


TODAY = {"counting": "weights"}
"""Stages and techniques whose names changed."""


def test_a_file_of_version_2_says_weights_where_it_said_counting(tmp_path: Path) -> None:
    path = tmp_path / "two.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{schema.TABLES}; PRAGMA application_id = 0x6E6F6E6F")
        connection.executescript((_SUPPORT / "collection_2.sql").read_text())
        connection.execute("PRAGMA user_version = 2")
    before = dump(path)
    with collection.open(path) as store:
        entry = next(iter(store))
        (answer,) = store.entry(1).answers()
    assert (entry.stage, entry.technique) == ("weights", "weights")
    assert answer.result.stages[-1]["name"] == "weights"
    assert answer.result.rating is not None
    assert answer.result.rating["technique"] == "weights"
    assert answer.result.rating["steps"]["weights"] == 1
    ((former, text),) = re.findall(r"'([0-9a-f]{64})','(\{.*?\})'", before)
    present = text.replace("counting", "weights")
    key = hashlib.sha256(present.encode()).hexdigest()
    assert dump(path) == before.replace("counting", "weights").replace(former, key)


def dump(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(line for line in connection.iterdump() if line.startswith("INSERT"))


def test_every_command_reads_it(old: Path, tmp_path: Path) -> None:
    for number, (name, *words) in enumerate(COMMANDS):
        path = tmp_path / f"{number}.db"
        path.write_bytes(old.read_bytes())
        more = [str(old) if text == "OLD" else text for text in words]
        done = run("collection", str(path), name, *more)
        assert done.code == 0, done.err
        assert VERSIONS.get(name, "") in done.out, name
    (table,) = [x for x in COMMANDS if "csv" in x]
    lines = run("collection", str(old), *table).out.splitlines()
    assert lines[0].startswith("game,width,height,difficulty,id,sha256,isomorphism_")
    assert lines[1].startswith('"Heart",5,5,1.585,1,')


VERSIONS = {
    "list": "\t0.1.0\n",
    "show": "preset fast, rating, certificate, 5 s, nonosat 0.1.0: unique",
    "status": "preset fast, nonosat 0.1.0: 6 results",
    "report": "judged by nonosat 0.1.0, preset fast",
}
"""How the commands name the version that made a result."""
COMMANDS = (
    ("list",),
    ("list", "--where", "verdict = 'multiple'"),
    ("show", "1", "6"),
    ("status",),
    ("duplicates",),
    ("report", "-o", "-"),
    ("export", "-o", "-", "--to", "csv"),
    ("export", "-o", "-", "--to", "jsonl"),
    ("merge", "OLD"),
)


def test_two_files_of_different_versions_are_merged(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    with collection.open(new) as store:
        assert store.merge(old).puzzles == 7
    with collection.open(old) as store:
        assert store.merge(new).puzzles == 0
    assert content_of(new) == content_of(old)


def test_other_tables_are_refused_before_anything_is_changed(old: Path) -> None:
    """A foreign trigger would run while the file is brought up to date."""
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("CREATE TRIGGER t AFTER UPDATE ON detail BEGIN DELETE FROM puzzle; END")
    before = old.read_bytes()
    for write in (True, False):
        with pytest.raises(CollectionError, match="the tables differ from version 1"):
            collection.open(old, write=write)
    assert old.read_bytes() == before


def test_a_file_that_cannot_be_written_says_what_to_do(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "_is_writable", lambda name: False)
    with pytest.raises(CollectionError, match="read-only: copy it to a folder that can be written"):
        collection.open(old, write=False)


def test_a_file_that_version_0_1_0_made(tmp_path: Path) -> None:
    """All its content is kept under today's names, its proofs hold, and judging goes on."""
    path = tmp_path / "made.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(MADE)
    columns = ("title", "verdict", "difficulty", "technique", "preset", "version")
    done = run("collection", str(path), "list", "--columns", ",".join(columns))
    assert [tuple(line.split("\t")) for line in done.out.splitlines()] == [
        columns,
        ("Flower in the meadow", "unique", "5.044", "overlap", "fast", "0.1.0"),
        ("Heart", "unique", "1.585", "overlap", "fast", "0.1.0"),
        ("No solution: the impossible fork", "none", "", "", "logic", "0.1.0"),
        ("Tulip with three missing clues", "unique", "3.585", "overlap", "fast", "0.1.0"),
        ("Two ways: the steam over a cup", "multiple", "4.459", "overlap", "fast", "0.1.0"),
    ]
    with collection.open(path) as store:
        proofs = [
            (entry.puzzle, answer.result.certificate)
            for entry in store
            for answer in store.entry(entry.id).answers()
            if answer.result.certificate is not None
        ]
    assert len(proofs) == 5
    for puzzle, proof in proofs:
        (tmp_path / "x.nonocert").write_bytes(proof)
        assert nonosat.proof.verify_certificate(tmp_path / "x.nonocert", puzzle).accepted
    assert "judged: 5 puzzles" in run("collection", str(path), "judge").out
    done = run("collection", str(path), "list", "--columns", "verdict")
    assert done.out.split() == ["verdict", "unique", "unique", "none", "unique", "multiple"]
    assert "nonosat 0.1.0: 5 results" in run("collection", str(path), "status").out
