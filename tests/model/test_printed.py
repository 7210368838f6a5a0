# SPDX-License-Identifier: MIT
"""Printed cells have the same meaning as the same cells in ``given``, everywhere."""

from __future__ import annotations

import io
import pickle
import random
import re
from pathlib import Path

import pytest

import nonosat
from nonosat import (
    Grid,
    Puzzle,
    Verdict,
    check_grid,
    count_solutions,
    dumps,
    explain_cell,
    find_contradiction,
    hint,
    iter_solutions,
    loads,
    rate,
    solve,
    walkthrough,
)
from nonosat.draw import text
from nonosat.errors import PuzzleError
from nonosat.model.palette import anonymous_palette
from nonosat.proof import verify_certificate, write_certificate
from nonosat.proof.checker.check import verify_stream
from nonosat.proof.checker.formula import clauses, count_clauses, version_of
from nonosat.sat.backends import BACKENDS
from nonosat.study import beliefs, implication_graph
from nonosat.types import HintKind
from tests.support.brute import all_solutions, random_given, random_puzzle
from tests.support.certificates import Parts

SWAP = Puzzle([[1], [1]], [[1], [1]])
COLORS = Puzzle.from_grid("a.b\n.ab\nba.", palette=anonymous_palette("ab"), printed="a??\n?.?\n???")


def cases(number: int, side: int = 4) -> list[tuple[Puzzle, Grid]]:
    rng = random.Random(number)
    found = []
    for _ in range(number):
        puzzle = random_puzzle(rng, side)
        found.append((puzzle, random_given(rng, puzzle)))
    return found


def test_printed_is_given_in_verdict_and_solutions() -> None:
    verdicts = set()
    for puzzle, grid in cases(400):
        own = puzzle.with_printed(grid)
        truth = set(all_solutions(puzzle, grid))
        assert set(all_solutions(own)) == truth
        printed, given = solve(own, backbone=True), solve(puzzle, given=grid, backbone=True)
        assert printed.verdict is given.verdict
        assert printed.ambiguous == given.ambiguous
        assert printed.known.extends(grid) or printed.verdict is Verdict.NONE
        assert {found.cells for found in iter_solutions(own)} == truth
        assert count_solutions(own).number == len(truth)
        for cells in truth:
            assert own.faults(puzzle.grid(cells)) == ()
        verdicts.add(printed.verdict)
    assert len(verdicts) == 3


@pytest.mark.parametrize("preset", ["default", "fast", "networkx", "sat", "cpsat"])
def test_every_preset_honours_printed_cells(preset: str) -> None:
    for puzzle, grid in cases(25):
        truth = len(all_solutions(puzzle, grid))
        wanted = (Verdict.NONE, Verdict.UNIQUE)[truth] if truth < 2 else Verdict.MULTIPLE
        assert solve(puzzle.with_printed(grid), preset=preset).verdict is wanted


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_backend_honours_printed_cells(backend: str) -> None:
    for printed, verdict in (("#?\n??", Verdict.UNIQUE), ("##\n??", Verdict.NONE)):
        assert solve(SWAP.with_printed(printed), backend=backend, stages=["sat"]).verdict is verdict


def test_other_processes_honour_printed_cells() -> None:
    own = SWAP.with_printed("#?\n??")
    assert solve(own, portfolio=2).verdict is Verdict.UNIQUE
    assert solve(own, memory_limit=500).solutions == (Grid("#.\n.#"),)


def test_people_start_from_printed_cells() -> None:
    """Reasons, hints, beliefs and the rating treat them as known, without a step."""
    own = Puzzle([[1], [1], [1]], [[1], [1], [1]]).with_printed("#??\n?#?\n???")
    assert str(explain_cell(own, (0, 0))) == "R1C1 is filled from the start"
    assert str(explain_cell(own, (0, 1))).endswith("R1C2 is empty after 1 step")
    assert hint(own, given=own.unknown_grid()).kind is HintKind.STEP
    assert hint(own, given=Grid(".??\n???\n???")).kind is HintKind.WRONG
    steps = walkthrough(own)
    assert len(steps) == 5
    assert not {(0, 0), (1, 1)} & {cell for step in steps for cell in step.values}
    assert rate(own).steps["trivial"] == 4
    *_, last = beliefs(own, iterations=2)
    assert last.probabilities[0][0] == last.probabilities[1][1] == 1


