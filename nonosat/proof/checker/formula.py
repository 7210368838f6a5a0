# SPDX-License-Identifier: MIT
"""The formula that a certificate refutes: encoding ``order``, version 2, of a whole puzzle.

This is the checker's own encoder. It shares nothing with the solver's (``nonosat/core/cnf.hpp``):
it has no state, no deduction and no shortcuts, and it is meant to be read.
docs/reference/certificate.md, "The formula", defines the variables and the clauses; the names here
are the same. Any change of the formula raises VERSION. Version 1 has no printed cells; the formula
of a puzzle without them has not changed since, and is still called version 1.

The models, restricted to the cells, are the grids that satisfy the clues and have the printed
cells, each once (a test goes through all clues of short lines).

**Why this encoding.** Let cells of a line be known and ask whether it still has a placement: on
these clauses unit propagation answers exactly (for one colour: with cells known, a line's clauses
are implications between positive literals, for which unit propagation is complete). So everything
that a line solver deduces is a proof step of one literal. Figures: ``docs/experiments.md``,
"Certificates".

**In memory** the formula is a stream of batches: made once, hashed, and handed to an engine or
written to a file. A list of a million clauses would take hundreds of megabytes.

>>> from nonosat.model.puzzle import Puzzle
>>> list(clauses(Puzzle(rows=[[1]], columns=[None, None])))
[[-3, 1], [3, 2], [3, -1], [-3, -2]]
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from nonosat.model.clue import EMPTY, UNKNOWN, Clue, cells_needed, gaps
from nonosat.model.puzzle import Puzzle

ENCODING = "order"
VERSION = 2

_TRUE = 1 << 40
"""Stands for a true literal, its negative for a false one; no variable has this number."""
MAX_SIZE = 4_000_000
"""Larger formulas, by clauses or variables, are neither made nor checked: they take gigabytes.

The largest known for a real puzzle has 0.6 million clauses (616x14)."""

_BATCH = 2000
"""Clauses between two checks of the clock."""


class _Line(NamedTuple):
    clue: Clue
    slack: int
    cells: list[int]
    """Row * W + column of each cell."""


def _lines(puzzle: Puzzle) -> Iterator[_Line]:
    """The lines whose clues are given."""
    width, places = puzzle.width, range(puzzle.width * puzzle.height)
    rows = (places[row * width : (row + 1) * width] for row in range(puzzle.height))
    columns = (places[column::width] for column in range(width))
    for clues, lines in ((puzzle.rows, rows), (puzzle.columns, columns)):
        for clue, cells in zip(clues, lines, strict=True):
            if clue is not None:
                yield _Line(clue, len(cells) - cells_needed(clue), list(cells))


def version_of(puzzle: Puzzle) -> int:
    """The version of the encoding of a puzzle's formula."""
    return 1 if puzzle.printed is None else VERSION


def count_variables(puzzle: Puzzle) -> int:
    """The number of variables, cells and blocks together."""
    cells = puzzle.height * puzzle.width * len(puzzle.palette)
    return cells + sum(len(clue) * slack for clue, slack, _ in _lines(puzzle))


