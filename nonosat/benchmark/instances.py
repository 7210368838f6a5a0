# SPDX-License-Identifier: MIT
"""An instance of a benchmark: its puzzle, the answers about it, its certificate.

A generator makes the puzzle from parameters and a seed alone, so every instance can be made by
itself. It uses ``random.Random`` with a text as its seed, and only its method ``random()``, which
Python keeps the same for ever. Pictures come from ``study`` and ``make``; here they become
puzzles with several solutions, with no solution, with missing clues or with printed cells.

Levels of deduction come from the core, technique by technique: the cells that are known when that
technique and all easier ones give nothing more. Each level is a fixpoint, complete, and so the same
for every order of work and for every program of the same strength. The later stages (beliefs, SAT)
have no level: they decide.

All bounds count work, never time, so an answer is the same on every machine. A puzzle that is not
found or not decided within the bounds is left out of the benchmark.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nonosat.collection.hashes import isomorphism_class
from nonosat.core._core import Status
from nonosat.errors import PuzzleError
from nonosat.exact import count_solutions
from nonosat.explain.difficulty import look
from nonosat.formats import load
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import NoSolution, finish, open_board
from nonosat.make.random.attempts import draw, technique_of
from nonosat.make.random.requirements import REACHES, Requirements, groups_of
from nonosat.make.random.search import random_puzzles
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.numbers import check_choice
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report, Verdict
from nonosat.proof.writer import certificate
from nonosat.solving import solve
from nonosat.study.puzzles import domino, random_picture_puzzles

CONFLICTS = 20_000
"""The most conflicts of a SAT solver for a verdict."""

MOST_SOLUTIONS = 10_000
"""Solutions are counted up to this number."""

COUNT_CONFLICTS = 1_000
"""The most conflicts for the search for ambiguous cells, before solutions are counted."""

_ATTEMPTS = 200


Value = int | float | str
"""A parameter of a generator."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One puzzle of a benchmark, by its generator and parameters.

    ``size``: the smallest size that has it. ``values``: its parameters, including the fixed ones of
    its family. ``seed``: the seed of its family plus its number.
    """

    id: str
    family: str
    size: str
    generator: str
    values: Mapping[str, Value] = field(hash=False)
    seed: int


@dataclass(frozen=True, slots=True)
class Generator:
    """``parameters``: names and types; ``required``: parameters that an instance must have.

    ``make`` takes the values, the seed, and the folder of the description.
    """

    make: Callable[[Mapping[str, Any], int, Path], Puzzle | None]
    parameters: Mapping[str, type]
    required: tuple[str, ...]


def _picture(values: Mapping[str, Any], seed: int, folder: Path) -> Puzzle:
    """A random picture; each cell is filled with probability ``density``.

    A seed among the values stands for a picture that was found by a search.
    """
    side, seed = values["side"], values.get("seed", seed)
    [puzzle] = random_picture_puzzles(side, side, values["density"], 1, seed).values()
    return puzzle


def _drawn(values: Mapping[str, Any], seed: int) -> Grid:
    """A random picture with exactly the given density, in one or more colours."""
    side, colors = values["side"], values.get("colors", 1)
    requirements = Requirements(side, density=values["density"], colors=colors, allow_boring=True)
    name = f"{requirements.name}:{seed}"
    cells = draw(requirements, groups_of(side, side, None), name)
    return Grid.from_cells(side, side, cells, requirements.palette.letters)


def _colored(values: Mapping[str, Any], seed: int, folder: Path) -> Puzzle:
    """A random picture in colours, without requirements for its puzzle."""
    return Puzzle.from_grid(_drawn(values, seed))


def _made(values: Mapping[str, Any], seed: int, folder: Path) -> Puzzle | None:
    """A puzzle of ``random_puzzles``: it has one solution and meets the requirements ``values``."""
    options = {key: value for key, value in values.items() if key != "side"}
    wanted = Requirements(values["side"], **options)
    made = next(random_puzzles(wanted, count=1, seed=seed), None)
    return None if made is None else made.puzzle


def _attempts(values: Mapping[str, Any], seed: int, folder: Path) -> Iterator[tuple[Puzzle, int]]:
    """Random pictures one after the other, each with a seed of its own."""
    for attempt in range(_ATTEMPTS):
        own = seed * _ATTEMPTS + attempt
        yield _picture(values, own, folder), own


def _several(values: Mapping[str, Any], seed: int, folder: Path) -> Puzzle | None:
    """The first random picture whose puzzle has several solutions, in a known number."""
    for puzzle, _ in _attempts(values, seed, folder):
        found = count_solutions(puzzle, limit=MOST_SOLUTIONS, conflict_limit=COUNT_CONFLICTS)
        if found.exact and found.number > 1:
            return puzzle
    return None


def _contradictory(values: Mapping[str, Any], seed: int, folder: Path) -> Puzzle | None:
    """The first random picture whose puzzle has no solution after a small change of its clues."""
    check_choice("change", values["change"], _CHANGES)
    change = _CHANGES[values["change"]]
    for puzzle, own in _attempts(values, seed, folder):
        changed = change(puzzle, random.Random(f"{values['change']} {own}"))
        if changed is not None:
            verdict = solve(changed, conflict_limit=CONFLICTS).verdict
            if verdict is Verdict.NONE:
                return changed
    return None


def _moved(puzzle: Puzzle, chance: random.Random) -> Puzzle | None:
    """One cell moves from a block of a row to a block of another row: all sums stay equal."""
    rows = [[block.length for block in clue or ()] for clue in puzzle.rows]
    longer = [(row, at) for row, clue in enumerate(rows) for at in range(len(clue))]
    shorter = [(row, at) for row, at in longer if rows[row][at] > 1]
    if not shorter:
        return None
    row, at = _any(shorter, chance)
    other, there = _any(longer, chance)
    if row == other:
        return None
    rows[row][at] -= 1
    rows[other][there] += 1
    try:
        return Puzzle(rows, puzzle.columns)
    except PuzzleError:  # the longer clue does not fit its row
        return None


def _exchanged(puzzle: Puzzle, chance: random.Random) -> Puzzle | None:
    """Two neighbouring columns exchange their clues."""
    columns = list(puzzle.columns)
    at = int(chance.random() * (len(columns) - 1))
    columns[at], columns[at + 1] = columns[at + 1], columns[at]
    return Puzzle(puzzle.rows, columns)


_CHANGES = {"moved": _moved, "exchanged": _exchanged}


def _partial(values: Mapping[str, Any], seed: int, folder: Path) -> Puzzle:
    """A random picture; each clue is missing with probability ``share``."""
    puzzle = _colored(values, seed, folder)
    chance = random.Random(f"partial {values['share']} {seed}")
    rows, columns = (
        [None if chance.random() < values["share"] else clue for clue in clues]
        for clues in (puzzle.rows, puzzle.columns)
    )
    return Puzzle(rows, columns, palette=puzzle.palette)


def _printed(values: Mapping[str, Any], seed: int, folder: Path) -> Puzzle:
    """A random picture; each of its cells is printed with probability ``share``."""
    grid = _drawn(values, seed)
    puzzle = Puzzle.from_grid(grid)
    chance = random.Random(f"printed {values['share']} {seed}")
    cells = bytes(cell if chance.random() < values["share"] else UNKNOWN for cell in grid.cells)
    printed = Grid.from_cells(grid.height, grid.width, cells, grid.letters)
    return Puzzle(puzzle.rows, puzzle.columns, palette=puzzle.palette, printed=printed)


def _domino(values: Mapping[str, Any], seed: int, folder: Path) -> Puzzle:
    """An n-Dom puzzle."""
    return domino(values["n"])


def _file(values: Mapping[str, Any], seed: int, folder: Path) -> Puzzle:
    """The puzzle of a file in a folder beside the description."""
    return load(folder / values["folder"] / values["name"])


def _any(items: list[tuple[int, int]], chance: random.Random) -> tuple[int, int]:
    return items[int(chance.random() * len(items))]


_SIDES = {"side": int, "density": float}

GENERATORS = {
    "picture": Generator(_picture, {**_SIDES, "seed": int}, ("side", "density")),
    "colored": Generator(_colored, {**_SIDES, "colors": int}, ("side", "density", "colors")),
    "made": Generator(
        _made,
        {**_SIDES, "colors": int, "style": str, "symmetry": str, "needs": str},
        ("side",),
    ),
    "several": Generator(_several, _SIDES, ("side", "density")),
    "contradictory": Generator(
        _contradictory, {**_SIDES, "change": str}, ("side", "density", "change")
    ),
    "partial": Generator(
        _partial, {**_SIDES, "share": float, "colors": int}, ("side", "density", "share")
    ),
    "printed": Generator(
        _printed, {**_SIDES, "share": float, "colors": int}, ("side", "density", "share")
    ),
    "domino": Generator(_domino, {"n": int}, ("n",)),
    "file": Generator(_file, {"folder": str, "name": str}, ("folder", "name")),
}
"""All generators by name."""

LICENSE = "CC0-1.0"
"""The licence of the instances."""

_LOOK_WORK = 50_000
_PROOF_CONFLICTS = 200_000
"""The most conflicts of a refutation; a proof from the clues alone is longer than a search."""

COLUMNS = (
    *("id", "family", "size", "height", "width", "colors", "verdict", "solutions"),
    *REACHES,
    *("technique", "difficulty", "sha256"),
)
"""The heads of the table of answers."""

NOTHING = "-"
"""The value in the table if a column does not apply."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The facts about an instance. ``row`` has a text for each of ``COLUMNS``.

    ``isomorphism``: its isomorphism class. ``certificate``: the bytes of the file.
    """

    puzzle: Puzzle
    row: tuple[str, ...]
    isomorphism: str
    certificate: bytes

    def column(self, name: str) -> str:
        """The text of the row in a column."""
        return self.row[COLUMNS.index(name)]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Why an instance is not in the benchmark."""

    why: str


