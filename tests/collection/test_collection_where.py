# SPDX-License-Identifier: MIT
"""Conditions of users: what is allowed, what is refused, and the messages."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat.collection import where
from nonosat.collection.rows import COLUMNS
from nonosat.collection.where import FUNCTIONS, batches
from nonosat.errors import LimitError, OptionError
from nonosat.limits import Cancellation
from tests.support.clock import ends_within
from tests.support.collection_sample import PUZZLES, make, reader
from tests.support.places import ROOT


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("where") / "my.db"
    with make(path):
        yield path


def ids(path: Path, where: str | None = None, **more: object) -> list[object]:
    with closing(reader(path)) as connection:
        found = batches(connection, ["id"], where=where, **more)  # type: ignore[arg-type]
        return [row[0] for row in chain.from_iterable(found)]


def refused(path: Path, where: str, **more: object) -> str:
    with pytest.raises(OptionError) as caught:
        ids(path, where, **more)
    return str(caught.value)


def test_columns_are_those_of_the_view(path: Path) -> None:
    with closing(reader(path)) as connection:
        rows = connection.execute("PRAGMA table_info(puzzles)").fetchall()
        values = list(chain.from_iterable(batches(connection)))
    assert [row[1] for row in rows] == list(COLUMNS)
    for row in values:
        for value, column in zip(row, COLUMNS.values(), strict=True):
            assert value is None or isinstance(value, int if column.kind is bool else column.kind)


@pytest.mark.parametrize(
    ("where", "found"),
    [
        (None, [1, 2, 3, 4, 5, 6]),
        ("verdict = 'multiple' and width <= 20", [2]),
        ("verdict IS NULL", [6]),
        ("(title like '%LINES%') or (author = 'Zoë, \"me\"')", [1, 2]),
        ('"width" = 3 and `height` = 2 and [id] < 5', [1]),
        ("title = '; DROP TABLE puzzle; -- (' or difficulty > 4.", [5]),
        ("cells in (select max(cells) from puzzles)", [4]),
        ("id in (select puzzle from result where reason = 'time')", [4]),
        (
            "(select json_extract(rating, '$.other_programs.davidje13.tedium') from detail d "
            "join result r on d.result = r.id where r.puzzle = puzzles.id) = 7",
            [1],
        ),
        ("case verdict when 'none' then 1 end", [3]),
        ("density between 0x0 and 1e9 and missing_clues", []),
        ("0", []),
        ("(select count(*) from (select distinct width from puzzles)) = 2", [1, 2, 3, 4, 5, 6]),
        ("id in (with t as (select max(id) m from puzzles) select m from t)", [6]),
        ("exists(select 1 from attempt where \"end\" = 'done')", []),
        ("1 union select 2", None),
        ("1) union select (1", None),
    ],
)
def test_conditions(path: Path, where: str | None, found: list[int] | None) -> None:
    if found is None:
        assert where is not None
        refused(path, where)
    else:
        assert ids(path, where) == found


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("widht <= 20", "unknown column 'widht': did you mean 'width'?"),
        ("verdict = unique", "texts need quotes: verdict = 'unique'"),
        ("title = Two words", "texts need quotes, such as title = 'Two words'"),
        ('verdict = "multiple"', "texts need single quotes: verdict = 'multiple'"),
        ("verdict = multiple", "texts need quotes: verdict = 'multiple'"),
        ("cells > 1 and title like Heart", "texts need quotes: title like 'Heart'"),
        ("1; DROP TABLE puzzle", "';' is for statements"),
        ("1 -- x", "comments are not allowed"),
        ("1 /* x */", "comments are not allowed"),
        ("id = ?", "parameters are not allowed"),
        ("id = :id", "parameters are not allowed"),
        ("id = 1 # 2", "'#' is not understood"),
        ("1) or (1", "a parenthesis ) is never opened"),
        ("(1", "a parenthesis ( is never closed"),
        ("title = 'x", "a quote ' is not closed"),
        ("[id = 1", "a bracket [ is not closed"),
        ("  ", "it is empty"),
        ("id = \0", "NUL"),
        ("width <=", "it ends too early"),
        ("(select id, id from puzzles)", "SQLite says: "),
        ("count(*) > 1", "SQLite says: "),
        ("load_extension('/tmp/x.so')", "'load_extension'"),
        ("length(randomblob(1000000000)) > 1", "the function 'randomblob' is not allowed; choose"),
        ("length(zeroblob(1000000000)) > 1", "the function 'zeroblob' is not allowed"),
        ("printf('%1000000000d', 1) > ''", "the function 'printf' is not allowed"),
        ("replace(title, '', title) > ''", "the function 'replace' is not allowed"),
        ("readfile('/etc/passwd') > ''", "unknown function 'readfile'"),
        ("title regexp '(a+)+$'", "unknown function 'regexp'"),
        ("exists(select * from sqlite_master)", "it may not read 'sqlite_master'"),
        ("exists(select * from pragma_table_info('puzzle'))", "it may only read"),
        ("exists(select * from json_each('[1]'))", "it may only read"),
        ("exists(select * from other)", "unknown table 'other'; choose attempt, "),
        ("exists(select * from temp.other)", "unknown table 'temp.other'"),
        (
            "(with recursive t(x) as (select 1 union all select x + 1 from t) "
            "select count(*) from t) > 1",
            "recursion is not allowed",
        ),
        ("(select 1 from (values (1), (2)) as t) union select 1", "SQLite says: "),
        ("(delete from puzzle)", "SQLite says: "),
        ("(attach 'x' as y)", "SQLite says: "),
        ("(pragma user_version)", "SQLite says: "),
        ("1" + " or 1" * 10_000, "20000 are allowed"),
        ("(select 1)" + " or (select 1)" * 8, "9 subqueries, at most 8"),
        ("(" * 3000 + "1" + ")" * 3000, "SQLite says: "),
        ("title like '" + "%a" * 300 + "'", "SQLite says: LIKE or GLOB pattern too complex"),
        ("id = 9223372036854775807 + sum(id)", "SQLite says: "),
        ("(select sum(9223372036854775807) from puzzles) > 1", "SQLite says: integer overflow"),
        ("json_extract(title, '$') = 1", "SQLite says: malformed JSON"),
    ],
)
def test_refused(path: Path, where: str, words: str) -> None:
    said = refused(path, where)
    assert said.startswith("the condition: ")
    assert words in said


def test_what_is_expensive_ends(path: Path) -> None:
    join = ", ".join(f"result r{n}, place p{n}" for n in range(12))
    where = f"(select count(*) from {join}) > 1"
    with pytest.raises(LimitError, match=r"longer than 0\.05 seconds: choose a simpler condition"):
        ids(path, where, time_limit=0.05)


@pytest.mark.timing
def test_what_is_expensive_ends_soon(path: Path) -> None:
    join = ", ".join(f"result r{n}, place p{n}" for n in range(12))

    def cut_short() -> None:
        with pytest.raises(LimitError):
            ids(path, f"(select count(*) from {join}) > 1", time_limit=0.05)

    assert ends_within(3.0, cut_short)


@pytest.mark.timing
def test_a_long_text_and_a_long_pattern_end(path: Path) -> None:
    text, pattern = "a" * 15_000, "%a" * 240 + "b"
    assert ends_within(5.0, lambda: ids(path, f"'{text}' like '{pattern}'"))
    doubled = " || ".join(["title"] * 500)
    assert ends_within(5.0, lambda: ids(path, f"({doubled}) like '{pattern}'"))


def test_cancel_from_a_thread(path: Path) -> None:
    cancel = Cancellation()
    threading.Timer(0.1, cancel.cancel).start()
    join = ", ".join(f"result r{n}, place p{n}" for n in range(12))
    with pytest.raises(LimitError, match="cancelled"):
        ids(path, f"(select count(*) from {join}) > 1", cancel=cancel)


@pytest.mark.parametrize("tries", range(3))
def test_ctrl_c(path: Path, tries: int) -> None:
    timer = threading.Timer(0.05, lambda: signal.raise_signal(signal.SIGINT))
    join = ", ".join(f"result r{n}, place p{n}" for n in range(12))

    def ask_for_long() -> None:
        timer.start()
        ids(path, f"(select count(*) from {join}) > 1", time_limit=300.0)

    with pytest.raises(KeyboardInterrupt):
        ask_for_long()


def test_ctrl_c_in_the_authorizer_is_no_refusal(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite takes every exception there as a refusal."""

    class Interrupting(frozenset[str]):
        def __contains__(self, name: object) -> bool:
            raise KeyboardInterrupt

    for name, condition in (("READABLE", None), ("FUNCTIONS", "abs(width) = 1")):
        with monkeypatch.context() as changed:
            changed.setattr(where, name, Interrupting(getattr(where, name)))
            with pytest.raises(KeyboardInterrupt):
                ids(path, condition)


