# SPDX-License-Identifier: MIT
"""The endpoints of the library: its list, one puzzle, and a new file in its folder."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from nonosat import formats
from nonosat.errors import CollectionError, Fault
from nonosat.formats.codes.face import encode
from nonosat.formats.files import whole_file
from nonosat.web.handlers.call import Call, puzzle_reply
from nonosat.web.indexing import Reader
from nonosat.web.library import find, opened, page, tiles_of
from nonosat.web.requests import Progress, Reply, RequestError, json_reply, stem


def list_puzzles(call: Call) -> dict[str, Any]:
    """A part of the list."""
    found = page(call.request.library, call.fields)
    reading = call.request.reading or Progress(0, 0, 0)
    return {**asdict(found), "reading": asdict(reading)}


def some_tiles(call: Call) -> dict[str, Any]:
    """The tiles of some puzzles, by their names."""
    return {"tiles": tiles_of(call.request.library, call.data["ids"])}


def one_puzzle(call: Call) -> dict[str, Any]:
    """A puzzle of the library, with its files, verdict and difficulty."""
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
    is named after the title of the puzzle, with a number if that file exists.
    """
    folder = call.request.folder
    if not folder:
        raise RequestError(
            Fault.of(
                "fault.library.closed",
                "this server cannot save puzzles: it was started without a folder, or its folder "
                "is read-only or has become a link: start it again, nonosat serve FOLDER",
            ),
            403,
        )
    puzzle = call.puzzle()
    named = stem(call.data.get("name", "").removesuffix(".json"))
    wanted = named or stem(puzzle.title) or "puzzle"
    replace = call.data.get("replace", False)
    data = formats.dumps(puzzle, format="json").encode()
    for number in range(1, 1000):
        name = f"{wanted}{'' if number == 1 else f'-{number}'}.json"
        path = os.path.join(folder, name)
        if replace and os.path.lexists(path) and not _is_plain(path):
            raise RequestError(
                Fault.of(
                    "fault.library.folder",
                    "{name} is a folder or a link: it is not replaced",
                    name=name,
                ),
                409,
            )
        try:
            with whole_file(path, new=not replace) as file:
                file.write(data)
        except FileExistsError:
            if named:
                raise RequestError(
                    Fault.of(
                        "fault.library.exists",
                        "{name} exists: choose another name, or replace it",
                        name=name,
                    ),
                    409,
                ) from None
            continue
        except OSError as error:
            status = _OS_STATUS.get(error.errno or 0, 500)
            raise RequestError(
                Fault.of(
                    "fault.library.write",
                    "{name} cannot be written: {why}",
                    name=name,
                    why=str(error.strerror),
                ),
                status,
            ) from None
        key = puzzle.sha256()
        title = _list_it(call, folder, name, key)
        reply = {"file": name, "id": key, "code": encode(puzzle), "title": title}
        return json_reply(reply, 201)
    raise RequestError(f"a thousand files are called {wanted}: choose another name", 409)


def _list_it(call: Call, folder: str, name: str, key: str) -> str | None:
    """List a new file at once; return the title of its puzzle in the list.

    The title may come from another file with this puzzle. Return None if listing fails: the next
    scan of the folder lists the file.
    """
    library = call.request.library
    with suppress(CollectionError, RequestError):
        with opened(library, anew=False) as store:
            Reader(library, (folder,), lambda _: None).take(store, folder, name)
        return next((str(tile["title"]) for tile in tiles_of(library, [key])), None)
    return None


_OS_STATUS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), 507),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), 403),
}
"""The HTTP status for an error of the system: disk full, not permitted."""


def _is_plain(path: str) -> bool:
    return os.path.isfile(path) and not os.path.islink(path)
