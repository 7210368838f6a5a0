# SPDX-License-Identifier: MIT
"""Odd values for every argument of every public function, class and method: an answer, a
NonosatError, or a documented error.

The calls come from the public names, their arguments from the signatures, so that no new name is
forgotten: ``GOOD`` needs an entry for it. The functions about puzzles (``STRICT``) raise a
NonosatError; all others may also raise a TypeError and the errors in their docstring.
"""

from __future__ import annotations

import builtins
import enum
import inspect
import itertools
import re
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from released import MODULES

import nonosat
from nonosat import NonosatError, collection, draw, study
from nonosat.types import Theme
from tests.support import public_calls
from tests.support.odd_values import GOOD, ODD, PLAIN, ROWS, callable_named, fresh, named, odd

STRICT = {
    *public_calls.CALLS,
    *("study.beliefs", "study.implication_graph", "study.line_statistics"),
}

ELSEWHERE = {
    "Puzzle.solve": "as solve, and so on",
    **dict.fromkeys(
        (f"Puzzle.{name}" for name in ("count", "check_grid", "hint", "rate", "walkthrough")),
        "as the function",
    ),
    "Puzzle.repair": "as repair_picture",
    **dict.fromkeys(
        ("study.run_program", "study.try_program"), "starts the program that it is given"
    ),
    "study.report_page": "a page of rows, which bench makes",
    "Collection.judge": "starts processes; tests/collection/test_collection_judge.py",
    "Collection.frame": "as query, with pandas",
    "Collection.isomorphic_to": "takes an entry",
    "Walkthrough.html": "takes a function",
    "LooseClues.if_readable": "takes what a reader has checked",
}
"""The names that are not called here, and why, or where they are."""

MADE_BY_US = (
    *("Branch", "Executor", "Fault", "Link", "Literal", "Moment", "PictureLine", "PictureNumber"),
    *("PictureReading", "Result", "StageProgress", "Configuration", "Exchange", "Folder", "Known"),
    *("Program", "Reading", "Trial"),
    *("Skipped", "Steadiness", "LineStatistics", "ClueCorrections", "ClueReadings"),
    *("SolutionCount", "PictureRepair", "Hint", "Walkthrough", "Collection"),
)
"""Plain records: their constructors take any value; the code that reads it checks it."""


def public_names(module: ModuleType) -> list[str]:
    """The public names of a module; for ``errors``, its classes."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__)
    return sorted(
        name
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__ and name[0] != "_"
    )


def _shown(kind: type) -> bool:
    """True if the documentation of a class shows how to make a value of it."""
    if issubclass(kind, str):  # made of a text, as all texts are
        return False
    return kind is Theme or bool(
        re.search(rf">>> .*\b{kind.__name__}\(", vars(kind).get("__doc__") or "")
    )


def callables() -> Iterator[str]:
    """All public functions, classes that users make, and their methods."""
    seen: set[int] = set()
    for module in (nonosat if name == "nonosat" else getattr(nonosat, name) for name in MODULES):
        plain = module in (*public_calls.MODULES, nonosat.types)
        prefix = "" if plain else module.__name__.split(".")[1] + "."
        for name in public_names(module):
            value = getattr(module, name)
            if id(value) in seen:
                continue
            seen.add(id(value))
            if inspect.isfunction(value):
                yield prefix + name
            elif inspect.isclass(value) and not (
                issubclass(value, enum.Enum | BaseException) or typing.is_typeddict(value)
            ):
                if _shown(value) and name not in MADE_BY_US:
                    yield name
                if name not in MADE_BY_US or any(key.startswith(f"{name}.") for key in GOOD):
                    yield from (f"{name}.{method}" for method in _methods(value))


def _methods(kind: type) -> Iterator[str]:
    """The public methods with arguments."""
    for name, value in vars(kind).items():
        called = getattr(value, "__func__", value)
        if name[0] != "_" and inspect.isfunction(called):
            wanted = 0 if isinstance(value, staticmethod) else 1
            if len(inspect.signature(called).parameters) > wanted:
                yield name


def test_every_public_callable_has_good_arguments() -> None:
    assert {*callables(), *STRICT} - {*GOOD, *ELSEWHERE} == set()


PATHS = {"path", "paths", "out", "font", "items", "image", "drat_trim", "export"}
"""Arguments that can name files: Python's own errors say what is wrong with them."""
DOCUMENTED = {
    ("correct_clues", "clues"),
    ("correct_clues", "rows"),
    ("correct_clues", "columns"),
    ("solve_many", "puzzles"),
}
"""Arguments of strict functions for which a TypeError is documented."""


def allowed(name: str, argument: str) -> tuple[type[Exception], ...]:
    """The errors that a call may raise: NonosatError, and documented errors."""
    if name in STRICT:
        of_paths = (OSError, TypeError, ValueError) if argument in PATHS else ()
        return NonosatError, *of_paths, *([TypeError] if (name, argument) in DOCUMENTED else [])
    text = inspect.getdoc(named(name)) or ""
    said = re.findall(r"^    (\w+Error):", text.partition("Raises:")[2], re.MULTILINE)
    documented = [vars(builtins)[error] for error in said if hasattr(builtins, error)]
    return NonosatError, TypeError, *documented, *([OSError] if argument in PATHS else [])


