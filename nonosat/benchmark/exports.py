# SPDX-License-Identifier: MIT
"""The instances of a benchmark in the forms of other tools: clauses, MiniZinc, steps, tables.

``cnf``: DIMACS in both encodings of ``nonosat/sat``. Comments explain the first variables, so that
a model can be drawn as a picture without nonosat. ``minizinc``: data of the format of that name,
and a model for them, with an automaton for each line (the constraint ``regular``). ``xcsp3``: the
same automata as an instance of XCSP3, also in colours. ``steps``: for machine learning, the steps
of each puzzle with one solution as JSON lines. ``table``: answers and puzzles as CSV and Parquet,
with a data card (Croissant).

The steps are split by the isomorphism class of their puzzle. So the split of a puzzle does not
depend on the rest of the benchmark, and no puzzle of a split is a puzzle of another split, turned
or recoloured. Within a split, folders stand for technique and side: to test generalisation, train
on small or easy puzzles and test on other folders. Each file begins with a canary: if a model
writes this text, the model has seen the file.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from io import StringIO

from nonosat.benchmark.instances import COLUMNS, NOTHING, Answer
from nonosat.errors import PuzzleError, library
from nonosat.explain.position import Position
from nonosat.explain.walkthroughs import Walkthrough
from nonosat.formats import dumps
from nonosat.formats.files import scratch_folder
from nonosat.limits import Limits
from nonosat.model.clue import EMPTY, UNKNOWN, Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.numbers import check_choice
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.sat.cnf import ENCODINGS, clauses_of, dimacs

KINDS = ("cnf", "minizinc", "xcsp3", "steps", "table")
"""The kinds of files besides puzzles, certificates and answers."""

CANARY = "nonosat benchmark: no text to train on. canary 5d0c1f7e-83a4-4b9e-9d56-2f1ab7c0e94d"

_WALK_WORK = 20_000
"""The most work of a walk; a walk that needs more ends early, and its file says so."""

_SPLITS = ("test", "validation", *("train",) * 8)
"""The split of a puzzle, by the last digit of its class as a number."""

_SIDES = (15, 30, MAX_SIDE)
"""Steps are in a folder by the longer side of their puzzle, which is at most this."""


def check_kinds(kinds: Sequence[str]) -> None:
    """Refuse unknown kinds, and ``table`` without duckdb.

    Raises:
        OptionError: a kind is unknown, or a library is not installed.
    """
    for kind in kinds:
        check_choice("kind", kind, KINDS)
    if "table" in kinds:
        library("duckdb")


def files_of(name: str, answer: Answer, kinds: Iterable[str]) -> dict[str, bytes]:
    """The files of an instance, in each kind that has a file for each instance.

    A kind that cannot hold the puzzle gives no file: ``minizinc`` is black and white, without
    missing clues and printed cells; ``steps`` are only for puzzles with one solution.
    """
    puzzle = answer.puzzle
    files: dict[str, str] = {}
    if "cnf" in kinds:
        for encoding in ENCODINGS:
            cnf = clauses_of(puzzle, encoding)
            heading = f"{name}: a nonogram, encoding {encoding}"
            files[f"cnf/{name}-{encoding}.cnf"] = "".join(dimacs(cnf, puzzle.width, heading))
    if "minizinc" in kinds:
        with suppress(PuzzleError):  # the format cannot hold it
            files[f"minizinc/{name}.dzn"] = dumps(puzzle, format="minizinc")
    if "xcsp3" in kinds:
        files[f"xcsp3/{name}.xml"] = "".join(_xcsp3(puzzle))
    if "steps" in kinds and answer.column("verdict") == Verdict.UNIQUE.value:
        split = _SPLITS[int(answer.isomorphism, 16) % len(_SPLITS)]
        longer = max(puzzle.height, puzzle.width)
        side = next(side for side in _SIDES if longer <= side)
        place = f"steps/{split}/{answer.column('technique')}/{side}"
        files[f"{place}/{name}.jsonl"] = "".join(_steps(name, split, answer))
    return {path: text.encode() for path, text in files.items()}


def _xcsp3(puzzle: Puzzle) -> Iterator[str]:
    """The puzzle as an instance of XCSP3, in pieces; each cell is a variable, and 0 is empty.

    Boussemart, Lecoutre, Audemard and Piette, "XCSP3: an integrated format for benchmarking
    combinatorial constrained problems", 2016.
    """
    yield '<instance format="XCSP3" type="CSP">\n<variables>\n'
    yield f'<array id="x" size="[{puzzle.height}][{puzzle.width}]"> 0..{len(puzzle.palette)} '
    yield "</array>\n</variables>\n<constraints>\n"
    rows = [(f"x[{row}][]", clue) for row, clue in enumerate(puzzle.rows)]
    columns = [(f"x[][{column}]", clue) for column, clue in enumerate(puzzle.columns)]
    for cells, clue in (*rows, *columns):
        if clue is not None:
            moves, final = _automaton(clue)
            triples = "".join(f"(q{state},{value},q{after})" for state, value, after in moves)
            yield f"<regular> <list> {cells} </list> <transitions> {triples} </transitions> "
            yield f"<start> q0 </start> <final> q{final} </final> </regular>\n"
    if puzzle.printed is not None:
        known = [(cell, value) for cell, value in enumerate(puzzle.printed.cells)]
        known = [(cell, value) for cell, value in known if value != UNKNOWN]
        names = " ".join("x[{}][{}]".format(*divmod(cell, puzzle.width)) for cell, _ in known)
        values = " ".join(str(value) for _, value in known)
        yield f"<instantiation> <list> {names} </list> <values> {values} </values> "
        yield "</instantiation>\n"
    yield "</constraints>\n</instance>\n"


def _automaton(clue: Clue) -> tuple[list[tuple[int, int, int]], int]:
    """The automaton of a clue: from state 0, (state, value, next state); and its final state.

    A state stands for a number of cells of blocks that were read. Between two blocks, one more
    state stands for an empty cell, which blocks of the same colour need.
    """
    moves = [(0, EMPTY, 0)]
    state = 0
    before: int | None = None
    for length, color in clue:
        if before is not None:  # state is at the end of the block before
            gap = state + 1
            moves += [(state, EMPTY, gap), (gap, EMPTY, gap), (gap, color, gap + 1)]
            if color != before:
                moves.append((state, color, gap + 1))
            state = gap + 1
        else:
            moves.append((state, color, state + 1))
            state += 1
        for _ in range(length - 1):
            moves.append((state, color, state + 1))
            state += 1
        before = color
    if before is not None:
        moves.append((state, EMPTY, state))
    return moves, state


def _steps(name: str, split: str, answer: Answer) -> Iterator[str]:
    """A line about the puzzle, a line for each step, and a last line about the end."""
    puzzle = answer.puzzle
    head = {
        "canary": CANARY,
        "id": name,
        "split": split,
        "height": puzzle.height,
        "width": puzzle.width,
        "technique": answer.column("technique"),
        "puzzle": _plain(puzzle),
    }
    yield _line(head)
    limits = Limits(work_limit=_WALK_WORK)
    walk = Walkthrough(Position.of(puzzle, None, limits), None)
    for number, step in enumerate(walk, start=1):
        data = step.as_dict()
        parts = {key: data[key] for key in ("technique", "lines", "because", "cells", "chain")}
        yield _line({"step": number, "position": step.grid.text_rows(), **parts})
    yield _line({"end": walk.end.value})


def _plain(puzzle: Puzzle) -> object:
    return json.loads(dumps(puzzle, format="json"))


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


_NUMBERS = ("height", "width", "colors", "trivial", "overlap", "line", "chain", "trial")
_HEADS = (
    *COLUMNS[: COLUMNS.index("solutions")],
    *("solutions", "exact"),
    *COLUMNS[COLUMNS.index("solutions") + 1 : COLUMNS.index("difficulty")],
    *("difficulty", "difficulty_exact"),
    *COLUMNS[COLUMNS.index("difficulty") + 1 :],
    "puzzle",
)
_TYPES = {
    **dict.fromkeys(_HEADS, "VARCHAR"),
    **dict.fromkeys((*_NUMBERS, "solutions"), "BIGINT"),
    **dict.fromkeys(("exact", "difficulty_exact"), "BOOLEAN"),
    "difficulty": "DOUBLE",
}


def csv_table(answers: Iterable[Answer]) -> bytes:
    """Answers and puzzles as CSV. Values that do not apply are empty; a column marks bounds."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADS)
    for answer in answers:
        found = dict(zip(COLUMNS, answer.row, strict=True))
        for name, exact in (("solutions", "exact"), ("difficulty", "difficulty_exact")):
            value = found[name]
            found[exact] = "" if value == NOTHING else str(not value.startswith(">=")).lower()
            found[name] = value.removeprefix(">=")
        found["puzzle"] = _line(_plain(answer.puzzle)).rstrip("\n")
        writer.writerow("" if found[name] == NOTHING else found[name] for name in _HEADS)
    return text.getvalue().encode()


