# SPDX-License-Identifier: MIT
"""docs/api.md: its client runs, and it names every endpoint and every question."""

from __future__ import annotations

import re

import pytest
from places import ROOT
from web_server import serving

import nonosat
from nonosat.web.answer_questions import QUESTIONS
from nonosat.web.endpoints import ENDPOINTS, QUESTION_NAMES

TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_it_names_everything_that_can_be_asked() -> None:
    table = TEXT.split("## What can be asked")[1].split("\n\n")[1]
    named = set(re.findall(r"[a-z_]+(?:/[a-zI]+)?", " ".join(re.findall("`([^`]*)`", table))))
    paths = {endpoint.path.replace("{id}", "I") for endpoint in ENDPOINTS.values()}
    assert paths - named == set()
    stream = TEXT.split("## The stream")[1]
    assert {name for name in QUESTION_NAMES if f"`{name}`" not in stream} == set()
    assert tuple(QUESTIONS) == QUESTION_NAMES


def test_the_client_in_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = TEXT.split("```python\n")[1].split("```")[0]
    with serving("--workers", "2") as server:
        address = f"http://127.0.0.1:{server.port}/api/v1/"
        assert code.count("http://127.0.0.1:8000/api/v1/") == 1
        names: dict[str, object] = {}
        exec(code.replace("http://127.0.0.1:8000/api/v1/", address), names)
    verdict, differ, *picture = capsys.readouterr().out.splitlines()
    assert (verdict, differ) == ("multiple", "8 cells differ")
    assert nonosat.solve(nonosat.Puzzle.from_grid(picture)).verdict is nonosat.Verdict.UNIQUE
    assert str(names["svg"]).startswith("b'<svg")