def count_clauses(puzzle: Puzzle) -> int:
    """The number of clauses of 1 to 3, without making them.

    >>> puzzle = Puzzle(rows=[[1]], columns=[None, None])
    >>> count_clauses(puzzle) == len(list(clauses(puzzle)))
    True
    """
    colors = len(puzzle.palette)
    count = puzzle.height * puzzle.width * (colors * (colors - 1) // 2)
    for clue, slack, cells in _lines(puzzle):
        blocks = len(clue)
        count += blocks * max(slack - 1, 0)  # order
        count += max(blocks - 1, 0) * slack  # precedence
        count += sum(slack + length for length, _ in clue)  # cover
        count += colors * (sum(gaps(clue)) + (blocks + 1) * slack if clue else len(cells))  # gap
    for value in puzzle.printed.cells if puzzle.printed else ():
        if value != UNKNOWN:
            count += colors if value == EMPTY else 1
    return count


def clauses(puzzle: Puzzle) -> Iterator[list[int]]:
    """The clauses of 1 to 3, in order, made one by one."""
    colors = len(puzzle.palette)
    if colors > 1:
        for place in range(puzzle.height * puzzle.width):
            for j, k in combinations(range(1, colors + 1), 2):
                yield [-(place * colors + j), -(place * colors + k)]
    first = puzzle.height * puzzle.width * colors + 1
    for line in _lines(puzzle):
        yield from _line_clauses(line, colors, first)
        first += len(line.clue) * line.slack
    for place, value in enumerate(puzzle.printed.cells if puzzle.printed else ()):
        if value == EMPTY:
            yield from ([-(place * colors + k)] for k in range(1, colors + 1))
        elif value != UNKNOWN:
            yield [place * colors + value]


def _line_clauses(line: _Line, colors: int, first: int) -> Iterator[list[int]]:
    """The clauses of one line; ``first`` is the number of its first variable."""
    clue, slack, cells = line
    blocks = range(1, len(clue) + 1)
    lengths = [0, *(length for length, _ in clue)]
    earliest = [0, 0]
    for (length, _), gap in zip(clue, gaps(clue), strict=False):
        earliest.append(earliest[-1] + length + gap)

    def starts_by(block: int, position: int) -> int:
        """B(block, position)."""
        offset = position - earliest[block]
        if offset < 0:
            return -_TRUE
        if offset >= slack:
            return _TRUE
        return first + (block - 1) * slack + offset

    def without_false(*literals: int) -> list[int]:
        return [literal for literal in literals if literal != -_TRUE]

    for i in blocks:
        for p in range(earliest[i], earliest[i] + slack - 1):
            yield [-starts_by(i, p), starts_by(i, p + 1)]
    for i in blocks[:-1]:
        shift = earliest[i + 1] - earliest[i]
        for p in range(earliest[i], earliest[i] + slack):
            yield [-starts_by(i + 1, p + shift), starts_by(i, p)]
    for i in blocks:
        length, color = clue[i - 1]
        for c in range(earliest[i], earliest[i] + slack + length):
            covered = cells[c] * colors + color
            yield without_false(-starts_by(i, c), starts_by(i, c - length), covered)
    for i in range(len(clue) + 1):
        begin = earliest[i] + lengths[i] if i > 0 else 0
        end = earliest[i + 1] + slack if i < len(clue) else len(cells)
        for c in range(begin, end):
            ended = starts_by(i, c - lengths[i]) if i > 0 else _TRUE
            begun = starts_by(i + 1, c) if i < len(clue) else -_TRUE
            for k in range(1, colors + 1):
                yield without_false(-ended, begun, -(cells[c] * colors + k))


def blocking_clause(puzzle: Puzzle, cells: bytes) -> list[int]:
    """The clause of 4: not these cells (a complete grid, row by row)."""
    colors = len(puzzle.palette)
    clause: list[int] = []
    for place, color in enumerate(cells):
        if color == EMPTY:
            clause.extend(range(place * colors + 1, (place + 1) * colors + 1))
        else:
            clause.append(-(place * colors + color))
    return clause


def size(puzzle: Puzzle, *, blocking: bool) -> tuple[int, int]:
    """The numbers of variables and of clauses."""
    return count_variables(puzzle), count_clauses(puzzle) + blocking


class Formula:
    """The formula of a puzzle, which excludes ``solution`` if there is one.

    >>> formula = Formula(Puzzle(rows=[[1]], columns=[[1]]), b"\\1")
    >>> print(b"".join(formula.text()).decode(), end="")
    p cnf 1 3
    1 0
    1 0
    -1 0
    """

    def __init__(self, puzzle: Puzzle, solution: bytes | None) -> None:
        self._puzzle = puzzle
        self.variables, self.clauses = size(puzzle, blocking=solution is not None)
        self.blocking = None if solution is None else blocking_clause(puzzle, solution)
        self.sha256 = ""
        """The hash of the DIMACS text; empty until ``batches`` has ended."""

    def batches(self) -> Iterator[list[list[int]]]:
        """All clauses, in lists of some thousand; sets ``sha256`` at the end."""
        digest = hashlib.sha256(f"p cnf {self.variables} {self.clauses}\n".encode())
        batch: list[list[int]] = []
        for clause in self._all():
            batch.append(clause)
            if len(batch) == _BATCH:
                digest.update(_text(batch))
                yield batch
                batch = []
        digest.update(_text(batch))
        self.sha256 = digest.hexdigest()
        yield batch

    def load(self, add: Callable[[Sequence[int]], object], look: Callable[[], object]) -> None:
        """Call ``add`` with each clause, and ``look``, which may raise, between batches."""
        for batch in self.batches():
            look()
            for clause in batch:
                add(clause)

    def text(self) -> Iterator[bytes]:
        """The DIMACS file, in pieces."""
        yield f"p cnf {self.variables} {self.clauses}\n".encode()
        for batch in self.batches():
            yield _text(batch)

    def _all(self) -> Iterator[list[int]]:
        yield from clauses(self._puzzle)
        if self.blocking is not None:
            yield self.blocking


def _text(clauses: list[list[int]]) -> bytes:
    return "".join([f"{' '.join(map(str, clause))} 0\n" for clause in clauses]).encode()
