# SPDX-License-Identifier: MIT
"""``judge``: finds a verdict for every puzzle of a collection, and stores each as it comes.

One process owns the collection. It reads the puzzles that have no result under the question, gives
them to an executor in chunks, and writes the answers about once a second in one transaction:
results together with the attempts that led to them. A puzzle is open until it has a result, so
nothing else has to be remembered. After an interruption the same command continues; at most the
puzzles at work and the results of the last second are lost.

A puzzle that ends its worker, or exceeds a hard limit, gets an attempt that says so. It is tried
again after all others, ``retries`` times. Then a limit is its result (unknown: time, or memory). If
its worker died, it has no result; a later run may ask for more retries.

Two processes that judge the same collection would do the same work twice. So the judging process
locks a small file beside the collection (``one_judge``), and writes its process number into it for
the message to others. The lock belongs to the open file, not to its content, so no cleaning up is
needed after ``kill -9`` or a power cut. Other work on the collection does not need the lock.

Durations are measured by the monotonic clock. The cost for each puzzle beside solving is 0.1 ms or
less (docs/experiments.md, "Collections").

Rejected: workers that write themselves, since SQLite has one writer at a time and remote workers
have no file; a table of puzzles at work, which a crash leaves behind; a row with the number of the
judging process, which outlives it; a lock on the collection itself, which SQLite drops when the
file is closed here.
"""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Unpack

from nonosat.collection.chunks import Chunks, Order, Task
from nonosat.collection.rows import Attempt, OpenPuzzle, Result, ResultRow, now
from nonosat.collection.store import Store, Which
from nonosat.collection.where import numbers
from nonosat.errors import CollectionError
from nonosat.limits import Cancellation
from nonosat.model import numbers as checks
from nonosat.model.numbers import whole_number
from nonosat.model.plain import plain_fields
from nonosat.solving.executors import Answers, Chunk, Executor, LocalExecutor, Over
from nonosat.solving.options import EachOptions, checked, checked_jobs
from nonosat.solving.question import RATE_SECONDS, question_key
from nonosat.words import UNRATED
from nonosat.workers import system

_WRITE_SECONDS = 1.0
"""How often results are written."""
_MOST_WAITING = 20_000
"""At most this many results wait to be written."""
_WINDOW_SECONDS = 30.0
"""The rate is measured over these last seconds."""
_SHOW_SECONDS = 0.2
"""How often progress is shown."""
_LIMITS = ("time", "memory")
"""If the last attempt ends like this, the limit is the result."""


class JudgeOptions(EachOptions, total=False):
    """The keywords of ``judge``."""

    jobs: int
    rate: bool
    rate_limit: float | None
    certificates: bool
    retries: int
    where: str | None
    shard: tuple[int, int] | None
    only: Iterable[int] | None
    limit: int | None
    progress: Callable[[JudgeProgress], None] | None
    executor: Executor | None
    cancel: Cancellation | None


