# SPDX-License-Identifier: MIT
"""Copies of all public values, also through pickle, are equal to the original."""

from __future__ import annotations

import copy
import enum
import inspect
import pickle
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, is_typeddict

import networkx as nx
import pytest

import nonosat
from nonosat import Puzzle, errors
from tests.support import public_calls
from tests.support.places import ROOT

UNIQUE = Puzzle([[1, 1], [3], [1]], [[2], [2], [2]])
TWO_WAYS = Puzzle([[1], [1]], [[1], [1]])
PRINTED = Puzzle([[5], [1, 1], [1, 1], [2, 2], [3]], [[4], [1, 2], [1, 1], [1, 2], [4]])
NO_WAY = Puzzle([[1, 1], [], [1, 1]], [[2], [], [2]])
IMAGE = b"P1\n8 4\n" + b"11110000\n" * 4
DOTS = b"P1\n2 2\n10\n01\n"


def _readings() -> nonosat.photo.ClueReadings:
    return nonosat.photo.most_probable_clues([[([2], 0.6), ([1], 0.4)]], [[([1], 1.0)]])


def _loose() -> nonosat.types.LooseClues:
    return nonosat.types.LooseClues([[2], [2]], [[2], [1]])


def _short() -> nonosat.types.LooseClues:
    return nonosat.types.LooseClues([[2], [4]], [[3], [3], [2], [2]])


def _events() -> list[nonosat.types.Event]:
    found: list[nonosat.types.Event] = []
    nonosat.solve(TWO_WAYS, progress=found.append)
    return found


def _event(kind: type) -> Any:
    return next(event for event in _events() if isinstance(event, kind))


def _progress() -> nonosat.types.RepairProgress:
    found: list[nonosat.types.RepairProgress] = []
    nonosat.make.repair_picture("#.\n.#", progress=found.append)
    return found[-1]


def _certified() -> nonosat.proof.WrittenCertificate:
    with TemporaryDirectory() as folder:
        return nonosat.proof.write_certificate(UNIQUE, Path(folder, "x.nonocert"))


def _verified() -> nonosat.proof.CertificateCheck:
    with TemporaryDirectory() as folder:
        nonosat.proof.write_certificate(UNIQUE, Path(folder, "x.nonocert"))
        return nonosat.proof.verify_certificate(Path(folder, "x.nonocert"))


def _read() -> nonosat.photo.PictureReading:
    return nonosat.photo.read_picture(nonosat.draw.png(PRINTED, cell_size=28))


def _others() -> nonosat.types.OtherPrograms:
    others = nonosat.rate(UNIQUE, other_programs=True).other_programs
    assert others is not None
    return others


def _chain() -> tuple[nonosat.types.Branch, ...]:
    """The branches of a step by implication."""
    steps = nonosat.walkthrough(nonosat.load(ROOT / "data" / "penguin.non"))
    return next(step.chain for step in steps if step.chain)


