# SPDX-License-Identifier: MIT
"""The file format of certificates, versions 1 and 2: reads untrusted files, and writes them.

docs/reference/certificate.md has the definition of the file and of the canonical text of a puzzle.

Reading is strict (an unknown key is an error, and so is a key that occurs twice), in pieces, and
within limits: a file that unpacks to gigabytes needs no more memory than its longest line.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from nonosat.errors import CertificateError, PuzzleError
from nonosat.model.canonical import CANONICAL_LETTERS
from nonosat.model.clue import UNKNOWN
from nonosat.model.faults import MAX_SIDE
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle

FORMAT = "nonosat-certificate"
VERSION = 1
WEIGHTS_VERSION = 2
VERDICTS = {"unique": 1, "multiple": 2, "none": 0}
"""Each verdict, and how many solutions its certificate has."""

MAX_DIGITS = 40
"""Digits of the longest weight."""
MAX_HEADER = 16 << 20
"""Longest line, in bytes: the JSON object, or a step. The largest boards need 11 MB."""
MAX_TEXT = 1 << 30
"""Largest unpacked certificate, in bytes."""
_PIECE = 1 << 16

_CLUE = re.compile(r"-|\?|[1-9][0-9]{0,3}:[1-9][0-9]?(?: [1-9][0-9]{0,3}:[1-9][0-9]?)*")
_KEYS = (
    "format", "version", "puzzle", "sha256", "verdict", "solutions", "formula", "blocking",
    "proof", "made_by",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FormulaClaim:
    """The claims of a certificate about the formula that it refutes."""

    encoding: str
    version: int
    variables: int
    clauses: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a certificate: well-formed, but not checked otherwise."""

    puzzle: Puzzle
    sha256: str
    verdict: str
    solutions: tuple[bytes, ...]
    """The cells of each, row by row."""
    formula: FormulaClaim | None
    blocking: tuple[int, ...] | None
    steps: int | None
    made_by: dict[str, str]
    scale: int | None = None
    """Of the weights; None if the proof is of another kind."""

    def to_json(self) -> str:
        """The line of text, without its end."""
        formula = self.formula
        value = {
            "format": FORMAT,
            "version": VERSION if self.scale is None else WEIGHTS_VERSION,
            "puzzle": self.puzzle.canonical_text(),
            "sha256": self.sha256,
            "verdict": self.verdict,
            "solutions": [_solution_text(self.puzzle, cells) for cells in self.solutions],
            "formula": None
            if formula is None
            else {
                "encoding": formula.encoding,
                "version": formula.version,
                "variables": formula.variables,
                "clauses": formula.clauses,
                "sha256": formula.sha256,
            },
            "blocking": None if self.blocking is None else list(self.blocking),
            "proof": self._proof(),
            "made_by": self.made_by,
        }
        return json.dumps(value, separators=(",", ":"))

    def _proof(self) -> dict[str, object] | None:
        if self.steps is None:
            return None
        if self.scale is None:
            return {"format": "drup", "steps": self.steps}
        return {"format": "weights", "scale": self.scale, "steps": self.steps}


class Reader:
    """Reads a certificate from a binary stream: the header at once, the steps on demand.

    Raises:
        CertificateError: the data are not a certificate, or exceed the limits.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._lines = _lines(stream)
        first = next(self._lines, None)
        if first is None:
            raise CertificateError("the file is empty: a certificate begins with a JSON object")
        self.header = _header(first)

    def steps(self) -> Iterator[bytes]:
        """The lines of the proof, without their ends."""
        return self._lines


_GZIP = b"\x1f\x8b"
"""The first bytes of every file that gzip compresses."""


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a gzip stream, unpacked in pieces."""
    rest = b""
    for piece in _pieces(stream):
        lines = (rest + piece).split(b"\n")
        rest = lines.pop()
        if len(rest) > MAX_HEADER:
            raise CertificateError(f"a line is longer than {MAX_HEADER >> 20} MiB")
        yield from lines
    if rest:
        raise CertificateError("the last line has no end: the certificate is cut off")


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """The unpacked bytes, never many at once."""
    unpacker = zlib.decompressobj(wbits=31)  # only gzip
    total = 0
    packed = b""
    while not unpacker.eof:
        packed = packed or stream.read(_PIECE)
        if not packed:
            raise CertificateError("the compressed data end too early: the file is cut off")
        try:
            piece = unpacker.decompress(packed, _PIECE)
        except zlib.error as error:
            if total == 0 and not packed.startswith(_GZIP):
                raise CertificateError(
                    "the file is not compressed with gzip, as certificates (.nonocert) are"
                ) from None
            raise CertificateError(f"the file cannot be unpacked as gzip ({error})") from None
        packed = unpacker.unconsumed_tail
        total += len(piece)
        if total > MAX_TEXT:
            raise CertificateError(f"it unpacks to more than {MAX_TEXT >> 20} MiB")
        yield piece
    if unpacker.unused_data or stream.read(1):
        raise CertificateError("there are bytes after the end of the compressed data")


