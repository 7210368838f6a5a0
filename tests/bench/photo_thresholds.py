# SPDX-License-Identifier: MIT
"""How many pictures are read right if a threshold is smaller or larger by 30 %.

    python -m tests.bench.photo_thresholds [NAME ...] [--jobs N] [--log FILE]  # the figures
    python -m tests.bench.photo_thresholds --log FILE --write                  # into the table

Forty small pictures of ``photo_pictures``, worn or with colours or filled cells, are read for each
threshold of ``nonosat/photo/thresholds.py`` with 70 % and with 130 % of its value; a whole number
changes by one at least. A share or probability above .75 cannot grow by 30 %: its distance from 1
changes instead. A picture is right if clues, colours and printed cells are, as in ``photo_study``.
``--log`` appends a line of JSON for each figure, and those that it has are not measured again;
``--write`` puts the figures into the table. Cost: about an hour of one core. Where a threshold
leaves the straight picture as it is, and where a patch of ink is the same, nothing is computed
again: so the figures are those of whole readings.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest import mock

import cv2
import numpy as np

from nonosat.limits import Limits
from nonosat.photo import classifier, numbers, outside, pages, straight, thresholds
from tests.bench.photo_pictures import Sample, picture, puzzle_of
from tests.bench.photo_study import Record, judged

TABLE = Path(thresholds.__file__)
COUNT, FIRST_SEED = 40, 830_000
_MOST_CELLS, _MOST_PIXELS = 110, 240_000
_KINDS = ("scan", "photo", "small", "color", "partial")
_ROW = re.compile(r'(?ms)^([A-Z_]+) = (.+?)\n"""(\S.*?)"""$')
_FIRST_PART = "# ---- ink "
"""Thresholds of this part of the table and of later ones leave the straight picture as it is."""


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


@lru_cache(maxsize=64)
def _straightened(number: int) -> Any:
    """The straight picture, as the table is."""
    return _straighten(samples()[number].image, Limits())


_straighten = straight.straightened
_probabilities = classifier.number_probabilities
_known: dict[bytes, Any] = {}


def _remembered(patches: Sequence[Any]) -> Any:
    """The probabilities of patches; those that were asked for before are not computed again."""
    keys = [repr(patch.shape).encode() + patch.tobytes() for patch in patches]
    new = {key: patch for key, patch in zip(keys, patches, strict=True) if key not in _known}
    _known.update(zip(new, _probabilities([*new.values()]), strict=True))
    return np.array([_known[key] for key in keys])


@lru_cache(maxsize=64)
def _as_it_is(number: int) -> Record:
    return _judged(number, _straightened(number))


def _judged(number: int, seen: Any) -> Record:
    """The record of a picture whose straight picture is known."""
    with (
        mock.patch.object(outside, "can_start", return_value=False),
        mock.patch.object(pages, "qr_texts", return_value=[]),  # none of the pictures has a code
        mock.patch.object(straight, "straightened", return_value=seen),
        mock.patch.object(numbers, "number_probabilities", _remembered),
    ):
        return judged(samples()[number], "all")


def _alike(one: Any, other: Any) -> bool:
    same = all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("image", "cell", "left", "top", "width", "height", "to_picture", "margins")
    )
    return (
        same and len(one.others) == len(other.others) and all(map(_alike, one.others, other.others))
    )


def measured(task: tuple[str, float]) -> Record:
    """The figure of one threshold with a factor; 1.0: as it is."""
    cv2.setNumThreads(1)
    name, factor = task
    text = TABLE.read_text(encoding="utf-8")
    records = [_as_it_is(number) for number in range(COUNT)]
    if name:
        unit = next(one[3] for one in _ROW.finditer(text) if one[1] == name)
        value = changed(getattr(thresholds, name), unit, factor)
        early = text.index(f"\n{name} = ") < text.index(_FIRST_PART)
        with mock.patch.object(thresholds, name, value):
            for number in range(COUNT):
                seen = _straightened(number)
                if early:
                    try:
                        seen = _straighten(samples()[number].image, Limits())
                    except straight.NoGridError:
                        records[number] = {"misread": 0}
                        continue
                    if _alike(seen, _straightened(number)):
                        continue
                records[number] = _judged(number, seen)
    return {
        "name": name,
        "factor": factor,
        "right": sum(bool(one.get("after")) for one in records),
        "misread": sum(one["misread"] for one in records),
    }


def written(text: str, figures: dict[tuple[str, float], str]) -> str:
    """The table with its figures."""

    def row(found: re.Match[str]) -> str:
        name, value, words = found.groups()
        low, high = figures.get((name, 0.7)), figures.get((name, 1.3))
        if low is None or high is None:
            return found[0]
        words = re.sub(r"\s\[[^\]]+\]$", "", words)
        figure = f"[{low} {figures['', 1.0]} {high}]"
        gap = " " if len(words.splitlines()[-1]) + len(figure) < 93 else "\n"
        return f'{name} = {value}\n"""{words}{gap}{figure}"""'

    return _ROW.sub(row, text)


def tasks(names: list[str]) -> Iterator[tuple[str, float]]:
    """What is measured; first as it is."""
    yield "", 1.0
    for one in _ROW.finditer(TABLE.read_text(encoding="utf-8")):
        if not names or one[1] in names:
            yield one[1], 0.7
            yield one[1], 1.3


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="what each threshold of reading pictures is worth")
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
