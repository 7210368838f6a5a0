# SPDX-License-Identifier: MIT
"""The errors of nonosat: wrong puzzles, wrong texts, wrong options, and our own bugs.

::

    NonosatError
    ├── PuzzleError          (ValueError)    the puzzle is impossible by itself; lists all faults
    ├── PuzzleSyntaxError    (ValueError)    a text cannot be read as a puzzle; lists all faults
    │   └── NoPuzzleError                    a file is not a puzzle file, such as a README
    ├── GridError            (ValueError)    a grid cannot be read, or has the wrong size
    ├── ContradictionError   (ValueError)    no placement satisfies a line
    ├── CertificateError     (ValueError)    a file cannot be read as a certificate
    ├── OptionError          (ValueError)    an option that does not exist or cannot be combined
    ├── BackendError         (RuntimeError)  a solver backend is missing or failed
    ├── CollectionError      (RuntimeError)  not a collection, or it cannot be read or written
    ├── LimitError           (RuntimeError)  a limit of time or memory was reached
    └── InternalError        (RuntimeError)  a bug of nonosat: a check of its own results failed

``PuzzleWarning`` is a warning: a file holds something that is not read.

An argument of the wrong type can also raise TypeError. An invalid or missing file name raises
OSError.

Each message says what is wrong, where, and what to do about it, also if a library is missing.
Libraries are imported where they are used: optional ones by ``library``, and the dependencies of
nonosat within ``installed``, because a broken installation may lack them.

>>> from nonosat import Puzzle
>>> from nonosat.errors import PuzzleError
>>> try:
...     Puzzle(rows=[[3], [1, 1]], columns=[[1], [1]])
... except PuzzleError as error:
...     print(error)
R1, block 1: does not fit: the clue needs 3 cells, the line has 2
R2, block 2: does not fit: the clue needs 3 cells, the line has 2
the rows fill 5 cells, the columns 2: one of the clues is wrong
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from nonosat.model.clue import Line
    from nonosat.model.loose_clues import LooseClues
    from nonosat.model.report import Reason


_HIDDEN = {"plain": "never"}  # as nonosat.model.plain.HIDDEN, which needs this module


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a puzzle or its file.

    ``line`` is the clue concerned, ``block`` the number of its block from 0, ``file_line`` the
    line of the file from 1; each is None where it does not apply. ``key`` and ``values`` say the
    message in other languages, where it has a key; a value that is a fault is said in that language
    too. They make no difference between faults.
    """

    message: str
    line: Line | None = None
    block: int | None = None
    file_line: int | None = None
    key: str | None = field(default=None, repr=False, compare=False, metadata=_HIDDEN)
    values: Mapping[str, str | int | Fault] = field(
        default_factory=dict, repr=False, compare=False, metadata=_HIDDEN
    )

    @classmethod
    def of(cls, key: str, pattern: str | tuple[str, str], /, **values: str | int | Fault) -> Fault:
        """A fault that the page says in the language of its reader.

        ``key`` is that of its text in ``nonosat/languages``, ``pattern`` the text in English with
        named places; a pair is a text with a plural, which counts ``n``.

        >>> Fault.of("fault.example", ("{n} cell is wrong", "{n} cells are wrong"), n=2)
        Fault(message='2 cells are wrong', line=None, block=None, file_line=None)
        """
        text = pattern if isinstance(pattern, str) else pattern[values["n"] != 1]
        return cls(text.format_map(values), key=key, values=values)

    def on(self, line: Line, block: int | None = None) -> Fault:
        """The same fault, with the clue that it concerns."""
        return replace(self, line=line, block=block)

    def __str__(self) -> str:
        places = []
        if self.file_line is not None:
            places.append(f"line {self.file_line}")
        if self.line is not None:
            places.append(str(self.line))
        if self.block is not None:
            places.append(f"block {self.block + 1}")
        return f"{', '.join(places)}: {self.message}" if places else self.message

    def at(self, file_line: int | None) -> Fault:
        """The same fault, with the line of the file that holds it."""
        return replace(self, file_line=file_line)


