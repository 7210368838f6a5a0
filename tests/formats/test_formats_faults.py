# SPDX-License-Identifier: MIT
"""Bad input: the table of broken files, random bytes. (``test_formats_mutated`` changes files.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_formats_mutated import read

from nonosat import Puzzle, load, load_all, loads, solve_many
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


@pytest.mark.parametrize("data", [broken.data for broken in BROKEN if broken.name.endswith(".non")])
def test_an_upload_has_the_faults_of_its_file_and_the_name_that_it_was_given(
    data: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "upload.non"
    file.write_bytes(data)

    def said(function: Callable[..., object], *source: object, **options: object) -> str:
        try:
            found = function(*source, **options)
            return str(
                found if isinstance(found, Puzzle) else list(cast("Iterator[Puzzle]", found))
            )
        except (PuzzleError, PuzzleSyntaxError) as error:
            return str(error)

    for of_bytes, of_file in ((loads, load), (load_all, load_all)):
        by_name = said(of_bytes, data, name="upload.non")
        assert by_name == said(of_file, file).replace(str(file), "upload.non")
    assert said(load_all, file, name="upload.non") == said(load_all, data, name="upload.non")


def test_bytes_of_several_puzzles() -> None:
    data = '[{"cells": ["#"], "title": "\xe4"}, {"cells": ["##"]}, {"cells": ["x"]}]'.encode(
        "utf-16"
    )
    found = load_all(data)
    assert [(next(found).title, next(found).width)] == [("\xe4", 2)]
    with pytest.raises(PuzzleSyntaxError, match=r"^#3: "):
        next(found)
    with pytest.raises(PuzzleSyntaxError, match=r"^a\.json: there are several puzzles"):
        loads(data, name="a.json")
    (report,) = solve_many([b"#."])
    assert report.verdict.value == "unique"
