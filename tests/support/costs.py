# SPDX-License-Identifier: MIT
"""The processor time of tests, and the number of deselected tests.

A plugin of pytest, which tests/conftest.py loads. NONOSAT_COSTS names a file that a run writes when
it ends, or a folder for the files of several runs: JSON with the tests that ran (``passed``,
``failed``), the deselected tests by mark (``left_out``), and the processor seconds of each test
(``seconds``), including the child processes that it waited for. Setup that several tests share
counts for the first of them, and its end for their file. ``.ci/full`` prints the numbers; its step
``cost`` compares them with the limits for a test.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

__all__ = ["HELPERS", "LEFT_OUT"]

FILE = os.environ.get("NONOSAT_COSTS", "")
_KEY = pytest.StashKey[float]()
LEFT_OUT: Counter[str] = Counter()
"""Per mark, how many tests did not run; tests/conftest.py counts."""
HELPERS: list[int] = []
"""The numbers of processes that do work for tests and outlive them (``forks.py``)."""
_ENDED: Counter[str] = Counter()
_SECONDS: Counter[str] = Counter()


def processor_seconds() -> float:
    """Processor time of this process, of its child processes that have ended, and of helpers."""
    used = sum(os.times()[:4])
    return used + sum(sum(psutil.Process(helper).cpu_times()[:4]) for helper in HELPERS)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    item.config.stash[_KEY] = processor_seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report: Any = yield
    now = processor_seconds()
    report.user_properties = [("processor", now - item.config.stash[_KEY])]
    item.config.stash[_KEY] = now
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    shared = report.when == "teardown"  # such as a server: its time is known at its end
    name = f"{report.nodeid.partition('::')[0]}, after tests" if shared else report.nodeid
    _SECONDS[name] += sum(n for key, n in report.user_properties if key == "processor")
    if report.when == "call" or report.outcome == "failed":
        _ENDED[report.outcome] += 1


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """All processes of a run deselect the same tests."""
    LEFT_OUT.update({} if LEFT_OUT else getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(LEFT_OUT)
    elif FILE:
        found = {
            "passed": _ENDED["passed"],
            "failed": _ENDED["failed"],
            "left_out": dict(LEFT_OUT),
            "seconds": {name: round(seconds, 2) for name, seconds in _SECONDS.most_common()},
        }
        file = Path(FILE)
        file = file / f"{os.getpid()}.json" if file.is_dir() else file
        file.write_text(json.dumps(found, indent=0), encoding="utf-8")