def shown(value: object) -> str:
    """The repr of a value that a caller gave, for a message; cut if it is long.

    >>> shown([1, 2]), len(shown("a" * 1000))
    ('[1, 2]', 203)
    """
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # lists within lists; a number of thousands of digits
        text = f"a {type(value).__name__}"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


_MOST_SHOWN = 200


def check_type(name: str, value: object, kind: type) -> None:
    """Raise TypeError if an argument is not an instance of ``kind``.

    >>> check_type("line", 3, Fault)
    Traceback (most recent call last):
    TypeError: line 3: give a Fault
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} {shown(value)}: give a {kind.__name__}")


class NonosatError(Exception):
    """The base class of all errors that nonosat raises on purpose.

    ``fault``: its message with a key, if the page can say it in other languages; else None.
    """

    fault: Fault | None = None

    def __init__(self, *arguments: object) -> None:
        if arguments and isinstance(arguments[0], Fault):
            self.fault = arguments[0]
            arguments = (str(arguments[0]), *arguments[1:])
        super().__init__(*arguments)


class _FaultyError(NonosatError, ValueError):
    """An error that carries one or more faults, and the name of the file if there is one.

    ``clues`` are the clues that were read, if changing numbers in them is enough (their sums
    differ, or one is longer than its line): ``nonosat.make.correct_clues`` looks for the mistyped
    number.
    """

    def __init__(
        self,
        faults: str | Fault | Iterable[Fault],
        source: str | None = None,
        clues: LooseClues | None = None,
    ) -> None:
        if isinstance(faults, str):
            faults = (Fault(faults),)
        elif isinstance(faults, Fault):
            faults = (faults,)
        self.faults: tuple[Fault, ...] = tuple(faults)
        self.source = source
        self.clues = clues
        prefix = "" if source is None else f"{source}: "
        super().__init__("\n".join(f"{prefix}{fault}" for fault in self.faults))

    def named(self, source: str) -> Self:
        """The same error with the name of the file, or of the puzzle in a file."""
        return type(self)(self.faults, source, self.clues)

    def worded(self, faults: Iterable[Fault]) -> Self:
        """The same error with its faults in other words, or at other places."""
        return type(self)(faults, self.source, self.clues)

    def __reduce__(
        self,
    ) -> tuple[type[_FaultyError], tuple[tuple[Fault, ...], str | None, LooseClues | None]]:
        return type(self), (self.faults, self.source, self.clues)


class PuzzleError(_FaultyError):
    """The puzzle is impossible by itself. ``faults`` lists everything that is wrong with it.

    ``clues``: the clues for ``nonosat.make.correct_clues``, if the only faults are sums that differ
    and clues that are longer than their line; else None.
    """


class PuzzleSyntaxError(_FaultyError):
    """A text cannot be read as a puzzle. ``faults`` says where and why."""


class NoPuzzleError(PuzzleSyntaxError):
    """A file is not a puzzle file, such as a README: neither its form nor its name is that of one.

    A file that is named itself is then bad input; in a folder or an archive it is skipped.
    """


class PuzzleWarning(UserWarning):
    """A file holds something that is not read and may matter, such as a misspelt key."""


class GridError(NonosatError, ValueError):
    """A grid cannot be read, is incomplete where it must not be, or has the wrong size."""


class ContradictionError(NonosatError, ValueError):
    """No placement satisfies a line. ``line`` names it; None if it belongs to no puzzle."""

    def __init__(self, message: str, line: Line | None = None) -> None:
        self.line = line
        super().__init__(message)

    def __reduce__(self) -> tuple[type[ContradictionError], tuple[str, Line | None]]:
        return type(self), (str(self), self.line)


class CertificateError(NonosatError, ValueError):
    """A file cannot be read as a certificate. (One that is read and proves nothing is refused.)"""


class OptionError(NonosatError, ValueError):
    """An option does not exist, or cannot be combined with another."""


class BackendError(NonosatError, RuntimeError):
    """A solver backend is not installed, or failed."""


class CollectionError(NonosatError, RuntimeError):
    """A file is not a collection, or a collection cannot be read or written.

    ``writing``: the file is a collection, but new data cannot be stored, such as on a full disk.
    The data stored before is sound.
    """

    def __init__(self, message: str, *, writing: bool = False) -> None:
        self.writing = writing
        super().__init__(message)

    def __reduce__(self) -> tuple[object, tuple[str, bool]]:
        return _collection_error, (str(self), self.writing)


class LimitError(NonosatError, RuntimeError):
    """A query of a collection or a drawing took too long, or an image too much time or memory.

    ``reason`` is the limit. Searches do not raise it: their answers have a ``reason``.
    """

    def __init__(self, message: str | Fault, reason: Reason) -> None:
        self.reason = reason
        super().__init__(message)

    def __reduce__(self) -> tuple[type[LimitError], tuple[str | Fault, Reason]]:
        return type(self), (self.fault or str(self), self.reason)


class InternalError(NonosatError, RuntimeError):
    """A bug of nonosat: one of its results did not pass its own check. Please report it."""


def _collection_error(message: str, writing: bool) -> CollectionError:
    return CollectionError(message, writing=writing)


_INSTALLED_BY = {
    "PIL": "[image]",
    "cv2": "[photo]",
    "pypdfium2": "[photo]",
    "pi_heif": "[photo]",
    "matplotlib": "[plots]",
    "reportlab": "[pdf]",
    "segno": "[pdf]",
    "starlette": "[web]",
    "uvicorn": "[web]",
    "duckdb": "[collection]",
    "pandas": "[collection]",
    "openpyxl": "[sheets]",
    "dask": "[cluster]",
    "distributed": "[cluster]",
    "click": "click",
    "networkx": "networkx",
    "numpy": "numpy",
    "ortools": "ortools",
    "psutil": "psutil",
    "pysat": "python-sat",
    "pysolvers": "python-sat",
    "rich": "rich",
}
"""What brings a library: an extra of nonosat, or a package."""
_LACKS = {"emscripten": ("ortools", "psutil", "cv2", "pypdfium2", "pi_heif", "openpyxl")}
"""The libraries that do not exist for a system; pyproject.toml has the same list."""


def library(module: str) -> Any:
    """A module of an optional library.

    Raises:
        OptionError: the library is not installed.

    >>> library("json").loads("[1]")
    [1]
    """
    with installed():
        return import_module(module)


def exists_here(module: str) -> bool:
    """False if a library does not exist for this system.

    >>> exists_here("ortools")
    True
    """
    return module not in _LACKS.get(sys.platform, ())


def installed_here(module: str) -> bool:
    """True if an optional library can be imported.

    >>> installed_here("json"), installed_here("no_such_library")
    (True, False)
    """
    from importlib.util import find_spec

    try:
        return find_spec(module) is not None
    except ValueError:  # a module without a spec: hidden
        return False


def check_library(module: str) -> None:
    """Raise if an optional library is not installed, without importing it.

    Raises:
        OptionError: the library is not installed.

    >>> check_library("json")
    """
    if not installed_here(module):
        library(module)


@contextmanager
def installed() -> Iterator[None]:
    """Import libraries in this block.

    Raises:
        OptionError: one is not installed.

    >>> with installed():
    ...     import networkx
    """
    try:
        yield
    except ModuleNotFoundError as error:
        top = (error.name or "").partition(".")[0]
        package = _INSTALLED_BY.get(top)
        if package is None:
            raise
        if not exists_here(top):
            message = Fault.of(
                "fault.extra.system",
                "this needs {name}, which does not exist for this system ({system})",
                name=top,
                system=sys.platform,
            )
            raise OptionError(message) from None
        if sys.platform == "emscripten":
            message = Fault.of(
                "fault.extra.page",
                "this needs {name}, which this page lacks: use nonosat on your machine",
                name=top,
            )
            raise OptionError(message) from None
        message = Fault.of(
            "fault.extra",
            "this needs {name}, which is not installed: {command}",
            name=top,
            command=install_command(package),
        )
        raise OptionError(message) from None


def install_command(package: str) -> str:
    """The command that adds a package, or an extra such as ``[web]``, to this installation.

    It fits how nonosat was installed: by pip or uv, from a checkout or not; by pipx or ``uv tool``.
    Installers note that beside the package (PEP 376, PEP 610) and in their environments. Where
    OR-Tools was left out, an extra by its name would bring it, so its libraries are named.
    """
    import json
    import os
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    extra, libraries = package.startswith("["), []
    try:
        own = distribution("nonosat")
        note = own.read_text
        notes = [(note(name) or "").strip() for name in ("INSTALLER", "direct_url.json")]
        if extra and not installed_here("ortools"):
            libraries = list(_libraries(package.strip("[]"), own.requires or ()))
    except PackageNotFoundError:  # run from its folder
        notes = ["", ""]
    try:
        origin = dict(json.loads(notes[1] or "{}"))
    except ValueError:
        origin = {}
    url = str(origin.get("url", ""))
    editable = bool(dict(origin.get("dir_info", {})).get("editable"))
    added = " ".join(map(_quoted, libraries or [f"nonosat{package}" if extra else package]))
    if os.path.exists(os.path.join(sys.prefix, "pipx_metadata.json")):
        return f"pipx inject nonosat {added}"
    if os.path.exists(receipt := os.path.join(sys.prefix, "uv-receipt.toml")):
        if "vcs_info" in origin:
            url = f"{origin['vcs_info']['vcs']}+{url}"
        return _uv_tool(receipt, package, url, editable=editable)
    if extra and editable and not libraries:
        folder = url2pathname(urlsplit(url).path)
        added = f"-e {_quoted(folder + package)}"
    active = os.environ.get("VIRTUAL_ENV") or os.environ.get("CONDA_PREFIX")
    here = active is not None and os.path.realpath(active) == os.path.realpath(sys.prefix)
    python = _quoted(sys.executable)
    if notes[0] == "uv":
        return f"uv pip install {added}" if here else f"uv pip install -p {python} {added}"
    if not installed_here("pip"):
        return f"{python} -m ensurepip && {python} -m pip install {added}"
    return f"pip install {added}" if here else f"{python} -m pip install {added}"


def _libraries(extra: str, needs: Iterable[str]) -> Iterator[str]:
    """The libraries of an extra, and of the extras in it, by the metadata of the package."""
    import re

    for need in needs:
        what, _, when = map(str.strip, need.partition(";"))
        if not re.search(rf"\bextra *== *[\"']{extra}[\"']", when):
            continue
        if inner := re.fullmatch(r"nonosat *\[(.*)\]", what):
            for one in inner[1].split(","):
                yield from _libraries(one.strip(), needs)
        else:
            yield what


def _uv_tool(receipt: str, package: str, url: str, *, editable: bool) -> str:
    """``uv tool install`` makes the tool anew, so it names all that the tool has already."""
    import tomllib

    with open(receipt, "rb") as file:
        needs = list(tomllib.load(file).get("tool", {}).get("requirements", []))
    extras = [extra for one in needs if one["name"] == "nonosat" for extra in one.get("extras", [])]
    others = [one["name"] for one in needs if one["name"] != "nonosat"]
    (extras if package.startswith("[") else others).append(package.strip("[]"))
    words = ["uv tool install"]
    for name in dict.fromkeys(others):
        words += ["--with", _quoted(name)]
    words += ["-e"] * editable
    wanted = f"[{','.join(dict.fromkeys(extras))}]" if extras else ""
    return " ".join([*words, _quoted(f"nonosat{wanted}{url and f' @ {url}'}")])


def _quoted(text: str) -> str:
    """A word for the shell: in quotes if it needs them."""
    import re

    mark = '"' if sys.platform == "win32" else "'"
    return text if re.fullmatch(r"[\w./\\:-]+", text) else f"{mark}{text}{mark}"
