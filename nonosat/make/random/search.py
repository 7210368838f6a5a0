# SPDX-License-Identifier: MIT
"""``random_puzzles``: random puzzles with one solution, one after the other; ``puzzle_ladder``:
such puzzles whose difficulty climbs.

Attempts are numbered from 1 on, and each depends only on the requirements, the seed and its number.
Puzzles are yielded in the order of their attempts, even if several processes work, so seed and
number identify a puzzle. A puzzle that is isomorphic to an earlier one (turned, mirrored, in other
colours) is skipped.

For requirements that no picture meets, the search would never end. So a number of attempts in
succession without a puzzle ends the iteration, and the answer has the nearest miss. Rejected: a
bound on time only, which differs from machine to machine.

A ladder is a search for each of its rungs, one after the other, for one puzzle whose difficulty is
near that of the rung. A rung is given up when many attempts in succession come no nearer, and with
it the rungs on its far side, which no attempt can reach either. Rejected: to sort many random
puzzles by difficulty and to pick from them, since the least and the hardest of a size are rare, and
a search comes to them by exchanges.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count as numbers
from math import isfinite, nan
from typing import TYPE_CHECKING, SupportsIndex

from nonosat.errors import OptionError, shown
from nonosat.explain.difficulty import WORDS, usual_difficulty
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.make.random.answer import Course, RandomPuzzle, RandomPuzzles
from nonosat.make.random.attempts import TOLERANCE, Found, Miss, attempt
from nonosat.make.random.requirements import Requirements, of_difficulty
from nonosat.model.grid import Grid
from nonosat.model.numbers import check_function, whole_number
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.workers.pool import Pool

_BATCH = 4
"""Attempts that a worker process does in one go."""
JOB = "nonosat.make.random.search:work"

_PATIENCE = 50
_PATIENT_SHARE = 10
"""A rung is given up after this many attempts in succession that come no nearer to it, or after
this part of the attempt limit, whichever is more. Rungs that a size reaches take one to five
attempts; the farthest take 60, of which 20 in succession come no nearer."""

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
    requirements, but not evenly: pictures with many failing neighbours are over-represented. With
    a required difficulty, cells exchange values until the difficulty is near a goal; the goals of
    the puzzles are spread evenly over the range (its first unit if it has no upper bound).

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
    how = _how(requirements, seed, attempt_limit, jobs, time_limit, cancel, progress)
    course = Course(None if count is None else whole_number("count", count))
    return RandomPuzzles(course, _all_made(requirements, how, course))


def puzzle_ladder(
    requirements: Requirements,
    least: float | str,
    most: float | str,
    *,
    count: int,
    seed: SupportsIndex = 0,
    attempt_limit: int = 500,
    jobs: int = 1,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
    progress: Callable[[int], None] | None = None,
) -> RandomPuzzles:
    """Make puzzles whose difficulty climbs in equal steps, the easiest first.

    The first puzzle has about the difficulty ``least``, the last about ``most``, and the steps
    between are equal. A difficulty is at most a quarter of a step from its rung, and at most 0.25.
    The titles are the numbers of the rungs, "1", "2", "3" and so on. Everything else is as with
    ``random_puzzles``: the same options and seed give the same puzzles on every machine.

    Args:
        requirements: size, density, colours, ..., without ``difficulty``.
        least, most: the difficulty of the first and the last puzzle, as ``rate`` measures it; a
            word, such as ``easy``, is the middle of its range.
        count: how many puzzles, at least 2.
        seed: any whole number.
        attempt_limit: how many attempts (random pictures) in succession may give no puzzle. A rung
            that needs more is left out, and so is one to which 50 attempts in succession come no
            nearer (or a tenth of the limit, if that is more). Then the next rung is tried, unless
            it is even farther from all pictures tried.
        jobs: worker processes, at most one per core.
        time_limit: seconds of wall time for all rungs, from the request for the first puzzle.
        cancel: an object whose ``cancel()`` any thread may call to end the work.
        progress: called after each attempt, with the number of pictures tried in all.

    Returns:
        An iterator of ``RandomPuzzle`` whose ``rung`` says for which rung each is. If rungs have no
        puzzle, the limit is ``reason``, ``missed`` says which rungs and why, and ``reached`` which
        difficulties the pictures have that were tried.

    Raises:
        OptionError: an option makes no sense; raised at once.

    >>> ladder = puzzle_ladder(Requirements(8), 3, 7, count=3, seed=1)
    >>> [(made.puzzle.title, made.difficulty) for made in ladder]
    [('1', 3.17), ('2', 4.807), ('3', 6.759)]
    >>> print(ladder)  # doctest: +ELLIPSIS
    3 puzzles made; ... pictures tried

    A board of 5x5 cells is never that hard:

    >>> ladder = puzzle_ladder(Requirements(5), 3, 11, count=2, attempt_limit=20)
    >>> [made.puzzle.title for made in ladder], ladder.reason.value
    (['1'], 'work')
    >>> print(ladder.missed[2])  # doctest: +ELLIPSIS
    no puzzle of difficulty 10.75 to 11.25 in 20 attempts; the nearest miss: its difficulty is ...
    >>> print(ladder.lines()[-1])  # doctest: +ELLIPSIS
    the pictures tried have difficulties from 2... to 6...; such a ladder can go from 3 to 6...
    """
    how = _how(requirements, seed, attempt_limit, jobs, time_limit, cancel, progress)
    if requirements.difficulty is not None:
        raise OptionError(
            "a ladder sets the difficulty of each puzzle; leave out --difficulty (difficulty=None)"
        )
    try:
        low, high = usual_difficulty(least), usual_difficulty(most)
    except (TypeError, ValueError):
        low = high = nan
    if not (0 <= low < high and isfinite(high)):
        to = "" if isinstance(most, str) and not most else f" to {shown(most)}"
        raise OptionError(
            f"ladder {shown(least)}{to}: give both ends, the "
            f"easier one first, such as 4:8 or easy:hard: numbers from 0, or {', '.join(WORDS)}"
        )
    number = whole_number("count", count)
    if number < 2:
        raise OptionError(
            f"count {number}: a ladder has at least 2 puzzles; add --count N (count=N)"
        )
    course = Course(number, ends=(low, high))
    return RandomPuzzles(course, _climbed(requirements, (low, high), how, course))


@dataclass(frozen=True, slots=True)
class _How:
    """The checked options of a search that have nothing to do with the pictures."""

    seed: int
    most: int
    jobs: int
    time_limit: float | None
    cancel: Cancellation | None
    progress: Callable[[int], None] | None

    def limits(self) -> Limits:
        """The limits of a search that begins now."""
        return Limits(time_limit=self.time_limit, cancel=self.cancel)

    @contextmanager
    def pool(self, limits: Limits) -> Iterator[Pool[_Task] | None]:
        """The worker processes; None if this process does the work."""
        if self.jobs == 1:
            yield None
            return
        from nonosat.workers.pool import Pool
        from nonosat.workers.system import cores

        workers = min(self.jobs, cores())
        with Pool[_Task](
            JOB, workers, time_limit=lambda _: limits.left, cancel=self.cancel
        ) as pool:
            yield pool


def _how(
    requirements: Requirements,
    seed: SupportsIndex,
    attempt_limit: int,
    jobs: int,
    time_limit: float | None,
    cancel: Cancellation | None,
    progress: Callable[[int], None] | None,
) -> _How:
    if not isinstance(requirements, Requirements):
        raise OptionError(
            f"requirements {shown(requirements)}: give a Requirements, such as Requirements(20, 15)"
        )
    number = whole_number("seed", seed, least=None)
    most = whole_number("attempt limit", attempt_limit, least=1)
    workers = whole_number("jobs", jobs, least=1)
    check_function("progress", progress)
    how = _How(number, most, workers, time_limit, cancel, progress)
    how.limits()  # wrong ones are an error now
    return how


def _all_made(
    requirements: Requirements, how: _How, course: Course
) -> Generator[RandomPuzzle, None, None]:
    """The puzzles of ``random_puzzles``; ``course`` is updated."""
    if course.count != 0:
        limits = how.limits()
        with how.pool(limits) as pool:
            yield from _made(requirements, how, course, limits, set(), pool)


def _climbed(
    requirements: Requirements, ends: tuple[float, float], how: _How, course: Course
) -> Generator[RandomPuzzle, None, None]:
    """The puzzles of ``puzzle_ladder``; ``course`` is updated."""
    assert course.count is not None
    limits = how.limits()
    seen: set[bytes] = set()
    reason: Reason | None = None
    missed: tuple[Puzzle | None, str | None] = None, None
    given_up: tuple[float, float] | None = None
    patience = max(_PATIENCE, how.most // _PATIENT_SHARE)
    with how.pool(limits) as pool:
        for rung in range(1, course.count + 1):
            bounds = rung_bounds(ends, course.count, rung)
            about = f"no puzzle of difficulty {bounds[0]:g} to {bounds[1]:g}"
            if reason not in (None, Reason.WORK) or _is_beyond(bounds, given_up, course.reached):
                course.missed[rung] = f"{about}: it was not tried"
                continue
            course.attempts, course.reason, course.nearest, course.why_not = 0, None, None, None
            wanted = of_difficulty(requirements, bounds)
            found = _made(wanted, how, course, limits, seen, pool, patience)
            made = next(found, None)
            found.close()
            if made is not None:
                puzzle = made.puzzle.with_meta(title=str(rung))
                yield replace(made, puzzle=puzzle, rung=rung)
                continue
            reason = course.reason
            given_up = bounds if course.attempts >= patience else given_up
            about = f"{about} in {counted(course.attempts, 'attempt')}"
            missed = course.nearest, course.why_not
            why_not = "" if course.why_not is None else f"; the nearest miss: {course.why_not}"
            course.missed[rung] = about + why_not
    course.reason = reason
    course.nearest, course.why_not = missed


_Range = tuple[float, float]


def _is_beyond(bounds: _Range, given_up: _Range | None, reached: _Range | None) -> bool:
    """Whether a rung is farther from the pictures tried than a lower one that was given up."""
    if given_up is None:
        return False
    return reached is None or reached[1] < given_up[0] or bounds[1] < reached[0]


def rung_bounds(ends: tuple[float, float], count: int, rung: int) -> tuple[float, float]:
    """The least and the most difficulty of a rung of a ladder, to a thousandth.

    >>> [rung_bounds((3, 8), 6, rung) for rung in (1, 2, 6)]
    [(2.75, 3.25), (3.75, 4.25), (7.75, 8.25)]
    """
    step = (ends[1] - ends[0]) / (count - 1)
    middle = ends[0] + step * (rung - 1)
    apart = TOLERANCE * min(step, 1)
    return max(0.0, round(middle - apart, 3)), round(middle + apart, 3)


def _made(
    requirements: Requirements,
    how: _How,
    course: Course,
    limits: Limits,
    seen: set[bytes],
    pool: Pool[_Task] | None,
    patience: int | None = None,
) -> Generator[RandomPuzzle, None, None]:
    """Puzzles that are not in ``seen``, which has the keys of all that were made; ``course`` is
    updated. ``patience``: the most attempts in succession that come no nearer.
    """
    seed, progress = how.seed, how.progress
    tries = nearest_at = 0
    nearest: Miss | None = None
    outcomes = (
        _outcomes(requirements, seed, limits)
        if pool is None
        else _by_workers(requirements, how, limits, pool)
    )
    try:
        for number, (outcome, looked) in enumerate(outcomes, start=1):
            tries += looked
            course.tries += looked
            if progress is not None:
                progress(course.tries)
            course.see(outcome.difficulty)
            if isinstance(outcome, Found):
                assert outcome.puzzle.goal is not None
                key = isomorphism_key(outcome.puzzle.goal)
                if key not in seen:
                    seen.add(key)
                    course.made += 1
                    course.attempts = nearest_at = 0
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
                nearest, nearest_at = result, course.attempts
                course.nearest, course.why_not = nearest.puzzle, str(nearest)
            if course.attempts == how.most or course.attempts - nearest_at == patience:
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
    """Do a batch of attempts in a worker process; none if it is cancelled."""
    from nonosat.workers.channel import Begun
    from nonosat.workers.child import cancellation

    emit(Begun())
    limits = Limits(cancel=cancellation())
    try:
        return [
            attempt(task.requirements, task.seed, number, limits)
            for number in range(task.first, task.first + _BATCH)
        ]
    except Stopped:
        return []


def _by_workers(
    requirements: Requirements, how: _How, limits: Limits, pool: Pool[_Task]
) -> Generator[_Outcome, None, None]:
    """The outcomes of attempts in their order, from several processes, which are kept.

    Raises:
        Stopped: the time is over, or the work was cancelled.
    """
    ready: dict[int, list[_Outcome]] = {}
    wanted = 1
    tasks = (_Task(requirements, how.seed, first) for first in numbers(1, _BATCH))
    with closing(pool.run(tasks, keep=True)) as over:
        for done in over:
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
