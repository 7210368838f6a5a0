# SPDX-License-Identifier: MIT
"""Words for people about single values: verdicts, reasons, lines, cells, clues, counts.

The command line, notebooks, ``__str__`` methods and explanations share these, so that each thing
has one name everywhere. Sentences about deductions are in ``nonosat.explain``. Functions take
plain values, so that every layer above can use them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields

from nonosat.languages import ENGLISH, Language
from nonosat.model.clue import EMPTY, UNKNOWN, Clue, Line
from nonosat.model.grid import Grid
from nonosat.model.metadata import printable
from nonosat.model.numbers import leading_digits
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import GoalStatus, Reason, Report, StageProgress, StageReport, Verdict

_SEARCHING = frozenset({"search", "beliefs", "weights", "sat"})
"""The stages that guess or search; the others deduce."""

_MOST_DIGITS = 60
"""Longer numbers are shown in scientific notation."""


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun; ``many`` is the plural if it is not ``one`` with an s.

    >>> counted(1, "clue"), counted(1200, "clue"), counted(2, "cell differs", "cells differ")
    ('1 clue', '1,200 clues', '2 cells differ')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names as a sentence lists them.

    >>> listed(["R1"]), listed(["R1", "C3"]), listed(["a", "b", "c"], "or")
    ('R1', 'R1 and C3', 'a, b or c')
    """
    *others, final = names
    return f"{', '.join(others)} {last} {final}" if others else final


def number_words(value: int, most_digits: int = _MOST_DIGITS) -> str:
    """A number with separators; in scientific notation if it has more than 60 digits.

    >>> number_words(40320), number_words(2**3600), number_words(2**60, most_digits=15)
    ('40,320', '5.104e1083', '1.152e18')
    """
    if value < 10**most_digits:
        return f"{value:,}"
    digits, exponent = leading_digits(value)
    return f"{digits[0]}.{digits[1:]}e{exponent}"


def seconds_words(seconds: float) -> str:
    """A duration, rounded for people.

    >>> seconds_words(0.00041), seconds_words(1.2345), seconds_words(312.4)
    ('0.0004 s', '1.23 s', '312 s')
    """
    if seconds < 0.1:
        return f"{seconds:.4f} s"
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"


def reason_words(reason: Reason) -> str:
    """Why the work ended."""
    return ENGLISH(f"reason.{reason.value}")


def verdict_words(verdict: Verdict, reason: Reason | None = None) -> str:
    """The verdict, with the reason if it is unknown.

    >>> verdict_words(Verdict.NONE), verdict_words(Verdict.UNKNOWN, Reason.TIME)
    ('none (no solution)', 'unknown (time limit)')
    """
    if verdict is Verdict.NONE:
        return "none (no solution)"
    if verdict is Verdict.UNKNOWN and reason is not None:
        return f"unknown ({reason_words(reason)})"
    return str(verdict.value)


def goal_words(status: GoalStatus | None) -> str | None:
    """What is wrong with the goal picture; None if nothing is, or nothing is known."""
    if status is GoalStatus.WRONG:
        return ENGLISH("answer.goal")
    several = status is GoalStatus.ONE_OF_SEVERAL
    return "the goal picture is one of several solutions" if several else None


def free_words(free: int, clued_cells_unique: bool | None) -> str:
    """How many cells are in no clued line, and whether the others are determined."""
    others = {
        True: "all others are determined",
        False: "the others are not determined either",
        None: "whether the others are determined is unknown",
    }[clued_cells_unique]
    return f"cells in no clued line: {free:,}, {others}"


def logic_words(report: Report, stages: Iterable[str], name: str | None = None) -> str | None:
    """Whether a run of deduction alone solved the puzzle; None if the stages searched too.

    ``stages``: the chosen stages; ``name``: a name for all of them.
    """
    chosen = tuple(stages)
    if _SEARCHING.intersection(chosen):
        return None
    if report.verdict is Verdict.UNIQUE:
        return "solvable without guessing"
    if report.verdict is Verdict.UNKNOWN and report.reason is Reason.STAGES:
        cells = counted(report.known.unknown_count, "cell is unknown", "cells are unknown")
        return f"not solvable by {name or listed(chosen)} alone: {cells}"
    return None


def verdict_remarks(
    report: Report, *, free: int = 0, stages: Iterable[str] | None = None, name: str | None = None
) -> list[str]:
    """The verdict, and remarks about it, one phrase each.

    ``free`` is the number of cells in no clued line; ``stages`` and ``name`` as for
    ``logic_words``, if the chosen stages are known.
    """
    logic = None if stages is None else logic_words(report, stages, name)
    stuck = logic is not None and report.verdict is Verdict.UNKNOWN
    remarks = [verdict_words(report.verdict, None if stuck else report.reason)]
    if logic is not None:
        remarks.append(logic)
    goal = goal_words(report.goal)
    if goal is not None:
        remarks.append(goal)
    if free and report.verdict in (Verdict.MULTIPLE, Verdict.UNKNOWN):
        remarks.append(free_words(free, report.clued_cells_unique))
    return remarks


