# SPDX-License-Identifier: MIT
"""Studies: rows, workers, files, folders, measures, programs of others."""

from __future__ import annotations

import contextlib
import csv
import math
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import psutil
import pytest

from nonosat import Puzzle, __version__, collection, dump, dumps, load, solve, study
from nonosat.errors import BackendError, InternalError, OptionError
from nonosat.solving import STAGES
from nonosat.study import runs
from tests.support.brute import hard_puzzle
from tests.support.places import ROOT
from tests.support.processes import all_gone, begun, children, family


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


SMALL = study.random_picture_puzzles(8, 8, 0.5, 4, seed=1)
SQUARE = study.random_picture_puzzles(25, 25, 0.7, 2, seed=1)


def test_rows_say_what_solve_says() -> None:
    rows = study.run(SMALL, configurations=["fast", "sat", "logic"])
    assert [(row["puzzle"], row["configuration"]) for row in rows] == [
        (name, preset) for name in SMALL for preset in ("fast", "sat", "logic")
    ]
    for row in rows:
        report = solve(SMALL[row["puzzle"]], preset=row["configuration"])
        assert row["verdict"] == report.verdict.value
        assert row["solutions"] == len(report.solutions)
        assert row["reason"] == (report.reason.value if report.reason else "")
        ran = {stage.name: stage.cells for stage in report.stages}
        for stage in STAGES:
            assert study.cells_of(row, stage) == ran.get(stage)
            assert (study.seconds_of(row, stage) is None) == (stage not in ran)
            assert (study.seconds_of(row, stage, cpu=True) is None) == (stage not in ran)
        assert list(row) == list(study.COLUMNS)
        assert row["sha256"] == SMALL[row["puzzle"]].sha256()
        assert (row["version"], row["seed"], row["limit"]) == (__version__, 0, 2)
        assert row["seconds"] > 0
        if row["configuration"] == "sat":
            assert row["clauses"] == report.stages[0].counts["clauses"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_study_goes_on_where_it_was_interrupted(tmp_path: Path, jobs: int) -> None:
    """``done``: after the interruption, only runs that are not kept are done again."""
    kept = tmp_path / "runs.sqlite"
    rows = study.iterate(SMALL.items(), ["fast", "sat"], jobs=jobs, keep=kept)
    first = [next(rows) for _ in range(3)]
    assert study.load_rows(kept)[:3] == first
    rows.close()
    before = len(study.load_rows(kept))
    shown: list[int] = []
    whole = study.run(
        SMALL, ["fast", "sat"], jobs=jobs, keep=kept, progress=lambda done, _: shown.append(done)
    )
    assert shown == list(range(1, 9))
    assert all(row in whole for row in first)
    assert sorted(map(str, study.load_rows(kept))) == sorted(map(str, whole))
    assert [row["puzzle"] for row in whole] == [name for name in SMALL for _ in range(2)]
    assert study.run(SMALL, ["fast", "sat"], keep=kept) == whole
    assert before < 8
    more = study.run(SMALL, ["fast", "logic"], keep=kept)
    assert more[::2] == whole[::2]


def test_what_is_wrong_with_a_kept_study_is_said(tmp_path: Path) -> None:
    kept = tmp_path / "runs.sqlite"
    name, puzzle = next(iter(SMALL.items()))
    study.run({name: puzzle}, ["fast"], keep=kept)

    def refused(puzzle: Puzzle = puzzle, keep: Path = kept, **options: float) -> str:
        with pytest.raises(OptionError) as caught:
            study.run({name: puzzle}, ["fast"], keep=keep, **options)  # type: ignore[arg-type]
        return str(caught.value)

    said = refused(time_limit=3)
    assert f"time_limit was 60.0 for {name} with fast, and is 3.0 now: name another file" in said
    assert "sha256 was" in refused(next(reversed(SMALL.values())))
    assert "seed was 0" in refused(seed=1)
    assert "keeps its rows in a .sqlite file" in refused(keep=tmp_path / "runs.csv")
    (tmp_path / "other.sqlite").write_text("no table")
    assert "does not have the columns of a study" in refused(keep=tmp_path / "other.sqlite")
    assert (tmp_path / "other.sqlite").read_text() == "no table"
    with collection.open(tmp_path / "a.sqlite", create=True):
        pass
    assert "does not have the columns of a study" in refused(keep=tmp_path / "a.sqlite")
    with pytest.raises(FileNotFoundError, match="no such folder"):
        study.run({name: puzzle}, ["fast"], keep=tmp_path / "none" / "runs.sqlite")
    late = study.iterate([(name, puzzle)], ["sat"], keep=kept)
    study.run({name: puzzle}, ["sat"], keep=kept)
    with pytest.raises(OptionError, match="another process works on this study: wait for it"):
        next(late)


def test_several_workers_give_the_same_rows() -> None:
    done: list[tuple[int, int]] = []
    alone = study.run(SMALL, configurations=["fast", "sat"])
    together = study.run(
        SMALL, configurations=["fast", "sat"], jobs=2, progress=lambda a, b: done.append((a, b))
    )
    assert done == [(n, 8) for n in range(1, 9)]
    strip = [
        [{c: v for c, v in row.items() if "seconds" not in c and c != "cpu"} for row in rows]
        for rows in (alone, together)
    ]
    assert strip[0] == strip[1]


def test_a_time_limit_gives_a_row() -> None:
    (row,) = study.run({"hard": hard_puzzle()}, configurations=["sat"], time_limit=0.3)
    assert (row["verdict"], row["reason"], row["finished_by"]) == ("unknown", "time", "")
    assert row["seconds"] >= 0.3


@pytest.mark.timing
def test_a_worker_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "GRACE_SECONDS", -59.0)  # ended long before its own limit
    puzzles = {"hard": hard_puzzle(), "easy": Puzzle([[1]], [[1]])}
    rows = study.run(puzzles, ["sat"], time_limit=60.0)
    assert [row["reason"] for row in rows] == ["time", ""]
    assert rows[1]["verdict"] == "unique"


