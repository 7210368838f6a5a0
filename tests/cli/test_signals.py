# SPDX-License-Identifier: MIT
"""SIGINT, SIGTERM and SIGHUP while commands write or have started processes.

At any moment, a signal leaves nothing behind: no temporary file or folder, no half-written file, no
child process; and the exit code is that of the signal, unless the command had done all its work.
Many signals are followed by a second one within some hundredths of a second, as when a session
ends.

Some commands get their signals when there is something to clean up: a file, a folder or a process.
All commands get signals at random moments, between the first line of nonosat, which installs the
handlers (before it, Python starts), and the end of an undisturbed run; NONOSAT_FULL=1 tries 100
moments for each command:

    NONOSAT_FULL=1 pytest -n2 -rP -m timing tests/cli/test_signals.py
"""

from __future__ import annotations

import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from nonosat import Puzzle, dump, encode, load
from nonosat.cli import signals
from nonosat.cli.progress import Bar
from nonosat.draw import png
from nonosat.proof import write_certificate
from nonosat.workers import system
from tests.support.command_line import runner
from tests.support.places import FULL, SIMULATED

MOMENTS = 100 if FULL else 2
ENDING = system.ENDING
LAST = ENDING[-1]
LAST_NAME = "SIGBREAK" if SIMULATED == "windows" else "SIGHUP"
DATA = Path(__file__).resolve().parents[2] / "data"


@dataclass(frozen=True)
class Case:
    """A command. ``before``: commands that make its input. ``varies``: files whose content differs
    from run to run. ``serves``: it runs until a signal comes."""

    arguments: str
    before: tuple[str, ...] = ()
    varies: tuple[str, ...] = ()
    serves: bool = False


ADD = "collection c.db add small"
JUDGE = "collection c.db judge -q --jobs 2"
CASES = {
    "check-certificate": Case("write-certificate -o out small"),
    "check-portfolio": Case("check --portfolio 2 small"),
    "check-kissat": Case("solve --preset sat --backend kissat small"),
    "solve-portfolio": Case("solve --portfolio 2 fox.non"),
    "solve-memory": Case("solve --memory-limit 2000 fox.non"),
    "convert-folder": Case("convert -q small -o out/ --to json"),
    "convert-list": Case("convert -q small -o out.zip --to non"),
    "encode": Case("encode fox.non small"),
    "decode": Case(f"decode {encode(load(DATA / 'fox.non'))} -o out.non"),
    "draw": Case("draw fox.non --solution -o out.png"),
    "print": Case("print small -o out.pdf"),
    "explain": Case("explain fox.non -o out.html"),
    "graph": Case("graph fox.non -o out.graphml"),
    "hint": Case("hint fox.non"),
    "rate": Case("rate fox.non small"),
    "count": Case("count two-ways-steam.non --list"),
    "line-statistics": Case("line-statistics fox.non", varies=("stdout",)),
    "make": Case("make 10 --count 12 --jobs 2 -o out/"),
    "like-image": Case("like-image fox.png --time-limit 60 -o out/"),
    "repair": Case("repair two-ways-steam.non -o out.non"),
    "reveal": Case("reveal two-ways-steam.non --solution -o out.json"),
    "correct": Case("correct wrong.non -o out.non"),
    "from-image": Case("from-image fox.png -o out.non"),
    "read": Case("read board.png -o out.non"),
    "build-benchmark": Case("build-benchmark -q some.toml --part small -o out"),
    "bench": Case("bench -q fox.non -o out.csv", varies=("out.csv",)),
    "bench-sqlite": Case("bench -q fox.non -o out.sqlite", varies=("out.sqlite",)),
    "bench-against": Case(
        "bench -q fox.non --program 'cat {file}' -o out.csv", varies=("out.csv",)
    ),
    "verify-certificate": Case("verify-certificate fox.nonocert --export out"),
    "collection-add": Case(ADD, varies=("c.db",)),
    "collection-judge": Case(JUDGE, before=(ADD,), varies=("c.db",)),
    "collection-merge": Case("collection d.db merge c.db", before=(ADD,), varies=("d.db",)),
    "collection-list": Case("collection c.db list", before=(ADD, JUDGE)),
    "collection-csv": Case("collection c.db export -o out.csv", before=(ADD, JUDGE)),
    "collection-parquet": Case(
        "collection c.db export -o out.parquet", before=(ADD, JUDGE), varies=("out.parquet",)
    ),
    "collection-report": Case(
        "collection c.db report -o out.html", before=(ADD, JUDGE), varies=("out.html",)
    ),
    "serve": Case("serve -q --port 0 small", serves=True),
}

