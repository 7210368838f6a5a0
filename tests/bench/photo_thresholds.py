# SPDX-License-Identifier: MIT
"""How many pictures are read right if a threshold is smaller or larger by 30 %.

    python -m tests.bench.photo_thresholds [NAME ...] [--jobs N] [--log FILE]  # the figures
    python -m tests.bench.photo_thresholds --log FILE --write                  # into the table

Forty small pictures of ``photo_pictures``, worn or with colours or filled cells, are read for each
threshold of ``nonosat/photo/thresholds.py`` with 70 % and with 130 % of its value; a whole number
changes by one at least. A share or probability above .75 cannot grow by 30 %: its distance from 1
changes instead. A picture is right if clues, colours and printed cells are, as in ``photo_study``.
``--log`` appends a line of JSON for each figure, and those that it has are not measured again;
``--write`` puts the figures into the table.

Steps of a reading whose thresholds and input are unchanged are not run again, so the figures are
those of whole readings. Cost: about an hour of one core; without that, five times as much.
"""

from __future__ import annotations

import argparse
import json
import pickle
import pkgutil
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from unittest import mock

import cv2

from nonosat.photo import outside, pages, search
from nonosat.photo import thresholds as t
from nonosat.photo.readings.search import most_probable_clues
from tests.bench.photo_pictures import Sample, picture, puzzle_of
from tests.bench.photo_study import Record, judged

TABLE = Path(t.__file__)
COUNT, FIRST_SEED = 40, 830_000
_MOST_CELLS, _MOST_PIXELS = 110, 240_000
_KINDS = ("scan", "photo", "small", "color", "partial")
_ROW = re.compile(
    r"(?m)^(?P<above>(?:# (?!----).+\n)*)(?P<name>[A-Z_]+) = (?P<value>.+?)(?:  # (?P<beside>.+))?$"
)
_STEPS = {
    "straight.straightened": ("the lattice", "the lines of the sheet", "which cells"),
    "ink.strips_of": ("ink",),
    "pieces.areas_of": ("pieces",),
    "sides.sides_of": ("the digits", "where numbers end"),
    "numbers.classified": ("the numbers",),
    "numbers.chosen": ("the numbers",),
    "ink_colors.coloring": ("the colours",),
    "clues.structure_of": ("the colours", "the clues"),
}
"""The steps of a reading, each with the parts of the table that it uses."""


@lru_cache(maxsize=1)
def samples() -> tuple[Sample, ...]:
    """The pictures: of each kind in turn the next one of a small puzzle."""
    seeds = {kind: iter(range(FIRST_SEED, FIRST_SEED + 1000)) for kind in _KINDS}
    found = []
    for number in range(COUNT):
        kind = _KINDS[number % len(_KINDS)]
        for seed in seeds[kind]:
            puzzle = puzzle_of(kind, seed)
            if puzzle.width * puzzle.height <= _MOST_CELLS:
                drawn = picture(kind, seed)
                if drawn.image[:, :, 0].size <= _MOST_PIXELS:
                    found.append(drawn)
                    break
    return tuple(found)


def changed(value: Any, unit: str, factor: float) -> Any:
    """A threshold that is smaller or larger by a factor; of several all.

    >>> changed(10, "pixels", 1.3), changed(2, "pixels", 0.7), changed(0.9, "share", 1.3)
    (13, 1, 0.93)
    """
    if isinstance(value, tuple):
        return tuple(changed(one, unit, factor) for one in value)
    if isinstance(value, int):
        step = round(abs(value) * abs(factor - 1))
        new = value + max(step, 1) * (1 if factor > 1 else -1)
        return min(new, 100) if unit.startswith("percentile") else new
    if unit.startswith(("share", "probability", "quantile", "of 1")) and 0.75 < value < 1:
        return round(1 - (1 - value) * (2 - factor), 6)
    return value * factor


