# SPDX-License-Identifier: MIT
"""Executors do the work of judging. Here: their protocol, and processes of this machine.

**The protocol.** ``judging`` cuts the open puzzles into chunks and stores the answers; an executor
has the chunks done anywhere. ``run(source)`` is a generator:

- It calls ``source()`` for the next ``Chunk`` when it has room for one (``parallel`` chunks are at
  work at a time, and any number may wait). None means that there is no chunk now; the executor asks
  again after the next event. The work is over when no chunk is under way and ``source()`` gives
  None.
- It yields ``Answers`` as they arrive, any number for a chunk, and at the end of each chunk one
  ``Over``. It yields None at least every half second, so that answers are written in time.
- Puzzles of a finished chunk without an answer are retried. ``Over.end`` gives the reason: None if
  no puzzle is to blame (a machine went away); else ``suspects`` are the puzzles that may have ended
  the work (None: any of the chunk). A single suspect is marked; several are retried one by one, so
  an executor need not find the culprit.
- Closing the generator ends all work at once. A NonosatError that it raises ends the judging.

A worker runs ``work.answers``; only plain values travel. The executor enforces the hard limits
``Order.time_limit`` and ``Order.memory_limit`` for each puzzle, also inside a chunk.

**Processes of this machine** are those of ``workers.pool``. A message for each puzzle costs about a
third of solving the easiest puzzles. So a worker sends its answers a few times a second, and notes
the puzzle at hand in a small file that worker and owner map into memory, which costs a tenth of
that. The owner reads the notes when a limit is near and when a worker has ended.

Rejected: a message before each puzzle; a reporting thread in the worker, since a solver that holds
the interpreter's lock stops it exactly when it is needed.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from nonosat.errors import InternalError
from nonosat.formats.files import scratch_folder
from nonosat.limits import GRACE_SECONDS, Cancellation
from nonosat.model.report import Reason
from nonosat.workers.channel import WorkerEndedError
from nonosat.workers.pool import Done, Pool

JOB = "nonosat.solving.executors:work"
"""The function that a worker process runs: it finds the job of the chunk."""
JUDGE = "nonosat.collection.work:work"
"""The job of a chunk of puzzles."""

_CHUNK_SECONDS = 0.5
"""How long a chunk should take: its messages cost some milliseconds."""

_MOST_FALSE_STARTS = 4
"""After this many workers in succession that ended before they began, the run fails."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Tasks that one worker does, one after the other. ``number`` is unique.

    A task is a puzzle to judge or a cube of one puzzle, and has its number, ``puzzle``. ``order``
    is the question about each; it has ``time_limit``, seconds, and ``memory_limit``, MiB. ``job``
    is the function that a worker process runs for a ``Parcel``, as for ``workers.channel.Worker``:
    as text, because its module imports this module.
    """

    number: int
    order: Any
    tasks: Sequence[Any]
    job: str = JUDGE


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers to some tasks of a chunk; their type depends on its job."""

    chunk: int
    answers: list[Any]


@dataclass(frozen=True, slots=True)
class Over:
    """A chunk is over; its puzzles without an answer are done again.

    ``end``: why it ended early: time, memory or killed; None if it did not, or if no puzzle is to
    blame. ``text``: more about it. ``suspects``: the numbers of the puzzles that may be the cause;
    None for all without an answer. ``seconds``: how long the puzzle took.
    """

    chunk: int
    end: str | None = None
    text: str = ""
    suspects: tuple[int, ...] | None = None
    seconds: float = 0.0


Event: TypeAlias = Answers | Over


class Executor(Protocol):
    """Runs chunks. The head of this module describes the protocol."""

    @property
    def parallel(self) -> int:
        """How many chunks are at work at a time."""

    @property
    def chunk_seconds(self) -> float:
        """How long a chunk should take."""

    def run(self, source: Callable[[], Chunk | None]) -> Generator[Event | None, None, None]:
        """Do chunks until there are no more."""


_NOTE = struct.Struct("<qqqdd")
_NOTE_BYTES = 64


class Note(NamedTuple):
    """The state of a worker: its chunk, how many puzzles of the chunk are finished, how many of the
    next are at work, when the chunk began, and when these puzzles began, by the monotonic clock."""

    chunk: int
    finished: int
    busy: int
    begun: float
    since: float


class Notes:
    """A small file that processes map into memory, with a place for the note of each worker."""

    def __init__(self, path: str, places: int | None = None) -> None:
        """``places``: create the file with this number of places; None: open an existing file."""
        if places is not None:
            # Written, not only sized: writing to a page that a full disk cannot hold is fatal.
            Path(path).write_bytes(bytes(places * _NOTE_BYTES))
        with open(path, "r+b") as file:
            self._map = mmap.mmap(file.fileno(), 0)

    def write(
        self, place: int, chunk: int, finished: int, busy: int, begun: float, since: float
    ) -> None:
        """Write the state of the worker at ``place``."""
        _NOTE.pack_into(self._map, place * _NOTE_BYTES, chunk, finished, busy, begun, since)

    def read(self, place: int) -> Note:
        """The state of the worker at ``place``."""
        return Note(*_NOTE.unpack_from(self._map, place * _NOTE_BYTES))

    def close(self) -> None:
        """Unmap the file."""
        self._map.close()


