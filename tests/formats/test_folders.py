# SPDX-License-Identifier: MIT
"""One walk through a folder for every command: everything in the folder is read or reported."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from nonosat import Puzzle, collection, dump, dumps, study
from nonosat.formats import FORMATS, NoPuzzleError, read_file, read_folder, walk
from nonosat.formats.arguments import Kind, argument
from nonosat.formats.files import scratch_folder
from tests.support.command_line import Result
from tests.support.command_line import run_here as run

UNIQUE = Puzzle([[2], [1]], [[2], [1]])
CUT = "width 2\nheight 2\nrows\n2\n"
NO_PUZZLES = {
    "README.md": "These are puzzles.\n",
    "empty": "",
    "package.json": '{"name": "x"}',
    "names.json": '["Ann", "Bob"]',
    "cut.json": '{"name": ',
    "page.xml": "<html/>",
    "project.toml": "[project]\nname = 'x'\n",
    "ci.yml": "on: push\n",
    "table.csv": "name,age\nAnn,7\n",
    "photo.jpg": "\0\1\2",
}
BROKEN = {
    "cut.non": CUT,
    "empty.non": "",
    "zeros.non": "\0" * 10,
    "binary.taai": "\0",
    "rows": CUT,
    "cut.json": '{"title": "x", "rows": [[2], [',
    "words.json": '{"rows": [["x"]], "columns": [[1]]}',
    "cut.xml": "<puzzleset><puzzle",
    "blotted": "1 ?\n1\n\n1\n1\n",
    "two.txt": "2\n1\n\n2\n1\n",
    "cut.zip": "PK\3\4",
}


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    dump(UNIQUE, tmp_path / "in" / "a.non")
    dump(UNIQUE, tmp_path / "in" / "deep" / "b.non")
    monkeypatch.chdir(tmp_path)


def all_commands() -> Iterator[tuple[str, Result]]:
    """Every command that has a walk of its own, on the folder ``in``."""
    yield "check", run("check", "in")
    yield "convert", run("convert", "in", "-o", "out", "--to", "json", "--force")
    yield "collection", run("collection", "my.db", "add", "in")
    yield "bench", run("bench", "in", "--presets", "fast")


def test_broken_puzzles_in_a_folder_are_bad_input_everywhere() -> None:
    for name, text in BROKEN.items():
        Path("in", name).write_text(text)
    for command, done in all_commands():
        assert done.code == 4, command
        assert {name for name in BROKEN if f"in/{name}: " not in done.err} == set(), command
        assert "skipped" not in done.err


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_puzzle_in_a_folder_is_bad_input(name: str) -> None:
    Path("in", name).write_text(BROKEN[name])
    done = run("check", "in")
    assert done.code == 4
    assert f"in/{name}: " in done.err
    assert "skipped" not in done.err
    found = study.folder("in")
    assert (list(found), [skipped.path for skipped in found.skipped]) == (
        ["a.non", "deep/b.non"],
        [name],
    )


def test_files_that_are_no_puzzles_are_skipped_and_counted_everywhere() -> None:
    for name, text in NO_PUZZLES.items():
        Path("in", name).write_text(text)
    with zipfile.ZipFile("in/texts.zip", "w") as archive:
        archive.writestr("README", "Hello.\n")
        archive.writestr("package.json", '{"name": "x"}')
    names = {*NO_PUZZLES, "texts.zip"}
    for command, done in all_commands():
        assert done.code == 0, (command, done.err)
        said = {line.split(": ")[1] for line in done.err.splitlines() if ": skipped: " in line}
        assert {name.split("/")[1].partition("#")[0].partition(":")[0] for name in said} == names
        total = done.out if command == "collection" else done.err
        assert f"{len(names)} files skipped" in total or f", {len(names)} skipped" in total
    assert {skipped.path.partition("#")[0] for skipped in study.folder("in").skipped} == names


def test_the_same_files_named_by_themselves_are_bad_input() -> None:
    for name, text in NO_PUZZLES.items():
        Path("in", name).write_text(text)
        assert run("check", f"in/{name}").code == 4
        assert isinstance(next(read_file(f"in/{name}")).item, NoPuzzleError)


def test_a_folder_of_other_files_alone_has_no_puzzle() -> None:
    os.makedirs("others")
    Path("others", "README").write_text("Hello.\n")
    for done in (
        run("check", "others"),
        run("convert", "others", "-o", "out", "--to", "non", "-q"),
    ):
        assert done.code == 4
        assert done.err.splitlines()[1:] == [
            "nonosat: others: 1 file skipped",
            "nonosat: others: no puzzle in this folder",
        ]


def test_an_archive_has_the_same_rule() -> None:
    with zipfile.ZipFile("in/pack.zip", "w") as archive:
        archive.writestr("README", "Hello.\n")
        archive.writestr("package.json", '{"name": "x"}')
        archive.write("in/a.non", "a.non")
    assert run("check", "in").code == 0
    with zipfile.ZipFile("in/pack.zip", "a") as archive:
        archive.writestr("zeros.non", "\0\0")
    done = run("check", "in")
    assert done.code == 4
    assert "in/pack.zip:zeros.non: binary data" in done.err


def test_a_format_that_is_named_claims_all_files() -> None:
    Path("in", "README").write_text("Hello.\n")
    assert run("check", "--format", "non", "in").code == 4
    assert run("check", "in").code == 0


def unreadable(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Make a folder unreadable, also for root."""
    scandir = os.scandir

    def refusing(path: str) -> Any:
        if os.path.basename(path) == name:
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)


