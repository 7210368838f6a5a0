# SPDX-License-Identifier: MIT
"""``explain`` and ``solve --log``: sentences, the steps that a cell needs, files, exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import nonosat
from nonosat import study
from nonosat.explain.step import Step
from nonosat.explain.walking import needed_for
from tests.support.command_line import Run


@pytest.fixture
def run(quick_run: Run) -> Run:
    """Commands run in this process, because no test here is about streams."""
    return quick_run


def test_the_steps_of_a_puzzle(run: Run) -> None:
    result = run("explain", "unique.non")
    assert result.code == 0
    *steps, last = result.out.splitlines()
    walk = nonosat.walkthrough(nonosat.load("unique.non"))
    assert steps == [f"{number:>3}. {step}" for number, step in enumerate(walk, start=1)]
    assert len(steps) == 4
    assert last == "unique.non: solved in 4 steps"


def test_an_ambiguous_puzzle_ends_with_two_solutions(run: Run) -> None:
    result = run("explain", "--ascii", "multiple.non")
    assert result.code == 1
    first, *rest = result.out.splitlines()
    assert first.startswith("multiple.non: deduction ends here: there are several solutions")
    assert rest[0] == "solution 1 of the 2 found; 4 cells differ, marked:"
    assert result.out.count("#!") == 4
    written = run("explain", "-o", "two.html", "multiple.non")
    assert (len(written.out.splitlines()), written.code) == (1, 1)


def test_how_it_can_end(run: Run, data: Path) -> None:
    none = run("explain", "none.non")
    assert none.code == 3
    assert none.out.splitlines()[-1].startswith("none.non: no solution")
    noise = str(data / "noise-18x18-7733.non")
    stuck = run("explain", "--max-technique", "overlap", noise)
    assert stuck.code == 5
    assert "the techniques up to overlap give nothing more" in stuck.out.splitlines()[-1]
    late = run("explain", "--time-limit", "0", noise)
    assert late.code == 5
    assert "time limit" in late.out
    assert run("explain", "broken.non").code == 4
    several = run("explain", "unique.non", "broken.non", "multiple.non")
    assert several.code == 4
    assert "\n\nmultiple.non: " in several.out


def test_quiet_prints_the_steps_alone(run: Run, folder: Path) -> None:
    *steps, _ = run("explain", "unique.non").out.splitlines(keepends=True)
    assert run("explain", "-q", "unique.non") == ("".join(steps), "", 0)
    drawn = run("explain", "--ascii", "-q", "multiple.non")
    assert (drawn.out.count("#!"), drawn.code) == (4, 1)
    assert "deduction" not in drawn.out
    written = run("explain", "-q", "-o", "steps.html", "unique.non")
    assert written == ("", "", 0)
    assert (folder / "steps.html").exists()


def test_links_and_techniques_bound_the_steps(run: Run, data: Path) -> None:
    penguin = str(data / "penguin.non")

    def techniques(*options: str) -> set[str]:
        found = json.loads(run("explain", "--json", *options, penguin).out)
        return {step["technique"] for step in found["steps"]}

    assert techniques("--max-technique", "line") <= {"trivial", "overlap", "line"}
    assert "chain" in techniques("--max-technique", "chain")
    chains = json.loads(run("explain", "--json", "--max-technique", "chain", penguin).out)["steps"]
    longest = max(
        sum(len(branch["links"]) for branch in step["chain"]) for step in chains if step["chain"]
    )
    short = run("explain", "--json", "--max-technique", "chain", "--max-links", "2", penguin)
    assert longest > 2
    for step in json.loads(short.out)["steps"]:
        assert sum(len(branch["links"]) for branch in step["chain"]) <= 2


def test_a_cell_and_what_it_needs(run: Run, folder: Path) -> None:
    result = run("explain", "--cell", "R2C1", "unique.non")
    assert result.code == 0
    assert result.out.splitlines()[-1] == "unique.non: R2C1: 2 steps needed"
    assert len(result.out.splitlines()) == 3
    (folder / "g.txt").write_text("#??\n???\n")
    given = run("explain", "--cell", "r1c1", "--given", "g.txt", "unique.non")
    assert (given.out, given.code) == (
        "unique.non: R1C1 is known at the start; without --given its reason is searched for\n",
        0,
    )
    ambiguous = run("explain", "--cell", "R1C1", "multiple.non")
    assert ambiguous.code == 1
    assert "several solutions" in ambiguous.out
    found = json.loads(run("explain", "--json", "--cell", "R2C1", "unique.non").out)
    assert found["cell"] == [1, 0]
    assert found["explained"] is True
    assert len(found["steps"]) == 2


@pytest.mark.parametrize("name", ["penguin.non", "fruit-bowl.xml", "noise-18x18-1381.non"])
def test_the_needed_steps_are_enough(data: Path, name: str) -> None:
    """Every premise of a needed step is given at the start or concluded by one before it."""
    puzzle = nonosat.load(data / name)
    walk = nonosat.walkthrough(puzzle, max_technique="chain")
    fewer = 0
    for row, column in walk.grid.differences(walk.start)[::7]:
        needed = needed_for(walk, row, column)
        assert (row, column) in needed[-1].values
        fewer += len(needed) < len(walk) / 2
        numbers = [list(walk).index(step) for step in needed]
        assert numbers == sorted(set(numbers))
        concluded: set[tuple[int, int]] = set()
        for step in needed:
            assert {literal[:2] for literal in step.because} <= concluded
            concluded |= {literal[:2] for literal in step.cells}
    assert fewer > 0


def test_no_step_is_asked_for_after_the_one_of_the_cell(data: Path) -> None:
    walk = nonosat.walkthrough(nonosat.load(data / "penguin.non"))
    asked: list[Step] = []

    def steps() -> object:
        for step in walk:
            asked.append(step)
            yield step

    needed = needed_for(steps(), 4, 4)  # type: ignore[arg-type]
    assert asked[-1] == needed[-1]
    assert len(asked) < len(walk)
    assert needed_for(walk[:2], 17, 13) == ()


def test_a_grid_to_start_from(run: Run, folder: Path) -> None:
    (folder / "g.txt").write_text("###\n???\n")
    result = run("explain", "--given", "g.txt", "unique.non")
    assert result.out.splitlines()[-1] == "unique.non: solved in 3 steps"
    (folder / "g.txt").write_text("###\n")
    assert run("explain", "--given", "g.txt", "unique.non").code == 4


def test_files(run: Run, folder: Path) -> None:
    for name in ("w.html", "w.json", "w.svg", "c.html", "c.json", "c.svg"):
        cell = ["--cell", "R2C3"] if name.startswith("c") else []
        result = run("explain", "-o", name, *cell, "unique.non")
        assert result.code == 0
        assert len(result.out.splitlines()) == 1
    page, cell_page = (folder / "w.html").read_text(), (folder / "c.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "solved in 4 steps" in page
    assert "R2C3: 2 steps needed" in cell_page
    assert len(re.findall("<li>", page)) == 4
    assert len(re.findall("<li>", cell_page)) == 2
    assert len(json.loads((folder / "w.json").read_text())["steps"]) == 4
    assert len(json.loads((folder / "c.json").read_text())["steps"]) == 2
    pictures = (folder / "w.svg").read_text(), (folder / "c.svg").read_text()
    assert all(picture.startswith("<svg") for picture in pictures)
    assert pictures[0] != pictures[1]
    assert run("explain", "-o", "w.svg", "--force", "--cell", "R2C3", "unique.non").code == 0
    assert (folder / "w.svg").read_text() == pictures[1]


def test_files_that_are_not_written(run: Run, folder: Path) -> None:
    (folder / "old.svg").touch()
    for name, puzzle, message in (
        ("x.svg", "multiple.non", "there is no step to draw: deduction ends here"),
        ("old.svg", "unique.non", "old.svg exists: add --force to replace it"),
    ):
        result = run("explain", "-o", name, puzzle)
        assert (result.code, message in result.err) == (2, True)
    assert not (folder / "x.svg").exists()


def test_a_folder_that_is_a_file(run: Run) -> None:
    result = run("explain", "-o", "none.non/x.html", "unique.non")
    words = "none.non/x.html cannot be written: none.non is a file, not a folder"
    assert (result.code, result.err) == (74, f"nonosat: {words}\n")


def test_the_log_of_a_solve(run: Run) -> None:
    result = run("solve", "--log", "--ascii", "unique.non", "multiple.non")
    assert result.code == 1
    first, second = result.out.split("\n\n")
    walk = nonosat.walkthrough(nonosat.load("unique.non"))
    steps = [f"{number:>3}. {step}" for number, step in enumerate(walk, start=1)]
    assert first.splitlines()[:5] == [*steps, "unique.non: unique"]
    assert second.splitlines()[0] == "multiple.non: multiple"
    both = run("solve", "--log", "-v", "unique.non").out
    assert both.splitlines()[:4] == steps
    assert "line_solves" in both
    found = json.loads(run("solve", "--log", "--json", "unique.non").out)
    assert [step["sentence"] for step in found["steps"]] == [str(step) for step in walk]
    assert found["verdict"] == "unique"


@pytest.mark.parametrize(
    ("stages", "hardest"),
    [
        ("lines", "line"),
        ("lines,implications", "chain"),
        ("beliefs", "line"),
        ("probe", "trial"),
        ("probe,weights", "weights"),
    ],
)
def test_the_stages_bound_the_log(run: Run, data: Path, stages: str, hardest: str) -> None:
    penguin = str(data / "penguin.non")
    found = json.loads(run("solve", "--log", "--json", "--stages", stages, penguin).out)
    used = {step["technique"] for step in found["steps"]}
    names = ["trivial", "overlap", "line", "chain", "trial", "weights", "clue-set"]
    assert used <= set(names[: names.index(hardest) + 1])
    if hardest in ("chain", "trial", "weights"):
        assert "chain" in used


def test_weights_end_a_log_an_explanation_and_a_rating(run: Run, folder: Path) -> None:
    """n-Dom: the sentence says that a computer proves it; data and pictures have the weights."""
    (folder / "dom.non").write_text(nonosat.dumps(study.domino(6), format="non"))
    explained = run("explain", "dom.non")
    assert explained.code == 0
    lines = explained.out.splitlines()
    assert lines[0].startswith("  1. Computer proof: weights in ")
    assert lines[-1] == "dom.non: solved in 1 step"
    assert run("solve", "--log", "dom.non").out.splitlines()[0] == lines[0]
    (step,) = json.loads(run("explain", "--json", "dom.non").out)["steps"]
    assert step["weights"]["bound"] < 4 * step["weights"]["scale"]
    assert run("explain", "dom.non", "-o", "dom.svg").code == 0
    assert 'class="weight"' in (folder / "dom.svg").read_text()
    assert run("explain", "dom.non", "--max-technique", "trial").code == 5
    hinted = run("hint", "dom.non", "--level", "where").out
    assert "See the computer proof by weights in rows 1 to 13 and columns 1 to 13" in hinted
    rated = run("rate", "--ascii", "dom.non").out.splitlines()[-1]
    assert "| weights   |     1 |" in rated
    assert rated.endswith(
        "without guessing, people do not solve it; the difficulty is at least that"
    )


def test_the_log_within_limits(run: Run, data: Path) -> None:
    result = run("solve", "--log", "--time-limit", "0", str(data / "penguin.non"))
    assert result.code == 5
    assert result.out.splitlines()[0].endswith("unknown (time limit)")


def test_a_grid_with_a_mistake_is_not_explained(run: Run, data: Path) -> None:
    """A past bug: false reasons, also as a file, for a puzzle that has one solution."""
    heart, wrong = str(data / "heart.non"), "?????\n#####\n?????\n?????\n#????"
    for more in ((), ("--cell", "R1C2"), ("-o", "x.pdf"), ("-o", "x.json")):
        done = run("explain", heart, "--given", wrong, *more)
        assert "the given grid has a mistake; 'nonosat check-grid' says where" in done.err
        assert (done.out, done.code) == ("", 1)
    assert not Path("x.pdf").exists()
    right = wrong.replace("#????", "?????")
    assert run("explain", heart, "--given", right).code == 0
