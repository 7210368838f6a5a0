# SPDX-License-Identifier: MIT
"""The public names: each exists, is documented, and is not hidden by a module of the same name.
Every class that is part of an answer, or that an annotation names, is public.
"""

from __future__ import annotations

import builtins
import collections.abc
import compileall
import importlib
import inspect
import os
import pydoc
import re
import shutil
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

import nonosat
from tests.support import public_calls


def test_every_public_name_is_there_and_documented() -> None:
    assert len(nonosat.__all__) == len(set(nonosat.__all__))
    for name in nonosat.__all__:
        thing = getattr(nonosat, name)
        assert isinstance(thing, int) or thing.__doc__, name
    assert set(dir(nonosat)) >= set(nonosat.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        nonosat.nothing  # noqa: B018


def test_the_flat_names_are_those_that_users_need() -> None:
    assert 35 <= len(nonosat.__all__) <= 45


@pytest.mark.parametrize(
    "module", ["", "types", "make", "proof", "draw", "formats"], ids=lambda name: name or "nonosat"
)
def test_stubs_have_the_names_of_the_tables(module: str) -> None:
    """Python looks a name up in ``_HOMES``, a type checker in the stub."""
    found = importlib.import_module(f"nonosat.{module}".rstrip("."))
    stub = Path(str(found.__file__) + "i").read_text()
    said = {
        (match[1], match[2])
        for match in re.finditer(r"^from (\S+) import (\w+) as \2$", stub, re.MULTILINE)
    }
    assert len(said) == stub.count("import ")
    homes = {(home, name) for home, names in found._HOMES.items() for name in names.split()}
    assert said == homes


def test_help_is_short_and_begins_with_a_map_of_one_screen() -> None:
    assert len((nonosat.__doc__ or "").splitlines()) <= 24
    text = pydoc.plain(pydoc.render_doc(nonosat))
    assert len(text.splitlines()) <= 2000


@pytest.mark.parametrize("module", ["collection", "draw", "make", "photo", "proof", "study"])
def test_the_help_of_a_module_lists_its_names(module: str) -> None:
    owner = importlib.import_module(f"nonosat.{module}")
    text = pydoc.plain(pydoc.render_doc(owner))
    for name in owner.__all__:
        assert re.search(rf"^    (class )?{name}\b", text, re.MULTILINE), name


def test_byte_code_alone_is_enough(tmp_path: Path) -> None:
    """As in the tab of a browser: no sources and no stubs."""
    inside = tmp_path / "nonosat"
    shutil.copytree(Path(nonosat.__file__).parent, inside, ignore=shutil.ignore_patterns("*.pyi"))
    compileall.compile_dir(inside, quiet=1, legacy=True)
    for path in inside.rglob("*.py"):
        path.unlink()
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "sys.meta_path[:] = [x for x in sys.meta_path if isinstance(x, type)]  # Python's own\n"
        "import nonosat\n"
        "print(nonosat.types.Metadata('one').title, nonosat.Puzzle.__name__, nonosat.__file__)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", program],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["one", "Puzzle", str(inside / "__init__.pyc")]


def test_the_names_of_types_are_there_and_documented() -> None:
    assert not set(nonosat.types.__all__) & set(nonosat.__all__)
    for name in nonosat.types.__all__:
        thing = getattr(nonosat.types, name)
        assert not inspect.isclass(thing) or thing.__doc__, name
    assert set(dir(nonosat.types)) >= set(nonosat.types.__all__)
    with pytest.raises(AttributeError, match=r"module 'nonosat.types' has no attribute 'nothing'"):
        nonosat.types.nothing  # noqa: B018


def offered() -> dict[str, Any]:
    """All public names with their values: the flat ones, and those of the public modules."""
    beside = (nonosat.types, nonosat.study, nonosat.collection, nonosat.draw)
    modules = (*public_calls.MODULES, *beside)
    found = {name: getattr(module, name) for module in modules for name in module.__all__}
    errors = {name: value for name, value in vars(nonosat.errors).items() if name[0].isupper()}
    return found | errors


def annotations(function: Callable[..., Any]) -> Iterator[tuple[Any, str]]:
    """The annotations of a function's arguments and answer, with their module."""
    for kind in getattr(function, "__annotations__", {}).values():
        yield kind, function.__module__


def parts(kind: type) -> Iterator[tuple[Any, str]]:
    """The annotations of the public fields, properties and methods of a class, likewise."""
    for base in kind.__mro__:
        if not base.__module__.startswith("nonosat") or base is nonosat.types.Executor:
            continue  # executors are made by nonosat itself
        for name, annotation in vars(base).get("__annotations__", {}).items():
            if not name.startswith("_"):
                yield annotation, base.__module__
        for name, value in vars(base).items():
            function = value.fget if isinstance(value, property) else value
            function = getattr(function, "__func__", function)
            if not name.startswith("_") and inspect.isfunction(function):
                yield from annotations(function)


FOREIGN = dict.fromkeys(("DataFrame", "Image", "NDArray", "integer", "np", "nx"), MagicMock())
"""Names of other libraries, which modules import for type checkers only."""


def classes_of(kind: Any, module: str, names: dict[str, Any]) -> Iterator[type]:
    """The classes of nonosat in an annotation, which may be a text."""
    if isinstance(kind, str):
        known = {**vars(builtins), **vars(typing), **vars(collections.abc), "os": os}
        near = FOREIGN | known | names | vars(sys.modules[module])
        for name, value in near.items():
            if isinstance(value, str) and name[0].isupper() and not name.isupper():  # an alias
                near[name] = typing.ForwardRef(value)
        kind = eval(kind, {}, near)
    if isinstance(kind, str | typing.ForwardRef):
        yield from classes_of(getattr(kind, "__forward_arg__", kind), module, names)
    if typing.get_origin(kind) is not typing.Literal:
        for part in typing.get_args(kind):
            yield from classes_of(part, module, names)
    if isinstance(kind, type) and kind.__module__.startswith("nonosat"):
        yield kind


def test_what_a_public_function_takes_and_returns_is_public() -> None:
    names = offered()
    public = {value for value in names.values() if inspect.isclass(value)}
    waiting = [
        pair
        for value in names.values()
        if inspect.isfunction(value) or inspect.isclass(value)
        for pair in (annotations(value) if inspect.isfunction(value) else parts(value))
    ]
    hidden = set()
    for annotation, module in waiting:
        hidden |= {kind for kind in classes_of(annotation, module, names) if kind not in public}
    assert {f"{kind.__module__}.{kind.__name__}" for kind in hidden} == set()


def test_no_module_has_the_name_of_a_public_function() -> None:
    """``import nonosat.solve`` would put a module where the function ``nonosat.solve`` was."""
    top = {name.split(".")[1] for name in public_calls.modules() if "." in name}
    assert top & public_calls.functions().keys() == set()


def test_every_public_function_has_a_call() -> None:
    assert public_calls.functions().keys() == public_calls.CALLS.keys()


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))]
)
def test_every_module_in_any_order_then_every_function(seed: int) -> None:
    command = [sys.executable, Path(public_calls.__file__), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == done.stderr == ""
