# SPDX-License-Identifier: MIT
"""``nonosat graph``: the implication graph of a puzzle, and the chains that force its cells."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from nonosat.cli import exits
from nonosat.cli.input import GivenFile, read_sources, report_error, report_faults
from nonosat.cli.options import Cell, given_option, input_options, max_links_option
from nonosat.cli.output import emit, emit_json
from nonosat.errors import ContradictionError, GridError, OptionError
from nonosat.formats.files import write_bytes
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.words import cell_name, counted

if TYPE_CHECKING:
    from nonosat.logic.implications import Implications

_FORMS = (".svg", ".graphml", ".json")
_MOST_CHAINS = 10


@click.command()
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
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="Write the graph: .svg (the board with the easiest chain, or that of --cell), .graphml, "
    "or .json.",
)
@click.pass_context
def graph(
    ctx: click.Context,
    files: tuple[str, ...],
    format_name: str | None,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    given: str | None,
    place: tuple[int, int] | None,
    max_links: int | None,
    all_chains: bool,
    output: str | None,
) -> None:
    """Show what follows from what after line-solving, and why cells are forced.

    An edge A -> B says: with A, line-solving one line gives B. A cell is forced if one of its
    values leads to the other. For each forced cell a shortest such chain is printed in words, with
    the clue of every line that it needs; a long chain as two short ones, from both values of a cell
    on its way. The shortest chains come first; --json holds all of them.

    Exit codes: 0 done, 2 usage error, 3 no solution, 4 bad input, 5 the graph would be too large.
    """
    if output is not None and os.path.splitext(output)[1] not in _FORMS:
        raise click.UsageError(f"-o {output}: the name must end in {', '.join(_FORMS)}")
    grid_file = None if given is None else GivenFile(given, files)
    codes: list[int] = []
    sources = list(read_sources(files, format_name))
    if output is not None and len(sources) > 1:
        raise click.UsageError("-o writes one graph: name one puzzle")
    for source in sources:
        puzzle = source.item
        if not isinstance(puzzle, Puzzle):
            codes.append(exits.BAD_INPUT)
            report_faults(source, as_json)
            continue
        try:
            found = _search(puzzle, None if grid_file is None else grid_file.grid(puzzle))
        except ContradictionError as error:
            codes.append(exits.NONE)
            if as_json:
                emit_json({**source.origin(), "verdict": "none"})
            elif not quiet:
                emit(f"{source.name}: {error}")
            continue
        except GridError as error:
            codes.append(exits.BAD_INPUT)
            report_error(source, error, as_json)
            continue
        except OptionError as error:  # the graph would be too large
            codes.append(exits.UNKNOWN)
            report_error(source, error, as_json, named=True)
            continue
        if place is not None and not (place[0] < puzzle.height and place[1] < puzzle.width):
            raise click.UsageError(f"--cell {cell_name(*place)}: the puzzle has no such cell")
        codes.append(exits.NONE if found.contradictory else exits.DONE)
        if output is not None:
            _write(output, puzzle, found, place, max_links)
        if as_json:
            from nonosat.explain.graph_export import graph_data

            data = graph_data(puzzle, found, edges=output is None, max_links=max_links)
            emit_json({**source.origin(), **data})
        elif not quiet:
            for line in _lines(source.name, puzzle, found, place, max_links, all_chains):
                emit(line)
    ctx.exit(exits.worst(codes))


def _search(puzzle: Puzzle, grid: Grid | None) -> Implications:
    from nonosat.logic.implications import implication_graph, search

    return search(implication_graph(puzzle, grid))


def _lines(
    name: str,
    puzzle: Puzzle,
    found: Implications,
    place: tuple[int, int] | None,
    max_links: int | None,
    all_chains: bool,
) -> Iterator[str]:
    """The size of the graph, and the chains in words, the easiest first."""
    from nonosat.explain.chains import easiest_first, not_forced_words, summary

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


def _write(
    path: str,
    puzzle: Puzzle,
    found: Implications,
    place: tuple[int, int] | None,
    max_links: int | None,
) -> None:
    from nonosat.explain.graph_export import graph_data, graph_picture, graphml

    form = os.path.splitext(path)[1]
    if form == ".json":
        text = (
            json.dumps(graph_data(puzzle, found, edges=True, max_links=max_links), indent=1) + "\n"
        )
    elif form == ".graphml":
        text = graphml(puzzle, found)
    else:
        text = graph_picture(puzzle, found, place, max_links)
    try:
        write_bytes(path, text)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None
