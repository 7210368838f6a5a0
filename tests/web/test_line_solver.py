"""The page's line solver (JavaScript) against the core's, and against all placements.

The core reports the deduced cells and whether a line is possible. It does not report blocks with
only one place; plain enumeration finds these on short lines. NONOSAT_FULL=1 compares a million
random lines and all lines up to length 8; CI compares a part of them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Iterable, Iterator
from itertools import islice, product
from pathlib import Path

import pytest

from nonosat.core import _core
from nonosat.model.clue import EMPTY, UNKNOWN

FULL = os.environ.get("NONOSAT_FULL") == "1"
RANDOM_LINES = 1_000_000 if FULL else 6_000
LONGEST = {1: 8 if FULL else 6, 2: 5 if FULL else 3, 3: 4 if FULL else 3}
"""For each number of colours, all lines up to this length are compared."""

Clue = tuple[tuple[int, int], ...]
Case = tuple[int, Clue, tuple[int, ...]]
"""Colours, clue, cells."""

pytestmark = pytest.mark.node


def answers(cases: Iterable[Case]) -> Iterator[tuple[Case, list[object]]]:
    """Each case with the answer of the page's solver: state, cells or None, finished blocks."""
    script = Path(__file__).with_name("line_child.mjs")
    iterator = iter(cases)
    with subprocess.Popen(
        ["node", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        while batch := list(islice(iterator, 5000)):
            child.stdin.write(json.dumps([[clue, cells] for _, clue, cells in batch]) + "\n")
            child.stdin.flush()
            yield from zip(batch, json.loads(child.stdout.readline()), strict=True)
        child.stdin.close()
        assert child.wait() == 0


def clue_of(cells: Iterable[int]) -> Clue:
    """The clue of a placement."""
    blocks: list[list[int]] = []
    last = EMPTY
    for cell in cells:
        if cell != EMPTY:
            if cell == last:
                blocks[-1][0] += 1
            else:
                blocks.append([1, cell])
        last = cell
    return tuple((length, color) for length, color in blocks)


def starts_of(cells: tuple[int, ...]) -> tuple[int, ...]:
    """The starts of the blocks of a placement."""
    return tuple(
        i for i, cell in enumerate(cells) if cell != EMPTY and (i == 0 or cells[i - 1] != cell)
    )


def core_says(colors: int, clue: Clue, cells: tuple[int, ...]) -> list[int] | None:
    """The cells that the core deduces."""
    anything = (1 << (colors + 1)) - 1
    domains = [anything if cell == UNKNOWN else 1 << cell for cell in cells]
    solved = _core.solve_line(colors, clue, domains)
    if solved is None:
        return None
    return [d.bit_length() - 1 if d.bit_count() == 1 else UNKNOWN for d in solved]


def expected_state(clue: Clue, cells: tuple[int, ...], possible: bool) -> str:
    """The state of a line: done if its filled cells are exactly those of the clue."""
    if not possible:
        return "wrong"
    filled = sum(cell not in (EMPTY, UNKNOWN) for cell in cells)
    return "done" if filled == sum(length for length, _ in clue) else "open"


def random_cases(count: int) -> Iterator[Case]:
    """Random lines: most with a placement, some with a changed cell or another clue."""
    rng = random.Random(15)
    for _ in range(count):
        size = rng.choice((rng.randint(1, 12), rng.randint(5, 30), rng.randint(20, 100)))
        colors = rng.choice((1, 1, 2, 3, 6))
        density = rng.random()
        value, line = EMPTY, []
        for _ in range(size):
            if rng.random() < 0.5:
                value = rng.randint(1, colors) if rng.random() < density else EMPTY
            line.append(value)
        clue = clue_of(line)
        known = rng.random() ** 2
        cells = [cell if rng.random() < known else UNKNOWN for cell in line]
        if rng.random() < 0.2:
            cells[rng.randrange(size)] = rng.randint(0, colors)
        yield colors, clue, tuple(cells)


def all_cases(colors: int, longest: int) -> Iterator[Case]:
    """Every clue with every line up to a length."""
    for size in range(1, longest + 1):
        clues = {clue_of(line) for line in product(range(colors + 1), repeat=size)}
        for clue in sorted(clues):
            for cells in product((*range(colors + 1), UNKNOWN), repeat=size):
                yield colors, clue, cells


def check(case: Case, answer: list[object]) -> None:
    """Compare the state and the deduced cells with the core."""
    colors, clue, cells = case
    solved = core_says(colors, clue, cells)
    state = expected_state(clue, cells, solved is not None)
    assert answer[:2] == [state, solved], case


def test_random_lines() -> None:
    wrong = 0
    for case, answer in answers(random_cases(RANDOM_LINES)):
        check(case, answer)
        wrong += answer[0] == "wrong"
    assert RANDOM_LINES // 20 < wrong < RANDOM_LINES // 3


@pytest.mark.parametrize("colors", LONGEST)
def test_all_lines(colors: int) -> None:
    count = 0
    for case, answer in answers(all_cases(colors, LONGEST[colors])):
        check(case, answer)
        count += 1
    assert count > 400


@pytest.mark.parametrize(("colors", "size"), [(1, 7 if FULL else 6), (2, 4 if FULL else 3)])
def test_finished_blocks_are_certain(colors: int, size: int) -> None:
    """A block is finished if its cells are filled and it has this place in every placement."""
    lines: dict[Clue, list[tuple[int, ...]]] = {}
    for line in product(range(colors + 1), repeat=size):
        lines.setdefault(clue_of(line), []).append(line)
    cases = (
        (colors, clue, cells)
        for clue in lines
        for cells in product((*range(colors + 1), UNKNOWN), repeat=size)
    )
    seen = 0
    for (_, clue, cells), answer in answers(cases):
        fitting = [
            line
            for line in lines[clue]
            if all(cell in (UNKNOWN, value) for cell, value in zip(cells, line, strict=True))
        ]
        places = {starts_of(line) for line in fitting}
        finished = [
            len({starts[block] for starts in places}) == 1
            and all(cells[next(iter(places))[block] + k] == color for k in range(length))
            for block, (length, color) in enumerate(clue)
        ]
        assert answer[2] == finished, (clue, cells)
        seen += sum(finished)
    assert seen > 50
