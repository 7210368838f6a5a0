# SPDX-License-Identifier: MIT
"""``most_probable_clues``: of readings with probabilities, the most probable that fit together.

Any reader of a printed puzzle, person or program, is unsure of some numbers. A puzzle has many
checks: rows and columns fill equally many cells of each colour, there is a solution, and nearly
always only one. So wrong numbers can be found without looking at the picture again.

Idea. The readings are independent, so the probability of a choice for all lines is a product.
``probable_order`` yields the choices with equal sums, the most probable first; propagation and then
the pipeline decide each (``deciding``). The first with one solution is the answer, unless a more
probable one has several. A refuted choice leaves a cut: the few lines that contradict each other.
All later choices with these readings are refuted by it. The readings that are most probable by
themselves are cut first, whatever their sums, into contradictions that share no line.

The search goes on until the next choice is too improbable to be near the answer, so the status
holds for all readings. At a limit it is UNKNOWN.

Source: combining the probabilities of a classifier with constraints as for sudoku (Mulamba, Mandi,
Mahmutogullari, Guns 2024); best-first search. Cost: docs/experiments.md, "Making and repairing".
Rejected: one SAT question with weights, which has no second answer and takes seconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from nonosat.errors import OptionError, PuzzleError, shown
from nonosat.languages import ENGLISH, Language, language
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.model.clue import Clue, cells_needed
from nonosat.model.grid import Grid, GridLike
from nonosat.model.loose_clues import LooseClues, line_length, surplus
from nonosat.model.numbers import check_function, whole_number
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Event, Reason, Report, StageProgress, Verdict
from nonosat.photo import thresholds as t
from nonosat.photo.readings import Reading, ReadingLike, checked, lines_of
from nonosat.photo.readings.answer import (
    ClueChange,
    ClueReading,
    ClueReadings,
    ReadingStatus,
    surplus_words,
    without_weaker,
)
from nonosat.photo.readings.deciding import Decider
from nonosat.photo.readings.probable_order import (
    Choice,
    Choosable,
    ProbableOrder,
    cells_of,
    disjoint,
)
from nonosat.words import line_names

LIMIT = 500
"""The default of ``limit``: the choices with equal sums that are looked at."""

ORDER_WORK = 1_000
"""The work of finding the next choices, in units of ``Limits``: less than half a second. With six
times as much few more are found (docs/experiments.md, "Making and repairing")."""

RENEWED = 10
"""After this number of new cuts, and later a growing one, the order begins anew with all cuts."""

EACH_WORK = 1_000
"""The work that one choice may take, in units of ``Limits``: at most about a second."""

MOST_LINES_NAMED = 6
"""A reason names the lines that contradict each other if they are not more than this."""


def most_probable_clues(
    rows: Iterable[Iterable[ReadingLike]],
    columns: Iterable[Iterable[ReadingLike]],
    *,
    palette: Palette = BLACK,
    given: GridLike | None = None,
    limit: int = LIMIT,
    time_limit: float | None = None,
    work_limit: int | None = None,
    cancel: Cancellation | None = None,
    progress: Callable[[Event], None] | None = None,
    lang: str = "en",
) -> ClueReadings:
    """The most probable clues that fit together, of readings with probabilities.

    For each line some readings of its clue are given, each with a probability, as a program gives
    them that reads a picture. The answer is the most probable choice of a reading for each line
    with equal sums, of each colour, and with a solution, and whether another is nearly as probable.

    Args:
        rows: for each row its readings, as pairs of a clue (as for ``Puzzle``, None if it may be
            missing) and a probability. Only ratios of the probabilities of a line count.
        columns: the same for each column.
        palette: the colours, as for ``Puzzle``.
        given: cells that every solution must agree with, as for ``solve``.
        limit: stop after this number of choices with equal sums (reason COUNT).
        time_limit: seconds of wall time.
        work_limit: units of work, for an end that is the same on every machine.
        cancel: an object whose ``cancel()`` any thread may call to end the work.
        progress: called with ``StageProgress`` (stage ``read``) while the work goes on.
        lang: the language of the sentences of the answer.

    Returns:
        The readings that fit together, the most probable first, with a status. At a limit the
        status is UNKNOWN, with the readings found before.

    Raises:
        PuzzleError: a clue is impossible by itself, such as a length of 0, or a line has no
            reading.
        OptionError: a probability or a limit that makes no sense.
        GridError: ``given`` does not belong to the puzzle.

    >>> sure = lambda *clue: [(clue, 0.99)]
    >>> print(most_probable_clues(
    ...     rows=[[([8], 0.6), ([3], 0.3)], sure(1), sure(1)], columns=[sure(3), sure(1), sure(1)]
    ... ))
    one reading fits together; it has one solution
    R1: read 8, corrected to 3: the clue needs 8 cells, the line has 3
    """
    limit = whole_number("limit", limit, 1)
    check_function("progress", progress)
    limits = Limits(time_limit=time_limit, work_limit=work_limit, cancel=cancel)
    if not isinstance(palette, Palette):
        raise OptionError(f"palette {shown(palette)}: give a Palette")
    row_readings, column_readings = checked("rows", rows), checked("columns", columns)
    lines = lines_of(row_readings, column_readings, palette)
    height = len(row_readings)
    firsts = [line[0].clue for line in lines]
    clues = LooseClues(firsts[:height], firsts[height:], palette=palette)
    start = None
    if given is not None:
        empty = Puzzle([None] * clues.height, [None] * clues.width, palette=palette)
        start = empty.as_grid(given, "the given grid")
    return Search(clues, lines, start, limits, limit, progress, language(lang)).run()


class Search:
    """The search for the most probable readings that fit together.

    ``clues``: the first readings; ``lines``: the different readings of each line, by cost.
    """

    def __init__(
        self,
        clues: LooseClues,
        lines: Sequence[Sequence[Reading]],
        given: Grid | None,
        limits: Limits,
        limit: int,
        progress: Callable[[Event], None] | None = None,
        say: Language = ENGLISH,
    ) -> None:
        self._clues = clues
        self._say = say
        self._all = lines
        self._limits = limits
        self._limit = limit
        self._names = [line for line, _ in clues.lines()]
        self._fitting = [
            [
                one
                for one in line
                if one.clue is None or cells_needed(one.clue) <= line_length(clues, name)
            ]
            for name, line in zip(self._names, lines, strict=True)
        ]
        self._beyond = sum(
            line[0].cost - every[0].cost
            for line, every in zip(self._fitting, lines, strict=True)
            if line
        )
        """The cost of every choice because the most probable readings of lines are too long."""
        self._unreadable = tuple(
            name for name, line in zip(self._names, self._fitting, strict=True) if not line
        )
        self._surplus = surplus(clues)
        self._decider = Decider(clues.height, clues.width, len(clues.palette), given, limits)
        self._groups: list[frozenset[int]] = []
        """Contradictions of the first readings that fit their lines."""
        self._cuts: list[dict[int, int]] = []
        """Readings, by line, that cannot all be right, or that were examined."""
        sure = [line[1].cost - line[0].cost if len(line) > 1 else math.inf for line in lines]
        self._uncertain = sorted(range(len(sure)), key=sure.__getitem__)
        """All lines, the least certain first: a cut without these excludes more."""
        self._first_verdict: Verdict | None = None
        self._found: list[ClueReading] = []
        self._tries = 0
        if progress is not None:
            limits.watch = lambda: progress(StageProgress("read", self._tries, "readings tried"))

    def run(self) -> ClueReadings:
        """The answer, as far as the limits go."""
        reason = None
        if not self._unreadable:
            try:
                self._search()
            except Stopped as stopped:
                reason = stopped.reason
        found = sorted(self._found, key=lambda one: one.rank)
        found = without_weaker([one for one in found if one.rank <= self._most + self._beyond])
        reason = reason or next((one.reason for one in found if one.reason is not None), None)
        return ClueReadings(
            clues=self._clues,
            status=self._status(found, reason),
            candidates=tuple(found),
            surplus=self._surplus,
            unreadable=self._unreadable,
            contradictions=tuple(
                tuple(self._names[line] for line in sorted(group)) for group in self._groups
            ),
            complete=reason is None,
            reason=reason,
            tries=self._tries,
            seconds=self._limits.passed,
            lang=self._say.code,
        )

    def _status(self, found: Sequence[ClueReading], reason: Reason | None) -> ReadingStatus:
        if reason is not None:
            return ReadingStatus.UNKNOWN
        if not found:
            return ReadingStatus.NONE
        if len(found) > 1:
            return ReadingStatus.ALTERNATIVE
        if found[0].distance > t.DOUBTFUL_FROM:
            return ReadingStatus.DOUBTFUL
        one = found[0].verdict is Verdict.UNIQUE
        return ReadingStatus.UNIQUE if one else ReadingStatus.SEVERAL

    def _search(self) -> None:
        """Find the readings that fit together.

        Raises:
            Stopped: a limit was reached.
        """
        if not self._cut_first():
            return
        lines = self._choosable()
        limits = self._limits.part(work=ORDER_WORK)
        renewed = len(self._cuts) + RENEWED
        while True:
            groups = disjoint(self._cuts, lines)
            order = ProbableOrder(lines, groups, self._cuts, limits)
            order.most = self._most
            for choice in order:
                if self._tries >= self._limit:
                    raise Stopped(Reason.COUNT)
                self._tries += 1
                for cut in self._refuted(choice):
                    self._cuts.append(cut)
                    order.add(cut)
                order.most = self._most
                if len(self._cuts) >= renewed:
                    renewed = len(self._cuts) * 3 // 2 + RENEWED
                    break
            else:
                return

    def _refuted(self, choice: Choice) -> list[dict[int, int]]:
        """Cuts that show that a choice does not fit together; all of it if it was looked at.

        Raises:
            Stopped: a limit was reached.
        """
        numbers = {line: choice.changed.get(line, 0) for line in range(len(self._fitting))}
        clues = [line[numbers[n]].clue for n, line in enumerate(self._fitting)]
        cuts = list(self._disjoint_cuts(clues))
        if not cuts:
            self._decide(clues, choice)
        return [{line: numbers[line] for line in cut} for cut in cuts] or [numbers]

    def _disjoint_cuts(self, clues: Sequence[Clue | None]) -> Iterator[frozenset[int]]:
        """Lines that contradict each other, then others: no line that has other readings twice.

        Raises:
            Stopped: a limit was reached.
        """
        left = list(clues)
        while (cut := self._decider.cut(left, self._uncertain)) is not None:
            yield cut
            several = [line for line in cut if len(self._fitting[line]) > 1]
            if not several:
                return
            for line in several:
                left[line] = None

    @property
    def _most(self) -> float:
        """The highest cost at which a choice of readings that fit matters."""
        known = [one.rank for one in self._found if one.verdict is not Verdict.UNKNOWN]
        return min(known, default=math.inf) - self._beyond + t.ALTERNATIVE_WITHIN

    def _cut_first(self) -> bool:
        """Find contradictions of the first readings, whatever their sums are.

        False: one is among lines without other readings, so that nothing fits together.

        Raises:
            Stopped: a limit was reached.
        """
        self._groups += self._disjoint_cuts([line[0].clue for line in self._fitting])
        self._cuts += [dict.fromkeys(group, 0) for group in self._groups]
        return all(any(len(self._fitting[line]) > 1 for line in group) for group in self._groups)

    def _choosable(self) -> list[list[Choosable]]:
        colors = len(self._clues.palette)
        return [
            [
                Choosable(
                    one.cost - line[0].cost,
                    cells_of(one.clue, name.axis, line_length(self._clues, name), colors),
                )
                for one in line
            ]
            for name, line in zip(self._names, self._fitting, strict=True)
        ]

    def _decide(self, clues: Sequence[Clue | None], choice: Choice) -> None:
        """Ask the pipeline about a choice that propagation does not refute.

        Raises:
            Stopped: a limit was reached.
        """
        height = self._clues.height
        try:
            puzzle = Puzzle(clues[:height], clues[height:], palette=self._clues.palette)
        except PuzzleError:  # sums with missing clues
            return
        report = self._decider.report(puzzle, work=EACH_WORK)
        if not choice.changed:
            self._first_verdict = report.verdict
        if report.verdict is not Verdict.NONE:
            self._note(puzzle, choice, report)
        if self._limits.reason is not None and report.verdict is Verdict.UNKNOWN:
            raise Stopped(self._limits.reason)

    def _note(self, puzzle: Puzzle, choice: Choice, report: Report) -> None:
        """Keep a reading that fits together, or may do so."""
        chosen = [line[choice.changed.get(n, 0)] for n, line in enumerate(self._fitting)]
        self._found.append(
            ClueReading(
                puzzle=puzzle,
                verdict=report.verdict,
                reason=report.reason if report.verdict is Verdict.UNKNOWN else None,
                log_probability=-sum(one.cost for one in chosen),
                distance=choice.cost + self._beyond,
                changes=tuple(
                    ClueChange(
                        line=name,
                        read=line[0].clue,
                        corrected=one.clue,
                        probability=one.probability,
                        why=self._why(number, one.clue),
                        palette=self._clues.palette,
                        lang=self._say.code,
                    )
                    for number, (name, line, one) in enumerate(
                        zip(self._names, self._all, chosen, strict=True)
                    )
                    if one is not line[0]
                ),
                solutions=report.solutions,
            )
        )

    def _why(self, number: int, clue: Clue | None) -> str:
        """Why a line has not its most probable reading."""
        say = self._say
        name, read = self._names[number], self._all[number][0].clue
        colors, length = len(self._clues.palette), line_length(self._clues, name)
        if read is not None and cells_needed(read) > length:
            return say("photo.why.needs", n=cells_needed(read), length=length)
        sums = surplus_words(self._surplus, self._clues.palette, say)
        before, after = (cells_of(one, name.axis, length, colors) for one in (read, clue))
        if sums is not None and before != after:
            return sums
        for group in self._groups:
            if number in group and len(group) <= MOST_LINES_NAMED:
                lines = [self._names[line] for line in sorted(group)]
                return say("photo.why.lines", lines=line_names(lines, say))
        if self._first_verdict is Verdict.MULTIPLE:
            return say("photo.why.several")
        return say("photo.why.contradict")
