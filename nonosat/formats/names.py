# SPDX-License-Identifier: MIT
"""Names of files that are made from titles: safe on every system, and each given once.

A title may hold slashes, ``..``, control characters, names that Windows reserves, a thousand
letters. A part of a path that comes from a puzzle or an archive therefore goes through
``safe_part``; no part is ever ``..`` or has a slash, so nothing leads out of a folder.
"""

from __future__ import annotations

import string

from nonosat.errors import OptionError

MAX_BYTES = 120
"""The longest part of a path, in bytes of UTF-8: with a number and a suffix, systems take 255."""

_RESERVED = {"con", "prn", "aux", "nul"}
_RESERVED |= {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
_PLAIN = set("-_.,'()+=@~#& ")
_FIELDS = {"title", "index", "stem"}


def safe_part(text: str) -> str:
    """The text as the name of a file or folder; unfit characters become ``_``.

    >>> safe_part("../../etc/passwd"), safe_part("Zoë's cat, 2."), safe_part("aux"), safe_part("")
    ('_.._etc_passwd', "Zoë's cat, 2", '_aux', 'untitled')
    """
    name = "".join(c if c.isalnum() or c in _PLAIN else "_" for c in text[:500])
    name = name.encode("utf-8", "replace")[:MAX_BYTES].decode("utf-8", "ignore")
    name = name.strip(". ") or "untitled"
    return f"_{name}" if name.split(".")[0].lower() in _RESERVED or name[0] == "-" else name


class FileNames:
    """Makes names from a template such as ``{stem}-{index:03}``; no name is given twice.

    Raises:
        OptionError: the template has other fields, or leads into another folder.
    """

    def __init__(self, template: str | None) -> None:
        self._template = template
        self._given: dict[str, int] = {}
        """Each name that was given, and the last number that was tried behind it."""
        if template is not None:
            self._check(template)

    def _check(self, template: str) -> None:
        fault = f"the name {template!r}: use {{title}}, {{index}} and {{stem}}"
        try:
            parts = list(string.Formatter().parse(template))
            made = template.format(title="t", index=1, stem="s")
        except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
            raise OptionError(f"{fault} ({error})") from None
        fields = {field for _, field, _, _ in parts if field is not None}
        if not fields <= _FIELDS or any(spec and "{" in spec for _, _, spec, _ in parts):
            raise OptionError(fault)
        if "/" in made or "\\" in made or len(made) > 1000:
            raise OptionError(f"{fault}, and no folders")

    def make(self, folder: str, *, stem: str, index: int | None, title: str, suffix: str) -> str:
        """The next name in a folder, which is part of the result.

        Without a template it is the stem, and the number if the file has many puzzles. A name that
        was given before gets a number.

        >>> names = FileNames("{title}")
        >>> [names.make("", stem="x", index=1, title="Cup", suffix=".non") for _ in range(2)]
        ['Cup.non', 'Cup-2.non']
        """
        template = self._template or ("{stem}" if index is None else "{stem}-{index}")
        title = title or "untitled"
        name = safe_part(template.format(title=title, index=index or 1, stem=stem))
        path = f"{folder}{name}{suffix}"
        first = path.casefold()  # some systems ignore case
        number = self._given.get(first, 1)
        while path.casefold() in self._given:
            number += 1
            path = f"{folder}{name}-{number}{suffix}"
        self._given[first] = number
        self._given.setdefault(path.casefold(), 1)
        return path
