# SPDX-License-Identifier: MIT
"""Does the page without a server answer as CPython does, and how much longer does it take?

    python -m tests.bench.tab_compare [--sets data color ...] [--seconds 5]

600 real puzzles: the project's own, and of the corpus (NONOSAT_CORPUS) ``color``, ``hard``,
``sample`` and fifteen of ``survey``. CPython, in this process, and Pyodide, under node
(tab_answers.mjs; build/site must be there: .ci/site), answer the same requests one after the other,
both by ``nonosat.web.tab.ask``:

* check, encode, and rate without the ratings of other programs,
* hint: on the empty grid, and on the grid after line solving (if solved, its upper half),
* repair, of pictures up to 1,000 cells that are one of several solutions,
* certificate: its claim, and its proof,
* verify: each side checks both certificates, and all four answers must be "accepted".

Two answers are equal if status, headers and body have the same SHA-256, as canonical JSON without
times and without versions of programs, which a certificate and its check name. Questions that
CPython does not finish within the seconds are not asked in Pyodide, which gets ten times as long.
Questions that either side does not finish are listed as unfinished, and count neither as equal nor
as different; so are repairs left out for their size. No answer at all is a difference.

Times are processor seconds, for Pyodide of all threads of node, so they include compilation by its
WebAssembly engine. All questions are asked about one puzzle before the first measurement.

Exit code 1 if an answer differs.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Protocol

import nonosat
from nonosat import Puzzle
from nonosat.web.handlers.call import puzzle_data
from nonosat.web.tab import ask
from tests.bench.measure import show

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("NONOSAT_CORPUS") or ROOT.parent / "shared" / "corpus")
SITE = ROOT / "build" / "site"

SETS: Mapping[str, tuple[Path, str, int | None]] = {
    "data": (ROOT / "data", "*.*", None),
    "color": (CORPUS / "color", "*.xml", None),
    "hard": (CORPUS / "hard", "*.non", None),
    "sample": (CORPUS / "sample", "*.non", None),
    "survey": (CORPUS / "survey", "webpbn-*.non", 15),
}
"""Folder, names of files, and how many of them: all, or the first."""
KINDS = ("check", "hint", "rate", "repair", "certificate", "verify", "encode")
WARM = ROOT / "data" / "two-ways-steam.non"
MOST_REPAIRED = 1000
SLOWER = 10
"""Pyodide gets this multiple of the seconds of CPython."""
JSON, BINARY = "application/json", "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request: ``events`` of its stream; ``seconds`` of the processor."""

    status: int
    content: str
    headers: Mapping[str, str]
    body: bytes
    events: tuple[str, ...]
    seconds: float

    @property
    def data(self) -> dict[str, Any]:
        """The compared parts."""
        return {
            "status": self.status,
            "content": self.content,
            "headers": dict(self.headers),
            "body": without_times(self._body()),
            "events": [without_times(one) for one in self._told() if one[0] != "repair-progress"],
        }

    @property
    def unfinished(self) -> bool:
        """True if the time was over before the end."""
        body = self._body()
        if self.status == 503:
            return "time" in str(body["error"]["kind"])
        said = [body, *(data for _, data in self._told())]
        return any(isinstance(one, dict) and one.get("reason") == "time" for one in said)

    def _body(self) -> Any:
        if self.content == JSON:
            return json.loads(self.body)
        return certificate_parts(self.body)

    def _told(self) -> list[tuple[str, Any]]:
        """Names and data of the events."""
        found = []
        for text in self.events:
            name, _, data = text.strip().partition("\n")
            found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
        return found


def certificate_parts(data: bytes) -> dict[str, Any]:
    """The claim of a certificate, and the SHA-256 of its proof."""
    head, _, proof = gzip.decompress(data).partition(b"\n")
    return {"claim": json.loads(head), "proof": hashlib.sha256(proof).hexdigest()}


def without_times(value: Any) -> Any:
    """Data without its times and without versions of programs."""
    if isinstance(value, dict):
        return {
            key: without_times(one)
            for key, one in value.items()
            if not key.endswith("seconds") and key != "made_by"
        }
    if isinstance(value, str):
        return re.sub(r"python-sat \d[\w.]*", "python-sat", value)
    return [without_times(one) for one in value] if isinstance(value, list | tuple) else value


