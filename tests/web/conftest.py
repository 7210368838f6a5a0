# SPDX-License-Identifier: MIT
"""The page in a real browser: one server, Debian's chromium, and pages that are watched.

``NONOSAT_PAGE=tab pytest -m browser tests/web`` runs the same tests on the page without a server: a
plain server of files sends build/site (``.ci/site``), and Python in the tab answers. Tests marked
``server`` are about a server, or take its place; the mark says why, and there they are left out.

A page made by ``open_page`` fails its test if it writes an error to the console, or asks anybody
but its own server.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from chromium import launched
from places import ROOT
from plain_server import SITE, TAB, plain_server
from playwright.sync_api import Browser, BrowserContext, Page, expect

OpenPage = Callable[..., Page]
if TAB:
    expect.set_options(timeout=60_000)  # Python has to start first
WORKERS: dict[str, Any] = {"service_workers": "block"} if TAB else {}
"""Without a server, a service worker stores ten megabytes; only tests that need it let it."""


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of the page with the project's own puzzles: of a server, or of files."""
    if TAB:
        with plain_server(SITE) as address:
            yield address
        return
    command = [sys.executable, "-m", "nonosat", "serve", str(ROOT / "data"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://"), "the server does not start"
        yield address
        process.send_signal(signal.SIGTERM)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of these tests."""
    with launched() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Opens an address of the page: ``open_page("#page=edit", viewport=...)``.

    Each call has a fresh profile, unless it is given a ``context``. ``look``: settings of the page,
    such as {"theme": "dark"}. ``ignore``: parts of errors that the test expects.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(
        address: str = "",
        *,
        look: dict[str, Any] | None = None,
        context: BrowserContext | None = None,
        ignore: tuple[str, ...] = (),
        **options: Any,
    ) -> Page:
        if context is None:
            context = browser.new_context(
                **{"viewport": {"width": 1280, "height": 800}, **WORKERS, **options}
            )
            contexts.append(context)
        page = context.new_page()
        if look is not None:
            page.add_init_script(
                f"localStorage.setItem('nonosat.look', JSON.stringify({json.dumps(look)}))"
            )

        def fault(text: str) -> None:
            if not any(part in text for part in ignore):
                faults.append(text)

        page.on("console", lambda line: fault(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: fault(str(error)))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((server, "blob:", "data:", "about:"))
                else fault(f"a request to {request.url}")
            ),
        )
        page.goto(server + address)
        page.wait_for_selector("main > :not(.waiting)")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture(scope="session")
def library(server: str) -> Callable[[str], str]:
    """The name of a puzzle of the library by words of its title or file; waits until it is read."""

    def find(words: str) -> str:
        if TAB:
            found = json.loads((SITE / "python/puzzles.json").read_text())
            return next(
                str(one["id"]) for one in found if words in f"{one['title']} {one['file']}".lower()
            )
        for _ in range(200):
            with urlopen(f"{server}api/v1/puzzles?search={quote(words)}") as reply:
                tiles = json.load(reply)["tiles"]
            if tiles:
                return str(tiles[0]["id"])
            time.sleep(0.1)
        raise AssertionError(words)

    return find


@pytest.fixture
def new_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Makes an empty page in a fresh profile: ``new_page(390, 780, has_touch=True)``.

    Unlike ``open_page`` it goes nowhere; it fails its test for errors on the console, too, unless
    ``errors`` says that they are expected.
    """
    contexts: list[BrowserContext] = []
    found: list[str] = []

    def make(width: int = 1280, height: int = 800, *, errors: bool = False, **more: Any) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, **{**WORKERS, **more}
        )
        context.set_default_timeout(60_000 if TAB else 20_000)
        contexts.append(context)
        page = context.new_page()
        if not errors:
            page.on("pageerror", lambda error: found.append(str(error)))
            page.on("console", lambda m: found.append(m.text) if m.type == "error" else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not found


@pytest.fixture(scope="session")
def site(server: str) -> str:
    """The address of the server, with a slash at its end."""
    return server
