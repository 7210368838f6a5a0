# SPDX-License-Identifier: MIT
"""Many puzzles side by side (``--jobs``): their results in the order of the puzzles.

``in_order`` reads puzzles lazily and passes them to the workers; a broken puzzle comes in its turn.
While it waits for a result, ``Waiting`` shows how many are done.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Self, TypeVar

from nonosat.cli.input import Broken, Inputs, Source
from nonosat.cli.progress import DELAY, INTERVAL, StatusLine, shown
from nonosat.model.puzzle import Puzzle
from nonosat.words import counted

T = TypeVar("T")


def in_order(
    inputs: Inputs,
    work: Callable[[Iterator[Puzzle]], Iterator[T]],
    jobs: int,
) -> Generator[tuple[Source, Puzzle, T] | Broken, None, None]:
    """Each puzzle with its result, or a ``Broken``, in order.

    ``work`` takes the puzzles and gives their results, in the same order; it may read ahead, in
    this thread. ``jobs``: how many puzzles it works on at a time, for the status line.
    """
    waiting: deque[Source] = deque()

    def puzzles() -> Iterator[Puzzle]:
        for source in inputs.sources():
            waiting.append(source)
            if isinstance(source.item, Puzzle):
                yield source.item

    results = work(puzzles())
    with Waiting(f"{jobs} at a time", inputs.quiet) as line:
        while True:
            result = line.wait(results)
            while waiting:
                source = waiting.popleft()
                if isinstance(source.item, Puzzle):
                    assert result is not None
                    yield source, source.item, result
                    break
                yield Broken(source, source.item)
            else:
                return


class Waiting:
    """A status line shown while waiting for the next of many results, as a context manager.

    A thread draws it, because the main thread is blocked meanwhile.
    """

    def __init__(self, name: str, quiet: bool) -> None:
        self._line = StatusLine(name) if not quiet and shown() else None
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._since: float | None = None
        self._done = 0

    def wait(self, results: Iterator[T]) -> T | None:
        """The next result; None at the end."""
        self._since = time.monotonic()
        try:
            result = next(results, None)
        finally:
            with self._lock:
                self._since = None
                if self._line is not None:
                    self._line.erase()
        self._done += 1
        return result

    def _draw(self) -> None:
        assert self._line is not None
        while not self._over.wait(INTERVAL):
            with self._lock:
                since = self._since
                if since is not None and time.monotonic() - since >= DELAY:
                    self._line.say(f"{counted(self._done, 'puzzle')} done")

    def __enter__(self) -> Self:
        if self._line is not None:
            threading.Thread(target=self._draw, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
