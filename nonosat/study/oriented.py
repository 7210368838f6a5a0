# SPDX-License-Identifier: MIT
"""The eight orientations of a puzzle, and how steady a solver is over them and over seeds.

For people a turned or mirrored puzzle is the same, but a solver numbers lines and variables
otherwise and decides otherwise; a seed changes its other choices by chance. A method whose time
depends on these was lucky where it was quick (Gomes, Selman, Crato and Kautz,
"Heavy-tailed phenomena in satisfiability and constraint satisfaction problems", 2000). So the worst
of some runs beside their median says more than one time.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from nonosat.errors import check_type
from nonosat.model.puzzle import Puzzle
from nonosat.study.rows import Row

_LEAST_SECONDS = 0.001
"""A median below this counts as this: shorter times are those of the clock."""


def orientations(name: str, puzzle: Puzzle) -> dict[str, Puzzle]:
    """The puzzle in its eight orientations, each named after how it was turned.

    Args:
        name: the name of the puzzle.
        puzzle: the puzzle.

    Returns:
        Puzzles by name. The degrees are clockwise; ``m`` means that the puzzle was mirrored left to
        right before.

    >>> list(orientations("cup", Puzzle([[1]], [[1]])))
    ['cup 0', 'cup 90', 'cup 180', 'cup 270', 'cup m0', 'cup m90', 'cup m180', 'cup m270']
    """
    check_type("puzzle", puzzle, Puzzle)
    return {
        f"{name} {mirrored}{90 * quarters}": start.rotate(quarters)
        for mirrored, start in (("", puzzle), ("m", puzzle.mirror()))
        for quarters in range(4)
    }


@dataclass(frozen=True, slots=True)
class Steadiness:
    """The runs of one puzzle with one configuration, over orientations and seeds.

    ``median``, ``worst``: processor seconds; a run that did not finish counts with the time after
    which it was given up. ``worst_at``: the orientation and the seed of that run. ``finished``: how
    many of the runs reached what was asked for.

    >>> steady = Steadiness("L", "fast", 8, 8, 0.01, 0.03, ("m90", 0))
    >>> steady.ratio
    3.0
    """

    puzzle: str
    configuration: str
    runs: int
    finished: int
    median: float
    worst: float
    worst_at: tuple[str, int | None]

    @property
    def ratio(self) -> float:
        """The worst time as a multiple of the median, which counts as a millisecond at least."""
        return self.worst / max(self.median, _LEAST_SECONDS)


def steadiness(rows: Iterable[Row]) -> list[Steadiness]:
    """How steady each configuration is on each puzzle whose ``orientations`` were run.

    Args:
        rows: rows of ``run`` with the names that ``orientations`` gives; several seeds may be
            together.

    Returns:
        One for each puzzle and configuration, in the order of the rows.

    >>> from nonosat.study import run
    >>> rows = run(orientations("L", Puzzle([[2], [1]], [[2], [1]])), ["fast"])
    >>> [steady] = steadiness(rows)
    >>> steady.puzzle, steady.runs, steady.finished
    ('L', 8, 8)
    """
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        puzzle = row["puzzle"].rpartition(" ")[0]
        groups.setdefault((puzzle, row["configuration"]), []).append(row)
    result = []
    for (puzzle, configuration), runs in groups.items():
        worst = max(runs, key=lambda row: row["cpu"])
        result.append(
            Steadiness(
                puzzle,
                configuration,
                runs=len(runs),
                finished=sum(bool(row["finished_by"]) for row in runs),
                median=statistics.median(row["cpu"] for row in runs),
                worst=worst["cpu"],
                worst_at=(worst["puzzle"].rpartition(" ")[2], worst["seed"]),
            )
        )
    return result
