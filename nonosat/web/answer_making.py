# SPDX-License-Identifier: MIT
"""The endpoint that makes new puzzles at random.

What makes puzzles takes long to import, so the function imports it when it is asked.
"""

from __future__ import annotations

from typing import Any

from nonosat.model.plain import plain
from nonosat.web.call import Call, puzzle_reply

_REQUIREMENTS = (
    "density", "colors", "style", "symmetry", "max_technique", "needs", "allow_boring", "seed",
    "attempt_limit",
)  # fmt: skip


def make_puzzles(call: Call) -> dict[str, Any]:
    """Random puzzles with one solution; fewer than asked for, if a limit came first."""
    from nonosat.making.random.generating import random_puzzles

    data = call.data
    options: dict[str, Any] = {
        name: data[name] for name in _REQUIREMENTS if data.get(name) is not None
    }
    if data.get("difficulty") is not None:
        options["difficulty"] = tuple(data["difficulty"])
    puzzles = random_puzzles(
        data["width"],
        data.get("height"),
        count=data.get("count", 1),
        **call.limits,
        **options,
    )
    made = [
        {
            **puzzle_reply(one.puzzle),
            "technique": one.technique,
            "difficulty": one.difficulty,
            "tries": one.tries,
        }
        for one in puzzles
    ]
    message = None if puzzles.reason is None else str(puzzles)
    return {"puzzles": made, "reason": plain(puzzles.reason), "message": message}
