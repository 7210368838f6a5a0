# SPDX-License-Identifier: MIT
"""Type checks of programs that use the package: one run of mypy for many lines."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import pages
from tests.support.places import ROOT

RIGHT = """\
from collections.abc import Iterator
from pathlib import Path
from typing import assert_type

import nonosat

puzzle = nonosat.load(Path("heart.non"))
assert_type(puzzle, nonosat.Puzzle)
assert_type(nonosat.Puzzle([[1]], columns=[[1]]), nonosat.Puzzle)
assert_type(nonosat.load_all("all.txt"), Iterator[nonosat.Puzzle])
assert_type(nonosat.load_all(b"[]", name="all.json"), Iterator[nonosat.Puzzle])
assert_type(nonosat.loads(b"#.", name="upload.grid"), nonosat.Puzzle)
assert_type(next(nonosat.solve_many([b"#.", Path("a.non"), puzzle])), nonosat.Report)


def on_progress(event: nonosat.types.Event) -> None:
    if isinstance(event, nonosat.types.SolutionFound):
        assert_type(event.grid, nonosat.Grid)
    elif isinstance(event, nonosat.types.StageFinished):
        assert_type(event.report, nonosat.types.StageReport)


report = nonosat.solve(puzzle, preset="fast", time_limit=1, progress=on_progress)
assert_type(report, nonosat.Report)
assert_type(report.verdict, nonosat.Verdict)
assert_type(report.reason, nonosat.Reason | None)
assert_type(report.solutions, tuple[nonosat.Grid, ...])
assert_type(report.solutions[0][0, 0], int)
assert_type(puzzle.solve(seed=3), nonosat.Report)
assert_type(nonosat.backbone(puzzle, time_limit=1), nonosat.Report)
assert_type(nonosat.count_solutions(puzzle), nonosat.types.SolutionCount)
assert_type(nonosat.iter_solutions(puzzle), nonosat.types.Solutions)
assert_type(nonosat.find_contradiction(puzzle), nonosat.types.Contradiction)
assert_type(nonosat.check_grid(puzzle, report.known), nonosat.types.GridCheck)
assert_type(nonosat.study.solve_line([3], "?????"), str)
assert_type(nonosat.dumps(puzzle, format="json"), str)
assert_type(nonosat.__version__, str)
"""

WRONG = {
    "nonosat.sovle(puzzle)": 'has no attribute "sovle"',
    "nonosat.Verdikt": 'has no attribute "Verdikt"',
    "nonosat.Any": 'has no attribute "Any"',
    "nonosat.Verdict.UNIKE": 'has no attribute "UNIKE"',
    "report.solution": 'has no attribute "solution"',
    "puzzle.colums": 'has no attribute "colums"',
    "nonosat.solve(puzzle, tme_limit=1)": "tme_limit",
    'nonosat.solve(puzzle, seed="1")': "seed",
    "nonosat.solve()": "puzzle",
    "puzzle.solve(tme_limit=1)": "tme_limit",
    "nonosat.backbone(puzzle, tme_limit=1)": "tme_limit",
    "nonosat.count_solutions(puzzle, tme_limit=1)": "tme_limit",
    "nonosat.check_grid(puzzle, report.known, tme_limit=1)": "tme_limit",
    'nonosat.proof.write_certificate(puzzle, "file", tme_limit=1)': "tme_limit",
    "nonosat.Puzzle(3, 4)": "incompatible type",
    "nonosat.loads(3)": "incompatible type",
    "nonosat.load(b'#.')": "incompatible type",
}
"""A line that a type checker refuses, and a name in its message."""


@pytest.mark.slow
def test_a_type_checker_accepts_what_is_right_and_refuses_what_is_wrong(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(RIGHT + "".join(f"{line}\n" for line in WRONG), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--no-pretty", "--no-error-summary", str(program)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    messages: dict[int, str] = {}
    for message in done.stdout.splitlines():
        name, number_of, _ = message.split(":", 2)
        assert Path(name).name == program.name, message  # its folder may be that of a cached run
        number = int(number_of)
        messages[number] = messages.get(number, "") + message
    first_wrong = RIGHT.count("\n") + 1
    assert {n: m for n, m in messages.items() if n < first_wrong} == {}
    for number, (line, named) in enumerate(WRONG.items(), first_wrong):
        assert named in messages.get(number, ""), line


PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if page.name not in ("experiments.md", "small-solver.md")  # the one has fragments, the other
]  # shows the solver as short as it can be


def extracted(folder: Path) -> list[str]:
    """The examples in Python of all pages as programs, with the files that the pages save."""
    made = []
    for page in PAGES:
        texts = []
        for block in pages.blocks(page):
            if block.language != "python":
                continue
            text = block.text
            if ">>> " in text:
                text = doctest.script_from_examples(text)
            if block.file:
                (folder / block.file).write_text(text, encoding="utf-8")
                made.append(block.file)
            else:
                texts.append(text)
        if texts:
            made.append(f"page_{page.stem.replace('-', '_').lower()}.py")
            (folder / made[-1]).write_text("\n".join(texts), encoding="utf-8")
    return made


@pytest.mark.clients
def test_type_checkers_accept_the_examples_of_the_documents(tmp_path: Path) -> None:
    """mypy, strict, and pyright, which then must find no error in any of them."""
    made = extracted(tmp_path)
    assert {"service.py", "page_embed.py", "page_api.py", "page_call_the_api.py"} <= set(made)
    (tmp_path / "mypy.ini").write_text(
        "[mypy]\nstrict = True\n[mypy-pandas,pysat.*]\nignore_missing_imports = True\n"
    )
    (tmp_path / "pyrightconfig.json").write_text('{"reportUnusedExpression": false}')
    for command in (
        [sys.executable, "-m", "mypy", "--no-pretty", *made],
        [str(ROOT / "node_modules/.bin/pyright"), "--pythonpath", sys.executable],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
