# SPDX-License-Identifier: MIT
"""The forms of most puzzle sites: JSON, .non, XML of webpbn, TAAI, pictures as text, codes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from nonosat.formats.codes import GAME_ID, looks_like_code
from nonosat.formats.form import ALL_COLORS, ALL_TEXTS, Format, Sample
from nonosat.model.palette import is_letter

_NON = re.compile(
    r"^[ \t]*(?:(?:rows|columns)[ \t]*\r?$|(?:width|height|maxrule)[ \t]+[0-9\"-])",
    re.MULTILINE | re.IGNORECASE,
)
_BRACKETS = re.compile(r"^[ \t]*(?:rows|columns)[ \t]*\r?\n[ \t]*\[", re.MULTILINE | re.IGNORECASE)
"""The clues of picross-solver's form, which also has ROWS and COLUMNS."""
_TAAI = re.compile(r"\s*\$[ \t]*[0-9]*[ \t]*(?:[\r\n]|$)")


def _is_json(sample: Sample) -> bool:
    return sample.stripped[:1] in ("{", "[")


def _is_zip(sample: Sample) -> bool:
    return sample.data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


_KEYS = {
    "nonojs": r'"(?:rowHints|colHints)"\s*:',
    "neolao": r'"palette"\s*:\s*\[\s*(?:"|$)',
}


def _json_keys(kind: str) -> Callable[[Sample], bool]:
    """Recognises an object of JSON by a key that no other form has."""

    def sniff(sample: Sample) -> bool:
        return _is_json(sample) and re.search(_KEYS[kind], sample.text) is not None

    return sniff


_NUMBERS = r"[\[\]0-9,\s]*"
_THOMASR = re.compile(rf'\{{\s*"columns"\s*:{_NUMBERS}(?:"rows"\s*:{_NUMBERS}(?:\}}\s*)?)?')


def _is_thomasr(sample: Sample) -> bool:
    """True for columns, then rows, and nothing else; with rows first it is also our own form."""
    return _THOMASR.fullmatch(sample.stripped) is not None


def _is_csv(sample: Sample) -> bool:
    """True for a list with a line of heads, one of which is ``rules``."""
    heads = next((line for line in sample.filled if not line.startswith("#")), "").split(",")
    return "rules" in [head.strip().strip('"').lower() for head in heads]


def _is_xml(sample: Sample) -> bool:
    return sample.stripped[:1] == "<"


def _is_taai(sample: Sample) -> bool:
    """True for a line ``$n``, and clues below it; ``$`` without any number may be a picture."""
    return _TAAI.match(sample.text) is not None and any(map(str.isdigit, sample.text))


_COLS = re.compile(r"^[ \t]*cols?[ \t]*:?[ \t]*$", re.MULTILINE | re.IGNORECASE)
"""A heading of lists that people type (``clues``); with ``columns``, it is a .non file."""


def _is_non(sample: Sample) -> bool:
    if _is_json(sample) or _is_xml(sample) or sample.bare_sections:
        return False
    if _BRACKETS.search(sample.text) or _NON.search(sample.text) is None:
        return False
    return "columns" in sample.text or _COLS.search(sample.text) is None


def _is_picture(sample: Sample) -> bool:
    """True for a picture as text that cannot be mistaken for prose or for a list of clues.

    Bits with blanks between them must be one digit each and need a 0, because ``1 1`` is also a
    clue. Letters need an empty cell ``.`` and lines of equal length; if there are less than four
    lines or some differ in length, every eighth cell must be empty.
    """
    rows = [row.strip() for row in sample.stripped.splitlines()]
    cells = "".join(row.replace(" ", "").replace("\t", "") for row in rows)
    kinds = set(cells)
    spaced = any(" " in row or "\t" in row for row in rows)
    if kinds <= set(".#?"):
        return bool(kinds)
    if kinds <= set("01?"):
        digits = [digit for row in rows for digit in row.split()]
        return not spaced or ("0" in kinds and all(len(digit) == 1 for digit in digits))
    if spaced or len(rows) < 2 or not all(x in ".?" or is_letter(x) for x in kinds):
        return False
    empty = cells.count(".")
    (length, usual), *_ = Counter(map(len, rows)).most_common(1)
    if len(rows) >= 4 and usual >= len(rows) - 1 and len(rows[-1]) <= length:  # the head cuts rows
        return empty > 0
    return 8 * empty >= len(cells) and 2 * usual >= len(rows)


def _number(text: str) -> str:
    """The title that TAAI keeps: a number, else 1."""
    return text if re.fullmatch("[0-9]{1,9}", text) else "1"


def _is_codes(sample: Sample) -> bool:
    """Game ids are left to the format of Simon Tatham's program."""
    lines = sample.filled[:100]
    return bool(lines) and all(looks_like_code(x) and not GAME_ID.match(x) for x in lines)


def _is_sheet(sample: Sample) -> bool:
    """True for an archive whose first files are those of a sheet."""
    names = (b"[Content_Types].xml", b"xl/", b"application/vnd.oasis.opendocument.spreadsheet")
    return _is_zip(sample) and any(name in sample.data[:4000] for name in names)


