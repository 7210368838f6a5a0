# SPDX-License-Identifier: MIT
"""Odd values for the classes that users make, their methods, and the modules beside the flat names:
an answer, an error of ours, a TypeError, or what the docstring names; for files also an OSError.

``test_public_odd`` does the same, more strictly, for the functions of ``nonosat`` itself. What is
called comes from the list of public names, so that nothing new is forgotten: ``GOOD`` needs an
entry for it.
"""

from __future__ import annotations

import enum
import inspect
import re
import sys
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from test_public_odd import GOOD as FLAT
from test_public_odd import ODD, odd, used

import nonosat
from nonosat import Block, Grid, Line, NonosatError, Palette, Puzzle, collection, draw, study
from nonosat.types import Color, LooseClues, Metadata, Theme

PLAIN = Puzzle([[2], [1]], [[2], [1]])
GRID = Grid("##\n#.")
ROWS = study.run({"a": PLAIN}, ["fast", "sat"])
LOOSE = LooseClues([[2], [2]], [[2], [1]])
PROGRAM = study.Program("mine", "nowhere {file}")


def _fresh(*args: Any, **named: Any) -> Any:
    """A collection of a file of its own, which has a puzzle."""
    path = Path("made.db")
    path.unlink(missing_ok=True)
    store = collection.open(path)
    store.add([PLAIN])
    return store


