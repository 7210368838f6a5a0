# SPDX-License-Identifier: MIT
"""Which tests run: the folder of real puzzles, deselected tests, and the number of processes.

NONOSAT_CORPUS names the folder of real puzzles (default: ../shared/corpus beside the project's
root). Tests that read it are marked ``corpus``; without the folder they are deselected, and the
head of the run says so.

Tests marked ``glpsol``, ``minizinc``, ``cadical`` or ``node`` need that program; CI installs them,
and elsewhere the tests are deselected if the program is absent.

Six more marks are deselected unless ``-m`` names them: ``slow`` (long, or many processes),
``timing`` (the result depends on the speed of the machine), ``browser`` (needs chromium and node),
``tab`` (needs these and build/site), ``clients`` (needs the extra ``clients`` and node_modules) and
``notebook`` (needs the extra ``notebook``). For a test with two of these marks, name both, such as
``-m "browser and timing"``.
NONOSAT_FULL=1 also runs the slow tests, and the large matrices that CONTRIBUTING.md describes.

NONOSAT_LANGUAGE is C in the tests and their child processes, so that all sentences are English.

NONOSAT_SIMULATE=windows simulates Windows, as tests/support/simulated/other_system.py describes.
Tests marked ``unix`` test or use a feature that Windows lacks, and are deselected;
tests/workers/test_systems.py tests the replacements.

A run of all tests uses one process more than there are cores, because many tests wait; a run of
single files or tests uses one, because starting the processes takes longer than most files.
"""

from __future__ import annotations

import os
import platform
import shutil
import signal
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings

from tests.support.command_line import Run, run_here, runner, write_files
from tests.support.places import CORPUS, FULL, ROOT, SIMULATED
from tests.support.plain_server import TAB

pytest_plugins = ["tests.support.costs"]

if SIMULATED:  # here and in all child processes
    place = str(ROOT / "tests" / "support" / "simulated")
    sys.path.insert(0, place)
    os.environ["PYTHONPATH"] = os.pathsep.join([place, os.environ.get("PYTHONPATH", "")])
    import other_system

    other_system.begin(SIMULATED)

os.environ["NONOSAT_LANGUAGE"] = "C"  # the tests expect English, whoever runs them

# A shell that runs the tests in the background ignores Ctrl-C, and its children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Deadlines are off: machines can be busy, and these tests are about results.
# Without write access no examples are kept, since hypothesis would warn.
kept = {} if os.access(ROOT, os.W_OK) else {"database": None}
settings.register_profile("nonosat", deadline=None, derandomize="CI" in os.environ, **kept)
settings.load_profile("nonosat")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The number of test processes for ``-n auto``, which pyproject.toml sets."""
    whole = config.args_source is not pytest.Config.ArgsSource.ARGS
    return (os.cpu_count() or 1) + 1 if whole else 0


def _left_out(config: pytest.Config) -> dict[str, str]:
    """For each mark whose tests do not run, the reason for the head of the run."""
    chosen = config.option.markexpr
    found = {}
    if not CORPUS.is_dir():
        found["corpus"] = f"real puzzles: none, because there is no folder {CORPUS}"
    for program in ("glpsol", "minizinc", "cadical", "node"):
        if shutil.which(program) is None:
            found[program] = f"tests with {program}: not run, because it is not installed"
    if "slow" not in chosen and not FULL:
        found["slow"] = "slow tests: not run; pytest -m slow runs them"
    if "timing" not in chosen:
        found["timing"] = "tests that a busy machine may fail: not run; pytest -m timing runs them"
    if "browser" not in chosen and "gate" not in chosen:
        found["browser"] = "tests in a browser: not run; pytest -m browser runs them"
    if TAB:
        found["both"] = "the page without a server: only tests marked both run"
    if "tab" not in chosen:
        found["tab"] = "the page without a server: not run; pytest -m tab runs its tests"
    if "clients" not in chosen:
        found["clients"] = "generated clients: not made; pytest -m clients makes and tries them"
    if "notebook" not in chosen:
        found["notebook"] = "notebooks: not executed; pytest -m notebook executes them"
    if "windows" in (SIMULATED, platform.system().lower()):
        found["unix"] = "tests of what Windows lacks: not run"
    return found


def pytest_report_header(config: pytest.Config) -> list[str]:
    corpus = [f"real puzzles: {CORPUS}"] if CORPUS.is_dir() else []
    return [*corpus, *_left_out(config).values()]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    from tests.support.costs import LEFT_OUT  # pytest has to be the first to import it

    for mark in _left_out(config):
        has = mark != "both"  # ``both`` selects the tests that have it
        absent = [item for item in items if bool(item.get_closest_marker(mark)) == has]
        LEFT_OUT[mark] += len(absent)
        config.hook.pytest_deselected(items=absent)
        items[:] = [item for item in items if bool(item.get_closest_marker(mark)) != has]


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache folder for the tests: their servers do not use the user's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module", autouse=True)
def _no_idle_child() -> Iterator[None]:
    """End the child that opened a picture and waits for the next, because the tests of the next
    module may count processes."""
    yield
    outside = sys.modules.get("nonosat.photo.outside")
    if outside is not None:
        outside._end()


@pytest.fixture
def nothing_stays() -> Iterator[None]:
    """Check that no child process of a test outlives it."""
    from tests.support.processes import children

    before = children()
    yield
    assert children() == before


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


@pytest.fixture(scope="session")
def noise(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A certificate with a proof of some length."""
    import nonosat
    from tests.support.certificates import made

    puzzle = nonosat.load(ROOT / "data" / "noise-18x18-1381.non")
    return made(puzzle, tmp_path_factory.mktemp("proof") / "noise.nonocert")


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The clock of limits, which advances by one at each reading."""
    found = count()
    monkeypatch.setattr("nonosat.limits.time", SimpleNamespace(perf_counter=found.__next__))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the small puzzles of ``command_line.FILES``."""
    return write_files(tmp_path)


@pytest.fixture
def run(folder: Path) -> Run:
    """Runs the command line in that folder."""
    return runner(folder)


@pytest.fixture
def quick_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in that folder and in this process."""
    monkeypatch.chdir(folder)
    for name in ("NO_COLOR", "COLUMNS", "TERM"):
        monkeypatch.delenv(name, raising=False)
    return run_here
