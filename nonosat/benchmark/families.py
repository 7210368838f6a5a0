# SPDX-License-Identifier: MIT
"""The description of a benchmark: families of puzzles by generator, parameters and seeds.

A description is a TOML file that reads like a table. A family names its generator, a seed, and for
each size of the benchmark the values of its parameters; every combination of the values gives
``count`` instances. A larger size has all instances of a smaller size, and ``without`` names
instances that are left out. The id of an instance is its family, its values and its number
(``random-20-0.50-003``), and its puzzle depends only on these and the seed: a family that gets more
values or a larger count keeps its instances.

Rejected: a list of instances, which is too long to read or cite; one seed for everything, since a
new family would then change all others.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from nonosat.benchmark.instances import GENERATORS, Instance, Value
from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.files import StrPath, read_text

SIZES = ("small", "medium", "all")
"""The sizes of a benchmark; each includes the instances of the sizes before it."""

MOST_INSTANCES = 20_000
"""The most instances in a description; more would be a mistake in its numbers."""

_FIT = re.compile("[a-z0-9][a-z0-9.-]*")
"""Texts that may be part of an id, which is the name of a file."""

_OF_FAMILY = ("what", "generator", "seed", "fixed", "without", *SIZES)


@dataclass(frozen=True, slots=True)
class Description:
    """A description that was read. ``text``: the whole text; ``families``: their descriptions."""

    name: str
    version: str
    text: str
    families: Mapping[str, str]
    instances: tuple[Instance, ...]

    def of_size(self, size: str) -> list[Instance]:
        """The instances of a size, in the order of families and ids."""
        wanted = SIZES[: SIZES.index(size) + 1]
        return [instance for instance in self.instances if instance.size in wanted]


def load_description(path: StrPath) -> Description:
    """Read a description from a file.

    Raises:
        PuzzleSyntaxError: the file cannot be read, or is not a description; the error names it.
    """
    text = read_text(path)
    try:
        return read_description(text)
    except PuzzleSyntaxError as error:
        raise error.named(os.fspath(path)) from None


def read_description(text: str) -> Description:
    """Read a description.

    Raises:
        PuzzleSyntaxError: the text is not a description; the error says where.

    >>> text = '''
    ... name = "two boards"
    ... version = "1"
    ... [family.dom]
    ... what = "n-Dom puzzles"
    ... generator = "domino"
    ... small = {n = [3]}
    ... all = {n = [3, 4]}
    ... '''
    >>> [(one.id, one.size) for one in read_description(text).instances]
    [('dom-03', 'small'), ('dom-04', 'all')]
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PuzzleSyntaxError(f"not TOML: {error}") from None
    _only(data, ("name", "version", "family"), "the description")
    families: dict[str, str] = {}
    instances: list[Instance] = []
    for name, family in _table(data, "family", "the description").items():
        if not (name.isascii() and name.isalpha() and name.islower()):
            raise PuzzleSyntaxError(f"family {name!r}: a name has small letters only")
        where = f"family {name}"
        if not isinstance(family, dict):
            raise PuzzleSyntaxError(f"{where}: it is not a table")
        _only(family, _OF_FAMILY, where)
        families[name] = _text(family, "what", where)
        instances += _instances(name, family, where)
        if len(instances) > MOST_INSTANCES:
            raise PuzzleSyntaxError(f"{where}: more than {MOST_INSTANCES:,} instances in all")
    if not instances:
        raise PuzzleSyntaxError("the description has no instances")
    title, version = (_text(data, key, "the description") for key in ("name", "version"))
    return Description(title, version, text, families, tuple(instances))


