# SPDX-License-Identifier: MIT
"""Runs of the command line without starting Python: processes forked after its start.

``python -m nonosat`` uses 0.17 s of processor time before the command does anything, nearly all of
it for imports, and the tests need hundreds of runs. A *nest* is a process that has done the
imports; for each run it forks, which takes a tenth of that time. A run is still a separate process:
it has its own arguments, folder, environment and standard streams, ends as Python ends, and has an
exit code.

A run inherits from its nest: the modules of the command line, already imported; no terminal that
could send Ctrl-C; and the variables that Python itself reads at its start, so there is a nest for
each set of such variables. Tests of the start, of missing libraries and of signals start Python.

A nest has one thread, runs no code of nonosat itself, and ends when its test process ends. This
file is the program of the nest, and the program that asks it for a run from a shell:

    python tests/support/forks.py DESCRIPTOR                   # a nest: of a socket that listens
    python -IS tests/support/forks.py SOCKET [ARGUMENT...]     # a run of nonosat

A run with the arguments ``-c CODE [ARGUMENT...]`` runs code in place of nonosat, as Python does.
"""

from __future__ import annotations

# Shells start this file for each run, so it imports little: no ``socket``, no ``typing``.
import _socket
import array
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence

AT_START = ("PYTHON", "LC_", "LANG")
"""The first letters of variables that Python reads when it starts."""

_nests: dict[tuple[tuple[str, str], ...], str] = {}
"""The socket of each nest of this process, by the variables that Python read."""


def possible() -> bool:
    """True if this system supports nests, and no other system is simulated."""
    return hasattr(os, "pidfd_open") and not os.environ.get("NONOSAT_SIMULATE")


def nest(env: dict[str, str]) -> str:
    """The socket of a nest whose Python started with the variables in ``env``."""
    kind = tuple(sorted(item for item in env.items() if item[0].startswith(AT_START)))
    if kind not in _nests:
        _nests[kind] = _begin(env)
    return _nests[kind]


def _begin(env: dict[str, str]) -> str:
    import atexit
    import socket
    import subprocess
    import tempfile

    from tests.support import costs

    path = os.path.join(tempfile.mkdtemp(prefix="nonosat-nest-"), "socket")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(64)  # requests wait until it is ready
        process = subprocess.Popen(
            [sys.executable, __file__, str(listener.fileno())],
            stdin=subprocess.PIPE,  # pipes, because streams of files remember where they are
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
            pass_fds=[listener.fileno()],
            start_new_session=True,
        )

    def end() -> None:
        _, complaints = process.communicate()
        sys.stderr.write(complaints.decode())

    costs.HELPERS.append(process.pid)
    atexit.register(end)
    return path


def program(env: dict[str, str]) -> list[str]:
    """The words that run nonosat from a shell with these variables; Ctrl-C does not reach it."""
    if not possible():
        return [sys.executable, "-m", "nonosat"]
    return [sys.executable, "-IS", __file__, nest(env)]


def run(
    nest: str, arguments: Sequence[str], folder: str, env: dict[str, str], streams: tuple[int, ...]
) -> int:
    """Run nonosat in a process that a nest forks: its exit code, below 0 for a signal.

    ``streams``: the file descriptors that become its stdin, stdout and stderr.
    """
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.connect(nest)
    rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array.array("i", streams))
    connection.sendmsg([b"."], [rights])
    words = [folder, str(len(arguments)), *arguments, *(f"{name}={env[name]}" for name in env)]
    connection.sendall(b"\0".join(map(os.fsencode, words)))
    connection.shutdown(_socket.SHUT_WR)
    code = connection.recv(16)
    connection.close()
    return int(code)


def wait_for_requests(descriptor: int) -> None:
    """Be a nest. Returns only in the forked processes, each of which is then the requested run."""
    import gc
    import selectors
    import signal
    import socket

    listener = socket.socket(fileno=descriptor)
    selector = selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ)
    selector.register(listener, selectors.EVENT_READ)
    runs: dict[int, tuple[int, socket.socket]] = {}
    gc.collect()
    gc.freeze()  # garbage collection in a run leaves the nest's memory shared
    while True:
        ready = selector.select(300)
        if not ready:  # remaining runs hang
            for pid, _ in runs.values():
                os.kill(pid, signal.SIGKILL)
        for key, _ in ready:
            if key.fd == 0:  # the test process has ended, perhaps without its last steps
                os.unlink(listener.getsockname())
                os.rmdir(os.path.dirname(listener.getsockname()))
                os.killpg(0, signal.SIGKILL)
            elif key.fd == descriptor:
                connection, _ = listener.accept()
                _, streams, _, _ = socket.recv_fds(connection, 1, 3)
                with connection.makefile("rb") as stream:
                    words = stream.read().split(b"\0")
                pid = os.fork()
                if pid == 0:
                    selector.close()
                    for number, (_, other) in runs.items():
                        os.close(number)
                        other.close()
                    listener.close()
                    connection.close()
                    _become(words, streams)
                    return
                for number in streams:
                    os.close(number)
                ended = os.pidfd_open(pid)
                runs[ended] = pid, connection
                selector.register(ended, selectors.EVENT_READ)
            else:
                selector.unregister(key.fd)
                os.close(key.fd)
                pid, connection = runs.pop(key.fd)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                connection.sendall(b"%d" % code)
                connection.close()


def _become(words: list[bytes], streams: list[int]) -> None:
    """Let this process have the streams, the folder, the arguments and the environment."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdout.reconfigure(line_buffering=os.isatty(1))
    folder, count, *rest = words
    os.chdir(folder)
    sys.path[0] = os.fsdecode(folder)
    sys.argv[1:] = map(os.fsdecode, rest[: int(count)])
    os.environb.clear()
    os.environb.update(setting.split(b"=", 1) for setting in rest[int(count) :])


if __name__ == "__main__":
    if sys.argv[1].startswith("/"):
        code = run(sys.argv[1], sys.argv[2:], os.getcwd(), dict(os.environ), (0, 1, 2))
        os._exit(code if code >= 0 else 128 - code)

    import importlib
    import pkgutil
    import runpy

    import nonosat.cli

    for module in pkgutil.iter_modules(nonosat.cli.__path__):
        importlib.import_module(f"nonosat.cli.{module.name}")
    wait_for_requests(int(sys.argv[1]))
    if sys.argv[1:2] == ["-c"]:
        code = sys.argv.pop(2)
        del sys.argv[0]
        exec(code, {"__name__": "__main__"})
        sys.exit()
    runpy.run_module("nonosat", run_name="__main__", alter_sys=True)
