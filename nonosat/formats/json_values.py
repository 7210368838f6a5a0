# SPDX-License-Identifier: MIT
"""JSON as the small forms of it need it: parsed within bounds, and values with their path.

The forms of ThomasR, nonojs and neolao are read with this. A fault names its place as in
JavaScript: ``rows[3][1]``. (JSON has no line numbers for values.)
"""

from __future__ import annotations

import json
from collections import Counter

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import MAX_DIGITS, excerpt, is_not, refuse_long
from nonosat.model.faults import MAX_SIDE


class Number:
    """A number that is not the length of a block: too long to convert, a fraction, NaN."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text if len(self.text) <= 20 else f"{self.text[:20]}..."


def parse(text: str) -> object:
    """The value of a text.

    Raises:
        PuzzleSyntaxError: it is no JSON, too long, or nested too deeply, or a key occurs twice.
    """
    refuse_long(text, "JSON")
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=lambda digits: int(digits) if len(digits) <= MAX_DIGITS else Number(digits),
            parse_float=Number,
            parse_constant=Number,
        )
    except json.JSONDecodeError as error:
        raise PuzzleSyntaxError(
            Fault(f"not JSON: {error.msg} at column {error.colno}", file_line=error.lineno)
        ) from None
    except RecursionError:
        raise PuzzleSyntaxError("the JSON is nested too deeply: a puzzle has four levels") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        double = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise PuzzleSyntaxError(f"the key {excerpt(double)} occurs twice in one object")
    return result


def kind(value: object) -> str:
    """A value in words, for a message."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return is_not(value, "").partition(" ")[2] if value == "?" else f"the text {excerpt(value)}"
    if isinstance(value, (int, Number)):
        return repr(value)
    return "a list" if isinstance(value, list) else "an object"


def clue_lists(
    data: dict[str, object], key: str, path: str, faults: list[Fault]
) -> list[list[int] | None]:
    """The clues of a key: lists of lengths, ``[0]`` or ``[]`` for an empty line.

    A clue that cannot be read is None, and its fault is noted.
    """
    value = data.get(key)
    if not isinstance(value, list):
        what = f"this is {kind(value)}" if key in data else "it is missing"
        faults.append(Fault(f"{path}{key}: a list of clues is needed, {what}"))
        return []
    if not 1 <= len(value) <= MAX_SIDE:
        message = f"{path}{key}: {len(value)} clues: a puzzle has 1 to {MAX_SIDE} of them"
        faults.append(Fault(message))
        return []
    return [_clue(item, f"{path}{key}[{index}]", faults) for index, item in enumerate(value)]


def _clue(value: object, path: str, faults: list[Fault]) -> list[int] | None:
    if not isinstance(value, list):
        faults.append(Fault(f"{path}: a list of lengths is needed, this is {kind(value)}"))
        return None
    if len(value) > MAX_SIDE:
        faults.append(Fault(f"{path}: {len(value)} blocks do not fit into any line"))
        return None
    if value == [0] and value[0] is not False:
        return []
    clue: list[int] = []
    for index, item in enumerate(value):
        if isinstance(item, bool) or not isinstance(item, int) or item < 1:
            what = f"length {item}: at least 1" if type(item) is int else f"this is {kind(item)}"
            faults.append(Fault(f"{path}[{index}]: a length is needed, {what}"))
            return None
        clue.append(item)
    return clue


def text_of(data: dict[str, object], key: str, path: str, faults: list[Fault]) -> str:
    """The text of a key; empty if it is absent or null, or if it is no text, which is a fault."""
    value = data.get(key)
    if isinstance(value, str):
        return value
    if value is not None:
        faults.append(Fault(f"{path}{key}: a text is needed, this is {kind(value)}"))
    return ""
