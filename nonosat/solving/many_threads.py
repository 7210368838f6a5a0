# SPDX-License-Identifier: MIT
"""The threads of ``solve_many``: each takes a chunk of puzzles and makes its reports.

The main thread reads puzzles and gives the reports out in order; it is at most ``2 * jobs`` chunks
ahead. If it ends early (closed, Ctrl-C, an error), the threads are asked to stop and waited for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

from nonosat.limits import Cancellation
from nonosat.solving.bulk import Bulk
from nonosat.solving.chunks import Chunk, ReportOrError
from nonosat.solving.options import Options


class _Stop(Cancellation):
    """Cancelled if the threads must end, or if the caller's own object is."""

    __slots__ = ("_outer",)

    def __init__(self, outer: Cancellation | None) -> None:
        super().__init__()
        self._outer = outer

    @property
    def cancelled(self) -> bool:
        return self._cancelled or (self._outer is not None and self._outer.cancelled)


def side_by_side(chunks: Iterator[Chunk], options: Options) -> Iterator[ReportOrError]:
    """The results of all chunks, in order, by ``options.values["jobs"]`` threads."""
    stop = _Stop(options.values["cancel"])
    bulk = Bulk(options.but(jobs=1, cancel=stop))
    waiting: deque[tuple[Chunk, Future[None]]] = deque()
    threads = ThreadPoolExecutor(options.values["jobs"], thread_name_prefix="solve_many")
    try:
        while True:
            for chunk in islice(chunks, 2 * options.values["jobs"] - len(waiting)):
                waiting.append((chunk, threads.submit(chunk.work, bulk)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            future.result()
            yield from chunk.done()
    finally:
        stop.cancel()
        threads.shutdown(cancel_futures=True)
