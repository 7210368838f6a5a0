# SPDX-License-Identifier: MIT
"""How exactly limits hold: a table of overshoot and peak memory on the largest and oddest boards.

Run it as a program, on a machine without other work:

    python tests/bench/limits_table.py [SECONDS [NAME ...]]
    python tests/bench/limits_table.py commands [SECONDS [NAME ...]]

Each question is asked in a process of its own with a time limit of SECONDS (1 by default), and
again by the command line, which gets Ctrl-C after SECONDS. A line of the table is a question: the
longest time beyond the limit, the longest time after Ctrl-C, and the peak memory, each with the
board on which it was. NAME: only questions whose name contains it. Not a test: it measures time.

With ``commands`` each command that has ``--time-limit`` is run instead, with all that it draws,
prints and writes. A line is a command and a board: processor time and wall time beyond the limit
and beyond what reading the file takes, and memory above that after reading. On a busy machine
processor time is the honest one. ``tests/test_limits_table.py`` compares both lists with what there
is, so that none is forgotten.
"""

from __future__ import annotations

import json
import os
import random
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
from nonosat import Palette, Puzzle, study

SIDE = 1023
COLORS = 60
ROOT = Path(__file__).resolve().parents[2]
MEMORY = 12 * 2**30
"""Address space of each process, so that a leak ends the process and not the machine."""


def palette(colors: int) -> Palette:
    """A palette of different colours."""
    return Palette.of([(f"c{number}", f"#{number:06x}", None) for number in range(colors)])


def noise(side: int, colors: int = 1) -> Puzzle:
    """A random picture; all colours are equally frequent, and so is the background."""
    rng = random.Random(side)
    rows = [[rng.randrange(colors + 1) for _ in range(side)] for _ in range(side)]
    return Puzzle.from_grid(rows, palette=None if colors == 1 else palette(colors))


BOARDS: dict[str, Callable[[], Puzzle]] = {
    "no clues": lambda: Puzzle([None] * SIDE, [None] * SIDE),
    "no clues, 60 colours": lambda: Puzzle([None] * SIDE, [None] * SIDE, palette=palette(COLORS)),
    "random": lambda: noise(SIDE),
    "full": lambda: Puzzle([[SIDE]] * SIDE, [[SIDE]] * SIDE),
    "120x120 of [1]": lambda: Puzzle([[1]] * 120, [[1]] * 120),
    "300x300 rows of [1], 60 colours": lambda: Puzzle(
        [[1]] * 300, [None] * 300, palette=palette(COLORS)
    ),
    "six colours": lambda: noise(300, 6),
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
    "fast, two strategies": {"preset": "fast", "portfolio": 2},
    "fast, memory limit": {"preset": "fast", "memory_limit": 600},
}


def _certify(puzzle: Puzzle, time_limit: float) -> object:
    with tempfile.TemporaryDirectory() as folder:
        return nonosat.write_certificate(puzzle, f"{folder}/x.nonocert", time_limit=time_limit)


def _solutions(puzzle: Puzzle, time_limit: float) -> object:
    return sum(1 for _ in nonosat.iter_solutions(puzzle, time_limit=time_limit))


def _walkthrough(puzzle: Puzzle, time_limit: float) -> object:
    return nonosat.walkthrough(puzzle, time_limit=time_limit).end


def _hint(puzzle: Puzzle, time_limit: float) -> object:
    return nonosat.hint(puzzle, given=puzzle.unknown_grid(), time_limit=time_limit)


def _rate(puzzle: Puzzle, time_limit: float) -> object:
    return nonosat.rate(puzzle, other_programs=True, time_limit=time_limit)


def _verify(puzzle: Puzzle, time_limit: float) -> object:
    with tempfile.TemporaryDirectory() as folder:
        small = noise(12)
        nonosat.write_certificate(small, f"{folder}/x.nonocert", time_limit=60)
        return nonosat.verify_certificate(f"{folder}/x.nonocert", small, time_limit=time_limit)


def _graph(puzzle: Puzzle, time_limit: float) -> object:
    try:
        return study.implication_graph(puzzle, time_limit=time_limit).number_of_edges()
    except nonosat.NonosatError as error:
        return error


def _make(puzzle: Puzzle, time_limit: float) -> object:
    try:
        wanted = {"width": puzzle.width, "height": puzzle.height, "density": 0.5}
        return list(nonosat.random_puzzles(1, **wanted, time_limit=time_limit))
    except nonosat.NonosatError as error:
        return error