VALUES: dict[str, Callable[[], Any]] = {
    "BeliefIteration": lambda: next(nonosat.study.beliefs(TWO_WAYS)),
    "Block": lambda: nonosat.Block(2, 1),
    "Branch": lambda: _chain()[0],
    "CellExplanation": lambda: nonosat.explain_cell(UNIQUE, (2, 0)),
    "CertificateCheck": _verified,
    "Color": lambda: nonosat.types.Color("red", "#ff0000", "r"),
    "Contradiction": lambda: nonosat.find_contradiction(NO_WAY),
    "Correction": lambda: nonosat.make.correct_clues(_loose()).corrections[0],
    "SolutionCount": lambda: nonosat.count_solutions(TWO_WAYS),
    "Davidje13Rating": lambda: _others().davidje13,
    "Dsmiller95Rating": lambda: _others().dsmiller95,
    "Factor": lambda: nonosat.count_solutions(TWO_WAYS).factors[0],
    "Fault": lambda: nonosat.errors.Fault("wrong", nonosat.Line("row", 0), 1, 2),
    "RevealedCells": lambda: nonosat.make.reveal_cells(TWO_WAYS),
    "GridCheck": lambda: nonosat.check_grid(TWO_WAYS, "##\n##"),
    "Grid": lambda: nonosat.Grid("#?\n.#"),
    "Hint": lambda: nonosat.hint(UNIQUE, given=UNIQUE.unknown_grid()),
    "Line": lambda: nonosat.Line("column", 3),
    "LineStatistics": lambda: nonosat.study.line_statistics(UNIQUE),
    "LineWork": lambda: nonosat.study.line_statistics(UNIQUE).lines[0],
    "Looking": lambda: nonosat.rate(UNIQUE).looking,
    "Literal": lambda: _chain()[0].assumption,
    "Link": lambda: _chain()[0].links[0],
    "LooseClues": _loose,
    "RandomPuzzle": lambda: next(nonosat.make.random_puzzles(nonosat.make.Requirements(5), seed=1)),
    "ClueChange": lambda: _readings().candidates[0].changes[0],
    "ClueCorrections": lambda: nonosat.make.correct_clues(_loose()),
    "ClueReading": lambda: _readings().candidates[0],
    "ClueReadings": _readings,
    "Metadata": lambda: nonosat.types.Metadata(title="Cup"),
    "LineCorrection": lambda: nonosat.make.correct_clues(_short()).line_corrections[0],
    "NearestMiss": lambda: nonosat.make.puzzles_like_image(DOTS, size=2, max_changes=0).nearest,
    "SimilarPuzzle": lambda: nonosat.make.puzzles_like_image(IMAGE, size=2).puzzles[0],
    "Palette": lambda: nonosat.Palette.of([("red", "#f00", "r"), ("sky", "#88ccff", None)]),
    "SimilarPuzzles": lambda: nonosat.make.puzzles_like_image(IMAGE, size=2),
    "OtherPrograms": _others,
    "Puzzle": lambda: TWO_WAYS.with_goal("#.\n.#").with_printed("#?\n??").with_meta(title="x"),
    "Rating": lambda: nonosat.rate(UNIQUE),
    "Reading": lambda: nonosat.types.Reading("multiple", (nonosat.Grid("#."),)),
    "PictureRepair": lambda: nonosat.make.repair_picture("#.\n.#"),
    "RepairProgress": _progress,
    "Requirements": lambda: nonosat.make.Requirements(5),
    "Report": lambda: nonosat.solve(TWO_WAYS, backbone=True),
    "RevealedComponent": lambda: nonosat.make.reveal_cells(TWO_WAYS).components[0],
    "SolutionFound": lambda: _event(nonosat.types.SolutionFound),
    "AmbiguousComponent": lambda: nonosat.make.repair_picture("#.\n.#").components[0],
    "StageFinished": lambda: _event(nonosat.types.StageFinished),
    "StageProgress": lambda: nonosat.types.StageProgress("sat", 3, "conflicts"),
    "StageReport": lambda: nonosat.solve(TWO_WAYS).stages[0],
    "StageStarted": lambda: _event(nonosat.types.StageStarted),
    "Step": lambda: nonosat.walkthrough(UNIQUE)[1],
    "Suspect": lambda: nonosat.make.correct_clues(_loose()).suspects[0],
    "ImagePuzzle": lambda: nonosat.make.puzzle_from_image(IMAGE),
    "PictureLine": lambda: _read().rows[0],
    "PictureNumber": lambda: _read().rows[0].numbers[0],
    "PictureReading": _read,
    "Walkthrough": lambda: nonosat.walkthrough(UNIQUE),
    "Weights": lambda: nonosat.types.Weights(((0,),), ((1,),), 1, 1, 2),
    "WrittenCertificate": _certified,
    "implication_graph": lambda: nonosat.study.implication_graph(TWO_WAYS),
}
"""A value of every public class, except errors, enumerations and dictionaries of options."""

STUDY = ("BeliefIteration", "LineStatistics", "LineWork")
"""The values of the module study that are not rows."""

NO_VALUES = {
    "Cancellation",  # a handle: a copy of it ends nothing
    "Solutions",  # an iterator
    "Moment",  # a grid that a step keeps
    "RandomPuzzles",  # an iterator
    *("Book", "Png", "Svg", "Theme"),  # of drawings
    *("Executor", "Exported", "JudgeProgress", "Judged"),  # of collections
    "Preset",
}
"""Classes with separate tests."""


def _classes() -> dict[str, type]:
    modules = (*public_calls.MODULES, nonosat.types)
    found = {name: getattr(module, name) for module in modules for name in module.__all__}
    found |= {name: getattr(nonosat.study, name) for name in STUDY} | {
        "Fault": nonosat.errors.Fault
    }
    return {name: thing for name, thing in found.items() if inspect.isclass(thing)}


def test_every_public_class_has_a_value() -> None:
    values = {
        name
        for name, thing in _classes().items()
        if not issubclass(thing, (BaseException, enum.Enum)) and not is_typeddict(thing)
    }
    assert values - NO_VALUES == set(VALUES) - {"implication_graph"}


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {number}": lambda value, number=number: pickle.loads(pickle.dumps(value, number))
        for number in range(2, pickle.HIGHEST_PROTOCOL + 1)
    },
}


@pytest.mark.parametrize("name", VALUES)
def test_a_copy_of_a_value_is_equal(name: str) -> None:
    value = VALUES[name]()
    assert type(value) is _classes().get(name, type(value))
    for way, made in COPIES.items():
        other = made(value)
        assert type(other) is type(value)
        assert other == value, way
        if not isinstance(value, nx.Graph):  # its representation is an address
            assert repr(other) == repr(value), way
        assert str(other) == str(value), way


