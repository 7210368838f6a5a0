# SPDX-License-Identifier: MIT
"""The endpoints of the library: its list, one puzzle, and a new file in its folder."""

from __future__ import annotations

import os
import re
from typing import Any

from nonosat import formats
from nonosat.errors import OptionError
from nonosat.formats.codes.face import encode
from nonosat.formats.files import MAX_BYTES
from nonosat.web.call import Call
from nonosat.web.library import find, page, tiles_of
from nonosat.web.puzzle_arguments import puzzle_reply
from nonosat.web.requests import Reply, RequestError, json_reply

__all__ = ["list_puzzles", "one_puzzle", "save_puzzle", "some_tiles"]


def list_puzzles(call: Call) -> dict[str, Any]:
    """A part of the list."""
    found = page(call.request.library, call.fields)
    return {"tiles": found.tiles, "total": found.total, "faults": found.faults}


def some_tiles(call: Call) -> dict[str, Any]:
    """The tiles of some puzzles, by their names."""
    return {"tiles": tiles_of(call.request.library, call.data["ids"])}


def one_puzzle(call: Call) -> dict[str, Any]:
    """A puzzle of the library, and what is known about it."""
    entry = find(call.request.library, call.fields["id"])
    puzzle = formats.loads(entry.text, format="json")
    return {
        **puzzle_reply(puzzle),
        "files": list(entry.files),
        "verdict": entry.verdict,
        "effort": entry.effort,
        "word": entry.word,
    }


def save_puzzle(call: Call) -> Reply:
    """Write a puzzle as a new file into the folder of the library; no file is ever replaced."""
    folder = call.request.folder
    if not folder:
        raise RequestError("this server writes no files: it was not given a folder", 403)
    puzzle = call.puzzle()
    stem = re.sub(r"[^A-Za-z0-9]+", "-", call.data.get("name") or puzzle.title)[:60].strip("-")
    data = formats.dumps(puzzle, format="json").encode()
    assert len(data) <= MAX_BYTES
    for number in range(1, 1000):
        name = f"{stem or 'puzzle'}{'' if number == 1 else f'-{number}'}.json"
        try:
            with open(os.path.join(folder, name), "xb") as file:
                file.write(data)
        except FileExistsError:
            continue
        except OSError as error:
            raise RequestError(f"{name} cannot be written: {error.strerror}", 500) from None
        return json_reply({"file": name, "id": puzzle.sha256(), "code": encode(puzzle)}, 201)
    raise OptionError(f"there are a thousand files called {stem} already")
