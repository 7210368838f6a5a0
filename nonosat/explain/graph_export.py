# SPDX-License-Identifier: MIT
"""The implication graph and its chains as plain data, as GraphML, and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat.errors import installed
from nonosat.explain.chains import easiest_first, literal_words
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.logic.implications import Implications


def graph_data(
    puzzle: Puzzle, found: Implications, *, edges: bool, max_links: int | None = None
) -> dict[str, Any]:
    """The graph and what it forces as plain data, the way ``--json`` prints it.

    ``forced`` holds a step for each forced literal, the easiest first (``chains.easiest_first``).
    With ``edges`` the graph itself is added: ``nodes``, and ``edges`` as [from, to, line], where
    both count the nodes from 0 and the line is None for an edge within one cell.
    """
    graph = found.graph
    result: dict[str, Any] = {
        "title": puzzle.title,
        "verdict": "none" if found.contradictory else "unknown",
        "known": graph.graph["known"].text_rows(),
        "literals": graph.number_of_nodes(),
        "implications": graph.number_of_edges(),
        "forced": [step.as_dict() for step in easiest_first(puzzle, found, max_links=max_links)],
        "equal": [sorted(literal_words(x, puzzle) for x in together) for together in found.equal],
    }
    if edges:
        number = {literal: place for place, literal in enumerate(graph)}
        result["nodes"] = [
            {"cell": [x.row, x.column], "value": x.value, "holds": x.holds} for x in graph
        ]
        result["edges"] = [
            [number[a], number[b], None if line is None else str(line)]
            for a, b, line in graph.edges(data="line")
        ]
    return result


def graphml(puzzle: Puzzle, found: Implications) -> str:
    """The graph as GraphML, which knows neither tuples nor None.

    Nodes are named by their words; an edge within one cell has the empty string as its line.
    """
    with installed():
        import networkx as nx

    plain = nx.DiGraph()
    for x in found.graph:
        plain.add_node(
            literal_words(x, puzzle), row=x.row, column=x.column, value=x.value, holds=x.holds
        )
    for a, b, line in found.graph.edges(data="line"):
        plain.add_edge(
            literal_words(a, puzzle),
            literal_words(b, puzzle),
            line="" if line is None else str(line),
        )
    return "\n".join(nx.generate_graphml(plain)) + "\n"


def graph_picture(
    puzzle: Puzzle,
    found: Implications,
    place: tuple[int, int] | None = None,
    max_links: int | None = None,
) -> str:
    """The easiest step over the board (of the cell at ``place``), as SVG; else the board alone."""
    from nonosat.draw.steps import draw_step
    from nonosat.draw.svg_writer import draw

    steps = easiest_first(puzzle, found, place, max_links)
    return str(draw_step(steps[0]) if steps else draw(puzzle, found.graph.graph["known"]))
