# SPDX-License-Identifier: MIT
"""An oracle for repairs: brute force over all smaller changes, with its own solver.

``count`` follows the rows and, per column, a tree of all placements of its clue; it shares
nothing with the solver. ``repairs`` tries all changes of a number of cells. As a program, the
module does this for many pictures:

    python -m tests.support.repair_oracle 500
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import nonosat
from nonosat import UNKNOWN, Block, Grid, Puzzle
from nonosat.make.repair.answer import RepairProof
from tests.support import brute
from tests.support.brute import placements, read_clue

MOST = 8_000
"""As a program: the most changes that are tried for one picture."""
KINDS = ((8, 1, 1), (8, 2, 1), (8, 1, 2), (6, 2, 2), (8, 1, 1), (8, 2, 1), (6, 1, 3), (7, 1, 2))
"""As a program: the largest sides and numbers of colours, and the fewest changes."""

Node = dict[int, Any]
Clue = tuple[Block, ...]


@cache
def _tree(clue: Clue | None, length: int, colors: int) -> Node:
    root: Node = {}
    for line in placements(clue, length, colors):
        node = root
        for value in line:
            node = node.setdefault(value, {})
    return root


_rows = cache(placements)
_clue = cache(read_clue)


def count(model: Puzzle, cells: bytes, most: int = 2) -> int:
    """How many pictures have the clues of this picture, up to ``most``.

    Clues that ``model`` does not give are not compared; its printed cells hold.
    """
    width, height, colors = model.width, model.height, len(model.palette)
    lines = [
        _rows(
            None if clue is None else _clue(tuple(cells[r * width : (r + 1) * width])),
            width,
            colors,
        )
        for r, clue in enumerate(model.rows)
    ]
    if model.printed is not None:
        fixed = list(model.printed)
        lines = [
            [row for row in rows if all(f in (UNKNOWN, v) for f, v in zip(here, row, strict=True))]
            for rows, here in zip(lines, fixed, strict=True)
        ]
    trees = [
        _tree(None if clue is None else _clue(tuple(cells[c::width])), height, colors)
        for c, clue in enumerate(model.columns)
    ]

    def below(r: int, nodes: list[Node], wanted: int) -> int:
        if r == height:
            return 1
        found = 0
        for row in lines[r]:
            after = []
            for node, value in zip(nodes, row, strict=True):
                child = node.get(value)
                if child is None:
                    break
                after.append(child)
            else:
                found += below(r + 1, after, wanted - found)
                if found >= wanted:
                    break
        return found

    return below(0, trees, most)


def changed_pictures(before: Grid, number: int, kept: frozenset[int]) -> Iterator[bytes]:
    """All pictures in which exactly that number of cells differ; kept cells stay."""
    places = [place for place in range(len(before.cells)) if place not in kept]
    for chosen in combinations(places, number):
        others = [
            [v for v in range(len(before.letters) + 1) if v != before.cells[p]] for p in chosen
        ]
        for values in product(*others):
            cells = bytearray(before.cells)
            for place, value in zip(chosen, values, strict=True):
                cells[place] = value
            yield bytes(cells)


def repairs(
    model: Puzzle, number: int, kept: frozenset[int], right: Callable[[bytes], bool]
) -> set[bytes]:
    """All pictures with exactly that number of changes that are a repair."""
    assert model.goal is not None
    return {cells for cells in changed_pictures(model.goal, number, kept) if right(cells)}


def unique(model: Puzzle) -> Callable[[bytes], bool]:
    """True if the clues of a picture have one solution."""
    return lambda cells: count(model, cells) == 1


def random_picture(
    rng: random.Random, most_side: int, most_colors: int = 1, changes: int = 1
) -> Puzzle:
    """An ambiguous picture as a puzzle; it needs at least ``changes``."""
    while True:
        least = 3 if changes == 1 else most_side - 1
        height, width = rng.randint(least, most_side), rng.randint(least, most_side)
        colors = rng.randint(1, most_colors)
        density = rng.uniform(0.25, 0.75) if changes == 1 else rng.uniform(0.15, 0.3)
        picture = brute.random_picture(rng, height, width, density, colors)
        puzzle = Puzzle.from_grid(picture)
        if count(puzzle, picture.cells) > 1:
            needed = 1 if changes == 1 else nonosat.make.repair_picture(puzzle, count=1).changes
            if needed is not None and needed >= changes:
                return puzzle


def compare(puzzle: Puzzle, most_tried: int) -> int | None:
    """Compare a repair with brute force; the number of changes, or None if it takes too long."""
    found = nonosat.make.repair_picture(puzzle, count=10_000)
    assert found.smallest, puzzle
    assert found.changes is not None
    assert found.proof is RepairProof.ALL, puzzle
    size, values = puzzle.width * puzzle.height, len(puzzle.palette)
    tried = 1
    for number in range(1, found.changes + 1):
        tried = tried * (size - number + 1) * values // number
    if tried > most_tried:
        return None
    right = unique(puzzle)
    for fewer in range(found.changes):
        assert not repairs(puzzle, fewer, frozenset(), right), (puzzle, fewer)
    expected = repairs(puzzle, found.changes, frozenset(), right)
    assert {grid.cells for grid in found.pictures} == expected, puzzle
    return found.changes


def main() -> None:
    """Compare that number of pictures of up to 8x8, in one and two colours."""
    counts: Counter[tuple[int, int]] = Counter()
    left_out = 0
    begun = time.process_time()
    seed = 0
    while sum(counts.values()) < int(sys.argv[1]):
        rng = random.Random(f"repair {seed}")
        seed += 1
        side, colors, least = KINDS[seed % len(KINDS)]
        puzzle = random_picture(rng, side, colors, least)
        changes = compare(puzzle, MOST)
        if changes is None:
            left_out += 1
        else:
            counts[len(puzzle.palette), changes] += 1
    print("colours, changes: pictures")
    for (colors, changes), number in sorted(counts.items()):
        print(f"{colors}, {changes}: {number}")
    print(f"{left_out} left out (over {MOST} changes of as many cells)")
    print(f"{time.process_time() - begun:.0f} CPU seconds")


if __name__ == "__main__":
    main()
