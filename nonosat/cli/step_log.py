# SPDX-License-Identifier: MIT
"""``nonosat solve --log``: the steps of deduction in sentences, each printed as it is made.

The steps are those of ``nonosat.walkthrough``: the solver itself deduces thousands of cells at
once and keeps no reasons. The stages that were chosen say which techniques may be used, so the log
ends where their deduction ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from nonosat.cli.output import emit
from nonosat.cli.progress import status
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.cli.progress import StatusLine
    from nonosat.explain.walkthroughs import Walkthrough


_TECHNIQUES = {
    "lines": "line",
    "implications": "chain",
    "probe": "trial",
    "counting": "counting",
    "sat": "clue-set",
}
"""The technique that deduces the same as a stage; ``sat`` decides everything."""


class StepLog:
    """Prints the steps of a puzzle before it is solved; ``as_dict`` has those of the last one."""

    def __init__(
        self, stages: Iterable[str], time_limit: float | None, *, printed: bool = True
    ) -> None:
        reached = [_TECHNIQUES[name] for name in stages if name in _TECHNIQUES]
        self._technique = reached[-1] if reached else "line"
        self._time_limit = time_limit
        self._printed = printed
        self._walk: Walkthrough | None = None

    def __call__(
        self, name: str, puzzle: Puzzle, given: Grid | None
    ) -> AbstractContextManager[StatusLine | None]:
        """Print the steps; the status line of the solve that follows.

        Raises:
            GridError: ``given`` does not belong to the puzzle.
        """
        from nonosat.explain.walkthroughs import walkthrough

        if self._walk is not None and self._printed:
            emit("")
        self._walk = walk = walkthrough(
            puzzle, given, max_technique=self._technique, time_limit=self._time_limit
        )
        if self._printed:
            for number, step in enumerate(walk, start=1):
                emit(f"{number:>3}. {step}")
        return status(name, quiet=not self._printed)

    def as_dict(self) -> dict[str, Any]:
        """The steps as plain data."""
        assert self._walk is not None
        return {"steps": [step.as_dict() for step in self._walk]}
