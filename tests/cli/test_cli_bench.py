# SPDX-License-Identifier: MIT
"""``nonosat bench``: its table, rows, files, mistakes, and Ctrl-C."""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from nonosat import Puzzle, study
from tests.support.brute import hard_puzzle
from tests.support.command_line import Result, begin, interrupt, run_here
from tests.support.places import ROOT


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def bench(*arguments: str) -> Result:
    return run_here("bench", *arguments)


def test_bench_prints_a_table_and_saves_rows(tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    done = bench("data/fox.non", "data/cat.non", "--presets", "fast,sat", "-o", str(out))
    assert done.code == 0, done
    table = done.out.splitlines()
    assert table[0].split()[:3] == ["preset", "solved", "unknown"]
    assert [line.split()[:3] for line in table[2:4]] == [["fast", "2", "0"], ["sat", "2", "0"]]
    assert table[3].split()[7:] == ["1.00", "sat", "2"]
    assert len(study.load_rows(out)) == 4


def test_bench_over_orientations_and_seeds() -> None:
    options = ["--presets", "fast,sat", "--orientations", "--seeds", "2", "--seed", "5"]
    done = bench("data/fox.non", "data/cat.non", *options)
    assert done.code == 0, done
    table = done.out.splitlines()
    assert [line.split()[:4] for line in table[2:6]] == [
        [f"data/{name}.non", preset, "16", "0"]
        for name in ("cat", "fox")
        for preset in ("fast", "sat")
    ]
    assert all(line.split()[-2:] in (["seed", "5"], ["seed", "6"]) for line in table[2:6])
    assert "a median below 1 ms counts as 1 ms" in table[6]
    assert table[7].endswith(" of 4")
    rows = [
        json.loads(line) for line in bench("data/cat.non", "--json", *options).out.split("\n")[:-1]
    ]
    assert len(rows) == 32
    turned = {row["puzzle"]: row["sha256"] for row in rows}
    assert len(turned) == len(set(turned.values())) == 8
    assert {row["seed"] for row in rows} == {5, 6}


def test_bench_in_json_with_random_puzzles_and_an_outside_program() -> None:
    command = f"{sys.executable} -c 'import sys; open(sys.argv[1])' {{file}}"
    done = bench("--random", "6x5:0.5:3:9", "--presets", "fast", "--json", "--program", command)
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [(row["configuration"], row["reason"]) for row in rows] == [
        ("fast", ""),
        ("program", "timed"),
    ] * 3
    assert {(row["width"], row["height"]) for row in rows} == {(6, 5)}
    failing = bench(
        "--random", "6x5:0.5:1", "--presets", "fast", "--json", "--program", "false {file}"
    )
    assert json.loads(failing.out.splitlines()[1])["reason"] == "exit code 1"


def test_bench_with_a_broken_file_does_the_others(tmp_path: Path) -> None:
    broken = tmp_path / "broken.non"
    broken.write_text("width 1\n")
    done = bench(str(broken), "data/cat.non", "--presets", "fast")
    assert done.code == 4
    assert "fast" in done.out
    shutil.copy("data/cat.non", tmp_path)
    folder = bench(str(tmp_path), "--presets", "fast")
    assert (folder.code, folder.err) == (4, done.err)


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
    process = begin(*command, "-o", str(out))
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["verdict"] == "unique"
    assert interrupt(process)[1:] == ("nonosat: interrupted: 1 rows are finished\n", 130)
    with open(out, newline="") as file:
        assert [row["verdict"] for row in csv.DictReader(file)] == ["unique"]


def test_bench_keeps_texts_of_one_name_apart() -> None:
    done = bench(
        "--presets",
        "fast",
        "--json",
        '{"rows": [[1]], "cols": [[1]]}',
        '{"rows": [[2]], "cols": [[1], [1]]}',
    )
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert len({row["puzzle"] for row in rows}) == len(rows) == 2
    assert len({row["sha256"] for row in rows}) == 2


LIAR = """
[liar]
command = "{python} {script} {{file}}"
unique = "UNIQUE"
multiple = "SEVERAL"
"""


@pytest.fixture
def benchmark_folder(tmp_path: Path) -> Path:
    """A built benchmark with one unique puzzle and one with several solutions."""
    description = tmp_path / "two.toml"
    family = '[family.{}]\nwhat = "x"\ngenerator = "{}"\nseed = 1\nsmall = {{ {}, count = 1 }}\n'
    side = "side = [6], density = [0.5]"
    description.write_text(
        'name = "Two"\nversion = "1"\n'
        + family.format("one", "made", "side = [6]")
        + family.format("many", "several", side)
    )
    built = run_here("build-benchmark", str(description), "-o", str(tmp_path / "two"))
    assert built.code == 0, built.err
    return tmp_path / "two"


def described(tmp_path: Path, code: str) -> str:
    script, table = tmp_path / "liar.py", tmp_path / "liar.toml"
    script.write_text(code)
    table.write_text(LIAR.format(python=sys.executable, script=script))
    return str(table)


def test_a_liar_is_caught_on_a_benchmark(benchmark_folder: Path, tmp_path: Path) -> None:
    liar = described(tmp_path, "print('UNIQUE')")
    done = bench(
        *(str(benchmark_folder), "--presets", "fast", "--program", liar),
        *("--program", "nonosat-fast", "--time-limit", "20"),
    )
    assert done.code == 1, done
    assert "liar: " in done.err
    assert "wrong verdict: it says unique" in done.err
    table = {line.split()[0]: line.split()[1:] for line in done.out.splitlines() if line}
    assert table["liar"][:5] == ["1", "0", "1", "0", "0"]  # solved, unknown, wrong, timed, unasked
    assert table["nonosat-fast"][:5] == ["2", "0", "0", "0", "0"]
    assert float(table["liar"][5]) > 20  # PAR-2: one of two counts as 40
    assert "nonosat-fast: nonosat " in done.out


def test_the_page_counts_wrong_answers(benchmark_folder: Path, tmp_path: Path) -> None:
    liar, page = described(tmp_path, "print('UNIQUE')"), tmp_path / "page.html"
    given = (str(benchmark_folder), "--presets", "fast", "--program", liar)
    assert bench(*given, "--time-limit", "20", "-o", str(page)).code == 1
    html = page.read_text(encoding="utf-8")
    assert html.count('<svg role="img"') == 2
    assert "Wrong answers: 1<" in html
    assert "liar solves 1, wrong: 1" in html
    assert "processor" in html


def test_the_certificate_decides_who_is_wrong(benchmark_folder: Path, tmp_path: Path) -> None:
    """The certificate decides, not an unproved table of answers."""
    answers = benchmark_folder / "answers.tsv"
    answers.write_text(answers.read_text().replace("\tmultiple\t", "\tnone\t"))
    honest = described(
        tmp_path,
        "print('SEVERAL' if 'many' in open(__import__('sys').argv[1]).read() else 'UNIQUE')",
    )
    done = bench(str(benchmark_folder), "--presets", "", "--program", honest)
    assert done.code == 4
    assert "does not prove 'none'" in done.err


def test_what_is_finished_is_kept_when_a_program_disappears(tmp_path: Path) -> None:
    once = tmp_path / "once"
    once.write_text(f"#!{sys.executable}\nimport os\nos.remove({str(once)!r})\nprint('UNIQUE')\n")
    once.chmod(0o755)
    table = tmp_path / "once.toml"
    table.write_text(f'[once]\ncommand = "{once} {{file}}"\nunique = "UNIQUE"\n')
    out = tmp_path / "rows.csv"
    given = ("data/fox.non", "data/cat.non", "--presets", "", "--program", str(table))
    done = bench(*given, "-o", str(out))
    assert done.code not in (0, 1)
    assert "stopped: 1 rows are finished" in done.err
    assert len(study.load_rows(out)) == 1


def test_no_limit_of_time_has_no_score() -> None:
    given = ("data/fox.non", "--presets", "", "--program", "nonosat-fast")
    done = bench(*given, "--time-limit", "inf")
    assert done.code == 0, done
    assert bench(*given, "-o", "/no/such/folder/rows.csv").code == 74


def test_a_place_that_cannot_be_written_is_refused_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").mkdir()
    for place in (str(tmp_path / "rows.csv"), "/sys/rows.csv"):
        done = bench("data/fox.non", "--presets", "fast", "-o", place, "--force")
        assert (done.code, done.out) == (74, "")
        assert f"{place} cannot be written" in done.err
    kept = tmp_path / "kept.csv"
    kept.write_text("kept")
    assert bench("--presets", "fast", "-o", str(kept), "--force").code == 2
    assert kept.read_text() == "kept"


def test_descriptions_that_cannot_be_read(tmp_path: Path) -> None:
    done = bench("data/fox.non", "--program", "/no/such.toml")
    assert (done.code, "/no/such.toml" in done.err) == (4, True)
    (tmp_path / "odd.toml").write_text("[x]")
    done = bench("data/fox.non", "--program", str(tmp_path / "odd.toml"))
    assert (done.code, "odd.toml: x: there is no command" in done.err) == (4, True)


def test_without_a_benchmark_our_verdict_is_the_measure(tmp_path: Path) -> None:
    liar = described(tmp_path, "print('SEVERAL')")
    for presets in ("", "fast"):
        done = bench("data/fox.non", "--presets", presets, "--program", liar)
        assert done.code == 1
        assert "data/fox.non: wrong verdict: it says multiple" in done.err


def test_a_broken_table_of_answers_is_named(benchmark_folder: Path) -> None:
    (benchmark_folder / "answers.tsv").write_text("id\tverdict\n")
    done = bench(str(benchmark_folder), "--presets", "fast")
    assert done.code == 4
    assert "answers.tsv: this is not a table of answers" in done.err


def test_a_program_that_does_nothing_has_solved_nothing(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    given = ("data/fox.non", "data/cat.non", "--presets", "fast", "--program", "true {file}")
    done = bench(*given, "-o", str(page))
    assert done.code == 0, done
    heads, *_, row = (re.split(r"  +", line.strip()) for line in done.out.splitlines()[:4])
    assert heads[1:7] == ["solved", "unknown", "wrong", "timed", "unasked", "PAR-2 s"]
    assert row[1:7] == ["0", "0", "0", "2", "0", "-"]
    assert row[-1] == "-"  # no speed-up
    html = page.read_text(encoding="utf-8")
    assert html.count('<svg role="img"') == 1  # no pair to compare
    assert "fast solves 2" in html
    assert "program solves" not in html


def test_the_table_says_why_answers_are_unknown(tmp_path: Path) -> None:
    fails = described(tmp_path, "import sys; sys.exit('no such option')")
    out, page = tmp_path / "rows.csv", tmp_path / "page.html"
    given = ("data/fox.non", "data/cat.non", "--presets", "", "--program", fails)
    done = bench(*given, "-o", str(out))
    assert done.code == 0, done
    heads, _, row = (re.split(r"  +", line.strip()) for line in done.out.splitlines()[:3])
    assert (heads[-1], row[-1]) == ("why unknown", "exit code 1: 2")
    assert row[7:11] == ["-"] * 4  # a crash is not a short time
    reason = "liar: exit code 1: no such option: 2 runs, such as data/fox.non"
    assert f"why unknown:\n  {reason}\n" in done.out
    assert [row["stderr"] for row in study.load_rows(out)] == ["no such option"] * 2
    assert bench(*given, "-o", str(page)).code == 0
    assert f"Why answers are unknown: 1</summary><ul><li>{reason}</li>" in page.read_text()


def test_a_program_that_sleeps_until_the_limit_has_no_short_time() -> None:
    sleeps = shlex.join([sys.executable, "-S", "-c", "import time; time.sleep(99)", "{file}"])
    given = ("--presets", "", "--program", sleeps, "--time-limit", "0.4")
    heads, _, row = (
        re.split(r"  +", line.strip())
        for line in bench("data/fox.non", *given).out.splitlines()[:3]
    )
    assert row[-1] == "time limit: 1"
    assert float(row[heads.index("median ms")]) >= 400


def test_who_always_says_unique_is_wrong_even_where_all_puzzles_are_unique() -> None:
    says = shlex.join([sys.executable, "-c", "print('unique')", "{file}"])
    done = bench("data/fox.non", "--presets", "", "--program", says)
    assert done.code == 1
    assert done.err == "nonosat: program: control (multiple): wrong verdict: it says unique\n"
    heads, _, row = (re.split(r"  +", line.strip()) for line in done.out.splitlines()[:3])
    assert (row[1], row[3]) == ("1", "1")  # solved, wrong
    assert float(row[heads.index("PAR-2 s")]) < 60  # the control counts in no figure
    done = bench("data/fox.non", "--presets", "", "--program", "nonosat-fast")
    assert (done.code, done.err) == (0, "")


def test_who_gives_up_is_unknown_also_in_a_file(tmp_path: Path) -> None:
    """The first puzzle has no answer, the second one has."""
    says = "import sys; 'width 1\\n' in open(sys.argv[1]).read() and print('unique')"
    out = tmp_path / "rows.csv"
    command = shlex.join([sys.executable, "-c", says, "{file}"])
    given = ("--presets", "", "--program", "true {file}", "--program", command)
    done = bench("data/fox.non", '{"rows": [[1]], "cols": [[1]]}', *given, "-o", str(out))
    rows = [row for row in study.load_rows(out) if row["configuration"] == "command 2"]
    assert [row["reason"] for row in rows][:2] == [study.NOTHING, ""]
    assert {row["command"] for row in rows} == {given[-1]}
    assert "command 2: nothing understood: data/fox.non\n" in done.out
    assert f"\nprogram: true {{file}}\ncommand 2: {given[-1]}\n" in done.out


def test_the_lines_below_the_table_say_what_timed_means() -> None:
    for limit, lacks in (
        ("1", "shows none that can be read"),
        ("2", "says no verdict on any puzzle"),
    ):
        given = ("--presets", "", "--program", "echo {file}", "--limit", limit)
        lines = bench("data/fox.non", *given).out.splitlines()
        assert f"timed: the program {lacks}, so it has solved nothing" in lines


def test_speed_ups_are_relative_to_the_last_preset() -> None:
    given = ("data/fox.non", "--program", "true {file}")
    assert "x sat" in bench(*given, "--presets", "fast,sat").out.splitlines()[0]
    assert "x program" in bench(*given, "--presets", "").out.splitlines()[0]


def test_a_dry_run_shows_one_puzzle(tmp_path: Path) -> None:
    liar = described(tmp_path, "print('UNIQUE')")
    given = ("data/fox.non", "data/cat.non", "--try", "--program")
    done = bench(*given, liar, "--program", "true {file}")
    assert (done.code, done.out.count("fox.non\ncommand: "), "cat" in done.out) == (0, 2, False)
    assert "stdout: 1 line\n  | UNIQUE\nstderr: empty\nended: exit code 0" in done.out
    assert "says no verdict that can be read" in done.out
    wrong = bench(*given, described(tmp_path, "print('SEVERAL')"), "--json")
    assert wrong.code == 1
    found = json.loads(wrong.out)
    assert (found["known"], found["exchanges"][0]["stdout"]) == ("unique", "SEVERAL\n")


def test_a_configuration_has_one_color_in_all_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.axes import Axes

    colors: dict[str, str] = {}
    points: list[str] = []
    plot, scatter = Axes.plot, Axes.scatter

    def plotted(self: Axes, *given: Any, **look: Any) -> Any:
        if "label" in look:
            colors[look["label"].split()[0]] = look["color"]
        return plot(self, *given, **look)

    def scattered(self: Axes, *given: Any, **look: Any) -> Any:
        points.append(look["color"])
        return scatter(self, *given, **look)

    monkeypatch.setattr(Axes, "plot", plotted)
    monkeypatch.setattr(Axes, "scatter", scattered)
    rows = study.run({"dot": Puzzle([[1]], [[1]])}, ["fast", "sat", "logic"])
    study.report_page(rows, baseline="sat", about="", machine={})
    assert len(set(colors.values())) == 3
    assert points == [colors["fast"], colors["logic"]]
