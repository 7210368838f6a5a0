# SPDX-License-Identifier: MIT
"""The files of a page without a server, as .ci/tab/tab_site.py lists them, without building it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import tab_site

from nonosat.languages import codes
from nonosat.web.http.guard import POLICY
from tests.support.places import ROOT

STATIC = ROOT / "nonosat/web/static"
NAMES = {"stdlib": "stdlib.zip", "nonosat": "nonosat.tar.xz", "pictures": "pictures.tar.xz"}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the files of the page; the files of Python are empty."""
    monkeypatch.setattr(tab_site, "SITE", tmp_path)
    tab_site.copy_page()
    tab_site.write_languages(tmp_path / "lang")
    (tmp_path / "python/pyodide-0").mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"):
        (tmp_path / "python/pyodide-0" / name).write_text("")
    for name in (*NAMES.values(), "puzzles.json"):
        (tmp_path / "python" / name).write_text("")
    tab_site.write_where("pyodide-0/", NAMES)
    return tmp_path


def test_the_list_of_files_has_every_file(made: Path) -> None:
    text = (made / "where.js").read_text()
    tab = json.loads(text.partition("self.TAB = ")[2].rstrip().rstrip(";"))
    files = {path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file()}
    assert set(tab["files"]) == files - {"sw.js", "where.js"}
    page = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    apart = ("python/", "lang/")
    assert page - {"sw.js", "where.js"} == {
        name for name in tab["files"] if not name.startswith(apart)
    }
    texts = {f"lang/{code}.{kind}" for code in codes()[1:] for kind in ("json", "po")}
    assert texts == {name for name in tab["files"] if name.startswith("lang/")}
    known = re.findall(r"@property \{.*\} (\w+)", (STATIC / "tab_files.js").read_text())
    assert set(tab) == set(known)
    assert set(tab["later"]["names"]) == set(tab_site.LATER)


def test_the_policy_stands_in_the_page(made: Path) -> None:
    page = (made / "index.html").read_text()
    assert "'wasm-unsafe-eval'" in page
    assert "frame-ancestors" in POLICY
    assert "frame-ancestors" not in page
    assert page.index("Content-Security-Policy") < page.index("<script")


_ASK = """
import importlib.abc, json, re, sys
drops = [re.compile(one) for one in json.loads(sys.argv[1])]


def left_out(name):
    file = name.replace(".", "/")
    of_libraries = "ortools numpy pandas networkx psutil click rich jsonschema".split()
    return name in of_libraries or any(
        drop.search(file + end) for drop in drops for end in (".py", "/")
    )


class Parts(importlib.abc.MetaPathFinder):
    finders = list(sys.meta_path)

    def find_spec(self, name, path, target=None):
        found = (finder.find_spec(name, path, target) for finder in self.finders)
        return None if left_out(name) else next(filter(None, found), None)

    def find_distributions(self, *context):
        known = (finder for finder in self.finders if hasattr(finder, "find_distributions"))
        return (one for finder in known for one in finder.find_distributions(*context))


sys.meta_path[:] = [Parts()]
import nonosat.web.tab as tab

text = "rows\\n1,1\\n3\\ncolumns\\n2\\n1\\n2\\n"
clues = {"puzzle": {"text": text}}
picture = {"puzzle": {"picture": ["#.", ".#"]}}
questions = dict.fromkeys(("check", "ambiguous", "count", "hint", "rate", "walkthrough"), clues)
questions |= {"correct": clues, "certificate": clues, "repair": picture, "reveal": picture}
for question, body in questions.items():
    said = json.dumps(body).encode()
    reply = tab.ask("POST", question, "application/json", said, lambda heard: 0, lambda: False)
    print(question, reply.status)
reply = tab.ask("POST", "open?name=a.non", "text/plain", text.encode(), lambda h: 0, lambda: False)
print("open", reply.status)
"""


def test_the_parts_that_are_loaded_suffice_for_questions() -> None:
    """Questions are answered with the modules of the parts only."""
    drops = json.dumps([tab_site.PARTS[part]["drop"] for part in ("stdlib", "nonosat")])
    done = subprocess.run(
        [sys.executable, "-I", "-B", "-c", _ASK, drops],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 11
    assert {line.split()[-1] for line in done.stdout.splitlines()} == {"200"}, done.stdout
