# SPDX-License-Identifier: MIT
"""Judging a collection: the stored results, no work done twice, and the cost of bad puzzles."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nonosat import Cancellation, Puzzle, collection, rate, solve
from nonosat.collection import judging, work
from nonosat.collection.chunks import Order, Task
from nonosat.collection.judging import SUFFIX, Judged, JudgeProgress, judge, one_judge
from nonosat.collection.rows import unpack
from nonosat.errors import BackendError, CollectionError, InternalError, OptionError
from nonosat.proof import verify_certificate
from nonosat.solving import executors
from nonosat.solving.executors import Answers, Chunk, Event, LocalExecutor, Over
from nonosat.solving.presets import PRESETS
from nonosat.workers import pool
from tests.support import judge_faults
from tests.support.brute import hard_puzzle
from tests.support.judge_stores import attempts, easy, made, results, verdicts
from tests.support.processes import alive, begun

SUPPORT = Path(__file__).parents[1] / "support"


def judged(path: Path, **options: Any) -> Judged:
    with collection.open(path, create=False) as store:
        return judge(store.store, **options)


class Here:
    """An executor without processes, for tests of the protocol; ``spoil`` changes its events."""

    parallel = 3
    chunk_seconds = 0.5

    def __init__(
        self, spoil: Callable[[Chunk, list[Event | None]], list[Event | None]] | None = None
    ) -> None:
        self.chunks: list[Chunk] = []
        self._spoil = spoil

    def run(self, source: Callable[[], Chunk | None]) -> Generator[Event | None, None, None]:
        while (chunk := source()) is not None:
            self.chunks.append(chunk)
            events: list[Event | None] = [
                Answers(chunk.number, list(work.answers(chunk.order, chunk.tasks))),
                None,
                Over(chunk.number),
            ]
            yield from events if self._spoil is None else self._spoil(chunk, events)


def test_every_puzzle_gets_the_result_that_solve_gives(tmp_path: Path) -> None:
    none, free = Puzzle([[1, 1], [], []], [[2], [], []]), Puzzle([None, [1]], [[2], None])
    puzzles = [*easy(150), none, free]
    path = made(tmp_path / "a.db", puzzles)
    done = judged(path, jobs=2)
    expected = verdicts(puzzles)
    assert (done.open, done.judged, done.failed, done.attempts) == (len(expected),) * 2 + ({}, 0)
    assert sum(done.verdicts.values()) == len(expected)
    found = results(path)
    assert {name: row[0] for name, row in found.items()} == expected
    assert set(attempts(path)) == {"done"}
    for puzzle in puzzles:
        report = solve(puzzle, preset="fast")
        _, reason, goal, stage, known, cells, latest = found[puzzle.sha256()]
        assert (reason, stage, latest) == (None, report.stages[-1].name, 1)
        assert known == len(report.known.cells) - report.known.unknown_count
        assert unpack(cells or b"") == b"".join(grid.cells for grid in report.solutions)
        assert goal == (report.goal.value if report.goal else None)


def test_a_second_judge_does_nothing(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", easy(40))
    judged(path, executor=Here())
    before = path.read_bytes()

    class Nobody:
        parallel = 1
        chunk_seconds = 0.5

        def run(self, source: Any) -> Any:
            raise AssertionError("there is no work to do")

    again = judged(path, executor=Nobody())
    assert (again.open, again.judged, again.verdicts) == (0, 0, {})
    assert path.read_bytes() == before


def test_another_question_is_answered_beside_the_first(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", easy(10))
    for options in ({}, {"preset": "sat"}, {"seed": 1}, {"time_limit": 9}, {"rate": True}):
        assert judged(path, executor=Here(), **options).judged == 10
        assert judged(path, executor=Here(), **options).judged == 0
    stages = solve(easy(1)[0], preset="fast").stages[0].name
    assert judged(path, stages=PRESETS["fast"].stages).judged == 0
    assert stages == "lines"


def test_ratings_and_certificates_are_stored_if_asked_for(tmp_path: Path) -> None:
    puzzles = easy(5)
    path = made(tmp_path / "a.db", puzzles)
    judged(path, rate=True, certificates=True)
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute(
            """SELECT sha256, difficulty, technique, rating, certificate FROM puzzle
            JOIN result ON result.id = latest JOIN detail ON detail.result = latest"""
        ).fetchall()
    assert len(rows) == 5
    by_hash = {puzzle.sha256(): puzzle for puzzle in puzzles}
    for name, difficulty, technique, rating, certificate in rows:
        expected = rate(by_hash[name], other_programs=True)
        assert (difficulty, technique) == (expected.difficulty, expected.technique)
        assert json.loads(rating) == json.loads(json.dumps(expected.as_dict()))
        (tmp_path / "c.nonocert").write_bytes(unpack(certificate))
        checked = verify_certificate(tmp_path / "c.nonocert", puzzle=by_hash[name])
        assert checked.accepted


def test_a_rating_has_a_limit_and_what_it_leaves_out_is_named(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", easy(3))
    with collection.open(path) as store:
        done = store.judge(rate=True, rate_limit=0)
        assert (done.judged, "unknown" in done.verdicts, done.unrated) == (3, False, (1, 2, 3))
        assert done.as_dict()["unrated"] == [1, 2, 3]
        assert [entry.technique for entry in store.query()] == [None] * 3
        again = store.judge(rate=True)  # another limit is another question
        assert (again.judged, again.unrated) == (3, ())
        assert None not in [entry.technique for entry in store.query()]
        with pytest.raises(OptionError, match="rate limit -1"):
            store.judge(rate=True, rate_limit=-1)
    with closing(sqlite3.connect(path)) as file:
        texts = file.execute("SELECT text, count(*) FROM attempt GROUP BY text").fetchall()
    assert texts == [(None, 3), ("not fully rated (time limit)", 3)]


def test_a_time_limit_is_for_solving_rating_and_certifying_together(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", [hard_puzzle()])
    done = judged(path, preset="sat", time_limit=0.1, rate=True, certificates=True)
    assert done.verdicts == {"unknown": 1}
    (row,) = results(path).values()
    assert row[:2] == ("unknown", "time")
    assert attempts(path) == ["done"]


def test_shards_are_a_partition(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", easy(60))
    parts = [judged(path, executor=Here(), shard=(part, 4)).judged for part in (1, 2, 3, 4)]
    assert sum(parts) == 60
    assert 0 not in parts
    assert judged(path, executor=Here()).open == 0


def test_some_puzzles_only(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", easy(20))
    assert judged(path, executor=Here(), only=[3, 5, 99]).judged == 2
    assert judged(path, executor=Here(), limit=7).judged == 7
    assert judged(path, executor=Here(), limit=0).judged == 0
    assert judged(path, executor=Here(), where="verdict IS NOT NULL").judged == 0
    assert judged(path, executor=Here(), where="id IN (1, 20)").judged == 1
    assert judged(path, executor=Here()).judged == 10
    with pytest.raises(OptionError):
        judged(path, where="no such column = 1")


def test_cancelling_keeps_what_is_done(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", easy(50))
    stop = Cancellation()

    def spoil(chunk: Chunk, events: list[Event | None]) -> list[Event | None]:
        if chunk.number == 2:
            stop.cancel()
        return events

    done = judged(path, executor=Here(spoil), cancel=stop)
    assert 0 < done.judged < 50
    assert judged(path, executor=Here()).judged == 50 - done.judged
    assert len(results(path)) == 50


FAULTS = {
    judge_faults.KILLED: "killed",
    judge_faults.ENDED: "killed",
    judge_faults.INTERNAL: "error",
    judge_faults.BUG: "error",
}


def bad(width: int) -> Puzzle:
    return Puzzle([[1], [2]], [[1], [2], *[[]] * (width - 2)])


def test_a_bad_puzzle_costs_only_itself(tmp_path: Path) -> None:
    good = easy(60)
    puzzles = list(good)
    for place, width in enumerate(FAULTS):
        puzzles.insert(15 * place + 7, bad(width))
    path = made(tmp_path / "a.db", puzzles)
    done = judged(path, executor=LocalExecutor(1, job=judge_faults.JOB), retries=0)
    assert (done.open, done.judged, done.attempts) == (64, 60, 4)
    assert done.failed == {"killed": 2, "error": 2}
    assert {name: row[0] for name, row in results(path).items()} == verdicts(good)
    for width, end in FAULTS.items():
        assert attempts(path, width) == [end]
    with closing(sqlite3.connect(path)) as file:
        texts = dict(file.execute("SELECT width, text FROM attempt JOIN puzzle p ON p.id = puzzle"))
    assert texts[judge_faults.KILLED] == "its worker was ended by signal 9"
    assert texts[judge_faults.ENDED] == "its worker ended with exit code 3"
    assert texts[judge_faults.INTERNAL] == "a check failed"
    assert texts[judge_faults.BUG] == "ZeroDivisionError: a bug"
    # It is not tried again unless a run asks for that.
    assert judged(path, retries=0).open == 0
    again = judged(path, retries=1, executor=LocalExecutor(1, job=judge_faults.JOB))
    assert (again.open, again.judged, again.attempts) == (4, 0, 4)
    assert attempts(path, judge_faults.KILLED) == ["killed"] * 2
    # A worker without the faults gives it a result.
    assert judged(path, retries=2, executor=Here()).judged == 4
    assert attempts(path, judge_faults.BUG) == ["error"] * 2 + ["done"]


@pytest.mark.parametrize(
    ("end", "widths", "options"),
    [
        ("memory", (judge_faults.MEMORY, judge_faults.EXHAUSTED), {"memory_limit": 250}),
        ("time", (judge_faults.ENDLESS,), {"time_limit": 600}),
    ],
)
def test_hard_limits_hold_for_each_puzzle_of_a_chunk(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    end: str,
    widths: tuple[int, ...],
    options: dict[str, Any],
) -> None:
    """The clock of the process that watches the workers runs only while a worker is stuck."""
    stuck, now = tmp_path / "stuck", [0.0]

    def clock() -> float:
        now[0] += 1000 * (stuck.exists() and alive(int(stuck.read_text())))
        return now[0]

    monkeypatch.setenv(judge_faults.STUCK, str(stuck))
    if end == "time":
        monkeypatch.setattr(pool, "time", SimpleNamespace(monotonic=clock))
        monkeypatch.setattr(pool, "_START_SECONDS", 1e6)  # not on this clock
    monkeypatch.setattr("nonosat.collection.chunks._FIRST", 100)
    good = easy(30)
    puzzles = [*good[:10], *map(bad, widths), *good[10:]]
    path = made(tmp_path / "a.db", puzzles)
    limit = options.get("memory_limit")
    executor = LocalExecutor(1, job=judge_faults.JOB, memory_limit=limit)
    done = judged(path, executor=executor, retries=1, **options)
    assert (done.judged, done.failed) == (len(puzzles), {})
    assert (done.attempts, done.verdicts["unknown"]) == (2 * len(widths), len(widths))
    found = {name: row[:2] for name, row in results(path).items()}
    for name, verdict in verdicts(good).items():
        assert found[name] == (verdict, None)
    for width in widths:
        assert found[bad(width).sha256()] == ("unknown", end)
        assert attempts(path, width) == [end] * 2
    assert judged(path, retries=9, **options).open == 0


def test_memory_of_earlier_puzzles_is_not_held_against_a_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each puzzle leaves 150 MiB behind in its process; three of them exceed the limit."""
    monkeypatch.setattr("nonosat.collection.chunks._FIRST", 1)
    monkeypatch.setattr("nonosat.collection.chunks._GROWTH", 1)
    greedy = bad(judge_faults.GREEDY)
    path = made(tmp_path / "a.db", [greedy, greedy.mirror(), greedy.rotate(2)])
    executor = LocalExecutor(1, job=judge_faults.JOB, memory_limit=400)
    done = judged(path, executor=executor, memory_limit=400, retries=0)
    assert (done.judged, done.attempts) == (3, 0)


