# SPDX-License-Identifier: MIT
"""The steps of the checks: every file is in the table, and a change runs the steps it needs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import slowness
import steps
import yaml

from tests.support.places import ROOT

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def test_each_file_is_in_a_row_and_each_row_has_files() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [file for file in listed.stdout.split("\0") if file]
    table = steps.rows()
    found = {file: steps.row_of(file, table) for file in files}
    assert [file for file, row in found.items() if row is None] == []
    own = {f".ci/steps/{name}" for name in steps.steps()}  # git does not list a new file
    assert set(table) - own - {"tests/bench/tab_"} <= set(found.values())
    assert steps.row_of("a new folder/file", table) is None


def test_the_table_names_steps_of_the_whole_and_each_of_them() -> None:
    named = {name for wanted in steps.rows().values() for name in wanted}
    whole = set(steps.whole())
    rows = steps.rows().items()
    assert named == whole
    assert {name for path, names in rows if not path.startswith(".ci/") for name in names} == whole


def test_what_a_change_of_a_place_needs() -> None:
    table = steps.rows()
    whole = set(steps.whole())

    def of(file: str) -> set[str]:
        return set(table[steps.row_of(file, table) or ""])

    assert {"sanitizers", "plain", "contracts"} <= of("nonosat/core/lines.cpp")
    assert {"readers", "plain"} <= of("nonosat/formats/native/text.hpp")
    assert {"browser"} <= of("nonosat/web/static/board.js") & of("nonosat/web/handlers/__init__.py")
    assert {"tab", "site"} <= of("nonosat/web/static/tab/pool.js") & of(".ci/tab/wheel")
    assert {"notebooks"} <= of("notebooks/style.py") & of("nonosat/study/tables.py")
    assert {"oldest"} <= of("nonosat/sat/backends/new.py")
    assert of("nonosat/model/puzzle.py") == of(".ci/shared.sh") == of(".ci/new") == whole
    assert of(".ci/steps/slow") == {"slow"}
    assert of(".ci/steps.py") == of(".ci/slowness.py") == {"cost"}
    assert of(".ci/last.tsv") == of(".ci/steps/tests") == set()


def test_a_step_says_what_it_does_and_what_it_may_take() -> None:
    for name, step in steps.steps().items():
        text = (steps.FOLDER / name).read_text(encoding="utf-8")
        assert step.about.endswith("."), name
        assert 10 <= step.budget <= 1500, name
        assert '\n. "$(dirname "$0")/../shared.sh"\n' in text, name
    assert list(steps.steps())[-1] == "cost"
    assert {step.first for step in steps.steps().values()} <= {"", *steps.steps()}


def test_no_command_stands_twice() -> None:
    """Each line of a step that runs tests or builds is in one step only."""
    seen: dict[str, str] = {}
    for name in steps.steps():
        text = (steps.FOLDER / name).read_text(encoding="utf-8").replace("\\\n", " ")
        for line in text.splitlines():
            if re.search(r"pytest|core_test|zizmor|mypy|\.ci/(site|wheels|stable-wheel)\b", line):
                assert " ".join(line.split()) not in seen, (name, line)
                seen[" ".join(line.split())] = name


def test_the_work_flow_has_every_step() -> None:
    flow = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text(encoding="utf-8"))
    matrix = flow["jobs"]["whole"]["strategy"]["matrix"]["step"]
    whole = [name for name in steps.steps() if name not in (*steps.gate(), "cost")]
    assert sorted(matrix) == sorted(whole)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout with two steps, one that passes and one that fails."""
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    for name, place in (
        ("FOLDER", ".ci/steps"),
        ("PATHS", ".ci/paths.tsv"),
        ("LAST", ".ci/last.tsv"),
        ("COSTS", "build/costs"),
    ):
        monkeypatch.setattr(steps, name, tmp_path / place)
    (tmp_path / ".ci/steps").mkdir(parents=True)
    (tmp_path / ".ci/run").write_text("exec python3 steps.py --gate \\\n    first\n")
    (tmp_path / ".ci/shared.sh").write_text("thing() { [ ! -e absent ]; }\n")
    for name, code in (("first", 0), ("good", 0), ("bad", 1)):
        (tmp_path / ".ci/steps" / name).write_text(
            f"#!/usr/bin/env bash\n# It is {name}.\n# budget: 10\n# needs: thing\nexit {code}\n"
        )
    (tmp_path / ".ci/paths.tsv").write_text(
        "# a comment\na/\tgood\na/b/\tbad good\n.ci/\tall\n.ci/last.tsv\t-\n"
    )
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/file").write_text("1")
    (tmp_path / "a/b/file").write_text("1")
    (tmp_path / ".gitignore").write_text("build/\n")
    _git(tmp_path, "init", "-q")
    _commit(tmp_path)
    return tmp_path


def _git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def _commit(folder: Path) -> None:
    _git(folder, "add", "-A")
    _git(folder, "commit", "-q", "-m", "a change")


def _passed_now(*names: str, processor: float = 1, slowness: float = 1) -> None:
    commit = _git(steps.ROOT, "rev-parse", "HEAD")
    for name in names:
        steps.write_last(steps.Line(name, commit, 1, processor, slowness, True))