def test_a_folder_that_cannot_be_read_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    unreadable(monkeypatch, "deep")
    for command, done in all_commands():
        assert done.code == 4, command
        assert "in/deep: the folder cannot be read: Permission denied" in done.err
    (skipped,) = study.folder("in").skipped
    assert skipped == ("deep", "the folder cannot be read: Permission denied")


def test_a_folder_of_certificates_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("write-certificate", "in/a.non", "-o", "in/a.nonocert").code == 0
    assert run("verify-certificate", "in").code == 0
    unreadable(monkeypatch, "deep")
    done = run("verify-certificate", "in")
    assert done.code == 4
    assert "in/deep: the folder cannot be read" in done.err


def test_the_first_folder_may_vanish_or_be_no_folder() -> None:
    for name, why in (("nix", "No such file"), ("in/a.non", "Not a directory"), ("\0", "no file")):
        ((path, fault),) = walk(name)
        assert path == name
        assert f"the folder cannot be read: {why}" in str(fault)


@pytest.fixture(name="levels")
def _levels() -> Iterator[Callable[[str, int], None]]:
    """Makes folders in folders below ``in/deep``, and removes them: pytest cannot."""

    def make(name: str, count: int) -> None:
        here = os.open("in/deep", os.O_RDONLY)
        for _ in range(count):
            os.mkdir(name, dir_fd=here)
            inner = os.open(name, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = inner
        with open(os.open("c.non", os.O_WRONLY | os.O_CREAT, dir_fd=here), "w") as file:
            file.write(dumps(UNIQUE))
        os.close(here)

    yield make
    subprocess.run(["rm", "-rf", "in/deep"], check=True)


def test_a_tree_deeper_than_a_path_may_be(levels: Callable[[str, int], None]) -> None:
    levels("d" * 250, 20)
    done = run("check", "in")
    assert done.code == 4
    assert "the folder cannot be read: File name too long" in done.err
    assert done.out == "in/a.non: unique\nin/deep/b.non: unique\n"


def test_many_levels_are_no_recursion(levels: Callable[[str, int], None]) -> None:
    levels("d", 1200)
    done = run("check", "in")
    assert (done.code, done.out.count(": unique\n")) == (0, 3)


def test_links() -> None:
    os.symlink("a.non", "in/link.non")
    os.symlink("..", "in/deep/up")
    os.symlink("nowhere", "in/lost.non")
    os.symlink("round", "in/round")
    found = {entry.path: entry.fault for entry in walk("in")}
    assert list(found) == [
        *("in/a.non", "in/link.non", "in/lost.non", "in/round"),
        *("in/deep/b.non", "in/deep/up"),
    ]
    assert found["in/link.non"] is None
    assert str(found["in/deep/up"]) == "a link to a folder is not read"
    assert isinstance(found["in/deep/up"], NoPuzzleError)
    assert str(found["in/lost.non"]) == "the file cannot be read: No such file or directory"
    assert "symbolic links" in str(found["in/round"])
    for command, done in all_commands():
        assert done.code == 4, command
        assert "in/deep/up: skipped: a link to a folder is not read" in done.err
        assert "in/lost.non: the file cannot be read" in done.err


def test_a_file_that_vanishes_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = list(walk("in"))
    Path("in/a.non").unlink()
    monkeypatch.setattr("nonosat.formats.folders.walk", lambda folder: entries)
    first, second = read_folder("in")
    assert str(first.item) == "the file cannot be read: No such file or directory"
    assert second.item == UNIQUE


def test_a_file_that_is_too_large_is_not_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("in", "film").write_text("x" * 1000)
    monkeypatch.setattr("nonosat.formats.files.MAX_BYTES", 500)
    done = run("check", "in")
    assert done.code == 4
    assert "in/film: the file has more than" in done.err


def test_hidden_files_are_left_out_everywhere() -> None:
    os.makedirs("in/.git")
    for name in ("in/.hidden.non", "in/.git/x.non"):
        Path(name).write_text(CUT)
    for command, done in all_commands():
        assert (done.code, done.err) == (0, ""), command
    assert list(study.folder("in")) == ["a.non", "deep/b.non"]


def test_a_folder_that_says_so_is_left_out_everywhere() -> None:
    os.makedirs("in/about/deeper")
    Path("in/about/.nonosat-ignore").write_text("")
    for name in ("in/about/x.non", "in/about/deeper/y.non"):
        Path(name).write_text(CUT)
    for command, done in all_commands():
        assert (done.code, done.err) == (0, ""), command
    assert list(study.folder("in")) == ["a.non", "deep/b.non"]
    named = [os.path.relpath(entry.path, "in") for entry in walk("in/about")]
    assert [name.replace(os.sep, "/") for name in named] == ["about/x.non", "about/deeper/y.non"]


ODD_NAMES = [
    "a\nb",
    '{"rows"',
    "<xml>",
    "RlKq",
    "https:",
    "#a",
    "iJA",
    "-q",
    " ",
    "ü\udcff",
    "\x1b[31m",
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_what_exists_is_a_path_whatever_its_name(name: str) -> None:
    Path(name).write_text(dumps(UNIQUE))
    path = f"./{name}" if name[0] == "-" else name
    assert argument(path).kind is Kind.FILE
    done = run("check", "--json", path)
    assert (done.code, json.loads(done.out)["file"]) == (0, path)
    assert run("check", path).out.count("\n") == 1
    assert run("show", path).code == 0
    assert run("convert", path, "-o", "one", "--to", "json").code == 0
    assert len(os.listdir("one")) == 1
    Path(name).rename(Path("in", name))
    done = run("check", "--json", "in")
    assert done.code == 0
    assert f"in/{name}" in [json.loads(line)["file"] for line in done.out.splitlines()]
    assert run("convert", "in", "-o", "out", "--to", "json").code == 0
    assert len([name for name in os.listdir("out") if name != "deep"]) == 2
    assert f"in/{name}" in [item.path for item in read_folder("in")]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_folder_and_a_grid_may_have_such_names(name: str) -> None:
    os.rename("in", name)
    path = f"./{name}" if name[0] == "-" else name
    assert argument(path).kind is Kind.FOLDER
    assert run("check", path).code == 0
    assert run("write-certificate", path, "-o", "proofs").code == 0
    Path(name, "grid").write_text("##\n#.\n")
    os.rename(Path(name, "grid"), f"grid{name}")
    given = f"grid{name}"
    assert run("check-grid", f"{path}/a.non", "--given", given).code == 0


@pytest.mark.parametrize("name", [name for name in ODD_NAMES if "\udcff" not in name])
def test_a_collection_takes_such_names(name: str) -> None:
    Path(name).write_text(dumps(UNIQUE))
    with collection.open("my.db") as store:
        added = store.add(["in", f"./{name}" if name[0] == "-" else name])
        assert (added.new, added.known, added.files, added.unread) == (1, 2, 3, 0)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"rows": []}', Kind.TEXT),
        (" <puzzle/>", Kind.TEXT),
        ("rows\n1", Kind.TEXT),
        ("#r\n.r", Kind.TEXT),
        ("cup.non", Kind.FILE),
        ("RlKq", Kind.CODE),
        ("RlKq\n", Kind.CODE),
        ("https://example.org/#rules=RlKq", Kind.CODE),
        ("in", Kind.FOLDER),
        ("in/a.non", Kind.FILE),
        ("-", Kind.STREAM),
        ("", Kind.FILE),
        ("a\0b", Kind.FILE),
        ("x" * 5000, Kind.FILE),
    ],
)
def test_what_an_argument_is(text: str, kind: Kind) -> None:
    assert argument(text) == (text, kind)


