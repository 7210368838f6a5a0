# SPDX-License-Identifier: MIT
"""A small Dask cluster of processes that a test may kill, one by one."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parents[2]


class Cluster:
    """A scheduler and workers with one thread each, on a port of this machine."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self._port}"
        self._log = (folder / "dask.log").open("ab")
        self._folder = folder
        self.scheduler = self._start_scheduler()
        self._wait()
        self.workers = [self._start_worker() for _ in range(workers)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
        self._log.close()

    def _start(self, module: str, *args: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{module}", *args, "--no-dashboard"],
            cwd=self._folder,
            stdout=self._log,
            stderr=self._log,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h",
            },
        )

    def _start_scheduler(self) -> subprocess.Popen[bytes]:
        return self._start("dask_scheduler", "--host", "127.0.0.1", "--port", str(self._port))

    def _wait(self) -> None:
        """Wait until the scheduler listens."""
        end = time.monotonic() + 300
        while True:
            try:
                socket.create_connection(("127.0.0.1", self._port)).close()
                return
            except OSError:
                assert time.monotonic() < end
                time.sleep(0.05)

    def _start_worker(self) -> subprocess.Popen[bytes]:
        return self._start(
            "dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--death-timeout", "300"
        )

    def kill_worker(self, number: int) -> None:
        """End a worker at once, and start another in its place."""
        self.workers[number].kill()
        self.workers[number].wait()
        self.workers[number] = self._start_worker()

    def kill_scheduler(self) -> None:
        """End the scheduler at once, and start it and its workers again."""
        self.scheduler.kill()
        self.scheduler.wait()
        self.scheduler = self._start_scheduler()
        for number in range(len(self.workers)):
            self.kill_worker(number)

    def pause(self, seconds: float) -> None:
        """The scheduler does not answer for a while."""
        self.scheduler.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.scheduler.send_signal(signal.SIGCONT)
