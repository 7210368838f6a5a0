# SPDX-License-Identifier: MIT
"""A puzzle that is solved in cubes has the verdict that it has without, whatever ends a worker."""

from __future__ import annotations

import io
import random
import signal
import subprocess
import sys
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

import nonosat
from nonosat import Cancellation, Puzzle, Reason, Verdict
from nonosat.cli import exits
from nonosat.errors import BackendError, InternalError, OptionError
from nonosat.model.palette import anonymous_palette
from nonosat.model.report import StageStarted
from nonosat.proof import verify_certificate, writer
from nonosat.proof.checker.check import verify_stream
from nonosat.proof.checker.verification import CertificateCheck
from nonosat.proof.writer import write_certificate
from nonosat.solving import cubes
from nonosat.solving.cubes import Cube, CubeAnswer, CubeTask, Literal
from nonosat.solving.executors import Answers, Chunk, Event, LocalExecutor, Notes, Over, Parcel
from tests.support.brute import (
    agree_with,
    all_solutions,
    contradictory_puzzle,
    random_picture,
    random_puzzle,
)
from tests.support.certificates import Parts, cells_of
from tests.support.command_line import NONOSAT, run_here
from tests.support.dask_cluster import Cluster
from tests.support.places import ROOT

SEED = 47
STAGES = ["lines", "sat"]
"""So that small puzzles are solved in cubes, too."""
HARD = ROOT / "data" / "noise-20x20-2744.non"

WORK: dict[str, Callable[[Any, Any], Any]] = {
    cubes.JOB: cubes.work_on,
    writer.JOB: writer.refuted_cube,
}


class Here:
    """An executor in this process. ``end``: how a chunk is over without an answer, if it is."""

    parallel = 2
    chunk_seconds = 1.0

    def __init__(self, end: Callable[[Chunk], Over | None] = lambda chunk: None) -> None:
        self._end = end
        self.chunks: list[Chunk] = []

    def run(self, source: Callable[[], Chunk | None]) -> Generator[Event | None, None, None]:
        while (chunk := source()) is not None:
            self.chunks.append(chunk)
            over = self._end(chunk)
            if over is None:
                (task,) = chunk.tasks
                yield Answers(chunk.number, [WORK[chunk.job](chunk.order, task)])
            yield over or Over(chunk.number)
            yield None


def only_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    """No cube gets time, so that each is divided until probing solves or refutes it."""
    monkeypatch.setattr(cubes, "_WHOLE_SECONDS", 0.0)
    monkeypatch.setattr(cubes, "SECONDS", 0.0)
    monkeypatch.setattr(cubes, "_MOST_SECONDS", 0.0)


def small_puzzle(rng: random.Random) -> Puzzle:
    """A puzzle that lines rarely solve."""
    picture = random_picture(rng, 5, 6, 0.45, rng.choice((1, 1, 2)))
    return Puzzle(*picture.clues(), palette=anonymous_palette(picture.letters))


@pytest.mark.parametrize("way", ["whole", "cubes", "divided"])
def test_small_puzzles_have_the_solutions_of_brute_force(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way == "divided":
        only_divided(monkeypatch)
    elif way == "cubes":
        monkeypatch.setattr(cubes, "_WHOLE_SECONDS", 0.0)
    rng = random.Random(SEED)
    in_cubes = 0
    for number in range(60):
        puzzle = random_puzzle(rng, 5) if number % 2 else small_puzzle(rng)
        executor = Here()
        report = nonosat.solve(puzzle, stages=STAGES, cluster=executor)
        agree_with(report, all_solutions(puzzle))
        in_cubes += bool(executor.chunks)
    assert in_cubes > 10


def test_all_solutions_are_found_if_more_are_wanted() -> None:
    puzzle = Puzzle([[1]] * 4, [[1]] * 4)
    for limit, found in ((1, 1), (7, 7), (100, 24)):
        report = nonosat.solve(puzzle, stages=STAGES, limit=limit, cluster=Here())
        assert len(set(report.solutions)) == found
    assert (report.verdict, report.reason) == (Verdict.MULTIPLE, None)


def test_free_cells_divide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A past bug: the halves of such a cube have the same solutions, which were found for ever."""
    only_divided(monkeypatch)
    puzzle = Puzzle([[1], [1], None], [[1], [1], None])
    report = nonosat.solve(puzzle, stages=STAGES, limit=100, cluster=Here())
    assert len(report.solutions) == len(all_solutions(puzzle))


def test_given_cells_hold_in_every_cube() -> None:
    puzzle = Puzzle([[1]] * 4, [[1]] * 4)
    given = "#???\n?#??\n????\n????"
    report = nonosat.solve(puzzle, stages=STAGES, limit=100, given=given, cluster=Here())
    assert len(report.solutions) == 2


def test_a_lost_cube_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its worker is killed, or goes away."""
    only_divided(monkeypatch)
    seen: Counter[Cube] = Counter()

    def end(chunk: Chunk) -> Over | None:
        cube = chunk.tasks[0].cube
        seen[cube] += 1
        if seen[cube] == 1:
            return Over(chunk.number, "killed" if len(cube) % 2 else None)
        return None

    report = nonosat.solve(nonosat.load(HARD), stages=STAGES, cluster=Here(end))
    assert report.verdict is nonosat.solve(nonosat.load(HARD)).verdict
    assert set(seen.values()) == {2}


@pytest.mark.parametrize(
    ("end", "reason"), [("memory", Reason.MEMORY), ("killed", None), (None, Reason.TIME)]
)
def test_what_ends_the_work(end: str | None, reason: Reason | None) -> None:
    executor = Here(lambda chunk: Over(chunk.number, end, "signal 9"))
    options: dict[str, Any] = {"stages": STAGES, "cluster": executor, "time_limit": 0.2}
    if reason is None:
        with pytest.raises(BackendError, match="a part of the puzzle ended 4 workers: signal 9"):
            nonosat.solve(nonosat.load(HARD), **options | {"time_limit": None})
        return
    report = nonosat.solve(nonosat.load(HARD), **options)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, reason)


