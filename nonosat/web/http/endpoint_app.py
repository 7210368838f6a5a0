# SPDX-License-Identifier: MIT
"""``EndpointApp``: the application of one endpoint: read the body, ask a worker, send the answer.

A question ends with its answer, or when the client closes the connection.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from urllib.parse import parse_qsl

from nonosat.errors import NonosatError
from nonosat.model.report import Reason
from nonosat.web.dispatch import Dispatch, Message, Waits
from nonosat.web.endpoints import Endpoint
from nonosat.web.http.guard import send_reply
from nonosat.web.requests import (
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
"""How long a stream waits for its first event before it begins: until then, an error can still have
its own HTTP status."""
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


class EndpointApp:
    """Answers the requests to one endpoint."""

    def __init__(self, endpoint: Endpoint, dispatch: Dispatch, settings: Settings) -> None:
        self._endpoint = endpoint
        self._dispatch = dispatch
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint, bounds = self._endpoint, self._settings.bounds
        if endpoint.writes and not self._settings.writes:
            refused = "this server writes no files"
            await send_reply(message_reply(403, "read-only", refused), send)
            return
        body = b""
        try:
            if endpoint.method == "POST":
                most = bounds.upload if endpoint.upload else bounds.body
                body = await read_body(scope, receive, most)
        except RequestError as error:
            # The rest of the request is not read, so the connection closes after the answer.
            reply = replace(error_reply(error), headers=(("connection", "close"),))
            await send_reply(reply, send)
            return
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        fields = {**dict(pairs[:50]), **scope.get("path_params", {})}
        client = str((scope.get("client") or [""])[0])
        content = header(scope, b"content-type")
        try:
            question = self._dispatch.ask(endpoint, client, body, fields, content)
        except BusyError as error:
            await send_reply(message_reply(503, "busy", str(error)), send)
            return
        gone = asyncio.ensure_future(_listen(receive, question.heard))
        try:
            await (_stream if endpoint.streams else _whole)(question.heard, send)
        finally:
            question.cancel()
            gone.cancel()


async def _listen(receive: Receive, heard: asyncio.Queue[Message]) -> None:
    """Wait until the client closes the connection, and report it."""
    while (await receive())["type"] != "http.disconnect":
        pass
    heard.put_nowait(None)


async def _whole(heard: asyncio.Queue[Message], send: Send) -> None:
    """Send the answer in one piece."""
    while (message := await heard.get()) is not None:
        if isinstance(message, Done):
            await send_reply(_reply(message), send)
            return


async def _stream(heard: asyncio.Queue[Message], send: Send) -> None:
    """Send events as they come; also send an event when the question has to wait."""
    begun = waits = said = False
    while True:
        seconds = _ALIVE_SECONDS if begun else _FIRST_SECONDS
        if waits and not said:
            seconds = _WAIT_SECONDS
        message: Message = b": alive\n\n"
        try:
            async with asyncio.timeout(seconds):
                message = await heard.get()
        except TimeoutError:
            if waits and not said:
                message, said = event("waiting", {}), True
        if message is None:
            return
        if isinstance(message, Waits):
            waits = message.waits
            if waits or not said:
                continue
            message, said = event("started", {}), False
        elif isinstance(message, Done) and not begun and _reply(message).status >= 400:
            await send_reply(_reply(message), send)
            return
        if not begun:
            await send({"type": "http.response.start", "status": 200, "headers": [*_STREAM]})
            begun = True
        part = _last_part(message) if isinstance(message, Done) else message
        going = not isinstance(message, Done)
        await send({"type": "http.response.body", "body": part, "more_body": going})
        if not going:
            return


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


def _last_part(done: Done[Job]) -> bytes:
    """The end of a stream: empty after an answer, because its worker has sent ``end``."""
    reply = _reply(done)
    if reply.status < 400:
        return b""
    kind, _, reason = str(json.loads(reply.body)["error"]["kind"]).partition(": ")
    last = event("end", {"reason": reason or kind})
    return b"event: error\ndata: " + reply.body + b"\n\n" + last
