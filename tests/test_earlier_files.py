# SPDX-License-Identifier: MIT
"""Files that nonosat of commit 35fb876 wrote are read: certificates, a collection, descriptions.

The files in ``support/earlier`` were made by that version of ``fox`` and ``two-ways-steam`` in
``data``; the collection was judged with ratings and certificates. A browser's store is in
``web/test_earlier_pages.py``.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import nonosat
from nonosat import collection
from nonosat.benchmark.families import read_description
from nonosat.study.programs import described
from tests.support.places import ROOT

EARLIER = ROOT / "tests" / "support" / "earlier"
DATA = ROOT / "data"
PROGRAM = """
[other]
command = "other --solutions {limit} {file}"
input = "non"
colors = false
finds = "all"
answer = "text"
filled = "#"
empty = "."
none = "no solution"
version = "other --version"
"""
FAMILIES = """
name = "some"
version = "1"
[family.random]
what = "random pictures"
generator = "picture"
seed = 1
small = { side = [10], density = [0.5], count = 4 }
"""


@pytest.mark.parametrize("name", ["fox", "two-ways-steam"])
def test_a_certificate(name: str) -> None:
    puzzle = nonosat.load(DATA / f"{name}.non")
    check = nonosat.proof.verify_certificate(EARLIER / f"{name}.nonocert", puzzle)
    assert check.accepted
    assert check.verdict == puzzle.solve().verdict.value


def test_a_collection(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    path.write_bytes(gzip.decompress((EARLIER / "collection.db.gz").read_bytes()))
    with collection.open(path) as store:
        assert [(one.title, one.verdict) for one in store] == [
            ("Fox", "unique"),
            ("Two ways: the steam over a cup", "multiple"),
        ]
        assert all(one.difficulty for one in store)
        assert store.judge(rate=True, certificates=True).judged == 0


def test_descriptions_in_toml() -> None:
    assert set(described(PROGRAM, "programs.toml")) == {"other"}
    assert len(read_description(FAMILIES).instances) == 4
