# SPDX-License-Identifier: MIT
"""The speed of this version on each kind of puzzles, compared with another checkout: a table.

    python -m tests.bench.speed_tables [OTHER] [--rounds 3] [--only hard,start] [--all]

Processor times, in seconds, milliseconds or microseconds as the rows say. Each version runs in its
own process, which reads the puzzles first; the two take turns within each round, and the least of
all rounds is shown. ``hard``, ``sample``, ``survey`` and taai2014 are in the corpus
(NONOSAT_CORPUS); ``survey`` is without Faase, Knotty and Meow, which take longer than all others
together; of taai2014 every fifth puzzle is solved, all 1,000 with ``--all``, up to the first
solution. The random pictures are those of ``nonosat bench --random WIDTHxHEIGHT:DENSITY:COUNT:1``.
"In bulk" is ``solve_many`` with one job. ``colors`` reads the files of ``color`` in the corpus, and
what our writers make of them and of random pictures in one to four colours.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

from tests.bench.measure import WITH_GRAPH, Spent, in_turns, python_of, ratio, show

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("NONOSAT_CORPUS") or ROOT.parent / "shared" / "corpus")
RANDOM = {
    "r20": (20, 0.55, 300),
    "r25": (25, 0.5, 200),
    "r30": (30, 0.5, 300),
    "r35": (35, 0.55, 60),
    "r40": (40, 0.6, 60),
}
"""The side, the share of filled cells and the number of random pictures."""
SETS = ("hard", *RANDOM, "sample", "survey", "taai2014")
ROWS = (*SETS, "read", "colors", "report", "lines", "fifty", "start")
FIFTY = 50
DEFAULT, GRAPH = "`default`, s", "`graph`, s"

# --- One version, in its own process ---


def _set(name: str, everything: bool) -> list[Any]:
    from nonosat import load, load_all

    if name == "taai2014":
        puzzles = list(load_all(CORPUS / "tournament" / "taai2014.txt"))
        return puzzles if everything else puzzles[::5]
    if name in RANDOM:
        return _random(*RANDOM[name])
    pattern = "webpbn-*.non" if name == "survey" else "*.non"
    return [load(path) for path in sorted((CORPUS / name).glob(pattern))]


def _random(side: int, density: float, count: int) -> list[Any]:
    from nonosat import study

    return [*study.random_picture_puzzles(side, side, density, count, 1).values()]


COLORED = (("webpbn", None), ("non", "mikix"), ("non", "nonny"), ("json", None))
"""The formats of coloured puzzles that people have, with their dialects."""


def _colored(side: int) -> list[Any]:
    """Random pictures, 37 in each of one to four colours, of runs of one to five cells."""
    from nonosat import Grid, Palette, Puzzle

    rng, found = Random(side), []
    shades = [("black", "#000", "k"), ("red", "#f00", "r"), ("green", "#0f0", "g")]
    for number in range(4 * 37):
        palette = Palette.of([*shades, ("blue", "#00f", "b")][: number % 4 + 1])
        rows = []
        for _ in range(side):
            row: list[int] = []
            while len(row) < side:
                row += [rng.randint(0, len(palette))] * rng.choice((1, 1, 2, 3, 5))
            rows.append(row[:side])
        found.append(Puzzle.from_grid(Grid(rows, palette.letters), palette=palette))
    return found


def _reading() -> dict[str, Callable[[], float]]:
    """The measurements of reading puzzles in colours: the mean of all puzzles, in milliseconds."""
    from nonosat import dumps, load, loads

    def of(work: Callable[[Any], object], items: list[Any]) -> Callable[[], float]:
        return lambda: 1e3 * mean(_times(work, items))

    files = sorted((CORPUS / "color").iterdir())
    found = {"`load` of a file of `color`, ms": of(load, files)}
    kinds = {"`color`": [*map(load, files)], "20x20": _colored(20), "30x30": _colored(30)}
    for kind, puzzles in kinds.items():
        for form, dialect in COLORED:
            texts = [dumps(one, format=form, dialect=dialect) for one in puzzles]
            found[f"{kind}, {form} {dialect or ''}".rstrip() + ", ms"] = of(loads, texts)
    return found


def _times(work: Callable[[Any], object], items: Iterable[Any]) -> list[float]:
    """Processor seconds of the work on each item."""
    found = []
    for item in items:
        with Spent() as spent:
            work(item)
        found.append(spent.cpu)
    return found


def _bulk(items: list[Any], **options: Any) -> float:
    from nonosat import solve_many

    with Spent() as spent:
        deque(solve_many(items, **options), maxlen=0)
    return spent.cpu


def _start(folder: str) -> float:
    """Processor milliseconds of a process of ``nonosat check FILE``."""
    program = (
        f"import sys; sys.path.insert(0, {folder!r}); from nonosat.__main__ import main; main()"
    )
    command = [python_of(Path(folder)), "-c", program, "check", f"{folder}/data/heart.non"]
    with open(os.devnull, "w") as nowhere:
        actions = [(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1)]
        process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
        usage = os.wait4(process, 0)[2]
    return 1000 * (usage.ru_utime + usage.ru_stime)


def measures(row: str, folder: str, everything: bool) -> dict[str, Callable[[], float]]:
    """The measurements of a row: names and functions."""
    from nonosat import dumps, load, loads, solve

    fast = partial(solve, preset="fast")
    if row in SETS:
        puzzles, limit = _set(row, everything), 1 if row == "taai2014" else 2
        alone = partial(fast, limit=limit)
        graph = partial(solve, stages=WITH_GRAPH, limit=limit)
        return {
            DEFAULT: lambda: sum(_times(alone, puzzles)),
            "`default`, median, ms": lambda: 1e3 * median(_times(alone, puzzles)),
            GRAPH: lambda: sum(_times(graph, puzzles)),
            "`default` in bulk, s": lambda: _bulk(puzzles, preset="fast", limit=limit),
            "`graph` in bulk, s": lambda: _bulk(puzzles, stages=WITH_GRAPH, limit=limit),
        }
    if row == "read":
        files = sorted((CORPUS / "sample").glob("*.non"))
        name = "`load` of a file of `sample`, median, ms"
        return {name: lambda: 1e3 * median(_times(load, files))}
    if row == "colors":
        return _reading()
    if row == "start":
        name = "`nonosat check FILE`, a process, ms"
        return {name: lambda: min(_start(folder) for _ in range(5))}
    if row == "fifty":
        puzzles = _set("sample", everything)
        return {
            "`sample`, each 50 times in a call, median, ms": lambda: (
                1e3 * median(_bulk([one] * FIFTY, preset="fast") / FIFTY for one in puzzles)
            )
        }

    def from_text(text: str) -> None:
        fast(loads(text))

    squares = _random(15, 0.7, 400)
    if row == "report":
        texts = [*map(dumps, squares)]
        name = "15x15 from text to report, median, ms"
        return {name: lambda: 1e3 * median(_times(from_text, texts))}
    texts = [dumps(puzzle) for puzzle in squares if solve(puzzle, stages=["lines"]).solutions]
    each = 1e6 / len(texts)
    return {
        "15x15 that lines solve, from text, us each": lambda: each * sum(_times(from_text, texts)),
        "the same in bulk, us each": lambda: each * _bulk(texts, preset="fast"),
    }


def answer(folder: str, everything: bool) -> None:
    """Measure the requests on standard input, line by line: a row and a name, or only the row."""
    sys.path.insert(0, folder)
    import nonosat

    assert Path(nonosat.__file__).is_relative_to(folder), nonosat.__file__
    known = cache(measures)
    for line in sys.stdin:
        row, *name = json.loads(line)
        ready = known(row, folder, everything)
        print(json.dumps(ready[name[0]]() if name else [*ready]), flush=True)


# --- Both versions in turns ---


class Version:
    """A checkout with a process that measures."""

    def __init__(self, folder: Path, everything: bool) -> None:
        self.name = folder.name
        command = [python_of(folder), "-m", "tests.bench.speed_tables", "--answer", str(folder)]
        self._process = subprocess.Popen(
            command + ["--all"] * everything,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def ask(self, *request: str) -> Any:
        """The answer to a line of JSON."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


