# SPDX-License-Identifier: MIT
"""``nonosat check`` without click says what it says with click."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nonosat import Puzzle, dump
from nonosat.cli import plain_check as module
from nonosat.cli import program, verdicts
from nonosat.errors import BackendError

ROOT = Path(__file__).parents[1]
plain_check = module.plain_check

FILES = {
    "unique.non": "rows\n2\n1\ncolumns\n2\n1\n",
    "two.non": "rows\n1\n1\ncolumns\n1\n1\n",
    "none.json": '{"rows": [[1, 1], [], [1, 1]], "cols": [[2], [], [2]]}',
    "broken.non": "rows\n3\ncolumns\n1\n1\n",
    "many.non": "rows\n1\ncolumns\n1\n====\nrows\n1\ncolumns\n2\n",
    "text.txt": "this is no puzzle\n",
}


@pytest.fixture(name="folder", autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    dump(Puzzle.from_grid("#.\n##").with_meta(title="é \x1b"), tmp_path / "title.json")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def both(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> tuple[Any, Any]:
    """(exit code, stdout, stderr) without click and with it; times are left out."""
    try:
        code = plain_check(arguments)
    except SystemExit as end:
        code = end.code
    out, err = capfd.readouterr()
    result = CliRunner().invoke(program, arguments)
    return (code, timeless(out), err), (result.exit_code, timeless(result.stdout), result.stderr)


def timeless(out: str) -> object:
    if not out.startswith("{"):
        return out
    return [timeless_value(json.loads(line)) for line in out.splitlines()]


def timeless_value(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: timeless_value(x) for key, x in value.items() if "seconds" not in key}
    return [timeless_value(x) for x in value] if isinstance(value, list) else value


@pytest.mark.parametrize("options", [[], ["-q"], ["--json"], ["--preset", "fast"]])
@pytest.mark.parametrize("files", [[name] for name in FILES] + [["title.json", "two.non"], ["."]])
def test_the_same_as_with_click(
    files: list[str], options: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    alone, with_click = both(["check", *options, *files], capfd)
    assert alone == with_click
    assert both(["check", *files, *options], capfd) == (alone, with_click)


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            [],
            ["check"],
            ["check", "-q"],
            ["solve", "unique.non"],
            ["check", "--help"],
            ["--version"],
        ),
        *(["check", "--preset", "no", "two.non"], ["check", "two.non", "--preset"]),
        *(["check", "--preset=fast", "two.non"], ["check", "--show", "two.non"]),
        *(["check", "--", "two.non"], ["check", "-v", "two.non"], ["check", "--want", "1", "x"]),
    ],
)
def test_anything_else_is_left_to_click(
    arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert plain_check(arguments) is None
    assert capfd.readouterr() == ("", "")


def test_completion_is_left_to_click(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_NONOSAT_COMPLETE", "bash_source")
    assert plain_check(["check", "unique.non"]) is None


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "nonosat: interrupted\n"),
        (BackendError("no backend"), 5, "nonosat: no backend\n"),
        (OSError(28, "No space left on device"), 74, "cannot be written: No space left"),
        (ZeroDivisionError("zero"), 70, "nonosat: ZeroDivisionError: zero\n"),
    ],
)
def test_errors_end_it_in_order(
    error: BaseException,
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object, **__: object) -> list[int]:
        raise error

    monkeypatch.setattr(verdicts, "print_all", fail)
    with pytest.raises(SystemExit) as end:
        plain_check(["check", "unique.non"])
    assert end.value.code == code
    assert message in capfd.readouterr().err


def modules_of(*arguments: str) -> list[str]:
    """The modules that a command loads, those of Python's own start left out."""
    program = (
        "import sys, atexit\n"
        "before = set(sys.modules)\n"
        "atexit.register(lambda: print(*(set(sys.modules) - before), file=sys.stderr))\n"
        "from nonosat._start import main\n"
        f"sys.argv = ['nonosat', *{list(arguments)!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stderr.split()


def test_a_plain_check_loads_little() -> None:
    loaded = modules_of("check", "data/heart.non")
    slow = {"ast", "click", "dataclasses", "datetime", "inspect", "json", "platform", "uuid"}
    assert not slow & set(loaded)
    assert "nonosat.formats.registry" not in loaded
    assert len(loaded) <= 95
    assert "click" in modules_of("check", "--show", "data/heart.non")
