# SPDX-License-Identifier: MIT
"""What can be wrong with a translation, as far as a program can see it.

Grave faults (forms, places) would show a wrong or a broken sentence; the others are of style:
punctuation, quotes, and the words that no language changes. Whether a sentence is right, a reader
has to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from gettext import c2py

from babel.numbers import get_group_symbol

from docs.tools.messages import Message, messages, places_of
from docs.tools.po_files import MOST, File, categories, forms_of, head_of, is_rule, plural_forms
from nonosat.languages import Text

WITHOUT_BLANKS = ("ja", "th", "zh")
"""Languages without a blank between words; their punctuation needs none either."""
SIGNS = {
    "。": ".",
    ".": ".",
    "?": "?",
    "!": "!",
    ":": ":",
    "\uff1f": "?",
    "\uff01": "!",
    "\uff1a": ":",
}
"""Final signs, and the English ones that they stand for."""
CLOSING = "”’\"')»“›‹\uff09」』】》"  # noqa: RUF001
"""Signs that may follow the end of a sentence."""
KEPT = r"\bR\d+C\d+\b|\b[RC]\d+\b|(?<![\w-])--[a-z-]+|\bnonosat\b|\[photo\]|\bNONOSAT_\w+"
"""Words that stay as they are in every language: cells, lines, options, the program's name."""
SAME = ("page.app", "page.size", "number.group", "list.comma", "names.comma")
"""Texts that may be the same in another language as in English."""


def faults(code: str, file: File) -> Iterator[str]:
    """Everything that is wrong with a file."""
    for name, value in head_of(code).items():
        given = file.head.get(name, "")
        if name == "Plural-Forms":
            right = is_rule(code, given)
        else:
            right = given == value or (name == "X-Name" and given != "")
        if not right:
            yield f"the head: {name} is {given!r}, and has to be {value!r}"
    wanted = messages()
    for key in file.entries:
        if key not in wanted:
            yield f"{key}: no source has this text any more: update the file"
    for key, message in wanted.items():
        entry = file.entries.get(key)
        if entry is None or not any(forms_of(entry.text)):
            yield f"{key}: not translated"
        elif entry.english != message.text:
            yield f"{key}: the English text has changed: update the file"
        elif entry.doubtful:
            before = f"; the English text was: {entry.previous}" if entry.previous else ""
            yield f"{key}: doubtful (fuzzy){before}"
        else:
            found = dict.fromkeys(
                (*grave(code, message, entry.text), *style(code, message, entry.text))
            )
            yield from (f"{key}: {one}" for one in found)


def remarks(file: File) -> Iterator[str]:
    """What may be right: translations that are the English text."""
    for key, message in messages().items():
        entry = file.entries.get(key)
        if entry is None or key in SAME or not set(forms_of(entry.text)) <= set(message.forms):
            continue
        if re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", message.forms[0])):
            yield f"{key}: the same as in English: {message.forms[0]}"


def grave(code: str, message: Message, text: Text) -> Iterator[str]:
    """Faults of forms and places."""
    if isinstance(message.text, str) != isinstance(text, str):
        plural = "has one form, and the text has no plural"
        yield plural if isinstance(message.text, str) else "needs the forms of a plural"
        return
    forms = forms_of(text)
    if not isinstance(text, str) and len(forms) != len(categories(code)):
        yield f"has {len(forms)} forms, and needs {len(categories(code))}"
        return
    for number, form in enumerate(forms):
        where = "" if isinstance(text, str) else f"form {number} ({categories(code)[number]}): "
        if not form:
            yield f"{where}is missing"
            continue
        given, wanted = places_of(form), message.places
        if not isinstance(text, str) and _few(code)[number]:
            given |= wanted & {"n"}
        if missing := sorted(wanted - given):
            yield f"{where}lacks {_braced(missing)}"
        if unknown := sorted(given - wanted):
            yield f"{where}has {_braced(unknown)}, which the English text lacks"
        if re.search(r"[{}]", re.sub(r"\{\w+\}", "", form)):
            yield f"{where}has a brace that is no place"


def style(code: str, message: Message, text: Text) -> Iterator[str]:
    """Faults of blanks, punctuation, quotes, kept words and numbers."""
    if message.key == "number.group":
        if text != get_group_symbol(code):
            yield f"is {text!r}, and has to be {get_group_symbol(code)!r}"
        return
    english = message.forms[-1]
    for form in filter(None, forms_of(text)):
        if code not in WITHOUT_BLANKS:
            for name, pattern in (("begins", r"^\s*(?![\s;:?!])"), ("ends", r"\s*$")):
                if _found(pattern, form.replace("\xa0", " ")) != _found(pattern, english):
                    yield f"{name} with other blanks than the English text"
        if _sign(form.replace("…", "...")) != _sign(english.replace("…", "...")):
            signs = (_sign(form) or "no sign", _sign(english) or "none")
            yield f"ends with {signs[0]}, the English text with {signs[1]}"
        if '"' in form and '"' not in english:
            yield 'has straight quotes ("): use those of the language'
        if re.search(r"[“”„«»「『]", english) and not re.search(r"[“”„«»「『《]", form):
            yield "lacks the quotes of the English text"
        if "..." in form and "..." not in english:
            yield "has three dots: use …"
        kept = [set(re.findall(KEPT, one, re.ASCII)) for one in (form, " ".join(message.forms))]
        if kept[0] != kept[1]:
            differing = ", ".join(sorted(kept[0] ^ kept[1]))
            yield f"differs in words that every language keeps: {differing}"


@cache
def _few(code: str) -> list[bool]:
    """For each form, whether only 0 and 1 have it: its text may say the number by a word."""
    found: list[set[int]] = [set() for _ in categories(code)]
    form = c2py(plural_forms(code).partition("plural=")[2].rstrip(";"))
    for n in range(MOST + 1):
        found[form(n)].add(n)
    return [numbers <= {0, 1} for numbers in found]


def _braced(names: list[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[0] if found else ""


def _sign(text: str) -> str:
    """The kind of the sign at the end: ".", "?", "!", ":" or none."""
    return SIGNS.get(text.rstrip().rstrip(CLOSING).rstrip()[-1:], "")
