# SPDX-License-Identifier: MIT
"""What the documents show is what happens: README, docstrings, the picture of a terminal."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import public_calls
import pytest
import terminal_picture
from places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("name", ["nonosat", *public_calls.modules()])
def test_examples_in_docstrings_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


def test_the_python_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    block = README.split("```python\n")[1].split("```")[0]
    example = doctest.DocTestParser().get_doctest(block, {}, "README.md", None, 0)
    assert len(example.examples) > 5
    assert doctest.DocTestRunner().run(example).failed == 0


def test_the_shell_of_the_readme_runs(tmp_path: Path) -> None:
    """In a folder with the file that README shows, and the project's data."""
    shown = README.split("```text\n")[1].split("```")[0]
    (tmp_path / "my.non").write_text(shown, encoding="utf-8")
    (tmp_path / "data").symlink_to(ROOT / "data")
    block = README.split("```console\n")[1].split("```")[0]
    program = f'nonosat() {{ {sys.executable} -m nonosat "$@"; }}\n'
    for part in block.removeprefix("$ ").split("\n$ "):
        command, _, expected = part.partition("\n")
        done = subprocess.run(
            ["bash", "-c", program + command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)},
        )
        assert done.stdout.rstrip("\n") == expected.rstrip("\n"), command
        assert done.stderr == ""


def test_the_readme_has_two_commands_of_one_line_each() -> None:
    """CI runs both, each in a fresh environment."""
    found = re.findall(r"<!-- command: (\S+) -->\n```sh\n(.*)\n```\n", README)
    assert [name for name, _ in found] == ["main-job", "test"]
    assert README.count("```sh") == README.count("<!-- command: ") == 2


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_fences_of_the_documents_stand_alone(document: Path) -> None:
    """A fence that ends up in a paragraph shows the rest of the document as code."""
    text = document.read_text(encoding="utf-8")
    assert text.count("```") == len(re.findall(r"^ *```\w*$", text, re.MULTILINE))
    assert text.count("```") % 2 == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_links_of_the_documents_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"|`(docs/[^`]+|tests/[^`]+)`", text)
    for link in filter(None, (target for group in links for target in group)):
        if not link.startswith("https://"):
            name, _, heading = link.partition("#")
            path = name.split("::")[0]
            assert not path or any(ROOT.glob(path)) or (document.parent / path).exists(), link
            if heading:
                assert heading in _headings(document.parent / path if path else document), link


def _headings(document: Path) -> set[str]:
    """The names that links use for the headings of a document."""
    found = re.findall(r"^#+ (.*)", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in found}


def test_the_files_that_contributing_names_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w./-]+(?:/|\.py|\.pyi|\.json|\.toml|\.txt))`", text))
    assert len(named) > 20
    for name in named:
        if "NAME" not in name:
            assert any((folder / name).exists() for folder in (ROOT, ROOT / "nonosat")), name


def test_the_experiments_that_modules_name_exist() -> None:
    text = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    named = set()
    for path in (ROOT / "nonosat").rglob("*.[pch]*"):
        if path.suffix in (".py", ".hpp", ".cpp"):
            prose = re.sub(r"\s*\n[\s/#]*", " ", path.read_text(encoding="utf-8"))
            named |= set(re.findall(r"docs/experiments\.md`*, \"([^\"]+)\"", prose))
    assert len(named) > 5
    for name in named:
        assert any(heading.startswith(name) for heading in headings), name


def test_the_picture_of_the_terminal_is_what_commands_print() -> None:
    """After an intended change: python tests/bench/terminal_picture.py."""
    assert terminal_picture.PICTURE.read_text(encoding="utf-8") == terminal_picture.picture()


def test_the_index_of_the_experiments_is_complete() -> None:
    text = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)", text, re.MULTILINE)
    index = re.sub(r"\s+", " ", text.partition("## Index\n")[2].partition("\n## ")[0])
    assert re.findall(r"- \[([^]]*)\]\(#", index) == headings[1:]
    entries = re.findall(r"^### (.*) \(", text, re.MULTILINE)
    current = text.partition("## Current figures\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in current.splitlines() if line[:2] == "| "]
    assert len(rows) > 10
    assert {row[2] for row in rows[1:]} <= set(entries)
