# SPDX-License-Identifier: MIT
"""The public surface of now: everything that programs of users may rely on, one fact a line.

    python tests/support/surface.py

writes ``tests/support/surface.txt``, if ``surface_rules.why_not_written`` has nothing against it; a
test compares. With ``--check`` it writes nothing, and its exit code says whether the file has the
surface of now. The surface consists of

- the public names of Python: functions with their arguments (places, names, types, defaults) and
  answers; classes with attributes, methods and bases; their constructors, where the documentation
  of the class shows a call of it; members of enumerations; constants;
- commands with arguments, options, short options, choices and defaults;
- the keys of JSON: what ``--json`` prints (docs/json.md), and the API (openapi.json);
- exit codes, versions of what is stored, formats, kinds of codes, environment variables, extras.

Words for people (help, messages, drawings) are no part of it.
"""

from __future__ import annotations

import enum
import inspect
import re
import sys
import tomllib
import typing
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import click

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("surface.txt")
CHANGELOG = ROOT / "CHANGELOG.md"
sys.path[:0] = [str(FILE.parent), str(ROOT / "tests" / "bench")]

import json_reference  # noqa: E402 - its folder is not on the path before
import surface_rules  # noqa: E402

import nonosat  # noqa: E402
from nonosat.cli import exits  # noqa: E402
from nonosat.cli.commands import program  # noqa: E402
from nonosat.collection import schema  # noqa: E402
from nonosat.draw.theme import Theme  # noqa: E402
from nonosat.formats.codes.face import KINDS  # noqa: E402
from nonosat.formats.registry import FORMATS  # noqa: E402
from nonosat.model.canonical import CANONICAL_VERSION  # noqa: E402
from nonosat.proof.checker import container, formula  # noqa: E402
from nonosat.solving.options import OPTIONS  # noqa: E402
from nonosat.web.endpoints import PREFIX  # noqa: E402
from nonosat.web.openapi import document  # noqa: E402

MODULES = (
    nonosat,
    nonosat.types,
    nonosat.errors,
    nonosat.study,
    nonosat.collection,
    nonosat.draw,
)
CONTRIBUTORS = {"dev", "docs", "lint", "site", "test"}
"""Extras that are no promise to users."""
SPECIAL = (
    *("bool", "call", "contains", "enter", "eq", "exit", "ge", "getitem", "gt", "hash", "iter"),
    *("le", "len", "lt", "next", "reversed", "str"),
)
"""Methods behind operators and functions of Python: users call them by these."""


