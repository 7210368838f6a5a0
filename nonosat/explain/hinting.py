# SPDX-License-Identifier: MIT
"""``hint``: the next step for a person, in three levels: where to look, what follows, and why.

First the grid is checked: a hint that continues a mistake is useless. Mistakes have the same three
levels as a step: that there is one, the rows, the cells. If line solving alone
completes the grid, it is right; otherwise the solver looks for a solution that extends it. Only
then comes the first step of a walk. It does not begin at a line that is finished but for its
crosses, which many people do not set, unless nothing else follows. With several colours a step may
exclude a value and make no cell known, which no player's grid can show; the hint then has the steps
up to the first that makes a cell known, without steps that this one does not need.

The alternative, to report the first step and check the grid on demand, is faster if the check
needs a search, but leads people with a mistake further astray.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nonosat.core._core import Status
from nonosat.exact import GridCheck, check_grid
from nonosat.explain.position import Position
from nonosat.explain.sentences import (
    cells_are,
    line_words,
    lines_words,
    sentence,
    settled_words,
)
from nonosat.explain.step import Step
from nonosat.explain.techniques import Technique, techniques_up_to
from nonosat.explain.walking import cone, next_step
from nonosat.languages import ENGLISH, Language, language
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import NoSolution
from nonosat.logic.implications import Literal
from nonosat.model.clue import EMPTY, UNKNOWN, Line, has_clue
from nonosat.model.grid import Grid, GridLike
from nonosat.model.numbers import check_choice
from nonosat.model.plain import HIDDEN, plain, plain_fields
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Reason, Verdict
from nonosat.solving import SearchOptions
from nonosat.words import cell_name

LEVELS = ("where", "what", "why")
"""The levels of a hint: each says more than the one before it."""

_CHECK: SearchOptions = {"preset": "fast", "conflict_limit": 100_000}
"""The check of the grid, if no time limit is set: at most some ten seconds."""


class HintKind(enum.Enum):
    """The kinds of hints."""

    STEP = "step"
    """There is a next step."""
    SOLVED = "solved"
    """Every cell in a clued line is known, and right."""
    WRONG = "wrong"
    """The grid has mistakes: no solution extends it."""
    NO_SOLUTION = "no solution"
    """The clues contradict each other, whatever the grid."""
    AMBIGUOUS = "ambiguous"
    """Nothing follows: the solutions differ in every cell that is unknown."""
    STUCK = "stuck"
    """The techniques that were allowed give nothing."""
    LIMIT = "limit"
    """A limit was reached; ``reason`` says which."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The answer of ``hint``.

    ``kind``: the kind of hint. ``steps``: the next step; several if the first ones only exclude
    values; the last one makes a cell known. ``check``: the mistakes in the grid, for WRONG and
    NO_SOLUTION; in JSON mistakes are there at the level ``why`` only. ``right``: whether some
    solution extends the grid; None if a limit was reached before that was known. ``reason``: the
    limit that was reached, if any.
    ``max_technique``: the hardest technique that was allowed. ``puzzle``, ``grid``: the question.

    A hint has three levels, each a text: ``where`` to look, ``what`` follows, and ``why``. If the
    grid has mistakes, they are: that there is a mistake, the rows with mistakes, and the cells.

    >>> found = hint(Puzzle(rows=[[2], [1]], columns=[[2], [1]]))
    >>> found.kind, found.text("what")
    (<HintKind.STEP: 'step'>, 'R1: 1, 2 are filled')
    """

    kind: HintKind
    right: bool | None
    steps: tuple[Step, ...] = field(default=(), metadata=HIDDEN)
    values: tuple[Literal, ...] = field(default=(), metadata=HIDDEN)
    """The cells that become known, in the order of the board."""
    check: GridCheck | None = field(default=None, metadata=HIDDEN)
    reason: Reason | None = None
    max_technique: str | None = field(default=None, metadata=HIDDEN)
    puzzle: Puzzle = field(kw_only=True, repr=False, metadata=HIDDEN)
    grid: Grid = field(kw_only=True, repr=False, metadata=HIDDEN)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines to look at, rows first; for a chain or a trial, all lines that it uses."""
        return tuple(sorted({line for step in self.steps for line in step.lines}))

    @property
    def start(self) -> tuple[int, int] | None:
        """The cell at which a chain or a trial starts; None for other first steps."""
        if not self.steps or not self.steps[0].chain:
            return None
        row, column, *_ = self.steps[0].chain[0].assumption
        return row, column

    @property
    def where(self) -> str:
        """Where to look: lines, or the cell at which a chain or a trial starts.

        If the grid has mistakes: that there is one.
        """
        return self._where(ENGLISH)

    def _where(self, say: Language) -> str:
        if self.mistakes:
            return say("hint.mistake")
        if not self.steps:
            return self._message(say)
        places = dict.fromkeys(_where(step, say) for step in self.steps)
        return say.sentence(say.pattern("list.then").join(places))

    @property
    def what(self) -> str:
        """The cells that become known, with their values.

        If the grid has mistakes: their rows.
        """
        return self._what(ENGLISH)

    def _what(self, say: Language) -> str:
        if self.mistakes and self.check is not None:
            return say.sentence(self.check.rows_text(say.code))
        if not self.steps:
            return self._message(say)
        words = cells_are if self.steps[-1].weights is None else settled_words
        return words(self.values, self.puzzle.palette, say)

    @property
    def why(self) -> str:
        """The sentences of the steps.

        If the grid has mistakes: the cells.
        """
        return self._why(ENGLISH)

    def _why(self, say: Language) -> str:
        if not self.steps:
            return self._message(say)
        return "\n".join(sentence(step, say) for step in self.steps)

    @property
    def mistakes(self) -> tuple[tuple[int, int], ...]:
        """The cells that are wrong or contradict each other, if the kind is WRONG; may be empty."""
        return () if self.check is None else self.check.marks

    @property
    def message(self) -> str:
        """The message besides a step: mistakes with cells, the end, or a limit; may be empty."""
        return self._message(ENGLISH)

    def _message(self, say: Language) -> str:
        if self.check is not None and self.kind is not HintKind.STEP:
            return self.check.text(say.code)
        limit = "" if self.reason is None else say(f"reason.{self.reason.value}")
        doubt = "" if self.right else say("hint.doubt", reason=limit)
        match self.kind:
            case HintKind.STEP:
                return doubt
            case HintKind.SOLVED:
                return say("hint.solved")
            case HintKind.AMBIGUOUS:
                found = say("hint.ambiguous", n=self.grid.unknown_count)
            case HintKind.STUCK:
                technique = say(f"technique.{self.max_technique}")
                found = say("hint.stuck", n=self.grid.unknown_count, technique=technique)
            case _:
                return say("hint.limit", reason=limit)
        return say("hint.and.doubt", message=found, doubt=doubt) if doubt else found

    def text(self, level: str, lang: str = "en") -> str:
        """The text of one level: ``where``, ``what`` or ``why``, in a language by its code.

        Without a step and without mistakes, each level says why there is no step.

        Raises:
            OptionError: no level has that name, or there is no such language.
        """
        check_choice("level", level, LEVELS)
        say = language(lang)
        text = {"where": self._where, "what": self._what, "why": self._why}[level](say)
        message = self._message(say) if self.steps else ""
        return f"{text}\n{message}" if message else text

    def __str__(self) -> str:
        """All three levels, a line each; mistakes with their cells."""
        if not self.steps:
            return self.message
        return "\n".join([self.where, self.what, self.why, *filter(None, [self.message])])

    def as_dict(self, level: str = LEVELS[-1], lang: str = "en") -> dict[str, Any]:
        """Plain data, the way ``--json`` prints it, up to a level; cells as [row, column] from 0.

        Mistakes are in ``message`` as ``text`` says them; ``check`` has them at the last level.
        ``lang``: the language of the sentences.

        Raises:
            OptionError: no level has that name, or there is no such language.
        """
        text, say = self.text(level, lang), language(lang)
        data = plain_fields(self) | {"message": text if self.mistakes else self._message(say)}
        if self.check is not None and (level == LEVELS[-1] or not self.mistakes):
            data["check"] = plain(self.check)
        if not self.steps:
            return data
        levels = LEVELS[: LEVELS.index(level) + 1]
        data["where"] = {
            "lines": plain(self.lines),
            "start": plain(self.start),
            "sentence": self._where(say),
        }
        if "what" in levels:
            cells = [{"cell": [r, c], "value": self._after[r, c]} for r, c, *_ in self.values]
            data["what"] = {"cells": cells, "sentence": self._what(say)}
        if "why" in levels:
            steps = [step.as_dict() | {"sentence": sentence(step, say)} for step in self.steps]
            data["why"] = {"steps": steps, "sentence": self._why(say)}
        return data

    @property
    def _after(self) -> dict[tuple[int, int], int]:
        """The values of the cells that become known."""
        one = len(self.puzzle.palette) == 1
        return {(r, c): int(holds) if one else value for r, c, value, holds in self.values}

    def _repr_svg_(self) -> str:
        """The last step; without one, the grid with its mistakes marked."""
        from nonosat.draw.steps import draw_step
        from nonosat.draw.svg_writer import draw

        if self.steps:
            return str(draw_step(self.steps[-1]))
        return str(draw(self.puzzle, self.grid, marks=self.mistakes))

    def _repr_html_(self) -> str:
        """The levels as sentences, and a picture of each step."""
        from nonosat.draw.cards import card
        from nonosat.draw.steps import draw_step

        if not self.steps:
            heading, *lines = self.message.splitlines()
            return card(heading, lines, [("the grid", self._repr_svg_())])
        pictures = [(step.technique, str(draw_step(step))) for step in self.steps]
        return card(self.where, [self.what, *filter(None, [self.message])], pictures)