SOME_TOML = """
name = "some"
version = "1"
[family.random]
what = "random pictures"
generator = "picture"
seed = 1
small = { side = [10], density = [0.5], count = 4 }
"""

AT_WORK = (
    "check-certificate", "check-portfolio", "convert-folder", "make", "bench-against",
    "collection-judge", "collection-csv",
)  # fmt: skip


@dataclass
class Ran:
    """How a run ended, and the files and processes that it left."""

    code: int
    out: bytes
    err: str
    files: dict[str, bytes]
    temporary: list[str]
    alive: list[str]
    sent: list[signal.Signals] = field(default_factory=list)
    seconds: float = 0.0


Moment = Callable[[subprocess.Popen[bytes]], bool]
"""True once the signals are to be sent to the process."""


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the input of the commands."""
    folder = tmp_path_factory.mktemp("sample")
    small = folder / "small"
    small.mkdir()
    for name in ("anchor", "bee", "bell", "boat"):
        shutil.copy(DATA / f"{name}.non", small)
    for name in ("fox", "two-ways-steam"):
        shutil.copy(DATA / f"{name}.non", folder)
    bee = (DATA / "bee.non").read_text()
    (folder / "wrong.non").write_text(bee.replace("rows\n2,2", "rows\n12,2"))
    puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    dump(puzzle, small / "two.non")
    return folder


def arguments_of(text: str) -> list[str]:
    return shlex.split(text)


def started(arguments: str, folder: Path, marker: str) -> subprocess.Popen[bytes]:
    scratch = folder / "tmp"
    scratch.mkdir(exist_ok=True)

    def plain() -> None:
        for number in ENDING:  # the process that runs the tests may ignore some of them
            signal.signal(number, signal.SIG_DFL)

    with (folder / "stdout").open("wb") as out, (folder / "stderr").open("wb") as err:
        return subprocess.Popen(
            [sys.executable, "-m", "nonosat", *arguments_of(arguments)],
            cwd=folder / "work",
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            env={**os.environ, "TMPDIR": str(scratch), "NONOSAT_TEST": marker},
            start_new_session=True,
            preexec_fn=plain,
        )


def wait_for_handlers(process: subprocess.Popen[bytes]) -> None:
    """Wait until the first line of nonosat has run."""
    while process.poll() is None:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            caught = next(line for line in status if line.startswith("SigCgt"))
        if int(caught.split()[1], 16) >> (LAST - 1) & 1:
            return
        time.sleep(0.001)


OF_SQLITE = (".db-wal", ".db-shm")
"""Files of a collection that a reader leaves there, also without a signal."""


def left_alive(marker: str) -> list[str]:
    """The processes of a run that still exist after it."""
    deadline = time.monotonic() + 120
    while True:
        found = []
        for process in psutil.process_iter():
            try:
                if process.environ().get("NONOSAT_TEST") == marker:
                    found.append(" ".join(process.cmdline()))
            except psutil.Error:
                continue
        if not found or time.monotonic() > deadline:
            return found
        time.sleep(0.1)


def run(
    arguments: str,
    folder: Path,
    moment: Moment | None = None,
    signals: Sequence[signal.Signals] = (),
    gap: float = 0.0,
) -> Ran:
    """Run a command in ``folder/work``, and send it the signals at a moment."""
    marker = uuid.uuid4().hex
    process = started(arguments, folder, marker)
    wait_for_handlers(process)
    begun = time.monotonic()
    sent = []
    if moment is not None:
        while process.poll() is None and not moment(process):
            time.sleep(0.001)
        for number in signals:
            if process.poll() is None:
                process.send_signal(number)
                sent.append(number)
            time.sleep(gap)
    try:
        code = process.wait(timeout=300)
    finally:
        process.kill()
    seconds = time.monotonic() - begun
    out, err = ((folder / name).read_bytes() for name in ("stdout", "stderr"))
    left = files(folder), os.listdir(folder / "tmp"), left_alive(marker)
    return Ran(code, out, err.decode(), *left, sent, seconds)


def files(folder: Path) -> dict[str, bytes]:
    work = folder / "work"
    return {
        str(path.relative_to(work)): path.read_bytes()
        for path in work.rglob("*")
        if path.is_file() and not path.name.endswith(OF_SQLITE)
    }


def undisturbed(arguments: str, folder: Path) -> Ran:
    """Run a command to its end."""
    scratch = folder / "tmp"
    scratch.mkdir(exist_ok=True)
    done = runner(folder / "work")(*arguments_of(arguments), TMPDIR=str(scratch))
    assert done.code in (0, 1), done.err
    assert not os.listdir(scratch)
    return Ran(done.code, done.out.encode(), done.err, files(folder), [], [])


def later(seconds: float) -> Moment:
    """The moment this number of seconds after the first call."""
    begun: list[float] = []

    def moment(_: object) -> bool:
        begun.append(time.monotonic())
        return begun[-1] - begun[0] >= seconds

    return moment


def at_work(folder: Path) -> Moment:
    """The moment when there is something to clean up: a new file or folder, a process; or when the
    server says that it serves."""
    given = set(os.listdir(folder / "work"))

    def moment(process: subprocess.Popen[bytes]) -> bool:
        if set(os.listdir(folder / "work")) != given or os.listdir(folder / "tmp"):
            return True
        if (folder / "stderr").read_bytes():
            return True
        with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as children:
            return children.read() != ""

    return moment


@pytest.fixture
def ready(request: pytest.FixtureRequest, sample: Path, tmp_path: Path) -> Path:
    """A folder with the input of the command."""
    folder = tmp_path / "ready"
    shutil.copytree(sample, folder / "work")
    prepare(CASES[request.getfixturevalue("name")], folder)
    return folder


@pytest.mark.parametrize("name", AT_WORK)
def test_nothing_is_left_when_signals_come_at_work(name: str, ready: Path, tmp_path: Path) -> None:
    case = CASES[name]
    full = whole(case, ready, tmp_path / "whole")
    folder = Path(shutil.copytree(ready, tmp_path / "ended"))
    rng = random.Random(f"{name} {os.environ.get('NONOSAT_SEED', '1')}")
    signals = rng.sample(ENDING, 2)
    ended = run(case.arguments, folder, at_work(folder), signals, rng.choice([0, 0.01]))
    check(case, ended, full, set(os.listdir(ready / "work")))


@pytest.mark.timing
@pytest.mark.parametrize("name", CASES)
def test_nothing_is_left_whenever_a_signal_comes(name: str, ready: Path, tmp_path: Path) -> None:
    case = CASES[name]
    full = whole(case, ready, tmp_path / "whole")
    first = Path(shutil.copytree(ready, tmp_path / "first"))
    longest = run(
        case.arguments, first, at_work(first) if case.serves else None, ENDING[:1]
    ).seconds
    rng = random.Random(f"{name} {os.environ.get('NONOSAT_SEED', '1')}")
    codes = []
    for number in range(MOMENTS):
        folder = tmp_path / str(number)
        shutil.copytree(ready, folder)
        signals = rng.sample(ENDING, rng.choice([1, 2]))
        moment = later(rng.uniform(0, longest))
        ended = run(case.arguments, folder, moment, signals, rng.uniform(0, 0.03))
        codes.append(ended.code)
        check(case, ended, full, set(os.listdir(ready / "work")))
        shutil.rmtree(folder)
    if FULL:
        counts = {code: codes.count(code) for code in sorted(set(codes))}
        print(f"{name}: {longest:.2f} s, exit codes {counts}")


@pytest.mark.slow
def test_no_signal_looks_like_a_verdict(sample: Path, tmp_path: Path) -> None:
    """Signals in the first tenth of a second after the first line of nonosat; before it, Python
    starts (docs/experiments.md, "Signals")."""
    shutil.copytree(sample, tmp_path / "work")
    rng = random.Random(os.environ.get("NONOSAT_SEED", "1"))
    for number in [*ENDING] * 10:
        moment = later(rng.uniform(0, 0.1))
        ended = run("solve two-ways-steam.non", tmp_path, moment, [number])
        done = b"steam" in ended.out  # the right answer was printed
        codes = (128 + number, *((1, -number) if done else ()))
        assert ended.code in codes, (number, ended)
        assert "Traceback" not in ended.err, (number, ended)


def whole(case: Case, ready: Path, folder: Path) -> Ran:
    """The result of the command without a signal; a server has none."""
    shutil.copytree(ready, folder)
    return (
        Ran(0, b"", "", files(folder), [], [])
        if case.serves
        else undisturbed(case.arguments, folder)
    )


def prepare(case: Case, folder: Path) -> None:
    """Make the input of a command besides the puzzles."""
    work = folder / "work"
    (folder / "tmp").mkdir()
    if "fox.nonocert" in case.arguments:
        write_certificate(nonosat_fox(), work / "fox.nonocert")
    if "fox.png" in case.arguments:
        fox = nonosat_fox()
        (work / "fox.png").write_bytes(png(fox, fox.solve().solutions[0]))
    if "board.png" in case.arguments:
        (work / "board.png").write_bytes(png(nonosat_fox(), cell_size=28))
    if "some.toml" in case.arguments:
        (work / "some.toml").write_text(SOME_TOML, encoding="utf-8")
    for command in case.before:
        undisturbed(command, folder)


def nonosat_fox() -> Puzzle:
    return load(DATA / "fox.non")


def check(case: Case, ended: Ran, full: Ran, given: set[str]) -> None:
    """Nothing is left behind, and the exit code says that a signal ended the command."""
    story = f"{case.arguments}: {ended.sent}, exit code {ended.code}\n{ended.err}"
    assert not ended.temporary, story
    assert not ended.alive, story
    assert "Traceback" not in ended.err, story
    assert "Exception ignored" not in ended.err, story
    for name, content in ended.files.items():
        assert name in full.files, f"{story}: {name} is left"
        if name not in case.varies and name not in given:
            assert content == full.files[name], f"{story}: {name} differs"
    if ended.code in [128 + number for number in ended.sent]:
        return
    if case.serves:
        assert ended.code == 0, story
        assert signal.SIGTERM in ended.sent, story
        return
    # All work is done; near its end the interpreter has removed its handlers.
    assert ended.code in (full.code, *(-number for number in ended.sent)), story
    assert set(ended.files) == set(full.files), story
    if not case.varies:
        assert ended.out == full.out, story


ONE_COMMAND = """
import sys, time
from nonosat.__main__ import main
from nonosat.cli import signals
from nonosat.cli import command_convert
def work(**_):
{work}
command_convert.formats.callback = work
signals._STUCK_SECONDS = 600  # a machine may be slow
sys.argv = ["nonosat", "formats"]
main()
"""
CLEANING = """
    try:
        print("working", flush=True)
        sys.stdin.readline()
    finally:
        signals._raised_at += 3600  # a machine may be slow
        print("cleaning", flush=True)
        sys.stdin.readline()
        print("clean", flush=True)
