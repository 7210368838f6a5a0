# SPDX-License-Identifier: MIT
"""The rules of the code: imports between modules, the cost of a start, modules that print."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.places import ROOT

PACKAGE = ROOT / "nonosat"


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """The syntax of a module, once for all tests."""
    return [*ast.walk(ast.parse(text_of(path)))]


def nodes(pattern: str) -> Iterator[tuple[Path, ast.AST]]:
    """The syntax of the modules whose text has the pattern; parsing all modules takes long."""
    for path in PACKAGE.rglob("*.py"):
        if re.search(pattern, text_of(path)):
            for node in nodes_of(path):
                yield path, node


def test_each_layer_imports_only_those_below() -> None:
    """The contracts are in pyproject.toml; ``lint-imports`` checks them."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as l; l()"]
    done = subprocess.run(
        [*command, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def loaded_by(*arguments: str) -> set[str]:
    """The top-level modules that a run of the command line loads."""
    program = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from nonosat.__main__ import main\n"
        f"sys.argv = ['nonosat', *{list(arguments)!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


def test_import_nonosat_costs_little() -> None:
    program = "import sys, nonosat; print(*[m for m in sys.modules if m.startswith('nonosat')])"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == {"nonosat"}


def test_an_easy_check_loads_nothing_heavy() -> None:
    heavy = {"networkx", "ortools", "pysat", "pysolvers", "matplotlib", "numpy"}
    heavy |= {"psutil", "rich", "xml"}
    assert heavy & loaded_by("check", "--preset", "fast", "data/penguin.non") == set()
    assert heavy & loaded_by("check", "data/fox.non", "data/penguin.non") == set()
    assert "networkx" in loaded_by("check", "--preset", "networkx", "data/penguin.non")
    assert "pysat" in loaded_by("check", "data/noise-20x20-2744.non")


def test_no_printing_below_the_command_line() -> None:
    rooms = set()
    for path, node in nodes(r"\bprint\b"):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id == "print":
            rooms.add(room_of(path))
    assert rooms == {"cli"}


def test_the_goal_enters_a_solve_in_one_place() -> None:
    """And no solver path reads what else is known about a puzzle."""
    found = set()
    for path, node in nodes(r"\.(goal|title|meta|author|copyright|description|remarks)\b"):
        if not isinstance(node, ast.Attribute) or room_of(path) not in ("logic", "sat", "solving"):
            continue
        owner = getattr(node.value, "attr", getattr(node.value, "id", ""))
        if node.attr in ("goal", "title", "meta", "author", "copyright", "description", "remarks"):
            found.add((path.name, f"{owner}.{node.attr}"))
    assert {place for place, what in found if what == "puzzle.goal"} == {"question.py"}
    assert {what for _, what in found} == {"puzzle.goal", "self.goal", "question.goal", "left.goal"}


OF_ONE_SYSTEM = (
    *("fcntl", "grp", "msvcrt", "nt", "posix", "pty", "pwd", "resource", "syslog", "termios"),
    *("tty", "winreg", "_winapi", "multiprocessing"),
)
"""Modules that some system lacks, or that start processes in another way than ``workers``."""
MEANS = (
    *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "PRIO_PGRP", "PRIO_PROCESS"),
    *("chown", "confstr", "fchdir", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid"),
    *("getgid", "getloadavg", "getpgid", "getpgrp", "getpriority", "getsid", "getuid", "killpg"),
    *("mkfifo", "mknod", "nice", "openpty", "posix_spawn", "pread", "preadv", "pwrite", "pwritev"),
    *("register_at_fork", "sched_getaffinity", "sched_setaffinity", "sendfile", "setpgid"),
    *("setpgrp", "setpriority", "setsid", "statvfs", "sysconf", "uname", "wait3", "wait4"),
    *("waitid", "waitpid", "add_signal_handler", "remove_signal_handler"),
    *("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGUSR1", "SIGUSR2"),
    *("ITIMER_REAL", "alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer"),
)
OPTIONS_OF_POPEN = ("close_fds", "pass_fds", "preexec_fn", "process_group", "start_new_session")


def test_one_module_knows_how_systems_differ() -> None:
    """The place is ``workers.system``."""
    found = set()
    known = {*OF_ONE_SYSTEM, *MEANS, *OPTIONS_OF_POPEN}
    for path, node in nodes(rf"\b({'|'.join(known)}|psutil)\b|/proc|/dev/"):
        where = path.relative_to(PACKAGE).as_posix()
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name.partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [(node.module or "").partition(".")[0], *(x.name for x in node.names)]
        elif isinstance(node, ast.Attribute):
            names = [node.attr]
        elif isinstance(node, ast.keyword) and node.arg in OPTIONS_OF_POPEN:
            names = [node.arg]
        elif isinstance(node, ast.Constant) and str(node.value).startswith(("/proc", "/dev/")):
            names = [str(node.value)]
        found |= {(where, name) for name in names if name in known or name.startswith("/")}
        if "psutil" in names:
            assert where.startswith("workers/"), where
    elsewhere = {(where, name) for where, name in found if where != "workers/system.py"}
    assert elsewhere == set()
    assert {"nice", "killpg", "add_signal_handler"} <= {name for _, name in found}


def test_texts_are_in_utf_8_on_every_system() -> None:
    """Windows uses another default encoding."""
    for path, node in nodes(r"\b(open|fdopen|read_text|write_text)\b"):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        given = {option.arg for option in node.keywords}
        if called in ("open", "os.fdopen"):
            modes = [x.value for x in node.args[1:2] if isinstance(x, ast.Constant)]
            modes += [
                x.value.value
                for x in node.keywords
                if x.arg == "mode" and isinstance(x.value, ast.Constant)
            ]
            right = "encoding" in given or any("b" in str(mode) for mode in modes)
            assert right, f"{path.name}: {ast.unparse(node)}"
        elif called.endswith((".read_text", ".write_text")):
            right = "encoding" in given or called == "formatter.write_text"
            assert right, f"{path.name}: {ast.unparse(node)}"


def test_libraries_with_private_parts_are_capped() -> None:
    """Only ``NAME_private.py`` uses them; the step ``oldest`` runs with their oldest versions."""
    names = {path.stem.removesuffix("_private") for path in PACKAGE.rglob("*_private.py")}
    assert {"pysat", "dask", "uvicorn"} <= names
    wanted = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name in names:
        package = "python-sat" if name == "pysat" else name
        assert re.search(rf'"{package}>=[\w.]+,<[\w.]+"', wanted), name


def test_the_house_stays_small() -> None:
    """At most 337 files and 16 layers; no file grows beyond 600 lines. A catalogue is no code."""
    files = [path for path in PACKAGE.rglob("*.py") if path.name != "english.py"]
    assert len(files) <= 337
    assert max(len(text_of(path).splitlines()) for path in files) <= 600
    names = ("__init__", "__main__", "_version", "errors", "limits", "types", "words")
    assert {path.stem for path in PACKAGE.glob("*.py")} == {*names}
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    assert len(contracts["contracts"][0]["layers"]) <= 16


def test_code_has_american_spelling() -> None:
    for path in PACKAGE.rglob("*.py"):
        if "colour" not in text_of(path).lower():
            continue
        with path.open("rb") as file:
            names = {x.string for x in tokenize.tokenize(file.readline) if x.type == tokenize.NAME}
        assert not [name for name in names if "colour" in name.lower()], path


def test_sentences_are_plain() -> None:
    """Idioms that only their author understands; CONTRIBUTING.md describes the style."""
    idioms = re.compile(
        r"\b(told|tells|telling|so (many|long|often)|what is left(?! out)|it is none)\b", re.I
    )
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "pyproject.toml"]
    documents += [*(ROOT / ".github").glob("*.md"), *(ROOT / ".github").rglob("*.yml")]
    scripts = [
        *(ROOT / ".ci" / "steps").iterdir(),
        *(ROOT / ".ci").rglob("*.py"),
        *(ROOT / "docs" / "tools").glob("*.py"),
        *(ROOT / "tests").rglob("*.py"),
    ]
    sources = [
        path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".pyi", ".cpp", ".hpp")
    ]
    assert len(sources) > 100
    found = {
        f"{path.relative_to(ROOT)}:{number}": line
        for path in (*documents, *scripts, *sources)
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if idioms.search(line)
    }
    assert found == {}


