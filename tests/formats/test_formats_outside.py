# SPDX-License-Identifier: MIT
"""Other programs read the files that nonosat writes.

Each test reads a written file with a program or library that is independent of nonosat, and
compares the clues or the picture. glpsol and minizinc solve the puzzle with a model from this file.
"""

from __future__ import annotations

import configparser
import csv
import importlib
import io
import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from nonosat import EMPTY, Grid, Palette, Puzzle
from nonosat.formats import FORMATS

PICTURE = Grid("#.##.\n.....\n##.#.\n.####\n")
CUP = Puzzle.from_grid(PICTURE).with_meta(title='Cup & <co>, "1"', author="Zoë")
TREE = Puzzle.from_grid(
    Grid("rg.\nrrg\n.rg", "rg"), palette=Palette.of([("r", "ff0000", "r"), ("g", "00ff00", "g")])
)
CLUES = tuple(
    [[block.length for block in clue or ()] for clue in x] for x in (CUP.rows, CUP.columns)
)
COLORED = tuple(
    [[f"{n}{'rg'[color - 1]}" for n, color in clue or ()] for clue in clues]
    for clues in (TREE.rows, TREE.columns)
)


def text_of(name: str, puzzle: Puzzle = CUP, dialect: str | None = None) -> str:
    content = FORMATS[name].dumps(puzzle, dialect)
    assert isinstance(content, str)
    return content


def bytes_of(name: str, puzzle: Puzzle = CUP) -> bytes:
    content = FORMATS[name].dumps(puzzle)
    return content.encode() if isinstance(content, str) else content


def run(*command: str | Path) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# JSON and the like


def test_json() -> None:
    for name, rows, columns in (("json", "rows", "columns"), ("thomasr", "rows", "columns")):
        data = json.loads(text_of(name))
        found = [[[] if x == [0] else x for x in data[key]] for key in (rows, columns)]
        assert tuple(found) == CLUES
    (puzzle,) = json.loads(text_of("nonojs"))["nonograms"]
    assert (puzzle["rowHints"], puzzle["colHints"], puzzle["title"]) == (*CLUES, CUP.title)
    picture = json.loads(text_of("neolao", TREE))
    shades = [[EMPTY if x is None else x + 1 for x in row] for row in picture["cells"]]
    assert TREE.goal is not None
    assert bytes(cell for row in shades for cell in row) == TREE.goal.cells
    assert picture["palette"] == ["#ff0000", "#00ff00"]


def test_toml() -> None:
    data = tomllib.loads(text_of("nonogrid", TREE))
    assert tuple(clues_in_text(data["clues"][key]) for key in ("rows", "columns")) == COLORED
    assert data["colors"]["defs"] == ["r = (ff0000) r", "g = (00ff00) g"]


def test_ini() -> None:
    parser = configparser.ConfigParser()
    parser.read_string(text_of("pynogram", TREE))
    assert tuple(clues_in_text(parser["clues"][key]) for key in ("rows", "columns")) == COLORED
    assert dict(parser["colors"]) == {"r": "(ff0000) r", "g": "(00ff00) g"}