@pytest.mark.timing
def test_the_start_of_a_worker_does_not_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = f"import pathlib, time; time.sleep(2.5); pathlib.Path(r'{tmp_path}', 'slow').touch()"
    (tmp_path / "sitecustomize.py").write_text(slow)  # every interpreter starts with this
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(runs, "GRACE_SECONDS", 0.0)
    rows = study.run({"dot": Puzzle([[1]], [[1]])}, ["fast"], time_limit=2.0)
    assert (tmp_path / "slow").exists()
    assert [row["reason"] for row in rows] == [""]


def test_a_worker_that_dies_is_an_internal_error() -> None:
    rows = study.iterate([*SMALL.items()], ["fast"])
    next(rows)
    (child,) = children()
    os.kill(child, signal.SIGKILL)
    with pytest.raises(InternalError, match="a worker process ended with exit code -9"):
        list(rows)
    assert not children()


def test_closing_the_rows_ends_the_workers() -> None:
    for jobs in (1, 2):
        rows = study.iterate([*SMALL.items()], ["fast"], jobs=jobs)
        next(rows)
        assert children()
        rows.close()
        assert not children()


def test_configurations_choose_stages_backends_and_encodings() -> None:
    chosen = [
        study.Configuration("probing", stages=["lines", "probe"]),
        study.Configuration("glucose", preset="sat", backend="glucose", encoding="automaton"),
        "cpsat",
        study.Configuration("graph", preset="logic", graph_search="networkx"),
    ]
    rows = study.run(SMALL, chosen, repeats=2, conflict_limit=10**6, seed=-1)
    assert [(row["puzzle"], row["repeat"], row["configuration"]) for row in rows] == [
        (name, repeat, configuration)
        for name in SMALL
        for repeat in (0, 1)
        for configuration in ("probing", "glucose", "cpsat", "graph")
    ]
    by_name = {row["configuration"]: row for row in rows}
    columns = ("preset", "stages", "backend", "encoding", "conflict_limit")
    assert [by_name["glucose"][c] for c in columns] == ["sat", "sat", "glucose", "automaton", 10**6]
    assert by_name["probing"]["stages"] == "lines,probe"
    assert (by_name["cpsat"]["backend"], by_name["cpsat"]["encoding"]) == ("cpsat-automaton", "")
    searches = {name: row["graph_search"] for name, row in by_name.items()}
    assert searches == {"probing": "", "glucose": "", "cpsat": "", "graph": "networkx"}
    assert {row["seed"] for row in rows} == {51167121}
    clauses = [row["clauses"] for row in rows if row["configuration"] == "glucose"]
    assert clauses[::2] == clauses[1::2]
    plain = study.run(SMALL, ["sat"])
    assert all(
        a < b["clauses"] for a, b in zip((r["clauses"] for r in plain), rows[1::8], strict=True)
    )


