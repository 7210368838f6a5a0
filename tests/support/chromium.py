# SPDX-License-Identifier: MIT
"""Debian's chromium; tests may not be skipped where it is absent, since CI installs it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

__all__ = ["launched"]


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser, until the block ends."""
    program = os.environ.get("NONOSAT_CHROMIUM") or shutil.which("chromium")
    assert program, "there is no chromium: install it, or name it in NONOSAT_CHROMIUM"
    with sync_playwright() as playwright:
        options = ["--no-sandbox"]
        if os.environ.get("NONOSAT_PAGE") == "tab":
            # Each page compiles Python anew, for little work: a compiler that is quick is enough.
            options.append("--js-flags=--liftoff-only")
        browser = playwright.chromium.launch(executable_path=program, args=options)
        yield browser
        browser.close()
