# SPDX-License-Identifier: MIT
"""The page in a real browser: one server, Debian's chromium, and pages that are watched.

``NONOSAT_PAGE=tab pytest -m browser tests/web`` runs the tests marked ``both`` on the page without
a server: a plain server of files sends build/site (``.ci/site``), and Python in the tab answers.
The mark is for tests whose result can differ there: it depends on Python, on the browser's storage,
on the library or on the start of the page. The others exercise the same files on both.

A page made by ``open_page`` fails its test if it writes an error to the console, or sends a request
to another server than its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Request

from tests.support.chromium import SIZE, fresh, launched
from tests.support.places import ROOT
from tests.support.plain_server import SITE, TAB, plain_server
from tests.support.web_server import serving, until

OpenPage = Callable[..., Page]
PROFILE: dict[str, Any] = {"service_workers": "block"}
"""Only tests of the service worker let it store the page."""


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of the page with the project's own puzzles: of a server, or of files."""
    if TAB:
        with plain_server(SITE) as address:
            yield address
        return
    with serving(str(ROOT / "data")) as server:
        yield server.address
        server.end()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of these tests."""
    with launched() as browser:
        yield browser


class Lent:
    """Pages that one test after the other uses: a fresh page takes a process, and half a second.

    Each test gets a browser with empty storage, and the window that it wants. A test that changes
    anything else permanently, such as permissions or the clock, takes its own profile instead.
    """

    def __init__(self, browser: Browser, server: str) -> None:
        self.browser = browser
        self.server = server
        self.pages: dict[str, Page] = {}

    def get(self, viewport: Any = SIZE, **options: Any) -> Page:
        """A page with these options, as if it were fresh."""
        kind = repr(options)
        if kind not in self.pages:
            page = fresh(self.browser, **{**PROFILE, **options}).new_page()
            page.on("crash", lambda _: self.pages.pop(kind, None))
            self.pages[kind] = page
        self.pages[kind].set_viewport_size(viewport)
        return self.pages[kind]

    def back(self, page: Page) -> None:
        """Remove everything that a test has stored."""
        if page not in self.pages.values():
            return
        try:
            for other in page.context.pages:
                if other is not page:
                    other.close()
            page.unroute_all(behavior="ignoreErrors")
            page.mouse.up()
            page.mouse.move(0, 0)
            page.goto(self.server + "icon.svg")  # of the same server, without scripts
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            session = page.context.new_cdp_session(page)
            origin = {"origin": self.server.rstrip("/"), "storageTypes": "all"}
            session.send("Storage.clearDataForOrigin", origin)
            session.send("Page.resetNavigationHistory")
            session.detach()
        except Error:  # the test has left it in an unknown state
            self.pages = {kind: one for kind, one in self.pages.items() if one is not page}
            page.context.close()


@pytest.fixture(scope="session")
def lent(browser: Browser, server: str) -> Lent:
    """The page that tests use one after the other."""
    return Lent(browser, server)


class Pages:
    """The pages of a test, which are watched; the first one is lent if possible."""

    def __init__(self, browser: Browser, lent: Lent) -> None:
        self.browser = browser
        self.lent = lent
        self.first: Page | None = None
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self.over = False

    def empty(self, *, own: bool = False, **options: Any) -> Page:
        """An empty page, in a profile without any data; ``own``: a new profile."""
        if self.first is None and not own and options.keys() <= {"viewport", "bypass_csp"}:
            self.first = self.lent.get(**options)
            return self.first
        context = fresh(self.browser, **{**PROFILE, **options})
        self.contexts.append(context)
        return context.new_page()

    def watch(self, page: Page, expected: Callable[[str], bool]) -> None:
        """Note unexpected errors that the page writes to the console."""

        def fault(text: str) -> None:
            if not self.over and not expected(text):
                self.faults.append(text)

        page.on("console", lambda line: fault(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: fault(str(error)))

    def close(self) -> None:
        """The test is over: close its pages, which must have no errors."""
        self.over = True
        for context in self.contexts:
            context.close()
        if self.first is not None:
            self.lent.back(self.first)
        assert not self.faults


@pytest.fixture
def pages(browser: Browser, lent: Lent) -> Iterator[Pages]:
    """The pages of a test."""
    pages = Pages(browser, lent)
    yield pages
    pages.close()


@pytest.fixture
def open_page(pages: Pages, server: str) -> OpenPage:
    """Opens an address of the page: ``open_page("#page=edit", viewport=...)``.

    Each call has a profile without any data, unless it gets the ``context`` of another page.
    ``titles``: titles are shown; the page without a server hides them until a puzzle is solved.
    ``ignore``: parts of errors that the test expects.
    """

    def opened(
        address: str = "",
        *,
        titles: bool = False,
        context: BrowserContext | None = None,
        ignore: tuple[str, ...] = (),
        **options: Any,
    ) -> Page:
        page = context.new_page() if context else pages.empty(**options)
        pages.watch(page, lambda text: any(part in text for part in ignore))

        def elsewhere(request: Request) -> None:
            if not request.url.startswith((server, "blob:", "data:", "about:")):
                pages.faults.append(f"a request to {request.url}")

        page.on("request", elsewhere)
        page.goto(server + address)
        if titles and TAB:
            page.evaluate("""
                for (const store of [localStorage, sessionStorage])
                    store["nonosat.list"] = JSON.stringify({ titles: false });
            """)
            page.reload()
        page.wait_for_selector("main > :not(.waiting)")
        return page

    return opened


@pytest.fixture(scope="session")
def library(server: str) -> Callable[[str], str]:
    """The name of a puzzle of the library by words of its title or file; waits until it is read."""

    def find(words: str) -> str:
        if TAB:
            found = json.loads((SITE / "python/puzzles.json").read_text())
            return next(
                str(one["id"]) for one in found if words in f"{one['title']} {one['file']}".lower()
            )
        tiles: list[dict[str, str]] = []

        def listed() -> bool:
            with urlopen(f"{server}api/v1/puzzles?search={quote(words)}") as reply:
                tiles.extend(json.load(reply)["tiles"])
            return bool(tiles)

        until(listed)
        return tiles[0]["id"]

    return find


@pytest.fixture
def new_page(pages: Pages) -> OpenPage:
    """Makes an empty page: ``new_page(390, 780, has_touch=True)``.

    Unlike ``open_page`` it opens no address. Errors on the console fail the test, too, unless
    ``errors`` is set.
    """

    def make(width: int = 1280, height: int = 800, *, errors: bool = False, **more: Any) -> Page:
        page = pages.empty(viewport={"width": width, "height": height}, **more)
        pages.watch(page, lambda _: errors)
        return page

    return make
