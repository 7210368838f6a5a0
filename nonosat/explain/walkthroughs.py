# SPDX-License-Identifier: MIT
"""``walkthrough``: how a person solves a puzzle, step by step, and how that ends.

The steps are those of the walk (``walking``). They are found when they are asked for: the first
steps of a large puzzle are available at once, without waiting for the end.

Only the end asks the solver: when no technique gives anything more, one solve finds out whether the
puzzle has several solutions (two are kept) or ``max_technique`` or ``max_links`` stopped the walk.
(Solving first would cost more, the harder the puzzle.)
"""

from __future__ import annotations

import enum
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, overload

from nonosat import formats
from nonosat.errors import InternalError, OptionError
from nonosat.explain.position import Position
from nonosat.explain.sentences import line_words, sentence
from nonosat.explain.step import Step
from nonosat.explain.techniques import techniques_up_to
from nonosat.explain.walking import walk
from nonosat.formats.files import write_bytes
from nonosat.languages import ENGLISH, Language, language
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import NoSolution
from nonosat.model.clue import Line
from nonosat.model.grid import Grid, GridLike
from nonosat.model.numbers import whole_number
from nonosat.model.plain import plain
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import GoalStatus, Reason, Verdict
from nonosat.solving import ask
from nonosat.solving.outcome import goal_status
from nonosat.solving.question import Question
from nonosat.words import counted, page_words, shown_solution

if TYPE_CHECKING:
    from nonosat.draw.book.binding import Book


class WalkthroughEnd(enum.Enum):
    """How a walkthrough ends."""

    SOLVED = "solved"
    """Every cell is known."""
    STUCK = "stuck"
    """The techniques that were allowed give nothing more."""
    AMBIGUOUS = "ambiguous"
    """Deduction ends here: there are several solutions; also if only cells in no clued line are
    unknown."""
    CONTRADICTION = "contradiction"
    """There is no solution."""
    LIMIT = "limit"
    """A limit was reached; ``reason`` says which."""


