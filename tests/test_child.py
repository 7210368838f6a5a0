# SPDX-License-Identifier: MIT
"""Memory limits: the child process is watched, ended, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from brute import hard_puzzle

import nonosat
from nonosat import BackendError, Cancellation, OptionError, Puzzle, Reason, Verdict, child
from nonosat.report import Event, StageFinished

pytestmark = pytest.mark.skipif(
    not os.path.isdir("/proc/self/task"), reason="processes are counted with /proc"
)


def children() -> set[str]:
    """The child processes of this one."""
    files = Path("/proc/self/task").glob("*/children")
    return {member for told in files for member in told.read_text().split()}


def test_the_answer_is_that_of_solve() -> None:
    puzzle = hard_puzzle(15)
    there = nonosat.solve(puzzle, memory_limit=2000)
    here = nonosat.solve(puzzle)
    assert there.verdict is here.verdict
    assert there.solutions == here.solutions
    assert [s.counts for s in there.stages] == [s.counts for s in here.stages]


def test_a_small_limit_is_kept_and_what_is_known_stays() -> None:
    """Probing goes well within 60 MiB; the clauses of a large puzzle do not."""
    puzzle = hard_puzzle(90)
    events: list[Event] = []
    before = children()
    report = nonosat.solve(puzzle, preset="fast", memory_limit=60, progress=events.append)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.MEMORY)
    finished = [event for event in events if isinstance(event, StageFinished)]
    assert finished, "no stage came to its end"
    assert report.known == finished[-1].known
    assert report.stages == tuple(event.report for event in finished)
    assert children() == before


GRANDCHILD = "import time; taken = bytearray(200 << 20); print(flush=True); time.sleep(60)"
FATHER = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {GRANDCHILD!r}])"


def test_the_child_of_a_backend_counts_too() -> None:
    """Kissat works in a process of its own: its memory is the child's, and it ends with it."""
    father = subprocess.Popen(
        [sys.executable, "-c", FATHER], stdout=subprocess.PIPE, process_group=0
    )
    assert father.stdout is not None
    with father.stdout as told:
        told.readline()
        (grandchild,) = family(father.pid)
        assert child._resident(father.pid) > 200 << 20
        assert child._resident(grandchild) > 200 << 20
        child._end(father)
    deadline = time.monotonic() + 30
    while alive(grandchild) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive(grandchild)
    assert child._resident(father.pid) == 0


@pytest.mark.parametrize("backend", ["cadical", "kissat", "cpsat-automaton"])
def test_time_conflicts_and_cancel_work_across_the_pipe(backend: str) -> None:
    report = nonosat.solve(
        hard_puzzle(), preset="sat", backend=backend, memory_limit=4000, time_limit=0.5
    )
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.TIME)
    cancel = Cancellation()
    threading.Timer(0.5, cancel.cancel).start()
    report = nonosat.solve(
        hard_puzzle(), preset="sat", backend=backend, memory_limit=4000, cancel=cancel
    )
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CANCELLED)
    report = nonosat.solve(
        hard_puzzle(), preset="sat", backend=backend, memory_limit=4000, conflict_limit=0
    )
    assert report.reason is Reason.CONFLICTS


def test_errors_come_through() -> None:
    with pytest.raises(OptionError, match="memory limit 0: give a positive number"):
        nonosat.solve(hard_puzzle(5), memory_limit=0)
    contradictory = Puzzle(rows=[[3], [], [3]], cols=[[2], [2], [2]])
    assert nonosat.solve(contradictory, memory_limit=500).verdict is Verdict.NONE


def test_without_an_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")
    with pytest.raises(BackendError, match="no child process"):
        nonosat.solve(hard_puzzle(5), memory_limit=500)


WAITING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import nonosat
from nonosat import child
from brute import hard_puzzle
print("begun", flush=True)
try:
    nonosat.solve(hard_puzzle(), preset="sat", backend={backend!r}, memory_limit={limit})
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def family(pid: int) -> list[int]:
    """The descendants of a process."""
    found: list[int] = []
    for told in Path(f"/proc/{pid}/task").glob("*/children"):
        for member in map(int, told.read_text().split()):
            found += [member, *family(member)]
    return found


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"  # a zombie waits for whoever adopted it


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize(("backend", "limit"), [("cadical", 4000), ("kissat", 4000)])
def test_the_end_of_the_parent_leaves_no_child(
    sent: signal.Signals, backend: str, limit: int
) -> None:
    """Ctrl-C at once; when the parent is killed, as soon as the child notices."""
    parent = subprocess.Popen(
        [sys.executable, "-c", WAITING.format(backend=backend, limit=limit)],
        cwd=Path(__file__).parent,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    with parent.stdout as output:
        assert output.readline() == "begun\n"
        wanted = 2 if backend == "kissat" else 1
        deadline = time.monotonic() + 60
        while len(descendants := family(parent.pid)) < wanted and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(descendants) == wanted
        time.sleep(0.5)
        parent.send_signal(sent)
        assert parent.wait(timeout=60) == (0 if sent == signal.SIGINT else -sent)
        assert output.read() == ("interrupted\n" if sent == signal.SIGINT else "")
    deadline = time.monotonic() + (0 if sent == signal.SIGINT else 60)
    while any(map(alive, descendants)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in descendants if alive(pid)]
