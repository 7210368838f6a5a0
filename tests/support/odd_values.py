# SPDX-License-Identifier: MIT
"""Odd values, and for each public function, class and method arguments with which it works.

``tests/test_public_odd.py`` calls everything with both.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache, wraps
from pathlib import Path
from typing import Any

import numpy as np

import nonosat
from nonosat import Cancellation, Grid, Line, Palette, Puzzle, collection, study
from nonosat.types import LooseClues
from tests.support import public_calls

TWO = Palette.of([("red", "#f00", "r"), ("green", "#0f0", "g")])
COLOURED = Puzzle([[(1, 1)], [(1, 2)]], [[(1, 1)], [(1, 2)]], palette=TWO)
PLAIN = Puzzle([[2], [1]], [[2], [1]])
GRID = Grid("##\n#.")
ROWS = study.run({"a": PLAIN}, ["fast", "sat"])
PICTURE = b"P1\n8 4\n" + b"11110000\n" * 4


class Strange:
    """An object that no function expects."""

    def __repr__(self) -> str:
        return "<strange>"


ODD: dict[str, Any] = {
    "none": None,
    "true": True,
    "minus": -1,
    "zero": 0,
    "seven": 7,
    "huge": 10**30,
    "half": 0.5,
    "nan": math.nan,
    "infinite": math.inf,
    "fraction": Fraction(1, 2),
    "complex": 1j,
    "empty": "",
    "word": "word",
    "nul": "a\0b",
    "surrogate": "\ud800",
    "rows of text": "??\n??",
    "bytes": b"??",
    "list": [],
    "nested": [[0, 1], [1, 255]],
    "uneven": [[0, 1], [1]],
    "deep": [[[0]]],
    "texts": ["r?", "??"],
    "nones": [None, None],
    "pair": (0, 0),
    "set": {1, 2},
    "dict": {"rows": [[1]]},
    "array": np.array([[0, 1], [1, 255]]),
    "cube": np.zeros((2, 2, 2)),
    "scalar": np.array(1),
    "grid": Grid("??\n??"),
    "filled": Grid("##\n##"),
    "wide": Grid("???\n???"),
    "letters": Grid("ab\n??", "ab"),
    "puzzle": PLAIN,
    "coloured": COLOURED,
    "palette": TWO,
    "strange": Strange(),
    "class": Strange,
    "function": print,
    "path": Path("nowhere"),
    "folder": Path("."),
    "generator": None,  # made anew for each call
    "cancelled": None,
    "deepest": None,
}


@cache  # a twentieth of a second
def nested(depth: int = 100_000) -> Any:
    """Lists within lists, too deep for recursion."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def odd(name: str) -> Any:
    """The value; a new one if it can be used up."""
    if name == "deepest":
        return nested()
    if name == "generator":
        return iter([[0, 1], [1, 0]])
    if name == "cancelled":
        cancel = Cancellation()
        cancel.cancel()
        return cancel
    return ODD[name]


READINGS = [[([2], 1.0), ([1], 0.1)], [([1], 1.0)]]

