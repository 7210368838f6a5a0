# SPDX-License-Identifier: MIT
"""The puzzles of a study: random pictures, n-Dom puzzles, and the puzzles of a folder.

Random pictures and n-Dom puzzles have names from which they can be made again.
n-Dom puzzles are Josh Greifer's Domino Logic, the puzzles that search solves worst. The board has
2 n + 1 rows and columns. Each has one solution, a staircase. From n = 5 on, no line, no implication
and no probe gives a single cell, and the proofs of SAT solvers double in size with each n, like
proofs of pigeonhole formulas. Weights prove them at once (``core/weights.hpp``). webpbn 8098 is the
puzzle for n = 9.

If broken files of a folder disappeared silently, a study would have a biased sample. So ``folder``
returns both: the puzzles, and every skipped file with the reason.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from nonosat.errors import OptionError, PuzzleError
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.numbers import share, whole_number
from nonosat.model.puzzle import Puzzle


def random_picture_puzzles(
    width: int, height: int, density: float, count: int, seed: int = 0
) -> dict[str, Puzzle]:
    """Puzzles of random pictures, each under a name from which it can be made again.

    Args:
        width, height: the size of the pictures, in cells.
        density: the probability that a cell is filled, from 0 to 1.
        count: the number of puzzles.
        seed: any whole number. Puzzle ``i`` is named
            ``random WIDTHxHEIGHT:DENSITY:SEED:i``, and ``random.Random(name)`` draws its cells row
            by row.

    Returns:
        Puzzles by name.

    Raises:
        OptionError: the density is not between 0 and 1, or the count is negative.
        PuzzleError: a side is too small or too large.

    >>> [*random_picture_puzzles(5, 5, 0.5, 2, seed=7)]
    ['random 5x5:0.5:7:0', 'random 5x5:0.5:7:1']
    """
    density = share("density", density)
    width, height = whole_number("width", width), whole_number("height", height)
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise PuzzleError(f"{width}x{height} cells: a puzzle has sides of 1 to {MAX_SIDE}")
    seed = whole_number("seed", seed, least=None)
    puzzles = {}
    for number in range(whole_number("count", count)):
        name = f"random {width}x{height}:{density:g}:{seed}:{number}"
        generator = random.Random(name)
        cells = bytes(generator.random() < density for _ in range(width * height))
        rows, columns = Grid.from_cells(height, width, cells).clues()
        puzzles[name] = Puzzle(rows, columns)
    return puzzles


def domino(n: int) -> Puzzle:
    """The n-Dom puzzle, a board of 2 n + 1 rows and columns.

    Args:
        n: from 1 to 511.

    Returns:
        The puzzle; it has one solution.

    Raises:
        OptionError: ``n`` is not a whole number in that range.

    Source: Josh Greifer, "Domino Logic", a series of puzzles on webpbn.com.

    >>> puzzle = domino(3)
    >>> [[length for length, _ in clue] for clue in puzzle.rows]
    [[3], [1], [3, 1], [1], [3, 1], [1], [1]]
    >>> puzzle.solve().verdict
    <Verdict.UNIQUE: 'unique'>
    """
    n = whole_number("n", n, 1)
    if 2 * n + 1 > MAX_SIDE:
        raise OptionError(f"n {n}: give at most {MAX_SIDE // 2}, since a side has 2 n + 1 cells")
    rows = [[3], [1], *([3, 1], [1]) * (n - 1), [1]]
    columns = [[1], [1], *([1, 3], [1]) * (n - 1), [3]]
    return Puzzle(rows, columns, meta=Metadata(title=f"{n}-Dom"))


class Skipped(NamedTuple):
    """A file, or one puzzle of a file, that a study cannot use.

    ``path``: below the folder. ``reason``: what is wrong, in words.

    >>> Skipped("list.txt", "not recognised").path
    'list.txt'
    """

    path: str
    reason: str


class Folder(Mapping[str, Puzzle]):
    """Puzzles by name, in the order of their folder. Made by ``folder``.

    ``skipped``: the files without a puzzle, each a ``Skipped``.

    >>> found = Folder({"dot": Puzzle([[1]], [[1]])}, (Skipped("list.txt", "not recognised"),))
    >>> found, list(found)
    (<Folder: 1 puzzles, 1 skipped>, ['dot'])
    """

    def __init__(self, puzzles: Mapping[str, Puzzle], skipped: tuple[Skipped, ...] = ()) -> None:
        self._puzzles = dict(puzzles)
        self.skipped = skipped

    def __getitem__(self, name: str) -> Puzzle:
        return self._puzzles[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._puzzles)

    def __len__(self) -> int:
        return len(self._puzzles)

    def __repr__(self) -> str:
        return f"<Folder: {len(self)} puzzles, {len(self.skipped)} skipped>"


def folder(path: str | os.PathLike[str], count: int | None = None, seed: int = 0) -> Folder:
    """The puzzles of a folder and of the folders in it, by the relative path of their file.

    If a file holds several puzzles, they are called ``FILE#1``, ``FILE#2`` and so on.

    Args:
        path: the folder.
        count: choose this number of puzzles at random and keep the order of the folder; None
            chooses all.
        seed: for the random choice.

    Returns:
        A mapping of names to puzzles. Its ``skipped`` lists every file, puzzle of a file, or folder
        that cannot be read, with the reason. Hidden files and folders are left out, as everywhere.

    Raises:
        OptionError: the folder does not exist, or ``count`` is negative.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from nonosat import dump
    >>> with TemporaryDirectory() as place:
    ...     dump(Puzzle(rows=[[1]], columns=[[1]]), f"{place}/dot.non")
    ...     _ = Path(place, "list.txt").write_text("eggs, milk")
    ...     found = folder(place)
    >>> sorted(found), [skipped.path for skipped in found.skipped]
    (['dot.non'], ['list.txt'])
    """
    from nonosat.formats.folders import read_folder

    top = os.fspath(path)
    if not os.path.isdir(top):
        raise OptionError(f"no such folder: {top}")
    if count is not None:
        count = whole_number("count", count)
    puzzles: dict[str, Puzzle] = {}
    skipped: list[Skipped] = []
    for place, number, item, _, _ in read_folder(top):
        name = os.path.relpath(place, top)
        own = name if number is None else f"{name}#{number}"
        if isinstance(item, Puzzle):
            puzzles[own] = item
        else:
            skipped.append(Skipped(own, str(item.faults[0])))
    if count is not None and count < len(puzzles):
        chosen = set(random.Random(seed).sample(sorted(puzzles), count))
        puzzles = {name: puzzle for name, puzzle in puzzles.items() if name in chosen}
    return Folder(puzzles, tuple(skipped))