@pytest.mark.unix  # on other systems, only our own children count
def test_the_processor_time_of_children_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = solve(SMALL[next(iter(SMALL))], preset="fast")
    burn = "import time\nwhile time.process_time() < 0.2: pass"

    def in_a_child(puzzle: Puzzle, **options: Any) -> Any:
        subprocess.run([sys.executable, "-c", burn], check=True)
        return solved

    monkeypatch.setattr(runs, "solve", in_a_child)
    task = runs.Task("a", Puzzle([[1]], [[1]]), study.Configuration("a"), 0, {"limit": 2})
    assert runs.timed(task)["cpu"] >= 0.2


def test_a_conflict_limit_ends_a_run() -> None:
    (row,) = study.run({"hard": hard_puzzle()}, ["sat"], conflict_limit=5)
    assert (row["verdict"], row["reason"], row["conflict_limit"]) == ("unknown", "conflicts", 5)


def test_a_limit_of_one_solution_is_finished_by_one() -> None:
    swap = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    (row,) = study.run({"swap": swap}, configurations=["fast"], limit=1)
    assert (row["verdict"], row["reason"], row["finished_by"]) == ("unknown", "count", "search")


@pytest.mark.parametrize("name", ["rows.csv", "rows.sqlite"])
def test_what_is_saved_is_loaded(tmp_path: Path, name: str) -> None:
    rows = study.run(SMALL, configurations=["fast", "logic"])
    study.save_rows(rows, tmp_path / name)
    assert study.load_rows(tmp_path / name) == rows
    study.save_rows(rows[:1], tmp_path / name)
    assert study.load_rows(tmp_path / name) == rows[:1]
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_rows_without_the_columns_of_the_search_are_loaded(tmp_path: Path) -> None:
    """Version 0.1 did not have this stage."""
    rows = study.run(SMALL, configurations=["logic"])
    study.save_rows(rows, tmp_path / "rows.csv")
    added = ("cells_search", "seconds_search", "stderr")
    kept = [column for column in study.COLUMNS if column not in added]
    with (tmp_path / "rows.csv").open(newline="") as file:
        texts = list(csv.DictReader(file))
    with (tmp_path / "old.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, kept, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(texts)
    assert study.load_rows(tmp_path / "old.csv") == rows
    study.save_rows(rows, tmp_path / "old.sqlite")
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as table:
        for column in added:
            table.execute(f"ALTER TABLE rows DROP COLUMN {column}")
        table.commit()
    assert study.load_rows(tmp_path / "old.sqlite") == rows
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as table:
        table.execute("ALTER TABLE rows DROP COLUMN cells_lines")
        table.commit()
    with pytest.raises(OptionError, match="not have the columns of a study"):
        study.load_rows(tmp_path / "old.sqlite")


def test_rows_with_the_former_name_of_a_stage_are_loaded(tmp_path: Path) -> None:
    """``weights`` was called ``counting``, in columns and in values."""
    rows = study.run({"domino": study.domino(12)}, ["fast"])
    assert (rows[0]["finished_by"], rows[0]["cells_weights"]) == ("weights", 0)
    study.save_rows(rows, tmp_path / "rows.csv")
    text = (tmp_path / "rows.csv").read_text()
    text = text.replace("weights", "counting").replace(
        "cpu_seconds_counting", "cpu_seconds_weights"
    )
    (tmp_path / "old.csv").write_text(text)
    assert study.load_rows(tmp_path / "old.csv") == rows
    study.save_rows(rows, tmp_path / "old.sqlite")
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as table:
        for column in ("cells", "seconds"):
            table.execute(f"ALTER TABLE rows RENAME COLUMN {column}_weights TO {column}_counting")
        table.execute("UPDATE rows SET stages = replace(stages, 'weights', 'counting')")
        table.execute("UPDATE rows SET finished_by = 'counting'")
        table.commit()
    assert study.load_rows(tmp_path / "old.sqlite") == rows


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"configurations": ["quick"]}, "unknown preset 'quick'"),
        ({"configurations": "fast"}, "give a list"),
        ({"configurations": []}, "name at least one"),
        ({"configurations": ["sat", study.Configuration("sat", "fast")]}, "two configurations"),
        ({"configurations": [study.Configuration("x", stages=["sat", "lines"])]}, "in the order"),
        ({"jobs": 0}, "jobs 0"),
        ({"repeats": 0}, "repeats 0"),
        ({"limit": 0}, "limit 0"),
        ({"time_limit": math.nan}, "time limit nan"),
        ({"time_limit": -1}, "time limit -1"),
        ({"conflict_limit": -1}, "conflict limit -1"),
        ({"seed": 1.5}, "seed 1.5"),
    ],
)
def test_mistakes_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        study.run(SMALL, **options)
    with pytest.raises(OptionError, match=message):  # at once, not with the first row
        study.iterate([], **{"configurations": ["fast"], **options})


