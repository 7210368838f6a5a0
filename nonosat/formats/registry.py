# SPDX-License-Identifier: MIT
"""The registry of formats: the table of all of them, and how a file is recognised.

Each format is a ``Format`` (``form``) in one of the ``families``, and functions that read and write
it, in a module of its own or of similar formats. The table is plain data: a command that reads a
``.non`` file imports neither XML nor pictures. (Entry points would make the time to start a command
depend on the installed packages.)

**Recognition** looks at the content first and at the name second. Every format has a function that
looks at the beginning of the file. If only one format fits, it is chosen; formats that are ``weak``
(JSON, XML: texts that begin with a bracket) count only if no other fits. If several fit, the suffix
of the name decides between them; otherwise the error names them all and asks for ``--format``. If
no format fits, the suffix alone decides, so that the reader of a broken file still reports it.

**A file that is not a puzzle file** (a README, a package.json) is skipped in a folder; a broken
puzzle is an error there too. ``weighed`` has the rule: a file is a puzzle file if its content has a
form that is not weak, or its suffix is used by puzzle files alone, or it has a key of a puzzle in
JSON or XML. An error of any other file becomes a ``NoPuzzleError``.

To add a format: its functions, an entry in a family, samples in the tests (CONTRIBUTING.md, "Add a
format").
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice

from nonosat.errors import Fault, NoPuzzleError, OptionError, PuzzleSyntaxError, shown
from nonosat.formats.common import PuzzleOrError, is_not
from nonosat.formats.families import main, programs, solvers
from nonosat.formats.files import StrPath, decode
from nonosat.formats.form import Format, Sample

FORMATS: dict[str, Format] = {
    form.name: form for family in (main, solvers, programs) for form in family.FORMATS
}
"""All formats by name."""

_NUMBERS = r"[0-9?#,\s]*"
"""Numbers and hidden lengths."""

_SHARED = frozenset(
    (
        *(".code", ".codes", ".csv", ".dat", ".dzn", ".g", ".grid", ".ini", ".json", ".lp", ".mk"),
        *(".ods", ".pbm", ".pgm", ".pi", ".pnm", ".ppm", ".sav", ".toml", ".tsv", ".xlsx", ".xml"),
        *(".xpm", ".yaml", ".yml", ".zip"),
    )
)
"""Suffixes that other programs use too: such a name alone does not make a puzzle file."""

_KEYS = re.compile(r'"(?:rows|cols|columns|cells|puzzles)"\s*:\s*\[|<(?:puzzleset|puzzle)\b')
"""Keys and elements of puzzles in JSON and XML, which hardly any other file has."""
_XML = re.compile("<(?!!doctype html|html|head|body|script|table|div)[?!a-z]", re.IGNORECASE)
_OWN = ("rows", "cols", "columns", "cells", "image", "puzzles")
"""The keys of ``json`` without which it is not read."""


class SeveralFormatsError(PuzzleSyntaxError):
    """A file that could have more than one format."""


def format_named(name: str) -> Format:
    """The format with a name; behind a colon stands a choice of its reader.

    >>> format_named("clues:columns-first").choices
    (('columns_first', True),)

    Raises:
        OptionError: no format has this name, or it has no such choice.
    """
    if not isinstance(name, str):
        raise OptionError(f"unknown format {shown(name)}: give its name")
    known, colon, choice = name.partition(":")
    if known not in FORMATS:
        raise OptionError(f"unknown format {shown(known)}: {_closest(known)}")
    return FORMATS[known].choosing(choice) if colon else FORMATS[known]


def _closest(name: str) -> str:
    from difflib import get_close_matches

    by_suffix = formats_by_suffix(f"x.{name}")
    if by_suffix:
        owners = " and ".join(repr(form.name) for form in by_suffix)
        return f"files that end with .{name.lower()} are of the format {owners}"
    close = get_close_matches(name.lower(), FORMATS, n=3)
    if close:
        return f"did you mean {' or '.join(map(repr, close))}?"
    return "'nonosat formats' lists all"


def formats_by_suffix(name: StrPath) -> list[Format]:
    """The formats whose files end like ``name``."""
    suffix = os.path.splitext(os.fspath(name))[1].lower()
    return [form for form in FORMATS.values() if suffix in form.suffixes]


def sniff(source: str | bytes, name: StrPath = "") -> Format:
    """The format of a text, or of the bytes of a file.

    >>> sniff('{"rows": [[1]], "columns": [[1]]}').name
    'json'
    >>> sniff(b".#.\\n###").name
    'picture'

    Raises:
        SeveralFormatsError: the content has more than one format.
        NoPuzzleError: neither the content nor the name is that of a puzzle file.
        PuzzleSyntaxError: the name is that of a puzzle file, but the content is not text; or it has
            blotted clues, which are not read.
    """
    no_text: PuzzleSyntaxError | None = None
    if isinstance(source, bytes):
        try:
            sample = Sample(decode(source), source)
        except PuzzleSyntaxError as error:
            sample, no_text = Sample("", source), error
    else:
        sample = Sample(source)
    by_suffix = formats_by_suffix(name)
    forms = [form for form in FORMATS.values() if form.binary] if no_text else FORMATS.values()
    fitting = [form for form in forms if not form.last and form.fits(sample)]
    fitting = [form for form in fitting if not form.weak] or fitting
    if all(form.weak for form in fitting) and not _claimed(sample, name):
        last = (form for form in forms if form.last and form.fits(sample))
        fitting = [*islice(last, 1)] or fitting
    if len(fitting) > 1:
        fitting = [form for form in fitting if form in by_suffix] or fitting
    if len(fitting) > 1:
        names = " and ".join(repr(form.name) for form in fitting)
        raise SeveralFormatsError(
            f"the formats {names} fit: say which one it is (--format NAME, in Python format=NAME)"
        )
    if fitting:
        return fitting[0]
    if no_text:
        raise no_text if _suffix_of_puzzles(name) else NoPuzzleError(no_text.faults)
    if by_suffix:
        return by_suffix[0]
    if "?" in sample.stripped and re.fullmatch(_NUMBERS, sample.stripped):
        raise PuzzleSyntaxError(is_not(sample.stripped, ""))
    if not sample.stripped:
        raise NoPuzzleError(Fault.of("fault.empty", "the text is empty: there is no puzzle in it"))
    from nonosat.formats.nearest import no_format  # for errors only

    raise no_format(sample)


def weighed(
    items: Iterable[PuzzleOrError], source: str | bytes, name: StrPath
) -> Iterator[PuzzleOrError]:
    """The items of a file, its syntax errors as NoPuzzleError if it is not a puzzle file.

    >>> [type(x).__name__ for x in weighed([PuzzleSyntaxError("no rows")], '{"name": 1}', "x.json")]
    ['NoPuzzleError']
    """
    return map(weigher(source, name), items)


def weigher(source: str | bytes, name: StrPath) -> Callable[[PuzzleOrError], PuzzleOrError]:
    """The function that ``weighed`` applies to each item; it reads the file once, if necessary."""
    claims = cache(lambda: _claims_puzzle(source, name))

    def weigh(item: PuzzleOrError) -> PuzzleOrError:
        if type(item) is not PuzzleSyntaxError or claims():
            return item
        return NoPuzzleError(item.faults, item.source, item.clues)

    return weigh


def _claims_puzzle(source: str | bytes, name: StrPath) -> bool:
    """True if the content or the name of a file is that of puzzles, broken or not."""
    if _suffix_of_puzzles(name):
        return True
    try:
        sample = Sample(decode(source), source) if isinstance(source, bytes) else Sample(source)
    except PuzzleSyntaxError:
        sample = Sample("", source if isinstance(source, bytes) else None)
    if _KEYS.search(sample.text):
        return True
    forms = [form for form in FORMATS.values() if form.binary or sample.text]
    return any(form.fits(sample) for form in forms if not form.weak)


def _claimed(sample: Sample, name: StrPath) -> bool:
    """True if the suffix, the beginning or a key is that of another format than the last ones."""
    suffix = os.path.splitext(os.fspath(name))[1].lower()
    owners = [form for form in formats_by_suffix(name) if not form.last]
    if owners and suffix not in (".json", ".csv"):
        return True
    if _XML.match(sample.stripped):
        return True
    if sample.stripped[:1] not in ("{", "["):
        return False
    from nonosat.formats.json_programs import parse  # few files come so far

    try:
        data = parse(sample.text)
    except PuzzleSyntaxError:
        return _KEYS.search(sample.text) is not None
    entries = data if isinstance(data, list) else [data]
    objects = [entry for entry in entries if isinstance(entry, dict)]
    return any(isinstance(entry.get(key), list | str) for entry in objects for key in _OWN)


def _suffix_of_puzzles(name: StrPath) -> bool:
    suffix = os.path.splitext(os.fspath(name))[1].lower()
    return suffix not in _SHARED and bool(formats_by_suffix(name))
