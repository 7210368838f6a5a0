# SPDX-License-Identifier: MIT
"""Save files and game ids of "Pattern" in Simon Tatham's collection; black and white.

A game id is ``WIDTHxHEIGHT:CLUES`` (``codes/game_id.py``). A save file has a line ``KEY :LENGTH:
VALUE`` for each thing it holds; PARAMS (the size) and DESC (the clues, and cells that are given)
make the id. The moves of the player are not read.
"""

from __future__ import annotations

import re

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes import game_id
from nonosat.formats.common import newlines
from nonosat.formats.tokens import fault
from nonosat.model.puzzle import Puzzle

_ENTRY = re.compile(r"([A-Z]{1,8}) *:([0-9]{1,9}):(.*)")
_HEAD = "Simon Tatham's Portable Puzzle Collection"
_MAX_LINES = 200_000


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("2x1:1//1")
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
    return _game_id(f"{found['PARAMS'][0]}:{found['DESC'][0]}", found["DESC"][1])


def _game_id(text: str, file_line: int) -> Puzzle:
    """The puzzle of a game id; its faults get the line of the file."""
    try:
        return game_id.read(text)
    except (PuzzleError, PuzzleSyntaxError) as error:
        raise error.worded(one.at(file_line) for one in error.faults) from None


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as a save file without moves.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    VERSION :1:1
    GAME    :7:Pattern
    PARAMS  :3:2x1
    CPARAMS :3:2x1
    DESC    :4:1//1
    NSTATES :1:1
    STATEPOS:1:1
    """
    size, _, description = game_id.write(puzzle).partition(":")
    entries = {
        "SAVEFILE": _HEAD,
        "VERSION": "1",
        "GAME": "Pattern",
        "PARAMS": size,
        "CPARAMS": size,
        "DESC": description,
        "NSTATES": "1",
        "STATEPOS": "1",
    }
    return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in entries.items())
