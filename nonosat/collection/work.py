# SPDX-License-Identifier: MIT
"""What a worker does for a collection: solve, and rate and certify if that is asked for.

``answers`` is all of it, wherever it runs. It solves in bulk (``solve_many``) and gives an answer
for each puzzle, in order: a result as plain values, ready to be stored, so that the owner of the
store has nothing to compute. ``work`` is the job of a worker process of this machine: it sends the
answers a few times a second, and notes at which puzzle it is.

The time limit of a puzzle is for everything together: the rating has what solving has left of it,
the certificate what both have left. What does not fit is missing from the result, and the attempt
says so; the verdict stands.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from nonosat.canonical import read_canonical
from nonosat.collection.content import unpack
from nonosat.collection.executors import Answer, Note, Notes, Order, Parcel, Task
from nonosat.collection.rows import Result
from nonosat.errors import BackendError, InternalError, NonosatError
from nonosat.grid import Grid
from nonosat.limits import Limits, Stopped
from nonosat.puzzle import Puzzle
from nonosat.report import Report, Verdict
from nonosat.solving.many import solve_many
from nonosat.solving.outcome import goal_status
from nonosat.workers.messages import Begun
from nonosat.workers.process import processor_time

if TYPE_CHECKING:
    from nonosat.explain.rating import Rating

__all__ = ["Position", "answers", "work"]

_SEND_SECONDS = 0.2
"""How often a worker sends its answers."""

_SMALL = Task(0, Puzzle([[1], [1], [2], []], [[1], [1], [1], [1]]).canonical_text().encode(), None)
"""A puzzle with several solutions: it passes through all stages."""

_warm: set[str] = set()
"""The questions that this process has answered before."""

_notes: dict[str, Notes] = {}
"""The files that this process has mapped."""


class Position:
    """How many puzzles of a chunk were taken and finished; ``moved`` hears of each change."""

    def __init__(self, moved: Callable[[int, int], None] = lambda taken, finished: None) -> None:
        self.taken = 0
        self.finished = 0
        self._moved = moved

    def take(self, taken: int) -> None:
        """The first ``taken`` puzzles are taken: somebody works on them, or has."""
        self.taken = max(self.taken, taken)
        self._moved(self.taken, self.finished)

    def finish(self, finished: int) -> None:
        """The first ``finished`` puzzles are done."""
        self.finished = finished
        self._moved(self.taken, finished)


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
        """Send it soon."""
        with self._lock:
            self._waiting.append(answer)

    def end(self) -> list[Answer]:
        """End the sending: the answers that were not sent yet."""
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
    """Do a chunk in a worker process: the last answers; those before them are emitted."""
    chunk = parcel.chunk
    if chunk.order.key not in _warm:
        list(answers(chunk.order, [_SMALL]))
        _warm.add(chunk.order.key)
    if parcel.notes not in _notes:
        _notes[parcel.notes] = Notes(parcel.notes)
    notes, clock, begun = _notes[parcel.notes], time.monotonic, time.monotonic()

    def moved(taken: int, finished: int) -> None:
        notes.write(parcel.place, Note(chunk.number, taken, finished, begun, clock()))

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
        BackendError: what would happen with every puzzle: the backend is not installed.
    """
    position = position or Position()
    done = 0
    while done < len(tasks):
        first = done
        try:
            begun, cpu = time.monotonic(), processor_time()
            with _bugs_named():
                for report in solve_many(_puzzles(tasks, first, position), **order.options):
                    answer = _answer(order, tasks[done], report, begun, cpu)
                    done += 1
                    position.finish(done)
                    yield answer
                    begun, cpu = time.monotonic(), processor_time()
            if done < len(tasks):
                raise InternalError("solve_many has lost a puzzle")
        except BackendError:
            raise
        except MemoryError:
            end, text = "memory", "the memory is exhausted"
        except NonosatError as error:
            end, text = "error", str(error)
        else:
            return
        yield Answer(tasks[done].puzzle, end, text, time.monotonic() - begun, None)
        done += 1
        position.finish(done)


@contextmanager
def _bugs_named() -> Iterator[None]:
    """A bug is an error of the puzzle that shows it, and no more."""
    try:
        yield
    except (NonosatError, MemoryError):
        raise
    except Exception as error:
        raise InternalError(f"{type(error).__name__}: {error}") from error


def _puzzles(tasks: Sequence[Task], first: int, position: Position) -> Iterator[Puzzle]:
    for number in range(first, len(tasks)):
        position.take(number + 1)
        yield _read(tasks[number])


def _read(task: Task) -> Puzzle:
    return read_canonical(unpack(task.content).decode())


def _answer(order: Order, task: Task, report: Report, begun: float, cpu: float) -> Answer:
    """The answer that a report is, with the rating and the certificate that are asked for."""
    rating, certificate, text = None, None, None
    if order.rate or order.certificates:
        puzzle = _read(task) if report.puzzle is None else report.puzzle
        if order.rate:
            rating = _rating(puzzle, _rest(order, begun))
        if order.certificates and report.verdict is not Verdict.UNKNOWN:
            certificate, text = _certificate(puzzle, report, _rest(order, begun))
    if task.goal is not None:
        known = report.known
        picture = Grid.from_cells(known.height, known.width, task.goal, known.letters)
        goal = goal_status(picture, report.verdict, report.solutions, lambda: _read(task))
        report = replace(report, goal=goal)
    result = Result.of(
        task.puzzle,
        report,
        cpu=processor_time() - cpu,
        rating=None if rating is None else rating.as_dict(),
        effort=None if rating is None else rating.effort,
        technique=None if rating is None else rating.technique,
        certificate=certificate,
    )
    return Answer(task.puzzle, "done", text, time.monotonic() - begun, result.row())


def _rest(order: Order, begun: float) -> float | None:
    """The seconds that a puzzle has left."""
    limit = order.time_limit
    return None if limit is None else max(0.0, limit - (time.monotonic() - begun))


def _rating(puzzle: Puzzle, seconds: float | None) -> Rating:
    from nonosat.explain.rating import rate

    return rate(puzzle, time_limit=seconds)


def _certificate(
    puzzle: Puzzle, report: Report, seconds: float | None
) -> tuple[bytes | None, str | None]:
    """A certificate, or why there is none."""
    from nonosat.proof.writer import certificate
    from nonosat.words import uncertified_words

    try:
        return certificate(puzzle, report, Limits(time_limit=seconds)).data, None
    except Stopped as stopped:
        return None, uncertified_words(stopped.reason)
