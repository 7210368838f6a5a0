# SPDX-License-Identifier: MIT
"""``random_puzzles``: the requirements hold, seeds repeat puzzles, and requirements that cannot be
met end the search.
"""

from __future__ import annotations

import inspect
import random
from collections import deque
from hashlib import sha256
from itertools import count, islice, pairwise
from typing import Any

import pytest

from nonosat import Cancellation, Grid, Palette, Verdict, rate, solve, study, walkthrough
from nonosat.cli import command_make
from nonosat.core import _core
from nonosat.errors import OptionError
from nonosat.limits import Limits
from nonosat.make import RandomPuzzle, RandomPuzzles, Requirements, random_puzzles
from nonosat.make.random import requirements
from nonosat.make.random.attempts import draw, technique_of
from nonosat.make.random.requirements import SYMMETRIES, groups_of
from nonosat.make.random.search import isomorphism_key
from nonosat.model.palette import MAX_COLORS, anonymous_palette, first
from nonosat.model.report import Reason
from nonosat.types import WalkthroughEnd
from nonosat.web.endpoints import ENDPOINTS
from nonosat.workers import system
from tests.support import brute


def some(number: int, *size: int, **options: Any) -> list[RandomPuzzle]:
    return list(islice(asked_for(*size, **options), number))


def asked_for(*size: int, **options: Any) -> RandomPuzzles:
    """Puzzles for options of ``Requirements`` and of ``random_puzzles``."""
    of_puzzles = inspect.signature(Requirements).parameters.keys() & options
    wanted = Requirements(*size, **{name: options.pop(name) for name in of_puzzles})
    return random_puzzles(wanted, **options)


def goal(made: RandomPuzzle) -> Grid:
    assert made.puzzle.goal is not None
    return made.puzzle.goal


def is_boring(grid: Grid) -> bool:
    lines = [*grid, *grid.transpose()]
    return any(line.count(0) in (0, len(line)) for line in lines)


REQUIREMENTS: list[dict[str, Any]] = [
    {},
    {"density": 0.35},
    {"style": "smooth"},
    {"symmetry": "left-right"},
    {"colors": 2},
    {"max_technique": "line"},
    {"needs": "chain"},
    {"needs": "overlap"},
    {"allow_boring": True, "density": 0.3},
]


@pytest.mark.parametrize("options", REQUIREMENTS, ids=str)
def test_small_puzzles_have_one_solution_by_brute_force(options: dict[str, Any]) -> None:
    for made in some(8, 6, seed=5, **options):
        assert brute.all_solutions(made.puzzle) == [goal(made).cells]
        assert options.get("allow_boring") or not is_boring(goal(made))


@pytest.mark.parametrize(
    "options",
    [
        {"width": 15, "density": 0.6},
        {"width": 20, "density": 0.5, "max_technique": "line"},
        {"width": 20, "density": 0.5, "needs": "chain"},
        {"width": 12, "height": 18, "style": "smooth", "colors": 3},
    ],
    ids=str,
)
def test_larger_ones_have_one_solution_by_other_solvers(options: dict[str, Any]) -> None:
    for made in some(2, seed=2, **options):
        report = solve(made.puzzle, preset="sat", backend="cadical195")
        assert report.verdict is Verdict.UNIQUE
        assert report.solutions == (goal(made),)


GOLDEN = {
    "random": "82400e9e5503d7d20240c4c14d07ed164e2690663805376753b50b8b17d6af79",
    "smooth": "9af7ab43574bf0dd3fd1c76880dc632ba91a8e1f8af8e5a4c76e1dd3e6a34a2a",
    "chain": "0e1cfd8a44b2db9918c0ae4b11a92bb0eb1f73767fdad1cdc9e8d3cd5248aea8",
    "colours": "d608b3dbb24212e2482b2cfd9d4fdda18f750fe887b3f3315b74b39955c13ace",
}
OF_GOLDEN: dict[str, dict[str, Any]] = {
    "random": {"width": 15, "height": 10, "seed": 3},
    "smooth": {"width": 15, "seed": 3, "style": "smooth", "symmetry": "both", "density": 0.45},
    "chain": {"width": 12, "seed": 3, "needs": "chain", "difficulty": (8, 12)},
    "colours": {"width": 10, "seed": 3, "colors": 3, "max_technique": "line"},
}


def digest(puzzles: list[RandomPuzzle]) -> str:
    text = "".join(made.puzzle.canonical_text() for made in puzzles)
    return sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("name", GOLDEN)