"""
LOSING = """
    class Loses:
        def __del__(self):
            print("working", flush=True)
            time.sleep(60)
    Loses()
    time.sleep(60)
"""


def command(work: str, ignored: signal.Signals | None = None) -> subprocess.Popen[str]:
    """A running subcommand that does this work and has printed its first line."""

    def plain() -> None:
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN if number is ignored else signal.SIG_DFL)

    process = subprocess.Popen(
        [sys.executable, "-c", ONE_COMMAND.format(work=work.strip("\n"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=plain,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "working\n"
    return process


WORDS = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "ended by SIGTERM",
    LAST: f"ended by {LAST_NAME}",
}


@pytest.mark.parametrize("number", WORDS)
def test_more_signals_do_not_disturb_the_cleaning(number: signal.Signals) -> None:
    process = command(CLEANING)
    process.send_signal(number)
    assert process.stdout is not None
    assert process.stdout.readline() == "cleaning\n"
    for other in ENDING:
        if other is not signal.SIGINT:
            process.send_signal(other)
    out, err = process.communicate("\n", timeout=300)
    end = ("clean\n", f"nonosat: {WORDS[number]}\n", 128 + number)
    assert (out, err, process.returncode) == end


WRITING = """
    from nonosat.formats.files import whole_file
    with whole_file("out.txt") as file:
        file.write(b"half")
        file.flush()
        try:
            print("working", flush=True)
            sys.stdin.readline()
        finally:
            signals._raised_at -= {ago}
            print("cleaning", flush=True)
            {cleaning}