def cell_name(row: int, column: int) -> str:
    """The name of a cell; rows and columns start at 1.

    >>> cell_name(2, 4)
    'R3C5'
    """
    return f"R{row + 1}C{column + 1}"


def runs_of(numbers: Iterable[int]) -> list[list[int]]:
    """Ascending numbers, cut where one is missing.

    >>> runs_of([2, 3, 4, 7])
    [[2, 3, 4], [7]]
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def cell_names(cells: Iterable[tuple[int, int]], most: int | None = None) -> str:
    """The names of cells, line by line: their row, or the only column, and the places in it.

    ``most``: how many cells are named before "and N more".

    >>> cell_names([(10, 0), (10, 2), (10, 3), (10, 4), (11, 6)])
    'R11: 1, 3-5; R12C7'
    >>> cell_names([(0, 6), (1, 6), (2, 6)]), cell_names([(0, 6), (1, 6), (2, 6)], most=1)
    ('C7: 1-3', 'R1C7 and 2 more')
    """
    named = sorted(cells)
    rest = 0 if most is None else max(0, len(named) - most)
    named = named[: len(named) - rest]
    in_column = len({column for _, column in named}) == 1
    lines: dict[int, list[int]] = {}
    for row, column in named:
        line, place = (column, row) if in_column else (row, column)
        lines.setdefault(line, []).append(place)
    names = []
    for line, places in lines.items():
        if len(places) == 1:
            names.append(cell_name(*named[0]) if in_column else cell_name(line, places[0]))
            continue
        ranges = [
            f"{run[0] + 1}-{run[-1] + 1}" if len(run) > 2 else ", ".join(str(x + 1) for x in run)
            for run in runs_of(places)
        ]
        names.append(f"{'C' if in_column else 'R'}{line + 1}: {', '.join(ranges)}")
    return "; ".join(names) + (f" and {rest} more" if rest else "")


def outside_words(row: int, column: int, height: int, width: int) -> str:
    """The message about a cell that is not on the board.

    >>> outside_words(8, 8, 5, 7)
    'R9C9: the board is 7x5 (R1C1 to R5C7)'
    """
    board = f"{width}x{height} (R1C1 to {cell_name(height - 1, width - 1)})"
    return f"{cell_name(row, column)}: the board is {board}"


def line_names(lines: Iterable[Line], say: Language = ENGLISH) -> str:
    """The names of lines, which start at 1.

    >>> line_names([Line("row", 0), Line("column", 2)])
    'R1, C3'
    """
    return say.pattern("names.comma").join(map(str, lines))


def value_words(value: int, palette: Palette) -> str:
    """A cell's value: ``filled``, ``empty``, ``unknown``, or the name of a colour, printable."""
    if value in (EMPTY, UNKNOWN):
        return "empty" if value == EMPTY else "unknown"
    return "filled" if len(palette) == 1 else color_words(value, palette)


def color_words(value: int, palette: Palette, say: Language = ENGLISH) -> str:
    """The name of a colour, printable; common names are said in the language."""
    return say.color(printable(palette.colors[value - 1].name))


def literal_words(row: int, column: int, value: int, holds: bool, palette: Palette) -> str:
    """A literal as a sentence.

    >>> from nonosat.model.palette import BLACK
    >>> literal_words(2, 4, 1, True, BLACK), literal_words(2, 4, 1, False, BLACK)
    ('R3C5 is filled', 'R3C5 is empty')
    """
    if len(palette) == 1:  # "not filled" is "empty"
        value, holds = (value if holds else 1 - value), True
    return f"{cell_name(row, column)} is {'' if holds else 'not '}{value_words(value, palette)}"


def clue_words(clue: Clue | None, palette: Palette, say: Language = ENGLISH) -> str:
    """A clue as it is printed beside the board, with the names of several colours.

    >>> from nonosat.model.clue import Block
    >>> from nonosat.model.palette import BLACK
    >>> clue_words((Block(3), Block(1)), BLACK), clue_words((), BLACK), clue_words(None, BLACK)
    ('3 1', '0', 'missing')
    """
    if not clue:
        return say("clue.missing") if clue is None else "0"
    if len(palette) == 1:
        return " ".join(str(length) for length, _ in clue)
    return ", ".join(
        say("clue.block", length=length, color=color_words(color, palette, say))
        for length, color in clue
    )


def work_words(stage: StageReport) -> str:
    """The work of a stage: its counts, and the time to build a backend's model."""
    words = [f"{name} {count}" for name, count in stage.counts.items()]
    if stage.build_seconds is not None:
        words.append(f"{seconds_words(stage.build_seconds)} to build the model")
    return ", ".join(words)


