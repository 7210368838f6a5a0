# SPDX-License-Identifier: MIT
"""The table of all formats, for people: what each one holds, keeps, refuses and loses.

It is made from the registry, so that the command ``nonosat formats``, the document and the code
cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.formats.form import ALL_COLORS, ALL_TEXTS, Format
from nonosat.formats.registry import FORMATS

HEADS = (
    *("name", "files", "read", "written", "puzzles", "colours", "no clue", "printed"),
    *("texts", "goal"),
)
"""The columns. ``no clue``: clues that are not given; ``printed``: printed cells."""


def row(form: Format) -> tuple[str, ...]:
    """A line of the table, in short words; the columns are ``HEADS``."""
    return (
        form.name,
        " ".join(form.suffixes) or "-",
        "yes",
        "yes" if form.writes else "no",
        "many" if form.many else "one",
        _some(form.palette, ALL_COLORS, "several") if form.colors else "one",
        "yes" if form.partial else "-",
        "yes" if form.printed else "-",
        _some(form.texts, ALL_TEXTS, "") or "-",
        {"is": "needed", "any": "kept", "complete": "if whole"}.get(form.goal, "-"),
    )


def notes(form: Format) -> str:
    """What the columns do not say: what it is, dialects, why it is not written, what else it
    refuses or loses.
    """
    parts = [form.sentence]
    if form.dialects:
        parts.append(f"dialects: {_list(form.dialects)}")
    if form.read_only:
        parts.append(f"not written: {form.read_only}")
    if form.limits:
        parts.append(f"also refused: {_list(form.limits)}")
    if form.losses:
        parts.append(f"also lost: {_list(form.losses)}")
    return "; ".join(parts)


def as_dict(form: Format) -> dict[str, object]:
    """Everything the table knows of a format, as plain data."""
    return {
        "name": form.name,
        "sentence": form.sentence,
        "suffixes": list(form.suffixes),
        "read": True,
        "written": form.writes,
        "why_not_written": form.read_only or None,
        "binary": form.binary,
        "many": form.many,
        "dialects": list(form.dialects),
        "colors": form.colors,
        "palette": list(form.palette),
        "partial": form.partial,
        "printed": form.printed,
        "metadata": list(form.texts),
        "goal": form.goal or None,
        "refuses": list(form.limits),
        "loses": list(form.losses),
    }


def markdown() -> str:
    """The table as Markdown, one line per format."""
    heads = (*HEADS, "what it is, and what else it refuses or loses")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for form in FORMATS.values():
        cells = list(row(form))
        cells[0] = f"`{form.name}`"
        cells[1] = " ".join(f"`{suffix}`" for suffix in form.suffixes) or "-"
        lines.append(f"| {' | '.join([*cells, notes(form).replace('|', chr(92) + '|')])} |")
    return "\n".join(lines) + "\n"


def _some(kept: Iterable[str], whole: Iterable[str], word: str) -> str:
    """``all``, or what is kept."""
    kept = tuple(kept)
    if set(kept) == set(whole):
        return "all"
    return _list(kept) or word


def _list(items: Iterable[str]) -> str:
    return ", ".join(items)
