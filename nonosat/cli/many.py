# SPDX-License-Identifier: MIT
"""Many puzzles: side by side (``--jobs``), and into a folder or a collection, with a table.

``in_order`` reads puzzles lazily and passes them to the workers; a broken puzzle comes in its turn.
While it waits for a result, ``Waiting`` shows how many are done.

``work_on`` is for commands that make something of each puzzle (``repair``, ``explain`` and so on):
the command gives a ``Job`` that returns an ``Outcome``, and everything else is here: the names of
files, bad files, ``Table``, the lines for people, the exit code. The table also says what an
earlier run has done, so an interrupted command goes on. Each row is written in one step when its
puzzle is finished, before its file: a puzzle whose file is missing is done again.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, TypeVar

import click

from nonosat.cli import exits
from nonosat.cli.destination import (
    Destination,
    Refused,
    Table,
    place_of,
    write_below,
    writing,
)
from nonosat.cli.input import Broken, Inputs, Source, is_collection
from nonosat.cli.output import complain, emit, emit_json
from nonosat.cli.progress import DELAY, INTERVAL, StatusLine, shown, status
from nonosat.errors import GridError, LimitError, PuzzleError
from nonosat.formats import format_named, losses
from nonosat.formats.arguments import Argument, Kind
from nonosat.formats.files import is_folder
from nonosat.formats.names import FileNames
from nonosat.model.puzzle import Puzzle
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.collection import Collection

T = TypeVar("T")


def in_order(
    inputs: Inputs,
    work: Callable[[Iterator[Puzzle]], Iterator[T]],
    jobs: int,
) -> Generator[tuple[Source, Puzzle, T] | Broken, None, None]:
    """Each puzzle with its result, or a ``Broken``, in order.

    ``work`` takes the puzzles and gives their results, in the same order; it may read ahead, in
    this thread. ``jobs``: how many puzzles it works on at a time, for the status line.
    """
    waiting: deque[Source] = deque()

    def puzzles() -> Iterator[Puzzle]:
        for source in inputs.sources():
            waiting.append(source)
            if isinstance(source.item, Puzzle):
                yield source.item

    results = work(puzzles())
    with Waiting(f"{jobs} at a time", inputs.quiet) as line:
        while True:
            result = line.wait(results)
            while waiting:
                source = waiting.popleft()
                if isinstance(source.item, Puzzle):
                    assert result is not None
                    yield source, source.item, result
                    break
                yield Broken(source, source.item)
            else:
                return


def by_workers(
    function: str, options: dict[str, Any], jobs: int, puzzles: Iterator[Puzzle]
) -> Iterator[Any]:
    """What a function finds about puzzles, by worker processes, in the order of the puzzles.

    Much of the work is Python, so threads would wait for each other. ``function``: takes a puzzle
    and the options, as ``module:function``.
    """
    from nonosat.solving.options import checked_jobs
    from nonosat.workers.pool import Pool

    tasks = ((number, function, puzzle, options) for number, puzzle in enumerate(puzzles))
    done: dict[int, Any] = {}
    with Pool[_Question]("nonosat.cli.many:answer", checked_jobs(jobs)) as pool:
        following = 0
        for over in pool.run(tasks):
            if over.error is not None:
                raise over.error
            done[over.task[0]] = over.answer
            while following in done:
                yield done.pop(following)
                following += 1


_Question: TypeAlias = tuple[int, str, Puzzle, dict[str, Any]]


def answer(task: _Question, emit: Callable[[object], None]) -> Any:
    """The job of the worker processes of ``by_workers``."""
    from nonosat.workers.channel import Begun

    emit(Begun())
    _, name, puzzle, options = task
    return _function(name)(puzzle, options)


def _function(name: str) -> Callable[..., Any]:
    """The function of a name ``module:function``."""
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


class Waiting:
    """A status line shown while waiting for the next of many results, as a context manager.

    A thread draws it, because the main thread is blocked meanwhile.
    """

    def __init__(self, name: str, quiet: bool) -> None:
        self._line = StatusLine(name) if not quiet and shown() else None
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._since: float | None = None
        self._done = 0

    def wait(self, results: Iterator[T]) -> T | None:
        """The next result; None at the end."""
        self._since = time.monotonic()
        try:
            result = next(results, None)
        finally:
            with self._lock:
                self._since = None
                if self._line is not None:
                    self._line.erase()
        self._done += 1
        return result

    def _draw(self) -> None:
        assert self._line is not None
        while not self._over.wait(INTERVAL):
            with self._lock:
                since = self._since
                if since is not None and time.monotonic() - since >= DELAY:
                    self._line.say(f"{counted(self._done, 'puzzle')} done")

    def __enter__(self) -> Self:
        if self._line is not None:
            threading.Thread(target=self._draw, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()


Made: TypeAlias = Puzzle | str | bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did with one puzzle of many: plain values, which a worker process can send.

    ``done``: in a word or two, the same for all puzzles with this outcome. ``numbers``: the
    command's own columns of the table. ``data``: what ``--json`` prints. ``made``: the new puzzle,
    or the content of a file. ``error``: why nothing was made. ``words``: more about it, for people.
    """

    done: str
    code: int = exits.DONE
    numbers: dict[str, object] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    made: Made | None = None
    error: str = ""
    words: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Many:
    """The options of a command that works on many puzzles."""

    jobs: int = 1
    table: str | None = None

    def asked(self, out: Destination, *, jobs: bool = False) -> bool:
        """True if the output is for many puzzles; ``jobs``: --jobs is allowed without it, too.

        Raises:
            click.UsageError: the options are for many puzzles, and the output for one; or the
                output has the name of a collection, and is none.
        """
        path = out.output
        if path is not None and path != "-" and (is_folder(path) or is_store(path)):
            return True
        if self.table is not None and path is None:
            return True
        if out.suffix == ".db":
            raise click.UsageError(f"-o {path}: the file is not a collection: name another")
        if self.table is not None or (self.jobs > 1 and not jobs):
            option = "--jobs" if self.table is None else "--table"
            raise click.UsageError(f"{option} is for many puzzles: name a folder with -o")
        return False


