# SPDX-License-Identifier: MIT
"""Parts of a file that are not read: remarks on stderr and in JSON; ``--strict`` refuses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import commands, run_here

DOTS = {"rows": [[2], [1]], "columns": [[2], [1]]}
TEXT = json.dumps({**DOTS, "printd": ["#?", "??"]})
REMARK = "unknown key 'printd', which is not read: is 'printed' meant?"


OPTIONS = {names: {option.name for option in command.params} for names, command in commands()}
COMMANDS = [names for names, found in OPTIONS.items() if {"format_name", "strict"} & found]
"""The commands that read puzzle files."""
LONG = ("bench", "repair")
"""Commands that import much."""
MORE = {
    "check-grid": ["--given", "##\n#."],
    "write-certificate": ["-o", "x.nonocert"],
    "convert": ["--to", "non"],
    "draw": ["-o", "x.svg"],
    "print": ["-o", "x.pdf"],
    "bench": ["--presets", "fast"],
    "reveal": ["--solution", "##\n#."],
    "repair": ["--solution"],
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("dots.json").write_text(TEXT)
    return "dots.json"


def arguments(command: tuple[str, ...], file: str) -> list[str]:
    if command == ("collection", "add"):
        return ["collection", "x.db", "add", file]
    if command == ("verify-certificate",):
        assert run_here("write-certificate", file, "-o", "y.nonocert", "-q").code == 0
        return [*command, "y.nonocert", file]
    return [*command, file, *MORE.get(command[-1], [])]


@pytest.mark.parametrize(
    "command",
    [pytest.param(x, marks=pytest.mark.slow if x[0] in LONG else ()) for x in COMMANDS],
    ids="-".join,
)
def test_every_command_refuses_remarks_with_strict(command: tuple[str, ...], file: str) -> None:
    given = arguments(command, file)
    strict = run_here(*given, "--strict")
    assert f"{file}: {REMARK}" in strict.err
    assert strict.code == 4, strict
    loose = run_here(*given)
    assert loose.err.count(f"{file}: {REMARK}") == 1, loose


def test_every_command_with_a_format_is_strict() -> None:
    for command in COMMANDS:
        assert "strict" in OPTIONS[command], command
    assert len(COMMANDS) > 20


def test_remarks_in_json(file: str) -> None:
    for command in ("check", "solve", "count", "rate"):
        result = run_here(command, file, "--json")
        assert json.loads(result.out.splitlines()[0])["remarks"] == [REMARK]
        assert REMARK not in result.err
    found = json.loads(run_here("check", file, "--json", "--strict").out)
    assert found == {"file": file, "index": None, "error": [REMARK]}
    assert run_here("check", file, "-q").err == ""
    Path("plain.json").write_text(json.dumps(DOTS))
    assert "remarks" not in json.loads(run_here("check", "plain.json", "--json").out)


def test_the_content_of_a_file_counts() -> None:
    text = json.dumps({"rows": [[1], [1]], "columns": [[1], [1]], "content": [1, 0, 0, 0]})
    result = run_here("check", text, "--strict")
    assert (result.out, result.code) == ("<text>: unique\n", 0)
    wrong = text.replace("[1, 0, 0, 0]", "[1, 1, 0, 0]")
    result = run_here("check", wrong)
    assert result.code == 4
    assert "R1: the printed cells of this line contradict its clue" in result.err


def test_convert_prints_remarks_and_what_is_lost(file: str) -> None:
    result = run_here("convert", file, "--to", "non")
    assert result.code == 0
    assert result.err == f"nonosat: {file}: {REMARK}\n"
    result = run_here("convert", file, "-o", "out.non", "--strict")
    assert result.code == 4
    assert not Path("out.non").exists()


def test_a_collection_leaves_out_what_is_strictly_refused(file: str) -> None:
    """Without ``--strict`` it is added later."""
    Path("two.json").write_text(f"[{json.dumps(DOTS)}, {TEXT.replace('[2]', '[1]')}]")
    result = run_here("collection", "x.db", "add", file, "two.json", "--strict", "--json")
    assert result.code == 4
    added = json.loads(result.out)
    assert (added["new"], added["broken"]) == (1, 2)
    assert "two.json#2: unknown key '[1].printd'" in result.err
    again = run_here("collection", "x.db", "add", file, "two.json", "--json")
    added = json.loads(again.out)
    assert (again.code, added["new"], added["broken"], added["unchanged"]) == (0, 1, 0, 0)
    assert again.err.count("is 'printed' meant?") == 2
    last = run_here("collection", "x.db", "add", file, "two.json", "--json")
    assert json.loads(last.out)["unchanged"] == 2
