# SPDX-License-Identifier: MIT
"""Judging that is killed, interrupted or out of disk: the store is sound, the same call goes on.

In the end every puzzle has exactly one result, which equals the result of an undisturbed run.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from test_judging import Here, judged

from nonosat import study
from tests.support.brute import hard_puzzle
from tests.support.command_line import begin, environment, interrupt
from tests.support.judge_faults import HELD, MOST
from tests.support.judge_stores import attempts, easy, made, results
from tests.support.places import FULL
from tests.support.processes import all_gone, begun, children, family, interpreted

SUPPORT = Path(__file__).parents[1] / "support"
COUNT = 300

DRIVER = """
import sys
from nonosat import collection
from nonosat.collection import judging
from nonosat.solving.executors import LocalExecutor
judging._WRITE_SECONDS = 0.02
with collection.open(sys.argv[1]) as store:
    print("begun", flush=True)
    slow = LocalExecutor(2, job="tests.support.judge_faults:slow")
    done = store.judge(executor=slow, retries=100)
print(done.failed, flush=True)
"""
FULL_DISK = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from nonosat.cli.commands import program
program(sys.argv[2:], prog_name="nonosat")
"""


def calm(path: Path, count: int) -> dict[str, tuple[object, ...]]:
    """The results of a run without trouble."""
    judged(made(path, easy(count)), executor=Here())
    return results(path)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[object, ...]]:
    """The results of ``COUNT`` puzzles without trouble."""
    return calm(tmp_path_factory.mktemp("judge") / "calm.db", COUNT)


def start(path: Path) -> subprocess.Popen[str]:
    """A process that judges slowly and writes often; it has opened the store.

    Its workers do some puzzles each, and cannot finish before ``let_go``.
    """
    _held(path).touch()
    env = environment(PYTHONPATH=str(SUPPORT), **{HELD: str(_held(path))})
    return begun(DRIVER, str(path), env=env)


def _held(path: Path) -> Path:
    return path.with_suffix(".held")


def let_go(path: Path) -> None:
    """Let the workers finish."""
    _held(path).unlink()


def close(judge: subprocess.Popen[str]) -> None:
    assert judge.stdout is not None
    assert judge.stderr is not None
    judge.stdout.close()
    judge.stderr.close()


def stored(path: Path) -> int:
    """How many results there are, seen by another process while the work goes on."""
    with closing(sqlite3.connect(path)) as file:
        number: int = file.execute("SELECT count(*) FROM result").fetchone()[0]
        return number


def wait_for(path: Path, number: int, judge: subprocess.Popen[str]) -> None:
    """Wait until there is a number of results, or the process has ended."""
    deadline = time.monotonic() + 300
    while stored(path) < number and judge.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def kill_everything(path: Path, moments: int, expected: dict[str, tuple[object, ...]]) -> None:
    chance = random.Random(16)
    for _ in range(moments):
        judge = start(path)
        # Some kills come before any work is given out, some during a write.
        wait_for(path, stored(path) + chance.randrange(MOST), judge)
        workers = family(judge.pid)
        judge.kill()
        judge.wait()
        close(judge)
        assert all_gone(workers, 300)
        found = results(path)
        assert found.items() <= expected.items()
    assert 0 < len(found) < len(expected)  # the kills came while there was work
    last = judged(path, executor=Here())
    assert last.judged == len(expected) - len(found)
    assert results(path) == expected
    assert set(attempts(path)) == {"done"}


def kill_workers(path: Path, moments: int, expected: dict[str, tuple[object, ...]]) -> None:
    chance = random.Random(17)
    judge = start(path)
    killed = 0
    for number in range(moments):
        wait_for(path, number * MOST // 2, judge)
        with contextlib.suppress(psutil.NoSuchProcess):
            workers = psutil.Process(judge.pid).children()
            if workers:
                chance.choice(workers).kill()
                killed += 1
    let_go(path)
    assert judge.stdout is not None
    assert judge.stdout.readline() == "{}\n"  # every puzzle has a result
    assert judge.wait() == 0
    close(judge)
    assert killed > moments / 2
    assert results(path) == expected
    assert attempts(path).count("done") == len(expected)
    assert set(attempts(path)) <= {"done", "killed"}


def test_kill_9_of_everything(tmp_path: Path, undisturbed: dict[str, tuple[object, ...]]) -> None:
    kill_everything(made(tmp_path / "a.db", easy(COUNT)), 2, undisturbed)


def test_kill_9_of_a_worker(tmp_path: Path, undisturbed: dict[str, tuple[object, ...]]) -> None:
    kill_workers(made(tmp_path / "a.db", easy(COUNT)), 3, undisturbed)


@pytest.mark.slow
def test_kill_9_at_many_moments(tmp_path: Path) -> None:
    expected = calm(tmp_path / "calm.db", 3000)
    moments = 20 if FULL else 6
    kill_everything(made(tmp_path / "a.db", easy(3000)), moments, expected)
    kill_workers(made(tmp_path / "b.db", easy(3000)), moments, expected)


def test_a_full_disk(tmp_path: Path, undisturbed: dict[str, tuple[object, ...]]) -> None:
    path = made(tmp_path / "a.db", easy(COUNT))
    before = path.stat().st_size
    full = interpreted(FULL_DISK, str(30_000), "collection", str(path), "judge", env=environment())
    assert before > 30_000
    assert full.returncode == 74, full.stderr
    assert full.stderr.count("\n") == 1
    assert "disk" in full.stderr or "large" in full.stderr
    assert results(path).items() <= undisturbed.items()
    assert len(results(path)) < COUNT
    judged(path, executor=Here())
    assert results(path) == undisturbed


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """The last puzzle never ends, so that the run cannot finish first."""
    puzzles = [*study.random_picture_puzzles(10, 10, 0.6, 40, 5).values(), hard_puzzle()]
    path = made(tmp_path / "a.db", puzzles)
    before = children()
    judge = begin("collection", str(path), "judge", "--preset", "sat", "--rate")
    wait_for(path, 1, judge)
    workers = family(judge.pid)
    done = interrupt(judge)
    assert (done.code, done.out) == (130, "")
    assert done.err.splitlines() == [
        "nonosat: the results so far are stored: run the same command again to go on",
        "nonosat: interrupted",
    ]
    assert all_gone(workers, 0)
    assert children() == before
    kept = stored(path)
    assert 0 < kept < len(puzzles)
    rest = judged(path, preset="sat", rate=True, where="width = 10", executor=Here())
    assert kept + rest.judged == len(results(path)) == 40
    assert os.listdir(tmp_path) == ["a.db"]
