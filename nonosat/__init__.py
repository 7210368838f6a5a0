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

======= ==========================================================================
read    load loads load_all decode decode_grid read_picture
solve   solve solve_many solve_line backbone iter_solutions check_grid
        find_contradiction
count   count_solutions
hint    hint walkthrough explain_cell rate
make    random_puzzles puzzle_from_image puzzles_like_image
change  repair_picture reveal_cells correct_clues most_probable_clues
files   dump dumps dump_all encode write_certificate verify_certificate;
        nonosat.draw (pictures), nonosat.collection (many puzzles)
errors  NonosatError PuzzleError PuzzleSyntaxError GridError OptionError
======= ==========================================================================

Errors that are not here are in ``nonosat.errors``, classes of answers in ``nonosat.types``.
"""


def _check_interpreter() -> None:
    """Refuse to be imported into a subinterpreter.

    The native modules have one state for the whole process. Loaded into a second interpreter, they
    would point the first one at types of the second, which breaks it for good.

    Raises:
        ImportError: this is not the main interpreter.
    """
    import sys

    try:  # half a millisecond; every other way needs ctypes, which takes ten times as long
        if sys.version_info >= (3, 13):
            import _interpreters as interpreters
        else:
            import _xxsubinterpreters as interpreters
    except ImportError:  # a Python that has only one
        return
    if interpreters.get_current() != interpreters.get_main():
        raise ImportError(
            "nonosat runs in the main interpreter only: its native modules cannot be loaded into a "
            "subinterpreter (with mod_wsgi, write WSGIApplicationGroup %{GLOBAL})"
        )


_check_interpreter()

# The public names stand in ``__init__.pyi``, one import a line, which type checkers read and which
# is read here, too. ``import nonosat`` imports nothing: a name is looked up when it is first used.
# (The package lazy_loader does the same and takes as long as the start of Python for it, during
# which Ctrl-C would end the command in a traceback.)


def _lazy(module: dict[str, object]) -> tuple[list[str], object, object]:
    """``__all__``, ``__getattr__`` and ``__dir__`` of a module, from the stub beside its file.

    ``module`` is its dictionary, where names that were looked up are kept.
    """
    path = str(module["__file__"]).removesuffix("c")  # .pyc, where there are no sources: in a tab
    with open(f"{path}i", encoding="utf-8") as stub:
        imports = [line.split() for line in stub if line.startswith("from ")]
    homes = {words[-1]: words[1] for words in imports}
    names = sorted(homes)

    def look_up(name: str) -> object:
        """A public name, looked up when it is first used."""
        if name not in homes:
            raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
        from importlib import import_module

        home, package = homes[name], str(module["__package__"])
        if home.endswith("."):  # a module with public names of its own
            return import_module(home + name, package)
        value: object = getattr(import_module(home, package), name)
        module[name] = value
        return value

    def listed() -> list[str]:
        """The public names alone."""
        return sorted({*names, *(name for name in module if name.startswith("__"))})

    return names, look_up, listed


__all__, __getattr__, __dir__ = _lazy(globals())
