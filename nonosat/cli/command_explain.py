# SPDX-License-Identifier: MIT
"""``nonosat explain`` and ``nonosat hint``: all steps of a person, and the next one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nonosat import words
from nonosat.cli import exits
from nonosat.cli.destination import Destination
from nonosat.cli.help_text import command
from nonosat.cli.input import Broken, Inputs, Source
from nonosat.cli.many import Job, Many, Outcome, work_on
from nonosat.cli.options import (
    Cell,
    choice_option,
    given_option,
    input_options,
    many_options,
    max_links_option,
    max_technique_option,
    output_options,
    paper_option,
    time_limit_option,
)
from nonosat.cli.output import Screen, before_drawing, complain, emit, emit_json, lines, poll_of
from nonosat.errors import GridError, LimitError, library
from nonosat.languages import ENGLISH, Language, language_of_environment
from nonosat.limits import Limits
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict

if TYPE_CHECKING:
    from nonosat.draw.book.binding import Book
    from nonosat.explain.hinting import Hint
    from nonosat.explain.step import Step
    from nonosat.explain.walkthroughs import Walkthrough

_HANDOUT = 500_000
"""The pages of a handout take as long to draw as a picture of this many cells."""
_FORMS = (".html", ".json", ".svg", ".pdf")


@command(
    status={
        0: "solved; with --cell: the cell is explained",
        1: "several solutions, or the given grid has a mistake",
        3: "no solution",
        5: "not solved by the allowed techniques, or within the time limit",
    },
)
@input_options
@given_option("Start from this grid.")
@click.option(
    "--cell",
    metavar="R3C5",
    type=Cell(),
    help="Explain the value of this cell: only the steps that it needs.",
)
@output_options(
    "Write the steps: .html (one page with a slider), .pdf (a handout: small boards with "
    "sentences), .json, or .svg (the step of --cell, or the first). A folder gets a file for each "
    "puzzle.",
    to=choice_option(
        "--to", [name[1:] for name in _FORMS], "The kind of files in a folder OUT.  [default: html]"
    ),
)
@paper_option
@click.option("--no-answer", is_flag=True, help="A .pdf without the answer.")
@click.option("--hide-titles", is_flag=True, help="A .pdf with the title only beside the answer.")
@max_technique_option
@max_links_option
@time_limit_option
@many_options
def explain(
    inputs: Inputs,
    many: Many,
    given: str | None,
    cell: tuple[int, int] | None,
    out: Destination,
    paper: str,
    no_answer: bool,
    hide_titles: bool,
    time_limit: float | None,
    **allowed: Any,
) -> int:
    """Explain how a person solves a puzzle: every step in a sentence.

    Each step uses the easiest technique that gives anything. With several solutions the steps end
    where deduction ends, and two solutions are drawn with their differences marked. With -o only
    the last line is printed. A .pdf needs the extra pdf, has at most 12 pages, and says which steps
    it leaves out. A file that is not drawn within --time-limit is not written.
    """
    into_folder = many.asked(out)
    suffix = f".{out.to or 'html'}" if into_folder else out.suffix
    if not into_folder:
        out.check_suffix(_FORMS)
        if out.to is not None:
            raise click.UsageError("--to is for a folder: name one with -o")
    only = {"--no-answer": no_answer, "--hide-titles": hide_titles, "--paper": paper != "a4"}
    for option in filter(only.get, only if suffix != ".pdf" else ()):
        raise click.UsageError(f"{option} is for a handout: name one with -o, such as -o steps.pdf")
    if into_folder:
        if cell is not None or given is not None:
            raise click.UsageError("--given and --cell are for one puzzle")
        options = {**allowed, "paper": paper, "no_answer": no_answer, "hide_titles": hide_titles}
        options |= {"suffix": suffix, "time_limit": time_limit}
        job = Job(f"{__name__}:one_of_many", ("steps",), options, suffix)
        return work_on(inputs, out, many, job)
    sheet = _Sheet(paper, not no_answer and cell is None, hide_titles)
    from nonosat.explain.walkthroughs import walkthrough

    grid_file = inputs.given(given)
    screen = inputs.screen()
    first = True

    def one(source: Source, puzzle: Puzzle) -> int:
        nonlocal first
        if cell is not None and not (cell[0] < puzzle.height and cell[1] < puzzle.width):
            raise click.UsageError(
                f"--cell {words.outside_words(*cell, puzzle.height, puzzle.width)}"
            )
        limits = Limits(time_limit=time_limit)
        cells = 0 if out.stdout else _to_draw(puzzle, suffix, paper)
        grid = None if grid_file is None else grid_file.grid(puzzle)
        if grid is not None and _is_wrong(puzzle, grid, limits):
            wrong = GridError("the given grid has a mistake; 'nonosat check-grid' says where")
            return inputs.report(Broken(source, wrong, exits.MULTIPLE, named=True))
        walk = walkthrough(puzzle, given=grid, time_limit=before_drawing(limits, cells), **allowed)
        found = _Explanation(walk, cell)
        codes = [found.code]
        if not inputs.as_json:
            if not first and not inputs.quiet:
                emit("")
            first = False
            name = None if inputs.quiet else source.name
            for line in _lines(name, found, screen, limits, steps=out.stdout):
                emit(line)
        if not out.stdout:
            try:
                out.write(_written(out, found, limits, sheet))
            except LimitError as error:
                codes.append(exits.UNKNOWN)
                complain(f"{source.name}: {out.output} is not written: {error}")
        if inputs.as_json:
            emit_json({**source.origin(), **found.as_dict()})
        return exits.worst(codes)

    return inputs.each(one, "" if out.stdout else "-o writes the steps of one puzzle: name one")


def _to_draw(puzzle: Puzzle, suffix: str, paper: str) -> int:
    """How large a picture takes as long to draw as the file."""
    cells = puzzle.height * puzzle.width
    if suffix != ".pdf":
        return cells
    from nonosat.draw.book.handout import check_paper

    library("reportlab")
    check_paper(puzzle, paper)
    return max(cells, _HANDOUT)


def one_of_many(source: Source, options: dict[str, Any]) -> Outcome:
    """What is done with each of many puzzles."""
    from nonosat.explain.walkthroughs import walkthrough

    puzzle, paper, suffix = source.item, options["paper"], options["suffix"]
    assert isinstance(puzzle, Puzzle)
    sheet = _Sheet(paper, not options["no_answer"], options["hide_titles"])
    limits = Limits(time_limit=options["time_limit"])
    left = before_drawing(limits, _to_draw(puzzle, suffix, paper))
    allowed = {name: options[name] for name in ("max_technique", "max_links")}
    walk = walkthrough(puzzle, time_limit=left, **allowed)
    found = _Explanation(walk, None)
    made = _written(Destination(f"{source.name}{suffix}"), found, limits, sheet)
    names = {exits.DONE: "explained", exits.MULTIPLE: "several solutions"}
    names[exits.NONE] = "no solution"
    done = names.get(found.code, "not solved by the steps")
    numbers: dict[str, object] = {"steps": len(found.steps)}
    return Outcome(done, found.code, numbers, found.as_dict(), made, words=found.last)


def _is_wrong(puzzle: Puzzle, grid: Grid, limits: Limits) -> bool:
    """True if a puzzle with solutions has none that extends the grid: its steps would be false."""
    from nonosat.exact.given import check_grid

    left = limits.left
    found = check_grid(puzzle, grid, time_limit=None if left is None else left / 4)
    return found.right is False and found.verdict in (Verdict.UNIQUE, Verdict.MULTIPLE)


class _Sheet(NamedTuple):
    """How a handout is printed."""

    paper: str
    answer: bool
    hide_titles: bool


class _Explanation:
    """A walkthrough, or the steps of it that one cell needs."""

    def __init__(self, walk: Walkthrough, cell: tuple[int, int] | None) -> None:
        from nonosat.explain.walking import needed_for

        self.walk = walk
        self.cell = cell
        self.say = language_of_environment()
        known = cell is not None and walk.start[cell] != UNKNOWN
        self.steps: Sequence[Step] = walk
        if cell is not None:
            self.steps = () if known else needed_for(walk, *cell)
        self.done = known or (cell is not None and bool(self.steps))

    @property
    def last(self) -> str:
        """The end of the explanation, in words."""
        return self._last(self.say)

    def _last(self, say: Language) -> str:
        end = self.walk.end_text(say.code)
        if self.cell is None:
            return end
        name = words.cell_name(*self.cell)
        if not self.done:
            return say("cell.not", cell=name, end=end)
        if not self.steps:
            return say("cell.given", cell=name)
        return say("cell.needed", cell=name, n=len(self.steps))

    @property
    def code(self) -> int:
        """The exit code."""
        from nonosat.explain.walkthroughs import WalkthroughEnd

        codes = {
            WalkthroughEnd.SOLVED: exits.DONE,
            WalkthroughEnd.AMBIGUOUS: exits.MULTIPLE,
            WalkthroughEnd.CONTRADICTION: exits.NONE,
        }
        return exits.DONE if self.done else codes.get(self.walk.end, exits.UNKNOWN)

    def handout(self, sheet: _Sheet, poll: Callable[[], None] | None) -> Book:
        """The PDF of the steps."""
        walk, lang = self.walk, self.say.code
        if self.cell is None:
            return walk.pdf(**sheet._asdict(), lang=lang, poll=poll)
        from nonosat.draw.book.handout import handout

        options: Any = {"paper": sheet.paper, "hide_titles": sheet.hide_titles}
        options |= {"lang": lang, "poll": poll}
        return handout(walk.puzzle, walk.start, self.steps, self.last, **options)

    def as_dict(self) -> dict[str, Any]:
        """Plain data: the walkthrough, or the steps that the cell needs."""
        if self.cell is None:
            return self.walk.as_dict()
        return {
            "cell": list(self.cell),
            "explained": self.done,
            "start": self.walk.start.text_rows(),
            "steps": [step.as_dict() for step in self.steps],
            "sentence": self._last(ENGLISH),
        }


def _lines(
    name: str | None, found: _Explanation, screen: Screen, limits: Limits, *, steps: bool
) -> Iterator[str]:
    """The steps, their end, and two solutions of an ambiguous puzzle; without a name no words."""
    from nonosat.explain.walkthroughs import numbered

    if steps:
        yield from numbered(found.steps, found.say)
    if name is not None:
        yield f"{name}: {found.last}"
    if steps and not found.done and found.walk.solutions:
        first, second = found.walk.solutions
        marks = first.differences(second)
        for number, grid in enumerate((first, second), start=1):
            if name is not None:
                yield words.solution_words(number, 2, len(marks), found.say)
            yield screen.picture(found.walk.puzzle, grid, marks, limits)


def _written(out: Destination, found: _Explanation, limits: Limits, sheet: _Sheet) -> str | bytes:
    """The content of the file that ``-o`` names.

    Raises:
        LimitError: no time is left for drawing.
        click.UsageError: there is no step to draw.
    """
    if out.suffix == ".json":
        return json.dumps(found.as_dict(), indent=1) + "\n"
    if out.suffix == ".svg":
        if not found.steps:
            raise click.UsageError(f"-o {out.output}: there is no step to draw: {found.last}")
        from nonosat.draw.steps import draw_step

        return draw_step(found.steps[0 if found.cell is None else -1], poll=poll_of(limits))
    poll = poll_of(limits)
    walk = found.walk
    if out.suffix == ".pdf":
        book = found.handout(sheet, poll)
        for warning in book.warnings:
            complain(warning)
        return book
    if found.cell is None:
        return walk.html(lang=found.say.code, poll=poll)
    from nonosat.draw.frames import walkthrough_page

    options: Any = {"lang": found.say.code, "poll": poll}
    return walkthrough_page(walk.puzzle, walk.start, found.steps, found.last, **options)


@command(
    status={
        0: "a step, or the grid is solved",
        1: "wrong so far",
        3: "no solution",
        5: "no step: nothing follows by the allowed techniques, or a limit is reached",
    },
)
@input_options
@given_option("The cells filled in so far; by default, none.")
@choice_option(
    "--level",
    ["where", "what", "why"],
    "where: the lines, or the cell, to look at; what: the cells that follow; why: the step in "
    "a sentence. Of mistakes: that there is one; the rows; the cells.",
    default="where",
)
@max_technique_option
@max_links_option
@time_limit_option
def hint(
    inputs: Inputs,
    given: str | None,
    level: str,
    time_limit: float | None,
    **allowed: Any,
) -> int:
    """Give the next step of a half-filled puzzle: where to look, what follows, or why.

    The step uses the easiest technique that gives anything; crosses in a line that has all its
    blocks come last. With the levels what and why the cells that follow are marked. If the grid has
    mistakes, they are reported first: where says only that there is one, what names the rows, why
    marks the cells that differ from the only solution, or else a smallest set of lines and cells
    that contradict each other. --json has everything up to the level.
    """
    from nonosat.explain.hinting import hint as next_hint

    lang = language_of_environment().code
    grid_file = inputs.given(given)
    screen = inputs.screen()

    def one(source: Source, puzzle: Puzzle) -> int:
        limits = Limits(time_limit=time_limit)
        grid = puzzle.unknown_grid() if grid_file is None else grid_file.grid(puzzle)
        found = next_hint(puzzle, given=grid, time_limit=time_limit, **allowed)
        if inputs.as_json:
            about = {**source.origin(), "title": puzzle.title, "level": level}
            emit_json({**about, **found.as_dict(level)})
        elif found.steps or found.mistakes or not inputs.quiet:
            name = "" if inputs.quiet else f"{source.name}: "
            emit(lines(f"{name}{found.text(level, lang)}".split("\n")))
            for picture in _hint_pictures(found, level, screen, limits):
                emit(picture)
            if (found.steps or found.mistakes) and level in _MORE and not inputs.quiet:
                complain(f"{_MORE[level]} more")
        return _hint_code(found)

    return inputs.each(one)


_MORE = {"where": "--level what and --level why say", "what": "--level why says"}
"""The levels that say more than this one."""


def _hint_code(found: Hint) -> int:
    from nonosat.explain.hinting import HintKind

    codes = {
        HintKind.STEP: exits.DONE,
        HintKind.SOLVED: exits.DONE,
        HintKind.WRONG: exits.MULTIPLE,
        HintKind.NO_SOLUTION: exits.NONE,
    }
    return codes.get(found.kind, exits.UNKNOWN)


def _hint_pictures(found: Hint, level: str, screen: Screen, limits: Limits) -> Iterator[str]:
    """The grid, from the level what on with the cells that follow; or with its mistakes, at why."""
    if found.mistakes:
        if level == "why":
            yield screen.picture(found.puzzle, found.grid, found.mistakes, limits)
    elif found.steps and level != "where":
        new = [(*cell["cell"], cell["value"]) for cell in found.as_dict("what")["what"]["cells"]]
        grid = found.grid.with_cells(new)
        yield screen.picture(found.puzzle, grid, [cell[:2] for cell in new], limits)
