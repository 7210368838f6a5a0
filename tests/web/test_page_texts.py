# SPDX-License-Identifier: MIT
"""The texts of the page: the code uses each one, and each one that it uses exists."""

from __future__ import annotations

import json
import re
from pathlib import Path

from nonosat.draw.book.binding import ANSWERS
from nonosat.draw.theme import THEMES
from nonosat.explain.difficulty import WORDS
from nonosat.explain.techniques import TECHNIQUES
from nonosat.formats.codes.face import KINDS
from nonosat.languages import catalogue, codes, english
from nonosat.make.corrections.answer import LineCorrectionKind
from nonosat.model.report import Reason, Verdict
from nonosat.photo.readings.answer import ReadingStatus
from nonosat.solving.presets import STAGES

STATIC = Path(__file__).resolve().parents[2] / "nonosat" / "web" / "static"
TABLES = ("text.js", "text_learn.js", "text_list.js", "text_photo.js", "text_play.js")
TEXTS: dict[str, str | list[str]] = {}
"""A text, or the forms of its plural: for one, for more."""
for _name in TABLES:
    _written = r'^\t"?([\w.-]+)"?:\s+(".*"|\[\s*".*",\s*".*",?\s*\]),$'
    for _key, _text in re.findall(_written, (STATIC / _name).read_text(), re.M):
        assert _key not in TEXTS, _key
        TEXTS[_key] = json.loads(re.sub(r",(\s*\])$", r"\1", _text))
CODE = {path.name: path.read_text() for path in STATIC.rglob("*.js") if path.name not in TABLES}
CODE["text.js"] = (STATIC / "text.js").read_text().partition("\n};\n")[2]

VALUES: dict[str, list[str]] = {
    "board.": ["done", "wrong"],
    "code.": list(KINDS),
    "difficulty.": [word.replace(" ", "-") for word in WORDS],
    "error.": ["puzzle", "syntax", "certificate", "option", "request", "limit", "other"],
    "edit.": ["crop", "rotate", "rotate.back", "flip.sides", "flip.ends", "clear"],
    "edit.pen.": ["fill", "empty", "hand"],
    "edit.clue.": ["open", "word", "letter", "zero", "alone", "long"],
    "edit.clues.": ["sums", "open", "faults", "rows", "columns"],
    "edit.correct.": [
        *("found", "lines", "several", "suspects", "none", "unknown"),
        *(kind.value for kind in LineCorrectionKind),
    ],
    "edit.import.": ["threshold", "dither", "edges"],
    "edit.import.corner.": ["top-left", "top-right", "bottom-left", "bottom-right"],
    "edit.import.like.": ["found", "few", "none"],
    "edit.mirror.": ["none", "sides", "ends", "both", "turn", "diagonal"],
    "edit.mode.": ["draw", "clues"],
    "edit.reveal.": ["least", "found"],
    "edit.repair.": ["least", "found", "impossible", "bound"],
    "edit.tool.": ["pen", "fill", "line", "rectangle", "box", "move"],
    "edit.verdict.": [*(verdict.value for verdict in Verdict), "sofar"],
    "learn.": ["what", "find", "hands"],
    "learn.wrong.": ["filled", "empty"],
    "page.": ["list", "edit", "play", "solve", "print", "about"],
    "photo.number.": ["certain", "uncertain", "corrected", "wrong", "settled"],
    "photo.status.": [*(status.value for status in ReadingStatus), "typed", "changed"],
    "play.hint.": ["where", "what", "why"],
    "play.verdict.": ["multiple", "none"],
    "print.": ["paper", "theme", "solutions", "sheets", "strips", "steps"],
    "print.paper.": ["a4", "letter", "a3", "a5"],
    "print.solutions.": list(ANSWERS),
    "print.theme.": [name for name in THEMES if name != "dark"],
    "reason.": [*(reason.value for reason in Reason), "sofar", "error"],
    "save.": ["json", "non", "webpbn", "sgt", "more"],
    "solve.": ["first", "back", "forward", "last"],
    "stage.": [*STAGES, "backbone"],
    "state.": ["0", "1", "2"],
    "technique.": list(TECHNIQUES),
    "theme.": ["auto", "light", "dark"],
    "verdict.": [verdict.value for verdict in Verdict],
}
"""The ends of keys by their beginnings, for keys that the code makes from two parts."""


