# SPDX-License-Identifier: MIT
"""The library of the page's server: stored data between starts, and changes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest

from nonosat import Puzzle, collection, dump, dumps
from nonosat.collection.adding import add
from nonosat.collection.judging import one_judge
from nonosat.limits import Limits
from nonosat.web import indexing
from nonosat.web.cache_folder import INDEX, cache_file
from nonosat.web.indexing import Reader
from nonosat.web.library import Found, find, natural, opened, page
from nonosat.web.requests import Progress, RequestError
from nonosat.web.settings import Settings
from tests.support.collection_sample import make
from tests.support.web_server import Server, app_here, argument, serving, until

DOT = Puzzle([[1]], [[1]])
BAR = Puzzle([[2]], [[1], [1]])
TWO = Puzzle([[1], [1]], [[1], [1]])


class Library:
    """A library in this process, with the single steps of the reading process."""

    def __init__(self, path: Path, *roots: Path) -> None:
        self.path = str(path)
        self.said: list[Progress] = []
        self.reader = Reader(self.path, [str(root) for root in roots], self.said.append)

    def look(self, judge: float = 0.0) -> list[str]:
        """Scan the files once; return the files of the list in its order."""
        with opened(self.path) as store:
            self.reader.look(store)
            if judge:
                self.reader.judge(store, time.monotonic() + judge)
        return [tile["file"] for tile in self.page().tiles]

    def page(self, **fields: Any) -> Found:
        return page(self.path, fields)

    @property
    def now(self) -> Progress:
        return self.said[-1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    dump(DOT.with_meta(title="dot"), folder / "dot.non")
    dump(BAR.with_meta(title="bar"), folder / "bar.non")
    return folder


@pytest.fixture
def library(tmp_path: Path, folder: Path) -> Library:
    return Library(tmp_path / "library.db", folder)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The numbers of read files and of solved and rated puzzles."""
    counts = {"read_bytes": 0, "solve": 0, "rate": 0}

    def counting(name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(indexing, name)

        def called(*arguments: Any, **options: Any) -> Any:
            counts[name] += 1
            return function(*arguments, **options)

        return called

    for name in counts:
        monkeypatch.setattr(indexing, name, counting(name))
    return counts


def test_nothing_is_done_twice(folder: Path, library: Library, counted: dict[str, int]) -> None:
    assert library.look(judge=60) == ["mine/bar.non", "mine/dot.non"]
    assert (library.now.read, library.now.done, library.now.judged) == (True, True, 2)
    assert counted == {"read_bytes": 2, "solve": 2, "rate": 2}
    again = Library(Path(library.path), folder)
    assert again.page().total == 2  # at once
    assert again.look(judge=60) == ["mine/bar.non", "mine/dot.non"]
    assert counted == {"read_bytes": 2, "solve": 2, "rate": 2}
    assert [tile["verdict"] for tile in again.page().tiles] == ["unique", "unique"]
    assert again.now.edition == library.now.edition
    os.utime(folder / "dot.non")
    again.look(judge=60)
    assert counted == {"read_bytes": 3, "solve": 2, "rate": 2}
    assert again.now.edition == library.now.edition


def test_files_come_change_and_go(folder: Path, library: Library) -> None:
    library.look()
    editions = [library.now.edition]
    dump(TWO, folder / "new.non")
    assert library.look() == ["mine/bar.non", "mine/dot.non", "mine/new.non"]
    editions.append(library.now.edition)
    before = os.stat(folder / "dot.non")
    text = (folder / "dot.non").read_text().replace('"dot"', '"DOT"')
    (folder / "dot.non").write_text(text)  # the same size, and the old times
    os.utime(folder / "dot.non", ns=(before.st_atime_ns, before.st_mtime_ns))
    library.look()
    assert [tile["title"] for tile in library.page().tiles] == ["bar", "DOT", "new"]
    editions.append(library.now.edition)
    dump(TWO, folder / "dot.non")
    assert library.look() == ["mine/bar.non", "mine/new.non"]  # the dot is in no file, two in two
    assert [tile["copies"] for tile in library.page().tiles] == [1, 2]
    editions.append(library.now.edition)
    (folder / "new.non").unlink()
    assert library.look() == ["mine/bar.non", "mine/dot.non"]
    assert find(library.path, TWO.sha256()).files == ("mine/dot.non",)
    with pytest.raises(RequestError, match="no such puzzle"):
        find(library.path, DOT.sha256())
    editions.append(library.now.edition)
    dump(DOT, folder / "dot.non")  # the earlier puzzles are there again
    assert library.look() == ["mine/bar.non", "mine/dot.non"]
    assert find(library.path, DOT.sha256()).files == ("mine/dot.non",)
    editions.append(library.now.edition)
    shutil.rmtree(folder)
    assert library.look() == []
    assert len({*editions, library.now.edition}) == len(editions) + 1


def test_a_puzzle_is_found_by_the_names_of_all_its_files(folder: Path, library: Library) -> None:
    dump(DOT.with_meta(title="speck", author="Ada"), folder / "other.non")
    library.look()
    for words in ("dot", "speck", "ada", "other.non", "dot speck"):
        assert [tile["title"] for tile in library.page(search=words).tiles] == ["dot"], words
    for number in range(100):  # the latest hundred
        dump(DOT.with_meta(title=f"title{number}"), folder / f"z{number}.non")
    library.look()
    found = [library.page(search=words).total for words in ("dot", "title0", "title99", "speck")]
    assert found == [1, 1, 1, 0]
    for file in folder.glob("z*.non"):
        file.unlink()
    library.look()
    assert [library.page(search=words).total for words in ("speck", "title0")] == [1, 0]


def test_a_folder_that_became_a_link_is_not_read(folder: Path, library: Library) -> None:
    assert len(library.look()) == 2
    folder.rename(folder.parent / "moved")
    folder.symlink_to(folder.parent / "moved")
    assert library.look() == []
    (fault,) = library.page().faults
    why = "the folder has become a link to elsewhere"
    assert (fault["file"], fault["message"]) == ("mine", why)
    folder.unlink()
    (folder.parent / "moved").rename(folder)
    assert len(library.look()) == 2
    assert library.page().broken == 0


def test_every_file_that_is_not_read_is_counted(folder: Path, library: Library) -> None:
    for number in range(150):
        (folder / f"broken{number}.non").write_text("width 2\nheight x\n")
    (folder / "gone.non").symlink_to(folder / "nowhere")
    (folder / "out.non").symlink_to(folder.parent)
    (folder / "odd\udce9.non").write_bytes(b"\0")
    assert library.look() == ["mine/bar.non", "mine/dot.non"]
    found = library.page()
    assert (len(found.faults), found.broken) == (100, 153)
    shown = {fault["file"] for fault in found.faults}
    assert {"mine/gone.non", "mine/out.non"} <= shown
    (folder / "broken0.non").unlink()
    library.look()
    assert library.page().broken == 152


def test_a_file_that_cannot_be_read_any_more(folder: Path, library: Library) -> None:
    library.look()
    with (folder / "dot.non").open("ab") as file:
        file.truncate(65 << 20)
    assert library.look() == ["mine/bar.non"]
    assert [fault["file"] for fault in library.page().faults] == ["mine/dot.non"]
    dump(DOT, folder / "dot.non")
    assert library.look() == ["mine/bar.non", "mine/dot.non"]
    assert library.page().faults == []


def test_odd_names_and_texts(folder: Path, library: Library) -> None:
    """A file name outside UTF-8, lone surrogates and NUL in a title: listed, found, opened."""
    (folder / "caf\udce9.json").write_text(
        r'{"title": "a\ud800b", "author": "\u0000\u001b[31m",'
        r' "rows": [[1], [1]], "cols": [[1], [1]]}'
    )
    (folder / "new\nline.non").write_bytes((folder / "dot.non").read_bytes())
    files = library.look(judge=60)
    assert len(files) == 3
    (tile,) = library.page(search="caf").tiles
    assert (tile["title"][0], tile["verdict"]) == ("a", "multiple")
    assert find(library.path, tile["id"]).puzzle.sha256() == TWO.sha256()
    assert library.page(search="\ud800").total >= 0
    json.dumps(library.page().tiles).encode()
    assert library.look() == files
    (folder / "caf\udce9.json").unlink()
    assert len(library.look()) == 2


def test_numbers_sort_by_their_value(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "part10").mkdir(parents=True)
    (folder / "part9").mkdir()
    for number in (1, 2, 10, 100):
        puzzle = Puzzle([[number]], [[1]] * number).with_meta(title=f"Number {number}")
        dump(puzzle, folder / "part9" / f"p{number}.non")
    dump(TWO.with_meta(title="number 3"), folder / "part10" / "a.non")
    library = Library(tmp_path / "library.db", folder)
    parts = [f"mine/part9/p{number}.non" for number in (1, 2, 10, 100)]
    assert library.look() == [*parts, "mine/part10/a.non"]
    titles = [tile["title"] for tile in library.page(sort="title").tiles]
    assert titles == ["Number 1", "Number 2", "number 3", "Number 10", "Number 100"]
    down = library.page(sort="title", descending=True).tiles
    assert [tile["title"] for tile in down] == titles[::-1]
    assert natural("x") < natural("X2") < natural("x10") < natural("x" + "9" * 2000)


def test_the_list_grows_while_a_large_file_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the process is killed halfway, only the last moment of its work is lost."""
    from nonosat.collection import adding

    puzzles = [Puzzle([[1, 1]] * n, [[n], [], [n]]) for n in range(1, 251)]
    (tmp_path / "many.json").write_text(
        json.dumps([json.loads(dumps(puzzle, format="json")) for puzzle in puzzles])
    )
    monkeypatch.setattr(adding, "COMMIT_ROWS", 100)
    monkeypatch.setattr(adding, "COMMIT_SECONDS", 3600.0)  # a machine may be slow
    monkeypatch.setattr(indexing, "_BATCH_SECONDS", 0.0)
    library = Library(tmp_path / "library.db", tmp_path / "many.json")
    seen: list[int] = []

    class EndedError(Exception):
        pass

    def said(progress: Progress) -> None:
        seen.append(library.page().total)
        if progress.puzzles:
            raise EndedError

    ended = Reader(library.path, [str(tmp_path / "many.json")], said)
    with pytest.raises(EndedError), opened(library.path) as store:
        ended.look(store)
    assert 0 < seen[-1] < 250
    assert len(library.look()) == 60
    assert library.page().total == 250


def test_what_a_process_that_was_killed_has_left(folder: Path, library: Library) -> None:
    """Stored in the collection, but not in the list: as if killed between the two writes."""
    library.look()
    with opened(library.path) as store:
        data = dumps(TWO, format="non").encode()
        sql = store.connection
        sql.execute("INSERT INTO web.seen VALUES('/x/new.non', 'x/new.non', '', NULL)")
        add(store, [collection.Content("/x/new.non", data, lasting=True)], limits=Limits())
        dot = str(folder / "dot.non")
        sql.execute("UPDATE web.seen SET signature = '' WHERE file = ?", (dot,))
        add(store, [collection.Content(dot, data, lasting=True)], limits=Limits())
    assert library.look() == ["mine/bar.non", "mine/dot.non"]
    assert [tile["copies"] for tile in library.page().tiles] == [1, 1]


@pytest.mark.parametrize("end", ["", INDEX])
@pytest.mark.parametrize("damage", ["garbage", "empty", "pages", "newer", "gone"])
def test_a_damaged_cache_is_made_anew(library: Library, end: str, damage: str) -> None:
    library.look(judge=60)
    file = Path(library.path + end)
    if damage == "garbage":
        file.write_bytes(b"garbage" * 1000)
    elif damage == "empty":
        file.write_bytes(b"")
    elif damage == "pages":
        data = file.read_bytes()
        file.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    elif damage == "newer":
        with sqlite3.connect(file) as connection:
            connection.execute("PRAGMA user_version = 99")
            connection.execute("DROP TABLE IF EXISTS seen")
        connection.close()
    else:
        file.unlink()
    with opened(library.path, check=True) as store:
        library.reader.look(store)
        library.reader.judge(store, time.monotonic() + 60)
    assert [tile["verdict"] for tile in library.page().tiles] == ["unique", "unique"]
    assert library.now.done


def test_a_library_of_an_older_version_keeps_its_verdicts(
    library: Library, counted: dict[str, int]
) -> None:
    """Its index had another name, and served collections had a source for each puzzle."""
    files = library.look(judge=60)
    Path(f"{library.path}{INDEX}").rename(f"{library.path}-list")
    with collection.open(library.path) as store:
        store.add(collection.Content("/gone/my.db\x1fplace\x1f1.0", dumps(TWO), lasting=True))
    assert library.look(judge=60) == files
    assert [tile["verdict"] for tile in library.page().tiles] == ["unique", "unique"]
    assert counted["solve"] == 2


def test_a_large_collection_that_changes_is_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing, "MAX_PUZZLES", 7)
    with make(tmp_path / "my.db") as store:
        library = Library(tmp_path / "library.db", tmp_path / "my.db")
        assert len(library.look()) == 6
        store.add([DOT.with_meta(title="one more")], name="later")
        assert len(library.look()) == 7
    assert library.page().faults == []


def test_a_collection_that_is_served_changes(tmp_path: Path) -> None:
    with make(tmp_path / "my.db") as store:
        library = Library(tmp_path / "library.db", tmp_path / "my.db")
        library.look()
        verdicts = [tile["verdict"] for tile in library.page().tiles]
        assert verdicts == ["unique", "multiple", "none", "unknown", "unique", None]
        store.add([DOT.with_meta(title="one more")], name="later")
        question = store.store.question("later", "{}", preset="fast", version="2")
        result = collection.Result(3, "unique", None, None, None, 0.1, ())
        store.store.record(question, [result])
        edition = library.now.edition
        assert len(library.look()) == 7
        assert library.now.edition != edition
        assert library.page(verdict="none").total == 0
        edition = library.now.edition
        library.look()
        assert library.now.edition == edition
    (tmp_path / "my.db").unlink()
    assert library.look() == []


def test_two_readers_of_one_library(
    folder: Path, library: Library, counted: dict[str, int]
) -> None:
    """Only one of them judges; both list the same."""
    for number in range(1, 60):
        dump(Puzzle([[number]], [[1]] * number), folder / f"n{number}.non")
    with ThreadPoolExecutor(2) as both:
        lists = [both.submit(Library(Path(library.path), folder).look) for _ in range(2)]
    assert lists[0].result() == lists[1].result()
    assert library.page(limit=100).total == 59  # n1 is the dot, and n2 the bar
    with one_judge(library.path):
        library.look(judge=60)
    assert counted["solve"] == 0


def test_a_library_that_nobody_uses_is_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    names = [cache_file((name,)) for name in ("/old", "/recent", "/mine")]
    for path in names:
        with opened(path):
            pass
    other = tmp_path / "nonosat" / "notes.txt"
    other.touch()
    day = 24 * 3600.0
    for path, days in zip((*names, str(other)), (91, 89, 91, 91), strict=True):
        os.utime(path, (time.time() - days * day,) * 2)
    assert cache_file(("/mine",)) == names[2]
    left = {entry.name for entry in (tmp_path / "nonosat").iterdir()}
    assert not any(name.startswith(Path(names[0]).name) for name in left)
    assert {Path(names[1]).name, Path(names[2]).name, "notes.txt"} <= left


def test_names_of_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    one, two = cache_file(("/a", "/b")), cache_file(("/a/b",))
    assert os.path.dirname(one) == str(tmp_path / "cache" / "nonosat")
    assert one != two
    assert (tmp_path / "cache" / "nonosat").stat().st_mode & 0o777 == 0o700
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cache_file(("/a",)) == ""
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_file(("/a",)).startswith(f"{tmp_path}/")


def wait(server: Server, **expected: object) -> dict[str, Any]:
    """Wait for a state of the library."""
    state: dict[str, Any] = {}

    def reached() -> bool:
        state.update(server.status()["library"])
        return all(state[name] == value for name, value in expected.items())

    until(reached)
    return state


def listed(server: Server) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(server.get("/api/v1/puzzles")[1])
    return answer


@pytest.mark.slow
def test_a_server_is_killed_and_another_goes_on(folder: Path, tmp_path: Path) -> None:
    """Files are added and saved while it runs; the next server has all of them at once."""
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    with serving(str(folder), "--jobs", "2", environment=environment) as server:
        first = listed(server)
        assert first["reading"]["read"] or first["reading"]["puzzles"] < 2  # never "no puzzle"
        wait(server, puzzles=2, done=True)
        for process in psutil.Process(server.process.pid).children():
            if "nonosat.web.indexing:work" in process.cmdline():
                process.kill()  # it is started again
        dump(TWO, folder / "later.non")
        wait(server, puzzles=3, error=None)
        data = {"puzzle": argument(Puzzle([[3]], [[1]] * 3)), "name": "saved"}
        assert server.post("puzzles", data)[0] == 201
        assert "mine/saved.json" in [tile["file"] for tile in listed(server)["tiles"]]  # at once
        wait(server, puzzles=4, judged=4, done=True)  # "done" alone may be from before
        server.process.send_signal(signal.SIGKILL)
    (folder / "bar.non").unlink()
    with serving(str(folder), "--jobs", "2", environment=environment) as server:
        tiles = listed(server)["tiles"]
        assert {"unique", "multiple"} == {tile["verdict"] for tile in tiles}
        assert wait(server, puzzles=3, read=True)["judged"] == 3


@pytest.mark.parametrize("public", [True, False])
def test_what_is_temporary(
    folder: Path,
    tmp_path: Path,
    public: bool,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A public server leaves nothing in the cache; without a cache the server works."""
    cache = tmp_path / "cache"
    if not public:
        cache.write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    with app_here(Settings((str(folder),), public=public, workers=2)) as here:

        def library() -> dict[str, Any]:
            found: dict[str, Any] = here.get("/api/v1/status").json()["library"]
            return found

        until(lambda: library()["done"])
        assert library()["puzzles"] == 2
    assert "Traceback" not in capfd.readouterr().err
    assert not cache.is_dir()
