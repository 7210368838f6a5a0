# SPDX-License-Identifier: MIT
"""``correct_clues`` corrects slips with whole lines, compared with brute force."""

from __future__ import annotations

import random
from typing import Any

import pytest

from nonosat import Block, Grid, Line, Puzzle, Reason, Verdict, dumps, loads
from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.limits import Limits
from nonosat.make import correct_clues
from nonosat.make.corrections import slips
from nonosat.model.clue import AXES, Axis, Clue
from nonosat.types import CorrectionsEnd, LineCorrectionKind, LooseClues
from tests.support.mistypes import loose, verdict_by_brute

BOAT = Puzzle.from_grid(
    "...#....\n...##...\n...###..\n.#.####.\n##.#####\n...#....\n########\n.######."
)


@pytest.mark.parametrize("axis", AXES)
def test_a_line_that_was_left_out_is_found(axis: Axis) -> None:
    """Every place with its verdict is compared with brute force, for one and two colours."""
    chance = random.Random(axis)
    verdicts: set[Verdict] = set()
    same = 0
    for number in range(60):
        colors = 1 + number % 2
        cells = bytes(chance.randint(0, colors) for _ in range(16))
        puzzle = Puzzle.from_grid(Grid.from_cells(4, 4, cells, "#" if colors == 1 else "ab"))
        left_out = chance.randrange(4)
        found = correct_clues(_with_line(puzzle, axis, left_out))
        if found.corrections or found.nothing_wrong or puzzle.clue(Line(axis, left_out)) == ():
            assert all(one.kind is LineCorrectionKind.EXTRA for one in found.line_corrections)
            continue
        given = found.clues.rows if axis == "row" else found.clues.columns
        missing = [o for o in found.line_corrections if o.kind is LineCorrectionKind.MISSING]
        places = {one.line.index: one for one in missing}
        for index in range(4):
            verdict = verdict_by_brute(_with_line(found.clues, axis, index, None))
            one = places.get(index)
            if one is None and verdict is Verdict.UNIQUE:  # the puzzle of a place before
                first = max(place for place in places if place < index)
                assert {*given[first:index]} == {*places[first].after}
                same += 1
            else:
                assert (one.verdict if one else Verdict.NONE) is verdict
        for one in missing:
            verdicts.add(one.verdict)
            (clue,) = one.after
            assert (clue is not None) == (one.verdict is Verdict.UNIQUE)
            assert len(one.solutions) == (1 if clue is not None else 2)
            if clue is not None:
                whole = _with_line(found.clues, axis, one.line.index, clue)
                assert verdict_by_brute(whole) is Verdict.UNIQUE
    assert verdicts == {Verdict.UNIQUE, Verdict.MULTIPLE}
    assert same


def _with_line(clues: Puzzle | LooseClues, axis: Axis, index: int, *new: Clue | None) -> LooseClues:
    """The clues without a line; or with a new one there."""
    lines = {"row": list(clues.rows), "column": list(clues.columns)}
    lines[axis][index : index + (not new)] = new
    return LooseClues(lines["row"], lines["column"], palette=clues.palette)


def test_what_is_said_of_a_line_that_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = _with_line(BOAT, "row", 5)
    text = str(correct_clues(typed))
    assert "the rows fill 32 cells, the columns 33: a clue is wrong or missing\n" in text
    assert "perhaps a row is missing: the columns fill 1 cell more than the rows\n" in text
    assert "\n  1. one row more, between row 5 and row 6: 1; unique\n" in text
    first, last = _with_line(BOAT, "column", 0), _with_line(BOAT, "column", 7)
    assert "one column more, left of column 1: 1 1; unique\n" in str(correct_clues(first))
    assert "one column more, right of column 7: 1 1; unique\n" in str(correct_clues(last))
    two = correct_clues(_with_line(_with_line(BOAT, "row", 4), "row", 6))
    assert two.line_corrections == ()
    assert "more than the rows, but one row more in any place gives no solution\n" in str(two)
    sums_agree = correct_clues(loose(BOAT, Line("row", 4), (Block(1),) * 4))
    assert sums_agree.line_corrections == ()
    monkeypatch.setattr(slips, "_PLACES", 3)
    stopped = correct_clues(typed)
    assert {one.reason for one in stopped.line_corrections} == {Reason.WORK}
    assert "not all corrections of whole lines were tried (work limit)\n" in str(stopped)
    assert stopped.proposed is None


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("kind", LineCorrectionKind)
def test_slips_with_whole_lines_are_corrected(kind: LineCorrectionKind, axis: Axis) -> None:
    """The true clues are among the corrections, and each has one solution."""
    typed = {axis: list(lines) for axis, lines in zip(AXES, (BOAT.rows, BOAT.columns), strict=True)}
    lines = typed[axis]
    if kind is LineCorrectionKind.MISSING:
        del lines[4]
    elif kind is LineCorrectionKind.EXTRA:
        lines.insert(4, lines[4])
    elif kind is LineCorrectionKind.SWAPPED:
        lines[4:6] = reversed(lines[4:6])
    else:
        lines[4:6] = [(*(lines[4] or ()), *(lines[5] or ()))]
    found = correct_clues(LooseClues(typed["row"], typed["column"]))
    assert found.end is CorrectionsEnd.CORRECTED
    assert found.choices == found.line_corrections
    assert {one.kind for one in found.line_corrections} == {kind}
    assert all(one.puzzle.solve().verdict is Verdict.UNIQUE for one in found.choices)
    number, true = next(
        (number, one)
        for number, one in enumerate(found.line_corrections, start=1)
        if (one.puzzle.rows, one.puzzle.columns) == (BOAT.rows, BOAT.columns)
    )
    assert true.solutions == (BOAT.goal,)
    lines[true.line.index : true.line.index + len(true.before)] = true.after
    assert (tuple(typed["row"]), tuple(typed["column"])) == (BOAT.rows, BOAT.columns)
    assert f"  {number}. {true}\n" in f"{found}\n"
    assert "at least two clues" not in str(found)
    assert "contradict each other" not in str(found).partition("\n")[2]


