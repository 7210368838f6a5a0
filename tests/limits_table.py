# SPDX-License-Identifier: MIT
"""How exactly limits hold: a table of overshoot and peak memory on the largest and oddest boards.

Run it as a program, on a machine without other work:

    python tests/limits_table.py [SECONDS [NAME ...]]

Each question is asked in a process of its own with a time limit of SECONDS (1 by default), and
again by the command line, which gets Ctrl-C after SECONDS. A line of the table is a question: the
longest time beyond the limit, the longest time after Ctrl-C, and the peak memory, each with the
board on which it was. NAME: only questions whose name contains it. Not a test: it measures time.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import nonosat
from nonosat import Palette, Puzzle

SIDE = 1023
COLORS = 60
ROOT = Path(__file__).resolve().parent.parent
MEMORY = 12 * 2**30
"""Address space of each process, so that a leak ends the process and not the machine."""


def palette(colors: int) -> Palette:
    """A palette of different colours."""
    return Palette.of([(f"c{number}", f"#{number:06x}", None) for number in range(colors)])


def noise(side: int) -> Puzzle:
    """A random picture, half of its cells filled."""
    rng = random.Random(side)
    return Puzzle.from_grid([[int(rng.random() < 0.5) for _ in range(side)] for _ in range(side)])


BOARDS: dict[str, Callable[[], Puzzle]] = {
    "no clues": lambda: Puzzle([None] * SIDE, [None] * SIDE),
    "no clues, 60 colours": lambda: Puzzle([None] * SIDE, [None] * SIDE, palette=palette(COLORS)),
    "random": lambda: noise(SIDE),
    "full": lambda: Puzzle([[SIDE]] * SIDE, [[SIDE]] * SIDE),
    "120x120 of [1]": lambda: Puzzle([[1]] * 120, [[1]] * 120),
    "300x300 rows of [1], 60 colours": lambda: Puzzle(
        [[1]] * 300, [None] * 300, palette=palette(COLORS)
    ),
    "random 200x200": lambda: noise(200),
    "random 60x60": lambda: noise(60),
}
MEOW = ROOT.parent / "shared" / "corpus" / "survey" / "survey-meow.non"
if "NONOSAT_CORPUS" in os.environ:
    MEOW = Path(os.environ["NONOSAT_CORPUS"]) / "survey" / "survey-meow.non"
if MEOW.is_file():
    BOARDS["Meow"] = partial(nonosat.load, MEOW)

PRESETS: dict[str, dict[str, Any]] = {
    **{name: {"preset": name} for name in ("default", "fast", "logic", "networkx", "sat", "cpsat")},
    "sat, automaton": {"preset": "sat", "encoding": "automaton"},
    "sat, cpsat": {"preset": "sat", "backend": "cpsat"},
    "sat, kissat": {"preset": "sat", "backend": "kissat"},
    "fast, two jobs": {"preset": "fast", "jobs": 2},
    "fast, memory limit": {"preset": "fast", "memory_limit": 600},
}


def _certify(puzzle: Puzzle, time_limit: float) -> object:
    with tempfile.TemporaryDirectory() as folder:
        return nonosat.certify(puzzle, f"{folder}/x.nonocert", time_limit=time_limit)


def _solutions(puzzle: Puzzle, time_limit: float) -> object:
    try:
        return sum(1 for _ in nonosat.solutions(puzzle, time_limit=time_limit))
    except nonosat.LimitError as error:
        return error


def _walkthrough(puzzle: Puzzle, time_limit: float) -> object:
    return nonosat.walkthrough(puzzle, time_limit=time_limit).end


def _hint(puzzle: Puzzle, time_limit: float) -> object:
    return nonosat.hint(puzzle, puzzle.unknown_grid(), time_limit=time_limit)


def _rate(puzzle: Puzzle, time_limit: float) -> object:
    return nonosat.rate(puzzle, earlier=True, time_limit=time_limit)


QUESTIONS: dict[str, tuple[Callable[[Puzzle, float], object], list[str]]] = {
    **{
        f"solve {name}": (
            lambda puzzle, limit, options=options: nonosat.solve(
                puzzle, time_limit=limit, **options
            ),
            [
                "check",
                *(
                    word
                    for key, value in options.items()
                    for word in (f"--{key.replace('_', '-')}", str(value))
                ),
            ],
        )
        for name, options in PRESETS.items()
    },
    "backbone": (
        lambda puzzle, limit: nonosat.backbone(puzzle, time_limit=limit),
        ["check", "--ambiguous"],
    ),
    "count": (lambda puzzle, limit: nonosat.count(puzzle, time_limit=limit), ["count"]),
    "solutions": (_solutions, ["count", "--list"]),
    "why": (lambda puzzle, limit: nonosat.why(puzzle, time_limit=limit), ["check", "--why"]),
    "certify": (_certify, ["check", "--certificate", "/dev/null"]),
    "explain": (_walkthrough, ["explain"]),
    "hint": (_hint, ["hint"]),
    "rate": (_rate, ["rate", "--earlier"]),
}


def ask(question: str, board: str, seconds: float) -> None:
    """The child: answer a question within a limit, and print seconds beyond it and peak memory."""
    puzzle = BOARDS[board]()
    began = time.perf_counter()
    QUESTIONS[question][0](puzzle, seconds)
    beyond = time.perf_counter() - began - seconds
    peaks = (
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(json.dumps([beyond, max(peaks) / 1024]))


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def within_limit(question: str, board: str, seconds: float) -> tuple[float, float]:
    """Seconds beyond the limit (0 if it ends before), and MiB; infinite if the child fails."""
    code = f"import limits_table as t; t.ask({question!r}, {board!r}, {seconds!r})"
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            preexec_fn=limited,
        )
        beyond, peak = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError) as error:
        print(f"{question} on {board}: {error}", file=sys.stderr)
        return float("inf"), float("inf")
    return max(0.0, beyond), peak


def after_interrupt(question: str, file: str, seconds: float) -> float:
    """Seconds from Ctrl-C to the end of the command; 0 if it ends before."""
    child = subprocess.Popen(
        [sys.executable, "-m", "nonosat", *QUESTIONS[question][1], "-q", file],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=limited,
    )
    try:
        child.wait(seconds)
        return 0.0
    except subprocess.TimeoutExpired:
        began = time.perf_counter()
        child.send_signal(signal.SIGINT)
    try:
        child.wait(60)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        return float("inf")
    return time.perf_counter() - began


def main(seconds: float, names: list[str]) -> None:
    """Print the table."""
    chosen = [q for q in QUESTIONS if not names or any(name in q for name in names)]
    print(
        "| question | beyond the limit, s | after Ctrl-C, s | peak memory, MiB |\n|---|---|---|---|"
    )
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for number, (board, make) in enumerate(BOARDS.items()):
            files[board] = f"{folder}/{number}.json"
            nonosat.dump(make(), files[board])
        for question in chosen:
            cells = []
            limits = {board: within_limit(question, board, seconds) for board in BOARDS}
            ends = {board: after_interrupt(question, files[board], seconds) for board in BOARDS}
            for figures, form in (
                ({board: limits[board][0] for board in BOARDS}, "{:.2f}"),
                (ends, "{:.2f}"),
                ({board: limits[board][1] for board in BOARDS}, "{:.0f}"),
            ):
                worst = max(figures, key=lambda board: figures[board])
                cells.append(f"{form.format(figures[worst])} ({worst})")
            print(f"| {question} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0, sys.argv[2:])
