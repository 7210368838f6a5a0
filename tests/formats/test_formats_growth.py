# SPDX-License-Identifier: MIT
"""The time of reading grows with the file: n log n at most, for every format and every fault.

Each file of each format grows at each of its places (``growth`` explains the measurement), and so
does each broken file of ``broken_files``; then archives and folders grow in their numbers of files,
and so do the names that are made for files.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from test_formats_mutated import originals

from nonosat import Puzzle
from nonosat.errors import PuzzleSyntaxError
from nonosat.formats import FORMATS, archives, read_numbered
from nonosat.formats.folders import read_folder
from nonosat.formats.names import FileNames
from tests.support.broken_files import BROKEN, Broken
from tests.support.growth import Growth, growths, too_slow

SIZE = 1 << 16
"""The bytes of 16n."""
FAULT = 1 << 14
"""The bytes of files with a fault, of which there are a thousand."""


def read(data: bytes, form: str | None, name: str = "") -> None:
    """Read a file as commands do, and make the messages of its errors."""
    try:
        for _, named in read_numbered(data, format=form, name=name):
            if not isinstance(named.item, Puzzle):
                str(named.item)
    except PuzzleSyntaxError as error:
        str(error)


def slow_growth(growth: Growth, reader: Callable[[bytes], None], size: int) -> str:
    """The growth of the time, if it is too fast; else empty."""
    found = too_slow(lambda size: partial(reader, growth.file(size)), size)
    return f"{growth.name}: {found}" if found else ""


def slow_growths(data: bytes, reader: Callable[[bytes], None], size: int) -> list[str]:
    found = (slow_growth(growth, reader, size) for growth in growths(data))
    return [one for one in found if one]


@pytest.mark.timing
@pytest.mark.parametrize("name", FORMATS)
def test_reading_is_not_quadratic(name: str) -> None:
    files = [data for form, data in originals() if form == name and len(data) < 3000]
    for data in files[:2][-1:]:  # as nonosat writes them, in colour if it can; or a sample
        assert slow_growths(data, lambda data: read(data, name), SIZE) == []


@pytest.mark.timing
def test_no_fault_is_quadratic() -> None:
    """The line of the fault is repeated more and more often, unchanged and with other words."""
    found = []
    for broken in BROKEN:
        if len(broken.data) > 3000:
            continue
        for growth in _at_fault(broken):
            reader = partial(read, form=broken.format, name=broken.name)
            slow = slow_growth(growth, reader, FAULT)
            found += [f"{broken.name}: {slow}"] * bool(slow)
    assert found == []


def _at_fault(broken: Broken) -> list[Growth]:
    lines = broken.data.splitlines(keepends=True)
    at = min((broken.line or 1) - 1, len(lines) - 1)
    before, after = b"".join(lines[:at]), b"".join(lines[at + 1 :])
    inside = growths(b"".join(lines[at : at + 1]), lines=1, tokens=0)
    return [one._replace(before=before + one.before, after=one.after + after) for one in inside]


def archive(names: Callable[[int], str], number: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of equal names
        for index in range(number):
            packed.writestr(names(index), "#." if index % 2 else "neither")
    return stream.getvalue()


NAMES: dict[str, Callable[[int], str]] = {
    "equal": lambda index: "a.non",
    "others": lambda index: f"{index}.non",
    "folders": lambda index: f"{'a/' * (index % 50)}{index}.non",
    "line breaks": lambda index: f"a\n{index}.non",
}


@pytest.mark.timing
@pytest.mark.parametrize("names", NAMES)
def test_archives_of_many_files(names: str) -> None:
    assert not too_slow(lambda n: partial(read, archive(NAMES[names], n), "zip"), 1600)
    packed = lambda n: partial(  # noqa: E731
        archives.pack, [(f"{i}{NAMES['others'](i)}", "#.") for i in range(n)]
    )
    assert not too_slow(packed, 1600)


@pytest.mark.timing
def test_folders_of_many_files(tmp_path: Path) -> None:
    def folder(number: int) -> Callable[[], object]:
        place = tmp_path / str(number)
        if not place.exists():
            for index in range(number):
                inside = place / str(index % 40)
                inside.mkdir(parents=True, exist_ok=True)
                (inside / f"{index}.non").write_text("#." if index % 2 else "neither")
        return lambda: list(read_folder(place))

    assert not too_slow(folder, 1600)


TITLES: dict[str, Callable[[int], str]] = {
    "equal": lambda index: "Cup",
    "numbers": lambda index: f"Cup-{index // 2}",
    "cases": lambda index: "".join("aA"[index >> bit & 1] for bit in range(8)),
    "cut": lambda index: "x" * 600 + str(index),
}


@pytest.mark.timing
@pytest.mark.parametrize("titles", TITLES)
def test_names_of_files_from_many_titles(titles: str) -> None:
    def make(number: int) -> None:
        names = FileNames("{title}")
        for index in range(number):
            names.make("", stem="", index=1, title=TITLES[titles](index), suffix=".non")

    assert not too_slow(lambda n: partial(make, n), 16_000)


def quadratic(data: bytes) -> None:
    """A reader with an easy mistake: for each line it counts the lines before it."""
    text = data.decode("latin-1")
    for number in range(text.count("\n")):
        text.count("\n", 0, number * 2)


@pytest.mark.timing
def test_a_quadratic_reader_is_found() -> None:
    lines = next(growths(b"1\n"))
    assert slow_growth(lines, quadratic, FAULT)
    assert not slow_growth(lines, lambda data: read(data, "non"), FAULT)
