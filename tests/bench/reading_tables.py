# SPDX-License-Identifier: MIT
"""Tables of reading and of start-up; processor times.

    python tests/bench/reading_tables.py reading     # microseconds a puzzle
    python tests/bench/reading_tables.py start       # milliseconds a process
    python tests/bench/reading_tables.py dialects    # milliseconds a puzzle, on average

``reading`` takes the median over the puzzles, and for each puzzle the quickest of some rounds; it
runs on any commit. The folders ``sample`` and ``tournament`` are those of the corpus
(NONOSAT_CORPUS). ``start`` measures processes one after the other in rounds, so that other work on
the machine falls on all of them; give other checkouts as further arguments to compare with them.
``dialects`` reads all files of the corpus and of the folder ``formats`` beside it, and 20,000 texts
that the writers of .non and JSON make, 5x5 to 40x40, three quarters of them in colours.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # this checkout, whatever is installed
CORPUS = Path(os.environ.get("NONOSAT_CORPUS") or ROOT.parent / "shared" / "corpus")
ROUNDS = 7
PROCESSES = 15
RANDOM = 60

T = TypeVar("T")


def microseconds(work: Callable[[T], object], items: Iterable[T]) -> str:
    """The median over the items, of each the quickest round."""
    return f"{median(quickest(work, item) for item in items):.1f}"


def quickest(work: Callable[[T], object], item: T) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work(item)
        times.append(time.process_time() - begun)
    return 1e6 * min(times)


def reading() -> None:
    """What it takes to read puzzles, and to read and solve them."""
    import nonosat
    from nonosat import Grid, Puzzle, solve
    from nonosat.formats import sniff
    from nonosat.logic.board import open_board

    def lengths(puzzle: Puzzle) -> list[list[list[int] | None]]:
        return [
            [None if clue is None else [block.length for block in clue] for clue in clues]
            for clues in (puzzle.rows, puzzle.columns)
        ]

    files = sorted((CORPUS / "sample").glob("*.non"))
    texts = [path.read_text(encoding="utf-8") for path in files]
    puzzles = [nonosat.loads(text) for text in texts]
    pictured = [puzzle for puzzle in puzzles if puzzle.goal is not None]
    json = [nonosat.dumps(puzzle, format="json") for puzzle in puzzles]
    print("`load` of a file of `sample`", microseconds(nonosat.load, files), sep=": ")
    print("`loads` of its text", microseconds(nonosat.loads, texts), sep=": ")
    print("... in JSON", microseconds(nonosat.loads, json), sep=": ")
    print("`sniff` of its text", microseconds(sniff, texts), sep=": ")
    clues = [lengths(puzzle) for puzzle in puzzles if len(puzzle.palette) == 1]
    print("`Puzzle` of lists", microseconds(lambda both: Puzzle(*both), clues), sep=": ")
    print("a board of it", microseconds(open_board, puzzles), sep=": ")
    print("`check` of its goal", microseconds(lambda p: p.check(p.goal), pictured), sep=": ")
    squares = CORPUS / "tournament" / "taai2014.txt"
    begun = time.process_time()
    count = sum(1 for _ in nonosat.load_all(squares))
    print(f"a puzzle of taai2014: {1e6 * (time.process_time() - begun) / count:.1f}")
    rng = random.Random(1)
    for side in (15, 25, 30):
        kept = []
        for _ in range(RANDOM):
            grid = Grid([[int(rng.random() < 0.7) for _ in range(side)] for _ in range(side)])
            text = nonosat.dumps(Puzzle(*grid.clues()))
            if solve(nonosat.loads(text), stages=["lines"]).solutions:
                kept.append(text)
        read = microseconds(nonosat.loads, kept)
        both = microseconds(lambda text: solve(nonosat.loads(text), preset="fast"), kept)
        print(f"{side}x{side} at .7: `loads` {read}, text to report {both}")


def dialects() -> None:
    """What it takes to read every file that there is, and the texts of our own writers."""
    import nonosat
    from nonosat.errors import NonosatError

    spent: Counter[str] = Counter()
    count: Counter[str] = Counter()

    def time_of(kind: str, work: Callable[[], int]) -> None:
        begun = time.process_time()
        try:
            number = work()
        except (NonosatError, OSError):
            return  # one of the broken samples, or a list of facts
        spent[kind] += time.process_time() - begun
        count[kind] += number

    folders = (CORPUS, CORPUS.parent / "formats")
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    for _ in range(2):  # the second round is without imports
        spent.clear()
        count.clear()
        for path in files:
            time_of(path.suffix, lambda path=path: len(list(nonosat.load_all(path))))
    _print_means("files", spent, count)
    spent.clear()
    count.clear()
    for kind, text in _texts(random.Random(1), 20_000):
        time_of(kind, lambda text=text: nonosat.loads(text).height > 0)
    _print_means("texts", spent, count)


def _print_means(name: str, spent: Counter[str], count: Counter[str]) -> None:
    print(f"{name}: {count.total():,} puzzles, {1000 * spent.total() / count.total():.3f} ms each")
    for kind, seconds in spent.most_common(8):
        print(f"  {kind or 'no suffix'}: {count[kind]}, {1000 * seconds / count[kind]:.3f} ms each")


def _texts(rng: random.Random, number: int) -> Iterator[tuple[str, str]]:
    """Puzzles in .non and JSON, in all dialects that are written."""
    from nonosat import Grid, Palette, Puzzle, dumps
    from nonosat.formats.registry import FORMATS

    shades = (
        ("red", "#f00", "r"),
        ("green", "#0f0", "g"),
        ("blue", "#00f", "b"),
        ("tan", "#d2b48c", "t"),
    )
    for _ in range(number):
        form, colors = FORMATS[rng.choice(("non", "json"))], rng.randint(1, 4)
        palette = Palette.of(shades[:colors]) if colors > 1 else Palette()
        width, height, share = rng.randint(5, 40), rng.randint(5, 40), rng.uniform(0.4, 0.7)
        cells = bytes(
            rng.randint(1, colors) if rng.random() < share else 0 for _ in range(width * height)
        )
        grid = Grid.from_cells(height, width, cells, palette.letters)
        dialect = rng.choice(form.dialects)
        kind = f"{form.name}, {dialect}, {'colours' if colors > 1 else 'black'}"
        yield (
            kind,
            dumps(Puzzle.from_grid(grid, palette=palette), format=form.name, dialect=dialect),
        )


def start(checkouts: list[str]) -> None:
    """What a process takes: Python alone, and ``nonosat check`` of each checkout."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    runs = {"`python -c pass`": ["-c", "pass"]}
    for checkout in (str(ROOT), *checkouts):
        program = f"import sys; sys.path.insert(0, {checkout!r}); import nonosat.__main__"
        file = str(Path(checkout, "data", "heart.non"))
        runs[f"`nonosat check` of {checkout}"] = ["-c", program, "check", file]
    times: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(PROCESSES + 1):
        for name, arguments in runs.items():
            spent = milliseconds([sys.executable, *arguments])
            if number:  # the first one writes the compiled files
                times[name].append(spent)
    for name, values in times.items():
        print(f"{name}: median {median(values):.1f}, least {min(values):.1f}")


def milliseconds(command: list[str]) -> float:
    """The processor time of a process."""
    with open(os.devnull, "w") as nowhere:
        actions = [(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1)]
        process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
        usage = os.wait4(process, 0)[2]
    return 1000 * (usage.ru_utime + usage.ru_stime)


if __name__ == "__main__":
    if sys.argv[1] == "reading":
        reading()
    elif sys.argv[1] == "dialects":
        dialects()
    else:
        start(sys.argv[2:])
