# SPDX-License-Identifier: MIT
"""Common parts of the measuring scripts: seconds, turns, ratio, percentile, machine and table.

Other work on the machine slows whatever runs at that time. So the compared versions take turns, and
the ratio is the median over the rounds; in each round both run one after the other. A script
decides what runs; this module measures and prints it.

Rejected: pytest-benchmark, asv and pyperf, which time calls of one version of a program and do not
let two checkouts, or a server and its clients, take turns.
"""

from __future__ import annotations

import math
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Self, TypeVar

from tests.bench.documents import table

T = TypeVar("T")

WITH_GRAPH = ["lines", "implications", "probe", "search", "beliefs", "weights", "sat"]
"""The stages of the preset ``graph``, for versions that have no preset of that name."""


def python_of(checkout: Path) -> str:
    """The interpreter that loads the version of a checkout: that of its own environment.

    An editable installation comes before all folders of the search path.
    """
    own = checkout / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


class Spent:
    """The seconds of its ``with`` blocks together: ``wall``, and ``cpu`` of the processor.

    Processor time is that of this process and of its ended children.
    """

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def __enter__(self) -> Self:
        self._begun = time.perf_counter(), _children(), time.process_time()
        return self

    def __exit__(self, *exception: object) -> None:
        own = time.process_time()  # first: the lines below are not part of the block
        wall, children, before = self._begun
        self.cpu += own - before + _children() - children
        self.wall += time.perf_counter() - wall


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def in_turns(works: Sequence[Callable[[], T]], rounds: int) -> list[list[T]]:
    """The results of each work, round by round; in a round each has one turn."""
    found = [work() for _ in range(rounds) for work in works]
    return [found[place :: len(works)] for place in range(len(works))]


def ratio(times: Iterable[float], of: Iterable[float]) -> float:
    """The median of the ratios of the rounds."""
    return median(one / other for one, other in zip(times, of, strict=True))


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest of the values that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[math.ceil(share * len(ordered)) - 1]


def show(head: Sequence[object], rows: Iterable[Sequence[object]]) -> None:
    """Print the machine, then a table whose rows appear as they are measured."""
    from nonosat import study  # not above: speed_tables.py imports nonosat from another checkout

    about = study.environment()
    print(about["processor"], about["system"], f"Python {about['Python']}", sep=", ", end=", ")
    print(f"load {os.getloadavg()[0]:.1f}\n")
    for line in table(head, rows):
        print(line, flush=True)
