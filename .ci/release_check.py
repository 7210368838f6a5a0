#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What must hold before a version gets its tag; CONTRIBUTING.md, "Release", has the order of steps.

    .venv/bin/python .ci/release_check.py

prints a line for each condition, with what to do if it does not hold, and ends with exit code 1 if
there is such a line. It changes nothing. Run it on a clean checkout, after .ci/run.
"""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

SURFACE = "tests/support/surface.py"
FRESH = (
    ("notebooks", "tests/test_notebooks.py", "run the notebooks at full scale (CONTRIBUTING.md)"),
    ("documents", "tests/test_readme.py tests/test_numbers.py", "correct the documents"),
    ("keys of JSON", "tests/test_json_reference.py", "python tests/bench/json_reference.py"),
    ("formats", "tests/formats/test_formats_registry.py", "python tests/bench/format_table.py"),
    ("drawings", "tests/draw", "look at the .new files in tests/support/golden"),
    ("index of data", "tests/solving/test_data.py", "python tests/support/data_index.py"),
)
"""What was written by programs, the tests that compare, and how to write it anew."""

ENVIRONMENT = "run this with the Python of an environment as in CONTRIBUTING.md"


class Row(NamedTuple):
    """A condition: its ``name``, what was found, and what to do; nothing to do means it holds."""

    name: str
    found: str
    todo: str = ""

    def __str__(self) -> str:
        head = f"{'to do' if self.todo else 'ok':6}{self.name:20}{self.found}"
        return f"{head}\n{'':26}-> {self.todo}" if self.todo else head


def text(root: Path, name: str) -> str:
    """The text of a file; empty if there is none."""
    path = root / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def found(pattern: str, source: str) -> str:
    """What the group of a pattern matches; empty if it does not."""
    match = re.search(pattern, source, re.MULTILINE)
    return match[1] if match else ""


def version_of(root: Path) -> str:
    """The version of the checkout."""
    return found(r'^__version__ = "(.*)"$', text(root, "nonosat/_version.py"))


def version(root: Path) -> Row:
    """The version is three numbers, and greater than the one before in the changelog."""
    now = version_of(root)
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", now):
        return Row("version", repr(now), "nonosat/_version.py: write three numbers, such as 0.3.0")
    versions = re.findall(r"^## (\d+\.\d+\.\d+) ", text(root, "CHANGELOG.md"), re.MULTILINE)
    older = [other for other in versions if other != now]
    if older and _numbers(now) <= max(map(_numbers, older)):
        return Row("version", now, f"nonosat/_version.py: a version after {older[0]}")
    return Row("version", now)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def date_of(root: Path) -> str:
    """The date of the version in the changelog; empty if it has none."""
    now = re.escape(version_of(root))
    return found(rf"^## {now} \((\d{{4}}-\d\d-\d\d)\)$", text(root, "CHANGELOG.md"))


def changelog(root: Path, today: dt.date) -> Row:
    """The first section is that of the version, with a date that is not in the future."""
    first = found(r"^## (.*)$", text(root, "CHANGELOG.md"))
    date = date_of(root)
    todo = ""
    if not date:
        todo = f"CHANGELOG.md: '## {version_of(root)} ({today})', with what changed"
    elif first != f"{version_of(root)} ({date})":
        todo = "CHANGELOG.md: the first section is that of the version"
    elif not _is_day(date) or date > today.isoformat():
        todo = f"CHANGELOG.md: {date} is no day until today"
    return Row("changelog", first or "no section", todo)


def _is_day(date: str) -> bool:
    try:
        dt.date.fromisoformat(date)
    except ValueError:
        return False
    return True


def citation(root: Path) -> Row:
    """CITATION.cff has the version and its date."""
    source = text(root, "CITATION.cff")
    has = (found(r"^version: (\S+)$", source), found(r"^date-released: (\S+)$", source))
    shown = f"{has[0] or 'no version'}, {has[1] or 'no date'}"
    wanted = (version_of(root), date_of(root))
    if has == wanted and all(wanted):
        return Row("citation", shown)
    return Row(
        "citation",
        shown,
        f"CITATION.cff: 'version: {wanted[0]}' and 'date-released: {wanted[1] or 'YYYY-MM-DD'}'",
    )


def recipe(root: Path) -> Row:
    """The recipe of the conda package has the version."""
    has = found(r'^  version: "(.*)"$', text(root, ".ci/conda/recipe.yaml"))
    wrong = not has or has != version_of(root)
    todo = f'.ci/conda/recipe.yaml: version: "{version_of(root)}"' if wrong else ""
    return Row("conda recipe", has or "no version", todo)


def run(root: Path, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """A program that has ended, with what it printed."""
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def surface(root: Path) -> Row:
    """The file of the public surface is that of this version."""
    has = found(r"^# The public surface of nonosat (\S+),", text(root, "tests/support/surface.txt"))
    done = run(root, [sys.executable, SURFACE, "--check"])
    if not done.stdout:
        return Row("public surface", "nothing can be said", ENVIRONMENT)
    same = done.returncode == 0
    shown = f"of {has or 'no version'}, {'as' if same else 'not as'} it is now"
    wrong = not same or has != version_of(root)
    todo = f"python {SURFACE}, after the changelog has the date" if wrong else ""
    return Row("public surface", shown, todo)


def fresh(root: Path, name: str, tests: str, todo: str) -> Row:
    """Tests that compare a written file with what the program says now."""
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"]
    done = run(root, [*command, *tests.split()])
    lines = done.stdout.strip().splitlines()
    if not lines:
        return Row(name, "pytest does not run", ENVIRONMENT)
    return Row(name, lines[-1].strip("= "), todo if done.returncode else "")


def tag(root: Path) -> Row:
    """There is no tag of this version yet."""
    name = f"v{version_of(root)}"
    there = run(root, ["git", "tag", "--list", name]).stdout.strip() == name
    shown = f"{name} is {'there' if there else 'free'}"
    return Row("tag", shown, "that version is released: take the next one" if there else "")


def tree(root: Path) -> Row:
    """Nothing is uncommitted."""
    done = run(root, ["git", "status", "--porcelain"])
    count = len(done.stdout.splitlines())
    if done.returncode:
        return Row("tree", "no repository", "run it in a checkout")
    todo = "commit, or remove, what 'git status' lists" if count else ""
    return Row("tree", f"{count} files are not committed" if count else "clean", todo)


def rows(root: Path, today: dt.date) -> Iterator[Row]:
    """All conditions; those that take longest last."""
    yield version(root)
    yield changelog(root, today)
    yield citation(root)
    yield recipe(root)
    yield tag(root)
    yield tree(root)
    yield surface(root)
    for name, tests, todo in FRESH:
        yield fresh(root, name, tests, todo)


def main() -> int:
    """Print all rows; 1 if there is something to do."""
    todo = 0
    for row in rows(Path(__file__).resolve().parents[1], dt.date.today()):
        print(row, flush=True)
        todo += bool(row.todo)
    print(f"{todo} to do" if todo else "ready: 'git tag' is the owner's step")
    return 1 if todo else 0


if __name__ == "__main__":
    sys.exit(main())
