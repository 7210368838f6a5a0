# SPDX-License-Identifier: MIT
"""``Chunks``: cuts the open puzzles into chunks, and takes back the puzzles without an answer.

A chunk has as many puzzles as fill the time that its executor asks for, by the measured cost of the
puzzles before. So messages cost little if puzzles are easy, and a hard chunk delays little. The
first and the last chunks are small: the first to measure, the last for workers to finish together.

Puzzles of a finished chunk without an answer are retried. A suspect is retried alone; many suspects
are split in two until the culprit is alone. ``judging`` counts the failures of a culprit. Rejected:
chunks of a fixed size, which are too long for hard puzzles and too short for easy ones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from nonosat.collection.rows import ResultRow
from nonosat.solving.executors import Chunk, Executor, Over
from nonosat.solving.options import EachOptions

_FIRST, _GROWTH, _MOST = 4, 4, 5_000
"""The number of puzzles in the first chunks, the factor by which a chunk may be larger than the
last, and the most puzzles in a chunk."""
_WEIGHT = 0.03
"""The weight of a new measurement, so that about the last thirty count."""
_ALONE = 8
"""Up to this many suspects are retried one by one."""


@dataclass(frozen=True, slots=True)
class Order:
    """The question about each puzzle.

    ``key``: the key of the question. ``options``: those of ``solve_many``, without a memory limit.
    ``rate``, ``certificates``: whether ratings and certificates are wanted, too; the time limit is
    for all together, and ``rate_limit``, in seconds, for the rating.
    """

    key: str
    options: EachOptions
    memory_limit: int | None = None
    rate: bool = False
    certificates: bool = False
    rate_limit: float | None = None

    @property
    def time_limit(self) -> float | None:
        """Seconds for each puzzle."""
        return self.options.get("time_limit")


class Task(NamedTuple):
    """A puzzle to judge: its number in the collection, its canonical text as it is stored
    (``rows.unpack`` reads it), and the cells of its goal picture, or None."""

    puzzle: int
    content: bytes
    goal: bytes | None


class Answer(NamedTuple):
    """The outcome of one puzzle.

    ``end``: done; or, without a result, memory or error. ``text``: more about that, or which part
    of a result is missing. ``seconds``: since it began. ``row``: the result, ready to be stored.
    """

    puzzle: int
    end: str
    text: str | None
    seconds: float
    row: ResultRow | None


class Chunks:
    """The chunks of one run for an executor, made from ``tasks``; ``total``: how many there are."""

    def __init__(self, order: Order, tasks: Iterable[Task], total: int, executor: Executor) -> None:
        self._order = order
        self._tasks: Iterator[Task] = iter(tasks)
        self._fresh = total
        self._executor = executor
        self._cost: float | None = None
        self._size = _FIRST
        self._number = 0
        self._again: deque[tuple[Task, ...]] = deque()
        self._later: deque[Task] = deque()
        self._under_way: dict[int, dict[int, Task]] = {}

    def next(self) -> Chunk | None:
        """The next chunk; None if everything is done or under way."""
        if self._again:
            tasks = self._again.popleft()
        else:
            tasks = tuple(islice(self._tasks, self._next_size()))
            self._fresh -= len(tasks)
            if not tasks and self._later:
                tasks = (self._later.popleft(),)
            if not tasks:
                return None
        self._number += 1
        self._under_way[self._number] = {task.puzzle: task for task in tasks}
        return Chunk(self._number, self._order, tasks)

    def _next_size(self) -> int:
        """How many puzzles the next chunk has."""
        if self._cost is not None:
            wanted = int(min(self._executor.chunk_seconds / max(self._cost, 1e-9), _MOST))
            self._size = min(wanted, self._size * _GROWTH)
        share = -(-self._fresh // (2 * self._executor.parallel))  # at the end, for every worker
        return max(1, min(self._size, share))

    def answered(self, chunk: int, answers: Iterable[Answer]) -> list[tuple[Task, Answer]]:
        """Note answers; return the new ones with their tasks. A puzzle may have been done twice."""
        missing = self._under_way.get(chunk, {})
        new = []
        for answer in answers:
            task = missing.pop(answer.puzzle, None)
            if task is None:
                continue
            new.append((task, answer))
            cost = self._cost
            change = answer.seconds if cost is None else _WEIGHT * (answer.seconds - cost)
            self._cost = (cost or 0.0) + change
        return new

    def over(self, over: Over) -> Task | None:
        """Note the end of a chunk; return the puzzle to blame, if known. Others are retried."""
        missing = self._under_way.pop(over.chunk, {})
        if not missing:
            return None
        suspects: list[Task] = []
        if over.end is not None:
            named = missing if over.suspects is None else over.suspects
            suspects = [missing.pop(puzzle) for puzzle in list(named) if puzzle in missing]
        if missing:
            self._again.append(tuple(missing.values()))
        if len(suspects) == 1:
            return suspects[0]
        size = 1 if len(suspects) <= _ALONE else -(-len(suspects) // 2)
        for first in range(0, len(suspects), size):
            self._again.append(tuple(suspects[first : first + size]))
        return None

    def later(self, task: Task) -> None:
        """Try a puzzle once more, alone, after all others."""
        self._later.append(task)
