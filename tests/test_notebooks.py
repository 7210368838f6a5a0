# SPDX-License-Identifier: MIT
"""The notebooks run from top to bottom, and their seeded numbers are as expected.

Each notebook is executed at small scale (NONOSAT_SCALE=small). Its last cell prints its results,
except times, as JSON; the test compares them with ``notebooks/expected_small.json``. After an
intended change, write that file again with ``python -m tests.test_notebooks`` and read the
difference.

The tests that execute notebooks are marked ``notebook`` and need the extra ``notebook``; the
ordinary run leaves them out, and CI runs them as a separate step.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import CORPUS

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
NAMES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
EXPECTED = NOTEBOOKS / "expected_small.json"
OUTSIDE = (  # what notebooks 2, 6, 8, 9 and 11 read: variable, name of the numbers, folder
    ("NONOSAT_DIFFICULTY", "people", CORPUS.parent.resolve() / "difficulty"),
    ("NONOSAT_CORPUS", "corpus", CORPUS),
)
MOST_BYTES = 2_000_000
CELL_SECONDS = 240


def executed(name: str) -> Any:
    """The notebook after a small run."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(NOTEBOOKS)}},
    )
    env = {**os.environ, "NONOSAT_SCALE": "small"}
    for variable, _, folder in OUTSIDE:
        env.pop(variable, None)
        if folder.is_dir():
            env[variable] = str(folder.resolve())
    client.execute(env=env)
    return notebook


def numbers(notebook: Any) -> dict[str, Any]:
    """The output of the last cell."""
    last = notebook.cells[-1].outputs
    text = "".join(output.text for output in last if output.output_type == "stream")
    found: dict[str, Any] = json.loads(text)
    return found


def test_there_are_eleven() -> None:
    assert [name[:2] for name in NAMES] == [f"{number:02}" for number in range(1, 12)]
    assert sorted(json.loads(EXPECTED.read_text(encoding="utf-8"))) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_committed_outputs_are_of_a_full_run(name: str) -> None:
    path = NOTEBOOKS / f"{name}.ipynb"
    assert path.stat().st_size < MOST_BYTES
    cells = [c for c in json.loads(path.read_text(encoding="utf-8"))["cells"] if c["source"]]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell["outputs"]]
    assert not [output for output in outputs if output["output_type"] == "error"]
    assert any("scale: full" in "".join(output.get("text", "")) for output in outputs)


def test_words_per_line_are_those_of_the_core() -> None:
    """Notebook 2 repeats the numbers, because no public function returns them."""
    from nonosat.core._core import word_counts

    notebook = json.loads((NOTEBOOKS / "02_logic_vs_sat.ipynb").read_text(encoding="utf-8"))
    source = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    assert f"WORDS = {tuple(word_counts())}\n" in source


@pytest.mark.notebook
@pytest.mark.filterwarnings("default")  # the Jupyter libraries give warnings
@pytest.mark.parametrize("name", NAMES)
def test_a_small_run_finds_what_is_expected(name: str) -> None:
    expected = json.loads(EXPECTED.read_text(encoding="utf-8"))[name]
    for _, outside, folder in OUTSIDE:
        if outside in expected and not folder.is_dir():
            expected[outside] = None
    assert numbers(executed(name)) == expected


if __name__ == "__main__":
    found = {}
    for name in NAMES:
        found[name] = numbers(executed(name))
        print(f"{name}: {len(found[name])} numbers")
    EXPECTED.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
