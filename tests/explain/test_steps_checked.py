# SPDX-License-Identifier: MIT
"""Every step of whole walks, by the plain checker; and the checker by damaged steps.

``step_checker`` does each technique again, confirms each conclusion by SAT with its own clauses,
and leaves out each premise. Before each step it checks that no easier technique gives anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonosat
from nonosat import Block, Line, Puzzle, study
from nonosat.explain.step import Branch, Step
from nonosat.explain.techniques import TECHNIQUES as TECHNIQUES_IN_ORDER
from nonosat.logic.implications import Link, Literal
from tests.support.brute import placements
from tests.support.step_checker import Checker, Formula, StepError, solved

LONG_LINE = 100
"""In longer lines SAT confirms only every twentieth step: each costs a second."""


def checked(puzzle: Puzzle, max_technique: str | None = None) -> Counter[str]:
    """The number of steps of each technique, all of them right."""
    checker = Checker(puzzle)
    walk = nonosat.walkthrough(puzzle, max_technique=max_technique)
    for number, step in enumerate(walk):
        checker.nothing_easier(step, compared=puzzle.width <= 20)
        checker.check(step, sat=puzzle.width <= LONG_LINE or number % 20 == 0)
    return checker.counts


def all_checked(files: Iterable[Path], max_technique: str | None = None) -> Counter[str]:
    total: Counter[str] = Counter()
    for file in files:
        for puzzle in nonosat.load_all(file):
            total += checked(puzzle, max_technique)
    return total


# The techniques of the project's own puzzles and of real ones


@pytest.mark.parametrize("name", ["penguin", "fox", "noise-20x20-2744"])
def test_all_steps_of_a_puzzle_are_right(data: Path, name: str) -> None:
    assert checked(nonosat.load(data / f"{name}.non"), "trial")


@pytest.mark.slow
def test_all_steps_of_our_puzzles_are_right(data: Path) -> None:
    """Steps up to trials, and for two puzzles all steps."""
    counts = all_checked(sorted(data.glob("*.non")), "trial")
    counts += checked(nonosat.load(data / "noise-18x18-1381.non"))
    counts += checked(study.domino(7))
    assert counts.keys() == set(TECHNIQUES_IN_ORDER)


SURVEY = (1, 6, 16, 21, 23, 27, 65, 529)
"""The numbers of the easy puzzles of the survey."""


@pytest.mark.corpus
@pytest.mark.slow
def test_all_steps_of_real_puzzles_are_right(corpus: Path) -> None:
    """Forty files of all kinds; those of ``hard`` and ``sample`` have at most 25 cells a side."""
    names = [f"webpbn-{number:05}-" for number in SURVEY]
    files = [file for name in names for file in (corpus / "survey").glob(f"{name}*.non")]
    files += sorted((corpus / "color").glob("*.xml"))[:8]
    files += small(sorted((corpus / "hard").glob("*.non")))[:12]
    files += small(sorted((corpus / "sample").glob("*.non")))[::20][:12]
    assert len(files) == 40
    counts = all_checked(files, "trial")
    assert min(counts[name] for name in ("trivial", "overlap", "line", "chain", "trial")) > 10


def small(files: Sequence[Path]) -> list[Path]:
    """The files with at most 25 rows and columns."""
    return [f for f in files if max((p := nonosat.load(f)).width, p.height) <= 25]


def test_all_steps_of_partial_puzzles_are_right(data: Path) -> None:
    """Every fifth clue of a picture is missing."""
    total: Counter[str] = Counter()
    for name in ("penguin", "fox", "key", "noise-20x20-2744"):
        whole = nonosat.load(data / f"{name}.non")
        clues = [None if i % 5 == 2 else clue for i, (_, clue) in enumerate(whole.lines())]
        total += checked(Puzzle(clues[: whole.height], clues[whole.height :]), "trial")
    assert total["line"] + total["overlap"] > 10


# The checker itself: line solving and clauses against all placements


@st.composite
def lines(draw: st.DrawFn) -> tuple[tuple[Block, ...], int, int, tuple[int, ...]]:
    """A clue, the cells and colours of its line, and for each value the cells that can have it."""
    size, colors = draw(st.integers(1, 7)), draw(st.integers(1, 3))
    block = st.builds(Block, st.integers(1, 3), st.integers(1, colors))
    clue = tuple(draw(st.lists(block, max_size=3)))
    full = (1 << size) - 1
    lost = st.builds(lambda a, b: full & ~(a & b), st.integers(0, full), st.integers(0, full))
    return clue, size, colors, tuple(draw(lost) for _ in range(colors + 1))


@given(lines())
def test_line_solving_is_that_of_all_placements(
    line: tuple[tuple[Block, ...], int, int, tuple[int, ...]],
) -> None:
    clue, size, colors, state = line
    fitting = [
        values
        for values in placements(clue, size, colors)
        if all(state[value] >> at & 1 for at, value in enumerate(values))
    ]
    found = tuple(
        sum(1 << at for at in range(size) if any(values[at] == value for values in fitting))
        for value in range(colors + 1)
    )
    assert solved(clue, size, state) == (found if fitting else None)


@given(lines(), st.integers(0, 6), st.integers(0, 3), st.booleans())
def test_the_clauses_have_the_models_of_all_placements(
    line: tuple[tuple[Block, ...], int, int, tuple[int, ...]], at: int, value: int, holds: bool
) -> None:
    clue, size, colors, state = line
    goal = Literal(0, at % size, value % (colors + 1), holds)
    letters = "abc"[:colors]
    palette = nonosat.Palette.of([(x, f"#00000{x}", x) for x in letters])
    if (
        sum(block.length for block in clue) + sum(a.color == b.color for a, b in pairwise(clue))
        > size
    ):
        return
    puzzle = Puzzle([clue], [None] * size, palette=palette)
    because = [
        Literal(0, cell, other, False)
        for other, cells in enumerate(state)
        for cell in range(size)
        if not cells >> cell & 1
    ]
    wanted = all(
        (values[goal.column] == goal.value) == goal.holds
        for values in placements(clue, size, colors)
        if all(state[v] >> cell & 1 for cell, v in enumerate(values))
    )
    assert Formula(puzzle).forces([Line("row", 0)], because, [goal]) == wanted


# The checker refuses damaged steps


@cache
def walk_of(puzzle: Puzzle) -> list[Step]:
    """The steps up to the first with two branches, with at least one step of each technique."""
    steps = []
    for step in nonosat.walkthrough(puzzle):
        steps.append(step)
        if len(step.chain) > 1:
            break
    return steps


def before(puzzle: Puzzle, technique: str) -> tuple[Checker, Step]:
    """The first step of a technique that has a premise, and a checker at that moment."""
    checker = Checker(puzzle)
    for step in walk_of(puzzle):
        if step.technique == technique and (step.because or technique == "trivial"):
            return checker, step
        for literal in step.cells:  # other tests check the steps before
            checker.known.add(literal)
    raise AssertionError(f"no step by {technique}")


def refused(checker: Checker, step: Step, words: str) -> None:
    with pytest.raises(StepError, match=words):
        checker.check(step)


@pytest.fixture(scope="module")
def noise_puzzle() -> Puzzle:
    return nonosat.load(Path(__file__).parents[2] / "data" / "noise-18x18-1381.non")


TECHNIQUES = ("overlap", "line", "chain", "trial", "clue-set")


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_damaged_premises_and_conclusions_are_refused(noise_puzzle: Puzzle, technique: str) -> None:
    checker, step = before(noise_puzzle, technique)
    unknown = next(
        Literal(row, column, 1, True)
        for row in range(18)
        for column in range(18)
        if len(checker.known.domain(row, column)) == 2
        and (row, column) not in {x[:2] for x in step.cells}
    )
    wrong = tuple(~literal for literal in step.cells)
    refused(checker, replace(step, cells=wrong), "denial|does not follow|other end|without a con")
    refused(checker, replace(step, cells=()), "no conclusion")
    refused(checker, replace(step, cells=step.because[:1]), "known before")
    refused(checker, replace(step, because=(*step.because, unknown)), "is not known")
    refused(checker, replace(step, because=step.because[1:]), "not follow|not fail|without a con")
    known = next(
        literal
        for row in range(18)
        for column in range(18)
        for literal in checker.known.literals(row, column)
        if literal not in step.because and literal.value == 1
    )
    refused(checker, replace(step, because=(*step.because, known)), "is not needed")
    spare = next(line for line, _ in noise_puzzle.lines() if line not in step.lines)
    more = replace(step, lines=(*step.lines, spare))
    refused(checker, more, "is not needed|not those of the links")
    fewer = replace(step, lines=step.lines[1:])
    refused(checker, fewer, "no line|not follow|not those of the links")
    checker.check(step)


@pytest.mark.parametrize("technique", ["chain", "trial"])
def test_damaged_chains_are_refused(noise_puzzle: Puzzle, technique: str) -> None:
    checker, step = before(noise_puzzle, technique)
    first = step.chain[0]

    def with_first(branch: Branch) -> Step:
        return replace(step, chain=(branch, *step.chain[1:]))

    literal, line = first.links[0]
    denied = first._replace(links=(Link(~literal, line), *first.links[1:]))
    refused(checker, with_first(denied), "does not follow by|fails before")
    assert line is not None
    elsewhere = Line(line.axis, (line.index + 1) % 18)
    moved = first._replace(links=(Link(literal, elsewhere), *first.links[1:]))
    refused(checker, with_first(moved), "does not follow by|fails before")
    endless = first._replace(links=first.links[:-1], failed_line=None)
    refused(checker, with_first(endless), "without a contradiction|other end|another end")
    assumed = first._replace(assumption=~first.assumption)
    refused(checker, with_first(assumed), "not follow by|not the denial|two cells|fails|not tried")
    refused(checker, replace(step, chain=()), "belongs to chains and trials")


def test_a_missing_branch_is_refused(noise_puzzle: Puzzle) -> None:
    """A trial or chain with two branches, one of which is left out."""
    checker, seen = Checker(noise_puzzle), 0
    for step in walk_of(noise_puzzle):
        if len(step.chain) > 1:
            for branch in step.chain:
                others = tuple(other for other in step.chain if other != branch)
                refused(checker, replace(step, chain=others), "links|denial|without a con|end")
                seen += 1
            break
        for literal in step.cells:
            checker.known.add(literal)
    assert seen == 2


def test_an_easier_technique_is_noticed(noise_puzzle: Puzzle) -> None:
    """The checker refuses a clue set where a line gives something, a trial where a chain does."""
    checker, step = before(noise_puzzle, "clue-set")
    fresh = Checker(noise_puzzle)
    with pytest.raises(StepError, match="gives something in"):
        fresh.nothing_easier(step)
    checker.nothing_easier(step)
    checker, step = before(noise_puzzle, "chain")
    with pytest.raises(StepError, match="the graph forces"):
        checker.nothing_easier(replace(step, technique="trial"))
    checker, step = before(noise_puzzle, "trial")
    with pytest.raises(StepError, match="probing gives something"):
        checker.nothing_easier(replace(step, technique="clue-set"))
