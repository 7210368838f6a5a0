# SPDX-License-Identifier: MIT
"""``most_probable_clues``: by brute force it is the most probable reading that fits together; and
statuses, words, limits, and simulated misreadings.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat import Block, Grid, Line, Palette, Puzzle, Reason, Verdict
from nonosat.errors import GridError, OptionError, PuzzleError
from nonosat.model.clue import clue_of
from nonosat.model.palette import anonymous_palette
from nonosat.photo import ClueReadings, most_probable_clues
from nonosat.photo.readings import search as reading
from nonosat.photo.thresholds import ALTERNATIVE_WITHIN, DOUBTFUL_FROM, SEVERAL_COSTS
from nonosat.study.puzzles import random_picture_puzzles
from nonosat.types import ReadingStatus
from tests.support.clock import cancelled
from tests.support.misreadings import Readings, misread

TWO = Palette.of([("red", "#f00", "r"), ("green", "#0f0", "g")])


def sure(*clues: Sequence[Any]) -> list[Readings]:
    """Lines with one reading each."""
    return [[(clue, 1.0)] for clue in clues]


def clues_near(clue: tuple[Block, ...] | None, length: int, colors: int) -> list[Any]:
    """Clues that are much like this one, in a fixed order; some do not fit the line."""
    found: list[Any] = [None]
    for at, (_, color) in enumerate(clue or ()):
        assert clue is not None
        found += [
            (*clue[:at], Block(other, tint), *clue[at + 1 :])
            for other in range(1, length + 2)
            for tint in range(1, colors + 1)
        ]
        found.append(clue[:at] + clue[at + 1 :])
        found.append((*clue[:at], Block(1, color), *clue[at:]))
    if not clue:
        found += [(Block(size, color),) for size in (1, 2) for color in range(1, colors + 1)]
    return sorted(set(found) - {clue}, key=repr)


def small_question(chance: random.Random, colors: int) -> tuple[Puzzle, list[Readings]]:
    """A small puzzle, and readings of its lines; for most lines its clue is among them."""
    height, width = (3, 3) if colors == 1 else (2, 3)
    cells = bytes(chance.randint(0, colors) for _ in range(height * width))
    letters = "#" if colors == 1 else "rg"
    puzzle = Puzzle.from_grid(
        Grid.from_cells(height, width, cells, letters), palette=TWO if colors > 1 else None
    )
    lines = []
    for line, clue in puzzle.lines():
        length = width if line.axis == "row" else height
        near = clues_near(clue, length, colors)
        clues = chance.sample(near, min(len(near), chance.randint(0, 3)))
        if chance.random() < 0.9 or not clues:
            clues.append(clue)
        chance.shuffle(clues)
        lines.append([(clue, chance.choice((0.9, 0.5, 0.1, 0.01, 1e-5))) for clue in clues])
    return puzzle, lines


def by_brute_force(
    lines: list[Readings], height: int, width: int, colors: int, given: Grid | None
) -> dict[tuple[Any, ...], tuple[float, int, bytes]]:
    """Every choice with a solution: its cost, how many solutions it has, and one of them."""
    number: Counter[tuple[Any, ...]] = Counter()
    pictures: dict[tuple[Any, ...], bytes] = {}
    for cells in product(range(colors + 1), repeat=height * width):
        grid = bytes(cells)
        if given is not None and any(
            g not in (255, cell) for g, cell in zip(given.cells, grid, strict=True)
        ):
            continue
        own = [clue_of(grid[row * width : (row + 1) * width]) for row in range(height)]
        own += [clue_of(grid[column::width]) for column in range(width)]
        fitting = [
            sorted({clue for clue, _ in line if clue is None or clue == right}, key=repr)
            for line, right in zip(lines, own, strict=True)
        ]
        for clues in product(*fitting):
            number[clues] += 1
            pictures[clues] = grid
    return {
        clues: (sum(map(cost, lines, clues)), count, pictures[clues])
        for clues, count in number.items()
    }


def cost(line: Readings, clue: Any) -> float:
    """Minus the logarithm of the probability of a clue."""
    return -math.log(sum(chance for one, chance in line if one == clue))


def check_against_brute_force(chance: random.Random, colors: int) -> ReadingStatus:
    puzzle, lines = small_question(chance, colors)
    height, width = puzzle.height, puzzle.width
    given = None
    if chance.random() < 0.2:
        assert puzzle.goal is not None
        given = puzzle.grid(
            bytes(cell if chance.random() < 0.3 else 255 for cell in puzzle.goal.cells)
        )
    found = most_probable_clues(
        lines[:height], lines[height:], palette=puzzle.palette, given=given, limit=10**6
    )
    assert found.complete
    best = [min(cost(line, clue) for clue, _ in line) for line in lines]
    right = by_brute_force(lines, height, width, colors, given)
    ranks = {
        clues: spent - sum(best) + SEVERAL_COSTS * (count > 1)
        for clues, (spent, count, _) in right.items()
    }
    near = {
        clues for clues, rank in ranks.items() if rank <= min(ranks.values()) + ALTERNATIVE_WITHIN
    }
    got = [(*one.puzzle.rows, *one.puzzle.columns) for one in found.candidates]
    assert near.issuperset(got), lines

    def lacks_clues_of(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
        return all(a is None or a == b for a, b in zip(one, other, strict=True))

    def alike(one: tuple[Any, ...]) -> set[tuple[Any, ...]]:
        """Those near with the same single solution."""
        _, count, picture = right[one]
        return {one} | {x for x in near if count == 1 and right[x][1:] == (1, picture)}

    for number, one in enumerate(got):
        assert not any(other in alike(one) for other in got[:number])
        assert not any(lacks_clues_of(one, other) for other in got[:number])
        assert one.count(None) == min(x.count(None) for x in alike(one)), lines
    for one in near.difference(got):
        assert not alike(one).isdisjoint(got) or any(
            lacks_clues_of(one, other) and ranks[other] <= ranks[one] + 1e-9
            for other in near - {one}
        )
    places = [min(ranks[x] for x in alike(clues)) for clues in got]
    assert places == pytest.approx(sorted(places))
    for clues, one in zip(got, found.candidates, strict=True):
        spent, count, _ = right[clues]
        assert one.verdict is (Verdict.UNIQUE if count == 1 else Verdict.MULTIPLE)
        assert one.log_probability == pytest.approx(-spent)
        assert one.distance == pytest.approx(spent - sum(best))
        assert all(not one.puzzle.faults(grid) for grid in one.solutions)
        assert {change.line for change in one.changes} == {
            line
            for (line, clue), after in zip(found.clues.lines(), clues, strict=True)
            if clue != after
        }
    status = ReadingStatus.NONE
    if len(got) > 1:
        status = ReadingStatus.ALTERNATIVE
    elif got:
        status = ReadingStatus.UNIQUE if right[got[0]][1] == 1 else ReadingStatus.SEVERAL
        if right[got[0]][0] - sum(best) > DOUBTFUL_FROM:
            status = ReadingStatus.DOUBTFUL
    assert found.status is status, lines
    return status


@pytest.mark.parametrize("colors", [1, 2])
def test_it_is_the_most_probable_reading_that_fits_together(colors: int) -> None:
    chance = random.Random(colors)
    statuses = {check_against_brute_force(chance, colors) for _ in range(90 // colors)}
    assert statuses == set(ReadingStatus) - {ReadingStatus.UNKNOWN}


@pytest.mark.slow
@pytest.mark.parametrize("colors", [1, 2])
def test_it_is_the_most_probable_reading_in_many_questions(
    colors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for renewed in (1, 10):  # how often the order begins anew
        monkeypatch.setattr(reading, "RENEWED", renewed)
        chance = random.Random(f"{colors} {renewed}")
        for _ in range(1500 // colors):
            check_against_brute_force(chance, colors)


def asked(puzzle: Puzzle, lines: Sequence[Readings], **limits: Any) -> ClueReadings:
    return most_probable_clues(
        lines[: puzzle.height], lines[puzzle.height :], palette=puzzle.palette, **limits
    )


@pytest.mark.parametrize("side", [10, 20, 30])
def test_misread_numbers_are_corrected(side: int) -> None:
    """Of some dozens of puzzles, at most one in twenty is refused, and none is wrong."""
    density, count = {10: (0.55, 40), 20: (0.62, 14), 30: (0.66, 7)}[side]
    drawn = random_picture_puzzles(side, side, density, count, seed=side).values()
    puzzles = [p for p in drawn if p.solve(preset="fast").verdict is Verdict.UNIQUE]
    chance = random.Random(side)
    right = wrong_before = 0
    for puzzle in puzzles:
        for rate in (0.01, 0.03):
            found = asked(puzzle, list(misread(puzzle, chance, rate)))
            is_right = found.puzzle is not None and (
                (found.puzzle.rows, found.puzzle.columns) == (puzzle.rows, puzzle.columns)
            )
            assert is_right or found.status is not ReadingStatus.UNIQUE
            right += is_right
            wrong_before += (found.clues.rows, found.clues.columns) != (
                puzzle.rows,
                puzzle.columns,
            )
    assert right >= 0.95 * 2 * len(puzzles)
    assert wrong_before > 0.3 * 2 * len(puzzles)


def test_misread_numbers_of_colour_puzzles_are_corrected(data: Path) -> None:
    chance = random.Random(7)
    done = right = 0
    while done < 12:
        cells = bytes(chance.choices((0, 1, 2), (4, 4, 3), k=144))
        puzzle = Puzzle.from_grid(
            Grid.from_cells(12, 12, cells, "ab"), palette=anonymous_palette("ab")
        )
        if puzzle.solve(preset="fast").verdict is Verdict.UNIQUE:
            done += 1
            found = asked(puzzle, list(misread(puzzle, chance, 0.02)))
            right += found.puzzle is not None and found.puzzle.rows == puzzle.rows
    assert right >= 11


def test_one_reading_and_no_doubt() -> None:
    found = most_probable_clues(sure([2], [1]), sure([2], [1]))
    assert (found.status, found.complete, found.tries) == (ReadingStatus.UNIQUE, True, 1)
    assert found.puzzle == Puzzle([[2], [1]], [[2], [1]])
    assert found.candidates[0].solutions == (Grid("##\n#."),)
    assert str(found) == "one reading fits together; it has one solution"
    assert found.contradictions == ()
    assert found.unreadable == ()
    assert found.surplus == (0,)


def test_a_misread_number_is_named_with_the_reason() -> None:
    eight = [([3, 8], 0.7), ([3, 6], 0.2), ([3, 1], 0.1)]
    full = sure(*[[1]] * 3, [], *[[1]] * 6, [], [])
    found = most_probable_clues([eight], full)
    assert str(found.candidates[0].changes[0]) == (
        "R1: read 8, corrected to 6: the sums differ by 2"
    )
    assert found.surplus == (2,)
    assert "the sums differ by 2" in str(found)
    assert found.candidates[0].changes[0].probability == 0.2


def test_equal_sums_that_contradict_each_other() -> None:
    rows = [[([1, 1], 0.6), ([2], 0.4)], *sure([2])]
    found = most_probable_clues(rows, sure([2], [2], []))
    (change,) = found.candidates[0].changes
    assert (change.line, change.read) == (Line("row", 0), (Block(1), Block(1)))
    assert "contradict each other" in change.why
    assert found.contradictions
    assert "read 1 1, corrected to 2" in str(found)


def test_several_solutions_count_as_a_hundredth() -> None:
    one = [([1], 1.0)]
    found = most_probable_clues([one, one], [one, one])
    assert (found.status, found.candidates[0].verdict) == (
        ReadingStatus.SEVERAL,
        Verdict.MULTIPLE,
    )
    assert str(found) == "the most probable reading has several solutions"
    other = [([1], 0.9), ([2], 0.1)]
    empty = [([1], 1.0), ([], 1.0)]
    nearly = most_probable_clues([other, empty], [one, one])
    assert nearly.status is ReadingStatus.ALTERNATIVE
    assert [c.verdict for c in nearly.candidates] == [Verdict.UNIQUE, Verdict.MULTIPLE]
    changed = nearly.candidates[0].changes
    assert changed[0].why == "the most probable readings have several solutions"


def test_a_second_reading_that_is_nearly_as_probable() -> None:
    found = most_probable_clues([[([2], 0.5), ([1], 0.4)]], [*sure([1]), [([1], 0.5), ([], 0.4)]])
    assert found.status is ReadingStatus.ALTERNATIVE
    assert len(found.candidates) == 2
    assert "1 other reading is nearly as probable as the first" in str(found)
    assert "reading 2 (unique, log probability" in str(found)
    far = most_probable_clues([[([2], 0.9), ([1], 0.1)]], [*sure([1]), [([1], 0.9), ([], 0.1)]])
    assert far.status is ReadingStatus.UNIQUE


def test_a_reading_far_from_the_most_probable_ones_is_doubtful() -> None:
    line = [([2], 1.0), ([1], 1e-5)]
    found = most_probable_clues([line, *sure([1])], sure([1], [1]))
    assert found.status is ReadingStatus.SEVERAL or found.status is ReadingStatus.DOUBTFUL
    assert found.candidates[0].distance == pytest.approx(math.log(1e5))
    assert "doubtful" in str(found)
    assert found.status is ReadingStatus.DOUBTFUL


def test_a_reading_that_is_too_long_for_its_line_counts_as_the_most_probable_one() -> None:
    rows = [[([8], 0.999999), ([3], 0.000001)], *sure([1], [1])]
    found = most_probable_clues(rows, sure([3], [1], [1]))
    assert found.status is ReadingStatus.DOUBTFUL
    assert found.candidates[0].distance == pytest.approx(math.log(999_999))
    rows[0] = [([8], 0.6), ([3], 0.3), ([2, 2], 0.1)]
    near = most_probable_clues(rows, sure([3], [1], [1]))
    assert near.status is ReadingStatus.UNIQUE
    assert near.candidates[0].distance == pytest.approx(math.log(2))


def test_a_complete_reading_stays_where_another_lacks_a_clue() -> None:
    rows: list[Readings] = [[(None, 0.40), ([1], 0.39)], [([], 1)]]
    found = most_probable_clues(rows, sure([1]))
    assert found.status is ReadingStatus.UNIQUE
    assert found.puzzle == Puzzle([[1], []], [[1]])
    assert found.candidates[0].distance == pytest.approx(math.log(0.40 / 0.39))


def test_no_reading_fits_together() -> None:
    found = most_probable_clues(sure([2]), sure([1], []))
    assert (found.status, found.complete, found.puzzle) == (ReadingStatus.NONE, True, None)
    assert "with the most probable readings the sums differ by 1" in str(found)
    too_long = most_probable_clues([[([3], 0.5), ([4], 0.5)]], sure([1], [1]))
    assert too_long.status is ReadingStatus.NONE
    assert too_long.unreadable == (Line("row", 0),)
    assert "no reading fits the line: R1" in str(too_long)
    against = most_probable_clues(sure([1, 1], [], [1, 1]), sure([2], [], [2]))
    assert against.status is ReadingStatus.NONE
    assert against.contradictions
    assert "a misread number is in one of" in str(against)


def test_missing_clues_and_given_cells() -> None:
    rows: list[Readings] = [[(None, 1.0)], [([1], 1.0)]]
    found = most_probable_clues(rows, sure([2], [1]))
    assert found.puzzle is not None
    assert (found.status, found.puzzle.rows[0]) == (ReadingStatus.UNIQUE, None)
    assert found.surplus is None
    sums = most_probable_clues([[(None, 1.0)], [([2], 0.9), ([1], 0.1)]], sure([1], []))
    assert sums.puzzle is not None
    assert sums.puzzle.rows == (None, (Block(1),))
    given = most_probable_clues(rows, sure([1], [1]), given="??\n#?")
    assert given.status is ReadingStatus.UNIQUE
    assert given.candidates[0].solutions == (Grid(".#\n#."),)
    assert most_probable_clues(rows, sure([1], [1])).status is ReadingStatus.SEVERAL
    covered = most_probable_clues([[([3], 0.9), (None, 0.1)]], sure([1], [1]))
    assert "R1: read 3, corrected to missing: the clue needs 3 cells, the line has 2" in str(
        covered
    )


def test_colours_have_sums_of_their_own() -> None:
    rows: list[Readings] = [[([(1, 1), (1, 1)], 0.6), ([(1, 1), (1, 2)], 0.4)]]
    found = most_probable_clues(rows, sure([(1, 1)], [], [(1, 2)]), palette=TWO)
    assert found.surplus == (1, -1)
    assert str(found.candidates[0].changes[0]) == (
        "R1: read 1 red, corrected to 1 green: the sums differ by 1 in red, 1 in green"
    )


def test_equal_clues_are_one_reading() -> None:
    rows: list[Readings] = [[([2], 0.4), ([1], 0.3), ((Block(1),), 0.3), ([1], 0.0)]]
    found = most_probable_clues(rows, sure([1], []))
    assert found.candidates[0].changes == ()
    assert found.candidates[0].log_probability == pytest.approx(math.log(0.6))


def test_only_ratios_count() -> None:
    one = most_probable_clues([[([2], 0.5), ([1], 0.25)]], sure([1], []))
    many = most_probable_clues([[([2], 50), ([1], 25)]], sure([1], []))
    assert one.candidates[0].distance == pytest.approx(many.candidates[0].distance)


def hard_question() -> tuple[Puzzle, list[Readings]]:
    """A puzzle of which four clues have a probability that is far too low: it takes some tries."""
    drawn = random_picture_puzzles(15, 15, 0.6, 20, seed=2).values()
    puzzle = next(p for p in drawn if p.solve().verdict is Verdict.UNIQUE)
    lines = list(misread(puzzle, random.Random(3), 0.0))
    for number in (0, 4, 18, 25):
        lines[number] = [(clue, p if n else p / 1e3) for n, (clue, p) in enumerate(lines[number])]
    return puzzle, lines


def test_each_limit_ends_the_search_with_its_reason() -> None:
    puzzle, lines = hard_question()
    whole = asked(puzzle, lines)
    assert whole.complete
    seen = set()
    for work in (*range(0, 80, 8), 120, 200, 400, 5000):
        part = asked(puzzle, lines, work_limit=work)
        assert part == asked(puzzle, lines, work_limit=work)
        seen.add(part.complete)
        if part.complete:
            assert part == whole
        else:
            assert (part.status, part.reason) == (ReadingStatus.UNKNOWN, Reason.WORK)
            assert "unknown" in str(part) or "no reading" in str(part)
    assert seen == {True, False}
    few = asked(puzzle, lines, limit=1)
    assert (few.status, few.reason, few.tries) == (ReadingStatus.UNKNOWN, Reason.COUNT, 1)
    assert "(the limit)" in str(few)
    assert asked(puzzle, lines, time_limit=0).reason is Reason.TIME
    assert asked(puzzle, lines, cancel=cancelled()).reason is Reason.CANCELLED


def test_the_search_has_a_bound_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, lines = hard_question()
    monkeypatch.setattr(reading, "ORDER_WORK", 1)
    found = asked(puzzle, lines)
    assert (found.status, found.reason) == (ReadingStatus.UNKNOWN, Reason.WORK)


def test_an_undecided_reading_leaves_the_status_unknown(
    monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    monkeypatch.setattr(reading, "EACH_WORK", 0)
    puzzle = nonosat.load(data / "noise-20x20-2744.non")
    found = asked(puzzle, [[(clue, 1.0)] for _, clue in puzzle.lines()])
    assert (found.status, found.reason) == (ReadingStatus.UNKNOWN, Reason.WORK)
    assert found.candidates[0].verdict is Verdict.UNKNOWN
    assert "whether the reading found is the most probable one is unknown" in str(found)


def test_progress_counts_tries() -> None:
    puzzle, lines = hard_question()
    events: list[Any] = []
    asked(puzzle, lines, progress=events.append)
    assert events
    assert {event.stage for event in events} == {"read"}


def test_what_makes_no_sense_is_refused() -> None:
    good = sure([1])
    bads: tuple[Any, ...] = (-0.1, math.nan, math.inf, "x", None, 10**400)
    for bad in bads:
        with pytest.raises(OptionError, match="probability"):
            most_probable_clues([[([1], bad)]], good)
    for lines in (3, [3], [[3]], [[([1], 1, 2)]], ["ab"]):
        with pytest.raises(OptionError, match="rows: give for each line"):
            most_probable_clues(lines, good)  # type: ignore[arg-type]
    for empty in ([], [([1], 0)]):
        with pytest.raises(OptionError, match="line 1: give at least one reading"):
            most_probable_clues([empty], good)
    with pytest.raises(PuzzleError, match="length 0"):
        most_probable_clues([[([1], 1), ([0], 1)]], good)
    with pytest.raises(PuzzleError, match="unknown colour 2"):
        most_probable_clues([[([(1, 2)], 1)]], good)
    with pytest.raises(PuzzleError):
        most_probable_clues([], [])
    with pytest.raises(GridError, match="the given grid has 2 columns"):
        most_probable_clues(good, good, given="??")
    with pytest.raises(OptionError):
        most_probable_clues(good, good, limit=0)
    with pytest.raises(OptionError, match="palette"):
        most_probable_clues(good, good, palette="red")  # type: ignore[arg-type]


HOSTILE: list[Readings] = [[([n], 1.0) for n in range(1, 40)]] * 300


@pytest.mark.timing
def test_hostile_readings_end_in_time() -> None:
    begun = time.process_time()
    most_probable_clues(HOSTILE, [[([1] * 100, 1.0)]] * 300, time_limit=0.3)
    assert time.process_time() - begun < 5


def test_hostile_readings() -> None:
    found = most_probable_clues(HOSTILE, [[([1] * 100, 1.0)]] * 300, time_limit=0.05)
    assert found.status in (ReadingStatus.UNKNOWN, ReadingStatus.NONE)
    huge = most_probable_clues([[([10**9], 1.0), ([1], 1e-300)]], [[([1], 1.0)]])
    assert (huge.status, huge.tries) == (ReadingStatus.DOUBTFUL, 1)