def test_an_executor_that_ends_early_gives_no_verdict() -> None:
    class Lazy(Here):
        def run(self, source: Callable[[], Chunk | None]) -> Generator[Event | None, None, None]:
            source()
            yield None

    with pytest.raises(InternalError, match="before all cubes were done"):
        nonosat.solve(nonosat.load(HARD), stages=STAGES, cluster=Lazy())


def test_a_model_that_is_too_large_is_a_reason(tmp_path: Path) -> None:
    def exhausted(order: object, task: CubeTask) -> CubeAnswer:
        raise MemoryError

    class Small(Here):
        def run(self, source: Callable[[], Chunk | None]) -> Generator[Event | None, None, None]:
            chunk = source()
            assert chunk is not None
            path = str(tmp_path / "notes")
            Notes(path, 1).close()
            parcel = Parcel(chunk, path, 0)
            yield Answers(chunk.number, cubes.in_worker(exhausted, parcel, lambda message: None))

    report = nonosat.solve(nonosat.load(HARD), stages=STAGES, cluster=Small())
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.MEMORY)


def test_conflicts_and_cancellation_end_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = nonosat.load(HARD)
    report = nonosat.solve(puzzle, stages=STAGES, cluster=Here(), conflict_limit=0)
    assert report.reason is Reason.CONFLICTS
    stop = Cancellation()

    def end(chunk: Chunk) -> Over | None:
        stop.cancel()
        return None

    only_divided(monkeypatch)
    report = nonosat.solve(puzzle, stages=STAGES, cluster=Here(end), cancel=stop)
    assert report.reason is Reason.CANCELLED


def test_options_that_a_cluster_excludes(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle([[1]], [[1]])
    for options in (
        {"backbone": True},
        {"portfolio": 2},
        {"backend": "glucose"},
        {"preset": "logic"},
        {"preset": "cpsat"},
    ):
        with pytest.raises(OptionError, match="a cluster"):
            nonosat.solve(puzzle, cluster=Here(), **options)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="cluster 8786: give the address"):
        nonosat.solve(puzzle, cluster=8786)  # type: ignore[arg-type]
    with pytest.raises(BackendError, match="no Dask scheduler answers at tcp://127"):
        nonosat.solve(puzzle, cluster="tcp://127.0.0.1:9")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionError, match=r"install.*cluster"):
        nonosat.solve(puzzle, cluster="tcp://127.0.0.1:9")


def test_the_commands_say_what_is_wrong(tmp_path: Path) -> None:
    for command in (["solve"], ["write-certificate", "-o", str(tmp_path / "a.nonocert")]):
        for cluster, why in (
            ("tcp://127.0.0.1:9", "no Dask scheduler answers"),
            (str(HARD), "this is not a scheduler file"),
        ):
            done = run_here(*command, str(HARD), "--cluster", cluster)
            assert (done.code, why in done.err) == (exits.USAGE, True), done.err
        done = run_here(*command, str(HARD), "--tls-key", "key.pem")
        assert (done.code, "belong to --cluster" in done.err) == (exits.USAGE, True)
    done = run_here("solve", str(HARD), "--cluster", "tcp://127.0.0.1:9", "--jobs", "2")
    assert "--cluster excludes --jobs" in done.err


def test_worker_processes_do_cubes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cubes, "_WHOLE_SECONDS", 0.0)
    monkeypatch.setattr(cubes, "SECONDS", 0.01)
    report = nonosat.solve(nonosat.load(HARD), stages=STAGES, cluster=LocalExecutor(1))
    assert report.verdict is nonosat.solve(nonosat.load(HARD)).verdict
    assert report.stages[-1].counts["cubes"] > 1


