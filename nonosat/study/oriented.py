# SPDX-License-Identifier: MIT
"""The eight orientations of a puzzle, and how steady a solver is over them and over seeds.

For people a turned or mirrored puzzle is the same, but a solver numbers its lines and variables
differently and makes other decisions; a seed changes further choices at random. If the time of a
method depends on these, its quick runs were lucky (Gomes, Selman, Crato and Kautz, "Heavy-tailed
phenomena in satisfiability and constraint satisfaction problems", 2000). So the worst and the
median of some runs say more than a single time.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from nonosat.errors import check_type
from nonosat.model.puzzle import Puzzle
from nonosat.study.rows import TIMED, Row, settled

_LEAST_SECONDS = 0.001
"""A smaller median counts as this: shorter times only measure the clock."""


def orientations(name: str, puzzle: Puzzle) -> dict[str, Puzzle]:
    """The puzzle in its eight orientations, each named after how it was turned.

    Args:
        name: the name of the puzzle.
        puzzle: the puzzle.

    Returns:
        Puzzles by name. The degrees are clockwise; ``m`` means that the puzzle was first mirrored
        left to right.

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
    which it was given up. ``worst_at``: the orientation and the seed of the worst run.
    ``finished``: how many of the runs finished (``finished_by`` is set). ``timed``: how many have
    a time only (``TIMED``).

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
    timed: int = 0

    @property
    def ratio(self) -> float:
        """The worst time divided by the median, which counts as at least a millisecond."""
        return self.worst / max(self.median, _LEAST_SECONDS)


def steadiness(rows: Iterable[Row]) -> list[Steadiness]:
    """The steadiness of each configuration on each puzzle whose ``orientations`` were run.

    Args:
        rows: rows of ``run`` with the names that ``orientations`` gives; several seeds may be
            together.

    Returns:
        A ``Steadiness`` for each puzzle and configuration, in the order of the rows.

    >>> from nonosat.study import run
    >>> rows = run(orientations("L", Puzzle([[2], [1]], [[2], [1]])), ["fast"])
    >>> [steady] = steadiness(rows)
    >>> steady.puzzle, steady.runs, steady.finished
    ('L', 8, 8)
    """
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in settled(rows):
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
                timed=sum(row["reason"] == TIMED for row in runs),
            )
        )
    return result