GOOD: dict[str, dict[str, Any]] = {
    "backbone": {"puzzle": PLAIN},
    "study.beliefs": {"puzzle": PLAIN, "iterations": 2},
    "study.implication_graph": {"puzzle": PLAIN},
    "study.line_statistics": {"puzzle": PLAIN},
    "write_certificate": {"puzzle": PLAIN, "path": "made.nonocert"},
    "check_grid": {"puzzle": PLAIN, "grid": PLAIN.unknown_grid()},
    "count_solutions": {"puzzle": PLAIN},
    "decode": {"text": "RlKq"},
    "decode_grid": {"text": "BlJI"},
    "dump": {"puzzle": PLAIN, "path": "made.non"},
    "dump_all": {"puzzles": [PLAIN], "path": "made.non"},
    "dumps": {"puzzle": PLAIN},
    "encode": {"puzzle": PLAIN},
    "explain_cell": {"puzzle": PLAIN, "cell": (0, 0)},
    "puzzles_like_image": {"image": PICTURE, "size": 2, "count": 1},
    "reveal_cells": {"puzzle": PLAIN},
    "hint": {"puzzle": PLAIN, "given": PLAIN.unknown_grid()},
    "load": {"path": "good.non"},
    "load_all": {"path": "good.non"},
    "loads": {"text": "#."},
    "puzzle_ladder": {
        "requirements": nonosat.make.Requirements(4),
        "least": 2.0,
        "most": 3.0,
        "count": 2,
        "attempt_limit": 3,
    },
    "random_puzzles": {
        "requirements": nonosat.make.Requirements(4),
        "count": 1,
        "attempt_limit": 3,
    },
    "correct_clues": {"clues": PLAIN, "limit": 3},
    "most_probable_clues": {
        "rows": [[([2], 1.0)], [([1], 1.0)]],
        "columns": READINGS,
        "lang": "de",
    },
    "rate": {"puzzle": PLAIN},
    "repair_picture": {"picture": "#.\n.#", "count": 1},
    "iter_solutions": {"puzzle": PLAIN},
    "solve": {"puzzle": PLAIN},
    "study.solve_line": {"clue": [1], "cells": "???"},
    "solve_many": {"puzzles": [PLAIN]},
    "puzzle_from_image": {"image": PICTURE},
    "read_picture": {"picture": public_calls.printed(), "lang": "de"},
    "verify_certificate": {"path": "good.nonocert", "lang": "de"},
    "walkthrough": {"puzzle": PLAIN},
    "find_contradiction": {"puzzle": PLAIN},
    "Block": {"length": 1},
    "Cancellation": {},
    "Color": {"name": "red", "rgb": "#ff0000", "letter": "r"},
    "Grid": {"cells": "#."},
    "Grid.from_cells": {"height": 1, "width": 2, "cells": b"\0\1"},
    "Grid.from_rows": {"rows": [[0, 1]]},
    "Grid.unknown": {"height": 1, "width": 2},
    "Grid.row": {"index": 0},
    "Grid.column": {"index": 0},
    "Grid.line": {"line": Line("row", 0)},
    "Grid.extends": {"other": GRID},
    "Grid.differences": {"other": GRID},
    "Grid.agreement": {"others": [GRID]},
    "Grid.with_cells": {"values": [(0, 0, 1)]},
    "Line": {"axis": "row", "index": 0},
    "LooseClues": {"rows": [[1]], "columns": [[2]]},
    "LooseClues.clue": {"line": Line("row", 0)},
    "LooseClues.with_meta": {"title": "x"},
    "Metadata": {},
    "Palette": {},
    "Palette.of": {"colors": [("red", "#f00", "r")]},
    "Puzzle": {"rows": [[1]], "columns": [[1]]},
    "Puzzle.from_grid": {"grid": "#."},
    "Puzzle.clue": {"line": Line("row", 0)},
    "Puzzle.start_grid": {},
    "Puzzle.grid": {"cells": b"\0\1\1\1"},
    "Puzzle.as_grid": {"grid": GRID},
    "Puzzle.faults": {"grid": GRID},
    "Requirements": {"width": 4},
    "Puzzle.with_goal": {"goal": GRID},
    "Puzzle.with_printed": {"printed": GRID},
    "Puzzle.with_meta": {"title": "x"},
    "Puzzle.rotate": {},
    "Theme": {},
    "Walkthrough.grid_after": {"index": 0},
    "Walkthrough.pdf": {},
    "CellExplanation.pdf": {},
    "Walkthrough.save": {"path": "made.json"},
    "Hint.text": {"level": "why"},
    "Hint.as_dict": {},
    "CellExplanation.end_text": {},
    "CellExplanation.html": {},
    "Contradiction.text": {},
    "GridCheck.rows_text": {},
    "GridCheck.text": {},
    "Step.text": {},
    "Walkthrough.end_text": {},
    "Walkthrough.html": {},
    "Walkthrough.lines": {},
    "PictureRepair.changed": {},
    "study.cactus": {"rows": ROWS},
    "study.cells_of": {"row": ROWS[0], "stage": "lines"},
    "study.described": {"text": "[x]\ncommand = 'x {file}'", "name": "x.toml"},
    "study.domino": {"n": 2},
    "study.environment": {},
    "study.folder": {"path": "."},
    "study.load_rows": {"path": "rows.csv"},
    "study.orientations": {"name": "a", "puzzle": PLAIN},
    "study.par2": {"rows": ROWS},
    "study.program_version": {"program": study.Program("mine", "nowhere {file}")},
    "study.proven_by": {"puzzle": PLAIN, "solution": GRID},
    "study.random_picture_puzzles": {"width": 2, "height": 2, "density": 0.5, "count": 1},
    "study.ready_programs": {},
    "study.run": {"puzzles": {"a": PLAIN}, "configurations": ["fast"]},
    "study.iterate": {"puzzles": [("a", PLAIN)], "configurations": ["fast"]},
    "study.save_rows": {"rows": ROWS, "path": "made.csv"},
    "study.seconds_of": {"row": ROWS[0], "stage": "lines"},
    "study.shares_of_cells": {"rows": ROWS},
    "study.speed_up": {"rows": ROWS, "configuration": "fast", "baseline": "sat"},
    "study.split_command": {"command": "x {file}"},
    "study.steadiness": {"rows": []},
    "study.contest_table": {"rows": ROWS},
    "study.unknown_answers": {"rows": ROWS},
    "study.wrong_answers": {"rows": ROWS},
    "study.wilson_interval": {"successes": 1, "trials": 2},
    "collection.open": {"path": "made.db"},
    "Collection.add": {"items": [PLAIN]},
    "Collection.entry": {"name": 1},
    "Collection.report": {},
    "Collection.merge": {"paths": "other.db"},
    "Collection.query": {},
    "Collection.export": {"out": "made.csv", "force": True},
    "draw.pdf": {"puzzle": PLAIN},
    "draw.png": {"puzzle": PLAIN},
    "draw.svg": {"puzzle": PLAIN},
    "draw.sheets": {"puzzles": [PLAIN]},
}
"""Per public name: arguments with which it works."""


