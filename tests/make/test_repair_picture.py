# SPDX-License-Identifier: MIT
"""``repair_picture`` against brute force: least, complete, within the requirements; limits; and
progress reports.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat import Cancellation, Grid, Puzzle, Reason, Verdict
from nonosat.errors import GridError, OptionError, PuzzleError
from nonosat.explain.position import Position
from nonosat.explain.techniques import FOR_PEOPLE
from nonosat.explain.walking import walk
from nonosat.limits import Limits
from nonosat.make import PictureRepair
from nonosat.make.repair.answer import RepairProof
from nonosat.make.repair.least_changes import change_cost
from nonosat.make.repair.other_solutions import Ambiguities, Requirement
from nonosat.make.repair.quick_repairs import fewer_changes
from nonosat.make.repair.template import Template
from nonosat.make.repair.unsolved_cells import UnsolvedCells
from nonosat.types import RepairProgress
from tests.support import brute
from tests.support.clock import cancelled, ends_within
from tests.support.oracle import swaps
from tests.support.repair_oracle import compare, count, random_picture, repairs, unique


def noise(side: int, density: float, seed: int, colors: int = 1) -> Grid:
    rng = random.Random(f"{side} {density} {seed}")
    return brute.random_picture(rng, side, side, density, colors)


def distance(a: bytes, b: bytes) -> int:
    return sum(x != y for x, y in zip(a, b, strict=True))


def solvable(model: Puzzle, technique: str, cells: bytes) -> bool:
    """True if a walk with techniques up to this one solves the clues of a picture."""
    position = Position.of(Template.of(model).puzzle(cells))
    for _ in walk(position, technique):
        pass
    return position.solved


def against_all_smaller_changes(seeds: range) -> Counter[int | None]:
    """The pictures found are exactly those with the fewest changes, in one and two colours."""
    counts: Counter[int | None] = Counter()
    for seed in seeds:
        colors = 1 + seed % 2
        rng = random.Random(f"small {seed}")
        changes = 2 if seed % 4 == 0 or seed in (3, 39) else 1
        puzzle = random_picture(rng, 6 - colors, colors, changes)
        counts[compare(puzzle, 1_500)] += 1
    return counts


def test_small_pictures_against_all_smaller_changes() -> None:
    counts = against_all_smaller_changes(range(5, 13))
    assert counts[None] <= 1
    assert counts[2] >= 1


@pytest.mark.slow
def test_fifty_small_pictures_against_all_smaller_changes() -> None:
    counts = against_all_smaller_changes(range(50))
    assert counts[None] <= 4
    assert counts[2] > 12


def test_a_poor_repair_gets_fewer_changes() -> None:
    """From the empty picture, which is unique, each step is a repair with fewer changes."""
    least = 0
    for seed in range(6):
        grid = noise(8, 0.4, seed)
        puzzle = Puzzle.from_grid(grid)
        template = Template.of(puzzle)
        found = nonosat.make.repair_picture(puzzle, count=1)
        assert found.smallest
        assert found.changes is not None
        number = sum(grid.cells)
        poor = bytes(len(grid.cells))
        steps, again = (
            list(fewer_changes(template, grid.cells, Ambiguities(template), poor, 0, Limits()))
            for _ in range(2)
        )
        assert steps == again
        for cells in steps:
            assert count(puzzle, cells) == 1
            assert found.changes <= distance(cells, grid.cells) < number
            number = distance(cells, grid.cells)
        assert number < sum(grid.cells) / 3
        least += number == found.changes
    assert least >= 4


@pytest.mark.parametrize("technique", FOR_PEOPLE)
def test_max_technique_against_all_smaller_changes(technique: str) -> None:
    changed = 0
    for seed in range(6):
        rng = random.Random(f"technique {seed}")
        puzzle = random_picture(rng, 4, 1 + seed % 2)
        found = nonosat.make.repair_picture(puzzle, max_technique=technique, count=10_000)
        assert found.smallest
        assert found.changes is not None
        if found.changes > 2:
            continue
        changed += found.changes
        for fewer in range(found.changes + 1):
            expected = repairs(
                puzzle, fewer, frozenset(), lambda cells, p=puzzle: solvable(p, technique, cells)
            )
            if fewer < found.changes:
                assert not expected
            elif found.proof is RepairProof.ALL:
                assert {grid.cells for grid in found.pictures} == expected
            else:
                assert {grid.cells for grid in found.pictures} <= expected
    assert changed >= 4


@pytest.mark.parametrize("required", ["unique", *FOR_PEOPLE[:-1]])
@pytest.mark.parametrize("colors", [1, 2])
def test_every_repair_of_all_breaks_every_nogood(required: str, colors: int) -> None:
    """Not only for least repairs: also for acceptable pictures with any number of changes."""
    rng = random.Random(f"{required} {colors}")
    height, width = 3, 6 - colors
    letters = "#" if colors == 1 else "ab"
    pictures = [
        bytes(rng.randint(1, colors) if rng.random() < 0.5 else 0 for _ in range(height * width))
        for _ in range(1500 if required == "unique" else 300)
    ]
    judged = list(dict.fromkeys(pictures))
    model = Puzzle.from_grid(Grid.from_cells(height, width, judged[0], letters))
    template = Template.of(model)
    right = {
        cells
        for cells in judged
        if (count(model, cells) == 1 if required == "unique" else solvable(model, required, cells))
    }
    requirement: Requirement = (
        Ambiguities(template) if required == "unique" else UnsolvedCells(template, required)
    )
    failed = smaller = 0
    for cells in judged[:400]:
        nogoods = list(requirement.nogoods_of(cells, 10, Limits()))
        assert bool(nogoods) == (cells not in right)
        for nogood in nogoods:
            failed += 1
            smaller += len(nogood) < len(cells)
            assert all(values >> cells[place] & 1 for place, values in nogood.items())
            for repaired in right:
                assert any(not values >> repaired[p] & 1 for p, values in nogood.items())
    assert len(right) > 5
    assert failed > 40
    assert smaller > 10 or required == "trivial"


def test_kept_cells_do_not_change() -> None:
    impossible = dearer = 0
    for seed in range(30):
        rng = random.Random(f"keep {seed}")
        puzzle = random_picture(rng, 4, 1 + seed % 2)
        cells = bytes(rng.random() < 0.75 for _ in range(puzzle.width * puzzle.height))
        mask = Grid.from_cells(puzzle.height, puzzle.width, cells)
        kept = frozenset(place for place, value in enumerate(cells) if value)
        found = nonosat.make.repair_picture(puzzle, keep=mask, count=10_000)
        free = nonosat.make.repair_picture(puzzle, count=1).changes
        assert free is not None
        assert found.proof in (RepairProof.ALL, RepairProof.IMPOSSIBLE)
        right = unique(puzzle)
        size = puzzle.width * puzzle.height - len(kept)
        if found.proof is RepairProof.IMPOSSIBLE:
            impossible += 1
            assert found.pictures == ()
            assert found.changes is None
            for number in range(min(size, 5) + 1):
                assert not repairs(puzzle, number, kept, right)
            continue
        assert found.changes is not None
        dearer += found.changes > free
        for number in range(found.changes):
            assert not repairs(puzzle, number, kept, right)
        assert {g.cells for g in found.pictures} == repairs(puzzle, found.changes, kept, right)
    assert impossible > 1
    assert dearer > 0


def test_printed_cells_and_clues_that_are_not_given_stay() -> None:
    changed = impossible = 0
    for seed in range(30):
        rng = random.Random(f"printed {seed}")
        goal = noise(4, 0.5, seed, 1 + seed % 2)
        full = Puzzle.from_grid(goal)
        rows = [None if rng.random() < 0.2 else clue for clue in full.rows]
        columns = [None if rng.random() < 0.1 else clue for clue in full.columns]
        printed = [[v if rng.random() < 0.3 else 255 for v in row] for row in goal.tolist()]
        puzzle = Puzzle(
            rows, columns, palette=full.palette, goal=goal, printed=Grid(printed, goal.letters)
        )
        found = nonosat.make.repair_picture(puzzle, count=10_000)
        kept = frozenset(
            place for place, value in enumerate(Grid(printed, goal.letters).cells) if value != 255
        )
        right = unique(puzzle)
        if found.proof is RepairProof.IMPOSSIBLE:
            impossible += 1
            assert all(not repairs(puzzle, number, kept, right) for number in range(3))
            continue
        assert found.smallest
        assert found.changes is not None
        if found.changes > 2:
            continue
        changed += found.changes > 0
        for number in range(found.changes):
            assert not repairs(puzzle, number, kept, right)
        assert {g.cells for g in found.pictures} == repairs(puzzle, found.changes, kept, right)
        for repaired in found.puzzles:
            assert repaired.printed == puzzle.printed
            assert [c is None for c in repaired.rows] == [c is None for c in rows]
            assert nonosat.solve(repaired, preset="sat").verdict is Verdict.UNIQUE
    assert changed > 2
    assert impossible > 1


def test_max_changes_says_that_there_is_no_smaller_repair() -> None:
    grid = noise(20, 0.5, 3)
    least = nonosat.make.repair_picture(grid).changes
    assert least is not None
    assert least >= 3
    found = nonosat.make.repair_picture(grid, max_changes=least - 1)
    assert found.proof is RepairProof.IMPOSSIBLE
    assert found.bound == least
    assert found.pictures == ()
    assert nonosat.make.repair_picture(grid, max_changes=least).changes == least
    assert nonosat.make.repair_picture(grid, max_changes=0).proof is RepairProof.IMPOSSIBLE


def test_the_best_looking_repairs_come_first() -> None:
    several = 0
    for seed in range(12):
        grid = noise(8, 0.5, seed)
        every = nonosat.make.repair_picture(grid, count=10_000)
        assert every.proof is RepairProof.ALL

        def looks(picture: Grid, before: Grid = grid) -> int:
            changed = before.differences(picture)
            return sum(change_cost(before.cells, 8, r * 8 + c, picture[r, c]) for r, c in changed)

        costs = [looks(picture) for picture in every.pictures]
        assert costs == sorted(costs)
        few = nonosat.make.repair_picture(grid)
        assert few.proof in (RepairProof.BEST, RepairProof.ALL)
        assert [looks(picture) for picture in few.pictures] == costs[:3]
        assert (few.proof is RepairProof.ALL) == (len(costs) <= 3)
        several += len(set(costs)) > 1
    assert several > 2


def test_a_change_that_joins_or_cuts_costs_more_than_one_at_an_edge() -> None:
    bar = bytes(15) + b"\1" * 15 + bytes(15)  # three rows each of empty, filled, empty, five wide

    def cost(row: int, column: int) -> int:
        place = row * 5 + column
        return change_cost(bar, 5, place, 1 - bar[place])

    assert cost(3, 2) < cost(4, 2)  # a dent at the edge; a hole
    assert cost(2, 2) < cost(1, 2)  # a bump at the edge; a dot
    line = bytes(5) + b"\1" * 5 + bytes(5)
    assert change_cost(line, 5, 9, 0) < change_cost(line, 5, 7, 0)  # its end; its middle


def test_a_picture_that_needs_nothing() -> None:
    found = nonosat.make.repair_picture("##\n#.")
    assert (found.changes, found.smallest, found.bound, found.components) == (0, True, 0, ())
    assert found.pictures == (found.before,)
    assert found.changed() == ()
    assert found.proof is RepairProof.ALL
    assert nonosat.make.repair_picture(["##", "#."], max_technique="trivial").changes == 0


def test_the_components_are_the_independent_places() -> None:
    puzzle = swaps(2, 2)
    found = nonosat.make.repair_picture(puzzle.with_goal(nonosat.solve(puzzle).solutions[0]))
    assert found.components is not None
    assert len(found.components) == 4
    assert found.changes == 4
    assert found.smallest
    total = nonosat.count_solutions(puzzle)
    product = 1
    for component in found.components:
        assert component.exact
        assert component.certain
        product *= component.solutions
    assert product == total.number > 1
    ambiguous = nonosat.backbone(found.puzzle).ambiguous
    assert sorted(cell for component in found.components for cell in component.cells) == list(
        ambiguous or ()
    )


def test_one_change_can_repair_two_components() -> None:
    """So components are not repaired separately."""
    found = nonosat.make.repair_picture("..#..\n...#.\n##.##\n.#..#\n#....")
    assert found.components is not None
    assert [component.solutions for component in found.components] == [2, 2]
    assert (found.changes, found.smallest) == (1, True)
    assert ((1, 2),) in [found.changed(number) for number in range(3)]


def test_every_picture_has_a_certificate_if_asked_for(tmp_path: Path) -> None:
    found = nonosat.make.repair_picture(noise(8, 0.5, 2), certificates=True)
    assert found.changes
    assert found.certificates is not None
    assert len(found.certificates) == len(found.pictures) == len(found.verdicts)
    for puzzle, data in zip(found.puzzles, found.certificates, strict=True):
        assert data is not None
        file = tmp_path / "picture.nonocert"
        file.write_bytes(data)
        assert nonosat.proof.verify_certificate(file, puzzle).accepted
    assert nonosat.make.repair_picture("#.\n.#").certificates is None


def test_a_repair_is_plain_data() -> None:
    found = nonosat.make.repair_picture("#..\n.#.\n...")
    assert pickle.loads(pickle.dumps(found)) == found
    data = found.as_dict()
    assert data["before"] == ["#..", ".#.", "..."]
    assert data["pictures"][0]["rows"] == found.pictures[0].text_rows()
    assert len(data["pictures"][0]["changed"]) == found.changes == data["changes"] == 1
    assert data["pictures"][0]["verdict"] == "unique"
    assert data["reason"] is None
    assert isinstance(found, PictureRepair)
    assert "proof=<RepairProof.BEST" in repr(found)


def test_the_same_question_has_the_same_answer() -> None:
    def plain(found: PictureRepair) -> dict[str, object]:
        return {name: value for name, value in found.as_dict().items() if name != "seconds"}

    for grid, technique in ((noise(12, 0.4, 2), None), (noise(8, 0.45, 1, 2), "line")):
        assert plain(nonosat.make.repair_picture(grid, max_technique=technique)) == plain(
            nonosat.make.repair_picture(grid, max_technique=technique)
        )
    hard = noise(20, 0.4, 3)
    first = nonosat.make.repair_picture(hard, work_limit=150)
    assert first.reason is Reason.WORK
    assert plain(first) == plain(nonosat.make.repair_picture(hard, work_limit=150))


@pytest.mark.slow
def test_where_the_proof_takes_too_long_there_is_a_repair_and_a_bound() -> None:
    hard = noise(20, 0.4, 3)
    found = nonosat.make.repair_picture(hard, work_limit=3000)
    assert found.reason is Reason.WORK
    assert not found.smallest
    assert found.proof is not RepairProof.IMPOSSIBLE
    assert found.changes is not None
    assert 4 <= found.bound < found.changes
    for picture, puzzle in zip(found.pictures, found.puzzles, strict=True):
        assert distance(picture.cells, hard.cells) == found.changes
        assert nonosat.solve(puzzle, preset="cpsat").verdict is Verdict.UNIQUE


def test_the_proof_says_how_far_the_work_went() -> None:
    """Bounds first, then a smallest repair, then the best-looking, then all of them."""
    grid = noise(10, 0.45, 4)
    every = nonosat.make.repair_picture(grid, count=10_000)
    assert every.proof is RepairProof.ALL
    seen = []
    for work in (0, 2, 4, 8, 12, 16, 20, 25, 30, 40, 60, 100, 200, 400, 1000):
        found = nonosat.make.repair_picture(grid, count=2, work_limit=work)
        assert found.smallest == (found.changes == found.bound)
        assert found.smallest or found.proof is RepairProof.BOUND
        assert found.as_dict()["proof"] == found.proof.value
        if found.proof in (RepairProof.BEST, RepairProof.ALL):
            assert found.pictures == every.pictures[:2]
        seen.append(found.proof)
    assert {RepairProof.BOUND, RepairProof.SMALLEST} <= set(seen)
    assert seen[-1] is (RepairProof.BEST if len(every.pictures) > 2 else RepairProof.ALL)
    assert nonosat.make.repair_picture(grid, max_changes=0).proof is RepairProof.IMPOSSIBLE


def test_no_limit_breaks_an_answer() -> None:
    hard = noise(12, 0.4, 3, 2)
    full = nonosat.make.repair_picture(hard)
    assert full.smallest
    assert full.changes is not None
    seen = set()
    for work in (0, 1, 2, 4, 8, 15, 30, 60, 120, 250, 500):
        found = nonosat.make.repair_picture(hard, work_limit=work)
        assert found.bound <= full.changes
        assert found.proof is not RepairProof.IMPOSSIBLE
        assert found.changes is None or found.changes >= full.changes
        assert found.smallest == (found.changes == full.changes == found.bound)
        assert found.smallest or found.reason is Reason.WORK
        seen.add((found.changes is None, found.smallest))
    assert len(seen) >= 2


@pytest.mark.timing
def test_a_limit_of_time_ends_it_soon() -> None:
    hard = noise(40, 0.35, 1)
    assert ends_within(0.9, lambda: nonosat.make.repair_picture(hard, time_limit=0.4))


def test_time_and_cancellation_end_it() -> None:
    hard = noise(40, 0.35, 1)
    assert nonosat.make.repair_picture(hard, time_limit=0.05).reason is Reason.TIME
    stop = Cancellation()
    seen: list[RepairProgress] = []

    def progress(event: RepairProgress) -> None:
        seen.append(event)
        if event.tries == 3:
            stop.cancel()

    found = nonosat.make.repair_picture(noise(20, 0.4, 3), progress=progress, cancel=stop)
    assert found.reason is Reason.CANCELLED
    assert found.tries == 3
    assert seen[0].tries == 0
    assert seen[0].components is not None
    assert [event.bound for event in seen] == sorted(event.bound for event in seen)
    assert nonosat.make.repair_picture("#.\n.#", cancel=cancelled()).reason is Reason.CANCELLED


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(PuzzleError, match="no goal picture"):
        nonosat.make.repair_picture(Puzzle([[1], [1]], [[1], [1]]))
    with pytest.raises(PuzzleError, match="not a solution of the clues"):
        nonosat.make.repair_picture(Puzzle([[1], [1]], [[1], [1]], goal="##\n.."))
    options: dict[str, Any]
    for picture, options, error, words in (
        ("#?", {}, GridError, "unknown"),
        ("#.", {"keep": "#"}, GridError, "1x1"),
        ("#.", {"max_technique": "magic"}, OptionError, "technique"),
        ("#.", {"count": 0}, OptionError, "count"),
        ("#.", {"max_changes": -1}, OptionError, "max changes"),
        ("#.", {"progress": 3}, OptionError, "progress"),
        ("#.", {"cancel": 3}, OptionError, "cancel"),
    ):
        with pytest.raises(error, match=words):
            nonosat.make.repair_picture(picture, **options)


def test_two_colours_need_different_clauses_than_one() -> None:
    """A cell may become another colour, not only empty or filled."""
    recoloured = 0
    for seed in range(10):
        found = nonosat.make.repair_picture(noise(8, 0.5, seed, 3))
        assert found.smallest
        for picture in found.pictures:
            for cell in found.before.differences(picture):
                recoloured += found.before[cell] > 0 and picture[cell] > 0
    assert recoloured > 2
