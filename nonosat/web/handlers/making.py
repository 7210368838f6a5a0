# SPDX-License-Identifier: MIT
"""The endpoints that make a puzzle: at random, from a picture's pixels, or from a printed puzzle.

The modules for this take long to import, so each function imports them when it is called. A picture
exists only in the memory of the request and is not kept. It is opened in this process, not in a
child: the server ends this process at the limits of time and memory of the question, and the page
without a server ends its worker.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from nonosat.errors import LimitError, PuzzleSyntaxError
from nonosat.limits import Limits, Stopped
from nonosat.model.plain import plain
from nonosat.web.handlers.call import Call, puzzle_reply

_REQUIREMENTS = (
    "width", "height", "density", "colors", "style", "symmetry", "max_technique", "needs",
    "difficulty", "allow_boring",
)  # fmt: skip
_SHOWN = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF")
"""The first bytes of the files that every browser shows: PNG, JPEG, GIF, BMP, WebP."""


def make_puzzles(call: Call) -> dict[str, Any]:
    """Random puzzles with one solution; fewer than requested if a limit was reached."""
    from nonosat.make import Requirements, random_puzzles

    data = {name: value for name, value in call.data.items() if value is not None}
    wanted = Requirements(**{name: data[name] for name in _REQUIREMENTS if name in data})
    options = {name: data[name] for name in ("seed", "attempt_limit") if name in data}
    puzzles = random_puzzles(wanted, count=data.get("count", 1), **call.limits, **options)
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
    """A puzzle from the pixels of an image file, and the histogram of their brightness."""
    from nonosat.make.pictures.from_image import puzzle_here
    from nonosat.photo.image_files import open_image

    fields = call.fields
    numbers = [int(side) for side in str(fields.get("size", "")).split("x") if side]
    size = None if not numbers else numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])
    image = open_image(call.request.body)
    try:
        found = puzzle_here(
            image,
            limits=Limits(**call.limits),
            size=size,
            colors=fields.get("colors"),
            method=fields.get("method"),
            threshold=fields.get("threshold"),
            crop=fields.get("crop", False),
            invert=fields.get("invert", False),
            title=fields.get("title", ""),
        )
    except Stopped as stopped:
        raise LimitError("a limit was reached", stopped.reason) from None
    return {
        **puzzle_reply(found.puzzle),
        "actions": list(found.actions),
        "exact": found.exact,
        "pixels": [image.width, image.height],
        "histogram": image.convert("L").histogram(),
    }


def read_picture(call: Call) -> dict[str, Any]:
    """The clues of a printed puzzle; and a picture of a file that browsers do not show (a PDF).

    Raises:
        PuzzleSyntaxError: the file cannot be read, is too large, or has no grid of cells.
        OptionError: the extra ``photo`` is not installed.
    """
    from nonosat.photo.search import readings_here

    body, name = call.request.body, call.fields.get("name")
    try:
        reading = next(
            readings_here(body, limits=Limits(**call.limits), page=call.fields.get("page"))
        )
    except PuzzleSyntaxError as error:
        raise error.named(name) if name else error from None
    shown = b"" if body.startswith(_SHOWN) else reading.photo
    photo = f"data:image/jpeg;base64,{b64encode(shown).decode()}" if shown else None
    return {**reading.as_dict(), "photo": photo}
