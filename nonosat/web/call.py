# SPDX-License-Identifier: MIT
"""``Call``: a request as the function that answers it sees it, in a worker."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from nonosat.errors import LimitError
from nonosat.limits import Cancellation
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason
from nonosat.web.puzzle_arguments import given_grid, puzzle_of
from nonosat.web.requests import Request, event


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has passed its schemas.

    ``data``: its JSON body; ``fields``: those of its query, in their types. ``deadline``: by the
    monotonic clock. ``cancel``: cancelled when the client goes away.
    """

    request: Request
    data: Mapping[str, Any]
    fields: Mapping[str, Any]
    deadline: float
    cancel: Cancellation
    send: Callable[[bytes], None]

    @property
    def rest(self) -> float:
        """The seconds that remain."""
        return max(0.0, self.deadline - time.monotonic())

    def poll(self) -> None:
        """What drawing calls now and then.

        Raises:
            LimitError: the time is over, or the client has gone.
        """
        if self.cancel.cancelled:
            raise LimitError("the question was cancelled", Reason.CANCELLED)
        if self.rest <= 0:
            raise LimitError("the time limit was reached", Reason.TIME)

    @property
    def options(self) -> Mapping[str, Any]:
        """The object ``options`` of the body."""
        options: Mapping[str, Any] = self.data.get("options", {})
        return options

    def emit(self, name: str, data: object) -> None:
        """Send an event at once."""
        self.send(event(name, data))

    def puzzle(self) -> Puzzle:
        """The puzzle of the body."""
        return puzzle_of(self.data["puzzle"], self.request.library)

    def given(self, puzzle: Puzzle) -> Grid | None:
        """The grid of the body, if it has one."""
        return given_grid(puzzle, self.data.get("given"))
