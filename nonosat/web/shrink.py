# SPDX-License-Identifier: MIT
"""``shrink``: a script or a style sheet without comments, indentation and needless spaces.

The sources of the page are what its readers need: types and reasons stand in comments, which are a
third of them. A browser gets the same modules without those, made when a file is first asked for;
nothing is renamed, so that a message still names the function. The cost is some milliseconds for
each file, once. Rejected: a program that shortens names, as a step of every build, which needs
node.js wherever the package is made.

A script is read token by token, because quotes, slashes and braces mean different things in
strings, templates and regular expressions. A slash begins a regular expression unless a value can
end before it. A line break stays wherever a statement may end. A comma
after a last element goes, and the semicolon of a last statement, unless it is a statement itself.

>>> shrink("{ while (a()); } { for (;;) { b(); } }", "js")
'{while(a());}{for(;;){b()}}\\n'
>>> shrink('const a = "b  c"; // why\\nf( a , /[/"] /g );\\n', "js")
'const a="b  c";f(a,/[/"] /g);\\n'
>>> shrink("a , b {\\n  color : red; /* why */\\n}\\n", "css")
'a,b{color :red}\\n'
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<word>[\w$#\u0080-\uffff]+)
    |(?P<sign>=>|\+\+|--|\?\.(?!\d)|[^\w\s])""",
    re.X | re.S,
)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_NO_VALUE = frozenset([*"(,=:[!&|?{};+-*%<>~^", "=>"])
"""After these signs no value ends, so a slash begins a regular expression."""
_NO_VALUE_WORDS = frozenset(
    (
        "return",
        "typeof",
        "case",
        "in",
        "of",
        "delete",
        "void",
        "throw",
        "new",
        "do",
        "else",
        "await",
    )
)
_GOES_ON = frozenset([*"{([,;=&|?:+-*%<>.!", "=>", "?."])
"""After these signs no statement ends."""
_CONTINUES = frozenset([*"})],;.:?=&|*%<>", "?."])
"""Before these signs no statement begins."""


def shrink(text: str, kind: str) -> str:
    """The same script (``js``) or style sheet (``css``), shorter."""
    return (_script if kind == "js" else _sheet)(text)


def _script(text: str) -> str:
    out: list[str] = []
    last = ""
    gap = ""
    heads: list[bool] = []  # for each open parenthesis: is it the head of a loop or a condition?
    headed = False
    for token in _tokens(text):
        if token.isspace():
            gap = "\n" if "\n" in token or "\n" in gap else " "
            continue
        if token == "(":
            heads.append(last in ("for", "while", "if"))
        if token == "}" and last == ";" and not headed:
            out.pop()  # the semicolon of a last statement
            last = out[-1]
        headed = heads.pop() if token == ")" and heads else headed and token == ";"
        if token in "}])" and last == "," and out[-2] not in ("[", ","):
            out.pop()  # a comma after the last element
            last = out[-1]
        if gap == "\n" and not (last in _GOES_ON or token in _CONTINUES or not last):
            out.append("\n")
        elif gap and last and _would_join(last, token):
            out.append(" ")
        out.append(token)
        last, gap = token, ""
    return "".join(out) + "\n"


def _would_join(last: str, token: str) -> bool:
    """Whether two tokens without a space would be read as others."""
    if _is_word(last[-1]) and _is_word(token[0]):
        return True
    return last[-1] in "+-/" and token[0] in "+-/"


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter in "_$#" or letter >= "\u0080"


def _tokens(text: str) -> Iterator[str]:
    """The tokens of a script; a comment is a space, a template with what it holds is one token."""
    at, last = 0, ""
    while at < len(text):
        if text[at] == "`":
            end = _template_end(text, at + 1)
        elif text[at] == "/" and (found := _regex(text, at, last)):
            end = found
        else:
            match = _TOKEN.match(text, at)
            assert match is not None
            end = match.end()
            if match.lastgroup in ("space", "comment"):
                yield "\n" if "\n" in match[0] else " "
                at = end
                continue
        last = text[at:end]
        yield last
        at = end


def _regex(text: str, at: int, last: str) -> int | None:
    """The end of the regular expression that begins here, or None."""
    if text[at + 1 : at + 2] in ("/", "*"):
        return None
    if last and last not in _NO_VALUE and last not in _NO_VALUE_WORDS:
        return None
    match = _REGEX.match(text, at)
    return match.end() if match else None


def _template_end(text: str, at: int) -> int:
    """The end of a template whose text begins here."""
    while text[at] != "`":
        if text[at] == "\\":
            at += 2
        elif text.startswith("${", at):
            at = _hole_end(text, at + 2)
        else:
            at += 1
    return at + 1


def _hole_end(text: str, at: int) -> int:
    """The end of a part of a template that is code."""
    depth = 0
    while depth or text[at] != "}":
        if text[at] == "`":
            at = _template_end(text, at + 1)
            continue
        match = _TOKEN.match(text, at)
        assert match is not None
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        at = match.end()
    return at + 1


def _sheet(text: str) -> str:
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    parts = re.split(r'("[^"\n]*")', text)
    for number in range(0, len(parts), 2):
        plain = re.sub(r"\s+", " ", parts[number])
        plain = re.sub(r" ?([{};,]) ?", r"\1", plain)
        parts[number] = re.sub(r": ", ":", plain).replace(";}", "}")
    return "".join(parts).strip() + "\n"
