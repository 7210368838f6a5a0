# SPDX-License-Identifier: MIT
"""``Question``: the question of one solve; ``QuestionKey``: everything that decides the answer.

No grid is trusted: one that the core, a SAT solver or another process found counts as a solution
only if the plain code of ``Puzzle.faults`` accepts it (``Question.accept``).

The goal of a puzzle enters a solve here and nowhere else (``Question.goal``, ``native``). It may be
the first solution, if it passes the same check as every other, and it may say where to look for
the second; no verdict follows from it.

A stored result may be reused only if everything else that decides it is the same as well as the
puzzle: the limit of solutions, the given cells, the stages with their backend, encoding and graph
search, the limits, the seed, the extras asked for (backbone, rating, certificate), and the version
of nonosat. The name of a preset is left out: its stages are spelled out, so a preset and the same
stages by hand are one question. Options without influence are left out: the backend if the stage
``sat`` does not run, the graph search if ``implications`` does not.

A question is written as JSON with sorted keys and without blanks; its SHA-256 is the key.
Collections keep results by the key, and the rows of studies have its parts as columns. (Rejected:
hashing a pickle or a ``repr``: neither can be read later, and both change with Python.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from nonosat._version import __version__
from nonosat.core._core import goal_holds
from nonosat.errors import InternalError
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.solving.options import OPTIONS, Options

Native: TypeAlias = tuple[
    Sequence[object], Sequence[object], int, bytes | None, bytes | None, bytes | None
]
"""Rows, columns, the number of colours; the printed, the given and the goal's cells."""


@dataclass(frozen=True)
class Question:
    """A query: find up to ``limit`` solutions of ``puzzle`` that agree with ``given``.

    ``backbone``: also find out which cells differ between solutions.
    """

    puzzle: Puzzle
    given: Grid | None
    limit: int
    backbone: bool = False

    @cached_property
    def free_cells(self) -> tuple[int, ...]:
        """The unconstrained cells that are not given or printed, as row * width + column."""
        puzzle, width = self.puzzle, self.puzzle.width
        columns = [column for column, clue in enumerate(puzzle.columns) if clue is None]
        rows = [row * width for row, clue in enumerate(puzzle.rows) if clue is None]
        places = [start + column for start in rows for column in columns]
        if puzzle.printed is None and self.given is None:
            return tuple(places)
        cells = self.start().cells
        return tuple(place for place in places if cells[place] == UNKNOWN)

    @property
    def goal(self) -> Grid | None:
        """The goal of the puzzle, which may be wrong or have unknown cells."""
        return self.puzzle.goal

    @cached_property
    def goal_holds(self) -> bool:
        """True if the goal is complete and a solution; by the core, within microseconds."""
        return self.goal is not None and goal_holds(native(self.puzzle, self.given))

    def start(self) -> Grid:
        """The cells known before solving, printed or given."""
        return self.puzzle.start_grid(self.given)

    def unknown_at(self, grid: Grid, places: Iterable[int]) -> Grid:
        """A grid of the puzzle, with UNKNOWN at these places (row * width + column)."""
        cells = bytearray(grid.cells)
        for place in places:
            cells[place] = UNKNOWN
        return self.puzzle.grid(bytes(cells))

    def accept(self, cells: bytes) -> Grid:
        """The grid with these cells, if it is a solution that agrees with ``given``.

        Raises:
            InternalError: it is not; the search that found it has a bug.
        """
        grid = self.puzzle.grid(cells)
        broken = self.puzzle.faults(grid)
        if broken or not grid.complete:
            fault = f"breaks {', '.join(map(str, broken))}" if broken else "is not complete"
            raise InternalError(
                f"a solution that was found {fault}: "
                f"please report this with the puzzle {self.puzzle!r}"
            )
        if self.given is not None and not grid.extends(self.given):
            raise InternalError(
                "a solution that was found does not agree with the given cells: "
                f"please report this with the puzzle {self.puzzle!r} and {self.given!r}"
            )
        return grid


def native(puzzle: Puzzle, given: Grid | None) -> Native:
    """The question about a puzzle, as ``_core.settle`` and ``_core.goal_holds`` take it."""
    goal, printed = puzzle.goal, puzzle.printed
    return (
        puzzle.rows,
        puzzle.columns,
        len(puzzle.palette.colors),
        None if printed is None else printed.cells,
        None if given is None else given.cells,
        None if goal is None else goal.cells,
    )


@dataclass(frozen=True, slots=True)
class QuestionKey:
    """A question about any puzzle: its canonical ``text``, and the ``key``, its SHA-256.

    ``preset``: the name under which it was asked; ``version``: of nonosat.
    """

    key: str
    text: str
    preset: str
    version: str


RATE_SECONDS = 10.0
"""The default limit for the rating of a puzzle; of ordinary puzzles hardly one in a hundred needs
more (docs/experiments.md, "The time of a rating")."""


def question_parts(options: Options) -> dict[str, Any]:
    """The options that decide a result, and the version of nonosat, as plain data.

    None where something does not apply or has no limit; the given grid as rows of text.

    >>> from nonosat.solving.options import checked
    >>> parts = question_parts(checked(stages=["lines", "probe"], time_limit=10))
    >>> parts["stages"], parts["backend"], parts["time_limit"]
    (['lines', 'probe'], None, 10.0)
    """
    preset, values = options.preset, options.values
    sat, graph = "sat" in preset.stages, "implications" in preset.stages
    return {
        **{name: value for name, value in values.items() if OPTIONS[name].decides},
        "given": None if values["given"] is None else Grid(values["given"]).text_rows(),
        "stages": list(preset.stages),
        "backend": preset.backend if sat else None,
        "encoding": preset.encoding if sat else None,
        "graph_search": preset.graph_search if graph else None,
        "time_limit": None if values["time_limit"] == math.inf else values["time_limit"],
        "version": __version__,
    }


def question_key(
    options: Options,
    *,
    rate: bool = False,
    certificates: bool = False,
    rate_limit: float | None = RATE_SECONDS,
) -> QuestionKey:
    """The canonical form of a question. ``rate``, ``certificates``: made in addition to the report;
    ``rate_limit``: the seconds for the rating, if one is made. The default is not in the text, so
    that the results of version 0.1, which had no limit, are found again.

    >>> from nonosat.solving.options import checked
    >>> fast = question_key(checked(preset="fast"))
    >>> stages = ["lines", "probe", "search", "beliefs", "weights", "sat"]
    >>> fast.key == question_key(checked(stages=stages)).key
    True
    >>> fast.key == question_key(checked(preset="fast", seed=1)).key
    False
    """
    import json  # a solve needs no key
    from hashlib import sha256

    parts: dict[str, Any] = {
        **question_parts(options),
        "rate": rate,
        "certificates": certificates,
    }
    if rate and rate_limit != RATE_SECONDS:
        parts["rate_limit"] = rate_limit
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    key = sha256(text.encode()).hexdigest()
    return QuestionKey(key, text, options.preset.name, __version__)
