# SPDX-License-Identifier: MIT
"""``Call``: a request in a worker, as passed to the function that answers it.

``puzzle_of`` reads a puzzle in any form that the API accepts; ``puzzle_reply`` writes it in the
form of all replies.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from nonosat.errors import Fault, LimitError, PuzzleError
from nonosat.formats import json_form
from nonosat.formats.codes.face import decode, encode
from nonosat.formats.reading import only
from nonosat.limits import Limits
from nonosat.model.grid import Grid
from nonosat.model.loose_clues import LooseClues
from nonosat.model.puzzle import Puzzle, check_size
from nonosat.model.report import Reason
from nonosat.web.requests import Request, RequestError, event, fault_data

PROGRESS_SECONDS = 0.25
"""The least time between two events about the progress of a search."""
_SOURCES = ("json", "code", "text", "picture", "clues", "id")


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has passed its schemas.

    ``data``: its JSON body; ``fields``: the fields of its query, in their types. ``budget``: its
    time limit; it also ends when the client disconnects.
    """

    request: Request
    data: Mapping[str, Any]
    fields: Mapping[str, Any]
    budget: Limits
    send: Callable[[bytes], None]

    @property
    def rest(self) -> float:
        """The seconds that remain."""
        return self.budget.left or 0.0

    @property
    def limits(self) -> dict[str, Any]:
        """The remaining budget, as options of every function with limits."""
        return {"time_limit": self.rest, "cancel": self.budget.cancel}

    def poll(self) -> None:
        """Stop if the request is over; long drawings call this often.

        Raises:
            LimitError: the time is over, or the client has disconnected.
        """
        reason = self.budget.ended()
        if reason is Reason.CANCELLED:
            raise LimitError(Fault.of("fault.cancelled", "the question was cancelled"), reason)
        if reason is not None:
            raise LimitError(Fault.of("fault.time", "the time limit was reached"), reason)

    @property
    def options(self) -> Mapping[str, Any]:
        """The object ``options`` of the body."""
        options: Mapping[str, Any] = self.data.get("options", {})
        return options

    def emit(self, name: str, data: object) -> None:
        """Send an event at once."""
        self.send(event(name, data))

    def puzzle(self) -> Puzzle:
        """The puzzle of the body."""
        return puzzle_of(self.data["puzzle"], self.request.library)

    def given(self, puzzle: Puzzle) -> Grid | None:
        """The grid of the body, if it has one."""
        return given_grid(puzzle, self.data.get("given"))


def puzzle_of(data: Mapping[str, Any], library: str = "") -> Puzzle:
    """The puzzle of an argument that has passed its schema.

    Raises:
        RequestError: it does not have exactly one of the forms, or the library has no puzzle of
            that name.
        PuzzleError, PuzzleSyntaxError: it cannot be read, with all faults.
    """
    sources = [name for name in _SOURCES if name in data]
    if len(sources) != 1:
        raise RequestError(f"the puzzle needs exactly one of {', '.join(_SOURCES)}")
    puzzle = _read(sources[0], data, library)
    meta = {name: data[name] for name in ("title", "author") if data.get(name)}
    return puzzle.with_meta(**meta) if meta else puzzle


def _read(source: str, data: Mapping[str, Any], library: str) -> Puzzle:
    value = data[source]
    palette = {"palette": data["palette"]} if data.get("palette") else {}
    match source:
        case "code":
            return decode(value)
        case "text":
            return only(value, data.get("format"))
        case "picture":
            return _from_json({"cells": value, **palette})
        case "clues":
            clues = {"rows": value["rows"], "columns": value["columns"]}
            rest = {name: value[name] for name in ("palette", "printed") if value.get(name)}
            return _from_json(clues | rest)
        case "id":
            from nonosat.web.library import find  # here: only a server has this library

            return find(library, value).puzzle
        case _:
            return _from_json(value)


def _from_json(data: Mapping[str, Any]) -> Puzzle:
    return only(json.dumps(data), "json")


def puzzle_data(puzzle: Puzzle | LooseClues) -> dict[str, Any]:
    """A puzzle, or clues that are none, in the JSON form, as data."""
    data: dict[str, Any] = json.loads(json_form.dumps(puzzle))
    return data


def puzzle_reply(puzzle: Puzzle, *, coded: bool = True) -> dict[str, Any]:
    """The part about a puzzle that all replies share."""
    return {
        "puzzle": puzzle_data(puzzle),
        "id": puzzle.sha256(),
        "code": _code(puzzle) if coded else None,
        "width": puzzle.width,
        "height": puzzle.height,
        "title": puzzle.title,
        "remarks": [fault_data(remark) for remark in puzzle.remarks],
    }


def _code(puzzle: Puzzle) -> str | None:
    try:
        return encode(puzzle)
    except PuzzleError:
        return None


def given_grid(puzzle: Puzzle, rows: list[str] | None) -> Grid | None:
    """The grid of a request, in the letters of the puzzle; None if it has no grid.

    Raises:
        GridError: it is not a grid, or does not fit the puzzle.
    """
    if rows is None:
        return None
    letters = puzzle.palette.letters
    if len(letters) == 1 and letters != "#":
        rows = [row.replace("#", letters) for row in rows]
    grid = Grid("\n".join(rows), letters)
    check_size(puzzle, grid)
    return grid
