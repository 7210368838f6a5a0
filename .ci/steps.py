#!/usr/bin/env python3
"""Runs the steps of the checks, finds the steps that a change needs, and measures their cost.

    .ci/run                   the gate: what runs before a change lands
    .ci/full                  the whole: every step that the gate leaves out, but `links`
    .ci/full STEP...          these steps, of the gate or of the whole
    .ci/full --changed        the steps of the whole that the change needs
    .ci/full --list           steps, budgets, paths
    .ci/full --judge          steps and tests a quarter above their budget

A step is a script in .ci/steps/. It runs alone and in any order. Shared parts (.venv, the
extension, node_modules, build/site) are reused if they fit the checkout, and else made before the
step (.ci/shared.sh). The head of a step says what it does, what it needs, which step runs first,
and its budget in processor seconds, without the making of shared parts. On a slow machine, the
time of a step is divided by the slowness (.ci/slowness.py) before it is compared with the budget.

A change needs a step if one of its files, committed or not, was touched since the commit at which
the step passed last, and .ci/paths.tsv names the step for that file. Each run of a step writes a
line in .ci/last.tsv, which is committed; a step is also needed if it has no line, or if its last
run failed.

Exit codes: 0 all passed, 1 a step failed, 2 usage.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from slowness import Slowness

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".ci" / "steps"
PATHS = ROOT / ".ci" / "paths.tsv"
LAST = ROOT / ".ci" / "last.tsv"
COSTS = ROOT / "build" / "costs"
"""The costs of the tests from pytest, a folder for each step: tests/support/costs.py."""
HEAD = "step\tcommit\tseconds\tprocessor\tslowness\tpassed\n"
MADE = "(needed)"
"""The row of the table of costs for making shared parts."""
BY_NAME = ("links",)
"""Steps that run only by name: this one contacts hosts that few machines can reach."""
MOST = 2.0
"""The processor seconds that a default test may take; a test that takes more is ``slow``."""
ABOVE = 1.25
"""The factor by which a step or test may exceed its budget, because processor time varies."""


@dataclass(frozen=True)
class Step:
    """A script of .ci/steps/, with the lines of its head."""

    name: str
    about: str
    budget: int
    """In processor seconds."""
    needs: str
    """Calls of .ci/shared.sh that make shared parts."""
    first: str
    """A step that runs before it, or empty."""


@dataclass(frozen=True)
class Line:
    """A line of .ci/last.tsv: how the last run of a step ended."""

    step: str
    commit: str
    seconds: float
    processor: float
    """Processor seconds on this machine."""
    slowness: float
    """Of the machine in that time; 1 on the reference machine of the budgets."""
    passed: bool

    @property
    def taken(self) -> float:
        """Processor seconds on the reference machine of the budgets."""
        return self.processor / self.slowness

    def __str__(self) -> str:
        return "\t".join(
            (
                self.step,
                self.commit,
                f"{self.seconds:.0f}",
                f"{self.processor:.0f}",
                f"{self.slowness:.2f}",
                "yes" if self.passed else "no",
            )
        )


def steps() -> dict[str, Step]:
    """All steps by name; those of the gate first, in the order of .ci/run."""
    found = {path.name: _step(path) for path in sorted(FOLDER.iterdir())}
    order = [*gate(), *(name for name in found if name not in gate())]
    order.sort(key=lambda name: name == "cost")  # last: it judges the others
    return {name: found[name] for name in order}


def _step(path: Path) -> Step:
    head = re.match(
        r"#![^\n]+\n# (?P<about>[^\n]+)\n(#[^\n]*\n)*?# budget: (?P<budget>\d+)\n"
        r"(# needs: (?P<needs>[^\n]+)\n)?(# first: (?P<first>[^\n]+)\n)?",
        path.read_text(encoding="utf-8"),
    )
    if head is None:
        raise SystemExit(f"{path}: the head needs a sentence and a line '# budget: SECONDS'")
    needs, first = head["needs"] or "", head["first"] or ""
    return Step(path.name, head["about"], int(head["budget"]), needs, first)


def gate() -> list[str]:
    """The names of the steps of the gate, in the order of .ci/run."""
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace("\\\n", " ")
    return text.partition("--gate ")[2].split()


def whole() -> list[str]:
    """The names of the steps of the whole, without those that run only by name."""
    return [name for name in steps() if name not in (*gate(), *BY_NAME)]


def rows() -> dict[str, list[str]]:
    """The steps of the whole by the beginning of a path: from .ci/paths.tsv, and for each step its
    own file.
    """
    lines = PATHS.read_text(encoding="utf-8").splitlines()
    every = whole()
    found = {f".ci/steps/{name}": [name] if name in every else [] for name in steps()}
    for line in lines:
        if line and not line.startswith("#"):
            path, _, wanted = line.partition("\t")
            found[path] = every if wanted == "all" else [x for x in wanted.split() if x != "-"]
    return found


def row_of(file: str, table: Iterable[str]) -> str | None:
    """The row of a file: the longest beginning of its path; None if no row fits."""
    return max(filter(file.startswith, table), key=len, default=None)


def needed(last: Mapping[str, Line]) -> dict[str, str]:
    """The steps of the whole that the checkout needs, each with the reason."""
    table = rows()
    found = {}
    for name in whole():
        line = last.get(name)
        if line is None or not line.passed:
            found[name] = "it has not passed yet" if line is None else "its last run failed"
            continue
        touched = _touched(line.commit)
        if touched is None:
            found[name] = f"its last run was at {line.commit[:12]}, which is not in this history"
            continue
        for file in touched:
            row = row_of(file, table)
            if row is None or name in table[row]:
                found[name] = f"{file} was touched since {line.commit[:12]}"
                break
    return found


def _touched(commit: str) -> list[str] | None:
    """The files that differ from a commit, committed or not; None if the commit is unknown.

    A changed budget does not count: the step still does the same.
    """
    changed = _git("diff", "--numstat", "--no-renames", "-I^# budget: ", commit, "--")
    new = _git("ls-files", "--others", "--exclude-standard") or ""
    if changed is None:
        return None
    return [*(line.split("\t")[2] for line in changed.splitlines()), *new.splitlines()]


def _git(*words: str) -> str | None:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def read_last() -> dict[str, Line]:
    """The last run of each step."""
    found = {}
    if LAST.exists():
        for line in LAST.read_text(encoding="utf-8").splitlines()[1:]:
            name, commit, *numbers, passed = line.split("\t")
            found[name] = Line(name, commit, *map(float, numbers), passed == "yes")
    return found


def write_last(line: Line) -> None:
    """Write the line of a step, and replace its earlier line."""
    found = {**read_last(), line.step: line}
    new = LAST.with_suffix(".new")
    lines = [f"{found[name]}\n" for name in steps() if name in found]
    new.write_text(HEAD + "".join(lines), encoding="utf-8")
    new.replace(LAST)


def age(line: Line) -> str:
    """The number of commits since the last run of a step, in words."""
    commits = _git("rev-list", "--count", f"{line.commit}..HEAD")
    if commits is None:
        return f"at {line.commit[:12]}, which is not in this history"
    return f"{commits} commits ago" if line.passed else f"failed {commits} commits ago"


def run(name: str) -> tuple[Line, Line]:
    """Run one step and write its line; return it, and the cost of making the shared parts."""
    costs = COSTS / name
    costs.mkdir(parents=True, exist_ok=True)
    for file in costs.iterdir():
        file.unlink()
    commit = _git("rev-parse", "HEAD") or "unknown"
    needs = [f". {FOLDER.parent / 'shared.sh'}", steps()[name].needs or ":"]
    made = _measured(MADE, commit, ["bash", "-c", "; ".join(needs)], {})
    command = ["bash", str(FOLDER / name)] if made.passed else ["false"]
    line = _measured(name, commit, command, {"NONOSAT_COSTS": str(costs)})
    write_last(line)
    return line, made


def _measured(name: str, commit: str, command: list[str], settings: dict[str, str]) -> Line:
    begun, used = time.monotonic(), _processor()
    with Slowness() as slowness:
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}, check=False)
    seconds, processor = time.monotonic() - begun, _processor() - used
    return Line(name, commit, seconds, processor, slowness.mean(), done.returncode == 0)


def _processor() -> float:
    """Processor seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def counted(name: str) -> tuple[int, Counter[str]]:
    """The number of tests that ran in a step, and of those left out, by mark."""
    ran, left_out = 0, Counter[str]()
    for file in (COSTS / name).glob("*.json"):
        said = json.loads(file.read_text(encoding="utf-8"))
        ran += said["passed"] + said["failed"]
        left_out.update(said["left_out"])
    return ran, left_out


