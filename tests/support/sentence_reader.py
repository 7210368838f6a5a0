# SPDX-License-Identifier: MIT
"""Reads the sentence of a step back, in any language, by the places of its patterns.

A sentence is a pattern with values in its places, and many values are patterns in turn: the place
``states`` holds statements, a statement holds numbers. ``HOLDS`` is this grammar; the patterns of
the language are its rules. So one reader reads all languages, and a translation that changes,
loses or joins values cannot be read, or gives other cells.

Reading tries every way to divide a text among the places of a pattern, shortest values first;
results are kept for each part of the text. It shares nothing with ``explain.sentences`` but the
patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonosat.languages import Language
from nonosat.languages.english import TEXTS


class Node(NamedTuple):
    """A pattern that was read: its key, and its places with their texts or nodes."""

    key: str
    places: dict[str, str | tuple[Node, ...]]

    def nodes(self, place: str) -> tuple[Node, ...]:
        """The nodes of a place."""
        found = self.places.get(place, ())
        assert not isinstance(found, str)
        return found

    def text(self, place: str) -> str:
        """The text of a place."""
        found = self.places[place]
        assert isinstance(found, str)
        return found


class Rule(NamedTuple):
    """What a place holds: a text of one of these keys, or several of them.

    ``joined``: how several are joined: ``and`` or ``turn``, as the texts ``list.and`` and
    ``list.turn`` do it, or ``names``; ``list``: by the text ``separator`` alone; empty: there is
    only one.
    """

    keys: tuple[str, ...]
    joined: str = ""
    separator: str = ""


def _keys(*beginnings: str) -> tuple[str, ...]:
    return tuple(key for key in TEXTS if key.startswith(beginnings))


_IS = Rule(_keys("is."), "and")
_RESULT = Rule((*_IS.keys, "step.solves"), "and")
_LINKS = Rule(_keys("link."), "turn")
HOLDS: dict[str, Rule] = {
    "states": _IS,
    "state": Rule(_keys("is.cell.")),
    "premises": Rule(_keys("with."), "and"),
    "forced": Rule(_keys("force."), "and"),
    "reasons": Rule(_keys("reason."), "list", "list.reasons"),
    "reason": Rule(_keys("reason.", "step.force")),
    "covers": Rule(_keys("covers."), "and"),
    "block": Rule(_keys("block")),
    "run": Rule(_keys("run.")),
    "line": Rule(_keys("line.")),
    "lines": Rule(_keys("lines."), "names"),
    "failure": _LINKS,
    "branch": _LINKS,
    "cases": Rule(("case.then", "case.nothing"), "list", "list.sentences"),
}
"""What the places of patterns hold, by their names."""
OF_KEYS: dict[tuple[str, str], Rule] = {
    ("case.either", "states"): _RESULT,
    ("case.each", "states"): _RESULT,
    ("case.one", "states"): _RESULT,
    ("case.remaining", "states"): _RESULT,
    ("step.suppose", "states"): _RESULT,
    ("step.denied", "states"): _RESULT,
    ("step.weights", "states"): Rule((*_IS.keys, "states.rest"), "and"),
    ("link.line", "cells"): Rule(_keys("makes."), "and"),
    ("link.line.denial", "cells"): Rule(_keys("makes."), "and"),
    ("link.cell", "cells"): Rule(_keys("with.cell."), "and"),
    ("link.denial", "state"): Rule(_keys("would.")),
}
"""The same, for places that hold other things in some patterns."""
VALUES = {
    "cells": r"[RC]\d[RC\d:;, -]*",
    "n": r"\d+",
    "number": r"\d+",
    "length": r"\d+",
    "difference": r"\d+",
}
"""What other places hold; all that are not here hold any text."""


class Reader:
    """Reads sentences of one language."""

    def __init__(self, say: Language) -> None:
        self._say = say
        self._forms = {
            key: sorted({say.pattern(key, n) for n in (*range(120), 1_000_000)}) for key in TEXTS
        }
        self._known: dict[tuple[Rule, str], tuple[Node, ...] | None] = {}
        self._names: Sequence[str] = ()

    def read(self, keys: Sequence[str], text: str, names: Sequence[str]) -> Node:
        """The sentence as a node of one of these patterns; ``names``: those of several colours.

        Raises:
            ValueError: it cannot be read.
        """
        self._known.clear()
        self._names = names
        for start in (text, text[:1].lower() + text[1:]):
            found = self._rule(Rule(tuple(keys)), start)
            if found:
                return found[0]
        raise ValueError(f"{self._say.code}: {text}")

    def is_about(self, axis: str, key: str) -> bool:
        """True if the text of a key is about lines of the axis; some languages say "cells"."""
        other = re.sub(r"\b(row|column)\b", axis, key)
        return self._forms[key] == self._forms[other]

    def numbers(self, text: str) -> list[int]:
        """``4 to 6 and 10``, in the words of the language, as [3, 4, 5, 9].

        Raises:
            ValueError: these are no numbers.
        """
        comma = self._say.pattern("numbers.comma")
        between = (
            re.escape(self._say.pattern("numbers.range")).replace(r"\{", "{").replace(r"\}", "}")
        )
        between = between.replace("{first}", r"(\d+)").replace("{last}", r"(\d+)")
        for ends in ({"last": text}, *_matches(self._say.pattern("numbers.and"), text)):
            parts = [*(ends["before"].split(comma) if "before" in ends else ()), ends["last"]]
            found: list[int] = []
            for part in parts:
                if part.isdecimal():
                    found.append(int(part) - 1)
                elif run := re.fullmatch(between, part):
                    found += range(int(run[1]) - 1, int(run[2]))
                else:
                    break
            else:
                return found
        raise ValueError(f"{self._say.code}: {text!r} are no numbers")

    def _rule(self, rule: Rule, text: str) -> tuple[Node, ...] | None:
        """The nodes that a text consists of."""
        key = (rule, text)
        if key not in self._known:
            self._known[key] = None  # a text within itself gives nothing
            self._known[key] = next(self._ways(rule, text), None)
        return self._known[key]

    def _ways(self, rule: Rule, text: str) -> Iterator[tuple[Node, ...]]:
        for key in rule.keys:
            node = self._pattern(key, text)
            if node is not None:
                yield (node,)
        one = Rule(rule.keys)
        if rule.joined == "list":
            before = self._between(rule.separator)
            for at in range(1, len(text)):
                if text.startswith(before, at) and (first := self._rule(one, text[:at])):
                    rest = self._rule(rule, text[at + len(before) :])
                    if rest:
                        yield (*first, *rest)
        elif rule.joined:
            kind = "names" if rule.joined == "names" else "list"
            items = Rule(rule.keys, "list", f"{kind}.comma")
            last_one = "names.and" if kind == "names" else f"list.{rule.joined}"
            for ends in _matches(self._say.pattern(last_one), text):
                last = self._rule(one, ends["last"])
                others = last and self._rule(items, ends["before"])
                if last and others:
                    yield (*others, *last)

    def _between(self, key: str) -> str:
        """What stands between two texts."""
        return self._say.pattern(key).replace("{before}", "").replace("{last}", "")

    def _pattern(self, key: str, text: str) -> Node | None:
        for form in self._forms[key]:
            for values in _matches(form, text):
                places: dict[str, str | tuple[Node, ...]] = {}
                for name, value in values.items():
                    rule = OF_KEYS.get((key, name), HOLDS.get(name))
                    found = value if rule is None else self._rule(rule, value)
                    if found is None:
                        break
                    if rule is None and not self._is_valid(name, value):
                        break
                    places[name] = found
                else:
                    return Node(key, places)
        return None

    def _is_valid(self, name: str, value: str) -> bool:
        """True if a place of this name can hold the text."""
        if name == "numbers":
            try:
                return bool(self.numbers(value))
            except ValueError:
                return False
        if name == "clue":
            if not self._names:
                return bool(re.fullmatch(r"[\d ]+", value))
            block = self._say.pattern("clue.block")
            return all(
                any(
                    found["length"].isdecimal() and found["color"] in self._names
                    for found in _matches(block, part)
                )
                for part in value.split(", ")
            )
        if name == "color":
            return value in self._names
        if name == "nth":
            ordinals = [self._say.pattern(f"ordinal.{number}") for number in range(1, 10)]
            return value in ordinals or value.isdecimal()
        if name in VALUES:
            return bool(re.fullmatch(VALUES[name], value))
        if name == "colors":
            comma = re.escape(self._say.pattern("names.comma"))
            last = self._say.pattern("names.or")
            ways = ({"last": value}, *_matches(last, value))
            known = {*self._names, self._say.pattern("value.empty")}
            alone = value == self._say.pattern("value.empty")  # has a pattern of its own
            return (
                bool(self._names)
                and not alone
                and any(
                    known.issuperset(
                        [*re.split(comma, ends.get("before", ends["last"])), ends["last"]]
                    )
                    for ends in ways
                )
            )
        return True


def _matches(form: str, text: str) -> Iterator[dict[str, str]]:
    """All ways in which a text is a form with values in its places, as names to values."""
    pieces = re.split(r"\{(\w+)\}", form)
    yield from _from(pieces, 0, text, {})


def _from(
    pieces: Sequence[str], at: int, text: str, found: dict[str, str]
) -> Iterator[dict[str, str]]:
    literal = pieces[at]
    if not text.startswith(literal):
        return
    rest = text[len(literal) :]
    if at + 1 == len(pieces):
        if not rest:
            yield dict(found)
        return
    name, following = pieces[at + 1], pieces[at + 2]
    ends = range(1, len(rest) + 1)
    for end in ends:
        if not rest.startswith(following, end):
            continue
        value = rest[:end]
        if name in found and found[name] != value:
            continue
        yield from _from(pieces, at + 2, rest[end:], {**found, name: value})