def test_without_a_line_every_step_is_needed(checkout: Path) -> None:
    assert steps.needed(steps.read_last()) == {
        "good": "it has not passed yet",
        "bad": "it has not passed yet",
    }


def test_a_change_needs_the_steps_of_its_row(checkout: Path) -> None:
    _passed_now("good", "bad")
    assert steps.needed(steps.read_last()) == {}
    (checkout / "a/file").write_text("2")  # not committed
    assert list(steps.needed(steps.read_last())) == ["good"]
    _commit(checkout)
    assert list(steps.needed(steps.read_last())) == ["good"]
    _passed_now("good")
    (checkout / "a/b/new").write_text("1")  # not known to git
    assert list(steps.needed(steps.read_last())) == ["bad", "good"]
    (checkout / "a/b/new").unlink()
    _commit(checkout)
    (checkout / "a/b/file").unlink()
    assert list(steps.needed(steps.read_last())) == ["bad", "good"]
    _git(checkout, "checkout", "a/b/file")
    assert steps.needed(steps.read_last()) == {}
    script = checkout / ".ci/steps/good"
    text = script.read_text()
    script.write_text(text.replace("budget: 10", "budget: 11"))
    assert steps.needed(steps.read_last()) == {}
    script.write_text(f"{text}# more\n")
    assert list(steps.needed(steps.read_last())) == ["good"]
    script.write_text(text)
    (checkout / "nowhere").write_text("1")  # in no row
    assert list(steps.needed(steps.read_last())) == ["bad", "good"]


def test_a_step_that_failed_or_whose_commit_is_unknown_is_needed(checkout: Path) -> None:
    _passed_now("good", "bad")
    line = steps.read_last()["good"]
    steps.write_last(steps.Line("good", line.commit, 1, 1, 1, False))
    steps.write_last(steps.Line("bad", COMMIT, 1, 1, 1, True))
    found = steps.needed(steps.read_last())
    assert found["good"] == "its last run failed"
    assert found["bad"] == f"its last run was at {COMMIT[:12]}, which is not in this history"


def test_all_steps_run_also_if_one_fails(checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert steps.run_all(["bad", "good"]) == 1
    out = capfd.readouterr().out
    assert "FAILED: bad. To run it alone: .ci/full bad" in out
    assert re.search(r"^good +0 +0 +\d+\.\d\d +10 +-$", out, re.M)
    last = steps.read_last()
    assert [last["bad"].passed, last["good"].passed] == [False, True]
    assert last["good"].commit == _git(checkout, "rev-parse", "HEAD")
    assert steps.age(last["good"]) == "0 commits ago"
    assert steps.age(last["bad"]) == "failed 0 commits ago"
    (checkout / "a/file").write_text("3")
    _commit(checkout)
    assert steps.age(last["good"]) == "1 commits ago"


def test_a_step_without_what_it_needs_fails(
    checkout: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert steps.run_all(["good"]) == 0
    (checkout / "absent").write_text("")
    assert steps.run_all(["good"]) == 1
    assert "FAILED: good. To run it alone: .ci/full good" in capfd.readouterr().out
    assert not steps.read_last()["good"].passed


def test_a_quarter_above_the_budget_is_said(checkout: Path) -> None:
    _passed_now("good", processor=12)
    _passed_now("bad", processor=13)
    assert steps.judged() == [
        "bad took 13.0 processor seconds, 13.0 on the machine of the budgets; its budget is 10"
    ]


def test_a_slow_machine_takes_more(checkout: Path) -> None:
    _passed_now("good", processor=24, slowness=2)
    _passed_now("bad", processor=24, slowness=1.5)
    assert steps.judged() == [
        "bad took 24.0 processor seconds, 16.0 on the machine of the budgets; its budget is 10"
    ]


def test_a_test_that_takes_much_runs_once_more_alone(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four steps, the first is quick, and the second if it runs alone; the last fails there."""
    shutil.copy(checkout / ".ci/steps/first", checkout / ".ci/steps/tests")
    monkeypatch.setattr(slowness, "piece", lambda: slowness.PIECE)
    costs = checkout / "build/costs/tests"
    costs.mkdir(parents=True)
    taken = {"a.py::b": 4.9, "a.py::c": 5.1, "a.py::d": 5.1, "a.py::e": 9, "a.py, after tests": 9}
    (costs / "1.json").write_text(json.dumps({"seconds": taken}))
    program = checkout / ".venv/bin/pytest"
    program.parent.mkdir(parents=True)
    program.write_text(
        "#!/usr/bin/env python3\nimport json, os, sys\ntest = sys.argv[-1]\n"
        "json.dump({'seconds': {test: {'c': 2.5, 'd': 2.6}[test[-1]]}},"
        " open(os.environ['NONOSAT_COSTS'], 'w'))\n"
    )
    program.chmod(0o755)
    _passed_now("tests", slowness=2)
    assert steps.judged() == [
        "a.py::d took 2.6 processor seconds, 2.6 on the machine of the budgets: "
        "more than 2 is slow",
        "a.py::e does not pass alone",
    ]