def test_a_solution_that_breaks_a_printed_cell_is_refused() -> None:
    own = SWAP.with_printed("#?\n??")
    assert [str(line) for line in own.faults(".#\n#.")] == ["R1", "C1"]
    assert own.faults("#.\n.#") == own.faults("??\n??") == ()
    assert [str(line) for line in own.faults("??\n#?")] == ["C1"]  # with the printed cell


def test_printed_and_given_cells_together() -> None:
    own = SWAP.with_printed("#?\n??")
    assert solve(own, given=Grid("??\n?#")).verdict is Verdict.UNIQUE
    assert solve(own, given=Grid(".?\n??")).verdict is Verdict.NONE
    assert check_grid(own, Grid("??\n#?")).wrong == ((1, 0),)
    found = find_contradiction(own, given=Grid(".?\n??"))
    assert (found.lines, found.cells) == ((), ((0, 0),))
    assert str(found) == "the given cell R1C1 differs from the printed one"
    found = find_contradiction(own, given=Grid("??\n#?"))
    assert (
        str(found) == "C1, 1 printed cell and 1 given cell contradict each other (a smallest set)"
    )
    assert check_grid(own, Grid(".?\n??")).right is False


def test_contradictions_name_printed_cells() -> None:
    found = find_contradiction(Puzzle([[1], [1]], [[1], [1]], printed="##\n??"))
    assert len(found.lines) == 1
    assert set(found.cells) == {(0, 0), (0, 1)}
    assert "2 printed cells" in str(found)
    for puzzle, grid in cases(150, 3):
        own = puzzle.with_printed(grid)
        assert find_contradiction(own).found != bool(all_solutions(own))


def test_unconstrained_cells_that_are_printed() -> None:
    own = Puzzle([None], [None, None], printed="#?")
    assert own.unconstrained() == ((0, 1),)
    assert count_solutions(own).number == 2
    assert count_solutions(own.with_printed("#.")).number == 1
    assert solve(own.with_printed("#.")).verdict is Verdict.UNIQUE


def test_the_implication_graph_starts_from_printed_cells() -> None:
    own = SWAP.with_printed("#?\n??")
    assert set(implication_graph(own)) == set(implication_graph(SWAP, given=own.printed))


def test_canonical_text_and_hash() -> None:
    assert "printed" not in SWAP.canonical_text()
    assert SWAP.canonical_text().startswith("nonosat-puzzle 1\n")
    own = SWAP.with_printed("#?\n?.")
    assert own.canonical_text().startswith("nonosat-puzzle 2\n")
    assert own.canonical_text().endswith("printed\n#?\n?.\n")
    assert COLORS.canonical_text().endswith("printed\na??\n?.?\n???\n")
    hashes = {SWAP.sha256(), own.sha256(), SWAP.with_printed("#?\n??").sha256()}
    assert len(hashes) == 3
    # the hash of a puzzle without printed cells is that of all versions before
    assert SWAP.sha256() == "29e3beccb261b393f88159decfccecae17bb5ceec3192325a9c98eebdaf44885"


