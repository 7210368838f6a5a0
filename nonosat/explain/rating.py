# SPDX-License-Identifier: MIT
"""``rate``: how hard is a puzzle for a person?

There are two answers. The *difficulty* orders puzzles as people do (``difficulty``). The walk
counts the steps of each technique, and finds the hardest technique and the openings at each moment.

They are independent on purpose. Counting and weighting steps, as other programs do, orders puzzles
worse (docs/experiments.md has the table): a step is cheap, finding the next one is not. The walk
costs a hundred times as much as the difficulty, because each of its steps has minimal premises;
``steps=False`` leaves it out.

A clue set can take as long as SAT. So without a time limit the walk may do only ``MOST_WALK_WORK``.
If it reaches that bound, ``end`` is LIMIT, ``reason`` is WORK, and the counts so far are kept.
(Rejected: no clue sets at all, since most puzzles need few, and those are cheap; a bound for each
technique, since people wait for all of them together.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from nonosat.explain.difficulty import (
    DifficultyWord,
    Looking,
    difficulty_word,
    difficulty_words,
    easiest_first,
    look,
)
from nonosat.explain.other_programs import OtherPrograms, davidje13_rating, dsmiller95_rating
from nonosat.explain.position import Position
from nonosat.explain.techniques import TECHNIQUES, techniques_up_to
from nonosat.explain.walking import openings
from nonosat.explain.walkthroughs import Walkthrough, WalkthroughEnd
from nonosat.languages import ENGLISH, Language, language
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import NoSolution, open_board
from nonosat.model.numbers import whole_number
from nonosat.model.plain import plain_fields
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Reason, Report, Verdict
from nonosat.solving import solve
from nonosat.words import counted, page_words, reason_words, shown_solution

MOST_WALK_WORK = 5_000
"""The work of a walk that has no time limit, in units of ``Limits``: half a second to one and a
half."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is. ``rate`` makes it.

    >>> rating = rate(Puzzle(rows=[[2], [1]], columns=[[2], [1]]), other_programs=True)
    >>> rating.difficulty_word, rating.technique, rating.other_programs.davidje13.steps
    ('very easy', 'trivial', 3)

    ``difficulty``: how much a person looks at; one more means twice as much. None if there is no
    solution or a limit was reached. ``difficulty_word``: which fifth of the puzzles that people
    rated that is: very easy, easy, medium, hard, very hard (docs/explanation/difficulty.md has the
    borders, and puzzles as examples).

    ``technique``: the hardest technique that is needed. None if none is needed, if it is unknown
    (``end`` is STUCK or LIMIT, or the techniques are bounded and the puzzle is ambiguous), or
    without steps. For an ambiguous puzzle, the part that can be deduced is rated. If it is
    ``weights``, trials do not solve the puzzle, and people do not find the weights that do: the
    difficulty, which counts the looks until no trial fails any more, is then a lower bound. (No
    human ratings exist for this technique, so no difficulty is fitted.)

    ``steps``: the number of steps of each technique, by name; None without steps. ``openings``: for
    each step, how many cells its technique could change at that moment. ``end``: how the steps
    end. ``unknown``: how many cells are unknown then. ``reason``: the limit that was reached.

    ``looking``: the counts behind the difficulty.

    ``other_programs``: the ratings of two other programs, as these compute them: its part
    ``davidje13`` has the difficulty, tedium and steps of davidje13's Nonogram, ``dsmiller95`` the
    solutions, guesses and rating of dsmiller95's nonogram-printer. If a program has no answer,
    its numbers are None and ``reason`` says why. None if not asked for.
    """

    difficulty: float | None
    difficulty_word: DifficultyWord | None
    technique: str | None = None
    steps: Mapping[str, int] | None = field(default=None, hash=False)
    openings: tuple[int, ...] | None = None
    end: WalkthroughEnd | None = None
    unknown: int | None = None
    reason: Reason | None = None
    looking: Looking | None = None
    other_programs: OtherPrograms | None = None

    @property
    def single_openings(self) -> int | None:
        """The number of moments with only one opening; None without steps."""
        return None if self.openings is None else self.openings.count(1)

    def note(self) -> str:
        """Why the rating is incomplete; it may be empty."""
        notes = []
        unknown = f"{counted(self.unknown or 0, 'cell')} not deduced"
        if self.end is WalkthroughEnd.CONTRADICTION:
            notes.append("no solution")
        elif self.end is WalkthroughEnd.AMBIGUOUS:
            notes.append(f"several solutions: {unknown}")
        elif self.end is WalkthroughEnd.STUCK:
            notes.append(f"stuck: {unknown}")
        if self.reason is not None:
            notes.append(reason_words(self.reason))
        if self.technique == "weights":
            notes.append("without guessing, people do not solve it")
        if self.looking is not None and (self.looking.cut or self.technique == "weights"):
            notes.append("the difficulty is at least that")
        return "; ".join(notes)

    def columns(self) -> dict[str, str]:
        """The cells of a table, by the heads of its columns; empty for unknown values."""
        steps = None if self.steps is None else sum(self.steps.values())
        found: dict[str, object] = {
            "difficulty": None if self.difficulty is None else f"{self.difficulty:.2f}",
            "word": self.difficulty_word,
            "technique": self.technique,
            "steps": steps,
            "single": self.single_openings,
        }
        if self.other_programs is not None:
            davidje13, dsmiller95 = self.other_programs.davidje13, self.other_programs.dsmiller95
            found["davidje13"] = davidje13.difficulty
            found["davidje13 tedium"] = davidje13.tedium
            found["davidje13 steps"] = davidje13.steps
            found["dsmiller95"] = dsmiller95.rating
        found["note"] = self.note()
        return {head: "" if value is None else str(value) for head, value in found.items()}

    def lines(self) -> list[str]:
        """The known values, each with its name."""
        return [f"{head}: {text}" for head, text in self.columns().items() if text]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    as_dict = plain_fields


def rate(
    puzzle: Puzzle,
    *,
    steps: bool = True,
    other_programs: bool = False,
    max_technique: str | None = None,
    max_links: int | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> Rating:
    """How hard a puzzle is for a person.

    The difficulty is the same for the turned and mirrored copies of a puzzle. ``max_technique`` and
    ``max_links`` bound the steps, not the difficulty.

    Args:
        puzzle: the puzzle; any number of colours, and clues may be missing.
        steps: False leaves out the steps, which take nearly all of the time.
        other_programs: True adds the ratings of two other programs, as far as their bounds of work
            reach; for a hard puzzle that can take ten seconds.
        max_technique: the hardest technique to use: trivial, overlap, line, chain, trial,
            weights or clue-set.
        max_links: the longest chain to use.
        time_limit: seconds of wall time. Without it, a bound of work holds for the steps, which
            ends them after one or two seconds: ``reason`` is then WORK.
        cancel: as for ``solve``.

    Returns:
        The rating. At a limit it has the results so far, and ``reason``.

    Raises:
        OptionError: the technique is unknown, or a limit makes no sense.

    >>> from nonosat import Puzzle
    >>> rating = rate(Puzzle(rows=[[1, 1], [3], [1]], columns=[[2], [2], [2]]))
    >>> rating.difficulty, rating.difficulty_word, rating.technique
    (0.0, 'very easy', 'overlap')
    >>> rating.steps["trivial"], rating.openings
    (4, (6, 3, 2, 1, 1))
    >>> print(rating)
    difficulty: 0.00
    word: very easy
    technique: overlap
    steps: 5
    single: 2
    """
    puzzle, _ = asked(puzzle)
    techniques_up_to(max_technique)
    if max_links is not None:
        max_links = whole_number("max links", max_links, least=1)
    limits = Limits(time_limit=time_limit, cancel=cancel)

    looking, end, reason = None, None, None
    try:
        looking = look(open_board(puzzle), limits)
    except NoSolution:
        end = WalkthroughEnd.CONTRADICTION
    except Stopped as stopped:
        end, reason = WalkthroughEnd.LIMIT, stopped.reason
    difficulty = None if looking is None else looking.difficulty
    rating = Rating(
        difficulty,
        None if difficulty is None else difficulty_word(difficulty),
        end=end,
        reason=reason,
        looking=looking,
    )
    if steps:
        work = MOST_WALK_WORK if time_limit is None else None
        walk_limits = limits.part(work=work)
        walked = Walkthrough(Position.of(puzzle, None, walk_limits, max_links), max_technique)
        bound = max_technique is not None or max_links is not None
        rating = _with_steps(rating, walked, Position.of(puzzle, None, walk_limits), bound=bound)
        if rating.end is WalkthroughEnd.CONTRADICTION:  # the walk finds some that looking misses
            rating = replace(rating, difficulty=None, difficulty_word=None)
    if other_programs:
        numbers = davidje13_rating(puzzle, limits)
        if rating.end is WalkthroughEnd.AMBIGUOUS and numbers.needs_guess:
            numbers = replace(numbers, reason="there are several solutions")
        rating = replace(
            rating, other_programs=OtherPrograms(numbers, dsmiller95_rating(puzzle, limits))
        )
    return rating


def _with_steps(
    rating: Rating,
    walked: Walkthrough,
    position: Position,
    *,
    bound: bool,
) -> Rating:
    """The rating with the counts of a walkthrough; ``position`` is its beginning."""
    counts = dict.fromkeys(TECHNIQUES, 0)
    found: list[int] = []
    reason: Reason | None
    try:
        for step in walked:
            found.append(openings(position, step.technique))
            counts[step.technique] += 1
            position.apply(step)
    except Stopped as stopped:
        end, reason = WalkthroughEnd.LIMIT, stopped.reason
    else:
        end, reason = walked.end, walked.reason
    return replace(
        rating,
        technique=_needed(counts, end, bound=bound and not position.solved),
        steps=counts,
        openings=tuple(found),
        end=end,
        unknown=position.grid.unknown_count,
        reason=reason,
    )


def _needed(counts: dict[str, int], end: WalkthroughEnd, *, bound: bool) -> str | None:
    """The hardest technique that was used, if no other technique gives more."""
    if end is not WalkthroughEnd.SOLVED and (end is not WalkthroughEnd.AMBIGUOUS or bound):
        return None
    return next((name for name in reversed(TECHNIQUES) if counts[name]), None)


class Printed(NamedTuple):
    """A puzzle for ``nonosat.draw.sheets``, and what is printed about it. ``printed`` makes it."""

    puzzle: Puzzle
    code: str
    report: Report | None
    """None if neither the solution nor the difficulty is printed."""
    difficulty: float | None

    def remark(self, say: Language = ENGLISH) -> str:
        """A sentence about the solution; it may be empty."""
        report = self.report
        if report is None:
            return ""
        return page_words(report.verdict, report.reason, report.goal, say)


def printed(
    puzzle: Puzzle,
    code: str,
    seconds: Callable[[], float | None],
    *,
    solved: bool,
    rated: bool,
    progress: Any = None,
    cancel: Cancellation | None = None,
) -> Printed:
    """Find the solution of a puzzle, and its difficulty unless it has several solutions or none.

    ``seconds`` gives the time limit of a question when it begins.
    """
    report = difficulty = None
    if solved or rated:
        report = solve(puzzle, time_limit=seconds(), progress=progress, cancel=cancel)
        rated = rated and report.verdict is Verdict.UNIQUE
    if rated:
        difficulty = rate(puzzle, steps=False, time_limit=seconds(), cancel=cancel).difficulty
    return Printed(puzzle, code, report, difficulty)


def sheets_arguments(
    found: Sequence[Printed], *, easy_first: bool, lang: str = "en"
) -> dict[str, Any]:
    """The arguments of ``nonosat.draw.sheets`` for puzzles, in their order or the easiest first."""
    say = language(lang)
    if easy_first:
        found = [found[place] for place in easiest_first([one.difficulty for one in found])]
    return {
        "puzzles": [one.puzzle for one in found],
        "codes": [one.code for one in found],
        "solutions": [one.report and shown_solution(one.puzzle, one.report) for one in found],
        "remarks": [one.remark(say) for one in found],
        "difficulty": difficulty_words([one.difficulty for one in found], say),
        "lang": lang,
    }