def test_a_seed_gives_the_same_puzzles_everywhere(name: str) -> None:
    first = some(5, **OF_GOLDEN[name])
    assert digest(first) == GOLDEN[name]
    assert some(2, **OF_GOLDEN[name]) == first[:2]
    assert some(1, **{**OF_GOLDEN[name], "seed": 4})[0].puzzle != first[0].puzzle


def test_jobs_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "cores", lambda: 2)
    wanted = Requirements(10, density=0.6, needs="chain")
    one, two = (list(random_puzzles(wanted, count=5, seed=8, jobs=jobs)) for jobs in (1, 2))
    assert one == two


def test_the_generator_is_lazy_and_endless() -> None:
    looked: list[int] = []
    source = random_puzzles(Requirements(8), progress=looked.append)
    assert looked == []
    first = next(source)
    assert looked[-1] == first.tries
    numbers = [made.number for made in islice(source, 20)]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == 20
    assert list(random_puzzles(Requirements(8), count=0)) == []
    assert len(list(random_puzzles(Requirements(8), count=3))) == 3


def test_the_density_is_exact() -> None:
    for density in (0.4, 0.5, 0.65):
        for made in some(3, 12, 9, density=density, max_technique="line"):
            assert 108 - goal(made).cells.count(0) == round(density * 108)
    for made in some(3, 10, colors=3, density=0.6):
        counts = [goal(made).cells.count(color) for color in (1, 2, 3)]
        assert counts == [20, 20, 20]


def test_small_densities_have_no_empty_lines() -> None:
    for made in some(5, 8, density=0.3):
        assert not is_boring(goal(made))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("style", requirements.STYLES)
def test_symmetries_stay(symmetry: str, style: str) -> None:
    turned = {
        "left-right": lambda g: g.mirror(),
        "top-bottom": lambda g: g.transpose().mirror().transpose(),
        "both": lambda g: g.mirror(),
        "half-turn": lambda g: Grid.from_cells(g.height, g.width, g.cells[::-1]),
        "quarter-turn": lambda g: g.transpose().mirror(),
        "diagonal": lambda g: g.transpose(),
        "all": lambda g: g.transpose(),
    }[symmetry]
    for made in some(2, 11, symmetry=symmetry, style=style, max_technique="line"):
        assert turned(goal(made)) == goal(made)
        missing = round(0.55 * 121) - goal(made).cells.count(1)
        assert 0 <= missing < 8
        if symmetry == "both":
            assert goal(made).transpose().mirror() == goal(made).transpose()
        if symmetry == "all":
            assert goal(made).mirror() == goal(made)


def test_groups_have_the_same_cells_under_every_move() -> None:
    for name, symmetry in SYMMETRIES.items():
        for height, width in ((5, 5), (6, 6), (5, 7)):
            if symmetry.square and height != width:
                continue
            groups = groups_of(height, width, name)
            assert sorted(set(groups)) == list(range(max(groups) + 1))
            for cell, group in enumerate(groups):
                for move in symmetry.moves:
                    row, column = move(*divmod(cell, width), height, width)
                    assert groups[row * width + column] == group


def roughness(grid: Grid) -> int:
    lines = [*grid, *grid.transpose()]
    return sum(a != b for line in lines for a, b in pairwise(line))


def test_smooth_pictures_are_smooth() -> None:
    rough = [roughness(goal(made)) for made in some(5, 20, max_technique="line")]
    smooth = [roughness(goal(made)) for made in some(5, 20, max_technique="line", style="smooth")]
    assert max(smooth) < min(rough) * 0.6


@pytest.mark.parametrize(
    ("technique", "size", "density"),
    [
        ("trivial", 5, 0.6),
        ("overlap", 10, 0.6),
        ("line", 12, 0.5),
        ("chain", 12, 0.5),
        ("trial", 15, 0.45),
    ],
)
def test_needs_is_what_a_walkthrough_needs(technique: str, size: int, density: float) -> None:
    for made in some(3, size, density=density, needs=technique):
        assert made.technique == technique
        walk = walkthrough(made.puzzle)
        assert walk.end is WalkthroughEnd.SOLVED
        needed = {step.technique for step in walk}
        order = list(requirements.TECHNIQUES)
        assert max(needed, key=order.index) == technique


def test_techniques_and_difficulties_are_those_of_rate() -> None:
    for made in some(10, 12, density=0.45, seed=1):
        rating = rate(made.puzzle)
        assert (rating.technique, rating.difficulty) == (made.technique, made.difficulty)


def test_weights_are_no_requirement() -> None:
    """Puzzles that ``weights`` solves are beyond trial, and not made on purpose."""
    for option in ("max_technique", "needs"):
        with pytest.raises(OptionError, match="people do not find weights"):
            Requirements(5, **{option: "weights"})  # type: ignore[arg-type]
    assert technique_of(study.domino(6), Limits()) == "weights"
    assert technique_of(study.domino(3), Limits()) == "chain"


