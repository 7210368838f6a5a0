# SPDX-License-Identifier: MIT
"""The implication graph: a ``networkx.DiGraph`` of literals, and the one search that uses it up.

**The graph.** Its nodes are literals ("row 3, column 5 is filled", "... is empty"; with several
colours "... is red", "... is not red"). There is an edge A -> B where line-solving one line with A
added gives B; the edge carries that line. The core makes the edges (``core/implications.hpp``).

**The search.** Earlier programs look for two patterns over the closure of every literal:
*contradictions*, A leads to both B and not B, so A is false; and *tautologies*, both values of a
cell lead to B, so B holds. Both are one question of 2-SAT: which literals lead to their own
negation? (Aspvall, Plass, Tarjan 1979; reachability is reflexive.)

At a fixpoint of propagation the graph is skew-symmetric: A -> B iff not B -> not A, because
line-solving is complete, so that A -> B says "no arrangement of the line has A and not B", which is
the same for both. Link by link the same follows for paths: A leads to B iff not B leads to not A.

- *Contradiction.* If A leads to B and to not B: the first gives not B leads to not A, so with the
  second A leads to not A. And if A leads to not A, it leads to A and to not A (B = A).
- *Tautology.* If A leads to B and not A leads to B: the first gives not B leads to not A, so with
  the second not B leads to B. And if not B leads to B, then with A = B both values lead to B.

So "B is forced" is "not B leads to B" in either case, and one pass finds all of it: strongly
connected components, their condensation, and reachable sets from the sinks up. Two literals in one
component are equal cells (or opposite ones); A and not A in one component: no solution. What a
forced literal leads to is forced as well: if not B leads to B and B leads to C, then not C leads to
not B leads to B leads to C.

**Limits.** With colours the literals "is not v" make the same argument hold (tested), but the graph
holds only binary clauses: what *all three* values of a cell have in common belongs to probing. So
does what takes several literals of a line together ("complexity" in earlier programs). Away from
a fixpoint the graph need not be skew-symmetric; every deduction from it is still right.

**Cost.** Some hundred to 13,000 edges. networkx takes several times as long to build the graph as
the core takes for its edges; the search uses Python ints as bit sets and costs less than that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from nonosat.clue import Line
from nonosat.core._core import Board
from nonosat.errors import ContradictionError
from nonosat.grid import Grid
from nonosat.limits import Limits
from nonosat.logic.board import Contradiction, finish, known, open_board
from nonosat.puzzle import Puzzle, line_at

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Chain", "Implications", "Link", "Literal", "implication_graph", "implications_of"]


class Literal(NamedTuple):
    """A cell (row and column from 0) has a value, or has it not. Calling ``~`` negates it.

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


class Link(NamedTuple):
    """One step of a chain: what follows, and the line that shows it (None: the cell alone)."""

    literal: Literal
    line: Line | None


class Chain(NamedTuple):
    """A literal, and the links that lead from it to the last one."""

    start: Literal
    links: tuple[Link, ...]

    @property
    def end(self) -> Literal:
        """Where it leads to."""
        return self.links[-1].literal if self.links else self.start


@dataclass(frozen=True, slots=True)
class Implications:
    """A state's implication graph, searched.

    ``forced``: the literals that must hold, in the order of the board. ``equal``: sets of literals
    that hold together or not at all, of cells that are not forced. ``contradictory``: there is no
    solution.
    """

    graph: nx.DiGraph[Literal]
    forced: tuple[Literal, ...]
    equal: tuple[frozenset[Literal], ...]
    contradictory: bool

    def contradiction(self, literal: Literal) -> Chain:
        """A shortest chain that shows why a forced literal holds: its negation leads to it.

        Raises:
            ValueError: the literal is not forced by a contradiction.
        """
        chain = _shortest(self.graph, ~literal, literal)
        if chain is None:
            raise ValueError(f"{~literal} does not lead to {literal}")
        return chain

    def tautology(self, literal: Literal) -> tuple[Chain, Chain] | None:
        """Two chains from A and from not A, of another cell, that both lead to a forced literal.

        The two are together as short as possible; None if no other cell has such chains.
        """
        import networkx as nx

        back = self.graph.reverse(copy=False)
        steps = nx.single_source_shortest_path_length(back, literal)
        cell = literal[:2]
        pairs = [
            (steps[start] + steps[~start], start)
            for start in steps
            if start.holds and start[:2] != cell and ~start in steps
        ]
        if not pairs:
            return None
        start = min(pairs)[1]
        first = _shortest(self.graph, start, literal)
        second = _shortest(self.graph, ~start, literal)
        assert first is not None
        assert second is not None
        return first, second


