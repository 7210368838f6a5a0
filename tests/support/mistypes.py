# SPDX-License-Identifier: MIT
"""Clues with a mistyped number, for the tests of ``correct_clues``, and a plain list of all
corrections.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import nonosat
from nonosat import Block, Grid, Line, Puzzle, Verdict
from nonosat.errors import PuzzleError
from nonosat.study.puzzles import random_picture_puzzles
from nonosat.types import LooseClues
from tests.support.brute import all_solutions, verdict_of

Blocks = tuple[Block, ...]

KINDS = (
    *("one off", "any length", "dropped", "doubled", "neighbours swapped"),
    *("space left out", "space typed"),
)


def loose(
    puzzle: Puzzle | LooseClues, line: Line, clue: Blocks | None, *, bare: bool = True
) -> LooseClues:
    """The clues of a puzzle with another clue in a line; without goal and texts if ``bare``."""
    rows, columns = list(puzzle.rows), list(puzzle.columns)
    (rows if line.axis == "row" else columns)[line.index] = clue
    more = {} if bare else {"goal": puzzle.goal, "meta": puzzle.meta}
    return LooseClues(rows, columns, palette=puzzle.palette, printed=puzzle.printed, **more)


def mistyped(
    puzzle: Puzzle, chance: random.Random, kind: str | None = None
) -> tuple[Line, Blocks, LooseClues]:
    """A line, its right clue, and the clues with a mistake there."""
    given = [(line, clue) for line, clue in puzzle.lines() if clue]
    while True:
        line, clue = chance.choice(given)
        length = puzzle.width if line.axis == "row" else puzzle.height
        done = kind or chance.choice(KINDS)
        blocks = list(clue)
        at = chance.randrange(len(blocks))
        size, color = blocks[at]
        if done == "one off":
            blocks[at] = Block(max(1, size + chance.choice((-1, 1))), color)
        elif done == "any length":
            blocks[at] = Block(chance.randint(1, length), color)
        elif done == "dropped":
            del blocks[at]
        elif done == "doubled":
            blocks.insert(at, blocks[at])
        elif done == "space left out":
            among = blocks[at : at + chance.randint(2, 3)]
            if all(block.color == color for block in among):
                digits = "".join(str(block.length) for block in among)
                blocks[at : at + len(among)] = [Block(int(digits), color)]
        elif done == "space typed":
            if size > 10 and size % 10:
                blocks[at : at + 1] = [Block(size // 10, color), Block(size % 10, color)]
        else:
            blocks[at : at + 2] = blocks[at : at + 2][::-1]
        if tuple(blocks) != clue:
            return line, clue, loose(puzzle, line, tuple(blocks))


def one_number_away(clue: Blocks, length: int, colors: int) -> set[Blocks]:
    """Every clue that one correction of this clue gives, also clues that do not fit."""
    found: set[Blocks] = set()
    blocks = [Block(size, color) for size in range(1, length + 1) for color in range(1, colors + 1)]
    for at, old in enumerate(clue):
        found.add(clue[:at] + clue[at + 1 :])
        for block in blocks:
            if block.length == old.length or block.color == old.color:
                found.add((*clue[:at], block, *clue[at + 1 :]))
        for other in range(at):
            swapped = list(clue)
            swapped[at], swapped[other] = swapped[other], swapped[at]
            found.add(tuple(swapped))
        found |= {(*clue[:at], *parts, *clue[at + 1 :]) for parts in _parted(old, length)}
        for other in clue[at + 1 : at + 2]:
            if other.color == old.color:
                joined = Block(int(f"{old.length}{other.length}"), old.color)
                found.add((*clue[:at], joined, *clue[at + 2 :]))
    for at in range(len(clue) + 1):
        found |= {(*clue[:at], block, *clue[at:]) for block in blocks}
    return found - {clue}


def _parted(block: Block, length: int) -> Iterator[Blocks]:
    """Two or three blocks whose digits, without spaces, are those of the block."""
    for number in (2, 3):
        for parts in itertools.product(range(1, length + 1), repeat=number):
            if "".join(map(str, parts)) == str(block.length):
                yield tuple(Block(part, block.color) for part in parts)


def verdict_by_brute(clues: LooseClues) -> Verdict:
    """True if the clues have a solution, by brute force."""
    try:
        puzzle = Puzzle(clues.rows, clues.columns, palette=clues.palette, printed=clues.printed)
    except PuzzleError:
        return Verdict.NONE
    return verdict_of(all_solutions(puzzle))


def corrections_by_brute(clues: LooseClues) -> dict[tuple[Line, Blocks], Verdict]:
    """Every correction of one number that gives a solution, with its verdict."""
    found = {}
    for line, clue in clues.lines():
        if clue is not None:
            length = clues.width if line.axis == "row" else clues.height
            for after in one_number_away(clue, length, len(clues.palette)):
                verdict = verdict_by_brute(loose(clues, line, after))
                if verdict is not Verdict.NONE:
                    found[line, after] = verdict
    return found


def random_clues(chance: random.Random, colors: int, longest: int = 4) -> LooseClues:
    """Clues of a small picture with some mistakes, and now and then a missing clue or a cell."""
    height, width = chance.randint(1, longest), chance.randint(2, longest)
    letters = "#" if colors == 1 else "ab"
    cells = bytes(chance.randint(0, colors) for _ in range(height * width))
    puzzle = Puzzle.from_grid(Grid.from_cells(height, width, cells, letters))
    if chance.random() < 0.3:
        hidden = bytes(cell if chance.random() < 0.2 else 255 for cell in cells)
        puzzle = puzzle.with_printed(puzzle.grid(hidden))
    clues = loose(puzzle, Line("row", 0), puzzle.rows[0])
    if chance.random() < 0.3:
        line = chance.choice([line for line, _ in puzzle.lines()])
        clues = loose(clues, line, None)
    for _ in range(chance.choice((1, 1, 1, 2))):
        given = [(line, clue) for line, clue in clues.lines() if clue is not None]
        line, clue = chance.choice(given)
        away = sorted(one_number_away(clue, longest + 1, colors))
        clues = loose(clues, line, chance.choice(away))
    return clues


def puzzles_of_ours(data: Path) -> list[Puzzle]:
    """The unique puzzles of ``data/``, and random unique puzzles up to 20x20."""
    ours = [nonosat.load(path) for path in sorted(data.glob("*.non"))]
    for side, density in ((5, 0.5), (10, 0.6), (15, 0.65), (20, 0.65)):
        ours += random_picture_puzzles(side, side, density, 12, seed=14).values()
    return unique(ours)


def unique(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The unique puzzles."""
    return [p for p in puzzles if p.solve(preset="fast").verdict is Verdict.UNIQUE]


def mistypes(
    puzzles: list[Puzzle], count: int, seed: int
) -> Iterator[tuple[Line, Blocks, LooseClues]]:
    """``count`` mistakes, in one puzzle after the other."""
    chance = random.Random(seed)
    for number in range(count):
        yield mistyped(puzzles[number % len(puzzles)], chance)