def test_values() -> None:
    own = SWAP.with_printed("#?\n??")
    assert own != SWAP
    assert hash(own) != hash(SWAP)
    assert own.with_printed(None) == SWAP == SWAP.with_printed("??\n??")
    assert pickle.loads(pickle.dumps(own)) == own
    assert eval(repr(own)) == own
    assert own.with_meta(title="x").with_goal("#.\n.#").printed == own.printed
    assert Puzzle.from_grid("#.", printed="?.").printed == Grid("?.")
    assert COLORS.transpose().printed == Grid("a??\n?.?\n???", "ab")
    assert COLORS.mirror().printed == Grid("??a\n?.?\n???", "ab")
    assert COLORS.rotate().printed == Grid("??a\n?.?\n???", "ab")
    assert COLORS.rotate(4) == COLORS
    assert COLORS.rotate(3) == COLORS.rotate(-1)
    assert COLORS.rotate() == Puzzle.from_grid(
        COLORS.rotate().goal, palette=COLORS.palette, printed=COLORS.rotate().printed
    )
    assert SWAP.start_grid() == Grid("??\n??")
    assert own.start_grid(Grid("??\n?#")) == Grid("#?\n?#")


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        (Grid("#"), "the grid of printed cells is 1x1, the puzzle 2x2"),
        (Grid("ab\n??", "ab"), "the grid of printed cells uses the letters 'ab', the palette '#'"),
    ],
)
def test_faults(printed: object, message: str) -> None:
    with pytest.raises(PuzzleError, match=re.escape(message)):
        SWAP.with_printed(printed)  # type: ignore[arg-type]
    with pytest.raises(nonosat.errors.GridError, match="is not a cell"):
        SWAP.with_printed("x?\n??")


def test_json_keeps_them() -> None:
    for puzzle in (SWAP.with_printed("#?\n??"), COLORS.with_printed("a??\n?a?\n???")):
        assert loads(dumps(puzzle, format="json")) == puzzle
    with pytest.raises(
        nonosat.errors.PuzzleSyntaxError, match=r"printed: row 1, column 1 of the grid"
    ):
        loads('{"rows": [[1]], "columns": [[1]], "printed": ["x"]}')
    assert loads('{"cells": ["#."], "printed": ["#?"]}').printed == Grid("#?")


def test_certificates(tmp_path: Path) -> None:
    done = set()
    for number, (puzzle, grid) in enumerate(cases(60)):
        own = puzzle.with_printed(grid)
        path = tmp_path / f"{number}.nonocert"
        certification = write_certificate(own, path)
        assert certification.path is not None
        result = verify_certificate(path)
        assert result.accepted, str(result)
        assert verify_certificate(path, own).accepted
        assert verify_certificate(path, own, engine="plain").accepted
        assert len(list(clauses(own))) == count_clauses(own)
        if own.printed is not None:
            assert verify_certificate(path, puzzle).outcome == "refused"
            assert version_of(own) == 2
        done.add(result.verdict)
    assert done == {"unique", "multiple", "none"}


def test_the_checker_reads_printed_cells_of_solutions(tmp_path: Path) -> None:
    own = SWAP.with_printed("#?\n??")
    write_certificate(own, tmp_path / "a.nonocert")
    parts = Parts.of((tmp_path / "a.nonocert").read_bytes())
    assert parts.header["formula"]["version"] == 2
    parts.header["solutions"] = [[".#", "#."]]
    result = verify_stream(io.BytesIO(parts.pack()))
    assert (result.outcome, result.problem) == ("refused", "a printed cell has another value")
    parts = Parts.of((tmp_path / "a.nonocert").read_bytes())
    parts.header["puzzle"] = own.canonical_text().replace("#?\n", "x?\n")
    with pytest.raises(nonosat.errors.CertificateError, match="printed cells are in part 'x'"):
        verify_stream(io.BytesIO(parts.pack()))
    for wrong in (
        own.canonical_text().replace("puzzle 2", "puzzle 1"),
        SWAP.canonical_text().replace("puzzle 1", "puzzle 2"),
        own.canonical_text().replace("#?\n", "??\n"),
        own.canonical_text() + "??\n",
    ):
        parts.header["puzzle"] = wrong
        with pytest.raises(nonosat.errors.CertificateError):
            verify_stream(io.BytesIO(parts.pack()))


def test_drawings_mark_printed_cells() -> None:
    own = Puzzle.from_grid("#.#\n###\n.#.", printed="#??\n???\n.??")
    assert "▓▓" in str(own)
    assert "\u2573" in str(own)
    picture = own._repr_svg_()
    assert picture.count('class="printed"') == 2
    assert 'class="printed"' not in own.with_printed(None)._repr_svg_()
    solved = text.draw(own, own.goal)
    assert solved.count("▓▓") == 1
    assert "·" in solved
    letters = text.draw(COLORS, unicode=False)
    assert "a'" in letters
    assert ".'" in letters