def test_the_hardest_technique_allowed() -> None:
    order = list(requirements.TECHNIQUES)
    for allowed in ("overlap", "line", "chain", "trial"):
        for made in some(5, 10, density=0.45, max_technique=allowed):
            assert order.index(made.technique) <= order.index(allowed)


@pytest.mark.parametrize("bounds", [(None, 6), (9, 9.5), (10, None)])
def test_difficulty(bounds: tuple[float | None, float | None]) -> None:
    for made in some(3, 15, difficulty=bounds, needs="line" if bounds[0] == 9 else None):
        low, high = bounds
        assert (low or 0) <= made.difficulty <= (high or 99)
        assert rate(made.puzzle, steps=False).difficulty == made.difficulty


def test_isomorphic_pictures_have_one_key() -> None:
    chance = random.Random(4)
    for _ in range(50):
        height, width = chance.randint(1, 6), chance.randint(1, 6)
        cells = bytes(chance.randrange(3) for _ in range(height * width))
        grid = Grid.from_cells(height, width, cells, "ab")
        copies = [grid, grid.mirror(), grid.transpose(), grid.transpose().mirror()]
        copies += [copy.transpose().mirror().transpose() for copy in copies]
        copies.append(
            Grid.from_cells(height, width, cells.translate(bytes([0, 2, 1, *range(3, 256)])), "ab")
        )
        assert len({isomorphism_key(copy) for copy in copies}) == 1


def test_different_pictures_have_different_keys() -> None:
    small = [Grid.from_cells(2, 3, bytes(n >> i & 1 for i in range(6))) for n in range(64)]
    orbits = {
        min(
            copy.cells
            for copy in (g, g.mirror(), Grid.from_cells(2, 3, g.cells[::-1]),
                         Grid.from_cells(2, 3, g.mirror().cells[::-1]))
        )
        for g in small
    }  # fmt: skip
    assert len({isomorphism_key(grid) for grid in small}) == len(orbits)


def test_isomorphic_puzzles_are_skipped_and_small_sizes_run_out() -> None:
    puzzles = random_puzzles(Requirements(3, density=0.5), attempt_limit=60)
    keys = [isomorphism_key(goal(made)) for made in puzzles]
    assert len(keys) == len(set(keys)) == puzzles.made > 3
    assert (puzzles.attempts, puzzles.reason) == (60, Reason.WORK)
    assert puzzles.nearest is not None
    assert solve(puzzles.nearest).verdict is Verdict.UNIQUE
    assert puzzles.why_not == "it is isomorphic to an earlier one (turned, mirrored or recoloured)"
    assert list(puzzles) == []


def test_a_density_that_leaves_no_puzzle_ends_with_the_nearest_miss() -> None:
    puzzles = random_puzzles(Requirements(30, density=0.05), attempt_limit=2)
    assert list(puzzles) == []
    assert (puzzles.attempts, puzzles.made) == (2, 0)
    assert puzzles.tries >= 2
    assert "of its cells stay unknown" in str(puzzles)
    assert puzzles.nearest is not None
    assert puzzles.nearest.goal is not None
    assert puzzles.nearest.goal.cells.count(1) == 45
    assert solve(puzzles.nearest).verdict is Verdict.MULTIPLE


@pytest.mark.parametrize(("side", "word"), [(12, "medium"), (10, "easy"), (10, "very easy")])
def test_the_puzzles_of_a_word_are_spread_over_it(side: int, word: str) -> None:
    wanted = Requirements(side, difficulty=word)
    assert wanted.difficulty is not None
    low, high = wanted.difficulty
    found = some(16, side, difficulty=word)
    parts = [int((made.difficulty - low) / (high - low) * 4) for made in found]
    assert min(map(parts.count, range(4))) >= 2


def test_a_difficulty_out_of_reach_ends_with_the_nearest_miss() -> None:
    puzzles = random_puzzles(Requirements(5, difficulty=(15, 20)), attempt_limit=3)
    assert list(puzzles) == []
    assert puzzles.why_not is not None
    assert puzzles.why_not.startswith("its difficulty is")
    assert puzzles.nearest is not None
    assert solve(puzzles.nearest).verdict is Verdict.UNIQUE


def test_too_easy_a_size_says_so() -> None:
    puzzles = random_puzzles(Requirements(3, density=0.5, needs="clue-set"), attempt_limit=4)
    assert list(puzzles) == []
    assert puzzles.why_not == "an easier technique solves it"


