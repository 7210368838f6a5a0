# SPDX-License-Identifier: MIT
"""Libraries: imported where they are used, with one line that says what to install.

``library`` is a module of an optional library. ``installed`` is for the libraries that nonosat
itself depends on, whose types the code keeps: a broken installation may lack them, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from nonosat.errors import OptionError

__all__ = ["installed", "library"]

_INSTALLED_BY = {
    "PIL": "'nonosat[image]'",
    "reportlab": "'nonosat[pdf]'",
    "segno": "'nonosat[pdf]'",
    "starlette": "'nonosat[web]'",
    "uvicorn": "'nonosat[web]'",
    "duckdb": "'nonosat[collection]'",
    "pandas": "'nonosat[collection]'",
    "dask": "'nonosat[cluster]'",
    "distributed": "'nonosat[cluster]'",
    "click": "click",
    "networkx": "networkx",
    "numpy": "numpy",
    "ortools": "ortools",
    "psutil": "psutil",
    "pysat": "python-sat",
    "pysolvers": "python-sat",
    "rich": "rich",
}
"""What pip needs to install a library: an extra of pyproject.toml, or a package."""


def library(module: str) -> Any:
    """A module of an optional library.

    Raises:
        OptionError: the library is not installed.

    >>> library("json").loads("[1]")
    [1]
    """
    with installed():
        return import_module(module)


@contextmanager
def installed() -> Iterator[None]:
    """Import libraries in this block.

    Raises:
        OptionError: one is not installed.

    >>> with installed():
    ...     import networkx
    """
    try:
        yield
    except ModuleNotFoundError as error:
        top = (error.name or "").partition(".")[0]
        package = _INSTALLED_BY.get(top)
        if package is None:
            raise
        message = f"{top} is not installed, which this needs: pip install {package}"
        raise OptionError(message) from None
