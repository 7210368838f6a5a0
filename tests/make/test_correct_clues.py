# SPDX-License-Identifier: MIT
"""``correct_clues``: completeness by brute force, answers without corrections, budgets."""

from __future__ import annotations

import itertools
import math
import pickle
import random
import time
from pathlib import Path

import pytest

import nonosat
from nonosat import Block, Grid, Line, Puzzle, Reason, Verdict
from nonosat.errors import OptionError, PuzzleError
from nonosat.limits import Limits
from nonosat.make import correct_clues
from nonosat.make.corrections import search as correcting
from nonosat.make.corrections import slips
from nonosat.make.corrections.candidates import ANY_ROOM, Room, edits, is_slip
from nonosat.make.corrections.slips import _probability
from nonosat.model.clue import Clue, cells_needed
from nonosat.model.palette import anonymous_palette
from nonosat.photo.readings.deciding import Decider
from nonosat.photo.thresholds import SEVERAL_COSTS
from nonosat.study.puzzles import random_picture_puzzles
from nonosat.types import CorrectionKind, CorrectionsEnd, LooseClues
from tests.support.clock import cancelled
from tests.support.mistypes import (
    corrections_by_brute,
    loose,
    mistyped,
    mistypes,
    puzzles_of_ours,
    random_clues,
    verdict_by_brute,
)

BOAT = Puzzle.from_grid(
    "...#....\n...##...\n...###..\n.#.####.\n##.#####\n...#....\n########\n.######."
)
"""One solution; mistakes in this puzzle have several corrections."""