def _others_than_answers() -> Iterator[Any]:
    """Values of studies, collections and drawings."""
    study, collection = nonosat.study, nonosat.collection
    yield nonosat.draw.svg(UNIQUE)
    yield nonosat.draw.sheets([UNIQUE])
    yield nonosat.types.Theme(cell_size=9)
    yield study.Configuration("fast", preset="fast")
    yield study.Known("unique")
    yield study.Program("mine", "mine {file}")
    yield from study.ready_programs()
    yield study.Skipped("x.txt", "no puzzle")
    yield study.Folder({"a": UNIQUE}, (study.Skipped("x.txt", "no puzzle"),))
    yield study.proven_by(UNIQUE, nonosat.solve(UNIQUE).solutions[0])
    rows = study.run(study.orientations("a", UNIQUE), ["fast"])
    yield from (rows[0], *study.steadiness(rows))
    yield study.try_program("true {file}", UNIQUE)
    with TemporaryDirectory() as folder:
        with collection.open(Path(folder, "a.db")) as store:
            yield store.add([UNIQUE, UNIQUE, TWO_WAYS])
            yield store.judge()
            entry = store.entry(1)  # it reads from the open file, so it has no copies
            yield from (*entry.found(), *entry.answers(), store.status())
            yield store.export(Path(folder, "a.csv"))
        with collection.open(Path(folder, "b.db")) as other:
            yield other.merge(Path(folder, "a.db"))


@pytest.mark.slow  # it judges
def test_a_copy_of_any_other_value_is_equal() -> None:
    for value in _others_than_answers():
        for way, made in COPIES.items():
            assert made(value) == value, way


@pytest.mark.parametrize(
    "name",
    [
        *("RevealedCells", "RandomPuzzle", "ClueCorrections", "ClueReadings", "SimilarPuzzles"),
        "PictureRepair",
    ],
)
def test_what_was_made_says_so_everywhere_in_the_same_lines(name: str) -> None:
    value = VALUES[name]()
    lines = value.lines()
    assert lines
    picture = ["", str(value.puzzle)] if name == "RandomPuzzle" else []
    assert str(value) == "\n".join([*lines, *picture])
    html = value._repr_html_()
    assert all(escape(line.strip()) in html for line in lines)
    assert "<svg" in html


@pytest.mark.parametrize("puzzle", [UNIQUE, TWO_WAYS, NO_WAY])
@pytest.mark.parametrize("copied", COPIES)
def test_a_walkthrough_may_be_copied_at_any_time(puzzle: Puzzle, copied: str) -> None:
    begun = nonosat.walkthrough(puzzle)
    bool(begun)  # finds one step
    other = COPIES[copied](begun)
    whole = nonosat.walkthrough(puzzle)
    assert begun == other == whole
    assert hash(begun) == hash(other)
    assert other.as_dict() == whole.as_dict()
    assert str(other) == str(whole)
    assert other.failed_line == whole.failed_line
    assert [other.grid_after(i) for i in range(len(other))] == [
        whole.grid_after(i) for i in range(len(whole))
    ]
    assert other != nonosat.walkthrough(puzzle, max_technique="trivial")
    assert other != list(other)


@pytest.mark.parametrize(
    "error",
    [
        nonosat.errors.PuzzleError(
            [nonosat.errors.Fault("wrong", nonosat.Line("row", 0))], "x.non", _loose()
        ),
        nonosat.errors.PuzzleSyntaxError("wrong", "x.non"),
        nonosat.errors.ContradictionError("wrong", nonosat.Line("column", 1)),
        nonosat.errors.CollectionError("full", writing=True),
        nonosat.errors.LimitError("late", nonosat.Reason.TIME),
        *(kind("wrong") for kind in (nonosat.errors.GridError, nonosat.errors.OptionError)),
        *(kind("wrong") for kind in (nonosat.errors.BackendError, nonosat.errors.CertificateError)),
        *(kind("wrong") for kind in (nonosat.errors.InternalError, nonosat.NonosatError)),
    ],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_an_error_says_the_same(error: Exception, copied: str) -> None:
    other = COPIES[copied](error)
    assert type(other) is type(error)
    assert str(other) == str(error)
    assert vars(other) == vars(error)


@pytest.mark.parametrize(
    ("answer", "attribute"),
    [
        (lambda puzzle: nonosat.check_grid(puzzle, "#"), "right"),
        (nonosat.find_contradiction, "found"),
        (nonosat.count_solutions, "number"),
    ],
)
def test_an_answer_is_neither_true_nor_false(answer: Any, attribute: str) -> None:
    with pytest.raises(TypeError, match=rf"neither true nor false: use \.{attribute}$"):
        bool(answer(Puzzle([[1]], [[1]])))


@pytest.mark.parametrize("kind", [nonosat.Reason, nonosat.Verdict])
def test_the_help_of_an_enumeration_says_what_each_member_means(kind: Any) -> None:
    for member in kind:
        assert f"{member.name}: " in kind.__doc__


def test_a_rating_has_a_hash() -> None:
    first, second = nonosat.rate(UNIQUE), nonosat.rate(UNIQUE)
    assert first.steps
    assert hash(first) == hash(second)


def test_arguments_of_another_kind_are_named() -> None:
    for kind in (bytearray, memoryview):
        with pytest.raises(errors.PuzzleSyntaxError, match=r"is not text or bytes; use bytes\("):
            nonosat.loads(kind(b"#"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rows None: give a list with a clue for each row"):
        nonosat.Puzzle(None, [[1]])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="columns 5: give a list with a clue for each column"):
        nonosat.Puzzle([[1]], 5)  # type: ignore[arg-type]