def test_two_puzzles_of_one_name_are_refused() -> None:
    dot = Puzzle([[1]], [[1]])
    with pytest.raises(OptionError, match="two puzzles are called 'dot'"):
        study.run([("dot", dot), ("dot", dot)], ["fast"])


def test_files_that_hold_no_rows_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"as \.csv or \.sqlite"):
        study.save_rows([], tmp_path / "rows.xlsx")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    (tmp_path / "other.sqlite").write_text("no database")
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\0")
    study.save_rows(study.run({"dot": Puzzle([[1]], [[1]])}, ["fast"]), tmp_path / "wrong.csv")
    text = (tmp_path / "wrong.csv").read_text()
    (tmp_path / "wrong.csv").write_text(text.replace(",1,1,1,", ",one,1,1,"))
    assert text != (tmp_path / "wrong.csv").read_text()
    for name in ("other.csv", "other.sqlite", "binary.csv", "wrong.csv"):
        with pytest.raises(OptionError, match="not have the columns of a study"):
            study.load_rows(tmp_path / name)
    with pytest.raises(FileNotFoundError) as caught:
        study.save_rows([], tmp_path / "absent" / "rows.sqlite")
    assert caught.value.filename == str(tmp_path / "absent" / "rows.sqlite")


def test_random_puzzles_are_made_again_from_their_names() -> None:
    assert study.random_picture_puzzles(8, 8, 0.5, 4, seed=1) == SMALL
    assert study.random_picture_puzzles(8, 8, 0.5, 2, seed=2) != study.random_picture_puzzles(
        8, 8, 0.5, 2, seed=1
    )
    for density in (math.nan, -0.1, 1.1):
        with pytest.raises(OptionError, match="density"):
            study.random_picture_puzzles(8, 8, density, 1)
    with pytest.raises(OptionError, match="count -1"):
        study.random_picture_puzzles(8, 8, 0.5, -1)


def test_the_data_can_be_studied() -> None:
    fox = load(ROOT / "data" / "fox.non")
    (row,) = study.run([("fox", fox)], configurations=["fast"])
    assert (row["cells_lines"], row["finished_by"]) == (400, "lines")


def test_a_folder_gives_its_puzzles_and_lists_the_rest(tmp_path: Path) -> None:
    dump(Puzzle([[1]], [[1]]), tmp_path / "b.non")
    (tmp_path / "deep").mkdir()
    both = "\n".join(dumps(puzzle, format="taai") for puzzle in list(SQUARE.values())[:2])
    (tmp_path / "deep" / "two.txt").write_text(both, encoding="utf-8")
    (tmp_path / "README.md").write_text("no puzzle", encoding="utf-8")
    (tmp_path / "broken.non").write_text("width 2\nheight 2\nrows\n9\n", encoding="utf-8")
    (tmp_path / "half.txt").write_text(f"{both}\n$7\n9\n", encoding="utf-8")
    found = study.folder(tmp_path)
    assert list(found) == [
        "b.non",
        "half.txt#1",
        "half.txt#2",
        "deep/two.txt#1",
        "deep/two.txt#2",
    ]
    skipped = dict(found.skipped)
    assert list(skipped) == ["README.md", "broken.non", "half.txt#3"]
    assert "does not fit" in skipped["broken.non"]
    assert "half.txt" not in skipped["half.txt#3"]
    assert repr(found) == "<Folder: 5 puzzles, 3 skipped>"
    assert found["deep/two.txt#2"].rows == list(SQUARE.values())[1].rows
    chosen = study.folder(tmp_path, count=2, seed=5)
    assert len(chosen) == 2
    assert chosen == study.folder(tmp_path, count=2, seed=5)
    assert chosen.items() <= found.items()
    assert chosen.skipped == found.skipped
    with pytest.raises(OptionError, match="no such folder"):
        study.folder(tmp_path / "absent")