"""


@pytest.mark.unix  # Windows does not remove open files
@pytest.mark.parametrize(
    "cleaning", ["sys.stdin.readline()", "re.search('^(a+)+$', 'a' * 64 + 'b')"]
)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_later_signal_ends_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cleaning: str, number: signal.Signals
) -> None:
    """Also during a call of C; no file is half-written, and no temporary file is left."""
    monkeypatch.chdir(tmp_path)
    process = command(f"    import re{WRITING.format(ago=2, cleaning=cleaning)}")
    assert len(os.listdir()) == 1
    for line in ("cleaning\n", ""):
        process.send_signal(number)
        assert process.stdout is not None
        assert process.stdout.readline() == line
    _, err = process.communicate(timeout=300)
    assert (err, process.returncode) == (f"nonosat: {WORDS[number]}\n", 128 + number)
    assert os.listdir() == []


def test_two_interrupts_within_a_moment_are_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that starts nonosat may pass on a signal that the terminal sent to both."""
    monkeypatch.chdir(tmp_path)
    process = command(WRITING.format(ago=-3600, cleaning="sys.stdin.readline()"))
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert process.stdout.readline() == "cleaning\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate("\n", timeout=300)
    assert (out, err, process.returncode) == ("", "nonosat: interrupted\n", 130)
    assert os.listdir() == []


