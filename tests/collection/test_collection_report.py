# SPDX-License-Identifier: MIT
"""The report of a collection: its numbers fit the puzzles, and no title becomes markup."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from nonosat import Puzzle, collection, rate, solve
from nonosat.collection import Collection, Result
from nonosat.collection.figures import NOT_JUDGED, figures_of
from nonosat.collection.reporting import report
from nonosat.collection.rows import COLUMNS
from nonosat.errors import OptionError
from tests.support.command_line import run_here

DATA = Path(__file__).resolve().parents[2] / "data"
HOSTILE = '<script>alert("1")</script>&amp;'
L = [[2], [1]]


def puzzles() -> list[Puzzle]:
    """Some of each kind: unique, multiple, none, a wrong goal, a turned copy, an odd title."""
    return [
        Puzzle(L, L).with_meta(title=HOSTILE),
        Puzzle(L, L[::-1], goal="##\n.#"),
        Puzzle([[1], [1]], [[1], [1]]).with_meta(title="two ways"),
        Puzzle([[1, 1], [], [1, 1]], [[1], [1, 1], [1]]).with_meta(title="none"),
        Puzzle([[3], [1]], [[1], [1], [2]]).with_meta(title="judged never"),
        Puzzle([[1], []], [[1], []], goal=".#\n..").with_meta(title="wrong goal"),
        Puzzle([[30]], [[1]] * 30).with_meta(title="wide"),
    ]


@pytest.fixture
def store(tmp_path: Path) -> Collection:
    found = collection.open(tmp_path / "some.db", create=True)
    found.add(puzzles(), name="made")
    found.add(Puzzle(L, L, goal="#.\n##"), name="elsewhere, with a wrong picture")
    question = found.store.question("key", "{}", preset="fast", version="1")
    results = []
    for one in found.store.open_puzzles(question):
        puzzle = one.puzzle()
        if puzzle.rows[0] and puzzle.rows[0][0].length == 3:
            continue
        rating = rate(puzzle)
        difficulty = {"difficulty": rating.difficulty, "technique": rating.technique}
        results.append(Result.of(one.id, solve(puzzle), **difficulty))
    found.store.record(question, results)
    return found


def test_figures_are_those_of_the_puzzles(store: Collection) -> None:
    figures = figures_of(store.store.connection)
    expected = Counter(solve(puzzle).verdict.value for puzzle in puzzles())
    expected["unique"] -= 1
    expected[NOT_JUDGED] += 1
    assert Counter(dict(figures.verdicts)) == expected
    assert figures.puzzles == len(puzzles()) == 7
    assert sum(sum(row) for _, row in figures.sizes.rows) == 7
    assert dict(figures.sizes.rows)["unique"] == (3, 0, 0, 0, 0, 1)
    assert sum(count for _, count in figures.stages) == 6
    assert figures.difficulties is not None
    assert sum(sum(row) for _, row in figures.difficulties.rows) == 5  # all but "none"
    assert sum(figures.times.counts.values()) == 6


def test_few_giants_do_not_hide_the_sizes_of_the_others(tmp_path: Path) -> None:
    with collection.open(tmp_path / "large.db") as store:
        store.add(Puzzle([[]] * n, [[]] * m) for n in range(1, 21) for m in range(1, 21))
        store.add(Puzzle([[]] * 900, [[]]))
        assert figures_of(store.store.connection).sizes.bins == ("5", "10", "15", "20", "more")


class Reader(HTMLParser):
    """Collects the texts of a page, and checks that every tag is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        for name, value in attrs:
            assert name not in ("src", "href")
            assert not name.startswith("on")
            assert "http" not in (value or "") or name == "xmlns"
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)


def read(page: str) -> str:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return " ".join(" ".join(reader.words).split())


def test_the_page_is_whole_and_shows_titles_as_text(store: Collection) -> None:
    words = read(report(store.store))
    assert HOSTILE in words
    assert "several solutions: 1" in words
    assert "no solution: 1" in words
    assert "the goal picture does not fit the clues: 2" in words
    assert "turned, mirrored or with other colours: 1" in words
    assert re.search(r"There are none of these:.*not decided", words)
    assert "two ways, 2x2; marked: 4 cells of another solution" in words


def test_a_condition_chooses_the_puzzles_of_a_report(store: Collection) -> None:
    words = read(report(store.store, where="verdict = 'multiple'", title="Some", limit=0))
    assert words.startswith("Some Some")
    assert "for the puzzles with: verdict = 'multiple'" in words
    assert "no solution: 1" not in words
    assert "There is no solution to draw" in words
    with pytest.raises(OptionError):
        report(store.store, where="verdict = ")
    with pytest.raises(OptionError):
        report(store.store, limit=-1)


def test_an_empty_collection_has_a_report(tmp_path: Path) -> None:
    with collection.open(tmp_path / "empty.db") as store:
        assert "puzzles 0" in read(report(store.store))


def test_a_frame_has_a_row_for_each_puzzle_and_knows_missing_values(store: Collection) -> None:
    frame = store.frame()
    assert list(frame["id"]) == [1, 2, 3, 4, 5, 6, 7]
    assert list(frame.columns) == list(COLUMNS)
    assert [column for column in frame.columns if frame[column].dtype == object] == []
    assert frame["verdict"].isna().sum() == 1
    assert frame["verdict"].value_counts()["multiple"] == 1
    assert frame.loc[0, "title"] == HOSTILE
    assert frame["missing_clues"].sum() == 0
    few = store.frame("verdict = 'multiple'", sort="-width", limit=1)
    assert list(few["title"]) == ["two ways"]
    assert list(store.frame("id < 0").columns) == list(COLUMNS)
    with pytest.raises(OptionError):
        store.frame("nothing = 1")


def test_the_command_writes_the_page(store: Collection, tmp_path: Path) -> None:
    out = tmp_path / "new" / "page.html"
    assert run_here("collection", str(store.path), "report", "-o", str(out)).code == 0
    assert "puzzles 7" in read(out.read_text(encoding="utf-8"))
    again = run_here("collection", str(store.path), "report", "-o", str(out))
    assert again.code == 2
    assert "--force" in again.err
    shown = run_here("collection", str(store.path), "report", "-o", "-", "--where", "width = 3")
    assert "judged never" not in read(shown.out)
    wrong = run_here("collection", str(store.path), "report", "-o", "-", "--where", "widht = 3")
    assert (wrong.code, wrong.out) == (2, "")
    assert "width" in wrong.err
    missing = run_here("collection", str(tmp_path / "none.db"), "report", "-o", "-")
    assert missing.code == 4
