# SPDX-License-Identifier: MIT
"""One puzzle in cubes against one process: processor time, and the cubes by size.

    python -m tests.bench.cube_tables [--limit 600] [--workers 2] [--certificates] PUZZLE...

A PUZZLE is a file; or ``random:SIDE:SEED:DENSITY``, the clues of a random picture; or
``wrong:SIDE:SEED:DENSITY``, the same with two faults, so that most have no solution
(``contradictory_puzzle``). ``one`` is ``nonosat solve``. ``cubes`` is ``nonosat solve --cluster``
with a scheduler and workers of this machine; its processor time is that of all processes, their
start included. Limits are in seconds of wall time. ``--certificates``: ``write-certificate``
in place of ``solve``.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil

import nonosat
from nonosat import Puzzle
from tests.support.brute import contradictory_puzzle, random_picture
from tests.support.dask_cluster import Cluster


def _puzzle(text: str) -> Puzzle:
    kind, *numbers = text.split(":")
    if kind not in ("random", "wrong"):
        return nonosat.load(text)
    side, seed, density = int(numbers[0]), int(numbers[1]), float(numbers[2])
    if kind == "wrong":
        return contradictory_puzzle(side, seed, density)
    return Puzzle(*random_picture(random.Random(seed), side, side, density).clues())


def _run(command: list[str]) -> tuple[dict[str, Any], float, float]:
    """The answer, the wall time and the processor time of a command."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "nonosat", *command, "--json"], stdout=subprocess.PIPE, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), time.monotonic() - begun, cpu


def _of_cluster(running: Cluster) -> float:
    """The processor time of the scheduler, the workers and their processes so far."""
    total = 0.0
    for root in (running.scheduler, *running.workers):
        for process in (psutil.Process(root.pid), *psutil.Process(root.pid).children(True)):
            times = process.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total


def main() -> None:
    """Measure the puzzles, and print a line for each way."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("puzzles", nargs="+")
    parser.add_argument("--limit", default="600")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--certificates", action="store_true")
    parser.add_argument("--only", choices=("one", "cubes"))
    chosen = parser.parse_args()
    for name in chosen.puzzles:
        with TemporaryDirectory() as folder:
            file, out = Path(folder, "a.non"), Path(folder, "a.nonocert")
            nonosat.dump(_puzzle(name), file)
            command = ["solve", str(file), "--time-limit", chosen.limit]
            if chosen.certificates:
                command = ["write-certificate", *command[1:], "-o", str(out), "--force"]
            if chosen.only != "cubes":
                _print(name, "one", *_run(command))
            if chosen.only != "one":
                with Cluster(Path(folder), chosen.workers) as running:
                    answer, wall, cpu = _run([*command, "--cluster", running.address])
                    _print(name, "cubes", answer, wall, cpu + _of_cluster(running))


def _print(name: str, way: str, answer: dict[str, Any], wall: float, cpu: float) -> None:
    counts = answer["stages"][-1]["counts"] if answer.get("stages") else ""
    words = (answer["verdict"], answer["reason"] or "")
    print(name, way, *words, f"{cpu:.1f} s of processor time, {wall:.1f} s", counts, flush=True)


if __name__ == "__main__":
    main()
