# SPDX-License-Identifier: MIT
"""``nonosat repair``: text, drawing, JSON, the written files, exit codes."""

from __future__ import annotations

import json
import signal
from dataclasses import replace
from pathlib import Path

import pytest

import nonosat
from nonosat.make.repair.answer import RepairProof
from tests.support.command_line import MULTIPLE, Run

SUMS = '{"rows":[[2],[1]],"cols":[[1],[1]]}'
"""The rows fill three cells and the columns two."""
DRAWN = """\
goal.non: the clues of the picture have several solutions, in 1 independent component
  component 1: 2 solutions in R1: 1, 2; R2: 1, 2
change 1 cell for a puzzle with one solution: no smaller change exists; 1 way shown
  1. R2C1 becomes filled
before, components marked   1. after, changes marked
 | 1 1|                      | 2 1|
-+----+                     -+----+
1|#!.!|                     1|## .|
1|.!#!|                     2|#!##|
-+----+                     -+----+
"""


@pytest.fixture
def run(quick_run: Run, folder: Path, data: Path) -> Run:
    """In this process, because only the last test is about streams."""
    (folder / "steam.non").write_bytes((data / "two-ways-steam.non").read_bytes())
    return quick_run


def test_it_explains_and_draws(run: Run) -> None:
    assert run("repair", "--ascii", "--count", "1", "goal.non") == (DRAWN, "", 0)
    assert run("repair", "-q", "goal.non") == ("", "", 0)


def test_several_repairs_and_the_one_that_is_written(run: Run, folder: Path) -> None:
    three = run("repair", "--ascii", "-o", "new.json", "--choose", "2", "steam.non")
    assert three.code == 0
    assert "no smaller change exists; 3 ways shown\n" in three.out
    assert three.out.count(". after, changes marked") == 3
    assert three.out.endswith("steam.non: written to new.json\n")
    before, after = nonosat.load(folder / "steam.non"), nonosat.load(folder / "new.json")
    assert before.goal is not None
    assert after.goal is not None
    (cell,) = before.goal.differences(after.goal)
    assert f"  2. R{cell[0] + 1}C{cell[1] + 1} becomes filled\n" in three.out
    assert after.title == before.title
    assert after.solve().verdict.value == "unique"
    four = run("repair", "--count", "9", "goal.non")
    assert "no smaller change exists; 4 ways in all\n" in four.out


def test_nothing_to_repair_is_written_all_the_same(run: Run, folder: Path) -> None:
    sound = run("repair", "-o", "new.non", "right.non")
    assert sound.out == (
        "right.non: the clues of the picture have one solution\n"
        "nothing to change\n"
        "right.non: written to new.non\n"
    )
    assert sound.code == 0
    assert nonosat.load(folder / "new.non") == nonosat.load(folder / "right.non")


def test_a_goal_picture_is_needed(run: Run, folder: Path) -> None:
    refused = run("repair", "-o", "new.non", "multiple.non")
    assert refused == (
        "",
        "nonosat: multiple.non: there is no goal picture to repair: "
        "add --solution to take the first solution as the picture\n",
        4,
    )
    assert not (folder / "new.non").exists()
    wrong = run("repair", "--json", "wrong.non")
    assert wrong.code == 4
    assert json.loads(wrong.out)["error"] == [
        "the goal picture is not a solution of the clues: add --solution to take the first "
        "solution as the picture"
    ]
    for name in ("multiple.non", "wrong.non"):
        taken = run("repair", "--solution", "-o", f"new-{name}", name)
        assert taken.code == 0, name
        assert nonosat.load(folder / f"new-{name}").solve().verdict.value == "unique"
    none = run("repair", "--solution", "-o", "new.non", "none.non")
    why = "no solution: the clues contradict each other: 'nonosat correct' looks for the mistake"
    assert none.out == f"none.non: {why}\n"
    assert none.err == "nonosat: none.non: new.non is not written: there is no new puzzle\n"
    assert none.code == 3
    for command in ("repair", "reveal"):
        asked = run(command, "rows\n3\n0\n3\ncolumns\n3\n0\n3\ngoal 111000111\n")
        assert (asked.code, asked.err) == (3, "")
        assert asked.out.endswith(f": {why}\n")


def test_the_goal_stays_with_solution(run: Run) -> None:
    other = MULTIPLE + 'goal "0110"\n'
    found = json.loads(run("repair", "--solution", "--json", other).out)
    assert found["before"] == [".#", "#."]