GOOD: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "Block": (lambda: Block, {"length": 1}),
    "Cancellation": (lambda: nonosat.Cancellation, {}),
    "Color": (lambda: Color, {"name": "red", "rgb": "#ff0000", "letter": "r"}),
    "Grid": (lambda: Grid, {"cells": "#."}),
    "Grid.from_cells": (lambda: Grid.from_cells, {"height": 1, "width": 2, "cells": b"\0\1"}),
    "Grid.from_rows": (lambda: Grid.from_rows, {"rows": [[0, 1]]}),
    "Grid.unknown": (lambda: Grid.unknown, {"height": 1, "width": 2}),
    "Grid.row": (lambda: GRID.row, {"index": 0}),
    "Grid.column": (lambda: GRID.column, {"index": 0}),
    "Grid.line": (lambda: GRID.line, {"line": Line("R", 0)}),
    "Grid.extends": (lambda: GRID.extends, {"other": GRID}),
    "Grid.differences": (lambda: GRID.differences, {"other": GRID}),
    "Grid.agreement": (lambda: GRID.agreement, {"others": [GRID]}),
    "Grid.with_cells": (lambda: GRID.with_cells, {"values": [(0, 0, 1)]}),
    "Line": (lambda: Line, {"axis": "R", "index": 0}),
    "LooseClues": (lambda: LooseClues, {"rows": [[1]], "columns": [[2]]}),
    "LooseClues.clue": (lambda: LOOSE.clue, {"line": Line("R", 0)}),
    "LooseClues.with_meta": (lambda: LOOSE.with_meta, {"title": "x"}),
    "Metadata": (lambda: Metadata, {}),
    "Palette": (lambda: Palette, {}),
    "Palette.of": (lambda: Palette.of, {"colors": [("red", "#f00", "r")]}),
    "Puzzle": (lambda: Puzzle, {"rows": [[1]], "columns": [[1]]}),
    "Puzzle.from_grid": (lambda: Puzzle.from_grid, {"grid": "#."}),
    "Puzzle.clue": (lambda: PLAIN.clue, {"line": Line("R", 0)}),
    "Puzzle.start_grid": (lambda: PLAIN.start_grid, {}),
    "Puzzle.grid": (lambda: PLAIN.grid, {"cells": b"\0\1\1\1"}),
    "Puzzle.as_grid": (lambda: PLAIN.as_grid, {"grid": GRID}),
    "Puzzle.check": (lambda: PLAIN.check, {"grid": GRID}),
    "Puzzle.with_goal": (lambda: PLAIN.with_goal, {"goal": GRID}),
    "Puzzle.with_printed": (lambda: PLAIN.with_printed, {"printed": GRID}),
    "Puzzle.with_meta": (lambda: PLAIN.with_meta, {"title": "x"}),
    "Puzzle.rotate": (lambda: PLAIN.rotate, {}),
    "Theme": (lambda: Theme, {}),
    "Walkthrough.grid_after": (lambda: nonosat.walkthrough(PLAIN).grid_after, {"index": 0}),
    "Walkthrough.save": (lambda: nonosat.walkthrough(PLAIN).save, {"path": "made.json"}),
    "Hint.text": (lambda: nonosat.hint(PLAIN).text, {"level": "why"}),
    "Hint.as_dict": (lambda: nonosat.hint(PLAIN).as_dict, {}),
    "PictureRepair.changed": (lambda: nonosat.repair_picture("#.\n.#").changed, {}),
    "study.cactus": (lambda: study.cactus, {"rows": ROWS}),
    "study.cells_of": (lambda: study.cells_of, {"row": ROWS[0], "stage": "lines"}),
    "study.described": (
        lambda: study.described,
        {"text": "[x]\ncommand = 'x {file}'", "name": "x.toml"},
    ),
    "study.domino": (lambda: study.domino, {"n": 2}),
    "study.environment": (lambda: study.environment, {}),
    "study.folder": (lambda: study.folder, {"path": "."}),
    "study.load_rows": (lambda: study.load_rows, {"path": "rows.csv"}),
    "study.orientations": (lambda: study.orientations, {"name": "a", "puzzle": PLAIN}),
    "study.par2": (lambda: study.par2, {"rows": ROWS}),
    "study.program_version": (lambda: study.program_version, {"program": PROGRAM}),
    "study.proven_by": (lambda: study.proven_by, {"puzzle": PLAIN, "solution": GRID}),
    "study.random_picture_puzzles": (
        lambda: study.random_picture_puzzles,
        {"width": 2, "height": 2, "density": 0.5, "count": 1},
    ),
    "study.ready_programs": (lambda: study.ready_programs, {}),
    "study.run": (lambda: study.run, {"puzzles": {"a": PLAIN}, "configurations": ["fast"]}),
    "study.iterate": (
        lambda: study.iterate,
        {"puzzles": [("a", PLAIN)], "configurations": ["fast"]},
    ),
    "study.save_rows": (lambda: study.save_rows, {"rows": ROWS, "path": "made.csv"}),
    "study.seconds_of": (lambda: study.seconds_of, {"row": ROWS[0], "stage": "lines"}),
    "study.shares_of_cells": (lambda: study.shares_of_cells, {"rows": ROWS}),
    "study.speed_up": (
        lambda: study.speed_up,
        {"rows": ROWS, "configuration": "fast", "baseline": "sat"},
    ),
    "study.split_command": (lambda: study.split_command, {"command": "x {file}"}),
    "study.steadiness": (lambda: study.steadiness, {"rows": []}),
    "study.wilson_interval": (lambda: study.wilson_interval, {"successes": 1, "trials": 2}),
    "collection.open": (lambda: _opened, {"path": "made.db"}),
    "Collection.add": (lambda: _fresh().add, {"items": [PLAIN]}),
    "Collection.entry": (lambda: _fresh().entry, {"name": 1}),
    "Collection.report": (lambda: _fresh().report, {}),
    "Collection.merge": (lambda: _fresh().merge, {"paths": "other.db"}),
    "Collection.query": (lambda: _fresh().query, {}),
    "Collection.export": (lambda: _fresh().export, {"out": "made.csv", "force": True}),
    "draw.pdf": (lambda: draw.pdf, {"puzzle": PLAIN}),
    "draw.png": (lambda: draw.png, {"puzzle": PLAIN}),
    "draw.svg": (lambda: draw.svg, {"puzzle": PLAIN}),
    "draw.sheets": (lambda: draw.sheets, {"puzzles": [PLAIN]}),
}
"""Per public name: what is called, and arguments with which it works."""

