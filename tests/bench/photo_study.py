# SPDX-License-Identifier: MIT
"""How well printed puzzles are read from pictures, as tables.

    python -m tests.bench.photo_study [--stage grid|numbers|all] [--kind KIND ...] [--count N]
                                      [--seed SEED] [--jobs N] [--log FILE]
    python -m tests.bench.photo_study --log FILE --count 0     # the tables of earlier runs
    python -m tests.bench.photo_study --memory                 # a 30x30 of 12 million pixels

Pictures of ``photo_pictures`` with seeds from SEED on are read. Stage ``grid`` only finds the
cells, ``numbers`` stops before the correction, ``all`` is ``read_picture``. A number is compared
with the truth after its line is aligned (least edits). A puzzle is right if all clues, colours and
printed cells are right; a puzzle with several solutions must not be accepted as unique. An accepted
puzzle is wrong if a clue or a printed cell is wrong; parts that the reading reports as missing are
not wrong. ``--log`` appends a line of JSON for each picture, so a long measurement may be made in
parts; pictures in the log are not read again.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import pairwise, permutations
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from PIL import Image

import nonosat
from nonosat.errors import NonosatError
from tests.bench.photo_pictures import KINDS, Sample, about_words, picture
from tests.bench.photo_sheets import shades

Record = dict[str, Any]
Numbers = list[tuple[int | None, int, float]]
"""The numbers of a line: value (None: not a number), colour and probability of each."""

_STAGES = ("grid", "numbers", "all")
_BINS = (0.0, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
_TIME_LIMIT = 60.0
_COLOR_ERROR = 30
"""Colours that differ more than this are not the same; for the unit see ``_shade_error``."""


def _corner_error(sample: Sample, corners: Sequence[Sequence[float]]) -> float:
    """The largest distance of a corner from its true place; a cell's shorter side is 1."""
    truth, found = sample.quad, np.array(corners, dtype=np.float64)
    across = np.hypot(*(truth[1] - truth[0])) / sample.puzzle.width
    down = np.hypot(*(truth[3] - truth[0])) / sample.puzzle.height
    return float(np.hypot(*(found - truth).T).max() / min(across, down))