UNFIT = {
    *(("count", "huge"), ("repeats", "huge")),
    *(("length", "deepest"), ("color", "deepest"), ("name", "deepest")),
}
"""Calls that never end, as asked; and values that are kept as given and cannot be shown."""
NUMPYS = ("The truth value of an array", "only integers, slices")
"""The error of numpy for an array in place of one value."""
FUNCTIONS = {"progress", "poll", "faulty"}
"""Arguments that are called: their exceptions pass through."""
BOOLEAN = {
    *("allow_boring", "backbone", "certificates", "crop", "invert", "other_programs", "steps"),
    "strict",
}
"""Boolean arguments; an array is neither true nor false."""


def unfit(name: str, argument: str, kind: str) -> bool:
    """True if the error comes from the value itself, or the right answer needs many processes."""
    if argument == "jobs":
        return name not in STRICT or kind == "seven"
    if argument in FUNCTIONS:
        return kind in ("class", "function")
    if argument in BOOLEAN and name in STRICT:
        return kind in ("array", "cube")
    return name not in STRICT and (argument, kind) in UNFIT


def arguments(name: str) -> Iterator[str]:
    """All arguments, including those of ``**options``."""
    for argument in inspect.signature(named(name)).parameters.values():
        if argument.kind is not argument.VAR_KEYWORD:
            yield argument.name
        elif "Unpack" in str(argument.annotation):
            kind = str(argument.annotation).removeprefix("Unpack[").removesuffix("]")
            yield from getattr(nonosat.types, kind).__annotations__


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
    nonosat.proof.write_certificate(PLAIN, path)
    return path.read_bytes()


@pytest.fixture(autouse=True)
def _place(certificate: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    nonosat.dump(PLAIN, "good.non")
    Path("good.nonocert").write_bytes(certificate)
    study.save_rows(ROWS, "rows.csv")
    collection.open("other.db").close()


LONG = ("Collection.", "PictureRepair.", "Walkthrough.", "collection.", "draw.", "study.")
"""Functions that work with files, draw or solve."""


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        pytest.param(
            *(name, argument),
            marks=[pytest.mark.slow] if name.startswith(LONG) and name not in STRICT else [],
        )
        for name in GOOD
        for argument in arguments(name)
        if argument != "self"
    ],
)
def test_odd_values_give_an_answer_or_a_documented_error(name: str, argument: str) -> None:
    good = GOOD[name]
    used(callable_named(name)(**good))
    found = {}
    for kind in ODD:
        if unfit(name, argument, kind):
            continue
        given = odd(kind)
        try:
            used(callable_named(name)(**{**good, argument: given}))
        except allowed(name, argument):
            pass
        except Exception as error:
            if name in STRICT or not str(error).startswith(NUMPYS):
                found[kind] = f"{type(error).__name__}: {error}"[:200]
    assert found == {}


@pytest.mark.slow  # some calls start a solver or make a collection
def test_no_file_can_have_a_name_with_nul_or_half_a_pair(tmp_path: Path) -> None:
    """In every function that takes a path: a NonosatError, or an OSError, as for any bad name."""
    calls: dict[str, Callable[[str], object]] = {
        "load": nonosat.load,
        "puzzle_from_image": nonosat.make.puzzle_from_image,
        "read_picture": nonosat.photo.read_picture,
        "load_all": lambda path: list(nonosat.load_all(path)),
        "dump": lambda path: nonosat.dump(PLAIN, path, format="non"),
        "dump_all": lambda path: nonosat.dump_all([PLAIN], path, format="nonpack"),
        "like": lambda path: nonosat.make.puzzles_like_image(path, size=2),
        "write_certificate": lambda path: nonosat.proof.write_certificate(PLAIN, path),
        "verify_certificate": nonosat.proof.verify_certificate,
        "save": lambda path: nonosat.walkthrough(PLAIN).save(f"{path}.json"),
        "save_rows": lambda path: study.save_rows(ROWS, f"{path}.csv"),
        "load_rows": lambda path: study.load_rows(f"{path}.csv"),
        "load_rows of SQLite": lambda path: study.load_rows(f"{path}.sqlite"),
        "folder": study.folder,
        "open": collection.open,
        "open to read": lambda path: collection.open(path, write=False),
        "add": lambda path: list(map(str, [fresh().add(path).unread])) and fresh().add([path]),
        "merge": lambda path: fresh().merge(path),
        "export": lambda path: fresh().export(f"{path}.csv"),
        "export to a folder": lambda path: fresh().export(f"{path}/", to="non"),
        "font": lambda path: draw.sheets([PLAIN], font=path),
    }
    nonosat.proof.write_certificate(PLAIN, "good.nonocert")
    for option in ("drat_trim", "export"):
        calls[option] = lambda path, option=option: nonosat.proof.verify_certificate(
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
                if what not in ("add",):  # it counts files that cannot be read
                    found[what, path] = "no error"
    assert found == {}
