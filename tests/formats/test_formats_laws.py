# SPDX-License-Identifier: MIT
"""The promises of the table of formats, for every format of the registry.

A new format needs no line here: its entry in the table decides the comparison.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from nonosat import EMPTY, UNKNOWN, Grid, Puzzle
from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats import FORMATS, Format, losses, read_all, sniff
from nonosat.formats.form import ALL_COLORS, ALL_TEXTS
from nonosat.model.palette import anonymous_palette
from nonosat.types import Metadata
from nonosat.words import listed
from tests.support import format_samples
from tests.support.format_samples import WRITTEN
from tests.support.places import FULL
from tests.support.strategies import puzzles


def same_colors(puzzle: Puzzle, again: Puzzle) -> dict[int, int]:
    """The number that each used colour of a puzzle has in the puzzle that was read again.

    Raises:
        AssertionError: the clues differ in more than the numbers of colours.
    """
    assert (again.height, again.width) == (puzzle.height, puzzle.width)
    numbers = {EMPTY: EMPTY, UNKNOWN: UNKNOWN}
    for (line, clue), (_, found) in zip(puzzle.lines(), again.lines(), strict=True):
        assert (clue is None) == (found is None), line
        for block, other in zip(clue or (), found or (), strict=True):
            assert block.length == other.length, line
            assert numbers.setdefault(block.color, other.color) == other.color, line
    for mine, theirs in ((puzzle.printed, again.printed), (puzzle.goal, again.goal)):
        if mine is not None and theirs is not None:
            for a, b in zip(mine.cells, theirs.cells, strict=True):
                numbers.setdefault(a, b)
    assert len(set(numbers.values())) == len(numbers)
    return numbers


def assert_kept(puzzle: Puzzle, again: Puzzle, form: Format) -> None:
    """Assert that the puzzle read again is equal, as far as the table of formats promises."""
    numbers = same_colors(puzzle, again)

    def cells(grid: Grid | None) -> bytes | None:
        return None if grid is None else bytes(numbers[cell] for cell in grid.cells)

    def own(grid: Grid | None) -> bytes | None:
        return None if grid is None else grid.cells

    goal = puzzle.goal
    if not form.goal or (goal is not None and form.goal == "complete" and not goal.complete):
        goal = None
    if goal is not None and not any(goal.cells) and "without a filled cell" in str(form.losses):
        goal = None
    assert cells(goal) == own(again.goal)
    assert cells(puzzle.printed) == own(again.printed)
    texts = {key: form.text(getattr(puzzle.meta, key)) for key in form.texts}
    assert again.meta == Metadata(**texts)
    palette, found = puzzle.palette, again.palette
    if "unused" in form.palette:
        assert all(a == b for a, b in numbers.items())
        assert len(palette) == len(found)
    for a, b in numbers.items():
        if a not in (EMPTY, UNKNOWN):
            mine, theirs = palette.colors[a - 1], found.colors[b - 1]
            if "shades" in form.palette:
                assert mine.rgb == theirs.rgb
            if "letters" in form.palette and len(numbers) > 3:
                assert mine.letter == theirs.letter
            if "names" in form.palette and "names of colours" not in " ".join(form.losses):
                assert mine.name == theirs.name
    if "background" in form.palette:
        assert palette.background == found.background


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
@settings(max_examples=300 if FULL else 25, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_what_the_table_says_is_kept_is_kept(form: Format, data: st.DataObject) -> None:
    puzzle = data.draw(
        puzzles(
            max_colors=3 if form.colors else 1,
            missing_clues=bool(form.missing_clues) and data.draw(st.booleans()),
            printed=form.printed,
            square=data.draw(st.booleans()),
            whole=form.goal == "is",
        )
    )
    dialect = data.draw(st.sampled_from((None, *form.dialects)))
    form.refuse(puzzle)
    try:
        content = form.dumps(puzzle, dialect)
    except PuzzleError:
        if not form.limits:
            raise
        assume(False)
    again = list(form.loads(content))
    assert len(again) == 1
    assert isinstance(again[0], Puzzle), str(again[0])
    assert_kept(puzzle, again[0], form)
    if form.many:
        both = list(form.loads(form.dumps_all([puzzle, puzzle], dialect)))
        assert both == [again[0], again[0]]


def named_by(content: str | bytes) -> str:
    """The format of a content without a name, or the message that asks for it."""
    try:
        return sniff(content).name
    except PuzzleSyntaxError as error:
        return str(error)


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
@settings(max_examples=150 if FULL else 7)
@given(data=st.data())
def test_what_is_written_is_recognised(form: Format, data: st.DataObject) -> None:
    """With the usual name the format is found; without a name found, or named in the error."""
    puzzle = data.draw(
        puzzles(max_colors=3 if form.colors else 1, square=True, whole=form.goal == "is")
    )
    dialect = data.draw(st.sampled_from((None, *form.dialects)))
    try:
        content = form.dumps(puzzle, dialect)
    except PuzzleError:
        assume(False)
    for suffix in form.suffixes[:1]:
        assert sniff(content, f"x{suffix}") is form
    named = named_by(content)
    assert form.name in named or form.name == "picture"
    assert named == form.name or form.name not in ("json", "webpbn", "taai", "non")


@pytest.mark.parametrize("form", FORMATS.values(), ids=lambda form: form.name)
def test_an_entry_of_the_table_is_sound(form: Format) -> None:
    assert form.sentence
    assert form.sentence[-1] != "."
    assert set(form.texts) <= set(ALL_TEXTS)
    assert set(form.palette) <= set(ALL_COLORS)
    assert form.goal in ("", "complete", "any", "is")
    assert form.colors or set(form.palette) <= {"names", "letters", "shades", "background"}
    assert all(suffix == suffix.lower() and suffix[0] == "." for suffix in form.suffixes)
    assert not (form.goal == "is" and form.missing_clues)


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
def test_what_would_be_another_puzzle_is_refused(form: Format) -> None:
    dot = Puzzle.from_grid("#.\n.#").with_meta(title="7")
    two = Puzzle.from_grid(Grid("ab\nba", "ab"), palette=anonymous_palette("ab"))
    form.dumps(dot)
    cases = [
        (form.missing_clues, Puzzle([None, [1]], [[1], [1]]), "the clue of R1 is missing"),
        (form.printed, dot.with_printed("#?\n??"), "printed cells"),
        (form.colors, two, "2 colours"),
        (form.goal != "is", dot.with_goal(None), "the goal picture"),
        (form.goal != "is", dot.with_goal(".#\n??"), "the goal picture"),
    ]
    for held, puzzle, message in cases:
        if held:
            continue
        with pytest.raises(PuzzleError, match=message):
            form.dumps(puzzle)


def test_the_refusal_of_a_missing_clue_says_which_formats_hold_one() -> None:
    words = listed([repr(form.name) for form in WRITTEN if form.missing_clues])
    with pytest.raises(PuzzleError, match=f"the format 'non' cannot hold; {words} can"):
        FORMATS["non"].dumps(Puzzle([None], [[1]]))


HIDES_NOTHING = ("csv", "code", "zip", "minizinc")
"""Formats whose clues are codes, archives or patterns: no length stands there."""
SEVEN = {
    **dict.fromkeys(("json", "thomasr", "nonojs"), ("[7]", '["?"]')),
    "glpk": ("1 7", "1 ?"),
    "lp": ("size(s): 7", "size(s): ?"),
    "sgt": ("/7/", "/?/"),
}
"""The text around the 7, for formats in which the 7 alone occurs more than once."""


@pytest.mark.parametrize(
    "form",
    [x for x in WRITTEN if x.goal != "is" and x.name not in HIDES_NOTHING],
    ids=lambda form: form.name,
)
def test_blotted_clues_are_refused_by_name(form: Format) -> None:
    """The first row is a block of 7, the only 7 of the file."""
    row = Puzzle([[7], []], [[1]] * 7 + [[]] * 2)
    puzzle = Puzzle([[7], *[[]] * 8], row.columns) if form.name == "taai" else row
    content = form.dumps(puzzle)
    assert isinstance(content, str)
    seven, hidden = SEVEN.get(form.name, ("7", "?"))
    assert content.count(seven) == 1
    (item,) = form.loads(content.replace(seven, hidden))
    assert not isinstance(item, Puzzle)
    assert any("blotted" in str(fault) for fault in item.faults), str(item)


def test_losses_are_those_of_the_table() -> None:
    full = Puzzle.from_grid("#.\n.#").with_meta(
        title="a", author="b", copyright="c", license="d", catalogue="e", description="f"
    )
    for form in WRITTEN:
        kinds = {loss.kind for loss in losses(full, form.name)} - {"characters"}
        assert kinds == (set(ALL_TEXTS) - set(form.texts)) | ({"goal"} if not form.goal else set())
        assert losses(Puzzle([[1]], [[1]]), form.name) == ()
        for loss in losses(full, form.name):
            assert loss.what.startswith(("the ", "some "))


# the samples


@pytest.mark.corpus
def test_every_sample_is_recognised_whatever_its_name(samples: Path) -> None:
    """No other format fits it: ``sniff`` would name both."""
    for name, files in format_samples.READ.items():
        for file in files:
            data = (samples / file).read_bytes()
            assert sniff(data, "x").name == name, file
            assert sniff(data, file).name == name, file
            items = list(read_all(data, name="x"))
            assert items, file
            for item in items:
                assert isinstance(item, Puzzle), f"{file}: {item}"
                assert item.goal is None or item.faults(item.goal) == (), file


@pytest.mark.corpus
def test_samples_that_are_refused_are_refused_by_name(samples: Path) -> None:
    for file, (name, message) in format_samples.REFUSED.items():
        data = (samples / file).read_bytes()
        assert sniff(data, "x").name == name, file
        (item,) = read_all(data, name="x")
        assert message in str(item), file


@pytest.mark.corpus
def test_the_corpus_is_recognised_whatever_its_names(corpus: Path) -> None:
    for pattern, name in (("**/*.non", "non"), ("color/*.xml", "webpbn")):
        files = sorted(corpus.glob(pattern))
        assert files
        for path in files[:: max(1, len(files) // 60)]:
            assert sniff(path.read_bytes(), "x").name == name, path