def parquet_table(table: bytes) -> bytes:
    """The table of ``csv_table`` as Parquet, with the types of its columns.

    Raises:
        OptionError: duckdb is not installed.
    """
    duckdb = library("duckdb")
    types = ", ".join(f"'{name}': '{kind}'" for name, kind in _TYPES.items())
    with scratch_folder() as folder:
        read, made = os.path.join(folder, "table.csv"), os.path.join(folder, "table.parquet")
        with open(read, "wb") as file:
            file.write(table)
        with duckdb.connect(":memory:") as connection:
            connection.execute("SET threads = 1")
            quoted = [path.replace("'", "''") for path in (read, made)]
            connection.execute(
                f"COPY (SELECT * FROM read_csv('{quoted[0]}', header = true, delim = ',', "
                f"quote = '\"', escape = '\"', columns = {{{types}}})) "
                f"TO '{quoted[1]}' (FORMAT parquet)"
            )
        with open(made, "rb") as file:
            return file.read()


_CROISSANT = "http://mlcommons.org/croissant/1.0"
_CC0 = "https://creativecommons.org/publicdomain/zero/1.0/"
SOURCE = "https://github.com/nonosat/nonosat"
_CARD_TYPES = {
    "VARCHAR": "sc:Text",
    "BIGINT": "sc:Integer",
    "DOUBLE": "sc:Float",
    "BOOLEAN": "sc:Boolean",
}
_SPECIAL = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
}
_TERMS = {
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
}
_PLAIN_TERMS = (
    *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty"),
    *("fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField"),
    *("path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate"),
    *("separator", "source", "subField", "transform"),
)
_CONTEXT: dict[str, object] = {
    **_SPECIAL,
    **dict(sorted((_TERMS | {name: f"cr:{name}" for name in _PLAIN_TERMS}).items())),
}
"""The names of Croissant, exactly as in its specification, since readers compare them."""


