# SPDX-License-Identifier: MIT
"""Game ids of "Pattern" in Simon Tatham's collection: ``5x5:1/3/1.1/...``; and its save files.

The clues of the columns come first. Blocks are joined by ``.``, clues by ``/``. Printed cells
(``Puzzle.printed``) may follow after a comma: row by row, a letter skips a number of cells (a or A:
0) and then fills a cell (capital) or empties it (small); y skips 24 cells, z and Z skip 25 without
setting a cell. Ids with ``#`` name a random number, not a puzzle, and are refused.
"""

from __future__ import annotations

import re

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes.bits import refuse
from nonosat.formats.codes.checks import checked_puzzle, decimal_size, refuse_colors, refuse_missing
from nonosat.formats.common import excerpt, is_not, newlines
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Unread, remarks
from nonosat.model.clue import EMPTY, FILLED, UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle, remarked

_HEAD = re.compile(r"([0-9]+)(?:x([0-9]+))?([^:#]*)([:#])?")
_CLUE = re.compile(r"(?:[0-9]{1,9}(?:\.[0-9]{1,9})*)?")
_LONGEST = 25
"""The cells that z skips."""


def write(puzzle: Puzzle) -> str:
    """The game id of a puzzle.

    Raises:
        PuzzleError: a game id cannot hold the puzzle.
    """
    refuse_colors(puzzle)
    refuse_missing(puzzle)
    clues = "/".join(
        ".".join(str(length) for length, _ in clue or ())
        for clue in (*puzzle.columns, *puzzle.rows)
    )
    cells = "" if puzzle.printed is None else f",{_write_cells(puzzle.printed.cells)}"
    return f"{puzzle.width}x{puzzle.height}:{clues}{cells}"


def _write_cells(cells: bytes) -> str:
    letters = []
    passed = 0
    for cell in cells:
        if cell == UNKNOWN:
            passed += 1
            if passed == _LONGEST:
                letters.append("z")
                passed = 0
            continue
        letters.append(chr((ord("A") if cell == FILLED else ord("a")) + passed))
        passed = 0
    if passed:
        letters.append(chr(ord("a") + passed))
    return "".join(letters)


def read(text: str) -> Puzzle:
    """The puzzle of a game id.

    Raises:
        PuzzleSyntaxError: the text is not a game id.
    """
    head = _HEAD.match(text)
    if head is None or head[4] != ":":
        at = 0 if head is None else head.end()
        raise refuse(
            "a game id is WIDTHxHEIGHT:CLUES, with the clues of the columns and then of the rows"
            + ("; one with # names a random number, not a puzzle" if head and head[4] else ""),
            at,
        )
    width = decimal_size(head[1], "character 1: width")
    height = decimal_size(
        head[2] or head[1], f"character {head.start(2 if head[2] else 1) + 1}: height"
    )
    body, comma, letters = text[head.end() :].partition(",")
    lengths: list[list[int]] = []
    begin = at = head.end()
    parts = body.split("/", width + height)
    for number, part in enumerate(parts):
        if number == width:
            begin = at
        if number == width + height:
            raise refuse(f"more than {width + height} clues", at - 1)
        if not _CLUE.fullmatch(part):
            raise refuse(is_not(part, "a clue"), at)
        lengths.append([int(length) for length in part.split(".")] if part else [])
        at += len(part) + 1
    if len(lengths) < width + height:
        raise refuse(f"{len(lengths)} clues, {width}x{height} cells have {width + height}", at - 1)
    printed = None
    if comma:
        cells = _read_cells(letters, width * height, at)
        printed = Grid.from_cells(height, width, cells)
    return checked_puzzle(lengths[width:], lengths[:width], begin, printed)


