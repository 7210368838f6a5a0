# SPDX-License-Identifier: MIT
"""``open_image``: reading image files that cannot be trusted.

Pillow opens a short list of formats; none of them runs programs or refers to other files. Sides,
pixels and proportions are checked before a pixel is decoded, so a file of a few bytes cannot ask
for gigabytes; and it all runs where it can be ended (``outside``). A photo is turned as its camera
says, and transparent areas become white, as on paper; a white figure on them becomes black. Damaged
files make Pillow raise errors of many kinds; all of them become one error, "the image is damaged".
Rejected: all formats of Pillow, some of which start other programs.
"""

from __future__ import annotations

import os
import re
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from nonosat.errors import PuzzleSyntaxError, library
from nonosat.formats.files import file_name

if TYPE_CHECKING:
    from PIL.Image import Image


ImageLike: TypeAlias = "str | os.PathLike[str] | bytes | Image"
"""A file name, the bytes of a file, or an image of Pillow."""

FORMATS = ("PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM", "TIFF")
MAX_PIXELS = 40_000_000
"""The pixels of a large photo; decoded they take 160 MB."""
MAX_PIXEL_SIDE = 65_535
"""As of a JPEG file."""
WHITE = 248
"""A colour this light in red, green and blue is white."""
MAX_ASPECT = 2_000
"""The longer side of a picture through the shorter one: a puzzle has no line of more cells."""
MAX_BYTES = 64 << 20
"""The bytes of a picture or PDF."""


def open_image(source: ImageLike, name: str | None = None) -> Image:
    """The image, in RGB, upright, on white; ``name``: of the file that the bytes come from.

    Raises:
        PuzzleSyntaxError: it cannot be read, or is too large or too thin.
        OptionError: Pillow is not installed.
    """
    pillow = library("PIL.Image")
    if isinstance(source, str | os.PathLike):
        name, source = os.fspath(source), read_image_file(source)
    if isinstance(source, bytes):
        image = _opened(source, name)
    elif isinstance(source, pillow.Image):
        image = source
        check_size(image.size, name)
    else:
        raise PuzzleSyntaxError(
            f"a {type(source).__name__} is not an image: give the name of a file, its bytes, or an "
            "image of Pillow"
        )
    try:
        upright = library("PIL.ImageOps").exif_transpose(image)
        if upright.mode == "RGB":
            flat: Image = upright
        elif upright.mode in ("1", "L") and "transparency" not in upright.info:
            flat = upright.convert("RGB")
        elif upright.mode.startswith("I") or upright.mode == "F":
            flat = _scaled(upright).convert("RGB")
        else:
            flat = pillow.new("RGB", upright.size, "white")
            layer = upright.convert("RGBA")
            alpha = layer.getchannel("A")
            flat.paste(layer, mask=alpha)
            if _is_shape(flat, alpha):
                flat.paste("black", mask=alpha)
        flat.load()
    except MemoryError:
        raise
    except Exception as error:  # damaged files make Pillow raise errors of many kinds
        raise _unreadable(error, name) from None
    return flat


def _is_shape(flat: Image, alpha: Image) -> bool:
    """True for a white figure on a transparent ground, of which white paper would show nothing."""
    levels = alpha.histogram()
    dark = flat.point(lambda value: 255 if value < WHITE else 0).getbbox()
    return any(levels[:128]) and any(levels[128:]) and dark is None


def _scaled(image: Image) -> Image:
    """An image of 16 or 32 bits, with its darkest value black and its lightest white."""
    wide = image.convert("F")
    low, high = wide.getextrema()
    assert isinstance(low, float)
    assert isinstance(high, float)
    factor = 255 / (high - low or 1)
    return wide.point(lambda value: value * factor + -low * factor).convert("L")


def read_image_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file.

    Raises:
        PuzzleSyntaxError: it cannot be read, or is too large.
    """
    name = os.fspath(path)
    try:
        with open(file_name(path), "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise PuzzleSyntaxError(f"the file cannot be read: {error.strerror}", name) from None
    return check_bytes(data, name)


def check_bytes(data: bytes, name: str | None = None) -> bytes:
    """The bytes of a picture or PDF.

    Raises:
        PuzzleSyntaxError: there are too many.
    """
    if len(data) > MAX_BYTES:
        raise PuzzleSyntaxError(f"more than {MAX_BYTES >> 20} MiB: make it smaller", name)
    return data


def is_pdf(data: bytes) -> bool:
    """True if the bytes are those of a PDF.

    >>> is_pdf(b"%PDF-1.7"), is_pdf(b"P1 1 1 0")
    (True, False)
    """
    return data[:1024].lstrip()[:5] == b"%PDF-"


def check_size(size: tuple[int, int], name: str | None) -> None:
    """Check width and height, which the head of a file names, before a pixel is decoded.

    Raises:
        PuzzleSyntaxError: there are too many pixels, a side is too long, or the picture too thin.
    """
    width, height = size
    if min(size) < 1:
        fault = "it is empty"
    elif width * height > MAX_PIXELS:
        fault = _too_large()
    elif max(size) > MAX_PIXEL_SIDE:
        fault = f"a side has more than {MAX_PIXEL_SIDE:,}: make the image smaller"
    elif max(size) > MAX_ASPECT * min(size):
        fault = f"a side has more than {MAX_ASPECT:,} times those of the other: cut the image"
    else:
        return
    raise PuzzleSyntaxError(f"{width}x{height} pixels: {fault}", name)


def _opened(data: bytes, name: str | None) -> Image:
    pillow = library("PIL.Image")
    check_bytes(data, name)
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image: Image = pillow.open(BytesIO(data), formats=FORMATS)
    except pillow.UnidentifiedImageError:
        raise PuzzleSyntaxError(
            f"not an image that can be read: use one of {', '.join(_readable())}", name
        ) from None
    except pillow.DecompressionBombError:
        raise PuzzleSyntaxError(_too_large(), name) from None
    except MemoryError:
        raise
    except Exception as error:
        raise _unreadable(error, name) from None
    check_size(image.size, name)
    return image


def _too_large() -> str:
    return f"more than {MAX_PIXELS:,} pixels: make the image smaller"


def _readable() -> list[str]:
    """The formats that Pillow reads here; in a browser it lacks the libraries of some."""
    check = library("PIL.features").check
    needs = {"JPEG": "jpg", "WEBP": "webp"}
    return [form for form in FORMATS if form not in needs or check(needs[form])]


def _unreadable(error: Exception, name: str | None) -> PuzzleSyntaxError:
    detail = str(error).splitlines()[0] if str(error) else type(error).__name__
    if re.fullmatch(r"decoder \w+ not available", detail):
        use = ", ".join(_readable())
        return PuzzleSyntaxError(
            f"this image has a compression that cannot be read here: use {use}", name
        )
    return PuzzleSyntaxError(f"the image is damaged: {detail}", name)
