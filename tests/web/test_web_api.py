# SPDX-License-Identifier: MIT
"""Every endpoint of the API; each answer is checked against the schema of the OpenAPI file."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote
from zipfile import ZipFile

import jsonschema
import pytest
import segno
from pypdf import PdfReader
from starlette.testclient import TestClient

import nonosat
from nonosat import load
from nonosat.draw import pictures
from nonosat.explain.difficulty import WORDS, difficulty_word
from nonosat.limits import GRACE_SECONDS, Cancellation, Limits
from nonosat.model.report import Verdict
from nonosat.photo import outside
from nonosat.web import handlers
from nonosat.web.endpoints import ENDPOINTS, is_quick
from nonosat.web.handlers import files, making
from nonosat.web.handlers.call import Call
from nonosat.web.handlers.files import draw_board
from nonosat.web.handlers.library import save_puzzle
from nonosat.web.handlers.questions import QUESTIONS
from nonosat.web.http.page_files import STATIC
from nonosat.web.openapi import EVENTS, REPLIES, document
from nonosat.web.requests import Request, RequestError
from nonosat.web.schemas import ANSWERS
from nonosat.web.schemas import SCHEMAS as REQUESTS
from nonosat.web.settings import Settings
from nonosat.workers.channel import Begun
from tests.support.paper import pages_of, words_of
from tests.support.places import ROOT
from tests.support.web_server import app_here, argument, until

SCHEMAS = {**REQUESTS, **REPLIES}
TWO = {"picture": ["##..", "#.#.", "..##"]}
"""A picture whose clues have two solutions."""
CUP = {"picture": ["###.", "####", "###."]}
CUP_NAMED = {"json": {"title": "A cup", "cells": ["###.", "####", "###."]}}
DATA = ROOT / "data"


def test_what_is_loaded_takes_nothing_of_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]

    def loaded(_: object) -> Callable[[Call], dict[str, float]]:
        clock[0] += 100.0
        return lambda call: {"rest": call.rest}

    monkeypatch.setattr(handlers, "_function", loaded)
    monkeypatch.setattr(time, "perf_counter", lambda: clock[0])
    said: list[object] = []
    request = Request("check", json.dumps({"puzzle": CUP, "time_limit": 2}).encode())
    reply = handlers.answer(request, said.append, Cancellation())
    assert json.loads(reply.body) == {"rest": 2.0}
    assert said == [Begun(), Begun(2.0 + GRACE_SECONDS)]


def test_which_questions_are_quick() -> None:
    """Questions to quick endpoints, with a limit of at most 2 s if they take one."""
    limit = b'{"time_limit": 2}'
    quick = {name for name, one in ENDPOINTS.items() if is_quick(one, limit, json.loads(limit))}
    assert set(ENDPOINTS) - quick == {
        *("repair", "reveal", "correct", "make", "certificate", "print", "print-steps"),
        *("verify-certificate", "export-certificate", "like-image", "read-picture"),
    }
    without = {name for name in quick if is_quick(ENDPOINTS[name], b"{}", {})}
    assert quick - without == {name for name in quick if ENDPOINTS[name].limited}
    assert {"check", "ask", "hint", "explain", "draw", "from-image"} <= quick - without
    assert not is_quick(ENDPOINTS["encode"], b" " * 300_000, {})


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with a library of two files, in this process; its workers are real."""
    folder = tmp_path_factory.mktemp("library")
    for name in ("fox.non", "flower.xml", "partial-acorn.json"):
        (folder / name).write_bytes((DATA / name).read_bytes())
    (folder / "broken.non").write_text("width 2\nheight x\n")
    (folder / "copy.non").write_bytes((DATA / "fox.non").read_bytes())
    (folder / "outside.non").symlink_to(DATA / "bee.non")
    settings = Settings(paths=(str(folder),), workers=2)
    with app_here(settings) as opened:
        until(lambda: opened.get("/api/v1/status").json()["library"]["done"])
        yield opened


def checked(reply: Any, name: str) -> Any:
    """The JSON of an answer, checked against its schema."""
    endpoint = ENDPOINTS[name]
    data = reply.json()
    if reply.status_code == endpoint.status:
        schema = endpoint.reply
        assert not isinstance(schema, tuple)
    else:
        schema = SCHEMAS["Error"]
    jsonschema.validate(data, {**schema, "components": {"schemas": SCHEMAS}})
    return data


def ask(client: TestClient, name: str, data: object, status: int = 200) -> Any:
    reply = client.post(f"/api/v1/{name}", json=data)
    assert reply.status_code == status, reply.text
    return checked(reply, name)


def events(client: TestClient, data: object) -> list[tuple[str, Any]]:
    return parts(client.post("/api/v1/ask", json=data))


def parts(reply: Any) -> list[tuple[str, Any]]:
    """The events of an answer, checked against their schemas."""
    described = EVENTS[str(reply.request.url).partition("/v1/")[2].partition("?")[0]]
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"].startswith("text/event-stream")
    found = []
    for part in reply.text.split("\n\n"):
        lines = [line for line in part.split("\n") if line and not line.startswith(":")]
        if lines:
            kind, text = lines
            found.append((kind.removeprefix("event: "), json.loads(text.removeprefix("data: "))))
    for kind, data in found:
        jsonschema.validate(data, {**described[kind], "components": {"schemas": SCHEMAS}})
    return found


def call(
    endpoint: str, data: Any = None, *, body: bytes = b"", folder: str = "", **fields: str
) -> Call:
    """A question to a function of the worker, in this process."""
    request = Request(endpoint, body, folder=folder)
    return Call(request, data or {}, fields, Limits(time_limit=300), print)


def _keywords(schema: Any) -> set[str]:
    """All keywords of a schema; the library would ignore unknown ones."""
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    inner += [schema["items"]] if "items" in schema else []
    return set(schema).union(*map(_keywords, inner))


def test_the_openapi_file_describes_every_endpoint(client: TestClient) -> None:
    served = client.get("/api/v1/openapi.json").json()
    assert served == json.loads(json.dumps(document()))
    operations = {
        operation["operationId"] for path in served["paths"].values() for operation in path.values()
    }
    assert operations == {*ENDPOINTS, "status"}
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(dict(schema))
        assert _keywords(schema) <= {*jsonschema.Draft202012Validator.VALIDATORS, "description"}
    for endpoint in ENDPOINTS.values():
        for schema in (endpoint.body, *endpoint.fields.values(), endpoint.reply):
            if schema is not None and not isinstance(schema, tuple):
                jsonschema.Draft202012Validator.check_schema(dict(schema))
    status = client.get("/api/v1/status").json()
    jsonschema.validate(status, {**SCHEMAS["Status"], "components": {"schemas": SCHEMAS}})
    assert client.get("/healthz").text == "ok\n"


