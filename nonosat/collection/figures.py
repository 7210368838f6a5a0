# SPDX-License-Identifier: MIT
"""A collection in numbers: ``Status`` for the terminal, ``Figures`` for the charts of a report.

SQLite groups the rows of the narrow tables; only sums come to Python, so a million puzzles take
seconds and no memory. Sizes and times are binned here, by the distinct sizes.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any, NamedTuple

from nonosat.collection.rows import IS_THERE, SKIPPED, question_of
from nonosat.collection.schema import plain_errors, sound_rows
from nonosat.collection.store import Store
from nonosat.model.plain import plain_fields
from nonosat.model.report import GoalStatus, Reason, Verdict

NOT_JUDGED = "not judged"
_JUDGED = tuple(verdict.value for verdict in Verdict)


class Asked(NamedTuple):
    """A question: its number, preset, version, how many results it has by verdict, its text."""

    question: int
    preset: str
    version: str
    results: dict[str, int]
    text: str


@dataclass(frozen=True, slots=True)
class Status:
    """The content of a collection, in numbers.

    ``puzzles``: how many there are. ``earlier``: how many more there are only in files that have
    changed or are gone; nothing else counts them. ``places``: how often puzzles were found.
    ``files``: the files in which they were found, in their present state. ``broken``: the places in
    these files that could not be read. ``skipped``: files in folders that are not puzzle files.
    ``verdicts``: the latest results by verdict; puzzles without
    a result are ``open``. ``reasons``: why verdicts are unknown. ``goals``: the results by their
    statement about the goal picture. ``questions``: with the numbers of their results.
    ``failures``: failed attempts, by their end. ``bytes``: the size of the file.
    """

    puzzles: int
    earlier: int
    places: int
    files: int
    broken: int
    skipped: int
    verdicts: Mapping[str, int]
    reasons: Mapping[str, int]
    goals: Mapping[str, int]
    questions: Sequence[Asked]
    failures: Mapping[str, int]
    bytes: int

    as_dict = plain_fields


def status(store: Store) -> Status:
    """Count; see ``Collection.status``."""
    execute = store.connection.execute
    with sound_rows(store.path), plain_errors(store.path, writing=False):
        puzzles = execute(f"SELECT count(*) FROM puzzles WHERE {IS_THERE}").fetchone()[0]
        earlier = execute("SELECT count(*) FROM puzzle").fetchone()[0] - puzzles
        places = execute(
            "SELECT count(*) FROM place JOIN source ON source.id = place.source "
            "WHERE puzzle IS NOT NULL AND current"
        ).fetchone()[0]
        files = execute("SELECT count(*) FROM source WHERE is_file AND current").fetchone()[0]
        counted = "SELECT count(*) FROM faults WHERE (format IS ?) = ?"
        skipped, broken = (execute(counted, (SKIPPED, x)).fetchone()[0] for x in (1, 0))
        latest = execute(
            "SELECT ifnull(verdict, 'open'), reason, goal, count(*) FROM puzzles "
            f"WHERE {IS_THERE} GROUP BY 1, 2, 3"
        ).fetchall()
        asked = execute(
            "SELECT question.id, preset, version, text, verdict, number FROM question LEFT JOIN "
            "(SELECT question, verdict, count(*) AS number FROM result GROUP BY 1, 2) AS r "
            "ON r.question = question.id ORDER BY question.id"
        ).fetchall()
        failures = execute(
            "SELECT end, count(*) FROM attempt WHERE end <> 'done' GROUP BY end ORDER BY end"
        ).fetchall()
    with sound_rows(store.path):
        for _, reason, goal, _ in latest:
            _ = reason and Reason(reason), goal and GoalStatus(goal)
        for row in asked:
            question_of(row[3])
    counts = [dict.fromkeys((*_JUDGED, "open"), 0), {}, {}]
    for *keys, number in latest:
        for count, key in zip(counts, keys, strict=True):
            if key is not None:
                count[key] = count.get(key, 0) + number
    questions: dict[int, Asked] = {}
    for number, preset, version, text, verdict, results in asked:
        question = questions.setdefault(number, Asked(number, preset, version, {}, text))
        if verdict is not None:
            question.results[verdict] = results
    return Status(
        puzzles=puzzles,
        earlier=earlier,
        places=places,
        files=files,
        broken=broken,
        skipped=skipped,
        verdicts=counts[0],
        reasons=counts[1],
        goals=counts[2],
        questions=list(questions.values()),
        failures=dict(failures),
        bytes=_size(store.path),
    )


def _size(path: str) -> int:
    """The size of the file and its journal."""
    parts = (path, f"{path}-wal")
    return sum(os.path.getsize(part) for part in parts if os.path.exists(part))


_MOST_BINS = 20
_MOST_DIFFICULTY = 100_000
"""Far above any rating."""
_STEPS = (5, 10, 25, 50, 100, 10_000)
_TIMES = (1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0)
_TIME_NAMES = (
    "under 0.1 ms", "under 1 ms", "under 10 ms", "under 0.1 s", "under 1 s", "under 10 s",
    "under 100 s", "longer",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Histogram:
    """Numbers of puzzles in bins; a row for each group, all with the same bins."""

    bins: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class TimesBySize:
    """Numbers of puzzles by cells (powers of two) and by solving time."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    counts: Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Figures:
    """``verdicts``: puzzles by verdict, and those not judged. ``stages``: judged puzzles by the
    stage that decided. ``techniques``: rated puzzles by the hardest technique they need."""

    verdicts: tuple[tuple[str, int], ...]
    sizes: Histogram
    colors: tuple[tuple[str, int], ...]
    stages: tuple[tuple[str, int], ...]
    difficulties: Histogram | None
    techniques: tuple[tuple[str, int], ...]
    times: TimesBySize

    @property
    def puzzles(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.verdicts)


