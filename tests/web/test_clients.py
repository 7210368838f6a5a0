# SPDX-License-Identifier: MIT
"""Programs in other languages: the OpenAPI document has no untyped object, generators make clients
of it without a warning, and the clients and the examples of the documents get right answers.
"""

from __future__ import annotations

import importlib
import inspect
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest

import nonosat
from nonosat.web.endpoints import ENDPOINTS
from nonosat.web.openapi import EVENTS, HEADERS, document
from tests.support import pages
from tests.support.places import ROOT
from tests.support.web_server import Server, serving

PAGE = ROOT / "docs" / "how-to" / "call-the-api.md"
ADDRESS = "http://127.0.0.1:8000"
WHOLE = json.loads(json.dumps(document()))
NAMES = {*ENDPOINTS, "status"}
EMPTY = {"Nothing", "webhooks", "$defs"}
"""Types of the client in TypeScript that are empty by intention."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--jobs", "2") as opened:
        yield opened


def untyped(value: Any, place: str = "") -> Iterator[str]:
    """The places of objects without properties, lists without items, and bodies without a type."""
    if isinstance(value, Mapping):
        if value.get("type") == "object":
            typed = value.get("additionalProperties", {}) or "properties" in value
            if not typed or {} in value.get("properties", {}).values():
                yield place
        if value.get("type") == "array" and not (value.get("items") or value.get("prefixItems")):
            yield place
        for name, inner in value.items():
            if name == "content":
                yield from (f"{place}/{kind}" for kind, one in inner.items() if "schema" not in one)
            yield from untyped(inner, f"{place}/{name}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from untyped(inner, f"{place}/{number}")


def test_the_document_has_no_untyped_object() -> None:
    assert [place for place in untyped(WHOLE) if not place.endswith("/Nothing")] == []
    wrong = {"a": {"type": "object"}, "b": {"type": "array"}, "content": {"x/y": {}}}
    assert list(untyped(wrong)) == ["/a", "/b", "/x/y"]


def test_every_reference_leads_somewhere_and_tokens_are_described() -> None:
    schemas = WHOLE["components"]["schemas"]
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(WHOLE)))
    assert named <= set(schemas)
    assert set(WHOLE["components"]["securitySchemes"]) == {"token", "cookie"}
    assert WHOLE["security"] == [{}, {"token": []}, {"cookie": []}]
    body = WHOLE["paths"]["/api/v1/open"]["post"]["requestBody"]["content"]
    assert set(body) == {"application/octet-stream", "multipart/form-data"}
    for name in ("ask", "like-image"):
        answer = WHOLE["paths"][f"/api/v1/{name}"]["post"]["responses"]["200"]
        assert {"end", "error"} <= set(answer["content"]["text/event-stream"]["x-events"])


def test_the_options_are_described_by_names_that_exist() -> None:
    for name in ("Make", "Draw", "Print", "Question", "Questions"):
        for option, schema in WHOLE["components"]["schemas"][name]["properties"].items():
            assert "description" in schema or "$ref" in schema, (name, option)
    made = WHOLE["components"]["schemas"]["Make"]["properties"]
    assert made["density"]["description"].startswith("The share of filled cells")
    assert made["density"]["description"].endswith("Default: 0.55.")
    assert made["seed"]["description"].endswith("Default: 0.")
    named = set(re.findall(r"``nonosat\.([a-z_.A-Z]+)``", json.dumps(WHOLE)))
    assert "draw.sheets" in named
    for name in named:
        attrgetter(name)(nonosat)


def test_the_headers_of_answers_are_described() -> None:
    named = {header for headers in HEADERS.values() for header, _ in headers}
    folder = ROOT / "nonosat" / "web" / "handlers"
    text = "\n".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    assert named == {"content-disposition", *re.findall(r"x-nonosat-[a-z]+", text)}
    assert {name for name, one in ENDPOINTS.items() if isinstance(one.reply, tuple)} == {
        *HEADERS,
        *EVENTS,
    }


def test_the_check_of_requests_accepts_what_the_document_describes() -> None:
    """The document describes a puzzle more strictly than the check, which leaves it to readers."""
    schema = {**WHOLE["components"]["schemas"]["PuzzleArgument"], "components": WHOLE["components"]}
    for given, right in (
        ({"json": {"rows": [[1], None], "columns": [[1]], "title": "a"}}, True),
        ({"json": {"cells": ["#"]}, "title": "b"}, True),
        ({"clues": {"rows": [[[1, "a"]]], "columns": [[[1, "a"]]]}}, True),
        ({"json": {"rows": 3}}, False),
        ({"clues": {"rows": [[["a", 1]]], "columns": []}}, False),
    ):
        assert jsonschema.Draft202012Validator(schema).is_valid(given) == right, given


def examples(language: str) -> Iterator[tuple[str, str]]:
    """The examples of the page in a language, each with its output."""
    found = pages.blocks(PAGE)
    for block, following in pairwise(found):
        if block.language == language and following.language == "text":
            yield block.text, following.text


def example_prints(command: list[str], code: str, server: Server, folder: Path) -> str:
    done = subprocess.run(
        [*command, code.replace(ADDRESS, f"http://127.0.0.1:{server.port}")],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "", done.stderr
    return done.stdout


def test_the_examples_in_python_print_what_is_shown(server: Server, tmp_path: Path) -> None:
    ((code, shown),) = examples("python")
    assert example_prints([sys.executable, "-c"], code, server, tmp_path) == shown


@pytest.mark.clients
def test_the_examples_with_curl_and_fetch_print_what_is_shown(
    server: Server, tmp_path: Path
) -> None:
    curl = list(examples("sh"))
    assert len(curl) == 5
    for code, shown in curl:
        printed = example_prints(["bash", "-euo", "pipefail", "-c"], code, server, tmp_path)
        assert printed.rstrip("\n") == shown.rstrip("\n"), code
    ((code, shown),) = examples("js")
    command = ["node", "--input-type=module", "--eval"]
    assert example_prints(command, code, server, tmp_path) == shown


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The client that openapi-python-client makes, as the page says."""
    folder = tmp_path_factory.mktemp("python")
    (folder / "openapi.json").write_text(json.dumps(WHOLE), encoding="utf-8")
    (overrides,) = [block.text for block in pages.blocks(PAGE) if block.language == "yaml"]
    (folder / "clients.yml").write_text(overrides, encoding="utf-8")
    program = Path(sys.executable).with_name("openapi-python-client")
    done = subprocess.run(
        [program, "generate", "--path", "openapi.json", "--config", "clients.yml"],
        cwd=folder,
        env={"PATH": f"{program.parent}:/usr/bin:/bin"},  # it formats with ruff
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    said = (done.stdout + done.stderr).split()  # its name, the folder, and warnings
    assert said == ["Generating", str(folder / "nonosat-client")], done.stdout
    sys.path.insert(0, str(folder / "nonosat-client"))
    return importlib.import_module("nonosat_client")


def functions(client: ModuleType) -> dict[str, Any]:
    """The functions of a generated client that ask and wait, by address."""
    folder = Path(str(client.__file__)).parent / "api" / "default"
    made = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
    return {
        name.rstrip("_").replace("_", "-"): importlib.import_module(
            f"nonosat_client.api.default.{name}"
        ).sync
        for name in made
    }


@pytest.mark.clients
def test_the_client_in_python_has_every_endpoint_and_no_untyped_object(client: ModuleType) -> None:
    asked = functions(client)
    assert set(asked) == {name.replace("_", "-") for name in NAMES}
    for name, function in asked.items():
        assert "Any" not in str(inspect.signature(function).return_annotation), name
    models = importlib.import_module("nonosat_client.models")
    classes = [getattr(models, name) for name in models.__all__]
    assert len(classes) > 100
    for kind in classes:
        for field in getattr(kind, "__attrs_attrs__", ()):
            free = field.name == "additional_properties" and "dict[str, Any]" in str(field.type)
            assert free or "Any" not in str(field.type), (kind, field.name)
            assert (
                not free
                or any(one.name != "additional_properties" for one in kind.__attrs_attrs__)
                or kind.__name__ == "Nothing"
            ), kind


@pytest.mark.clients
def test_the_client_in_python_gets_right_answers(client: ModuleType, server: Server) -> None:
    models = importlib.import_module("nonosat_client.models")
    types = importlib.import_module("nonosat_client.types")
    asked = functions(client)
    lines = models.PuzzleArgumentClues(rows=[[1, 1], [3]], columns=[[2], [1], [2]])
    question = models.Question(puzzle=models.PuzzleArgument(clues=lines), time_limit=2.0)

    def file(data: bytes, name: str) -> Any:
        return types.File(payload=io.BytesIO(data), file_name=name)

    with client.AuthenticatedClient(f"http://127.0.0.1:{server.port}", token="any") as here:
        report = asked["check"](client=here, body=question)
        assert (report.verdict.value, report.solutions) == ("unique", [["#.#", "###"]])
        assert report.stages[0].name == "lines"
        hint = asked["hint"](client=here, body=question)
        assert hint.where.sentence == "Look at row 2 (3)"
        assert [(one.cell, one.value) for one in hint.what.cells] == [
            ([1, 0], 1),
            ([1, 1], 1),
            ([1, 2], 1),
        ]
        raw = asked["open"](client=here, body=file(b"#.#\n###\n", "cup.grid"), name="cup.grid")
        form = models.OpenFilesBody(
            files=[file(b"#.#\n###\n", "cup.grid"), file(b"rows\n1\n", "x.non")]
        )
        both = asked["open"](client=here, body=form)
        for opened in (raw, both):
            assert [one.puzzle.rows for one in opened.puzzles] == [[[1, 1], [3]]]
        assert [fault.file for fault in both.faults] == ["x.non"]
        again = models.PuzzleArgument(json=raw.puzzles[0].puzzle)
        drawn = asked["draw"](client=here, body=models.Draw(puzzle=again))
        assert drawn.payload.read().startswith(b"<svg")
        sheet = asked["print"](client=here, body=models.Print(puzzle=again))
        assert sheet.payload.read().startswith(b"%PDF")
        made = asked["certificate"](client=here, body=models.Certificate(puzzle=again))
        proof = asked["verify-certificate"](client=here, body=file(made.payload.read(), "a"))
        assert (proof.outcome, proof.verdict) == ("accepted", "unique")
        picture = b"P1\n2 2\n10\n01\n"
        image = asked["from-image"](client=here, body=file(picture, "a.pbm"))
        assert (image.pixels, image.exact) == ([2, 2], True)
        wrong = models.PuzzleArgument(clues=models.PuzzleArgumentClues(rows=[[3]], columns=[[1]]))
        error = asked["check"](client=here, body=models.Question(puzzle=wrong))
        assert (error.error.kind, error.error.faults[0].line) == ("puzzle", "R1")
        tiles = asked["list-puzzles"](client=here, limit=1)
        assert asked["one-puzzle"](tiles.tiles[0].id, client=here).files
        events = asked["ask"](
            client=here,
            body=models.Questions(
                puzzle=again,
                questions=[models.QuestionsQuestionsItem.COUNT, models.QuestionsQuestionsItem.HINT],
            ),
        )
        found = dict(re.findall(r"^event: (.*)\ndata: (.*)$", events, re.MULTILINE))
        assert models.Hint.from_dict(json.loads(found["hint"])).right is True
        assert models.SolutionCount.from_dict(json.loads(found["count"])).number == "1"


@pytest.mark.clients
def test_the_client_in_python_sends_the_token(client: ModuleType) -> None:
    status = functions(client)["status"]
    with serving("--jobs", "2", "--token", "secret") as locked:
        address = f"http://127.0.0.1:{locked.port}"
        with client.AuthenticatedClient(address, token="secret") as here:
            assert status(client=here).public is False
        with client.Client(address) as here:
            assert status(client=here).error.kind == "token"


PROGRAM = """
import type { components, operations, paths } from "./nonosat";

type Answer<Name extends keyof operations> = operations[Name] extends {
    responses: { 200: { content: { "application/json": infer Body } } };
}
    ? Body
    : never;
type Body<Path extends keyof paths> = paths[Path] extends {
    post: { requestBody: { content: { "application/json": infer Sent } } };
}
    ? Sent
    : never;

async function post<Name extends keyof operations>(
    name: Name,
    body: unknown,
): Promise<Answer<Name>> {
    const bytes = body instanceof Blob || body instanceof FormData;
    const answer = await fetch(`ADDRESS/api/v1/${name}`, {
        method: "POST",
        body: bytes ? body : JSON.stringify(body),
        headers: bytes ? {} : { "content-type": "application/json" },
    });
    if (!answer.ok) {
        const { error }: components["schemas"]["Error"] = await answer.json();
        throw new Error(error.kind);
    }
    return await answer.json();
}

const rows: components["schemas"]["PuzzleJson"] = { rows: [[1, 1], [3]], columns: [[2], [1], [2]] };
const question: Body<"/api/v1/check"> = { puzzle: { json: rows } };
const report = await post("check", question);
const hint = await post("hint", question);
const opened = await post("open", new Blob(["#.#\\n###\\n"]));
const form = new FormData();
form.append("files", new Blob(["rows\\n1\\n"]), "x.non");
const faults: components["schemas"]["FileFault"][] = (await post("open", form)).faults;
const wrong: Body<"/api/v1/check"> = { puzzle: { clues: { rows: [[3]], columns: [[1]] } } };
const refused: string = await post("check", wrong).then(
    () => "",
    (error: Error) => error.message,
);
const sentence: string | undefined = hint.where?.sentence;
const first: number[] | undefined = hint.what?.cells[0]?.cell;
const clue: (number | [number, string])[] | null | undefined = opened.puzzles[0]?.puzzle.rows?.[0];
console.log(report.verdict, sentence, first, clue, faults[0]?.file, refused);
"""


@pytest.mark.clients
def test_the_client_in_typescript_has_every_endpoint_and_gets_right_answers(
    server: Server, tmp_path: Path
) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(WHOLE), encoding="utf-8")
    programs = ROOT / "node_modules" / ".bin"

    def run(*command: object) -> str:
        done = subprocess.run(
            [str(word) for word in command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    said = run(programs / "openapi-typescript", "openapi.json", "-o", "nonosat.d.ts")
    assert len(said.strip().splitlines()) == 2, said  # its name, and the file that it made
    assert "warn" not in said.lower()
    made = (tmp_path / "nonosat.d.ts").read_text(encoding="utf-8")
    code = re.sub(r"/\*.*?\*/", "", made, flags=re.DOTALL)
    code = re.sub(r'"[^"\n]*"', '""', code.replace("[name: string]: unknown;", ""))
    loose = [
        line.strip() for line in code.splitlines() if re.search(r": .*unknown\b|Record<", line)
    ]
    assert {
        line.removeprefix("export type ").partition(" ")[0].rstrip(":") for line in loose
    } == EMPTY
    operations = made.partition("export interface operations {")[2]
    named = set(re.findall(r"^    \"?([\w-]+)\"?: \{$", operations, re.MULTILINE))
    assert named == NAMES
    address = f"http://127.0.0.1:{server.port}"
    (tmp_path / "program.ts").write_text(PROGRAM.replace("ADDRESS", address), encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    wanted = ["--strict", "--target", "ES2022", "--module", "ES2022"]
    where = ("--typeRoots", ROOT / "node_modules" / "@types", "--types", "node")
    run(
        programs / "tsc",
        *wanted,
        "--moduleResolution",
        "bundler",
        "--lib",
        "ES2023,DOM",
        *where,
        "program.ts",
    )
    assert run("node", "program.js").split("\n")[0] == (
        "unique Look at row 2 (3) [ 1, 0 ] [ 1, 1 ] x.non puzzle"
    )
