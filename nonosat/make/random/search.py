# SPDX-License-Identifier: MIT
"""``random_puzzles``: random puzzles with one solution, one after the other.

Attempts are numbered from 1 on, and each depends only on the requirements, the seed and its number.
Puzzles are yielded in the order of their attempts, even if several processes work, so seed and
number identify a puzzle. A puzzle that is isomorphic to an earlier one (turned, mirrored, in other
colours) is skipped.

For requirements that no picture meets, the search would never end. So a number of attempts in
succession without a puzzle ends the iteration, and the answer has the nearest miss. Rejected: a
bound on time only, which differs from machine to machine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from hashlib import sha256
from itertools import count as numbers
from typing import SupportsIndex

from nonosat.errors import OptionError, shown
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.make.random.answer import Course, RandomPuzzle, RandomPuzzles
from nonosat.make.random.attempts import Found, Miss, attempt
from nonosat.make.random.requirements import Requirements
from nonosat.model.grid import Grid
from nonosat.model.numbers import check_function, whole_number
from nonosat.model.report import Reason

_BATCH = 4
"""Attempts that a worker process does in one go."""
JOB = "nonosat.make.random.search:work"

_Outcome = tuple[Found | Miss, int]


def random_puzzles(
    requirements: Requirements,
    *,
    count: int | None = None,
    seed: SupportsIndex = 0,
    attempt_limit: int = 500,
    jobs: int = 1,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
    progress: Callable[[int], None] | None = None,
) -> RandomPuzzles:
    """Make random puzzles with one solution, each when it is asked for.

    The same options and seed give the same puzzles on every machine, with any number of jobs. Two
    solvers confirm each puzzle; its picture is its goal. All puzzles are different, even when
    turned, mirrored or recoloured.

    A random picture that meets the requirements is not changed. Otherwise its cells exchange
    values, which keeps density and symmetry, until it meets them (a local search;
    ``nonosat/make/random/attempts.py``). So the puzzles are spread over all that meet the
    requirements, but not evenly: pictures with many failing neighbours are over-represented.

    Args:
        requirements: size, density, colours, techniques, ...
        count: how many puzzles; None for no end.
        seed: any whole number.
        attempt_limit: how many attempts (random pictures) in succession may give no puzzle.
        jobs: worker processes, at most one per core.
        time_limit: seconds of wall time, from the request for the first puzzle.
        cancel: an object whose ``cancel()`` any thread may call to end the work.
        progress: called after each attempt, with the number of pictures tried in all.

    Returns:
        An iterator of ``RandomPuzzle``. A limit ends the iteration without an exception: then
        ``reason`` is the limit, and ``nearest`` and ``why_not`` describe the nearest miss. ``str``
        of the iterator says the same in words.

    Raises:
        OptionError: an option makes no sense; raised at once.

    >>> puzzles = random_puzzles(Requirements(10, max_technique="line"), seed=1)
    >>> made = next(puzzles)
    >>> made.technique, made.puzzle.solve().verdict.value
    ('overlap', 'unique')
    >>> made.puzzle.goal.cells.count(1)
    55

    If fewer puzzles exist than the five that are asked for, the loop ends early, with a reason:

    >>> tiny = Requirements(2, density=0.5, allow_boring=True)
    >>> puzzles = random_puzzles(tiny, count=5, attempt_limit=10)
    >>> for made in puzzles:
    ...     print(made.puzzle.goal)
    ..
    ##
    >>> puzzles.reason.value, puzzles.made
    ('work', 1)
    >>> print(puzzles)  # doctest: +ELLIPSIS
    1 of 5 puzzles made; 18 pictures tried; ended early (attempt limit)
    no puzzle in the last 10 attempts; the nearest miss: it is isomorphic to an earlier one ...
    """
    if not isinstance(requirements, Requirements):
        raise OptionError(
            f"requirements {shown(requirements)}: give a Requirements, such as Requirements(20, 15)"
        )
    number = whole_number("seed", seed, least=None)
    course = Course(None if count is None else whole_number("count", count))
    most = whole_number("attempt limit", attempt_limit, least=1)
    workers = whole_number("jobs", jobs, least=1)
    Limits(time_limit=time_limit, cancel=cancel)  # wrong ones are an error now
    check_function("progress", progress)
    source = _made(requirements, number, course, most, workers, time_limit, cancel, progress)
    return RandomPuzzles(course, source)


def _made(
    requirements: Requirements,
    seed: int,
    course: Course,
    most: int,
    jobs: int,
    time_limit: float | None,
    cancel: Cancellation | None,
    progress: Callable[[int], None] | None,
) -> Generator[RandomPuzzle, None, None]:
    """The puzzles; ``course`` is updated."""
    if course.count == 0:
        return
    limits = Limits(time_limit=time_limit, cancel=cancel)
    seen: set[bytes] = set()
    tries = 0
    nearest: Miss | None = None
    outcomes = (
        _outcomes(requirements, seed, limits)
        if jobs == 1
        else _by_workers(requirements, seed, jobs, limits, cancel)
    )
    try:
        for number, (outcome, looked) in enumerate(outcomes, start=1):
            tries += looked
            course.tries += looked
            if progress is not None:
                progress(course.tries)
            if isinstance(outcome, Found):
                assert outcome.puzzle.goal is not None
                key = isomorphism_key(outcome.puzzle.goal)
                if key not in seen:
                    seen.add(key)
                    course.made += 1
                    course.attempts = 0
                    course.nearest = course.why_not = nearest = None
                    yield RandomPuzzle(
                        outcome.puzzle, outcome.technique, outcome.difficulty, seed, number, tries
                    )
                    if course.made == course.count:
                        return
                    tries = 0
                    continue
                result = Miss(outcome.puzzle, isomorphic=True)
            else:
                result = outcome
            course.attempts += 1
            if nearest is None or result.rank(requirements) < nearest.rank(requirements):
                nearest = result
                course.nearest, course.why_not = nearest.puzzle, str(nearest)
            if course.attempts == most:
                course.reason = Reason.WORK
                return
    except Stopped as stopped:
        course.reason = stopped.reason
    finally:
        outcomes.close()


def _outcomes(
    requirements: Requirements, seed: int, limits: Limits
) -> Generator[_Outcome, None, None]:
    for number in numbers(1):
        yield attempt(requirements, seed, number, limits)


@dataclass(frozen=True, slots=True)
class _Task:
    requirements: Requirements
    seed: int
    first: int


def work(task: _Task, emit: Callable[[object], None]) -> list[_Outcome]:
    """Do a batch of attempts in a worker process."""
    from nonosat.workers.channel import Begun

    emit(Begun())
    limits = Limits()
    return [
        attempt(task.requirements, task.seed, number, limits)
        for number in range(task.first, task.first + _BATCH)
    ]


def _by_workers(
    requirements: Requirements,
    seed: int,
    jobs: int,
    limits: Limits,
    cancel: Cancellation | None,
) -> Generator[_Outcome, None, None]:
    """The outcomes of attempts in their order, from several processes.

    Raises:
        Stopped: the time is over, or the work was cancelled.
    """
    from nonosat.workers.pool import Pool
    from nonosat.workers.system import cores

    ready: dict[int, list[_Outcome]] = {}
    wanted = 1
    tasks = (_Task(requirements, seed, first) for first in numbers(1, _BATCH))
    workers = min(jobs, cores())
    with Pool[_Task](JOB, workers, time_limit=lambda _: limits.left, cancel=cancel) as pool:
        for done in pool.run(tasks):
            if done.error is not None:
                raise done.error
            limits.check()
            if done.limit is not None:
                raise Stopped(done.limit)
            ready[done.task.first] = done.answer
            while wanted in ready:
                yield from ready.pop(wanted)
                limits.check()
                wanted += _BATCH
    raise Stopped(Reason.CANCELLED)


def isomorphism_key(grid: Grid) -> bytes:
    """16 bytes that all isomorphic complete grids share: turned, mirrored or recoloured.

    >>> isomorphism_key(Grid("##.")) == isomorphism_key(Grid([".", "#", "#"]))
    True
    >>> isomorphism_key(Grid("ab", "ab")) == isomorphism_key(Grid("ba", "ab"))
    True
    >>> isomorphism_key(Grid("#.#")) == isomorphism_key(Grid("##."))
    False
    """
    faces = []
    for start in (grid, grid.transpose()):
        cells = start.cells
        backwards = cells[::-1]
        rows = range(0, len(cells), start.width)
        mirrored = b"".join(cells[i : i + start.width][::-1] for i in rows)
        faces += [
            (start.height, start.width, _renamed(face))
            for face in (cells, backwards, mirrored, mirrored[::-1])
        ]
    height, width, least = min(faces)
    return sha256(b"%d %d " % (height, width) + least).digest()[:16]


def _renamed(cells: bytes) -> bytes:
    """The cells, with the colours numbered in the order in which they occur."""
    names = bytearray(256)
    number = 0
    for value in dict.fromkeys(cells):
        if value:
            number += 1
            names[value] = number
    return cells.translate(bytes(names))
