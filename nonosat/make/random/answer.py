# SPDX-License-Identifier: MIT
"""The answers of ``random_puzzles`` and ``puzzle_ladder``: ``RandomPuzzle``, one puzzle, and
``RandomPuzzles``, the iterator that makes them and says how it ended.

An iterator over an unknown number of puzzles can end for two reasons: ``count`` puzzles are made,
or a limit was reached. ``RandomPuzzles.reason`` is None in the first case and the limit in the
second. Rejected: an exception for the second case, which every caller of a ``for`` loop would have
to catch to keep the puzzles made before.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from math import ceil, floor
from typing import Any

from nonosat.explain.difficulty import difficulty_word
from nonosat.model.plain import Answer, plain
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason
from nonosat.words import counted, reason_words


@dataclass(frozen=True, slots=True)
class RandomPuzzle(Answer):
    """One puzzle of ``random_puzzles`` or ``puzzle_ladder``, confirmed by two solvers.

    ``puzzle``: the puzzle; its one solution is its goal.
    ``technique``: the hardest technique that it needs.
    ``difficulty``: how much a person looks at to solve it, as ``rate`` measures it.
    ``seed``: the random seed.
    ``number``: the number of its attempt, from 1; seed and number identify the puzzle.
    ``tries``: how many pictures were tried since the puzzle before.
    ``rung``: of a ladder, the rung that it is for, from 1; its attempts are numbered for each rung.
    None without a ladder.

    >>> from nonosat.make import Requirements, random_puzzles
    >>> made = next(random_puzzles(Requirements(5), seed=1))
    >>> print(made.puzzle.goal)
    ..#..
    .#.##
    #.###
    #.###
    #.#..
    """

    puzzle: Puzzle
    technique: str
    difficulty: float
    seed: int
    number: int
    tries: int
    rung: int | None = None

    def lines(self) -> list[str]:
        """The answer for people; the first line is the heading."""
        size = f"{self.puzzle.width}x{self.puzzle.height}"
        difficulty = f"difficulty {self.difficulty:g} ({difficulty_word(self.difficulty)})"
        rung = "" if self.rung is None else f"rung {self.rung}; "
        return [
            f"a puzzle of {size} cells with one solution",
            f"hardest technique: {self.technique}; {difficulty}",
            f"{rung}seed {self.seed}, number {self.number}; {counted(self.tries, 'picture')} tried",
        ]

    def __str__(self) -> str:
        return "\n".join([*self.lines(), "", str(self.puzzle)])

    def _pictures(self) -> Iterator[tuple[str, object]]:
        from nonosat.draw.svg_writer import draw

        yield "the puzzle", draw(self.puzzle)
        yield "the picture", draw(self.puzzle, self.puzzle.goal)


@dataclass(slots=True)
class Course:
    """The progress of ``random_puzzles``; the fields are explained at ``RandomPuzzles``."""

    count: int | None
    made: int = 0
    tries: int = 0
    attempts: int = 0
    reason: Reason | None = None
    nearest: Puzzle | None = None
    why_not: str | None = None
    missed: dict[int, str] = field(default_factory=dict)
    reached: tuple[float, float] | None = None
    ends: tuple[float, float] | None = None

    def see(self, difficulty: float | None) -> None:
        """Note the difficulty of a picture."""
        if difficulty is not None:
            least, most = self.reached or (difficulty, difficulty)
            self.reached = min(least, difficulty), max(most, difficulty)


class RandomPuzzles(Iterator[RandomPuzzle]):
    """An iterator of ``RandomPuzzle`` that says how it ended: the answer of ``random_puzzles`` and
    ``puzzle_ladder``.

    ``reason``: the limit that ended it early (WORK for ``attempt_limit``, TIME, CANCELLED); None
    while it runs, and if all ``count`` puzzles were made.
    ``made``: how many puzzles were made.
    ``tries``: how many pictures were tried in all.
    ``attempts``: how many attempts in succession have failed since the last puzzle.
    ``nearest``: of these attempts, the puzzle that came nearest to the requirements, with its
    picture as goal. ``why_not``: the requirement that it misses. Both are None without such
    attempts.
    ``count``: how many puzzles were asked for; None for no end.
    ``missed``: of a ladder, the rungs without a puzzle, each with the reason in words.
    ``reached``: the least and the greatest difficulty of the pictures with which attempts ended;
    None if none was fit to be rated.

    ``close`` ends the work early, and any worker processes.

    >>> from nonosat.make import Requirements, random_puzzles
    >>> small = Requirements(3, density=0.5)
    >>> puzzles = random_puzzles(small, attempt_limit=20, count=50)
    >>> found = list(puzzles)
    >>> len(found) == puzzles.made < 50, puzzles.reason.value
    (True, 'work')
    """

    def __init__(self, course: Course, source: Generator[RandomPuzzle, None, None]) -> None:
        self._course = course
        self._source = source

    def __next__(self) -> RandomPuzzle:
        return next(self._source)

    def close(self) -> None:
        """End the work; the iterator gives no more puzzles."""
        self._source.close()

    @property
    def count(self) -> int | None:
        """How many puzzles were asked for; None for no end."""
        return self._course.count

    @property
    def made(self) -> int:
        """How many puzzles were made so far."""
        return self._course.made

    @property
    def tries(self) -> int:
        """How many pictures were tried so far."""
        return self._course.tries

    @property
    def attempts(self) -> int:
        """How many attempts in succession have failed since the last puzzle."""
        return self._course.attempts

    @property
    def reason(self) -> Reason | None:
        """The limit that ended it early; None while it runs, or if ``count`` was reached."""
        return self._course.reason

    @property
    def nearest(self) -> Puzzle | None:
        """The puzzle that came nearest to the requirements since the last made puzzle."""
        return self._course.nearest

    @property
    def why_not(self) -> str | None:
        """The requirement that ``nearest`` misses."""
        return self._course.why_not

    @property
    def missed(self) -> dict[int, str]:
        """The rungs of a ladder for which no puzzle was found, and why; empty without a ladder."""
        return dict(self._course.missed)

    @property
    def reached(self) -> tuple[float, float] | None:
        """The least and the greatest difficulty of the pictures with which attempts ended."""
        return self._course.reached

    def lines(self) -> list[str]:
        """The answer for people; the first line is the heading."""
        course = self._course
        made = counted(course.made, "puzzle")
        if course.count is not None and course.made != course.count:
            made = f"{course.made} of {counted(course.count, 'puzzle')}"
        heading = f"{made} made; {counted(course.tries, 'picture')} tried"
        if course.reason is None:
            return [heading]
        rungs = [f"rung {rung}: {words}" for rung, words in course.missed.items()]
        if rungs and course.reason is Reason.WORK:  # the other rungs were tried
            return [heading, *rungs, *self._reached_words()]
        why = "attempt limit" if course.reason is Reason.WORK else reason_words(course.reason)
        lines = [f"{heading}; ended early ({why})", *rungs]
        if course.why_not is not None and not rungs:
            lines.append(
                f"no puzzle in the last {counted(course.attempts, 'attempt')}; "
                f"the nearest miss: {course.why_not}"
            )
        return lines

    def _reached_words(self) -> list[str]:
        """What a ladder of such puzzles can reach, as far as the tries show."""
        course = self._course
        if course.reached is None or course.ends is None:
            return []
        least, most = course.reached
        words = f"the pictures tried have difficulties from {least:g} to {most:g}"
        low = course.ends[0] if 1 not in course.missed else ceil(2 * least) / 2
        high = course.ends[1] if course.count not in course.missed else floor(2 * most) / 2
        return [f"{words}; such a ladder can go from {low:g} to {high:g}" if low < high else words]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        reason = "" if self.reason is None else f", reason={self.reason}"
        return f"RandomPuzzles(made={self.made}, count={self.count}, tries={self.tries}{reason})"

    def as_dict(self) -> dict[str, Any]:
        """Plain data, without the puzzles that were made."""
        course = self._course
        return {
            "count": course.count,
            "made": course.made,
            "attempts": course.attempts,
            "tries": course.tries,
            "reason": plain(course.reason),
            "nearest": None if course.nearest is None else plain(course.nearest.goal),
            "why_not": course.why_not,
            "missed": {str(rung): words for rung, words in course.missed.items()},
            "reached": None if course.reached is None else list(course.reached),
        }
