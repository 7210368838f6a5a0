# SPDX-License-Identifier: MIT
"""The documentation of every public name has all its parts."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import pytest

import nonosat
from tests.support import public_calls

MODULES = (
    *public_calls.MODULES,
    *(nonosat.types, nonosat.study, nonosat.collection, nonosat.draw),
)

NO_ERRORS = {
    *("cactus", "environment", "orientations", "par2", "shares_of_cells", "speed_up"),
    *("contest_table", "steadiness", "unknown_answers", "wilson_interval", "wrong_answers"),
}
"""Functions that raise nothing if their arguments have the right types."""

WITHOUT_EXAMPLE = {
    *("Book", "Moment", "Theme"),
    *("Exported", "JudgeProgress", "Judged"),  # of collections
}
"""Classes whose example is in the documentation of the function that makes them."""


def public(kind: Callable[[Any], bool]) -> Iterator[tuple[str, Any]]:
    """The public names with their values, of one kind."""
    for module in MODULES:
        for name in module.__all__:
            value = getattr(module, name)
            if kind(value):
                yield f"{module.__name__}.{name}", value


FUNCTIONS = dict(public(inspect.isfunction))
CLASSES = {
    name: value
    for name, value in public(inspect.isclass)
    if not issubclass(value, (BaseException, Enum))
    and (not name.startswith("nonosat.collection.") or name.endswith(".Collection"))
    and name.rpartition(".")[2] not in WITHOUT_EXAMPLE
    and not typing.is_typeddict(value)
    and not getattr(value, "_is_protocol", False)
}


def missing_in(name: str, function: Callable[..., Any]) -> Iterator[str]:
    """The parts that the documentation of a function lacks."""
    text = inspect.getdoc(function) or ""
    arguments = inspect.signature(function).parameters
    if arguments and "Args:\n" not in text:
        yield "Args"
    args = text.partition("Args:\n")[2].partition("\n\n")[0]
    named = re.findall(r"\w+", " ".join(re.findall(r"^    ([\w*, ]+): ", args, re.MULTILINE)))
    yield from (f"argument {name}" for name in arguments if name not in named)
    nothing = inspect.signature(function).return_annotation in ("None", None)
    if not nothing and "Returns:\n" not in text and "Yields:\n" not in text:
        yield "Returns"
    if "Raises:\n" not in text and name.rpartition(".")[2] not in NO_ERRORS:
        yield "Raises"
    if ">>> " not in text:
        yield "an example"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_takes_gives_and_raises_with_an_example(name: str) -> None:
    assert list(missing_in(name, FUNCTIONS[name])) == []


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_has_an_example(name: str) -> None:
    kind = CLASSES[name]
    own = vars(kind).get("__doc__") or ""
    assert not own.startswith(f"{kind.__name__}("), "dataclasses wrote it"
    assert ">>> " in own


def test_a_time_limit_is_seconds_of_wall_time_everywhere() -> None:
    for name, function in FUNCTIONS.items():
        if "time_limit" in inspect.signature(function).parameters:
            text = " ".join((inspect.getdoc(function) or "").split())
            assert text.partition(" time_limit: ")[2].startswith("seconds of wall time"), name
