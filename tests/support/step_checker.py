# SPDX-License-Identifier: MIT
"""Checks steps from their premises alone, with code that shares nothing with nonosat.explain.

    python -m tests.support.step_checker [--max-technique T] [--seconds S] [--compare] FILE...

walks through puzzles, checks every step, and prints how many steps of each technique there were.

A checker replays a walk. Of each step it checks that

* the premises are known at that moment: given, or concluded by an earlier step;
* the technique, done again from the premises, gives every conclusion: leftmost, rightmost and all
  placements of a line by sets of positions, chains and trials link by link;
* the conclusions really follow from the premises (SAT, with a separate encoding);
* no premise can be left out: without any one line or known cell, the technique no longer gives all
  conclusions. For a clue set: they no longer follow at all. No line solve of a trial can be left
  out either. Only a step by weights may use more than it needs; the bound of its weights is
  computed from the premises, in integers, line by line.

``nothing_easier`` checks that no earlier technique gives anything. The techniques of one line are
done here; chains and trials are compared with networkx and the core's probing.

A state of a line is a tuple: for each value (0 is empty), the set of cells that can have it, as the
bits of an integer. Bit 0 is the first cell. Results per line are cached, because leaving out one
premise changes only one row and one column.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise, product

from pysat.solvers import Solver

from nonosat.core._core import Board
from nonosat.explain.step import Branch, Step
from nonosat.limits import Limits
from nonosat.logic.board import assume, open_board
from nonosat.logic.implications import Literal, implications_of
from nonosat.model.clue import UNKNOWN, Clue, Line
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

State = tuple[int, ...]


class StepError(AssertionError):
    """A step is wrong, or one of its premises is not needed."""


def bits(cells: int) -> Iterator[int]:
    """The members of a set of cells."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def mirrored(cells: int, size: int) -> int:
    """Bit i becomes bit size - 1 - i."""
    return int(f"{cells:0{size}b}"[::-1], 2) if size > 0 else 0


def runs(cells: int, length: int) -> int:
    """The starts of ``length`` successive cells of a set."""
    done = 1
    while done < length:
        step = min(done, length - done)
        cells &= cells >> step
        done += step
    return cells


def covered(begins: int, length: int) -> int:
    """The cells of runs of that length: the reverse of ``runs``."""
    done = 1
    while done < length:
        step = min(done, length - done)
        begins |= begins << step
        done += step
    return begins


def onward(places: int, through: int) -> int:
    """The places reached from other places by moving over any number of cells of a set.

    Place p is before cell p. The sum carries each place to the end of its run of cells.
    """
    return (((places & through) + through) ^ through) | places


def forward(clue: Clue, state: State) -> tuple[list[int], list[int]]:
    """For each block the starts that the blocks before it allow; for each gap its places.

    Gap g is before block g. A place belongs to it if the cells before the place may be the blocks
    before the gap and some empty cells.
    """
    empty, before, ends = state[0], 0, 0
    here = onward(1, empty)
    begins, places = [], [here]
    for length, color in clue:
        if color == before:  # at least one empty cell
            here = onward((ends & empty) << 1, empty)
        begins.append(here & runs(state[color], length))
        ends, before = begins[-1] << length, color
        here = onward(ends, empty)
        places.append(here)
    return begins, places


@lru_cache(maxsize=400_000)
def arranged(clue: Clue, size: int, state: State) -> tuple[tuple[int, ...], State] | None:
    """The starts of each block, and the values of the cells, in all placements, or None."""
    begins, places = forward(clue, state)
    if not places[-1] >> size & 1:
        return None
    back_begins, back_places = forward(clue[::-1], tuple(mirrored(x, size) for x in state))
    values = [0] * len(state)
    found = []
    for (length, color), one, other in zip(clue, begins, reversed(back_begins), strict=True):
        starts = one & mirrored(other, size - length + 1)
        values[color] |= covered(starts, length)
        found.append(starts)
    for one, other in zip(places, reversed(back_places), strict=True):
        values[0] |= one & state[0] & mirrored(other, size + 1) >> 1
    return tuple(found), tuple(values)


def solved(clue: Clue | None, size: int, state: State) -> State | None:
    """The values that occur in some placement; None without a placement."""
    if clue is None:
        return state
    found = arranged(clue, size, state)
    return None if found is None else found[1]


