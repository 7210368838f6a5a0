# SPDX-License-Identifier: MIT
"""Codes that earlier programs wrote, and our own codes, which must never change."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from test_codes import EVERYTHING

from nonosat import Grid, Puzzle, decode, decode_grid, encode, load
from nonosat.errors import GridError
from nonosat.formats.codes.bits import code_lengths


@pytest.fixture(scope="module")
def vectors(corpus: Path) -> dict[str, Any]:
    text = (corpus.parent / "vectors" / "shortcodes.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def grid_of(vector: dict[str, Any]) -> Grid:
    return Grid([row.replace("-", "?") for row in vector["cells"]])


@pytest.mark.corpus
def test_short_images(vectors: dict[str, Any]) -> None:
    for vector in vectors["short_image_v2"]:
        assert encode(grid_of(vector), "image") == vector["code"]
        assert decode_grid(vector["code"]) == grid_of(vector)
    assert len(vectors["short_image_v2"]) == 70


@pytest.mark.corpus
def test_short_rules(vectors: dict[str, Any]) -> None:
    for vector in vectors["short_rules_v2"]:
        puzzle = Puzzle(vector["rows"], vector["cols"])
        assert encode(puzzle, "rules") == vector["code"]
        assert decode(vector["code"]) == puzzle
    assert len(vectors["short_rules_v2"]) == 168


@pytest.mark.corpus
def test_images_of_2020(vectors: dict[str, Any]) -> None:
    for vector in vectors["short_image_2020"]:
        grid = grid_of(vector)
        if vector["code"] is None:
            with pytest.raises(GridError, match="unknown, which this kind of code cannot hold"):
                encode(grid, "image-2020")
            continue
        assert encode(grid, "image-2020") == vector["code"]
        assert decode_grid(vector["code"]) == decode_grid(vector["code"], "image-2020") == grid
    assert len(vectors["short_image_2020"]) == 28


@pytest.mark.corpus
def test_rules_of_2020(vectors: dict[str, Any]) -> None:
    for vector in vectors["short_rules_2020"]:
        puzzle = Puzzle(vector["rows"], vector["cols"])
        assert encode(puzzle, "rules-2020") == vector["code"]
        assert decode(vector["code"], "rules-2020") == puzzle
        assert decode(vector["code"]).with_goal(None) == puzzle
    assert len(vectors["short_rules_2020"]) == 24


@pytest.mark.corpus
def test_queries(vectors: dict[str, Any]) -> None:
    for vector in vectors["dsmiller_url"]:
        grid = grid_of(vector)
        assert encode(grid, "raw") == vector["query"]
        assert decode_grid(vector["query"]) == grid
        plain = "&".join(f"{name}={value}" for name, value in vector["params"].items())
        assert decode_grid(f"https://example.org/designer?x=1&{plain}#top") == grid
    assert len(vectors["dsmiller_url"]) == 61


@pytest.mark.corpus
def test_lengths_of_the_huffman_codes(vectors: dict[str, Any]) -> None:
    table = vectors["huffman_lengths_low_biased"]
    for largest, lengths in table.items():
        expected = [0] if largest == "0" else lengths
        assert code_lengths(int(largest)) == expected
    assert len(table) == 71


@pytest.mark.corpus
def test_codes_in_the_documents_of_the_earlier_programs(vectors: dict[str, Any]) -> None:
    codes = vectors["quoted_in_seed_documents"]["football"]
    grid = decode_grid(codes["v2_image"])
    puzzle = Puzzle.from_grid(grid)
    assert encode(puzzle, "rules") == codes["v2_rules"]
    assert encode(grid, "image-2020") == codes["2020_image"]
    assert encode(puzzle, "rules-2020") == codes["2020_rules"]


@pytest.mark.corpus
def test_game_id_of_a_saved_game(corpus: Path) -> None:
    text = (corpus.parent / "formats" / "sgt-pattern.sav").read_text(encoding="ascii")
    params, clues = (
        next(line.split(":", 2)[2] for line in text.splitlines() if line.startswith(key))
        for key in ("CPARAMS", "DESC")
    )
    puzzle = decode(f"{params}:{clues}")
    assert encode(puzzle, "game-id") == f"{params}:{clues}"
    assert [length for length, _ in puzzle.columns[0] or ()] == [3, 4]


@pytest.mark.corpus
def test_our_code_is_shorter_for_most_real_puzzles(corpus: Path) -> None:
    """Every fifth file is tested; docs/experiments.md has the figures of all files."""
    files = sorted(corpus.glob("*/*.non"))[::5]
    ours = rules = shorter = 0
    for file in files:
        puzzle = load(file)
        ours_here, rules_here = len(encode(puzzle)), len(encode(puzzle, "rules"))
        ours, rules = ours + ours_here, rules + rules_here
        shorter += ours_here < rules_here
    assert len(files) >= 100
    assert shorter >= 0.85 * len(files)
    assert ours <= 0.82 * rules


DOT = Puzzle([[1]], [[1]])
FROZEN = (
    ("NSFl5", DOT),
    ("NNRZ0UDG", Puzzle([[1], [3], [1]], [[1], [3], [1]])),
    ("NzuN2Ibf", Puzzle([[1], None], [[1], []])),
    ("NBrgL7bXrzQ", Puzzle([[20]], [[1]] * 20)),
    ("Np-9xfJ8", Puzzle([[]] * 7, [[]] * 12)),
    ("NMS_12PgAABG4eMeXAnXqQIi_83VpPuFm6dp5", EVERYTHING),
)
"""Codes of version N. They must be read, and written, like this for ever."""


@pytest.mark.parametrize(("code", "puzzle"), FROZEN)
def test_our_codes_stay_as_they_are(code: str, puzzle: Puzzle) -> None:
    assert decode(code) == puzzle
    assert encode(puzzle) == code


@pytest.mark.corpus
def test_our_codes_of_real_puzzles_stay_as_they_are(corpus: Path) -> None:
    """One number for the codes of a hundred files: any change of the coder or its tables shows."""
    codes = [encode(load(file)) for file in sorted(corpus.glob("hard/*.non"))]
    assert len(codes) == 113
    assert sha256("\n".join(codes).encode()).hexdigest()[:16] == "dbf12225586c3f97"
