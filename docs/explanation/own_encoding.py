# SPDX-License-Identifier: MIT
"""An encoding and a stage of one's own, in a study beside ours; own-encoding.md explains it."""

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from pysat.solvers import Cadical153

from nonosat import Grid, Puzzle, study

Place = tuple[int, int]  # row and column


# 1. The stage: what the leftmost and the rightmost placement of each block have in common.
def overlaps(puzzle: Puzzle) -> dict[Place, bool]:
    """The cells that every block of a line covers wherever it is: their place -> True."""
    known: dict[Place, bool] = {}
    for clue, places in lines_of(puzzle):
        slack = len(places) - sum(clue) - len(clue) + 1
        begin = 0
        for length in clue:
            known |= dict.fromkeys(places[begin + slack : begin + length], True)
            begin += length + 1
    return known


# 2. The encoding: a variable for each placement of each line, and one for each cell.
def clauses_of(
    puzzle: Puzzle, known: dict[Place, bool]
) -> tuple[list[list[int]], dict[Place, int]]:
    """The clauses, and the variable of each cell."""
    places = [(row, column) for row in range(puzzle.height) for column in range(puzzle.width)]
    cell = {place: number for number, place in enumerate(places, 1)}
    clauses = [[cell[place] if filled else -cell[place]] for place, filled in known.items()]
    last = len(cell)
    for clue, places in lines_of(puzzle):
        some: list[int] = []
        for filled in placements(clue, len(places)):
            cells = [(place, at in filled) for at, place in enumerate(places)]
            if any(known.get(place, value) != value for place, value in cells):
                continue  # the stage has excluded it
            last += 1
            some.append(last)
            clauses += [[-last, cell[place] if value else -cell[place]] for place, value in cells]
        clauses.append(some)  # the line has one of them
    return clauses, cell


def lines_of(puzzle: Puzzle) -> Iterator[tuple[list[int], list[Place]]]:
    """The lengths of each line's blocks, and its cells."""
    rows, columns = range(puzzle.height), range(puzzle.width)
    lines = [(puzzle.rows[r], [(r, c) for c in columns]) for r in rows]
    lines += [(puzzle.columns[c], [(r, c) for r in rows]) for c in columns]
    for clue, places in lines:
        if clue is None or len(puzzle.palette) > 1:
            raise ValueError("this encoding needs all clues, in black and white")
        yield [length for length, _ in clue], places


def placements(clue: Sequence[int], size: int) -> Iterator[set[int]]:
    """Each placement of a line, as the set of its filled cells."""
    free = size - sum(clue) + 1
    for starts in combinations(range(free), len(clue)):
        filled: set[int] = set()
        before = 0
        for start, length in zip(starts, clue, strict=True):
            filled.update(range(start + before, start + before + length))
            before += length
        yield filled


# 3. A solve: two models at most say how many solutions there are.
def solve(puzzle: Puzzle, stage: bool) -> tuple[list[Grid], dict[str, int]]:
    """Grids, two at most, each checked against all clues, and the work; with the stage or not."""
    clauses, cell = clauses_of(puzzle, overlaps(puzzle) if stage else {})
    grids: list[Grid] = []
    with Cadical153(bootstrap_with=clauses) as solver:
        while len(grids) < 2 and solver.solve():
            model = set(solver.get_model() or ())
            grid = puzzle.grid(bytes(int(number in model) for number in cell.values()))
            assert not puzzle.faults(grid), "the encoding is wrong"
            grids.append(grid)
            solver.add_clause([-number if number in model else number for number in cell.values()])
        work = {"variables": solver.nof_vars(), "clauses": len(clauses)}
        statistics = solver.accum_stats() or {}
        return grids, work | {"conflicts": statistics["conflicts"]}


# 4. The study: ours in worker processes, the own ones here, in rows of the same form.
OURS = [
    study.Configuration("our encoding", preset="sat", backend="cadical"),
    study.Configuration("our lines, encoding", stages=["lines", "sat"], backend="cadical"),
]
OWN = {"own encoding": False, "own stage, encoding": True}
OF_STAGES = ("cells_", "seconds_", "cpu_seconds_", "build_")


def compare(puzzles: Mapping[str, Puzzle], keep: str | None = None) -> list[Any]:
    """A row for each puzzle and configuration; two verdicts that differ are an error."""
    rows: list[Any] = list(study.run(puzzles, OURS, keep=keep))
    for ours in rows[:: len(OURS)]:
        for name, stage in OWN.items():
            wall, cpu = time.perf_counter(), time.process_time()
            found, work = solve(puzzles[ours["puzzle"]], stage)
            times = {"seconds": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
            verdict = ("none", "unique", "multiple")[len(found)]
            assert verdict == ours["verdict"], (ours["puzzle"], verdict, ours["verdict"])
            row = {key: None if key.startswith(OF_STAGES) else ours[key] for key in ours}
            rows.append(row | {"configuration": name, "stages": "own"} | times | work)
    return rows


if __name__ == "__main__":
    rows = compare(study.random_picture_puzzles(12, 12, density=0.6, count=20, seed=1))
    print(f"{'':20} {'clauses':>8} {'conflicts':>9} {'speed-up':>8}")
    for name in [configuration.name for configuration in OURS] + list(OWN):
        own = [row for row in rows if row["configuration"] == name]
        clauses, conflicts = (
            sum(row[column] or 0 for row in own) / len(own) for column in ("clauses", "conflicts")
        )
        ratio = study.speed_up(rows, name, "our encoding")
        print(f"{name:20} {clauses:8.0f} {conflicts:9.1f} {ratio:8.2f}")
