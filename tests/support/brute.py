# SPDX-License-Identifier: MIT
"""An oracle: all solutions of small puzzles, found without code of the solver.

``placements`` lists the lines that have a clue. ``all_solutions`` adds row after row, and drops a
partial picture as soon as one of its columns contradicts its clue.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import groupby, product

from nonosat import UNKNOWN, Block, Grid, Puzzle, Report, Verdict
from nonosat.model.palette import anonymous_palette


def read_clue(line: tuple[int, ...]) -> tuple[Block, ...]:
    """The clue of a complete line: the lengths and colours of its runs."""
    return tuple(Block(len(list(run)), value) for value, run in groupby(line) if value)


@cache
def _lines(length: int, colors: int) -> dict[tuple[Block, ...], list[tuple[int, ...]]]:
    found: dict[tuple[Block, ...], list[tuple[int, ...]]] = {}
    for line in product(range(colors + 1), repeat=length):
        found.setdefault(read_clue(line), []).append(line)
    return found


def placements(clue: tuple[Block, ...] | None, length: int, colors: int) -> list[tuple[int, ...]]:
    """All lines with this clue; all lines of this length if the clue is missing."""
    if clue is None:
        return list(product(range(colors + 1), repeat=length))
    return _lines(length, colors).get(clue, [])


def fillings(clue: tuple[Block, ...] | None, wanted: bytes, colors: int) -> list[tuple[int, ...]]:
    """The lines with this clue that agree with the known cells of ``wanted``."""
    return [
        line
        for line in placements(clue, len(wanted), colors)
        if all(w in (UNKNOWN, cell) for w, cell in zip(wanted, line, strict=True))
    ]


def all_solutions(puzzle: Puzzle, given: Grid | None = None) -> list[bytes]:
    """The cells of every solution that agrees with the printed and the given cells."""
    width, height, colors = puzzle.width, puzzle.height, len(puzzle.palette)
    columns = [placements(clue, height, colors) for clue in puzzle.columns]
    starts = [{line[: r + 1] for line in column} for r in range(height) for column in columns]
    cells = (given or puzzle.unknown_grid()).cells
    partial: list[tuple[tuple[int, ...], ...]] = [()]
    for r, clue in enumerate(puzzle.rows):
        rows = fillings(clue, cells[r * width : (r + 1) * width], colors)
        partial = [
            (*rows_so_far, row)
            for rows_so_far in partial
            for row in rows
            if all(
                (*(above[c] for above in rows_so_far), row[c]) in starts[r * width + c]
                for c in range(width)
            )
        ]
    found = (bytes(cell for row in picture for cell in row) for picture in partial)
    fixed = (puzzle.printed or puzzle.unknown_grid()).cells
    return [
        cells
        for cells in found
        if all(f in (UNKNOWN, cell) for f, cell in zip(fixed, cells, strict=True))
    ]


def verdict_of(solutions: list[bytes]) -> Verdict:
    return (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(len(solutions), 2)]


def random_picture(
    rng: random.Random, height: int, width: int, density: float, colors: int = 1
) -> Grid:
    """A complete grid; about the share ``density`` of its cells is filled."""
    cells = bytes(
        rng.randint(1, colors) if rng.random() < density else 0 for _ in range(height * width)
    )
    return Grid.from_cells(height, width, cells, "#" if colors == 1 else "abcdefgh"[:colors])


def random_puzzle(rng: random.Random, side: int) -> Puzzle:
    """A small puzzle: one or two colours; some clues are missing, some are exchanged."""
    height, width, colors = rng.randint(1, side), rng.randint(1, side), rng.choice((1, 1, 2))
    picture = random_picture(rng, height, width, rng.random(), colors)
    palette = anonymous_palette(picture.letters)
    rows, columns = picture.clues()
    clues = [list(rows), list(columns)]
    if rng.random() < 0.3:  # exchange two clues: the sums still agree, but solutions may be lost
        lines = rng.choice([lines for lines in clues if lines])
        a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[a], lines[b] = lines[b], lines[a]
    withheld = [
        [None if rng.random() < 0.15 else clue for clue in lines] if rng.random() < 0.3 else lines
        for lines in clues
    ]
    return Puzzle(withheld[0], withheld[1], palette=palette)


def random_given(rng: random.Random, puzzle: Puzzle) -> Grid:
    """A grid of given cells; some agree with a solution, others do not."""
    share = rng.random() * 0.3
    values = range(len(puzzle.palette) + 1)
    count = puzzle.height * puzzle.width
    return puzzle.grid(
        bytes(rng.choice(values) if rng.random() < share else UNKNOWN for _ in range(count))
    )


def hard_puzzle(side: int = 60, seed: int = 3) -> Puzzle:
    """A random sparse puzzle; from 60x60 on no backend finishes it within the time of a test."""
    rng = random.Random(seed)
    cells = bytes(rng.random() < 0.35 for _ in range(side * side))
    return Puzzle(*Grid.from_cells(side, side, cells).clues())


def contradictory_puzzle(side: int, seed: int, density: float = 0.45) -> Puzzle:
    """The clues of a random picture; a block of one row is longer, and one of another shorter.

    The sums of rows and columns still agree; from about 40x40 on, a refutation takes seconds.
    """
    rng = random.Random(seed)
    cells = bytes(rng.random() < density for _ in range(side * side))
    rows, columns = Grid.from_cells(side, side, cells).clues()
    clues = [[length for length, _ in clue or ()] for clue in rows]
    rng = random.Random(seed + 10**6)
    while True:
        longer, shorter = rng.sample(range(side), 2)
        one, other = rng.randrange(len(clues[longer])), rng.randrange(len(clues[shorter]))
        if clues[shorter][other] > 1 and sum(clues[longer]) + len(clues[longer]) < side:
            break
    clues[longer][one] += 1
    clues[shorter][other] -= 1
    return Puzzle(clues, columns)


def agree_with(report: Report, solutions: list[bytes], limit: int = 2) -> None:
    """Check that the report agrees with brute force."""
    assert report.verdict is verdict_of(solutions)
    assert report.reason is None
    found = [grid.cells for grid in report.solutions]
    assert len(set(found)) == len(found) == min(len(solutions), limit)
    assert set(found) <= set(solutions)
    if solutions:
        for place, value in enumerate(report.known.cells):
            assert value == UNKNOWN or all(cells[place] == value for cells in solutions)
    if len(solutions) == 1:
        assert report.known.cells == solutions[0]


def heaviest(puzzle: Puzzle, solution: bytes | None, rows: list[list[int]], scale: int) -> int:
    """The bound by its definition: the sum of the weights of each line's heaviest placement."""
    colors, width = len(puzzle.palette), puzzle.width
    printed = (puzzle.printed or puzzle.unknown_grid()).cells
    free = [value == UNKNOWN for value in printed]
    total = 0
    if solution is not None:
        total = scale * sum(f and value != 0 for f, value in zip(free, solution, strict=True))

    def weight(place: int, value: int, of_row: bool) -> int:
        if value == 0 or not free[place]:
            return 0
        row, column = divmod(place, width)
        own = rows[row][column * colors + value - 1]
        if of_row:
            return own
        more = 0
        if solution is not None:
            more = (value != solution[place]) - (solution[place] != 0)
        return scale * more - own

    for line, clue in puzzle.lines():
        of_row = line.axis == "row"
        n = width if of_row else puzzle.height
        places = [line.index * width + i if of_row else i * width + line.index for i in range(n)]
        total += max(
            sum(weight(p, v, of_row) for p, v in zip(places, values, strict=True))
            for values in placements(clue, n, colors)
            if all(printed[p] in (UNKNOWN, v) for p, v in zip(places, values, strict=True))
        )
    return total