def table(versions: list[Version], rows: list[str], rounds: int) -> Iterator[list[str]]:
    """Measure row by row."""
    for row in rows:
        for version in versions:
            names = version.ask(row)
        times = {
            name: in_turns([partial(one.ask, row, name) for one in versions], rounds)
            for name in names
        }
        for name, found in times.items():
            yield [row, name, *(f"{min(one):.3g}" for one in found), *_ratio(found)]
        if row in SETS:
            both = zip(times[GRAPH], times[DEFAULT], strict=True)
            shares = [f"{ratio(graph, default):.2f}" for graph, default in both]
            yield [row, "`graph` / `default`", *shares, *[""] * (len(versions) > 1)]


def _ratio(found: list[list[float]]) -> list[str]:
    """The ratio of this version to the other, if there is another."""
    return [f"{ratio(found[1], found[0]):.2f}"] if len(found) > 1 else []


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", nargs="?", type=Path, help="the folder of another checkout")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default=",".join(ROWS), help=f"some of {','.join(ROWS)}")
    parser.add_argument("--all", action="store_true", help="all of taai2014")
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.answer:
        answer(arguments.answer, arguments.all)
        return
    folders = [arguments.other.resolve()] if arguments.other else []
    versions = [Version(folder, arguments.all) for folder in (*folders, ROOT)]
    head = ["puzzles", "what", *(one.name for one in versions), *["ratio"] * len(folders)]
    show(head, table(versions, arguments.only.split(","), arguments.rounds))


if __name__ == "__main__":
    main()
