# SPDX-License-Identifier: MIT
"""The tool of translators: each kind of fault is found, and nothing is lost on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.numbers import get_group_symbol
from click.testing import CliRunner

from docs.tools import catalogues, messages, po_files, text_checks
from docs.tools.messages import Message
from docs.tools.po_files import Entry, File
from nonosat.languages import Text

TEXTS: dict[str, Text] = {
    "a.sentence": "{line}: its clue is 0.",
    "a.plural": ("one cell of {line}", "{n} cells of {line}"),
    "a.quote": "Press “Go back”",
    "a.dots": "{name} …",
    "a.cell": "R2C3 is the cell; see --paper",
    "a.question": "Why?",
    "list.comma": ", ",
    "number.group": ",",
}
Change = Callable[[dict[str, Text]], None]


@pytest.fixture(autouse=True)
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Message]:
    """A source of few texts, and a folder without files."""
    known = {key: Message(key, text, "Section") for key, text in TEXTS.items()}
    for module in (messages, po_files, text_checks, catalogues):
        monkeypatch.setattr(module, "messages", lambda: known)
    monkeypatch.setattr(po_files, "FOLDER", tmp_path)
    return known


def run(*words: str) -> tuple[str, int]:
    done = CliRunner().invoke(catalogues.program, words)
    return done.output, done.exit_code


def translated(code: str) -> dict[str, Text]:
    """Translations without a fault: the English texts."""
    one, many = TEXTS["a.plural"]
    forms = {"ja": (many,), "zh": (many,), "pl": (one, many, many)}.get(code, (one, many))
    forms = (many,) * 3 if code in ("ru", "uk") else forms
    return {**TEXTS, "a.plural": forms, "number.group": str(get_group_symbol(code))}


def file(code: str, texts: dict[str, Text]) -> File:
    return File(
        po_files.head_of(code), {key: Entry(TEXTS[key], text) for key, text in texts.items()}
    )


@pytest.mark.parametrize("code", [*catalogues.COMPLETE, "it"])
def test_a_right_file_has_no_fault(code: str) -> None:
    texts = translated(code)
    assert [*text_checks.faults(code, file(code, texts))] == []


FAULTS: list[tuple[str, Text, str]] = [
    ("a.sentence", "", "not translated"),
    ("a.sentence", "{row}: der Hinweis ist 0.", "lacks {line}"),
    ("a.sentence", "{row}: der Hinweis ist 0.", "has {row}, which the English text lacks"),
    ("a.sentence", "{line}: der Hinweis {ist 0.", "has a brace that is no place"),
    ("a.sentence", "{line}: der Hinweis ist 0", "ends with no sign, the English text with ."),
    ("a.sentence", "{line}: der Hinweis ist 0?", "ends with ?, the English text with ."),
    ("a.sentence", " {line}: der Hinweis ist 0.", "begins with other blanks than the English text"),
    ("a.sentence", "{line}: der Hinweis ist 0. ", "ends with other blanks than the English text"),
    ("a.question", "Warum", "ends with no sign, the English text with ?"),
    ("a.quote", "„Zurück“.", "ends with ., the English text with none"),
    ("a.quote", 'Drück "Zurück"', 'has straight quotes ("): use those of the language'),
    ("a.quote", "Drück Zurück", "lacks the quotes of the English text"),
    ("a.dots", "{name} ...", "has three dots: use …"),
    ("a.cell", "Z2S3 ist das Feld; siehe --paper", "every language keeps: R2C3"),
    ("a.cell", "R2C3 ist das Feld; siehe --papier", "keeps: --paper, --papier"),
    ("a.plural", "{n} Felder von {line}", "needs the forms of a plural"),
    ("a.plural", ("ein Feld von {line}",), "has 1 forms, and needs 2"),
    ("a.plural", ("ein Feld von {line}", ""), "form 1 (other): is missing"),
    ("a.plural", ("ein Feld von {line}", "Felder von {line}"), "form 1 (other): lacks {n}"),
    ("a.plural", ("ein Feld", "{n} Felder von {line}"), "form 0 (one): lacks {line}"),
    ("a.question", ("Warum?", "Warum?"), "has one form, and the text has no plural"),
    ("number.group", ",", "is ',', and has to be '.'"),
]


@pytest.mark.parametrize(("key", "text", "fault"), FAULTS)
def test_each_kind_of_fault_is_found(key: str, text: Text, fault: str) -> None:
    found = [*text_checks.faults("de", file("de", translated("de") | {key: text}))]
    assert found
    assert all(one.startswith(f"{key}: ") for one in found)
    assert any(one.endswith(fault) for one in found), found


def test_a_form_for_more_numbers_than_one_says_the_number() -> None:
    """The first form of Russian is for 1, 21, 31, ..., that of French for 0 and 1."""
    texts = translated("ru") | {"a.plural": ("клетка {line}", *["{n} клеток {line}"] * 2)}
    assert [*text_checks.faults("ru", file("ru", texts))] == ["a.plural: form 0 (one): lacks {n}"]
    texts = translated("fr") | {"a.plural": ("une case de {line}", "{n} cases de {line}")}
    assert [*text_checks.faults("fr", file("fr", texts))] == []


def test_faults_of_the_whole_file_are_found() -> None:
    right = file("de", translated("de"))
    for rule, faults in (
        ("nplurals=2; plural=n!=1;", 0),
        ("nplurals=1; plural=0;", 1),
        ("nplurals=2; plural=(n > 1);", 1),
        ("nplurals=2; plural=2*(n != 1);", 1),
        ("nplurals=2; plural=n is not 1;", 1),
        ("", 1),
    ):
        head = {**right.head, "Plural-Forms": rule}
        assert len([*text_checks.faults("de", right._replace(head=head))]) == faults, rule
    assert len([*text_checks.faults("de", right._replace(head={**right.head, "X-Name": ""}))]) == 1
    assert [*text_checks.faults("de", right._replace(head={**right.head, "X-Name": "D"}))] == []

    def of(key: str, entry: Entry) -> list[str]:
        return [*text_checks.faults("de", File(right.head, {**right.entries, key: entry}))]

    assert of("gone", Entry("a", "b")) == [
        "gone: no source has this text any more: update the file"
    ]
    assert of("a.question", Entry("Who?", "Warum?")) == [
        "a.question: the English text has changed: update the file"
    ]
    assert of("a.question", Entry("Why?", "Wer?", doubtful=True, previous="Who?")) == [
        "a.question: doubtful (fuzzy); the English text was: Who?"
    ]


def test_a_copy_of_the_english_text_is_a_remark() -> None:
    found = [*text_checks.remarks(file("de", translated("de") | {"a.question": "Warum?"}))]
    assert "a.sentence: the same as in English: {line}: its clue is 0." in found
    assert not [one for one in found if one.startswith(("a.question", "number", "list"))]


def test_a_translator_works_on_json(tmp_path: Path) -> None:
    assert run("new", "de")[1] == 0
    assert run("new", "de")[1] == run("new", "qqq")[1] == run("check", "fr")[1] == 2
    out, code = run("check", "de")
    assert code == 1
    assert out.endswith("de: 7 faults; 7 of 8 texts not translated\n")
    todo = json.loads(run("missing", "de")[0])
    assert todo == {
        key: [*text] if isinstance(text, tuple) else text
        for key, text in TEXTS.items()
        if key != "number.group"
    }
    place = tmp_path / "texts.json"
    place.write_text(json.dumps(todo), encoding="utf-8")
    assert run("import", "de", str(place))[1] == 0
    out, code = run("check", "de")
    assert code == 0
    assert out.endswith("de: 0 faults; 0 of 8 texts not translated\n")
    assert run("missing", "de")[0] == "{}\n"
    assert run("export", "de", str(place))[1] == 0
    assert json.loads(place.read_text(encoding="utf-8")) == {**todo, "number.group": "."}


def test_wrong_json_is_refused_with_all_its_faults(tmp_path: Path) -> None:
    run("new", "pl")
    before = po_files.place("pl").read_bytes()
    place = tmp_path / "texts.json"
    wrong = {
        "a.sentence": "{lin}: 0.",
        "a.plural": ["{n} {line}", "{n} {line}"],
        "a.cell": 3,
        "a.question": "Dlaczego?",
        "a.new": "x",
    }
    place.write_text(json.dumps(wrong), encoding="utf-8")
    out, code = run("import", "pl", str(place))
    assert code == 1
    for fault in (
        "a.sentence: lacks {line}",
        "a.sentence: has {lin}, which the English text lacks",
        "a.plural: has 2 forms, and needs 3",
        "a.cell: give a text or a list of texts",
        "a.new: no text has this key",
    ):
        assert fault in out
    assert po_files.place("pl").read_bytes() == before


def test_a_changed_text_makes_its_translation_doubtful(few: dict[str, Message]) -> None:
    run("new", "de")
    long = "Drücke „" + "sehr " * 40 + "lange“ \\ und\tso weiter"
    texts = translated("de") | {"a.quote": long}
    noted = file("de", texts)
    noted.entries["a.dots"] = noted.entries["a.dots"]._replace(notes=("A note.",))  # type: ignore
    po_files.place("de").write_bytes(po_files.written("de", noted))
    before = po_files.place("de").read_bytes()
    assert run("update") == ("", 0)
    assert po_files.place("de").read_bytes() == before
    assert po_files.read("de").entries == noted.entries
    few["a.question"] = few["a.question"]._replace(text="Why " + "so " * 60 + "long?")
    few["a.dots"] = few["a.dots"]._replace(text=("{name} …", "{n} {name} …"))
    del few["a.cell"]
    for _ in range(2):  # the second time changes nothing
        assert run("update", "de")[1] == 0
        entries = po_files.read("de").entries
        assert entries["a.question"].doubtful
        assert entries["a.question"].previous == "Why?"
        assert entries["a.dots"] == Entry(
            ("{name} …", "{n} {name} …"), ("{name} …",) * 2, True, ("A note.",), "{name} …"
        )
        assert "a.cell" not in entries
        assert entries["a.quote"].text == long
    assert run("update", "de") == ("", 0)


def test_what_editors_add_to_the_head_goes_at_the_next_update() -> None:
    run("new", "de")
    place = po_files.place("de")
    own = place.read_text(encoding="utf-8")
    more = own.replace('"Language: de', '"X-Generator: Poedit 3\\n"\n"Language: de')
    more = more.replace("X-Name: Deutsch", "X-Name: Schwäbisch")
    assert more != own
    place.write_text(more.replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert run("update") == ("de.po: updated\n", 0)
    assert place.read_text(encoding="utf-8") == own.replace("Deutsch", "Schwäbisch")


def test_the_tables_of_the_page_are_read_as_node_reads_them() -> None:
    source = """
    // shell
    app: "nonosat", /* "no": "x" */
    "a.b":
        "It\\'s “{n}” // no comment", // list
    'c': ["one, [x]", "many } {n}"],
    d: [
        "one",
        'say "x"',
    ],
    } // end
    """
    assert [*messages.table(source, 0)] == [
        ("app", "nonosat", "shell"),
        ("a.b", "It's “{n}” // no comment", "shell"),
        ("c", ("one, [x]", "many } {n}"), "list"),
        ("d", ("one", 'say "x"'), "list"),
    ]
    for wrong in ('a: "b" + c }', "a: b }", 'a: ["b"] }', 'a: "b"', "...other }", 'a: ["b", c] }'):
        with pytest.raises(ValueError, match=r"not a text|does not end"):
            [*messages.table(wrong, 0)]