def hint(
    puzzle: Puzzle,
    *,
    given: GridLike | None = None,
    max_technique: str | None = None,
    max_links: int | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> Hint:
    """The next step on a partly solved grid: where to look, what follows, and why.

    Mistakes in the grid come first: the wrong cells if the solution is unique; else a smallest set
    of lines and cells that contradict each other. A line that has all its blocks counts as
    finished: crosses that it still needs are a hint only if nothing else follows.

    Args:
        puzzle: the puzzle; any number of colours, and clues may be missing.
        given: the cells known so far; by default all are unknown.
        max_technique: the hardest technique to use: trivial, overlap, line, chain, trial,
            weights or clue-set.
        max_links: the longest chain to use.
        time_limit: seconds of wall time; the check of the grid takes at most half of them. Without
            a time limit, the check ends after an amount of work that takes some ten seconds;
            ``right`` of the hint is then None.
        cancel: as for ``solve``.

    Returns:
        The hint. Its ``kind`` says whether there is a step, or why not.

    Raises:
        GridError: ``given`` does not belong to the puzzle.
        OptionError: the technique is unknown, or a limit makes no sense.

    >>> from nonosat import Puzzle
    >>> puzzle = Puzzle(rows=[[1, 1], [3], [1]], columns=[[2], [2], [2]])
    >>> found = hint(puzzle, given="???\\n###\\n???")
    >>> found.where
    'Look at row 1 (1 1)'
    >>> found.what
    'R1: 1, 3 are filled and R1C2 is empty'
    >>> print(found.why)
    Row 1 (1 1): its blocks fill it exactly, so columns 1 and 3 are filled and column 2 is empty
    >>> hint(puzzle, given=".??\\n???\\n???").kind
    <HintKind.WRONG: 'wrong'>
    """
    puzzle, found = asked(puzzle, given)
    grid = puzzle.unknown_grid() if found is None else found
    techniques = techniques_up_to(max_technique)
    limits = Limits(time_limit=time_limit, cancel=cancel)
    position = Position.of(puzzle, grid, limits, max_links)
    answer = Hint(HintKind.STEP, right=True, max_technique=max_technique, puzzle=puzzle, grid=grid)
    if not _completes(position):
        check = _checked(puzzle, grid, time_limit, cancel)
        if check.right is False:
            none = check.verdict is Verdict.NONE
            kind = HintKind.NO_SOLUTION if none else HintKind.WRONG
            return replace(answer, kind=kind, right=False, check=check)
        if check.right is None:
            answer = replace(answer, right=None, reason=check.reason)
    if position.solved:
        return replace(answer, kind=HintKind.SOLVED)
    finished = _finished(puzzle, grid)
    if finished != grid:
        other = Position.of(puzzle, finished, limits, max_links)
        first = _first(answer, other, techniques)
        if first.kind in (HintKind.STEP, HintKind.LIMIT):
            return first
    return _first(answer, position, techniques)


def _finished(puzzle: Puzzle, grid: Grid) -> Grid:
    """The grid with the crosses of all lines that have their blocks."""
    crosses = []
    for line, clue in puzzle.lines():
        cells = grid.line(line)
        if clue is not None and has_clue(cells.replace(bytes([UNKNOWN]), bytes([EMPTY])), clue):
            open_at = [place for place, value in enumerate(cells) if value == UNKNOWN]
            crosses += [
                (line.index, at, EMPTY) if line.axis == "row" else (at, line.index, EMPTY)
                for at in open_at
            ]
    return grid.with_cells(crosses)


def _first(answer: Hint, position: Position, techniques: Sequence[Technique]) -> Hint:
    """The answer with the first steps from the position, or with the reason why there are none."""
    steps: list[Step] = []
    try:
        while (step := next_step(position, techniques)) is not None:
            before = position.grid
            position.apply(step)
            steps.append(step)
            values = _newly_known(before, position.grid, step)
            if values:
                kept = [*cone(steps[:-1], step.because), step]
                return replace(answer, steps=tuple(kept), values=values)
    except NoSolution:
        wrong = GridCheck(False, None, answer.reason, puzzle=answer.puzzle, grid=answer.grid)
        return replace(answer, kind=HintKind.WRONG, right=False, check=wrong)
    except Stopped as stopped:
        return replace(answer, kind=HintKind.LIMIT, reason=stopped.reason)
    complete = techniques == techniques_up_to(None)
    return replace(answer, kind=HintKind.AMBIGUOUS if complete else HintKind.STUCK)


def _completes(position: Position) -> bool:
    """Does line solving alone find a solution that extends the grid?"""
    board = position.board
    mark = board.mark()
    try:
        return board.propagate(position.limits.stop) is Status.FIXPOINT and position.solved
    finally:
        board.back_to(mark)


def _checked(
    puzzle: Puzzle, grid: Grid, time_limit: float | None, cancel: Cancellation | None
) -> GridCheck:
    """The mistakes of the grid, within half of the time."""
    options: SearchOptions = {**_CHECK, "cancel": cancel}
    if time_limit is not None:
        options |= {"time_limit": time_limit / 2, "conflict_limit": None}
    return check_grid(puzzle, grid, **options)


def _newly_known(before: Grid, after: Grid, step: Step) -> tuple[Literal, ...]:
    """The cells of a step that became known, each as a literal with its value."""
    one = len(step.puzzle.palette) == 1
    found = []
    for row, column in dict.fromkeys(literal[:2] for literal in step.cells):
        value = after[row, column]
        if value != UNKNOWN and before[row, column] == UNKNOWN:
            found.append(
                Literal(row, column, 1, bool(value)) if one else Literal(row, column, value, True)
            )
    return tuple(sorted(found))


def _where(step: Step, say: Language) -> str:
    """Where a step starts."""
    if step.chain:
        row, column, *_ = step.chain[0].assumption
        return say("hint.try", cell=cell_name(row, column))
    if step.weights is not None:
        return say("hint.weights", lines=lines_words(step.lines, say))
    if len(step.lines) == 1:
        return say("hint.line", line=line_words(step.lines[0], step.puzzle, say))
    return say("hint.lines", lines=lines_words(step.lines, say))
