# SPDX-License-Identifier: MIT
"""Statements of documents about the program are true: commands, options, and numbers of things."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

import nonosat
from nonosat.cli import exits
from nonosat.cli.commands import program
from nonosat.cli.exits import STATUS
from nonosat.explain.techniques import TECHNIQUES
from nonosat.formats.registry import FORMATS
from nonosat.solving.presets import STAGES
from tests.support.places import ROOT

DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name != "experiments.md"),
    *sorted((ROOT / "notebooks").glob("*.ipynb")),
]
WORDS = (
    *("no", "one", "two", "three", "four", "five"),
    *("six", "seven", "eight", "nine", "ten", "eleven"),
)


def text(path: Path | str) -> str:
    found = (ROOT / path).read_text(encoding="utf-8")
    if str(path).endswith(".ipynb"):
        return "\n".join("".join(cell["source"]) for cell in json.loads(found)["cells"])
    return found


def section(path: str, heading: str) -> str:
    return text(path).partition(f"## {heading}\n")[2].partition("\n## ")[0]


def table(path: str, heading: str) -> list[list[str]]:
    """The cells of the first table of a section, without its head."""
    rows = [line for line in section(path, heading).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def commands(path: Path) -> Iterator[str]:
    """The words after ``nonosat`` in code, up to the end of the command."""
    source = text(path)
    fences = re.findall(r"^ *```(\w*)\n(.*?)^ *```", source, re.DOTALL | re.MULTILINE)
    code = "\n".join(block for language, block in fences if language != "python")
    if path.suffix == ".ipynb":
        source = "\n".join(line for line in source.splitlines() if not line.startswith(" "))
    prose = re.sub(r"^ *```.*?^ *```", "", source, flags=re.DOTALL | re.MULTILINE)
    code = (
        code.replace("\\\n", " ")
        + "\n"
        + "\n".join(re.sub(r"\s+", " ", span) for span in re.findall(r"`([^`]+)`", prose))
    )
    for found in re.findall(r"(?:^|\s|&& )nonosat ([a-z][^\n]*)", code):
        yield re.split(r"\s[#|>;]|&&", found)[0]


def resolved(words: list[str]) -> click.Command:
    context = click.Context(program, info_name="nonosat")
    name = words.pop(0)
    found = program.get_command(context, name)
    assert found is not None, f"no command {name}"
    if isinstance(found, click.Group) and len(words) > 1:
        words.pop(0)  # the collection
        inner = found.get_command(click.Context(found, info_name=name), words[0])
        assert inner is not None, words
        return inner
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_commands_and_options_of_the_documents_exist(document: Path) -> None:
    for command in commands(document):
        words = re.sub(r"'[^']*'|\"[^\"]*\"", "TEXT", command).split()
        if words[0].isupper() or not re.fullmatch(r"[a-z-]+", words[0]):
            continue
        found = resolved(words)
        known = {name for option in found.params for name in (*option.opts, *option.secondary_opts)}
        for option in re.findall(r"(?<!\S)(?:--[a-z][a-z-]*|-[a-z]\b)(?![\w-])", " ".join(words)):
            assert option in known | {"--help"}, f"nonosat {command}"


PAGES = [
    *sorted((ROOT / "docs" / "tutorials").glob("*.md")),
    *sorted((ROOT / "docs" / "how-to").glob("*.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_the_commands_that_pages_do_not_run_could_be_typed(page: Path) -> None:
    """The commands of `sh` blocks: each option has its value; names from a list are in the list."""
    for block in re.findall(r"^```sh\n(.*?)^```$", text(page), re.DOTALL | re.MULTILINE):
        for line in block.replace("\\\n", " ").splitlines():
            found = re.search(r"(?:^|\s)nonosat ([a-z][^|>]*)", line)
            if found:
                parse(shlex.split(found[1], comments=True))


def parse(words: list[str]) -> None:
    rest = list(words)
    command = resolved(rest)  # leaves the name of a command in a group
    rest = rest[1:] if words[0] == "collection" else rest
    context = click.Context(command)
    values, _, _ = command.make_parser(context).parse_args(rest)
    for param in command.params:
        value = values.get(param.name)
        if isinstance(param.type, click.Choice) and isinstance(value, str):
            param.type.convert(value, param, context)
        if isinstance(param, click.Argument) and param.required:
            assert isinstance(value, str) or (isinstance(value, tuple | list) and value), words


_FILE = re.compile(
    r"(?:nonosat|tests|docs|data|notebooks)/[\w./-]*\w\.(?:[ch]pp|pyi?|js|md|json|non)\b"
)


@pytest.mark.parametrize(
    "document", [*DOCUMENTS, ROOT / "docs" / "experiments.md"], ids=lambda path: path.name
)
def test_the_files_that_documents_name_exist(document: Path) -> None:
    found = set(_FILE.findall(document.read_text(encoding="utf-8")))
    assert {name for name in found if not (ROOT / name).exists()} == set()
    assert found or document.name not in ("CONTRIBUTING.md", "experiments.md")


def test_the_number_of_formats_is_right() -> None:
    written = [form for form in FORMATS.values() if not form.read_only]
    assert f"{len(written)} of them are written" in text("CHANGELOG.md")
    for document in ("README.md", "CHANGELOG.md"):
        assert re.search(rf"\b{len(FORMATS)}\s+(file\s+)?formats\b", text(document)), document


def test_the_numbers_of_puzzles_and_notebooks_are_right() -> None:
    puzzles = sum(path.is_file() for path in (ROOT / "data").iterdir())
    assert f"- {puzzles} puzzles of our own" in text("CHANGELOG.md")
    notebooks = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
    assert f"all {WORDS[len(notebooks)]}, small" in text("CONTRIBUTING.md")
    assert f"{WORDS[len(notebooks)].title()} notebooks" in text("README.md")
    assert f"{WORDS[len(notebooks)].title()} notebooks" in text("CHANGELOG.md")
    assert (
        re.findall(r"notebooks/(\w+\.ipynb)", section("docs/solving.md", "Notebooks")) == notebooks
    )
    assert f"The other {WORDS[len(notebooks) - 1]} notebooks" in text(
        "notebooks/01_first_minutes.ipynb"
    )


def test_the_stages_are_those_of_the_program() -> None:
    assert [row[0].strip("`") for row in table("docs/reference/presets.md", "Stages")] == list(
        STAGES
    )


def test_the_exit_codes_are_those_of_the_program() -> None:
    codes = [row[0] for row in table("docs/reference/exit-codes.md", "All codes")]
    assert [int(code) for code in re.findall(r"\d+", " ".join(codes))] == sorted(
        {*STATUS, 129, 143}
    )
    worst = ", ".join(str(code) for code in exits._WORST_FIRST)
    assert f"the first of {worst} that occurs" in text("docs/reference/exit-codes.md").replace(
        "\n", " "
    )
    shown = program.get_help(click.Context(program, info_name="nonosat"))
    assert f"the worst of them: {worst}." in " ".join(shown.split())


def test_the_techniques_are_those_of_the_program() -> None:
    (row,) = re.findall(r"^\| technique \|(.*)", text("docs/words.md"), re.MULTILINE)
    assert re.findall(r"`([\w-]+)`", row) == list(TECHNIQUES)


def test_the_marks_of_tests_are_in_the_table() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        marks = tomllib.load(file)["tool"]["pytest"]["ini_options"]["markers"]
    rows = "".join(
        row[0]
        for row in table("CONTRIBUTING.md", "Build and test")
        if "pytest -" in row[2] or "run if" in row[2]
    )
    assert set(re.findall(r"`(\w+)`", rows)) == {mark.partition(":")[0] for mark in marks}


def test_the_speeds_of_the_readme_are_current_figures() -> None:
    figures = " ".join(row[1] for row in table("docs/experiments.md", "Current figures"))
    measured = re.findall(r"([\d.]+) (ms|s)\b", figures)
    rows = table("README.md", "How fast")
    assert len(rows) == 3
    for _, time in rows:
        found = re.match(r"([\d.]+) (ms|s)\b", time)
        assert found, time
        digits = len(found[1].partition(".")[2])
        assert any(
            unit == found[2] and f"{float(number):.{digits}f}" == found[1]
            for number, unit in measured
        ), time


def test_the_python_names_of_the_documents_exist() -> None:
    for document in [ROOT / "CHANGELOG.md", *DOCUMENTS]:
        spans = " ".join(re.findall(r"`([^`]*)`", text(document)))
        for name in set(re.findall(r"(?<![\w./-])nonosat((?:\.[A-Za-z_]+)+)", spans)):
            assert exists(name[1:].split(".")), f"{document.name}: nonosat{name}"


def exists(names: list[str]) -> bool:
    """Whether the package has this attribute, or a module or file of that name."""
    found: object = nonosat
    for number, name in enumerate(names):
        try:
            found = getattr(found, name)
        except AttributeError:
            path = ROOT / "nonosat" / "/".join(names[: number + 1])
            if not path.is_dir() and not path.with_suffix(".py").exists():
                return False
            found = import_module(".".join(["nonosat", *names[: number + 1]]))
    return True
