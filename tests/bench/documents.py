# SPDX-License-Identifier: MIT
"""Markdown that scripts write: tables, and text between two marks of a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines of a table, each as soon as its row is there."""
    yield _line(head)
    yield "|---" * len(head) + "|"
    yield from map(_line, rows)


def _line(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def with_parts(text: str, parts: Mapping[str, str]) -> str:
    """The document with these parts, each between ``<!-- NAME -->`` and ``<!-- end of NAME -->``.

    A document has each part once.
    """
    for name, part in parts.items():
        first, last = f"<!-- {name} -->", f"<!-- end of {name} -->"
        between = f"{first}\n\n{part.rstrip()}\n\n{last}"
        text, found = re.subn(f"{first}.*?{last}", lambda _, new=between: new, text, flags=re.S)
        assert found == 1, f"{name}: {found} times"
    return text
