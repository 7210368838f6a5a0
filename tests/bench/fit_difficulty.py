# SPDX-License-Identifier: MIT
"""How well does ``difficulty`` order puzzles as people do? Fits its weight and prints the tables.

    python -m tests.bench.fit_difficulty [FOLDER [N]]

reads ``webpbn.tsv`` (the rating that people gave) and ``griddlers.tsv`` (the seconds that people
needed) in the folder, by default ``difficulty`` beside the corpus. Puzzles whose id, as text, has a
SHA-256 that ends in an even digit are for fitting; only the last tables use the others. It takes a
minute, most of it for Batenburg's sweeps, which are counted in Python. With N, a second table has
the formulas of the other programs on the first N puzzles of each column; a puzzle that they do not
rate within two seconds counts as harder than all others.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, log2
from pathlib import Path

import pandas as pd

from nonosat import Puzzle
from nonosat.core._core import solve_line
from nonosat.explain.difficulty import TRIAL_WEIGHT, Looking, look
from nonosat.explain.other_programs import (
    Davidje13Rating,
    Dsmiller95Rating,
    davidje13_rating,
    dsmiller95_rating,
)
from nonosat.limits import Limits
from nonosat.logic.board import open_board
from tests.bench.documents import table
from tests.support.places import CORPUS

DIFFICULTY = CORPUS.parent / "difficulty"
WEIGHTS = (0, 0.5, 1, 2, 3, 4, 5, 6, 8, 12)
PARTS = 5  # of the fitting half, for cross-validation


@dataclass
class Rated:
    """A puzzle with the label that people gave it."""

    name: str
    label: float
    puzzle: Puzzle
    digest: int

    @property
    def fitted(self) -> bool:
        """True if it belongs to the fitting half."""
        return self.digest % 2 == 0

    @property
    def part(self) -> int:
        """Its part of the fitting half, by a different digit of the digest than the half."""
        return self.digest // 16 % PARTS

    @property
    def cells(self) -> int:
        return self.puzzle.width * self.puzzle.height

    @cached_property
    def looking(self) -> Looking:
        return look(open_board(self.puzzle), Limits())

    @cached_property
    def judged(self) -> Davidje13Rating:
        return davidje13_rating(self.puzzle, Limits(time_limit=2))

    @cached_property
    def guessed(self) -> Dsmiller95Rating:
        return dsmiller95_rating(self.puzzle, Limits(time_limit=2))

    @cached_property
    def sweeps(self) -> int:
        return sweeps(self.puzzle)


def read(path: Path) -> Iterator[Rated]:
    """The puzzles of a table: id, width, height, label, row clues, column clues."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for text in lines[1:]:
        name, _, _, label, rows, columns = text.split("\t")
        digest = int(hashlib.sha256(name.encode()).hexdigest(), 16)
        yield Rated(name, float(label), Puzzle(clues(rows), clues(columns)), digest)


def clues(text: str) -> list[list[int]]:
    """Clues by "/", blocks by ".", 0 for an empty line."""
    return [[int(block) for block in line.split(".") if block != "0"] for line in text.split("/")]


def sweeps(puzzle: Puzzle) -> int:
    """Batenburg and Kosters: the number of sweeps over all rows, then all columns, until no change.

    A sweep is one direction; the last sweeps, which give nothing, do not count.
    """
    lines = [[3] * puzzle.width for _ in puzzle.rows]
    given = [puzzle.rows, puzzle.columns]
    direction, count, idle = 0, 0, 0
    while idle < 2:
        changed = False
        for number, clue in enumerate(given[direction]):
            if clue is not None and any(value == 3 for value in lines[number]):
                solved = solve_line(1, clue, lines[number])
                assert solved is not None
                changed = changed or solved != lines[number]
                lines[number] = solved
        idle = 0 if changed else idle + 1
        count += changed
        lines = [list(line) for line in zip(*lines, strict=True)]
        direction = 1 - direction
    return count


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    """Spearman's rank correlation; equal values share their mean rank."""
    return float(pd.Series(a).rank().corr(pd.Series(b).rank()))


def difficulty_with(weight: float) -> Callable[[Rated], float]:
    return lambda rated: log2(1 + rated.looking.cost + weight * rated.looking.trial_cost)


def agreement(rated: Sequence[Rated], measure: Callable[[Rated], float]) -> float:
    return spearman([measure(one) for one in rated], [one.label for one in rated])


def fit(rated: Sequence[Rated]) -> None:
    """How well each weight of trials orders the fitting half; the weights its parts would take."""
    print("weight of trials: webpbn all, 400 cells (fitting half)")
    sized = [one for one in rated if one.cells == 400]
    for weight in WEIGHTS:
        measure = difficulty_with(weight)
        print(f"{weight:>6}  {agreement(rated, measure):.4f}  {agreement(sized, measure):.4f}")
    scores = []
    for part in range(PARTS):
        rest = [one for one in rated if one.part != part]
        held = [one for one in rated if one.part == part]
        best = max(WEIGHTS, key=lambda weight: agreement(rest, difficulty_with(weight)))
        scores.append(agreement(held, difficulty_with(best)))
        print(f"without part {part}: weight {best}, and the part is ordered to {scores[-1]:.4f}")
    print(f"mean over the parts: {sum(scores) / PARTS:.4f}; weight in use: {TRIAL_WEIGHT}")
    difficulties = sorted(one.looking.difficulty for one in rated)
    fifths = [difficulties[len(difficulties) * k // 5] for k in (1, 2, 3, 4)]
    print("fifths of the difficulty:", *(f"{value:.2f}" for value in fifths))


MEASURES: dict[str, Callable[[Rated], float]] = {
    "difficulty": lambda one: one.looking.difficulty,
    "Batenburg's sweeps": lambda one: one.sweeps,
    "number of cells": lambda one: one.cells,
}


def or_hardest(value: int | None) -> float:
    return inf if value is None else value


FORMULAS: dict[str, Callable[[Rated], float]] = {
    **MEASURES,
    "davidje13's difficulty": lambda one: or_hardest(one.judged.difficulty),
    "davidje13's tedium": lambda one: or_hardest(one.judged.tedium),
    "davidje13's steps": lambda one: or_hardest(one.judged.steps),
    "dsmiller95's rating": lambda one: or_hardest(one.guessed.rating),
}


def report(
    webpbn: Sequence[Rated],
    griddlers: Sequence[Rated],
    measures: dict[str, Callable[[Rated], float]],
    most: int | None = None,
) -> None:
    """The table of the held-out half, with the first `most` puzzles of each column."""
    rows = {
        "webpbn": webpbn,
        "webpbn, 400 cells": [one for one in webpbn if one.cells == 400],
        "griddlers, 400 cells": [one for one in griddlers if one.cells == 400],
    }
    rows = {name: part[:most] for name, part in rows.items()}
    print("Spearman's rank correlation with the label, held-out half")
    head = ["what", *(f"{name} ({len(part)})" for name, part in rows.items())]
    values = (
        [name, *(f"{agreement(part, measure):.3f}" for part in rows.values())]
        for name, measure in measures.items()
    )
    print(*table(head, values), sep="\n")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DIFFICULTY
    webpbn, griddlers = (list(read(folder / f"{name}.tsv")) for name in ("webpbn", "griddlers"))
    fit([one for one in webpbn if one.fitted])
    held = [[one for one in part if not one.fitted] for part in (webpbn, griddlers)]
    report(*held, MEASURES)
    if len(sys.argv) > 2:
        report(*held, FORMULAS, int(sys.argv[2]))


if __name__ == "__main__":
    main()
