# SPDX-License-Identifier: MIT
"""Input of solvers and modelling languages: GLPK, MiniZinc, Gecode, Picat and their like."""

from __future__ import annotations

import re
from collections.abc import Callable

from nonosat.formats.form import Format
from nonosat.formats.sample import Sample


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
        name="gecode",
        sentence="array of Gecode's example in C++",
        suffixes=(),
        module="solver_sources",
        sniff=_has("{", r"\[[ \t]*\][ \t]*=[ \t\r\n]*\{(?:[ \t\r\n]|//[^\n]*\n|/\*[^*]*\*/)*[0-9]"),
    ),
    Format(
        name="gecode-r",
        sentence="row_rules and col_rules of a program for Gecode/R",
        suffixes=(),
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
