# SPDX-License-Identifier: MIT
"""Conditions in SQL: ``verdict = 'multiple' and width <= 20`` chooses puzzles, and can do no more.

A condition may come from a stranger. So there are several defences; each stops most attacks alone:

* The condition is split into words first. Statements cannot be added: ``;``, comments and
  parameters are refused, and parentheses and quotes must be closed, so that the condition stays
  inside its own parentheses.
* SQLite prepares the condition alone, and asks an authorizer about everything that it would do:
  it may select, read the tables of a collection (``docs/collections.md``) and call the functions of
  ``FUNCTIONS``. ATTACH, PRAGMA, writing, recursion, other tables and other functions are refused.
  The authorizer stays for the query itself, on a database that is opened read-only.
* Texts, patterns, statements and the number of subqueries have bounds, so that no single step of
  SQLite takes long; between steps a time limit is checked. It counts the time inside SQLite, not
  the time that the caller spends between two rows.

Rejected: a language of our own for conditions. SQL is known, documented, and has indexes.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from math import isfinite
from typing import cast

from nonosat.collection.rows import IS_THERE, unknown_column
from nonosat.collection.schema import reading
from nonosat.errors import LimitError, OptionError, check_type
from nonosat.limits import Cancellation, Limits
from nonosat.model.numbers import whole_number
from nonosat.model.report import Reason

MOST_SECONDS = 60.0
"""The default time limit of a condition."""

READABLE = frozenset(
    ["puzzles", "puzzle", "source", "place", "faults", "question", "result", "detail", "attempt"]
)
"""The tables that a condition may read; subqueries may use the tables behind the view."""

FUNCTIONS = frozenset({
    *("->", "->>", "abs", "avg", "ceil", "coalesce", "count", "date", "datetime", "floor", "glob"),
    *("ifnull", "iif", "instr", "json_extract", "julianday", "length", "like", "lower", "ltrim"),
    *("max", "min", "nullif", "round", "rtrim", "sign", "sqrt", "strftime", "substr", "substring"),
    *("sum", "total", "trim", "typeof", "unicode", "upper"),
})  # fmt: skip
"""Functions that a condition may call: they make no large values and stay inside the file."""

_OURS = frozenset({"json", "json_object", "printf", "replace"})
"""Functions that expressions of ours may call, too."""

_MOST_CHARACTERS = 20_000
_MOST_ROWS = (1 << 63) - 1
_MOST_SELECTS = 8
_MOST_BYTES = 4 * 2**20
_MOST_PATTERN = 500
_STEPS = 20_000
"""The steps of SQLite's virtual machine between two looks at the clock, under a millisecond."""

_TOKEN = re.compile(
    r"""
    (?P<space>\s+)
    | (?P<comment>--|/\*)
    | (?P<text>(?:[xX])?'(?:[^']|'')*')
    | (?P<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])
    | (?P<number>0[xX][0-9a-fA-F]+|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)
    | (?P<word>[^\W\d]\w*)
    | (?P<bracket>[()])
    | (?P<sign>[-+*/%<>=!&|~,.])
    """,
    re.VERBOSE,
)
_REFUSED = {
    ";": "a condition is one expression: ';' is for statements",
    **dict.fromkeys(("--", "/*"), "comments are not allowed"),
    **dict.fromkeys("?:@$", "parameters are not allowed: write the value"),
    "'": "a quote ' is not closed",
    '"': 'a quote " is not closed',
    "`": "a quote ` is not closed",
    "[": "a bracket [ is not closed",
}


def numbers(path: str, where: str) -> list[int]:
    """The numbers of the puzzles of a collection that a condition chooses.

    Raises:
        OptionError, LimitError: as for ``batches``.
        CollectionError: the file cannot be read.
    """
    with reading(path) as connection:
        rows = chain.from_iterable(batches(connection, ["id"], where=where))
        return [cast(int, row[0]) for row in rows]