def test_a_verdict_and_its_words(client: TestClient) -> None:
    found = ask(client, "check", {"puzzle": TWO})
    assert (found["verdict"], found["words"]) == ("multiple", "multiple")
    assert len(found["solutions"]) == 2
    given = {"puzzle": TWO, "given": ["#???", "????", "????"]}
    assert ask(client, "check", given)["verdict"] == "unique"
    assert ask(client, "check-grid", given)["right"] is True
    wrong = {"puzzle": CUP, "given": ["...#", "????", "????"]}
    assert ask(client, "check-grid", wrong)["wrong"] == [[0, 0], [0, 1], [0, 2], [0, 3]]


def test_the_other_questions_one_by_one(client: TestClient) -> None:
    found = ask(client, "ambiguous", {"puzzle": TWO})
    assert found["ambiguous"] == [[0, c] for c in range(4)] + [[2, c] for c in range(4)]
    assert ask(client, "ambiguous", {"puzzle": CUP})["ambiguous"] == []
    permutations = {"clues": {"rows": [[1]] * 8, "columns": [[1]] * 8}}
    many = ask(client, "count", {"puzzle": permutations})
    assert many["number"] == "40320"  # a text: JavaScript's integers are exact up to 2**53
    assert ask(client, "count", {"puzzle": permutations, "options": {"limit": 5}})[
        "words"
    ].startswith("at least 5")
    hint = ask(client, "hint", {"puzzle": CUP})
    assert hint["where"]["sentence"].startswith("Look at")
    assert ask(client, "rate", {"puzzle": CUP})["difficulty_word"] == "very easy"
    walk = ask(client, "walkthrough", {"puzzle": CUP})
    assert (walk["end"], walk["grid"]) == ("solved", CUP["picture"])
    reasons = ask(client, "explain", {"puzzle": CUP, "cell": [0, 0]})
    assert (reasons["value"], reasons["end"]) == (1, "solved")
    assert ask(client, "explain", {"puzzle": CUP, "cell": [9, 9]}, 422)["error"]["kind"] == "grid"


def test_a_stream_has_each_answer_as_an_event(client: TestClient) -> None:
    found = events(client, {"puzzle": TWO, "questions": list(QUESTIONS), "given": ["????"] * 3})
    kinds = [kind for kind, _ in found if kind not in ("step", "repair-progress")]
    assert kinds == [*QUESTIONS, "end"]
    data = dict(found)
    assert data["end"] == {"reason": None}
    assert data["other-solution"]["solution"] == ["..##", "#.#.", "##.."]
    assert data["code"]["code"] == nonosat.encode(nonosat.Puzzle.from_grid(TWO["picture"]))
    steps = [step for kind, step in found if kind == "step"]
    assert [step["number"] for step in steps] == [1, 2, 3]


def test_a_question_of_a_stream_may_fail_alone(client: TestClient) -> None:
    data = {"puzzle": TWO, "questions": ["check", "hint"], "options": {"max_links": 3}}
    assert [kind for kind, _ in events(client, data)] == ["check", "hint", "end"]
    none = {"clues": {"rows": [[1, 1], [], [1, 1]], "columns": [[2], [], [2]]}}
    found = dict(events(client, {"puzzle": none, "questions": ["check", "hint", "rate"]}))
    assert found["check"]["verdict"] == "none"
    assert found["hint"]["kind"] == "no solution"


def test_pictures_and_clues_are_repaired(client: TestClient) -> None:
    found = ask(client, "repair", {"puzzle": TWO})
    assert (found["changes"], found["smallest"]) == (1, True)
    best = nonosat.Puzzle.from_grid(found["pictures"][0]["rows"])
    assert nonosat.solve(best).verdict is nonosat.Verdict.UNIQUE
    none = ask(client, "repair", {"puzzle": TWO, "options": {"max_changes": 0}})
    assert none["proof"] == "impossible"
    printed = ask(client, "reveal", {"puzzle": TWO})
    assert (len(printed["cells"]), printed["smallest"]) == (1, True)
    wrong = {"clues": {"rows": [[2], [1]], "columns": [[2], [2]]}}
    found = ask(client, "correct", {"puzzle": wrong})
    assert {one["line"] for one in found["corrections"]} >= {"R2"}
    assert ask(client, "check", {"puzzle": wrong}, 422)["error"]["kind"] == "puzzle"
    found = events(client, {"puzzle": wrong, "questions": ["check", "correct"]})
    assert [kind for kind, _ in found] == ["error", "correct", "end"]
    assert found[0][1]["question"] == "check"
    assert events(client, {"puzzle": wrong, "questions": ["correct"]})[0][0] == "correct"


def test_puzzles_are_made(client: TestClient) -> None:
    asked = {"width": 8, "height": 6, "max_technique": "line", "count": 2, "seed": 3}
    found = ask(client, "make", asked)
    assert [(one["width"], one["height"]) for one in found["puzzles"]] == [(8, 6)] * 2
    assert found["reason"] is None
    assert ask(client, "make", asked) == found
    no = ask(client, "make", {"width": 5, "needs": "clue-set", "attempt_limit": 3})
    assert (no["puzzles"], no["reason"]) == ([], "work")
    assert "no puzzle in the last 3 attempts" in no["message"]


def test_a_time_limit_ends_a_question_with_its_reason(client: TestClient) -> None:
    from tests.support.brute import hard_puzzle

    data = {"puzzle": argument(hard_puzzle()), "questions": ["count"], "time_limit": 0.2}
    found = dict(events(client, data))
    assert (found["count"]["exact"], found["count"]["reason"]) == (False, "time")
    assert found["end"] == {"reason": "time"}


