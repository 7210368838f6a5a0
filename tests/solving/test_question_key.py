# SPDX-License-Identifier: MIT
"""The key of a question: equal for the same question, different for all others."""

from __future__ import annotations

import hashlib
import json
import math
from typing import Any

import pytest

from nonosat import Grid, Puzzle, __version__, study
from nonosat.solving import question as module
from nonosat.solving.options import checked
from nonosat.solving.presets import PRESETS
from nonosat.solving.question import question_key


def key(rate: bool = False, certificates: bool = False, **options: Any) -> str:
    return question_key(checked(**options), rate=rate, certificates=certificates).key


DIFFERENT: list[dict[str, Any]] = [
    *({"preset": name} for name in PRESETS if name != "fast"),
    *({"preset": "default", **more} for more in (
        {"limit": 3},
        {"seed": 1},
        {"seed": -1},
        {"time_limit": 1},
        {"time_limit": 2},
        {"conflict_limit": 1},
        {"memory_limit": 1},
        {"backbone": True},
        {"rate": True},
        {"certificates": True},
        {"backend": "glucose"},
        {"encoding": "automaton"},
        {"given": Grid("#?")},
        {"given": Grid("?#")},
        {"given": Grid("#\n?")},
    )),
]  # fmt: skip


def test_different_questions_have_different_keys() -> None:
    assert len({key(**options) for options in DIFFERENT}) == len(DIFFERENT)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"preset": "graph"}, {"stages": PRESETS["graph"].stages}),
        ({"preset": "default"}, {}),
        ({"preset": "fast"}, {}),
        ({"time_limit": math.inf}, {}),
        ({"time_limit": 5}, {"time_limit": 5.0}),
        ({"preset": "fast", "graph_search": "networkx"}, {"preset": "fast"}),
        ({"preset": "logic", "backend": "glucose"}, {"preset": "logic"}),
        ({"limit": 1, "backbone": True}, {"limit": 2, "backbone": True}),
        ({"progress": print}, {}),
    ],
)
def test_the_same_question_has_one_key(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert key(**one) == key(**other)


def test_the_key_is_the_hash_of_a_text_that_says_everything() -> None:
    asked = question_key(checked(preset="fast", time_limit=10, seed=7), rate=True)
    assert asked.key == hashlib.sha256(asked.text.encode()).hexdigest()
    assert (asked.preset, asked.version) == ("fast", __version__)
    assert json.loads(asked.text) == {
        "limit": 2,
        "given": None,
        "backbone": False,
        "stages": ["lines", "probe", "search", "beliefs", "weights", "sat"],
        "backend": "duo",
        "encoding": "order",
        "graph_search": None,
        "time_limit": 10.0,
        "conflict_limit": None,
        "memory_limit": None,
        "seed": 7,
        "portfolio": 1,
        "rate": True,
        "certificates": False,
        "version": __version__,
    }


def test_the_default_limit_of_a_rating_is_not_in_the_key() -> None:
    keys = {
        question_key(checked(), rate=rate, rate_limit=limit).key
        for rate in (True, False)
        for limit in (module.RATE_SECONDS, 20.0, None)
    }
    assert len(keys) == 4
    assert "rate_limit" not in question_key(checked(), rate=True).text


def test_another_version_asks_another_question(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key(preset="fast")
    monkeypatch.setattr(module, "__version__", "999")
    assert key(preset="fast") != before


def test_the_rows_of_a_study_have_the_parts_of_the_question() -> None:
    (row,) = study.run({"dot": Puzzle([[1]], [[1]])}, ["logic"], time_limit=math.inf, seed=3)
    parts = module.question_parts(checked(preset="logic", seed=3))
    assert row["stages"] == ",".join(parts["stages"])
    assert (row["backend"], row["encoding"], row["graph_search"]) == ("", "", "native")
    assert (row["time_limit"], row["seed"], row["version"]) == (None, 3, __version__)
