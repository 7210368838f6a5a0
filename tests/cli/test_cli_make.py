# SPDX-License-Identifier: MIT
"""``nonosat make``: files, standard output, JSON, requirements that cannot be met, Ctrl-C."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from nonosat import Puzzle, Verdict, load, load_all, loads, rate, solve
from nonosat.explain.difficulty import WORDS, difficulty_word
from nonosat.make import Requirements, random_puzzles
from tests.support.command_line import Run, begin, interrupt


@pytest.fixture
def run(quick_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """In this process and an empty folder."""
    monkeypatch.chdir(tmp_path)
    return quick_run


def test_a_folder_gets_a_file_for_each_puzzle(run: Run, tmp_path: Path) -> None:
    result = run(
        "make", "12x10", "--density", ".5", "--max-technique", "line",
        "--count", "4", "--seed", "7", "-o", "book",
    )  # fmt: skip
    assert result.code == 0
    assert result.out.startswith("book: 4 puzzles made; ")
    wanted = list(
        random_puzzles(Requirements(12, 10, density=0.5, max_technique="line"), seed=7, count=4)
    )
    files = sorted((tmp_path / "book").iterdir())
    assert sorted(file.name for file in files) == sorted(f"12x10-7-{m.number}.non" for m in wanted)
    for made in wanted:
        puzzle = load(tmp_path / "book" / f"12x10-7-{made.number}.non")
        assert (puzzle, puzzle.goal) == (made.puzzle, made.puzzle.goal)
    assert run("check", "book").code == 0


def test_standard_output_is_a_puzzle(run: Run) -> None:
    result = run("make", "8")
    assert result.code == 0
    assert solve(loads(result.out)).verdict is Verdict.UNIQUE


def test_json_has_the_puzzles_or_their_files(run: Run) -> None:
    result = run("make", "8", "--count", "2", "--json", "--needs", "chain")
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert [line["technique"] for line in lines] == ["chain", "chain"]
    assert [list(line) for line in lines] == [
        ["seed", "number", "rung", "width", "height", "technique", "difficulty", "tries", "puzzle"]
    ] * 2
    wanted = random_puzzles(Requirements(8, needs="chain"))
    for line in lines:
        made = next(wanted)
        assert loads(json.dumps(line["puzzle"])) == made.puzzle
        assert (line["number"], line["difficulty"]) == (made.number, made.difficulty)
    result = run("make", "8", "--count", "2", "--json", "-o", "new/")
    paths = [json.loads(line)["output"] for line in result.out.splitlines()]
    assert [isinstance(load(path), Puzzle) for path in paths] == [True, True]


@pytest.mark.parametrize("name", ["all.nonpack", "all.json", "all.zip"])
def test_one_file_gets_all(run: Run, name: str) -> None:
    options = ("--count", "3", "--colors", "2", "--style", "smooth", "--symmetry", "left-right")
    result = run("make", "9", *options, "-o", name)
    assert result.out.startswith(f"{name}: 3 puzzles")
    wanted = random_puzzles(
        Requirements(9, colors=2, style="smooth", symmetry="left-right"), count=3
    )
    assert {p.sha256() for p in load_all(name)} == {made.puzzle.sha256() for made in wanted}


def test_files_are_not_replaced_without_force(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text("mine")
    assert run("make", "8", "-o", "one.json").code == 2
    assert (tmp_path / "one.json").read_text() == "mine"
    assert run("make", "8", "-o", "one.json", "--force").code == 0
    assert run("make", "8", "-o", "f").code == 0
    result = run("make", "8", "-o", "f")
    assert result.code == 2
    assert "--force" in result.err
    assert run("make", "8", "-o", "f", "--force").code == 0


def test_what_a_format_cannot_hold_is_bad_input(run: Run) -> None:
    result = run("make", "8", "--colors", "2", "--to", "taai", "-o", "x")
    assert result.code == 4
    assert "colours" in result.err


def test_an_impossible_requirement_ends_with_the_nearest_miss(run: Run) -> None:
    asked = ("make", "20", "--density", ".06", "--attempt-limit", "1")
    result = run(*asked, "-o", "none", "--ascii")
    assert result.code == 5
    assert "no puzzle in the last 1 attempt" in result.err
    assert "stay unknown" in result.err
    assert "-+-" in result.out  # the nearest miss is drawn
    result = run(*asked)
    assert (result.code, result.out) == (5, "")
    line = json.loads(run(*asked, "--json").out)
    assert line["attempts"] == 1
    assert [len(row) for row in line["nearest"]] == [20] * 20
    assert "unknown" in line["why_not"]


def test_what_was_made_before_an_end_is_kept(run: Run) -> None:
    result = run(
        "make", "3", "--density", ".5", "--count", "500", "--attempt-limit", "40",
        "-o", "small.json",
    )  # fmt: skip
    assert result.code == 5
    assert "isomorphic" in result.err
    kept = list(load_all("small.json"))
    assert f"{len(kept)} of 500 puzzles made; " in result.err
    assert len(kept) > 3


def test_a_ladder_has_numbers_for_titles_and_files_in_their_order(run: Run) -> None:
    result = run("make", "--ladder", "3:7.5", "--count", "10", "--seed", "1", "-o", "steps")
    assert result.code == 0
    assert result.out.startswith("steps: 10 puzzles made; ")
    puzzles = [load(path) for path in sorted(Path("steps").iterdir())]
    assert [puzzle.title for puzzle in puzzles] == [str(rung) for rung in range(1, 11)]
    assert sorted(path.name for path in Path("steps").iterdir())[8:] == [
        "10x10-1-09.non",
        "10x10-1-10.non",
    ]
    for number, puzzle in enumerate(puzzles):
        assert abs(rate(puzzle, steps=False).difficulty - (3 + number / 2)) <= 0.125
    result = run("make", "--ladder", "3:7.5", "--count", "10", "--seed", "1", "-o", "all.nonpack")
    assert [puzzle.goal for puzzle in load_all("all.nonpack")] == [one.goal for one in puzzles]


def test_a_ladder_as_json_names_the_rungs_and_those_that_were_missed(run: Run) -> None:
    asked = ("make", "5", "--ladder", "3:12", "--count", "2", "--attempt-limit", "5")
    result = run(*asked, "--json")
    assert result.code == 5
    made, end = map(json.loads, result.out.splitlines())
    assert (made["rung"], made["puzzle"]["title"]) == (1, "1")
    assert list(end["missed"]) == ["2"]
    result = run(*asked, "-o", "kept")
    assert result.code == 5
    assert "1 of 2 puzzles made" in result.err
    assert "rung 2: no puzzle of difficulty 11.75 to 12.25 in 5 attempts" in result.err
    assert [path.name for path in Path("kept").iterdir()] == ["5x5-0-1.non"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--ladder 8:3 --count 2", "the easier one first"),
        ("--ladder x --count 2", "ladder 'x': give both ends"),
        ("--ladder 1:2:3 --count 2", "ladder '1' to '2:3': give both ends"),
        ("--ladder 3:8", "add --count N"),
        ("--ladder 3:8 --count 1", "add --count N"),
        ("--ladder 3:8 --count 2 --difficulty 3:4", "leave out --difficulty"),
        ("--count 2", "Missing argument 'SIZE'"),
    ],
)
def test_what_is_wrong_with_a_ladder_is_said(run: Run, options: str, words: str) -> None:
    result = run("make", *options.split())
    assert (result.code, result.out) == (2, "")
    assert words in " ".join(result.err.split())


def test_the_help_has_the_words_of_the_difficulties(run: Run) -> None:
    shown = " ".join(run("make", "--help").out.split())
    assert ", ".join(f"{word} from {least:g}" for word, least in WORDS.items()) in shown


@pytest.mark.parametrize(
    ("wanted", "least", "most"),
    [("medium", 8.04, 9.67), ("easy:hard", 6.17, 11.18), ("5:6", 5, 6), (":very-easy", 0, 6.17)],
)
def test_a_range_of_difficulty(run: Run, wanted: str, least: float, most: float) -> None:
    made = json.loads(run("make", "8", "--difficulty", wanted, "--json", "--seed", "2").out)
    assert least <= made["difficulty"] < most


def test_a_ladder_of_words_begins_and_ends_inside_them(run: Run) -> None:
    result = run("make", "12", "--ladder", "Easy:medium", "--count", "2", "--json")
    found = [json.loads(line)["difficulty"] for line in result.out.splitlines()]
    assert [difficulty_word(difficulty) for difficulty in found] == ["easy", "medium"]


@pytest.mark.parametrize("wanted", ["3", "harder", "8:x", "nan:8", "1:2:3"])
def test_what_is_no_range_of_difficulty_is_said(run: Run, wanted: str) -> None:
    result = run("make", "8", "--difficulty", wanted)
    assert (result.code, result.out) == (2, "")
    assert f"'{wanted}': give the least and the most, such as 3:8 or easy:hard" in result.err


def test_quiet_says_nothing(run: Run) -> None:
    result = run("make", "8", "-q", "-o", "x")
    assert (result.out, result.err, result.code) == ("", "", 0)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, jobs: str) -> None:
    command = ("make", "9", "--count", "100000", "--jobs", jobs, "-o", "x")
    child = begin(*command, cwd=tmp_path)
    folder = tmp_path / "x"
    waited = time.monotonic()
    while not (folder.is_dir() and len(list(folder.glob("*.non"))) > 2):
        assert time.monotonic() < waited + 300
        time.sleep(0.05)
    done = interrupt(child)
    assert done.code == 130
    assert "made before the interruption" in done.err
    files = list(folder.iterdir())
    assert all(file.suffix == ".non" for file in files)
    for file in files:
        assert load(file).goal is not None
