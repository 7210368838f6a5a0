# SPDX-License-Identifier: MIT
"""The HTTP server: its application, its socket, and how it runs and ends.

The guard checks a request before any route; the routes come from the table of endpoints. On
SIGTERM, SIGINT and SIGHUP the server cancels the running questions, closes the connections and ends
the worker processes, within a few seconds.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Match, Mount, Route

from nonosat._version import __version__
from nonosat.draw.theme import THEMES
from nonosat.errors import OptionError, installed_here
from nonosat.explain.techniques import TECHNIQUES
from nonosat.model.plain import plain
from nonosat.web.dispatch import Dispatch
from nonosat.web.endpoints import ENDPOINTS, MOST_CODED, MOST_OPENED, PREFIX
from nonosat.web.http.endpoint_app import EndpointApp
from nonosat.web.http.guard import Guard, send_reply
from nonosat.web.http.page_files import PageFiles
from nonosat.web.http.uvicorn_private import Connection, Server
from nonosat.web.requests import Receive, Scope, Send, Status, message_reply, wrong_method
from nonosat.web.settings import Settings
from nonosat.workers.system import allow_files

_CLOSE_SECONDS = 3
_FILES = 16_384
"""The requested limit of open files: each connection is one."""


def make_app(settings: Settings, dispatch: Dispatch) -> Guard:
    """The application of a server; it ends the worker processes when it shuts down."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            dispatch.end()

    def openapi(request: HttpRequest) -> Response:  # not async: runs in a thread
        from nonosat.web.openapi import document

        return JSONResponse(document(), headers={"cache-control": "no-store"})

    async def status(request: HttpRequest) -> Response:
        return JSONResponse(
            plain(_status(settings, dispatch)), headers={"cache-control": "no-store"}
        )

    async def health(request: HttpRequest) -> Response:
        return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})

    page = PageFiles()

    async def rest(scope: Scope, receive: Receive, send: Send) -> None:
        methods = _methods(app, scope)
        if methods:
            await send_reply(wrong_method(methods), send)
        elif str(scope["path"]).startswith("/api/"):
            await send_reply(message_reply(404, "missing", "no such address"), send)
        else:
            await page(scope, receive, send)

    app = Starlette(
        routes=[
            *(
                Route(
                    f"{PREFIX}{endpoint.path}",
                    EndpointApp(endpoint, dispatch, settings),
                    methods=[endpoint.method],
                )
                for endpoint in ENDPOINTS.values()
            ),
            Route(f"{PREFIX}openapi.json", openapi),
            Route(f"{PREFIX}status", status),
            Route("/healthz", health),
            Mount("/", rest),
        ],
        lifespan=lifespan,
    )
    return Guard(app, settings)


def _methods(app: Starlette, scope: Scope) -> list[str]:
    """The methods that an address takes; empty if the address does not exist."""
    found: set[str] = set()
    for route in app.router.routes:
        if isinstance(route, Route) and route.matches(scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return sorted(found)


def _status(settings: Settings, dispatch: Dispatch) -> Status:
    bounds, folder = settings.bounds, dispatch.folder
    return Status(
        version=__version__,
        public=settings.public,
        writes=bool(folder),
        folder=os.path.basename(os.path.normpath(folder)) if folder else None,
        own=settings.own,
        photo=installed_here("cv2"),
        questions=dispatch.service.load,
        site=settings.site,
        library=dispatch.progress,
        techniques=tuple(TECHNIQUES),
        themes=tuple(THEMES),
        limits={
            "seconds": bounds.seconds,
            "usual_seconds": min(settings.seconds, bounds.seconds),
            "body": bounds.body,
            "upload": bounds.upload,
            "opened": MOST_OPENED,
            "coded": MOST_CODED,
        },
    )


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket bound to an address; port 0 means any free port.

    Raises:
        OptionError: the address is in use, or does not belong to this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    # On Windows, SO_REUSEADDR would let two programs have the same port.
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    found.setsockopt(socket.SOL_SOCKET, alone, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        reason = error.strerror or str(error)
        raise OptionError(f"{host}, port {port}: {reason}: choose another with --port") from None
    return found


def run(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> int | None:
    """Serve until a signal comes; return its number. ``ready`` is called when it listens."""
    allow_files(_FILES)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    dispatch = Dispatch(settings)
    config = uvicorn.Config(
        make_app(settings, dispatch),
        http=Connection,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=_CLOSE_SECONDS,
        backlog=512,
    )
    server = Server(config, ready, dispatch.service.end)
    server.run(sockets=[listener])
    return server.signal
