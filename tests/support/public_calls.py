# SPDX-License-Identifier: MIT
"""One call of every public function, and the program that makes them after importing everything.

    python -m tests.support.public_calls SEED

imports all modules of the package in an order that SEED decides, then makes every call. A module
that hides a public function, or that works only after another module, fails here.
"""

from __future__ import annotations

import inspect
import pkgutil
import random
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nonosat

PUZZLE = nonosat.Puzzle([[2], [1]], columns=[[2], [1]])
TWO_WAYS = nonosat.Puzzle([[1], [1]], columns=[[1], [1]])
NO_WAY = nonosat.Puzzle([[1, 1], [], [1, 1]], columns=[[2], [], [2]])
PRINTED = nonosat.Puzzle([[5], [1, 1], [1, 1], [2, 2], [3]], [[4], [1, 2], [1, 1], [1, 2], [4]])
TEXT = '{"rows": [[2], [1]], "cols": [[2], [1]]}'


def _file(folder: Path) -> Path:
    path = folder / "puzzle.json"
    path.write_text(TEXT, encoding="utf-8")
    return path


def _dumped(folder: Path) -> nonosat.Puzzle:
    nonosat.dump(PUZZLE, folder / "puzzle.non")
    return nonosat.load(folder / "puzzle.non")


def _picture() -> bytes:
    """A bitmap of two squares, 4 pixels wide, black and white, as a file of the format PBM."""
    return b"P1\n8 4\n" + b"11110000\n" * 4


def printed() -> bytes:
    return nonosat.draw.png(PRINTED, cell_size=28)


def _dumped_all(folder: Path) -> list[nonosat.Puzzle]:
    nonosat.dump_all([PUZZLE, PUZZLE], folder / "puzzles.nonpack")
    return list(nonosat.load_all(folder / "puzzles.nonpack"))


def _certified(folder: Path) -> bool:
    nonosat.proof.write_certificate(PUZZLE, folder / "puzzle.nonocert")
    return nonosat.proof.verify_certificate(folder / "puzzle.nonocert", PUZZLE).accepted


MODULES = (nonosat, nonosat.make, nonosat.photo, nonosat.proof)
"""The modules with functions that ask about one puzzle, or make one."""


def functions() -> dict[str, Callable[..., Any]]:
    """The functions of these modules, by name."""
    found = {name: getattr(module, name) for module in MODULES for name in module.__all__}
    return {name: value for name, value in found.items() if inspect.isfunction(value)}


CALLS: dict[str, Callable[[Path], bool]] = {
    "backbone": lambda _: len(nonosat.backbone(TWO_WAYS).ambiguous or ()) == 4,
    "write_certificate": _certified,
    "check_grid": lambda _: isinstance(
        nonosat.check_grid(PUZZLE, PUZZLE.unknown_grid()), nonosat.types.GridCheck
    ),
    "count_solutions": lambda _: nonosat.count_solutions(TWO_WAYS).number == 2,
    "decode": lambda _: nonosat.decode("RlKq") == TWO_WAYS,
    "decode_grid": lambda _: nonosat.decode_grid("BlJI") == nonosat.Grid("#.\n.#"),
    "encode": lambda _: nonosat.decode(nonosat.encode(PUZZLE)) == PUZZLE,
    "dump": lambda folder: _dumped(folder) == PUZZLE,
    "dump_all": lambda folder: _dumped_all(folder) == [PUZZLE, PUZZLE],
    "dumps": lambda _: nonosat.loads(nonosat.dumps(PUZZLE)) == PUZZLE,
    "explain_cell": lambda _: nonosat.explain_cell(PUZZLE, (0, 0)).value == nonosat.FILLED,
    "puzzles_like_image": lambda _: (
        nonosat.make.puzzles_like_image(_picture(), size=2).puzzles[0].similarity == 1
    ),
    "reveal_cells": lambda _: len(nonosat.make.reveal_cells(TWO_WAYS).cells) == 1,
    "hint": lambda _: (
        nonosat.hint(PUZZLE, given=PUZZLE.unknown_grid()).kind is nonosat.types.HintKind.STEP
    ),
    "load": lambda folder: nonosat.load(_file(folder)) == PUZZLE,
    "load_all": lambda folder: list(nonosat.load_all(_file(folder))) == [PUZZLE],
    "loads": lambda _: nonosat.loads(TEXT) == PUZZLE,
    "puzzle_ladder": lambda _: (
        next(nonosat.make.puzzle_ladder(nonosat.make.Requirements(5), 3, 4, count=2)).rung == 1
    ),
    "random_puzzles": lambda _: (
        next(nonosat.make.random_puzzles(nonosat.make.Requirements(5), seed=1))
        .puzzle.solve()
        .verdict
        is nonosat.Verdict.UNIQUE
    ),
    "correct_clues": lambda _: (
        len(nonosat.make.correct_clues(rows=[[2], [2]], columns=[[2], [1]]).corrections) == 3
    ),
    "most_probable_clues": lambda _: (
        nonosat.photo.most_probable_clues([[([2], 0.6), ([1], 0.4)]], [[([1], 1.0)]]).puzzle
        == nonosat.Puzzle([[1]], [[1]])
    ),
    "rate": lambda _: nonosat.rate(PUZZLE).technique == "trivial",
    "repair_picture": lambda _: nonosat.make.repair_picture("#.\n.#").changes == 1,
    "iter_solutions": lambda _: len(list(nonosat.iter_solutions(TWO_WAYS))) == 2,
    "solve": lambda _: nonosat.solve(PUZZLE).verdict is nonosat.Verdict.UNIQUE,
    "solve_many": lambda _: (
        [report.verdict.value for report in nonosat.solve_many([PUZZLE, TEXT])] == ["unique"] * 2
    ),
    "puzzle_from_image": lambda _: (
        nonosat.make.puzzle_from_image(_picture()).grid == nonosat.Grid("#.")
    ),
    "read_picture": lambda _: nonosat.photo.read_picture(printed()).puzzle == PRINTED,
    "verify_certificate": _certified,
    "walkthrough": lambda _: len(nonosat.walkthrough(PUZZLE)) == 3,
    "find_contradiction": lambda _: nonosat.find_contradiction(NO_WAY).found,
}
"""Per public function: a call, given an empty folder; True if it did what it promises."""


def modules() -> list[str]:
    """The names of all modules of the package, except ``__main__``, which runs the program."""
    found = pkgutil.walk_packages(nonosat.__path__, "nonosat.")
    return sorted(module.name for module in found if not module.name.endswith("__main__"))


def main() -> None:
    """Import everything in some order, then call everything."""
    order = modules()
    random.Random(int(sys.argv[1])).shuffle(order)
    for name in order:
        import_module(name)
    for name, call in CALLS.items():
        with TemporaryDirectory() as folder:
            if not call(Path(folder)):
                sys.exit(f"{name} does not do what it promises, after importing {order}")


if __name__ == "__main__":
    main()
