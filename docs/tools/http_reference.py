# SPDX-License-Identifier: MIT
"""The description of the HTTP API as Markdown, made from the OpenAPI document of the server.

``reference_tables.py`` writes it into docs/reference/http-api.md.
"""

from __future__ import annotations

import json
from typing import Any

from nonosat.web.openapi import document


def markdown() -> str:
    """All addresses of the server with their requests and answers, as tables.

    Rejected: sphinxcontrib-openapi, which leaves out the bodies of requests.
    """
    described = document()
    lines = []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            lines += [f"## `{method.upper()} {path}`", "", f"{operation['summary']}.", ""]
            taken = [
                (f"`{one['name']}` ({one['in']})", one["schema"], one["required"])
                for one in operation.get("parameters", ())
            ]
            for kind, body in operation.get("requestBody", {}).get("content", {}).items():
                schema = body["schema"]
                link = f"{type_of(schema)}, " if "$ref" in schema else ""
                lines += [f"Takes {link}{kind}.", ""]
                taken += keys_of(schema)
            lines += table("takes", taken)
            for code, answer in operation["responses"].items():
                for kind, body in answer.get("content", {}).items():
                    if code != "default":
                        given = keys_of(body["schema"])
                        name = body["schema"].get("$ref", "").rpartition("/")[2]
                        text = f" [{name}](#{name.lower()})" if name else f" {kind}"
                        lines += table("answers", given) if given else [f"Answers{text}.", ""]
                        events = body.get("x-events", {}).items()
                        lines += table("event", [(f"`{k}`", one, True) for k, one in events])
    lines += ["## Objects", ""]
    for name, schema in described["components"]["schemas"].items():
        lines += [f"### {name}", "", schema.get("description", ""), ""]
        lines += table("key", keys_of(schema)) if keys_of(schema) else [f"{type_of(schema)}.", ""]
    return "\n".join(lines)


def keys_of(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any], bool]]:
    """The keys of an object: name, schema, whether the key is required."""
    needed = schema.get("required", ())
    return [(f"`{k}`", one, k in needed) for k, one in schema.get("properties", {}).items()]


def type_of(schema: dict[str, Any]) -> str:
    """A schema in words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in schema:
        return "one of " + ", ".join(f"`{json.dumps(one)}`" for one in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(map(type_of, schema[several]))
    if isinstance(values := schema.get("additionalProperties"), dict):
        return f"object of {type_of(values)}"
    if schema.get("format") == "binary":
        return "bytes"
    kind = schema.get("type", "anything")
    kinds = [kind] if isinstance(kind, str) else kind
    words = " or ".join(kinds)
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    if "items" in schema and "array" in kinds:
        words += f" of {type_of(schema['items'])}"
    return words


def table(head: str, rows: list[tuple[str, dict[str, Any], bool]]) -> list[str]:
    """Rows of keys as a table of Markdown; no lines without keys."""
    if not rows:
        return []
    lines = [f"| {head} | type | |", "|---|---|---|"]
    for name, schema, needed in rows:
        said = schema.get("description", "") + ("" if needed else " (optional)")
        lines.append(f"| {name} | {type_of(schema)} | {said.strip().replace('|', chr(92) + '|')} |")
    return [*lines, ""]