@dataclass(frozen=True, slots=True)
class Parcel:
    """The message to a worker process: a chunk, and the place for the notes of its state."""

    chunk: Chunk
    notes: str
    place: int


class _Processes:
    """Worker processes, the file of their notes, and the answers that they have sent."""

    def __init__(self, jobs: int, memory_limit: int | None, job: str) -> None:
        self._owned = ExitStack()
        self.path = os.path.join(self._owned.enter_context(scratch_folder()), "notes")
        self.notes = self._owned.enter_context(closing(Notes(self.path, jobs)))
        self.heard: list[Event] = []
        self.pool: Pool[Parcel] = Pool(
            job,
            jobs,
            time_limit=lambda parcel: _end(parcel, self.notes),
            memory_limit=memory_limit,
            kept_below=None if memory_limit is None else memory_limit // 2,
            cancel=Cancellation(),  # so that a step of the pool never waits long
            heard=self._hear,
        )
        self._owned.enter_context(self.pool)

    def _hear(self, parcel: Parcel, answers: list[Any]) -> None:
        self.heard.append(Answers(parcel.chunk.number, answers))

    def close(self) -> None:
        """End the processes."""
        self._owned.close()


class LocalExecutor:
    """Worker processes of this machine, at most ``jobs`` at a time.

    ``memory_limit``: MiB for each puzzle. ``keep``: keep the processes from one ``run`` to the
    next, since they take a while to start; then ``close`` ends them. ``job``: the function that
    they run, as for ``workers.channel.Worker``.
    """

    chunk_seconds = _CHUNK_SECONDS

    def __init__(
        self, jobs: int, *, memory_limit: int | None = None, keep: bool = False, job: str = JOB
    ) -> None:
        self.parallel = jobs
        self._keep = keep
        self._job = job
        self._processes: _Processes | None = None
        self.memory_limit = memory_limit

    def close(self) -> None:
        """End the processes."""
        if self._processes is not None:
            self._processes.close()
            self._processes = None

    def run(self, source: Callable[[], Chunk | None]) -> Generator[Event | None, None, None]:
        """Do chunks until there are no more."""
        if self._processes is None:
            self._processes = _Processes(self.parallel, self.memory_limit, self._job)
        whole = False
        try:
            yield from self._run(source, self._processes)
            whole = True
        finally:
            if not (whole and self._keep):
                self.close()

    def _run(
        self, source: Callable[[], Chunk | None], own: _Processes
    ) -> Generator[Event | None, None, None]:
        places = list(range(self.parallel))
        under_way = 0
        false_starts = 0
        heard, notes, pool = own.heard, own.notes, own.pool
        heard.clear()
        while True:
            while places and (chunk := source()) is not None:
                parcel = Parcel(chunk, own.path, places.pop())
                notes.write(parcel.place, -1, 0, 0, 0.0, 0.0)
                pool.give(parcel)
                under_way += 1
            if not under_way:
                return
            for done in pool.step():
                under_way -= 1
                places.append(done.task.place)
                note = notes.read(done.task.place)
                begun = note.chunk == done.task.chunk.number
                if done.answer:
                    heard.append(Answers(done.task.chunk.number, done.answer))
                false_starts = 0 if begun else false_starts + 1
                if false_starts > _MOST_FALSE_STARTS:
                    raise InternalError(f"worker processes end before they begin: {done.error}")
                heard.append(_over(done, note if begun else None))
            yield from heard
            heard.clear()
            yield None


def work(parcel: Parcel, emit: Callable[[object], None]) -> list[Any]:
    """Do a chunk in a worker process."""
    module, _, name = parcel.chunk.job.partition(":")
    answers: list[Any] = getattr(import_module(module), name)(parcel, emit)
    return answers


def _end(parcel: Parcel, notes: Notes) -> float | None:
    """The seconds from the start of the chunk until the puzzle at work exceeds its time.

    If several puzzles are at work together, each may need all of its time.
    """
    limit: float | None = parcel.chunk.order.time_limit
    if limit is None:
        return None
    note = notes.read(parcel.place)
    if note.chunk != parcel.chunk.number:
        return limit + GRACE_SECONDS
    return note.since - note.begun + max(1, note.busy) * limit + GRACE_SECONDS


def _over(done: Done[Parcel], note: Note | None) -> Over:
    """How a chunk ended. ``note``: the last state of its worker; None if it had not begun."""
    chunk = done.task.chunk
    if done.error is None and done.limit is None:
        return Over(chunk.number)
    if done.error is not None and not isinstance(done.error, WorkerEndedError):
        raise done.error
    if note is None:  # no puzzle was tried
        return Over(chunk.number)
    last = note.finished + max(1, note.busy)  # between two puzzles, the next is suspected
    suspects = tuple(task.puzzle for task in chunk.tasks[note.finished : last])
    if isinstance(done.error, WorkerEndedError):
        end, text = "killed", _death(done.error.code)
    elif done.limit is Reason.MEMORY:
        end, text = "memory", "its worker exceeded the memory limit"
    else:
        end, text = "time", "it did not end by itself at its time limit"
    seconds = max(0.0, done.seconds - (note.since - note.begun))
    return Over(chunk.number, end, text, suspects, seconds)


def _death(code: int) -> str:
    """How a process ended, in words."""
    if code < 0:
        return f"its worker was ended by signal {-code}"
    return f"its worker ended with exit code {code}"
