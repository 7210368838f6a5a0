# SPDX-License-Identifier: MIT
"""The English sentences of steps, hints, answers and sheets, by their keys.

A key names its group and its use. ``{name}`` is a place for a value; a pair of texts has a plural,
which counts ``n``: the first for 1, the second for other numbers. A text is a whole sentence or a
whole phrase: where a language needs other words for rows, columns and cells, or for one and for
several, each has a text of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from nonosat.languages import Text

TEXTS: Mapping[str, Text] = {
    # Numbers and lists.
    "number.group": ",",
    "list.comma": ", ",
    "list.and": "{before} and {last}",
    "list.or": "{before} or {last}",
    "list.range": "{first} to {last}",
    # Steps.
    "step.found": (
        "{line}: its block is found, so {states}",
        "{line}: all its blocks are found, so {states}",
    ),
    # On paper.
    "sheet.name": "Name:",
}
