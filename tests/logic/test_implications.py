# SPDX-License-Identifier: MIT
"""The implication graph: against a graph built from all placements, the closures of earlier
programs, and brute force; and its chains."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from itertools import islice, product

import networkx as nx
import pytest

from nonosat import UNKNOWN, Grid, Line, Puzzle, Verdict, load, load_all, solve
from nonosat.core import _core
from nonosat.errors import ContradictionError
from nonosat.limits import Limits
from nonosat.logic.board import open_board
from nonosat.logic.implications import (
    Implications,
    Literal,
    implication_graph,
    implications_of,
    search,
)
from nonosat.model.puzzle import line_at
from tests.support.brute import all_solutions, placements, random_puzzle
from tests.support.places import FULL

Edges = dict[Literal, dict[Literal, Line | None]]


def stuck_states(
    rng: random.Random, side: int, colors: int
) -> Iterator[tuple[Puzzle, Grid, Implications]]:
    """Puzzles at a fixpoint of line solving that leaves something open, and their graphs."""
    while True:
        puzzle = random_puzzle(rng, side)
        if len(puzzle.palette) != colors:
            continue
        if rng.random() < 0.5:  # often contradictory in a way that single lines do not show
            rows = list(puzzle.rows)
            rng.shuffle(rows)
            puzzle = Puzzle(rows, puzzle.columns, palette=puzzle.palette)
        report = solve(puzzle, stages=["lines"])
        if report.verdict is Verdict.UNKNOWN:
            board = open_board(puzzle)
            board.propagate()
            yield puzzle, report.known, implications_of(board, puzzle, Limits())


def plain_edges(puzzle: Puzzle) -> Edges:
    """Single-line implications, from the placements of each line alone.

    The state is the fixpoint that the domains of the puzzle reach by removing, line by line, values
    that no placement has.
    """
    height, width, colors = puzzle.height, puzzle.width, len(puzzle.palette)
    domains = {(r, c): set(range(colors + 1)) for r in range(height) for c in range(width)}
    lines = []
    for line, clue in puzzle.lines():
        r_or_c = line.index
        cells = [(r_or_c, i) for i in range(width)]
        if line.axis == "column":
            cells = [(i, r_or_c) for i in range(height)]
        if clue is not None:
            lines.append((line, cells, placements(clue, len(cells), colors)))
    possible = {}
    changed = True
    while changed:
        changed = False
        for line, cells, full in lines:
            fitting = [
                a for a in full if all(v in domains[x] for v, x in zip(a, cells, strict=True))
            ]
            possible[line] = fitting
            for place, cell in enumerate(cells):
                left = domains[cell] & {a[place] for a in fitting}
                changed = changed or left != domains[cell]
                domains[cell] = left
    literals = [
        Literal(*cell, value, holds)
        for cell, domain in domains.items()
        if len(domain) > 1
        for value in (domain - {0} if colors == 1 else domain)
        for holds in (True, False)
    ]
    of_cell: dict[tuple[int, int], list[Literal]] = {}
    for literal in literals:
        of_cell.setdefault(literal[:2], []).append(literal)
    edges: Edges = {literal: {} for literal in literals}
    for line, cells, _ in lines:
        for place, cell in enumerate(cells):
            for a in of_cell.get(cell, ()):
                with_a = [x for x in possible[line] if (x[place] == a.value) is a.holds]
                for other, cell_b in enumerate(cells):
                    for b in of_cell.get(cell_b, ()) if cell_b != cell else ():
                        if all((x[other] == b.value) is b.holds for x in with_a):
                            edges[a].setdefault(b, line)
    if colors > 1:
        for cell, own in of_cell.items():
            for a in own:
                left = {v for v in domains[cell] if (v == a.value) is a.holds}
                for b in own:
                    if a != b and all((v == b.value) is b.holds for v in left):
                        edges[a].setdefault(b, None)
    return edges


def closure(edges: Edges, start: Literal) -> dict[Literal, int]:
    """All literals that a literal leads to, with the length of a shortest chain."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        for after in edges[at]:
            if after not in steps:
                steps[after] = steps[at] + 1
                queue.append(after)
    return steps


def naive(edges: Edges) -> tuple[set[Literal], bool]:
    """The closures exactly as in earlier programs: contradictions, then tautologies."""
    forced: set[Literal] = set()
    impossible = False
    for a in edges:
        if not a.holds:
            continue
        both = {literal: set(closure(edges, literal)) for literal in (a, ~a)}
        wrong = {x: any(~y in both[x] for y in both[x]) for x in both}
        impossible = impossible or all(wrong.values())
        for literal, is_wrong in wrong.items():
            if is_wrong:
                forced |= both[~literal]
        forced |= both[a] & both[~a]
    return forced, impossible


def test_the_graph_and_its_forced_literals_are_those_of_the_naive_closures() -> None:
    """5,000 stuck states up to 8x8, one colour, partial puzzles included."""
    rng = random.Random(8)
    tautologies = contradictory = equal = 0
    for puzzle, _, found in islice(stuck_states(rng, 8, 1), 5000 if FULL else 350):
        edges = plain_edges(puzzle)
        assert {(a, b): d for a, b, d in found.graph.edges(data="line")} == {
            (a, b): line for a, following in edges.items() for b, line in following.items()
        }
        forced, impossible = naive(edges)
        assert found.contradictory is impossible
        if not impossible:
            assert set(found.forced) == forced
            for together in found.equal:
                anyone = next(iter(together))
                assert all(b in closure(edges, anyone) for b in together)
                equal += 1
        tautologies += bool(found.forced)
        contradictory += impossible
    assert tautologies > 8
    assert contradictory > 1
    assert equal > 30


