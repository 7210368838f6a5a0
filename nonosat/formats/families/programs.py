# SPDX-License-Identifier: MIT
"""Files of programs for people: players, editors and collections."""

from __future__ import annotations

import re

from nonosat.formats.form import Format
from nonosat.formats.sample import Sample

_CNON_COLOR = re.compile(r"\S{1,40}[ \t]+#[0-9A-Fa-f]{6}")
_GAME_ID = re.compile(r"[0-9]{1,4}(?:x[0-9]{1,4})?:[0-9./]*(?:,[A-Za-z]*)?\s*")
_CLUES_SECTION = r"^[ \t]*\[clues\]"
_TOML = r"^[ \t]*(?:rows|columns)[ \t]*=[ \t]*[\"']"


def _is_cnon(sample: Sample) -> bool:
    head = sample.numbers(sample.filled[0]) if sample.filled else None
    return (
        head is not None
        and len(head) == 3
        and len(sample.filled) > 1
        and _CNON_COLOR.fullmatch(sample.filled[1]) is not None
    )


def _is_gno(sample: Sample) -> bool:
    heads = {line.lower() for line in sample.filled if line.startswith("[")}
    return {"[dimensions]", "[row clues]"} <= heads


def _is_jap(sample: Sample) -> bool:
    return sample.data[:3] == b"TLS" and not sample.text.isprintable()


def _has_clues(sample: Sample) -> bool:
    """The word saves other files the time to compile the pattern."""
    text = sample.text
    return "[clues]" in text and re.search(_CLUES_SECTION, text, re.MULTILINE) is not None


def _is_nonogrid(sample: Sample) -> bool:
    return _has_clues(sample) and re.search(_TOML, sample.text, re.MULTILINE) is not None


def _is_pynogram(sample: Sample) -> bool:
    return _has_clues(sample) and not _is_nonogrid(sample)


def _is_php_nonogram(sample: Sample) -> bool:
    return {"columns:", "rows:"} <= set(sample.filled)


def _is_picross(sample: Sample) -> bool:
    filled = [line for line in sample.filled if not line.startswith("#")]
    return bool(filled) and filled[0].split()[0] == "GRID" and "ROWS" in filled[:3]


def _is_pzl(sample: Sample) -> bool:
    head = sample.numbers(sample.filled[0]) if sample.filled else None
    return (
        head is not None
        and len(head) == 1
        and len(sample.filled) > 1
        and re.fullmatch("#[0-9A-Fa-f]{6}", sample.filled[1]) is not None
    )


def _is_sgriddler(sample: Sample) -> bool:
    return sample.filled[:1] == ["MK Version 3.0"]


def _is_sgt(sample: Sample) -> bool:
    return sample.text.startswith("SAVEFILE:") or (
        sample.whole and _GAME_ID.fullmatch(sample.stripped) is not None
    )


def _line(text: str) -> str:
    """What a file of lines keeps of a text: its words, with one blank between them."""
    return " ".join(text.split())


def _gno_line(text: str) -> str:
    """The same; a text that looks like the head of a section loses its bracket."""
    line = _line(text)
    return line.lstrip("[ ") if line.startswith("[") else line


FORMATS: tuple[Format, ...] = (
    Format(
        name="cnon",
        sentence="coloured nonograms of cserradag96: LENGTH:NAME for each block",
        suffixes=(".cnon",),
        module="coloured_numbers",
        sniff=_is_cnon,
        colors=True,
        palette=("letters", "shades", "unused"),
    ),
    Format(
        name="gno",
        sentence="files of gnonograms",
        suffixes=(".gno",),
        module="number_sections",
        sniff=_is_gno,
        texts=("title", "author", "license"),
        text=_gno_line,
        goal="complete",
    ),
    Format(
        name="jap",
        sentence="binary files of QNonograms",
        suffixes=(".jap",),
        module="number_forms",
        sniff=_is_jap,
        binary=True,
        read_only="how its check sum is computed is not known",
    ),
    Format(
        name="nonogrid",
        sentence="TOML files of nonogrid",
        suffixes=(".toml",),
        module="sections_text",
        sniff=_is_nonogrid,
        colors=True,
        palette=("letters", "shades", "unused"),
    ),
    Format(
        name="php-nonogram",
        sentence="YAML lists of columns and rows of php-nonogram",
        suffixes=(".yml", ".yaml"),
        module="number_sections",
        sniff=_is_php_nonogram,
    ),
    Format(
        name="picross-solver",
        sentence="text of picross-solver: GRID, ROWS, COLUMNS, clues in brackets",
        suffixes=(),
        module="number_sections",
        sniff=_is_picross,
        many=True,
        texts=("title",),
        text=_line,
    ),
    Format(
        name="pynogram",
        sentence="INI files of pynogram",
        suffixes=(".ini",),
        module="sections_text",
        sniff=_is_pynogram,
        colors=True,
        palette=("letters", "shades", "unused"),
    ),
    Format(
        name="pzl",
        sentence="coloured crosswords of Izaron: length, red, green and blue of each block",
        suffixes=(".pzl",),
        module="coloured_numbers",
        sniff=_is_pzl,
        colors=True,
        palette=("shades", "unused"),
        limits=("two colours of the same shade",),
    ),
    Format(
        name="sgriddler",
        sentence="files of Jan Šimlo's Griddlers Solver",
        suffixes=(".sgriddler",),
        module="number_sections",
        sniff=_is_sgriddler,
        goal="complete",
        losses=("goal pictures without a filled cell",),
    ),
    Format(
        name="sgt",
        sentence="save files and game ids of Pattern in Simon Tatham's collection",
        suffixes=(".sav", ".sgt"),
        module="sgt",
        sniff=_is_sgt,
        printed=True,
    ),
)
