# SPDX-License-Identifier: MIT
"""The tables of docs/json.md: the keys that ``--json`` prints, and their meanings.

``reference_tables.py`` writes them. Each command runs on small puzzles, and its keys are those of
the objects that it prints. The meaning of a key is the text about the attribute of that name in the
docstring of the answer's class (the text after "``name``:"), so JSON and Python cannot drift apart.
``OWN`` has the keys that are not attributes.

Rejected: tables by hand, which miss the next key; schemas, which describe the form of a value and
not its meaning.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, is_typeddict

import nonosat
from nonosat import study, types
from nonosat.model.plain import plain_keys
from tests.bench import documents
from tests.support.command_line import FILES, run_here

ROOT = Path(__file__).resolve().parents[2]


class Output(NamedTuple):
    """A command whose output is described: its ``runs``, and the ``kind`` of its answer."""

    command: str
    runs: tuple[str, ...]
    kind: type | None = None


OUTPUTS = (
    Output("check", ("check --show --why --ambiguous none.non multiple.non",), nonosat.Report),
    Output("solve", ("solve --log unique.non multiple.non",), nonosat.Report),
    Output("count", ("count multiple.non",), nonosat.types.SolutionCount),
    Output("count --list", ("count --list multiple.non",)),
    Output("check-grid", ("check-grid --given grid.txt multiple.non",), nonosat.types.GridCheck),
    Output(
        "write-certificate",
        ("write-certificate unique.non -o unique.nonocert",),
        nonosat.proof.WrittenCertificate,
    ),
    Output(
        "verify-certificate",
        ("verify-certificate unique.nonocert",),
        nonosat.proof.CertificateCheck,
    ),
    Output("line-statistics", ("line-statistics unique.non",)),
    Output(
        "hint",
        ("hint --level why unique.non", "hint --level why w.non --given grid.txt"),
        nonosat.types.Hint,
    ),
    Output("explain", ("explain unique.non",), nonosat.types.Walkthrough),
    Output("explain --cell", ("explain --cell R1C1 unique.non",)),
    Output("rate", ("rate --other-programs unique.non",), nonosat.types.Rating),
    Output("graph", ("graph multiple.non",)),
    Output(
        "bench",
        (
            "bench --presets fast unique.non",
            "bench --try --program nonosat-fast unique.non",
        ),
        study.Row,
    ),
    Output("make", ("make 5 --seed 1", "make 5 --seed 1 -o made"), nonosat.make.RandomPuzzle),
    Output("repair", ("repair goal.non",), nonosat.make.PictureRepair),
    Output("reveal", ("reveal multiple.non",), nonosat.make.RevealedCells),
    Output("correct", ("correct none.non",), nonosat.make.ClueCorrections),
    Output("convert", ("convert unique.non -o converted --to json",)),
    Output("encode", ("encode unique.non",)),
    Output("encode --stats", ("encode --stats unique.non",)),
    Output("show", ("show unique.non",)),
    Output("formats", ("formats",)),
)
"""The commands and their output. Commands about images need a library, those about collections are
in docs/collections.md."""

PARTS = {
    "A stage": types.StageReport,
    "A step": nonosat.types.Step,
    "A branch of a chain or trial": types.Branch,
    "A contradiction": nonosat.types.Contradiction,
    "A grid check": nonosat.types.GridCheck,
    "A factor of a count": types.Factor,
    "A component of a repair": types.AmbiguousComponent,
    "A component of revealed cells": types.RevealedComponent,
    "A correction": types.Correction,
    "A suspect": types.Suspect,
    "A correction of whole lines": types.LineCorrection,
    "The looks of the simulated person": types.Looking,
    "The rating of davidje13's Nonogram": types.Davidje13Rating,
    "The rating of dsmiller95's nonogram-printer": types.Dsmiller95Rating,
    "Weights": types.Weights,
}
"""The objects within answers."""

EVERY = frozenset(("file", "index", "title", "format", "sha256", "width", "height", "colors"))
"""Keys with which objects begin; the head of the document says what they mean."""

COMMON = {
    "reason": "the limit that ended the work early; else null",
    "seconds": "wall time",
    "output": "the written file; null if no file was written",
    "chosen": "the number that `--choose` takes, from 1",
    "steps": "with `--log`: the steps",
    "sentence": "the same for people",
}
"""Keys that mean the same unless a class says more."""

_STAGES = ("lines", "implications", "probe", "search", "beliefs", "weights", "sat")
_CELLS = "how many cells the stage {0} solved; null if it did not run"

OWN: Mapping[str, Mapping[str, str]] = {
    "nonosat check": {
        "why": "with `--why`: a contradiction; null if there is a solution, or no contradiction "
        "was found",
        "solutions": "with `--show`: the solutions that were found, as grids: two of several",
        "known": "with `--show`: the cells that sound deduction solved, as a grid",
    },
    "nonosat count": {"exact": "false if `number` is a lower bound"},
    "nonosat count --list": {
        "number": "the number of this solution, from 1",
        "solution": "the solution, as a grid; each has a line of its own",
    },
    "nonosat write-certificate": {"verdict": "unique, multiple, none or unknown"},
    "nonosat verify-certificate": {
        "variables": "of the formula",
        "clauses": "of the formula",
        "engine": "the program that followed the steps",
        "made_by": "the versions of the programs that wrote the certificate, by name",
    },
    "nonosat line-statistics": {
        "runs": "for each preset: `verdict`, `reason`, `line_solves` (how often a line was solved),"
        " `cells` that lines found, `other_cells` that later stages found, `seconds`",
        "placements": "of all lines together at the start",
        "lines": "for each line: its name, `clue`, `placements` at the start, and in `runs` for "
        "each preset `line_solves`, `cells` and `seconds`",
    },
    "nonosat hint": {
        "level": "how much the hint says: `where`, `what` or `why`",
        "message": "a sentence, if there is no step; mistakes as far as the level allows",
    },
    "nonosat explain": {
        "max_technique": "the value of `--max-technique`; else null",
        "max_links": "the value of `--max-links`; else null",
        "steps": "the steps, in order",
    },
    "nonosat explain --cell": {
        "cell": "the cell",
        "explained": "true if the steps give its value",
        "start": "the cells that are known before the first step, as a grid",
        "steps": "the steps that it needs, in order",
        "sentence": "the number of steps, or why there are no steps",
    },
    "nonosat graph": {
        "verdict": "`none` if the forced literals contradict each other",
        "known": "the cells that line solving finds first, as a grid",
        "literals": "how many nodes the graph has",
        "implications": "how many edges it has",
        "forced": "the forced cells, each with its step",
        "equal": "groups of literals that all hold or all do not hold, in words",
        "nodes": "the literals; `edges` names them by their place here. Only without `-o`",
        "edges": "for each implication its two literals and its line. Only without `-o`",
    },
    "nonosat bench": {
        "preset": "the preset; empty for an outside program",
        "exchanges": "with `--try`: the runs of the program, each with `command`, `sent` (the "
        "content of its file), `stdout`, `stderr`, `written` (the content of the file `{output}`), "
        "`code`, `seconds` and `stopped` (the limit that ended it)",
        "known": "with `--try`: the verdict with which that of the program was compared, or empty",
        "hints": "with `--try`: why no verdict was read",
        "limit": "how many solutions are searched for",
        "time_limit": "seconds",
        "conflict_limit": "conflicts of the SAT solver; null for no limit",
        "seed": "the random seed",
        "verdict": "unique, multiple, none or unknown",
        "solutions": "how many solutions were found",
        "variables": "of the formula; null without one",
        "clauses": "of the formula; null without one",
        "conflicts": "of the SAT solver; null if it did not run",
        **{f"cells_{stage}": _CELLS.format(f"`{stage}`") for stage in _STAGES},
        **{
            f"{kind}seconds_{stage}": f"{words} time of the stage `{stage}`; null if it did not run"
            for kind, words in (("", "wall"), ("cpu_", "processor"))
            for stage in _STAGES
        },
    },
    "nonosat correct": {"undecided": "lines that a limit left out"},
    "nonosat convert": {"lost": "the parts of the puzzle that the format does not keep"},
    "nonosat encode": {"kind": "the kind of the code", "code": "the code, or with `--link` a link"},
    "nonosat encode --stats": {
        "codes": "the code of each kind; null for a kind without a code",
        "errors": "why a kind has no code",
        "puzzles": "in the last line: how many puzzles there were",
        "totals": "in the last line: the `codes` and `characters` of each kind",
    },
    "nonosat show": {
        "palette": "the colours: `background`, and name, rgb and letter of each of `colors`",
        "background": "the colour of empty cells",
        "meta": "the metadata: title, author, copyright, license, catalogue, description, ...",
        "rows": "the clues of the rows, from the top; null for a missing clue",
        "columns": "the clues of the columns, from the left",
        "goal": "the goal picture, as a grid; null if there is no goal picture",
    },
    "nonosat formats": {
        "name": "the name for `--format` and `--to`",
        "suffixes": "of its files; the first is the usual one",
        "read": "true: all formats are read",
        "written": "true if puzzles are written in it",
        "why_not_written": "the reason, if they are not written",
        "binary": "true if its files are not text",
        "many": "true if a file holds several puzzles",
        "dialects": "the names that `--dialect` takes; the first is the usual one",
        "palette": "the properties of several colours that it keeps",
        "missing_clues": "true if it holds puzzles with missing clues",
        "printed": "true if it holds printed cells",
        "metadata": "the metadata that it keeps",
        "goal": "`complete` or `any` (also with unknown cells) if it keeps the goal picture, `is` "
        "if the file is that picture; else null",
        "refuses": "other puzzles that it refuses",
        "loses": "other parts that it loses",
    },
    "A factor of a count": {
        "ways": "the number of ways to fill a component",
        "times": "how many components have that number",
        "exact": "false if `ways` is a lower bound",
    },
    "A component of a repair": {
        "cells": "the cells in which solutions differ, independently of other components",
        "exact": "false if `solutions` is a lower bound",
    },
    "A component of revealed cells": {"bound": "at least this number of cells is needed"},
    "A suspect": {"line": "a line without which the other lines have a solution"},
    "The rating of davidje13's Nonogram": {
        "difficulty": "its difficulty",
        "tedium": "its tedium",
        "steps": "its number of steps",
        "reason": "why it has no answer; else null",
    },
    "The rating of dsmiller95's nonogram-printer": {
        "solutions": "how many it finds",
        "best_guesses": "the fewest guesses",
        "rating": "its rating",
        "reason": "why it has no answer; else null",
    },
    "Weights": {"scale": "the count of one cell that differs"},
}
"""Keys that are not attributes of a class, or that its docstring does not describe one by one."""


def _docstring(kind: type) -> str:
    """The docstring without examples and sections."""
    text = re.split(r"\n(?:Args|Raises):", inspect.cleandoc(kind.__doc__ or ""))[0]
    return re.sub(r"^>>> .*?(?:\n\n|\Z)", "", text, flags=re.MULTILINE | re.DOTALL)


_JSON = (
    (r"``(\w+)``", r"`\1`"),
    ("``", "`"),
    (r"\(row, column\)", "[row, column]"),
    (r"\bNone\b", "null"),
    (r"\b(?:True|False)\b", lambda found: found[0].lower()),
    (
        r"\b(?:UNIQUE|MULTIPLE|NONE|UNKNOWN|STUCK|LIMIT|WRONG|NO_SOLUTION)\b",
        lambda found: f"`{found[0].lower().replace('_', ' ')}`",
    ),
)
"""Names that differ between JSON and Python."""


def _plain(text: str) -> str:
    """The first paragraph of a docstring, in the words of JSON."""
    text = " ".join(text.split("\n\n")[0].split()).rstrip(" .;")
    for python, in_json in _JSON:
        text = re.sub(python, in_json, text)
    return text[0].lower() + text[1:] if text[:2].istitle() or text[1:2] == " " else text


def meanings(kind: type) -> dict[str, str]:
    """The meanings of a class's attributes: in its docstring, below them, and in properties."""
    text = _docstring(kind)
    heads = [*re.finditer(r"((?:``\w+``(?:,? (?:and )?)?)+)(?:\([^)]*\))?: ", text)]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    found: dict[str, str] = {}
    for head, end in zip(heads, ends, strict=bool(heads)):
        for name in re.findall(r"``(\w+)``", head[1]):
            found.setdefault(name, _plain(text[head.end() : end]))
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    for field, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(after, ast.Expr):
            assert isinstance(field.target, ast.Name)
            assert isinstance(after.value, ast.Constant)
            found[field.target.id] = _plain(str(after.value.value))
    for name, value in inspect.getmembers(kind, lambda member: isinstance(member, property)):
        if value.__doc__:
            found.setdefault(name, _plain(value.__doc__))
    return found


