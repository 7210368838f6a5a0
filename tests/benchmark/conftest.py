# SPDX-License-Identifier: MIT
"""The small benchmark, without the slowest families, built once for all tests."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from nonosat.benchmark.building import Built, build
from nonosat.benchmark.families import load_description
from tests.support.places import ROOT

FAMILIES = ROOT / "data" / "benchmark" / "families.toml"
LONG = ("trial", "smooth", "colors", "chain", "clueset")
"""The families whose instances take longest; tests of the whole small benchmark are slow."""


def without(families: Sequence[str], folder: Path) -> Path:
    """A description without these families, in a folder like that of the project's puzzles."""
    head, *parts = re.split(r"(?m)^(?=\[family\.)", FAMILIES.read_text(encoding="utf-8"))
    names = [re.split(r"[.\]]", part)[1] for part in parts]  # also of a table in a family
    assert set(families) <= set(names)
    kept = [part for name, part in zip(names, parts, strict=True) if name not in families]
    path = folder / "data" / "benchmark" / "families.toml"
    path.parent.mkdir(parents=True)
    path.write_text(head + "".join(kept), encoding="utf-8")
    for puzzle in (ROOT / "data").glob("*.*"):
        shutil.copy(puzzle, folder / "data")
    return path


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small benchmark without ``LONG``, built by one process."""
    folder = tmp_path_factory.mktemp("benchmark")
    path = without(LONG, folder)
    built = build(path, folder / "small", size="small")
    instances = load_description(path).of_size("small")
    assert built == Built(len(instances), {})
    return folder / "small"
