# SPDX-License-Identifier: MIT
"""Everything users' programs may rely on besides Python's names: two files that a test compares.

    python -m tests.support.promises

writes ``promises/program.txt`` (commands, options with choices and defaults, exit codes,
environment variables, formats, codes, versions of stored data) and ``promises/json.txt`` (the
keys of JSON: from ``--json``, and in the requests and answers of the server). They are meant to be
read in a difference: an option with all its commands is one entry. Griffe compares Python's names
(``.ci/steps/released``), because it does so better than a list.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

import nonosat
from nonosat.cli import exits
from nonosat.cli.commands import program
from nonosat.collection import schema
from nonosat.formats.codes.face import KINDS
from nonosat.formats.registry import FORMATS
from nonosat.model.canonical import CANONICAL_VERSION
from nonosat.proof.checker import container, formula
from nonosat.web.endpoints import PREFIX
from nonosat.web.openapi import document

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).with_name("promises")
CONTRIBUTORS = {"clients", "dev", "docs", "lint", "site", "test", "tidy"}
"""Extras that users may not rely on."""


def commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """All commands of a group; their names include the groups."""
    for name in group.list_commands(click.Context(group)):
        found = group.get_command(click.Context(group), name)
        assert found is not None
        if isinstance(found, click.Group):
            yield from commands(found, f"{path}{name} ")
        else:
            yield f"{path}{name}", found


def option(found: click.Option) -> str:
    """An option with its names, and its choices or the type of its value, and its default."""
    info = found.to_info_dict()
    text = " ".join(sorted([*found.opts, *found.secondary_opts], key=len, reverse=True))
    if not info["is_flag"]:
        kind = info["type"]
        text += f" {'|'.join(kind['choices']) if 'choices' in kind else kind['name']}"
        text += "..." * found.multiple
    if info["default"] not in (None, (), False):
        text += f", default {info['default']}"
    return text + ", required" * found.required


def grouped(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """An entry for each first part, with all its second parts."""
    found: dict[str, list[str]] = {}
    for what, owner in pairs:
        found.setdefault(what, []).append(owner)
    yield from (f"{what}: {', '.join(owners)}" for what, owners in found.items())


def described_commands() -> Iterator[str]:
    """All commands with their arguments, then an entry for each option, with its commands."""
    found = [*commands(program)]
    taken = [
        " ".join(
            [
                name,
                *(
                    one.make_metavar(click.Context(command))
                    for one in command.params
                    if isinstance(one, click.Argument)
                ),
            ]
        )
        for name, command in found
    ]
    yield f"commands: {'; '.join(taken)}"
    yield from grouped(
        sorted(
            (option(one), name)
            for name, command in found
            for one in command.params
            if isinstance(one, click.Option)
        )
    )


def stored() -> Iterator[str]:
    """Versions of stored data: the versions that are read, and the version that is written."""
    first = nonosat.encode(nonosat.Puzzle([[1]], columns=[[1]]))[0]
    for name, versions in {
        "collection": [*schema.MIGRATIONS, schema.VERSION],
        "canonical text": range(1, CANONICAL_VERSION + 1),
        "certificate": [container.VERSION, container.WEIGHTS_VERSION],
        "formula": range(1, formula.VERSION + 1),
        "code": [first],
        "API": [PREFIX.strip("/")],
    }.items():
        yield f"version of {name}: {', '.join(map(str, versions))}"


def outside() -> Iterator[str]:
    """Exit codes, environment variables that the package reads, and extras."""
    names = {value: name for name, value in vars(exits).items() if isinstance(value, int)}
    shown = {code: names[code].lower().replace("_", " ") for code in exits.STATUS}
    shown |= {129: "SIGHUP", 143: "SIGTERM"}
    yield f"exit codes: {', '.join(f'{code} {what}' for code, what in sorted(shown.items()))}"
    found = {"_NONOSAT_COMPLETE"}
    for path in (ROOT / "nonosat").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "os.environ" in text:
            others = {"PYTHONPATH", "INSTALLER"}  # Python's, and a file beside the package
            found |= set(re.findall(r'"([A-Z][A-Z_]{3,})"', text)) - others
    yield f"environment variables: {', '.join(sorted(found))}"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    yield f"extras: {', '.join(sorted(project['optional-dependencies'].keys() - CONTRIBUTORS))}"


def formats() -> Iterator[str]:
    """Formats with suffixes and dialects, and kinds of codes."""
    shown = [
        " ".join(
            [form.name, *form.suffixes, *form.dialects, *["(only read)"] * bool(form.read_only)]
        )
        for form in FORMATS.values()
    ]
    yield f"formats with suffixes and dialects: {'; '.join(shown)}"
    yield f"codes: {', '.join(KINDS)}"


def printed() -> Iterator[str]:
    """The keys that ``--json`` prints; a test compares docs/json.md with the commands."""
    text = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    for part in text.split("\n### ")[1:]:
        title, _, rest = part.partition("\n")
        found = re.findall(r"^\| `(\w+)` \|", rest, re.MULTILINE)
        yield f"{title}: {', '.join(found)}"


def keys(schema: Any, required: bool = False) -> Iterator[str]:
    """The keys of an object of the API, and of objects in it; ``required``: mark required keys."""
    for name, inner in schema.get("properties", {}).items():
        nested = ", ".join(keys(inner, required))
        star = "*" if required and name in schema.get("required", ()) else ""
        yield f"{name}{star}" + (f" {{{nested}}}" if nested else "")
    several = schema.get("anyOf", ())
    if {"type": "null"} in several and any("enum" in inner for inner in several):
        yield "None"
    for inner in (*several, *schema.get("oneOf", ()), schema.get("items")):
        if isinstance(inner, dict):
            yield from keys(inner, required)
    yield from map(repr, schema.get("enum", ()))


def named(kind: str, content: Any) -> str:
    """A type of content, with the name of its schema if it has one."""
    return f"{kind} {content['schema'].get('$ref', '').rpartition('/')[2]}".rstrip()


def asked(methods_of: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The request of each endpoint, ``*`` if it is required; then its answer."""
    for path, methods in methods_of.items():
        for method, about in methods.items():
            owner = f"{method.upper()} {path.removeprefix(PREFIX)}"
            names = [
                f"{one['name']}{'*' * one.get('required', False)}"
                for one in about.get("parameters", ())
            ]
            for kind, content in about.get("requestBody", {}).get("content", {}).items():
                names += [named(kind, content), *keys(content["schema"], required=True)]
            yield f"takes {', '.join(names)}", owner
            for status, reply in about["responses"].items():
                for kind, content in reply.get("content", {}).items():
                    answer = [status, named(kind, content), *keys(content["schema"])]
                    yield f"answers {', '.join(answer)}", owner


def api() -> Iterator[str]:
    """The requests and answers of the server, each with its endpoints; objects with names."""
    described = document()
    yield from sorted(grouped(asked(described["paths"])))
    for name, about in described["components"]["schemas"].items():
        yield f"{name}: {', '.join(keys(about, required=True))}"


def texts() -> dict[str, str]:
    """The files by their names, as they are now."""
    parts = {
        "program.txt": (*outside(), *stored(), *formats(), *described_commands()),
        "json.txt": (*printed(), *api()),
    }
    wrapper = textwrap.TextWrapper(
        99, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    return {name: "\n".join(map(wrapper.fill, lines)) + "\n" for name, lines in parts.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
