# SPDX-License-Identifier: MIT
"""Zip archives of puzzle files of any format.

Every file of the archive is recognised like a file on the disk: by its content, then by its name.
Folders, hidden files and files that macOS adds are skipped, and so are files that are not puzzle
files if another file has a puzzle. A broken file is an error, and so is an archive in an archive.

Nothing is unpacked to the disk, so names that climb out of a folder (``../x``) are harmless here;
``pack`` refuses to write them. Against bombs there are limits on the number of files, on the size
of each and of all together, and on the ratio of sizes. They apply to the unpacked data, not to the
sizes that the archive claims.
"""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from nonosat.errors import Fault, NoPuzzleError, OptionError, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError, counted, excerpt, polled
from nonosat.formats.files import MAX_BYTES
from nonosat.model.puzzle import Puzzle

MAX_FILES = 100_000
"""The maximum number of files in an archive."""
MAX_TOTAL = 1 << 30
"""The maximum size of all files of an archive together, in bytes."""
MAX_RATIO = 200
"""The largest ratio of sizes of a file of more than a megabyte: pictures reach 50."""
_LARGE = 1 << 20
_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, struct.error),
    *(NotImplementedError, RuntimeError),
)
"""The exceptions of the modules of the methods (stored, deflate, bzip2, LZMA)."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of all files that are written: the same puzzles give the same bytes."""


class Member(NamedTuple):
    """A file of an archive: its name, and its bytes or its error."""

    name: str
    data: bytes | PuzzleSyntaxError


def members(data: bytes) -> Iterator[Member]:
    """The files of an archive, in its order, unpacked one by one.

    Raises:
        PuzzleSyntaxError: the data are not a zip archive, are damaged, or exceed a limit.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise PuzzleSyntaxError(f"not a zip archive, or damaged: {error}") from None
    with archive:
        listed = archive.infolist()
        if len(listed) > MAX_FILES:
            raise PuzzleSyntaxError(f"{len(listed)} files in the archive: at most {MAX_FILES}")
        total = 0
        for info in polled(listed, every=1):
            if info.filename.endswith("/") or _is_hidden(info.filename):
                continue
            member = Member(info.filename, _unpacked(archive, info))
            if isinstance(member.data, bytes):
                total += len(member.data)
                if total > MAX_TOTAL:
                    raise PuzzleSyntaxError(
                        f"the archive unpacks to more than {MAX_TOTAL >> 20} MiB"
                    )
            yield member


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) and part != ".." for part in name.split("/"))


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes | PuzzleSyntaxError:
    if info.flag_bits & 1:
        return PuzzleSyntaxError("the file is encrypted: unpack it first")
    most = max(_LARGE, MAX_RATIO * info.compress_size)
    try:
        with archive.open(info) as file:
            data = file.read(min(most, MAX_BYTES) + 1)
    except _DAMAGED as error:
        return PuzzleSyntaxError(
            Fault.of("fault.archive", "the file cannot be unpacked: {why}", why=str(error))
        )
    except MemoryError:  # LZMA names the size of its dictionary, up to 4 GiB
        return PuzzleSyntaxError("the file cannot be unpacked: that takes too much memory")
    if len(data) > MAX_BYTES:
        return PuzzleSyntaxError(
            Fault.of("fault.file.large", "the file has more than {most} MiB", most=MAX_BYTES >> 20)
        )
    if len(data) > most:
        return PuzzleSyntaxError(
            f"the file unpacks to more than {MAX_RATIO} times its size: that is not a puzzle"
        )
    return data


class Entry(NamedTuple):
    """A puzzle of an archive, or its error: the name of its file, the format, and the item."""

    member: str
    format: str
    item: PuzzleOrError


def read(data: bytes) -> Iterator[Entry]:
    """The puzzles of all files of an archive, each with the name of its file."""
    from nonosat.formats.registry import sniff, weighed

    found = False
    skipped: list[Entry] = []
    try:
        for name, content in members(data):
            if isinstance(content, PuzzleSyntaxError):
                yield Entry(name, "zip", content)
                found = True
                continue
            try:
                form = sniff(content, name)
                if form.name == "zip":
                    nested = PuzzleSyntaxError("an archive in an archive: unpack it first")
                    yield Entry(name, "zip", nested)
                    found = True
                    continue
                items = form.loads(content)
            except PuzzleSyntaxError as error:
                form, items = None, iter([error])
            for item in weighed(items, content, name):
                entry = Entry(name, "zip" if form is None else form.name, item)
                if isinstance(item, NoPuzzleError):
                    skipped.append(entry)
                    del skipped[100:]
                else:
                    found = True
                    yield entry
    except PuzzleSyntaxError as error:
        yield Entry("", "zip", error)
        return
    if not found:
        nothing = Entry(
            "",
            "zip",
            NoPuzzleError(Fault.of("fault.archive.nothing", "there is no puzzle in the archive")),
        )
        yield from skipped or [nothing]


def loads(data: bytes) -> Iterator[PuzzleOrError]:
    """The puzzles of an archive; an error has the name of its file.

    >>> [puzzle.width for puzzle in loads(dumps_all([Puzzle([[2]], [[1], [1]])]))]
    [2]
    """
    for member, _, item in read(data):
        yield item if isinstance(item, Puzzle) or not member else item.named(member)


def pack(files: Iterable[tuple[str, str | bytes]]) -> bytes:
    """An archive of named files; the same files give the same bytes.

    Raises:
        OptionError: a name is absolute or climbs out of the folder, or occurs twice.
    """
    stream = io.BytesIO()
    used: set[str] = set()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in files:
            if not is_safe(name):
                raise OptionError(f"{excerpt(name)} cannot be the name of a file in an archive")
            if name in used:
                raise OptionError(f"two files of the archive are called {excerpt(name)}")
            used.add(name)
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return stream.getvalue()


def is_safe(name: str) -> bool:
    """True if a name with slashes leads to a file below a folder, on every system.

    >>> is_safe("cats/1.non"), is_safe("../1.non"), is_safe("/etc/x"), is_safe("c:x")
    (True, False, False, False)
    """
    path = PurePosixPath(name)
    parts = name.split("/")
    return bool(
        name
        and not path.is_absolute()
        and not {"", ".", ".."} & set(parts)
        and not set('\\\\:*?"<>|\0') & set(name)
        and all(part.isprintable() for part in parts)
    )


def dumps_all(puzzles: Sequence[Puzzle]) -> bytes:
    """An archive with a numbered JSON file for each puzzle.

    Raises:
        OptionError: there are more puzzles than files in an archive.
    """
    from nonosat.formats import json_form

    if len(puzzles) > MAX_FILES:
        raise OptionError(f"{counted(len(puzzles), 'puzzle')}: at most {MAX_FILES} in an archive")
    digits = len(str(len(puzzles)))
    return pack(
        (f"{number:0{digits}}.json", json_form.dumps(puzzle))
        for number, puzzle in enumerate(puzzles, start=1)
    )
