# SPDX-License-Identifier: MIT
"""The pages and pictures of docs/ that scripts make are fresh, and the lesson has its topics."""

from __future__ import annotations

import gzip
import json
import platform
import re
from itertools import pairwise
from pathlib import Path

import pytest

import nonosat
from docs.tools import benchmark_page, lesson_page, pictures, reference_tables
from nonosat.core._core import ProbeSearch
from nonosat.explain.difficulty import TRIAL_WEIGHT
from nonosat.explain.techniques import TECHNIQUES
from nonosat.logic.board import open_board
from nonosat.make import confirm
from nonosat.solving import bulk
from nonosat.solving.presets import ENCODINGS, GRAPH_SEARCHES, STAGES
from tests.support.places import ROOT


def test_the_lesson_has_its_topics() -> None:
    titles = " ".join(step.title for step in lesson_page.STEPS)
    for topic in ("Overlap", "done", "contradiction"):
        assert topic in titles
    assert lesson_page.TEXTS["what"] == "What a nonogram is"
    assert "solution is unique" in lesson_page.TEXTS["ending.text"]


def test_each_step_of_the_lesson_follows_from_its_lines() -> None:
    """And all together solve the puzzle, which has one solution."""
    house, boards = lesson_page.puzzle(), lesson_page.boards()
    assert len(boards) == len(lesson_page.STEPS) + 1
    for before, after in pairwise(boards):
        assert after.differences(before)
    report = nonosat.solve(house)
    assert report.verdict is nonosat.Verdict.UNIQUE
    assert report.solutions == (boards[-1],)


def test_the_contradiction_of_the_lesson_is_one() -> None:
    """From its row alone, with the cells that are known by then."""
    row, column = lesson_page.SUPPOSED
    step = next(n for n, s in enumerate(lesson_page.STEPS) if "contra" in s.title)
    before = lesson_page.boards()[step]
    assert before[row, column] == nonosat.UNKNOWN
    assert f"R{row + 1}" in lesson_page.STEPS[step].lines
    rows = [clue if n == row else None for n, clue in enumerate(lesson_page.puzzle().rows)]
    alone = nonosat.Puzzle(rows=rows, columns=[None] * before.width)
    for value in (nonosat.FILLED, nonosat.EMPTY):
        given = before.with_cells([(row, column, value)])
        found = nonosat.solve(alone, stages=["lines"], given=given).verdict
        assert (found is nonosat.Verdict.NONE) == (value == nonosat.FILLED)


def test_the_lesson_of_the_documents_is_that_of_the_page() -> None:
    """After a change: python -m docs.tools.lesson_page, then run the notebook in full."""
    assert lesson_page.TUTORIAL.read_text(encoding="utf-8") == lesson_page.tutorial()
    notebook = json.loads(lesson_page.NOTEBOOK.read_text(encoding="utf-8"))
    assert lesson_page.with_cells(notebook) == notebook


def test_the_pictures_are_those_of_now() -> None:
    """After an intended change: python -m docs.tools.pictures."""
    made = pictures.drawings()
    assert {path.name for path in pictures.FOLDER.glob("*.svg")} == set(made)
    for name, drawing in made.items():
        if name not in pictures.FLOATING or platform.machine() == "x86_64":
            assert (pictures.FOLDER / name).read_text(encoding="utf-8") == drawing, name


def test_the_plots_of_the_benchmark_are_those_of_the_notebook() -> None:
    """After a full run of notebook 10: python -m docs.tools.benchmark_page ROWS."""
    for name, data in benchmark_page.plots().items():
        assert (pictures.FOLDER / name).read_bytes() == data, name


def test_the_pictures_are_small_and_shown() -> None:
    files = [*pictures.FOLDER.iterdir()]
    assert sum(path.stat().st_size for path in files) < pictures.MOST_BYTES
    pages = [*(ROOT / "docs").rglob("*.md")]
    shown = {
        name
        for page in pages
        for name in re.findall(r"pictures/([\w.-]+)", page.read_text(encoding="utf-8"))
    }
    assert {path.name for path in files} == shown