def test_no_part_of_a_value_takes_the_name_of_a_parameter() -> None:
    """``x, y, height = ...`` where ``height`` is a parameter: the argument is lost after that.

    Values made from the parameter itself are allowed: ``given = asked(given)``. The lint rule
    PLR1704 checks the targets of ``for`` and ``with``.
    """
    found = {}
    for path in PACKAGE.rglob("*.py"):
        text = text_of(path)
        parts = {
            name
            for targets, value in re.findall(r"(?m)^ +((?:\*?\w+, )+\*?\w+) = (.*)", text)
            for name in set(re.findall(r"\w+", targets)).difference(re.findall(r"\w+", value))
        }
        if parts.isdisjoint(re.findall(r"[(,*]\s*(\w+): ", text)):
            continue  # parsing all modules takes long
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for line, lost in unpacked_over(node):
                    found[f"{path.name}:{line}"] = lost
    assert found == {}


def unpacked_over(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[int, set[str]]]:
    """The lines of a function where parts of a value take names of its parameters."""
    parameters = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
    for one in ast.walk(node):
        if isinstance(one, ast.Assign) and not isinstance(one.value, ast.Tuple):
            read = {name.id for name in ast.walk(one.value) if isinstance(name, ast.Name)}
            stored = {
                name.id
                for target in one.targets
                if isinstance(target, ast.Tuple | ast.List)
                for name in ast.walk(target)
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
            }
            if lost := parameters & stored - read:
                yield one.lineno, lost


def test_nobody_swallows_all_exceptions() -> None:
    for path, node in nodes(r"except\s*:|\b(Exception|BaseException)\b"):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, path
            caught = {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)}
            # The handler raises this or another exception, keeps it for another thread, or ends the
            # process.
            passed_on = isinstance(node.body[-1], ast.Raise) or ast.unparse(node.body[-1]) in (
                f"self._error = {node.name}",
                "os._exit(1)",
            )
            assert passed_on or not caught & {"Exception", "BaseException"}, path


def test_each_check_that_is_left_out_has_its_reason() -> None:
    """Checks of repo-review: pyproject.toml leaves them out, CONTRIBUTING.md says why."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        ignored = tomllib.load(file)["tool"]["repo-review"]["ignore"]
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    tools = text.partition("\n## Tools\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", tools, re.MULTILINE) == ignored


def test_a_stage_changes_the_outcome_by_methods_of_the_state_alone() -> None:
    for path in (PACKAGE / "solving" / "stages").glob("*.py"):
        assert ".outcome" not in text_of(path), path
