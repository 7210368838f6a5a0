# SPDX-License-Identifier: MIT
"""Optional libraries: imported where they are used, with one line that says what to install."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from nonosat.errors import OptionError

__all__ = ["library"]

_EXTRAS = {
    "PIL": "image",
    "reportlab": "pdf",
    "segno": "pdf",
    "starlette": "web",
    "uvicorn": "web",
    "duckdb": "collection",
    "pandas": "collection",
    "dask": "cluster",
    "distributed": "cluster",
}
"""The extra of pyproject.toml that installs a library."""


def library(module: str) -> Any:
    """A module of an optional library.

    Raises:
        OptionError: the library is not installed.

    >>> library("json").loads("[1]")
    [1]
    """
    try:
        return import_module(module)
    except ImportError as error:
        top = module.partition(".")[0]
        extra = _EXTRAS.get(top)
        if extra is None or (error.name or "").partition(".")[0] != top:
            raise
        raise OptionError(
            f"{top} is not installed, which this needs: pip install 'nonosat[{extra}]'"
        ) from None
