# SPDX-License-Identifier: MIT
"""Checks steps from their premises alone, with code that shares nothing with nonosat.explain.

    python tests/step_checker.py [--max-technique T] [--seconds S] FILE...

walks through puzzles, checks every step, and prints how many steps of each technique there were.

A checker replays a walk. Of each step it checks that

* the premises are known at that moment: given, or concluded by an earlier step;
* the technique, done again from the premises, gives every conclusion: packings and arrangements of
  a line by a table of (blocks, cells), chains and trials link by link;
* the conclusions follow from the premises in fact (SAT, with an encoding of its own);
* no premise can be left out: without any one line or known cell, the technique no longer gives all
  conclusions. For a clue set: they no longer follow at all.

Domains are lists of bit sets of values, one for each cell of a line; value 0 is empty. Everything
is plain Python, so that it can be read; results per line are remembered, because leaving out one
premise changes one row and one column only.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from pysat.solvers import Solver

from nonosat.clue import UNKNOWN, Clue, Line
from nonosat.explain.step import Branch, Literal, Step
from nonosat.grid import Grid
from nonosat.puzzle import Puzzle

Domains = tuple[int, ...]


class StepError(AssertionError):
    """A step is wrong, or one of its premises is not needed."""


@lru_cache(maxsize=200_000)
def starts(clue: Clue, domains: Domains) -> tuple[tuple[int, ...], ...] | None:
    """The starts of each block that some arrangement has; None without an arrangement."""
    n, k = len(domains), len(clue)
    empty_from = list(range(n + 1))  # empty_from[p]: the lowest q with all cells q..p-1 emptiable
    for p in range(1, n + 1):
        if domains[p - 1] & 1:
            empty_from[p] = empty_from[p - 1]

    def fits(block: int, start: int) -> bool:
        length, color = clue[block]
        return start + length <= n and all(d >> color & 1 for d in domains[start : start + length])

    def gap(block: int) -> int:  # cells needed between this block and the next
        return int(block + 1 < k and clue[block].color == clue[block + 1].color)

    reach: list[set[int]] = []  # the starts of block i that the blocks before it allow
    for i in range(k):
        here = set()
        for s in (s for s in range(n) if fits(i, s)):
            if i == 0:
                good = empty_from[s] == 0
            else:
                good = any(
                    end + gap(i - 1) <= s and empty_from[s] <= end
                    for end in (t + clue[i - 1].length for t in reach[i - 1])
                )
            if good:
                here.add(s)
        reach.append(here)
    if k == 0:
        return () if empty_from[n] == 0 else None
    kept: list[set[int]] = [set()] * k
    for i in reversed(range(k)):
        length = clue[i].length
        if i == k - 1:
            kept[i] = {s for s in reach[i] if empty_from[n] <= s + length}
        else:
            kept[i] = {
                s
                for s in reach[i]
                if any(
                    s + length + gap(i) <= t and empty_from[t] <= s + length for t in kept[i + 1]
                )
            }
    if not all(kept):
        return None
    return tuple(tuple(sorted(some)) for some in kept)


@lru_cache(maxsize=200_000)
def solved(clue: Clue | None, domains: Domains) -> Domains | None:
    """The values that occur in some arrangement; None without an arrangement."""
    if clue is None:
        return domains
    found = starts(clue, domains)
    if found is None:
        return None
    n, result = len(domains), [0] * len(domains)
    for (length, color), some in zip(clue, found, strict=True):
        for s in some:
            for cell in range(s, s + length):
                result[cell] |= 1 << color
    for cell in range(n):  # a cell can be empty if some arrangement leaves it empty
        if domains[cell] & 1:
            with_empty = (*domains[:cell], 1, *domains[cell + 1 :])
            if starts(clue, with_empty) is not None:
                result[cell] |= 1
    return tuple(result)


def by_trivial(clue: Clue | None, domains: Domains) -> Domains:
    """The technique ``trivial``, from its definition."""
    if clue is None:
        return domains
    n, blocks = len(domains), sum(block.length for block in clue)
    if not clue:
        return (1,) * n
    needed = sum(a.color == b.color for a, b in pairwise(clue)) + blocks
    if needed == n:
        picture: list[int] = []
        for i, (length, color) in enumerate(clue):
            if i and clue[i - 1].color == color:
                picture.append(1)
            picture += [1 << color] * length
        return tuple(picture)
    if sum(not d & 1 for d in domains) == blocks:
        return tuple(d if not d & 1 else 1 for d in domains)
    return domains


def by_overlap(clue: Clue | None, domains: Domains) -> Domains:
    """The technique ``overlap``: what the leftmost and the rightmost packing agree on."""
    found = None if clue is None else starts(clue, domains)
    if clue is None or found is None:
        return domains
    n = len(domains)

    def segments(which: Callable[[Sequence[int]], int]) -> list[tuple[str, int]]:
        cells = [("gap", 0)] * n
        for i, (length, _) in enumerate(clue):
            begin = which(found[i])
            cells[begin : begin + length] = [("block", i)] * length
            for cell in range(begin + length, n):
                cells[cell] = ("gap", i + 1)
        return cells

    pairs = zip(domains, segments(min), segments(max), strict=True)
    return tuple(
        d if left != right else (1 if left[0] == "gap" else 1 << clue[left[1]].color)
        for d, left, right in pairs
    )


def by_line(clue: Clue | None, domains: Domains) -> Domains:
    """The technique ``line``; a line without an arrangement gives nothing."""
    return solved(clue, domains) or domains


LINE_TECHNIQUES = {"trivial": by_trivial, "overlap": by_overlap, "line": by_line}


class Knowledge:
    """Domains of all cells, from literals."""

    def __init__(self, puzzle: Puzzle, literals: Iterable[Literal] = ()) -> None:
        self.puzzle = puzzle
        self.full = (1 << (len(puzzle.palette) + 1)) - 1
        self.cells = [self.full] * (puzzle.width * puzzle.height)
        for literal in literals:
            self.add(literal)

    def add(self, literal: Literal) -> None:
        row, column, value, holds = literal
        self.cells[row * self.puzzle.width + column] &= (
            1 << value if holds else self.full & ~(1 << value)
        )

    def places(self, line: Line) -> list[int]:
        width, height = self.puzzle.width, self.puzzle.height
        if line.axis == "R":
            return [line.index * width + column for column in range(width)]
        return [row * width + line.index for row in range(height)]

    def domains(self, line: Line) -> Domains:
        return tuple(self.cells[place] for place in self.places(line))

    def says(self, literal: Literal) -> bool:
        row, column, value, holds = literal
        domain = self.cells[row * self.puzzle.width + column]
        return domain == 1 << value if holds else not domain >> value & 1

    def solve(self, line: Line, technique: Callable[[Clue | None, Domains], Domains]) -> bool:
        """Do a technique in a line; True if something changed."""
        before = self.domains(line)
        after = technique(self.puzzle.clue(line), before)
        for place, domain in zip(self.places(line), after, strict=True):
            self.cells[place] &= domain
        return self.domains(line) != before

    def fails(self, line: Line) -> bool:
        """True if a line has no arrangement."""
        domains = self.domains(line)
        return not all(domains) or solved(self.puzzle.clue(line), domains) is None

    def propagate(self, lines: Sequence[Line]) -> bool:
        """Line-solve these lines until nothing changes; False for a contradiction."""
        dirty = list(lines)
        while dirty:
            line = dirty.pop(0)
            if self.fails(line):
                return False
            if self.solve(line, by_line):
                dirty += [
                    other for other in lines if other.axis != line.axis and other not in dirty
                ]
        return True


def negated(literal: Literal) -> Literal:
    return Literal(literal.row, literal.column, literal.value, not literal.holds)


def lines_of(step_lines: Iterable[Line], literal: Literal) -> Iterator[Line]:
    """Those of the lines that go through the cell of a literal."""
    for line in step_lines:
        if line.index == (literal.row if line.axis == "R" else literal.column):
            yield line


def chain_reaches(
    puzzle: Puzzle, lines: Sequence[Line], because: Sequence[Literal], goal: Literal, most: int
) -> bool:
    """Whether at most ``most`` single line-solves lead from the denial of ``goal`` to it."""
    reached = {negated(goal)}
    frontier = [negated(goal)]
    for _ in range(most):
        following = []
        for literal in frontier:
            known = Knowledge(puzzle, [*because, literal])
            if known.says(goal) or 0 in known.cells:
                return True
            width = puzzle.width
            fresh = {}
            own = literal.row * width + literal.column
            fresh[own] = known.cells[own]
            for line in lines_of(lines, literal):
                if known.fails(line):
                    return True
                after = solved(puzzle.clue(line), known.domains(line))
                assert after is not None
                for place, domain in zip(known.places(line), after, strict=True):
                    fresh[place] = fresh.get(place, known.full) & domain
            for place, domain in fresh.items():
                for other in literals_in(place, domain, puzzle):
                    if other == goal or same(other, goal, puzzle):
                        return True
                    if other not in reached:
                        reached.add(other)
                        following.append(other)
        frontier = following
    return False


def literals_in(place: int, domain: int, puzzle: Puzzle) -> Iterator[Literal]:
    """All literals that a domain makes true."""
    row, column = divmod(place, puzzle.width)
    for value in range(len(puzzle.palette) + 1):
        if domain == 1 << value:
            yield Literal(row, column, value, True)
        if not domain >> value & 1:
            yield Literal(row, column, value, False)


def same(one: Literal, other: Literal, puzzle: Puzzle) -> bool:
    """Whether two literals say the same; with one colour, "is empty" is "is not filled"."""
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
        for grid in (given, puzzle.printed if hasattr(puzzle, "printed") else None):
            if grid is not None:
                for place, value in enumerate(grid.cells):
                    if value != UNKNOWN:
                        self.known.add(Literal(*divmod(place, puzzle.width), value, True))

    def check(self, step: Step, *, premises: bool = True, sat: bool = True) -> None:
        """Check a step and add its conclusions.

        Without ``premises`` nothing is left out; without ``sat`` only clue sets ask the solver.

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
        if step.chain:
            self._check_branches(step, where)
        self._expect(self._follows(step, step.lines, step.because), f"{where}: does not follow")
        if sat and step.technique != "clue-set":
            self._expect(
                self._forced(step.lines, step.because, step.cells),
                f"{where}: SAT has another model",
            )
        if premises:
            for i, literal in enumerate(step.because):
                fewer = step.because[:i] + step.because[i + 1 :]
                self._expect(
                    not self._follows(step, step.lines, fewer), f"{where}: {literal} is not needed"
                )
            for i, line in enumerate(step.lines):
                rest = step.lines[:i] + step.lines[i + 1 :]
                self._expect(
                    not self._follows(step, rest, step.because), f"{where}: {line} is not needed"
                )
        for literal in step.cells:
            self.known.add(literal)
        self.counts[step.technique] += 1

    def nothing_easier(self, step: Step) -> None:
        """No technique of one line gives anything before a step of a later one.

        Raises:
            StepError: one does.
        """
        for name, technique in LINE_TECHNIQUES.items():
            if name == step.technique:
                return
            for number in range(self.puzzle.height + self.puzzle.width):
                down = number - self.puzzle.height
                line = Line("R", number) if down < 0 else Line("C", down)
                before = self.known.domains(line)
                after = technique(self.puzzle.clue(line), before)
                gives = any(a & b != a for a, b in zip(before, after, strict=True))
                self._expect(not gives, f"{step.technique}: {name} gives something in {line}")

    @staticmethod
    def _expect(holds: bool, message: str) -> None:
        if not holds:
            raise StepError(message)

    def _follows(self, step: Step, lines: Sequence[Line], because: Sequence[Literal]) -> bool:
        """Whether the technique gives all conclusions from these premises alone."""
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
        if technique == "clue-set":
            return self._forced(lines, because, step.cells)
        raise StepError(f"{technique}: unknown technique")

    def _trial(self, step: Step, lines: Sequence[Line], because: Sequence[Literal]) -> bool:
        first = step.chain[0].assumption
        domain = Knowledge(self.puzzle, because).cells[first.row * self.puzzle.width + first.column]
        for value in range(len(self.puzzle.palette) + 1):
            if domain >> value & 1:
                assumption = Literal(first.row, first.column, value, True)
                known = Knowledge(self.puzzle, [*because, assumption])
                if known.propagate(lines) and not all(known.says(x) for x in step.cells):
                    return False
        return True

    def _check_branches(self, step: Step, where: str) -> None:
        """Check every link, the ends, and that the assumptions leave nothing out."""
        used: set[Line] = set()
        for branch in step.chain:
            used |= self._check_branch(step, branch, where)
        self._expect(used == set(step.lines), f"{where}: the lines are not those of the links")
        if len(step.chain) == 1:
            (goal,) = step.cells
            self._expect(
                same(negated(step.chain[0].assumption), goal, self.puzzle)
                or self._last_value(step, goal),
                f"{where}: the assumption is not the denial of the result",
            )
            return
        assumed = [branch.assumption for branch in step.chain]
        self._expect(len({x[:2] for x in assumed}) == 1, f"{where}: assumptions about two cells")
        place = assumed[0].row * self.puzzle.width + assumed[0].column
        left = Knowledge(self.puzzle, step.because).cells[place]
        for literal in assumed:
            known = Knowledge(self.puzzle, [literal])
            left &= ~known.cells[place]
        for literal in step.cells:  # values that have the result without any line-solve
            if literal[:2] == assumed[0][:2]:
                left &= ~Knowledge(self.puzzle, [literal]).cells[place]
        self._expect(left == 0, f"{where}: a value of the cell is not tried")

    def _last_value(self, step: Step, goal: Literal) -> bool:
        """With several colours: the denial of the assumption leaves the cell one value."""
        denied = negated(step.chain[0].assumption)
        return Knowledge(self.puzzle, [*step.because, denied]).says(goal)

    def _check_branch(self, step: Step, branch: Branch, where: str) -> set[Line]:
        trial = step.technique == "trial"
        known = Knowledge(self.puzzle, [*step.because, branch.assumption])
        last = branch.assumption
        for line, group in groupby(branch.links, key=lambda link: link.line):
            links = list(group)
            for link in links if not trial else [None]:
                if not trial:
                    known = Knowledge(self.puzzle, [*step.because, last])
                after = Knowledge(self.puzzle)
                after.cells = list(known.cells)
                if line is not None:
                    self._expect(
                        not after.fails(line), f"{where}: {line} fails before the end of its branch"
                    )
                    after.solve(line, by_line)
                for one in links if link is None else [link]:
                    self._expect(
                        after.says(one.literal), f"{where}: {one.literal} does not follow by {line}"
                    )
                    known.add(one.literal)
                    last = one.literal
        if not trial:
            known = Knowledge(self.puzzle, [*step.because, last])
        used = {link.line for link in branch.links if link.line is not None}
        if branch.conflict is not None:
            self._expect(known.fails(branch.conflict), f"{where}: {branch.conflict} does not fail")
            used.add(branch.conflict)
        elif len(step.chain) == 1:
            self._expect(
                same(last, negated(branch.assumption), self.puzzle)
                or 0 in Knowledge(self.puzzle, [last, branch.assumption]).cells,
                f"{where}: the chain ends without a contradiction",
            )
        else:
            self._expect(
                all(known.says(goal) for goal in step.cells), f"{where}: a branch has another end"
            )
        return used

    def _forced(
        self, lines: Sequence[Line], because: Sequence[Literal], goals: Sequence[Literal]
    ) -> bool:
        """Whether the clues of the lines and the premises leave no model that denies a goal."""
        formula = Formula(self.puzzle, lines, because)
        with Solver(name="minisat22", bootstrap_with=formula.clauses) as solver:
            return not any(solver.solve(assumptions=[-formula.literal(goal)]) for goal in goals)


