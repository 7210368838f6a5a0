# SPDX-License-Identifier: MIT
"""``correct_clues`` reads clues whose sums differ in every format that holds clues, and no other
command does.

The registry names the formats; a new format is tested here without further code.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import nonosat
from nonosat import Block, Line, Puzzle, Verdict
from nonosat.formats import FORMATS, Format, read_all
from nonosat.make import correct_clues
from nonosat.types import LooseClues
from tests.support.command_line import run_here
from tests.support.mistypes import loose

GOOD = Puzzle.from_grid("##.##\n.#.#.\n##.##\n..#..\n.###.")
LINE = Line("row", 4)
TYPED = {"sums": (Block(4),), "two digits": (Block(33),)}

OWN_CODES = {"code": "its check sums and the order of its bits need sound clues"}
"""Formats that cannot even express such clues, and why."""

CLUES = [form for form in FORMATS.values() if form.goal != "is" and form.writes]


def written(form: Format, clues: LooseClues, dialect: str | None = None) -> str | bytes:
    """The clues as the writer of a format writes them; the writer does not check them."""
    puzzle = Puzzle.__new__(Puzzle)
    puzzle._set(clues.rows, clues.columns, clues.palette, None, clues.meta, clues.printed, ())
    return form.dumps(puzzle, dialect)


def holds(form: Format, typed: str) -> bool:
    """True if a file of this format can have this mistake."""
    return form.name not in OWN_CODES and not (form.name == "csv" and typed == "two digits")


@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("form", CLUES, ids=lambda form: form.name)
def test_mistyped_clues_are_read(form: Format, typed: str) -> None:
    clues = loose(GOOD, LINE, TYPED[typed])
    for dialect in (None, *form.dialects):
        if not holds(form, typed):
            with pytest.raises((ValueError, IndexError)):
                written(form, clues, dialect)
            continue
        (item,) = form.loads(written(form, clues, dialect))
        assert isinstance(item, nonosat.errors.PuzzleError | nonosat.errors.PuzzleSyntaxError)
        assert item.clues is not None
        assert (item.clues.rows, item.clues.columns) == (clues.rows, clues.columns)
        corrections = {(c.line, c.after): c for c in correct_clues(item.clues).corrections}
        right = corrections[LINE, (Block(3),)]
        assert right.verdict is Verdict.UNIQUE
        assert (right.puzzle.rows, right.puzzle.columns) == (GOOD.rows, GOOD.columns)


@pytest.mark.parametrize("form", CLUES, ids=lambda form: form.name)
def test_the_command_reads_them_and_the_others_name_it(form: Format, folder: Path) -> None:
    if not holds(form, "sums"):
        return
    path = folder / f"typed{form.suffixes[0] if form.suffixes else '.txt'}"
    data = written(form, loose(GOOD, LINE, TYPED["sums"]))
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    done = run_here("correct", "--format", form.name, str(path))
    assert done.code == 0, done
    assert "R5: 4 becomes 3: [4] -> [3]; unique" in done.out
    refused = run_here("check", "--format", form.name, str(path))
    assert (refused.code, refused.out) == (4, "")
    assert "'nonosat correct' looks for the mistyped number" in refused.err


def test_colours_missing_clues_and_printed_cells_are_read_too() -> None:
    palette = nonosat.Palette(
        (nonosat.types.Color("red", "#ff0000", "r"), nonosat.types.Color("tea", "#008080", "t"))
    )
    goal = nonosat.Grid("rrt\n.tt\nr.t", "rt")
    puzzle = Puzzle.from_grid(goal, palette=palette)
    clues = loose(puzzle, Line("row", 1), (Block(1, 2),))
    tested = 0
    for form in CLUES:
        if form.colors and holds(form, "sums"):
            (item,) = form.loads(written(form, clues))
            assert not isinstance(item, Puzzle)
            assert item.clues is not None
            assert {str(c.line) for c in correct_clues(item.clues).corrections} >= {"R2"}
            tested += 1
    assert tested >= 8
    marked = LooseClues(GOOD.rows, GOOD.columns, printed="#????\n" + "\n".join(["?????"] * 4))
    clues = loose(marked, LINE, (Block(9),))
    for form in CLUES:
        if form.printed and holds(form, "sums"):
            (item,) = form.loads(written(form, clues))
            assert not isinstance(item, Puzzle)
            assert item.clues == clues


def test_pictures_hold_no_clues_and_one_format_is_only_read() -> None:
    """Every format of the registry is tested above, is a picture, or is only read."""
    others = {name for name, form in FORMATS.items() if form not in CLUES and form.goal != "is"}
    assert {name for name in others if not FORMATS[name].last} == {"jap", "sheet", "pzprv3"}
    lengths = [
        bytes([len(clue or ()), *(length for length, _ in clue or ())])
        for clue in (*GOOD.columns, *GOOD.rows)
    ]
    (good,) = FORMATS["jap"].loads(b"TLS....\0\5\5" + b"".join(lengths))
    assert isinstance(good, Puzzle)
    lengths[-1] = b"\1\4"
    (item,) = FORMATS["jap"].loads(b"TLS....\0\5\5" + b"".join(lengths))
    assert not isinstance(item, Puzzle)
    assert item.clues is not None
    assert {(str(c.line), c.after) for c in correct_clues(item.clues).corrections} >= {
        ("R5", ((3, 1),))
    }


def test_texts_goal_and_place_stay(folder: Path) -> None:
    text = (
        'title "Bow"\nby "A"\nwidth 5\nheight 5\nrows\n2,2\n1,1\n2,2\n1\n4\ncolumns\n'
        '1,1\n3,1\n2\n3,1\n1,1\ngoal "1101101010110110010001110"\n'
    )
    (item,) = read_all(text)
    assert isinstance(item, nonosat.errors.PuzzleError)
    assert item.clues is not None
    assert (item.clues.title, item.clues.meta.author) == ("Bow", "A")
    assert item.clues.goal == GOOD.goal
    for code in ("correct", "typed.non", "-o", "new.json"), ("solve", "-q", "new.json"):
        (folder / "typed.non").write_text(text)
        assert run_here(*(str(folder / part) if "." in part else part for part in code)).code == 0
    new = nonosat.load(folder / "new.json")
    assert (new.title, new.goal) == ("Bow", GOOD.goal)


def test_codes_and_lists_of_codes() -> None:
    row = written(FORMATS["csv"], loose(GOOD, LINE, TYPED["sums"]))
    typed = str(row).splitlines()[1].split(",")[1]
    with pytest.raises(nonosat.errors.PuzzleSyntaxError) as caught:
        nonosat.decode(f"https://x.org/#rules={typed}&name=Bow")
    assert caught.value.clues is not None
    assert caught.value.clues.title == "Bow"
    code = nonosat.encode(GOOD, "game-id")
    assert code.endswith("/3")
    with pytest.raises(nonosat.errors.PuzzleSyntaxError) as caught:
        nonosat.decode(f"{code[:-1]}4")
    assert caught.value.clues is not None
    done = run_here("correct", f"{code[:-1]}4")
    assert "R5: 4 becomes 3: [4] -> [3]; unique" in done.out
    assert "nonosat correct" in run_here("decode", f"{code[:-1]}4").err
    named = f"name,rules\nBow,{typed}\n"
    (item,) = FORMATS["csv"].loads(named)
    assert not isinstance(item, Puzzle)
    assert item.clues is not None
    assert item.clues.title == "Bow"


def _short(kind: str, rows: list[str], columns: list[str], gone: int) -> str:
    """A text without the clue of a row, in a form that shows it or not."""
    numbered = [f"{at}. {clue}" for at, clue in enumerate(rows, start=1) if at != gone]
    rest = [clue for at, clue in enumerate(rows, start=1) if at != gone]
    labels = [f"R{at}: {clue}" for at, clue in enumerate(rows, start=1) if at != gone]
    return {
        "numbers": "\n".join(["Rows:", *numbered, "Columns:", *columns]),
        "labels": "\n".join([*labels, *(f"C: {clue}" for clue in columns)]),
        "size": f"{len(columns)}x{len(rows)}\n{'; '.join(rest)}\n{'; '.join(columns)}",
        "height": "\n".join(["Height: 5", "Rows:", *rest, "Columns:", *columns]),
        "lists": "\n".join([*rest, "", *columns]),
    }[kind]


@pytest.mark.parametrize("kind", ["numbers", "labels", "size", "height", "lists"])
@pytest.mark.parametrize("gone", [2, 3, 4])
def test_the_clues_of_a_text_without_a_line_go_to_correct_alone(
    kind: str, gone: int, tmp_path: Path
) -> None:
    rows, columns = (
        [" ".join(str(block.length) for block in clue or ()) for clue in side]
        for side in (GOOD.rows, GOOD.columns)
    )
    text = _short(kind, rows, columns, gone)
    (item,) = read_all(text)
    assert not isinstance(item, Puzzle)
    typed = (*GOOD.rows[: gone - 1], *GOOD.rows[gone:])
    assert item.clues == LooseClues(typed, GOOD.columns)
    place = tmp_path / "short.txt"
    place.write_text(text)
    checked = run_here("check", str(place))
    assert checked.code == 4
    assert "perhaps a row is missing, which has " in checked.err.splitlines()[0]
    assert "'nonosat correct' looks for its place" in checked.err
    found = run_here("correct", str(place))
    assert str(item.faults[0]) in found.err
    assert "1. one row more, between " in found.out


def test_a_wrong_number_is_no_missing_row() -> None:
    checked = run_here("check", '{"rows": [[2], [3], [1]], "cols": [[2], [2], [1]]}')
    assert "perhaps" not in checked.err
    assert "nonosat correct" in checked.err
