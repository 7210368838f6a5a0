# SPDX-License-Identifier: MIT
"""What a Dask cluster costs beside worker processes of this machine, as tables.

    python tests/bench/cluster_tables.py [COUNT] [ROUNDS]

COUNT (by default 1,500) random 25x25 of density 0.5, some 2 ms each with reading and storing, are
judged by two worker processes and by a Dask cluster of a scheduler and two workers with one thread
each on this machine, in turns. Processes and cluster run before they are timed. Then what one chunk
costs the scheduler, in time and in bytes, from which the cost for 1,000 workers is computed.
"""

from __future__ import annotations

import pickle
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from dask_cluster import Cluster

from nonosat import Puzzle, collection, study
from nonosat.collection import cluster
from nonosat.collection.cluster import DaskExecutor
from nonosat.collection.executors import Answers, Chunk, Executor, LocalExecutor, Order, Task
from nonosat.collection.judging import judge
from nonosat.collection.rows import pack


def cpu(process: int) -> float:
    """The processor seconds of a process and its descendants that live."""
    found = psutil.Process(process)
    times = [one.cpu_times() for one in (found, *found.children(recursive=True))]
    return sum(one.user + one.system for one in times)


def judged(folder: Path, puzzles: list[Puzzle], executor: Executor) -> float:
    """Wall seconds of judging puzzles in a new collection."""
    path = folder / "one.db"
    path.unlink(missing_ok=True)
    with collection.open(path) as store:
        store.add(puzzles)
        begun = time.perf_counter()
        done = judge(store.store, executor=executor)
        assert done.judged == len(store)
        return time.perf_counter() - begun


def main(count: int, rounds: int) -> None:
    """Measure and print."""
    puzzles = list(study.random_picture_puzzles(25, 25, 0.5, count, 1).values())
    times: dict[str, list[float]] = {"processes": [], "cluster": []}
    scheduler = []
    with TemporaryDirectory() as name, Cluster(Path(name)) as running:
        folder = Path(name)
        local = LocalExecutor(2, keep=True)
        with DaskExecutor(running.address) as dask:
            executors: dict[str, Executor] = {"processes": local, "cluster": dask}
            for executor in executors.values():
                judged(folder, puzzles[:200], executor)
            for _ in range(rounds):
                for kind, executor in executors.items():
                    before = cpu(running.scheduler.pid)
                    times[kind].append(judged(folder, puzzles, executor))
                    if kind == "cluster":
                        scheduler.append(cpu(running.scheduler.pid) - before)
        local.close()
    ratios = [b / a for a, b in zip(times["processes"], times["cluster"], strict=True)]
    print(f"{count:,} puzzles, {rounds} rounds in turns\n")
    print("| who works | ms a puzzle and worker, median |\n|---|---|")
    for kind, found in times.items():
        print(f"| {kind} | {2000 * statistics.median(found) / count:.2f} |")
    print(f"\ncluster / processes: median {statistics.median(ratios):.2f}", sorted(ratios))
    some = puzzles[: round(0.5 / 0.002)]
    tasks = [Task(n, pack(one.canonical_text().encode()), None) for n, one in enumerate(some)]
    chunk = Chunk(1, Order("0" * 64, {"preset": "fast"}), tuple(tasks))
    events = cluster.do_chunk(chunk, cluster.worker_version())
    cluster.end_process()
    answers = sum(len(event.answers) for event in events if isinstance(event, Answers))
    assert answers == len(tasks)
    seconds = statistics.median(scheduler)
    chunks = sum(times["cluster"]) / rounds * 2 / dask.chunk_seconds
    print(f"a chunk of {len(tasks)}: {len(pickle.dumps(chunk)):,} bytes there,")
    print(f"{len(pickle.dumps(events)):,} bytes back; the scheduler's processor time in a round:")
    print(f"{seconds:.2f} s, some {1000 * seconds / chunks:.1f} ms a chunk of half a second")


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    main(*(numbers + [1500, 5][len(numbers) :]))
