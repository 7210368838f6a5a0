# SPDX-License-Identifier: MIT
"""Finds a font for the letters of a text, and breaks texts into lines.

Helvetica, which every reader of PDF has, serves Western texts. For others a TrueType font of the
machine is embedded: the first in a fixed order that has all letters, for a heading in bold if it
has such a face. If no font has them all, each letter is taken from the first font that has it; a
letter that is in no font is printed as ``?`` with a warning. The order is fixed, so that the same
input and fonts give the same bytes. Fonts with outlines other than TrueType are skipped, because
reportlab does not embed them. No text is shaped: letters stand side by side, from left to right.

Japanese, Chinese and Korean letters that no such font has are left to the reader's own fonts: the
PDF names one of Adobe's character collections (a CID font), and the reader has, or finds, a font
for it. On sheets in Japanese and Chinese these fonts come first: the fonts of most machines for
these letters are not TrueType, and one that is may have the Chinese shapes of Japanese letters.
What a collection has is asked of Python's codecs of the same characters.
"""

from __future__ import annotations

import os
import re
import struct
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import groupby
from typing import Any

from nonosat.errors import OptionError, library, shown
from nonosat.languages import ENGLISH, Language

REGULAR = "Helvetica"
BOLD = "Helvetica-Bold"
TYPED = "Courier"
"""The font of codes: all letters are equally wide, and 0 differs from O."""
_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:\\Windows\\Fonts",
)
_FIRST = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "FreeSans.ttf")
"""Fonts with many letters, tried before all others."""
_MOST_FILES = 300
"""At most this many fonts are read; each takes some hundredths of a second."""
_ADOBE = {"ja": ("HeiseiKakuGo-W5", "cp932"), "zh": ("STSong-Light", "gbk")}
"""The CID fonts of languages, and the codecs that have the same letters."""
_PLAIN = ("en", "de", "fr", "es", *_ADOBE)
"""Languages on whose sheets Helvetica has the texts without other letters; in the others, one text
of a sheet would look different from the next."""
_OTHERS = (*_ADOBE.values(), ("HYGothic-Medium", "cp949"))
"""The CID fonts for texts in other languages, in the order in which they are tried."""
_ELLIPSIS = "..."
_MOST_NAMED = 5
"""A warning names at most this many letters."""


MOST_BYTES = 64 << 20
"""The largest font file that is read."""


_WIDE = "\u2e80-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
"""Letters of languages that write no blanks between words."""
_OPENING = re.escape("(\uff08\u300c\u300e\u3010\u3014\u3008\u300a\u201c\u2018")
"""Signs that never end a line."""
_CLOSING = re.escape(
    ".,:;!?)\u3002\u3001\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\uff09\u300d\u300f\u3011\u3015\u3009"
    "\u300b\u201d\u2019\u2026\u30fb\u30fc\u3005\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087"
    "\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7"
)
"""Signs and small letters that never begin a line."""
_UNBROKEN = re.compile(
    f"[{_OPENING}]*(?:(?![{_OPENING}{_CLOSING}])[{_WIDE}]|[^{_WIDE}{_OPENING}]+)[{_CLOSING}]*"
    f"|[{_OPENING}{_CLOSING}]+"
)
"""A piece of a text in such a language that stays on one line."""

_DAMAGE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error)
"""The exceptions that reportlab raises for damaged fonts, besides its TTFError."""