def public_names(module: Any) -> list[str]:
    """The public names of a module; those of ``errors`` are its classes."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__)
    return sorted(
        name
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__ and name[0] != "_"
    )


def _text(annotation: Any) -> str:
    """An annotation as it is written."""
    if isinstance(annotation, typing.ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        return re.sub(r"^NotRequired\[(.*)\]$", r"\1", annotation)
    if isinstance(annotation, type) and not typing.get_args(annotation):
        return annotation.__name__
    return re.sub(r"\b(?:nonosat|typing)\.(?:\w+\.)*(?=\w)", "", str(annotation))


def _alternatives(annotation: Any) -> list[str]:
    """The parts of an annotation between the bars that are in no brackets."""
    parts, depth = [""], 0
    for character in _text(annotation):
        depth += (character in "[(") - (character in "])")
        if character == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def _value(value: Any) -> str:
    return f"nonosat.{value}" if isinstance(value, enum.Enum) else repr(value)


def options(kind: Any, owner: str) -> Iterator[str]:
    """The keywords of a function whose ``**options`` are those of a TypedDict."""
    for name in kind.__annotations__:
        subject = f"{owner}({name})"
        yield f"{subject}: by name"
        yield from (
            f"{subject}: takes {part}" for part in _alternatives(kind.__annotations__[name])
        )
        if name in kind.__required_keys__:
            yield f"{subject}: {surface_rules.DEMAND}"
        elif name in OPTIONS:
            yield f"{subject}: default {_value(OPTIONS[name].default)}"


def function(value: Callable[..., Any], owner: str, skip: int = 0) -> Iterator[str]:
    """A function: its arguments, without the first ``skip``, and its answer."""
    signature = inspect.signature(value)
    yield owner
    for place, parameter in enumerate([*signature.parameters.values()][skip:], 1):
        subject = f"{owner}({parameter.name})"
        unpacked = re.fullmatch(r"Unpack\[(\w+)\]", _text(parameter.annotation))
        if parameter.kind is parameter.VAR_KEYWORD and unpacked:
            yield from options(getattr(nonosat.types, unpacked[1]), owner)
            continue
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            yield f"{subject}: place {place}"
        if parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            yield f"{subject}: by name"
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            yield f"{subject}: any number"
        elif parameter.default is parameter.empty:
            yield f"{subject}: {surface_rules.DEMAND}"
        else:
            yield f"{subject}: default {_value(parameter.default)}"
        if parameter.annotation is not parameter.empty:
            for part in _alternatives(parameter.annotation):
                yield f"{subject}: takes {part}"
    if signature.return_annotation is not signature.empty and not inspect.isclass(value):
        yield f"{owner}: gives {_text(signature.return_annotation)}"


def _shown(kind: type) -> bool:
    """Whether the documentation of a class shows how to make a value of it."""
    if issubclass(kind, str):  # made of a text, as all texts are
        return False
    return kind is Theme or bool(
        re.search(rf">>> .*\b{kind.__name__}\(", vars(kind).get("__doc__") or "")
    )


def members(kind: type, owner: str) -> Iterator[str]:
    """The attributes and methods of a class, also those of bases that are nonosat's."""
    found: dict[str, Iterable[str]] = {}
    fields = getattr(kind, "_fields", ())
    for base in kind.__mro__:
        if not base.__module__.startswith("nonosat"):
            continue
        for name, annotation in inspect.get_annotations(base).items():
            found.setdefault(name, [f"{owner}.{name}: is {_text(annotation)}"])
        for name, value in vars(base).items():
            called = getattr(value, "__func__", value)
            if name in fields:  # its annotation says more
                continue
            if isinstance(value, property):
                answer = _text(typing.cast(Any, value.fget).__annotations__.get("return", "Any"))
                found.setdefault(name, [f"{owner}.{name}: is {answer}"])
            elif isinstance(called, FunctionType):
                skip = not isinstance(value, staticmethod)
                found.setdefault(name, [*function(called, f"{owner}.{name}", skip)])
            elif hasattr(value, "func"):  # a cached property
                answer = _text(value.func.__annotations__["return"])
                found.setdefault(name, [f"{owner}.{name}: is {answer}"])
    if fields:
        yield f"{owner}: unpacks to {', '.join(fields)}"
    for name in sorted(found):
        if name[0] != "_":
            yield from found[name]
        elif name.strip("_") in SPECIAL:
            yield f"{owner}.{name}"


def class_(kind: type, owner: str) -> Iterator[str]:
    """A class: what it is, what it has, and how values of it are made."""
    yield owner
    for base in kind.__mro__[1:-1]:
        if base.__name__[0] != "_" and base not in (BaseException, typing.Generic):
            yield f"{owner}: extends {base.__name__}"
    if issubclass(kind, enum.Enum):
        yield from (f"{owner}.{member.name}: value {member.value!r}" for member in kind)
    if typing.is_typeddict(kind):
        yield from (
            f"{owner}.{name}: is {_text(part)}" for name, part in kind.__annotations__.items()
        )
        return
    yield from members(kind, owner)
    if _shown(kind):
        for line in function(kind, owner):
            if line != owner:
                yield line


