# SPDX-License-Identifier: MIT
"""``.ci/release_check.py``, on a small checkout that is ready for a release but for one thing."""

from __future__ import annotations

import datetime as dt
import subprocess
from pathlib import Path

import pytest
import release_check

FILES = {
    "nonosat/_version.py": '__version__ = "0.3.0"\n',
    "CHANGELOG.md": "# Changelog\n\n## 0.3.0 (2026-01-31)\n\n- New.\n",
    "CITATION.cff": "title: x\nversion: 0.3.0\ndate-released: 2026-01-31\n",
    ".ci/conda/recipe.yaml": 'context:\n  version: "0.3.0"\n',
}


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("CHANGELOG.md", "", "", None),
        ("nonosat/_version.py", "0.3.0", "0.3.0.dev1", "three numbers"),
        ("CHANGELOG.md", "(2026-01-31)", "(unreleased)", "the first section"),
        ("CHANGELOG.md", "2026-01-31", "2026-02-01", "the first section"),
        ("CHANGELOG.md", "## 0.3.0", "## 0.4.0 (unreleased)\n\n## 0.3.0", "the first section"),
        ("CITATION.cff", "version: 0.3.0", "version: 0.2.0", "0.3.0 instead of 0.2.0"),
        ("CITATION.cff", "2026-01-31", "2026-01-30", "2026-01-31 instead of 2026-01-30"),
        (".ci/conda/recipe.yaml", "0.3.0", "0.2.0", "0.3.0 instead of 0.2.0"),
        ("tests/new.txt", "", "new", "git status"),
    ],
)
def test_what_is_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str, said: str | None
) -> None:
    for file, text in {**FILES, "tests/new.txt": ""}.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace(old, new, 1) if file == name else text, encoding="utf-8")
    monkeypatch.setattr(release_check, "ROOT", tmp_path)
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    rest = [":!tests"] if name == "tests/new.txt" else []
    for words in (["init", "-q"], ["add", "--all", ".", *rest], [*who, "commit", "-qm", "All"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    found = " ".join(release_check.todo(dt.date(2026, 1, 31)))
    assert said in found if said else found == ""
    release_check.git("tag", "v0.3.0")
    assert name == "nonosat/_version.py" or "take the next version" in " ".join(
        release_check.todo(dt.date(2026, 1, 31))
    )
