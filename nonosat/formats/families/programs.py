# SPDX-License-Identifier: MIT
"""Files of programs for people: players, editors, collections and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable

from nonosat.formats.form import Format, Sample

_GAME_ID = re.compile(r"[0-9]{1,4}(?:x[0-9]{1,4})?:[0-9./]*(?:,[A-Za-z]*)?\s*")
_CLUES_SECTION = r"^[ \t]*\[clues\]"
_TOML = r"^[ \t]*(?:rows|columns)[ \t]*=[ \t]*[\"']"


def _has_colors(count: int, color: str) -> Callable[[Sample], bool]:
    """Recognises some numbers on the first line, and the first colour on the second."""

    def sniff(sample: Sample) -> bool:
        first, second = [*sample.filled, "", ""][:2]
        return len(sample.numbers(first) or ()) == count and re.fullmatch(color, second) is not None

    return sniff


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


def _is_sgriddler(sample: Sample) -> bool:
    return sample.filled[:1] == ["MK Version 3.0"]


def _is_sgt(sample: Sample) -> bool:
    return sample.text.startswith("SAVEFILE:") or (
        sample.whole and _GAME_ID.fullmatch(sample.stripped) is not None
    )


def _line(text: str) -> str:
    """The text that a file of lines keeps: its words, with one blank between them."""
    return " ".join(text.split())


def _gno_line(text: str) -> str:
    """As ``_line``, but a text that looks like the head of a section loses its bracket."""
    line = _line(text)
    return line.lstrip("[ ") if line.startswith("[") else line


_BLOCK = r"[^\s0-9,]?[0-9]{1,4}[^\s0-9,]{0,2}"
"""A block of ``.g``, with its colour or triangles."""
_NETPBM = re.compile(rb"P[1-6](?:[ \t\r\n]+(?:#[^\n]*\n)?)")
_G = re.compile(r"^(?::|#[dDtT])", re.MULTILINE)
_IDENTIFIER = "[A-Za-z_][A-Za-z_0-9]*"


def _is_netpbm(sample: Sample) -> bool:
    return _NETPBM.match(sample.data) is not None


def _has_root(name: str) -> Callable[[Sample], bool]:
    """Recognises XML; the word saves other files the time to compile the pattern."""
    pattern = rf"\s*(?:<\?[^>]*\?>\s*|<!--.*?-->\s*|<![^>]*>\s*)*+<{name}[\s>/]"

    def sniff(sample: Sample) -> bool:
        text = sample.text[:4000]
        return f"<{name}" in text and re.match(pattern, text, re.DOTALL) is not None

    return sniff


def _is_nonopack(sample: Sample) -> bool:
    """True for an archive whose first file is a ``.nonogram``."""
    head = sample.data[:300]
    if not head.startswith(b"PK\x03\x04"):
        return False
    length = int.from_bytes(head[26:28], "little")
    return head[30 : 30 + length].endswith(b".nonogram")


def _is_xpm(sample: Sample) -> bool:
    return sample.stripped.startswith("/* XPM")


def _is_g(sample: Sample) -> bool:
    """True for a text with a line ``:``, behind which lines of numbers begin."""
    if sample.stripped[:1] in ("{", "[", "<", "$"):
        return False
    parts = _G.findall(sample.text)
    if "#t" in parts or "#T" in parts:
        return ":" in parts
    begin = re.search(r"^:[^\n]*\n", sample.text, re.MULTILINE)
    if begin is None:
        return False
    lines = sample.text[begin.end() :].split("\n", 40)[:40]
    return all(
        line.startswith((":", "#"))
        or all(re.fullmatch(_BLOCK, word) for word in line.replace(",", " ").split())
        for line in lines[:-1]
    )


def _title(text: str) -> str:
    """The title that XPM keeps: the name of an array."""
    return text if re.fullmatch(_IDENTIFIER, text) and text != "nonogram" else ""


FORMATS: tuple[Format, ...] = (
    Format(
        name="cnon",
        sentence="coloured nonograms of cserradag96: LENGTH:NAME for each block",
        suffixes=(".cnon",),
        module="colored_numbers",
        sniff=_has_colors(3, r"\S{1,40}[ \t]+#[0-9A-Fa-f]{6}"),
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
        palette=("letters", "shades", "unused"),
    ),
    Format(
        name="pzl",
        sentence="coloured crosswords of Izaron: length, red, green and blue of each block",
        suffixes=(".pzl",),
        module="colored_numbers",
        sniff=_has_colors(1, "#[0-9A-Fa-f]{6}"),
        palette=("shades", "unused"),
        limits=("two colours of the same shade",),
    ),
    Format(
        name="pzprv3",
        sentence="files of pzprjs, the player of puzz.link",
        module="codes.pzpr",
        sniff=lambda sample: sample.filled[:1] == ["pzprv3"],
        goal="complete",
        read_only="a link or file of that player is made by its own editor",
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
        module="codes.game_id",
        sniff=_is_sgt,
        printed=True,
    ),
    Format(
        name="freenono",
        sentence="XML of FreeNono",
        suffixes=(".nonogram",),
        module="xml_pictures",
        sniff=_has_root("FreeNono"),
        many=True,
        texts=("title", "author", "description"),
        goal="is",
        limits=("control characters in texts",),
    ),
    Format(
        name="g",
        sentence="text of Olšák's grid; triddlers and triangles are refused",
        suffixes=(".g",),
        module="colored_numbers",
        sniff=_is_g,
        palette=("letters", "shades", "background", "unused"),
    ),
    Format(
        name="netpbm",
        sentence="pictures PBM, PGM and PPM, a pixel a cell",
        suffixes=(".pbm", ".pgm", ".ppm", ".pnm"),
        module="pixel_pictures",
        sniff=_is_netpbm,
        binary=True,
        palette=("shades", "background"),
        texts=("title",),
        text=_line,
        goal="is",
        limits=("colours of the same shade",),
    ),
    Format(
        name="nonopack",
        sentence="packs of FreeNono: a zip archive of its files",
        suffixes=(".nonopack",),
        module="xml_pictures",
        sniff=_is_nonopack,
        binary=True,
        many=True,
        texts=("title", "author", "description"),
        goal="is",
        limits=("control characters in texts",),
    ),
    Format(
        name="picmi",
        sentence="level packs of KDE's picmi",
        module="xml_pictures",
        sniff=_has_root("picmi"),
        many=True,
        texts=("title", "author"),
        goal="is",
        limits=("control characters in texts",),
    ),
    Format(
        name="xpm",
        sentence="pictures XPM of X11, a pixel a cell",
        suffixes=(".xpm",),
        module="pixel_pictures",
        sniff=_is_xpm,
        palette=("shades", "background"),
        texts=("title",),
        text=_title,
        goal="is",
        limits=("colours of the same shade", "a background that is not the lightest colour"),
        losses=("titles that are not the name of an array",),
    ),
)
