#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The remaining work before a version gets its tag; CONTRIBUTING.md, "Release", has the steps.

    .venv/bin/python .ci/release_check.py

prints a line for each remaining task, and ends with exit code 1 if there is one. It changes
nothing. Run it on a clean checkout, after .ci/run and .ci/full, which compare generated documents,
notebooks and drawings with the present output of the programs.
"""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def found(pattern: str, name: str) -> str:
    """The match of a pattern's group in a file; empty if there is no match."""
    match = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    return match[1] if match else ""


def version() -> str:
    """The version of the checkout."""
    return found(r'^__version__ = "(.*)"$', "nonosat/_version.py")


def date() -> str:
    """The date of the version in the changelog; empty if it has no date."""
    return found(rf"^## {re.escape(version())} \((\d{{4}}-\d\d-\d\d)\)$", "CHANGELOG.md")


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def todo(today: dt.date) -> Iterator[str]:
    """A sentence for each remaining task."""
    now, day = version(), date()
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", now):
        yield f"nonosat/_version.py: write three numbers, such as 0.3.0, not {now!r}"
    if found(r"^## (.*)$", "CHANGELOG.md") != f"{now} ({day})" or day > today.isoformat():
        yield f"CHANGELOG.md: the first section is '## {now} ({today})', with the changes"
    for name, pattern, wanted in (
        ("CITATION.cff", r"^version: (\S+)$", now),
        ("CITATION.cff", r"^date-released: (\S+)$", day or "YYYY-MM-DD"),
        (".ci/conda/recipe.yaml", r'^  version: "(.*)"$', now),
    ):
        if found(pattern, name) != wanted:
            yield f"{name}: {wanted} instead of {found(pattern, name) or 'nothing'}"
    if git("tag", "--list", f"v{now}"):
        yield f"v{now} is released: take the next version"
    if git("status", "--porcelain"):
        yield "commit or remove the files that 'git status' lists"


if __name__ == "__main__":
    lines = [*todo(dt.date.today())]
    print("\n".join(lines) or "ready: 'git tag' is the owner's step")
    sys.exit(bool(lines))
