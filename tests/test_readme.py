# SPDX-License-Identifier: MIT
"""The examples in documents work as shown: README, tutorials, docstrings, the terminal."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

from docs.tools import terminal_picture
from tests.support import pages, public_calls
from tests.support.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / ".github").glob("*.md")),
]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs" / "tutorials").glob("*.md")),
    *sorted((ROOT / "docs" / "how-to").glob("*.md")),
]
"""The pages to follow at the keyboard: their examples run."""
LONG_PAGES = {"collection.md", "make-to-order.md", "research.md"}
"""Their examples do much work."""


@pytest.mark.parametrize("name", ["nonosat", *public_calls.modules()])
def test_examples_in_docstrings_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow) if page.name in LONG_PAGES else page
        for page in PAGES
    ],
    ids=lambda path: path.name,
)
def test_the_examples_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``tests/support/pages.py`` says which."""
    count = pages.run(page, tmp_path, monkeypatch)
    assert count or not any(block.language == "console" for block in pages.blocks(page))
    assert count > 10 or page.name != "README.md"


@pytest.mark.notebook
def test_the_plot_of_the_first_study_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ROOT / "docs" / "tutorials" / "research.md"
    assert pages.run(page, tmp_path, monkeypatch)
    assert [path.name for path in pages.draw(page, Path.cwd())] == ["study-density.png"]


def test_a_page_that_states_what_does_not_happen_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = "Save this as `a.grid`:\n\n```text\n#.\n.#\n```\n\n```console\n$ nonosat check a.grid\n"
    for number, (rest, right) in enumerate(
        [
            ("a.grid: multiple; ... solutions\n```\n", True),
            ("a.grid: unique\n```\n", False),
            ("```\n", False),
            ("a.grid: multiple...\n```\n\n```python\n>>> 1 + 1\n3\n```\n", False),
        ]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        page = folder / "page.md"
        page.write_text(saved + rest, encoding="utf-8")
        if right:
            assert pages.run(page, folder, monkeypatch) == 1
        else:
            with pytest.raises(AssertionError):
                pages.run(page, folder, monkeypatch)


def test_the_readme_has_two_commands_of_one_line_each() -> None:
    """CI runs both, each in a fresh environment."""
    found = re.findall(r"<!-- command: (\S+) -->\n```sh\n(.*)\n```\n", README)
    assert [name for name, _ in found] == ["main-job", "test"]
    assert README.count("```sh") == README.count("<!-- command: ") == 2


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_fences_of_the_documents_stand_alone(document: Path) -> None:
    """A fence inside a paragraph shows the rest of the document as code."""
    text = document.read_text(encoding="utf-8")
    assert text.count("```") == len(re.findall(r"^ *```(?:\w*|\{\w+\}.*)$", text, re.MULTILINE))
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
    """After an intended change: python -m docs.tools.terminal_picture."""
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
