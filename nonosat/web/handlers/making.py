# SPDX-License-Identifier: MIT
"""The endpoints that make a puzzle: at random, from a picture's pixels, or from a printed puzzle.

The modules for this take long to import, so each function imports them when it is called. A picture
exists only in the memory of the request and is not kept. It is opened in this process, not in a
child: the server ends this process at the limits of time and memory of the question, and the page
without a server ends its worker.
"""

from __future__ import annotations

import time
from base64 import b64encode
from typing import Any

from nonosat.errors import LimitError, PuzzleSyntaxError
from nonosat.limits import Limits, Stopped
from nonosat.model.plain import plain
from nonosat.web.handlers.call import PROGRESS_SECONDS, Call, puzzle_reply

_REQUIREMENTS = (
    "width", "height", "density", "colors", "style", "symmetry", "max_technique", "needs",
    "difficulty", "allow_boring",
)  # fmt: skip
_SHOWN = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF")
"""The first bytes of the files that every browser shows: PNG, JPEG, GIF, BMP, WebP."""


def make_puzzles(call: Call) -> dict[str, Any]:
    """Random puzzles with one solution; fewer than requested if a limit was reached."""
    from nonosat.explain.difficulty import difficulty_word
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
            "difficulty_word": difficulty_word(one.difficulty),
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
    image = open_image(call.request.body)
    try:
        found = puzzle_here(
            image,
            limits=Limits(**call.limits),
            size=_size(fields.get("size", "")),
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
        "threshold": found.threshold,
        "pixels": [image.width, image.height],
        "histogram": image.convert("L").histogram(),
    }


def like_image(call: Call) -> None:
    """Puzzles with one solution that look like an image: an event for each, with its difficulty.

    Events ``progress`` say how far the search is. ``end`` has the answer in words, and the nearest
    miss if there is no puzzle.
    """
    from nonosat.explain.rating import rate
    from nonosat.make.pictures.like_image import similar_here

    fields = dict(call.fields)
    fields.pop("time_limit", None)
    last = 0.0

    def progress(looked_at: int, found: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PROGRESS_SECONDS:
            last = time.monotonic()
            call.emit("progress", {"fitted": looked_at, "found": found})

    found = similar_here(
        call.request.body,
        limits=Limits(**call.limits),
        size=_size(fields.pop("size", "")),
        progress=progress,
        **fields,
    )
    for made in found.puzzles:
        rating = rate(made.puzzle, **call.limits)
        call.emit(
            "puzzle", {**made.as_dict(), **puzzle_reply(made.puzzle), "rating": plain(rating)}
        )
    answer = found.as_dict()
    del answer["puzzles"]
    call.emit("end", {**answer, "words": "\n".join(found.lines())})


def _size(text: str) -> int | tuple[int, int] | None:
    """The option ``size`` of the query."""
    sides = [int(side) for side in text.split("x") if side]
    return None if not sides else sides[0] if len(sides) == 1 else (sides[0], sides[1])


def read_picture(call: Call) -> dict[str, Any]:
    """The clues of a printed puzzle; and a picture of a file that browsers do not show (a PDF).

    Raises:
        PuzzleSyntaxError: the file cannot be read, is too large, or has no grid of cells.
        OptionError: the extra ``photo`` is not installed.
    """
    from nonosat.photo.search import readings_here

    body, name = call.request.body, call.fields.get("name")
    try:
        found = readings_here(
            body,
            limits=Limits(**call.limits),
            page=call.fields.get("page"),
            puzzle=call.fields.get("puzzle"),
            lang=call.fields.get("lang", "en"),
        )
        reading = next(found)
    except PuzzleSyntaxError as error:
        raise error.named(name) if name else error from None
    shown = b"" if body.startswith(_SHOWN) else reading.photo
    photo = f"data:image/jpeg;base64,{b64encode(shown).decode()}" if shown else None
    return {**reading.as_dict(), "photo": photo}