@pytest.mark.parametrize(
    ("puzzle", "kind", "message"),
    [
        ({"clues": {"rows": [[3], []], "columns": [[1]]}}, "puzzle", "R1, block 1: does not fit"),
        ({"code": "RlKqA"}, "syntax", "character 5"),
        ({"text": "width 2\nheight x\n", "format": "non"}, "syntax", "line 2"),
        ({"text": "#", "format": "nothing"}, "option", "unknown format"),
        ({"json": {"rows": [[1]]}}, "syntax", "columns: missing"),
        ({"picture": ["#.", "#"]}, "syntax", "cells[1]: 1 cells, the first row has 2"),
        ({"id": "0" * 64}, "request", "no such puzzle"),
        ({"code": "RlKq", "text": "#"}, "request", "the puzzle needs exactly one of"),
        ({}, "request", "needs exactly one of"),
        ({"colour": 1}, "request", "no such field"),
    ],
)
def test_faults_of_puzzles_come_back(
    client: TestClient, puzzle: object, kind: str, message: str
) -> None:
    reply = client.post("/api/v1/check", json={"puzzle": puzzle})
    assert reply.status_code in (400, 404, 422)
    error = checked(reply, "check")["error"]
    assert error["kind"] == kind
    assert message in error["message"]
    if kind == "puzzle":
        assert [fault["line"] for fault in error["faults"]] == ["R1", None]


def test_messages_that_a_person_meets_have_keys(client: TestClient) -> None:
    wrong = {"clues": {"rows": [[3], [1]], "columns": [[1], [1]]}}
    faults = ask(client, "check", {"puzzle": wrong}, 422)["error"]["faults"]
    assert [(fault["key"], fault["values"]) for fault in faults] == [
        ("fault.fit", {"n": 3, "length": 2}),
        ("fault.sums", {"n": 4, "columns": 2}),
    ]
    error = ask(client, "check", {"puzzle": {"id": "0" * 64}}, 404)["error"]
    assert (error["key"], error["values"]) == ("fault.library.missing", {})
    (fault,) = checked(client.post("/api/v1/open?name=a.txt", content=b" "), "open")["faults"]
    assert fault["faults"][0]["key"] == "fault.empty"
    assert fault["message"] == "the text is empty: there is no puzzle in it"
    paper = {"puzzle": CUP, "paper": "a4", "solutions": "only", "lang": "xx"}
    assert "lang: use one of en" in ask(client, "print", paper, 400)["error"]["message"]
    for name in ("verify-certificate", "read-picture"):
        wrong = client.post(f"/api/v1/{name}?lang=xx", content=b"-")
        assert "lang: use one of en" in checked(wrong, name)["error"]["message"]


def test_faults_of_a_request_say_where_what_and_how(client: TestClient) -> None:
    error = checked(client.post("/api/v1/check", json={"puzzle": {}}), "check")["error"]
    sources = "json, code, text, picture, clues, id"
    assert error["message"] == f"the puzzle needs exactly one of {sources}"
    error = checked(client.post("/api/v1/make", json={"width": 5, "difficulty": 8.5}), "make")
    assert "difficulty: must be a list or a text" in error["error"]["faults"][0]["message"]
    puzzle = {"clues": {"rows": 3}, "colour": 1}
    data = {"puzzle": puzzle, "given": ["#", 2], "time_limit": 0, "options": {"max_links": 2.0}}
    error = checked(client.post("/api/v1/check", json=data), "check")["error"]
    assert error["kind"] == "request"
    assert {fault["message"] for fault in error["faults"]} == {
        "puzzle.clues.rows: must be a list, this is a number",
        "puzzle.clues.columns is missing",
        "puzzle.colour: no such field; use one of json, code, text, format, picture, "
        "palette, title, author, clues, id",
        "given[1]: must be a text, this is a number",
        "time_limit: must be at least 0.001",
        "options.max_links: must be a whole number, this is a number",
    }
    query = f"limit={10**20}&offset=--5&min_difficulty=nan&max_difficulty=1e999"
    error = checked(client.get(f"/api/v1/puzzles?{query}"), "list_puzzles")["error"]
    assert {fault["message"] for fault in error["faults"]} == {
        "limit: must be at most 500",
        "offset: must be a whole number, this is a text",
    }
    for name in ("nan", "harder", "-1"):
        found = client.get(f"/api/v1/puzzles?min_difficulty={name}")
        error = checked(found, "list_puzzles")["error"]
        assert (found.status_code, error["kind"]) == (400, "option")
        assert "difficulty" in error["message"]
    error = checked(client.get("/api/v1/puzzles?limit=x&sort=age&page=2"), "list_puzzles")["error"]
    assert {fault["message"] for fault in error["faults"]} == {
        "limit: must be a whole number, this is a text",
        "sort: use one of file, title, size, colors, difficulty, verdict",
        f"page: no such field; use one of {', '.join(ENDPOINTS['list_puzzles'].fields)}",
    }


@pytest.mark.parametrize(
    ("body", "content", "status"),
    [
        (b"{", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b"[]", "application/json", 400),
        (b"\xff", "application/json", 400),
        (b'{"puzzle": {"code": "RlKq"}}', "text/plain", 415),
        (b'{"puzzle": {"code": "RlKq"}, "time_limit": 1e999}', "application/json", 400),
        (b'{"puzzle": {"code": "RlKq"}, "time_limit": NaN}', "application/json", 400),
        (b'{"puzzle": {"code": "RlKq"}, "options": {"max_links": 0}}', "application/json", 400),
    ],
)
def test_bodies_that_are_no_requests(
    client: TestClient, body: bytes, content: str, status: int
) -> None:
    reply = client.post("/api/v1/check", content=body, headers={"content-type": content})
    assert reply.status_code == status, reply.text
    assert checked(reply, "check")["error"]["kind"] == "request"


def test_codes(client: TestClient) -> None:
    found = ask(client, "decode", {"code": "https://example.org/#rules=RlKq&name=dots"})
    assert (found["title"], found["width"], found["picture"]) == ("dots", 2, None)
    picture = ask(client, "decode", {"code": nonosat.encode(nonosat.Grid("#?\n??"))})
    assert (picture["puzzle"], picture["picture"]) == (None, ["#?", "??"])
    whole = ask(client, "decode", {"code": "BlJI"})
    assert (whole["picture"], whole["puzzle"]["rows"]) == (["#.", ".#"], [[1], [1]])
    codes = ask(client, "encode", {"puzzle": TWO, "base": "http://localhost/"})
    assert codes["links"]["nonosat"] == f"http://localhost/#code={codes['codes']['nonosat']}"
    assert codes["codes"]["image"].startswith(("L", "B"))
    missing = {"clues": {"rows": [None, [1]], "columns": [[1], []]}}
    assert "rules" in ask(client, "encode", {"puzzle": missing})["faults"]


