# SPDX-License-Identifier: MIT
"""What people save and paste: drawings, links of others, sheets, pictures in two characters."""

from __future__ import annotations

import csv
import json
import random
import re
import warnings
from collections.abc import Callable, Iterator
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest

import nonosat
from nonosat import Grid, Puzzle
from nonosat.draw.text import draw
from nonosat.errors import PuzzleError, PuzzleSyntaxError, PuzzleWarning
from nonosat.formats import read_all
from nonosat.formats.picture_text import as_marked
from nonosat.formats.reading import read_named
from nonosat.limits import Limits
from nonosat.web.handlers.call import Call
from nonosat.web.handlers.files import open_files
from nonosat.web.requests import Request
from tests.formats.test_clue_lists import DIALECTS, puzzles
from tests.support.command_line import run_here
from tests.support.places import ROOT
from tests.support.sheet_files import COLORED, Cell, ods, xlsx

CUP = Puzzle.from_grid("#.#\n###\n.#.\n")
LISTS = [
    [[block.length for block in clue or ()] for clue in side] for side in (CUP.rows, CUP.columns)
]


def _only(source: str | bytes, name: str = "", form: str | None = None) -> Puzzle:
    (found,) = read_named(source, name=name, format=form)
    assert isinstance(found.item, Puzzle), str(found.item)
    assert found.item.remarks, "nothing is guessed silently"
    return found.item


def _fault(source: str | bytes, name: str = "", form: str | None = None) -> str:
    (item,) = read_all(source, name=name, format=form)
    assert isinstance(item, PuzzleError | PuzzleSyntaxError), item
    return str(item)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_roads_of_a_dialect(dialect: str, tmp_path: Path) -> None:
    """From a file, standard input and ``loads``, with a remark, which ``--strict`` refuses."""
    text = DIALECTS[dialect](*LISTS)
    path = tmp_path / "cup.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.warns(PuzzleWarning):
        assert nonosat.loads(text) == CUP.with_goal(None)
    with pytest.warns(PuzzleWarning):
        assert nonosat.load(path) == CUP.with_goal(None)
    with pytest.raises(PuzzleSyntaxError):
        nonosat.load(path, strict=True)
    for given in (run_here("check", str(path)), run_here("check", "-", stdin=text.encode())):
        assert given.out.endswith(": unique\n")
        assert "read as lists of clues" in given.err


def test_columns_first() -> None:
    text = "[[2], [2], [2]]\n[[1, 1], [3], [1]]"
    assert _only(text, form="clues:columns-first") == CUP.with_goal(None)
    assert _only(text) != CUP.with_goal(None)
    assert "--columns-first" in str(_only(text).remarks[0])
    done = run_here("check", "--columns-first", "-", stdin=text.encode())
    assert (done.out, done.code) == ("-: unique\n", 0)
    both = run_here("check", "--columns-first", "--filled", "x", "-", stdin=b"")
    assert both.code == 2
    wrong = run_here("check", "--columns-first", "--format", "json", "-", stdin=b"")
    assert "--columns-first goes with the format clues" in wrong.err


def test_pictures_beside_clues() -> None:
    goal = [[int(cell == "#") for cell in row] for row in ("#.#", "###", ".#.")]
    wrong = [[1, 1, 1]] * 3
    clues = {"rowHints": LISTS[0], "columnHints": LISTS[1]}
    written = {key: str(value) for key, value in clues.items()}
    start = f'{{"hint rows": {written["rowHints"]}, "hint cols": {written["columnHints"]}, '
    assert _only(f'{start}"solution": {goal}}}') == CUP
    assert _only(f'{start}"solution": {wrong}}}').goal == Grid("###\n###\n###")
    assert _only(f'{start}"grid": {goal}}}') == CUP
    other = _only(f'{start}"grid": {wrong}}}')
    assert other.goal is None
    assert "the cells in 'grid' are not read" in map(str, other.remarks)
    assert _only(str(goal)) == CUP


