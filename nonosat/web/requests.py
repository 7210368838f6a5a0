# SPDX-License-Identifier: MIT
"""Requests and replies on their way between a client, the server and its workers.

The server reads the body of a request as bytes, with limits on its size and time. A worker gets a
``Request`` and returns a ``Reply``; the server sends the bytes of the reply unchanged. All errors
have one form; ``_KINDS`` has their HTTP status.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias
from urllib.parse import quote

from nonosat.errors import (
    BackendError,
    CertificateError,
    ContradictionError,
    Fault,
    GridError,
    LimitError,
    NonosatError,
    OptionError,
    PuzzleError,
    PuzzleSyntaxError,
)
from nonosat.model.plain import plain
from nonosat.model.report import Reason

JSON = "application/json"
BODY_SECONDS = 20.0
"""The time within which the whole body must arrive."""
Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class RequestError(NonosatError, ValueError):
    """A request does not match the API. ``status``: the HTTP status of the reply."""

    def __init__(
        self, message: str | Fault, status: int = 400, faults: tuple[str, ...] = ()
    ) -> None:
        self.status = status
        self.faults = faults
        super().__init__(message)

    def __reduce__(self) -> tuple[type[RequestError], tuple[str | Fault, int, tuple[str, ...]]]:
        return type(self), (self.fault or str(self), self.status, self.faults)


@dataclass(frozen=True, slots=True)
class Request:
    """A question for a worker.

    ``fields``: the fields of the query; ``content``: the content type of the body; ``library``: the
    file of the library; ``reading``: the progress of reading it; ``folder``: where puzzles are
    saved; ``scratch``: a folder for temporary files; ``seconds``: the highest time limit that a
    question can have; ``usual``: the time limit if the question gives none.
    """

    endpoint: str
    body: bytes = b""
    fields: Mapping[str, str] = field(default_factory=dict)
    content: str = JSON
    library: str = ""
    reading: Progress | None = None
    folder: str = ""
    scratch: str = ""
    seconds: float = 600.0
    usual: float = 30.0


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of a worker, ready to be sent."""

    status: int
    body: bytes
    content: str = JSON
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The task of the process that reads the library: the paths, and the file of the library."""

    paths: tuple[str, ...]
    library: str


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the library.

    ``files``: files read, ``of`` all files (0 before they are counted); ``puzzles``: puzzles found;
    ``judged``: puzzles with a verdict. ``read``: the list is complete; ``done``: the list is
    complete and all puzzles are judged. ``edition``: a number that changes with the list.
    ``error``: why reading has stopped.
    """

    files: int
    of: int
    puzzles: int
    judged: int = 0
    read: bool = False
    done: bool = False
    edition: int = 0
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Status:
    """The state and abilities of a server.

    ``writes``: puzzles can be saved as files, in the folder named ``folder``. ``own``: the library
    is the project's own puzzles. ``photo``: pictures of printed puzzles can be read. ``questions``:
    the number that run or wait now. ``site``: the address of a page that everybody can open, or
    empty. ``techniques``: all, the easiest first. ``themes``: all looks
    of a picture. ``limits``: ``seconds``, the highest time limit, and ``usual_seconds``, that of a
    question without one; ``body`` and ``upload``, bytes of JSON and of a file; ``opened`` and
    ``coded``, how many puzzles of an answer of ``open`` there are, and how many have a code.
    """

    version: str
    public: bool
    writes: bool
    folder: str | None
    own: bool
    photo: bool
    questions: int
    site: str
    library: Progress
    techniques: tuple[str, ...]
    themes: tuple[str, ...]
    limits: Mapping[str, float]


def stem(title: str) -> str:
    """A title as a file name that is safe everywhere, without suffix; possibly empty.

    ``static/tab/library.js`` has the same rule, because it saves before Python is there.

    >>> stem("../A cup & <saucer>"), stem("Кот_1"), stem("../..")
    ('A-cup-saucer', 'Кот_1', '')
    """
    return re.sub(r"\W+", "-", title)[:60].strip("-")


