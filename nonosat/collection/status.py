# SPDX-License-Identifier: MIT
"""``Status``: what is in a collection, in numbers. It reads the narrow tables once."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from nonosat.collection.rows import question_of
from nonosat.collection.schema import plain_errors, sound_rows
from nonosat.collection.store import Store
from nonosat.model.report import GoalStatus, Reason


class Asked(NamedTuple):
    """A question: its number, preset, version, how many results it has by verdict, its text."""

    question: int
    preset: str
    version: str
    results: dict[str, int]
    text: str


@dataclass(frozen=True, slots=True)
class Status:
    """What is in a collection.

    ``puzzles``: how many there are. ``places``: where they were found, all in all. ``files``: those
    in which they were found, as they are now. ``broken``: the places in these files that could not
    be read. ``verdicts``: the latest results by verdict; puzzles without one are ``open``.
    ``reasons``: why verdicts are unknown. ``goals``: what the results say about goal pictures.
    ``questions``: what was asked. ``failures``: attempts that did not end well, by their end.
    ``bytes``: the size of the file.
    """

    puzzles: int
    places: int
    files: int
    broken: int
    verdicts: Mapping[str, int]
    reasons: Mapping[str, int]
    goals: Mapping[str, int]
    questions: Sequence[Asked]
    failures: Mapping[str, int]
    bytes: int

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self) | {"questions": [asked._asdict() for asked in self.questions]}


VERDICTS = ("unique", "multiple", "none", "unknown", "open")


def status(store: Store) -> Status:
    """Count; see ``Collection.status``."""
    execute = store.connection.execute
    with sound_rows(store.path), plain_errors(store.path, writing=False):
        puzzles = execute("SELECT count(*) FROM puzzle").fetchone()[0]
        places = execute("SELECT count(*) FROM place WHERE puzzle IS NOT NULL").fetchone()[0]
        files = execute("SELECT count(*) FROM source WHERE is_file AND current").fetchone()[0]
        broken = execute("SELECT count(*) FROM faults").fetchone()[0]
        latest = execute(
            "SELECT ifnull(verdict, 'open'), reason, goal, count(*) FROM puzzle "
            "LEFT JOIN result ON result.id = puzzle.latest GROUP BY 1, 2, 3"
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
    counts = [dict.fromkeys(VERDICTS, 0), {}, {}]
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
        places=places,
        files=files,
        broken=broken,
        verdicts=counts[0],
        reasons=counts[1],
        goals=counts[2],
        questions=list(questions.values()),
        failures=dict(failures),
        bytes=_size(store.path),
    )


def _size(path: str) -> int:
    """The size of the file, with what is still in its journal."""
    parts = (path, f"{path}-wal")
    return sum(os.path.getsize(part) for part in parts if os.path.exists(part))
