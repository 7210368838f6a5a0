# SPDX-License-Identifier: MIT
"""The English texts that translators translate, in the order of their sources.

There are four sources, and each text is in one of them:

- ``nonosat/languages/english.py``: steps, hints, answers, sheets;
- the tables of the page, which are the lists ``TEXTS = {`` and ``addTexts({`` in
  ``nonosat/web/static/*.js``; their keys get ``page.`` before them;
- calls such as ``Fault.of("fault.sums", "the rows fill {rows} cells", rows=5)``;
- the table of formats, ``nonosat/formats/families``: what a format is, and what it drops.

The tables of the page are read by a small scanner, not by node, so that translators need Python
alone. It knows strings, pairs of strings and comments, and refuses everything else in a table.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nonosat.formats.registry import FORMATS
from nonosat.languages import Text
from nonosat.languages.english import TEXTS

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "nonosat"
ENGLISH = PACKAGE / "languages" / "english.py"
STATIC = PACKAGE / "web" / "static"

EXAMPLES = {
    "action": "Undo",
    "after": "3 1",
    "author": "Ann",
    "before": "3 2",
    "block": "the second 3",
    "branch": "row 3 makes R3C7 empty",
    "cases": "If R3C5 is filled, then R3C7 is empty.",
    "cell": "R3C5",
    "cells": "R3C5 and R4C1",
    "changes": "Row 4: 3 2 → 3 1",
    "clue": "3 1",
    "color": "red",
    "colors": "red or green",
    "column": "7",
    "columnclue": "2 2",
    "columnstate": ", wrong",
    "count": "3",
    "covers": "the 4 covers column 5",
    "difficulty": "2.4",
    "doubt": "whether the grid is right is unknown (time limit)",
    "drawings": "4 drawings",
    "elements": "R3, R4 and C7",
    "end": "solved in 12 steps",
    "failure": "row 3 has no placement left",
    "file": "fox.non",
    "folder": "/home/ann/puzzles",
    "forced": "R3C5 and R3C6 to be filled",
    "has": "10",
    "heading": "A fox",
    "length": "3",
    "letter": "r",
    "letters": "r and g",
    "line": "row 4 (3 1)",
    "lines": "rows 3 and 4 and column 7",
    "message": "a sentence",
    "needs": "12",
    "nth": "second",
    "numbers": "4 to 6 and 10",
    "pages": "3 pages",
    "premises": "columns 4 and 5 filled",
    "puzzles": "2 puzzles",
    "read": "3",
    "reason": "all placements agree that column 4 is filled",
    "reasons": "the 4 covers column 5, so column 5 is filled",
    "rowclue": "3 1",
    "rowstate": ", done",
    "run": "the run in columns 4 to 6",
    "side": "left side",
    "size": "20 × 15",  # noqa: RUF001
    "state": "R3C5 is filled",
    "states": "columns 4 and 5 are filled and column 9 is empty",
    "steps": "12 steps",
    "technique": "overlap",
    "techniques": "overlap, line solving",
    "time": "3:20",
    "title": "A fox",
    "value": "filled",
    "verdict": "unique",
    "word": "3x",
}
"""What can be in a place, for the comments that translators read. Numbers need no example."""
LIMIT = {"reason": "time limit"}
OF_KEYS = {
    "page.sentence": {"text": "Needs 12 cells, the line has 10"},
    "page.tip": {"label": "Undo", "key": "Ctrl+Z"},
    "page.edit.clue.at": {"n": "4", "fault": "needs 12 cells, the line has 10"},
    "page.about.loses": {"what": "the title"},
    "page.about.copy.code": {"kind": "code"},
    "page.about.copy.link": {"kind": "link to play"},
    "page.list.sort.by": {"key": "Title"},
    "page.edit.import.like.named": {
        "rating": "medium",
        "changed": "3 cells differ from the picture",
    },
    "hint.and.doubt": {"message": "look at row 4"},
    "difficulty.place": {"word": "medium"},
    "cell.ambiguous": {"cell": "R3C5", "first": "filled", "second": "empty"},
    "cell.doubt": LIMIT,
    "cell.limit": LIMIT,
    "check.contradiction": {"contradiction": "R3 has no placement"},
    "check.unknown": LIMIT,
    "contradiction.limit": LIMIT,
    "end.doubt": LIMIT,
    "end.limit": LIMIT,
    "hint.doubt": LIMIT,
    "hint.limit": LIMIT,
    "link.denial": {"state": "R3C7 would be empty"},
    "list.and": {"before": "R1 is red, R2 is red", "last": "R3 is empty"},
    "names.and": {"before": "R1, R2", "last": "R3"},
    "names.or": {"before": "R1, R2", "last": "R3"},
    "numbers.range": {"first": "4", "last": "6"},
    "list.turn": {"before": "R1, R2", "last": "R3"},
    "page.board.column": {"clue": "3 1", "state": ", done"},
    "page.board.row": {"clue": "3 1", "state": ", done"},
    "page.busy": {"what": "Save as a file"},
    "page.by.system": {"what": "Reduced motion"},
    "page.edit.did": {"what": "Undo", "action": "Rotate to the right"},
    "page.edit.rating": {"difficulty": "2.4", "word": "medium", "technique": "overlap"},
    "page.edit.rating.short": {"difficulty": "2.4", "word": "medium"},
    "page.error.line": {"line": "3"},
    "page.print.pages": {"pages": "3"},
}
"""The same for texts whose places hold other things."""


class Message(NamedTuple):
    """A text to translate; ``section`` is the heading of its part of a source."""

    key: str
    text: Text
    section: str

    @property
    def forms(self) -> tuple[str, ...]:
        """The one form or the two forms of the English text."""
        return (self.text,) if isinstance(self.text, str) else self.text

    @property
    def places(self) -> set[str]:
        """The names in braces."""
        return {name for form in self.forms for name in places_of(form)}

    @property
    def comment(self) -> str:
        """What translators read about the text: its section, and examples for its places."""
        known = {**EXAMPLES, **OF_KEYS.get(self.key, {})}
        found = [f"{{{name}}}: {known[name]}" for name in sorted(self.places) if name in known]
        return f"{self.section}. {'; '.join(found)}".strip()


def places_of(text: str) -> set[str]:
    """The names of the places of a text.

    >>> sorted(places_of("{line}: {states}"))
    ['line', 'states']
    """
    return set(re.findall(r"\{(\w+)\}", text))


@cache
def messages() -> dict[str, Message]:
    """All texts by their keys. A key that stands twice with different texts is an error."""
    found: dict[str, Message] = {}
    for message in (*of_python(), *of_page(), *of_faults(), *of_formats()):
        known = found.setdefault(message.key, message)
        if known.text != message.text:
            raise ValueError(f"{message.key} has two texts: {known.text!r}, {message.text!r}")
    return found


def of_python() -> Iterator[Message]:
    """The texts of ``english.py``; the comments between them are the sections."""
    section, sections = "", {}
    for line in ENGLISH.read_text(encoding="utf-8").splitlines():
        if comment := re.fullmatch(r"    # (.*?)\.?", line):
            section = comment[1]
        elif key := re.match(r'    "([^"]+)":', line):
            sections[key[1]] = section
    for key, text in TEXTS.items():
        yield Message(key, text, sections[key])


def of_faults() -> Iterator[Message]:
    """The faults that the page can show; their texts stand where they are raised."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if ".of(" not in source or '"fault.' not in source or path == ENGLISH:
            continue
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            key = node.args[0]
            if not (isinstance(key, ast.Constant) and str(key.value).startswith("fault.")):
                continue
            try:
                text = ast.literal_eval(node.args[1])
            except ValueError:
                raise ValueError(f"{path}:{node.lineno}: the text is not a constant") from None
            yield Message(str(key.value), text, "Faults of puzzles and files")


def of_formats() -> Iterator[Message]:
    """What each written format is, and what it drops, as the page says it."""
    for form in FORMATS.values():
        if form.writes:
            yield Message(f"format.{form.name}", form.sentence, "Formats of files")
            for number, part in enumerate(form.losses, start=1):
                section = f"What the format {form.name} drops: a noun phrase"
                yield Message(f"part.{form.name}.{number}", part, section)


_TOKEN = re.compile(
    r"""
    \s+ | /\*.*?\*/ | //(?P<comment>[^\n]*)
    | (?P<string>"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
    | (?P<name>[\w$]+) | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)


def of_page() -> Iterator[Message]:
    """The texts of the page, from its tables."""
    for path in sorted(STATIC.glob("*.js")):
        source = path.read_text(encoding="utf-8")
        section = path.stem.removeprefix("text").strip("_")
        for start in re.finditer(r"(?m)^(?:export )?(?:const TEXTS =|addTexts\() ?\{", source):
            for key, text, comment in table(source, start.end()):
                of = ", ".join(filter(None, ("Page", section, comment)))
                yield Message(f"page.{key}", text, of)


def table(source: str, at: int) -> Iterator[tuple[str, Text, str]]:
    """The keys, texts and last comments of a table that begins behind its brace.

    >>> list(table('a: "b", // c\\n "d.e": ["f", \\'"\\']}', 0))
    [('a', 'b', ''), ('d.e', ('f', '"'), 'c')]
    """
    comment = ""
    tokens: list[tuple[str, str]] = []
    while True:
        found = _TOKEN.match(source, at)
        if not found:
            raise ValueError("a table of texts does not end")
        at = found.end()
        if found["comment"] is not None:
            comment = found["comment"].strip()
            continue
        kind = found.lastgroup
        if kind is None:
            continue
        tokens.append((kind, found[0]))
        opened = sum(1 for one in tokens if one == ("sign", "["))
        closed = sum(1 for one in tokens if one == ("sign", "]"))
        if tokens[-1] in (("sign", ","), ("sign", "}")) and opened == closed:
            if len(tokens) > 1:
                yield *_pair(tokens[:-1]), comment
            if tokens[-1][1] == "}":
                return
            tokens = []


def _pair(tokens: list[tuple[str, str]]) -> tuple[str, Text]:
    key, colon, *value = tokens
    signs = "".join(sign if kind == "sign" else kind[0] for kind, sign in value)
    if key[0] == "sign" or colon[1] != ":" or not re.fullmatch(r"s|\[s,s,?\]", signs):
        raise ValueError(f"not a text: {' '.join(text for _, text in tokens)}")
    strings = tuple(_string(text) for kind, text in value if kind != "sign")
    name = _string(key[1]) if key[0] == "string" else key[1]
    return name, strings[0] if signs == "s" else strings


def _string(text: str) -> str:
    """The value of a string in quotes of either kind."""
    inner = re.sub(r"\\(.)|\"", lambda found: _escaped(found[1]), text[1:-1])
    value = json.loads(f'"{inner}"')
    assert isinstance(value, str)
    return value


def _escaped(sign: str | None) -> str:
    return '\\"' if sign is None else "'" if sign == "'" else f"\\{sign}"