def clues_in_text(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def test_yaml() -> None:
    data = importlib.import_module("yaml").safe_load(text_of("php-nonogram"))
    assert (data["rows"], data["columns"]) == CLUES


def test_csv() -> None:
    (row,) = csv.DictReader(
        io.StringIO(bytes_of("csv").decode("utf-8"), newline=""), escapechar="\\"
    )
    assert (row["name"], row["author"]) == (CUP.title, "Zoë")
    assert next(FORMATS["code"].loads(row["rules"])) == Puzzle(*CLUES)


# XML and archives


def test_xml() -> None:
    root = ET.fromstring(bytes_of("webpbn"))
    found = {
        clues.get("type"): [[int(x.text or "") for x in line] for line in clues]
        for clues in root.iter("clues")
    }
    assert (found["rows"], found["columns"]) == CLUES
    assert root.findtext("puzzle/title") == CUP.title
    assert re.findall(r"\|(.*)\|", root.findtext(".//image") or "") == str(PICTURE).split()
    (nonogram,) = ET.fromstring(bytes_of("freenono")).iter("Nonogram")
    assert freenono_picture(nonogram) == PICTURE
    (board,) = ET.fromstring(bytes_of("picmi")).iter("board")
    assert (board.get("name"), board.get("author")) == (CUP.title, "Zoë")
    assert [row.text for row in board] == str(PICTURE).replace("#", "1").replace(".", "-").split()


def freenono_picture(nonogram: ET.Element) -> Grid:
    assert (nonogram.get("name"), nonogram.get("author")) == (CUP.title, "Zoë")
    lines = ["".join((line.text or "").split()) for line in nonogram]
    return Grid("\n".join(lines).replace("_", ".").replace("x", "#"))


def test_archives() -> None:
    with zipfile.ZipFile(io.BytesIO(bytes_of("nonopack"))) as archive:
        assert archive.testzip() is None
        (name,) = archive.namelist()
        (nonogram,) = ET.fromstring(archive.read(name)).iter("Nonogram")
        assert freenono_picture(nonogram) == PICTURE
    with zipfile.ZipFile(io.BytesIO(bytes_of("zip"))) as archive:
        (name,) = archive.namelist()
        assert json.loads(archive.read(name))["rows"] == CLUES[0]


# pictures


@pytest.mark.parametrize("name", ["netpbm", "xpm"])
@pytest.mark.parametrize("puzzle", [CUP, TREE], ids=["one", "two"])
def test_pictures(name: str, puzzle: Puzzle) -> None:
    with Image.open(io.BytesIO(bytes_of(name, puzzle))) as image:
        assert image.size == (puzzle.width, puzzle.height)
        pixels = list(image.convert("RGB").tobytes())
    palette = puzzle.palette
    shades = [palette.background, *(color.rgb for color in palette.colors)]
    assert puzzle.goal is not None
    expected = "".join(shades[cell] for cell in puzzle.goal.cells).replace("#", "")
    assert bytes(pixels) == bytes.fromhex(expected)


# programs


def test_a_compiler_reads_the_array_of_gecode(tmp_path: Path) -> None:
    compiler = shutil.which("g++") or shutil.which("clang++")
    assert compiler, "a C++ compiler, which also builds the core"
    source = tmp_path / "puzzle.cpp"
    printer = 'int main() { for (int n : puzzle) std::printf("%d ", n); }\n'
    source.write_text("#include <cstdio>\n" + text_of("gecode") + printer)
    run(compiler, "-std=c++17", "-o", tmp_path / "puzzle", source)
    numbers = iter(map(int, run(tmp_path / "puzzle").split()))
    width, height = next(numbers), next(numbers)
    lines = [[next(numbers) for _ in range(next(numbers))] for _ in range(width + height)]
    assert (lines[width:], lines[:width]) == CLUES
    assert next(numbers, None) is None


GLPK = """
param m; param n;
param row{1..m, 1..(n + 1) div 2}, default 0;
param col{1..n, 1..(m + 1) div 2}, default 0;
set ROWS := {i in 1..m, j in 1..(n + 1) div 2: row[i,j] > 0};
set COLS := {i in 1..n, j in 1..(m + 1) div 2: col[i,j] > 0};
var cell{1..m, 1..n}, binary;
var r{(i,j) in ROWS, p in 1..n - row[i,j] + 1}, binary;
var c{(i,j) in COLS, p in 1..m - col[i,j] + 1}, binary;
s.t. r_once{(i,j) in ROWS}: sum{p in 1..n - row[i,j] + 1} r[i,j,p] = 1;
s.t. c_once{(i,j) in COLS}: sum{p in 1..m - col[i,j] + 1} c[i,j,p] = 1;
s.t. r_order{(i,j) in ROWS: (i,j+1) in ROWS}:
  sum{p in 1..n - row[i,j+1] + 1} p * r[i,j+1,p]
  >= sum{p in 1..n - row[i,j] + 1} p * r[i,j,p] + row[i,j] + 1;
s.t. c_order{(i,j) in COLS: (i,j+1) in COLS}:
  sum{p in 1..m - col[i,j+1] + 1} p * c[i,j+1,p]
  >= sum{p in 1..m - col[i,j] + 1} p * c[i,j,p] + col[i,j] + 1;
s.t. r_cells{i in 1..m, k in 1..n}: cell[i,k] = sum{(i,j) in ROWS,
  p in max(1, k - row[i,j] + 1)..min(k, n - row[i,j] + 1)} r[i,j,p];
s.t. c_cells{i in 1..n, k in 1..m}: cell[k,i] = sum{(i,j) in COLS,
  p in max(1, k - col[i,j] + 1)..min(k, m - col[i,j] + 1)} c[i,j,p];
solve;
for {i in 1..m} { printf "CELLS "; printf{k in 1..n} "%d", cell[i,k]; printf "\\n"; }
end;
"""


@pytest.mark.glpsol
def test_glpsol_solves_data_of_glpk(tmp_path: Path) -> None:
    (tmp_path / "model.mod").write_text(GLPK)
    (tmp_path / "puzzle.dat").write_text(text_of("glpk"))
    out = run("glpsol", "-m", tmp_path / "model.mod", "-d", tmp_path / "puzzle.dat")
    rows = [row.replace("1", "#").replace("0", ".") for row in re.findall("CELLS ([01]+)", out)]
    assert CUP.faults(Grid("\n".join(rows))) == ()


HAKANK = """
int: rows; int: row_rule_len; array[1..rows, 1..row_rule_len] of int: row_rules;
int: cols; int: col_rule_len; array[1..cols, 1..col_rule_len] of int: col_rules;
output ["\\(rows) \\(cols)\\n\\(row_rules)\\n\\(col_rules)\\n"];
"""
CHALLENGE = """
int: X; int: Y; int: maxlen;
array[1..X, 1..maxlen] of int: rows; array[1..Y, 1..maxlen] of int: cols;
output ["\\(X) \\(Y)\\n\\(rows)\\n\\(cols)\\n"];
"""


@pytest.mark.minizinc
@pytest.mark.parametrize(("name", "model"), [("hakank", HAKANK), ("minizinc", CHALLENGE)])
def test_minizinc_reads_its_data(name: str, model: str, tmp_path: Path) -> None:
    (tmp_path / "model.mzn").write_text(model)
    (tmp_path / "puzzle.dzn").write_text(text_of(name))
    out = run("minizinc", "--solver", "gecode", tmp_path / "model.mzn", tmp_path / "puzzle.dzn")
    sizes, *arrays = out.splitlines()[:3]
    assert sizes.split() == [str(CUP.height), str(CUP.width)]
    for array, clues in zip(arrays, CLUES, strict=True):
        numbers = json.loads(array)
        width = len(numbers) // len(clues)
        lines = [numbers[i : i + width] for i in range(0, len(numbers), width)]
        lengths = lengths_of_patterns if name == "minizinc" else lengths_with_zeros
        assert list(lengths(lines)) == clues


def lengths_with_zeros(lines: list[list[int]]) -> Iterator[list[int]]:
    for line in lines:
        yield [number for number in line if number]


def lengths_of_patterns(lines: list[list[int]]) -> Iterator[list[int]]:
    for line in lines:
        pattern = "".join("1" if number == 1 else " " for number in line)
        yield [len(run) for run in pattern.split()]