def forms(key: str) -> list[str]:
    """The forms of a text: one, if it has no plural."""
    text = TEXTS[key]
    return [text] if isinstance(text, str) else text


def places(key: str) -> set[str]:
    """The names of the values that a text takes."""
    plural = {"n"} if isinstance(TEXTS[key], list) else set()
    return plural | set(re.findall(r"\{(\w+)\}", " ".join(forms(key))))


def made() -> set[str]:
    """The keys that the code makes from two parts, or picks from a list."""
    both = [(part, value) for part, values in VALUES.items() for value in values]
    code = "\n".join(CODE.values())
    keys = {part + value for part, value in both}
    keys |= {"key." + what for what in re.findall(r'^\t\["[^"]+", "(\w+)"\],$', code, re.M)}
    keys |= {"help." + what for what in ("left", "right", "line", "touch", "long", "pinch")}
    keys |= {"about." + what for what in re.findall(r'fact\(\s*"(\w+)"', CODE["about.js"])}
    keys |= {"about." + what for what in ("author", "copyright", "license", "catalogue")}
    keys |= {"about.description"}
    keys |= {"sort." + what for what in ("file", "title", "size", "colors", "difficulty")}
    keys |= {"sort.verdict"}
    for part, paragraphs in re.findall(r'\["(\w+)", (\d)\]', CODE["teaching.js"]):
        keys |= {f"learn.{part}.{number}" for number in range(1, int(paragraphs) + 1)}
    for step in re.findall(r'\{ name: "(\w+)"', CODE["teaching.js"]):
        keys |= {f"learn.{step}", f"learn.{step}.text", f"learn.{step}.hand"}
    keys |= {key for key in TEXTS if key.startswith(("side.", "edit.did.", "keyname."))}
    return keys


def test_every_text_that_the_code_uses_exists() -> None:
    for name, code in CODE.items():
        for key in re.findall(r'\bt\("([^"]+)"[,)]', code):
            assert key in TEXTS, f"{name}: {key}"
        for part in re.findall(r'\bt\("([^"]+)" \+', code):
            known = part in VALUES or part in (
                "key.",
                "keyname.",
                "help.",
                "about.",
                "side.",
                "sort.",
            )
            assert known, f"{name}: {part}"
    assert made() <= TEXTS.keys(), made() - TEXTS.keys()


def test_every_text_is_used() -> None:
    strings = set(re.findall(r'"([a-z][\w.-]*)"', "\n".join(CODE.values())))
    assert TEXTS.keys() <= strings | made(), TEXTS.keys() - strings - made()


def test_what_a_text_takes_is_given() -> None:
    """A call gives every value in the braces of its text."""
    for name, code in CODE.items():
        for key, given in re.findall(r'\bt\("([^"]+)", \{([^{}]*)\}\)', code):
            if "..." in given:
                continue
            wanted = places(key)
            names = {
                part.partition(":")[0].strip()
                for part in re.sub(r"\([^()]*\)", "", given).split(",")
            }
            assert names - {""} >= wanted, f"{name}: {key} takes {wanted}"


def test_the_page_knows_the_languages() -> None:
    known = re.findall(r'^\t(\w\w): "(.+)",$', (STATIC / "language.js").read_text(), re.M)
    names = {"en": "English"} | {code: catalogue(code).name for code in codes()[1:]}
    assert dict(known) == names


def test_a_plural_has_two_forms() -> None:
    for key, text in TEXTS.items():
        if isinstance(text, list):
            assert len(text) == 2, key
        else:
            assert not re.search(r"\{\w+[:|]", text), key


def test_texts_are_for_strangers() -> None:
    """The texts of the page have no retired word and no surrounding spaces."""
    retired = r"\b(arrangement|effort|mend|likeness|offer|kernel|withdrawn|downwards)"
    for key in TEXTS:
        assert key.startswith("learn.") or "guess" not in " ".join(forms(key)), key
        for text in forms(key):
            assert not re.search(retired, text, re.I), f"{key}: {text}"
            assert text == text.strip(), key


def test_techniques_have_the_same_names_on_paper_and_in_the_page() -> None:
    on_paper, in_the_page = (
        {key: text for key, text in texts.items() if key.startswith("technique.")}
        for texts in (english.TEXTS, TEXTS)
    )
    assert on_paper == in_the_page
    assert on_paper.keys() == {f"technique.{name}" for name in TECHNIQUES}