@pytest.mark.parametrize("document", reference_tables.TABLES)
def test_the_tables_are_those_of_the_program(document: str) -> None:
    """After a change: python -m docs.tools.reference_tables."""
    path = reference_tables.FOLDER / document
    assert path.read_text(encoding="utf-8") == reference_tables.with_tables(document)


def test_the_reference_names_encodings_and_graph_searches() -> None:
    text = (reference_tables.FOLDER / "reference" / "presets.md").read_text(encoding="utf-8")
    for heading, names in (("Encodings", ENCODINGS), ("Graph searches", GRAPH_SEARCHES)):
        section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
        assert tuple(re.findall(r"^\| `(\w+)` ", section, re.MULTILINE)) == names


def test_the_certificate_of_the_reference_is_one(tmp_path: Path) -> None:
    """The keys of the table, and the example, as they are written now, except for the programs."""
    text = (reference_tables.FOLDER / "reference" / "certificate.md").read_text(encoding="utf-8")
    keys = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    clues, claim = re.findall(r"^```\w+\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    path = tmp_path / "example.nonocert"
    nonosat.proof.write_certificate(nonosat.loads(clues), path)
    written, *proof = gzip.decompress(path.read_bytes()).decode("ascii").splitlines()
    found = json.loads(written)
    assert list(found) == keys
    del found["made_by"]
    assert list(json.loads(claim).items()) == list(found.items())
    assert proof == ["0"]


def test_the_numbers_of_the_explanation_are_right() -> None:
    text = (ROOT / "docs" / "explanation" / "how-it-solves.md").read_text(encoding="utf-8")
    text = re.sub(r"\s+", " ", text)
    windmill, noise, hard = (
        nonosat.solve(pictures.load(f"{name}.non"), preset="graph")
        for name in ("windmill", "noise-18x18-1381", "noise-18x18-7733")
    )
    lines, implications, probe = windmill.stages
    cells = windmill.known.height * windmill.known.width
    assert f"leaves {cells - lines.cells} of the {cells:,} cells" in text
    assert f"it gives {implications.cells} cells more" in text
    assert f"the last {probe.cells} cells" in text
    assert windmill.verdict is nonosat.Verdict.UNIQUE
    assert f"stages solve {sum(s.cells for s in noise.stages[:3])} cells" in text
    assert noise.stages[-1].name == "search"
    assert noise.puzzle
    board = open_board(noise.puzzle)
    board.probe()
    search = ProbeSearch(board)
    search.run(2, 100, 1_000_000)
    assert (search.counts()["nodes"], search.exhausted, len(search.solutions)) == (1, True, 1)
    row, column = pictures.ASSUMED
    assert f"R{row + 1}C{column + 1}" in text
    assert f"deduction gives {sum(s.cells for s in hard.stages[:3])} cells" in text
    assert hard.stages[-1].name == "sat"
    assert f"after {pictures.ITERATIONS[-1]} iterations no clue is broken" in text
    headings = re.findall(r"\[`(\w+)`\]\(#\1\)", text)
    assert headings == list(STAGES)


def test_the_techniques_of_the_explanation_are_all() -> None:
    text = (ROOT / "docs" / "explanation" / "difficulty.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE) == list(TECHNIQUES)


def test_the_other_explanations_have_the_numbers_of_the_program() -> None:
    difficulty, trust, experiments = (
        re.sub(r"\s+", " ", (ROOT / "docs" / name).read_text(encoding="utf-8"))
        for name in ("explanation/difficulty.md", "explanation/trust.md", "experiments.md")
    )
    assert TRIAL_WEIGHT == 4
    assert "an assumption in mind costs four times as much" in difficulty
    (figure,) = re.findall(r"the difficulty with people's ratings \| (\.\d+) ", experiments)
    assert f"rank correlation of {figure}," in difficulty
    assert f"puzzles of more than {confirm._MOST_CELLS:,} cells" in trust
    assert f"one puzzle in {bulk._CHECKED_TWICE}" in trust