def _instances(name: str, family: Mapping[str, Any], where: str) -> list[Instance]:
    """The instances of a family, sorted by id."""
    generator = _text(family, "generator", where)
    if generator not in GENERATORS:
        raise PuzzleSyntaxError(
            f"{where}: unknown generator {generator!r}; choose {', '.join(GENERATORS)}"
        )
    seed = family.get("seed", 0)
    if type(seed) is not int:
        raise PuzzleSyntaxError(f"{where}: seed {seed!r} is not a whole number")
    fixed = _table(family, "fixed", where) if "fixed" in family else {}
    found: dict[str, Instance] = {}
    for size in SIZES:
        if size not in family:
            continue
        tables = family[size] if isinstance(family[size], list) else [family[size]]
        for values, number in _combinations(tables, f"{where}, {size}"):
            every = {**fixed, **values}
            _check_values(generator, every, f"{where}, {size}")
            parts = [name, *map(_shown, values.values())]
            parts += [] if number is None else [f"{number:03d}"]
            instance = "-".join(parts)
            if instance not in found:
                own = seed + (number or 0)
                found[instance] = Instance(instance, name, size, generator, every, own)
                if len(found) > MOST_INSTANCES:
                    raise PuzzleSyntaxError(f"{where}: more than {MOST_INSTANCES:,} instances")
    without = family.get("without", [])
    if not isinstance(without, list):
        raise PuzzleSyntaxError(f"{where}: without is not a list of ids")
    for instance in without:
        if found.pop(instance if isinstance(instance, str) else "", None) is None:
            raise PuzzleSyntaxError(f"{where}: without has {instance!r}, which is not an instance")
    return [found[instance] for instance in sorted(found)]


def _combinations(tables: list[Any], where: str) -> Iterator[tuple[dict[str, Value], int | None]]:
    """Each combination of the values of a table with each number below ``count``, if it has one."""
    for table in tables:
        if not isinstance(table, dict):
            raise PuzzleSyntaxError(f"{where}: {table!r} is not a table")
        count = table.get("count")
        if count is not None and (type(count) is not int or not 1 <= count <= 1000):
            raise PuzzleSyntaxError(
                f"{where}: count {count!r} is not a whole number from 1 to 1000"
            )
        lists = {key: _values(key, table[key], where) for key in table if key != "count"}
        for values in product(*lists.values()):
            for number in [None] if count is None else range(count):
                yield dict(zip(lists, values, strict=True)), number


def _values(key: str, values: object, where: str) -> list[Value]:
    if not isinstance(values, list) or not values:
        raise PuzzleSyntaxError(f"{where}: {key} is not a list of values")
    for value in values:
        if type(value) not in (int, float, str):
            raise PuzzleSyntaxError(f"{where}: {key} has a value that is neither number nor text")
        if isinstance(value, str) and not _FIT.fullmatch(value):
            raise PuzzleSyntaxError(
                f"{where}: {key} {value!r}: an id has small letters, digits, points and hyphens"
            )
    return values


def _check_values(generator: str, values: Mapping[str, Value], where: str) -> None:
    """Refuse parameters that the generator does not take, and missing ones that it needs."""
    kinds = GENERATORS[generator].parameters
    for key, value in values.items():
        if key not in kinds:
            raise PuzzleSyntaxError(
                f"{where}: the generator {generator!r} takes no {key!r}, only {', '.join(kinds)}"
            )
        if type(value) is not kinds[key]:
            raise PuzzleSyntaxError(
                f"{where}: {key} {value!r} is not of type {kinds[key].__name__}"
            )
    absent = [key for key in GENERATORS[generator].required if key not in values]
    if absent:
        raise PuzzleSyntaxError(f"{where}: the generator {generator!r} needs {', '.join(absent)}")


def _shown(value: Value) -> str:
    """A value as part of an id; the name of a file without its suffix."""
    if isinstance(value, int):
        return f"{value:02d}"
    return f"{value:.2f}" if isinstance(value, float) else value.partition(".")[0]


def _table(data: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    value = data.get(key)
    if not isinstance(value, dict):
        raise PuzzleSyntaxError(f"{where}: {key} is not a table")
    return value


def _text(data: Mapping[str, Any], key: str, where: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise PuzzleSyntaxError(f"{where}: {key} is not a text")
    return value


def _only(data: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in keys:
            raise PuzzleSyntaxError(f"{where}: unknown key {key!r}; choose {', '.join(keys)}")