def is_store(path: str) -> bool:
    """True if an output is a collection, or is to become one."""
    fresh = path.lower().endswith(".db") and not os.path.lexists(path)
    return fresh or is_collection(Argument(path, Kind.FILE))


class Job(NamedTuple):
    """What a command does with each of many puzzles.

    ``function``: takes a Source and the options and returns an ``Outcome``, as ``module:function``,
    since worker processes call it. ``columns``: its own columns of the table. ``suffix``: that of
    the files it makes; empty if it makes puzzles. ``loose``: it also takes clues that do not fit.
    ``kept``: whether what it makes is kept, and as what.
    """

    function: str
    columns: tuple[str, ...]
    options: dict[str, Any]
    suffix: str = ""
    loose: bool = False
    kept: str = ""

    @property
    def name(self) -> str:
        """The name of the command."""
        return self.function.partition(":")[0].rpartition("command_")[2]

    def takes(self, source: Source) -> bool:
        """True unless the source is broken for this command."""
        item = source.item
        return isinstance(item, Puzzle) or (self.loose and item.clues is not None)

    def do(self, source: Source) -> Outcome:
        """Work on a puzzle; errors about it are part of the outcome.

        Raises:
            NonosatError: the work cannot go on, such as without a library.
        """
        function = _function(self.function)  # before the time is measured
        begun = time.monotonic()
        try:
            found: Outcome = function(source, self.options)
        except (PuzzleError, GridError) as error:
            found = Outcome("not done", exits.BAD_INPUT, error=str(error))
        except click.UsageError as error:
            found = Outcome("not done", exits.USAGE, error=error.message)
        except LimitError as error:
            found = Outcome("not done", exits.UNKNOWN, error=str(error))
        return replace(found, seconds=time.monotonic() - begun)

    def digest(self, source: Source, code: int) -> str:
        """What decides the outcome: puzzle and options; the time only if a limit was reached."""
        given = {name: value for name, value in self.options.items() if name != "time_limit"}
        limit = self.options.get("time_limit") if code == exits.UNKNOWN else None
        item = source.item
        about: object = str(item)
        if isinstance(item, Puzzle):
            about = (item.canonical_text(), str(item.goal), item.title)
        elif item.clues is not None:
            about = repr(item.clues)
        text = repr((about, self.kept, sorted(given.items()), limit))
        return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:12]


