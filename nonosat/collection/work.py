# SPDX-License-Identifier: MIT
"""The work on the puzzles of a chunk: solve them, and rate and certify them if asked.

``answers`` does all of it, on any machine. It solves in bulk (``solve_many``) and gives an answer
for each puzzle, in order: a result as plain values, which the owner of the collection stores
unchanged. ``work`` is the job of a worker process of this machine: it sends the answers a few times
a second, and notes which puzzle it works on.

The time limit of a puzzle is for everything together: the rating gets the time that solving leaves,
at most the limit for ratings, the certificate the time that both leave. If time runs out, the
result has the verdict without the missing parts, and the attempt says so.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from nonosat.collection.chunks import Answer, Order, Task
from nonosat.collection.rows import Result, unpack
from nonosat.errors import BackendError, InternalError, NonosatError
from nonosat.formats.native import read_canonical
from nonosat.limits import Limits, Stopped
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report, Verdict
from nonosat.solving.executors import Notes, Parcel
from nonosat.solving.many import solve_many
from nonosat.solving.outcome import goal_status
from nonosat.solving.question import Question
from nonosat.words import unrated_words
from nonosat.workers.channel import Begun
from nonosat.workers.system import processor_time

if TYPE_CHECKING:
    from nonosat.explain.rating import Rating


_SEND_SECONDS = 0.2
"""How often a worker sends its answers."""

_SMALL = Task(0, Puzzle([[1], [1], [2], []], [[1], [1], [1], [1]]).canonical_text().encode(), None)
"""A puzzle with several solutions: it passes through all stages."""

_TOGETHER_SECONDS = 0.1
"""Puzzles are at work together if they take at most this time together; limits are per puzzle."""

_LOOK_SECONDS = 0.02
"""How often processor time is measured."""

_warm: set[str] = set()
"""The questions that this process has answered before."""

_notes: dict[str, Notes] = {}
"""The files that this process has mapped."""


class Position:
    """How many puzzles of a chunk are finished, and how many of the next are at work.

    The core works on several at once, as ``solve_many`` takes them; then their reports come one by
    one. So after the first of these reports, only the next puzzle can be at work.

    ``moved`` is called after each change.
    """

    def __init__(self, moved: Callable[[int, int], None] = lambda finished, busy: None) -> None:
        self._moved = moved
        self._taken = 0
        self._finished = 0

    def take(self) -> None:
        """Note that one more puzzle is taken."""
        self._taken += 1
        self._moved(self._finished, self._taken - self._finished)

    def finish(self) -> None:
        """Note that one more puzzle is done."""
        self._finished += 1
        self._moved(self._finished, min(1, self._taken - self._finished))

    def begin_again(self) -> None:
        """Note that puzzles that were taken and not finished will be taken again."""
        self._taken = self._finished


class _Sender:
    """Collects answers and sends them a few times a second, also while a long puzzle is at work."""

    def __init__(self, emit: Callable[[object], None]) -> None:
        self._emit = emit
        self._waiting: list[Answer] = []
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._send, daemon=True)
        self._thread.start()

    def put(self, answer: Answer) -> None:
        """Send an answer soon."""
        with self._lock:
            self._waiting.append(answer)

    def end(self) -> list[Answer]:
        """End the sending; return the answers that were not sent yet."""
        self._over.set()
        self._thread.join()
        return self._waiting

    def _send(self) -> None:
        while not self._over.wait(_SEND_SECONDS):
            with self._lock:
                ready, self._waiting = self._waiting, []
            if ready:
                self._emit(ready)


def work(parcel: Parcel, emit: Callable[[object], None]) -> list[Answer]:
    """Do a chunk in a worker process: emit answers, and return the last ones."""
    chunk = parcel.chunk
    if chunk.order.key not in _warm:
        list(answers(chunk.order, [_SMALL]))
        _warm.add(chunk.order.key)
    if parcel.notes not in _notes:
        _notes[parcel.notes] = Notes(parcel.notes)
    notes, clock, begun = _notes[parcel.notes], time.monotonic, time.monotonic()

    def moved(finished: int, busy: int) -> None:
        notes.write(parcel.place, chunk.number, finished, busy, begun, clock())

    emit(Begun())
    position = Position(moved)
    moved(0, 0)
    sender = _Sender(emit)
    try:
        for answer in answers(chunk.order, chunk.tasks, position):
            sender.put(answer)
    finally:
        rest = sender.end()
    return rest


def answers(
    order: Order, tasks: Sequence[Task], position: Position | None = None
) -> Iterator[Answer]:
    """Do puzzles one after the other: an answer for each, in order.

    Raises:
        BackendError: the backend is not installed, so that every puzzle would fail.
    """
    position = position or Position()
    done = 0
    pace = _Pace()
    while done < len(tasks):
        position.begin_again()
        some = tasks[done : done + pace.together]
        since = time.monotonic()
        try:
            with _bugs_named():
                for report in solve_many(_puzzles(some, position), **order.options):
                    answer = _answer(order, tasks[done], report, pace)
                    done += 1
                    position.finish()
                    yield answer
                    since = time.monotonic()
            continue
        except BackendError:
            raise
        except MemoryError:
            end, text = "memory", "the memory is exhausted"
        except NonosatError as error:
            end, text = "error", str(error)
        yield Answer(tasks[done].puzzle, end, text, time.monotonic() - since, None)
        done += 1
        position.finish()


class _Pace:
    """How long puzzles take, and which share of the processor this process gets."""

    def __init__(self) -> None:
        self._begun = self._looked = time.monotonic()
        self._cpu = processor_time()
        self._share = 1.0
        self._seconds = 0.0
        self._puzzles = 0

    @property
    def together(self) -> int:
        """How many puzzles may be at work at once: one, unless they are easy."""
        if not self._puzzles:
            return 1
        return max(1, int(_TOGETHER_SECONDS * self._puzzles / max(self._seconds, 1e-9)))

    def cpu(self, seconds: float) -> float:
        """The processor time of a puzzle that took ``seconds``, by the mean share so far.

        Puzzles that are at work together cannot be measured apart.
        """
        self._seconds += seconds
        self._puzzles += 1
        now = time.monotonic()
        if now - self._looked > _LOOK_SECONDS:
            self._looked = now
            self._share = min(1.0, (processor_time() - self._cpu) / (now - self._begun))
        return seconds * self._share


@contextmanager
def _bugs_named() -> Iterator[None]:
    """Turn a bug into an error of the puzzle that shows it, so that the work goes on."""
    try:
        yield
    except (NonosatError, MemoryError):
        raise
    except Exception as error:
        raise InternalError(f"{type(error).__name__}: {error}") from error


def _puzzles(tasks: Iterable[Task], position: Position) -> Iterator[Puzzle]:
    for task in tasks:
        position.take()
        yield _read(task)


def _read(task: Task) -> Puzzle:
    return read_canonical(unpack(task.content).decode())


def _answer(order: Order, task: Task, report: Report, pace: _Pace) -> Answer:
    """The answer for a report, with the rating and the certificate that are asked for."""
    rating, certificate, text, seconds = None, None, None, report.seconds
    if order.rate or order.certificates:
        limit = order.time_limit
        limits = Limits(time_limit=None if limit is None else max(0.0, limit - report.seconds))
        puzzle = report.puzzle or _read(task)
        if order.rate:
            lefts = [left for left in (limits.left, order.rate_limit) if left is not None]
            rating = _rating(puzzle, min(lefts, default=None))
            text = None if rating.reason is None else unrated_words(rating.reason)
        if order.certificates and report.verdict is not Verdict.UNKNOWN:
            certificate, uncertified = _certificate(puzzle, report, limits)
            text = "; ".join(words for words in (text, uncertified) if words) or None
        seconds += limits.passed
    if task.goal is not None:
        known = report.known
        picture = Grid.from_cells(known.height, known.width, task.goal, known.letters)
        question = Question((report.puzzle or _read(task)).with_goal(picture), None, 2)
        report = replace(report, goal=goal_status(report.verdict, report.solutions, question))
    result = Result.of(
        task.puzzle,
        report,
        cpu=pace.cpu(report.seconds),
        rating=None if rating is None else rating.as_dict(),
        difficulty=None if rating is None else rating.difficulty,
        technique=None if rating is None else rating.technique,
        certificate=certificate,
    )
    return Answer(task.puzzle, "done", text, seconds, result.row())


def _rating(puzzle: Puzzle, seconds: float | None) -> Rating:
    from nonosat.explain.rating import rate

    return rate(puzzle, other_programs=True, time_limit=seconds)  # exports begin with those numbers


def _certificate(puzzle: Puzzle, report: Report, limits: Limits) -> tuple[bytes | None, str | None]:
    """A certificate, or why it is missing."""
    from nonosat.proof.writer import certificate
    from nonosat.words import uncertified_words

    try:
        return certificate(puzzle, report, limits).data, None
    except Stopped as stopped:
        return None, uncertified_words(stopped.reason)
