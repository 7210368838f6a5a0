# SPDX-License-Identifier: MIT
"""``plain``: the JSON of values, and the field metadata of classes."""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from nonosat import Grid, Line, Verdict
from nonosat.model.clue import Block
from nonosat.model.plain import HIDDEN, IF_KNOWN, plain, plain_fields, plain_keys


class _Side(enum.Enum):
    LEFT = "left"


class _Pair(NamedTuple):
    line: Line
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Value:
    side: _Side
    pairs: tuple[_Pair, ...]
    secret: object = field(default=None, metadata=HIDDEN)
    rare: Grid | None = field(default=None, metadata=IF_KNOWN)
    other: float | None = None

    @property
    def double(self) -> list[int]:
        """A property that is not a field."""
        return [2 * len(self.pairs)]

    plain_more = ("double",)
    as_dict = plain_fields


def test_fields_marks_and_properties() -> None:
    value = _Value(_Side.LEFT, (_Pair(Line("column", 6), ((0, 1),)),), secret=object())
    wanted = {
        "side": "left",
        "pairs": [{"line": "C7", "cells": [[0, 1]]}],
        "other": None,
        "double": [2],
    }
    assert plain(value) == value.as_dict() == wanted
    assert list(plain(value)) == list(wanted)
    full = _Value(_Side.LEFT, (), rare=Grid("#?"), other=0.5)
    assert plain([full])[0]["rare"] == ["#?"]
    assert list(plain(full)) == ["side", "pairs", "rare", "other", "double"]
    keys = {"side": True, "pairs": True, "rare": False, "other": True, "double": True}
    assert plain_keys(_Value) == keys


def test_collections_and_single_values() -> None:
    data = {"verdict": Verdict.UNIQUE, "clue": (Block(2), Block(1, 2)), "none": None, "cells": {1}}
    assert plain(data) == {
        "verdict": "unique",
        "clue": [[2, 1], [1, 2]],
        "none": None,
        "cells": [1],
    }
    assert json.loads(json.dumps(plain(data))) == plain(data)
    with pytest.raises(TypeError, match="object cannot be written as JSON"):
        plain(object())