FORMATS: tuple[Format, ...] = (
    Format(
        name="json",
        dialects=("nonosat", "davidje13"),
        sentence="JSON of nonosat, or of davidje13's program; holds every puzzle",
        suffixes=(".json",),
        module="json_form",
        sniff=_is_json,
        weak=True,
        many=True,
        palette=ALL_COLORS,
        missing_clues="write the list of its numbers in place of null",
        printed=True,
        texts=ALL_TEXTS,
        goal="any",
    ),
    Format(
        name="webpbn",
        sentence="XML of webpbn.com",
        suffixes=(".xml", ".pbn"),
        module="webpbn",
        sniff=_is_xml,
        weak=True,
        many=True,
        palette=("names", "letters", "shades", "background"),
        texts=ALL_TEXTS,
        text=str.strip,
        goal="any",
        limits=("control characters in texts",),
        losses=("the letter of a single colour", "names of colours that are unfit or used twice"),
    ),
    Format(
        name="taai",
        sentence="text of the TAAI tournaments",
        suffixes=(".taai",),
        module="taai",
        sniff=_is_taai,
        many=True,
        texts=("title",),
        text=_number,
        limits=("boards that are not square",),
        losses=("titles that are not a number",),
    ),
    Format(
        name="thomasr",
        sentence="JSON of ThomasR's solver: columns and rows, an empty clue is [0]",
        suffixes=(".json",),
        module="json_programs",
        sniff=_is_thomasr,
        printed=True,
    ),
    Format(
        name="nonojs",
        sentence="JSON with rowHints and colHints",
        suffixes=(".json",),
        module="json_programs",
        sniff=_json_keys("nonojs"),
        many=True,
        texts=("title",),
    ),
    Format(
        name="neolao",
        sentence="JSON picture: a palette, and cells that are numbers of its colours or null",
        suffixes=(".json",),
        module="json_programs",
        sniff=_json_keys("neolao"),
        palette=("shades", "unused"),
        texts=("title",),
        goal="is",
    ),
    Format(
        name="csv",
        sentence="list of davidje13's program: a line per puzzle, its rules as a code",
        suffixes=(".csv",),
        module="code_lists",
        sniff=_is_csv,
        many=True,
        texts=("title", "author", "license", "catalogue"),
        limits=("sides over 1,000",),
    ),
    Format(
        name="zip",
        sentence="zip archive of puzzle files of any format; written with a JSON file per puzzle",
        suffixes=(".zip",),
        module="archives",
        sniff=_is_zip,
        weak=True,
        binary=True,
        many=True,
        palette=ALL_COLORS,
        missing_clues="write the list of its numbers in place of null",
        printed=True,
        texts=ALL_TEXTS,
        goal="any",
    ),
    Format(
        name="non",
        dialects=("mikix", "nonny"),
        sentence="Steve Simpson's text form and its dialects",
        suffixes=(".non", ".nonpack"),
        module="non",
        sniff=_is_non,
        many=True,
        palette=ALL_COLORS,
        texts=ALL_TEXTS,
        goal="any",
    ),
    Format(
        name="picture",
        sentence="picture as text: lines of . and #, of 0 and 1, or of . and a letter per colour",
        suffixes=(".grid",),
        module="picture_text",
        sniff=_is_picture,
        palette=("letters",),
        goal="is",
    ),
    Format(
        name="code",
        sentence="codes and links, one in each line; of all kinds, written in our own",
        suffixes=(".code", ".codes"),
        module="code_lists",
        sniff=_is_codes,
        many=True,
        palette=ALL_COLORS,
        missing_clues="convert it to json, to write the list of its numbers in place of null",
        printed=True,
        limits=("names of colours over 1,023 bytes",),
    ),
    Format(
        name="clues",
        sentence="lists of clues in any language, as people and programs write them",
        module="clues",
        last=True,
        many=True,
        takes=("columns-first",),
        texts=("title", "author"),
        read_only="each writes them in a way of their own; 'json' is read everywhere",
    ),
    Format(
        name="signs",
        sentence="picture in two signs: emoji, blocks, X and _; or with --filled any other two",
        module="picture_text",
        last=True,
        takes=("filled",),
        goal="is",
        read_only="'picture' is the same picture in . and #",
    ),
    Format(
        name="drawing",
        sentence="drawings of nonosat for terminals, as show and solve print them",
        module="drawn_text",
        last=True,
        palette=("letters",),
        goal="complete",
        read_only="'nonosat show' draws it",
    ),
    Format(
        name="table",
        sentence="tables (CSV, TSV): clues at the edges, in blocks, or a puzzle in each row",
        suffixes=(".csv", ".tsv"),
        module="sheets",
        last=True,
        many=True,
        printed=True,
        texts=("title",),
        goal="complete",
        read_only="'csv' is the list that other programs read",
    ),
    Format(
        name="sheet",
        sentence="files of Excel and LibreOffice (.xlsx, .ods), with the layouts of tables",
        suffixes=(".xlsx", ".ods"),
        module="sheets",
        sniff=_is_sheet,
        binary=True,
        many=True,
        printed=True,
        texts=("title",),
        goal="complete",
        read_only="a table is written by programs of sheets",
    ),
)