@pytest.mark.parametrize("colors", [1, 2])
@pytest.mark.parametrize("way", ["as it comes", "pipeline", "one solver for all"])
def test_all_corrections_are_found_and_no_others(
    way: str, colors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Corrections, suspects and whether the clues are right are compared with brute force."""
    if way != "as it comes":  # propagation clears nearly all lines of small puzzles
        monkeypatch.setattr(Decider, "cut", lambda *_: None)
        monkeypatch.setattr(correcting, "_FEW", 10**6 if way == "pipeline" else -1)
    _compare_with_brute_force(random.Random(f"{way} {colors}"), colors, 25)


@pytest.mark.slow
@pytest.mark.parametrize("colors", [1, 2])
def test_all_corrections_are_found_in_many_clues(
    colors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _compare_with_brute_force(random.Random(colors), colors, 400 // colors)
    monkeypatch.setattr(Decider, "cut", lambda *_: None)
    monkeypatch.setattr(correcting, "_FEW", -1)
    _compare_with_brute_force(random.Random(colors), colors, 400 // colors)


def _compare_with_brute_force(chance: random.Random, colors: int, count: int) -> None:
    ends: set[CorrectionsEnd] = set()
    for _ in range(count):
        clues = random_clues(chance, colors, 4 if colors == 1 else 3)
        found = correct_clues(clues)
        ends.add(found.end)
        assert found.complete
        assert found.undecided == ()
        assert found.verdict is verdict_by_brute(clues), clues
        if found.verdict is not Verdict.NONE:
            assert found.end is CorrectionsEnd.NOTHING_WRONG
            assert found.corrections == found.suspects == ()
            continue
        right = corrections_by_brute(clues)
        assert {(c.line, c.after): c.verdict for c in found.corrections} == right, clues
        assert found.end is (CorrectionsEnd.CORRECTED if found.choices else CorrectionsEnd.NONE)
        alone = [
            line
            for line, clue in clues.lines()
            if clue is not None and verdict_by_brute(loose(clues, line, None)) is not Verdict.NONE
        ]
        assert [suspect.line for suspect in found.suspects] == alone, clues
        for suspect in found.suspects:
            assert (
                verdict_by_brute(loose(clues, suspect.line, suspect.possible)) is not Verdict.NONE
            )
        if found.contradiction is not None:
            left = clues
            for line, _ in clues.lines():
                left = left if line in found.contradiction.lines else loose(left, line, None)
            assert verdict_by_brute(left) is Verdict.NONE
    assert {CorrectionsEnd.CORRECTED, CorrectionsEnd.NONE} <= ends


def test_what_a_correction_says_is_true(data: Path) -> None:
    for _, _, clues in mistypes(puzzles_of_ours(data), 10, 2):
        for correction in correct_clues(clues).corrections:
            puzzle = correction.puzzle
            assert puzzle.clue(correction.line) == correction.after
            assert clues.clue(correction.line) == correction.before
            others = loose(clues, correction.line, correction.after)
            assert (puzzle.rows, puzzle.columns) == (others.rows, others.columns)
            assert len(correction.solutions) == (2 if correction.verdict is Verdict.MULTIPLE else 1)
            assert all(puzzle.faults(grid) == () for grid in correction.solutions)
            assert _redone(correction) == correction.after


def _redone(correction: nonosat.types.Correction) -> tuple[Block, ...]:
    """The clue after, from the kind and the blocks alone."""
    blocks, first = list(correction.before), correction.blocks[0]
    if correction.kind is CorrectionKind.DROPPED:
        del blocks[first]
    elif correction.kind is CorrectionKind.ADDED:
        blocks.insert(first, correction.after[first])
    elif correction.kind is CorrectionKind.SPLIT:
        after = [str(block.length) for block in correction.after]
        number = len(after) - len(blocks) + 1
        assert "".join(after[first : first + number]) == str(blocks[first].length)
        blocks[first : first + 1] = correction.after[first : first + number]
    elif correction.kind is CorrectionKind.JOINED:
        assert correction.blocks == (first, first + 1)
        digits = "".join(str(block.length) for block in blocks[first : first + 2])
        blocks[first : first + 2] = [Block(int(digits), blocks[first].color)]
    elif correction.kind is CorrectionKind.SWAPPED:
        last = correction.blocks[1]
        blocks[first], blocks[last] = blocks[last], blocks[first]
    else:
        blocks[first] = correction.after[first]
    return tuple(blocks)


@pytest.mark.parametrize("count", [15, pytest.param(500, marks=pytest.mark.slow)])
def test_the_true_correction_is_among_those_found(data: Path, count: int) -> None:
    for line, right, clues in mistypes(puzzles_of_ours(data), count, 1):
        found = correct_clues(clues)
        assert found.complete
        if (
            found.end is not CorrectionsEnd.NOTHING_WRONG
        ):  # with swapped numbers, it may be a different puzzle
            assert (line, right) in {(c.line, c.after) for c in found.corrections}


def test_one_solution_comes_first_then_slips_of_a_finger() -> None:
    clues = loose(BOAT, Line("row", 4), (Block(2), Block(4)))
    found = correct_clues(clues)
    order = [(c.verdict is not Verdict.UNIQUE, not c.typing_slip) for c in found.corrections]
    assert order == sorted(order)
    assert len(order) > 3
    assert found.surplus == (-1,)
    assert [str(line.line) for line in found.suspects] == ["R1", "R2", "R3", "R4", "R5", "C4", "C8"]
    two = correct_clues(rows=[[2], [1]], columns=[[1], [1]])
    assert [c.verdict.value for c in two.corrections] == ["unique"] * 3 + ["multiple"]


def test_slips() -> None:
    """The digits of the row of keys; a missing or extra digit; two digits exchanged."""
    slips = [(1, 2), (9, 8), (10, 19), (11, 1), (3, 33), (3, 13), (12, 21), (123, 132)]
    assert all(is_slip(*pair) for pair in slips)
    others = [(1, 3), (1, 23), (12, 34), (1, 100), (123, 321)]
    assert not any(is_slip(*pair) for pair in others)


@pytest.mark.parametrize("kind", [CorrectionKind.SPLIT, CorrectionKind.JOINED])
def test_a_slip_of_a_space_is_among_the_corrections(kind: CorrectionKind) -> None:
    """Boards of 2x12, compared with brute force; the right clue is proposed before other slips."""
    chance = random.Random(kind.value)
    slip = "space left out" if kind is CorrectionKind.SPLIT else "space typed"
    split_in_three = 0
    for _ in range(6):
        cells = [[1] * 12, [int(chance.random() < 0.7) for _ in range(12)]]
        cells[0][chance.choice((0, 11))] = 0
        puzzle = Puzzle.from_grid(Grid(cells))
        line, right, clues = mistyped(puzzle, chance, slip)
        found = correct_clues(clues)
        assert found.complete
        assert {(c.line, c.after): c.verdict for c in found.corrections} == corrections_by_brute(
            clues
        )
        (one,) = [c for c in found.corrections if (c.line, c.after) == (line, right)]
        assert one.kind is kind
        assert one.typing_slip
        assert _redone(one) == right
        if one.verdict is Verdict.UNIQUE:
            assert found.corrections[0].kind is kind
        split_in_three += len(right) - len(one.before) == 2
    assert split_in_three or kind is CorrectionKind.JOINED


def test_a_number_is_split_and_joined_in_words() -> None:
    split = correct_clues(rows=[[155]], columns=[[1]] + [[], *[[1]] * 5] * 2)
    words = "R1: 155 is split into 1, 5 and 5: [155] -> [1] [5] [5]; unique"
    assert str(split.corrections[0]) == words
    joined = correct_clues(rows=[[1, 1]], columns=[[1]] * 11)
    assert str(joined.corrections[0]) == "R1: 1 and 1 are joined to 11: [1] [1] -> [11]; unique"
    zero = correct_clues(rows=[[102]], columns=[[1]] * 10 + [[], [1], [1]])
    assert [c.after for c in zero.corrections] == [(Block(10), Block(2))]


def test_swapped_numbers_keep_the_sums() -> None:
    clues = loose(BOAT, Line("row", 3), (Block(4), Block(1)))
    found = correct_clues(clues)
    assert [(str(c.line), c.kind) for c in found.corrections] == [("R4", CorrectionKind.SWAPPED)]
    assert found.surplus == (0,)
    assert str(found.corrections[0]) == ("R4: 4 and 1 change places: [4] [1] -> [1] [4]; unique")


@pytest.mark.parametrize("together", [False, True])
def test_a_clue_that_is_too_long_is_the_wrong_one(
    together: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if together:
        monkeypatch.setattr(Decider, "cut", lambda *_: None)
        monkeypatch.setattr(correcting, "_FEW", -1)
    clues = loose(BOAT, Line("column", 0), (Block(1), Block(10**9)))
    found = correct_clues(clues)
    assert found.too_long == (Line("column", 0),)
    assert {correction.line for correction in found.corrections} == {Line("column", 0)}
    assert (Block(1), Block(1)) in {correction.after for correction in found.corrections}
    both = correct_clues(loose(clues, Line("row", 0), (Block(9),)))
    assert both.end is CorrectionsEnd.NONE
    assert both.tries == 0
    assert "at least two clues are wrong" in str(both)


def two_slips(chance: random.Random, side: int) -> tuple[Puzzle, LooseClues]:
    """A random picture, and its clues with a number too large or too small in two lines."""
    rows = [[chance.randrange(2) for _ in range(side)] for _ in range(side)]
    rows[chance.randrange(side)][chance.randrange(side)] = 1
    puzzle = Puzzle.from_grid(Grid(rows))
    clues = [list(clue or ()) for _, clue in puzzle.lines()]
    with_blocks = [clue for clue in clues if clue]
    for clue in chance.sample(with_blocks, 2):
        place = chance.randrange(len(clue))
        length = clue[place].length
        clue[place] = Block(length + chance.choice((-1, 1) if length > 1 else (1,)))
    return puzzle, LooseClues(clues[:side], clues[side:])


def least_rank(typed: LooseClues) -> float:
    """The least rank of the changes that give a solution: one number each in one or two clues."""
    side = typed.height
    lines = [clue for _, clue in typed.lines()]
    options: list[list[tuple[Clue, float]]] = []
    for clue in lines:
        assert clue is not None
        fits = cells_needed(clue) <= side
        found = edits(clue, side, [ANY_ROOM], Limits())
        changes = [(edit.after, _probability(edit)) for edit in found]
        most = 1.0 if fits else max(chance for _, chance in changes)
        options.append([(after, -math.log(chance / most)) for after, chance in changes])
    best = math.inf
    for number in (1, 2):
        for places in itertools.combinations(range(2 * side), number):
            for chosen in itertools.product(*(options[place] for place in places)):
                clues = list(lines)
                for place, (after, _) in zip(places, chosen, strict=True):
                    clues[place] = after
                try:
                    report = Puzzle(clues[:side], clues[side:]).solve()
                except PuzzleError:
                    continue
                if report.solutions:
                    several = SEVERAL_COSTS * (report.verdict is Verdict.MULTIPLE)
                    best = min(best, sum(cost for _, cost in chosen) + several)
    return best


def test_several_slips_are_corrected_together() -> None:
    """The first correction of several numbers is the most probable, compared with trying all."""
    chance = random.Random(11)
    right = compared = 0
    for _ in range(35):
        puzzle, typed = two_slips(chance, 4)
        found = correct_clues(typed)
        if found.corrections or found.nothing_wrong:
            assert found.several is None
            continue
        assert found.several is not None
        assert found.several.complete
        for one in found.several.candidates:
            assert one.puzzle.solve().verdict is one.verdict
            right += [*one.puzzle.lines()] == [*puzzle.lines()]
        if compared < 4 and not found.too_long:
            compared += 1
            first = found.several.candidates[0]
            assert first.rank <= least_rank(typed) + 1e-9
            if len(first.changes) <= 2:
                assert first.rank == pytest.approx(least_rank(typed))
            assert "the most probable correction" in str(found)
    assert compared == 4
    assert right > 5


def test_colours() -> None:
    goal = Grid("aab.\nbbba\n.aab\na.bb", "ab")
    puzzle = Puzzle.from_grid(goal, palette=anonymous_palette("ab"))
    right = puzzle.rows[1]
    assert right is not None
    clues = loose(puzzle, Line("row", 1), (Block(3, 1), right[1]))
    found = correct_clues(clues)
    assert found.surplus == (3, -3)
    kinds = {(c.line, c.after): c.kind for c in found.corrections}
    assert kinds[Line("row", 1), right] is CorrectionKind.RECOLORED
    assert "3 color a becomes 3 color b" in str(found)
    assert "of colour" in str(found)


def test_missing_clues_and_printed_cells() -> None:
    partial = loose(BOAT, Line("row", 0), None)
    assert correct_clues(partial).surplus is None
    clues = loose(partial, Line("row", 6), (Block(3), Block(3)))
    assert {str(c.line) for c in correct_clues(clues).corrections} == {"C5"}
    clues = loose(partial, Line("row", 6), (Block(2),))
    assert ("R7", ((8, 1),)) in {(str(c.line), c.after) for c in correct_clues(clues).corrections}
    printed = Grid("\n".join(["#???????"] + ["????????"] * 7))
    marked = LooseClues(BOAT.rows, BOAT.columns, printed=printed)
    found = correct_clues(marked)
    assert found.end is CorrectionsEnd.NONE or all(
        grid[0, 0] == 1 for c in found.corrections for grid in c.solutions
    )
    assert found.verdict is Verdict.NONE


def test_nothing_to_correct() -> None:
    assert correct_clues(BOAT).end is CorrectionsEnd.NOTHING_WRONG
    assert str(correct_clues(BOAT)) == "nothing to correct: the clues have one solution"
    assert str(correct_clues(rows=[[1], [1]], columns=[[1], [1]])) == (
        "nothing to correct: the clues have several solutions"
    )


def test_the_goal_picture_says_which_correction_it_has() -> None:
    clues = loose(BOAT, Line("row", 4), (Block(2), Block(4)), bare=False)
    found = correct_clues(clues)
    number = [c.after for c in found.corrections].index((Block(2), Block(5))) + 1
    assert number > 1
    assert f"the goal picture is a solution with correction {number}\n" in str(found)
    bare = correct_clues(loose(BOAT, Line("row", 4), (Block(2), Block(4))))
    assert found.corrections[0].after == bare.corrections[0].after
    assert (found.with_goal, found.proposed) == ((number,), number)
    assert (bare.with_goal, bare.proposed) == ((), 1)
    assert correct_clues(BOAT).proposed is None
    assert "goal" not in str(bare)
    other = LooseClues(clues.rows, clues.columns, goal="\n".join(["#" * 8] * 8))
    assert "the goal picture is a solution with none of the" in str(correct_clues(other))


def test_where_one_number_is_not_enough() -> None:
    clues = loose(BOAT, Line("row", 4), (Block(1), Block(1), Block(1), Block(1)))
    found = correct_clues(clues)
    assert found.end is CorrectionsEnd.NONE
    assert found.complete
    assert [str(suspect.line) for suspect in found.suspects] == ["R5"]
    assert found.suspects[0].possible == BOAT.rows[4]
    assert "R5: instead of 1 1 1 1, the clue 2 5 gives a solution" in str(found)
    twice = correct_clues(
        loose(loose(BOAT, Line("row", 6), (Block(1),)), Line("row", 7), (Block(1),))
    )
    assert (twice.end, twice.suspects) == (CorrectionsEnd.NONE, ())
    assert twice.contradiction is not None
    assert "contradict each other" in str(twice)


def test_each_limit_ends_the_search_with_its_reason() -> None:
    clues = loose(BOAT, Line("row", 4), (Block(2), Block(4)))
    whole = correct_clues(clues)
    assert whole.complete
    seen = set()
    for work in (*range(30), *range(30, 400, 25)):
        part = correct_clues(clues, work_limit=work)
        assert part == correct_clues(clues, work_limit=work)
        seen.add(part.complete)
        known = {(c.line, c.after): c.verdict for c in whole.corrections}
        for correction in part.corrections:
            verdict = known[correction.line, correction.after]
            assert correction.verdict in (verdict, Verdict.UNKNOWN)
        if part.complete:
            assert part == whole
        else:
            assert part.reason is Reason.WORK
            assert part.end is (
                CorrectionsEnd.CORRECTED if part.corrections else CorrectionsEnd.UNKNOWN
            )
            found = {(c.line, c.after) for c in part.corrections if c.verdict is Verdict.UNIQUE}
            assert {line for line, after in known.keys() - found} <= set(part.undecided)
    assert seen == {True, False}
    assert correct_clues(clues, limit=2).reason is Reason.COUNT
    assert len(correct_clues(clues, limit=2).corrections) == 2
    assert correct_clues(clues, time_limit=0).reason is Reason.TIME
    assert correct_clues(clues, cancel=cancelled()).reason is Reason.CANCELLED
    assert str(correct_clues(clues, time_limit=0)).endswith("C7 and C8")
    sound = correct_clues(BOAT, work_limit=0)
    assert (sound.end, sound.reason) == (CorrectionsEnd.UNKNOWN, Reason.WORK)
    assert "not" in str(correct_clues(clues, limit=2))
    with pytest.raises(OptionError):
        correct_clues(clues, limit=0)
    with pytest.raises(OptionError):
        correct_clues(clues, time_limit=-1)


def test_hostile_clues() -> None:
    """A line of 1023 cells, numbers of a thousand million, no correction."""
    check_hostile_clues(time_limit=0.05)


@pytest.mark.timing
def test_hostile_clues_end_in_time() -> None:
    begun = time.process_time()
    check_hostile_clues(time_limit=0.2)
    assert time.process_time() - begun < 8


def check_hostile_clues(*, time_limit: float) -> None:
    side = 1023
    all_wrong = correct_clues(rows=[[10**9]] * side, columns=[[2000]] * side)
    assert (all_wrong.end, len(all_wrong.too_long)) == (CorrectionsEnd.NONE, 2 * side)
    assert len(str(all_wrong)) < 2000
    swapped = correct_clues(rows=[[1, 2] * 200], columns=[None] * 601, time_limit=time_limit)
    assert swapped.end is not CorrectionsEnd.NOTHING_WRONG
    gap = correct_clues(rows=[[1] * 50] * 100, columns=[[1] * 49] * 100, time_limit=time_limit)
    assert gap.reason in (None, Reason.TIME)


def test_candidates_that_cannot_fit_are_not_made_and_ask_the_limits() -> None:
    """1,023 blocks in a line of 600 cells: half a million swaps, but none helps."""
    clue = tuple(Block(1, 1 + number % 2) for number in range(1023))
    limits = Limits()
    asked: list[int] = []
    limits.watch = lambda: asked.append(1)
    assert list(edits(clue, 600, [ANY_ROOM, ANY_ROOM], limits)) == []
    assert not asked
    tight = tuple(Block(1, 1 + number % 2) for number in range(100))
    assert list(edits(tight, 100, [Room(0, 0), Room(0, 0)], limits, units=0)) == []
    assert len(asked) > 10


def test_the_work_of_slips_bounds_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = 0

    class Counted(slips.Reading):
        def __init__(self, clue: Clue | None, probability: float) -> None:
            nonlocal blocks
            blocks += len(clue or ())
            super().__init__(clue, probability)

    monkeypatch.setattr(slips, "Reading", Counted)
    clues = LooseClues([[1, 2] * 170] * 3, [[3]] * 1023)
    assert slips.most_probable_slips(clues, Limits()).reason is Reason.WORK
    assert blocks < 1.1 * slips._UNIT * slips._WORK


@pytest.mark.timing
def test_large_hostile_clues_end_in_time() -> None:
    side = 1023
    begun = time.process_time()
    free = correct_clues(
        rows=[[10**9]] + [None] * (side - 1), columns=[None] * side, time_limit=0.5
    )
    assert free.reason is Reason.TIME
    gap = correct_clues(rows=[[1] * 512] * side, columns=[[1] * 511] * side, time_limit=0.5)
    assert gap.reason in (None, Reason.TIME)
    clues = next(iter(random_picture_puzzles(side, side, 0.5, 1, seed=3).values()))
    dense = correct_clues(loose(clues, Line("row", 500), clues.rows[500][1:]), time_limit=0.5)
    assert dense.reason is Reason.TIME
    assert set(dense.undecided) == {line for line, _ in clues.lines()}
    assert time.process_time() - begun < 20


def test_a_solution_is_enough_to_know_that_nothing_is_wrong(data: Path) -> None:
    """It takes longer to find out whether the solution is the only one."""
    puzzle = nonosat.load(data / "noise-20x20-2744.non")
    found = [correct_clues(puzzle, work_limit=work) for work in range(0, 60, 5)]
    assert [one.end for one in found] == sorted(
        (one.end for one in found), key=lambda end: end is CorrectionsEnd.NOTHING_WRONG
    )
    half = [one for one in found if one.nothing_wrong and one.verdict is Verdict.UNKNOWN]
    assert half
    assert "a solution; whether there are more is unknown (work limit)" in str(half[0])
    assert (half[0].complete, half[0].reason) == (False, Reason.WORK)


def test_progress_is_reported() -> None:
    events: list[nonosat.types.Event] = []
    correct_clues(loose(BOAT, Line("row", 4), (Block(2), Block(4))), progress=events.append)
    assert events
    assert {event.stage for event in events if isinstance(event, nonosat.types.StageProgress)} == {
        "correct"
    }


def test_loose_clues_are_values() -> None:
    clues = loose(BOAT, Line("row", 4), (Block(99),), bare=False)
    assert pickle.loads(pickle.dumps(clues)) == clues
    assert hash(clues) == hash(loose(BOAT, Line("row", 4), (Block(99),), bare=False))
    assert clues.goal == BOAT.goal
    assert repr(clues).startswith("LooseClues(rows=[[1], [2], [3], [1, 4], [99],")
    with pytest.raises(PuzzleError, match="colour 2"):
        LooseClues([[(1, 2)]], [[1]])
    with pytest.raises(PuzzleError, match="at least 1"):
        LooseClues([[0]], [[1]])
    with pytest.raises(PuzzleError, match="0 rows"):
        LooseClues([], [[1]])


def test_an_error_has_the_clues_only_if_numbers_can_correct_them() -> None:
    with pytest.raises(PuzzleError) as caught:
        Puzzle([[2], [9]], [[1], [1]], printed="#?\n??")
    clues = caught.value.clues
    assert clues is not None
    assert clues.rows == ((Block(2),), (Block(9),))
    assert clues.printed is not None
    for error in (caught.value.named("x"), pickle.loads(pickle.dumps(caught.value))):
        assert error.clues == clues
    for rows in ([[2], [0]], [[2], [(9, 2)]], [[2], "9"]):
        with pytest.raises(PuzzleError) as caught:
            Puzzle(rows, [[1], [1]])
        assert caught.value.clues is None


def test_what_correct_clues_takes() -> None:
    with pytest.raises(TypeError, match="needs clues"):
        correct_clues()
    with pytest.raises(TypeError, match="rows or columns as well"):
        correct_clues(BOAT, rows=[[1]])
    with pytest.raises(TypeError, match="not str"):
        correct_clues("1")  # type: ignore[arg-type]
    found = correct_clues(rows=[[1]], columns=[[2]], palette=anonymous_palette("x"))
    assert found.as_dict()["corrections"][0]["after"] == [[1, 1]]
    assert (
        repr(found) == "ClueCorrections('corrected', 1 corrections, suspects=[C1], complete=True)"
    )
