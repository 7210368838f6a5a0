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


def _lazy(module: dict[str, object]) -> tuple[list[str], object, object]:
    """``__all__``, ``__getattr__`` and ``__dir__`` of a module, from the stub beside its file.

    ``module`` is its dictionary, where names that were looked up are kept.
    """
    with open(f"{module['__file__']}i", encoding="utf-8") as stub:
        imports = [line.split() for line in stub if line.startswith("from ")]
    homes = {words[-1]: f"nonosat{words[1]}" for words in imports}
    names = sorted(homes)

    def look_up(name: str) -> object:
        """A public name, looked up when it is first used."""
        if name not in homes:
            raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
        from importlib import import_module

        home = homes[name]
        if home.endswith("."):  # a module with public names of its own
            return import_module(home + name)
        value: object = getattr(import_module(home), name)
        module[name] = value
        return value

    return names, look_up, lambda: sorted({*module, *names})


__all__, __getattr__, __dir__ = _lazy(globals())
