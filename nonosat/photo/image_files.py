# SPDX-License-Identifier: MIT
"""``open_image``: reading image files that cannot be trusted.

Pillow opens a short list of formats; none of them runs programs or refers to other files. HEIC
files of telephones are opened by pi-heif, the build of pillow-heif that only decodes: its wheels
hold libheif and libde265 (LGPL), not the encoder x265 (GPL), which those of pillow-heif hold.
Sides, pixels and proportions are checked before a pixel is decoded, so a file of a few bytes cannot
ask for gigabytes; and it all runs where it can be ended (``outside``). More than ``MAX_PIXELS`` are
shrunk by a whole factor, a JPEG file while it is decoded. A photo is turned as its camera says, and
transparent areas become white, as on paper; a white figure on them becomes black. Damaged files
make Pillow raise errors of many kinds; all of them become one error, "the image is damaged".
Rejected: all formats of Pillow, some of which start other programs.
"""

from __future__ import annotations

import os
import re
import warnings
from io import BytesIO
from math import ceil, sqrt
from typing import TYPE_CHECKING, TypeAlias

from nonosat.errors import Fault, PuzzleSyntaxError, installed_here, library
from nonosat.formats.files import file_name

if TYPE_CHECKING:
    from PIL.Image import Image


ImageLike: TypeAlias = "str | os.PathLike[str] | bytes | Image"
"""A file name, the bytes of a file, or an image of Pillow."""

FORMATS = ("PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM", "TIFF", "AVIF")
MAX_PIXELS = 40_000_000
"""An image with more is shrunk; decoded they take 160 MB."""
MOST_PIXELS = 100_000_000
"""An image with more is refused; a JPEG file may have more, since it is shrunk while decoded."""
MOST_JPEG_PIXELS = 250_000_000
"""As the largest cameras of telephones have."""
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
        image = _shrunk(image, name)
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


def _shrunk(image: Image, name: str | None) -> Image:
    """The image, with at most ``MAX_PIXELS``.

    Raises:
        PuzzleSyntaxError: it is damaged.
    """
    try:
        factor = _factor(image)
        if factor > 1 and image.format == "JPEG":
            image.draft(None, (image.width // factor, image.height // factor))
            factor = _factor(image)
        if factor == 1:
            return image
        if image.mode in ("1", "P", "PA") or image.mode.startswith("I;"):
            modes = {"1": "L", "P": "RGBA", "PA": "RGBA"}
            image = image.convert(modes.get(image.mode, "I"))
        return image.reduce(factor)
    except MemoryError:
        raise
    except Exception as error:
        raise _unreadable(error, name) from None


def _factor(image: Image) -> int:
    return ceil(sqrt(image.width * image.height / MAX_PIXELS))


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
        raise PuzzleSyntaxError(
            Fault.of(
                "fault.picture.bytes", "more than {most} MiB: make it smaller", most=MAX_BYTES >> 20
            ),
            name,
        )
    return data


def is_pdf(data: bytes) -> bool:
    """True if the bytes are those of a PDF.

    >>> is_pdf(b"%PDF-1.7"), is_pdf(b"P1 1 1 0")
    (True, False)
    """
    return data[:1024].lstrip()[:5] == b"%PDF-"


def check_size(size: tuple[int, int], name: str | None, most: int = MOST_PIXELS) -> None:
    """Check width and height, which the head of a file names, before a pixel is decoded.

    Raises:
        PuzzleSyntaxError: there are too many pixels, a side is too long, or the picture too thin.
    """
    width, height = size
    if min(size) < 1:
        fault = Fault.of(
            "fault.picture.empty",
            "{width}x{height} pixels: it is empty",
            width=width,
            height=height,
        )
    elif width * height > most:
        fault = Fault.of(
            "fault.picture.large",
            "{width}x{height} pixels: more than {most} pixels: make the image smaller",
            width=width,
            height=height,
            most=f"{most:,}",
        )
    elif max(size) > MAX_PIXEL_SIDE:
        fault = Fault.of(
            "fault.picture.side",
            "{width}x{height} pixels: a side has more than {most}: make the image smaller",
            width=width,
            height=height,
            most=f"{MAX_PIXEL_SIDE:,}",
        )
    elif max(size) > MAX_ASPECT * min(size):
        fault = Fault.of(
            "fault.picture.thin",
            "{width}x{height} pixels: a side has more than {most} times those of the other: cut "
            "the image",
            width=width,
            height=height,
            most=f"{MAX_ASPECT:,}",
        )
    else:
        return
    raise PuzzleSyntaxError(fault, name)


def _opened(data: bytes, name: str | None) -> Image:
    pillow = library("PIL.Image")
    check_bytes(data, name)
    heic = _is_heic(data)
    heif = library("pi_heif") if heic else None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if heif is not None:
                packed = heif.open_heif(data)
                check_size(packed.size, name)
                return _shrunk(packed.to_pillow(), name)
            if data.startswith(b"\xff\xd8"):  # without Pillow's own bound of pixels
                image: Image = library("PIL.JpegImagePlugin").JpegImageFile(BytesIO(data))
            else:
                image = pillow.open(BytesIO(data), formats=_readable())
    except pillow.UnidentifiedImageError:
        raise PuzzleSyntaxError(
            Fault.of(
                "fault.picture",
                "not an image that can be read: use one of {formats}",
                formats=", ".join(_usable()),
            ),
            name,
        ) from None
    except pillow.DecompressionBombError:
        raise PuzzleSyntaxError(
            Fault.of(
                "fault.picture.pixels",
                "more than {most} pixels: make the image smaller",
                most=f"{MOST_PIXELS:,}",
            ),
            name,
        ) from None
    except (MemoryError, PuzzleSyntaxError):
        raise
    except Exception as error:
        raise _unreadable(error, name) from None
    check_size(image.size, name, MOST_JPEG_PIXELS if image.format == "JPEG" else MOST_PIXELS)
    return _shrunk(image, name)


def _is_heic(data: bytes) -> bool:
    """True for the head of a HEIC file, whose brands do not include that of AVIF.

    >>> _is_heic(b"\\0\\0\\0\\x18ftypheic\\0\\0\\0\\0mif1heic"), _is_heic(b"\\x89PNG")
    (True, False)
    """
    brands = data[8 : int.from_bytes(data[:4], "big")][:400]
    return data[4:8] == b"ftyp" and b"avi" not in brands and bool(re.search(b"he[iv]|mif1", brands))


def _readable() -> list[str]:
    """The formats that Pillow reads here; in a browser it lacks the libraries of some."""
    check = library("PIL.features").check
    needs = {"JPEG": "jpg", "WEBP": "webp", "AVIF": "avif"}
    return [form for form in FORMATS if form not in needs or check(needs[form])]


def _usable() -> list[str]:
    """The formats that are read here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an older Pillow does not know AVIF
        return [*_readable(), *(["HEIC"] if installed_here("pi_heif") else [])]


def _unreadable(error: Exception, name: str | None) -> PuzzleSyntaxError:
    detail = str(error).splitlines()[0] if str(error) else type(error).__name__
    if re.fullmatch(r"decoder \w+ not available", detail):
        use = ", ".join(_usable())
        return PuzzleSyntaxError(
            f"this image has a compression that cannot be read here: use {use}", name
        )
    return PuzzleSyntaxError(f"the image is damaged: {detail}", name)
