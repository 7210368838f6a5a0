# SPDX-License-Identifier: MIT
"""``nonosat convert``: one file, many files, a list, an archive; names, losses, interruptions."""

from __future__ import annotations

import json
import os
import time
import zipfile
from pathlib import Path

import pytest

from nonosat import Grid, Puzzle, dump, dump_all, load, load_all
from nonosat.formats import archives
from nonosat.formats.names import FileNames, safe_part
from tests.support.command_line import (
    MULTIPLE,
    NO_SOLUTION,
    UNIQUE,
    Result,
    begin,
    interrupt,
    run_here,
)

CUP = Puzzle.from_grid("#.#\n###\n.#.").with_meta(title="Cup", author="me")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of puzzles, as the working folder."""
    monkeypatch.chdir(tmp_path)
    dump(CUP, "cup.non")
    dump_all([CUP, CUP.with_meta(title="a/../b"), CUP.with_meta(title="")], "list.json")
    os.makedirs("in/deep")
    dump(CUP, "in/one.non")
    dump(CUP, "in/deep/two.json")
    Path("in/notes.txt").write_text("milk, eggs")
    Path("in/other.json").write_text('{"a": 1}')
    return tmp_path


def convert(*args: str, code: int = 0) -> Result:
    result = run_here("convert", *args)
    assert result.code == code, result.err
    return result


def names(folder: str | Path) -> list[str]:
    """The files below a folder; none is a temporary one."""
    top = Path(folder)
    return sorted(str(path.relative_to(top)) for path in top.rglob("*") if path.is_file())


def test_one_file(place: Path) -> None:
    assert convert("cup.non", "-o", "cup.json") == ("", "", 0)
    assert load("cup.json") == CUP
    convert("cup.json", "-o", "x.xml")
    assert load("x.xml") == CUP


def test_standard_input_and_output(place: Path) -> None:
    result = run_here("convert", "-", "-o", "-", "--to", "picture", stdin=".#\n##\n")
    assert (result.out, result.code) == (".#\n##\n", 0)
    assert json.loads(convert("cup.non", "-o", "-", "--to", "json").out)["title"] == "Cup"
    assert convert("..#\n###", "-o", "-", "--to", "picture").out == "..#\n###\n"
    assert convert("..#\n###", "--to", "picture").out == "..#\n###\n"


def test_many_files(place: Path) -> None:
    convert("cup.non", "list.json", "-o", "out", "--to", "non")
    assert names("out") == ["cup.non", "list-1.non", "list-2.non", "list-3.non"]
    assert load("out/list-1.non") == CUP


def test_a_folder_and_the_folders_in_it(place: Path) -> None:
    result = convert("in", "-o", "out", "--to", "non")
    assert names("out") == ["deep/two.non", "one.non"]
    assert result.err.splitlines()[0].startswith("nonosat: in/notes.txt: skipped: line 1: no known")
    assert "skipped: the object has neither" in result.err


def test_a_broken_file_in_a_folder_is_an_error(place: Path) -> None:
    Path("in/broken.non").write_text("rows\n1,x\ncolumns\n1\n")
    result = convert("in", "-o", "out", "--to", "non", code=4)
    assert "in/broken.non: line 2, R1: '1,x' is not a clue" in result.err
    assert names("out") == ["deep/two.non", "one.non"]


def test_a_file_of_two_formats_in_a_folder_is_an_error(place: Path) -> None:
    """Numbers without commas fit the formats of two programs."""
    Path("in/numbers.txt").write_text("2\n1\n\n2\n1\n")
    result = convert("in", "-o", "out", "--to", "non", code=4)
    assert "in/numbers.txt: the formats 'ish' and 'keen' fit: say" in result.err


def test_a_list_out(place: Path) -> None:
    convert("cup.non", "list.json", "-o", "all.nonpack")
    assert [puzzle.title for puzzle in load_all("all.nonpack")] == ["Cup", "Cup", "a/../b", ""]
    result = run_here("convert", "list.json", "-o", "x.json", "--to", "thomasr")
    assert result.code == 2
    assert "holds one puzzle: name a folder" in result.err
    assert not Path("x.json").exists()


def test_archives_in_and_out(place: Path) -> None:
    convert("cup.non", "in", "-o", "all.zip", "--to", "non")
    with zipfile.ZipFile("all.zip") as archive:
        assert archive.namelist() == ["cup.non", "one.non", "deep/two.non"]
    convert("all.zip", "-o", "out", "--to", "json")
    assert names("out") == ["all/cup.json", "all/deep/two.json", "all/one.json"]
    assert load("out/all/deep/two.json") == CUP
    convert("cup.non", "-o", "plain.zip")
    assert list(load_all("plain.zip")) == [CUP]


def test_a_name_that_climbs_out_of_an_archive(place: Path) -> None:
    with zipfile.ZipFile("bad.zip", "w") as archive:
        archive.writestr("../../climb.non", Path("cup.non").read_text())
        archive.writestr("fine.non", Path("cup.non").read_text())
    result = convert("bad.zip", "-o", "out/in", "--to", "json", code=1)
    assert "bad.zip:../../climb.non: its name leads out of the archive" in result.err
    assert names(place)[0] == "bad.zip"
    assert names("out") == ["in/bad/fine.json"]


def test_names_from_templates(place: Path) -> None:
    convert("list.json", "-o", "out", "--to", "non", "--name", "{index:03} {title} of {stem}")
    assert names("out") == [
        "001 Cup of list.non",
        "002 a_.._b of list.non",
        "003 untitled of list.non",
    ]
    convert("cup.non", "in", "-o", "titled", "--to", "non", "--name", "{title}")
    assert names("titled") == ["Cup-2.non", "Cup.non", "deep/Cup.non"]
    for template in ("{x}", "{title", "../{title}", "{title.__class__}", "{index:{stem}}", "{}"):
        assert convert("cup.non", "-o", "out", "--to", "non", "--name", template, code=2).err


def test_nothing_is_overwritten_without_force(place: Path) -> None:
    convert("list.json", "-o", "out", "--to", "non")
    before = Path("out/list-1.non").read_text()
    result = convert("list.json", "-o", "out", "--to", "non", "--mirror", code=2)
    words = "exists: add --force to replace it or --resume to keep it"
    assert result.err.count(words) == 3
    assert Path("out/list-1.non").read_text() == before
    convert("list.json", "-o", "out", "--to", "non", "--transpose", "--force")
    assert Path("out/list-1.non").read_text() != before
    one_file = convert("cup.non", "-o", "list.json", code=2).err
    assert one_file.endswith("list.json exists: add --force to replace it\n")
    assert len(list(load_all("list.json"))) == 3


def test_a_link_that_leads_out(place: Path) -> None:
    os.makedirs("out")
    os.makedirs("elsewhere")
    os.symlink("../elsewhere", "out/deep")
    result = convert("in", "-o", "out", "--to", "non", code=1)
    assert "leads out of out through a link" in result.err
    assert names("elsewhere") == []


def test_losses_are_said_once_for_each_kind(place: Path) -> None:
    result = convert("cup.non", "list.json", "-o", "out", "--to", "taai")
    assert result.err.splitlines() == [
        "nonosat: cup.non: the format 'taai' does not keep the goal picture "
        "(of this puzzle, and of 3 more puzzles)",
        "nonosat: cup.non: the format 'taai' does not keep the author "
        "(of this puzzle, and of 3 more puzzles)",
        "nonosat: cup.non: the format 'taai' does not keep some characters of the title "
        "(of this puzzle, and of 2 more puzzles)",
    ]
    assert convert("cup.non", "-o", "quiet.taai", "-q").err == ""


def test_strict(place: Path) -> None:
    result = convert("cup.non", "-o", "x.taai", "--strict", code=1)
    assert "does not keep the goal picture, the author" in result.err
    assert not Path("x.taai").exists()
    convert("cup.non", "-o", "x.json", "--strict")


def test_what_would_be_another_puzzle_is_refused(place: Path) -> None:
    dump(Puzzle([[1], None], [[1], [1]]), "partial.json")
    result = convert("partial.json", "cup.non", "-o", "out", "--to", "taai", "-q", code=4)
    assert "partial.json: the clue of R2 is missing, which the format 'taai' can" in result.err
    assert names("out") == ["cup.taai"]


def test_solve_adds_the_goal(place: Path) -> None:
    Path("u.non").write_text(UNIQUE)
    Path("m.non").write_text(MULTIPLE)
    Path("n.non").write_text(NO_SOLUTION)
    convert("u.non", "-o", "u.grid", "--solution")
    assert Path("u.grid").read_text() == "###\n.#.\n"
    result = convert("m.non", "n.non", "u.non", "-o", "out", "--to", "json", "--solution", code=3)
    assert "m.non: no solution is added: multiple" in result.err
    assert [load(f"out/{name}.json").goal is None for name in "mnu"] == [True, True, False]
    assert convert("u.non", "-o", "v.grid", code=4).err.count("the puzzle has none") == 1
    assert "is for --solution" in convert("u.non", "-o", "w.json", "--time-limit", "3", code=2).err


def test_transforms(place: Path) -> None:
    convert("cup.non", "-o", "a.grid", "--rotate", "90", "-q")
    assert Path("a.grid").read_text() == ".##\n##.\n.##\n"
    convert("cup.non", "-o", "b.grid", "--rotate", "270", "--mirror", "-q")
    assert Path("b.grid").read_text() == ".##\n##.\n.##\n"
    convert("cup.non", "-o", "c.grid", "--transpose", "-q")
    assert Path("c.grid").read_text() == "##.\n.##\n##.\n"
    convert("cup.non", "-o", "d.grid", "--invert", "-q")
    assert Path("d.grid").read_text() == ".#.\n...\n#.#\n"
    Path("wide.grid").write_text("....\n.##.\n....\n")
    convert("wide.grid", "-o", "e.grid", "--crop")
    assert Path("e.grid").read_text() == "##\n"


def test_invert_and_crop_need_a_picture(place: Path) -> None:
    Path("u.non").write_text(UNIQUE)
    for option, done in (("--invert", "inverted"), ("--crop", "cropped")):
        result = convert("u.non", "-o", "x.json", option, code=4)
        assert f"only a picture can be {done}" in result.err
        convert("u.non", "-o", "x.json", option, "--solution", "--force")
    assert load("x.json").goal == Grid("###\n.#.")


def test_resume(place: Path) -> None:
    convert("list.json", "cup.non", "-o", "out", "--to", "non")
    os.unlink("out/list-2.non")
    kept = Path("out/list-1.non").stat().st_mtime_ns
    result = convert("list.json", "cup.non", "-o", "out", "--to", "non", "--resume", "--json")
    assert [json.loads(line).get("kept") for line in result.out.splitlines()] == [
        *("list-1.non", None, "list-3.non", "cup.non")
    ]
    assert names("out") == ["cup.non", "list-1.non", "list-2.non", "list-3.non"]
    assert Path("out/list-1.non").stat().st_mtime_ns == kept
    assert "--resume needs a folder" in convert("cup.non", "-o", "y.json", "--resume", code=2).err


def test_json(place: Path) -> None:
    result = convert("cup.non", "-o", "x.taai", "--json")
    assert [json.loads(line) for line in result.out.splitlines()] == [
        {
            "file": "cup.non",
            "index": None,
            "output": "x.taai",
            "lost": ["goal", "author", "characters"],
        }
    ]


def test_a_folder_that_is_missing(place: Path) -> None:
    result = convert("cup.non", "-o", "absent/x.json", code=74)
    assert result.err == "nonosat: absent/x.json cannot be written: No such file or directory\n"


def test_dialects(place: Path) -> None:
    puzzle = Puzzle.from_grid(Grid("rb", "rb"), palette=None).with_meta(title="two")
    dump(puzzle, "two.json")
    convert("two.json", "-o", "two.non", "--dialect", "nonny")
    assert "\ncolor-1 1 color-2 1\n" in Path("two.non").read_text()
    assert load("two.non") == puzzle


def test_nothing_to_convert(place: Path) -> None:
    os.makedirs("empty")
    assert "no puzzle in this folder" in convert("empty", "-o", "out", "--to", "json", code=4).err


@pytest.mark.unix
def test_ctrl_c_leaves_whole_files(tmp_path: Path) -> None:
    """Every file that exists can be read, and --resume writes the others."""
    big = Puzzle.from_grid(Grid.from_cells(40, 40, bytes([1, 0] * 800)))
    dump_all([big] * 100, tmp_path / "list.json")
    os.mkfifo(tmp_path / "waits.json")
    command = ("convert", "list.json", "waits.json", "-o", "out", "--to", "webpbn")
    child = begin(*command, cwd=tmp_path)
    out = tmp_path / "out"
    while child.poll() is None and not (out.is_dir() and len(list(out.glob("*.xml"))) > 5):
        time.sleep(0.005)
    done = interrupt(child)
    assert done.code == 130, done.err
    assert "written before the interruption; --resume goes on" in done.err
    found = names(out)
    assert 5 < len(found) <= 100
    assert all(name.endswith(".xml") for name in found)
    assert load(out / found[-1]) == big


def test_names_of_many_files_take_linear_time() -> None:
    class Counting(dict[str, int]):
        """Counts how often a name is looked up."""

        looks = 0

        def __contains__(self, name: object) -> bool:
            self.looks += 1
            return super().__contains__(name)

    names = FileNames("{title}")
    names._given = Counting()
    made = [
        names.make("", stem="x", index=1, title=title, suffix=".non")
        for title in ("Cup", "cup", "Cup-2", "Cup-3") * 500
    ]
    assert len({name.casefold() for name in made}) == 2000
    assert made[:5] == ["Cup.non", "cup-2.non", "Cup-2-2.non", "Cup-3.non", "Cup-4.non"]
    assert names._given.looks < 10_000


def test_safe_parts() -> None:
    for text in ("../x", "a/b", "a\\b", "", ".", "..", "\0", "CON", "nul.txt", "-rf", "ü" * 300):
        part = safe_part(text)
        assert part not in ("", ".", "..")
        assert not set("/\\\0:") & set(part)
        assert len(part.encode()) <= 130
        assert not part.startswith("-")
        assert archives.is_safe(part)
    assert FileNames(None).make("", stem="x", index=None, title="", suffix=".non") == "x.non"
