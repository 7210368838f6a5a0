# SPDX-License-Identifier: MIT
"""``Dispatch``: passes questions from the event loop of the server to the worker processes.

A question is a job of ``workers.service``; the messages of its worker arrive in the event loop.
``cancel`` ends a job within a tenth of a second; a worker that does not stop is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from nonosat.errors import NonosatError
from nonosat.formats.files import scratch_folder
from nonosat.limits import GRACE_SECONDS
from nonosat.web.cache_folder import cache_file
from nonosat.web.endpoints import Endpoint, is_quick, usual_seconds
from nonosat.web.requests import Progress, Reading, Request
from nonosat.web.settings import Settings
from nonosat.workers.channel import Worker, WorkerEndedError
from nonosat.workers.pool import Done
from nonosat.workers.service import Job, Service

_QUESTIONS = "nonosat.web.handlers.work:work"
_INDEXING = "nonosat.web.indexing:work"
"""The functions that the processes run; by name, because this process does not import them."""
_PAUSES = (0.5, 5.0, 60.0)
"""Seconds before the process that reads the library is started again."""


@dataclass(frozen=True, slots=True)
class Waits:
    """A question waits for a worker or, if ``waits`` is False, no longer waits."""

    waits: bool


Message: TypeAlias = "bytes | Waits | Done[Job] | None"
"""A message about a question. Bytes are a part of the answer, a ``Done`` is the end; None: its
client has disconnected."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question in progress: its messages, and a function that stops the work on it."""

    heard: asyncio.Queue[Message]
    cancel: Callable[[], None]


class Dispatch:
    """Worker processes for questions, and one that reads the library."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._owned = contextlib.ExitStack()
        self._folder = self._owned.enter_context(scratch_folder())
        self._library = ""
        self._real = {path: os.path.realpath(path) for path in settings.paths}
        if settings.paths:  # a public server neither uses nor leaves a cache
            kept = "" if settings.public else cache_file(settings.paths)
            self._library = kept or os.path.join(self._folder, "library.db")
        self.progress = Progress(0, 0, 0, read=not settings.paths, done=not settings.paths)
        self.service = Service(
            _QUESTIONS,
            settings.workers,
            memory_limit=settings.memory_limit,
            most_waiting=settings.bounds.waiting,
        )
        self._reader: Worker | None = None
        self._over = threading.Event()
        self._changing = threading.Lock()
        if settings.paths:
            self._reader = self._new_reader()
            threading.Thread(target=self._follow, args=(self._reader,), daemon=True).start()

    def _new_reader(self) -> Worker:
        reader = Worker(_INDEXING)
        reader.send(Reading(self._settings.paths, self._library))
        return reader

    def _follow(self, reader: Worker) -> None:
        """Follow the progress of the library, in a separate thread.

        A process that ends by itself (a file may need too much memory) is restarted a few times,
        with growing pauses.
        """
        pauses = list(_PAUSES)
        while not self._over.is_set():
            try:
                message = reader.hear(1.0)
            except WorkerEndedError as error:
                trouble = f"the reading of the library ended: {error}"
                self.progress = replace(self.progress, error=trouble)
                if not pauses or self._over.wait(pauses.pop(0)):
                    return
                with self._changing:
                    if not self._over.is_set():
                        reader = self._reader = self._new_reader()
                continue
            except NonosatError as error:
                self.progress = replace(self.progress, error=str(error))
                return
            if isinstance(message, Progress):
                self.progress = message

    @property
    def folder(self) -> str:
        """The folder into which puzzles are written; empty if there is none, or it is read-only.

        A folder that has become a link to elsewhere since the start is not used.
        """
        if not self._settings.writes:
            return ""
        found = next((path for path in self._settings.paths if os.path.isdir(path)), "")
        if not found or os.path.realpath(found) != self._real[found]:
            return ""
        return found if os.access(found, os.W_OK | os.X_OK) else ""

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
            BusyError: too many questions are waiting.
        """
        settings = self._settings
        quick = is_quick(endpoint, body, fields)
        usual = usual_seconds(endpoint, quick, settings.seconds)
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Message] = asyncio.Queue()

        def pass_on(message: Message) -> None:
            with contextlib.suppress(RuntimeError):  # the server has closed the loop
                loop.call_soon_threadsafe(queue.put_nowait, message)

        request = Request(
            endpoint.name,
            body,
            fields,
            content,
            library=self._library,
            reading=self.progress,
            folder=self.folder if endpoint.writes else "",
            scratch=self._folder,
            seconds=settings.bounds.seconds,
            usual=min(usual, settings.bounds.seconds),
        )
        job = Job(
            task=request,
            client=client,
            heard=pass_on,
            done=pass_on,
            time_limit=settings.bounds.seconds + GRACE_SECONDS,
            quick=quick,
            waits=lambda waits: pass_on(Waits(waits)),
        )
        self.service.submit(job)
        return Question(queue, lambda: self.service.cancel(job))

    def end(self) -> None:
        """End all processes, and remove temporary files."""
        self._over.set()
        self.service.end()
        with self._changing:
            if self._reader is not None:
                self._reader.end()
        self._owned.close()
