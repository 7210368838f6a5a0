# SPDX-License-Identifier: MIT
"""The endpoint that makes new puzzles."""

from __future__ import annotations

from typing import Any

from nonosat.errors import LimitError
from nonosat.web.call import Call
from nonosat.web.puzzle_arguments import puzzle_reply

_WISHES = (
    "density", "colors", "style", "symmetry", "max_technique", "exactly", "allow_boring", "seed",
    "attempts",
)  # fmt: skip


def make_puzzles(call: Call) -> dict[str, Any]:
    """Random puzzles with one solution; fewer than asked for, if a limit came first."""
    from nonosat.making.random.makers import make

    data = call.data
    options: dict[str, Any] = {name: data[name] for name in _WISHES if data.get(name) is not None}
    if data.get("effort") is not None:
        options["effort"] = tuple(data["effort"])
    made: list[dict[str, Any]] = []
    reason = message = None
    try:
        for found in make(
            data["width"],
            data.get("height"),
            count=data.get("count", 1),
            time_limit=call.rest,
            cancel=call.cancel,
            **options,
        ):
            one = {"technique": found.technique, "effort": found.effort, "tries": found.tries}
            made.append({**puzzle_reply(found.puzzle), **one})
    except LimitError as error:
        reason, message = error.reason.value, str(error)
    return {"made": made, "reason": reason, "message": message}
