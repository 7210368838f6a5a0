# SPDX-License-Identifier: MIT
"""The stage ``backbone``: which cells differ between solutions, once two solutions are known."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.solving.state import State


def run_backbone(state: State) -> None:
    """Find all cells that differ between solutions."""
    from nonosat.sat.backbone_search import find_backbone

    outcome, stage = state.outcome, state.stage
    stage.progress = lambda: (0, "questions")
    stage.counts = {"questions": 0, "solutions": 0}

    def explore(base: bytes, cells: list[int]) -> Iterator[bytes]:
        """Solutions that differ from a known one, by beliefs."""
        from nonosat.logic.neighbours import differing_solutions

        for found in differing_solutions(state.board, base, cells, state.limits, state.seed):
            yield state.checked(found).cells

    found = find_backbone(
        state.board,
        [grid.cells for grid in outcome.solutions],
        state.limits,
        ignore=state.free,
        explore=None if state.beliefs is None else explore,
    )
    outcome.ambiguous = found.ambiguous
    stage.counts = {"questions": found.calls, "solutions": found.models}
    stage.met = found.models
    unsure = found.ambiguous | state.free
    outcome.known = state.question.unknown_at(outcome.solutions[0], unsure)
