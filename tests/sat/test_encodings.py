# SPDX-License-Identifier: MIT
"""The encodings: their models, and how much unit propagation deduces on them.

The automaton encoding has two properties, checked here for every short line: unit propagation on
it is line solving, whether a state is known when it is encoded or comes later as assumptions; and
its models are the placements, one for one. The order encoding has the second property.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import pytest
from pysat.solvers import MinisatGH

import nonosat
from nonosat import Block, Grid, Palette, Puzzle, Verdict
from nonosat.core._core import Board, Encoding
from nonosat.limits import Limits, Stopped, model_bytes
from nonosat.logic.board import open_board
from nonosat.model.report import Reason
from nonosat.sat.cnf import Cnf, encode, encode_cells, native_cnf
from tests.support.brute import placements, read_clue
from tests.support.clock import Poll
from tests.support.places import ROOT
from tests.support.processes import interpreted

Domain = frozenset[int]
Clue = tuple[Block, ...]


def clues_of(length: int, colors: int) -> Iterator[Clue]:
    """Every clue that some line of that length has."""
    return iter(sorted({*map(read_clue, product(range(colors + 1), repeat=length))}))


def states_of(length: int, colors: int) -> list[tuple[Domain, ...]]:
    """Every state of a line: for each cell the values that it can have."""
    values = range(colors + 1)
    domains = [
        frozenset(v for v in values if mask >> v & 1) for mask in range(1, 2 ** (colors + 1))
    ]
    return list(product(domains, repeat=length))


def line_board(clue: Clue, length: int, colors: int, state: tuple[Domain, ...]) -> Board:
    """A board of one row, its columns without clues."""
    board = Board(1, length, colors, [clue, *([None] * length)])
    for column, domain in enumerate(state):
        for value in set(range(colors + 1)) - domain:
            board.remove(0, column, value)
    return board


def cnf_of(board: Board, encoding: str) -> Cnf:
    return encode(board, encoding, Limits())


def longer(cnf: Cnf) -> list[list[int]]:
    """The clauses of more than one literal."""
    return [clause for clause in cnf.clauses if len(clause) != 1]


def solved(
    lines: list[tuple[int, ...]], state: tuple[Domain, ...]
) -> tuple[frozenset[int], ...] | None:
    """Line solving by definition: the values that occur; None if there is no placement."""
    fitting = [line for line in lines if all(v in d for v, d in zip(line, state, strict=True))]
    return tuple(map(frozenset, zip(*fitting, strict=True))) if fitting else None


def propagated(
    cnf: Cnf, solver: MinisatGH, state: tuple[Domain, ...], colors: int
) -> tuple[frozenset[int], ...] | None:
    """The values that unit propagation leaves in a state; None for a conflict."""
    literals = {pair: variable for variable, pair in enumerate(cnf.cells, start=1)}
    known = [None if cell == 255 else cell for cell in cnf.known]

    def says(cell: int, value: int) -> int | None:
        """The literal "cell has value"; None where it has no variable."""
        own = [v for c, v in literals if c == cell]
        if value == 0 and len(own) == 1:  # EMPTY is "not that colour"
            return -literals[cell, own[0]]
        return literals.get((cell, value))

    removed = [
        (cell, value)
        for cell, domain in enumerate(state)
        if known[cell] is None
        for value in set(range(colors + 1)) - domain
    ]
    assumed = [-literal for cell, value in removed if (literal := says(cell, value)) is not None]
    # python-sat does not report what unit clauses imply, so they are assumptions here.
    units = [clause[0] for clause in cnf.clauses if len(clause) == 1]
    consistent, implied = solver.propagate(assumptions=units + assumed)
    if not consistent:
        return None
    false = {-literal for literal in implied}
    result = []
    for cell, domain in enumerate(state):
        value = known[cell]
        if value is not None:
            result.append(frozenset({value}))
        else:
            result.append(frozenset(v for v in domain if says(cell, v) not in false))
    return tuple(result)


@pytest.mark.parametrize(
    ("longest", "colors", "least"),
    [
        (6, 1, 15_000),
        (3, 2, 6_000),
        pytest.param(7, 1, 50_000, marks=pytest.mark.slow),
        pytest.param(4, 2, 100_000, marks=pytest.mark.slow),
    ],
)
def test_unit_propagation_on_the_automaton_is_line_solving(
    longest: int, colors: int, least: int
) -> None:
    """States as assumptions on the encoding of the untouched line: every clue, every state."""
    cases = 0
    for length in range(1, longest + 1):
        untouched = (frozenset(range(colors + 1)),) * length
        for clue in clues_of(length, colors):
            lines = placements(clue, length, colors)
            cnf = cnf_of(line_board(clue, length, colors, untouched), "automaton")
            with MinisatGH(bootstrap_with=longer(cnf)) as solver:
                for state in states_of(length, colors):
                    expected = solved(lines, state)
                    assert propagated(cnf, solver, state, colors) == expected, (clue, state)
                    cases += 1
    assert cases > least


@pytest.mark.parametrize(("longest", "colors"), [(5, 1), (3, 2)])
def test_unit_propagation_when_the_state_is_known_before(longest: int, colors: int) -> None:
    """The same on encodings of the state itself, without assumptions."""
    for length in range(1, longest + 1):
        for clue in clues_of(length, colors):
            lines = placements(clue, length, colors)
            for state in states_of(length, colors):
                expected = solved(lines, state)
                cnf = cnf_of(line_board(clue, length, colors, state), "automaton")
                if [] in cnf.clauses:
                    assert expected is None
                    continue
                with MinisatGH(bootstrap_with=longer(cnf)) as solver:
                    assert propagated(cnf, solver, state, colors) == expected, (clue, state)


@pytest.mark.parametrize("encoding", ["order", "automaton"])
@pytest.mark.parametrize(("longest", "colors"), [(7, 1), (4, 2), (3, 3)])
def test_models_are_the_placements_one_for_one(longest: int, colors: int, encoding: str) -> None:
    """All models, over all variables: as many as placements, and the same cells."""
    for length in range(1, longest + 1):
        untouched = (frozenset(range(colors + 1)),) * length
        for clue in clues_of(length, colors):
            cnf = cnf_of(line_board(clue, length, colors, untouched), encoding)
            with MinisatGH(bootstrap_with=cnf.clauses) as solver:
                for variable in range(1, cnf.variables + 1):
                    solver.add_clause([variable, -variable])
                models = [cnf.decode(model) for model in solver.enum_models()]
            assert sorted(models) == sorted(map(bytes, placements(clue, length, colors)))


def test_the_order_encoding_propagates_less() -> None:
    """Never more than line solving, and sometimes less: the reason for the other encoding."""
    weaker = 0
    for clue in clues_of(6, 1):
        lines = placements(clue, 6, 1)
        cnf = cnf_of(line_board(clue, 6, 1, (frozenset({0, 1}),) * 6), "order")
        with MinisatGH(bootstrap_with=longer(cnf)) as solver:
            for state in states_of(6, 1):
                got, full = propagated(cnf, solver, state, 1), solved(lines, state)
                if got is not None and full is not None:
                    assert all(g >= f for g, f in zip(got, full, strict=True))
                weaker += got != full
    assert weaker > 0


def test_cells_alone() -> None:
    board = Board(1, 3, 2, [[(1, 1)], None, None, None])
    board.remove(0, 0, 0)
    board.remove(0, 1, 2)
    cnf = native_cnf(board, Encoding.CELLS, Limits())
    assert cnf.cells(0, cnf.cell_count) == [(0, 1), (0, 2), (1, 1), (2, 1), (2, 2)]
    assert cnf.variables == 5
    clauses = cnf.clauses(0, cnf.clause_count)
    assert sorted(map(sorted, clauses)) == [[-5, -4], [-2, -1], [1, 2]]
    assert cnf.literal_count == 6


def test_clauses_and_cells_are_lists_of_which_only_slices_are_made() -> None:
    board = Board(3, 3, 2, [[(1, 1)], [(1, 2), (1, 1)], None, [(1, 1)], None, None])
    cnf = encode(board, "order", Limits())
    clauses = list(cnf.clauses)
    assert len(clauses) == len(cnf.clauses) > 20
    assert [cnf.clauses[i] for i in range(len(clauses))] == clauses
    for begin, end in ((0, 5), (3, 3), (5, 3), (7, 10**6), (-3, None), (None, None)):
        assert cnf.clauses[begin:end] == clauses[begin:end]
    assert cnf.clauses[-1] == clauses[-1]
    assert clauses[3] in cnf.clauses
    assert list(cnf.cells) == [(cell, value) for cell in range(9) for value in (1, 2)]
    with pytest.raises(IndexError):
        cnf.clauses[len(clauses)]
    with pytest.raises(ValueError, match="no step"):
        cnf.clauses[::2]
    native = native_cnf(board, Encoding.ORDER, Limits())
    for begin, end in ((0, len(clauses) + 1), (3, 2)):
        with pytest.raises(IndexError):
            native.clauses(begin, end)
    assert native.line_begins[0] == 9
    assert len(native.line_begins) == 6
    for line, (begin, end) in enumerate(pairwise([*native.line_begins, len(clauses)])):
        of_line = {abs(literal) for clause in clauses[begin:end] for literal in clause}
        places = {cnf.cells[variable - 1][0] for variable in of_line if variable <= 18}
        whole = (
            {3 * line + i for i in range(3)} if line < 3 else {line - 3 + 3 * i for i in range(3)}
        )
        assert places == (whole if line in (0, 1, 3) else set())


def test_blocking_names_each_cell_and_can_leave_some_out() -> None:
    puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    board = Board(2, 2, 1, [*puzzle.rows, *puzzle.columns])
    for encoding in ("order", "automaton"):
        cnf = cnf_of(board, encoding)
        cells = Grid("#.\n.#").cells
        assert cnf.blocking(cells) == [-1, 2, 3, -4]
        assert cnf.blocking(cells, ignore={0, 1}) == [3, -4]


@pytest.mark.parametrize("encoding", ["order", "automaton"])
def test_encoding_obeys_its_limits(encoding: str) -> None:
    ticks = iter(range(10**6))
    limits = Limits(time_limit=20, clock=lambda: float(next(ticks)))
    board = Board(40, 40, 1, [[(3, 1)]] * 80)
    board.poll_work = 100
    with pytest.raises(Stopped) as stopped:
        encode(board, encoding, limits)
    assert stopped.value.reason is Reason.TIME


def blank(side: int, colors: int) -> Puzzle:
    """A puzzle without clues, which needs the most clauses: every cell can have any value."""
    palette = Palette.of([(f"color {i}", f"#0000{i:02x}", None) for i in range(colors)])
    return Puzzle([None] * side, [None] * side, palette=palette)


@pytest.mark.parametrize("encoding", ["order", "automaton"])
def test_a_model_that_is_too_large_is_not_begun(encoding: str) -> None:
    """1770 pairs of colours in each cell: 300 million literals."""
    puzzle = blank(300, 60)
    board = open_board(puzzle)
    watch = Poll()
    limits = Limits(watch=watch)
    for make in (
        lambda: encode(board, encoding, limits),
        lambda: encode_cells(board, puzzle, limits),
    ):
        with pytest.raises(Stopped) as stopped:
            make()
        assert stopped.value.reason is Reason.MEMORY
    assert watch.asked <= 4
    report = nonosat.solve(blank(1023, 60), preset="sat", encoding=encoding)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.MEMORY)


def test_the_bound_on_models_is_that_of_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    board = open_board(Puzzle([[2]] * 6, [[2]] * 6))
    native = native_cnf(board, Encoding.ORDER, Limits())
    size = model_bytes(native.variables, native.literal_count)
    monkeypatch.setattr("nonosat.sat.cnf.most_model_bytes", lambda *_: size)
    assert native_cnf(board, Encoding.ORDER, Limits()).clause_count == native.clause_count
    monkeypatch.setattr("nonosat.sat.cnf.most_model_bytes", lambda *_: size - 1)
    with pytest.raises(Stopped):
        native_cnf(board, Encoding.ORDER, Limits())


def test_memory_of_a_large_model() -> None:
    """Python lists take some 100 bytes for each literal; the native clauses less than a tenth."""
    program = (
        "import resource, nonosat\n"
        "from nonosat.core._core import Board\n"
        "from nonosat.limits import Limits\n"
        "from nonosat.sat.cnf import encode\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024\n"
        "board = Board(60, 60, 20, [[(9, 1), (9, 2)]] * 120)\n"
        "list(encode(Board(2, 2, 1, [[(1, 1)]] * 4), 'order', Limits()).clauses)\n"
        "before = peak()\n"
        "cnf = encode(board, 'order', Limits())\n"
        "literals = sum(map(len, cnf.clauses))\n"
        "assert literals > 1_000_000, literals\n"
        "print((peak() - before) / literals)\n"
    )
    done = interpreted(program, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 10


def test_clauses_that_are_fed_are_those_of_the_model() -> None:
    board = open_board(Puzzle.from_grid(Grid("#.#.\n.##.\n#..#")))
    native = native_cnf(board, Encoding.ORDER, Limits())
    clauses = native.clauses(0, native.clause_count)
    assert len({len(clause) for clause in clauses}) > 2
    copied: list[list[int]] = []
    kept: list[list[int]] = []
    alive = {id(clause) for clause in clauses}
    native.feed(lambda solver, clause: copied.append(list(clause)), "it", 0, len(clauses))
    native.feed(lambda solver, clause: kept.append(clause), "it", 0, len(clauses))
    assert copied == clauses
    assert kept == clauses  # a list that the caller keeps is not reused
    assert len({id(clause) for clause in kept} | alive) == 2 * len(clauses)
    part: list[object] = []
    native.feed(lambda solver, clause: part.append((solver, *clause)), "it", 3, 5)
    assert part == [("it", *clause) for clause in clauses[3:5]]
    with pytest.raises(ZeroDivisionError):
        native.feed(lambda solver, clause: 1 // 0, "it", 0, 1)
    with pytest.raises(IndexError):
        native.feed(print, "it", 0, len(clauses) + 1)
