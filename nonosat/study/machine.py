# SPDX-License-Identifier: MIT
"""The machine and the versions behind a study's times."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from nonosat._version import __version__

_PACKAGES = ("python-sat", "ortools", "networkx")


def environment() -> dict[str, str]:
    """Whatever a reader must know to judge times: versions, solvers, processor, system.

    Print it beside every table of times.
    """
    from nonosat.sat.backends import available

    found = {"nonosat": __version__, "Python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    found["backends"] = ", ".join(available())
    found["processor"] = f"{_processor()}, {os.cpu_count()} logical cores"
    found["system"] = f"{platform.system()} {platform.machine()}"
    return found


def _processor() -> str:
    """The processor's name: from Linux if it has one, otherwise what Python knows."""
    table = Path("/proc/cpuinfo")
    if table.exists():
        for line in table.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown processor"
