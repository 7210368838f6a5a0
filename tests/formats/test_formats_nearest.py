"""The messages for files that no reader takes: pictures, and texts without a known format."""

from __future__ import annotations

import struct

import pytest

import nonosat
from nonosat.errors import NoPuzzleError, PuzzleSyntaxError
from nonosat.formats.files import decode
from nonosat.formats.registry import sniff

PICTURES = {
    "PNG": b"\x89PNG\r\n\x1a\n",
    "JPEG": b"\xff\xd8\xff\xe0\0\x10JFIF",
    "GIF": b"GIF89a\1\0\1\0",
    "BMP": b"BM" + struct.pack("<IHH", 70, 0, 0),
    "WEBP": b"RIFF\x24\0\0\0WEBPVP8 ",
    "TIFF": b"II*\0\x08\0\0\0",
    "AVIF": b"\0\0\0\x20ftypavif",
    "HEIC": b"\0\0\0\x18ftypheic",
    "PDF": b"%PDF-1.7\n",
}


@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_names_the_commands_that_read_pictures(kind: str) -> None:
    with pytest.raises(NoPuzzleError, match=kind) as caught:
        sniff(PICTURES[kind] + b"\0" * 20)
    said = str(caught.value)
    assert "'nonosat read FILE'" in said
    assert ("'nonosat from-image FILE'" in said) == (kind != "PDF")


def test_texts_and_our_own_pictures_are_no_such_pictures() -> None:
    assert nonosat.loads(b"P1\n2 1\n1 0\n").width == 2
    assert decode(b"BMW and GIF89 begin like pictures")
    with pytest.raises(PuzzleSyntaxError, match="binary data"):
        decode(b"\0\0\0\x18ftypisom")  # a film


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            "# Title\n\nSome text here. 1 2\n",
            ["line 1: no known format: '# Title' is not understood; 'nonosat formats' lists them"],
        ),
        (
            "columns:\n1 1\n2\n\nby me\n",
            [
                "line 5: no known format: 'by me' is not understood; 'nonosat formats' lists them",
                "nearest format: 'clues'; there are columns, but no rows",
            ],
        ),
        (
            "1\n\n2\n\n3\n",
            [
                "no known format; 'nonosat formats' lists them",
                "nearest format: 'clues'; there are 3 lists, not two",
                "write 'rows' in a line above the clues of the rows, 'columns' above the others",
            ],
        ),
        (
            "*-*\n*o-\no--\n",
            [
                "no known format; 'nonosat formats' lists them",
                "nearest format: 'picture'; of 3 signs one must be '.', for empty cells, "
                "the others letters",
            ],
        ),
    ],
)
def test_a_text_without_a_known_format(text: str, faults: list[str]) -> None:
    with pytest.raises(NoPuzzleError) as caught:
        nonosat.loads(text)
    assert list(map(str, caught.value.faults)) == faults


@pytest.mark.parametrize("text", ["a 1 " * 30_000, "1 " * 60_000 + "x", "-\n" * 60_000, "=" * 9])
def test_the_message_is_short_for_any_text(text: str) -> None:
    with pytest.raises(PuzzleSyntaxError) as caught:
        nonosat.loads(text)
    assert len(caught.value.faults) <= 4
    assert len(str(caught.value)) < 400
