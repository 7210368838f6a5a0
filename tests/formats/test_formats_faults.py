# SPDX-License-Identifier: MIT
"""Bad input: the table of broken files, random bytes. (``test_formats_mutated`` changes files.)"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_formats_mutated import read

from nonosat import Puzzle
from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats import (
    FORMATS,
    read_all,
    sniff,
)
from tests.support.broken_files import BROKEN, Broken


def items_of(
    data: bytes, name: str, form: str | None = None
) -> list[Puzzle | PuzzleError | PuzzleSyntaxError]:
    """The items that reading gives; an error of the file itself is one item."""
    try:
        return list(read_all(data, name=name, format=form))
    except PuzzleSyntaxError as error:
        return [error]


def test_table_of_broken_files() -> None:
    assert len({broken.name for broken in BROKEN}) == len(BROKEN) >= 40
    suffixes = {Path(broken.name).suffix for broken in BROKEN}
    for form in FORMATS.values():
        assert not form.suffixes or suffixes & set(form.suffixes), form.name


def test_every_format_has_fifteen_broken_files() -> None:
    """A file counts for the requested format, or for the format of its content and name."""
    counts: Counter[str] = Counter()
    for broken in BROKEN:
        try:
            counts[broken.format or sniff(broken.data, broken.name).name] += 1
        except PuzzleSyntaxError:
            continue
    assert {name: counts[name] for name in FORMATS if counts[name] < 15} == {}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.name)
def test_broken_file(broken: Broken) -> None:
    errors = [
        item
        for item in items_of(broken.data, broken.name, broken.format)
        if not isinstance(item, Puzzle)
    ]
    faults = [fault for error in errors for fault in error.faults]
    matching = [fault for fault in faults if broken.message in str(fault)]
    assert matching, f"{broken.message!r} is not in {[str(fault) for fault in faults]}"
    assert broken.line in [fault.file_line for fault in matching]
    assert all(len(str(fault)) < 600 for fault in faults)


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    for form in FORMATS:
        read(data, form)