class Road:
    """The readings of one picture; steps whose thresholds and input are unchanged do not run."""

    def __init__(self, sample: Sample) -> None:
        self._sample = sample
        self._first: dict[tuple[str, int], bytes] = {}
        """The pickled result of each call of a step, as the table is."""
        self._readings: dict[bytes, Any] = {}
        self._own: set[str] = set()
        self._calls: Counter[str] = Counter()
        self._changed = True

    def record(self, part: str = "") -> Record:
        """The record while a threshold of a part of the table has another value."""
        self._own = {step for step, parts in _STEPS.items() if part.startswith(parts)}
        self._calls.clear()
        self._changed = not self._first
        with ExitStack() as stack:
            stack.enter_context(mock.patch.object(outside, "can_start", return_value=False))
            stack.enter_context(mock.patch.object(pages, "qr_texts", return_value=[]))  # no codes
            for step in _STEPS:
                name = f"nonosat.photo.{step}"
                run = pkgutil.resolve_name(name)
                stack.enter_context(mock.patch(name, partial(self._step, step, run)))
            stack.enter_context(mock.patch.object(search, "most_probable_clues", self._corrected))
            return judged(self._sample, "all")

    def _step(self, step: str, run: Callable[..., Any], *values: Any) -> Any:
        self._calls[step] += 1
        key = step, self._calls[step]
        if not self._changed and key in self._first and step not in self._own:
            return pickle.loads(self._first[key])
        result = run(*values)
        seen = pickle.dumps(result)
        if not self._own:
            self._first.setdefault(key, seen)
        elif seen != self._first.get(key):
            self._changed = True
        return result

    def _corrected(self, *lines: Any, **options: Any) -> Any:
        limits = (t.ALTERNATIVE_WITHIN, t.DOUBTFUL_FROM, t.SEVERAL_COSTS)
        key = pickle.dumps((lines, options["palette"], limits))
        if key not in self._readings:
            self._readings[key] = most_probable_clues(*lines, **options)
        return self._readings[key]


@lru_cache(maxsize=1)
def roads() -> tuple[tuple[Road, Record], ...]:
    """The pictures, each with its record as the table is."""
    found = [Road(sample) for sample in samples()]
    return tuple((road, road.record()) for road in found)


def measured(task: tuple[str, float]) -> Record:
    """The figure of one threshold with a factor; 1.0: as it is."""
    cv2.setNumThreads(1)
    name, factor = task
    records = [record for _, record in roads()]
    if name:
        part, unit = rows()[name]
        with mock.patch.object(t, name, changed(getattr(t, name), unit, factor)):
            records = [road.record(part) for road, _ in roads()]
    return {
        "name": name,
        "factor": factor,
        "right": sum(bool(one.get("after")) for one in records),
        "misread": sum(one["misread"] for one in records),
    }


def words(row: re.Match[str]) -> str:
    """The unit and the job of a threshold, without its figure."""
    whole = row["beside"] or " ".join(line[2:] for line in row["above"].splitlines())
    return re.sub(r" \[[^\]]+\]$", "", whole)


def rows() -> dict[str, tuple[str, str]]:
    """The part of the table and the unit of each threshold."""
    found = {}
    for part in TABLE.read_text(encoding="utf-8").split("\n# ---- ")[1:]:
        for row in _ROW.finditer(part):
            found[row["name"]] = (part, words(row).partition(":")[0])
    return found


def written(text: str, figures: dict[tuple[str, float], str]) -> str:
    """The table with its figures."""

    def row(found: re.Match[str]) -> str:
        name = found["name"]
        low, high = figures.get((name, 0.7)), figures.get((name, 1.3))
        if low is None or high is None:
            return found[0]
        usual = figures["", 1.0]
        figure = "=" if low == usual == high else f"{low} {usual} {high}"
        said = f"{words(found)} [{figure}]"
        line = f"{name} = {found['value']}  # {said}"
        if len(line) <= 100:
            return line
        above = textwrap.wrap(said, 98, break_long_words=False, break_on_hyphens=False)
        return "".join(f"# {one}\n" for one in above) + f"{name} = {found['value']}"

    return _ROW.sub(row, text)


def tasks(names: list[str]) -> Iterator[tuple[str, float]]:
    """Thresholds and factors to measure; first the table as it is."""
    yield "", 1.0
    for name in names or rows():
        yield name, 0.7
        yield name, 1.3


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description="how many pictures are read right with other thresholds"
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--write", action="store_true", help="only write the figures of the log")
    wanted = parser.parse_args()
    lines = []
    if wanted.log is not None and wanted.log.exists():
        lines = [json.loads(line) for line in wanted.log.read_text().splitlines()]
    done = {(one["name"], one["factor"]): f"{one['right']}/{one['misread']}" for one in lines}
    if wanted.write:
        TABLE.write_text(written(TABLE.read_text(encoding="utf-8"), done), encoding="utf-8")
        return
    missing = [task for task in tasks(wanted.names) if task not in done]
    with ProcessPoolExecutor(wanted.jobs) as executor:
        for record in executor.map(measured, missing):
            print(json.dumps(record), flush=True)
            if wanted.log is not None:
                with wanted.log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
