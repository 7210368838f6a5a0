# SPDX-License-Identifier: MIT
"""The implication graph and its chains as plain data, as GraphML, and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat import words
from nonosat.explain.chains import easiest_first, literal_words
from nonosat.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.logic.implications import Chain, Implications

__all__ = ["graph_data", "graph_picture", "graphml"]


def graph_data(puzzle: Puzzle, found: Implications, *, edges: bool) -> dict[str, Any]:
    """The graph and what it forces as plain data, the way ``--json`` prints it.

    ``forced`` holds the literals with their chains, the easiest first. With ``edges`` the graph
    itself is added: ``nodes``, and ``edges`` as [from, to, line], where both count the nodes from 0
    and the line is None for an edge within one cell.
    """
    graph = found.graph
    result: dict[str, Any] = {
        "title": puzzle.title,
        "verdict": "none" if found.contradictory else "unknown",
        "known": graph.graph["known"].text_rows(),
        "literals": graph.number_of_nodes(),
        "implications": graph.number_of_edges(),
        "forced": [_forced(chain, puzzle) for chain in easiest_first(found)],
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


def _forced(chain: Chain, puzzle: Puzzle) -> dict[str, Any]:
    row, column, value, holds = chain.end
    return {
        "cell": [row, column],
        "value": value,
        "holds": holds,
        "words": literal_words(chain.end, puzzle),
        "chain": _steps(chain, puzzle),
    }


def _steps(chain: Chain, puzzle: Puzzle) -> list[dict[str, str | None]]:
    """The steps of a chain, the assumption first; ``clue`` is that of the line."""
    first: dict[str, str | None] = {
        "line": None,
        "clue": None,
        "words": literal_words(chain.start, puzzle),
    }
    steps = [first]
    for literal, line in chain.links:
        clue = None
        if line is not None:
            clues = puzzle.rows if line.axis == "R" else puzzle.columns
            clue = words.clue_words(clues[line.index], puzzle.palette)
        steps.append(
            {
                "line": None if line is None else str(line),
                "clue": clue,
                "words": literal_words(literal, puzzle),
            }
        )
    return steps


def graphml(puzzle: Puzzle, found: Implications) -> str:
    """The graph as GraphML, which knows neither tuples nor None.

    Nodes are named by their words; an edge within one cell has the empty string as its line.
    """
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


def graph_picture(puzzle: Puzzle, found: Implications, place: tuple[int, int] | None = None) -> str:
    """The board as SVG, forced cells marked, with the easiest chain (of the cell at ``place``)."""
    from nonosat.draw.chains import draw_chains

    walks = [
        [(x.row, x.column, x.holds) for x in (chain.start, *(link.literal for link in chain.links))]
        for chain in easiest_first(found, place)[:1]
    ]
    forced = [literal[:2] for literal in found.forced]
    return str(draw_chains(puzzle, found.graph.graph["known"], walks, marks=forced))
