# SPDX-License-Identifier: MIT
"""A missing library gives a message that says what to install.

One child process for each library hides it (``sys.modules[name] = None``) and runs commands. It
imports the modules of the commands first, which import none of these libraries. Commands that need
the library end with exit code 2 (5 for a solver, whose absence says nothing about the puzzle) and
name the package. Functions raise a NonosatError.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import pytest

from nonosat import Puzzle, collection, dump, errors, load
from nonosat.draw import pdf, png
from nonosat.errors import OptionError, install_command, library
from nonosat.proof import write_certificate
from tests.support import command_line, forks
from tests.support.sheet_files import xlsx

DATA = Path(__file__).resolve().parent.parent / "data"

NEEDS = {
    "PIL": ["draw fox.non -o out.png", "like-image fox.png -o out/", "from-image fox.png"],
    "cv2": ["read fox.png"],
    "pypdfium2": ["read fox.pdf"],
    "openpyxl": ["check fox.xlsx"],
    "reportlab": ["draw fox.non -o out.pdf", "print fox.non -o book.pdf"],
    "segno": ["print fox.non -o book.pdf"],
    "starlette": ["serve --port 0"],
    "uvicorn": ["serve --port 0"],
    "duckdb": ["collection c.db export -o out.parquet"],
    "dask": ["collection c.db judge -q --cluster tcp://127.0.0.1:9"],
    "distributed": ["collection c.db judge -q --cluster tcp://127.0.0.1:9"],
    "matplotlib": ["bench -q fox.non -o out.html"],
    "networkx": ["graph two.non", "graph fox.non -o out.svg", "solve --preset networkx two.non"],
    "ortools": [
        "solve --preset sat --backend cpsat two.non",
        "solve --preset sat --backend cpsat-automaton two.non",
    ],
    "pysat": [
        "check --preset sat two.non",
        "solve --preset sat --backend kissat two.non",
        "write-certificate -o out fox.non",
        "verify-certificate fox.nonocert",
        "repair two.non --solution",
        "correct none.non",
    ],
    "psutil": [
        "bench -q dot.non",
        "solve --memory-limit 2000 two.non",
        "collection c.db judge -q --jobs 1",
        "make 5 --count 2 --jobs 2",
    ],
    "click": ["formats", "check --help"],
}
"""Commands that need a library."""

FUNCTIONS = {
    "networkx": "nonosat.study.implication_graph(puzzle)",
    "rich": "nonosat.draw.text.draw(puzzle, puzzle.solve().solutions[0], color=True)",
    "numpy": "puzzle.solve().solutions[0].__array__()",
    "pandas": "nonosat.collection.open('c.db').frame()",
    "PIL": "nonosat.draw.png(puzzle)",
    "cv2": "nonosat.photo.read_picture('fox.png')",
    "reportlab": "nonosat.draw.pdf(puzzle)",
    "pysat": "nonosat.solve(puzzle, preset='sat')",
    "openpyxl": "nonosat.load('fox.xlsx')",
    "psutil": "nonosat.solve(puzzle, memory_limit=2000)",
}
PACKAGES = {"pysat": "python-sat"} | {
    name: f"[{extra}]"
    for extra, names in {
        "image": ["PIL"],
        "photo": ["cv2", "pypdfium2", "pi_heif"],
        "plots": ["matplotlib"],
        "sheets": ["openpyxl"],
        "pdf": ["reportlab", "segno"],
        "web": ["starlette", "uvicorn"],
        "collection": ["duckdb", "pandas"],
        "cluster": ["dask", "distributed"],
    }.items()
    for name in names
}
RUN = """
import contextlib, io, json, shlex, sys
hidden, commands = json.loads(sys.argv[1])
assert hidden not in sys.modules
sys.modules[hidden] = None
from nonosat.__main__ import main
for text in commands:
    sys.argv = ["nonosat", *shlex.split(text)]
    err = io.StringIO()
    with contextlib.redirect_stderr(err):
        try:
            main()
            code = None
        except SystemExit as end:
            code = end.code
    print(json.dumps([text, code, err.getvalue()]), flush=True)
"""
CALL = """
import sys
assert {hidden!r} not in sys.modules
sys.modules[{hidden!r}] = None
import nonosat, nonosat.collection, nonosat.draw.text
puzzle = nonosat.Puzzle(rows=[[1], [1]], columns=[[1], [1]])
try:
    {call}
