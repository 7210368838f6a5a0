# SPDX-License-Identifier: MIT
"""The sentences of nonosat in the reader's language.

English sentences are in ``english.py``, by keys. A file ``CODE.po`` holds those of another
language, as gettext has them: the context is the key, the id the English text. The texts of the
page are in the same files, with ``page.`` before their keys.

A text is whole, with named places: ``{line}: its clue is 0``. A text with a plural counts ``n``,
and has as many forms as its language needs. The file's head has the rule that chooses one.

The files are read as they are, in some milliseconds, and only when a language other than English
is asked for. (Compiled catalogues, ``.mo``, would be faster to read, but every installation,
checkout and browser would need a step that makes them. Babel reads more of the format, but is ten
megabytes. It writes and checks the files: docs/how-to/translate.md.)
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce
from pathlib import Path
from typing import NamedTuple, TypeAlias

from nonosat.errors import OptionError, shown

Text: TypeAlias = "str | tuple[str, ...]"
"""A text; the forms of its plural, if it counts."""

FOLDER = Path(__file__).parent
VARIABLE = "NONOSAT_LANGUAGE"
"""The environment variable that names a language."""


class Catalogue(NamedTuple):
    """A file of texts: ``name`` is the name of its language in that language."""

    name: str
    plural: str
    texts: Mapping[str, Text]


_ENTRY = re.compile(r'^(?:(msg\w+)(?:\[(\d+)\])?\s+)?(".*")\s*$')


def read_catalogue(text: str) -> Catalogue:
    """The texts of a ``.po`` file by their keys, without those that are empty or doubtful.

    >>> read_catalogue('msgctxt "a"\\nmsgid "yes"\\nmsgstr "ja"\\n').texts
    {'a': 'ja'}
    """
    import ast  # here: English needs no file

    texts: dict[str, Text] = {}
    head = ""
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        fields: dict[tuple[str, str], str] = {}
        last = ("", "")
        for line in block.split("\n"):
            if found := _ENTRY.match(line):
                name, form, quoted = found.groups()
                if name:
                    last = (name, form or "")
                fields[last] = fields.get(last, "") + ast.literal_eval(quoted)
        forms = tuple(value for (name, _), value in fields.items() if name == "msgstr")
        if ("msgctxt", "") not in fields:
            head = head or "".join(forms)
        elif all(forms) and not re.search(r"^#,.*\bfuzzy\b", block, re.M):
            whole = ("msgid_plural", "") not in fields
            texts[fields["msgctxt", ""]] = forms[0] if whole else forms
    heads = dict(re.findall(r"^([\w-]+): *(.*)$", head, re.M))
    plural = re.search(r"plural=([^;]+)", heads.get("Plural-Forms", ""))
    return Catalogue(heads.get("X-Name", ""), plural[1] if plural else "n != 1", texts)


@cache
def catalogue(code: str) -> Catalogue:
    """The catalogue of a language other than English, from its file."""
    return read_catalogue((FOLDER / f"{code}.po").read_text(encoding="utf-8"))


@cache
def codes() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    return ("en", *sorted(path.stem for path in FOLDER.glob("*.po")))


def _english(number: int) -> int:
    return number != 1


class Language:
    """Says texts in one language.

    >>> say = language("en")
    >>> say("step.found", n=2, line="Row 1 (2 1)", states="column 4 is empty")
    'Row 1 (2 1): all its blocks are found, so column 4 is empty'
    """

    def __init__(self, code: str = "en") -> None:
        self.code = code
        self._texts: Mapping[str, Text] = {}
        self._form: Callable[[int], int] = _english
        if code != "en":
            from gettext import c2py

            self._texts, self._form = catalogue(code).texts, c2py(catalogue(code).plural)

    def pattern(self, key: str, n: int = 1) -> str:
        """The text of a key with its places, in the form for ``n``; English if it has none.

        Some languages have the form of 1 for 21, too. A text in that form that does not say the
        number is meant for 1 alone, so others get the form of 2.

        Raises:
            KeyError: no text has that key.
        """
        from nonosat.languages.english import TEXTS

        text = self._texts.get(key)
        if text is None:
            text = TEXTS[key]
            return text if isinstance(text, str) else text[_english(n)]
        if isinstance(text, str):
            return text
        number = self._form(n)
        if n != 1 and number == self._form(1) and "{n}" not in text[number]:
            number = self._form(2)
        return text[number]

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The text of a key with values in its places; ``n`` chooses the form of a plural."""
        count = values.get("n", 1)
        assert isinstance(count, int)
        said = {
            name: self.number(value) if isinstance(value, int) else value
            for name, value in values.items()
        }
        return self.pattern(key, count).format_map(said)

    def color(self, name: str) -> str:
        """The name of a colour, if it is a common English one; other names stay as they are.

        >>> language("en").color("red")
        'red'
        """
        text = self._texts.get(f"color.{name.lower()}", name)
        return text if isinstance(text, str) else name

    def number(self, value: int) -> str:
        """A whole number with the separators of the language.

        >>> language("en").number(1200)
        '1,200'
        """
        return f"{value:,}".replace(",", self.pattern("number.group"))

    def listed(self, parts: Iterable[str]) -> str:
        """Phrases as a sentence lists them.

        >>> language("en").listed(["R1 is red", "R2 is empty"])
        'R1 is red and R2 is empty'
        """
        return self._listed(parts, "list", "and")

    def names(self, names: Iterable[str], last: str = "and") -> str:
        """Names of lines or colours as a sentence lists them; ``last`` is ``and`` or ``or``.

        >>> language("en").names(["R1"]), language("en").names(["a", "b", "c"], "or")
        ('R1', 'a, b or c')
        """
        return self._listed(names, "names", last)

    def _listed(self, parts: Iterable[str], kind: str, last: str) -> str:
        *others, final = parts
        if not others:
            return final
        before = self.pattern(f"{kind}.comma").join(others)
        return self(f"{kind}.{last}", before=before, last=final)

    def sentences(self, texts: Iterable[str]) -> str:
        """Sentences one after the other.

        >>> language("en").sentences(["It is red.", "It is blue."])
        'It is red. It is blue.'
        """
        return reduce(
            lambda first, text: self("list.sentences", before=first, last=text) if first else text,
            texts,
            "",
        )

    def numbers(self, runs: Iterable[list[int]]) -> str:
        """Numbers that count from 0, in runs, as people write them from 1.

        >>> language("en").numbers([[3, 4, 5], [9]])
        '4 to 6 and 10'
        """
        names: list[str] = []
        for run in runs:
            if len(run) > 2:
                names.append(self("numbers.range", first=run[0] + 1, last=run[-1] + 1))
            else:
                names += [self.number(number + 1) for number in run]
        return self._listed(names, "numbers", "and")

    def sentence(self, text: str) -> str:
        """The text with a capital first letter, as the first word of a sentence has it."""
        return text[:1].upper() + text[1:]


ENGLISH = Language()


@cache
def _language(code: str) -> Language:
    return Language(code)


def language(code: str) -> Language:
    """The language of a code: ``en``, ``de``, ...

    Raises:
        OptionError: there is no such language.
    """
    if isinstance(code, str) and code == "en":
        return ENGLISH
    if not isinstance(code, str) or code not in codes():
        raise OptionError(f"unknown language {shown(code)}: use one of {', '.join(codes())}")
    return _language(code)


def language_of_environment(environ: Mapping[str, str] = os.environ) -> Language:
    """The language that ``NONOSAT_LANGUAGE`` names, else that of the system; else English.

    Raises:
        OptionError: ``NONOSAT_LANGUAGE`` names no language.

    >>> language_of_environment({"LANG": "C.UTF-8"}).code
    'en'
    """
    names = (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((value for name in names if (value := environ.get(name))), "")
    code = re.split(r"[_.@-]", wanted)[0].lower()
    if code in codes():
        return language(code)
    if environ.get(VARIABLE) and code not in ("c", "posix"):
        raise OptionError(f"{VARIABLE}={wanted}: use one of {', '.join(codes())}")
    return ENGLISH
