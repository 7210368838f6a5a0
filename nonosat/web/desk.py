# SPDX-License-Identifier: MIT
"""``Desk``: the asynchronous side of the worker processes, for the event loop of the server.

A question is a job of the service of ``workers``; what the worker says comes as messages through
the loop. Whoever loses interest calls ``cancel``: the job ends within a tenth of a second, or its
worker is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from tempfile import TemporaryDirectory

from nonosat.errors import NonosatError
from nonosat.web.endpoints import Endpoint
from nonosat.web.requests import Progress, Reading, Request
from nonosat.web.settings import Settings
from nonosat.workers.channel import Worker, WorkerEndedError
from nonosat.workers.pool import Done
from nonosat.workers.service import Job, Service

__all__ = ["Desk", "Question"]

_QUESTIONS = "nonosat.web.work:work"
_INDEXING = "nonosat.web.indexing:work"
"""What the processes run; names, because this process does not import it."""
_LATE_SECONDS = 1.0
"""Seconds after the time limit of a question after which its worker is ended."""


class Question:
    """A question on its way: its messages, and at last a ``Done``."""

    def __init__(self, desk: Desk, job: Job, queue: asyncio.Queue[bytes | Done[Job]]) -> None:
        self._desk = desk
        self._job = job
        self._queue = queue
        self._over = False
        self._sent = 0
        self._taken = 0

    async def hear(self) -> bytes | Done[Job]:
        """The next message; a ``Done`` is the last one."""
        message = await self._queue.get()
        if isinstance(message, Done):
            self._over = True
        else:
            self._taken += len(message)
        return message

    def note(self, size: int) -> int:
        """Count bytes that a worker sent, in the thread of the service: those not taken so far."""
        self._sent += size
        return self._sent - self._taken

    def cancel(self) -> None:
        """Nobody wants the answer any more."""
        if not self._over:
            self._over = True
            self._desk.service.cancel(self._job)


class Desk:
    """Worker processes for questions, and one that reads the library."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = TemporaryDirectory(prefix="nonosat-")
        self._index = os.path.join(self._folder.name, "library.sqlite") if settings.paths else ""
        self.progress = Progress(0, 0, 0, done=not settings.paths)
        self.trouble: str | None = None
        self.service = Service(
            _QUESTIONS,
            settings.workers,
            spare=2,
            memory_limit=settings.memory_limit,
            most_waiting=settings.bounds.waiting,
        )
        self._reader: Worker | None = None
        if settings.paths:
            self._reader = Worker(_INDEXING)
            self._reader.send(Reading(settings.paths, self._index))
            threading.Thread(target=self._follow, args=(self._reader,), daemon=True).start()

    def _follow(self, reader: Worker) -> None:
        """Note how far the library is; in a thread of its own."""
        while not self.progress.done and self._reader is not None:
            try:
                message = reader.hear(1.0)
            except WorkerEndedError as error:
                self.trouble = f"the reading of the library ended: {error}"
                return
            except NonosatError as error:
                self.trouble = str(error)
                return
            if isinstance(message, Progress):
                self.progress = message
        reader.end()

    @property
    def folder(self) -> str:
        """The folder into which puzzles are written; empty if none."""
        if not self._settings.writes:
            return ""
        return next((path for path in self._settings.paths if os.path.isdir(path)), "")

    def ask(
        self,
        endpoint: Endpoint,
        client: str,
        body: bytes,
        fields: dict[str, str],
        content: str,
    ) -> Question:
        """Put a question to a worker.

        Raises:
            BusyError: too many wait already.
        """
        settings = self._settings
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[bytes | Done[Job]] = asyncio.Queue()

        def pass_on(message: bytes | Done[Job]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: the server ends
                loop.call_soon_threadsafe(queue.put_nowait, message)

        def heard(message: bytes) -> None:
            pass_on(message)
            if question.note(len(message)) > settings.bounds.output:  # nobody reads it
                self.service.cancel(job)

        request = Request(
            endpoint.name,
            body,
            fields,
            content,
            library=self._index,
            folder=self.folder if endpoint.writes else "",
            scratch=self._folder.name,
            seconds=settings.bounds.seconds,
            usual=min(settings.seconds, settings.bounds.seconds),
        )
        job = Job(
            task=request,
            client=client,
            heard=heard,
            done=pass_on,
            time_limit=settings.bounds.seconds + _LATE_SECONDS,
            quick=endpoint.quick,
        )
        question = Question(self, job, queue)
        self.service.submit(job)
        return question

    def end(self) -> None:
        """End all processes, and remove the index."""
        reader, self._reader = self._reader, None
        self.service.end()
        if reader is not None and not self.progress.done:
            reader.end()
        self._folder.cleanup()
