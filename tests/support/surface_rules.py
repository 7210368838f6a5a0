# SPDX-License-Identifier: MIT
"""What may change in the public surface: the rules, on plain facts, without nonosat.

A surface is a version and facts such as ``nonosat.load(path): place 1``: a subject, and what holds
for it. Each fact is a promise, so one that disappears breaks programs of users; except for
``required``, which demands something from users: it breaks them when it appears at a subject whose
owner was there before. Whatever else appears is an addition. The file has a line for each subject.

A break needs a new major version (before 1.0.0 the minor version has that part). Additions and
breaks need an entry in the changelog, which has both names in code: what is new or gone, and its
owner (``rate`` and ``--jobs``, for an option).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

COMMAND = "python tests/support/surface.py"
DEMAND = "required"
_WORD = re.compile(r"-{0,2}\w[\w-]*")


class Surface(NamedTuple):
    """The surface of a ``version``: facts, in their order."""

    version: str
    facts: tuple[str, ...]


def written(surface: Surface) -> str:
    """The surface as the text of a file.

    >>> print(written(Surface("1.2.0", ("exit 0", "exit 0: means done", "exit 0: is read", "b"))))
    # The public surface of nonosat 1.2.0, written by tests/support/surface.py
    exit 0: means done; is read
    b
    <BLANKLINE>
    """
    head = f"# The public surface of nonosat {surface.version}, written by tests/support/surface.py"
    about: dict[str, list[str]] = {}
    for fact in surface.facts:
        subject, _, what = fact.partition(": ")
        about.setdefault(subject, []).extend([what] * bool(what))
    lines = (
        f"{subject}: {'; '.join(facts)}" if facts else subject for subject, facts in about.items()
    )
    return "\n".join((head, *lines)) + "\n"


def read(text: str) -> Surface:
    """The surface in the text of a file.

    >>> read(written(Surface("1.2.0", ("a: is b", "a: is c"))))
    Surface(version='1.2.0', facts=('a', 'a: is b', 'a: is c'))
    """
    head, *lines = text.splitlines()
    found = re.fullmatch(r"# The public surface of nonosat (\S+), written by \S+", head)
    assert found, f"not the head of a surface: {head}"
    facts = []
    for line in lines:
        subject, _, what = line.partition(": ")
        facts.append(subject)
        facts += [f"{subject}: {one}" for one in what.split("; ") if one]
    return Surface(found[1], tuple(facts))


def _series(version: str) -> tuple[int, ...]:
    """The part of a version that only a break raises.

    >>> _series("1.4.2"), _series("0.4.2")
    ((1,), (0, 4))
    """
    major, minor = (int(part) for part in version.split(".")[:2])
    return (major,) if major else (0, minor)


def may_break(before: str, now: str) -> bool:
    """Whether the version of now may break what the version before promises."""
    return _series(now) > _series(before)


def next_series(version: str) -> str:
    """The first version after this one that may break something."""
    major, *minor = _series(version)
    return f"0.{minor[0] + 1}.0" if minor else f"{major + 1}.0.0"


def _subject(fact: str) -> str:
    return fact.partition(": ")[0]


def _names(subject: str) -> tuple[str, ...]:
    """The names in a subject, from the outermost to the innermost.

    >>> _names("nonosat.types.Preset.name"), _names("nonosat.load(path)")
    (('nonosat.types', 'Preset', 'name'), ('nonosat', 'load', 'path'))
    >>> _names("command nonosat rate --jobs"), _names("json nonosat rate, steps")
    (('command', 'nonosat', 'rate', '--jobs'), ('json', 'nonosat', 'rate', 'steps'))
    """
    found = re.fullmatch(r"(nonosat(?:\.[a-z_]+(?=\.\w))?)(?:\.(.*))?", subject)
    head, rest = ((found[1],), found[2] or "") if found else ((), subject)
    return (*head, *re.findall(r"[^\s.,()]+(?:\.[^\s.,()]+)*" if not found else r"[\w*]+", rest))


def _owners(subjects: Iterable[str]) -> set[tuple[str, ...]]:
    """The names of all subjects, and of their owners."""
    return {names[:count] for names in map(_names, subjects) for count in range(1, len(names) + 1)}


class Change(NamedTuple):
    """A fact that has appeared or disappeared; ``names`` are those that the changelog must have."""

    fact: str
    names: tuple[str, ...]


def _changes(facts: Iterable[str], known: set[tuple[str, ...]]) -> Iterator[Change]:
    """The facts with names outside ``known``, or at known ones; a new class is one change."""
    seen = set()
    for fact in facts:
        names = _names(_subject(fact))
        count = next((n for n in range(2, len(names)) if names[:n] not in known), len(names))
        if names in known or names[:count] not in seen:
            seen.add(names[:count])
            yield Change(fact, _wanted(names[:count]))


def _wanted(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names that an entry of the changelog must have: the last, and where that says little, its
    owner: of an argument, a member, an option; not of a choice or a key of JSON.

    >>> _wanted(("nonosat", "load")), _wanted(("nonosat", "load", "path"))
    (('load',), ('load', 'path'))
    >>> _wanted(("command", "nonosat", "rate", "--jobs")), _wanted(("json", "nonosat rate", "end"))
    (('rate', '--jobs'), ('end',))
    """
    *_, owner, name = ("", *names)
    alone = not names[0].startswith(("command", "nonosat"))
    if alone or owner.startswith(("nonosat", "-")) or owner == "command":
        return (name,)
    return (owner, name)


