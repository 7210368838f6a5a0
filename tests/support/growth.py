# SPDX-License-Identifier: MIT
"""Does the time of some work grow faster than its input? And files that grow at every place.

The input grows from n to 4n to 16n, on suspicion to 64n. Work in n log n takes at most five times
as long at each step, quadratic work sixteen times: work is too slow if two steps in succession take
more than ``STEP`` times as long. (A single such step may come from another path through the code
for larger inputs.) We compare processor time, the least of several runs, without the garbage
collector.
"""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

STEP = 8.0
"""Between 4 to 5 for n log n and 16 for quadratic work."""
SHORT = 0.02
"""Seconds below which a time is not significant."""
_AGAIN = 3


def seconds(work: Callable[[], object]) -> float:
    """Processor time."""
    gc.disable()
    try:
        begun = time.process_time()
        work()
        return time.process_time() - begun
    finally:
        gc.enable()


def too_slow(work: Callable[[int], Callable[[], object]], size: int) -> str:
    """How the time grows if it grows too fast, else empty.

    ``work(size)`` prepares an input, which is not measured, and returns the work to measure.
    ``size`` is the size of 16n.
    """
    last = seconds(work(size))
    if last < SHORT:  # quadratic work is not short at four times the size
        size *= 4
        last = seconds(work(size))
    if last < SHORT:
        return ""
    for _ in range(_AGAIN):
        middle = seconds(work(size // 4))
        if last <= STEP * middle:
            return ""
        last = min(last, seconds(work(size)))
    first = min(seconds(work(size // 16)) for _ in range(_AGAIN))
    if middle > STEP * first:
        return f"{first:.3f} s, {middle:.3f} s, {last:.3f} s"
    more = seconds(work(size * 4))
    return f"{middle:.3f} s, {last:.3f} s, {more:.3f} s" if more > STEP * last else ""


class Growth(NamedTuple):
    """A file that grows at one place, by ``piece(0)``, ``piece(1)`` and so on."""

    name: str
    before: bytes
    piece: Callable[[int], bytes]
    after: bytes

    def file(self, size: int) -> bytes:
        """The file with about ``size`` bytes more."""
        first = self.piece(0)
        number = max(1, size // len(first))
        if first == self.piece(1):
            return self.before + first * number + self.after
        return self.before + b"".join(map(self.piece, range(number))) + self.after


_TOKEN = re.compile(rb"[0-9]+|[A-Za-z_]+|\s|[^\s\w]|.", re.DOTALL)
_NUMBER, _WORD = re.compile(rb"[0-9]+"), re.compile(rb"[A-Za-z_]+")


def _kind(text: bytes) -> bytes:
    """Equal for texts that differ only in their numbers and words."""
    return _NUMBER.sub(b"0", _WORD.sub(b"a", text))


def _always(text: bytes) -> Callable[[int], bytes]:
    return lambda number: text


def _named(text: bytes) -> Callable[[int], bytes]:
    """The text with other words each time."""
    return lambda number: _WORD.sub(lambda word: word[0] + b"%d" % number, text)


def growths(data: bytes, lines: int = 8, tokens: int = 12) -> Iterator[Growth]:
    """The file with repeated parts: lines of each kind, equal and with other words; tokens of each
    kind, side by side, with blanks and with commas; and the whole file. ``lines``, ``tokens``: the
    most kinds.
    """
    seen: set[bytes] = set()
    at = 0
    for line in data.splitlines(keepends=True):
        if _kind(line) not in seen and len(seen) < lines:
            seen.add(_kind(line))
            whole = line if line.endswith((b"\n", b"\r")) else line + b"\n"
            yield Growth(f"line {line!r}", data[:at], _always(whole), data[at:])
            if _WORD.search(line):
                yield Growth(f"names {line!r}", data[:at], _named(whole), data[at:])
        at += len(line)
    found: set[bytes] = set()
    for token in _TOKEN.finditer(data):
        kind, text, at = _kind(token[0]), token[0], token.start()
        if kind in found or len(found) >= tokens:
            continue
        found.add(kind)
        for between in (b"", b" ", b",") if kind in (b"0", b"a") else (b"",):
            name = f"token {text + between!r} at {at}"
            yield Growth(name, data[:at], _always(text + between), data[at:])
    whole = data if data.endswith(b"\n") else data + b"\n"
    yield Growth("the whole file", b"", _always(whole), b"")