def test_with_colours_forced_literals_are_right_and_the_graph_is_skew_symmetric() -> None:
    rng = random.Random(9)
    forced = 0
    for puzzle, _, found in islice(stuck_states(rng, 4, 2), 2000 if FULL else 120):
        graph = found.graph
        assert all(graph.has_edge(~b, ~a) for a, b in graph.edges)
        edges = plain_edges(puzzle)
        mine = {(a, b) for a, b in graph.edges}
        assert mine <= {(a, b) for a, following in edges.items() for b in following}
        # The plain graph also has consequences of the cell's own exclusions, in one step.
        for a, following in edges.items():
            reached = nx.descendants(graph, a) if a in graph else set()
            assert set(following) <= reached
        solutions = all_solutions(puzzle)
        assert not (found.contradictory and solutions)
        for literal in found.forced if solutions else ():
            place = literal.row * puzzle.width + literal.column
            assert all((s[place] == literal.value) is literal.holds for s in solutions)
        for together in found.equal if solutions else ():
            for s in solutions:
                values = {
                    (s[x.row * puzzle.width + x.column] == x.value) is x.holds for x in together
                }
                assert len(values) == 1
        forced += len(found.forced)
    assert forced > 25


def test_without_an_edge_a_deduction_is_lost() -> None:
    """Deductions come from the networkx graph: without a path from not B to B, B is lost."""
    rng = random.Random(10)
    lost = 0
    for _, _, found in islice(stuck_states(rng, 7, 1), 2000 if FULL else 200):
        if not found.forced or found.contradictory:
            continue
        literal = found.forced[0]
        graph = found.graph.copy()
        cut = nx.minimum_edge_cut(graph, ~literal, literal)
        for edge in cut:
            assert literal in search(graph).forced
            graph.remove_edge(*edge)
        assert literal not in search(graph).forced
        lost += 1
    assert lost > 10


def test_native_paths_are_as_long_as_those_of_networkx() -> None:
    rng = random.Random(15)
    found_paths = causes = 0
    for puzzle, _, found in islice(both_colors(rng), 100):
        board = open_board(puzzle)
        board.propagate()
        native = _core.ImplicationSearch(board)
        native.search()
        pairs = [(~literal, literal) for literal in found.forced]
        pairs += [(literal, literal) for literal in found.forced]
        pairs += islice(product(found.graph, found.graph), 0, None, 97)
        for a, b in pairs:
            path = native.chain(a, b)
            assert (path is not None) is nx.has_path(found.graph, a, b)
            if path is None:
                continue
            literals = [Literal(*literal) for literal, _ in path]
            assert (literals[0], literals[-1]) == (a, b)
            assert len(path) - 1 == nx.shortest_path_length(found.graph, a, b)
            for before, (literal, number) in zip(literals, path[1:], strict=False):
                line = None if number < 0 else line_at(puzzle, number)
                assert found.graph.edges[before, Literal(*literal)]["line"] == line
                causes += line is None
            found_paths += 1
    assert found_paths > 50
    assert causes > 1


def both_colors(rng: random.Random) -> Iterator[tuple[Puzzle, Grid, Implications]]:
    one, two = stuck_states(rng, 8, 1), stuck_states(rng, 5, 2)
    while True:
        yield next(one)
        yield next(two)


def test_where_nothing_is_forced_literals_may_be_equal() -> None:
    puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    board = open_board(puzzle)
    board.propagate()
    found = implications_of(board, puzzle, Limits())
    assert found.forced == ()
    assert {len(together) for together in found.equal} == {4}


def test_the_graph_for_notebooks() -> None:
    graph = implication_graph(Puzzle(rows=[[1], [1]], columns=[[1], [1]]), given=Grid("#?\n??"))
    assert graph.number_of_nodes() == 0
    assert str(graph.graph["known"]) == "#.\n.#"
    with pytest.raises(ContradictionError, match="R1 has no placement"):
        implication_graph(Puzzle(rows=[[1], [1]], columns=[[1], [1]]), given=Grid("##\n??"))


def test_the_stage_is_sound_and_between_lines_and_probing() -> None:
    """Probing solves everything that implications solve, and brute force agrees."""
    rng = random.Random(13)
    more = 0
    for _ in range(700):
        puzzle = random_puzzle(rng, 5)
        lines, graph, probe = (
            solve(puzzle, stages=stages)
            for stages in (["lines"], ["lines", "implications"], ["lines", "probe"])
        )
        if Verdict.NONE in (graph.verdict, probe.verdict):
            assert probe.verdict is Verdict.NONE
            assert all_solutions(puzzle) == []
            continue
        assert graph.known.extends(lines.known)
        assert probe.known.extends(graph.known)
        more += graph.known != lines.known
        for solution in all_solutions(puzzle):
            assert all(k in (UNKNOWN, v) for k, v in zip(graph.known.cells, solution, strict=True))
    assert more > 2


@pytest.mark.corpus
def test_the_exact_reach_of_the_graph(corpus) -> None:
    hard = [load(file) for file in sorted((corpus / "hard").glob("*.non"))]
    sample = [load(file) for file in sorted((corpus / "sample").glob("*.non"))]
    small = [puzzle for puzzle in sample if max(puzzle.height, puzzle.width) <= 62]
    taai = load_all(corpus / "tournament" / "taai2014.txt")
    cases = [(hard, 80), (small, 368)]
    if FULL:
        cases.append((list(taai), 1))
    for puzzles, finished in cases:
        reports = [solve(puzzle, stages=["lines", "implications"]) for puzzle in puzzles]
        assert sum(report.verdict is Verdict.UNIQUE for report in reports) == finished