def implications_of(board: Board, puzzle: Puzzle, limits: Limits) -> Implications:
    """The implication graph of a board, searched.

    Raises:
        Stopped: a limit was reached.
    """
    graph = _graph_of(board, puzzle, limits)
    limits.check()
    return search(graph)


def implication_graph(puzzle: Puzzle, given: Grid | None = None) -> nx.DiGraph[Literal]:
    """The implication graph of a puzzle after line-solving, for notebooks and study.

    Nodes are ``Literal``; edges carry ``line``, a ``Line`` or None for what follows from the cell
    alone. ``graph.graph["known"]`` is the grid after line-solving.

    Raises:
        ContradictionError: line-solving finds that there is no solution.
        GridError: ``given`` does not belong to the puzzle.

    >>> puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    >>> graph = implication_graph(puzzle)
    >>> graph.number_of_nodes(), graph.number_of_edges()
    (8, 16)
    >>> str(graph.edges[Literal(0, 0, 1, True), Literal(0, 1, 1, False)]["line"])
    'R1'
    """
    board, limits = open_board(puzzle, given), Limits()
    try:
        finish(board.propagate(limits.stop), limits)
    except Contradiction:
        line = line_at(puzzle, board.conflict_line)
        raise ContradictionError(f"there is no solution: nothing satisfies {line}", line) from None
    return _graph_of(board, puzzle, limits)


def _graph_of(board: Board, puzzle: Puzzle, limits: Limits) -> nx.DiGraph[Literal]:
    import networkx as nx

    status, sources, targets, causes = board.implications(limits.stop)
    finish(status, limits)
    width, values = puzzle.width, board.colors + 1
    literals = {}
    for code in {*sources, *targets}:
        cell, value = divmod(code >> 1, values)
        literals[code] = Literal(cell // width, cell % width, value, code & 1 == 0)
    # One dictionary per line, shared by its edges: a graph of 10,000 edges is built twice as fast.
    data: dict[int, dict[str, Line | None]] = {
        number: {"line": line_at(puzzle, number)} for number in range(puzzle.height + puzzle.width)
    }
    data[-1] = {"line": None}
    graph: nx.DiGraph[Literal] = nx.DiGraph(known=known(board, puzzle))
    graph.add_nodes_from(literals.values())
    graph.add_nodes_from(~literal for literal in literals.values())
    graph.add_edges_from(
        (literals[source], literals[target], data[cause])
        for source, target, cause in zip(sources, targets, causes, strict=True)
    )
    return graph


def search(graph: nx.DiGraph[Literal]) -> Implications:
    """Everything that a graph forces: see the head of this module.

    The graph is taken as it is: an edge that is taken away takes its deductions with it.
    """
    import networkx as nx

    condensed = nx.condensation(graph)
    number = {literal: place for place, literal in enumerate(graph)}
    reached: dict[int, int] = {}  # component -> the literals that it leads to, as bits
    forced = []
    for component in reversed(list(nx.topological_sort(condensed))):
        members: Iterable[Literal] = condensed.nodes[component]["members"]
        bits = 0
        for literal in members:
            bits |= 1 << number[literal]
        for following in condensed.successors(component):
            bits |= reached[following]
        reached[component] = bits
        forced += [~a for a in members if ~a in number and bits >> number[~a] & 1]
    settled = set(forced)
    equal = tuple(
        frozenset(members)
        for _, members in condensed.nodes(data="members")
        if len(members) > 1 and not any(a in settled or ~a in settled for a in members)
    )
    contradictory = any(~literal in settled for literal in settled)
    return Implications(graph, tuple(sorted(settled)), equal, contradictory)


def _shortest(graph: nx.DiGraph[Literal], start: Literal, end: Literal) -> Chain | None:
    import networkx as nx

    try:
        path = nx.shortest_path(graph, start, end)
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        return None
    links = (Link(after, graph.edges[before, after]["line"]) for before, after in pairwise(path))
    return Chain(start, tuple(links))
