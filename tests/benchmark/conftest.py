# SPDX-License-Identifier: MIT
"""The small benchmark, built once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import ROOT

from nonosat.benchmark.building import Built, build
from nonosat.benchmark.families import load_description

FAMILIES = ROOT / "data" / "benchmark" / "families.toml"


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small benchmark, built by one process."""
    folder = tmp_path_factory.mktemp("benchmark") / "small"
    built = build(FAMILIES, folder, size="small")
    instances = load_description(FAMILIES).of_size("small")
    assert built == Built(len(instances), {})
    return folder