def test_what_an_executor_loses_is_done_again(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", easy(50))
    lost = []

    def spoil(chunk: Chunk, events: list[Event | None]) -> list[Event | None]:
        if chunk.number % 2:
            return [events[0], *events]  # an answer that comes twice
        lost.append(chunk)
        return [Over(chunk.number)]

    done = judged(path, executor=Here(spoil))
    assert lost
    assert (done.judged, done.attempts) == (50, 0)
    assert len(results(path)) == 50


@pytest.mark.parametrize("count", [1, 5, 40])
def test_a_culprit_is_found_among_suspects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """An executor that does not know which puzzle ended its worker."""
    monkeypatch.setattr("nonosat.collection.chunks._FIRST", 100)
    path = made(tmp_path / "a.db", [*easy(count), bad(judge_faults.KILLED)])

    def spoil(chunk: Chunk, events: list[Event | None]) -> list[Event | None]:
        texts = [unpack(task.content).decode() for task in chunk.tasks]
        if any("width 11\n" in text for text in texts):
            return [Over(chunk.number, "killed", "a worker was lost")]
        return events

    done = judged(path, executor=Here(spoil), retries=1)
    assert (done.judged, done.failed, done.attempts) == (count, {"killed": 1}, 2)
    assert len(results(path)) == count


def test_chunks_grow_where_puzzles_are_easy_and_shrink_where_they_are_hard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path / "a.db", easy(400))

    def slow_from_the_third(chunk: Chunk, events: list[Event | None]) -> list[Event | None]:
        assert isinstance(events[0], Answers)
        seconds = 1e-6 if chunk.number <= 3 else 10.0
        answers = [answer._replace(seconds=seconds) for answer in events[0].answers]
        return [Answers(chunk.number, answers), *events[1:]]

    executor = Here(slow_from_the_third)
    judged(path, executor=executor, limit=200)
    sizes = [len(chunk.tasks) for chunk in executor.chunks]
    assert sizes[:3] == [4, 16, 30]  # at most a sixth of the open puzzles, for three workers
    assert sizes[4:] == [1] * len(sizes[4:])


