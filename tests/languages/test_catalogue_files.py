# SPDX-License-Identifier: MIT
"""Our reader agrees with Babel; the files are complete, and as the tool writes them."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from gettext import c2py
from io import BytesIO

import pytest
from babel import Locale
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from babel.numbers import get_group_symbol
from hypothesis import given
from hypothesis import strategies as st

from docs.tools import po_files, text_checks
from docs.tools.catalogues import COMPLETE
from docs.tools.messages import messages
from nonosat.formats.registry import FORMATS
from nonosat.languages import FOLDER, Text, codes, language, read_catalogue
from tests.support.places import ROOT

ALL = po_files.known()
LETTERS = st.characters(exclude_categories=("Cc", "Cs"))
TEXTS = st.text(LETTERS | st.sampled_from('"\\\n\t\r{}#~ '), min_size=1, max_size=120)
ENTRIES = st.fixed_dictionaries(
    {
        "english": TEXTS,
        "plural": st.booleans(),
        "forms": st.tuples(TEXTS | st.just(""), TEXTS | st.just("")),
        "fuzzy": st.booleans(),
        "notes": st.lists(st.text(LETTERS, max_size=30), max_size=2),
    }
)


def by_babel(data: bytes) -> dict[str, Text]:
    """The texts that may be said, as Babel reads a file."""
    found: dict[str, Text] = {}
    for one in read_po(BytesIO(data), abort_invalid=True):
        forms = (one.string,) if isinstance(one.string, str) else tuple(one.string)
        if one.context and not one.fuzzy and all(forms):
            found[str(one.context)] = one.string if isinstance(one.string, str) else forms
    return found


@given(st.lists(ENTRIES, max_size=4), st.integers(30, 120), st.booleans())
def test_our_reader_agrees_with_babel(entries: list[dict], width: int, windows: bool) -> None:
    catalog = Catalog(locale="de", fuzzy=False)
    for number, entry in enumerate(entries):
        catalog.add(
            (entry["english"], "many") if entry["plural"] else entry["english"],
            entry["forms"] if entry["plural"] else entry["forms"][0],
            context=f"key.{number}",
            flags=["fuzzy"] * entry["fuzzy"],
            user_comments=entry["notes"],
            auto_comments=entry["notes"],
        )
    catalog.obsolete["gone"] = Catalog().add("gone", "fort", context="key.0")
    out = BytesIO()
    write_po(out, catalog, width=width)
    data = out.getvalue()
    assert b"#~ msgid" in data
    if windows:
        data = data.replace(b"\n", b"\r\n")
    assert read_catalogue(data.decode()).texts == by_babel(data)


@pytest.mark.parametrize("code", COMPLETE)
def test_a_language_is_complete(code: str) -> None:
    assert code in codes()
    assert [*text_checks.faults(code, po_files.read(code))] == []
    texts = read_catalogue((FOLDER / f"{code}.po").read_text(encoding="utf-8")).texts
    assert texts.keys() == messages().keys()


@pytest.mark.parametrize("code", ALL)
def test_the_name_of_a_language_says_whether_it_is_complete(code: str) -> None:
    assert po_files.read(code).head["X-Name"].endswith(")") == (code not in COMPLETE)


@pytest.mark.parametrize("code", ALL)
def test_a_file_is_as_the_tool_writes_it(code: str) -> None:
    data = po_files.place(code).read_bytes()
    assert po_files.written(code, po_files.read(code)) == data
    assert read_catalogue(data.decode()).texts == by_babel(data)
    assert not re.search(rb"(?m)^#(:|~)|POT-Creation|Revision", data)


@pytest.mark.parametrize("code", ALL)
def test_the_page_gets_few_bytes(code: str) -> None:
    catalogue = read_catalogue(po_files.place(code).read_text(encoding="utf-8"))
    texts = {
        key.removeprefix("page."): text
        for key, text in catalogue.texts.items()
        if key.startswith(("page.", "fault.", "color.", "format.", "part."))
    }
    sent = json.dumps({"name": catalogue.name, "texts": texts}, ensure_ascii=False).encode()
    assert len(gzip.compress(sent)) <= 25_000


@pytest.mark.parametrize("code", sorted({*COMPLETE, *ALL}))
def test_the_forms_of_a_plural_are_those_of_cldr(code: str) -> None:
    rule = c2py(re.findall(r"plural=(.*?);?$", po_files.plural_forms(code))[-1])
    names = po_files.categories(code)
    cldr = Locale.parse(code).plural_form
    assert [names[rule(n)] for n in range(1001)] == [cldr(n) for n in range(1001)]
    if code in ALL:
        assert po_files.is_rule(code, po_files.read(code).head["Plural-Forms"])
        say = language(code)
        assert [names[say._form(n)] for n in range(1001)] == [cldr(n) for n in range(1001)]
        assert say.pattern("number.group") == get_group_symbol(code)


@pytest.mark.node
def test_the_page_chooses_the_same_forms_and_knows_the_names() -> None:
    """By ``Intl.PluralRules``, also for languages that we do not have yet."""
    script = (ROOT / "nonosat" / "web" / "static" / "language.js").as_uri()
    wanted = sorted({*COMPLETE, *ALL, "it", "cs", "ar"})
    program = (
        f"import {{ formsOf, LANGUAGES }} from {json.dumps(script)};"
        "const numbers = Array.from({length: 1001}, (_, n) => n);"
        f"const forms = {json.dumps(wanted)}.map(code => [code, numbers.map(formsOf(code))]);"
        "console.log(JSON.stringify([Object.fromEntries(forms), LANGUAGES]));"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-e", program], capture_output=True, text=True, check=True
    )
    forms, names = json.loads(done.stdout)
    for code, chosen in forms.items():
        cldr, ours = Locale.parse(code).plural_form, po_files.categories(code)
        assert [ours[form] for form in chosen] == [cldr(n) for n in range(1001)], code
    assert names == {"en": "English"} | {code: po_files.read(code).head["X-Name"] for code in ALL}


def test_the_page_describes_the_formats_that_it_writes() -> None:
    for form in FORMATS.values():
        message = messages().get(f"format.{form.name}")
        assert (message and message.text) == (form.sentence if form.writes else None)
        parts = [key for key in messages() if key.startswith(f"part.{form.name}.")]
        assert len(parts) == len(form.losses)
