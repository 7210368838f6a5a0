# SPDX-License-Identifier: MIT
"""Access to the server: names and origins; the bounds of bodies; the headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from nonosat.web import requests
from nonosat.web.http.guard import POLICY
from nonosat.web.requests import RequestError, read_body
from nonosat.web.settings import Settings
from tests.support.web_server import app_here

EASY = {"puzzle": {"code": "RlKq"}}
CHECK = "/api/v1/check"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(workers=2, hosts=("puzzles.example",))
    with app_here(settings, base_url="http://localhost:8000") as opened:
        yield opened


@pytest.fixture(scope="module")
def locked() -> Iterator[TestClient]:
    with app_here(Settings(workers=2, token="secret")) as opened:
        yield opened


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:1234", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("puzzles.example", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.2", 421),
        ("192.0.2.1", 421),
        ("localhost:8000@evil.example", 421),
        ("", 421),
        ("[::1", 421),
        ("[::1]evil.example", 421),
        ("[::1]:port", 421),
        ("::1", 421),
    ],
)
def test_names(client: TestClient, host: str, status: int) -> None:
    assert client.get("/api/v1/status", headers={"host": host}).status_code == status
    assert client.get("/healthz", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://localhost:8000"}, 200),
        ({"origin": "http://localhost:8000", "sec-fetch-site": "same-origin"}, 200),
        ({"origin": "http://localhost"}, 403),
        ({"origin": "http://localhost:9000"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://localhost:8000.evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "file://"}, 403),
        ({"origin": "http://[::1"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_origins(client: TestClient, headers: dict[str, str], status: int) -> None:
    assert client.post(CHECK, json=EASY, headers=headers).status_code == status
    assert client.get("/api/v1/puzzles", headers=headers).status_code in (status, 404)
    assert client.get("/line.js", headers=headers).status_code == 200  # other sites may link here


def test_every_answer_has_safe_headers(client: TestClient) -> None:
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    replies = [
        client.get("/line.js"),
        client.get("/missing"),
        client.get("/api/v1/status"),
        client.post(CHECK, json=EASY),
        client.post(CHECK, json={}),
        client.get("/", headers={"host": "evil.example"}),
        client.post("/api/v1/ask", json={**EASY, "questions": ["check"]}),
    ]
    for reply in replies:
        assert reply.headers["content-security-policy"] == POLICY
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in reply.headers
        if "line.js" not in str(reply.url):
            assert reply.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("shown", "status"),
    [
        ("Bearer secret", 200),
        ("bearer  secret ", 200),
        ("secret", 401),
        ("Basic secret", 401),
        ("Bearer", 401),
        ("Bearer wrong", 401),
        ("", 401),
    ],
)
def test_a_token_is_shown_as_a_bearer(locked: TestClient, shown: str, status: int) -> None:
    assert locked.get("/line.js", headers={"authorization": shown}).status_code == status
    assert locked.get("/healthz", headers={"authorization": shown}).status_code == 200


def test_a_request_without_the_token_is_told_how_to_send_it(locked: TestClient) -> None:
    reply = locked.get("/api/v1/openapi.json")
    assert (reply.status_code, reply.headers["www-authenticate"]) == (401, "Bearer")
    message = reply.json()["error"]["message"]
    assert "Authorization: Bearer TOKEN" in message
    assert "/?token=TOKEN" in message


def body_of(*parts: bytes) -> bytes:
    """Read a body of at most 100 bytes from parts; "." is the last; without it, it never ends."""

    async def play() -> bytes:
        waiting = list(parts)

        async def receive() -> dict[str, Any]:
            if not waiting:
                await asyncio.sleep(3600)
            part = waiting.pop(0)
            return {"type": "http.request", "body": part, "more_body": part != b"."}

        return await read_body({"headers": []}, receive, 100)

    return asyncio.run(play())


def test_bodies_are_bounded_in_size_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert body_of(b"a" * 99, b".") == b"a" * 99 + b"."
    monkeypatch.setattr(requests, "BODY_SECONDS", 0.05)
    for parts, status in (([b"a" * 60, b"b" * 60, b"."], 413), ([b"a"], 408)):
        with pytest.raises(RequestError) as caught:
            body_of(*parts)
        assert caught.value.status == status


def test_a_large_body_is_refused_before_it_is_read(client: TestClient) -> None:
    large = client.post(CHECK, headers={"content-length": str(10 << 20)}, content=b"{}")
    assert large.status_code == 413
    assert large.json()["error"]["kind"] == "request"