def _demands(fact: str) -> bool:
    return fact.endswith(f": {DEMAND}")


def breaks(before: Surface, now: Surface) -> list[Change]:
    """What the surface of now does not hold of that before, and what it demands anew."""
    kept, old = set(now.facts), set(before.facts)
    gone = [fact for fact in before.facts if fact not in kept and not _demands(fact)]
    owners = _owners(map(_subject, before.facts))
    demanded = [
        fact
        for fact in now.facts
        if _demands(fact) and fact not in old and _names(_subject(fact))[:-1] in owners
    ]
    return [*_changes(gone, _owners(map(_subject, now.facts))), *_changes(demanded, owners)]


def additions(before: Surface, now: Surface) -> list[Change]:
    """What the surface of now has besides that of before."""
    old = set(before.facts)
    new = [fact for fact in now.facts if fact not in old and not _demands(fact)]
    return [*_changes(new, _owners(map(_subject, before.facts)))]


class Section(NamedTuple):
    """What the changelog says of a version: the ``text``, and whether it is ``released``."""

    text: str
    released: bool


def section(changelog: str, version: str) -> Section | None:
    """The section of a version; None if there is none.

    >>> section("# Changelog\\n## 0.3.0 (2027-01-31)\\n- All.\\n## 0.2.0 (unreleased)\\n", "0.3.0")
    Section(text='- All.\\n', released=True)
    """
    head = rf"^## {re.escape(version)} \((unreleased|\d{{4}}-\d\d-\d\d)\)\n"
    found = re.search(rf"{head}(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return Section(found[2], found[1] != "unreleased") if found else None


def _entries(text: str) -> Iterator[set[str]]:
    """The words in code of each entry: a point of a list, a row of a table, a paragraph."""
    for entry in re.split(r"\n(?=- |\||\n)", text):
        yield {word for code in re.findall(r"`([^`]+)`", entry) for word in _WORD.findall(code)}


def _unnamed(changes: Iterable[Change], version: str, changelog: str) -> Iterator[str]:
    """A sentence for each change that no entry of this version in the changelog names."""
    place = section(changelog, version)
    entries = [*_entries(place.text if place else "")]
    for change in changes:
        words = {word for name in change.names for word in _WORD.findall(name)}
        if not any(words <= entry for entry in entries):
            names = " and ".join(f"`{name}`" for name in change.names)
            yield (
                f"{change.fact}: the section of {version} in CHANGELOG.md needs an entry with "
                f"{names}"
            )


def _draft(surface: Surface, changelog: str) -> bool:
    """Whether the version of a surface has no date yet, so that nobody relies on it."""
    place = section(changelog, surface.version)
    return place is None or not place.released


def problems(before: Surface, now: Surface, changelog: str) -> list[str]:
    """What is wrong with the surface of now, in sentences that say what to do; nothing, if nothing.

    ``before`` is the surface of the last release, or of the coming one if there was none.
    """
    broken = breaks(before, now)
    found = []
    if not may_break(before.version, now.version):
        need = f"this breaks users of {before.version} and needs version "
        need += next_series(before.version)
        if _draft(before, changelog):
            need = f"{before.version} is not released, so write the file anew: {COMMAND}"
        found = [
            f"{change.fact}: it is {'new' if _demands(change.fact) else 'gone'}; {need}"
            for change in broken
        ]
    changes = additions(before, now)
    if not _draft(before, changelog):
        changes = [*broken, *changes]
    place = section(changelog, now.version)
    if changes and (place is None or (place.released and before.version == now.version)):
        return [*found, "CHANGELOG.md: begin the section of the next version"]
    return [*found, *_unnamed(changes, now.version, changelog)]


def why_not_written(before: Surface, now: Surface, changelog: str) -> list[str]:
    """Why the file must not be written anew; nothing, if it may be.

    The file is that of the last release. Before the first one it is a draft, written at any time.
    """
    if _draft(before, changelog):
        return [*_unnamed(additions(before, now), now.version, changelog)]
    new = section(changelog, now.version)
    if new is None or not new.released or before.version == now.version:
        return [
            f"the file is the surface of {before.version}, which is released: it is written anew "
            f"when CHANGELOG.md has the date of the next version"
        ]
    return problems(before, now, changelog)