def _header(line: bytes) -> Header:
    if len(line) > MAX_HEADER:
        raise CertificateError(f"its first line is longer than {MAX_HEADER >> 20} MiB")
    try:
        value = json.loads(
            line.decode("ascii"), parse_constant=_no_constant, object_pairs_hook=_no_key_twice
        )
    except UnicodeDecodeError:
        raise CertificateError("its first line is not ASCII") from None
    except RecursionError:
        raise CertificateError("its first line is nested too deeply") from None
    except ValueError as error:
        raise CertificateError(f"its first line is not a JSON object: {error}") from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise CertificateError(f'its first line is not a JSON object with "format": "{FORMAT}"')
    version = value.get("version")
    if type(version) is not int or version not in (VERSION, WEIGHTS_VERSION):  # not 1.0, not true
        raise CertificateError(
            f"certificate version {_shown(version)}: "
            f"this program reads {VERSION} and {WEIGHTS_VERSION}"
        )
    _keys(value, _KEYS, "the first line")
    puzzle = _parse_puzzle(_get(value, "puzzle", str))
    verdict = _get(value, "verdict", str)
    if verdict not in VERDICTS:
        raise CertificateError(f"unknown verdict {_shown(verdict)}; choose {', '.join(VERDICTS)}")
    formula, proof = value["formula"], value["proof"]
    steps, scale = (None, None) if proof is None else _parse_proof(proof)
    if (proof is None) != (verdict == "multiple") or (formula is None) != (
        proof is None or scale is not None
    ):
        raise CertificateError(
            f"verdict {verdict}: multiple has neither formula nor proof; unique and none have "
            "both, or weights"
        )
    if (scale is not None) != (version == WEIGHTS_VERSION):
        raise CertificateError(f"version {WEIGHTS_VERSION} is for weights, and only for weights")
    blocking = value["blocking"]
    if blocking is not None:
        if scale is not None:
            raise CertificateError('"blocking": a proof by weights has no blocking clause')
        blocking = tuple(_number(item, "blocking", negative=True) for item in _list(blocking))
    made_by = _get(value, "made_by", dict)
    if not all(isinstance(text, str) for text in made_by.values()):
        raise CertificateError('"made_by": its values must be strings')
    return Header(
        puzzle=puzzle,
        sha256=_get(value, "sha256", str),
        verdict=verdict,
        solutions=tuple(_parse_solution(puzzle, rows) for rows in _list(value["solutions"])),
        formula=None if formula is None else _parse_formula(formula),
        blocking=blocking,
        steps=steps,
        made_by=made_by,
        scale=scale,
    )


def _parse_formula(value: Any) -> FormulaClaim:
    keys = ("encoding", "version", "variables", "clauses", "sha256")
    _keys(value, keys, '"formula"')
    return FormulaClaim(
        encoding=_get(value, "encoding", str),
        version=_number(value["version"], "version"),
        variables=_number(value["variables"], "variables"),
        clauses=_number(value["clauses"], "clauses"),
        sha256=_get(value, "sha256", str),
    )


def _parse_proof(value: Any) -> tuple[int, int | None]:
    """The number of steps, and the scale of weights."""
    weights = isinstance(value, dict) and value.get("format") == "weights"
    _keys(value, ("format", "scale", "steps") if weights else ("format", "steps"), '"proof"')
    steps = _number(value["steps"], "steps")
    if weights:
        scale = _number(value["scale"], "scale")
        if not 0 < scale < 10**MAX_DIGITS:
            raise CertificateError(f'"scale": {_shown(scale)} is not positive, or too large')
        return steps, scale
    if value["format"] != "drup":
        raise CertificateError(
            f"unknown proof format {_shown(value['format'])}; choose drup, weights"
        )
    return steps, None


