# SPDX-License-Identifier: MIT
"""``nonosat encode`` and ``decode``, and codes instead of files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonosat
from nonosat import Grid, Puzzle
from tests.support.command_line import run_here

PLUS = Puzzle.from_grid(".#.\n###\n.#.").with_meta(title="a plus")
SWAP = Puzzle([[1], [1]], [[1], [1]])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    nonosat.dump(PLUS, tmp_path / "plus.json")
    nonosat.dump(PLUS.with_goal(None), tmp_path / "clues.json")
    nonosat.dump(SWAP, tmp_path / "swap.non")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_encode_prints_a_line_for_each_puzzle() -> None:
    done = run_here("encode", "plus.json", "swap.non")
    assert done.out.splitlines() == [nonosat.encode(PLUS), nonosat.encode(SWAP)]
    assert (done.err, done.code) == ("", 0)
    done = run_here("encode", "--json", "--code", "rules", "plus.json")
    assert json.loads(done.out) == {
        "file": "plus.json", "index": None, "kind": "rules", "code": "RnO9e"
    }  # fmt: skip


def test_links() -> None:
    done = run_here("encode", "--code", "rules", "--link", "--base", "https://e.org/", "plus.json")
    assert done.out == "https://e.org/#rules=RnO9e&name=a%20plus\n"
    assert run_here("show", "-q", done.out.strip()).out == run_here("show", "-q", "plus.json").out
    assert run_here("encode", "--code", "raw", "--link", "plus.json").out.startswith("?width=3")
    assert run_here("encode", "--base", "x", "plus.json").code == 2
    assert run_here("encode", "--code", "image-2020", "--link", "plus.json").code == 2


def test_links_begin_with_the_address_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONOSAT_SITE", "https://e.org/")
    done = run_here("encode", "--code", "rules", "--link", "plus.json")
    assert done.out == "https://e.org/#rules=RnO9e&name=a%20plus\n"
    done = run_here("encode", "--link", "--base", "https://f.org/", "plus.json")
    assert done.out.startswith("https://f.org/#code=")
    assert run_here("encode", "--code", "raw", "--link", "plus.json").code == 0
    for address in ("e.org", "file:///page", "https://", "https://[", "https://e .org/", "a\x1bb"):
        monkeypatch.setenv("NONOSAT_SITE", address)
        done = run_here("encode", "--link", "plus.json")
        assert "NONOSAT_SITE" in done.err
        assert "write https://HOST/PATH/" in done.err
        assert "\x1b" not in done.err
        assert (done.out, done.code) == ("", 2)
        assert run_here("encode", "plus.json").code == 0  # no link
        done = run_here("encode", "--link", "--base", address, "plus.json")
        assert "--base" in done.err
        assert (done.out, done.code) == ("", 2)


def test_pictures_of_the_only_solution() -> None:
    assert run_here("encode", "--code", "image", "plus.json").out == "BnMug\n"
    refused = run_here("encode", "--code", "image", "clues.json")
    assert "no goal picture" in refused.err
    assert refused.code == 4
    assert run_here("encode", "--code", "image", "--solution", "clues.json").out == "BnMug\n"
    several = run_here("encode", "--code", "image", "--solution", "swap.non", "plus.json")
    assert "swap.non: no picture of the only solution: several solutions" in several.err
    assert (several.out, several.code) == ("BnMug\n", 1)


def test_stats() -> None:
    done = run_here("encode", "--stats", "plus.json", "swap.non")
    assert "  image: BnMug\n" in done.out
    assert "  image: no picture of the only solution: several solutions\n" in done.out
    ours = len(nonosat.encode(PLUS)) + len(nonosat.encode(SWAP))
    assert done.out.splitlines()[-5:] == [
        "Totals:",
        "  puzzles: 2",
        "  rules: 9 characters, average 4.5",
        "  image: 5 characters, average 5.0, of 1 code",
        f"  nonosat: {ours} characters, average {ours / 2:.1f}",
    ]
    assert done.code == 1
    last = json.loads(run_here("encode", "--stats", "--json", "plus.json").out.splitlines()[-1])
    assert last["totals"]["rules"] == {"codes": 1, "characters": 5}


@pytest.mark.parametrize("kind", ["rules", "image", "rules-2020", "image-2020", "raw", "game-id"])
def test_codes_stand_where_a_file_does(kind: str) -> None:
    code = run_here("encode", "--code", kind, "plus.json").out.strip()
    assert run_here("check", "-q", code).code == 0
    assert run_here("show", "-q", code).out == run_here("show", "-q", "plus.json").out
    assert run_here("show", "-q", "-", stdin=nonosat.encode(PLUS)).code == 0


def test_a_file_of_this_name_wins(folder: Path) -> None:
    shown = run_here("show", "RlKq")
    assert shown.out.startswith("RlKq: 2x2")
    nonosat.dump(PLUS, folder / "RlKq", format="json")
    assert run_here("show", "RlKq").out.startswith("RlKq: 3x3")


def test_what_is_neither_a_file_nor_a_code() -> None:
    done = run_here("check", "RIVER", "river", "no/file.non")
    assert done.err.splitlines() == [
        "nonosat: RIVER: no file has this name; read as a code: character 6: the code ends here, "
        "but is not complete: it is cut off",
        "nonosat: river: the file cannot be read: No such file or directory",
        "nonosat: no/file.non: the file cannot be read: No such file or directory",
    ]
    assert done.code == 4


def test_a_picture_can_be_given() -> None:
    assert run_here("solve", "-q", "RlKq", "--given", "BlJI").code == 0
    wrong = run_here("check-grid", "RlKq", "--given", "BnMug")
    assert "BnMug: the given grid has 3 columns and 3 rows" in wrong.err


def test_decode() -> None:
    out = run_here("decode", "RlKq").out
    assert nonosat.loads(out) == SWAP
    done = run_here("decode", "RlKq", "RnO9e", "--to", "code")
    assert done.out == run_here("encode", "swap.non", "clues.json").out
    assert run_here("decode", "-", "--to", "code", stdin="RlKq\n\nRnO9e\n").out == done.out
    assert run_here("decode", "--grid", "LjGQ", "BlJI").out == "?\n#.\n.#\n"
    assert run_here("decode", "--grid", "RlKq").code == 4


def test_decode_to_a_file(folder: Path) -> None:
    assert run_here("decode", "BlJI", "-o", "new.non").code == 0
    assert nonosat.load(folder / "new.non").goal == Grid("#.\n.#")
    again = run_here("decode", "RnO9e", "-o", "new.non")
    assert (again.code, "new.non exists: add --force" in again.err) == (2, True)
    assert run_here("decode", "RnO9e", "-o", "new.non", "--force").code == 0
    assert nonosat.load(folder / "new.non").width == 3
    broken = run_here("decode", "RlKq", "RlKqA", "-o", "never.non")
    assert broken.code == 4
    assert broken.err == (
        "nonosat: RlKqA: character 5: the code is complete before 'A': remove what follows\n"
    )
    assert not (folder / "never.non").exists()
    assert run_here("decode", "RlKq", "-o", "new.non/x.non").code == 74
    assert run_here("decode", "RlKq", "--grid", "-o", "x.non").code == 2
