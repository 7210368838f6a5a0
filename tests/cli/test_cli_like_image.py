# SPDX-License-Identifier: MIT
"""``nonosat like-image``: puzzles, drawn side by side, written, as JSON, or none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from nonosat import Verdict, load, load_all, solve
from nonosat.cli.output import Panel, side_by_side
from tests.support.command_line import run_here


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A disc on a darker ground, as a file in the working folder."""
    monkeypatch.chdir(tmp_path)
    image = Image.new("RGB", (200, 160), "#405060")
    ImageDraw.Draw(image).ellipse((60, 20, 179, 139), fill="#f0e0a0")
    image.save("moon.jpg", quality=95)
    return tmp_path / "moon.jpg"


def test_candidates_are_drawn_side_by_side(photo: Path) -> None:
    done = run_here("like-image", "moon.jpg", "--size", "10x10", "--count", "2", "--ascii")
    assert done.code == 0
    first = done.out.splitlines()[0]
    assert first.startswith("1. similarity ")
    assert "2. similarity " in first
    assert "2 puzzles from " in done.out


def test_json_has_a_line_for_each_puzzle(photo: Path) -> None:
    done = run_here("like-image", "moon.jpg", "--size", "10x8", "--json")
    assert done.code == 0
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3]
    for line in lines:
        assert line["file"] == "moon.jpg"
        assert 0.5 < line["similarity"] <= 1
        assert [len(row) for row in line["picture"]] == [10] * 8
        assert line["puzzle"]["rows"]
    again = run_here("like-image", "moon.jpg", "--size", "10x8", "--json")
    assert again.out == done.out


def test_a_folder_gets_all_puzzles(photo: Path) -> None:
    asked = ("like-image", "moon.jpg", "--size", "12", "--count", "2", "-o", "out")
    done = run_here(*asked)
    assert done.code == 0
    files = sorted(Path("out").iterdir())
    assert [file.name for file in files] == ["moon-1.non", "moon-2.non"]
    for file in files:
        puzzle = load(file)
        assert puzzle.title == "moon"
        assert solve(puzzle).verdict is Verdict.UNIQUE
        assert (puzzle.width, puzzle.height) == (12, 10)
    done = run_here(*asked)
    assert done.code == 2
    assert "exists: add --force to replace it" in done.err
    assert run_here(*asked, "--force", "--quiet").code == 0


def test_a_file_gets_the_best_or_all(photo: Path) -> None:
    base = ("like-image", "moon.jpg", "--size", "9", "--count", "2", "--quiet", "-o")
    assert run_here(*base, "best.cwd").code == 0
    assert solve(load("best.cwd")).verdict is Verdict.UNIQUE
    assert run_here(*base, "all.nonpack").code == 0
    assert len(list(load_all("all.nonpack"))) == 2
    assert run_here(*base, "all.nonpack").code == 2  # it exists already


def test_colors_and_technique(photo: Path) -> None:
    image = Image.open(photo)
    ImageDraw.Draw(image).rectangle((90, 60, 149, 119), fill="#c02010")
    image.save(photo)
    asked = ("--size", "10", "--colors", "2", "--max-technique", "line", "--json")
    done = run_here("like-image", "moon.jpg", *asked)
    assert done.code == 0
    letters = set("".join(json.loads(done.out.splitlines()[0])["picture"]))
    assert len(letters) == 3  # two colours and the background


def test_no_puzzle(photo: Path) -> None:
    Image.new("L", (30, 30), 90).save("grey.png")
    done = run_here("like-image", "grey.png", "--size", "10")
    assert done.code == 1
    assert "no puzzle: the image has almost one colour" in done.out
    line = json.loads(run_here("like-image", "grey.png", "--json").out)
    assert (line["number"], line["nearest"]) == (None, None)
    image = Image.new("L", (2, 2), 255)
    image.putpixel((0, 0), 0)
    image.putpixel((1, 1), 0)
    image.save("two.png")
    done = run_here("like-image", "two.png", "--size", "2x2", "--max-changes", "0", "--ascii")
    assert done.code == 1
    assert "the nearest miss: 4 cells stay unsolved" in done.out
    assert done.out.startswith("the nearest miss, unsolved cells marked\n")
    limited = run_here("like-image", "moon.jpg", "--time-limit", "0")
    assert limited.code == 5
    assert "ended early: time limit" in limited.out


def test_bad_input(photo: Path) -> None:
    Path("text.png").write_text("no picture")
    assert run_here("like-image", "text.png").code == 4
    missing = run_here("like-image", "missing.png")
    words = "nonosat: missing.png: the file cannot be read: No such file or directory\n"
    assert (missing.code, missing.err) == (4, words)
    assert run_here("like-image").code == 2
    assert run_here("like-image", "moon.jpg", "--density", "0.5").code == 2


def test_panels_fill_rows() -> None:
    panels = [
        [Panel(str(number), lambda color: "\x1b[1m##\x1b[0m\n##" if color else "##\n##")] * size
        for number, size in ((1, 1), (2, 2), (3, 1))
    ]
    assert side_by_side(panels, 12, False) == (
        "1    2    2\n##   ##   ##\n##   ##   ##\n\n3\n##\n##"
    )
    assert side_by_side(panels, 11, False).splitlines()[0] == "1"  # a group stays together
    assert side_by_side(panels[:1], 1, True) == "1\n\x1b[1m##\x1b[0m\n##"