def test_the_clock_does_not_count_the_caller(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows come one at a time, and a slow caller uses no time of the query."""
    now = [0.0]
    monkeypatch.setattr(where, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    with closing(reader(path)) as connection:
        rows = batches(connection, ["id"], time_limit=0.2, size=1)
        for _ in range(6):
            assert len(next(rows)) == 1
            now[0] += 1.0
        assert next(rows, None) is None


def test_sorting(path: Path) -> None:
    assert ids(path, sort="difficulty") == [1, 5, 2, 3, 4, 6]
    assert ids(path, sort="-difficulty") == [5, 1, 2, 3, 4, 6]
    assert ids(path, sort="-cells, title", limit=4) == [4, 3, 1, 5]
    assert ids(path, sort="-id", limit=0) == []
    for sort in ("size", "id desc", "1", "difficulty,", "--id; drop", "(select 1)", ""):
        if sort == "":
            assert ids(path, sort=sort) == [1, 2, 3, 4, 5, 6]
            continue
        with pytest.raises(OptionError, match="unknown column"):
            ids(path, sort=sort)
    with closing(reader(path)) as connection, pytest.raises(OptionError, match="unknown column"):
        batches(connection, ["id", 'x" FROM puzzles --'])


PARTS = st.sampled_from(
    [
        *("id", "title", "'x'", '"width"', "(", ")", "1", "=", "<", "and", "or", "not", ";", "--"),
        *("select", "from", "puzzles", "sqlite_master", "union", "delete", "insert", "into", "/*"),
        *("update", "set", "attach", "pragma", "with", "recursive", "values", ",", "*", "'", '"'),
        *("randomblob(9)", "\n", "where", "limit", "in", "like", "exists", "result", "[", "]", "?"),
    ]
)


@given(st.lists(PARTS, max_size=12).map(" ".join))
def test_nothing_but_an_answer_or_a_refusal(path: Path, where: str) -> None:
    before = path.read_bytes()
    try:
        found = ids(path, where, time_limit=5.0)
    except OptionError:
        found = []
    assert set(found) <= set(range(1, len(PUZZLES) + 1))
    assert path.read_bytes() == before


def test_the_document_names_the_functions_and_its_conditions_work(path: Path) -> None:
    text = (ROOT / "docs" / "collections.md").read_text(encoding="utf-8")
    section = text.partition("### Conditions")[2].partition("### Tables")[0]
    listed = section.partition("it may call")[2].partition("and no others")[0]
    assert set(re.findall("`([^`]+)`", listed)) == FUNCTIONS
    examples = section.partition("```sql\n")[2].partition("```")[0]
    lines = examples.replace("\n  ", " ").splitlines()
    assert [ids(path, line) for line in lines] == [[], [], []]


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("difficulty >= 'hard'", "difficulty >= 9.67"),
        ("difficulty<'Medium'", "difficulty<8.04"),
        ("difficulty > 'easy' and title = 'easy'", "difficulty > 8.039 and title = 'easy'"),
        ("DIFFICULTY <= 'very-hard'", "DIFFICULTY <= 9e999"),
        ("difficulty = 'medium'", "difficulty BETWEEN 8.04 AND 9.669"),
        ("(difficulty <> 'easy:hard')", "(difficulty NOT BETWEEN 6.17 AND 11.179)"),
        ("difficulty not between 3 and 'hard'", "difficulty not between 3 and 11.179"),
        ("difficulty > 9 or file = 'difficulty = ''easy'''", None),
        ("difficulty is null", None),
        ("iif(difficulty > 5, 'hard', 'easy') = 'hard' and difficulty > 1", None),
    ],
)
def test_words_of_difficulty_are_numbers(path: Path, words: str, numbers: str | None) -> None:
    assert where._with_numbers(words) == (numbers or words)
    ids(path, words)


def test_puzzles_are_chosen_by_a_word(path: Path) -> None:
    rated = ids(path, "difficulty is not null")
    assert rated
    assert ids(path, "difficulty between 'very easy' and 'very hard'") == rated
    assert ids(path, "difficulty = 'very easy'") == ids(path, "difficulty < 6.17")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("difficulty = 'harder'", "such as 3:8 or easy:hard, or a word: very easy, easy, medium"),
        ("difficulty in ('easy', 'hard')", "write difficulty = 'easy', and join several"),
        ("'medium' = difficulty", "write the column alone, then the word: difficulty = 'medium'"),
        ("title = 'a' or (difficulty) = 'easy'", "write the column alone"),
        ("round(difficulty) between 'easy' and 'hard'", "write the column alone"),
    ],
)
def test_other_texts_beside_difficulty_are_refused(path: Path, asked: str, message: str) -> None:
    assert message in refused(path, asked)
