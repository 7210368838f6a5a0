# SPDX-License-Identifier: MIT
"""Where the tests find real puzzles, and what happens where there are none.

NONOSAT_CORPUS names the folder of real puzzles (default: ../shared/corpus beside the project's
root). Tests that read it are marked ``corpus``; without the folder they are deselected and the
report says so. NONOSAT_FULL=1 runs the full matrices that CONTRIBUTING.md describes.

Tests marked ``notebook`` need the extra ``notebook`` and are deselected unless asked for by
``-m notebook``.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("NONOSAT_CORPUS") or ROOT.parent / "shared" / "corpus")
FULL = os.environ.get("NONOSAT_FULL") == "1"

# A shell that runs the tests in the background has Ctrl-C ignored, and so would what they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Deadlines are off: these machines are noisy, and tests here are about results.
settings.register_profile("nonosat", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("nonosat")


def pytest_report_header(config: pytest.Config) -> list[str]:
    corpus = f"corpus: {CORPUS}"
    if not CORPUS.is_dir():
        corpus += " is absent: the tests marked 'corpus' are deselected"
    if _wants_notebooks(config):
        return [corpus]
    return [corpus, "notebooks: not executed; for that run pytest -m notebook"]


def _wants_notebooks(config: pytest.Config) -> bool:
    return "notebook" in config.option.markexpr


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not CORPUS.is_dir():
        absent = [item for item in items if item.get_closest_marker("corpus")]
        config.hook.pytest_deselected(items=absent)
        items[:] = [item for item in items if not item.get_closest_marker("corpus")]
    if not _wants_notebooks(config):
        left_out = [item for item in items if item.get_closest_marker("notebook")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("notebook")]


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real puzzles."""
    return CORPUS


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder of file format samples, beside the corpus."""
    return CORPUS.parent / "formats"


@pytest.fixture(scope="session")
def data() -> Path:
    """The project's own puzzles."""
    return ROOT / "data"