def test_kept_cells(run: Run, folder: Path) -> None:
    (folder / "mask.txt").write_text("##\n##\n")
    none = run("repair", "--keep", "mask.txt", "-o", "new.non", "goal.non")
    assert "no repair with the kept cells exists (proven)\n" in none.out
    assert none.err == "nonosat: goal.non: new.non is not written: there is no new puzzle\n"
    assert none.code == 3
    (folder / "mask.txt").write_text("##\n#.\n")
    one = run("repair", "--keep", "mask.txt", "goal.non")
    assert one.code == 0
    assert "  1. R2C2 becomes empty\n" in one.out
    assert "; 1 way in all\n" in one.out
    piped = run("repair", "--keep", "-", "goal.non", stdin="##\n##\n")
    assert piped.code == 3


def test_masks_that_are_no_masks(run: Run, folder: Path) -> None:
    (folder / "wide.txt").write_text("###\n...\n")
    (folder / "letters.txt").write_text("#x\n..\n")
    wide = run("repair", "--keep", "wide.txt", "goal.non")
    assert (wide.out, wide.code) == ("", 4)
    assert wide.err == (
        "nonosat: goal.non: wide.txt: the mask has 3 columns and 2 rows, "
        "the puzzle 2 columns and 2 rows\n"
    )
    letters = run("repair", "--keep", "letters.txt", "goal.non")
    assert letters.code == 4
    assert "letters.txt: row 1, column 2 of the grid: 'x' is not a cell" in letters.err
    missing = run("repair", "--keep", "nowhere.txt", "goal.non")
    assert missing.code == 4
    assert "nowhere.txt" in missing.err
    twice = run("repair", "--keep", "-", "-", stdin="")
    assert twice.code == 2
    assert "--keep - and FILE -" in twice.err


def test_a_mask_for_colours(run: Run, folder: Path) -> None:
    """A cell is marked by ``#``, whatever the letters of the puzzle, or by one of its letters."""
    puzzle = nonosat.Puzzle.from_grid(nonosat.Grid("r.\n.r\nbb", "rb"))
    (folder / "two.json").write_text(nonosat.dumps(puzzle, format="json"))
    (folder / "mask.txt").write_text("##\nr.\nbb\n")
    kept = run("repair", "--keep", "mask.txt", "--json", "two.json")
    assert kept.code == 0
    assert {tuple(cell) for way in json.loads(kept.out)["pictures"] for cell in way["changed"]} == {
        (1, 1)
    }


def test_too_few_changes(run: Run) -> None:
    none = run("repair", "--max-changes", "0", "goal.non")
    assert none.code == 3
    assert "no repair with at most 0 changes exists (proven)\n" in none.out
    assert run("repair", "--max-changes", "1", "goal.non").code == 0


def test_a_technique(run: Run, folder: Path) -> None:
    """A unique puzzle that needs a chain; after the repair, line solving is enough."""
    chain = nonosat.Puzzle.from_grid(".#...\n...##\n...#.\n#..#.\n.##.#")
    (folder / "chain.json").write_text(nonosat.dumps(chain, format="json"))
    assert nonosat.rate(chain).technique == "chain"
    assert "nothing to change\n" in run("repair", "chain.json").out
    easy = run("repair", "--max-technique", "chain", "chain.json")
    assert "nothing to change: techniques up to chain solve the puzzle\n" in easy.out
    found = run("repair", "--ascii", "--max-technique", "line", "-o", "new.json", "chain.json")
    assert found.code == 0
    assert "a puzzle with one solution that techniques up to line solve: no smaller" in found.out
    assert "\nbefore   " in found.out
    assert nonosat.rate(nonosat.load(folder / "new.json")).technique in (
        "trivial", "overlap", "line",
    )  # fmt: skip
    options = (
        "--max-technique",
        "trivial",
        "--max-changes",
        "0",
        "--keep",
        "#....\n" + ".....\n" * 4,
    )
    none = run("repair", *options, "chain.json")
    assert none.code == 3
    assert (
        "no repair with at most 0 changes, the kept cells and "
        "techniques up to trivial exists (proven)\n" in none.out
    )


