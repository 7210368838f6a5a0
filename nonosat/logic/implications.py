# SPDX-License-Identifier: MIT
"""The implication graph as a ``networkx.DiGraph``, and a search for forced literals over it.

Nodes are literals: "row 3, column 5 is filled", "... is empty"; with several colours "... is red",
"... is not red". An edge A -> B says that solving one line with A added gives B; it carries
that line. ``core/implications.hpp`` makes the edges.

A literal is *forced* if it results from one of two patterns. *Contradiction*: A leads to both B
and not B, so not A is forced. *Tautology*: A and not A both lead to B, so B is forced. Both mean
the same: the negation of the forced literal leads to the literal. (2-SAT by components: Aspvall,
Plass, Tarjan 1979.) The reason is that at a fixpoint of propagation the graph is skew-symmetric:
A -> B states "no placement of the line has A and not B", so A -> B iff not B -> not A, and link by
link the same holds for paths.

- *Contradiction.* A leads to not B, so B leads to not A. A leads to B, so A leads to not A.
  Conversely, if A leads to not A, it leads to A and to not A.
- *Tautology.* A leads to B, so not B leads to not A. Not A leads to B, so not B leads to B.
  Conversely, if not B leads to B, both values of that cell lead to B.

So one pass over the strongly connected components finds everything. The literals of one component
are equivalent. If A and not A are in one component, there is no solution.

The solver uses ``core/implication_search.hpp``, which shares neither the edges nor the search with
this module and is a hundred times as fast (docs/experiments.md, "Implications"). This module is for
people who study the graph, and it checks the native search: the preset ``networkx`` uses it.

With several colours the argument holds, too, but consequences that all three values of a cell have
in common are not in the graph; probing finds them. So it does deductions from several literals.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from nonosat.core._core import Board, Status
from nonosat.errors import ContradictionError, OptionError, installed
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import NoSolution, finish, known, open_board
from nonosat.model.clue import Line
from nonosat.model.grid import GridLike
from nonosat.model.plain import plain
from nonosat.model.puzzle import Puzzle, asked, line_at
from nonosat.model.report import Reason

if TYPE_CHECKING:
    import networkx as nx


_MOST_EDGES = 1_000_000
"""The most edges of a DiGraph; it then takes about half a GiB."""
_BATCH = 256
"""Literals or edges between two checks of the limits."""


class Literal(NamedTuple):
    """A cell (row and column from 0) has a value, or does not have it. ``~`` negates a literal.

    With one colour the value is always 1: ``holds`` means filled, its negation empty.

    >>> ~Literal(0, 2, 1, True)
    Literal(row=0, column=2, value=1, holds=False)
    """

    row: int
    column: int
    value: int
    holds: bool

    def __invert__(self) -> Literal:
        return Literal(self.row, self.column, self.value, not self.holds)

    def as_dict(self) -> dict[str, Any]:
        """Plain data; the cell is [row, column] from 0."""
        return {"cell": [self.row, self.column], "value": self.value, "holds": self.holds}


class Link(NamedTuple):
    """One step of a chain: the literal that follows, and the line that proves the step.

    ``line`` is None if the step follows from the cell alone ("is red", so "is not blue").

    >>> link = Link(Literal(0, 1, 1, False), Line("row", 0))
    >>> str(link.line), link.as_dict()
    ('R1', {'cell': [0, 1], 'value': 1, 'holds': False, 'line': 'R1'})
    """

    literal: Literal
    line: Line | None

    def as_dict(self) -> dict[str, Any]:
        """Plain data: the literal and the line."""
        return {**self.literal.as_dict(), "line": plain(self.line)}


@dataclass(frozen=True, slots=True)
class Implications:
    """The implication graph of a board state, with everything it forces.

    ``graph``: the graph. ``forced``: the literals that hold in every solution, in the order of the
    board. ``equal``: the components without forced literals that have several members; in each
    solution the members of a component all hold, or none holds. ``contradictory``: a literal and
    its negation are forced, so there is no solution.
    """

    graph: nx.DiGraph[Literal]
    forced: tuple[Literal, ...]
    equal: tuple[frozenset[Literal], ...]
    contradictory: bool


def implications_of(board: Board, puzzle: Puzzle, limits: Limits) -> Implications:
    """Build the implication graph of a propagated board, and search it.

    Raises:
        Stopped: a limit was reached, or the graph would have more than a million edges.
    """
    return search(_graph_of(board, puzzle, limits), limits)


def implication_graph(
    puzzle: Puzzle,
    *,
    given: GridLike | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> nx.DiGraph[Literal]:
    """The implication graph of a puzzle after line solving.

    An edge from A to B says that solving one line with A added gives B. Cost: two line solves per
    unknown cell and line, and half a kilobyte per edge.

    Args:
        puzzle: the puzzle; any number of colours, and clues may be missing.
        given: cells that are known already.
        time_limit: seconds of wall time.
        cancel: as for ``solve``.

    Returns:
        A directed graph of networkx whose nodes are ``Literal``. Edges carry ``line``: a ``Line``,
        or None if the edge follows from the cell alone. ``graph.graph["known"]`` is the grid after
        line solving. ``graph.graph["reason"]`` is None, or the limit that was reached before the
        graph was complete: then it is empty. A graph equals its copies.

    Raises:
        ContradictionError: line solving finds that there is no solution.
        GridError: ``given`` does not have the puzzle's size and colours.
        OptionError: the graph would have more than a million edges.

    >>> puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    >>> graph = implication_graph(puzzle)
    >>> graph.number_of_nodes(), graph.number_of_edges()
    (8, 16)
    >>> str(graph.edges[Literal(0, 0, 1, True), Literal(0, 1, 1, False)]["line"])
    'R1'
    """
    puzzle, given = asked(puzzle, given)
    limits = Limits(time_limit=time_limit, cancel=cancel)
    board = open_board(puzzle, given)
    try:
        finish(board.propagate(limits.stop), limits)
        return _graph_of(board, puzzle, limits)
    except NoSolution:
        line = line_at(puzzle, board.conflict_line)
        raise ContradictionError(f"there is no solution: {line} has no placement", line) from None
    except Stopped as stopped:
        if stopped.reason is Reason.MEMORY:
            raise OptionError(
                f"more than {_MOST_EDGES:,} edges: pass more known cells with given= (--given)"
            ) from None
        return graph_class()(known=known(board, puzzle), reason=stopped.reason)


@cache
def graph_class() -> type[nx.DiGraph[Literal]]:
    """The class of the graphs: a ``networkx.DiGraph`` that equals its copies, as all answers do.

    A graph of networkx equals only itself. The class is made with the first graph, because networkx
    is imported where it is used; pickles find the class by ``__getattr__``.

    >>> graph = implication_graph(Puzzle([[1], [1]], [[1], [1]]))
    >>> graph == graph.copy()
    True
    """
    with installed():
        import networkx as nx

    class ImplicationGraph(nx.DiGraph):  # type: ignore[misc]  # networkx has no types
        """An implication graph; equal if nodes, edges and their data are equal."""

        __qualname__ = "ImplicationGraph"

        def __eq__(self, other: object) -> bool:
            if not isinstance(other, nx.DiGraph):
                return NotImplemented
            return bool(nx.utils.graphs_equal(self, other))

        def __hash__(self) -> int:
            return hash(self.graph.get("known"))

    return ImplicationGraph


def __getattr__(name: str) -> object:
    """The class ``ImplicationGraph``, for ``pickle``, which looks it up by name."""
    if name != "ImplicationGraph":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return graph_class()


def _graph_of(board: Board, puzzle: Puzzle, limits: Limits) -> nx.DiGraph[Literal]:
    status, sources, targets, causes = board.implications(limits.stop, _MOST_EDGES)
    if status == Status.INTERRUPTED and limits.reason is None:
        raise limits.out_of_memory()
    finish(status, limits)
    width, values = puzzle.width, board.colors + 1
    literals = {}
    for code in limits.each({*sources, *targets}, _BATCH):
        cell, value = divmod(code >> 1, values)
        literals[code] = Literal(cell // width, cell % width, value, code & 1 == 0)
    # All edges of a line share one dictionary: that halves the time to build a graph.
    data: dict[int, dict[str, Line | None]] = {
        number: {"line": line_at(puzzle, number)} for number in range(puzzle.height + puzzle.width)
    }
    data[-1] = {"line": None}
    graph: nx.DiGraph[Literal] = graph_class()(known=known(board, puzzle), reason=None)
    graph.add_nodes_from(limits.each(literals.values(), _BATCH))
    graph.add_nodes_from(~literal for literal in limits.each(literals.values(), _BATCH))
    graph.add_edges_from(
        (literals[source], literals[target], data[cause])
        for source, target, cause in limits.each(zip(sources, targets, causes, strict=True), _BATCH)
    )
    return graph


def search(graph: nx.DiGraph[Literal], limits: Limits | None = None) -> Implications:
    """Find everything that a graph forces.

    Any graph of literals is valid: without an edge, only the deductions that need it are lost.

    Raises:
        Stopped: a limit was reached.
    """
    with installed():
        import networkx as nx

    limits = limits or Limits()
    limits.check()
    condensed = nx.condensation(graph)
    number = {literal: place for place, literal in enumerate(graph)}
    reached: dict[int, int] = {}  # component -> the literals that it leads to, as bits
    forced = []
    for component in limits.each(reversed(list(nx.topological_sort(condensed))), _BATCH):
        members: Iterable[Literal] = condensed.nodes[component]["members"]
        bits = 0
        for literal in members:
            bits |= 1 << number[literal]
        for following in condensed.successors(component):
            bits |= reached[following]
        reached[component] = bits
        forced += [~a for a in members if ~a in number and bits >> number[~a] & 1]
    certain = set(forced)
    equal = tuple(
        frozenset(members)
        for _, members in condensed.nodes(data="members")
        if len(members) > 1 and not any(a in certain or ~a in certain for a in members)
    )
    contradictory = any(~literal in certain for literal in certain)
    return Implications(graph, tuple(sorted(certain)), equal, contradictory)
