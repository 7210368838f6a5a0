# SPDX-License-Identifier: MIT
"""Text of a file never controls the terminal: control characters in every text of a puzzle, in
names of files and of members of archives, through every command; and on a terminal with colours,
through the commands that draw.

``RUNS`` has at least one run of each command that click knows.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

import nonosat
from nonosat import Grid, Puzzle, collection, formats
from nonosat.cli import output
from nonosat.cli.command_collection import collection as group
from nonosat.cli.commands import program
from tests.support.command_line import Terminal, on_terminal, run_here

ODD = "\x1b[31mX\x07\x9b2J\u202eR\nFORGED\rFORGED\x0bFORGED\x85FORGED\u2028FORGED\x7f"
"""ESC, BEL, CSI in one character, a change of direction, and all ends of lines."""
BEYOND = "\0\ud800"
"""Characters that UTF-8 and file names cannot hold."""

META = ("title", "author", "copyright", "license", "catalogue", "description")


def data(picture: list[str], name: str, **more: object) -> str:
    """A puzzle of two colours in JSON, with odd characters in all texts."""
    texts = {field: f"{field} {ODD}{BEYOND}" for field in META}
    colors = [
        {"name": f"{name} {n} {ODD}{BEYOND}", "rgb": rgb, "letter": letter}
        for n, (letter, rgb) in enumerate((("a", "#ff0000"), ("b", "#00ff00")))
    ]
    grid = "\n".join(picture)
    puzzle = json.loads(formats.dumps(Puzzle.from_grid(Grid(grid, "ab")), format="json"))
    palette = {"background": "#ffffff", "colors": colors}
    return json.dumps(puzzle | texts | {"palette": palette} | more)


FILE = f"odd{ODD}{os.fsdecode(bytes([0xE9]))}"
RUNS: dict[str, list[list[str]]] = {
    "bench": [["ONE", "--presets", "fast"], ["SUMS"]],
    "build-benchmark": [
        ["FAMILIES", "-o", "OUT5"], ["FAMILY", "-o", "OUT6"], ["ONE", "-o", "OUT6"],
        ["missing\x1b", "-o", "OUT6"], ["FAMILIES", "-o", "OUT\x1b"],
    ],
    "check": [
        ["ALL"], ["ALL", "--json"], ["ALL", "--jobs", "2"],
        ["TWO", "--ambiguous", "--verbose"], ["NONE", "--why"], ["SUMS"], ["ZIP"], ["missing\x1b"],
        ["TEXT"],
    ],
    "check-grid": [["ONE", "--given", "MARKS"], ["SUMS", "--given", "MARKS"]],
    "convert": [
        ["ONE", "-o", "OUT/a.picmi", "--to", "picmi"], ["ZIP", "-o", "OUT/{title}.non"],
        ["ALL", "-o", "-", "--to", "zip"],
        ["FOLDER", "-o", "OUT2", "--to", "taai", "--name", "{title}"],
    ],
    "correct": [["SUMS"], ["NONE"], ["SUMS", "-o", "OUT/corrected.json"]],
    "count": [["ONE"], ["TWO", "--list"], ["SUMS"]],
    "decode": [["\x1b[31m\n"], ["x\x9b"]],
    "draw": [["ONE", "-o", "OUT/a.svg"], ["ALL", "-o", "OUT3", "--to", "png"]],
    "encode": [["ONE"], ["ALL", "--stats"], ["ZIP"]],
    "explain": [["ONE"], ["TWO"], ["NONE"], ["ONE", "-o", "OUT/a.html"], ["SUMS"],
                ["ONE", "--json"], ["ONE", "--cell", "R1C1"]],
    "formats": [[], ["\x1b[31m"]],
    "from-image": [["PIXELS", "--title", ODD], ["missing\x1b"]],
    "read": [["PIXELS"], ["missing\x1b"]],
    "graph": [["TWO"], ["ONE", "--cell", "R1C1"], ["NONE"], ["TWO", "--max-links", "2"]],
    "hint": [["ONE", "--level", level] for level in ("where", "what", "why")]
    + [["TWO"], ["NONE", "--level", "why"], ["ONE", "--given", "MARKS", "--level", "why"]],
    "like-image": [["PIXELS"], ["PIXELS", "--title", ODD]],
    "line-statistics": [["ONE"], ["ONE", "--presets", "fast,logic"], ["SUMS"]],
    "make": [["\x1b"]],
    "print": [["ALL", "-o", "OUT/b.pdf", "--title", ODD]],
    "rate": [["ONE"], ["ALL", "--csv"], ["FOLDER"], ["NONE"]],
    "repair": [["TWO"], ["NONE"], ["ONE"]],
    "reveal": [["TWO"], ["NONE"]],
    "serve": [["missing\x1b[31m"], ["ONE", "--host", "\x1b[31m"]],
    "show": [["ALL"], ["ONE", "--goal"], ["ZIP"], ["SUMS"]],
    "solve": [["ALL"], ["ONE", "--log"], ["TWO", "--verbose"], ["NONE", "--log"], ["SUMS"],
              ["ONE", "--given", "MARKS"], ["ONE", "--watch"], ["ZIP"]],
    "verify-certificate": [["PROOF", "ONE"], ["PROOF", "TWO"], ["ONE", "ONE"]],
    "write-certificate": [["ONE", "-o", "OUT/p.nonocert"], ["ALL", "-o", "OUT4/"]],
}  # fmt: skip
STORED: dict[str, list[list[str]]] = {
    "add": [["ALL"], ["FOLDER"], ["ZIP"], ["missing\x1b"]],
    "duplicates": [[]],
    "export": [["-o", "OUT/all.csv"], ["-o", "OUT/f/", "--to", "non", "--name", "{title}"]],
    "judge": [["--quiet"]],
    "list": [["--columns", "all"], ["--faults"], ["--where", "x\x1b"], ["--columns", "\x9b"]],
    "merge": [["other\x1b.db"], ["OTHER"]],
    "report": [["-o", "OUT/report.html"]],
    "show": [["1"], ["2", "--json"]],
    "status": [[]],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("odd")
    (root / "in").mkdir()
    (root / "OUT").mkdir()
    texts = {
        "one": data(["ab.", ".ab", "ba."], "red"),
        "two": data(["ab", "ba"], "green", rows=[[[1, "a"]], [[1, "a"]]], cols=[[[1, "a"]]] * 2),
        "none": data(["ab", "ba"], "blue", rows=[[[2, "a"]], None], cols=[[[1, "b"]], None]),
        "sums": data(
            ["ab", "ba"], "sum", rows=[[[2, "a"]], [[1, "b"]]], cols=[[[1, "a"]], [[1, "b"]]]
        ),
    }
    for name, text in texts.items():
        left_out = {"cells"} if name != "one" else set()
        kept = {k: v for k, v in json.loads(text).items() if k not in left_out}
        (root / "in" / f"{name}{FILE}.json").write_text(json.dumps(kept))
    with zipfile.ZipFile(root / f"{FILE}.zip", "w") as archive:
        for name, text in texts.items():
            archive.writestr(f"{name}{ODD}\u202e.json", text)
    (root / f"marks{FILE}").write_text("ab.\n...\n...\n")
    odd = json.dumps(ODD).replace("\x7f", "\\u007f")
    head = f'name = {odd}\nversion = {odd}\n[family.dom]\nwhat = {odd}\ngenerator = "domino"\n'
    (root / f"families{FILE}.toml").write_text(f"{head}small = {{ n = [2] }}\n")
    (root / f"family{FILE}.toml").write_text(f"{head}{odd} = 1\n")
    from PIL import Image

    image = Image.new("1", (3, 3), 1)
    image.putpixel((0, 0), 0)
    image.save(root / f"pixels{FILE}.png")
    return root


def words_of(args: list[str], root: Path) -> list[str]:
    names = {
        **{name.upper(): [f"in/{name}{FILE}.json"] for name in ("one", "two", "none", "sums")},
        "ALL": [f"in/{name}{FILE}.json" for name in ("one", "two", "none", "sums")],
        "ZIP": [f"{FILE}.zip"],
        "FOLDER": ["in"],
        "MARKS": [f"marks{FILE}"],
        "PIXELS": [f"pixels{FILE}.png"],
        "FAMILIES": [f"families{FILE}.toml"],
        "FAMILY": [f"family{FILE}.toml"],
        "PROOF": ["in/one.nonocert"],
        "OTHER": ["other.db"],
        "TEXT": [data(["ab."], "text")],
    }
    return [word for arg in args for word in names.get(arg, [arg])]


def assert_harmless(text: str, where: object) -> None:
    for character in text:
        assert character.isprintable() or character in "\n\t", (where, character, text)
    for line in text.split("\n"):
        assert not line.startswith("FORGED"), (where, text)


def test_every_command_is_run() -> None:
    assert set(RUNS) | {"collection"} == set(program.list_commands(None))  # type: ignore[arg-type]
    assert set(STORED) == set(group.list_commands(None))  # type: ignore[arg-type]


@pytest.mark.parametrize("command", RUNS)
def test_commands(folder: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for args in RUNS[command]:
        done = run_here(command, *words_of(args, folder))
        assert done.code in (0, 1, 2, 3, 4, 5), (args, done)
        assert "Traceback" not in done.err
        assert_harmless(done.err, args)
        if "-" not in args:  # the data of a format
            assert_harmless(done.out, args)


def test_collections(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    db = f"db{FILE}.db"
    with collection.open("other.db") as store:
        store.add(Puzzle([[1]], [[1]]).with_meta(title=ODD), name=ODD)
    for command, runs in STORED.items():
        for args in runs:
            done = run_here("collection", db, command, *words_of(args, folder))
            assert done.code in (0, 1, 2, 3, 4, 5), (command, args, done)
            assert_harmless(done.out + done.err, (command, args))
    assert "\\x1b[31mX" in run_here("collection", db, "list").out


CODES = re.compile(r"\r?\x1b\[(2K|1A)|\x1b\[\?25[hl]|\x1b\[[0-9;]*m")
"""The codes that nonosat sends to a terminal: erase a line, go up, cursor, colours."""


@pytest.mark.parametrize(
    "args",
    [
        ["show", "--goal", "in"],
        ["solve", "-v", "in"],
        ["solve", "--watch", "--watch-delay", "0", "ONE", "TWO", "NONE", "SUMS"],
        ["check", "-v", "in"],
        ["line-statistics", "ONE"],
        ["explain", "ONE"],
        ["explain", "TWO"],
        ["explain", "NONE"],
        ["hint", "ONE", "--level", "why"],
        ["bench", "ONE", "TWO", "--presets", "fast"],
    ],
    ids=" ".join,
)
def test_colours_on_a_terminal_are_ours(folder: Path, args: list[str]) -> None:
    """File names that are not UTF-8 come from the folder, because pexpect cannot pass them."""
    given = []
    for arg in args:
        if arg.isupper():
            found = folder / "in" / f"{arg.lower()}{FILE}.json"
            given.append(shutil.copy(found, folder / f"{arg.lower()}{ODD}.json").name)
        else:
            given.append(arg)
    shown, _ = on_terminal(*given, cwd=folder, rows=60, columns=250)
    assert "\x1b[" in shown or args[0] == "explain"
    assert "\\x1b[31mX\\x07\\x9b2J" in shown
    assert "\x1b[31mX" not in shown
    assert_harmless(CODES.sub("", shown.replace("\r\n", "\n")), args)


FILES_SHOWN: dict[str, list[str]] = {
    **{f"convert to {form}": ["convert", "ALL", "--to", form] for form in ("non", "json", "xpm")},
    "encode": ["encode", "ONE"],
    "export": ["collection", "shown.db", "export", "-o", "-", "--to", "csv"],
    "report": ["collection", "shown.db", "report", "-o", "-"],
}


@pytest.mark.parametrize("what", FILES_SHOWN)
def test_a_file_on_a_terminal_is_harmless(
    folder: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """In a pipe the same file is unchanged."""
    monkeypatch.chdir(folder)
    with collection.open("shown.db") as store:
        store.add(Puzzle([[1]], [[1]]).with_meta(title=ODD), name=ODD)
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    with suppress(SystemExit):
        program(words_of(FILES_SHOWN[what], folder), standalone_mode=False)
    shown = terminal.getvalue()
    assert shown.strip()
    assert all(character.isprintable() or character in "\n\t" for character in shown)


def test_what_is_not_text_is_not_printed_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    for data in (b"\x89PNG\r\n\x1a\n\0\0", b"\xff\xfe", b"abc\0"):
        with pytest.raises(nonosat.errors.OptionError, match="not text"):
            output.emit_bytes(data)
    output.emit_bytes("Zoë\t\x1b[2J\r\nFORGED\rX\n".encode())
    assert terminal.getvalue() == "Zoë\t\\x1b[2J\nFORGED\nX\n"


def test_a_file_in_a_pipe_is_as_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    done = run_here("convert", *words_of(["ONE"], folder), "--to", "non")
    assert "\x1b[31mX\x07" in done.out