def batches(
    connection: sqlite3.Connection,
    columns: Sequence[str] = (),
    *,
    where: str | None = None,
    sort: str | None = None,
    limit: int | None = None,
    time_limit: float | None = MOST_SECONDS,
    cancel: Cancellation | None = None,
    expressions: Sequence[str] = (),
    size: int = 2000,
    there: bool = False,
) -> Iterator[list[tuple[object, ...]]]:
    """Rows of the view ``puzzles``, lazily, in lists; errors in arguments are raised at once.

    Args:
        connection: read-only, and used for this query only, since its authorizer and bounds stay
            set.
        columns: the columns of the view, by default all.
        where: the condition, an expression in SQL.
        sort: names of columns with commas between them, ``-`` before one for descending order; rows
            without a value come last. Equal rows, and by default all, are in the order of ``id``.
        limit: how many rows at most.
        time_limit: seconds of SQLite's work; None for no limit.
        cancel: ends the query from another thread.
        expressions: further columns, in SQL; never text from a user.
        size: at most this many rows in a list.
        there: without the puzzles that are only in files that have changed or are gone.

    Raises:
        OptionError: the condition, the order or a column is invalid or not allowed.
        LimitError: the time is over, or ``cancel`` was called.
        sqlite3.Error: the file cannot be read.
    """
    if where is not None:
        check_type("where", where, str)
    most = -1 if limit is None else min(whole_number("limit", limit), _MOST_ROWS)
    names = _names_of(connection, "puzzles")
    columns = columns or ([] if expressions else names)
    chosen = ", ".join([*(f'"{_known(name, names)}"' for name in columns), *expressions])
    order = _order(sort, names)
    condition = "1" if where is None else _checked(where, _all_names(connection))
    only = f"({condition}\n) AND {IS_THERE if there else 1}"
    statement = f"SELECT {chosen} FROM puzzles WHERE {only} ORDER BY {order} LIMIT ?"
    guard = _Guard(connection, names, time_limit, cancel, where)
    if where is not None:
        with guard:
            connection.execute(f"EXPLAIN SELECT id FROM puzzles WHERE ({condition}\n)").close()
    guard.functions = FUNCTIONS | _OURS
    guard.faults = _OF_CONDITIONS if where is not None else _OF_CONDITIONS - _OF_VALUES
    with guard:
        cursor = connection.execute(statement, [most])
        first = cursor.fetchmany(size)
    return _rest(guard, cursor, first, size)


def _rest(
    guard: _Guard, cursor: sqlite3.Cursor, rows: list[tuple[object, ...]], size: int
) -> Iterator[list[tuple[object, ...]]]:
    while rows:
        yield rows
        with guard:
            rows = cursor.fetchmany(size)


