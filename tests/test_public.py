# SPDX-License-Identifier: MIT
"""The public names: each is there, documented, and not hidden by a module of the same name."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import public_calls
import pytest

import nonosat


def public_functions() -> set[str]:
    return {name for name in nonosat.__all__ if inspect.isfunction(getattr(nonosat, name))}


def test_every_public_name_is_there_and_documented() -> None:
    assert len(nonosat.__all__) == len(set(nonosat.__all__))
    for name in nonosat.__all__:
        thing = getattr(nonosat, name)
        assert isinstance(thing, int) or thing.__doc__, name
    assert set(dir(nonosat)) >= set(nonosat.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        nonosat.nothing  # noqa: B018


def test_no_module_has_the_name_of_a_public_function() -> None:
    """``import nonosat.solve`` would put a module where the function ``nonosat.solve`` was."""
    top = {name.split(".")[1] for name in public_calls.modules() if "." in name}
    assert top & public_functions() == set()


def test_every_public_function_has_a_call() -> None:
    assert public_functions() == set(public_calls.CALLS)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_module_in_any_order_then_every_function(seed: int) -> None:
    command = [sys.executable, Path(public_calls.__file__), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == done.stderr == ""
