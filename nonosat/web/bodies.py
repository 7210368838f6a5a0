# SPDX-License-Identifier: MIT
"""Reading the body of a request within bounds of size, time and, for all together, memory."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from nonosat.web.requests import RequestError

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Memory:
    """The bytes that bodies may take: all together, and those of one client.

    A body counts until its question is answered, since it waits with it.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._taken: Counter[str] = Counter()

    def take(self, client: str, size: int) -> None:
        """Count bytes that came.

        Raises:
            RequestError: that is too much for now.
        """
        if (
            self._taken[client] + size > self._most_of_one
            or self._taken.total() + size > self._most
        ):
            raise RequestError("too much is asked at a time: try again later", 503)
        self._taken[client] += size

    def give_back(self, client: str, size: int) -> None:
        """The bytes are gone again."""
        self._taken[client] -= size
        if not self._taken[client]:
            del self._taken[client]

    @property
    def taken(self) -> int:
        """The bytes that are taken now."""
        return self._taken.total()


def header(scope: Scope, name: bytes) -> str:
    """A header of a request; empty if it has none."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


async def read_body(
    scope: Scope, receive: Receive, most: int, seconds: float, memory: Memory, client: str
) -> bytes:
    """The whole body. The caller gives its bytes back to ``memory``.

    Raises:
        RequestError: it is too large, or too slow, or the client has gone.
    """
    length = header(scope, b"content-length")
    if length.isdecimal() and len(length) < 20 and int(length) > most:
        raise RequestError(f"the body has {length} bytes: at most {most}", 413)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise RequestError("the client has gone", 499)
                part = message.get("body", b"")
                memory.take(client, len(part))
                size += len(part)
                parts.append(part)
                if size > most:
                    raise RequestError(f"the body has more than {most} bytes", 413)
                if not message.get("more_body", False):
                    return b"".join(parts)
    except TimeoutError:
        memory.give_back(client, size)
        raise RequestError(f"the body did not come within {seconds:g} s", 408) from None
    except RequestError:
        memory.give_back(client, size)
        raise