def croissant(name: str, version: str, size: str, count: int, table: bytes) -> bytes:
    """The data card of a table of ``csv_table``: Croissant 1.0, for catalogues of data sets.

    ``mlcroissant validate`` accepts it. It also recommends a date, but files of a benchmark have no
    dates.
    """
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"instances/{head}",
            "name": head,
            "dataType": _CARD_TYPES[_TYPES[head]],
            "source": {"fileObject": {"@id": "answers.csv"}, "extract": {"column": head}},
        }
        for head in _HEADS
    ]
    about = f"{count} nonograms with verdicts, levels of deduction and difficulties; size {size}."
    card = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": name,
        "description": about,
        "conformsTo": _CROISSANT,
        "license": _CC0,
        "url": SOURCE,
        "version": f"{version}.0.0",
        "citeAs": f"The nonosat developers: {name}, version {version}. {SOURCE}",
        "creator": {"@type": "sc:Organization", "name": "The nonosat developers"},
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "answers.csv",
                "name": "answers.csv",
                "contentUrl": "answers.csv",
                "encodingFormat": "text/csv",
                "sha256": sha256(table).hexdigest(),
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "instances",
                "name": "instances",
                "key": {"@id": "instances/id"},
                "field": fields,
            }
        ],
    }
    return (json.dumps(card, indent=2) + "\n").encode()
