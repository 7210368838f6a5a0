# SPDX-License-Identifier: MIT
"""Input of solvers: sizes and rows of numbers (.nin, .mk and their like), and modelling languages.

The forms of numbers differ in the text around the numbers, and some texts have several forms. So
most recognisers ask the reader whether the numbers are the clues of a puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.common import attempt
from nonosat.formats.form import Format, Sample
from nonosat.model.puzzle import Puzzle

_SHORT = re.compile("[0-9]{1,4}")


def _is_mk(sample: Sample) -> bool:
    if "#" not in sample.filled or not sample.whole:
        return False
    size = sample.numbers(sample.filled[0])
    return size is not None and len(size) == 2 and sample.filled.count("#") == 1


def _reads(name: str) -> Callable[[Sample], bool]:
    """Recognises numbers that are the clues of a puzzle to the reader of a format."""

    def sniff(sample: Sample) -> bool:
        if not sample.whole or not (sample.stripped[:1].isdecimal() or sample.stripped[:1] == "#"):
            return False
        from nonosat.formats import number_forms  # here, because few texts need it

        reader = getattr(number_forms, f"read_{name}")
        return isinstance(attempt(reader, sample.text), Puzzle)

    return sniff


def _reads_without_commas(name: str) -> Callable[[Sample], bool]:
    """As ``_reads``, for forms in which only blanks stand between numbers."""
    reads = _reads(name)
    return lambda sample: "," not in sample.text and reads(sample)


def _is_spoj(sample: Sample) -> bool:
    """True for numbers whose first puzzle is whole."""
    if not sample.stripped[:1].isdecimal():  # most texts
        return False
    words = sample.text.split()
    if not all(map(_SHORT.fullmatch, words if sample.whole else words[:-1])):
        return False
    from nonosat.formats.number_forms import loads_spoj

    with suppress(PuzzleSyntaxError):
        return isinstance(next(loads_spoj(sample.text), None), Puzzle)
    return False


def _is_ish(sample: Sample) -> bool:
    """True for clues with commas, but no blanks, between their numbers."""
    clues = (line for line in sample.lines if not line.startswith("#"))
    return not any(" " in line for line in clues) and _reads("ish")(sample)


def _has(word: str, *patterns: str) -> Callable[[Sample], bool]:
    """Recognises a text in which a word and all patterns occur.

    The word saves other files the time to compile the patterns, at the start of each command.
    """

    def sniff(sample: Sample) -> bool:
        text = sample.text
        return word in text and all(re.search(x, text, re.MULTILINE) for x in patterns)

    return sniff


def _picat_title(text: str) -> str:
    """The title that Picat keeps: an atom, such as ``three_cats``; else empty."""
    return text if re.fullmatch("[a-z][A-Za-z0-9_]*", text) and text != "nonogram" else ""


FORMATS: tuple[Format, ...] = (
    Format(
        name="cwd",
        sentence="numbers of QNonograms: height, width, rows, a blank line, columns",
        suffixes=(".cwd",),
        module="number_forms",
        sniff=_reads_without_commas("cwd"),
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
        sniff=_reads_without_commas("keen"),
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
        sniff=_reads_without_commas("nin"),
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
        sniff=_reads_without_commas("syro"),
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
        losses=("titles that are not an atom of Picat",),
    ),
)
