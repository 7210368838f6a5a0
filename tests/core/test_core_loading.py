# SPDX-License-Identifier: MIT
"""The native modules while they are loaded: signals, and interpreters besides the main one."""

from __future__ import annotations

import pytest

from tests.support.processes import interpreted


def said(program: str) -> list[str]:
    """The lines that a program prints in a new interpreter."""
    done = interpreted(program)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


CTRL_C = """
import enum, signal
import nonosat.errors
signal.signal(signal.SIGINT, signal.default_int_handler)
plain = enum.EnumMeta.__call__
def interrupted(*given, **named):
    enum.EnumMeta.__call__ = plain
    signal.raise_signal(signal.SIGINT)
    return plain(*given, **named)
enum.EnumMeta.__call__ = interrupted
try:
    from nonosat.core import _core
except KeyboardInterrupt:
    print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
from nonosat.core import _core
print(_core.Status.FIXPOINT)
"""


def test_ctrl_c_while_the_core_is_loaded_waits() -> None:
    """Python code makes the enumerations, and an exception in that code aborted the process."""
    assert said(CTRL_C) == ["True", "Status.FIXPOINT"]


INTERPRETERS = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
def solve():
    import nonosat
    board = nonosat.loads("width 2\\nheight 2\\nrows\\n1\\n1\\ncolumns\\n1\\n1\\n")
    print(nonosat.solve(board).verdict.value)
if first == "main":
    solve()
for module in ("nonosat", "nonosat.core._core", "nonosat.formats.native._native"):
    other = interpreters.create("legacy") if sys.version_info >= (3, 13) else interpreters.create()
    interpreters.run_string(other, f'''
try:
    import {module}
except ImportError as error:
    print(str(error).partition(":")[0])
''')
    interpreters.destroy(other)
    solve()
"""


@pytest.mark.parametrize("first", ["main", "other"])
def test_a_subinterpreter_gets_an_import_error_and_breaks_nothing(first: str) -> None:
    lines = said(f"first = {first!r}\n{INTERPRETERS}")
    ends = ["nonosat runs in the main interpreter only", "multiple"] * 3
    assert lines == ["multiple"] * (first == "main") + ends
