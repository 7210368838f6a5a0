# SPDX-License-Identifier: MIT
"""The files of the page, below ``static``, and its texts in other languages, ``lang/CODE.json``,
made of the catalogues; no other file is served.

Clients that accept gzip get compressed files; each file is compressed once, when it is first
needed. Comments and indentation, a third of the sources, then cost few bytes. Rejected: a minifier,
which has to parse JavaScript as a browser does.

A browser asks each time whether a file has changed (``no-cache`` and an ETag), so modules of two
versions are never mixed. The tag is weak (``W/``), because the plain and the compressed form share
it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from email.utils import formatdate
from pathlib import Path
from typing import NamedTuple

from nonosat import languages
from nonosat.web.http.guard import send_reply
from nonosat.web.requests import Receive, Scope, Send, header, message_reply, wrong_method

STATIC = Path(__file__).parents[1] / "static"

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".po": "application/json",
}
_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
_SHOWN = ("page.", "color.", "fault.", "format.", "part.")
"""The beginnings of the keys of the texts that the page itself shows."""


class _File(NamedTuple):
    """A file to be sent: the time of its change, its tag, its bytes, and the compressed bytes."""

    changed: float
    tag: str
    data: bytes
    packed: bytes


def page_texts(catalogue: Path) -> bytes:
    """The texts of the page in a language, as JSON, from its catalogue."""
    found = languages.read_catalogue(catalogue.read_text(encoding="utf-8"))
    texts = {
        key.removeprefix("page."): text
        for key, text in found.texts.items()
        if key.startswith(_SHOWN)
    }
    data = {"name": found.name, "texts": texts}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


class PageFiles:
    """Serves the files of the page. A file is read once, and again when it has changed.

    The files are listed at the start; no address leads to any other file.
    """

    def __init__(self) -> None:
        self._paths = {
            path.relative_to(STATIC).as_posix(): path
            for path in STATIC.rglob("*")
            if path.suffix in _TYPES
        }
        for path in languages.FOLDER.glob("*.po"):
            self._paths[f"lang/{path.stem}.json"] = path
        self._kept: dict[str, _File] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope["path"]).removeprefix("/") or "index.html"
        found = self._find(path)
        if found is None:
            await send_reply(message_reply(404, "missing", "no such page"), send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            await send_reply(wrong_method(["GET", "HEAD"]), send)
            return
        packs = _accepts_gzip(header(scope, b"accept-encoding"))
        data = found.packed if packs else found.data
        kind = _TYPES[self._paths[path].suffix]
        headers = [
            (b"content-type", kind.encode()),
            (b"etag", found.tag.encode()),
            (b"last-modified", formatdate(found.changed, usegmt=True).encode()),
            (b"cache-control", b"no-cache"),
            (b"vary", b"accept-encoding"),
        ]
        same = header(scope, b"if-none-match") == found.tag
        if not same:
            if packs:
                headers.append((b"content-encoding", b"gzip"))
            headers.append((b"content-length", str(len(data)).encode()))
        status = 304 if same else 200
        await send({"type": "http.response.start", "status": status, "headers": headers})
        body = b"" if same or scope["method"] == "HEAD" else data
        await send({"type": "http.response.body", "body": body})

    def _find(self, path: str) -> _File | None:
        """A file of the page; None if not found."""
        file = self._paths.get(path)
        if file is None:
            return None
        try:
            changed = file.stat().st_mtime
            kept = self._kept.get(path)
            if kept is None or kept.changed != changed:
                data = page_texts(file) if file.suffix == ".po" else file.read_bytes()
                tag = f'W/"{hashlib.sha256(data).hexdigest()[:20]}"'
                kept = _File(changed, tag, data, gzip.compress(data))
                self._kept[path] = kept
        except OSError:
            return None
        return kept


def _accepts_gzip(accepted: str) -> bool:
    """Whether a client accepts gzip, by its header ``Accept-Encoding``.

    >>> [_accepts_gzip(text) for text in ("gzip, deflate, br", "br;q=1, gzip;q=0.5", "*")]
    [True, True, False]
    >>> [_accepts_gzip(text) for text in ("", "identity", "gzip;q=0", "gzip; q=0.000")]
    [False, False, False, False]
    """
    return _GZIP.search(accepted.lower()) is not None
