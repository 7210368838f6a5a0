# SPDX-License-Identifier: MIT
"""The implication graph for people: the forced literals as steps, words, data, GraphML, picture.

A chain starts with an assumption; each link solves one line and adds one literal. If a chain
leads from a literal to its negation, the literal is false. Each forced literal gets a ``Step`` with
its shortest chain and minimal premises (``chain_steps``); a short chain is easy to follow, so the
short ones come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat import words
from nonosat.errors import installed
from nonosat.explain.native_steps import chain_steps
from nonosat.explain.position import Position
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.explain.step import Step
    from nonosat.logic.implications import Implications, Literal


def literal_words(literal: Literal, puzzle: Puzzle) -> str:
    """The statement of a literal: ``R3C5 is filled``, ``R3C5 is not red``."""
    row, column, value, holds = literal
    return words.literal_words(row, column, value, holds, puzzle.palette)


def not_forced_words(place: tuple[int, int] | None, max_links: int | None = None) -> str:
    """The answer if the graph does not force the cell at ``place``; None: if it forces no cell."""
    links = "" if max_links is None else f" with at most {words.counted(max_links, 'link')}"
    if place is None:
        return f"the graph forces no cell{links}"
    return f"{words.cell_name(*place)} is not forced by the graph{links}"


def summary(found: Implications) -> str:
    """The size of the graph, and how many literals it forces."""
    graph = found.graph
    unknown = graph.graph["known"].unknown_count
    if unknown == 0:
        return (
            "line solving alone solves the puzzle, so the graph is empty: the command hint gives "
            "the next step, explain gives all steps"
        )
    parts = [
        words.counted(unknown, "unknown cell") + " after line solving",
        words.counted(graph.number_of_nodes(), "literal"),
        words.counted(graph.number_of_edges(), "implication"),
    ]
    if found.contradictory:
        return ", ".join([*parts, "no solution: both values of a cell lead to the other"])
    equal = words.counted(len(found.equal), "set of equal literals", "sets of equal literals")
    return ", ".join([*parts, f"{len(found.forced):,} forced", equal])


def easiest_first(
    puzzle: Puzzle,
    found: Implications,
    place: tuple[int, int] | None = None,
    max_links: int | None = None,
) -> list[Step]:
    """A step for each forced literal that a chain of at most ``max_links`` links forces.

    The shortest chains come first, equal ones by the number of premises, then in the order of the
    board. ``place`` is the (row, column) of the only cell to look at. "Is not red" is omitted if
    the cell then has one value, because that value is forced as well.

    Raises:
        Stopped: the native graph would be too large.
    """
    position = Position.of(puzzle, found.graph.graph["known"], max_links=max_links)
    wanted = [x for x in found.forced if place in (None, x[:2]) and _is_best_said(x, found)]
    return sorted(chain_steps(position, wanted), key=_length)


def _is_best_said(literal: Literal, found: Implications) -> bool:
    """False for "is not red" of a cell that can only be red or blue."""
    if literal.holds:
        return True
    values = {x.value for x in found.graph if x[:2] == literal[:2]}
    return len(values) != 2


def _length(step: Step) -> tuple[int, int]:
    return sum(len(branch.links) for branch in step.chain), len(step.because) + len(step.lines)


def graph_data(
    puzzle: Puzzle, found: Implications, *, edges: bool, max_links: int | None = None
) -> dict[str, Any]:
    """The graph and its forced literals as plain data, the way ``--json`` prints it.

    ``forced`` holds a step for each forced literal, the easiest first (``easiest_first``).
    With ``edges`` the graph itself is added: ``nodes``, and ``edges`` as [from, to, line], where
    ``from`` and ``to`` index ``nodes`` and the line is None for an edge within one cell.
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
    """The graph as GraphML, which has neither tuples nor None.

    The names of nodes are their statements; an edge within one cell has an empty string as line.
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
