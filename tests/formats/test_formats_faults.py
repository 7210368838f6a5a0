# SPDX-License-Identifier: MIT
"""Bad input of all kinds: the table of broken files, random bytes, mutated and cut files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from broken_files import BROKEN, Broken
from format_samples import CUP, TREE, WRITTEN
from hypothesis import given, settings
from hypothesis import strategies as st
from places import FULL
from strategies import puzzles

import nonosat
from nonosat import Puzzle, PuzzleError, PuzzleSyntaxError
from nonosat.formats import (
    FORMATS,
    read_all,
    sniff,
)


def items_of(
    data: bytes, name: str, form: str | None = None
) -> list[Puzzle | PuzzleError | PuzzleSyntaxError]:
    """What reading gives; an error of the file itself is one item."""
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
    """A file counts for the format that is asked for, or that its content and name have."""
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


def assert_reads_or_says_why(data: bytes, name: str | None = None) -> None:
    names = FORMATS if name is None else [name]
    for form in names:
        try:
            items = list(read_all(data, format=form))
        except PuzzleSyntaxError:
            continue
        assert items
        for item in items:
            if isinstance(item, Puzzle):
                assert nonosat.loads(nonosat.dumps(item, format="json")) == item
            else:
                assert isinstance(item, (PuzzleError, PuzzleSyntaxError))
                assert str(item)


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    assert_reads_or_says_why(data)


_WORDS = ["0", "1", "9" * 12, "-1", ",", "\n", "\n\n", '"', "[", "]", "{", "}", "null", "<", ">"]
_WORDS += ["?", "a", "#", "=", "\n====\n", "$", "\t", "é", "\0", "&", "&amp;", "&#0;", "rows\n"]
_WORDS += ["color a #f00\n", "color x 00f y\n", "<line>", "</line>", '"title": 3,', "goal\n", "\r"]


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, bytes]:
    """A valid file in which pieces have been replaced, cut out or doubled."""
    puzzle = draw(st.sampled_from((CUP, TREE)))
    forms = [form for form in WRITTEN if form.colors or puzzle is CUP]
    form = draw(st.sampled_from(forms))
    content = form.dumps(puzzle)
    text = content if isinstance(content, str) else content.decode("latin-1")
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        piece = draw(
            st.one_of(st.sampled_from(_WORDS), st.text(max_size=4), st.just(text[start:end] * 2))
        )
        text = text[:start] + piece + text[end:]
    return form.name, text.encode("latin-1" if form.binary else "utf-8", "replace")


@settings(max_examples=1000 if FULL else 120)
@given(mutated())
def test_mutated_files(case: tuple[str, bytes]) -> None:
    name, data = case
    assert_reads_or_says_why(data, name)


@settings(max_examples=500 if FULL else 50)
@given(puzzles(missing_clues=True), st.data())
def test_cut_files(puzzle: Puzzle, data: st.DataObject) -> None:
    forms = data.draw(st.lists(st.sampled_from(WRITTEN), min_size=5, max_size=5))
    for form in forms:
        try:
            content = form.dumps(puzzle)
        except PuzzleError:
            continue
        whole = content.encode() if isinstance(content, str) else content
        assert_reads_or_says_why(whole[: data.draw(st.integers(0, len(whole)))], form.name)
