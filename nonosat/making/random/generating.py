# SPDX-License-Identifier: MIT
"""``random_puzzles``: random puzzles with one solution, one after the other.

Attempts are numbered from 1 on, and each depends on nothing but the requirements, the seed and its
number. Puzzles are yielded in the order of their attempts, also when several processes work, so
seed and number identify a puzzle. A puzzle that is isomorphic to an earlier one (turned, mirrored,
in other colours) is skipped.

Requirements that no picture meets would be searched for without end. So a number of attempts in
succession without a puzzle ends the iteration, and the answer has the nearest miss. Rejected: a
bound on time only, which differs from machine to machine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import count as numbers
from operator import index
from typing import Any, SupportsIndex

from nonosat.errors import LimitError, OptionError
from nonosat.explain.difficulty import difficulty_word
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.making.random.attempts import Found, Miss, attempt
from nonosat.making.random.requirements import Requirements, checked_requirements
from nonosat.model.grid import Grid
from nonosat.model.numbers import check_function, whole_number
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason
from nonosat.words import counted, reason_words

_BATCH = 4
"""Attempts that a worker process does in one go."""
JOB = "nonosat.making.random.generating:work"

_Outcome = tuple[Found | Miss, int]


@dataclass(frozen=True, slots=True)
class RandomPuzzle:
    """A puzzle that ``random_puzzles`` has made; it has one solution, its goal.

    ``technique``: the hardest technique that it needs. ``difficulty``: how much a person looks at,
    as ``rate`` says it. ``seed``, ``number``: which attempt gave it. ``tries``: how many pictures
    were looked at since the puzzle before.
    """

    puzzle: Puzzle
    technique: str
    difficulty: float
    seed: int
    number: int
    tries: int

    def lines(self) -> list[str]:
        """What was made, for people; the first line is the heading."""
        size = f"{self.puzzle.width}x{self.puzzle.height}"
        difficulty = f"difficulty {self.difficulty:g} ({difficulty_word(self.difficulty)})"
        return [
            f"a puzzle of {size} cells with one solution",
            f"hardest technique: {self.technique}; {difficulty}",
            f"seed {self.seed}, number {self.number}; {counted(self.tries, 'picture')} tried",
        ]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        from nonosat.draw.cards import card
        from nonosat.draw.svg_writer import draw

        heading, *lines = self.lines()
        pictures = [
            ("the puzzle", str(draw(self.puzzle))),
            ("the picture", str(draw(self.puzzle, self.puzzle.goal))),
        ]
        return card(heading, lines, pictures)


class NothingMadeError(LimitError):
    """Attempts in succession gave no puzzle: as many as allowed, or all until a limit came.

    There may be no such puzzle. ``reason``: WORK for the number of attempts, or another limit.
    ``attempts``: how many. ``tries``: how many pictures were looked at. ``nearest``: the puzzle
    that came nearest to the wish; ``why``: what is wrong with it. ``made``: how many puzzles were
    made before.
    """

    def __init__(
        self,
        attempts: int,
        tries: int,
        nearest: Puzzle,
        why: str,
        reason: Reason = Reason.WORK,
        made: int = 0,
    ) -> None:
        self.attempts = attempts
        self.tries = tries
        self.nearest = nearest
        self.why = why
        self.made = made
        end = ""
        if reason is not Reason.WORK:
            end = f"{reason_words(reason)}: {counted(made, 'puzzle')} made; "
        super().__init__(
            f"{end}no puzzle after {counted(attempts, 'random picture')} and {tries:,} tries; the "
            f"nearest miss: {why}",
            reason,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (
            self.attempts,
            self.tries,
            self.nearest,
            self.why,
            self.reason,
            self.made,
        )


def random_puzzles(
    width: SupportsIndex,
    height: SupportsIndex | None = None,
    *,
    density: float = 0.55,
    colors: int | Palette = 1,
    style: str = "random",
    symmetry: str | None = None,
    max_technique: str | None = None,
    exactly: str | None = None,
    difficulty: tuple[float | None, float | None] | None = None,
    allow_boring: bool = False,
    count: int | None = None,
    seed: SupportsIndex = 0,
    attempts: int = 500,
    jobs: int = 1,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[RandomPuzzle]:
    """Random puzzles with one solution, without end; each is made when it is asked for.

    The same options and seed give the same puzzles on every machine, with any number of jobs. Each
    puzzle is confirmed by two solvers; its picture is its goal. No puzzle comes twice, also not
    turned, mirrored or in other colours.

    A random picture that is as wished stays as it is. Others are moved: cells exchange their
    values, so that the density and the symmetry stay, until the picture is as wished. So the
    puzzles are spread over all that fulfil the requirements, but not evenly: pictures surrounded by
    failing neighbours come more often.

    Args:
        width, height: the size in cells; a square without ``height``.
        density: the share of filled cells, exactly (to the next cell; with a symmetry up to seven
            cells less).
        colors: how many colours, in equal shares, or a Palette.
        style: ``random``, each cell for itself, or ``smooth``, blobs.
        symmetry: None, ``left-right``, ``top-bottom``, ``both``, ``half-turn``, ``quarter-turn``,
            ``diagonal`` or ``all``.
        max_technique: the hardest technique that a puzzle may need: trivial, overlap, line, chain,
            trial or clue-set. None: any.
        exactly: the hardest technique that a puzzle must need.
        difficulty: the least and the most difficulty, as ``rate`` measures it; None for no bound.
        allow_boring: True allows lines that are empty or full.
        count: how many puzzles; None for no end.
        seed: any whole number.
        attempts: how many random pictures in succession may give no puzzle.
        jobs: worker processes, at most one per core.
        time_limit: seconds of wall time from the first puzzle that is asked for.
        cancel: an object whose ``cancel()`` any thread may call to end the work.
        progress: called after each attempt, with the number of pictures looked at in all.

    Raises:
        OptionError: an option makes no sense, or two contradict each other; at once.
        NothingMadeError: as many attempts as allowed gave no puzzle. It has the nearest miss.
        LimitError: the time is over, or the work was cancelled. What came before stays.

    >>> makers = random_puzzles(10, max_technique="line", seed=1)
    >>> made = next(makers)
    >>> made.technique, made.puzzle.solve().verdict.value
    ('overlap', 'unique')
    >>> made.puzzle.goal.cells.count(1)
    55
    """
    requirements = checked_requirements(
        width,
        height,
        density=density,
        colors=colors,
        style=style,
        symmetry=symmetry,
        max_technique=max_technique,
        exactly=exactly,
        difficulty=difficulty,
        allow_boring=allow_boring,
    )
    try:
        number = index(seed)
    except TypeError:
        raise OptionError(f"seed {seed!r}: give a whole number") from None
    wanted = None if count is None else whole_number("count", count)
    most = whole_number("attempts", attempts, least=1)
    workers = whole_number("jobs", jobs, least=1)
    Limits(time_limit=time_limit, cancel=cancel)  # wrong ones are an error now
    check_function("progress", progress)
    return _made(requirements, number, wanted, most, workers, time_limit, cancel, progress)


def _made(
    requirements: Requirements,
    seed: int,
    count: int | None,
    most: int,
    jobs: int,
    time_limit: float | None,
    cancel: Cancellation | None,
    progress: Callable[[int], None] | None,
) -> Generator[RandomPuzzle, None, None]:
    if count == 0:
        return
    limits = Limits(time_limit=time_limit, cancel=cancel)
    seen: set[bytes] = set()
    all_tries = tries = failed = 0
    nearest: Miss | None = None
    outcomes = (
        _outcomes(requirements, seed, limits)
        if jobs == 1
        else _by_workers(requirements, seed, jobs, limits, cancel)
    )
    try:
        for number, (result, looked) in enumerate(outcomes, start=1):
            tries += looked
            all_tries += looked
            if progress is not None:
                progress(all_tries)
            if isinstance(result, Found):
                assert result.puzzle.goal is not None
                key = isomorphism_key(result.puzzle.goal)
                if key not in seen:
                    seen.add(key)
                    yield RandomPuzzle(
                        result.puzzle, result.technique, result.difficulty, seed, number, tries
                    )
                    if len(seen) == count:
                        return
                    tries = failed = 0
                    nearest = None
                    continue
                result = Miss(result.puzzle, isomorphic=True)
            failed += 1
            if nearest is None or result.rank(requirements) < nearest.rank(requirements):
                nearest = result
            if failed == most:
                miss = nearest.puzzle, str(nearest)
                raise NothingMadeError(failed, tries, *miss, Reason.WORK, len(seen))
    except Stopped as stopped:
        if nearest is not None:
            miss = nearest.puzzle, str(nearest)
            raise NothingMadeError(failed, tries, *miss, stopped.reason, len(seen)) from None
        made = counted(len(seen), "puzzle")
        raise LimitError(f"{reason_words(stopped.reason)}: {made} made", stopped.reason) from None
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
    from nonosat.workers.process import cores

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
    """16 bytes that a complete grid shares with all isomorphic ones: turned, mirrored, recoloured.

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