def test_pictures_that_do_not_fit_beside_each_other(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonosat.cli.command_repair.PAGE", 80)
    found = run("repair", "--ascii", "--choose", "3", "steam.non")
    assert found.out.count("after, changes marked") == 1
    assert "3. after, changes marked" in found.out
    assert found.out.endswith("\n--choose N draws another of these 3 repairs\n")
    alone = run("repair", "--ascii", "--count", "1", "steam.non")
    assert alone.out.count("after, changes marked") == 1
    assert "--choose" not in alone.out


def test_a_repair_that_may_not_be_least_is_written(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = nonosat.make.repair_picture("#.\n.#", count=1)
    bounded = replace(found, proof=RepairProof.BOUND, bound=0, reason=nonosat.Reason.TIME)
    monkeypatch.setattr("nonosat.make.repair.search.repair_picture", lambda *_, **__: bounded)
    result = run("repair", "-o", "new.non", "goal.non")
    assert result.code == 5
    assert nonosat.load(folder / "new.non").goal == found.pictures[0]


def test_words_after_a_limit() -> None:
    """Answers that come only if a limit is reached at the right moment."""
    found = nonosat.make.repair_picture("#.\n.#", count=1)
    assert found.components is not None
    (component,) = found.components
    vague = replace(component, solutions=1, exact=False, certain=False)
    cut = replace(
        found,
        proof=RepairProof.BOUND,
        bound=0,
        reason=nonosat.Reason.TIME,
        components=(vague,) * 12,
    )
    lines = cut.lines()
    assert lines[0] == (
        "the clues of the picture may have several solutions, in 12 independent components"
    )
    assert lines[1] == (
        "  component 1: at least 1 solution in R1: 1, 2; R2: 1, 2 (some may be the same in all "
        "solutions)"
    )
    assert lines[11] == "  and 2 more"
    assert lines[12] == (
        "change 1 cell for a puzzle with one solution: at least 0 must change (time limit); "
        "1 way shown"
    )
    none = replace(cut, changes=None, pictures=(), bound=7, kept=True, max_changes=9)
    assert none.lines()[-1] == (
        "no repair with at most 9 changes and the kept cells was found (time limit); "
        "a repair changes at least 7 cells"
    )


def test_cells_in_no_clued_line(run: Run, folder: Path) -> None:
    (folder / "free.json").write_text('{"rows": [[1], null], "cols": [[1], null]}')
    free = run("repair", "--solution", "free.json")
    assert free.code == 3
    assert "no repair exists: 1 cell lies in no line with a clue; 'nonosat reveal'" in free.out


def test_json(run: Run) -> None:
    found = json.loads(run("repair", "--json", "goal.non").out)
    assert (found["file"], found["changes"], found["smallest"], found["chosen"]) == (
        "goal.non", 1, True, 1,
    )  # fmt: skip
    assert found["components"][0]["solutions"] == 2
    assert found["pictures"][0]["changed"] == [[1, 0]]
    assert found["output"] is None
    lines = run("repair", "--json", "goal.non", "right.non", "broken.non")
    assert [json.loads(line).get("changes") for line in lines.out.splitlines()] == [1, 0, None]
    assert lines.code == 4


def test_the_files_that_are_written(run: Run, folder: Path) -> None:
    for name in ("new.non", "new.xml", "new.g"):
        written = run("repair", "-q", "-o", name, "goal.non")
        assert written.code == 0, written.err
        assert nonosat.load(folder / name).solve().verdict.value == "unique"
    again = run("repair", "-o", "new.non", "goal.non")
    assert again.code == 2
    assert "new.non exists: add --force to replace it" in again.err
    assert run("repair", "-q", "-o", "new.non", "--force", "goal.non").code == 0
    out = run("repair", "-o", "-", "--to", "json", "goal.non")
    assert nonosat.loads(out.out).goal == nonosat.Grid("#.\n##")


def test_limits(run: Run) -> None:
    late = run("repair", "--time-limit", "0", "goal.non")
    assert late.code == 5
    assert late.out == (
        "goal.non: the independent components are not known: a limit was reached\n"
        "no repair was found (time limit)\n"
    )
    solution = run("repair", "--solution", "--time-limit", "0", "multiple.non")
    assert solution.code == 5
    assert solution.out == "multiple.non: no picture: unknown (time limit)\n"


@pytest.mark.parametrize("command", ["repair goal.non", f"correct {SUMS}"])
def test_interrupted(quick_run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Ctrl-C arrives during the work, which calls Python again and again."""
    from nonosat.limits import Limits

    stop = Limits.stop

    def interrupt(limits: Limits, units: int = 1) -> bool:
        signal.raise_signal(signal.SIGINT)
        return stop(limits, units)

    monkeypatch.setattr(Limits, "stop", interrupt)
    result = quick_run(*command.split())
    assert (result.code, result.err) == (130, "nonosat: interrupted\n")
