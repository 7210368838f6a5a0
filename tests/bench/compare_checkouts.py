# SPDX-License-Identifier: MIT
"""Do two versions of the program give the same answers? The other version is another checkout.

    python -m tests.bench.compare_checkouts OTHER [--random 5000] [--color 1000] [--no-corpus]
    python -m tests.bench.compare_checkouts --answer OTHER > FILE    # to compare with FILE later

Both versions solve the same puzzles: random pictures of several sizes and densities, one in five
with its columns in another order, so that most of those have no solution; random pictures in two to
four colours; and the corpus (NONOSAT_CORPUS): ``hard``, ``sample``, ``color``, ``large``, every
fifth puzzle of taai2014, and ``survey`` without the two that take longest. Every puzzle gets
several questions: presets, numbers of solutions, the backbone. Some random pictures are also rated,
repaired (without a limit) and certified. Only results that the seed determines are compared.
Verdicts, the answers about the goal, complete lists of solutions and backbones must be the same. A
reason, the cells that deduction solves, the order of solutions and the deciding stage may change
with the methods; these differences are counted. Ratings, repairs and certificates (except the
versions that made them, and which two of several solutions they name) must be the same. This
version also answers every tenth question again, with ``solve`` and with ``solve_many``: the whole
report must be the same.

Exit code 1 for a difference that must not be.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.measure import WITH_GRAPH, python_of

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("NONOSAT_CORPUS") or ROOT.parent / "shared" / "corpus")

SHAPES = ((10, 10, 0.5), (15, 15, 0.5), (20, 15, 0.6), (25, 25, 0.5), (8, 30, 0.4), (12, 12, 0.3))
ALWAYS: tuple[dict[str, Any], ...] = (
    {"preset": "fast"},
    {"stages": WITH_GRAPH},
    {"preset": "logic"},
)
SOMETIMES: tuple[dict[str, Any], ...] = (
    {"preset": "sat"},
    {"preset": "networkx"},
    {"preset": "cpsat"},
    {"preset": "fast", "limit": 1},
    {"preset": "fast", "limit": 20},
    {"preset": "fast", "backbone": True},
    {"preset": "default", "seed": 7},
)
"""Each random puzzle is solved with one of these."""
LONGEST = ("survey-faase", "survey-meow")
FORMER = {'"counting"': '"weights"'}
"""Other names in the answers of earlier versions."""
RATED, REPAIRED, CERTIFIED = 10, 25, 10
"""One random picture of these many is rated, repaired, certified."""
MUST = ("verdict", "goal", "clued_cells_unique", "all solutions", "ambiguous", "answer")
MAY = ("reason", "known", "first solutions", "finished by")


def questions(count: int, colors: int, corpus: bool) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Names, puzzles and options of ``solve``; the version that is imported makes the puzzles."""
    from nonosat import Grid, Puzzle, load, load_all

    for number in range(count):
        width, height, density = SHAPES[number % len(SHAPES)]
        generator = random.Random(f"compare {number}")
        rows = [[int(generator.random() < density) for _ in range(width)] for _ in range(height)]
        across, down = Grid(rows).clues()
        if number % 5 == 4:
            down = tuple(generator.sample(down, len(down)))
        puzzle = Puzzle(across, down)
        for options in (*ALWAYS, SOMETIMES[number % len(SOMETIMES)]):
            yield f"random {number}", puzzle, options
    for number in range(colors):
        generator = random.Random(f"compare colors {number}")
        shades = 2 + number % 3
        width, height = generator.randint(3, 16), generator.randint(3, 16)
        values = [*[0] * shades, *range(1, shades + 1)]  # half of the cells
        rows = [[generator.choice(values) for _ in range(width)] for _ in range(height)]
        puzzle = Puzzle.from_grid(Grid(rows, "#abc"[:shades]))
        for options in (*ALWAYS, SOMETIMES[3 + number % 4]):
            yield f"colors {number}", puzzle, options
    if corpus:
        files = [
            path
            for folder in ("hard", "sample", "color", "large", "survey")
            for path in sorted((CORPUS / folder).iterdir())
            if path.suffix in (".non", ".xml") and path.stem not in LONGEST
        ]
        for path in files:
            puzzle = load(path)
            for options in ({"preset": "fast"}, {"preset": "default"}):
                yield f"{path.parent.name}/{path.stem}", puzzle, options
        for number, puzzle in enumerate(load_all(CORPUS / "tournament" / "taai2014.txt")):
            if number % 5 == 0:
                for options in ({"preset": "fast"}, {"preset": "default", "limit": 1}):
                    yield f"taai2014 {number}", puzzle, options


def answers(arguments: argparse.Namespace) -> None:
    """Print the answers of the version in ``arguments.answer``, a line for each question."""
    sys.path.insert(0, arguments.answer)
    import nonosat

    assert Path(nonosat.__file__).is_relative_to(arguments.answer), nonosat.__file__
    asked = questions(arguments.random, arguments.color, not arguments.no_corpus)
    for number, (name, puzzle, options) in enumerate(asked):
        report = nonosat.solve(puzzle, **options)
        if arguments.again and number % 10 == 0:
            for other in (
                nonosat.solve(puzzle, **options),
                *nonosat.solve_many([puzzle], **options),
            ):
                assert untimed(other) == untimed(report), (name, options)
        line = {"name": name, "options": options, **facts(report.as_dict(), options)}
        print(json.dumps(line), flush=True)
    for name, what, answer in answers_of_other_functions(arguments.random, arguments.color):
        print(json.dumps({"name": name, "options": what, "answer": answer}), flush=True)


