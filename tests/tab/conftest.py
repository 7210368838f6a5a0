# SPDX-License-Identifier: MIT
"""The page without a server in Debian's chromium, with its service worker; pages are watched.

A page made by ``visit`` fails its test if it writes an unexpected error to the console, or sends a
request to another server than its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.support.chromium import fresh, launched
from tests.support.plain_server import SITE, plain_server

Visit = Callable[..., Page]
PART = re.compile(r"^(lang|python|tab|pages)/|^[^/]+$")
"""Files of the page itself, without documents and notebooks."""
LONG_AGO = 1_700_000_000
"""When a file of the site was last changed; a browser caches old files for a while."""


class Site:
    """A copy of the page in its own folder, and the server that sends it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in (*_where(SITE)["files"], "sw.js", "where.js"):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SITE / name, target)
            os.utime(target, (LONG_AGO, LONG_AGO))
        self._server = ExitStack()
        self.address = ""

    def start(self) -> None:
        """Send the files, at the same address as before."""
        port = int(self.address.rpartition(":")[2].strip("/") or 0)
        self.address = self._server.enter_context(plain_server(self.folder, port))

    def stop(self) -> None:
        """Stop the server."""
        self._server.close()

    def where(self) -> Any:
        """The contents of where.js."""
        return _where(self.folder)

    def rewrite(self, **changes: Any) -> None:
        """Change where.js."""
        said = json.dumps({**self.where(), **changes}, indent=1)
        (self.folder / "where.js").write_text(f"self.TAB = {said};\n")

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a file, which makes a new edition."""
        text = (self.folder / name).read_text(encoding="utf-8")
        assert old in text, f"{old} is not in {name}"
        changed = text.replace(old, new).encode()
        (self.folder / name).write_bytes(changed)
        files = {**self.where()["files"], name: hashlib.sha256(changed).hexdigest()[:24]}
        edition = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
        self.rewrite(files=files, edition=edition)


def _where(folder: Path) -> Any:
    text = (folder / "where.js").read_text(encoding="utf-8")
    return json.loads(text.partition("self.TAB = ")[2].rstrip().rstrip(";"))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser of these tests."""
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of build/site, which no test changes."""
    with plain_server(SITE) as found:
        yield found


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A copy of the page, with its own running server; a test may change and stop both."""
    site = Site(tmp_path / "site")
    site.start()
    yield site
    site.stop()


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """Opens an address: ``visit(address + "#page=edit")``.

    Each call has a fresh profile, unless it gets the ``context`` of another page. ``keeps``: the
    service worker may store the page; only a few tests need this. ``ignore``: parts of errors that
    the test expects.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def watched(home: str, keeps: bool, ignore: tuple[str, ...], **options: Any) -> BrowserContext:
        def fault(text: str) -> None:
            if not any(part in text for part in ignore):
                faults.append(text)

        workers: Any = "allow" if keeps else "block"
        context = fresh(chromium, **{"service_workers": workers, **options})
        contexts.append(context)
        context.on("console", lambda line: fault(line.text) if line.type == "error" else None)
        context.on("weberror", lambda error: fault(str(error.error)))
        context.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((home, "blob:", "data:", "about:"))
                else fault(f"a request to {request.url}")
            ),
        )
        return context

    def opened(
        url: str,
        *,
        context: BrowserContext | None = None,
        keeps: bool = False,
        ignore: tuple[str, ...] = (),
        **options: Any,
    ) -> Page:
        if context is None:
            home = "/".join([*url.split("/")[:3], ""])
            context = watched(home, keeps, ignore, **options)
        page = context.new_page()
        page.goto(url)
        page.locator("main > :not(.waiting)").first.wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults[:10])