def _read_cells(letters: str, count: int, start: int) -> bytes:
    cells = bytearray([UNKNOWN]) * count
    place = 0
    for number, letter in enumerate(letters):
        if not (letter.isascii() and letter.isalpha()):
            raise refuse(f"{excerpt(letter)} is not a letter", start + number)
        if place >= count:
            raise refuse("letters after the last cell", start + number)
        passed = ord(letter.lower()) - ord("a")
        place += passed
        if place > count:
            raise refuse("the letter passes over more cells than there are", start + number)
        if passed < _LONGEST and place < count:
            cells[place] = FILLED if letter.isupper() else EMPTY
            place += 1
    if place < count:
        raise refuse(f"letters for {place} of {count} cells", start + len(letters))
    return bytes(cells)


_ENTRY = re.compile(r"([A-Z]{1,8}) *:([0-9]{1,9}):(.*)")
_TITLE = "Simon Tatham's Portable Puzzle Collection"
_MAX_LINES = 200_000
_LEFT_OUT = {
    **dict.fromkeys(
        ("MOVE", "SOLVE"), Fault.of("fault.remark.moves", "the moves of a player are not read")
    ),
    "AUXINFO": Fault.of("fault.remark.auxinfo", "AUXINFO, the scrambled solution, is not read"),
}
_KEYS = frozenset(
    (
        *("SAVEFILE", "VERSION", "GAME", "PARAMS", "CPARAMS", "SEED", "DESC", "PRIVDESC"),
        *("AUXINFO", "NSTATES", "STATEPOS", "MOVE", "SOLVE", "RESTART", "UI", "TIME"),
    )
)
"""The keys of the save files of all games."""


def read_sgt(text: str) -> Puzzle:
    """Save files and game ids of "Pattern".

    A save file has a line ``KEY :LENGTH:VALUE`` for each of its parts; PARAMS (the size) and DESC
    (the clues and printed cells) make the id. The moves of the player are not read, nor is the
    solution, which is scrambled.

    >>> read_sgt("2x1:1//1")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    text = newlines(text)
    if text.startswith("SAVEFILE"):
        return _saved(text)
    return _game_id(text.strip(), 1)


def _saved(text: str) -> Puzzle:
    found: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(text.split("\n")[:_MAX_LINES], start=1):
        match = _ENTRY.fullmatch(line)
        if match is None:
            if line:
                raise fault("a line of a save file is KEY :LENGTH:VALUE", number)
            continue
        if int(match[2]) != len(match[3]):
            raise fault(f"{match[1]} has {len(match[3])} characters, not {match[2]}", number)
        found.setdefault(match[1], (match[3], number))
    game, number = found.get("GAME", ("", 1))
    if game != "Pattern":
        raise fault(f"the game is {game!r}: nonosat reads Pattern", number)
    for key in ("PARAMS", "DESC"):
        if key not in found:
            raise PuzzleSyntaxError(f"the save file has no {key}")
    puzzle = _game_id(f"{found['PARAMS'][0]}:{found['DESC'][0]}", found["DESC"][1])
    others = [
        Unread(key, value, "key", _KEYS, line, _LEFT_OUT.get(key))
        for key, (value, line) in found.items()
        if key not in _KEYS or key in _LEFT_OUT
    ]
    return remarked(puzzle, remarks(others, puzzle.height, puzzle.width))


def _game_id(text: str, file_line: int) -> Puzzle:
    """The puzzle of a game id; its faults get the line of the file."""
    try:
        return read(text)
    except (PuzzleError, PuzzleSyntaxError) as error:
        raise error.worded(one.at(file_line) for one in error.faults) from None


def dumps_sgt(puzzle: Puzzle) -> str:
    """The puzzle as a save file without moves.

    >>> print(dumps_sgt(Puzzle([[1]], [[1], []])), end="")
    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    VERSION :1:1
    GAME    :7:Pattern
    PARAMS  :3:2x1
    CPARAMS :3:2x1
    DESC    :4:1//1
    NSTATES :1:1
    STATEPOS:1:1
    """
    size, _, description = write(puzzle).partition(":")
    entries = {
        "SAVEFILE": _TITLE,
        "VERSION": "1",
        "GAME": "Pattern",
        "PARAMS": size,
        "CPARAMS": size,
        "DESC": description,
        "NSTATES": "1",
        "STATEPOS": "1",
    }
    return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in entries.items())
