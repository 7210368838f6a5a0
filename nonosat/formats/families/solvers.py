# SPDX-License-Identifier: MIT
"""Input of solvers: sizes and rows of numbers (.nin, .mk and their like), and modelling languages.

The forms of numbers differ in what stands around the numbers, and some texts have several of them.
So a recogniser also looks whether the numbers make sense as clues: those of the rows and of the
columns have the same sum.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from nonosat.formats.form import Format, Sample

Lines = list[list[int]]


def _clues(sample: Sample, lines: list[str]) -> Lines | None:
    """Lines of numbers; a blank line is an empty clue. None if one has anything else."""
    found: Lines = []
    for line in lines:
        numbers = sample.numbers(line) if line else []
        if numbers is None:
            return None
        found.append([] if numbers == [0] else numbers)
    return found


def _fit(rows: Lines | None, columns: Lines | None) -> bool:
    """Whether lines can be the clues of one board; None is none."""
    if not rows or not columns or any(0 in clue for clue in (*rows, *columns)):
        return False
    for clues, length in ((rows, len(columns)), (columns, len(rows))):
        if any(sum(clue) + len(clue) - 1 > length for clue in clues):
            return False
    return sum(map(sum, rows)) == sum(map(sum, columns))


def _padded(lines: list[str], count: int) -> list[str]:
    """The lines, without blank ones at the end or with those that may have been lost there."""
    while lines and not lines[-1] and len(lines) > count:
        lines = lines[:-1]
    return lines + [""] * (count - len(lines)) if lines else lines


def _is_mk(sample: Sample) -> bool:
    if "#" not in sample.filled or not sample.whole:
        return False
    size = sample.numbers(sample.filled[0])
    return size is not None and len(size) == 2 and sample.filled.count("#") == 1


def _is_nin(sample: Sample) -> bool:
    size = sample.numbers(sample.lines[0]) if sample.lines and sample.whole else None
    if size is None or len(size) != 2 or "," in sample.text:
        return False
    width, height = size
    lines = sample.lines[1:]
    filled = [line for line in lines if line]
    if len(filled) != width + height:
        filled = _padded(lines, width + height)
    clues = _clues(sample, filled) or []
    return len(clues) == width + height and _fit(clues[:height], clues[height:])


def _is_cwd(sample: Sample) -> bool:
    sizes = [sample.numbers(line) for line in sample.lines[:2]]
    if not sample.whole or len(sizes) < 2 or "," in sample.text:
        return False
    (height, width) = (size[0] if size and len(size) == 1 else 0 for size in sizes)
    lines = sample.lines[2:]
    if not height or not width or len(lines) <= height or lines[height]:
        return False
    columns = _clues(sample, _padded(lines[height + 1 :], width)) or []
    return len(columns) == width and _fit(_clues(sample, lines[:height]), columns)


def _sections(sample: Sample, comment: str | None) -> tuple[list[str], list[str]] | None:
    """Two groups of lines with blank lines between them; None if there are more or less."""
    if not sample.whole:
        return None
    lines = [x for x in sample.lines if comment is None or not x.startswith(comment)]
    groups = "\n".join(lines).strip("\n").split("\n\n")
    groups = [group.strip("\n") for group in groups if group.strip("\n")]
    return (groups[0].split("\n"), groups[1].split("\n")) if len(groups) == 2 else None


def _is_keen(sample: Sample) -> bool:
    sections = None if "," in sample.text else _sections(sample, None)
    return sections is not None and _fit(*(_clues(sample, lines) for lines in sections))


def _is_ish(sample: Sample) -> bool:
    if any(" " in line for line in sample.lines if not line.startswith("#")):
        return False
    sections = _sections(sample, "#")
    return sections is not None and _fit(*(_clues(sample, lines) for lines in sections))


def _is_syro(sample: Sample) -> bool:
    sections = None if "," in sample.text else _sections(sample, "#")
    if sections is None:
        return False
    found = []
    for lines in sections:
        numbers = [sample.numbers(line) for line in lines]
        if any(clue is None or clue[-1] != 0 for clue in numbers):
            return False
        found.append([clue[:-1] for clue in numbers if clue is not None])
    return _fit(*found)


def _is_spoj(sample: Sample) -> bool:
    if not sample.stripped[:1].isdecimal():  # most texts
        return False
    numbers = [int(x) for x in sample.text.split() if x.isascii() and x.isdecimal() and len(x) < 5]
    words = len(sample.text.split())
    if len(numbers) < words - (not sample.whole) or len(numbers) < 5:
        return False
    count, height, width = numbers[:3]
    clues: Lines = [[]]
    for number in numbers[3:]:
        if number:
            clues[-1].append(number)
        elif len(clues) == height + width:
            break
        else:
            clues.append([])
    else:
        return False
    return count > 0 and len(clues) == height + width and _fit(clues[:height], clues[height:])


def _has(word: str, *patterns: str) -> Callable[[Sample], bool]:
    """Recognises a text in which a word and all patterns occur.

    The word saves other files the time to compile the patterns, at the start of each command.
    """

    def sniff(sample: Sample) -> bool:
        text = sample.text
        return word in text and all(re.search(x, text, re.MULTILINE) for x in patterns)

    return sniff


def _picat_title(text: str) -> str:
    """What Picat keeps of a title: an atom, such as ``three_cats``; else nothing."""
    return text if re.fullmatch("[a-z][A-Za-z0-9_]*", text) and text != "nonogram" else ""


FORMATS: tuple[Format, ...] = (
    Format(
        name="cwd",
        sentence="numbers of QNonograms: height, width, rows, a blank line, columns",
        suffixes=(".cwd",),
        module="number_forms",
        sniff=_is_cwd,
    ),
    Format(
        name="faase",
        sentence="rows and columns of Frans Faase's solver",
        module="number_forms",
        sniff=lambda sample: sample.bare_sections,
    ),
    Format(
        name="ish",
        sentence="rows and columns of Games::Nonogram, with commas",
        module="number_forms",
        sniff=_is_ish,
    ),
    Format(
        name="keen",
        sentence="rows, a blank line and columns of Kyle Keen's solver",
        module="number_forms",
        sniff=_is_keen,
    ),
    Format(
        name="mk",
        sentence="numbers of Olšák's grid, with a line # between rows and columns",
        suffixes=(".mk",),
        module="number_forms",
        sniff=_is_mk,
    ),
    Format(
        name="nin",
        sentence="numbers of Jakub Wilk's solver: width and height, rows, columns",
        suffixes=(".nin",),
        module="number_forms",
        sniff=_is_nin,
    ),
    Format(
        name="spoj",
        sentence="input of the problem JCROSS of spoj.com, each clue ended by 0",
        module="number_forms",
        sniff=_is_spoj,
        many=True,
    ),
    Format(
        name="syro",
        sentence="rows and columns of jsolver, each clue ended by 0",
        module="number_forms",
        sniff=_is_syro,
    ),
    Format(
        name="gecode",
        sentence="array of Gecode's example in C++",
        module="solver_sources",
        sniff=_has("{", r"\[[ \t]*\][ \t]*=[ \t\r\n]*\{(?:[ \t\r\n]|//[^\n]*\n|/\*[^*]*\*/)*[0-9]"),
    ),
    Format(
        name="gecode-r",
        sentence="row_rules and col_rules of a program for Gecode/R",
        module="number_forms",
        sniff=_has("row_rules", r"^row_rules:", r"^col_rules:"),
    ),
    Format(
        name="glpk",
        sentence="data of the MathProg model of GLPK",
        suffixes=(".dat",),
        module="modelling",
        sniff=_has("param", r"\bparam[ \t]+m[ \t]*:=", r"\bparam[ \t]+row[ \t]*:"),
    ),
    Format(
        name="hakank",
        sentence="data of Håkan Kjellerstrand's models in MiniZinc: lengths with zeros before them",
        suffixes=(".dzn",),
        module="modelling",
        sniff=_has("row_rules", r"^[ \t]*row_rules[ \t]*=", r"^[ \t]*row_rule_len[ \t]*="),
    ),
    Format(
        name="lp",
        sentence="rows and columns of Robert Bosch's solver by linear programming",
        suffixes=(".lp",),
        module="solver_sources",
        sniff=_has("number_of_rows", r"^[ \t]*number_of_rows:", r"\bnumber_of_columns:"),
    ),
    Format(
        name="minizinc",
        sentence="data of the MiniZinc challenge: patterns of ones and zeros",
        suffixes=(".dzn",),
        module="modelling",
        sniff=_has("maxlen", r"^[ \t]*maxlen[ \t]*=", r"^[ \t]*rows[ \t]*=[ \t]*\[\|"),
    ),
    Format(
        name="picat",
        sentence="data of Håkan Kjellerstrand's program in Picat",
        suffixes=(".pi",),
        module="solver_sources",
        sniff=_has("instance", r"\binstance\([^)\n]{1,200}\)[ \t]*=>", r"\bRowRules[ \t\r\n]*="),
        texts=("title",),
        text=_picat_title,
        losses=("titles that are no atom of Picat",),
    ),
)
