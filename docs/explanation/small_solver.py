# SPDX-License-Identifier: MIT
"""A nonogram solver in 120 lines; small-solver.md explains it. `python small_solver.py < x.json`"""

import json
import sys
from functools import cache

from pysat.solvers import Cadical153


# 1. The model: clues, and for each place (row, column) True, False, or nothing.
def lines_of(rows, columns):
    """All lines: the clue of each, and its places in order."""
    across = [(clue, [(r, c) for c in range(len(columns))]) for r, clue in enumerate(rows)]
    down = [(clue, [(r, c) for r in range(len(rows))]) for c, clue in enumerate(columns)]
    return across + down


# 2. Line solving: which values does each cell of one line have in some placement?
def possible(clue, cells):
    """A set of values for each cell; all are empty if the blocks have no placement."""
    found = [set() for _ in cells]

    @cache
    def fits(at, block):  # do the blocks from this one on fit into the cells from `at` on?
        if at >= len(cells):
            return block == len(clue)
        end = at + clue[block] if block < len(clue) else len(cells) + 1
        fit = False
        if cells[at] is not True and fits(at + 1, block):  # the cell stays empty
            found[at].add(False)
            fit = True
        free = end <= len(cells) and False not in cells[at:end] and cells[end : end + 1] != [True]
        if free and fits(end + 1, block + 1):  # the block begins here, with a gap behind it
            for place in range(at, end):
                found[place].add(True)
            if end < len(cells):
                found[end].add(False)
            fit = True
        return fit

    return found if fits(0, 0) else [set() for _ in cells]


def propagate(lines, known):
    """Solve lines until no line gives anything. False: some line has no placement."""
    before = -1
    while before != len(known):
        before = len(known)
        for clue, places in lines:
            for place, some in zip(places, possible(clue, [*map(known.get, places)]), strict=True):
                if not some:
                    return False
                if len(some) == 1:
                    known[place] = some.pop()
    return True


# 3. Probing: assume a value; a contradiction gives the other one.
def probe(lines, known):
    """Propagate and probe until nothing follows. False: there is no solution."""
    if not propagate(lines, known):
        return False
    for place in dict.fromkeys(place for _, places in lines for place in places):
        for value in (True, False):
            if place not in known and not propagate(lines, known | {place: value}):
                known[place] = not value
                return probe(lines, known)
    return True


# 4. The rest becomes clauses: a variable for each cell, and for each start of each block.
def clauses_of(lines, known):
    """The clauses, and the variable of each place."""
    all_places = dict.fromkeys(place for _, places in lines for place in places)
    cell = {place: number for number, place in enumerate(all_places, 1)}
    clauses = [[cell[place] if value else -cell[place]] for place, value in known.items()]
    last = len(cell)
    for clue, places in lines:
        covers = {place: [] for place in places}
        before = []
        for block, length in enumerate(clue):
            first = sum(clue[:block]) + block
            room = len(places) - sum(clue) - len(clue) + 2
            starts = {first + shift: last + 1 + shift for shift in range(room)}
            last += room
            clauses.append(list(starts.values()))  # it starts somewhere
            for at, start in starts.items():
                clauses += [[-start, -other] for other in starts.values() if other > start]
                clauses += [[-start, -other] for there, other in before if there > at - 2]
                for place in places[at : at + length]:
                    clauses.append([-start, cell[place]])
                    covers[place].append(start)
            before = [(at + length - 1, start) for at, start in starts.items()]
        clauses += [[-cell[place], *starts] for place, starts in covers.items()]
    return clauses, cell


# 5. A SAT solver completes it; a second model shows that the solution is not the only one.
def solve(rows, columns):
    """The solutions, two at most: two mean "multiple", one means "unique", none means "none"."""
    lines, known, solutions = lines_of(rows, columns), {}, []
    if not probe(lines, known):
        return solutions
    clauses, cell = clauses_of(lines, known)
    with Cadical153(bootstrap_with=clauses) as solver:
        while len(solutions) < 2 and solver.solve():
            model = set(solver.get_model())
            solutions.append({place: number in model for place, number in cell.items()})
            solver.add_clause([-n if n in model else n for n in cell.values()])
    return solutions


if __name__ == "__main__":
    puzzle = json.load(sys.stdin)
    found = solve(puzzle["rows"], puzzle["columns"])
    print(("none", "unique", "multiple")[len(found)])
    for grid in found:
        for r in range(len(puzzle["rows"])):
            print("".join(".#"[grid[r, c]] for c in range(len(puzzle["columns"]))))