def test_progress_says_how_far_the_work_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "_SHOW_SECONDS", 0.0)
    path = made(tmp_path / "a.db", easy(50))
    seen: list[JudgeProgress] = []
    judged(path, executor=Here(), progress=seen.append)
    assert [state.done for state in seen] == sorted(state.done for state in seen)
    last = seen[-1]
    assert (last.done, last.total, last.failed, last.remaining) == (50, 50, 0, 0.0)
    assert last.rate is not None
    assert last.rate > 0


def test_clocks_that_jump_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the owner and in its workers, the time of the day jumps backwards."""
    puzzles = easy(80)
    path = made(tmp_path / "a.db", puzzles)
    times = iter(range(10**9, 0, -(10**7)))
    monkeypatch.setattr(time, "time", lambda: float(next(times, 0)))
    monkeypatch.setattr(judging, "now", lambda after: f"{float(next(times, 0)):.0f}")
    executor = LocalExecutor(1, job="tests.support.judge_faults:jumping")
    done = judged(path, executor=executor, time_limit=30)
    assert (done.judged, done.attempts) == (80, 0)
    assert 0 < done.seconds < 10**6
    assert {name: row[0] for name, row in results(path).items()} == verdicts(puzzles)


def test_one_judge_at_a_time(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", easy(5))
    with one_judge(str(path)):
        with pytest.raises(CollectionError, match=r"process \d+ is judging this collection"):
            judged(path)
        with collection.open(path) as store:  # other work goes on
            assert store.add(easy(6)).new == 1
    assert not Path(f"{path}{SUFFIX}").exists()
    assert judged(path, executor=Here()).judged == 6


@pytest.mark.unix  # Windows removes no open file
def test_the_lock_is_held_until_its_file_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise one judge could lock the old file, and another judge the new one."""
    path, unlink = str(tmp_path / "a.db"), os.unlink
    refused: list[str] = []

    def slow(name: str) -> None:
        monkeypatch.setattr(os, "unlink", unlink)
        try:
            with one_judge(path):
                pass
        except CollectionError as error:
            refused.append(str(error))
        unlink(name)

    with one_judge(path):
        monkeypatch.setattr(os, "unlink", slow)
    assert [f"process {os.getpid()} is judging" in words for words in refused] == [True]
    with one_judge(path):
        pass