def answer(instance: Instance, folder: Path) -> Answer | LeftOut:
    """Make the puzzle of an instance, and find the answers about it.

    Args:
        instance: the instance.
        folder: the folder of the description, from which the generator ``file`` reads.

    Raises:
        PuzzleError: the parameters give no puzzle, or a file is broken.
        OptionError: the parameters contradict each other.
    """
    puzzle = GENERATORS[instance.generator].make(instance.values, instance.seed, folder)
    if puzzle is None:
        return LeftOut("no picture was found")
    meta = Metadata(title=puzzle.title or instance.id, license=LICENSE, catalogue=instance.id)
    puzzle = _with_texts(puzzle, meta)
    report = solve(puzzle, conflict_limit=CONFLICTS)
    if report.verdict is Verdict.UNKNOWN:
        return LeftOut(f"undecided within {CONFLICTS:,} conflicts")
    try:
        proof = certificate(puzzle, report, Limits(conflict_limit=_PROOF_CONFLICTS))
    except Stopped:
        return LeftOut(f"not proved within {_PROOF_CONFLICTS:,} conflicts")
    levels, technique = _levels(puzzle, report.verdict)
    row = (
        instance.id,
        instance.family,
        instance.size,
        str(puzzle.height),
        str(puzzle.width),
        str(len(puzzle.palette)),
        report.verdict.value,
        _solutions(puzzle, report),
        *levels,
        technique,
        _difficulty(puzzle),
        puzzle.sha256(),
    )
    return Answer(puzzle, row, isomorphism_class(puzzle), proof.data)