def _parse_puzzle(text: str) -> Puzzle:
    """The puzzle of a canonical text; colours get names and letters, which the text lacks."""
    lines = text.split("\n")
    try:
        if lines[0] not in ("nonosat-puzzle 1", "nonosat-puzzle 2"):
            raise _puzzle_error("it does not begin with nonosat-puzzle 1 or 2")
        width, height = (_side(lines[n], word) for n, word in ((1, "width"), (2, "height")))
        background = _word(lines[3], "background")
        rows_at = lines.index("rows", 4, 4 + 100)
        rgbs = [_word(line, "color") for line in lines[4:rows_at]]
        rows = lines[rows_at + 1 : rows_at + 1 + height]
        columns_at = rows_at + 1 + height
        columns = lines[columns_at + 1 : columns_at + 1 + width]
        if lines[columns_at] != "columns":
            raise _puzzle_error('there is no "columns" after the rows')
        cells = lines[columns_at + 2 + width :] if lines[0].endswith("2") else None
    except CertificateError:
        raise
    except (IndexError, ValueError):
        raise _puzzle_error("a line is missing") from None
    palette = [(f"color {number}", rgb, None) for number, rgb in enumerate(rgbs, start=1)]
    try:
        puzzle = Puzzle(
            [_parse_clue(line) for line in rows],
            [_parse_clue(line) for line in columns],
            palette=Palette.of(palette, background),
        )
    except PuzzleError as error:
        raise _puzzle_error(str(error.faults[0])) from None
    if cells is not None:
        letters = {letter: value for value, letter in enumerate(_letters(puzzle))} | {"?": UNKNOWN}
        printed = _parse_cells(puzzle, cells[:height], letters, "the printed cells are")
        puzzle = puzzle.with_printed(puzzle.grid(printed))
    if puzzle.canonical_text() != text:
        raise _puzzle_error("it is not written the canonical way")
    return puzzle


def _parse_clue(line: str) -> list[tuple[int, int]] | None:
    if not _CLUE.fullmatch(line):
        raise _puzzle_error(f"not a clue: {_shown(line)}")
    if line in "-?":
        return [] if line == "-" else None
    blocks = (item.split(":") for item in line.split(" "))
    return [(int(length), int(color)) for length, color in blocks]


def _side(line: str, word: str) -> int:
    digits = _word(line, word)
    if not re.fullmatch("[1-9][0-9]{0,3}", digits) or int(digits) > MAX_SIDE:
        raise _puzzle_error(f"{word} {_shown(digits)}: a side has 1 to {MAX_SIDE} cells")
    return int(digits)


def _word(line: str, word: str) -> str:
    first, _, rest = line.partition(" ")
    if first != word:
        raise _puzzle_error(f"{_shown(line)} in place of {word!r}")
    return rest


def _puzzle_error(why: str) -> CertificateError:
    return CertificateError(f'"puzzle" is not the canonical text of a puzzle: {why}')


def _letters(puzzle: Puzzle) -> str:
    colors = len(puzzle.palette)
    return "." + ("#" if colors == 1 else CANONICAL_LETTERS[:colors])


def _solution_text(puzzle: Puzzle, cells: bytes) -> list[str]:
    letters, width = _letters(puzzle), puzzle.width
    text = "".join(letters[cell] for cell in cells)
    return [text[i : i + width] for i in range(0, len(text), width)]


def _parse_solution(puzzle: Puzzle, value: Any) -> bytes:
    letters = {letter: color for color, letter in enumerate(_letters(puzzle))}
    return _parse_cells(puzzle, _list(value), letters, "a solution is")


def _parse_cells(puzzle: Puzzle, rows: list[Any], letters: dict[str, int], what: str) -> bytes:
    if len(rows) != puzzle.height or any(
        not isinstance(row, str) or len(row) != puzzle.width for row in rows
    ):
        raise CertificateError(f"{what} not {puzzle.height} strings of {puzzle.width} characters")
    try:
        return bytes(letters[letter] for row in rows for letter in row)
    except KeyError as error:
        raise CertificateError(
            f"{what} in part {_shown(error.args[0])}, which is not a cell"
        ) from None


def _keys(value: Any, wanted: Iterable[str], name: str) -> None:
    if not isinstance(value, dict) or set(value) != set(wanted):
        raise CertificateError(f"{name} must be an object with exactly {', '.join(wanted)}")


def _get(value: dict[str, Any], key: str, kind: type) -> Any:
    if not isinstance(value[key], kind):
        raise CertificateError(f'"{key}" has the wrong type')
    return value[key]


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise CertificateError(f"{_shown(value)} in place of a list")
    return value


def _number(value: Any, key: str, *, negative: bool = False) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or (value < 0 and not negative):
        raise CertificateError(f'"{key}": {_shown(value)} is not a whole number in range')
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key occurs twice")
    return found


def _shown(value: object) -> str:
    """A piece of the file for a message: short, on one line."""
    if isinstance(value, int) and abs(value) >= 10**40:  # Python refuses to write long integers
        return "a number of more than 40 digits"
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."


def pack(header: Header, steps: Iterable[str]) -> bytes:
    """A certificate as bytes; the same for the same content."""
    packer = zlib.compressobj(9, wbits=31)  # a gzip header without time and name
    parts = [packer.compress(header.to_json().encode("ascii") + b"\n")]
    parts += [packer.compress(step.encode("ascii") + b"\n") for step in steps]
    return b"".join([*parts, packer.flush()])