def named(title: str, suffix: str, *, shown: bool = False) -> tuple[str, str]:
    """The header that names the file of a reply; ``shown``: the browser may show the file.

    RFC 6266: letters outside ASCII are given in a second form, which clients prefer.

    >>> named("A cup", ".non")
    ('content-disposition', 'attachment; filename="A-cup.non"')
    >>> named("", ".pdf", shown=True)
    ('content-disposition', 'inline; filename="puzzle.pdf"')
    >>> print(named("Кот", ".non")[1])
    attachment; filename="puzzle.non"; filename*=UTF-8''%D0%9A%D0%BE%D1%82.non
    """
    name = stem(title)
    plain = re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")
    value = f'{"inline" if shown else "attachment"}; filename="{plain or "puzzle"}{suffix}"'
    if plain != name:
        value += f"; filename*=UTF-8''{quote(name + suffix)}"
    return "content-disposition", value


def json_reply(data: object, status: int = 200) -> Reply:
    """An answer as JSON."""
    return Reply(status, _json(data))


def event(name: str, data: object) -> bytes:
    """One server-sent event."""
    return b"event: " + name.encode() + b"\ndata: " + _json(data) + b"\n\n"


def _json(data: object) -> bytes:
    # Characters outside ASCII are escaped, including lone surrogates of a hostile title.
    return json.dumps(data, separators=(",", ":")).encode()


def message_reply(
    status: int, kind: str, message: str | Fault, faults: list[dict[str, Any]] | None = None
) -> Reply:
    """An error in the common form of all errors."""
    error: dict[str, Any] = {"kind": kind, "message": str(message)}
    if isinstance(message, Fault):
        error |= _keyed(message)
    if faults:
        error["faults"] = faults
    return json_reply({"error": error}, status)


def wrong_method(methods: list[str]) -> Reply:
    """The reply to a request with a method that its address does not take."""
    allowed = ", ".join(methods)
    reply = message_reply(405, "method", f"this address takes {allowed}")
    return replace(reply, headers=(("allow", allowed),))


_KINDS: tuple[tuple[type[NonosatError], int, str], ...] = (
    (PuzzleError, 422, "puzzle"),
    (PuzzleSyntaxError, 422, "syntax"),
    (GridError, 422, "grid"),
    (ContradictionError, 422, "contradiction"),
    (CertificateError, 422, "certificate"),
    (OptionError, 400, "option"),
    (LimitError, 503, "limit"),
    (BackendError, 500, "backend"),
)


def _keyed(fault: Fault) -> dict[str, Any]:
    """What the page needs to say a fault in another language."""
    if fault.key is None:
        return {}
    values = {k: fault_data(v) if isinstance(v, Fault) else v for k, v in fault.values.items()}
    return {"key": fault.key, "values": values}


def fault_data(fault: Fault) -> dict[str, Any]:
    """A fault as data, with what the page needs to say it in another language."""
    return {**plain(fault), **_keyed(fault)}


def error_reply(error: NonosatError) -> Reply:
    """The reply that describes an error."""
    if isinstance(error, RequestError):
        faults = [{"message": fault} for fault in error.faults]
        return message_reply(error.status, "request", error.fault or str(error), faults)
    for kind, status, name in _KINDS:
        if isinstance(error, kind):
            found = getattr(error, "faults", ())
            reason = getattr(error, "reason", None)
            reply = [fault_data(fault) for fault in found if isinstance(fault, Fault)]
            kinds = f"{name}: {reason.value}" if isinstance(reason, Reason) else name
            return message_reply(status, kinds, error.fault or str(error), reply)
    return message_reply(500, "internal", str(error))


def header(scope: Scope, name: bytes) -> str:
    """A header of a request; empty if it is missing."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _too_large(most: int, length: int | None = None) -> Fault:
    if length is None:
        return Fault.of("fault.body.large", "the body has more than {most} bytes", most=most)
    return Fault.of(
        "fault.body.length",
        ("the body has {n} byte: at most {most}", "the body has {n} bytes: at most {most}"),
        n=length,
        most=most,
    )


async def read_body(scope: Scope, receive: Receive, most: int) -> bytes:
    """The whole body.

    Raises:
        RequestError: the body is too large or too slow, or the client has disconnected.
    """
    length = header(scope, b"content-length")
    if length.isdecimal() and len(length) < 20 and int(length) > most:
        raise RequestError(_too_large(most, int(length)), 413)
    body = bytearray()
    more = True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise RequestError("the client has disconnected", 499)
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > most:
                    raise RequestError(_too_large(most), 413)
    except TimeoutError:
        raise RequestError(f"the body did not come within {BODY_SECONDS:g} s", 408) from None
    return bytes(body)
