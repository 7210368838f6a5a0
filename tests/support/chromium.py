# SPDX-License-Identifier: MIT
"""Debian's chromium; tests may not be skipped where it is absent, since CI installs it."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

__all__ = ["PATIENCE", "SIZE", "fresh", "launched", "until"]

PATIENCE = 120_000
"""The most milliseconds that a test waits for a state of the page. Only a failing test waits until
then; it does not measure speed, since a busy machine may take many times as long as a quiet one.
"""
SIZE = {"width": 1280, "height": 800}
"""The default size of the window."""


def fresh(browser: Browser, **options: Any) -> BrowserContext:
    """A separate profile, which waits up to ``PATIENCE``."""
    context = browser.new_context(**{"viewport": SIZE, "locale": "en-US", **options})
    context.set_default_timeout(PATIENCE)
    return context


def until(page: Page, condition: str, argument: Any = None) -> None:
    """Wait until a condition in JavaScript holds. It may be a promise: ``wait_for_function`` takes
    every promise as true. The page may reload meanwhile.
    """
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        try:
            if page.evaluate(condition, argument):
                return
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
        page.wait_for_timeout(20)
    raise AssertionError(condition)


@contextmanager
def launched(flags: Sequence[str] = ("--js-flags=--liftoff-only",)) -> Iterator[Browser]:
    """A browser, until the block ends.

    Each page without a server compiles Python again, for little work: the quicker of the two
    compilers is enough. tests/bench/tab_soak.py runs it with both, as browsers do.
    """
    program = os.environ.get("NONOSAT_CHROMIUM") or shutil.which("chromium")
    assert program, "there is no chromium: install it, or name it in NONOSAT_CHROMIUM"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        options = ["--no-sandbox", *flags]
        browser = playwright.chromium.launch(executable_path=program, args=options)
        yield browser
        browser.close()