def test_a_judge_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", easy(5))
    code = (
        "import sys, time\nfrom nonosat.collection.judging import one_judge\n"
        "with one_judge(sys.argv[1]):\n    print('locked', flush=True)\n    time.sleep(600)\n"
    )
    with begun(code, str(path)) as holder:
        with pytest.raises(CollectionError, match=f"process {holder.pid} is judging"):
            judged(path)
        holder.kill()
    assert Path(f"{path}{SUFFIX}").exists()
    assert judged(path, executor=Here()).judged == 5
    assert not Path(f"{path}{SUFFIX}").exists()


def test_workers_that_cannot_begin_end_the_judging(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    monkeypatch.setattr(executors, "_MOST_FALSE_STARTS", 1)
    path = made(tmp_path / "a.db", easy(5))
    with pytest.raises(InternalError, match="end before they begin"):
        judged(path, executor=LocalExecutor(1, job="tests.support.judge_faults:no_such_function"))
    assert attempts(path) == []


def test_a_backend_that_is_missing_ends_the_judging(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path / "a.db", easy(5))

    def missing(*arguments: object, **options: object) -> Any:
        raise BackendError("it is not installed")

    monkeypatch.setattr(work, "solve_many", missing)
    with pytest.raises(BackendError, match="not installed"):
        judged(path, executor=Here())
    assert results(path) == {}


@pytest.mark.parametrize(
    "options",
    [
        {"preset": "no such"},
        {"retries": -1},
        {"limit": -1},
        {"jobs": 0},
        {"time_limit": -1},
        {"memory_limit": 0},
        {"shard": (0, 4)},
        {"shard": (5, 4)},
    ],
)
def test_options_that_make_no_sense(tmp_path: Path, options: dict[str, Any]) -> None:
    path = made(tmp_path / "a.db", easy(1))
    with pytest.raises(OptionError):
        judged(path, **options)


def test_a_store_that_is_only_read_is_not_judged(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", easy(1))
    with (
        collection.open(path, write=False) as store,
        pytest.raises(CollectionError, match="for reading only"),
    ):
        judge(store.store)


def test_a_damaged_content_is_an_error_of_one_puzzle() -> None:
    order = Order("key", {"preset": "fast"})
    tasks = [
        Task(1, b"nonosat-puzzle 1\n", None),
        Task(2, Puzzle([[1]], [[1]]).canonical_text().encode(), None),
        Task(3, b"\x78\x9c damaged", None),
    ]
    ends = [(answer.puzzle, answer.end) for answer in work.answers(order, tasks)]
    assert ends == [(1, "error"), (2, "done"), (3, "error")]