def python() -> Iterator[str]:
    """All public names; a value with two names is described at the first."""
    homes: dict[int, str] = {}
    for module in MODULES:
        for name in public_names(module):
            value = getattr(module, name)
            owner = f"{module.__name__}.{name}"
            if inspect.ismodule(value) or name == "__version__":
                yield owner
            elif isinstance(value, int):
                yield f"{owner}: value {value!r}"
            elif isinstance(value, dict | tuple):  # of columns
                yield from (f"{owner}[{key}]" for key in value)
            elif id(value) in homes:
                yield f"{owner}: is {homes[id(value)]}"
            elif inspect.isclass(value):
                homes[id(value)] = owner
                yield from class_(value, owner)
            elif inspect.isfunction(value):
                homes[id(value)] = owner
                yield from function(value, owner)
            else:  # an alias of types
                yield from (f"{owner}: takes {part}" for part in _alternatives(value))


def parameter(found: click.Parameter, owner: str, place: int) -> Iterator[str]:
    """An argument or an option of a command; ``place`` is that of an argument."""
    names = [*found.opts, *found.secondary_opts]
    if isinstance(found, click.Argument):
        names = [(found.metavar or found.name or "").strip(".[]").upper()]
    info = found.to_info_dict()
    subject = f"{owner} {max(names, key=len)}"
    if isinstance(found, click.Argument):
        yield f"{subject}: place {place}{' and all that follow' if found.nargs == -1 else ''}"
    else:
        yield from (f"{subject}: is {name}" for name in names if name not in subject.split())
        kind = "nothing" if info["is_flag"] else info["type"]["name"]
        yield f"{subject}: takes {kind}{', many times' if found.multiple else ''}"
        default = info["default"] if info["default"] not in (None, (), False) else "none"
        yield f"{subject}: default {default}"
    yield from (f"{subject} {choice}" for choice in info["type"].get("choices", ()))
    if found.required:
        yield f"{subject}: {surface_rules.DEMAND}"


def commands(group: click.Group, owner: str) -> Iterator[str]:
    """A group and all its commands."""
    for command in (None, *group.list_commands(click.Context(group))):
        found: click.Command | None = group
        subject = owner
        if command is not None:
            found = group.get_command(click.Context(group), command)
            subject = f"{owner} {command}"
        assert found is not None
        if command is not None and isinstance(found, click.Group):
            yield from commands(found, subject)
            continue
        yield subject
        arguments = [one for one in found.params if isinstance(one, click.Argument)]
        for one in found.params:
            yield from parameter(one, subject, 1 + arguments.index(one) if one in arguments else 0)


def printed() -> Iterator[str]:
    """The keys that ``--json`` prints; a test holds docs/json.md to what commands print."""
    title = ""
    for line in json_reference.DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("### "):
            title = line[4:]
            yield f"json {title}"
        elif title and (key := re.match(r"\| `(\w+)` \|", line)):
            yield f"json {title}, {key[1]}"


def keys(schema: Any, owner: str, demands: bool) -> Iterator[str]:
    """The keys of an object of the API; what stands in others, too. ``demands``: in a request."""
    for name, inner in schema.get("properties", {}).items():
        yield f"{owner}, {name}"
        if demands and name in schema.get("required", ()):
            yield f"{owner}, {name}: {surface_rules.DEMAND}"
        yield from keys(inner, f"{owner}, {name}", demands)
    for inner in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), schema.get("items")):
        if isinstance(inner, dict):
            yield from keys(inner, owner, demands)
    yield from (f"{owner}, {one!r}" for one in schema.get("enum", ()))


