# SPDX-License-Identifier: MIT
"""Merging collections: the order does not matter, and merging again changes nothing.

Stores are made by random histories: puzzles, files that change, results and attempts under several
questions, partly the same in different stores. The tests compare ``content_of``: every table
without row numbers.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonosat import Cancellation, collection
from nonosat.collection import Content
from nonosat.errors import OptionError
from tests.support.collection_files import (
    ask,
    attempt_at,
    content_of,
    is_sound,
    made,
    result_of,
    small_puzzles,
)
from tests.support.command_line import BROKEN, MULTIPLE, UNIQUE
from tests.support.places import FULL


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    """No waiting for the disk: no test here cuts the power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nonosat.collection.schema.SYNCHRONOUS", "OFF")
        yield


CONTENTS = (UNIQUE, MULTIPLE, BROKEN)

actions = st.one_of(
    st.tuples(st.just("puzzle"), st.integers(0, 9), st.sampled_from(["", "a"])),
    st.tuples(st.just("title"), st.integers(0, 3), st.sampled_from(["x", "y"])),
    st.tuples(st.just("file"), st.integers(0, 2), st.sampled_from(["f", "g"])),
    st.tuples(st.just("reader"), st.integers(0, 2), st.sampled_from(["f", "g"])),
    st.tuples(st.just("text"), st.integers(0, 2), st.just("-")),
    st.tuples(st.just("unique"), st.integers(0, 9), st.sampled_from("12")),
    st.tuples(st.just("unknown"), st.integers(0, 9), st.sampled_from("12")),
    st.tuples(st.just("killed"), st.integers(0, 9), st.sampled_from("12")),
)
histories = st.lists(st.lists(actions, max_size=8), min_size=2, max_size=3)


def act(store: collection.Collection, kind: str, number: int, where: str, serial: int) -> None:
    puzzles = small_puzzles()
    if kind == "puzzle":
        store.add(puzzles[number], name=where)
    elif kind == "title":
        store.add(puzzles[number].with_meta(title=where))
    elif kind in ("file", "reader"):
        with pytest.MonkeyPatch.context() as patch:
            if kind == "reader":
                patch.setattr("nonosat.collection.adding.__version__", "999")
            store.add(Content(where, CONTENTS[number], lasting=True))
    elif kind == "text":
        store.add(Content(where, CONTENTS[number]))
    else:
        store.add(puzzles[number])
        puzzle = store.entry(puzzles[number].sha256()).id
        question = ask(store, where)
        if kind == "killed":
            store.store.record(question, [], [attempt_at(puzzle, "killed")])
        else:
            result = result_of(puzzle, kind, serial / 8)
            store.store.record(question, [result], [attempt_at(puzzle)])


def write(folder: Path, histories: Iterable[Iterable[tuple[str, int, str]]]) -> list[Path]:
    paths = []
    for number, history in enumerate(histories):
        paths.append(folder / f"{number}.db")
        with collection.open(paths[-1]) as store:
            for serial, action in enumerate(history):
                act(store, *action, serial + 8 * number)
    return paths


def merged(path: Path, others: Iterable[Path]) -> dict[str, list[tuple[object, ...]]]:
    with collection.open(path) as store:
        store.merge(list(others))
    assert is_sound(path)
    return content_of(path)


@settings(max_examples=500 if FULL else 6, deadline=None)
@given(histories)
def test_the_order_plays_no_part(histories: list[list[tuple[str, int, str]]]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        paths = write(folder, histories)
        forwards = merged(folder / "forwards", paths)
        assert merged(folder / "backwards", paths[::-1]) == forwards
        merged(folder / "first", paths[:2])  # grouped in another way
        assert merged(folder / "grouped", [paths[-1], folder / "first"]) == forwards
        assert merged(folder / "forwards", paths[::-1]) == forwards  # again


def test_everything_arrives(tmp_path: Path) -> None:
    history = [
        *(("puzzle", number, "a") for number in range(5)),
        *(("file", 0, "f"), ("file", 2, "f"), ("text", 1, "-")),
        *(("unique", 1, "1"), ("unknown", 2, "1"), ("killed", 3, "2")),
    ]
    paths = write(tmp_path, [history, [("puzzle", 5, "a"), ("unique", 2, "1")]])
    before = [content_of(path) for path in paths]
    with collection.open(tmp_path / "all.db") as store:
        done = store.merge(paths)
        assert (done.results, done.replaced, done.attempts) == (2, 1, 3)
        assert done.puzzles == len(store)
        again = store.merge(paths)
        assert (again.puzzles, again.results, again.replaced, again.attempts) == (0, 0, 0, 0)
        found = store.status()
    assert [content_of(path) for path in paths] == before
    assert found.verdicts["unique"] == 2
    assert found.verdicts["unknown"] == 0  # the other store has a verdict
    assert found.failures == {"killed": 1}
    assert found.broken == 1
    whole = content_of(tmp_path / "all.db")
    for table in ("place", "attempt", "source"):
        assert {row for part in before for row in map(repr, part[table])} >= set(
            map(repr, whole[table])
        )


def test_a_copy_of_a_store_adds_nothing(tmp_path: Path) -> None:
    one = made(tmp_path / "one.db")
    with collection.open(one) as store:
        store.store.record(ask(store), [result_of(1)], [attempt_at(1)])
    shutil.copy(one, tmp_path / "copy.db")
    before = content_of(one)
    assert merged(one, [tmp_path / "copy.db"]) == before


def test_merging_in_steps_gives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = made(tmp_path / "one.db")
    with collection.open(one) as store:
        store.store.record(ask(store), [result_of(n) for n in range(1, 9)], [attempt_at(3)])
    whole = merged(tmp_path / "whole.db", [one])
    monkeypatch.setattr("nonosat.collection.merging.STEP", 3)
    assert merged(tmp_path / "steps.db", [one]) == whole


def test_an_interrupted_merge_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = made(tmp_path / "one.db")
    monkeypatch.setattr("nonosat.collection.merging.STEP", 3)
    cancel = Cancellation()
    with collection.open(tmp_path / "all.db") as store:
        done = store.merge(one, cancel=cancel, progress=lambda *_: cancel.cancel())
        assert done.reason is not None
        assert (done.puzzles, store.status().places) == (12, 0)
    assert is_sound(tmp_path / "all.db")
    assert merged(tmp_path / "all.db", [one]) == content_of(one)


def test_a_store_is_not_merged_with_itself(tmp_path: Path) -> None:
    one = made(tmp_path / "one.db")
    (tmp_path / "link.db").symlink_to(one)
    with collection.open(one) as store, pytest.raises(OptionError, match="with itself"):
        store.merge(tmp_path / "link.db")


def test_odd_names_are_merged(tmp_path: Path) -> None:
    odd = made(tmp_path / "a?b#c %41'ü.db", 3)
    assert len(merged(tmp_path / "all.db", [odd])["puzzle"]) == 3
