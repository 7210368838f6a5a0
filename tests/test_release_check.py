# SPDX-License-Identifier: MIT
"""``.ci/release_check.py``, on small checkouts that are ready for a release but for one thing."""

from __future__ import annotations

import datetime as dt
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import release_check
from places import ROOT

TODAY = dt.date(2026, 1, 31)
FILES = {
    "nonosat/_version.py": '__version__ = "0.3.0"\n',
    "CHANGELOG.md": "# Changelog\n\n## 0.3.0 (2026-01-31)\n\n- New.\n\n## 0.2.0 (2025-12-01)\n",
    "CITATION.cff": "title: x\nversion: 0.3.0\ndate-released: 2026-01-31\n",
    ".ci/conda/recipe.yaml": 'context:\n  version: "0.3.0"\n',
    "tests/support/surface.txt": "# The public surface of nonosat 0.3.0, written by x\n",
    "tests/support/surface.py": "import sys\nprint('x')\nsys.exit(sys.argv[1:] != ['--check'])\n",
    "tests/test_fresh.py": "def test_it() -> None:\n    assert 1 == 1\n",
}


def git(root: Path, *words: str) -> None:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *words]
    subprocess.run(command, cwd=root, check=True, capture_output=True)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository in which all conditions hold."""
    made = tmp_path_factory.mktemp("original")
    for name, text in FILES.items():
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (made / ".gitignore").write_text("__pycache__/\n", encoding="utf-8")
    git(made, "init", "--quiet", "--template=")
    git(made, "add", "--all")
    git(made, "commit", "--quiet", "--message", "All")
    return made


@pytest.fixture
def checkout(original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it."""
    monkeypatch.setattr(release_check, "FRESH", ())
    return Path(shutil.copytree(original, tmp_path, dirs_exist_ok=True))


@pytest.fixture(autouse=True)
def _plain_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pytest that it starts has no options of these tests, and loads one plugin."""
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")


FRESH = (("fresh", "tests/test_fresh.py", "do it"),)
"""A row that runs tests, which takes longest."""


@pytest.fixture
def with_tests(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, and the row that runs tests."""
    monkeypatch.setattr(release_check, "FRESH", FRESH)
    return checkout


def todo(root: Path) -> dict[str, str]:
    """What is to do, by the name of the row."""
    rows = release_check.rows(root, TODAY)
    return {row.name: row.todo for row in rows if row.todo}


def test_a_checkout_that_is_ready(with_tests: Path) -> None:
    rows = [*release_check.rows(with_tests, TODAY)]
    assert [row.name for row in rows] == [
        *("version", "changelog", "citation", "conda recipe", "tag", "tree"),
        *("public surface", "fresh"),
    ]
    assert [row.todo for row in rows if row.todo] == []
    assert [*map(str, rows)][:2] == [
        "ok    version             0.3.0",
        "ok    changelog           0.3.0 (2026-01-31)",
    ]
    assert str(rows[-1]).startswith("ok    fresh               1 passed in ")


@pytest.mark.parametrize(
    ("name", "old", "new", "row", "said"),
    [
        ("nonosat/_version.py", "0.3.0", "0.3.0.dev1", "version", "three numbers"),
        ("nonosat/_version.py", "0.3.0", "0.03.0", "version", "three numbers"),
        ("nonosat/_version.py", "0.3.0", "0.1.9", "version", "a version after 0.3.0"),
        ("nonosat/_version.py", "__version__", "version", "version", "three numbers"),
        ("CHANGELOG.md", "(2026-01-31)", "(unreleased)", "changelog", "'## 0.3.0 (2026-01-31)'"),
        ("CHANGELOG.md", "2026-01-31", "2026-02-01", "changelog", "no day until today"),
        ("CHANGELOG.md", "2026-01-31", "2026-02-30", "changelog", "no day until today"),
        ("CHANGELOG.md", "## 0.3.0", "## 0.4.0 (unreleased)\n\n## 0.3.0", "changelog", "first"),
        ("CITATION.cff", "0.3.0", "0.2.0", "citation", "'version: 0.3.0'"),
        ("CITATION.cff", "2026-01-31", "2026-01-30", "citation", "'date-released: 2026-01-31'"),
        ("CITATION.cff", "date-released", "date", "citation", "'date-released: 2026-01-31'"),
        (".ci/conda/recipe.yaml", "0.3.0", "0.2.0", "conda recipe", 'version: "0.3.0"'),
        ("tests/support/surface.txt", "0.3.0", "0.2.0", "public surface", "surface.py"),
        ("tests/support/surface.py", "!=", "==", "public surface", "surface.py"),
        ("tests/new.txt", "", "new", "tree", "git status"),
    ],
)
def test_each_condition_is_missed(
    checkout: Path, name: str, old: str, new: str, row: str, said: str
) -> None:
    path = checkout / name
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    assert old in before
    path.write_text(before.replace(old, new, 1), encoding="utf-8")
    found = todo(checkout)
    assert said in found.pop(row)
    assert found.pop("tree" if row != "tree" else "none", "") or row == "tree"
    follows = {"nonosat/_version.py": 5, "CHANGELOG.md": 1}  # what has to be equal to these
    assert len(found) <= follows.get(name, 0), found


@pytest.mark.parametrize(("old", "new"), [("1 == 1", "1 == 2"), ("def test_it", "def it")])
def test_tests_that_do_not_pass_or_are_gone(with_tests: Path, old: str, new: str) -> None:
    path = with_tests / "tests" / "test_fresh.py"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert todo(with_tests)["fresh"] == "do it"


def test_a_python_without_the_package(
    with_tests: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    found = todo(with_tests)
    assert found["public surface"] == found["fresh"] == release_check.ENVIRONMENT


def test_a_tag_that_is_there(checkout: Path) -> None:
    git(checkout, "tag", "v0.2.0")
    assert todo(checkout) == {}
    git(checkout, "tag", "v0.3.0")
    assert todo(checkout) == {"tag": "that version is released: take the next one"}


def test_an_empty_folder_has_everything_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release_check, "FRESH", FRESH)
    found = [*release_check.rows(tmp_path, TODAY)]
    assert [row.name for row in found if not row.todo] == ["tag"]


def test_the_tests_that_it_runs_are_there() -> None:
    for _, tests, _ in release_check.FRESH:
        for name in tests.split():
            assert (ROOT / name).exists(), name
    assert (ROOT / release_check.SURFACE).exists()


def test_it_prints_and_ends_with_an_exit_code(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = checkout / ".ci" / "release_check.py"
    monkeypatch.setattr(release_check, "__file__", str(path))
    assert release_check.main() == 0
    assert capsys.readouterr().out.endswith("ready: 'git tag' is the owner's step\n")
    git(checkout, "tag", "v0.3.0")
    assert release_check.main() == 1
    out = capsys.readouterr().out
    assert "to do tag                 v0.3.0 is there\n" in out
    assert out.endswith("\n1 to do\n")


def test_the_script_runs_by_itself(checkout: Path) -> None:
    script = ROOT / ".ci" / "release_check.py"
    target = checkout / ".ci" / "release_check.py"
    target.write_text(
        script.read_text(encoding="utf-8").replace("FRESH = (", "FRESH = () and (", 1),
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, target], capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 1, done.stderr
    assert "ok    version             0.3.0\n" in done.stdout
    assert "to do tree                1 files are not committed\n" in done.stdout
