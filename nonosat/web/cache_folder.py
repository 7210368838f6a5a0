# SPDX-License-Identifier: MIT
"""The files of a library in the user's cache: their names, and the deletion of unused ones.

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
"""Appended to the name of the collection for its index; other versions use other suffixes."""
_ENDS = tuple(
    f"{name}{end}"
    for name in ("", INDEX, "-index", "-list")
    for end in ("", "-wal", "-shm", "-journal")
)
"""The suffixes of all files of a library, including those of older versions."""

_UNUSED_SECONDS = 90 * 24 * 3600.0
"""A library is deleted if no server was started with it for this time."""


def cache_file(paths: Sequence[str]) -> str:
    """The file of the library of these paths in the user's cache, whose folder is made if missing.

    Empty if the folder cannot be written. Libraries not used for a long time are deleted.
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
    with contextlib.suppress(OSError):  # not made yet, or another server has just deleted it
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
    """This user's cache folder, by the rules of the system."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(named):
        return named
    if sys.platform == "win32" and os.path.isabs(local := os.environ.get("LOCALAPPDATA", "")):
        return local
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches")
    return os.path.expanduser("~/.cache")


def own_files(path: str) -> set[str]:
    """The files of the library itself; they do not count as puzzle files."""
    real = os.path.realpath(path)
    return {f"{real}{end}" for end in (*_ENDS, "-judge")}
