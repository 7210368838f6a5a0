# SPDX-License-Identifier: MIT
"""The page without a server answers as CPython does, about the project's own puzzles.

Pyodide runs under node, and needs build/site, which .ci/site makes. tests/bench/tab_compare.py does
the same for the corpus.
"""

from __future__ import annotations

import dataclasses
import gzip
import json
import shutil
from collections.abc import Iterator

import pytest

import nonosat
from tests.bench.tab_compare import JSON, KINDS, SITE, WARM, Answer, Native, Tab, compare, puzzles
from tests.support.places import ROOT

pytestmark = pytest.mark.tab

SECONDS = 2.0


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    assert (SITE / "where.js").is_file(), "run .ci/site before"
    assert shutil.which("node"), "there is no node"
    with Tab() as tab:
        yield tab


def test_the_tab_answers_as_cpython_does(tab: Tab) -> None:
    found = [
        compare(name, puzzle, (Native(), tab), seconds=SECONDS)
        for name, puzzle in puzzles(("data",))
    ]
    files = {path.name for path in (ROOT / "data").iterdir() if path.is_file()}
    assert {one.name for one in found} == files
    assert {one.name: one.different for one in found if one.different} == {}
    equal = {kind: sum(kind in one.equal for one in found) for kind in KINDS}
    assert equal.pop("repair") >= 1  # few have several solutions
    assert min(equal.values()) >= 0.9 * len(found), "many are unfinished"


class Other:
    """CPython, with wrong answers to one address."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(self, address: str, body: bytes, content: str = JSON) -> Answer:
        answer = Native().ask(address, body, content)
        if address != self.address:
            return answer
        if address == "ask":
            events = tuple(text.replace("row", "line") for text in answer.events)
            return dataclasses.replace(answer, events=events)
        if answer.content == JSON:
            data = json.loads(answer.body)
            name = next(name for name in data if name not in ("seconds", "made_by", "reason"))
            return dataclasses.replace(answer, body=json.dumps({**data, name: "?"}).encode())
        text = gzip.decompress(answer.body).replace(b"multiple", b"unique")
        return dataclasses.replace(answer, body=gzip.compress(text))


@pytest.fixture(scope="module")
def warm() -> None:
    """Load all libraries: this must not count as time of an answer."""
    compare(("data", WARM.name), nonosat.load(WARM), (Native(), Native()))


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(
    ("address", "kinds"),
    [
        ("check", {"check"}),
        ("ask", {"hint"}),
        ("rate", {"rate"}),
        ("repair", {"repair"}),
        ("encode", {"encode"}),
        ("verify-certificate", {"verify"}),
        ("certificate", {"certificate", "verify"}),
    ],
)
def test_a_wrong_answer_is_a_difference(address: str, kinds: set[str]) -> None:
    found = compare(("data", WARM.name), nonosat.load(WARM), (Native(), Other(address)))
    assert found.different.keys() == kinds
    assert found.equal == {*KINDS} - kinds
    assert found.unfinished == {}