except nonosat.NonosatError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the commands read."""
    made = tmp_path_factory.mktemp("read")
    fox = load(DATA / "fox.non")
    dump(fox, made / "fox.non")
    dump(Puzzle(rows=[[1]], columns=[[1]]), made / "dot.non")
    dump(Puzzle(rows=[[1], [1]], columns=[[1], [1]]), made / "two.non")
    shutil.copy(DATA / "no-solution-lost-penguin.non", made / "none.non")
    (made / "fox.png").write_bytes(png(fox))
    (made / "fox.xlsx").write_bytes(xlsx([["", 1], [1, ""]]))
    (made / "fox.pdf").write_bytes(pdf(fox))
    write_certificate(fox, made / "fox.nonocert")
    with collection.open(made / "c.db", create=True) as store:
        store.add(made / "two.non")
    return made


@pytest.mark.parametrize("hidden", NEEDS)
def test_commands_say_what_to_install(hidden: str, folder: Path) -> None:
    how = started if hidden == "click" else child
    done = how(RUN, folder, json.dumps([hidden, NEEDS[hidden]]))
    ends = [json.loads(line) for line in done.splitlines() if line.startswith('["')]
    assert len(ends) == len(NEEDS[hidden]), done
    command = install_command(PACKAGES.get(hidden, hidden))
    for text, code, words in ends:
        assert "Traceback" not in words, words
        assert (code, command in words) in ((2, True), (5, True)), (text, words)


@pytest.mark.parametrize("hidden", FUNCTIONS)
def test_functions_say_what_to_install(hidden: str, folder: Path) -> None:
    said = child(CALL.format(hidden=hidden, call=FUNCTIONS[hidden]), folder)
    assert install_command(PACKAGES.get(hidden, hidden)) in said


EDITABLE = {"url": "file:///home/ann/nono%20sat", "dir_info": {"editable": True}}
WHEEL = {"url": "file:///tmp/nonosat-0.2.0.whl", "archive_info": {}}
GIT = {"url": "https://example.org/nonosat", "vcs_info": {"vcs": "git"}}
TOOL = """[tool]
requirements = [{ name = "nonosat", extras = ["pdf"] }, { name = "networkx" }]
"""


@pytest.mark.parametrize(
    ("installer", "origin", "files", "active", "extra", "package"),
    [
        ("pip", EDITABLE, {}, True, "pip install -e '/home/ann/nono sat[web]'", "pip install rich"),
        ("uv", EDITABLE, {}, True, "uv pip install -e '/home/ann/nono sat[web]'",
         "uv pip install rich"),
        ("pip", WHEEL, {}, True, "pip install 'nonosat[web]'", "pip install rich"),
        ("pip", None, {}, False, "PYTHON -m pip install 'nonosat[web]'",
         "PYTHON -m pip install rich"),
        ("uv", WHEEL, {}, False, "uv pip install -p PYTHON 'nonosat[web]'",
         "uv pip install -p PYTHON rich"),
        ("uv", WHEEL, {"pipx_metadata.json": "{}"}, False, "pipx inject nonosat 'nonosat[web]'",
         "pipx inject nonosat rich"),
        ("uv", GIT, {"uv-receipt.toml": TOOL}, False,
         "uv tool install --with networkx 'nonosat[pdf,web] @ git+https://example.org/nonosat'",
         "uv tool install --with networkx --with rich "
         "'nonosat[pdf] @ git+https://example.org/nonosat'"),
        ("uv", EDITABLE, {"uv-receipt.toml": "[tool]\n"}, False,
         "uv tool install -e 'nonosat[web] @ file:///home/ann/nono%20sat'",
         "uv tool install --with rich -e 'nonosat @ file:///home/ann/nono%20sat'"),
        (None, None, {}, True, "pip install 'nonosat[web]'", "pip install rich"),
    ],
    ids=["checkout", "checkout by uv", "wheel", "index, not active", "uv pip", "pipx", "uv tool",
         "uv tool of a checkout", "no notes"],
)  # fmt: skip
def test_the_command_fits_how_nonosat_was_installed(
    installer: str | None,
    origin: dict[str, object] | None,
    files: dict[str, str],
    active: bool,
    extra: str,
    package: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notes = {"INSTALLER": installer, "direct_url.json": origin and json.dumps(origin)}

    def distribution(name: str) -> SimpleNamespace:
        if installer is None:
            raise PackageNotFoundError(name)
        return SimpleNamespace(read_text=notes.get)

    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr("importlib.metadata.distribution", distribution)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "executable", "/opt/my/bin/python3")
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    if active:
        monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path))
    assert install_command("[web]") == extra.replace("PYTHON", "/opt/my/bin/python3")
    assert install_command("rich") == package.replace("PYTHON", "/opt/my/bin/python3")


def test_a_small_installation_gets_the_libraries_of_an_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An extra by its name would bring OR-Tools."""
    monkeypatch.setattr(errors, "installed_here", lambda module: module != "ortools")
    command = install_command("[web]")
    assert "nonosat" not in command.split("install ")[1]
    assert all(one in command for one in ("Pillow>=", "reportlab", "segno", "starlette", "<0.55"))


def test_an_image_without_pip_gets_it_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "installed_here", lambda module: module != "pip")
    monkeypatch.setattr("importlib.metadata.distribution", lambda name: SimpleNamespace(
        read_text={"INSTALLER": "pip\n"}.get))  # fmt: skip
    command = install_command("ortools")
    assert command.endswith("-m pip install ortools")
    assert " -m ensurepip && " in command


def test_the_page_says_where_the_rest_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(OptionError, match="duckdb, which this page lacks: use nonosat on your"):
        library("duckdb")


def child(program: str, folder: Path, *arguments: str) -> str:
    """The output of a program that has already imported the modules of the commands."""
    if not forks.possible():
        return started(program, folder, *arguments)
    done = command_line.forked(["-c", program, *arguments], folder, b"", dict(os.environ))
    assert done.code == 0, done.err
    return done.out


def started(program: str, folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
