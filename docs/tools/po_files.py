# SPDX-License-Identifier: MIT
"""The files of translations, ``nonosat/languages/CODE.po``, read and written by Babel.

A file has no dates and no numbers of lines, and the order of the sources, so that a change of one
text is a change of a few lines. Babel would write the names of plural forms that only millions and
fractions have (in French, Spanish and Polish); no count of ours needs them, and a file has the
forms for counts up to ``MOST``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache
from gettext import c2py
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel import Locale
from babel.messages import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from babel.numbers import get_group_symbol
from babel.plural import PluralRule, to_gettext

from docs.tools.messages import Message, messages
from nonosat.languages import FOLDER, Text

MOST = 1000
"""The counts that decide which forms of a plural a language needs end here."""
ORDER = ("zero", "one", "two", "few", "many", "other")
"""The categories of CLDR, in the order of the forms."""
_BEFORE = "The English text was: "
"""A comment: Babel would wrap gettext's own form of it, ``#| msgid``, within its string."""
_NAMES = {"zh": "简体中文"}
"""Names of languages that are not those of Babel."""


class Entry(NamedTuple):
    """A translation: of which English text, whether it is doubtful, what its translator noted.

    ``previous`` is the English text before a change that made the translation doubtful.
    """

    english: Text
    text: Text
    doubtful: bool = False
    notes: tuple[str, ...] = ()
    previous: str = ""


class File(NamedTuple):
    """The content of a file: its head, and its translations by their keys."""

    head: Mapping[str, str]
    entries: Mapping[str, Entry]


def place(code: str) -> Path:
    """The file of a language."""
    return FOLDER / f"{code}.po"


def known() -> list[str]:
    """The codes that have files."""
    return sorted(path.stem for path in FOLDER.glob("*.po"))


@cache
def categories(code: str) -> tuple[str, ...]:
    """The categories that counts have in a language, in the order of its forms.

    >>> categories("pl"), categories("fr"), categories("ja")
    (('one', 'few', 'many'), ('one', 'other'), ('other',))
    """
    rule = Locale.parse(code).plural_form
    found = {rule(n) for n in range(MOST + 1)}
    return tuple(name for name in ORDER if name in found)


def plural_forms(code: str) -> str:
    """The rule of a language that chooses the form of a plural, as gettext writes it.

    It is that of Babel's table, unless that has forms for larger counts.

    >>> plural_forms("de"), plural_forms("fr")
    ('nplurals=2; plural=(n != 1);', 'nplurals=2; plural=(((n >= 0 && n <= 1)) ? 0 : 1);')
    """
    known, named = get_plural(code), categories(code)
    if known.num_plurals == len(named):
        return str(known)
    rules = Locale.parse(code).plural_form.rules
    return to_gettext(PluralRule({name: rules[name] for name in named[:-1]}))


def is_rule(code: str, rule: str) -> bool:
    """Whether a rule, as a file has it, chooses the same forms as the language.

    >>> is_rule("de", "nplurals=2; plural=n!=1;"), is_rule("de", "nplurals=2; plural=(n > 1);")
    (True, False)
    """
    found = re.fullmatch(r"nplurals=(\d+); *plural=(.*?);?", rule)
    names = categories(code)
    if found is None or int(found[1]) != len(names):
        return False
    try:
        form = c2py(found[2])
    except ValueError:
        return False
    cldr = Locale.parse(code).plural_form
    return all(form(n) < len(names) and names[form(n)] == cldr(n) for n in range(MOST + 1))


INCOMPLETE = "(incomplete)"
"""After the name of a language, while its file lacks texts; in any words within brackets."""


def head_of(code: str) -> dict[str, str]:
    """The head of a new file."""
    name = _NAMES.get(code) or Locale.parse(code).get_language_name(code) or code
    return {
        "Language": code,
        "X-Name": name[:1].upper() + name[1:],
        "Plural-Forms": plural_forms(code),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }


def new(code: str) -> File:
    """A file without translations; the name of its language says that it is not complete."""
    head = head_of(code)
    return File(head | {"X-Name": f"{head['X-Name']} {INCOMPLETE}"}, {})


def read(code: str) -> File:
    """The file of a language."""
    return parse(code, place(code).read_bytes())


def parse(code: str, data: bytes) -> File:
    """The content of a file.

    Babel reads it as if a plural had many forms, since it would refuse a file with one form too
    many; ``check`` says which text has it.
    """
    head = data.decode("utf-8").replace("\r\n", "\n").partition("\n\n")[0]
    quoted = re.findall(r'(?m)^(?:msgstr )?(".*")$', head)
    fields = re.findall(r"(?m)^([\w-]+): *(.*)$", "".join(map(ast.literal_eval, quoted)))
    many = re.sub(rb"nplurals=\d+", b"nplurals=9", data, count=1)
    catalog = read_po(BytesIO(many), abort_invalid=True)
    entries = {
        str(one.context): Entry(
            one.id if isinstance(one.id, str) else tuple(one.id),
            one.string if isinstance(one.string, str) else _cut(one.string, len(categories(code))),
            one.fuzzy,
            tuple(one.user_comments),
            " ".join(one.auto_comments).partition(_BEFORE)[2],
        )
        for one in catalog
        if one.id and one.context
    }
    return File(dict(fields), entries)


def _cut(forms: Iterable[str], least: int) -> tuple[str, ...]:
    """The forms without the empty ones at the end, but at least some."""
    given = [*forms]
    while len(given) > least and not given[-1]:
        given.pop()
    return tuple(given)


def written(code: str, file: File) -> bytes:
    """The file of a language with the texts of today, as it is stored.

    A translation whose English text has changed becomes doubtful. What programs for translators
    add to the head (names, dates) is left out.
    """
    catalog = Catalog(fuzzy=False)
    catalog.mime_headers = [("Plural-Forms", plural_forms(code))]
    for message in messages().values():
        entry = file.entries.get(message.key) or Entry(message.text, blank(message, code))
        text, doubtful, previous = entry.text, entry.doubtful, entry.previous
        if entry.english != message.text and any(forms_of(text)):
            doubtful, previous = True, " | ".join(forms_of(entry.english))
        if isinstance(text, str) != isinstance(message.text, str):
            text = (text,) * len(categories(code)) if isinstance(text, str) else text[-1]
        catalog.add(
            message.text,
            text,
            context=message.key,
            flags=["fuzzy"] * doubtful + ["python-brace-format"] * bool(message.places),
            auto_comments=[message.comment, *[_BEFORE + previous] * (doubtful and bool(previous))],
            user_comments=entry.notes,
        )
    out = BytesIO()
    write_po(out, catalog, width=100, omit_header=True)
    head = head_of(code)
    head["X-Name"] = file.head.get("X-Name") or head["X-Name"]
    rule = file.head.get("Plural-Forms", "")
    if is_rule(code, rule):  # versions of Babel write it in different ways
        head["Plural-Forms"] = rule
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in head.items())
    return f'msgid ""\nmsgstr ""\n{lines}\n'.encode() + out.getvalue().rstrip(b"\n") + b"\n"


def blank(message: Message, code: str) -> Text:
    """A translation that says nothing yet; the separator of numbers is known already."""
    if message.key == "number.group":
        return str(get_group_symbol(code))
    return "" if isinstance(message.text, str) else ("",) * len(categories(code))


def forms_of(text: Text) -> tuple[str, ...]:
    """The forms of a text: one, if it has no plural."""
    return (text,) if isinstance(text, str) else text
