# SPDX-License-Identifier: MIT
"""The job of a worker process of the server; the libraries of most questions are preloaded."""

from __future__ import annotations

from collections.abc import Callable

import nonosat.solving
import nonosat.web.handlers.files
import nonosat.web.handlers.library
import nonosat.web.handlers.questions
from nonosat.model.puzzle import Puzzle
from nonosat.web.handlers import answer
from nonosat.web.requests import Reply, Request
from nonosat.workers.child import cancellation


def _warm() -> None:
    """Solve a small puzzle, so that the libraries of most questions are loaded."""
    nonosat.solving.solve(Puzzle([[1], [1]], [[1], [1]]))


_warm()  # before the first request comes


def work(request: Request, emit: Callable[[object], None]) -> Reply:
    """Answer a request. The events of a stream are emitted before the function returns."""
    return answer(request, emit, cancellation())
