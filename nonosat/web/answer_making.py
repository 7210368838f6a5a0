# SPDX-License-Identifier: MIT
"""The endpoints that make new puzzles: random ones, and one of a picture in pixels.

What makes puzzles takes long to import, so each imports it when it is asked.
"""

from __future__ import annotations

from typing import Any

from nonosat.model.plain import plain
from nonosat.web.call import Call, puzzle_data, puzzle_reply

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
        time_limit=call.rest,
        cancel=call.cancel,
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


def from_image(call: Call) -> dict[str, Any]:
    """A puzzle from the bytes of a picture in pixels, and how bright its pixels are."""
    from nonosat.making.pictures import puzzle_from_image
    from nonosat.making.pictures.image_files import open_image

    fields = call.fields
    numbers = [int(side) for side in str(fields.get("size", "")).split("x") if side]
    size = None if not numbers else numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])
    image = open_image(call.request.body)
    found = puzzle_from_image(
        image,
        size=size,
        colors=fields.get("colors"),
        method=fields.get("method"),
        threshold=fields.get("threshold"),
        crop=fields.get("crop", False),
        invert=fields.get("invert", False),
        title=fields.get("title", ""),
    )
    return {
        **puzzle_reply(found.puzzle),
        "puzzle": puzzle_data(found.puzzle),
        "actions": list(found.actions),
        "exact": found.exact,
        "pixels": [image.width, image.height],
        "histogram": image.convert("L").histogram(),
    }
