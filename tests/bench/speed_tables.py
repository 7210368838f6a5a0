# SPDX-License-Identifier: MIT
"""How fast this version is on each kind of puzzles, beside another checkout: a table.

    python tests/bench/speed_tables.py [OTHER] [--rounds 3] [--only hard,start] [--all]

Processor times, in seconds, milliseconds or microseconds as the rows say. Each version runs in a
process of its own, which reads the puzzles first; the two take turns within each round, so that
other work on the machine falls on both, and the least of all rounds counts. ``hard``, ``sample``,
``survey`` and taai2014 are those of the corpus (NONOSAT_CORPUS); ``survey`` is without Faase,
Knotty and Meow, which take longer than all others together; of taai2014 every fifth puzzle is
solved, all 1,000 with ``--all``, up to the first solution. The random pictures are those of
``nonosat bench --random WIDTHxHEIGHT:DENSITY:COUNT:1``. "In bulk" is ``solve_many`` with one job; a
version without it has no figure there, but for the row ``fifty``, where it calls ``solve`` 50
times.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

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
ROWS = (*SETS, "read", "report", "lines", "fifty", "start")
FIFTY = 50

# --- One version, in a process of its own ---


def _set(name: str, everything: bool) -> list[Any]:
    from nonosat import load, load_all

    if name == "taai2014":
        puzzles = list(load_all(CORPUS / "tournament" / "taai2014.txt"))
        return puzzles if everything else puzzles[::5]
    if name in RANDOM:
        side, density, count = RANDOM[name]
        return _random(side, density, count)
    pattern = "webpbn-*.non" if name == "survey" else "*.non"
    return [load(path) for path in sorted((CORPUS / name).glob(pattern))]


def _random(side: int, density: float, count: int) -> list[Any]:
    """Puzzles of random square pictures; the name of the function depends on the version."""
    from nonosat import study

    if hasattr(study, "random_picture_puzzles"):
        return [*study.random_picture_puzzles(side, side, density, count, 1).values()]
    return [*study.random_puzzles(side, side, density, count, 1).values()]


def _squares(lines_only: bool) -> list[str]:
    """Texts of random 15x15 pictures that line solving finishes, or of any."""
    import nonosat

    puzzles = _random(15, 0.7, 400)
    return [
        nonosat.dumps(puzzle)
        for puzzle in puzzles
        if not lines_only or nonosat.solve(puzzle, stages=["lines"]).solutions
    ]


def _times(items: list[Any], **options: Any) -> list[float]:
    """Processor seconds of ``solve`` for each puzzle; texts are read first, within that time."""
    from nonosat import loads, solve

    times = []
    for item in items:
        begun = time.process_time()
        solve(loads(item) if isinstance(item, str) else item, **options)
        times.append(time.process_time() - begun)
    return times


def _bulk(items: list[Any], **options: Any) -> float:
    from nonosat import solve_many

    begun = time.process_time()
    for _ in solve_many(items, **options):
        pass
    return time.process_time() - begun


def _loading(files: list[Path]) -> float:
    from nonosat import load

    times = []
    for path in files:
        begun = time.process_time()
        load(path)
        times.append(time.process_time() - begun)
    return median(times)


def measures(row: str, everything: bool) -> dict[str, Callable[[], float]]:
    """What is measured for a row: a name and how."""
    import nonosat

    many = hasattr(nonosat, "solve_many")
    found: dict[str, Callable[[], float]] = {}
    if row in SETS:
        puzzles = _set(row, everything)
        alone = partial(_times, puzzles, limit=1 if row == "taai2014" else 2)
        bulk = partial(_bulk, puzzles, limit=1 if row == "taai2014" else 2)
        found["`fast`, s"] = lambda: sum(alone(preset="fast"))
        found["`fast`, median, ms"] = lambda: 1e3 * median(alone(preset="fast"))
        found["`default`, s"] = lambda: sum(alone(preset="default"))
        if many:
            found["`fast` in bulk, s"] = lambda: bulk(preset="fast")
            found["`default` in bulk, s"] = lambda: bulk(preset="default")
    elif row == "read":
        files = sorted((CORPUS / "sample").glob("*.non"))
        found["`load` of a file of `sample`, median, ms"] = lambda: 1e3 * _loading(files)
    elif row == "report":
        texts = _squares(lines_only=False)
        found["15x15 from text to report, median, ms"] = lambda: (
            1e3 * median(_times(texts, preset="fast"))
        )
    elif row == "lines":
        texts = _squares(lines_only=True)
        each = 1e6 / len(texts)
        found["15x15 that lines solve, from text, us each"] = lambda: (
            each * sum(_times(texts, preset="fast"))
        )
        if many:
            found["the same in bulk, us each"] = lambda: each * _bulk(texts, preset="fast")
    else:
        puzzles = _set("sample", everything)[:: 1 if many else 8]
        fifty = _bulk if many else _times_in_all
        found["`sample`, each 50 times in a call, median, ms"] = lambda: (
            1e3 * median(fifty([puzzle] * FIFTY, preset="fast") / FIFTY for puzzle in puzzles)
        )
    return found


def _times_in_all(items: list[Any], **options: Any) -> float:
    return sum(_times(items, **options))


def answer(checkout: str, everything: bool) -> None:
    """Measure what standard input asks for, line by line."""
    sys.path.insert(0, checkout)
    import nonosat

    assert Path(nonosat.__file__).is_relative_to(checkout), nonosat.__file__
    ready: dict[str, Callable[[], float]] = {}
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("row"):
            ready = measures(request["row"], everything)
            print(json.dumps([*ready]), flush=True)
        else:
            print(json.dumps(ready[request["measure"]]()), flush=True)


# --- Both versions in turns ---


class Version:
    """A checkout with a process that measures."""

    def __init__(self, folder: Path, everything: bool) -> None:
        self.folder = folder
        command = [sys.executable, __file__, "--answer", str(folder)]
        self._process = subprocess.Popen(
            command + ["--all"] * everything,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **request: str) -> Any:
        """The answer to a line of JSON."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def start(self) -> float:
        """Processor milliseconds of a process of ``nonosat check FILE``."""
        program = (
            f"import sys; sys.path.insert(0, {str(self.folder)!r}); "
            "from nonosat.cli.start import main; main()"
        )
        command = [sys.executable, "-c", program, "check", str(self.folder / "data/heart.non")]
        with open(os.devnull, "w") as nowhere:
            actions = [(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1)]
            process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
            usage = os.wait4(process, 0)[2]
        return 1000 * (usage.ru_utime + usage.ru_stime)


