# SPDX-License-Identifier: MIT
"""Clauses, MiniZinc, steps and tables of a benchmark: other tools get the right results."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import subprocess
from itertools import groupby, product
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import click
import duckdb
import pytest
import yaml
from pysat.formula import CNF
from pysat.solvers import Solver

import nonosat
from nonosat.benchmark.building import build
from nonosat.benchmark.exports import CANARY, KINDS, check_kinds
from nonosat.benchmark.families import SIZES
from nonosat.cli.command_bench import build_benchmark
from nonosat.collection.hashes import isomorphism_class
from nonosat.errors import OptionError
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from tests.support.command_line import run_here

DESCRIPTION = """\
name = "all kinds"
version = "1"
[family.random]
what = "random pictures"
generator = "picture"
small = {side = [7], density = [0.5, 0.7], count = 5}
[family.colors]
what = "colours"
generator = "colored"
small = {colors = [2, 3], side = [7], density = [0.6], count = 2}
[family.none]
what = "no solution"
generator = "contradictory"
small = {change = ["moved", "exchanged"], side = [7], density = [0.6], count = 2}
[family.partial]
what = "missing clues"
generator = "partial"
small = {side = [7], density = [0.7], share = [0.1], count = 2}
[family.printed]
what = "printed cells"
generator = "printed"
small = {side = [7], density = [0.5], share = [0.2], count = 2}
[family.dom]
what = "n-Dom puzzles"
generator = "domino"
small = {n = [2, 5]}
"""


class Automaton(NamedTuple):
    """``cells``: the list that it reads."""

    cells: str
    moves: dict[tuple[str, int], str]
    start: str
    final: list[str]

    def accepts(self, line: tuple[int, ...]) -> bool:
        state: str | None = self.start
        for value in line:
            state = None if state is None else self.moves.get((state, value))
        return state in self.final


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exports")
    (folder / "all.toml").write_text(DESCRIPTION, encoding="utf-8")
    assert build(folder / "all.toml", folder / "out", kinds=KINDS).instances == 24
    return folder / "out"


def rows(built: Path) -> list[dict[str, str]]:
    with (built / "answers.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def puzzle_of(built: Path, name: str) -> Puzzle:
    [path] = (built / "puzzles").glob(f"{name}.*")
    return nonosat.load(path)


def test_two_processes_write_the_same_bytes(built: Path, tmp_path: Path) -> None:
    build(built.parent / "all.toml", tmp_path / "again", kinds=KINDS, jobs=2)
    for path in built.rglob("*"):
        if path.is_file():
            again = tmp_path / "again" / path.relative_to(built)
            assert again.read_bytes() == path.read_bytes(), path
    assert len(list((tmp_path / "again").rglob("*"))) == len(list(built.rglob("*")))


@pytest.mark.parametrize("encoding", ["order", "automaton"])
def test_models_of_the_clauses_are_the_solutions(built: Path, encoding: str) -> None:
    """Comments alone make a picture of each model; there are as many pictures as solutions."""
    for row in rows(built):
        puzzle = puzzle_of(built, row["id"])
        path = built / "cnf" / f"{row['id']}-{encoding}.cnf"
        text = path.read_text(encoding="utf-8")
        meanings = {
            int(variable): (int(across) - 1, int(down) - 1, int(color))
            for variable, across, down, color in re.findall(
                r"^c (\d+): (\d+) (\d+) (\d+)$", text, re.MULTILINE
            )
        }
        known = re.findall(r"^c known: (\d+) (\d+) (\d+)$", text, re.MULTILINE)
        formula = CNF(from_file=str(path))
        head = re.search(r"^p cnf (\d+) (\d+)$", text, re.MULTILINE)
        assert head is not None
        assert len(formula.clauses) == int(head[2])
        assert max(map(abs, (x for clause in formula.clauses for x in clause)), default=0) <= int(
            head[1]
        )
        found = 0
        with Solver("cadical153", bootstrap_with=formula) as solver:
            while found < 5 and solver.solve():
                model = set(solver.get_model())
                cells = bytearray(puzzle.height * puzzle.width)
                for across, down, color in known:
                    cells[(int(across) - 1) * puzzle.width + int(down) - 1] = int(color)
                for variable, (across, down, color) in meanings.items():
                    if variable in model:
                        cells[across * puzzle.width + down] = color
                grid = Grid.from_cells(
                    puzzle.height, puzzle.width, bytes(cells), puzzle.palette.letters
                )
                assert puzzle.faults(grid) == ()
                found += 1
                if not meanings:
                    break
                solver.add_clause([-x if x in model else x for x in meanings])
        number = int(row["solutions"].removeprefix(">="))
        assert found == min(number, 5), row["id"]


@pytest.mark.minizinc
def test_minizinc_solves_the_model(built: Path) -> None:
    files = sorted((built / "minizinc").glob("*.dzn"))
    answers = {row["id"]: row for row in rows(built)}
    assert len(files) == sum(row["family"] in ("random", "none", "dom") for row in answers.values())
    for name in ("random-07-0.50-000", "random-07-0.70-001", "none-moved-07-0.60-000", "dom-02"):
        model, data = built / "minizinc" / "model.mzn", built / "minizinc" / f"{name}.dzn"
        command = ["minizinc", "--solver", "gecode", str(model), str(data)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        if answers[name]["verdict"] == "none":
            assert "UNSATISFIABLE" in done.stdout
            continue
        picture = "".join(line + "\n" for line in done.stdout.splitlines() if line[0] in "#.")
        assert puzzle_of(built, name).faults(Grid(picture)) == ()


def automata(built: Path, name: str) -> tuple[ET.Element, list[Automaton]]:
    """The file of an instance, and its automata: list, transitions, start, final states."""
    root = ET.parse(built / "xcsp3" / f"{name}.xml").getroot()
    found = []
    for one in root.iter("regular"):
        texts = {part.tag: (part.text or "").split() for part in one}
        triples = re.findall(r"\((\w+),(\d+),(\w+)\)", "".join(texts["transitions"]))
        moves = {(state, int(value)): target for state, value, target in triples}
        assert len(moves) == len(triples), "not deterministic"
        [cells], [start] = texts["list"], texts["start"]
        found.append(Automaton(cells, moves, start, texts["final"]))
    return root, found


def test_the_automata_of_xcsp3_accept_the_placements_alone(built: Path) -> None:
    """All fillings of each line are tried."""
    for row in rows(built):
        puzzle = puzzle_of(built, row["id"])
        root, found = automata(built, row["id"])
        [array] = root.iter("array")
        assert array.attrib == {"id": "x", "size": f"[{puzzle.height}][{puzzle.width}]"}
        assert (array.text or "").strip() == f"0..{len(puzzle.palette)}"
        clues = {f"x[{i}][]": clue for i, clue in enumerate(puzzle.rows) if clue is not None}
        clues |= {f"x[][{i}]": clue for i, clue in enumerate(puzzle.columns) if clue is not None}
        assert [one.cells for one in found] == list(clues)
        if puzzle.width > 7:
            continue
        for one in found:
            length = puzzle.width if one.cells.endswith("[]") else puzzle.height
            for line in product(range(len(puzzle.palette) + 1), repeat=length):
                runs = [(len(list(run)), color) for color, run in groupby(line) if color]
                assert one.accepts(line) == (runs == [tuple(x) for x in clues[one.cells]])


def test_xcsp3_keeps_printed_cells(built: Path) -> None:
    for row in rows(built):
        puzzle = puzzle_of(built, row["id"])
        root, _ = automata(built, row["id"])
        found = {}
        for one in root.iter("instantiation"):
            names, values = ((one.findtext(tag) or "").split() for tag in ("list", "values"))
            found = dict(zip(names, map(int, values), strict=True))
        wanted = {
            f"x[{i}][{j}]": puzzle.printed[i, j]
            for i in range(puzzle.height)
            for j in range(puzzle.width)
            if puzzle.printed is not None and puzzle.printed[i, j] != nonosat.UNKNOWN
        }
        assert found == wanted


def test_steps_lead_to_the_solution(built: Path) -> None:
    unique = [row for row in rows(built) if row["verdict"] == "unique"]
    files = {path.stem: path for path in (built / "steps").rglob("*.jsonl")}
    assert files.keys() == {row["id"] for row in unique}
    for row in unique:
        path = files[row["id"]]
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        head, *steps, end = lines
        puzzle = puzzle_of(built, row["id"])
        assert (head["canary"], head["id"], head["technique"]) == (
            CANARY,
            row["id"],
            row["technique"],
        )
        assert head["split"] == path.parts[-4]
        assert nonosat.loads(json.dumps(head["puzzle"])).sha256() == row["sha256"]
        assert end == {"end": "solved"}
        [solution] = puzzle.solve().solutions
        for number, step in enumerate(steps, start=1):
            assert step["step"] == number
            position = Grid("\n".join(step["position"]), puzzle.palette.letters)
            assert solution.extends(position)
            assert step["cells"]
        hardest = {step["technique"] for step in steps}
        assert row["technique"] in hardest


def test_a_split_depends_on_the_class_alone(built: Path) -> None:
    splits: dict[str, str] = {}
    for path in (built / "steps").rglob("*.jsonl"):
        puzzle = puzzle_of(built, path.stem)
        number = int(isomorphism_class(puzzle.rotate().mirror()), 16) % 10
        splits[path.stem] = ("test", "validation")[number] if number < 2 else "train"
        *_, split, technique, side, _ = path.parts
        assert split == splits[path.stem]
        assert technique == json.loads(path.read_text().partition("\n")[0])["technique"]
        assert int(side) == (15 if max(puzzle.height, puzzle.width) <= 15 else 30)
    assert "train" in splits.values()


def test_csv_and_parquet_have_the_answers(built: Path) -> None:
    answers = rows(built)
    with (built / "answers.csv").open(encoding="utf-8", newline="") as file:
        plain = list(csv.DictReader(file))
    found: Any = duckdb.sql(f"SELECT * FROM '{built / 'answers.parquet'}'")
    typed = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    assert list(typed[0]) == list(plain[0])
    for answer, text, row in zip(answers, plain, typed, strict=True):
        assert row["id"] == text["id"] == answer["id"]
        assert row["exact"] is not answer["solutions"].startswith(">=")
        assert row["solutions"] == int(answer["solutions"].removeprefix(">="))
        assert row["trial"] == (None if answer["trial"] == "-" else int(answer["trial"]))
        assert row["technique"] == (None if answer["technique"] == "-" else answer["technique"])
        assert (row["difficulty"] is None) == (answer["difficulty"] == "-")
        assert nonosat.loads(row["puzzle"]).sha256() == row["sha256"] == answer["sha256"]
        assert text["puzzle"] == row["puzzle"]


def test_the_data_card_describes_the_table(built: Path) -> None:
    card = json.loads((built / "croissant.json").read_text(encoding="utf-8"))
    [file], [records] = card["distribution"], card["recordSet"]
    table = (built / file["contentUrl"]).read_bytes()
    assert hashlib.sha256(table).hexdigest() == file["sha256"]
    heads = table.decode().partition("\n")[0].split(",")
    assert [field["source"]["extract"]["column"] for field in records["field"]] == heads
    assert card["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert re.fullmatch(r"\d+\.\d+\.\d+", card["version"])
    names = set(card["@context"])
    used = {key for part in (card, file, records, *records["field"]) for key in part}
    known = {"name", "description", "license", "url", "version", "creator", "distribution"}
    known |= {"contentUrl", "encodingFormat", "sha256", "@context", "@type", "@id"}
    assert used <= names | known


def test_the_readme_names_the_kinds(built: Path) -> None:
    text = (built / "README.md").read_text(encoding="utf-8")
    for name in ("cnf/ID-order.cnf", "minizinc/model.mzn", "xcsp3/ID.xml", "steps/SPLIT"):
        assert name in text
    assert "answers.csv, answers.parquet" in text
    citation = yaml.safe_load((built / "CITATION.cff").read_text(encoding="utf-8"))
    assert (citation["type"], citation["license"]) == ("dataset", "CC0-1.0")
    sums = (built / "SHA256SUMS").read_text(encoding="utf-8")
    assert len(sums.splitlines()) == sum(path.is_file() for path in built.rglob("*")) - 1


def test_the_command_adds_kinds(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = DESCRIPTION.partition("[family.random]")[0]
    dom = '[family.dom]\nwhat = "n-Dom puzzles"\ngenerator = "domino"\nsmall = {n = [2]}\n'
    (tmp_path / "dom.toml").write_text(text + dom, encoding="utf-8")
    arguments = ("build-benchmark", "dom.toml", "-o", "out", "--add", "cnf", "--add", "minizinc")
    assert run_here(*arguments).code == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        *("CITATION.cff", "README.md", "SHA256SUMS", "answers.tsv", "certificates", "cnf"),
        *("families.toml", "minizinc", "puzzles"),
    }
    assert run_here(*arguments[:4], "--add", "lp").code == 2


def test_the_command_has_all_parts_and_kinds() -> None:
    """The command has the lists itself, since importing them would slow its start."""
    choices = {
        option.name: option.type.choices
        for option in build_benchmark.params
        if isinstance(option.type, click.Choice)
    }
    assert choices == {"part": SIZES, "kinds": KINDS}


def test_kinds_are_checked_before_work(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="unknown kind 'lp'; choose cnf, minizinc, xcsp3"):
        check_kinds(["cnf", "lp"])
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    check_kinds(["cnf"])
    with pytest.raises(OptionError, match="duckdb"):
        check_kinds(["table"])