def _repair(puzzle: Puzzle, time_limit: float) -> object:
    pictured = puzzle if puzzle.goal else noise(min(puzzle.width, 300))
    return nonosat.repair_picture(pictured, time_limit=time_limit)


def _read(puzzle: Puzzle, time_limit: float) -> object:
    small = puzzle if puzzle.width <= 120 else noise(60)
    return nonosat.read_picture(nonosat.draw.png(small, cell_size=20), time_limit=time_limit)


def _from_picture(puzzle: Puzzle, time_limit: float) -> object:
    from PIL import Image

    picture = Image.effect_noise((400, 400), 90)
    return nonosat.puzzles_like_image(picture, size=100, time_limit=time_limit)


def _exact(puzzle: Puzzle, time_limit: float) -> object:
    from PIL import Image

    try:
        picture = Image.effect_noise((2000, 2000), 90)
        return nonosat.puzzle_from_image(picture, size=puzzle.width, time_limit=time_limit)
    except nonosat.errors.LimitError as error:
        return error


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
    "count_solutions": (
        lambda puzzle, limit: nonosat.count_solutions(puzzle, time_limit=limit),
        ["count"],
    ),
    "iter_solutions": (_solutions, ["count", "--list"]),
    "find_contradiction": (
        lambda puzzle, limit: nonosat.find_contradiction(puzzle, time_limit=limit),
        ["check", "--why"],
    ),
    "write_certificate": (_certify, ["write-certificate", "--force", "-o", "/dev/null"]),
    "walkthrough": (_walkthrough, ["explain"]),
    "hint": (_hint, ["hint"]),
    "rate": (_rate, ["rate", "--other-programs"]),
    "check_grid": (
        lambda puzzle, limit: nonosat.check_grid(puzzle, puzzle.unknown_grid(), time_limit=limit),
        ["check"],
    ),
    "line_statistics": (
        lambda puzzle, limit: study.line_statistics(puzzle, time_limit=limit),
        ["line-statistics"],
    ),
    "explain_cell": (
        lambda puzzle, limit: nonosat.explain_cell(puzzle, (0, 0), time_limit=limit),
        ["explain", "--cell", "R1C1"],
    ),
    "implication_graph": (_graph, ["graph"]),
    "reveal_cells": (
        lambda puzzle, limit: nonosat.reveal_cells(puzzle, time_limit=limit),
        ["reveal"],
    ),
    "correct_clues": (
        lambda puzzle, limit: nonosat.correct_clues(puzzle, time_limit=limit),
        ["correct"],
    ),
    "most_probable_clues": (
        lambda puzzle, limit: nonosat.most_probable_clues(
            [[(clue, 1.0)] for clue in puzzle.rows],
            [[(clue, 1.0)] for clue in puzzle.columns],
            time_limit=limit,
        ),
        ["check"],
    ),
    "read_picture": (_read, ["check"]),
    "repair_picture": (_repair, ["repair", "--solution"]),
    "random_puzzles": (_make, ["check"]),
    "puzzle_from_image": (_exact, ["check"]),
    "puzzles_like_image": (_from_picture, ["check"]),
    "verify_certificate": (_verify, ["check"]),
    "solve_many": (
        lambda puzzle, limit: list(nonosat.solve_many([puzzle], jobs=1, time_limit=limit)),
        ["check"],
    ),
}

COMMANDS: dict[str, list[list[str]]] = {
    "bench": [["--presets", "fast", "--seeds", "1", "FILE"]],
    "check": [
        ["FILE"],
        ["--ambiguous", "FILE"],
        ["--ambiguous", "--json", "FILE"],
        ["--why", "--show", "--verbose", "FILE"],
    ],
    "check-grid": [["--given", "GRID", "FILE"]],
    "collection export": [["OUT.csv"]],
    "collection judge": [["--rate"]],
    "collection list": [[]],
    "convert": [["--solution", "--to", "non", "FILE", "-o", "OUT.non"]],
    "correct": [["FILE"]],
    "count": [["FILE"], ["--json", "FILE"], ["--list", "FILE"]],
    "draw": [
        ["--solution", "-o", "OUT.svg", "FILE"],
        ["--ambiguous", "-o", "OUT.png", "FILE"],
        ["--ambiguous", "--cell-size", "4", "-o", "OUT.png", "FILE"],
        ["--solution", "-o", "OUT.pdf", "FILE"],
        ["--solution", "-o", "OUT.txt", "FILE"],
    ],
    "encode": [["--code", "image", "FILE"]],
    "explain": [
        ["FILE"],
        ["--json", "FILE"],
        ["-o", "OUT.html", "FILE"],
        ["-o", "OUT.svg", "FILE"],
    ],
    "from-image": [["PICTURE"]],
    "hint": [["--level", "why", "FILE"]],
    "like-image": [["PICTURE"]],
    "line-statistics": [["FILE"]],
    "make": [["1023x1023"], ["300x300", "--colors", "6"]],
    "print": [["-o", "OUT.pdf", "FILE"]],
    "rate": [["--other-programs", "FILE"], ["--json", "FILE"]],
    "read": [["PICTURE"]],
    "repair": [["FILE"]],
    "reveal": [["FILE"], ["--json", "FILE"]],
    "solve": [["FILE"], ["--log", "FILE"], ["--json", "FILE"]],
    "verify-certificate": [["CERT"]],
    "write-certificate": [["-o", "OUT.nonocert", "FILE"]],
}
"""Of each command with ``--time-limit``: what stands behind its name; OUT is a file that is not
there, PICTURE a photo, CERT a certificate of a small puzzle."""


