# SPDX-License-Identifier: MIT
"""The endpoints of the library: its list, one puzzle, and a new file in its folder."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from nonosat import formats
from nonosat.errors import CollectionError
from nonosat.formats.codes.face import encode
from nonosat.formats.files import whole_file
from nonosat.web.call import Call, puzzle_reply
from nonosat.web.indexing import Reader
from nonosat.web.library import find, opened, page, tiles_of
from nonosat.web.requests import Progress, Reply, RequestError, json_reply


def list_puzzles(call: Call) -> dict[str, Any]:
    """A part of the list."""
    found = page(call.request.library, call.fields)
    reading = call.request.reading or Progress(0, 0, 0)
    return {**asdict(found), "reading": asdict(reading)}


def some_tiles(call: Call) -> dict[str, Any]:
    """The tiles of some puzzles, by their names."""
    return {"tiles": tiles_of(call.request.library, call.data["ids"])}


def one_puzzle(call: Call) -> dict[str, Any]:
    """A puzzle of the library, and what is known about it."""
    entry = find(call.request.library, call.fields["id"])
    return {
        **puzzle_reply(entry.puzzle),
        "files": list(entry.files),
        "verdict": entry.verdict,
        "difficulty": entry.difficulty,
        "difficulty_word": entry.difficulty_word,
    }


def save_puzzle(call: Call) -> Reply:
    """Write a puzzle as a file into the folder of the library.

    A file of that name is replaced only if the client sends ``replace``. Without ``name`` the file
    gets the title of the puzzle, and a number if such a file exists.
    """
    folder = call.request.folder
    if not folder:
        raise RequestError(
            "this server cannot save puzzles: start it with a folder, nonosat serve FOLDER", 403
        )
    puzzle = call.puzzle()
    named = _stem(call.data.get("name", ""))
    stem = named or _stem(puzzle.title) or "puzzle"
    replace = call.data.get("replace", False)
    data = formats.dumps(puzzle, format="json").encode()
    for number in range(1, 1000):
        name = f"{stem}{'' if number == 1 else f'-{number}'}.json"
        path = os.path.join(folder, name)
        if replace and os.path.lexists(path) and not _is_plain(path):
            raise RequestError(f"{name} is a folder or a link: it is not replaced", 409)
        try:
            with whole_file(path, new=not replace) as file:
                file.write(data)
        except FileExistsError:
            if named:
                raise RequestError(
                    f"{name} exists: choose another name, or replace it",
                    409,
                ) from None
            continue
        except OSError as error:
            status = _OS_STATUS.get(error.errno or 0, 500)
            raise RequestError(f"{name} cannot be written: {error.strerror}", status) from None
        _list_it(call, folder, name)
        return json_reply({"file": name, "id": puzzle.sha256(), "code": encode(puzzle)}, 201)
    raise RequestError(f"a thousand files are called {stem}: choose another name", 409)


def _list_it(call: Call, folder: str, name: str) -> None:
    """List a new file at once. If that fails, the next scan of the folder lists it."""
    with suppress(CollectionError), opened(call.request.library, anew=False) as store:
        Reader(call.request.library, (folder,), lambda _: None).take(store, folder, name)


_OS_STATUS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), 507),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), 403),
}
"""The status of an answer by the error of the system: no room, not allowed."""


def _stem(text: str) -> str:
    """A file name that is safe everywhere, without suffix; empty if no character is allowed.

    >>> _stem("../A cup.json"), _stem("../..")
    ('A-cup', '')
    """
    return re.sub(r"\W+", "-", text.removesuffix(".json"))[:60].strip("-")


def _is_plain(path: str) -> bool:
    return os.path.isfile(path) and not os.path.islink(path)
