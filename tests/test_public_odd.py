# SPDX-License-Identifier: MIT
"""Odd values for every argument of every public function: an answer, or an error of ours.

The functions come from the stub, their arguments from their signatures, so that a new one cannot be
forgotten: ``GOOD`` needs an entry for it.
"""

from __future__ import annotations

import inspect
import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import public_calls
import pytest

import nonosat
from nonosat import Cancellation, Grid, NonosatError, Palette, Puzzle
from nonosat.types import SearchOptions, SolveOptions

TWO = Palette.of([("red", "#f00", "r"), ("green", "#0f0", "g")])
COLOURED = Puzzle([[(1, 1)], [(1, 2)]], [[(1, 1)], [(1, 2)]], palette=TWO)
PLAIN = Puzzle([[2], [1]], [[2], [1]])


class Strange:
    """Nothing that anybody expects."""

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


def nested(depth: int = 100_000) -> Any:
    """Lists within lists: nothing that calls itself for each reaches the end."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def odd(name: str) -> Any:
    """The value; fresh if it can be used up."""
    if name == "deepest":
        return nested()
    if name == "generator":
        return iter([[0, 1], [1, 0]])
    if name == "cancelled":
        cancel = Cancellation()
        cancel.cancel()
        return cancel
    return ODD[name]


def _picture() -> bytes:
    return b"P1\n8 4\n" + b"11110000\n" * 4


READINGS = [[([2], 1.0), ([1], 0.1)], [([1], 1.0)]]

GOOD: dict[str, dict[str, Any]] = {
    "backbone": {"puzzle": PLAIN},
    "beliefs": {"puzzle": PLAIN, "iterations": 2},
    "implication_graph": {"puzzle": PLAIN},
    "line_statistics": {"puzzle": PLAIN},
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
    "puzzles_like_image": {"image": _picture(), "size": 2, "count": 1},
    "reveal_cells": {"puzzle": PLAIN},
    "hint": {"puzzle": PLAIN, "given": PLAIN.unknown_grid()},
    "load": {"path": "good.non"},
    "load_all": {"path": "good.non"},
    "loads": {"text": "#."},
    "random_puzzles": {"width": 4, "count": 1, "attempt_limit": 3},
    "correct_clues": {"clues": PLAIN, "limit": 3},
    "most_probable_clues": {"rows": [[([2], 1.0)], [([1], 1.0)]], "columns": READINGS},
    "rate": {"puzzle": PLAIN},
    "repair_picture": {"picture": "#.\n.#", "count": 1},
    "iter_solutions": {"puzzle": PLAIN},
    "solve": {"puzzle": PLAIN},
    "solve_line": {"clue": [1], "cells": "???"},
    "solve_many": {"puzzles": [PLAIN]},
    "puzzle_from_image": {"image": _picture()},
    "read_picture": {"picture": public_calls.printed()},
    "verify_certificate": {"path": "good.nonocert"},
    "walkthrough": {"puzzle": PLAIN},
    "find_contradiction": {"puzzle": PLAIN},
}
"""Per public function: arguments with which it works."""

OPTIONS = {"SearchOptions": SearchOptions, "SolveOptions": SolveOptions}


RESEARCH = ("beliefs", "implication_graph", "line_statistics")
"""The functions of the module study that ask about one puzzle."""


def function_named(name: str) -> Callable[..., Any]:
    """A public function."""
    found: Callable[..., Any] = getattr(nonosat.study if name in RESEARCH else nonosat, name)
    return found


def arguments() -> Iterator[tuple[str, str]]:
    """All functions with all their arguments, those of ``**options`` included."""
    for name in (*public_calls.CALLS, *RESEARCH):
        function = function_named(name)
        for argument in inspect.signature(function).parameters.values():
            if argument.kind is not argument.VAR_KEYWORD:
                yield name, argument.name
                continue
            home = inspect.getmodule(function)
            kind = str(argument.annotation).removeprefix("Unpack[").removesuffix("]")
            yield from ((name, option) for option in getattr(home, kind).__annotations__)


def used(answer: Any) -> None:
    """Look at an answer: the first items of an iterator, the text of all others."""
    if isinstance(answer, Iterator):
        list(itertools.islice(answer, 3))
    else:
        str(answer)
        repr(answer)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("certificate") / "good.nonocert"
    nonosat.write_certificate(PLAIN, path)
    return path.read_bytes()


@pytest.fixture(autouse=True)
def _place(certificate: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    nonosat.dump(PLAIN, "good.non")
    Path("good.nonocert").write_bytes(certificate)


def test_every_function_has_good_arguments() -> None:
    assert set(GOOD) == {*public_calls.CALLS, *RESEARCH}


PATHS = {"path", "image", "drat_trim", "export"}
"""Arguments that name files: Python's own errors say what is wrong with them."""

DOCUMENTED = {
    ("correct_clues", "clues"),
    ("correct_clues", "rows"),
    ("correct_clues", "columns"),
    ("solve_many", "puzzles"),
}
"""Arguments for which a TypeError is documented."""


def wrong(call: Callable[[], Any], *documented: type[Exception]) -> str:
    """What is wrong with a call: empty if it gives an answer or an error of ours."""
    try:
        used(call())
    except (NonosatError, *documented):
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def errors(name: str, argument: str) -> tuple[type[Exception], ...]:
    """The errors that are documented besides ours."""
    if argument in PATHS:
        return OSError, TypeError, ValueError
    return (TypeError,) if (name, argument) in DOCUMENTED else ()


def unfit(name: str, argument: str) -> set[str]:
    """Values whose error is that of whoever gives them: a function that fails when it is called,
    an array that is neither true nor false. And a right value that starts seven processes.
    """
    if argument == "jobs":
        return {"seven"}
    if argument == "progress":
        return {"class", "function"}
    return {"array", "cube"} if argument in BOOLEAN else set()


BOOLEAN = {
    *("allow_boring", "backbone", "certificates", "crop", "invert", "other_programs", "steps"),
    "strict",
}
"""Arguments that are true or false."""


@pytest.mark.parametrize(("name", "argument"), list(arguments()))
def test_odd_values_give_an_answer_or_an_error_of_ours(name: str, argument: str) -> None:
    function = function_named(name)
    used(function(**GOOD[name]))
    documented = errors(name, argument)
    found = {}
    for kind in ODD:
        if kind in unfit(name, argument):
            continue
        arguments = {**GOOD[name], argument: odd(kind)}
        what = wrong(lambda arguments=arguments: function(**arguments), *documented)
        if what:
            found[kind] = what
    assert found == {}