def _names_of(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _all_names(connection: sqlite3.Connection) -> frozenset[str]:
    """All names that may stand in double quotes."""
    return READABLE.union(*(_names_of(connection, table) for table in READABLE))


def _known(name: str, names: Sequence[str]) -> str:
    if name not in names:
        raise unknown_column(name, names)
    return name


def _order(sort: str | None, names: Sequence[str]) -> str:
    """``difficulty,-cells`` as SQL."""
    parts = []
    if sort is not None:
        check_type("sort", sort, str)
    for item in (sort or "").split(","):
        name = item.strip()
        if name or sort:
            down = name.startswith("-")
            column = _known(name.lstrip("-+").strip(), names)
            parts.append(f'"{column}" IS NULL, "{column}"{" DESC" if down else ""}')
    return ", ".join([*parts, '"id"'])


def _checked(where: str, names: Collection[str]) -> str:
    """The condition, if its quotes and parentheses allow it to be one expression.

    Raises:
        OptionError: they do not, or the condition is empty, too long or has forbidden parts.
    """
    if len(where) > _MOST_CHARACTERS:
        raise _refused(f"it has {len(where)} characters, at most {_MOST_CHARACTERS} are allowed")
    if "\0" in where:
        raise _refused("it has a NUL character")
    place = depth = selects = 0
    empty = True
    while place < len(where):
        match = _TOKEN.match(where, place)
        if match is None or match.lastgroup == "comment":
            sign = where[place] if match is None else match[0]
            raise _refused(_REFUSED.get(sign, f"{sign!r} is not understood"), where, place)
        empty = empty and match.lastgroup == "space"
        if match.lastgroup == "bracket":
            depth += 1 if match[0] == "(" else -1
            if depth < 0:
                raise _refused("a parenthesis ) is never opened", where, place)
        elif match.lastgroup == "word":
            selects += match[0].lower() in ("select", "values")
        elif match[0].startswith('"') and match[0][1:-1].lower() not in names:
            text = match[0][1:-1].replace("'", "''")
            raise _refused(f"texts need single quotes: {_before(where[:place])}'{text}'")
        place = match.end()
    if empty:
        raise _refused("it is empty: write something like verdict = 'multiple' and width <= 20")
    if depth:
        raise _refused("a parenthesis ( is never closed")
    if selects > _MOST_SELECTS:
        raise _refused(f"it has {selects} subqueries, at most {_MOST_SELECTS} are allowed")
    return _with_numbers(where)


_SIGNS = {*"=<>!", "is", "not", "between", "in", "like", "("}


def _with_numbers(where: str) -> str:
    """The condition with numbers for words of the difficulty, as in ``difficulty >= 'hard'``.

    Raises:
        OptionError: a text that is compared with ``difficulty`` is no such word.
    """
    from nonosat.explain.difficulty import difficulty_range, least_difficulty, most_difficulty

    tokens = [match for match in _TOKEN.finditer(where) if match.lastgroup != "space"]
    changes: list[tuple[int, int, str]] = []

    def number(value: float) -> str:
        return repr(value) if isfinite(value) else "9e999"

    def text_at(place: int) -> str | None:
        there = place < len(tokens) and tokens[place].lastgroup == "text"
        return tokens[place][0][1:-1].replace("''", "'") if there else None

    for place, token in enumerate(tokens):
        if token[0].strip('"`[]').lower() != "difficulty":
            continue
        end = place + 1
        while end < len(tokens) and tokens[end][0].lower() in _SIGNS:
            end += 1
        words = [match[0].lower() for match in tokens[place + 1 : end]]
        sign = "".join(words)
        ends: list[tuple[int, Callable[[float | str], float]]] = []
        if sign in (">=", "<"):
            ends = [(end, least_difficulty)]
        elif sign in (">", "<="):
            ends = [(end, most_difficulty)]
        elif sign in ("between", "notbetween"):
            ends = [(end, least_difficulty), (end + 2, most_difficulty)]
        for at, read in ends:
            if (text := text_at(at)) is not None:
                changes.append((*tokens[at].span(), number(read(text))))
        if ends or (text := text_at(end)) is None:
            continue
        if sign not in ("=", "==", "is", "<>", "!=", "isnot"):
            raise _refused(f"write difficulty = '{text}', and join several conditions with or")
        low, high = difficulty_range(text)
        between = "BETWEEN" if sign in ("=", "==", "is") else "NOT BETWEEN"
        whole = f" {between} {number(low)} AND {number(high)}"
        changes.append((tokens[place].end(), tokens[end].end(), whole))
    _check_words(tokens, changes)
    for first, last, text in reversed(changes):
        where = where[:first] + text + where[last:]
    return where


_PARTS = {"and", "or", "not", "when", "then", "else", "where", "select", ","}
"""The words between which a part of a condition stands."""


def _check_words(tokens: Sequence[re.Match[str]], changes: Sequence[tuple[int, int, str]]) -> None:
    """Refuse a word of the difficulty that no change takes, in a part with the difficulty.

    Raises:
        OptionError: such as ``'hard' = difficulty`` or ``round(difficulty) = 'hard'``.
    """
    from nonosat.explain.difficulty import is_word

    word, there = "", False
    for token in tokens:
        text = token[0]
        if text.lower() in _PARTS:
            word, there = "", False
        there |= text.strip('"`[]').lower() == "difficulty"
        if token.lastgroup == "text" and is_word(text[1:-1]):
            taken = any(first <= token.start() < last for first, last, _ in changes)
            word = word if taken else text
        if word and there:
            raise _refused(f"write the column alone, then the word: difficulty = {word}")


_OPERATOR = re.compile(
    r"\w+\s*(?:==?|<>|!=|<=|>=|<|>|\b(?:not\s+)?(?:like|glob)\b|\bis(?:\s+not)?\b)\s*\Z",
    re.IGNORECASE,
)


def _before(text: str) -> str:
    """The column and the operator at the end of a text, such as ``verdict =``, or ''."""
    found = _OPERATOR.search(text)
    return "" if found is None else found[0]


def _refused(why: str, where: str | None = None, place: int = 0) -> OptionError:
    at = "" if where is None else f" (at {where[place : place + 20]!r})"
    return OptionError(f"the condition: {why}{at}")


class _Guard:
    """The authorizer, the bounds and the clock of a query.

    It is entered around each piece of SQLite's work, so that only this work is timed.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        names: Sequence[str],
        time_limit: float | None,
        cancel: Cancellation | None,
        condition: str | None,
    ) -> None:
        self._condition = condition
        self.functions = FUNCTIONS
        self.faults = _OF_CONDITIONS
        self._names = names
        self._time_limit = time_limit
        self._denied = ""
        self._clock = _Stopwatch(time.perf_counter)
        self._limits = Limits(time_limit=time_limit, cancel=cancel, clock=self._clock.read)
        for kind, most in (
            (sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES),
            (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 10 * _MOST_CHARACTERS),
            (sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, _MOST_PATTERN),
            (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
        ):
            connection.setlimit(kind, most)
        connection.execute("PRAGMA temp_store = FILE")  # sorting takes disk, not memory
        connection.set_authorizer(self._may)
        connection.set_progress_handler(self._limits.stop, _STEPS)

    def __enter__(self) -> None:
        self._clock.go()

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        self._clock.halt()
        if not isinstance(error, sqlite3.Error):
            return
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_INTERRUPT:
            if self._limits.reason is None:  # Ctrl-C ended our handler, and SQLite drops exceptions
                raise KeyboardInterrupt from None
            raise LimitError(self._why_stopped(), self._limits.reason) from None
        if self._denied:
            raise _refused(self._denied) from None
        if code == sqlite3.SQLITE_AUTH or str(error).startswith("not authorized"):
            raise KeyboardInterrupt from None  # it ended our authorizer: SQLite takes it as denied
        if code in self.faults:
            raise self._explained(str(error)) from None

    def _why_stopped(self) -> str:
        if self._limits.reason is Reason.CANCELLED:
            return "the query was cancelled"
        return (
            f"the query takes longer than {self._time_limit:g} seconds: "
            "choose a simpler condition or a longer time limit"
        )

    def _may(self, action: int, name: str | None, detail: str | None, *_: str | None) -> int:
        """The authorizer, which SQLite calls when it prepares the statement."""
        if action == sqlite3.SQLITE_SELECT:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ:
            if (
                name or ""
            ).lower() in READABLE or not detail:  # not even a column: rows are counted
                return sqlite3.SQLITE_OK
            self._denied = f"it may not read {name!r}, only {', '.join(sorted(READABLE))}"
        elif action == sqlite3.SQLITE_FUNCTION:
            if (detail or "").lower() in self.functions:
                return sqlite3.SQLITE_OK
            self._denied = (
                f"the function {detail!r} is not allowed; choose {', '.join(sorted(FUNCTIONS))}"
            )
        elif action == sqlite3.SQLITE_RECURSIVE:
            self._denied = "recursion is not allowed"
        else:
            self._denied = "it may only read"
        return sqlite3.SQLITE_DENY

    def _explained(self, message: str) -> OptionError:
        """The error for SQLite's message about an expression, with the known names."""
        for kind in ("column", "function", "table"):
            begin = f"no such {kind}: "
            if not message.startswith(begin):
                continue
            name = message.removeprefix(begin)
            if kind == "column":
                words = self._unquoted(name) or str(unknown_column(name, self._names))
                return _refused(words)
            there = ", ".join(sorted(READABLE if kind == "table" else FUNCTIONS))
            return _refused(f"unknown {kind} {name!r}; choose {there}")
        word = re.fullmatch(r'near "([\w)]+)": syntax error', message)
        if word is None:
            return _refused(f"SQLite says: {message}")
        if word[1] == ")" and ")" not in (self._condition or ""):
            return _refused("it ends too early")
        if word[1].lower() in ("order", "limit"):
            return _refused(f"it has {word[1]!r}: the order is --sort, the number --limit")
        hint = self._unquoted(word[1]) or "texts need quotes, such as title = 'Two words'"
        return _refused(f"SQLite says: {message}; {hint}")

    def _unquoted(self, name: str) -> str:
        """What to write instead, if a name is a text without quotes; else ''."""
        for match in re.finditer(rf"\b{re.escape(name)}\b", self._condition or ""):
            if before := _before((self._condition or "")[: match.start()]):
                return f"texts need quotes: {before}'{name}'"
        return ""


_OF_CONDITIONS = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_RANGE,
}
"""Errors of SQLite that a condition causes; all others come from the file."""


_OF_VALUES = {sqlite3.SQLITE_TOOBIG}
"""Those that come from the file if there is no condition."""


class _Stopwatch:
    """A clock that runs while SQLite works."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._now = clock
        self._spent = 0.0
        self._since: float | None = None

    def read(self) -> float:
        return self._spent + (0.0 if self._since is None else self._now() - self._since)

    def go(self) -> None:
        self._since = self._now()

    def halt(self) -> None:
        self._spent, self._since = self.read(), None
