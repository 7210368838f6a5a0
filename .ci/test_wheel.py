#!/usr/bin/env python3
"""Tests a wheel of dist/ in a new environment, on any system: PYTHON .ci/test_wheel.py [OPTION...]

    --versions oldest    with the oldest versions of all libraries that pyproject.toml allows
    --versions newest    with the newest, including pre-releases

The tests run in a copy of the checkout that has the installed package. Tests that read the sources
(C++ and others) are left out: .ci/run has them. Other options go to pytest.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (
    *("cli", "collection", "core", "draw", "exact", "explain", "formats", "logic", "make"),
    *("model", "photo", "proof", "sat", "solving", "study", "web", "workers"),
)
USED = ("image", "pdf", "web", "collection", "cluster")
"""The extras whose libraries are also tested in their oldest versions."""
BESIDE = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml", "data", "docs", "tests")


def oldest() -> list[str]:
    """The oldest version of each library, as requirements."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(one for extra in USED for one in extras[extra])]
    floors = [re.match(r"([\w-]+)>=([\w.]+)", one) for one in wanted]
    return [f"{floor[1]}=={floor[2]}" for floor in floors if floor]


def main() -> None:
    words = sys.argv[1:]
    versions = ""
    if words[:1] == ["--versions"]:
        versions, words = words[1], words[2:]
    home = ROOT / "build" / f"test-wheel-{sys.version_info[0]}.{sys.version_info[1]}{versions}"
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True)
    python = str(home / ("Scripts" if os.name == "nt" else "bin") / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--find-links", str(ROOT / "dist")]
    if versions == "newest":
        pip += ["--pre", "--upgrade"]
    subprocess.run([*pip, "--only-binary", "nonosat", "nonosat[test]"], check=True)
    if versions == "oldest":
        subprocess.run([*pip, *oldest()], check=True)
    tried = [python, str(ROOT / ".ci" / "try_installed.py"), str(ROOT / "data" / "fox.non")]
    subprocess.run(tried, cwd=home, check=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in BESIDE:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, Path(folder, name))
        where = [python, "-c", "import nonosat; print(nonosat.__path__[0])"]
        package = subprocess.run(where, cwd=home, capture_output=True, text=True, check=True)
        shutil.copytree(package.stdout.strip(), Path(folder, "nonosat"))
        tests = [f"tests/{name}" for name in FOLDERS]
        warned = ["-W", "default"] if versions else []  # libraries warn about each other
        command = [python, "-m", "pytest", *warned, *tests, *words]
        sys.exit(subprocess.run(command, cwd=folder, check=False).returncode)


if __name__ == "__main__":
    main()
