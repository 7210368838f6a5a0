# SPDX-License-Identifier: MIT
"""``nonosat graph``: words, JSON, GraphML, pictures, and what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from click.testing import CliRunner, Result

from nonosat.cli import program

STUCK = '{"rows": [[1, 1], [1], [2], [1]], "cols": [[1, 1], [1], [1, 1], [1]]}'


def run(*arguments: str) -> Result:
    return CliRunner().invoke(program, ["graph", *arguments])


def test_chains_in_words(data: Path) -> None:
    done = run(str(data / "penguin.non"), "--cell", "R1C1")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"{data / 'penguin.non'}: 238 unknown cells after line-solving, 436 literals, "
        "2,574 implications, 116 forced, 16 sets of equal literals",
        "",
        "R1C1 is empty, because otherwise:",
        "  suppose R1C1 is filled",
        "    C1 (4): then R3C1 is filled",
        "    R3 (2 2 2): then R3C3 is empty",
        "    C3 (8 1): then R1C3 is empty",
        "    R1 (4): then R1C1 is empty",
        "  it also follows from either value of R1C3:",
        "    suppose R1C3 is filled",
        "      C3 (8 1): then R3C3 is filled",
        "      R3 (2 2 2): then R3C1 is empty",
        "      C1 (4): then R1C1 is empty",
        "    suppose R1C3 is empty",
        "      R1 (4): then R1C1 is empty",
    ]


def test_the_easiest_chains_come_first_and_ten_are_shown(data: Path) -> None:
    def steps(text: str) -> list[int]:
        """The length of the first chain of each explanation."""
        chains = [part.split("  it also")[0] for part in text.split("\n\n") if "because" in part]
        return [chain.count(": then ") for chain in chains]

    short = run(str(data / "penguin.non")).stdout
    full = run(str(data / "penguin.non"), "--all").stdout
    assert len(steps(short)) == 10
    assert short.endswith("\n\n106 more chains: --all shows them\n")
    assert len(steps(full)) == 116
    assert "--all" not in full
    assert steps(full) == sorted(steps(full))
    assert steps(short) == steps(full)[:10]
    assert steps(full)[0] < steps(full)[-1]


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
        end = nodes.index((tuple(forced["cell"]), forced["holds"]))
        start = nodes.index((tuple(forced["cell"]), not forced["holds"]))
        assert nx.shortest_path_length(graph, start, end) == len(forced["chain"]) - 1
        assert forced["chain"][-1]["words"] == forced["words"]
    lengths = [len(forced["chain"]) for forced in full["forced"]]
    assert lengths == sorted(lengths)
    first = {"line": "C1", "clue": "4", "words": "R3C1 is filled"}
    assert full["forced"][0]["chain"][1] == first


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
    assert classes.count("stop") == 5
    assert classes.count("arrow") == 4
    assert classes.count("mark") == 116


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
    assert "0 unknown cells" in done.stdout
    grid.write_text("?r\n??\n")
    done = run(text, "--given", str(grid))
    assert done.exit_code == 3
    assert "there is no solution: nothing satisfies" in done.stdout


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
        (["-o", "/nowhere/out.svg"], 2, "cannot be written: No such file"),
        (["--cell", "3,5"], 2, "write row and column from 1, such as R3C5"),
        (["--cell", "R99C1"], 2, "the puzzle has no such cell"),
        (["--given", "/nowhere"], 4, "/nowhere"),
        (["--given", "##\n#?\n"], 4, "the given grid is 2x2, the puzzle 4x4"),
        (["--given", "##\n#x\n"], 4, "'x' is not a cell"),
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
    assert done.stdout.startswith(f"{data / 'fox.non'}: 0 unknown cells")
    assert done.stderr.startswith("nonosat: <text>: ")
    assert "edges" in done.stderr
    assert json.loads(run(ones, "--json").stdout)["error"]
