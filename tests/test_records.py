# SPDX-License-Identifier: MIT
"""Our quick ``dataclass`` and that of the standard library make the same classes."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from nonosat import Fault, Grid, Metadata, Palette, Puzzle, records, solve
from nonosat.clue import Line
from nonosat.formats.form import Format
from nonosat.report import Report, StageReport

Make = Callable[..., Any]
BOTH: tuple[tuple[Make, Make], ...] = (
    (records.dataclass, records.field),
    (dataclasses.dataclass, dataclasses.field),
)


def frozen(dataclass: Make, field: Make) -> type[Any]:
    @dataclass(frozen=True, order=True, slots=True)
    class Part:
        """A part."""

        name: str
        size: int = 3
        notes: list[int] = field(default_factory=list, hash=False)
        hidden: int = field(default=0, repr=False, compare=False)

        @property
        def double(self) -> int:
            return 2 * self.size

        def __post_init__(self) -> None:
            object.__setattr__(self, "size", int(self.size))

    return Part


def plain(dataclass: Make, field: Make) -> type[Any]:
    @dataclass(slots=True)
    class Part:
        """A part."""

        name: str
        notes: dict[str, int] = field(default_factory=dict)

    return Part


def keywords(dataclass: Make, field: Make) -> type[Any]:
    @dataclass(frozen=True, kw_only=True)
    class Part:
        """A part."""

        name: str = ""
        size: int

        def __repr__(self) -> str:
            return f"<{self.name}>"

    return Part


def described(kind: type[Any], *args: Any, **named: Any) -> list[object]:
    """What can be seen of a class and of an object of it."""
    part, other = kind(*args, **named), kind(*args, **named)
    seen: list[object] = [repr(part), part == other, part != other, part == "x", kind.__doc__]
    seen += [str(inspect.signature(kind)), kind.__match_args__, dataclasses.is_dataclass(part)]
    seen += [sorted(dataclasses.asdict(part).items()), dataclasses.astuple(part)]
    seen += [[(f.name, f.type, f.repr, f.compare, f.hash) for f in dataclasses.fields(kind)]]
    seen += [repr(dataclasses.replace(part, name="new")), repr(records.replace(part, name="new"))]
    seen += [copy.copy(part) == part, copy.deepcopy(part) == part]
    seen += [hasattr(part, "__dict__"), getattr(kind, "__slots__", None)]
    for action in (
        lambda: hash(part) == hash(other),
        lambda: setattr(part, "name", "b"),
        lambda: delattr(part, "name"),
        lambda: part < other,
        lambda: part <= other,
        lambda: part > 3,
        lambda: kind(),
        lambda: kind(other=1),
    ):
        try:
            seen.append(action())
        except Exception as error:
            seen.append((type(error), str(error).replace("unhashable type: 'list'", "")))
    return seen


@pytest.mark.parametrize(
    ("make", "args", "named"),
    [
        (frozen, ("a",), {}),
        (frozen, ("a", 4.0), {"notes": [], "hidden": 2}),
        (plain, ("a",), {}),
        (plain, ("a", {"x": 1}), {}),
        (keywords, (), {"size": 2}),
        (keywords, (), {"size": 2, "name": "b"}),
    ],
)
def test_both_make_the_same(
    make: Callable[[Make, Make], type[Any]], args: tuple[Any, ...], named: dict[str, Any]
) -> None:
    ours, theirs = (make(*tools) for tools in BOTH)
    assert described(ours, *args, **named) == described(theirs, *args, **named)


def test_order_and_factories() -> None:
    part = frozen(*BOTH[0])
    assert part("a", 1) < part("a", 2) <= part("a", 2) < part("b", 0)
    assert part("b") >= part("a")
    assert not part("a") > part("a")
    assert part("a").notes is not part("a").notes
    assert part("a").hidden == 0
    assert part("a", hidden=1) == part("a")
    assert part("a", 7.9).double == 14


PUZZLE = Puzzle([[1], []], [[1], None]).with_meta(title="a")


@pytest.mark.parametrize(
    "value",
    [
        *(Line("R", 2), Fault("wrong", Line("C", 0), 1), Metadata("a"), Palette(), Grid("#?")),
        *(PUZZLE, solve(PUZZLE), StageReport("lines", 1, 0.5, {"x": 1})),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_are_dataclasses_still(value: Any) -> None:
    assert dataclasses.is_dataclass(value)
    names = [field.name for field in dataclasses.fields(value)]
    assert names == list(type(value).__slots__) == [f.name for f in records.fields(value)]
    again = pickle.loads(pickle.dumps(value))
    assert (again, repr(again), hash(again)) == (value, repr(value), hash(value))
    for name in (names[0], "other"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, 1)


def test_types_and_defaults_are_kept() -> None:
    assert str(inspect.signature(Line)) == "(axis: 'str', index: 'int') -> None"
    assert inspect.signature(Report).parameters["given"].default is None
    assert inspect.signature(Format).parameters["weak"].kind is inspect.Parameter.KEYWORD_ONLY
    assert dataclasses.replace(Metadata("a"), author="b") == Metadata("a", "b")