class Walkthrough(Sequence[Step]):
    """The steps of a puzzle in order, and how they end. Made by ``walkthrough``.

    A sequence that finds its steps when they are asked for: ``len``, negative indexes and open
    slices find all of them. Notebooks show it as a board with a slider.

    ``puzzle``: the puzzle. ``start``: the cells that are known before the first step.

    Two walkthroughs are equal if they have the same steps and the same end. Comparing, copying
    or pickling one finds all its steps.

    >>> steps = walkthrough(Puzzle(rows=[[2], [1]], columns=[[2], [1]]))
    >>> len(steps), steps.end, steps[0].technique
    (3, <WalkthroughEnd.SOLVED: 'solved'>, 'trivial')
    """

    def __init__(self, position: Position, max_technique: str | None) -> None:
        self.puzzle = position.puzzle
        self.start = position.grid
        self.max_technique = max_technique
        self.max_links = position.max_links
        self._position: Position | _End = position
        self._walk: Iterator[Step] | None = walk(position, max_technique)
        self._steps: list[Step] = []
        self._ended: WalkthroughEnd | None = None
        self._walked = False
        self._reason: Reason | None = None
        self._solutions: tuple[Grid, ...] = ()
        self._answer: Grid | None = None
        self._goal: GoalStatus | None = None

    def __getstate__(self) -> dict[str, Any]:
        """The state, with all steps and the end."""
        _ = self.end  # finds all steps
        position = _End(self._position.grid, self._position.failed_line, self._position.solved)
        return vars(self) | {"_position": position, "_walk": None}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Walkthrough):
            return NotImplemented
        return self is other or self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash((self.puzzle, self.start, self.max_technique, self.max_links))

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        if isinstance(index, slice):
            ends = (index.start or 0, -1 if index.stop is None else index.stop)
            self._find(None if min(ends) < 0 or (index.step or 1) < 0 else max(ends))
            return self._steps[index]
        self._find(None if index < 0 else index + 1)
        return self._steps[index]

    def __len__(self) -> int:
        self._find(None)
        return len(self._steps)

    def __bool__(self) -> bool:
        return self._find(1)

    def __iter__(self) -> Iterator[Step]:
        number = 0
        while self._find(number + 1):
            yield self._steps[number]
            number += 1

    def _find(self, number: int | None) -> bool:
        """Find steps until there are ``number``, or all; False if there are fewer."""
        while not self._walked and (number is None or len(self._steps) < number):
            assert self._walk is not None
            try:
                self._steps.append(next(self._walk))
            except StopIteration:
                self._walked = True
            except NoSolution:
                self._walked, self._ended = True, WalkthroughEnd.CONTRADICTION
            except Stopped as stopped:
                self._walked, self._ended = True, WalkthroughEnd.LIMIT
                self._reason = stopped.reason
        return number is not None and len(self._steps) >= number

    @property
    def end(self) -> WalkthroughEnd:
        """How it ends, after all steps."""
        self._find(None)
        if self._ended is None:
            self._ended = self._judge()
        return self._ended

    def _judge(self) -> WalkthroughEnd:
        """Why the walk has no further step."""
        grid = self._position.grid
        if self._position.solved:
            if self.puzzle.faults(grid):
                raise InternalError(f"a walkthrough ends with a wrong grid:\n{grid}")
            if grid.complete:
                return WalkthroughEnd.SOLVED
        assert isinstance(self._position, Position)
        puzzle = self.puzzle.with_goal(None)  # walkthroughs end as without a goal
        report = ask(puzzle, grid, preset="default", limits=self._position.limits)
        if report.verdict is Verdict.MULTIPLE:
            question = Question(self.puzzle, grid, 2)
            status = goal_status(report.verdict, report.solutions, question)
            report = replace(report, goal=status)
            self._solutions = report.solutions[:2]
            self._answer, self._goal = shown_solution(self.puzzle, report), report.goal
            return WalkthroughEnd.AMBIGUOUS
        if report.verdict is Verdict.UNKNOWN:
            self._reason = report.reason
        if report.verdict is Verdict.UNIQUE:
            self._answer = report.solutions[0]
        return (
            WalkthroughEnd.CONTRADICTION if report.verdict is Verdict.NONE else WalkthroughEnd.STUCK
        )

    @property
    def reason(self) -> Reason | None:
        """The limit that was reached; with STUCK, in the search for two solutions."""
        _ = self.end  # which looks for the two solutions
        return self._reason

    @property
    def failed_line(self) -> Line | None:
        """The line that has no placement, if the walk ended at one."""
        return self._position.failed_line if self.end is WalkthroughEnd.CONTRADICTION else None

    @property
    def solutions(self) -> tuple[Grid, ...]:
        """Two solutions of an ambiguous puzzle; else empty."""
        return self._solutions if self.end is WalkthroughEnd.AMBIGUOUS else ()

    @property
    def grid(self) -> Grid:
        """The board after the last step."""
        self._find(None)
        return self._position.grid

    def grid_after(self, index: int) -> Grid:
        """The board after a step, by index: 0 is the first step.

        Raises:
            IndexError: the step does not exist.
        """
        place = index + len(self) if index < 0 else index
        if place < 0 or not self._find(place + 1):
            raise IndexError(f"there is no step {index} in {counted(len(self), 'step')}")
        return self._steps[place + 1].grid if self._find(place + 2) else self._position.grid

    @property
    def end_sentence(self) -> str:
        """How it ends, for people.

        >>> walkthrough(Puzzle([[1], [1]], [[1], [1]]), max_technique="line").end_sentence
        'deduction ends here: there are several solutions; 4 cells are unknown'
        """
        return self.end_text()

    def end_text(self, lang: str = "en") -> str:
        """How it ends, in a language by its code.

        Raises:
            OptionError: there is no such language.
        """
        say, end, unknown = language(lang), self.end, self.grid.unknown_count
        reason = "" if self.reason is None else say(f"reason.{self.reason.value}")
        match end:
            case WalkthroughEnd.SOLVED:
                return say("end.solved", n=len(self))
            case WalkthroughEnd.AMBIGUOUS if self._position.solved:
                return say("end.free", n=unknown, steps=say("count.steps", n=len(self)))
            case WalkthroughEnd.AMBIGUOUS:
                return say("end.ambiguous", n=unknown)
            case WalkthroughEnd.CONTRADICTION if self.failed_line is None:
                return say("end.none")
            case WalkthroughEnd.CONTRADICTION:
                assert self.failed_line is not None
                return say("end.none.line", line=line_words(self.failed_line, self.puzzle, say))
            case WalkthroughEnd.LIMIT:
                return say("end.limit", n=unknown, reason=reason)
        if self.max_technique:
            technique = say(f"technique.{self.max_technique}")
            stuck = say("end.stuck.technique", n=unknown, technique=technique)
        else:
            stuck = say("end.stuck", n=unknown)
        return say("end.doubt", end=stuck, reason=reason) if reason else stuck

    def lines(self, lang: str = "en") -> Iterator[str]:
        """The numbered sentences of all steps, each as it is found, and how they end.

        ``lang``: the language, by its code.
        """
        yield from numbered(self, language(lang))
        yield self.end_text(lang)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        state = self._ended.value if self._ended and self._walked else "not ended"
        return f"<Walkthrough: {counted(len(self._steps), 'step')} found, {state}>"

    def as_dict(self) -> dict[str, Any]:
        """Plain data: the puzzle, the grid at the start, the steps, and how they end."""
        return {
            "puzzle": json.loads(formats.dumps(self.puzzle, format="json")),
            "start": plain(self.start),
            "max_technique": self.max_technique,
            "max_links": self.max_links,
            "steps": plain(list(self)),
            "end": plain(self.end),
            "reason": plain(self.reason),
            "failed_line": plain(self.failed_line),
            "grid": plain(self.grid),
            "solutions": plain(self.solutions),
        }

    def html(self, *, lang: str = "en", poll: Callable[[], None] | None = None) -> str:
        """One page that needs no other file: the board with a slider, and the sentences.

        ``lang`` is the language of its words. ``poll`` is called now and then while it is drawn;
        its exceptions end the drawing.
        """
        from nonosat.draw.frames import walkthrough_page

        end, two = self.end_text(lang), self.solutions
        options: Any = {"solutions": two, "lang": lang, "poll": poll}
        return walkthrough_page(self.puzzle, self.start, self, end, **options)

    def pdf(
        self,
        *,
        paper: str = "a4",
        answer: bool = True,
        hide_titles: bool = False,
        lang: str = "en",
        poll: Callable[[], None] | None = None,
    ) -> Book:
        """A handout for a class, as a PDF (extra ``pdf``).

        The puzzle comes first, with a line for a name and the given cells, then up to eight small
        boards on a page, fewer if they are large, with the sentences of a few steps under each,
        then the answer. A handout has at most 12 pages: boards get more steps if they are needed,
        and if that is not enough, it says which are left out.

        Args:
            paper: ``a3``, ``a4``, ``a5``, ``letter``, or width x height in millimetres.
            answer: False leaves out the page with the answer.
            hide_titles: True prints the title only beside the answer.
            lang: the language of its words, such as ``de``.
            poll: called now and then; an exception that it raises ends the work.

        Returns:
            The bytes of the file, with ``pages``, their number, and ``warnings``.

        Raises:
            OptionError: the paper or the language is unknown, the paper is too small for the
                puzzle, or reportlab is not installed.

        >>> book = walkthrough(Puzzle(rows=[[2], [1]], columns=[[2], [1]])).pdf(answer=False)
        >>> book[:4], book.pages
        (b'%PDF', 2)
        """
        from nonosat.draw.book.handout import check_paper, handout

        check_paper(self.puzzle, paper)
        say = language(lang)
        solution, remark = self._answered(say) if answer else (None, "")
        return handout(
            self.puzzle,
            self.start,
            self,
            self.end_text(lang),
            solution=solution,
            remark=remark,
            paper=paper,
            hide_titles=hide_titles,
            lang=lang,
            poll=poll,
        )

    def _answered(self, say: Language) -> tuple[Grid | None, str]:
        """The answer on paper, and a remark on it."""
        if self.end is WalkthroughEnd.CONTRADICTION:
            return None, page_words(Verdict.NONE, say=say)
        if self.end is WalkthroughEnd.AMBIGUOUS:
            return self._answer, page_words(Verdict.MULTIPLE, goal=self._goal, say=say)
        answer = self.grid if self.end is WalkthroughEnd.SOLVED else self._answer
        if answer is not None:
            return answer, ""
        return self.grid, page_words(Verdict.UNKNOWN, self.reason, say=say)

    def save(self, path: str | os.PathLike[str], *, lang: str = "en") -> None:
        """Write it to a file: JSON (``.json``), one HTML page (``.html``), a handout (``.pdf``).

        ``lang`` is the language of a page or handout.

        Raises:
            OptionError: the name has another ending, the language is unknown, or ``pdf`` refuses
                the puzzle.
            OSError: the file cannot be written.
        """
        suffix = PurePath(path).suffix.lower()
        if suffix == ".pdf":
            write_bytes(path, self.pdf(lang=lang))
            return
        if suffix not in (".json", ".html"):
            raise OptionError(f"{os.fspath(path)}: a walkthrough is saved as .json, .html or .pdf")
        page = suffix == ".html"
        text = self.html(lang=lang) if page else json.dumps(self.as_dict(), indent=1) + "\n"
        write_bytes(path, text)

    def _repr_html_(self) -> str:
        from nonosat.draw.frames import embedded

        return embedded(self.html(), _FRAME_HEIGHT)


