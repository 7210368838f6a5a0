# SPDX-License-Identifier: MIT
"""The API without a server: ``ask`` answers a request inside a worker of the browser (Pyodide).

``static/tab/worker.js`` calls it, in place of ``http`` and ``dispatch`` of the server. The table of
endpoints and the functions that answer are the same. The endpoints of the library are missing: a
page without a server keeps its list and its puzzles in the browser's storage
(``static/tab/library.js``), and shows them before Python is loaded.

Python in a browser does one thing at a time and receives no message meanwhile. So ``withdrawn``
reads a flag in memory that is shared with the page, if the browser allows shared memory; otherwise
the page ends the whole worker (``static/tab/pool.js``).

Libraries that few questions need are loaded when they are first imported (``load_later``): unlike a
page, a worker may block until a file is loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib.abc import MetaPathFinder
from typing import Any
from urllib.parse import parse_qsl

import nonosat.web.handlers.files
import nonosat.web.handlers.questions  # noqa: F401 - loaded before the first question
from nonosat.errors import BackendError
from nonosat.limits import CancelledIf
from nonosat.web.endpoints import ENDPOINTS, Endpoint, is_quick, usual_seconds
from nonosat.web.handlers import answer
from nonosat.web.requests import Reply, Request, message_reply, wrong_method
from nonosat.web.settings import PRIVATE, Settings
from nonosat.workers.channel import Begun


def ask(
    method: str,
    address: str,
    content: str,
    body: bytes | memoryview,
    heard: Callable[[bytes | float], object],
    withdrawn: Callable[[], bool],
) -> Reply:
    """Answer a request.

    Args:
        method: ``GET`` or ``POST``.
        address: path and query below ``/api/v1/``, such as ``open?name=a.non``.
        content: the type of the body.
        body: its bytes.
        heard: gets each event of a stream as bytes, and the seconds after which the page may end
            this worker, as a number.
        withdrawn: returns whether the question is withdrawn; called about every millisecond.

    >>> reply = ask("GET", "formats", "", b"", lambda heard: None, lambda: False)
    >>> reply.status, reply.content
    (200, 'application/json')
    >>> ask("GET", "nothing", "", b"", lambda heard: None, lambda: False).status
    404
    """
    path, _, query = address.partition("?")
    methods = {endpoint.method: endpoint for endpoint in _PATHS.get(path, ())}
    if method not in methods:
        if methods:
            return wrong_method(sorted(methods))
        return message_reply(404, "missing", "no such address")
    endpoint = methods[method]
    most = PRIVATE.upload if endpoint.upload else PRIVATE.body
    if len(body) > most:
        return message_reply(413, "request", f"the body has {len(body)} bytes: at most {most}")
    body, fields = bytes(body), dict(parse_qsl(query, keep_blank_values=True)[:50])
    usual = usual_seconds(endpoint, is_quick(endpoint, body, fields), Settings().seconds)
    request = Request(endpoint.name, body, fields, content, seconds=PRIVATE.seconds, usual=usual)

    def emit(message: object) -> None:
        if isinstance(message, bytes):
            heard(message)
        elif isinstance(message, Begun) and message.seconds is not None:
            heard(message.seconds)

    return answer(request, emit, CancelledIf(withdrawn))


_OF_LIBRARY = ("library:",)


def _paths() -> Mapping[str, tuple[Endpoint, ...]]:
    """The endpoints that are answered here, by their path."""
    found: dict[str, tuple[Endpoint, ...]] = {}
    for endpoint in ENDPOINTS.values():
        if not endpoint.run.startswith(_OF_LIBRARY):
            found[endpoint.path] = (*found.get(endpoint.path, ()), endpoint)
    return found


_PATHS = _paths()


class _Later(MetaPathFinder):
    """Loads a part of the program when a library of that part is first imported."""

    def __init__(self, names: Mapping[str, str], load: Callable[[str], bool]) -> None:
        self._names = dict(names)
        self._load = load

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        """Load the part that contains the library; a later finder then finds the library.

        Raises:
            BackendError: there is no network, and the part was never loaded before.
        """
        part = self._names.get(fullname)
        if part is None:
            return
        if not self._load(part):
            raise BackendError(
                f"the part of the program with {fullname} could not be loaded: ask again when"
                " you are online"
            )
        self._names = {name: other for name, other in self._names.items() if other != part}


def load_later(names: Mapping[str, Any], load: Callable[[str], bool]) -> None:
    """Load libraries when they are imported.

    Args:
        names: for the name of each library, the part that has it.
        load: called with the name of a part; puts its files into the search path, and returns
            whether it succeeded.
    """
    sys.meta_path.insert(0, _Later(names, load))
