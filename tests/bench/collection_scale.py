# SPDX-License-Identifier: MIT
"""Makes a large collection of random puzzles with made-up results, and times reading it.

    python -m tests.bench.collection_scale FILE [ROWS]

The first 20,000 puzzles are real, of random pictures with 8 to 20 rows and columns; verdicts and
times are made up, since only the store is measured. SQL then copies the rows under other hashes and
titles, 20,000 at a time. An interrupted run continues where it stopped. The figures are in
docs/experiments.md, "Collections".
"""

from __future__ import annotations

import random
import resource
import sys
from collections.abc import Iterator
from itertools import islice

from nonosat import Puzzle, collection
from nonosat.collection import Attempt, Collection, OpenPuzzle, Result
from nonosat.collection.schema import transaction
from nonosat.types import Metadata
from tests.bench.measure import Spent, show

CHUNK = 10_000
REAL = 2 * CHUNK
"""The puzzles that are not copies."""

HASH = "lower(hex(randomblob({})))"
COPIES = (
    f"""INSERT INTO puzzle(
      id, sha256, isomorphism_class, width, height, colors, missing_clues, printed,
      density, content)
    SELECT id + :by, {HASH.format(32)}, {HASH.format(16)}, width, height, colors,
      missing_clues, printed, density, content FROM puzzle WHERE id <= :real""",
    """INSERT INTO place(id, puzzle, source, title, author, goal)
    SELECT id + :by, puzzle + :by, source, 'Puzzle ' || (id + :by), author, goal
    FROM place WHERE id <= :real""",
    """INSERT INTO result(id, puzzle, question, round, verdict, reason, goal, stage, seconds, cpu,
      known)
    SELECT id + :by, puzzle + :by, question, round, verdict, reason, goal, stage,
      seconds * (1 + :by / 1e7), cpu, known FROM result WHERE id <= :real""",
    """INSERT INTO detail(result, stages, solutions)
    SELECT result + :by, stages, solutions FROM detail WHERE result <= :real""",
    """INSERT INTO attempt(id, puzzle, question, begun, seconds, end)
    SELECT id + :by, puzzle + :by, question, begun, seconds, end FROM attempt WHERE id <= :real""",
    "UPDATE puzzle SET latest = id WHERE id > :by AND id <= :by + :real",
)
"""The numbers of a puzzle and of its rows elsewhere are the same here."""


def puzzles(chunk: int) -> Iterator[Puzzle]:
    """The puzzles of a list: always the same."""
    chance = random.Random(chunk)
    for number in range(CHUNK):
        width, height = chance.randrange(8, 21), chance.randrange(8, 21)
        density = chance.uniform(0.4, 0.7)
        rows = [[int(chance.random() < density) for _ in range(width)] for _ in range(height)]
        title = f"Puzzle {chunk * CHUNK + number}"
        yield Puzzle.from_grid(rows, meta=Metadata(title=title, author=f"Author {number % 97}"))


def result(puzzle: OpenPuzzle) -> Result:
    """A result that looks like one of the preset ``fast``; it depends only on the puzzle."""
    chance = random.Random(puzzle.id)
    verdict = chance.choices(["unique", "multiple", "none", "unknown"], [60, 38, 1, 1])[0]
    stages = [
        {
            "name": name,
            "cells": chance.randrange(200),
            "seconds": chance.random() / 1000,
            "counts": {"line_solves": chance.randrange(500), "rounds": chance.randrange(9)},
        }
        for name in ("lines", "probe", "sat")[: chance.randrange(1, 4)]
    ]
    assert puzzle.goal is not None
    return Result(
        puzzle=puzzle.id,
        verdict=verdict,
        reason="time" if verdict == "unknown" else None,
        goal="only" if verdict == "unique" else None,
        stage=str(stages[-1]["name"]),
        seconds=chance.expovariate(1000),
        cpu=chance.expovariate(1000),
        stages=stages,
        solutions=[puzzle.goal],
        known=len(puzzle.goal),
    )


def fill(store: Collection, rows: int) -> None:
    """Add real puzzles and results for them, then copy them until there are enough."""
    adding = Spent()
    for chunk in range(len(store) // CHUNK, REAL // CHUNK):
        made = list(puzzles(chunk))
        with adding:
            store.add(made, name=f"list {chunk}")
    question = store.store.question("0" * 64, "{}", preset="fast", version="0")
    storing, stored = Spent(), 0
    answered = map(result, store.store.open_puzzles(question))
    while batch := list(islice(answered, CHUNK)):
        when = "2026-11-22T00:00:00.000000+00:00"
        tries = [Attempt(made.puzzle, when, made.seconds, "done") for made in batch]
        with storing:
            store.store.record(question, batch, tries)
        stored += len(batch)
    print(f"CPU s to store {REAL} puzzles: {adding.cpu:.2f}, {stored} results: {storing.cpu:.2f}")
    for by in range(max(REAL, len(store)), rows, REAL):
        with Spent() as copying, transaction(store.store.connection):
            for statement in COPIES:
                store.store.connection.execute(statement, {"by": by, "real": REAL})
        print(f"{by + REAL} rows, {copying.cpu:.1f} s CPU", flush=True)


def measured(store: Collection) -> Iterator[tuple[str, object, str, str]]:
    """Read in several ways; print the results and the times."""

    def rows(query: str) -> int:
        return sum(1 for _ in store.store.connection.execute(f"SELECT {query}"))

    some = "FROM puzzles WHERE verdict = 'multiple' AND width <="
    question = store.store.question("0" * 64, "{}", preset="fast", version="0")
    for name, work in {
        "status": lambda: store.status().puzzles,
        "where, 50 rows": lambda: rows(f"* {some} 20 LIMIT 50"),
        "where, sorted": lambda: rows(f"* {some} 10 ORDER BY seconds DESC LIMIT 50"),
        "where, count": lambda: rows(f"count(*) {some} 20"),
        "all rows": lambda: rows("* FROM puzzles"),
        "duplicates": lambda: sum(1 for _ in store.duplicates()),
        "open puzzles": lambda: store.store.count_open(question),
    }.items():
        with Spent() as spent:
            found = work()
        yield name, found, f"{spent.cpu:.2f}", f"{spent.wall:.2f}"


def main() -> None:
    path, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    with collection.open(path) as store:
        fill(store, rows)
    with collection.open(path, write=False) as store:
        show(("what", "gives", "CPU s", "wall s"), measured(store))
    print(f"\nmemory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
