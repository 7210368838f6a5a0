# SPDX-License-Identifier: MIT
"""nonosat: solve nonograms, and say honestly whether the solution is unique.

>>> import nonosat
>>> puzzle = nonosat.Puzzle(rows=[[2], [1]], columns=[[2], [1]])
>>> puzzle.solve().verdict
<Verdict.UNIQUE: 'unique'>

======= ============================================================================
values  Puzzle Grid Line Block Palette, and EMPTY FILLED UNKNOWN
read    load loads load_all; decode decode_grid (codes); photo.read_picture
write   dump dumps dump_all; encode; draw.svg draw.png draw.pdf draw.sheets
solve   solve solve_many (a Report has the Verdict); iter_solutions count_solutions
        backbone find_contradiction check_grid; proof.write_certificate
explain hint walkthrough explain_cell rate
make    make.random_puzzles make.puzzle_from_image make.puzzles_like_image
change  make.repair_picture make.reveal_cells make.correct_clues
many    collection (a database of puzzles), study (tables of runs)
======= ============================================================================

A puzzle also has ``solve``, ``count``, ``hint``, ``check_grid``, ``rate``, ``walkthrough`` and
``repair`` as methods. ``draw``, ``make``, ``photo``, ``proof``, ``study`` and ``collection`` are
modules; all errors are in ``errors``, all classes of answers in ``types``.
"""


def _check_interpreter() -> None:
    """Refuse to be imported into a subinterpreter.

    The native modules have one state for the whole process. Loaded into a second interpreter, they
    would make the first one use types of the second, and break it for good.

    Raises:
        ImportError: this is not the main interpreter.
    """
    import sys

    try:  # half a millisecond; every other way needs ctypes, which takes ten times as long
        if sys.version_info >= (3, 13):
            import _interpreters as interpreters
        else:
            import _xxsubinterpreters as interpreters
    except ImportError:  # this Python has no subinterpreters
        return
    if interpreters.get_current() != interpreters.get_main():
        raise ImportError(
            "nonosat runs in the main interpreter only: its native modules cannot be loaded into a "
            "subinterpreter (with mod_wsgi, write WSGIApplicationGroup %{GLOBAL})"
        )


_check_interpreter()

# ``import nonosat`` imports nothing: a name is looked up when it is first used. The names are in
# a table, and for type checkers in ``__init__.pyi``; a test compares the two. (Rejected: the
# package lazy_loader, which reads the stub instead. That takes as long as the start of Python, and
# Ctrl-C meanwhile would end the command with a traceback.)


def _lazy(module: dict[str, object], homes: dict[str, str]) -> tuple[list[str], object, object]:
    """``__all__``, ``__getattr__`` and ``__dir__`` of a module.

    ``module`` is its dictionary, which keeps the names that were looked up. ``homes``: the modules,
    as in ``from HOME import``, each with its public names.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}
    public = sorted(name for name in home_of if not name.startswith("__"))

    def look_up(name: str) -> object:
        """A public name, looked up when it is first used."""
        if name not in home_of:
            raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
        from importlib import import_module

        home, package = home_of[name], str(module["__package__"])
        if home.endswith("."):  # a module with public names of its own
            return import_module(home + name, package)
        value: object = getattr(import_module(home, package), name)
        module[name] = value
        return value

    def listed() -> list[str]:
        """The public names alone."""
        return sorted({*home_of, *(name for name in module if name.startswith("__"))})

    return public, look_up, listed


_HOMES = {
    ".": "collection draw errors make photo proof study types",
    "._version": "__version__",
    ".errors": "NonosatError",
    ".exact": "backbone check_grid count_solutions find_contradiction iter_solutions",
    ".explain.cell_reasons": "explain_cell",
    ".explain.hinting": "hint",
    ".explain.rating": "rate",
    ".explain.walkthroughs": "walkthrough",
    ".formats": "dump dump_all dumps load load_all loads",
    ".formats.codes.face": "decode decode_grid encode",
    ".limits": "Cancellation",
    ".model.clue": "Block EMPTY FILLED Line UNKNOWN",
    ".model.grid": "Grid",
    ".model.palette": "Palette",
    ".model.puzzle": "Puzzle",
    ".model.report": "Reason Report Verdict",
    ".solving": "solve",
    ".solving.many": "solve_many",
}
"""The modules, each with its public names."""

__all__, __getattr__, __dir__ = _lazy(globals(), _HOMES)