def ask(question: str, board: str, seconds: float) -> None:
    """The child: answer a question within a limit, and print seconds beyond it and peak memory."""
    puzzle = BOARDS[board]()
    began = time.perf_counter()
    QUESTIONS[question][0](puzzle, seconds)
    beyond = time.perf_counter() - began - seconds
    import resource

    peaks = (
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(json.dumps([beyond, max(peaks) / 1024]))


def limited() -> None:
    import resource

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


def measured(arguments: list[str]) -> tuple[float, float, float]:
    """Processor time, wall time and peak memory in MiB of a run of the command line, or of Python
    with ``-c``."""
    code = (
        "import json,resource,subprocess,sys,time;began=time.monotonic();"
        "subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL,"
        "timeout=120);used=resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(json.dumps([used.ru_utime+used.ru_stime,time.monotonic()-began,"
        "used.ru_maxrss/1024]))"
    )
    command = arguments if arguments[0] == "-c" else ["-m", "nonosat", *arguments]
    done = subprocess.run(
        [sys.executable, "-c", code, sys.executable, *command],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limited,
    )
    if done.returncode:
        return float("inf"), float("inf"), float("inf")
    cpu, wall, memory = json.loads(done.stdout)
    return cpu, wall, memory


def commands(seconds: float, names: list[str]) -> None:
    """Print the table of commands."""
    from PIL import Image

    boards = ("random", "no clues", "no clues, 60 colours", "six colours")
    print("| command | board | processor time beyond, s | wall time beyond, s | memory, MiB |")
    print("|---|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        Image.effect_noise((400, 400), 90).save(f"{folder}/photo.png")
        nonosat.dump(noise(12), f"{folder}/small.json")
        measured(["write-certificate", "-o", f"{folder}/small.nonocert", f"{folder}/small.json"])
        words = {"PICTURE": f"{folder}/photo.png", "CERT": f"{folder}/small.nonocert"}
        for number, board in enumerate(boards):
            words["FILE"] = f"{folder}/{number}.json"
            words["GRID"] = f"{folder}/{number}.grid"
            nonosat.dump(BOARDS[board](), words["FILE"])
            grid = nonosat.load(words["FILE"]).unknown_grid()
            Path(words["GRID"]).write_text(str(grid))
            database = f"{folder}/{number}.db"
            measured(["collection", database, "add", words["FILE"]])
            load = f"import nonosat.cli.commands; nonosat.load({words['FILE']!r})"
            cpu, wall, memory = measured(["-c", load])
            for command, variants in COMMANDS.items():
                for variant in variants:
                    title = " ".join([command, *variant])
                    if names and not any(name in title for name in names):
                        continue
                    rest = [words.get(word, word) for word in variant]
                    rest = [word.replace("OUT.", f"{folder}/{number}-out.") for word in rest]
                    for word in rest:
                        if "-out." in word:
                            Path(word).unlink(missing_ok=True)
                    head = command.split()
                    if head[0] == "collection":
                        head.insert(1, database)
                    used = measured([*head, "--time-limit", f"{seconds:g}", *rest])
                    beyond = [max(0, n - m) for n, m in zip(used, (cpu, wall, memory), strict=True)]
                    times = [f"{max(0, second - seconds):.2f}" for second in beyond[:2]]
                    print(
                        "|", " | ".join([title, board, *times, f"{beyond[2]:.0f}"]), "|", flush=True
                    )


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
    table = commands if sys.argv[1:2] == ["commands"] else main
    rest = sys.argv[2:] if table is commands else sys.argv[1:]
    table(float(rest[0]) if rest else 1.0, rest[1:])
