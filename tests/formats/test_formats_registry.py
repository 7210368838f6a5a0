# SPDX-License-Identifier: MIT
"""The registry and the public functions: recognising formats, reading and writing files."""

from __future__ import annotations

import dataclasses
import os
import re
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import nonosat
from nonosat import Puzzle
from nonosat.errors import OptionError, PuzzleError, PuzzleSyntaxError
from nonosat.formats import (
    FORMATS,
    common,
    decode,
    files,
    read_all,
    read_text,
    sniff,
)
from tests.support.format_samples import CUP, TREE
from tests.support.places import ROOT
from tests.support.processes import interpreted

MAIN = ("json", "webpbn", "taai", "non", "picture")
"""Files of these formats may begin with blanks."""


# recognising formats


@pytest.mark.parametrize("name", MAIN)
def test_sniff_by_contents(name: str) -> None:
    text = nonosat.dumps(CUP, format=name)
    for variant in (text, "\ufeff" + text, "\n  " + text, text.replace("\n", "\r\n")):
        assert sniff(variant).name == name
        assert sniff(variant, "misnamed.json").name == name


def test_a_picture_may_be_a_dollar() -> None:
    """A ``$`` also begins the form of the TAAI tournaments."""
    assert sniff("$", "x.grid").name == "picture"


def test_sniff_by_suffix_where_contents_do_not_decide() -> None:
    for name, form in FORMATS.items():
        for suffix in form.suffixes:
            found = sniff("gibberish", f"x{suffix.upper()}")
            assert suffix in found.suffixes
            assert found is form or list(FORMATS).index(found.name) < list(FORMATS).index(name)
    with pytest.raises(PuzzleSyntaxError) as caught:
        sniff("gibberish", "x.txt")
    assert "'nonosat formats' lists them" in str(caught.value)