def test_an_early_end_is_visible() -> None:
    """In str, repr and plain data; a complete answer has no such note."""
    puzzles = random_puzzles(Requirements(3, density=0.5), attempt_limit=60, count=50)
    assert str(puzzles) == "0 of 50 puzzles made; 0 pictures tried"
    assert puzzles.reason is None
    made = list(puzzles)
    assert 0 < len(made) == puzzles.made < puzzles.count == 50
    lines = puzzles.lines()
    assert lines[0].startswith(f"{len(made)} of 50 puzzles made; ")
    assert lines[0].endswith("pictures tried; ended early (attempt limit)")
    assert lines[1].startswith("no puzzle in the last 60 attempts; the nearest miss: it is isomor")
    assert f"made={len(made)}, count=50, tries={puzzles.tries}, reason=Reason.WORK" in repr(puzzles)
    data = puzzles.as_dict()
    assert (data["made"], data["reason"], data["attempts"]) == (len(made), "work", 60)
    assert puzzles.nearest is not None
    assert data["nearest"] == (puzzles.nearest.goal or Grid("?")).text_rows()
    whole = random_puzzles(Requirements(8), count=2)
    assert sum(made.tries for made in whole) == whole.tries
    assert (whole.reason, whole.nearest, whole.why_not) == (None, None, None)
    assert str(whole) == f"2 puzzles made; {whole.tries} pictures tried"
    assert "reason" not in repr(whole)


def test_a_closed_iterator_gives_nothing_more() -> None:
    puzzles = random_puzzles(Requirements(8))
    next(puzzles)
    puzzles.close()
    assert list(puzzles) == []
    assert puzzles.reason is None


BAD: list[tuple[dict[str, Any], str]] = [
    ({"width": 0}, "width 0"),
    ({"width": 2000}, "at most 1023"),
    ({"height": 2.5}, "height 2.5"),
    ({"density": 1.5}, "density 1.5"),
    ({"density": float("nan")}, "density nan"),
    ({"density": "half"}, "density 'half'"),
    ({"density": 0.05}, "must be empty"),
    ({"density": 0.97}, "must be full"),
    ({"width": 1}, "lines of one cell"),
    ({"colors": 0}, "colors 0"),
    ({"colors": 61}, "colors 61"),
    ({"colors": "red"}, "colors 'red'"),
    ({"width": 4, "colors": 12}, "12 colours"),
    ({"style": "baroque"}, "unknown style 'baroque'"),
    ({"symmetry": "twisted"}, "unknown symmetry 'twisted'"),
    ({"symmetry": "all", "height": 8}, "needs a square"),
    ({"max_technique": "luck"}, "unknown technique 'luck'"),
    ({"needs": "luck"}, "unknown technique 'luck'"),
    ({"needs": "chain", "max_technique": "line"}, "harder than"),
    ({"difficulty": (3, 2)}, "give the easier end first"),
    ({"difficulty": 3}, "give the least and the most"),
    ({"difficulty": (float("nan"), 3)}, "give the least and the most"),
    ({"count": -1}, "count -1"),
    ({"attempt_limit": 0}, "attempt limit 0"),
    ({"jobs": 0}, "jobs 0"),
    ({"seed": "x"}, "seed 'x'"),
    ({"time_limit": -1}, "time limit"),
]


@pytest.mark.parametrize(("options", "words"), BAD, ids=[words for _, words in BAD])
def test_options_that_make_no_sense_are_refused_at_once(
    options: dict[str, Any], words: str
) -> None:
    with pytest.raises(OptionError, match=words):
        asked_for(**{"width": 10, **options})


def test_a_palette_and_large_seeds() -> None:
    palette = anonymous_palette("rg")
    made = next(random_puzzles(Requirements(8, colors=palette), seed=-(10**40)))
    assert isinstance(made.puzzle.palette, Palette)
    assert made.puzzle.palette is palette
    assert made.seed == -(10**40)


def test_cancel_ends_the_work() -> None:
    cancel = Cancellation()
    source = random_puzzles(Requirements(10), cancel=cancel)
    next(source)
    cancel.cancel()
    assert list(source) == []
    assert (source.reason, source.made) == (Reason.CANCELLED, 1)


def test_cancel_ends_several_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "cores", lambda: 2)
    cancel = Cancellation()
    source = random_puzzles(Requirements(10), cancel=cancel, jobs=2)
    next(source)
    cancel.cancel()
    assert len(list(islice(source, 200))) < 200
    assert source.reason is Reason.CANCELLED


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_time_limit_ends_a_hopeless_search(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "cores", lambda: 2)
    hopeless = random_puzzles(
        Requirements(30, density=0.05), attempt_limit=10**9, time_limit=0.05, jobs=jobs
    )
    assert list(hopeless) == []
    assert (hopeless.reason, hopeless.made) == (Reason.TIME, 0)


