# SPDX-License-Identifier: MIT
"""The first puzzle of the page, as a tutorial and as the beginning of the first notebook.

    python -m docs.tools.lesson_page

writes ``docs/tutorials/first-puzzle.md`` and the cells of ``notebooks/01_first_minutes.ipynb``
whose names begin with ``lesson``. The texts come from the page (``nonosat/web/static``):
``text_learn.js`` is the only place where they are written; ``teaching.js`` has the puzzle and the
lines of its steps. New cells of the notebook have no outputs: run it in full afterwards
(CONTRIBUTING.md, "Build and test"). ``tests/test_pages.py`` compares.

Rejected: the texts in a JSON file that the page fetches, which is one more request before the first
step; running JavaScript here, which the ordinary tests should not need.
"""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import nonosat

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "nonosat" / "web" / "static"
TEACHING = (STATIC / "teaching.js").read_text(encoding="utf-8")
TUTORIAL = ROOT / "docs" / "tutorials" / "first-puzzle.md"
NOTEBOOK = ROOT / "notebooks" / "01_first_minutes.ipynb"
BEHIND = "cell-01"
"""The cell of the notebook after which the lesson begins."""
EXAMPLE = nonosat.Puzzle(rows=[[3, 1]] * 4, columns=[None] * 6)
"""The placements of a clue in four rows; the last one has the cells that they share."""
PLACEMENTS = nonosat.Grid("###.#.\n###..#\n.###.#\n?##???")
DIAGONALS = nonosat.Puzzle(rows=[[1], [1]], columns=[[1], [1]])
SUPPOSED = (0, 1)
"""The cell whose assumption leads to the contradiction in the step "A contradiction"."""


_TABLE = (STATIC / "text_learn.js").read_text(encoding="utf-8")
TEXTS = {
    key: json.loads(text)
    for key, text in re.findall(r'^\t"learn\.([\w.]+)":\s+(".*"),$', _TABLE, re.MULTILINE)
}
"""The texts by their keys, without ``learn.`` before them."""


class Step(NamedTuple):
    """A step of the lesson: its name in the keys of its texts, and its lines."""

    name: str
    lines: list[str]

    @property
    def title(self) -> str:
        """Its heading."""
        return str(TEXTS[self.name])

    @property
    def text(self) -> str:
        """Why its cells follow."""
        return str(TEXTS[f"{self.name}.text"])


STEPS = [
    Step(name, json.loads(lines))
    for name, lines in re.findall(r'\{ name: "(\w+)", lines: (\[.*?\]) \}', TEACHING)
]
ABOUT = [TEXTS[f"what.{number}"] for number in (1, 2, 3)]
"""What a nonogram is, in paragraphs."""


def puzzle() -> nonosat.Puzzle:
    """The puzzle of the lesson."""
    found = re.search(r"rows: (\[\[.*?\]\]), columns: (\[\[.*?\]\])", TEACHING)
    assert found
    return nonosat.Puzzle(rows=json.loads(found[1]), columns=json.loads(found[2]))


def look_at(puzzle, known, *lines):  # type: ignore[no-untyped-def]
    """The known cells, and those that these lines, each by itself, make known."""
    alone = nonosat.Puzzle(
        rows=[clue if f"R{n}" in lines else None for n, clue in enumerate(puzzle.rows, 1)],
        columns=[clue if f"C{n}" in lines else None for n, clue in enumerate(puzzle.columns, 1)],
    )
    return nonosat.solve(alone, stages=["lines"], given=known).known


def boards() -> list[nonosat.Grid]:
    """The board at the start and after each step of the lesson."""
    found = [puzzle().unknown_grid()]
    for step in STEPS:
        found.append(look_at(puzzle(), found[-1], *step.lines))
    return found


def pictures() -> dict[str, str]:
    """The drawings of the tutorial, by their names."""
    draw, house, grids = nonosat.draw.svg, puzzle(), boards()
    look: dict[str, Any] = {"numbers": True, "cell_size": 28}
    found: dict[str, str] = {
        "lesson-placements.svg": draw(EXAMPLE, PLACEMENTS, cell_size=28),
        "lesson-0.svg": draw(house, grids[0], **look),
    }
    for number, (before, after) in enumerate(pairwise(grids), 1):
        found[f"lesson-{number}.svg"] = draw(
            house, after, marks=after.differences(before), finished=True, **look
        )
    number = next(n for n, step in enumerate(STEPS) if step.name == "contradiction")
    row, column = SUPPOSED
    supposed = grids[number].with_cells([(row, column, nonosat.FILLED)])
    found["lesson-suppose.svg"] = draw(
        house, supposed, marks=[SUPPOSED, (row, column + 1)], finished=True, **look
    )
    for number, grid in enumerate(nonosat.solve(DIAGONALS).solutions, 1):
        found[f"lesson-diagonal-{number}.svg"] = draw(DIAGONALS, grid, cell_size=28)
    return found


def _image(alt: str, name: str) -> str:
    return f"![{alt}](../pictures/{name})"