def progress_words(event: StageProgress) -> str:
    """The work of a stage so far; ``at work`` while it builds a model and counts nothing.

    >>> progress_words(StageProgress("lines", 1200, "line_solves"))
    '1,200 line solves'
    """
    return f"{event.done:,} {event.unit.replace('_', ' ')}" if event.unit else "at work"


def report_lines(report: Report) -> list[str]:
    """A report in about three lines: the verdict, how far deduction came, the stages and the time.

    Each stage has the number of cells that it solved.
    """
    free = 0 if report.puzzle is None else len(report.puzzle.unconstrained())
    first = verdict_remarks(report, free=free)
    if len(report.solutions) > 1:
        first.append(f"{counted(len(report.solutions), 'solution')} found")
    if report.ambiguous and report.solutions:
        first.append(counted(len(report.ambiguous), "ambiguous cell"))
    if report.strategy is not None:
        first.append(f"decided by {report.strategy}")
    stages = ", ".join(
        f"{stage.name} {stage.cells:,}" if stage.cells else stage.name for stage in report.stages
    )
    last = f"{stages or 'no stage'}: {seconds_words(report.seconds)}"
    solved = [] if report.verdict is Verdict.NONE else [known_words(report.known)]
    return ["; ".join(first), *solved, last]


def page_words(
    verdict: Verdict,
    reason: Reason | None = None,
    goal: GoalStatus | None = None,
    say: Language = ENGLISH,
) -> str:
    """The remark on a puzzle in pages of solutions; empty if its only solution needs none."""
    match verdict:
        case Verdict.UNIQUE:
            return say("answer.goal") if goal is GoalStatus.WRONG else ""
        case Verdict.MULTIPLE:
            drawn = goal is GoalStatus.ONE_OF_SEVERAL
            return say("answer.drawn" if drawn else "answer.multiple")
        case Verdict.NONE:
            return say("answer.none")
        case _:
            why = say(f"reason.{(reason or Reason.TIME).value}")
            return say("answer.unknown", reason=why)


def shown_solution(puzzle: Puzzle, report: Report) -> Grid | None:
    """The solution that is printed: of several the one that was drawn; the known cells of a puzzle
    that is not decided; None if there is nothing to print."""
    if report.verdict is Verdict.UNKNOWN and not report.solutions:
        return report.known
    if report.goal is GoalStatus.ONE_OF_SEVERAL:
        return puzzle.goal
    return report.solutions[0] if report.solutions else None


def solution_words(number: int, found: int, marks: int, say: Language = ENGLISH) -> str:
    """The heading of one of two drawn solutions."""
    return say("solution.heading", number=number, found=found, n=marks)


def known_words(known: Grid) -> str:
    """How many cells deduction solved."""
    cells = len(known.cells)
    return f"solved by deduction: {cells - known.unknown_count:,} of {cells:,} cells"


def ambiguous_words(report: Report) -> str | None:
    """How many cells differ between solutions; None if no solution was found."""
    if not report.solutions:
        return None
    if report.ambiguous is None:
        return "ambiguous cells: not all found (a limit was reached)"
    return f"ambiguous cells: {len(report.ambiguous):,}, marked; all others are certain:"


def uncertified_words(reason: Reason | None) -> str:
    """Why there is no certificate."""
    why = "unknown" if reason is None else reason_words(reason)
    return f"no certificate: the proof was not finished ({why})"


UNRATED = "not fully rated"


def unrated_words(reason: Reason) -> str:
    """Why a rating is not complete."""
    return f"{UNRATED} ({reason_words(reason)})"


def listed_words(number: int, complete: bool, reason: Reason | None = None) -> str:
    """How many solutions were listed, and whether there are more."""
    if complete:
        return "no solution" if number == 0 else counted(number, "solution")
    if reason is Reason.COUNT:
        return f"{counted(number, 'solution')} listed; there are more"
    why = "the limit" if reason is None else reason_words(reason)
    return f"{counted(number, 'solution')} listed; there may be more ({why})"


def puzzle_words(puzzle: Puzzle) -> Iterator[str]:
    """Size, metadata, palette, missing clues and printed cells of a puzzle, one line each."""
    palette = puzzle.palette
    size = f"{puzzle.width}x{puzzle.height} (columns x rows)"
    yield f"{size}, {counted(len(palette), 'colour')}"
    for field in fields(puzzle.meta):
        value = getattr(puzzle.meta, field.name)
        if value:
            yield f"{field.name}: {value}"
    for color in palette.colors:
        yield f"colour {color.letter} {color.name} {color.rgb}"
    yield f"background . {palette.background}"
    missing = sum(clue is None for _, clue in puzzle.lines())
    if missing:
        free = len(puzzle.unconstrained())
        yield f"missing clues: {missing:,}; cells in no clued line: {free:,}"
    if puzzle.printed is not None:
        number = len(puzzle.printed.cells) - puzzle.printed.unknown_count
        yield f"cells printed: {number:,}"
    if puzzle.goal is not None:
        yield "goal picture: given (--goal draws it)"