ELSEWHERE = {
    "Puzzle.solve": "test_public_odd, as solve",
    "study.run_program": "starts the program that it is given",
    "study.report_page": "a page of rows, which bench makes",
    "Collection.judge": "starts processes; tests/collection/test_collection_judge.py",
    "Collection.frame": "as query, with pandas",
    "Collection.isomorphic_to": "takes an entry",
    "Walkthrough.html": "takes a function",
    "LooseClues.if_readable": "takes what a reader has checked",
}
"""What is not called here, and where it is or why."""

MADE_BY_US = (
    *("Branch", "Executor", "Fault", "Link", "Literal", "Moment", "PictureLine", "PictureNumber"),
    *("PictureReading", "Result", "StageProgress", "Configuration", "Folder", "Known", "Program"),
    *("Skipped", "Steadiness", "LineStatistics", "ClueCorrections", "ClueReadings"),
    *("SolutionCount", "PictureRepair", "Hint", "Walkthrough", "Collection"),
)
"""Plain records: their constructors take what they are given, and who reads it checks it."""


def _opened(**arguments: Any) -> None:
    collection.open(**arguments).close()


MODULES = (nonosat, nonosat.types, nonosat.errors, study, collection, draw)


def public_names(module: ModuleType) -> list[str]:
    """The public names of a module; those of ``errors`` are its classes."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__)
    return sorted(
        name
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__ and name[0] != "_"
    )


def _shown(kind: type) -> bool:
    """Whether the documentation of a class shows how to make a value of it."""
    if issubclass(kind, str):  # made of a text, as all texts are
        return False
    return kind is Theme or bool(
        re.search(rf">>> .*\b{kind.__name__}\(", vars(kind).get("__doc__") or "")
    )


def callables() -> Iterator[str]:
    """All public functions beside the flat ones, classes that users make, and their methods."""
    seen: set[int] = set()
    for module in MODULES:
        prefix = "" if module in (nonosat, nonosat.types) else module.__name__.split(".")[1] + "."
        for name in public_names(module):
            value = getattr(module, name)
            if id(value) in seen:
                continue
            seen.add(id(value))
            if inspect.isfunction(value) and prefix and name not in FLAT:
                yield prefix + name
            elif inspect.isclass(value) and not (
                issubclass(value, enum.Enum | BaseException) or typing.is_typeddict(value)
            ):
                if _shown(value) and name not in MADE_BY_US:
                    yield name
                if name not in MADE_BY_US or any(key.startswith(f"{name}.") for key in GOOD):
                    yield from (f"{name}.{method}" for method in _methods(value))


def _methods(kind: type) -> Iterator[str]:
    """The public methods that take something."""
    for name, value in vars(kind).items():
        called = getattr(value, "__func__", value)
        if name[0] != "_" and inspect.isfunction(called):
            wanted = 0 if isinstance(value, staticmethod) else 1
            if len(inspect.signature(called).parameters) > wanted:
                yield name


def test_every_public_callable_has_good_arguments() -> None:
    missing = set(callables()) - set(GOOD) - set(ELSEWHERE)
    assert missing == set()


PATHS = {"path", "paths", "out", "font", "items"}
"""Arguments that can name files: Python's own errors say what is wrong with them."""


def allowed(function: Callable[..., Any], argument: str) -> tuple[type[Exception], ...]:
    """The errors that a call may raise: ours, and those that its docstring names."""
    text = inspect.getdoc(function) or ""
    named = re.findall(r"^    (\w+Error):", text.partition("Raises:")[2], re.MULTILINE)
    builtins = vars(sys.modules["builtins"])
    documented = [builtins[name] for name in named if name in builtins]
    return (NonosatError, TypeError, *documented, *([OSError] if argument in PATHS else []))


UNFIT = {
    *(("count", "huge"), ("repeats", "huge")),
    *(("length", "deepest"), ("color", "deepest"), ("name", "deepest")),
}
"""What takes for ever, as asked; and what is kept as it is given, and cannot be shown."""
NUMPYS = ("The truth value of an array", "only integers, slices")
"""How numpy refuses an array in the place of one value."""
FUNCTIONS = {"progress", "poll", "faulty"}
"""Arguments that are called: what they raise is theirs."""


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    study.save_rows(ROWS, "rows.csv")
    collection.open("other.db").close()


