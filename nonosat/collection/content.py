# SPDX-License-Identifier: MIT
"""Texts and cells as a collection stores them: compressed with zlib, or plain if that is shorter.

What was compressed begins with the byte 0x78, which begins no canonical text (``n``), no JSON and
no cells (0 to 60, 255): so nothing has to say which of the two it is. (Other data that begin so are
always compressed.) Level 1 is used: on canonical
texts, level 6 saves 2 % more and takes twice as long.
"""

from __future__ import annotations

import zlib

from nonosat.errors import CollectionError

_PACKED = 0x78
_MOST_BYTES = 64 * 2**20
"""The most bytes that something stored may have, certificates apart."""
_CERTIFICATE = 1 << 30


def pack(data: bytes) -> bytes:
    """The data, shorter if possible.

    >>> unpack(pack(b"aaaaaaaaaaaaaaaaaaaaaaaaaa")), pack(b"ab")
    (b'aaaaaaaaaaaaaaaaaaaaaaaaaa', b'ab')
    """
    packed = zlib.compress(data, 1)
    return packed if len(packed) < len(data) or data[:1] == b"x" else data


def unpack(data: bytes, *, certificate: bool = False) -> bytes:
    """What ``pack`` was given; ``certificate``: it may be larger than all else.

    Raises:
        CollectionError: the data are damaged.
    """
    if not isinstance(data, bytes):
        raise CollectionError("the collection is damaged: a text or a number in place of bytes")
    if not data or data[0] != _PACKED:
        return data
    unpacker = zlib.decompressobj()
    try:
        result = unpacker.decompress(data, _CERTIFICATE if certificate else _MOST_BYTES)
    except zlib.error as error:
        raise CollectionError(f"the collection is damaged: {error}") from None
    if not unpacker.eof:
        raise CollectionError("the collection is damaged: something stored is cut off or too large")
    return result
