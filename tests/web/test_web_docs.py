# SPDX-License-Identifier: MIT
"""docs/api.md: its client works, and it lists every endpoint and every question."""

from __future__ import annotations

import re

import pytest

import nonosat
from nonosat.model.report import Reason
from nonosat.web.bodies import QUESTION_NAMES
from nonosat.web.endpoints import ENDPOINTS
from nonosat.web.handlers.questions import QUESTIONS
from nonosat.web.requests import _KINDS
from tests.support.places import ROOT
from tests.support.web_server import serving

TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_it_names_everything_that_can_be_asked() -> None:
    table = TEXT.split("## What can be asked")[1].split("\n\n")[1]
    named = set(re.findall(r"[a-z-]+(?:/[a-zI]+)?", " ".join(re.findall("`([^`]*)`", table))))
    paths = {endpoint.path.replace("{id}", "I") for endpoint in ENDPOINTS.values()}
    assert paths - named == set()
    stream = TEXT.split("## The stream")[1]
    assert {name for name in QUESTION_NAMES if f"`{name}`" not in stream} == set()
    assert tuple(QUESTIONS) == QUESTION_NAMES


def test_it_names_every_kind_of_error() -> None:
    """The kinds in the table of errors, the limits, and the kinds in the server's sources."""
    table = TEXT.split("## Errors")[1].split("## The library")[0]
    named = set(re.findall("`([a-z-]+)`", table))
    source = "\n".join(path.read_text() for path in (ROOT / "nonosat" / "web").rglob("*.py"))
    written = set(re.findall(r'message_reply\(\s*\d{3},\s*"([a-z-]+)"', source))
    written |= set(re.findall(r'return "([a-z]+)", ', source))
    assert {"internal", "host", "token", "busy", "missing", "worker"} <= written
    kinds = {kind for _, _, kind in _KINDS} - {"limit"}
    wanted = written | kinds | {"request"} | {reason.value for reason in Reason}
    assert wanted - named == set()
    assert "`limit: REASON`" in table


def test_it_names_every_event() -> None:
    stream = TEXT.split("## The stream")[1].split("##")[0]
    source = "\n".join(path.read_text() for path in (ROOT / "nonosat" / "web").rglob("*.py"))
    events = set(re.findall(r'(?:emit|event)\("([a-z-]+)"', source))
    assert {"step", "end", "waiting"} <= events
    assert {name for name in events if f"`{name}`" not in stream} == set()


def test_the_client_in_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = TEXT.split("```python\n")[1].split("```")[0]
    with serving("--jobs", "2") as server:
        address = f"http://127.0.0.1:{server.port}/api/v1/"
        assert code.count("http://127.0.0.1:8000/api/v1/") == 1
        names: dict[str, object] = {}
        exec(code.replace("http://127.0.0.1:8000/api/v1/", address), names)
    verdict, differ, *picture = capsys.readouterr().out.splitlines()
    assert (verdict, differ) == ("multiple", "8 cells differ")
    assert nonosat.solve(nonosat.Puzzle.from_grid(picture)).verdict is nonosat.Verdict.UNIQUE
    assert str(names["svg"]).startswith("b'<svg")
