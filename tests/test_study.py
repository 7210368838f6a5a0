# SPDX-License-Identifier: MIT
"""Studies and ``nonosat bench``: rows, workers, files, tables, interruption."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from brute import hard_puzzle
from click.testing import CliRunner, Result
from conftest import ROOT

from nonosat import OptionError, Puzzle, dump, dumps, load, solve, study
from nonosat.cli import program


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


SMALL = study.random_puzzles(8, 8, 0.5, 4, seed=1)
SQUARE = study.random_puzzles(25, 25, 0.7, 2, seed=1)


def bench(*arguments: str) -> Result:
    return CliRunner().invoke(program, ["bench", *arguments])


def test_rows_say_what_solve_says() -> None:
    rows = study.run(SMALL, presets=["fast", "sat", "logic"])
    assert [(row["puzzle"], row["preset"]) for row in rows] == [
        (name, preset) for name in SMALL for preset in ("fast", "sat", "logic")
    ]
    for row in rows:
        report = solve(SMALL[row["puzzle"]], preset=row["preset"])
        assert row["verdict"] == report.verdict.value
        assert row["solutions"] == len(report.solutions)
        assert row["reason"] == (report.reason.value if report.reason else "")
        ran = {stage.name: stage.cells for stage in report.stages}
        for stage in study.STAGES:
            assert row[f"cells_{stage}"] == ran.get(stage)
        assert set(row) == set(study.COLUMNS)
        assert row["seconds"] > 0
        if row["preset"] == "sat":
            assert row["clauses"] == report.stages[0].counts["clauses"]


def test_several_workers_give_the_same_rows() -> None:
    done: list[tuple[int, int]] = []
    alone = study.run(SMALL, presets=["fast", "sat"])
    together = study.run(
        SMALL, presets=["fast", "sat"], jobs=2, progress=lambda a, b: done.append((a, b))
    )
    assert done == [(n, 8) for n in range(1, 9)]
    strip = [
        [{c: v for c, v in row.items() if "seconds" not in c and c != "cpu"} for row in rows]
        for rows in (alone, together)
    ]
    assert strip[0] == strip[1]


def test_a_time_limit_gives_a_row() -> None:
    (row,) = study.run({"hard": hard_puzzle()}, presets=["sat"], time_limit=1.0)
    assert (row["verdict"], row["reason"], row["finished_by"]) == ("unknown", "time", "")
    assert 1.0 <= row["seconds"] < 20


def test_a_worker_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "_GRACE", -3.0)  # ended before the solver minds its own limit
    rows = study.run({"hard": hard_puzzle(), "easy": Puzzle([[1]], [[1]])}, ["sat"], time_limit=6.0)
    assert [row["reason"] for row in rows] == ["time", ""]
    assert rows[1]["verdict"] == "unique"


def test_a_wish_for_one_solution_is_finished_by_one() -> None:
    swap = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    (row,) = study.run({"swap": swap}, presets=["fast"], want=1)
    assert (row["verdict"], row["reason"], row["finished_by"]) == ("unknown", "count", "beliefs")


@pytest.mark.parametrize("name", ["rows.csv", "rows.sqlite"])
def test_what_is_saved_is_loaded(tmp_path: Path, name: str) -> None:
    rows = study.run(SMALL, presets=["fast", "logic"])
    study.save(rows, tmp_path / name)
    assert study.load(tmp_path / name) == rows
    study.save(rows[:1], tmp_path / name)
    assert study.load(tmp_path / name) == rows[:1]
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_mistakes_are_named(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no preset 'quick'"):
        study.run(SMALL, presets=["quick"])
    with pytest.raises(OptionError, match="0 jobs"):
        study.run(SMALL, presets=["fast"], jobs=0)
    with pytest.raises(OptionError, match=r"as \.csv or \.sqlite"):
        study.save([], tmp_path / "rows.xlsx")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    (tmp_path / "other.sqlite").write_text("no database")
    for name in ("other.csv", "other.sqlite"):
        with pytest.raises(OptionError, match="not those of a study"):
            study.load(tmp_path / name)


def test_random_puzzles_are_made_again_from_their_names() -> None:
    assert study.random_puzzles(8, 8, 0.5, 4, seed=1) == SMALL
    assert study.random_puzzles(8, 8, 0.5, 2, seed=2) != study.random_puzzles(8, 8, 0.5, 2, seed=1)


def test_bench_prints_a_table_and_saves_rows(tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    done = bench("data/fox.non", "data/cat.non", "--presets", "fast,sat", "--csv", str(out))
    assert done.exit_code == 0, done.output
    table = done.stdout.splitlines()
    assert table[0].split()[:3] == ["preset", "solved", "unknown"]
    assert [line.split()[:3] for line in table[2:4]] == [["fast", "2", "0"], ["sat", "2", "0"]]
    assert table[3].split()[7:] == ["1.00", "sat", "2"]
    assert len(study.load(out)) == 4


def test_bench_in_json_with_random_puzzles_and_an_outside_program() -> None:
    command = f"{sys.executable} -c 'import sys; open(sys.argv[1])' {{file}}"
    done = bench("--random", "6x5:0.5:3:9", "--presets", "fast", "--json", "--against", command)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["preset"], row["reason"]) for row in rows] == [("fast", ""), ("against", "")] * 3
    assert {(row["width"], row["height"]) for row in rows} == {(6, 5)}
    failing = bench(
        "--random", "6x5:0.5:1", "--presets", "fast", "--json", "--against", "false {file}"
    )
    assert json.loads(failing.stdout.splitlines()[1])["reason"] == "exit code 1"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "nothing to do"),
        (["--random", "5x5"], "write WxH:DENSITY:COUNT"),
        (["--random", "0x5:0.5:1"], "--random 0x5:0.5:1: "),
        (["data/fox.non", "--presets", "quick"], "no preset 'quick'"),
        (["data/fox.non", "--yardstick", "abacus"], "it is none of fast, sat"),
        (["data/fox.non", "--csv", "rows.txt"], "must end in .csv or .sqlite"),
        (["data/fox.non", "--against", "true"], "write {file}"),
        (["data/fox.non", "--against", "/no/such/program {file}"], "No such file"),
    ],
)
def test_bench_refuses(arguments: list[str], message: str) -> None:
    done = bench(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_bench_with_a_broken_file_does_the_others(tmp_path: Path) -> None:
    broken = tmp_path / "broken.non"
    broken.write_text("width 1\n")
    done = bench(str(broken), "data/cat.non", "--presets", "fast")
    assert done.exit_code == 4
    assert "fast" in done.stdout
    folder = bench(str(tmp_path), "data/cat.non", "--presets", "fast")
    assert folder.exit_code == 0
    assert "skipped" in folder.stderr


def test_an_interrupted_bench_keeps_its_finished_rows(tmp_path: Path) -> None:
    hard = tmp_path / "hard.json"
    puzzle = hard_puzzle()
    clues = (
        [[b.length for b in clue or ()] for clue in lines]
        for lines in (puzzle.rows, puzzle.columns)
    )
    hard.write_text(json.dumps(dict(zip(("rows", "cols"), clues, strict=True))))
    out = tmp_path / "rows.csv"
    command = ["bench", str(ROOT / "data" / "cat.non"), str(hard), "--presets", "sat", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "nonosat", *command, "--csv", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["verdict"] == "unique"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "nonosat: interrupted: 1 rows are finished\n"
    with open(out, newline="") as file:
        assert [row["verdict"] for row in csv.DictReader(file)] == ["unique"]


def test_the_data_can_be_studied() -> None:
    fox = load(ROOT / "data" / "fox.non")
    (row,) = study.run([("fox", fox)], presets=["fast"])
    assert (row["cells_lines"], row["finished_by"]) == (400, "lines")


def test_a_folder_gives_its_puzzles_and_passes_over_the_rest(tmp_path: Path) -> None:
    dump(Puzzle([[1]], [[1]]), tmp_path / "b.non")
    (tmp_path / "deep").mkdir()
    both = "\n".join(dumps(puzzle, format="taai") for puzzle in list(SQUARE.values())[:2])
    (tmp_path / "deep" / "two.txt").write_text(both, encoding="utf-8")
    (tmp_path / "README.md").write_text("no puzzle", encoding="utf-8")
    (tmp_path / "broken.non").write_text("width 2\nheight 2\nrows\n9\n", encoding="utf-8")
    found = study.folder(tmp_path)
    assert list(found) == ["b.non", "deep/two.txt#1", "deep/two.txt#2"]
    assert found["deep/two.txt#2"].rows == list(SQUARE.values())[1].rows
    chosen = study.folder(tmp_path, count=2, seed=5)
    assert len(chosen) == 2
    assert chosen == study.folder(tmp_path, count=2, seed=5)
    assert chosen.items() <= found.items()
    with pytest.raises(OptionError, match="no such folder"):
        study.folder(tmp_path / "absent")


def test_settled_shares_and_speed_up() -> None:
    row = {"width": 2, "height": 5, "puzzle": "a", "finished_by": "sat"}
    row |= dict.fromkeys(f"cells_{stage}" for stage in study.STAGES)
    slow = {**row, "preset": "slow", "cpu": 6.0}
    rows = [
        {**row, "preset": "quick", "cells_lines": 6, "cells_probe": 1, "cpu": 2.0},
        {**slow},
        {**row, "puzzle": "b", "preset": "quick", "cpu": 1.0, "finished_by": ""},
        {**slow, "puzzle": "b"},
    ]
    shares = study.settled(rows[:1])
    assert (shares["lines"], shares["probe"], shares["sat"]) == (0.6, 0.1, 0.0)
    assert shares["open"] == pytest.approx(0.3)
    assert study.speed_up(rows, "quick", "slow") == 3.0  # the second is not finished by both
    assert study.speed_up(rows, "quick", "absent") is None