def _filled(text: str) -> str:
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def tutorial() -> str:
    """The page in docs/."""
    parts = [
        "# A first puzzle",
        "For people who have never solved a nonogram. You need nothing but this page. The same "
        "lesson is in the browser, where you fill in the cells yourself: [install nonosat]"
        "(../how-to/install.md), type `nonosat serve --open`, and choose **How to play**, then "
        "**Start with a first puzzle**. It is also the beginning of the [first notebook]"
        "(../../notebooks/01_first_minutes.ipynb), which you can open in Jupyter and change.",
        f"## {TEXTS['what']}",
        *ABOUT,
        _image("Four rows of six cells with the clue 3 1", "lesson-placements.svg"),
        f"{TEXTS['example']} The last row of the drawing has the cells that all placements share; "
        "hatched cells are unknown. The question marks stand where no clues of columns are known.",
        "## The puzzle",
        "This is the first puzzle. The numbers on the right and below count the rows and columns. "
        "In the drawings hatched cells are unknown and white ones empty. Orange marks the cells "
        "that are new in a step, and a number of a clue is struck out when its block is there.",
        _image("The blank puzzle: five rows and five columns with clues", "lesson-0.svg"),
    ]
    for number, step in enumerate(STEPS, 1):
        parts += [f"## {number}. {step.title}", step.text]
        if step.name == "contradiction":
            parts += [
                _image("Row 1 has two filled cells side by side", "lesson-suppose.svg"),
                "So the assumption is wrong, and the board is:",
            ]
        parts.append(
            _image(
                f"The board after step {number}; the new cells are marked", f"lesson-{number}.svg"
            )
        )
    parts += [
        f"## {TEXTS['ending']}",
        TEXTS["ending.text"],
        "\n".join(
            _image(f"Solution {n} of the board of 2 by 2 cells", f"lesson-diagonal-{n}.svg")
            for n in (1, 2)
        ),
        "nonosat proves for every puzzle whether its solution is unique. "
        "[How it solves](../explanation/how-it-solves.md) shows its methods for puzzles that need "
        "more than one line at a time.",
        "<!-- docs/tools/lesson_page.py makes this page from the texts of the page "
        "(nonosat/web/static/text_learn.js). -->",
    ]
    return "\n\n".join(part if part[0] in "!<" else _filled(part) for part in parts) + "\n"


def _clues(clues: Iterable[Sequence[tuple[int, int]] | None]) -> list[list[int]]:
    return [[length for length, _ in clue or ()] for clue in clues]


def cells() -> list[dict[str, Any]]:
    """The cells of the notebook, without outputs."""
    house = puzzle()
    look = inspect.getsource(look_at).replace("  # type: ignore[no-untyped-def]", "")
    start = f"""\
LOOK = {{"numbers": True, "finished": True, "cell_size": 28}}


{look}

lesson = nonosat.Puzzle(
    rows={_clues(house.rows)},
    columns={_clues(house.columns)},
)
known = lesson.unknown_grid()
nonosat.draw.svg(lesson, known, **LOOK)"""
    found = [
        _text(
            "lesson-about",
            "## A first puzzle",
            "If you know nonograms, go on at “Load and draw”.",
            f"### {TEXTS['what']}",
            *ABOUT,
            "Here is a first puzzle. The numbers on the right and below count rows and columns. "
            "`look_at` looks at some lines of it, each by itself, and returns the board with what "
            "follows from them.",
        ),
        _code("lesson-start", start),
    ]
    for number, step in enumerate(STEPS, 1):
        found.append(_text(f"lesson-text-{number}", f"### {number}. {step.title}", step.text))
        lines = ", ".join(f'"{name}"' for name in step.lines)
        code = f"before, known = known, look_at(lesson, known, {lines})\n"
        if step.name == "contradiction":
            row, column = SUPPOSED
            code = f"""\
supposed = known.with_cells([({row}, {column}, nonosat.FILLED)])
contradiction = nonosat.solve(lesson, given=supposed).verdict
print("solutions with row {row + 1}, column {column + 1} filled:", contradiction.value)
keep("lesson_contradiction", contradiction.value)
{code}"""
        code += "nonosat.draw.svg(lesson, known, marks=known.differences(before), **LOOK)"
        found.append(_code(f"lesson-step-{number}", code))
    found += [
        _text("lesson-ending", f"### {TEXTS['ending']}", TEXTS["ending.text"]),
        _code(
            "lesson-diagonals",
            f"""\
assert known == nonosat.solve(lesson).solutions[0]
diagonals = nonosat.Puzzle(rows={_clues(DIAGONALS.rows)}, columns={_clues(DIAGONALS.columns)})
keep("lesson_verdict", nonosat.solve(lesson).verdict.value)
keep("lesson_diagonals", nonosat.count_solutions(diagonals).number)
nonosat.solve(diagonals)""",
        ),
    ]
    return found


def _text(name: str, *parts: str) -> dict[str, Any]:
    source = "\n\n".join(_filled(part) for part in parts)
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(source)}


def _code(name: str, source: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {},
        "outputs": [],
        "source": _lines(source),
    }


def _lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)


def with_cells(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the current cells; unchanged cells keep their outputs."""
    before = {cell["id"]: cell for cell in notebook["cells"]}
    rest = [cell for cell in notebook["cells"] if not cell["id"].startswith("lesson-")]
    here = [cell["id"] for cell in rest].index(BEHIND) + 1
    lesson = [
        before[cell["id"]] if before.get(cell["id"], {}).get("source") == cell["source"] else cell
        for cell in cells()
    ]
    return {**notebook, "cells": [*rest[:here], *lesson, *rest[here:]]}


if __name__ == "__main__":
    TUTORIAL.write_text(tutorial(), encoding="utf-8")
    shown = with_cells(json.loads(NOTEBOOK.read_text(encoding="utf-8")))
    NOTEBOOK.write_text(json.dumps(shown, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
