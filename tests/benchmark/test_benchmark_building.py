# SPDX-License-Identifier: MIT
"""The small benchmark: equal bytes, the committed answers, accepted certificates; the command."""

from __future__ import annotations

import csv
import hashlib
import os
from collections import Counter
from pathlib import Path

import pytest

import nonosat
from nonosat.benchmark.building import build
from nonosat.benchmark.families import load_description
from nonosat.benchmark.instances import Instance, LeftOut, answer
from nonosat.collection.hashes import isomorphism_class
from nonosat.errors import OptionError, PuzzleSyntaxError
from nonosat.proof import verify_certificate
from tests.support.command_line import Result, run_here
from tests.support.places import ROOT

FOLDER = ROOT / "data" / "benchmark"
FAMILIES = FOLDER / "families.toml"
LEVELS = ("trivial", "overlap", "line", "chain", "trial")
TWO = """\
name = "two boards"
version = "1"
[family.dom]
what = "n-Dom puzzles"
generator = "domino"
small = {n = [1, 2]}
all = {n = [3]}
"""


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def committed(small: Path) -> str:
    """The committed answers to the instances of a small benchmark."""
    head, *rows = (FOLDER / "answers.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    instances = load_description(small / "families.toml").of_size("small")
    known = dict(zip((row.partition("\t")[0] for row in rows), rows, strict=True))
    return "".join([head, *(known[instance.id] for instance in instances)])


def test_the_answers_are_those_that_are_committed(small: Path) -> None:
    assert (small / "answers.tsv").read_text(encoding="utf-8") == committed(small)
    assert len(table(small / "answers.tsv")) > 50


@pytest.mark.slow
def test_the_whole_small_benchmark_has_the_committed_answers(small: Path, tmp_path: Path) -> None:
    build(FAMILIES, tmp_path / "whole", size="small", jobs=2)
    found = contents(tmp_path / "whole")
    assert found["answers.tsv"].decode() == committed(tmp_path / "whole")
    of_all = {"answers.tsv", "families.toml", "SHA256SUMS", "README.md"}
    for name, data in contents(small).items():
        assert name in of_all or found[name] == data, name


def test_the_committed_table_has_an_answer_to_every_instance() -> None:
    rows = table(FOLDER / "answers.tsv")
    instances = load_description(FAMILIES).instances
    assert [(row["id"], row["size"]) for row in rows] == [(one.id, one.size) for one in instances]
    assert len({row["sha256"] for row in rows}) == len(rows)
    verdicts = Counter(row["verdict"] for row in rows)
    assert set(verdicts) == {"unique", "multiple", "none"}
    assert min(verdicts.values()) > 200
    for row in rows:
        number = int(row["solutions"].removeprefix(">="))
        assert row["verdict"] == ("none", "unique", "multiple")[min(number, 2)]
        levels = [row[name] for name in LEVELS]
        known = [int(level) for level in levels if level != "-"]
        assert known == sorted(known)
        if row["family"] in LEVELS:
            assert row["technique"] == row["family"]
        if row["family"] == "clueset":
            assert row["technique"] == "clue-set"
        if row["family"] == "several":
            assert row["verdict"] == "multiple"
            assert row["solutions"].isdecimal()
        if row["family"] == "none":
            assert row["verdict"] == "none"


def test_all_certificates_are_accepted_and_say_the_verdict(small: Path) -> None:
    rows = table(small / "answers.tsv")
    for row in rows:
        check = verify_certificate(small / "certificates" / f"{row['id']}.nonocert")
        assert (check.outcome, check.verdict) == ("accepted", row["verdict"]), row["id"]
        assert check.puzzle.sha256() == row["sha256"]
    assert len(list((small / "certificates").iterdir())) == len(rows)


def test_the_puzzles_are_those_of_the_table_without_their_goal(small: Path) -> None:
    classes = set()
    for row in table(small / "answers.tsv"):
        [path] = (small / "puzzles").glob(f"{row['id']}.*")
        puzzle = nonosat.load(path)
        assert puzzle.sha256() == row["sha256"]
        assert puzzle.goal is None
        assert (puzzle.height, puzzle.width) == (int(row["height"]), int(row["width"]))
        assert (puzzle.meta.catalogue, puzzle.meta.license) == (row["id"], "CC0-1.0")
        assert len(puzzle.palette) == int(row["colors"])
        classes.add(isomorphism_class(puzzle))
    assert len(classes) == len(list((small / "puzzles").iterdir()))


def test_numbers_of_solutions_are_right(small: Path) -> None:
    """By enumeration, which shares no code with the count."""
    for row in table(small / "answers.tsv"):
        number = int(row["solutions"].removeprefix(">="))
        if number > 100:
            continue
        [path] = (small / "puzzles").glob(f"{row['id']}.*")
        found = nonosat.iter_solutions(nonosat.load(path), limit=101)
        listed = sum(1 for _ in found)
        assert listed == number if row["solutions"].isdecimal() else listed >= number, row["id"]


def test_the_check_sums_are_right(small: Path) -> None:
    files = contents(small)
    lines = files.pop("SHA256SUMS").decode().splitlines()
    sums = dict(reversed(line.split("  ")) for line in lines)
    assert sums == {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}


def test_no_file_names_a_place_or_a_day(small: Path) -> None:
    for name, data in contents(small).items():
        assert str(ROOT).encode() not in data, name
        assert os.fspath(small).encode() not in data, name
        assert b"2026-" not in data, name


def command(*arguments: str) -> Result:
    return run_here("build-benchmark", *arguments)


@pytest.fixture
def description(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "two.toml"
    path.write_text(TWO, encoding="utf-8")
    return path


def test_the_command_writes_a_folder(description: Path) -> None:
    assert command("two.toml", "-o", "out", "--part", "small") == ("out: 2 instances\n", "", 0)
    assert sorted(os.listdir("out/puzzles")) == ["dom-01.non", "dom-02.non"]
    assert sorted(os.listdir()) == ["out", "two.toml"]
    assert command("two.toml", "-o", "out", "-q").code == 2
    assert command("two.toml", "-o", "out", "-q", "--force") == ("", "", 0)
    assert sorted(os.listdir("out/puzzles")) == ["dom-01.non", "dom-02.non", "dom-03.non"]
    assert sorted(os.listdir()) == ["out", "two.toml"]


def test_the_command_replaces_nothing_but_a_benchmark(description: Path) -> None:
    os.mkdir("empty")
    assert command("two.toml", "-o", "empty").code == 0
    Path("empty/mine.txt").write_text("mine", encoding="utf-8")
    done = command("two.toml", "-o", "empty", "--force")
    assert done.code == 2
    assert "its file mine.txt is not part of a benchmark" in done.err
    done = command("two.toml", "-o", "two.toml", "--force")
    assert done.code == 2
    assert "is not a folder" in done.err
    assert description.read_text(encoding="utf-8") == TWO
    assert command("two.toml", "-o", "-").code == 2


def test_wrong_input_has_the_exit_code_of_bad_input(description: Path) -> None:
    description.write_text(TWO + "more = 1", encoding="utf-8")
    done = command("two.toml", "-o", "out")
    assert (done.out, done.code) == ("", 4)
    assert "two.toml: family dom: unknown key 'more'" in done.err
    assert command("none.toml", "-o", "out").code == 4
    assert os.listdir() == ["two.toml"]


@pytest.mark.parametrize(
    ("family", "words"),
    [
        ('generator = "picture"\nsmall = {side = [5], density = [1.5]}', "density 1.5"),
        ('generator = "picture"\nsmall = {side = [0], density = [0.5]}', "x-00-0.50"),
        ('generator = "made"\nsmall = {side = [9], style = ["odd"]}', "unknown style 'odd'"),
        ('generator = "made"\nsmall = {side = [9], colors = [0]}', "colors 0"),
        (
            'generator = "contradictory"\nsmall = {side = [5], density = [0.5], change = ["odd"]}',
            "unknown change 'odd'",
        ),
        ('generator = "file"\nfixed = {folder = "."}\nsmall = {name = ["x.non"]}', "x.non"),
        ('generator = "domino"\nsmall = {n = [0]}', "n 0"),
    ],
)
def test_an_instance_that_cannot_be_made_is_named(
    description: Path, family: str, words: str
) -> None:
    text = f'name = "a"\nversion = "1"\n[family.x]\nwhat = "x"\n{family}\n'
    description.write_text(text, encoding="utf-8")
    for jobs in ("1", "2") if "density" in words else ("1",):  # the errors come from one place
        done = command("two.toml", "-o", "out", "--jobs", jobs)
        assert done.code == 4, done
        assert "instance x-" in done.err
        assert words in done.err
    assert os.listdir() == ["two.toml"]


def test_isomorphic_instances_are_refused(description: Path) -> None:
    other = TWO.replace("family.dom", "family.more").replace("all = {n = [3]}", "")
    other = other.partition("\n[")[2]
    description.write_text(f"{TWO}\n[{other}", encoding="utf-8")
    with pytest.raises(PuzzleSyntaxError, match="dom-01 and more-01 are isomorphic"):
        build(description, "out")
    assert os.listdir() == ["two.toml"]


def test_a_puzzle_that_is_not_decided_is_left_out(
    description: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(instance: Instance, folder: Path) -> LeftOut:
        return LeftOut("undecided")

    monkeypatch.setattr("nonosat.benchmark.building.answer", refuse)
    done = command("two.toml", "-o", "out", "--part", "small")
    assert (done.out, done.code) == ("out: 0 instances\n", 5)
    assert (
        done.err == "nonosat: dom-01: left out: undecided\nnonosat: dom-02: left out: undecided\n"
    )


def test_a_search_without_success_is_left_out() -> None:
    full = Instance("x", "x", "small", "several", {"side": 4, "density": 1.0}, 0)
    assert answer(full, FOLDER) == LeftOut("no picture was found")


def test_ctrl_c_leaves_nothing(description: Path) -> None:
    def interrupt(done: int, total: int, name: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(description, "out", progress=interrupt)
    assert os.listdir() == ["two.toml"]


def test_options_are_checked_before_work(description: Path) -> None:
    with pytest.raises(OptionError, match="unknown size 'huge'; choose small, medium, all"):
        build(description, "out", size="huge")
    with pytest.raises(OptionError, match="jobs"):
        build(description, "out", jobs=0)
    description.write_text(TWO.replace("small", "all", 1).replace("all = {n = [3]}", ""))
    with pytest.raises(PuzzleSyntaxError, match="the size small has no instances"):
        build(description, "out", size="small")
