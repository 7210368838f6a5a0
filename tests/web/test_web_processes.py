# SPDX-License-Identifier: MIT
"""The server as a process: how it ends its questions and workers, and how it ends itself."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
from click.testing import CliRunner

from nonosat.cli.commands import program
from tests.support.web_server import ENDLESS, Server, heard_of, serving, until

EASY = {"puzzle": {"picture": ["##..", "#.#.", "..##"]}}
SOON = {**EASY, "time_limit": 2}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--jobs", "3") as found:
        yield found


def events_of(talk: socket.socket) -> str:
    """All events until the connection closes, or the stream ends."""
    text = ""
    while "event: end" not in text:
        part = talk.recv(65536).decode()
        if not part:
            break
        text += part
    return text


def test_a_client_that_goes_away_ends_its_question(server: Server) -> None:
    with server.endless():
        assert server.status()["questions"] == 1
    until(lambda: server.status()["questions"] == 0)


def test_a_question_that_waits_says_so(server: Server) -> None:
    """Its client can withdraw it at once, like a running question."""
    with server.endless() as working, server.stream(ENDLESS) as second:
        heard_of(second, "event: waiting")
        with server.stream(ENDLESS) as third:
            heard_of(third, "event: waiting")
        until(lambda: server.status()["questions"] == 2)
        working.close()
        heard_of(second, "event: started")
    until(lambda: server.status()["questions"] == 0)


def test_quick_questions_wait_for_no_long_one_of_their_client(server: Server) -> None:
    """A past bug: a solve page, a rating and a repair made everything else in the browser wait.

    If this happens again, the sockets here time out before the 500 seconds of the long questions.
    """
    drawn = {"picture": ["".join(Random(row).choices("..#", k=60)) for row in range(60)]}
    long = [
        {**ENDLESS, "questions": ["check", "walkthrough", "count"]},
        {**ENDLESS, "questions": ["rate", "count"]},
        {**ENDLESS, "puzzle": drawn, "questions": ["repair"]},
    ]
    talks = [server.stream(long[0])]
    try:
        heard_of(talks[0], "event: check")  # if the others came first, it would wait for them
        talks += [server.stream(question) for question in long[1:]]
        until(lambda: server.status()["questions"] == len(long))
        for _ in range(2):
            assert server.post("check", SOON)[1]["verdict"] == "multiple"
            assert server.post("encode", EASY)[0] == 200
            assert server.post("hint", SOON)[0] == 200
            assert server.get("/api/v1/puzzles?limit=5")[0] == 200
            count = {"puzzle": drawn, "time_limit": 0.2}
            assert server.post("count", count)[1]["reason"] == "time"
        assert server.status()["questions"] == len(long)
    finally:
        for talk in talks:
            talk.close()
    until(lambda: server.status()["questions"] == 0)


def kill_all(server: Server) -> None:
    """Kill all workers, including the worker of the only question and starting workers."""
    for worker in server.workers():
        worker.kill()


def test_a_worker_that_is_killed_gives_a_clear_answer(server: Server) -> None:
    with server.endless() as talk:
        kill_all(server)
        text = events_of(talk)
    assert "event: error" in text
    assert "the process that worked on this question has ended" in text
    assert server.post("check", EASY)[0] == 200
    one = {name: value for name, value in ENDLESS.items() if name != "questions"}
    found: list[tuple[int, Any]] = []
    asking = threading.Thread(target=lambda: found.append(server.post("count", one)))
    asking.start()
    until(lambda: server.status()["questions"] == 1)
    while asking.is_alive():  # again, if a starting worker was killed
        kill_all(server)
        asking.join(2)
    status, answer = found[0]
    assert (status, answer["error"]["kind"]) == (500, "worker")


@pytest.mark.slow
def test_a_hostile_client_harms_no_other() -> None:
    """A client with 250 each of silent connections, slow heads, slow bodies and endless streams."""
    body = json.dumps(ENDLESS).encode()
    post = b"POST /api/v1/ask HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\n"
    sent = (
        b"",
        b"GET / HT",
        post + b"content-length: 1000000\r\n\r\n{",
        post + b"content-length: %d\r\n\r\n%s" % (len(body), body),
    )
    with serving("--jobs", "3") as server, contextlib.ExitStack() as talks:
        before = psutil.Process(server.process.pid).memory_info().rss
        for number in range(1000):
            talks.enter_context(server.talk("127.0.0.6")).sendall(sent[number % 4])
        for _ in range(20):
            assert server.post("check", SOON, "127.0.0.7")[0] == 200
            assert server.post("hint", SOON, "127.0.0.7")[0] == 200
            assert server.get("/line.js", "127.0.0.7")[0] == 200
        assert psutil.Process(server.process.pid).memory_info().rss - before < 150 << 20
        talks.close()
        until(lambda: server.status()["questions"] == 0)
        assert server.post("check", SOON, "127.0.0.6")[0] == 200


@pytest.mark.slow
def test_silent_connections_are_closed(server: Server) -> None:
    with server.talk() as silent, server.talk() as slow:
        silent.sendall(b"GET / HTTP/1.1\r\nHost:")
        slow.sendall(
            b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\ncontent-length: 9\r\n\r\n{"
        )
        with contextlib.suppress(ConnectionResetError):
            assert silent.recv(100) == b""
        assert b"408" in slow.recv(4096)


@pytest.mark.slow
def test_a_question_that_takes_too_much_memory_is_ended() -> None:
    with serving("--jobs", "2", "--memory-limit", "128") as server:
        big = {"picture": ["#." * 500] * 1000}
        status, answer = server.post("print", {"puzzles": [big] * 6, "time_limit": 300})
        assert (status, answer["error"]["kind"]) == (503, "limit: memory")
        assert server.post("check", EASY)[0] == 200


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, 0), pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow)],
)
def test_a_signal_ends_it_in_order(number: int, code: int) -> None:
    with serving("--jobs", "2") as server:
        talk = server.endless()
        family = psutil.Process(server.process.pid).children(recursive=True)
        index = {file.path for process in family for file in process.open_files()}
        ended, errors = server.end(number)
        assert ended == code, errors
        assert "Traceback" not in errors
        text = events_of(talk)
        talk.close()
        assert "cancelled" in text
        until(lambda: not any(process.is_running() for process in family))
        assert not any(Path(file).exists() for file in index if file.endswith(".sqlite"))


@pytest.mark.slow
def test_a_killed_server_leaves_no_process() -> None:
    with serving("--jobs", "2") as server:
        talk = server.endless()
        family = psutil.Process(server.process.pid).children(recursive=True)
        server.process.kill()
        server.process.wait()
        talk.close()
        until(lambda: not any(process.is_running() for process in family))


def test_what_cannot_be_served_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.db").write_bytes(b"SQLite format 3\0")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for arguments, message in (
            (["--host", "0.0.0.0"], "Add one of"),
            (["--port", str(taken.getsockname()[1])], "choose another with --port"),
            ([str(tmp_path / "absent")], "no such file or folder"),
            ([str(tmp_path / "mine.db")], "mine.db: "),
            (["--host", "203.0.113.1", "--public", "--port", "0"], "203.0.113.1"),
        ):
            refused(arguments, message)


def test_a_whole_address_is_as_good_as_its_path(server: Server) -> None:
    def ask(target: str, host: str = "localhost") -> tuple[int, str, str]:
        with server.talk() as talk:
            talk.sendall(
                f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
            )
            head, _, body = talk.makefile(newline="").read().partition("\r\n\r\n")
        return int(head.split()[1]), head, body

    here = f"http://127.0.0.1:{server.port}"
    assert json.loads(ask(here + "/api/v1/status?x=1")[2])["version"]
    assert ask(here)[2] == ask("/")[2]
    assert ask(here + "/line.js")[2] == ask("/line.js")[2]
    assert ask("http://evil.example/api/v1/status")[0] == 421  # the target counts, not Host
    assert ask("http://localhost@evil.example/")[0] == 421
    assert ask(here + "/", "evil.example")[0] == 200
    for target in (here + "/absent", "ftp://localhost/line.js", "localhost:80", "*", "line.js"):
        status, head, body = ask(target)
        assert (status, json.loads(body)["error"]["kind"]) == (404, "missing"), target
        assert "content-security-policy" in head


def refused(arguments: list[str], message: str) -> None:
    """Check that ``serve`` refuses the arguments with a usage error."""
    done = CliRunner().invoke(program, ["serve", *arguments])
    assert done.exit_code == 2, done.output
    assert message in done.stderr.replace("\n", " ")
    assert " serve [OPTIONS] " in done.stderr.splitlines()[0]
    assert done.stdout == ""


@pytest.mark.parametrize("blank", ["", " ", "\t\n"])
def test_nobody_gets_in_by_an_empty_variable(blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A past bug: ``serve --host 0.0.0.0 --token "$UNSET"`` was open to the network."""
    monkeypatch.setattr("nonosat.web.http.run", pytest.fail)
    anywhere = ["--port", "0", "--host", "0.0.0.0"]
    refused([*anywhere, "--token", blank], "--token is empty (an unset variable?)")
    refused([*anywhere, "--public", "--token", blank], "--token is empty")
    refused(["--port", "0", "--token", blank], "--token is empty")
    refused(["--port", "0", "--host", blank, "--token", "x"], "--host is empty")
    refused(["--port", "0", "--host", blank], "--host is empty")
    refused([*anywhere, "--token", "x", "--allow-host", blank], "--allow-host is empty")
    refused([*anywhere, "--token", "x", blank], "name of a file or folder is empty")
    refused(["--port", blank], "--port")
    refused(["--jobs", blank], "--jobs")


