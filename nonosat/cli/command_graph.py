# SPDX-License-Identifier: MIT
"""``nonosat graph``: the implication graph of a puzzle, and the chains that force its cells."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from nonosat.cli import exits
from nonosat.cli.destination import Destination
from nonosat.cli.help_text import command
from nonosat.cli.input import Broken, Inputs, Source
from nonosat.cli.options import Cell, given_option, input_options, max_links_option, output_options
from nonosat.cli.output import emit, emit_json
from nonosat.errors import ContradictionError, OptionError
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.words import counted, outside_words

if TYPE_CHECKING:
    from nonosat.logic.implications import Implications

_FORMS = (".svg", ".graphml", ".json")
_MOST_CHAINS = 10


@command(
    status={
        3: "no solution",
        5: "the graph would be too large",
    },
)
@input_options
@given_option("Start from this grid.")
@click.option(
    "--cell",
    "place",
    metavar="R3C5",
    type=Cell(),
    help="Only the chains that force this cell.",
)
@max_links_option
@click.option("--all", "all_chains", is_flag=True, help="All chains, not only the ten easiest.")
@output_options(
    "Write the graph: .svg (the board with the easiest chain, or that of --cell), .graphml, or "
    ".json."
)
def graph(
    inputs: Inputs,
    given: str | None,
    place: tuple[int, int] | None,
    max_links: int | None,
    all_chains: bool,
    out: Destination,
) -> int:
    """Show which values force which others, for people who study deduction.

    An edge A -> B means: with A, solving one line gives B. A cell is forced if one of its
    values leads to the other. For each forced cell a shortest such chain is printed in words, with
    the clue of every line that it needs; a long chain as two short ones, from both values of a cell
    on it. The shortest chains come first; --json holds all of them.
    """
    out.check_suffix(_FORMS)
    out.check_free()
    grid_file = inputs.given(given)

    def one(source: Source, puzzle: Puzzle) -> int | Broken:
        try:
            found = _search(puzzle, None if grid_file is None else grid_file.grid(puzzle))
        except ContradictionError as error:
            if inputs.as_json:
                emit_json({**source.origin(), "verdict": "none"})
            elif not inputs.quiet:
                emit(f"{source.name}: {error}")
            return exits.NONE
        except OptionError as error:  # the graph would be too large
            return Broken(source, error, exits.UNKNOWN, named=True)
        if place is not None and not (place[0] < puzzle.height and place[1] < puzzle.width):
            raise click.UsageError(f"--cell {outside_words(*place, puzzle.height, puzzle.width)}")
        if not out.stdout:
            out.write(_written(out.suffix, puzzle, found, place, max_links))
        if inputs.as_json:
            from nonosat.explain.graph_words import graph_data

            data = graph_data(puzzle, found, edges=out.stdout, max_links=max_links)
            emit_json({**source.origin(), **data})
        elif not inputs.quiet:
            for line in _lines(source.name, puzzle, found, place, max_links, all_chains):
                emit(line)
        return exits.NONE if found.contradictory else exits.DONE

    return inputs.each(one, "" if out.stdout else "-o writes one graph: name one puzzle")


def _search(puzzle: Puzzle, grid: Grid | None) -> Implications:
    from nonosat.logic.implications import implication_graph, search

    return search(implication_graph(puzzle, given=grid))


def _lines(
    name: str,
    puzzle: Puzzle,
    found: Implications,
    place: tuple[int, int] | None,
    max_links: int | None,
    all_chains: bool,
) -> Iterator[str]:
    """The size of the graph, and the chains in words, the easiest first."""
    from nonosat.explain.graph_words import easiest_first, not_forced_words, summary

    yield f"{name}: {summary(found)}"
    if found.graph.graph["known"].unknown_count == 0:
        return
    steps = easiest_first(puzzle, found, place, max_links)
    if not steps and (place is not None or found.forced):
        yield not_forced_words(place, max_links)
    shown = steps if all_chains else steps[:_MOST_CHAINS]
    for step in shown:
        yield ""
        yield step.sentence
    if len(shown) < len(steps):
        yield ""
        yield f"{counted(len(steps) - len(shown), 'more chain')}: --all shows them"


def _written(
    suffix: str,
    puzzle: Puzzle,
    found: Implications,
    place: tuple[int, int] | None,
    max_links: int | None,
) -> str:
    from nonosat.explain.graph_words import graph_data, graph_picture, graphml

    if suffix == ".json":
        data = graph_data(puzzle, found, edges=True, max_links=max_links)
        return json.dumps(data, indent=1) + "\n"
    if suffix == ".graphml":
        return graphml(puzzle, found)
    return graph_picture(puzzle, found, place, max_links)
