# SPDX-License-Identifier: MIT
"""The process that reads the files of the library, and then judges their puzzles.

It runs beside the workers, at the lowest priority, so that a large folder delays nobody. First all
files are read, so that the list is complete soon; then each puzzle gets its verdict and its effort,
within a second each, unless a collection has them already. A symbolic link that leads out of a
folder is not followed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from nonosat import formats
from nonosat.errors import NonosatError, PuzzleError, PuzzleSyntaxError
from nonosat.explain.rating import rate
from nonosat.formats.files import read_bytes
from nonosat.puzzle import Puzzle
from nonosat.report import Verdict
from nonosat.solving import solve
from nonosat.web.library import add, create, note_fault, set_verdict
from nonosat.web.requests import Progress, Reading
from nonosat.web.stored import add_stored, is_collection, is_journal
from nonosat.workers.messages import Begun

__all__ = ["work"]

MAX_PUZZLES = 200_000
"""The most puzzles of one library."""
_COMMIT_SECONDS = 0.2
_JUDGE_SECONDS = 1.0
"""For the verdict, and for the rating, of each puzzle."""


def work(task: Reading, emit: Callable[[object], None]) -> Progress:
    """Read all files, then judge all puzzles; the index is usable from the start."""
    emit(Begun())
    with suppress(OSError):
        os.nice(10)
    index = create(task.index)
    emit(Progress(0, 0, 0))
    try:
        files = [(root, file) for root in task.paths for file in _files(root)]
        saved, puzzles = time.monotonic(), 0
        for number, (root, file) in enumerate(files):
            if is_collection(file):
                before = puzzles
                for stored in add_stored(index, file, MAX_PUZZLES - before):
                    puzzles = before + stored
                    if time.monotonic() - saved > _COMMIT_SECONDS:
                        index.commit()
                        emit(Progress(number, len(files), puzzles))
                        saved = time.monotonic()
                continue
            for item, name in _items(file, os.path.basename(os.path.normpath(root)), root):
                if isinstance(item, Puzzle):
                    puzzles += 1
                    add(index, item, name, os.path.splitext(os.path.basename(file))[0])
                else:
                    note_fault(index, name, str(item.faults[0]))
                if time.monotonic() - saved > _COMMIT_SECONDS:
                    index.commit()
                    emit(Progress(number, len(files), puzzles))
                    saved = time.monotonic()
            if puzzles >= MAX_PUZZLES:
                note_fault(index, file, f"more than {MAX_PUZZLES} puzzles: the rest is not read")
                break
        index.commit()
        read = Progress(len(files), len(files), puzzles)
        emit(read)
        judged = _judge_all(index, read, emit) if task.judge else 0
        return Progress(read.files, read.of, puzzles, judged, done=True)
    finally:
        index.close()


def _files(root: str) -> Iterator[str]:
    """The file itself, or those in a folder and its subfolders, sorted by name."""
    if not os.path.isdir(root):
        yield root
        return
    inside = os.path.join(os.path.realpath(root), "")
    for path, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = os.path.join(path, name)
            real = os.path.realpath(file)
            hidden = name.startswith(".") or is_journal(file)
            if not hidden and real.startswith(inside) and os.path.isfile(real):
                yield file


def _items(file: str, top: str, root: str) -> Iterator[tuple[formats.PuzzleOrError, str]]:
    """The puzzles of a file, each with the name that people see."""
    shown = top if file == root else os.path.join(top, os.path.relpath(file, root))
    try:
        found = formats.read_named(read_bytes(file), name=file)
        for item, _, member in found:
            yield item, f"{shown}:{member}" if member else shown
    except (PuzzleError, PuzzleSyntaxError) as error:
        yield error, shown


def _judge_all(index: object, read: Progress, emit: Callable[[object], None]) -> int:
    import sqlite3

    assert isinstance(index, sqlite3.Connection)
    open_ones = "SELECT id FROM puzzles WHERE verdict IS NULL ORDER BY number"
    names = [name for (name,) in index.execute(open_ones)]
    saved = time.monotonic()
    for number, name in enumerate(names):
        (text,) = index.execute("SELECT text FROM puzzles WHERE id = ?", (name,)).fetchone()
        puzzle = formats.loads(text, format="json")
        report = solve(puzzle, preset="fast", time_limit=_JUDGE_SECONDS)
        effort = word = None
        if report.verdict is Verdict.UNIQUE:
            with suppress(NonosatError):
                rating = rate(puzzle, steps=False, time_limit=_JUDGE_SECONDS)
                effort, word = rating.effort, rating.word
        reason = None if report.reason is None else report.reason.value
        set_verdict(index, name, report.verdict.value, reason, effort, word)
        if time.monotonic() - saved > _COMMIT_SECONDS:
            index.commit()
            emit(Progress(read.files, read.of, read.puzzles, number))
            saved = time.monotonic()
    index.commit()
    return len(names)