def table(versions: list[Version], rows: list[str], rounds: int) -> None:
    """Measure row by row and print."""
    print("| puzzles | what |", " | ".join(version.folder.name for version in versions), end=" |")
    print(" ratio |" * (len(versions) > 1))
    print("|---|---|" + "--:|" * (len(versions) + (len(versions) > 1)))
    for row in rows:
        times: dict[str, list[list[float]]] = {}
        if row == "start":
            name = "`nonosat check FILE`, a process, ms"
            times[name] = [[] for _ in versions]
            for _ in range(5 * rounds + 1):
                for place, version in enumerate(versions):
                    times[name][place].append(version.start())
        else:
            known = [version.ask(row=row) for version in versions]
            for name in known[-1]:
                times[name] = [[] for _ in versions]
                for _ in range(rounds):
                    for place, version in enumerate(versions):
                        if name in known[place]:
                            times[name][place].append(version.ask(measure=name))
        least = {name: [min(found, default=None) for found in both] for name, both in times.items()}
        for name, values in least.items():
            cells = ["-" if value is None else f"{value:.3g}" for value in values]
            if len(values) > 1:
                both = values[0] is not None and values[1] is not None
                cells.append(f"{values[1] / values[0]:.2f}" if both else "-")  # type: ignore[operator]
            print(f"| {row} | {name} |", " | ".join(cells), "|", flush=True)
        if row in SETS:
            fast, default = least["`fast`, s"], least["`default`, s"]
            cells = [f"{d / f:.2f}" for d, f in zip(default, fast, strict=True) if d and f]
            cells += [""] * (len(versions) > 1)
            print(f"| {row} | `default` / `fast` |", " | ".join(cells), "|", flush=True)


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
    table(versions, arguments.only.split(","), arguments.rounds)


if __name__ == "__main__":
    main()
