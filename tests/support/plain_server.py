# SPDX-License-Identifier: MIT
"""A plain file server on loopback, for the page that needs no other server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.places import ROOT

__all__ = ["SITE", "TAB", "plain_server"]

SITE = ROOT / "build" / "site"
TAB = os.environ.get("NONOSAT_PAGE") == "tab"
"""True if the tests of the page run on the page without a server."""


@contextmanager
def plain_server(folder: Path, port: int = 0) -> Iterator[str]:
    """The address of a server of the files of a folder, until the block ends."""
    assert (folder / "where.js").is_file(), f"there is no page in {folder}: run .ci/site"
    command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", str(port)]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://[\d.:]+/", said)
        assert found, said
        yield found[0]
        process.kill()