def test_the_page_data_of_griddlers() -> None:
    """Lists of lengths in one colour; pairs of a colour and a length in several."""
    head = "<script>var puzzle = {topHeader: [[2], [1], [2]], leftHeader: [[1, 1], [3]],"
    plain = f'{head} usedColors: [0, 1], colors: ["ffffff", "000000"]}};</script>'
    assert _only(plain).rows == Puzzle([[1, 1], [3]], [[2], [1], [2]]).rows
    colored = (
        "{topHeader: [[[2, 1]], [[3, 1]]], leftHeader: [[[2, 1], [3, 1]]], usedColors: [0, 5, 7], "
        'colors: ["ffffff", "", "", "", "", "ff0000", "", "0000ff"]}'
    )
    found = _only(colored)
    assert [color.rgb for color in found.palette.colors] == ["#ff0000", "#0000ff"]
    assert found.rows[0] == ((1, 1), (1, 2))
    assert found.columns == (((1, 1),), ((1, 2),))


def _drawings() -> Iterator[tuple[Puzzle, Grid | None, str]]:
    chance = random.Random(45)
    for puzzle in puzzles(40, "drawings"):
        for grid in (None, puzzle.goal):
            for unicode in (True, False):
                width = chance.choice((None, puzzle.width + 18))
                text = draw(puzzle, grid, unicode=unicode, width=width)
                if "needs" not in text:
                    yield puzzle, grid, f"cup.non: unique\n{text}\nsolved by deduction\n"


def test_our_own_drawings() -> None:
    count = 0
    for puzzle, grid, text in _drawings():
        found = _only(text)
        assert (found.rows, found.columns) == (puzzle.rows, puzzle.columns), text
        assert found.goal == grid, text
        count += 1
    assert count > 100


@pytest.mark.parametrize("options", [(), ("--ascii",)])
def test_solve_and_show_are_read_back(tmp_path: Path, options: tuple[str, ...]) -> None:
    path = tmp_path / "swap.non"
    path.write_text("rows\n1\n1\ncolumns\n1\n1\n", encoding="utf-8")
    for command in ("show", "solve"):
        text = run_here(command, str(path), *options).out
        (item, *_) = read_all(text)
        assert isinstance(item, Puzzle)
        assert item == Puzzle([[1], [1]], [[1], [1]])
    assert "the cells are not read" in str(item.remarks[1])