def test_a_name_for_many_and_a_strange_token_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonosat.web.http.run", pytest.fail)
    for name in ("*", "*.example.org", "http://nono.example.org", "nono.example.org:80", "a b"):
        refused(["--port", "0", "--allow-host", name], "--allow-host " + name)
    for token in (" secret", "se cret", "s\u00e9cret", "secret\n"):
        refused(["--port", "0", "--token", token], "--token: use ASCII letters")
    for host in ("127.example.org", "0", "::", "192.0.2.1"):
        refused(["--port", "0", "--host", host], "Add one of")


def test_its_answers_come_as_they_are_found(server: Server) -> None:
    with server.stream({**ENDLESS, "questions": ["count", "check"]}) as talk:
        assert "event: count" not in heard_of(talk, "event: check")
    until(lambda: server.status()["questions"] == 0)


@pytest.mark.slow
def test_the_page_is_opened_and_a_restart_has_the_same_address(tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    browser = f'{sys.executable} -c \'import sys;open("{shown}","w").write(sys.argv[1])\' %s'
    with serving("--open", environment={"BROWSER": browser}) as server:
        until(shown.exists)
        until(shown.read_text)
        assert shown.read_text() == server.address
        talk = server.talk()
        assert server.end()[0] == 0
        talk.close()
        with serving("--port", str(server.port)) as again:
            assert again.address == server.address
            assert again.post("check", EASY)[0] == 200


@pytest.mark.slow
def test_a_server_for_others_asks_for_its_token() -> None:
    with serving("--host", "0.0.0.0", "--token", "secret", "--jobs", "2") as server:
        assert server.address.endswith("/?token=secret")
        assert server.get("/line.js")[0] == 401
        assert server.post("check", EASY)[0] == 401
        assert server.post("check", EASY, authorization="Bearer secret")[0] == 200
        assert server.get("/?token=wrong")[0] == 401
        with contextlib.closing(server.connection()) as connection:
            connection.request("GET", "/?token=secret")
            reply = connection.getresponse()
            reply.read()
        cookie = (reply.getheader("set-cookie") or "").partition(";")[0]
        assert (reply.status, reply.getheader("location")) == (303, "/")
        assert "secret" not in cookie
        assert server.post("check", EASY, cookie=cookie)[0] == 200
        assert server.post("check", EASY, cookie=cookie, host="192.0.2.7:80")[0] == 200
        assert server.post("check", EASY, cookie=cookie, host="evil.example")[0] == 421