def some_row(configuration: str, puzzle: str, cpu: float, finished_by: str = "sat") -> study.Row:
    row = study.rows.empty_row(puzzle, Puzzle(rows=[[1]] * 2, columns=[[2]]), configuration)
    row.update({"cpu": cpu, "finished_by": finished_by, "time_limit": 10.0})
    return row


def test_shares_of_cells() -> None:
    row = cast(study.Row, {**some_row("fast", "a", 1.0), "width": 2, "height": 5})
    row.update({"cells_lines": 6, "cells_probe": 1})
    shares = study.shares_of_cells([row])
    assert (shares["lines"], shares["probe"], shares["sat"]) == (0.6, 0.1, 0.0)
    assert shares["open"] == pytest.approx(0.3)
    assert study.shares_of_cells([])["open"] == 0.0


def test_speed_up_compares_what_both_finished() -> None:
    rows = [
        some_row("slow", "a", 6.0),
        some_row("quick", "a", 2.0),
        some_row("slow", "b", 6.0),
        some_row("quick", "b", 1.0, ""),
    ]
    assert study.speed_up(rows, "quick", "slow") == 3.0
    with pytest.raises(OptionError, match="unknown configuration 'absent'; choose slow, quick"):
        study.speed_up(rows, "quick", "absent")
    with pytest.raises(OptionError, match="unknown stage 'foo'; choose lines, "):
        study.seconds_of(rows[0], "foo", cpu=True)
    with pytest.raises(OptionError, match="unknown stage 'foo'; choose lines, "):
        study.cells_of(rows[0], "foo")
    assert study.speed_up([*rows, some_row("quick", "a", 4.0)], "quick", "slow") == 2.0  # median
    again = some_row("quick", "a", 4.0, "")
    assert study.speed_up([*rows, again], "quick", "slow") is None


def test_par2_counts_an_unfinished_run_double() -> None:
    rows = [some_row("sat", "a", 1.0), some_row("sat", "b", 9.0, ""), some_row("fast", "a", 3.0)]
    assert study.par2(rows) == {"sat": 10.5, "fast": 3.0}
    assert study.par2(rows, limit=2) == {"sat": 2.5, "fast": 3.0}
    rows[1]["time_limit"] = None
    with pytest.raises(OptionError, match="no time limit"):
        study.par2(rows)


def test_a_cactus_plot_sorts_what_is_finished() -> None:
    rows = [
        some_row("sat", "a", 5.0),
        some_row("sat", "b", 1.0),
        some_row("sat", "c", 0.5, ""),
        some_row("fast", "a", 2.0, ""),
    ]
    assert study.cactus(rows) == {"sat": [1.0, 5.0], "fast": []}


def timed_row(configuration: str, puzzle: str) -> study.Row:
    row = some_row(configuration, puzzle, 0.1, "")
    row["reason"] = study.TIMED
    return row


def test_a_program_that_is_only_timed_has_no_score_and_no_curve() -> None:
    timed = [timed_row("true", name) for name in "ab"]
    rows = [some_row("sat", "a", 1.0), some_row("sat", "b", 9.0), *timed]
    assert study.par2(rows) == {"sat": 5.0}
    assert study.cactus(rows) == {"sat": [1.0, 9.0]}
    assert study.speed_up(rows, "sat", "true") is study.speed_up(rows, "true", "sat") is None
    said = some_row("true", "c", 0.1)  # it has said one verdict, so the others are missing
    assert study.par2([*timed, said], limit=2) == {"true": pytest.approx(8.1 / 3)}


def test_older_rows_without_a_verdict_are_timed(tmp_path: Path) -> None:
    row = timed_row("true", "a")
    study.save_rows([{**row, "reason": "", "finished_by": "true"}], tmp_path / "rows.csv")
    assert study.load_rows(tmp_path / "rows.csv") == [row]


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # R: binom::binom.confint(successes, trials, methods = "wilson")
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (5, 10, 0.2365931, 0.7634069),
        (81, 263, 0.2552897, 0.3662005),
    ],
)
def test_wilson_interval(successes: int, trials: int, low: float, high: float) -> None:
    assert study.wilson_interval(successes, trials) == pytest.approx((low, high), abs=5e-4)