def test_the_words_for_whole_lines() -> None:
    rows = list(BOAT.rows)
    twice = correct_clues(rows=[*rows[:5], *rows[4:]], columns=BOAT.columns)
    assert "perhaps a row is typed twice: the rows fill 7 cells more than the columns\n" in str(
        twice
    )
    assert str(twice.choices[0]) == "one row less, without row 6: 2 5, the same as row 5; unique"
    swapped = correct_clues(LooseClues([*rows[:4], rows[5], rows[4], *rows[6:]], BOAT.columns))
    assert str(swapped.choices[0]) == "row 5 and row 6 change places; unique"
    both = (*(rows[4] or ()), *(rows[5] or ()))
    joined = correct_clues(rows=[*rows[:4], both, *rows[6:]], columns=BOAT.columns)
    assert str(joined.choices[0]) == "row 5 is two rows: 2 5 1 -> 2 5 and 1; unique"


def test_a_swapped_line_may_have_the_goal_picture_and_others_have_no_place_for_it() -> None:
    rows = [*BOAT.rows[:4], BOAT.rows[5], BOAT.rows[4], *BOAT.rows[6:]]
    assert correct_clues(LooseClues(rows, BOAT.columns, goal=BOAT.goal)).with_goal == (1,)
    printed = LooseClues(BOAT.rows[1:], BOAT.columns, printed=Grid("\n".join(["????????"] * 7)))
    assert correct_clues(printed).line_corrections == ()


def test_a_line_typed_twice_is_listed_beside_corrections_of_one_number() -> None:
    """The number of the twice typed line could also be a cell too many in another clue."""
    found = correct_clues(rows=[[1], [1], [3]], columns=[[1], [2], [1]])
    assert found.corrections
    number = len(found.corrections) + 1
    assert f"  {number}. one row less, without row 2: 1, the same as row 1; unique" in str(found)


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("ends", ["blank line", "none", "goal"])
def test_a_non_file_with_a_size_shows_the_missing_line(axis: Axis, ends: str) -> None:
    """The blank line at the end of a section is no empty clue, and the goal picture is kept."""
    text = str(dumps(BOAT))
    if ends != "goal":
        text = text[: text.index("goal")].rstrip("\n") + ("\n\n" if ends == "blank line" else "")
    head, clues = text.split(f"\n{axis}s\n")
    lines = clues.split("\n")
    del lines[2]
    with pytest.raises((PuzzleError, PuzzleSyntaxError)) as caught:
        loads(f"{head}\n{axis}s\n" + "\n".join(lines))
    assert caught.value.clues is not None
    assert caught.value.clues.size == (8, 8)
    found = correct_clues(caught.value.clues)
    assert str(found).startswith(f"the file says 8 {axis}s, and has 7 clues of them\n")
    assert {(one.puzzle.height, one.puzzle.width) for one in found.choices} == {(8, 8)}
    if ends == "goal":
        assert "the goal picture is a solution with correction 1" in str(found)
        assert found.choices[0].puzzle == BOAT
    assert any(
        (one.puzzle.rows, one.puzzle.columns) == (BOAT.rows, BOAT.columns) for one in found.choices
    )


def test_the_goal_picture_gives_the_clue_that_other_clues_leave_open() -> None:
    cross = Puzzle.from_grid("#..\n.#.\n..#")
    found = correct_clues(LooseClues(cross.rows[:2], cross.columns, goal=cross.goal, size=(3, 3)))
    assert found.choices[0].after == ((Block(1),),)
    assert found.choices[0].puzzle.goal == cross.goal


def test_no_puzzle_is_made_where_another_clue_stays_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Hostile files have thousands of clues that are too long, and as many places."""
    made: list[Line] = []
    with_lines = slips._with_lines

    def counted(clues: LooseClues, kind: LineCorrectionKind, line: Line, after: Any) -> Puzzle:
        made.append(line)
        return with_lines(clues, kind, line, after)

    monkeypatch.setattr(slips, "_with_lines", counted)
    assert slips.line_corrections(LooseClues([[9]] * 3, [[8]] * 3), Limits()) == ()
    assert not made
    # One too long clue may be the extra one.
    (extra,) = slips.line_corrections(LooseClues([[2], [9], [2]], [[2], [2]]), Limits())
    assert (str(extra.line), extra.kind, made) == ("R2", LineCorrectionKind.EXTRA, [extra.line])
