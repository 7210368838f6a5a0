# SPDX-License-Identifier: MIT
"""NUL and halves of surrogate pairs: no puzzle holds them, so no writer fails because of them."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from nonosat import Grid, Puzzle, formats
from nonosat.errors import PuzzleError
from nonosat.formats import FORMATS
from nonosat.model.palette import Palette
from nonosat.types import Metadata
from tests.support.command_line import run_here

WRITTEN = [form.name for form in FORMATS.values() if form.writes]
ODD = "a\0b\ud800c\udfffd"
SHOWN = "a\ufffdb\ufffdc\ufffdd"


def odd_puzzle(colors: int) -> Puzzle:
    """A puzzle in which every text is odd, as one that comes from JSON or from a program."""
    texts = {field.name: f"{field.name} {ODD}" for field in fields(Metadata())}
    given = [(f"{ODD} 1", "#f00", None), (f"{ODD} 2", "#00f", None)]
    palette = Palette.of(given[:colors])
    return Puzzle.from_grid(
        Grid("#.\n##" if colors == 1 else "ab\nb.", palette.letters), palette=palette
    ).with_meta(**texts)


def test_the_rule() -> None:
    assert Metadata(title=ODD, description=ODD) == Metadata(title=SHOWN, description=SHOWN)
    assert Palette.of([(ODD, "#f00", None)]).colors[0].name == SHOWN
    assert odd_puzzle(2).meta.author == f"author {SHOWN}"
    for good in ("", "ascii", "\U0001f600", "\x1b\n"):
        assert Metadata(title=good).title is good


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("colors", [1, 2])
def test_every_writer(name: str, colors: int) -> None:
    """A written puzzle is read again with the same texts or none, unless the writer refuses it."""
    puzzle, form = odd_puzzle(colors), FORMATS[name]
    try:
        content = form.dumps(puzzle)
    except PuzzleError:
        return
    data = content if isinstance(content, bytes) else content.encode()
    (again,) = formats.read_all(data, format=name)
    assert isinstance(again, Puzzle), again
    for field in fields(Metadata()):
        text = getattr(again.meta, field.name)
        assert text.isascii() or SHOWN in text


@pytest.mark.parametrize("args", [
    *(["draw", "-o", f"x.{suffix}"] for suffix in ("svg", "png", "pdf", "txt")),
    ["explain", "-o", "x.html"],
    ["print", "-o", "x.pdf"],
    ["convert", "-o", "x.ppm", "--to", "netpbm"],
    ["convert", "-o", "x.gno"],
    ["convert", "-o", "x.zip", "--name", "{title}"],
])  # fmt: skip
def test_every_drawing(tmp_path: Path, args: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    escaped = '"a\\u0000b\\ud800c"'
    Path("odd.json").write_text(
        f'{{"title": {escaped}, "author": {escaped}, "palette": {{"background": "#ffffff", '
        f'"colors": [{{"name": {escaped}, "rgb": "#ff0000", "letter": "r"}}, '
        f'{{"name": "x", "rgb": "#00ff00", "letter": "g"}}]}}, "cells": ["rg", "gr"]}}'
    )
    done = run_here(args[0], "odd.json", *args[1:])
    assert done.code in (0, 4), done  # 4: the format has one colour
    assert len(list(tmp_path.iterdir())) == (2 if done.code == 0 else 1)