def fingerprint(data: object) -> str:
    """The SHA-256 of the canonical JSON."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Side(Protocol):
    """Something that answers requests."""

    def ask(self, address: str, body: bytes, content: str = JSON) -> Answer:
        """Answer a request with the method POST."""


class Native:
    """This process answers."""

    def ask(self, address: str, body: bytes, content: str = JSON) -> Answer:
        events: list[str] = []

        def heard(what: bytes | float) -> None:
            if isinstance(what, bytes):
                events.append(what.decode())

        begun = time.process_time()
        reply = ask("POST", address, content, body, heard, lambda: False)
        seconds = time.process_time() - begun
        headers = dict(reply.headers)
        return Answer(reply.status, reply.content, headers, reply.body, tuple(events), seconds)


class BrokenError(Exception):
    """Pyodide has ended, or does not answer."""


class Tab:
    """Pyodide under node answers; in a ``with`` block, which ends it.

    After a question that it does not answer within ``patience`` seconds it is restarted: it must
    keep its limits, which are shorter.
    """

    def __init__(self, patience: float = 150.0) -> None:
        self._patience = patience
        self._command = ["node", str(Path(__file__).with_name("tab_answers.mjs")), str(SITE)]
        self._process = self._started()

    def ask(self, address: str, body: bytes, content: str = JSON) -> Answer:
        text = base64.b64encode(body).decode()
        line = {"method": "POST", "address": address, "content": content, "body": text}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        try:
            said = self._heard(self._process)
        except BrokenError:
            self._process = self._started()
            raise
        said["body"] = base64.b64decode(said["body"])
        said["headers"] = dict(said["headers"])
        said["events"] = tuple(said["events"])
        return Answer(**said)

    def _started(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self._heard(process)
        return process

    def _heard(self, process: subprocess.Popen[str]) -> dict[str, Any]:
        """The next message of the process."""
        timer = threading.Timer(self._patience, process.kill)
        timer.start()
        assert process.stdout is not None
        line = process.stdout.readline()
        timer.cancel()
        said: dict[str, Any] = json.loads(line) if line else {"failed": "no answer"}
        if "failed" in said:
            process.kill()
            process.communicate()
            raise BrokenError(f"Pyodide: {said['failed']}")
        return said

    def __enter__(self) -> Tab:
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.kill()
        self._process.communicate()


@dataclass
class Compared:
    """The results for one puzzle. ``seconds``: of CPython and of Pyodide, by kind."""

    folder: str
    name: str
    equal: set[str] = field(default_factory=set)
    different: dict[str, str] = field(default_factory=dict)
    unfinished: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, tuple[float, float]] = field(default_factory=dict)


class UnfinishedError(Exception):
    """A side has not finished."""


class _Comparison:
    """The questions about one puzzle, to both sides."""

    def __init__(
        self, name: tuple[str, str], puzzle: Puzzle, sides: tuple[Side, Side], seconds: float
    ) -> None:
        self.puzzle = puzzle
        self.sides = sides
        self.most = seconds
        self.found = Compared(*name)
        self.argument = {"json": puzzle_data(puzzle)}

    def run(self) -> Compared:
        """Ask everything."""
        questions: Mapping[str, Callable[[], object]] = {
            "check": lambda: self.compare("check", "check"),
            "encode": lambda: self.compare("encode", "encode", limited=False),
            "rate": lambda: self.compare("rate", "rate", options={"other_programs": False}),
            "hint": self.hints,
            "repair": self.repair,
            "certificate": self.certificate,
        }
        for kind, question in questions.items():
            try:
                question()
            except (UnfinishedError, BrokenError) as error:
                where = "verify" if kind == "certificate" and kind in self.found.seconds else kind
                self.found.equal.discard(where)
                broken = isinstance(error, BrokenError)
                notes = self.found.different if broken else self.found.unfinished
                notes.setdefault(where, str(error))
        return self.found

    def compare(
        self, kind: str, address: str, *, limited: bool = True, **fields: Any
    ) -> list[Answer]:
        """Ask both sides; ``limited``: the question takes a time limit."""
        answers = []
        for side, times in zip(self.sides, (1, SLOWER), strict=True):
            data = {"puzzle": self.argument, **fields}
            if limited:
                data["time_limit"] = self.most * times
            answers.append(self.finished(side, address, json.dumps(data).encode()))
        self.note(kind, answers[0], answers[1])
        return answers

    def finished(self, side: Side, address: str, body: bytes, content: str = JSON) -> Answer:
        """The answer of a side, which must have finished."""
        answer = side.ask(address, body, content)
        if answer.unfinished:
            raise UnfinishedError("CPython" if side is self.sides[0] else "Pyodide")
        return answer

    def note(self, kind: str, native: Answer, other: Answer) -> None:
        """Note whether two answers are equal, and the time they took."""
        before = self.found.seconds.get(kind, (0.0, 0.0))
        self.found.seconds[kind] = (before[0] + native.seconds, before[1] + other.seconds)
        if fingerprint(native.data) != fingerprint(other.data):
            self.found.equal.discard(kind)
            self.found.different.setdefault(kind, first_difference(native.data, other.data))
        elif kind not in self.found.different:
            self.found.equal.add(kind)

    def hints(self) -> None:
        """The hints on two grids."""
        self.compare("hint", "ask", questions=["hint"])
        known = nonosat.solve(self.puzzle, stages=["lines"]).known
        rows = known.text_rows()
        if known.complete:
            half = len(rows) // 2
            rows = [*rows[:half], *["?" * len(row) for row in rows[half:]]]
        self.compare("hint", "ask", questions=["hint"], given=rows)

    def repair(self) -> None:
        """The repair of a picture that is one of several solutions."""
        goal = self.puzzle.goal
        if goal is None or not goal.complete or self.puzzle.faults(goal):
            return
        report = nonosat.solve(self.puzzle, time_limit=self.most)
        if report.verdict is not nonosat.Verdict.MULTIPLE:
            return
        if self.puzzle.width * self.puzzle.height > MOST_REPAIRED:
            raise UnfinishedError("left out: too large")
        self.compare("repair", "repair")

    def certificate(self) -> None:
        """A certificate of each side, which both sides verify."""
        made = self.compare("certificate", "certificate")
        if any(answer.status != 200 for answer in made):
            return
        native, tab = self.sides
        first: Answer | None = None
        for answer in made:
            checks = [
                self.finished(side, "verify-certificate", answer.body, BINARY)
                for side in (native, tab)
            ]
            self.note("verify", checks[0], checks[1])
            first = first or checks[0]
            refused = [check for check in checks if check.data["body"].get("outcome") != "accepted"]
            if refused:
                self.found.equal.discard("verify")
                self.found.different.setdefault("verify", f"refused: {refused[0].data}"[:500])
            if fingerprint(first.data) != fingerprint(checks[0].data):
                self.found.equal.discard("verify")
                what = first_difference(first.data, checks[0].data)
                self.found.different.setdefault("verify", f"the two certificates: {what}")


def first_difference(one: Any, other: Any, place: str = "") -> str:
    """Where two values first differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(f"{place}.{key}", one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{place}[{n}]", *pair) for n, pair in enumerate(zip(one, other, strict=True))]
    else:
        return f"{place.lstrip('.')}: {str(one)[:200]} / {str(other)[:200]}"
    return next((first_difference(a, b, at) for at, a, b in pairs if a != b), "nothing")


def compare(
    name: tuple[str, str], puzzle: Puzzle, sides: tuple[Side, Side], *, seconds: float = 5.0
) -> Compared:
    """Ask both sides everything about a puzzle: CPython comes first."""
    return _Comparison(name, puzzle, sides, seconds).run()


def puzzles(sets: Iterable[str]) -> Iterator[tuple[tuple[str, str], Puzzle]]:
    """The puzzles with the names of their sets and files."""
    for name in sets:
        folder, pattern, count = SETS[name]
        for path in sorted(folder.glob(pattern))[:count]:
            for puzzle in nonosat.load_all(path):
                yield (name, path.name), puzzle


def rows(found: list[Compared]) -> Iterator[list[str]]:
    """Equal answers of all that were finished, and their times, by kind.

    ``median``: of the ratios of single puzzles.
    """
    for kind in KINDS:
        equal = sum(kind in one.equal for one in found)
        asked = equal + sum(kind in one.different for one in found)
        both = [one.seconds[kind] for one in found if kind in one.seconds]
        native, tab = (sum(pair[side] for pair in both) for side in (0, 1))
        ratios = [other / one for one, other in both if one > 0]
        shown = [f"{tab / native:.1f}", f"{median(ratios):.1f}"] if ratios else ["", ""]
        yield [kind, f"{equal} of {asked}", f"{native:.1f}", f"{tab:.1f}", *shown]


def main() -> int:
    """Ask both sides, and print the differences, the unfinished questions and the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--seconds", type=float, default=5.0, help="for a question, in CPython")
    arguments = parser.parse_args()
    found = []
    with Tab(100 + SLOWER * arguments.seconds) as tab:
        sides = (Native(), tab)
        compare(("", ""), nonosat.load(WARM), sides)
        for name, puzzle in puzzles(arguments.sets):
            one = compare(name, puzzle, sides, seconds=arguments.seconds)
            found.append(one)
            if len(found) % 20 == 0:
                print(f"{len(found)} puzzles", file=sys.stderr, flush=True)
            for what, notes in (("differs", one.different), ("unfinished", one.unfinished)):
                for kind, note in notes.items():
                    print(f"{one.folder}/{one.name}: {kind} {what}: {note}", flush=True)
    print()
    show(("question", "equal", "native s", "tab s", "ratio", "median"), rows(found))
    return int(any(one.different for one in found))


if __name__ == "__main__":
    sys.exit(main())
