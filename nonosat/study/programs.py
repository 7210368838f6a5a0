# SPDX-License-Identifier: MIT
"""Descriptions of other solvers' programs: how each is called, and how its answer is read.

Ready descriptions are in ``programs.toml``, whose head explains the keys. A program gets its
question in a file that it can read: a format of puzzles, data for one of our models (``models``),
or clauses. Its answer is read as text and not trusted here; ``outside_program`` checks it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from itertools import groupby
from typing import Any

from nonosat.errors import GridError, OptionError, PuzzleError, PuzzleSyntaxError, check_type, shown
from nonosat.formats.files import scratch_folder, write_bytes
from nonosat.formats.registry import FORMATS
from nonosat.limits import Stopped
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Verdict
from nonosat.sat.cnf import ENCODINGS, Cnf
from nonosat.study.rows import DECIDED
from nonosat.words import counted
from nonosat.workers.process import run_to_end

CLAUSES = {f"cnf-{encoding}": encoding for encoding in ENCODINGS}
"""Inputs that are clauses, and their encodings."""

_MOST_GRIDS = 1_000

_FINDS = ("all", "one")
_ANSWERS = ("text", "json", "model")
_PLACES = ("file", "output", "limit", "mzn", "mod")
_PATTERNS = ("none", "unique", "multiple", "complete")


@dataclass(frozen=True, slots=True)
class Program:
    """A program and how to talk to it; ``programs.toml`` explains the fields.

    ``command`` is split as in a shell. A program with ``answer=""`` has no description: it says its
    verdict by a line that is only the word ``unique``, ``multiple`` or ``none``, with or without
    the name of its file, in small or capital letters; ``unknown`` means that it gave up; rows of
    ``#`` and ``.`` are solutions. A program that never says or shows one of these is only timed.

    >>> Program("echo", "echo {file}").words(file="a.non")
    ['echo', 'a.non']
    """

    name: str
    command: str
    input: str = "non"
    colors: bool = False
    finds: str = "all"
    answer: str = ""
    filled: str = "#"
    empty: str = "."
    patterns: Mapping[str, str] = field(default_factory=dict, hash=False)
    version: str = ""

    def __post_init__(self) -> None:
        self.words()  # raises for unknown braces
        self.version_words()
        for name, value, known in (
            ("input", self.input, (*FORMATS, *CLAUSES)),
            ("finds", self.finds, _FINDS),
            ("answer", self.answer, ("", *_ANSWERS)),
        ):
            if value not in known:
                raise OptionError(
                    f"{self.name}: {name} {shown(value)}: choose one of {', '.join(known)}"
                )
        if (self.answer == "model") != (self.answer != "" and self.input in CLAUSES):
            raise OptionError(f"{self.name}: use answer 'model' for clauses, and only for clauses")
        if self.finds == "one" and self.input not in (*CLAUSES, "glpk"):
            raise OptionError(f"{self.name}: finds 'one' needs clauses or glpk as input")
        if self.answer == "text" and self.colors:
            raise OptionError(f"{self.name}: grids in a text are black and white: leave out colors")
        if not self.filled or not self.empty or re.search(r"\s", self.filled + self.empty):
            raise OptionError(f"{self.name}: filled and empty need letters, and no spaces")
        if self.input not in CLAUSES and not _is_text(self.input):
            raise OptionError(
                f"{self.name}: input {shown(self.input)}: nonosat does not write it as text"
            )
        for name, pattern in self.patterns.items():
            try:
                re.compile(pattern)
            except (re.error, OverflowError, RecursionError) as error:
                raise OptionError(f"{self.name}: the pattern {name}: {error}") from None

    def words(self, **places: str) -> list[str]:
        """The words of the command, with its braces filled in.

        Raises:
            OptionError: the name in some braces is unknown.
        """
        return self._filled(split_command(self.command), places)

    def _filled(self, words: Iterable[str], places: Mapping[str, str]) -> list[str]:
        known = {**dict.fromkeys(_PLACES, ""), **places}
        found: list[str] = []
        for word in words:
            if word == "{nonosat}":
                found += [sys.executable, "-P", "-m", "nonosat"]
            else:
                found.append(re.sub(r"\{(\w+)\}", lambda match: self._place(match, known), word))
        return found

    def _place(self, match: re.Match[str], places: Mapping[str, str]) -> str:
        if match[1] not in places:
            raise OptionError(f"{self.name}: the command has {match[0]}, which has no meaning")
        return places[match[1]]

    def version_words(self) -> list[str]:
        """The command that prints the version; empty if there is no such command."""
        return self._filled(_split(self.version), {}) if self.version else []

    @property
    def silent(self) -> bool:
        """Whether nothing asks the program for a verdict: it may say one, or is only timed."""
        return not self.answer or (self.answer == "text" and not self.patterns)

    @property
    def executable(self) -> str:
        """The program itself: a name or a path."""
        return self.words()[0]


@dataclass(frozen=True, slots=True)
class Reading:
    """The content of an output: its verdict, if any, and its grids, right or wrong.

    ``finished``: the program says that there is no solution besides these grids. ``other_size``:
    the size of what looks like a grid and has not the size of the puzzle, in words.

    >>> Reading("unique").grids
    ()
    """

    verdict: str = ""
    grids: tuple[Grid, ...] = ()
    finished: bool = False
    other_size: str = ""


def _is_text(name: str) -> bool:
    """Whether a format is written as text."""
    try:
        return isinstance(FORMATS[name].dumps(Puzzle([[1]], [[1]])), str)
    except (OptionError, PuzzleError):
        return False


def ready_programs() -> dict[str, Program]:
    """The programs that nonosat knows how to ask. They need not be installed.

    Returns:
        Their descriptions by name, in the order of ``nonosat/study/programs.toml``.

    Raises:
        OSError: the file with the descriptions is missing.

    >>> {"nonosat", "cpsat", "gecode", "glpk", "pbnsolve", "cadical"} <= set(ready_programs())
    True
    """
    text = (files("nonosat.study") / "programs.toml").read_text(encoding="utf-8")
    return described(text, "programs.toml")


def described(text: str, name: str) -> dict[str, Program]:
    """The programs that a text in TOML describes.

    Args:
        text: a table for each program; the head of ``nonosat/study/programs.toml`` has the keys.
        name: the name of the text in errors.

    Returns:
        The programs by name.

    Raises:
        PuzzleSyntaxError: it is not TOML, or not a description of programs.

    >>> described("[mine]\\ncommand = 'mine {file}'\\ninput = 'nin'", "mine.toml")["mine"].input
    'nin'
    """
    check_type("text", text, str)
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PuzzleSyntaxError(str(error), name) from None
    if not tables:
        raise PuzzleSyntaxError(
            "no program is described: write [NAME], and below it command =", name
        )
    found = {}
    for program, table in tables.items():
        if not isinstance(table, dict):
            raise PuzzleSyntaxError(f"{program}: write [NAME], and below it command = ...", name)
        try:
            found[program] = _of_table(program, table)
        except OptionError as error:
            raise PuzzleSyntaxError(str(error), name) from None
    return found


def _of_table(name: str, table: dict[str, Any]) -> Program:
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]*", name):
        raise OptionError(f"{shown(name)} is not a name: use letters, digits, -, . and _")
    kinds = {one.name: type(one.default) for one in fields(Program) if one.name != "patterns"}
    kinds |= {"name": str, "command": str} | dict.fromkeys(_PATTERNS, str)
    for key, value in table.items():
        if key == "name" or key not in kinds:
            known = ", ".join(key for key in kinds if key != "name")
            raise OptionError(f"{name}: unknown key {shown(key)}; choose {known}")
        if type(value) is not kinds[key]:
            wanted = {str: "a text", bool: "true or false"}[kinds[key]]
            raise OptionError(f"{name}: {key} = {shown(value)}: write {wanted}")
    if "command" not in table:
        raise OptionError(f"{name}: there is no command")
    if table.get("answer") == "":
        raise OptionError(f"{name}: answer '': choose one of {', '.join(_ANSWERS)}")
    patterns = {key: table[key] for key in _PATTERNS if key in table}
    rest = {key: value for key, value in table.items() if key not in _PATTERNS}
    return Program(name=name, patterns=patterns, **{"answer": "text", **rest})


def model_text(name: str) -> str:
    """One of our models: ``nonogram.mzn`` for MiniZinc, ``nonogram.mod`` for glpsol.

    >>> "regular" in model_text("nonogram.mzn")
    True
    """
    return (files("nonosat.study") / "models" / name).read_text(encoding="utf-8")


def split_command(command: str) -> list[str]:
    """The words of a command, split as in a shell.

    Args:
        command: the program and its arguments, with ``{file}`` where the puzzle's file goes.

    Returns:
        The words.

    Raises:
        OptionError: the command does not name ``{file}`` as an argument, or cannot be split.

    >>> split_command("solver --quiet {file}")
    ['solver', '--quiet', '{file}']
    """
    words = _split(command)
    if "{file}" in words[0]:
        raise OptionError(f"command {shown(command)}: write the program before {{file}}")
    if not any("{file}" in word for word in words[1:]):
        raise OptionError(f"command {shown(command)}: write {{file}} where the puzzle's file goes")
    return words


def _split(command: str) -> list[str]:
    if not isinstance(command, str) or "\0" in command:
        raise OptionError(f"command {shown(command)}: give the program and its arguments as text")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"command {command!r}: {error}") from None
    if not words:
        raise OptionError(f"command {command!r}: it names no program")
    return words


def read_answer(program: Program, output: str, puzzle: Puzzle, cnf: Cnf | None) -> Reading:
    """Read the answer of a program.

    Args:
        program: the program.
        output: its whole output.
        puzzle: the puzzle that it got.
        cnf: the clauses that it got, if its input was clauses.

    Returns:
        The answer, unchecked; an empty ``Reading`` if the output is not as described.

    Raises:
        Stopped: the search for its patterns takes more than ten seconds.
    """
    if not program.answer:
        return _of_words(output, puzzle, program)
    if program.answer == "json":
        return read_json(output, puzzle)
    if program.answer == "model":
        assert cnf is not None
        return _of_model(output, puzzle, cnf)
    return _of_text(output, puzzle, program)


def _of_words(output: str, puzzle: Puzzle, program: Program) -> Reading:
    """Read the verdict of a program without a description: a line with nothing but the word."""
    said = {line.strip(" \t\r:;,.!").lower() for line in output.split("\n")}
    said &= DECIDED | {"unknown"}
    return _with_grids(said.pop() if len(said) == 1 else "", output, puzzle, program)


def read_json(output: str, puzzle: Puzzle) -> Reading:
    """Read the form of ``nonosat solve --json``; an empty ``Reading`` if it is something else."""
    try:
        found = json.loads(output)
        verdict = found["verdict"]
        rows = found.get("solutions") or []
        grids = tuple(Grid(one, puzzle.palette.letters) for one in rows)
    except (ValueError, TypeError, KeyError, AttributeError, GridError, RecursionError):
        return Reading()
    known = [one.value for one in Verdict]
    return Reading(verdict if verdict in known else "", grids)


def _of_model(output: str, puzzle: Puzzle, cnf: Cnf) -> Reading:
    """Read the form of SAT competitions ("s SATISFIABLE", "v 1 -2 0") or minisat ("SAT", "1 -2 0").

    A variable without a literal does not matter, and counts as false.
    """
    lines = [line.split() for line in output.splitlines()]
    said = {" ".join(line[-1:]) for line in lines if line and line[0] in ("s", "SAT", "UNSAT")}
    if said & {"UNSATISFIABLE", "UNSAT"}:
        return Reading("none", finished=True)
    if not said & {"SATISFIABLE", "SAT"}:
        return Reading()
    values = [line[1:] for line in lines if line[:1] == ["v"]]
    if not values:  # minisat: the line after SAT
        values = [line for line in lines if line[-1:] == ["0"]]
    try:
        literals = [int(literal) for line in values for literal in line]
    except ValueError:
        return Reading()
    if cnf.cells and not literals:
        return Reading()
    true = {literal for literal in literals if literal > 0}
    model = [number if number in true else -number for number in range(1, len(cnf.cells) + 1)]
    height, width, letters = puzzle.height, puzzle.width, puzzle.palette.letters
    return Reading(grids=(Grid.from_cells(height, width, cnf.decode(model), letters),))


def _of_text(output: str, puzzle: Puzzle, program: Program) -> Reading:
    found = _found(program.patterns, output.replace("\r\n", "\n"))
    if "none" in found:  # glpsol prints a grid even then
        return Reading("none", finished=True)
    verdict = next((name for name in ("unique", "multiple") if name in found), "")
    return _with_grids(verdict, output, puzzle, program, finished="complete" in found)


_PLAIN = re.compile(r"[^*+?{|]*\|?[^*+?{|]*")
"""Patterns without repetition and with at most one choice: they are quick on any text."""
_SEARCH_SECONDS = 10.0
_SEARCH = """
import json, re, sys
with open(sys.argv[1], encoding="utf-8") as file:
    patterns, text = json.load(file)