def keys(run: str) -> list[str]:
    """The keys of the objects that a command prints, in their order."""
    done = run_here(*run.split(), "--json")
    lines = [json.loads(line) for line in done.out.splitlines() if line.startswith("{")]
    assert lines, (run, done)
    return [*dict.fromkeys(key for line in lines for key in line)]


def _table(title: str, names: Sequence[str], kind: type | None) -> Iterator[str]:
    """The heading and the table of these keys.

    Raises:
        LookupError: a key has no description.
    """
    said = {**COMMON, **(meanings(kind) if kind else {}), **OWN.get(title, {})}
    unknown = [name for name in names if name not in said and name not in EVERY]
    if unknown:
        raise LookupError(f"{title}: no description of {', '.join(unknown)}")
    yield f"### {title}\n"
    rows = ((f"`{x}`", said[x].replace("|", r"\|")) for x in names if x not in EVERY)
    yield from documents.table(("key", "value"), rows)
    yield ""


def markdown() -> str:
    """The tables, with their headings."""
    return "\n".join(_tables())


def _tables() -> Iterator[str]:
    """All tables: one for each command, then one for each part of an answer."""
    before = os.getcwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name, text in {**FILES, "grid.txt": "#?\n#?\n", "w.non": FILES["goal.non"]}.items():
                Path(name).write_text(text, encoding="utf-8")
            for output in OUTPUTS:
                found = dict.fromkeys(key for run in output.runs for key in keys(run))
                yield from _table(f"nonosat {output.command}", [*found], output.kind)
        finally:
            os.chdir(before)
    yield "## Parts of answers\n"
    for title, kind in PARTS.items():
        names = [*kind.__annotations__] if is_typeddict(kind) else [*plain_keys(kind)]
        yield from _table(title, names, kind)
