# SPDX-License-Identifier: MIT
"""The files of a library in the user's cache: their names, and which are old.

A module of its own, because the listening process needs only this: ``library`` imports collections
and formats, which would slow down the start.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Sequence

INDEX = "-names"
"""The end of the name of the index, after that of the collection; other versions have another."""
_ENDS = tuple(
    f"{name}{end}"
    for name in ("", INDEX, "-index", "-list")
    for end in ("", "-wal", "-shm", "-journal")
)
"""The ends of the names of all files of a library, those of older versions, too."""

_UNUSED_SECONDS = 90 * 24 * 3600.0
"""A library that no server began with in this time is thrown away."""


def cache_file(paths: Sequence[str]) -> str:
    """The file of the library of these paths in the user's cache, whose folder is made if missing.

    Empty if nothing can be written there. Libraries not used for a long time are deleted.
    """
    folder = os.path.join(_cache_folder(), "nonosat")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        return ""
    key = os.fsencode("\0".join(["1", *paths]))
    path = os.path.join(folder, f"library-{hashlib.sha256(key).hexdigest()[:16]}.db")
    for name in (folder, *(f"{path}{end}" for end in _ENDS)):
        if not os.access(name, os.W_OK) and (name == folder or os.path.lexists(name)):
            return ""
    with contextlib.suppress(OSError):  # it is made later, or another server has just dropped it
        os.utime(path)
    _drop_unused(folder)
    return path


def _drop_unused(folder: str) -> None:
    """Delete the libraries that were last used long ago; each is only a cache."""
    before = time.time() - _UNUSED_SECONDS
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        unused = [
            entry.path
            for entry in entries
            if entry.name.startswith("library-")
            and entry.name.endswith(".db")
            and entry.stat().st_mtime < before
        ]
        for path in unused:
            discard(path)


def discard(path: str) -> None:
    """Delete the files of a library."""
    for end in _ENDS:
        with contextlib.suppress(OSError):
            os.unlink(f"{path}{end}")


def _cache_folder() -> str:
    """The folder for caches of this user, by the rules of the system."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(named):
        return named
    if sys.platform == "win32" and os.path.isabs(local := os.environ.get("LOCALAPPDATA", "")):
        return local
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches")
    return os.path.expanduser("~/.cache")


def own_files(path: str) -> set[str]:
    """The files of a library itself; they do not count as puzzle files."""
    real = os.path.realpath(path)
    return {f"{real}{end}" for end in (*_ENDS, "-judge")}