def table(lines: list[Line], made: list[Line]) -> str:
    """The costs of the steps, and of making shared parts, as a table of text."""
    head = f"{'step':<12}{'seconds':>8}{'processor':>10}{'slowness':>9}{'budget':>8}{'tests':>7}"
    shown = [f"{head}  left out"]
    for line in lines:
        ran, left_out = counted(line.step)
        words = ", ".join(f"{mark} {number}" for mark, number in left_out.items() if number)
        shown.append(
            f"{line.step:<12}{line.seconds:>8.0f}{line.processor:>10.0f}{line.slowness:>9.2f}"
            f"{steps()[line.step].budget:>8}{ran or '-':>7}  {words}".rstrip()
        )
    for name, some in ((MADE, made), ("together", [*lines, *made])):
        seconds, processor = sum(x.seconds for x in some), sum(x.processor for x in some)
        shown.append(f"{name:<12}{seconds:>8.0f}{processor:>10.0f}")
    return "\n".join(shown)


def above(line: Line) -> str:
    """A sentence if a step is a quarter above its budget; else empty."""
    budget = steps()[line.step].budget
    if line.taken <= ABOVE * budget:
        return ""
    return f"{line.step} took {in_words(line)}; its budget is {budget}"


def in_words(line: Line) -> str:
    """Processor seconds, here and on the reference machine of the budgets."""
    return f"{line.processor:.1f} processor seconds, {line.taken:.1f} on the machine of the budgets"


