# SPDX-License-Identifier: MIT
"""The store of a collection: adding, asking, keeping."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat import Cancellation, Palette, Puzzle, collection, solve
from nonosat.collection import Content, Result, adding
from nonosat.collection.rows import place_values, puzzle_row, stored_puzzle
from nonosat.collection.store import _hash_range
from nonosat.errors import CollectionError, OptionError
from nonosat.types import Metadata
from tests.support.collection_files import (
    ask,
    attempt_at,
    content_of,
    is_sound,
    made,
    result_of,
    small_puzzles,
)
from tests.support.command_line import BROKEN, MANY, MULTIPLE, UNIQUE


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "my.db"


def test_puzzles_are_added_once(db: Path) -> None:
    with collection.open(db) as store:
        first = store.add(small_puzzles())
        assert (first.new, first.known) == (12, 0)
        again = store.add(small_puzzles())
        assert (again.new, again.known) == (0, 12)
        assert store.add(small_puzzles()[0]).known == 1
        assert len(store) == 12
        assert [entry.title for entry in store][:2] == ["No. 0", "No. 1"]
    assert is_sound(db)


def test_an_entry_is_the_puzzle_with_everything_that_belongs_to_it(db: Path) -> None:
    palette = Palette.of([("red", "#f00", "r"), ("sky", "#88ccff", "s")], "#222222")
    meta = Metadata("Cup", "Ann", "1999", "CC0", "List 5", "A cup\nof tea")
    puzzle = Puzzle.from_grid("rs.\n..r", palette=palette, meta=meta, printed="?s.\n???")
    with collection.open(db) as store:
        store.add(puzzle)
        entry = store.entry(1)
        assert entry.puzzle == puzzle
        assert entry.sha256 == puzzle.sha256()
        assert (entry.width, entry.height, entry.cells, entry.colors) == (3, 2, 6, 2)
        assert (entry.missing_clues, entry.printed, entry.density) == (0, 1, 0.5)
        assert (entry.title, entry.author, entry.license) == ("Cup", "Ann", "CC0")
        assert store.entry(puzzle.sha256()[:8]) == entry


@given(st.text(max_size=5), st.text(max_size=5), st.lists(st.binary(max_size=2), min_size=1))
def test_what_is_stored_is_read_back(title: str, author: str, rows: list[bytes]) -> None:
    width = max(1, *map(len, rows))
    grid = [[cell % 2 for cell in row.ljust(width, b"\0")] for row in rows]
    puzzle = Puzzle.from_grid(grid, meta=Metadata(title, author))
    assert stored_puzzle(puzzle_row(puzzle)[-1], *place_values(puzzle)) == puzzle  # type: ignore[arg-type]


def test_density_needs_all_clues_of_one_direction(db: Path) -> None:
    with collection.open(db) as store:
        store.add([Puzzle([None], [[1], []]), Puzzle([None], [[1], None]), Puzzle([[1]], [[1]])])
        assert [entry.density for entry in store] == [0.5, None, 1.0]
        assert [entry.missing_clues for entry in store] == [1, 1, 0]


def test_files_folders_archives_texts_and_codes(tmp_path: Path, db: Path) -> None:
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "a.non").write_text(UNIQUE)
    (folder / "many.json").write_text(MANY)
    (folder / "broken.non").write_text(BROKEN)
    with zipfile.ZipFile(folder / "pack.zip", "w") as archive:
        archive.writestr("one.non", MULTIPLE)
        archive.writestr("two.non", UNIQUE)
    faults: list[tuple[str, bool]] = []
    with collection.open(db) as store:
        added = store.add(
            [str(folder), UNIQUE, "RlKq", Content("-", MULTIPLE.encode())],
            faulty=lambda name, found, whole: faults.append((Path(name).name, whole)),
        )
        assert (added.new, added.known, added.broken) == (3, 4, 2)
        assert (added.files, added.unread) == (7, 0)
        assert faults == [("broken.non", False), ("many.json#2", False)]
        names = {place.name for entry in store for place in entry.found()}
        assert names == {
            *("in/deep/a.non", "in/many.json#1", "in/pack.zip:one.non", "in/pack.zip:two.non"),
            *("<text>", "RlKq", "-"),
        }
        again = store.add([str(folder), UNIQUE, "RlKq", Content("-", MULTIPLE.encode())])
        assert (again.new, again.known, again.broken, again.unchanged) == (0, 0, 0, 7)
        assert store.status().broken == 2
    assert is_sound(db)


def test_the_store_does_not_add_itself(db: Path) -> None:
    (db.parent / "a.non").write_text(UNIQUE)
    with collection.open(db) as store:
        added = store.add(str(db.parent))
    assert (added.files, added.new, added.broken) == (1, 1, 0)


def test_files_are_named_from_the_folder_of_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "in.non").write_text(UNIQUE)
    (tmp_path / "here" / "in.non").write_text(UNIQUE)
    monkeypatch.chdir(tmp_path / "here")
    with collection.open("my.db") as store:
        store.add(["in.non", "../in.non"])
        store.add([str(tmp_path / "here" / "in.non")])
        places = [place.file for place in store.entry(1).found()]
    assert places == ["in.non", str(tmp_path / "in.non")]


def test_a_file_that_changes_is_noticed_and_nothing_is_lost(tmp_path: Path, db: Path) -> None:
    file = tmp_path / "a.non"
    with collection.open(db) as store:
        file.write_text(UNIQUE)
        assert store.add(file).changed == 0
        file.write_text(MULTIPLE)
        added = store.add(file)
        assert (added.new, added.changed, added.unchanged) == (1, 1, 0)
        places = [entry.found() for entry in store]
        assert [[place.current for place in found] for found in places] == [[False], [True]]
        assert store.status().files == 1
        assert store.add(file).unchanged == 1
        file.write_text(UNIQUE)  # as it was
        assert store.add(file).changed == 1
        assert [found.current for entry in store for found in entry.found()] == [True, False]
    assert is_sound(db)


def test_faults_are_of_the_present_content(tmp_path: Path, db: Path) -> None:
    file = tmp_path / "a.non"
    file.write_text(BROKEN)
    with collection.open(db) as store:
        store.add(file)
        rows = store.store.connection.execute("SELECT file, faults FROM faults").fetchall()
        assert rows[0][0] == "a.non"
        assert json.loads(rows[0][1])[0].startswith("line 4, R1, block 1: does not fit")
        file.write_text(UNIQUE)
        store.add(file)
        assert store.status().broken == 0


def test_a_later_version_reads_broken_files_again(
    tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("broken.non", BROKEN), ("good.non", UNIQUE)):
        (tmp_path / name).write_text(text)
    with collection.open(db) as store:
        store.add(tmp_path)
        monkeypatch.setattr("nonosat.collection.adding.__version__", "999")
        added = store.add(tmp_path)
        assert (added.unchanged, added.broken) == (1, 1)
        assert store.status().broken == 1


def test_a_file_that_is_missing_is_no_row(tmp_path: Path, db: Path) -> None:
    faults = []
    with collection.open(db) as store:
        added = store.add(tmp_path / "nix.non", faulty=lambda *fault: faults.append(fault))
        assert (added.unread, added.files, store.status().broken) == (1, 0, 0)
    assert faults == [
        (str(tmp_path / "nix.non"), ["the file cannot be read: " + faults[0][1][0][25:]], False)
    ]


def test_a_limit_ends_adding_and_the_same_call_completes_it(db: Path) -> None:
    cancel = Cancellation()

    def endless():  # type: ignore[no-untyped-def]
        for number, puzzle in enumerate(small_puzzles() * 100):
            if number == 150:
                cancel.cancel()
            yield puzzle

    with collection.open(db) as store:
        added = store.add(endless(), cancel=cancel)
        assert added.reason is not None
        assert added.reason.value == "cancelled"
        assert added.new == 12
        assert added.new + added.known < 300
    assert is_sound(db)


def test_a_file_of_which_only_a_part_is_stored_is_completed(
    tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program ends while a list is being added."""
    lines = [{"rows": [[n]], "columns": [[1]] * n} for n in range(1, 9)]
    (tmp_path / "list.json").write_text(json.dumps(lines))
    monkeypatch.setattr("nonosat.collection.adding.COMMIT_ROWS", 2)

    writes = []
    write = adding._write

    def ends_at_the_third(*arguments: object) -> None:
        writes.append(1)
        if len(writes) == 3:
            raise KeyboardInterrupt
        write(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(adding, "_write", ends_at_the_third)
    with collection.open(db) as store, pytest.raises(KeyboardInterrupt):
        store.add(tmp_path / "list.json")
    assert is_sound(db)
    with collection.open(db) as store:
        assert len(store) == 4
        assert store.status().files == 0
        added = store.add(tmp_path / "list.json")
        assert (added.new, added.known, added.unchanged) == (4, 4, 0)
        assert store.status().files == 1


def test_open_puzzles_are_those_without_a_result(db: Path) -> None:
    with collection.open(made(db)) as store:
        question = ask(store)
        found = list(store.store.open_puzzles(question))
        assert [puzzle.id for puzzle in found] == list(range(1, 13))
        assert found[3].puzzle() == small_puzzles()[3].with_meta(title="")
        assert store.store.record(question, [result_of(1), result_of(5)]) == 2
        assert [puzzle.id for puzzle in store.store.open_puzzles(question, only=[5, 6, 7])] == [
            6,
            7,
        ]
        assert store.store.count_open(question) == 10
        assert store.store.count_open(ask(store, "2")) == 12
        assert ask(store) == question


def test_results_may_be_stored_while_puzzles_are_read(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonosat.collection.store._PAGE", 3)
    with collection.open(made(db)) as store:
        question = ask(store)
        seen = []
        for puzzle in store.store.open_puzzles(question):
            seen.append(puzzle.id)
            store.store.record(question, [result_of(puzzle.id)])
        assert seen == list(range(1, 13))


@given(st.integers(1, 1000))
def test_shards_are_a_partition(parts: int) -> None:
    ends = [_hash_range(part, parts) for part in range(1, parts + 1)]
    assert ends[0][0] == "0" * 16
    assert ends[-1][1] > "f" * 64
    assert all(one[1] == other[0] for one, other in pairwise(ends))


def test_shards_of_a_store(db: Path) -> None:
    with collection.open(made(db)) as store:
        question = ask(store)
        found = [
            [puzzle.id for puzzle in store.store.open_puzzles(question, shard=(part, 5))]
            for part in range(1, 6)
        ]
        assert sorted(chain.from_iterable(found)) == list(range(1, 13))
        assert sum(bool(part) for part in found) > 1
        for wrong in ((0, 5), (6, 5), (1, 0)):
            with pytest.raises(OptionError, match="shard"):
                store.store.count_open(question, shard=wrong)


def test_a_result_is_stored_once(db: Path) -> None:
    with collection.open(made(db)) as store:
        question = ask(store)
        assert store.store.record(question, [result_of(1)], [attempt_at(1)]) == 1
        before = content_of(db)
        assert store.store.record(question, [result_of(1, "multiple", 9.0)], [attempt_at(1)]) == 0
    assert content_of(db) == before


def test_puzzles_that_failed_too_often_are_left_out(db: Path) -> None:
    with collection.open(made(db, 3)) as store:
        question = ask(store)
        store.store.record(question, [], [attempt_at(2, "killed"), attempt_at(3, "memory")])
        found = {puzzle.id: puzzle.attempts for puzzle in store.store.open_puzzles(question)}
        assert found == {1: 0, 2: 1, 3: 1}
        assert store.store.count_open(question, most_attempts=1) == 1
        assert store.store.count_open(question, most_attempts=2) == 3
        assert store.status().failures == {"killed": 1, "memory": 1}


def test_lists_show_the_newest_result_but_verdicts_and_ratings_first(db: Path) -> None:
    shown = []
    stored = [("unknown", None), ("unique", None), ("multiple", None), ("unknown", None)]
    stored += [("unique", 3.5), ("multiple", None), ("unknown", 4.5), ("multiple", 1.0)]
    for number, (verdict, difficulty) in enumerate(stored, start=1):
        key = str(number)
        with collection.open(made(db, 1)) as store:
            store.store.record(
                ask(store, key), [replace(result_of(1, verdict), difficulty=difficulty)]
            )
            entry = store.entry(1)
            shown.append((entry.verdict, entry.preset))
            assert entry.answers()[0].result.verdict == entry.verdict
            assert len(entry.answers()) == int(key)
    assert shown == [
        ("unknown", "preset 1"),
        ("unique", "preset 2"),
        ("multiple", "preset 3"),
        ("multiple", "preset 3"),
        ("unique", "preset 5"),
        ("unique", "preset 5"),
        ("unique", "preset 5"),
        ("multiple", "preset 8"),
    ]
    assert is_sound(db)


def test_a_report_is_stored_and_read_back(db: Path) -> None:
    puzzle = Puzzle.from_grid("##.\n#..")
    report = solve(puzzle, preset="fast")
    with collection.open(db) as store:
        store.add(puzzle)
        result = Result.of(
            1, report, cpu=0.25, rating={"difficulty": 2.5}, difficulty=2.5, certificate=b"x" * 99
        )
        store.store.record(ask(store), [result], [attempt_at(1)])
        answer = store.entry(1).answers()[0]
        assert answer.result == result
        assert answer.result.grids(puzzle) == list(report.solutions)
        assert (answer.preset, answer.version, answer.key) == ("preset 1", "1.0", "1" * 64)
        assert [tried.attempt.end for tried in store.entry(1).tries()] == ["done"]
    with closing(sqlite3.connect(db)) as plain:  # as other programs see it
        row = plain.execute(
            "SELECT verdict, goal, stage, stages FROM result JOIN detail"
        ).fetchone()
    assert row[:3] == ("unique", "only", report.stages[-1].name)
    assert [stage["name"] for stage in json.loads(row[3])] == [s.name for s in report.stages]


def test_duplicates_are_copies_and_places(db: Path) -> None:
    one = Puzzle.from_grid("##.\n#..")
    with collection.open(db) as store:
        store.add([one, Puzzle([[1]], [[1]]), one.mirror(), one.rotate()], name="a")
        store.add([Puzzle([[1]], [[1]])], name="b")
        groups = [
            ([entry.id for entry in group.entries], group.positions) for group in store.duplicates()
        ]
    assert groups == [
        ([1, 3, 4], ["the same", "mirrored left to right", "turned by a quarter to the right"]),
        ([2], ["the same"]),
    ]


def test_names_of_puzzles(db: Path) -> None:
    with collection.open(made(db, 2)) as store:
        for wrong, words in (
            (3, "no puzzle 3"),
            ("99999999999999999999", "no puzzle 9999"),
            ("abc", "its number or the first 8 digits"),
            ("0" * 63 + "g", "its number or the first 8 digits"),
            ("a" * 64, "no puzzle aaaa"),
        ):
            with pytest.raises(OptionError, match=words):
                store.entry(wrong)


def test_what_a_generator_raises_comes_out_and_the_store_is_sound(db: Path) -> None:
    def fails():  # type: ignore[no-untyped-def]
        yield from small_puzzles(3)
        raise ZeroDivisionError

    with collection.open(db) as store, pytest.raises(ZeroDivisionError):
        store.add(fails())
    assert is_sound(db)


def test_the_name_of_a_format_is_checked(db: Path) -> None:
    with collection.open(db) as store, pytest.raises(OptionError, match="unknown format"):
        store.add("x", format="nix")


def test_an_archive_of_two_folders_keeps_its_names(tmp_path: Path, db: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a/1.non", UNIQUE)
        archive.writestr("b/1.non", UNIQUE)
    (tmp_path / "pack.zip").write_bytes(data.getvalue())
    with collection.open(db) as store:
        store.add(tmp_path / "pack.zip")
        assert [place.member for place in store.entry(1).found()] == ["a/1.non", "b/1.non"]
        assert store.entry(1).name == "pack.zip:a/1.non"


def test_a_file_whose_library_is_missing_is_read_when_it_is_there(
    tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "ab":
        (tmp_path / f"{name}.non").write_text(UNIQUE)

    def needs(*_: object, **__: object) -> None:
        raise OptionError("PIL is not installed")

    faults = []
    with collection.open(db) as store:
        with monkeypatch.context() as patch:
            patch.setattr("nonosat.formats.read_numbered", needs)
            added = store.add(tmp_path, faulty=lambda *fault: faults.append(fault[1:]))
        assert (added.unread, added.new, added.broken) == (2, 0, 0)
        assert faults == [(["PIL is not installed"], False)] * 2
        assert store.add(tmp_path).new == 1


@pytest.mark.parametrize("damage", ["x'78ff'", "x'789c'", "'nonosat-puzzle 1'", "x'ff'"])
def test_a_damaged_puzzle_is_said_so(db: Path, damage: str) -> None:
    with collection.open(made(db, 2)) as store:
        store.store.connection.execute(
            f"UPDATE puzzle SET content = CAST({damage} AS BLOB) WHERE id = 1"
        )
        with pytest.raises(CollectionError, match="damaged"):
            assert store.entry(1).puzzle
        assert store.entry(2).puzzle == small_puzzles()[1]


def test_damaged_metadata_is_said_so(db: Path) -> None:
    with collection.open(made(db, 1)) as store:
        for meta in ("[]", "{", '{"colors": 5}', '{"no such": "x"}'):
            store.store.connection.execute("UPDATE place SET meta = ?", (meta,))
            with pytest.raises(CollectionError, match="damaged"):
                assert store.entry(1).puzzle
