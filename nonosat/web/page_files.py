# SPDX-License-Identifier: MIT
"""The files of the page, below ``static``: a file is served only if it is one of them.

Scripts and style sheets are served without comments and indentation (``shrink``).

A browser asks each time whether a file has changed (``no-cache`` and an ETag), so that a new
version of the program never meets the modules of an old one.
"""

from __future__ import annotations

import hashlib
import os
from email.utils import formatdate
from pathlib import Path

from nonosat.web.bodies import Receive, Scope, Send, header
from nonosat.web.guard import send_reply
from nonosat.web.requests import message_reply, wrong_method
from nonosat.web.shrink import shrink

STATIC = Path(__file__).with_name("static")

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}


class PageFiles:
    """Serves the files of a folder, which are read once and again when they have changed."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._kept: dict[str, tuple[float, bytes, str]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope["path"]).removeprefix("/") or "index.html"
        found = self._find(path)
        if found is None:
            await send_reply(message_reply(404, "missing", "there is no such page"), send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            await send_reply(wrong_method(["GET", "HEAD"]), send)
            return
        changed, data, tag = found
        kind = _TYPES[os.path.splitext(path)[1]]
        headers = [
            (b"content-type", kind.encode()),
            (b"etag", tag.encode()),
            (b"last-modified", formatdate(changed, usegmt=True).encode()),
            (b"cache-control", b"no-cache"),
        ]
        same = header(scope, b"if-none-match") == tag
        if not same:
            headers.append((b"content-length", str(len(data)).encode()))
        status = 304 if same else 200
        await send({"type": "http.response.start", "status": status, "headers": headers})
        body = b"" if same or scope["method"] == "HEAD" else data
        await send({"type": "http.response.body", "body": body})

    def _find(self, path: str) -> tuple[float, bytes, str] | None:
        """When a file changed, its bytes and its tag; None if the page has no such file."""
        parts = path.split("/")
        plain = all(part and not part.startswith(".") and _is_plain(part) for part in parts)
        if not plain or os.path.splitext(path)[1] not in _TYPES or len(parts) > 4:
            return None
        file = self._folder.joinpath(*parts)
        try:
            if file.is_symlink() or not file.is_file():
                return None
            changed = file.stat().st_mtime
            kept = self._kept.get(path)
            if kept is None or kept[0] != changed:
                data = file.read_bytes()
                if file.suffix in (".js", ".css"):
                    data = shrink(data.decode(), file.suffix[1:]).encode()
                kept = (changed, data, f'"{hashlib.sha256(data).hexdigest()[:20]}"')
                self._kept[path] = kept
        except OSError:
            return None
        return kept


def _is_plain(name: str) -> bool:
    return name.isascii() and all(letter.isalnum() or letter in "._-" for letter in name)