class Fonts:
    """The fonts of one book in a language. ``warnings``: what ``check`` found.

    Raises:
        OptionError: the given file is not a TrueType font.
    """

    def __init__(
        self,
        file: str | None = None,
        folders: tuple[str, ...] | None = None,
        say: Language = ENGLISH,
    ) -> None:
        self.warnings: list[str] = []
        self.say = say
        self._folders = _FOLDERS if folders is None else folders
        self._faces: list[tuple[str, Any]] = []
        self._bold: dict[str, tuple[str, Any] | None] = {}
        self._files: Iterator[str] | None = None
        self._given: tuple[str, Any] | None = None
        self._known: dict[tuple[str, str], list[tuple[str, str]]] = {}
        if file is not None:
            if not isinstance(file, str | os.PathLike):  # open takes a number for an open file
                raise OptionError(f"font {shown(file)}: give the name of a TrueType file")
            self._given = self._load(os.fspath(file))
            if self._given is None:
                raise OptionError(
                    f"{file} cannot be read as a TrueType font of at most {MOST_BYTES >> 20} MiB: "
                    "give a .ttf file"
                )
            self._faces.append(self._given)

    def runs(self, text: str, font: str = REGULAR) -> list[tuple[str, str]]:
        """The text in pieces, each with the name of its font; blanks for unprintable ones."""
        key = (text, font)
        if key not in self._known:
            self._known[key] = self._chosen(_clean(text), font)
        return self._known[key]

    def check(self, key: str, title: str, texts: Iterable[str]) -> None:
        """Add one warning about the letters of some texts that no font has; ``key`` is its text."""
        text = "".join(map(_clean, texts))
        lost = [c for c in sorted(set(text)) if self._font_of(c, REGULAR) is None]
        if lost:
            few = ", ".join(f"{c} (U+{ord(c):04X})" for c in lost[:_MOST_NAMED])
            more = ", ..." if len(lost) > _MOST_NAMED else ""
            self.warnings.append(self.say(key, title=repr(title), letters=few + more))

    def _chosen(self, text: str, font: str) -> list[tuple[str, str]]:
        if self._given is not None and font != TYPED and all(_has(self._given, c) for c in text):
            return [(text, self._given[0])]
        if (self.say.code in _PLAIN or font == TYPED) and all(map(_western, text)):
            return [(text, font)]
        for face in self._all():
            if all(_has(face, c) for c in text):
                return [(text, self._heavy(face, text, font))]
        letters = [(c, self._font_of(c, font)) for c in text]
        shown = [("?", font) if name is None else (c, name) for c, name in letters]
        groups = groupby(shown, key=lambda piece: piece[1])
        return [("".join(c for c, _ in group), name) for name, group in groups]

    def _font_of(self, letter: str, font: str) -> str | None:
        if _western(letter):
            return font
        for face in self._all():
            if _has(face, letter):
                return self._heavy(face, letter, font)
        return None

    def _heavy(self, face: tuple[str, Any], text: str, font: str) -> str:
        """The name of the bold face of a font, if one is asked for and has the letters."""
        name = face[0]
        if font != BOLD or face is self._given or not name.startswith(_PREFIX):
            return name
        if name not in self._bold:
            start = name.split(" ", 1)[1][: -len(".ttf")].removesuffix("-Regular")
            files = (f"{start}{end}.ttf" for end in ("-Bold", "Bold", "bd", "Bd"))
            self._bold[name] = next(filter(None, map(self._load, files)), None)
        bold = self._bold[name]
        return bold[0] if bold is not None and all(_has(bold, c) for c in text) else name

    def width(self, text: str, size: float, font: str = REGULAR) -> float:
        """The width of the text, in points."""
        return _width(self.runs(text, font), size)

    def shortened(self, text: str, room: float, size: float, font: str = REGULAR) -> str:
        """The text; if it is wider than its room, as much of it as fits, and three dots."""
        if self.width(text, size, font) <= room:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self._short_width(text[:middle], size, font) <= room:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + _ELLIPSIS

    def _short_width(self, text: str, size: float, font: str) -> float:
        """The width of the beginning of a text and three dots, without keeping its pieces."""
        return _width(self._chosen(_clean(text) + _ELLIPSIS, font), size)

    def wrapped(self, text: str, room: float, size: float) -> list[str]:
        """The words of a text in lines that fit; a word that is wider than a line is broken.

        Japanese and Chinese lines break between letters; a full stop or comma begins no line.
        """
        lines = [""]
        for gap, word in _words(text):
            longer = f"{lines[-1]}{gap}{word}" if lines[-1] else word
            if self.width(longer, size) <= room:
                lines[-1] = longer
                continue
            if lines[-1]:
                lines.append("")
            for letter in word:
                if lines[-1] and self.width(lines[-1] + letter, size) > room:
                    lines.append("")
                lines[-1] += letter
        return lines

    def write(
        self,
        canvas: Any,
        x: float,
        y: float,
        text: str,
        size: float,
        font: str = REGULAR,
        *,
        align: str = "left",
    ) -> None:
        """Draw a text whose line begins, has its middle, or ends at (x, y)."""
        if align != "left":
            x -= self.width(text, size, font) / (2 if align == "middle" else 1)
        for piece, name in self.runs(text, font):
            canvas.setFont(name, size)
            canvas.drawString(x, y, piece)
            x += _width([(piece, name)], size)

    def save(self, canvas: Any) -> None:
        """Save the canvas; the letters that were written are only now taken out of their fonts.

        Raises:
            OptionError: a font is damaged.
        """
        try:
            canvas.save()
        except (library("reportlab.pdfbase.ttfonts").TTFError, *_DAMAGE) as error:
            faces = [*self._faces, *filter(None, self._bold.values())]
            names = [name.split(" ", 1)[1] for name, _ in faces]
            if not names:
                raise
            raise OptionError(
                f"a font is damaged ({error}): name another than {' or '.join(names)}"
            ) from None

    def _all(self) -> Iterator[tuple[str, Any]]:
        """The font that is given, the loaded ones, then the others of the machine, each loaded
        when it is needed; the CID font of the language before them, the others behind them."""
        own = _ADOBE.get(self.say.code)
        if self._given is not None:
            yield self._given
        if own is not None:
            yield _adobe(*own)
        yield from self._faces
        if self._files is None:
            self._files = iter(_font_files(self._folders))
        for file in self._files:
            face = self._load(file)
            if face is not None:
                self._faces.append(face)
                yield face
        yield from (_adobe(*other) for other in _OTHERS)

    @staticmethod
    def _load(file: str) -> tuple[str, Any] | None:
        """The name under which reportlab knows a font, and its table of letters.

        For reportlab, fonts with the same name are one font, the first that was registered, as long
        as the process lives. So a hash of the file is part of both names.
        """
        ttfonts = library("reportlab.pdfbase.ttfonts")
        try:
            with open(file, "rb") as opened:
                data = opened.read(MOST_BYTES + 1)  # a device may have no end
            if len(data) > MOST_BYTES:
                return None
            digest = sha256(data).hexdigest()[:16]
            font = ttfonts.TTFont(f"{_PREFIX}{digest} {file}", BytesIO(data))
            font.face.name += f"-{digest}".encode()
        except (ttfonts.TTFError, OSError, *_DAMAGE):
            return None
        library("reportlab.pdfbase.pdfmetrics").registerFont(font)
        return font.fontName, font.face.charToGlyph


