# SPDX-License-Identifier: MIT
"""The OpenAPI file, made from the table of endpoints."""

from __future__ import annotations

import re
from typing import Any

from nonosat._version import __version__
from nonosat.web.endpoints import ENDPOINTS, PREFIX, Endpoint
from nonosat.web.schemas import SCHEMAS, ref

_ERROR = {
    "description": "An error: what is wrong, and where",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}

STATUS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "version": {"type": "string"},
        "public": {"type": "boolean"},
        "writes": {"type": "boolean", "description": "Puzzles can be saved as files."},
        "own": {"type": "boolean", "description": "The library is the project's own puzzles."},
        "questions": {"type": "integer", "description": "That run or wait now."},
        "folder": {"type": ["string", "null"], "description": "The folder they are saved in."},
        "library": ref("Reading"),
        "limits": {"type": "object"},
    },
    "required": ["version", "public", "writes", "folder", "library", "limits"],
}


def document() -> dict[str, Any]:
    """The OpenAPI 3.1 description of the whole API, as plain data."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS.values():
        path = paths.setdefault(f"{PREFIX}{endpoint.path}", {})
        path[endpoint.method.lower()] = _operation(endpoint)
    paths[f"{PREFIX}status"] = {
        "get": {
            "operationId": "status",
            "summary": "What this server is, and how far it has read its library",
            "responses": {"200": _response("JSON", {"application/json": STATUS_SCHEMA})},
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "nonosat",
            "version": __version__,
            "description": "Nonograms: solve, explain, rate, draw, convert. See docs/api.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": dict(SCHEMAS)},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    in_path = set(re.findall(r"\{(\w+)\}", endpoint.path))
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": {
            str(endpoint.status): _response("The answer", dict(endpoint.reply)),
            "default": _ERROR,
        },
    }
    if endpoint.fields:
        operation["parameters"] = [
            {
                "name": name,
                "in": "path" if name in in_path else "query",
                "required": name in in_path,
                "schema": schema,
            }
            for name, schema in endpoint.fields.items()
        ]
    if endpoint.body is not None:
        content: dict[str, Any] = {"application/json": {"schema": endpoint.body}}
    elif endpoint.upload:
        content = {"application/octet-stream": {}, "multipart/form-data": {}}
    else:
        return operation
    operation["requestBody"] = {"required": True, "content": content}
    return operation


def _response(description: str, reply: dict[str, Any]) -> dict[str, Any]:
    content = {kind: {} if schema is None else {"schema": schema} for kind, schema in reply.items()}
    return {"description": description, "content": content}
