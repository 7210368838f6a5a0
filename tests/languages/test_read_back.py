# SPDX-License-Identifier: MIT
"""Sentences of steps are read back to their lines and cells, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest

from docs.tools.sentence_samples import Noted, steps
from nonosat.explain.sentences import sentence
from nonosat.explain.step import Branch, Step
from nonosat.languages import codes, language
from nonosat.languages.english import TEXTS
from nonosat.logic.implications import Literal
from nonosat.model.clue import AXES, EMPTY, Line
from tests.support.sentence_reader import Node, Reader

Cell = tuple[int, int]
Fact = tuple[Cell, str, str]
"""A cell, its state as in the keys of patterns, and the names of its colours, sorted."""


class Reading:
    """What a sentence says, from the nodes of its patterns.

    ``names``: those of the colours, in the language.
    """

    def __init__(self, reader: Reader, step: Step, root: Node, names: list[str]) -> None:
        self.reader, self.step, self.root, self.names = reader, step, root, names

    def stated(self, literals: Iterable[Literal]) -> set[Fact]:
        """What literals state, one fact for each cell."""
        cells: dict[Cell, list[Literal]] = {}
        for literal in literals:
            cells.setdefault(literal[:2], []).append(literal)
        found = set()
        for cell, group in cells.items():
            held = next((x.value for x in group if x.holds), None)
            if not self.names:
                value = group[0].value if group[0].holds else 1 - group[0].value
                found.add((cell, "filled" if value else "empty", ""))
            elif held is not None:
                name = self.names[held - 1] if held != EMPTY else ""
                found.add((cell, "color" if name else "empty", name))
            elif all(x.value == EMPTY for x in group):
                found.add((cell, "not.empty", ""))
            else:
                names = sorted(self.names[x.value - 1] for x in group if x.value != EMPTY)
                found.add((cell, "not", " ".join(names)))
        return found

    def cells(self, node: Node) -> list[Cell]:
        """The cells that a statement names: by numbers in the line of the step, or by names."""
        if "cells" in node.places:
            return list(_named(node.text("cells")))
        numbers = self.reader.numbers(node.text("numbers"))
        (line,) = self.step.lines
        assert self.reader.is_about("column" if line.axis == "row" else "row", node.key)
        return [(line.index, n) if line.axis == "row" else (n, line.index) for n in numbers]

    def facts(self, nodes: Iterable[Node]) -> set[Fact]:
        """What statements say."""
        found = set()
        for node in nodes:
            if node.key == "step.solves":
                found |= self.facts(node.nodes("states"))
                continue
            use, *_, state = re.split(r"\.(?:row|column|cell)\.", node.key)
            assert use in ("is", "with", "makes", "would", "force")
            colors = str(node.places.get("colors", ""))
            names = sorted(name for name in self.names if name in colors)
            assert bool(names) == (state in ("color", "not")), node
            found |= {(cell, state, " ".join(names)) for cell in self.cells(node)}
        return found

    def of_line(self) -> tuple[set[Fact], set[Fact]]:
        """The premises and the conclusions of a step within one line."""
        premises: set[Fact] = set()
        found: set[Fact] = set()
        reasons = list(self.root.nodes("reasons"))
        while reasons:
            reason = reasons.pop()
            if reason.key == "reason.with":
                premises |= self.facts(reason.nodes("premises"))
                reasons += reason.nodes("reason")
            elif reason.key.startswith("reason.covers"):
                found |= self.covered(reason)
            elif reason.key == "reason.cover":
                for node in reason.nodes("covers"):
                    found |= self.covered(node)
            elif reason.key.startswith("reason.reach"):
                found |= {(cell, "empty", "") for cell in self.cells(reason)}
            else:
                for run in reason.nodes("run"):
                    color = {self.step.grid[cell] for cell in self.cells(run)}
                    assert len(color) == 1, "a run of one colour"
                found |= self.facts(reason.nodes("states"))
        return premises, found | self.facts(self.root.nodes("states"))

    def covered(self, node: Node) -> set[Fact]:
        """The cells that a block covers, with its colour."""
        (block,) = node.nodes("block")
        lengths = {part.length for part in self.step.puzzle.clue(self.step.lines[0]) or ()}
        assert int(block.text("length")) in lengths
        color = str(block.places.get("color", ""))
        return {(cell, "color" if color else "filled", color) for cell in self.cells(node)}

    def lines(self, nodes: Iterable[Node]) -> set[Line]:
        """The lines that are named."""
        found = set()
        for node in nodes:
            axis = next(axis for axis in AXES if f".{axis}" in node.key)
            indexes = (
                self.reader.numbers(node.text("numbers"))
                if "numbers" in node.places
                else [int(node.text("number")) - 1]
            )
            found |= {Line(axis, index) for index in indexes}
        return found


def _named(text: str) -> Iterator[Cell]:
    """``R3: 3-5, 7; R4C2``: the cells."""
    for part in text.split("; "):
        if cell := re.fullmatch(r"R(\d+)C(\d+)", part):
            yield int(cell[1]) - 1, int(cell[2]) - 1
            continue
        line = re.fullmatch(r"([RC])(\d+): ([\d, -]+)", part)
        assert line, part
        for piece in line[3].split(", "):
            first, _, last = piece.partition("-")
            for number in range(int(first) - 1, int(last or first)):
                own = int(line[2]) - 1
                yield (own, number) if line[1] == "R" else (number, own)


def check_line(reading: Reading) -> None:
    step = reading.step
    assert reading.lines(reading.root.nodes("line")) == set(step.lines)
    premises, found = reading.of_line()
    if reading.root.key == "step.zero.all":
        found = {(literal[:2], "empty", "") for literal in step.cells}
    assert found == reading.stated(step.cells)
    assert premises <= reading.stated(step.because)


def check_branch(reading: Reading, branch: Branch, nodes: Iterable[Node]) -> None:
    said: list[tuple[Line | None, set[Fact]]] = []
    for node in nodes:
        lines = reading.lines(node.nodes("line"))
        cells = node.nodes("cells") if node.key != "link.denial" else node.nodes("state")
        said.append((lines.pop() if lines else None, reading.facts(cells)))
    wanted: list[tuple[Line | None, set[Fact]]] = []
    for link in branch.links:
        fact = reading.stated([link.literal])
        if wanted and wanted[-1][0] == link.line:
            wanted[-1][1].update(fact)
        else:
            wanted.append((link.line, fact))
    if branch.failed_line is not None:
        wanted.append((branch.failed_line, set()))
    joined: list[tuple[Line | None, set[Fact]]] = []
    for line, facts in said:  # the last link stands alone, as what would be
        if joined and facts and joined[-1][0] == line:
            joined[-1][1].update(facts)
        else:
            joined.append((line, facts))
    assert joined == wanted


def check_chain(reading: Reading) -> None:
    root, step = reading.root, reading.step
    assert reading.facts(root.nodes("states")) == reading.stated(step.cells)
    if len(step.chain) == 1:
        (branch,) = step.chain
        assert reading.facts(root.nodes("state")) == reading.stated([branch.assumption])
        if root.key == "step.suppose":
            check_branch(reading, branch, root.nodes("failure"))
        return
    cases = root.nodes("cases")
    for branch, case in zip(step.chain, cases, strict=True):
        assert reading.facts(case.nodes("state")) == reading.stated([branch.assumption])
        if case.key == "case.then":
            check_branch(reading, branch, case.nodes("branch"))


def check_set(reading: Reading) -> None:
    root, step = reading.root, reading.step
    premises: set[Fact] = set()
    if root.key == "reason.with":
        premises = reading.facts(root.nodes("premises"))
        (root,) = root.nodes("reason")
    assert reading.lines(root.nodes("lines")) == set(step.lines)
    assert premises == reading.stated(step.because)
    assert reading.facts(root.nodes("forced")) == reading.stated(step.cells)


def check_weights(reading: Reading) -> None:
    root, step = reading.root, reading.step
    assert step.weights is not None
    assert reading.lines(root.nodes("lines")) == set(step.lines)
    assert int(root.text("n")) == step.weights.bound // step.weights.scale
    assert int(root.text("difference")) == step.weights.difference
    (rest,) = root.nodes("states")
    wanted = reading.stated(step.cells)
    filled = reading.facts(rest.nodes("states"))
    assert filled == {fact for fact in wanted if fact[1] == "filled"}
    assert int(rest.text("n")) == len(wanted) - len(filled)


_CHECKS = {
    "trivial": (("step.zero", "step.fills", "step.found"), check_line),
    "overlap": (("step.line",), check_line),
    "line": (("step.line",), check_line),
    "chain": (("step.suppose", "step.denied", "case.either", "case.each"), check_chain),
    "trial": (("step.suppose", "step.denied", "case."), check_chain),
    "weights": (("step.weights",), check_weights),
    "clue-set": (("reason.with", "step.force"), check_set),
}


def read_back(code: str, seed: int, puzzles: int) -> int:
    """Read the sentences that use a pattern for the first time; how many there are."""
    say, number = Noted(code), 0
    reader = Reader(language(code))
    for step in steps(seed, puzzles):
        before = len(say.said)
        text = sentence(step, say)
        if len(say.said) == before:
            continue
        beginnings, check = _CHECKS[step.technique]
        keys = [key for key in TEXTS if key.startswith(beginnings)]
        colors = step.puzzle.palette.colors
        names = [say.color(color.name) for color in colors] if len(colors) > 1 else []
        check(Reading(reader, step, reader.read(keys, text, names), names))
        number += 1
    return number


@pytest.mark.parametrize("code", codes())
def test_sentences_are_read_back(code: str) -> None:
    assert read_back(code, seed=3, puzzles=25) >= 24


@pytest.mark.slow
@pytest.mark.parametrize("code", codes())
def test_more_sentences_are_read_back(code: str) -> None:
    assert read_back(code, seed=5, puzzles=300) >= 30


def test_a_wrong_pattern_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A translation that says another state, or names other cells, does not pass."""
    filled, swapped = TEXTS["is.column.filled"], "{last} to {first}"
    for key, text in (("is.column.empty", filled), ("numbers.range", swapped)):
        with monkeypatch.context() as patch:
            patch.setitem(TEXTS, key, text)
            with pytest.raises((AssertionError, ValueError)):
                read_back("en", seed=3, puzzles=40)
