# SPDX-License-Identifier: MIT
"""The fonts for ``photo_training.py``: the faces of a folder that the training may see.

Families used by the tests of the reading are refused, and so are their relatives with digits of the
same form: so the classifier's results on these fonts show its results on unknown fonts.
"""

from __future__ import annotations

import string
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from PIL import ImageFont

FOR_TESTS = (
    *("DejaVu", "Bitstream Vera", "Verana", "Hack", "Liberation", "Arimo", "Tinos", "Cousine"),
    *("Nimbus", "TeX Gyre Heros", "TeX Gyre Termes", "TeX Gyre Cursor", "Free", "Noto", "Droid"),
    *("Open Sans", "Lato", "Carlito", "Comfortaa", "Courier", "STIX", "Switzera", "Caliban"),
    *("Abyssinica", "Doulos", "Standard Symbols", "Arundina", "IBM Plex", "Fira"),
)
"""Families, by the beginnings of their names, that the tests use or that look the same."""
NO_DIGITS = (
    *("Linux Libertine Initials", "Linux Biolinum Keyboard", "Ecolier", "It wasn't me", "Penguin"),
    *("femkeklaver", "Solide Mirage", "Monoisome", "Wargames"),
)
"""Families with digits that people do not read as digits."""
ODD = (
    *(
        "Atari",
        "Breip",
        "Cupola",
        "El Abogado",
        "Ferrite",
        "Kristi",
        "Lobster",
        "Millimetre",
        "OCR",
    ),
    *("OpenDyslexicMono", "Rufscript", "Steve", "TeX Gyre Chorus", "Tomson", "Z003", "unifur"),
)
"""Families with rarely printed digits; they are only for training, and rare in it."""
ODD_STYLES = ("outline", "inverted", "stencil")
RARE_STYLES = ("italic", "oblique", "slant", "thin", "extralight", "extra light")


@dataclass(frozen=True, slots=True)
class Face:
    """A font, with its share among the faces of its family."""

    path: Path
    weight: float


def faces(folder: Path) -> dict[str, list[Face]]:
    """The faces of each family in a folder that have ten digits of one height."""
    found: dict[str, dict[str, Path]] = defaultdict(dict)
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".ttf", ".otf", ".otb"):
            continue
        try:
            font = ImageFont.truetype(str(path), 40)
            family, style = font.getname()
            boxes = [font.getbbox(digit) for digit in string.digits]
            forms = {bytes(font.getmask(digit)) for digit in string.digits}
        except (OSError, ValueError):
            continue
        name = family or path.stem
        heights = [box[3] - box[1] for box in boxes]
        if (
            len(forms) == 10
            and min(heights) >= 0.85 * max(heights) > 0
            and not name.startswith((*FOR_TESTS, *NO_DIGITS))
            and not any(odd in (style or "").lower() for odd in ODD_STYLES)
        ):
            found[name].setdefault(style or "", path)
    return {
        family: [
            Face(path, 0.3 if any(rare in style.lower() for rare in RARE_STYLES) else 1.0)
            for style, path in styles.items()
        ]
        for family, styles in sorted(found.items())
    }
