# SPDX-License-Identifier: MIT
"""A second checker of certificates, which neither contains nor imports code of nonosat.

It is written from docs/reference/certificate.md alone. ``problem`` reads a certificate, and the
formula and proof that ``verify-certificate --export`` wrote for it (DIMACS and DRAT). It makes the
formula again from the clues, and compares; dratify, a checker of DRAT proofs by other people,
follows the proof; solutions are read run by run; weights are added up by a walk through the
automaton of each clue. It is slow, and meant to be read.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, product
from pathlib import Path
from string import ascii_letters, digits
from typing import Any, TypeAlias

from dratify import check_proof, parse_dimacs

Clue: TypeAlias = Sequence[tuple[int, int]] | None
"""Lengths and colours; None: the clue is missing."""


@dataclass(frozen=True)
class Board:
    """A puzzle. ``printed``: for each cell its colour (0: empty), or None if it is not printed."""

    rows: Sequence[Clue]
    columns: Sequence[Clue]
    colors: int
    printed: Sequence[Sequence[int | None]]

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.columns)

    def lines(self) -> list[tuple[Clue, list[tuple[int, int]]]]:
        """Each line: its clue, and its cells as row and column."""
        height, width = self.height, self.width
        lines = [(clue, [(r, c) for c in range(width)]) for r, clue in enumerate(self.rows)]
        return lines + [
            (clue, [(r, c) for r in range(height)]) for c, clue in enumerate(self.columns)
        ]


def _letters(colors: int) -> str:
    return ".#" if colors == 1 else "." + (ascii_letters + digits)[:colors]


def read_board(text: str) -> Board:
    """A puzzle from its canonical text."""
    lines = text.split("\n")
    if lines.pop():
        raise ValueError("the last line does not end")
    version, width, height = (
        int(lines.pop(0).removeprefix(f"{word} ")) for word in ("nonosat-puzzle", "width", "height")
    )
    colors = sum(line.startswith("color ") for line in lines)
    rows = lines.index("rows") + 1
    columns = rows + height + 1
    end = columns + width
    letters = _letters(colors)
    printed: list[list[int | None]] = [[None] * width for _ in range(height)]
    if version == 2:
        printed = [[None if x == "?" else letters.index(x) for x in s] for s in lines[end + 1 :]]
    board = Board(
        [_clue(line) for line in lines[rows : rows + height]],
        [_clue(line) for line in lines[columns:end]],
        colors,
        printed,
    )
    if (lines[columns - 1], *lines[end : end + 1]) != ("columns", *["printed"] * (version - 1)):
        raise ValueError("not a puzzle")
    if [len(row) for row in printed] != [width] * height:
        raise ValueError("printed cells of another size")
    return board


def read_cells(board: Board, rows: Sequence[str]) -> list[list[int]]:
    """The cells of a solution."""
    letters = _letters(board.colors)
    return [[letters.index(letter) for letter in row] for row in rows]


def _clue(line: str) -> Clue:
    if line in "-?":
        return [] if line == "-" else None
    pairs = (block.split(":") for block in line.split(" "))
    return [(int(length), int(color)) for length, color in pairs]


def encode(board: Board) -> tuple[int, list[list[int]]]:
    """Number of variables, and clauses: the formula exactly as in the document, and slow.

    B(i, p) is a dictionary; every clause is made from all i, p, c of the document, then cleaned.
    """
    colors = board.colors
    cell = {
        (r, c, k): (r * board.width + c) * colors + k
        for r, c, k in product(range(board.height), range(board.width), range(1, colors + 1))
    }
    result = [
        [-cell[r, c, j], -cell[r, c, k]]
        for r, c in product(range(board.height), range(board.width))
        for j, k in combinations(range(1, colors + 1), 2)
    ]
    variables = len(cell)
    for clue, cells in board.lines():
        if clue is None:
            continue
        n, m = len(cells), len(clue)
        b = {i: clue[i - 1][0] for i in range(1, m + 1)}
        color = {i: clue[i - 1][1] for i in range(1, m + 1)}
        g = {i: int(color[i] == color[i + 1]) for i in range(1, m)}
        e = {1: 0}
        for i in range(1, m):
            e[i + 1] = e[i] + b[i] + g[i]
        s = n - e[m] - b[m] if m else n
        begins: dict[tuple[int, int], int | bool] = {}
        for i in range(1, m + 1):
            for p in range(-n, 2 * n):
                if e[i] <= p < e[i] + s:
                    variables += 1
                    begins[i, p] = variables
                else:
                    begins[i, p] = p >= e[i]
        for p in range(-n, 2 * n):
            begins[0, p], begins[m + 1, p] = True, False

        def clause(*literals: tuple[bool, int | bool]) -> None:
            kept = []
            for positive, atom in literals:
                if isinstance(atom, bool):
                    assert atom != positive, "the text says that no literal is true"
                else:
                    kept.append(atom if positive else -atom)
            result.append(kept)

        for i in range(1, m + 1):
            for p in range(e[i], e[i] + s - 1):
                clause((False, begins[i, p]), (True, begins[i, p + 1]))
        for i in range(1, m):
            for p in range(e[i], e[i] + s):
                clause((False, begins[i + 1, p + b[i] + g[i]]), (True, begins[i, p]))
        for i in range(1, m + 1):
            for c in range(e[i], e[i] + s + b[i]):
                clause(
                    (False, begins[i, c]),
                    (True, begins[i, c - b[i]]),
                    (True, cell[*cells[c], color[i]]),
                )
        for i in range(m + 1):
            start = e[i] + b[i] if i else 0
            stop = e[i + 1] + s if i < m else n
            for c in range(start, stop):
                for k in range(1, colors + 1):
                    before = begins[i, c - b[i]] if i else True
                    clause((False, before), (True, begins[i + 1, c]), (False, cell[*cells[c], k]))
    for r, c in product(range(board.height), range(board.width)):
        fixed = board.printed[r][c]
        if fixed == 0:
            result += [[-cell[r, c, k]] for k in range(1, colors + 1)]
        elif fixed is not None:
            result.append([cell[r, c, fixed]])
    return variables, result


def blocking(board: Board, solution: Sequence[Sequence[int]]) -> list[int]:
    """The clause "not this solution"."""
    found = []
    for r, c in product(range(board.height), range(board.width)):
        first = (r * board.width + c) * board.colors
        value = solution[r][c]
        every = range(first + 1, first + board.colors + 1)
        found += [-(first + value)] if value else every
    return found


def dimacs(board: Board, solution: Sequence[Sequence[int]] | None) -> str:
    """The formula as a file: the clues, and not this solution."""
    variables, clauses = encode(board)
    if solution is not None:
        clauses.append(blocking(board, solution))
    lines = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, [*x, 0])) for x in clauses)]
    return "".join(f"{line}\n" for line in lines)


def is_solution(board: Board, solution: Sequence[Sequence[int]]) -> bool:
    """True if the cells have the runs of all clues, and the printed cells."""
    for clue, cells in board.lines():
        values = [solution[r][c] for r, c in cells]
        runs = [(len(list(run)), color) for color, run in groupby(values) if color]
        if clue is not None and runs != list(clue):
            return False
    return all(
        board.printed[r][c] in (None, solution[r][c])
        for r, c in product(range(board.height), range(board.width))
    )


def heaviest(
    clue: Clue, weights: Sequence[Sequence[int]], printed: Sequence[int | None]
) -> int | None:
    """The largest sum of weights of the values of a line; None if no line has the clue.

    ``weights``: for each cell the weights of its values, empty first. The cells are read from the
    first to the last; a state is the number of runs that have begun, and the length of the current
    run (0: the cell before is empty), and stores the heaviest way to it.
    """
    states: dict[tuple[int, int], int] = {(0, 0): 0}
    for values, fixed in zip(weights, printed, strict=True):
        after: dict[tuple[int, int], int] = {}
        for (begun, length), weight in states.items():
            for value, more in enumerate(values):
                if fixed not in (None, value):
                    continue
                place = _after(clue, begun, length, value)
                if place is not None:
                    after[place] = max(after.get(place, weight + more), weight + more)
        states = after
    if clue is None:
        return max(states.values())
    ends = {(0, 0)} if not clue else {(len(clue), 0), (len(clue), clue[-1][0])}
    return max((weight for state, weight in states.items() if state in ends), default=None)


def _after(clue: Clue, begun: int, length: int, value: int) -> tuple[int, int] | None:
    """The state after one more cell; None if no line with the clue begins like that."""
    if clue is None:
        return 0, 0
    if length and value == clue[begun - 1][1]:
        return (begun, length + 1) if length < clue[begun - 1][0] else None
    if length and length < clue[begun - 1][0]:
        return None  # the run ends too early
    if value == 0:
        return begun, 0
    return (begun + 1, 1) if begun < len(clue) and value == clue[begun][1] else None


def bound(
    board: Board,
    solution: Sequence[Sequence[int]] | None,
    weights: Sequence[Sequence[int]],
    scale: int,
) -> int:
    """The sum of the heaviest placements: at least ``scale`` times the count of any solution."""
    rows, columns = [], []
    total = 0
    for r in range(board.height):
        for c in range(board.width):
            free = board.printed[r][c] is None
            wanted = solution[r][c] if free and solution is not None else 0
            total += scale * (wanted > 0)
            rows.append([0])
            columns.append([0])
            for k in range(1, board.colors + 1):
                own = weights[r][c * board.colors + k - 1] if free else 0
                counts = 0
                if free and solution is not None:
                    counts = int(k != wanted) - int(wanted > 0)
                rows[-1].append(own)
                columns[-1].append(scale * counts - own)
    for number, (clue, cells) in enumerate(board.lines()):
        table = rows if number < board.height else columns
        best = heaviest(
            clue,
            [table[r * board.width + c] for r, c in cells],
            [board.printed[r][c] for r, c in cells],
        )
        if best is None:
            return -1
        total += best
    return total


def least_difference(board: Board) -> int:
    """The least number of cells in which two solutions differ."""
    clued = [
        (board.rows[r] is not None) + (board.columns[c] is not None)
        for r, c in product(range(board.height), range(board.width))
        if board.printed[r][c] is None
    ]
    return (1, 2, 4)[min(clued, default=2)]


def problem(certificate: Path, cnf: Path, drat: Path) -> str | None:
    """What is wrong with a certificate, or None; for weights the two files need not exist."""
    head, *lines = gzip.decompress(certificate.read_bytes()).decode("ascii").splitlines()
    header = json.loads(head)
    if hashlib.sha256(header["puzzle"].encode()).hexdigest() != header["sha256"]:
        return "the hash of the puzzle"
    board = read_board(header["puzzle"])
    solutions = [read_cells(board, rows) for rows in header["solutions"]]
    verdict = header["verdict"]
    if len(solutions) != {"none": 0, "unique": 1, "multiple": 2}[verdict]:
        return "the number of solutions"
    if not all(is_solution(board, one) for one in solutions):
        return "a solution contradicts the clues"
    if verdict == "multiple":
        return "the solutions are equal" if solutions[0] == solutions[1] else None
    solution = solutions[0] if solutions else None
    if header["proof"]["format"] == "weights":
        return _problem_of_weights(header, board, solution, lines)
    if not drat.is_file() or drat.read_text(encoding="ascii").splitlines() != lines:
        return "the proof is not the one of the certificate"
    return _problem_of_proof(board, solution, cnf, drat)


def _problem_of_weights(
    header: dict[str, Any],
    board: Board,
    solution: Sequence[Sequence[int]] | None,
    lines: Sequence[str],
) -> str | None:
    weights = [[int(number) for number in line.split(" ")] for line in lines]
    if [len(row) for row in weights] != [board.width * board.colors] * board.height:
        return "the number of weights"
    scale = header["proof"]["scale"]
    limit = 0 if solution is None else scale * least_difference(board)
    if scale < 1 or bound(board, solution, weights, scale) >= limit:
        return "the weights do not suffice"
    return None


def _problem_of_proof(
    board: Board, solution: Sequence[Sequence[int]] | None, cnf: Path, drat: Path
) -> str | None:
    formula = cnf.read_text(encoding="ascii")
    if formula != dimacs(board, solution):
        return "the formula is not that of the clues"
    proof = drat.read_text(encoding="ascii")
    result = check_proof(parse_dimacs(formula, strict=True), proof, check_rat=False)
    return None if result.ok else f"the proof: {result.reason}"
