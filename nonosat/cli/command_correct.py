# SPDX-License-Identifier: MIT
"""``nonosat correct``: find the mistyped number in clues, and correct it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli import answers, exits
from nonosat.cli.destination import Destination, only_one
from nonosat.cli.help_text import command
from nonosat.cli.input import Broken, Inputs, Source, is_collection
from nonosat.cli.many import Job, Many, Outcome, work_on
from nonosat.cli.options import (
    input_options,
    many_options,
    number_option,
    output_options,
    time_limit_option,
    to_option,
)
from nonosat.cli.output import Screen, complain, emit, emit_json
from nonosat.cli.progress import status
from nonosat.errors import PuzzleSyntaxError
from nonosat.limits import Limits
from nonosat.model.metadata import printable
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.make.corrections.answer import ClueCorrections, Correction, LineCorrection


@command(
    status={
        0: "the puzzle with the chosen correction has one solution",
        1: "it has several; of many puzzles also: there are other corrections, or the goal picture "
        "is no solution",
        3: "no correction of one number or of whole lines gives a solution",
        5: "a limit is reached before all corrections are tried",
    },
)
@input_options
@output_options(
    "Write the corrected puzzle, with title, goal picture and printed cells; - is standard output, "
    "and then nothing else is printed there. A folder gets a file for each puzzle that is "
    "corrected, a collection (my.db) the new puzzles.",
    to=to_option,
    type=click.Path(),
)
@number_option(
    "--choose",
    "Write or draw the puzzle with correction N of the list.  [default: the first with which the "
    "goal picture is a solution, else 1]",
)
@click.option(
    "--all", "list_all", is_flag=True, help="List all corrections, not only the first 10."
)
@click.option(
    "--solution", "solved", is_flag=True, help="Draw the corrected puzzle with its solution."
)
@number_option("--limit", "Stop after N corrections.", default=1000)
@time_limit_option
@many_options
def correct(
    inputs: Inputs,
    out: Destination,
    many: Many,
    choose: int | None,
    list_all: bool,
    solved: bool,
    limit: int,
    time_limit: float | None,
) -> int:
    """Find the mistyped number in clues that have no solution, and correct it.

    FILE may have sums that differ, and clues that are longer than their line; no other command
    reads such files. All corrections of one number are tried: another length, a number dropped or
    added, two numbers of a clue swapped, another colour, a space between digits put in (155 becomes
    1 5 5) or taken out. Those that give exactly one solution come first, typing slips before
    others: each with the clue before and after, the number in brackets. The solution is not shown
    without --solution. If none of these helps, whole lines are put in, taken out or split, and two
    neighbouring ones swapped; what gives a solution is listed, and the most probable corrections of
    several numbers.
    """
    from nonosat.make.corrections.search import correct_clues

    _say_faulty(inputs)
    if many.asked(out):
        given = {"choose": choose, "limit": limit, "time_limit": time_limit}
        columns = ("correction", "choices")
        job = Job(f"{__name__}:one_of_many", columns, given, loose=True)
        return work_on(inputs, out, many, job)
    output = out.output
    form = out.form_if_named()
    screen = inputs.screen()
    silent = inputs.quiet or output == "-"

    def one(source: Source) -> int | Broken:
        item = source.item
        clues = item if isinstance(item, Puzzle) else item.clues
        if clues is None:
            assert not isinstance(item, Puzzle)
            return Broken(source, item)
        if isinstance(item, PuzzleSyntaxError) and not inputs.as_json:
            for fault in item.faults:  # of a text that has fewer clues than it says, or no names
                complain(f"{source.name}: {fault}")
        limits = Limits(time_limit=time_limit)
        with status(source.name, inputs.quiet) as progress:
            found = correct_clues(clues, limit=limit, time_limit=time_limit, progress=progress)
        number, chosen = _chosen(found, choose, source)
        if chosen is not None and clues.goal is not None and chosen.puzzle.goal is None:
            complain(f"{source.name}: the goal picture has another size: it is left out")
        agrees = ", with which the goal picture is a solution" if number in found.with_goal else ""
        written = None if chosen is None else output
        if form is not None and chosen is not None:
            out.write_puzzle(form, source, chosen.puzzle)
        if inputs.as_json and output != "-":
            about = {**source.origin(), "title": clues.title, **found.as_dict()}
            emit_json({**about, "chosen": number, "output": written})
        elif not silent:
            for place, text in enumerate(found.lines(None) if list_all else found.lines()):
                emit(text if place else f"{source.name}: {text}")
            if chosen is not None and number is not None and solved:
                for text in _pictures(chosen, number, screen, limits):
                    emit(text)
            if written is not None:
                emit(f"{source.name}: written to {written}: correction {number}{agrees}: {chosen}")
        if silent and chosen is not None and written is not None and len(found.choices) > 1:
            which = f"correction {number} of {len(found.choices)}"
            complain(f"{source.name}: {which} is written{agrees}: {chosen}")
        if output is not None and chosen is None:
            complain(f"{source.name}: {found.end.value}: {output} is not written")
        return _code(found, chosen)

    return inputs.end(inputs.sources("" if output is None else only_one("-o")), one)


def _say_faulty(inputs: Inputs) -> None:
    """Say how many files with a wrong number a collection could not read: it has no such puzzle."""
    from nonosat.collection.schema import reading

    wrong = " OR ".join(f"faults LIKE '%{words}%'" for words in _WRONG)
    for given in filter(is_collection, inputs.files):
        with reading(given.text) as connection:
            query = f"SELECT count(DISTINCT file) FROM faults WHERE {wrong}"
            (files,) = connection.execute(query).fetchone()
        if files:
            complain(
                f"{printable(given.text)}: not in it, because of a wrong clue: "
                f"{counted(files, 'file')} ('list --faults' names them); "
                "'nonosat correct FOLDER -o ...' corrects files where they are"
            )


_WRONG = ("one of the clues is wrong", "does not fit: the clue needs")
"""Of the faults of clues that another number may correct."""


def _chosen(
    found: ClueCorrections, choose: int | None, source: Source
) -> tuple[int | None, Correction | LineCorrection | None]:
    """The correction to take, and its number."""
    number = found.proposed
    if choose is not None and number is not None:
        if choose > len(found.choices):
            has = counted(len(found.choices), "correction")
            raise click.UsageError(f"--choose {choose}: {source.name} has {has}")
        number = choose
    return number, None if number is None else found.choices[number - 1]


def one_of_many(source: Source, options: dict[str, Any]) -> Outcome:
    """What is done with each of many puzzles."""
    from nonosat.make.corrections.search import correct_clues

    clues = source.item if isinstance(source.item, Puzzle) else source.item.clues
    assert clues is not None
    seconds = options["time_limit"]
    found = correct_clues(clues, limit=options["limit"], time_limit=seconds)
    number, chosen = _chosen(found, options["choose"], source)
    data = {"title": clues.title, **found.as_dict(), "chosen": number}
    numbers: dict[str, object] = {
        "correction": None if chosen is None else str(chosen),
        "choices": len(found.choices),
    }
    wrong = chosen is None and not found.nothing_wrong
    error = found.lines()[0] if wrong else ""
    words = f"correction {number} of {len(found.choices)}: {chosen}" if chosen else ""
    made = None if chosen is None else chosen.puzzle
    code, done = _code(found, chosen), found.end.value
    goal = clues.goal is not None and clues.goal.complete
    others = options["choose"] is None and len(found.with_goal or found.choices) > 1
    if chosen is not None and goal and number not in found.with_goal:
        done, code = "picture differs", code or exits.MULTIPLE
        words += "; the goal picture is no solution of it"
    elif chosen is not None and others:
        done, code = "one of several", code or exits.MULTIPLE
    return Outcome(done, code, numbers, data, made, error=error, words=words)


def _code(found: ClueCorrections, chosen: Correction | LineCorrection | None) -> int:
    from nonosat.make.corrections.answer import CorrectionsEnd

    if found.end is CorrectionsEnd.NOTHING_WRONG:
        return answers.VERDICT_CODES[found.verdict]
    if not found.complete or chosen is None:
        return exits.NONE if found.end is CorrectionsEnd.NONE else exits.UNKNOWN
    return answers.VERDICT_CODES[chosen.verdict]


def _pictures(
    chosen: Correction | LineCorrection, number: int, screen: Screen, limits: Limits
) -> Iterator[str]:
    """The corrected puzzle with its solution, its lines marked; or two, their difference marked."""
    from nonosat.words import line_names, solution_words

    puzzle, solutions = chosen.puzzle, chosen.solutions
    if len(solutions) > 1:
        marks = solutions[0].differences(solutions[1])
        for index, grid in enumerate(solutions, start=1):
            yield f"correction {number}, {solution_words(index, len(solutions), len(marks))}"
            yield screen.picture(puzzle, grid, marks, limits)
        return
    what = "its solution" if chosen.verdict is Verdict.UNIQUE else "a solution"
    lines = chosen.lines_after
    marked = f", {line_names(lines)} marked" if lines else ""
    yield f"the puzzle with correction {number} and {what}{marked}:"
    cells = [
        (line.index, n) if line.axis == "row" else (n, line.index)
        for line in lines
        for n in range(puzzle.width if line.axis == "row" else puzzle.height)
    ]
    yield screen.picture(puzzle, solutions[0], cells, limits)
