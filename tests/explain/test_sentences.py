# SPDX-License-Identifier: MIT
"""Sentences of steps within a line are true, word by word: read back and compared with placements.

Only the clue, the known cells that a sentence names, and all placements of the line are used.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from nonosat import UNKNOWN, Block, Grid, Puzzle
from nonosat.explain.position import Position
from nonosat.explain.techniques import TECHNIQUES
from nonosat.explain.walking import next_step
from tests.support.brute import fillings

ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")
STATES = {"filled": 1, "empty": 0}
PLACES = r"columns? (\d[\d, ]*(?:(?:to|and) [\d, ]*)*)"


def places(text: str) -> list[int]:
    """``4 to 6 and 10``: the places, from 0."""
    found = []
    for first, last in re.findall(r"(\d+)(?: to (\d+))?", text):
        found += range(int(first) - 1, int(last or first))
    return found


def states(text: str) -> dict[int, int]:
    """``columns 4 to 6 are filled and column 9 is empty``: the values by their places."""
    return {
        place: STATES[state]
        for where, state in re.findall(rf"{PLACES}(?:is |are |)(filled|empty)", text)
        for place in places(where)
    }


def blocks(line: tuple[int, ...]) -> list[set[int]]:
    """The places of each block of a placement."""
    return [
        set(range(*run.span())) for run in re.finditer("1+", "".join(str(value) for value in line))
    ]


def _covers(number: int, wanted: set[int], line: tuple[int, ...]) -> bool:
    return wanted <= blocks(line)[number]


def _has(wanted: dict[int, int], line: tuple[int, ...]) -> bool:
    return all(line[at] == value for at, value in wanted.items())


def claims(text: str, clue: list[int]) -> Iterator[tuple[str, Callable[[tuple[int, ...]], bool]]]:
    """The claim of a part of a sentence about every placement: words, and a test for placements."""
    for which, length, where in re.findall(rf"the (?:(\w+) )?(\d+) covers {PLACES}", text):
        equal = [number for number, other in enumerate(clue) if other == int(length)]
        assert bool(which) == (len(equal) > 1), text
        number = equal[ORDER.index(which)] if which else equal[0]
        yield "covers", partial(_covers, number, set(places(where)))
    if found := re.search(rf"no block can reach {PLACES}", text):
        yield "reach", partial(_has, dict.fromkeys(places(found[1]), 0))
    if found := re.search(r"(agree that|, so) (columns? .*)", text):
        yield found[1], partial(_has, states(found[2]))


def test_sentences_of_lines_are_true() -> None:
    rng = random.Random(11)
    heard: Counter[str] = Counter()
    while min(heard[kind] for kind in ("covers", "reach", "agree that", ", so")) < 100:
        size = rng.randint(6, 14)
        picture = tuple(int(rng.random() < 0.6) for _ in range(size))
        clue = [len(block) for block in blocks(picture)]
        known = "".join("#" if v else "." if rng.random() < 0.3 else "?" for v in picture)
        known = "".join(rng.choice([cell, "?", "?"]) if cell == "#" else cell for cell in known)
        if not clue or len(clue) > len(ORDER):
            continue
        puzzle = Puzzle([clue], [None] * size)
        for technique in ("overlap", "line"):
            step = next_step(Position.of(puzzle, Grid(known)), [TECHNIQUES[technique]])
            if step is None:
                continue
            head, body = str(step).split(": ", 1)
            assert head == f"Row 1 ({' '.join(map(str, clue))})"
            named: dict[int, int] = {}
            concluded: set[int] = set()
            for given in body.split("; "):
                part = given
                if part.startswith("with "):
                    ((premises, part),) = re.findall(r"^with (.*?(?:filled|empty)), (.*)", part)
                    named = states(premises)
                    assert {at: "?.#"[value + 1] for at, value in named.items()} == {
                        at: known[at] for at in named
                    }
                ended = part.startswith("the run in ")
                cells = {at: ".#".index(cell) for at, cell in enumerate(known) if cell != "?"}
                wanted = cells if ended else named  # a run names itself; the others are the board
                state = bytes(wanted.get(at, UNKNOWN) for at in range(size))
                lines = fillings(tuple(Block(length, 1) for length in clue), state, 1)
                assert lines
                if ended:
                    complete = places(part.split(" is complete")[0])
                    longer = [length for length in clue if length > len(complete)]
                    runs = [len(run) for run in re.split(r"[.?]+", known)]
                    assert ("no block is longer" in part) == (not longer), part
                    assert Counter(longer) <= Counter(runs), part
                understood = list(claims(part, clue))
                assert understood, part
                for kind, holds in understood:
                    heard[kind] += 1
                    assert all(map(holds, lines)), f"{step} is wrong of {known}"
                concluded |= set(states(part)) | {
                    at
                    for where in re.findall(rf"(?:covers|reach) {PLACES}", part)
                    for at in places(where)
                }
            assert {literal.column for literal in step.cells} <= concluded
