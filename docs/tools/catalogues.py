# SPDX-License-Identifier: MIT
"""The files of translations: made, brought up to date, checked, exchanged.

    python -m docs.tools.catalogues new it          a file for one more language
    python -m docs.tools.catalogues update          all files have the texts of today
    python -m docs.tools.catalogues check de        the faults of one file, or of all
    python -m docs.tools.catalogues missing de      what is to be translated, as JSON
    python -m docs.tools.catalogues export de FILE  all translations, as JSON
    python -m docs.tools.catalogues import de FILE  takes translations from such a file
    python -m docs.tools.catalogues samples de      sentences of steps, to be read

docs/how-to/translate.md describes the work of a translator. The sources of the texts are listed in
``messages.py``; ``po_files.py`` reads and writes the files, ``text_checks.py`` checks them.
``tests/languages`` checks that ``update`` changes nothing and that ``check`` finds nothing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
from babel import Locale
from babel.core import UnknownLocaleError

from docs.tools import po_files, text_checks
from docs.tools.messages import messages
from nonosat.languages import Text

COMPLETE = ("de", "es", "fr", "ja", "pl", "ru", "uk", "zh")
"""The languages whose files lack nothing: a test sees to it."""


@click.group(help="The files of translations; docs/how-to/translate.md describes them.")
def program() -> None:
    pass


def _code(_context: click.Context, _option: click.Parameter, value: str) -> str:
    if value not in po_files.known():
        raise click.BadParameter(f"{value} has no file; known are {', '.join(po_files.known())}")
    return value


def _codes(context: click.Context, option: click.Parameter, value: tuple[str, ...]) -> list[str]:
    return [_code(context, option, code) for code in value] or po_files.known()


one = click.argument("code", callback=_code)
some = click.argument("codes", metavar="[CODE]...", nargs=-1, callback=_codes)


@program.command(help="Write an empty file for a language.")
@click.argument("code")
def new(code: str) -> None:
    try:
        Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        raise click.BadParameter(f"{code}: Babel knows no such language") from None
    if code in ("en", *po_files.known()) or not code.isalpha():
        raise click.BadParameter(f"{code}: it exists, or is not the code of a language alone")
    po_files.place(code).write_bytes(po_files.written(code, po_files.new(code)))
    print(po_files.place(code))


@program.command(help="Bring files up to date with the texts of today.")
@some
def update(codes: list[str]) -> None:
    for code in codes:
        place = po_files.place(code)
        before, after = place.read_bytes(), po_files.written(code, po_files.read(code))
        if before != after:
            place.write_bytes(after)
            print(f"{place.name}: updated")


@program.command(
    help="Print the faults of files; remarks are no faults. The exit code is 1 for faults."
)
@some
def check(codes: list[str]) -> None:
    found = False
    for code in codes:
        file = po_files.read(code)
        faults = list(text_checks.faults(code, file))
        for fault in faults:
            print(f"{code}: {fault}")
        for remark in text_checks.remarks(file):
            print(f"{code}: remark: {remark}")
        missing = len(_untranslated(code))
        if bool(missing) != file.head["X-Name"].endswith(")"):
            faults.append(f"the name says {'not ' * bool(missing)}that texts are missing")
            print(f"{code}: {faults[-1]}: {po_files.INCOMPLETE}")
        print(f"{code}: {len(faults)} faults; {missing} of {len(messages())} texts not translated")
        found = found or bool(faults)
    sys.exit(found)


def _untranslated(code: str) -> list[str]:
    entries = po_files.read(code).entries
    return [
        key
        for key, message in messages().items()
        if (entry := entries.get(key)) is None
        or entry.doubtful
        or entry.english != message.text
        or not all(po_files.forms_of(entry.text))
    ]


def _json(texts: dict[str, Text]) -> str:
    return json.dumps(texts, ensure_ascii=False, indent=1)


@program.command(help="Print the English texts to translate, in the form that import reads.")
@one
def missing(code: str) -> None:
    more = len(po_files.categories(code)) - 1
    texts: dict[str, Text] = {}
    for key in _untranslated(code):
        text = messages()[key].text
        several = text if isinstance(text, str) else (*text[:1], *text[1:] * more)
        texts[key] = several if more or isinstance(text, str) else text[1:]
    print(_json(texts))


@program.command(help="Write all translations to a file; with the code en, the English texts.")
@click.argument("code")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def export(code: str, file: Path) -> None:
    texts = {key: message.text for key, message in messages().items()}
    if code != "en":
        if code not in po_files.known():
            raise click.BadParameter(f"{code} has no file")
        entries = po_files.read(code).entries
        texts = {key: entries[key].text for key in texts if key in entries}
    file.write_text(_json(texts) + "\n", encoding="utf-8")


@program.command("import", help="Take translations from a file, or refuse it with all its faults.")
@one
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
def import_(code: str, file: Path) -> None:
    given = json.loads(file.read_text(encoding="utf-8-sig"))
    old = po_files.read(code)
    entries, refused, doubts = dict(old.entries), [], []
    for key, value in given.items():
        message = messages().get(key)
        if message is None:
            refused.append(f"{key}: no text has this key")
            continue
        forms = value if isinstance(value, list) else [value]
        if not all(isinstance(form, str) for form in forms):
            refused.append(f"{key}: give a text or a list of texts")
            continue
        if not any(forms):
            continue
        text = tuple(forms) if isinstance(value, list) else value
        refused += [f"{key}: {fault}" for fault in text_checks.grave(code, message, text)]
        doubts += [f"{key}: {fault}" for fault in text_checks.style(code, message, text)]
        notes = entries[key].notes if key in entries else ()
        entries[key] = po_files.Entry(message.text, text, notes=notes)
    for fault in (*refused, *doubts):
        print(fault)
    if refused:
        sys.exit(f"{len(refused)} faults: nothing is taken")
    po_files.place(code).write_bytes(po_files.written(code, po_files.File(old.head, entries)))
    if not _untranslated(code):
        name = old.head["X-Name"].removesuffix(f" {po_files.INCOMPLETE}")
        head = {**old.head, "X-Name": name}
        po_files.place(code).write_bytes(po_files.written(code, po_files.File(head, entries)))
    print(f"{len(given)} texts read")


@program.command(help="Print sentences of steps and answers, each in English and in a language.")
@one
def samples(code: str) -> None:
    from docs.tools.sentence_samples import samples as found

    for english, text in found(code):
        print(f"{english}\n  {text}\n")


if __name__ == "__main__":
    program()
