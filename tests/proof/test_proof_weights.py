# SPDX-License-Identifier: MIT
"""Certificates by weights: the bound, the forgeries that are refused, when weights are written."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from nonosat import Palette, Puzzle, solve, study
from nonosat.logic.board import open_board
from nonosat.proof.checker.container import Header, pack
from nonosat.proof.checker.weights import least_difference, weighed
from tests.support.brute import all_solutions, heaviest, random_puzzle
from tests.support.certificates import Parts, check, made, malformed

TWO = Palette.of([("red", "f00", None), ("blue", "00f", None)])


def counted(puzzle: Puzzle, solution: bytes, other: bytes) -> int:
    """The number of cells in which two grids differ."""
    return sum(a != b for a, b in zip(solution, other, strict=True))


def some_puzzles(count: int, seed: int) -> list[tuple[Puzzle, list[bytes]]]:
    """Small puzzles with a solution: colours, missing clues, printed cells; with all solutions."""
    rng = random.Random(seed)
    found: list[tuple[Puzzle, list[bytes]]] = []
    while len(found) < count:
        puzzle = random_puzzle(rng, 4)
        solutions = all_solutions(puzzle)
        if not solutions or puzzle.width * puzzle.height > 12:
            continue
        if rng.random() < 0.3:
            picture = puzzle.grid(rng.choice(solutions))
            places = [divmod(place, puzzle.width) for place in range(len(picture.cells))]
            shown = [(*cell, picture[cell]) for cell in places if rng.random() < 0.3]
            puzzle = puzzle.with_printed(puzzle.unknown_grid().with_cells(shown))
            solutions = all_solutions(puzzle)
        found.append((puzzle, solutions))
    return found


def test_the_bound_is_that_of_its_definition_and_holds() -> None:
    rng = random.Random(5)
    for puzzle, solutions in some_puzzles(300, seed=5):
        numbers = puzzle.width * len(puzzle.palette)
        scale, most = rng.choice((1, 3)), rng.choice((2, 10**30))
        rows = [[rng.randint(-most, most) for _ in range(numbers)] for _ in range(puzzle.height)]
        for solution in (None, rng.choice(solutions)):
            bound = weighed(puzzle, solution, rows, scale, lambda: None)
            assert bound == heaviest(puzzle, solution, rows, scale)
            for other in solutions:
                count = 0 if solution is None else counted(puzzle, solution, other)
                assert bound >= scale * count


def test_two_solutions_differ_in_at_least_that_number_of_cells() -> None:
    seen = set()
    for puzzle, solutions in some_puzzles(1000, seed=6):
        least = least_difference(puzzle)
        for first, second in product(solutions[:30], repeat=2):
            if first != second:
                assert counted(puzzle, first, second) >= least
                seen.add((least, counted(puzzle, first, second)))
    assert {(4, 4), (2, 2), (1, 1)} <= seen  # so a larger number would be wrong


@pytest.fixture(scope="module")
def domino(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    data = made(study.domino(5), tmp_path_factory.mktemp("weights") / "a.nonocert")
    return Parts.of(data)


def test_weights_are_written_and_accepted(domino: Parts) -> None:
    assert domino.header["proof"] == {"format": "weights", "scale": 1, "steps": 11}
    assert domino.header["version"] == 2
    result = check(domino, study.domino(5))
    assert result.accepted
    assert result.verdict == "unique"
    assert "which weigh 4" in result.checked[-1]


def test_a_changed_weight_is_refused_unless_it_still_proves(domino: Parts) -> None:
    """Change each weight: it is accepted exactly if the bound, by its definition, is below 4."""
    puzzle = study.domino(5)
    solution = solve(puzzle).solutions[0].cells
    refused = 0
    for number, place in enumerate(product(range(puzzle.height), range(puzzle.width))):
        row, column = place
        change = (1, -1, 10**6, -(10**6))[number % 4]
        parts = domino.copy()
        numbers = [list(map(int, line.split())) for line in parts.steps]
        numbers[row][column] += change
        parts.steps = [" ".join(map(str, line)) for line in numbers]
        proves = heaviest(puzzle, solution, numbers, 1) < 4
        assert check(parts).accepted == proves
        refused += not proves
    assert refused > 40


def test_forgeries_are_refused(domino: Parts, tmp_path: Path) -> None:
    def refused(parts: Parts, puzzle: Puzzle | None = None) -> str:
        result = check(parts, puzzle)
        assert result.outcome == "refused"
        return f"{result.place}: {result.problem}"

    swapped = domino.copy()
    swapped.steps[0], swapped.steps[2] = swapped.steps[2], swapped.steps[0]
    assert "does not exclude a second solution" in refused(swapped)

    other = study.domino(5)
    mirrored = Puzzle(other.columns, other.rows)
    assert "another puzzle" in refused(domino, mirrored)
    moved = domino.copy()
    moved.header["puzzle"] = mirrored.canonical_text()
    moved.header["sha256"] = mirrored.sha256()
    assert "does not have the runs" in refused(moved)
    turned = zip(*moved.header["solutions"][0], strict=True)
    moved.header["solutions"] = [["".join(row) for row in turned]]
    assert "does not exclude" in refused(moved)

    scale = domino.copy()
    scale.header["proof"]["scale"] = 10**9
    assert "does not exclude" in refused(scale)

    for lines in (domino.steps[:-1], [*domino.steps, domino.steps[-1]]):
        count = Parts(domino.copy().header, list(lines)).count()
        assert "rows" in refused(count)
    uncounted = domino.copy()
    uncounted.header["proof"]["steps"] = 10
    assert "rows of weights" in refused(uncounted)
    short = domino.copy()
    short.steps[3] = short.steps[3].rsplit(" ", 1)[0]
    assert "weights of row 4" in refused(short)

    none = domino.copy()
    none.header |= {"verdict": "none", "solutions": []}
    assert "not negative" in refused(none)
    two_ways = Puzzle([[1], [1]], [[1], [1]])
    for text in ("0 0", "4 -4", "-9 9", "1 0"):
        parts = Parts(
            {
                **domino.copy().header,
                "puzzle": two_ways.canonical_text(),
                "sha256": two_ways.sha256(),
                "solutions": [["#.", ".#"]],
            },
            [text, text],
        ).count()
        parts.header["proof"] |= {"scale": 1}
        assert "does not exclude" in refused(parts)


def test_what_is_no_certificate_of_weights(domino: Parts) -> None:
    for text in ("1.5", "+1", "01", "1e3", "", "1  2", "-0", "9" * 41, "x"):
        parts = domino.copy()
        parts.steps[0] = text
        assert "the weights of row 1 must be integers" in malformed(parts)
    huge = domino.copy()
    huge.steps[0] = " ".join(["9" * 40] * 11)
    assert check(huge).outcome == "refused"
    for change, words in (
        ({"version": 1}, "version 2 is for weights"),
        ({"blocking": [1]}, "a proof by weights has no blocking clause"),
        ({"verdict": "multiple"}, "multiple has neither"),
        ({"proof": {"format": "weights", "scale": 0, "steps": 11}}, '"scale"'),
        ({"proof": {"format": "weights", "scale": 10**41, "steps": 11}}, '"scale"'),
        ({"proof": {"format": "weights", "steps": 11}}, "scale"),
        ({"proof": {"format": "drup", "steps": 11}}, "have both"),
        ({"proof": {"format": "sums", "steps": 11}}, "choose drup, weights"),
    ):
        assert words in malformed(Parts({**domino.copy().header, **change}, domino.steps))


def test_weights_prove_that_there_is_no_solution() -> None:
    """Weights of the core for puzzles without a solution, packed by hand."""
    rng = random.Random(3)
    accepted = 0
    for _ in range(800):
        puzzle = random_puzzle(rng, 4)
        if all_solutions(puzzle):
            continue
        _, _, weights, scale, _ = open_board(puzzle).find_by_weights(10**6)
        if weights is None:
            continue
        width = puzzle.width * len(puzzle.palette)
        header = Header(
            puzzle=puzzle,
            sha256=puzzle.sha256(),
            verdict="none",
            solutions=(),
            formula=None,
            blocking=None,
            steps=puzzle.height,
            made_by={},
            scale=scale,
        )
        lines = [" ".join(map(str, weights[i : i + width])) for i in range(0, len(weights), width)]
        assert check(pack(header, lines)).accepted
        flat = [" ".join("0" * width)] * puzzle.height
        assert check(pack(header, flat)).outcome == "refused"
        accepted += 1
    assert accepted >= 10


def test_the_smaller_proof_is_written(tmp_path: Path) -> None:
    """A puzzle that lines solve has a refutation of a few bytes; n-Dom has no short refutation."""
    easy = Parts.of(made(Puzzle([[2], [1]], [[2], [1]]), tmp_path / "easy.nonocert"))
    assert easy.header["proof"]["format"] == "drup"
    assert easy.header["version"] == 1
    hard = made(study.domino(20), tmp_path / "hard.nonocert")
    assert Parts.of(hard).header["proof"]["format"] == "weights"
    assert check(hard).accepted
    colored = Puzzle([[(1, 1), (1, 2)], [(1, 1)]], [[(2, 1)], [(1, 2)]], palette=TWO)
    assert check(made(colored, tmp_path / "colored.nonocert")).accepted
