# SPDX-License-Identifier: MIT
"""``Asking``: the application of one endpoint: body in, question to a worker, answer out.

Every question ends: with its answer, or when the client closes the connection.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import parse_qsl

from nonosat.errors import NonosatError
from nonosat.model.report import Reason
from nonosat.web.desk import Desk, Message, Question, Waits
from nonosat.web.endpoints import Endpoint
from nonosat.web.guard import client_of, send_reply
from nonosat.web.requests import (
    Memory,
    Receive,
    Reply,
    RequestError,
    Scope,
    Send,
    error_reply,
    event,
    header,
    message_reply,
    read_body,
)
from nonosat.web.settings import Settings
from nonosat.workers.pool import Done
from nonosat.workers.service import BusyError, Job

_FIRST_SECONDS = 1.0
"""How long a stream waits for its first event before it begins: an error can still have its own
status until then."""
_WAIT_SECONDS = 0.2
"""How long a question waits for a worker before its stream says so."""
_ALIVE_SECONDS = 10.0
"""How often a stream without events shows that it is alive."""
_STREAM = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
"""The headers of a stream."""


class Asking:
    """Answers the requests to one endpoint."""

    def __init__(self, endpoint: Endpoint, desk: Desk, settings: Settings, memory: Memory) -> None:
        self._endpoint = endpoint
        self._desk = desk
        self._settings = settings
        self._memory = memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint, bounds = self._endpoint, self._settings.bounds
        if endpoint.writes and not self._settings.writes:
            refused = "this server writes no files"
            await send_reply(message_reply(403, "read-only", refused), send)
            return
        client = client_of(scope)
        body = b""
        try:
            if endpoint.method == "POST":
                most = bounds.upload if endpoint.upload else bounds.body
                seconds = bounds.body_seconds
                body = await read_body(scope, receive, most, seconds, self._memory, client)
            await self._answer(scope, receive, send, body)
        except RequestError as error:
            reply = error_reply(error)
            # The rest of the request is not read: the connection ends with the answer.
            closing = (("connection", "close"),)
            await send_reply(Reply(reply.status, reply.body, reply.content, closing), send)
        finally:
            self._memory.give_back(client, len(body))

    async def _answer(self, scope: Scope, receive: Receive, send: Send, body: bytes) -> None:
        """Ask a worker, and send its answer."""
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        fields = {**dict(pairs[:50]), **scope.get("path_params", {})}
        content = header(scope, b"content-type")
        try:
            question = self._desk.ask(self._endpoint, client_of(scope), body, fields, content)
        except BusyError as error:
            await send_reply(message_reply(503, "busy", str(error)), send)
            return
        gone = asyncio.ensure_future(_gone(receive))
        try:
            if self._endpoint.streams:
                await self._stream(question, gone, send)
            else:
                await self._whole(question, gone, send)
        finally:
            question.cancel()
            gone.cancel()

    async def _whole(self, question: Question, gone: asyncio.Future[None], send: Send) -> None:
        """The answer in one piece."""
        while True:
            message = await _first(question, gone, None)
            if isinstance(message, Done):
                await send_reply(_reply(message), send)
                return
            if message is None:  # the client has gone
                return

    async def _stream(self, question: Question, gone: asyncio.Future[None], send: Send) -> None:
        """Send the answer as events when they come, and say when the question has to wait."""
        begun = waits = said = False
        while not gone.done():
            seconds = _ALIVE_SECONDS if begun else _FIRST_SECONDS
            if waits and not said:
                seconds = _WAIT_SECONDS
            message = await _first(question, gone, seconds)
            if isinstance(message, Waits):
                waits = message.waits
                if waits or not said:
                    continue
                part, said = event("started", {}), False
            elif message is None and waits and not said:
                part, said = event("waiting", {}), True
            elif message is None:
                part = b": alive\n\n"
            elif isinstance(message, Done) and not begun and _is_error(message):
                await send_reply(_reply(message), send)
                return
            else:
                part = _part(message)
            if not begun:
                await send({"type": "http.response.start", "status": 200, "headers": [*_STREAM]})
                begun = True
            await send({"type": "http.response.body", "body": part, "more_body": True})
            if isinstance(message, Done):
                break
        if begun:
            await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    """Wait until the client has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _first(
    question: Question, gone: asyncio.Future[None], seconds: float | None
) -> Message | None:
    """The next message; None if the client goes away, or the time is over, before."""
    hearing = asyncio.ensure_future(question.hear())
    both: set[asyncio.Future[Any]] = {hearing, gone}
    await asyncio.wait(both, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    if hearing.done():
        return hearing.result()
    hearing.cancel()
    return None


def _is_error(done: Done[Job]) -> bool:
    return _reply(done).status >= 400


def _reply(done: Done[Job]) -> Reply:
    """The reply to a question that is finished."""
    if isinstance(done.answer, Reply):
        return done.answer
    kind, message, status = _trouble(done)
    return message_reply(status, kind, message)


def _trouble(done: Done[Job]) -> tuple[str, str, int]:
    """Why there is no answer: the kind of error, its message, and the HTTP status."""
    match done.limit:
        case Reason.TIME:
            return "limit: time", "the time limit was reached", 503
        case Reason.MEMORY:
            return "limit: memory", "the memory limit was reached", 503
        case Reason.CANCELLED:
            return "limit: cancelled", "the question was cancelled", 503
    if isinstance(done.error, NonosatError):
        message = f"the process that worked on this question has ended ({done.error}): ask again"
        return "worker", message, 500
    return "internal", "internal error: the worker gave no answer", 500


def _part(message: bytes | Done[Job]) -> bytes:
    """A message as bytes of the stream; a Done without an answer becomes the last events."""
    if isinstance(message, bytes):
        return message
    if isinstance(message.answer, Reply) and message.answer.status < 400:
        return b""  # the worker has sent ``end``
    reply = _reply(message)
    kind, _, reason = _kind(reply).partition(": ")
    last = event("end", {"reason": reason or kind})
    return b"event: error\ndata: " + reply.body + b"\n\n" + last


def _kind(reply: Reply) -> str:
    return str(json.loads(reply.body)["error"]["kind"])
