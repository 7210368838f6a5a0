# SPDX-License-Identifier: MIT
"""The house keeps its order: who imports whom, what a start costs, who prints."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

PACKAGE = ROOT / "nonosat"

BASE = {"clue", "errors", "grid", "puzzle", "report", "limits"}
MAY_IMPORT = {
    "__init__": {"*"},
    "__main__": {"cli"},
    "clue": set(),
    "errors": {"clue"},
    "grid": {"clue", "errors"},
    "puzzle": {"clue", "errors", "grid"},
    "report": {"grid"},
    "limits": {"errors", "report"},
    "process": {"errors"},
    "presets": {"errors", "sat"},
    "core": BASE,
    "logic": BASE | {"core"},
    "sat": BASE | {"core", "logic", "process"},
    "findings": BASE,
    "solver": BASE | {"core", "logic", "sat", "findings", "presets", "child", "portfolio"},
    "child": BASE | {"findings", "process", "portfolio"},
    "portfolio": BASE | {"child", "findings", "presets", "sat", "solver"},
    "exact": BASE | {"logic", "sat", "findings", "solver"},
    "proof": BASE | {"core", "sat", "solver"},
    "formats": {"clue", "errors", "grid", "puzzle"},
    "draw": {"clue", "errors", "grid", "puzzle", "report"},
    "study": BASE | {"presets", "process", "solver", "formats"},
    "growth": {"errors", "study"},
    "cli": {"*"},
}
"""Room -> the rooms it may import, besides itself. Data flows one way (see CONTRIBUTING.md)."""

DRAWS_ITSELF = {"grid", "puzzle"}
"""These import draw, inside the methods that draw them for a notebook or a terminal."""


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The rooms of nonosat that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
            if node.module == "nonosat":
                names = [f"nonosat.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("nonosat.")}
    return found


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=str)
def test_nothing_imports_upward(path: Path) -> None:
    room = room_of(path)
    assert room in MAY_IMPORT, f"the new room {room!r} needs a place in MAY_IMPORT"
    allowed = MAY_IMPORT[room] | {room}
    if room in DRAWS_ITSELF:
        allowed |= {"draw"}
    if "*" not in allowed:
        assert imports(path) <= allowed, f"{room} may not import {imports(path) - allowed}"


def loaded_by(*arguments: str) -> set[str]:
    """The top-level modules that a run of the command line loads."""
    program = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from nonosat.cli import main\n"
        f"sys.argv = ['nonosat', *{list(arguments)!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


def test_import_nonosat_costs_little() -> None:
    program = "import sys, nonosat; print(*[m for m in sys.modules if m.startswith('nonosat')])"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["nonosat"]


def test_an_easy_check_loads_nothing_heavy() -> None:
    heavy = {"networkx", "ortools", "pysat", "pysolvers", "matplotlib", "numpy", "rich", "xml"}
    assert heavy & loaded_by("check", "data/fox.non") == set()
    assert heavy & loaded_by("check", "--preset", "fast", "data/penguin.non") == set()
    assert "networkx" in loaded_by("check", "data/penguin.non")
    assert "pysat" in loaded_by("check", "data/noise-18x18-1381.non")


def test_no_printing_below_the_command_line() -> None:
    for path in PACKAGE.rglob("*.py"):
        if room_of(path) == "cli":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            assert not (isinstance(called, ast.Name) and called.id == "print"), path


def test_nobody_swallows_all_exceptions() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler):
                assert node.type is not None, path
                caught = {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)}
                raises_again = isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None
                assert raises_again or not caught & {"Exception", "BaseException"}, path