def test_where_two_formats_fit_both_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suffix decides between the formats if it belongs to one of them."""
    other = dataclasses.replace(FORMATS["picture"], name="other", suffixes=(".other",))
    weak = dataclasses.replace(other, name="feeble", weak=True)
    monkeypatch.setitem(FORMATS, "other", other)
    monkeypatch.setitem(FORMATS, "feeble", weak)
    for name in ("", "x.txt", "x.non"):
        with pytest.raises(PuzzleSyntaxError) as caught:
            sniff(".#.", name)
        assert str(caught.value) == (
            "the formats 'picture' and 'other' fit: say which one it is (--format NAME, in Python "
            "format=NAME)"
        )
    assert sniff(".#.", "x.OTHER") is other
    assert sniff(".#.", "x.grid") is FORMATS["picture"]
    assert nonosat.loads(".#.", format="picture").width == 3
    monkeypatch.setitem(FORMATS, "other", weak)
    assert sniff(".#.").name == "picture"  # a weak format gives way


def test_bytes_that_are_no_text_are_recognised_by_binary_formats_alone() -> None:
    with pytest.raises(PuzzleSyntaxError, match="binary data"):
        sniff(b"\x89PN\0")
    with pytest.raises(PuzzleSyntaxError, match="gzip file"):
        sniff(b"\x1f\x8b\x08", "x.non")


def test_long_texts_before_the_keywords() -> None:
    assert sniff("title " + "x" * 5000 + "\nwidth 3\n").name == "non"


def test_format_may_be_named() -> None:
    assert nonosat.loads("rows\n1\ncolumns\n1", format="non") == Puzzle([[1]], [[1]])
    with pytest.raises(PuzzleSyntaxError, match="not JSON"):
        nonosat.loads("rows\n1\ncolumns\n1", format="json")


@pytest.mark.parametrize(
    "call",
    [
        lambda: nonosat.loads("x", format="xls"),
        lambda: nonosat.load_all("absent", format="xls"),
        lambda: nonosat.dumps(CUP, format="xls"),
        lambda: nonosat.dump(CUP, "x.non", format="xls"),
        lambda: read_all("x", format="xls"),
    ],
)
def test_unknown_format(call: Callable[[], object]) -> None:
    with pytest.raises(OptionError, match="unknown format 'xls': 'nonosat formats' lists all"):
        call()


_READING = ("common", "files", "native", "native._native", "reading", "unread")


def test_modules_are_imported_when_needed() -> None:
    """Reading needs no solver."""
    program = (
        "import sys, nonosat\n"
        "nonosat.loads('width 1\\nheight 1\\nrows\\n1\\ncolumns\\n1')\n"
        "print(*sorted(x for x in sys.modules if x.split('.')[0] in ('xml', 'json', 'html')"
        " or x.startswith(('nonosat.formats.', 'nonosat.core'))))\n"
    )
    loaded = ["nonosat.formats." + name for name in _READING]
    assert interpreted(program).stdout.split() == loaded


def test_the_example_of_the_document_is_a_puzzle() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    block = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert block is not None
    puzzle = nonosat.loads(block[1])
    assert (puzzle.width, puzzle.height, puzzle.palette.letters) == (3, 3, "rs")


# files


def test_dump_and_load(tmp_path: Path) -> None:
    for name in MAIN:
        path = tmp_path / f"cup{FORMATS[name].suffixes[0]}"
        nonosat.dump(CUP, path)
        assert path.read_bytes() == nonosat.dumps(CUP, format=name).encode()
        title = "7" if "title" in FORMATS[name].texts else ""
        assert (nonosat.load(path).rows, nonosat.load(str(path)).title) == (CUP.rows, title)
        assert list(nonosat.load_all(path)) == [nonosat.load(path)]
    nonosat.dump(TREE, tmp_path / "tree.txt", format="json")
    assert nonosat.load(tmp_path / "tree.txt") == TREE
    assert len(list(tmp_path.iterdir())) == len(MAIN) + 1  # no temporary file is left
    with pytest.raises(OptionError, match=r"'tree.txt' belongs to no format: use another"):
        nonosat.dump(TREE, "tree.txt")


def test_dump_replaces_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cup.non"
    path.write_text("old")
    path.chmod(0o640)
    with monkeypatch.context() as patch:

        def fail(*_: object) -> None:
            raise OSError("disk full")

        patch.setattr(os, "replace", fail)
        with pytest.raises(OSError, match="disk full"):
            nonosat.dump(CUP, path)
    assert path.read_text() == "old"
    link = tmp_path / "link.non"
    link.symlink_to(path)
    nonosat.dump(CUP, link)
    assert link.is_symlink()
    assert nonosat.load(path) == CUP
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert {file.name for file in tmp_path.iterdir()} == {"cup.non", "link.non"}
    with pytest.raises(PuzzleError, match="taai"):
        nonosat.dump(TREE, path, format="taai")
    assert nonosat.load(path) == CUP


def test_a_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cup.non"
    path.write_text("old")
    # the tests may run as root, which can write everything
    monkeypatch.setattr(os, "access", lambda name, mode: not os.path.samefile(name, path))
    with pytest.raises(PermissionError, match="read-only"):
        nonosat.dump(CUP, path)
    assert path.read_text() == "old"
    nonosat.dump(CUP, tmp_path / "new.non")
    assert nonosat.load(tmp_path / "new.non") == CUP


def test_dump_into_nowhere(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        nonosat.dump(CUP, tmp_path / "absent" / "cup.non")


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252", "latin-1"]
)
def test_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "cafe.non"
    path.write_bytes(nonosat.dumps(CUP.with_meta(title="Café")).encode(encoding))
    assert nonosat.load(path).title == "Café"


def test_decode_cp1252_and_its_gaps() -> None:
    assert decode(b"\x93x\x94 \x80") == "\u201cx\u201d \u20ac"
    assert decode(b"\x81 \xe9") == "\x81 é"


def test_missing_file_and_directory(tmp_path: Path) -> None:
    missing = tmp_path / "absent.non"
    for read in (nonosat.load, lambda path: list(nonosat.load_all(path))):
        with pytest.raises(PuzzleSyntaxError, match="cannot be read: No such file") as caught:
            read(missing)
        assert caught.value.source == str(missing)
        with pytest.raises(PuzzleSyntaxError, match="cannot be read: Is a directory"):
            read(tmp_path)
    with pytest.raises(PuzzleSyntaxError, match="cannot be read: no file can have this name"):
        nonosat.load("a\0b")


def test_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.non"
    with path.open("wb") as file:
        file.truncate(files.MAX_BYTES + 1)  # takes no room on the disk
    with pytest.raises(PuzzleSyntaxError, match="more than 64 MiB"):
        nonosat.load(path)
    with pytest.raises(PuzzleSyntaxError, match="characters of JSON: at most"):
        nonosat.loads("[" * (common.MAX_MARKUP + 1))
    monkeypatch.setattr(files, "MAX_BYTES", 1000)
    with pytest.raises(PuzzleSyntaxError, match="more than 0 MiB"):
        read_text("/dev/zero")


def test_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=nonosat.dump, args=(CUP, pipe), kwargs={"format": "non"})
    writer.start()
    assert nonosat.load(pipe) == CUP
    writer.join()
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "two.nonpack"
    path.write_text(nonosat.dumps(CUP) + "====\n" + nonosat.dumps(CUP))
    with pytest.raises(PuzzleSyntaxError, match=r"several puzzles.*load_all") as caught:
        nonosat.load(path)
    assert caught.value.source == str(path)
    assert list(nonosat.load_all(path)) == [CUP, CUP]

    broken = nonosat.dumps(CUP).replace("1,1\n", "2,1\n", 1)
    path.write_text(nonosat.dumps(CUP) + "====\n" + broken)
    reader = nonosat.load_all(path)
    assert next(reader) == CUP
    with pytest.raises(PuzzleError, match="needs 4 cells") as error:
        next(reader)
    assert error.value.source == f"{path}#2"
    path.write_text(broken + "====\n" + broken)
    with pytest.raises(PuzzleError, match=r"two.nonpack#1: line 7, R1"):
        next(nonosat.load_all(path))
    path.write_text(broken)
    for read in (nonosat.load, lambda path: list(nonosat.load_all(path))):
        with pytest.raises(PuzzleError, match=r"two.nonpack: line 7, R1"):
            read(path)


# real files


@pytest.mark.corpus
def test_samples(samples: Path) -> None:
    names = [
        *("simpson-*.non", "mikix-*.non", "nonny-*.non"),
        *("webpbn-*.xml", "davidje13-*.json", "taai-question-*.txt"),
    ]
    paths = [path for name in names for path in sorted(samples.glob(name))]
    assert len(paths) == 12
    for path in paths:
        puzzle = nonosat.load(path)
        assert puzzle.goal is None or puzzle.faults(puzzle.goal) == (), path
    titles = {path.name: nonosat.load(path).title for path in paths}
    assert titles["webpbn-27961-goal-and-saved.xml"] == "Symbol of Life"
    assert (
        nonosat.load(samples / "mikix-1.non").rows
        == nonosat.load(samples / "webpbn-1_dancer.xml").rows
    )
    assert nonosat.load(samples / "davidje13-P-partial.json").missing_clues
    assert nonosat.load(samples / "nonny-color-tree.non").palette.letters == "X@#"
    with pytest.raises(PuzzleSyntaxError, match="solutions, not of puzzles"):
        nonosat.load(samples / "taai-solution-first.txt")


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("folder", "pattern", "count", "goals"),
    [
        ("survey", "*.non", 31, 31),
        ("hard", "*.non", 113, 113),
        ("sample", "*.non", 387, 290),
        ("large", "*.non", 3, 0),
        ("color", "*.xml", 11, 1),
    ],
)
def test_corpus(corpus: Path, folder: str, pattern: str, count: int, goals: int) -> None:
    puzzles = [nonosat.load(path) for path in sorted((corpus / folder).glob(pattern))]
    with_goal = [(puzzle, puzzle.goal) for puzzle in puzzles if puzzle.goal is not None]
    assert (len(puzzles), len(with_goal)) == (count, goals)
    assert all(puzzle.faults(goal) == () for puzzle, goal in with_goal)
    for puzzle in puzzles:
        assert nonosat.loads(nonosat.dumps(puzzle)) == puzzle
        assert nonosat.loads(nonosat.dumps(puzzle, format="json")) == puzzle
        if folder == "color":
            assert nonosat.loads(nonosat.dumps(puzzle, format="webpbn")) == puzzle


@pytest.mark.corpus
def test_tournament(corpus: Path) -> None:
    puzzles = list(nonosat.load_all(corpus / "tournament" / "taai2014.txt"))
    assert [puzzle.title for puzzle in puzzles] == [str(number + 1) for number in range(1000)]
    assert {(puzzle.width, puzzle.height) for puzzle in puzzles} == {(25, 25)}
    rows = (corpus / "tournament" / "taai2014.solution.txt").read_text().split()
    grids = [rows[start + 1 : start + 626] for start in range(0, len(rows), 626)]
    for puzzle, grid in zip(puzzles[:50], grids, strict=False):
        assert puzzle.faults(puzzle.grid(bytes(map(int, grid)))) == ()


def test_clues_without_heads_say_how_they_are_read() -> None:
    """The way out that the message names works."""
    with pytest.raises(PuzzleSyntaxError, match=r"no known format(.*\n)*write 'rows' in a line"):
        nonosat.loads("1\n2\n1 1\n1")
    read = nonosat.loads("rows\n1\n2\ncolumns\n1\n2")
    assert read == nonosat.Puzzle([[1], [2]], [[1], [2]])