def api() -> Iterator[str]:
    """What the server can be asked, and the keys of its answers."""
    described = document()
    for path, methods in described["paths"].items():
        for method, about in methods.items():
            owner = f"api {method.upper()} {path.removeprefix(PREFIX)}"
            yield owner
            for one in about.get("parameters", ()):
                yield f"{owner}, {one['name']}"
                if one.get("required") and one["in"] != "path":
                    yield f"{owner}, {one['name']}: {surface_rules.DEMAND}"
            for kind, content in about.get("requestBody", {}).get("content", {}).items():
                yield f"{owner}: takes {kind}"
                yield from keys(content.get("schema", {}), owner, demands=True)
            for status, reply in about["responses"].items():
                for kind, content in reply.get("content", {}).items():
                    yield f"{owner}: {status} is {kind}"
                    yield from keys(content.get("schema", {}), f"{owner} {status}", demands=False)
    for name, described_one in described["components"]["schemas"].items():
        yield f"api {name}"
        yield from keys(
            described_one, f"api {name}", name in ("PuzzleArgument", "PuzzleJson", "Palette")
        )


def codes() -> Iterator[str]:
    """Exit codes, and what the kinds of codes, formats and stored things are."""
    for name, value in vars(exits).items():
        if name.isupper() and isinstance(value, int) and value in exits.STATUS:
            yield f"exit {value}: means {name.lower().replace('_', ' ')}"
    yield "exit 129: means interrupted by SIGHUP"
    yield "exit 143: means interrupted by SIGTERM"
    for number in (*schema.MIGRATIONS, schema.VERSION):
        yield f"version collection {number}: is read"
    yield f"version collection {schema.VERSION}: is written"
    for number in range(1, CANONICAL_VERSION + 1):
        yield f"version canonical_text {number}: is read; is written"
    for number in (container.VERSION, container.WEIGHTS_VERSION):
        yield f"version certificate {number}: is read; is written"
    for number in range(1, formula.VERSION + 1):
        yield f"version formula {number}: is read; is written"
    first = nonosat.encode(nonosat.Puzzle([[1]], columns=[[1]]))[0]
    yield f"version code {first}: is read; is written"
    yield f"version API {PREFIX.strip('/')}: is served"
    for form in FORMATS.values():
        yield f"format {form.name}: is read"
        if not form.read_only:
            yield f"format {form.name}: is written"
        yield from (f"format {form.name}: suffix {suffix}" for suffix in form.suffixes)
        yield from (f"format {form.name} {dialect}" for dialect in form.dialects)
    yield from (f"code {name}" for name in KINDS)


def outside() -> Iterator[str]:
    """Environment variables that the package reads, and extras."""
    found = {"_NONOSAT_COMPLETE"}
    for path in (ROOT / "nonosat").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "os.environ" in text:
            found |= set(re.findall(r'"([A-Z][A-Z_]{3,})"', text)) - {"PYTHONPATH"}  # Python's
    yield from (f"environment {name}" for name in sorted(found))
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    extras = project["optional-dependencies"].keys() - CONTRIBUTORS
    yield from (f"extra {name}" for name in sorted(extras))


def surface() -> surface_rules.Surface:
    """The surface of now."""
    areas = (python(), commands(program, "command nonosat"), printed(), api(), codes(), outside())
    facts: dict[str, None] = {}
    for area in areas:
        for line in area:
            subject, _, what = line.partition(": ")
            facts[subject] = None
            facts |= {f"{subject}: {fact}": None for fact in what.split("; ") if fact}
    return surface_rules.Surface(nonosat.__version__, tuple(facts))


def main() -> int:
    """Write the file, or say why not."""
    now = surface()
    if "--check" in sys.argv[1:]:
        same = FILE.exists() and FILE.read_text(encoding="utf-8") == surface_rules.written(now)
        print(f"{FILE.name} {'has' if same else 'has not'} the surface of {now.version} as it is")
        return 0 if same else 1
    if FILE.exists():
        before = surface_rules.read(FILE.read_text(encoding="utf-8"))
        against = surface_rules.why_not_written(before, now, CHANGELOG.read_text(encoding="utf-8"))
        if against:
            print(*against, sep="\n", file=sys.stderr)
            return 1
    FILE.write_text(surface_rules.written(now), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
