# SPDX-License-Identifier: MIT
"""Files that are made to take time or memory: each ends in a puzzle or a clear error, soon.

Limits are of processor time, generous, and compared on a quiet machine only (the mark ``timing``):
quadratic code takes minutes here.
"""

from __future__ import annotations

import io
import time
import zipfile
from contextlib import suppress

import pytest
from test_formats_mutated import originals

from nonosat import Puzzle, loads
from nonosat.errors import PuzzleSyntaxError, PuzzleWarning
from nonosat.formats import FORMATS, read_all, sniff
from nonosat.formats.common import polling

MEGABYTE = 2**20


def outcome(data: bytes, form: str | None = None, seconds: float | None = None) -> str:
    """The messages of all items, "" if all are puzzles. ``seconds``: the limit of time."""
    begun = time.process_time()
    try:
        items = list(read_all(data, format=form))
    except PuzzleSyntaxError as error:
        items = [error]
    used = time.process_time() - begun
    assert seconds is None or used < seconds, f"{used:.1f} s: {data[:80]!r}"
    assert items
    return "\n".join(str(item) for item in items if not isinstance(item, Puzzle))


@pytest.mark.timing
@pytest.mark.parametrize("name", FORMATS)
def test_a_line_of_ten_megabytes(name: str) -> None:
    said = outcome(b"1 " * (5 * MEGABYTE), name, seconds=10)
    assert said
    assert len(max(said.splitlines(), key=len)) < 1000


@pytest.mark.timing
@pytest.mark.parametrize(
    "text",
    [
        ": rows\n" + "1" * 200 + "x x\n: columns\n1\n",
        "<!---->" * 500 + "<FreeNono",
        "2" + "0" * 60_000,
        "2x" + "0" * 60_000,
        "a" * 60_000 + "\n" + "b" * 60_000,
    ],
    ids=["g", "comments", "game id", "game id with a size", "link"],
)
def test_recognition_takes_linear_time(text: str) -> None:
    """Each of these once took seconds, or never ended."""
    begun = time.process_time()
    with suppress(PuzzleSyntaxError):
        sniff(text)
    assert time.process_time() - begun < 0.5


@pytest.mark.timing
def test_bombs_in_xml_end_soon() -> None:
    read_bombs(200_000, seconds=2)


def test_bombs_in_xml() -> None:
    read_bombs(20_000, None)


def read_bombs(size: int, seconds: float | None) -> None:
    entities = "".join(f"<!ENTITY e{i} '{f'&e{i - 1};' * 10 if i else 'ha'}'>" for i in range(12))
    for root, name in (("puzzleset", "webpbn"), ("FreeNono", "freenono"), ("picmi", "picmi")):
        bomb = f"<!DOCTYPE x [{entities}]><{root}>&e11;</{root}>"
        assert "declarations" in outcome(bomb.encode(), name, seconds)
        many = " ".join(f'a{i}="1"' for i in range(size))
        assert outcome(f"<{root} {many}></{root}>".encode(), name, seconds)
        assert outcome(f"<{root}>{'<a>' * size}".encode(), name, seconds)


@pytest.mark.parametrize(
    "head",
    [
        b"P1\n31623 31623\n",
        b"P4\n31623 31623\n",
        b"P6\n31623 31623\n255\n",
        b"P3 1000000000 1 255\n",
        b'/* XPM */\nstatic char * x[] = {\n"31623 31623 2 1",\n"a c #000",\n"b c #fff",\n',
    ],
)
def test_pictures_of_a_billion_pixels(head: bytes) -> None:
    said = outcome(head + b"1 " * 1000)
    assert "1 to 1023" in said or "31623" in said


def test_nul_in_every_text() -> None:
    for name, data in originals():
        if not FORMATS[name].binary:
            assert "binary data" in outcome(data[:20] + b"\0" + data[20:], name), name


def test_other_encodings() -> None:
    """UTF-16 and UTF-32 are read if they have their mark; files cut in a character are refused."""
    for name, data in originals():
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        if FORMATS[name].binary or outcome(data, name):
            continue
        for encoding in ("utf-16", "utf-32", "utf-8-sig"):
            assert outcome(text.encode(encoding), name) == "", (name, encoding)
        assert outcome(text.encode("utf-16")[:-1], name)


def test_a_bomb_in_a_pack() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("1.nonogram", b" " * (50 * MEGABYTE))
    assert "unpacks to more than" in outcome(buffer.getvalue())


class EndedError(Exception):
    """The exception that ends the reading here."""


def end() -> None:
    raise EndedError


MANY_ELEMENTS = b"<FreeNono><Nonograms>" + b"<Nonogram><line> x </line></Nonogram>" * 1000
LONG: dict[str, tuple[str, bytes]] = {
    "codes": ("code", b"\n" * 1000),
    "rows of a list": ("csv", b"name,rules\n" + b"#\n" * 1000),
    "lines": ("picross-solver", b"# nothing\n" * 1000),
    "tokens": ("glpk", b"# nothing\n" * 1000),
    "words": ("spoj", b"1\n300 300\n" + b"1 0\n" * 600),
    "pieces": ("non", b"====\n" * 1000),
    "elements of webpbn": ("webpbn", b"<puzzleset>" + b"<puzzle></puzzle>" * 10_000),
    "other elements": ("freenono", MANY_ELEMENTS + b"</Nonograms></FreeNono>"),
}


@pytest.mark.parametrize("name", LONG)
def test_every_loop_of_a_reader_can_be_ended(name: str) -> None:
    """Every loop whose number of rounds depends on the file."""
    form, data = LONG[name]
    with pytest.raises(EndedError), polling(end):
        outcome(data, form)
    outcome(data, form)


def test_an_archive_can_be_ended_at_each_file() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        packed.writestr("1.non", "#.")
    with pytest.raises(EndedError), polling(end):
        outcome(stream.getvalue(), "zip")
    assert outcome(stream.getvalue(), "zip") == ""


def test_of_many_unknown_keys_a_thousand_are_looked_at() -> None:
    """The last remark says so; a million keys would take half a minute."""
    rows = '"rows": [[1]], "columns": [[1]]'
    text = f"{{{rows}, {', '.join(f'{chr(34)}printe{n}{chr(34)}: 1' for n in range(2000))}}}"
    with pytest.warns(PuzzleWarning):
        puzzle = loads(text)
    assert [str(remark) for remark in puzzle.remarks[-2:]] == [
        "and 80 more remarks",
        "more than 1000 unknown parts: the others were not examined",
    ]