def answers_of_other_functions(count: int, colors: int) -> Iterator[tuple[str, str, Any]]:
    """Names of puzzles, of functions, and the answers of these functions."""
    import nonosat

    for number in range(count + colors):
        generator = random.Random(f"compare others {number}")
        shades = 1 if number < count else 2 + number % 2
        side = generator.randint(5, 10 if number % REPAIRED == 0 else 15)
        values = [*[0] * shades, *range(1, shades + 1)]
        rows = [[generator.choice(values) for _ in range(side)] for _ in range(side)]
        puzzle = nonosat.Puzzle.from_grid(nonosat.Grid(rows, "#abc"[:shades]))
        name = f"other {number}"
        if number % RATED == 0:
            yield name, "rate", without_times(nonosat.rate(puzzle, other_programs=True).as_dict())
        if number % REPAIRED == 0:
            yield name, "repair", without_times(public("make", "repair_picture")(puzzle).as_dict())
        if number % CERTIFIED == 0:
            yield name, "certify", certificate(puzzle)


def public(home: str, name: str) -> Any:
    """A public name, which earlier versions had in ``nonosat`` itself."""
    import nonosat

    return getattr(getattr(nonosat, home, nonosat), name)


def present(line: str) -> Any:
    """An answer, as JSON, with the current names."""
    for former, name in FORMER.items():
        line = line.replace(former, name)
    return json.loads(line)


def certificate(puzzle: Any) -> list[str]:
    """The outcome of a certificate of the puzzle, and the hashes of its claim and proof."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "puzzle.nonocert")
        public("proof", "write_certificate")(puzzle, path)
        head, _, proof = gzip.decompress(path.read_bytes()).partition(b"\n")
        claim = {key: value for key, value in json.loads(head).items() if key != "made_by"}
        outcome = public("proof", "verify_certificate")(path, puzzle).outcome
    if claim["verdict"] == "multiple":  # any two solutions
        del claim["solutions"]
    parts = (json.dumps(claim, sort_keys=True).encode(), proof)
    return [outcome, *(hashlib.sha256(part).hexdigest() for part in parts)]


def without_times(value: Any) -> Any:
    """An answer as data, without its times."""
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if not k.endswith("seconds")}
    return [without_times(v) for v in value] if isinstance(value, list | tuple) else value


def untimed(report: Any) -> dict[str, Any]:
    """A report without its times."""
    data: dict[str, Any] = without_times(report.as_dict())
    return data


def facts(data: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The compared parts of a report."""
    solutions = sorted("/".join(rows) for rows in data["solutions"])
    complete = data["reason"] is None and len(solutions) < max(2, options.get("limit", 2))
    last = [stage["name"] for stage in data["stages"]][-1:]
    return {
        "verdict": data["verdict"],
        "goal": data["goal"],
        "clued_cells_unique": data["clued_cells_unique"],
        "all solutions": solutions if complete else None,
        "ambiguous": data.get("ambiguous"),
        "reason": data["reason"],
        "known": data["known"],
        "first solutions": solutions,
        "finished by": last,
    }


def main() -> int:
    """Ask both versions, side by side, and compare line by line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", nargs="?", help="a checkout, or a file with its answers")
    parser.add_argument("--random", type=int, default=5000, help="random black-and-white puzzles")
    parser.add_argument("--color", type=int, default=1000, help="random puzzles in colours")
    parser.add_argument("--no-corpus", action="store_true")
    parser.add_argument("--answer", metavar="FOLDER", help="print the answers of a checkout")
    parser.add_argument("--again", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.answer:
        answers(arguments)
        return 0
    if not arguments.other:
        parser.error("name the other checkout")
    common = [f"--random={arguments.random}", f"--color={arguments.color}"]
    common += ["--no-corpus"] * arguments.no_corpus
    runs = []
    said: list[Iterable[str]] = []
    for place, more in ((Path(arguments.other), []), (ROOT, ["--again"])):
        if place.is_file():
            said.append(place.open(encoding="utf-8"))
            continue
        folder = place.resolve()
        command = [python_of(folder), "-m", "tests.bench.compare_checkouts", "--answer"]
        command += [str(folder), *common, *more]
        runs.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT))
        said.append(runs[-1].stdout or ())
    theirs, ours = said
    verdicts: Counter[str] = Counter()
    differences: Counter[str] = Counter()
    for before, after in zip(theirs, ours, strict=True):
        old, new = present(before), present(after)
        assert (old["name"], old["options"]) == (new["name"], new["options"])
        verdicts[new.get("verdict", new["options"])] += 1
        for what in (*MUST, *MAY):
            if old.get(what) != new.get(what):
                differences[what] += 1
                if what in (*MUST, "reason"):
                    change = (old.get(what), "->", new.get(what))
                    print(new["name"], new["options"], what, *change, flush=True)
    print("questions:", sum(verdicts.values()), dict(verdicts))
    print("differences that must not be:", {what: differences[what] for what in MUST})
    print("differences that may be:", {what: differences[what] for what in MAY})
    failed = any(run.wait() for run in runs)
    return int(failed or any(differences[what] for what in MUST))


if __name__ == "__main__":
    sys.exit(main())