def test_a_limit_says_what_came_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Timed by a clock that advances by a thousandth of a second whenever it is read."""
    ticks = count()

    def limits(**options: Any) -> Limits:
        return Limits(**options, clock=lambda: next(ticks) / 1000)

    monkeypatch.setattr("nonosat.make.random.search.Limits", limits)
    hopeless = random_puzzles(Requirements(12, density=0.1), attempt_limit=10**9, time_limit=0.5)
    assert list(hopeless) == []
    assert hopeless.reason is Reason.TIME
    assert "ended early (time limit)" in str(hopeless)
    assert "the nearest miss: " in str(hopeless)
    assert hopeless.nearest is not None


@pytest.mark.parametrize(
    "options",
    [
        {"density": 0.3, "needs": "trial"},
        {"density": 0.05},
        {"density": 0.4, "needs": "clue-set"},
        {"density": 0.5, "difficulty": (14, 15)},
    ],
    ids=str,
)
def test_the_budget_reaches_every_loop(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work ends at the first check that says so, or at most a few checks later."""
    asked = 0

    class Counting(Limits):
        def stop(self, units: int = 1) -> bool:
            nonlocal asked
            asked += 1
            if asked > allowed:
                self.reason = Reason.WORK
            return asked > allowed

    monkeypatch.setattr("nonosat.make.random.search.Limits", lambda **_: Counting())
    for allowed in (1, 3, 30):
        asked = 0
        puzzles = random_puzzles(Requirements(25, **options), attempt_limit=10**6)
        deque(puzzles, 0)
        assert puzzles.reason is Reason.WORK
        assert asked <= allowed + 3


def test_random_pictures_are_even() -> None:
    """Each cell is filled as often as any other cell, within five standard deviations."""
    even = Requirements(5, 4, density=0.5, allow_boring=True)
    groups = groups_of(4, 5, None)
    sums = [0] * 20
    for number in range(2000):
        cells = draw(even, groups, str(number))
        assert sum(cells) == 10
        sums = [a + b for a, b in zip(sums, cells, strict=True)]
    assert all(abs(total - 1000) < 5 * (2000 * 0.25) ** 0.5 for total in sums)


def test_the_core_refuses_what_is_no_picture() -> None:
    reach = {"reach": _core.Reach.LINE, "below": _core.Reach.NOTHING}
    more = {**reach, "boring": True, "smooth": False, "seed": 1}
    for size, cells, groups in (
        ((0, 2), b"", []),
        ((1, 2), b"\1", [0, 1]),
        ((1, 2), b"\1\2", [0, 1]),
        ((1, 2), b"\1\0", [0, 0]),
        ((1, 2), b"\1\0", [0, 2]),
        ((1, 2), b"\1\0", [0, -1]),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - the binding's own
            _core.LocalSearch(*size, 1, cells, groups, **more)
    search = _core.LocalSearch(2, 2, 1, b"\1\0\0\1", [0, 1, 2, 3], **more)
    search.look()
    with pytest.raises(ValueError, match="does not fit"):
        search.vary(10, 10)
    with pytest.raises(ValueError, match="no variation"):
        search.take_back()


def test_the_command_has_the_options_of_the_function() -> None:
    assert tuple(command_make._STYLES) == requirements.STYLES
    assert tuple(command_make._SYMMETRIES) == tuple(SYMMETRIES)


def test_every_number_of_colours_has_letters() -> None:
    for colors in range(1, MAX_COLORS + 1):
        letters = first(colors)
        assert len(set(letters)) == len(letters) == colors
        assert Palette.of([(f"c{n}", "000", c) for n, c in enumerate(letters)]).letters == letters


@pytest.mark.parametrize("colors", [1, 2, 26, 60])
def test_puzzles_of_many_colours(colors: int) -> None:
    puzzle = next(random_puzzles(Requirements(10, colors=colors, density=0.8), seed=7)).puzzle
    assert len(puzzle.palette) == colors
    assert puzzle.palette.letters == first(colors)
    assert len({block.color for clue in puzzle.rows for block in clue or ()}) == colors


def test_the_page_may_ask_for_as_many() -> None:
    bounds = [
        schema["colors"]["maximum"]
        for endpoint in ENDPOINTS.values()
        if endpoint.name in ("make", "list_puzzles")
        for schema in (endpoint.fields or (endpoint.body or {})["properties"],)
    ]
    assert bounds == [MAX_COLORS, MAX_COLORS]