def _aligned(truth: list[int], read: list[int | None]) -> list[tuple[int | None, int | None]]:
    """Pairs of an index of the truth and an index of the reading, with the least edits.

    >>> _aligned([3, 1, 4], [3, 4])
    [(0, 0), (1, None), (2, 1)]
    """
    cost = np.zeros((len(truth) + 1, len(read) + 1), dtype=np.int64)
    cost[:, 0] = range(len(truth) + 1)
    cost[0, :] = np.cumsum([0] + [value not in (None, 0) for value in read])
    for i, value in enumerate(truth, 1):
        for j, other in enumerate(read, 1):
            extra = int(other not in (None, 0))
            cost[i, j] = min(
                cost[i - 1, j - 1] + (value != other), cost[i - 1, j] + 1, cost[i, j - 1] + extra
            )
    pairs: list[tuple[int | None, int | None]] = []
    i, j = len(truth), len(read)
    while i or j:
        if i and j and cost[i, j] == cost[i - 1, j - 1] + (truth[i - 1] != read[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif i and cost[i, j] == cost[i - 1, j] + 1:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return pairs[::-1]


def _color_map(sample: Sample, colors: Sequence[Sequence[int]]) -> dict[int, int]:
    """The true colour of each colour that was read; colours that are not in the truth are absent.

    The shade of a puzzle with one colour is ignored: it comes from the theme. Thin digits are mixed
    with the paper, so the direction from white counts more than the distance. Each colour is used
    once, so that the sum of differences is smallest.
    """
    truth = shades(sample.puzzle)[1:]
    if len(truth) == 1 and len(colors) == 1:
        return {1: 1}
    away = [[_shade_error(shade, other) for other in truth] for shade in colors]
    most = max(len(truth), len(colors))
    if most > 8:
        return {}
    best = min(
        permutations(range(most), len(colors)),
        key=lambda places: sum(
            away[n][place] if place < len(truth) else _COLOR_ERROR for n, place in enumerate(places)
        ),
    )
    return {
        number + 1: place + 1
        for number, place in enumerate(best)
        if place < len(truth) and away[number][place] <= _COLOR_ERROR
    }


def _shade_error(one: Sequence[int], other: Sequence[int]) -> float:
    """How far two shades differ: mostly the angle from white, in degrees, plus some distance."""
    rays = [np.subtract(255, shade, dtype=float) for shade in (one, other)]
    ways = [max(float(np.linalg.norm(ray)), 1.0) for ray in rays]
    angle = np.degrees(np.arccos(np.clip(rays[0] @ rays[1] / (ways[0] * ways[1]), -1, 1)))
    return float(angle) + 0.05 * abs(ways[0] - ways[1])


def _judge_numbers(
    record: Record, sample: Sample, lines: list[Numbers], colors: dict[int, int]
) -> None:
    """Compares the reading, line by line, with the truth."""
    clues = [*sample.puzzle.rows, *sample.puzzle.columns]
    count = wrong = 0
    chances: list[tuple[float, bool]] = []
    differing = []
    for index, (clue, read) in enumerate(zip(clues, lines, strict=True)):
        assert clue is not None
        truth = [block.length for block in clue]
        values = [value for value, _, _ in read]
        errors = 0
        for mine, other in _aligned(truth, values):
            value = None if other is None else read[other][0]
            right = value in (None, 0) if mine is None else value == truth[mine]
            if right and mine is not None and other is not None:
                right = colors.get(read[other][1]) == clue[mine].color
            errors += not right
            if other is not None:
                chances.append((read[other][2], right))
        count += len(truth)
        wrong += errors
        if errors:
            name = f"R{index + 1}" if index < sample.puzzle.height else ""
            name = name or f"C{index + 1 - sample.puzzle.height}"
            differing.append(f"{name}: {_words(truth)} read as {_words(values)}")
    record |= {"numbers": count, "misread": wrong, "chances": chances, "differing": differing}
    record["before"] = wrong == 0


def _words(values: Iterable[int | None]) -> str:
    return " ".join("?" if value is None else str(value) for value in values) or "-"


def _clues(lines: Iterable[Any], colors: dict[int, int]) -> list[list[tuple[int, int]] | None]:
    """Clues in the colours of the truth."""
    return [
        None if clue is None else [(block.length, colors.get(block.color, -1)) for block in clue]
        for clue in lines
    ]


def _judge_given(record: Record, sample: Sample, given: Any, colors: dict[int, int]) -> None:
    """Counts the cells whose printed state was read wrongly (``false``) or not seen."""
    size = (sample.puzzle.height, sample.puzzle.width)
    truth = np.full(size, 255) if sample.given is None else np.array(sample.given, dtype=np.int64)
    read = np.full(size, 255)
    if given is not None:
        read = np.array([[255 if cell is None else cell for cell in row] for row in given])
    mapped = read.copy()
    for number, other in colors.items():
        mapped[read == number] = other
    record["given_errors"] = int((mapped != truth).sum())
    record["given_false"] = int(((mapped != truth) & (read != 255)).sum())


def _grid_only(record: Record, sample: Sample) -> Any:
    """Stage ``grid``; returns the straightened picture."""
    import cv2

    from nonosat.limits import Limits
    from nonosat.photo.straight import straightened

    straight = straightened(sample.image, Limits(time_limit=_TIME_LIMIT))
    left, top, cell = straight.left, straight.top, straight.cell
    right, bottom = left + straight.width * cell, top + straight.height * cell
    corners = np.array(
        [[[left, top], [right, top], [right, bottom], [left, bottom]]], dtype=np.float64
    )
    found = cv2.perspectiveTransform(corners, straight.to_picture)[0]
    sizes = [(one.width, one.height) for one in (straight, *getattr(straight, "others", ()))]
    truth = (sample.puzzle.width, sample.puzzle.height)
    record |= {"size": sizes[0], "sizes": sizes, "error": _corner_error(sample, found.tolist())}
    record["grid"] = sizes[0] == truth and record["error"] < 0.5
    record["status"] = "grid" if record["grid"] else "other grid"
    if truth in sizes[1:]:
        record["status"] = "second grid"
    return straight


def _numbers_only(record: Record, sample: Sample) -> None:
    """Stage ``numbers``: all but the correction."""
    from nonosat.limits import Limits
    from nonosat.photo.cells import printed_cells
    from nonosat.photo.search import read_straight

    straight = _grid_only(record, sample)
    structure = read_straight(straight, Limits(time_limit=_TIME_LIMIT))
    if not record["grid"]:
        return
    colors = _color_map(sample, structure.ink.colors)
    read = [*structure.rows, *structure.columns]
    lines = [
        [(one.value, one.color, one.alternatives[0][1]) for one in line.numbers] for line in read
    ]
    _judge_numbers(record, sample, lines, colors)
    _judge_given(record, sample, next(iter(printed_cells(straight, structure.ink)), None), colors)
    truth = [
        [(block.length, block.color) for block in clue or ()]
        for clue in (*sample.puzzle.rows, *sample.puzzle.columns)
    ]
    absent = sum(
        clue not in _clues((one for one, _ in line.readings), colors)
        for clue, line in zip(truth, read, strict=True)
    )
    record["absent"] = absent
    record["status"] = "truth absent" if absent else "truth present"


def _whole(record: Record, sample: Sample) -> None:
    """Stage ``all``."""
    reading = nonosat.photo.read_picture(Image.fromarray(sample.image), time_limit=_TIME_LIMIT)
    puzzle = sample.puzzle
    record["status"] = reading.status.value
    size = (len(reading.columns), len(reading.rows))
    record |= {"size": size, "grid": size == (puzzle.width, puzzle.height)}
    if reading.corners is not None:
        record["error"] = _corner_error(sample, reading.corners)
    record["false"] = True
    if not record["grid"]:
        return
    read_shades = [
        [int(color.rgb[at : at + 2], 16) for at in (1, 3, 5)] for color in reading.palette.colors
    ]
    colors = _color_map(sample, read_shades)
    lines = [
        [(one.read, one.color, one.probability) for one in line.numbers]
        for line in (*reading.rows, *reading.columns)
    ]
    _judge_numbers(record, sample, lines, colors)
    _judge_given(record, sample, reading.given, colors)
    right = agree = False
    if reading.puzzle is not None:
        found = _clues([*reading.puzzle.rows, *reading.puzzle.columns], colors)
        truth = _clues([*puzzle.rows, *puzzle.columns], {i: i for i in range(1, 61)})
        used = {block.color for clue in reading.puzzle.rows for block in clue or ()}
        # Two colours in place of one are another puzzle: blocks may touch.
        agree = all(one in (None, other) for one, other in zip(found, truth, strict=True))
        agree = agree and len({colors.get(one) for one in used}) == len(used)
        right = agree and None not in found
    record["clues"] = right
    # A missing clue, and a printed cell that is not seen, are reported and not wrong.
    record["false"] = not agree or record["given_false"] > 0
    record["after"] = right and record["given_errors"] == 0
    if not sample.unique and record["status"] == "unique":
        record |= {"after": False, "false": True}


def examine(kind: str, seed: int, stage: str) -> Record:
    """Reads one picture and compares it with the truth."""
    import cv2

    cv2.setNumThreads(1)
    return judged(picture(kind, seed), stage)


def judged(sample: Sample, stage: str) -> Record:
    """The reading of a picture, compared with the truth."""
    height, width = sample.image.shape[:2]
    record: Record = {
        "kind": sample.kind, "seed": sample.seed, "stage": stage, "words": about_words(sample),
        "pixels": height * width, "cells": sample.puzzle.height * sample.puzzle.width,
        "unique": sample.unique, "grid": False, "status": "none", "numbers": 0, "misread": 0,
    }  # fmt: skip
    begun = time.perf_counter()
    try:
        {"grid": _grid_only, "numbers": _numbers_only, "all": _whole}[stage](record, sample)
    except Exception as exc:
        expected = isinstance(exc, NonosatError) or type(exc).__name__ == "NoGridError"
        record["status"] = "no grid" if expected else "crash"
        record["differing"] = [str(exc) if expected else traceback.format_exc()]
    record["seconds"] = time.perf_counter() - begun
    return record


def _share(part: int, of: int) -> str:
    return f"{100 * part / of:.1f} %" if of else "-"


def table(records: list[Record]) -> Iterator[str]:
    """The table of the kinds."""
    kinds = [kind for kind in KINDS if any(one["kind"] == kind for one in records)]
    groups = [[one for one in records if one["kind"] == kind] for kind in kinds]
    stage = records[0]["stage"]

    def line(name: str, cells: Iterable[str]) -> str:
        return f"| {name} | {' | '.join(cells)} |"

    def count(key: str) -> Iterator[str]:
        return (_share(sum(bool(one.get(key)) for one in group), len(group)) for group in groups)

    yield line("", (f"{kind} ({len(group)})" for kind, group in zip(kinds, groups, strict=True)))
    yield "|---|" + "--:|" * len(kinds)
    yield line("grid right", count("grid"))
    errors = [[one["error"] for one in group if one["grid"] and "error" in one] for group in groups]
    yield line(
        "corner error in cells, median / most",
        (f"{statistics.median(e):.3f} / {max(e):.2f}" if e else "-" for e in errors),
    )
    if stage != "grid":
        sums = [
            (sum(one["numbers"] for one in group), sum(one["misread"] for one in group))
            for group in groups
        ]
        yield line("single numbers", (f"{numbers:,}" for numbers, _ in sums))
        yield line(
            "single numbers right",
            (f"{100 * (1 - bad / numbers):.2f} %" if numbers else "-" for numbers, bad in sums),
        )
        yield line("whole puzzle right before the correction", count("before"))
        given = [sum(one.get("given_errors", 1) == 0 for one in group) for group in groups]
        yield line("printed cells right", map(_share, given, map(len, groups)))
    if stage == "all":
        yield line("clues right after the correction", count("clues"))
        yield line("**whole puzzle right after it**", count("after"))
        accepted = [[one for one in group if one["status"] == "unique"] for group in groups]
        yield line("accepted (status unique)", (str(len(some)) for some in accepted))
        for name, is_so in (
            ("wrong", lambda one: one["false"]),
            ("with a missing clue", lambda one: not one["false"] and not one["clues"]),
            ("with printed cells that are not seen", lambda one: one["clues"] and not one["after"]),
        ):
            numbers = [sum(map(is_so, some)) for some in accepted]
            yield line(f"... of these {name}", map(str, numbers))
    statuses = sorted({one["status"] for one in records})
    for status in statuses:
        if status != "unique":
            found = [[one for one in group if one["status"] == status] for group in groups]
            right = [sum(bool(one.get("after")) for one in some) for some in found]
            yield line(
                f"status {status} (right)",
                (f"{len(some)} ({n})" for some, n in zip(found, right, strict=True)),
            )
    seconds = [[one["seconds"] for one in group] for group in groups]
    yield line(
        "seconds, median / most", (f"{statistics.median(s):.2f} / {max(s):.2f}" for s in seconds)
    )


def calibration(records: list[Record]) -> Iterator[str]:
    """Expected and real errors of single numbers, by the probability of an error."""
    pairs = [(1 - p, right) for one in records for p, right in one.get("chances", ())]
    if not pairs:
        return
    yield "| probability of an error | numbers | errors expected | real |"
    yield "|---|--:|--:|--:|"
    for low, high in pairwise(_BINS):
        here = [(e, r) for e, r in pairs if low <= max(e, 0) < high or e == high == 1]
        expected, real = sum(e for e, _ in here), sum(not r for _, r in here)
        yield f"| {low:g} to {high:g} | {len(here):,} | {expected:.1f} | {real} |"
    expected, real = sum(e for e, _ in pairs), sum(not r for _, r in pairs)
    yield f"| all | {len(pairs):,} | {expected:.1f} | {real} |"


def failures(records: list[Record]) -> Iterator[str]:
    """The pictures that were not read rightly, to improve the reader."""
    key = {"grid": "grid", "numbers": "before", "all": "after"}[records[0]["stage"]]
    for one in records:
        if one.get(key) and one.get("given_errors", 0) == 0:
            continue
        size = one.get("size", "")
        false = "FALSE " if one["status"] == "unique" and one["false"] else ""
        yield f"{false}{one['kind']} {one['seed']}: {one['status']}, found {size}, {one['words']}"
        if one.get("given_errors"):
            yield f"    printed cells: {one['given_errors']} wrong, {one['given_false']} invented"
        for words in one.get("differing", [])[:4]:
            yield f"    {words}"
    counts = Counter((one["kind"], one["status"]) for one in records)
    yield ", ".join(f"{kind} {status}: {n}" for (kind, status), n in sorted(counts.items()))


def memory() -> Iterator[str]:
    """Seconds and peak memory of a process that reads a 30x30 of 12 million pixels."""
    program = (
        "import sys, time, resource, nonosat\n"
        "begun = time.perf_counter(); reading = nonosat.photo.read_picture(sys.argv[1])\n"
        "took = time.perf_counter() - begun\n"
        "again = time.perf_counter(); nonosat.photo.read_picture(sys.argv[1])\n"
        "again = time.perf_counter() - again\n"
        "most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "print(f'{reading.status.value}: {took:.2f} s, again {again:.2f} s, {most:.0f} MB')\n"
    )
    with TemporaryDirectory() as folder:
        done = 0
        for seed in range(1000):
            rough = 25 <= _size_of("photo", seed) <= 34
            sample = picture("photo", seed) if rough else None
            if sample is None:
                continue
            path = Path(folder) / f"{seed}.jpg"
            factor = (12_000_000 / (sample.image.shape[0] * sample.image.shape[1])) ** 0.5
            size = (int(sample.image.shape[1] * factor), int(sample.image.shape[0] * factor))
            Image.fromarray(sample.image).resize(size).save(path, quality=90)
            run = [sys.executable, "-c", program, str(path)]
            answer = subprocess.run(run, capture_output=True, text=True, check=False)
            last = (answer.stdout.strip() or answer.stderr.strip()).splitlines()[-1]
            yield f"photo {seed}, {sample.puzzle.width}x{sample.puzzle.height}, {size}: {last}"
            done += 1
            if done == 4:
                return


def _size_of(kind: str, seed: int) -> int:
    """The longer side of the puzzle that a picture shows, without the picture."""
    from tests.bench.photo_pictures import puzzle_of

    puzzle = puzzle_of(kind, seed)
    return max(puzzle.width, puzzle.height) if min(puzzle.width, puzzle.height) > 24 else 0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How well pictures of puzzles are read.")
    parser.add_argument("--stage", choices=_STAGES, default="all")
    parser.add_argument("--kind", choices=KINDS, nargs="*", default=list(KINDS))
    parser.add_argument("--count", type=int, default=20, help="pictures of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--memory", action="store_true")
    wanted = parser.parse_args()
    os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    if wanted.memory:
        print(*memory(), sep="\n")
        return
    records: list[Record] = []
    if wanted.log is not None and wanted.log.exists():
        text = wanted.log.read_text(encoding="utf-8")
        records = [json.loads(line) for line in text.splitlines()]
        records = [one for one in records if one["stage"] == wanted.stage]
    known = {(one["kind"], one["seed"]) for one in records}
    todo = [
        (kind, seed)
        for seed in range(wanted.seed, wanted.seed + wanted.count)
        for kind in wanted.kind
        if (kind, seed) not in known
    ]
    with ProcessPoolExecutor(wanted.jobs, get_context("spawn")) as pool:
        futures = [pool.submit(examine, kind, seed, wanted.stage) for kind, seed in todo]
        for done, future in enumerate(as_completed(futures), 1):
            records.append(future.result())
            if wanted.log is not None:
                with wanted.log.open("a", encoding="utf-8") as log:
                    log.write(json.dumps(records[-1]) + "\n")
            if done % 20 == 0 or done == len(todo):
                print(f"{done} of {len(todo)}", file=sys.stderr, flush=True)
    records.sort(key=lambda one: (KINDS.index(one["kind"]), one["seed"]))
    if not records:
        print("nothing was read")
        return
    for part in (table(records), calibration(records), failures(records)):
        print(*part, sep="\n")
        print()


if __name__ == "__main__":
    main()