@dataclass(frozen=True, slots=True)
class JudgeProgress:
    """The progress of the work.

    ``done`` of ``total`` puzzles are done, ``failed`` of these without a result. ``rate``: puzzles
    per second; ``remaining``: seconds at that rate; None until they are known.
    """

    done: int
    total: int
    failed: int
    seconds: float
    rate: float | None
    remaining: float | None


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a run of ``judge``, in numbers.

    ``question``: the key. ``open``: how many puzzles it had to judge. ``judged``: how many results
    it stored; ``verdicts``: how many of each. ``failed``: the puzzles that still have no result, by
    the end of their last attempt. ``attempts``: how many attempts failed. ``seconds``: wall time.
    ``unrated``: the numbers of the puzzles whose rating a limit ended.
    """

    question: str
    open: int
    judged: int
    verdicts: dict[str, int]
    failed: dict[str, int]
    attempts: int
    seconds: float
    unrated: tuple[int, ...] = ()

    as_dict = plain_fields


def judge(
    store: Store,
    *,
    jobs: int = 1,
    rate: bool = False,
    rate_limit: float | None = RATE_SECONDS,
    certificates: bool = False,
    retries: int = 1,
    where: str | None = None,
    shard: tuple[int, int] | None = None,
    only: Iterable[int] | None = None,
    limit: int | None = None,
    progress: Callable[[JudgeProgress], None] | None = None,
    executor: Executor | None = None,
    cancel: Cancellation | None = None,
    **options: Unpack[EachOptions],
) -> Judged:
    """Judge the puzzles of a collection that have no result yet under this question.

    Args:
        store: the collection, open for writing.
        jobs: worker processes, at most one per core.
        rate: rate the puzzles, too.
        rate_limit: seconds for the rating of a puzzle; None for no limit. A puzzle that needs more
            gets its verdict and the difficulty, if that was found; ``unrated`` has its number.
        certificates: make a certificate of each verdict, too.
        retries: how often a puzzle that ended its worker is tried again.
        shard: ``(3, 16)`` for the third of 16 equal parts of the collection.
        where: a condition in SQL on the columns of the view ``puzzles``.
        only: the numbers of the puzzles to judge, in place of ``where``.
        limit: at most this number of puzzles.
        progress: called a few times a second.
        executor: does the work, in place of processes of this machine.
        cancel: ends the work from another thread; the same call continues it.
        **options: as for ``solve``: the preset (by default ``fast``), limits for each puzzle.

    Raises:
        OptionError: an option is unknown or makes no sense, or the condition is invalid.
        LimitError: the condition takes too long.
        CollectionError: the collection cannot be written, or another process judges it.
        BackendError: the backend is not installed, or no process can be started.
    """
    options = {"preset": "fast", **options}
    asked = checked(**options, cancel=cancel)
    jobs = checked_jobs(jobs)
    retries = whole_number("retries", retries)
    if limit is not None:
        limit = whole_number("limit", limit)
    left = None if rate_limit is None else checks.seconds("rate limit", rate_limit)
    key = question_key(asked, rate=rate, certificates=certificates, rate_limit=left)
    memory_limit = options.pop("memory_limit", None)
    order = Order(key.key, options, memory_limit, rate, certificates, left)
    store.need_write()
    with one_judge(store.path):
        question = store.question(key.key, key.text, preset=key.preset, version=key.version)
        if only is None and where is not None:
            only = numbers(store.path, where)
        chosen = None if only is None else list(only)
        which: Which = {"shard": shard, "only": chosen, "most_attempts": retries + 1}
        total = store.count_open(question, **which)
        if limit is not None:
            total = min(total, limit)
        run = _Run(store, question, total, retries, progress)
        if total:
            if executor is None:
                executor = LocalExecutor(min(jobs, total), memory_limit=memory_limit)
            found = store.open_puzzles(question, **which)
            tasks = run.tasks(islice(found, total))
            run.work(executor, Chunks(order, tasks, total, executor), cancel)
        return run.judged(key.key)


class _Run:
    """One run: the answers that came back, which of them are stored, and the progress."""

    def __init__(
        self,
        store: Store,
        question: int,
        total: int,
        retries: int,
        progress: Callable[[JudgeProgress], None] | None,
    ) -> None:
        self._store = store
        self._question = question
        self._total = total
        self._retries = retries
        self._progress = progress
        self._begun = self._written = self._shown = time.monotonic()
        self._rates: deque[tuple[float, int]] = deque([(self._begun, 0)])
        self._vain: dict[int, int] = {}  # failed attempts, by puzzle
        self._given: dict[int, str] = {}  # when each chunk was given out, for people
        self._noted: str | None = None
        self._results: list[ResultRow] = []
        self._attempts: list[Attempt] = []
        self._judged = self._in_vain = 0
        self._verdicts: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()
        self._unrated: list[int] = []

    def tasks(self, found: Iterable[OpenPuzzle]) -> Iterator[Task]:
        """The tasks for open puzzles."""
        for puzzle in found:
            if puzzle.attempts:
                self._vain[puzzle.id] = puzzle.attempts
            yield Task(puzzle.id, puzzle.content, puzzle.goal)

    def work(self, executor: Executor, chunks: Chunks, cancel: Cancellation | None) -> None:
        """Let the executor judge all puzzles, and write the results as they come."""

        def source() -> Chunk | None:
            chunk = chunks.next()
            if chunk is not None:
                self._noted = self._given[chunk.number] = now(after=self._noted)
            return chunk

        events = executor.run(source)
        try:
            for event in events:
                if isinstance(event, Answers):
                    self._take(event, chunks)
                elif isinstance(event, Over):
                    self._end(event, chunks)
                self._look()
                if cancel is not None and cancel.cancelled:
                    break
        finally:
            events.close()
            self._write()

    def _take(self, event: Answers, chunks: Chunks) -> None:
        """Take the answers to some puzzles."""
        begun = self._given[event.chunk]
        for task, (puzzle, end, text, seconds, row) in chunks.answered(event.chunk, event.answers):
            if row is None:
                self._mark(task, Attempt(puzzle, begun, seconds, end, text), chunks)
            else:
                self._results.append(row)
                self._attempts.append(Attempt(puzzle, begun, seconds, end, text))
                self._verdicts[row[0][1]] += 1
                if (text or "").startswith(UNRATED):
                    self._unrated.append(puzzle)

    def _end(self, event: Over, chunks: Chunks) -> None:
        """Note the end of a chunk, for which a puzzle may be to blame."""
        begun = self._given.pop(event.chunk)
        task = chunks.over(event)
        if task is not None and event.end is not None:
            attempt = Attempt(task.puzzle, begun, event.seconds, event.end, event.text)
            self._mark(task, attempt, chunks)

    def _mark(self, task: Task, attempt: Attempt, chunks: Chunks) -> None:
        """After a failed attempt: retry, make the limit the result, or leave the puzzle open."""
        self._attempts.append(attempt)
        self._in_vain += 1
        tried = self._vain[task.puzzle] = self._vain.get(task.puzzle, 0) + 1
        if tried <= self._retries:
            chunks.later(task)
        elif attempt.end in _LIMITS:
            reached = Result(
                task.puzzle, "unknown", attempt.end, None, None, attempt.seconds, stages=()
            )
            self._results.append(reached.row())
            self._verdicts["unknown"] += 1
        else:
            self._failed[attempt.end] += 1

    def _look(self) -> None:
        """Write results and show progress, if it is time."""
        at = time.monotonic()
        if at - self._written >= _WRITE_SECONDS or len(self._results) >= _MOST_WAITING:
            self._write()
        if self._progress is not None and at - self._shown >= _SHOW_SECONDS:
            self._shown = at
            self._progress(self._state(at))

    def _write(self) -> None:
        """Store new results in one transaction. Repeating it after an interruption is harmless."""
        if self._attempts:
            self._judged += self._store.record(self._question, self._results, self._attempts)
            self._results, self._attempts = [], []
        self._written = time.monotonic()

    def _state(self, at: float) -> JudgeProgress:
        failed = self._failed.total()
        done = self._verdicts.total() + failed
        rates = self._rates
        rates.append((at, done))
        while len(rates) > 2 and at - rates[0][0] > _WINDOW_SECONDS:
            rates.popleft()
        since, before = rates[0]
        rate = (done - before) / (at - since) if done > before else None
        remaining = None if rate is None else (self._total - done) / rate
        return JudgeProgress(done, self._total, failed, at - self._begun, rate, remaining)

    def judged(self, key: str) -> Judged:
        """The result of the run."""
        return Judged(
            question=key,
            open=self._total,
            judged=self._judged,
            verdicts=dict(self._verdicts),
            failed=dict(self._failed),
            attempts=self._in_vain,
            seconds=time.monotonic() - self._begun,
            unrated=tuple(sorted(self._unrated)),
        )


SUFFIX = "-judge"
"""Added to the name of the collection, for the name of the lock file."""


@contextmanager
def one_judge(path: str) -> Iterator[None]:
    """Be the only judge of the collection ``path`` in the block.

    Raises:
        CollectionError: another process judges it, or the file cannot be written.
    """
    name = path + SUFFIX
    lock = _locked(name, path)
    try:
        os.ftruncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())
        yield
    finally:
        system.remove_locked(name, lock)


def _locked(name: str, path: str) -> int:
    """The file of that name, open and locked."""
    while True:
        try:
            lock = os.open(name, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise CollectionError(f"{name}: {error.strerror}", writing=True) from None
        try:
            system.lock(lock)
            if os.path.exists(name) and os.path.samestat(os.fstat(lock), os.stat(name)):
                return lock
        except BlockingIOError:
            os.lseek(lock, 0, os.SEEK_SET)
            owner = os.read(lock, 20).decode("ascii", "replace").strip() or "(number unknown)"
            os.close(lock)
            raise CollectionError(
                f"{path}: process {owner} is judging this collection: wait for it, or end it",
                writing=True,
            ) from None
        except OSError as error:
            os.close(lock)
            raise CollectionError(f"{name}: {error.strerror}", writing=True) from None
        os.close(lock)  # its owner has just removed it