class Joined:
    """A certificate in cubes that are divided until probing refutes them."""

    def __init__(self, puzzle: Puzzle, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        only_divided(monkeypatch)
        monkeypatch.setattr(writer, "_FIRST_CONFLICTS", 0)
        monkeypatch.setattr(writer, "_CUBE_SECONDS", 0.0)
        monkeypatch.setattr(writer, "_weights", lambda *_: None)
        self.puzzle = puzzle
        steps = writer.Joining.steps

        def noted(joining: writer.Joining, *arguments: Any) -> Any:
            self.proven, self.divided = joining.proven, joining.refuted.divided
            return steps(joining, *arguments)

        monkeypatch.setattr(writer.Joining, "steps", noted)
        done = write_certificate(puzzle, path, stages=STAGES, cluster=Here())
        assert done.path is not None
        self.parts = Parts.of(path.read_bytes())
        self.lengths = [len(zlib.decompress(x).splitlines()) for x in self.proven.cubes.values()]

    def with_half(self, cube: Cube) -> list[str]:
        """The steps, with the proof of only a half of a cube, without a certain cell."""
        solutions = self.parts.header["solutions"]
        solution = cells_of(self.puzzle, solutions[0]) if solutions else None
        order = writer.RefuteOrder(self.puzzle, solution, None)
        for cell in range(self.puzzle.width * self.puzzle.height):
            half = (*cube, Literal(cell, 1, True))
            answer = writer.refuted_cube(order, CubeTask(0, half, 0.0, 0))
            if answer.refuted is not None and half[-1] in answer.refuted:
                cubes = {one: proof for one, proof in self.proven.cubes.items() if one != cube}
                cubes[answer.refuted] = answer.proof
                steps = writer.joined(cubes, self.proven.divided + self.divided, 1)
                return [" ".join(map(str, [*step, 0])) for step in steps]
        raise AssertionError("no half is refuted alone")

    def without(self, cut: slice, instead: Sequence[str] = ()) -> CertificateCheck:
        """The check of the certificate with other steps in place of some."""
        parts = self.parts.copy()
        parts.steps[cut] = instead
        return verify_stream(io.BytesIO(parts.count().pack()), self.puzzle)


@pytest.mark.parametrize("name", ["unique", "none"])
def test_the_proofs_of_cubes_are_joined_to_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The checker accepts it, and refuses it if a cube is missing, cut, or divided wrongly."""
    unique = nonosat.load(ROOT / "data" / "noise-18x18-7733.non")
    puzzle = contradictory_puzzle(25, 10) if name == "none" else unique
    made = Joined(puzzle, tmp_path / "a", monkeypatch)
    assert made.without(slice(0, 0)).accepted
    steps, lengths = made.parts.steps, made.lengths
    longest = max(range(len(lengths)), key=lengths.__getitem__)
    begin = sum(lengths[:longest])
    end = begin + lengths[longest]
    halved = made.with_half(list(made.proven.cubes)[longest])
    damaged = {
        "missing": made.without(slice(begin, end)),
        "cut": made.without(slice(begin, end - 1)),
        "begins in the middle": made.without(slice(begin, end - 2)),
        "only half of a cube": made.without(slice(0, len(steps)), halved),
        "nothing but the tree": made.without(slice(0, sum(lengths))),
        "nothing but the end": made.without(slice(0, len(steps) - 1)),
    }
    assert {why: check.outcome for why, check in damaged.items()} == dict.fromkeys(
        damaged, "refused"
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Dask's own
def test_a_cluster_whose_workers_are_killed(tmp_path: Path) -> None:
    """The cubes of a killed worker are done again; Ctrl-C ends all; the certificate is accepted."""
    puzzle = contradictory_puzzle(40, 4, 0.5)
    path, file = tmp_path / "a.nonocert", tmp_path / "puzzle.non"
    with Cluster(tmp_path) as running:
        killed = iter((0, 1))

        def progress(event: object) -> None:
            if isinstance(event, StageStarted) and event.stage == "sat":
                for number in killed:
                    threading.Timer(2 + 2 * number, running.kill_worker, (number,)).start()

        done = write_certificate(puzzle, path, cluster=running.address, progress=progress)
        assert done.report.verdict is Verdict.NONE
        assert verify_certificate(path, puzzle).accepted
        nonosat.dump(contradictory_puzzle(45, 1), file)
        command = [*NONOSAT, "solve", str(file), "--cluster", running.address]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as owner:
            at_work = _busy(running, owner)
            owner.send_signal(signal.SIGINT)
            assert owner.wait(60) == exits.INTERRUPTED
        _, alive = psutil.wait_procs(at_work, timeout=60)
        assert not alive
        late = run_here(*command[len(NONOSAT) :], "--time-limit", "3")
        assert (late.code, "unknown" in late.out) == (exits.UNKNOWN, True)


def _busy(running: Cluster, owner: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """The processes of workers that are at work, as soon as there is one."""
    found: list[psutil.Process] = []
    while not found:
        assert owner.poll() is None
        for worker in running.workers:
            for child in psutil.Process(worker.pid).children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    found += [child] * (child.cpu_percent(0.5) > 10)
    return found
