# SPDX-License-Identifier: MIT
"""Where the project's own puzzles are: in the checkout, or in the package that a wheel installs."""

from __future__ import annotations

from pathlib import Path


def own_puzzles() -> Path | None:
    """The folder ``data``; None if neither a checkout nor a wheel has it.

    >>> (own_puzzles() / "fox.non").is_file()
    True
    """
    package = Path(__file__).parents[1]
    for folder in (package / "data", package.parent / "data"):
        if (folder / "fox.non").is_file():
            return folder
    return None
