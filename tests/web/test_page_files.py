# SPDX-License-Identifier: MIT
"""The files of the page, without a browser: texts, stored files, no file from other hosts."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from nonosat import Grid, Puzzle, Verdict, encode
from nonosat.draw.theme import THEMES
from nonosat.explain.techniques import TECHNIQUES

STATIC = Path(__file__).resolve().parents[2] / "nonosat" / "web" / "static"
FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
SCRIPTS = {
    path.relative_to(STATIC).as_posix(): path.read_text() for path in FILES if path.suffix == ".js"
}


def test_the_service_worker_keeps_every_file() -> None:
    kept = re.findall(r'"([\w./-]+\.\w+)"', SCRIPTS["sw.js"].split("FILES = [")[1].split("]")[0])
    names = {path.relative_to(STATIC).as_posix() for path in FILES} - {"sw.js", "index.html"}
    assert set(kept) == {name for name in names if not name.startswith("tab/")}  # not on a server


def test_every_import_is_there() -> None:
    for name, text in SCRIPTS.items():
        for target in re.findall(r'(?:from|import\()\s*"(\.[^"]+)"', text):
            assert (STATIC / name).parent.joinpath(target).resolve().is_file(), (name, target)


def _table(file: str) -> list[str]:
    return re.findall(r'^\t"?([\w.-]+)"?:\s+["\[]', SCRIPTS[file], re.M)


TEXTS: dict[str, str | tuple[str, ...]] = {
    "text.js": "",
    "text_learn.js": ("teaching.js", "pages/learn.js", "pages/player_lesson.js"),
    "text_list.js": "pages/list",
    "text_photo.js": "pages/editor_",
    "text_play.js": "pages/player",
}
"""The tables of texts, and the only files that use them."""


def test_every_text_is_there_once() -> None:
    table = [key for file in TEXTS for key in _table(file)]
    assert len(table) == len(set(table))
    for name, text in SCRIPTS.items():
        for key in re.findall(r'\bt\("([\w.-]+)"[,)]', text):
            assert any(key in _table(file) and name.startswith(TEXTS[file]) for file in TEXTS), (
                name,
                key,
            )


def test_every_technique_and_theme_has_a_name() -> None:
    table = _table("text.js")
    assert {f"technique.{name}" for name in TECHNIQUES} <= set(table)
    assert {f"print.theme.{name}" for name in THEMES if name != "dark"} <= set(table)


def test_nothing_comes_from_elsewhere() -> None:
    for path in FILES:
        text = path.read_text()
        links = set(re.findall(r"(?:https?:)?//[a-z][\w.-]+\.[a-z]{2,}[^\s\"'`)]*", text))
        assert not {link for link in links if "www.w3.org" not in link}, path.name
    page = (STATIC / "index.html").read_text()
    assert "style=" not in page
    assert not re.search(r"<script(?![^>]*src=)", page)
    assert not re.search(r"\son\w+=", page)


def test_text_is_never_markup() -> None:
    for name, text in SCRIPTS.items():
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert word not in text, (name, word)


def test_weight() -> None:
    """The bytes that a server sends to a browser."""
    sizes = {
        path.relative_to(STATIC).as_posix(): len(gzip.compress(path.read_bytes()))
        for path in FILES
        if path.parent.name != "tab"
    }
    assert sum(sizes.values()) < 240_000, sorted(sizes.items(), key=lambda item: -item[1])[:8]


def test_the_names_of_the_puzzle_that_teaches() -> None:
    puzzle = Puzzle.from_grid(Grid("..#..\n.###.\n#####\n.#.#.\n.###."))
    assert f'"{puzzle.sha256()}"' in SCRIPTS["teaching.js"]
    assert f'"{encode(puzzle)}"' in SCRIPTS["teaching.js"]
    assert puzzle.solve().verdict is Verdict.UNIQUE