def test_a_remark_on_a_file_has_a_key_for_each_of_its_parts(client: TestClient) -> None:
    text = json.dumps({"rows": [[1], [1]], "columns": [[1], [1]], "printd": ["#?", "??"]})
    (found,) = checked(client.post("/api/v1/open", content=text.encode()), "open")["puzzles"]
    (remark,) = found["remarks"]
    assert remark["message"] == "unknown key 'printd', which is not read: is 'printed' meant?"
    assert (remark["key"], remark["values"]["close"]) == ("fault.remark.meant", "'printed'")
    part = remark["values"]["part"]
    assert (part["key"], part["values"]) == ("fault.remark.key", {"name": "'printd'"})


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("[[1],[2]] [[2],[1]]", ["fault.remark.lists.unnamed"]),
        ("rows=[[1],[2]];cols=[[2],[1]]", ["fault.remark.lists"]),
        ("\t2\t1\n1\t\t\n2\t\t\n", ["fault.remark.table.edges"]),
        ("\u2b1b\u2b1c\n\u2b1b\u2b1b", ["fault.remark.signs"]),
        (
            '{"rows": [[1]], "columns": [[1]], "cells": ["#"], "solution": ["."]}',
            ["fault.remark.goal"],
        ),
        ("width 1\nheight 1\nrows\n1\ncolumns\n1\nsaved 1\n", ["fault.remark.saved"]),
    ],
)
def test_what_was_read_is_said_with_a_key(client: TestClient, text: str, keys: list[str]) -> None:
    (found,) = checked(client.post("/api/v1/open", content=text.encode()), "open")["puzzles"]
    assert [remark["key"] for remark in found["remarks"]] == keys


def test_files_of_any_format_are_opened(client: TestClient) -> None:
    fox = (DATA / "fox.non").read_bytes()
    reply = client.post("/api/v1/open", params={"name": "fox.non"}, content=fox)
    found = checked(reply, "open")
    assert [(one["file"], one["format"], one["title"]) for one in found["puzzles"]] == [
        ("fox.non", "non", "Fox")
    ]
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("one.non", fox)
        archive.writestr("two.xml", (DATA / "flower.xml").read_bytes())
    files = [
        ("files", ("many.zip", packed.getvalue(), "application/zip")),
        ("files", ("a <b>.non", b"width 2\r\nheight x\r\n", "text/plain")),
        ("files", ("dot.grid", b"#\n", "text/plain")),
    ]
    found = checked(client.post("/api/v1/open", files=files), "open")
    assert [one["file"] for one in found["puzzles"]] == [
        "many.zip:one.non",
        "many.zip:two.xml",
        "dot.grid",
    ]
    assert [one["file"] for one in found["faults"]] == ["a <b>.non"]
    assert found["cut"] is False


@pytest.mark.parametrize(
    ("text", "clues"),
    [
        ("rows\n3\n1 1\n\ncolumns\n2\n1\n1\n", ([[3], [1, 1]], [[2], [1], [1]])),
        ("Rows:\n1. 3\n3. 1\nColumns:\n1. 2\n2. 1\n3. 2\n", ([[3], [1]], [[2], [1], [2]])),
        ("<html>", None),
    ],
    ids=["a wrong number", "a row is missing", "no clues"],
)
def test_a_file_with_a_mistake_gives_its_clues(
    client: TestClient, text: str, clues: tuple[list[list[int]], list[list[int]]] | None
) -> None:
    """They can be corrected."""
    found = checked(client.post("/api/v1/open", content=text.encode()), "open")
    assert found["puzzles"] == []
    (fault,) = found["faults"]
    assert fault.get("clues") == (clues and {"rows": clues[0], "columns": clues[1]})
    if clues:
        reply = client.post("/api/v1/correct", json={"puzzle": {"json": fault["clues"]}})
        assert reply.json()["corrections"] or reply.json()["missing"]


def test_an_upload_of_many_faults_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_OPENED", 3)
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for number in range(5):
            archive.writestr(f"{number}.non", b"width 2\nheight x\n")
    found = files.open_files(call("open", body=packed.getvalue(), name="many.zip"))
    assert (len(found["faults"]), found["cut"]) == (3, True)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ([("files", b"rows")], "the form has no file: the field 'files' is a text"),
        ([("a", b"b"), ("c", b"d")], "the field 'a' is a text; the field 'c' is a text"),
    ],
)
def test_a_form_without_a_file_is_refused(
    client: TestClient, fields: list[tuple[str, bytes]], said: str
) -> None:
    parts = [
        b'--x\r\ncontent-disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), text)
        for name, text in fields
    ]
    reply = client.post(
        "/api/v1/open",
        content=b"".join(parts) + b"--x--\r\n",
        headers={"content-type": "multipart/form-data; boundary=x"},
    )
    assert reply.status_code == 400
    assert said in checked(reply, "open")["error"]["message"]