_PREFIX = "nonosat-"
"""The names of embedded fonts begin with it."""


class _Letters:
    """The letters of a codec, as numbers; not the Greek and Russian ones, wide as its others."""

    def __init__(self, codec: str) -> None:
        self.codec = codec

    def __contains__(self, number: int) -> bool:
        letter = chr(number)
        wide = unicodedata.east_asian_width(letter) in ("W", "F", "H")
        if letter.isalpha() and not (wide or letter.isascii()):
            return False
        try:
            return bool(letter.encode(self.codec))
        except UnicodeEncodeError:
            return False


@cache
def _adobe(name: str, codec: str) -> tuple[str, _Letters]:
    """The name of a CID font, known to reportlab, and its letters."""
    font = library("reportlab.pdfbase.cidfonts").UnicodeCIDFont(name)
    library("reportlab.pdfbase.pdfmetrics").registerFont(font)
    return name, _Letters(codec)


def _words(text: str) -> Iterator[tuple[str, str]]:
    """The pieces of a text that stay on one line, each with the blank before it, if there is one.

    There is none behind a full stop that is as wide as a letter.

    >>> list(_words("to R1")), [word for _, word in _words("\u4e2d\u6587(R1)\u3002")]
    ([(' ', 'to'), (' ', 'R1')], ['\u4e2d', '\u6587', '(R1)\u3002'])
    """
    gap = " "
    for word in text.split():
        pieces = _UNBROKEN.findall(word) if re.search(f"[{_WIDE}]", word) else [word]
        for piece in pieces:
            yield gap, piece
            gap = ""
        gap = "" if word.endswith("\u3002") else " "


def _width(pieces: Iterable[tuple[str, str]], size: float) -> float:
    """The width of pieces of text, each with the name of its font, in points."""
    measure = library("reportlab.pdfbase.pdfmetrics").stringWidth
    return float(sum(measure(piece, name, size) for piece, name in pieces))


def _clean(text: str) -> str:
    """The text with blanks for characters that cannot be printed, such as ends of lines."""
    blank = ("Cc", "Cf", "Zl", "Zp", "Zs")
    return "".join(" " if unicodedata.category(c) in blank else c for c in text).strip()


def _has(face: tuple[str, Any], letter: str) -> bool:
    return ord(letter) in face[1]


def _western(letter: str) -> bool:
    """True if Helvetica has the letter."""
    try:
        letter.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _font_files(folders: tuple[str, ...]) -> list[str]:
    """The TrueType fonts of the machine: the usual ones first, then by name."""
    found = []
    for folder in map(os.path.expanduser, folders):
        for path, below, names in os.walk(folder):
            below.sort()
            found += [
                os.path.join(path, name) for name in sorted(names) if name.lower().endswith(".ttf")
            ]

    def rank(file: str) -> tuple[int, str, str]:
        name = os.path.basename(file)
        return (_FIRST.index(name) if name in _FIRST else len(_FIRST)), name, file

    return sorted(found, key=rank)[:_MOST_FILES]