def judged() -> list[str]:
    """The last runs of steps, and the tests of the step ``tests``, a quarter above their budget."""
    last = read_last()
    found = [above(line) for line in last.values() if above(line)]
    run = last.get("tests", Line("tests", "", 0, 0, 1, True))
    for file in sorted((COSTS / "tests").glob("*.json")):
        for test, seconds in json.loads(file.read_text(encoding="utf-8"))["seconds"].items():
            if "::" in test and replace(run, processor=seconds).taken > ABOVE * MOST:
                found += _judged_alone(test)
    return found


def _judged_alone(test: str) -> list[str]:
    """The verdict on a test that took too long beside others, from a run alone: the machine may
    have been slow just during the test.
    """
    file = COSTS / "alone.json"
    file.unlink(missing_ok=True)
    command = [".venv/bin/pytest", "-q", "-n0", test]
    line = _measured(test, "", command, {"NONOSAT_COSTS": str(file)})
    if not line.passed:
        return [f"{test} does not pass alone"]
    seconds = json.loads(file.read_text(encoding="utf-8"))["seconds"][test]
    line = replace(line, processor=seconds)  # without the start of pytest
    if line.taken <= ABOVE * MOST:
        return []
    return [f"{test} took {in_words(line)}: more than {MOST:g} is slow"]


def run_all(names: list[str]) -> int:
    """Run steps one after the other, even if one fails; print their costs."""
    lines, made = [], []
    for name in names:
        print(f"\n== {name}: {steps()[name].about}", flush=True)
        for line, some in zip(run(name), (lines, made), strict=True):
            some.append(line)
        print(f"== {name}: {'passed' if lines[-1].passed else 'FAILED'}", flush=True)
    print(f"\n{table(lines, made)}")
    for line in filter(above, lines):
        print(f"above its budget: {above(line)}")
    failed = [line.step for line in lines if not line.passed]
    for name in failed:
        print(f"FAILED: {name}. To run it alone: .ci/full {name}")
    if not failed:
        print("all steps passed")
    return 1 if failed else 0


def print_list() -> None:
    """Print each step with its budget and the paths whose change needs it."""
    known = rows()
    for step in steps().values():
        where = "gate" if step.name in gate() else "whole"
        print(f"{step.name:<12}{where:<6}{step.budget:>6} s  {step.about}")
        paths = [path for path, wanted in known.items() if step.name in wanted]
        if where == "whole":
            print(f"{'':<28}{' '.join(paths) or 'only by name'}")


def print_ages() -> None:
    """Print the age of the last run of each step of the whole, and whether the step is needed."""
    last = read_last()
    wanted = needed(last)
    print("\nsteps of the whole, which do not run in the gate:")
    for name in steps():
        if name not in gate():
            when = age(last[name]) if name in last else "never"
            print(f"{name:<12}{when}{'; needed: ' + wanted[name] if name in wanted else ''}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0], prog=".ci/full")
    parser.add_argument("steps", metavar="STEP", nargs="*", help="run these steps")
    parser.add_argument("--changed", action="store_true", help="run the steps a change needs")
    parser.add_argument("--list", action="store_true", help="print steps, budgets, paths")
    parser.add_argument("--gate", action="store_true", help="print the ages of the other steps")
    parser.add_argument("--judge", action="store_true", help="print what is above its budget")
    given = parser.parse_args()
    known = steps()
    unknown = [name for name in given.steps if name not in known]
    if unknown:
        parser.error(f"unknown step {', '.join(unknown)}; .ci/full --list prints all steps")
    if given.list:
        print_list()
        return 0
    if given.judge:
        found = judged()
        print("\n".join(found) or "no step and no test is a quarter above its budget")
        return 1 if found else 0
    names = given.steps or whole()
    if given.changed:
        reasons = needed(read_last())
        names = list(reasons)
        print("\n".join(f"{name}: {why}" for name, why in reasons.items()) or "no step is needed")
    names = list(dict.fromkeys(x for name in names for x in (known[name].first, name) if x))
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "steps.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("steps are already running in this checkout; wait for their end", file=sys.stderr)
            return 1
        code = run_all(names) if names else 0
    if given.gate:
        print_ages()
    return code


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
