# SPDX-License-Identifier: MIT
"""``Guard``: the checks of every request before it is answered, and the security headers.

* Host: only names of this machine are allowed. This stops DNS rebinding, where another site's name
  resolves to this address.
* Origin: a request to the API must come from the server's own page, or from a program (no origin).
* Token: if the server has a token, a request must carry it as ``Authorization: Bearer`` or as the
  cookie that ``/?token=`` sets.
* Headers: no inline code, no other origin, no frame, no sniffing, no caching of API answers.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
from dataclasses import replace
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from nonosat.web.requests import Receive, Reply, Scope, Send, header, message_reply
from nonosat.web.settings import COOKIE, Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^][:@/\s]+)(?::[0-9]*)?")
"""A name or an address (IPv6 in brackets), with an optional port."""


class Guard:
    """Wraps the application (an ASGI middleware)."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        _take_apart(scope)
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, send_safely)
        else:
            await send_reply(refusal, send_safely)

    def _refusal(self, scope: Scope) -> Reply | None:
        """The reply that refuses a request; None if it may pass."""
        hosts = [value for key, value in scope["headers"] if key == b"host"]
        if len(hosts) != 1 or not self._is_host(hosts[0].decode("latin-1")):
            return message_reply(
                421,
                "host",
                "this server does not answer under this name: allow it with --allow-host",
            )
        if not self._is_origin(scope, hosts[0].decode("latin-1")):
            return message_reply(403, "origin", "this request comes from the page of another site")
        if self._settings.token and scope["path"] != "/healthz":
            return self._token_refusal(scope)
        if not scope["path"].startswith("/"):
            return message_reply(404, "missing", "no such address")
        return None

    def _is_host(self, host: str) -> bool:
        name = _name_of(host)
        if name in self._settings.names:
            return True
        if not self._settings.any_address:
            return False
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    def _is_origin(self, scope: Scope, host: str) -> bool:
        """True if a request to the API comes from the page itself or from a program."""
        if scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/api/"):
            return True
        origins = [value for key, value in scope["headers"] if key == b"origin"]
        if len(origins) > 1:
            return False
        if origins:
            try:
                origin = urlsplit(origins[0].decode("latin-1"))
            except ValueError:  # a bracket that is not closed
                return False
            return origin.scheme in ("http", "https") and origin.netloc.lower() == host.lower()
        return header(scope, b"sec-fetch-site") in ("", "same-origin", "none")

    def _token_refusal(self, scope: Scope) -> Reply | None:
        """The reply to a request without the token; a token in the address sets the cookie."""
        wanted = self._settings.token
        scheme, _, given = header(scope, b"authorization").partition(" ")
        bears = scheme.lower() == "bearer"
        if bears and hmac.compare_digest(given.strip().encode(), wanted.encode()):
            return None
        cookie = sha256(wanted.encode()).hexdigest()
        for pair in header(scope, b"cookie").split(";"):
            name, _, value = pair.strip().partition("=")
            if name == COOKIE and hmac.compare_digest(value.encode(), cookie.encode()):
                return None
        shown = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and hmac.compare_digest(shown.encode(), wanted.encode()):
            kept = f"{COOKIE}={cookie}; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000"
            return Reply(303, b"", "text/plain", (("location", "/"), ("set-cookie", kept)))
        reply = message_reply(
            401,
            "token",
            "this server needs its token: programs send the header 'Authorization: Bearer TOKEN' "
            "with each request, people open the address /?token=TOKEN once",
        )
        return replace(reply, headers=(("www-authenticate", "Bearer"),))


def _take_apart(scope: Scope) -> None:
    """Split an absolute request target (``GET http://host/path``) into host and path.

    RFC 9112, 3.2.2, requires this of every server.
    """
    if scope["path"].startswith("/"):
        return
    scheme, mark, rest = scope["raw_path"].decode("latin-1").partition("://")
    if mark and scheme.lower() in ("http", "https"):
        host, slash, path = rest.partition("/")
        scope["raw_path"] = (slash + path).encode("latin-1") or b"/"
        scope["path"] = unquote(scope["raw_path"].decode("latin-1"))
        others = [pair for pair in scope["headers"] if pair[0] != b"host"]
        scope["headers"] = [(b"host", host.encode("latin-1")), *others]


async def send_reply(reply: Reply, send: Send) -> None:
    """Send a whole answer."""
    headers = [
        (b"content-type", reply.content.encode()),
        (b"content-length", str(len(reply.body)).encode()),
        (b"cache-control", b"no-store"),
        *((name.encode(), value.encode("latin-1", "replace")) for name, value in reply.headers),
    ]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": reply.body})


def _name_of(host: str) -> str:
    """A host without its port, in lower case; empty if it is malformed.

    >>> _name_of("LocalHost:8000"), _name_of("[::1]:80"), _name_of("[::1"), _name_of("[::1]x")
    ('localhost', '[::1]', '', '')
    """
    match = _HOST.fullmatch(host.lower())
    return match[1] if match else ""
