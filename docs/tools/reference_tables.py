# SPDX-License-Identifier: MIT
"""The tables of docs/ that are made from tables of the program.

    python -m docs.tools.reference_tables

rewrites them between their marks: the exit codes of every command; presets, backends, themes;
drawings of text; the words of the difficulty; the formats, from the registry, and how the parts of
their files are treated; the keys of JSON (``json_reference.py``); the addresses of the HTTP API
(``http_reference.py``). ``tests/test_pages.py`` compares.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import click

import nonosat
from docs.tools.http_reference import markdown as addresses
from docs.tools.json_reference import markdown as tables
from nonosat.cli.commands import program
from nonosat.cli.help_text import Command
from nonosat.draw import text
from nonosat.draw.theme import THEMES, Theme
from nonosat.explain.difficulty import WORDS
from nonosat.formats.table import markdown as formats
from nonosat.model.report import Verdict
from nonosat.sat.backends import BACKENDS, backend_class, models_lines
from nonosat.solving.presets import PRESETS, STAGES
from tests.bench import documents
from tests.support.format_parts import markdown as parts

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(documents.table(head, rows))


def _every(group: click.Group, before: str = "") -> Iterator[tuple[str, Command]]:
    """The commands and subcommands by their names."""
    context = click.Context(group, info_name="nonosat")
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from _every(found, f"{before}{name} DB ")
        else:
            assert isinstance(found, Command), name
            yield before + name, found


def commands() -> str:
    """Each command's own description of its exit codes."""
    rows = []
    for name, command in _every(program):
        for number, (code, words) in enumerate(sorted(command.status.items())):
            meaning = re.sub(r"(--[a-z-]+(?: \d+)?)", r"`\1`", words)
            rows.append(("" if number else f"`{name}`", str(code), meaning))
    return _table(("command", "code", "meaning"), rows)


def _stages(stages: tuple[str, ...]) -> str:
    missing = [name for name in STAGES if name not in stages]
    if not missing:
        return "all"
    if len(missing) == 1:
        return f"all but `{missing[0]}`"
    return ", ".join(f"`{name}`" for name in stages)


def presets() -> str:
    """The parts of each preset, and its purpose."""
    return _table(
        ("preset", "stages", "backend", "encoding", "graph search", "for"),
        (
            (
                f"`{name}`",
                _stages(preset.stages),
                f"`{preset.backend}`" if "sat" in preset.stages else "",
                f"`{preset.encoding}`" if "sat" in preset.stages and preset.encoding else "",
                f"`{preset.graph_search}`" if "implications" in preset.stages else "",
                preset.description,
            )
            for name, preset in PRESETS.items()
        ),
    )


_BACKENDS = {
    "kissat": "Kissat, each call in its own process: learnt clauses are lost to the next call.",
    "cpsat": "CP-SAT with the clauses of the puzzle.",
    "cpsat-automaton": "CP-SAT with an automaton for each line.",
}
"""Descriptions of backends whose docstrings begin with something else."""


def backends() -> str:
    """A description of each backend."""
    rows = []
    for number, name in enumerate(BACKENDS):
        solver = backend_class(name)
        words = " ".join((inspect.getdoc(solver) or "").split("\n\n")[0].split())
        same = next(other for other in BACKENDS if backend_class(other) is solver)
        words = _BACKENDS.get(name, words if same == name else f"The same as `{same}`.")
        reads = "lines" if models_lines(name) else "clauses"
        package = "ortools" if "cpsat" in name else "python-sat"
        default = " The default." if number == 0 else ""
        rows.append((f"`{name}`", package, reads, words + default))
    return _table(("backend", "package", "reads", "description"), rows)


_THEMES = {
    "light": "Dark on light; the default of `draw`.",
    "dark": "Light on dark.",
    "print": "Black, white and thin greys; the default of `print`.",
    "contrast": "High contrast.",
    "patterns": "Like `print`, for black-and-white printers and people who do not see colours.",
}
"""The purpose of each theme."""