def _link(puzzle: Puzzle) -> str:
    """The link of pzprjs, written by its rule: cells from the board outwards, columns first."""
    cells: list[int] = []
    for clues, length in ((puzzle.columns, puzzle.height), (puzzle.rows, puzzle.width)):
        for clue in clues:
            lengths = [block.length for block in clue or ()][::-1]
            cells += lengths + [0] * ((length + 1) // 2 - len(lengths))
    text, gap = "", 0
    for cell in [*cells, -1]:
        if cell == 0 and gap < 20:
            gap += 1
            continue
        text += chr(ord("f") + gap) if gap else ""
        gap = int(cell == 0)
        text += "" if cell <= 0 else f"{cell:x}" if cell < 16 else f"-{cell:x}"
    return f"https://puzz.link/p?nonogram/{puzzle.width}/{puzzle.height}/{text}"


def test_links_and_files_of_pzprjs() -> None:
    for puzzle in puzzles(300, "pzpr"):
        assert nonosat.decode(_link(puzzle)) == puzzle.with_goal(None)
    wide = Puzzle([[20], [4]], [[2]] * 4 + [[1]] * 16)
    assert nonosat.loads(_link(wide)) == wide
    text = "pzprv3\nnonogram\n3\n3\n. . . 2 2\n" + 1 * ". . . . 2\n"
    assert "the size says" in _fault(text)
    text = "pzprv3\nnonogram\n3\n3\n. . . . .\n. . 2 2 2\n1 1 # + #\n. 3 # # #\n. c1 . # .\n"
    assert list(read_all(text)) == [CUP]


def _csv(rows: list[list[Cell]], sign: str = ",") -> str:
    stream = StringIO()
    csv.writer(stream, delimiter=sign).writerows(rows)
    return stream.getvalue()


def _edges(puzzle: Puzzle, sign: str = "", empty: int | str = 0) -> list[list[Cell]]:
    """The clues at the edges of the board, the numbers nearest to it in the last cells."""
    rows, columns = (
        [[b.length for b in c or ()] for c in s] for s in (puzzle.rows, puzzle.columns)
    )
    rows, columns = ([clue or [empty] for clue in side] for side in (rows, columns))
    left, top = (max(1, *map(len, side)) for side in (rows, columns))
    lines: list[list[Cell]] = [[""] * left for _ in range(top)]
    for clue in columns:
        for line, cell in zip(lines, [""] * (top - len(clue)) + clue, strict=True):
            line.append(cell)
    for y, clue in enumerate(rows):
        assert puzzle.goal is not None
        cells = [sign if cell == "#" else "" for cell in puzzle.goal.text_rows()[y]]
        lines.append([*[""] * (left - len(clue)), *clue, *cells])
    return lines


FILES: dict[str, Callable[[list[list[Cell]]], str | bytes]] = {
    "puzzle.csv": _csv,
    "semicolons.csv": lambda rows: _csv(rows, ";"),
    "puzzle.tsv": lambda rows: _csv(rows, "\t"),
    "puzzle.xlsx": xlsx,
    "puzzle.ods": lambda rows: ods([list(map(str, row)) for row in rows]),
}


@pytest.mark.parametrize("name", FILES)
def test_sheets_with_clues_at_the_edges(name: str) -> None:
    """With 0 for the clue of an empty line, only a few are refused; else those with such a line."""
    read = {0: 0, "": 0}
    count = 300 if name.endswith("v") else 60
    for puzzle in puzzles(count, name):
        for sign in ("", "#", "x"):
            for empty in (0, "") if name.endswith("v") else (0,):
                data = FILES[name](_edges(puzzle, sign, empty))
                try:
                    named = list(read_named(data, name=name))
                except PuzzleSyntaxError:
                    continue
                found = named[0].item
                if not isinstance(found, Puzzle) or named[0].format not in ("table", "sheet"):
                    continue  # a small table can have a strict format, too
                assert (found.rows, found.columns) == (puzzle.rows, puzzle.columns), (data, sign)
                assert found.goal == (puzzle.goal if sign else None)
                assert found.remarks
                read[empty] += 1
    assert read[0] > 0.9 * 3 * count
    assert read[""] < read[0]


@pytest.mark.parametrize("name", FILES)
def test_sheets_with_a_puzzle_a_row_or_in_blocks(name: str) -> None:
    rows, columns = (";".join(" ".join(map(str, clue)) for clue in side) for side in LISTS)
    listed = FILES[name]([["Name", "rowHints", "colHints"], ["Cup", rows, columns]])
    assert _only(listed, name) == CUP.with_goal(None).with_meta(title="Cup")
    blocks: list[list[Cell]] = [["Rows"], *LISTS[0], ["Columns"], *LISTS[1]]  # type: ignore[list-item]
    data = FILES[name]([[*row, *[""] * (3 - len(row))] for row in blocks])
    assert list(read_all(data, name=name)) == [CUP.with_goal(None)]


def test_coloured_cells_are_the_goal_if_they_are_the_solution() -> None:
    rows = _edges(CUP, COLORED)
    assert _only(xlsx(rows), "cup.xlsx") == CUP
    shifted: list[list[Cell]] = [["", *row] for row in [[""] * len(rows[0]), *rows]]
    assert _only(xlsx(shifted), "cup.xlsx") == CUP
    wrong = [[COLORED if cell == "" else cell for cell in row] for row in _edges(CUP)]
    found = _only(xlsx(wrong), "cup.xlsx")
    assert found == CUP.with_goal(None)
    assert "the coloured cells are not the solution" in map(str, found.remarks)


def test_sheets_that_claim_to_be_huge_are_refused() -> None:
    """They would take gigabytes: a cell far away, and cells that are repeated."""
    far = xlsx([["", 1], [1, ""]])
    moved = _changed(far, "xl/worksheets/s1.xml", b'r="A2"', b'r="XFD1048576"')
    (item,) = read_all(moved, name="far.xlsx")
    assert isinstance(item, PuzzleSyntaxError | PuzzleError | Puzzle)
    table = ods([["", "1"], ["1", ""]])
    cell = b'<table:table-cell office:value-type="string"><text:p>1'
    wide = cell.replace(b" ", b' table:number-columns-repeated="1000000000" ', 1)
    row = b"<table:table-row>"
    tall = b'<table:table-row table:number-rows-repeated="1000000000">'
    for old, new in (
        (cell, wide),
        (row, tall),
        (cell, 9 * wide + 8 * b"</text:p></table:table-cell>"),
    ):
        (item,) = read_all(_changed(table, "content.xml", old, new), name="bomb.ods")
        assert not isinstance(item, Puzzle)


def _changed(archive: bytes, name: str, old: bytes, new: bytes) -> bytes:
    """A zip archive with a piece of one of its files replaced."""
    stream = BytesIO()
    with ZipFile(BytesIO(archive)) as source, ZipFile(stream, "w") as target:
        for entry in source.namelist():
            content = source.read(entry)
            assert entry != name or old in content
            target.writestr(entry, content.replace(old, new) if entry == name else content)
    return stream.getvalue()


def test_printed_cells_and_dates_of_sheets() -> None:
    rows = [["", 1, 1], [1, "#", ""], [1, "", ""]]
    assert _only(_csv(rows)).printed == Grid("#?\n??")
    assert "a clue has become a date" in _fault(_csv([["", 1, 1], ["1-Feb", "", ""]]))
    day = date(2024, 1, 2)
    assert "a clue has become a date (2024-01-02)" in _fault(xlsx([["Rows"], [day], ["Columns"]]))
    table: list[list[Cell]] = [["rows", "columns", "made"], ["1;2", "2;1", day]]
    assert _only(xlsx(table), "made.xlsx") == Puzzle([[1], [2]], [[2], [1]])
    table[1][0] = day
    assert "a clue has become a date (2024-01-02)" in _fault(xlsx(table))


@pytest.mark.parametrize(
    ("filled", "empty"),
    ["⬛⬜", "🟦⬜", "■□", "●○", "█ ", "█░", "█·", "#-", "X_", "x-", "X-", "10", "@.", "🖤🤍"],
)
def test_two_characters(filled: str, empty: str) -> None:
    text = "".join({"#": filled, ".": empty}.get(x, x) for x in "##.#\n###.\n.##.\n")
    assert _only(text, form="signs").goal == Grid("##.#\n###.\n.##.")
    varied = text.replace("⬛", "⬛\N{VARIATION SELECTOR-16}")
    assert _only(varied, form="signs") == _only(text, form="signs")
    (item,) = read_all(text)
    assert item == _only(text, form="signs")
    other = _only(text, form=f"signs:filled={empty}")
    assert other.goal == Grid("..#.\n...#\n#..#")


def test_two_characters_of_no_table() -> None:
    assert "--filled 'a'" in _fault("abb\nbab\n")
    done = run_here("check", "--filled", "b", "-", stdin=b"ab\nbb\n")
    assert done.out == "-: unique\n"
    assert "'b' is filled, 'a' is empty" in done.err
    assert "no cell is 'c'" in run_here("check", "--filled", "c", "-", stdin=b"ab\nbb\n").err


@pytest.mark.parametrize(
    "grid",
    [
        *("#x#\n???\n?#?", "#X#\n???\n?#?", "#-#\n???\n?#?", "# . #\n? ? ?\n? # ?"),
        *("101\n???\n?1?", "1 0 1\n? ? ?\n? 1 ?", "X-X\n   \n X ", "#x#\n   \n #"),
        *("\u2588\xb7\u2588\n???\n?\u2588?", "\u25a0\u25a1\u25a0\n   \n \u25a0"),
    ],
)
def test_given_grids_with_crosses(grid: str) -> None:
    """A past bug: a blank beside another sign for empty cells counted as empty."""
    assert as_marked(grid, "#", 3) == "#.#\n???\n?#?"
    text = nonosat.dumps(CUP)
    done = run_here("check-grid", "-", "--given", grid, stdin=text.encode())
    assert done.code == 0, done.err


def test_letters_of_colours_are_no_crosses() -> None:
    assert as_marked("x-\nX#", "xX", 2) == "x.\nX#"
    assert as_marked("1-\n0a", "01a", 2) == "1.\n0a"


def test_crosses_alone_could_be_either() -> None:
    done = run_here("check-grid", "-", "--given", "X \n X", stdin=nonosat.dumps(CUP).encode())
    assert "X could be filled or empty: write '#' for filled cells" in done.err
    assert done.code == 4
    assert as_marked("X#\n?.", "#", 2) == ".#\n?."


def test_a_line_that_is_nearly_a_clue_is_not_skipped() -> None:
    """A past bug: ``l 5 5`` was taken for something else, so that a row was missing."""
    text = "Rows:\n1 1\n{}\n1 1\nColumns:\n3\n0\n3\n"
    for line in ("l 1", "1 t", "1 l 1", "I 1", "o 2", "?", "1,l"):
        assert f"line 3: {line!r}" in _fault(text.format(line)), line
    for line in ("1 1", "1-1", "1.1", "1+1", "1\u20131", "1, 1"):
        with pytest.warns(PuzzleWarning, match="3 rows in 'Rows'"):
            puzzle = nonosat.loads(text.format(line))
        assert [[b.length for b in clue or ()] for clue in puzzle.rows] == [[1, 1]] * 3


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("Rows (3):", "Columns (3):"),
        ("Rows, top to bottom:", "Columns, left to right:"),
        ("Rows (from the top)", "Columns (from the left)"),
        ("Zeilen:", "Spalten:"),
        ("Lignes :", "Colonnes :"),
        ("Filas:", "Columnas:"),
    ],
)
def test_headings_as_people_write_them(rows: str, columns: str) -> None:
    with pytest.warns(PuzzleWarning, match="3 rows in"):
        found = nonosat.loads(f"{rows}\n1 1\n3\n1 1\n{columns}\n3\n1\n3\n")
    assert (found.height, found.width) == (3, 3)


EXAMPLES = re.findall(
    r"^```text\n(.*?)^```$",
    (ROOT / "docs" / "how-to" / "what-it-reads.md").read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_of_the_page_are_read(text: str, tmp_path: Path) -> None:
    """What the page says: each example is the same puzzle, from all sources."""
    cup = Puzzle([[1, 1], [3]], [[2], [1], [2]])
    path = tmp_path / "example.txt"
    path.write_text(text, encoding="utf-8")
    question = Request("open", text.encode(), folder="")
    opened = open_files(Call(question, {}, {"name": "text"}, Limits(time_limit=300), print))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [
            nonosat.loads(text),
            nonosat.load(path),
            *read_all(run_here("convert", "-", "--to", "json", stdin=text.encode()).out),
            nonosat.loads(json.dumps(opened["puzzles"][0]["puzzle"])),
        ]
    assert len(found) == 4
    for puzzle in found:
        assert (puzzle.rows, puzzle.columns) == (cup.rows, cup.columns)
    assert opened["puzzles"][0]["remarks"] or "puzz.link" in text