def _with_texts(puzzle: Puzzle, meta: Metadata) -> Puzzle:
    """The puzzle with other texts and without its goal, which would reveal the solution."""
    return Puzzle(
        puzzle.rows, puzzle.columns, palette=puzzle.palette, meta=meta, printed=puzzle.printed
    )


def _solutions(puzzle: Puzzle, report: Report) -> str:
    """The number of solutions, or a lower bound such as ``>=12``."""
    if report.verdict is not Verdict.MULTIPLE:
        return "1" if report.verdict is Verdict.UNIQUE else "0"
    found = count_solutions(puzzle, limit=MOST_SOLUTIONS, conflict_limit=COUNT_CONFLICTS)
    return str(found.number) if found.exact else f">={max(2, found.number)}"


def _levels(puzzle: Puzzle, verdict: Verdict) -> tuple[list[str], str]:
    """The cells that are known after each technique, and the hardest technique that is needed.

    If the puzzle has no solution, this is the easiest technique that finds the contradiction.
    """
    limits = Limits()
    try:
        board = open_board(puzzle)
    except NoSolution:
        return [NOTHING] * len(REACHES), NOTHING
    cells = puzzle.height * puzzle.width
    levels: list[str] = []
    for name, reach in REACHES.items():
        status, _ = board.deduce(reach, limits.stop)
        if status is Status.CONTRADICTION:
            return levels + [NOTHING] * (len(REACHES) - len(levels)), name
        finish(status, limits)
        levels.append(str(cells - board.unknown))
    technique = technique_of(puzzle, limits) if verdict is Verdict.UNIQUE else NOTHING
    return levels, technique


def _difficulty(puzzle: Puzzle) -> str:
    """The difficulty for a person, with ``>=`` if its computation was cut off."""
    try:
        looking = look(open_board(puzzle), Limits(work_limit=_LOOK_WORK))
    except (NoSolution, Stopped):
        return NOTHING
    return f"{'>=' if looking.cut else ''}{looking.difficulty:.2f}"