class _Task(NamedTuple):
    """A puzzle to work on, its name in the table, and what is to be done."""

    key: str
    source: Source
    job: Job


def work(task: _Task, emit: Callable[[object], None]) -> Outcome:
    """The job of the worker processes."""
    from nonosat.workers.channel import Begun

    emit(Begun())
    return task.job.do(task.source)


def work_on(inputs: Inputs, out: Destination, many: Many, job: Job) -> int:
    """Do a job on each puzzle, store what is made, keep a table; returns the exit code.

    A puzzle that stands in the table with the same clues and options is not done again.
    """
    run = _Run(inputs, out, many, job)
    with run.table, ExitStack() as run.opened:
        try:
            for task, outcome in run.outcomes():
                run.finish(task.key, task.source, outcome)
        except KeyboardInterrupt:
            done = counted(run.done.total(), "puzzle")
            complain(f"{done} done before the interruption: the same command goes on")
            raise
        finally:
            inputs.repeated.end()
    if not (inputs.quiet or inputs.as_json):
        emit(run.summary())
    return exits.worst(run.codes)


def _hash(content: str | bytes) -> str:
    """The hash of a file in the table."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    return sha256(data).hexdigest()[:12]


class _Run:
    """The work on many puzzles: what was done so far."""

    opened: ExitStack

    def __init__(self, inputs: Inputs, out: Destination, many: Many, job: Job) -> None:
        self.inputs, self.jobs, self.out = inputs, many.jobs, out
        self.output = output = out.output or ""
        self.into_store = bool(output) and is_store(output)
        if self.into_store and job.suffix:
            raise click.UsageError(f"-o {output}: a collection keeps puzzles: name a folder")
        if self.into_store and out.to is not None:
            raise click.UsageError(f"--to is the format of files, and {output} is a collection")
        form = None if out.to is None or job.suffix else format_named(out.to)
        if form is not None:
            form.require_written()
        self.forms = [format_named("non"), format_named("json")] if form is None else [form]
        self.job = job._replace(kept=out.to or ("file" if output else ""))
        in_folder = bool(output) and not self.into_store
        self.top = os.path.realpath(output) if in_folder else None
        for given in inputs.files:
            if given.kind is Kind.FOLDER and os.path.realpath(given.text) == self.top:
                raise click.UsageError(f"-o {output} has the puzzles themselves: name another")
        base = output.rstrip("/" + os.sep) if output.strip("./") else os.path.realpath(output)
        table = many.table or f"{base.removesuffix('.db')}-{job.name}.csv"
        self.table = Table(table, job.columns)
        self.names = FileNames(None)
        self.codes: list[int] = []
        self.done: Counter[str] = Counter()
        self.before = 0
        """The number of puzzles that an earlier run has done."""
        self._seen: Counter[str] = Counter()
        self._lost: set[str] = set()
        self._store: Collection | None = None

    def outcomes(self) -> Iterator[tuple[_Task, Outcome]]:
        """Each puzzle that is not done yet, with its outcome, as they are finished."""
        if self.jobs == 1:
            for task in self._open():
                with status(task.source.name, self.inputs.quiet):
                    outcome = self.job.do(task.source)
                yield task, outcome
            return
        from nonosat.solving.options import checked_jobs
        from nonosat.workers.channel import WorkerEndedError
        from nonosat.workers.pool import Pool

        with (
            Pool[_Task]("nonosat.cli.many:work", checked_jobs(self.jobs)) as pool,
            closing(pool.run(self._open())) as found,
            Waiting(f"{self.jobs} at a time", self.inputs.quiet) as line,
        ):
            while (over := line.wait(found)) is not None:
                if isinstance(over.error, WorkerEndedError) and over.begun:
                    yield over.task, Outcome("not done", exits.INTERNAL, error=str(over.error))
                elif over.error is not None:
                    raise over.error
                else:
                    yield over.task, over.answer

    def _open(self) -> Iterator[_Task]:
        """The puzzles to work on; reports those that are broken, and counts those that are done."""
        for source in self.inputs.sources():
            if self._is_ours(source):
                continue
            key = self._key(source)
            row = self.table.rows.get(key)
            stands = row is not None and self._stands(source, row)
            if not self.job.takes(source):
                assert not isinstance(source.item, Puzzle)
                code = self.inputs.report(Broken(source, source.item))
                error = "; ".join(map(str, source.item.faults))
                self._count("not read", code)
                if not stands:
                    self._note(key, source, Outcome("not read", code, error=error))
            elif row is not None and stands:
                self.before += 1
                self._count(row["done"], int(row["exit"]))
            else:
                yield _Task(key, source, self.job)

    def _is_ours(self, source: Source) -> bool:
        """True for what this command has made: files of the folder, the table, puzzles."""
        if source.kind is not Kind.FILE:
            return False
        path = os.path.realpath(source.file)
        if self.into_store and path == os.path.realpath(self.output):
            return source.found.startswith(f"{self.job.name} of ")
        return self._is_inside(path) or path == os.path.realpath(self.table.path)

    def _key(self, source: Source) -> str:
        """The name of a puzzle in the table; no two puzzles of a run have the same."""
        name = source.file if source.kind is Kind.CODE else source.name
        if source.kind in (Kind.STREAM, Kind.TEXT):  # the same name for any puzzle
            name += f" {self.job.digest(source, exits.DONE)}"
        self._seen[name] += 1
        return f"{name} ({self._seen[name]})" if self._seen[name] > 1 else name

    def _stands(self, source: Source, row: Mapping[str, str]) -> bool:
        """True if an earlier run has done a puzzle, and its output is still there."""
        code, output = row["exit"], row["output"]
        if not code.isdecimal() or int(code) == exits.INTERNAL:
            return False
        if row["input"] != self.job.digest(source, int(code)):
            return False
        if self.into_store:
            output = output.rpartition("#")[0]
            return not output or (output == self.output and os.path.lexists(output))
        return not output or (self._is_inside(output) and os.path.lexists(output))

    def _is_inside(self, path: str) -> bool:
        """True if a path is in the folder of the output."""
        return self.top is not None and os.path.realpath(path).startswith(
            os.path.join(self.top, "")
        )

    def _count(self, done: str, code: int) -> None:
        self.done[done] += 1
        self.codes.append(code)

    def _note(
        self, key: str, source: Source, outcome: Outcome, output: str = "", content: str = ""
    ) -> None:
        """Write the row of a puzzle; ``content``: the hash of its file."""
        about = {"file": key, "done": outcome.done, **outcome.numbers, "output": output}
        about["content"] = content
        about |= {"seconds": f"{outcome.seconds:.3f}", "error": outcome.error}
        code = outcome.code
        self.table.add({**about, "exit": code, "input": self.job.digest(source, code)})

    def finish(self, key: str, source: Source, outcome: Outcome) -> None:
        """Store what was made of a puzzle, write its row, and print what was done."""
        output = ""
        try:
            if outcome.made is None or not self.output or self._is_same(source, outcome.made):
                self._note(key, source, outcome)
            elif self.into_store:
                assert isinstance(outcome.made, Puzzle)
                output = self._keep(source, outcome.made)
                self._note(key, source, outcome, output)
            else:  # first the row: if the file is then missing, the puzzle is done again
                output, content = self._file(key, source, outcome.made)
                self._note(key, source, outcome, output, _hash(content))
                with writing(output):
                    write_below(self.output, output, content)
        except Refused as refused:
            complain(f"{source.name}: {refused}")
            self._count("not written", refused.code)
            return
        except PuzzleError as error:  # the format cannot hold it
            outcome = replace(outcome, done="not written", code=exits.BAD_INPUT, error=str(error))
            self._note(key, source, outcome)
        self._count(outcome.done, outcome.code)
        self._say(source, outcome, output)

    def _say(self, source: Source, outcome: Outcome, output: str) -> None:
        if self.inputs.as_json:
            error = {"error": outcome.error.splitlines()} if outcome.error else {}
            about = {**source.origin(), **outcome.data, "done": outcome.done, **error}
            emit_json({**about, "output": output or None})
            return
        for line in outcome.error.splitlines():
            complain(f"{source.name}: {line}")
        if not self.inputs.quiet:
            written = f"; written to {output}" if output else ""
            emit(f"{source.name}: {outcome.words or outcome.done}{written}")

    def _is_same(self, source: Source, made: Made) -> bool:
        """True if a collection has the puzzle already: nothing was changed."""
        item = source.item
        if not (self.into_store and isinstance(item, Puzzle) and isinstance(made, Puzzle)):
            return False
        return item.sha256() == made.sha256()

    def _file(self, key: str, source: Source, made: Made) -> tuple[str, str | bytes]:
        """The path and the content of the file for what was made of a puzzle.

        Raises:
            Refused: the file exists, and an earlier run has not made it, or it was edited since.
            PuzzleError: the format cannot hold the puzzle.
        """
        suffix = self.job.suffix
        if isinstance(made, Puzzle):
            suffix, made = self._written(source, made)
        title = source.item.title if isinstance(source.item, Puzzle) else ""
        row = self.table.rows.get(key)
        earlier = "" if row is None else row["output"]
        if row is not None and earlier.endswith(suffix) and self._is_inside(earlier):
            self._check_unedited(earlier, row["content"])
            return earlier, made
        taken = {one["output"] for one in self.table.rows.values()}
        while True:
            place = place_of(self.names, self._below(source), source, title, suffix)
            path = os.path.join(self.output, *place.split("/"))
            if path not in taken:
                break
        if not self.out.force and os.path.lexists(path):
            raise Refused(f"{path} exists: add --force to replace it", exits.USAGE)
        return path, made

    def _check_unedited(self, path: str, content: str) -> None:
        """Raise Refused if a file is no longer what an earlier run has written."""
        if self.out.force or not os.path.lexists(path):
            return
        with writing(path), open(path, "rb") as file:
            edited = _hash(file.read()) != content
        if edited:
            why = f"{path} was edited and is kept: add --force to replace it"
            raise Refused(why, exits.USAGE)

    def _written(self, source: Source, puzzle: Puzzle) -> tuple[str, str | bytes]:
        """The suffix and the content of a puzzle, in the first format that keeps all of it."""
        for form in self.forms[:-1]:
            with suppress(PuzzleError):
                content = form.dumps(puzzle)
                if not losses(puzzle, form.name):
                    return form.suffix, content
        form = self.forms[-1]
        content = form.dumps(puzzle)
        for loss in losses(puzzle, form.name):
            if loss.what not in self._lost:
                self._lost.add(loss.what)
                what = f"the format {form.name!r} does not keep {loss.what}"
                complain(f"{source.name}: {what} (of this puzzle, and perhaps of others)")
        return form.suffix, content

    def _below(self, source: Source) -> str:
        """The folders between a folder that was given and the file, with slashes."""
        folder = os.path.dirname(source.file)
        for given in self.inputs.files:
            if given.kind is Kind.FOLDER and source.file.startswith(os.path.join(given.text, "")):
                below = os.path.relpath(folder, given.text)
                return "" if below == "." else below.replace(os.sep, "/")
        return ""

    def _keep(self, source: Source, made: Puzzle) -> str:
        """Add a new puzzle to the collection, with its origin; its number there."""
        from nonosat import collection

        if self._store is None:
            self._store = self.opened.enter_context(collection.open(self.output))
        old = source.item.sha256()[:16] if isinstance(source.item, Puzzle) else ""
        name = f"{self.job.name} of {source.found or source.name}"
        data = made.sha256()  # made again with other options, it is at the same place
        self._store.add(collection.Content(name, data, puzzles=[(0, old, made)]))
        return f"{self.output}#{self._store.entry(made.sha256()).id}"

    def summary(self) -> str:
        """What was done with all puzzles, in numbers."""
        most = sorted(self.done.items(), key=lambda pair: (-pair[1], pair[0]))
        parts = [f"{number:,} {done}" for done, number in most]
        before = f"; {self.before:,} of them before" if self.before else ""
        puzzles = counted(self.done.total(), "puzzle")
        return f"{puzzles}: {', '.join(parts) or 'none'}{before}; table: {self.table.path}"