def test_it_is_decided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file may be gone before its name is printed."""
    Path("RlKq").write_text(dumps(UNIQUE))
    exists = os.path.lexists
    asked: list[object] = []

    def once(path: Any) -> bool:
        asked.append(path)
        return asked.count(path) == 1 and exists(path)

    monkeypatch.setattr(os.path, "lexists", once)
    assert run("check", "RlKq").out == "RlKq: unique\n"
    assert asked.count("RlKq") == 1


def test_a_code_that_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (item,) = read_file("RlK")
    assert str(item.item) == (
        "no such file, and a code has four characters or more: is it cut off?"
    )
    (item,) = read_file("cup")
    assert "the file cannot be read" in str(item.item)


@pytest.mark.parametrize("name", FORMATS)
def test_names_with_line_breaks_reach_every_reader(tmp_path: Path, name: str) -> None:
    """A file with such a name is read if it was written, and reported if it is broken."""
    form = FORMATS[name]
    suffix = form.suffixes[0] if form.suffixes else ""
    path = tmp_path / f"a\nb\r\x1b{suffix}"
    path.write_bytes(b"??? neither ???\n")
    for item in read_file(path, format=name):
        assert item.path == str(path)
        assert not isinstance(item.item, Puzzle)
    if form.writes:
        dump(Puzzle.from_grid("#.\n##"), path, format=name)
        assert [type(item.item) for item in read_file(path, format=name)] == [Puzzle]


def test_scratch_folders_lie_where_the_system_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``gettempdir`` would test the place with a file, which an interruption leaves behind."""
    place, named = tmp_path / "place", tmp_path / "named"
    place.mkdir()
    named.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_get_default_tempdir", None)  # is not called
    monkeypatch.setenv("TMPDIR", str(tmp_path / "absent"))
    monkeypatch.setenv("TEMP", str(place))
    with scratch_folder() as folder:
        assert Path(folder).parent == place
    assert os.listdir(place) == []
    monkeypatch.setattr(tempfile, "tempdir", str(named))
    with scratch_folder() as folder:
        assert Path(folder).parent == named


def test_pictures_of_a_folder_are_named_once() -> None:
    for name in ("a.png", "b.png", "c.png"):
        Path("in", name).write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\0")
    more = "2 more pictures: use 'nonosat read' or 'nonosat from-image'"
    for command, prefix in ((("check",), "in: "), (("collection", "x.db", "add"), "")):
        lines = run(*command, "in").err.splitlines()
        assert [line for line in lines if "picture" in line] == [
            "nonosat: in/a.png: skipped: not a puzzle file but a picture (PNG): use "
            "'nonosat read FILE' for a printed puzzle, 'nonosat from-image FILE' for a drawing",
            f"nonosat: {prefix}{more}",
        ]
    done = run("check", "in/a.png", "in/b.png", "--json")
    assert done.out.count("a picture (PNG)") == 2
    assert done.code == 4