def numbered(steps: Iterable[Step], say: Language = ENGLISH) -> Iterator[str]:
    """The sentences of steps with their numbers, from 1."""
    for number, step in enumerate(steps, start=1):
        yield f"{number:>3}. {sentence(step, say)}"


@dataclass(frozen=True, slots=True)
class _End:
    """The end of the position, for a copied walkthrough, whose steps are all found."""

    grid: Grid
    failed_line: Line | None
    solved: bool


_FRAME_HEIGHT = 640
"""In a notebook, in pixels."""


def walkthrough(
    puzzle: Puzzle,
    *,
    given: GridLike | None = None,
    max_technique: str | None = None,
    max_links: int | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> Walkthrough:
    """How a person solves a puzzle: the steps in order, each by the easiest technique that works.

    Cost: a step by a line takes some ten microseconds, one by a trial milliseconds.

    Args:
        puzzle: the puzzle; any number of colours, and clues may be missing.
        given: cells that are known already; they are taken as right.
        max_technique: the hardest technique to use: trivial, overlap, line, chain, trial,
            weights or clue-set.
        max_links: the longest chain to use.
        time_limit: seconds of wall time, from this call on.
        cancel: as for ``solve``.

    Returns:
        The steps, as a sequence that finds them when they are asked for.

    Raises:
        GridError: ``given`` does not belong to the puzzle.
        OptionError: the technique is unknown, or a limit makes no sense.

    >>> from nonosat import Puzzle
    >>> steps = walkthrough(Puzzle(rows=[[1, 1], [3], [1]], columns=[[2], [2], [2]]))
    >>> for step in steps:
    ...     print(step)
    Row 2 (3): its block fills it exactly, so columns 1 to 3 are filled
    Row 1 (1 1): its blocks fill it exactly, so columns 1 and 3 are filled and column 2 is empty
    Column 1 (2): its block is found, so row 3 is empty
    Column 3 (2): its block is found, so row 3 is empty
    Row 3 (1): with columns 1 and 3 empty, every placement of the 1 covers column 2
    >>> steps.end_sentence
    'solved in 5 steps'
    >>> steps[0].technique, steps[0].values
    ('trivial', {(1, 0): 1, (1, 1): 1, (1, 2): 1})
    >>> print(steps.grid_after(1))
    #.#
    ###
    ???
    """
    puzzle, given = asked(puzzle, given)
    techniques_up_to(max_technique)  # a wrong name is an error now, not at the first step
    if max_links is not None:
        max_links = whole_number("max links", max_links, least=1)
    limits = Limits(time_limit=time_limit, cancel=cancel)
    position = Position.of(puzzle, given, limits, max_links)
    return Walkthrough(position, max_technique)