@lru_cache(maxsize=100_000)
def by_trivial(clue: Clue | None, size: int, state: State) -> State:
    """The technique ``trivial``, from its definition."""
    if clue is None:
        return state
    blocks = sum(block.length for block in clue)
    needed = sum(a.color == b.color for a, b in pairwise(clue)) + blocks
    values = [0] * len(state)
    if not clue:
        values[0] = (1 << size) - 1
        return tuple(values)
    if needed == size:
        at = 0
        for i, (length, color) in enumerate(clue):
            if i and clue[i - 1].color == color:
                values[0] |= 1 << at
                at += 1
            values[color] |= covered(1 << at, length)
            at += length
        return tuple(values)
    maybe_empty = state[0]
    if size - maybe_empty.bit_count() == blocks:
        return (maybe_empty, *(cells & ~maybe_empty for cells in state[1:]))
    return state


@lru_cache(maxsize=100_000)
def by_overlap(clue: Clue | None, size: int, state: State) -> State:
    """The technique ``overlap``: cells on which leftmost and rightmost placement agree."""
    found = None if clue is None else arranged(clue, size, state)
    if clue is None or found is None:
        return state

    def parts(begins: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The cells of gap 0, block 0, gap 1, ..., with their value."""
        at = 0
        for begin, (length, color) in zip(begins, clue, strict=True):
            yield 0, (1 << begin) - (1 << at)
            at = begin + length
            yield color, (1 << at) - (1 << begin)
        yield 0, (1 << size) - (1 << at)

    left = parts([(x & -x).bit_length() - 1 for x in found[0]])
    right = parts([x.bit_length() - 1 for x in found[0]])
    values = list(state)
    for (color, one), (_, other) in zip(left, right, strict=True):
        agreed = one & other
        values = [
            cells if value == color else cells & ~agreed for value, cells in enumerate(values)
        ]
    return tuple(values)


def by_line(clue: Clue | None, size: int, state: State) -> State:
    """The technique ``line``; a line without a placement gives nothing."""
    return solved(clue, size, state) or state


LINE_TECHNIQUES = {"trivial": by_trivial, "overlap": by_overlap, "line": by_line}


class Knowledge:
    """The values that cells can have, from literals, by rows and by columns."""

    def __init__(self, puzzle: Puzzle, literals: Iterable[Literal] = ()) -> None:
        self.puzzle = puzzle
        self.values = range(len(puzzle.palette) + 1)
        self.rows = [((1 << puzzle.width) - 1,) * len(self.values)] * puzzle.height
        self.columns = [((1 << puzzle.height) - 1,) * len(self.values)] * puzzle.width
        for literal in literals:
            self.add(literal)

    def copy(self) -> Knowledge:
        other = Knowledge.__new__(Knowledge)
        other.puzzle, other.values = self.puzzle, self.values
        other.rows, other.columns = self.rows.copy(), self.columns.copy()
        return other

    def add(self, literal: Literal) -> None:
        row, column, value, holds = literal
        for other in self.values:
            if (other == value) != holds:
                self._remove(row, column, other)

    def _remove(self, row: int, column: int, value: int) -> None:
        for line, at in ((Line("row", row), column), (Line("column", column), row)):
            states = self.rows if line.axis == "row" else self.columns
            state = states[line.index]
            states[line.index] = (
                *state[:value],
                state[value] & ~(1 << at),
                *state[value + 1 :],
            )

    def state(self, line: Line) -> State:
        return (self.rows if line.axis == "row" else self.columns)[line.index]

    def size(self, line: Line) -> int:
        return self.puzzle.width if line.axis == "row" else self.puzzle.height

    def domain(self, row: int, column: int) -> list[int]:
        """The values that a cell can have."""
        return [value for value in self.values if self.rows[row][value] >> column & 1]

    def says(self, literal: Literal) -> bool:
        row, column, value, holds = literal
        domain = self.domain(row, column)
        return domain == [value] if holds else value not in domain

    def literals(self, row: int, column: int) -> list[Literal]:
        """All literals that hold for a cell."""
        domain = self.domain(row, column)
        if len(domain) == 1:
            return [Literal(row, column, value, value == domain[0]) for value in self.values]
        return [Literal(row, column, value, False) for value in self.values if value not in domain]

    def solve(self, line: Line, technique: Technique) -> bool:
        """Do a technique in a line; True if something changed."""
        before = self.state(line)
        after = technique(self.puzzle.clue(line), self.size(line), before)
        changed = False
        for value, (old, new) in enumerate(zip(before, after, strict=True)):
            for at in bits(old & ~new):
                changed = True
                self._remove(*cell_of(line, at), value)
        return changed

    def fails(self, line: Line) -> bool:
        """True if a line has no placement."""
        state, everything = self.state(line), 0
        for cells in state:
            everything |= cells
        if everything != (1 << self.size(line)) - 1:
            return True
        return solved(self.puzzle.clue(line), self.size(line), state) is None

    def propagate(self, lines: Sequence[Line]) -> bool:
        """Solve these lines until nothing changes; False for a contradiction."""
        done: dict[Line, State] = {}
        while True:
            dirty = [line for line in lines if done.get(line) != self.state(line)]
            if not dirty:
                return True
            for line in dirty:
                if self.fails(line):
                    return False
                self.solve(line, by_line)
                done[line] = self.state(line)


Technique = Callable[[Clue | None, int, State], State]


def cell_of(line: Line, at: int) -> tuple[int, int]:
    """Row and column of a cell of a line."""
    return (line.index, at) if line.axis == "row" else (at, line.index)


def crosses(line: Line, literal: Literal) -> bool:
    """Whether a line goes through the cell of a literal."""
    return line.index == (literal.row if line.axis == "row" else literal.column)


def negated(literal: Literal) -> Literal:
    return Literal(literal.row, literal.column, literal.value, not literal.holds)


def chain_reaches(
    puzzle: Puzzle, lines: Sequence[Line], because: Sequence[Literal], goal: Literal, most: int
) -> bool:
    """Whether at most ``most`` single line solves lead from the denial of ``goal`` to it.

    A literal from a line is not used in that line again: the line gave all its literals at once.
    """
    base = Knowledge(puzzle, because)
    reached: set[tuple[Literal, Line]] = set()  # a literal, and a line that may use it
    frontier = [(negated(goal), line) for line in lines if crosses(line, goal)]
    for _ in range(most):
        following = []
        for literal, line in frontier:
            known = base.copy()
            known.add(literal)
            if known.fails(line):
                return True
            before = base.state(line)
            known.solve(line, by_line)
            fresh = 0
            for old, new in zip(before, known.state(line), strict=True):
                fresh |= old & ~new
            for at in bits(fresh):
                row, column = cell_of(line, at)
                if (row, column) == goal[:2] and known.says(goal):
                    return True
                for other in lines:
                    if other.axis != line.axis and other.index == at:
                        for found in known.literals(row, column):
                            if (found, other) not in reached:
                                reached.add((found, other))
                                following.append((found, other))
        frontier = following
    return False


def counts_away(
    puzzle: Puzzle, step: Step, lines: Sequence[Line], because: Sequence[Literal]
) -> bool:
    """Whether the weights of a step exclude, in these lines, every grid but its conclusion."""
    assert step.weights is not None
    known = Knowledge(puzzle, because)
    rows, columns, scale, said, difference = step.weights
    right = dict(zip((x[:2] for x in step.cells), _values(step), strict=True))
    own: dict[tuple[str, int, int], list[int]] = {}  # by line and place: per value, EMPTY first
    total = 0
    for row in range(puzzle.height):
        for column in range(puzzle.width):
            at = slice(column * (len(known.values) - 1), (column + 1) * (len(known.values) - 1))
            pair = rows[row][at], columns[row][at]
            own["row", row, column] = [0, *pair[0]]
            own["column", column, row] = [0, *pair[1]]
            if (row, column) not in right:
                if any(map(any, pair)):
                    return False
                continue
            value = right[row, column]
            total += scale * (value != 0)
            for color, (one, other) in enumerate(zip(*pair, strict=True), start=1):
                if one + other != scale * ((color != value) - (value != 0)):
                    return False
    for line, clue in puzzle.lines():
        size = known.size(line)
        weights = [own[line.axis, line.index, at] for at in range(size)]
        if line in lines:
            assert clue is not None
            heaviest = heaviest_placement(clue, known.state(line), weights)
            if heaviest is None:
                return False
            total += heaviest
        elif any(map(any, weights)):
            return False
    lacking = {("row", row) for row, _ in right} | {("column", column) for _, column in right}
    lacking -= {(line.axis, line.index) for line in lines}
    least = 4 if len(lacking) < 2 else 2
    return scale > 0 and total == said and difference == least and total < scale * least


def heaviest_placement(clue: Clue, state: State, weights: list[list[int]]) -> int | None:
    """The largest weight of a placement; None without one. By the first open cell."""
    size = len(weights)

    @cache
    def most(cell: int, block: int) -> int | None:
        if cell >= size:
            return 0 if block == len(clue) and cell <= size + 1 else None
        found = []
        if state[0] >> cell & 1:
            found.append(most(cell + 1, block))
        if block < len(clue):
            length, color = clue[block]
            end = cell + length
            fits = end <= size and all(state[color] >> at & 1 for at in range(cell, end))
            gap = block + 1 < len(clue) and clue[block + 1].color == color
            if fits and not (gap and (end >= size or not state[0] >> end & 1)):
                rest = most(end + gap, block + 1)
                if rest is not None:
                    found.append(rest + sum(weights[at][color] for at in range(cell, end)))
        return max((x for x in found if x is not None), default=None)

    return most(0, 0)


def _values(step: Step) -> list[int]:
    """The value of each cell of a step that settles its cells."""
    return [x.value if x.holds else 1 - x.value for x in step.cells]


def same(one: Literal, other: Literal, puzzle: Puzzle) -> bool:
    """Whether two literals mean the same; with one colour, "is empty" is "is not filled"."""
    if one == other:
        return True
    return (
        len(puzzle.palette) == 1
        and one[:2] == other[:2]
        and one.value != other.value
        and one.holds != other.holds
    )


class Checker:
    """Replays the walk of a puzzle."""

    def __init__(self, puzzle: Puzzle, given: Grid | None = None) -> None:
        self.puzzle = puzzle
        self.known = Knowledge(puzzle)
        self.counts: Counter[str] = Counter()
        self._formula = Formula(puzzle)
        self._quiet: dict[tuple[str, Line], State] = {}
        self._lines = [line for line, clue in puzzle.lines() if clue is not None]
        for grid in (given, puzzle.printed):
            if grid is not None:
                for place, value in enumerate(grid.cells):
                    if value != UNKNOWN:
                        self.known.add(Literal(*divmod(place, puzzle.width), value, True))

    def check(self, step: Step, *, premises: bool = True, sat: bool = True) -> None:
        """Check a step and add its conclusions.

        Without ``premises`` no premise is left out; without ``sat`` only clue sets ask the solver.
        For weights it is asked about at most 60 cells: it cannot prove more without weights.

        Raises:
            StepError: the step is wrong.
        """
        where = f"{step.technique} {[str(x) for x in step.lines]} -> {step.cells}"
        self._expect(bool(step.cells), f"{where}: no conclusion")
        self._expect(bool(step.lines), f"{where}: no line")
        for literal in step.because:
            self._expect(self.known.says(literal), f"{where}: {literal} is not known")
        for literal in step.cells:
            self._expect(not self.known.says(literal), f"{where}: {literal} was known before")
        for line in step.lines:
            self._expect(self.puzzle.clue(line) is not None, f"{where}: {line} has no clue")
        self._expect(
            bool(step.chain) == (step.technique in ("chain", "trial")),
            f"{where}: a chain belongs to chains and trials",
        )
        self._expect(
            (step.weights is not None) == (step.technique == "weights"),
            f"{where}: weights belong to their technique",
        )
        if step.chain:
            self._check_branches(step, where)
        self._expect(self._follows(step, step.lines, step.because), f"{where}: does not follow")
        small = step.technique != "weights" or len(step.cells) <= 60
        if sat and small and step.technique != "clue-set":
            self._expect(
                self._formula.forces(step.lines, step.because, step.cells),
                f"{where}: SAT has another model",
            )
        if premises and step.technique != "weights":
            self._check_premises(step, where)
        for literal in step.cells:
            self.known.add(literal)
        self.counts[step.technique] += 1

    def _check_premises(self, step: Step, where: str) -> None:
        for i, literal in enumerate(step.because):
            fewer = step.because[:i] + step.because[i + 1 :]
            self._expect(
                not self._follows(step, step.lines, fewer), f"{where}: {literal} is not needed"
            )
        because: Sequence[Literal] = step.because
        if step.technique == "clue-set":  # not even with all known literals
            because = [
                literal
                for row in range(self.puzzle.height)
                for column in range(self.puzzle.width)
                for literal in self.known.literals(row, column)
            ]
        for i, line in enumerate(step.lines):
            rest = step.lines[:i] + step.lines[i + 1 :]
            self._expect(not self._follows(step, rest, because), f"{where}: {line} is not needed")

    def nothing_easier(self, step: Step, *, compared: bool = True) -> None:
        """No earlier technique gives anything at this moment.

        With ``compared``: before a trial the implication graph forces nothing (networkx), and
        before a clue set probing finds nothing (the core).

        Raises:
            StepError: an earlier technique gives something.
        """
        for name, technique in LINE_TECHNIQUES.items():
            if name == step.technique:
                return
            for line in self._lines:
                state = self.known.state(line)
                if self._quiet.get((name, line)) != state:
                    size = self.known.size(line)
                    after = technique(self.puzzle.clue(line), size, state)
                    gives = any(a & ~b for a, b in zip(state, after, strict=True))
                    self._expect(not gives, f"{step.technique}: {name} gives something in {line}")
                    self._quiet[name, line] = state
        if not compared or step.technique == "chain":
            return
        board = self._board()
        before = board.mark()
        board.propagate()
        self._expect(board.mark() == before, f"{step.technique}: propagation gives something")
        forced = implications_of(board, self.puzzle, Limits()).forced
        self._expect(not forced, f"{step.technique}: the graph forces {forced[:1]}")
        if step.technique != "trial":
            board.probe()
            self._expect(board.mark() == before, f"{step.technique}: probing gives something")

    def _board(self) -> Board:
        """The core's board with all known literals."""
        board = open_board(self.puzzle)
        for row in range(self.puzzle.height):
            for column in range(self.puzzle.width):
                for literal in self.known.literals(row, column):
                    assume(board, *literal)
        return board

    @staticmethod
    def _expect(holds: bool, message: str) -> None:
        if not holds:
            raise StepError(message)

    def _follows(self, step: Step, lines: Sequence[Line], because: Sequence[Literal]) -> bool:
        """Whether the technique gives all conclusions from only these premises."""
        puzzle, technique = self.puzzle, step.technique
        if technique in LINE_TECHNIQUES:
            known = Knowledge(puzzle, because)
            for line in lines:
                known.solve(line, LINE_TECHNIQUES[technique])
            return all(known.says(literal) for literal in step.cells)
        if technique == "chain":
            most = sum(len(branch.links) for branch in step.chain)
            return all(chain_reaches(puzzle, lines, because, goal, most) for goal in step.cells)
        if technique == "trial":
            return self._trial(step, lines, because)
        if technique == "weights":
            return counts_away(puzzle, step, lines, because)
        if technique == "clue-set":
            return self._formula.forces(lines, because, step.cells)
        raise StepError(f"{technique}: unknown technique")

    def _trial(self, step: Step, lines: Sequence[Line], because: Sequence[Literal]) -> bool:
        row, column, *_ = step.chain[0].assumption
        base = Knowledge(self.puzzle, because)
        for value in base.domain(row, column):
            known = base.copy()
            known.add(Literal(row, column, value, True))
            if known.propagate(lines) and not all(known.says(x) for x in step.cells):
                return False
        return True

    def _check_branches(self, step: Step, where: str) -> None:
        """Check every link, the ends, and that the assumptions cover all cases."""
        used: set[Line] = set()
        for branch in step.chain:
            used |= self._check_branch(step, branch, where)
            if step.technique == "trial":
                self._check_solves(step, branch, where)
        self._expect(used == set(step.lines), f"{where}: the lines are not those of the links")
        if len(step.chain) == 1:
            (goal,) = step.cells
            denied = negated(step.chain[0].assumption)
            self._expect(
                Knowledge(self.puzzle, [*step.because, denied]).says(goal),
                f"{where}: the assumption is not the denial of the result",
            )
            return
        assumed = [branch.assumption for branch in step.chain]
        self._expect(len({x[:2] for x in assumed}) == 1, f"{where}: assumptions about two cells")
        left = Knowledge(self.puzzle, [*step.because, *map(negated, assumed)])
        here = [x for x in step.cells if x[:2] == assumed[0][:2]]
        left_values = [  # values that give the result without a line solve need no branch
            value
            for value in left.domain(*assumed[0][:2])
            if not here
            or not all(Knowledge(self.puzzle, [Literal(*x[:2], value, True)]).says(x) for x in here)
        ]
        self._expect(not left_values, f"{where}: a value of the cell is not tried")

    def _check_branch(self, step: Step, branch: Branch, where: str) -> set[Line]:
        trial = step.technique == "trial"
        known = Knowledge(self.puzzle, [*step.because, branch.assumption])
        last = branch.assumption
        for line, group in groupby(branch.links, key=lambda link: link.line):
            links = list(group)
            for solve in [links] if trial else [[link] for link in links]:
                if not trial:
                    known = Knowledge(self.puzzle, [*step.because, last])
                after = known.copy()
                if line is not None:
                    self._expect(
                        not after.fails(line), f"{where}: {line} fails before the end of its branch"
                    )
                    after.solve(line, by_line)
                for link in solve:
                    self._expect(
                        after.says(link.literal),
                        f"{where}: {link.literal} does not follow by {line}",
                    )
                    known.add(link.literal)
                    last = link.literal
        if not trial:
            known = Knowledge(self.puzzle, [*step.because, last])
        used = {link.line for link in branch.links if link.line is not None}
        if branch.failed_line is not None:
            line = branch.failed_line
            self._expect(known.fails(line), f"{where}: {line} does not fail")
            used.add(branch.failed_line)
        elif len(step.chain) == 1:
            self._expect(
                same(last, negated(branch.assumption), self.puzzle)
                or not Knowledge(self.puzzle, [last, branch.assumption]).domain(*last[:2]),
                f"{where}: the chain ends without a contradiction",
            )
        else:
            self._expect(
                all(known.says(goal) for goal in step.cells), f"{where}: a branch has another end"
            )
        return used

    def _check_solves(self, step: Step, branch: Branch, where: str) -> None:
        """Without any one of its line solves, a branch of a trial has another end."""
        solves = [line for line, _ in groupby(link.line for link in branch.links) if line]
        if branch.failed_line is not None:
            solves.append(branch.failed_line)
        base = Knowledge(self.puzzle, [*step.because, branch.assumption])
        for left_out in range(len(solves)):
            known, fails = base.copy(), False
            for line in solves[:left_out] + solves[left_out + 1 :]:
                fails = fails or known.fails(line)
                known.solve(line, by_line)
            ends = fails or (
                branch.failed_line is None and all(known.says(goal) for goal in step.cells)
            )
            self._expect(not ends, f"{where}: line solve {left_out + 1} is not needed")


class Formula:
    """Clauses of the lines of a puzzle: one variable for each (cell, value) and (cell, blocks).

    A line is a walk through states: how many cells of its picture, including gaps, are done. The
    picture of 2 1 is "1 1 0 1"; empty cells may be added before it, after it, and at its gaps.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.values = puzzle, len(puzzle.palette) + 1
        self.last = puzzle.width * puzzle.height * self.values
        self._single: dict[Line, Solver] = {}

    def forces(
        self, lines: Sequence[Line], because: Sequence[Literal], goals: Sequence[Literal]
    ) -> bool:
        """Whether the clues of the lines and the premises imply the goals."""
        self.last = self.puzzle.width * self.puzzle.height * self.values
        places = {literal[:2] for literal in (*because, *goals)}
        cells = [clause for place in sorted(places) for clause in self._cell(*place)]
        premises = [self.literal(literal) for literal in because]
        if len(lines) == 1:  # keep the solver of a line: most steps are of this kind
            (line,) = lines
            if line not in self._single:
                if len(self._single) >= 60:
                    self._single.pop(next(iter(self._single))).delete()
                clauses = list(self._line(line))
                self._single[line] = Solver(name="minisat22", bootstrap_with=clauses)
            return self._denied(self._single[line], premises, goals)
        clauses = [clause for line in lines for clause in self._line(line)]
        with Solver(name="minisat22", bootstrap_with=clauses + cells) as solver:
            return self._denied(solver, premises, goals)

    def _denied(self, solver: Solver, premises: list[int], goals: Sequence[Literal]) -> bool:
        return not any(solver.solve([*premises, -self.literal(goal)]) for goal in goals)

    def variable(self, row: int, column: int, value: int) -> int:
        return (row * self.puzzle.width + column) * self.values + value + 1

    def literal(self, literal: Literal) -> int:
        row, column, value, holds = literal
        variable = self.variable(row, column, value)
        return variable if holds else -variable

    def _cell(self, row: int, column: int) -> Iterator[list[int]]:
        """A cell has exactly one value."""
        cell = [self.variable(row, column, value) for value in range(self.values)]
        yield cell
        for i, a in enumerate(cell):
            yield from ([-a, -b] for b in cell[:i])

    def _line(self, line: Line) -> Iterator[list[int]]:
        size = self.puzzle.width if line.axis == "row" else self.puzzle.height
        places = [cell_of(line, at) for at in range(size)]
        clue = self.puzzle.clue(line) or ()
        picture: list[int] = []  # the value that leads from state i to state i + 1
        free = {0}  # the states in which a cell may be empty without progress
        for i, (length, color) in enumerate(clue):
            if i and clue[i - 1].color == color:
                picture.append(0)
            free.add(len(picture))
            picture += [color] * length
        free.add(len(picture))
        slack = size - len(picture)  # state i is possible only at the steps i to i + slack
        first = self.last + 1
        self.last += (slack + 1) * (len(picture) + 1)

        def at(step: int, state: int) -> int:
            return first + state * (slack + 1) + step - state

        if slack < 0:
            yield from ([self.variable(*places[0], 0)], [-self.variable(*places[0], 0)])
            return
        yield [at(0, 0)]
        yield [at(size, len(picture))]
        for step, place in enumerate(places):
            yield from self._cell(*place)
            near = range(max(0, step - slack - 1), min(len(picture), step + 1) + 1)
            moves = [(state, 0, state) for state in near if state in free]
            moves += [(state, picture[state], state + 1) for state in near if state < len(picture)]
            moves = [
                (before, value, after)
                for before, value, after in moves
                if 0 <= step - before <= slack and 0 <= step + 1 - after <= slack
            ]
            # Each state has a move from it and a move to it: with both, unit propagation refutes
            # everything that one line does not allow.
            for end in (0, 2):
                ways: dict[int, list[tuple[int, int]]] = {}
                now, then = (step, step + 1) if end == 0 else (step + 1, step)
                for state in near:
                    if 0 <= now - state <= slack:
                        ways[at(now, state)] = []
                for move in moves:
                    choice = (self.variable(*place, move[1]), at(then, move[2 - end]))
                    ways[at(now, move[end])].append(choice)
                for state, choices in ways.items():
                    yield from ([-state, *chosen] for chosen in product(*choices))
            for before, value, after in moves:
                if 0 <= step - before <= slack:
                    yield [-at(step, before), -self.variable(*place, value), at(step + 1, after)]
            for before in near:  # a value that no move has
                if 0 <= step - before <= slack:
                    ways_out = {value for state, value, _ in moves if state == before}
                    for value in set(range(self.values)) - ways_out:
                        yield [-at(step, before), -self.variable(*place, value)]


def main() -> int:
    """Walk through files and check every step."""
    import nonosat

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--max-technique")
    parser.add_argument("--seconds", type=float, help="for the steps of one puzzle")
    parser.add_argument("--compare", action="store_true", help="networkx and probing, slow")
    options = parser.parse_args()
    total: Counter[str] = Counter()
    wrong = 0
    for path in options.files:
        for puzzle in nonosat.load_all(path):
            walk = nonosat.walkthrough(
                puzzle, max_technique=options.max_technique, time_limit=options.seconds
            )
            begun = time.process_time()
            steps = list(walk)
            walked = time.process_time()
            checker = Checker(puzzle)
            try:
                for number, step in enumerate(steps):
                    checker.nothing_easier(step, compared=options.compare)
                    checker.check(step, sat=puzzle.width <= 100 or number % 20 == 0)
            except StepError as error:
                wrong += 1
                print(f"{path}: WRONG: {error}", flush=True)
            total += checker.counts
            checked = time.process_time()
            counts = " ".join(f"{name} {number}" for name, number in checker.counts.items())
            print(
                f"{path}: {counts}; {walk.end.value}; {walk.grid.unknown_count} unknown; "
                f"walked {walked - begun:.1f} s, checked {checked - walked:.1f} s",
                flush=True,
            )
    print(dict(total), f"{wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