def fresh() -> collection.Collection:
    """A collection in a new file, with a puzzle."""
    path = Path("made.db")
    path.unlink(missing_ok=True)
    store = collection.open(path)
    store.add([PLAIN])
    return store


OWNERS: dict[str, Callable[[], Any]] = {
    "Grid": lambda: GRID,
    "LooseClues": lambda: LooseClues([[2], [2]], [[2], [1]]),
    "Puzzle": lambda: PLAIN,
    "Palette": lambda: TWO,
    "Walkthrough": lambda: nonosat.walkthrough(PLAIN),
    "CellExplanation": lambda: nonosat.explain_cell(PLAIN, (0, 0)),
    "Contradiction": lambda: nonosat.find_contradiction(PLAIN),
    "GridCheck": lambda: nonosat.check_grid(PLAIN, GRID),
    "Step": lambda: nonosat.walkthrough(PLAIN)[0],
    "Hint": lambda: nonosat.hint(PLAIN),
    "PictureRepair": lambda: nonosat.make.repair_picture("#.\n.#"),
    "Collection": fresh,
}
"""Values whose methods are called."""


def named(name: str) -> Any:
    """The object of a public name: a function, a class, or a method of a class."""
    home, _, last = name.rpartition(".")
    places = [named(home)] if home else [*public_calls.MODULES, nonosat.types, collection]
    return next(getattr(place, last) for place in places if hasattr(place, last))


def callable_named(name: str) -> Callable[..., Any]:
    """The same, ready to be called: methods are bound to a value."""
    home, _, last = name.rpartition(".")
    if home in OWNERS:
        found: Callable[..., Any] = getattr(OWNERS[home](), last)
        return found
    return _opened if name == "collection.open" else named(name)


@wraps(collection.open)
def _opened(*arguments: Any, **options: Any) -> None:
    collection.open(*arguments, **options).close()