def test_the_limits_of_open_are_in_the_status(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = client.get("/api/v1/status").json()["limits"]
    assert (limits["opened"], limits["coded"]) == (2000, 200)
    monkeypatch.setattr(files, "MOST_CODED", 1)
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for number in (1, 2):
            archive.writestr(f"{number}.grid", "#" * number)
    found = files.open_files(call("open", body=packed.getvalue(), name="two.zip"))
    assert [one["code"] is None for one in found["puzzles"]] == [False, True]


def test_a_worker_opens_pictures_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server ends the worker at the limits, so it needs no child process."""
    monkeypatch.setattr(outside, "_take", pytest.fail)
    picture = nonosat.draw.png(nonosat.Puzzle([[1]], [[1]]), cell_size=10)
    found = making.from_image(call("from-image", body=picture, size="2x2"))
    assert (found["width"], found["height"]) == (2, 2)
    making.like_image(call("like-image", body=picture, size="2x2"))
    with pytest.raises(nonosat.errors.PuzzleSyntaxError, match=r"one\.png: no grid of cells"):
        making.read_picture(call("read-picture", body=picture, name="one.png"))


def test_every_format_is_written_and_read(client: TestClient) -> None:
    forms = client.get("/api/v1/formats").json()["formats"]
    names = [form["name"] for form in forms if form["written"]]
    assert len(names) > 40
    square = {"picture": ["##..", "##..", "..##", "..##"], "title": 'A "cup" & <more>'}
    for name in ("json", "non", "webpbn", "zip", "nonopack"):
        reply = client.post("/api/v1/convert", json={"puzzle": square, "format": name})
        assert reply.status_code == 200, (name, reply.text)
        assert 'filename="A-cup-more.' in reply.headers["content-disposition"]
        back = client.post("/api/v1/open", content=reply.content, params={"format": name})
        assert back.json()["puzzles"][0]["puzzle"]["rows"] == [[2]] * 4
    lost = client.post("/api/v1/convert", json={"puzzle": square, "format": "picture"})
    assert json.loads(lost.headers["x-nonosat-losses"]) == ["the title"]
    several = client.post("/api/v1/convert", json={"puzzles": [TWO, CUP], "format": "nonopack"})
    assert len(several.text.splitlines()) > 1
    assert client.post("/api/v1/convert", json={"format": "non"}).status_code == 400


@pytest.mark.parametrize(
    ("title", "stem"), [("A cup/<more>", "A-cup-more"), ("Кот", "Кот"), ("../..", "puzzle")]
)
def test_all_files_of_a_puzzle_have_its_name(client: TestClient, title: str, stem: str) -> None:
    """A past bug: one puzzle had Fruit-bowl.pdf, puzzle.svg and 1bfb067cc7b3.nonocert."""

    def name_of(reply: Any) -> str:
        assert reply.status_code == 200, reply.text
        said = reply.headers["content-disposition"]
        assert said.isascii()
        names = re.search(r"filename=\"([^\"]+)\"(?:; filename\*=UTF-8''(.+))?$", said)
        assert names, said
        return unquote(names[2] or names[1])

    puzzle = {"puzzle": {**CUP, "title": title}}
    options = {"convert": {"format": "non"}, "draw": {"kind": "svg"}}
    for name, suffix in (("convert", "non"), ("draw", "svg"), ("print", "pdf")):
        reply = client.post(f"/api/v1/{name}", json={**puzzle, **options.get(name, {})})
        assert name_of(reply) == f"{stem}.{suffix}"
    steps = client.post("/api/v1/print-steps", json=puzzle)
    assert name_of(steps) == f"{stem}-steps.pdf"
    several = client.post("/api/v1/print", json={"puzzles": [puzzle["puzzle"], TWO]})
    assert name_of(several) == "nonograms.pdf"
    made = client.post("/api/v1/certificate", json=puzzle)
    assert name_of(made) == f"{stem}.nonocert"
    address = "/api/v1/export-certificate"
    packed = client.post(address, content=made.content, params={"title": title})
    assert name_of(packed) == f"{stem}.zip"
    with ZipFile(BytesIO(packed.content)) as archive:
        assert archive.namelist() == [f"{stem}.cnf", f"{stem}.drat"]


def test_drawings_and_sheets(client: TestClient) -> None:
    begins = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "txt": b" "}
    for kind, begin in begins.items():
        reply = client.post("/api/v1/draw", json={"puzzle": CUP, "kind": kind, "marks": [[0, 0]]})
        assert reply.status_code == 200, reply.text
        assert reply.content.startswith(begin)
        assert reply.headers["content-type"].split(";")[0] in ENDPOINTS["draw"].reply
    reply = client.post("/api/v1/print", json={"puzzles": [CUP, TWO], "title": "Two"})
    assert reply.content.startswith(b"%PDF")
    assert int(reply.headers["x-nonosat-pages"]) >= 2
    assert "several solutions" in reply.headers["x-nonosat-remarks"]
    strips = client.post("/api/v1/print", json={"puzzle": CUP, "clue_strips": True})
    assert strips.content.startswith(b"%PDF")
    assert client.post("/api/v1/print", json={"puzzle": CUP, "paper": "x"}).status_code == 400
    reply = client.post("/api/v1/print", json={"puzzle": CUP, "name_line": True})
    assert words_of(pages_of(reply.content)[0])[0] == "Name:"
    body = {"puzzles": [CUP, {"picture": ["#.", ".."]}], "per_page": 2, "solutions": "none"}
    words = " ".join(words_of(pages_of(client.post("/api/v1/print", json=body).content)[0]))
    assert "Difficulty 2 of 2 (very easy)" in words
    reply = client.post("/api/v1/print", json=body | {"solutions": "only", "title": "Two"})
    assert words_of(pages_of(reply.content)[0])[0] == "Two: solutions"
    body |= {"easy_first": True, "hide_titles": True, "puzzles": [CUP, CUP_NAMED]}
    words = " ".join(words_of(pages_of(client.post("/api/v1/print", json=body).content)[0]))
    assert "Puzzle 2" in words


def test_steps_on_paper(client: TestClient) -> None:
    reply = client.post("/api/v1/print-steps", json={"puzzle": CUP, "paper": "letter"})
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"] == "application/pdf"
    pages = [words_of(page) for page in pages_of(reply.content)]
    assert int(reply.headers["x-nonosat-pages"]) == len(pages) == 3
    walk = nonosat.Puzzle.from_grid("\n".join(CUP["picture"])).walkthrough()
    assert f"1. {walk[0]}" in " ".join(pages[1])
    body = {"puzzle": CUP, "answer": False, "given": walk.grid.text_rows()}
    reply = client.post("/api/v1/print-steps", json=body)
    pages = [words_of(page) for page in pages_of(reply.content)]
    assert [page[1] for page in pages][1] == "Solved in 0 steps."
    assert len(pages) == 2
    body |= {"given": None, "cell": [0, 1], "hide_titles": True}
    reply = client.post("/api/v1/print-steps", json=body | {"puzzle": {**CUP, "title": "Cup"}})
    assert "puzzle-steps.pdf" in reply.headers["content-disposition"]
    why = nonosat.explain_cell(walk.puzzle, (0, 1))
    assert int(reply.headers["x-nonosat-steps"]) == len(why.steps)
    pages = [words_of(page) for page in pages_of(reply.content)]
    assert pages == [words_of(page) for page in pages_of(why.pdf(hide_titles=True))]
    reply = client.post("/api/v1/print-steps", json={"puzzle": CUP, "cell": None})
    assert int(reply.headers["x-nonosat-steps"]) == len(walk)
    for wrong in ({"paper": "x"}, {"given": ["#"]}, {"options": {"max_technique": "x"}}):
        reply = client.post("/api/v1/print-steps", json={"puzzle": CUP, **wrong})
        assert reply.status_code in (400, 422)


def test_sheets_have_a_link_if_the_page_is_named_and_else_the_code(client: TestClient) -> None:
    code = nonosat.encode(nonosat.Puzzle.from_grid(CUP["picture"]))
    for base in ("https://nono.example/page", None):
        body = {"puzzle": CUP, "solutions": "none", **({"base": base} if base else {})}
        reply = client.post("/api/v1/print", json=body)
        assert reply.status_code == 200, reply.text
        text = PdfReader(BytesIO(reply.content)).pages[0].extract_text().replace("\n", "")
        assert code in text
        assert (f"{base}#code=" in text) == ("://" in text) == bool(base)


def test_codes_come_as_qr_codes_if_asked(client: TestClient) -> None:
    plain = ask(client, "encode", {"puzzle": CUP, "kind": "nonosat"})
    assert plain["qr"] == {}
    drawn = ask(client, "encode", {"puzzle": CUP, "kind": "nonosat", "qr": True})["qr"]["nonosat"]
    matrix = segno.make_qr(plain["codes"]["nonosat"], error="L", boost_error=False).matrix
    dark = {(int(x) - 4, int(y) - 4) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn)}
    assert dark == {
        (x, y) for y, row in enumerate(matrix) for x, module in enumerate(row) if module
    }
    side = len(matrix) + 8  # with the quiet zone
    assert f'viewBox="0 0 {side} {side}"' in drawn
    noise = ["".join(Random(row).choices(".#", k=150)) for row in range(150)]
    long = {"puzzle": {"picture": noise}, "kind": "nonosat", "qr": True}
    assert ask(client, "encode", long)["qr"] == {"nonosat": None}


def test_too_large_a_picture_is_refused_before_the_work(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A past bug: 16 s for a board of 1023x1023 with cells of 400 pixels."""
    large = {"puzzle": {"picture": ["#." * 200] * 400}, "kind": "png", "cell_size": 400}
    reply = client.post("/api/v1/draw", json=large)
    assert (reply.status_code, reply.json()["error"]["kind"]) == (400, "option")
    assert "use smaller cells" in reply.json()["error"]["message"]
    monkeypatch.setattr(pictures, "puzzle_picture", pytest.fail)  # the work
    with pytest.raises(nonosat.errors.OptionError, match="use smaller cells"):
        draw_board(call("draw", large))


def test_a_picture_in_pixels_is_traced(client: TestClient) -> None:
    from PIL import Image

    image = Image.new("L", (40, 40), 255)
    image.paste(0, (10, 10, 30, 20))
    data = BytesIO()
    image.save(data, "PNG")
    reply = client.post("/api/v1/from-image", params={"size": "4x4"}, content=data.getvalue())
    found = checked(reply, "from-image")
    assert found["puzzle"]["cells"] == ["....", ".##.", "....", "...."]
    assert (found["histogram"][0], found["histogram"][255]) == (200, 1400)
    assert found["threshold"] is None  # read exactly
    grey = client.post(
        "/api/v1/from-image", params={"size": "8x4", "method": "threshold"}, content=data.getvalue()
    )
    assert checked(grey, "from-image")["threshold"] == 128
    bad = client.post("/api/v1/from-image", content=b"no picture")
    assert bad.status_code == 422
    assert client.post("/api/v1/from-image", params={"size": "x"}, content=b"").status_code == 400


def test_puzzles_that_look_like_an_image(client: TestClient) -> None:
    from PIL import Image, ImageDraw

    image = Image.new("L", (200, 150), 255)
    ImageDraw.Draw(image).ellipse((50, 20, 150, 130), fill=0)
    ImageDraw.Draw(image).rectangle((10, 90, 60, 140), fill=70)
    data = BytesIO()
    image.save(data, "PNG")
    sent = {"size": "12x10", "count": 2, "time_limit": 60}
    found = parts(client.post("/api/v1/like-image", params=sent, content=data.getvalue()))
    assert [name for name, _ in found if name != "progress"] == ["puzzle", "puzzle", "end"]
    for one in (data for name, data in found if name == "puzzle"):
        puzzle = nonosat.loads(json.dumps(one["puzzle"]))
        assert (puzzle.width, puzzle.height) == (12, 10)
        assert nonosat.solve(puzzle).verdict is nonosat.Verdict.UNIQUE
        rating = nonosat.rate(puzzle)
        assert one["rating"]["difficulty"] == rating.difficulty
        assert one["rating"]["difficulty_word"] == rating.difficulty_word
        before = nonosat.Grid("\n".join(one["before"]))
        assert puzzle.goal is not None
        assert [list(cell) for cell in puzzle.goal.differences(before)] == one["changed"]
    end = found[-1][1]
    assert (end["reason"], end["nearest"]) == (None, None)
    assert end["words"].startswith("2 puzzles from ")


@pytest.mark.parametrize(
    ("fields", "body", "status", "message"),
    [
        ({}, b"no picture", 422, "not an image that can be read"),
        ({"size": "0x5"}, None, 400, "size 0"),
        ({"count": 0}, None, 400, "count: must be at least 1"),
        ({"method": "dither"}, None, 400, "method: use one of threshold, edges"),
        ({"colors": 2, "threshold": 9}, None, 400, "a threshold is for one colour"),
    ],
)
def test_a_bad_question_about_an_image(
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    fields: dict[str, Any],
    body: bytes | None,
    status: int,
    message: str,
) -> None:
    for name in ("_FIRST_SECONDS", "_WAIT_SECONDS"):  # also on a busy machine
        monkeypatch.setattr(f"nonosat.web.http.endpoint_app.{name}", 60.0)
    content = nonosat.draw.png(nonosat.Puzzle([[1]], [[1]])) if body is None else body
    reply = client.post("/api/v1/like-image", params=fields, content=content)
    assert reply.status_code == status
    assert message in checked(reply, "like-image")["error"]["message"]


def test_an_image_without_a_puzzle_says_why(client: TestClient) -> None:
    """Also a search that is over before it begins."""
    from PIL import Image

    data = BytesIO()
    Image.new("L", (40, 40), 128).save(data, "PNG")
    (grey,) = parts(client.post("/api/v1/like-image", content=data.getvalue()))
    assert grey[0] == "end"
    assert "almost one colour" in grey[1]["words"]
    late = {"time_limit": 0.001}
    (over,) = parts(client.post("/api/v1/like-image", params=late, content=data.getvalue()))
    assert over[1]["reason"] == "time"


def test_a_printed_puzzle_is_read(client: TestClient) -> None:
    pytest.importorskip("cv2")
    from nonosat.draw import pdf, png

    puzzle = nonosat.Puzzle.from_grid(nonosat.Grid("#####\n#...#\n#...#\n##.##\n.###."))
    data = png(puzzle, cell_size=28)
    found = checked(client.post("/api/v1/read-picture", content=data), "read-picture")
    assert (found["status"], found["photo"]) == ("unique", None)
    assert found["puzzle"]["rows"] == [[5], [1, 1], [1, 1], [2, 2], [3]]
    left, top, right, bottom = found["rows"][0]["numbers"][0]["box"]
    width, height = found["pixels"]
    assert 0 <= left < right <= width
    assert 0 <= top < bottom <= height
    paper = client.post("/api/v1/read-picture", params={"page": 1}, content=pdf(puzzle))
    assert checked(paper, "read-picture")["photo"].startswith("data:image/jpeg;base64,")
    bad = client.post("/api/v1/read-picture", params={"name": "x.png"}, content=b"no picture")
    assert checked(bad, "read-picture")["error"]["message"].startswith("x.png: ")
    assert bad.status_code == 422
    assert client.post("/api/v1/read-picture", params={"page": 0}, content=data).status_code == 400
    assert (found["number"], found["count"], found["turned"]) == (1, 1, 0)
    other = client.post("/api/v1/read-picture", params={"puzzle": 2}, content=data)
    assert "there is no puzzle 2" in checked(other, "read-picture")["error"]["message"]


def test_a_certificate_is_accepted(client: TestClient, tmp_path: Path) -> None:
    reply = client.post("/api/v1/certificate", json={"puzzle": CUP})
    assert reply.headers["x-nonosat-verdict"] == "unique"
    file = tmp_path / "cup.nonocert"
    file.write_bytes(reply.content)
    assert nonosat.proof.verify_certificate(file, nonosat.Puzzle.from_grid(CUP["picture"])).accepted


def test_the_library(client: TestClient) -> None:
    found = checked(client.get("/api/v1/puzzles"), "list_puzzles")
    assert found["total"] == 3  # a copy is the same puzzle, and a link that leads out is not read
    faults = {fault["file"].rpartition("/")[2] for fault in found["faults"]}
    assert faults == {"broken.non", "outside.non"}
    titles = [tile["title"] for tile in found["tiles"]]
    fox = next(tile for tile in found["tiles"] if tile["title"] == "Fox")
    assert (fox["copies"], fox["verdict"]) == (2, "unique")
    assert sum(fox["rows"]) == sum(fox["columns"]) > 0
    sort = client.get("/api/v1/puzzles", params={"sort": "title", "descending": "true"}).json()
    assert [tile["title"] for tile in sort["tiles"]] == sorted(titles, reverse=True)
    for fields, expected in (
        ({"search": "FOX"}, 1),
        ({"search": "%"}, 0),
        ({"search": "' OR 1=1 --"}, 0),
        ({"verdict": "none"}, 0),
        ({"verdict": "unique"}, 3),
        ({"colors": 1}, 2),
        ({"min_side": 1000}, 0),
        ({"max_difficulty": 0}, 0),
        ({"min_difficulty": "easy", "max_difficulty": "9"}, 1),
        ({"min_difficulty": "hard"}, 0),
        ({"limit": 1, "offset": 2}, 3),
    ):
        reply = client.get("/api/v1/puzzles", params=fields)
        assert checked(reply, "list_puzzles")["total"] == expected, fields
    one = checked(client.get(f"/api/v1/puzzles/{fox['id']}"), "one_puzzle")
    assert (one["title"], len(one["files"])) == ("Fox", 2)
    same = client.post("/api/v1/puzzles/tiles", json={"ids": ["x", fox["id"]]})
    assert [tile["id"] for tile in checked(same, "tiles")["tiles"]] == [fox["id"]]
    assert ask(client, "check", {"puzzle": {"id": fox["id"]}})["verdict"] == "unique"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder, for a library."""
    (tmp_path / "mine").mkdir()
    return tmp_path / "mine"


def test_a_new_puzzle_is_a_new_file(folder: Path) -> None:
    with app_here(Settings((str(folder),), workers=2), base_url="http://[::1]") as own:
        for expected in ("A-cup.json", "A-cup-2.json"):
            reply = own.post("/api/v1/puzzles", json={"puzzle": CUP_NAMED})
            assert reply.status_code == 201
            assert checked(reply, "save")["file"] == expected
        status = own.get("/api/v1/status").json()
        assert (status["writes"], status["folder"]) == (True, "mine")
        other = {"puzzle": {**CUP, "title": "Mug"}, "name": "mug", "replace": True}
        saved = checked(own.post("/api/v1/puzzles", json=other), "save")
        assert (saved["file"], saved["title"]) == ("mug.json", "A cup")  # its tile in the list
        (tile,) = own.get("/api/v1/puzzles?search=mug").json()["tiles"]
        assert (tile["id"], tile["copies"]) == (saved["id"], 3)
        (folder / "mug.json").unlink()
    assert sorted(file.name for file in folder.iterdir()) == ["A-cup-2.json", "A-cup.json"]
    for settings in (
        Settings((str(folder),), read_only=True, workers=2),
        Settings((str(folder),), public=True, workers=2),
    ):
        with app_here(settings) as other:
            reply = other.post("/api/v1/puzzles", json={"puzzle": CUP})
            assert reply.status_code == 403
            assert checked(reply, "save")["error"]["kind"] == "read-only"
            status = other.get("/api/v1/status").json()
            assert (status["writes"], status["folder"]) == (False, None)
    assert len(list(folder.iterdir())) == 2


def test_a_file_is_replaced_only_if_asked(tmp_path: Path, folder: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text("not ours")
    (folder / "link.json").symlink_to(outside)
    (folder / "gone.json").symlink_to(tmp_path / "nowhere.json")
    with app_here(Settings((str(folder),), workers=2), base_url="http://[::1]") as own:

        def save(name: str, puzzle: object = CUP, **more: object) -> tuple[int, Any]:
            reply = own.post("/api/v1/puzzles", json={"puzzle": puzzle, "name": name, **more})
            return reply.status_code, checked(reply, "save")

        assert save("../A cup")[1]["file"] == "A-cup.json"
        before = (folder / "A-cup.json").read_bytes()
        status, reply = save("../A cup", CUP_NAMED)
        exists = "A-cup.json exists: choose another name, or replace it"
        assert (status, reply["error"]["message"]) == (409, exists)
        assert (folder / "A-cup.json").read_bytes() == before
        assert save("A cup.json", CUP_NAMED, replace=True)[0] == 201
        assert load(folder / "A-cup.json").title == "A cup"
        cup = "\u0427\u0430\u0448\u043a\u0430"
        assert save(cup)[1]["file"] == f"{cup}.json"
        for name in ("link", "gone"):
            assert save(name)[0] == save(name, replace=True)[0] == 409
    assert outside.read_text() == "not ours"
    assert not (tmp_path / "nowhere.json").exists()


def test_a_folder_that_became_a_link_is_not_written(tmp_path: Path) -> None:
    """A folder that was a link at the start is written: the user chose it."""
    outside, folder = tmp_path / "outside", tmp_path / "mine"
    outside.mkdir()
    folder.symlink_to(outside)
    with app_here(Settings((str(folder),), workers=2), base_url="http://[::1]") as own:

        def save() -> int:
            return int(own.post("/api/v1/puzzles", json={"puzzle": CUP_NAMED}).status_code)

        assert save() == 201
        folder.unlink()
        folder.mkdir()
        assert save() == 403
        assert own.get("/api/v1/status").json()["writes"] is False
        folder.rmdir()
        folder.symlink_to(outside)
        assert save() == 201
        outside.rename(tmp_path / "moved")
        outside.symlink_to(tmp_path / "moved")
        assert save() == 403
    names = sorted(file.name for file in (tmp_path / "moved").iterdir())
    assert names == ["A-cup-2.json", "A-cup.json"]


@pytest.mark.unix
def test_a_full_disk_leaves_no_half_file(tmp_path: Path) -> None:
    """A limit on the size of files simulates the disk: the write fails halfway."""
    import resource

    (tmp_path / "old.json").write_text("old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        for more in ({}, {"name": "old", "replace": True}):
            saved = call("save", {"puzzle": CUP, **more}, folder=str(tmp_path))
            with pytest.raises(RequestError, match="cannot be written") as caught:
                save_puzzle(saved)
            assert caught.value.status == 507
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [file.name for file in tmp_path.iterdir()] == ["old.json"]
    assert (tmp_path / "old.json").read_text() == "old"


def test_titles_with_markup_stay_text(client: TestClient) -> None:
    title = '<script>alert(1)</script>"\ud800'
    puzzle = {"json": {"title": title, "cells": ["#"]}}
    body = json.dumps({"puzzle": puzzle})
    sent = {"content-type": "application/json"}
    drawn = client.post("/api/v1/draw", content=body, headers=sent).text
    assert "<script>" not in drawn
    body = json.dumps({"puzzle": puzzle, "format": "json"})
    written = client.post("/api/v1/convert", content=body, headers=sent)
    assert json.loads(written.text)["title"] == title.replace("\ud800", "\ufffd")


def test_the_files_of_the_page(client: TestClient) -> None:
    reply = client.get("/line.js")
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/javascript")
    again = client.get("/line.js", headers={"if-none-match": reply.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get("/line.js", headers={"accept-encoding": "identity"})
    assert (reply.headers["content-encoding"], reply.headers["vary"]) == ("gzip", "accept-encoding")
    assert "content-encoding" not in plain.headers
    assert plain.content == reply.content == (STATIC / "line.js").read_bytes()
    sizes = [int(one.headers["content-length"]) for one in (reply, plain)]
    assert 0 < sizes[0] < sizes[1] / 2 < sizes[1] == len(plain.content)
    assert plain.headers["etag"] == reply.headers["etag"]
    texts = client.get("/lang/de.json")
    assert (texts.json()["name"], texts.headers["content-type"]) == ("Deutsch", "application/json")
    assert set(texts.json()) == {"name", "texts"}
    again = client.get("/lang/de.json", headers={"if-none-match": texts.headers["etag"]})
    assert again.status_code == 304
    for path in (
        "/lang/en.json",
        "/lang/xx.json",
        "/lang/de.po",
        "/../app.py",
        "/%2e%2e/app.py",
        "/..%2fapp.py",
        "/static/line.js",
        "/.hidden.js",
        "//etc/passwd",
        "/line.js/",
        "/line.js%00.css",
        "/line",
        "/api/v2/x",
        "/api/v1/puzzles/../../app.py",
        "/C:/windows/win.js",
    ):
        assert client.get(path).status_code == 404, path


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/v1/check", "POST"),
        ("GET", "/api/v1/check", "POST"),
        ("PUT", "/api/v1/puzzles", "GET, HEAD, POST"),
        ("OPTIONS", "/api/v1/puzzles/" + "0" * 64, "GET, HEAD"),
        ("POST", "/api/v1/status", "GET, HEAD"),
        ("POST", "/healthz", "GET, HEAD"),
        ("POST", "/line.js", "GET, HEAD"),
        ("DELETE", "/", "GET, HEAD"),
    ],
)
def test_a_known_address_says_which_methods_it_takes(
    client: TestClient, method: str, path: str, allowed: str
) -> None:
    reply = client.request(method, path)
    assert (reply.status_code, reply.headers["allow"]) == (405, allowed)
    assert reply.json()["error"] == {"kind": "method", "message": f"this address takes {allowed}"}
    unknown = client.request(method, path + "x/y")
    assert (unknown.status_code, unknown.json()["error"]["kind"]) == (404, "missing")


def test_many_questions_at_a_time_are_all_answered(client: TestClient) -> None:
    with ThreadPoolExecutor(20) as many:
        asked = [many.submit(ask, client, "check", {"puzzle": TWO}) for _ in range(20)]
    assert [one.result()["verdict"] for one in asked] == ["multiple"] * 20


def test_a_made_puzzle_has_its_difficulty_in_words(client: TestClient) -> None:
    reply = checked(client.post("/api/v1/make", json={"width": 5, "height": 5, "seed": 1}), "make")
    [made] = reply["puzzles"]
    assert made["difficulty_word"] == difficulty_word(made["difficulty"])


def test_words_of_lists_are_enumerations() -> None:
    words = ANSWERS["Tile"]["properties"]
    assert words["verdict"]["anyOf"][0]["enum"] == [verdict.value for verdict in Verdict]
    assert words["difficulty_word"] == ANSWERS["Rating"]["properties"]["difficulty_word"]
    assert words["difficulty_word"]["anyOf"][0]["enum"] == list(WORDS)
