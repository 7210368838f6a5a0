# SPDX-License-Identifier: MIT
"""The presets ``sat`` and ``cpsat`` are for comparison: a test notices changes of them.

A speed-up against them means something only if they stay the same: the whole puzzle, no logic
before, no phases, one worker. A change here changes all comparisons; CHANGELOG says so.
"""

from __future__ import annotations

import pytest

from nonosat import load, solve
from tests.support.places import ROOT


@pytest.mark.parametrize(
    ("name", "variables", "clauses", "cells", "exclusions", "automata"),
    [
        ("noise-18x18-1381.non", 1334, 4294, 324, 0, 36),
        ("parrot.xml", 3733, 19517, 2520, 6300, 41),
        ("tall-ship.non", 20771, 71848, 3600, 0, 120),
        ("partial-tulip.json", 123, 287, 63, 0, 13),
    ],
)
def test_their_models_are_what_they_were(
    name: str, variables: int, clauses: int, cells: int, exclusions: int, automata: int
) -> None:
    puzzle = load(ROOT / "data" / name).with_goal(None)
    (sat,) = solve(puzzle, preset="sat").stages
    assert (sat.counts["variables"], sat.counts["clauses"]) == (variables, clauses)
    (cpsat,) = solve(puzzle, preset="cpsat").stages
    assert (cpsat.counts["variables"], cpsat.counts["clauses"]) == (cells, exclusions)
    assert cpsat.counts["automata"] == automata
    for stage in (sat, cpsat):
        assert stage.build_seconds is not None
        assert 0 < stage.build_seconds < stage.seconds
