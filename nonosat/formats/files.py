# SPDX-License-Identifier: MIT
"""Bytes to text and back: encodings, sizes, writing a file in one step, temporary files.

Puzzle files are old: besides UTF-8 there are cp1252 titles and UTF-16 from Windows editors. Data
that cannot be text (NUL bytes, compressed files, pictures) are refused here, before any format sees
them.
"""

from __future__ import annotations

import atexit
import codecs
import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from nonosat.errors import Fault, PuzzleSyntaxError

StrPath = str | os.PathLike[str]
"""The name of a file."""

MAX_BYTES = 64 * 2**20
"""Larger files are not read. The largest puzzle has about 3 MiB."""

_BOMS = (  # the mark of UTF-32 begins with that of UTF-16
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_PACKED = (
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
)
_PICTURE = re.compile(
    rb"(?P<PNG>\x89PNG)|(?P<JPEG>\xff\xd8\xff)|(?P<GIF>GIF8[79]a)|(?P<BMP>BM.{4}\0{4})"
    rb"|(?P<WEBP>RIFF.{4}WEBP)|(?P<TIFF>II\*\0|MM\0\*)|(?P<PDF>%PDF-)"
    rb"|.{4}ftyp(?:(?P<AVIF>avi)|(?P<HEIC>hei|hev|mif|msf))",
    re.DOTALL,
)
"""How pictures begin that other commands read; those that are puzzles to us (PBM) are not here."""
_NO_PUZZLE = "not a puzzle file but a "
_CONTROLS = re.compile("[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]")


def decode(data: bytes) -> str:
    """The text of a file: UTF-8; UTF-16 or UTF-32 if it has their mark; else cp1252.

    >>> decode(b"title \\xa9")
    'title ©'

    Raises:
        PuzzleSyntaxError: the data are not text.
        TypeError: the data are not bytes.
    """
    if not isinstance(data, bytes):
        raise TypeError(f"a {type(data).__name__} is not bytes: give the content of a file")
    for magic, name in _PACKED:
        if data.startswith(magic):
            raise PuzzleSyntaxError(
                Fault.of(
                    "fault.packed", "this is a {name} file, not text: unpack it first", name=name
                )
            )
    picture = _PICTURE.match(data)
    if picture is not None:
        raise PuzzleSyntaxError(_picture_words(str(picture.lastgroup)))
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return _text(data.decode(encoding))
            except UnicodeDecodeError as error:
                raise PuzzleSyntaxError(
                    f"the file begins with the mark of {encoding.removesuffix('-sig').upper()}, "
                    f"but byte {error.start} is not in that encoding: it is damaged or cut off"
                ) from None
    try:
        return _text(data.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    # Latin-1 gives the five bytes that cp1252 leaves open a meaning, so nothing is refused.
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if _CONTROLS.search(text):
        raise PuzzleSyntaxError(
            Fault.of("fault.binary", "binary data, not text: this is not a puzzle file")
        )
    return text


def _picture_words(kind: str) -> str:
    """The message that a file is a picture of this kind, and which commands read pictures."""
    printed = "'nonosat read FILE' for a printed puzzle"
    if kind == "PDF":
        return f"{_NO_PUZZLE}PDF: use {printed}"
    drawing = "'nonosat from-image FILE' for a drawing"
    return f"{_NO_PUZZLE}picture ({kind}): use {printed}, {drawing}"


def is_picture(message: str) -> bool:
    """True for the message that a file is a picture.

    >>> is_picture(_picture_words("PNG")), is_picture("binary data")
    (True, False)
    """
    return message.startswith(_NO_PUZZLE)


def _text(text: str) -> str:
    at = text.find("\0")
    if at >= 0:
        raise PuzzleSyntaxError(
            Fault.of(
                "fault.nul",
                "binary data: the character at {at} is NUL. This is not a puzzle file, "
                "or UTF-16 without its byte order mark",
                at=at,
            )
        )
    return text


def file_name(path: str | os.PathLike[str]) -> str:
    """The name of a file as text, before the system gets it.

    Raises:
        OSError: no file can have this name, because it has a NUL or half of a surrogate pair; for
            these Python raises a ValueError, which callers do not expect.
        TypeError: the value is not a name.
    """
    name = os.fspath(path)
    with suppress(UnicodeEncodeError):
        if b"\0" not in os.fsencode(name):
            return name
    raise OSError(errno.EINVAL, "no file can have this name", name)


def is_folder(path: str) -> bool:
    """True if a folder is to be written there: it exists, or the name ends with a slash or has no
    suffix."""
    if os.path.lexists(path):
        return os.path.isdir(path)
    return path.endswith(("/", os.sep)) or not os.path.splitext(path)[1]


def is_device(path: str | os.PathLike[str]) -> bool:
    """True for a pipe, a socket or a device."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The contents of a file; of a pipe or device, all data until it ends.

    Raises:
        PuzzleSyntaxError: the file does not exist, cannot be read, is a directory, or is too large;
            the error names it.
    """
    name = os.fspath(path)
    try:
        with open(file_name(name), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = b"" if size > MAX_BYTES else file.read(MAX_BYTES + 1)
    except OSError as error:
        raise PuzzleSyntaxError(f"the file cannot be read: {error.strerror}", name) from None
    if max(size, len(data)) > MAX_BYTES:
        raise PuzzleSyntaxError(
            f"the file has more than {MAX_BYTES >> 20} MiB: that is not a puzzle file", name
        )
    return data


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file.

    Raises:
        PuzzleSyntaxError: as for ``read_bytes``, or the file is not text; the error names it.
    """
    try:
        return decode(read_bytes(path))
    except PuzzleSyntaxError as error:
        raise error.named(os.fspath(path)) from None


def write_bytes(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file by ``whole_file``, a text in UTF-8.

    Raises:
        OSError: the file cannot be written; it is unchanged.
    """
    with whole_file(path) as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def whole_file(path: str | os.PathLike[str], *, new: bool = False) -> Iterator[IO[bytes]]:
    """A file to write, which at any time has its old content or all of its new content.

    The data go to a temporary file beside it, which takes its place and its permissions when the
    block ends, and is removed if anything interrupts. A link stays a link: its target is written.
    Pipes and devices are written to directly. A read-only file is not replaced. ``new``: no file is
    replaced, even if one of this name appears while the block runs.

    Raises:
        FileExistsError: ``new``, and the name is taken.
        OSError: the file cannot be written; it is unchanged.
    """
    path = file_name(path)
    if new and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        with open(path, "wb") as device:
            yield device
        return
    target = os.path.realpath(path)
    if mode is not None and not os.access(target, os.W_OK):  # a rename needs no permission
        raise PermissionError(errno.EACCES, "the file is read-only", path)
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{name[:50]}.{os.urandom(6).hex()}.tmp")
    with _removed(temporary):
        try:
            opened = open(temporary, "xb")  # noqa: SIM115 - closed below
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from None  # with the name it was given
        with opened as file:
            yield file
        if mode is not None:
            os.chmod(temporary, stat.S_IMODE(mode))
        if new:
            _name_new(temporary, target)
        else:
            os.replace(temporary, target)


def _name_new(temporary: str, target: str) -> None:
    """Give a file its name; raises FileExistsError if the name is taken."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        open(target, "xb").close()  # Windows replaces no open file
        os.replace(temporary, target)
    else:
        os.unlink(temporary)


@contextmanager
def scratch_folder(beside: str | None = None) -> Iterator[str]:
    """A new folder for temporary files; it is removed with its contents.

    ``beside``: the folder in which it lies, with a hidden name; by default the folder of the system
    for temporary files. Unlike ``tempfile.TemporaryDirectory``, this function knows the name before
    it makes the folder, so that no interruption leaves the folder behind.

    Raises:
        OSError: the folder cannot be made.

    >>> with scratch_folder() as folder:
    ...     os.path.isdir(folder)
    True
    >>> os.path.lexists(folder)
    False
    """
    name = f"nonosat-{os.urandom(6).hex()}"
    place, name = (_scratch_place(), name) if beside is None else (beside, f".{name}")
    path = os.path.join(place, name)
    with _removed(path):
        os.mkdir(path, 0o700)
        yield path


def _scratch_place() -> str:
    """The folder of the system for temporary files.

    ``tempfile.gettempdir`` tests it with a file, which an interruption can leave behind.
    """
    import tempfile

    if tempfile.tempdir is None:
        named = [os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")]
        for folder in filter(None, [*named, "/tmp", "/var/tmp"]):
            if os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK):
                return os.path.abspath(folder)
    return tempfile.gettempdir()


def remove_temporary() -> None:
    """Remove all files and folders that ``whole_file`` and ``scratch_folder`` still have on disk.

    For the end of the process: an exception (Ctrl-C) between two lines of these functions may have
    prevented the removal.
    """
    for path, process in tuple(_temporary.items()):
        if process == os.getpid():  # not in a copy of the process, which os.fork makes
            _remove(path)


_temporary: dict[str, int] = {}
"""The temporary files and folders that may be there, and the process that makes them."""
atexit.register(remove_temporary)


@contextmanager
def _removed(path: str) -> Iterator[None]:
    """Remove a file or folder at the end of the block."""
    _temporary[path] = os.getpid()
    try:
        yield
    finally:
        _remove(path)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
    except OSError:
        from shutil import rmtree

        rmtree(path, ignore_errors=True)
        if os.path.lexists(path):
            return  # still written to: removed at the end of the process
    _temporary.pop(path, None)