LONG = ("Collection.", "PictureRepair.", "Walkthrough.", "collection.", "draw.", "study.")
"""What works with files, draws or solves."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name.startswith(LONG) else [])
        for name in GOOD
    ],
)
def test_odd_values_give_an_answer_or_a_documented_error(name: str) -> None:
    made, good = GOOD[name]
    function = made()
    used(function(**good))
    found = {}
    for argument in inspect.signature(
        collection.open if name == "collection.open" else function
    ).parameters.values():
        if argument.kind is argument.VAR_KEYWORD and "Unpack" not in str(argument.annotation):
            continue
        names = [argument.name]
        if argument.kind is argument.VAR_KEYWORD:
            kind = str(argument.annotation).removeprefix("Unpack[").removesuffix("]")
            names = list(getattr(nonosat.types, kind, {}).__annotations__)
        for one in names:
            for value in ODD:
                if one == "jobs" or (one, value) in UNFIT:
                    continue
                if one in FUNCTIONS and value in ("class", "function"):
                    continue
                given = odd(value)
                try:
                    used(made()(**{**good, one: given}))
                except allowed(function, one):
                    pass
                except Exception as error:
                    if str(error).startswith(NUMPYS):
                        continue
                    found[one, value] = f"{type(error).__name__}: {error}"[:200]
    assert found == {}


@pytest.mark.slow  # some calls start a solver or make a collection
def test_no_file_can_have_a_name_with_nul_or_half_a_pair(tmp_path: Path) -> None:
    """Of every function that takes a path: ours, or an OSError, as of any other bad name."""
    calls: dict[str, Callable[[str], object]] = {
        "load": nonosat.load,
        "puzzle_from_image": nonosat.puzzle_from_image,
        "read_picture": nonosat.read_picture,
        "load_all": lambda path: list(nonosat.load_all(path)),
        "dump": lambda path: nonosat.dump(PLAIN, path, format="non"),
        "dump_all": lambda path: nonosat.dump_all([PLAIN], path, format="nonpack"),
        "like": lambda path: nonosat.puzzles_like_image(path, size=2),
        "write_certificate": lambda path: nonosat.write_certificate(PLAIN, path),
        "verify_certificate": nonosat.verify_certificate,
        "save": lambda path: nonosat.walkthrough(PLAIN).save(f"{path}.json"),
        "save_rows": lambda path: study.save_rows(ROWS, f"{path}.csv"),
        "load_rows": lambda path: study.load_rows(f"{path}.csv"),
        "load_rows of SQLite": lambda path: study.load_rows(f"{path}.sqlite"),
        "folder": study.folder,
        "open": collection.open,
        "open to read": lambda path: collection.open(path, write=False),
        "add": lambda path: list(map(str, [_fresh().add(path).unread])) and _fresh().add([path]),
        "merge": lambda path: _fresh().merge(path),
        "export": lambda path: _fresh().export(f"{path}.csv"),
        "export to a folder": lambda path: _fresh().export(f"{path}/", to="non"),
        "font": lambda path: draw.sheets([PLAIN], font=path),
    }
    nonosat.write_certificate(PLAIN, "good.nonocert")
    for option in ("drat_trim", "export"):
        calls[option] = lambda path, option=option: nonosat.verify_certificate(
            "good.nonocert", **{option: path}
        )
    found = {}
    for what, call in calls.items():
        for path in ("a\0b", "a\ud800b", "\0", "x/\udfffy"):
            try:
                call(path)
            except (NonosatError, OSError) as error:
                if not str(error):
                    found[what, path] = "no words"
            except Exception as error:
                found[what, path] = repr(error)
            else:
                if what not in ("add",):  # it counts what cannot be read
                    found[what, path] = "no error"
    assert found == {}
