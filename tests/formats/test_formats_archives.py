# SPDX-License-Identifier: MIT
"""Zip archives: nested names, names in UTF-8, files that are not puzzles, bombs, damage."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from nonosat import Puzzle, dump, dump_all, dumps, load, load_all
from nonosat.errors import OptionError, PuzzleSyntaxError
from nonosat.formats import archives, read_all, read_named

CUP = Puzzle.from_grid("#.#\n###\n.#.").with_meta(title="Cup")


def zipped(**files: str | bytes) -> bytes:
    return archives.pack((name.replace("__", "/"), data) for name, data in files.items())


def test_files_of_all_formats_in_folders() -> None:
    files = {
        "a/one.non": dumps(CUP),
        "a/ünï.json": dumps(CUP, format="json"),
        "b/c/picture": ".#\n##\n",
        "README": "These are puzzles.\n",
        "notes.md": "# Puzzles",
    }
    data = archives.pack(files.items())
    found = [(named.member, named.format) for named in read_named(data, name="x")]
    assert found == [("a/one.non", "non"), ("a/ünï.json", "json"), ("b/c/picture", "picture")]
    assert list(read_all(data))[:2] == [CUP, CUP]


def test_load_and_dump(tmp_path: Path) -> None:
    dump(CUP, tmp_path / "cup.zip")
    assert load(tmp_path / "cup.zip") == CUP
    dump_all([CUP, CUP], tmp_path / "two.zip")
    assert list(load_all(tmp_path / "two.zip")) == [CUP, CUP]
    with zipfile.ZipFile(tmp_path / "two.zip") as archive:
        assert archive.namelist() == ["1.json", "2.json"]
    before = (tmp_path / "two.zip").read_bytes()
    dump_all([CUP, CUP], tmp_path / "two.zip")
    assert (tmp_path / "two.zip").read_bytes() == before


def test_a_broken_puzzle_is_named_and_the_others_are_read() -> None:
    data = zipped(a=dumps(CUP), b=dumps(CUP).replace("1,1\n", "2,1\n", 1), c=dumps(CUP))
    first, second, third = read_all(data)
    assert first == third == CUP
    assert not isinstance(second, Puzzle)
    assert second.source == "b"


def test_files_that_are_skipped() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("folder/", "")
        archive.writestr("__MACOSX/cup.non", "rubbish")
        archive.writestr(".hidden.non", "rubbish")
        archive.writestr("../climbs.non", dumps(CUP))  # nothing is unpacked to the disk
    assert [named.member for named in read_named(stream.getvalue())] == ["../climbs.non"]


def test_no_puzzle_in_it() -> None:
    assert "no puzzle in the archive" in str(next(read_all(archives.pack([]))))
    (item,) = read_all(zipped(README="Hello there.\n"))
    assert "no known format" in str(item)
    (item,) = read_all(zipped(inner=zipped(a=dumps(CUP))))
    assert "an archive in an archive" in str(item)


def test_bombs_are_refused() -> None:
    zeros = bytes(5 << 20)
    (item,) = read_all(zipped(bomb=zeros))
    assert "unpacks to more than 200 times its size" in str(item)
    lines = b"rows\n1\ncolumns\n1\n" + b"# a comment\n" * 20_000
    assert list(read_all(zipped(long=lines)))  # a small one may be packed well


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped(a=dumps(CUP), b=dumps(CUP), c=dumps(CUP))
    with monkeypatch.context() as patch:
        patch.setattr(archives, "MAX_FILES", 2)
        (item,) = read_all(data)
        assert "3 files in the archive: at most 2" in str(item)
    with monkeypatch.context() as patch:
        patch.setattr(archives, "MAX_TOTAL", 2 * len(dumps(CUP)))
        *puzzles, last = read_all(data)
        assert puzzles == [CUP, CUP]
        assert "unpacks to more than" in str(last)
    monkeypatch.setattr(archives, "MAX_BYTES", 10)
    assert all("has more than" in str(item) for item in read_all(data))


def test_damage() -> None:
    data = bytearray(zipped(a=dumps(CUP) * 50, b=dumps(CUP)))
    for cut in range(0, len(data), 7):
        assert all(not isinstance(item, Puzzle) for item in read_all(bytes(data[:cut])) if cut < 4)
        list(read_all(bytes(data[:cut]), format="zip"))
    data[60] ^= 0xFF
    first, *_ = read_all(bytes(data))
    assert isinstance(first, PuzzleSyntaxError)
    assert "cannot be unpacked" in str(first)


def test_a_file_without_a_name() -> None:
    (item,) = read_all(zipped(x=dumps(CUP)).replace(b"x", b"\0"))
    assert item == CUP


@pytest.mark.parametrize(
    "name", ["../x", "/x", "a/../x", "a//x", "", ".", "c:x", "a\\x", "a\0", "a/", "x\n"]
)
def test_names_that_lead_elsewhere_are_not_written(name: str) -> None:
    with pytest.raises(OptionError):
        archives.pack([(name, "x")])


def test_a_name_is_written_once() -> None:
    with pytest.raises(OptionError, match="two files"):
        archives.pack([("x", "1"), ("x", "2")])


METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


@pytest.mark.parametrize("method", METHODS)
def test_damaged_members_of_every_method(method: int) -> None:
    """A member with any byte changed is read, or gives an error that names it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("a.non", dumps(CUP))
        archive.writestr("b.non", dumps(CUP))
    data = stream.getvalue()
    messages = set()
    for place in range(len(data)):
        for value in (0, 255, data[place] ^ 1):
            changed = data[:place] + bytes([value]) + data[place + 1 :]
            try:
                for item in read_all(changed, format="zip"):
                    if not isinstance(item, Puzzle):
                        messages.update(map(str, item.faults))
            except PuzzleSyntaxError as error:
                messages.update(map(str, error.faults))
    assert any("the file cannot be unpacked" in message for message in messages)


@pytest.mark.parametrize(("flags", "method"), [(1, 0), (0, 93), (0, 99), (0, 1), (0x20, 8)])
def test_members_that_are_encrypted_or_of_another_method(flags: int, method: int) -> None:
    data = bytearray(zipped(a=dumps(CUP)))
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(signature) + place
        data[at : at + 4] = bytes([flags, 0, method, 0])
    (item,) = read_all(bytes(data))
    assert isinstance(item, PuzzleSyntaxError)
    assert "encrypted" in str(item) if flags == 1 else "cannot be unpacked" in str(item)


def test_a_dictionary_of_four_gigabytes() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.non", dumps(CUP))
    data = bytearray(stream.getvalue())
    at = data.index(b"a.non") + len(b"a.non") + 5  # after version, size and the first property
    data[at : at + 4] = b"\xff" * 4
    (item,) = read_all(bytes(data))  # read, or refused: as there is memory
    assert isinstance(item, Puzzle | PuzzleSyntaxError)
