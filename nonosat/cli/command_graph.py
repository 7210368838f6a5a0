# SPDX-License-Identifier: MIT
"""``nonosat graph``: the implication graph of a puzzle, and the chains that force its cells."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli import common
from nonosat.cli.common import complain, emit, emit_json, input_options
from nonosat.errors import ContradictionError, NonosatError
from nonosat.formats.files import write_text
from nonosat.grid import Grid
from nonosat.palette import Palette
from nonosat.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.logic.implications import Chain, Implications, Literal

_FORMS = (".svg", ".graphml", ".json")


@click.command()
@input_options
@click.option("--given", metavar="GRIDFILE", help="A grid: text of #, . and ?, a line per row.")
@click.option("--cell", metavar="R3C5", help="Only the chains that force this cell.")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="Write the graph: .svg (the board with the shortest chain, or that of --cell), .graphml, "
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
    cell: str | None,
    output: str | None,
) -> None:
    """Show what follows from what after line-solving, and why cells are forced.

    An edge A -> B says: with A, line-solving one line gives B. A cell is forced if one of its
    values leads to the other; the shortest such chain is told in words, with the line behind each
    step, and so is the shortest pair of chains from both values of another cell.

    Exit codes: 0 done, 3 no solution, 4 bad input.
    """
    if output is not None and os.path.splitext(output)[1] not in _FORMS:
        raise click.UsageError(f"-o {output}: the name must end in {', '.join(_FORMS)}")
    place = _place(cell)
    codes: list[int] = []
    items = list(common.read_items(files, format_name))
    if output is not None and len(items) > 1:
        raise click.UsageError("-o writes one graph: name one puzzle")
    for item in items:
        if not isinstance(item.puzzle, Puzzle):
            codes.append(common.BAD_INPUT)
            common.tell_faults(item, as_json)
            continue
        try:
            grid = None if given is None else common.read_grid(given, item.puzzle)
            found = _search(item.puzzle, grid)
        except ContradictionError as error:
            codes.append(common.NONE)
            _say(item.origin(), f"{item.name}: {error}", as_json, quiet, {"verdict": "none"})
            continue
        except NonosatError as error:
            codes.append(common.BAD_INPUT)
            if as_json:
                emit_json({**item.origin(), "error": str(error).splitlines()})
            else:
                complain(f"{given}: {error}")
            continue
        if place is not None and not (
            place[0] < item.puzzle.height and place[1] < item.puzzle.width
        ):
            raise click.UsageError(f"--cell {cell}: the puzzle has no such cell")
        codes.append(common.NONE if found.contradictory else common.DONE)
        if output is not None:
            _write(output, item.puzzle, found, place)
        if as_json:
            emit_json({**item.origin(), **_as_dict(item.puzzle, found, edges=output is None)})
        elif not quiet:
            emit(f"{item.name}: {_summary(found)}")
            for line in _told(item.puzzle, found, place):
                emit(line)
    ctx.exit(common.worst(codes))


def _search(puzzle: Puzzle, grid: Grid | None) -> Implications:
    from nonosat.logic.implications import implication_graph, search

    return search(implication_graph(puzzle, grid))


def _place(cell: str | None) -> tuple[int, int] | None:
    if cell is None:
        return None
    match = re.fullmatch(r"[Rr]([1-9][0-9]{0,3})[Cc]([1-9][0-9]{0,3})", cell)
    if match is None:
        raise click.UsageError(f"--cell {cell}: write row and column from 1, such as R3C5")
    return int(match[1]) - 1, int(match[2]) - 1


def _say(
    origin: dict[str, Any], text: str, as_json: bool, quiet: bool, fields: dict[str, Any]
) -> None:
    if as_json:
        emit_json({**origin, **fields})
    elif not quiet:
        emit(text)


def words(literal: Literal, palette: Palette) -> str:
    """A literal for people: ``R3C5 is filled``, ``R3C5 is not red``."""
    cell = f"R{literal.row + 1}C{literal.column + 1}"
    if len(palette) == 1:
        return f"{cell} is {'filled' if literal.holds else 'empty'}"
    name = palette.colors[literal.value - 1].name if literal.value else "empty"
    return f"{cell} is {'' if literal.holds else 'not '}{name}"


def _summary(found: Implications) -> str:
    graph = found.graph
    parts = [
        f"{graph.graph['known'].unknown_count} unknown cells after line-solving",
        f"{graph.number_of_nodes()} literals",
        f"{graph.number_of_edges()} implications",
    ]
    if found.contradictory:
        return ", ".join([*parts, "no solution: a cell's values lead to each other"])
    return ", ".join([*parts, f"{len(found.forced)} forced", f"{len(found.equal)} sets of equals"])


def _told(puzzle: Puzzle, found: Implications, place: tuple[int, int] | None) -> Iterator[str]:
    """The chains of the forced cells in words."""
    palette = puzzle.palette
    wanted = [literal for literal in found.forced if place in (None, literal[:2])]
    if place is not None and not wanted:
        yield f"R{place[0] + 1}C{place[1] + 1} is not forced by the graph"
    for literal in wanted:
        chain = found.contradiction(literal)
        yield ""
        yield f"{words(literal, palette)}, because otherwise:"
        yield from _steps(chain, palette)
        both = found.tautology(literal)
        if both is not None:
            yield f"  and whatever {words(both[0].start, palette).split(' ')[0]} is, it follows:"
            for one in both:
                yield from _steps(one, palette, indent="    ")


def _steps(chain: Chain, palette: Palette, indent: str = "  ") -> Iterator[str]:
    yield f"{indent}suppose {words(chain.start, palette)}"
    for link in chain.links:
        cause = "the cell" if link.line is None else str(link.line)
        yield f"{indent}  {cause}: then {words(link.literal, palette)}"


def _as_dict(puzzle: Puzzle, found: Implications, *, edges: bool) -> dict[str, Any]:
    """The graph and what was found in it, as plain data."""
    graph, palette = found.graph, puzzle.palette
    number = {literal: place for place, literal in enumerate(graph)}
    result: dict[str, Any] = {
        "title": puzzle.title,
        "verdict": "none" if found.contradictory else "unknown",
        "known": graph.graph["known"].text_rows(),
        "literals": graph.number_of_nodes(),
        "implications": graph.number_of_edges(),
        "forced": [
            {
                "cell": [literal.row, literal.column],
                "value": literal.value,
                "holds": literal.holds,
                "words": words(literal, palette),
                "chain": _chain_dict(found.contradiction(literal), palette),
            }
            for literal in found.forced
        ],
        "equal": [sorted(words(x, palette) for x in together) for together in found.equal],
    }
    if edges:
        result["nodes"] = [
            {"cell": [x.row, x.column], "value": x.value, "holds": x.holds} for x in graph
        ]
        result["edges"] = [
            [number[a], number[b], None if line is None else str(line)]
            for a, b, line in graph.edges(data="line")
        ]
    return result


def _chain_dict(chain: Chain, palette: Palette) -> list[dict[str, str | None]]:
    steps: list[dict[str, str | None]] = [{"line": None, "words": words(chain.start, palette)}]
    for link in chain.links:
        line = None if link.line is None else str(link.line)
        steps.append({"line": line, "words": words(link.literal, palette)})
    return steps


def _write(path: str, puzzle: Puzzle, found: Implications, place: tuple[int, int] | None) -> None:
    form = os.path.splitext(path)[1]
    if form == ".json":
        text = json.dumps(_as_dict(puzzle, found, edges=True), indent=1) + "\n"
    elif form == ".graphml":
        text = _graphml(puzzle, found)
    else:
        text = _picture(puzzle, found, place)
    try:
        write_text(path, text)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None


def _graphml(puzzle: Puzzle, found: Implications) -> str:
    """GraphML has no tuples and no None: nodes are words, a missing line is the empty string."""
    import networkx as nx

    plain = nx.DiGraph()
    for x in found.graph:
        plain.add_node(
            words(x, puzzle.palette), row=x.row, column=x.column, value=x.value, holds=x.holds
        )
    for a, b, line in found.graph.edges(data="line"):
        plain.add_edge(
            words(a, puzzle.palette),
            words(b, puzzle.palette),
            line="" if line is None else str(line),
        )
    return "\n".join(nx.generate_graphml(plain)) + "\n"


def _picture(puzzle: Puzzle, found: Implications, place: tuple[int, int] | None) -> str:
    from nonosat.draw.chains import draw_chains

    wanted = [literal for literal in found.forced if place in (None, literal[:2])]
    chains = sorted((found.contradiction(x) for x in wanted), key=lambda chain: len(chain.links))
    walks = [
        [(x.row, x.column, x.holds) for x in (chain.start, *(link.literal for link in chain.links))]
        for chain in chains[:1]
    ]
    forced = [literal[:2] for literal in found.forced]
    return str(draw_chains(puzzle, found.graph.graph["known"], walks, marks=forced))