sys.exit(32 + sum(1 << i for i, one in enumerate(patterns) if re.search(one, text, re.M)))
"""


def _found(patterns: Mapping[str, str], output: str) -> set[str]:
    """The names of the patterns that match somewhere in an output, or in a line by ``^`` and ``$``.

    The search for a pattern with repetitions, such as ``(a+)+$``, can take for ever, and Python
    cannot interrupt it. So a process of its own does it, which costs some hundredths of a second.
    (Rejected: another library for patterns, which all users would have to install for this.)

    Raises:
        Stopped: the search takes too long.
    """
    plain = {name: one for name, one in patterns.items() if _PLAIN.fullmatch(one)}
    found = {name for name, one in plain.items() if re.search(one, output, re.MULTILINE)}
    if not (names := [name for name in patterns if name not in plain]):
        return found
    with scratch_folder() as place:
        file = os.path.join(place, "search.json")
        write_bytes(file, json.dumps([[patterns[name] for name in names], output]))
        words = [sys.executable, "-I", "-S", "-c", _SEARCH, file]
        ended = run_to_end(words, _SEARCH_SECONDS)
    if ended.code is None or ended.code < 32:
        raise Stopped(Reason.TIME)
    return found | {name for i, name in enumerate(names) if ended.code - 32 >> i & 1}


def _with_grids(
    verdict: str, output: str, puzzle: Puzzle, program: Program, *, finished: bool = False
) -> Reading:
    """A reading with the grids in an output: blocks with the height and width of the board.

    Every grid is checked, so an output with more than ``_MOST_GRIDS`` does not count as an answer.
    """
    grids: list[Grid] = []
    other = ""
    for block in _blocks(output, program):
        height, width = len(block), len(block[0])
        if width == puzzle.width and not height % puzzle.height:
            for top in range(0, height, puzzle.height):
                grids.append(Grid(block[top : top + puzzle.height]))
                if len(grids) > _MOST_GRIDS:
                    return Reading()
        elif _like_grid(block, puzzle):
            other = f"{counted(height, 'row')} of {width}"
    return Reading(verdict, tuple(grids), finished, other)


def _blocks(output: str, program: Program) -> Iterator[list[str]]:
    """The blocks of lines of one length in the letters of cells, which become ``#`` and ``.``."""
    row = re.compile(f"[{re.escape(program.filled)}{re.escape(program.empty)}]+")
    turned = str.maketrans(
        program.filled + program.empty, "#" * len(program.filled) + "." * len(program.empty)
    )
    lines = map(str.strip, output.split("\n"))
    for width, block in groupby(lines, lambda line: len(line) if row.fullmatch(line) else 0):
        if width:
            yield [line.translate(turned) for line in block]


def _like_grid(block: list[str], puzzle: Puzzle) -> bool:
    """Whether a block is probably a grid of another size: no ruler, no row of dots."""
    size = len(block), len(block[0])
    turned = size == (puzzle.width, puzzle.height)
    return len(set().union(*block)) > 1 and (turned or min(size) > 1)