def test_an_exception_that_gets_lost_ends_the_command() -> None:
    process = command(LOSING)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=300)
    assert (out, err, process.returncode) == ("", "nonosat: ended by SIGTERM\n", 143)


MISSED = """
    import os, signal, threading
    def late():
        time.sleep(1)
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
    try:
        print("working", flush=True)
        if {second}:
            os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signals._raised_at -= 2
        threading.Thread(target=late).start()
        sys.stdin.readline()
"""


@pytest.mark.unix
@pytest.mark.parametrize("second", [False, True])
def test_a_signal_just_before_a_system_call_is_not_missed(second: bool) -> None:
    """The main thread waits for input and does not notice the signal. No test can hit that moment,
    but a signal to another thread has the same effect."""
    process = command(MISSED.format(second=second))
    assert process.wait(timeout=300) == 143
    out, err = process.communicate()
    assert (out, err) == ("", "nonosat: ended by SIGTERM\n")


STUCK = """
    import _thread
    lock = _thread.allocate_lock()
    lock.acquire()
    signals._STUCK_SECONDS = 1
    try:
        print("working", flush=True)
        time.sleep(60)
    finally:
        begun = time.process_time()
        while time.process_time() < begun + 0.1:
            pass
        print("cleaning", flush=True)
        lock.acquire()
"""


def test_a_command_that_hangs_after_a_signal_ends() -> None:
    """It is ended when it hangs, not while it works: an exception has left a lock locked."""
    process = command(STUCK)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=300)
    assert (out, err, process.returncode) == ("cleaning\n", "nonosat: ended by SIGTERM\n", 143)


def test_an_ignored_signal_stays_ignored() -> None:
    process = command(CLEANING, ignored=LAST)
    process.send_signal(LAST)
    out, err = process.communicate("\n\n", timeout=300)
    assert (out, err, process.returncode) == ("cleaning\nclean\n", "", 0)


LOADING = """
    import _signal, enum
    plain = enum.EnumMeta.__call__
    def slow(*given, **named):
        print("working", flush=True)
        enum.EnumMeta.__call__ = plain
        time.sleep(0.5)
        return plain(*given, **named)
    enum.EnumMeta.__call__ = slow
    from nonosat.core import _core
"""


def test_a_signal_while_the_core_is_loaded_aborts_nothing() -> None:
    """Python code makes the enums of the core, and the exception passes through the core."""
    process = command(LOADING)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=300)
    assert (out, err, process.returncode) == ("", "nonosat: ended by SIGTERM\n", 143)


def test_what_a_library_makes_of_an_interrupt_is_one_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(ValueError, match="of its own"), Bar(0, quiet=True):
        raise ValueError("of its own")
    monkeypatch.setattr(signals, "_ended_by", signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), Bar(0, quiet=True):
        raise ValueError("made of a KeyboardInterrupt")


def test_two_signals_at_once_end_the_server_in_order(sample: Path, tmp_path: Path) -> None:
    shutil.copytree(sample, tmp_path / "work")
    process = started("serve --port 0 small", tmp_path, "")
    while process.poll() is None and not (tmp_path / "stdout").read_bytes():
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    process.send_signal(LAST)
    code = process.wait(timeout=300)
    said = (tmp_path / "stderr").read_text()
    assert (code in (0, 128 + LAST), said) == (True, "nonosat: serving; Ctrl-C ends it\n")
