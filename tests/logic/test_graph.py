# SPDX-License-Identifier: MIT
"""``nonosat graph``: words, JSON, GraphML, pictures, and errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from click.testing import CliRunner, Result

from nonosat.cli.commands import program

STUCK = '{"rows": [[1, 1], [1], [2], [1]], "cols": [[1, 1], [1], [1, 1], [1]]}'


def run(*arguments: str) -> Result:
    return CliRunner().invoke(program, ["graph", *arguments])


def test_chains_in_words(data: Path) -> None:
    done = run(str(data / "penguin.non"), "--cell", "R1C1")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"{data / 'penguin.non'}: 238 unknown cells after line solving, 436 literals, "
        "2,574 implications, 116 forced, 16 sets of equal literals",
        "",
        "Suppose R1C1 is filled. Then row 1 (4) makes R1C3 filled, column 3 (8 1) makes R3C3 "
        "filled, row 3 (2 2 2) makes R3C1 empty, and column 1 (4) would make R1C1 empty: a "
        "contradiction. So R1C1 is empty.",
    ]


def links_of(forced: dict[str, Any]) -> int:
    return sum(len(branch["links"]) for branch in forced["chain"])


def test_the_easiest_chains_come_first_and_ten_are_shown(data: Path) -> None:
    forced = json.loads(run(str(data / "penguin.non"), "--json").stdout)["forced"]
    lengths = [links_of(step) for step in forced]
    assert len(lengths) == 116
    assert lengths == sorted(lengths)
    assert lengths[0] < 6 < lengths[-1]
    short = run(str(data / "penguin.non")).stdout
    assert short.split("\n\n")[1:11] == [step["sentence"] for step in forced[:10]]
    assert short.endswith("\n\n106 more chains: --all shows them\n")
    full = run(str(data / "penguin.non"), "--all").stdout
    assert full.rstrip().split("\n\n")[1:] == [step["sentence"] for step in forced]


def test_long_chains_can_be_forbidden(data: Path) -> None:
    penguin = str(data / "penguin.non")
    forced = json.loads(run(penguin, "--json", "--max-links", "4").stdout)["forced"]
    assert {links_of(step) for step in forced} == {4}
    text = run(penguin, "--max-links", "3").stdout
    assert text.splitlines()[1:] == ["the graph forces no cell with at most 3 links"]
    text = run(penguin, "--max-links", "1", "--cell", "R1C1").stdout
    assert text.splitlines()[1:] == ["R1C1 is not forced by the graph with at most 1 link"]


def test_a_puzzle_without_a_graph_says_what_to_do(data: Path, tmp_path: Path) -> None:
    done = run(str(data / "fox.non"), "-o", str(tmp_path / "fox.svg"))
    assert done.stdout == (
        f"{data / 'fox.non'}: line solving alone solves the puzzle, so the graph is empty: the "
        "command hint gives the next step, explain gives all steps\n"
    )
    classes = [element.get("class") for element in ET.parse(tmp_path / "fox.svg").iter()]
    assert "result" not in classes
    assert json.loads(run(str(data / "fox.non"), "--json").stdout)["forced"] == []


def test_json_holds_graph_and_chains(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "graph.json"
    done = run(str(data / "penguin.non"), "--json", "-o", str(out))
    assert done.exit_code == 0
    short, full = json.loads(done.stdout), json.loads(out.read_text())
    assert "edges" not in short
    assert len(full["nodes"]) == full["literals"] == 436
    assert len(full["edges"]) == full["implications"] == 2574
    graph = nx.DiGraph((a, b) for a, b, _ in full["edges"])
    nodes = [(tuple(node["cell"]), node["holds"]) for node in full["nodes"]]
    for forced in full["forced"]:
        (literal,) = forced["cells"]
        end = nodes.index((tuple(literal["cell"]), literal["holds"]))
        start = nodes.index((tuple(literal["cell"]), not literal["holds"]))
        assert nx.shortest_path_length(graph, start, end) == links_of(forced)
    assert full["forced"] == short["forced"]
    (branch,) = full["forced"][0]["chain"]
    assert branch["assumption"] == {"cell": [0, 0], "value": 1, "holds": True}
    assert branch["links"][0] == {"cell": [0, 2], "value": 1, "holds": True, "line": "R1"}


def test_graphml_reads_back(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "graph.graphml"
    assert run(str(data / "penguin.non"), "-q", "-o", str(out)).stdout == ""
    graph = nx.read_graphml(out)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (436, 2574)
    assert graph.edges["R1C1 is filled", "R3C1 is filled"]["line"] == "C1"


def test_the_picture_shows_the_chain(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "graph.svg"
    assert run(str(data / "penguin.non"), "-q", "--cell", "r1c1", "-o", str(out)).exit_code == 0
    picture = ET.parse(out).getroot()
    classes = [element.get("class") for element in picture.iter()]
    assert classes.count("arrow") == 4
    assert classes.count("result") == 1


def test_colours_and_given_cells(data: Path, tmp_path: Path) -> None:
    grid = tmp_path / "grid.txt"
    grid.write_text("?b\n??\n")
    text = json.dumps(
        {
            "rows": [[[1, "r"], [1, "b"]], [[1, "b"], [1, "r"]]],
            "cols": [[[1, "r"], [1, "b"]], [[1, "b"], [1, "r"]]],
            "palette": {
                "background": "#ffffff",
                "colors": [
                    {"name": "red", "rgb": "#ff0000", "letter": "r"},
                    {"name": "blue", "rgb": "#0000ff", "letter": "b"},
                ],
            },
        }
    )
    done = run(text, "--given", str(grid))
    assert done.exit_code == 0
    assert "line solving alone solves the puzzle" in done.stdout
    grid.write_text("?r\n??\n")
    done = run(text, "--given", str(grid))
    assert done.exit_code == 3
    assert "has no placement" in done.stdout


def test_no_solution_is_reported(data: Path) -> None:
    done = run(str(data / "no-solution-impossible-fork.non"))
    assert done.exit_code == 3
    as_json = run(str(data / "no-solution-impossible-fork.non"), "--json")
    assert json.loads(as_json.stdout)["verdict"] == "none"
    assert as_json.exit_code == 3


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-o", "out.png"], 2, "must end in .svg, .graphml, .json"),
        (["-o", "/dev/null/out.svg"], 74, "/dev/null is a file, not a folder"),
        (["--cell", "3,5"], 2, "write row and column from 1, such as R3C5"),
        (["--cell", "R99C1"], 2, "--cell R99C1: the board is "),
        (["--given", "/nowhere"], 4, "/nowhere"),
        (["--given", "##\n#?\n"], 4, "the given grid has 2 columns and 2 rows"),
        (["--given", "##\n#y\n"], 4, "'y' is not a cell"),
    ],
)
def test_mistakes(arguments: list[str], code: int, message: str) -> None:
    done = run(STUCK, *arguments)
    assert done.exit_code == code
    assert message in done.stderr
    assert "Traceback" not in done.output


def test_one_output_for_one_puzzle(data: Path, tmp_path: Path) -> None:
    done = run(str(data / "fox.non"), str(data / "cat.non"), "-o", str(tmp_path / "x.svg"))
    assert done.exit_code == 2
    assert "name one puzzle" in done.stderr


def test_a_graph_that_is_too_large(data: Path) -> None:
    ones = json.dumps({"rows": [[1]] * 120, "cols": [[1]] * 120})
    done = run(ones, str(data / "fox.non"))
    assert done.exit_code == 5
    assert done.stdout.startswith(f"{data / 'fox.non'}: line solving alone")
    assert done.stderr.startswith("nonosat: <text>: ")
    assert "edges" in done.stderr
    assert json.loads(run(ones, "--json").stdout)["error"]


@pytest.mark.parametrize("suffix", [".json", ".graphml", ".svg"])
def test_a_puzzle_that_lines_solve_has_an_empty_graph_which_is_written(
    data: Path, tmp_path: Path, suffix: str
) -> None:
    out = tmp_path / f"graph{suffix}"
    done = run(str(data / "bee.non"), "-o", str(out))
    assert (done.exit_code, "the graph is empty" in done.stdout) == (0, True)
    if suffix == ".json":
        assert json.loads(out.read_text())["edges"] == []
    elif suffix == ".graphml":
        assert nx.read_graphml(out).number_of_edges() == 0
    else:
        assert out.read_text().startswith("<svg")
