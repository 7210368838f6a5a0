# SPDX-License-Identifier: MIT
"""Formats of pictures: a puzzle is the clues of its picture; and Olšák's text form."""

from __future__ import annotations

import re

from nonosat.formats.form import Format
from nonosat.formats.sample import Sample

_BLOCK = r"[^\s0-9,]?[0-9]{1,4}[^\s0-9,]{0,2}"
"""A block of ``.g``, with its colour or triangles."""
_NETPBM = re.compile(rb"P[1-6](?:[ \t\r\n]+(?:#[^\n]*\n)?)")
_G = re.compile(r"^(?::|#[dDtT])", re.MULTILINE)
_IDENTIFIER = "[A-Za-z_][A-Za-z_0-9]*"


def _is_netpbm(sample: Sample) -> bool:
    return _NETPBM.match(sample.data) is not None


def _has_root(sample: Sample, name: str) -> bool:
    """The word saves other files the time to compile the pattern."""
    text = sample.text[:4000]
    pattern = rf"\s*(?:<\?[^>]*\?>\s*|<!--.*?-->\s*|<![^>]*>\s*)*+<{name}[\s>/]"
    return f"<{name}" in text and re.match(pattern, text, re.DOTALL) is not None


def _is_freenono(sample: Sample) -> bool:
    return _has_root(sample, "FreeNono")


def _is_picmi(sample: Sample) -> bool:
    return _has_root(sample, "picmi")


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
    """What XPM keeps of a title: the name of an array."""
    return text if re.fullmatch(_IDENTIFIER, text) and text != "nonogram" else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


FORMATS: tuple[Format, ...] = (
    Format(
        name="freenono",
        sentence="XML of FreeNono",
        suffixes=(".nonogram",),
        module="xml_pictures",
        sniff=_is_freenono,
        many=True,
        texts=("title", "author", "description"),
        goal="is",
        limits=("control characters in texts",),
    ),
    Format(
        name="g",
        sentence="text of Olšák's grid; triddlers and triangles are refused",
        suffixes=(".g",),
        module="coloured_numbers",
        sniff=_is_g,
        colors=True,
        palette=("letters", "shades", "background", "unused"),
    ),
    Format(
        name="netpbm",
        sentence="pictures PBM, PGM and PPM, a pixel a cell",
        suffixes=(".pbm", ".pgm", ".ppm", ".pnm"),
        module="pixel_pictures",
        sniff=_is_netpbm,
        binary=True,
        colors=True,
        palette=("shades", "background"),
        texts=("title",),
        text=_one_line,
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
        suffixes=(),
        module="xml_pictures",
        sniff=_is_picmi,
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
        colors=True,
        palette=("shades", "background"),
        texts=("title",),
        text=_title,
        goal="is",
        limits=("colours of the same shade", "a background that is not the lightest colour"),
        losses=("titles that are no name of an array",),
    ),
)
