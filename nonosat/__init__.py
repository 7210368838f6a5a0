# SPDX-License-Identifier: MIT
"""nonosat: solve nonograms, and say honestly whether the solution is unique.

>>> import nonosat
>>> puzzle = nonosat.Puzzle(rows=[[2], [1]], columns=[[2], [1]])
>>> report = nonosat.solve(puzzle)
>>> report.verdict
<Verdict.UNIQUE: 'unique'>
>>> print(report.solutions[0])
##
#.

The public names stand in ``__init__.pyi``, one import a line, which type checkers read and which is
read here, too. ``import nonosat`` imports nothing: a name is looked up when it is first used. (The
package lazy_loader does the same and takes as long as the start of Python for it, during which
Ctrl-C would end the command in a traceback.)
"""


def _homes() -> dict[str, str]:
    """The module of each public name, as the stub beside this file imports it."""
    with open(f"{__file__}i", encoding="utf-8") as stub:
        imports = [line.split() for line in stub if line.startswith("from ")]
    return {words[-1]: f"{__name__}{words[1]}" for words in imports}


_HOMES = _homes()
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    """A public name, looked up when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = _HOMES[name]
    if home.endswith("."):  # a package with public names of its own
        return import_module(home + name)
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