def themes() -> str:
    """The colours and patterns of each theme."""

    def cells(theme: Theme) -> str:
        if theme.patterns:
            return "patterns instead of colours, with a legend"
        return "colours with their letters" if theme.letters else "colours"

    assert set(_THEMES) == set(THEMES)
    return _table(
        ("theme", "paper", "lines", "coloured cells", "description"),
        (
            (f"`{name}`", theme.paper, theme.border, cells(theme), _THEMES[name])
            for name, theme in THEMES.items()
        ),
    )


def texts() -> str:
    """Drawings for terminals."""
    heart, flower, windmill = (
        nonosat.load(ROOT / "data" / name) for name in ("heart.non", "flower.xml", "windmill.non")
    )
    drawn = []
    for puzzle, options in (
        (heart, {}),
        (heart, {"unicode": False, "marks": [(0, 0)]}),
        (flower, {}),
        (windmill, {"width": 50}),
    ):
        grid = nonosat.solve(puzzle).solutions[0]
        drawn.append(f"```text\n{text.draw(puzzle, grid, **options)}\n```")
    return "\n\n".join(drawn)


_EXAMPLES = 4
"""How many puzzles show what a word means."""


def difficulties() -> str:
    """Each word of the difficulty, its range, and puzzles of ours from the range."""
    found = []
    for path in sorted((ROOT / "data").glob("*.non")):
        puzzle = nonosat.load(path)
        rating = nonosat.rate(puzzle, steps=False)
        if rating.difficulty and nonosat.solve(puzzle).verdict is Verdict.UNIQUE:
            size = f"{puzzle.width}x{puzzle.height}"
            name = f"[{puzzle.title}](../../data/{path.name})"
            text = f"{name}, {size}: {rating.difficulty:.2f}"
            found.append((rating.difficulty, rating.difficulty_word, text))
    borders = list(WORDS.values())
    ranges = [
        *(f"{low:g} to below {high:g}" for low, high in pairwise(borders)),
        f"{borders[-1]} or more",
    ]
    rows = []
    for word, bounds in zip(WORDS, ranges, strict=True):
        of_word = [text for _, its_word, text in sorted(found) if its_word == word]
        apart = (len(of_word) - 1) / (_EXAMPLES - 1)
        examples = "; ".join(of_word[round(number * apart)] for number in range(_EXAMPLES))
        rows.append((word, bounds, _MADE[word], examples))
    heads = ("word", "difficulty", "of `nonosat make SIZE` without options", "puzzles of ours")
    return _table(heads, rows)


_MADE = {
    "very easy": "5x5 (0 to 3.6), 10x10 (4.3 to 6.2)",
    "easy": "15x15 (6.2 to 8.8)",
    "medium": "the easier ones of 20x20 (8.4 to 11.2)",
    "hard": "the harder ones of 20x20",
    "very hard": "25x25 (10.1 to 12.4), 30x30 (12 to 15)",
}
"""Most puzzles of these sizes have that difficulty."""

TABLES: dict[str, dict[str, Callable[[], str]]] = {
    "reference/exit-codes.md": {"commands": commands},
    "reference/http-api.md": {"addresses": addresses},
    "reference/presets.md": {"presets": presets, "backends": backends, "themes": themes},
    "reference/drawings.md": {"texts": texts},
    "explanation/difficulty.md": {"words": difficulties},
    "formats.md": {"formats": formats, "parts": parts},
    "json.md": {"tables": tables},
}
"""The documents, and the tables between their marks."""


def with_tables(document: str) -> str:
    """A document with the current tables between its marks."""
    made = {mark: table() for mark, table in TABLES[document].items()}
    return documents.with_parts((FOLDER / document).read_text(encoding="utf-8"), made)


if __name__ == "__main__":
    for name in TABLES:
        (FOLDER / name).write_text(with_tables(name), encoding="utf-8")