def test_the_interval_holds_the_share() -> None:
    for trials in range(1, 120):
        for successes in (0, 1, trials // 2, trials - 1, trials):
            low, high = study.wilson_interval(successes, trials)
            assert 0 <= low <= successes / trials <= high <= 1


def test_an_interval_needs_a_sample() -> None:
    for successes, trials in ((0, 0), (3, 2), (-1, 2)):
        with pytest.raises(OptionError, match="at least one trial"):
            study.wilson_interval(successes, trials)


def test_a_program_that_is_too_slow_ends_with_all_that_it_started(tmp_path: Path) -> None:
    script = tmp_path / "slow.sh"
    script.write_text(f"sleep 300 & echo $! > {tmp_path}/pid; touch $1; wait\n")
    row = study.run_program(f"sh {script} {{file}}", "dot", Puzzle([[1]], [[1]]), time_limit=1.0)
    assert (row["verdict"], row["reason"], row["finished_by"]) == ("unknown", "time", "")
    pid = int((tmp_path / "pid").read_text())
    assert all_gone([pid], 120)


@pytest.mark.unix
def test_a_program_ends_when_its_parent_is_killed() -> None:
    code = """
from nonosat import Puzzle, study
print("begun", flush=True)
study.run_program("tail -f {file}", "dot", Puzzle([[1]], [[1]]))
"""
    with begun(code) as parent:
        deadline = time.monotonic() + 300
        programs: list[int] = []
        while not any(map(is_tail, programs)) and time.monotonic() < deadline:
            time.sleep(0.02)
            programs = family(parent.pid)  # a keeper, and the process that becomes the program
        parent.kill()
    assert len(programs) in (1, 2)
    assert all_gone(programs, 120)


def is_tail(number: int) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(number).name() == "tail"
    return False


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("true", OptionError),
        ("'true {file}", OptionError),
        ("/no/such/program {file}", BackendError),
    ],
)
def test_commands_that_cannot_run(command: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        study.run_program(command, "dot", Puzzle([[1]], [[1]]))
    with pytest.raises(OptionError, match="time limit nan"):
        study.run_program("true {file}", "dot", Puzzle([[1]], [[1]]), time_limit=math.nan)


def test_the_environment_names_versions_and_the_machine() -> None:
    found = study.environment()
    assert found["nonosat"] == __version__
    assert {"Python", "python-sat", "ortools", "networkx", "processor", "system"} <= set(found)
    assert all(found.values())


def test_methods_of_proof_are_tried_by_themselves() -> None:
    def of(puzzle: Puzzle) -> study.ProvenBy:
        return study.proven_by(puzzle, solve(puzzle).solutions[0])

    assert of(Puzzle([[1], [2]], [[1], [2]]))[:5] == (True,) * 5
    assert of(study.domino(3))[:5] == (False, True, True, True, True)
    assert of(study.domino(6))[:5] == (False, False, True, True, True)
    assert of(load(ROOT / "data" / "noise-18x18-1381.non"))[:5] == (False,) * 5
    two = Puzzle([[1], [1]], [[1], [1]])
    assert of(two)[:5] == (False,) * 5
    with pytest.raises(OptionError, match="does not satisfy the clues"):
        study.proven_by(two, two.unknown_grid())


def test_steadiness_names_the_worst_run() -> None:
    rows = study.run(study.orientations("L", Puzzle([[2], [1]], [[2], [1]])), ["fast", "sat"])
    for row in rows:
        row["cpu"] = 0.25
    rows[5].update({"cpu": 2.0, "finished_by": ""})
    fast, sat = study.steadiness(rows)
    assert (fast.configuration, fast.runs, fast.finished, fast.ratio) == ("fast", 8, 8, 1.0)
    assert (sat.configuration, sat.finished, sat.median, sat.worst) == ("sat", 7, 0.25, 2.0)
    assert (sat.ratio, sat.worst_at) == (8.0, ("180", 0))


def test_orientations_are_the_eight_of_the_plane() -> None:
    puzzle = Puzzle.from_grid("##.#\n#...\n.##.")
    turned = study.orientations("p", puzzle)
    assert turned["p 90"] == puzzle.rotate()
    assert turned["p m0"] == puzzle.mirror()
    transposed = [name for name, one in turned.items() if one == puzzle.transpose()]
    assert transposed == ["p m270"]
    assert len(set(turned.values())) == 8