class Formula:
    """Clauses of some lines and literals: one variable for each (cell, value) and (cell, blocks).

    A line is a walk through states: how many cells of its picture, gaps included, are done. The
    picture of 2 1 is "1 1 0 1"; empty cells may be added before it, behind it, and at its gaps.
    """

    def __init__(self, puzzle: Puzzle, lines: Sequence[Line], because: Sequence[Literal]) -> None:
        self.puzzle, self.values = puzzle, len(puzzle.palette) + 1
        self.last = puzzle.width * puzzle.height * self.values
        self.clauses: list[list[int]] = []
        everything = Knowledge(puzzle)
        places = {place for line in lines for place in everything.places(line)}
        places |= {x.row * puzzle.width + x.column for x in because}
        for place in places:
            cell = [self.variable(place, value) for value in range(self.values)]
            self.clauses.append(cell)
            self.clauses += [[-a, -b] for i, a in enumerate(cell) for b in cell[:i]]
        for literal in because:
            self.clauses.append([self.literal(literal)])
        for line in lines:
            self._line(everything.places(line), puzzle.clue(line) or ())

    def variable(self, place: int, value: int) -> int:
        return place * self.values + value + 1

    def literal(self, literal: Literal) -> int:
        row, column, value, holds = literal
        variable = self.variable(row * self.puzzle.width + column, value)
        return variable if holds else -variable

    def _line(self, places: Sequence[int], clue: Clue) -> None:
        picture: list[int] = []  # the value that leads from state i to state i + 1
        free = {0}  # the states in which a cell may be empty without progress
        for i, (length, color) in enumerate(clue):
            if i and clue[i - 1].color == color:
                picture.append(0)
            free.add(len(picture))
            picture += [color] * length
        free.add(len(picture))
        states = len(picture) + 1
        first = self.last + 1
        self.last += states * (len(places) + 1)

        def at(step: int, state: int) -> int:
            return first + step * states + state

        self.clauses.append([at(0, 0)])
        self.clauses += [[-at(0, state)] for state in range(1, states)]
        self.clauses += [[-at(len(places), state)] for state in range(states - 1)]
        for step, place in enumerate(places):
            for state in range(states):
                ways = {}
                if state in free:
                    ways[0] = state
                if state < states - 1:
                    ways[picture[state]] = state + 1
                here = -at(step, state)
                self.clauses.append([here, *(self.variable(place, value) for value in ways)])
                for value, after in ways.items():
                    self.clauses.append([here, -self.variable(place, value), at(step + 1, after)])


def main() -> int:
    """Walk through files and check every step."""
    import nonosat

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--max-technique")
    parser.add_argument("--seconds", type=float, help="for the steps of one puzzle")
    options = parser.parse_args()
    total: Counter[str] = Counter()
    wrong = 0
    for path in options.files:
        for puzzle in nonosat.load_all(path):
            checker = Checker(puzzle)
            begun = time.process_time()
            walk = nonosat.walkthrough(
                puzzle, max_technique=options.max_technique, time_limit=options.seconds
            )
            try:
                for step in walk:
                    checker.nothing_easier(step)
                    checker.check(step)
            except StepError as error:
                wrong += 1
                print(f"{path}: WRONG: {error}", flush=True)
            total += checker.counts
            seconds = time.process_time() - begun
            print(f"{path}: {dict(checker.counts)} {walk.end} {seconds:.1f} s", flush=True)
    print(dict(total), f"{wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