def figures_of(connection: sqlite3.Connection, condition: str = "1") -> Figures:
    """The figures of all puzzles of a store, or of those that a checked condition allows."""

    def grouped(columns: str, more: str = "1") -> list[Any]:
        return connection.execute(
            f"SELECT {columns}, count(*) FROM puzzles WHERE ({condition}) AND {more} "
            f"GROUP BY {columns}"
        ).fetchall()

    verdicts = Counter({verdict or NOT_JUDGED: count for verdict, count in grouped("verdict")})
    stages = Counter(dict(grouped("stage", "stage IS NOT NULL")))
    techniques = Counter(dict(grouped("technique", "technique IS NOT NULL")))
    colors = Counter(dict(grouped("colors")))
    return Figures(
        verdicts=tuple((name, verdicts[name]) for name in (*_JUDGED, NOT_JUDGED)),
        sizes=_sizes(grouped("verdict, max(width, height)")),
        colors=tuple(
            ("black and white" if count == 1 else f"{count} colours", colors[count])
            for count in sorted(colors)
        ),
        stages=tuple(stages.most_common()),
        difficulties=_difficulties(
            grouped("verdict, CAST(difficulty AS INTEGER)", "difficulty IS NOT NULL")
        ),
        techniques=tuple(techniques.most_common()),
        times=_times(grouped(f"cells, {_time_bin()}", "seconds IS NOT NULL")),
    )


def _sizes(rows: Iterable[tuple[str | None, int, int]]) -> Histogram:
    """Puzzles by the longer side, in steps of 5, or of more if many puzzles are large.

    The last bin takes all larger puzzles, so that a single huge puzzle does not put all others into
    one bin.
    """
    found = [(verdict or NOT_JUDGED, side, count) for verdict, side, count in rows]
    usual = _most_usual(found)
    step = next((step for step in _STEPS if usual <= step * _MOST_BINS), usual)
    last = max(usual - 1, 0) // step
    largest = max((side for _, side, _ in found), default=0)
    bins = [str((place + 1) * step) for place in range(last + 1)]
    if largest > (last + 1) * step:
        last += 1
        bins.append("more")
    counts: dict[str, list[int]] = {}
    for verdict, side, count in found:
        row = counts.setdefault(verdict, [0] * (last + 1))
        row[min(max(side - 1, 0) // step, last)] += count
    return Histogram(tuple(bins), _ordered(counts))


def _most_usual(found: Iterable[tuple[str, int, int]]) -> int:
    """The smallest side that at most one puzzle in fifty exceeds."""
    sides: Counter[int] = Counter()
    for _, side, count in found:
        sides[side] += count
    rest = sides.total() / 50
    for side in sorted(sides, reverse=True):
        rest -= sides[side]
        if rest < 0:
            return side
    return 1


def _difficulties(rows: Iterable[tuple[str | None, int, int]]) -> Histogram | None:
    """Puzzles by difficulty, in steps of 1; None if no puzzle is rated."""
    found = [(verdict or NOT_JUDGED, difficulty, count) for verdict, difficulty, count in rows]
    if not found:
        return None
    last = max(difficulty for _, difficulty, _ in found)
    if not 0 <= last <= _MOST_DIFFICULTY:
        raise ValueError(f"a difficulty of {last}")
    counts: dict[str, list[int]] = {}
    for verdict, difficulty, count in found:
        counts.setdefault(verdict, [0] * (last + 1))[difficulty] += count
    return Histogram(tuple(map(str, range(last + 1))), _ordered(counts))


def _ordered(counts: Mapping[str, list[int]]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((name, tuple(counts[name])) for name in (*_JUDGED, NOT_JUDGED) if name in counts)


def _time_bin() -> str:
    """The number of the bin of a time, as SQL."""
    cases = " ".join(f"WHEN seconds < {bound} THEN {number}" for number, bound in enumerate(_TIMES))
    return f"CASE {cases} ELSE {len(_TIMES)} END"


def _times(rows: Iterable[tuple[int, int, int]]) -> TimesBySize:
    counts: Counter[tuple[int, int]] = Counter()
    for cells, time, count in rows:
        counts[floor(cells).bit_length() - 1, time] += count
    if not counts:
        return TimesBySize((), (), {})
    columns = range(min(c for c, _ in counts), max(c for c, _ in counts) + 1)
    times = range(min(t for _, t in counts), max(t for _, t in counts) + 1)
    return TimesBySize(
        tuple(f"{2**power:,}" for power in columns),
        tuple(_TIME_NAMES[time] for time in times),
        {(c - columns[0], t - times[0]): count for (c, t), count in sorted(counts.items())},
    )
